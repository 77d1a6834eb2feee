//! The words of the rules: how a rule takes a type apart, and how it puts one together.
//!
//! Functions here name a type's constructor, hand out its parts, pair the parts of two types, or build a type from
//! parts. They decide nothing: which types go together is said by the rules and their tables.

pub use crate::engine::by;
pub use crate::engine::coinduction::{assign_coinductively, convert_coinductively};
pub use crate::engine::storage::{function, given, once, passing, placed, set};
pub use crate::facts::{
    Acceptance, BinaryOperator, BindingId, Builtin, ClassId, Comprehension, ExprId, Form, FunctionId, HookKind,
    InvocationForm, Literal, Role, Step, UnaryOperator,
};
pub use crate::types::Constructor::{
    self, Constant, Enum, List, Map, Named, Null, Object, Opaque, Output, Primitive, Promise, Set, Tuple, Union,
};
pub use crate::types::{ANY, BOOL, Eventuality, ID, INT, Mapping, NONE, NUMBER, Name, STRING, Ty, TyList};

pub use Conversion::{No, Safe, Unsafe};
pub use Mapping::{Input, Normalize, Resolve, ResolvePromises};
pub use Mode::{Plain, Unfolding, Unifying};
pub use Pairing::{Gather, Scatter, Zip};

use crate::engine::context::{outline, types, types_mut};
use crate::types::{Interner, Shape};
use crate::value::{self, NumberId};

/// How well a type converts to another. The order is from the weakest to the strongest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Conversion {
    /// There is no conversion.
    No,
    /// Some values convert, or it is not known whether all do.
    Unsafe,
    /// Every value converts.
    Safe,
}

/// The circumstances of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Mode {
    /// The ordinary ones.
    Plain,
    /// Unification asks: tuples and objects may differ in their members.
    Unifying,
    /// As `Plain`, but a recursive type on top is taken apart where it would otherwise be assumed to convert.
    Unfolding,
}

/// How the members of two types are paired.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Pairing {
    /// Every member of the source with the element of the target.
    Gather,
    /// The element of the source with every member of the target.
    Scatter,
    /// The members of the target with those of the source in the same place or of the same name; where the source has
    /// none, with the type `none`.
    Zip,
}

/// What two structures have in one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Joint {
    /// Both have a member there.
    Both(Ty, Ty),
    /// One of them has.
    One(Ty),
    /// There are no more places.
    End,
}

/// What a step meets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Outcome {
    /// What it names.
    Found,
    /// A property whose name differs in case only.
    OtherCase,
    /// Null.
    IntoNone,
    /// A value without parts.
    NotTraversable,
    /// An object without such a property.
    UnknownProperty,
    /// A tuple, which has no names.
    NotAnIndex,
    /// A tuple that is shorter.
    OutOfRange,
}

/// How one finds the part of a type in which a conversion fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Way {
    /// In the type that the question goes by.
    Through,
    /// In a pair of members.
    Member(Pairing, u32),
}

/// What a range is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RangeKind {
    /// One instance or none.
    Condition,
    /// So many instances.
    Count,
    /// An instance for each item of a collection.
    Items,
}

impl Outcome {
    /// Holds if the step leads nowhere.
    pub fn fails(self) -> bool {
        !matches!(self, Self::Found | Self::OtherCase | Self::IntoNone)
    }
}

// Taking apart.

/// The outermost constructor.
#[inline]
pub fn constructor(t: Ty) -> Constructor {
    types(|types| types.shape(t).constructor())
}

/// The type in `list(T)`, `set(T)`, `map(T)`, `output(T)`, `promise(T)`; any other type itself.
#[inline]
pub fn element(t: Ty) -> Ty {
    types(|types| element_in(types, t))
}

/// How many members there are: of collections and eventuals one, their element.
#[inline]
pub fn arity(t: Ty) -> u32 {
    types(|types| arity_in(types, t))
}

/// The member in a place: of objects, the property in that place of the byte order of names.
#[inline]
pub fn member(t: Ty, i: u32) -> Option<Ty> {
    types(|types| member_in(types, t, i))
}

/// Holds if the union `t` has the member `s`.
pub fn has_member(t: Ty, s: Ty) -> bool {
    types(|types| types.members(t).contains(&s))
}

/// The primitive type that the value of a constant, or that the values of an enum belong to; any other type itself.
pub fn base(t: Ty) -> Ty {
    types(|types| match types.shape(t) {
        Shape::Constant(base, _) => base,
        Shape::Enum(id) => types.enumeration(id).1,
        _ => t,
    })
}

