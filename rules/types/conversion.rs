//! Conversion: a value of one type becomes a value of another.
//!
//! Judgment: `s ~k> t`, *`s` converts to `t` with kind `k`*: `Safe` if that never fails, `Unsafe` if it may, `No` if
//! there is no way. `s ~> t` is short for `s ~Safe> t`. Kinds are ordered `No < Unsafe < Safe`.
//!
//! Source: the specification, "Type Conversions and Unification"; where it is silent, the reference's behaviour.
//!
//! Smallest example: `"${1}"` needs `const(1) ~> string`, which holds because `int ~> string`.

ascent::ascent_source! {
    /// Conversion of types.
    conversion:

    /// Holds if it is asked how `s` converts to `t` in mode `m`: `Plain`, except where unification or a recursive type
    /// asks.
    relation conversion_demanded(Ty, Ty, Mode);

    /// Holds if `s` converts to `t` in mode `m` with kind `k`. `length(7)`, where a text is expected, needs
    /// `converts(const(7), string, Plain, Safe)`. Every question has one answer, `No` included; what is not asked is
    /// not answered.
    #[ds(function)]
    relation converts(Ty, Ty, Mode, Conversion);
    converts(s, t, m, k) <-- conversion_demanded(s, t, m), if let Some(k) = known_conversion(*s, *t, *m);

    // What holds whatever the types are made of.

    // C-Refl: every type converts to itself.
    //
    //   -------- (C-Refl)
    //   t ~> t
    converts(s, t, m, Safe) <-- conversion_demanded(s, t, m), if equals(*s, *t), if by("C-Refl");

    // C-To-Any: everything converts to the dynamic type.
    //
    //   s != any
    //   ---------- (C-To-Any)
    //   s ~> any
    converts(s, t, m, Safe) <-- conversion_demanded(s, t, m), if s != t, if *t == ANY, if by("C-To-Any");

    // C-From-Any: a dynamic value may turn out to be of any type.
    //
    //   t != any
    //   ---------------- (C-From-Any)
    //   any ~Unsafe> t
    converts(s, t, m, Unsafe) <-- conversion_demanded(s, t, m), if s != t, if *s == ANY, if by("C-From-Any");

    // C-From-Union: a union converts safely if all its members do, and unsafely if at least one does.
    //
    //   s1 ~k1> t   ...   sn ~kn> t
    //   ---------------------------------------------------- (C-From-Union)
    //   union(s1 ... sn) ~all_or_some(k1 ... kn)> t
    from_union(s, t, m, 0, Safe, No, a) <--
        conversion_demanded(s, t, m), if is_open(*s, *t, *m), if constructor(*s) == Union && !pair_too_often(*s, *t),
        if let Some(a) = member(*s, 0);
    from_union(s, t, m, i + 1, *worst.min(k), *best.max(k), a) <--
        from_union(s, t, m, i, worst, best, b), converts(b, t, m, k), if let Some(a) = member(*s, *i + 1);
    converts(s, t, m, all_or_some(*worst.min(k), *best.max(k))) <--
        from_union(s, t, m, i, worst, best, b), converts(b, t, m, k), if *i + 1 == arity(*s), if by("C-From-Union");

    /// Holds if the members of the union `s` before the `i`-th convert to `t` with kinds between `worst` and `best`,
    /// and the `i`-th is `a`. All members are asked at once, for all answers are needed.
    #[ds(transient)]
    relation from_union(Ty, Ty, Mode, u32, Conversion, Conversion, Ty);
    conversion_demanded(a, t, m) <-- from_union(s, t, m, i, _, _, _), if *i == 0, for a in members(*s);

    // C-From-Many: if two unions have too many pairs of members, each member is compared with the one most like it alone, and
    // the conversion is taken for unsafe if that is not safe for all.
    //
    //   s and t have too many pairs      b1 ... bn in t are most like s1 ... sn      s1 ~k1> b1   ...   sn ~kn> bn
    //   ---------------------------------------------------------------------------------------------------------- (C-From-Many)
    //   union(s1 ... sn) ~max(Unsafe, all_or_some(k1 ... kn))> t
    from_many(s, t, m, inside(*m), 0, Safe, No, a, b) <--
        conversion_demanded(s, t, m), if is_open(*s, *t, *m), if constructor(*s) == Union && pair_too_often(*s, *t),
        if let Some((a, b)) = likely_pair(*s, *t, 0);
    from_many(s, t, m, n, i + 1, *worst.min(k), *best.max(k), a2, b2) <--
        from_many(s, t, m, n, i, worst, best, a, b), converts(a, b, n, k),
        if let Some((a2, b2)) = likely_pair(*s, *t, *i + 1);
    converts(s, t, m, all_or_some(*worst.min(k), *best.max(k)).max(Unsafe)) <--
        from_many(s, t, m, n, i, worst, best, a, b), converts(a, b, n, k), if *i + 1 == arity(*s), if by("C-From-Many");
    uncompared(s, t) <--
        from_many(s, t, m, n, i, _, best, a, b), converts(a, b, n, k), if *i + 1 == arity(*s) && *best.max(k) == No;

    /// Holds if the members of the union `s` before the `i`-th convert to those of `t` that are most like them with kinds
    /// between `worst` and `best`, and the `i`-th, `a`, is compared with `b` next, in mode `n`.
    #[ds(unique)]
    relation from_many(Ty, Ty, Mode, Mode, u32, Conversion, Conversion, Ty, Ty);
    conversion_demanded(a, b, n) <-- from_many(_, _, _, n, _, _, _, a, b);

    /// Holds if it is not known whether `s`, a union or an eventual of one, converts to `t` at all, because they have too many
    /// pairs of members.
    relation uncompared(Ty, Ty);

    // What goes by the constructors.

    /// Holds if `s`, built by `c`, converts to `t`, built by `d`, as a rule for these constructors says: the types
    /// differ, neither is dynamic, and `s` is no union.
    #[ds(transient)]
    relation constructors_compared(Ty, Ty, Mode, Constructor, Constructor);
    constructors_compared(s, t, m, c, constructor(*t)) <--
        conversion_demanded(s, t, m), if is_open(*s, *t, *m), let c = constructor(*s), if c != Union, if !assumes(*s, *t, *m);

    // C-Recursive: types that contain themselves convert unless their unfoldings refute it.
    //
    //   k is the greatest solution of s ~k> t
    //   ------------------------------------- (C-Recursive)
    //   s ~k> t
    converts(s, t, m, convert_coinductively(*s, *t)) <--
        conversion_demanded(s, t, m), if is_open(*s, *t, *m), if constructor(*s) != Union,
        if assumes(*s, *t, *m), if by("C-Recursive");

    /// Holds if `s` converts to `t` in mode `m` as `a` converts to `b` in mode `n`, at best with kind `j`.
    #[ds(unique)]
    relation converts_as(Ty, Ty, Mode, Ty, Ty, Mode, Conversion);
    conversion_demanded(a, b, n) <-- converts_as(_, _, _, a, b, n, _);

    // C-As: a conversion that goes by another is at best as good.
    //
    //   s ~j> t as a ~> b      a ~k> b
    //   ------------------------------ (C-As)
    //   s ~min(j, k)> t
    converts(s, t, m, *j.min(k)) <-- converts_as(s, t, m, a, b, n, j), converts(a, b, n, k), if by("C-As");
}
