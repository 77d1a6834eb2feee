//! Common types: unification as expressions need it.
//!
//! Judgment: `common(s, t, k) = u`, *`u` is the common type of `s` and `t` with kind `k` or better*: the type that they
//! unify to if the kind is good enough, and otherwise their union.
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

    // U-Common: two types have the type in common that they unify to, if the kind is good enough.
    //
    //   s \/ t = u : l      l >= k
    //   --------------------------- (U-Common)
    //   common(s, t, k) = u
    common_type(s, t, k, u) <--
        common_type_demanded(s, t, k), unifies(s, t, u, l), if l >= k && !differ_too_much(*s, *t), if by("U-Common");

    // U-Common-Varied: the common type of types that differ too much is not known.
    //
    //   s and t differ too much
    //   ----------------------- (U-Common-Varied)
    //   common(s, t, k) = any
    common_type(s, t, k, ANY) <--
        common_type_demanded(s, t, k), if differ_too_much(*s, *t), if by("U-Common-Varied");

    // U-Common-Union: two types that do not unify well enough have their union in common.
    //
    //   s \/ t = u : l      l < k
    //   -------------------------------- (U-Common-Union)
    //   common(s, t, k) = union(s, t)
    common_type(s, t, k, union_of(&[*s, *t])) <--
        common_type_demanded(s, t, k), unifies(s, t, u, l), if l < k && !differ_too_much(*s, *t), if by("U-Common-Union");
}
