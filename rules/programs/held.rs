//! Values that are held to types: handed from the rules about acceptance to those about misfits.
//!
//! Smallest example: `-[]` becomes `is_held([], tuple([]), number, Strict)`.

ascent::ascent_source! {
    /// Values that are held to types.
    held:

    /// Holds if `x`, which has the type `s`, is held to `t` by the law `l`: it does not convert safely, or has more or less
    /// in it than is expected, or says what it is meant to be.
    relation is_held(ExprId, Ty, Ty, Law);
}
