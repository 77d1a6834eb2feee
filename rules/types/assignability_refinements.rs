//! Assignability of refinements.
//!
//! Judgment: `s <: t`, as in `assignability.rs`. The relation of the values of a type to those of a refinement is judged
//! in `model_refinements.rs`.
//!
//! Source: the proposal for refinement types in the specification of declared types.
//!
//! Smallest example: `refined(int, {max=5, min=1}) <: refined(int, {max=10, min=0})`.

ascent::ascent_source! {
    /// Assignability of refinements.
    assignability_refinements:

    // A-Refined: a type is assignable to a refinement that contains it if the types behind both are.
    //
    //   s refines t : Safe
    //   -------------------------------- (A-Refined)
    //   s <: t as base(s) <: base(t)
    assignable_as(s, t, m, base(*s), base(*t), inside(*m)) <--
        constructors_assigned(s, t, m, c, d), if *d == Named && is_refined(*t), if *c != Named || is_refined(*s),
        let k = refines(*s, *t), if k == Safe, if by("A-Refined");

    // A-Refined-Beyond: a type that a refinement does not contain is not assignable to it.
    //
    //   s refines t : k      k != Safe
    //   ------------------------------ (A-Refined-Beyond)
    //   not s <: t
    is_assignable(s, t, m, false) <--
        constructors_assigned(s, t, m, c, d), if *d == Named && is_refined(*t), if *c != Named || is_refined(*s),
        let k = refines(*s, *t), if k != Safe, if by("A-Refined-Beyond");
}
