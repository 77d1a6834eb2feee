//! Open files: the text of a file in pieces, few of which an edit changes.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::versions::Change;
use crate::diagnostics::{may_have_comments, may_have_new_comments};
use crate::program::File;
use crate::source::{Source, Span};
use crate::syntax::json::BlockShape;
use crate::syntax::tree::{BodyItem, Concatenation, Tree};
use crate::syntax::{FilePiece, SyntaxError, is_json, parse_json, parse_piece, parse_pieces};
use crate::types::{Interner, Name};

/// The block size of text comparison, in bytes.
const BLOCK: usize = 256;

/// A text, and the pieces in which it is parsed.
#[derive(Debug)]
pub(super) struct OpenFile {
    pub(super) text: Arc<String>,
    pub(super) invalid_bytes: Vec<Span>,
    pub(super) unreadable: Option<String>,
    pub(super) pieces: Vec<FilePiece>,
    /// Holds if the text may have comments that suppress diagnostics.
    pub(super) may_have_comments: bool,
    /// The parts unchanged since the file was assembled.
    pub(super) unchanged: Unchanged,
}

/// The parts of a file that are unchanged since it was assembled.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Unchanged {
    /// The number of unchanged pieces at the start.
    first: usize,
    /// The number of unchanged pieces at the end.
    last: usize,
    /// The numbers of unchanged bytes at the start and at the end, if the file has been assembled.
    bytes: Option<(usize, usize)>,
    /// The length of the text at that time, in bytes.
    len: usize,
}

impl Unchanged {
    /// Intersects with a change that leaves so many bytes at the start and at the end.
    fn without(self, start: usize, behind: usize) -> Self {
        Self { bytes: self.bytes.map(|(first, last)| (first.min(start), last.min(behind))), ..self }
    }
}

impl OpenFile {
    /// Holds if a text that replaces that of an open file may have comments that suppress diagnostics. The parts that are unchanged since
    /// the file was assembled are not searched.
    pub(super) fn may_have_comments(text: &str, old_has_none: bool, unchanged: Unchanged) -> bool {
        match unchanged.bytes {
            Some((start, behind)) if old_has_none => {
                let start = start.min(text.len());
                may_have_new_comments(text, (start, behind.min(text.len() - start)))
            }
            _ => may_have_comments(text),
        }
    }

    /// Assembles the file of a program. Its tree reuses the tree of the previous version, if there is one.
    pub(super) fn assembled(&mut self, name: &str, previous: Option<Tree>) -> File {
        let all: Vec<(&Tree, u32)> = self.pieces_with_starts().map(|(piece, at)| (&piece.tree, at)).collect();
        let Unchanged { first, last, len, .. } = if previous.is_some() { self.unchanged } else { Unchanged::default() };
        let moved = (self.text.len() as u32).wrapping_sub(len as u32);
        let tree = previous.unwrap_or_default().reconcatenated(Concatenation { all: &all, first, last, moved });
        let (pieces, len) = (self.pieces.len(), self.text.len());
        self.unchanged = Unchanged { first: pieces, last: pieces, bytes: Some((len, len)), len };
        File {
            source: Source::shared(name, Arc::clone(&self.text)),
            tree,
            errors: self.errors(),
            invalid_bytes: self.invalid_bytes.clone(),
            unreadable: self.unreadable.clone(),
        }
    }

    /// Returns the change of the text since the file was assembled, if it was. The change need not be minimal.
    pub(super) fn change(&self) -> Option<Change> {
        let Unchanged { bytes, len, .. } = self.unchanged;
        let (start, behind) = bytes?;
        let behind = behind.min(len.min(self.text.len()) - start);
        let end = |len: usize| (len - behind) as u32;
        Some(Change { start: start as u32, old_end: end(len), new_end: end(self.text.len()) })
    }

    fn pieces_with_starts(&self) -> impl Iterator<Item = (&FilePiece, u32)> {
        let start = |next: &mut u32, piece: &FilePiece| Some(std::mem::replace(next, *next + piece.len as u32));
        self.pieces.iter().zip(self.pieces.iter().scan(0, start))
    }

