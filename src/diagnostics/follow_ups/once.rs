//! Reports of one mistake at several places: they are one report.

use std::cell::LazyCell;
use std::hash::Hash;
use std::num::NonZeroU32;

use rustc_hash::{FxHashMap, FxHashSet};
use typed_index_collections::{TiVec, ti_vec};

use super::asked::AskedOwners;
use super::causes::joined;
use super::reported::{OF_REPETITION, problem, written};
use crate::codes::Code;
use crate::diagnostics::repeated::Repetitions;
use crate::diagnostics::unknown_variable::is_of_blocks;
use crate::diagnostics::{Diagnostic, Severity};
use crate::infer::Inference;
use crate::program::resolve::Target;
use crate::program::structure::{ComponentProblem, StructureProblem, StructureProblemKind};
use crate::program::{DefinitionId, File, FileId, Place, Problem, Program, Variable};
use crate::source::Span;
use crate::syntax::tree::{Node, NodeId, ObjectKey};
use crate::types::vocabulary::TerraformError;

/// The first words of addresses, which do not say by themselves what is meant.
const WITH_NAMES: [&str; 7] = ["var", "local", "module", "data", "each", "count", "run"];

/// Leaves out the second of two wrong arguments of a call: probably they are exchanged, are elements of one argument, or are meant for
/// another function. Of two wrong operands, the first is reported: probably another operation is meant.
pub(super) fn without_exchanged(
    program: &Program,
    inference: &Inference,
    mut diagnostics: Vec<Diagnostic>,
) -> Vec<Diagnostic> {
    let arguments = LazyCell::new(|| Arguments::of(program));
    // A part that a value lacks is reported for the conversion of the value.
    let of_conversions = [Code::NoConversion, Code::UnknownProperty, Code::MissingProperty];
    let is_conversion = |diagnostic: &Diagnostic| of_conversions.iter().any(|&code| diagnostic.code == code);
    let may_be_first = |diagnostic: &Diagnostic| is_conversion(diagnostic) || diagnostic.code == Code::WrongArgument;
    diagnostics.dedup_by(|next, kept| {
        if !is_conversion(next) || !may_be_first(kept) {
            return false;
        }
        match (problem(inference, kept), problem(inference, next)) {
            (Some(&Problem::NoConversion { at: first, .. }), Some(&Problem::NoConversion { at: second, .. })) => {
                let between = Span { start: kept.span.end, end: next.span.start };
                first.file == second.file
                    && (arguments.are_of_one_call(first, second) || joined(program, Some((first.file, between))))
            }
            (Some(&Problem::WrongArgument { at: call }), Some(&Problem::NoConversion { at, .. })) => {
                call.file == at.file && is_argument_of(program, at, call.node)
            }
            _ => false,
        }
    });
    diagnostics
}

/// Leaves out all but the first of the unknown properties of the items of a block's range that are near to no known one: probably the
/// range is another one than is meant.
pub(super) fn with_items_once(
    program: &Program,
    inference: &Inference,
    owners: &AskedOwners,
    mut diagnostics: Vec<Diagnostic>,
) -> Vec<Diagnostic> {
    let mut blocks = FxHashSet::default();
    diagnostics.retain(|diagnostic| match problem(inference, diagnostic) {
        Some(&Problem::Step { at, .. }) if diagnostic.fix.is_none() && inference.target(at) == Target::Local(0) => {
            let Some(id) = owners.definition(program, at) else { return true };
            let block = program.definition(id).block.as_ref();
            let is_ranged = block.is_some_and(|block| matches!(block.variable, Some((_, Variable::Range))));
            !is_ranged || blocks.insert(id)
        }
        _ => true,
    });
    diagnostics
}

/// Reports the steps once that fail from a variable of a for-expression whose values are not of the iterated type: probably another
/// collection is meant.
pub(super) fn with_iterations_once(
    program: &Program,
    inference: &Inference,
    owners: &AskedOwners,
    diagnostics: Vec<Diagnostic>,
) -> Vec<Diagnostic> {
    once(diagnostics, |diagnostic| {
        let Problem::Step { at, step: 0, from, .. } = *problem(inference, diagnostic)? else { return None };
        let is_of_others = [Code::InvalidIndex, Code::NotTraversable].iter().any(|&code| diagnostic.code == code);
        match inference.target(at) {
            Target::Local(variable) if is_of_others => Some((owners.definition(program, at)?, variable, from)),
            _ => None,
        }
    })
}

