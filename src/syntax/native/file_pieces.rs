//! Pieces of files: parts that are parsed separately, and mean the same independently of the text around them.

use super::super::SyntaxError;
use super::super::tree::Tree;
use super::super::validate::{Item, Part, Validated, item_start};
use super::{Builder, Pieces};
use crate::source::Span;
use crate::types::{Interner, Name};

/// A piece of a file, and its tree. All spans are relative to the start of the piece.
#[derive(Debug)]
pub struct FilePiece {
    /// The number of its bytes.
    pub len: usize,
    /// The tree.
    pub tree: Tree,
    /// The errors, by place, without those about attributes that are set again.
    pub errors: Vec<SyntaxError>,
    /// The attributes, by place, that are not in the tree because their names are set before, in this or in another piece.
    pub repeated: Vec<Repeated>,
    /// Holds if the meaning of the piece does not depend on the following text. The flag of the last piece has no meaning.
    pub is_settled: bool,
}

/// An attribute whose name is set before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Repeated {
    /// The place of its name.
    pub span: Span,
    /// Its name.
    pub name: Name,
    /// Holds if this is an error. An attribute without `=` has another one.
    pub is_error: bool,
}

/// Parses the text of a file in pieces of at least `least` bytes, except for the last one. There is at least one piece, and all
/// but the last are settled. The concatenation of their trees is the tree of the file, unless an attribute of a piece has the
/// name of one in an earlier piece. Linear in the text.
pub fn parse_pieces(text: &str, least: usize, names: &mut Interner) -> Vec<FilePiece> {
    let (mut pieces, mut start) = (Vec::new(), 0);
    loop {
        let part = next_part(&text[start..], least);
        let end = start + part.1;
        pieces.push(build(&text[start..end], part.0, &|_| false, names));
        start = end;
        if start == text.len() {
            return pieces;
        }
    }
}

/// Parses a piece of a file, after other pieces that set attributes of some names.
pub fn parse_piece(text: &str, is_set: &dyn Fn(Name) -> bool, names: &mut Interner) -> FilePiece {
    build(text, Part::new(text, 0..text.len()), is_set, names)
}

/// Returns a settled part at the start of a text, and its length. Tries parts of doubling length until one is settled.
fn next_part(text: &str, least: usize) -> (Part, usize) {
    let mut wanted = least;
    loop {
        let end = item_start(text, wanted).unwrap_or(text.len());
        let part = Part::new(&text[..end], 0..end);
        if part.is_settled || end == text.len() {
            return (part, end);
        }
        wanted = 2 * end;
    }
}

fn build(text: &str, mut part: Part, is_set: &dyn Fn(Name) -> bool, names: &mut Interner) -> FilePiece {
    let is_settled = part.is_settled;
    let in_piece = part.take_repeated();
    let Validated { content, mask, cuts, errors } = part.finish(text);
    let mut builder = Builder::new(text, Pieces { mask: &mask, cuts: &cuts }, names);
    builder.errors = errors;
    let of_piece = |span| Repeated { span, name: builder.name(span), is_error: true };
    let mut repeated: Vec<Repeated> = in_piece.into_iter().map(of_piece).collect();
    for item in &content {
        match *item {
            Item::Attribute { name: span, has_sign, .. } if is_set(builder.name(span)) => {
                repeated.push(Repeated { span, name: builder.name(span), is_error: has_sign });
            }
            _ => {
                let item = builder.item(item);
                builder.tree.body.push(item);
            }
        }
    }
    repeated.sort_unstable();
    let (tree, errors) = builder.done();
    FilePiece { len: text.len(), tree, errors, repeated, is_settled }
}
