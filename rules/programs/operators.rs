//! Operators and conditionals.
//!
//! Judgment: `e : t`.
//!
//! Source: HCL's operators, with the specification's `int`; that two integers give an integer, and that conditionals
//! unify safely, is the reference's behaviour.
//!
//! Smallest example: `!true` has the type `bool`.

ascent::ascent_source! {
    /// Types of operators and conditionals.
    operators:

    // T-Unary: a unary operator has the result type of its signature for integers, or for anything else, as eventual as
    // its operand.
    //
    //   x : t      s = int if t is, else any      o(p) = r for s
    //   -------------------------------------------------------- (T-Unary)
    //   o x : lift(eventual(t), r)
    unary_operand(e, o, x, t) <--
        part_has_type(x, e, r, t), if let Role::Operand(o) = r, !is_literal(e, _);
    results_in(e, r, eventuality(*t)) <--
        unary_operand(e, o, _, t), let q = if *t == INT { INT } else { ANY },
        unary_operator(o, s, _, r), if *s == q, if by("T-Unary");

    // T-Binary: a binary operator has the result type of its signature, as eventual as its operands.
    //
    //   x : s      y : t      o(p, p) = r      not (s = t = int and r = number)
    //   ----------------------------------------------------------------------- (T-Binary)
    //   x o y : lift(max(eventual(s), eventual(t)), r)
    left_operand(e, o, s) <-- part_has_type(_, e, r, s), if let Role::Left(o) = r;
    right_operand(e, t) <-- part_has_type(_, e, r, t), if let Role::Right(_) = r;
    operands(e, o, s, t) <-- left_operand(e, o, s), right_operand(e, t);
    results_in(e, r, eventuality(*s).max(eventuality(*t))) <--
        operands(e, o, s, t), binary_operator(o, _, r), if *s != INT || *t != INT || *r != NUMBER, if by("T-Binary");

    // T-Binary-Int: on two integers, a binary operator on numbers gives an integer.
    //
    //   x : int      y : int      o(p, p) = number
    //   ------------------------------------------ (T-Binary-Int)
    //   x o y : int
    has_type(e, INT) <--
        operands(e, o, s, t), binary_operator(o, _, r), if *s == INT && *t == INT && *r == NUMBER,
        if by("T-Binary-Int");

    /// Holds if `e` is the operator `o` applied to a left operand of the type `s`.
    #[ds(transient)]
    relation left_operand(ExprId, BinaryOperator, Ty);

    /// Holds if `e` is an operator applied to a right operand of the type `t`.
    #[ds(transient)]
    relation right_operand(ExprId, Ty);

    // T-Cond: a conditional has the type that its two branches have in common, lifted if its condition is eventual.
    //
    //   c : r      x : s      y : t      common(s, t, Safe) = u
    //   ------------------------------------------------------- (T-Cond)
    //   (c ? x : y) : lift(eventual(r), u)
    condition(e, eventuality(*r)) <-- part_has_type(_, e, role, r), if *role == Role::Condition;
    first_branch(e, s) <-- part_has_type(_, e, r, s), if *r == Role::Then;
    second_branch(e, t) <-- part_has_type(_, e, r, t), if *r == Role::Else;
    branch_of_condition(e, v, s) <-- condition(e, v), first_branch(e, s);
    results_in(e, u, v) <--
        branch_of_condition(e, v, s), second_branch(e, t), let u = common_type(*s, *t, Safe), if by("T-Cond");

    /// Holds if `e` is a conditional whose condition is as eventual as `v`.
    #[ds(transient)]
    relation condition(ExprId, Eventuality);

    /// Holds if `e` is a conditional whose first branch has the type `s`.
    #[ds(transient)]
    relation first_branch(ExprId, Ty);
}
