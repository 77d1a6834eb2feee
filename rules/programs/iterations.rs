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
    iterated(e, x, t, k, u, yes), gathers(x, t) <--
        part_has_type(x, e, r, t), if *r == Role::Iterated, let (k, u, yes) = iterates(*t);
    binds(b, u) <-- iterated(e, _, _, _, u, _), binds_value(e, b), if by("T-For-Variables");

    // T-For-Key-Variable: the key variable of a for-expression has the type of the keys.
    //
    //   for i, v in x      x : t      each(t) = (k, u)
    //   ---------------------------------------------- (T-For-Key-Variable)
    //   i : k
    binds(b, k) <-- iterated(e, _, _, k, _, _), binds_key(e, b), if by("T-For-Key-Variable");

    /// Holds if the for-expression `e` makes an `r` from a `t`; its items have values of the type `u`, and its key and
    /// condition are as eventual as `v`.
    #[ds(transient)]
    relation for_typed(ExprId, Ty, Comprehension, Ty, Eventuality);
    for_typed(e, t, r, u, v) <-- for_result(e, t, r), for_items(e, u, v);

    /// Holds if the for-expression `e` makes an `r` from a `t`.
    #[ds(transient)]
    relation for_result(ExprId, Ty, Comprehension);
    for_result(e, t, r) <-- iterated(e, _, t, _, _, _), makes(e, r);

    /// Holds if the items of the for-expression `e` have values of the type `u`, and its key and condition are as
    /// eventual as `v`.
    #[ds(transient)]
    relation for_items(ExprId, Ty, Eventuality);
    for_items(e, u, eventuality_of(items(*ts).into_iter().skip(1))) <--
        operand_types(e, f, _, ts, _, x), if *x == ExprId::NONE && *f == Form::For, if let Some(u) = item(*ts, 0);

    // T-For-List: a for-expression without a key gives a list, as eventual as the collection and the condition.
    //
    //   x : t      y : u      c : s
    //   ----------------------------------------------------------------------- (T-For-List)
    //   [for v in x : y if c] : lift(eventual(s), lift(outer(t), list(u)))
    wraps(e, built(List, *u), outer_eventuality(*t), v) <--
        for_typed(e, t, r, u, v), if *r == Comprehension::List, if by("T-For-List");

    // T-For-Map: a for-expression with a key gives a map, as eventual as the collection, the key and the condition.
    //
    //   x : t      k : r      y : u      c : s
    //   -------------------------------------------------------------------------------------------- (T-For-Map)
    //   {for v in x : k => y if c} : lift(max(eventual(r), eventual(s)), lift(outer(t), map(u)))
    wraps(e, built(Map, *u), outer_eventuality(*t), v) <--
        for_typed(e, t, r, u, v), if *r == Comprehension::Map, if by("T-For-Map");

    // T-For-Groups: a for-expression that groups the values of equal keys gives a map of lists.
    //
    //   x : t      k : r      y : u      c : s
    //   ------------------------------------------------------------------------------------------------------- (T-For-Groups)
    //   {for v in x : k => y... if c} : lift(max(eventual(r), eventual(s)), lift(outer(t), map(list(u))))
    wraps(e, built(Map, built(List, *u)), outer_eventuality(*t), v) <--
        for_typed(e, t, r, u, v), if *r == Comprehension::Groups, if by("T-For-Groups");

    // T-Splat-Item: the element of a splat has the type that the splat meets.
    //
    //   x[*]y      x : t      splat(t) = u
    //   ---------------------------------- (T-Splat-Item)
    //   item : u
    splatted(e, t, u, yes) <-- part_has_type(_, e, r, t), if *r == Role::Splatted, let (u, yes) = splats(*t);
    binds(b, u) <-- splatted(e, _, u, _), binds_item(e, b), if by("T-Splat-Item");

    // T-Splat: a splat over a sequence gives the list of the results for its elements, inside the eventual of the sequence.
    //
    //   x : t      splat(t) meets a sequence      y : u
    //   ----------------------------------------------- (T-Splat)
    //   x[*]y : lift(outer(t), list(u))
    splat_gives(e, u) <-- part_has_type(_, e, r, u), if *r == Role::Each;
    wraps(e, built(List, *u), outer_eventuality(*t), Eventuality::Prompt) <--
        splatted(e, t, _, yes), splat_gives(e, u), if *yes, if by("T-Splat");

    // T-Splat-Single: a splat over anything else is a list of one.
    //
    //   x : t      splat(t) meets no sequence      y : u
    //   ------------------------------------------------ (T-Splat-Single)
    //   x[*]y : list(u)
    has_type(e, built(List, *u)) <--
        splatted(e, _, _, yes), splat_gives(e, u), if !yes, if by("T-Splat-Single");

    /// Holds if for each element the splat `e` gives a `u`.
    #[ds(transient)]
    relation splat_gives(ExprId, Ty);
}
