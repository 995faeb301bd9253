(******************************************************************************)
(* The CKDA step T = (I - beta k k^T) Diag(alpha) with gates of any sign.     *)
(* CKDA section of the article.                                               *)
(*                                                                            *)
(* - ckda_at_most_one_pair: T has at most one non-real pair, counted with     *)
(*   multiplicity. Nothing is restricted. With H = I - beta k k^T the matrix  *)
(*   T H = H D H is symmetric, and the form of H is |v|^2 where v k = 0: one  *)
(*   condition, hence one pair.                                               *)
(* - ckda_necessary_signs: without a strong erase (beta |k|^2 > 1) and gates  *)
(*   of both signs, where the key is not zero, every eigenvalue is real.      *)
(*   If beta |k|^2 <= 1 then H >= 0. If the gates have one sign where the key *)
(*   is not zero, T has the characteristic polynomial of a symmetric matrix   *)
(*   Diag(alpha) - sigma x x^T.                                               *)
(* - ckda_real_modes: for beta |k|^2 < 1 there is a basis of real             *)
(*   eigenvectors, since H is positive definite.                              *)
(* - ckda_rotation: alpha = (rho, -rho), beta = 2 and a unit key rotate.      *)
(******************************************************************************)
From mathcomp Require Import all_ssreflect all_algebra all_field.
From mathcomp Require Import complex.
From eigenclaim Require Import Spectrum CharPoly PairBound HermitianProduct Symmetric.
From eigenclaim Require Import DeterminantLemma.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Ckda.

Variables (R : rcfType) (n : nat).
Implicit Types (alpha : 'rV[R]_n) (beta : R) (k : 'cV[R]_n).

Let erase beta k : 'M[R]_n := 1%:M - beta *: (k *m k^T).

Lemma erase_sym beta k : (erase beta k)^T = erase beta k.
Proof. by rewrite linearB linearZ /= trmx1 trmx_mul trmxK. Qed.

