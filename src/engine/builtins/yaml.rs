//! YAML documents: their values and sizes.
//!
//! Source: go-cty-yaml, which reads YAML 1.1 with the numbers of YAML 1.2.

use super::encodings::bytes_of_base_64;
use super::known::{constant_as, constant_text_of, known, known_parts, text};
use super::{ANY, NONE, NUMBER, Name, Object, STRING, Tuple, Ty, constant_bool, constructor};
use crate::session::{types, types_mut};
use rustc_hash::FxHashMap;
use typelog_types::ValueSize;
use yaml_rust2::Event;
use yaml_rust2::parser::{EventReceiver, Parser, Tag};
use yaml_rust2::scanner::TScalarStyle;

/// Returns the value of a constant text in YAML.
pub(super) fn decoded_yaml(v: Ty) -> Option<Ty> {
    read(v)?.ok()
}

/// Returns what is wrong with a constant text that is not one document in YAML.
pub(super) fn fault_of_yaml(v: Ty) -> Option<Ty> {
    read(v)?.err().map(|fault| text(&fault))
}

fn read(v: Ty) -> Option<Read<Ty>> {
    let name = constant_text_of(v)?;
    let document = types(|types| types.text(name).to_owned());
    let mut reader = Reader::default();
    let parsed = Parser::new_from_str(&document).load(&mut reader, true);
    Some(match (parsed, reader.fault, reader.value) {
        (_, Some(fault), _) => Err(fault),
        (Err(fault), ..) => Err(fault.to_string()),
        (_, _, Some(value)) => Ok(value),
        _ => Err("there is no document".to_owned()),
    })
}

type Read<T> = Result<T, String>;

/// The value that has been read, or the first fault.
#[derive(Default)]
struct Reader {
    value: Option<Ty>,
    fault: Option<String>,
    /// The structures that are open.
    open: Vec<Open>,
    /// The values of anchors. An anchor whose value is not complete has none.
    anchors: FxHashMap<usize, Ty>,
}

/// A structure that is not complete.
enum Open {
    Sequence { anchor: usize, members: Vec<Ty> },
    Mapping { anchor: usize, properties: Vec<(Name, Ty)>, key: Option<Key>, has_unknown_key: bool },
}

/// The key of the next value in a mapping.
#[derive(Clone, Copy)]
enum Key {
    Name(Name),
    /// The key is a date, which is written in another way.
    Unknown,
    /// The value is a mapping, or a sequence of mappings, whose properties are taken over.
    Merge,
}

impl EventReceiver for Reader {
    fn on_event(&mut self, event: Event) {
        if self.fault.is_none() {
            self.fault = self.step(event).err();
        }
    }
}

impl Reader {
    fn step(&mut self, event: Event) -> Read<()> {
        match event {
            Event::DocumentStart if self.value.is_some() => Err("there are several documents".to_owned()),
            Event::Scalar(of, style, anchor, tag) => self.scalar(&of, style, anchor, tag.as_ref()),
            Event::Alias(anchor) => match self.anchors.get(&anchor) {
                Some(&value) => self.add(value),
                None => Err("an anchor is used in its own value".to_owned()),
            },
            Event::SequenceStart(anchor, tag) => {
                self.begins_value(tag.as_ref(), "seq")?;
                self.open.push(Open::Sequence { anchor, members: Vec::new() });
                Ok(())
            }
            Event::MappingStart(anchor, tag) => {
                self.begins_value(tag.as_ref(), "map")?;
                self.open.push(Open::Mapping { anchor, properties: Vec::new(), key: None, has_unknown_key: false });
                Ok(())
            }
            Event::SequenceEnd | Event::MappingEnd => self.end(),
            _ => Ok(()),
        }
    }

    /// Refuses structures that are keys, or that have another tag.
    fn begins_value(&self, tag: Option<&Tag>, own: &str) -> Read<()> {
        if matches!(self.open.last(), Some(Open::Mapping { key: None, .. })) {
            return Err(NO_TEXT_KEY.to_owned());
        }
        match tag.map(full_tag).filter(|tag| *tag != format!("{TAGS}{own}")) {
            Some(tag) => Err(no_tag(&tag)),
            None => Ok(()),
        }
    }

