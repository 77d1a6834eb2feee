//! Classes: the resources that expressions are.
//!
//! Judgment: `e is c`, *the value of `e` is a resource of the class `c`*.
//!
//! Types are structural: two resources with the same properties have one type. The methods of a resource depend on its class,
//! so the class is followed through names and elements, by the form of expressions alone.
//!
//! Source: the reference's behaviour, where types carry the resource along.
//!
//! Smallest example: after `resource "r" "pkg:index:R" {}` the expression `r` is a `pkg:index:R`.

ascent::ascent_source! {
    /// Classes of resources.
    classes:

    /// Holds if the value of the binding `b` is a resource of the class `c`: a block, or a definition that has been typed
    /// before.
    relation is_of_class(BindingId, ClassId);

    /// Holds if the value of the binding `b` is made of resources of the class `c`: a block with a range.
    relation is_made_of(BindingId, ClassId);

    /// Holds if the expression `e` is made of resources of the class `c`.
    relation has_class_inside(ExprId, ClassId);

    // T-Class-Name: a name is the resource that it means.
    //
    //   e = b      b is c
    //   ----------------- (T-Class-Name)
    //   e is c
    has_class(e, c) <-- refers_to(e, b), is_of_class(b, c), if step(*e, 0).is_none(), if by("T-Class-Name");

    // T-Class-Names: a name of several resources is several.
    //
    //   e = b      b of c
    //   ----------------- (T-Class-Names)
    //   e of c
    has_class_inside(e, c) <--
        refers_to(e, b), is_made_of(b, c), if step(*e, 0).is_none(), if by("T-Class-Names");

    // T-Class-Element: an element of several is one.
    //
    //   e = b[k]      b of c
    //   -------------------- (T-Class-Element)
    //   e is c
    has_class(e, c) <--
        refers_to(e, b), is_made_of(b, c), if step(*e, 0).is_some() && step(*e, 1).is_none(), if by("T-Class-Element");
    has_class(e, c) <-- is_part(x, e, r), has_class_inside(x, c), if *r == Role::Collection;

    // T-Class-Standing: parentheses change nothing.
    //
    //   e = (x)      x is c
    //   ------------------- (T-Class-Standing)
    //   e is c
    has_class(e, c) <-- is_part(x, e, r), has_class(x, c), if *r == Role::Standing, if by("T-Class-Standing");
    has_class_inside(e, c) <-- is_part(x, e, r), has_class_inside(x, c), if *r == Role::Standing;

    // T-Class-Definition: a definition is what its expression is.
    //
    //   b = e      e is c
    //   ----------------- (T-Class-Definition)
    //   b is c
    is_of_class(b, c) <-- defines(b, e), has_class(e, c), if by("T-Class-Definition");
    is_made_of(b, c) <-- defines(b, e), has_class_inside(e, c);

    // T-Class-Variable: a variable that iterates several resources is one of them.
    //
    //   for v in x      x of c
    //   ---------------------- (T-Class-Variable)
    //   v is c
    iterates_class(e, c) <-- is_part(x, e, r), has_class_inside(x, c), if *r == Role::Iterated || *r == Role::Splatted;
    is_of_class(b, c) <-- iterates_class(e, c), binds_value(e, b), if by("T-Class-Variable");
    is_of_class(b, c) <-- iterates_class(e, c), binds_item(e, b);

    /// Holds if the for-expression or splat `e` goes over resources of the class `c`.
    #[ds(unique)]
    relation iterates_class(ExprId, ClassId);
}
