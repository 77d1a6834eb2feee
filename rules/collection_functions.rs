//! Functions of collections.
//!
//! Judgment: `f(xs) takes ps, gives r`, as in `functions`.
//!
//! Source: the reference's behaviour.
//!
//! Smallest example: `element(["a"], 0)` gives a `string`.

ascent::ascent_source! {
    /// Signatures of functions of collections.
    collection_functions:

    // T-Element: an element of a sequence has what its members have in common.
    //
    //   x : t      resolve(t) = list(u)  or  resolve(t) = tuple(us), common(us, Unsafe) = u
    //   ----------------------------------------------------------------------------------- (T-Element)
    //   element(x, n) takes (t, int), gives u, an output if t is eventual
    gives(e, ts, parameters(&[*t, INT]), element(*s), lifted_to_output(*t)) <--
        builtin_called(e, i, ts, t, s), if *i == Builtin::Element && constructor(*s) == List, if by("T-Element");
    member_called(e, i, ts, t, s, Unsafe) <--
        builtin_called(e, i, ts, t, s), if *i == Builtin::Element && constructor(*s) == Tuple;
    member_called(e, i, ts, t, s, Unsafe) <--
        builtin_called(e, i, ts, t, s), if *i == Builtin::Lookup && constructor(*s) == Object;
    common_member_demanded(s, k) <-- member_called(_, _, _, _, s, k);
    gives(e, ts, parameters(&[*t, INT]), u, lifted_to_output(*t)) <--
        member_called(e, i, ts, t, s, k), common_member(s, k, u), if *i == Builtin::Element;

    /// Holds if `e` calls the built-in `i` with arguments of the types `ts`, of which the first, a `t`, resolves to `s`, and its
    /// members have something in common of kind `k`.
    #[ds(passing)]
    relation member_called(ExprId, Builtin, TyList, Ty, Ty, Conversion);

    // T-Lookup: so has a value in a map or an object.
    //
    //   x : t      resolve(t) = s = map(u)  or  s = object(us), common(us, Unsafe) = u
    //   ------------------------------------------------------------------------------ (T-Lookup)
    //   lookup(x, k, d) takes (s, string, union(u, none)), gives u, an output if t is eventual
    gives(e, ts, parameters(&[*s, STRING, union_of(&[element(*s), NONE])]), element(*s), lifted_to_output(*t)) <--
        builtin_called(e, i, ts, t, s), if *i == Builtin::Lookup && constructor(*s) == Map, if by("T-Lookup");
    gives(e, ts, parameters(&[*s, STRING, union_of(&[*u, NONE])]), u, lifted_to_output(*t)) <--
        member_called(e, i, ts, t, s, k), common_member(s, k, u), if *i == Builtin::Lookup;

    // T-Entries: the entries of a collection are pairs of keys and elements.
    //
    //   x : t      each(resolve(t)) = (k, u)
    //   ---------------------------------------------------------------------------------- (T-Entries)
    //   entries(x) takes (any), gives list(object({key=k, value=u})), an output if t is eventual
    entries_called(e, ts, t, s), iteration_demanded(s) <--
        builtin_called(e, i, ts, t, s), if *i == Builtin::Entries;
    gives(e, ts, parameters(&[ANY]), built(List, range_object(Some(*k), *u)), lifted_to_output(*t)) <--
        entries_called(e, ts, t, s), iterates(s, k, u, _), if by("T-Entries");
    wrong_argument(e) <-- entries_called(e, _, _, s), iterates(s, _, _, yes), if !yes;

    /// Holds if `e` calls `entries` with arguments of the types `ts`, of which the first, a `t`, resolves to `s`.
    #[ds(passing)]
    relation entries_called(ExprId, TyList, Ty, Ty);

    // T-Length: a length is an integer.
    //
    //   x : t
    //   ----------------------------------------------------- (T-Length)
    //   length(x) takes (t), gives int, an output if t is eventual
    gives(e, ts, parameters(&[*t]), INT, lifted_to_output(*t)) <--
        builtin_called(e, i, ts, t, _), if *i == Builtin::Length, if by("T-Length");

    // P-Length: what has a length is a collection or a text.
    //
    //   length(x)      x : t      resolve(t) = s, no list, map, object, tuple      s ~No> string
    //   ---------------------------------------------------------------------------------------- (P-Length)
    //   x has no length
    length_asked(e, without_none(*s), STRING, Plain) <--
        builtin_called(e, i, _, _, s), if *i == Builtin::Length,
        if !matches!(constructor(without_none(*s)), List | Map | Object | Tuple);
    conversion_demanded(s, p, m) <-- length_asked(_, s, p, m);
    wrong_argument(e) <-- length_asked(e, s, p, m), converts(s, p, m, k), if *k == No, if by("P-Length");

    /// Holds if `e` asks for the length of an `s`; it is asked in mode `m` whether it converts to `p`.
    #[ds(passing)]
    relation length_asked(ExprId, Ty, Ty, Mode);

    // T-Single: the single element of a sequence, or null.
    //
    //   x : t      resolve(t) = list(u), or tuple(u ...), or anything else with u = any
    //   -------------------------------------------------------------------------------- (T-Single)
    //   singleOrNone(x) takes (t), gives union(u, none), an output if t is eventual
    gives(e, ts, parameters(&[*t]), union_of(&[first_element(*s), NONE]), lifted_to_output(*t)) <--
        builtin_called(e, i, ts, t, s), if *i == Builtin::SingleOrNone, if by("T-Single");

    // P-Argument: the first argument of some built-ins has to be a sequence, a map, or an output.
    //
    //   f(x ...)      x : t      resolve(t) is not what f takes
    //   ------------------------------------------------------- (P-Argument)
    //   x is the wrong argument
    gives(e, ts, parameters(&[ANY, INT]), ANY, Eventuality::Prompt), wrong_argument(e) <--
        builtin_called(e, i, ts, _, s), if *i == Builtin::Element && !matches!(constructor(*s), List | Tuple),
        if by("P-Argument");
    gives(e, ts, parameters(&[ANY, STRING, union_of(&[ANY, NONE])]), ANY, lifted_to_output(*t)), wrong_argument(e) <--
        builtin_called(e, i, ts, t, s), if *i == Builtin::Lookup && !matches!(constructor(*s), Map | Object);
    wrong_argument(e) <--
        builtin_called(e, i, _, _, s), if *i == Builtin::SingleOrNone && *s != ANY,
        if !matches!(constructor(*s), List | Tuple);
    wrong_argument(e) <--
        builtin_called(e, i, _, t, _), if *i == Builtin::Recover && constructor(*t) != Output;

    /// Holds if the first argument of the call `e` is not what the built-in takes.
    #[ds(once)]
    relation wrong_argument(ExprId);
}
