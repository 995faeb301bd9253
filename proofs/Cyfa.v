(******************************************************************************)
(* CyFA with an odd number m = 2 p + 1 of slots: the Fourier fractional shift *)
(* P(delta), and the step alpha P(delta) with one gate alpha.                 *)
(*                                                                            *)
(* A real closed field has no sine, so angles are given by complex numbers:   *)
(* w, any primitive m-th root of unity, stands for exp (2 pi i / m), and u    *)
(* stands for exp (2 pi i delta / m). The theorems hold for every u with      *)
(* u u^* = 1, hence for every real clock delta, and most of them for every u. *)
(*   shift p w u      P(delta), real, with the entries D(i - l - delta),      *)
(*                    D(x) = (1 + 2 sum_(1 <= j <= p) cos (2 pi j x / m)) / m *)
(*   fourier p w      the basis 1, cos (omega_j l), sin (omega_j l),          *)
(*                    first all cosines, then all sines                       *)
(*   rotations p u    the p rotations by the angles of u, u^2, ..., u^p in    *)
(*                    this order of coordinates                               *)
(* What is not captured: the map from delta to u = exp (2 pi i delta / m), so *)
(* conditions on delta are stated for u. 0 < delta < m / (m - 1) says that    *)
(* u, ..., u^p lie above the real axis. Phases 0 < a < b < 1/2 in turns are   *)
(* numbers x, y above the real axis, the real part of y below that of x.      *)
(*                                                                            *)
(* - cyfa_fourier_blocks: P splits into rotations in the Fourier basis, whose *)
(*   Gram matrix is m (+) (m/2) I; P(delta) P(delta') = P(delta + delta'),    *)
(*   and P(delta) is orthogonal.                                              *)
(* - cyfa_integer_clock: P(1) is the cyclic permutation of the slots.         *)
(* - cyfa_spectrum: the spectrum of alpha P(delta) is alpha, and alpha times  *)
(*   u^j and its conjugate for j = 1, ..., p; cyfa_phase_ratios: in           *)
(*   particular all phases are whole multiples of one.                        *)
(* - cyfa_pair_count: for 0 < delta < m / (m - 1) and alpha <> 0 there are    *)
(*   exactly p pairs and all eigenvalues are different.                       *)
(* - cyfa_impossible_angles: five slots, 0 < delta < 5/4: two phases a < b    *)
(*   below half a turn are not both carried unless b = 2 a.                   *)
(* - cyfa_no_pi_10_and_pi_3: five slots and any clock do not carry            *)
(*   exp (i pi / 10) together with exp (i pi / 3), nor any primitive roots of *)
(*   unity of the orders 20 and 6.                                            *)
(*                                                                            *)
(* Idea: the columns w^(j l) and their conjugates are orthogonal eigenvectors *)
(* of P(delta), with the eigenvalues u^(-j) and u^j.                          *)
(******************************************************************************)
From mathcomp Require Import all_ssreflect all_algebra all_field.
From mathcomp Require Import complex cyclic.
From eigenclaim Require Import Spectrum CharPoly.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Lemma geometric_sum (K : fieldType) n (z : K) : z ^+ n = 1 -> z != 1 -> \sum_(i < n) z ^+ i = 0.
Proof.
move=> zn z1; apply/eqP; have := subrX1 z n; rewrite zn subrr => /esym/eqP.
by rewrite mulf_eq0 subr_eq0 (negbTE z1).
Qed.

