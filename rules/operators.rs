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

    // Tables: the signatures of operators.

    /// Holds if the operator `o` takes a `p` and gives an `r`.
    relation unary_operator(UnaryOperator, Ty, Ty);
    unary_operator(UnaryOperator::Negate, NUMBER, NUMBER);
    unary_operator(UnaryOperator::Not, BOOL, BOOL);

    /// Holds if the operator `o` takes two `p` and gives an `r`.
    relation binary_operator(BinaryOperator, Ty, Ty);
    binary_operator(BinaryOperator::Or, BOOL, BOOL);
    binary_operator(BinaryOperator::And, BOOL, BOOL);
    binary_operator(BinaryOperator::Equal, ANY, BOOL);
    binary_operator(BinaryOperator::NotEqual, ANY, BOOL);
    binary_operator(BinaryOperator::Greater, NUMBER, BOOL);
    binary_operator(BinaryOperator::GreaterEqual, NUMBER, BOOL);
    binary_operator(BinaryOperator::Less, NUMBER, BOOL);
    binary_operator(BinaryOperator::LessEqual, NUMBER, BOOL);
    binary_operator(BinaryOperator::Add, NUMBER, NUMBER);
    binary_operator(BinaryOperator::Subtract, NUMBER, NUMBER);
    binary_operator(BinaryOperator::Multiply, NUMBER, NUMBER);
    binary_operator(BinaryOperator::Divide, NUMBER, NUMBER);
    binary_operator(BinaryOperator::Modulo, NUMBER, NUMBER);

    // T-Unary: an operator gives what its signature says, as eventual as its operand.
    //
    //   x : t      o(p) = r      not (t = int and r = number)
    //   ----------------------------------------------------- (T-Unary)
    //   o x : lift(eventual(t), r)
    unary_operand(e, o, x, t) <--
        part_has_type(x, e, r, t), if let Role::Operand(o) = r, !is_literal(e, _);
    results_in(e, r, eventuality(*t)) <--
        unary_operand(e, o, _, t), unary_operator(o, _, r), if *t != INT || *r != NUMBER, if by("T-Unary");

    // T-Unary-Int: on integers, an operator on numbers gives an integer.
    //
    //   x : int      o(p) = number
    //   -------------------------- (T-Unary-Int)
    //   o x : int
    has_type(e, INT) <--
        unary_operand(e, o, _, t), unary_operator(o, _, r), if *t == INT && *r == NUMBER, if by("T-Unary-Int");

    // T-Unary-Operand: what an operator takes is expected of its operand.
    //
    //   o x      x : t      o(p) = r
    //   ---------------------------- (T-Unary-Operand)
    //   x expects p
    expects(x, t, p) <-- unary_operand(_, o, x, t), unary_operator(o, p, _), if by("T-Unary-Operand");

    /// Holds if `e` is the operator `o` applied to `x`, which has the type `t`, and no literal.
    #[ds(passing)]
    relation unary_operand(ExprId, UnaryOperator, ExprId, Ty);

    // T-Binary: an operator gives what its signature says, as eventual as its operands.
    //
    //   x : s      y : t      o(p, p) = r      not (s = t = int and r = number)
    //   ----------------------------------------------------------------------- (T-Binary)
    //   x o y : lift(max(eventual(s), eventual(t)), r)
    left_operand(e, o, s) <-- part_has_type(_, e, r, s), if let Role::Left(o) = r;
    right_operand(e, t) <-- part_has_type(_, e, r, t), if let Role::Right(_) = r;
    operands(e, o, s, t) <-- left_operand(e, o, s), right_operand(e, t);
    results_in(e, r, eventuality(*s).max(eventuality(*t))) <--
        operands(e, o, s, t), binary_operator(o, _, r), if *s != INT || *t != INT || *r != NUMBER, if by("T-Binary");

    // T-Binary-Int: on integers, an operator on numbers gives an integer.
    //
    //   x : int      y : int      o(p, p) = number
    //   ------------------------------------------ (T-Binary-Int)
    //   x o y : int
    has_type(e, INT) <--
        operands(e, o, s, t), binary_operator(o, _, r), if *s == INT && *t == INT && *r == NUMBER,
        if by("T-Binary-Int");

    // T-Binary-Operand: what an operator takes is expected of its operands.
    //
    //   x o y or y o x      x : t      o(p, p) = r
    //   ------------------------------------------ (T-Binary-Operand)
    //   x expects p
    expects(x, t, p) <--
        part_has_type(x, _, r, t), if let Role::Left(o) | Role::Right(o) = r, binary_operator(o, p, _),
        if by("T-Binary-Operand");

    /// Holds if `e` is the operator `o` applied to a left operand of the type `s`.
    #[ds(passing)]
    relation left_operand(ExprId, BinaryOperator, Ty);

    /// Holds if `e` is an operator applied to a right operand of the type `t`.
    #[ds(passing)]
    relation right_operand(ExprId, Ty);

    /// Holds if `e` is the operator `o` applied to operands of the types `s` and `t`.
    #[ds(passing)]
    relation operands(ExprId, BinaryOperator, Ty, Ty);

    // T-Cond: a conditional has the type that its two arms have in common, lifted if its condition is eventual.
    //
    //   c : r      x : s      y : t      common(s, t, Safe) = u
    //   ------------------------------------------------------- (T-Cond)
    //   (c ? x : y) : lift(eventual(r), u)
    condition(e, eventuality(*r)) <-- part_has_type(_, e, role, r), if *role == Role::Condition;
    first_arm(e, s) <-- part_has_type(_, e, r, s), if *r == Role::Then;
    second_arm(e, t) <-- part_has_type(_, e, r, t), if *r == Role::Else;
    arm_of_condition(e, v, s) <-- condition(e, v), first_arm(e, s);
    arms(e, v, s, t, Safe), common_type_demanded(s, t, Safe) <-- arm_of_condition(e, v, s), second_arm(e, t);
    results_in(e, u, v) <-- arms(e, v, s, t, k), common_type(s, t, k, u), if by("T-Cond");

    // T-Condition: a condition has to be a truth value.
    //
    //   c ? x : y or [for v in x : y if c]      c : r
    //   --------------------------------------------- (T-Condition)
    //   c expects bool
    expects(c, r, BOOL) <--
        part_has_type(c, _, role, r), if *role == Role::Condition || *role == Role::ForCondition, if by("T-Condition");

    /// Holds if `e` is a conditional whose condition is as eventual as `v`.
    #[ds(passing)]
    relation condition(ExprId, Eventuality);

    /// Holds if `e` is a conditional whose first arm has the type `s`.
    #[ds(passing)]
    relation first_arm(ExprId, Ty);

    /// Holds if `e` is a conditional whose second arm has the type `t`.
    #[ds(passing)]
    relation second_arm(ExprId, Ty);

    /// Holds if `e` is a conditional whose condition is as eventual as `v`, and whose first arm has the type `s`.
    #[ds(passing)]
    relation arm_of_condition(ExprId, Eventuality, Ty);

    /// Holds if `e` is a conditional whose condition is as eventual as `v`, and whose arms, of the types `s` and `t`,
    /// need a common type of kind `k`.
    #[ds(passing)]
    relation arms(ExprId, Eventuality, Ty, Ty, Conversion);
}
