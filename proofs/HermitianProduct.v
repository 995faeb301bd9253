(******************************************************************************)
(* The product of two Hermitian matrices, one of them positive semidefinite,  *)
(* has only real eigenvalues.                                                 *)
(*                                                                            *)
(* Let v H D = z v with H, D Hermitian and H >= 0. Then v H D H v^* equals    *)
(* z times v H v^*, and both forms are real. So z is real, unless v H v^* is  *)
(* zero; then v H = 0 because H >= 0, and z v = 0. For D >= 0 instead, D H    *)
(* has the same characteristic polynomial as H D. A positive definite matrix  *)
(* is a special case, in which H D is also diagonalizable: see the file on    *)
(* symmetric matrices for the real case.                                      *)
(******************************************************************************)
From mathcomp Require Import all_ssreflect all_algebra all_field.
From mathcomp Require Import complex.
From eigenclaim Require Import Spectrum CharPoly PairBound.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Hermitian.

Variable R : rcfType.
Local Notation C := R[i].

(* The conjugate transpose. *)
Local Notation adj M := (map_mx (@conjc R) M)^T.

Definition hermitian n (H : 'M[C]_n) := adj H = H.
Definition semidefinite n (H : 'M[C]_n) := forall v : 'rV_n, 0 <= (v *m H *m adj v) 0 0.

Lemma adjK m n (A : 'M[C]_(m, n)) : adj (adj A) = A.
Proof. by apply/matrixP=> i j; rewrite !mxE conjcK. Qed.

Lemma adjM m n p (A : 'M[C]_(m, n)) (B : 'M_(n, p)) : adj (A *m B) = adj B *m adj A.
Proof. by rewrite map_mxM trmx_mul. Qed.

Lemma hermitian_form_real n (H : 'M[C]_n) (v : 'rV_n) :
  hermitian H -> complex.Im ((v *m H *m adj v) 0 0) = 0.
Proof.
move=> Hh; set q := v *m H *m adj v.
have /matrixP/(_ 0 0) : adj q = q by rewrite /q !adjM adjK Hh mulmxA.
clearbody q; rewrite !mxE; case: (q 0 0) => x y [] /eqP.
by rewrite eqNr => /eqP.
Qed.

Lemma row_norm0 n (w : 'rV[C]_n) : (w *m adj w) 0 0 <= 0 -> w = 0.
Proof.
rewrite mxE => w_le0; apply/rowP=> i; rewrite mxE; apply/eqP.
have sq_ge0 j : 0 <= w 0 j * (adj w) j 0 by rewrite !mxE mulcJ_ge0.
have /eqP : \sum_j w 0 j * (adj w) j 0 = 0 by apply/le_anti; rewrite w_le0 sumr_ge0.
rewrite psumr_eq0 // => /allP/(_ i (mem_index_enum _)) /=.
by rewrite !mxE mulf_eq0 conjc_eq0 orbb.
Qed.

(* A semidefinite form vanishes on v only if v is in its kernel. *)
Lemma semidefinite_kernel n (H : 'M[C]_n) (v : 'rV_n) :
  hermitian H -> semidefinite H -> (v *m H *m adj v) 0 0 = 0 -> v *m H = 0.
Proof.
move=> Hh Hpos v0; set w := v *m H; apply: row_norm0; set N := (w *m adj w) 0 0.
have N_ge0 : 0 <= N by rewrite /N mxE sumr_ge0 // => i _; rewrite !mxE mulcJ_ge0.
have expand (t : R) : (w *m H *m adj w) 0 0 - 2%:R * t%:C%C * N =
    ((w - t%:C%C *: v) *m H *m adj (w - t%:C%C *: v)) 0 0.
  have -> : adj (w - t%:C%C *: v) = adj w - t%:C%C *: adj v.
    by apply/matrixP=> i j; rewrite !mxE rmorphB rmorphM /= oppr0.
  have vHw : v *m H *m adj w = w *m adj w by [].
  have wHv : w *m H *m adj v = w *m adj w by rewrite -mulmxA /w adjM Hh.
  rewrite !mulmxBl !mulmxBr -!scalemxAl -!scalemxAr vHw wHv.
  move: v0; rewrite /N; set a := w *m H *m _; set b := w *m _; set c := v *m H *m adj v.
  clearbody a b c; move=> c0; rewrite !mxE c0 !mulr0 subr0.
  by rewrite -mulrA mulr_natl mulr2n opprD addrA.
have N_real : N \is Num.real by rewrite ger0_real.
have [//|N_gt0] := real_leP N_real (real0 [numDomainType of C]).
set a := (w *m H *m adj w) 0 0 in expand; have a_ge0 : 0 <= a by apply: Hpos.
have /RRe_real def_t : (a + 1) / N \is Num.real.
  by apply: rpred_div => //; apply: rpredD; [apply: ger0_real | apply: rpred1].
have := Hpos (w - (complex.Re ((a + 1) / N))%:C%C *: v).
rewrite -expand def_t -mulrA divfK ?gt_eqF // mulr2n mulrDl !mul1r.
rewrite -addrA opprD addrA subrr sub0r oppr_ge0.
have /lt_geF-> // : 0 < 1 + (a + 1); apply: ltr_spaddl; rewrite ?ltr01 //.
by rewrite addr_ge0 ?ler01.
Qed.

Lemma hermitian_product_left n (H D : 'M[C]_n) z :
    hermitian H -> hermitian D -> semidefinite H ->
  eigenvalue (H *m D) z -> complex.Im z = 0.
Proof.
move=> Hh Dh Hpos /eigenvalueP[v vT v_neq0].
have [v0|v_neq] := eqVneq ((v *m H *m adj v) 0 0) 0.
  have vH : v *m H = 0 by apply: semidefinite_kernel.
  move: vT; rewrite mulmxA vH mul0mx => /esym/eqP; rewrite scaler_eq0 (negPf v_neq0) orbF.
  by move=> /eqP->.
have Dform : (v *m (H *m D *m H) *m adj v) 0 0 = z * (v *m H *m adj v) 0 0.
  by rewrite mulmxA vT -!scalemxAl mxE.
have DHreal : complex.Im ((v *m (H *m D *m H) *m adj v) 0 0) = 0.
  by apply: hermitian_form_real; rewrite /hermitian !adjM Hh Dh mulmxA.
have := hermitian_form_real v Hh; move: DHreal; rewrite Dform.
case: z {vT Dform} (_ 0 0) v_neq => x y [p q] /= q_neq xy q0.
move: q_neq xy; rewrite q0 mulr0 add0r eq_complex /= eqxx andbT => p_neq /eqP.
by rewrite mulf_eq0 (negPf p_neq) orbF => /eqP.
Qed.

(* The factor that is semidefinite may be either one. *)
Theorem hermitian_product_real n (H D : 'M[C]_n) z :
    hermitian H -> hermitian D -> semidefinite H \/ semidefinite D ->
  eigenvalue (H *m D) z -> complex.Im z = 0.
Proof.
move=> Hh Dh [Hpos|Dpos]; first exact: hermitian_product_left.
rewrite eigenvalue_root_char char_poly_mulC -eigenvalue_root_char.
exact: hermitian_product_left.
Qed.

End Hermitian.

Section Symmetric.

Variable R : rcfType.

(* The same for real symmetric matrices. *)
Theorem symmetric_product_real n (H D : 'M[R]_n) :
    H^T = H -> D^T = D ->
    (forall v : 'rV_n, 0 <= (v *m H *m v^T) 0 0) \/ (forall v : 'rV_n, 0 <= (v *m D *m v^T) 0 0) ->
  real_spectrum (H *m D).
Proof.
move=> Hs Ds HDpos z; rewrite map_mxM; apply: hermitian_product_real.
- by rewrite /hermitian map_conj_real map_trmx Hs.
- by rewrite /hermitian map_conj_real map_trmx Ds.
by case: HDpos => pos; [left|right] => v;
  rewrite form_complex // mxE mxE -[0]/(0%:C)%C lecR addr_ge0.
Qed.

End Symmetric.
