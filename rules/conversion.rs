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

    // Tables: what depends on the constructors alone. Add a row, and the rules below follow it.

    /// Holds if `s` converts to `t` with kind `k`, both primitive and different. Pairs without a row do not convert.
    relation primitive_conversion(Ty, Ty, Conversion);
    primitive_conversion(BOOL, STRING, Safe);
    primitive_conversion(INT, STRING, Safe);
    primitive_conversion(NUMBER, STRING, Safe);
    primitive_conversion(ID, STRING, Safe);
    primitive_conversion(INT, NUMBER, Safe);
    primitive_conversion(BOOL, ID, Safe);
    primitive_conversion(INT, ID, Safe);
    primitive_conversion(NUMBER, ID, Safe);
    primitive_conversion(STRING, ID, Safe);
    primitive_conversion(BOOL, NUMBER, Unsafe);
    primitive_conversion(STRING, NUMBER, Unsafe);
    primitive_conversion(ID, NUMBER, Unsafe);
    primitive_conversion(BOOL, INT, Unsafe);
    primitive_conversion(NUMBER, INT, Unsafe);
    primitive_conversion(STRING, INT, Unsafe);
    primitive_conversion(ID, INT, Unsafe);
    primitive_conversion(INT, BOOL, Unsafe);
    primitive_conversion(NUMBER, BOOL, Unsafe);
    primitive_conversion(STRING, BOOL, Unsafe);
    primitive_conversion(ID, BOOL, Unsafe);

    /// Holds if types built by `c` convert to types built by `d` as the element converts to the element, at best with
    /// kind `k`.
    relation element_conversion(Constructor, Constructor, Conversion);
    element_conversion(List, List, Safe);
    element_conversion(Set, List, Safe);
    element_conversion(Set, Set, Safe);
    element_conversion(List, Set, Unsafe);
    element_conversion(Map, Map, Safe);
    element_conversion(Output, Output, Safe);
    element_conversion(Promise, Promise, Safe);

    /// Holds if types built by `c` convert to types built by `d` as their members do, paired by `p`, at best with kind
    /// `k`.
    relation member_conversion(Constructor, Constructor, Pairing, Conversion);
    member_conversion(Tuple, List, Gather, Safe);
    member_conversion(Tuple, Set, Gather, Unsafe);
    member_conversion(Object, Map, Gather, Safe);
    member_conversion(List, Tuple, Scatter, Unsafe);
    member_conversion(Set, Tuple, Scatter, Unsafe);
    member_conversion(Map, Object, Scatter, Unsafe);
    member_conversion(Tuple, Tuple, Zip, Safe);
    member_conversion(Object, Object, Zip, Safe);

    /// Holds if a rule below speaks of types built by `c` that convert to types built by `d`.
    relation constructors_convert(Constructor, Constructor);
    constructors_convert(Primitive, Primitive);
    constructors_convert(Constant, Primitive);
    constructors_convert(Enum, Primitive);
    constructors_convert(c, d) <-- element_conversion(c, d, _);
    constructors_convert(c, d) <-- member_conversion(c, d, _, _);

    /// Holds if a rule below speaks of every type that converts to types built by `d`.
    relation converts_from_all(Constructor);
    converts_from_all(Union);
    converts_from_all(Output);
    converts_from_all(Promise);
    converts_from_all(Constant);
    converts_from_all(Enum);
    converts_from_all(Named);

    // What holds whatever the types are made of.

    // C-Refl: every type converts to itself.
    //
    //   -------- (C-Refl)
    //   t ~> t
    converts(s, t, m, Safe) <-- conversion_demanded(s, t, m), if s == t, if by("C-Refl");

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
        conversion_demanded(s, t, m), if s != t, if *t != ANY, if constructor(*s) == Union,
        if let Some(a) = member(*s, 0);
    from_union(s, t, m, i + 1, *worst.min(k), *best.max(k), a) <--
        from_union(s, t, m, i, worst, best, b), converts(b, t, m, k), if let Some(a) = member(*s, *i + 1);
    converts(s, t, m, all_or_some(*worst.min(k), *best.max(k))) <--
        from_union(s, t, m, i, worst, best, b), converts(b, t, m, k), if *i + 1 == arity(*s), if by("C-From-Union");

    /// Holds if the members of the union `s` before the `i`-th convert to `t` with kinds between `worst` and `best`,
    /// and the `i`-th is `a`, which is asked next.
    #[ds(passing)]
    relation from_union(Ty, Ty, Mode, u32, Conversion, Conversion, Ty);
    conversion_demanded(a, t, m) <-- from_union(_, t, m, _, _, _, a);

    // What goes by the constructors.

    /// Holds if `s`, built by `c`, converts to `t`, built by `d`, as a rule for these constructors says: the types
    /// differ, neither is dynamic, and `s` is no union.
    #[ds(passing)]
    relation constructors_compared(Ty, Ty, Mode, Constructor, Constructor);
    constructors_compared(s, t, m, c, constructor(*t)) <--
        conversion_demanded(s, t, m), if s != t, if *s != ANY && *t != ANY, let c = constructor(*s), if c != Union,
        if !assumes(*s, *t, *m);

    // C-Recursive: types that contain themselves convert unless their unfoldings refute it.
    //
    //   k is the greatest solution of s ~k> t
    //   ------------------------------------- (C-Recursive)
    //   s ~k> t
    converts(s, t, m, convert_coinductively(*s, *t)) <--
        conversion_demanded(s, t, m), if s != t, if *s != ANY && *t != ANY, if constructor(*s) != Union,
        if assumes(*s, *t, *m), if by("C-Recursive");

    // C-Mismatch: constructors without a rule do not convert.
    //
    //   not constructors_convert(c, d)      not converts_from_all(d)
    //   ------------------------------------------------------------ (C-Mismatch)
    //   c(...) ~No> d(...)
    converts(s, t, m, No) <--
        constructors_compared(s, t, m, c, d), if *c != Named, !converts_from_all(d), !constructors_convert(c, d),
        if by("C-Mismatch");

    // C-Primitive: primitive types convert as the table says.
    //
    //   primitive_conversion(s, t, k)
    //   ----------------------------- (C-Primitive)
    //   s ~k> t
    converts(s, t, m, k) <-- constructors_compared(s, t, m, _, _), primitive_conversion(s, t, k), if by("C-Primitive");

    // C-Primitive-None: and not otherwise.
    //
    //   s, t primitive      not primitive_conversion(s, t, _)
    //   ----------------------------------------------------- (C-Primitive-None)
    //   s ~No> t
    converts(s, t, m, No) <--
        constructors_compared(s, t, m, c, d), if *c == Primitive && *d == Primitive, !primitive_conversion(s, t, _),
        if by("C-Primitive-None");

    /// Holds if `s` converts to `t` in mode `m` as `a` converts to `b` in mode `n`, at best with kind `j`.
    #[ds(once)]
    relation converts_as(Ty, Ty, Mode, Ty, Ty, Mode, Conversion);
    conversion_demanded(a, b, n) <-- converts_as(_, _, _, a, b, n, _);

    // C-As: a conversion that goes by another is at best as good.
    //
    //   s ~j> t as a ~> b      a ~k> b
    //   ------------------------------ (C-As)
    //   s ~min(j, k)> t
    converts(s, t, m, *j.min(k)) <-- converts_as(s, t, m, a, b, n, j), converts(a, b, n, k), if by("C-As");

    // C-Element: collections and eventuals convert as their elements do.
    //
    //   element_conversion(c, d, j)
    //   ----------------------------- (C-Element)
    //   c(a) ~j> d(b) as a ~> b
    converts_as(s, t, m, element(*s), element(*t), inside(*m), j) <--
        constructors_compared(s, t, m, c, d), element_conversion(c, d, j), if by("C-Element");

    // C-Constant: a constant converts to a primitive type as the type of its value does.
    //
    //   t primitive
    //   ------------------------------ (C-Constant)
    //   const(v: s) ~> t as s ~> t
    converts_as(s, t, m, base(*s), *t, inside(*m), Safe) <--
        constructors_compared(s, t, m, c, d), if *c == Constant && *d == Primitive, if by("C-Constant");

    // C-To-Constant: a value that converts to a constant's type may turn out to be the constant.
    //
    //   s is no constant
    //   -------------------------------------- (C-To-Constant)
    //   s ~Unsafe> const(v: t) as s ~> t
    converts_as(s, t, m, *s, base(*t), Plain, Unsafe) <--
        constructors_compared(s, t, m, c, d), if *d == Constant, if *c != Constant && *c != Named,
        if by("C-To-Constant");

    // C-Constants: and so may another constant, going by the types of both.
    //
    //   ---------------------------------------------- (C-Constants)
    //   const(v: s) ~Unsafe> const(w: t) as s ~> t
    converts_as(s, t, m, base(*s), base(*t), Plain, Unsafe) <--
        constructors_compared(s, t, m, c, d), if *c == Constant && *d == Constant, if by("C-Constants");

    // C-Enum: an enum converts to a primitive type as the type of its values does.
    //
    //   t primitive
    //   -------------------------------- (C-Enum)
    //   enum(s, vs) ~> t as s ~> t
    converts_as(s, t, m, base(*s), *t, inside(*m), Safe) <--
        constructors_compared(s, t, m, c, d), if *c == Enum && *d == Primitive, if by("C-Enum");

    // C-To-Enum: a value that converts to the type of an enum's values may turn out to be one of them.
    //
    //   s is no constant, no enum
    //   ------------------------------------ (C-To-Enum)
    //   s ~Unsafe> enum(t, vs) as s ~> t
    converts_as(s, t, m, *s, base(*t), inside(*m), Unsafe) <--
        constructors_compared(s, t, m, c, d), if *d == Enum, if *c != Constant && *c != Enum && *c != Named,
        if by("C-To-Enum");

    // C-Enum-Value: a constant converts to an enum that has its value.
    //
    //   v in vs
    //   ------------------------- (C-Enum-Value)
    //   const(v) ~> enum(t, vs)
    converts(s, t, m, Safe) <--
        constructors_compared(s, t, m, c, d), if *c == Constant && *d == Enum, if enumerates(*t, *s),
        if by("C-Enum-Value");

    // C-Enum-No-Value: and to no other.
    //
    //   v not in vs
    //   --------------------------- (C-Enum-No-Value)
    //   const(v) ~No> enum(t, vs)
    converts(s, t, m, No) <--
        constructors_compared(s, t, m, c, d), if *c == Constant && *d == Enum, if !enumerates(*t, *s),
        if by("C-Enum-No-Value");

    // C-Enums: different enums do not convert.
    //
    //   --------------------------------- (C-Enums)
    //   enum(s, us) ~No> enum(t, vs)
    converts(s, t, m, No) <--
        constructors_compared(s, t, m, c, d), if *c == Enum && *d == Enum, if by("C-Enums");

    // C-Eventual: a prompt value converts to an eventual one as it does to the element.
    //
    //   E in output, promise      s is neither
    //   -------------------------------------- (C-Eventual)
    //   s ~> E(t) as s ~> t
    converts_as(s, t, m, *s, element(*t), inside(*m), Safe) <--
        constructors_compared(s, t, m, c, d), if *d == Output || *d == Promise,
        if *c != Output && *c != Promise && *c != Named, if by("C-Eventual");

    // C-Output-Promise: an output does not convert to a promise, which cannot carry what an output carries.
    //
    //   -------------------------- (C-Output-Promise)
    //   output(s) ~No> promise(t)
    converts(s, t, m, No) <--
        constructors_compared(s, t, m, c, d), if *c == Output && *d == Promise, if by("C-Output-Promise");

    // C-Promise-Output: a promise converts to an output once the eventuals inside it are resolved.
    //
    //   resolve(a) = b
    //   ----------------------------------------- (C-Promise-Output)
    //   promise(a) ~> output(t) as b ~> t
    promise_to_output(s, t, m, element(*s)) <--
        constructors_compared(s, t, m, c, d), if *c == Promise && *d == Output;
    converts_as(s, t, m, b, element(*t), inside(*m), Safe) <--
        promise_to_output(s, t, m, a), resolves(a, b), if by("C-Promise-Output");

    /// Holds if the promise `s` converts to the output `t` as soon as its element, `a`, is resolved.
    #[ds(passing)]
    relation promise_to_output(Ty, Ty, Mode, Ty);
    resolving_demanded(a) <-- promise_to_output(_, _, _, a);

    // C-Unfold-Source: a declared type converts as its definition does.
    //
    //   s unfolds to d
    //   ------------------------ (C-Unfold-Source)
    //   s ~> t as d ~> t
    converts_as(s, t, m, d, t, m, Safe) <-- unfolding_source(s, t, m), unfolds(s, d), if by("C-Unfold-Source");

    // C-Unfold-Target: a type converts to a declared one as it does to its definition.
    //
    //   t unfolds to d
    //   ------------------------ (C-Unfold-Target)
    //   s ~> t as s ~> d
    converts_as(s, t, m, s, d, m, Safe) <-- unfolding_target(s, t, m), unfolds(t, d), if by("C-Unfold-Target");

    /// Holds if `s` converts to `t` in mode `m` as soon as `s` is unfolded.
    relation unfolding_source(Ty, Ty, Mode);
    unfolding_source(s, t, m) <-- constructors_compared(s, t, m, c, _), if *c == Named;
    unfolding_demanded(s) <-- unfolding_source(s, _, _);

    /// Holds if `s` converts to `t` in mode `m` as soon as `t` is unfolded.
    relation unfolding_target(Ty, Ty, Mode);
    unfolding_target(s, t, m) <-- constructors_compared(s, t, m, c, d), if *d == Named && *c != Named;
    unfolding_demanded(t) <-- unfolding_target(_, t, _);

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
        constructors_compared(s, t, m, c, d), if *d == Union, if *c != Named, if !has_member(*t, *s),
        if let Some(b) = member(*t, 0);
    to_union(s, t, n, m, i + 1, *best.max(k), b) <--
        to_union(s, t, n, m, i, best, a), converts(s, a, n, k), if *k != Safe, if let Some(b) = member(*t, *i + 1);
    converts(s, t, m, *best.max(k)) <--
        to_union(s, t, n, m, i, best, a), converts(s, a, n, k), if *k == Safe || *i + 1 == arity(*t),
        if by("C-To-Union");

    /// Holds if `s` converts to the members of the union `t` before the `i`-th with kind `best` at best, and the `i`-th
    /// is `b`, which is asked next, in mode `n`.
    #[ds(passing)]
    relation to_union(Ty, Ty, Mode, Mode, u32, Conversion, Ty);
    conversion_demanded(s, b, n) <-- to_union(s, _, n, _, _, _, b);

    // C-Members: structures convert as their paired members do; the weakest pair decides.
    //
    //   member_conversion(c, d, p, j)      p pairs (a1, b1) ... (an, bn)      a1 ~k1> b1   ...   an ~kn> bn
    //   --------------------------------------------------------------------------------------------------- (C-Members)
    //   c(...) ~min(j, k1 ... kn)> d(...)
    members_compared(s, t, m, p, j) <--
        constructors_compared(s, t, m, c, d), member_conversion(c, d, p, j), if *m != Unifying || *p != Zip,
        if pairs_up(*p, *s, *t);
    member_walk(s, t, m, inside(*m), p, 0, j, a, b) <--
        members_compared(s, t, m, p, j), if let Some((a, b)) = pair(*p, *s, *t, 0);
    member_walk(s, t, m, n, p, i + 1, *j.min(k), a2, b2) <--
        member_walk(s, t, m, n, p, i, j, a, b), converts(a, b, n, k), if *k != No,
        if let Some((a2, b2)) = pair(*p, *s, *t, *i + 1);
    converts(s, t, m, *j.min(k)) <--
        member_walk(s, t, m, n, p, i, j, a, b), converts(a, b, n, k),
        if *k == No || pair(*p, *s, *t, *i + 1).is_none(), if by("C-Members");

    // C-Members-Empty: without members the constructors decide.
    //
    //   member_conversion(c, d, p, j)      p pairs nothing
    //   -------------------------------------------------- (C-Members-Empty)
    //   c(...) ~j> d(...)
    converts(s, t, m, j) <--
        members_compared(s, t, m, p, j), if pair(*p, *s, *t, 0).is_none(), if by("C-Members-Empty");

    /// Holds if `s` converts to `t` in mode `m` as their members do, paired by `p`, at best with kind `j`.
    #[ds(passing)]
    relation members_compared(Ty, Ty, Mode, Pairing, Conversion);

    /// Holds if the pairs before the `i`-th convert with kind `j` at the weakest, and the `i`-th is `a` and `b`, which
    /// is asked next, in mode `n`.
    #[ds(once)]
    relation member_walk(Ty, Ty, Mode, Mode, Pairing, u32, Conversion, Ty, Ty);
    conversion_demanded(a, b, n) <-- member_walk(_, _, _, n, _, _, _, a, b);

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

    // C-Unifying-Empty: without common members there is nothing in the way.
    //
    //   no common members
    //   ----------------------------------- (C-Unifying-Empty)
    //   S(...) ~> S(...)     in mode Unifying
    converts(s, t, Unifying, Safe) <--
        unifying_members(s, t), if common(*t, *s, 0).is_none(), if by("C-Unifying-Empty");

    /// Holds if `s` converts to `t` when unifying as their common members unify.
    #[ds(passing)]
    relation unifying_members(Ty, Ty);
    unifying_members(s, t) <--
        constructors_compared(s, t, m, c, d), member_conversion(c, d, p, _), if *m == Unifying && *p == Zip;

    /// Holds if the common members before the `i`-th unify with kind `k` at the weakest, and the `i`-th are `b` and
    /// `a`, which are to be unified next.
    #[ds(passing)]
    relation common_walk(Ty, Ty, u32, Conversion, Ty, Ty);
    unification_demanded(b, a) <-- common_walk(_, _, _, _, b, a);
}
