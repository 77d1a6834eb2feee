//! Facts about blocks: configuration, resources, components, outputs, and their inputs.
//!
//! Lowering fills these relations and infers nothing, as in `program`. A block gives a name a type, and its attributes
//! stand where something is expected. Blocks that take the same inputs share an interface.
//!
//! Smallest example: `config "port" "int" {}` becomes `is_config(port, int)`.

ascent::ascent_source! {
    /// The facts of blocks.
    blocks:

    /// Holds if the binding `b` is a configuration value that is declared as a `t`.
    #[ds(input)]
    relation is_config(BindingId, Ty);

    /// Holds if the configuration value `b` is `x` where it is not set.
    #[ds(input)]
    relation defaults_to(BindingId, ExprId);

    /// Holds if the configuration value `b` is a secret.
    relation is_secret(BindingId);

    /// Holds if the binding `b` is a resource or component that gives a `t`; `yes` tells resources, whose ranges may be
    /// eventual, from components.
    #[ds(input)]
    relation is_instance(BindingId, Ty, bool);

    /// Holds if there is an instance of `b` for each item of `x`.
    #[ds(input)]
    relation ranges_over(BindingId, ExprId);

    /// Holds if inside the block of `b` the name `range` means the binding `v`.
    #[ds(input)]
    relation binds_range(BindingId, BindingId);

    /// Holds if values of `p`, or outputs of them, are expected of `x`.
    #[ds(input)]
    relation is_expected(ExprId, Ty);

    /// Holds if `x` is what is given to `b` as its input `n`.
    relation is_input(ExprId, BindingId, Name);

    /// Holds if `b` takes the inputs of the interface `i`, and no others.
    #[ds(input)]
    relation has_interface(BindingId, InterfaceId);

    /// Holds if the interface `i` has an input `n` that takes a `p`, and `a` says how strictly.
    relation takes_input(InterfaceId, Name, Ty, Acceptance);

    /// Holds if the input `n` of the interface `i` has to be given, whatever its type.
    relation requires_input(InterfaceId, Name);

    /// Holds if the input `n` of the interface `i` has only one value, and need not be given.
    relation implies_input(InterfaceId, Name);

    /// Holds if the text of the block of `b` has errors, so that what is given to it may be missing in the tree only.
    relation is_incomplete(BindingId);

    /// Holds if `e` names a property of a resource, `b`, instead of a value: in `ignoreChanges = [tags]`, `tags`.
    #[ds(input)]
    relation names_property(ExprId, BindingId);

    /// Holds if `x` is bound to a step in the life of a resource that takes hooks of the kind `k`.
    #[ds(input)]
    relation takes_hook(ExprId, HookKind);

    /// Holds if the binding `b` is a hook of the kind `k`.
    #[ds(input)]
    relation is_hook(BindingId, HookKind);
}
