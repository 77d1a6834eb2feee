//! Methods: problems with the methods of resources that calls name.
//!
//! The class of a resource is an annotation of its type: it travels with the type through names, members,
//! elements and branches. `t is a resource u` says that `u` is the type of a resource, and `t` is `u`, or an eventual of it.
//!
//! Source: the reference's behaviour; that an eventual resource has methods as well, is an extension.
//!
//! Smallest example: `call(r, "m", {})` calls the method `m` of a `pkg:index:R` where `r` is one, and so does
//! `call([r][0], "m", {})`.

ascent::ascent_source! {
    /// Problems with methods.
    methods:

    // P-Unknown-Method: a method has to exist.
    //
    //   e = call(x, m, a)      x : t      t is a resource u      u has no method m
    //   -------------------------------------------------------------------------- (P-Unknown-Method)
    //   m is unknown
    unknown_method(e, u) <--
        called(e, ts, _, _, _), calls_method(e, m), if let Some(u) = item(*ts, 0).and_then(resource_in),
        if method(u, *m).is_none(), if by("P-Unknown-Method");

    /// Holds if `e` calls a method that resources of the type `u` do not have.
    #[ds(unique)]
    relation unknown_method(ExprId, Ty);

    // P-Receiver: a method has to be called on one resource.
    //
    //   e = call(x, m, a)      x : t      t is no resource
    //   -------------------------------------------------- (P-Receiver)
    //   x has no methods
    no_receiver(x) <--
        called(e, ts, _, _, _), calls_method(e, _), if let Some(x) = operand(*e, 0),
        if item(*ts, 0).and_then(resource_in).is_none(), if by("P-Receiver");

    /// Holds if a method is called on `x`, which is no resource.
    #[ds(unique)]
    relation no_receiver(ExprId);
}
