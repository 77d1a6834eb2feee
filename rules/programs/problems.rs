//! Problems of a program.
//!
//! A problem is a derived fact. The rules here decide that there is one (for calls and iterations, the rules next to those
//! that meet it); the diagnostics render it. A problem does not stop inference: every expression has a type.
//!
//! Smallest example: `none.a` has the problem `step_meets(none.a, 0, none, IntoNone)`.

ascent::ascent_source! {
    /// Problems.
    problems:

    // P-No-Fit: where types are declared, an expression has to fit the type that is expected of it as it is.
    //
    //   x expects p      x : t      resolve(t) = s      s <No: p
    //   -------------------------------------------------------- (P-No-Fit)
    //   x does not fit p
    no_fit(x, s, p) <--
        expects(x, t, p), has_to_fit(x), let s = resolves(*t), let k = fits(s, *p, Plain), if k == No, if by("P-No-Fit");

    /// Holds if `x`, which is an `s` once it is prompt, stands where a `p` is expected, and does not fit it. Conversions
    /// are calls of functions: `"true" ? 1 : 2`.
    #[ds(unique)]
    relation no_fit(ExprId, Ty, Ty);

    // P-Unsure-Fit: what may turn out to fit, and of which something is known, deserves a note.
    //
    //   x expects p      x : t      resolve(t) = s      s <Unsafe: p      nothing in s is dynamic
    //   ----------------------------------------------------------------------------------------- (P-Unsure-Fit)
    //   x perhaps does not fit p
    unsure_fit(x, s, p) <--
        expects(x, t, p), has_to_fit(x), let s = resolves(*t), let k = fits(s, *p, Plain), if k == Unsafe && !is_vague(s, ANY),
        if by("P-Unsure-Fit");

    /// Holds if `x`, which is an `s` once it is prompt, stands where a `p` is expected, and may turn out to fit it.
    #[ds(unique)]
    relation unsure_fit(ExprId, Ty, Ty);

    // P-No-Operator: operands have to fit a signature of their operator.
    //
    //   e = o(xs)      resolve(xs) : ts      o(ts) = error
    //   -------------------------------------------------- (P-No-Operator)
    //   ts do not fit o
    no_operator(e, t) <--
        operated(e, o, t, r), if *r == error_type() && *o != Operation::Conditional, if by("P-No-Operator");

    /// Holds if the operator `e` has operands of the types `t`, a tuple, and they fit none of its signatures. `"a" + 1`.
    #[ds(unique)]
    relation no_operator(ExprId, Ty);

    // P-Step: a step that does not find the part that it names is a problem.
    //
    //   x.k1 ... kn      ti-1.ki meets o, not found
    //   ------------------------------------------- (P-Step)
    //   ki meets o
    step_meets(e, i, t, o) <-- steps(e, i, t, _, o), if *o != Outcome::Found, if by("P-Step");

    /// Holds if the `i`-th step of the traversal `e` meets `o`, coming from `t`. `none.a`.
    #[ds(unique)]
    relation step_meets(ExprId, u32, Ty, Outcome);

    // P-Index: only collections are indexed.
    //
    //   x[k]      x : t      each(t) fails
    //   ---------------------------------- (P-Index)
    //   x cannot be iterated
    not_iterable(x, t) <-- index_typed(_, x, _, t, _, _, _, yes), if !yes, if by("P-Index");

    // P-For: only collections are iterated.
    //
    //   for v in x      x : t      each(t) fails
    //   ---------------------------------------- (P-For)
    //   x cannot be iterated
    not_iterable(x, t) <-- iterated(_, x, t, _, _, yes), if !yes, if by("P-For");

    /// Holds if `x`, which has the type `t`, is iterated, and has no elements. `[for v in 1 : v]`.
    #[ds(unique)]
    relation not_iterable(ExprId, Ty);

    // P-Deep: a definition whose type is too deep is a problem.
    //
    //   b = e      e : t      depth(t) > limit
    //   -------------------------------------- (P-Deep)
    //   e is too deep
    too_deep(e) <-- defines(_, e), has_type(e, t), if is_too_deep(*t), if by("P-Deep");

    /// Holds if the type of the definition `e` nests deeper than the limit. With the limit of one level, `[[1]]`.
    #[ds(unique)]
    relation too_deep(ExprId);

    // P-No-Overload: a call has to fit a signature.
    //
    //   f(xs)      resolve(xs) : ts      f(ts) gives nothing
    //   ---------------------------------------------------- (P-No-Overload)
    //   f(xs) fits no signature
    no_overload(e, f, u) <-- overload_chosen(e, f, u, _, o), if o.is_none(), if by("P-No-Overload");

    /// Holds if the call `e` of `f`, with arguments of the types `u`, a tuple, fits none of its signatures.
    #[ds(unique)]
    relation no_overload(ExprId, FunctionId, Ty);
}
