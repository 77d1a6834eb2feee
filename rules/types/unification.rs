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
    unifies(s, t, u, k) <-- unification_demanded(s, t), if let Some((u, k)) = known_unification(*s, *t);

    // U-Refl: a type unifies with itself to itself, with the annotations that both have.
    //
    //   ----------------- (U-Refl)
    //   t \/ t = t : Safe
    unifies(s, t, agreed(*s, *t), Safe) <-- unification_demanded(s, t), if equals(*s, *t), if by("U-Refl");

    // U-Any-Left: the dynamic type on the left gives way to the right.
    //
    //   t != any
    //   --------------------- (U-Any-Left)
    //   any \/ t = t : Unsafe
    unifies(s, t, t, Unsafe) <-- unification_demanded(s, t), if s != t, if *s == ANY, if by("U-Any-Left");

    // U-Any-Right: the dynamic type on the right gives way to the left.
    //
    //   s != any
    //   --------------------- (U-Any-Right)
    //   s \/ any = s : Unsafe
    unifies(s, t, s, Unsafe) <-- unification_demanded(s, t), if s != t, if *t == ANY, if by("U-Any-Right");

    // U-Varied: the common type of types that differ too much is not known.
    //
    //   s and t differ too much
    //   ----------------------- (U-Varied)
    //   s \/ t = any : Unsafe
    unifies(s, t, ANY, Unsafe) <--
        unification_demanded(s, t), if !equals(*s, *t), if *s != ANY && *t != ANY, if differ_too_much(*s, *t),
        if by("U-Varied");

    // Otherwise the conversions in both directions are compared.

    /// Holds if the conversions between `s` and `t` decide what they unify to.
    relation directions_demanded(Ty, Ty, Mode);
    directions_demanded(s, t, Unifying), conversion_demanded(s, t, Unifying), conversion_demanded(t, s, Unifying) <--
        unification_demanded(s, t), if !equals(*s, *t), if *s != ANY && *t != ANY, if !differ_too_much(*s, *t),
        if known_unification(*s, *t).is_none();

    /// Holds if `s` converts to `t` with kind `k`, and the other direction, from `t` to `s`, is asked as well.
    #[ds(transient)]
    relation forward_direction(Ty, Ty, Mode, Conversion);
    forward_direction(s, t, m, k) <-- directions_demanded(s, t, m), converts(s, t, m, k);

    /// Holds if `s` converts to `t` with kind `k`, and `t` to `s` with kind `l`.
    #[ds(transient)]
    relation directions(Ty, Ty, Conversion, Conversion);
    directions(s, t, k, l) <-- forward_direction(s, t, m, k), converts(t, s, m, l);

    // U-Right: if the left converts better, the two unify to the right.
    //
    //   s ~k> t      t ~l> s      k > l
    //   ------------------------------- (U-Right)
    //   s \/ t = t : k
    unifies(s, t, t, k) <-- directions(s, t, k, l), if k > l, if by("U-Right");

    // U-Left: if the right converts better, the two unify to the left.
    //
    //   s ~k> t      t ~l> s      k < l
    //   ------------------------------- (U-Left)
    //   s \/ t = s : l
    unifies(s, t, s, l) <-- directions(s, t, k, l), if k < l, if by("U-Left");

    // U-Union: types that do not convert to one another unify to their union.
    //
    //   s ~No> t      t ~No> s
    //   -------------------------- (U-Union)
    //   s \/ t = union(s, t) : Safe
    unifies(s, t, union_of(&[*s, *t]), Safe) <-- directions(s, t, k, l), if k == l && *k == No, if by("U-Union");

    /// Holds if `s`, built by `c`, and `t`, built by `d`, convert to one another equally well, with kind `k`.
    #[ds(transient)]
    relation constructors_unified(Ty, Ty, Constructor, Constructor, Conversion);
    constructors_unified(s, t, constructor(*s), constructor(*t), k) <-- directions(s, t, k, l), if k == l && *k != No;

    // U-Unfold-Left: a declared type on the left unifies as its definition does.
    //
    //   s unfolds to a      a \/ t = u : k
    //   ---------------------------------- (U-Unfold-Left)
    //   s \/ t = u : k
    unfolded(s, t, a, *t), unification_demanded(a, t) <--
        constructors_unified(s, t, c, _, _), if *c == Named && !assumes(*s, *t, Plain), let a = unfolds(*s);
    unifies(s, t, u, k) <-- unfolded(s, t, a, b), unifies(a, b, u, k), if b == t, if by("U-Unfold-Left");

    /// Holds if `s` and `t` unify as `a` and `b` do, of which one is what `s` or `t` unfolds to.
    #[ds(transient)]
    relation unfolded(Ty, Ty, Ty, Ty);

    // U-Unfold-Right: a declared type on the right unifies as its definition does.
    //
    //   t unfolds to b      s \/ b = u : k
    //   ---------------------------------- (U-Unfold-Right)
    //   s \/ t = u : k
    unfolded(s, t, *s, b), unification_demanded(s, b) <--
        constructors_unified(s, t, c, d, _), if *c != Named && *d == Named && !assumes(*s, *t, Plain),
        let b = unfolds(*t);
    unifies(s, t, u, k) <-- unfolded(s, t, a, b), unifies(a, b, u, k), if a == s, if by("U-Unfold-Right");

    // U-Keep: where no other rule decides, types that convert equally well unify to the left.
    //
    //   not constructors_unify(c, d)      c(s) ~k> d(t), d(t) ~k> c(s)
    //   --------------------------------------------------------------- (U-Keep)
    //   c(s) \/ d(t) = c(s) : k
    unifies(s, t, s, k) <--
        constructors_unified(s, t, c, d, k), if *c != Union && *d != Union,
        if *c != Named && *d != Named || assumes(*s, *t, Plain), !constructors_unify(c, d), if by("U-Keep");
}
