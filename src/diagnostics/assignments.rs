//! Assignments to declared types: `not-assignable`, `no-overload`, and the note `unsafe-assignment`.

use super::Diagnostic;
use super::context::Context;
use super::enum_values::choices;
use super::no_conversion::disagreement;
use crate::codes::Code;
use crate::counts::counted;
use crate::program::Place;
use crate::program::environment::Overload;
use crate::syntax::tree::{Call, Node};
use crate::types::display::{display, display_constant};
use crate::types::nearest::nearest;
use crate::types::vocabulary::{Descent, Miss};
use crate::types::{ANY, Constant, DeclaredAs, INT, Interner, NUMBER, STRING, Shape, Ty};

/// A diagnostic for an expression, or a part of it, that is not assignable to its declared type.
pub(super) fn not_assignable(
    context: &Context<'_>,
    at: Place,
    found: Ty,
    expected: Ty,
    path: &[(Descent, Ty, Ty)],
) -> Diagnostic {
    let place = context.inside_parentheses(at);
    let role = context.role(at);
    let disagreement = disagreement(context.types, found, expected, path);
    let (message, found, expected) = if let Some((way, source, target)) = disagreement {
        (format!("type mismatch at `{way}`: {role} is not assignable"), source, target)
    } else {
        let (found, expected) = innermost(context.types, found, expected, path);
        (format!("type mismatch: {role} is not assignable to {}", context.type_text(expected)), Some(found), expected)
    };
    let choices = choices(context.types, expected).0;
    let label = match found {
        None => Some("the value is missing".to_owned()),
        Some(_) if choices.starts_with("one of ") => Some(format!("expected {choices}")),
        Some(_) => None,
    };
    let diagnostic = Diagnostic::error(Code::NotAssignable, place.file, context.span(place), message);
    let diagnostic = label
        .into_iter()
        .fold(diagnostic, Diagnostic::label)
        .expected(context.type_text(expected))
        .found(found.map_or("nothing", |found| context.type_text(found)))
        .help(found.and_then(|found| help(context.types, found, expected)));
    match context.definition_behind(place) {
        Some(definition) => {
            diagnostic.cause(definition.file, definition.name_span, format!("`{}` is declared here", definition.label))
        }
        None => diagnostic,
    }
}

/// The types at the end of a path that leads to no part: a declared type by its name, and not as what it is declared as.
fn innermost(types: &Interner, found: Ty, expected: Ty, path: &[(Descent, Ty, Ty)]) -> (Ty, Ty) {
    let Some(&(_, last_found, last)) = path.last() else { return (found, expected) };
    let mut all = [expected].into_iter().chain(path.iter().map(|step| step.2));
    let listed = choices(types, last).0;
    let names = |ty: &Ty| {
        let is_name = types.declared_as(*ty) == DeclaredAs::Alias || matches!(types.shape(*ty), Shape::Enum(_));
        let has_values = || !listed.is_empty() && choices(types, *ty).0 == listed;
        is_name && (types.definition_of(*ty) == Some(last) || has_values())
    };
    (last_found, all.find(names).unwrap_or(last))
}

/// A note for an assignment that may fail at run time.
pub(super) fn unsure(context: &Context<'_>, at: Place, found: Ty, expected: Ty) -> Diagnostic {
    let texts = context.type_texts(expected, found);
    let message = format!("the assignment to `{}` may fail at run time", texts.brief);
    Diagnostic::error(Code::UnsafeAssignment, at.file, context.span(at), message)
        .expected(texts.expected)
        .found(texts.found)
        .note()
}

/// The suggestion: the nearest literal of the expected type, or the bounds of the expected refinement.
fn help(types: &Interner, found: Ty, expected: Ty) -> Option<String> {
    if let Shape::Constant(_, Constant::Text(text)) = types.shape(found)
        && let Some(name) = nearest(types.text(text), choices(types, expected).1)
    {
        return Some(format!("there is `{name}`"));
    }
    let expected = match types.definition_of(expected) {
        Some(definition) if types.declared_as(expected) == DeclaredAs::Alias => definition,
        _ => expected,
    };
    if types.declared_as(expected) != DeclaredAs::Refined {
        return None;
    }
    let bound = |name: &str, value: String| match name {
        "min" => format!("at least {value}"),
        "max" => format!("at most {value}"),
        "min_length" => format!("of length {value} or more"),
        "max_length" => format!("of length {value} or less"),
        _ => format!("matched by {value}"),
    };
    let facets = types.facets(expected).named().into_iter();
    let mut facets: Vec<(&str, String)> =
        facets.filter_map(|(name, value)| Some((name, display_constant(types, value?)))).collect();
    facets.sort_by_key(|facet| !facet.0.starts_with("min"));
    let bounds: Vec<String> = facets.into_iter().map(|(name, value)| bound(name, value)).collect();
    let base = types.definition_of(expected).filter(|&base| is_of_another_kind(types, found, base));
    let base = base.map(|base| format!("of type {}, ", display(types, base))).unwrap_or_default();
    Some(format!("the value must be {base}{}", bounds.join(" and ")))
}

