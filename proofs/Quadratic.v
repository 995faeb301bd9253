(******************************************************************************)
(* Quadratic polynomials and 2 x 2 matrices: the roots of a real quadratic    *)
(* polynomial, and the spectrum of a rotation.                                *)
(*                                                                            *)
(* rotation rho c t is the matrix rho [c, -t; t, c]; for c = cos phi and      *)
(* t = sin phi it turns by the angle phi and scales by rho.                   *)
(******************************************************************************)
From mathcomp Require Import all_ssreflect all_algebra all_field.
From mathcomp Require Import complex.
From eigenclaim Require Import Spectrum CharPoly.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Lemma mul_XsubC (K : comRingType) (p q : K) :
  ('X - p%:P) * ('X - q%:P) = 'X * 'X - (p + q)%:P * 'X + (p * q)%:P.
Proof.
rewrite mulrBl !mulrBr opprB addrA polyCD polyCM mulrDl opprD addrAC; congr (_ + _).
by rewrite addrA [RHS]addrAC ['X * q%:P]mulrC.
Qed.

(* Two quadratic polynomials with the same sum and product of the roots. *)
Lemma quadratic_factors (K : comRingType) (p q r z w : K) :
    z + w = p + q -> z * w = p * q - r ->
  ('X - z%:P) * ('X - w%:P) = ('X - p%:P) * ('X - q%:P) - r%:P.
Proof. by move=> zw zwr; rewrite !mul_XsubC zw zwr polyCB addrA. Qed.

Section Quadratic.

Variable R : rcfType.

(* The non-real roots of a real quadratic polynomial z^2 - c z + q. *)
Lemma quadratic_spectrum (N : 'M[R]_(1 + 1)) (p r u : R) :
    char_poly N = ('X - p%:P) * ('X - r%:P) - u%:P ->
  exists t, [/\ spectrum N t, pairs t = ((p + r) ^+ 2 < 4%:R * (p * r - u))
    & {in t, forall z, complex.Im z != 0 -> z * z^*%C = (p * r - u)%:C%C}].
Proof.
set c := p + r; set q := p * r - u => charN.
pose h := c / 2%:R; have h2 : h + h = c by rewrite /h -splitr.
have -> : (c ^+ 2 < 4%:R * q) = (h ^+ 2 < q).
  have -> : c ^+ 2 = 4%:R * h ^+ 2 by rewrite -h2 -mulr2n -mulr_natl exprMn -natrX.
  by rewrite ltr_pmul2l ?ltr0n.
have spectrumN z w : z + w = c%:C%C -> z * w = q%:C%C -> spectrum N [:: z; w].
  move=> zw zwq; rewrite /spectrum charN big_cons big_seq1 rmorphB rmorphM !rmorphB /=.
  rewrite !map_polyX !map_polyC; apply/esym/quadratic_factors; first by rewrite zw rmorphD.
  by rewrite zwq rmorphB rmorphM.
clearbody h q; have [hq|qh] := ltP (h ^+ 2) q.
- have y2_gt0 : 0 < q - h ^+ 2 by rewrite subr_gt0.
  pose y := Num.sqrt (q - h ^+ 2); have y_gt0 : 0 < y by rewrite sqrtr_gt0.
  have norm_q : h * h + y * y = q by rewrite -!expr2 sqr_sqrtr ?ltW // addrC subrK.
  exists [:: (h +i* y)%C; (h -i* y)%C]; split.
  + apply: spectrumN; apply/eqP; rewrite eq_complex /=; apply/andP; split; apply/eqP => //.
    * by rewrite addrN.
    * by rewrite mulrN opprK.
    * by rewrite mulrN mulrC addNr.
  + by rewrite /pairs /= y_gt0 oppr_gt0 ltNge ltW.
  + move=> z; rewrite !inE => /orP[] /eqP-> _; apply/eqP; rewrite eq_complex /=;
    by rewrite ?opprK ?mulrN ?mulNr ?opprK norm_q eqxx /= [y * h]mulrC ?addNr ?addrN.
- have y2_ge0 : 0 <= h ^+ 2 - q by rewrite subr_ge0.
  pose y := Num.sqrt (h ^+ 2 - q).
  have prod_q : (h + y) * (h - y) = q.
    by rewrite mulrC -subr_sqr sqr_sqrtr // opprB addrC subrK.
  exists [:: (h + y)%:C%C; (h - y)%:C%C]; split.
  + apply: spectrumN; first by rewrite -rmorphD addrACA subrr addr0 h2.
    by rewrite -rmorphM prod_q.
  + by rewrite /pairs /= ltxx.
  + by move=> z; rewrite !inE => /orP[] /eqP-> /=; rewrite eqxx.
Qed.

(* The matrix of a rotation, scaled by rho. *)
Definition rotation (rho c t : R) : 'M[R]_(1 + 1) :=
  rho *: block_mx c%:M (- t)%:M t%:M c%:M.

Lemma rotation_spectrum rho c t :
  spectrum (rotation rho c t)
    [:: rho%:C%C * (c +i* t)%C; rho%:C%C * (c -i* t)%C].
Proof.
have -> : rotation rho c t =
    block_mx (rho * c)%:M (- (rho * t))%:M (rho * t)%:M (rho * c)%:M.
  by rewrite /rotation scale_block_mx !scale_scalar_mx mulrN.
rewrite /spectrum map_char_poly map_block_mx !map_scalar_mx char_poly_mx22 big_cons big_seq1.
apply/esym/quadratic_factors; apply/eqP; rewrite eq_complex /=; apply/andP; split; apply/eqP.
- by rewrite !mul0r !subr0.
- by rewrite !mul0r !addr0 mulrN addrN.
- by rewrite !mul0r !subr0 !addr0 !mulrN mulNr.
- by rewrite !mul0r !mulr0 !addr0 !subr0 !mulrN [rho * t * _]mulrC addNr.
Qed.

End Quadratic.
