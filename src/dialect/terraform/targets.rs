//! References that are checked once all blocks of a module are known: the targets of imports, and addresses in quotes, which old
//! versions of the language require.

use std::sync::{Arc, LazyLock};

use compact_str::CompactString;
use regex_lite::Regex;
use rustc_hash::FxHashMap;

use super::addresses::address;
use super::blocks::{At, Reader, attributes};
use super::forms::is_imported;
use crate::program::resolve::{PROVIDER, attribute_path};
use crate::program::structure::{ModuleProblem, StructureProblemKind as Kind};
use crate::program::{Definition, Kind as Of, ModuleCall, Program};
use crate::source::Span;
use crate::syntax::tree::{Attribute, Block, BodyItem, Node, NodeId, StepKey, Tree};
use crate::types::Interner;
use crate::types::nearest::{KnownNames, nearest};
use crate::types::vocabulary::RangeKind;

/// The key of an instance in an address.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Key {
    Number,
    Text,
    /// A value of the import's repetition. The keys of elements are texts.
    Computed {
        is_text: bool,
    },
}

impl Key {
    /// Returns the key at the start of the rest of an address: `["a"]`.
    fn written(rest: &str) -> Option<Self> {
        match rest.strip_prefix('[')?.chars().next()? {
            '"' => Some(Self::Text),
            _ => Some(Self::Number),
        }
    }
}

/// The target of an import, if it is a resource of the module itself.
struct Target {
    address: String,
    key: Option<Key>,
}

impl Reader<'_, '_> {
    /// Checks what the blocks at the top of a file refer to.
    pub(super) fn check_targets(&mut self, at: At<'_>) {
        if self.program.is_run_by_pulumi() {
            return;
        }
        for block in at.tree.body.iter().filter_map(BodyItem::as_block) {
            match self.types.text(block.kind) {
                "import" if self.reading.is_outermost() => self.check_target(at, block),
                "import" => {
                    let (block_type, inside) = ("import".to_owned(), Some("a called module"));
                    let kind = Kind::UnknownBlock { block: block_type, inside, suggestion: None };
                    self.problem(at, block.kind_span, kind);
                }
                "moved" => self.check_left(at, block, "moved"),
                "removed" => self.check_left(at, block, "removed"),
                _ => self.check_quoted(at, block),
            }
        }
    }

    /// Checks that what is moved or removed is not declared any more.
    fn check_left(&mut self, at: At<'_>, block: &Block, how: &str) {
        let Some(from) = self.named(block, "from").cloned() else { return };
        let of = |attribute: &Attribute, types: &Interner| address(at.tree, attribute.value, types);
        let Some(address) = of(&from, self.types) else { return };
        let to = self.named(block, "to").and_then(|to| of(to, self.types));
        // A move into an instance of the same block keeps the block.
        let stays = to.is_some_and(|to| to.split('[').next() == Some(&address[..]));
        if !stays && self.declared(&address).is_some() {
            let message = format!("`{address}` is {how}, but still declared");
            self.problem(at, at.tree.span(from.value), ModuleProblem::DoubtfulAddress(message));
        }
    }

