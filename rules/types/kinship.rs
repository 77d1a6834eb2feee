//! Kinship: the type that another was probably meant to be, where it does not convert.
//!
//! Judgment: `kin(s, t) = b`, *`b` is the only member of the union `t` that is built by a constructor kindred to that of
//! `s`*.
//!
//! Smallest example: `kin(object({a=int}), union(object({a=string}), string)) = object({a=string})`.

ascent::ascent_source! {
    /// Kindred members of unions.
    kinship:

    /// Holds if it is asked which member of `t` is kindred to `s`.
    relation kinship_demanded(Ty, Ty);

    // C-Kin: the only member of a union that is built by a kindred constructor, once it is unfolded, is kin.
    //
    //   d(...) is the only member of t with constructors_convert(c, d)
    //   -------------------------------------------------------------- (C-Kin)
    //   kin(c(...), t) = d(...)
    kin_sought(s, t, 0, None) <-- kinship_demanded(s, t), if constructor(*t) == Union;
    kin_tried(s, t, i, u, constructor(*s), constructor(definition(b).unwrap_or(b)), b) <--
        kin_sought(s, t, i, u), if let Some(b) = member(*t, *i);
    kin_sought(s, t, i + 1, u) <-- kin_tried(s, t, i, u, c, d, _), !constructors_convert(c, d);
    kin_sought(s, t, i + 1, Some(*b)) <-- kin_tried(s, t, i, u, c, d, b), constructors_convert(c, d), if u.is_none();
    has_kin(s, t, b) <-- kin_sought(s, t, i, u), if *i == arity(*t), if let Some(b) = u, if by("C-Kin");

    /// Holds if of the members of the union `t` before the `i`-th only `u`, or none, is of a constructor kindred to that of
    /// `s`.
    relation kin_sought(Ty, Ty, u32, Option<Ty>);

    /// Holds if the same holds, the `i`-th member is `b`, built by `d` once it is unfolded, and `s` is built by `c`.
    #[ds(transient)]
    relation kin_tried(Ty, Ty, u32, Option<Ty>, Constructor, Constructor, Ty);

    /// Holds if `b` is the only member of the union `t` that is of a constructor kindred to that of `s`.
    relation has_kin(Ty, Ty, Ty);
}
