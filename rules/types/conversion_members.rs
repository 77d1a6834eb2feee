//! Conversion member by member: to unions, and between tuples, objects and collections.
//!
//! Judgment: `s ~k> t`, as in `conversion.rs`.
//!
//! Source: the specification, "Type Conversions and Unification"; that tuples and objects convert more freely while they
//! are being unified, is the reference's behaviour.
//!
//! Smallest example: `tuple([int, bool]) ~> list(string)`, because `int ~> string` and `bool ~> string`.

ascent::ascent_source! {
    /// Conversion member by member.
    conversion_members:

    // C-Union-Member: a member converts to its union.
    //
    //   s in t1 ... tn
    //   ---------------------- (C-Union-Member)
    //   s ~> union(t1 ... tn)
    converts(s, t, m, Safe) <--
        constructors_compared(s, t, m, _, d), if *d == Union, if has_member(*t, *s), if by("C-Union-Member");

    // C-To-Union: any other type converts to a union as well as to the member that suits it best.
    //
    //   s not in t1 ... tn      s ~k1> t1   ...   s ~kn> tn
    //   --------------------------------------------------- (C-To-Union)
    //   s ~max(k1 ... kn)> union(t1 ... tn)
    to_union(s, t, inside(*m), m, 0, No, b) <--
        constructors_compared(s, t, m, c, d), if *d == Union, if *c != Named || is_refined(*s), if !has_member(*t, *s),
        if likely_member(*t, *s).is_none(), if let Some(b) = member(*t, 0);
    to_union(s, t, n, m, 0, No, b) <--
        to_likely(s, t, n, m, a), converts(s, a, n, k), if *k != Safe && !pair_too_often(*s, *t),
        if let Some(b) = member(*t, 0);
    to_union(s, t, n, m, i + 1, *best.max(k), b) <--
        to_union(s, t, n, m, i, best, a), converts(s, a, n, k), if *k != Safe, if let Some(b) = member(*t, *i + 1);
    converts(s, t, m, *best.max(k)) <--
        to_union(s, t, n, m, i, best, a), converts(s, a, n, k), if *k == Safe || *i + 1 == arity(*t),
        if by("C-To-Union");

    /// Holds if `s` converts to the members of the union `t` before the `i`-th with kind `best` at best, and the `i`-th
    /// is `b`, which is asked next, in mode `n`. If they are few, all are asked at once.
    #[ds(transient)]
    relation to_union(Ty, Ty, Mode, Mode, u32, Conversion, Ty);
    conversion_demanded(s, b, n) <-- to_union(s, _, n, _, _, _, b);
    conversion_demanded(s, b, n) <-- to_union(s, t, n, _, i, _, _), if *i == 0, for b in few_members(*t);

    // C-To-Likely: of many members the one most like the type is tried first: if that is safe, no other is better.
    //
    //   s not in t1 ... tn      ti is most like s      s ~> ti
    //   ------------------------------------------------------ (C-To-Likely)
    //   s ~> union(t1 ... tn)
    to_likely(s, t, inside(*m), m, b) <--
        constructors_compared(s, t, m, c, d), if *d == Union, if *c != Named || is_refined(*s), if !has_member(*t, *s),
        if let Some(b) = likely_member(*t, *s);
    converts(s, t, m, Safe) <--
        to_likely(s, t, n, m, b), converts(s, b, n, k), if *k == Safe, if by("C-To-Likely");

    // C-To-Many: an eventual of many alternatives is compared with no others, for each would be with each of them.
    //
    //   s and t have too many pairs      ti is most like s      s ~k> ti      k < Safe
    //   ------------------------------------------------------------------------------ (C-To-Many)
    //   s ~Unsafe> union(t1 ... tn)
    converts(s, t, m, Unsafe) <--
        to_likely(s, t, n, m, b), converts(s, b, n, k), if *k != Safe && pair_too_often(*s, *t), if by("C-To-Many");
    uncompared(s, t) <-- to_likely(s, t, n, _, b), converts(s, b, n, k), if *k == No && pair_too_often(*s, *t);

    /// Holds if it is asked in mode `n` whether `s` converts safely to `b`, the member of the union `t` that is most like it.
    #[ds(unique)]
    relation to_likely(Ty, Ty, Mode, Mode, Ty);
    conversion_demanded(s, b, n) <-- to_likely(s, _, n, _, b);

    // C-Members: structures convert as their paired members do; the weakest pair decides.
    //
    //   member_conversion(c, d, p, j)      p pairs (a1, b1) ... (an, bn)      a1 ~k1> b1   ...   an ~kn> bn
    //   --------------------------------------------------------------------------------------------------- (C-Members)
    //   c(...) ~min(j, k1 ... kn)> d(...)
    member_walk(s, t, m, inside(*m), p, 0, j, a, b) <--
        constructors_compared(s, t, m, c, d), member_conversion(c, d, p, j), if *m != Unifying || *p != Zip,
        if pairs_up(*p, *s, *t), if let Some((a, b)) = pair(*p, *s, *t, 0);
    member_walk(s, t, m, n, p, i + 1, *j.min(k), a2, b2) <--
        member_walk(s, t, m, n, p, i, j, a, b), converts(a, b, n, k), if *k != No,
        if let Some((a2, b2)) = pair(*p, *s, *t, *i + 1);
    converts(s, t, m, *j.min(k)) <--
        member_walk(s, t, m, n, p, i, j, a, b), converts(a, b, n, k),
        if *k == No || pair(*p, *s, *t, *i + 1).is_none(), if by("C-Members");

    // C-Members-Empty: structures without paired members convert as the table of constructors says.
    //
    //   member_conversion(c, d, p, j)      p pairs nothing
    //   -------------------------------------------------- (C-Members-Empty)
    //   c(...) ~j> d(...)
    converts(s, t, m, j) <--
        constructors_compared(s, t, m, c, d), member_conversion(c, d, p, j), if *m != Unifying || *p != Zip,
        if pairs_up(*p, *s, *t), if pair(*p, *s, *t, 0).is_none(), if by("C-Members-Empty");

    /// Holds if the pairs before the `i`-th convert with kind `j` at the weakest, and the `i`-th is `a` and `b`. All
    /// pairs are asked at once, in mode `n`, for most structures convert.
    #[ds(unique)]
    relation member_walk(Ty, Ty, Mode, Mode, Pairing, u32, Conversion, Ty, Ty);
    conversion_demanded(a, b, n) <-- member_walk(s, t, _, n, p, i, _, _, _), if *i == 0, for (a, b) in pairs(*p, *s, *t);

    // C-Length: tuples of different lengths do not convert.
    //
    //   m != n
    //   ------------------------------------------ (C-Length)
    //   tuple(s1 ... sm) ~No> tuple(t1 ... tn)
    converts(s, t, m, No) <--
        constructors_compared(s, t, m, c, d), member_conversion(c, d, p, _), if *m != Unifying,
        if !pairs_up(*p, *s, *t), if by("C-Length");

    // C-Unifying: when unifying, tuples and objects convert as their common members unify.
    //
    //   common members (a1, b1) ... (an, bn)      b1 \/ a1 = _ : k1   ...   bn \/ an = _ : kn
    //   ------------------------------------------------------------------------------------- (C-Unifying)
    //   S(...) ~min(k1 ... kn)> S(...)     in mode Unifying
    common_walk(s, t, i, Safe, b, a) <--
        unifying_members(s, t), if let Some((i, b, a)) = common(*t, *s, 0);
    common_walk(s, t, j, *k.min(l), b2, a2) <--
        common_walk(s, t, i, k, b, a), unifies(b, a, _, l), if let Some((j, b2, a2)) = common(*t, *s, *i + 1);
    converts(s, t, Unifying, *k.min(l)) <--
        common_walk(s, t, i, k, b, a), unifies(b, a, _, l), if common(*t, *s, *i + 1).is_none(), if by("C-Unifying");

    // C-Unifying-Empty: when unifying, tuples and objects without common members convert.
    //
    //   no common members
    //   ----------------------------------- (C-Unifying-Empty)
    //   S(...) ~> S(...)     in mode Unifying
    converts(s, t, Unifying, Safe) <--
        unifying_members(s, t), if common(*t, *s, 0).is_none(), if by("C-Unifying-Empty");

    /// Holds if `s` converts to `t` when unifying as their common members unify.
    #[ds(transient)]
    relation unifying_members(Ty, Ty);
    unifying_members(s, t) <--
        constructors_compared(s, t, m, c, d), member_conversion(c, d, p, _), if *m == Unifying && *p == Zip;

    /// Holds if the common members before the `i`-th unify with kind `k` at the weakest, and the `i`-th are `b` and
    /// `a`, which are to be unified next.
    #[ds(transient)]
    relation common_walk(Ty, Ty, u32, Conversion, Ty, Ty);
    unification_demanded(b, a) <-- common_walk(_, _, _, _, b, a);
}
