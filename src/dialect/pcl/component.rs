//! `component` blocks, which contain programs in directories of their own.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustc_hash::FxHashSet;
use typed_index_collections::TiSlice;

use super::options::Names;
use super::{Reader, Reading, Unchecked};
use crate::answers::ask::normalized;
use crate::codes::Code;
use crate::dialect::called_errors::CalledErrors;
use crate::dialect::kept::{Caller, Records};
use crate::dialect::{Dialect, Text, read_files};
use crate::infer::{Inference, infer_batch};
use crate::jobs::Jobs;
use crate::program::structure::{ComponentProblem, PackageProblem, StructureProblemKind};
use crate::program::{
    Block, BlockValue, Definition, DefinitionId, Expression, File, FileId, Input, Kind, Part, Program, Scope,
};
use crate::source::{Span, normal_path};
use crate::syntax::tree::{self, BodyItem, Node};
use crate::types::vocabulary::Acceptance;
use crate::types::vocabulary::Presence;
use crate::types::{ANY, Interner, NONE, Name, Ty};

/// The inputs and outputs of a component, or the reason why they are unknown.
#[derive(Debug)]
pub enum Interface {
    Known {
        inputs: Vec<Input>,
        outputs: Ty,
        /// The outputs, each with the inputs on which it depends.
        flows: Vec<(Name, Vec<Name>)>,
    },
    Unreadable(String),
    Wrong(CalledErrors),
    /// Its only errors are missing packages.
    Lacks(Vec<String>),
}

/// The maximal number of components that are checked together.
const MOST_TOGETHER: usize = 32;

/// The maximal total size of the texts of components that are checked together, in bytes.
const MOST_BYTES_TOGETHER: usize = 32_000;

/// The value of an unknown component. It may have a range like others.
const UNKNOWN: BlockValue = BlockValue::Instance { ty: ANY, is_resource: false };

impl Reader<'_, '_> {
    /// `component "name" "./directory" { input = x }`
    pub(super) fn component(&mut self, block: &tree::Block) {
        match block.labels[..] {
            [_] => self.component_by_token(block),
            [first, second] => {
                let is_exchanged = are_exchanged(self.reading.types, first.0, second.0);
                let (name, (source, span)) = if is_exchanged { (second, first) } else { (first, second) };
                if is_exchanged {
                    self.exchanged_labels(block, name, source);
                }
                let source = self.text(source).to_owned();
                self.component_by_source(block, name, &source, span);
            }
            _ => self.mislabelled(block, Kind::Component, "a name and a source directory"),
        }
    }

    /// Reads a component declared elsewhere, of which only the token is known.
    fn component_by_token(&mut self, block: &tree::Block) {
        let token = self.attribute(block, "token");
        match token {
            Some(token) => _ = self.literal_text(token),
            None if block.has_malformed_header() => {}
            None => self.problem(block.span, ComponentProblem::MissingToken),
        }
        let (mut expressions, variable) = self.instance_expressions(block, Names::Variable, "a component");
        let mut meaning = Block::with_value(UNKNOWN, block.open);
        meaning.variable = variable;
        for expression in expressions.iter_mut().filter(|of| token.is_some_and(|token| of.root == token.value)) {
            expression.scope = Scope::Literal;
        }
        let definition = self.definition(Kind::Component, block, block.labels.first(), "", expressions, meaning);
        self.define(definition);
    }

