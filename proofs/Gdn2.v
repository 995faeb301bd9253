(******************************************************************************)
(* The GDN2 step T = (I - k (b . k)^T) Diag(alpha), where b . k is the        *)
(* product coordinate by coordinate. GDN2 section of the article.             *)
(*                                                                            *)
(* - gdn2_real_spectrum: for gates alpha_i > 0 and b_i > 0, of any size, all  *)
(*   eigenvalues are real and there is a basis of real eigenvectors. With     *)
(*   B = Diag(b), D = Diag(alpha) the matrix (B D) T is symmetric, so T is    *)
(*   self-adjoint in the inner product x^T B D y.                             *)
(* - gdn2_spectrum_bounds, gdn2_spectrum_range: for alpha_i >= 0, b_i >= 0    *)
(*   and s = sum_i b_i k_i^2 <= 1 the eigenvalues, in ascending order, lie    *)
(*   between (1 - s) times the gate of the same index and this gate, and      *)
(*   above the gate before; all lie in [(1 - s) min alpha, max alpha].        *)
(* - gdn2_extended_erase: for alpha_i > 0, b_i >= 0 and any s exactly one     *)
(*   eigenvalue is negative if s > 1 and none otherwise, exactly one is zero  *)
(*   if s = 1 and none otherwise, with bounds for all.                        *)
(*                                                                            *)
(* Idea of the bounds: by the determinant lemma T has the characteristic      *)
(* polynomial of the symmetric S = D - x x^T, x_i = sqrt(alpha_i b_i) k_i,    *)
(* whether or not gates are zero. As forms (1 - s) D <= S <= D, by the        *)
(* inequality of Cauchy and Schwarz, and S = D on the vectors orthogonal to x.*)
(******************************************************************************)
From mathcomp Require Import all_ssreflect all_algebra all_field.
From mathcomp Require Import complex.
From eigenclaim Require Import Spectrum CharPoly PairBound HermitianProduct Symmetric.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Gdn2.

Variables (R : rcfType) (n : nat).
Implicit Types (alpha b : 'rV[R]_n) (k : 'cV[R]_n).

Definition gdn2_step b k alpha : 'M[R]_n :=
  (1%:M - k *m (diag_mx b *m k)^T) *m diag_mx alpha.

