(******************************************************************************)
(* The momentum step MDN. Section of the article on momentum.                 *)
(*                                                                            *)
(* With A = Diag(alpha), M = Diag(mu) and P = k k^T the step                  *)
(*   m' = M m + eta P A s,   s' = A s - beta m'                               *)
(* is, in the order (s, m), the matrix                                        *)
(*   T = [A - beta eta P A, - beta M; eta P A, M].                            *)
(*                                                                            *)
(* - mdn_characteristic_polynomial: with w = beta eta, for all data,          *)
(*   det (X - T) = prod_i (X - alpha_i) (X - mu_i)                            *)
(*     + w X sum_i alpha_i k_i^2 prod_(j != i) (X - alpha_j) (X - mu_j).      *)
(*   Adding beta times the lower rows to the upper ones leaves X - A and      *)
(*   beta X above; these blocks commute, and what remains is diagonal plus a  *)
(*   matrix of rank one.                                                      *)
(* - mdn_at_most_one_pair: if all alpha_i are equal or all mu_i are equal,    *)
(*   T has at most one non-real pair, with multiplicity. Apart from powers of *)
(*   a real linear factor the polynomial is that of a matrix with n + 1 rows  *)
(*   that is self-adjoint for the form - w x_0^2 + x_1^2 + ... + x_n^2.       *)
(* - mdn_blocks, mdn_blocks_polynomial: for scalar gates and |k| = 1 the step *)
(*   is one 2 x 2 key block beside equal perpendicular blocks.                *)
(* - mdn_pair_window: for scalar gates alpha, mu >= 0 and |k| = 1 the step    *)
(*   has one pair if alpha beta eta lies strictly between                     *)
(*   (sqrt alpha - sqrt mu)^2 and (sqrt alpha + sqrt mu)^2, and none          *)
(*   otherwise; the pair has |z|^2 = alpha mu.                                *)
(******************************************************************************)
From mathcomp Require Import all_ssreflect all_algebra all_field.
From mathcomp Require Import complex.
From eigenclaim Require Import Spectrum CharPoly Quadratic PairBound Symmetric.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition momentum_step (R : ringType) n (alpha mu : 'rV[R]_n) (beta eta : R) (k : 'cV_n) :
    'M_(n + n) :=
  let PA := k *m k^T *m diag_mx alpha in
  block_mx (diag_mx alpha - (beta * eta) *: PA) (- (beta *: diag_mx mu))
           (eta *: PA)                          (diag_mx mu).

Section CharacteristicPolynomial.

Variables (R : idomainType) (n : nat).
Implicit Types (alpha mu : 'rV[R]_n) (beta eta : R) (k : 'cV[R]_n).

Let linear alpha : 'rV[{poly R}]_n := \row_i ('X - (alpha 0 i)%:P).

Lemma char_mx_diag alpha : char_poly_mx (diag_mx alpha) = diag_mx (linear alpha).
Proof.
apply/matrixP=> i j; rewrite !mxE.
by case: (i == j); rewrite ?mulr1n ?mulr0n ?polyC0 ?subr0.
Qed.

Theorem mdn_characteristic_polynomial alpha mu beta eta k :
  char_poly (momentum_step alpha mu beta eta k) =
    \prod_i (('X - (alpha 0 i)%:P) * ('X - (mu 0 i)%:P))
    + (beta * eta)%:P * 'X *
      \sum_i (alpha 0 i * k i 0 ^+ 2)%:P
             * \prod_(j | j != i) (('X - (alpha 0 j)%:P) * ('X - (mu 0 j)%:P)).
