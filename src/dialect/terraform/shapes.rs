//! The shapes of blocks: their attributes, nested blocks and labels. They are given as data.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::types::{BOOL, NUMBER, STRING, Ty};

/// The shape of a block.
#[derive(Debug)]
pub(super) struct Shape {
    /// The name of the block in messages.
    pub called: &'static str,
    /// Its attributes.
    pub attributes: Vec<Attribute>,
    /// Its nested blocks, each with a phrase for its labels.
    pub blocks: Vec<(&'static str, &'static str)>,
    /// Holds if it may have any other nested blocks.
    pub is_open: bool,
}

/// An attribute of a block.
#[derive(Clone, Copy, Debug)]
pub(super) struct Attribute {
    /// Its name, or `*` for any other attribute.
    pub name: &'static str,
    /// Holds if it is required.
    pub is_required: bool,
    /// Holds if it refers to blocks or attributes, and has no value.
    pub is_name: bool,
    /// The primitive type of its value, if declared.
    pub ty: Option<Ty>,
}

impl Shape {
    /// Returns the attribute with a name, if the shape allows it.
    pub fn attribute(&self, name: &str) -> Option<Attribute> {
        let of = |name: &str| self.attributes.iter().copied().find(|attribute| attribute.name == name);
        of(name).or_else(|| of("*"))
    }

    /// Returns the phrase for the labels of a nested block, if the block is known.
    pub fn labels(&self, kind: &str) -> Option<&'static str> {
        self.blocks.iter().find(|block| block.0 == kind).map(|block| block.1)
    }
}

/// Returns the number of labels in a phrase.
pub(super) fn label_count(phrase: &str) -> usize {
    if phrase.is_empty() { 0 } else { phrase.split(" and ").count() }
}

/// Returns the shape of the blocks with a path: the types of the enclosing blocks, outermost first, and its own.
pub(super) fn shape(path: &str) -> Option<&'static Shape> {
    static SHAPES: LazyLock<FxHashMap<&str, Shape>> = LazyLock::new(|| {
        include_str!("blocks.txt").lines().filter(|line| !line.starts_with('#')).filter_map(read).collect()
    });
    SHAPES.get(path)
}

fn read(line: &'static str) -> Option<(&'static str, Shape)> {
    let (path, rest) = line.split_once(" = ")?;
    let (called, rest) = rest.split_once(':')?;
    let (attributes, blocks) = rest.split_once(';')?;
    let attributes = attributes.split_whitespace().map(|text| {
        let (text, is_name) = text.strip_suffix('&').map_or((text, false), |text| (text, true));
        let (name, is_required) = text.strip_suffix('!').map_or((text, false), |text| (text, true));
        let (name, ty) = name.split_once(':').map_or((name, None), |(name, ty)| (name, primitive(ty)));
        Attribute { name, is_required, is_name, ty }
    });
    let is_open = blocks.split_whitespace().any(|block| block == "*");
    let blocks = blocks.split(')').filter_map(|block| block.trim().split_once('('));
    let shape = Shape { called, attributes: attributes.collect(), blocks: blocks.collect(), is_open };
    Some((path, shape))
}

fn primitive(name: &str) -> Option<Ty> {
    match name {
        "bool" => Some(BOOL),
        "number" => Some(NUMBER),
        "string" => Some(STRING),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{label_count, shape};

    #[test]
    fn shapes_are_read() {
        let variable = shape("variable").expect("a shape");
        assert!(variable.attribute("type").is_some_and(|attribute| attribute.is_name));
        assert!(variable.attribute("typ").is_none());
        assert_eq!(variable.labels("validation"), Some(""));
        assert_eq!(shape("/").and_then(|module| module.labels("resource")).map(label_count), Some(2));
        assert!(shape("resource").is_some_and(|resource| resource.is_open));
    }
}