/// Reports the names of an object or of a block once that belong to one other structure: probably this level is missing around them.
/// So are the names of an object none of whose names is known: probably another object is meant.
pub(super) fn with_levels_once(
    program: &Program,
    inference: &Inference,
    diagnostics: Vec<Diagnostic>,
) -> Vec<Diagnostic> {
    let is_unlike = |diagnostic: &&Diagnostic| {
        let found = problem(inference, diagnostic).filter(|_| diagnostic.fix.is_none());
        matches!(found, Some(Problem::UnknownInput { .. } | Problem::UnknownProperty { .. }))
    };
    if diagnostics.iter().find(is_unlike).is_none() || diagnostics.len() < 2 {
        return diagnostics;
    }
    let objects = LazyCell::new(|| objects_of_values(program));
    let around = |diagnostic: &Diagnostic| match *problem(inference, diagnostic).filter(|_| is_unlike(&diagnostic))? {
        Problem::UnknownInput { block, .. } => Some((Some(block), None)),
        Problem::UnknownProperty { at, .. } => Some((None, Some((at.file, objects[at.file][at.node]?)))),
        _ => None,
    };
    // The number of unknown names of one place, and the owners that all of them share, as far as these have any.
    let mut found: FxHashMap<_, (usize, Vec<&String>)> = FxHashMap::default();
    for (diagnostic, around) in diagnostics.iter().filter_map(|diagnostic| Some((diagnostic, around(diagnostic)?))) {
        let (count, shared) = found.entry(around).or_insert_with(|| (0, diagnostic.owners.iter().collect()));
        *count += 1;
        shared.retain(|owner| diagnostic.owners.contains(*owner));
    }
    let has_only = |around: &(_, Option<(FileId, NodeId)>), count: usize| {
        let Some((file, object)) = around.1 else { return false };
        let tree = &program.file(file).tree;
        matches!(tree.node(object), Node::Object(items) if tree.items(items).len() == count)
    };
    let found = found.into_iter().filter(|(around, (count, owners))| !owners.is_empty() || has_only(around, *count));
    let shared: FxHashMap<_, bool> = found.map(|(around, (count, _))| (around, has_only(&around, count))).collect();
    let mut kept = once(diagnostics, |diagnostic| around(diagnostic).filter(|around| shared.contains_key(around)));
    // What an object lacks none of whose names is known is the same mistake, unless these are reported as less.
    let unknown = |around: &_| shared.get(around) == Some(&true);
    let reported: FxHashSet<_> =
        kept.iter().filter_map(|diagnostic| Some((around(diagnostic).filter(unknown)?, diagnostic.severity))).collect();
    kept.retain(|diagnostic| match problem(inference, diagnostic) {
        Some(Problem::MissingProperty { at, .. }) => {
            !reported.contains(&((None, Some((at.file, at.node))), diagnostic.severity))
        }
        _ => true,
    });
    kept
}

/// Returns the object of which each node of each file is a value.
fn objects_of_values(program: &Program) -> TiVec<FileId, TiVec<NodeId, Option<NodeId>>> {
    let of_file = |file: &File| {
        let mut objects = ti_vec![None; file.tree.len()];
        for node in (0..file.tree.len() as u32).map(NodeId) {
            if let Node::Object(items) = file.tree.node(node) {
                file.tree.items(items).iter().for_each(|item| objects[item.value] = Some(node));
            }
        }
        objects
    };
    program.files.iter().map(of_file).collect()
}

/// Leaves out the steps that fail behind the key of an instance that does not exist, and its conversions.
pub(super) fn without_steps_of_no_instance(inference: &Inference, mut diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let absent = diagnostics.iter().filter_map(|diagnostic| match problem(inference, diagnostic) {
        Some(&Problem::NoInstance { at, .. }) => Some(at),
        _ => None,
    });
    let absent: FxHashSet<Place> = absent.collect();
    if !absent.is_empty() {
        diagnostics.retain(|diagnostic| {
            let found = problem(inference, diagnostic);
            !matches!(found, Some(Problem::Step { at, .. } | Problem::NoConversion { at, .. }) if absent.contains(at))
        });
    }
    diagnostics
}

/// Holds if an expression is an argument of a call.
fn is_argument_of(program: &Program, at: Place, call: NodeId) -> bool {
    let tree = &program.file(at.file).tree;
    match tree.node(call) {
        Node::Call(call) => tree.list(tree.call(call).arguments).contains(&at.node),
        _ => false,
    }
}

/// For each node of each file, the number of the call of which it is an argument.
struct Arguments(TiVec<FileId, TiVec<NodeId, Option<NonZeroU32>>>);