    /// Checks the target of an import: its key is one that instances of the resource have.
    fn check_target(&mut self, at: At<'_>, block: &Block) {
        let Some(to) = self.named(block, "to").cloned() else { return };
        // What is no address of a resource is reported as such.
        if is_imported(at.tree, to.value, self.types).is_err() {
            return;
        }
        let range = self.named(block, "for_each").map(|range| range.value);
        let misspelt = |given: &Attribute| nearest(self.types.text(given.name), ["for_each"]).is_some();
        let is_repeated = range.is_some() || attributes(block).any(misspelt);
        if let (Node::Index(..), false) = (at.tree.node(to.value), is_repeated) {
            return self.not_a_literal(at, &to, to.value, "a static address, without a computed key");
        }
        if let Some(span) = whole_each(at.tree, to.value, self.types) {
            let message = "incomplete address `each`: the name of an attribute is missing".to_owned();
            return self.problem(at, span, Kind::WrongAddress(message));
        }
        // The keys of a sequence are numbers.
        let has_text_keys = range.is_some_and(|range| has_text_keys(at.tree, range, self.types));
        let computed = match at.tree.node(to.value) {
            Node::Index(_, key) if is_key_of_each(at.tree, key, self.types) => {
                Some(match range.map(|range| at.tree.node(range)) {
                    Some(Node::Tuple(_)) => Key::Number,
                    _ => Key::Computed { is_text: has_text_keys },
                })
            }
            Node::Index(..) => Some(Key::Computed { is_text: false }),
            _ => None,
        };
        if let Some(module) = called_module(at.tree, to.value, self.types) {
            return self.check_called(at, &to, &module, computed);
        }
        let Some(target) = target(at.tree, to.value, computed, self.types) else { return };
        let declared = self.declared(&target.address);
        let repeated = declared.and_then(|of| of.block.as_ref()).and_then(|block| block.repeated);
        let is_declared = declared.is_some();
        if let Some(reason) = misfit(repeated, target.key, is_declared).filter(|_| !self.is_cut_off) {
            let message = misfitting(reason, &target.address);
            return self.problem(at, at.tree.span(to.value), Kind::WrongAddress(message));
        }
        if !is_declared && let Some(meant) = self.misspelt(&target.address) {
            let message = format!("no resource `{}` takes the import: there is a resource `{meant}`", target.address);
            return self.problem(at, at.tree.span(to.value), ModuleProblem::DoubtfulAddress(message));
        }
        if let (true, Some(provider)) = (is_declared, self.named(block, "provider")) {
            let (name, inside) = ("provider".to_owned(), "an import of a declared resource");
            let span = provider.name_span;
            self.problem(at, span, Kind::unknown_attribute(name, inside, None));
        }
        let id = self.named(block, "id").map(|id| id.value);
        let own = id.and_then(|id| own_reference(at.tree, id, &target.address, self.types));
        if let Some(own) = own {
            let message = format!("the attribute `id` refers to `{}`, which is being imported", target.address);
            self.problem(at, at.tree.span(own), Kind::WrongAddress(message));
        }
    }

    /// Checks that the module of an imported resource is declared, and has the resource, with such keys.
    fn check_called(&mut self, at: At<'_>, to: &Attribute, module: &str, computed: Option<Key>) {
        let message = if self.declared(module).is_none() {
            Some(format!("undefined module `{module}`{}", self.offer(module, Of::Module)))
        } else {
            self.lacked_by_module(at, to, module, computed)
        };
        if let Some(message) = message {
            self.problem(at, at.tree.span(to.value), Kind::WrongAddress(message));
        }
    }

    /// Returns what a called module lacks, if the target of an import is none of its own resources.
    fn lacked_by_module(&mut self, at: At<'_>, to: &Attribute, module: &str, computed: Option<Key>) -> Option<String> {
        let call = self.program.calls.get(self.addresses.get(module)?)?;
        let known = self.called_names.entry(Arc::as_ptr(call)).or_insert_with(|| CalledNames::of(call));
        let written = address(at.tree, without_key(at.tree, to.value), self.types)?;
        let inside = written.strip_prefix(module)?;
        let inside = if inside.starts_with('[') { inside.split_once(']')?.1 } else { inside };
        let inside = inside.strip_prefix('.')?;
        let (resource, key) = inside.split_at(inside.find('[').unwrap_or(inside.len()));
        let is_resource = resource.matches('.').count() == 1 && !resource.starts_with("module.");
        if !is_resource {
            return None;
        }
        if let Some(&repeated) = known.repeated.get(resource) {
            let reason = misfit(repeated, Key::written(key).or(computed), true)?;
            return Some(misfitting(reason, &format!("{module}.{resource}")));
        }
        let meant = known.addresses.nearest(resource, |_| true);
        let meant = meant.map_or_else(String::new, |meant| format!(": there is a resource `{meant}`"));
        Some(format!("`{module}` has no resource `{resource}`{meant}"))
    }

