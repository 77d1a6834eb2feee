//! The conditions under which a report follows from a mistake.

use super::{Causes, MOST_PARTS, joined, kind_of, owner_of};
use crate::diagnostics::follow_ups::reported::{problem, written};
use crate::diagnostics::{Diagnostic, Severity};
use crate::infer::Inference;
use crate::program::graph::Cycle;
use crate::program::owners::Owned;
use crate::program::resolve::{PROVIDER, Target};
use crate::program::{Definition, DefinitionId, FileId, Kind, Place, Problem, Program};
use crate::source::Span;
use crate::syntax::tree::NodeId;

impl Causes<'_> {
    /// Holds if an expression stands in the value of an unknown attribute.
    pub(super) fn is_in_surplus(&self, program: &Program, at: Place) -> bool {
        let start = |root| program.file(at.file).tree.span(root).start;
        let is_surplus = |of: (usize, &Owned)| self.surplus.contains(&(at.file, start(of.1.root)));
        !self.surplus.is_empty() && self.owners.around(program, at).is_some_and(is_surplus)
    }

    /// Holds if an expression names an instance of a block whose repetition is missing: in the block, a name of repetition is
    /// undefined, or an argument means it.
    pub(super) fn is_unrepeated(&self, program: &Program, inference: &Inference, at: Place) -> bool {
        let Target::Definition(id) = inference.target(at) else { return false };
        let owner = owner_of(program, id);
        self.unrepeated.contains(&owner) || self.repeated.contains(&owner)
    }

    /// Holds if a value fails in an expression of Terraform that names a block whose instances are not known: what repeats it is wrong,
    /// missing or misspelt.
    pub(super) fn names_wrong_instances(
        &self,
        program: &Program,
        inference: &Inference,
        diagnostic: &Diagnostic,
    ) -> bool {
        if self.of_wrong_instances.is_empty() {
            return false;
        }
        let Some(&Problem::Flawed { at, .. }) = problem(inference, diagnostic) else { return false };
        let Some((_, &Owned { first, root, .. })) = self.owners.around(program, at) else { return false };
        let next = self.of_wrong_instances.partition_point(|&name| name < Place { node: first, ..at });
        self.of_wrong_instances.get(next).is_some_and(|&name| name <= Place { node: root, ..at })
    }

    /// Returns the names of blocks whose repetition is wrong, missing or misspelt, in order.
    pub(super) fn names_of_wrong_instances(&self, program: &Program, inference: &Inference) -> Vec<Place> {
        let are_all_right =
            [&self.counted, &self.iterated, &self.repeated, &self.unrepeated].iter().all(|of| of.is_empty());
        if are_all_right || !program.is_terraform {
            return Vec::new();
        }
        let files = program.files.iter_enumerated();
        let nodes =
            files.flat_map(|(file, of)| (0..of.tree.len() as u32).map(move |node| Place { file, node: NodeId(node) }));
        let is_wrong = |&at: &Place| match inference.target(at) {
            Target::Definition(id) => self.has_wrong_instances(id),
            _ => false,
        };
        nodes.filter(is_wrong).collect()
    }

    /// Holds for blocks with a wrong or misspelt argument that repeats them.
    pub(super) fn has_wrong_repetition(&self, owner: DefinitionId) -> bool {
        [&self.counted, &self.iterated, &self.repeated].iter().any(|of| of.contains(&owner))
    }

    /// Holds for blocks whose repetition is wrong, missing or misspelt.
    fn has_wrong_instances(&self, id: DefinitionId) -> bool {
        [&self.counted, &self.iterated, &self.repeated, &self.unrepeated].iter().any(|of| of.contains(&id))
    }

    /// Holds for the address of an instance of a block with a wrong or misspelt argument that repeats it.
    pub(super) fn is_address_of_wrong_instances(&self, program: &Program, diagnostic: &Diagnostic) -> bool {
        let address = written(program, diagnostic).split('[').next().unwrap_or_default();
        self.of_wrong_repetition.contains(address)
    }

    /// Holds if the value that is wrong is a local value with an error of its own, or a variable whose default has one: its type is not
    /// known.
    pub(super) fn is_wrong_local(&self, program: &Program, inference: &Inference, diagnostic: &Diagnostic) -> bool {
        matches!(problem(inference, diagnostic), Some(Problem::Flawed { .. }))
            && self.wrong.contains(written(program, diagnostic))
    }

    /// Holds if the syntax is wrong in the block of an expression.
    pub(super) fn is_in_malformed_block(
        &self,
        program: &Program,
        inference: &Inference,
        diagnostic: &Diagnostic,
    ) -> bool {
        let Some(&Problem::MayBeNull { at, .. }) = problem(inference, diagnostic) else { return false };
        let Some(id) = self.owners.definition(program, at) else { return false };
        let Span { start, end } = program.definition(owner_of(program, id)).span;
        self.malformed.range((at.file, start)..(at.file, end)).next().is_some()
    }

    /// Holds if a step fails behind a splat that wraps instances as a whole.
    pub(super) fn is_behind_wrapped(&self, diagnostic: &Diagnostic) -> bool {
        self.wrapped.has_around_behind(diagnostic.place())
    }

    /// Holds if a call in Terraform has too few or too many arguments.
    pub(super) fn is_lacking(&self, program: &Program, call: Place) -> bool {
        let span = program.file(call.file).tree.span(call.node);
        program.is_terraform && self.calls.contains(&(call.file, span.start))
    }

    /// Holds if an input of a definition is written as a block in it.
    pub(super) fn gives_as_block(&self, definition: &Definition, name: &str) -> bool {
        let Span { start, end } = definition.span;
        let first = self.blocks.partition_point(|(place, _)| *place < (definition.file, Span { start, end: start }));
        let inside =
            self.blocks[first..].iter().take_while(|((file, span), _)| *file == definition.file && span.end <= end);
        inside.map(|found| found.1).any(|block| block == name)
    }

    /// Holds if a reference is a part of what must not refer to anything.
    pub(super) fn must_not_refer(&self, diagnostic: &Diagnostic) -> bool {
        self.without_references.has_around(diagnostic.place())
    }

    /// Holds if a variable depends on itself because a condition of it refers to something else.
    pub(super) fn has_wrong_condition(
        &self,
        program: &Program,
        inference: &Inference,
        diagnostic: &Diagnostic,
    ) -> bool {
        let (file, span) = diagnostic.place();
        let is_here = |of: &Definition| of.file == file && (of.span.contains(span) || span.contains(of.span));
        let blocks = |cycle: &Cycle| cycle.iter().map(|&(id, _)| program.definition(owner_of(program, id))).collect();
        let mut around =
            inference.cycles.iter().map(blocks).filter(|cycle: &Vec<_>| cycle.iter().any(|of| is_here(of)));
        around.any(|cycle| cycle.iter().any(|of| of.kind == Kind::Variable && self.has_address_within(of)))
    }

    /// Holds if a wrong address, or a condition that does not refer to its variable, is within a definition.
    fn has_address_within(&self, of: &Definition) -> bool {
        let behind = self.addresses.range((of.file, Span { end: 0, ..of.span })..);
        let mut within = behind.take_while(|place| place.0 == of.file && place.1.start < of.span.end);
        within.any(|place| of.span.contains(place.1))
    }

    /// Holds if the syntax is wrong behind the place of a diagnostic, on the same line.
    pub(super) fn is_malformed_behind(&self, program: &Program, diagnostic: &Diagnostic) -> bool {
        let (file, Span { end, .. }) = diagnostic.place();
        let line = |offset| program.file(file).source.position(offset).line;
        let next = self.malformed.range((file, end)..).next().filter(|(of, _)| *of == file);
        next.is_some_and(|&(_, start)| line(start) == line(end))
    }

    /// Holds if another error lies within the place of a diagnostic.
    pub(super) fn has_other_error_within(&self, diagnostic: &Diagnostic) -> bool {
        let (file, span) = diagnostic.place();
        let first = self.errors.before((file, Span { end: 0, ..span }));
        let within = self.errors[first..].iter().take_while(|(of, inner)| *of == file && inner.start < span.end);
        let own = usize::from(diagnostic.severity == Severity::Error);
        within.take(MOST_PARTS).filter(|(_, inner)| inner.end <= span.end).nth(own).is_some()
    }

    /// Holds if a value in doubt is an operand of an arithmetic expression in which another operand is an error. The text between
    /// the two tells it in constant time: a tree has no way from a node to the expression around it.
    pub(super) fn is_added_to_error(&self, program: &Program, diagnostic: &Diagnostic) -> bool {
        let (file, span) = diagnostic.place();
        let after = self.errors.before((file, span));
        let next = self.errors.get(after).filter(|error| error.0 == file);
        let next = next.map(|&(_, error)| (file, Span { start: span.end, end: error.start }));
        joined(program, next) || joined(program, self.error_before(diagnostic))
    }

    /// Returns the place between a diagnostic and the error before it.
    pub(super) fn error_before(&self, diagnostic: &Diagnostic) -> Option<(FileId, Span)> {
        let (file, span) = diagnostic.place();
        let next = self.errors.before((file, span));
        // What contains the place is not before it.
        let mut before = self.errors[..next].iter().rev().take(MOST_PARTS).take_while(|error| error.0 == file);
        let (_, error) = before.find(|error| error.1.end <= span.start)?;
        Some((file, Span { start: error.end, end: span.start }))
    }

    /// Holds if a name is given twice, and a single undefined name resembles it.
    pub(super) fn means_one_of_two(&self, name: &str) -> bool {
        self.duplicates.contains(name) && self.misspelt.get(name).is_some_and(|names| names.len() == 1)
    }

    /// Holds if an undefined name may be that of one of two definitions of its kind that have the same name.
    pub(super) fn may_be_duplicate(&self, program: &Program, diagnostic: &Diagnostic) -> bool {
        let kind = kind_of(written(program, diagnostic)).filter(|_| diagnostic.fix.is_none());
        kind.is_some_and(|kind| self.doubled.contains(kind))
    }

    /// Holds if another value in doubt lies within the place of a diagnostic.
    pub(super) fn has_doubt_inside(&self, diagnostic: &Diagnostic) -> bool {
        let (file, span) = diagnostic.place();
        let first = self.doubts.before((file, Span { end: 0, ..span }));
        let within = self.doubts[first..].iter().take_while(|(of, inner)| *of == file && inner.start < span.end);
        within.take(MOST_PARTS).any(|&(_, inner)| inner.end <= span.end && inner != span)
    }

    /// Holds if the text is malformed right behind the place of a diagnostic.
    pub(super) fn is_cut_off(&self, diagnostic: &Diagnostic) -> bool {
        self.malformed.contains(&(diagnostic.file, diagnostic.span.end))
    }

    /// Holds if a step within the place of a diagnostic fails, or a part of the value there does not convert.
    pub(super) fn has_failed_part(&self, diagnostic: &Diagnostic) -> bool {
        self.failed_within(diagnostic).any(|(inner, is_value)| !(is_value && inner == diagnostic.span))
    }

    /// Returns the places of what fails within the place of a diagnostic; true for values that do not convert.
    pub(super) fn failed_within(&self, diagnostic: &Diagnostic) -> impl Iterator<Item = (Span, bool)> {
        let (file, span) = diagnostic.place();
        let first = self.failed.partition_point(|failed| failed.0 < (file, Span { end: 0, ..span }));
        let within =
            self.failed[first..].iter().take_while(move |((of, inner), _)| *of == file && inner.start < span.end);
        within
            .take(MOST_PARTS)
            .map(|&((_, inner), is_value)| (inner, is_value))
            .filter(move |(inner, _)| inner.end <= span.end)
    }

    /// Holds if an undefined name begins with an iterator that another mistake has renamed.
    pub(super) fn lacks_iterator(&self, program: &Program, diagnostic: &Diagnostic) -> bool {
        let name = written(program, diagnostic);
        let root = name.split_once('.').map_or(name, |parts| parts.0);
        self.quoted.contains(&(diagnostic.file, root)) || self.iterators.contains(&(diagnostic.file, root.to_owned()))
    }
}

/// Holds if an undefined name is the address of a provider configuration of the module.
pub(super) fn names_provider(program: &Program, diagnostic: &Diagnostic) -> bool {
    let name = written(program, diagnostic);
    let provider = |definition: &Definition| definition.label.strip_prefix(PROVIDER) == Some(name);
    program.definitions.iter().any(provider)
}
