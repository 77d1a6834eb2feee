//! Ranges: resources and components of which there are several.
//!
//! Judgment: `b : t`, *the value of the binding `b` has the type `t`*.
//!
//! A block with `range` stands for a condition, a number or a collection of instances: its name is an optional value, a
//! list, or a map. Inside, `range.key` and `range.value` are the item at hand.
//!
//! Source: the reference's behaviour.
//!
//! Smallest example: with `options { range = 2 }` the name of a resource is a list of resources.

ascent::ascent_source! {
    /// Types of blocks with a range.
    ranges:

    // T-Instance: a block without a range is one instance.
    //
    //   b gives t, no range
    //   ------------------- (T-Instance)
    //   b : t
    binds(b, t) <-- is_instance(b, t, _), !ranges_over(b, _), if by("T-Instance");

    /// Holds if there is an instance of `b`, which gives a `t`, for each item of an `r`; `yes` tells resources.
    #[ds(passing)]
    relation ranged(BindingId, Ty, bool, Ty);
    range_typed(b, r) <-- ranges_over(b, x), has_type(x, r);
    ranged(b, t, yes, r) <-- range_typed(b, r), is_instance(b, t, yes);

    /// Holds if the instances of `b` go by items of an `r`.
    #[ds(passing)]
    relation range_typed(BindingId, Ty);
    resolving_demanded(r) <-- range_typed(_, r);

    /// Holds if the instances of `b`, which gives a `t`, go by an `s`, which is as eventual as `v`, in an eventual `w`.
    #[ds(passing)]
    relation range_resolved(BindingId, Ty, bool, Ty, Eventuality, Eventuality);
    range_resolved(b, t, yes, if *yes { without_none(*s) } else { *s }, eventuality(*r), outer_eventuality(*r)) <--
        ranged(b, t, yes, r), resolves(r, s);

    // What a range is.

    /// Holds if it is asked what a range over an `s` is: whether it converts to `p`, in mode `m`.
    relation range_demanded(Ty, Ty, Mode);
    range_demanded(s, BOOL, Plain) <-- range_resolved(_, _, _, s, _, _);
    conversion_demanded(s, p, m) <-- range_demanded(s, p, m);

    /// Holds if a range over an `s` is what `k` says.
    #[ds(function)]
    relation range_is(Ty, RangeKind);

    // T-Range-Is-Condition: what is surely a truth value is a condition.
    //
    //   s ~Safe> bool
    //   -------------------- (T-Range-Is-Condition)
    //   s ranges conditional
    range_is(s, RangeKind::Condition) <--
        range_demanded(s, p, m), converts(s, p, m, k), if *p == BOOL && *k == Safe, if by("T-Range-Is-Condition");
    range_demanded(s, NUMBER, Plain) <--
        range_demanded(s, p, m), converts(s, p, m, k), if *p == BOOL && *k != Safe;

    // T-Range-Is-Count: what is surely a number is a count.
    //
    //   s ~Safe> number, not bool
    //   ------------------------- (T-Range-Is-Count)
    //   s ranges counting
    range_is(s, RangeKind::Count) <--
        range_demanded(s, p, m), converts(s, p, m, k), if *p == NUMBER && *k == Safe, if by("T-Range-Is-Count");

    // T-Range-Is-Items: all else is taken for a collection.
    //
    //   not s ~Safe> bool, number
    //   ------------------------- (T-Range-Is-Items)
    //   s ranges over items
    range_is(s, RangeKind::Items) <--
        range_demanded(s, p, m), converts(s, p, m, k), if *p == NUMBER && *k != Safe, if by("T-Range-Is-Items");

    /// Holds if the instances of `b`, which gives a `t`, go by an `s`, as eventual as `v`, in an eventual `w`, and that is
    /// what `k` says.
    #[ds(passing)]
    relation range_known(BindingId, Ty, bool, Ty, Eventuality, Eventuality, RangeKind);
    range_known(b, t, yes, s, v, w, k) <-- range_resolved(b, t, yes, s, v, w), range_is(s, k);

    // T-Range-Condition: on a condition there is one instance or none.
    //
    //   b gives t      range : s, conditional, as eventual as v      common(t, none, Safe) = u
    //   -------------------------------------------------------------------------------------- (T-Range-Condition)
    //   b : lift(v, u)
    optional_instance(b, t, NONE, Safe, if *yes { *v } else { Eventuality::Prompt }) <--
        range_known(b, t, yes, _, v, _, k), if *k == RangeKind::Condition;
    common_type_demanded(t, n, k) <-- optional_instance(_, t, n, k, _);
    amounts_to(b, u, v) <-- optional_instance(b, t, n, k, v), common_type(t, n, k, u), if by("T-Range-Condition");

    /// Holds if there is an instance of `b`, which gives a `t`, or `n`; they have something in common of kind `k`, which is
    /// as eventual as `v`.
    #[ds(passing)]
    relation optional_instance(BindingId, Ty, Ty, Conversion, Eventuality);

    // T-Range-Count: by a count there is a list of instances, prompt even if the count is not.
    //
    //   b gives t      range : s, counting
    //   ---------------------------------- (T-Range-Count)
    //   b : list(t)
    amounts_to(b, built(List, *t), Eventuality::Prompt) <--
        range_known(b, t, _, _, _, _, k), if *k == RangeKind::Count, if by("T-Range-Count");

    // T-Range-Items: by the items of a collection there is a map of instances if its keys are texts, else a list.
    //
    //   b gives t      range : s over items, in an eventual w      each(s) = (k, _)
    //   --------------------------------------------------------------------------- (T-Range-Items)
    //   b : lift(w, map(t)) if k = string, else lift(w, list(t))
    ranged_items(b, t, s, if *yes { *w } else { Eventuality::Prompt }), iteration_demanded(s) <--
        range_known(b, t, yes, s, _, w, k), if *k == RangeKind::Items;
    amounts_to(b, built(if *k == STRING { Map } else { List }, *t), w) <--
        ranged_items(b, t, s, w), iterates(s, k, _, _), if by("T-Range-Items");

    /// Holds if the instances of `b`, which gives a `t`, go by the items of an `s`, which is in an eventual `w`.
    #[ds(passing)]
    relation ranged_items(BindingId, Ty, Ty, Eventuality);

    // P-Range: what is ranged over has to be a condition, a number or a collection.
    //
    //   range = x      x : s over items      each(s) fails
    //   -------------------------------------------------- (P-Range)
    //   x cannot be iterated
    range_item(b, s) <-- ranged_items(b, _, s, _), is_instance(b, _, yes), if *yes;
    range_failed(b, s) <-- range_item(b, s), iterates(s, _, _, yes), if !yes;
    not_iterable(x, s) <-- range_failed(b, s), ranges_over(b, x), if by("P-Range");

    /// Holds if the instances of the resource `b` go by the items of an `s`.
    #[ds(passing)]
    relation range_item(BindingId, Ty);

    /// Holds if the instances of the resource `b` go by the items of an `s`, which has none.
    #[ds(passing)]
    relation range_failed(BindingId, Ty);

    // The variable.

    /// Holds if in the block that binds `range` to `v` the range is an `s`, and that is what `k` says.
    #[ds(passing)]
    relation range_variable(BindingId, Ty, RangeKind);
    range_kind(b, s, k) <-- range_known(b, _, _, s, _, _, k);
    range_variable(v, s, k) <-- range_kind(b, s, k), binds_range(b, v);

    /// Holds if the instances of `b` go by an `s`, and that is what `k` says.
    #[ds(passing)]
    relation range_kind(BindingId, Ty, RangeKind);

    // T-Range-Value: by a count, `range.value` is the number of the instance.
    //
    //   range counting
    //   ----------------------------- (T-Range-Value)
    //   range : object({value=int})
    binds(v, range_object(None, INT)) <--
        range_variable(v, _, k), if *k == RangeKind::Count, if by("T-Range-Value");

    // T-Range-Item: by a collection, `range.key` and `range.value` are those of the item.
    //
    //   range over the items of s      each(s) = (k, u)
    //   ----------------------------------------------- (T-Range-Item)
    //   range : object({key=k, value=u})
    range_items(v, s) <-- range_variable(v, s, k), if *k == RangeKind::Items;
    binds(v, range_object(Some(*k), *u)) <-- range_items(v, s), iterates(s, k, u, _), if by("T-Range-Item");

    /// Holds if in the block that binds `range` to `v` the range goes over the items of an `s`.
    #[ds(passing)]
    relation range_items(BindingId, Ty);

    // P-Range-Condition: on a condition there is no item.
    //
    //   range conditional      e = range
    //   -------------------------------- (P-Range-Condition)
    //   e is unknown
    binds(v, ANY), no_range(v) <-- range_variable(v, _, k), if *k == RangeKind::Condition;
    unknown_name(e) <-- no_range(v), refers_to(e, v), if by("P-Range-Condition");

    /// Holds if the binding `v` is the `range` of a block whose range is a condition.
    relation no_range(BindingId);
}
