//! Expressions: literals, templates, tuples, objects, names and their definitions.
//!
//! Judgment: `e : t`, *the expression `e` has the type `t`*.
//!
//! Source: the specification's information model; for literals and templates, the reference's behaviour.
//!
//! Smallest example: in `port = 8080` the expression `8080` has the type `const(8080)`.

ascent::ascent_source! {
    /// Types of expressions.
    expressions:

    part_has_type(x, e, r, t) <-- is_part(x, e, r), has_type(x, t);

    // T-Definition: a definition has the type of its expression, if that is not too deep.
    //
    //   b = e      e : t      depth(t) <= limit
    //   --------------------------------------- (T-Definition)
    //   b : t
    binds(b, t) <-- defines(b, e), has_type(e, t), if !is_too_deep(*t), if by("T-Definition");

    // T-Given: a declared variable has the type of its declaration.
    //
    //   is_given(b, t)
    //   -------------- (T-Given)
    //   b : t
    binds(b, t) <-- is_given(b, t), if by("T-Given");

    // T-Circular: a definition that depends on itself has the type any.
    //
    //   is_circular(b)
    //   -------------- (T-Circular)
    //   b : any
    binds(b, ANY) <-- is_circular(b), if by("T-Circular");

    // Literals.

    // T-Standing-Literal: parentheses around a literal change nothing.
    //
    //   e = (x) or e = "${x}"      x = v
    //   -------------------------------- (T-Standing-Literal)
    //   e = v
    is_literal(e, v) <-- is_part(x, e, r), is_literal(x, v), if *r == Role::Standing, if by("T-Standing-Literal");

    // T-Negative-Literal: a number with a sign is a literal.
    //
    //   e = -x      x = v
    //   ----------------- (T-Negative-Literal)
    //   e = -v
    is_literal(e, Literal::Number(negated(*v))) <--
        is_part(x, e, r), is_literal(x, l), if *r == Role::Operand(UnaryOperator::Negate),
        if let Literal::Number(v) = l, if by("T-Negative-Literal");

    // T-Null: null has the type none.
    //
    //   ----------- (T-Null)
    //   null : none
    has_type(e, NONE) <-- is_literal(e, l), if *l == Literal::Null, if by("T-Null");

    // T-Bool: a truth value is a constant.
    //
    //   v in true, false
    //   ------------------ (T-Bool)
    //   v : const(v: bool)
    has_type(e, constant_bool(*v)) <-- is_literal(e, l), if let Literal::Bool(v) = l, if by("T-Bool");

    // T-Integer: an integral number is an integer constant, however large, and however it is written.
    //
    //   v integral
    //   ----------------- (T-Integer)
    //   v : const(v: int)
    has_type(e, constant_number(INT, *v)) <--
        is_literal(e, l), if let Literal::Number(v) = l, if is_integer(*v), if by("T-Integer");

    // T-Number: any other number is a constant as well.
    //
    //   v not integral
    //   -------------------- (T-Number)
    //   v : const(v: number)
    has_type(e, constant_number(NUMBER, *v)) <--
        is_literal(e, l), if let Literal::Number(v) = l, if !is_integer(*v), if by("T-Number");

    // T-Standing: parentheses, and a template of one expression alone, have its type.
    //
    //   e = (x) or e = "${x}"      x : t
    //   -------------------------------- (T-Standing)
    //   e : t
    has_type(e, t) <-- part_has_type(_, e, r, t), if *r == Role::Standing, !is_literal(e, _), if by("T-Standing");

    // Templates.

    // T-Text: a template without interpolation is a string, but no constant.
    //
    //   --------------- (T-Text)
    //   "text" : string
    has_type(e, STRING) <-- is_text(e), if by("T-Text");

    // T-Template: a template is a string, as eventual as its parts.
    //
    //   x1 : t1   ...   xn : tn      v = max(eventual(t1) ... eventual(tn))
    //   -------------------------------------------------------------------- (T-Template)
    //   "...${x1}...${xn}..." : lift(v, string)
    results_in(e, STRING, v) <-- operand_types(e, f, _, _, v, x), if *x == ExprId::NONE && *f == Form::Template, if by("T-Template");

    // T-Join: the joined items of a for-directive are a string, as eventual as its parts.
    //
    //   x : t
    //   ---------------------------------- (T-Join)
    //   join x : lift(eventual(t), string)
    results_in(e, STRING, eventuality(*t)) <-- part_has_type(_, e, r, t), if *r == Role::Joined, if by("T-Join");

    // Tuples and objects.

    // T-Tuple: a tuple has the types of its elements.
    //
    //   x1 : t1   ...   xn : tn
    //   ------------------------------ (T-Tuple)
    //   [x1 ... xn] : tuple(t1 ... tn)
    has_type(e, tuple_of(*ts)) <--
        operand_types(e, f, _, ts, _, x), if *x == ExprId::NONE && *f == Form::Tuple, if by("T-Tuple");

    // T-Object: an object has the types of its values, by the names of its keys.
    //
    //   x1 : t1   ...   xn : tn
    //   ----------------------------------------------------- (T-Object)
    //   { k1 = x1 ... kn = xn } : object(k1 = t1 ... kn = tn)
    has_type(e, object_of(*e, *ts)) <--
        operand_types(e, f, _, ts, _, x), if *x == ExprId::NONE && *f == Form::Object, if by("T-Object");

    // T-Computed-Object: if a key has to be computed, the object is a map of the common type of its values, as eventual
    // as its keys.
    //
    //   ks : s ...      xs : t ...      common(t ..., Safe) = u
    //   ------------------------------------------------------- (T-Computed-Object)
    //   { (k) = x ... } : lift(max(eventual(s) ...), map(u))
    results_in(e, built(Map, u), eventuality_of(computed_keys(*e, *ts).into_iter().map(|k| k.1))), gathers(e, t),
    computes_keys(e, ts) <--
        operand_types(e, f, _, ts, _, x), if *x == ExprId::NONE && *f == Form::ComputedObject,
        let t = computed_values(*e, *ts), let (u, _) = common_member(t, Safe), if by("T-Computed-Object");

    // What all forms share.

    /// Holds if the first `i` operands of `e`, which is of the form `f`, have the types `ts`, the most eventual of them
    /// `v`, and the type of the next one, `x`, is awaited; `x` is `NONE` behind the last.
    #[ds(dense)]
    relation operand_types(ExprId, Form, u32, TyList, Eventuality, ExprId);
    operand_types(e, f, 0, TyList::EMPTY, Eventuality::Prompt, operand_or_none(*e, 0)) <-- has_operands(e, f);
    operand_types(e, f, i + 1, append(*ts, *t), *v.max(&eventuality(*t)), operand_or_none(*e, *i + 1)) <--
        operand_types(e, f, i, ts, v, x), has_type(x, t);

    /// Holds if `e` would have the type `t` if all that it depends on were prompt, and is as eventual as `v`.
    #[ds(transient)]
    relation results_in(ExprId, Ty, Eventuality);

    // T-Prompt: an expression that depends on nothing eventual has its result type.
    //
    //   e results in t, prompt
    //   ---------------------- (T-Prompt)
    //   e : t
    has_type(e, t) <-- results_in(e, t, v), if *v == Eventuality::Prompt, if by("T-Prompt");

    // T-Lifted: an expression that depends on something eventual has the lifted result type.
    //
    //   e results in t, as eventual as v      lift(v, t) = u
    //   ---------------------------------------------------- (T-Lifted)
    //   e : u
    has_type(e, u) <--
        results_in(e, t, v), if *v != Eventuality::Prompt, let u = lifts(*v, *t), if by("T-Lifted");
}
