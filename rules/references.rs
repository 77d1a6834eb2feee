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

    // T-Unknown: of a name that means nothing nothing is known.
    //
    //   e means nothing
    //   --------------- (T-Unknown)
    //   e : any
    has_type(e, ANY) <-- is_unknown(e), if by("T-Unknown");

    // T-Broken: nor is of an expression that could not be read.
    //
    //   e could not be read
    //   ------------------- (T-Broken)
    //   e : any
    has_type(e, ANY) <-- is_broken(e), if by("T-Broken");

    // T-Traversal: a traversal has the type that its steps lead to, one after the other.
    //
    //   x : t0      t0.k1 = t1   ...   tn-1.kn = tn
    //   ------------------------------------------- (T-Traversal)
    //   x.k1 ... kn : tn
    stands_before(e, 0, t, k), traversal_demanded(t, k) <--
        refers_to(e, b), binds(b, t), if let Some(k) = step(*e, 0);
    stands_before(e, 0, t, k), traversal_demanded(t, k) <--
        part_has_type(_, e, r, t), if *r == Role::Source, if let Some(k) = step(*e, 0);
    stands_before(e, i + 1, u, l), traversal_demanded(u, l) <--
        stands_before(e, i, t, k), traverses(t, k, u, _), if let Some(l) = step(*e, *i + 1);
    has_type(e, u) <--
        stands_before(e, i, t, k), traverses(t, k, u, _), if step(*e, *i + 1).is_none(), if by("T-Traversal");

    /// Holds if the first `i` steps of the traversal `e` lead to the type `t`, and the next one is `k`.
    #[ds(once)]
    relation stands_before(ExprId, u32, Ty, Step);

    // Indices.

    // T-Index-Literal: an index that is a literal is a step, if it leads somewhere.
    //
    //   x : t      k = v      t.v = u
    //   ----------------------------- (T-Index-Literal)
    //   x[k] : u
    literal_key(e, step_of(*v)) <-- is_part(k, e, r), is_literal(k, v), if *r == Role::Key;
    indexed(e, x, t) <-- part_has_type(x, e, r, t), if *r == Role::Collection;
    literal_index(e, x, t, s), traversal_demanded(t, s) <-- indexed(e, x, t), literal_key(e, s);
    has_type(e, u) <--
        literal_index(e, _, t, s), traverses(t, s, u, o), if *o == Outcome::Found, if by("T-Index-Literal");

    /// Holds if the key of the index `e` is the literal `s`.
    #[ds(passing)]
    relation literal_key(ExprId, Step);

    /// Holds if `e` is an index of `x`, which has the type `t`.
    #[ds(passing)]
    relation indexed(ExprId, ExprId, Ty);

    /// Holds if `e` is an index of `x`, which has the type `t`, by the literal `s`.
    #[ds(passing)]
    relation literal_index(ExprId, ExprId, Ty, Step);

    // T-Index: any other index gives an element, as eventual as the collection and the index.
    //
    //   x : t      k : s      each(t) = (_, u)
    //   ----------------------------------------------- (T-Index)
    //   x[k] : lift(eventual(s), lift(outer(t), u))
    computed_index(e, x, t) <-- indexed(e, x, t), !literal_key(e, _);
    computed_index(e, x, t) <-- literal_index(e, x, t, s), traverses(t, s, _, o), if *o != Outcome::Found;
    key_of(e, k, s) <-- part_has_type(k, e, r, s), if *r == Role::Key;
    index_typed(e, x, k, t, s), iteration_demanded(t) <-- computed_index(e, x, t), key_of(e, k, s);
    wraps(e, u, outer_eventuality(*t), eventuality(*s)) <--
        index_typed(e, _, _, t, s), iterates(t, _, u, _), if by("T-Index");

    // T-Index-Key: the index has to be a key of the collection.
    //
    //   x[k]      x : t      k : s      each(t) = (p, _)
    //   ------------------------------------------------ (T-Index-Key)
    //   k expects p
    expects(k, s, p) <-- index_typed(_, _, k, t, s), iterates(t, p, _, _), if by("T-Index-Key");

    // P-Index: what is indexed has to be a collection.
    //
    //   x[k]      x : t      each(t) fails
    //   ---------------------------------- (P-Index)
    //   x cannot be iterated
    not_iterable(x, t) <-- index_typed(_, x, _, t, _), iterates(t, _, _, yes), if !yes, if by("P-Index");

    /// Holds if `e` is an index of `x`, which has the type `t`, and its key is to be computed, or leads nowhere as a step.
    #[ds(passing)]
    relation computed_index(ExprId, ExprId, Ty);

    /// Holds if the key of the index `e` is `k`, which has the type `s`.
    #[ds(passing)]
    relation key_of(ExprId, ExprId, Ty);

    /// Holds if `e` is `x[k]`, where `x` has the type `t`, and `k`, which is to be computed, the type `s`.
    #[ds(passing)]
    relation index_typed(ExprId, ExprId, ExprId, Ty, Ty);

    // What iterations share.

    /// Holds if `e` results in `t` inside the eventual `w` of the collection that it comes from, and is as eventual as
    /// `v` besides.
    #[ds(passing)]
    relation wraps(ExprId, Ty, Eventuality, Eventuality);

    // T-Unwrapped: from a prompt collection comes the result itself.
    //
    //   e results in t, inside no eventual, as eventual as v
    //   ---------------------------------------------------- (T-Unwrapped)
    //   e results in t, as eventual as v
    results_in(e, t, v) <-- wraps(e, t, w, v), if *w == Eventuality::Prompt, if by("T-Unwrapped");

    // T-Wrapped: and from an eventual one an eventual result.
    //
    //   e results in t, inside w, as eventual as v      lift(w, t) = u
    //   -------------------------------------------------------------- (T-Wrapped)
    //   e results in u, as eventual as v
    lifting_demanded(w, t) <-- wraps(_, t, w, _), if *w != Eventuality::Prompt;
    results_in(e, u, v) <-- wraps(e, t, w, v), lifts(w, t, u), if by("T-Wrapped");
}