    fn scalar(&mut self, of: &str, style: TScalarStyle, anchor: usize, tag: Option<&Tag>) -> Read<()> {
        let tag = tag.map(full_tag).unwrap_or_default();
        let is_merge = tag.is_empty() && of == "<<" || tag == format!("{TAGS}merge");
        if let Some(Open::Mapping { key: key @ None, .. }) = self.open.last_mut() {
            *key = Some(if is_merge { Key::Merge } else { key_of(scalar_value(of, style, &tag)?)? });
            return Ok(());
        }
        let value = scalar_value(of, style, &tag)?;
        self.anchors.insert(anchor, value);
        self.add(value)
    }

    /// Adds a value to the innermost open structure.
    fn add(&mut self, value: Ty) -> Read<()> {
        match self.open.last_mut() {
            None => self.value = Some(value),
            Some(Open::Sequence { members, .. }) => members.push(value),
            Some(Open::Mapping { properties, key, has_unknown_key, .. }) => match key.take() {
                Some(Key::Name(name)) => set(properties, name, value),
                Some(Key::Unknown) => *has_unknown_key = true,
                Some(Key::Merge) => merge(properties, value)?,
                None => *key = Some(key_of(value)?),
            },
        }
        Ok(())
    }

    fn end(&mut self) -> Read<()> {
        let (anchor, value) = match self.open.pop() {
            Some(Open::Sequence { anchor, members }) => (anchor, known(types_mut(|types| types.tuple(&members)))),
            Some(Open::Mapping { anchor, has_unknown_key: true, .. }) => (anchor, ANY),
            Some(Open::Mapping { anchor, properties, .. }) => {
                (anchor, known(types_mut(|types| types.object(properties))))
            }
            None => return Ok(()),
        };
        self.anchors.insert(anchor, value);
        self.add(value)
    }
}

const NO_TEXT_KEY: &str = "a key of a mapping is not a text";

/// The beginning of the tags of YAML.
const TAGS: &str = "tag:yaml.org,2002:";

fn full_tag(tag: &Tag) -> String {
    format!("{}{}", tag.handle, tag.suffix)
}

fn no_tag(tag: &str) -> String {
    format!("the tag `{}` is not supported", tag.replace(TAGS, "!!"))
}

/// Adds a property, or replaces the one of the same name.
fn set(properties: &mut Vec<(Name, Ty)>, name: Name, value: Ty) {
    properties.retain(|property| property.0 != name);
    properties.push((name, value));
}

/// Takes over the properties of a mapping, or of a sequence of mappings.
fn merge(properties: &mut Vec<(Name, Ty)>, value: Ty) -> Read<()> {
    if value == ANY {
        return Ok(());
    }
    let fault = || "`<<` merges a value that is not a mapping".to_owned();
    let parts = known_parts(value).ok_or_else(fault)?;
    match constructor(parts) {
        Object => {
            for (name, value) in types(|types| types.properties(parts).to_vec()) {
                set(properties, name, value);
            }
            Ok(())
        }
        Tuple => super::parts_list(parts).into_iter().try_for_each(|part| match constructor(part) {
            Object => merge(properties, part),
            _ => Err(fault()),
        }),
        _ => Err(fault()),
    }
}

fn key_of(value: Ty) -> Read<Key> {
    match value {
        NONE => Err("a key of a mapping is null".to_owned()),
        STRING | NUMBER => Ok(Key::Unknown),
        _ => constant_as(value, STRING).and_then(constant_text_of).map(Key::Name).ok_or_else(|| NO_TEXT_KEY.to_owned()),
    }
}

