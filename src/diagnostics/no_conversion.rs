//! `no-conversion`: a value does not convert to the expected type. In a literal behind a name, also `missing-property` and
//! `unknown-property`.

use super::Diagnostic;
use super::context::Context;
use super::enum_values::{has_enum, not_an_enum_value};
use super::literals::{MisspeltKey, is_written_out, misspelt_key, part_at};
use super::steps::property_as_key;
use super::suggestions::{Help, may_be_alike};
use crate::codes::Code;
use crate::program::resolve::Target;
use crate::program::{DefinitionId, Kind, Place};
use crate::program_rules::problem::Step;
use crate::source::Span;
use crate::syntax::tree::Node;
use crate::types::display::{display_constant, display_key};
use crate::types::vocabulary::{BinaryOperator, Descent, Pairing};
use crate::types::{Interner, NONE, Name, STRING, Shape, Ty, may_be};
use crate::value::PathStep;

pub(super) fn diagnostic(context: &Context<'_>, at: Place, found: Ty, expected: Ty, path: &[Step]) -> Diagnostic {
    let inner = context.inside_parentheses(at);
    let expanded = context.expanded_element(at, found, expected);
    let role = expanded.as_ref().map_or_else(|| context.role(at), |(role, _)| role.clone());
    let step = expanded.map(|(_, step)| step);
    let error = |message| Diagnostic::error(Code::NoConversion, inner.file, context.span(inner), message);
    let diagnostic = match way_to_part(context.types, [found, expected], path, context.program.is_terraform) {
        Some((way, None, target)) => {
            let structure = path.len().checked_sub(2).map_or(expected, |before| path[before].2);
            if let Some(lacking) = lacking_behind(context, inner, &way, structure) {
                let lacking = lacking.expected(context.expected_text(target));
                return lacking.cause(inner.file, context.span(inner), format!("given as {role} here"));
            }
            let way = text_of_way(context.types, &way);
            at_part(&way, &role, error).expected(context.expected_text(target)).found("nothing")
        }
        Some((way, Some(source), target)) => {
            let texts = context.type_texts(target, source);
            if let Some(part) = part_behind(context, inner, &way).filter(|&part| is_written_out(context, part)) {
                let given = format!("given as {role} here");
                if has_enum(context.types, target) && matches!(context.types.shape(source), Shape::Constant(STRING, _))
                {
                    return not_an_enum_value(context, part, target).cause(inner.file, context.span(inner), given);
                }
                let message = format!("type mismatch: {} does not convert to {}", context.role(part), texts.brief);
                return Diagnostic::error(Code::NoConversion, part.file, context.span(part), message)
                    .expected(texts.expected)
                    .found(texts.found)
                    .cause(inner.file, context.span(inner), given);
            }
            at_part(&text_of_way(context.types, &way), &role, error).expected(texts.expected).found(texts.found)
        }
        None => {
            let texts = context.type_texts(expected, found);
            let error = error(format!("type mismatch: {role} does not convert to {}", texts.brief));
            let described = described(context, step.as_deref(), found);
            let error = described.into_iter().fold(error, Diagnostic::label);
            let help = joined_help(context, inner, found).map(Help::from);
            let help = help
                .or_else(|| quoted_name(context, inner, expected))
                .or_else(|| property_as_key(context, inner))
                .or_else(|| property_help(context, inner, found, expected))
                .or_else(|| only_property_help(context, inner, found, expected))
                .or_else(|| list_help(context, inner, found, expected));
            error.expected(texts.expected).found(texts.found).help(help)
        }
    };
    match context.definition_behind(inner) {
        Some(definition) => {
            diagnostic.cause(definition.file, definition.name_span, format!("`{}` is defined here", definition.label))
        }
        None => diagnostic,
    }
}

/// The part at the end of a way into the literal value behind a name.
fn part_behind(context: &Context<'_>, at: Place, way: &[WayStep]) -> Option<Place> {
    let Target::Definition(id) = context.inference.target(at) else { return None };
    let file = context.program.definition(id).file;
    let Node::Variable(_, steps) = context.tree(at.file).node(at.node) else { return None };
    let value = context.program.literal(id).filter(|_| context.tree(at.file).steps(steps).is_empty())?;
    way.iter().try_fold(Place { file, node: value }, |part, &step| part_at(context, part, step?))
}