impl Arguments {
    fn of(program: &Program) -> Self {
        let of_file = |file: &File| {
            let mut calls = ti_vec![None; file.tree.len()];
            for (number, call) in (1..).zip(file.tree.calls()) {
                for &argument in file.tree.list(call.arguments) {
                    calls[argument] = NonZeroU32::new(number);
                }
            }
            calls
        };
        Self(program.files.iter().map(of_file).collect())
    }

    /// Holds if two expressions of a file are arguments of one call.
    fn are_of_one_call(&self, first: Place, second: Place) -> bool {
        let call = |of: Place| self.0[of.file][of.node];
        call(first).is_some() && call(first) == call(second)
    }
}

/// Returns diagnostics in which each component with errors is reported once, at its first use.
pub(super) fn with_components_once(program: &Program, diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let wrong: FxHashMap<(FileId, Span), &str> = program.problems.iter().filter_map(directory_of_wrong).collect();
    once(diagnostics, |diagnostic| {
        let is_wrong = diagnostic.code == Code::WrongComponent && diagnostic.severity == Severity::Error;
        is_wrong.then(|| wrong.get(&diagnostic.place()).copied()).flatten()
    })
}

/// Returns the place of the call of a component with errors, and the directory of the component.
fn directory_of_wrong(problem: &StructureProblem) -> Option<((FileId, Span), &str)> {
    match &problem.kind {
        StructureProblemKind::Component(ComponentProblem::WrongComponent { directory, .. }) => {
            Some(((problem.file, problem.span), directory))
        }
        _ => None,
    }
}

/// Leaves out all but the first of the undefined names in a key that is written without quotes.
pub(super) fn with_keys_once(program: &Program, diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let keys = LazyCell::new(|| program.files.iter().map(keys_with_operators).collect::<TiVec<FileId, Vec<Span>>>());
    once(diagnostics, |diagnostic| {
        let is_name = diagnostic.code == Code::UnknownVariable;
        let place = is_name.then_some((diagnostic.file, diagnostic.span.start))?;
        let around = |key: &&Span| key.range().contains(&(place.1 as usize));
        keys.get(place.0)?.iter().find(around).map(|key| (place.0, key.start))
    })
}

/// Returns the places of the keys of a file that are operations, and stand in no parentheses.
fn keys_with_operators(file: &File) -> Vec<Span> {
    let tree = &file.tree;
    let objects = (0..tree.len() as u32).map(NodeId).filter_map(|node| match tree.node(node) {
        Node::Object(items) => Some(tree.items(items)),
        _ => None,
    });
    let keys = objects.flatten().filter_map(|item| match item.key {
        ObjectKey::Expression(key, false) if matches!(tree.node(key), Node::Binary(..)) => Some(tree.span(key)),
        _ => None,
    });
    keys.collect()
}

/// Returns diagnostics of which those with the same key are one: the first of them, with the places of the others.
fn once<K: Eq + Hash>(diagnostics: Vec<Diagnostic>, key: impl Fn(&Diagnostic) -> Option<K>) -> Vec<Diagnostic> {
    Repetitions::of(&diagnostics, key, |diagnostic| vec![diagnostic.place()]).joined(diagnostics)
}

/// Leaves out diagnostics with a code that another one at their place has, with more severity or for another value: what fails in
/// several contexts, of the elements of an iteration, is one mistake.
pub(super) fn without_weaker(inference: &Inference, mut diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    diagnostics.dedup_by(|next, kept| {
        let is_of_one = flaw_of(inference, next).is_some() && flaw_of(inference, next) == flaw_of(inference, kept);
        let is_same =
            next.place() == kept.place() && next.code == kept.code && (next.severity != kept.severity || is_of_one);
        if is_same && next.severity < kept.severity {
            std::mem::swap(next, kept);
        }
        is_same
    });
    diagnostics
}

/// Returns the expression that fails in Terraform, with its error.
fn flaw_of(inference: &Inference, diagnostic: &Diagnostic) -> Option<(Place, TerraformError)> {
    match *problem(inference, diagnostic)? {
        Problem::Flawed { at, flaw, .. } => Some((at, flaw)),
        _ => None,
    }
}

/// A name of repetition, and the block in which it is used.
type Use<'a> = (DefinitionId, &'a str);

/// The start of a name, or an attribute of a definition, in the top-level expression with this number.
type Named<'a> = (usize, Option<DefinitionId>, &'a str);

