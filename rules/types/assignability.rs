//! Assignability: a value of one type flows into a place of another as it is.
//!
//! Judgment: `s <: t`, *`s` is assignable to `t`*.
//!
//! Source: the specification's "assignable from" sentences ("A promise type is assignable from itself or from its
//! element type"); where it is silent, the reference's behaviour.
//!
//! Smallest example: an `int` may be passed where an `output(int)` is expected, because `int <: output(int)`.

ascent::ascent_source! {
    /// Assignability of types.
    assignability:

    /// Holds if it is asked whether `s` is assignable to `t` in mode `m`: `Plain`, except where a recursive type asks.
    relation assignability_demanded(Ty, Ty, Mode);

    /// Holds with `true` if `s` is assignable to `t` in mode `m`, and with `false` if it is not. `f("a")`, where an
    /// `output(string)` is expected, needs `is_assignable(string, output(string), Plain, true)`. What is not asked is
    /// not answered.
    #[ds(function)]
    relation is_assignable(Ty, Ty, Mode, bool);
    is_assignable(s, t, m, yes) <-- assignability_demanded(s, t, m), if let Some(yes) = known_assignability(*s, *t, *m);

    // Tables: what depends on the constructors alone.

    /// Holds if types built by `c` are assignable to types built by `d` if the element is to the element.
    relation element_assignability(Constructor, Constructor);
    element_assignability(List, List);
    element_assignability(Set, Set);
    element_assignability(Map, Map);
    element_assignability(Output, Output);
    element_assignability(Promise, Promise);

    /// Holds if types built by `c` are assignable to types built by `d` if their members are, paired by `p`.
    relation member_assignability(Constructor, Constructor, Pairing);
    member_assignability(Tuple, List, Gather);
    member_assignability(Object, Map, Gather);
    member_assignability(Tuple, Tuple, Zip);
    member_assignability(Object, Object, Zip);

    /// Holds if a rule below speaks of types built by `c` that are assignable to types built by `d`.
    relation constructors_assignable(Constructor, Constructor);
    constructors_assignable(c, d) <-- element_assignability(c, d);
    constructors_assignable(c, d) <-- member_assignability(c, d, _);
    constructors_assignable(Constant, Primitive);

    /// Holds if a rule below speaks of every type that is assignable to types built by `d`.
    relation assignable_from_all(Constructor);
    assignable_from_all(Union);
    assignable_from_all(Output);
    assignable_from_all(Promise);
    assignable_from_all(Named);

    // A-Refl: every type is assignable to itself.
    //
    //   -------- (A-Refl)
    //   t <: t
    is_assignable(s, t, m, true) <-- assignability_demanded(s, t, m), if equals(*s, *t), if by("A-Refl");

    // A-Any: everything is assignable to the dynamic type.
    //
    //   s != any
    //   ---------- (A-Any)
    //   s <: any
    is_assignable(s, t, m, true) <-- assignability_demanded(s, t, m), if s != t, if *t == ANY, if by("A-Any");

    // A-Recursive: types that contain themselves are assignable unless their unfoldings refute it.
    //
    //   the greatest solution of s <: t holds
    //   ------------------------------------- (A-Recursive)
    //   s <: t
    is_assignable(s, t, m, assign_coinductively(*s, *t)) <--
        assignability_demanded(s, t, m), if !equals(*s, *t), if *t != ANY, if assumes(*s, *t, *m),
        if known_assignability(*s, *t, *m).is_none(), if by("A-Recursive");

    /// Holds if `s`, built by `c`, is or is not assignable to `t`, built by `d`, as a rule for these constructors says:
    /// the types differ, and `t` is not dynamic.
    #[ds(transient)]
    relation constructors_assigned(Ty, Ty, Mode, Constructor, Constructor);
    constructors_assigned(s, t, m, constructor(*s), constructor(*t)) <--
        assignability_demanded(s, t, m), if !equals(*s, *t), if *t != ANY, if !assumes(*s, *t, *m),
        if known_assignability(*s, *t, *m).is_none();

    // A-Mismatch: constructors without a rule are not assignable.
    //
    //   not constructors_assignable(c, d)      not assignable_from_all(d)
    //   ----------------------------------------------------------------- (A-Mismatch)
    //   not c(...) <: d(...)
    is_assignable(s, t, m, false) <--
        constructors_assigned(s, t, m, c, d), if *c != Named, !assignable_from_all(d), !constructors_assignable(c, d),
        if by("A-Mismatch");

    // A-Constant: a constant is assignable to the type of its value, and to no other primitive type.
    //
    //   t primitive
    //   ---------------------------- (A-Constant)
    //   const(v: s) <: t iff s = t
    is_assignable(s, t, m, base(*s) == *t) <--
        constructors_assigned(s, t, m, c, d), if *c == Constant && *d == Primitive, if by("A-Constant");

    /// Holds if `s` is assignable to `t` in mode `m` just if `a` is to `b` in mode `n`.
    #[ds(transient)]
    relation assignable_as(Ty, Ty, Mode, Ty, Ty, Mode);
    assignability_demanded(a, b, n) <-- assignable_as(_, _, _, a, b, n);

    // A-As: an assignability that goes by another is the same.
    //
    //   s <: t as a <: b      a <: b
    //   ---------------------------- (A-As)
    //   s <: t
    is_assignable(s, t, m, yes) <-- assignable_as(s, t, m, a, b, n), is_assignable(a, b, n, yes), if by("A-As");

    // A-Element: collections and eventuals are assignable if their elements are.
    //
    //   element_assignability(c, d)
    //   --------------------------- (A-Element)
    //   c(a) <: d(b) as a <: b
    assignable_as(s, t, m, element(*s), element(*t), inside(*m)) <--
        constructors_assigned(s, t, m, c, d), element_assignability(c, d), if by("A-Element");

    // A-Output: a prompt value is assignable to an output if it is assignable to the element.
    //
    //   s is no output, no promise
    //   -------------------------- (A-Output)
    //   s <: output(t) as s <: t
    assignable_as(s, t, m, *s, element(*t), inside(*m)) <--
        constructors_assigned(s, t, m, c, d), if *d == Output, if *c != Output && *c != Promise && *c != Named,
        if by("A-Output");

    // A-Promise: any value but a promise is assignable to a promise if it is assignable to the element.
    //
    //   s is no promise
    //   --------------------------- (A-Promise)
    //   s <: promise(t) as s <: t
    assignable_as(s, t, m, *s, element(*t), inside(*m)) <--
        constructors_assigned(s, t, m, c, d), if *d == Promise, if *c != Promise && *c != Named, if by("A-Promise");

    // A-Promise-Output: a promise is assignable to an output once the eventuals inside it are resolved.
    //
    //   resolve(a) = b
    //   --------------------------------------- (A-Promise-Output)
    //   promise(a) <: output(t) as b <: t
    assignable_as(s, t, m, b, element(*t), inside(*m)) <--
        constructors_assigned(s, t, m, c, d), if *c == Promise && *d == Output, let b = resolves(element(*s)),
        if by("A-Promise-Output");

    // A-Unfold-Source: a declared type is assignable if its definition is.
    //
    //   s unfolds to u
    //   ------------------- (A-Unfold-Source)
    //   s <: t as u <: t
    assignable_as(s, t, m, u, t, m) <--
        constructors_assigned(s, t, m, c, d), if *c == Named && !stays_refined(*s, *t, *d), let u = unfolds(*s),
        if by("A-Unfold-Source");

    // A-Unfold-Target: a type is assignable to a declared one if it is assignable to the definition.
    //
    //   t unfolds to u
    //   ------------------- (A-Unfold-Target)
    //   s <: t as s <: u
    assignable_as(s, t, m, s, u, m) <--
        constructors_assigned(s, t, m, c, d), if *d == Named && *c != Named && !is_refined(*t), let u = unfolds(*t),
        if by("A-Unfold-Target");
}
