//! Configuration, and what blocks expect of their attributes.
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

    // T-Expected: what a block expects is expected of its attributes.
    //
    //   x is expected to be a p      x : t
    //   ---------------------------------- (T-Expected)
    //   x expects p
    expects(x, t, p) <-- is_expected(x, p), has_type(x, t), if by("T-Expected");
}
