(******************************************************************************)
(* Two Gated DeltaNet steps T_i = alpha_i (I - beta_i k_i k_i^T), scalar      *)
(* gates of any sign and keys of any length: if beta_1 |k_1|^2 <= 1 or        *)
(* beta_2 |k_2|^2 <= 1, the product T_2 T_1 has only real eigenvalues.        *)
(*                                                                            *)
(* Idea: a step that does not overshoot is positive semidefinite up to its    *)
(* gate, and a product of two symmetric matrices, one of them semidefinite,   *)
(* has only real eigenvalues.                                                 *)
(******************************************************************************)
From mathcomp Require Import all_ssreflect all_algebra all_field.
From mathcomp Require Import complex.
From eigenclaim Require Import Spectrum HermitianProduct Symmetric Ckda.

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

End Products.
