//! Configuration: the types of configuration values, and of blocks.
//!
//! Judgment: `b : t`, *the value of the binding `b` has the type `t`*.
//!
//! Source: the reference's behaviour.
//!
//! Smallest example: after `config "port" "int" {}` the name `port` has the type `int`.

ascent::ascent_source! {
    /// Types of configuration values.
    configuration:

    // T-Config: a configuration value has its declared type.
    //
    //   config b of t      b does not default to null
    //   --------------------------------------------- (T-Config)
    //   b configures t
    configures(b, t) <-- is_config(b, t), !defaults_to_null(b), if by("T-Config");

    // T-Config-Null: a configuration value that defaults to null has an optional type.
    //
    //   config b of t, default = null
    //   ----------------------------- (T-Config-Null)
    //   b configures union(t, none)
    configures(b, union_of(&[*t, NONE])) <--
        is_config(b, t), defaults_to_null(b), if !is_assignable(NONE, *t, Plain), if by("T-Config-Null");
    configures(b, union_of(&[ANY, NONE])) <-- is_config(b, t), defaults_to_null(b), if *t == ANY, if by("T-Config-Null");

    // T-Config-Nullable: a configuration value whose type accepts null keeps that type.
    //
    //   config b of t, default = null      none <: t      t != any
    //   ---------------------------------------------------------- (T-Config-Nullable)
    //   b configures t
    configures(b, t) <--
        is_config(b, t), defaults_to_null(b), if *t != ANY, if is_assignable(NONE, *t, Plain), if by("T-Config-Nullable");

    /// Holds if the configuration value `b` defaults to null.
    relation defaults_to_null(BindingId);
    defaults_to_null(b) <-- defaults_to(b, x), is_literal(x, v), if *v == Literal::Null;

    // T-Config-Secret: a configuration value that is a secret is an output.
    //
    //   b configures t      v = output if b is secret, else prompt
    //   ---------------------------------------------------------- (T-Config-Secret)
    //   b : lift(v, t)
    amounts_to(b, t, Eventuality::Output) <-- configures(b, t), is_secret(b), if by("T-Config-Secret");
    amounts_to(b, t, Eventuality::Prompt) <-- configures(b, t), !is_secret(b);

    /// Holds if the binding `b` would have the type `t` if all that it depends on were prompt, and is as eventual as `v`.
    #[ds(transient)]
    relation amounts_to(BindingId, Ty, Eventuality);

    // T-Amount: a binding that depends on nothing eventual has the type that it amounts to.
    //
    //   b amounts to t, prompt
    //   ---------------------- (T-Amount)
    //   b : t
    binds(b, t) <-- amounts_to(b, t, v), if *v == Eventuality::Prompt, if by("T-Amount");

    // T-Amount-Lifted: a binding that depends on something eventual has the lifted type.
    //
    //   b amounts to t, as eventual as v      lift(v, t) = u
    //   ---------------------------------------------------- (T-Amount-Lifted)
    //   b : u
    binds(b, u) <--
        amounts_to(b, t, v), if *v != Eventuality::Prompt, let u = lifts(*v, *t), if by("T-Amount-Lifted");
}
