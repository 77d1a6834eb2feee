//! The layout of lines: their indentation, and the alignment of assignments and comments with those of the lines around.

use std::ops::Range;

use unicode_segmentation::UnicodeSegmentation;

use super::Piece;
use super::spaces::has_space_after;
use crate::syntax::scan::TokenKind;

/// The cells of a line, each a range of tokens.
#[derive(Clone, Debug)]
struct Line {
    /// Everything before the other cells.
    lead: Range<usize>,
    /// The assignment of an expression on one line, from the equals sign on.
    assignment: Range<usize>,
    /// A comment at the end, if it is not alone.
    comment: Range<usize>,
}

/// The spaces for a level of brackets.
const INDENT: usize = 2;

/// Sets the spaces before tokens.
pub(super) fn lay_out(pieces: &mut [Piece<'_>]) {
    let lines = lines(pieces);
    indent(pieces, &lines);
    for line in &lines {
        set_spaces(pieces, line.lead.clone());
        if let Some(first) = pieces[line.assignment.clone()].first_mut() {
            first.spaces = 1;
            set_spaces(pieces, line.assignment.clone());
        }
    }
    align(pieces, &lines, |line| line.assignment.clone(), |line| line.lead.clone());
    align(pieces, &lines, |line| line.comment.clone(), |line| line.lead.start..line.assignment.end);
}

/// Splits tokens into lines.
fn lines(pieces: &[Piece<'_>]) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut start = 0;
    for (at, piece) in pieces.iter().enumerate() {
        if piece.ends_line() {
            lines.push(line(pieces, start..at + 1));
            start = at + 1;
        }
    }
    if start < pieces.len() {
        lines.push(line(pieces, start..pieces.len()));
    }
    lines
}

fn line(pieces: &[Piece<'_>], whole: Range<usize>) -> Line {
    let ends_with_comment = pieces[whole.end - 1].kind == TokenKind::Comment && whole.len() > 1;
    let end = if ends_with_comment { whole.end - 1 } else { whole.end };
    let own = whole.start..end;
    let equals = (own.start + 1..end).find(|&at| pieces[at].kind == TokenKind::Equal);
    // An expression with more open brackets than closed ones goes on in the next lines.
    let is_whole = |&at: &usize| pieces[at..end].iter().map(Piece::bracket_change).sum::<isize>() == 0;
    let assignment = equals.filter(is_whole).unwrap_or(end);
    Line { lead: own.start..assignment, assignment: assignment..end, comment: end..whole.end }
}

/// Sets the spaces before lines.
fn indent(pieces: &mut [Piece<'_>], lines: &[Line]) {
    // The number of brackets that each level opens.
    let mut levels: Vec<isize> = Vec::new();
    for line in lines {
        let own = line.lead.start..line.assignment.end;
        if pieces[own.clone()].first().is_none_or(|first| first.kind == TokenKind::Newline) {
            continue;
        }
        // Brackets in a heredoc open no level.
        let before_heredoc = pieces[own.clone()].iter().take_while(|piece| piece.kind != TokenKind::HeredocOpen);
        let change: isize = before_heredoc.map(Piece::bracket_change).sum();
        if change < 0 {
            close(&mut levels, -change);
        }
        pieces[own.start].spaces = INDENT * levels.len();
        if change > 0 {
            levels.push(change);
        }
    }
}

/// Closes brackets.
fn close(levels: &mut Vec<isize>, mut closed: isize) {
    while closed > 0
        && let Some(last) = levels.last_mut()
    {
        if closed < *last {
            *last -= closed;
            return;
        }
        closed -= *last;
        levels.pop();
    }
}

/// Sets the spaces between the tokens of a cell.
fn set_spaces(pieces: &mut [Piece<'_>], cell: Range<usize>) {
    for at in cell.start + 1..cell.end {
        let before = (at >= cell.start + 2).then(|| pieces[at - 2]);
        pieces[at].spaces = usize::from(has_space_after(&pieces[at - 1], before.as_ref(), &pieces[at]));
    }
}

/// Aligns a cell in consecutive lines that have it, given the tokens before it.
fn align(
    pieces: &mut [Piece<'_>],
    lines: &[Line],
    cell: impl Fn(&Line) -> Range<usize>,
    before: impl Fn(&Line) -> Range<usize>,
) {
    for chain in lines.chunk_by(|one, next| cell(one).is_empty() == cell(next).is_empty()) {
        let columns: Vec<usize> = chain.iter().map(|line| columns(&pieces[before(line)])).collect();
        let widest = columns.iter().copied().max().unwrap_or_default();
        for (line, columns) in chain.iter().zip(columns) {
            if let Some(first) = pieces[cell(line)].first_mut() {
                first.spaces = widest - columns + 1;
            }
        }
    }
}

/// Returns the width of tokens with their spaces.
fn columns(pieces: &[Piece<'_>]) -> usize {
    pieces.iter().map(|piece| piece.spaces + width(piece.text)).sum()
}

fn width(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.graphemes(true).count() }
}
