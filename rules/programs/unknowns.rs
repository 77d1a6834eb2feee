//! Unresolved names, and functions that do not exist.
//!
//! Smallest example: in `a = b`, where nothing is called `b`, the name `b` is unknown.

ascent::ascent_source! {
    /// Unknown names and functions.
    unknowns:

    // P-Unknown: a name has to mean something.
    //
    //   e means nothing
    //   --------------- (P-Unknown)
    //   e is unknown
    unknown_name(e) <-- is_unknown(e), if by("P-Unknown");

    /// Holds if `e` is a name that means nothing.
    #[ds(unique)]
    relation unknown_name(ExprId);

    // P-Unknown-Call: a function has to exist.
    //
    //   f does not exist
    //   ---------------- (P-Unknown-Call)
    //   f is unknown
    unknown_function(e) <-- is_unknown_call(e), if by("P-Unknown-Call");

    /// Holds if `e` calls a function that does not exist.
    #[ds(unique)]
    relation unknown_function(ExprId);
}
