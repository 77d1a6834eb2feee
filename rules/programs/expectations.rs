//! Expectations: the types that are expected where expressions stand.
//!
//! Judgment: `x expects p`, *values of `p`, or outputs of them, are expected of `x`*.
//!
//! Source: HCL's operators and the reference's behaviour.
//!
//! Smallest example: `-x` expects a `number` of `x`.

ascent::ascent_source! {
    /// Expectations.
    expectations:

    // T-Unary-Operand: the parameter type of a unary operator is expected of its operand.
    //
    //   o x      x : t      s = int if t is, else any      o(p) = r for s
    //   ----------------------------------------------------------------- (T-Unary-Operand)
    //   x expects p
    expects(x, t, p) <--
        unary_operand(_, o, x, t), let q = if *t == INT { INT } else { ANY },
        unary_operator(o, s, p, _), if *s == q, if by("T-Unary-Operand");

    // T-Binary-Operand: the parameter type of a binary operator is expected of its operands.
    //
    //   x o y or y o x      x : t      o(p, p) = r
    //   ------------------------------------------ (T-Binary-Operand)
    //   x expects p
    expects(x, t, p) <--
        part_has_type(x, _, r, t), if let Role::Left(o) | Role::Right(o) = r, binary_operator(o, p, _),
        if by("T-Binary-Operand");

    // T-Condition: a condition has to be a truth value.
    //
    //   c ? x : y or [for v in x : y if c]      c : r
    //   --------------------------------------------- (T-Condition)
    //   c expects bool
    expects(c, r, BOOL) <--
        part_has_type(c, _, role, r), if *role == Role::Condition || *role == Role::ForCondition, if by("T-Condition");

    // T-Index-Key: the index has to be a key of the collection.
    //
    //   x[k]      x : t      k : s      each(t) = (p, _)
    //   ------------------------------------------------ (T-Index-Key)
    //   k expects p
    expects(k, s, p) <-- index_typed(_, _, k, _, s, p, _, _), if by("T-Index-Key");

    // T-Computed-Key: a key that has to be computed has to be a string.
    //
    //   { (k) = x ... }      k : s
    //   -------------------------- (T-Computed-Key)
    //   k expects string
    expects(k, s, STRING) <-- computes_keys(e, ts), for (k, s) in computed_keys(*e, *ts), if by("T-Computed-Key");

    // T-For-Key: the key of an item has to be a string.
    //
    //   {for v in x : k => y}      k : s
    //   -------------------------------- (T-For-Key)
    //   k expects string
    expects(k, s, STRING) <-- part_has_type(k, _, r, s), if *r == Role::ForKey, if by("T-For-Key");

    // T-Argument: the type of a parameter is expected of its argument.
    //
    //   f(... x ...)      x : t      the parameter of f in that place is a p
    //   -------------------------------------------------------------------- (T-Argument)
    //   x expects p
    expects(x, t, p) <--
        called(e, ts, ps, rest, _), for (i, t) in numbered(*ts), if let Some(p) = parameter(*ps, *rest, i),
        if let Some(x) = argument(*e, i), if by("T-Argument");

    // T-Expected: a block expects a type of each of its attributes.
    //
    //   x is expected to be a p      x : t
    //   ---------------------------------- (T-Expected)
    //   x expects p
    expects(x, t, p) <-- is_expected(x, p), has_type(x, t), if by("T-Expected");

    // T-Config-Default: a default has to convert to the type of its configuration value.
    //
    //   b configures t      b defaults to x      x : s
    //   ---------------------------------------------- (T-Config-Default)
    //   x expects t
    default_typed(b, x, s) <-- defaults_to(b, x), has_type(x, s);
    expects(x, s, t) <-- default_typed(b, x, s), configures(b, t), if by("T-Config-Default");

    /// Holds if the configuration value `b` defaults to `x`, which has the type `s`.
    #[ds(unique)]
    relation default_typed(BindingId, ExprId, Ty);

    /// Holds if `x` is given as the input `n` of the interface `i`.
    relation given_to(ExprId, InterfaceId, Name);
    given_to(x, i, n) <-- is_input(x, b, n), has_interface(b, i);

    /// Holds if `x` is given as an input that takes a `p`, and `a` says how strictly.
    #[ds(unique)]
    relation given_as(ExprId, Ty, Acceptance);
    given_as(x, p, a) <-- given_to(x, i, n), takes_input(i, n, p, a);

    // T-Input: a value that is given as an input stands where the type of the input is taken.
    //
    //   x is given as b.n      x : t      b.n takes p
    //   --------------------------------------------- (T-Input)
    //   x takes p
    input_met(x, t, p, a) <-- given_as(x, p, a), has_type(x, t);
    expects(x, t, p) <-- input_met(x, t, p, a), if *a == Acceptance::WithOutputs, if by("T-Input");
}
