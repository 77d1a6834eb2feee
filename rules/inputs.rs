//! Inputs: what resources and components are given.
//!
//! Judgment: `x takes p`, *`x` stands where exactly a `p` is taken*.
//!
//! What a resource takes comes from its schema, which says where outputs are welcome; what a component takes is what
//! configures its program, and outputs are welcome at every level.
//!
//! Source: the reference's behaviour.
//!
//! Smallest example: in `resource "r" "pkg:R" { size = 1 }`, `1` has to convert to what the input `size` takes.

ascent::ascent_source! {
    /// Inputs of resources and components.
    inputs:

    /// Holds if `x` is given as the input `n` of the interface `i`.
    relation given_to(ExprId, InterfaceId, Name);
    given_to(x, i, n) <-- is_input(x, b, n), has_interface(b, i);

    /// Holds if `x` is given as an input that takes a `p`, and `a` says how strictly.
    #[ds(once)]
    relation given_as(ExprId, Ty, Acceptance);
    given_as(x, p, a) <-- given_to(x, i, n), takes_input(i, n, p, a);

    // T-Input: what an input takes is taken of what is given.
    //
    //   x is given as b.n      x : t      b.n takes p
    //   --------------------------------------------- (T-Input)
    //   x takes p
    input_met(x, t, p, a) <-- given_as(x, p, a), has_type(x, t);
    expects(x, t, p) <-- input_met(x, t, p, a), if *a == Acceptance::WithOutputs, if by("T-Input");
    takes(x, t, p, a) <-- input_met(x, t, p, a), if *a != Acceptance::WithOutputs, !chooses(x, p, _);

    /// Holds if `x`, which has the type `t`, stands where an input takes a `p`, and `a` says how strictly.
    #[ds(passing)]
    relation input_met(ExprId, Ty, Ty, Acceptance);

    // P-Input: what an input takes has to be what the given value converts to.
    //
    //   x takes p      x : t      t ~No> p
    //   ---------------------------------- (P-Input)
    //   x does not convert to p
    taking(t, p, Plain) <-- takes(_, t, p, _);
    conversion_demanded(t, p, m) <-- taking(t, p, m);
    refuses(t, p) <-- taking(t, p, m), converts(t, p, m, k), if *k == No;
    disagreement_demanded(t, p) <-- refuses(t, p);
    no_conversion(x, t, p, p) <--
        takes(x, t, p, a), refuses(t, p), if *a == Acceptance::Exactly, if by("P-Input");

    // P-Input-Only: the reference does not look at inputs that the resource does not give back; a value that does not
    // convert deserves a warning there.
    //
    //   x takes p, loosely      x : t      t ~No> p
    //   ------------------------------------------- (P-Input-Only)
    //   x perhaps does not convert to p
    doubtful_input(x, t, p) <--
        takes(x, t, p, a), refuses(t, p), if *a == Acceptance::Loosely, if by("P-Input-Only");

    /// Holds if `x`, which has the type `t`, stands where a `p` is taken, and `a` says how strictly.
    #[ds(once)]
    relation takes(ExprId, Ty, Ty, Acceptance);

    /// Holds if somewhere a `t` stands where a `p` is taken; it is asked in mode `m` whether it converts.
    relation taking(Ty, Ty, Mode);

    /// Holds if a `t` stands where a `p` is taken, and does not convert to it.
    relation refuses(Ty, Ty);

    /// Holds if `x`, which has the type `t`, is given as an input that takes a `p`, does not convert to it, and is not
    /// looked at by the reference.
    #[ds(once)]
    relation doubtful_input(ExprId, Ty, Ty);

    // P-Unknown-Input: what is given has to be an input.
    //
    //   x is given as b.n      b has no input n
    //   --------------------------------------- (P-Unknown-Input)
    //   b.n is unknown
    given_name(b, n, i) <-- is_input(_, b, n), has_interface(b, i);
    unknown_input(b, n) <-- given_name(b, n, i), !takes_input(i, n, _, _), if by("P-Unknown-Input");

    /// Holds if something is given to `b` as the input `n` of its interface `i`, whether there is one or not.
    relation given_name(BindingId, Name, InterfaceId);

    /// Holds if something is given to `b` as its input `n`, and it has no such input.
    #[ds(once)]
    relation unknown_input(BindingId, Name);

    // P-Needed-Input: an input that does not accept null has to be given.
    //
    //   i.n takes p      not none <: p or p = any
    //   ----------------------------------------- (P-Needed-Input)
    //   i.n is needed
    nullability_asked(i, n, NONE, p, Plain) <--
        takes_input(i, n, p, a), if *a != Acceptance::WithOutputs, !implies_input(i, n);
    assignability_demanded(s, p, m) <-- nullability_asked(_, _, s, p, m);
    needs_input(i, n) <--
        nullability_asked(i, n, s, p, m), is_assignable(s, p, m, yes), if !yes || *p == ANY, if by("P-Needed-Input");
    needs_input(i, n) <-- requires_input(i, n);

    /// Holds if the input `n` of the interface `i` takes a `p`; it is asked in mode `m` whether `s`, the type of null, is
    /// assignable to it.
    #[ds(once)]
    relation nullability_asked(InterfaceId, Name, Ty, Ty, Mode);

    /// Holds if the input `n` of the interface `i` has to be given.
    relation needs_input(InterfaceId, Name);

    // P-Missing-Input: what has to be given is missing where it is not.
    //
    //   b.n is needed      nothing is given as b.n      the text of b is whole
    //   ---------------------------------------------------------------------- (P-Missing-Input)
    //   b.n is missing
    missing_input(b, n) <--
        has_interface(b, i), needs_input(i, n), !is_input(_, b, n), !is_incomplete(b), if by("P-Missing-Input");

    /// Holds if nothing is given as the input `n` of `b`, which needs it.
    #[ds(once)]
    relation missing_input(BindingId, Name);
}
