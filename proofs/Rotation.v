(******************************************************************************)
(* Signed gates and a full reflection rotate. CKDA section of the article.    *)
(*                                                                            *)
(* Let 0 < rho < 1, 0 < t < 1 and theta = 2 arctan t, that is                 *)
(* c = cos theta = (1 - t^2) / (1 + t^2), s = sin theta = 2 t / (1 + t^2).    *)
(* With alpha = (rho, - rho), k = (- s, c) and beta = 2 the step              *)
(* (I - beta k k^T) Diag(alpha) is rho R(2 theta), where                      *)
(* cos 2 theta = c^2 - s^2 and sin 2 theta = 2 s c. It has one non-real pair, *)
(* rho (c + i s)^2 and its conjugate, of modulus rho < 1.                     *)
(* The proof needs only c^2 + s^2 = 1 and s, c > 0.                           *)
(******************************************************************************)
From mathcomp Require Import all_ssreflect all_algebra all_field.
From mathcomp Require Import complex.
From eigenclaim Require Import Spectrum Quadratic.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Rotation.

Variable R : rcfType.
Implicit Types (rho t c s : R).

Definition signed_gates rho : 'rV[R]_(1 + 1) := row_mx rho%:M (- rho)%:M.
Definition reflected_key c s : 'cV[R]_(1 + 1) := col_mx (- s)%:M c%:M.

Lemma reflection_step_rotates rho c s : c ^+ 2 + s ^+ 2 = 1 ->
  let k := reflected_key c s in
  (1%:M - 2%:R *: (k *m k^T)) *m diag_mx (signed_gates rho) =
    rotation rho (c ^+ 2 - s ^+ 2) (2%:R * s * c).
Proof.
move=> cs1 k; rewrite /k /reflected_key tr_col_mx mul_col_row !tr_scalar_mx -!scalar_mxM.
rewrite scale_block_mx scalar_mx_block opp_block_mx add_block_mx diag_mx_row.
have diag1 (x : R) : diag_mx (x%:M : 'rV_1) = x%:M.
  by apply/matrixP=> i j; rewrite !mxE !ord1.
have scN (x : R) : - (x%:M : 'M_1) = (- x)%:M by rewrite raddfN.
have scD (x y : R) : (x%:M : 'M_1) + y%:M = (x + y)%:M by rewrite raddfD.
rewrite !diag1 mulmx_block !mulmx0 !scale_scalar_mx !scN !add0r !addr0 !scD -!scalar_mxM.
rewrite /rotation scale_block_mx !scale_scalar_mx.
congr block_mx; congr _%:M.
- by rewrite mulrNN -expr2 -[X in X - _]cs1 mulrC mulr_natl mulr2n opprD addrA addrK.
- by rewrite mulrNN mulNr mulrN mulNr mulrN [rho * _]mulrC !mulrA.
- by rewrite !mulrN !opprK [rho * _]mulrC [c * s]mulrC !mulrA.
- rewrite mulrN -mulNr opprB -expr2 -[X in _ - X]cs1 mulrC mulr_natl mulr2n opprD addrA; congr (_ * (_ - _)).
  by rewrite addrK.
Qed.

Lemma reflection_step_pair rho c s :
    0 < rho -> 0 < c -> 0 < s -> c ^+ 2 + s ^+ 2 = 1 ->
  let T := rotation rho (c ^+ 2 - s ^+ 2) (2%:R * s * c) in
  let z := rho%:C%C * (c +i* s)%C ^+ 2 in
  [/\ spectrum T [:: z; z^*%C], pairs [:: z; z^*%C] = 1%N & `|z| = rho%:C%C].
Proof.
move=> rho_gt0 c_gt0 s_gt0 cs1 T z.
have def_z : z = rho%:C%C * ((c ^+ 2 - s ^+ 2) +i* (2%:R * s * c))%C.
  rewrite /z expr2; congr (_ * _); apply/eqP; rewrite eq_complex /= -!expr2 eqxx /=.
  by rewrite mulrC -mulr2n -mulr_natl mulrA.
have def_zc : z^*%C = rho%:C%C * ((c ^+ 2 - s ^+ 2) -i* (2%:R * s * c))%C.
  by rewrite def_z rmorphM /= oppr0.
split.
- by rewrite def_zc def_z; apply: rotation_spectrum.
- rewrite def_zc def_z /pairs /= !mul0r !addr0 mulrN oppr_gt0.
  have im_gt0 : 0 < rho * (2%:R * s * c) by rewrite !mulr_gt0 ?ltr0n.
  by rewrite im_gt0 ltNge ltW.
- rewrite /z normrM normrX (_ : `|(c +i* s)%C| = 1) ?expr1n ?mulr1; last first.
    by rewrite normc_def /= cs1 sqrtr1.
  by rewrite ger0_norm // lecR ltW.
Qed.

Theorem ckda_rotation rho t : 0 < rho < 1 -> 0 < t < 1 ->
  let c := (1 - t ^+ 2) / (1 + t ^+ 2) in let s := 2%:R * t / (1 + t ^+ 2) in
  let k := reflected_key c s in
  let T := (1%:M - 2%:R *: (k *m k^T)) *m diag_mx (signed_gates rho) in
  let z := rho%:C%C * (c +i* s)%C ^+ 2 in
  [/\ T = rotation rho (c ^+ 2 - s ^+ 2) (2%:R * s * c),
      spectrum T [:: z; z^*%C], pairs [:: z; z^*%C] = 1%N & `|z| = rho%:C%C /\ `|z| < 1].
Proof.
move=> /andP[rho_gt0 rho_lt1] /andP[t_gt0 t_lt1] c s k T z.
have d_gt0 : 0 < 1 + t ^+ 2 by rewrite addr_gt0 ?ltr01 ?exprn_gt0.
have c_gt0 : 0 < c by rewrite divr_gt0 // subr_gt0 expr_lt1 // ltW.
have s_gt0 : 0 < s by rewrite divr_gt0 // mulr_gt0 ?ltr0n.
have cs1 : c ^+ 2 + s ^+ 2 = 1.
  rewrite !exprMn -mulrDl exprVn -[RHS](mulfV (_ : (1 + t ^+ 2) ^+ 2 != 0)); last first.
    by rewrite expf_neq0 ?gt_eqF.
  congr (_ / _); rewrite -natrX mulr_natl sqrrB [RHS]sqrrD expr1n mul1r addrAC.
  rewrite -[LHS]addrA [RHS]addrAC; congr (_ + _).
  by rewrite -[(2 ^ 2)%N]/(2 + 2)%N mulrnDr addKr.
rewrite /T (reflection_step_rotates rho cs1).
have [Tz pairs_z norm_z] := reflection_step_pair rho_gt0 c_gt0 s_gt0 cs1.
by split=> //; split; rewrite norm_z // ltcR.
Qed.

End Rotation.
