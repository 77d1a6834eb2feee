//! A schema file: its text, scanned once, and the ranges of its members.

use std::fmt;
use std::ops::Range;
use std::path::{Path, PathBuf};

use semver::Version;
use serde::de::{DeserializeOwned, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::RawValue;

use super::error::SchemaError;
use super::index_cache::{IndexCache, indexed};
use super::schema_text::SchemaText;
use super::token::ModuleFormat;
use crate::files::AllowedDirectories;

/// A schema file.
#[derive(Debug)]
pub(super) struct Document {
    pub path: PathBuf,
    text: SchemaText,
    /// The name of the package.
    pub name: String,
    pub version: Option<Version>,
    pub module_format: ModuleFormat,
    pub types: Section,
    pub resources: Section,
    pub functions: Section,
    pub provider: Option<Range<usize>>,
}

/// The index of a schema: the ranges of its parts in its text.
#[derive(Deserialize, Serialize)]
struct DocumentIndex {
    name: String,
    version: Option<String>,
    module_format: Option<String>,
    types: Section,
    resources: Section,
    functions: Section,
    provider: Option<Range<usize>>,
}

/// The members of one kind with their ranges in the text, in the order of their tokens.
#[derive(Debug, Default, Deserialize, Serialize)]
pub(super) struct Section(Vec<(Box<str>, usize, usize)>);

impl Section {
    /// Indexes the members of an object in a text. Of several with one token, the last counts.
    pub fn of(text: &str, entries: Entries<'_>) -> Self {
        let mut members: Vec<(Box<str>, Range<usize>)> =
            entries.0.into_iter().map(|(token, raw)| (token, place(text, raw))).collect();
        members.sort_by(|a, b| (&a.0, b.1.start).cmp(&(&b.0, a.1.start)));
        members.dedup_by(|next, kept| next.0 == kept.0);
        Self(members.into_iter().map(|(token, place)| (token, place.start, place.end)).collect())
    }

    pub fn get(&self, token: &str) -> Option<Range<usize>> {
        let at = self.0.binary_search_by(|known| (*known.0).cmp(token)).ok()?;
        let (_, start, end) = self.0[at];
        Some(start..end)
    }

    /// Returns all tokens, in order.
    pub fn tokens(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|member| &*member.0)
    }
}

/// A document's outermost level.
#[derive(Deserialize)]
struct Outline<'a> {
    #[serde(default)]
    name: String,
    version: Option<String>,
    meta: Option<Meta>,
    #[serde(borrow, default)]
    types: Entries<'a>,
    #[serde(borrow, default)]
    resources: Entries<'a>,
    #[serde(borrow, default)]
    functions: Entries<'a>,
    #[serde(borrow)]
    provider: Option<&'a RawValue>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Meta {
    module_format: Option<String>,
}

/// The members of an object, unparsed.
#[derive(Default)]
pub(super) struct Entries<'a>(pub Vec<(Box<str>, &'a RawValue)>);

impl<'de: 'a, 'a> Deserialize<'de> for Entries<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct EntriesVisitor;
        impl<'de> Visitor<'de> for EntriesVisitor {
            type Value = Entries<'de>;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Entries<'de>, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(Entries(entries))
            }

            fn visit_unit<E>(self) -> Result<Entries<'de>, E> {
                Ok(Entries::default())
            }
        }
        deserializer.deserialize_any(EntriesVisitor)
    }
}

impl Document {
    /// Reads a schema file. Linear in the file, of which only the outermost levels are kept; linear in its index, if that is
    /// cached.
    ///
    /// # Errors
    /// The reason why it is not a schema.
    pub fn read(
        path: &Path,
        allowed: &AllowedDirectories,
        cache: Option<&dyn IndexCache>,
    ) -> Result<Self, SchemaError> {
        let (text, index) = indexed(path, "package", allowed, cache, |text| DocumentIndex::of(path, text))?;
        Self::new(path, text, index)
    }

    /// Parses the schema in a text.
    ///
    /// # Errors
    /// The reason why it is not a schema.
    pub fn parse(path: &Path, text: String) -> Result<Self, SchemaError> {
        let index = DocumentIndex::of(path, &text)?;
        Self::new(path, SchemaText::of(text), index)
    }

