//! Expected types of expressions: handed from the rules about expectations to those about problems.
//!
//! Smallest example: `-x` becomes `expects(x, string, number)` where `x` is a `string`.

ascent::ascent_source! {
    /// Expected types.
    expected:

    /// Holds if `x`, which has the type `t`, stands where a `p` is expected, or an output of it.
    #[ds(unique)]
    relation expects(ExprId, Ty, Ty);

    /// Holds if `x`, which has the type `t`, stands where an input takes a `p`, and `a` says how strictly.
    #[ds(unique)]
    relation input_met(ExprId, Ty, Ty, Acceptance);
}