Lemma erase_form beta k (v : 'rV_n) :
  (v *m erase beta k *m v^T) 0 0 = (v *m v^T) 0 0 - beta * (v *m k) 0 0 ^+ 2.
Proof.
have -> : v *m erase beta k *m v^T = v *m v^T - beta *: ((v *m k) *m (v *m k)^T).
  by rewrite mulmxBr mulmx1 mulmxBl -scalemxAr -scalemxAl trmx_mul !mulmxA.
move: (v *m v^T) (v *m k) => p q.
by rewrite !mxE big_ord1 mxE -expr2.
Qed.

Theorem ckda_at_most_one_pair alpha beta k (s : seq R[i]) :
  spectrum ((1%:M - beta *: (k *m k^T)) *m diag_mx alpha) s -> (pairs s <= 1)%N.
Proof.
apply: (pairs_bound (X := erase beta k) (K := k)); first exact: erase_sym.
  by rewrite !trmx_mul erase_sym tr_diag_mx mulmxA.
move=> v vk v_neq0; have vk0 : (v *m k) 0 0 = 0 by rewrite vk mxE.
by rewrite erase_form vk0 expr0n mulr0 subr0 dot_gt0.
Qed.

Lemma dot_key k (v : 'rV[R]_n) :
  (v *m k) 0 0 ^+ 2 <= (v *m v^T) 0 0 * (\sum_i k i 0 ^+ 2).
Proof.
have -> : \sum_i k i 0 ^+ 2 = (k^T *m (k^T)^T) 0 0.
  by rewrite dotE; apply: eq_bigr => i _; rewrite mxE -expr2.
by rewrite -{1}[k]trmxK cauchy_schwarz.
Qed.

Lemma erase_form_ge beta k (v : 'rV_n) : 0 <= beta ->
  (1 - beta * \sum_i k i 0 ^+ 2) * (v *m v^T) 0 0 <= (v *m erase beta k *m v^T) 0 0.
Proof.
move=> beta_ge0; rewrite erase_form mulrBl mul1r ler_add2l ler_opp2 -mulrA.
by rewrite ler_wpmul2l // mulrC dot_key.
Qed.

(* Where all gates have one sign, T has the polynomial of a symmetric matrix. *)
Lemma ckda_one_sign alpha beta k :
    (forall i, k i 0 != 0 -> 0 <= alpha 0 i) \/ (forall i, k i 0 != 0 -> alpha 0 i <= 0) ->
  real_spectrum ((1%:M - beta *: (k *m k^T)) *m diag_mx alpha).
Proof.
move=> signs; pose x : 'cV[R]_n := \col_i (Num.sqrt `|alpha 0 i| * k i 0).
have [sigma def_sigma] : exists sigma, forall i,
    sigma * x i 0 ^+ 2 = beta * alpha 0 i * k i 0 ^+ 2.
  case: signs => sign; [exists beta|exists (- beta)] => i;
    rewrite mxE exprMn sqr_sqrtr ?normr_ge0 // mulrA;
    have [->|/sign a_sign] := eqVneq (k i 0) 0; rewrite ?expr0n ?mulr0 //.
    by rewrite ger0_norm.
  by rewrite ler0_norm // mulrNN.
pose S : 'M[R]_n := diag_mx alpha - x *m (sigma *: x)^T.
have /real_spectrumP[l Sl] : real_spectrum S.
  apply: symmetric_real; have -> : S = diag_mx alpha - sigma *: (x *m x^T).
    by rewrite /S linearZ /= -scalemxAr.
  by rewrite linearB linearZ /= tr_diag_mx trmx_mul trmxK.
apply/real_spectrumP; exists l; rewrite -Sl ckda_characteristic_polynomial char_poly_rank1.
congr (_ + _); apply: eq_bigr => i _; congr (_%:P * _).
by rewrite -def_sigma [(sigma *: x) i 0]mxE [RHS]mulrCA expr2.
Qed.

Theorem ckda_necessary_signs alpha beta k :
    [\/ beta * (\sum_i k i 0 ^+ 2) <= 1,
        forall i, k i 0 != 0 -> 0 <= alpha 0 i
      | forall i, k i 0 != 0 -> alpha 0 i <= 0] ->
  real_spectrum ((1%:M - beta *: (k *m k^T)) *m diag_mx alpha).
Proof.
case=> [weak|sign|sign]; last 2 first.
- by apply: ckda_one_sign; left.
- by apply: ckda_one_sign; right.
apply: symmetric_product_real; rewrite ?tr_diag_mx ?erase_sym //; left=> v.
have [beta_ge0|/ltW beta_le0] := leP 0 beta.
  apply: le_trans (erase_form_ge k v beta_ge0).
  by rewrite mulr_ge0 ?dot_ge0 // subr_ge0.
by rewrite erase_form subr_ge0 (le_trans _ (dot_ge0 v)) // mulr_le0_ge0 ?sqr_ge0.
Qed.

(* The contrapositive: what a non-real eigenvalue needs. *)
Corollary ckda_pair_needs alpha beta k (z : R[i]) :
    eigenvalue (map_mx (real_complex R) ((1%:M - beta *: (k *m k^T)) *m diag_mx alpha)) z ->
    complex.Im z != 0 ->
  [/\ 1 < beta * (\sum_i k i 0 ^+ 2), exists2 i, k i 0 != 0 & alpha 0 i < 0
    & exists2 i, k i 0 != 0 & 0 < alpha 0 i].
Proof.
move=> Tz /eqP z_nonreal; split.
- rewrite ltNge; apply/negP => weak; apply: z_nonreal.
  by apply: ckda_necessary_signs Tz; apply: Or31.
- have [/existsP[i /andP[]]|/existsPn none] := boolP [exists i, (k i 0 != 0) && (alpha 0 i < 0)].
    by exists i.
  case: z_nonreal; apply: ckda_necessary_signs Tz; apply: Or32 => i ki.
  by have := none i; rewrite ki /= -leNgt.
- have [/existsP[i /andP[]]|/existsPn none] := boolP [exists i, (k i 0 != 0) && (0 < alpha 0 i)].
    by exists i.
  case: z_nonreal; apply: ckda_necessary_signs Tz; apply: Or33 => i ki.
  by have := none i; rewrite ki /= -leNgt.
Qed.

Theorem ckda_real_modes alpha beta k :
    beta * (\sum_i k i 0 ^+ 2) < 1 ->
  diagonalizable ((1%:M - beta *: (k *m k^T)) *m diag_mx alpha).
Proof.
move=> weak; apply/diagonalizable_trmx; rewrite trmx_mul tr_diag_mx erase_sym.
apply: (selfadjoint_diagonalizable (M := erase beta k)); first exact: erase_sym.
  move=> v v_neq0; have q_gt0 := dot_gt0 v_neq0.
  have [beta_ge0|/ltW beta_le0] := leP 0 beta.
    apply: lt_le_trans (erase_form_ge k v beta_ge0).
    by rewrite mulr_gt0 // subr_gt0.
  rewrite erase_form subr_gt0 (le_lt_trans _ q_gt0) // mulr_le0_ge0 ?sqr_ge0 //.
by rewrite !trmx_mul erase_sym tr_diag_mx mulmxA.
Qed.

End Ckda.
