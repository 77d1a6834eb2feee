//! Eventuals: lifting a result, resolving an operand, and the declared types that both lead through.
//!
//! Judgments: `resolve(t) = u`, *`t` without the eventuals in it is `u`*; `lift(v, t) = u`, *`t`, as eventual as `v`, is
//! `u`*; `input(t) = u`, *what is expected where `t` is, `u`, allows outputs at every level*.
//!
//! Source: the specification, "Eventual Types"; that eventuals do not nest, and what an input accepts, is the
//! reference's behaviour.
//!
//! Smallest example: `"${o}"`, where `o` is an `output(int)`, has the type `lift(output, string) = output(string)`.

ascent::ascent_source! {
    /// Lifting and resolving.
    eventuals:

    /// Holds if it is asked what the mapping `f` makes of `t`.
    relation mapping_demanded(Mapping, Ty);

    /// Holds if the mapping `f` makes `u` of `t`. `Resolve` makes `list(int)` of `list(output(int))`;
    /// `ResolvePromises` leaves outputs as they are; `Input` makes `union(int, output(int))` of `int`; `Normalize` makes
    /// `output(int)` of `output(promise(int))`; `Widen` makes `list(int)` of `list(const(1))`. What is not asked is not answered.
    #[ds(function)]
    relation maps_to(Mapping, Ty, Ty);
    maps_to(f, t, u) <-- mapping_demanded(f, t), if let Some(u) = known_mapping(*f, *t);

    /// Holds if the mapping `f` goes into the members of types built by `c`.
    relation maps_members(Mapping, Constructor);
    maps_members(f, c) <-- for f in [Resolve, ResolvePromises, Normalize, Widen],
        for c in [List, Set, Map, Tuple, Object, Union];
    maps_members(Widen, Output);
    maps_members(Widen, Promise);
    maps_members(Input, Promise);
    maps_members(Input, List);
    maps_members(Input, Map);
    maps_members(Input, Object);
    maps_members(Input, Union);

    // L-Prompt: a type in which the mapping has nothing to do stays as it is.
    //
    //   no eventual in t, f in resolve, normalize   or   no promise in t, f = resolve promises
    //   or   t is any, none, an output, f = input   or   t is no constant and has no members, f = widen
    //   --------------------------------------------------------------------------------------- (L-Prompt)
    //   f(t) = t
    maps_to(f, t, t) <-- mapping_demanded(f, t), if is_settled(*f, *t), if by("L-Prompt");

    // L-Resolve-Output: to resolve an output is to take its element, if no eventual is left in it.
    //
    //   t prompt
    //   ------------------------ (L-Resolve-Output)
    //   resolve(output(t)) = t
    maps_to(f, t, element(*t)) <--
        mapping_demanded(f, t), if *f == Resolve, if constructor(*t) == Output, if is_settled(Resolve, element(*t)),
        if by("L-Resolve-Output");

    // L-Resolve-Promise: to resolve a promise, or an output that is not normalised yet, is to resolve its element.
    //
    //   f in resolve, resolve promises      f(t) = u
    //   -------------------------------------------- (L-Resolve-Promise)
    //   f(promise(t)) = u
    mapped_as(f, t, f, element(*t)) <--
        mapping_open(f, t), if *f == Resolve || *f == ResolvePromises, if constructor(*t) == Promise;
    mapped_as(f, t, f, element(*t)) <--
        mapping_open(f, t), if *f == Resolve, if constructor(*t) == Output, if !is_settled(Resolve, element(*t));
    maps_to(f, t, u) <-- mapped_as(f, t, g, a), maps_to(g, a, u), if f == g, if by("L-Resolve-Promise");

    /// Holds if what `f` makes of `t` is asked, has not been answered before, and is not `t` itself.
    #[ds(transient)]
    relation mapping_open(Mapping, Ty);
    mapping_open(f, t) <-- mapping_demanded(f, t), if !is_settled(*f, *t), if known_mapping(*f, *t).is_none();

    /// Holds if what `f` makes of `t` goes by what `g` makes of `a`.
    #[ds(transient)]
    relation mapped_as(Mapping, Ty, Mapping, Ty);
    mapping_demanded(g, a) <-- mapped_as(_, _, g, a);

    // L-Normalize: the element of an eventual type is resolved.
    //
    //   resolve(t) = u  for outputs,  resolve promises(t) = u  for promises
    //   ------------------------------------------------------------------- (L-Normalize)
    //   normalize(E(t)) = E(u)
    mapped_as(f, t, Resolve, element(*t)) <--
        mapping_open(f, t), if *f == Normalize || *f == ResolvePromises, if constructor(*t) == Output;
    mapped_as(f, t, ResolvePromises, element(*t)) <--
        mapping_open(f, t), if *f == Normalize, if constructor(*t) == Promise;
    maps_to(f, t, built(constructor(*t), *u)) <--
        mapped_as(f, t, g, a), maps_to(g, a, u), if f != g, if by("L-Normalize");

    // L-Widen: a constant is widened to the type that it is a value of.
    //
    //   ------------------- (L-Widen)
    //   widen(const(t)) = t
    maps_to(f, t, base(*t)) <--
        mapping_open(f, t), if *f == Widen, if constructor(*t) == Constant, if by("L-Widen");

    // L-Members: everything else is mapped member by member.
    //
    //   maps_members(f, c)      f(t1) = u1   ...   f(tn) = un      f is not input
    //   ------------------------------------------------------------------------- (L-Members)
    //   f(c(t1 ... tn)) = c(u1 ... un)
    mapped_members(f, t, 0, TyList::EMPTY) <-- mapping_open(f, t), maps_members(f, constructor(*t));
    mapping_member(f, t, i, us, a) <-- mapped_members(f, t, i, us), if let Some(a) = member(*t, *i);
    mapping_demanded(f, a) <-- mapping_member(f, _, _, _, a);
    mapped_members(f, t, i + 1, append(*us, *u)) <-- mapping_member(f, t, i, us, a), maps_to(f, a, u);
    maps_to(f, t, rebuilt(*t, *us)) <--
        mapped_members(f, t, i, us), if *i == arity(*t), if *f != Input, if by("L-Members");

    /// Holds if `f` makes `us` of the first `i` members of `t`.
    #[ds(transient)]
    relation mapped_members(Mapping, Ty, u32, TyList);

    /// Holds if in such a walk the next member is `a`, which is to be mapped next.
    #[ds(transient)]
    relation mapping_member(Mapping, Ty, u32, TyList, Ty);

    // L-Input: where a type is expected, outputs of it are welcome, at every level.
    //
    //   input(t1) = u1   ...      c(u1 ...) = u      resolve(u) = v
    //   ----------------------------------------------------------- (L-Input)
    //   input(c(t1 ...)) = union(u, output(v))
    input_from(t, rebuilt(*t, *us)) <-- mapped_members(f, t, i, us), if *i == arity(*t), if *f == Input;
    input_from(t, t) <--
        mapping_open(f, t), if *f == Input, if constructor(*t) != Named || is_refined(*t),
        !maps_members(Input, constructor(*t));
    resolving_demanded(u) <-- input_from(_, u);
    maps_to(Input, t, union_of(&[*u, built(Output, *v)])) <-- input_from(t, u), resolves(u, v), if by("L-Input");

    /// Holds if what is expected where `t` is are values of `u` and outputs of them.
    #[ds(transient)]
    relation input_from(Ty, Ty);

    // Resolving, by its own name.

    /// Holds if it is asked what `t` is without the eventuals in it.
    relation resolving_demanded(Ty);
    mapping_demanded(Resolve, t) <-- resolving_demanded(t);

    /// Holds if `t` without the eventuals in it is `u`: `string` for `output(string)`.
    #[ds(function)]
    relation resolves(Ty, Ty);

    // L-Resolve: resolving is a mapping.
    //
    //   Resolve(t) = u
    //   -------------- (L-Resolve)
    //   resolve(t) = u
    resolves(t, u) <-- maps_to(f, t, u), if *f == Resolve, if by("L-Resolve");

    // Lifting.

    /// Holds if it is asked what `t` is if it is as eventual as `v`, which is not prompt.
    relation lifting_demanded(Eventuality, Ty);
    resolving_demanded(t) <-- lifting_demanded(v, t), if *v == Eventuality::Output;

    /// Holds if `t` is `u` if it is as eventual as `v`. `flag ? 1 : 2`, where `flag` is an `output(bool)`, needs
    /// `lifts(Output, int, output(int))`. What is not asked is not answered.
    #[ds(function)]
    relation lifts(Eventuality, Ty, Ty);

    // L-Lift-Output: a lift to an output resolves all eventuals inside.
    //
    //   resolve(t) = u
    //   --------------------------- (L-Lift-Output)
    //   lift(output, t) = output(u)
    lifts(v, t, built(Output, *u)) <--
        lifting_demanded(v, t), resolves(t, u), if *v == Eventuality::Output, if by("L-Lift-Output");

    // L-Lift-Promise: a lift to a promise resolves the promises inside, but not the outputs.
    //
    //   resolve promises(t) = u
    //   ----------------------------- (L-Lift-Promise)
    //   lift(promise, t) = promise(u)
    promise_demanded(ResolvePromises, t), mapping_demanded(ResolvePromises, t) <--
        lifting_demanded(v, t), if *v == Eventuality::Promise;
    lifts(Eventuality::Promise, t, built(Promise, *u)) <--
        promise_demanded(f, t), maps_to(f, t, u), if by("L-Lift-Promise");

    /// Holds if `t` is lifted to a promise of what `f` makes of it.
    relation promise_demanded(Mapping, Ty);
}
