//! Values that are wrong, and the parts of types that do not fit declared ones.
//!
//! Judgments: `x is wrong`; `s and t disagree in a and b`, *`s` does not fit `t` because `a`, a part of `s`, does not fit `b`*.
//! From the parts one is led on to parts of theirs, so that a message names the innermost.
//!
//! Source: the specification of declared types, "Implicit conversion".
//!
//! Smallest example: `object({a=string})` and `object({a=int})` disagree in `string` and `int`.

ascent::ascent_source! {
    /// Wrong values, and the parts that do not fit.
    assignments:

    /// Holds if a part of `x` has the type `error`: it is wrong, and has been reported.
    relation has_error(ExprId);

    /// Holds if `x` refers to the value `y`.
    relation is_made_from(ExprId, ExprId);

    // P-Wrong: a value with an error in it is wrong. Nothing else is reported of a wrong value: it is an error where it is
    // given.
    //
    //   a part of x : error
    //   ------------------- (P-Wrong)
    //   x is wrong
    is_wrong(x) <-- has_error(x), if by("P-Wrong");

    // P-Wrong-From: a value that is made from a wrong one is wrong.
    //
    //   x refers to y      y is wrong
    //   ----------------------------- (P-Wrong-From)
    //   x is wrong
    is_wrong(x) <-- is_wrong(y), is_made_from(x, y), if by("P-Wrong-From");

    /// Holds if `x` is wrong, or made from what is.
    relation is_wrong(ExprId);

    /// Holds if it is asked where `s` does not fit `t`.
    relation misfit_demanded(Ty, Ty);
    misfit_demanded(a, b) <-- unfits(_, _, _, a, b);

    // P-Unfit-As: a type that fits as another one does fails where that fails. Literals and refinements are reported whole.
    //
    //   s <: t as a <: b      a <No: b      a = s, or s is no literal, enum or refinement
    //   --------------------------------------------------------------------------------- (P-Unfit-As)
    //   s and t disagree in a and b
    unfits(s, t, Way::Through, a, b) <--
        fits_as(s, t, m, a, b, n, _), if *m == Plain, if a == s || base(*s) == *s, misfit_demanded(s, t), fits(a, b, n, k),
        if *k == No, if by("P-Unfit-As");

    // P-Unfit-Member: structures fail in all pairs that fail.
    //
    //   p pairs (a1, b1) ... (an, bn)      ai <No: bi
    //   --------------------------------------------- (P-Unfit-Member)
    //   s and t disagree in ai and bi
    unfits(s, t, Way::Member(*p, *i), a, b) <--
        member_fits(s, t, m, n, p, i, _, a, b), if *m == Plain, misfit_demanded(s, t), fits(a, b, n, k), if *k == No,
        if by("P-Unfit-Member");

    // P-Unfit-Optional: a value that is given to an optional place fails as it fails without the option.
    //
    //   s != none
    //   -------------------------------------------- (P-Unfit-Optional)
    //   s and union(t, none) disagree in s and t
    unfits(s, t, Way::Through, s, without_none(*t)) <--
        misfit_demanded(s, t), if *s != NONE && without_none(*t) != *t, if by("P-Unfit-Optional");

    // P-Unfit-Variant: a type that fits no member of a union fails in the first member of a kindred constructor.
    //
    //   not constructors_fit(c, d1) ...      constructors_fit(c, di)
    //   -------------------------------------------------------------------- (P-Unfit-Variant)
    //   c(...) and union(d1(...) ... dn(...)) disagree in c(...) and di(...)
    variant_sought(s, t, 0) <-- misfit_demanded(s, t), if constructor(*t) == Union && variant(*s, *t) == Variant::Any,
        if without_none(*t) == *t;
    variant_tried(s, t, i, constructor(*s), constructor(b), b) <-- variant_sought(s, t, i), if let Some(b) = member(*t, *i);
    variant_sought(s, t, i + 1) <-- variant_tried(s, t, i, c, d, _), !constructors_fit(c, d);
    unfits(s, t, Way::Through, s, b) <--
        variant_tried(s, t, _, c, d, b), is_composite(c), constructors_fit(c, d), if by("P-Unfit-Variant");

    /// Holds if types built by `c` have parts in which they may fail to fit.
    relation is_composite(Constructor);
    is_composite(List);
    is_composite(Map);
    is_composite(Tuple);
    is_composite(Object);

    /// Holds if the members of the union `t` before the `i`-th are not of a constructor kindred to that of `s`.
    relation variant_sought(Ty, Ty, u32);

    /// Holds if the `i`-th member of the union `t` is `b`, built by `d`, and `s` is built by `c`.
    relation variant_tried(Ty, Ty, u32, Constructor, Constructor, Ty);

    /// Holds if `s` does not fit `t` because `a`, which is found in `s` by the way `w`, does not fit `b`.
    relation unfits(Ty, Ty, Way, Ty, Ty);
}
