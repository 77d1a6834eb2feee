//! Functions whose signatures depend on the types of their arguments.
//!
//! Judgment: `f(xs) takes ps, gives r`, *the call has parameters of the types `ps` and results of the type `r`*. All other
//! functions have one signature, which is data.
//!
//! Source: the reference's behaviour.
//!
//! Smallest example: `secret("a")` gives an `output(string)`.

ascent::ascent_source! {
    /// Signatures that depend on arguments.
    functions:

    /// Holds if the function `f` is the built-in `i`.
    #[ds(given)]
    relation is_builtin(FunctionId, Builtin);

    /// Holds if in the call `e` the binding `b` is the error that its second argument recovers from.
    #[ds(given)]
    relation binds_error(ExprId, BindingId);

    // T-Error: an error is a text.
    //
    //   recover(x, ... error ...)
    //   ------------------------- (T-Error)
    //   error : string
    binds(b, STRING) <-- binds_error(_, b), if by("T-Error");

    /// Holds if `e` calls the built-in `i` with arguments of the types `ts`, of which the first, `t`, resolves to `s`; both
    /// are dynamic where there is none.
    #[ds(once)]
    relation builtin_called(ExprId, Builtin, TyList, Ty, Ty);
    calls_builtin(e, i, ts, item(*ts, 0).unwrap_or(ANY)) <-- call_arguments(e, f, ts), is_builtin(f, i);
    resolving_demanded(t) <-- calls_builtin(_, _, _, t);
    builtin_called(e, i, ts, t, s) <-- calls_builtin(e, i, ts, t), resolves(t, s);

    /// Holds if `e` calls the built-in `i` with arguments of the types `ts`, of which the first is a `t`.
    #[ds(once)]
    relation calls_builtin(ExprId, Builtin, TyList, Ty);

    /// Holds if the call `e`, with arguments of the types `ts`, takes parameters of the types `ps`, and gives an `r` that is as
    /// eventual as `v`.
    #[ds(passing)]
    relation gives(ExprId, TyList, Ty, Ty, Eventuality);

    // T-Builtin: a call of a built-in has the signature that its arguments give it.
    //
    //   f(xs) takes ps, gives r, as eventual as v      lift(v, r) = u
    //   ------------------------------------------------------------- (T-Builtin)
    //   f(xs) takes ps, gives u
    called(e, ts, ps, None, r) <-- gives(e, ts, ps, r, v), if *v == Eventuality::Prompt, if by("T-Builtin");
    lifting_demanded(v, r) <-- gives(_, _, _, r, v), if *v != Eventuality::Prompt;
    called(e, ts, ps, None, u) <-- gives(e, ts, ps, r, v), lifts(v, r, u);

    // T-Secret: what is made secret, or is no longer, is an output.
    //
    //   x : t
    //   --------------------------------------------- (T-Secret)
    //   secret(x), unsecret(x) takes (t), gives output(t)
    gives(e, ts, parameters(&[*t]), t, Eventuality::Output) <--
        builtin_called(e, i, ts, t, _), if *i == Builtin::Secret, if by("T-Secret");

    // T-Json: the text of anything is an output if some of it is eventual.
    //
    //   x : t
    //   -------------------------------------------------------- (T-Json)
    //   toJSON(x) takes (any), gives string, an output if t is eventual
    gives(e, ts, parameters(&[ANY]), STRING, lifted_to_output(*t)) <--
        builtin_called(e, i, ts, t, _), if *i == Builtin::ToJson, if by("T-Json");

    // T-Try: the first of several values that can be had is an output if one of them is eventual or dynamic.
    //
    //   xs : ts      common(ts, Safe) = u      r = any if any in ts, else u
    //   ------------------------------------------------------------------- (T-Try)
    //   try(xs) takes ts, gives r, an output if ts are eventual or dynamic
    trying(e, ts, tuple_of(*ts), Safe) <-- builtin_called(e, i, ts, _, _), if *i == Builtin::Try;
    common_member_demanded(t, k) <-- trying(_, _, t, k);
    gives(e, ts, t, if has_dynamic(*ts) { ANY } else { *u }, if has_dynamic(*ts) { Eventuality::Output } else { lifted_to_output(*t) }) <--
        trying(e, ts, t, k), common_member(t, k, u), if by("T-Try");

    /// Holds if `e` tries values of the types `ts`, which in a tuple, `t`, have something in common of kind `k`.
    #[ds(passing)]
    relation trying(ExprId, TyList, Ty, Conversion);

    // T-Can: whether a value can be had is an output if the value is one, or dynamic.
    //
    //   x : t
    //   ------------------------------------------------------------------- (T-Can)
    //   can(x) takes (t), gives bool, an output if t is an output or dynamic
    gives(e, ts, parameters(&[*t]), BOOL, if *t == ANY || is_output(*t) { Eventuality::Output } else { Eventuality::Prompt }) <--
        builtin_called(e, i, ts, t, _), if *i == Builtin::Can, if by("T-Can");

    // T-Recover: a value or what is put in its place.
    //
    //   x : t      y : u      common(resolve(t), resolve(u), Safe) = r
    //   -------------------------------------------------------------- (T-Recover)
    //   recover(x, y) takes (t, u), gives output(r)
    recovering(e, ts, t, s, item(*ts, 1).unwrap_or(ANY)) <--
        builtin_called(e, i, ts, t, s), if *i == Builtin::Recover;
    resolving_demanded(u) <-- recovering(_, _, _, _, u);
    recovered(e, ts, parameters(&[*t, *u]), s, v, Safe) <-- recovering(e, ts, t, s, u), resolves(u, v);
    common_type_demanded(s, v, k) <-- recovered(_, _, _, s, v, k);
    gives(e, ts, ps, r, Eventuality::Output) <--
        recovered(e, ts, ps, s, v, k), common_type(s, v, k, r), if by("T-Recover");

    /// Holds if `e` recovers from a `t`, which resolves to `s`, with a `u`.
    #[ds(passing)]
    relation recovering(ExprId, TyList, Ty, Ty, Ty);

    /// Holds if `e`, which takes `ps`, gives what `s` and `v` have in common of kind `k`.
    #[ds(passing)]
    relation recovered(ExprId, TyList, Ty, Ty, Ty, Conversion);

    // T-Extreme: the least or the greatest of numbers is an integer unless one of them is a number.
    //
    //   xs : ts      p = number if resolve(ti) = number for an i, else int
    //   ------------------------------------------------------------------ (T-Extreme)
    //   min(xs), max(xs) takes (p, p ...), gives p
    extreme_resolved(e, ts, 0, INT) <-- calls_builtin(e, i, ts, _), if *i == Builtin::Extreme;
    extreme_waiting(e, ts, i, p, t) <-- extreme_resolved(e, ts, i, p), if let Some(t) = item(*ts, *i);
    resolving_demanded(t) <-- extreme_waiting(_, _, _, _, t);
    extreme_resolved(e, ts, i + 1, if *s == NUMBER { NUMBER } else { *p }) <--
        extreme_waiting(e, ts, i, p, t), resolves(t, s);
    called(e, ts, parameters(&[*p]), Some(*p), p) <--
        extreme_resolved(e, ts, i, p), if item(*ts, *i).is_none(), if by("T-Extreme");

    /// Holds if `e` asks for an extreme of the types `ts`, of which the first `i` belong to `p`.
    #[ds(passing)]
    relation extreme_resolved(ExprId, TyList, u32, Ty);

    /// Holds if in such a walk the next type is `t`, which is to be resolved.
    #[ds(passing)]
    relation extreme_waiting(ExprId, TyList, u32, Ty, Ty);

    // T-Resource-Name: the name and the type of a resource are texts.
    //
    //   x : t
    //   ------------------------------------------------------------------------- (T-Resource-Name)
    //   pulumiResourceName(x), pulumiResourceType(x) takes (t), gives string
    gives(e, ts, parameters(&[*t]), STRING, Eventuality::Prompt) <--
        builtin_called(e, i, ts, t, _), if *i == Builtin::ResourceName, if by("T-Resource-Name");

    // P-Resource-Name: but only resources have them.
    //
    //   pulumiResourceName(x)      x is no resource
    //   ------------------------------------------- (P-Resource-Name)
    //   x is the wrong argument
    resource_asked(e, x) <-- is_call(e, f), is_builtin(f, i), if *i == Builtin::ResourceName, if let Some(x) = operand(*e, 0);
    wrong_argument(e) <-- resource_asked(e, x), !has_class(x, _), if by("P-Resource-Name");

    /// Holds if `e` asks for the name or type of the resource `x`.
    #[ds(once)]
    relation resource_asked(ExprId, ExprId);
}