    fn new(path: &Path, text: SchemaText, index: DocumentIndex) -> Result<Self, SchemaError> {
        let at_start = |message: String| SchemaError { file: path.to_owned(), position: Some((1, 1)), message };
        if index.name.is_empty() {
            return Err(at_start("the schema has no `name`".to_owned()));
        }
        let version = index.version.as_deref().map(|version| version.trim_start_matches('v'));
        let version = version.filter(|version| !version.is_empty()).map(Version::parse).transpose();
        let version = version.map_err(|error| at_start(format!("invalid version of the schema: {error}")))?;
        let module_format = ModuleFormat::new(index.module_format.as_deref())
            .map_err(|error| at_start(format!("invalid module format of the schema: {error}")))?;
        let DocumentIndex { name, types, resources, functions, provider, .. } = index;
        Ok(Self { path: path.to_owned(), text, name, version, module_format, types, resources, functions, provider })
    }

    /// Parses a member.
    ///
    /// # Errors
    /// The mismatch with the expected form.
    pub fn member<T: DeserializeOwned>(&self, place: Range<usize>) -> Result<T, SchemaError> {
        serde_json::from_str(&self.text.part(place.clone())).map_err(|error| {
            // The parser counts lines and columns from the start of the member.
            let (line, column) = self.position(place.start);
            let column = if error.line() > 1 { error.column() } else { column + error.column().saturating_sub(1) };
            SchemaError {
                file: self.path.clone(),
                position: Some((line + error.line().saturating_sub(1), column)),
                message: describe(&error),
            }
        })
    }

    /// Returns the whole text.
    pub fn text(&self) -> &str {
        self.text.whole()
    }

    /// Creates an error at a member.
    pub fn error(&self, place: Option<Range<usize>>, message: String) -> SchemaError {
        let position = Some(place.map_or((1, 1), |place| self.position(place.start)));
        SchemaError { file: self.path.clone(), position, message }
    }

    fn position(&self, offset: usize) -> (usize, usize) {
        let before = self.text().get(..offset).unwrap_or("");
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
    }
}

impl DocumentIndex {
    fn of(path: &Path, text: &str) -> Result<Self, SchemaError> {
        let outline: Outline<'_> = serde_json::from_str(text).map_err(|error| SchemaError {
            file: path.to_owned(),
            position: Some((error.line(), error.column().max(1))),
            message: describe(&error),
        })?;
        Ok(Self {
            name: outline.name,
            version: outline.version,
            module_format: outline.meta.and_then(|meta| meta.module_format),
            types: Section::of(text, outline.types),
            resources: Section::of(text, outline.resources),
            functions: Section::of(text, outline.functions),
            provider: outline.provider.map(|raw| place(text, raw)),
        })
    }
}

/// Returns the range of a part of a text.
pub(super) fn place(text: &str, part: &RawValue) -> Range<usize> {
    let start = part.get().as_ptr() as usize - text.as_ptr() as usize;
    start..start + part.get().len()
}

/// Returns the parser's message without the place, which is reported separately.
fn describe(error: &serde_json::Error) -> String {
    let message = error.to_string();
    match message.rfind(" at line ") {
        Some(at) => message[..at].to_owned(),
        None => message,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Document, SchemaError> {
        Document::parse(Path::new("a-1.0.0.json"), text.to_owned())
    }

    #[test]
    fn members_are_found_and_read_when_asked_for() {
        let document =
            parse(r#"{"name": "a", "types": {"a:x:Y": {"deep": [1, {"k": 2}]}}, "resources": null}"#).unwrap();
        let place = document.types.get("a:x:Y").unwrap();
        let value: serde_json::Value = document.member(place).unwrap();
        assert_eq!(value["deep"][1]["k"], 2);
        assert!(document.resources.get("a:x:Y").is_none());
    }

    #[test]
    fn errors_are_located_in_the_file() {
        let error = parse("{\n \"name\": \"a\",\n}").unwrap_err();
        assert_eq!(error.position, Some((3, 1)));
        let document = parse("{\"name\": \"a\",\n \"types\": {\"a:x:Y\": {\n  \"type\": 3}}}").unwrap();
        let place = document.types.get("a:x:Y").unwrap();
        let error = document.member::<super::super::spec::NamedSpec>(place).unwrap_err();
        assert_eq!(error.position.map(|position| position.0), Some(3));
    }
}