    /// Checks the addresses in quotes of a block.
    fn check_quoted(&mut self, at: At<'_>, block: &Block) {
        let quoted = |node: NodeId, types: &Interner| match at.tree.node(node) {
            Node::String(text) => Some((types.text(text).to_owned(), at.tree.span(node))),
            _ => None,
        };
        if let Some(Node::Tuple(items)) = self.named(block, "depends_on").map(|list| at.tree.node(list.value)) {
            for &item in at.tree.list(items) {
                if let Some((text, span)) = quoted(item, self.types) {
                    self.check_quoted_reference(at, &text, span);
                }
            }
        }
        let lifecycles = block.body.iter().filter_map(BodyItem::as_block);
        let lifecycles = lifecycles.filter(|inner| self.types.text(inner.kind) == "lifecycle");
        let ignored = lifecycles.filter_map(|inner| self.named(inner, "ignore_changes")).map(|list| list.value);
        let items = ignored.filter_map(|list| match at.tree.node(list) {
            Node::Tuple(items) => Some(at.tree.list(items)),
            _ => None,
        });
        let is_call = self.types.text(block.kind) == "module";
        let passed = match self.named(block, "providers").filter(|_| is_call).map(|map| at.tree.node(map.value)) {
            Some(Node::Object(items)) => at.tree.items(items),
            _ => &[],
        };
        let passed: Vec<_> = passed.iter().filter_map(|item| quoted(item.value, self.types)).collect();
        let texts: Vec<_> =
            items.flatten().copied().filter_map(|node| quoted(node, self.types)).filter(|text| text.0 != "*").collect();
        for (text, span) in texts {
            // In JSON, what is no argument stays a text.
            if at.is_json {
                let message = format!("`{text}` is not the name of an argument");
                self.problem(at, span, Kind::WrongAddress(message));
            } else {
                self.problem(at, span, ModuleProblem::QuotedReference(text));
            }
        }
        for (text, span) in passed {
            self.check_quoted_provider(at, &text, span);
        }
        let configured = ["resource", "data", "ephemeral"].contains(&self.types.text(block.kind));
        let provider = self.named(block, "provider").filter(|_| configured).map(|attribute| attribute.value);
        if let Some((text, span)) = provider.and_then(|provider| quoted(provider, self.types)) {
            self.check_quoted_provider(at, &text, span);
        }
    }

    fn check_quoted_reference(&mut self, at: At<'_>, text: &str, span: Span) {
        let message = match Quoted::of(text) {
            Quoted::Malformed => format!("`{text}` is not a reference to a block"),
            Quoted::Incomplete => format!("incomplete address `{text}`"),
            Quoted::Inside(address) => format!("`{text}` is an attribute of `{address}`, not a whole block"),
            Quoted::Block(address, kind) if self.declared(&address).is_none() => {
                format!("undefined {} `{address}`{}", word(kind), self.offer(&address, kind))
            }
            Quoted::Block(..) | Quoted::Other => {
                return self.problem(at, span, ModuleProblem::QuotedReference(text.to_owned()));
            }
        };
        self.problem(at, span, Kind::WrongAddress(message));
    }

    fn check_quoted_provider(&mut self, at: At<'_>, text: &str, span: Span) {
        let parts: Vec<&str> = text.split('.').collect();
        let is_name = |part: &str| is_match(&NAME, part);
        let message = match parts[..] {
            [name] if is_name(name) => return self.problem(at, span, ModuleProblem::QuotedReference(text.to_owned())),
            [name, alias] if is_name(name) && is_name(alias) => {
                let whole = format!("{PROVIDER}{text}");
                if self.declared(&whole).is_some() {
                    return self.problem(at, span, ModuleProblem::QuotedReference(text.to_owned()));
                }
                let meant = self.declared_names().providers.nearest(text, |_| true);
                let meant = meant.map_or_else(String::new, |meant| format!(": there is `{meant}`"));
                format!("undefined provider configuration `{text}`{meant}")
            }
            _ => format!("`{text}` is not the name of a provider, or one with its alias"),
        };
        self.problem(at, span, Kind::WrongAddress(message));
    }

