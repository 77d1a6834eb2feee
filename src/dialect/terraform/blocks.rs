//! The conversion of a module's blocks to definitions.

mod expressions;

use std::path::Path;
use std::rc::Rc;

use compact_str::{CompactString, format_compact};
use rustc_hash::{FxHashMap, FxHashSet};
use typed_index_collections::TiSlice;

pub(super) use self::expressions::free;
use self::expressions::held_constant;
use super::addresses::{address, is_run_by_pulumi, is_source};
use super::checks::{Named, Once, is_identifier};
use super::configurations::undeclared;
use super::interfaces::SharedInterfaces;
use super::marks::{NullGiven, declared, null_outputs, nullable_parts};
use super::modules::{Interface, Reading};
use super::overrides::Overriding;
use super::repeated::{Instances, Names};
use super::shapes::TOP;
use super::targets::{CalledNames, DeclaredNames};
use super::versions::Wanted;
use crate::builtins::type_of_variable;
use crate::dialect::type_arguments::{TypedAttribute, typed_attribute};
use crate::program::resolve::PROVIDER;
use crate::program::structure::{ComponentProblem, ModuleProblem, StructureProblemKind};
use crate::program::{
    self, BlockNames, BlockValue, Definition, DefinitionId, Expression, File, FileId, Kind, ModuleCall, Part, Place,
    Program, Runner,
};
use crate::schema::ProviderName;
use crate::source::{Span, has_tests, has_values};
use crate::syntax::tree::{Attribute, Block, BodyItem, Node, NodeId, Tree};
use crate::type_expressions::constraint::{Constraint, ConstraintOptions};
use crate::types::nearest::slip;
use crate::types::vocabulary::{Mark, RangeKind, Usage};
use crate::types::{ANY, Interner, Name, Ty};
use crate::visible::in_quotes;

