//! Problems with options that name properties instead of values, and with hooks.
//!
//! Source: the reference's behaviour.
//!
//! Smallest example: in `ignoreChanges = [tags.x]`, where `tags` has no `x`, the step `.x` leads nowhere.

ascent::ascent_source! {
    /// Problems with properties and hooks in options.
    properties:

    // P-Property: the steps behind a property have to lead somewhere in what the property is once all outputs are resolved.
    //
    //   e names b.k1 ... kn      b : t      resolve(t).k1 ... = ti-1      ti-1.ki meets o, not found
    //   -------------------------------------------------------------------------------------------- (P-Property)
    //   ki meets o
    property_named(e, s) <-- names_property(e, b), binds(b, t), let s = resolves(*t);
    property_steps(e, 0, s, u, o) <--
        property_named(e, s), if let Some(k) = step(*e, 0), let (u, o) = traverses(*s, k);
    property_steps(e, i + 1, t, u, o) <--
        property_steps(e, i, _, t, _), if let Some(k) = step(*e, *i + 1), let (u, o) = traverses(*t, k);
    step_meets(e, i, t, o) <-- property_steps(e, i, t, _, o), if *o != Outcome::Found, if by("P-Property");

    /// Holds if `e` names a property that takes an `s` once all outputs are resolved.
    #[ds(transient)]
    relation property_named(ExprId, Ty);

    /// Holds if the `i`-th step behind the property that `e` names leads from `t` to `u`, and meets `o`.
    #[ds(unique)]
    relation property_steps(ExprId, u32, Ty, Ty, Outcome);

    // P-Hook: a step in the life of a resource takes hooks of one kind.
    //
    //   x takes hooks of kind k      x = b      b is a hook of another kind
    //   ------------------------------------------------------------------- (P-Hook)
    //   x is a hook of the wrong kind
    hook_taken(x, k, b) <-- takes_hook(x, k), refers_to(x, b);
    wrong_hook(x, k) <-- hook_taken(x, k, b), is_hook(b, l), if k != l, if by("P-Hook");

    /// Holds if the hook `b` stands at `x`, which takes hooks of the kind `k`.
    #[ds(unique)]
    relation hook_taken(ExprId, HookKind, BindingId);

    /// Holds if at `x`, which takes hooks of the kind `k`, a hook of the other kind stands.
    #[ds(unique)]
    relation wrong_hook(ExprId, HookKind);
}
