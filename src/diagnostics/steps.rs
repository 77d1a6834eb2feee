//! Steps that fail: `unknown-property`, `not-traversable`, `invalid-index`, `index-out-of-range`, and the warnings
//! `property-case` and `traversing-none`.

use super::Diagnostic;
use super::context::Context;
use super::fields::{Fields, Given};
use super::owners::children;
use super::suggestions::{Help, help_for_name, list};
use crate::codes::Code;
use crate::counts::counted;
use crate::program::resolve::Target;
use crate::program::{Kind, Place};
use crate::source::Span;
use crate::syntax::tree::{Node, StepKey};
use crate::types::display::{display_constant, display_step, quoted};
use crate::types::nearest::{MOST, nearest};
use crate::types::vocabulary::Outcome;
use crate::types::{Interner, Shape, Ty, alternatives};

pub(super) fn diagnostic(context: &Context<'_>, at: Place, step: u32, from: Ty, meets: Outcome) -> Diagnostic {
    let (key, span) = step_at(context, at, step);
    let key = key.or_else(|| key_in_parentheses(context, at));
    let found = context.type_text(from);
    let is_lenient = context.strictness.is_lenient;
    let elements = || {
        let of_other = of_iterated_part(context, at, step, key);
        of_other.or_else(|| help_about_elements(context, at, step, from, key)).map(Help::from)
    };
    let name = key.is_none().then(|| key_source(context, at)).flatten().map(|source| format!("`{source}`"));
    let name = name.unwrap_or_else(|| text_of(context.types, key));
    let sentence = |meets| sentence_about(context.types, from, &name, meets);
    let error = |code| Diagnostic::error(code, at.file, span, sentence(meets)).found(found);
    match meets {
        Outcome::UnknownProperty => error(Code::UnknownProperty)
            .label("unknown property")
            .help(
                of_structure_before(context, at, step, from, key)
                    .or_else(|| similar_property(context, from, key))
                    .or_else(|| property_as_key(context, at).filter(|_| step > 0))
                    .or_else(elements)
                    .or_else(|| single(context, at, step, from, key)),
            )
            .warning_if(is_lenient),
        Outcome::NotTraversable if has_objects(context.types, from) => {
            Diagnostic::error(Code::NotTraversable, at.file, span, sentence(Outcome::UnknownProperty))
                .label("unknown property")
                .found(found)
                .help(similar_property(context, from, key))
        }
        Outcome::NotTraversable => {
            error(Code::NotTraversable).label(format!("{found} has no properties or elements")).help(elements())
        }
        Outcome::NotAnIndex => error(Code::InvalidIndex)
            .label("expected a whole number from 0")
            .help(elements())
            .warning_if(is_lenient && longest_tuple(context.types, from).is_none()),
        Outcome::OutOfRange => {
            let length = longest_tuple(context.types, from).unwrap_or(0);
            error(Code::IndexOutOfRange).label(format!("the tuple has {}", counted(length, "element")))
        }
        Outcome::OtherCase => error(Code::PropertyCase)
            .label("the letters differ in case")
            .help(similar_property(context, from, key))
            .warning(),
        // A step that succeeds is no problem, so `Found` does not occur.
        Outcome::IntoNone | Outcome::Found => error(Code::TraversingNone).label("the result is null").warning(),
    }
}

/// A step that selects an instance of a repeated block that does not exist, because its range is a `range`.
pub(super) fn no_instance(context: &Context<'_>, at: Place, range: Ty, meets: Outcome) -> Diagnostic {
    let types = context.types;
    let (key, span) = step_at(context, at, 0);
    let block = context.definition_behind(at).map(|definition| definition.label.as_str()).unwrap_or_default();
    let message = format!("`{block}` has no instance {}", text_of(types, key));
    if meets == Outcome::OutOfRange {
        let count = match types.shape(range) {
            Shape::Tuple(_) => counted(types.members(range).len(), "instance"),
            Shape::Constant(_, value) => match display_constant(types, value) {
                one if one == "1" => "1 instance".to_owned(),
                count => format!("{count} instances"),
            },
            _ => "fewer instances".to_owned(),
        };
        return Diagnostic::error(Code::IndexOutOfRange, at.file, span, message)
            .label(format!("its range makes {count}"));
    }
    let known = context.fields(range);
    let help = || match key? {
        StepKey::Attribute(name) | StepKey::Text(name) => {
            help_for_name(context, "key", name, &known, &Given::default(), None)
        }
        _ => list(context, "key", &known),
    };
    let help = property_of_instances(context, at, key, &known).map(Help::from).or_else(help);
    Diagnostic::error(Code::UnknownProperty, at.file, span, message).label("not a key of the range").help(help)
}

