//! Declared types: their definitions, and their images under mappings.
//!
//! Judgments: `t unfolds to u`, *the declared type `t` stands for `u`*; `f(t) = u`, as in `eventuals.rs`.
//!
//! Source: declaration files; that a type which contains itself is mapped only as far as it is looked at keeps the
//! answers finite.
//!
//! Smallest example: where a file declares `type "Port" { is = int }`, `Port` unfolds to `int`.

ascent::ascent_source! {
    /// Declared types.
    declared:

    /// Holds if it is asked what the declared type `t` stands for.
    relation unfolding_demanded(Ty);

    /// Holds if the declared type `t` stands for `u`. What is not asked is not answered.
    #[ds(function)]
    relation unfolds(Ty, Ty);

    // L-Unfold: a declared type stands for its definition.
    //
    //   type t is u
    //   ------------- (L-Unfold)
    //   t unfolds to u
    unfolds(t, u) <-- unfolding_demanded(t), if let Some(u) = definition(*t), if by("L-Unfold");

    // L-Unfold-Mapped: what a mapping makes of a recursive type stands for what it makes of the definition.
    //
    //   t unfolds to d      f(d) = u
    //   ---------------------------- (L-Unfold-Mapped)
    //   f(t) unfolds to u
    unfolding_mapped(t, f, a) <-- unfolding_demanded(t), if let Some((f, a)) = mapped(*t);
    unfolding_demanded(a) <-- unfolding_mapped(_, _, a);
    unfolded_mapped(t, f, d) <-- unfolding_mapped(t, f, a), unfolds(a, d);
    mapping_demanded(f, d) <-- unfolded_mapped(_, f, d);
    unfolds(t, u) <-- unfolded_mapped(t, f, d), maps_to(f, d, u), if by("L-Unfold-Mapped");

    /// Holds if `t` is what `f` makes of the recursive type `a`.
    #[ds(transient)]
    relation unfolding_mapped(Ty, Mapping, Ty);

    /// Holds if `t` stands for what `f` makes of `d`.
    #[ds(transient)]
    relation unfolded_mapped(Ty, Mapping, Ty);

    // L-Named: a declared type that does not contain itself is mapped as its definition.
    //
    //   t unfolds to d      f(d) = u      t not recursive
    //   ------------------------------------------------- (L-Named)
    //   f(t) = u
    mapping_named(f, t) <--
        mapping_open(f, t), if constructor(*t) == Named, if !is_recursive(*t),
        if *f != Input || !is_refined(*t);
    unfolding_demanded(t) <-- mapping_named(_, t);
    mapping_definition(f, t, d) <-- mapping_named(f, t), unfolds(t, d);
    mapping_demanded(f, d) <-- mapping_definition(f, _, d);
    maps_to(f, t, u) <-- mapping_definition(f, t, d), maps_to(f, d, u), if by("L-Named");

    /// Holds if what `f` makes of the declared type `t` goes by its definition.
    relation mapping_named(Mapping, Ty);

    /// Holds if what `f` makes of `t` goes by what it makes of `d`.
    #[ds(transient)]
    relation mapping_definition(Mapping, Ty, Ty);

    // L-Recursive: a declared type that contains itself is mapped to a type of its own, which unfolds when needed.
    //
    //   t recursive
    //   ----------- (L-Recursive)
    //   f(t) = f(t)
    maps_to(f, t, view(*f, *t)) <--
        mapping_open(f, t), if *f != Input, if constructor(*t) == Named, if is_recursive(*t), if by("L-Recursive");
    input_from(t, view(Input, *t)) <--
        mapping_open(f, t), if *f == Input, if constructor(*t) == Named, if is_recursive(*t);
}
