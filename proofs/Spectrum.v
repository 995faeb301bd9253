(******************************************************************************)
(* The spectrum of a real square matrix.                                      *)
(*                                                                            *)
(* R is any real closed field and R[i] its algebraic closure, the complex     *)
(* numbers over R.                                                            *)
(*   spectrum T s    s lists the eigenvalues of T in R[i], each as often as   *)
(*                   its algebraic multiplicity                               *)
(*   pairs s         the number of non-real conjugate pairs in s, counted     *)
(*                   with multiplicity: one root of each pair lies above the  *)
(*                   real axis                                                *)
(*   real_spectrum T every eigenvalue of T in R[i] is real                    *)
(* Shown here: every matrix has a spectrum, unique up to order, of as many    *)
(* eigenvalues as rows; a real matrix has as many eigenvalues below the real  *)
(* axis as above it; its spectrum is real exactly when it has no pair.        *)
(******************************************************************************)
From mathcomp Require Import all_ssreflect all_algebra all_field.
From mathcomp Require Import complex.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Definitions.

Variable R : rcfType.

Definition spectrum n (T : 'M[R]_n) (s : seq R[i]) : Prop :=
  map_poly (real_complex R) (char_poly T) = \prod_(z <- s) ('X - z%:P).

Definition pairs (s : seq R[i]) : nat := count (fun z => 0 < complex.Im z) s.

Definition real_spectrum n (T : 'M[R]_n) : Prop :=
  forall z : R[i], eigenvalue (map_mx (real_complex R) T) z -> complex.Im z = 0.

End Definitions.

(* The roots of a product of linear factors, with multiplicity, are unique. *)
Lemma perm_prod_XsubC (K : idomainType) (s t : seq K) :
  \prod_(z <- s) ('X - z%:P) = \prod_(z <- t) ('X - z%:P) -> perm_eq s t.
Proof.
elim: s t => [|z s IHs] t eq_st.
  have /(congr1 (fun p : {poly K} => size p)) := eq_st.
  by rewrite big_nil size_poly1 size_prod_XsubC => -[/esym/size0nil ->].
have zt : z \in t by rewrite -root_prod_XsubC -eq_st root_prod_XsubC mem_head.
rewrite perm_sym (permPl (perm_to_rem zt)) perm_cons perm_sym.
apply/IHs/(mulfI (negbT (polyXsubC_eq0 z))).
by move: eq_st; rewrite (perm_big _ (perm_to_rem zt)) /= !big_cons.
Qed.

Section Theory.

Variable R : rcfType.
Implicit Types (s t : seq R[i]).

Lemma spectrum_exists n (T : 'M[R]_n) : exists s, spectrum T s.
Proof.
have [s def_s] := closed_field_poly_normal (map_poly (real_complex R) (char_poly T)).
exists s; rewrite /spectrum {1}def_s.
by rewrite (monicP _) ?scale1r ?map_monic ?char_poly_monic.
Qed.

Lemma size_spectrum n (T : 'M[R]_n) s : spectrum T s -> size s = n.
Proof.
move=> /(congr1 (fun p : {poly R[i]} => size p)).
by rewrite size_map_poly size_char_poly size_prod_XsubC => -[].
Qed.

Lemma spectrum_perm n (T : 'M[R]_n) s t : spectrum T s -> spectrum T t -> perm_eq s t.
Proof. by move=> Ts Tt; apply: perm_prod_XsubC; rewrite -Ts -Tt. Qed.

Lemma eq_spectrum n m (T : 'M[R]_n) (U : 'M[R]_m) s :
  char_poly T = char_poly U -> spectrum T s -> spectrum U s.
Proof. by rewrite /spectrum => ->. Qed.

(* The list of eigenvalues contains each eigenvalue and nothing else. *)
Lemma spectrumE n (T : 'M[R]_n) s z :
  spectrum T s -> (z \in s) = eigenvalue (map_mx (real_complex R) T) z.
Proof.
by move=> Ts; rewrite eigenvalue_root_char -map_char_poly Ts root_prod_XsubC.
Qed.

(* The spectrum of a real matrix is symmetric about the real axis. *)
Lemma spectrum_conj n (T : 'M[R]_n) s : spectrum T s -> perm_eq s (map (@conjc R) s).
Proof.
move=> Ts; apply: perm_prod_XsubC; rewrite -[LHS]Ts.
have -> : map_poly (real_complex R) (char_poly T) =
          map_poly (@conjc R) (map_poly (real_complex R) (char_poly T)).
  by rewrite -map_poly_comp; apply: eq_map_poly => x /=; rewrite /= oppr0.
rewrite Ts rmorph_prod big_map; apply: eq_bigr => z _.
by rewrite rmorphB /= map_polyX map_polyC.
Qed.

Lemma pairsE n (T : 'M[R]_n) s :
  spectrum T s -> pairs s = count (fun z => complex.Im z < 0) s.
Proof.
move=> Ts; rewrite /pairs (permP (spectrum_conj Ts)) count_map.
by apply: eq_count => -[x y] /=; rewrite oppr_gt0.
Qed.

Lemma perm_pairs s t : perm_eq s t -> pairs s = pairs t.
Proof. by move=> /permP; apply. Qed.

Lemma pairs0_real n (T : 'M[R]_n) s : spectrum T s -> pairs s = 0%N <-> real_spectrum T.
Proof.
move=> Ts; split=> [s0 z|Treal].
  rewrite -(spectrumE _ Ts) => zs.
  have /hasPn/(_ z zs) : ~~ has (fun z => 0 < complex.Im z) s.
    by rewrite has_count -[count _ _]/(pairs s) s0.
  have /hasPn/(_ z zs) : ~~ has (fun z => complex.Im z < 0) s.
    by rewrite has_count -(pairsE Ts) s0.
  by rewrite -!real_leNgt ?num_real // => z_ge0 z_le0; apply/le_anti/andP.
apply/eqP; rewrite -leqn0 leqNgt -has_count; apply/hasPn=> z zs.
by rewrite Treal ?ltxx // -(spectrumE _ Ts).
Qed.

Lemma map_prod_XsubC (l : seq R) :
  map_poly (real_complex R) (\prod_(x <- l) ('X - x%:P)) =
    \prod_(z <- map (real_complex R) l) ('X - z%:P).
Proof.
rewrite rmorph_prod big_map; apply: eq_bigr => x _.
by rewrite rmorphB /= map_polyX map_polyC.
Qed.

Lemma spectrum_real n (T : 'M[R]_n) (l : seq R) :
  spectrum T (map (real_complex R) l) <-> char_poly T = \prod_(x <- l) ('X - x%:P).
Proof.
split=> [Tl|Tl]; last by rewrite /spectrum Tl map_prod_XsubC.
by apply: (map_poly_inj [rmorphism of real_complex R]); rewrite map_prod_XsubC -Tl.
Qed.

(* Over a real closed field a real spectrum can be listed in R. *)
Lemma real_spectrumP n (T : 'M[R]_n) :
  real_spectrum T <-> exists l : seq R, char_poly T = \prod_(x <- l) ('X - x%:P).
Proof.
split=> [Treal|[l Tl] z].
  have [s Ts] := spectrum_exists T; exists (map (@complex.Re R) s).
  apply: (map_poly_inj [rmorphism of real_complex R]); rewrite map_prod_XsubC -map_comp Ts.
  congr (\prod_(z <- _) _); rewrite -[LHS]map_id; apply/eq_in_map => z zs.
  case: z zs => x y zs; have := Treal (x +i* y)%C.
  by rewrite -(spectrumE _ Ts) => /(_ zs) /= ->.
have Ts : spectrum T (map (real_complex R) l) by rewrite /spectrum Tl map_prod_XsubC.
by rewrite -(spectrumE _ Ts) => /mapP[x _ ->].
Qed.

End Theory.
