//! Mistakes, and the reports that follow from them.

use rustc_hash::FxHashSet;

use super::reported::{OF_REPETITION, problem, written};
use crate::codes::Code;
use crate::diagnostics::{Diagnostic, Severity};
use crate::infer::Inference;
use crate::program::resolve::Target;
use crate::program::{DefinitionId, FileId, Place, Problem, Program};
use crate::source::Span;
use crate::syntax::tree::{Call, Node};
use crate::types::NUMBER;
use crate::types::nearest::{nearest, slip};
use crate::types::vocabulary::TerraformError;

/// The most failing parts of a value that are looked at.
const MOST_PARTS: usize = 100;

/// The most bytes between two operands that are looked at.
const MOST_BETWEEN: u32 = 1_000;

/// The signs of arithmetic.
const ARITHMETIC: [char; 5] = ['+', '-', '*', '/', '%'];

/// The signs that stand in no arithmetic expression of names and literals.
const NOT_IN_ARITHMETIC: [char; 11] = [',', '(', '[', '{', ':', '?', '=', '\n', '"', '$', '}'];

/// The blocks in which `self` exists.
const WITH_SELF: [&str; 3] = ["connection", "postcondition", "provisioner"];

/// Mistakes from which others follow.
#[derive(Default)]
pub(super) struct Causes<'a> {
    /// The inputs of blocks that are meant by unknown ones.
    meant: FxHashSet<(DefinitionId, String)>,
    /// The unknown types of resources, by the one that is meant and the one that is written.
    types: FxHashSet<(String, &'a str)>,
    /// The places of undefined names, in order.
    undefined: Vec<(FileId, Span)>,
    /// The places of steps and values that fail in Terraform, in order; true for those that do not convert.
    failed: Vec<((FileId, Span), bool)>,
    /// The blocks that are repeated by a misspelt argument.
    repeated: FxHashSet<DefinitionId>,
    /// The places of attributes that mean `sensitive`.
    sensitive: Vec<(FileId, Span)>,
    /// The places at which the syntax is wrong.
    malformed: FxHashSet<(FileId, u32)>,
    /// The names that are meant by undefined ones.
    names: FxHashSet<String>,
    /// The blocks that are meant by the labels of dynamic blocks, each with its file.
    iterators: FxHashSet<(FileId, String)>,
    /// The words in quotes that should be names of iterators, each with its file.
    quoted: FxHashSet<(FileId, &'a str)>,
    /// The blocks whose number of instances is wrong.
    counted: FxHashSet<DefinitionId>,
    /// The names that are given twice outside of Terraform: probably, one of the definitions should have another name.
    twice: FxHashSet<&'a str>,
    /// The undefined names that are near to no other one.
    unlike: FxHashSet<&'a str>,
    /// The blocks that are repeated for a value that is no map or set.
    iterated: FxHashSet<DefinitionId>,
    /// The places of errors, in order.
    errors: Vec<(FileId, Span)>,
    /// The places of notes about conversions, in order.
    doubts: Vec<(FileId, Span)>,
    /// The places of values that must be literals.
    literals: FxHashSet<(FileId, Span)>,
    /// The starts of calls that lack an argument.
    calls: FxHashSet<(FileId, u32)>,
    /// The files with an unknown block that means one in which `self` exists.
    own: FxHashSet<FileId>,
    /// The names that several definitions have.
    duplicates: FxHashSet<&'a str>,
}

impl<'a> Causes<'a> {
    pub(super) fn of(program: &'a Program, inference: &Inference, diagnostics: &[Diagnostic]) -> Self {
        let mut causes = Self::default();
        for diagnostic in diagnostics {
            let meant = diagnostic.fix.as_ref().map(|fix| fix.name.clone());
            if diagnostic.severity == Severity::Error {
                causes.errors.push(diagnostic.place());
                let is_literal = diagnostic.code == Code::NotALiteral && !program.is_terraform;
                causes.literals.extend(is_literal.then(|| diagnostic.place()));
            }
            causes.doubts.extend((diagnostic.code == Code::UnsafeConversion).then(|| diagnostic.place()));
            if diagnostic.code == Code::UnknownBlock && meant.as_deref().is_some_and(|meant| WITH_SELF.contains(&meant))
            {
                causes.own.insert(diagnostic.file);
            }
            match (diagnostic.code.own(), problem(inference, diagnostic), meant) {
                (Some(Code::UnknownBlock), Some(Problem::UnknownBlock { .. }), Some(meant)) => {
                    causes.iterators.insert((diagnostic.file, meant));
                }
                (Some(Code::NotALiteral), ..) if written(program, diagnostic).starts_with('"') => {
                    causes.quoted.insert((diagnostic.file, written(program, diagnostic).trim_matches('"')));
                }
                (_, Some(&Problem::Flawed { at, flaw: TerraformError::Attributed, expected: NUMBER, .. }), _) => {
                    causes.counted.extend(program.definition_of(at));
                }
                (_, Some(&Problem::Flawed { at, flaw: TerraformError::Repetition, .. }), _) => {
                    causes.iterated.extend(program.definition_of(at).map(|id| owner_of(program, id)));
                }
                (Some(Code::DuplicateName), None, _) if !program.is_terraform => {
                    causes.twice.insert(written(program, diagnostic).trim_matches('"'));
                }
                (_, Some(&Problem::UnknownInput { block, .. }), Some(meant)) => {
                    if ["count", "for_each"].contains(&&meant[..]) {
                        causes.repeated.insert(owner_of(program, block));
                    }
                    // A name that only shares a word may be another input, unless it is meant because this one is missing.
                    let name = written(program, diagnostic);
                    let is_other = nearest(name, [&meant[..]]).is_some() && slip(name, [&meant[..]]).is_none();
                    if program.is_terraform || !is_other {
                        causes.meant.insert((block, meant));
                    }
                }
                (Some(Code::UnknownResource), _, Some(meant)) => {
                    causes.types.insert((meant, written(program, diagnostic).trim_matches('"')));
                }
                (Some(Code::UnknownVariable), _, meant) => {
                    causes.undefined.push(diagnostic.place());
                    causes.unlike.extend(meant.is_none().then(|| written(program, diagnostic)));
                    causes.names.extend(meant);
                }
                (Some(Code::UnknownAttribute), _, Some(meant)) if meant == "sensitive" => {
                    causes.sensitive.push(diagnostic.place());
                }
                (
                    Some(Code::UnknownProperty | Code::InvalidIndex | Code::NoConversion),
                    Some(&Problem::Flawed { .. }),
                    _,
                ) => causes.failed.push((diagnostic.place(), diagnostic.code == Code::NoConversion)),
                (_, Some(Problem::MissingArgument { .. }), _) if !program.is_terraform => {
                    causes.calls.insert((diagnostic.file, diagnostic.span.start));
                }
                (Some(Code::SyntaxError), ..) => {
                    let is_twice = !program.is_terraform && is_defined_before(program, diagnostic);
                    causes.twice.extend(is_twice.then(|| written(program, diagnostic)));
                    causes.malformed.insert((diagnostic.file, diagnostic.span.start));
                }
                _ => {}
            }
        }
        causes.duplicates = inference.duplicates.iter().map(|&(id, _)| &program.definition(id).label[..]).collect();
        causes.errors.sort_unstable();
        causes.doubts.sort_unstable();
        causes.undefined.sort_unstable();
        causes.failed.sort_unstable();
        causes
    }

    /// Holds if one of these mistakes explains a diagnostic.
    pub(super) fn explain(&self, program: &Program, inference: &Inference, diagnostic: &Diagnostic) -> bool {
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
            // What a malformed expression refers to is not known.
            (Some(Code::UnusedDefinition), _) => {
                !self.malformed.is_empty() || self.names.contains(written(program, diagnostic).trim_matches('"'))
            }
            (Some(Code::UnsafeConversion), Some(&Problem::UnsafeConversion { at, .. })) => {
                has_one_within(&self.errors, diagnostic)
                    || self.is_added_to_error(program, diagnostic)
                    || is_operation(program, at) && self.has_doubt_inside(diagnostic)
            }
            // The values that decide about instances are wrong, or those that are given to a module.
            (Some(Code::DeferredValue), _) | (_, Some(Problem::Passed { .. })) => {
                has_one_within(&self.errors, diagnostic)
            }
            (Some(Code::UnknownProperty | Code::InvalidIndex), Some(&Problem::Flawed { at, .. }))
                if !self.iterated.is_empty() && source_of(program, at).starts_with("each.value") =>
            {
                program.definition_of(at).is_some_and(|id| self.iterated.contains(&owner_of(program, id)))
            }
            (_, Some(&Problem::NoConversion { at, .. })) => {
                self.literals.contains(&diagnostic.place()) || self.lacks_argument(program, at)
            }
            (Some(Code::UnknownVariable), _) if self.literals.contains(&diagnostic.place()) => true,
            // The rest of the expression is missing: `a.length()` is no step.
            (_, Some(Problem::Step { .. })) => self.is_cut_off(diagnostic),
            (Some(Code::UnknownProperty), Some(Problem::Flawed { .. })) if self.is_cut_off(diagnostic) => true,
            (Some(Code::CircularReference), _) => {
                own_cycle(program, inference, diagnostic).is_some_and(|name| self.twice.contains(name))
            }
            (Some(Code::UnknownProperty | Code::InvalidIndex), Some(&Problem::Flawed { at, .. })) => {
                matches!(inference.target(at), Target::Definition(id) if self.counted.contains(&id))
            }
            (Some(Code::UnknownVariable), _) if self.lacks_iterator(program, diagnostic) => true,
            (Some(Code::UnknownVariable), Some(&Problem::UnknownName { at }))
                if OF_REPETITION.contains(&written(program, diagnostic)) =>
            {
                let owner = program.definition_of(at).map(|id| owner_of(program, id));
                owner.is_some_and(|owner| self.repeated.contains(&owner) || self.counted.contains(&owner))
            }
            (Some(Code::UnknownVariable), _)
                if self.own.contains(&diagnostic.file) && written(program, diagnostic) == "self" =>
            {
                true
            }
            // One of two definitions of its kind should have this name.
            (Some(Code::UnknownVariable), _) if program.is_terraform && self.may_be_duplicate(program, diagnostic) => {
                true
            }
            // It is the name that one of the definitions should have.
            (Some(Code::UnknownVariable), _) if !self.twice.is_empty() && diagnostic.fix.is_none() => {
                self.unlike.len() <= self.twice.len()
            }
            // The nearest name is given twice: one of these definitions should have the undefined name.
            (Some(Code::UnknownVariable), _)
                if diagnostic.fix.as_ref().is_some_and(|fix| self.duplicates.contains(&fix.name[..])) =>
            {
                true
            }
            // A word before which the parser expects no other one: `not` is no operator.
            (Some(Code::UnknownVariable), _) if self.malformed.contains(&next_word(program, diagnostic)) => true,
            (Some(Code::UnknownVariable), _) => diagnostic.fix.as_ref().is_some_and(|fix| {
                let (meant, declared) = (type_of(written(program, diagnostic)), type_of(&fix.name));
                meant.zip(declared).is_some_and(|(meant, declared)| self.types.contains(&(meant.to_owned(), declared)))
            }),
            // What a condition refers to is not known.
            (Some(Code::WrongAddress), _) => has_one_within(&self.undefined, diagnostic),
            // The type of a value with an error is not known.
            (Some(Code::NoConversion), Some(Problem::Flawed { .. })) => {
                self.has_failed_part(diagnostic) || self.malformed.contains(&next_word(program, diagnostic))
            }
            _ => false,
        }
    }
}

