(******************************************************************************)
(* Two Gated DeltaNet steps T_i = alpha_i (I - beta_i k_i k_i^T), scalar      *)
(* gates of any sign and keys of any length: if beta_1 |k_1|^2 <= 1 or        *)
(* beta_2 |k_2|^2 <= 1, the product T_2 T_1 has only real eigenvalues.        *)
(*                                                                            *)
(* Idea: a step that does not overshoot is positive semidefinite up to its    *)
(* gate, and a product of two symmetric matrices, one of them semidefinite,   *)
(* has only real eigenvalues.                                                 *)
(*                                                                            *)
(* Two steps T_i = (I - beta_i k_i (b . k_i)^T) D with the same decay gates   *)
(* D = Diag(alpha), of any sign, and the same erase gates b_i >= 0: the same, *)
(* if the sum of the beta_1 b_i k_1i^2, or that of step 2, is at most 1. With *)
(* S = Diag(b)^(1/2), S T_2 T_1 = H_2 (D H_1 D) S for the symmetric           *)
(* H_i = I - beta_i (S k_i) (S k_i)^T. So an eigenvector that S does not kill *)
(* belongs to the product of two symmetric matrices, and on the kernel of S   *)
(* the product is D^2.                                                        *)
(******************************************************************************)
From mathcomp Require Import all_ssreflect all_algebra all_field.
From mathcomp Require Import complex.
From eigenclaim Require Import Spectrum CharPoly HermitianProduct Symmetric Ckda.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Products.