    /// Reads a component in the directory `source`, which stands at `place`.
    fn component_by_source(&mut self, block: &tree::Block, name: (Name, Span), source: &str, place: Span) {
        let interface = self.interface(source, place);
        let (mut expressions, mut variable) = self.instance_expressions(block, Names::Variable, "a component");
        let mut meaning = Block::with_value(UNKNOWN, block.open);
        let expressions = match interface.as_deref() {
            Some(Interface::Known { inputs, outputs, flows }) => {
                meaning.value = BlockValue::Instance { ty: *outputs, is_resource: false };
                let key = (source.to_owned(), Kind::Component);
                let known = self.interfaces.get(&key).copied();
                meaning.interface = Some(known.unwrap_or_else(|| {
                    let interface = self.add_interface(inputs.clone());
                    self.program.flows.insert(interface, flows.clone());
                    self.interfaces.insert(key, interface);
                    interface
                }));
                meaning.interface.into_iter().for_each(|interface| {
                    self.options_as_attribute(&mut expressions, Names::Variable, interface);
                    self.options_among_inputs(&mut expressions, &mut variable, interface);
                });
                self.without_token(block, expressions)
            }
            Some(Interface::Unreadable(reason)) => {
                let suggestion = self.reading.open.nearest(source);
                self.problem(place, ComponentProblem::UnreadableComponent { reason: reason.clone(), suggestion });
                expressions
            }
            Some(Interface::Wrong(errors)) => {
                let kind = ComponentProblem::WrongComponent {
                    called: "component",
                    directory: source.to_owned(),
                    errors: errors.listed.clone(),
                    count: errors.count,
                    inside: None,
                    is_reported: false,
                };
                self.problem(place, kind);
                expressions
            }
            Some(Interface::Lacks(packages)) => {
                for name in packages {
                    self.missing_package(name, place);
                }
                expressions
            }
            None => expressions,
        };
        meaning.variable = variable;
        let definition = self.definition(Kind::Component, block, Some(&name), "", expressions, meaning);
        self.define(definition);
    }

    /// Reports a token of a component that has a source.
    fn without_token(&mut self, block: &tree::Block, mut expressions: Vec<Expression>) -> Vec<Expression> {
        if let Some(token) = self.attribute(block, "token") {
            self.problem(token.name_span, ComponentProblem::TokenWithSource);
            for expression in &mut expressions {
                if expression.part == Part::Input(token.name) {
                    expression.part = Part::Free;
                }
            }
        }
        expressions
    }

    fn attribute<'b>(&self, block: &'b tree::Block, name: &str) -> Option<&'b tree::Attribute> {
        block.body.iter().find_map(|item| match item {
            BodyItem::Attribute(attribute) if self.text(attribute.name) == name => Some(attribute),
            _ => None,
        })
    }

    /// Returns the interface of the program in a directory. Returns `None`, and reports a problem, if the program contains
    /// itself.
    fn interface(&mut self, source: &str, span: Span) -> Option<Arc<Interface>> {
        let Some(own) = self.reading.open.innermost() else {
            let reason = "the program has no directory".to_owned();
            return Some(Arc::new(Interface::Unreadable(reason)));
        };
        let directory = self.reading.open.real_path(&normal_path(&own.join(source)));
        if self.reading.open.contains(&directory) {
            self.problem(span, ComponentProblem::RecursiveComponent(source.to_owned()));
            return None;
        }
        self.reading.called.known.get(&directory).map(|component| component.interface.clone())
    }
}