/// Reports an undefined name, or an unknown attribute, once for all its uses in one expression.
pub(super) fn without_repeated_names(
    program: &Program,
    inference: &Inference,
    owners: &AskedOwners,
    diagnostics: Vec<Diagnostic>,
) -> Vec<Diagnostic> {
    once(diagnostics, |diagnostic| {
        let name = written(program, diagnostic);
        let at = match *problem(inference, diagnostic)? {
            Problem::UnknownName { at } => at,
            Problem::Flawed {
                at,
                flaw: flaw @ (TerraformError::Attribute | TerraformError::NoParts | TerraformError::NoIndex),
                ..
            } => {
                let of = match inference.target(at) {
                    Target::Definition(id) => Some(id),
                    _ => None,
                };
                // What has no attributes has none of any name.
                let whole = (flaw != TerraformError::Attribute).then(|| before(program, at, diagnostic.span)).flatten();
                return Some((owners.around(program, at)?.0, of, whole.unwrap_or(name)));
            }
            _ => return None,
        };
        let root = name.split(['.', '[']).next()?;
        let is_iterator = !WITH_NAMES.contains(&root);
        Some((owners.around(program, at)?.0, None, if is_iterator { root } else { name }) as Named<'_>)
    })
}

/// Returns the text of an expression before a part of it.
fn before(program: &Program, at: Place, part: Span) -> Option<&str> {
    let file = program.file(at.file);
    let start = file.tree.span(at.node).start;
    file.source.text.get(start as usize..part.start as usize).filter(|text| !text.is_empty())
}

/// Reports each block that is not repeated once for all uses of the key or the value of its instances.
pub(super) fn without_repetition(
    program: &Program,
    inference: &Inference,
    owners: &AskedOwners,
    diagnostics: Vec<Diagnostic>,
) -> Vec<Diagnostic> {
    once(diagnostics, |diagnostic| used(program, inference, owners, diagnostic))
}

fn used<'a>(
    program: &'a Program,
    inference: &Inference,
    owners: &AskedOwners,
    diagnostic: &Diagnostic,
) -> Option<Use<'a>> {
    let name = written(program, diagnostic);
    let Problem::UnknownName { at } = *problem(inference, diagnostic)? else { return None };
    if !OF_REPETITION.contains(&name) {
        return None;
    }
    Some((owners.block(program, at)?, name.split_once('.')?.0))
}

/// Leaves out the names `count` and `each` in blocks with a range that is written with the word of another language.
pub(super) fn without_names_of_ranges(
    program: &Program,
    inference: &Inference,
    owners: &AskedOwners,
    mut diagnostics: Vec<Diagnostic>,
) -> Vec<Diagnostic> {
    let is_range = |name: &str| ["count", "for_each"].contains(&name);
    let ranges = program.problems.iter().filter(|problem| match &problem.kind {
        StructureProblemKind::OptionAsInput { name, .. }
        | StructureProblemKind::UnknownAttribute { name, inside: "options", .. } => is_range(name),
        _ => false,
    });
    let ranges: Vec<(FileId, Span)> = ranges.map(|problem| (problem.file, problem.span)).collect();
    if ranges.is_empty() {
        return diagnostics;
    }
    let blocks = ranges.iter().flat_map(|&(file, span)| program.definitions_at(file, span.start));
    let blocks: FxHashSet<DefinitionId> = blocks.collect();
    diagnostics.retain(|diagnostic| match problem(inference, diagnostic) {
        Some(&Problem::UnknownName { at }) if ["count", "each"].contains(&written(program, diagnostic)) => {
            !owners.block(program, at).is_some_and(|block| blocks.contains(&block))
        }
        _ => true,
    });
    diagnostics
}

/// Reports an undefined name once for all its uses that mean the same: probably its definition has another name. The variables of blocks
/// and of iterations are named in one block only.
pub(super) fn without_repeated_names_of_definitions(
    program: &Program,
    inference: &Inference,
    owners: &AskedOwners,
    diagnostics: Vec<Diagnostic>,
) -> Vec<Diagnostic> {
    let in_blocks = once(diagnostics, |diagnostic| {
        let found = problem(inference, diagnostic).filter(|_| diagnostic.code == Code::UnknownVariable);
        let Problem::UnknownName { at } = *found? else { return None };
        Some((owners.block(program, at)?, written(program, diagnostic)))
    });
    once(in_blocks, |diagnostic| {
        let found = problem(inference, diagnostic).filter(|_| diagnostic.code == Code::UnknownVariable);
        let Problem::UnknownName { .. } = *found? else { return None };
        let meant = diagnostic.fix.as_ref().map(|fix| fix.name.clone());
        let name = written(program, diagnostic);
        (!is_of_blocks(name)).then_some((name, meant, diagnostic.severity))
    })
}
