//! The shapes of blocks: which attributes and blocks there are in them, and which labels they have. They are data.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::types::{BOOL, NUMBER, STRING, Ty};

/// The attributes and blocks of a block.
#[derive(Debug)]
pub(super) struct Shape {
    /// How messages call the block.
    pub called: &'static str,
    /// Its attributes.
    pub attributes: Vec<Attribute>,
    /// Its blocks, each with its labels as a phrase.
    pub blocks: Vec<(&'static str, &'static str)>,
    /// Holds if it may have any other blocks.
    pub is_open: bool,
}

/// An attribute of a block.
#[derive(Clone, Copy, Debug)]
pub(super) struct Attribute {
    /// Its name, or a star for any other one.
    pub name: &'static str,
    /// Holds if it has to be there.
    pub is_required: bool,
    /// Holds if it names blocks or attributes, and has no value.
    pub is_name: bool,
    /// The type that its value is to have, if it is one.
    pub ty: Option<Ty>,
}

impl Shape {
    /// The attribute of a name, if there may be one.
    pub fn attribute(&self, name: &str) -> Option<Attribute> {
        let of = |name: &str| self.attributes.iter().copied().find(|attribute| attribute.name == name);
        of(name).or_else(|| of("*"))
    }

    /// The labels of a block inside, as a phrase, if it is known.
    pub fn labels(&self, kind: &str) -> Option<&'static str> {
        self.blocks.iter().find(|block| block.0 == kind).map(|block| block.1)
    }
}

/// The number of labels that a phrase speaks of.
pub(super) fn label_count(phrase: &str) -> usize {
    if phrase.is_empty() { 0 } else { phrase.split(" and ").count() }
}

/// The shape of the blocks with a path: the types of the blocks around one, outermost first, and its own.
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
