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

Parameter Ty : Type.
Inductive Conversion : Type :=
  | Conversion_No : Conversion
  | Conversion_Unsafe : Conversion
  | Conversion_Safe : Conversion.
#[export] Instance ordered_Conversion : Ordered Conversion := { rank := fun value_ => match value_ with
    | Conversion_No => 0
    | Conversion_Unsafe => 1
    | Conversion_Safe => 2 end }.
#[export] Instance bounded_Conversion : Bounded Conversion := { lowest := Conversion_No; highest := Conversion_Safe }.
Parameter OwnConstructor : Type.
Inductive Constructor : Type :=
  | Constructor_Dynamic : Constructor
  | Constructor_Null : Constructor
  | Constructor_Primitive : Constructor
  | Constructor_Opaque : Constructor
  | Constructor_Constant : Constructor
  | Constructor_Enum : Constructor
  | Constructor_List : Constructor
  | Constructor_Set : Constructor
  | Constructor_Map : Constructor
  | Constructor_Output : Constructor
  | Constructor_Promise : Constructor
  | Constructor_Tuple : Constructor
  | Constructor_Object : Constructor
  | Constructor_Union : Constructor
  | Constructor_Named : Constructor
  | Constructor_Applied : OwnConstructor -> Constructor.
Inductive Pairing : Type :=
  | Pairing_Gather : Pairing
  | Pairing_Scatter : Pairing
  | Pairing_Zip : Pairing.
#[export] Instance ordered_Pairing : Ordered Pairing := { rank := fun value_ => match value_ with
    | Pairing_Gather => 0
    | Pairing_Scatter => 1
    | Pairing_Zip => 2 end }.
#[export] Instance bounded_Pairing : Bounded Pairing := { lowest := Pairing_Gather; highest := Pairing_Zip }.

Parameter ANY : Ty.
Parameter BOOL : Ty.
Parameter NUMBER : Ty.
Parameter STRING : Ty.
(* Returns the outermost constructor. *)
Parameter constructor : Ty -> Constructor.
(* Returns the definition of a declared type, if it was declared with one. *)
Parameter definition : Ty -> option Ty.
(* Holds if two types are equal, up to annotations. *)
Parameter equals : Ty -> Ty -> bool.
(* Returns the `i`-th member. The properties of objects are in the byte order of their names. *)
Parameter member : Ty -> nat -> option Ty.
(* Returns the `i`-th pair. *)
Parameter pair : Pairing -> Ty -> Ty -> nat -> option (Ty * Ty).
(* Holds unless `p` zips tuples of different lengths. *)
Parameter pairs_up : Pairing -> Ty -> Ty -> bool.

(* Holds if values of primitive types convert with kind `k`. *)
Inductive primitive : Ty -> Ty -> Conversion -> Prop :=
  | primitive_1 : primitive BOOL STRING Conversion_Safe
  | primitive_2 : forall s t,
      In s [NUMBER; STRING] ->
      t = BOOL ->
      primitive s t Conversion_Unsafe.

