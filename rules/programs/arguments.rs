//! Arguments: problems with the arguments of calls.
//!
//! Source: the reference's behaviour.
//!
//! Smallest example: `upper("a", "b")` has an argument too many, where `upper` takes one.

ascent::ascent_source! {
    /// Problems with arguments.
    arguments:

    // P-Too-Many: a function without a variadic parameter takes no further arguments.
    //
    //   f(x1 ... xm)      f takes p1 ... pn, no rest      m > n
    //   ------------------------------------------------------- (P-Too-Many)
    //   f takes only n arguments
    too_many_arguments(e, arity(*ps), length(*ts)) <--
        called(e, ts, ps, rest, _), if rest.is_none() && length(*ts) > arity(*ps), if by("P-Too-Many");

    /// Holds if the call `e` has `m` arguments, and the function takes `n`.
    #[ds(unique)]
    relation too_many_arguments(ExprId, u32, u32);

    // P-Missing: a parameter without an argument has to accept null.
    //
    //   f(x1 ... xm)      f takes p1 ... pn      i > m      not none <: pi or pi = any
    //   ------------------------------------------------------------------------------ (P-Missing)
    //   the i-th argument is missing
    argument_missing(e, i) <--
        called(e, ts, ps, _, _), for i in length(*ts)..arity(*ps), if let Some(p) = member(*ps, i),
        if !is_assignable(NONE, p, Plain), if by("P-Missing");
    argument_missing(e, i) <--
        called(e, ts, ps, _, _), for i in length(*ts)..arity(*ps), if member(*ps, i) == Some(ANY), if by("P-Missing");

    /// Holds if the call `e` lacks the argument for the `i`-th parameter.
    #[ds(unique)]
    relation argument_missing(ExprId, u32);

    // P-Argument: the first argument of a built-in has to be of a kind that the built-in takes.
    //
    //   f(xs)      xs : ts      f(ts) is misapplied
    //   ------------------------------------------- (P-Argument)
    //   the first argument is wrong
    wrong_argument(e) <-- calls_builtin(e, i, ts), if is_misapplied(*i, tuple_of(*ts)), if by("P-Argument");

    // P-Resource-Name: only resources have names and types.
    //
    //   pulumiResourceName(x), pulumiResourceType(x)      x : t      t is no resource
    //   ----------------------------------------------------------------------------- (P-Resource-Name)
    //   the first argument is wrong
    wrong_argument(e) <--
        calls_builtin(e, i, ts), if *i == Builtin::ResourceName, if let Some(t) = item(*ts, 0),
        if resource_in(t).is_none(), if by("P-Resource-Name");

    /// Holds if the first argument of the call `e` is not what the built-in takes.
    #[ds(unique)]
    relation wrong_argument(ExprId);
}
