//! Conversion of constants and enums: types of one value, and of some.
//!
//! Judgment: `s ~k> t`, as in `conversion.rs`.
//!
//! Source: the reference's behaviour for constants, and for what converts to enums. Of enums it is what their values
//! suggest: the reference takes two different enums for convertible.
//!
//! Smallest example: `const("red") ~> enum("Colour", string, ["red", "green"])`.

ascent::ascent_source! {
    /// Conversion of constants and enums.
    conversion_values:

    // C-Constant: a constant converts to a primitive type as the type of its value does.
    //
    //   t primitive
    //   ------------------------------ (C-Constant)
    //   const(v: s) ~> t as s ~> t
    converts_as(s, t, m, base(*s), *t, inside(*m), Safe) <--
        constructors_compared(s, t, m, c, d), if *c == Constant && *d == Primitive && *m != Deciding, if by("C-Constant");

    // C-To-Constant: a value that converts to a constant's type may turn out to be the constant.
    //
    //   s is no constant
    //   -------------------------------------- (C-To-Constant)
    //   s ~Unsafe> const(v: t) as s ~> t
    converts_as(s, t, m, *s, base(*t), Plain, Unsafe) <--
        constructors_compared(s, t, m, c, d), if *d == Constant, if *c != Constant && *c != Named,
        if by("C-To-Constant");

    // C-Constants: a constant may turn out to be another one, if the types of both convert.
    //
    //   ---------------------------------------------- (C-Constants)
    //   const(v: s) ~Unsafe> const(w: t) as s ~> t
    converts_as(s, t, m, base(*s), base(*t), Plain, Unsafe) <--
        constructors_compared(s, t, m, c, d), if *c == Constant && *d == Constant && *m != Deciding, if by("C-Constants");

    // C-Enum: an enum converts to a primitive type as the type of its values does.
    //
    //   t primitive
    //   -------------------------------- (C-Enum)
    //   enum(s, vs) ~> t as s ~> t
    converts_as(s, t, m, base(*s), *t, inside(*m), Safe) <--
        constructors_compared(s, t, m, c, d), if *c == Enum && *d == Primitive, if by("C-Enum");

    // C-To-Enum: a value that converts to the type of an enum's values may turn out to be one of them.
    //
    //   s is no constant, no enum
    //   ------------------------------------ (C-To-Enum)
    //   s ~Unsafe> enum(t, vs) as s ~> t
    converts_as(s, t, m, *s, base(*t), inside(*m), Unsafe) <--
        constructors_compared(s, t, m, c, d), if *d == Enum, if *c != Constant && *c != Enum && *c != Named,
        if by("C-To-Enum");

    // C-Enum-Value: a constant converts to an enum that has its value.
    //
    //   v in vs
    //   ------------------------- (C-Enum-Value)
    //   const(v) ~> enum(t, vs)
    converts(s, t, m, Safe) <--
        constructors_compared(s, t, m, c, d), if *c == Constant && *d == Enum && *m != Deciding, if enumerates(*t, *s),
        if by("C-Enum-Value");

    // C-Enum-No-Value: a constant converts at best unsafely to an enum without its value: enums may grow.
    //
    //   v not in vs
    //   ---------------------------------------- (C-Enum-No-Value)
    //   const(v: s) ~Unsafe> enum(t, vs) as s ~> t
    converts_as(s, t, m, base(*s), base(*t), inside(*m), Unsafe) <--
        constructors_compared(s, t, m, c, d), if *c == Constant && *d == Enum && *m != Deciding, if !enumerates(*t, *s),
        if by("C-Enum-No-Value");

    // C-Deciding: where constants are decided, a constant converts to what its value can be read as, and to nothing else.
    //
    //   t primitive, a constant or an enum      v reads as t
    //   ------------------------------------------------------- (C-Deciding)
    //   const(v) ~> t     in mode Deciding
    converts(s, t, m, if reads_as(*s, *t) { Safe } else { No }) <--
        constructors_compared(s, t, m, c, d), if *m == Deciding && *c == Constant,
        if *d == Primitive || *d == Constant || *d == Enum, if by("C-Deciding");

    // C-Enums: different enums do not convert.
    //
    //   --------------------------------- (C-Enums)
    //   enum(s, us) ~No> enum(t, vs)
    converts(s, t, m, No) <--
        constructors_compared(s, t, m, c, d), if *c == Enum && *d == Enum, if by("C-Enums");
}