/// Holds if a value has another type than a refinement takes: its bounds are not the reason then.
fn is_of_another_kind(types: &Interner, found: Ty, base: Ty) -> bool {
    match types.shape(found) {
        Shape::Constant(_, Constant::Text(_)) => base != STRING,
        Shape::Constant(_, Constant::Number(_)) => ![INT, NUMBER].contains(&base),
        Shape::Constant(_, Constant::Bool(_)) => true,
        _ => ![found, ANY].contains(&base) && types.declared_as(found) != DeclaredAs::Refined,
    }
}

/// The argument because of which a call matches no signature, if it is the same one for all signatures.
fn blamed_argument(misses: &[(u32, Miss)]) -> Option<u32> {
    let place = |miss: &(u32, Miss)| match miss.1 {
        Miss::Argument(place) => Some(place),
        Miss::Missing(_) | Miss::TooMany => None,
    };
    let first = misses.first().and_then(place)?;
    misses.iter().all(|miss| place(miss) == Some(first)).then_some(first)
}

/// A call that matches none of the signatures of its function. Each signature is labelled with the reason.
pub(super) fn no_overload(context: &Context<'_>, at: Place, arguments: Ty, misses: &[(u32, Miss)]) -> Diagnostic {
    let tree = context.tree(at.file);
    let Node::Call(id) = tree.node(at.node) else {
        return Diagnostic::error(
            Code::NoOverload,
            at.file,
            context.span(at),
            "the call matches no signature of the function",
        );
    };
    let call: &Call = tree.call(id);
    let function = context.types.text(call.function);
    let overloads = context.environment.function(call.function).map_or(&[][..], |id| context.environment.overloads(id));
    let message = match overloads.len() {
        1 => format!("the arguments do not match the signature of `{function}`"),
        count => format!("the arguments match none of the {count} signatures of `{function}`"),
    };
    let place = blamed_argument(misses).and_then(|place| tree.list(call.arguments).get(place as usize));
    let span = place.map_or(call.function_span, |&node| tree.span(node));
    let mut diagnostic = Diagnostic::error(Code::NoOverload, at.file, span, message);
    let found: Vec<&str> = context.types.members(arguments).iter().map(|&ty| context.type_text(ty)).collect();
    diagnostic = diagnostic.found(format!("{function}({})", found.join(", ")));
    for &(number, miss) in misses {
        let Some(overload) = overloads.get(number as usize) else { continue };
        let signature = signature(context, function, overload);
        let span = match miss {
            Miss::Argument(place) => {
                let argument = tree.list(call.arguments).get(place as usize);
                argument.map_or(call.function_span, |&node| tree.span(node))
            }
            Miss::Missing(_) | Miss::TooMany => call.function_span,
        };
        diagnostic = diagnostic.cause(at.file, span, format!("`{signature}`: {}", reason(context, overload, miss)));
    }
    diagnostic
}

/// An operator that is not defined for its operands. Each operand is labelled with its type.
pub(super) fn no_operator(context: &Context<'_>, at: Place, operands: Ty) -> Diagnostic {
    let tree = context.tree(at.file);
    let (symbol, nodes) = match tree.node(at.node) {
        Node::Unary(operator, operand) => (operator.symbol(), vec![operand]),
        Node::Binary(operator, left, right) => (operator.symbol(), vec![left, right]),
        _ => ("?", Vec::new()),
    };
    let found: Vec<&str> = context.types.members(operands).iter().map(|&ty| context.type_text(ty)).collect();
    let message = format!("type mismatch: `{symbol}` is not defined for {}", found.join(" and "));
    let mut diagnostic = Diagnostic::error(Code::NoOverload, at.file, context.span(at), message);
    for (node, found) in nodes.into_iter().zip(found) {
        diagnostic = diagnostic.cause(at.file, tree.span(node), format!("this has type {found}"));
    }
    diagnostic
}

fn signature(context: &Context<'_>, function: &str, overload: &Overload) -> String {
    let parameters = context.types.members(overload.parameters).iter().map(|&ty| context.type_text(ty).to_owned());
    let variadic = overload.variadic.map(|ty| format!("{}...", context.type_text(ty)));
    let parameters: Vec<String> = parameters.chain(variadic).collect();
    format!("{function}({}) = {}", parameters.join(", "), context.type_text(overload.returns))
}

fn reason(context: &Context<'_>, overload: &Overload, miss: Miss) -> String {
    let named = |place: u32| match overload.parameter_names.get(place as usize) {
        Some(&name) => format!("`{}`", context.types.text(name)),
        None => format!("argument {}", place + 1),
    };
    match miss {
        Miss::Argument(place) => {
            let members = context.types.members(overload.parameters);
            let ty = members.get(place as usize).copied().or(overload.variadic);
            let ty = ty.map_or("", |ty| context.type_text(ty));
            format!("{} must have type {ty}", named(place))
        }
        Miss::Missing(place) => format!("{} is missing", named(place)),
        Miss::TooMany => match context.types.members(overload.parameters).len() {
            0 => "there are no parameters".to_owned(),
            count => format!("there {} only {}", if count == 1 { "is" } else { "are" }, counted(count, "parameter")),
        },
    }
}
