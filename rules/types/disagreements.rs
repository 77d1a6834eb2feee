//! Disagreements: the part of two types in which a conversion fails first.
//!
//! Judgment: `s and t disagree in a and b`, *`s` does not convert to `t` because `a`, a part of `s`, does not convert to
//! `b`*. From the parts one is led on to parts of theirs, so that a message names the innermost.
//!
//! Smallest example: `object({a=list(int)})` and `object({a=map(int)})` disagree in `list(int)` and `map(int)`.

ascent::ascent_source! {
    /// The parts in which conversions fail.
    disagreements:

    /// Holds if it is asked where `t` stops converting to `u` in mode `m`.
    relation disagreement_demanded(Ty, Ty, Mode);
    disagreement_demanded(a, b, m) <-- disagrees(_, _, m, _, a, b);

    // P-Disagree-As: a conversion that depends on another one fails where that fails.
    //
    //   s ~> t as a ~> b      s ~No> t
    //   ------------------------------ (P-Disagree-As)
    //   s and t disagree in a and b
    disagrees(s, t, m, Way::Through, a, b) <--
        converts_as(s, t, m, a, b, _, _), disagreement_demanded(s, t, m), if by("P-Disagree-As");

    // P-Disagree-Member: structures fail in the first pair that fails.
    //
    //   p pairs (a1, b1) ... (an, bn)      ai ~No> bi
    //   --------------------------------------------- (P-Disagree-Member)
    //   s and t disagree in ai and bi
    disagrees(s, t, m, Way::Member(*p, *i), a, b) <--
        member_walk(s, t, m, n, p, i, _, a, b), disagreement_demanded(s, t, m),
        converts(a, b, n, k), if *k == No, if by("P-Disagree-Member");

    // P-Disagree-Variant: a type that converts to no member of a union fails in the first member that is built by a kindred
    // constructor, once it is unfolded.
    //
    //   not constructors_convert(c, d1) ...      constructors_convert(c, di)
    //   -------------------------------------------------------------------- (P-Disagree-Variant)
    //   c(...) and union(d1(...) ... dn(...)) disagree in c(...) and di(...)
    variant_sought(s, t, m, 0) <-- disagreement_demanded(s, t, m), if constructor(*t) == Union;
    variant_tried(s, t, m, i, constructor(*s), constructor(definition(b).unwrap_or(b)), b) <--
        variant_sought(s, t, m, i), if let Some(b) = member(*t, *i);
    variant_sought(s, t, m, i + 1) <-- variant_tried(s, t, m, i, c, d, _), !constructors_convert(c, d);
    disagrees(s, t, m, Way::Through, s, b) <--
        variant_tried(s, t, m, _, c, d, b), constructors_convert(c, d), if by("P-Disagree-Variant");

    /// Holds if the members of the union `t` before the `i`-th are not of a constructor kindred to that of `s`.
    relation variant_sought(Ty, Ty, Mode, u32);

    /// Holds if the `i`-th member of the union `t` is `b`, built by `d` once it is unfolded, and `s` is built by `c`.
    relation variant_tried(Ty, Ty, Mode, u32, Constructor, Constructor, Ty);

    /// Holds if `s` does not convert to `t` in mode `m` because `a`, which is found in `s` by the way `w`, does not convert to
    /// `b`.
    relation disagrees(Ty, Ty, Mode, Way, Ty, Ty);
}
