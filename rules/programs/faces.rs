//! Faces: the types that stand opposite the parts of a value that is written out.
//!
//! Judgment: `y faces t by l`, *`y` stands where a `t` is expected, and is held to it by the law `l`*.
//!
//! A value that is held to a type is looked into as far as it is written out: the values of an object face the properties of
//! the type, the elements of a tuple its elements, the branches of a conditional the type itself. Parts that convert, and
//! have no more and no less in them than is expected, are not looked into. A part is held strictly as long as all around it is refused: it is
//! the reason, or a part of it.
//!
//! Source: the reference's behaviour for what is refused; the schema says what else is wrong.
//!
//! Smallest example: in `-[]` the operand `[]` faces `number`.

ascent::ascent_source! {
    /// Parts of values, and the types that are expected of them.
    faces:

    // P-Face: a value faces the type that it is held to.
    //
    //   x is held to t by l
    //   ------------------- (P-Face)
    //   x faces t by l
    faces(x, s, t, l, x) <-- is_held(x, s, t, l), if by("P-Face");

    // P-Face-Part: a part of a value faces what is expected in its place.
    //
    //   y, which faces t, has z where b is expected      z : a
    //   ------------------------------------------------------ (P-Face-Part)
    //   z faces b
    faces(z, a, b, l, x) <-- stands(_, _, z, b, l, x), has_type(z, a), if by("P-Face-Part");

    /// Holds if `y`, which has the type `s` and is `x` or a part of it, faces `t`, and is held to it by the law `l`.
    relation faces(ExprId, Ty, Ty, Law, ExprId);

    /// Holds if `y` faces `t`, and `z`, `y` itself or a part of it, stands where a `b` is expected, and is held to that by the
    /// law `l`. All are parts of `x`.
    relation stands(ExprId, Ty, ExprId, Ty, Law, ExprId);

    // P-Agree: conversion says how a value agrees with what it faces.
    //
    //   y faces t      y : s      s ~k> t
    //   --------------------------------- (P-Agree)
    //   y agrees with t as k says
    agrees(y, s, t, l, x, k) <--
        faces(y, s, t, l, x), if *l != Law::Declared, let k = converts(*s, *t, Plain), if by("P-Agree");

    // P-Agree-Declared: in the model of declared types its assignability says that.
    //
    //   y faces t      y : s      s <k: t
    //   --------------------------------- (P-Agree-Declared)
    //   y agrees with t as k says
    agrees(y, s, t, l, x, k) <--
        faces(y, s, t, l, x), if *l == Law::Declared, let k = fits(*s, *t, Plain), if by("P-Agree-Declared");

    /// Holds if `y`, an `s`, which faces `t` in `x` by the law `l`, agrees with it as `k` says.
    #[ds(unique)]
    relation agrees(ExprId, Ty, Ty, Law, ExprId, Conversion);

    /// Holds if what is inside of a value that is held by the law `l`, and agrees as `k` says, is held by the law `m`.
    relation law_inside(Law, Conversion, Law);
    law_inside(Law::Strict, No, Law::Strict);
    law_inside(Law::Strict, Unsafe, Law::Loose);
    law_inside(Law::Strict, Safe, Law::Loose);
    law_inside(Law::Loose, No, Law::Loose);
    law_inside(Law::Loose, Unsafe, Law::Loose);
    law_inside(Law::Loose, Safe, Law::Loose);
    law_inside(Law::Declared, No, Law::Declared);
    law_inside(Law::Declared, Unsafe, Law::Declared);
    law_inside(Law::Declared, Safe, Law::Declared);

    /// Holds if `y`, an `s` that faces `t` in `x`, is looked into: it is written in the form `w`, `t` is built by `c`, and what
    /// is inside is held by the law `l`.
    relation opens(ExprId, Ty, Ty, Law, ExprId, Written, Constructor);
    opens(y, s, t, m, x, written(*y), constructor(*t)) <--
        agrees(y, s, t, l, x, k), law_inside(l, k, m), if is_written_out(*y) && (*k != Safe || *l == Law::Declared);
    opens(y, s, t, m, x, written(*y), constructor(*t)) <--
        agrees(y, s, t, l, x, k), law_inside(l, k, m), if is_written_out(*y) && *k == Safe && *l != Law::Declared,
        if is_inexact(*s, *t);
    opens(y, s, t, m, x, written(*y), constructor(*t)) <--
        agrees(y, s, t, l, x, k), tells(x, _, _), law_inside(l, k, m),
        if is_written_out(*y) && *k == Safe && *l != Law::Declared;

    // P-Face-Same: the value in parentheses, and the branches of a conditional, face what the whole faces, unless the whole is
    // wrong, which has been reported.
    //
    //   (z) or c ? z : _ or c ? _ : z : s      it faces t      s != error
    //   ----------------------------------------------------------------- (P-Face-Same)
    //   z faces t
    stands(y, t, z, t, m, x) <--
        agrees(y, s, t, l, x, k), law_inside(l, k, m), if is_transparent(*y) && declared_as(*s) != DeclaredAs::Error,
        for z in alternatives_of(*y), if by("P-Face-Same");

    // P-Face-Definition: a value that faces a declared type faces its definition.
    //
    //   y faces t      t stands for d, which has parts like y's
    //   ------------------------------------------------------- (P-Face-Definition)
    //   y faces d
    unfolds_to(y, t, d, l, x, w, constructor(d)) <--
        opens(y, _, t, l, x, w, c), if *c == Named, if let Some(d) = definition(*t);
    stands(y, t, y, d, l, x) <-- unfolds_to(y, t, d, l, x, w, c), literal_pairing(w, c, _), if by("P-Face-Definition");
    stands(y, t, y, d, l, x) <--
        unfolds_to(y, t, d, l, x, _, c), if *c == Union || *c == Named, if by("P-Face-Definition");

    /// Holds if `y`, written in the form `w`, faces `t` in `x`, which stands for `d`, built by `c`.
    relation unfolds_to(ExprId, Ty, Ty, Law, ExprId, Written, Constructor);

    // P-Face-Eventual: a prompt value that faces an eventual type faces what that is eventually.
    //
    //   y faces E(t)      y : s      s is not eventual itself
    //   ----------------------------------------------------- (P-Face-Eventual)
    //   y faces t
    stands(y, t, y, element(*t), l, x) <--
        opens(y, s, t, l, x, _, c), if outer_eventuality(*s) == Eventuality::Prompt && (*c == Output || *c == Promise),
        if by("P-Face-Eventual");

    // P-Face-Optional: a value other than null that faces an optional type faces that type.
    //
    //   y faces union(t, none)      y : s      s != none
    //   ------------------------------------------------ (P-Face-Optional)
    //   y faces t
    stands(y, t, y, without_none(*t), m, x) <--
        agrees(y, s, t, l, x, k), law_inside(l, k, m),
        if *k != Safe && *s != NONE && without_none(*t) != *t && !is_transparent(*y), if by("P-Face-Optional");
    stands(y, t, y, without_none(*t), l, x) <--
        opens(y, s, t, l, x, _, c), if *c == Union && *s != NONE && without_none(*t) != *t, if by("P-Face-Optional");

    // P-Face-Union: a prompt value that faces a union faces the only member that is built by a kindred constructor, once it is
    // unfolded.
    //
    //   y faces t      y : s      s is not eventual itself      kin(s, t) = b
    //   --------------------------------------------------------------------- (P-Face-Union)
    //   y faces b
    stands(y, t, y, b, l, x) <--
        opens(y, s, t, l, x, _, c), if *c == Union && outer_eventuality(*s) == Eventuality::Prompt, if let Some(b) = has_kin(*s, *t), if by("P-Face-Union");

    /// Holds if values written in the form `w` that face types built by `c` have parts that face members of these, paired by
    /// `p`.
    relation literal_pairing(Written, Constructor, Pairing);
    literal_pairing(Written::Object, Object, Zip);
    literal_pairing(Written::Object, Map, Gather);
    literal_pairing(Written::ComputedObject, Map, Gather);
    literal_pairing(Written::Tuple, List, Gather);
    literal_pairing(Written::Tuple, Set, Gather);
    literal_pairing(Written::Tuple, Tuple, Zip);
    literal_pairing(Written::ForList, List, Gather);
    literal_pairing(Written::ForList, Set, Gather);
    literal_pairing(Written::ForMap, Map, Gather);

    // P-Face-Member: elements and properties face what is expected in their places.
    //
    //   y faces t      y and t pair by p      z in y is where t has b
    //   ------------------------------------------------------------- (P-Face-Member)
    //   z faces b
    compared(y, t, t, p, l, x) <-- opens(y, _, t, l, x, w, c), literal_pairing(w, c, p);
    stands(y, t, z, b, l, x) <--
        compared(y, t, u, p, l, x), for (z, b) in placed(*y, *p, *u), if by("P-Face-Member");

    /// Holds if `y` faces `t` in `x`, and its parts, paired by `p`, face members of `u`, and are held to these by the law `l`.
    relation compared(ExprId, Ty, Ty, Pairing, Law, ExprId);
}
