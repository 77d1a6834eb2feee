//! Common members: what all members of a tuple or an object have in common.
//!
//! Judgment: `common(t, k) = u`, *`u` is what the members of `t` have in common with kind `k` or better*, one after the
//! other, as `common_types.rs` says of two.
//!
//! Source: the reference's behaviour.
//!
//! Smallest example: `common(tuple([string, int]), Safe) = string`, which is the element of `[for x in [s, n] : x]`.

ascent::ascent_source! {
    /// The common types of members.
    common_members:

    /// Holds if it is asked what the members of `t` have in common with kind `k` or better.
    relation common_member_demanded(Ty, Conversion);

    /// Holds if `u` is the type that all members of the tuple or object `t` have in common, one after the other; `yes`
    /// tells that it is not known, because there are too many that are not alike.
    #[ds(function: 2)]
    relation common_member(Ty, Conversion, Ty, bool);

    // U-Common-None: nothing has the type none in common.
    //
    //   --------------------------- (U-Common-None)
    //   common(S(), k) = none
    common_member(t, k, NONE, false) <-- common_member_demanded(t, k), if arity(*t) == 0, if by("U-Common-None");

    // U-Common-Members: members are gathered from the left.
    //
    //   common(t1, t2, k) = u2      common(u2, t3, k) = u3   ...
    //   --------------------------------------------------------- (U-Common-Members)
    //   common(S(t1 ... tn), k) = un
    gathered(t, k, 1, a) <--
        common_member_demanded(t, k), if *k != Safe || !are_constants(*t), if let Some(a) = member(*t, 0);
    gathering(t, k, i, u, a) <-- gathered(t, k, i, u), if let Some(a) = member(*t, *i);
    gathered(t, k, i + 1, v) <--
        gathering(t, k, i, u, a), if !differ_too_much(*u, *a), let v = common_type(*u, *a, *k);
    common_member(t, k, u, false) <-- gathered(t, k, i, u), if *i == arity(*t), if by("U-Common-Members");

    // U-Common-Constants: constants have their union in common: none of them safely becomes another.
    //
    //   -------------------------------------------------------------------------- (U-Common-Constants)
    //   common(S(const(v1) ... const(vn)), Safe) = union(const(v1) ... const(vn))
    common_member(t, k, union_of_members(*t), false) <--
        common_member_demanded(t, k), if *k == Safe && are_constants(*t), if by("U-Common-Constants");

    // U-Common-Members-Varied: if members differ too much from those before them, nothing is known.
    //
    //   common(t1 ... ti, k) = u      u and ti+1 differ too much
    //   -------------------------------------------------------- (U-Common-Members-Varied)
    //   common(S(t1 ... tn), k) = any
    common_member(t, k, ANY, true) <--
        gathering(t, k, _, u, a), if differ_too_much(*u, *a), if by("U-Common-Members-Varied");

    /// Holds if the first `i` members of `t` have `u` in common.
    #[ds(unique)]
    relation gathered(Ty, Conversion, u32, Ty);

    /// Holds if in such a walk the next member is `a`, which is to be unified with `u` next.
    #[ds(unique)]
    relation gathering(Ty, Conversion, u32, Ty, Ty);
}
