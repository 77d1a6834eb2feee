//! Unification: the type that two types have in common.
//!
//! Judgment: `s \/ t = u : k`, *`s` and `t` unify to `u` with kind `k`*: both convert to `u` when unifying, with kind
//! `k` at the weakest. Unification always has an answer, if need be the union. The order of the two matters: with
//! constants the left one wins.
//!
//! Source: the specification, "Type Unification"; where it is silent, the reference's behaviour. Two outputs unify to
//! an output: of the two texts of the specification the later one says so.
//!
//! Smallest example: `flag ? 1 : "a"` has the type `union(const(1), string)`, because `const(1) \/ string = string`
//! holds, and safely.

ascent::ascent_source! {
    /// Unification of types.
    unification:

    /// Holds if it is asked what `s` and `t` unify to.
    relation unification_demanded(Ty, Ty);

    /// Holds if `s` and `t` unify to `u` with kind `k`. `[for x in [1, "a"] : x]` needs
    /// `unifies(const(1), string, string, Safe)`. What is not asked is not answered.
    #[ds(function: 2)]
    relation unifies(Ty, Ty, Ty, Conversion);

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

    // U-Refl: a type unifies with itself to itself.
    //
    //   --------------- (U-Refl)
    //   t \/ t = t : Safe
    unifies(s, t, s, Safe) <-- unification_demanded(s, t), if s == t, if by("U-Refl");

    // U-Any-Left: the dynamic type gives way to the other.
    //
    //   t != any
    //   --------------------- (U-Any-Left)
    //   any \/ t = t : Unsafe
    unifies(s, t, t, Unsafe) <-- unification_demanded(s, t), if s != t, if *s == ANY, if by("U-Any-Left");

    // U-Any-Right: on either side.
    //
    //   s != any
    //   --------------------- (U-Any-Right)
    //   s \/ any = s : Unsafe
    unifies(s, t, s, Unsafe) <-- unification_demanded(s, t), if s != t, if *t == ANY, if by("U-Any-Right");

    // Otherwise the conversions in both directions are compared.

    /// Holds if the conversions between `s` and `t` decide what they unify to.
    relation directions_demanded(Ty, Ty, Mode);
    directions_demanded(s, t, Unifying), conversion_demanded(s, t, Unifying), conversion_demanded(t, s, Unifying) <--
        unification_demanded(s, t), if s != t, if *s != ANY && *t != ANY;

    /// Holds if `s` converts to `t` with kind `k`, and the other direction, from `t` to `s`, is asked as well.
    #[ds(passing)]
    relation forward_direction(Ty, Ty, Mode, Conversion);
    forward_direction(s, t, m, k) <-- directions_demanded(s, t, m), converts(s, t, m, k);

    /// Holds if `s` converts to `t` with kind `k`, and `t` to `s` with kind `l`.
    #[ds(passing)]
    relation directions(Ty, Ty, Conversion, Conversion);
    directions(s, t, k, l) <-- forward_direction(s, t, m, k), converts(t, s, m, l);

    // U-Right: if the left converts better, the right is what they have in common.
    //
    //   s ~k> t      t ~l> s      k > l
    //   ------------------------------- (U-Right)
    //   s \/ t = t : k
    unifies(s, t, t, k) <-- directions(s, t, k, l), if k > l, if by("U-Right");

    // U-Left: and the left, if the right converts better.
    //
    //   s ~k> t      t ~l> s      k < l
    //   ------------------------------- (U-Left)
    //   s \/ t = s : l
    unifies(s, t, s, l) <-- directions(s, t, k, l), if k < l, if by("U-Left");

    // U-Union: types that do not convert to one another have their union in common.
    //
    //   s ~No> t      t ~No> s
    //   -------------------------- (U-Union)
    //   s \/ t = union(s, t) : Safe
    unifies(s, t, union_of(&[*s, *t]), Safe) <-- directions(s, t, k, l), if k == l && *k == No, if by("U-Union");

    /// Holds if `s`, built by `c`, and `t`, built by `d`, convert to one another equally well, with kind `k`.
    #[ds(passing)]
    relation constructors_unified(Ty, Ty, Constructor, Constructor, Conversion);
    constructors_unified(s, t, constructor(*s), constructor(*t), k) <-- directions(s, t, k, l), if k == l && *k != No;

    // U-Unions: two unions unify to the union of all members.
    //
    //   s, t unions
    //   --------------------------- (U-Unions)
    //   s \/ t = union(s, t) : Safe
    unifies(s, t, union_of(&[*s, *t]), Safe) <--
        constructors_unified(s, t, c, d, _), if *c == Union && *d == Union, if by("U-Unions");

    // U-Union-Members: a union unifies with another type member by member.
    //
    //   u = union(u1 ... un)      u1 \/ o = v1 : k1   ...   un \/ o = vn : kn
    //   --------------------------------------------------------------------- (U-Union-Members)
    //   u \/ o, o \/ u = union(v1 ... vn) : min(k1 ... kn)
    each_member(s, t, s, t) <-- constructors_unified(s, t, c, d, _), if *c == Union && *d != Union;
    each_member(s, t, t, s) <-- constructors_unified(s, t, c, d, _), if *c != Union && *d == Union;
    each_walk(s, t, u, o, 0, Safe, TyList::EMPTY, a) <-- each_member(s, t, u, o), if let Some(a) = member(*u, 0);
    each_walk(s, t, u, o, i + 1, *k.min(l), append(*vs, *v), b) <--
        each_walk(s, t, u, o, i, k, vs, a), unifies(a, o, v, l), if let Some(b) = member(*u, *i + 1);
    unifies(s, t, union_of_list(append(*vs, *v)), *k.min(l)) <--
        each_walk(s, t, u, o, i, k, vs, a), unifies(a, o, v, l), if *i + 1 == arity(*u), if by("U-Union-Members");

    /// Holds if `s` and `t` unify as each member of the union `u`, one of them, does with `o`, the other.
    #[ds(passing)]
    relation each_member(Ty, Ty, Ty, Ty);

    /// Holds if the members of `u` before the `i`-th unify with `o` to `vs` with kind `k` at the weakest, and the `i`-th
    /// is `a`, which is asked next.
    #[ds(passing)]
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
    #[ds(passing)]
    relation elements_unified(Ty, Ty, Constructor, Ty, Ty);
    unification_demanded(a, b) <-- elements_unified(_, _, _, a, b);

    // U-Fold: a collection and a structure unify to the collection of what all members have in common.
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
    #[ds(passing)]
    relation folded(Ty, Ty, Ty, Ty, Conversion);

    /// Holds if the element of `c` and the first `i` members of `d` have `v` in common, with kind `k` at the weakest.
    #[ds(passing)]
    relation fold_walk(Ty, Ty, Ty, Ty, u32, Conversion, Ty);

    /// Holds if in such a fold the next member is `b`, which is to be unified with `v` next.
    #[ds(passing)]
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
    joint_walk(s, t, i + 1, k, append(*vs, union_of(&[a, NONE]))) <--
        joint_walk(s, t, i, k, vs), if let Joint::One(a) = joint(*s, *t, *i);
    joint_waiting(s, t, i, k, vs, a, b) <--
        joint_walk(s, t, i, k, vs), if let Joint::Both(a, b) = joint(*s, *t, *i);
    joint_walk(s, t, i + 1, *k.min(l), append(*vs, *v)) <--
        joint_waiting(s, t, i, k, vs, a, b), unifies(a, b, v, l);
    unifies(s, t, joined(*s, *t, *vs), k) <--
        joint_walk(s, t, i, k, vs), if let Joint::End = joint(*s, *t, *i), if by("U-Members");

    /// Holds if the first `i` members that `s` and `t` have together unify to `vs`, with kind `k` at the weakest.
    #[ds(passing)]
    relation joint_walk(Ty, Ty, u32, Conversion, TyList);

    /// Holds if in such a walk the next member is `a` in `s` and `b` in `t`, which are to be unified next.
    #[ds(passing)]
    relation joint_waiting(Ty, Ty, u32, Conversion, TyList, Ty, Ty);
    unification_demanded(a, b) <-- joint_waiting(_, _, _, _, _, a, b);

    // U-Primitive-Left: of two primitive types the one of the lower rank is what they have in common.
    //
    //   rank(s) < rank(t)      s ~k> t, t ~k> s
    //   --------------------------------------- (U-Primitive-Left)
    //   s \/ t = s : k
    unifies(s, t, s, k) <--
        constructors_unified(s, t, _, _, k), unification_rank(s, i), unification_rank(t, j), if i < j,
        if by("U-Primitive-Left");

    // U-Primitive-Right: on either side.
    //
    //   rank(s) > rank(t)      s ~k> t, t ~k> s
    //   --------------------------------------- (U-Primitive-Right)
    //   s \/ t = t : k
    unifies(s, t, t, k) <--
        constructors_unified(s, t, _, _, k), unification_rank(s, i), unification_rank(t, j), if i > j,
        if by("U-Primitive-Right");

    // U-Unfold-Left: a declared type unifies as its definition does.
    //
    //   s unfolds to d      d \/ t = u : k
    //   ---------------------------------- (U-Unfold-Left)
    //   s \/ t = u : k
    unfolding_left(s, t) <-- constructors_unified(s, t, c, _, _), if *c == Named && !assumes(*s, *t, Plain);
    unfolding_demanded(s) <-- unfolding_left(s, _);
    unfolded_left(s, t, d) <-- unfolding_left(s, t), unfolds(s, d);
    unification_demanded(d, t) <-- unfolded_left(_, t, d);
    unifies(s, t, u, k) <-- unfolded_left(s, t, d), unifies(d, t, u, k), if by("U-Unfold-Left");

    /// Holds if the declared type `s` unifies with `t` as what it unfolds to does.
    relation unfolding_left(Ty, Ty);

    /// Holds if `s` unifies with `t` as `d`, which it unfolds to, does.
    relation unfolded_left(Ty, Ty, Ty);

    // U-Unfold-Right: on either side.
    //
    //   t unfolds to d      s \/ d = u : k
    //   ---------------------------------- (U-Unfold-Right)
    //   s \/ t = u : k
    unfolding_right(s, t) <--
        constructors_unified(s, t, c, d, _), if *c != Named && *d == Named && !assumes(*s, *t, Plain);
    unfolding_demanded(t) <-- unfolding_right(_, t);
    unfolded_right(s, t, d) <-- unfolding_right(s, t), unfolds(t, d);
    unification_demanded(s, d) <-- unfolded_right(s, _, d);
    unifies(s, t, u, k) <-- unfolded_right(s, t, d), unifies(s, d, u, k), if by("U-Unfold-Right");

    /// Holds if `s` unifies with the declared type `t` as with what `t` unfolds to.
    relation unfolding_right(Ty, Ty);

    /// Holds if `s` unifies with `t` as with `d`, which `t` unfolds to.
    relation unfolded_right(Ty, Ty, Ty);

    // U-Keep: where nothing else is said, the left is what they have in common.
    //
    //   not constructors_unify(c, d)      c(s) ~k> d(t), d(t) ~k> c(s)
    //   --------------------------------------------------------------- (U-Keep)
    //   c(s) \/ d(t) = c(s) : k
    unifies(s, t, s, k) <--
        constructors_unified(s, t, c, d, k), if *c != Union && *d != Union,
        if *c != Named && *d != Named || assumes(*s, *t, Plain), !constructors_unify(c, d), if by("U-Keep");

    // What expressions ask for: a common type, if need be the union.

    /// Holds if it is asked what `s` and `t` have in common with kind `k` or better.
    relation common_type_demanded(Ty, Ty, Conversion);
    unification_demanded(s, t) <-- common_type_demanded(s, t, _);

    /// Holds if `u` is the type that `s` and `t` have in common, with kind `k` or better. `flag ? x : y` asks for
    /// `Safe`. What is not asked is not answered.
    #[ds(function)]
    relation common_type(Ty, Ty, Conversion, Ty);

    // U-Common: that is what they unify to, if the kind is good enough.
    //
    //   s \/ t = u : l      l >= k
    //   --------------------------- (U-Common)
    //   common(s, t, k) = u
    common_type(s, t, k, u) <--
        common_type_demanded(s, t, k), unifies(s, t, u, l), if l >= k, if by("U-Common");

    // U-Common-Union: and otherwise their union.
    //
    //   s \/ t = u : l      l < k
    //   -------------------------------- (U-Common-Union)
    //   common(s, t, k) = union(s, t)
    common_type(s, t, k, union_of(&[*s, *t])) <--
        common_type_demanded(s, t, k), unifies(s, t, u, l), if l < k, if by("U-Common-Union");

    /// Holds if it is asked what the members of `t` have in common with kind `k` or better.
    relation common_member_demanded(Ty, Conversion);

    /// Holds if `u` is the type that all members of the tuple or object `t` have in common, one after the other.
    #[ds(function)]
    relation common_member(Ty, Conversion, Ty);

    // U-Common-None: nothing has the type none in common.
    //
    //   --------------------------- (U-Common-None)
    //   common(S(), k) = none
    common_member(t, k, NONE) <-- common_member_demanded(t, k), if arity(*t) == 0, if by("U-Common-None");

    // U-Common-Members: members are gathered from the left.
    //
    //   common(t1, t2, k) = u2      common(u2, t3, k) = u3   ...
    //   --------------------------------------------------------- (U-Common-Members)
    //   common(S(t1 ... tn), k) = un
    gathered(t, k, 1, a) <-- common_member_demanded(t, k), if let Some(a) = member(*t, 0);
    gathering(t, k, i, u, a) <-- gathered(t, k, i, u), if let Some(a) = member(*t, *i);
    common_type_demanded(u, a, k) <-- gathering(_, k, _, u, a);
    gathered(t, k, i + 1, v) <-- gathering(t, k, i, u, a), common_type(u, a, k, v);
    common_member(t, k, u) <-- gathered(t, k, i, u), if *i == arity(*t), if by("U-Common-Members");

    /// Holds if the first `i` members of `t` have `u` in common.
    #[ds(passing)]
    relation gathered(Ty, Conversion, u32, Ty);

    /// Holds if in such a walk the next member is `a`, which is to be unified with `u` next.
    #[ds(passing)]
    relation gathering(Ty, Conversion, u32, Ty, Ty);
}
