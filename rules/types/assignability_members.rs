//! Assignability member by member: to unions, and between tuples, objects and collections.
//!
//! Judgment: `s <: t`, as in `assignability.rs`.
//!
//! Source: the reference's behaviour.
//!
//! Smallest example: `int <: union(int, none)`.

ascent::ascent_source! {
    /// Assignability member by member.
    assignability_members:

    // A-Union: a type is assignable to a union if it is assignable to one of the members.
    //
    //   s <: t1 or ... or s <: tn
    //   ------------------------- (A-Union)
    //   s <: union(t1 ... tn)
    assigned_to_union(s, t, m, inside(*m), 0, b) <--
        constructors_assigned(s, t, m, c, d), if *d == Union, if *c != Named || is_refined(*s),
        if let Some(b) = member(*t, 0);
    assigned_to_union(s, t, m, n, i + 1, b) <--
        assigned_to_union(s, t, m, n, i, a), is_assignable(s, a, n, yes), if !yes,
        if let Some(b) = member(*t, *i + 1);
    is_assignable(s, t, m, yes) <--
        assigned_to_union(s, t, m, n, i, a), is_assignable(s, a, n, yes), if *yes || *i + 1 == arity(*t),
        if by("A-Union");

    /// Holds if `s` is not assignable to the members of the union `t` before the `i`-th, and the `i`-th is `b`, which
    /// is asked next, in mode `n`.
    #[ds(transient)]
    relation assigned_to_union(Ty, Ty, Mode, Mode, u32, Ty);
    assignability_demanded(s, b, n) <-- assigned_to_union(s, _, _, n, _, b);

    // A-Members: structures are assignable if all their paired members are.
    //
    //   member_assignability(c, d, p)      p pairs (a1, b1) ... (an, bn)      a1 <: b1   ...   an <: bn
    //   ----------------------------------------------------------------------------------------------- (A-Members)
    //   c(...) <: d(...)
    assigned_members(s, t, m, inside(*m), p, 0, a, b) <--
        constructors_assigned(s, t, m, c, d), member_assignability(c, d, p),
        if let Some((a, b)) = pair(*p, *s, *t, 0);
    assigned_members(s, t, m, n, p, i + 1, a2, b2) <--
        assigned_members(s, t, m, n, p, i, a, b), is_assignable(a, b, n, yes), if *yes,
        if let Some((a2, b2)) = pair(*p, *s, *t, *i + 1);
    is_assignable(s, t, m, yes) <--
        assigned_members(s, t, m, n, p, i, a, b), is_assignable(a, b, n, yes),
        if !yes || pair(*p, *s, *t, *i + 1).is_none(), if by("A-Members");

    // A-Members-Empty: structures without paired members are assignable.
    //
    //   member_assignability(c, d, p)      p pairs nothing
    //   -------------------------------------------------- (A-Members-Empty)
    //   c(...) <: d(...)
    is_assignable(s, t, m, true) <--
        constructors_assigned(s, t, m, c, d), member_assignability(c, d, p), if pair(*p, *s, *t, 0).is_none(),
        if by("A-Members-Empty");

    /// Holds if the pairs before the `i`-th are assignable, and the `i`-th is `a` and `b`, which is asked next,
    /// in mode `n`.
    #[ds(transient)]
    relation assigned_members(Ty, Ty, Mode, Mode, Pairing, u32, Ty, Ty);
    assignability_demanded(a, b, n) <-- assigned_members(_, _, _, n, _, _, a, b);
}
