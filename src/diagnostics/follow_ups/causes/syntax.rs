//! Syntax errors, and those that follow from others.

use rustc_hash::FxHashMap;

use super::{Causes, MOST_PARTS};
use crate::codes::Code;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::follow_ups::lost::block_before;
use crate::diagnostics::follow_ups::reported::written;
use crate::program::{FileId, Program};
use crate::source::Span;

impl<'a> Causes<'a> {
    /// Adds a syntax error.
    pub(super) fn malformed(&mut self, program: &'a Program, diagnostic: &Diagnostic) {
        let name = written(program, diagnostic);
        let first = self.defined.get(&(diagnostic.file, name));
        let is_twice = first.is_some_and(|&end| end <= diagnostic.span.start);
        self.twice.extend(is_twice.then_some(name));
        self.malformed.insert((diagnostic.file, diagnostic.span.start));
    }

    /// Leaves the syntax errors that no other one explains. Most follow from an earlier one, so that the last ones are settled first.
    pub(super) fn settle_syntax(&mut self, program: &Program, diagnostics: &[Diagnostic]) {
        self.standing = self.malformed.clone();
        for diagnostic in diagnostics.iter().rev().filter(|diagnostic| diagnostic.code == Code::SyntaxError) {
            if self.explain_syntax(program, diagnostic) {
                self.standing.remove(&(diagnostic.file, diagnostic.span.start));
            }
        }
    }

    /// Holds if one of these mistakes explains that the text goes on wrongly: a line that cannot begin so belongs to a malformed one.
    fn explain_syntax(&self, program: &Program, diagnostic: &Diagnostic) -> bool {
        self.lost.is_in_unmarked(diagnostic)
            || self.continues_malformed(program, diagnostic)
            || self.closes_malformed(program, diagnostic)
            || self.opens_malformed(program, diagnostic)
    }

    /// Holds if the place of a diagnostic is a sign at the start of a line, maybe behind closing brackets, and the syntax of the line
    /// before it is wrong. A name begins another attribute or block, a bracket may close what the block around it begins, and a quote
    /// one of the quotes in it.
    fn continues_malformed(&self, program: &Program, diagnostic: &Diagnostic) -> bool {
        let (file, span) = diagnostic.place();
        let is_quote = written(program, diagnostic) == "\"";
        if is_quote {
            let block = block_before(program, diagnostic).map_or(span.start, |(_, around)| around.start);
            return self.is_malformed_between(program, file, block, span.start);
        }
        if written(program, diagnostic).starts_with(|first: char| first.is_alphanumeric() || "_\"".contains(first)) {
            return false;
        }
        let before = program.file(file).source.text.get(..span.start as usize).unwrap_or_default();
        let lines = before.trim_end_matches([' ', '\t', ')', ']', '}']);
        if !lines.ends_with('\n') {
            return false;
        }
        let line = lines.trim_end().rfind('\n').map_or(0, |end| end + 1) as u32;
        let closes = [")", "]"].contains(&written(program, diagnostic));
        let block = block_before(program, diagnostic).filter(|_| closes).map(|(_, span)| span.start);
        let start = block.map_or(line, |start| start.min(line));
        self.is_malformed_between(program, file, start, span.start)
    }

    /// Holds if the syntax is wrong between two places of a file. A brace that nothing closes is wrong because of what follows it.
    fn is_malformed_between(&self, program: &Program, file: FileId, start: u32, end: u32) -> bool {
        let text = &program.file(file).source.text;
        let is_brace = |at: u32| text.get(at as usize..).is_some_and(|rest| rest.starts_with('{'));
        self.standing.range((file, start)..(file, end)).take(MOST_PARTS).any(|&(_, at)| !is_brace(at))
    }

    /// Holds if a brace that nothing closes stands before a malformed part of its block, which may have taken the closing one: no line
    /// between them begins with a closing brace.
    fn opens_malformed(&self, program: &Program, diagnostic: &Diagnostic) -> bool {
        let (file, Span { end, .. }) = diagnostic.place();
        let next = self.standing.range((file, end)..).next().filter(|next| next.0 == file);
        let between = next.and_then(|next| program.file(file).source.text.get(end as usize..next.1 as usize));
        written(program, diagnostic) == "{" && between.is_some_and(|text| !text.contains("\n}"))
    }

    /// Holds if a surplus closing brace stands behind a block in which the syntax is wrong: probably it closes a malformed part.
    fn closes_malformed(&self, program: &Program, diagnostic: &Diagnostic) -> bool {
        let before = if written(program, diagnostic) == "}" { block_before(program, diagnostic) } else { None };
        before.is_some_and(|(file, Span { start, .. })| {
            self.standing.range((file, start)..(file, diagnostic.span.start)).next().is_some()
        })
    }
}

/// Returns the ends of the first names of definitions, by file and name.
pub(super) fn ends_of_names(program: &Program) -> FxHashMap<(FileId, &str), u32> {
    let mut ends = FxHashMap::default();
    for definition in &program.definitions {
        let end = ends.entry((definition.file, &definition.label[..])).or_insert(definition.name_span.end);
        *end = definition.name_span.end.min(*end);
    }
    ends
}
