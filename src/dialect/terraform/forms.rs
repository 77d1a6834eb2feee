//! The forms of expressions that have no value, or have to be constants: references, addresses, words, versions.

use std::borrow::Cow;
use std::sync::LazyLock;

use regex_lite::Regex;

use super::blocks::{At, Reader};
use super::shapes::{Attribute as OfShape, Form};
use crate::program::resolve::attribute_path;
use crate::program::structure::StructureProblemKind as Kind;
use crate::syntax::tree::{Attribute, Block, Node, NodeId, Step, StepKey, Tree};
use crate::types::{Interner, Name};

/// The first parts of addresses that do not name a resource.
const NO_RESOURCES: [&str; 8] = ["var", "local", "path", "terraform", "each", "count", "self", "output"];

impl Reader<'_, '_> {
    /// Reports an attribute whose expression does not have the form that the shape of the block requires.
    pub(super) fn check_form(&mut self, at: At<'_>, block: &Block, attribute: &Attribute, of_shape: OfShape) {
        let node = attribute.value;
        match of_shape.form {
            Form::Value | Form::Name | Form::Setting => {}
            Form::Constant => self.check_constant(at, attribute),
            Form::Version => self.check_version(at, attribute),
            Form::References => self.check_elements(at, attribute, "references to blocks", is_reference),
            Form::Resources => self.check_elements(at, attribute, "references to resources", is_resource),
            Form::Targets => self.check_elements(at, attribute, "addresses of resources and modules", is_target),
            Form::Actions => self.check_elements(at, attribute, "references to actions", is_action),
            Form::Arguments if is_word(at.tree, node, "all", self.types) => {}
            Form::Arguments => self.check_elements(at, attribute, "arguments, or the word `all`", is_argument),
            Form::Providers => self.check_providers(at, attribute),
            Form::Provider if is_provider(at.tree, node) && !self.means_no_provider(at, block, node) => {}
            Form::Provider => self.not_a_literal(at, attribute, node, "the name of a provider, or one with its alias"),
            Form::Single if matches!(steps(at.tree, node), Some((_, []))) => {}
            Form::Single => self.not_a_literal(at, attribute, node, "a single name"),
            Form::Words(words) => self.check_word(at, attribute, words),
            Form::Address => self.check_address(at, attribute, is_moved),
            Form::Target => self.check_address(at, attribute, |tree, node, types| address(tree, node, types).map(drop)),
            Form::Removed => self.check_address(at, attribute, is_removed),
            Form::Import => self.check_address(at, attribute, is_imported),
        }
    }

    /// Holds if `null` stands for no provider: only the provider `null` has that name, and its types begin with it.
    fn means_no_provider(&self, at: At<'_>, block: &Block, node: NodeId) -> bool {
        let is_of_null = || block.labels.first().is_some_and(|of| self.types.text(of.0).starts_with("null_"));
        matches!(at.tree.node(node), Node::Null) && !is_of_null()
    }

    pub(super) fn not_a_literal(
        &mut self,
        at: At<'_>,
        attribute: &Attribute,
        node: NodeId,
        expected: impl Into<Cow<'static, str>>,
    ) {
        // What cannot be read has been reported.
        if matches!(at.tree.node(node), Node::Broken) {
            return;
        }
        let (name, expected) = (self.types.text(attribute.name).to_owned(), expected.into());
        self.problem(at, at.tree.span(node), Kind::NotALiteral { name, expected });
    }

    fn check_constant(&mut self, at: At<'_>, attribute: &Attribute) {
        let name = self.types.text(attribute.name);
        if matches!(at.tree.node(attribute.value), Node::Null) {
            let reason = format!("`{name}` must not be null");
            self.problem(at, at.tree.span(attribute.value), Kind::WrongConstant(reason));
        } else if let Some(reference) = self.early_reference(at, attribute.value) {
            self.not_a_literal(at, attribute, reference, "a constant, without references and calls");
        }
    }

    /// Returns the first part of an expression because of which it cannot be evaluated before all others.
    pub(super) fn early_reference(&self, at: At<'_>, node: NodeId) -> Option<NodeId> {
        first_reference(at.tree, node).filter(|_| !self.evaluates_early)
    }

