//! Acceptance: inputs that are not what resources take.
//!
//! Judgment: `x takes p`, *`x` stands where exactly a `p` is taken*.
//!
//! Source: the reference's behaviour.
//!
//! Smallest example: in `resource "r" "pkg:R" { size = [] }`, `[]` is no number, which the input `size` takes.

ascent::ascent_source! {
    /// Acceptance of inputs.
    acceptance:

    // T-Taken: a value stands where the type of its input is taken, unless it says which member of a union it is.
    //
    //   x is given as b.n      x : t      b.n takes p, no output besides      x tells nothing
    //   ------------------------------------------------------------------------------------- (T-Taken)
    //   x takes p
    takes(x, t, p, a) <--
        input_met(x, t, p, a), if *a != Acceptance::WithOutputs, !chooses(x, p, _), if by("T-Taken");

    // P-Input: a value that is given as an input has to convert to the type that the input takes.
    //
    //   x takes p      x : t      t ~No> p
    //   ---------------------------------- (P-Input)
    //   x does not convert to p
    no_conversion(x, t, p, p) <--
        takes(x, t, p, a), if *a == Acceptance::Exactly, let k = converts(*t, *p, Plain), if k == No, if by("P-Input");

    // P-Input-Only: the reference does not look at inputs that the resource does not give back; a value that does not
    // convert deserves a warning there.
    //
    //   x takes p, loosely      x : t      t ~No> p
    //   ------------------------------------------- (P-Input-Only)
    //   x perhaps does not convert to p
    doubtful_input(x, t, p) <--
        takes(x, t, p, a), if *a == Acceptance::Loosely, let k = converts(*t, *p, Plain), if k == No,
        if by("P-Input-Only");

    /// Holds if `x`, which has the type `t`, stands where a `p` is taken, and `a` says how strictly.
    #[ds(unique)]
    relation takes(ExprId, Ty, Ty, Acceptance);

    /// Holds if `x`, which has the type `t`, is given as an input that takes a `p`, does not convert to it, and is not
    /// looked at by the reference.
    #[ds(unique)]
    relation doubtful_input(ExprId, Ty, Ty);
}
