//! Options that name properties instead of values, and hooks.
//!
//! Judgment: `e : t`.
//!
//! Source: the reference's behaviour.
//!
//! Smallest example: in `ignoreChanges = [tags]` the expression `tags` has the type `Property`.

ascent::ascent_source! {
    /// Properties and hooks in options.
    properties:

    // T-Property: a property that is named instead of its value is a property, wherever its steps lead.
    //
    //   e names the property b
    //   ---------------------- (T-Property)
    //   e : Property
    has_type(e, opaque("Property")) <-- names_property(e, _), if by("T-Property");

    // P-Property: but they have to lead somewhere in what the property is once all outputs are resolved.
    //
    //   e names b.k1 ... kn      b : t      resolve(t).k1 ... = ti-1      ti-1.ki meets o, not found
    //   -------------------------------------------------------------------------------------------- (P-Property)
    //   ki meets o
    property_named(e, t) <-- names_property(e, b), binds(b, t);
    resolving_demanded(t) <-- property_named(_, t);
    property_steps(e, 0, t, k), traversal_demanded(t, k) <--
        property_named(e, s), resolves(s, t), if let Some(k) = step(*e, 0);
    property_steps(e, i + 1, u, l), traversal_demanded(u, l) <--
        property_steps(e, i, t, k), traverses(t, k, u, _), if let Some(l) = step(*e, *i + 1);
    step_meets(e, i, t, o) <-- property_steps(e, i, t, k), obstructs(t, k, o), if by("P-Property");

    /// Holds if `e` names a property that takes a `t`.
    #[ds(passing)]
    relation property_named(ExprId, Ty);

    /// Holds if the first `i` steps behind the property that `e` names lead to `t`, and the next one is `k`.
    #[ds(once)]
    relation property_steps(ExprId, u32, Ty, Step);

    // P-Hook: a step in the life of a resource takes hooks of one kind.
    //
    //   x takes hooks of kind k      x = b      b is a hook of another kind
    //   ------------------------------------------------------------------- (P-Hook)
    //   x is a hook of the wrong kind
    hook_taken(x, k, b) <-- takes_hook(x, k), refers_to(x, b);
    wrong_hook(x, k) <-- hook_taken(x, k, b), is_hook(b, l), if k != l, if by("P-Hook");

    /// Holds if the hook `b` stands at `x`, which takes hooks of the kind `k`.
    #[ds(once)]
    relation hook_taken(ExprId, HookKind, BindingId);

    /// Holds if at `x`, which takes hooks of the kind `k`, a hook of the other kind stands.
    #[ds(once)]
    relation wrong_hook(ExprId, HookKind);
}
