//! Functions of collections.
//!
//! Judgments: `f(ts) takes ps, gives r`, as in `functions`; `f(ts) is misapplied`, *the first of `ts` is not what `f` takes*.
//!
//! Source: the reference's behaviour.
//!
//! Smallest example: `element(["a"], 0)` gives a `string`.

ascent::ascent_source! {
    /// Signatures of functions of collections.
    collection_functions:

    /// Holds with `true` if the first of `ts`, a tuple, is not what the built-in `i` takes. `length(true)` needs
    /// `is_misapplied(Length, tuple([bool]), true)`.
    relation is_misapplied(Builtin, Ty, bool);

    // T-Element: an element of a list has its type.
    //
    //   resolve(t) = list(u)
    //   ----------------------------------------------------------------- (T-Element)
    //   element(t, n) takes (t, int), gives u, an output if t is eventual
    gives(i, ts, parameters(&[*t, INT]), element(*s), lifted_to_output(*t)) <--
        first_argument(i, ts, t, s), if *i == Builtin::Element && constructor(*s) == List, if by("T-Element");

    // T-Element-Member: an element of a tuple has the common type of the members, in which none is a constant: the element
    // need not be that one.
    //
    //   resolve(t) = tuple(us)      widen(us) = vs      common(vs, Unsafe) = u
    //   ---------------------------------------------------------------------- (T-Element-Member)
    //   element(t, n) takes (t, int), gives u, an output if t is eventual
    gives(i, ts, parameters(&[*t, INT]), u, lifted_to_output(*t)) <--
        first_argument(i, ts, t, s), if *i == Builtin::Element && constructor(*s) == Tuple,
        let vs = maps_to(Widen, *s), let (u, _) = common_member(vs, Unsafe), if by("T-Element-Member");

    // T-Lookup: a value in a map has the type of its elements.
    //
    //   resolve(t) = s = map(u)
    //   -------------------------------------------------------------------------------------- (T-Lookup)
    //   lookup(t, k, d) takes (s, string, union(u, none)), gives u, an output if t is eventual
    gives(i, ts, parameters(&[*s, STRING, union_of(&[element(*s), NONE])]), element(*s), lifted_to_output(*t)) <--
        first_argument(i, ts, t, s), if *i == Builtin::Lookup && constructor(*s) == Map, if by("T-Lookup");

    // T-Lookup-Member: a value in an object has the common type of the properties.
    //
    //   resolve(t) = s = object(us)      widen(us) = vs      common(vs, Unsafe) = u
    //   -------------------------------------------------------------------------------------- (T-Lookup-Member)
    //   lookup(t, k, d) takes (s, string, union(u, none)), gives u, an output if t is eventual
    gives(i, ts, parameters(&[*s, STRING, union_of(&[u, NONE])]), u, lifted_to_output(*t)) <--
        first_argument(i, ts, t, s), if *i == Builtin::Lookup && constructor(*s) == Object,
        let vs = maps_to(Widen, *s), let (u, _) = common_member(vs, Unsafe), if by("T-Lookup-Member");

    // T-Entries: the entries of a collection are pairs of keys and elements.
    //
    //   each(resolve(t)) = (k, u)
    //   ---------------------------------------------------------------------------------------- (T-Entries)
    //   entries(t) takes (any), gives list(object({key=k, value=u})), an output if t is eventual
    gives(i, ts, parameters(&[ANY]), built(List, range_object(Some(k), u)), lifted_to_output(*t)) <--
        first_argument(i, ts, t, s), if *i == Builtin::Entries, let (k, u, _) = iterates(*s), if by("T-Entries");

    // T-Length: a length is an integer.
    //
    //   ------------------------------------------------------------- (T-Length)
    //   length(t) takes (t), gives int, an output if t is eventual
    gives(i, ts, parameters(&[*t]), INT, lifted_to_output(*t)) <--
        first_argument(i, ts, t, _), if *i == Builtin::Length, if by("T-Length");

    // T-Single: the single element of a sequence has its type, or is null.
    //
    //   resolve(t) = list(u), or tuple(u ...), or anything else with u = any
    //   --------------------------------------------------------------------------- (T-Single)
    //   singleOrNone(t) takes (t), gives union(u, none), an output if t is eventual
    gives(i, ts, parameters(&[*t]), union_of(&[first_element(*s), NONE]), lifted_to_output(*t)) <--
        first_argument(i, ts, t, s), if *i == Builtin::SingleOrNone, if by("T-Single");

    // P-Length: only collections and texts have a length.
    //
    //   resolve(t) = s, no list, map, object, tuple      s ~No> string
    //   -------------------------------------------------------------- (P-Length)
    //   length(t) is misapplied
    is_misapplied(i, ts, true) <--
        first_argument(i, ts, _, s), if *i == Builtin::Length,
        let u = without_none(*s), if !matches!(constructor(u), List | Map | Object | Tuple),
        let k = converts(u, STRING, Plain), if k == No, if by("P-Length");

    // P-Entries: only collections have entries.
    //
    //   each(resolve(t)) fails
    //   ------------------------ (P-Entries)
    //   entries(t) is misapplied
    is_misapplied(i, ts, true) <--
        first_argument(i, ts, _, s), if *i == Builtin::Entries, let (_, _, yes) = iterates(*s), if !yes,
        if by("P-Entries");

    // P-Element: elements are taken from sequences only.
    //
    //   resolve(t) is no list, no tuple
    //   ------------------------------------------------------------- (P-Element)
    //   element(t, n) is misapplied, and takes (any, int), gives any
    gives(i, ts, parameters(&[ANY, INT]), ANY, Eventuality::Prompt), is_misapplied(i, ts, true) <--
        first_argument(i, ts, _, s), if *i == Builtin::Element && !matches!(constructor(*s), List | Tuple),
        if by("P-Element");

    // P-Lookup: values are looked up in maps and objects only.
    //
    //   resolve(t) is no map, no object
    //   ---------------------------------------------------------------------------------------------------------- (P-Lookup)
    //   lookup(t, k, d) is misapplied, and takes (any, string, union(any, none)), gives any, an output if t is eventual
    gives(i, ts, parameters(&[ANY, STRING, union_of(&[ANY, NONE])]), ANY, lifted_to_output(*t)),
    is_misapplied(i, ts, true) <--
        first_argument(i, ts, t, s), if *i == Builtin::Lookup && !matches!(constructor(*s), Map | Object),
        if by("P-Lookup");

    // P-Single: a single element is taken from sequences only.
    //
    //   resolve(t) is no list, no tuple, not dynamic
    //   -------------------------------------------- (P-Single)
    //   singleOrNone(t) is misapplied
    is_misapplied(i, ts, true) <--
        first_argument(i, ts, _, s), if *i == Builtin::SingleOrNone && *s != ANY,
        if !matches!(constructor(*s), List | Tuple), if by("P-Single");
}
