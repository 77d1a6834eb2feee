//! Unification: the type that two types have in common.
//!
//! Judgment: `s \/ t = u : k`, *`s` and `t` unify to `u` with kind `k`*: both convert to `u` when unifying, with kind
//! `k` at the weakest. Unification always has an answer, if need be the union. The order of the two matters: with
//! constants the left one wins.
//!
//! Source: the specification, "Type Unification"; where it is silent, the reference's behaviour. Two outputs unify to
//! an output: of the two texts of the specification the later one says so.
//!
//! Smallest example: `flag ? 1 : "a"` has the type `union(const(1), string)`, because `const(1) \/ string = string`
//! holds, and safely.

ascent::ascent_source! {
    /// Unification of types.
    unification:

    /// Holds if it is asked what `s` and `t` unify to.
    relation unification_demanded(Ty, Ty);

    /// Holds if `s` and `t` unify to `u` with kind `k`. `[for x in [1, "a"] : x]` needs
    /// `unifies(const(1), string, string, Safe)`. What is not asked is not answered.
    #[ds(function: 2)]
    relation unifies(Ty, Ty, Ty, Conversion);

    // U-Refl: a type unifies with itself to itself.
    //
    //   --------------- (U-Refl)
    //   t \/ t = t : Safe
    unifies(s, t, s, Safe) <-- unification_demanded(s, t), if s == t, if by("U-Refl");

    // U-Any-Left: the dynamic type gives way to the other.
    //
    //   t != any
    //   --------------------- (U-Any-Left)
    //   any \/ t = t : Unsafe
    unifies(s, t, t, Unsafe) <-- unification_demanded(s, t), if s != t, if *s == ANY, if by("U-Any-Left");

    // U-Any-Right: on either side.
    //
    //   s != any
    //   --------------------- (U-Any-Right)
    //   s \/ any = s : Unsafe
    unifies(s, t, s, Unsafe) <-- unification_demanded(s, t), if s != t, if *t == ANY, if by("U-Any-Right");

    // U-Varied: what types that differ too much have in common is not known.
    //
    //   s and t differ too much
    //   ----------------------- (U-Varied)
    //   s \/ t = any : Unsafe
    unifies(s, t, ANY, Unsafe) <--
        unification_demanded(s, t), if s != t, if *s != ANY && *t != ANY, if differ_too_much(*s, *t),
        if by("U-Varied");

    // Otherwise the conversions in both directions are compared.

    /// Holds if the conversions between `s` and `t` decide what they unify to.
    relation directions_demanded(Ty, Ty, Mode);
    directions_demanded(s, t, Unifying), conversion_demanded(s, t, Unifying), conversion_demanded(t, s, Unifying) <--
        unification_demanded(s, t), if s != t, if *s != ANY && *t != ANY, if !differ_too_much(*s, *t);

    /// Holds if `s` converts to `t` with kind `k`, and the other direction, from `t` to `s`, is asked as well.
    #[ds(passing)]
    relation forward_direction(Ty, Ty, Mode, Conversion);
    forward_direction(s, t, m, k) <-- directions_demanded(s, t, m), converts(s, t, m, k);

    /// Holds if `s` converts to `t` with kind `k`, and `t` to `s` with kind `l`.
    #[ds(passing)]
    relation directions(Ty, Ty, Conversion, Conversion);
    directions(s, t, k, l) <-- forward_direction(s, t, m, k), converts(t, s, m, l);

    // U-Right: if the left converts better, the right is what they have in common.
    //
    //   s ~k> t      t ~l> s      k > l
    //   ------------------------------- (U-Right)
    //   s \/ t = t : k
    unifies(s, t, t, k) <-- directions(s, t, k, l), if k > l, if by("U-Right");

    // U-Left: and the left, if the right converts better.
    //
    //   s ~k> t      t ~l> s      k < l
    //   ------------------------------- (U-Left)
    //   s \/ t = s : l
    unifies(s, t, s, l) <-- directions(s, t, k, l), if k < l, if by("U-Left");

    // U-Union: types that do not convert to one another have their union in common.
    //
    //   s ~No> t      t ~No> s
    //   -------------------------- (U-Union)
    //   s \/ t = union(s, t) : Safe
    unifies(s, t, union_of(&[*s, *t]), Safe) <-- directions(s, t, k, l), if k == l && *k == No, if by("U-Union");

    /// Holds if `s`, built by `c`, and `t`, built by `d`, convert to one another equally well, with kind `k`.
    #[ds(passing)]
    relation constructors_unified(Ty, Ty, Constructor, Constructor, Conversion);
    constructors_unified(s, t, constructor(*s), constructor(*t), k) <-- directions(s, t, k, l), if k == l && *k != No;

    // U-Unfold-Left: a declared type unifies as its definition does.
    //
    //   s unfolds to d      d \/ t = u : k
    //   ---------------------------------- (U-Unfold-Left)
    //   s \/ t = u : k
    unfolding_left(s, t) <-- constructors_unified(s, t, c, _, _), if *c == Named && !assumes(*s, *t, Plain);
    unfolding_demanded(s) <-- unfolding_left(s, _);
    unfolded_left(s, t, d) <-- unfolding_left(s, t), unfolds(s, d);
    unification_demanded(d, t) <-- unfolded_left(_, t, d);
    unifies(s, t, u, k) <-- unfolded_left(s, t, d), unifies(d, t, u, k), if by("U-Unfold-Left");

    /// Holds if the declared type `s` unifies with `t` as what it unfolds to does.
    relation unfolding_left(Ty, Ty);

    /// Holds if `s` unifies with `t` as `d`, which it unfolds to, does.
    relation unfolded_left(Ty, Ty, Ty);

    // U-Unfold-Right: on either side.
    //
    //   t unfolds to d      s \/ d = u : k
    //   ---------------------------------- (U-Unfold-Right)
    //   s \/ t = u : k
    unfolding_right(s, t) <--
        constructors_unified(s, t, c, d, _), if *c != Named && *d == Named && !assumes(*s, *t, Plain);
    unfolding_demanded(t) <-- unfolding_right(_, t);
    unfolded_right(s, t, d) <-- unfolding_right(s, t), unfolds(t, d);
    unification_demanded(s, d) <-- unfolded_right(s, _, d);
    unifies(s, t, u, k) <-- unfolded_right(s, t, d), unifies(s, d, u, k), if by("U-Unfold-Right");

    /// Holds if `s` unifies with the declared type `t` as with what `t` unfolds to.
    relation unfolding_right(Ty, Ty);

    /// Holds if `s` unifies with `t` as with `d`, which `t` unfolds to.
    relation unfolded_right(Ty, Ty, Ty);

    // U-Keep: where nothing else is said, the left is what they have in common.
    //
    //   not constructors_unify(c, d)      c(s) ~k> d(t), d(t) ~k> c(s)
    //   --------------------------------------------------------------- (U-Keep)
    //   c(s) \/ d(t) = c(s) : k
    unifies(s, t, s, k) <--
        constructors_unified(s, t, c, d, k), if *c != Union && *d != Union,
        if *c != Named && *d != Named || assumes(*s, *t, Plain), !constructors_unify(c, d), if by("U-Keep");
}
