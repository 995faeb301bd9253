(******************************************************************************)
(* Real symmetric matrices over a real closed field.                          *)
(*                                                                            *)
(* - The spectral theorem: an orthogonal change of basis makes a symmetric    *)
(*   matrix diagonal. By induction: a real unit eigenvector is taken to the   *)
(*   first axis by a reflection.                                              *)
(* - A matrix T that is self-adjoint in a positive definite inner product is  *)
(*   diagonalizable over R.                                                   *)
(* - Comparison: if A <= B as forms on the vectors v with v K = 0, K having m *)
(*   columns, then for every x the matrix A has at most m eigenvalues above x *)
(*   more than B. Otherwise a vector v <> 0 with v K = 0 would lie both in    *)
(*   the space of the eigenvalues of A above x and in that of the others of B.*)
(******************************************************************************)
From mathcomp Require Import all_ssreflect all_algebra all_field.
From mathcomp Require Import complex.
From eigenclaim Require Import Spectrum CharPoly PairBound HermitianProduct.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Symmetric.

Variable R : rcfType.

Lemma dotE n (u v : 'rV[R]_n) : (u *m v^T) 0 0 = \sum_i u 0 i * v 0 i.
Proof. by rewrite mxE; apply: eq_bigr => i _; rewrite mxE. Qed.

Lemma dotC n (u v : 'rV[R]_n) : u *m v^T = v *m u^T.
Proof.
by rewrite [LHS]mx11_scalar [RHS]mx11_scalar !dotE; congr _%:M; apply: eq_bigr => k _; rewrite mulrC.
Qed.

Lemma dot_ge0 n (v : 'rV[R]_n) : 0 <= (v *m v^T) 0 0.
Proof. by rewrite dotE sumr_ge0 // => i _; rewrite -expr2 sqr_ge0. Qed.

Lemma dot_eq0 n (v : 'rV[R]_n) : ((v *m v^T) 0 0 == 0) = (v == 0).
Proof.
rewrite dotE psumr_eq0 => [|i _]; last by rewrite -expr2 sqr_ge0.
apply/allP/eqP=> [v0|-> i _]; last by rewrite mxE mul0r eqxx.
by apply/rowP=> i; have := v0 i (mem_index_enum _); rewrite mxE /= -expr2 sqrf_eq0 => /eqP.
Qed.

Lemma dot_gt0 n (v : 'rV[R]_n) : v != 0 -> 0 < (v *m v^T) 0 0.
Proof. by rewrite lt0r dot_ge0 dot_eq0 andbT. Qed.

Lemma cauchy_schwarz n (u w : 'rV[R]_n) :
  (u *m w^T) 0 0 ^+ 2 <= (u *m u^T) 0 0 * (w *m w^T) 0 0.
Proof.
have [->|w_neq0] := eqVneq w 0; first by rewrite trmx0 !mulmx0 !mxE expr0n mulr0.
have q_gt0 := dot_gt0 w_neq0; set q := (w *m w^T) 0 0 in q_gt0 *.
rewrite -subr_ge0 -(pmulr_rge0 _ q_gt0); set c := (u *m w^T) 0 0.
suff <- : ((q *: u - c *: w) *m (q *: u - c *: w)^T) 0 0 = q * ((u *m u^T) 0 0 * q - c ^+ 2).
  exact: dot_ge0.
have -> : (q *: u - c *: w)^T = q *: u^T - c *: w^T by rewrite linearB !linearZ.
rewrite !mulmxBl !mulmxBr -!scalemxAl -!scalemxAr (dotC w u).
move: (erefl c) (erefl q); rewrite {1}/c {1}/q.
move: (u *m w^T) (w *m w^T) (u *m u^T) c q {q_gt0} => uw ww uu c q uwc wwq.
rewrite !mxE uwc wwq !mulrBr expr2.
by rewrite [c * q]mulrC subrr subr0 [q * uu 0 0]mulrC.
Qed.

(* A reflection takes any unit vector to any other. *)
Lemma reflection n (e v : 'rV[R]_n) : e *m e^T = 1%:M -> v *m v^T = 1%:M ->
  exists Q : 'M_n, [/\ Q^T = Q, Q *m Q = 1%:M & e *m Q = v].
Proof.
move=> e1 v1; pose u := v - e; pose c := (u *m u^T) 0 0.
have [u0|u_neq0] := eqVneq u 0.
  exists 1%:M; rewrite trmx1 !mulmx1; split=> //.
  by apply/esym/eqP; rewrite -subr_eq0 -/u u0.
have c_neq0 : c != 0 by rewrite dot_eq0.
have uu : u *m u^T = c%:M by rewrite [LHS]mx11_scalar.
set t := 2%:R / c; have tc : t * c = 2%:R by rewrite divfK.
exists (1%:M - t *: (u^T *m u)); set P := u^T *m u.
have PP : P *m P = c *: P by rewrite /P -mulmxA (mulmxA u) uu mul_scalar_mx -scalemxAr.
split.
- by rewrite linearB linearZ /= trmx1 trmx_mul trmxK.
- rewrite mulmxBl mul1mx mulmxBr mulmx1 -scalemxAl -scalemxAr PP !scalerA -mulrA tc.
  by rewrite mulr_natr -scalerMnl mulr2n opprB addrK subrK.
- rewrite mulmxBr mulmx1 -scalemxAr mulmxA.
  have -> : e *m u^T = (- (c / 2%:R))%:M.
    have def_c : c%:M = - (e *m u^T) *+ 2.
      rewrite -uu /u linearB /= !mulmxBl !mulmxBr e1 v1 (dotC v e).
      by rewrite opprB mulr2n addrA.
    rewrite [LHS]mx11_scalar; congr _%:M; move/matrixP/(_ 0 0): def_c.
    rewrite !mxE eqxx mulr1n => ->.
    by rewrite -opprD mulNr opprK -mulr2n -mulr_natr mulfK ?pnatr_eq0.
  rewrite mul_scalar_mx scalerA mulrN scaleNr opprK mulrA tc divff ?pnatr_eq0 //.
  by rewrite scale1r addrC subrK.
Qed.

Lemma symmetric_eigenvector n (S : 'M[R]_n) : (0 < n)%N -> S^T = S ->
  exists x (v : 'rV_n), v *m S = x *: v /\ v *m v^T = 1%:M.
Proof.
move=> n_gt0 Ssym.
have /real_spectrumP[l Sl] : real_spectrum S.
  rewrite -[S]mul1mx; apply: symmetric_product_real; rewrite ?trmx1 //.
  by left=> v; rewrite mulmx1 dot_ge0.
case: l Sl => [|x l] Sl.
  by have := size_char_poly S; rewrite Sl big_nil size_poly1 => -[n0]; rewrite -n0 in n_gt0.
have /eigenvalueP[w wS w_neq0] : eigenvalue S x.
  by rewrite eigenvalue_root_char Sl root_prod_XsubC mem_head.
pose q := (w *m w^T) 0 0; have q_gt0 : 0 < q by apply: dot_gt0.
exists x, ((Num.sqrt q)^-1 *: w); rewrite -scalemxAl wS !scalerA mulrC; split=> //.
rewrite linearZ /= -scalemxAr -scalemxAl scalerA [w *m _]mx11_scalar -/q scale_scalar_mx.
by rewrite -invfM -expr2 sqr_sqrtr ?ltW // mulVf ?gt_eqF.
Qed.

(* The spectral theorem. *)
Theorem symmetric_diagonal n (S : 'M[R]_n) : S^T = S ->
  exists (Q : 'M_n) (d : 'rV_n), Q *m Q^T = 1%:M /\ S = Q^T *m diag_mx d *m Q.
Proof.
elim: n S => [|n IHn]; first by exists 0, 0; split; rewrite [LHS]flatmx0 [RHS]flatmx0.
rewrite -[n.+1]/(1 + n)%N => S Ssym.
have [x [v [vS v1]]] := symmetric_eigenvector (ltn0Sn n) Ssym.
pose e : 'rV[R]_(1 + n) := row_mx 1%:M 0.
have e1 : e *m e^T = 1%:M by rewrite tr_row_mx mul_row_col trmx0 mulmx0 addr0 trmx1 mulmx1.
have [Q [Qsym QQ eQ]] := reflection e1 v1.
pose N : 'M[R]_(1 + n) := Q *m S *m Q.
have Nsym : N^T = N by rewrite /N !trmx_mul Qsym Ssym mulmxA.
have eN : e *m N = x *: e.
  by rewrite /N !mulmxA eQ vS -scalemxAl -eQ -mulmxA QQ mulmx1.
have upN : usubmx N = row_mx x%:M 0.
  rewrite -[N]vsubmxK mul_row_col mul1mx mul0mx addr0 in eN.
  by rewrite eN scale_row_mx scaler0 scale_scalar_mx mulr1.
have ulN : ulsubmx N = x%:M by rewrite /ulsubmx upN row_mxKl.
have urN : ursubmx N = 0 by rewrite /ursubmx upN row_mxKr.
have dlN : dlsubmx N = 0 by rewrite -[N]Nsym -trmx_ursub urN trmx0.
have [P [d [PP drN]]] : exists (P : 'M_n) (d : 'rV_n),
    P *m P^T = 1%:M /\ drsubmx N = P^T *m diag_mx d *m P.
  by apply: IHn; rewrite trmx_drsub Nsym.
have def_S : S = Q *m N *m Q by rewrite /N !mulmxA QQ mul1mx -mulmxA QQ mulmx1.
pose P1 : 'M[R]_(1 + n) := block_mx 1%:M 0 0 P.
exists (P1 *m Q), (row_mx x%:M d); split.
  rewrite trmx_mul Qsym mulmxA -(mulmxA P1) QQ mulmx1 /P1 tr_block_mx mulmx_block.
  by rewrite !trmx0 !mulmx0 !mul0mx !addr0 add0r PP trmx1 mulmx1 -scalar_mx_block.
clearbody N; rewrite def_S trmx_mul Qsym !mulmxA; congr (_ *m _).
rewrite -!mulmxA; congr (_ *m _).
rewrite -[N]submxK ulN urN dlN drN diag_mx_row /P1 tr_block_mx !trmx0 trmx1 !mulmx_block.
rewrite !mulmx0 !mul0mx !addr0 !add0r mul1mx !mulmx1 mulmxA; congr block_mx; rewrite ?mulmx0 //.
by apply/matrixP=> i j; rewrite !mxE !ord1.
Qed.

(* A matrix that is self-adjoint in an inner product has a basis of real eigenvectors. *)
Theorem selfadjoint_diagonalizable n (T M : 'M[R]_n) :
    M^T = M -> (forall v : 'rV_n, v != 0 -> 0 < (v *m M *m v^T) 0 0) -> (M *m T)^T = M *m T ->
  diagonalizable T.
Proof.
move=> Msym Mpos MTsym; have [Q [m [QQ def_M]]] := symmetric_diagonal Msym.
have Qu : Q \in unitmx by case/mulmx1_unit: QQ.
have m_gt0 i : 0 < m 0 i.
  pose c : 'rV[R]_n := delta_mx 0 i.
  have -> : m 0 i = (c *m Q *m M *m (c *m Q)^T) 0 0.
    rewrite def_M trmx_mul !mulmxA -(mulmxA _ Q) QQ mulmx1 -(mulmxA _ Q) QQ mulmx1.
    by rewrite /c trmx_delta -rowE -colE !mxE eqxx mulr1n.
  apply: Mpos; rewrite mulmx_free_eq0 ?row_free_unit //.
  by apply/eqP=> /matrixP/(_ 0 i); rewrite !mxE !eqxx => /eqP; rewrite oner_eq0.
pose sm : 'rV[R]_n := \row_i Num.sqrt (m 0 i); pose G := diag_mx sm *m Q.
have Gu : G \in unitmx.
  rewrite unitmx_mul Qu andbT unitmxE det_diag unitfE; apply/prodf_neq0=> i _.
  by rewrite mxE gt_eqF // sqrtr_gt0.
have def_MG : M = G^T *m G.
  rewrite def_M /G trmx_mul tr_diag_mx !mulmxA -(mulmxA Q^T _ (diag_mx sm)) mulmx_diag.
  by congr (_ *m diag_mx _ *m _); apply/rowP=> i; rewrite !mxE -expr2 sqr_sqrtr ?ltW.
clearbody G; pose S := G *m T *m invmx G.
have MT : M *m T = G^T *m S *m G by rewrite def_MG /S !mulmxA mulmxKV.
have Ssym : S^T = S.
  have GTu : G^T \in unitmx by rewrite unitmx_tr.
  apply: (can_inj (mulKmx GTu)); apply: (can_inj (mulmxK Gu)).
  by rewrite -MT -MTsym MT !trmx_mul trmxK !mulmxA.
have [P [d [PP def_S]]] := symmetric_diagonal Ssym.
have Pu : P \in unitmx by case/mulmx1_unit: PP.
have PGu : P *m G \in unitmx by rewrite unitmx_mul Pu Gu.
exists (P *m G) => //; apply/diagonalizable_forPex; exists d; apply/simmxP => //.
have SG : G *m T = S *m G by rewrite /S mulmxKV.
by rewrite -mulmxA SG def_S !mulmxA PP mul1mx.
Qed.

Lemma diagonalizable_real n (T : 'M[R]_n) : diagonalizable T -> real_spectrum T.
Proof.
case=> P Pu /diagonalizable_forPex[d /(simmxP Pu) PT].
apply/real_spectrumP; exists [seq d 0 i | i <- index_enum (ordinal_finType n)].
by rewrite -(char_poly_conj T Pu) PT mulmxK // char_poly_diag big_map.
Qed.

Lemma diagonalizable_trmx n (T : 'M[R]_n) : diagonalizable T^T -> diagonalizable T.
Proof.
case=> P Pu /diagonalizable_forPex[d /(simmxP Pu) PT].
have PTu : invmx P^T \in unitmx by rewrite unitmx_inv unitmx_tr.
exists (invmx P^T) => //; apply/diagonalizable_forPex; exists d; apply/simmxP => //.
have TP : T *m P^T = P^T *m diag_mx d.
  by rewrite -[T]trmxK -trmx_mul PT trmx_mul tr_diag_mx.
have PTu1 : P^T \in unitmx by rewrite unitmx_tr.
by rewrite -{1}(mulmxK PTu1 T) TP !mulmxA mulVmx // mul1mx.
Qed.

Lemma symmetric_real n (S : 'M[R]_n) : S^T = S -> real_spectrum S.
Proof.
move=> Ssym; apply/diagonalizable_real/(selfadjoint_diagonalizable (M := 1%:M)).
- by rewrite trmx1.
- by move=> v v_neq0; rewrite mulmx1 dot_gt0.
- by rewrite mul1mx.
Qed.

Lemma diagonal_spectrum n (S Q : 'M[R]_n) (d : 'rV_n) (l : seq R) :
    Q *m Q^T = 1%:M -> S = Q^T *m diag_mx d *m Q ->
    char_poly S = \prod_(x <- l) ('X - x%:P) ->
  forall P : pred R, count P l = #|[pred i | P (d 0 i)]|.
Proof.
move=> QQ -> ; rewrite -mulmxA char_poly_mulC -mulmxA QQ mulmx1 char_poly_diag => def_l P.
have /permP-> : perm_eq l [seq d 0 i | i <- index_enum (ordinal_finType n)].
  by apply: perm_prod_XsubC; rewrite -def_l big_map.
rewrite count_map cardE /enum_mem size_filter; apply: eq_count => i.
by [].
Qed.

(* Rows on which a list of coordinates vanishes. *)
Lemma mul_colsub m n p q (A : 'M[R]_(m, n)) (B : 'M_(n, p)) (f : 'I_q -> 'I_p) :
  A *m colsub f B = colsub f (A *m B).
Proof. by apply/matrixP=> i j; rewrite !mxE; apply: eq_bigr => k _; rewrite !mxE. Qed.

Theorem count_eigenvalues_le n m (A B : 'M[R]_n) (K : 'M_(n, m)) (l a : seq R) :
    A^T = A -> B^T = B ->
    (forall v : 'rV_n, v *m K = 0 -> (v *m A *m v^T) 0 0 <= (v *m B *m v^T) 0 0) ->
    char_poly A = \prod_(x <- l) ('X - x%:P) -> char_poly B = \prod_(x <- a) ('X - x%:P) ->
  forall x : R, (count (fun y => x < y)%R l <= count (fun y => x < y)%R a + m)%N.
Proof.
move=> Asym Bsym leAB def_l def_a x.
have [Q [d [QQ def_A]]] := symmetric_diagonal Asym.
have [P [e [PP def_B]]] := symmetric_diagonal Bsym.
rewrite (diagonal_spectrum QQ def_A def_l) (diagonal_spectrum PP def_B def_a).
set U := [pred i | x < d 0 i]; set V := [pred i | x < e 0 i].
pose L := row_mx K (row_mx (colsub (@enum_val _ (predC U)) Q^T) (colsub (@enum_val _ V) P^T)).
rewrite leqNgt; apply/negP => lt_VU.
have lt_n : (m + (#|predC U| + #|V|) < n)%N.
  have cardU : (#|U| + #|predC U|)%N = n by rewrite cardC card_ord.
  by rewrite -[X in (_ < X)%N]cardU addnCA addnC ltn_add2r addnC.
have : kermx L != 0.
  rewrite kermx_eq0 /row_free neq_ltn; apply/orP; left.
  exact: leq_ltn_trans (rank_leq_col L) lt_n.
move=> /rowV0Pn[v /sub_kermxP]; rewrite !mul_mx_row !mul_colsub -[0]row_mx0 -row_mx0.
case/eq_row_mx=> vK /eq_row_mx[vU vV] v_neq0; have {leAB} := leAB v vK.
apply/negP; rewrite -ltNge.
have form (M N : 'M[R]_n) (c : 'rV_n) : N *m N^T = 1%:M -> M = N^T *m diag_mx c *m N ->
    (v *m M *m v^T) 0 0 - x * (v *m v^T) 0 0 = \sum_i (c 0 i - x) * (v *m N^T) 0 i ^+ 2.
  move=> NN ->; have NN' : N^T *m N = 1%:M by apply: mulmx1C.
  have -> : v *m v^T = (v *m N^T) *m (v *m N^T)^T.
    by rewrite trmx_mul trmxK mulmxA -(mulmxA v) NN' mulmx1.
  have -> : v *m (N^T *m diag_mx c *m N) *m v^T = v *m N^T *m diag_mx c *m (v *m N^T)^T.
    by rewrite trmx_mul trmxK !mulmxA.
  set w := v *m N^T; clearbody w; rewrite dotE mxE mulr_sumr -sumrB; apply: eq_bigr => i _.
  by rewrite mul_mx_diag !mxE mulrBl expr2 [w 0 i * _]mulrC -mulrA.
have coordU i : i \notin U -> (v *m Q^T) 0 i = 0.
  move=> iU; move/matrixP/(_ 0 (enum_rank_in (iU : i \in predC U) i)): vU.
  by rewrite !mxE enum_rankK_in.
have coordV i : i \in V -> (v *m P^T) 0 i = 0.
  move=> iV; move/matrixP/(_ 0 (enum_rank_in iV i)): vV.
  by rewrite !mxE enum_rankK_in.
apply: (@le_lt_trans _ _ (x * (v *m v^T) 0 0)); last first.
  have Qu : Q^T \in unitmx by rewrite unitmx_tr; case/mulmx1_unit: QQ.
  have w_neq0 : v *m Q^T != 0 by rewrite mulmx_free_eq0 ?row_free_unit.
  have term_ge0 i : 0 <= (d 0 i - x) * (v *m Q^T) 0 i ^+ 2.
    have [iU|/coordU->] := boolP (i \in U); last by rewrite expr0n mulr0.
    by rewrite mulr_ge0 ?sqr_ge0 // subr_ge0 ltW.
  rewrite -subr_gt0 (form A Q d) // lt0r sumr_ge0 // andbT; apply: contra_neq w_neq0 => /eqP.
  rewrite psumr_eq0 // => /allP sum0; apply/rowP=> i; rewrite [RHS]mxE.
  have [iU|/coordU//] := boolP (i \in U).
  have := sum0 i (mem_index_enum _); rewrite mulf_eq0 sqrf_eq0 subr_eq0 gt_eqF //.
  by move=> /eqP.
rewrite -subr_le0 (form B P e) // -oppr_ge0 -sumrN sumr_ge0 // => i _; rewrite oppr_ge0.
have [/coordV->|iV] := boolP (i \in V); first by rewrite expr0n mulr0.
by rewrite mulr_le0_ge0 ?sqr_ge0 // subr_le0 leNgt.
Qed.

(* Two lists in ascending order, compared by counting. *)
Lemma sorted_nth_le m (l a : seq R) :
    sorted <=%R l -> sorted <=%R a -> size l = size a ->
    (forall x : R, (count (fun y => x < y)%R l <= count (fun y => x < y)%R a + m)%N) ->
  forall j, (j + m < size a)%N -> l`_j <= a`_(j + m).
Proof.
move=> sorted_l sorted_a eq_size count_le j lt_j; rewrite leNgt; apply/negP=> lt_al.
set x := a`_(j + m) in lt_al.
have a_le i : (i < (j + m).+1)%N -> a`_i <= x.
  move=> lt_i; apply: (sorted_leq_nth le_trans lexx 0 sorted_a); rewrite ?inE //.
  exact: leq_trans lt_i lt_j.
have l_gt i : (j <= i)%N -> (i < size l)%N -> x < l`_i.
  move=> le_ji lt_i; apply: (lt_le_trans lt_al).
  apply: (sorted_leq_nth le_trans lexx 0 sorted_l); rewrite ?inE //.
  exact: leq_ltn_trans le_ji lt_i.
clearbody x; have := count_le x; apply/negP; rewrite -ltnNge.
have count_a : (count (fun y => x < y)%R a <= size a - (j + m).+1)%N.
  rewrite -[in X in (X <= _)%N](cat_take_drop (j + m).+1 a) count_cat.
  rewrite (_ : count _ (take _ _) = 0%N) ?add0n; last first.
    apply/eqP; rewrite -leqn0 leqNgt -has_count; apply/hasPn=> y y_in.
    have [i lt_i <-] := nthP 0 y_in; rewrite size_takel // in lt_i.
    by rewrite nth_take // -leNgt a_le.
  by rewrite (leq_trans (count_size _ _)) // size_drop.
have count_l : (size l - j <= count (fun y => x < y)%R l)%N.
  rewrite -[in X in (_ <= X)%N](cat_take_drop j l) count_cat -(size_drop j l).
  rewrite (_ : count _ (drop _ _) = size (drop j l)) ?leq_addl //.
  apply/eqP; rewrite -all_count; apply/allP=> y y_in.
  have [i lt_i <-] := nthP 0 y_in; rewrite size_drop in lt_i.
  by rewrite nth_drop l_gt ?leq_addr // -ltn_subRL.
apply: leq_ltn_trans (leq_add count_a (leqnn m)) (leq_trans _ count_l).
by rewrite eq_size ltn_subRL addnCA -[X in (_ < X)%N](subnK lt_j) addnS.
Qed.

End Symmetric.
