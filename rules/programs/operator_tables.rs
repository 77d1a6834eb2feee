//! The signatures of operators.
//!
//! Source: HCL's operators.
//!
//! Smallest example: `!` takes a `bool` and gives a `bool`, by the row `unary_operator(Not, ANY, BOOL, BOOL)`.

ascent::ascent_source! {
    /// The signatures of operators.
    operator_tables:

    /// Holds if the operator `o` takes a `p`, and gives an `r` if its operand is an `s`: `int`, or `any` for all others.
    relation unary_operator(UnaryOperator, Ty, Ty, Ty);
    unary_operator(UnaryOperator::Negate, ANY, NUMBER, NUMBER);
    unary_operator(UnaryOperator::Negate, INT, NUMBER, INT);
    unary_operator(UnaryOperator::Not, ANY, BOOL, BOOL);
    unary_operator(UnaryOperator::Not, INT, BOOL, BOOL);

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
}
