(******************************************************************************)
(* Three existence theorems, each by one exact rational witness of dimension  *)
(* two. The witness and all its hypotheses are rational; the spectra are      *)
(* taken over any real closed field.                                          *)
(*                                                                            *)
(* - gdn2_switching_is_unstable: two GDN2 steps with the same decay gates and *)
(*   with all gates strictly between 0 and 1 have only real eigenvalues, all  *)
(*   of modulus below 1, and yet their product has an eigenvalue above 1.     *)
(* - products_real_steps_can_rotate: two KDA steps with gates and strengths   *)
(*   strictly between 0 and 1 have only real eigenvalues, and their product   *)
(*   has a non-real conjugate pair.                                           *)
(* - products_three_delta_steps_can_rotate: three DeltaNet steps with unit    *)
(*   keys and strengths strictly between 0 and 1, each symmetric with real    *)
(*   eigenvalues, have a product with a non-real conjugate pair.              *)
(*                                                                            *)
(* Idea: the eigenvalues z of a 2 x 2 matrix solve z^2 - t z + d = 0 with the *)
(* trace t and the determinant d, so that everything is read off the signs    *)
(* of t^2 - 4 d, of 1 - t + d and of similar numbers.                         *)
(* Only dimension two is treated: the theorems claim existence.               *)
(******************************************************************************)
From mathcomp Require Import all_ssreflect all_algebra all_field.
From mathcomp Require Import complex.
From eigenclaim Require Import Spectrum Numerals.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section TwoByTwo.