    /// Reports preconditions and postconditions of a block that refer to it by its address.
    pub(super) fn check_own_conditions(&mut self, at: At<'_>, block: &Block) {
        let Some(address) = self.address(block) else { return };
        if !["resource", "data", "ephemeral"].contains(&self.types.text(block.kind)) {
            return;
        }
        let inner = |block: &'_ Block| block.body.iter().filter_map(BodyItem::as_block).cloned().collect::<Vec<_>>();
        for condition in inner(block).iter().flat_map(inner) {
            let kind = self.types.text(condition.kind).to_owned();
            let help = match &kind[..] {
                "postcondition" => ", which is `self` here",
                "precondition" => "",
                _ => continue,
            };
            for attribute in attributes(&condition) {
                if let Some(own) = own_reference(at.tree, attribute.value, &address, self.types) {
                    let message = format!("the {kind} of `{address}` refers to `{address}`{help}");
                    self.problem(at, at.tree.span(own), Kind::WrongAddress(message));
                }
            }
        }
    }

    fn named<'b>(&self, block: &'b Block, name: &str) -> Option<&'b Attribute> {
        attributes(block).find(|attribute| self.types.text(attribute.name) == name)
    }

    /// Returns the declared addresses, once all blocks are read.
    fn declared_names(&mut self) -> &DeclaredNames {
        self.declared_names.get_or_insert_with(|| DeclaredNames::of(self.program))
    }

    pub(super) fn declared(&self, address: &str) -> Option<&Definition> {
        self.addresses.get(address).map(|&id| self.program.definition(id))
    }

    /// Returns the resource of the same type whose name is misspelt in an address.
    fn misspelt(&mut self, address: &str) -> Option<String> {
        let (ty, name) = address.rsplit_once('.')?;
        let named = self.declared_names().resources.get(ty)?.slip(name)?;
        Some(format!("{ty}.{named}"))
    }

    /// Returns the end of a message with the nearest address of a kind.
    pub(super) fn offer(&mut self, address: &str, kind: Of) -> String {
        let known = self.declared_names().addresses.get(&kind);
        let meant = known.and_then(|known| known.nearest(address, |_| true));
        let article = if matches!(kind, Of::Output | Of::Ephemeral) { "an" } else { "a" };
        meant.map_or_else(String::new, |meant| format!(": there is {article} {} `{meant}`", word(kind)))
    }
}

/// The addresses that a module declares, with which many undeclared ones are compared.
pub(super) struct DeclaredNames {
    /// Those of each kind.
    addresses: FxHashMap<Of, KnownNames<CompactString>>,
    /// The names of the resources of each type.
    resources: FxHashMap<CompactString, KnownNames<CompactString>>,
    /// The provider configurations, without the word for them.
    providers: KnownNames<CompactString>,
}

impl DeclaredNames {
    fn of(program: &Program) -> Self {
        let mut all =
            Self { addresses: FxHashMap::default(), resources: FxHashMap::default(), providers: KnownNames::default() };
        for definition in &program.definitions {
            let label = &definition.label;
            if definition.name.is_some() {
                all.addresses.entry(definition.kind).or_default().push(label.clone());
            }
            if let (Of::Resource, Some((ty, name))) = (definition.kind, label.rsplit_once('.')) {
                all.resources.entry(ty.into()).or_default().push(name.into());
            }
            label.strip_prefix(PROVIDER).into_iter().for_each(|provider| all.providers.push(provider.into()));
        }
        all
    }
}

