(******************************************************************************)
(* The characteristic polynomial of an erase step.                            *)
(*                                                                            *)
(* For T = (I - beta k h^T) Diag(alpha), without any condition,               *)
(*   det (X - T) = prod_i (X - alpha_i)                                       *)
(*                 + sum_i beta alpha_i k_i h_i prod_(j != i) (X - alpha_j).  *)
(* Repeated gates, zero gates and zero coordinates are included, and the      *)
(* entries may come from any integral domain. With h = k this is the erase    *)
(* step of the article. At X = 0 it gives the determinant.                    *)
(*                                                                            *)
(* Idea: T is a diagonal matrix minus one of rank one. The determinant of the *)
(* sum of a diagonal D and a rank one x y^T is found from the block matrix    *)
(* [1, -y^T; x, D], once by clearing y^T and once by clearing x, where the    *)
(* division by det D is avoided by cancelling a factor det D in the end.      *)
(******************************************************************************)
From mathcomp Require Import all_ssreflect all_algebra all_field.
From eigenclaim Require Import CharPoly.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import GRing.Theory.
Local Open Scope ring_scope.

Section EraseStep.

Variables (R : idomainType) (n : nat).
Implicit Types (alpha : 'rV[R]_n) (beta : R) (k h : 'cV[R]_n).

Lemma erase_step_rank1 alpha beta k h :
  (1%:M - beta *: (k *m h^T)) *m diag_mx alpha =
    diag_mx alpha - k *m (beta *: (diag_mx alpha *m h))^T.
Proof.
have -> : (beta *: (diag_mx alpha *m h))^T = beta *: (h^T *m diag_mx alpha).
  by rewrite linearZ /= trmx_mul tr_diag_mx.
by rewrite mulmxBl mul1mx -scalemxAl -mulmxA -scalemxAr.
Qed.

(* The general form, with separate keys for writing and erasing. *)
Theorem erase_step_characteristic_polynomial alpha beta k h :
  char_poly ((1%:M - beta *: (k *m h^T)) *m diag_mx alpha) =
    \prod_i ('X - (alpha 0 i)%:P)
    + \sum_i (beta * alpha 0 i * k i 0 * h i 0)%:P
             * \prod_(j | j != i) ('X - (alpha 0 j)%:P).
Proof.
rewrite erase_step_rank1 char_poly_rank1; congr (_ + _); apply: eq_bigr => i _.
congr (_%:P * _); rewrite mxE mul_diag_mx mxE [RHS]mulrAC mulrC !mulrA.
by rewrite mulrAC.
Qed.

Theorem ckda_characteristic_polynomial alpha beta k :
  char_poly ((1%:M - beta *: (k *m k^T)) *m diag_mx alpha) =
    \prod_i ('X - (alpha 0 i)%:P)
    + \sum_i (beta * alpha 0 i * k i 0 ^+ 2)%:P * \prod_(j | j != i) ('X - (alpha 0 j)%:P).
Proof.
rewrite erase_step_characteristic_polynomial; congr (_ + _).
by apply: eq_bigr => i _; rewrite -mulrA -expr2.
Qed.

(* Erase before decay has the same polynomial. *)
Theorem ckda_characteristic_polynomial_erase_first alpha beta k :
  char_poly (diag_mx alpha *m (1%:M - beta *: (k *m k^T))) =
  char_poly ((1%:M - beta *: (k *m k^T)) *m diag_mx alpha).
Proof. exact: char_poly_mulC. Qed.

Theorem ckda_determinant alpha beta k :
  \det ((1%:M - beta *: (k *m k^T)) *m diag_mx alpha) =
    (1 - beta * \sum_i k i 0 ^+ 2) * \prod_i alpha 0 i.
Proof.
rewrite det_mulmx det_diag; congr (_ * _).
have -> : 1%:M - beta *: (k *m k^T) = diag_mx (const_mx 1) + ((- beta) *: k) *m k^T.
  by rewrite diag_const_mx -scalemxAl scaleNr.
have prod1 (P : pred 'I_n) : \prod_(i | P i) (const_mx 1 : 'rV[R]_n) 0 i = 1.
  by apply: big1 => i _; rewrite mxE.
rewrite det_diag_rank1 prod1 ?oner_eq0 //; congr (_ + _).
rewrite -mulNr mulr_sumr; apply: eq_bigr => i _.
by rewrite prod1 mulr1 mxE -mulrA -expr2.
Qed.

End EraseStep.
