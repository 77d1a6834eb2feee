//! Comments that suppress diagnostics, and the warning for those that suppress nothing (`unused-ignore`).
//!
//! `# typelog: ignore[no-conversion, unknown-property]` suppresses the diagnostics of these codes that begin on its line. A
//! comment on a line of its own applies to the next line with code. JSON has no comments.

use memchr::memmem;

use super::suggestions::Help;
use super::{Diagnostic, in_order};
use crate::codes::{CODES, Code};
use crate::program::{FileId, Program};
use crate::source::{Source, Span};
use crate::syntax::{Comment, comments, is_json};
use crate::types::nearest::nearest;

/// The prefix of such comments.
const MARK: &str = "typelog:";

/// A code that a comment ignores.
struct Ignore {
    file: FileId,
    /// The line that it applies to.
    line: usize,
    /// The place of the code, or of the whole comment if it names none.
    span: Span,
    code: String,
    is_used: bool,
}

/// Holds if a text may have such comments.
pub fn may_have_comments(text: &str) -> bool {
    memmem::find(text.as_bytes(), MARK.as_bytes()).is_some()
}

/// As [`may_have_comments`], for a text of which some bytes at the start and at the end are those of a text that has none.
pub(crate) fn may_have_new_comments(text: &str, (start, behind): (usize, usize)) -> bool {
    let around = MARK.len() - 1;
    let (start, end) = (start.saturating_sub(around), (text.len() - behind + around).min(text.len()));
    memmem::find(&text.as_bytes()[start..end], MARK.as_bytes()).is_some()
}

/// Drops the diagnostics that comments suppress, and adds those for unused comments. Linear in the texts that contain the
/// prefix; other texts are only searched for it.
pub fn apply_ignore_comments(program: &Program, diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    // Other codes may be those of user rules that are not loaded.
    apply_ignore_comments_for(program, diagnostics, &|code| {
        code.is_empty() || Code::find(code).is_some() || nearest(code, CODES).is_some()
    })
}

/// As [`apply_ignore_comments`], for the codes that satisfy a predicate.
pub fn apply_ignore_comments_for(
    program: &Program,
    mut diagnostics: Vec<Diagnostic>,
    is_checked_code: &dyn Fn(&str) -> bool,
) -> Vec<Diagnostic> {
    let mut ignores: Vec<Ignore> =
        (0..).map(FileId).zip(&program.files).flat_map(|(id, file)| ignores(id, &file.source)).collect();
    ignores.retain(|ignore| is_checked_code(&ignore.code));
    if ignores.is_empty() {
        return diagnostics;
    }
    diagnostics.retain(|diagnostic| {
        let line = program.file(diagnostic.file).source.position(diagnostic.span.start).line;
        let mut is_kept = true;
        for ignore in &mut ignores {
            if (ignore.file, ignore.line, &ignore.code[..]) == (diagnostic.file, line, &diagnostic.code[..]) {
                ignore.is_used = true;
                is_kept = false;
            }
        }
        is_kept
    });
    diagnostics.extend(ignores.iter().filter(|ignore| !ignore.is_used).map(unused));
    in_order(diagnostics)
}

/// The codes that the comments of a file suppress.
fn ignores(file: FileId, source: &Source) -> Vec<Ignore> {
    if !may_have_comments(&source.text) || is_json(&source.name) {
        return Vec::new();
    }
    let found = comments(&source.text).into_iter().flat_map(|comment| {
        let line = source.position(comment.about).line;
        let ignore =
            move |(span, code): (Span, &str)| Ignore { file, line, span, code: code.to_owned(), is_used: false };
        codes(&source.text, comment).into_iter().map(ignore)
    });
    found.collect()
}

/// The codes that a comment suppresses, with their places. An `ignore` without codes gives the empty code.
fn codes(text: &str, comment: Comment) -> Vec<(Span, &str)> {
    let whole = text[comment.span.range()].trim_end();
    let words = whole.trim_start_matches(['#', '/', '*']).trim_start();
    let Some(list) = words.strip_prefix(MARK).and_then(|words| words.trim_start().strip_prefix("ignore")) else {
        return Vec::new();
    };
    // A piece is a slice of the text, so its address gives its offset.
    let place = |piece: &str| {
        let start = piece.as_ptr() as usize - text.as_ptr() as usize;
        Span::new(start..start + piece.len())
    };
    let list = list.trim_start().strip_prefix('[').and_then(|list| list.split_once(']'));
    let codes = list.map_or("", |(codes, _)| codes).split(',').map(str::trim).filter(|code| !code.is_empty());
    let codes: Vec<(Span, &str)> = codes.map(|code| (place(code), code)).collect();
    if codes.is_empty() { vec![(place(whole), "")] } else { codes }
}

fn unused(ignore: &Ignore) -> Diagnostic {
    let Ignore { file, span, code, .. } = ignore;
    let error = |message: String| Diagnostic::error(Code::UnusedIgnore, *file, *span, message).warning();
    if code.is_empty() {
        let message = "the comment names no code to ignore".to_owned();
        return error(message).label("no code").help(Some("write `typelog: ignore[CODE]`".to_owned()));
    }
    if Code::find(code).is_some() {
        return error(format!("no `{code}` diagnostic begins here")).label("ignores nothing");
    }
    let help = nearest(code, CODES).map(|name| Help::name("code", name));
    error(format!("unknown code `{code}`")).label("ignores nothing").help(help)
}