/// Holds if the value of the constant `s` is one of the enum `t`'s.
pub fn enumerates(t: Ty, s: Ty) -> bool {
    types(|types| match (types.shape(t), types.shape(s)) {
        (Shape::Enum(id), Shape::Constant(_, value)) => types.enumeration(id).2.contains(&value),
        _ => false,
    })
}

/// What a declared type stands for, if it was declared so.
pub fn definition(t: Ty) -> Option<Ty> {
    types(|types| match types.shape(t) {
        Shape::Named(id) => types.named(id).definition,
        _ => None,
    })
}

/// The mapping and the recursive type that `t` is the outcome of, if it is one.
pub fn mapped(t: Ty) -> Option<(Mapping, Ty)> {
    types(|types| match types.shape(t) {
        Shape::Named(id) => types.named(id).mapped,
        _ => None,
    })
}

/// Holds if `t` is a declared type that leads back to itself.
pub fn is_recursive(t: Ty) -> bool {
    types(|types| matches!(types.shape(t), Shape::Named(id) if types.named(id).is_recursive))
}

/// Holds if the mapping has nothing to do in `t`.
pub fn is_settled(f: Mapping, t: Ty) -> bool {
    match f {
        Resolve | Normalize => types(|types| types.eventuality(t)) == Eventuality::Prompt,
        ResolvePromises => !types(|types| types.has_promise(t)),
        Input => t == ANY || t == NONE || constructor(t) == Output,
    }
}

/// The property that a step names.
pub fn property(t: Ty, k: Step) -> Option<Ty> {
    types_mut(|types| {
        let name = step_name(types, k)?;
        types.property(t, name)
    })
}

/// The first property in byte order whose name is that of the step but for the case of letters.
pub fn property_in_any_case(t: Ty, k: Step) -> Option<Ty> {
    types_mut(|types| {
        let name = step_name(types, k)?;
        let wanted = types.text(name).to_lowercase();
        let mut properties = types.properties(t).iter();
        properties.find(|property| types.text(property.0).to_lowercase() == wanted).map(|property| property.1)
    })
}

/// The place that a step names, if it is a number that can be one.
pub fn index_of(k: Step) -> Option<u32> {
    match k {
        Step::Number(id) => types(|types| types.number_of(id).as_index()).and_then(|index| u32::try_from(index).ok()),
        _ => None,
    }
}

/// Holds if the step is an integral number.
pub fn is_integral(k: Step) -> bool {
    matches!(k, Step::Number(id) if types(|types| types.number_of(id).is_integer()))
}

/// Holds if a list holds more than `none`.
pub fn leads_somewhere(us: TyList) -> bool {
    types(|types| types.list_items(us)).iter().any(|&u| u != NONE)
}

/// The strongest eventual type that `t` is itself, the types inside eventuals included.
pub fn outer_eventuality(t: Ty) -> Eventuality {
    types(|types| {
        let (mut outer, mut t) = (Eventuality::Prompt, t);
        loop {
            (outer, t) = match types.shape(t) {
                Shape::Output(element) => (Eventuality::Output, element),
                Shape::Promise(element) => (outer.max(Eventuality::Promise), element),
                _ => return outer,
            };
        }
    })
}

/// How eventual values of `t` are: the strongest eventual type that occurs anywhere in `t`.
#[inline]
pub fn eventuality(t: Ty) -> Eventuality {
    types(|types| types.eventuality(t))
}

/// What remains of an optional type without null: the other member of a union of two.
pub fn without_none(t: Ty) -> Ty {
    types(|types| match *types.members(t) {
        [NONE, other] | [other, NONE] if types.shape(t).constructor() == Union => other,
        _ => t,
    })
}

/// The element of a list, or the first member of a tuple; the dynamic type if there is neither.
pub fn first_element(t: Ty) -> Ty {
    match constructor(t) {
        List => element(t),
        Tuple => member(t, 0).unwrap_or(ANY),
        _ => ANY,
    }
}

/// Holds if `t` is an output, or a union with one.
pub fn is_output(t: Ty) -> bool {
    constructor(t) == Output
        || constructor(t) == Union && types(|types| types.members(t).iter().any(|&u| constructor_in(types, u) == Output))
}

/// Holds if the dynamic type is among types.
pub fn has_dynamic(ts: TyList) -> bool {
    items(ts).contains(&ANY)
}

