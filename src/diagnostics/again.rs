//! Words after an edit: what was said about a problem that is still there is said again, where it stands now.

use rustc_hash::FxHashSet;

use super::context::Context;
use super::{Diagnostic, Strictness, words, words_of_all};
use crate::jobs::Jobs;
use crate::problem::Problem;
use crate::program::FileId;
use crate::source::Span;
use crate::types::Name;

/// What was said about the problems of a version of a program.
#[derive(Debug)]
pub struct Said {
    strictness: Strictness,
    /// Holds if a name has several definitions.
    has_duplicates: bool,
    /// The names of blocks, if a name means nothing: they may help.
    block_names: Option<FxHashSet<Name>>,
    /// By the numbers of the problems.
    pub(super) words: Vec<Diagnostic>,
}

/// What was said about a program before an edit.
#[derive(Clone, Copy, Debug)]
pub struct EarlierWords<'a> {
    /// What was said.
    pub said: &'a Said,
    /// What has changed in each file.
    pub changes: &'a [Change],
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
pub(super) fn say(jobs: Jobs, context: &Context<'_>, earlier: Option<EarlierWords<'_>>) -> Said {
    let Context { inference, strictness, .. } = *context;
    let has_duplicates = !inference.duplicates.is_empty();
    let is_about_names = inference.problems.iter().any(|problem| matches!(problem, Problem::UnknownName(_)));
    let block_names = is_about_names.then(|| context.block_names().clone());
    // What is suggested depends on all names there are. And a cause elsewhere is found by its name.
    let is_usable = |earlier: &EarlierWords<'_>| {
        let said = earlier.said;
        let has_same_blocks = said.block_names.as_ref().zip(block_names.as_ref()).is_none_or(|(old, new)| old == new);
        let is_said_so = said.strictness == strictness && has_same_blocks;
        is_said_so && inference.has_same_names() && !has_duplicates && !said.has_duplicates
    };
    let words = match earlier.filter(is_usable) {
        None => words_of_all(jobs, context, &inference.problems),
        Some(earlier) => words_again(context, earlier),
    };
    Said { strictness, has_duplicates, block_names, words }
}

fn words_again(context: &Context<'_>, earlier: EarlierWords<'_>) -> Vec<Diagnostic> {
    let problems = &context.inference.problems;
    let mut all: Vec<Option<Diagnostic>> = vec![None; problems.len()];
    for recalled in context.inference.recalled() {
        let (file, span) = recalled.definition_then;
        // Of several definitions of the same text, the recalled one may be another than the one in this place.
        let change = earlier.changes.get(file.0 as usize);
        let is_here =
            change.and_then(|change| change.moved(span)).map(|span| (file, span)) == Some(recalled.definition);
        let before = earlier.said.words.get(recalled.then as usize).filter(|_| is_here);
        all[recalled.now as usize] = before.and_then(|before| moved(before, earlier.changes));
    }
    let all = all.into_iter().zip(problems).map(|(said, problem)| said.unwrap_or_else(|| words(context, problem)));
    all.collect()
}

/// A diagnostic at the places where its parts are now.
fn moved(diagnostic: &Diagnostic, changes: &[Change]) -> Option<Diagnostic> {
    let place = |file: FileId, span| changes.get(file.0 as usize)?.moved(span);
    let span = place(diagnostic.file, diagnostic.span)?;
    let labels = diagnostic.labels.iter().map(|label| place(label.file, label.span));
    let labels: Vec<Span> = labels.collect::<Option<_>>()?;
    let mut moved = Diagnostic { span, ..diagnostic.clone() };
    for (label, span) in moved.labels.iter_mut().zip(labels) {
        label.span = span;
    }
    Some(moved)
}
