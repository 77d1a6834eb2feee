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

    // T-Unknown-Call: of a function that does not exist nothing is known.
    //
    //   f does not exist
    //   ---------------- (T-Unknown-Call)
    //   f(...) : any
    has_type(e, ANY) <-- is_unknown_call(e), if by("T-Unknown-Call");

    /// Holds if `e` calls `f` with arguments of the types `ts`.
    #[ds(passing)]
    relation call_arguments(ExprId, FunctionId, TyList);
    call_operands(e, ts) <-- operand_types(e, f, _, ts, _, x), if *x == ExprId::NONE && *f == Form::Call;
    call_arguments(e, f, ts) <-- call_operands(e, ts), is_call(e, f), !expands_last(e);
    expanding(e, f, ts, t) <--
        call_operands(e, ts), is_call(e, f), expands_last(e), if let Some(t) = items(*ts).pop();
    resolving_demanded(t) <-- expanding(_, _, _, t);
    call_arguments(e, f, expanded(*ts, *u)) <-- expanding(e, f, ts, t), resolves(t, u);

    /// Holds if `e` is a call whose operands have the types `ts`.
    #[ds(passing)]
    relation call_operands(ExprId, TyList);

    /// Holds if `e` calls `f` with operands of the types `ts`, of which the last, a `t`, stands for its elements.
    #[ds(passing)]
    relation expanding(ExprId, FunctionId, TyList, Ty);

    /// Holds if `e` calls a function with arguments of the types `ts`, and the function takes parameters of the types
    /// `ps`, a tuple, any number of the type `rest`, and gives an `r`.
    #[ds(once)]
    relation called(ExprId, TyList, Ty, Option<Ty>, Ty);
    called(e, ts, ps, rest, r) <-- call_arguments(e, f, ts), has_signature(f, ps, rest, r);

    // T-Argument: what a parameter takes is expected of its argument.
    //
    //   f(... x ...)      x : t      the parameter of f in that place is a p
    //   -------------------------------------------------------------------- (T-Argument)
    //   x expects p
    expects(x, t, p) <--
        called(e, ts, ps, rest, _), for (i, t) in numbered(*ts), if let Some(p) = parameter(*ps, *rest, i),
        if let Some(x) = argument(*e, i), if by("T-Argument");

    // T-Call: a call gives what the function returns, if all its arguments are prompt.
    //
    //   f(xs)      xs : ts      f returns r      eventual(ts) = prompt
    //   -------------------------------------------------------------- (T-Call)
    //   f(xs) : r
    has_type(e, r) <--
        called(e, ts, _, _, r), if eventuality_of(items(*ts)) == Eventuality::Prompt, if by("T-Call");

    // T-Call-Direct: and if they are assignable to the parameters as they are.
    //
    //   f(xs)      xs : ts      f takes ps, returns r      ts <: ps
    //   ----------------------------------------------------------- (T-Call-Direct)
    //   f(xs) : r
    passing(e, ts, ps, rest, r, 0) <-- called(e, ts, ps, rest, r), if eventuality_of(items(*ts)) != Eventuality::Prompt;
    passing_argument(e, ts, ps, rest, r, i, t, p, Plain) <--
        passing(e, ts, ps, rest, r, i), if let Some(t) = item(*ts, *i), if let Some(p) = parameter(*ps, *rest, *i);
    assignability_demanded(t, p, m) <-- passing_argument(_, _, _, _, _, _, t, p, m);
    passing(e, ts, ps, rest, r, i + 1) <--
        passing_argument(e, ts, ps, rest, r, i, t, p, m), is_assignable(t, p, m, yes), if *yes;
    has_type(e, r) <--
        passing(e, ts, ps, rest, r, i), if item(*ts, *i).is_none() || parameter(*ps, *rest, *i).is_none(),
        if by("T-Call-Direct");

    // T-Call-Lifted: otherwise the call waits for its arguments, and its result is as eventual as they are.
    //
    //   f(xs)      xs : ts      f takes ps, returns r      not ti <: pi
    //   --------------------------------------------------------------- (T-Call-Lifted)
    //   f(xs) : lift(eventual(ts), r)
    results_in(e, r, eventuality_of(items(*ts))) <--
        passing_argument(e, ts, _, _, r, _, t, p, m), is_assignable(t, p, m, yes), if !yes, if by("T-Call-Lifted");

    /// Holds if the first `i` arguments of the call `e`, of the types `ts`, are assignable to their parameters.
    #[ds(passing)]
    relation passing(ExprId, TyList, Ty, Option<Ty>, Ty, u32);

    /// Holds if in such a walk the next argument has the type `t`, and its parameter the type `p`; it is asked next, in
    /// mode `m`, whether one is assignable to the other.
    #[ds(passing)]
    relation passing_argument(ExprId, TyList, Ty, Option<Ty>, Ty, u32, Ty, Ty, Mode);

    // P-Too-Many: a function without a variadic parameter takes no further arguments.
    //
    //   f(x1 ... xm)      f takes p1 ... pn, no rest      m > n
    //   ------------------------------------------------------- (P-Too-Many)
    //   f takes only n arguments
    too_many_arguments(e, arity(*ps), length(*ts)) <--
        called(e, ts, ps, rest, _), if rest.is_none() && length(*ts) > arity(*ps), if by("P-Too-Many");

    /// Holds if the call `e` has `m` arguments, and the function takes `n`.
    #[ds(once)]
    relation too_many_arguments(ExprId, u32, u32);

    // P-Missing: a parameter without an argument has to accept null.
    //
    //   f(x1 ... xm)      f takes p1 ... pn      i > m      not none <: pi or pi = any
    //   ------------------------------------------------------------------------------ (P-Missing)
    //   the i-th argument is missing
    omitted(e, i, p, NONE, Plain) <--
        called(e, ts, ps, _, _), for i in length(*ts)..arity(*ps), if let Some(p) = member(*ps, i);
    assignability_demanded(t, p, m) <-- omitted(_, _, p, t, m);
    argument_missing(e, i) <--
        omitted(e, i, p, t, m), is_assignable(t, p, m, yes), if !yes || *p == ANY, if by("P-Missing");

    /// Holds if the `i`-th parameter of the function that `e` calls, a `p`, has no argument; it is asked in mode `m`
    /// whether `t`, the type of null, is assignable to it.
    #[ds(passing)]
    relation omitted(ExprId, u32, Ty, Ty, Mode);

    /// Holds if the call `e` lacks the argument for the `i`-th parameter.
    #[ds(once)]
    relation argument_missing(ExprId, u32);
}