(* The theorems below are about something: primitive roots of unity of every order exist. *)
Lemma prim_root_exists (R : rcfType) n : (0 < n)%N -> exists w : R[i], n.-primitive_root w.
Proof.
move=> n_gt0; have [s def_q] := closed_field_poly_normal ('X^n - 1 : {poly R[i]}).
rewrite (monicP _) ?monic_Xn_sub_1 // scale1r in def_q.
have roots_s : all n.-unity_root s.
  by apply/allP => z zs; rewrite /root_of_unity def_q root_prod_XsubC.
have uniq_s : uniq s.
  by rewrite -separable_prod_XsubC -def_q cyclotomic.separable_Xn_sub_1 // pnatr_eq0 -lt0n.
have size_s : (n <= size s)%N by rewrite -ltnS -(size_prod_XsubC s id) -def_q size_Xn_sub_1.
by have /hasP[w _ prim_w] := has_prim_root n_gt0 roots_s uniq_s size_s; exists w.
Qed.

Section Cyfa.

Variables (R : rcfType) (p : nat).
Local Notation C := R[i].
Local Notation m := (1 + (p + p))%N.
Local Notation toC := (map_mx (real_complex R)).
Local Notation adj M := (map_mx (@conjc R) M)^T.

Section Shift.

(* The unit roots that stand for exp (2 pi i / m) and exp (2 pi i delta / m). *)
Variables (w : C) (u : C).

(* The Fourier fractional shift. *)
Definition shift : 'M[R]_m := \matrix_(i, l)
  (m%:R^-1 * (1 + 2%:R * \sum_(j < p)
     complex.Re (w ^+ (j.+1 * i) * conjc w ^+ (j.+1 * l) * conjc u ^+ j.+1))).

(* The Fourier basis 1, cos (omega_j l), sin (omega_j l) over the slots l. *)
Definition cosines : 'M[R]_(m, p) := \matrix_(l, j) complex.Re (w ^+ (j.+1 * l)).
Definition sines : 'M[R]_(m, p) := \matrix_(l, j) complex.Im (w ^+ (j.+1 * l)).
Definition fourier : 'M[R]_m := row_mx (const_mx 1) (row_mx cosines sines).

(* The rotations by the multiples of the angle of u, all at once. *)
Definition rotations : 'M[R]_(p + p) :=
  let c := diag_mx (\row_j complex.Re (u ^+ j.+1)) in let s := diag_mx (\row_j complex.Im (u ^+ j.+1)) in
  block_mx c (- s) s c.

End Shift.

Section ComplexFourier.

Variable w : C.
Hypothesis prim_w : m.-primitive_root w.

Lemma unit_root_conj n (z : C) : (0 < n)%N -> z ^+ n = 1 -> z * conjc z = 1.
Proof.
move=> n_gt0 zn; have z1 : `|z| = 1.
  by apply/eqP; rewrite -(@pexpr_eq1 _ _ n) ?normr_ge0 // -normrX zn normr1.
by rewrite -sqr_normc z1 expr1n.
Qed.

Let ww : w * conjc w = 1.
Proof. exact: unit_root_conj (prim_expr_order prim_w). Qed.

Definition modes : 'M[C]_(m, p) := \matrix_(l, j) w ^+ (j.+1 * l).
Definition cfourier : 'M[C]_m := row_mx (const_mx 1) (row_mx modes (map_mx (@conjc R) modes)).
Definition turns (u : C) : 'rV[C]_m :=
  row_mx (const_mx 1) (row_mx (\row_j conjc u ^+ j.+1) (\row_j u ^+ j.+1)).

Let conjX (z : C) k : conjc (z ^+ k) = conjc z ^+ k.
Proof. exact: rmorphX. Qed.

Let prim_conj_w : m.-primitive_root (conjc w).
Proof. by rewrite fmorph_primitive_root. Qed.

Let sum_modes k : (0 < k < m)%N -> \sum_(l < m) w ^+ (k * l) = 0.
Proof.
case/andP=> k_gt0 k_lt; under eq_bigr do rewrite exprM; apply: geometric_sum.
  by rewrite exprAC (prim_expr_order prim_w) expr1n.
by rewrite -(prim_order_dvd prim_w) gtnNdvd.
Qed.

Let modes_orthogonal : adj modes *m modes = m%:R%:M.
Proof.
apply/matrixP=> j k; rewrite !mxE.
have [<-|jk] := eqVneq j k.
  under eq_bigr do rewrite !mxE conjX mulrC -exprMn ww expr1n.
  by rewrite sumr_const card_ord.
under eq_bigr do rewrite !mxE conjX !exprM -exprMn.
apply: geometric_sum.
  by rewrite exprMn !(exprAC _ _ m) (prim_expr_order prim_w) (prim_expr_order prim_conj_w) !expr1n mul1r.
apply: contraNneq jk => eq1.
have : w ^+ j.+1 == w ^+ k.+1.
  by rewrite -[_ ^+ j.+1]mulr1 -eq1 mulrA -exprMn ww expr1n mul1r.
rewrite (eq_prim_root_expr prim_w) !modn_small ?ltnS ?(leq_trans _ (leq_addr _ _)) //.
Qed.

Let modes_conj_orthogonal : modes^T *m modes = 0.
Proof.
apply/matrixP=> j k; rewrite !mxE.
under eq_bigr do rewrite !mxE -exprD -mulnDl.
by apply: sum_modes; apply/andP; split; [rewrite addSn | rewrite add1n ltnS leq_add].
Qed.

Let const_orthogonal : (const_mx 1 : 'M[C]_(1, m)) *m modes = 0.
Proof.
apply/matrixP=> j k; rewrite !mxE.
under eq_bigr do rewrite !mxE mul1r.
by apply: sum_modes; rewrite ltnS /= add1n ltnS (leq_trans _ (leq_addr _ _)).
Qed.

Lemma cfourier_orthogonal : adj cfourier *m cfourier = m%:R%:M.
Proof.
pose e : 'M[C]_(m, 1) := const_mx 1; pose N' := map_mx (@conjc R) modes.
have eT : e^T = const_mx 1 by rewrite trmx_const.
have eJ : map_mx (@conjc R) e = e by rewrite map_const_mx rmorph1.
have NJ : map_mx (@conjc R) N' = modes by apply/matrixP=> i j; rewrite !mxE conjcK.
have eN : e^T *m modes = 0 by rewrite eT const_orthogonal.
have eN' : e^T *m N' = 0 by rewrite -eJ map_trmx -map_mxM eN map_mx0.
have ee : e^T *m e = m%:R%:M.
  apply/matrixP=> i j; rewrite !mxE !ord1; under eq_bigr do rewrite !mxE mulr1.
  by rewrite sumr_const card_ord.
have Ne : N'^T *m e = 0 by rewrite -[e]trmxK -trmx_mul eN' trmx0.
have Ne' : modes^T *m e = 0 by rewrite -[e]trmxK -trmx_mul eN trmx0.
have NN' : N'^T *m N' = 0 by rewrite map_trmx -map_mxM modes_conj_orthogonal map_mx0.
have NN : modes^T *m N' = m%:R%:M.
  by rewrite -NJ map_trmx -map_mxM modes_orthogonal map_scalar_mx /= conjc_nat.
rewrite /cfourier -/e -/N' !map_row_mx eJ NJ !tr_row_mx -/N' mul_col_row mul_mx_row mul_col_mx mul_col_row.
rewrite ee eN eN' Ne Ne' NN' NN modes_orthogonal modes_conj_orthogonal row_mx0 col_mx0.
by rewrite -!scalar_mx_block.
Qed.

Lemma cfourier_orthogonal2 : cfourier *m adj cfourier = m%:R%:M.
Proof.
have m0 : (m%:R : C) != 0 by rewrite pnatr_eq0.
have : (m%:R^-1 *: adj cfourier) *m cfourier = 1%:M.
  by rewrite -scalemxAl cfourier_orthogonal scale_scalar_mx mulVf.
by move/mulmx1C; rewrite -scalemxAr => /(canRL (scalerK _)) ->; rewrite ?scalemx1 ?invrK ?invr_eq0.
Qed.

Let sum3 (F : 'I_m -> C) : \sum_j F j =
  F (lshift _ 0) + (\sum_j F (rshift 1 (lshift p j)) + \sum_j F (rshift 1 (rshift p j))).
Proof. by rewrite big_split_ord big_ord1 big_split_ord. Qed.

Let split3 (F G : 'I_m -> C) : F (lshift _ 0) = G (lshift _ 0) ->
    (forall j, F (rshift 1 (lshift p j)) = G (rshift 1 (lshift p j))) ->
    (forall j, F (rshift 1 (rshift p j)) = G (rshift 1 (rshift p j))) -> F =1 G.
Proof.
move=> FG0 FG1 FG2 i; case: (fintype.split_ordP i) => j ->; first by rewrite ord1.
by case: (fintype.split_ordP j) => k ->.
Qed.

Let cfourier0 i : cfourier i (lshift _ 0) = 1.
Proof. by rewrite row_mxEl mxE. Qed.
Let cfourier1 i j : cfourier i (rshift 1 (lshift p j)) = w ^+ (j.+1 * i).
Proof. by rewrite row_mxEr row_mxEl mxE. Qed.
Let cfourier2 i j : cfourier i (rshift 1 (rshift p j)) = conjc w ^+ (j.+1 * i).
Proof. by rewrite row_mxEr row_mxEr !mxE conjX. Qed.
Let turns0 u : turns u 0 (lshift _ 0) = 1.
Proof. by rewrite row_mxEl mxE. Qed.
Let turns1 u j : turns u 0 (rshift 1 (lshift p j)) = conjc u ^+ j.+1.
Proof. by rewrite row_mxEr row_mxEl mxE. Qed.
Let turns2 u j : turns u 0 (rshift 1 (rshift p j)) = u ^+ j.+1.
Proof. by rewrite row_mxEr row_mxEr mxE. Qed.

Lemma shift_fourier u :
  toC (shift w u) = m%:R^-1 *: (cfourier *m diag_mx (turns u) *m adj cfourier).
Proof.
apply/matrixP=> i l; rewrite [LHS]mxE [shift _ _ _ _]mxE [RHS]mxE rmorphM fmorphV rmorph_nat; congr (_ * _).
have -> : (cfourier *m diag_mx (turns u) *m adj cfourier) i l =
    \sum_j cfourier i j * turns u 0 j * conjc (cfourier l j).
  by rewrite mxE; apply: eq_bigr => j _; rewrite mul_mx_diag !mxE.
rewrite sum3 cfourier0 turns0 cfourier0 !mul1r rmorph1 rmorphD rmorph1; congr (_ + _).
rewrite -big_split rmorphM rmorph_nat rmorph_sum mulr_sumr; apply: eq_bigr => j _.
rewrite !cfourier1 !cfourier2 turns1 turns2 -addcJ !rmorphM /= !conjX !conjcK; congr (_ + _).
  by rewrite mulrAC.
by rewrite mulrAC.
Qed.

Lemma turnsM u v : diag_mx (turns u) *m diag_mx (turns v) = diag_mx (turns (u * v)).
Proof.
rewrite mulmx_diag; congr diag_mx; apply/rowP=> i; rewrite mxE; move: i; apply: split3 => [|j|j].
- by rewrite !turns0 mulr1.
- by rewrite !turns1 -exprMn -rmorphM.
- by rewrite !turns2 -exprMn.
Qed.

Lemma toC_inj a b : injective (map_mx (real_complex R) : 'M[R]_(a, b) -> _).
Proof.
by move=> A B /matrixP AB; apply/matrixP=> i j; have := AB i j; rewrite !mxE => /complexI.
Qed.

Theorem shift_compose u v : shift w u *m shift w v = shift w (u * v).
Proof.
apply: toC_inj; rewrite map_mxM !shift_fourier -scalemxAl -scalemxAr scalerA.
rewrite !mulmxA -[_ *m adj _ *m cfourier]mulmxA cfourier_orthogonal mul_mx_scalar -!scalemxAl scalerA.
by rewrite -mulrA mulVf ?pnatr_eq0 // mulr1 -[_ *m diag_mx _ *m diag_mx _]mulmxA turnsM.
Qed.

Lemma shift1 : shift w 1 = 1%:M.
Proof.
apply: toC_inj; rewrite shift_fourier map_mx1 (_ : turns 1 = const_mx 1).
  by rewrite diag_const_mx mulmx1 cfourier_orthogonal2 scale_scalar_mx mulVf ?pnatr_eq0.
apply/rowP; apply: split3 => [|j|j]; rewrite [RHS]mxE ?turns0 ?turns1 ?turns2 ?rmorph1 ?expr1n //.
Qed.

Theorem shift_orthogonal u : u * conjc u = 1 -> (shift w u)^T *m shift w u = 1%:M.
Proof.
move=> uu; have -> : (shift w u)^T = shift w (conjc u).
  have ReJ (z : C) : complex.Re z = complex.Re (conjc z) by case: z.
  apply/matrixP=> i l; rewrite !mxE; congr (_ * (1 + _ * _)); apply: eq_bigr => j _.
  by rewrite ReJ !rmorphM /= !conjX !conjcK [X in X * _]mulrC.
by rewrite shift_compose mulrC uu shift1.
Qed.

Lemma shift_modes u : toC (shift w u) *m cfourier = cfourier *m diag_mx (turns u).
Proof.
rewrite shift_fourier -scalemxAl -mulmxA cfourier_orthogonal mul_mx_scalar scalerA.
by rewrite mulVf ?pnatr_eq0 // scale1r.
Qed.

Let complex_parts a b (A A' B B' : 'M[R]_(a, b)) :
  toC A + 'i%C *: toC B = toC A' + 'i%C *: toC B' -> A = A' /\ B = B'.
Proof.
move/matrixP=> eqAB; split; apply/matrixP=> i j; have := eqAB i j; rewrite !mxE => -[].
  by rewrite !(mul0r, mul1r, mulr0, subr0, addr0).
by rewrite !(mul0r, mul1r, mulr0, add0r, addr0).
Qed.

Let modesE : modes = toC (cosines w) + 'i%C *: toC (sines w).
Proof. by apply/matrixP=> l j; rewrite !mxE -complexE. Qed.

Let modes_conjE : map_mx (@conjc R) modes = toC (cosines w) - 'i%C *: toC (sines w).
Proof. by apply/matrixP=> l j; rewrite !mxE; case: (w ^+ _) => x y; simpc. Qed.

Lemma fourier_gram : (fourier w)^T *m fourier w = block_mx m%:R%:M 0 0 (m%:R / 2%:R)%:M.
Proof.
pose K := cosines w; pose S := sines w.
have two0 : 2%:R != 0 :> R by rewrite pnatr_eq0.
pose e : 'M[R]_(m, 1) := const_mx 1; have eT : e^T = const_mx 1 by rewrite trmx_const.
have ee : e^T *m e = m%:R%:M.
  apply/matrixP=> i j; rewrite !mxE !ord1; under eq_bigr do rewrite !mxE mulr1.
  by rewrite sumr_const card_ord.
have [eK eS] : e^T *m K = 0 /\ e^T *m S = 0.
  apply: complex_parts; rewrite !map_mxM scalemxAr -mulmxDr -modesE eT map_const_mx rmorph1.
  by rewrite const_orthogonal !map_mx0 scaler0 addr0.
have [Ke Se] : K^T *m e = 0 /\ S^T *m e = 0.
  by split; rewrite -[e]trmxK -trmx_mul ?eK ?eS trmx0.
have expand (s : C) A : A = toC K + s *: toC S ->
    A^T *m modes = toC (K^T *m K) + (s * 'i%C) *: toC (S^T *m S)
                 + 'i%C *: toC (K^T *m S) + s *: toC (S^T *m K).
  move=> ->; rewrite modesE [(_ + _)^T]linearD /= [(_ *: _)^T]linearZ /=.
  rewrite mulmxDl !mulmxDr -!scalemxAl -!scalemxAr scalerA !map_trmx -!map_mxM.
  move: (toC (K^T *m K)) (_ *: toC (K^T *m S)) (_ *: toC (S^T *m K)) (_ *: toC (S^T *m S)).
  by move=> X1 X2 X3 X4; rewrite [X3 + X4]addrC addrA [X1 + X2 + X4]addrAC.
have [sq cr] : K^T *m K - S^T *m S = 0 /\ K^T *m S + S^T *m K = 0.
  apply: complex_parts; rewrite !map_mx0 scaler0 addr0 -modes_conj_orthogonal (expand _ _ modesE).
  by rewrite -expr2 sqr_i scaleN1r map_mxB map_mxD scalerDr addrA.
have modes_conj : map_mx (@conjc R) modes = toC K + (- 'i%C) *: toC S by rewrite scaleNr -modes_conjE.
have [sq' cr'] : K^T *m K + S^T *m S = m%:R%:M /\ K^T *m S - S^T *m K = 0.
  apply: complex_parts; rewrite !map_mx0 scaler0 addr0 map_scalar_mx rmorph_nat -modes_orthogonal.
  by rewrite (expand _ _ modes_conj) mulNr -expr2 sqr_i opprK scale1r map_mxB map_mxD scalerBr addrA scaleNr.
have half (A B : 'M[R]_p) (x : R) : A - B = 0 -> A + B = x%:M -> A = (x / 2%:R)%:M.
  move/subr0_eq => -> /eqP; rewrite -mulr2n -scaler_nat => /eqP/(congr1 (fun M => 2%:R^-1 *: M)).
  by rewrite scalerA mulVf // scale1r scale_scalar_mx mulrC.
have KK : K^T *m K = (m%:R / 2%:R)%:M by apply: half sq sq'.
have SS : S^T *m S = (m%:R / 2%:R)%:M by rewrite -KK; apply/esym/eqP; rewrite -subr_eq0 sq.
have KS : K^T *m S = 0.
  have z0 : (0 : R)%:M = 0 :> 'M_p by rewrite raddf0.
  by have := half _ _ 0 cr' (etrans cr (esym z0)); rewrite mul0r z0.
have SK : S^T *m K = 0 by move: cr; rewrite KS add0r.
rewrite /fourier -/K -/S -/e !tr_row_mx mul_col_row mul_mx_row mul_col_mx mul_col_row.
by rewrite ee eK eS KK SS KS SK Ke Se row_mx0 col_mx0 -scalar_mx_block.
Qed.

Lemma shift_blocks u : shift w u *m fourier w = fourier w *m block_mx 1%:M 0 0 (rotations u).
Proof.
pose c : 'rV[R]_p := \row_j complex.Re (u ^+ j.+1); pose s : 'rV[R]_p := \row_j complex.Im (u ^+ j.+1).
have := shift_modes u; rewrite /cfourier /turns !diag_mx_row !mul_mx_row !mul_row_block.
rewrite !mulmx0 !addr0 !add0r => /eq_row_mx[Pe /eq_row_mx[PN _]].
have {Pe} Pe : shift w u *m const_mx 1 = const_mx 1 :> 'M_(m, 1).
  apply: toC_inj; rewrite map_mxM !map_const_mx rmorph1 Pe.
  by rewrite diag_const_mx mulmx1.
have turnE : diag_mx (\row_j conjc u ^+ j.+1) = toC (diag_mx c) - 'i%C *: toC (diag_mx s).
  apply/matrixP=> j k; rewrite !mxE -conjX; case: (u ^+ j.+1) => x y; case: (j == k) => /=.
    by rewrite !mulr1n; simpc.
  by rewrite !mulr0n rmorph0 mulr0 subr0.
have [PC PS] : shift w u *m cosines w = cosines w *m diag_mx c + sines w *m diag_mx s /\
               shift w u *m sines w = sines w *m diag_mx c - cosines w *m diag_mx s.
  apply: complex_parts; rewrite !map_mxM -[RHS]/(_ + _) scalemxAr -mulmxDr -modesE PN modesE turnE.
  rewrite map_mxD map_mxB !map_mxM mulmxBr !mulmxDl -!scalemxAr -!scalemxAl opprD.
  rewrite scalerA -expr2 sqr_i scaleN1r opprK scalerBr; set X := - _.
  by rewrite [X + _]addrC addrACA.
by rewrite Pe PC PS mulmx1 mulmxN [- _ + _]addrC.
Qed.

Theorem cyfa_fourier_blocks u v : u * conjc u = 1 ->
  [/\ shift w u *m fourier w = fourier w *m block_mx 1%:M 0 0 (rotations u),
      (fourier w)^T *m fourier w = block_mx m%:R%:M 0 0 (m%:R / 2%:R)%:M,
      shift w u *m shift w v = shift w (u * v)
    & (shift w u)^T *m shift w u = 1%:M].
Proof.
by split; [apply: shift_blocks | apply: fourier_gram | apply: shift_compose | apply: shift_orthogonal].
Qed.

(* A clock of one slot is the cyclic shift itself. *)
Theorem cyfa_integer_clock (i l : 'I_m) : shift w w i l = ((i == l.+1 %% m :> nat)%N)%:R.
Proof.
have next_lt : (l.+1 %% m < m)%N by rewrite ltn_pmod.
pose k : 'I_m := Ordinal next_lt; transitivity (shift w 1 i k); last by rewrite shift1 mxE.
have wk a : conjc w ^+ (a * l) * conjc w ^+ a = conjc w ^+ (a * k).
  rewrite -exprD addnC -mulnS [in RHS]mulnC [in RHS]exprM (prim_expr_mod (n := m)).
    by rewrite -exprM mulnC.
  by rewrite fmorph_primitive_root.
rewrite !mxE; congr (_ * (1 + _ * _)); apply: eq_bigr => j _.
by rewrite -mulrA wk rmorph1 expr1n mulr1.
Qed.

(* The whole spectrum of the step. *)
Theorem cyfa_spectrum (a : R) u : spectrum (a *: shift w u)
  (a%:C%C :: [seq a%:C%C * conjc u ^+ j.+1 | j <- iota 0 p] ++ [seq a%:C%C * u ^+ j.+1 | j <- iota 0 p]).
Proof.
have iotaE (G : nat -> {poly C}) : \prod_(j <- iota 0 p) G j = \prod_(j < p) G j.
  by rewrite -(big_mkord xpredT) /index_iota subn0.
rewrite /spectrum map_char_poly big_cons big_cat !big_map /= !iotaE.
have -> : toC (a *: shift w u) = m%:R^-1 *: (cfourier *m diag_mx (a%:C%C *: turns u)) *m adj cfourier.
  have -> : diag_mx (a%:C%C *: turns u) = a%:C%C *: diag_mx (turns u) by rewrite linearZ.
  by rewrite map_mxZ shift_fourier -scalemxAr -!scalemxAl !scalerA mulrC.
rewrite char_poly_mulC -scalemxAr mulmxA cfourier_orthogonal mul_scalar_mx scalerA mulVf ?pnatr_eq0 //.
rewrite scale1r char_poly_diag big_split_ord big_ord1 big_split_ord.
congr (_ * (_ * _)); first by rewrite mxE turns0 mulr1.
  by apply: eq_bigr => j _; rewrite mxE turns1.
by apply: eq_bigr => j _; rewrite mxE turns2.
Qed.

(* The eigenvalues are the gate times the powers of one rotation. *)
Theorem cyfa_phase_ratios (a : R) (u : C) j : (j <= p)%N ->
  eigenvalue (toC (a *: shift w u)) (a%:C%C * u ^+ j) /\
  eigenvalue (toC (a *: shift w u)) (a%:C%C * conjc u ^+ j).
Proof.
move=> le_jp; rewrite -!(spectrumE _ (cyfa_spectrum a u)).
case: j le_jp => [|j] lt_jp; first by rewrite !expr0 !mulr1 mem_head.
have j_in : j \in iota 0 p by rewrite mem_iota.
by split; rewrite inE mem_cat; apply/orP; right; apply/orP; [right|left]; apply/mapP; exists j.
Qed.

Theorem cyfa_pair_count (a : R) (u : C) s :
    a != 0 -> (forall j, (0 < j <= p)%N -> 0 < complex.Im (u ^+ j)) ->
  spectrum (a *: shift w u) s -> pairs s = p /\ uniq s.
Proof.
move=> a0 u_up Ts; have sE := spectrum_perm Ts (cyfa_spectrum a u).
pose f (z : C) := a * complex.Im z.
have f_real (z : C) : f (a%:C%C * z) = a ^+ 2 * complex.Im z.
  by rewrite /f; case: z => x y /=; rewrite mul0r addr0 mulrA.
have a2 : 0 < a ^+ 2 by rewrite exprn_even_gt0 ?a0 ?orbT.
have f_up j : j \in iota 0 p -> 0 < f (a%:C%C * u ^+ j.+1).
  by rewrite mem_iota f_real => /= j_lt; rewrite pmulr_rgt0 // u_up.
have f_down j : j \in iota 0 p -> f (a%:C%C * conjc u ^+ j.+1) < 0.
  rewrite mem_iota f_real -conjX => /= j_lt; rewrite pmulr_rlt0 //.
  by have := u_up j.+1 j_lt; case: (u ^+ j.+1) => x y /=; rewrite oppr_lt0.
have f0 : f a%:C%C = 0 by rewrite /f mulr0.
have pairsE' : pairs s = count (fun z => 0 < f z) s.
  have [a_gt0|a_le0] := ltP 0 a; first by apply: eq_count => z; rewrite pmulr_rgt0.
  by rewrite (pairsE Ts); apply: eq_count => z; rewrite nmulr_rgt0 // lt_neqAle a0.
split.
  rewrite pairsE' (permP sE) /= f0 ltxx add0n count_cat !count_map.
  set down := count _ _; set up := count _ _.
  have -> : down = count pred0 (iota 0 p) by apply: eq_in_count => j /f_down/ltW/le_gtF.
  have -> : up = count predT (iota 0 p) by apply: eq_in_count => j; apply: f_up.
  by rewrite count_pred0 count_predT size_iota.
have aC0 : a%:C%C != 0 by rewrite (inj_eq (@complexI R) a 0).
have u_inj : {in iota 0 p &, injective (fun j => u ^+ j.+1)}.
  move=> j k; wlog le_jk : j k / (j <= k)%N => [wlog_jk j_in k_in jk|].
    by case/orP: (leq_total j k) => le; [|apply/esym]; apply: wlog_jk.
  rewrite !mem_iota /= !add0n => j_lt k_lt jk; apply/eqP; rewrite eqn_leq le_jk leqNgt; apply/negP=> lt_jk.
  have u0 : u != 0.
    have := u_up 1%N (leq_ltn_trans (leq0n j) j_lt); rewrite expr1.
    by apply: contraTneq => ->; rewrite ltxx.
  have : u ^+ (k - j) = 1.
    apply: (mulfI (expf_neq0 j.+1 u0)); rewrite mulr1 -exprD [RHS]jk; congr (_ ^+ _).
    by rewrite addSn subnKC // ltnW.
  have := u_up (k - j)%N; rewrite subn_gt0 lt_jk (leq_trans (leq_subr _ _) (ltnW k_lt)) => /(_ isT).
  by move=> Im_gt0 eq1; rewrite eq1 ltxx in Im_gt0.
rewrite (perm_uniq sE) cons_uniq mem_cat negb_or cat_uniq; apply/and3P; split; first apply/andP; first split.
- by apply/mapP=> -[j /f_down]; rewrite -f0 => + eq_a; rewrite -eq_a ltxx.
- by apply/mapP=> -[j /f_up]; rewrite -f0 => + eq_a; rewrite -eq_a ltxx.
- rewrite map_inj_in_uniq ?iota_uniq // => j k j_in k_in /(mulfI aC0) jk; apply: u_inj => //.
  by apply: (can_inj (@conjcK R)); rewrite !conjX.
- apply/andP; split.
    apply/hasPn=> z /mapP[k /f_up up ->]; apply/mapP=> -[j /f_down] /lt_trans/(_ up) + eq_jk.
    by rewrite -eq_jk ltxx.
  by rewrite map_inj_in_uniq ?iota_uniq // => j k j_in k_in /(mulfI aC0) jk; apply: u_inj.
Qed.

End ComplexFourier.

End Cyfa.

Theorem cyfa_impossible_angles (R : rcfType) (w u x y : R[i]) :
    (1 + (2 + 2)).-primitive_root w -> u * conjc u = 1 ->
    0 < complex.Im u -> 0 < complex.Im (u ^+ 2) ->
    0 < complex.Im x -> 0 < complex.Im y -> complex.Re y < complex.Re x -> y != x ^+ 2 ->
  let T := map_mx (real_complex R) (shift 2 w u) in ~ (eigenvalue T x /\ eigenvalue T y).
Proof.
move=> prim_w uu u_up uu_up x_up y_up ltyx yx2 T [Tx Ty].
have sT : spectrum (shift 2 w u) [:: 1; conjc u; conjc u ^+ 2; u; u ^+ 2].
  by have := cyfa_spectrum prim_w 1 u; rewrite scale1r /= rmorph1 !mul1r !expr1.
have up_cases (z : R[i]) : eigenvalue T z -> 0 < complex.Im z -> z = u \/ z = u ^+ 2.
  rewrite -(spectrumE _ sT) !inE -rmorphX.
  case/or4P=> [/eqP->|/eqP->|/eqP->|/orP[/eqP->|/eqP->]]; rewrite ?ltxx //; [| |by left|by right].
    by case: (u) u_up => a b /= b_gt0; rewrite oppr_gt0 ltNge ltW.
  by case: (u ^+ 2) uu_up => a b /= b_gt0; rewrite oppr_gt0 ltNge ltW.
case: (up_cases x Tx x_up) ltyx yx2 => ->; case: (up_cases y Ty y_up) => ->; rewrite ?ltxx ?eqxx // => + _.
case: (u) uu u_up uu_up => a b /eqP; rewrite eq_complex !expr2 /= => /andP[/eqP ab _] b_gt0.
rewrite [b * a]mulrC -mulr2n pmulrn_lgt0 // pmulr_lgt0 // => a_gt0 lt_a.
have a_le1 : a <= 1.
  rewrite leNgt; apply/negP => a_gt1; have := ltr_spaddl (mulr_gt0 b_gt0 b_gt0) (ltW (mulr_egt1 a_gt1 a_gt1)).
  by rewrite addrC -[b * b]opprK -mulrN ab ltxx.
have le_a : a * a - b * b <= a.
  by rewrite ler_subl_addl (le_trans (ler_pimull (ltW a_gt0) a_le1)) // ler_addr mulr_ge0 ?ltW.
by have := lt_le_trans lt_a le_a; rewrite ltxx.
Qed.

Theorem cyfa_no_pi_10_and_pi_3 (R : rcfType) (w u x y : R[i]) :
    (1 + (2 + 2)).-primitive_root w -> 20.-primitive_root x -> 6.-primitive_root y ->
  let T := map_mx (real_complex R) (shift 2 w u) in ~ (eigenvalue T x /\ eigenvalue T y).
Proof.
move=> prim_w prim_x prim_y T.
have sT : spectrum (shift 2 w u) [:: 1; conjc u; conjc u ^+ 2; u; u ^+ 2].
  by have := cyfa_spectrum prim_w 1 u; rewrite scale1r /= rmorph1 !mul1r !expr1.
have y20 : y ^+ 20 != 1 by rewrite -(prim_order_dvd prim_y).
have x6 : x ^+ 6 != 1 by rewrite -(prim_order_dvd prim_x).
have y1 : y != 1 by rewrite -[y]expr1 -(prim_order_dvd prim_y).
have x1 : x != 1 by rewrite -[x]expr1 -(prim_order_dvd prim_x).
have conj1 k : (conjc u ^+ k == 1) = (u ^+ k == 1).
  by rewrite -rmorphX fmorph_eq1.
have x20 := prim_expr_order prim_x; have y6 := prim_expr_order prim_y.
rewrite -!(spectrumE _ sT) !inE (negbTE x1) (negbTE y1) /=.
have orders (z : R[i]) : [|| z == conjc u, z == conjc u ^+ 2, z == u | z == u ^+ 2] ->
    (forall k, (z ^+ k == 1) = (u ^+ k == 1)) \/ (forall k, (z ^+ k == 1) = (u ^+ (2 * k) == 1)).
  by case/or4P=> /eqP ->; [left|right|left|right] => k; rewrite -?exprM ?conj1.
case=> /orders[xk|xk] /orders[yk|yk].
- by case/eqP: y20; apply/eqP; rewrite yk -xk x20.
- case/eqP: y20; apply/eqP; rewrite yk mulnC exprM.
  by have := xk 20%N; rewrite x20 eqxx => /esym/eqP ->; rewrite expr1n.
- case/eqP: x6; apply/eqP; rewrite xk mulnC exprM.
  by have := yk 6%N; rewrite y6 eqxx => /esym/eqP ->; rewrite expr1n.
- by case/eqP: y20; apply/eqP; rewrite yk -xk x20.
Qed.