Variables (R : rcfType) (n : nat).
Implicit Types (k : 'cV[R]_n).

Lemma erase_form_ge0 (beta : R) k (v : 'rV[R]_n) : beta * (\sum_i k i 0 ^+ 2) <= 1 ->
  0 <= (v *m (1%:M - beta *: (k *m k^T)) *m v^T) 0 0.
Proof.
move=> weak; have [beta_ge0|/ltW beta_le0] := leP 0 beta.
  by apply: le_trans (erase_form_ge k v beta_ge0); rewrite mulr_ge0 ?subr_ge0 ?dot_ge0.
by rewrite erase_form subr_ge0 (le_trans _ (dot_ge0 v)) // mulr_le0_ge0 ?sqr_ge0.
Qed.

Theorem products_two_delta_steps_never_rotate (alpha1 alpha2 beta1 beta2 : R) k1 k2 :
    beta1 * (\sum_i k1 i 0 ^+ 2) <= 1 \/ beta2 * (\sum_i k2 i 0 ^+ 2) <= 1 ->
  let T1 := alpha1 *: (1%:M - beta1 *: (k1 *m k1^T)) in
  let T2 := alpha2 *: (1%:M - beta2 *: (k2 *m k2^T)) in
  real_spectrum (T2 *m T1).
Proof.
move=> weak; set H1 := _ - _; set H2 := 1%:M - _ => T1 T2.
have H1sym : H1^T = H1 := erase_sym beta1 k1.
have H2sym : H2^T = H2 := erase_sym beta2 k2.
case: weak => [weak1|weak2].
  have -> : T2 *m T1 = (alpha1 * alpha2) *: H2 *m H1 by rewrite /T1 /T2 -scalemxAr !scalemxAl scalerA.
  apply: symmetric_product_real => //; first by rewrite linearZ /= H2sym.
  by right => v; apply: erase_form_ge0.
have -> : T2 *m T1 = H2 *m (alpha2 * alpha1 *: H1).
  by rewrite /T1 /T2 -scalemxAl -scalemxAr scalerA scalemxAr.
apply: symmetric_product_real => //; first by rewrite linearZ /= H1sym.
by left => v; apply: erase_form_ge0.
Qed.

Local Notation c := (map_mx (real_complex R)).

(* An eigenvalue of T belongs to T' when S T = T' S, or has an eigenvector in the kernel of S. *)
Lemma intertwined_real (S T T' : 'M[R]_n) (a : 'rV[R]_n) :
    S *m T = T' *m S -> real_spectrum T' ->
    (forall x : 'cV[R[i]]_n, c S *m x = 0 ->
      c T *m x = c (diag_mx a) *m x) ->
  real_spectrum T.
Proof.
move=> ST T'real kernel z; rewrite eigenvalue_root_char -char_poly_trmx -eigenvalue_root_char.
move=> /eigenvalueP[y yT y_neq0].
have Tx : c T *m y^T = z *: y^T.
  by rewrite -[LHS]trmxK trmx_mul trmxK yT linearZ.
have [Sx0|Sx_neq0] := eqVneq (c S *m y^T) 0.
  have := kernel _ Sx0; rewrite Tx map_diag_mx mul_diag_mx => /matrixP zx.
  have /rV0Pn[i yi_neq0] := y_neq0.
  have := zx i 0; rewrite !mxE => /(mulIf yi_neq0) ->.
  by [].
apply: T'real; rewrite eigenvalue_root_char -char_poly_trmx -eigenvalue_root_char.
apply/eigenvalueP; exists (c S *m y^T)^T; last first.
  by apply: contra Sx_neq0 => /eqP x0; rewrite -[X in X == _]trmxK x0 trmx0.
by rewrite -trmx_mul mulmxA -map_mxM -ST map_mxM -mulmxA Tx -scalemxAr linearZ.
Qed.

Theorem products_shared_gates_never_rotate (alpha b : 'rV[R]_n) (beta1 beta2 : R) k1 k2 :
    (forall i, 0 <= b 0 i) ->
    beta1 * (\sum_i b 0 i * k1 i 0 ^+ 2) <= 1 \/ beta2 * (\sum_i b 0 i * k2 i 0 ^+ 2) <= 1 ->
  let T1 := (1%:M - beta1 *: (k1 *m (diag_mx b *m k1)^T)) *m diag_mx alpha in
  let T2 := (1%:M - beta2 *: (k2 *m (diag_mx b *m k2)^T)) *m diag_mx alpha in
  real_spectrum (T2 *m T1).
Proof.
move=> b_ge0 weak T1 T2; set D := diag_mx alpha in T1 T2 *.
pose s : 'rV[R]_n := \row_i Num.sqrt (b 0 i); pose S := diag_mx s.
have SS : diag_mx b = S *m S.
  rewrite /S mulmx_diag; congr diag_mx; apply/rowP=> i; rewrite !mxE.
  by rewrite -expr2 sqr_sqrtr.
have SD : S *m D = D *m S by apply: diag_mxC.
pose H (beta : R) (k : 'cV[R]_n) := 1%:M - beta *: ((S *m k) *m (S *m k)^T).
have Hsym beta k : (H beta k)^T = H beta k := erase_sym beta (S *m k).
have norm k : \sum_i (S *m k) i 0 ^+ 2 = \sum_i b 0 i * k i 0 ^+ 2.
  by apply: eq_bigr => i _; rewrite mul_diag_mx !mxE exprMn sqr_sqrtr.
have Hpos beta k (v : 'rV[R]_n) : beta * (\sum_i b 0 i * k i 0 ^+ 2) <= 1 ->
    0 <= (v *m H beta k *m v^T) 0 0.
  by rewrite -norm; apply: erase_form_ge0.
have St : S^T = S by apply: tr_diag_mx.
have erase_through beta (k : 'cV[R]_n) :
    S *m (1%:M - beta *: (k *m (diag_mx b *m k)^T)) = H beta k *m S.
  rewrite /H mulmxBr mulmx1 mulmxBl mul1mx -scalemxAr -scalemxAl SS.
  by congr (_ - _ *: _); rewrite !trmx_mul !St !mulmxA.
apply: (@intertwined_real S _ (H beta2 k2 *m (D *m H beta1 k1 *m D)) (\row_i alpha 0 i ^+ 2)).
- rewrite /T1 /T2 !mulmxA erase_through -[_ *m S *m D]mulmxA SD !mulmxA.
  by rewrite -[_ *m S *m (1%:M - _)]mulmxA erase_through !mulmxA -[_ *m S *m D]mulmxA SD !mulmxA.
- apply: symmetric_product_real => //.
    by rewrite !trmx_mul Hsym tr_diag_mx mulmxA.
  case: weak => weak; [right|left] => v; last exact: Hpos.
  have -> : v *m (D *m H beta1 k1 *m D) *m v^T = (v *m D) *m H beta1 k1 *m (v *m D)^T.
    by rewrite trmx_mul tr_diag_mx !mulmxA.
  exact: Hpos.
move=> x Sx0.
have killed beta k (y : 'cV[R[i]]_n) : c S *m y = 0 ->
    c (1%:M - beta *: (k *m (diag_mx b *m k)^T)) *m y = y.
  move=> Sy0; have -> : k *m (diag_mx b *m k)^T = k *m k^T *m S *m S.
    by rewrite SS !trmx_mul St !mulmxA.
  by rewrite map_mxB map_mx1 mulmxBl mul1mx map_mxZ map_mxM -scalemxAl -mulmxA Sy0 mulmx0 scaler0 subr0.
have SDx (y : 'cV[R[i]]_n) : c S *m y = 0 -> c S *m (c D *m y) = 0.
  by move=> Sy0; rewrite mulmxA -map_mxM SD map_mxM -mulmxA Sy0 mulmx0.
rewrite /T1 /T2 !map_mxM -!mulmxA (killed beta1); last exact: SDx.
rewrite killed; last exact: (SDx _ (SDx _ Sx0)).
rewrite mulmxA -map_mxM mulmx_diag; congr (c (diag_mx _) *m _).
Qed.

End Products.