Lemma diag_form alpha (v : 'rV[R]_n) :
  (v *m diag_mx alpha *m v^T) 0 0 = \sum_i alpha 0 i * v 0 i ^+ 2.
Proof.
rewrite mxE; apply: eq_bigr => i _.
by rewrite mul_mx_diag !mxE [v 0 i * _]mulrC -mulrA -expr2.
Qed.

Theorem gdn2_real_spectrum alpha b k :
    (forall i, 0 < alpha 0 i) -> (forall i, 0 < b 0 i) ->
  real_spectrum (gdn2_step b k alpha) /\ diagonalizable (gdn2_step b k alpha).
Proof.
move=> alpha_gt0 b_gt0; set T := gdn2_step b k alpha.
suff diagT : diagonalizable T by split; [apply: diagonalizable_real|].
pose M : 'M[R]_n := diag_mx b *m diag_mx alpha.
apply: (selfadjoint_diagonalizable (M := M)).
- by rewrite /M trmx_mul !tr_diag_mx diag_mxC.
- move=> v v_neq0; rewrite /M mulmx_diag diag_form lt0r; apply/andP; split; last first.
    by apply: sumr_ge0 => i _; rewrite mxE mulr_ge0 ?sqr_ge0 // mulr_ge0 // ltW.
  apply: contra v_neq0; rewrite psumr_eq0 => [/allP sum0|i _]; last first.
    by rewrite mxE mulr_ge0 ?sqr_ge0 // mulr_ge0 // ltW.
  apply/eqP/rowP=> i; have := sum0 i (mem_index_enum _); rewrite !mxE /=.
  by rewrite mulf_eq0 sqrf_eq0 gt_eqF ?mulr_gt0 // => /eqP.
have Bk : (diag_mx b *m k)^T *m diag_mx alpha = (M *m k)^T.
  by rewrite -[X in _ *m X]tr_diag_mx -trmx_mul mulmxA diag_mxC.
have -> : M *m T = M *m diag_mx alpha - (M *m k) *m (M *m k)^T.
  by rewrite /T /gdn2_step mulmxA mulmxBr mulmx1 mulmxBl -!mulmxA Bk !mulmxA.
have MD : (M *m diag_mx alpha)^T = M *m diag_mx alpha.
  by rewrite /M !mulmx_diag tr_diag_mx.
by rewrite linearB /= MD [X in _ - X]trmx_mul trmxK.
Qed.

(* The symmetric matrix with the same characteristic polynomial. *)
Definition gdn2_vector alpha b k : 'rV[R]_n :=
  \row_i (Num.sqrt (alpha 0 i) * (Num.sqrt (b 0 i) * k i 0)).

Definition gdn2_symmetric alpha b k : 'M[R]_n :=
  diag_mx alpha - (gdn2_vector alpha b k)^T *m gdn2_vector alpha b k.

Lemma gdn2_symmetricP alpha b k :
    (forall i, 0 <= alpha 0 i) -> (forall i, 0 <= b 0 i) ->
  char_poly (gdn2_step b k alpha) = char_poly (gdn2_symmetric alpha b k).
Proof.
move=> alpha_ge0 b_ge0; set x := gdn2_vector alpha b k.
have -> : gdn2_step b k alpha = diag_mx alpha - k *m (diag_mx alpha *m (diag_mx b *m k))^T.
  by rewrite /gdn2_step mulmxBl mul1mx -mulmxA [in RHS]trmx_mul tr_diag_mx.
have -> : gdn2_symmetric alpha b k = diag_mx alpha - x^T *m (x^T)^T by rewrite trmxK.
rewrite [LHS]char_poly_rank1 [RHS]char_poly_rank1; congr (_ + _).
apply: eq_bigr => i _; congr (_%:P * _).
rewrite !mul_diag_mx !mxE -expr2 !exprMn !sqr_sqrtr //.
by rewrite expr2 !mulrA [k i 0 * _]mulrC [_ * k i 0 * b 0 i]mulrAC.
Qed.

Lemma gdn2_symmetric_tr alpha b k : (gdn2_symmetric alpha b k)^T = gdn2_symmetric alpha b k.
Proof. by rewrite linearB /= tr_diag_mx trmx_mul trmxK. Qed.

Lemma gdn2_form alpha b k (v : 'rV_n) :
  (v *m gdn2_symmetric alpha b k *m v^T) 0 0 =
    (v *m diag_mx alpha *m v^T) 0 0 - (v *m (gdn2_vector alpha b k)^T) 0 0 ^+ 2.
Proof.
set x := gdn2_vector alpha b k.
have -> : v *m gdn2_symmetric alpha b k *m v^T =
    v *m diag_mx alpha *m v^T - (v *m x^T) *m (v *m x^T)^T.
  by rewrite /gdn2_symmetric -/x mulmxBr mulmxBl trmx_mul trmxK !mulmxA.
move: (v *m diag_mx alpha *m v^T) (v *m x^T) => p q.
by rewrite !mxE big_ord1 mxE -expr2.
Qed.

Lemma gdn2_form_le alpha b k (v : 'rV_n) :
  (v *m gdn2_symmetric alpha b k *m v^T) 0 0 <= (v *m diag_mx alpha *m v^T) 0 0.
Proof. by rewrite gdn2_form ger_addl oppr_le0 sqr_ge0. Qed.

Lemma gdn2_form_ge alpha b k (v : 'rV_n) :
    (forall i, 0 <= alpha 0 i) -> (forall i, 0 <= b 0 i) ->
  (1 - \sum_i b 0 i * k i 0 ^+ 2) * (v *m diag_mx alpha *m v^T) 0 0
    <= (v *m gdn2_symmetric alpha b k *m v^T) 0 0.
Proof.
move=> alpha_ge0 b_ge0; rewrite gdn2_form mulrBl mul1r ler_add2l ler_opp2 mulrC.
pose u : 'rV[R]_n := \row_i (Num.sqrt (alpha 0 i) * v 0 i).
pose w : 'rV[R]_n := \row_i (Num.sqrt (b 0 i) * k i 0).
have -> : (v *m (gdn2_vector alpha b k)^T) 0 0 = (u *m w^T) 0 0.
  rewrite !dotE; apply: eq_bigr => i _; rewrite !mxE !mulrA.
  by rewrite [v 0 i * _]mulrC.
have -> : (v *m diag_mx alpha *m v^T) 0 0 = (u *m u^T) 0 0.
  rewrite diag_form dotE; apply: eq_bigr => i _.
  by rewrite mxE -expr2 exprMn sqr_sqrtr.
have -> : \sum_i b 0 i * k i 0 ^+ 2 = (w *m w^T) 0 0.
  by rewrite dotE; apply: eq_bigr => i _; rewrite mxE -expr2 exprMn sqr_sqrtr.
exact: cauchy_schwarz.
Qed.

(* The gates in ascending order. *)
Definition ascending alpha : seq R := sort <=%R [seq alpha 0 i | i <- enum 'I_n].

Lemma size_ascending alpha : size (ascending alpha) = n.
Proof. by rewrite size_sort size_map size_enum_ord. Qed.

Lemma char_poly_ascending alpha :
  char_poly (diag_mx alpha) = \prod_(x <- ascending alpha) ('X - x%:P).
Proof.
rewrite char_poly_diag (perm_big _ (permEl (perm_sort _ _))) big_map big_enum.
by [].
Qed.

(* The eigenvalues in ascending order, compared with the gates. *)
Lemma gdn2_ordered alpha b k :
    (forall i, 0 <= alpha 0 i) -> (forall i, 0 <= b 0 i) ->
  let T := gdn2_step b k alpha in let a := ascending alpha in
  let s := \sum_i b 0 i * k i 0 ^+ 2 in
  exists l : seq R, [/\ sorted <=%R l, spectrum T [seq x%:C%C | x <- l],
    forall j, (j < n)%N -> l`_j <= a`_j, forall j, (j.+1 < n)%N -> a`_j <= l`_j.+1
    & s <= 1 -> forall j, (j < n)%N -> (1 - s) * a`_j <= l`_j].
Proof.
move=> alpha_ge0 b_ge0 T a s; pose S := gdn2_symmetric alpha b k.
have Ssym : S^T = S := gdn2_symmetric_tr alpha b k.
have TS : char_poly T = char_poly S by apply: gdn2_symmetricP.
have /real_spectrumP[l0 Sl0] := symmetric_real Ssym.
pose l := sort <=%R l0; have Sl : char_poly S = \prod_(x <- l) ('X - x%:P).
  by rewrite Sl0 (perm_big _ (permEl (perm_sort _ _))).
have size_l : size l = n.
  by apply: succn_inj; rewrite -(size_char_poly S) Sl size_prod_XsubC.
have Dl := char_poly_ascending alpha; rewrite -/a in Dl.
have sorted_l : sorted <=%R l by apply/sort_sorted/le_total.
have sorted_a : sorted <=%R a by apply/sort_sorted/le_total.
have eq_size : size l = size a by rewrite size_l size_ascending.
have Dsym : (diag_mx alpha)^T = diag_mx alpha by rewrite tr_diag_mx.
exists l; split=> //.
- by rewrite /spectrum TS Sl map_prod_XsubC.
- move=> j lt_j; rewrite -[j in a`_j]addn0; apply: (sorted_nth_le (m := 0)) => //; rewrite ?addn0.
    move=> x; apply: (count_eigenvalues_le (K := 0 : 'M[R]_(n, 0)) Ssym Dsym _ Sl Dl) => v _.
    exact: gdn2_form_le.
  by rewrite size_ascending.
- move=> j lt_j; rewrite -addn1.
  apply: (sorted_nth_le (m := 1)); rewrite ?addn1 ?eq_size ?size_ascending //.
  move=> x; pose K := (gdn2_vector alpha b k)^T.
  apply: (count_eigenvalues_le (K := K) Dsym Ssym _ Dl Sl) => v vK.
  have v0 : (v *m (gdn2_vector alpha b k)^T) 0 0 = 0 by rewrite vK mxE.
  by rewrite gdn2_form v0 expr0n subr0.
move=> s_le1 j lt_j; have s1_ge0 : 0 <= 1 - s by rewrite subr_ge0.
pose c := [seq (1 - s) * x | x <- a].
have -> : (1 - s) * a`_j = c`_j by rewrite (nth_map 0) // size_ascending.
have Dc : char_poly (diag_mx ((1 - s) *: alpha)) = \prod_(x <- c) ('X - x%:P).
  rewrite char_poly_diag /c big_map (perm_big _ (permEl (perm_sort _ _))) big_map big_enum.
  by apply: eq_bigr => i _; rewrite mxE.
have sorted_c : sorted <=%R c.
  rewrite sorted_map; apply: sub_sorted sorted_a => x y le_xy /=.
  by rewrite ler_wpmul2l.
have Dcsym : (diag_mx ((1 - s) *: alpha))^T = diag_mx ((1 - s) *: alpha) by rewrite tr_diag_mx.
have size_c : size c = n by rewrite size_map size_ascending.
rewrite -[j in l`_j]addn0; apply: (sorted_nth_le (m := 0)); rewrite ?addn0 ?size_l //.
move=> x; apply: (count_eigenvalues_le (K := 0 : 'M[R]_(n, 0)) Dcsym Ssym _ Dc Sl) => v _.
apply: le_trans (gdn2_form_ge k v alpha_ge0 b_ge0).
by rewrite !diag_form mulr_sumr ler_sum // => i _; rewrite mxE mulrA.
Qed.

Theorem gdn2_spectrum_bounds alpha b k :
    (forall i, 0 <= alpha 0 i) -> (forall i, 0 <= b 0 i) ->
  let T := gdn2_step b k alpha in let a := ascending alpha in
  let s := \sum_i b 0 i * k i 0 ^+ 2 in s <= 1 ->
  exists l : seq R, [/\ sorted <=%R l, spectrum T [seq x%:C%C | x <- l],
    forall j, (j < n)%N -> (1 - s) * a`_j <= l`_j <= a`_j
    & forall j, (j.+1 < n)%N -> a`_j <= l`_j.+1].
Proof.
move=> alpha_ge0 b_ge0 T a s s_le1.
have [l [sorted_l Tl le_la le_al ge_l]] := gdn2_ordered k alpha_ge0 b_ge0.
by exists l; split=> // j lt_j; rewrite le_la // ge_l.
Qed.

(* An eigenvector of S shows that every eigenvalue lies between the bounds. *)
Lemma gdn2_eigenvalue_range alpha b k lo hi z :
    (forall i, 0 <= alpha 0 i) -> (forall i, 0 <= b 0 i) ->
    (forall i, lo <= alpha 0 i <= hi) ->
    eigenvalue (map_mx (real_complex R) (gdn2_step b k alpha)) z ->
  let s := \sum_i b 0 i * k i 0 ^+ 2 in
  [/\ complex.Im z = 0, complex.Re z <= hi, s <= 1 -> (1 - s) * lo <= complex.Re z
    & 1 <= s -> (1 - s) * hi <= complex.Re z].
Proof.
move=> alpha_ge0 b_ge0 lohi Tz s; set S := gdn2_symmetric alpha b k.
have Sz : eigenvalue (map_mx (real_complex R) S) z.
  rewrite eigenvalue_root_char -map_char_poly -gdn2_symmetricP //.
  by rewrite map_char_poly -eigenvalue_root_char.
have z_real : complex.Im z = 0 by apply: symmetric_real Sz; apply: gdn2_symmetric_tr.
have zE : z = (complex.Re z)%:C%C by case: (z) z_real => x y /= ->.
move: Sz; rewrite zE eigenvalue_map; set x := complex.Re z.
case/eigenvalueP=> v vS v_neq0; have q_gt0 := dot_gt0 v_neq0.
set q := (v *m v^T) 0 0 in q_gt0; pose D := (v *m diag_mx alpha *m v^T) 0 0.
have vSv : (v *m S *m v^T) 0 0 = x * q by rewrite vS -scalemxAl mxE.
have le_D := gdn2_form_le alpha b k v; rewrite vSv -/D in le_D.
have ge_D := gdn2_form_ge k v alpha_ge0 b_ge0; rewrite vSv -/D -/s in ge_D.
have qE : q = \sum_i v 0 i ^+ 2 by rewrite /q dotE; apply: eq_bigr.
have D_le : D <= hi * q.
  rewrite /D diag_form qE mulr_sumr ler_sum // => i _.
  by rewrite ler_wpmul2r ?sqr_ge0 //; case/andP: (lohi i).
have D_ge : lo * q <= D.
  rewrite /D diag_form qE mulr_sumr ler_sum // => i _.
  by rewrite ler_wpmul2r ?sqr_ge0 //; case/andP: (lohi i).
split=> //; first by rewrite -(ler_pmul2r q_gt0) (le_trans le_D).
- move=> s_le1; rewrite -(ler_pmul2r q_gt0) (le_trans _ ge_D) // -mulrA.
  by rewrite ler_wpmul2l ?subr_ge0.
- move=> s_ge1; rewrite -(ler_pmul2r q_gt0) (le_trans _ ge_D) // -mulrA.
  by rewrite ler_wnmul2l ?subr_le0.
Qed.

Theorem gdn2_spectrum_range alpha b k lo hi z :
    (forall i, 0 <= alpha 0 i) -> (forall i, 0 <= b 0 i) ->
    (forall i, lo <= alpha 0 i <= hi) ->
  let s := \sum_i b 0 i * k i 0 ^+ 2 in s <= 1 ->
    eigenvalue (map_mx (real_complex R) (gdn2_step b k alpha)) z ->
  complex.Im z = 0 /\ (1 - s) * lo <= complex.Re z <= hi.
Proof.
move=> alpha_ge0 b_ge0 lohi s s_le1 Tz.
have [-> -> ge_z _] := gdn2_eigenvalue_range alpha_ge0 b_ge0 lohi Tz.
by rewrite ge_z.
Qed.

Lemma gdn2_determinant alpha b k :
  \det (gdn2_step b k alpha) = (1 - \sum_i b 0 i * k i 0 ^+ 2) * \prod_i alpha 0 i.
Proof.
rewrite det_mulmx det_diag; congr (_ * _).
have -> : 1%:M - k *m (diag_mx b *m k)^T = diag_mx (const_mx 1) + (- k) *m (diag_mx b *m k)^T.
  by rewrite diag_const_mx mulNmx.
have prod1 (P : pred 'I_n) : \prod_(i | P i) (const_mx 1 : 'rV[R]_n) 0 i = 1.
  by apply: big1 => i _; rewrite mxE.
rewrite det_diag_rank1 prod1 ?oner_eq0 //; congr (_ + _).
rewrite -sumrN; apply: eq_bigr => i _.
by rewrite prod1 mulr1 mul_diag_mx !mxE mulNr mulrCA -expr2.
Qed.

(* The size of b is not restricted here. *)
Theorem gdn2_extended_erase alpha b k :
    (forall i, 0 < alpha 0 i) -> (forall i, 0 <= b 0 i) ->
  let T := gdn2_step b k alpha in let s := \sum_i b 0 i * k i 0 ^+ 2 in
  exists l : seq R, [/\ spectrum T [seq x%:C%C | x <- l],
    count (fun x => x < 0) l = (1 < s), count (fun x => x == 0) l = (s == 1)
    & forall lo hi, (forall i, lo <= alpha 0 i <= hi) -> {in l, forall x,
        [/\ x <= hi, s <= 1 -> (1 - s) * lo <= x, 1 <= s -> (1 - s) * hi <= x
          & `|x| <= Num.max 1 (s - 1) * hi]}].
Proof.
move=> alpha_gt0 b_ge0 T s; have alpha_ge0 i : 0 <= alpha 0 i by rewrite ltW.
have [l [sorted_l Tl le_la le_al ge_l]] := gdn2_ordered k alpha_ge0 b_ge0.
have size_l : size l = n by rewrite -(size_spectrum Tl) size_map.
have detT : \prod_(x <- l) x = (1 - s) * \prod_i alpha 0 i.
  by rewrite -(det_prod_roots (A := T) _ size_l) ?gdn2_determinant //; apply/spectrum_real.
have prod_gt0 : 0 < \prod_i alpha 0 i by apply: prodr_gt0 => i _.
have tail_gt0 : {in behead l, forall y, 0 < y}.
  move=> y y_in; have [j lt_j <-] := nthP 0 y_in; rewrite size_behead size_l in lt_j.
  have lt_j1 : (j.+1 < n)%N by rewrite -ltn_predRL.
  rewrite nth_behead (lt_le_trans _ (le_al _ lt_j1)) //.
  have := mem_nth 0 (_ : (j < size (ascending alpha))%N); rewrite size_ascending.
  by move=> /(_ (ltnW lt_j1)); rewrite mem_sort => /mapP[i _ ->].
have [count_neg count_zero] :
    count (fun x => x < 0) l = (1 < s) /\ count (fun x => x == 0) l = (s == 1).
  case: l size_l detT tail_gt0 {sorted_l Tl le_la le_al ge_l} => [|x l] size_l detT l_gt0.
    rewrite /s big1 => [|i _]; first by rewrite ltNge ler01 eq_sym oner_eq0.
    by have := ltn_ord i; rewrite -[X in (_ < X)%N]size_l ltn0.
  have prodl_gt0 : 0 < \prod_(y <- l) y.
    by rewrite big_seq; apply: prodr_gt0 => y; apply: l_gt0.
  rewrite big_cons in detT; split=> /=.
    rewrite (_ : count _ l = 0%N) ?addn0; last first.
      by apply/eqP; rewrite -leqn0 leqNgt -has_count; apply/hasPn=> y /l_gt0/lt_gtF->.
    by rewrite -(pmulr_llt0 _ prodl_gt0) detT pmulr_llt0 // subr_lt0.
  rewrite (_ : count _ l = 0%N) ?addn0; last first.
    by apply/eqP; rewrite -leqn0 leqNgt -has_count; apply/hasPn=> y /l_gt0/gt_eqF->.
  have := congr1 (fun x => x == 0) detT; rewrite /= !mulf_eq0.
  by rewrite (gt_eqF prodl_gt0) (gt_eqF prod_gt0) !orbF => ->; rewrite subr_eq0 eq_sym.
exists l; split=> //.
move=> lo hi lohi x xl; have n_gt0 : (0 < n)%N by rewrite -size_l; case: (l) xl.
  have Tx : eigenvalue (map_mx (real_complex R) T) x%:C%C.
    by rewrite -(spectrumE _ Tl) map_f.
  have [_ /= x_le ge_x ge_x1] := gdn2_eigenvalue_range alpha_ge0 b_ge0 lohi Tx.
  have hi_gt0 : 0 < hi.
    by apply: lt_le_trans (alpha_gt0 (Ordinal n_gt0)) _; case/andP: (lohi (Ordinal n_gt0)).
  have M_ge1 : 1 <= Num.max 1 (s - 1) by rewrite le_maxr lexx.
  have M_ges : s - 1 <= Num.max 1 (s - 1) by rewrite le_maxr lexx orbT.
  split=> //; rewrite ler_norml; apply/andP; split; last first.
    by rewrite (le_trans x_le) // ler_pmull.
  rewrite ler_oppl; have [s_le1|/ltW s_ge1] := leP s 1.
    have lohi0 i : 0 <= alpha 0 i <= hi by rewrite alpha_ge0; case/andP: (lohi i).
    have [_ _ /(_ s_le1) + _] := gdn2_eigenvalue_range alpha_ge0 b_ge0 lohi0 Tx.
    rewrite mulr0 /= => x_ge0; apply: (@le_trans _ _ 0); first by rewrite oppr_le0.
    by rewrite mulr_ge0 ?ltW // (lt_le_trans ltr01).
  apply: (@le_trans _ _ ((s - 1) * hi)).
    by rewrite ler_oppl -mulNr opprB ge_x1.
  by apply: ler_wpmul2r M_ges; apply: ltW.
Qed.

End Gdn2.
