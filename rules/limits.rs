//! Limits: types that grow beyond what is computed.
//!
//! Judgments: `e is too deep`, *the type of the definition `e` nests deeper than the limit*; `e is too varied`, *what `e`
//! needs types to have in common is not computed, because too many members are not alike*.
//!
//! Source: what the rules say has an end for every program, but not for every program a near one. Each limit is a
//! number that whoever runs the rules can raise; what is beyond is dynamic, and reported where it was met.
//!
//! Smallest example: with the limit of one level, `a = [[1]]` is too deep.

ascent::ascent_source! {
    /// Limits of types.
    limits:

    // T-Definition-Deep: a definition whose type is too deep is dynamic for those who refer to it.
    //
    //   b = e      e : t      depth(t) > limit
    //   -------------------------------------- (T-Definition-Deep)
    //   b : any
    binds(b, ANY) <-- defines(b, e), has_type(e, t), if is_too_deep(*t), if by("T-Definition-Deep");

    // P-Deep: and that is a problem.
    //
    //   b = e      e : t      depth(t) > limit
    //   -------------------------------------- (P-Deep)
    //   e is too deep
    too_deep(e) <-- defines(_, e), has_type(e, t), if is_too_deep(*t), if by("P-Deep");

    /// Holds if the type of the definition `e` nests deeper than the limit. With the limit of one level, `[[1]]`.
    #[ds(once)]
    relation too_deep(ExprId);

    // P-Varied-Arms: what the arms of a conditional have in common is computed up to a limit.
    //
    //   e = (c ? x : y)      x : s      y : t      common(s, t, Safe) = u      s and t differ too much
    //   --------------------------------------------------------------------------------------------- (P-Varied-Arms)
    //   e is too varied
    too_varied(e) <-- arms(e, _, s, t, k), common_type(s, t, k, _), if differ_too_much(*s, *t), if by("P-Varied-Arms");

    // P-Varied-Recovery: and so is what a value and its substitute have.
    //
    //   e = recover(x, y)      x : t      y : u      resolve(t) and resolve(u) differ too much
    //   -------------------------------------------------------------------------------------- (P-Varied-Recovery)
    //   e is too varied
    too_varied(e) <--
        recovered(e, _, _, s, v, k), common_type(s, v, k, _), if differ_too_much(*s, *v), if by("P-Varied-Recovery");

    // P-Varied: and what the members of a structure have.
    //
    //   e gathers t      the members of t vary too much
    //   ----------------------------------------------- (P-Varied)
    //   e is too varied
    too_varied(e) <-- gathers(e, t), varies_too_much(t), if by("P-Varied");

    // P-Varied-Conversion: unions with too many pairs of members are not compared where one is expected to convert to the
    // other.
    //
    //   x expects p      x : t      input(p) = u      t ~Unsafe> u      a in t and b in u have too many pairs
    //   ----------------------------------------------------------------------------------------------------- (P-Varied-Conversion)
    //   x is too varied
    unsure(t, p, u) <-- accepts(t, p, u, m), converts(t, u, m, k), if *k == Unsafe;
    unsure(t, p, p) <-- taking(t, p, m), converts(t, p, m, k), if *k == Unsafe;
    undecided(t, p) <-- uncompared(a, b), unsure(t, p, u), if occurs(*a, *t) && occurs(*b, *u);
    too_varied(x) <-- expects(x, t, p), undecided(t, p), if by("P-Varied-Conversion");
    too_varied(x) <-- takes(x, t, p, _), undecided(t, p), if by("P-Varied-Conversion");

    /// Holds if a `t` converts only unsafely to `u`, which stands for the `p` that is expected or taken.
    relation unsure(Ty, Ty, Ty);

    /// Holds if that is so because it is not known how unions in them convert.
    relation undecided(Ty, Ty);

    /// Holds if types that `e` needs to have something in common have too many members that are not alike. With the limit
    /// of two alternatives, `flag ? {a = 1} : {b = 1, c = 1}`.
    #[ds(once)]
    relation too_varied(ExprId);

    /// Holds if `e` needs what the members of `t` have in common, or those of what `t` is an eventual of.
    relation gathers(ExprId, Ty);
    gathers(x, t) <-- iterated(_, x, t), iterates(t, _, _, _);
    gathers(x, t) <-- index_typed(_, x, _, t, _), iterates(t, _, _, _);
    gathers(e, t) <-- splatted(e, t, _), splats(t, _, _);
    gathers(e, t) <-- computed_object(e, t, k, _), common_member(t, k, _);
    gathers(e, t) <-- trying(e, _, t, k), common_member(t, k, _);
    gathers(e, t) <-- member_called(e, _, _, _, t, k), common_member(t, k, _);
    gathers(x, s) <-- ranged_items(b, _, s, _), ranges_over(b, x);
    gathers(e, a) <-- gathers(e, t), iterated_as(t, a);
    gathers(e, a) <-- gathers(e, t), splatted_as(t, a);
}
