//! The conversion of a module's blocks to definitions.

mod expressions;

use std::path::Path;
use std::rc::Rc;

use compact_str::CompactString;
use rustc_hash::{FxHashMap, FxHashSet};
use typed_index_collections::TiSlice;

pub(super) use self::expressions::{free, held_constant};
use super::addresses::{address, is_run_by_pulumi};
use super::configurations::undeclared;
use super::interfaces::SharedInterfaces;
use super::labels::is_identifier;
use super::marks::declared;
use super::modules::Reading;
use super::once::{Named, Once};
use super::overrides::Overriding;
use super::repeated::{Instances, Names};
use super::shapes::TOP;
use super::targets::{CalledNames, DeclaredNames};
use super::versions::Wanted;
use crate::dialect::type_arguments::TypedAttribute;
use crate::program::resolve::PROVIDER;
use crate::program::structure::{ModuleProblem, StructureProblemKind};
use crate::program::{
    self, BlockNames, BlockValue, Definition, DefinitionId, Expression, File, FileId, Kind, ModuleCall, Place, Program,
    Runner,
};
use crate::schema::ProviderName;
use crate::source::{Span, has_tests, has_values};
use crate::syntax::tree::{Attribute, Block, BodyItem, Node, NodeId, Tree};
use crate::type_expressions::constraint::ConstraintOptions;
use crate::types::nearest::slip;
use crate::types::vocabulary::{RangeKind, Usage};
use crate::types::{ANY, Interner, Name, Ty};
use crate::visible::in_quotes;

/// The attributes, and after them the blocks, that all resources may have, and whose names no provider uses for others.
const OF_RESOURCES: [&str; 4] = ["depends_on", "for_each", "lifecycle", "provisioner"];

pub(super) struct Reader<'r, 'a> {
    pub(super) reading: &'r mut Reading<'a>,
    /// The sources of the required providers, by their local names.
    pub(super) sources: &'r FxHashMap<String, String>,
    pub(super) types: &'r mut Interner,
    pub(super) program: &'r mut Program,
    /// The first definition of each address.
    pub(super) addresses: FxHashMap<CompactString, DefinitionId>,
    /// The addresses defined by override files.
    overridden: FxHashSet<Name>,
    /// The addresses among them that other files define, too.
    pub(super) bases: FxHashSet<Name>,
    /// The names that must be unique in the module.
    pub(super) once: Once,
    /// The variables of override files.
    pub(super) variables: FxHashMap<Name, Overriding>,
    /// The definition of the block that is being read, if it has one, and the label of a block that has none.
    pub(super) owner: Option<DefinitionId>,
    pub(super) label: CompactString,
    /// The expressions of other definitions: `count` belongs to that of the instances, `for_each` of a dynamic block to that of
    /// its iterator.
    pub(super) owned: FxHashSet<Place>,
    /// Holds if settings may refer to other values: in `OpenTofu`, for constant variables, and in modules that Pulumi runs.
    pub(super) evaluates_early: bool,
    /// Holds if sources of called modules may refer to the constant variables of the module, and to no others.
    pub(super) has_constants: bool,
    /// Holds if a file has syntax errors, so that the parts of a block may stand elsewhere.
    pub(super) is_cut_off: bool,
    /// The versions that the module has to work with.
    pub(super) wanted: Wanted,
    /// The interfaces that several blocks have.
    pub(super) interfaces: SharedInterfaces,
    /// The addresses of the module, and of the modules that it calls, with which undeclared ones are compared.
    pub(super) declared_names: Option<DeclaredNames>,
    pub(super) called_names: FxHashMap<*const ModuleCall, CalledNames>,
}

/// The file being read.
#[derive(Clone, Copy)]
pub(super) struct At<'t> {
    pub tree: &'t Tree,
    pub file: FileId,
    /// Holds for JSON files, in which blocks and attributes have the same syntax.
    pub is_json: bool,
    /// Holds for override files.
    pub is_override: bool,
}

impl<'r, 'a> Reader<'r, 'a> {
    pub fn new(
        reading: &'r mut Reading<'a>,
        sources: &'r FxHashMap<String, String>,
        types: &'r mut Interner,
        program: &'r mut Program,
    ) -> Self {
        Self {
            reading,
            sources,
            types,
            program,
            addresses: FxHashMap::default(),
            overridden: FxHashSet::default(),
            bases: FxHashSet::default(),
            once: Once::default(),
            variables: FxHashMap::default(),
            owner: None,
            label: CompactString::default(),
            owned: FxHashSet::default(),
            evaluates_early: false,
            has_constants: false,
            is_cut_off: false,
            wanted: Wanted::default(),
            interfaces: SharedInterfaces::default(),
            declared_names: None,
            called_names: FxHashMap::default(),
        }
    }