    fn check_version(&mut self, at: At<'_>, attribute: &Attribute) {
        let span = at.tree.span(attribute.value);
        match at.tree.node(attribute.value) {
            Node::String(text) if is_version(self.types.text(text)) => {}
            Node::String(text) => {
                let reason = format!("`{}` is not a version constraint", self.types.text(text));
                self.problem(at, span, Kind::WrongConstant(reason));
            }
            Node::Null | Node::Number(_) => {}
            _ if self.evaluates_early => {}
            _ => self.not_a_literal(at, attribute, attribute.value, "a version constraint"),
        }
    }

    /// Checks the elements of a list that must be written as one.
    fn check_elements(
        &mut self,
        at: At<'_>,
        attribute: &Attribute,
        expected: &'static str,
        is_right: fn(&Tree, NodeId, &Interner) -> bool,
    ) {
        let Node::Tuple(items) = at.tree.node(attribute.value) else {
            return self.not_a_literal(at, attribute, attribute.value, expected);
        };
        let wrong = at.tree.list(items).iter().copied().filter(|&item| !is_right(at.tree, item, self.types));
        for item in wrong.collect::<Vec<_>>() {
            self.not_a_literal(at, attribute, item, expected);
        }
    }

    fn check_providers(&mut self, at: At<'_>, attribute: &Attribute) {
        let Node::Object(items) = at.tree.node(attribute.value) else {
            return self.not_a_literal(at, attribute, attribute.value, "a map of providers");
        };
        let wrong = at.tree.items(items).iter().filter(|item| !is_provider(at.tree, item.value));
        for value in wrong.map(|item| item.value).collect::<Vec<_>>() {
            self.not_a_literal(at, attribute, value, "the name of a provider, or one with its alias");
        }
    }

    fn check_word(&mut self, at: At<'_>, attribute: &Attribute, words: &'static str) {
        let node = attribute.value;
        // Old versions have the words of provisioners as texts, and had no tests.
        let may_be_text = !["command", "mode"].contains(&self.types.text(attribute.name));
        let is_one =
            |word| is_word(at.tree, node, word, self.types) || may_be_text && is_text(at.tree, node, word, self.types);
        if !words.split(',').any(is_one) {
            let words: Vec<String> = words.split(',').map(|word| format!("`{word}`")).collect();
            let expected = words.join(" or ");
            self.not_a_literal(at, attribute, node, expected);
        }
    }

    fn check_address(
        &mut self,
        at: At<'_>,
        attribute: &Attribute,
        check: fn(&Tree, NodeId, &Interner) -> Result<(), &'static str>,
    ) {
        if let Err(reason) = check(at.tree, attribute.value, self.types)
            && !matches!(at.tree.node(attribute.value), Node::Broken)
        {
            let message = format!("the attribute `{}` {reason}", self.types.text(attribute.name));
            self.problem(at, at.tree.span(attribute.value), Kind::WrongAddress(message));
        }
    }
}

/// An address of a resource or a module: `module.a.aws_vpc.b[0]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Address {
    /// The type of the resource; none for a module.
    pub ty: Option<Name>,
    /// Holds for data sources.
    is_data: bool,
    /// Holds if an instance is meant.
    has_key: bool,
}

/// Returns the address that an expression denotes.
pub(super) fn address(tree: &Tree, node: NodeId, types: &Interner) -> Result<Address, &'static str> {
    const NO_ADDRESS: &str = "is not the address of a resource or module";
    let (root, steps) = steps(tree, node).ok_or(NO_ADDRESS)?;
    let is_key = |step: &Step| match step.key {
        StepKey::Number(number) => types.number_of(number).is_integer(),
        StepKey::Bool(_) | StepKey::Null => false,
        StepKey::Attribute(_) | StepKey::Text(_) => true,
    };
    if !steps.iter().all(is_key) {
        return Err("has a key that is neither a string nor a whole number");
    }
    let mut parts: Vec<Option<Name>> = vec![Some(root)];
    parts.extend(steps.iter().map(|step| match step.key {
        StepKey::Attribute(name) => Some(name),
        _ => None,
    }));
    let is = |part: Option<&Option<Name>>, word: &str| matches!(part, Some(Some(name)) if types.text(*name) == word);
    let mut rest = &parts[..];
    let mut has_key = false;
    while is(rest.first(), "module") {
        let [_, Some(_), after @ ..] = rest else { return Err("lacks the name of a module") };
        let keys = after.iter().take_while(|part| part.is_none()).count();
        (rest, has_key) = (after.get(keys..).unwrap_or_default(), keys > 0);
        if rest.is_empty() {
            return Ok(Address { ty: None, is_data: false, has_key });
        }
    }
    let is_data = is(rest.first(), "data");
    if is_data || is(rest.first(), "resource") {
        rest = rest.get(1..).unwrap_or_default();
    }
    match rest {
        [Some(ty), ..] if NO_RESOURCES.contains(&types.text(*ty)) => Err(NO_ADDRESS),
        [Some(ty), Some(_)] => Ok(Address { ty: Some(*ty), is_data, has_key }),
        [Some(ty), Some(_), None] => Ok(Address { ty: Some(*ty), is_data, has_key: true }),
        [Some(_)] | [] => Err("lacks the name of a resource"),
        _ => Err("has further parts after the name of a resource"),
    }
}

