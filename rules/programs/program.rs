//! The program as facts.
//!
//! Lowering fills these relations and infers nothing. A place in the program is an expression (`e`, `x`, ...) or a
//! binding (`b`): a definition, a declared variable, a variable of a for-expression, the element of a splat. The parts of
//! an expression beyond these columns (its operands, its steps, the names of its properties) are looked up by the
//! functions of `terms`.
//!
//! Smallest example: `y = -x` becomes `refers_to(x, b0)`, `is_part(x, -x, Operand(Negate))`, `defines(b1, -x)`.

ascent::ascent_source! {
    /// The facts of a program.
    program:

    /// Holds if `e` is the literal `v`: a number, a truth value, null; or such a literal in parentheses or with a sign.
    /// `true` in `enabled = true`. Texts are templates, not literals.
    relation is_literal(ExprId, Literal);

    /// Holds if `e` is a template without interpolation: `"text"`.
    #[ds(input)]
    relation is_text(ExprId);

    /// Holds if `x` is the part of `e` in the role `r`: in `a + b`, `is_part(b, a + b, Right(Add))`. Of the operands of
    /// tuples, objects, templates and calls, which have no role, it does not hold.
    #[ds(input)]
    relation is_part(ExprId, ExprId, Role);

    /// Holds if `e` is made of operands in the form `f`: the elements of a tuple, the values of an object, the expressions
    /// in a template, the arguments of a call, the parts of a for-expression; where types are declared, the operands of an
    /// operator. `[a, b]` is a `Tuple`.
    #[ds(input)]
    relation has_operands(ExprId, Form);

    /// Holds if `e` is a name that means the binding `b`, with or without steps behind it: `b`, `b.a[0]`.
    #[ds(input)]
    relation refers_to(ExprId, BindingId);

    /// Holds if `e` is a name that means nothing.
    #[ds(input)]
    relation is_unknown(ExprId);

    /// Holds if `e` could not be read: the syntax has reported it.
    #[ds(input)]
    relation is_broken(ExprId);

    /// Holds if in the splat `e` the binding `b` is each element: `x[*].a`.
    #[ds(input)]
    relation binds_item(ExprId, BindingId);

    /// Holds if in the for-expression `e` the variable `b` is the key of each element: `i` in `[for i, v in x : v]`.
    #[ds(input)]
    relation binds_key(ExprId, BindingId);

    /// Holds if in the for-expression `e` the variable `b` is each element: `v` in `[for i, v in x : v]`.
    #[ds(input)]
    relation binds_value(ExprId, BindingId);

    /// Holds if the for-expression `e` makes an `r`: a list, a map, or a map of lists.
    #[ds(input)]
    relation makes(ExprId, Comprehension);

    /// Holds if `e` calls the function `f`: `f(x)`.
    #[ds(input)]
    relation is_call(ExprId, FunctionId);

    /// Holds if `e` calls a function that does not exist.
    #[ds(input)]
    relation is_unknown_call(ExprId);

    /// Holds if `e` is a name or a call that means nothing, where types are declared.
    relation is_erroneous(ExprId);

    /// Holds if the elements of the last argument of the call `e` are its last arguments: `f(xs...)`.
    relation expands_last(ExprId);

    /// Holds if the function `f` has parameters of the types `ps`, a tuple, any number of further ones of the type
    /// `rest`, and results of the type `r`.
    #[ds(input)]
    relation has_signature(FunctionId, Ty, Option<Ty>, Ty);

    /// Holds if the value of the binding `b` is that of `e`.
    #[ds(input)]
    relation defines(BindingId, ExprId);

    /// Holds if the type of the binding `b` is known to be `t`: from a declaration, or because its definition has been
    /// typed before.
    #[ds(input)]
    relation is_given(BindingId, Ty);

    /// Holds if the definition `b` depends on itself.
    #[ds(input)]
    relation is_circular(BindingId);

    /// Holds if `e` calls the method `m` of its first argument: `call(r, "m", {})`.
    #[ds(input)]
    relation calls_method(ExprId, Name);

    /// Holds if `x` stands where types are declared, so that it is not converted to what is expected of it.
    relation has_to_fit(ExprId);
}
