//! The shapes of blocks: their attributes, nested blocks and labels. They are given as data.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::types::nearest::nearest;
use crate::types::{BOOL, NUMBER, STRING, Ty};

/// The path of the module itself.
pub(super) const TOP: &str = "/";

/// The shape of a block.
#[derive(Debug)]
pub(super) struct Shape {
    /// The name of the block in messages.
    pub called: &'static str,
    /// Its attributes.
    pub attributes: Vec<Attribute>,
    /// Its nested blocks.
    pub blocks: Vec<Nested>,
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
    /// Holds if it is not allowed.
    pub is_reserved: bool,
    /// The form of its expression.
    pub form: Form,
    /// The primitive type of its value, if declared.
    pub ty: Option<Ty>,
}

/// A kind of nested blocks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Nested {
    /// Their type.
    pub kind: &'static str,
    /// The phrase for their labels.
    pub labels: &'static str,
    /// Holds if there has to be one.
    pub is_required: bool,
    /// Holds if they are not allowed.
    pub is_reserved: bool,
}

/// The form of an attribute's expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// Any expression.
    Value,
    /// An expression without references and calls.
    Constant,
    /// A constant that may be null.
    Setting,
    /// No value.
    Name,
    /// A list of references to blocks.
    References,
    /// A list of references to resources.
    Resources,
    /// A list of addresses of resources and modules.
    Targets,
    /// A list of references to actions.
    Actions,
    /// A list of arguments of the resource, or the word `all`.
    Arguments,
    /// A map of providers.
    Providers,
    /// The name of a provider, and possibly its alias.
    Provider,
    /// One name.
    Single,
    /// A version constraint.
    Version,
    /// The address of a resource or module.
    Address,
    /// The address of a resource or module, or of an instance of one.
    Target,
    /// The address of a resource without the key of an instance.
    Removed,
    /// The address of an instance of a resource.
    Import,
    /// One of these words.
    Words(&'static str),
}

impl Form {
    /// Holds if the expression has a value.
    pub fn is_value(self) -> bool {
        matches!(self, Self::Value | Self::Constant | Self::Setting)
    }

    /// Holds if the expression has a value that is known before all others.
    pub fn is_constant(self) -> bool {
        matches!(self, Self::Constant | Self::Setting)
    }

    fn of(text: &'static str) -> Self {
        match text {
            "references" => Self::References,
            "resources" => Self::Resources,
            "targets" => Self::Targets,
            "actions" => Self::Actions,
            "arguments" => Self::Arguments,
            "providers" => Self::Providers,
            "provider" => Self::Provider,
            "name" => Self::Single,
            "version" => Self::Version,
            "address" => Self::Address,
            "target" => Self::Target,
            "removed" => Self::Removed,
            "import" => Self::Import,
            words => Self::Words(words),
        }
    }
}

/// The most attributes that help lists.
const MOST_LISTED: usize = 10;

impl Shape {
    /// Returns the attribute with a name, if the shape allows it.
    pub fn attribute(&self, name: &str) -> Option<Attribute> {
        let of = |name: &str| self.attributes.iter().copied().find(|attribute| attribute.name == name);
        of(name).or_else(|| of("*")).filter(|attribute| !attribute.is_reserved)
    }