/// Help for a property of the instances that stands where one of them is selected.
fn property_of_instances(context: &Context<'_>, at: Place, key: Option<StepKey>, known: &Fields<'_>) -> Option<String> {
    let name = as_property_of_instances(context, at, key)?;
    let first = known.names().names().iter().min()?;
    let before = text_before(context, at, 0);
    Some(format!("each instance has a property `{name}`: `{before}[{}].{name}` of one", quoted(first)))
}

/// Help for the name of a repeated block with a property of its instances, which is read as the key of one.
pub(super) fn property_as_key(context: &Context<'_>, at: Place) -> Option<Help> {
    let definition = context.definition_behind(at)?;
    if !matches!(definition.kind, Kind::Resource | Kind::Component) {
        return None;
    }
    let name = as_property_of_instances(context, at, step_at(context, at, 0).0)?;
    let before = text_before(context, at, 0);
    Some(format!("`{name}` is read as the key of an instance; `{before}[KEY].{name}` is the property of one").into())
}

/// The name in the first step from a repeated block, if each of its instances has such a property.
fn as_property_of_instances<'a>(context: &Context<'a>, at: Place, key: Option<StepKey>) -> Option<&'a str> {
    let (Some(StepKey::Attribute(name)), Target::Definition(id)) = (key, context.inference.target(at)) else {
        return None;
    };
    let instances = alternatives(context.types, context.inference.definition_type(id));
    let is_property = instances.into_iter().any(|instances| match context.types.shape(instances) {
        Shape::Map(instance) => context.fields(instance).has(name),
        _ => false,
    });
    is_property.then(|| context.types.text(name))
}

/// Help for an index into an object, or into a resource that is not repeated.
fn single(context: &Context<'_>, at: Place, step: u32, from: Ty, key: Option<StepKey>) -> Option<Help> {
    let Some(StepKey::Number(_)) = key else { return None };
    let named = context.definition_behind(at).filter(|_| step == 0);
    let help = match named.filter(|named| matches!(named.kind, Kind::Resource | Kind::Component)) {
        Some(named) => format!("`{}` is one {}, because its options have no `range`", named.label, named.kind.word()),
        None if !has_objects(context.types, from) || has_elements(context.types, from) => return None,
        None => match text_before(context, at, step) {
            "" => "the value is one object, and no list".to_owned(),
            before => format!("`{before}` is one object, and no list"),
        },
    };
    Some(help.into())
}

/// Holds for lists, tuples and sets, and for unions and eventuals with one in them.
fn has_elements(types: &Interner, ty: Ty) -> bool {
    element_property_names(types, ty, &mut Vec::new()).is_some()
}

/// Holds for objects, and for unions and eventuals with an object in them.
fn has_objects(types: &Interner, ty: Ty) -> bool {
    alternatives(types, ty).into_iter().any(|ty| !types.properties(ty).is_empty())
}

/// The outcome of a step from a value of the type `from`, in one sentence.
pub fn step_sentence(types: &Interner, from: Ty, key: Option<StepKey>, meets: Outcome) -> String {
    sentence_about(types, from, &text_of(types, key), meets)
}

fn sentence_about(types: &Interner, from: Ty, name: &str, meets: Outcome) -> String {
    let sequence = if longest_tuple(types, from).is_some() { "tuple" } else { "list" };
    match meets {
        Outcome::UnknownProperty => format!("unknown property {name}"),
        Outcome::NotTraversable => format!("the value has no property or element {name}"),
        Outcome::NotAnIndex => format!("{name} is not a {sequence} index"),
        Outcome::OutOfRange => format!("the tuple index {name} is out of range"),
        Outcome::OtherCase => format!("the property {name} is declared with different letter case"),
        Outcome::IntoNone => format!("null has no {name}"),
        Outcome::Found => format!("there is a {name}"),
    }
}

/// The key of a step, and its place. An index has one key.
pub(super) fn step_at(context: &Context<'_>, at: Place, step: u32) -> (Option<StepKey>, Span) {
    let tree = context.tree(at.file);
    match tree.node(at.node) {
        Node::Variable(_, steps) | Node::Relative(_, steps) => match tree.steps(steps).get(step as usize) {
            Some(step) => (Some(step.key), step.span),
            None => (None, tree.span(at.node)),
        },
        Node::Index(_, key) => (None, tree.span(key)),
        _ => (None, tree.span(at.node)),
    }
}

