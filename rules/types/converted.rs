//! Converted values: what the value of a type is once it has been converted to a type constraint.
//!
//! Judgment: `s as t = u`, *a value of `s`, converted to `t`, is a `u`*. In a constraint, `any` stands for the type that is
//! found there.
//!
//! Source: HCL's type expressions, "The convert cty Function"; `any` keeps the type of the value.
//!
//! Smallest example: `convert("x", any)` is a `string`.

ascent::ascent_source! {
    /// The types of converted values.
    converted:

    /// Holds if it is asked what a value of `s` is once it has been converted to `t`.
    relation converted_demanded(Ty, Ty);

    /// Holds if a value of `s`, converted to `t`, is a `u`: `convert([1, "a"], list(any))` needs
    /// `converted(tuple([const(1), string]), list(any), list(string))`. Of a value that does not convert, it is the type that
    /// is asked for. What is not asked is not answered.
    #[ds(function)]
    relation converted(Ty, Ty, Ty);

    /// Holds if the elements of a `c` become the elements of a `d`.
    relation elements_become(Constructor, Constructor);
    elements_become(List, List);
    elements_become(List, Set);
    elements_become(Set, List);
    elements_become(Set, Set);
    elements_become(Map, Map);

    /// Holds if what the members of a `c` have in common becomes the element of a `d`.
    relation members_gather(Constructor, Constructor);
    members_gather(Tuple, List);
    members_gather(Tuple, Set);
    members_gather(Object, Map);

    /// Holds if each member of a `c` becomes a member of a `d`.
    relation members_become(Constructor, Constructor);
    members_become(Tuple, Tuple);
    members_become(Object, Object);
    members_become(Map, Object);

    // C-As-Known: a type without `any` and null says what the value is.
    //
    //   no any and no none in t
    //   ----------------------- (C-As-Known)
    //   s as t = t
    converted(s, t, t) <-- converted_demanded(s, t), if !leaves_open(*t), if by("C-As-Known");

    // C-As-Any: to `any`, or to it or null, a value is converted by leaving it as it is.
    //
    //   t = any or t = union(... any ...)
    //   --------------------------------- (C-As-Any)
    //   s as t = s
    converted(s, t, s) <-- converted_demanded(s, t), if takes_anything(*t), if by("C-As-Any");

    /// Holds if a value of `s`, built by `c`, is converted to `t`, built by `d`, in which there is `any` or null.
    #[ds(transient)]
    relation converting(Ty, Ty, Constructor, Constructor);
    converting(s, t, constructor(*s), constructor(*t)) <--
        converted_demanded(s, t), if leaves_open(*t) && !takes_anything(*t);

    // C-As-Eventual: what an eventual value will be is converted.
    //
    //   s as t = u
    //   ---------------- (C-As-Eventual)
    //   E(s) as t = E(u)
    converting_part(s, t, element(*s), t, c) <-- converting(s, t, c, _), if *c == Output || *c == Promise;
    converted(s, t, built(*c, *u)) <--
        converting_part(s, t, a, b, c), converted(a, b, u), if t == b, if by("C-As-Eventual");

    // C-As-Element: the elements of a collection are converted.
    //
    //   elements_become(c, d)      s as t = u
    //   ------------------------------------- (C-As-Element)
    //   c(s) as d(t) = d(u)
    converting_part(s, t, element(*s), element(*t), d) <-- converting(s, t, c, d), elements_become(c, d);
    converted(s, t, built(*d, *u)) <--
        converting_part(s, t, a, b, d), converted(a, b, u), if t != b, if by("C-As-Element");

    // C-As-Gathered: members that become elements are converted as what they have in common.
    //
    //   members_gather(c, d)      common(c(s1 ...), Safe) = s      s as t = u
    //   --------------------------------------------------------------------- (C-As-Gathered)
    //   c(s1 ...) as d(t) = d(u)
    gathering_part(s, t, a, element(*t), d) <--
        converting(s, t, c, d), members_gather(c, d), if arity(*s) > 0, let (a, _) = common_member(*s, Safe);
    converted_demanded(a, b) <-- gathering_part(_, _, a, b, _);
    converted(s, t, built(*d, *u)) <-- gathering_part(s, t, a, b, d), converted(a, b, u), if by("C-As-Gathered");

    /// Holds if a value of `s`, converted to `t`, is built by `c` around a value of `a` that is converted to `b`.
    #[ds(transient)]
    relation converting_part(Ty, Ty, Ty, Ty, Constructor);
    converted_demanded(a, b) <-- converting_part(_, _, a, b, _);

    /// Holds if a value of `s`, converted to `t`, is built by `d` around members that are an `a`, which is converted to `b`.
    #[ds(transient)]
    relation gathering_part(Ty, Ty, Ty, Ty, Constructor);

    // C-As-Members: the members of a structure are converted one by one. One that is not there is as it is asked for.
    //
    //   members_become(c, d)      s1 as t1 = u1   ...   sn as tn = un
    //   ------------------------------------------------------------- (C-As-Members)
    //   c(s1 ... sn) as d(t1 ... tn) = d(u1 ... un)
    converting_members(s, t, 0, TyList::EMPTY) <-- converting(s, t, c, d), members_become(c, d);
    converting_member(s, t, i, us, a, b) <--
        converting_members(s, t, i, us), if let Some(b) = member(*t, *i), let a = counterpart(*s, *t, *i).unwrap_or(b);
    converted_demanded(a, b) <-- converting_member(_, _, _, _, a, b);
    converting_members(s, t, i + 1, append(*us, *u)) <--
        converting_member(s, t, i, us, a, b), converted(a, b, u);
    converted(s, t, rebuilt(*t, *us)) <--
        converting_members(s, t, i, us), if *i == arity(*t), if by("C-As-Members");

    /// Holds if the first `i` members of `t`, to which a value of `s` is converted, have become `us`.
    #[ds(transient)]
    relation converting_members(Ty, Ty, u32, TyList);

    /// Holds if in such a walk the next member is an `a` that is converted to `b`.
    #[ds(transient)]
    relation converting_member(Ty, Ty, u32, TyList, Ty, Ty);

    // C-As-Present: what is not null is none once it has been converted.
    //
    //   s is not null      s as t = u
    //   ----------------------------- (C-As-Present)
    //   s as union(t, none) = u
    converting_present(s, t, without_none(*t)) <--
        converting(s, t, c, d), if *d == Union && has_member(*t, NONE) && !may_be_null(*s),
        if *c != Output && *c != Promise;
    converted_demanded(s, a) <-- converting_present(s, _, a);
    converted(s, t, u) <-- converting_present(s, t, a), converted(s, a, u), if by("C-As-Present");

    /// Holds if a value of `s`, which is not null, is converted to `t`, which is `a` or null.
    #[ds(transient)]
    relation converting_present(Ty, Ty, Ty);

    // C-As-Asked: anything else becomes what is asked for.
    //
    //   s is no eventual, may be null where t may, and nothing of it becomes a part of t
    //   -------------------------------------------------------------------------------- (C-As-Asked)
    //   s as t = t
    converted(s, t, t) <--
        converting(s, t, c, d), !elements_become(c, d), !members_gather(c, d), !members_become(c, d),
        if *c != Output && *c != Promise && (!has_member(*t, NONE) || may_be_null(*s)), if by("C-As-Asked");
    converted(s, t, t) <-- converting(s, t, c, d), members_gather(c, d), if arity(*s) == 0, if by("C-As-Asked");
}