Proof.
pose PA := k *m k^T *m diag_mx alpha; pose toP := map_mx (@polyC R).
pose L := block_mx 1%:M (beta%:P)%:M 0 (1%:M : 'M[{poly R}]_n).
have shear : L *m char_poly_mx (momentum_step alpha mu beta eta k) =
    block_mx (diag_mx (linear alpha)) (beta%:P * 'X)%:M
             (- (eta%:P *: map_mx polyC PA)) (diag_mx (linear mu)).
  rewrite /momentum_step -/PA /L -!char_mx_diag /char_poly_mx scalar_mx_block map_block_mx.
  rewrite opp_block_mx add_block_mx mulmx_block !mul1mx !mul0mx !add0r !mul_scalar_mx.
  clearbody PA; congr block_mx; apply/matrixP=> i j; rewrite !mxE.
  - by rewrite mulrN -polyCM mulrA polyCB opprB addrA [_ - _ - _]addrAC addrK.
  - by rewrite polyCN opprK polyCM mulrBr mulrnAr addrC subrK.
  - by rewrite polyCM.
have linear_neq0 (a : 'rV[R]_n) : \prod_i linear a 0 i != 0.
  by apply/prodf_neq0=> i _; rewrite mxE polyXsubC_eq0.
transitivity (\det (L *m char_poly_mx (momentum_step alpha mu beta eta k))).
  by rewrite det_mulmx det_ublock !det1 !mul1r.
rewrite shear det_block_comm ?det_diag ?linear_neq0 ?scalar_mxC //.
pose d : 'rV[{poly R}]_n := \row_i (linear alpha 0 i * linear mu 0 i).
pose x := ((beta * eta)%:P * 'X) *: map_mx polyC k.
pose y := map_mx polyC (diag_mx alpha *m k).
have dE (P : pred 'I_n) : \prod_(i | P i) d 0 i =
    \prod_(i | P i) (('X - (alpha 0 i)%:P) * ('X - (mu 0 i)%:P)).
  by apply: eq_bigr => i _; rewrite !mxE.
have d_neq0 : \prod_i d 0 i != 0.
  by rewrite dE; apply/prodf_neq0=> i _; rewrite mulf_neq0 // polyXsubC_eq0.
transitivity (\det (diag_mx d + x *m y^T)).
  congr (\det _); rewrite mulmx_diag; congr (_ + _).
    by congr diag_mx; apply/rowP=> i; rewrite !mxE mulrC.
  rewrite mul_scalar_mx scalerN opprK scalerA /x /y /PA -scalemxAl; congr (_ *: _).
    by rewrite polyCM mulrAC.
  by rewrite map_trmx -map_mxM trmx_mul tr_diag_mx mulmxA.
rewrite det_diag_rank1 // dE mulr_sumr; congr (_ + _); apply: eq_bigr => i _.
have xE : x i 0 = (beta * eta)%:P * 'X * (k i 0)%:P by rewrite !mxE.
have yE : y i 0 = (alpha 0 i * k i 0)%:P by rewrite mxE mul_diag_mx mxE.
rewrite dE xE yE [RHS]mulrA; congr (_ * _); rewrite -[LHS]mulrA -polyCM; congr (_ * _%:P).
by rewrite mulrCA -expr2.
Qed.

End CharacteristicPolynomial.

(* One factor in common to all summands. *)
Lemma common_factor (K : comRingType) n (f g c : 'I_n -> K) (e W : K) :
    (forall i, f i = e) ->
  (\prod_i (f i * g i) + W * \sum_i c i * \prod_(j | j != i) (f j * g j)) * e =
    \prod_i f i * (e * \prod_i g i + W * \sum_i c i * \prod_(j | j != i) g j).
Proof.
move=> f_e; rewrite mulrDl mulrDr big_split /=; congr (_ + _).
  by rewrite -mulrA [_ * e]mulrC.
rewrite -mulrA [RHS]mulrCA; congr (_ * _); rewrite mulr_suml mulr_sumr; apply: eq_bigr => i _.
rewrite big_split /= [in RHS](bigD1 i) //= f_e -!mulrA [RHS]mulrC.
by rewrite -!mulrA [RHS]mulrCA.
Qed.

Section Pairs.

Variable R : rcfType.

(* Real factors do not matter for the number of pairs. *)
Lemma pairs_real_factors d n (T : 'M[R]_d) (N : 'M[R]_n) (u v : seq R) (s t : seq R[i]) :
    char_poly T * \prod_(x <- u) ('X - x%:P) = \prod_(x <- v) ('X - x%:P) * char_poly N ->
    spectrum T s -> spectrum N t ->
  perm_eq (s ++ map (real_complex R) u) (map (real_complex R) v ++ t) /\ pairs s = pairs t.
Proof.
move=> TN Ts Nt.
have perm_st : perm_eq (s ++ map (real_complex R) u) (map (real_complex R) v ++ t).
  apply: perm_prod_XsubC; rewrite !big_cat /= -Ts -Nt -!map_prod_XsubC -!rmorphM.
  by congr (map_poly _ _).
have real0 (l : seq R) : pairs (map (real_complex R) l) = 0%N.
  by rewrite /pairs count_map; apply/eqP; rewrite -leqn0 leqNgt -has_count;
     apply/hasPn => x _ /=; rewrite ltxx.
split=> //; have := perm_pairs perm_st; rewrite /pairs !count_cat -!/(pairs _) !real0.
by rewrite addn0.
Qed.

(* Self-adjoint for the form - w x_0^2 + x_1^2 + ... + x_n^2: at most one pair. *)
Lemma pairs_lorentz n (N : 'M[R]_(1 + n)) (w : R) (s : seq R[i]) :
    let J := block_mx (- w)%:M 0 0 1%:M in
  (N *m J)^T = N *m J -> spectrum N s -> (pairs s <= 1)%N.
Proof.
move=> J NJ; apply: (pairs_bound (X := J) (K := col_mx 1%:M 0)) => //.
  by rewrite /J tr_block_mx !trmx0 !tr_scalar_mx.
move=> v; rewrite -[v]hsubmxK; move: (lsubmx v) (rsubmx v) => x y.
rewrite mul_row_col mulmx1 mulmx0 addr0 => -> y_neq0.
rewrite /J mul_row_block !mul0mx !mulmx0 !add0r mulmx1 tr_row_mx trmx0 mul_row_col mulmx0 add0r.
by apply: dot_gt0; apply: contra_neq y_neq0 => ->; rewrite row_mx0.
Qed.

(* Scalar gates alpha: a matrix with the remaining factor as its polynomial. *)
Let reduced_alpha n (a w : R) (mu : 'rV[R]_n) (k : 'cV_n) : 'M[R]_(1 + n) :=
  block_mx a%:M (- (w * a) *: k^T) (a *: k) (diag_mx mu - (w * a) *: (k *m k^T)).

Lemma char_poly_reduced_alpha n a w (mu : 'rV_n) (k : 'cV_n) :
  char_poly (reduced_alpha a w mu k) =
    ('X - a%:P) * \prod_i ('X - (mu 0 i)%:P)
    + w%:P * 'X * \sum_i (a * k i 0 ^+ 2)%:P * \prod_(j | j != i) ('X - (mu 0 j)%:P).
Proof.
pose d : 'rV[{poly R}]_n := \row_i ('X - (mu 0 i)%:P); pose kX := map_mx polyC k.
pose y := (- (w * a)%:P) *: kX; pose x := - 'X *: kX.
have shear : block_mx 1%:M 0 (- kX) 1%:M *m char_poly_mx (reduced_alpha a w mu k) =
    block_mx ('X - a%:P)%:M (- y^T) x (diag_mx d).
  rewrite /char_poly_mx /reduced_alpha scalar_mx_block map_block_mx opp_block_mx add_block_mx.
  rewrite mulmx_block !mul1mx !mul0mx !addr0 map_scalar_mx.
  have scB (p q : {poly R}) : (p%:M : 'M_1) - q%:M = (p - q)%:M by rewrite raddfB.
  rewrite scB mul_mx_scalar !add0r !map_mxZ; congr block_mx.
  - have -> : y^T = - (w * a)%:P *: kX^T by rewrite /y linearZ.
    by rewrite /kX map_trmx rmorphN.
  - by rewrite -/kX scalerN -opprD -scalerDl subrK /x scaleNr.
  rewrite map_mxB map_mxZ map_mxM opprB rmorphN scaleNr opprK mulNmx -scalemxAr.
  by rewrite addrCA addKr -/d -char_mx_diag.
have d_neq0 : \prod_i d 0 i != 0.
  by apply/prodf_neq0=> i _; rewrite mxE polyXsubC_eq0.
have dE (P : pred 'I_n) : \prod_(i | P i) d 0 i = \prod_(i | P i) ('X - (mu 0 i)%:P).
  by apply: eq_bigr => i _; rewrite !mxE.
transitivity (\det (block_mx 1%:M 0 (- kX) 1%:M *m char_poly_mx (reduced_alpha a w mu k))).
  by rewrite det_mulmx det_lblock !det1 !mul1r.
rewrite shear det_arrow // dE mulr_sumr; congr (_ + _); apply: eq_bigr => i _.
have xE : x i 0 = - ('X * (k i 0)%:P) by rewrite !mxE mulNr.
have yE : y i 0 = - (w * a * k i 0)%:P by rewrite !mxE mulNr -polyCM.
rewrite dE mulrA xE yE mulrNN [w%:P * 'X]mulrC -!['X * _ * _]mulrA -!polyCM.
by congr ('X * (_%:P * _)); rewrite mulrC -!mulrA -expr2.
Qed.

(* Scalar gates mu: the same, in the shape of an arrow. *)
Let reduced_mu n (m w : R) (alpha : 'rV[R]_n) (k : 'cV_n) : 'M[R]_(1 + n) :=
  let Dk := diag_mx alpha *m k in
  block_mx (m - w * \sum_i alpha 0 i * k i 0 ^+ 2)%:M (- w *: Dk^T) Dk (diag_mx alpha).

Lemma char_poly_reduced_mu n m w (alpha : 'rV_n) (k : 'cV_n) :
  char_poly (reduced_mu m w alpha k) =
    ('X - m%:P) * \prod_i ('X - (alpha 0 i)%:P)
    + w%:P * 'X *
      \sum_i (alpha 0 i * k i 0 ^+ 2)%:P * \prod_(j | j != i) ('X - (alpha 0 j)%:P).
Proof.
pose d : 'rV[{poly R}]_n := \row_i ('X - (alpha 0 i)%:P).
pose Dk := diag_mx alpha *m k; pose y := (- w%:P) *: map_mx polyC Dk.
pose c := \sum_i alpha 0 i * k i 0 ^+ 2.
have arrow : char_poly_mx (reduced_mu m w alpha k) =
    block_mx ('X - (m - w * c)%:P)%:M (- y^T) (- map_mx polyC Dk) (diag_mx d).
  rewrite /char_poly_mx /reduced_mu scalar_mx_block map_block_mx opp_block_mx add_block_mx.
  have scB (p q : {poly R}) : (p%:M : 'M_1) - q%:M = (p - q)%:M by rewrite raddfB.
  rewrite map_scalar_mx scB !add0r map_mxZ -/d -char_mx_diag -/Dk -/c; congr block_mx.
  have -> : y^T = - w%:P *: (map_mx polyC Dk)^T by rewrite /y linearZ.
  by rewrite map_trmx rmorphN.
have d_neq0 : \prod_i d 0 i != 0.
  by apply/prodf_neq0=> i _; rewrite mxE polyXsubC_eq0.
have dE (P : pred 'I_n) : \prod_(i | P i) d 0 i = \prod_(i | P i) ('X - (alpha 0 i)%:P).
  by apply: eq_bigr => i _; rewrite !mxE.
have corner : 'X - (m - w * c)%:P = 'X - m%:P + w%:P * c%:P.
  by rewrite polyCB polyCM opprB [X in 'X + X]addrC addrA.
rewrite /char_poly arrow det_arrow // dE corner mulrDl -addrA; congr (_ + _).
rewrite -[_ * c%:P * _]mulrA -[_ * 'X * _]mulrA.
have -> : c%:P = \sum_i (alpha 0 i * k i 0 ^+ 2)%:P by rewrite /c raddf_sum.
rewrite mulr_suml !mulr_sumr -big_split; apply: eq_bigr => i _ /=.
have xE : (- map_mx polyC Dk) i 0 = - (alpha 0 i * k i 0)%:P.
  by rewrite mxE mxE /Dk mul_diag_mx mxE.
have yE : y i 0 = - (w * (alpha 0 i * k i 0))%:P.
  by rewrite mxE mxE /Dk mul_diag_mx mxE mulNr -polyCM.
rewrite xE yE mulrNN dE (bigD1 i) //=; set B := \prod_(_ | _) _; set q := alpha 0 i * k i 0 ^+ 2.
have -> : (alpha 0 i * k i 0)%:P * (w * (alpha 0 i * k i 0))%:P = w%:P * q%:P * (alpha 0 i)%:P.
  rewrite -!polyCM /q; congr _%:P; rewrite mulrCA -!mulrA; congr (_ * (_ * _)).
  by rewrite [alpha 0 i * _]mulrC.
by rewrite -!mulrA -!mulrDr -mulrDl subrK; congr (_ * _); rewrite mulrCA.
Qed.

Theorem mdn_at_most_one_pair n (alpha mu : 'rV[R]_n) beta eta (k : 'cV_n) (s : seq R[i]) :
    (forall i j, alpha 0 i = alpha 0 j) \/ (forall i j, mu 0 i = mu 0 j) ->
  spectrum (momentum_step alpha mu beta eta k) s -> (pairs s <= 1)%N.
Proof.
have const p (a : 'rV[R]_p) : (forall i j, a 0 i = a 0 j) -> exists x, forall i, a 0 i = x.
  case: p a => [|p] a a_const; first by exists 0 => -[].
  by exists (a 0 0) => i.
set w := beta * eta; case=> /const[e gate_e] Ts.
- pose N := reduced_alpha e w mu k; have [t Nt] := spectrum_exists N.
  have [|_ ->] := pairs_real_factors (u := [:: e])
    (v := [seq alpha 0 i | i <- index_enum (ordinal_finType n)]) _ Ts Nt.
    rewrite big_seq1 big_map mdn_characteristic_polynomial char_poly_reduced_alpha -/w.
    under [X in _ + _ * X]eq_bigr do rewrite gate_e.
    by rewrite common_factor // => i; rewrite gate_e.
  apply: (pairs_lorentz (w := w)) Nt.
  rewrite /N /reduced_alpha mulmx_block !mulmx0 !mulmx1 !add0r !addr0 tr_block_mx.
  rewrite -scalar_mxM tr_scalar_mx mul_mx_scalar scalerA mulNr; congr block_mx.
  + by rewrite linearZ.
  + by rewrite linearZ /= trmxK.
  + by rewrite linearB linearZ /= tr_diag_mx trmx_mul trmxK.
- pose N := reduced_mu e w alpha k; have [t Nt] := spectrum_exists N.
  have [|_ ->] := pairs_real_factors (u := [:: e])
    (v := [seq mu 0 i | i <- index_enum (ordinal_finType n)]) _ Ts Nt.
    rewrite big_seq1 big_map mdn_characteristic_polynomial char_poly_reduced_mu -/w.
    rewrite -common_factor => [|i]; last by rewrite gate_e.
    congr ((_ + _ * _) * _); first by apply: eq_bigr => i _; rewrite mulrC.
    by apply: eq_bigr => i _; congr (_ * _); apply: eq_bigr => j _; rewrite mulrC.
  apply: (pairs_lorentz (w := w)) Nt.
  rewrite /N /reduced_mu mulmx_block !mulmx0 !mulmx1 !add0r !addr0 tr_block_mx.
  rewrite -scalar_mxM tr_scalar_mx mul_mx_scalar; congr block_mx.
  + by rewrite linearZ.
  + by rewrite linearZ /= trmxK.
  + by rewrite tr_diag_mx.
Qed.

End Pairs.

Section ScalarGates.

Variables (R : rcfType) (a m beta eta : R).

(* The block of the key and the block of a direction perpendicular to it. *)
Definition key_block : 'M[R]_(1 + 1) :=
  block_mx (a * (1 - beta * eta))%:M (- (beta * m))%:M (a * eta)%:M m%:M.

Definition perp_block : 'M[R]_(1 + 1) := block_mx a%:M (- (beta * m))%:M 0 m%:M.

Lemma key_block_trace : \tr key_block = a * (1 - beta * eta) + m.
Proof. by rewrite mxtrace_block !mxtrace_scalar. Qed.

Lemma key_block_det : \det key_block = a * m.
Proof.
rewrite det_mx22 mulNr opprK mulrBr mulr1 mulrBl -addrA.
rewrite [X in - X + _](_ : _ = beta * m * (a * eta)) ?addNr ?addr0 //.
by rewrite [RHS]mulrACA [beta * a]mulrC [m * eta]mulrC !mulrA.
Qed.

Let step n (k : 'cV[R]_n) := momentum_step (const_mx a) (const_mx m) beta eta k.

(* The similarity, by an orthogonal matrix whose first column is the key. *)
Theorem mdn_blocks n (k : 'cV[R]_n.+1) : \sum_i k i 0 ^+ 2 = 1 ->
  exists Q : 'M_n.+1, [/\ Q^T = Q, Q *m Q = 1%:M, col 0 Q = k
    & forall j, step k *m block_mx (col j Q) 0 0 (col j Q) =
        block_mx (col j Q) 0 0 (col j Q) *m (if j == 0 then key_block else perp_block)].
Proof.
move=> k1; pose e : 'rV[R]_n.+1 := delta_mx 0 0.
have e1 : e *m e^T = 1%:M.
  by rewrite [LHS]mx11_scalar /e trmx_delta mul_delta_mx mxE !eqxx.
have kk : k^T *m k^T^T = 1%:M.
  by rewrite [LHS]mx11_scalar dotE -k1; congr _%:M; apply: eq_bigr => i _; rewrite mxE -expr2.
have [Q [Qsym QQ eQ]] := reflection e1 kk.
have colQ : col 0 Q = k by rewrite -[Q]Qsym -tr_row rowE -/e eQ trmxK.
exists Q; split=> // j; set v := col j Q.
have Pv : k *m k^T *m v = (j == 0)%:R *: v.
  have kv : k^T *m v = (j == 0)%:R%:M.
    rewrite -colQ tr_col Qsym /v colE mulmxA -row_mul QQ row1 mul_delta_mx_cond.
    by rewrite [LHS]mx11_scalar mulmxnE mxE !eqxx eq_sym.
  rewrite -mulmxA kv mul_mx_scalar /v; case: eqP => [->|_]; last by rewrite !scale0r.
  by rewrite colQ.
rewrite /step /momentum_step !diag_const_mx [LHS]mulmx_block.
rewrite !mulmx0 !addr0 !add0r mulmxBl.
rewrite -!scalemxAl mul_mx_scalar -!scalemxAl Pv mulNmx -scalemxAl !mul_scalar_mx.
case: (j == 0); rewrite /key_block /perp_block mulmx_block !mul0mx ?mulmx0 !addr0 !add0r.
  rewrite !mul_mx_scalar scale1r !scalerA; congr block_mx.
  + by rewrite -scalerBl mulrBr mulr1 [beta * eta * a]mulrC.
  + by rewrite scaleNr.
  + by rewrite mulrC.
by rewrite !mul_mx_scalar scale0r !scaler0 subr0 scalerA scaleNr.
Qed.

Lemma key_block_polynomial :
  char_poly key_block = ('X - a%:P) * ('X - m%:P) + (beta * eta)%:P * 'X * a%:P.
Proof.
rewrite char_poly_mx22 mulrBr mulr1.
have -> : 'X - (a - a * (beta * eta))%:P = 'X - a%:P + (a * (beta * eta))%:P.
  by rewrite polyCB opprB [X in 'X + X]addrC addrA.
rewrite mulrDl -addrA; congr (_ + _).
rewrite mulrBr -!polyCM mulNr polyCN opprK.
rewrite [beta * m * _](_ : _ = a * (beta * eta) * m); last first.
  by rewrite mulrACA [beta * a]mulrC [m * eta]mulrC !mulrA.
by rewrite subrK polyCM [(beta * eta)%:P * 'X * _]mulrC mulrA.
Qed.

Lemma perp_block_polynomial : char_poly perp_block = ('X - a%:P) * ('X - m%:P).
Proof.
have -> : perp_block = block_mx a%:M (- (beta * m))%:M 0%:M m%:M by rewrite raddf0.
by rewrite char_poly_mx22 mulr0 subr0.
Qed.

(* The characteristic polynomial, by blocks. *)
Theorem mdn_blocks_polynomial n (k : 'cV[R]_n.+1) : \sum_i k i 0 ^+ 2 = 1 ->
  char_poly (step k) = char_poly key_block * char_poly perp_block ^+ n.
Proof.
move=> k1; rewrite key_block_polynomial perp_block_polynomial.
set G := ('X - a%:P) * ('X - m%:P); have G_neq0 : G != 0 by rewrite mulf_neq0 ?polyXsubC_eq0.
apply: (mulIf G_neq0).
have := @common_factor _ n.+1 (fun=> G) (fun=> 1) (fun i => (a * k i 0 ^+ 2)%:P) G
  ((beta * eta)%:P * 'X) (fun=> erefl).
have -> : char_poly (step k) = \prod_(i < n.+1) (G * 1) + (beta * eta)%:P * 'X *
    (\sum_i (a * k i 0 ^+ 2)%:P * \prod_(j < n.+1 | j != i) (G * 1)).
  rewrite /step mdn_characteristic_polynomial; congr (_ + _ * _).
    by apply: eq_bigr => i _; rewrite !mxE mulr1.
  apply: eq_bigr => i _; rewrite mxE; congr (_ * _).
  by apply: eq_bigr => j _; rewrite !mxE mulr1.
have -> : \sum_i (a * k i 0 ^+ 2)%:P * \prod_(j < n.+1 | j != i) 1 = a%:P.
  under eq_bigr do rewrite big1_eq mulr1.
  by rewrite -raddf_sum /= -mulr_sumr k1 mulr1.
by move=> ->; rewrite big1_eq mulr1 prodr_const card_ord exprSr -[RHS]mulrA [RHS]mulrC.
Qed.

Theorem mdn_pair_window n (k : 'cV[R]_n) (s : seq R[i]) :
    0 <= a -> 0 <= m -> \sum_i k i 0 ^+ 2 = 1 -> spectrum (step k) s ->
  [/\ pairs s = ((Num.sqrt a - Num.sqrt m) ^+ 2 < a * beta * eta
                   < (Num.sqrt a + Num.sqrt m) ^+ 2),
      'X^2 - (a * (1 - beta * eta) + m) *: 'X + (a * m)%:P %| char_poly (step k)
    & {in s, forall z, complex.Im z != 0 -> `|z| ^+ 2 = (a * m)%:C%C}].
Proof.
move=> a_ge0 m_ge0; case: n k => [|n] k k1 Ts.
  by move: k1; rewrite big_ord0 => /esym/eqP; rewrite oner_eq0.
have charT := mdn_blocks_polynomial k1.
pose c := a * (1 - beta * eta) + m.
have charK : char_poly key_block = ('X - (a * (1 - beta * eta))%:P) * ('X - m%:P)
    - (- (beta * m) * (a * eta))%:P by rewrite char_poly_mx22.
have det_q : a * (1 - beta * eta) * m - - (beta * m) * (a * eta) = a * m.
  by rewrite -(key_block_det) det_mx22.
have [t [Kt pairs_t norm_t]] := quadratic_spectrum charK.
rewrite det_q in pairs_t norm_t; rewrite -/c in pairs_t.
have [|perm_st pairs_st] := pairs_real_factors (u := [::])
    (v := nseq n a ++ nseq n m) _ Ts Kt.
  rewrite big_nil mulr1 charT perp_block_polynomial mulrC; congr (_ * _).
  by rewrite exprMn big_cat /= !big_nseq !iter_mulr_1.
split.
- rewrite pairs_st pairs_t; congr nat_of_bool.
  pose p := Num.sqrt a; pose r := Num.sqrt m; pose x := a * beta * eta.
  have [ap mr] : a = p ^+ 2 /\ m = r ^+ 2 by rewrite !sqr_sqrtr.
  have pr_ge0 : 0 <= 2%:R * (p * r) by rewrite !mulr_ge0 ?sqrtr_ge0 ?ler0n.
  have -> : 4%:R * (a * m) = (2%:R * (p * r)) ^+ 2 by rewrite !exprMn -ap -mr -natrX.
  have -> : c = p ^+ 2 + r ^+ 2 - x by rewrite /c mulrBr mulr1 mulrA -ap -mr addrAC.
  rewrite -[X in X < _]real_normK ?num_real // ltr_sqr ?nnegrE // ltr_norml andbC.
  rewrite -/p -/r -/x sqrrB sqrrD mulr_natl; congr (_ && _).
    by rewrite ltr_subl_addr [X in _ = (X < _)]addrAC [RHS]ltr_subl_addr [_ + x]addrC.
  by rewrite ltr_subr_addr [- _ + x]addrC ltr_subl_addr [X in _ = (_ < X)]addrAC.
- rewrite charT dvdp_mulr // (_ : _ + _ = char_poly key_block) //.
  by rewrite charK mul_XsubC -[RHS]addrA -polyCB det_q -/c mul_polyC expr2.
- move=> z zs z_nonreal; rewrite sqr_normc norm_t //.
  have := perm_mem perm_st z; rewrite cats0 zs mem_cat => /esym/orP[] // /mapP[x _ def_z].
  by rewrite def_z eqxx in z_nonreal.
Qed.

End ScalarGates.
