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

    // T-Range-Condition: a range that surely is a truth value is a condition.
    //
    //   range : r      resolve(r) = s      s ~> bool
    //   -------------------------------------------- (T-Range-Condition)
    //   range is a condition
    range_typed(b, r, s, RangeKind::Condition) <--
        range_resolved(b, r, s), let k = converts(*s, BOOL, Plain), if k == Safe, if by("T-Range-Condition");

    // T-Range-Count: a range that surely is a number, and no truth value, is a count.
    //
    //   range : r      resolve(r) = s      s ~k> bool      k != Safe      s ~> number
    //   ----------------------------------------------------------------------------- (T-Range-Count)
    //   range is a count
    range_typed(b, r, s, RangeKind::Count) <--
        range_resolved(b, r, s), let k = converts(*s, BOOL, Plain), if k != Safe, let l = converts(*s, NUMBER, Plain),
        if l == Safe, if by("T-Range-Count");

    // T-Range-Items: any other range is taken for a collection.
    //
    //   range : r      resolve(r) = s      s ~k> bool      s ~l> number      k, l != Safe
    //   --------------------------------------------------------------------------------- (T-Range-Items)
    //   range goes over items
    range_typed(b, r, s, RangeKind::Items) <--
        range_resolved(b, r, s), let k = converts(*s, BOOL, Plain), if k != Safe, let l = converts(*s, NUMBER, Plain),
        if l != Safe, if by("T-Range-Items");

    /// Holds if the instances of `b` go by a range of the type `r`, which once resolved is an `s`. Of resources, whose range
    /// may be null, null is left out.
    #[ds(transient)]
    relation range_resolved(BindingId, Ty, Ty);
    ranges_by(b, r) <-- ranges_over(b, x), has_type(x, r);
    range_resolved(b, r, if *yes { without_none(s) } else { s }) <--
        ranges_by(b, r), is_instance(b, _, yes), let s = resolves(*r);

    /// Holds if the instances of `b` go by a range of the type `r`.
    #[ds(unique)]
    relation ranges_by(BindingId, Ty);

    /// Holds if there is an instance of `b`, which gives a `t`, for each item of an `s`, and that is what `k` says; the result
    /// is as eventual as `v` for conditions, and in an eventual `w` for items. Those of components are prompt.
    #[ds(transient)]
    relation ranged(BindingId, Ty, Ty, RangeKind, Eventuality, Eventuality);
    ranged(b, t, s, k, resource(*yes, eventuality(*r)), resource(*yes, outer_eventuality(*r))) <--
        range_typed(b, r, s, k), is_instance(b, t, yes);

    // T-Conditional-Instance: on a condition there is one instance or none.
    //
    //   b gives t      range : s, a condition, as eventual as v      common(t, none, Safe) = u
    //   -------------------------------------------------------------------------------------- (T-Conditional-Instance)
    //   b : lift(v, u)
    amounts_to(b, u, v) <--
        ranged(b, t, _, k, v, _), if *k == RangeKind::Condition, let u = common_type(*t, NONE, Safe),
        if by("T-Conditional-Instance");

    // T-Counted-Instances: by a count there is a list of instances, prompt even if the count is not.
    //
    //   b gives t      range : s, a count
    //   --------------------------------- (T-Counted-Instances)
    //   b : list(t)
    amounts_to(b, built(List, *t), Eventuality::Prompt) <--
        ranged(b, t, _, k, _, _), if *k == RangeKind::Count, if by("T-Counted-Instances");

    // T-Item-Instances: by the items of a collection there is a map of instances if its keys are texts, else a list.
    //
    //   b gives t      range : s over items, in an eventual w      each(s) = (k, _)
    //   --------------------------------------------------------------------------- (T-Item-Instances)
    //   b : lift(w, map(t)) if k = string, else lift(w, list(t))
    amounts_to(b, built(if k == STRING { Map } else { List }, *t), w) <--
        ranged(b, t, s, kind, _, w), if *kind == RangeKind::Items, let (k, _, _) = iterates(*s),
        if by("T-Item-Instances");

    // The variable.

    /// Holds if in the block that binds `range` to `v` the range is an `s`, and that is what `k` says.
    #[ds(transient)]
    relation range_variable(BindingId, Ty, RangeKind);
    range_variable(v, s, k) <-- range_typed(b, _, s, k), binds_range(b, v);

    // T-Range-Value: by a count, `range.value` is the number of the instance.
    //
    //   range is a count
    //   ----------------------------- (T-Range-Value)
    //   range : object({value=int})
    binds(v, range_object(None, INT)) <--
        range_variable(v, _, k), if *k == RangeKind::Count, if by("T-Range-Value");

    // T-Range-Item: by a collection, `range.key` and `range.value` are those of the item.
    //
    //   range over the items of s      each(s) = (k, u)
    //   ----------------------------------------------- (T-Range-Item)
    //   range : object({key=k, value=u})
    binds(v, range_object(Some(k), u)) <--
        range_variable(v, s, kind), if *kind == RangeKind::Items, let (k, u, _) = iterates(*s), if by("T-Range-Item");

    // T-No-Range: the `range` of a block that ranges over a condition has the type any.
    //
    //   range is a condition
    //   -------------------- (T-No-Range)
    //   range : any
    binds(v, ANY), no_range(v) <-- range_variable(v, _, k), if *k == RangeKind::Condition, if by("T-No-Range");
}
