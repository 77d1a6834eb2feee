//! Reports that follow from another report: what it says is true only because of the mistake that the other one reports, so that
//! they are left out. They are those of Terraform's modules.

use rustc_hash::{FxHashMap, FxHashSet};

use super::Diagnostic;
use super::repeated::add_places;
use crate::codes::Code;
use crate::infer::Inference;
use crate::program::{DefinitionId, FileId, Place, Problem, Program};
use crate::source::Span;
use crate::syntax::tree::NodeId;
use crate::types::vocabulary::TerraformError;

/// The names that exist only in blocks that are repeated.
const OF_REPETITION: [&str; 3] = ["each.key", "each.value", "count.index"];

/// Holds if some of the diagnostics may follow from others.
pub(crate) fn may_follow(program: &Program, diagnostics: &[Diagnostic]) -> bool {
    program.is_terraform && diagnostics.len() > 1
}

/// Returns diagnostics without those that follow from others.
pub(crate) fn without_follow_ups(
    program: &Program,
    inference: &Inference,
    diagnostics: Vec<Diagnostic>,
) -> Vec<Diagnostic> {
    let causes = Causes::of(program, inference, &diagnostics);
    // Of several wrong arguments of a call, the first one is reported, as in the reference: probably their order is wrong.
    let mut calls = FxHashSet::default();
    let mut is_first = |diagnostic: &Diagnostic| match problem(inference, diagnostic) {
        Some(&Problem::Flawed { at, flaw: TerraformError::Argument, sure: true, .. }) => calls.insert(at),
        _ => true,
    };
    let kept = diagnostics.into_iter().filter(|diagnostic| !causes.explain(program, inference, diagnostic));
    let kept = kept.filter(|diagnostic| is_first(diagnostic)).collect();
    without_repetition(program, inference, without_weaker(kept))
}

/// Mistakes from which others follow.
#[derive(Default)]
struct Causes<'a> {
    /// The inputs of blocks that are meant by unknown ones.
    meant: FxHashSet<(DefinitionId, String)>,
    /// The unknown types of resources, by the one that is meant and the one that is written.
    types: FxHashSet<(String, &'a str)>,
    /// The places of undefined names, in order.
    undefined: Vec<(FileId, Span)>,
    /// The places of attributes that mean `sensitive`.
    sensitive: Vec<(FileId, Span)>,
    /// The places at which the syntax is wrong.
    malformed: FxHashSet<(FileId, u32)>,
}

impl<'a> Causes<'a> {
    fn of(program: &'a Program, inference: &Inference, diagnostics: &[Diagnostic]) -> Self {
        let mut causes = Self::default();
        for diagnostic in diagnostics {
            let meant = diagnostic.fix.as_ref().map(|fix| fix.name.clone());
            match (diagnostic.code.own(), problem(inference, diagnostic), meant) {
                (_, Some(&Problem::UnknownInput { block, .. }), Some(meant)) => {
                    causes.meant.insert((block, meant));
                }
                (Some(Code::UnknownResource), _, Some(meant)) => {
                    causes.types.insert((meant, written(program, diagnostic).trim_matches('"')));
                }
                (Some(Code::UnknownVariable), ..) => causes.undefined.push(diagnostic.place()),
                (Some(Code::UnknownAttribute), _, Some(meant)) if meant == "sensitive" => {
                    causes.sensitive.push(diagnostic.place());
                }
                (Some(Code::SyntaxError), ..) => {
                    causes.malformed.insert((diagnostic.file, diagnostic.span.start));
                }
                _ => {}
            }
        }
        causes.undefined.sort_unstable();
        causes
    }

    /// Holds if one of these mistakes explains a diagnostic.
    fn explain(&self, program: &Program, inference: &Inference, diagnostic: &Diagnostic) -> bool {
        match (diagnostic.code.own(), problem(inference, diagnostic)) {
            (_, Some(&Problem::MissingInput { block, .. })) => {
                let name = diagnostic.fix.as_ref().map(|fix| fix.name.clone());
                name.is_some_and(|name| self.meant.contains(&(block, name)))
            }
            (Some(Code::SensitiveValue), Some(&Problem::Misused { at, .. })) if !self.sensitive.is_empty() => {
                let around = program.definition_of(at).map(|id| program.definition(id).span);
                let is_inside = |&(file, span): &(FileId, Span)| {
                    file == at.file && around.is_some_and(|around| around.start <= span.start && span.end <= around.end)
                };
                self.sensitive.iter().any(is_inside)
            }
            // A word before which the parser expects no other one: `not` is no operator.
            (Some(Code::UnknownVariable), _) if self.malformed.contains(&next_word(program, diagnostic)) => true,
            (Some(Code::UnknownVariable), _) => diagnostic.fix.as_ref().is_some_and(|fix| {
                let (meant, declared) = (type_of(written(program, diagnostic)), type_of(&fix.name));
                meant.zip(declared).is_some_and(|(meant, declared)| self.types.contains(&(meant.to_owned(), declared)))
            }),
            // What a condition refers to is not known.
            (Some(Code::WrongAddress), _) => {
                let (file, span) = diagnostic.place();
                let first = self.undefined.partition_point(|place| *place < (file, Span { end: 0, ..span }));
                self.undefined[first..].first().is_some_and(|(of, inner)| *of == file && inner.end <= span.end)
            }
            _ => false,
        }
    }
}

