//! Mistakes, and the reports that follow from them.

mod conditions;
mod explanations;
mod syntax;
mod terraform;
mod values;

use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};

use self::syntax::ends_of_names;
use self::values::{attributes_of, is_about_value};
use super::asked::AskedOwners;
use super::lost::Lost;
use super::places::Places;
use super::reported::{OF_REPETITION, name_before, problem, written};
use super::sorted_places::SortedPlaces;
use crate::codes::Code;
use crate::diagnostics::{Diagnostic, Severity};
use crate::infer::Inference;
use crate::program::{Definition, DefinitionId, FileId, Kind, Part, Place, Problem, Program};
use crate::source::Span;
use crate::syntax::tree::Node;
use crate::types::nearest::{nearest, slip};
use crate::types::vocabulary::TerraformError;
use crate::types::{NUMBER, Name};

/// The most failing parts of a value that are looked at.
const MOST_PARTS: usize = 100;

/// The most names of attributes that are compared with the names of definitions.
const MOST_VALUED: usize = 100;

/// The most wrong values that may each be the only use of a definition.
const MOST_WRONG: usize = 2;

/// The most bytes between two operands that are looked at.
const MOST_BETWEEN: u32 = 1_000;

/// The errors about the key of an instance.
const OF_INSTANCES: [TerraformError; 3] =
    [TerraformError::SingleInstance, TerraformError::MissingKey, TerraformError::InstanceKey];

/// The signs of arithmetic and of connectives.
const ARITHMETIC: [char; 7] = ['+', '-', '*', '/', '%', '&', '|'];

/// The signs that stand in no arithmetic expression of names and literals.
const NOT_IN_ARITHMETIC: [char; 11] = [',', '(', '[', '{', ':', '?', '=', '\n', '"', '$', '}'];

/// The codes of what has no known name.
const OF_NAMES: [Code; 6] = [
    Code::UnknownAttribute,
    Code::UnknownBlock,
    Code::UnknownFunction,
    Code::UnknownInput,
    Code::UnknownResource,
    Code::UnknownVariable,
];

/// The blocks in which `self` exists.
const WITH_SELF: [&str; 3] = ["connection", "postcondition", "provisioner"];