/// The attributes of a module call that are not variables of the module.
const OF_CALLS: [&str; 6] = ["source", "version", "count", "for_each", "depends_on", "providers"];

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
                self.resource(at, inner, Kind::Data);
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

    fn variable(&mut self, at: At<'_>, block: &Block, name: &str) {
        let called = |wanted: &str, types: &Interner| {
            attributes(block).find(|attribute| types.text(attribute.name) == wanted).map(|attribute| attribute.value)
        };
        let (ty, default) = (called("type", self.types), called("default", self.types));
        let address = format!("var.{name}");
        let overriding = self.variables.get(&self.types.name(&address)).copied();
        // With overrides, the default is checked once both type and default are known.
        let held = default.filter(|_| overriding.is_none() && !at.is_override);
        let is_read = |&ty: &NodeId| !self.is_bare(at.tree, ty) && !matches!(at.tree.node(ty), Node::Broken);
        let declared = ty.filter(is_read).and_then(|ty| {
            let attribute = self.typed(at, ty, held, true);
            typed_attribute(attribute, self.reading.environment, self.types, &mut self.program.problems)
        });
        let check = declared.as_ref().map(|(_, check)| *check);
        let filled = declared.as_ref().map_or(ANY, |(constraint, _)| constraint.filled(self.types));
        let (declared, defaults) = declared.map(|(constraint, _)| (constraint.ty, constraint.defaults)).unzip();
        let default = attributes(block).find(|attribute| Some(attribute.value) == default);
        let known = type_of_variable(self.types, declared.unwrap_or(ANY));
        let count = self.program.definitions.len();
        let name_span = block.labels.first().map_or(block.kind_span, |label| label.1);
        self.define(at, Kind::Variable, &address, block.span, name_span, Value::Known(known));
        if self.program.definitions.len() > count {
            let id = self.last();
            self.program.declared.insert(id, declared.unwrap_or(ANY));
            self.program.defaults.extend(defaults.flatten().map(|defaults| (id, defaults)));
            let (is_required, is_null) = (default.is_none(), default.is_some_and(|default| is_null(at, default)));
            // The default may be in what cannot be read.
            if is_required && !block.is_broken {
                self.program.required.insert(id);
            }
            let is_constant =
                called("const", self.types).is_some_and(|value| matches!(at.tree.node(value), Node::Bool(true)));
            self.program.constants.extend(is_constant.then_some(id));
            self.declare_marks(at, block);
            if !self.program.is_run_by_pulumi() {
                let is_nullable = is_nullable(at, block, self.types);
                if is_nullable && !is_required && !is_null {
                    self.program.replaced_by_null.insert(id);
                }
                let here = (is_nullable && is_null).then(Vec::new);
                let nullable = here.into_iter().chain(nullable_parts(filled, self.types));
                let nullable: Vec<_> = nullable.map(|keys| (keys, Mark::Nullable)).collect();
                self.mark(id, None, nullable);
                let null = match (is_nullable, is_null) {
                    (false, _) => NullGiven::Never,
                    (true, false) => NullGiven::Demanded,
                    (true, true) => NullGiven::Default,
                };
                self.mark_given(id, name, declared.unwrap_or(ANY), null);
            }
            if at.is_override {
                self.overriding(at, declared, default);
            }
        } else if let Some(overriding) = overriding {
            self.overridden(at, block, overriding, (declared, default));
        }
        for inner in block.body.iter().filter_map(BodyItem::as_block) {
            self.inner_body(at, inner, "variable");
        }
        let held = held.map(|default| held_constant(at, default, check));
        self.constants(at, block, "variable", held);
    }

    /// Adds the marks that the attributes of the last definition's block declare.
    fn declare_marks(&mut self, at: At<'_>, block: &Block) {
        let marks = declared(at, block, self.types);
        if let Some(of_definition) = self.program.definitions.last_mut().and_then(|last| last.block.as_deref_mut()) {
            of_definition.marks.extend(marks);
        }
    }

    /// Holds for types in the syntax of old versions that Pulumi reads as any type: texts, and constructors without an argument.
    fn is_bare(&self, tree: &Tree, ty: NodeId) -> bool {
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
    fn typed<'t>(&self, at: At<'t>, ty: NodeId, value: Option<NodeId>, takes_bare: bool) -> TypedAttribute<'t> {
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

    fn output(&mut self, at: At<'_>, block: &Block, name: &str) {
        let called =
            |wanted: &str, types: &Interner| attributes(block).find(|attribute| types.text(attribute.name) == wanted);
        let declared = called("type", self.types).and_then(|ty| self.output_type(at, ty.value));
        let part = declared.as_ref().map_or(Part::Free, |declared| Part::Expected(declared.ty));
        let value = called("value", self.types);
        let value = value.map_or(Value::Known(ANY), |attribute| Value::Of(Expression { part, ..free(attribute) }));
        let name_span = block.labels.first().map_or(block.kind_span, |label| label.1);
        let count = self.program.definitions.len();
        self.define(at, Kind::Output, &format!("output.{name}"), block.span, name_span, value);
        if self.program.definitions.len() > count {
            let id = self.last();
            if let Some(Constraint { ty, defaults }) = declared {
                self.program.declared.insert(id, ty);
                self.program.defaults.extend(defaults.map(|defaults| (id, defaults)));
            }
            self.declare_marks(at, block);
        }
        let depends = attributes(block).find(|attribute| self.types.text(attribute.name) == "depends_on");
        if let Some(named) = depends.and_then(|attribute| self.expression(at, attribute, "output")) {
            let (span, name_span) = (named.name_span.to(at.tree.span(named.root)), named.name_span);
            self.hidden(
                at,
                span,
                name_span,
                vec![named],
                program::Block::with_value(BlockValue::Known(ANY), name_span),
            );
        }
        for inner in block.body.iter().filter_map(BodyItem::as_block) {
            self.inner_body(at, inner, "output");
        }
        self.constants(at, block, "output", None);
    }

    /// Returns the type that an output declares for its value.
    fn output_type(&mut self, at: At<'_>, ty: NodeId) -> Option<Constraint> {
        let is_read = !self.is_bare(at.tree, ty) && !matches!(at.tree.node(ty), Node::Broken);
        let attribute = is_read.then(|| self.typed(at, ty, None, false))?;
        let read = typed_attribute(attribute, self.reading.environment, self.types, &mut self.program.problems);
        read.map(|(constraint, _)| constraint)
    }

    /// Adds the body of a nested block.
    fn inner_body(&mut self, at: At<'_>, block: &Block, around: &str) {
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

    /// Refers to the errors of a called module, which stand in the module, whatever the number of its calls.
    fn errors_of_module(&mut self, at: At<'_>, block: &Block, directory: String, interface: &Interface) {
        let Some(errors) = interface.errors.as_ref().filter(|_| self.once.is_new(Named::Errors, &directory)) else {
            return;
        };
        let kind = ComponentProblem::WrongComponent {
            called: "module",
            directory,
            errors: errors.listed.clone(),
            count: errors.count,
            inside: Some(errors.inside.clone()),
            is_reported: interface.is_reported,
        };
        self.problem(at, block.kind_span, kind);
    }

    /// Reports the repetition, or the dependencies, of a module that configures providers.
    fn check_repeatable(&mut self, at: At<'_>, block: &Block, interface: &Interface) {
        if !interface.call.configures_providers || self.program.is_run_by_pulumi() {
            return;
        }
        let called = |name: &str| attributes(block).find(|attribute| self.types.text(attribute.name) == name);
        if let Some(attribute) = ["count", "for_each", "depends_on"].into_iter().find_map(called) {
            let (name, span) = (self.types.text(attribute.name).to_owned(), attribute.name_span);
            let inside = "a call of a module that configures providers";
            self.problem(at, span, StructureProblemKind::unknown_attribute(name, inside, None));
        }
    }

    fn module(&mut self, at: At<'_>, block: &Block, name: &str) {
        let called =
            |wanted: &str, types: &Interner| attributes(block).find(|attribute| types.text(attribute.name) == wanted);
        let source = called("source", self.types).and_then(|attribute| match at.tree.node(attribute.value) {
            Node::String(text) => Some(self.types.text(text).to_owned()),
            _ => None,
        });
        let directory = source.as_ref().and_then(|source| self.reading.directory(name, source));
        if let (Some(source), None) = (source.as_ref().filter(|source| is_source(source)), &directory) {
            let at_source = called("source", self.types).map_or(block.kind_span, |attribute| attribute.name_span);
            self.problem(at, at_source, ComponentProblem::UnknownModule(source.clone()));
        }
        let missing = source.as_ref().zip(directory.as_ref());
        let missing = missing.and_then(|(source, directory)| self.reading.missing(source, directory));
        let found = directory.map_or(Ok(None), |directory| self.reading.interface(name, &directory, self.types));
        let interface = found.unwrap_or_else(|reason| {
            let path = called("source", self.types).map_or(block.kind_span, |path| at.tree.span(path.value));
            match missing {
                Some(missing) => self.problem(at, path, missing),
                None => self.problem(at, block.span, ComponentProblem::UnreadableModule(reason)),
            }
            None
        });
        let outputs = interface.as_ref().map_or(ANY, |interface| interface.outputs);
        if let Some(interface) = &interface {
            self.errors_of_module(at, block, source.unwrap_or_default(), interface);
            self.check_repeatable(at, block, interface);
            // What is required may be in what cannot be read.
            if !self.is_cut_off && !interface.is_malformed {
                self.check_passed(at, block, &interface.required);
            }
        }
        let instances = Instances::of(block, outputs, self.types);
        let repeated = instances.repeated;
        let name_span = block.labels.first().map_or(block.kind_span, |label| label.1);
        let (address, count) = (format!("module.{name}"), self.program.definitions.len());
        self.define(at, Kind::Module, &address, block.span, name_span, Value::Instances(instances));
        if let Some(interface) = interface.as_ref().filter(|_| self.program.definitions.len() > count) {
            let id = self.last();
            self.program.calls.insert(id, interface.call.clone());
            let by_call = null_outputs(at, block, &interface.nulls);
            self.mark(id, repeated, interface.marks.iter().cloned().chain(by_call));
        }
        let each = self.each(at, block);
        let names = Names { own: self.names_of(at, block), each, iterators: &[], address: &address };
        let mut expressions = self.expressions(at, block, names);
        let mut meaning = program::Block::with_value(BlockValue::Known(ANY), block.open);
        meaning.is_broken = block.is_broken;
        meaning.phrase = format_compact!("the module `{name}`");
        if let Some(interface) = interface {
            let id = self.interface_of_module(&interface);
            meaning.interface = Some(id);
            meaning.is_broken |= interface.is_malformed;
            (meaning.keeps_inputs, meaning.gives_variables) = (true, true);
            for attribute in attributes(block) {
                let is_known = || interface.inputs.iter().any(|input| input.name == attribute.name);
                let is_input = !OF_CALLS.contains(&self.types.text(attribute.name));
                let is_input = is_input && (!interface.is_malformed || is_known());
                let own = expressions.iter_mut().filter(|expression| is_input && expression.root == attribute.value);
                own.for_each(|expression| expression.part = Part::Input(attribute.name));
            }
        }
        self.scope(names, &mut expressions, &mut meaning);
        meaning.uses = self.uses(block, &expressions);
        self.hidden(at, block.span, name_span, expressions, meaning);
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

/// Holds if a block sets an attribute to null.
fn is_null(at: At<'_>, attribute: &Attribute) -> bool {
    matches!(at.tree.node(attribute.value), Node::Null)
}

/// Holds unless a variable is declared as not nullable.
fn is_nullable(at: At<'_>, block: &Block, types: &Interner) -> bool {
    let mut declared = attributes(block).filter(|attribute| types.text(attribute.name) == "nullable");
    !declared.any(|attribute| matches!(at.tree.node(attribute.value), Node::Bool(false)))
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