/// A property that an object lacks in the literal value behind a name, at the key that means it, or at the opening of the object. The
/// way leads to the property, and `structure` is the type that the object should have.
fn lacking_behind(context: &Context<'_>, at: Place, way: &[WayStep], structure: Ty) -> Option<Diagnostic> {
    let (Some(PathStep::Property(name)), around) = way.split_last()? else { return None };
    let name = context.types.text(*name);
    let object = context.inside_parentheses(part_behind(context, at, around)?);
    let Node::Object(_) = context.tree(object.file).node(object.node) else { return None };
    let known = context.fields(structure);
    if let Some(MisspeltKey { name: key, span, meant }) = misspelt_key(context, object, &known, &[name]) {
        let message = format!("unknown property `{}`", context.types.text(key));
        return Some(
            Diagnostic::error(Code::UnknownProperty, object.file, span, message)
                .label("not a property of the declared type")
                .help(Some(Help::name("property", meant))),
        );
    }
    let span = context.span(object);
    let opening = Span { end: span.start + 1, ..span };
    let message = format!("missing property `{name}` in {}", context.role(object));
    Some(Diagnostic::error(Code::MissingProperty, object.file, opening, message).label(format!("`{name}` is missing")))
}

/// The longest element that is written in the help for a list.
const MOST_WRITTEN: usize = 30;