fn problem<'i>(inference: &'i Inference, diagnostic: &Diagnostic) -> Option<&'i Problem> {
    inference.problems.get(diagnostic.problem? as usize)
}

/// Returns the text at a diagnostic's place.
fn written<'a>(program: &'a Program, diagnostic: &Diagnostic) -> &'a str {
    program.file(diagnostic.file).source.slice(diagnostic.span)
}

/// Returns the place of what follows a diagnostic's place on its line.
fn next_word(program: &Program, diagnostic: &Diagnostic) -> (FileId, u32) {
    let text = &program.file(diagnostic.file).source.text;
    let rest = text.get(diagnostic.span.end as usize..).unwrap_or_default();
    let blanks = rest.len() - rest.trim_start_matches([' ', '\t']).len();
    (diagnostic.file, diagnostic.span.end + blanks as u32)
}

/// Returns the type of the resource or data source with an address.
fn type_of(address: &str) -> Option<&str> {
    let own = address.strip_prefix("data.").unwrap_or(address);
    own.split_once('.').map(|parts| parts.0)
}

/// Leaves out diagnostics with a code that another one at their place has with more severity: a value that fails in some contexts
/// surely, and in others perhaps.
fn without_weaker(mut diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    diagnostics.dedup_by(|next, kept| {
        let is_same = next.place() == kept.place() && next.code == kept.code && next.severity != kept.severity;
        if is_same && next.severity < kept.severity {
            std::mem::swap(next, kept);
        }
        is_same
    });
    diagnostics
}

/// A name of repetition, and the block in which it is used.
type Use<'a> = (DefinitionId, &'a str);

/// Reports each block that is not repeated once for all uses of the key or the value of its instances.
fn without_repetition(program: &Program, inference: &Inference, diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let owners = Owners::of(program);
    let mut first: FxHashMap<Use<'_>, (usize, Vec<(FileId, Span)>)> = FxHashMap::default();
    let mut kept: Vec<Diagnostic> = Vec::with_capacity(diagnostics.len());
    for diagnostic in diagnostics {
        if let Some(used) = used(program, inference, &owners, &diagnostic) {
            let (at, places) = first.entry(used).or_insert((kept.len(), Vec::new()));
            if *at < kept.len() {
                places.push(diagnostic.place());
                continue;
            }
        }
        kept.push(diagnostic);
    }
    for (at, places) in first.into_values() {
        add_places(&mut kept[at], &places);
    }
    kept
}

fn used<'a>(program: &'a Program, inference: &Inference, owners: &Owners, diagnostic: &Diagnostic) -> Option<Use<'a>> {
    let name = written(program, diagnostic);
    let Problem::UnknownName { at } = *problem(inference, diagnostic)? else { return None };
    if !OF_REPETITION.contains(&name) {
        return None;
    }
    Some((owners.owner(program, at)?, name.split_once('.')?.0))
}

/// The top-level expressions, in order: each with its definition.
struct Owners(Vec<(FileId, NodeId, DefinitionId)>);

impl Owners {
    fn of(program: &Program) -> Self {
        let expressions = program.definition_ids().flat_map(|id| {
            let definition = program.definition(id);
            definition.expressions.iter().map(move |expression| (definition.file, expression.first, id))
        });
        let mut all: Vec<_> = expressions.collect();
        all.sort_unstable();
        Self(all)
    }

    /// Returns the definition of the block that an expression is in.
    fn owner(&self, program: &Program, at: Place) -> Option<DefinitionId> {
        let after = self.0.partition_point(|&(file, first, _)| (file, first) <= (at.file, at.node));
        let &(_, _, definition) = self.0.get(after.checked_sub(1)?)?;
        let block = program.definition(definition).block.as_ref();
        // In a dynamic block, its own iterator is meant.
        let owner = block.filter(|block| block.iterators.is_empty()).and_then(|block| block.owner);
        Some(owner.unwrap_or(definition))
    }
}