    /// Returns the phrase for the labels of a nested block, if the block is known.
    pub fn labels(&self, kind: &str) -> Option<&'static str> {
        let known = self.blocks.iter().find(|block| block.kind == kind && !block.is_reserved);
        known.map(|block| block.labels)
    }

    /// Holds if an attribute is known by its name.
    pub fn names_attribute(&self, name: &str) -> bool {
        self.attributes.iter().any(|attribute| attribute.name == name)
    }

    /// Returns the attribute that an unknown name may mean.
    pub fn nearest_attribute(&self, name: &str) -> Option<String> {
        nearest(name, self.attributes.iter().filter(|known| !known.is_reserved).map(|known| known.name))
    }

    /// Returns the names of the attributes of the shape at a place, if they are few.
    pub fn names_of_attributes(&self, place: &str) -> Vec<String> {
        let is_own = |of: &&Attribute| !of.is_reserved && of.name != "*" && !is_of_pulumi_in(place, of.name);
        let mut names: Vec<String> = self.attributes.iter().filter(is_own).map(|of| of.name.to_owned()).collect();
        if names.len() > MOST_LISTED {
            return Vec::new();
        }
        names.sort_unstable();
        names
    }

    /// Returns the type of nested blocks that an unknown one may mean.
    pub fn nearest_block(&self, kind: &str) -> Option<String> {
        nearest(kind, self.blocks.iter().filter(|known| !known.is_reserved).map(|known| known.kind))
    }

    /// Holds if nested blocks of an unknown type are allowed.
    pub fn allows(&self, kind: &str) -> bool {
        self.is_open && !self.blocks.iter().any(|block| block.kind == kind && block.is_reserved)
    }
}

/// The parts of a block that the language has, as far as they have names.
#[derive(Clone, Debug, Default)]
pub struct KnownParts {
    /// The attributes, each with `true` if it is required.
    pub attributes: Vec<(&'static str, bool)>,
    /// The nested blocks, each with the number of its labels.
    pub blocks: Vec<(&'static str, usize)>,
}

/// The path of the backends, before their names.
const BACKEND: &str = "terraform/backend/";

/// The blocks that take `providers` in all modules.
const WITH_PROVIDERS: [&str; 2] = ["module", "tests/run"];

/// The parts of blocks that only modules run by Pulumi have.
const OF_PULUMI: [&str; 8] =
    ["call", "component", "config", "package", "pulumi", "required_version_range", "resource_option", "providers"];

/// Holds for attributes that only modules run by Pulumi have, in the block with a path.
pub(super) fn is_of_pulumi(path: &str, name: &str) -> bool {
    is_of_pulumi_in(path, name) && shape(path).is_some_and(|shape| shape.names_attribute(name))
}

fn is_of_pulumi_in(path: &str, name: &str) -> bool {
    OF_PULUMI.contains(&name) && !(name == "providers" && WITH_PROVIDERS.contains(&path))
}

/// Returns the parts of a block that the language has, given the types of the enclosing blocks, outermost first, and its own. The
/// module itself has no type.
pub fn known_parts(path: &[&str]) -> KnownParts {
    let place = match path {
        [] => TOP.to_owned(),
        [.., "dynamic"] => super::repeated::DYNAMIC.to_owned(),
        [.., "dynamic", "content"] => super::repeated::CONTENT.to_owned(),
        path => path.join("/"),
    };
    let Some(shape) = shape(&place) else { return KnownParts::default() };
    let is_common = |name: &str| !is_of_pulumi_in(&place, name);
    let attributes = shape.attributes.iter().filter(|of| of.name != "*" && !of.is_reserved && is_common(of.name));
    let blocks = shape.blocks.iter().filter(|of| of.kind != "_" && !of.is_reserved && is_common(of.kind));
    KnownParts {
        attributes: attributes.map(|of| (of.name, of.is_required)).collect(),
        blocks: blocks.map(|of| (of.kind, label_count(of.labels))).collect(),
    }
}

/// Returns the number of labels in a phrase.
pub(super) fn label_count(phrase: &str) -> usize {
    if phrase.is_empty() { 0 } else { phrase.split(" and ").count() }
}

static SHAPES: LazyLock<FxHashMap<&str, Shape>> = LazyLock::new(|| {
    include_str!("blocks.txt").lines().filter(|line| !line.starts_with('#')).filter_map(read).collect()
});

/// Returns the shape of the blocks with a path: the types of the enclosing blocks, outermost first, and its own.
pub(super) fn shape(path: &str) -> Option<&'static Shape> {
    SHAPES.get(path)
}

/// The names of the backends, in order.
pub fn backends() -> Vec<&'static str> {
    let names = SHAPES.keys().filter_map(|path| path.strip_prefix(BACKEND));
    let mut names: Vec<&str> = names.filter(|name| !name.contains('/')).collect();
    names.sort_unstable();
    names
}

