//! Functions whose signatures depend on the types of their arguments.
//!
//! Judgment: `f(ts) takes ps, gives r`, *a call of `f` with arguments of the types `ts` has parameters of the types `ps` and
//! a result of the type `r`*. All other functions have one signature, which is data.
//!
//! Source: the reference's behaviour.
//!
//! Smallest example: `secret("a")` gives an `output(string)`.

ascent::ascent_source! {
    /// Signatures that depend on arguments.
    functions:

    /// Holds if it is asked which signature the built-in `i` has with arguments of the types `ts`, a tuple.
    relation signature_demanded(Builtin, Ty);

    /// Holds if the built-in `i`, with arguments of the types `ts`, takes parameters of the types `ps`, a tuple, any number
    /// of further ones of the type `rest`, and gives an `r`. `secret("a")` needs
    /// `builtin_signature(Secret, tuple([string]), tuple([string]), _, output(string))`.
    #[ds(unique)]
    relation builtin_signature(Builtin, Ty, Ty, Option<Ty>, Ty);

    /// Holds if the built-in `i` is asked about with arguments of the types `ts`, of which the first, `t`, resolves to `s`;
    /// both are dynamic where there is none.
    #[ds(unique)]
    relation first_argument(Builtin, Ty, Ty, Ty);
    first_argument(i, ts, t, s) <--
        signature_demanded(i, ts), let t = member(*ts, 0).unwrap_or(ANY), let s = resolves(t);

    /// Holds if the built-in `i`, with arguments of the types `ts`, takes parameters of the types `ps`, and gives an `r` that
    /// is as eventual as `v`.
    #[ds(unique)]
    relation gives(Builtin, Ty, Ty, Ty, Eventuality);

    // T-Builtin: a call of a built-in has the result type of its signature, if that is prompt.
    //
    //   f(ts) takes ps, gives r, prompt
    //   ------------------------------- (T-Builtin)
    //   f(ts) takes ps, gives r
    builtin_signature(i, ts, ps, None, r) <--
        gives(i, ts, ps, r, v), if *v == Eventuality::Prompt, if by("T-Builtin");

    // T-Builtin-Lifted: a call of a built-in whose result is eventual has the lifted result type.
    //
    //   f(ts) takes ps, gives r, as eventual as v      lift(v, r) = u
    //   ------------------------------------------------------------- (T-Builtin-Lifted)
    //   f(ts) takes ps, gives u
    builtin_signature(i, ts, ps, None, u) <--
        gives(i, ts, ps, r, v), if *v != Eventuality::Prompt, let u = lifts(*v, *r), if by("T-Builtin-Lifted");

    // T-Secret: `secret` and `unsecret` give outputs.
    //
    //   --------------------------------------------- (T-Secret)
    //   secret(t), unsecret(t) takes (t), gives output(t)
    gives(i, ts, parameters(&[*t]), t, Eventuality::Output) <--
        first_argument(i, ts, t, _), if *i == Builtin::Secret, if by("T-Secret");

    // T-Json: the text of anything is an output if some of it is eventual.
    //
    //   -------------------------------------------------------- (T-Json)
    //   toJSON(t) takes (any), gives string, an output if t is eventual
    gives(i, ts, parameters(&[ANY]), STRING, lifted_to_output(*t)) <--
        first_argument(i, ts, t, _), if *i == Builtin::ToJson, if by("T-Json");

    // T-Try: the first of several values that can be had is an output if one of them is eventual.
    //
    //   no any in ts      common(ts, Safe) = u
    //   -------------------------------------------------- (T-Try)
    //   try(ts) takes ts, gives u, an output if ts are eventual
    gives(i, ts, ts, u, lifted_to_output(*ts)) <--
        signature_demanded(i, ts), if *i == Builtin::Try && !has_member(*ts, ANY),
        let (u, _) = common_member(*ts, Safe), if by("T-Try");

    // T-Try-Any: if one of the values of `try` is dynamic, the result is a dynamic output.
    //
    //   any in ts
    //   ------------------------------------ (T-Try-Any)
    //   try(ts) takes ts, gives output(any)
    gives(i, ts, ts, ANY, Eventuality::Output) <--
        signature_demanded(i, ts), if *i == Builtin::Try && has_member(*ts, ANY), if by("T-Try-Any");

    // T-Can: whether a value can be had is an output if the value is one, or dynamic.
    //
    //   v = output if t is an output or dynamic, else prompt
    //   ---------------------------------------------------- (T-Can)
    //   can(t) takes (t), gives bool, as eventual as v
    gives(i, ts, parameters(&[*t]), BOOL, if *t == ANY || is_output(*t) { Eventuality::Output } else { Eventuality::Prompt }) <--
        first_argument(i, ts, t, _), if *i == Builtin::Can, if by("T-Can");

    // T-Recover: a value or what is put in its place.
    //
    //   resolve(t) = s      resolve(u) = v      common(s, v, Safe) = r
    //   -------------------------------------------------------------- (T-Recover)
    //   recover(t, u) takes (t, u), gives output(r)
    gives(i, ts, parameters(&[*t, u]), r, Eventuality::Output) <--
        first_argument(i, ts, t, s), if *i == Builtin::Recover, let u = member(*ts, 1).unwrap_or(ANY),
        let v = resolves(u), let r = common_type(*s, v, Safe), if by("T-Recover");

    // T-Extreme: the least or the greatest of numbers is an integer unless one of them is a number.
    //
    //   p = number if resolve(ti) = number for an i, else int
    //   ----------------------------------------------------- (T-Extreme)
    //   min(ts), max(ts) takes (p, p ...), gives p
    extreme(i, ts, 0, INT) <-- signature_demanded(i, ts), if *i == Builtin::Extreme;
    extreme(i, ts, j + 1, if s == NUMBER { NUMBER } else { *p }) <--
        extreme(i, ts, j, p), if let Some(t) = member(*ts, *j), let s = resolves(t);
    builtin_signature(i, ts, parameters(&[*p]), Some(*p), p) <--
        extreme(i, ts, j, p), if *j == arity(*ts), if by("T-Extreme");

    /// Holds if the first `j` of the numbers of the types `ts` belong to `p`.
    #[ds(unique)]
    relation extreme(Builtin, Ty, u32, Ty);

    // T-Resource-Name: the name and the type of a resource are texts, as eventual as the resource as a whole.
    //
    //   t = v(r), r no eventual
    //   -------------------------------------------------------------------------------------- (T-Resource-Name)
    //   pulumiResourceName(t), pulumiResourceType(t) takes (t), gives string, as eventual as v
    gives(i, ts, parameters(&[*t]), STRING, outer_eventuality(*t)) <--
        first_argument(i, ts, t, _), if *i == Builtin::ResourceName, if by("T-Resource-Name");

    // P-Recover: only what may fail is recovered from: an output.
    //
    //   t is no output
    //   --------------------------- (P-Recover)
    //   recover(t, u) is misapplied
    is_misapplied(i, ts, true) <--
        first_argument(i, ts, t, _), if *i == Builtin::Recover && constructor(*t) != Output, if by("P-Recover");
}
