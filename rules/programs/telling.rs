//! Facts about unions of which a schema says how to tell the members apart.
//!
//! Lowering fills these relations and infers nothing, as in `program`.
//!
//! Smallest example: `checks = [{ kind = "tcp" }]` becomes `says({ kind = "tcp" }, kind, tcp)`.

ascent::ascent_source! {
    /// Facts by which members of unions are told apart.
    telling:

    /// Holds if in the input `n` of the interface `i`, wherever the union `u` is taken, an object is its member `p` if its
    /// property `k` is the text `v`. Of inputs in which no object tells anything, it need not hold.
    relation has_variant(InterfaceId, Name, Ty, Name, Name, Ty);

    /// Holds if `x` is given as the input `n` of the interface `i`, and it, or an object that is written out in it, tells
    /// which member of a union it is.
    #[ds(input)]
    relation tells(ExprId, InterfaceId, Name);

    /// Holds if the property `k` of the object `y`, by which in the input around it members of unions tell what they are, is
    /// the text `v`. In `checks = [{ kind = "tcp" }]` holds `says({ kind = "tcp" }, kind, tcp)`.
    #[ds(input)]
    relation says(ExprId, Name, Name);
}
