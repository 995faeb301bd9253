(******************************************************************************)
(* The inertia bound: a product X Y of two real symmetric matrices has at     *)
(* most as many non-real conjugate pairs as X has negative eigenvalues, as X  *)
(* has positive ones, as Y has negative ones, and as Y has positive ones.     *)
(* All are counted with multiplicity; X and Y may be singular.                *)
(*                                                                            *)
(* Idea (Pontryagin): T = X Y is self-adjoint for the form v X v^* on row     *)
(* vectors. Let N be the invariant space of the eigenvalues of T above the    *)
(* real axis. With T = B on N and G the Gram matrix of N for the form,        *)
(* B G = G B^*, and B and B^* have no eigenvalue in common, so G = 0: N is    *)
(* neutral. Also v X <> 0 for all v <> 0 in N, since T is invertible on N.    *)
(* Let W be a space on which the form is nonnegative. By Cauchy-Schwarz, the  *)
(* vectors of N and W together are orthogonal to the vectors v X with v in    *)
(* both, so dim N + dim W <= n. The eigenvectors of X for its nonnegative     *)
(* eigenvalues span such a W. Nothing is inverted, so no limit is needed.     *)
(*                                                                            *)
(* Forms of the theorem, by what is known of X:                               *)
(*   inertia_codim          X is nonnegative on a row space W                 *)
(*   inertia_kernel         X is nonnegative on the v with v K = 0            *)
(*   inertia_congruence     X = P diag(d) P^T for any P, also rectangular     *)
(*   products_inertia_bound the spectra of X and Y are given                  *)
(* and for one step that erases along r keys at once,                         *)
(*   erase_rank_pairs       (I - sum_j b_j k_j k_j^T) diag(a)                 *)
(* has at most as many pairs as there are positive strengths b_j, as there    *)
(* are negative gates, and as there are positive gates.                       *)
(******************************************************************************)
From mathcomp Require Import all_ssreflect all_algebra all_field.
From mathcomp Require Import complex.
From eigenclaim Require Import Spectrum CharPoly PairBound Symmetric.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Forms.

Variable R : rcfType.
Local Notation C := R[i].
Local Notation toC := (map_mx (real_complex R)).
(* The conjugate transpose. *)
Local Notation adj M := (map_mx (@conjc R) M)^T.

