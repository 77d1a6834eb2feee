//! Traversal: a step into a value, by the name of an attribute or by an index.
//!
//! Judgment: `t.k = u`, *the step `k` leads from `t` to `u`*.
//!
//! Source: the specification, "Structural Types" and "Eventual Types"; for what each constructor makes of a key, the
//! reference's behaviour.
//!
//! Smallest example: `point.x` has the type `int` where `point` has the type `object({x=int})`.

ascent::ascent_source! {
    /// Steps into values.
    traversal:

    /// Holds if it is asked where the step `k` leads from `t`.
    relation traversal_demanded(Ty, Step);

    /// Holds if the step `k` leads from `t` to `u`, and `o` says how: `Found`, or what stands in the way, where the
    /// result is dynamic. `point.x` needs `traverses(object({x=int}), x, int, Found)`. What is not asked is not
    /// answered.
    #[ds(function: 2)]
    relation traverses(Ty, Step, Ty, Outcome);

    /// Holds if values built by `c` have nothing that a step could lead to.
    relation has_no_parts(Constructor);
    has_no_parts(Primitive);
    has_no_parts(Opaque);
    has_no_parts(Constant);
    has_no_parts(Enum);
    has_no_parts(Set);

    // V-Any: a step into a dynamic value leads to a dynamic value.
    //
    //   ------------ (V-Any)
    //   any.k = any
    traverses(t, k, ANY, Outcome::Found) <-- traversal_demanded(t, k), if *t == ANY, if by("V-Any");

    // V-None: a step into null leads to null, which deserves a warning.
    //
    //   ------------- (V-None)
    //   none.k = none
    traverses(t, k, NONE, Outcome::IntoNone) <-- traversal_demanded(t, k), if *t == NONE, if by("V-None");

    // V-No-Parts: values without parts cannot be traversed.
    //
    //   has_no_parts(c)
    //   ---------------- (V-No-Parts)
    //   c(...).k fails
    traverses(t, k, ANY, Outcome::NotTraversable) <--
        traversal_demanded(t, k), has_no_parts(constructor(*t)), if by("V-No-Parts");

    // V-List: every index of a list leads to its element. (An index is anything that converts to a number.)
    //
    //   ------------- (V-List)
    //   list(t).k = t
    traverses(t, k, element(*t), Outcome::Found) <-- traversal_demanded(t, k), if constructor(*t) == List, if by("V-List");

    // V-Map: every key of a map leads to its element. (A key is anything that converts to a text.)
    //
    //   ------------ (V-Map)
    //   map(t).k = t
    traverses(t, k, element(*t), Outcome::Found) <-- traversal_demanded(t, k), if constructor(*t) == Map, if by("V-Map");

    // V-Tuple: an index of a tuple leads to the member in that place.
    //
    //   0 <= i < n
    //   ---------------------------- (V-Tuple)
    //   tuple(t0 ... tn-1).i = ti
    traverses(t, k, u, Outcome::Found) <--
        traversal_demanded(t, k), if constructor(*t) == Tuple, if let Some(i) = index_of(*k),
        if let Some(u) = member(*t, i), if by("V-Tuple");

    // V-Tuple-Range: an index of a tuple without a member in that place leads nowhere.
    //
    //   i integral      i < 0 or i >= n
    //   ------------------------------- (V-Tuple-Range)
    //   tuple(t0 ... tn-1).i fails
    traverses(t, k, ANY, Outcome::OutOfRange) <--
        traversal_demanded(t, k), if constructor(*t) == Tuple, if is_integral(*k),
        if index_of(*k).is_none_or(|i| i >= arity(*t)), if by("V-Tuple-Range");

    // V-Tuple-Index: members of a tuple have no names.
    //
    //   k is no integral number
    //   ----------------------- (V-Tuple-Index)
    //   tuple(...).k fails
    traverses(t, k, ANY, Outcome::NotAnIndex) <--
        traversal_demanded(t, k), if constructor(*t) == Tuple, if !is_integral(*k), if by("V-Tuple-Index");

    // V-Object: the name of a property leads to it.
    //
    //   a = t in p
    //   ------------------ (V-Object)
    //   object(p).a = t
    traverses(t, k, u, Outcome::Found) <--
        traversal_demanded(t, k), if constructor(*t) == Object, if let Some(u) = property(*t, *k), if by("V-Object");

    // V-Object-Case: a name that differs from a property in case only leads to it, which deserves a warning.
    //
    //   no a in p      b = t in p, equal to a but for the case
    //   ------------------------------------------------------ (V-Object-Case)
    //   object(p).a = t
    traverses(t, k, u, Outcome::OtherCase) <--
        traversal_demanded(t, k), if constructor(*t) == Object, if property(*t, *k).is_none(),
        if let Some(u) = property_in_any_case(*t, *k), if by("V-Object-Case");

    // V-Object-None: any other name leads nowhere.
    //
    //   no a in p, in whatever case
    //   --------------------------- (V-Object-None)
    //   object(p).a fails
    traverses(t, k, ANY, Outcome::UnknownProperty) <--
        traversal_demanded(t, k), if constructor(*t) == Object, if property_in_any_case(*t, *k).is_none(),
        if by("V-Object-None");

    /// Holds if the step `k` leads from `t` as it leads from `a`.
    #[ds(transient)]
    relation traversed_as(Ty, Step, Ty);
    traversal_demanded(a, k) <-- traversed_as(_, k, a);

    // V-Eventual: a step into an eventual value leads to an eventual value.
    //
    //   E in output, promise      t.k = u
    //   --------------------------------- (V-Eventual)
    //   E(t).k = E(u)
    traversed_as(t, k, element(*t)) <--
        traversal_demanded(t, k), if matches!(constructor(*t), Output | Promise);
    traverses(t, k, built(constructor(*t), *u), o) <--
        traversed_as(t, k, a), traverses(a, k, u, o), if constructor(*t) != Named, if by("V-Eventual");

    // V-Unfold: a step into a declared type leads where it leads from the definition.
    //
    //   t unfolds to u      u.k = v
    //   --------------------------- (V-Unfold)
    //   t.k = v
    traversed_as(t, k, u) <-- traversal_demanded(t, k), if constructor(*t) == Named, let u = unfolds(*t);
    traverses(t, k, v, o) <--
        traversed_as(t, k, u), traverses(u, k, v, o), if constructor(*t) == Named, if by("V-Unfold");

    // V-Union: a step into a union leads to the union of where it leads from the members; null stays null.
    //
    //   t = union(t1 ... tn)      U = the ui with ti.k = ui, and none if it is a ti      U has more than none
    //   ----------------------------------------------------------------------------------------------------- (V-Union)
    //   t.k = union(U)
    union_walk(t, k, 0, TyList::EMPTY) <-- traversal_demanded(t, k), if constructor(*t) == Union;
    union_walk(t, k, i + 1, append(*us, NONE)) <-- union_walk(t, k, i, us), if member(*t, *i) == Some(NONE);
    union_waiting(t, k, i, us, a) <--
        union_walk(t, k, i, us), if let Some(a) = member(*t, *i), if a != NONE;
    traversal_demanded(a, k) <-- union_waiting(_, k, _, _, a);
    union_walk(t, k, i + 1, if o.fails() { *us } else { append(*us, *u) }) <--
        union_waiting(t, k, i, us, a), traverses(a, k, u, o);
    traverses(t, k, union_of_list(*us), Outcome::Found) <--
        union_walk(t, k, i, us), if *i == arity(*t), if leads_somewhere(*us), if by("V-Union");

    // V-Union-None: a step that leads nowhere from all members of a union, or to null alone, fails.
    //
    //   t = union(t1 ... tn)      U as above has nothing but none
    //   --------------------------------------------------------- (V-Union-None)
    //   t.k fails
    traverses(t, k, ANY, Outcome::NotTraversable) <--
        union_walk(t, k, i, us), if *i == arity(*t), if !leads_somewhere(*us), if by("V-Union-None");

    /// Holds if the step `k` leads from the first `i` members of the union `t` to `us`, from the others not yet.
    #[ds(transient)]
    relation union_walk(Ty, Step, u32, TyList);

    /// Holds if in such a walk the next member is `a`, which is asked next.
    #[ds(transient)]
    relation union_waiting(Ty, Step, u32, TyList, Ty);
}
