//! Invocations: functions of packages, and methods of resources.
//!
//! Judgment: `e : t`, by the signature that the package's schema gives.
//!
//! Source: the reference's behaviour.
//!
//! Smallest example: `invoke("std:index:upper", {input = "a"})` has the type `promise(object({result=string}))`.

ascent::ascent_source! {
    /// Types of invocations.
    invocations:

    // The facts of invocations.

    /// Holds if `e` invokes a function of a package that takes an object: a `p` in plain form, a `q` in the form for
    /// inputs; `f` says what decides between its signatures.
    #[ds(input)]
    relation invokes(ExprId, Ty, Ty, InvocationForm);

    /// Holds if in the form `f` the invocation `e` has parameters of the types `ps`, a tuple, and results of the type `r`.
    relation invocation_signature(ExprId, InvocationForm, Ty, Ty);

    /// Holds if `e` calls a function or a method of which the schema tells nothing: its arguments and results have the
    /// types `ps` and `r`.
    #[ds(input)]
    relation calls_unchecked(ExprId, Ty, Ty);

    // T-Invoke: an invocation has the signature of its form.
    //
    //   e has the form f      e in f takes ps, gives r
    //   ---------------------------------------------- (T-Invoke)
    //   e takes ps, gives r
    called(e, ts, ps, None, r) <--
        has_form(e, ts, f), invocation_signature(e, f, ps, r), if by("T-Invoke");

    /// Holds if `e`, with arguments of the types `ts`, is invoked in the form `f`.
    #[ds(transient)]
    relation has_form(ExprId, TyList, InvocationForm);

    // T-Invoke-Unchecked: a function that the schema does not describe takes anything.
    //
    //   e takes ps, gives r, unchecked
    //   ------------------------------ (T-Invoke-Unchecked)
    //   e takes ps, gives r
    called(e, ts, ps, None, r) <-- call_arguments(e, _, ts), calls_unchecked(e, ps, r), if by("T-Invoke-Unchecked");

    // T-Invoke-Plain: a function that takes nothing, or gives nothing, has one form.
    //
    //   e = invoke(token, a ...)      f = plain
    //   --------------------------------------- (T-Invoke-Plain)
    //   e has the form plain
    invoked(e, ts, p, q, f) <-- call_arguments(e, _, ts), invokes(e, p, q, f);
    has_form(e, ts, f) <--
        invoked(e, ts, _, _, f), if *f == InvocationForm::Plain, if item(*ts, 1).is_some(), if by("T-Invoke-Plain");

    /// Holds if `e` invokes with arguments of the types `ts` a function that takes a `p` in plain form, a `q` in the form
    /// for inputs, and `f` says what decides.
    #[ds(transient)]
    relation invoked(ExprId, TyList, Ty, Ty, InvocationForm);

    /// Holds if the object `a` among the arguments of `e`, which have the types `ts`, converts to the plain inputs with kind
    /// `k`, and to those that welcome outputs with kind `l`.
    #[ds(transient)]
    relation form_known(ExprId, TyList, Ty, InvocationForm, Conversion, Conversion);
    form_known(e, ts, a, f, k, l) <--
        invoked(e, ts, p, q, f), if *f != InvocationForm::Plain, if let Some(a) = item(*ts, 1),
        let k = converts(a, *p, Plain), let l = converts(a, *q, Plain);

    // T-Invoke-Output: outputs among the arguments ask for the form that takes them, if the plain one does not.
    //
    //   a : s      s is an output, or s ~No> plain inputs, s ~> inputs, and an output occurs in s
    //   ----------------------------------------------------------------------------------------- (T-Invoke-Output)
    //   e has the form output if so, else plain
    has_form(e, ts, if needs_output_form(*a, *k, *l) { InvocationForm::Output } else { InvocationForm::Plain }) <--
        form_known(e, ts, a, f, k, l), if *f == InvocationForm::Output, if by("T-Invoke-Output");

    // T-Invoke-Positional: a function that takes its inputs one by one takes no object.
    //
    //   a : s      not s ~> plain inputs, inputs
    //   ---------------------------------------- (T-Invoke-Positional)
    //   e has the form positional
    has_form(e, ts, f) <--
        form_known(e, ts, _, f, k, l), if *f == InvocationForm::Positional && *k == No && *l == No,
        if by("T-Invoke-Positional");

    // P-Object-Argument: an object in the place of inputs that are taken one by one is a problem.
    //
    //   a : s      s ~> plain inputs or inputs
    //   -------------------------------------- (P-Object-Argument)
    //   the arguments of e have to be given one by one
    has_form(e, ts, InvocationForm::Unknown), object_argument(e) <--
        form_known(e, ts, _, f, k, l), if *f == InvocationForm::Positional && (*k != No || *l != No),
        if by("P-Object-Argument");

    /// Holds if `e` gives an object to a function that takes its inputs one by one.
    #[ds(unique)]
    relation object_argument(ExprId);

    // P-No-Inputs: the inputs have to be given, if only as an empty object.
    //
    //   invoke(token)
    //   ----------------------- (P-No-Inputs)
    //   e lacks its inputs
    has_form(e, ts, InvocationForm::Unknown), inputs_missing(e) <--
        invoked(e, ts, _, _, _), if item(*ts, 1).is_none(), if by("P-No-Inputs");

    /// Holds if the invocation `e` lacks its inputs.
    #[ds(unique)]
    relation inputs_missing(ExprId);

    // Methods.

    // T-Method: a method has the signature that the class of its resource gives.
    //
    //   e = call(x, m, a)      x : t      t is a resource u      u.m takes p, gives r
    //   ----------------------------------------------------------------------------- (T-Method)
    //   e takes (u, string, p), gives output(r), or r if it is available at once
    called(e, ts, parameters(&[u, STRING, p]), None, if yes { r } else { built(Output, r) }) <--
        call_arguments(e, _, ts), calls_method(e, m), if let Some(u) = item(*ts, 0).and_then(resource_in),
        if let Some((p, r, yes)) = method(u, *m), if by("T-Method");

    // P-Method: of a call of a method that is not found, nothing is known.
    //
    //   e = call(x, m, a)      x : t      t is no resource with a method m
    //   ------------------------------------------------------------------ (P-Method)
    //   e takes (any, string, any), gives any
    called(e, ts, parameters(&[ANY, STRING, ANY]), None, ANY) <--
        call_arguments(e, _, ts), calls_method(e, m),
        if item(*ts, 0).and_then(resource_in).and_then(|u| method(u, *m)).is_none(), if by("P-Method");
}
