//! Iterations: for-expressions and splats.
//!
//! Judgment: `e : t`.
//!
//! Source: the reference's behaviour. A union whose members all iterate is iterated here, and a set; the reference stops
//! at both.
//!
//! Smallest example: `[for x in xs : x]` has the type `list(int)` where `xs` has the type `list(int)`.

ascent::ascent_source! {
    /// Types of for-expressions and splats.
    iterations:

    // T-For-Variables: the variables of a for-expression have the types of keys and elements.
    //
    //   for i, v in x      x : t      each(t) = (k, u)
    //   ---------------------------------------------- (T-For-Variables)
    //   i : k      v : u
    iterated(e, x, t) <-- part_has_type(x, e, r, t), if *r == Role::Iterated;
    iteration_demanded(t) <-- iterated(_, _, t);
    iterated_elements(e, k, u) <-- iterated(e, _, t), iterates(t, k, u, _);
    binds(b, u) <-- iterated_elements(e, _, u), binds_value(e, b), if by("T-For-Variables");

    // T-For-Key-Variable: and so does the variable of the key.
    //
    //   for i, v in x      x : t      each(t) = (k, u)
    //   ---------------------------------------------- (T-For-Key-Variable)
    //   i : k
    binds(b, k) <-- iterated_elements(e, k, _), binds_key(e, b), if by("T-For-Key-Variable");

    // P-For: what is iterated has to be a collection.
    //
    //   for v in x      x : t      each(t) fails
    //   ---------------------------------------- (P-For)
    //   x cannot be iterated
    not_iterable(x, t) <-- iterated(_, x, t), iterates(t, _, _, yes), if !yes, if by("P-For");

    /// Holds if the for-expression `e` iterates `x`, which has the type `t`.
    #[ds(passing)]
    relation iterated(ExprId, ExprId, Ty);

    /// Holds if the for-expression `e` iterates elements of the type `u` with keys of the type `k`.
    #[ds(passing)]
    relation iterated_elements(ExprId, Ty, Ty);

    /// Holds if the for-expression `e` makes an `r` from a `t`; its items have values of the type `u`, and its key and
    /// condition are as eventual as `v`.
    #[ds(passing)]
    relation for_typed(ExprId, Ty, Comprehension, Ty, Eventuality);
    for_typed(e, t, r, u, v) <-- for_result(e, t, r), for_items(e, u, v);

    /// Holds if the for-expression `e` makes an `r` from a `t`.
    #[ds(passing)]
    relation for_result(ExprId, Ty, Comprehension);
    for_result(e, t, r) <-- iterated(e, _, t), makes(e, r);

    /// Holds if the items of the for-expression `e` have values of the type `u`, and its key and condition are as
    /// eventual as `v`.
    #[ds(passing)]
    relation for_items(ExprId, Ty, Eventuality);
    for_items(e, u, eventuality_of(items(*ts).into_iter().skip(1))) <--
        operand_types(e, f, _, ts, _, x), if *x == ExprId::NONE && *f == Form::For, if let Some(u) = item(*ts, 0);

    // T-For-List: without a key the result is a list, as eventual as the collection and the condition.
    //
    //   x : t      y : u      c : s
    //   ----------------------------------------------------------------------- (T-For-List)
    //   [for v in x : y if c] : lift(eventual(s), lift(outer(t), list(u)))
    wraps(e, built(List, *u), outer_eventuality(*t), v) <--
        for_typed(e, t, r, u, v), if *r == Comprehension::List, if by("T-For-List");

    // T-For-Map: with a key it is a map.
    //
    //   x : t      k : r      y : u      c : s
    //   -------------------------------------------------------------------------------------------- (T-For-Map)
    //   {for v in x : k => y if c} : lift(max(eventual(r), eventual(s)), lift(outer(t), map(u)))
    wraps(e, built(Map, *u), outer_eventuality(*t), v) <--
        for_typed(e, t, r, u, v), if *r == Comprehension::Map, if by("T-For-Map");

    // T-For-Groups: and if the values of equal keys are grouped, a map of lists.
    //
    //   x : t      k : r      y : u      c : s
    //   ------------------------------------------------------------------------------------------------------- (T-For-Groups)
    //   {for v in x : k => y... if c} : lift(max(eventual(r), eventual(s)), lift(outer(t), map(list(u))))
    wraps(e, built(Map, built(List, *u)), outer_eventuality(*t), v) <--
        for_typed(e, t, r, u, v), if *r == Comprehension::Groups, if by("T-For-Groups");

    // T-For-Key: the key of an item has to be a string.
    //
    //   {for v in x : k => y}      k : s
    //   -------------------------------- (T-For-Key)
    //   k expects string
    expects(k, s, STRING) <-- part_has_type(k, _, r, s), if *r == Role::ForKey, if by("T-For-Key");

    // T-Splat-Item: the element of a splat has the type that the splat meets.
    //
    //   x[*]y      x : t      splat(t) = u
    //   ---------------------------------- (T-Splat-Item)
    //   item : u
    splatted(e, t, b) <-- part_has_type(_, e, r, t), if *r == Role::Splatted, binds_item(e, b);
    splat_demanded(t) <-- splatted(_, t, _);
    binds(b, u) <-- splatted(_, t, b), splats(t, u, _), if by("T-Splat-Item");

    /// Holds if `e` is a splat over a `t`, whose element is `b`.
    #[ds(passing)]
    relation splatted(ExprId, Ty, BindingId);

    // T-Splat: a splat over a sequence is the list of what its elements give, inside the sequence's eventual.
    //
    //   x : t      splat(t) meets a sequence      y : u
    //   ----------------------------------------------- (T-Splat)
    //   x[*]y : lift(outer(t), list(u))
    splat_meets(e, t, yes) <-- splatted(e, t, _), splats(t, _, yes);
    splat_gives(e, u) <-- part_has_type(_, e, r, u), if *r == Role::Each;
    wraps(e, built(List, *u), outer_eventuality(*t), Eventuality::Prompt) <--
        splat_meets(e, t, yes), splat_gives(e, u), if *yes, if by("T-Splat");

    // T-Splat-Single: a splat over anything else is a list of one.
    //
    //   x : t      splat(t) meets no sequence      y : u
    //   ------------------------------------------------ (T-Splat-Single)
    //   x[*]y : list(u)
    has_type(e, built(List, *u)) <--
        splat_meets(e, _, yes), splat_gives(e, u), if !yes, if by("T-Splat-Single");

    /// Holds if `e` is a splat over a `t`, a sequence (`true`) or not (`false`).
    #[ds(passing)]
    relation splat_meets(ExprId, Ty, bool);

    /// Holds if for each element the splat `e` gives a `u`.
    #[ds(passing)]
    relation splat_gives(ExprId, Ty);
}
