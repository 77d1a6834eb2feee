//! Objects beside the types that they face: properties that are missing, and those that nothing asks for.
//!
//! Judgment: `y lacks k`, *`y`, which faces an object type, has no property `k`, and has to have one*.
//!
//! Source: the reference's behaviour for what is refused; the schema says what else is wrong.
//!
//! Smallest example: `{ nmae = "a" }`, which faces `object({name=string})`, has the problem `unknown_property`, at `nmae`.

ascent::ascent_source! {
    /// Properties that are missing or unknown.
    objects:

    // P-Lacks: an object lacks a property of the type that it faces if null is not taken there.
    //
    //   y faces t = object(... k = b ...)      y has no k      none ~No> b
    //   ------------------------------------------------------------------ (P-Lacks)
    //   y lacks k
    unfills(y, t, u, i, b, l) <--
        compared(y, t, u, p, l, _), if *p == Zip && constructor(*u) == Object, for (i, b) in unfilled(*y, *u);
    lacks(y, t, u, i, b, l) <--
        unfills(y, t, u, i, b, l), if *l != Law::Declared, let k = converts(NONE, *b, Plain), if k == No,
        if by("P-Lacks");

    // P-Lacks-Any: a property that takes anything, and is not optional, has to be given as well.
    //
    //   y faces object(... k = any ...)      y has no k
    //   ----------------------------------------------- (P-Lacks-Any)
    //   y lacks k
    lacks(y, t, u, i, b, Law::Loose) <--
        unfills(y, t, u, i, b, l), if *l != Law::Declared && is_anything(*b), if by("P-Lacks-Any");

    // P-Lacks-Declared: in the model of declared types its assignability says whether null is taken.
    //
    //   y faces t = object(... k = b ...)      y has no k      none <No: b
    //   ------------------------------------------------------------------ (P-Lacks-Declared)
    //   y lacks k
    lacks(y, t, u, i, b, l) <--
        unfills(y, t, u, i, b, l), if *l == Law::Declared, let k = fits(NONE, *b, Plain), if k == No,
        if by("P-Lacks-Declared");

    /// Holds if the object `y`, which faces `t`, and `u` in it, has nothing for the `i`-th property of `u`, which is a `b`.
    #[ds(unique)]
    relation unfills(ExprId, Ty, Ty, u32, Ty, Law);

    /// Holds if the same holds, and something has to be there.
    relation lacks(ExprId, Ty, Ty, u32, Ty, Law);

    /// Holds if the `j`-th property of the object `y` in `x`, `z`, is none of the object `t` that `y` faces.
    #[ds(unique)]
    relation exceeds(ExprId, Ty, u32, ExprId);
    exceeds(y, t, j, z) <--
        compared(y, t, u, p, _, _), if *p == Zip && t == u && constructor(*u) == Object, for (j, z) in unplaced(*y, *u);

    // P-Misnamed: a property that is not expected, where one of a like name is missing, has that one's place.
    //
    //   y faces t      y has k, and t has not      y lacks n      of all that y has not, n is nearest to k
    //   -------------------------------------------------------------------------------------------------- (P-Misnamed)
    //   y.k is t.n misnamed
    misnames(y, t, j, i) <-- exceeds(y, t, j, _), if let Some(i) = nearest_unfilled(*y, *j, *t), if by("P-Misnamed");

    /// Holds if the `j`-th property of `y`, which faces the object `t`, which has no such property, is perhaps meant as the
    /// `i`-th of `t`, which `y` has not.
    relation misnames(ExprId, Ty, u32, u32);

    // P-Missing-Property: a property that is lacking is a problem, unless it is misnamed.
    //
    //   y lacks k      nothing in y is k misnamed
    //   ----------------------------------------- (P-Missing-Property)
    //   y.k is missing
    missing_property(y, u, i, b, l) <--
        lacks(y, _, u, i, b, l), !misnames(y, u, _, i), if by("P-Missing-Property");

    /// Holds if the object `y`, which stands where the object `t` is expected, has nothing for its `i`-th property, a `b`.
    relation missing_property(ExprId, Ty, u32, Ty, Law);

    // P-Unknown-Property: a property that is not expected is a problem.
    //
    //   y faces t      y has k, and t has not
    //   ------------------------------------- (P-Unknown-Property)
    //   y.k is unknown
    unknown_property(y, t, j, z, Law::Loose) <--
        exceeds(y, t, j, z), !misplaces(y, t, j), if by("P-Unknown-Property");

    // P-Misnamed-Property: one that has the place of another one is as bad as if that were missing.
    //
    //   y.k is t.n misnamed      y lacks n
    //   ---------------------------------- (P-Misnamed-Property)
    //   y.k is unknown
    misplaces(y, t, j) <-- misnames(y, t, j, i), lacks(y, t, t, i, _, _);
    unknown_property(y, t, j, z, l) <--
        misnamed(y, t, j, i, z), lacks(y, t, t, i, _, l), if by("P-Misnamed-Property");
    misnamed(y, t, j, i, z) <-- exceeds(y, t, j, z), misnames(y, t, j, i);

    /// Holds if the `j`-th property of `y` has the place of one that `y` lacks.
    relation misplaces(ExprId, Ty, u32);

    /// Holds if the `j`-th property of `y`, `z`, is perhaps meant as the `i`-th of `t`.
    #[ds(unique)]
    relation misnamed(ExprId, Ty, u32, u32, ExprId);

    /// Holds if the `j`-th property of the object `y`, `z`, is none of the object `t` that is expected there.
    relation unknown_property(ExprId, Ty, u32, ExprId, Law);
}