impl Causes<'_> {
    /// Holds if an expression is an argument of a call that lacks another one: probably the first ones are not in their places.
    fn lacks_argument(&self, program: &Program, at: Place) -> bool {
        let tree = &program.file(at.file).tree;
        let is_argument = |call: &Call| tree.list(call.arguments).contains(&at.node);
        !self.calls.is_empty()
            && tree
                .calls()
                .iter()
                .any(|call| is_argument(call) && self.calls.contains(&(at.file, call.function_span.start)))
    }

    /// Holds if a value in doubt is an operand of an arithmetic expression in which another operand is an error. The text between
    /// the two tells it in constant time: a tree has no way from a node to the expression around it.
    fn is_added_to_error(&self, program: &Program, diagnostic: &Diagnostic) -> bool {
        let (file, span) = diagnostic.place();
        let after = self.errors.partition_point(|error| *error < (file, span));
        let next = self.errors.get(after).map(|&(of, error)| (of, span.end, error.start));
        let before = after.checked_sub(1).map(|at| self.errors[at]);
        let before = before.map(|(of, error)| (of, error.end, span.start));
        let text = &program.file(file).source.text;
        let are_joined = |&(of, start, end): &(FileId, u32, u32)| {
            let is_near = of == file && end.saturating_sub(start) <= MOST_BETWEEN;
            let between = text.get(start as usize..end as usize).filter(|_| is_near);
            between.is_some_and(|text| text.contains(ARITHMETIC) && !text.contains(NOT_IN_ARITHMETIC))
        };
        next.iter().chain(&before).any(are_joined)
    }

    /// Holds if an undefined name may be that of one of two definitions of its kind that have the same name.
    fn may_be_duplicate(&self, program: &Program, diagnostic: &Diagnostic) -> bool {
        let kind = kind_of(written(program, diagnostic)).filter(|_| diagnostic.fix.is_none());
        kind.is_some() && self.duplicates.iter().any(|name| kind_of(name) == kind)
    }

    /// Holds if another value in doubt lies within the place of a diagnostic.
    fn has_doubt_inside(&self, diagnostic: &Diagnostic) -> bool {
        let (file, span) = diagnostic.place();
        let first = self.doubts.partition_point(|doubt| *doubt < (file, Span { end: 0, ..span }));
        let within = self.doubts[first..].iter().take_while(|(of, inner)| *of == file && inner.start < span.end);
        within.take(MOST_PARTS).any(|&(_, inner)| inner.end <= span.end && inner != span)
    }

    /// Holds if the text is malformed right behind the place of a diagnostic.
    fn is_cut_off(&self, diagnostic: &Diagnostic) -> bool {
        self.malformed.contains(&(diagnostic.file, diagnostic.span.end))
    }

    /// Holds if a step within the place of a diagnostic fails, or a part of the value there does not convert.
    fn has_failed_part(&self, diagnostic: &Diagnostic) -> bool {
        let (file, span) = diagnostic.place();
        let first = self.failed.partition_point(|failed| failed.0 < (file, Span { end: 0, ..span }));
        let within = self.failed[first..].iter().take_while(|((of, inner), _)| *of == file && inner.start < span.end);
        within.take(MOST_PARTS).any(|&((_, inner), is_value)| inner.end <= span.end && !(is_value && inner == span))
    }

    /// Holds if an undefined name begins with an iterator that another mistake has renamed.
    fn lacks_iterator(&self, program: &Program, diagnostic: &Diagnostic) -> bool {
        let name = written(program, diagnostic);
        let root = name.split_once('.').map_or(name, |parts| parts.0);
        self.quoted.contains(&(diagnostic.file, root)) || self.iterators.contains(&(diagnostic.file, root.to_owned()))
    }
}

