//! Documentation in schemas: the descriptions of members and properties, and their places.

use std::ops::Range;
use std::path::Path;

use serde::Deserialize;
use serde_json::value::RawValue;

use super::document::{Document, Entries, Section, place};
use super::store::Schemas;
use super::token::Token;

/// The kind of a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryKind {
    /// A resource.
    Resource,
    /// A type.
    Type,
    /// A function.
    Function,
}

/// A part of a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryPart<'a> {
    /// The member itself.
    Whole,
    /// An input property.
    Input(&'a str),
    /// An output property.
    Output(&'a str),
}

/// An entry of a schema: a member or a property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry<'a> {
    /// The file of the schema.
    pub file: &'a Path,
    /// The text of the file.
    pub text: &'a str,
    /// The place of the entry in it.
    pub place: Range<usize>,
    /// Its description.
    pub description: Option<String>,
    /// The message of its deprecation.
    pub deprecation: Option<String>,
}

/// The documentation of a member or a property.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Texts<'a> {
    description: Option<String>,
    deprecation_message: Option<String>,
    #[serde(borrow)]
    properties: Entries<'a>,
    #[serde(borrow)]
    input_properties: Entries<'a>,
    #[serde(borrow)]
    inputs: Option<&'a RawValue>,
    #[serde(borrow)]
    outputs: Option<&'a RawValue>,
}

impl Schemas {
    /// Returns the entry of a member, or of a property of it, in the packages that have been opened.
    pub fn entry(&self, kind: EntryKind, token: &str, part: EntryPart<'_>) -> Option<Entry<'_>> {
        let mut documents = self.opened().filter(|document| document.may_have(token));
        documents.find_map(|document| entry(document, kind, token, part))
    }
}

impl Document {
    /// Holds if a token may belong to the package.
    fn may_have(&self, token: &str) -> bool {
        let parsed = Token::parse(token);
        parsed.is_none_or(|token| token.package == self.name || token.package == "pulumi")
    }

    /// Returns the token of the member that a program refers to as `token`. Linear in the section.
    fn canonical_member<'a>(&self, section: &'a Section, token: &str) -> Option<&'a str> {
        let canonical = |token: &str| self.module_format.canonical(&self.name, token);
        let wanted = canonical(token);
        section.tokens().filter(|known| canonical(known) == wanted).max()
    }
}

fn entry<'a>(document: &'a Document, kind: EntryKind, token: &str, part: EntryPart<'_>) -> Option<Entry<'a>> {
    let section = match kind {
        EntryKind::Resource => &document.resources,
        EntryKind::Type => &document.types,
        EntryKind::Function => &document.functions,
    };
    let is_provider = token.strip_prefix("pulumi:providers:").is_some_and(|name| name == document.name);
    let known = || section.get(token).or_else(|| section.get(document.canonical_member(section, token)?));
    let whole = if is_provider { document.provider.clone() } else { known() }?;
    let texts = read(document.text().get(whole.clone())?)?;
    let property = match part {
        EntryPart::Whole => return Some(document.entry(whole, texts)),
        EntryPart::Input(name) => match texts.inputs {
            Some(inputs) => find(read(inputs.get())?.properties, name),
            None => find(texts.input_properties, name).or_else(|| find(texts.properties, name)),
        },
        EntryPart::Output(name) => match texts.outputs {
            Some(outputs) => find(read(outputs.get())?.properties, name),
            None => find(texts.properties, name),
        },
    }?;
    Some(document.entry(place(document.text(), property), read(property.get())?))
}

fn find<'a>(entries: Entries<'a>, name: &str) -> Option<&'a RawValue> {
    entries.0.into_iter().find(|(of, _)| **of == *name).map(|(_, value)| value)
}

fn read(text: &str) -> Option<Texts<'_>> {
    serde_json::from_str(text).ok()
}

impl Document {
    fn entry<'a>(&'a self, place: Range<usize>, texts: Texts<'_>) -> Entry<'a> {
        let (description, deprecation) = (texts.description, texts.deprecation_message);
        Entry { file: &self.path, text: self.text(), place, description, deprecation }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Interner;

    #[test]
    fn properties_have_texts_and_places() {
        let text = r#"{"name": "a", "resources": {"a:x:R": {"description": "An R.",
            "inputProperties": {"size": {"type": "string", "description": "How large."}}}},
            "functions": {"a:x:f": {"inputs": {"properties": {"n": {"type": "string", "deprecationMessage": "No."}}}}}}"#;
        let mut schemas = Schemas::in_texts([("a-1.0.0.json".to_owned(), text.to_owned())]);
        let package = schemas.package("a", None).expect("a package");
        let mut types = Interner::default();
        assert!(schemas.resource(package, "a:x:R", &mut types).is_some_and(|found| found.is_ok()));
        let entry = |kind, token, part| schemas.entry(kind, token, part);
        let whole = entry(EntryKind::Resource, "a:x:R", EntryPart::Whole).expect("an entry");
        assert_eq!(whole.description.as_deref(), Some("An R."));
        let size = entry(EntryKind::Resource, "a:x:R", EntryPart::Input("size")).expect("an entry");
        assert_eq!(size.description.as_deref(), Some("How large."));
        assert!(size.text[size.place].starts_with(r#"{"type": "string""#));
        let n = entry(EntryKind::Function, "a:x:f", EntryPart::Input("n")).expect("an entry");
        assert_eq!(n.deprecation.as_deref(), Some("No."));
        assert_eq!(entry(EntryKind::Type, "a:x:R", EntryPart::Whole), None);
    }
}