(* Holds if `s` converts to 't' with kind `k`. *)
Inductive becomes : Ty -> Ty -> Conversion -> Prop :=
  (* C-Table: primitive types convert as the table says. *)
  | C_Table : forall s t k,
      primitive s t k ->
      becomes s t k
  (* C-Absent: no other primitive type converts. *)
  | C_Absent : forall s t,
      (constructor s) = Constructor_Primitive ->
      ~ (exists found_1, primitive s t found_1) ->
      ~ equals s t = true ->
      becomes s t Conversion_No
  (* C-Members: the weakest pair of members decides. *)
  | C_Members : forall s t found_1 found_2 k,
      pairs_up Pairing_Zip s t = true ->
      listed_from (fun place_ => pair Pairing_Zip s t place_) 0 found_1 ->
      gathered
        (fun member_ => (exists a b i, member_ = (i, (a, b)) /\ ~ ~ equals a b = true) \/ (exists a b i l, member_ = (i, (a, b)) /\ ~ equals a b = true /\ becomes a b l /\ ~ l <> Conversion_No))
        (fun member_ value_ => (exists a b i l, member_ = (i, (a, b)) /\ ~ equals a b = true /\ becomes a b l /\ l <> Conversion_No /\ value_ = l))
        found_1 found_2 ->
      k = least_of found_2 ->
      becomes s t (least k Conversion_Safe)
  (* C-Either: a member of either suffices, and the first one is kept. *)
  | C_Either_1 : forall s t u found_1 k l found_3 found_4 b found_6 found_7 found_8 yes found_11,
      s = ANY ->
      u = t ->
      listed_from (fun place_ => member u place_) 0 found_1 ->
      stepped
        (fun before_ => (exists k l, before_ = (k, l) /\ k = Conversion_Safe)) (fun _ _ => False)
        (fun before_ member_ after_ => (exists k l a found_2 j, before_ = (k, l) /\ ~ k = Conversion_Safe /\ member_ = (found_2, a) /\ becomes a t j /\ after_ = ((greatest k j), l)))
        (Conversion_No, Conversion_No) found_1 (k, l) ->
      listed_from (fun place_ => member u place_) 0 found_3 ->
      gathered
        (fun _ => False)
        (fun member_ value_ => (exists b found_5, member_ = (found_5, b) /\ value_ = b))
        found_3 found_4 ->
      hd_error found_4 = Some b ->
      definition b = Some found_6 ->
      found_6 <> s ->
      listed_from (fun place_ => member u place_) 0 found_7 ->
      gathered
        (fun member_ => (exists c found_9, member_ = (found_9, c) /\ ~ (exists y, y = (equals c s))))
        (fun member_ value_ => (exists c found_10 y, member_ = (found_10, c) /\ y = (equals c s) /\ value_ = y))
        found_7 found_8 ->
      yes = existsb (fun yes_ => yes_) found_8 ->
      (yes = true <-> (k = l \/ ~ equals s t = true)) ->
      ((rank k > rank l -> found_11 = k) /\ (~ rank k > rank l -> found_11 = l)) ->
      becomes s t found_11
  | C_Either_2 : forall s t u found_1 k l found_3 found_4 b found_6 found_7 found_8 yes found_11,
      t = ANY ->
      u = s ->
      listed_from (fun place_ => member u place_) 0 found_1 ->
      stepped
        (fun before_ => (exists k l, before_ = (k, l) /\ k = Conversion_Safe)) (fun _ _ => False)
        (fun before_ member_ after_ => (exists k l a found_2 j, before_ = (k, l) /\ ~ k = Conversion_Safe /\ member_ = (found_2, a) /\ becomes a t j /\ after_ = ((greatest k j), l)))
        (Conversion_No, Conversion_No) found_1 (k, l) ->
      listed_from (fun place_ => member u place_) 0 found_3 ->
      gathered
        (fun _ => False)
        (fun member_ value_ => (exists b found_5, member_ = (found_5, b) /\ value_ = b))
        found_3 found_4 ->
      hd_error found_4 = Some b ->
      definition b = Some found_6 ->
      found_6 <> s ->
      listed_from (fun place_ => member u place_) 0 found_7 ->
      gathered
        (fun member_ => (exists c found_9, member_ = (found_9, c) /\ ~ (exists y, y = (equals c s))))
        (fun member_ value_ => (exists c found_10 y, member_ = (found_10, c) /\ y = (equals c s) /\ value_ = y))
        found_7 found_8 ->
      yes = existsb (fun yes_ => yes_) found_8 ->
      (yes = true <-> (k = l \/ ~ equals s t = true)) ->
      ((rank k > rank l -> found_11 = k) /\ (~ rank k > rank l -> found_11 = l)) ->
      becomes s t found_11.

(* Holds if the types are in a table. *)
Inductive is_listed : Ty -> Ty -> Prop :=
  (* C-Table: primitive types convert as the table says. *)
  | C_Table_is_listed : forall s t k,
      primitive s t k ->
      is_listed s t.

