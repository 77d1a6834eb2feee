//! Types, and the other results of typing that the rules about problems need.
//!
//! Rules about types fill these relations in one engine. Rules about problems read them in another.
//!
//! Smallest example: `-x` becomes `unary_operand(-x, Negate, x, string)` where `x` is a `string`.

ascent::ascent_source! {
    /// Results of typing.
    typings:

    /// Holds if `e` has the type `t`. In `port = 8080` holds `has_type(8080, const(8080))`. Every expression that is
    /// given has one type; one that is wrong has the type that it would have if it were right, `any` where there is no
    /// telling.
    #[ds(dense: kept)]
    relation has_type(ExprId, Ty);

    /// Holds if the value of the binding `b` has the type `t`.
    #[ds(dense: kept)]
    relation binds(BindingId, Ty);

    /// Holds if `x`, which is the part of `e` in the role `r`, has the type `t`.
    #[ds(unique)]
    relation part_has_type(ExprId, ExprId, Role, Ty);

    /// Holds if the computed object `e` has operands of the types `ts`, some of them keys.
    #[ds(unique)]
    relation computes_keys(ExprId, TyList);

    /// Holds if `e` is the operator `o` applied to `x`, which has the type `t`, and no literal.
    #[ds(unique)]
    relation unary_operand(ExprId, UnaryOperator, ExprId, Ty);

    /// Holds if `e` is the operator `o` applied to operands of the types `s` and `t`.
    #[ds(unique)]
    relation operands(ExprId, BinaryOperator, Ty, Ty);

    /// Holds if `e` is a conditional whose condition is as eventual as `v`, and whose first branch has the type `s`.
    #[ds(unique)]
    relation branch_of_condition(ExprId, Eventuality, Ty);

    /// Holds if `e` is a conditional whose second branch has the type `t`.
    #[ds(unique)]
    relation second_branch(ExprId, Ty);

    /// Holds if the `i`-th step of the traversal `e` leads from `t` to `u`, and meets `o`.
    #[ds(unique)]
    relation steps(ExprId, u32, Ty, Ty, Outcome);

    /// Holds if `e` is `x[k]`, where `x` has the type `t`, and `k`, which is to be computed, the type `s`; the elements of `t`
    /// have the type `u`, and their keys the type `p`, if there are any.
    #[ds(unique)]
    relation index_typed(ExprId, ExprId, ExprId, Ty, Ty, Ty, Ty, bool);

    /// Holds if the for-expression `e` iterates `x`, which has the type `t`, with elements of the type `u` and keys of the type
    /// `k`, if there are any.
    #[ds(unique)]
    relation iterated(ExprId, ExprId, Ty, Ty, Ty, bool);

    /// Holds if `e` is a splat over a `t`, which meets values of the type `u`: the elements of a sequence (`true`) or the value
    /// itself.
    #[ds(unique)]
    relation splatted(ExprId, Ty, Ty, bool);

    /// Holds if `e` calls `f` with arguments of the types `t`, a tuple, all prompt once they are as eventual as `v`, and
    /// gives `o`, if they fit a signature.
    #[ds(unique)]
    relation overload_chosen(ExprId, FunctionId, Ty, Eventuality, Option<Ty>);

    /// Holds if `e` is the operation `o` on operands of the types `t`, a tuple, where types are declared, and gives an `r`.
    #[ds(unique)]
    relation operated(ExprId, Operation, Ty, Ty);

    /// Holds if values of `t` configure `b`.
    #[ds(unique)]
    relation configures(BindingId, Ty);

    /// Holds if the instances of `b` go by a range of the type `r`, which once resolved is an `s`, and that is what `k` says.
    #[ds(unique)]
    relation range_typed(BindingId, Ty, Ty, RangeKind);

    /// Holds if `e` needs what the members of `t` have in common, or those of what `t` is an eventual of.
    relation gathers(ExprId, Ty);

    /// Holds if `e` calls a function with arguments of the types `ts`, and the function takes parameters of the types
    /// `ps`, a tuple, any number of the type `rest`, and gives an `r`.
    #[ds(unique)]
    relation called(ExprId, TyList, Ty, Option<Ty>, Ty);

    /// Holds if `e` calls the built-in `i` with arguments of the types `ts`.
    #[ds(unique)]
    relation calls_builtin(ExprId, Builtin, TyList);

    /// Holds if the binding `v` is the `range` of a block whose range is a condition.
    relation no_range(BindingId);
}