/// The text that is the key of an index, perhaps in parentheses.
fn key_in_parentheses(context: &Context<'_>, at: Place) -> Option<StepKey> {
    let tree = context.tree(at.file);
    let Node::Index(_, mut key) = tree.node(at.node) else { return None };
    loop {
        match tree.node(key) {
            Node::Wrap(inner) | Node::Parenthesis(inner) => key = inner,
            Node::String(text) => return Some(StepKey::Text(text)),
            _ => return None,
        }
    }
}

/// The source of the constant that is the key of an index.
fn key_source<'a>(context: &Context<'a>, at: Place) -> Option<&'a str> {
    let Node::Index(_, key) = context.tree(at.file).node(at.node) else { return None };
    context.source_of(context.inside_parentheses(Place { node: key, ..at }))
}

fn text_of(types: &Interner, key: Option<StepKey>) -> String {
    match key {
        Some(StepKey::Attribute(name)) => format!("`{}`", types.text(name)),
        Some(StepKey::Text(name)) => format!("`{}`", quoted(types.text(name))),
        Some(StepKey::Number(id)) => format!("`{}`", types.number_of(id)),
        Some(StepKey::Bool(value)) => format!("`{value}`"),
        Some(StepKey::Null) => "`null`".to_owned(),
        None => "the key".to_owned(),
    }
}

fn similar_property(context: &Context<'_>, from: Ty, key: Option<StepKey>) -> Option<Help> {
    let (StepKey::Attribute(name) | StepKey::Text(name)) = key? else { return None };
    let known = context.fields(from);
    (known.all().len() <= MOST).then(|| help_for_name(context, "property", name, &known, &Given::default(), None))?
}

/// Help for a property of a value from which earlier steps have led away: the nearest one that has it. Nothing near to the name, or
/// inside of the value of the type `from`, is meant.
fn of_structure_before(context: &Context<'_>, at: Place, step: u32, from: Ty, key: Option<StepKey>) -> Option<Help> {
    let (Some(StepKey::Attribute(name)), types) = (key, context.types) else { return None };
    let (known, text) = (context.fields(from), types.text(name));
    let is_near = || known.names().same_letters(text).is_some() || known.names().slip(text).is_some();
    if step == 0 || is_near() || !children(types, &known, name).is_empty() {
        return None;
    }
    let Node::Variable(_, steps) = context.tree(at.file).node(at.node) else { return None };
    let Target::Definition(id) = context.inference.target(at) else { return None };
    let (mut ty, mut owner) = (context.inference.definition_type(id), None);
    for (number, taken) in (0..step).zip(context.tree(at.file).steps(steps)) {
        owner = if context.fields(ty).has(name) { Some(number) } else { owner };
        ty = part_behind(types, ty, taken.key)?;
    }
    let owner = text_before(context, at, owner?);
    (!owner.is_empty()).then(|| format!("`{text}` belongs to `{owner}`").into())
}

/// The type of a property or an element of a value.
fn part_behind(types: &Interner, ty: Ty, key: StepKey) -> Option<Ty> {
    alternatives(types, ty).into_iter().find_map(|ty| match (types.shape(ty), key) {
        (Shape::Map(element) | Shape::List(element) | Shape::Set(element), _) => Some(element),
        (Shape::Tuple(_), StepKey::Number(_)) => types.members(ty).first().copied(),
        (_, StepKey::Attribute(name) | StepKey::Text(name)) => types.property(ty, name),
        _ => None,
    })
}

/// Help for a name behind a value with several elements: it may be meant as a property of one element, or of each. The name of a
/// function stands before its argument.
fn help_about_elements(context: &Context<'_>, at: Place, step: u32, from: Ty, key: Option<StepKey>) -> Option<String> {
    let (StepKey::Attribute(name) | StepKey::Text(name)) = key? else { return None };
    let mut known = Vec::new();
    let (have_numbers, before) =
        (element_property_names(context.types, from, &mut known), text_before(context, at, step));
    let is_function = context.environment.function(name).is_some();
    let name = context.types.text(name);
    if is_function && !known.contains(&name) {
        let argument = if before.is_empty() { "..." } else { before };
        return Some(format!("`{name}` is a function: write `{name}({argument})`"));
    }
    let have_numbers = have_numbers?;
    let found = if known.contains(&name) { Some(name.to_owned()) } else { nearest(name, known) };
    let Some(found) = found else {
        return have_numbers.then(|| format!("elements have numbers: `{before}[0]` is the first one"));
    };
    let path = format!("[*]{}", display_step(&found));
    Some(if have_numbers {
        let first = format!("[0]{}", display_step(&found));
        format!("the elements have a property `{found}`: `{before}{first}` of the first one, `{before}{path}` of all")
    } else {
        format!("the elements have a property `{found}`: `{before}{path}` of all")
    })
}

