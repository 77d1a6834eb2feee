//! Limits: types that vary beyond what is computed.
//!
//! Judgment: `e is too varied`, *the common type that `e` needs is not computed, because too many members are not alike*.
//!
//! Source: the rules terminate for every program, but not for every program soon. Each limit is a number that the caller of
//! the rules can raise; a type beyond it is dynamic, and reported where it was met.
//!
//! Smallest example: with the limit of two alternatives, `flag ? {a = 1} : {b = 1, c = 1}` is too varied.

ascent::ascent_source! {
    /// Limits of variety.
    limits:

    // P-Varied-Branches: the common type of the branches of a conditional is computed up to a limit.
    //
    //   e = (c ? x : y)      x : s      y : t      s and t differ too much
    //   ------------------------------------------------------------------ (P-Varied-Branches)
    //   e is too varied
    too_varied(e) <--
        branch_of_condition(e, _, s), second_branch(e, t), if differ_too_much(*s, *t), if by("P-Varied-Branches");

    // P-Varied-Recovery: the common type of a value and its substitute is computed up to a limit.
    //
    //   e = recover(x, y)      x : t      y : u      resolve(t) and resolve(u) differ too much
    //   -------------------------------------------------------------------------------------- (P-Varied-Recovery)
    //   e is too varied
    too_varied(e) <--
        calls_builtin(e, i, ts), if *i == Builtin::Recover, let s = resolves(item(*ts, 0).unwrap_or(ANY)),
        let v = resolves(item(*ts, 1).unwrap_or(ANY)), if differ_too_much(s, v), if by("P-Varied-Recovery");

    // P-Varied: the common type of the members of a structure is computed up to a limit.
    //
    //   e gathers t      the members of t vary too much
    //   ----------------------------------------------- (P-Varied)
    //   e is too varied
    gathers(e, t) <-- splatted(e, t, _, yes), if *yes;
    gathers(e, tuple_of(*ts)) <-- calls_builtin(e, i, ts), if *i == Builtin::Try;
    gathers(e, s) <--
        calls_builtin(e, i, ts), if *i == Builtin::Element || *i == Builtin::Lookup,
        let s = resolves(item(*ts, 0).unwrap_or(ANY));
    too_varied(e) <--
        gathers(e, t), if let Some(a) = structure_in(*t), let (_, yes) = common_member(a, Safe), if yes, if by("P-Varied");

    // P-Varied-Conversion: unions with too many pairs of members are not compared where one is expected to convert to the
    // other.
    //
    //   x meets u with kind Unsafe      x : t      a in t and b in u have too many pairs
    //   ------------------------------------------------------------------------------------- (P-Varied-Conversion)
    //   x is too varied
    too_varied(x) <--
        meets(x, t, u, _, k), if *k == Unsafe && has_many_pairs(*t, *u), if is_undecided(*t, *u),
        if by("P-Varied-Conversion");

    /// Holds if types that `e` needs to have something in common have too many members that are not alike. With the limit
    /// of two alternatives, `flag ? {a = 1} : {b = 1, c = 1}`.
    #[ds(unique)]
    relation too_varied(ExprId);
}
