//! Expressions where types are declared: texts that are literals, and calls of functions with several signatures.
//!
//! Judgment: `e : t`. Which signature a call has is said in `overloads.rs`.
//!
//! Source: the specification of declared types, "Union types" and the proposal for string literal unions; that calls are
//! lifted, is the reference's behaviour.
//!
//! Smallest example: `concat("a", "b")` is a `string`, and `concat([1], [2])` an `array`.

ascent::ascent_source! {
    /// Types of literal texts, and of calls of functions with several signatures.
    modelled:

    // T-Literal-Text: where texts are constants, it is one.
    //
    //   ---------------------- (T-Literal-Text)
    //   "text" : const("text")
    has_type(e, constant_text(*v)) <-- is_literal(e, l), if let Literal::Text(v) = l, if by("T-Literal-Text");

    /// Holds if `e` calls `f`, which has several signatures, with arguments of the types `t`, a tuple, which is as
    /// eventual as `v`.
    #[ds(passing)]
    relation overloaded(ExprId, FunctionId, Ty, Eventuality);
    overloaded(e, f, tuple_of(*ts), eventuality_of(items(*ts))) <--
        call_arguments(e, f, ts), is_builtin(f, i), if *i == Builtin::Overloaded;
    resolving_demanded(t) <-- overloaded(_, _, t, _);

    /// Holds if `e` calls `f` with arguments of the types `u`, a tuple, all prompt once they are as eventual as `v`, and
    /// gives `o`, if they fit a signature.
    #[ds(once)]
    relation overload_chosen(ExprId, FunctionId, Ty, Eventuality, Option<Ty>);
    overload_chosen(e, f, u, v, chosen(*f, *u)) <-- overloaded(e, f, t, v), resolves(t, u);

    // T-Overload: a call gives what the signature gives that its arguments fit best.
    //
    //   f(xs)      resolve(xs) : ts      f(ts) gives r
    //   ----------------------------------------------- (T-Overload)
    //   f(xs) : lift(eventual(xs), r)
    results_in(e, r, v) <-- overload_chosen(e, _, _, v, o), if let Some(r) = *o, if by("T-Overload");

    // T-No-Overload: a call that fits none is an error, so that nothing is said of what is done with it.
    //
    //   f(xs)      resolve(xs) : ts      f(ts) gives nothing
    //   ---------------------------------------------------- (T-No-Overload)
    //   f(xs) : error
    has_type(e, error_type()) <-- overload_chosen(e, _, _, _, o), if o.is_none(), if by("T-No-Overload");

    // P-No-Overload: a call has to fit a signature.
    //
    //   f(xs)      resolve(xs) : ts      f(ts) gives nothing
    //   ---------------------------------------------------- (P-No-Overload)
    //   f(xs) fits no signature
    no_overload(e, f, u) <-- overload_chosen(e, f, u, _, o), if o.is_none(), if by("P-No-Overload");

    /// Holds if the call `e` of `f`, with arguments of the types `u`, a tuple, fits none of its signatures.
    #[ds(once)]
    relation no_overload(ExprId, FunctionId, Ty);
}