/// Collects the property names of the elements of a list, tuple or set, also in an eventual or a union. Returns whether the
/// elements have numbers, or none if there are no elements.
fn element_property_names<'a>(types: &'a Interner, ty: Ty, names: &mut Vec<&'a str>) -> Option<bool> {
    let mut add = |element: Ty| {
        let properties = alternatives(types, element).into_iter().flat_map(|ty| types.properties(ty));
        names.extend(properties.map(|property| types.text(property.0)));
    };
    match types.shape(ty) {
        Shape::List(element) | Shape::Set(element) => {
            add(element);
            Some(matches!(types.shape(ty), Shape::List(_)))
        }
        Shape::Tuple(_) => {
            types.members(ty).iter().for_each(|&element| add(element));
            Some(true)
        }
        Shape::Union(_) => {
            types.members(ty).iter().filter_map(|&member| element_property_names(types, member, names)).max()
        }
        Shape::Output(element) | Shape::Promise(element) => element_property_names(types, element, names),
        Shape::Named(id) => element_property_names(types, types.named(id).definition?, names),
        _ => None,
    }
}

/// Help for a property of the variable of a for-expression over an object: the only part of the object whose elements have it may be meant.
fn of_iterated_part(context: &Context<'_>, at: Place, step: u32, key: Option<StepKey>) -> Option<String> {
    let (Some(StepKey::Attribute(name)), types, tree) = (key, context.types, context.tree(at.file)) else {
        return None;
    };
    let Node::Variable(variable, _) = tree.node(at.node) else { return None };
    let (Target::Local(_), 0) = (context.inference.target(at), step) else { return None };
    let mut node = at.node;
    let collection = loop {
        node = context.parent(at.file, node)?;
        if let Node::For(id) = tree.node(node)
            && tree.for_parts(id).value_variable == variable
        {
            break Place { node: tree.for_parts(id).collection, ..at };
        }
    };
    let iterated = alternatives(types, context.inference.type_of(collection)?);
    let parts = iterated.into_iter().flat_map(|ty| types.properties(ty));
    let mut parts = parts.filter(|&&(_, ty)| {
        let mut known = Vec::new();
        element_property_names(types, ty, &mut known).is_some() && known.contains(&types.text(name))
    });
    let (Some(&(part, _)), None) = (parts.next(), parts.next()) else { return None };
    let whole = context.source_of(collection).filter(|text| text.len() <= LONGEST_START)?;
    Some(format!("the elements of `{whole}{}` have a property `{}`", display_step(types.text(part)), types.text(name)))
}

/// The text of a traversal before a step, if it is a short one.
fn text_before<'a>(context: &Context<'a>, at: Place, step: u32) -> &'a str {
    let start = match context.tree(at.file).node(at.node) {
        Node::Index(collection, _) => context.tree(at.file).span(collection).end,
        _ => step_at(context, at, step).1.start,
    };
    let whole = Span { end: start, ..context.span(at) };
    let text = context.program.file(at.file).source.slice(whole).trim_end();
    if text.len() > LONGEST_START || text.contains(char::is_control) { "" } else { text }
}

/// The length of the longest start of a traversal that help repeats.
const LONGEST_START: usize = 60;

/// The length of the longest tuple that a value may be, also in an eventual or a union.
fn longest_tuple(types: &Interner, ty: Ty) -> Option<usize> {
    match types.shape(ty) {
        Shape::Tuple(_) => Some(types.members(ty).len()),
        Shape::Union(_) => types.members(ty).iter().filter_map(|&member| longest_tuple(types, member)).max(),
        Shape::Output(element) | Shape::Promise(element) => longest_tuple(types, element),
        Shape::Named(id) => longest_tuple(types, types.named(id).definition?),
        _ => None,
    }
}
