//! Assignability of structures and constants in the model of declared types.
//!
//! Judgment: `s <k: t`, as in `model_assignability.rs`.
//!
//! Source: the specification of declared types; what it says of types, it says of the parts of structures.
//!
//! Smallest example: `const("a") <: string`.

ascent::ascent_source! {
    /// Assignability of structures.
    model_structures:

    /// Holds if `s`, built by `c`, is to fit `t`, built by `d`, as a rule for these constructors says: both are what they
    /// are made of, and different, and neither is a union.
    #[ds(transient)]
    relation structures_compared(Ty, Ty, Mode, Constructor, Constructor);
    structures_compared(s, t, m, constructor(*s), constructor(*t)) <--
        declarations_compared(s, t, m, n, o), if *n == DeclaredAs::Structure && *o == DeclaredAs::Structure,
        if constructor(*t) != Union;

    /// Holds if `s` is assignable to `t`, both primitive and different.
    relation primitive_fit(Ty, Ty);
    primitive_fit(INT, NUMBER);

    /// Holds if types built by `c` fit types built by `d` as the element fits the element.
    relation element_fit(Constructor, Constructor);
    element_fit(List, List);
    element_fit(Set, Set);
    element_fit(Map, Map);
    element_fit(Output, Output);
    element_fit(Promise, Promise);

    /// Holds if types built by `c` fit types built by `d` as their members do, paired by `p`, at best with kind `k`.
    relation member_fit(Constructor, Constructor, Pairing, Conversion);
    member_fit(Tuple, List, Gather, Safe);
    member_fit(Object, Map, Gather, Safe);
    member_fit(Tuple, Tuple, Zip, Safe);
    member_fit(Object, Object, Zip, Safe);
    member_fit(List, Tuple, Scatter, Unsafe);
    member_fit(Map, Object, Scatter, Unsafe);

    /// Holds if a rule below speaks of types built by `c` that fit types built by `d`.
    relation constructors_fit(Constructor, Constructor);
    constructors_fit(c, d) <-- element_fit(c, d);
    constructors_fit(c, d) <-- member_fit(c, d, _, _);
    constructors_fit(Constant, Primitive);
    constructors_fit(Primitive, Constant);
    constructors_fit(Constant, Constant);

    // M-Primitive: int is assignable to number.
    //
    //   primitive_fit(s, t)
    //   ------------------- (M-Primitive)
    //   s <: t
    fits(s, t, m, Safe) <-- structures_compared(s, t, m, _, _), primitive_fit(s, t), if by("M-Primitive");

    // M-Mismatch: constructors without a rule do not fit.
    //
    //   not constructors_fit(c, d)      not primitive_fit(c, d)      c, d no enums
    //   --------------------------------------------------------------------------- (M-Mismatch)
    //   c(...) <No: d(...)
    fits(s, t, m, No) <--
        structures_compared(s, t, m, c, d), if *c != Enum && *d != Enum, !constructors_fit(c, d), !primitive_fit(s, t),
        if by("M-Mismatch");

    // M-Constant: a literal fits as the type that it belongs to.
    //
    //   t primitive
    //   ------------------------------ (M-Constant)
    //   const(v: s) <: t as s <: t
    fits_as(s, t, m, base(*s), t, inside(*m), Safe) <--
        structures_compared(s, t, m, c, d), if *c == Constant && *d == Primitive, if by("M-Constant");

    // M-Constants: different literals do not fit one another.
    //
    //   v != w
    //   ------------------------ (M-Constants)
    //   const(v) <No: const(w)
    fits(s, t, m, No) <--
        structures_compared(s, t, m, c, d), if *c == Constant && *d == Constant, if by("M-Constants");

    // M-To-Constant: a value may turn out to be a literal of its type.
    //
    //   s primitive or a refinement      const(v) <k: s
    //   ----------------------------------------------- (M-To-Constant)
    //   s <min(k, Unsafe): const(v)
    fits_reversed(s, t, m, t, s, inside(*m)) <-- structures_compared(s, t, m, c, d), if *c == Primitive && *d == Constant;
    fits_reversed(s, t, m, t, s, inside(*m)) <--
        declarations_compared(s, t, m, n, _), if *n == DeclaredAs::Refined, if constructor(*t) == Constant;
    fits(s, t, m, *k.min(&Unsafe)) <-- fits_reversed(s, t, m, a, b, n), fits(a, b, n, k), if by("M-To-Constant");

    /// Holds if `s` may turn out to be a `t` if `a` fits `b`, the other way round, in mode `n`.
    #[ds(transient)]
    relation fits_reversed(Ty, Ty, Mode, Ty, Ty, Mode);
    fit_demanded(a, b, n) <-- fits_reversed(_, _, _, a, b, n);

    // M-Variant: an object fits a discriminated union as the member that its discriminator names.
    //
    //   t is discriminated by k      s.k = const(v)      ti.k = const(v)
    //   ---------------------------------------------------------------- (M-Variant)
    //   s <: union(t1 ... tn) as s <: ti
    fits_as(s, t, m, s, b, inside(*m), Safe) <--
        declarations_compared(s, t, m, n, _), if *n == DeclaredAs::Structure, if constructor(*t) == Union,
        if let Variant::Told(b) = variant(*s, *t), if by("M-Variant");

    // M-No-Variant: an object without a discriminator, with one that is no literal, or with one that no member has, fits no
    // member.
    //
    //   t is discriminated by k      s has no k, or one that is no literal, or a literal that no variant has
    //   ---------------------------------------------------------------------------------------------------- (M-No-Variant)
    //   s <No: union(t1 ... tn) as s <: object(k=union(t1.k ... tn.k))
    fits_as(s, t, m, s, b, inside(*m), No) <--
        declarations_compared(s, t, m, n, _), if *n == DeclaredAs::Structure, if constructor(*t) == Union,
        if let Variant::None(b) | Variant::Untold(b) = variant(*s, *t), if by("M-No-Variant");

    // M-Enum-Source: an enum is the union of its values.
    //
    //   s is an enum of vs
    //   ---------------------------- (M-Enum-Source)
    //   s <: t as union(vs) <: t
    fits_as(s, t, m, values_of(*s), t, inside(*m), Safe) <--
        declarations_compared(s, t, m, _, o), if constructor(*s) == Enum, if *o == DeclaredAs::Structure || *o == DeclaredAs::Refined, if by("M-Enum-Source");

    // M-Enum-Target: a type fits an enum as it fits the union of its values.
    //
    //   s is no enum      t is an enum of vs
    //   ------------------------------------ (M-Enum-Target)
    //   s <: t as s <: union(vs)
    fits_as(s, t, m, s, values_of(*t), inside(*m), Safe) <--
        structures_compared(s, t, m, c, d), if *c != Enum && *d == Enum, if by("M-Enum-Target");

    // M-Element: collections fit as their elements do.
    //
    //   element_fit(c, d)
    //   --------------------------- (M-Element)
    //   c(a) <: d(b) as a <: b
    fits_as(s, t, m, element(*s), element(*t), inside(*m), Safe) <--
        structures_compared(s, t, m, c, d), element_fit(c, d), if by("M-Element");

    // M-Members: structures fit as their paired members do; the weakest pair decides.
    //
    //   member_fit(c, d, p, j)      p pairs (a1, b1) ... (an, bn)      a1 <k1: b1   ...   an <kn: bn
    //   -------------------------------------------------------------------------------------------- (M-Members)
    //   c(...) <min(j, k1 ... kn): d(...)
    members_fit(s, t, m, p, j) <--
        structures_compared(s, t, m, c, d), member_fit(c, d, p, j), if pairs_up(*p, *s, *t);
    member_fits(s, t, m, inside(*m), p, 0, j, a, b) <--
        members_fit(s, t, m, p, j), if let Some((a, b)) = pair(*p, *s, *t, 0);
    // All pairs are asked, so that all that do not fit can be told.
    member_fits(s, t, m, n, p, i + 1, *j.min(k), a2, b2) <--
        member_fits(s, t, m, n, p, i, j, a, b), fits(a, b, n, k), if let Some((a2, b2)) = pair(*p, *s, *t, *i + 1);
    fits(s, t, m, *j.min(k)) <--
        member_fits(s, t, m, n, p, i, j, a, b), fits(a, b, n, k), if pair(*p, *s, *t, *i + 1).is_none(),
        if by("M-Members");

    // M-Members-Empty: structures without paired members fit as the table of constructors says.
    //
    //   member_fit(c, d, p, j)      p pairs nothing
    //   ------------------------------------------- (M-Members-Empty)
    //   c(...) <j: d(...)
    fits(s, t, m, j) <-- members_fit(s, t, m, p, j), if pair(*p, *s, *t, 0).is_none(), if by("M-Members-Empty");

    /// Holds if `s` fits `t` in mode `m` as their members do, paired by `p`, at best with kind `j`.
    #[ds(transient)]
    relation members_fit(Ty, Ty, Mode, Pairing, Conversion);

    /// Holds if the pairs before the `i`-th fit with kind `j` at the weakest, and the `i`-th is `a` and `b`, which is
    /// asked next, in mode `n`.
    #[ds(unique)]
    relation member_fits(Ty, Ty, Mode, Mode, Pairing, u32, Conversion, Ty, Ty);
    fit_demanded(a, b, n) <-- member_fits(_, _, _, n, _, _, _, a, b);

    // M-Length: tuples of different lengths do not fit.
    //
    //   m != n
    //   ------------------------------------------ (M-Length)
    //   tuple(s1 ... sm) <No: tuple(t1 ... tn)
    fits(s, t, m, No) <--
        structures_compared(s, t, m, c, d), member_fit(c, d, p, _), if !pairs_up(*p, *s, *t), if by("M-Length");
}
