//! Methods: the methods of resources that calls mean.
//!
//! Judgment: `e calls c.m`, *the method `m` of a resource of the class `c` is called*.
//!
//! Source: the reference's behaviour.
//!
//! Smallest example: `call(r, "m", {})` calls `pkg:index:R.m` where `r` is a `pkg:index:R`.

ascent::ascent_source! {
    /// Methods of resources.
    methods:

    /// Holds if `e` calls the method `m` on `x`.
    #[ds(input)]
    relation calls_method(ExprId, ExprId, Name);

    /// Holds if resources of the class `c` have a method `m` that takes a `p` and gives an `r`; `yes` tells that the
    /// result is available at once.
    relation has_method(ClassId, Name, Ty, Ty, bool);

    // T-Method-Found: a method is looked up in the class of the resource it is called on.
    //
    //   e = call(x, m, a)      x is c      c.m takes p, gives r
    //   ------------------------------------------------------- (T-Method-Found)
    //   e calls c.m
    method_called(e, c, m) <-- calls_method(e, x, m), has_class(x, c);
    method_found(e, p, r, yes) <--
        method_called(e, c, m), has_method(c, m, p, r, yes), if by("T-Method-Found");
    is_found(e) <-- method_found(e, _, _, _);
    method_gives(e, p, r) <-- method_found(e, p, r, yes), if *yes;
    method_gives(e, p, built(Output, *r)) <-- method_found(e, p, r, yes), if !yes;

    /// Holds if `e` calls the method `m` on a resource of the class `c`.
    relation method_called(ExprId, ClassId, Name);

    /// Holds if `e` calls a method that takes a `p` and gives an `r`; `yes` tells that the result is available at once.
    relation method_found(ExprId, Ty, Ty, bool);

    /// Holds if `e` calls a method that exists.
    relation is_found(ExprId);

    // P-Unknown-Method: a method has to exist.
    //
    //   e = call(x, m, a)      x is c      c has no method m
    //   ---------------------------------------------------- (P-Unknown-Method)
    //   m is unknown
    unknown_method(e, c) <-- method_called(e, c, _), !is_found(e), if by("P-Unknown-Method");
    misses_method(e) <-- calls_method(e, _, _), !is_found(e);

    /// Holds if `e` calls a method that resources of the class `c` do not have.
    #[ds(unique)]
    relation unknown_method(ExprId, ClassId);

    // P-Receiver: a method has to be called on one resource.
    //
    //   e = call(x, m, a)      x is no resource
    //   --------------------------------------- (P-Receiver)
    //   x has no methods
    no_receiver(x) <-- calls_method(_, x, _), !has_class(x, _), if by("P-Receiver");

    /// Holds if a method is called on `x`, which is no resource.
    #[ds(unique)]
    relation no_receiver(ExprId);
}