/// Output, if anything eventual occurs in `t`.
pub fn lifted_to_output(t: Ty) -> Eventuality {
    if eventuality(t) == Eventuality::Prompt { Eventuality::Prompt } else { Eventuality::Output }
}

/// Holds if an argument of type `a`, which converts to the plain inputs with kind `k` and to the others with kind `l`,
/// is an output, or has outputs that only the others take.
pub fn needs_output_form(a: Ty, k: Conversion, l: Conversion) -> bool {
    constructor(a) == Output || k == No && l != No && eventuality(a) == Eventuality::Output
}

// Expressions.

/// The `i`-th operand of an expression.
#[inline]
pub fn operand(e: ExprId, i: u32) -> Option<ExprId> {
    outline(|outline| outline.operand(e, i))
}

/// The `i`-th operand of an expression, or [`ExprId::NONE`] behind the last.
#[inline]
pub fn operand_or_none(e: ExprId, i: u32) -> ExprId {
    operand(e, i).unwrap_or(ExprId::NONE)
}

/// The `i`-th argument of a call: the last operand, if that stands for its elements, is all further ones.
pub fn argument(e: ExprId, i: u32) -> Option<ExprId> {
    outline(|outline| outline.operand(e, i).or_else(|| outline.last_operand(e)))
}

/// The `i`-th step of a traversal.
#[inline]
pub fn step(e: ExprId, i: u32) -> Option<Step> {
    outline(|outline| outline.step(e, i))
}

/// The step that a literal in brackets is.
pub fn step_of(v: Literal) -> Step {
    match v {
        Literal::Null => Step::Null,
        Literal::Bool(value) => Step::Bool(value),
        Literal::Number(id) => Step::Number(id),
    }
}

/// The keys of a computed object that have to be computed, with their types, given those of all operands.
pub fn computed_keys(e: ExprId, ts: TyList) -> Vec<(ExprId, Ty)> {
    let count = outline(|outline| outline.computed_keys(e));
    let keys = types(|types| types.list_items(ts)).into_iter().take(count);
    (0..).map_while(|i| operand(e, i)).zip(keys).collect()
}

/// Holds if a number is integral.
pub fn is_integer(v: NumberId) -> bool {
    types(|types| types.number_of(v).is_integer())
}

/// The number with the opposite sign.
pub fn negated(v: NumberId) -> NumberId {
    types_mut(|types| types.negated(v))
}

// Lists.

/// How many types a list has.
pub fn length(ts: TyList) -> u32 {
    types(|types| types.list_items(ts)).len() as u32
}

/// The `i`-th type of a list.
pub fn item(ts: TyList, i: u32) -> Option<Ty> {
    types(|types| types.list_items(ts)).get(i as usize).copied()
}

/// The types of a list with their places.
pub fn numbered(ts: TyList) -> impl Iterator<Item = (u32, Ty)> {
    (0..).zip(types(|types| types.list_items(ts)))
}

/// The strongest eventual type that occurs anywhere in types.
pub fn eventuality_of(ts: impl IntoIterator<Item = Ty>) -> Eventuality {
    ts.into_iter().map(eventuality).max().unwrap_or(Eventuality::Prompt)
}

/// The types of a list.
pub fn items(ts: TyList) -> Vec<Ty> {
    types(|types| types.list_items(ts))
}

/// The list with the members of the tuple, or the element of the list or set `u`, in the place of its last type.
pub fn expanded(ts: TyList, u: Ty) -> TyList {
    types_mut(|types| {
        let elements = match types.shape(u) {
            Shape::Tuple(_) => types.members(u).to_vec(),
            Shape::List(element) | Shape::Set(element) => vec![element],
            _ => return ts,
        };
        elements.into_iter().fold(types.without_last(ts), |list, t| types.append(list, t))
    })
}

/// The type of the `i`-th parameter, given those of the fixed ones, a tuple, and of the variadic one.
pub fn parameter(ps: Ty, rest: Option<Ty>, i: u32) -> Option<Ty> {
    member(ps, i).or(rest)
}

// Pairing.

/// Holds unless `p` zips tuples of different lengths.
pub fn pairs_up(p: Pairing, s: Ty, t: Ty) -> bool {
    p != Zip || constructor(s) != Tuple || arity(s) == arity(t)
}

