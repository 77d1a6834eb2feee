//! Misfits: the parts of a value that are not what is expected of them.
//!
//! Judgment: `y misfits t`, *`y`, which faces `t`, is no `t`*. A value is reported only where no part of it is: the innermost
//! misfits are the reason.
//!
//! Source: the reference's behaviour for what is refused; the schema says what else is wrong.
//!
//! Smallest example: `-[]` has the problem `no_conversion([], tuple([]), number, Strict)`.

ascent::ascent_source! {
    /// Misfits and what is reported of them.
    misfits:

    // P-Misfit: a value that does not agree with what it faces is a misfit.
    //
    //   y faces t      y agrees with t as No says
    //   ----------------------------------------- (P-Misfit)
    //   y misfits t
    misfits(y, s, t, l, Plain) <-- agrees(y, s, t, l, _, k), if *k == No, if by("P-Misfit");

    // P-Misfit-Constant: so is one that would agree if it had another value.
    //
    //   y faces t      y : s      y agrees with t as Unsafe says      s ~No> t where constants are decided
    //   -------------------------------------------------------------------------------------------------- (P-Misfit-Constant)
    //   y misfits t
    decides(y, s, t, l, j) <--
        agrees(y, s, t, l, x, k), !is_inferred(x), if *k == Unsafe && *l != Law::Declared, let j = converts(sharpened(*y, *s), *t, Deciding);
    misfits(y, s, t, l, Deciding) <-- decides(y, s, t, l, k), if *k == No, if by("P-Misfit-Constant");

    // P-Inferred-Parameter: the type of the substitute of a look-up comes from the other arguments, and other values are
    // welcome.
    //
    //   lookup(_, _, x)
    //   --------------- (P-Inferred-Parameter)
    //   x faces what is inferred
    is_inferred(x) <--
        calls_builtin(e, i, _), if *i == Builtin::Lookup, if let Some(x) = argument(*e, 2), if by("P-Inferred-Parameter");

    /// Holds if what is expected of `x` is inferred from values of other arguments.
    relation is_inferred(ExprId);

    /// Holds if `y`, which faces `t`, converts to it with kind `k` where constants are decided.
    #[ds(unique)]
    relation decides(ExprId, Ty, Ty, Law, Conversion);

    /// Holds if `y`, an `s`, faces `t`, and is none; `m` says in which mode of conversion.
    relation misfits(ExprId, Ty, Ty, Law, Mode);

    /// Holds if in `y`, which faces `t`, a part is a misfit, or a property is missing.
    relation has_misfit(ExprId, Ty);
    has_misfit(y, t) <-- stands(y, t, z, b, _, _), misfits(z, _, b, _, _);
    has_misfit(y, t) <-- lacks(y, t, _, _, _, _);

    // P-No-Conversion: a misfit without misfits in it is a problem.
    //
    //   y misfits t      no part of y is a misfit or missing      t takes more than some constants
    //   ------------------------------------------------------------------------------------------ (P-No-Conversion)
    //   y does not convert to t
    no_conversion(y, s, t, l, m) <--
        misfits(y, s, t, l, m), !has_misfit(y, t), if *l == Law::Declared || !lacks_constant(*t, sharpened(*y, *s)),
        if by("P-No-Conversion");

    /// Holds if `y`, which has the type `s`, stands where a `t` is expected, and does not convert to it in mode `m`. `-[]`.
    #[ds(unique)]
    relation no_conversion(ExprId, Ty, Ty, Law, Mode);

    // P-Enum-Value: a text or another constant that is given where some constants are taken has to be one of them.
    //
    //   y misfits t      y = v      t takes some constants, and v is none of them
    //   ------------------------------------------------------------------------- (P-Enum-Value)
    //   y is no value of t
    no_enum_value(y, t, l) <--
        misfits(y, s, t, l, _), !has_misfit(y, t), if *l != Law::Declared && lacks_constant(*t, sharpened(*y, *s)),
        if by("P-Enum-Value");

    /// Holds if the text or constant `y` stands where the values of enums and constants in `t` are taken, and is none of them.
    /// `size = "smal"`.
    #[ds(unique)]
    relation no_enum_value(ExprId, Ty, Law);

    // P-Doubt: a conversion that may fail when the program runs is in doubt.
    //
    //   y faces t      y : s      s ~Unsafe> t, also where constants are decided
    //   ------------------------------------------------------------------------ (P-Doubt)
    //   y is perhaps no t
    doubts(y, s, t, l) <-- decides(y, s, t, l, k), if *k == Unsafe, if by("P-Doubt");

    // P-Doubt-Declared: so is a value that may turn out to fit.
    //
    //   y faces t      y : s      s <Unsafe: t
    //   -------------------------------------- (P-Doubt-Declared)
    //   y is perhaps no t
    doubts(y, s, t, l) <--
        agrees(y, s, t, l, _, k), if *k == Unsafe && *l == Law::Declared, if by("P-Doubt-Declared");

    /// Holds if `y`, an `s`, faces `t`, and is perhaps none.
    #[ds(unique)]
    relation doubts(ExprId, Ty, Ty, Law);

    /// Holds if `y` is looked at part by part where it faces `t`.
    relation is_parted(ExprId, Ty);
    is_parted(y, t) <-- stands(y, t, _, _, _, _);

    // P-Unsafe-Conversion: a doubt deserves a note where a value is not looked at part by part, unless the types are not known
    // well enough.
    //
    //   y is perhaps no t      y : s      no part of y faces a part of t      s to t is decided, and not vague
    //   ------------------------------------------------------------------------------------------------------ (P-Unsafe-Conversion)
    //   y perhaps does not convert to t
    unsafe_conversion(y, s, t) <--
        doubts(y, s, t, l), !is_parted(y, t), if *l != Law::Declared && !is_vague(*s, *t),
        if !has_many_pairs(*s, *t) || !is_undecided(*s, *t), if by("P-Unsafe-Conversion");

    /// Holds if `y`, which has the type `s`, stands where a `t` is expected, and converts to it only unsafely. `-"1"`.
    #[ds(unique)]
    relation unsafe_conversion(ExprId, Ty, Ty);

    // P-Unsure: in the model of declared types it deserves a note if nothing in the value is dynamic.
    //
    //   y is perhaps no t      y : s      no part of y faces a part of t      nothing in s is dynamic
    //   --------------------------------------------------------------------------------------------- (P-Unsure)
    //   y perhaps does not fit t
    unsure(y, s, t) <--
        doubts(y, s, t, l), !is_parted(y, t), if *l == Law::Declared && !is_vague(*s, ANY), if by("P-Unsure");

    /// Holds if `y`, an `s`, stands where a `t` is declared, which it may turn out to fit.
    #[ds(unique)]
    relation unsure(ExprId, Ty, Ty);
}
