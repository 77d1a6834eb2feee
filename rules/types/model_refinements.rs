//! Refinements: a type whose values are narrowed down.
//!
//! Judgment: `s in t : c`, *the values of `s` are contained in what `t` narrows down to*, are `Disjoint` from it, only
//! overlap with it, or that is not known; and `s <k: t`, as in `model_assignability.rs`.
//!
//! Source: the proposal for refinement types in the specification of declared types.
//!
//! Smallest example: `const(5) <: refined(int, {max=10, min=0})`, and `int <Unsafe:` it.

ascent::ascent_source! {
    /// Assignability of refinements.
    model_refinements:

    /// Holds if it is asked how the values of `s` lie to what `t` narrows down to.
    relation containment_demanded(Ty, Ty);

    // M-Within: by a measure that lies within the bounds of a refinement, values are contained in it.
    //
    //   measure(s) within measure(t)
    //   ---------------------------- (M-Within)
    //   s in t : Contained
    lies(s, t, m, Containment::Contained) <--
        measure_demanded(s, t, m, _), if *m != Measure::Pattern, if measures_within(*s, *t, *m), if by("M-Within");

    // M-Apart: by a measure that lies outside of the bounds of a refinement, values are disjoint from it.
    //
    //   measure(s) apart from measure(t)
    //   -------------------------------- (M-Apart)
    //   s in t : Disjoint
    lies(s, t, m, Containment::Disjoint) <--
        measure_demanded(s, t, m, _), if *m != Measure::Pattern, if !measures_within(*s, *t, *m),
        if measures_apart(*s, *t, *m), if by("M-Apart");

    // M-Overlap: by any other measure, values overlap with a refinement.
    //
    //   measure(s) neither within nor apart from measure(t)
    //   --------------------------------------------------- (M-Overlap)
    //   s in t : Overlapping
    lies(s, t, m, Containment::Overlapping) <--
        measure_demanded(s, t, m, _), if *m != Measure::Pattern, if !measures_within(*s, *t, *m),
        if !measures_apart(*s, *t, *m), if by("M-Overlap");

    // M-Pattern: values are contained in a refinement without a pattern, or with their own pattern.
    //
    //   t has no pattern, or s has the same
    //   ----------------------------------- (M-Pattern)
    //   s in t : Contained
    lies(s, t, m, Containment::Contained) <--
        measure_demanded(s, t, m, _), if *m == Measure::Pattern, if pattern(*t).is_none() || pattern(*t) == pattern(*s),
        if by("M-Pattern");

    // M-Pattern-Literal: a literal matches a pattern, or does not.
    //
    //   s = const(v)      c = Contained if v matches the pattern of t, else Disjoint
    //   ---------------------------------------------------------------------------- (M-Pattern-Literal)
    //   s in t : c
    lies(s, t, m, if matches_pattern(v, p) { Containment::Contained } else { Containment::Disjoint }) <--
        measure_demanded(s, t, m, _), if *m == Measure::Pattern, if let Some(p) = pattern(*t),
        if let Some(v) = text_of(*s), if by("M-Pattern-Literal");

    // M-Pattern-Unknown: it is not known if other values match a pattern.
    //
    //   s is no literal and has not the pattern of t
    //   -------------------------------------------- (M-Pattern-Unknown)
    //   s in t : Unknown
    lies(s, t, m, Containment::Unknown) <--
        measure_demanded(s, t, m, _), if *m == Measure::Pattern, if pattern(*t).is_some() && pattern(*t) != pattern(*s),
        if text_of(*s).is_none(), if by("M-Pattern-Unknown");

    /// Holds if it is asked how `s` lies to `t` by the measure `m`, where the measures before it say at worst `worst`.
    #[ds(unique)]
    relation measure_demanded(Ty, Ty, Measure, Containment);
    measure_demanded(s, t, Measure::Value, Containment::Contained) <-- containment_demanded(s, t);
    measure_demanded(s, t, n, *worst.min(c)) <--
        measure_demanded(s, t, m, worst), lies(s, t, m, c), if let Some(n) = next_measure(*m);

    /// Holds if by the measure `m` the values of `s` lie to those of `t` as `c` says.
    relation lies(Ty, Ty, Measure, Containment);

    /// Holds if the values of `s` lie to what `t` narrows down to as `c` says: the worst of what the measures say.
    #[ds(function)]
    relation is_contained(Ty, Ty, Containment);
    is_contained(s, t, *worst.min(c)) <--
        measure_demanded(s, t, m, worst), lies(s, t, m, c), if next_measure(*m).is_none();

    /// Holds if values that lie to a refinement as `c` says convert to it with kind `k`, as far as its bounds go.
    relation containment_kind(Containment, Conversion);
    containment_kind(Containment::Contained, Safe);
    containment_kind(Containment::Overlapping, Unsafe);
    containment_kind(Containment::Unknown, Unsafe);
    containment_kind(Containment::Disjoint, No);

    // M-Refines: contained values convert to a refinement, overlapping ones may, and disjoint ones do not.
    //
    //   s in t : c      containment_kind(c, k)
    //   -------------------------------------- (M-Refines)
    //   s refines t : k
    refines(s, t, k) <-- is_contained(s, t, c), containment_kind(c, k), if by("M-Refines");

    /// Holds if the values of `s` convert to the refinement `t` with kind `k`, as far as its bounds go.
    #[ds(function)]
    relation refines(Ty, Ty, Conversion);

    /// Holds if `s` is to fit the refinement `t` in mode `m`.
    relation refinement_compared(Ty, Ty, Mode);
    refinement_compared(s, t, m) <--
        declarations_compared(s, t, m, n, o), if *n != DeclaredAs::Alias && *o == DeclaredAs::Refined, if constructor(*s) != Enum;
    containment_demanded(s, t) <-- refinement_compared(s, t, _);

    /// Holds if `s`, a refined list, is to fit the tuple `t` in mode `m`.
    #[ds(unique)]
    relation lengths_compared(Ty, Ty, Mode);
    lengths_compared(s, t, m) <--
        declarations_compared(s, t, m, n, o), if *n == DeclaredAs::Refined && *o == DeclaredAs::Structure,
        if constructor(*t) == Tuple;
    containment_demanded(s, t) <-- lengths_compared(s, t, _);

    // M-Lengths: a refined list that may have the length of a tuple fits it as its base does.
    //
    //   s in t : c      c != Disjoint
    //   ------------------------------ (M-Lengths)
    //   s <: t as base(s) <: t
    fits_as(s, t, m, base(*s), t, inside(*m), Safe) <--
        lengths_compared(s, t, m), is_contained(s, t, c), if *c != Containment::Disjoint, if by("M-Lengths");

    // M-Lengths-Apart: a refined list that is always longer, or shorter, than a tuple does not fit it.
    //
    //   s in t : Disjoint
    //   ----------------- (M-Lengths-Apart)
    //   s <No: t
    fits(s, t, m, No) <--
        lengths_compared(s, t, m), is_contained(s, t, c), if *c == Containment::Disjoint, if by("M-Lengths-Apart");

    // M-Contained: contained values fit a refinement as the bases fit.
    //
    //   s in t : Contained
    //   --------------------------------- (M-Contained)
    //   s <: t as base(s) <: base(t)
    fits_as(s, t, m, base(*s), base(*t), inside(*m), Safe) <--
        refinement_compared(s, t, m), is_contained(s, t, c), if *c == Containment::Contained, if by("M-Contained");

    // M-Overlapping: overlapping values may turn out to fit a refinement.
    //
    //   s in t : Overlapping
    //   ------------------------------------ (M-Overlapping)
    //   s <Unsafe: t as base(s) <: base(t)
    fits_as(s, t, m, base(*s), base(*t), inside(*m), Unsafe) <--
        refinement_compared(s, t, m), is_contained(s, t, c), if *c == Containment::Overlapping, if by("M-Overlapping");

    // M-Unknown: values whose containment is not known may turn out to fit a refinement.
    //
    //   s in t : Unknown
    //   ------------------------------------ (M-Unknown)
    //   s <Unsafe: t as base(s) <: base(t)
    fits_as(s, t, m, base(*s), base(*t), inside(*m), Unsafe) <--
        refinement_compared(s, t, m), is_contained(s, t, c), if *c == Containment::Unknown, if by("M-Unknown");

    // M-Disjoint: values that are disjoint from a refinement do not fit it.
    //
    //   s in t : Disjoint
    //   ----------------- (M-Disjoint)
    //   s <No: t
    fits(s, t, m, No) <--
        refinement_compared(s, t, m), is_contained(s, t, c), if *c == Containment::Disjoint, if by("M-Disjoint");
}
