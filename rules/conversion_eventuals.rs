//! Conversion of eventual and declared types.
//!
//! Judgment: `s ~k> t`, as in `conversion.rs`.
//!
//! Source: the specification, "Eventual Types"; that a promise converts to an output once the eventuals inside it are
//! resolved, is the reference's behaviour.
//!
//! Smallest example: `int ~> output(int)`.

ascent::ascent_source! {
    /// Conversion of eventual and declared types.
    conversion_eventuals:

    // C-Eventual: a prompt value converts to an eventual one as it does to the element.
    //
    //   E in output, promise      s is neither
    //   -------------------------------------- (C-Eventual)
    //   s ~> E(t) as s ~> t
    converts_as(s, t, m, *s, element(*t), inside(*m), Safe) <--
        constructors_compared(s, t, m, c, d), if *d == Output || *d == Promise,
        if *c != Output && *c != Promise && *c != Named, if by("C-Eventual");

    // C-Output-Promise: an output does not convert to a promise, which cannot carry what an output carries.
    //
    //   -------------------------- (C-Output-Promise)
    //   output(s) ~No> promise(t)
    converts(s, t, m, No) <--
        constructors_compared(s, t, m, c, d), if *c == Output && *d == Promise, if by("C-Output-Promise");

    // C-Promise-Output: a promise converts to an output once the eventuals inside it are resolved.
    //
    //   resolve(a) = b
    //   ----------------------------------------- (C-Promise-Output)
    //   promise(a) ~> output(t) as b ~> t
    promise_to_output(s, t, m, element(*s)) <--
        constructors_compared(s, t, m, c, d), if *c == Promise && *d == Output;
    converts_as(s, t, m, b, element(*t), inside(*m), Safe) <--
        promise_to_output(s, t, m, a), resolves(a, b), if by("C-Promise-Output");

    /// Holds if the promise `s` converts to the output `t` as soon as its element, `a`, is resolved.
    #[ds(passing)]
    relation promise_to_output(Ty, Ty, Mode, Ty);
    resolving_demanded(a) <-- promise_to_output(_, _, _, a);

    // C-Unfold-Source: a declared type converts as its definition does.
    //
    //   s unfolds to d
    //   ------------------------ (C-Unfold-Source)
    //   s ~> t as d ~> t
    converts_as(s, t, m, d, t, m, Safe) <-- unfolding_source(s, t, m), unfolds(s, d), if by("C-Unfold-Source");

    // C-Unfold-Target: a type converts to a declared one as it does to its definition.
    //
    //   t unfolds to d
    //   ------------------------ (C-Unfold-Target)
    //   s ~> t as s ~> d
    converts_as(s, t, m, s, d, m, Safe) <-- unfolding_target(s, t, m), unfolds(t, d), if by("C-Unfold-Target");

    /// Holds if `s` converts to `t` in mode `m` as soon as `s` is unfolded.
    relation unfolding_source(Ty, Ty, Mode);
    unfolding_source(s, t, m) <-- constructors_compared(s, t, m, c, d), if *c == Named && !stays_refined(*s, *t, *d);
    unfolding_demanded(s) <-- unfolding_source(s, _, _);

    /// Holds if `s` converts to `t` in mode `m` as soon as `t` is unfolded.
    relation unfolding_target(Ty, Ty, Mode);
    unfolding_target(s, t, m) <-- constructors_compared(s, t, m, c, d), if *d == Named && *c != Named && !is_refined(*t);
    unfolding_demanded(t) <-- unfolding_target(_, t, _);
}
