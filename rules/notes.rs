//! Notes: what works, but hardly as meant.
//!
//! A note is a derived fact, as a problem is, and stands in nothing's way. The reference says nothing of these.
//!
//! Smallest example: in `1 == []` the two sides have no value in common.

ascent::ascent_source! {
    /// Notes.
    notes:

    /// Holds if `x`, which is given as an input, is the text `v` without interpolations.
    #[ds(given)]
    relation is_given_text(ExprId, Name);

    // P-Enum-Value: a text that is given where values of an enum are taken should be one of them.
    //
    //   x takes p      x = "v"      p has enums, and v is in none
    //   --------------------------------------------------------- (P-Enum-Value)
    //   x is no value of p
    no_enum_value(x, p) <-- takes(x, _, p, _), is_given_text(x, v), if lacks_value(*p, *v), if by("P-Enum-Value");

    // P-Enum-Constant: and so should any other constant.
    //
    //   x takes p      x : const(v)      p has enums of such values, and v is in none
    //   ----------------------------------------------------------------------------- (P-Enum-Constant)
    //   x is no value of p
    no_enum_value(x, p) <-- takes(x, t, p, _), if lacks_constant(*p, *t), if by("P-Enum-Constant");

    /// Holds if the text or constant `x` stands where values of enums in `p` are taken, and is none of them.
    /// `size = "smal"`.
    #[ds(once)]
    relation no_enum_value(ExprId, Ty);

    // P-Comparison: values of types that do not convert to one another are never equal.
    //
    //   x == y or x != y      x : s      y : t      s ~No> t      t ~No> s
    //   ------------------------------------------------------------------ (P-Comparison)
    //   the comparison has no effect
    compared(e, s, t, Plain) <--
        operands(e, o, s, t), if *o == BinaryOperator::Equal || *o == BinaryOperator::NotEqual;
    conversion_demanded(s, t, m), conversion_demanded(t, s, m) <-- compared(_, s, t, m);
    compared_one_way(e, s, t, m) <-- compared(e, s, t, m), converts(s, t, m, k), if *k == No;
    no_effect(e, s, t) <-- compared_one_way(e, s, t, m), converts(t, s, m, k), if *k == No, if by("P-Comparison");

    /// Holds if `e` compares an `s` with a `t`; it is asked in mode `m` how they convert to one another.
    #[ds(once)]
    relation compared(ExprId, Ty, Ty, Mode);

    /// Holds if `e` compares an `s` with a `t`, which it does not convert to in mode `m`.
    #[ds(once)]
    relation compared_one_way(ExprId, Ty, Ty, Mode);

    /// Holds if `e` compares an `s` with a `t`, and none of them converts to the other. `1 == []`.
    #[ds(once)]
    relation no_effect(ExprId, Ty, Ty);

    // P-Unsafe-Conversion: a conversion that may fail when the program runs deserves a word, where that is not just for
    // want of knowledge.
    //
    //   x expects p      x : t      input(p) = u      t ~Unsafe> u      t to p is decided, and not vague
    //   ------------------------------------------------------------------------------------------------ (P-Unsafe-Conversion)
    //   x perhaps does not convert to p
    doubts(t, p) <-- accepts(t, p, u, m), converts(t, u, m, k), if *k == Unsafe && !is_vague(*t, *p);
    doubts(t, p) <-- taking(t, p, m), converts(t, p, m, k), if *k == Unsafe && !is_vague(*t, *p);
    unsafe_conversion(x, t, p) <-- expects(x, t, p), doubts(t, p), !undecided(t, p), if by("P-Unsafe-Conversion");
    unsafe_conversion(x, t, p) <--
        takes(x, t, p, _), doubts(t, p), !undecided(t, p), if by("P-Unsafe-Conversion");

    /// Holds if where a `p` is expected or taken, a `t` converts only unsafely.
    relation doubts(Ty, Ty);

    /// Holds if `x`, which has the type `t`, stands where a `p` is expected, and converts to it only unsafely.
    /// `-"1"`.
    relation unsafe_conversion(ExprId, Ty, Ty);

    // P-Eventual-Range: how many instances there are should be known before any of them is made.
    //
    //   b ranges over x      x : t      t is eventual
    //   --------------------------------------------- (P-Eventual-Range)
    //   the range of b is eventual
    eventual_range(x, t) <--
        ranges_over(_, x), has_type(x, t), if eventuality(*t) != Eventuality::Prompt, if by("P-Eventual-Range");

    /// Holds if a block ranges over `x`, whose type `t` is eventual.
    #[ds(once)]
    relation eventual_range(ExprId, Ty);
}