Variable K : comRingType.
Implicit Types (A B : 'M[K]_2).

Definition trace2 A : K := A 0 0 + A 1 1.
Definition det2 A : K := A 0 0 * A 1 1 - A 0 1 * A 1 0.

Lemma mul2E m n (A : 'M[K]_(m, 2)) (B : 'M[K]_(2, n)) i j :
  (A *m B) i j = A i 0 * B 0 j + A i 1 * B 1 j.
Proof.
rewrite mxE !big_ord_recl big_ord0 addr0.
by rewrite (_ : lift ord0 ord0 = 1) //; apply: val_inj.
Qed.

Lemma det2E A : \det A = det2 A.
Proof.
rewrite (expand_det_row _ 0) !big_ord_recl big_ord0 addr0 (_ : lift ord0 ord0 = 1); last exact: val_inj.
rewrite /cofactor !det_mx11 !mxE /= expr0 expr1 mul1r mulN1r mulrN.
by congr (_ * A _ _ - _ * A _ _); apply: val_inj.
Qed.

End TwoByTwo.

Lemma eigenvalue2 (K : fieldType) (T : 'M[K]_2) z :
  eigenvalue T z = (z ^+ 2 - trace2 T * z + det2 T == 0).
Proof.
rewrite eigenvalue_root_char /root /char_poly det2E /det2 !mxE /=.
rewrite !mulr1n !mulr0n !hornerE; congr (_ == 0); rewrite /trace2 /det2.
rewrite mulrNN /=; congr (_ - _).
rewrite mulrBr !mulrBl opprB mulrDl opprD expr2 -!addrA; congr (_ + (_ + _)).
by rewrite addrC [z * _]mulrC.
Qed.

Section Quadratic.

Variable R : rcfType.
Local Notation toC := (map_mx (real_complex R)).
Implicit Types (T : 'M[R]_2).

Lemma complete_square (K : comRingType) (x t d : K) :
  (2%:R * x - t) ^+ 2 = 4%:R * (x ^+ 2 - t * x + d) + (t ^+ 2 - 4%:R * d).
Proof.
rewrite sqrrB exprMn -natrX -[_ *+ 2]mulr_natl mulrDr mulrBr [t * x]mulrC !mulrA -natrM.
by rewrite [t ^+ 2 - _]addrC addrA addrK.
Qed.

Lemma trace2_toC T : trace2 (toC T) = (trace2 T)%:C%C.
Proof. by rewrite /trace2 !mxE rmorphD. Qed.

Lemma det2_toC T : det2 (toC T) = (det2 T)%:C%C.
Proof. by rewrite /det2 !mxE rmorphB !rmorphM. Qed.

Lemma eigenvalue2_real T x : eigenvalue (toC T) (x%:C)%C -> x ^+ 2 - trace2 T * x + det2 T = 0.
Proof.
rewrite eigenvalue2 trace2_toC det2_toC -rmorphX -rmorphM -rmorphB -rmorphD.
by move=> /eqP[].
Qed.

Lemma real_spectrum2 T : 0 <= trace2 T ^+ 2 - 4%:R * det2 T -> real_spectrum T.
Proof.
move=> D_ge0 z; rewrite eigenvalue2 trace2_toC det2_toC => /eqP z0.
pose r := Num.sqrt (trace2 T ^+ 2 - 4%:R * det2 T).
have : (2%:R * z - (trace2 T)%:C%C) ^+ 2 = (r%:C)%C ^+ 2.
  rewrite (complete_square z _ (det2 T)%:C%C) z0 mulr0 add0r.
  by rewrite -[RHS]rmorphX sqr_sqrtr // !(rmorphM, rmorphB, rmorphX) /= rmorph_nat.
move/eqP; rewrite eqf_sqr subr_eq [_ == - _]subr_eq => z2.
have : complex.Im (2%:R * z) = 0.
  by case/orP: z2 => /eqP ->; rewrite -?rmorphN -rmorphD.
rewrite mulr_natl raddfMn /= => /eqP; rewrite mulrn_eq0 /=.
by move/eqP.
Qed.

Lemma stable2 T : real_spectrum T -> 0 < trace2 T < 1 + det2 T -> 0 < det2 T < 1 ->
  forall z, eigenvalue (toC T) z -> `|z| < 1.
Proof.
move=> Treal /andP[t_gt0 t_lt] /andP[d_gt0 d_lt1] z Tz.
have := Treal z Tz; move: Tz; case: z => x y /= Tz y0; move: Tz; rewrite {y}y0 => /eigenvalue2_real.
set t := trace2 T in t_gt0 t_lt *; set d := det2 T in d_gt0 d_lt1 t_lt * => x0; clearbody t d.
rewrite normc_def /= expr0n addr0 sqrtr_sqr -[1]/(1%:C%C) ltcR ltr_norml; apply/andP; split.
  rewrite ltNge; apply/negP => x_le; have : 0 < x ^+ 2 - t * x + d; last by rewrite x0 ltxx.
  have x_le0 : x <= 0 by apply: le_trans x_le _; rewrite oppr_le0 ler01.
  by rewrite ltr_paddl // addr_ge0 ?sqr_ge0 // -mulrN mulr_ge0 ?oppr_ge0 // ltW.
rewrite ltNge; apply/negP => x_ge; have : 0 < x ^+ 2 - t * x + d; last by rewrite x0 ltxx.
have -> : x ^+ 2 - t * x + d = (x - 1) * (x + 1 - t) + (1 + d - t).
  rewrite mulrBr -subr_sqr expr1n [_ * t]mulrC mulrBr mulr1 opprB [t - _]addrC.
  rewrite [X in _ = X + _]addrACA -[RHS]addrA.
  by congr (_ + _); rewrite [1 + d - t]addrAC [- 1 + t]addrC -[t - 1]opprB addKr.
rewrite ltr_paddl ?subr_gt0 // mulr_ge0 ?subr_ge0 // (le_trans (ltW t_lt)) // addrC ler_add //.
exact: le_trans (ltW d_lt1) x_ge.
Qed.

Lemma growing2 T : 1 - trace2 T + det2 T < 0 -> exists2 x, 1 < x & eigenvalue T x.
Proof.
set t := trace2 T; set d := det2 T => p1.
have D_gt : (2%:R - t) ^+ 2 < t ^+ 2 - 4%:R * d.
  have := complete_square 1 t d; rewrite mulr1 expr1n mulr1 => ->.
  by rewrite gtr_addr pmulr_rlt0 // ltr0n.
pose r := Num.sqrt (t ^+ 2 - 4%:R * d); exists ((t + r) / 2%:R).
  rewrite ltr_pdivl_mulr ?ltr0n // mul1r -ltr_subl_addl.
  apply: le_lt_trans (ler_norm _) _; rewrite -sqrtr_sqr ltr_sqrt //.
  exact: le_lt_trans (sqr_ge0 _) D_gt.
rewrite eigenvalue2 -/t -/d; set x := (t + r) / _; set p := _ + d.
have : 4%:R * p = 0.
  have := complete_square x t d; rewrite -/p {1}/x mulrC divfK ?pnatr_eq0 // addrAC subrr add0r.
  rewrite sqr_sqrtr ?(ltW (le_lt_trans (sqr_ge0 _) D_gt)) //.
  by move/eqP; rewrite -subr_eq subrr => /eqP.
by move/eqP; rewrite mulf_eq0 pnatr_eq0.
Qed.

Lemma rotating2 T s : trace2 T ^+ 2 - 4%:R * det2 T < 0 -> spectrum T s -> pairs s = 1%N.
Proof.
move=> D_lt0 Ts; have size_s := size_spectrum Ts; apply/eqP; rewrite eqn_leq; apply/andP; split.
  rewrite -(leq_double _ 1) -addnn {2}(pairsE Ts) -[1.*2]size_s /pairs.
  rewrite -count_predUI (@eq_count _ (predI _ _) pred0) => [|z]; last first.
    by rewrite /=; apply/negP => /andP[/lt_trans h /h]; rewrite ltxx.
  by rewrite count_pred0 addn0 count_size.
rewrite lt0n; apply/eqP => /(pairs0_real Ts) Treal.
case: s Ts size_s => // z s Ts _; have Tz : eigenvalue (toC T) z by rewrite -(spectrumE _ Ts) mem_head.
have := Treal z Tz; move: Tz; case: (z) => x y /= Tz y0; move: Tz; rewrite y0 => /eigenvalue2_real x0.
have := complete_square x (trace2 T) (det2 T); rewrite x0 mulr0 add0r => D_sq.
by move: D_lt0; rewrite -D_sq ltNge sqr_ge0.
Qed.

End Quadratic.

Section Witnesses.

Variable R : rcfType.
Local Notation toC := (map_mx (real_complex R)).

Definition row2 (x y : R) : 'rV[R]_2 := \row_i [:: x; y]`_i.
Definition col2 (x y : R) : 'cV[R]_2 := \col_i [:: x; y]`_i.

Lemma ord2_ind (P : 'I_2 -> Prop) : P 0 -> P 1 -> forall i, P i.
Proof.
move=> P0 P1 i; have [/eqP ->|i0] := boolP (i == 0) => //.
by rewrite (_ : i = 1) //; apply: val_inj; case: i i0 => [[|[|]]].
Qed.

Definition mat2 (a b c d : R) : 'M[R]_2 := \matrix_(i, j) (nth [::] [:: [:: a; b]; [:: c; d]] i)`_j.

Lemma mat2P (A : 'M[R]_2) a b c d : A 0 0 = a -> A 0 1 = b -> A 1 0 = c -> A 1 1 = d -> A = mat2 a b c d.
Proof.
by move=> Aa Ab Ac Ad; apply/matrixP=> i j; move: i; apply: ord2_ind; move: j; apply: ord2_ind; rewrite !mxE.
Qed.

Lemma mat2M a b c d a' b' c' d' : mat2 a b c d *m mat2 a' b' c' d' =
  mat2 (a * a' + b * c') (a * b' + b * d') (c * a' + d * c') (c * b' + d * d').
Proof. by apply: mat2P; rewrite mul2E !mxE. Qed.

Lemma trace2_mat2 a b c d : trace2 (mat2 a b c d) = a + d.
Proof. by rewrite /trace2 !mxE. Qed.

Lemma det2_mat2 a b c d : det2 (mat2 a b c d) = a * d - b * c.
Proof. by rewrite /det2 !mxE. Qed.

Lemma gated_mat2 a b c d x y : mat2 a b c d *m diag_mx (row2 x y) = mat2 (a * x) (b * y) (c * x) (d * y).
Proof. by apply: mat2P; rewrite mul_mx_diag !mxE. Qed.

Lemma erase_mat2 b x y : 1%:M - b *: (col2 x y *m (col2 x y)^T) =
  mat2 (1 - b * (x * x)) (- (b * (x * y))) (- (b * (y * x))) (1 - b * (y * y)).
Proof. by apply: mat2P; rewrite !mxE big_ord_recl big_ord0 addr0 !mxE /= ?sub0r. Qed.

Lemma gdn2_mat2 b c x y : 1%:M - col2 x y *m (diag_mx (row2 b c) *m col2 x y)^T =
  mat2 (1 - x * (b * x)) (- (x * (c * y))) (- (y * (b * x))) (1 - y * (c * y)).
Proof. by apply: mat2P; rewrite !mxE big_ord_recl big_ord0 addr0 mul_diag_mx !mxE /= ?sub0r. Qed.

Lemma row2_inside x y : 0 < x < 1 -> 0 < y < 1 -> forall i, 0 < row2 x y 0 i < 1.
Proof. by move=> x_in y_in; apply: ord2_ind; rewrite mxE. Qed.

Lemma unit_key (x y : R) : x * x + y * y = 1 -> (col2 x y)^T *m col2 x y = 1%:M.
Proof. by move=> xy; apply/matrixP=> i j; rewrite !ord1 mul2E !mxE. Qed.

Theorem products_real_steps_can_rotate :
  let step beta k alpha := (1%:M - beta *: (k *m k^T)) *m diag_mx alpha in
  let alpha1 := row2 (2%:R / 5%:R) (1 / 10%:R) in
  let beta1 := 1 / 2%:R in
  let k1 := col2 (4%:R / 5%:R) (3%:R / 5%:R) in
  let alpha2 := row2 (1 / 5%:R) (9%:R / 10%:R) in
  let beta2 := 4%:R / 5%:R in
  let k2 := col2 (4%:R / 5%:R) (- (3%:R / 5%:R)) in
  let T1 := step beta1 k1 alpha1 in
  let T2 := step beta2 k2 alpha2 in
    [/\ (forall i, 0 < alpha1 0 i < 1) /\ (forall i, 0 < alpha2 0 i < 1),
        0 < beta1 < 1 /\ 0 < beta2 < 1,
        k1^T *m k1 = 1%:M /\ k2^T *m k2 = 1%:M,
        real_spectrum T1 /\ real_spectrum T2
      & forall s, spectrum (T2 *m T1) s -> pairs s = 1%N].
Proof.
move=> step alpha1 beta1 k1 alpha2 beta2 k2 T1 T2.
rewrite /T1 /T2 /step /alpha1 /alpha2 /k1 /k2 /beta1 /beta2 !erase_mat2 !gated_mat2 mat2M; split.
- by split; apply: row2_inside; apply/andP; split; numbers.
- by split; apply/andP; split; numbers.
- by split; apply: unit_key; numbers.
- by split; apply: real_spectrum2; rewrite trace2_mat2 det2_mat2; numbers.
- by move=> s; apply: rotating2; rewrite trace2_mat2 det2_mat2; numbers.
Qed.

Theorem products_three_delta_steps_can_rotate :
  let step beta k : 'M[R]_2 := 1%:M - beta *: (k *m k^T) in
  let beta := 9%:R / 10%:R in
  let k1 := col2 1 0 in
  let k2 := col2 (3%:R / 5%:R) (4%:R / 5%:R) in
  let k3 := col2 (- (3%:R / 5%:R)) (4%:R / 5%:R) in
  let T1 := step beta k1 in
  let T2 := step beta k2 in
  let T3 := step beta k3 in
    [/\ 0 < beta < 1,
        [/\ k1^T *m k1 = 1%:M, k2^T *m k2 = 1%:M & k3^T *m k3 = 1%:M],
        [/\ real_spectrum T1, real_spectrum T2 & real_spectrum T3]
      & forall s, spectrum (T3 *m T2 *m T1) s -> pairs s = 1%N].
Proof.
move=> step beta k1 k2 k3 T1 T2 T3.
rewrite /T1 /T2 /T3 /step /k1 /k2 /k3 /beta !erase_mat2 !mat2M; split.
- by apply/andP; split; numbers.
- by split; apply: unit_key; numbers.
- by split; apply: real_spectrum2; rewrite trace2_mat2 det2_mat2; numbers.
- by move=> s; apply: rotating2; rewrite trace2_mat2 det2_mat2; numbers.
Qed.

Theorem gdn2_switching_is_unstable :
  let step (b : 'rV_2) k alpha : 'M[R]_2 := (1%:M - k *m (diag_mx b *m k)^T) *m diag_mx alpha in
  let alpha := row2 (999%:R / 1000%:R) (999%:R / 1000%:R) in
  let b1 := row2 (99%:R / 100%:R) (1 / 100%:R) in
  let k1 := col2 (3%:R / 5%:R) (4%:R / 5%:R) in
  let b2 := row2 (1 / 100%:R) (99%:R / 100%:R) in
  let k2 := col2 (4%:R / 5%:R) (3%:R / 5%:R) in
  let T1 := step b1 k1 alpha in
  let T2 := step b2 k2 alpha in
    [/\ [/\ forall i, 0 < alpha 0 i < 1, forall i, 0 < b1 0 i < 1 & forall i, 0 < b2 0 i < 1],
        k1^T *m k1 = 1%:M /\ k2^T *m k2 = 1%:M,
        real_spectrum T1 /\ real_spectrum T2,
        (forall z, eigenvalue (toC T1) z -> `|z| < 1) /\ (forall z, eigenvalue (toC T2) z -> `|z| < 1)
      & exists2 x : R, 1 < x & eigenvalue (T2 *m T1) x].
Proof.
move=> step alpha b1 k1 b2 k2 T1 T2.
rewrite /T1 /T2 /step /alpha /k1 /k2 /b1 /b2 !gdn2_mat2 !gated_mat2 mat2M.
set A := mat2 _ _ _ _; set B := mat2 _ _ _ _; have Areal : real_spectrum A.
  by apply: real_spectrum2; rewrite trace2_mat2 det2_mat2; numbers.
have Breal : real_spectrum B by apply: real_spectrum2; rewrite trace2_mat2 det2_mat2; numbers.
split; [|by split; apply: unit_key; numbers|by []| |].
- by split; apply: row2_inside; apply/andP; split; numbers.
- by split; apply: stable2 => //; rewrite ?trace2_mat2 det2_mat2; apply/andP; split; numbers.
- by apply: growing2; rewrite trace2_mat2 det2_mat2; numbers.
Qed.

End Witnesses.
