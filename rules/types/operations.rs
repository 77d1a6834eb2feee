//! Operators where types are declared: what they take, and what they give.
//!
//! Judgment: `o(ts) = r`, *the operator `o` on operands of the types `ts`, a tuple, gives an `r`*. An operator is a function
//! with several signatures, and its operands are not converted.
//!
//! Source: the specification of declared types, "Explicit conversion": conversions are calls of functions. That operators
//! narrow the types of their results is the behaviour of the compiler that the specification describes.
//!
//! Smallest example: `1 + 2 = const(3)`, and `int * int = int`.

ascent::ascent_source! {
    /// Operators where types are declared.
    operations:

    /// Holds if the operator `o`, by its `i`-th signature, takes operands that are all a `p`, and gives an `r`.
    relation operator_signature(Operation, u32, Ty, Ty);
    operator_signature(Operation::Unary(UnaryOperator::Negate), 0, INT, INT);
    operator_signature(Operation::Unary(UnaryOperator::Negate), 1, NUMBER, NUMBER);
    operator_signature(Operation::Unary(UnaryOperator::Not), 0, BOOL, BOOL);
    operator_signature(Operation::Binary(BinaryOperator::Or), 0, BOOL, BOOL);
    operator_signature(Operation::Binary(BinaryOperator::And), 0, BOOL, BOOL);
    operator_signature(Operation::Binary(BinaryOperator::Equal), 0, ANY, BOOL);
    operator_signature(Operation::Binary(BinaryOperator::NotEqual), 0, ANY, BOOL);
    operator_signature(Operation::Binary(BinaryOperator::Add), 0, INT, INT);
    operator_signature(Operation::Binary(BinaryOperator::Add), 1, NUMBER, NUMBER);
    operator_signature(Operation::Binary(BinaryOperator::Subtract), 0, INT, INT);
    operator_signature(Operation::Binary(BinaryOperator::Subtract), 1, NUMBER, NUMBER);
    operator_signature(Operation::Binary(BinaryOperator::Multiply), 0, INT, INT);
    operator_signature(Operation::Binary(BinaryOperator::Multiply), 1, NUMBER, NUMBER);
    operator_signature(Operation::Binary(BinaryOperator::Divide), 0, INT, INT);
    operator_signature(Operation::Binary(BinaryOperator::Divide), 1, NUMBER, NUMBER);
    operator_signature(Operation::Binary(BinaryOperator::Modulo), 0, INT, INT);
    operator_signature(Operation::Binary(BinaryOperator::Modulo), 1, NUMBER, NUMBER);
    operator_signature(Operation::Binary(BinaryOperator::Greater), 0, NUMBER, BOOL);
    operator_signature(Operation::Binary(BinaryOperator::Greater), 1, STRING, BOOL);
    operator_signature(Operation::Binary(BinaryOperator::GreaterEqual), 0, NUMBER, BOOL);
    operator_signature(Operation::Binary(BinaryOperator::GreaterEqual), 1, STRING, BOOL);
    operator_signature(Operation::Binary(BinaryOperator::Less), 0, NUMBER, BOOL);
    operator_signature(Operation::Binary(BinaryOperator::Less), 1, STRING, BOOL);
    operator_signature(Operation::Binary(BinaryOperator::LessEqual), 0, NUMBER, BOOL);
    operator_signature(Operation::Binary(BinaryOperator::LessEqual), 1, STRING, BOOL);

    /// Holds if it is asked what the operator `o` on operands of the types `ts`, a tuple, gives.
    relation operation_demanded(Operation, Ty);

    /// Holds if the operands of the types `ts` fit the `i`-th signature of the operator `o` with kind `k`, and it gives an
    /// `r`; those before it, which none fits safely, may give a `u`.
    #[ds(unique)]
    relation signature_tried(Operation, Ty, u32, Option<Ty>, Ty, Conversion);
    signature_tried(o, ts, 0, None, r, k) <--
        operation_demanded(o, ts), operator_signature(o, i, p, r), if *i == 0,
        let k = fits(*ts, repeated(*p, arity(*ts)), Plain);
    signature_tried(o, ts, *j, if *l == No { *u } else { either(*u, *q) }, r, k) <--
        signature_tried(o, ts, i, u, q, l), if *l != Safe, operator_signature(o, j, p, r), if *j == *i + 1,
        let k = fits(*ts, repeated(*p, arity(*ts)), Plain);

    // O-Operator: an operator gives what its first signature gives that all operands fit.
    //
    //   o takes p1 ... pn in i, gives r      t1 <: p1   ...   tn <: pn      none before i
    //   --------------------------------------------------------------------------------- (O-Operator)
    //   o(t1 ... tn) gives r
    gives(o, ts, r) <-- signature_tried(o, ts, _, _, r, k), if *k == Safe, if by("O-Operator");

    // O-Operator-Either: if operands may turn out to fit several signatures, the operator gives what one of these gives.
    //
    //   ts fit no signature of o safely, and are not null      ts <Unsafe: ps in those that give r1 ... rn
    //   -------------------------------------------------------------------------------------------------- (O-Operator-Either)
    //   o(ts) gives union(r1 ... rn)
    all_tried(o, ts, if *k == No { *u } else { either(*u, *r) }) <--
        signature_tried(o, ts, i, u, r, k), if *k != Safe, let j = *i + 1, !operator_signature(o, j, _, _);
    gives(o, ts, r) <--
        all_tried(o, ts, u), if let Some(r) = *u, if without_nulls(*ts) == *ts, if by("O-Operator-Either");

    // O-Operator-Optional: operands that may be null give what they give if they are not.
    //
    //   ts fit no signature of o safely, some <Unsafe:      o(ts without none) gives r
    //   ------------------------------------------------------------------------------ (O-Operator-Optional)
    //   o(ts) gives r
    optional_tried(o, ts, without_nulls(*ts)) <-- all_tried(o, ts, u), if u.is_some() && without_nulls(*ts) != *ts;
    operation_demanded(o, vs) <-- optional_tried(o, _, vs);
    gives(o, ts, r) <-- optional_tried(o, ts, vs), gives(o, vs, r), if by("O-Operator-Optional");

    /// Holds if operands of the types `ts` may be null, and have the types `vs` otherwise, by which the operator `o` goes.
    #[ds(unique)]
    relation optional_tried(Operation, Ty, Ty);

    // O-No-Operator: operands that fit no signature are an error.
    //
    //   ts <No: ps in all signatures of o
    //   --------------------------------- (O-No-Operator)
    //   o(ts) gives error
    gives(o, ts, error_type()) <-- all_tried(o, ts, u), if u.is_none(), if by("O-No-Operator");

    /// Holds if no signature of the operator `o` is safely fit by operands of the types `ts`, and those that they may turn
    /// out to fit give a `u`, if there are any.
    #[ds(unique)]
    relation all_tried(Operation, Ty, Option<Ty>);

    // O-Conditional: a conditional gives one of its branches as it is.
    //
    //   ------------------------------------- (O-Conditional)
    //   conditional(r, s, t) gives union(s, t)
    gives(o, ts, union_of(&[s, t])) <--
        operation_demanded(o, ts), if *o == Operation::Conditional, if let Some(s) = member(*ts, 1),
        if let Some(t) = member(*ts, 2), if by("O-Conditional");

    /// Holds if by its signatures the operator `o` on operands of the types `ts` gives an `r`.
    #[ds(unique)]
    relation gives(Operation, Ty, Ty);

    // O-Literal: an operation whose result follows from the literals among its operands gives a literal.
    //
    //   o(ts) gives r      o(ts) computes v
    //   ----------------------------------- (O-Literal)
    //   o(ts) = const(v)
    narrows(o, ts, r, computed(*o, *ts, *r)) <-- gives(o, ts, r);
    operates(o, ts, t) <-- narrows(o, ts, _, v), if let Some(t) = *v, if by("O-Literal");

    // O-Bounds: an operation on numbers between bounds gives numbers between bounds.
    //
    //   o(ts) gives r      o(ts) computes no literal      bounds of o(ts) are n, m
    //   --------------------------------------------------------------------------- (O-Bounds)
    //   o(ts) = refined(r, n, m)
    bounds(o, ts, r, bounded(*o, *ts, *r)) <-- narrows(o, ts, r, v), if v.is_none();
    operates(o, ts, t) <-- bounds(o, ts, _, v), if let Some(t) = *v, if by("O-Bounds");

    // O-Operation: any other operation gives what its signature says.
    //
    //   o(ts) gives r      o(ts) computes no literal, and has no bounds
    //   --------------------------------------------------------------- (O-Operation)
    //   o(ts) = r
    operates(o, ts, r) <-- bounds(o, ts, r, v), if v.is_none(), if by("O-Operation");

    /// Holds if the operation `o` on operands of the types `ts`, which gives an `r`, gives the literal of type `v`, if that is
    /// known.
    #[ds(unique)]
    relation narrows(Operation, Ty, Ty, Option<Ty>);

    /// Holds if the operation `o` on operands of the types `ts`, which gives an `r`, gives one between bounds, a `v`, if any
    /// are known.
    #[ds(unique)]
    relation bounds(Operation, Ty, Ty, Option<Ty>);

    /// Holds if the operator `o` on operands of the types `ts`, a tuple, gives an `r`. `error` stands for what does not fit.
    #[ds(function)]
    relation operates(Operation, Ty, Ty);
}