    /// Returns the syntax errors, by place.
    fn errors(&self) -> Vec<SyntaxError> {
        let first_places = self.first_places();
        let mut errors = Vec::new();
        for (piece, at) in self.pieces_with_starts() {
            errors.extend(piece.errors.iter().map(|error| error.clone().moved(at)));
            let again = piece.repeated.iter().filter(|of| of.is_error).filter_map(|of| {
                let (span, first) = (moved(of.span, at), *first_places.get(&of.name)?);
                Some(SyntaxError::repeated_attribute(&self.text[span.range()], span, first))
            });
            errors.extend(again);
        }
        errors.sort_by_key(|error| error.span);
        errors
    }

    /// Returns the first definitions of the repeated names.
    fn first_places(&self) -> FxHashMap<Name, Span> {
        let again: FxHashSet<Name> =
            self.pieces.iter().flat_map(|piece| piece.repeated.iter().map(|of| of.name)).collect();
        let mut places = FxHashMap::default();
        if again.is_empty() {
            return places;
        }
        for (piece, at) in self.pieces_with_starts() {
            for attribute in piece.tree.body.iter().filter_map(BodyItem::as_attribute) {
                if again.contains(&attribute.name) {
                    places.entry(attribute.name).or_insert(moved(attribute.name_span, at));
                }
            }
        }
        places
    }
}

fn moved(span: Span, by: u32) -> Span {
    Span { start: span.start + by, end: span.end + by }
}

/// The parser of texts in pieces.
pub(super) struct PieceParser<'a> {
    /// The block shapes for JSON syntax.
    pub(super) shapes: &'a [BlockShape],
    pub(super) types: &'a mut Interner,
    /// The minimal size of a piece, in bytes.
    pub(super) least: usize,
}

impl PieceParser<'_> {
    /// Returns the pieces of a text, reusing those of its previous version that the change does not touch, and the parts
    /// unchanged since the file was assembled.
    pub(super) fn pieces(&mut self, name: &str, old: Option<OpenFile>, text: &str) -> (Vec<FilePiece>, Unchanged) {
        let is_json = is_json(name);
        let Some(old) = old else {
            let mut pieces =
                if is_json { vec![self.json(name, text)] } else { parse_pieces(text, self.least, self.types) };
            self.find_repeated(&mut pieces, text);
            return (pieces, Unchanged::default());
        };
        let (before, now) = (old.text.as_bytes(), text.as_bytes());
        let start = common_start(before, now);
        if start == before.len().max(now.len()) {
            return (old.pieces, old.unchanged);
        }
        let behind = common_end(&before[start..], &now[start..]);
        let (pieces, unchanged) = if is_json {
            (vec![self.json(name, text)], Unchanged { first: 0, last: 0, ..old.unchanged })
        } else {
            self.reparsed(old, text, (start, behind))
        };
        (pieces, unchanged.without(start, behind))
    }

    fn json(&mut self, name: &str, text: &str) -> FilePiece {
        let (tree, errors) = parse_json(name, text, self.shapes, self.types);
        FilePiece { len: text.len(), tree, errors, repeated: Vec::new(), is_settled: false }
    }

    /// Parses the touched pieces again. The text shares `start` bytes before the change and `alike` bytes after it with the
    /// previous one.
    fn reparsed(&mut self, old: OpenFile, text: &str, (start, alike): (usize, usize)) -> (Vec<FilePiece>, Unchanged) {
        let OpenFile { text: old_text, mut pieces, unchanged, .. } = old;
        let touched = touched(&pieces, start, old_text.len() - alike);
        let (first, mut count) = (touched.start, touched.len());
        let from = length(&pieces[..first]);
        let mut end = text.len() - length(&pieces[first + count..]);
        let mut new = parse_pieces(&text[from..end], self.least, self.types);
        // An unclosed construct at the end of the last piece extends into the following pieces.
        while end < text.len()
            && let Some(open) = new.pop_if(|last| !last.is_settled && last.len > 0)
        {
            count = (2 * count).min(pieces.len() - first);
            let start = end - open.len;
            end = text.len() - length(&pieces[first + count..]);
            new.extend(parse_pieces(&text[start..end], self.least, self.types));
        }
        let replaced = &pieces[first..first + count];
        let is_renamed = !attributes(replaced).eq(attributes(&new)) || has_repeated(replaced) || has_repeated(&new);
        let behind = pieces.len() - first - count;
        pieces.splice(first..first + count, new);
        if is_renamed {
            self.find_repeated(&mut pieces, text);
            return (pieces, Unchanged { first: 0, last: 0, ..unchanged });
        }
        let Unchanged { first: alike_before, last: alike_behind, .. } = unchanged;
        (pieces, Unchanged { first: alike_before.min(first), last: alike_behind.min(behind), ..unchanged })
    }

    /// Finds the attributes whose name occurs in an earlier piece, and removes them from the tree.
    fn find_repeated(&mut self, pieces: &mut [FilePiece], text: &str) {
        let (mut before, mut start) = (FxHashSet::default(), 0);
        for piece in pieces {
            let end = start + piece.len;
            let taken: FxHashSet<Name> = names(piece).filter(|name| before.contains(name)).collect();
            let are_names_apart = taken.is_empty() && piece.repeated.is_empty();
            if !are_names_apart && !is_parsed_after(piece, &taken) {
                *piece = parse_piece(&text[start..end], &|name| taken.contains(&name), self.types);
            }
            before.extend(names(piece));
            start = end;
        }
    }
}