fn is_moved(tree: &Tree, node: NodeId, types: &Interner) -> Result<(), &'static str> {
    address(tree, node, types).map(|_| ())
}

fn is_target(tree: &Tree, node: NodeId, types: &Interner) -> bool {
    address(tree, node, types).is_ok()
}

fn is_removed(tree: &Tree, node: NodeId, types: &Interner) -> Result<(), &'static str> {
    match address(tree, node, types)? {
        Address { is_data: true, .. } => Err("is the address of a data source"),
        Address { has_key: true, .. } => Err("is the address of an instance"),
        _ => Ok(()),
    }
}

pub(super) fn is_imported(tree: &Tree, node: NodeId, types: &Interner) -> Result<(), &'static str> {
    // The key may depend on `each`.
    let node = match tree.node(node) {
        Node::Index(collection, _) => collection,
        _ => node,
    };
    match address(tree, node, types)? {
        Address { ty: Some(_), is_data: false, .. } => Ok(()),
        _ => Err("is not the address of a resource"),
    }
}

/// Returns the name and the steps of a traversal.
fn steps(tree: &Tree, node: NodeId) -> Option<(Name, &[Step])> {
    match tree.node(node) {
        Node::Variable(name, steps) => Some((name, tree.steps(steps))),
        _ => None,
    }
}

fn is_word(tree: &Tree, node: NodeId, word: &str, types: &Interner) -> bool {
    matches!(steps(tree, node), Some((name, [])) if types.text(name) == word)
}

fn is_text(tree: &Tree, node: NodeId, word: &str, types: &Interner) -> bool {
    matches!(tree.node(node), Node::String(text) if types.text(text) == word)
}

/// Holds for the name of a provider, and for one with an alias. Old versions have it as a text.
fn is_provider(tree: &Tree, node: NodeId) -> bool {
    match tree.node(node) {
        // A provider has the name `null`.
        Node::String(_) | Node::Null => true,
        // OpenTofu has providers with keys.
        Node::Index(of, _) => alias_of_null(tree, of).is_some() || matches!(steps(tree, of), Some((_, [_]))),
        _ if alias_of_null(tree, node).is_some() => true,
        _ => match steps(tree, node) {
            Some((_, [] | [Step { key: StepKey::Attribute(_), .. }])) => true,
            Some((_, [first, second])) => {
                matches!((first.key, second.key), (StepKey::Attribute(_), StepKey::Text(_) | StepKey::Number(_)))
            }
            _ => false,
        },
    }
}

/// Returns the alias in `null.alias`, a configuration of the provider `null`.
pub(super) fn alias_of_null(tree: &Tree, node: NodeId) -> Option<Name> {
    match tree.node(node) {
        Node::Relative(of, steps) if matches!(tree.node(of), Node::Null) => match tree.steps(steps) {
            [Step { key: StepKey::Attribute(alias), .. }] => Some(*alias),
            _ => None,
        },
        _ => None,
    }
}

/// Holds for references to whole blocks. Old versions have them as texts.
fn is_reference(tree: &Tree, node: NodeId, types: &Interner) -> bool {
    let Some((root, steps)) = steps(tree, node) else { return matches!(tree.node(node), Node::String(_)) };
    let names = steps.iter().take_while(|step| matches!(step.key, StepKey::Attribute(_))).count();
    let (most, has_keys) = match types.text(root) {
        // The outputs of a module may be named.
        "module" => return steps.is_empty() || is_part_of_module(&steps[1..]),
        "var" | "local" => (1, false),
        "data" | "ephemeral" | "resource" => (2, true),
        _ => (1, true),
    };
    names <= most && (steps.len() == names || has_keys && steps.len() == names + 1)
}

