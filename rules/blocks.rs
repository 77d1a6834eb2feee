//! Blocks: configuration, resources, components, outputs, and what is given to them.
//!
//! Judgments: `b : t`, *the value of the binding `b` has the type `t`*; `x takes p`, *`x` stands where exactly a `p` is
//! taken*.
//!
//! A block gives a name a type, and its attributes stand where something is expected. What a resource takes comes from
//! its schema, which says where outputs are welcome; everywhere else they are welcome at every level.
//!
//! Source: the reference's behaviour.
//!
//! Smallest example: after `config "port" "int" {}` the name `port` has the type `int`.

ascent::ascent_source! {
    /// Types of blocks.
    blocks:

    // The facts of blocks.

    /// Holds if the binding `b` is a configuration value that is declared as a `t`.
    #[ds(given)]
    relation is_config(BindingId, Ty);

    /// Holds if the configuration value `b` is `x` where it is not set.
    #[ds(given)]
    relation defaults_to(BindingId, ExprId);

    /// Holds if the configuration value `b` is a secret.
    relation is_secret(BindingId);

    /// Holds if the binding `b` is a resource or component that gives a `t`; `yes` tells resources, whose ranges may be
    /// eventual, from components.
    #[ds(given)]
    relation is_instance(BindingId, Ty, bool);

    /// Holds if there is an instance of `b` for each item of `x`.
    #[ds(given)]
    relation ranges_over(BindingId, ExprId);

    /// Holds if inside the block of `b` the name `range` means the binding `v`.
    #[ds(given)]
    relation binds_range(BindingId, BindingId);

    /// Holds if values of `p`, or outputs of them, are expected of `x`.
    #[ds(given)]
    relation is_expected(ExprId, Ty);

    /// Holds if `x` is what is given to `b` as its input `n`.
    relation is_input(ExprId, BindingId, Name);

    /// Holds if `b` takes the inputs of the interface `i`, and no others.
    #[ds(given)]
    relation has_interface(BindingId, InterfaceId);

    /// Holds if the interface `i` has an input `n` that takes a `p`, and `a` says how strictly.
    relation takes_input(InterfaceId, Name, Ty, Acceptance);

    /// Holds if the input `n` of the interface `i` has to be given, whatever its type.
    relation requires_input(InterfaceId, Name);

    /// Holds if the input `n` of the interface `i` has only one value, and need not be given.
    relation implies_input(InterfaceId, Name);

    /// Holds if the input `n` of the interface `i` takes a `p` if its property `k` is the text `v`: the arm of a union.
    relation has_arm(InterfaceId, Name, Name, Name, Ty);

    /// Holds if the property `k` of the object `x` is the text `v`.
    #[ds(given)]
    relation says(ExprId, Name, Name);

    /// Holds if `e` names a property of a resource, `b`, instead of a value: in `ignoreChanges = [tags]`, `tags`.
    #[ds(given)]
    relation names_property(ExprId, BindingId);

    /// Holds if `x` is bound to a step in the life of a resource that takes hooks of the kind `k`.
    #[ds(given)]
    relation takes_hook(ExprId, HookKind);

    /// Holds if the binding `b` is a hook of the kind `k`.
    #[ds(given)]
    relation is_hook(BindingId, HookKind);

    // Configuration.

    // T-Config: a configuration value has its declared type.
    //
    //   config b of t      b does not default to null
    //   --------------------------------------------- (T-Config)
    //   b configures t
    configures(b, t) <-- is_config(b, t), !defaults_to_null(b), if by("T-Config");

    // T-Config-Null: if it defaults to null, null is welcome.
    //
    //   config b of t, default = null
    //   ----------------------------- (T-Config-Null)
    //   b configures union(t, none)
    nullable_config(b, t, NONE, Plain) <-- is_config(b, t), defaults_to_null(b);
    assignability_demanded(n, t, m) <-- nullable_config(_, t, n, m);
    configures(b, if *yes && *t != ANY { *t } else { union_of(&[*t, NONE]) }) <--
        nullable_config(b, t, n, m), is_assignable(n, t, m, yes), if by("T-Config-Null");

    /// Holds if values of `t` configure `b`.
    #[ds(passing)]
    relation configures(BindingId, Ty);

    /// Holds if the configuration value `b` defaults to null.
    relation defaults_to_null(BindingId);
    defaults_to_null(b) <-- defaults_to(b, x), is_literal(x, v), if *v == Literal::Null;

    /// Holds if the configuration value `b`, declared as a `t`, defaults to null; it is asked in mode `m` whether `n`, the
    /// type of null, is assignable to it.
    #[ds(once)]
    relation nullable_config(BindingId, Ty, Ty, Mode);

    // T-Config-Default: a default has to be what configures.
    //
    //   b configures t      b defaults to x      x : s
    //   ---------------------------------------------- (T-Config-Default)
    //   x expects t
    default_typed(b, x, s) <-- defaults_to(b, x), has_type(x, s);
    expects(x, s, t) <-- default_typed(b, x, s), configures(b, t), if by("T-Config-Default");

    /// Holds if the configuration value `b` defaults to `x`, which has the type `s`.
    #[ds(passing)]
    relation default_typed(BindingId, ExprId, Ty);

    // T-Config-Secret: a secret is an output.
    //
    //   b configures t      v = output if b is secret, else prompt
    //   ---------------------------------------------------------- (T-Config-Secret)
    //   b : lift(v, t)
    amounts_to(b, t, Eventuality::Output) <-- configures(b, t), is_secret(b), if by("T-Config-Secret");
    amounts_to(b, t, Eventuality::Prompt) <-- configures(b, t), !is_secret(b);

    /// Holds if the binding `b` would have the type `t` if all that it depends on were prompt, and is as eventual as `v`.
    #[ds(passing)]
    relation amounts_to(BindingId, Ty, Eventuality);

    // T-Amount: a binding has the type that it amounts to.
    //
    //   b amounts to t, prompt
    //   ---------------------- (T-Amount)
    //   b : t
    binds(b, t) <-- amounts_to(b, t, v), if *v == Eventuality::Prompt, if by("T-Amount");

    // T-Amount-Lifted: lifted, if it depends on something eventual.
    //
    //   b amounts to t, as eventual as v      lift(v, t) = u
    //   ---------------------------------------------------- (T-Amount-Lifted)
    //   b : u
    lifting_demanded(v, t) <-- amounts_to(_, t, v), if *v != Eventuality::Prompt;
    binds(b, u) <-- amounts_to(b, t, v), lifts(v, t, u), if by("T-Amount-Lifted");

    // What is expected.

    // T-Expected: what a block expects is expected of its attributes.
    //
    //   x is expected to be a p      x : t
    //   ---------------------------------- (T-Expected)
    //   x expects p
    expects(x, t, p) <-- is_expected(x, p), has_type(x, t), if by("T-Expected");

    /// Holds if `x` is given as the input `n` of the interface `i`.
    relation given_to(ExprId, InterfaceId, Name);
    given_to(x, i, n) <-- is_input(x, b, n), has_interface(b, i);

    /// Holds if `x` is given as an input that takes a `p`, and `a` says how strictly.
    #[ds(once)]
    relation given_as(ExprId, Ty, Acceptance);
    given_as(x, p, a) <-- given_to(x, i, n), takes_input(i, n, p, a);

    // T-Input: what an input takes is taken of what is given.
    //
    //   x is given as b.n      x : t      b.n takes p
    //   --------------------------------------------- (T-Input)
    //   x takes p
    input_met(x, t, p, a) <-- given_as(x, p, a), has_type(x, t);
    expects(x, t, p) <-- input_met(x, t, p, a), if *a == Acceptance::WithOutputs, if by("T-Input");
    takes(x, t, p, a) <-- input_met(x, t, p, a), if *a != Acceptance::WithOutputs, !chooses(x, _);

    /// Holds if `x`, which has the type `t`, stands where an input takes a `p`, and `a` says how strictly.
    #[ds(passing)]
    relation input_met(ExprId, Ty, Ty, Acceptance);

    // T-Arm: an object that tells which member of a union it is has to be that one.
    //
    //   x is given as b.n      x.k = "v"      b.n takes p if k = "v"
    //   ------------------------------------------------------------ (T-Arm)
    //   x takes p
    input_says(x, i, n, k, v) <-- given_to(x, i, n), says(x, k, v);
    chooses(x, p) <-- input_says(x, i, n, k, v), has_arm(i, n, k, v, p);
    takes(x, t, p, a) <--
        input_met(x, t, _, a), chooses(x, p), if *a != Acceptance::WithOutputs, if by("T-Arm");

    /// Holds if `x` is given as the input `n` of the interface `i`, and its property `k` is the text `v`.
    relation input_says(ExprId, InterfaceId, Name, Name, Name);

    /// Holds if `x` tells that it is the member `p` of a union.
    relation chooses(ExprId, Ty);

    // P-Input: what an input takes has to be what the given value converts to.
    //
    //   x takes p      x : t      t ~No> p
    //   ---------------------------------- (P-Input)
    //   x does not convert to p
    taking(t, p, Plain) <-- takes(_, t, p, _);
    conversion_demanded(t, p, m) <-- taking(t, p, m);
    refuses(t, p) <-- taking(t, p, m), converts(t, p, m, k), if *k == No;
    disagreement_demanded(t, p) <-- refuses(t, p);
    no_conversion(x, t, p, p) <--
        takes(x, t, p, a), refuses(t, p), if *a == Acceptance::Exactly, if by("P-Input");

    // P-Input-Only: the reference does not look at inputs that the resource does not give back; a value that does not
    // convert deserves a warning there.
    //
    //   x takes p, loosely      x : t      t ~No> p
    //   ------------------------------------------- (P-Input-Only)
    //   x perhaps does not convert to p
    doubtful_input(x, t, p) <--
        takes(x, t, p, a), refuses(t, p), if *a == Acceptance::Loosely, if by("P-Input-Only");

    /// Holds if `x`, which has the type `t`, stands where a `p` is taken, and `a` says how strictly.
    #[ds(once)]
    relation takes(ExprId, Ty, Ty, Acceptance);

    /// Holds if somewhere a `t` stands where a `p` is taken; it is asked in mode `m` whether it converts.
    relation taking(Ty, Ty, Mode);

    /// Holds if a `t` stands where a `p` is taken, and does not convert to it.
    relation refuses(Ty, Ty);

    /// Holds if `x`, which has the type `t`, is given as an input that takes a `p`, does not convert to it, and is not
    /// looked at by the reference.
    #[ds(once)]
    relation doubtful_input(ExprId, Ty, Ty);

    // P-Unknown-Input: what is given has to be an input.
    //
    //   x is given as b.n      b has no input n
    //   --------------------------------------- (P-Unknown-Input)
    //   b.n is unknown
    given_name(b, n, i) <-- is_input(_, b, n), has_interface(b, i);
    unknown_input(b, n) <-- given_name(b, n, i), !takes_input(i, n, _, _), if by("P-Unknown-Input");

    /// Holds if something is given to `b` as the input `n` of its interface `i`, whether there is one or not.
    relation given_name(BindingId, Name, InterfaceId);

    /// Holds if something is given to `b` as its input `n`, and it has no such input.
    #[ds(once)]
    relation unknown_input(BindingId, Name);

    // P-Needed-Input: an input that does not accept null has to be given.
    //
    //   i.n takes p      not none <: p or p = any
    //   ----------------------------------------- (P-Needed-Input)
    //   i.n is needed
    nullability_asked(i, n, NONE, p, Plain) <--
        takes_input(i, n, p, a), if *a != Acceptance::WithOutputs, !implies_input(i, n);
    assignability_demanded(s, p, m) <-- nullability_asked(_, _, s, p, m);
    needs_input(i, n) <--
        nullability_asked(i, n, s, p, m), is_assignable(s, p, m, yes), if !yes || *p == ANY, if by("P-Needed-Input");
    needs_input(i, n) <-- requires_input(i, n);

    /// Holds if the input `n` of the interface `i` takes a `p`; it is asked in mode `m` whether `s`, the type of null, is
    /// assignable to it.
    #[ds(once)]
    relation nullability_asked(InterfaceId, Name, Ty, Ty, Mode);

    /// Holds if the input `n` of the interface `i` has to be given.
    relation needs_input(InterfaceId, Name);

    // P-Missing-Input: what has to be given is missing where it is not.
    //
    //   b.n is needed      nothing is given as b.n
    //   ------------------------------------------ (P-Missing-Input)
    //   b.n is missing
    missing_input(b, n) <--
        has_interface(b, i), needs_input(i, n), !is_input(_, b, n), if by("P-Missing-Input");

    /// Holds if nothing is given as the input `n` of `b`, which needs it.
    #[ds(once)]
    relation missing_input(BindingId, Name);

    // Properties.

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
