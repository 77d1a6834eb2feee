//! Arms: the member of a union that an object says it is.
//!
//! Judgment: `y faces t in x`, *the object or tuple `y`, a part of the input `x`, stands where a `t` is taken, and does not
//! convert to it*.
//!
//! A schema may say that a property tells the members of a union apart. For an input itself, the property decides which
//! member is taken. For the objects inside of an input it decides nothing. But where the input is refused, it shows which
//! members the objects are meant to be, and so their problems. Inputs that convert are not looked into.
//!
//! Source: the reference's behaviour for inputs; for what is inside of them it has no answer.
//!
//! Smallest example: `checks = [{ kind = "tcp", timeout = [] }]` is refused, because `[]` is no `timeout` of what `tcp`
//! names.

ascent::ascent_source! {
    /// Members of unions.
    variants:

    // T-Variant: an object that says which member of a union it is has to be that one.
    //
    //   x is given as b.n      x.k = "v"      b.n takes u      u is p if k = "v"
    //   ------------------------------------------------------------------------ (T-Variant)
    //   x takes p
    input_says(x, i, n, k, v) <-- tells(x, i, n), says(x, k, v);
    chooses(x, u, p) <-- input_says(x, i, n, k, v), has_variant(i, n, u, k, v, p);
    takes(x, t, p, a) <--
        input_met(x, t, u, a), chooses(x, u, p), if *a != Acceptance::WithOutputs, if by("T-Variant");

    /// Holds if `x` is given as the input `n` of the interface `i`, and its property `k` is the text `v`.
    relation input_says(ExprId, InterfaceId, Name, Name, Name);

    /// Holds if `x`, which is given as an input, tells that it is the member `p` where the union `u` is taken.
    relation chooses(ExprId, Ty, Ty);

    // P-Face: an input that is refused is looked into, if objects in it say which member of a union they are.
    //
    //   x takes t      x : s      s ~No> t      objects in x tell what they are
    //   ----------------------------------------------------------------------- (P-Face)
    //   x faces t in x
    refused_input(x, s, t) <-- takes(x, s, t, _), let k = converts(*s, *t, Plain), if k == No;
    faces(x, s, t, x, i, n) <-- refused_input(x, s, t), tells(x, i, n), if by("P-Face");

    /// Holds if the input `x`, which has the type `s`, is refused where a `t` is taken.
    #[ds(transient)]
    relation refused_input(ExprId, Ty, Ty);

    /// Holds if `y`, which has the type `s`, does not convert to the `t` that is taken where it stands in `x`, the refused
    /// input `n` of the interface `i`. Of parts that tell nothing, and hold nothing that does, it does not hold.
    relation faces(ExprId, Ty, Ty, ExprId, InterfaceId, Name);

    // P-Face-Definition: a value that faces a declared type faces its definition.
    //
    //   y faces t in x      t stands for d
    //   ---------------------------------- (P-Face-Definition)
    //   y faces d in x
    faces(y, s, d, x, i, n) <--
        faces(y, s, t, x, i, n), if let Some(d) = definition(*t), if by("P-Face-Definition");

    // P-Face-Union: a value that faces a union faces the only member that is built by a kindred constructor, once it is
    // unfolded, unless the value has to say which member it is.
    //
    //   y faces t in x      y : s      kin(s, t) = b      nothing tells the members of t apart
    //   ---------------------------------------------------------------------------------------- (P-Face-Union)
    //   y faces b in x
    faces(y, s, b, x, i, n) <--
        faces(y, s, t, x, i, n), if constructor(*t) == Union, if let Some(b) = has_kin(*s, *t),
        !has_variant(i, n, t, _, _, _), if by("P-Face-Union");

    // P-Face-Part: elements and properties face the types that are taken in their places.
    //
    //   y faces t in x      y : s      s and t pair by p      y's part z is in p's pair (a, b)      a ~No> b
    //   ---------------------------------------------------------------------------------------------------- (P-Face-Part)
    //   z faces b in x
    held_in(y, s, t, j, z, x, i, n) <-- faces(y, s, t, x, i, n), holds(y, j, z);
    faces(z, a, b, x, i, n), leads_into(y, s, t, l, z, x) <--
        held_in(y, s, t, j, z, x, i, n), if let Some(p) = pairs_by(*s, *t),
        if let Some((l, a, b)) = pair_of(*y, *j, p, *s, *t), let k = converts(a, b, Plain), if k == No,
        if by("P-Face-Part");

    /// Holds if `y` faces `t` in `x`, and its `j`-th part is `z`.
    #[ds(transient)]
    relation held_in(ExprId, Ty, Ty, u32, ExprId, ExprId, InterfaceId, Name);

    /// Holds if `y`, which has the type `s`, faces `t` in `x` because, among others, its part `z` does not convert, which is
    /// in the `l`-th pair of their members.
    relation leads_into(ExprId, Ty, Ty, u32, ExprId, ExprId);

    // T-Variant-Inside: an object inside of a refused input is meant to be the member of a union that it says it is.
    //
    //   y faces u in x      y.k = "v"      u is p if k = "v"
    //   ---------------------------------------------------- (T-Variant-Inside)
    //   y is meant as p in x
    part_says(y, s, u, k, v, x, i, n) <-- faces(y, s, u, x, i, n), says(y, k, v);
    is_meant(y, s, u, p, k, x, i, n) <--
        part_says(y, s, u, k, v, x, i, n), has_variant(i, n, u, k, v, p), if by("T-Variant-Inside");

    /// Holds if `y` faces the union `u` in `x`, and its property `k` is the text `v`.
    #[ds(transient)]
    relation part_says(ExprId, Ty, Ty, Name, Name, ExprId, InterfaceId, Name);

    /// Holds if `y`, which has the type `s` and faces the union `u` in `x`, tells by its property `k` that it is the member
    /// `p`.
    relation is_meant(ExprId, Ty, Ty, Ty, Name, ExprId, InterfaceId, Name);

    // P-Variant: an object that does not convert to the member of a union that it says it is, is a problem.
    //
    //   y is meant as p in x      y : s      s ~No> p
    //   --------------------------------------------- (P-Variant)
    //   y faces p in x, as it tells
    faces(y, s, p, x, i, n), misses(y, s, u, p, q, x) <--
        is_meant(y, s, u, p, q, x, i, n), let k = converts(*s, *p, Plain), if k == No, if by("P-Variant");

    /// Holds if `y`, which has the type `s`, faces the union `u` in `x`, and does not convert to its member `p` either, which
    /// its property `k` tells that it is.
    relation misses(ExprId, Ty, Ty, Ty, Name, ExprId);
}
