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
    #[ds(given)]
    relation invokes(ExprId, Ty, Ty, InvocationForm);

    /// Holds if in the form `f` the invocation `e` has parameters of the types `ps`, a tuple, and results of the type `r`.
    relation invocation_signature(ExprId, InvocationForm, Ty, Ty);

    /// Holds if `e` calls the method `m` on `x`.
    #[ds(given)]
    relation calls_method(ExprId, ExprId, Name);

    /// Holds if resources of the class `c` have a method `m` that takes a `p` and gives an `r`; `yes` tells that the
    /// result is available at once.
    relation has_method(ClassId, Name, Ty, Ty, bool);

    /// Holds if `e` calls a function or a method of which the schema tells nothing: its arguments and results have the
    /// types `ps` and `r`.
    #[ds(given)]
    relation calls_unchecked(ExprId, Ty, Ty);

    // T-Invoke: an invocation has the signature of its form.
    //
    //   e has the form f      e in f takes ps, gives r
    //   ---------------------------------------------- (T-Invoke)
    //   e takes ps, gives r
    called(e, ts, ps, None, r) <--
        has_form(e, ts, f), invocation_signature(e, f, ps, r), if by("T-Invoke");

    /// Holds if `e`, with arguments of the types `ts`, is invoked in the form `f`.
    #[ds(passing)]
    relation has_form(ExprId, TyList, InvocationForm);

    // T-Invoke-Unchecked: what is not known takes anything.
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
    #[ds(passing)]
    relation invoked(ExprId, TyList, Ty, Ty, InvocationForm);

    /// Holds if of `e`, with arguments of the types `ts`, the object `a` decides: it is asked in mode `m` whether it converts
    /// to `p`, and then to `q`.
    #[ds(passing)]
    relation form_asked(ExprId, TyList, Ty, Ty, Ty, InvocationForm, Mode);
    form_asked(e, ts, a, p, q, f, Plain) <--
        invoked(e, ts, p, q, f), if *f != InvocationForm::Plain, if let Some(a) = item(*ts, 1);
    conversion_demanded(a, p, m), conversion_demanded(a, q, m) <-- form_asked(_, _, a, p, q, _, m);

    /// Holds if in such a question `a` converts to `p` with kind `k`.
    #[ds(passing)]
    relation form_half_known(ExprId, TyList, Ty, Ty, InvocationForm, Mode, Conversion);
    form_half_known(e, ts, a, q, f, m, k) <-- form_asked(e, ts, a, p, q, f, m), converts(a, p, m, k);

    /// Holds if the object `a` among the arguments of `e`, which have the types `ts`, converts to the plain inputs with kind
    /// `k`, and to those that welcome outputs with kind `l`.
    #[ds(passing)]
    relation form_known(ExprId, TyList, Ty, InvocationForm, Conversion, Conversion);
    form_known(e, ts, a, f, k, l) <-- form_half_known(e, ts, a, q, f, m, k), converts(a, q, m, l);

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

    // P-Object-Argument: and an object in the place of its inputs is a problem.
    //
    //   a : s      s ~> plain inputs or inputs
    //   -------------------------------------- (P-Object-Argument)
    //   the arguments of e have to be given one by one
    has_form(e, ts, InvocationForm::Unknown), object_argument(e) <--
        form_known(e, ts, _, f, k, l), if *f == InvocationForm::Positional && (*k != No || *l != No),
        if by("P-Object-Argument");

    /// Holds if `e` gives an object to a function that takes its inputs one by one.
    #[ds(once)]
    relation object_argument(ExprId);

    // P-No-Inputs: the inputs have to be given, if only as an empty object.
    //
    //   invoke(token)
    //   ----------------------- (P-No-Inputs)
    //   e lacks its inputs
    has_form(e, ts, InvocationForm::Unknown), inputs_missing(e) <--
        invoked(e, ts, _, _, _), if item(*ts, 1).is_none(), if by("P-No-Inputs");

    /// Holds if the invocation `e` lacks its inputs.
    #[ds(once)]
    relation inputs_missing(ExprId);

    // Methods.

    // T-Method: a method has the signature that the class of its resource gives.
    //
    //   e = call(x, m, a)      x is c      c.m takes p, gives r
    //   ------------------------------------------------------- (T-Method)
    //   e takes (x, string, p), gives output(r), or r if it is available at once
    method_called(e, c, m) <-- calls_method(e, x, m), has_class(x, c);
    method_found(e, p, r, yes) <-- method_called(e, c, m), has_method(c, m, p, r, yes);
    is_found(e) <-- method_found(e, _, _, _);
    method_gives(e, p, r) <-- method_found(e, p, r, yes), if *yes;
    method_gives(e, p, built(Output, *r)) <-- method_found(e, p, r, yes), if !yes;
    called(e, ts, method_parameters(*ts, *p), None, r) <--
        call_arguments(e, _, ts), method_gives(e, p, r), if by("T-Method");

    /// Holds if `e` calls the method `m` on a resource of the class `c`.
    relation method_called(ExprId, ClassId, Name);

    /// Holds if `e` calls a method that takes a `p` and gives an `r`; `yes` tells that the result is available at once.
    relation method_found(ExprId, Ty, Ty, bool);

    /// Holds if `e` calls a method that exists.
    relation is_found(ExprId);

    /// Holds if `e` calls a method that takes a `p`, and whose result is an `r`.
    #[ds(once)]
    relation method_gives(ExprId, Ty, Ty);

    // P-Method: a method has to exist.
    //
    //   e = call(x, m, a)      x is c      c has no method m
    //   ---------------------------------------------------- (P-Method)
    //   m is unknown
    called(e, ts, unknown_method_parameters(), None, ANY) <--
        call_arguments(e, _, ts), calls_method(e, _, _), !is_found(e), if by("P-Method");
    unknown_method(e, c) <-- method_called(e, c, _), !is_found(e);

    // P-Receiver: and it is called on one resource.
    //
    //   e = call(x, m, a)      x is no resource
    //   --------------------------------------- (P-Receiver)
    //   x has no methods
    no_receiver(x) <-- calls_method(_, x, _), !has_class(x, _), if by("P-Receiver");

    /// Holds if `e` calls a method that resources of the class `c` do not have.
    #[ds(once)]
    relation unknown_method(ExprId, ClassId);

    /// Holds if a method is called on `x`, which is no resource.
    #[ds(once)]
    relation no_receiver(ExprId);
}