    /// Reads files. An overridden address is defined only by the override file.
    pub fn files<'f>(&mut self, files: &'f TiSlice<FileId, File>) {
        if is_run_by_pulumi(files, self.types) {
            self.program.runner = Runner::Pulumi;
        }
        let is_early = self.program.runner == Runner::Pulumi || files.iter().any(|file| self.is_early(file));
        self.evaluates_early = is_early;
        self.is_cut_off = files.iter().any(|file| !file.errors.is_empty());
        self.has_constants = is_early && !self.program.is_run_by_pulumi() && !files.iter().any(is_of_tofu);
        self.wanted = Wanted::of(self.reading.targets, files, self.types);
        let names: FxHashSet<&str> = files.iter().map(|file| &file.source.name[..]).collect();
        let counts = |file: &File| !names.contains(&file.source.name.replace(".tf", ".tofu")[..]) || is_of_tofu(file);
        let numbered = || files.iter_enumerated().filter(|(_, file)| counts(file));
        let at = |(id, file): (FileId, &'f File)| At {
            tree: &file.tree,
            file: id,
            is_json: is_json(&file.source.name),
            is_override: is_override(&file.source.name),
        };
        // A caller may pass configurations that a module does not declare.
        if !self.reading.is_outermost() {
            for (id, alias, span) in undeclared(files, self.types) {
                self.define_provider(at((id, &files[id])), &format!("{PROVIDER}{alias}"), span, span);
            }
        }
        // Of several override files, the last takes precedence.
        let is_of_module = |file: &File| !has_values(&file.source.name) && !has_tests(&file.source.name);
        let is_overriding = |at: &At<'_>| at.is_override && is_of_module(&files[at.file]);
        for at in numbered().map(at).rev().filter(is_overriding) {
            let before = self.program.definitions.len();
            self.file(at);
            let added = &self.program.definitions.raw[before..];
            self.overridden.extend(added.iter().filter_map(|definition| definition.name));
        }
        let overriding = self.program.definitions.len();
        for at in numbered().filter(|(_, file)| is_of_module(file)).map(at).filter(|at| !at.is_override) {
            self.file(at);
        }
        self.check_overrides(overriding);
        for at in numbered().filter(|(_, file)| is_of_module(file)).map(at) {
            self.check_targets(at);
        }
        if files.iter().any(is_of_module) {
            for (id, file) in numbered().filter(|(_, file)| !is_of_module(file)) {
                (self.owner, self.label) = (None, file.source.name.as_str().into());
                if has_tests(&file.source.name) {
                    self.tests(at((id, file)));
                } else {
                    self.values(at((id, file)));
                }
            }
        }
    }

    fn file(&mut self, at: At<'_>) {
        self.check_versions(at);
        self.check_keys(at);
        self.check_required_providers(at);
        self.define_aliases(at);
        for item in &at.tree.body {
            let BodyItem::Block(block) = item else {
                self.check_stray(at, item, TOP);
                continue;
            };
            let Some(block) = self.check_top(at, block) else { continue };
            let block = &*block;
            let labels: Vec<String> = block.labels.iter().map(|label| self.types.text(label.0).to_owned()).collect();
            let kind = self.types.text(block.kind).to_owned();
            (self.owner, self.label) = (None, label_of(at.tree, block, &kind, self.types));
            match (&kind[..], &labels[..]) {
                ("variable", [name]) => self.variable(at, block, name),
                ("locals", []) => self.locals(at, block),
                ("output", [name]) => self.output(at, block, name),
                ("resource", [_, _]) => self.resource(at, block, Kind::Resource),
                ("data" | "call", [_, _]) => self.resource(at, block, Kind::Data),
                ("ephemeral", [_, _]) => self.resource(at, block, Kind::Ephemeral),
                ("module", [name]) => self.module(at, block, name),
                ("check", [_]) => self.check(at, block),
                ("provider", [name]) => {
                    self.provider(at, block, name);
                    let provider = ProviderName { local: name, source: self.sources.get(name).map(String::as_str) };
                    match self.reading.schemas.provider_configuration(provider, self.types) {
                        Some(schema) => self.configured(at, block, name, &Rc::new(schema)),
                        None => self.body(at, block),
                    }
                }
                ("import" | "removed", _) => self.body(at, block),
                // These blocks refer to other blocks, and have no values.
                _ => {}
            }
        }
    }

    /// Adds the assertions and the data sources of a check.
    fn check(&mut self, at: At<'_>, block: &Block) {
        let name = block.labels.first().map_or("", |label| self.types.text(label.0)).to_owned();
        self.once.is_new(Named::CheckAddress, &name);
        let (mut owner, first) = (None, self.program.definitions.len() as u32);
        for inner in block.body.iter().filter_map(BodyItem::as_block) {
            if inner.labels.len() == 2 {
                let read = self.read_in_check(inner);
                self.resource(at, &read, Kind::Data);
            } else {
                self.owner = owner;
                self.inner_body(at, inner, "check");
                owner = self.owner;
            }
        }
        let name = self.types.name(&name);
        let inside = (first..self.program.definitions.len() as u32).map(DefinitionId);
        self.program.inside_checks.extend(inside.map(|id| (id, name)));
    }

    /// Returns the data source that a block in a check stands for: one instance, whatever the block says. Terraform has no other blocks
    /// with two labels there, and no instances of them.
    fn read_in_check(&mut self, inner: &Block) -> Block {
        let counts = |item: &BodyItem| match item {
            BodyItem::Attribute(attribute) => ["count", "for_each"].contains(&self.types.text(attribute.name)),
            BodyItem::Block(_) => false,
        };
        let body = inner.body.iter().filter(|item| !counts(item)).cloned().collect();
        Block { kind: self.types.name("data"), body, ..inner.clone() }
    }

    /// Adds a definition with an address, unless an override file has defined it.
    pub(super) fn define(&mut self, at: At<'_>, kind: Kind, address: &str, span: Span, name_span: Span, value: Value) {
        let name = self.types.name(address);
        let is_iterator = kind == Kind::Body && !address.starts_with(PROVIDER);
        if self.overridden.contains(&name) {
            self.bases.insert(name);
            self.owner = self.addresses.get(address).copied();
            return;
        }
        let owner = self.owner.filter(|_| is_iterator);
        let (expressions, value, repeated) = match value {
            Value::Known(ty) => (Vec::new(), BlockValue::Known(ty), None),
            Value::Of(expression) => (vec![expression], BlockValue::Expression(0), None),
            Value::Instances(Instances { ty, repeated, count }) => {
                self.owned.extend(count.iter().map(|count| Place { file: at.file, node: count.root }));
                (count.into_iter().collect(), BlockValue::Instance { ty, is_resource: false }, repeated)
            }
        };
        let is_counted = repeated == Some(RangeKind::Count);
        let uses = is_counted.then_some((0, Usage::Count)).into_iter().collect();
        let block = program::Block { owner, repeated, uses, ..program::Block::with_value(value, name_span) };
        self.program.definitions.push(Definition {
            kind,
            name: Some(name),
            label: address.into(),
            name_span,
            file: at.file,
            span,
            expressions: expressions.into(),
            block: Some(Box::new(block)),
            written_out: None,
        });
        let added = self.last();
        self.addresses.entry(address.into()).or_insert(added);
        if !is_iterator {
            self.owner = Some(added);
        }
    }

    /// Holds if an override file defines an address.
    pub(super) fn is_overridden(&self, address: Name) -> bool {
        self.overridden.contains(&address)
    }

    /// Holds if a file is one of `OpenTofu`, or declares a constant variable.
    fn is_early(&self, file: &File) -> bool {
        let mut blocks = file.tree.body.iter().filter_map(BodyItem::as_block);
        let is_constant = |attribute: &Attribute| self.types.text(attribute.name) == "const";
        is_of_tofu(file)
            || blocks.any(|block| self.types.text(block.kind) == "variable" && attributes(block).any(is_constant))
    }

    /// Returns the address of the instances of a block, if it has instances.
    pub(super) fn address(&self, block: &Block) -> Option<String> {
        let labels: Vec<&str> = block.labels.iter().map(|label| self.types.text(label.0)).collect();
        match (self.types.text(block.kind), &labels[..]) {
            ("resource", [ty, name]) => Some(format!("{ty}.{name}")),
            (kind @ ("data" | "ephemeral" | "call"), [ty, name]) => Some(format!("{kind}.{ty}.{name}")),
            ("module", [name]) => Some(format!("module.{name}")),
            _ => None,
        }
    }

    pub(super) fn last(&self) -> DefinitionId {
        DefinitionId(self.program.definitions.len() as u32 - 1)
    }

    /// Adds the marks that the attributes of the last definition's block declare.
    pub(super) fn declare_marks(&mut self, at: At<'_>, block: &Block) {
        let marks = declared(at, block, self.types);
        if let Some(of_definition) = self.program.definitions.last_mut().and_then(|last| last.block.as_deref_mut()) {
            of_definition.marks.extend(marks);
        }
    }

    /// Holds for types in the syntax of old versions that Pulumi reads as any type: texts, and constructors without an argument.
    pub(super) fn is_bare(&self, tree: &Tree, ty: NodeId) -> bool {
        self.program.is_run_by_pulumi()
            && match tree.node(ty) {
                Node::String(_) => true,
                Node::Variable(name, steps) if tree.steps(steps).is_empty() => {
                    ["list", "map", "set"].contains(&self.types.text(name))
                }
                _ => false,
            }
    }

    /// Returns the attribute with a type, and the value beside it. Pulumi reads further type expressions.
    pub(super) fn typed<'t>(
        &self,
        at: At<'t>,
        ty: NodeId,
        value: Option<NodeId>,
        takes_bare: bool,
    ) -> TypedAttribute<'t> {
        let hcl_only = !self.program.is_run_by_pulumi();
        let options = ConstraintOptions { hcl_only, ..ConstraintOptions::default() };
        TypedAttribute { file: at.file, tree: at.tree, value, ty, options, takes_bare: takes_bare && hcl_only }
    }

    fn locals(&mut self, at: At<'_>, block: &Block) {
        for attribute in attributes(block) {
            let name = self.types.text(attribute.name).to_owned();
            if at.is_json && !is_identifier(&name) {
                let message = format!("{} is not a name of letters, digits, underscores and dashes", in_quotes(&name));
                self.problem(at, attribute.name_span, StructureProblemKind::WrongAddress(message));
            }
            let address = format!("local.{name}");
            let span = attribute.name_span.to(at.tree.span(attribute.value));
            let value = Value::Of(free(attribute));
            self.define(at, Kind::Local, &address, span, attribute.name_span, value);
        }
    }

    /// Adds the body of a nested block.
    pub(super) fn inner_body(&mut self, at: At<'_>, block: &Block, around: &str) {
        let mut expressions = Vec::new();
        let path = format!("{around}/{}", self.types.text(block.kind));
        let names = Names { own: BlockNames::NONE, each: None, iterators: &[], address: "" };
        self.add_expressions(at, block, &path, names, &mut expressions);
        let meaning = program::Block::with_value(BlockValue::Known(ANY), block.open);
        self.hidden(at, block.span, block.kind_span, expressions, meaning);
    }

    /// Defines the configuration of a provider, to which blocks may refer.
    fn provider(&mut self, at: At<'_>, block: &Block, name: &str) {
        let alias = attributes(block).find(|attribute| self.types.text(attribute.name) == "alias");
        let alias = alias.and_then(|attribute| match at.tree.node(attribute.value) {
            Node::String(alias) => Some(self.types.text(alias).to_owned()),
            _ => None,
        });
        let address = alias.map_or_else(|| format!("{PROVIDER}{name}"), |alias| format!("{PROVIDER}{name}.{alias}"));
        self.define_provider(at, &address, block.span, block.kind_span);
    }

    /// Reports names that resemble those of parts that all resources may have, in a resource whose own parts are not known.
    pub(super) fn check_resembling(&mut self, at: At<'_>, block: &Block) {
        for item in &block.body {
            let (name, span, known) = match item {
                BodyItem::Attribute(attribute) => (attribute.name, attribute.name_span, &OF_RESOURCES[..2]),
                BodyItem::Block(inner) => (inner.kind, inner.kind_span, &OF_RESOURCES[2..]),
            };
            let name = self.types.text(name).to_owned();
            let meant = slip(&name, known.iter().copied()).filter(|meant| !name.starts_with(&meant[..]));
            if let Some(meant) = meant {
                self.problem(at, span, ModuleProblem::Resembling { name, meant });
            }
        }
    }
}

