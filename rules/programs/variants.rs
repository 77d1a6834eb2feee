//! Variants: the member of a union that an object says it is.
//!
//! Judgment: `y faces t by l`, as in `faces.rs`, for unions of several objects.
//!
//! A schema may say that a property tells the members of a union apart; or its members have different constants in it. The
//! object is then held to the member that it says it is. Where it says nothing of this kind, no member is chosen, and the
//! object is held to the union as a whole.
//!
//! Source: the reference's behaviour for inputs themselves; for what is inside of them it has no answer.
//!
//! Smallest example: `{ kind = "tcp", timeout = [] }` is held to the member that the schema names `tcp`.

ascent::ascent_source! {
    /// Members of unions.
    variants:

    // P-Variant: an object inside of an input is held to the member of a union that the schema says it is.
    //
    //   y faces u in x      x is given as b.n      y.k = "v"      u is p if k = "v"
    //   --------------------------------------------------------------------------- (P-Variant)
    //   y faces p in x
    stands(y, u, y, p, l, x) <--
        part_says(y, u, k, v, l, x, i, n), has_variant(i, n, u, k, v, p), if by("P-Variant");
    union_faced(y, u, l, x, i, n) <-- opens(y, _, u, l, x, _, c), if *c == Union, tells(x, i, n);
    part_says(y, u, k, v, l, x, i, n) <-- union_faced(y, u, l, x, i, n), says(y, k, v);

    /// Holds if `y` faces the union `u` in `x`, the input `n` of the interface `i`, and what is inside is held by the law `l`.
    #[ds(unique)]
    relation union_faced(ExprId, Ty, Law, ExprId, InterfaceId, Name);

    /// Holds if the same holds, and the property `k` of `y` is the text `v`.
    #[ds(unique)]
    relation part_says(ExprId, Ty, Name, Name, Law, ExprId, InterfaceId, Name);

    /// Holds if the object `y` faces the union `t` in `x`, which has several objects `us`; with its texts it is an `s`. What is
    /// inside is held by the law `l`.
    #[ds(unique)]
    relation tagged(ExprId, Ty, Ty, Ty, Law, ExprId);
    tagged(y, t, with_sharp_properties(*y, *s), objects_in(*t), l, x) <--
        opens(y, s, t, l, x, w, c), if *c == Union && *w == Written::Object && constructor(objects_in(*t)) == Union;

    // P-Variant-Constant: an object is held to the member of a union in which a property has the constant that it has in the
    // object, where all members have different constants in it.
    //
    //   y faces t      y.k = v      t = union(... object(... k = v ...) ...)
    //   -------------------------------------------------------------------- (P-Variant-Constant)
    //   y faces object(... k = v ...)
    stands(y, t, y, b, l, x) <--
        tagged(y, t, s, us, l, x), if let Variant::Told(b) = variant(*s, *us), if by("P-Variant-Constant");

    // P-Variant-None: an object that is none of the members is held to have one of their constants in that property. Where
    // types are declared, one that does not tell is none of them.
    //
    //   y faces t      t = union(... object(... k = vi ...) ...)      y.k is none of them, or missing
    //   --------------------------------------------------------------------------------------------- (P-Variant-None)
    //   y.k faces union(... vi ...)
    tells_nothing(y, t, u, l, x) <-- tagged(y, t, s, us, l, x), if let Variant::None(u) = variant(*s, *us);
    tells_nothing(y, t, u, l, x) <--
        tagged(y, t, s, us, l, x), if *l == Law::Declared, if let Variant::Untold(u) = variant(*s, *us);
    compared(y, t, u, Zip, l, x) <-- tells_nothing(y, t, u, l, x), if by("P-Variant-None");

    /// Holds if the object `y`, which faces the union `t` in `x`, is none of its members; in the object `u` of the only property
    /// that tells members apart it stands for all of them.
    #[ds(unique)]
    relation tells_nothing(ExprId, Ty, Ty, Law, ExprId);
}
