(******************************************************************************)
(* Tools on characteristic polynomials: block triangular matrices, similar    *)
(* matrices, X Y against Y X, rank one updates, and invariant row spaces.     *)
(******************************************************************************)
From mathcomp Require Import all_ssreflect all_algebra all_field.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import GRing.Theory.
Local Open Scope ring_scope.

Section Blocks.

Variable R : comRingType.

Lemma char_poly_lblock m n (A : 'M[R]_m) (C : 'M_(n, m)) (B : 'M_n) :
  char_poly (block_mx A 0 C B) = char_poly A * char_poly B.
Proof.
rewrite /char_poly /char_poly_mx scalar_mx_block map_block_mx opp_block_mx add_block_mx.
by rewrite map_mx0 oppr0 addr0 det_lblock.
Qed.

Lemma char_poly_ublock m n (A : 'M[R]_m) (C : 'M_(m, n)) (B : 'M_n) :
  char_poly (block_mx A C 0 B) = char_poly A * char_poly B.
Proof.
rewrite /char_poly /char_poly_mx scalar_mx_block map_block_mx opp_block_mx add_block_mx.
by rewrite map_mx0 oppr0 addr0 det_ublock.
Qed.

Lemma char_poly_trmx n (A : 'M[R]_n) : char_poly A^T = char_poly A.
Proof.
rewrite /char_poly -[RHS]det_tr /char_poly_mx.
by congr (\det _); apply/matrixP=> i j; rewrite !mxE eq_sym.
Qed.

Lemma char_poly_diag n (a : 'rV[R]_n) : char_poly (diag_mx a) = \prod_i ('X - (a 0 i)%:P).
Proof.
rewrite char_poly_trig ?diag_mx_is_trig //.
by apply: eq_bigr => i _; rewrite !mxE eqxx mulr1n.
Qed.

(* The determinant is the product of the eigenvalues. *)
Lemma det_prod_roots n (A : 'M[R]_n) (l : seq R) :
  char_poly A = \prod_(x <- l) ('X - x%:P) -> size l = n -> \det A = \prod_(x <- l) x.
Proof.
move=> def_l size_l; have := char_poly_det A; rewrite def_l -horner_coef0 horner_prod.
have -> : \prod_(x <- l) ('X - x%:P).[0] = (-1) ^+ size l * \prod_(x <- l) x.
  elim: l {def_l size_l} => [|x l IHl]; first by rewrite !big_nil mulr1.
  by rewrite !big_cons IHl hornerXsubC sub0r exprS mulN1r !mulNr mulrCA.
by rewrite size_l => /(can_inj (signrMK _)).
Qed.

End Blocks.

Section RankOne.

Variable R : idomainType.

(* An arrow matrix: a corner, a row, a column and a diagonal. *)
Lemma det_arrow n (a : R) (d : 'rV[R]_n) (x y : 'cV_n) :
  \prod_i d 0 i != 0 ->
  \det (block_mx a%:M (- y^T) x (diag_mx d)) =
    a * \prod_i d 0 i + \sum_i x i 0 * y i 0 * \prod_(j | j != i) d 0 j.
Proof.
move=> d_neq0; set M := block_mx _ _ _ _.
pose adj : 'rV[R]_n := \row_i \prod_(j | j != i) d 0 j.
have dadj : diag_mx d *m diag_mx adj = (\prod_i d 0 i)%:M.
  rewrite mulmx_diag -diag_const_mx; congr diag_mx; apply/rowP=> i; rewrite !mxE.
  by rewrite [RHS](bigD1 i).
apply: (mulIf d_neq0); set del := \prod_i d 0 i in d_neq0 dadj *.
have -> : \det M * del = \det (M *m block_mx del%:M 0 (- (diag_mx adj *m x)) 1%:M).
  by rewrite det_mulmx det_lblock det_scalar1 det1 mulr1.
rewrite mulmx_block !mulmx1 !mulmx0 !add0r !mulmxN mulNmx opprK (mulmxA (diag_mx d)) dadj.
rewrite (mul_mx_scalar _ x) (mul_scalar_mx _ x) subrr det_ublock det_diag -/del; congr (_ * _).
rewrite [\det _](_ : _ = (a%:M *m del%:M + y^T *m (diag_mx adj *m x)) 0 0); last first.
  by rewrite [X in \det X]mx11_scalar det_scalar1.
rewrite mxE -scalar_mxM [X in X + _]mxE eqxx mulr1n; congr (_ + _).
rewrite mxE; apply: eq_bigr => i _.
by rewrite mul_diag_mx !mxE mulrCA mulrC [y _ _ * _]mulrC.
Qed.

(* det (D + x y^T) for a diagonal D, without division. *)
Lemma det_diag_rank1 n (d : 'rV[R]_n) (x y : 'cV_n) :
  \prod_i d 0 i != 0 ->
  \det (diag_mx d + x *m y^T) =
    \prod_i d 0 i + \sum_i x i 0 * y i 0 * \prod_(j | j != i) d 0 j.
Proof.
move=> d_neq0; have := det_arrow 1 x y d_neq0; rewrite mul1r => <-.
set M := block_mx _ _ _ _.
have <- : \det (M *m block_mx 1%:M y^T 0 1%:M) = \det M.
  by rewrite det_mulmx det_ublock !det1 !mulr1.
rewrite mulmx_block !mulmx1 !mulmx0 !mul1mx !addr0 subrr det_lblock det1 mul1r.
by rewrite addrC.
Qed.

(* A block matrix whose upper blocks commute. *)
Lemma det_block_comm n (U V W Z : 'M[R]_n) :
  \det U != 0 -> U *m V = V *m U -> \det (block_mx U V W Z) = \det (Z *m U - W *m V).
Proof.
move=> U_neq0 UV; apply: (mulIf U_neq0).
have <- : \det (block_mx U V W Z *m block_mx 1%:M (- V) 0 U) = \det (block_mx U V W Z) * \det U.
  by rewrite det_mulmx det_ublock det1 mul1r.
rewrite mulmx_block !mulmx1 !mulmx0 !addr0 !mulmxN UV addNr det_lblock mulrC.
by rewrite addrC.
Qed.

End RankOne.

Section TwoByTwo.

Lemma det_mx22 (R : comRingType) (a b c d : R) :
  \det (block_mx a%:M b%:M c%:M d%:M : 'M_(1 + 1)) = a * d - b * c.
Proof.
set M := block_mx _ _ _ _.
pose i0 : 'I_(1 + 1) := lshift 1 0; pose i1 : 'I_(1 + 1) := rshift 1 0.
have [Ma Mb Mc Md] : [/\ M i0 i0 = a, M i0 i1 = b, M i1 i0 = c & M i1 i1 = d].
  by rewrite block_mxEul block_mxEur block_mxEdl block_mxEdr !mxE.
have ord2 (i : 'I_(1 + 1)) : i = if i == 0%N :> nat then i0 else i1.
  by apply: val_inj; case: i => [[|[|]]].
have Mif i j :
    M i j = M (if i == 0%N :> nat then i0 else i1) (if j == 0%N :> nat then i0 else i1).
  by rewrite -!ord2.
clearbody M; rewrite (expand_det_row _ 0) !big_ord_recl big_ord0 addr0 /cofactor !det_mx11 !mxE.
rewrite !(Mif 0) !(Mif (lift _ _)) /= Ma Mb Mc Md.
by rewrite expr0 mul1r expr1 mulN1r mulrN.
Qed.

Lemma char_poly_mx22 (R : comRingType) (a b c d : R) :
  char_poly (block_mx a%:M b%:M c%:M d%:M : 'M_(1 + 1)) =
    ('X - a%:P) * ('X - d%:P) - (b * c)%:P.
Proof.
rewrite /char_poly /char_poly_mx scalar_mx_block map_block_mx opp_block_mx add_block_mx.
have scN (p : {poly R}) : - (p%:M : 'M_1) = (- p)%:M by rewrite raddfN.
have scD (p q : {poly R}) : (p%:M : 'M_1) + q%:M = (p + q)%:M by rewrite raddfD.
rewrite !map_scalar_mx /= !scN !scD !add0r.
by rewrite det_mx22 mulrNN polyCM.
Qed.

End TwoByTwo.

Section Products.

Variable R : idomainType.

Lemma char_poly_mulC n (A B : 'M[R]_n) : char_poly (A *m B) = char_poly (B *m A).
Proof.
pose AX := map_mx (@polyC R) A; pose BX := map_mx (@polyC R) B.
pose M := block_mx ('X%:M : 'M_n) AX BX 1%:M.
have detM : \det M = char_poly (A *m B).
  have <- : \det (M *m block_mx 1%:M 0 (- BX) 1%:M) = \det M.
    by rewrite det_mulmx det_lblock !det1 !mulr1.
  rewrite mulmx_block !mulmx1 !mulmx0 !mul1mx !add0r subrr det_ublock det1 mulr1.
  by rewrite /char_poly /char_poly_mx map_mxM mulmxN.
have Xn0 : \det ('X%:M : 'M[{poly R}]_n) != 0.
  by rewrite det_scalar expf_neq0 ?polyX_eq0.
apply: (mulIf Xn0); rewrite -detM mulrC.
have <- : \det (block_mx 1%:M 0 (- BX) 'X%:M *m M) = \det ('X%:M : 'M_n) * \det M.
  by rewrite det_mulmx det_lblock det1 mul1r.
rewrite mulmx_block !mul1mx !mul0mx !addr0 mulNmx mulmx1 mul_mx_scalar mul_scalar_mx.
rewrite addNr det_ublock mulrC; congr (_ * _).
by rewrite /char_poly /char_poly_mx map_mxM mulNmx addrC.
Qed.

(* The characteristic polynomial of a diagonal matrix minus a matrix of rank one. *)
Lemma char_poly_rank1 n (a : 'rV[R]_n) (x y : 'cV_n) :
  char_poly (diag_mx a - x *m y^T) =
    \prod_i ('X - (a 0 i)%:P)
      + \sum_i (x i 0 * y i 0)%:P * \prod_(j | j != i) ('X - (a 0 j)%:P).
Proof.
pose d : 'rV[{poly R}]_n := \row_i ('X - (a 0 i)%:P).
have prodE (P : pred 'I_n) : \prod_(i | P i) d 0 i = \prod_(i | P i) ('X - (a 0 i)%:P).
  by apply: eq_bigr => i _; rewrite mxE.
transitivity (\det (diag_mx d + map_mx (@polyC R) x *m (map_mx (@polyC R) y)^T)).
  congr (\det _); rewrite /char_poly_mx map_mxB map_mxM opprB map_trmx addrCA addrC.
  congr (_ + _); apply/matrixP=> i j; rewrite !mxE.
  by case: (i == j); rewrite ?mulr1n ?mulr0n ?polyC0 ?subr0.
rewrite det_diag_rank1; last first.
  by rewrite prodE; apply/prodf_neq0=> i _; rewrite polyXsubC_eq0.
rewrite prodE; congr (_ + _); apply: eq_bigr => i _.
by rewrite !mxE prodE polyCM.
Qed.

End Products.

Section Similar.

Variable F : fieldType.

Lemma char_poly_conj n (P A : 'M[F]_n) :
  P \in unitmx -> char_poly (P *m A *m invmx P) = char_poly A.
Proof. by move=> Pu; rewrite char_poly_mulC mulmxA mulVmx ?mul1mx. Qed.

(* In a basis that begins with an invariant row space T is block triangular. *)
Lemma invariant_block m p (T : 'M[F]_(m + p)) (B : 'M_m) (W : 'M_(m, m + p)) :
    W *m T = B *m W -> row_free W ->
  exists2 Q, Q \in unitmx & usubmx Q = W /\
    exists C D, Q *m T *m invmx Q = block_mx B 0 C D.
Proof.
move=> WT freeW; pose Q := col_mx W (dsubmx (row_ebase W)).
have Qu : Q \in unitmx.
  have -> : Q = block_mx (col_ebase W) 0 0 1%:M *m row_ebase W.
    rewrite -[row_ebase W]vsubmxK mul_block_col !mul0mx addr0 add0r mul1mx.
    congr col_mx; rewrite -{1}(mulmx_ebase W) (eqP freeW) -mulmxA; congr (_ *m _).
    by rewrite pid_mx_row -{1}[row_ebase W]vsubmxK mul_row_col mul1mx mul0mx addr0.
  by rewrite unitmx_mul row_ebase_unit unitmxE det_lblock det1 mulr1 -unitmxE col_ebase_unit.
exists Q => //; split; first by rewrite col_mxKu.
pose N := Q *m T *m invmx Q; exists (dlsubmx N), (drsubmx N); rewrite -/N.
have upN : usubmx N = row_mx B 0.
  rewrite /N -mulmxA mul_col_mx col_mxKu mulmxA WT -mulmxA.
  have -> : W *m invmx Q = row_mx 1%:M 0.
    have := mulmxV Qu; rewrite {1}/Q mul_col_mx (@scalar_mx_block _ m p) /block_mx.
    by case/eq_col_mx.
  by rewrite mul_mx_row mulmx1 mulmx0.
by rewrite -[LHS]submxK /ulsubmx /ursubmx upN row_mxKl row_mxKr.
Qed.

(* An invariant row space of full rank contributes its characteristic polynomial. *)
Lemma char_poly_invariant m n (T : 'M[F]_n) (B : 'M_m) (W : 'M_(m, n)) :
  W *m T = B *m W -> row_free W -> (char_poly B %| char_poly T)%R.
Proof.
move=> WT freeW; have le_mn : (m <= n)%N by rewrite -(eqP freeW) rank_leq_col.
move: W T WT freeW; rewrite -(subnKC le_mn) => W T WT freeW.
have [Q Qu [_ [C [D def_T]]]] := invariant_block WT freeW.
by rewrite -(char_poly_conj T Qu) def_T char_poly_lblock dvdp_mulr.
Qed.

End Similar.
