//! Calls of functions whose signatures depend on the types of their arguments. The judgments about types find the
//! signature.
//!
//! Judgment: `f(xs) takes ps, gives r`, *the call has parameters of the types `ps` and results of the type `r`*.
//!
//! Source: the reference's behaviour.
//!
//! Smallest example: `secret("a")` gives an `output(string)`.

ascent::ascent_source! {
    /// Calls of built-ins.
    builtins:

    /// Holds if the function `f` is the built-in `i`.
    #[ds(input)]
    relation is_builtin(FunctionId, Builtin);

    /// Holds if in the call `e` the binding `b` is the error that its second argument recovers from.
    #[ds(input)]
    relation binds_error(ExprId, BindingId);

    // T-Error: an error is a text.
    //
    //   recover(x, ... error ...)
    //   ------------------------- (T-Error)
    //   error : string
    binds(b, STRING) <-- binds_error(_, b), if by("T-Error");

    // T-Builtin-Call: a call of a built-in has the signature that its arguments give it.
    //
    //   f(xs)      xs : ts      f(ts) takes ps ... rest, gives r
    //   -------------------------------------------------------- (T-Builtin-Call)
    //   f(xs) takes ps ... rest, gives r
    calls_builtin(e, i, ts) <-- call_arguments(e, f, ts), is_builtin(f, i), if *i != Builtin::Overloaded;
    called(e, ts, ps, rest, r) <--
        calls_builtin(e, i, ts), let (ps, rest, r) = builtin_signature(*i, tuple_of(*ts)), if by("T-Builtin-Call");
}