/// Holds for the steps from the name of a module to its instance, or to an output.
fn is_part_of_module(steps: &[Step]) -> bool {
    let is_key = |step: &Step| !matches!(step.key, StepKey::Attribute(_));
    match steps {
        [] | [_] => true,
        [key, output] => is_key(key) && !is_key(output),
        _ => false,
    }
}

/// Holds if the key of an instance is computed only from the key of the block's own instance.
fn is_own_key(tree: &Tree, key: NodeId, types: &Interner) -> bool {
    let path: Vec<&str> = attribute_path(tree, key).into_iter().map(|part| types.text(part)).collect();
    let mut is_own = matches!(path[..], [] | ["count", "index"] | ["each", "key"]);
    tree.each_child(key, &mut |child| is_own &= is_own_key(tree, child, types));
    is_own
}

/// Holds for references to resources, their instances or attributes.
fn is_resource(tree: &Tree, node: NodeId, types: &Interner) -> bool {
    match tree.node(node) {
        Node::Index(of, key) => is_resource(tree, of, types) && is_own_key(tree, key, types),
        Node::Relative(of, _) | Node::Splat(of, _) => is_resource(tree, of, types),
        Node::Variable(root, steps) => {
            let root = types.text(root);
            !tree.steps(steps).is_empty() && !NO_RESOURCES.contains(&root) && !["module", "data"].contains(&root)
        }
        _ => false,
    }
}

fn is_action(tree: &Tree, node: NodeId, types: &Interner) -> bool {
    match tree.node(node) {
        Node::Index(of, _) => is_action(tree, of, types),
        Node::Variable(root, steps) => types.text(root) == "action" && tree.steps(steps).len() >= 2,
        _ => false,
    }
}

fn is_argument(tree: &Tree, node: NodeId, types: &Interner) -> bool {
    match tree.node(node) {
        Node::String(text) => types.text(text) != "*",
        Node::Variable(..) => true,
        _ => false,
    }
}

/// Returns the first reference or call in an expression. The variables of its for-expressions are no references.
pub(super) fn first_reference(tree: &Tree, root: NodeId) -> Option<NodeId> {
    first_free(tree, root, &mut Vec::new())
}

/// Returns the first call or reference to a name that is not bound.
fn first_free(tree: &Tree, root: NodeId, bound: &mut Vec<Name>) -> Option<NodeId> {
    match tree.node(root) {
        Node::Call(_) => Some(root),
        Node::Variable(name, _) => (!bound.contains(&name)).then_some(root),
        Node::For(parts) => {
            let parts = tree.for_parts(parts);
            if let Some(found) = first_free(tree, parts.collection, bound) {
                return Some(found);
            }
            let outer = bound.len();
            bound.extend(parts.key_variable.into_iter().chain([parts.value_variable]));
            let inner = [parts.key, Some(parts.value), parts.condition];
            let found = inner.into_iter().flatten().find_map(|part| first_free(tree, part, bound));
            bound.truncate(outer);
            found
        }
        _ => {
            let mut children = Vec::new();
            tree.each_child(root, &mut |child| children.push(child));
            children.into_iter().find_map(|child| first_free(tree, child, bound))
        }
    }
}

/// Holds for version constraints: comparisons with versions, separated by commas.
pub(super) fn is_version(text: &str) -> bool {
    static COMPARISON: LazyLock<Option<Regex>> = LazyLock::new(|| {
        let version =
            r"v?[0-9]+(\.[0-9]+)*((-[0-9]|-?[A-Za-z~])[0-9A-Za-z~-]*(\.[0-9A-Za-z~-]+)*)?(\+[0-9A-Za-z~.-]+)?";
        Regex::new(&format!(r"^\s*(=|!=|>|<|>=|<=|~>)?\s*{version}\s*$")).ok()
    });
    text.split(',').all(|part| COMPARISON.as_ref().is_none_or(|comparison| comparison.is_match(part)))
}

#[cfg(test)]
mod tests {
    use super::is_version;

    #[test]
    fn versions_are_compared() {
        let right = ["1", ">= 1.0, < 2", "~> 5.0", "= 1.2.3-beta1", "v1.2", "!=1.0.0+build", ">=1.0"];
        assert!(right.iter().all(|text| is_version(text)));
        assert!(["", "abc", ">= 1.0 < 2", "1.", "=> 1", "~>", "1.0,"].iter().all(|text| !is_version(text)));
    }
}
