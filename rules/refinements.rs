//! Refinements where values are converted.
//!
//! Judgments: `s ~k> t`, as in `conversion.rs`, and `s <: t`, as in `assignability.rs`. How the values of one type lie to
//! those of a refinement is said in `model_refinements.rs`.
//!
//! Source: the proposal for refinement types in the specification of declared types: what is contained converts safely,
//! what overlaps or is not known unsafely, and what is disjoint not at all.
//!
//! Smallest example: `const(5) ~> refined(int, {max=10, min=0})`.

ascent::ascent_source! {
    /// Conversion and assignability of refinements.
    refinements:

    // C-Refined: a value converts to a refinement as it does to the type behind it, at best as it lies to its bounds.
    //
    //   s refines t : k      k != No
    //   ---------------------------------- (C-Refined)
    //   s ~k> t as base(s) ~> base(t)
    converts_as(s, t, m, base(*s), base(*t), inside(*m), k) <--
        constructors_compared(s, t, m, c, d), if *d == Named && is_refined(*t), if *c != Named || is_refined(*s),
        let k = refines(*s, *t), if k != No, if by("C-Refined");

    // C-Refined-Disjoint: what is out of its bounds does not.
    //
    //   s refines t : No
    //   ---------------- (C-Refined-Disjoint)
    //   s ~No> t
    converts(s, t, m, No) <--
        constructors_compared(s, t, m, c, d), if *d == Named && is_refined(*t), if *c != Named || is_refined(*s),
        if refines(*s, *t) == No, if by("C-Refined-Disjoint");

    // A-Refined: a type is assignable to a refinement that contains it if the types behind both are.
    //
    //   s refines t : Safe
    //   -------------------------------- (A-Refined)
    //   s <: t as base(s) <: base(t)
    assignable_as(s, t, m, base(*s), base(*t), inside(*m)) <--
        constructors_assigned(s, t, m, c, d), if *d == Named && is_refined(*t), if *c != Named || is_refined(*s),
        if refines(*s, *t) == Safe, if by("A-Refined");

    // A-Refined-Beyond: and to no other.
    //
    //   s refines t : k      k != Safe
    //   ------------------------------ (A-Refined-Beyond)
    //   not s <: t
    is_assignable(s, t, m, false) <--
        constructors_assigned(s, t, m, c, d), if *d == Named && is_refined(*t), if *c != Named || is_refined(*s),
        if refines(*s, *t) != Safe, if by("A-Refined-Beyond");
}