/// Returns the path of the settings of a backend. Those of a cloud are those of the backend `cloud`.
pub(super) fn backend_path(name: &str) -> String {
    format!("{BACKEND}{name}")
}

fn read(line: &'static str) -> Option<(&'static str, Shape)> {
    let (path, rest) = line.split_once(" = ")?;
    let (called, rest) = rest.split_once(':')?;
    let (attributes, blocks) = rest.split_once(';')?;
    let attributes = attributes.split_whitespace().map(attribute).collect();
    let is_open = blocks.split_whitespace().any(|block| block == "*");
    let blocks = blocks.split_inclusive(')').filter_map(|block| {
        let (kind, labels) = block.split_once('(')?;
        let (kind, is_required) =
            kind.trim().strip_prefix('!').map_or((kind.trim(), false), |kind| (kind.trim(), true));
        let (kind, is_reserved) = kind.strip_prefix('-').map_or((kind, false), |kind| (kind, true));
        Some(Nested { kind, labels: labels.strip_suffix(')')?, is_required, is_reserved })
    });
    let shape = Shape { called, attributes, blocks: blocks.collect(), is_open };
    Some((path, shape))
}

fn attribute(text: &'static str) -> Attribute {
    let (text, is_reserved) = text.strip_prefix('-').map_or((text, false), |text| (text, true));
    let (text, is_required) = text.strip_suffix('!').map_or((text, false), |text| (text, true));
    let at = text.find(['&', ':', '=', '~', '@']).unwrap_or(text.len());
    let (name, rest) = text.split_at(at);
    let after = rest.get(1..).unwrap_or_default();
    let (form, ty) = match rest.chars().next() {
        Some('&') => (Form::Name, None),
        Some(':') => (Form::Value, primitive(after)),
        Some('=') => (Form::Constant, primitive(after)),
        Some('~') => (Form::Setting, primitive(after)),
        Some('@') => (Form::of(after), None),
        _ => (Form::Value, None),
    };
    Attribute { name, is_required, is_reserved, form, ty }
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
    use super::{Form, label_count, shape};
    use crate::types::BOOL;

    #[test]
    fn shapes_are_read() {
        let variable = shape("variable").expect("a shape");
        assert!(variable.attribute("type").is_some_and(|attribute| attribute.form == Form::Name));
        assert!(variable.attribute("typ").is_none());
        assert_eq!(variable.labels("validation"), Some(""));
        assert_eq!(shape("/").and_then(|module| module.labels("resource")).map(label_count), Some(2));
        assert!(shape("resource").is_some_and(|resource| resource.is_open));
    }

    #[test]
    fn forms_are_read() {
        let of = |path: &str, name: &str| shape(path).and_then(|shape| shape.attribute(name));
        let prevent = of("resource/lifecycle", "prevent_destroy").expect("an attribute");
        assert_eq!((prevent.form, prevent.ty), (Form::Constant, Some(BOOL)));
        assert_eq!(of("resource/provisioner", "when").map(|when| when.form), Some(Form::Words("create,destroy")));
        assert!(of("moved", "from").is_some_and(|from| from.is_required && from.form == Form::Address));
        assert!(of("provider", "count").is_none() && of("provider", "region").is_some());
        let encrypt = of("terraform/backend/s3", "encrypt").expect("a setting");
        assert_eq!((encrypt.form, encrypt.ty), (Form::Setting, Some(BOOL)));
        let check = shape("check/data").expect("a shape");
        assert!(!check.allows("lifecycle") && check.allows("filter") && check.labels("lifecycle").is_none());
        let required = |path: &str| shape(path).map(|shape| shape.blocks.iter().any(|block| block.is_required));
        assert_eq!((required("resource/dynamic"), required("resource")), (Some(true), Some(false)));
    }
}