/// Help for a text that is an operand of `+`.
pub(super) fn joined_help(context: &Context<'_>, at: Place, found: Ty) -> Option<&'static str> {
    let is_text = match context.types.shape(found) {
        Shape::Constant(base, _) => base == STRING,
        _ => found == STRING,
    };
    let around = || context.parent(at.file, at.node).map(|node| context.tree(at.file).node(node));
    let is_added = is_text && matches!(around(), Some(Node::Binary(BinaryOperator::Add, ..)));
    is_added.then_some("`+` adds numbers; a template joins texts: `\"${a}${b}\"`")
}

/// Help for the name of a resource or component in quotes, where one is expected.
fn quoted_name(context: &Context<'_>, at: Place, expected: Ty) -> Option<Help> {
    let Node::String(text) = context.tree(at.file).node(at.node) else { return None };
    let text = context.types.text(text);
    // Any resource is an object without known properties.
    let is_any =
        |ty: Ty| matches!(context.types.shape(ty), Shape::Object(_)) && context.types.properties(ty).is_empty();
    let is_instance =
        |&id: &DefinitionId| matches!(context.program.definition(id).kind, Kind::Resource | Kind::Component);
    let is_meant = may_be(context.types, expected, is_any) && context.names().definitions(text).iter().any(is_instance);
    is_meant.then(|| format!("the name of a definition is written without quotes: `{text}`").into())
}

/// Help for the name of an object in the place of one of its properties: the one that is called like the place, or like its last word.
fn property_help(context: &Context<'_>, at: Place, found: Ty, expected: Ty) -> Option<Help> {
    let Node::Variable(..) = context.tree(at.file).node(at.node) else { return None };
    let key = context.key_of(at)?;
    let start = key.rfind(char::is_uppercase).unwrap_or(0);
    let last = key[start..].to_lowercase();
    let fields = context.fields(found);
    let find = |wanted: &str| {
        let mut named = fields.all().iter().filter(|(name, _)| context.types.text(*name) == wanted);
        named.next().filter(|field| may_be_alike(context.types, field.1, expected))
    };
    // Other words for the identifier of a resource.
    let id = if ["guid", "identifier", "uuid"].contains(&&last[..]) { "id" } else { &last };
    let &(name, ty) = [key, &last, last.trim_end_matches('s'), id].into_iter().find_map(find)?;
    Some(type_of_property(context, at, (name, ty)))
}

/// Help for the name of an object with a single property in the place of that.
fn only_property_help(context: &Context<'_>, at: Place, found: Ty, expected: Ty) -> Option<Help> {
    let Node::Variable(..) = context.tree(at.file).node(at.node) else { return None };
    let fields = context.fields(found);
    let &[(name, ty)] = fields.all() else { return None };
    may_be_alike(context.types, ty, expected).then(|| type_of_property(context, at, (name, ty)))
}

/// Help for an element in the place of a list.
fn list_help(context: &Context<'_>, at: Place, found: Ty, expected: Ty) -> Option<Help> {
    let types = context.types;
    let is_element = |element: Ty| match types.shape(found) {
        Shape::Object(_) | Shape::Map(_) => !context.fields(element).all().is_empty(),
        _ => may_be_alike(types, found, element),
    };
    let is_list = |ty| matches!(types.shape(ty), Shape::List(element) | Shape::Set(element) if is_element(element));
    let source = context.program.file(at.file).source.slice(context.span(at));
    let written = if source.len() > MOST_WRITTEN || source.contains('\n') { "..." } else { source };
    may_be(types, expected, is_list)
        .then(|| format!("a list of one element is written in brackets: `[{written}]`").into())
}

/// Help with a property of the object that is named at a place.
fn type_of_property(context: &Context<'_>, at: Place, (name, ty): (Name, Ty)) -> Help {
    let source = context.program.file(at.file).source.slice(context.span(at));
    format!("`{source}.{}` has the type {}", context.types.text(name), context.type_text(ty)).into()
}

/// An error at a part of a value.
fn at_part(path: &str, role: &str, error: impl Fn(String) -> Diagnostic) -> Diagnostic {
    error(format!("type mismatch at `{path}`: {role} does not convert")).label(format!("its `{path}` does not convert"))
}

/// The constant that a value, or the part of it at a step, is known to be, or the part alone.
fn described(context: &Context<'_>, step: Option<&str>, found: Ty) -> Option<String> {
    let Shape::Constant(_, value) = context.types.shape(found) else {
        return step.map(|step| format!("its `{step}` does not convert"));
    };
    let subject = step.map_or_else(|| "this".to_owned(), |step| format!("its `{step}`"));
    Some(format!("{subject} is `{}`", display_constant(context.types, value)))
}

/// A path into a type, with the part found there, if there is one, and the part expected there.
pub type Disagreement = (String, Option<Ty>, Ty);

/// The path to the first parts that disagree. None if the types disagree as a whole.
pub fn disagreement(types: &Interner, found: Ty, expected: Ty, path: &[Step]) -> Option<Disagreement> {
    let (way, source, target) = way_to_part(types, [found, expected], path, true)?;
    Some((text_of_way(types, &way), source, target))
}

/// A step of a way into a type; `None` leads to all elements.
type WayStep = Option<PathStep>;

/// The way to the first parts that disagree, with these as in a [`Disagreement`]. In Terraform, maps are objects; elsewhere, a map as
/// a whole is no object, since no part of it is known by its name.
fn way_to_part(
    types: &Interner,
    [found, expected]: [Ty; 2],
    path: &[Step],
    are_maps_objects: bool,
) -> Option<(Vec<WayStep>, Option<Ty>, Ty)> {
    let mut steps = Vec::new();
    let (mut source, mut target, mut is_missing) = (found, expected, false);
    for &(way, a, b) in path {
        match way {
            Descent::Through if is_element(types, source, a) => steps.push(None),
            Descent::Through => {}
            Descent::Member(pairing, place) => {
                // Gathered members belong to the source. Other members belong to the target, which is the one of the previous
                // step.
                let structure = if pairing == Pairing::Gather { source } else { target };
                if !are_maps_objects && matches!(types.shape(source), Shape::Map(_)) {
                    break;
                }
                steps.push(Some(member(types, structure, place)?));
                is_missing = pairing == Pairing::Zip && a == NONE && !has_member(types, source, structure, place);
            }
        }
        (source, target) = (a, b);
    }
    (!steps.is_empty()).then_some((steps, (!is_missing).then_some(source), target))
}

fn text_of_way(types: &Interner, way: &[WayStep]) -> String {
    let step = |step: &WayStep| match *step {
        None => "[*]".to_owned(),
        Some(PathStep::Index(at)) => format!("[{at}]"),
        Some(PathStep::Property(name) | PathStep::Key(name)) => {
            let key = display_key(types.text(name));
            if key.starts_with('"') { format!("[{key}]") } else { format!(".{key}") }
        }
    };
    way.iter().map(step).collect()
}

fn is_element(types: &Interner, t: Ty, element: Ty) -> bool {
    matches!(types.shape(t), Shape::List(e) | Shape::Set(e) | Shape::Map(e) if e == element)
}

/// The step to a member.
fn member(types: &Interner, structure: Ty, place: u32) -> Option<PathStep> {
    match types.shape(structure) {
        Shape::Object(_) => Some(PathStep::Property(types.properties(structure).get(place as usize)?.0)),
        Shape::Tuple(_) => Some(PathStep::Index(place as usize)),
        _ => None,
    }
}

/// Holds if the source has the property at a position of the structure.
fn has_member(types: &Interner, source: Ty, structure: Ty, place: u32) -> bool {
    match types.properties(structure).get(place as usize) {
        Some(&(name, _)) => types.property(source, name).is_some(),
        None => true,
    }
}
