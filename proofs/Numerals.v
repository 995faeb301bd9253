(******************************************************************************)
(* Decides comparisons between closed rational expressions in an ordered      *)
(* field, by binary integers.                                                 *)
(*                                                                            *)
(* The tactic [numbers] proves x = y, x < y or x <= y where x and y are built *)
(* from natural numbers n%:R by +, -, *, ^-1 and ^+. The expression is read   *)
(* into [expr], brought to one fraction of integers by [fraction], and the    *)
(* sign of that fraction is computed.                                         *)
(******************************************************************************)
From Coq Require Import ZArith Lia.
From mathcomp Require Import all_ssreflect all_algebra.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Integers.

Variable F : numFieldType.

Definition of_Z (z : Z) : F := (Z.to_nat z)%:R - (Z.to_nat (Z.opp z))%:R.

Lemma of_Z_sub (a b : nat) : of_Z (Z.sub (Z.of_nat a) (Z.of_nat b)) = a%:R - b%:R.
Proof.
rewrite /of_Z; set x := Z.to_nat _; set y := Z.to_nat _.
have xy : (x + b)%N = (a + y)%N by rewrite /x /y -!plusE; lia.
by apply/eqP; rewrite subr_eq addrAC eq_sym subr_eq -!natrD xy.
Qed.

Lemma Z_sub_exists z : exists a b : nat, z = Z.sub (Z.of_nat a) (Z.of_nat b).
Proof. by exists (Z.to_nat z), (Z.to_nat (Z.opp z)); lia. Qed.

Lemma of_ZD x y : of_Z (Z.add x y) = of_Z x + of_Z y.
Proof.
have [a [b ->]] := Z_sub_exists x; have [c [d ->]] := Z_sub_exists y.
have -> : Z.add (Z.sub (Z.of_nat a) (Z.of_nat b)) (Z.sub (Z.of_nat c) (Z.of_nat d)) =
          Z.sub (Z.of_nat (a + c)) (Z.of_nat (b + d)) by rewrite -!plusE; lia.
by rewrite !of_Z_sub !natrD opprD addrACA.
Qed.

Lemma of_ZM x y : of_Z (Z.mul x y) = of_Z x * of_Z y.
Proof.
have [a [b ->]] := Z_sub_exists x; have [c [d ->]] := Z_sub_exists y.
have -> : Z.mul (Z.sub (Z.of_nat a) (Z.of_nat b)) (Z.sub (Z.of_nat c) (Z.of_nat d)) =
          Z.sub (Z.of_nat (a * c + b * d)) (Z.of_nat (a * d + b * c)).
  by rewrite -!plusE -!multE; lia.
rewrite !of_Z_sub !natrD !natrM mulrBl !mulrBr opprB opprD.
by rewrite -!addrA; congr (_ + _); rewrite addrCA [in RHS]addrC -addrA addrC -!addrA.
Qed.

Lemma of_ZN x : of_Z (Z.opp x) = - of_Z x.
Proof. by rewrite /of_Z Z.opp_involutive opprB. Qed.

Lemma of_Z_nat n : of_Z (Z.of_nat n) = n%:R.
Proof. by rewrite /of_Z Nat2Z.id (_ : Z.to_nat _ = 0%N) ?subr0 //; lia. Qed.

Lemma of_Z_gt0 z : Z.ltb Z0 z -> 0 < of_Z z.
Proof.
move/Z.ltb_spec0 => z_gt0; rewrite /of_Z (_ : Z.to_nat (Z.opp z) = 0%N) ?subr0; last by lia.
by rewrite ltr0n; apply/ssrnat.ltP; lia.
Qed.

Lemma of_Z_ge0 z : Z.leb Z0 z -> 0 <= of_Z z.
Proof.
move/Z.leb_spec0 => z_ge0; rewrite /of_Z (_ : Z.to_nat (Z.opp z) = 0%N) ?subr0 ?ler0n //; lia.
Qed.

End Integers.

Inductive expr :=
  Zero | One | Num of nat | Add of expr & expr | Mul of expr & expr | Sqr of expr | Opp of expr | Inv of expr.

Fixpoint value (F : numFieldType) (e : expr) : F :=
  match e with
  | Zero => 0
  | One => 1
  | Num n => n%:R
  | Add a b => value F a + value F b
  | Mul a b => value F a * value F b
  | Sqr a => value F a ^+ 2
  | Opp a => - value F a
  | Inv a => (value F a)^-1
  end.

(* A numerator, and a denominator that is positive. *)
Fixpoint fraction (e : expr) : option (Z * Z) :=
  match e with
  | Zero => Some (Z0, Z.one)
  | One => Some (Z.one, Z.one)
  | Num n => Some (Z.of_nat n, Z.one)
  | Add a b =>
    if (fraction a, fraction b) is (Some (m, d), Some (n, c)) then
      Some (Z.add (Z.mul m c) (Z.mul n d), Z.mul d c) else None
  | Mul a b =>
    if (fraction a, fraction b) is (Some (m, d), Some (n, c)) then
      Some (Z.mul m n, Z.mul d c) else None
  | Sqr a => if fraction a is Some (m, d) then Some (Z.mul m m, Z.mul d d) else None
  | Opp a => if fraction a is Some (m, d) then Some (Z.opp m, d) else None
  | Inv a => if fraction a is Some (m, d) then
               if Z.ltb Z0 m then Some (d, m) else None else None
  end.

