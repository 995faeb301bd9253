(******************************************************************************)
(* The KDA step T = (I - beta k k^T) Diag(alpha). KDA section of the article. *)
(*                                                                            *)
(* - kda_real_spectrum: if all alpha_i > 0, then for any real beta and any k  *)
(*   all eigenvalues are real and there is a basis of real eigenvectors. With *)
(*   D = Diag(alpha) the matrix D T is symmetric, so T is self-adjoint in the *)
(*   inner product x^T D y.                                                   *)
(* - kda_spectrum_bounds, kda_spectrum_range: if all alpha_i >= 0,            *)
(*   0 <= beta <= 1 and |k|^2 <= 1, the eigenvalues in ascending order lie    *)
(*   between (1 - beta) times the gate of the same index and this gate, and   *)
(*   above the gate before; all lie in [(1 - beta) min alpha, max alpha].     *)
(*   This is the case b_i = beta of the bounds for GDN2.                      *)
(******************************************************************************)
From mathcomp Require Import all_ssreflect all_algebra all_field.
From mathcomp Require Import complex.
From eigenclaim Require Import Spectrum CharPoly Symmetric Gdn2.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Kda.

Variables (R : rcfType) (n : nat).
Implicit Types (alpha : 'rV[R]_n) (beta : R) (k : 'cV[R]_n).

Theorem kda_real_spectrum alpha beta k :
    (forall i, 0 < alpha 0 i) ->
  let T := (1%:M - beta *: (k *m k^T)) *m diag_mx alpha in
  real_spectrum T /\ diagonalizable T.
Proof.
move=> alpha_gt0 T; suff diagT : diagonalizable T by split; [apply: diagonalizable_real|].
pose D := diag_mx alpha; have Dsym : D^T = D by apply: tr_diag_mx.
apply: (selfadjoint_diagonalizable (M := D)) => // [v v_neq0|].
  rewrite diag_form lt0r; apply/andP; split; last first.
    by apply: sumr_ge0 => i _; rewrite mulr_ge0 ?sqr_ge0 // ltW.
  apply: contra v_neq0; rewrite psumr_eq0 => [/allP sum0|i _]; last first.
    by rewrite mulr_ge0 ?sqr_ge0 // ltW.
  apply/eqP/rowP=> i; have := sum0 i (mem_index_enum _); rewrite !mxE /=.
  by rewrite mulf_eq0 sqrf_eq0 gt_eqF // => /eqP.
have -> : D *m T = D *m D - beta *: (D *m k *m (D *m k)^T).
  by rewrite /T mulmxA mulmxBr mulmx1 mulmxBl -scalemxAr -scalemxAl trmx_mul Dsym !mulmxA.
have DD : (D *m D)^T = D *m D by rewrite trmx_mul Dsym.
by rewrite linearB linearZ /= DD [X in _ *: X]trmx_mul trmxK.
Qed.

Lemma kda_step_gdn2 alpha beta k :
  (1%:M - beta *: (k *m k^T)) *m diag_mx alpha = gdn2_step (const_mx beta) k alpha.
Proof.
rewrite /gdn2_step diag_const_mx mul_scalar_mx; congr ((_ - _) *m _).
have -> : (beta *: k)^T = beta *: k^T by rewrite linearZ.
by rewrite -scalemxAr.
Qed.

Lemma kda_strength beta k :
  \sum_i (const_mx beta : 'rV[R]_n) 0 i * k i 0 ^+ 2 = beta * (\sum_i k i 0 ^+ 2).
Proof. by rewrite mulr_sumr; apply: eq_bigr => i _; rewrite mxE. Qed.

Theorem kda_spectrum_bounds alpha beta k :
    (forall i, 0 <= alpha 0 i) -> 0 <= beta <= 1 -> \sum_i k i 0 ^+ 2 <= 1 ->
  let T := (1%:M - beta *: (k *m k^T)) *m diag_mx alpha in let a := ascending alpha in
  exists l : seq R, [/\ sorted <=%R l, spectrum T [seq x%:C%C | x <- l],
    forall j, (j < n)%N -> (1 - beta) * a`_j <= l`_j <= a`_j
    & forall j, (j.+1 < n)%N -> a`_j <= l`_j.+1].
Proof.
move=> alpha_ge0 /andP[beta_ge0 beta_le1] k_le1 T a.
have b_ge0 i : 0 <= (const_mx beta : 'rV[R]_n) 0 i by rewrite mxE.
have s_le_beta : beta * (\sum_i k i 0 ^+ 2) <= beta by rewrite ler_pimulr.
have := gdn2_spectrum_bounds (k := k) alpha_ge0 b_ge0.
rewrite kda_strength -kda_step_gdn2 => /(_ (le_trans s_le_beta beta_le1)).
case=> l [sorted_l Tl bounds_l gap_l]; exists l; split=> // j lt_j.
have /andP[ge_l ->] := bounds_l j lt_j; rewrite andbT (le_trans _ ge_l) //.
apply: ler_wpmul2r; last by rewrite ler_add2l ler_opp2.
have := mem_nth 0 (_ : (j < size a)%N); rewrite size_ascending => /(_ lt_j).
by rewrite mem_sort => /mapP[i _ ->].
Qed.

Theorem kda_spectrum_range alpha beta k lo hi z :
    (forall i, 0 <= alpha 0 i) -> 0 <= beta <= 1 -> \sum_i k i 0 ^+ 2 <= 1 ->
    (forall i, lo <= alpha 0 i <= hi) ->
  let T := (1%:M - beta *: (k *m k^T)) *m diag_mx alpha in
    eigenvalue (map_mx (real_complex R) T) z ->
  complex.Im z = 0 /\ (1 - beta) * lo <= complex.Re z <= hi.
Proof.
move=> alpha_ge0 /andP[beta_ge0 beta_le1] k_le1 lohi T Tz.
have b_ge0 i : 0 <= (const_mx beta : 'rV[R]_n) 0 i by rewrite mxE.
have s_le_beta : beta * (\sum_i k i 0 ^+ 2) <= beta by rewrite ler_pimulr.
have lohi0 i : Num.max lo 0 <= alpha 0 i <= hi.
  by have /andP[lo_a ->] := lohi i; rewrite le_maxl lo_a alpha_ge0.
have := gdn2_spectrum_range (k := k) alpha_ge0 b_ge0 lohi0.
rewrite kda_strength -kda_step_gdn2 => /(_ z (le_trans s_le_beta beta_le1) Tz).
case=> -> /andP[ge_z ->]; split=> //; rewrite andbT (le_trans _ ge_z) //.
apply: (@le_trans _ _ ((1 - beta) * Num.max lo 0)).
  by apply: ler_wpmul2l; rewrite ?subr_ge0 // le_maxr lexx.
by apply: ler_wpmul2r; rewrite ?ler_add2l ?ler_opp2 // le_maxr lexx orbT.
Qed.

End Kda.
