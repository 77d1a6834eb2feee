//! Words after an edit: what was said about a problem that is still there is said again, where it stands now.

use rustc_hash::FxHashSet;

use super::context::Context;
use super::{Diagnostic, Strictness, in_numbered_order, words};
use crate::jobs::Jobs;
use crate::problem::Problem;
use crate::program::FileId;
use crate::source::Span;
use crate::types::{Annotations, Name};

/// What is said about a version of a program.
#[derive(Debug)]
pub struct Said {
    strictness: Strictness,
    /// Holds if a name has several definitions.
    has_duplicates: bool,
    /// What types were called.
    annotations: Annotations,
    /// The names of blocks, if a name means nothing: they may help.
    block_names: Option<FxHashSet<Name>>,
    /// All of it, in order.
    diagnostics: Vec<Diagnostic>,
    /// Which of them is about each of the problems.
    of_problems: Vec<u32>,
}

impl Said {
    /// Diagnostics in any order, those about the problems first.
    pub(super) fn new(context: &Context<'_>, diagnostics: Vec<Diagnostic>) -> Self {
        let Context { inference, types, strictness, .. } = *context;
        let (diagnostics, mut of_problems) = in_numbered_order(diagnostics);
        of_problems.truncate(inference.problems.len());
        let has_duplicates = !inference.duplicates.is_empty();
        let annotations = types.annotations().clone();
        Self {
            strictness,
            has_duplicates,
            annotations,
            block_names: helpful_block_names(context).cloned(),
            diagnostics,
            of_problems,
        }
    }

    /// All of it, in order.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }
}

/// What was said about a program before an edit.
#[derive(Debug)]
pub struct EarlierWords {
    /// What was said.
    pub said: Said,
    /// What has changed in each file.
    pub changes: Vec<Change>,
}

/// What has changed in a text: the rest is as before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// Where it begins, in both texts.
    pub start: u32,
    /// Where it ended before.
    pub old_end: u32,
    /// Where it ends now.
    pub new_end: u32,
}

impl Change {
    /// Where a place before the edit is now. None if it has to do with what has changed.
    fn moved(self, span: Span) -> Option<Span> {
        if span.end <= self.start {
            return Some(span);
        }
        let shift = |at: u32| at - self.old_end + self.new_end;
        (span.start >= self.old_end).then(|| Span { start: shift(span.start), end: shift(span.end) })
    }
}

/// What is to be said about the problems of a program, as far as possible as it was said before.
pub(super) fn words_of_all(jobs: Jobs, context: &Context<'_>, earlier: Option<EarlierWords>) -> Vec<Diagnostic> {
    let Context { inference, strictness, .. } = *context;
    let has_duplicates = !inference.duplicates.is_empty();
    let block_names = helpful_block_names(context);
    // What is suggested depends on all names there are. And a cause elsewhere is found by its name.
    let is_usable = |earlier: &EarlierWords| {
        let said = &earlier.said;
        let has_same_blocks = said.block_names.as_ref().zip(block_names).is_none_or(|(old, new)| old == new);
        let is_called_so = said.annotations == *context.types.annotations();
        let is_said_so = said.strictness == strictness && has_same_blocks && is_called_so;
        is_said_so && inference.has_same_names() && !has_duplicates && !said.has_duplicates
    };
    match earlier.filter(is_usable) {
        None => super::words_of_all(jobs, context, &inference.problems),
        Some(earlier) => words_again(context, earlier),
    }
}

/// The names of blocks, if a name means nothing.
fn helpful_block_names<'a>(context: &'a Context<'_>) -> Option<&'a FxHashSet<Name>> {
    let is_about_names = context.inference.problems.iter().any(|problem| matches!(problem, Problem::UnknownName(_)));
    is_about_names.then(|| context.block_names())
}

fn words_again(context: &Context<'_>, EarlierWords { said, changes }: EarlierWords) -> Vec<Diagnostic> {
    let problems = &context.inference.problems;
    let mut said_before: Vec<Option<Diagnostic>> = said.diagnostics.into_iter().map(Some).collect();
    let mut all: Vec<Option<Diagnostic>> = problems.iter().map(|_| None).collect();
    for recalled in context.inference.recalled() {
        let (file, span) = recalled.definition_then;
        // Of several definitions of the same text, the recalled one may be another than the one in this place.
        let change = changes.get(file.0 as usize);
        let is_here =
            change.and_then(|change| change.moved(span)).map(|span| (file, span)) == Some(recalled.definition);
        let number = said.of_problems.get(recalled.then as usize).filter(|_| is_here);
        // What is said of two problems at once is moved to the first of them, and found anew for the other.
        let before = number.and_then(|&number| said_before[number as usize].take());
        all[recalled.now as usize] = before.and_then(|before| moved(before, &changes));
    }
    let all = all.into_iter().zip(problems).map(|(said, problem)| said.unwrap_or_else(|| words(context, problem)));
    all.collect()
}

/// A diagnostic at the places where its parts are now.
fn moved(mut diagnostic: Diagnostic, changes: &[Change]) -> Option<Diagnostic> {
    let place = |file: FileId, span| changes.get(file.0 as usize)?.moved(span);
    diagnostic.span = place(diagnostic.file, diagnostic.span)?;
    for label in &mut diagnostic.labels {
        label.span = place(label.file, label.span)?;
    }
    Some(diagnostic)
}