Definition holds_gt0 (e : expr) := if fraction e is Some (m, _) then Z.ltb Z0 m else false.
Definition holds_ge0 (e : expr) := if fraction e is Some (m, _) then Z.leb Z0 m else false.
Definition holds_eq0 (e : expr) := if fraction e is Some (m, _) then Z.eqb m Z0 else false.

Section Soundness.

Variable F : numFieldType.

Lemma fractionP e m d : fraction e = Some (m, d) -> 0 < of_Z F d /\ value F e = of_Z F m / of_Z F d.
Proof.
have pos x y : 0 < of_Z F x -> 0 < of_Z F y -> 0 < of_Z F (Z.mul x y) by rewrite of_ZM; apply: mulr_gt0.
have one : of_Z F Z.one = 1 by rewrite (of_Z_nat F 1).
elim: e m d => [||n|a IHa b IHb|a IHa b IHb|a IHa|a IHa|a IHa] m d /=.
- by case=> <- <-; rewrite one [of_Z F Z0](of_Z_nat F 0) ltr01 mul0r.
- by case=> <- <-; rewrite one ltr01 divr1.
- by case=> <- <-; rewrite one of_Z_nat ltr01 divr1.
- case: (fraction a) IHa => // -[m1 d1] /(_ _ _ erefl)[d1_gt0 ->].
  case: (fraction b) IHb => // -[m2 d2] /(_ _ _ erefl)[d2_gt0 ->] [<- <-]; split; first exact: pos.
  by rewrite of_ZD !of_ZM addf_div ?gt_eqF.
- case: (fraction a) IHa => // -[m1 d1] /(_ _ _ erefl)[d1_gt0 ->].
  case: (fraction b) IHb => // -[m2 d2] /(_ _ _ erefl)[d2_gt0 ->] [<- <-]; split; first exact: pos.
  by rewrite !of_ZM mulf_div.
- case: (fraction a) IHa => // -[m1 d1] /(_ _ _ erefl)[d1_gt0 ->] [<- <-]; split; first exact: pos.
  by rewrite !of_ZM -mulf_div.
- by case: (fraction a) IHa => // -[m1 d1] /(_ _ _ erefl)[d1_gt0 ->] [<- <-]; rewrite of_ZN mulNr.
- case: (fraction a) IHa => // -[m1 d1] /(_ _ _ erefl)[d1_gt0 ->].
  by case: ifP => // m1_gt0 [<- <-]; rewrite invf_div; split=> //; apply: of_Z_gt0.
Qed.

Lemma holds_gt0P e : holds_gt0 e -> 0 < value F e.
Proof.
rewrite /holds_gt0; case eq_e: (fraction e) => [[m d]|] // m_gt0.
by have [d_gt0 ->] := fractionP eq_e; apply: divr_gt0 => //; apply: of_Z_gt0.
Qed.

Lemma holds_ge0P e : holds_ge0 e -> 0 <= value F e.
Proof.
rewrite /holds_ge0; case eq_e: (fraction e) => [[m d]|] // m_ge0.
by have [d_gt0 ->] := fractionP eq_e; apply: divr_ge0; [apply: of_Z_ge0 | apply: ltW].
Qed.

Lemma holds_eq0P e : holds_eq0 e -> value F e = 0.
Proof.
rewrite /holds_eq0; case eq_e: (fraction e) => [[m d]|] // /Z.eqb_spec m0.
by have [_ ->] := fractionP eq_e; rewrite m0 [of_Z F Z0](of_Z_nat F 0) mul0r.
Qed.

Lemma numbers_lt a b : holds_gt0 (Add b (Opp a)) -> value F a < value F b.
Proof. by move/holds_gt0P; rewrite /= subr_gt0. Qed.

Lemma numbers_le a b : holds_ge0 (Add b (Opp a)) -> value F a <= value F b.
Proof. by move/holds_ge0P; rewrite /= subr_ge0. Qed.

Lemma numbers_eq a b : holds_eq0 (Add b (Opp a)) -> value F a = value F b.
Proof. by move/holds_eq0P/eqP; rewrite /= subr_eq0 => /eqP. Qed.

End Soundness.

Ltac read t :=
  match t with
  | GRing.zero _ => constr:(Zero)
  | GRing.one _ => constr:(One)
  | GRing.natmul (GRing.one _) ?n => constr:(Num n)
  | GRing.add ?a ?b => let x := read a in let y := read b in constr:(Add x y)
  | GRing.mul ?a ?b => let x := read a in let y := read b in constr:(Mul x y)
  | GRing.exp ?a 2 => let x := read a in constr:(Sqr x)
  | GRing.opp ?a => let x := read a in constr:(Opp x)
  | GRing.inv ?a => let x := read a in constr:(Inv x)
  end.

Ltac numbers :=
  match goal with
  | |- is_true (@Order.lt _ _ ?x ?y) =>
    let a := read x in let b := read y in
    refine (@numbers_lt _ a b _); vm_compute; reflexivity
  | |- is_true (@Order.le _ _ ?x ?y) =>
    let a := read x in let b := read y in
    refine (@numbers_le _ a b _); vm_compute; reflexivity
  | |- ?x = ?y =>
    let a := read x in let b := read y in
    refine (@numbers_eq _ a b _); vm_compute; reflexivity
  end.
