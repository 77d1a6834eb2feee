//! Unification of types that convert to one another equally well: tables of constructors, and walks over members.
//!
//! Judgment: `s \/ t = u : k`, as in `unification.rs`.
//!
//! Source: the specification, "Type Unification"; where it is silent, the reference's behaviour. Members of objects are
//! folded in the byte order of their names, where the reference's order is random.
//!
//! Smallest example: `list(int) \/ tuple([bool]) = list(int)`, because `int \/ bool = int`.

ascent::ascent_source! {
    /// Unification member by member.
    unification_members:

    // Tables: what depends on the constructors alone.

    /// Holds if of two primitive types that convert to one another equally well the one of the lower rank `i` is what
    /// they have in common.
    relation unification_rank(Ty, u32);
    unification_rank(STRING, 0);
    unification_rank(NUMBER, 1);
    unification_rank(INT, 2);
    unification_rank(BOOL, 3);
    unification_rank(ID, 4);

    /// Holds if types built by `c` and `d` unify to a type built by `e` from what their elements unify to.
    relation element_unification(Constructor, Constructor, Constructor);
    element_unification(List, List, List);
    element_unification(List, Set, List);
    element_unification(Set, List, List);
    element_unification(Set, Set, Set);
    element_unification(Map, Map, Map);
    element_unification(Output, Output, Output);
    element_unification(Promise, Promise, Promise);

    /// Holds if a collection built by `c` and a structure built by `d` unify to the collection of what the element and
    /// all members unify to, at best with kind `k`.
    relation fold_unification(Constructor, Constructor, Conversion);
    fold_unification(List, Tuple, Safe);
    fold_unification(Set, Tuple, Unsafe);
    fold_unification(Map, Object, Safe);

    /// Holds if two structures built by `c` unify member by member.
    relation member_unification(Constructor);
    member_unification(Tuple);
    member_unification(Object);

    /// Holds if a rule below speaks of types built by `c` and `d` that convert to one another equally well.
    relation constructors_unify(Constructor, Constructor);
    constructors_unify(Primitive, Primitive);
    constructors_unify(c, d) <-- element_unification(c, d, _);
    constructors_unify(c, d), constructors_unify(d, c) <-- fold_unification(c, d, _);
    constructors_unify(c, c) <-- member_unification(c);

    // U-Primitive-Left: two primitive types unify to the left if that has the lower rank.
    //
    //   rank(s) < rank(t)      s ~k> t, t ~k> s
    //   --------------------------------------- (U-Primitive-Left)
    //   s \/ t = s : k
    unifies(s, t, s, k) <--
        constructors_unified(s, t, _, _, k), unification_rank(s, i), unification_rank(t, j), if i < j,
        if by("U-Primitive-Left");

    // U-Primitive-Right: two primitive types unify to the right if that has the lower rank.
    //
    //   rank(s) > rank(t)      s ~k> t, t ~k> s
    //   --------------------------------------- (U-Primitive-Right)
    //   s \/ t = t : k
    unifies(s, t, t, k) <--
        constructors_unified(s, t, _, _, k), unification_rank(s, i), unification_rank(t, j), if i > j,
        if by("U-Primitive-Right");

    // U-Unions: two unions unify to the union of all members.
    //
    //   s, t unions
    //   --------------------------- (U-Unions)
    //   s \/ t = union(s, t) : Safe
    unifies(s, t, union_of(&[*s, *t]), Safe) <--
        constructors_unified(s, t, c, d, _), if *c == Union && *d == Union, if by("U-Unions");

    // U-Union-Members: a union unifies with another type member by member. (A declared type is unfolded first.)
    //
    //   u = union(u1 ... un)      u1 \/ o = v1 : k1   ...   un \/ o = vn : kn
    //   --------------------------------------------------------------------- (U-Union-Members)
    //   u \/ o, o \/ u = union(v1 ... vn) : min(k1 ... kn)
    each_member(s, t, if *c == Union { *s } else { *t }, if *c == Union { *t } else { *s }) <--
        constructors_unified(s, t, c, d, _), if (*c == Union) != (*d == Union),
        if *c != Named && *d != Named || assumes(*s, *t, Plain);
    each_walk(s, t, u, o, 0, Safe, TyList::EMPTY, a) <-- each_member(s, t, u, o), if let Some(a) = member(*u, 0);
    each_walk(s, t, u, o, i + 1, *k.min(l), append(*vs, *v), b) <--
        each_walk(s, t, u, o, i, k, vs, a), unifies(a, o, v, l), if let Some(b) = member(*u, *i + 1);
    unifies(s, t, union_of_list(append(*vs, *v)), *k.min(l)) <--
        each_walk(s, t, u, o, i, k, vs, a), unifies(a, o, v, l), if *i + 1 == arity(*u), if by("U-Union-Members");

    /// Holds if `s` and `t` unify as each member of the union `u`, one of them, does with `o`, the other.
    #[ds(transient)]
    relation each_member(Ty, Ty, Ty, Ty);

    /// Holds if the members of `u` before the `i`-th unify with `o` to `vs` with kind `k` at the weakest, and the `i`-th
    /// is `a`, which is asked next.
    #[ds(transient)]
    relation each_walk(Ty, Ty, Ty, Ty, u32, Conversion, TyList, Ty);
    unification_demanded(a, o) <-- each_walk(_, _, _, o, _, _, _, a);

    // U-Element: collections and eventuals unify as their elements do.
    //
    //   element_unification(c, d, e)      a \/ b = v : k
    //   ------------------------------------------------ (U-Element)
    //   c(a) \/ d(b) = e(v) : k
    elements_unified(s, t, e, element(*s), element(*t)) <--
        constructors_unified(s, t, c, d, _), element_unification(c, d, e);
    unifies(s, t, built(*e, *v), k) <-- elements_unified(s, t, e, a, b), unifies(a, b, v, k), if by("U-Element");

    /// Holds if `s` and `t` unify to a type built by `e` from what `a` and `b`, their elements, unify to.
    #[ds(transient)]
    relation elements_unified(Ty, Ty, Constructor, Ty, Ty);
    unification_demanded(a, b) <-- elements_unified(_, _, _, a, b);

    // U-Fold: a collection and a structure unify to the collection of the common type of all members.
    //
    //   fold_unification(c, d, k0)      a \/ b1 = v1 : k1   v1 \/ b2 = v2 : k2   ...   = vn : kn
    //   --------------------------------------------------------------------------------------- (U-Fold)
    //   c(a) \/ d(b1 ... bn), d(b1 ... bn) \/ c(a) = c(vn) : min(k0 ... kn)
    folded(s, t, *s, *t, k) <-- constructors_unified(s, t, c, d, _), fold_unification(c, d, k);
    folded(s, t, *t, *s, k) <-- constructors_unified(s, t, c, d, _), fold_unification(d, c, k);
    fold_walk(s, t, c, d, 0, k, element(*c)) <-- folded(s, t, c, d, k);
    fold_waiting(s, t, c, d, i, k, v, b) <-- fold_walk(s, t, c, d, i, k, v), if let Some(b) = member(*d, *i);
    fold_walk(s, t, c, d, i + 1, *k.min(l), w) <-- fold_waiting(s, t, c, d, i, k, v, b), unifies(v, b, w, l);
    unifies(s, t, built(constructor(*c), *v), k) <--
        fold_walk(s, t, c, d, i, k, v), if *i == arity(*d), if by("U-Fold");

    /// Holds if `s` and `t` unify as the collection `c` and the structure `d` among them fold, at best with kind `k`.
    #[ds(transient)]
    relation folded(Ty, Ty, Ty, Ty, Conversion);

    /// Holds if the element of `c` and the first `i` members of `d` have `v` in common, with kind `k` at the weakest.
    #[ds(transient)]
    relation fold_walk(Ty, Ty, Ty, Ty, u32, Conversion, Ty);

    /// Holds if in such a fold the next member is `b`, which is to be unified with `v` next.
    #[ds(transient)]
    relation fold_waiting(Ty, Ty, Ty, Ty, u32, Conversion, Ty, Ty);
    unification_demanded(v, b) <-- fold_waiting(_, _, _, _, _, _, v, b);

    // U-Members: two structures unify member by member; a member that only one of them has becomes optional.
    //
    //   member_unification(S)
    //   common members (a1, b1) ... : a1 \/ b1 = v1 : k1   ...      others c1 ... : v = union(c1, none)   ...
    //   ---------------------------------------------------------------------------------------------------- (U-Members)
    //   S(...) \/ S(...) = S(v ...) : min(k1 ...)
    joint_walk(s, t, 0, Safe, TyList::EMPTY) <--
        constructors_unified(s, t, c, d, _), if c == d, member_unification(c);
    joint_walk(s, t, j, k, lone.into_iter().fold(*vs, |vs, a| append(vs, union_of(&[a, NONE])))) <--
        joint_walk(s, t, i, k, vs), if let Some((j, lone)) = lone_members(*s, *t, *i);
    joint_waiting(s, t, i, k, vs, a, b) <--
        joint_walk(s, t, i, k, vs), if let Joint::Both(a, b) = joint(*s, *t, *i);
    joint_walk(s, t, i + 1, *k.min(l), append(*vs, *v)) <--
        joint_waiting(s, t, i, k, vs, a, b), unifies(a, b, v, l);
    unifies(s, t, joined(*s, *t, *vs), k) <--
        joint_walk(s, t, i, k, vs), if let Joint::End = joint(*s, *t, *i), if by("U-Members");

    /// Holds if the first `i` members that `s` and `t` have together unify to `vs`, with kind `k` at the weakest.
    #[ds(transient)]
    relation joint_walk(Ty, Ty, u32, Conversion, TyList);

    /// Holds if in such a walk the next member is `a` in `s` and `b` in `t`, which are to be unified next.
    #[ds(transient)]
    relation joint_waiting(Ty, Ty, u32, Conversion, TyList, Ty, Ty);
    unification_demanded(a, b) <-- joint_waiting(_, _, _, _, _, a, b);
}
