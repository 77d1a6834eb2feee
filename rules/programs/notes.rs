//! Notes: programs that are correct, but hardly meant so.
//!
//! A note is a derived fact, as a problem is, but never an error. The reference reports none of these.
//!
//! Smallest example: in `1 == []` the two sides have no value in common.

ascent::ascent_source! {
    /// Notes.
    notes:

    /// Holds if `x`, which is given as an input, is the text `v` without interpolations.
    #[ds(input)]
    relation is_given_text(ExprId, Name);

    // P-Enum-Value: a text that is given where values of an enum are taken should be one of them.
    //
    //   x takes p      x = "v"      p has enums, and v is in none
    //   --------------------------------------------------------- (P-Enum-Value)
    //   x is no value of p
    no_enum_value(x, p) <-- takes(x, _, p, _), is_given_text(x, v), if lacks_value(*p, *v), if by("P-Enum-Value");

    // P-Enum-Constant: a constant that is given where values of an enum are taken should be one of them.
    //
    //   x takes p      x : const(v)      p has enums of such values, and v is in none
    //   ----------------------------------------------------------------------------- (P-Enum-Constant)
    //   x is no value of p
    no_enum_value(x, p) <-- takes(x, t, p, _), if lacks_constant(*p, *t), if by("P-Enum-Constant");

    /// Holds if the text or constant `x` stands where values of enums in `p` are taken, and is none of them.
    /// `size = "smal"`.
    #[ds(unique)]
    relation no_enum_value(ExprId, Ty);

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

    // P-Unsafe-Conversion: a conversion that may fail when the program runs deserves a note, unless the types are not
    // known well enough.
    //
    //   x expects p      x : t      input(p) = u      t ~Unsafe> u      t to p is decided, and not vague
    //   ------------------------------------------------------------------------------------------------ (P-Unsafe-Conversion)
    //   x perhaps does not convert to p
    doubts(x, t, p, u) <-- unproven(x, t, p, u, k), if *k == Unsafe;
    doubts(x, t, p, *p) <-- takes(x, t, p, _), let k = converts(*t, *p, Plain), if k == Unsafe;
    unsafe_conversion(x, t, p) <--
        doubts(x, t, p, u), if !is_vague(*t, *p), if !has_many_pairs(*t, *u) || !is_undecided(*t, *u),
        if by("P-Unsafe-Conversion");

    /// Holds if `x`, which has the type `t`, stands where a `p` is expected or taken, and converts to `u`, which is what that
    /// accepts, only unsafely.
    #[ds(unique)]
    relation doubts(ExprId, Ty, Ty, Ty);

    /// Holds if `x`, which has the type `t`, stands where a `p` is expected, and converts to it only unsafely.
    /// `-"1"`.
    relation unsafe_conversion(ExprId, Ty, Ty);
}