/// Holds if a piece was parsed with these names taken: none of them is in its tree, and all others are.
fn is_parsed_after(piece: &FilePiece, taken: &FxHashSet<Name>) -> bool {
    let set: FxHashSet<Name> = attributes(std::slice::from_ref(piece)).collect();
    names(piece).all(|name| set.contains(&name) != taken.contains(&name))
}

/// Returns the pieces that a change touches, or borders on.
fn touched(pieces: &[FilePiece], start: usize, end: usize) -> std::ops::Range<usize> {
    let (mut before, mut touched, mut at) = (0, 0, 0);
    for piece in pieces {
        let piece_end = at + piece.len;
        if piece_end < start {
            before += 1;
        } else if at <= end {
            touched += 1;
        }
        at = piece_end;
    }
    before..before + touched
}

/// Returns the total length of pieces, in bytes.
fn length(pieces: &[FilePiece]) -> usize {
    pieces.iter().map(|piece| piece.len).sum()
}

/// Returns the names of all attributes, repeated or not.
fn names(piece: &FilePiece) -> impl Iterator<Item = Name> {
    attributes(std::slice::from_ref(piece)).chain(piece.repeated.iter().map(|of| of.name))
}

/// Returns the names of the attributes in the trees.
fn attributes(pieces: &[FilePiece]) -> impl Iterator<Item = Name> {
    let items = pieces.iter().flat_map(|piece| &piece.tree.body);
    items.filter_map(BodyItem::as_attribute).map(|attribute| attribute.name)
}

fn has_repeated(pieces: &[FilePiece]) -> bool {
    pieces.iter().any(|piece| !piece.repeated.is_empty())
}

/// Returns the length of the common prefix of two texts.
fn common_start(a: &[u8], b: &[u8]) -> usize {
    // Whole blocks are compared many bytes at a time.
    let blocks = a.chunks(BLOCK).zip(b.chunks(BLOCK)).take_while(|(a, b)| a == b).count();
    let start = (blocks * BLOCK).min(a.len()).min(b.len());
    start + a[start..].iter().zip(&b[start..]).take_while(|(a, b)| a == b).count()
}

/// Returns the length of the common suffix of two texts.
fn common_end(a: &[u8], b: &[u8]) -> usize {
    let blocks = a.rchunks(BLOCK).zip(b.rchunks(BLOCK)).take_while(|(a, b)| a == b).count();
    let behind = (blocks * BLOCK).min(a.len()).min(b.len());
    let (a, b) = (&a[..a.len() - behind], &b[..b.len() - behind]);
    behind + a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b).count()
}
