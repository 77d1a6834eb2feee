//! Problems with ranges.
//!
//! Source: the reference's behaviour.
//!
//! Smallest example: a resource with `options { range = true == 1 ? "a" : null }` ranges over what has no elements.

ascent::ascent_source! {
    /// Problems with ranges.
    range_problems:

    // P-Range: the range of a resource has to be a condition, a number or a collection.
    //
    //   range = x      x : s over items      each(s) fails
    //   -------------------------------------------------- (P-Range)
    //   x cannot be iterated
    range_failed(b, s) <--
        range_typed(b, _, s, k), is_instance(b, _, yes), if *yes && *k == RangeKind::Items,
        let (_, _, found) = iterates(*s), if !found;
    not_iterable(x, s) <-- range_failed(b, s), ranges_over(b, x), if by("P-Range");

    /// Holds if the instances of the resource `b` go by the items of an `s`, which has none.
    #[ds(transient)]
    relation range_failed(BindingId, Ty);
    range_items(b, s) <-- range_typed(b, _, s, k), if *k == RangeKind::Items;
    gathers(x, s) <-- range_items(b, s), ranges_over(b, x);

    /// Holds if the instances of `b` go by the items of an `s`.
    #[ds(unique)]
    relation range_items(BindingId, Ty);

    // P-Eventual-Range: the number of instances should be known before any of them is made.
    //
    //   b ranges over x      x : t      t is eventual
    //   --------------------------------------------- (P-Eventual-Range)
    //   the range of b is eventual
    eventual_range(x, t) <--
        ranges_over(_, x), has_type(x, t), if eventuality(*t) != Eventuality::Prompt, if by("P-Eventual-Range");

    /// Holds if a block ranges over `x`, whose type `t` is eventual.
    #[ds(unique)]
    relation eventual_range(ExprId, Ty);

    // P-Range-Condition: a block that ranges over a condition has no `range`.
    //
    //   range is a condition      e = range
    //   ----------------------------------- (P-Range-Condition)
    //   e is unknown
    unknown_name(e) <-- no_range(v), refers_to(e, v), if by("P-Range-Condition");
}