/// The value of a definition.
pub(super) enum Value {
    /// A value of a known type.
    Known(Ty),
    /// The value of an expression.
    Of(Expression),
    /// Instances of a known type.
    Instances(Instances),
}

pub(super) fn attributes(block: &Block) -> impl Iterator<Item = &Attribute> {
    block.body.iter().filter_map(BodyItem::as_attribute)
}

/// Returns the label of a block that no expression refers to.
fn label_of(tree: &Tree, block: &Block, kind: &str, types: &Interner) -> CompactString {
    let labels = block.labels.iter().map(|label| types.text(label.0).to_owned());
    let named = attributes(block).find(|attribute| ["to", "from"].contains(&types.text(attribute.name)));
    let named = named.and_then(|attribute| address(tree, attribute.value, types));
    std::iter::once(kind.to_owned()).chain(labels).chain(named).collect::<Vec<_>>().join(".").into()
}

fn is_json(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|extension| extension == "json")
}

fn is_of_tofu(file: &File) -> bool {
    [".tofu", ".tofu.json"].iter().any(|ending| file.source.name.ends_with(ending))
}

/// Holds for override files. Their names end with the word before the ending: `main.aws_override.tf`.
fn is_override(name: &str) -> bool {
    let endings = [".tf.json", ".tofu.json", ".tf", ".tofu"];
    let stem = endings.iter().find_map(|ending| name.strip_suffix(ending)).unwrap_or(name);
    stem == "override" || stem.ends_with("_override")
}
