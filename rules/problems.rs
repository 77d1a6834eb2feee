//! Problems: what is wrong with a program.
//!
//! A problem is a derived fact. The diagnostics give it words; whether there is one is said here (and, for calls and
//! iterations, next to the rules that meet it). Further on in a proof a problem is no obstacle: every expression has a
//! type.
//!
//! Smallest example: `-[]` has the problem `no_conversion([], tuple([]), number)`.

ascent::ascent_source! {
    /// Problems.
    problems:

    /// Holds if `x`, which has the type `t`, stands where a `p` is expected, or an output of it.
    #[ds(once)]
    relation expects(ExprId, Ty, Ty);

    /// Holds if somewhere a `t` stands where a `p` is expected.
    relation expectation(Ty, Ty);
    expectation(t, p) <-- expects(_, t, p);

    /// Holds if a `t` stands where `p` is expected, and `f` of it is what that accepts.
    #[ds(passing)]
    relation accepting(Ty, Ty, Mapping);
    accepting(t, p, Input) <-- expectation(t, p);
    mapping_demanded(f, p) <-- accepting(_, p, f);

    /// Holds if a `t` stands where `p` is expected, which accepts values that convert to `u` in mode `m`.
    #[ds(once)]
    relation accepts(Ty, Ty, Ty, Mode);
    accepts(t, p, u, Plain) <-- accepting(t, p, f), maps_to(f, p, u);
    conversion_demanded(t, u, m) <-- accepts(t, _, u, m);

    /// Holds if a `t` does not convert to `u`, which is what is accepted where a `p` is expected.
    relation rejects(Ty, Ty, Ty);
    rejects(t, p, u) <-- accepts(t, p, u, m), converts(t, u, m, k), if *k == No;

    // P-No-Conversion: what is expected of an expression has to be what it converts to.
    //
    //   x expects p      x : t      input(p) = u      t ~No> u
    //   ------------------------------------------------------ (P-No-Conversion)
    //   x does not convert to p
    no_conversion(x, t, p, u) <-- expects(x, t, p), if *p != ANY, rejects(t, p, u), if by("P-No-Conversion");

    /// Holds if `x`, which has the type `t`, stands where a `p` is expected, and does not convert to `u`, which is what
    /// that accepts. `-[]`.
    #[ds(once)]
    relation no_conversion(ExprId, Ty, Ty, Ty);

    // P-Step: a step that meets something else than what it names is a problem.
    //
    //   x.k1 ... kn      ti-1.ki meets o, not found
    //   ------------------------------------------- (P-Step)
    //   ki meets o
    obstructs(t, k, o) <-- traverses(t, k, _, o), if *o != Outcome::Found;
    step_meets(e, i, t, o) <-- stands_before(e, i, t, k), obstructs(t, k, o), if by("P-Step");

    /// Holds if the step `k` from `t` meets `o`, which is not what it names.
    #[ds(once)]
    relation obstructs(Ty, Step, Outcome);

    /// Holds if the `i`-th step of the traversal `e` meets `o`, coming from `t`. `none.a`.
    #[ds(once)]
    relation step_meets(ExprId, u32, Ty, Outcome);

    /// Holds if `x`, which has the type `t`, is iterated, and has no elements. `[for v in 1 : v]`.
    #[ds(once)]
    relation not_iterable(ExprId, Ty);

    // P-Unknown: a name has to mean something.
    //
    //   e means nothing
    //   --------------- (P-Unknown)
    //   e is unknown
    unknown_name(e) <-- is_unknown(e), if by("P-Unknown");

    /// Holds if `e` is a name that means nothing.
    #[ds(once)]
    relation unknown_name(ExprId);

    // P-Unknown-Call: a function has to exist.
    //
    //   f does not exist
    //   ---------------- (P-Unknown-Call)
    //   f is unknown
    unknown_function(e) <-- is_unknown_call(e), if by("P-Unknown-Call");

    /// Holds if `e` calls a function that does not exist.
    #[ds(once)]
    relation unknown_function(ExprId);

    // Where large types disagree.

    /// Holds if it is asked where `t` stops converting to `u`.
    relation disagreement_demanded(Ty, Ty);
    disagreement_demanded(t, u) <-- rejects(t, _, u);
    disagreement_demanded(a, b) <-- disagrees(_, _, _, a, b);

    // P-Disagree-As: a conversion that goes by another fails where that fails.
    //
    //   s ~> t as a ~> b      s ~No> t
    //   ------------------------------ (P-Disagree-As)
    //   s and t disagree in a and b
    disagrees(s, t, Way::Through, a, b) <--
        converts_as(s, t, m, a, b, _, _), if *m == Plain, disagreement_demanded(s, t), if by("P-Disagree-As");

    // P-Disagree-Member: structures fail in the first pair that fails.
    //
    //   p pairs (a1, b1) ... (an, bn)      ai ~No> bi
    //   --------------------------------------------- (P-Disagree-Member)
    //   s and t disagree in ai and bi
    disagrees(s, t, Way::Member(*p, *i), a, b) <--
        member_walk(s, t, m, n, p, i, _, a, b), if *m == Plain, disagreement_demanded(s, t),
        converts(a, b, n, k), if *k == No, if by("P-Disagree-Member");

    // P-Disagree-Arm: what converts to no member of a union fails in the first member that is built by a kindred
    // constructor, once it is unfolded.
    //
    //   not constructors_convert(c, d1) ...      constructors_convert(c, di)
    //   -------------------------------------------------------------------- (P-Disagree-Arm)
    //   c(...) and union(d1(...) ... dn(...)) disagree in c(...) and di(...)
    arm_sought(s, t, 0) <-- disagreement_demanded(s, t), if constructor(*t) == Union;
    arm_tried(s, t, i, constructor(*s), constructor(definition(b).unwrap_or(b)), b) <--
        arm_sought(s, t, i), if let Some(b) = member(*t, *i);
    arm_sought(s, t, i + 1) <-- arm_tried(s, t, i, c, d, _), !constructors_convert(c, d);
    disagrees(s, t, Way::Through, s, b) <--
        arm_tried(s, t, _, c, d, b), constructors_convert(c, d), if by("P-Disagree-Arm");

    /// Holds if the members of the union `t` before the `i`-th are not of a constructor kindred to that of `s`.
    relation arm_sought(Ty, Ty, u32);

    /// Holds if the `i`-th member of the union `t` is `b`, built by `d` once it is unfolded, and `s` is built by `c`.
    relation arm_tried(Ty, Ty, u32, Constructor, Constructor, Ty);

    /// Holds if `s` does not convert to `t` because `a`, which is found in `s` by the way `w`, does not convert to `b`.
    relation disagrees(Ty, Ty, Way, Ty, Ty);
}