Let adjK m n (A : 'M[C]_(m, n)) : adj (adj A) = A.
Proof. by apply/matrixP=> i j; rewrite !mxE conjcK. Qed.

Let adjM m n p (A : 'M[C]_(m, n)) (B : 'M_(n, p)) : adj (A *m B) = adj B *m adj A.
Proof. by rewrite map_mxM trmx_mul. Qed.

(* The value of the sesquilinear form of X on row vectors. *)
Definition form n (X : 'M[C]_n) (u v : 'rV[C]_n) : C := (u *m X *m adj v) 0 0.

Lemma form_conj n (X : 'M[C]_n) u v : adj X = X -> (form X u v)^*%C = form X v u.
Proof.
move=> Xh; have -> : form X v u = adj (u *m X *m adj v) 0 0.
  by rewrite /form !adjM adjK Xh mulmxA.
by rewrite [RHS]mxE mxE.
Qed.

Lemma form_linear n (X : 'M[C]_n) t u v w :
  form X (t *: u + v) w = t * form X u w + form X v w.
Proof. by rewrite /form !mulmxDl -!scalemxAl mxE [X in X + _]mxE. Qed.

Lemma form_addr n (X : 'M[C]_n) u v w : form X u (v + w) = form X u v + form X u w.
Proof. by rewrite /form map_mxD linearD /= mulmxDr mxE. Qed.

Lemma form_row n m p (X : 'M[C]_n) (A : 'M_(m, n)) (B : 'M_(p, n)) i j :
  form X (row i A) (row j B) = (A *m X *m adj B) i j.
Proof.
rewrite /form -!row_mul map_row tr_row.
by rewrite 2![LHS]mxE [RHS]mxE; apply: eq_bigr => k _; congr (_ * _); rewrite mxE.
Qed.

Lemma form_square n (X : 'M[C]_n) t u v : adj X = X ->
  form X (t *: u + v) (t *: u + v) =
  t * t^*%C * form X u u + (t * form X u v + (t * form X u v)^*%C) + form X v v.
Proof.
move=> Xh; have form_linear_r w : form X w (t *: u + v) = t^*%C * form X w u + form X w v.
  by rewrite -form_conj // form_linear rmorphD rmorphM /= !form_conj.
rewrite form_linear !form_linear_r rmorphM /= form_conj //.
by rewrite mulrDr mulrA -!addrA.
Qed.

Let conjc_ge0 (x : C) : 0 <= x -> x^*%C = x.
Proof. by move=> /ger0_Im; case: x => a b /= ->; rewrite oppr0. Qed.

(* Cauchy-Schwarz: where the form is nonnegative, a vector of value zero is orthogonal to all. *)
Lemma form_ge0_eq0 k n (X : 'M[C]_n) (W : 'M[C]_(k, n)) u v :
    adj X = X -> (forall w : 'rV_n, (w <= W)%MS -> 0 <= form X w w) ->
  (u <= W)%MS -> (v <= W)%MS -> form X u u = 0 -> form X u v = 0.
Proof.
move=> Xh posW uW vW u0; set h := form X u v; apply/eqP; apply: contraT => h0.
have a_gt0 : 0 < h * h^*%C by rewrite lt_def mulcJ_ge0 mulf_neq0 // conjc_eq0.
set a := h * h^*%C in a_gt0; set q := form X v v; have q_ge0 : 0 <= q by apply: posW.
have q1 : 0 <= q + 1 by rewrite addr_ge0 ?ler01.
have th : - ((q + 1) / a * h^*%C) * h = - (q + 1).
  by rewrite mulNr -mulrA [_ * h]mulrC divfK // gt_eqF.
have := posW (- ((q + 1) / a * h^*%C) *: u + v).
rewrite addmx_sub ?scalemx_sub // => /(_ isT).
rewrite form_square // u0 mulr0 add0r -/h -/q th rmorphN /= (conjc_ge0 q1) -addrA.
have -> : - (q + 1) + q = - 1 by rewrite opprD addrC addrA subrr add0r.
by rewrite -opprD oppr_ge0 => /(lt_le_trans (ltr_paddl q1 ltr01)); rewrite ltxx.
Qed.

(* If N is neutral for X, X is injective on N and nonnegative on W, then dim N + dim W <= n. *)
Lemma neutral_rank k p n (X : 'M[C]_n) (N : 'M[C]_(p, n)) (W : 'M[C]_(k, n)) :
    adj X = X -> (forall w : 'rV_n, (w <= W)%MS -> 0 <= form X w w) ->
  row_free (N *m X) -> N *m X *m adj N = 0 -> (p + \rank W <= n)%N.
Proof.
move=> Xh posW freeNX N0; pose U := (N :&: W)%MS.
have rkN : \rank N = p.
  by apply/eqP; rewrite eqn_leq rank_leq_row -{1}(eqP freeNX) mxrankM_maxl.
have rkUX : \rank (U *m X) = \rank U.
  have /submxP[D ->] : (U <= N)%MS by apply: capmxSl.
  by rewrite -mulmxA !mxrankMfree // /row_free rkN.
have NU0 u v : (u <= N)%MS -> (v <= N)%MS -> form X u v = 0.
  case/submxP=> a -> /submxP[b ->]; rewrite /form adjM -!mulmxA.
  by rewrite [N *m _]mulmxA [N *m X *m _]mulmxA N0 mul0mx mulmx0 mxE.
have UX0 : U *m X *m adj (N + W)%MS = 0.
  apply/matrixP=> i j; rewrite -form_row mxE.
  have uU : (row i U <= U)%MS by apply: row_sub.
  have uN := submx_trans uU (capmxSl N W); have uW := submx_trans uU (capmxSr N W).
  have /sub_addsmxP[[a b] ->] : (row j (N + W)%MS <= N + W)%MS by apply: row_sub.
  rewrite form_addr NU0 ?submxMl // add0r.
  by apply: form_ge0_eq0 posW uW _ _; rewrite ?submxMl // NU0.
have := mulmx0_rank_max UX0; rewrite mxrank_tr mxrank_map rkUX addnC => le_n.
by rewrite -/U mxrank_sum_cap rkN in le_n.
Qed.

(* The space of the eigenvalues of X Y above the real axis is neutral for X, and X is injective on it. *)
Lemma upper_space n (X Y : 'M[C]_n) s : adj X = X -> adj Y = Y ->
    char_poly (X *m Y) = \prod_(z <- s) ('X - z%:P) ->
  exists N : 'M[C]_(pairs s, n), row_free (N *m X) /\ N *m X *m adj N = 0.
Proof.
move=> Xh Yh chT; pose up := [pred z : C | 0 < complex.Im z].
have [B [N [NT freeN chB]]] : exists (B : 'M_(pairs s)) (N : 'M_(pairs s, n)),
    [/\ N *m (X *m Y) = B *m N, row_free N & char_poly B = \prod_(z <- filter up s) ('X - z%:P)].
  rewrite -[pairs s]/(count up s) -size_filter; apply: (invariant_space (t := filter (predC up) s)).
  by rewrite chT; apply: perm_big; rewrite perm_sym perm_filterC.
have upB z : root (char_poly B) z -> 0 < complex.Im z.
  by rewrite chB root_prod_XsubC mem_filter => /andP[].
exists N; split.
  have unitB : B \in unitmx.
    rewrite -row_free_unit -kermx_eq0; apply: contraT => /rowV0Pn[v /sub_kermxP vB v0].
    have /upB : root (char_poly B) 0; last by rewrite ltxx.
    by rewrite -eigenvalue_root_char; apply/eigenvalueP; exists v; rewrite ?scale0r.
  have rkNT : \rank (N *m X *m Y) = pairs s by rewrite -mulmxA NT mxrankMfree // mxrank_unit.
  by rewrite /row_free eqn_leq rank_leq_row -{1}rkNT mxrankM_maxl.
apply: (sylvester0 (B := adj B) _ chB) => [|z].
  by rewrite -!mulmxA -adjM -NT !adjM Xh Yh !mulmxA -NT !mulmxA.
rewrite -root_prod_XsubC -chB => /upB z_up.
rewrite char_poly_trmx -map_char_poly -[z]conjcK fmorph_root; apply/negP => /upB.
by case: (z) z_up => a b /=; rewrite oppr_gt0 => /ltW /le_gtF ->.
Qed.

Lemma real_form_ge0 k n (X : 'M[R]_n) (W : 'M[R]_(k, n)) : X^T = X ->
    (forall w : 'rV_n, (w <= W)%MS -> 0 <= (w *m X *m w^T) 0 0) ->
  forall w : 'rV_n, (w <= toC W)%MS -> 0 <= form (toC X) w w.
Proof.
move=> Xt posW w /submxP[c ->]; rewrite /form form_complex // mxE ler0c mxE.
have -> : map_mx (@complex.Re R) (c *m toC W) = map_mx (@complex.Re R) c *m W.
  apply/matrixP=> i j; rewrite !mxE raddf_sum; apply: eq_bigr => l _; rewrite !mxE.
  by case: (c i l) => x y; simpc.
have -> : map_mx (@complex.Im R) (c *m toC W) = map_mx (@complex.Im R) c *m W.
  apply/matrixP=> i j; rewrite !mxE raddf_sum; apply: eq_bigr => l _; rewrite !mxE.
  by case: (c i l) => x y; simpc.
by rewrite addr_ge0 // posW ?submxMl.
Qed.

End Forms.

Section Inertia.

Variable R : rcfType.
Local Notation toC := (map_mx (real_complex R)).

Theorem inertia_codim k n (X Y : 'M[R]_n) (W : 'M[R]_(k, n)) s :
    X^T = X -> Y^T = Y -> (forall w : 'rV_n, (w <= W)%MS -> 0 <= (w *m X *m w^T) 0 0) ->
  spectrum (X *m Y) s -> (pairs s + \rank W <= n)%N.
Proof.
move=> Xt Yt posW; rewrite /spectrum map_char_poly map_mxM => chT.
have [||N [NX N0]] := upper_space _ _ chT; rewrite ?map_conj_real ?map_trmx ?Xt ?Yt //.
rewrite -(mxrank_map [rmorphism of real_complex R] W).
by apply: (neutral_rank _ (real_form_ge0 Xt posW) NX N0); rewrite map_conj_real map_trmx Xt.
Qed.

Theorem inertia_kernel m n (X Y : 'M[R]_n) (K : 'M[R]_(n, m)) s :
    X^T = X -> Y^T = Y -> (forall v : 'rV_n, v *m K = 0 -> 0 <= (v *m X *m v^T) 0 0) ->
  spectrum (X *m Y) s -> (pairs s <= m)%N.
Proof.
move=> Xt Yt posK XYs.
have posW (w : 'rV_n) : (w <= kermx K)%MS -> 0 <= (w *m X *m w^T) 0 0.
  by move=> /sub_kermxP; apply: posK.
have := inertia_codim Xt Yt posW XYs.
rewrite mxrank_ker addnBA ?rank_leq_row // leq_subLR leq_add2r => /leq_trans; apply.
exact: rank_leq_col.
Qed.

Theorem inertia_congruence m n (X Y : 'M[R]_n) (P : 'M[R]_(n, m)) (d : 'rV[R]_m) s :
    X = P *m diag_mx d *m P^T -> Y^T = Y ->
  spectrum (X *m Y) s -> (pairs s <= #|[pred i | (d 0 i < 0)%R]|)%N.
Proof.
move=> defX Yt; have Xt : X^T = X by rewrite defX !trmx_mul trmxK tr_diag_mx mulmxA.
apply: (inertia_kernel (K := colsub (enum_val (A := [pred i | d 0 i < 0])) P)) => // v.
rewrite mul_colsub => /rowP vK; rewrite defX !mulmxA -mulmxA -trmx_mul mxE sumr_ge0 // => i _.
rewrite mul_mx_diag !mxE mulrAC -expr2; have [d_lt0|d_ge0] := ltP (d 0 i) 0; last first.
  by rewrite mulr_ge0 ?sqr_ge0.
have i_neg : i \in [pred i | d 0 i < 0] by [].
by have := vK (enum_rank_in i_neg i); rewrite !mxE enum_rankK_in // => ->; rewrite expr0n mul0r.
Qed.

(* The numbers of negative and of positive eigenvalues in a real list of eigenvalues. *)
Definition negatives (t : seq R[i]) : nat := count (fun z => complex.Re z < 0) t.
Definition positives (t : seq R[i]) : nat := count (fun z => 0 < complex.Re z) t.

Lemma diagonal_counts n (X Q : 'M[R]_n) (d : 'rV[R]_n) t :
    Q *m Q^T = 1%:M -> X = Q^T *m diag_mx d *m Q -> spectrum X t ->
  negatives t = #|[pred i | (d 0 i < 0)%R]| /\ positives t = #|[pred i | (0 < d 0 i)%R]|.
Proof.
move=> QQ defX Xt; pose l := [seq d 0 i | i <- index_enum (ordinal_finType n)].
have chX : char_poly X = \prod_(x <- l) ('X - x%:P).
  by rewrite defX -mulmxA char_poly_mulC -mulmxA QQ mulmx1 char_poly_diag big_map.
have Xl : spectrum X (map (real_complex R) l).
  rewrite /spectrum chX rmorph_prod [RHS]big_map; apply: eq_bigr => x _.
  by rewrite rmorphB /= map_polyX map_polyC.
have countE := diagonal_spectrum QQ defX chX.
have negE := countE (fun x => x < 0); have posE := countE (fun x => 0 < x).
rewrite /negatives /positives !(permP (spectrum_perm Xt Xl)) !(count_map (real_complex R)).
by rewrite -negE -posE.
Qed.

Lemma inertia_left n (X Y : 'M[R]_n) s t : X^T = X -> Y^T = Y ->
    spectrum (X *m Y) s -> spectrum X t ->
  (pairs s <= positives t)%N /\ (pairs s <= negatives t)%N.
Proof.
move=> Xt Yt XYs Xs; have [Q [d [QQ defX]]] := symmetric_diagonal Xt.
have [-> ->] := diagonal_counts QQ defX Xs.
have defX' : X = Q^T *m diag_mx d *m Q^T^T by rewrite trmxK.
split; last exact: inertia_congruence defX' Yt XYs.
have -> : #|[pred i | (0 < d 0 i)%R]| = #|[pred i | ((- d) 0 i < 0)%R]|.
  by apply: eq_card => i; rewrite !inE mxE oppr_lt0.
apply: (@inertia_congruence _ _ (- X) (- Y) Q^T (- d)).
- by rewrite defX' raddfN /= mulmxN mulNmx.
- by rewrite raddfN /= Yt.
- by rewrite mulmxN mulNmx opprK.
Qed.

Theorem products_inertia_bound n (X Y : 'M[R]_n) s t u : X^T = X -> Y^T = Y ->
    spectrum (X *m Y) s -> spectrum X t -> spectrum Y u ->
  (pairs s <= minn (minn (positives t) (negatives t)) (minn (positives u) (negatives u)))%N.
Proof.
move=> Xt Yt XYs Xs Ys; rewrite !leq_min.
have [-> ->] := inertia_left Xt Yt XYs Xs.
by have [-> ->] := inertia_left Yt Xt (eq_spectrum (char_poly_mulC X Y) XYs) Ys.
Qed.

(* One step that erases along the columns of K at once, with strengths b, after the gates a. *)
Theorem erase_rank_pairs r n (K : 'M[R]_(n, r)) (b : 'rV[R]_r) (a : 'rV[R]_n) s :
    spectrum ((1%:M - K *m diag_mx b *m K^T) *m diag_mx a) s ->
  (pairs s <= minn #|[pred j | (0 < b 0 j)%R]|
                   (minn #|[pred i | (a 0 i < 0)%R]| #|[pred i | (0 < a 0 i)%R]|))%N.
Proof.
set X := 1%:M - _; move=> Ts.
have Xt : X^T = X by rewrite linearB /= trmx1 !trmx_mul trmxK tr_diag_mx mulmxA.
have at_ (c : 'rV[R]_n) : (diag_mx c)^T = diag_mx c by rewrite tr_diag_mx.
rewrite !leq_min; apply/and3P; split.
- apply: (inertia_kernel (K := colsub (enum_val (A := [pred j | 0 < b 0 j])) K) Xt (at_ a) _ Ts) => v.
  rewrite mul_colsub => /rowP vK; rewrite mulmxBr mulmx1 mulmxBl mxE [X in _ + X]mxE.
  rewrite addr_ge0 ?dot_ge0 // !mulmxA -mulmxA -trmx_mul mxE -sumrN sumr_ge0 // => j _.
  rewrite oppr_ge0 mul_mx_diag !mxE mulrAC -expr2; have [b_gt0|b_le0] := ltP 0 (b 0 j); last first.
    by rewrite mulr_ge0_le0 ?sqr_ge0.
  have j_pos : j \in [pred j | 0 < b 0 j] by [].
  by have := vK (enum_rank_in j_pos j); rewrite !mxE enum_rankK_in // => ->; rewrite expr0n mul0r.
- apply: (@inertia_congruence _ _ (diag_mx a) X 1%:M a) => //.
    by rewrite trmx1 mulmx1 mul1mx.
  by apply: eq_spectrum Ts; rewrite char_poly_mulC.
- have -> : #|[pred i | (0 < a 0 i)%R]| = #|[pred i | ((- a) 0 i < 0)%R]|.
    by apply: eq_card => i; rewrite !inE mxE oppr_lt0.
  apply: (@inertia_congruence _ _ (- diag_mx a) (- X) 1%:M (- a)) => //.
  + by rewrite trmx1 mulmx1 mul1mx raddfN.
  + by rewrite raddfN /= Xt.
  + by rewrite mulmxN mulNmx opprK; apply: eq_spectrum Ts; rewrite char_poly_mulC.
Qed.

End Inertia.
