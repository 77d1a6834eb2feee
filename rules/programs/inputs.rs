//! Inputs of resources and components.
//!
//! Judgment: `x takes p`, *`x` stands where exactly a `p` is taken*.
//!
//! The inputs of a resource come from its schema, which says where outputs are welcome. The inputs of a component are the
//! configuration of its program, and outputs are welcome at every level.
//!
//! Source: the reference's behaviour.
//!
//! Smallest example: in `resource "r" "pkg:R" { size = 1 }`, `1` has to convert to what the input `size` takes.

ascent::ascent_source! {
    /// Inputs of resources and components.
    inputs:

    // P-Unknown-Input: every given value has to belong to an input.
    //
    //   x is given as b.n      b has no input n
    //   --------------------------------------- (P-Unknown-Input)
    //   b.n is unknown
    given_name(b, n, i) <-- is_input(_, b, n), has_interface(b, i);
    unknown_input(b, n) <-- given_name(b, n, i), !takes_input(i, n, _, _), if by("P-Unknown-Input");

    /// Holds if something is given to `b` as the input `n` of its interface `i`, whether there is one or not.
    relation given_name(BindingId, Name, InterfaceId);

    /// Holds if something is given to `b` as its input `n`, and it has no such input.
    #[ds(unique)]
    relation unknown_input(BindingId, Name);

    // P-Needed-Input: an input that does not accept null has to be given.
    //
    //   i.n takes p      not none <: p or p = any
    //   ----------------------------------------- (P-Needed-Input)
    //   i.n is needed
    needs_input(i, n) <--
        takes_input(i, n, p, a), if *a != Acceptance::WithOutputs, !implies_input(i, n),
        if !is_assignable(NONE, *p, Plain), if by("P-Needed-Input");
    needs_input(i, n) <--
        takes_input(i, n, p, a), if *a != Acceptance::WithOutputs, !implies_input(i, n), if *p == ANY,
        if by("P-Needed-Input");
    needs_input(i, n) <-- requires_input(i, n);

    /// Holds if the input `n` of the interface `i` has to be given.
    relation needs_input(InterfaceId, Name);

    // P-Missing-Input: an input that has to be given is missing where it is not.
    //
    //   b.n is needed      nothing is given as b.n      the text of b is whole
    //   ---------------------------------------------------------------------- (P-Missing-Input)
    //   b.n is missing
    missing_input(b, n) <--
        has_interface(b, i), needs_input(i, n), !is_input(_, b, n), !is_incomplete(b), if by("P-Missing-Input");

    /// Holds if nothing is given as the input `n` of `b`, which needs it.
    #[ds(unique)]
    relation missing_input(BindingId, Name);
}
