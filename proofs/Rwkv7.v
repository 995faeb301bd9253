(******************************************************************************)
(* The RWKV-7 step T = Diag(w) - (a . k) k^T, where a . k is the product      *)
(* coordinate by coordinate: for rates a_i > 0, and whatever the decays w are *)
(* and the key is, all eigenvalues are real and there is a basis of real      *)
(* eigenvectors. With A = Diag(a) the matrix A^-1 T = A^-1 Diag(w) - k k^T is *)
(* symmetric, so T is self-adjoint in the inner product x^T A^-1 y.           *)
(******************************************************************************)
From mathcomp Require Import all_ssreflect all_algebra all_field.
From mathcomp Require Import complex.
From eigenclaim Require Import Spectrum PairBound Symmetric Gdn2.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Rwkv7.

Variables (R : rcfType) (n : nat).
Implicit Types (w a : 'rV[R]_n) (k : 'cV[R]_n).

Definition rwkv7_step w a k : 'M[R]_n := diag_mx w - (diag_mx a *m k) *m k^T.

Theorem rwkv7_real_spectrum w a k :
    (forall i, 0 < a 0 i) ->
  real_spectrum (rwkv7_step w a k) /\ diagonalizable (rwkv7_step w a k).
Proof.
move=> a_gt0; set T := rwkv7_step w a k.
suff diagT : diagonalizable T by split; [apply: diagonalizable_real|].
pose m : 'rV[R]_n := \row_i (a 0 i)^-1; pose M := diag_mx m.
have m_gt0 i : 0 < m 0 i by rewrite mxE invr_gt0.
apply: (selfadjoint_diagonalizable (M := M)).
- exact: tr_diag_mx.
- move=> v v_neq0; rewrite diag_form lt0r; apply/andP; split; last first.
    by apply: sumr_ge0 => i _; rewrite mulr_ge0 ?sqr_ge0 // ltW.
  apply: contra v_neq0; rewrite psumr_eq0 => [/allP sum0|i _]; last first.
    by rewrite mulr_ge0 ?sqr_ge0 // ltW.
  apply/eqP/rowP=> i; have := sum0 i (mem_index_enum _); rewrite /=.
  by rewrite mulf_eq0 sqrf_eq0 gt_eqF // => /eqP ->; rewrite mxE.
have Ma : M *m diag_mx a = 1%:M.
  rewrite /M mulmx_diag -diag_const_mx; congr diag_mx; apply/rowP=> i; rewrite !mxE.
  by rewrite mulVf // gt_eqF.
have -> : M *m T = M *m diag_mx w - k *m k^T.
  by rewrite /T /rwkv7_step mulmxBr !mulmxA Ma mul1mx.
by rewrite linearB /= [(k *m _)^T]trmx_mul trmxK /M mulmx_diag tr_diag_mx.
Qed.

End Rwkv7.