/// Returns the value of a scalar: a text, or what its letters stand for.
fn scalar_value(of: &str, style: TScalarStyle, tag: &str) -> Read<Ty> {
    let own = tag.strip_prefix(TAGS).unwrap_or(tag);
    let is_supported = tag.is_empty() || tag.starts_with(TAGS) && SCALAR_TAGS.contains(&own);
    if !is_supported {
        return Err(no_tag(tag));
    }
    let fault = || Err(format!("`{of}` does not have the tag `!!{own}`"));
    let first = of.chars().next().unwrap_or('~');
    let is_special = first.is_ascii_digit() || "+-.yYnNtTfFoO~".contains(first);
    if is_special && !["str", "binary"].contains(&own) {
        if matches!(style, TScalarStyle::SingleQuoted | TScalarStyle::DoubleQuoted) {
            return Ok(text(of));
        }
        if let Some(value) = word_value(of) {
            return Ok(value);
        }
        if tag.is_empty() && [".nan", ".NaN", ".NAN"].contains(&of) {
            return Err(format!("the number `{of}` is not supported"));
        }
        let is_date =
            of.len() > 4 && of.bytes().take(4).all(|digit| digit.is_ascii_digit()) && of[4..].starts_with('-');
        if is_date && ["", "timestamp"].contains(&own) {
            // A date becomes a timestamp.
            return Ok(STRING);
        }
        let is_number = "+-.".contains(first) || first.is_ascii_digit();
        if let Some(value) = number_of(of).filter(|_| is_number) {
            return Ok(value);
        }
    }
    match own {
        "binary" if bytes_of_base_64(of).is_none() => fault(),
        "null" => Ok(NONE),
        "bool" | "timestamp" => fault(),
        "int" | "float" => number_of(&of.replace('_', "")).map_or_else(fault, Ok),
        _ => Ok(text(of)),
    }
}

/// The tags of scalars.
const SCALAR_TAGS: [&str; 7] = ["str", "bool", "int", "float", "null", "timestamp", "binary"];

/// Returns the value of a word that is not a text.
fn word_value(of: &str) -> Option<Ty> {
    match of {
        "y" | "Y" | "yes" | "Yes" | "YES" | "true" | "True" | "TRUE" | "on" | "On" | "ON" => Some(constant_bool(true)),
        "n" | "N" | "no" | "No" | "NO" | "false" | "False" | "FALSE" | "off" | "Off" | "OFF" => {
            Some(constant_bool(false))
        }
        "" | "~" | "null" | "Null" | "NULL" => Some(NONE),
        ".inf" | ".Inf" | ".INF" | "+.inf" | "+.Inf" | "+.INF" | "-.inf" | "-.Inf" | "-.INF" => Some(NUMBER),
        _ => None,
    }
}

/// Returns the number of a literal, which is decimal, octal or hexadecimal.
fn number_of(of: &str) -> Option<Ty> {
    let in_base = |prefix, base| of.strip_prefix(prefix).and_then(|digits| i64::from_str_radix(digits, base).ok());
    match in_base("0o", 8).or_else(|| in_base("0x", 16)) {
        Some(value) => Some(super::known::number(value)),
        None => constant_as(text(of), NUMBER),
    }
}

/// Returns the size of the value that a text stands for, where an alias counts like what it refers to. Linear in the text.
pub(super) fn expanded_size(text: &str) -> ValueSize {
    let mut counter = Counter::default();
    // What cannot be parsed is refused later.
    drop(Parser::new_from_str(text).load(&mut counter, true));
    counter.total
}

/// The size of what has been read.
#[derive(Default)]
struct Counter {
    total: ValueSize,
    /// The anchors and the sizes before the collections that are open.
    open: Vec<(usize, ValueSize)>,
    anchors: FxHashMap<usize, ValueSize>,
}

impl Counter {
    fn add(&mut self, size: ValueSize) {
        self.total = self.total.plus(size);
    }

    fn begin(&mut self, anchor: usize) {
        self.open.push((anchor, self.total));
        self.add(ValueSize { parts: 1, bytes: 0 });
    }

    fn end(&mut self) {
        if let Some((anchor, before)) = self.open.pop() {
            let size = ValueSize {
                parts: self.total.parts.saturating_sub(before.parts),
                bytes: self.total.bytes.saturating_sub(before.bytes),
            };
            self.anchors.insert(anchor, size);
        }
    }
}

impl EventReceiver for Counter {
    fn on_event(&mut self, event: Event) {
        match event {
            Event::Scalar(text, _, anchor, _) => {
                let size = ValueSize { parts: 1, bytes: u32::try_from(text.len()).unwrap_or(u32::MAX) };
                self.anchors.insert(anchor, size);
                self.add(size);
            }
            Event::Alias(anchor) => {
                let size = self.anchors.get(&anchor).copied().unwrap_or_default();
                self.add(size);
            }
            Event::SequenceStart(anchor, _) | Event::MappingStart(anchor, _) => self.begin(anchor),
            Event::SequenceEnd | Event::MappingEnd => self.end(),
            _ => {}
        }
    }
}
