//! `no-conversion`: a value of one type stands where another is expected that it does not convert to.

use super::Diagnostic;
use super::context::Context;
use crate::program::{Misfit, Place};
use crate::program_rules::problem::Step;
use crate::types::display::display_key;
use crate::types::vocabulary::{Pairing, Way};
use crate::types::{Interner, NONE, Shape, Ty};

pub(super) fn diagnostic(
    context: &Context<'_>,
    at: Place,
    found: Ty,
    expected: Ty,
    path: &[Step],
    misfits: &[Misfit],
) -> Diagnostic {
    let inner = context.inside_parentheses(at);
    let expanded = context.expanded_element(at, found, expected);
    let role = expanded.as_ref().map_or_else(|| context.role(at), |(role, _)| role.clone());
    let subject = expanded.map_or_else(|| "this".to_owned(), |(_, step)| format!("its `{step}`"));
    let disagreement = disagreement(context.types, found, expected, path);
    let error = |message| Diagnostic::error("no-conversion", inner.file, context.span(inner), message);
    let diagnostic = match &disagreement {
        Some((path, source, target)) => error(format!("type mismatch at `{path}`: {role} does not convert"))
            .label(format!("its `{path}` does not convert"))
            .expected(context.brief(*target))
            .found(source.map_or("nothing", |source| context.brief(source))),
        None => error(format!("type mismatch: {role} does not convert to {}", context.brief(expected)))
            .label(format!("{subject} has type {}", context.brief(found)))
            .expected(context.brief(expected))
            .found(context.brief(found)),
    };
    let mut misfits: Vec<&Misfit> = misfits.iter().collect();
    misfits.sort_by_key(|misfit| context.span(misfit.at));
    let diagnostic = misfits.into_iter().fold(diagnostic, |diagnostic, misfit| {
        diagnostic.cause(misfit.at.file, context.span(misfit.at), misfit_words(context, misfit))
    });
    match context.definition_behind(inner) {
        Some(definition) => {
            diagnostic.cause(definition.file, definition.name_span, format!("`{}` is defined here", definition.label))
        }
        None => diagnostic,
    }
}

/// The message about an object that does not fit the variant that it selects.
fn misfit_words(context: &Context<'_>, misfit: &Misfit) -> String {
    let Misfit { found, member, property, path, .. } = misfit;
    let selection =
        format!("its `{}` makes it {}", context.types.text(*property), with_article(context.brief(*member)));
    match disagreement(context.types, *found, *member, path) {
        Some((path, Some(source), target)) => {
            let source = with_article(context.brief(source));
            format!("{selection}, and its `{path}`, {source}, does not convert to {}", context.brief(target))
        }
        Some((path, None, _)) => format!("{selection}, and its `{path}` is missing"),
        None => format!("{selection}, which it does not convert to"),
    }
}

/// The text of a type behind its article.
fn with_article(ty: &str) -> String {
    let article = if ty.starts_with(['a', 'e', 'i', 'o', 'A']) { "an" } else { "a" };
    format!("{article} {ty}")
}

/// A path into a type, with the part that is found there, if there is one, and the part that is expected.
pub type Disagreement = (String, Option<Ty>, Ty);

/// The path to the first parts that disagree, if it leads into the type.
pub fn disagreement(types: &Interner, found: Ty, expected: Ty, path: &[Step]) -> Option<Disagreement> {
    let mut text = String::new();
    let (mut source, mut target, mut is_missing) = (found, expected, false);
    for &(way, a, b) in path {
        match way {
            Way::Through if is_element(types, source, a) => text.push_str("[*]"),
            Way::Through => {}
            Way::Member(pairing, place) => {
                // Gathered members are the source's; others are the target's, which the step before has named.
                let structure = if pairing == Pairing::Gather { source } else { target };
                text.push_str(&member(types, structure, place)?);
                is_missing = pairing == Pairing::Zip && a == NONE && !has_member(types, source, structure, place);
            }
        }
        (source, target) = (a, b);
    }
    (!text.is_empty()).then_some((text, (!is_missing).then_some(source), target))
}

fn is_element(types: &Interner, t: Ty, element: Ty) -> bool {
    matches!(types.shape(t), Shape::List(e) | Shape::Set(e) | Shape::Map(e) if e == element)
}

/// The step to the member in a place.
fn member(types: &Interner, structure: Ty, place: u32) -> Option<String> {
    match types.shape(structure) {
        Shape::Object(_) => {
            let name = types.text(types.properties(structure).get(place as usize)?.0);
            let key = display_key(name);
            Some(if key.starts_with('"') { format!("[{key}]") } else { format!(".{key}") })
        }
        Shape::Tuple(_) => Some(format!("[{place}]")),
        _ => None,
    }
}

/// Holds if the source has what the structure has in a place.
fn has_member(types: &Interner, source: Ty, structure: Ty, place: u32) -> bool {
    match types.properties(structure).get(place as usize) {
        Some(&(name, _)) => types.property(source, name).is_some(),
        None => true,
    }
}