/// Holds for expressions with an operator.
fn is_operation(program: &Program, at: Place) -> bool {
    matches!(program.file(at.file).tree.node(at.node), Node::Binary(..) | Node::Unary(..))
}

/// Returns the text of an expression.
fn source_of(program: &Program, at: Place) -> &str {
    let file = program.file(at.file);
    file.source.slice(file.tree.span(at.node))
}

/// Holds if the place of a diagnostic is a name that is defined before.
fn is_defined_before(program: &Program, diagnostic: &Diagnostic) -> bool {
    let name = written(program, diagnostic);
    program.definitions.iter().any(|definition| {
        definition.file == diagnostic.file
            && definition.name_span.end <= diagnostic.span.start
            && definition.label == name
    })
}

/// Returns the definition of the block that a body belongs to.
fn owner_of(program: &Program, id: DefinitionId) -> DefinitionId {
    program.definition(id).block.as_ref().and_then(|block| block.owner).unwrap_or(id)
}

/// Holds if one of these places, which are in order, lies within that of a diagnostic.
fn has_one_within(places: &[(FileId, Span)], diagnostic: &Diagnostic) -> bool {
    let (file, span) = diagnostic.place();
    let first = places.partition_point(|place| *place < (file, Span { end: 0, ..span }));
    places[first..].first().is_some_and(|(of, inner)| *of == file && inner.end <= span.end)
}

