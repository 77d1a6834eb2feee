//! Splats: the values that a splat goes over.
//!
//! Judgment: `splat(t) = u`, *a splat over `t` meets values of type `u`*.
//!
//! Source: HCL's splat operators; for eventuals and unions, the reference's behaviour.
//!
//! Smallest example: `splat(list(string)) = string`.

ascent::ascent_source! {
    /// Types of splats.
    splats:

    /// Holds if it is asked what a splat over `t` meets.
    relation splat_demanded(Ty);

    /// Holds if a splat over `t` meets values of type `u`: the elements of a sequence (`true`), or the value itself
    /// (`false`). `xs[*].a`, where `xs` is a `list(object({a=int}))`, needs `splats(list(...), object({a=int}), true)`.
    /// What is not asked is not answered.
    #[ds(function: 2)]
    relation splats(Ty, Ty, bool);

    /// Holds if a splat meets a value built by `c` as a whole.
    relation is_met_whole(Constructor);
    is_met_whole(Null);
    is_met_whole(Primitive);
    is_met_whole(Opaque);
    is_met_whole(Constant);
    is_met_whole(Enum);
    is_met_whole(Map);
    is_met_whole(Object);

    // V-Splat: a splat goes over the elements of a list or set.
    //
    //   c in list, set
    //   ---------------- (V-Splat)
    //   splat(c(t)) = t
    splats(t, element(*t), true) <-- splat_demanded(t), if matches!(constructor(*t), List | Set), if by("V-Splat");

    // V-Splat-Tuple: a splat goes over the members of a tuple, by their common type.
    //
    //   common(tuple(t ...), Safe) = u
    //   ------------------------------ (V-Splat-Tuple)
    //   splat(tuple(t ...)) = u
    splats(t, u, true) <--
        splat_demanded(t), if constructor(*t) == Tuple, let (u, _) = common_member(*t, Safe), if by("V-Splat-Tuple");

    // V-Splat-Any: a splat over a dynamic value meets dynamic values.
    //
    //   ---------------- (V-Splat-Any)
    //   splat(any) = any
    splats(t, ANY, true) <-- splat_demanded(t), if *t == ANY, if by("V-Splat-Any");

    // V-Splat-Whole: a splat meets any other value as a whole.
    //
    //   is_met_whole(c)
    //   ----------------------- (V-Splat-Whole)
    //   splat(c(...)) = c(...)
    splats(t, t, false) <-- splat_demanded(t), is_met_whole(constructor(*t)), if by("V-Splat-Whole");

    // V-Splat-Eventual: a splat over an eventual value meets the values that it meets in the element.
    //
    //   E in output, promise      splat(t) = u
    //   -------------------------------------- (V-Splat-Eventual)
    //   splat(E(t)) = u
    splatted_as(t, element(*t)) <-- splat_demanded(t), if matches!(constructor(*t), Output | Promise);
    splat_demanded(a) <-- splatted_as(_, a);
    splats(t, u, yes) <--
        splatted_as(t, a), splats(a, u, yes), if constructor(*t) != Named, if by("V-Splat-Eventual");

    // V-Splat-Unfold: a splat over a declared type meets the values that it meets in the definition.
    //
    //   t unfolds to u      splat(u) = v
    //   -------------------------------- (V-Splat-Unfold)
    //   splat(t) = v
    splatted_as(t, u) <-- splat_demanded(t), if constructor(*t) == Named, let u = unfolds(*t);
    splats(t, v, yes) <--
        splatted_as(t, u), splats(u, v, yes), if constructor(*t) == Named, if by("V-Splat-Unfold");

    /// Holds if a splat over `t` meets what one over `a` meets.
    relation splatted_as(Ty, Ty);

    // V-Splat-Union: a splat goes over the elements of a union of sequences, null aside.
    //
    //   splat(t1) = u1   ...   splat(tn) = un, all sequences
    //   ---------------------------------------------------- (V-Splat-Union)
    //   splat(union(t1 ... tn, none)) = union(u1 ... un)
    splat_walk(t, 0, TyList::EMPTY, true) <-- splat_demanded(t), if constructor(*t) == Union;
    splat_walk(t, i + 1, us, yes) <-- splat_walk(t, i, us, yes), if member(*t, *i) == Some(NONE);
    splat_waiting(t, i, us, yes, a) <--
        splat_walk(t, i, us, yes), if let Some(a) = member(*t, *i), if a != NONE;
    splat_demanded(a) <-- splat_waiting(_, _, _, _, a);
    splat_walk(t, i + 1, append(*us, *u), *yes && *also) <--
        splat_waiting(t, i, us, yes, a), splats(a, u, also);
    splats(t, union_of_list(*us), true) <--
        splat_walk(t, i, us, yes), if *i == arity(*t), if *yes, if by("V-Splat-Union");

    // V-Splat-Optional: a splat meets an optional value that is no sequence as it is, if it is not null.
    //
    //   splat(t) = u, no sequence
    //   ---------------------------- (V-Splat-Optional)
    //   splat(union(t, none)) = u
    splats(t, union_of_list(*us), false) <--
        splat_walk(t, i, us, yes), if *i == arity(*t), if !yes, if arity(*t) == 2 && has_member(*t, NONE),
        if by("V-Splat-Optional");

    // V-Splat-Mixed: a splat meets any other union as a whole.
    //
    //   splat(ti) = ui, no sequence      not of the form union(t, none)
    //   ---------------------------------------------------------------- (V-Splat-Mixed)
    //   splat(union(t1 ... tn)) = union(t1 ... tn)
    splats(t, t, false) <--
        splat_walk(t, i, _, yes), if *i == arity(*t), if !yes, if arity(*t) != 2 || !has_member(*t, NONE),
        if by("V-Splat-Mixed");

    /// Holds if of the first `i` members of the union `t`, null aside, splats meet `us`; `true` if all are sequences.
    #[ds(transient)]
    relation splat_walk(Ty, u32, TyList, bool);

    /// Holds if in such a walk the next member is `a`, which is asked next.
    #[ds(transient)]
    relation splat_waiting(Ty, u32, TyList, bool, Ty);
}
