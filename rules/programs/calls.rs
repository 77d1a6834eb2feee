//! Calls of functions.
//!
//! Judgment: `e : t`.
//!
//! Source: the reference's behaviour.
//!
//! Smallest example: `upper("a")` has the type `string` where the function `upper` returns a `string`.

ascent::ascent_source! {
    /// Types of calls.
    calls:

    // T-Unknown-Call: a call of a function that does not exist has the type any.
    //
    //   f does not exist      f(...) is no error
    //   ---------------------------------------- (T-Unknown-Call)
    //   f(...) : any
    has_type(e, ANY) <-- is_unknown_call(e), !is_erroneous(e), if by("T-Unknown-Call");

    /// Holds if `e` calls `f` with arguments of the types `ts`.
    #[ds(transient)]
    relation call_arguments(ExprId, FunctionId, TyList);
    call_operands(e, ts) <-- operand_types(e, f, _, ts, _, x), if *x == ExprId::NONE && *f == Form::Call;
    call_arguments(e, f, ts) <-- call_operands(e, ts), is_call(e, f), !expands_last(e);
    call_arguments(e, f, expanded(*ts, u)) <--
        call_operands(e, ts), is_call(e, f), expands_last(e), if let Some(t) = items(*ts).pop(), let u = resolves(t);

    /// Holds if `e` is a call whose operands have the types `ts`.
    #[ds(transient)]
    relation call_operands(ExprId, TyList);

    called(e, ts, ps, rest, r) <-- call_arguments(e, f, ts), has_signature(f, ps, rest, r);

    // T-Call: a call has the result type of its function, if all its arguments are prompt.
    //
    //   f(xs)      xs : ts      f returns r      eventual(ts) = prompt
    //   -------------------------------------------------------------- (T-Call)
    //   f(xs) : r
    has_type(e, r) <--
        called(e, ts, _, _, r), if eventuality_of(items(*ts)) == Eventuality::Prompt, if by("T-Call");

    // T-Call-Direct: a call has the result type of its function, if its arguments are assignable to the parameters.
    //
    //   f(xs)      xs : ts      f takes ps, returns r      ts <: ps
    //   ----------------------------------------------------------- (T-Call-Direct)
    //   f(xs) : r
    passing(e, ts, ps, rest, r, 0) <-- called(e, ts, ps, rest, r), if eventuality_of(items(*ts)) != Eventuality::Prompt;
    passing(e, ts, ps, rest, r, i + 1) <--
        passing(e, ts, ps, rest, r, i), if let Some(t) = item(*ts, *i), if let Some(p) = parameter(*ps, *rest, *i),
        if is_assignable(t, p, Plain);
    has_type(e, r) <--
        passing(e, ts, ps, rest, r, i), if item(*ts, *i).is_none() || parameter(*ps, *rest, *i).is_none(),
        if by("T-Call-Direct");

    // T-Call-Lifted: otherwise the call waits for its arguments, and its result is as eventual as they are.
    //
    //   f(xs)      xs : ts      f takes ps, returns r      not ti <: pi
    //   --------------------------------------------------------------- (T-Call-Lifted)
    //   f(xs) : lift(eventual(ts), r)
    results_in(e, r, eventuality_of(items(*ts))) <--
        passing(e, ts, ps, rest, r, i), if let Some(t) = item(*ts, *i), if let Some(p) = parameter(*ps, *rest, *i),
        if !is_assignable(t, p, Plain), if by("T-Call-Lifted");

    /// Holds if the first `i` arguments of the call `e`, of the types `ts`, are assignable to their parameters.
    #[ds(transient)]
    relation passing(ExprId, TyList, Ty, Option<Ty>, Ty, u32);
}
