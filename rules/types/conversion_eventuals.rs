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
    converts_as(s, t, m, b, element(*t), inside(*m), Safe) <--
        constructors_compared(s, t, m, c, d), if *c == Promise && *d == Output, let b = resolves(element(*s)),
        if by("C-Promise-Output");

    // C-Unfold-Source: a declared type converts as its definition does.
    //
    //   s unfolds to u
    //   ------------------------ (C-Unfold-Source)
    //   s ~> t as u ~> t
    converts_as(s, t, m, u, t, m, Safe) <--
        constructors_compared(s, t, m, c, d), if *c == Named && !stays_refined(*s, *t, *d), let u = unfolds(*s),
        if by("C-Unfold-Source");

    // C-Unfold-Target: a type converts to a declared one as it does to its definition.
    //
    //   t unfolds to u
    //   ------------------------ (C-Unfold-Target)
    //   s ~> t as s ~> u
    converts_as(s, t, m, s, u, m, Safe) <--
        constructors_compared(s, t, m, c, d), if *d == Named && *c != Named && !is_refined(*t), let u = unfolds(*t),
        if by("C-Unfold-Target");
}
