//! Common types: what expressions ask of unification.
//!
//! Judgment: `common(s, t, k) = u`, *`u` is what `s` and `t` have in common with kind `k` or better*: what they unify to
//! if that is good enough, and otherwise their union.
//!
//! Source: the reference's behaviour.
//!
//! Smallest example: `common(string, int, Safe) = string`, which is the type of `flag ? s : n`.

ascent::ascent_source! {
    /// Common types.
    common_types:

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
        common_type_demanded(s, t, k), unifies(s, t, u, l), if l >= k && !differ_too_much(*s, *t), if by("U-Common");

    // U-Common-Varied: what types that differ too much have in common is not known.
    //
    //   s and t differ too much
    //   ----------------------- (U-Common-Varied)
    //   common(s, t, k) = any
    common_type(s, t, k, ANY) <--
        common_type_demanded(s, t, k), if differ_too_much(*s, *t), if by("U-Common-Varied");

    // U-Common-Union: and otherwise their union.
    //
    //   s \/ t = u : l      l < k
    //   -------------------------------- (U-Common-Union)
    //   common(s, t, k) = union(s, t)
    common_type(s, t, k, union_of(&[*s, *t])) <--
        common_type_demanded(s, t, k), unifies(s, t, u, l), if l < k && !differ_too_much(*s, *t), if by("U-Common-Union");

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
    gathered(t, k, 1, a) <--
        common_member_demanded(t, k), if *k != Safe || !are_constants(*t), if let Some(a) = member(*t, 0);
    gathering(t, k, i, u, a) <-- gathered(t, k, i, u), if let Some(a) = member(*t, *i);
    common_type_demanded(u, a, k) <-- gathering(_, k, _, u, a);
    gathered(t, k, i + 1, v) <-- gathering(t, k, i, u, a), common_type(u, a, k, v), if !differ_too_much(*u, *a);
    common_member(t, k, u) <-- gathered(t, k, i, u), if *i == arity(*t), if by("U-Common-Members");

    // U-Common-Constants: constants have their union in common: none of them safely becomes another.
    //
    //   -------------------------------------------------------------------------- (U-Common-Constants)
    //   common(S(const(v1) ... const(vn)), Safe) = union(const(v1) ... const(vn))
    common_member(t, k, union_of_members(*t)) <--
        common_member_demanded(t, k), if *k == Safe && are_constants(*t), if by("U-Common-Constants");

    // U-Common-Members-Varied: if members differ too much from those before them, nothing is known.
    //
    //   common(t1 ... ti, k) = u      u and ti+1 differ too much
    //   -------------------------------------------------------- (U-Common-Members-Varied)
    //   common(S(t1 ... tn), k) = any
    common_member(t, k, ANY), varies_too_much(t) <--
        gathering(t, k, _, u, a), if differ_too_much(*u, *a), if by("U-Common-Members-Varied");

    /// Holds if what the members of `t` have in common is not known, because there are too many that are not alike.
    relation varies_too_much(Ty);

    /// Holds if the first `i` members of `t` have `u` in common.
    #[ds(passing)]
    relation gathered(Ty, Conversion, u32, Ty);

    /// Holds if in such a walk the next member is `a`, which is to be unified with `u` next.
    #[ds(passing)]
    relation gathering(Ty, Conversion, u32, Ty, Ty);
}
