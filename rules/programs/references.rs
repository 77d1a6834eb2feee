//! References: names, the steps behind them, indices.
//!
//! Judgment: `e : t`.
//!
//! Source: the specification's traversal sentences; for indices, the reference's behaviour.
//!
//! Smallest example: `point.x` has the type that the step `.x` leads to from the type of `point`.

ascent::ascent_source! {
    /// Types of references.
    references:

    // T-Name: a name has the type of what it means.
    //
    //   e = b      b : t
    //   ---------------- (T-Name)
    //   e : t
    has_type(e, t) <-- refers_to(e, b), binds(b, t), if step(*e, 0).is_none(), if by("T-Name");

    // T-Unknown: an unresolved name has the type any.
    //
    //   e means nothing, and is no error
    //   -------------------------------- (T-Unknown)
    //   e : any
    has_type(e, ANY) <-- is_unknown(e), !is_erroneous(e), if by("T-Unknown");

    // T-Broken: an expression that could not be read has the type any.
    //
    //   e could not be read
    //   ------------------- (T-Broken)
    //   e : any
    has_type(e, ANY) <-- is_broken(e), if by("T-Broken");

    // T-Property: a property that is named instead of its value has the type Property, wherever its steps lead.
    //
    //   e names the property b
    //   ---------------------- (T-Property)
    //   e : Property
    has_type(e, opaque("Property")) <-- names_property(e, _), if by("T-Property");

    // T-Traversal: a traversal has the type that its steps lead to, one after the other.
    //
    //   x : t0      t0.k1 = t1   ...   tn-1.kn = tn
    //   ------------------------------------------- (T-Traversal)
    //   x.k1 ... kn : tn
    steps(e, 0, t, u, o) <--
        refers_to(e, b), binds(b, t), if let Some(k) = step(*e, 0), let (u, o) = traverses(*t, k);
    steps(e, 0, t, u, o) <--
        part_has_type(_, e, r, t), if *r == Role::Source, if let Some(k) = step(*e, 0), let (u, o) = traverses(*t, k);
    steps(e, i + 1, t, u, o) <--
        steps(e, i, _, t, _), if let Some(k) = step(*e, *i + 1), let (u, o) = traverses(*t, k);
    has_type(e, u) <-- steps(e, i, _, u, _), if step(*e, *i + 1).is_none(), if by("T-Traversal");

    // Indices.

    // T-Index-Literal: an index that is a literal is a step, if it leads somewhere.
    //
    //   x : t      k = v      t.v = u
    //   ----------------------------- (T-Index-Literal)
    //   x[k] : u
    literal_key(e, step_of(*v)) <-- is_part(k, e, r), is_literal(k, v), if *r == Role::Key;
    indexed(e, x, t) <-- part_has_type(x, e, r, t), if *r == Role::Collection;
    literal_index(e, x, t, u, o) <-- indexed(e, x, t), literal_key(e, s), let (u, o) = traverses(*t, *s);
    has_type(e, u) <-- literal_index(e, _, _, u, o), if *o == Outcome::Found, if by("T-Index-Literal");

    /// Holds if the key of the index `e` is the literal `s`.
    #[ds(transient)]
    relation literal_key(ExprId, Step);

    /// Holds if `e` is an index of `x`, which has the type `t`.
    #[ds(transient)]
    relation indexed(ExprId, ExprId, Ty);

    /// Holds if `e` is an index of `x`, which has the type `t`, by a literal that leads to `u`, and meets `o`.
    #[ds(transient)]
    relation literal_index(ExprId, ExprId, Ty, Ty, Outcome);

    // T-Index: any other index gives an element, as eventual as the collection and the index.
    //
    //   x : t      k : s      each(t) = (_, u)
    //   ----------------------------------------------- (T-Index)
    //   x[k] : lift(eventual(s), lift(outer(t), u))
    computed_index(e, x, t) <-- indexed(e, x, t), !literal_key(e, _);
    computed_index(e, x, t) <-- literal_index(e, x, t, _, o), if *o != Outcome::Found;
    key_of(e, k, s) <-- part_has_type(k, e, r, s), if *r == Role::Key;
    index_typed(e, x, k, t, s, p, u, yes), gathers(x, t) <--
        computed_index(e, x, t), key_of(e, k, s), let (p, u, yes) = iterates(*t);
    wraps(e, u, outer_eventuality(*t), eventuality(*s)) <-- index_typed(e, _, _, t, s, _, u, _), if by("T-Index");

    /// Holds if `e` is an index of `x`, which has the type `t`, and its key is to be computed, or leads nowhere as a step.
    #[ds(transient)]
    relation computed_index(ExprId, ExprId, Ty);

    /// Holds if the key of the index `e` is `k`, which has the type `s`.
    #[ds(transient)]
    relation key_of(ExprId, ExprId, Ty);

    // What iterations share.

    /// Holds if `e` results in `t` inside the eventual `w` of the collection that it comes from, and is as eventual as
    /// `v` besides.
    #[ds(transient)]
    relation wraps(ExprId, Ty, Eventuality, Eventuality);

    // T-Unwrapped: an index of a prompt collection has its result type as it is.
    //
    //   e results in t, inside no eventual, as eventual as v
    //   ---------------------------------------------------- (T-Unwrapped)
    //   e results in t, as eventual as v
    results_in(e, t, v) <-- wraps(e, t, w, v), if *w == Eventuality::Prompt, if by("T-Unwrapped");

    // T-Wrapped: an index of an eventual collection has the eventual result type.
    //
    //   e results in t, inside w, as eventual as v      lift(w, t) = u
    //   -------------------------------------------------------------- (T-Wrapped)
    //   e results in u, as eventual as v
    results_in(e, u, v) <--
        wraps(e, t, w, v), if *w != Eventuality::Prompt, let u = lifts(*w, *t), if by("T-Wrapped");
}
