(******************************************************************************)
(* What a transition can encode, it has in its spectrum, with multiplicity.   *)
(* Section of the article on linear encodings.                                *)
(*                                                                            *)
(* - embedding_spectrum_inclusion: if T E = E S and the columns of E are      *)
(*   independent, then the characteristic polynomial of S divides that of T.  *)
(*   The range of E is invariant: in a basis that begins with the columns of  *)
(*   E the matrix T is block triangular with first block S.                   *)
(* - embedding_two_oscillators, with the parts embedding_two_oscillators_ckda *)
(*   and embedding_two_oscillators_mdn: no CKDA step and no MDN step with     *)
(*   scalar gates encodes two rotations                                       *)
(*   S = rho (R(phi_A) + R(phi_B)), rho <> 0, neither angle a multiple of pi. *)
(*   S has two non-real pairs, each of the steps at most one. A rotation      *)
(*   R(phi) is given by c = cos phi and t = sin phi, t <> 0; equal angles are *)
(*   included, and c^2 + t^2 = 1 is not needed.                               *)
(******************************************************************************)
From mathcomp Require Import all_ssreflect all_algebra all_field.
From mathcomp Require Import complex.
From eigenclaim Require Import Spectrum CharPoly Quadratic Ckda Mdn.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Theorem embedding_spectrum_inclusion (F : fieldType) d n (T : 'M[F]_d) (S : 'M[F]_n)
    (E : 'M[F]_(d, n)) :
  T *m E = E *m S -> \rank E = n -> char_poly S %| char_poly T.
Proof.
move=> TE rankE; rewrite -[char_poly S]char_poly_trmx -[char_poly T]char_poly_trmx.
apply: (char_poly_invariant (W := E^T)); last by rewrite /row_free mxrank_tr rankE.
by rewrite -!trmx_mul TE.
Qed.

Section Pairs.

Variable R : rcfType.

(* Divisibility compares the spectra with multiplicity. *)
Lemma spectrum_dvdp d n (T : 'M[R]_d) (S : 'M[R]_n) (s t : seq R[i]) :
    char_poly S %| char_poly T -> spectrum S s -> spectrum T t ->
  exists u, perm_eq t (s ++ u).
Proof.
move=> ST Ss Tt; pose toC := map_poly (real_complex R).
have /dvdpP[q def_q] : toC (char_poly S) %| toC (char_poly T) by rewrite dvdp_map.
have [u def_u] := closed_field_poly_normal q.
have q_monic : lead_coef q = 1.
  have := congr1 lead_coef def_q; rewrite lead_coef_Mmonic.
    by rewrite (monicP _) ?map_monic ?char_poly_monic.
  by rewrite map_monic char_poly_monic.
exists u; apply: perm_prod_XsubC; rewrite -Tt -/toC def_q big_cat /= mulrC -Ss.
by rewrite def_u q_monic scale1r.
Qed.

Lemma pairs_dvdp d n (T : 'M[R]_d) (S : 'M[R]_n) (s t : seq R[i]) :
  char_poly S %| char_poly T -> spectrum S s -> spectrum T t -> (pairs s <= pairs t)%N.
Proof.
move=> ST Ss Tt; have [u /perm_pairs->] := spectrum_dvdp ST Ss Tt.
by rewrite /pairs count_cat leq_addr.
Qed.

Definition two_oscillators (rho cA tA cB tB : R) : 'M[R]_(1 + 1 + (1 + 1)) :=
  block_mx (rotation rho cA tA) 0 0 (rotation rho cB tB).

Lemma two_oscillators_pairs rho cA tA cB tB s :
    rho != 0 -> tA != 0 -> tB != 0 -> spectrum (two_oscillators rho cA tA cB tB) s ->
  pairs s = 2%N.
Proof.
move=> rho_neq0 tA_neq0 tB_neq0 Ss.
pose rot c t := [:: rho%:C%C * (c +i* t)%C; rho%:C%C * (c -i* t)%C].
have rot_pairs c t : t != 0 -> pairs (rot c t) = 1%N.
  move=> t_neq0; rewrite /pairs /= !mul0r !addr0 mulrN oppr_gt0.
  by have : rho * t != 0; [rewrite mulf_neq0 | case: ltgtP].
have S2 : spectrum (two_oscillators rho cA tA cB tB) (rot cA tA ++ rot cB tB).
  rewrite /spectrum char_poly_lblock rmorphM big_cat /=; congr (_ * _);
  exact: rotation_spectrum.
rewrite (perm_pairs (spectrum_perm Ss S2)) [LHS]count_cat.
by rewrite -![count _ _]/(pairs _) !rot_pairs.
Qed.

(* E encodes the two oscillators in d coordinates: injective, and T E = E S. *)
Theorem embedding_two_oscillators_ckda d (alpha : 'rV[R]_d) beta (k : 'cV_d)
    rho cA tA cB tB (E : 'M_(d, 1 + 1 + (1 + 1))) :
    rho != 0 -> tA != 0 -> tB != 0 ->
  let T := (1%:M - beta *: (k *m k^T)) *m diag_mx alpha in
    T *m E = E *m two_oscillators rho cA tA cB tB -> \rank E != (1 + 1 + (1 + 1))%N.
Proof.
move=> rho_neq0 tA_neq0 tB_neq0 T TE; apply/eqP=> rankE.
have [t Tt] := spectrum_exists T.
have [s Ss] := spectrum_exists (two_oscillators rho cA tA cB tB).
have := pairs_dvdp (embedding_spectrum_inclusion TE rankE) Ss Tt.
rewrite (two_oscillators_pairs rho_neq0 tA_neq0 tB_neq0 Ss) leqNgt => /negP; apply.
exact: ckda_at_most_one_pair Tt.
Qed.

Theorem embedding_two_oscillators_mdn d a m beta eta (k : 'cV[R]_d)
    rho cA tA cB tB (E : 'M_(d + d, 1 + 1 + (1 + 1))) :
    rho != 0 -> tA != 0 -> tB != 0 ->
  let T := momentum_step (const_mx a) (const_mx m) beta eta k in
    T *m E = E *m two_oscillators rho cA tA cB tB -> \rank E != (1 + 1 + (1 + 1))%N.
Proof.
move=> rho_neq0 tA_neq0 tB_neq0 T TE; apply/eqP=> rankE.
have [t Tt] := spectrum_exists T.
have [s Ss] := spectrum_exists (two_oscillators rho cA tA cB tB).
have := pairs_dvdp (embedding_spectrum_inclusion TE rankE) Ss Tt.
rewrite (two_oscillators_pairs rho_neq0 tA_neq0 tB_neq0 Ss) leqNgt => /negP; apply.
by apply: mdn_at_most_one_pair Tt; left=> i j; rewrite !mxE.
Qed.

Theorem embedding_two_oscillators rho cA tA cB tB :
    rho != 0 -> tA != 0 -> tB != 0 ->
  let S := two_oscillators rho cA tA cB tB in
  (forall d (alpha : 'rV[R]_d) beta (k : 'cV_d) (E : 'M_(d, 1 + 1 + (1 + 1))),
     (1%:M - beta *: (k *m k^T)) *m diag_mx alpha *m E = E *m S ->
     \rank E != (1 + 1 + (1 + 1))%N)
  /\ (forall d a m beta eta (k : 'cV[R]_d) (E : 'M_(d + d, 1 + 1 + (1 + 1))),
     momentum_step (const_mx a) (const_mx m) beta eta k *m E = E *m S ->
     \rank E != (1 + 1 + (1 + 1))%N).
Proof.
move=> rho_neq0 tA_neq0 tB_neq0 S; split=> [d alpha beta k E TE|d a m beta eta k E TE].
- exact: embedding_two_oscillators_ckda rho_neq0 tA_neq0 tB_neq0 TE.
- exact: embedding_two_oscillators_mdn rho_neq0 tA_neq0 tB_neq0 TE.
Qed.

End Pairs.