impl Reading<'_> {
    /// Reads the components that a program names, in order, unless they are kept. Small ones are checked together.
    pub(super) fn read_components(&mut self, files: &TiSlice<FileId, File>) {
        let named = self.named_components(files);
        let mut needs_unchecked = false;
        for (named, real) in &named {
            if self.open.contains(real) || self.called.known.contains_key(real) || self.reuse(real, named).is_some() {
                continue;
            }
            needs_unchecked = true;
            if !self.unchecked.iter().any(|other| other.real == *real) {
                self.read_component(named, real.clone());
            }
        }
        if needs_unchecked {
            self.check_components();
        }
        for (named, real) in &named {
            let known = self.called.known.get(real).cloned();
            self.called.record(|records| match &known {
                Some(component) => records.called("", named, component),
                // It contains itself.
                None => records.end_with_version(),
            });
        }
    }

    /// Returns the directories of the components that a program names, in order: each as written, and its real path.
    fn named_components(&mut self, files: &TiSlice<FileId, File>) -> Vec<(PathBuf, PathBuf)> {
        let Some(own) = self.open.innermost().map(Path::to_owned) else { return Vec::new() };
        let mut found: Vec<(PathBuf, PathBuf)> = Vec::new();
        let mut seen = FxHashSet::default();
        for block in files.iter().flat_map(|file| &file.tree.body).filter_map(BodyItem::as_block) {
            let [(first, _), (second, _)] = block.labels[..] else { continue };
            let source = if are_exchanged(self.types, first, second) { first } else { second };
            if self.types.text(block.kind) == "component" && seen.insert(source) {
                let named = normal_path(&own.join(self.types.text(source)));
                let real = self.real_path(&named);
                found.push((named, real));
            }
        }
        found
    }

    /// Reads the component in a directory. `named` is its path as written.
    fn read_component(&mut self, named: &Path, real: PathBuf) {
        let unreadable = match (self.load)(named) {
            Ok(texts) if texts.is_empty() => "there are no program files".to_owned(),
            Ok(texts) => {
                let component = self.read_texts(named, real, texts);
                let waiting = self.unchecked.iter().map(|component| byte_count(&component.program)).sum::<usize>();
                if self.unchecked.len() == MOST_TOGETHER
                    || waiting + byte_count(&component.program) > MOST_BYTES_TOGETHER
                {
                    self.check_components();
                }
                return self.unchecked.push(component);
            }
            Err(reason) => reason,
        };
        let mut records = Records::default();
        records.end_with_version();
        self.make_known(real, named, Interface::Unreadable(unreadable), records);
    }

    /// Reads the texts of a component. If tokens are compared for suggestions, it is read again for each version, because their number
    /// is limited for the program as a whole.
    fn read_texts(&mut self, named: &Path, real: PathBuf, texts: Vec<Text>) -> Unchecked {
        let compared_left = self.compared_left;
        self.called.records.push(Records::default());
        self.called.record(|records| records.files(&texts));
        self.open.open(named.to_owned(), real.clone());
        let files = read_files(Dialect::Pcl, Jobs::ONE, texts, self.types);
        let program = self.program(files);
        self.open.close(&real);
        if self.compared_left != compared_left {
            self.called.record(Records::end_with_version);
        }
        let records = self.called.records.pop().unwrap_or_default();
        Unchecked { named: named.to_owned(), real, program, records }
    }

    /// Checks the components that have been read, in one run of the engines.
    fn check_components(&mut self) {
        let unchecked = std::mem::take(&mut self.unchecked);
        let read =
            unchecked.into_iter().map(|Unchecked { named, real, program, records }| (program, (named, real, records)));
        let (programs, places): (Vec<Program>, Vec<_>) = read.unzip();
        let inferences = infer_batch(&programs, self.environment, self.types);
        for ((program, inference), (named, real, records)) in programs.iter().zip(&inferences).zip(places) {
            let interface = self.check(program, inference);
            self.make_known(real, &named, interface, records);
        }
    }

    /// Returns the interface of a component's program, or its errors.
    fn check(&mut self, program: &Program, inference: &Inference) -> Interface {
        let own_name = str::to_owned;
        let errors = CalledErrors::of(program, inference, self.environment, self.types, self.strictness, own_name);
        if let Some(errors) = errors {
            let are_packages = errors.inside.errors.iter().all(|error| error.code == Code::UnknownPackage);
            return if are_packages { Interface::Lacks(missing_packages(program)) } else { Interface::Wrong(errors) };
        }
        let inputs = inputs(program, inference, self.types);
        let outputs = outputs(program, inference, self.types);
        Interface::Known { inputs, outputs, flows: flows(program, inference) }
    }
}

/// Holds if the first label of a component is a path, and the second one is none.
fn are_exchanged(types: &Interner, first: Name, second: Name) -> bool {
    let [first, second] = [first, second].map(|label| types.text(label).contains(['/', '.']));
    first && !second
}