/// The resources of a called module, by their addresses.
pub(super) struct CalledNames {
    repeated: FxHashMap<CompactString, Option<RangeKind>>,
    addresses: KnownNames<CompactString>,
}

impl CalledNames {
    fn of(call: &ModuleCall) -> Self {
        let (mut repeated, mut addresses) = (FxHashMap::default(), KnownNames::default());
        for resource in &call.resources {
            repeated.entry(resource.address.as_str().into()).or_insert(resource.repeated);
            addresses.push(resource.address.as_str().into());
        }
        Self { repeated, addresses }
    }
}

/// Returns why no instance has such a key, as a phrase for the address.
fn misfit(repeated: Option<RangeKind>, key: Option<Key>, is_declared: bool) -> Option<&'static str> {
    let is_text = matches!(key, Some(Key::Text | Key::Computed { is_text: true }));
    match (repeated, key) {
        (None, Some(Key::Number)) => Some("an instance by a number, of a resource without `count`"),
        (None, Some(_)) if is_declared || is_text => Some("an instance by a key, of a resource without `for_each`"),
        (Some(RangeKind::Count), None) => Some("all instances of a resource with `count`"),
        (Some(RangeKind::Items), None) => Some("all instances of a resource with `for_each`"),
        (Some(RangeKind::Count), _) if is_text => Some("an instance by a key, of a resource with `count`"),
        (Some(RangeKind::Items), Some(Key::Number)) => Some("an instance by a number, of a resource with `for_each`"),
        _ => None,
    }
}

fn misfitting(reason: &str, address: &str) -> String {
    format!("the attribute `to` names {reason}: `{address}`")
}

/// Returns the address of the module that a target is in.
fn called_module(tree: &Tree, node: NodeId, types: &Interner) -> Option<String> {
    let node = without_key(tree, node);
    match attribute_path(tree, node)[..] {
        [root, name, ..] if types.text(root) == "module" => Some(format!("module.{}", types.text(name))),
        _ => None,
    }
}

/// Returns the target of an import that is a resource of the module itself, given the key if it is computed.
fn target(tree: &Tree, node: NodeId, computed: Option<Key>, types: &Interner) -> Option<Target> {
    let Node::Variable(_, steps) = tree.node(without_key(tree, node)) else { return None };
    let parts: Vec<&str> =
        attribute_path(tree, without_key(tree, node)).into_iter().map(|part| types.text(part)).collect();
    let [ty, name] = parts.strip_prefix(&["resource"]).unwrap_or(&parts)[..] else { return None };
    let written = tree.steps(steps).get(parts.len() - 1).and_then(|step| match step.key {
        StepKey::Number(_) => Some(Key::Number),
        StepKey::Text(_) => Some(Key::Text),
        _ => None,
    });
    Some(Target { address: format!("{ty}.{name}"), key: written.or(computed) })
}

/// Holds if the keys of a range are certainly texts: those of an object or a set. The target of an import is an address, which has no
/// value and no type: before anything is typed, only the form of the range is known.
fn has_text_keys(tree: &Tree, range: NodeId, types: &Interner) -> bool {
    match tree.node(range) {
        Node::Object(_) => true,
        Node::Call(call) => ["tomap", "toset"].contains(&types.text(tree.call(call).function)),
        _ => false,
    }
}

/// Returns an address without its computed key.
fn without_key(tree: &Tree, node: NodeId) -> NodeId {
    match tree.node(node) {
        Node::Index(collection, _) => collection,
        _ => node,
    }
}

/// Returns the place of `each` as a key, which is no attribute of it.
fn whole_each(tree: &Tree, node: NodeId, types: &Interner) -> Option<Span> {
    let Node::Index(_, key) = tree.node(node) else { return None };
    let is_whole = matches!(attribute_path(tree, key)[..], [each] if types.text(each) == "each");
    is_whole.then(|| tree.span(key))
}