/// Mistakes from which others follow.
#[derive(Default)]
pub(super) struct Causes<'a> {
    /// The definitions of expressions.
    pub(super) owners: AskedOwners,
    /// The inputs of blocks that are meant by unknown ones.
    meant: FxHashSet<(DefinitionId, String)>,
    /// The unknown inputs that are near to no other one: they may be blocks.
    attributes: FxHashSet<(DefinitionId, Name)>,
    /// The unknown types of resources, by the one that is meant and the one that is written.
    types: FxHashSet<(String, &'a str)>,
    /// The places of undefined names, in order.
    undefined: SortedPlaces,
    /// The places of steps and values that fail in Terraform, in order; true for those that do not convert.
    failed: Vec<((FileId, Span), bool)>,
    /// The blocks that are repeated by a misspelt argument.
    repeated: FxHashSet<DefinitionId>,
    /// The places of attributes that mean `sensitive`, in order.
    sensitive: SortedPlaces,
    /// The places at which the syntax is wrong.
    malformed: BTreeSet<(FileId, u32)>,
    /// Those of them that no other one explains: these alone explain further ones, so that none is left out for one that is left out.
    standing: BTreeSet<(FileId, u32)>,
    /// The places in Terraform at which no reference may stand.
    without_references: Places,
    /// The starts of the values of unknown attributes.
    surplus: FxHashSet<(FileId, u32)>,
    /// The places of addresses that are wrong.
    addresses: BTreeSet<(FileId, Span)>,
    /// The names that are meant by undefined ones.
    names: FxHashSet<String>,
    /// The blocks that are meant by the labels of dynamic blocks, each with its file.
    iterators: FxHashSet<(FileId, String)>,
    /// The words in quotes that should be names of iterators, each with its file.
    quoted: FxHashSet<(FileId, &'a str)>,
    /// The blocks whose number of instances, or range, is wrong.
    counted: FxHashSet<DefinitionId>,
    /// The names that are given twice outside of Terraform: probably, one of the definitions should have another name.
    twice: FxHashSet<&'a str>,
    /// The unknown blocks outside of resources of Terraform, in order: inputs are attributes there.
    blocks: Vec<((FileId, Span), &'a str)>,
    /// The number of blocks outside of Terraform without a name: probably, undefined names are theirs.
    nameless: usize,
    /// The undefined names that are near to no other one.
    unlike: FxHashSet<&'a str>,
    /// The blocks that are repeated for a value that is no map or set.
    iterated: FxHashSet<DefinitionId>,
    /// The local values with an error, and the variables whose default is not of their type.
    wrong: FxHashSet<&'a str>,
    /// The names of the attributes and properties outside of Terraform with a wrong value, and of missing ones.
    valued: FxHashSet<String>,
    /// The places of values outside of Terraform that are wrong, or missing, in order.
    wrong_values: SortedPlaces,
    /// The places of the names of definitions with such a value, if these explain that definitions are unused.
    flawed: FxHashSet<(FileId, Span)>,
    /// The number of definitions that nothing uses.
    unused: usize,
    /// The places of errors, in order.
    errors: SortedPlaces,
    /// The places of notes about conversions, in order.
    doubts: SortedPlaces,
    /// The places of values that must be literals, or collections.
    literals: FxHashSet<(FileId, Span)>,
    /// The starts of calls with too few or too many arguments.
    calls: FxHashSet<(FileId, u32)>,
    /// The arguments of these calls.
    arguments: FxHashSet<Place>,
    /// The ends of the first names of definitions outside of Terraform, by file and name, if a text is malformed.
    defined: FxHashMap<(FileId, &'a str), u32>,
    /// The names of definitions that refer to themselves alone, by their places.
    alone: FxHashMap<(FileId, Span), &'a str>,
    /// The files with an unknown block that means one in which `self` exists.
    own: FxHashSet<FileId>,
    /// The undefined names, by the names that are meant.
    misspelt: FxHashMap<String, FxHashSet<&'a str>>,
    /// The names that several definitions have.
    duplicates: FxHashSet<&'a str>,
    /// The kinds of which no more names are undefined, and near to no other one, than are given twice.
    doubled: FxHashSet<&'a str>,
    /// The names that malformed parts should define.
    lost: Lost,
    /// The configuration values outside of Terraform whose default is not of their type.
    misdeclared: FxHashSet<DefinitionId>,
    /// Holds if the program has configuration values outside of Terraform.
    has_configuration: bool,
    /// The blocks in which a name of repetition is undefined.
    unrepeated: FxHashSet<DefinitionId>,
    /// The places of names of instances that a splat wraps as a whole.
    wrapped: Places,
    /// The places of wrong types and refinements of definitions, in order.
    wrong_types: SortedPlaces,
    /// The places of the types in calls of misspelt functions that take types.
    types_behind: Places,
    /// The second arguments of those that repeat a block twice.
    repeated_twice: BTreeSet<(FileId, Span)>,
    /// The names of blocks whose repetition is wrong, missing or misspelt, in order.
    of_wrong_instances: Vec<Place>,
    /// The addresses of blocks with a wrong or misspelt argument that repeats them.
    of_wrong_repetition: FxHashSet<&'a str>,
    /// The expressions that name an instance wrongly.
    misaddressed: FxHashSet<Place>,
}

impl<'a> Causes<'a> {
    pub(super) fn of(program: &'a Program, inference: &Inference, diagnostics: &[Diagnostic]) -> Self {
        let mut causes = Self::of_definitions(program, inference, diagnostics);
        for diagnostic in diagnostics {
            // What most diagnostics say lies elsewhere in memory.
            let is_of_name = diagnostic.code.own().is_some_and(|code| OF_NAMES.contains(&code));
            let meant = if is_of_name { diagnostic.fix.as_ref().map(|fix| &fix.name) } else { None };
            causes.of_severity(program, diagnostic);
            causes.of_values(program, diagnostic);
            causes.of_declarations(program, inference, diagnostic);
            causes.of_dialect(program, inference, diagnostic);
            if diagnostic.code == Code::UnknownBlock && meant.is_some_and(|meant| WITH_SELF.contains(&&meant[..])) {
                causes.own.insert(diagnostic.file);
            }
            causes.of_instances(program, inference, diagnostic);
            match (diagnostic.code.own(), problem(inference, diagnostic), meant) {
                (Some(Code::UnknownBlock), Some(Problem::UnknownBlock { .. }), Some(meant)) => {
                    causes.iterators.insert((diagnostic.file, meant.clone()));
                }
                (Some(Code::NotALiteral), ..) if written(program, diagnostic).starts_with('"') => {
                    causes.quoted.insert((diagnostic.file, written(program, diagnostic).trim_matches('"')));
                }
                (_, Some(&Problem::Flawed { at, flaw: TerraformError::Attributed, expected: NUMBER, .. }), _) => {
                    let counted = causes.owners.definition(program, at);
                    causes.counted.extend(counted.into_iter().flat_map(|id| [id, owner_of(program, id)]));
                }
                (
                    _,
                    Some(&Problem::Flawed {
                        at, flaw: TerraformError::Repetition | TerraformError::NullInstance, ..
                    }),
                    _,
                ) => {
                    causes.iterated.extend(causes.owners.definition(program, at).map(|id| owner_of(program, id)));
                }
                (_, Some(&Problem::NotIterable { at, .. }), _) if !program.is_terraform => {
                    causes.counted.extend(ranged(program, &causes.owners, at));
                }
                (_, Some(&Problem::Step { at, .. }), _) if !program.is_terraform => {
                    causes.counted.extend(ranged(program, &causes.owners, at));
                }
                (Some(Code::UnknownBlock), None, _) => {
                    causes.blocks.push((diagnostic.place(), written(program, diagnostic)));
                }
                (Some(Code::WrongLabels), None, _) if lacks_name(program, diagnostic) => causes.nameless += 1,
                (Some(Code::DuplicateName), None, _) if !program.is_terraform => {
                    causes.twice.insert(written(program, diagnostic).trim_matches('"'));
                }
                (_, Some(&Problem::UnknownInput { block, name }), None) => _ = causes.attributes.insert((block, name)),
                (_, Some(&Problem::UnknownInput { block, .. }), Some(meant)) => {
                    if ["count", "for_each"].contains(&&meant[..]) {
                        causes.repeated.insert(owner_of(program, block));
                    }
                    // A name that only shares a word may be another input, unless it is meant because this one is missing.
                    let name = written(program, diagnostic);
                    let is_other = nearest(name, [&meant[..]]).is_some() && slip(name, [&meant[..]]).is_none();
                    if program.is_terraform || !is_other {
                        causes.meant.insert((block, meant.clone()));
                    }
                }
                (Some(Code::UnknownResource), _, Some(meant)) => {
                    causes.types.insert((meant.clone(), written(program, diagnostic).trim_matches('"')));
                }
                (Some(Code::UnknownVariable), found, meant) => {
                    if let Some(&Problem::UnknownName { at }) = found.filter(|_| !program.is_terraform) {
                        causes.counted.extend(ranged(program, &causes.owners, at));
                    }
                    causes.undefined.add(diagnostic.place());
                    causes.unlike.extend(meant.is_none().then(|| written(program, diagnostic)));
                    if let Some(meant) = meant {
                        causes.misspelt.entry(meant.clone()).or_default().insert(written(program, diagnostic));
                        causes.names.insert(meant.clone());
                    }
                }
                (Some(Code::UnknownAttribute), _, Some(meant)) if meant == "sensitive" => {
                    causes.sensitive.add(diagnostic.place());
                }
                (Some(Code::WrongArgument), Some(&Problem::Flawed { .. }), _)
                    if diagnostic.severity == Severity::Error =>
                {
                    causes.failed.push((diagnostic.place(), false));
                }
                (
                    Some(Code::UnknownProperty | Code::InvalidIndex | Code::NoConversion),
                    Some(&Problem::Flawed { .. }),
                    _,
                ) => causes.failed.push((diagnostic.place(), diagnostic.code == Code::NoConversion)),
                (_, Some(Problem::MissingArgument { .. } | Problem::TooManyArguments { .. }), _) => {
                    causes.calls.insert((diagnostic.file, diagnostic.span.start));
                }
                (_, Some(&Problem::UnknownFunction { at }), Some(meant)) if meant == "convert" => {
                    causes.types_behind(program, at);
                }
                (Some(Code::SyntaxError), ..) => causes.malformed(program, diagnostic),
                _ => {}
            }
        }
        causes.duplicates = inference.duplicates.iter().map(|&(id, _)| &program.definition(id).label[..]).collect();
        causes.finish(program, inference);
        causes.settle_syntax(program, diagnostics);
        causes
    }

    /// Adds the place of an error, or of a doubt.
    fn of_severity(&mut self, program: &Program, diagnostic: &Diagnostic) {
        if diagnostic.severity == Severity::Error {
            self.errors.add(diagnostic.place());
            // Of an argument that has no elements to be expanded, nothing else is said.
            let is_literal =
                (diagnostic.code == Code::NotALiteral || diagnostic.code == Code::NotIterable) && !program.is_terraform;
            if is_literal {
                self.literals.insert(diagnostic.place());
            }
        }
        if diagnostic.code == Code::UnsafeConversion {
            self.doubts.add(diagnostic.place());
        }
    }

    /// Adds the names of attributes with a wrong or doubtful value, or none.
    fn of_values(&mut self, program: &Program, diagnostic: &Diagnostic) {
        let is_error = diagnostic.severity == Severity::Error && !program.is_terraform;
        if is_error && is_about_value(diagnostic) {
            self.wrong_values.add(diagnostic.place());
        }
        // The names in the value may be those that the attribute takes. An attribute that is only ignored hides no error.
        if is_error && diagnostic.code == Code::UnknownAttribute && diagnostic.problem.is_none() {
            self.surplus.extend(value_of_attribute(program, diagnostic));
        }
        let is_of_type = matches!(diagnostic.code.own(), Some(Code::WrongType | Code::WrongRefinement));
        if is_of_type && !program.is_terraform {
            self.wrong_types.add(diagnostic.place());
        }
        self.unused += usize::from(diagnostic.code == Code::UnusedDefinition);
        let is_wrong = is_error || diagnostic.code == Code::UnsafeConversion;
        if is_wrong && !program.is_terraform && self.valued.len() < MOST_VALUED {
            self.valued.extend(attributes_of(program, diagnostic));
        }
    }

    /// Adds the place of the second argument of a call that probably means `convert`.
    fn types_behind(&mut self, program: &Program, at: Place) {
        let tree = &program.file(at.file).tree;
        if let Node::Call(call) = tree.node(at.node)
            && let &[_, ty] = tree.list(tree.call(call).arguments)
        {
            self.types_behind.add((at.file, tree.span(ty)));
        }
    }

    /// Adds a configuration value whose default is not of its type.
    fn of_declarations(&mut self, program: &Program, inference: &Inference, diagnostic: &Diagnostic) {
        let found = if self.has_configuration { problem(inference, diagnostic) } else { None };
        let Some(&(Problem::NoConversion { at, .. } | Problem::NotAssignable { at, .. })) = found else { return };
        if name_before(program, diagnostic) != "default" {
            return;
        }
        let around = self.owners.definition(program, at);
        self.misdeclared.extend(around.filter(|&id| program.definition(id).kind == Kind::Config));
    }

    /// Returns the definitions that refer to themselves alone, and the names of all if a text is malformed.
    fn of_definitions(program: &'a Program, inference: &Inference, diagnostics: &[Diagnostic]) -> Self {
        let is_configuration = |of: &Definition| of.kind == Kind::Config;
        let has_configuration = !program.is_terraform && program.definitions.iter().any(is_configuration);
        let mut causes = Self { has_configuration, ..Self::default() };
        if !program.is_terraform && diagnostics.iter().any(|diagnostic| diagnostic.code == Code::SyntaxError) {
            causes.defined = ends_of_names(program);
        }
        for cycle in &inference.cycles {
            if let [(id, _)] = cycle[..] {
                let definition = program.definition(id);
                causes.alone.entry((definition.file, definition.span)).or_insert(&definition.label);
            }
        }
        causes
    }

    /// Returns the arguments of calls with too few or too many of them.
    fn arguments_of_calls(&self, program: &Program) -> FxHashSet<Place> {
        if program.is_terraform || self.calls.is_empty() {
            return FxHashSet::default();
        }
        let files = program.files.iter_enumerated();
        let arguments = files.flat_map(|(file, of)| {
            let calls = of.tree.calls().iter();
            let wrong = calls.filter(move |call| self.calls.contains(&(file, call.function_span.start)));
            wrong.flat_map(move |call| of.tree.list(call.arguments).iter().map(move |&node| Place { file, node }))
        });
        arguments.collect()
    }

    /// Counts kinds of names, and sorts the places, which are searched.
    fn finish(&mut self, program: &'a Program, inference: &Inference) {
        self.arguments = self.arguments_of_calls(program);
        let undefined = counts_of_kinds(&self.unlike);
        let doubled = counts_of_kinds(&self.duplicates).into_iter();
        let doubled = doubled.filter(|(kind, count)| undefined.get(kind).is_none_or(|undefined| undefined <= count));
        self.doubled = doubled.map(|(kind, _)| kind).collect();
        self.blocks.sort_unstable();
        self.errors.sort();
        self.wrong_values.sort();
        self.wrong_types.sort();
        if self.may_explain_unused() {
            let has_wrong_value = |of: &&Definition| self.wrong_values.has_one_within((of.file, of.span));
            let flawed = program.definitions.iter().filter(has_wrong_value);
            self.flawed = flawed.map(|of| (of.file, of.name_span)).collect();
        }
        self.doubts.sort();
        self.undefined.sort();
        self.failed.sort_unstable();
        self.sensitive.sort();
        self.count_repeated_twice(program);
        self.of_wrong_instances = self.names_of_wrong_instances(program, inference);
        let wrong = [&self.counted, &self.iterated, &self.repeated].into_iter().flatten();
        self.of_wrong_repetition = wrong.map(|&id| &program.definition(id).label[..]).collect();
    }

    /// Holds if as many values are wrong or missing as definitions are unused: each may be the only use of one. Of many wrong values, it
    /// is not known.
    fn may_explain_unused(&self) -> bool {
        let wrong = self.wrong_values.len();
        wrong <= MOST_WRONG && (1..=wrong).contains(&self.unused)
    }

    /// Adds the blocks that two arguments repeat, or a misspelt one.
    fn count_repeated_twice(&mut self, program: &Program) {
        let is_around = |of: &Definition| {
            let inner = self.repeated_twice.range((of.file, Span { end: 0, ..of.span })..);
            inner
                .take_while(|(file, span)| *file == of.file && span.start < of.span.end)
                .any(|of_one| of.span.contains(of_one.1))
        };
        let definitions = program.definitions.iter_enumerated().filter(|(_, of)| is_around(of));
        self.counted.extend(definitions.map(|(id, _)| id).collect::<Vec<_>>());
    }

    /// Adds a mistake about the instances of a block.
    fn of_instances(&mut self, program: &Program, inference: &Inference, diagnostic: &Diagnostic) {
        match problem(inference, diagnostic) {
            Some(&Problem::UnknownName { at }) if OF_REPETITION.contains(&written(program, diagnostic)) => {
                self.unrepeated.extend(self.owners.definition(program, at).map(|id| owner_of(program, id)));
            }
            Some(&Problem::Flawed { flaw: TerraformError::WrappedInstances, .. }) => {
                self.wrapped.add(diagnostic.place());
            }
            Some(&Problem::Flawed { at, flaw, .. }) if OF_INSTANCES.contains(&flaw) => {
                self.misaddressed.insert(at);
            }
            _ => {}
        }
    }

    /// Adds a mistake that only Terraform has, and a brace that is missing elsewhere.
    fn of_dialect(&mut self, program: &'a Program, inference: &Inference, diagnostic: &Diagnostic) {
        if program.is_terraform {
            self.of_terraform(program, inference, diagnostic);
        } else if diagnostic.code == Code::SyntaxError {
            self.lost.add_brace(program, diagnostic);
        }
    }
}

/// Holds if the text at a place is that between two operands of an arithmetic expression.
pub(super) fn joined(program: &Program, between: Option<(FileId, Span)>) -> bool {
    let Some((file, Span { start, end })) = between else { return false };
    let is_near = end.saturating_sub(start) <= MOST_BETWEEN;
    let between = program.file(file).source.text.get(start as usize..end as usize).filter(|_| is_near);
    let mut has_sign = false;
    // Most texts have a line end or another such sign at their start.
    let is_arithmetic = |text: &str| {
        text.chars().all(|letter| {
            has_sign |= ARITHMETIC.contains(&letter);
            !NOT_IN_ARITHMETIC.contains(&letter)
        })
    };
    between.is_some_and(is_arithmetic) && has_sign
}

/// Holds if the label of a block outside of Terraform is a token or a directory, so that its name is missing.
fn lacks_name(program: &Program, diagnostic: &Diagnostic) -> bool {
    !program.is_terraform && written(program, diagnostic).contains([':', '/'])
}

/// Returns the definition of a block in whose range an expression stands.
fn ranged(program: &Program, owners: &AskedOwners, at: Place) -> Option<DefinitionId> {
    if program.range_count == 0 {
        return None;
    }
    let id = owners.definition(program, at)?;
    let mut expressions = program.definition(id).expressions.iter();
    let is_around = |first, root| (first..=root).contains(&at.node);
    expressions.any(|of| is_around(of.first, of.root) && matches!(of.part, Part::Range(_))).then_some(id)
}

/// Returns the definition of the block that a body belongs to.
fn owner_of(program: &Program, id: DefinitionId) -> DefinitionId {
    program.definition(id).block.as_ref().and_then(|block| block.owner).unwrap_or(id)
}

/// Returns the place of the value of an attribute, whose name is the place of a diagnostic.
fn value_of_attribute(program: &Program, diagnostic: &Diagnostic) -> Option<(FileId, u32)> {
    let text = &program.file(diagnostic.file).source.text;
    let rest = text.get(diagnostic.span.end as usize..)?;
    let value = rest.trim_start_matches([' ', '\t']).strip_prefix('=')?.trim_start_matches([' ', '\t']);
    Some((diagnostic.file, diagnostic.span.end + (rest.len() - value.len()) as u32))
}

/// Returns an address without the name at its end: `module`, `aws_vpc`.
fn kind_of(address: &str) -> Option<&str> {
    address.rsplit_once('.').map(|parts| parts.0)
}

/// Returns the number of the addresses of each kind.
fn counts_of_kinds<'a>(addresses: &FxHashSet<&'a str>) -> FxHashMap<&'a str, usize> {
    let mut counts = FxHashMap::default();
    addresses.iter().filter_map(|address| kind_of(address)).for_each(|kind| *counts.entry(kind).or_default() += 1);
    counts
}