/// The `i`-th pair.
pub fn pair(p: Pairing, s: Ty, t: Ty, i: u32) -> Option<(Ty, Ty)> {
    types(|types| match p {
        Gather => Some((member_in(types, s, i)?, element_in(types, t))),
        Scatter => Some((element_in(types, s), member_in(types, t, i)?)),
        Zip => match types.properties(t).get(i as usize) {
            Some(&(name, target)) => Some((types.property(s, name).unwrap_or(NONE), target)),
            None => {
                let target = *types.members(t).get(i as usize)?;
                Some((types.members(s).get(i as usize).copied().unwrap_or(NONE), target))
            }
        },
    })
}

/// The first place from the `i`-th on in which both structures have a member, and what they have there.
pub fn common(s: Ty, t: Ty, i: u32) -> Option<(u32, Ty, Ty)> {
    (i..)
        .map_while(|i| match joint(s, t, i) {
            Joint::End => None,
            found => Some((i, found)),
        })
        .find_map(|(i, found)| match found {
            Joint::Both(a, b) => Some((i, a, b)),
            _ => None,
        })
}

/// What two tuples, or two objects, have in the `i`-th place of all places that they have together. The places of
/// objects are first those of `s`, then those that only `t` has.
pub fn joint(s: Ty, t: Ty, i: u32) -> Joint {
    types(|types| {
        let at = i as usize;
        if let Some(&(name, a)) = types.properties(s).get(at) {
            return types.property(t, name).map_or(Joint::One(a), |b| Joint::Both(a, b));
        }
        if types.shape(s).constructor() == Object {
            return match only_in(types, t, s).nth(at - types.properties(s).len()) {
                Some((_, b)) => Joint::One(b),
                None => Joint::End,
            };
        }
        match (types.members(s).get(at), types.members(t).get(at)) {
            (Some(&a), Some(&b)) => Joint::Both(a, b),
            (Some(&one), None) | (None, Some(&one)) => Joint::One(one),
            (None, None) => Joint::End,
        }
    })
}

// Putting together.

/// The list with one more type behind.
#[inline]
pub fn append(list: TyList, t: Ty) -> TyList {
    types_mut(|types| types.append(list, t))
}

/// The type of which only the name is known.
pub fn opaque(name: &str) -> Ty {
    types_mut(|types| {
        let name = types.name(name);
        types.opaque(name)
    })
}

/// The tuple of parameters.
pub fn parameters(members: &[Ty]) -> Ty {
    types_mut(|types| types.tuple(members))
}

/// The parameters of a method that takes a `p`: the resource, which is the first of the arguments, the method's name,
/// and that.
pub fn method_parameters(ts: TyList, p: Ty) -> Ty {
    parameters(&[item(ts, 0).unwrap_or(ANY), STRING, p])
}

/// The parameters of a method of which nothing is known.
pub fn unknown_method_parameters() -> Ty {
    parameters(&[ANY, STRING, ANY])
}

/// An object with a value and, if there is one, a key.
pub fn range_object(key: Option<Ty>, value: Ty) -> Ty {
    types_mut(|types| {
        let mut properties = vec![(types.name("value"), value)];
        properties.extend(key.map(|key| (types.name("key"), key)));
        types.object(properties)
    })
}

/// The type of one truth value.
pub fn constant_bool(v: bool) -> Ty {
    types_mut(|types| types.constant(BOOL, value::Constant::Bool(v)))
}

/// The type of one number, which is of the type `t`.
pub fn constant_number(t: Ty, v: NumberId) -> Ty {
    types_mut(|types| types.constant(t, value::Constant::Number(v)))
}

/// The tuple of the types in a list.
pub fn tuple_of(ts: TyList) -> Ty {
    types_mut(|types| {
        let members = types.list_items(ts);
        types.tuple(&members)
    })
}

/// The object whose properties have the names of the object `e`, and the types in a list.
pub fn object_of(e: ExprId, ts: TyList) -> Ty {
    outline(|outline| {
        types_mut(|types| {
            let names = outline.names(e).iter().copied();
            types.object(names.zip(types.list_items(ts)).collect())
        })
    })
}

/// The tuple of the types of a computed object's values, given those of all operands.
pub fn computed_values(e: ExprId, ts: TyList) -> Ty {
    let keys = outline(|outline| outline.computed_keys(e));
    types_mut(|types| {
        let operands = types.list_items(ts);
        types.tuple(&operands[keys..])
    })
}

/// The union of types.
pub fn union_of(members: &[Ty]) -> Ty {
    types_mut(|types| types.union(members))
}

