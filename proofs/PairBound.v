(******************************************************************************)
(* A bound on the number of non-real pairs.                                   *)
(*                                                                            *)
(* Let T and X be real matrices, X symmetric and T X symmetric, so that T is  *)
(* self-adjoint for the form v X v^T on row vectors. If this form is positive *)
(* definite on the row vectors v with v K = 0, for some matrix K of m         *)
(* columns, then T has at most m non-real pairs, with multiplicity.           *)
(*                                                                            *)
(* Idea: there is an invariant space W on which T has exactly the eigenvalues *)
(* above the real axis. With G the Gram matrix of W for the form and B the    *)
(* matrix of T on W, self-adjointness says B G = G B^*. The spectra of B and  *)
(* B^* lie on different sides of the real axis, hence G = 0. If W had more    *)
(* than m dimensions, some v <> 0 of it would satisfy v K = 0, and there the  *)
(* form does not vanish.                                                      *)
(******************************************************************************)
From mathcomp Require Import all_ssreflect all_algebra all_field.
From mathcomp Require Import complex.
From eigenclaim Require Import Spectrum CharPoly.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Invariant.

Variable F : fieldType.

(* An invariant space for any part of the eigenvalues. *)
Lemma invariant_space n (T : 'M[F]_n) (s t : seq F) :
    char_poly T = \prod_(z <- s ++ t) ('X - z%:P) ->
  exists (B : 'M_(size s)) (W : 'M_(size s, n)),
    [/\ W *m T = B *m W, row_free W & char_poly B = \prod_(z <- s) ('X - z%:P)].
Proof.
elim: s n T => [|z s IHs] n T charT.
  exists 0, 0; split; first by rewrite mul0mx mulmx0.
    by rewrite /row_free mxrank0.
  by rewrite big_nil /char_poly det_mx00.
have /eigenvalueP[v vT v_neq0] : eigenvalue T z.
  by rewrite eigenvalue_root_char charT root_prod_XsubC mem_head.
have n_gt0 : (0 < n)%N.
  by case: n {T charT vT} v v_neq0 => // v; rewrite thinmx0 eqxx.
move: T v charT vT v_neq0; rewrite -(subnKC n_gt0) => T v charT vT v_neq0.
have vT1 : v *m T = z%:M *m v by rewrite mul_scalar_mx.
have freev : row_free v by rewrite /row_free rank_rV v_neq0.
have [Q Qu [_ [C [D def_T]]]] := invariant_block vT1 freev.
have charD : char_poly D = \prod_(z <- s ++ t) ('X - z%:P).
  have def_p := charT; rewrite /= big_cons in def_p.
  apply/(mulfI (negbT (polyXsubC_eq0 z))); rewrite -[RHS]def_p -(char_poly_conj T Qu).
  rewrite def_T char_poly_lblock; congr (_ * _).
  by rewrite /char_poly /char_poly_mx map_scalar_mx -raddfB /= det_scalar1.
have [B [W [WD freeW charB]]] := IHs _ _ charD.
pose W1 := block_mx (1%:M : 'M_1) 0 0 W.
suff: exists (B1 : 'M_(1 + size s)) (W2 : 'M_(1 + size s, _)),
    [/\ W2 *m T = B1 *m W2, row_free W2 & char_poly B1 = \prod_(y <- z :: s) ('X - y%:P)].
  by [].
exists (block_mx z%:M 0 (W *m C) B), (W1 *m Q); split.
- have -> : W1 *m Q *m T = W1 *m block_mx z%:M 0 C D *m Q.
    by rewrite -def_T !mulmxA mulmxKV.
  rewrite mulmxA; congr (_ *m _).
  by rewrite /W1 !mulmx_block !mulmx0 !mul0mx !addr0 !add0r mul1mx !mulmx1 WD.
- by rewrite /row_free mxrankMfree ?row_free_unit // rank_diag_block_mx mxrank1 (eqP freeW).
- rewrite char_poly_lblock charB [RHS]big_cons; congr (_ * _).
  by rewrite /char_poly /char_poly_mx map_scalar_mx -raddfB /= det_scalar1.
Qed.

(* The Sylvester equation A G = G B with disjoint spectra has only G = 0. *)
Lemma sylvester0 m (A B G : 'M[F]_m) (s : seq F) :
    A *m G = G *m B -> char_poly A = \prod_(z <- s) ('X - z%:P) ->
  {in s, forall z, ~~ root (char_poly B) z} -> G = 0.
Proof.
case: m A B G => [|m] A B G AG charA sB; first by rewrite flatmx0.
have AGs : \prod_(z <- s) (A - z%:M) *m G = G *m \prod_(z <- s) (B - z%:M).
  elim: s {charA sB} => [|z s IHs]; first by rewrite !big_nil mul1mx mulmx1.
  rewrite !big_cons -!mulmxE -mulmxA IHs !mulmxA; congr (_ *m _).
  by rewrite mulmxBl mulmxBr AG scalar_mxC.
have A0 : \prod_(z <- s) (A - z%:M) = 0.
  rewrite -(Cayley_Hamilton A) charA rmorph_prod; apply: eq_bigr => z _.
  by rewrite rmorphB /= horner_mx_X horner_mx_C.
have Bu : \prod_(z <- s) (B - z%:M) \in unitmx.
  elim: s sB {charA AGs A0} => [|z s IHs] sB; first by rewrite big_nil unitmx1.
  rewrite big_cons -mulmxE unitmx_mul IHs ?andbT; last first.
    by move=> y ys; rewrite sB ?inE ?ys ?orbT.
  have := sB z (mem_head _ _); rewrite -eigenvalue_root_char /eigenvalue /eigenspace.
  by rewrite kermx_eq0 row_free_unit negbK.
by rewrite -(mulmxK Bu G) -AGs A0 mul0mx mul0mx.
Qed.

End Invariant.

Section PairBound.

Variable R : rcfType.
Local Notation toC := (map_mx (real_complex R)).
Local Notation conjm M := (map_mx (@conjc R) M).

Lemma map_conj_real m n (A : 'M[R]_(m, n)) : conjm (toC A) = toC A.
Proof. by apply/matrixP=> i j; rewrite !mxE /= oppr0. Qed.

Lemma complex_mx m n (A : 'M[R[i]]_(m, n)) :
  A = toC (map_mx (@complex.Re R) A) + 'i%C *: toC (map_mx (@complex.Im R) A).
Proof. by apply/matrixP=> i j; rewrite !mxE -complexE. Qed.

(* The form of a real symmetric X on complex vectors, by real and imaginary parts. *)
Lemma form_complex n (X : 'M[R]_n) (v : 'rV[R[i]]_n) :
  let a := map_mx (@complex.Re R) v in let b := map_mx (@complex.Im R) v in
    X^T = X ->
  v *m toC X *m (conjm v)^T = toC (a *m X *m a^T + b *m X *m b^T).
Proof.
move=> a b Xsym.
have vE : v = toC a + 'i%C *: toC b by apply: complex_mx.
have cvE : conjm v = toC a - 'i%C *: toC b.
  by apply/matrixP=> i j; rewrite !mxE; case: (v i j) => x y; simpc.
clearbody a b.
have baE : b *m X *m a^T = a *m X *m b^T.
  have -> : b *m X *m a^T = (b *m X *m a^T)^T by apply/matrixP=> i j; rewrite [RHS]mxE !ord1.
  by rewrite !trmx_mul trmxK Xsym mulmxA.
rewrite cvE {1}vE linearB /= linearZ /= mulmxDl mulmxBr !mulmxDl.
rewrite -!scalemxAl -!scalemxAr !map_trmx -!map_mxM baE scalerA -expr2 sqr_i.
by rewrite map_mxD scaleN1r opprD addrA opprK addrK.
Qed.

Theorem pairs_bound n m (T X : 'M[R]_n) (K : 'M[R]_(n, m)) (s : seq R[i]) :
    X^T = X -> (T *m X)^T = T *m X ->
    (forall v : 'rV_n, v *m K = 0 -> v != 0 -> 0 < (v *m X *m v^T) 0 0) ->
  spectrum T s -> (pairs s <= m)%N.
Proof.
move=> Xsym TXsym Xpos Ts.
pose up := [pred z : R[i] | 0 < complex.Im z].
have [B [W [WT freeW charB]]] : exists (B : 'M_(pairs s)) (W : 'M_(pairs s, n)),
    [/\ W *m toC T = B *m W, row_free W
      & char_poly B = \prod_(z <- filter up s) ('X - z%:P)].
  rewrite -[pairs s]/(count up s) -size_filter.
  apply: (invariant_space (t := filter (predC up) s)).
  by rewrite -map_char_poly Ts; apply: perm_big; rewrite perm_sym perm_filterC.
pose Bs := (conjm B)^T; pose Ws := (conjm W)^T; pose G := W *m toC X *m Ws.
have BG : B *m G = G *m Bs.
  have TX : W *m toC (T *m X) *m Ws = B *m G by rewrite map_mxM !mulmxA WT.
  have XT : W *m toC (X *m T^T) *m Ws = G *m Bs.
    rewrite map_mxM -map_trmx mulmxA -!mulmxA; congr (_ *m (_ *m _)).
    rewrite -trmx_mul -[in RHS]trmx_mul; congr _^T.
    by rewrite -map_mxM -WT map_mxM map_conj_real.
  by rewrite -TX -XT -TXsym trmx_mul Xsym.
have G0 : G = 0.
  apply: (sylvester0 BG charB) => z; rewrite mem_filter => /andP[/= z_up _].
  rewrite char_poly_trmx -map_char_poly charB rmorph_prod.
  under eq_bigr do rewrite rmorphB /= map_polyX map_polyC.
  rewrite -(big_map (@conjc R) xpredT (fun y => 'X - y%:P)) root_prod_XsubC.
  apply/mapP=> -[y]; rewrite mem_filter => /andP[/= y_up _] def_z.
  by move: z_up; rewrite def_z; case: y y_up {def_z} => u w /=; rewrite oppr_gt0 => /ltW/le_gtF->.
rewrite leqNgt; apply/negP=> lt_m.
have : kermx (W *m toC K) != 0.
  rewrite kermx_eq0 /row_free; apply: contraTneq lt_m => <-.
  by rewrite -leqNgt rank_leq_col.
move=> /rowV0Pn[c /sub_kermxP cWK c_neq0].
pose v := c *m W; pose a := map_mx (@complex.Re R) v; pose b := map_mx (@complex.Im R) v.
have v_neq0 : v != 0 by rewrite mulmx_free_eq0.
have vX : v *m toC X *m (conjm v)^T = 0.
  have -> : v *m toC X *m (conjm v)^T = c *m G *m (conjm c)^T.
    by rewrite map_mxM trmx_mul !mulmxA.
  by rewrite G0 mulmx0 mul0mx.
have vK : v *m toC K = 0 by rewrite -mulmxA.
have [aK bK] : a *m K = 0 /\ b *m K = 0.
  move: vK; rewrite [v]complex_mx -/a -/b mulmxDl -scalemxAl -!map_mxM => /matrixP vK.
  split; apply/matrixP=> i j; have := vK i j; rewrite !mxE; set x := \sum__ _; set y := \sum__ _.
    by simpc => -[-> _].
  by simpc => -[_ ->].
have form_ge0 (w : 'rV[R]_n) : w *m K = 0 -> 0 <= (w *m X *m w^T) 0 0.
  by have [-> _|w_neq0 wK] := eqVneq w 0; [rewrite !mul0mx mxE | rewrite ltW ?Xpos].
move: vX; rewrite form_complex // -/a -/b => /matrixP/(_ 0 0).
rewrite [LHS]mxE [RHS]mxE => -[]; rewrite [LHS]mxE => /eqP; rewrite paddr_eq0 ?form_ge0 // => /andP[a0 b0].
have a_eq0 : a = 0 by apply/eqP; apply: contraTT a0 => /(Xpos _ aK)/lt0r_neq0.
have b_eq0 : b = 0 by apply/eqP; apply: contraTT b0 => /(Xpos _ bK)/lt0r_neq0.
by case/eqP: v_neq0; rewrite [v]complex_mx -/a -/b a_eq0 b_eq0 !map_mx0 scaler0 addr0.
Qed.

End PairBound.
