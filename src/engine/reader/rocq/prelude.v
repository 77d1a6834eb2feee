(* Judgments of a book of typelog as inductive predicates: printed by `typelog rules --format rocq`.

   A rule is a constructor: its premises are its hypotheses. A builtin is a parameter, which may have a value for some arguments only:
   then its result is an option. The answer to a question that no rule answers is not stated. *)

From Coq Require Import List Arith String.
Import ListNotations.

Set Implicit Arguments.

(* Values in an order, and those of an enumeration from the least to the greatest. *)
Class Ordered (A : Type) := { rank : A -> nat }.
Class Bounded (A : Type) := { lowest : A; highest : A }.
#[export] Instance ordered_nat : Ordered nat := { rank := fun number => number }.

Definition least {A : Type} {order : Ordered A} (a b : A) : A := if Nat.leb (rank a) (rank b) then a else b.
Definition greatest {A : Type} {order : Ordered A} (a b : A) : A := if Nat.leb (rank a) (rank b) then b else a.

(* The least and the greatest value of a list. Of no values they are the greatest and the least of all. *)
Definition least_of {A : Type} {order : Ordered A} {bounds : Bounded A} (values : list A) : A := fold_right least highest values.
Definition greatest_of {A : Type} {order : Ordered A} {bounds : Bounded A} (values : list A) : A :=
  fold_right greatest lowest values.

Definition otherwise {A : Type} (found : option A) (default : A) : A :=
  match found with Some value => value | None => default end.

(* The values of a function at a place and those behind it, up to the first without a value, each with its place. *)
Inductive listed_from {A : Type} (at_place : nat -> option A) : nat -> list (nat * A) -> Prop :=
  | listed_from_end : forall place, at_place place = None -> listed_from at_place place []
  | listed_from_next : forall place value rest,
      at_place place = Some value ->
      listed_from at_place (S place) rest ->
      listed_from at_place place ((place, value) :: rest).

(* The values that the members of a list give. *)
Inductive gathered {A B : Type} (skipped : A -> Prop) (kept : A -> B -> Prop) : list A -> list B -> Prop :=
  | gathered_end : gathered skipped kept [] []
  | gathered_skip : forall member members values,
      skipped member ->
      gathered skipped kept members values ->
      gathered skipped kept (member :: members) values
  | gathered_keep : forall member value members values,
      kept member value ->
      gathered skipped kept members values ->
      gathered skipped kept (member :: members) (value :: values).

(* What an accumulator comes to with one member after the other, until it ends the fold. *)
Inductive stepped {A S : Type} (ended : S -> Prop) (skipped : S -> A -> Prop) (step : S -> A -> S -> Prop)
  : S -> list A -> S -> Prop :=
  | stepped_end : forall state, stepped ended skipped step state [] state
  | stepped_stop : forall state members, ended state -> stepped ended skipped step state members state
  | stepped_skip : forall state member members last,
      skipped state member ->
      stepped ended skipped step state members last ->
      stepped ended skipped step state (member :: members) last
  | stepped_step : forall state member next members last,
      step state member next ->
      stepped ended skipped step next members last ->
      stepped ended skipped step state (member :: members) last.
