//! Problems with values that are given to declarations, and the parts in which they lie.
//!
//! Source: the specification of declared types, "Implicit conversion".
//!
//! Smallest example: `parameter "p" "int" { default = "a" }` has the problem `not_assignable("a", const("a"), int)`.

ascent::ascent_source! {
    /// Problems with assignments.
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

    /// Holds if `x`, an `s`, is given where a `t` is declared.
    #[ds(input)]
    relation is_assigned(ExprId, Ty, Ty);

    /// Holds if `x`, an `s`, is given where a `t` is declared; it is asked in mode `m` how one fits the other.
    #[ds(unique)]
    relation assigning(ExprId, Ty, Ty, Mode);
    assigning(x, s, t, Plain) <-- is_assigned(x, s, t);
    fit_demanded(s, t, m) <-- assigning(_, s, t, m);

    // P-Not-Assignable: a value has to fit the type that is declared where it is given.
    //
    //   x : s      x is declared as t      s <No: t
    //   ------------------------------------------- (P-Not-Assignable)
    //   x is not assignable to t
    not_assignable(x, s, t) <-- assigning(x, s, t, m), fits(s, t, m, k), if *k == No, if by("P-Not-Assignable");

    /// Holds if `x`, an `s`, is given where a `t` is declared, which it does not fit.
    #[ds(unique)]
    relation not_assignable(ExprId, Ty, Ty);

    /// Holds if it is asked where `s` does not fit `t`.
    relation misfit_demanded(Ty, Ty);
    misfit_demanded(s, t) <-- not_assignable(_, s, t);
    misfit_demanded(a, b) <-- misfits(_, _, _, a, b);

    // P-Misfit-As: a type that fits as another one does fails where that fails. Literals and refinements are reported whole.
    //
    //   s <: t as a <: b      a <No: b      a = s, or s is no literal, enum or refinement
    //   --------------------------------------------------------------------------------- (P-Misfit-As)
    //   s and t disagree in a and b
    misfits(s, t, Way::Through, a, b) <--
        fits_as(s, t, m, a, b, n, _), if *m == Plain, if a == s || base(*s) == *s, misfit_demanded(s, t), fits(a, b, n, k),
        if *k == No, if by("P-Misfit-As");

    // P-Misfit-Member: structures fail in all pairs that fail.
    //
    //   p pairs (a1, b1) ... (an, bn)      ai <No: bi
    //   --------------------------------------------- (P-Misfit-Member)
    //   s and t disagree in ai and bi
    misfits(s, t, Way::Member(*p, *i), a, b) <--
        member_fits(s, t, m, n, p, i, _, a, b), if *m == Plain, misfit_demanded(s, t), fits(a, b, n, k), if *k == No,
        if by("P-Misfit-Member");

    // P-Misfit-Optional: a value that is given to an optional place fails as it fails without the option.
    //
    //   s != none
    //   -------------------------------------------- (P-Misfit-Optional)
    //   s and union(t, none) disagree in s and t
    misfits(s, t, Way::Through, s, without_none(*t)) <--
        misfit_demanded(s, t), if *s != NONE && without_none(*t) != *t, if by("P-Misfit-Optional");

    // P-Misfit-Variant: a type that fits no member of a union fails in the first member of a kindred constructor.
    //
    //   not constructors_fit(c, d1) ...      constructors_fit(c, di)
    //   -------------------------------------------------------------------- (P-Misfit-Variant)
    //   c(...) and union(d1(...) ... dn(...)) disagree in c(...) and di(...)
    variant_sought(s, t, 0) <-- misfit_demanded(s, t), if constructor(*t) == Union && variant(*s, *t) == Variant::Any,
        if without_none(*t) == *t;
    variant_tried(s, t, i, constructor(*s), constructor(b), b) <-- variant_sought(s, t, i), if let Some(b) = member(*t, *i);
    variant_sought(s, t, i + 1) <-- variant_tried(s, t, i, c, d, _), !constructors_fit(c, d);
    misfits(s, t, Way::Through, s, b) <--
        variant_tried(s, t, _, c, d, b), is_composite(c), constructors_fit(c, d), if by("P-Misfit-Variant");

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
    relation misfits(Ty, Ty, Way, Ty, Ty);

    /// Holds if a part of what is given is an `s`, and a `t` is declared there.
    relation meets(Ty, Ty);
    meets(s, t) <-- assigning(_, s, t, _);
    meets(a, b) <-- leads(_, _, _, a, b);

    /// Holds if an `s`, which meets a `t`, has an `a` in it, by the way `w`, which meets a `b`.
    relation leads(Ty, Ty, Way, Ty, Ty);
    leads(s, t, Way::Through, a, b) <-- fits_as(s, t, m, a, b, _, k), if *m == Plain && *k != No, meets(s, t);
    leads(s, t, Way::Through, s, without_none(*t)) <-- meets(s, t), if without_none(*t) != *t;
    leads(s, t, Way::Member(*p, *i), a, b) <-- member_fits(s, t, m, _, p, i, _, a, b), if *m == Plain, meets(s, t);

    // P-Surplus: an object that is written out should have no properties but those that are declared.
    //
    //   s = object(... k ...) meets t = object(...)      t has no k
    //   ----------------------------------------------------------- (P-Surplus)
    //   k is not used
    surplus(s, t, i) <--
        meets(s, t), if constructor(*s) == Object && constructor(*t) == Object, for i in properties_beyond(*s, *t),
        if by("P-Surplus");

    /// Holds if the `i`-th property of the object `s` is none of the object `t`, which is declared where `s` is given.
    relation surplus(Ty, Ty, u32);

    // P-Unsure: a value that may turn out to fit, and of which something is known, deserves a note.
    //
    //   s meets t      s <Unsafe: t      nothing in s is dynamic
    //   -------------------------------------------------------- (P-Unsure)
    //   s perhaps does not fit t
    unsure(s, t) <--
        fits(s, t, m, k), if *m == Plain && *k == Unsafe && !is_vague(*s, ANY), meets(s, t), if by("P-Unsure");

    /// Holds if somewhere an `s` meets a `t` that it may turn out to fit.
    relation unsure(Ty, Ty);
}
