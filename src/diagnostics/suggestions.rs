//! Help, and the fixes that come with it.

use std::borrow::Cow;

use super::context::Context;
use super::fields::{Fields, Given, Listed};
use super::inputs::block_phrase;
use super::owners::{self, Owner};
use super::{Diagnostic, Fix, FixKind};
use crate::program::Place;
use crate::source::Span;
use crate::types::nearest::MOST;
use crate::types::{ANY, Interner, Name, Shape, Ty, alternatives, may_be_null};

/// The help of a diagnostic.
pub(crate) enum Help {
    /// A sentence.
    Sentence(Cow<'static, str>),
    /// A name that may be meant, with the word for its kind.
    Name(&'static str, String),
    /// The name, with the structures to which it belongs.
    Elsewhere(String, Vec<String>),
}

impl Help {
    /// The name of this kind that may be meant.
    pub(super) fn name(kind: &'static str, name: impl Into<String>) -> Self {
        Self::Name(kind, name.into())
    }
}

/// The help for an unknown name, which is one of some kind.
///
/// It offers the known name with the same letters, the structure inside of the known ones or around the place that has the name,
/// the nearest known name, or lists the known ones. `given` are names that are not meant, because they are given as well. `inside`
/// is a value of a literal object.
pub(super) fn help_for_name(
    context: &Context<'_>,
    kind: &'static str,
    unknown: Name,
    known: &Fields<'_>,
    given: &Given,
    inside: Option<Place>,
) -> Option<Help> {
    let types = context.types;
    let (text, names) = (types.text(unknown), known.names());
    let name_at = |at: usize| Help::name(kind, names.names()[at]);
    if let Some(name) = names.same_letters(text) {
        return Some(Help::name(kind, name));
    }
    let is_free = |at: usize| !given.has(known.all()[at].0);
    let is_required = |at: usize| !given.all().is_empty() && is_free(at) && !may_be_null(types, known.all()[at].1);
    if let Some(at) = misspelt(context, text, known, is_free, is_required, inside) {
        return Some(name_at(at));
    }
    let children = owners::children(types, known, unknown);
    if !children.is_empty() {
        let quoted = children.iter().map(|child| format!("`{child}`")).collect();
        return Some(Help::Elsewhere(text.to_owned(), quoted));
    }
    match inside.and_then(|at| owners::around(context, at, unknown)) {
        Some(Owner::Property(owner)) => return Some(belongs(text, format!("`{}`", types.text(owner)))),
        Some(Owner::Block) => return Some(belongs(text, inside.and_then(|at| block_around(context, at))?)),
        None => {}
    }
    let begun = names.names().iter().enumerate().filter(|&(at, name)| begins_with_word(name, text) && is_free(at));
    let begun: Vec<String> = begun.take(MOST_BEGUN + 1).map(|(_, name)| format!("`{name}`")).collect();
    if let [others @ .., last] = &begun[..]
        && (1..MOST_BEGUN).contains(&others.len())
        && text.len() >= SHORTEST_BEGINNING
    {
        return Some(format!("{} and {last} begin with this word", others.join(", ")).into());
    }
    if let Some(at) = names.nearest_at(text, is_required).or_else(|| names.nearest_at(text, is_free)) {
        return Some(name_at(at));
    }
    let mut missing = names.meant_by(text).into_iter().filter(|&at| is_required(at));
    if let (Some(at), None) = (missing.next(), missing.next()) {
        return Some(name_at(at));
    }
    // The only required one that is missing, if no other name is unknown.
    let mut others = given.all().iter().filter(|&&name| !known.has(name));
    let is_alone =
        kind == "property" && known.all().len() <= MOST && others.next().is_some() && others.next().is_none();
    if is_alone {
        let mut required = known.required(types).iter().filter(|&&at| is_required(at));
        if let (Some(&only), None) = (required.next(), required.next()) {
            return Some(name_at(only));
        }
    }
    if let Some(path) = owners::descendant(types, known, unknown) {
        return Some(belongs(text, format!("`{path}`")));
    }
    let shortened = names.abbreviated(text, is_free).or_else(|| names.lengthened(text, is_free));
    shortened.map(name_at).or_else(|| list(context, kind, known))
}

/// The known name that an unknown one is a misspelling of, or the first or last words of, though another structure may have the unknown name.
/// The value of a property may be what the known one takes: a collection is none of a single value.
fn misspelt(
    context: &Context<'_>,
    unknown: &str,
    known: &Fields<'_>,
    is_free: impl Fn(usize) -> bool,
    is_required: impl Fn(usize) -> bool,
    inside: Option<Place>,
) -> Option<usize> {
    let types = context.types;
    let value = inside.and_then(|at| context.inference.type_of(at));
    let takes = |at: usize| value.is_none_or(|value| may_be_alike(types, value, known.all()[at].1));
    if let Some(at) = known.names().slip_at(unknown, |at| is_free(at) && takes(at)) {
        return Some(at);
    }
    if unknown.len() < SHORTEST {
        return None;
    }
    // A structure around the value may have the unknown name, but lacks no required property.
    let may_be_meant = |at: usize| is_free(at) && (value.is_none() || is_required(at) && takes(at));
    let names = || known.names().names().iter().enumerate();
    let begins = |&(at, name): &(usize, &&str)| begins_with_word(name, unknown) && may_be_meant(at);
    let last = capitalized(unknown);
    let ends = |&(at, name): &(usize, &&str)| name.ends_with(&last) && is_free(at) && is_required(at) && takes(at);
    only(names().filter(begins)).or_else(|| only(names().filter(ends))).map(|(at, _)| at)
}

/// Holds if a name has further words than those of another one, with which it begins.
fn begins_with_word(name: &str, words: &str) -> bool {
    name.strip_prefix(words).is_some_and(|rest| rest.starts_with(char::is_uppercase))
}

/// The only item, if there is one.
fn only<T>(mut items: impl Iterator<Item = T>) -> Option<T> {
    items.next().filter(|_| items.next().is_none())
}

/// A name with a capital first letter, as a word in another one.
fn capitalized(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

/// The least number of letters of the first words of a name.
const SHORTEST: usize = 3;

/// The least number of letters of words with which several names begin.
const SHORTEST_BEGINNING: usize = 5;

/// The most names that begin with the same words and are all offered.
const MOST_BEGUN: usize = 4;

/// Holds if two types are both collections, both objects, or both single values, as far as is known.
pub(super) fn may_be_alike(types: &Interner, s: Ty, t: Ty) -> bool {
    let forms = |ty| alternatives(types, ty).into_iter().map(|ty| form(types, ty)).collect::<Vec<_>>();
    let others = forms(t);
    forms(s).iter().any(|form| form.is_none() || others.iter().any(|other| other.is_none() || other == form))
}

/// The form of a type, if its values have one.
fn form(types: &Interner, ty: Ty) -> Option<u8> {
    match types.shape(ty) {
        Shape::List(_) | Shape::Set(_) | Shape::Tuple(_) => Some(0),
        Shape::Map(_) | Shape::Object(_) => Some(1),
        _ if ty == ANY => None,
        _ => Some(2),
    }
}

/// The phrase for the block around an expression.
fn block_around(context: &Context<'_>, at: Place) -> Option<String> {
    Some(block_phrase(context, context.definition_around(at)?))
}

fn belongs(name: &str, owner: String) -> Help {
    Help::Elsewhere(name.to_owned(), vec![owner])
}

/// A list of the known names, those first that must be there.
pub(super) fn list(context: &Context<'_>, kind: &str, known: &Fields<'_>) -> Option<Help> {
    let types = context.types;
    if known.all().len() > MOST {
        return None;
    }
    let Listed { first: shown, more: rest } = known.listed(types);
    list_of(kind, shown, *rest)
}

/// A list of the texts of known names, and of the number of further ones.
pub(super) fn list_of(kind: &str, shown: &[String], rest: usize) -> Option<Help> {
    let stem = kind.strip_suffix('y').filter(|stem| !stem.ends_with(['a', 'e', 'o', 'u']));
    let kinds = stem.map_or_else(|| format!("{kind}s"), |stem| format!("{stem}ies"));
    match shown {
        [] => None,
        [only] => Some(format!("the only {kind} is {only}").into()),
        _ if rest > 0 => Some(format!("the {kinds} are {} and {rest} more", shown.join(", ")).into()),
        [others @ .., last] => Some(format!("the {kinds} are {} and {last}", others.join(", ")).into()),
    }
}

impl From<String> for Help {
    fn from(text: String) -> Self {
        Self::Sentence(Cow::Owned(text))
    }
}

impl From<&'static str> for Help {
    fn from(text: &'static str) -> Self {
        Self::Sentence(Cow::Borrowed(text))
    }
}

impl Diagnostic {
    /// The same with help, if there is any. A name that may be meant is the fix: it replaces the text at the diagnostic's place.
    pub(crate) fn help(mut self, help: Option<impl Into<Help>>) -> Self {
        match help.map(Into::into) {
            None => {}
            Some(Help::Sentence(text)) => self.help = Some(text),
            Some(Help::Elsewhere(name, owners)) => {
                self.help = Some(Cow::Owned(format!("`{name}` belongs to {}", owners.join(" or "))));
                self.owners = owners;
            }
            Some(Help::Name(kind, name)) => {
                let article = if kind.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
                self.help = Some(Cow::Owned(format!("there is {article} {kind} `{name}`")));
                self.fix = Some(Fix { kind: FixKind::Replace, name, span: self.span });
            }
        }
        self
    }

    /// The same with the fix that adds a missing part to the braces at the diagnostic's place.
    pub(super) fn adds(mut self, name: &str) -> Self {
        self.fix = Some(Fix { kind: FixKind::Add, name: name.to_owned(), span: self.span });
        self
    }

    /// The same with the place of its fix.
    pub(super) fn fixed_at(mut self, span: Span) -> Self {
        if let Some(fix) = &mut self.fix {
            fix.span = span;
        }
        self
    }

    /// The same without its fix: its place is not the name that may be meant.
    pub(super) fn without_fix(mut self) -> Self {
        self.fix = None;
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codes::Code;
    use crate::program::FileId;

    #[test]
    fn a_name_that_may_be_meant_is_a_fix() {
        let span = Span { start: 3, end: 4 };
        let diagnostic =
            |help: Help| Diagnostic::error(Code::UnknownInput, FileId(0), span, "unknown input `a`").help(Some(help));
        let found = diagnostic(Help::name("input", "b"));
        assert_eq!(found.help.as_deref(), Some("there is an input `b`"));
        assert_eq!(found.fix, Some(Fix { kind: FixKind::Replace, name: "b".to_owned(), span }));
        assert_eq!(diagnostic("write `a` or `b`".into()).fix, None);
    }
}