/// Returns the name of the definition of a circular reference, if it is one of the definition to itself alone.
fn own_cycle<'a>(program: &'a Program, inference: &Inference, diagnostic: &Diagnostic) -> Option<&'a str> {
    let mut alone = inference.cycles.iter().filter_map(|cycle| match cycle[..] {
        [(id, _)] => Some(program.definition(id)),
        _ => None,
    });
    let of = alone.find(|definition| (definition.file, definition.span) == diagnostic.place())?;
    Some(&of.label)
}

/// Returns the place of what follows a diagnostic's place on its line.
fn next_word(program: &Program, diagnostic: &Diagnostic) -> (FileId, u32) {
    let text = &program.file(diagnostic.file).source.text;
    let rest = text.get(diagnostic.span.end as usize..).unwrap_or_default();
    let blanks = rest.len() - rest.trim_start_matches([' ', '\t']).len();
    (diagnostic.file, diagnostic.span.end + blanks as u32)
}

/// Returns an address without the name at its end: `module`, `aws_vpc`.
fn kind_of(address: &str) -> Option<&str> {
    address.rsplit_once('.').map(|parts| parts.0)
}

/// Returns the type of the resource or data source with an address.
fn type_of(address: &str) -> Option<&str> {
    let own = address.strip_prefix("data.").unwrap_or(address);
    own.split_once('.').map(|parts| parts.0)
}