/// Holds for `each.key`.
fn is_key_of_each(tree: &Tree, node: NodeId, types: &Interner) -> bool {
    matches!(attribute_path(tree, node)[..], [each, key] if types.text(each) == "each" && types.text(key) == "key")
}

/// Returns the first reference in an expression to a resource.
fn own_reference(tree: &Tree, root: NodeId, address: &str, types: &Interner) -> Option<NodeId> {
    let path: Vec<&str> = attribute_path(tree, root).into_iter().map(|part| types.text(part)).collect();
    let path = path.strip_prefix(&["resource"]).unwrap_or(&path);
    let count = address.matches('.').count() + 1;
    if path.len() >= count && path[..count].join(".") == address {
        return Some(root);
    }
    let mut children = Vec::new();
    tree.each_child(root, &mut |child| children.push(child));
    children.into_iter().find_map(|child| own_reference(tree, child, address, types))
}

/// A reference in quotes.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Quoted {
    Malformed,
    /// A value that is no block: `path.module`.
    Other,
    Incomplete,
    /// A part of a block with this address.
    Inside(String),
    /// A block with this address.
    Block(String, Of),
}

static NAME: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"^[A-Za-z_][\w-]*$").ok());

static REFERENCE: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r#"^[A-Za-z_][\w-]*(\.[A-Za-z_][\w-]*|\.\d+|\[\d+\]|\["[^"]*"\])*$"#).ok());

fn is_match(form: &LazyLock<Option<Regex>>, text: &str) -> bool {
    form.as_ref().is_none_or(|form| form.is_match(text))
}

impl Quoted {
    pub fn of(text: &str) -> Self {
        if !is_match(&REFERENCE, text) {
            return Self::Malformed;
        }
        let names = text.split('[').next().unwrap_or(text);
        let parts: Vec<&str> = names.strip_prefix("resource.").unwrap_or(names).split('.').collect();
        let (count, kind) = match parts[0] {
            "each" | "count" | "self" | "path" | "terraform" => return Self::Other,
            "var" => (2, Of::Variable),
            "local" => (2, Of::Local),
            "module" => (2, Of::Module),
            "data" => (3, Of::Data),
            "ephemeral" => (3, Of::Ephemeral),
            _ => (2, Of::Resource),
        };
        if parts.len() < count {
            return Self::Incomplete;
        }
        let address = parts[..count].join(".");
        let has_key = names.len() < text.len();
        // The outputs of a module may be named.
        let most = if kind == Of::Module { count + 1 } else { count };
        let goes_on = parts.len() > most || has_key && !text.ends_with(']');
        if goes_on && kind != Of::Module { Self::Inside(address) } else { Self::Block(address, kind) }
    }
}

pub(super) fn word(kind: Of) -> &'static str {
    match kind {
        Of::Variable => "variable",
        Of::Local => "local value",
        Of::Module => "module",
        Of::Output => "output",
        Of::Data => "data source",
        Of::Ephemeral => "ephemeral resource",
        _ => "resource",
    }
}

#[cfg(test)]
mod tests {
    use super::{Of, Quoted};

    #[test]
    fn quoted_references_name_blocks() {
        let resource = |address: &str| Quoted::Block(address.to_owned(), Of::Resource);
        assert_eq!(Quoted::of("aws_vpc.main"), resource("aws_vpc.main"));
        assert_eq!(Quoted::of("resource.aws_vpc.main[0]"), resource("aws_vpc.main"));
        assert_eq!(Quoted::of("aws_vpc.main.id"), Quoted::Inside("aws_vpc.main".to_owned()));
        assert_eq!(Quoted::of("aws_vpc.main[0].id"), Quoted::Inside("aws_vpc.main".to_owned()));
        assert_eq!(Quoted::of("module.a.b"), Quoted::Block("module.a".to_owned(), Of::Module));
        assert_eq!(Quoted::of("data.x"), Quoted::Incomplete);
        assert_eq!(Quoted::of("a b"), Quoted::Malformed);
    }
}
