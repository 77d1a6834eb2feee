//! Expressions where types are declared: texts that are literals, operators, and calls of functions with several
//! signatures.
//!
//! Judgment: `e : t`. The signature of a call is found in `overloads.rs`, that of an operator in `operations.rs`.
//!
//! Source: the specification of declared types, "Union types" and the proposal for string literal unions; that calls are
//! lifted, is the reference's behaviour.
//!
//! Smallest example: `concat("a", "b")` is a `string`, and `concat([1], [2])` an `array`.

ascent::ascent_source! {
    /// Types of literal texts, of operators, and of calls of functions with several signatures.
    modelled:

    // T-Literal-Text: where types are declared, a literal text is a constant.
    //
    //   ---------------------- (T-Literal-Text)
    //   "text" : const("text")
    has_type(e, constant_text(*v)) <-- is_literal(e, l), if let Literal::Text(v) = l, if by("T-Literal-Text");

    // T-Operation: an operator, or a conditional, has the type that it gives for operands of these types.
    //
    //   e = o(xs)      resolve(xs) : ts      o(ts) = r
    //   ---------------------------------------------- (T-Operation)
    //   e : lift(eventual(xs), r)
    results_in(e, r, v), operated(e, o, t, r) <--
        operand_types(e, f, _, ts, v, x), if *x == ExprId::NONE, if let Form::Operation(o) = f,
        let t = resolves(tuple_of(*ts)), let r = operates(*o, t), if by("T-Operation");

    // T-Erroneous: where types are declared, a name or a call that means nothing is an error.
    //
    //   e means nothing
    //   --------------- (T-Erroneous)
    //   e : error
    has_type(e, error_type()) <-- is_erroneous(e), if by("T-Erroneous");

    overload_chosen(e, f, t, eventuality_of(items(*ts)), chosen(*f, t)) <--
        call_arguments(e, f, ts), is_builtin(f, i), if *i == Builtin::Overloaded, let t = resolves(tuple_of(*ts));

    // T-Overload: a call has the result type of the signature that its arguments fit best.
    //
    //   f(xs)      resolve(xs) : ts      f(ts) gives r
    //   ----------------------------------------------- (T-Overload)
    //   f(xs) : lift(eventual(xs), r)
    results_in(e, r, v) <-- overload_chosen(e, _, _, v, o), if let Some(r) = *o, if by("T-Overload");

    // T-No-Overload: a call that fits no signature is an error, so that nothing else is reported about its result.
    //
    //   f(xs)      resolve(xs) : ts      f(ts) gives nothing
    //   ---------------------------------------------------- (T-No-Overload)
    //   f(xs) : error
    has_type(e, error_type()) <-- overload_chosen(e, _, _, _, o), if o.is_none(), if by("T-No-Overload");
}
