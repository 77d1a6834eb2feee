//! The calls of modules: the module that is called, what it is given, and what it gives.

use compact_str::format_compact;

use super::addresses::is_source;
use super::blocks::{At, Reader, Value, attributes};
use super::marks::null_outputs;
use super::modules::Interface;
use super::once::Named;
use super::repeated::{Instances, Names};
use crate::program::structure::{ComponentProblem, StructureProblemKind};
use crate::program::{self, BlockValue, Kind, Part};
use crate::syntax::tree::{Block, Node};
use crate::types::{ANY, Interner};

/// The attributes of a module call that are not variables of the module.
const OF_CALLS: [&str; 6] = ["source", "version", "count", "for_each", "depends_on", "providers"];

impl Reader<'_, '_> {
    pub(super) fn module(&mut self, at: At<'_>, block: &Block, name: &str) {
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
}
