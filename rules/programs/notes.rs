//! Notes: programs that are correct, but hardly meant so.
//!
//! A note is a derived fact, as a problem is, but never an error. The reference reports none of these.
//!
//! Smallest example: in `1 == []` the two sides have no value in common.

ascent::ascent_source! {
    /// Notes.
    notes:

    // P-Comparison: values of types that do not convert to one another are never equal.
    //
    //   x == y or x != y      x : s      y : t      s ~No> t      t ~No> s
    //   ------------------------------------------------------------------ (P-Comparison)
    //   the comparison has no effect
    compares(e, s, t) <--
        operands(e, o, s, t), if *o == BinaryOperator::Equal || *o == BinaryOperator::NotEqual;
    no_effect(e, s, t) <--
        compares(e, s, t), let k = converts(*s, *t, Plain), if k == No, let l = converts(*t, *s, Plain), if l == No,
        if by("P-Comparison");

    /// Holds if `e` compares an `s` with a `t` by `==` or `!=`.
    #[ds(unique)]
    relation compares(ExprId, Ty, Ty);

    /// Holds if `e` compares an `s` with a `t`, and none of them converts to the other. `1 == []`.
    #[ds(unique)]
    relation no_effect(ExprId, Ty, Ty);
}
