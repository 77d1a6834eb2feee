//! Conversion by table: conversions that depend on the constructors of two types alone.
//!
//! Judgment: `s ~k> t`, as in `conversion.rs`. Here a rule is a row: add one to a table, and the rules follow it.
//!
//! Source: the specification, "Type Conversions and Unification"; for the rows that it leaves open, the reference's
//! behaviour.
//!
//! Smallest example: `bool ~> string`, by the row `primitive_conversion(BOOL, STRING, Safe)`.

ascent::ascent_source! {
    /// Conversion by table.
    conversion_tables:

    // Tables: what depends on the constructors alone. Add a row, and the rules below follow it.

    /// Holds if `s` converts to `t` with kind `k`, both primitive and different. Every such pair has a row.
    relation primitive_conversion(Ty, Ty, Conversion);
    primitive_conversion(BOOL, STRING, Safe);
    primitive_conversion(INT, STRING, Safe);
    primitive_conversion(NUMBER, STRING, Safe);
    primitive_conversion(ID, STRING, Safe);
    primitive_conversion(INT, NUMBER, Safe);
    primitive_conversion(BOOL, ID, Safe);
    primitive_conversion(INT, ID, Safe);
    primitive_conversion(NUMBER, ID, Safe);
    primitive_conversion(STRING, ID, Safe);
    primitive_conversion(BOOL, NUMBER, Unsafe);
    primitive_conversion(STRING, NUMBER, Unsafe);
    primitive_conversion(ID, NUMBER, Unsafe);
    primitive_conversion(BOOL, INT, Unsafe);
    primitive_conversion(NUMBER, INT, Unsafe);
    primitive_conversion(STRING, INT, Unsafe);
    primitive_conversion(ID, INT, Unsafe);
    primitive_conversion(INT, BOOL, Unsafe);
    primitive_conversion(NUMBER, BOOL, Unsafe);
    primitive_conversion(STRING, BOOL, Unsafe);
    primitive_conversion(ID, BOOL, Unsafe);

    /// Holds if types built by `c` convert to types built by `d` as the element converts to the element, at best with
    /// kind `k`.
    relation element_conversion(Constructor, Constructor, Conversion);
    element_conversion(List, List, Safe);
    element_conversion(Set, List, Safe);
    element_conversion(Set, Set, Safe);
    element_conversion(List, Set, Unsafe);
    element_conversion(Map, Map, Safe);
    element_conversion(Output, Output, Safe);
    element_conversion(Promise, Promise, Safe);

    /// Holds if types built by `c` convert to types built by `d` as their members do, paired by `p`, at best with kind
    /// `k`.
    relation member_conversion(Constructor, Constructor, Pairing, Conversion);
    member_conversion(Tuple, List, Gather, Safe);
    member_conversion(Tuple, Set, Gather, Unsafe);
    member_conversion(Object, Map, Gather, Safe);
    member_conversion(List, Tuple, Scatter, Unsafe);
    member_conversion(Set, Tuple, Scatter, Unsafe);
    member_conversion(Map, Object, Scatter, Unsafe);
    member_conversion(Tuple, Tuple, Zip, Safe);
    member_conversion(Object, Object, Zip, Safe);

    /// Holds if a rule below speaks of types built by `c` that convert to types built by `d`.
    relation constructors_convert(Constructor, Constructor);
    constructors_convert(Primitive, Primitive);
    constructors_convert(Constant, Primitive);
    constructors_convert(Enum, Primitive);
    constructors_convert(c, d) <-- element_conversion(c, d, _);
    constructors_convert(c, d) <-- member_conversion(c, d, _, _);

    /// Holds if a rule below speaks of every type that converts to types built by `d`.
    relation converts_from_all(Constructor);
    converts_from_all(Union);
    converts_from_all(Output);
    converts_from_all(Promise);
    converts_from_all(Constant);
    converts_from_all(Enum);
    converts_from_all(Named);

    // C-Mismatch: constructors without a rule do not convert.
    //
    //   not constructors_convert(c, d)      not converts_from_all(d)
    //   ------------------------------------------------------------ (C-Mismatch)
    //   c(...) ~No> d(...)
    converts(s, t, m, No) <--
        constructors_compared(s, t, m, c, d), if *c != Named, !converts_from_all(d), !constructors_convert(c, d),
        if by("C-Mismatch");

    // C-Primitive: primitive types convert as the table says.
    //
    //   primitive_conversion(s, t, k)
    //   ----------------------------- (C-Primitive)
    //   s ~k> t
    converts(s, t, m, k) <-- constructors_compared(s, t, m, _, _), primitive_conversion(s, t, k), if by("C-Primitive");

    // C-Element: collections and eventuals convert as their elements do.
    //
    //   element_conversion(c, d, j)
    //   ----------------------------- (C-Element)
    //   c(a) ~j> d(b) as a ~> b
    converts_as(s, t, m, element(*s), element(*t), inside(*m), j) <--
        constructors_compared(s, t, m, c, d), element_conversion(c, d, j), if by("C-Element");
}