/// Returns the names of the packages that a program needs, and that are missing.
fn missing_packages(program: &Program) -> Vec<String> {
    let names = program.problems.iter().filter_map(|problem| match &problem.kind {
        StructureProblemKind::Package(PackageProblem::UnknownPackage { name, is_needed: true, .. }) => {
            Some(name.clone())
        }
        _ => None,
    });
    names.collect()
}

/// Returns the length of the texts of a program.
fn byte_count(program: &Program) -> usize {
    program.files.iter().map(|file| file.source.text.len()).sum()
}

/// Returns the inputs of a component: the configuration of its program.
fn inputs(program: &Program, inference: &Inference, types: &mut Interner) -> Vec<Input> {
    let mut inputs = Vec::new();
    for id in program.definition_ids() {
        let definition = program.definition(id);
        let (Kind::Config, Some(name)) = (definition.kind, definition.name) else { continue };
        let has_default = definition.expressions.iter().any(|expression| expression.part == Part::Default);
        let is_nullable = program.is_nullable(id);
        let (is_optional, ty) = (has_default || is_nullable, inference.definition_type(id));
        inputs.push(Input {
            name: logical_name(program, definition).unwrap_or(name),
            ty: if is_nullable { types.union(&[ty, NONE]) } else { ty },
            acceptance: Acceptance::WithOutputs,
            presence: if is_optional { Presence::Implied } else { Presence::Required },
            is_secret: definition.is_secret_config(),
            deprecation: None,
            variants: Vec::new(),
        });
    }
    inputs.sort_by(|a, b| types.text(a.name).cmp(types.text(b.name)));
    inputs.dedup_by_key(|input| input.name);
    inputs
}

/// Returns the outputs of a component as an object type: the outputs of its program.
fn outputs(program: &Program, inference: &Inference, types: &mut Interner) -> Ty {
    let mut properties = Vec::new();
    for id in program.definition_ids() {
        let definition = program.definition(id);
        let (Kind::Output, Some(name)) = (definition.kind, definition.name) else { continue };
        let Some(value) = attribute(program, definition, "value") else { continue };
        let place = crate::program::Place { file: definition.file, node: value.root };
        let output = types.output(inference.type_of(place).unwrap_or(ANY));
        let name = logical_name(program, definition).unwrap_or(name);
        properties.push((name, normalized(types, output)));
    }
    types.object(properties)
}

/// Returns the outputs of a component, each with the inputs on which its value depends.
fn flows(program: &Program, inference: &Inference) -> Vec<(Name, Vec<Name>)> {
    let name = |id: DefinitionId| {
        let definition = program.definition(id);
        logical_name(program, definition).or(definition.name)
    };
    let is_a = |id: DefinitionId, kind| program.definition(id).kind == kind;
    let outputs = program.definition_ids().filter(|&id| is_a(id, Kind::Output));
    let with_inputs = outputs.filter_map(|output| {
        let (mut waiting, mut seen) = (vec![output], FxHashSet::from_iter([output]));
        while let Some(id) = waiting.pop() {
            waiting.extend(inference.references(id).iter().map(|reference| reference.0).filter(|&id| seen.insert(id)));
        }
        let mut inputs: Vec<Name> = seen.into_iter().filter(|&id| is_a(id, Kind::Config)).filter_map(name).collect();
        inputs.sort_unstable();
        Some((name(output)?, inputs))
    });
    with_inputs.collect()
}

/// Returns the expression of a definition's attribute.
fn attribute<'p>(program: &Program, definition: &'p Definition, name: &str) -> Option<&'p Expression> {
    let source = &program.file(definition.file).source;
    definition.expressions.iter().find(|expression| source.slice(expression.name_span) == name)
}

fn logical_name(program: &Program, definition: &Definition) -> Option<Name> {
    let expression = attribute(program, definition, super::body::LOGICAL_NAME)?;
    match program.file(definition.file).tree.node(expression.root) {
        Node::String(text) => Some(text),
        _ => None,
    }
}