/// The union of the types in a list.
pub fn union_of_list(list: TyList) -> Ty {
    types_mut(|types| {
        let members = types.list_items(list);
        types.union(&members)
    })
}

/// The collection or eventual type that `c` builds from an element; `c` must be one of these.
pub fn built(c: Constructor, element: Ty) -> Ty {
    types_mut(|types| match c {
        List => types.list(element),
        Set => types.set(element),
        Map => types.map(element),
        Promise => types.promise(element),
        Output => types.output(element),
        _ => element,
    })
}

/// A type like `t` with other members.
pub fn rebuilt(t: Ty, members: TyList) -> Ty {
    let items = types(|types| types.list_items(members));
    match constructor(t) {
        Tuple => types_mut(|types| types.tuple(&items)),
        Union => types_mut(|types| types.union(&items)),
        Object => types_mut(|types| {
            let names: Vec<Name> = types.properties(t).iter().map(|property| property.0).collect();
            types.object(names.into_iter().zip(items).collect())
        }),
        c => items.first().map_or(t, |&element| built(c, element)),
    }
}

/// The structure with the members of `vs` in the places that `s` and `t` have together.
pub fn joined(s: Ty, t: Ty, vs: TyList) -> Ty {
    types_mut(|types| {
        let items = types.list_items(vs);
        if types.shape(s).constructor() == Tuple {
            return types.tuple(&items);
        }
        let own = types.properties(s).iter().map(|property| property.0);
        let names: Vec<Name> = own.chain(only_in(types, t, s).map(|property| property.0)).collect();
        types.object(names.into_iter().zip(items).collect())
    })
}

/// What a mapping makes of a recursive type: a type of its own, which unfolds when needed.
pub fn view(f: Mapping, t: Ty) -> Ty {
    types_mut(|types| types.view(f, t))
}

// Kinds and modes.

/// `Safe` if all are, `No` if none is better, `Unsafe` otherwise, given the worst and the best of them.
pub fn all_or_some(worst: Conversion, best: Conversion) -> Conversion {
    match (worst, best) {
        (Safe, _) => Safe,
        (_, No) => No,
        _ => Unsafe,
    }
}

/// The mode in which the parts of types are asked about.
pub fn inside(m: Mode) -> Mode {
    if m == Unfolding { Plain } else { m }
}

/// Holds if a question about `s` and `t` could lead back to itself, and is to be answered coinductively: one of them is
/// recursive, and neither ends.
pub fn assumes(s: Ty, t: Ty, m: Mode) -> bool {
    m != Unfolding
        && types(|types| types.is_infinite(s) && types.is_infinite(t))
        && (is_recursive(s) || is_recursive(t))
}

fn constructor_in(types: &Interner, t: Ty) -> Constructor {
    types.shape(t).constructor()
}

fn element_in(types: &Interner, t: Ty) -> Ty {
    match types.shape(t) {
        Shape::List(part) | Shape::Set(part) | Shape::Map(part) | Shape::Output(part) | Shape::Promise(part) => part,
        _ => t,
    }
}

fn arity_in(types: &Interner, t: Ty) -> u32 {
    match types.shape(t) {
        Shape::Tuple(_) | Shape::Union(_) => types.members(t).len() as u32,
        Shape::Object(_) => types.properties(t).len() as u32,
        _ => u32::from(element_in(types, t) != t),
    }
}

fn member_in(types: &Interner, t: Ty, i: u32) -> Option<Ty> {
    match types.shape(t) {
        Shape::Tuple(_) | Shape::Union(_) => types.members(t).get(i as usize).copied(),
        Shape::Object(_) => types.properties(t).get(i as usize).map(|property| property.1),
        _ => Some(element_in(types, t)).filter(|&element| i == 0 && element != t),
    }
}

/// The properties of `t` that `s` has not.
fn only_in(types: &Interner, t: Ty, s: Ty) -> impl Iterator<Item = (Name, Ty)> {
    types.properties(t).iter().copied().filter(move |property| types.property(s, property.0).is_none())
}

fn step_name(types: &mut Interner, k: Step) -> Option<Name> {
    match k {
        Step::Name(name) => Some(name),
        Step::Number(id) => {
            let text = types.number_of(id).to_string();
            Some(types.name(&text))
        }
        Step::Bool(value) => Some(types.name(if value { "true" } else { "false" })),
        Step::Null => None,
    }
}
