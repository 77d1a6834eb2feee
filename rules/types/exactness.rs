//! Exactness: values that have what is expected of them, and no more.
//!
//! Judgment: `s is inexact for t`, *an object in `s` has a property that is none of those that `t` has in its place, or lacks one
//! that takes anything*. Conversion passes over both in silence. Only what is written out is looked at: a value that has a name
//! of its own may have been made for other places as well, so that the types of resources and eventual values are exact.
//!
//! Smallest example: `object({a=int, b=int})` is inexact for `object({a=int})`.

ascent::ascent_source! {
    /// Values with more or less in them than is expected.
    exactness:

    /// Holds if it is asked whether `s` is exact for `t`.
    relation exactness_demanded(Ty, Ty);
    exactness_demanded(a, b) <-- contains_pair(_, _, a, b);

    /// Holds if it is asked whether `s`, built by `c`, is exact for `t`, built by `d`.
    #[ds(transient)]
    relation exactness_sought(Ty, Ty, Constructor, Constructor);
    exactness_sought(s, t, constructor(*s), constructor(*t)) <-- exactness_demanded(s, t), if !equals(*s, *t) && is_structured(*s);

    // P-Inexact: an object is inexact for another one that lacks one of its properties.
    //
    //   s = object(... k ...)      t = object(...) has no k
    //   --------------------------------------------------- (P-Inexact)
    //   s is inexact for t
    is_inexact(s, t) <--
        exactness_sought(s, t, c, d), if *c == Object && *d == Object && !properties_beyond(*s, *t).is_empty(),
        if by("P-Inexact");

    // P-Inexact-Any: an object is inexact for another one that has a property for anything where it has nothing.
    //
    //   s = object(...) has no k      t = object(... k = any ...)
    //   --------------------------------------------------------- (P-Inexact-Any)
    //   s is inexact for t
    is_inexact(s, t) <--
        exactness_sought(s, t, c, d), if *c == Object && *d == Object,
        if properties_beyond(*t, *s).into_iter().any(|i| member(*t, i).is_some_and(is_anything)), if by("P-Inexact-Any");

    // P-Inexact-Part: a type is inexact for another if a part of it is inexact for what stands in its place.
    //
    //   s contains a where t has b      a is inexact for b
    //   -------------------------------------------------- (P-Inexact-Part)
    //   s is inexact for t
    is_inexact(s, t) <-- contains_pair(s, t, a, b), is_inexact(a, b), if by("P-Inexact-Part");

    /// Holds if an object in `s` has a property that is none of those that `t` has in its place, or lacks one that takes
    /// anything.
    relation is_inexact(Ty, Ty);

    /// Holds if `s` is inexact for `t` if `a`, which is `s` or a part of it, is for `b`.
    relation contains_pair(Ty, Ty, Ty, Ty);
    contains_pair(s, t, a, b) <--
        exactness_sought(s, t, c, d), member_conversion(c, d, p, _), for (a, b) in pairs(*p, *s, *t), if is_structured(a);
    contains_pair(s, t, element(*s), element(*t)) <--
        exactness_sought(s, t, c, d), element_conversion(c, d, _), if is_structured(element(*s));
    contains_pair(s, t, a, t) <-- exactness_sought(s, t, c, _), if *c == Union, for a in members(*s);
    // Of many members only the one most like the type counts.
    contains_pair(s, t, s, b) <--
        exactness_sought(s, t, c, d), if *c != Union && *d == Union, if let Some(b) = likely_member(*t, *s),
        let k = converts(*s, b, Plain), if k == Safe;
    contains_pair(s, t, s, element(*t)) <-- exactness_sought(s, t, c, d), if *c != Union && (*d == Output || *d == Promise);
    contains_pair(s, t, s, b) <-- exactness_sought(s, t, c, d), if *c != Union && *d == Named, if let Some(b) = definition(*t);

    // P-Inexact-Union: a type is inexact for a union if it is for all members to which it converts safely.
    //
    //   for all b in t: s is inexact for b or not s ~> b
    //   ------------------------------------------------ (P-Inexact-Union)
    //   s is inexact for t
    tried(s, t, 0, b) <--
        exactness_sought(s, t, c, d), if *c != Union && *d == Union, if likely_member(*t, *s).is_none(),
        if let Some(b) = member(*t, 0);
    exactness_demanded(s, b) <-- tried(s, _, _, b);
    refuted(s, t, i) <-- tried(s, t, i, b), is_inexact(s, b);
    refuted(s, t, i) <-- tried(s, t, i, b), let k = converts(*s, *b, Plain), if k != Safe;
    tried(s, t, i + 1, b) <-- refuted(s, t, i), if let Some(b) = member(*t, *i + 1);
    is_inexact(s, t) <-- refuted(s, t, i), if *i + 1 == arity(*t), if by("P-Inexact-Union");

    /// Holds if `s` is inexact for the members of the union `t` before the `i`-th, or does not convert to them, and the `i`-th
    /// is `b`.
    relation tried(Ty, Ty, u32, Ty);

    /// Holds if the same holds for the `i`-th member as well.
    relation refuted(Ty, Ty, u32);
}
