//! Elements: the keys and values of an iteration, by a for-expression or an index.
//!
//! Judgment: `each(t) = (k, u)`, *the elements of `t` have the type `u`, and keys of type `k`*.
//!
//! Source: the reference's behaviour, with two extensions: a set is iterated, an element being its own key, and so is a
//! union whose members all are, null aside.
//!
//! Smallest example: `each(list(string)) = (int, string)`.

ascent::ascent_source! {
    /// The elements of values.
    elements:

    /// Holds if it is asked what the elements of `t` are.
    relation iteration_demanded(Ty);

    /// Holds if the elements of `t` have the type `e`, and their keys the type `k`; `yes` tells whether there is
    /// anything to iterate, for if not, both are dynamic. `[for i, x in xs : x]`, where `xs` is a `list(string)`, needs
    /// `iterates(list(string), int, string, true)`. What is not asked is not answered.
    #[ds(function: 3)]
    relation iterates(Ty, Ty, Ty, bool);

    /// Holds if a collection built by `c` has keys of type `k`.
    relation has_keys(Constructor, Ty);
    has_keys(List, INT);
    has_keys(Tuple, INT);
    has_keys(Map, STRING);
    has_keys(Object, STRING);

    /// Holds if there is nothing to iterate in values built by `c`.
    relation has_no_elements(Constructor);
    has_no_elements(Null);
    has_no_elements(Primitive);
    has_no_elements(Opaque);
    has_no_elements(Constant);
    has_no_elements(Enum);

    // V-Each: a list or map has its element in every place.
    //
    //   c in list, map      has_keys(c, k)
    //   ---------------------------------- (V-Each)
    //   each(c(t)) = (k, t)
    iterates(t, k, element(*t), true) <--
        iteration_demanded(t), if matches!(constructor(*t), List | Map), has_keys(constructor(*t), k), if by("V-Each");

    // V-Each-Set: an element of a set is its own key.
    //
    //   --------------------- (V-Each-Set)
    //   each(set(t)) = (t, t)
    iterates(t, element(*t), element(*t), true) <--
        iteration_demanded(t), if constructor(*t) == Set, if by("V-Each-Set");

    // V-Each-Member: the elements of a tuple or object have in common what its members have.
    //
    //   S in tuple, object      has_keys(S, k)      common(S(t ...), Safe) = u
    //   ---------------------------------------------------------------------- (V-Each-Member)
    //   each(S(t ...)) = (k, u)
    iterates(t, k, u, true) <--
        iteration_demanded(t), if matches!(constructor(*t), Tuple | Object), has_keys(constructor(*t), k),
        let (u, _) = common_member(*t, Safe), if by("V-Each-Member");

    // V-Each-Any: the elements of a dynamic value are dynamic, and so are their keys.
    //
    //   ---------------------- (V-Each-Any)
    //   each(any) = (any, any)
    iterates(t, ANY, ANY, true) <-- iteration_demanded(t), if *t == ANY, if by("V-Each-Any");

    // V-Each-None: a value without elements cannot be iterated.
    //
    //   has_no_elements(c)
    //   ------------------- (V-Each-None)
    //   each(c(...)) fails
    iterates(t, ANY, ANY, false) <--
        iteration_demanded(t), has_no_elements(constructor(*t)), if by("V-Each-None");

    // V-Each-Eventual: an eventual collection has the elements of the collection.
    //
    //   E in output, promise      each(t) = (k, e)
    //   ------------------------------------------ (V-Each-Eventual)
    //   each(E(t)) = (k, e)
    iterated_as(t, element(*t)) <-- iteration_demanded(t), if matches!(constructor(*t), Output | Promise);
    iterates(t, k, e, yes) <--
        iterated_as(t, a), iterates(a, k, e, yes), if constructor(*t) != Named, if by("V-Each-Eventual");

    /// Holds if `t` has the elements of `a`.
    relation iterated_as(Ty, Ty);
    iteration_demanded(a) <-- iterated_as(_, a);

    // V-Each-Unfold: a declared type has the elements of its definition.
    //
    //   t unfolds to u      each(u) = (k, e)
    //   ------------------------------------ (V-Each-Unfold)
    //   each(t) = (k, e)
    iterated_as(t, u) <-- iteration_demanded(t), if constructor(*t) == Named, let u = unfolds(*t);
    iterates(t, k, e, yes) <--
        iterated_as(t, u), iterates(u, k, e, yes), if constructor(*t) == Named, if by("V-Each-Unfold");

    // V-Each-Union: a union whose members all iterate, null aside, has the elements of all.
    //
    //   each(t1) = (k1, e1)   ...   each(tn) = (kn, en)
    //   ----------------------------------------------------------------- (V-Each-Union)
    //   each(union(t1 ... tn)) = (union(k1 ... kn), union(e1 ... en))
    each_of_union(t, 0, TyList::EMPTY, TyList::EMPTY) <-- iteration_demanded(t), if constructor(*t) == Union;
    each_of_union(t, i + 1, ks, es) <-- each_of_union(t, i, ks, es), if member(*t, *i) == Some(NONE);
    each_of_member(t, i, ks, es, a) <--
        each_of_union(t, i, ks, es), if let Some(a) = member(*t, *i), if a != NONE;
    iteration_demanded(a) <-- each_of_member(_, _, _, _, a);
    each_of_union(t, i + 1, append(*ks, *k), append(*es, *e)) <--
        each_of_member(t, i, ks, es, a), iterates(a, k, e, yes), if *yes;
    iterates(t, union_of_list(*ks), union_of_list(*es), true) <--
        each_of_union(t, i, ks, es), if *i == arity(*t), if by("V-Each-Union");

    // V-Each-Union-None: a union with a member that does not iterate does not iterate.
    //
    //   each(ti) fails
    //   ----------------------------- (V-Each-Union-None)
    //   each(union(t1 ... tn)) fails
    iterates(t, ANY, ANY, false) <--
        each_of_member(t, i, ks, es, a), iterates(a, k, e, yes), if !yes, if by("V-Each-Union-None");

    /// Holds if the first `i` members of the union `t` have keys of the types `ks` and elements of the types `es`.
    #[ds(transient)]
    relation each_of_union(Ty, u32, TyList, TyList);

    /// Holds if in such a walk the next member is `a`, which is asked next.
    #[ds(transient)]
    relation each_of_member(Ty, u32, TyList, TyList, Ty);
}
