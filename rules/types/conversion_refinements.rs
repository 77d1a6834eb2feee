//! Conversion of refinements.
//!
//! Judgment: `s ~k> t`, as in `conversion.rs`. The relation of the values of a type to those of a refinement is judged
//! in `model_refinements.rs`.
//!
//! Source: the proposal for refinement types in the specification of declared types: what is contained converts safely,
//! what overlaps or is not known unsafely, and what is disjoint not at all.
//!
//! Smallest example: `const(5) ~> refined(int, {max=10, min=0})`.

ascent::ascent_source! {
    /// Conversion of refinements.
    conversion_refinements:

    // C-Refined: a value converts to a refinement as to the type behind it, at best as well as it keeps to the bounds.
    //
    //   s refines t : k      k != No
    //   ---------------------------------- (C-Refined)
    //   s ~k> t as base(s) ~> base(t)
    converts_as(s, t, m, base(*s), base(*t), inside(*m), k) <--
        constructors_compared(s, t, m, c, d), if *d == Named && is_refined(*t), if *c != Named || is_refined(*s),
        let k = refines(*s, *t), if k != No, if by("C-Refined");

    // C-Refined-Disjoint: a value outside of the bounds of a refinement does not convert to it.
    //
    //   s refines t : No
    //   ---------------- (C-Refined-Disjoint)
    //   s ~No> t
    converts(s, t, m, No) <--
        constructors_compared(s, t, m, c, d), if *d == Named && is_refined(*t), if *c != Named || is_refined(*s),
        let k = refines(*s, *t), if k == No, if by("C-Refined-Disjoint");
}
