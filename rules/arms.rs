//! Arms: which member of a union an object is, if it tells.
//!
//! Judgment: `y faces t in x`, *the object or tuple `y`, a part of the input `x`, stands where a `t` is taken, and does not
//! convert to it*.
//!
//! A schema may say that a property tells the members of a union apart. Of an input itself that decides what is taken.
//! Of the objects inside of an input it decides nothing, but where the input is refused, it says what they are meant to
//! be, and so what is wrong with them. Nothing of that is asked of inputs that convert.
//!
//! Source: the reference's behaviour for inputs; for what is inside of them it has no answer.
//!
//! Smallest example: `checks = [{ kind = "tcp", timeout = [] }]` is refused, because `[]` is no `timeout` of what `tcp`
//! names.

ascent::ascent_source! {
    /// Members of unions.
    arms:

    // T-Arm: an object that tells which member of a union it is has to be that one.
    //
    //   x is given as b.n      x.k = "v"      b.n takes u      u is p if k = "v"
    //   ------------------------------------------------------------------------ (T-Arm)
    //   x takes p
    input_says(x, i, n, k, v) <-- tells(x, i, n), says(x, k, v);
    chooses(x, u, p) <-- input_says(x, i, n, k, v), has_arm(i, n, u, k, v, p);
    takes(x, t, p, a) <--
        input_met(x, t, u, a), chooses(x, u, p), if *a != Acceptance::WithOutputs, if by("T-Arm");

    /// Holds if `x` is given as the input `n` of the interface `i`, and its property `k` is the text `v`.
    relation input_says(ExprId, InterfaceId, Name, Name, Name);

    /// Holds if `x`, which is given as an input, tells that it is the member `p` where the union `u` is taken.
    relation chooses(ExprId, Ty, Ty);

    // P-Face: an input that is refused is looked into, if objects in it tell what they are.
    //
    //   x takes t      x : s      s ~No> t      objects in x tell what they are
    //   ----------------------------------------------------------------------- (P-Face)
    //   x faces t in x
    refused_input(x, s, t) <-- takes(x, s, t, _), refuses(s, t);
    faces(x, s, t, x, i, n) <-- refused_input(x, s, t), tells(x, i, n), if by("P-Face");

    /// Holds if the input `x`, which has the type `s`, is refused where a `t` is taken.
    #[ds(passing)]
    relation refused_input(ExprId, Ty, Ty);

    /// Holds if `y`, which has the type `s`, does not convert to the `t` that is taken where it stands in `x`, the refused
    /// input `n` of the interface `i`. Of parts that tell nothing, and hold nothing that does, it does not hold.
    relation faces(ExprId, Ty, Ty, ExprId, InterfaceId, Name);

    // P-Face-Definition: what faces a declared type faces its definition.
    //
    //   y faces t in x      t stands for d
    //   ---------------------------------- (P-Face-Definition)
    //   y faces d in x
    faces(y, s, d, x, i, n) <--
        faces(y, s, t, x, i, n), if let Some(d) = definition(*t), if by("P-Face-Definition");

    // P-Face-Union: what faces a union faces the only member that is built by a kindred constructor, once it is unfolded,
    // unless it is for the value to tell.
    //
    //   y faces t in x      y : c(...)      d(...) is the only member of t with constructors_convert(c, d)
    //   nothing tells the members of t apart
    //   --------------------------------------------------------------------------------------------------- (P-Face-Union)
    //   y faces d(...) in x
    kin_sought(s, t, 0, None) <-- faces(_, s, t, _, _, _), if constructor(*t) == Union;
    kin_tried(s, t, i, u, constructor(*s), constructor(definition(b).unwrap_or(b)), b) <--
        kin_sought(s, t, i, u), if let Some(b) = member(*t, *i);
    kin_sought(s, t, i + 1, u) <-- kin_tried(s, t, i, u, c, d, _), !constructors_convert(c, d);
    kin_sought(s, t, i + 1, Some(*b)) <-- kin_tried(s, t, i, u, c, d, b), constructors_convert(c, d), if u.is_none();
    has_kin(s, t, b) <-- kin_sought(s, t, i, u), if *i == arity(*t), if let Some(b) = u;
    faces(y, s, b, x, i, n) <--
        faces(y, s, t, x, i, n), has_kin(s, t, b), !has_arm(i, n, t, _, _, _), if by("P-Face-Union");

    /// Holds if of the members of the union `t` before the `i`-th only `u`, or none, is of a constructor kindred to that of
    /// `s`.
    relation kin_sought(Ty, Ty, u32, Option<Ty>);

    /// Holds if the same holds, the `i`-th member is `b`, built by `d` once it is unfolded, and `s` is built by `c`.
    #[ds(passing)]
    relation kin_tried(Ty, Ty, u32, Option<Ty>, Constructor, Constructor, Ty);

    /// Holds if `b` is the only member of the union `t` that is of a constructor kindred to that of `s`.
    relation has_kin(Ty, Ty, Ty);

    // P-Face-Part: elements and properties face what is taken in their places.
    //
    //   y faces d(...) in x      y : c(...)      member_conversion(c, d, p, _)
    //   y's part z is in p's pair (a, b)      a ~No> b
    //   ---------------------------------------------------------------------- (P-Face-Part)
    //   z faces b in x
    held_in(y, s, t, j, z, constructor(*s), constructor(*t), x, i, n) <-- faces(y, s, t, x, i, n), holds(y, j, z);
    part_taken(z, a, b, y, s, t, l, x, i, n) <--
        held_in(y, s, t, j, z, c, d, x, i, n), member_conversion(c, d, p, _),
        if let Some((l, a, b)) = pair_of(*y, *j, *p, *s, *t);
    taking(a, b, Plain) <-- part_taken(_, a, b, _, _, _, _, _, _, _);
    faces(z, a, b, x, i, n), leads_into(y, s, t, l, z, x) <--
        part_taken(z, a, b, y, s, t, l, x, i, n), refuses(a, b), if by("P-Face-Part");

    /// Holds if `y` faces `t` in `x`, its `j`-th part is `z`, and their types are built by the constructors.
    #[ds(passing)]
    relation held_in(ExprId, Ty, Ty, u32, ExprId, Constructor, Constructor, ExprId, InterfaceId, Name);

    /// Holds if `z`, which has the type `a`, stands where a `b` is taken: `y`, which has the type `s`, faces `t` in `x`, and
    /// its part `z` is in the `l`-th pair of their members.
    relation part_taken(ExprId, Ty, Ty, ExprId, Ty, Ty, u32, ExprId, InterfaceId, Name);

    /// Holds if `y`, which has the type `s`, faces `t` in `x` because, among others, its part `z` does not convert, which is
    /// in the `l`-th pair of their members.
    relation leads_into(ExprId, Ty, Ty, u32, ExprId, ExprId);

    // T-Arm-Inside: an object inside of what is refused is meant to be the member of a union that it tells it is.
    //
    //   y faces u in x      y.k = "v"      u is p if k = "v"
    //   ---------------------------------------------------- (T-Arm-Inside)
    //   y is meant as p in x
    part_says(y, s, u, k, v, x, i, n) <-- faces(y, s, u, x, i, n), says(y, k, v);
    is_meant(y, s, u, p, k, x, i, n) <--
        part_says(y, s, u, k, v, x, i, n), has_arm(i, n, u, k, v, p), if by("T-Arm-Inside");

    /// Holds if `y` faces the union `u` in `x`, and its property `k` is the text `v`.
    #[ds(passing)]
    relation part_says(ExprId, Ty, Ty, Name, Name, ExprId, InterfaceId, Name);

    /// Holds if `y`, which has the type `s` and faces the union `u` in `x`, tells by its property `k` that it is the member
    /// `p`.
    relation is_meant(ExprId, Ty, Ty, Ty, Name, ExprId, InterfaceId, Name);

    // P-Arm: and it is wrong because it does not convert to that.
    //
    //   y is meant as p in x      y : s      s ~No> p
    //   --------------------------------------------- (P-Arm)
    //   y faces p in x, as it tells
    taking(s, p, Plain) <-- is_meant(_, s, _, p, _, _, _, _);
    faces(y, s, p, x, i, n), misses(y, s, u, p, k, x) <--
        is_meant(y, s, u, p, k, x, i, n), refuses(s, p), if by("P-Arm");

    /// Holds if `y`, which has the type `s`, faces the union `u` in `x`, and does not convert to its member `p` either, which
    /// its property `k` tells that it is.
    relation misses(ExprId, Ty, Ty, Ty, Name, ExprId);
}
