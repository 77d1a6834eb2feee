//! Old forms in modules of Terraform: `"${x}"` is rewritten to `x`, the types `"string"` and `list` to `string` and `list(any)`, and
//! labels of blocks to quoted ones.

use super::Piece;
use crate::syntax::scan::TokenKind;

/// Returns the tokens of a file without syntax errors, with old forms rewritten.
pub(super) fn modernized<'t>(pieces: &[Piece<'t>]) -> Vec<Piece<'t>> {
    let mut all = Vec::with_capacity(pieces.len());
    let mut blocks: Vec<&str> = Vec::new();
    let mut at = 0;
    while let Some(piece) = pieces.get(at) {
        let is_name = piece.kind == TokenKind::Identifier;
        if is_name && pieces.get(at + 1).is_some_and(|next| next.kind == TokenKind::Equal) {
            let value = at + 2;
            let end = end_of_value(pieces, value);
            all.extend([piece, &pieces[at + 1]]);
            let is_type = blocks == ["variable"] && piece.text == "type";
            let own = &pieces[value..end];
            all.extend(if is_type { modern_type(own) } else { modern_value(own) });
            at = end;
        } else if is_name {
            blocks.push(piece.text);
            let open = pieces[at..].iter().position(|piece| piece.kind == TokenKind::BraceOpen);
            let end = open.map_or(pieces.len(), |open| at + open + 1);
            all.push(*piece);
            all.extend(pieces[at + 1..end].iter().flat_map(label));
            at = end;
        } else {
            if piece.kind == TokenKind::BraceClose {
                blocks.pop();
            }
            all.push(*piece);
            at += 1;
        }
    }
    all
}

/// Returns the tokens of a block's header, with names as quoted labels.
fn label<'t>(piece: &Piece<'t>) -> Vec<Piece<'t>> {
    if piece.kind != TokenKind::Identifier {
        return vec![*piece];
    }
    let text = Piece { kind: TokenKind::QuotedText, ..*piece };
    vec![other(TokenKind::QuoteOpen, "\""), text, other(TokenKind::QuoteClose, "\"")]
}

fn other(kind: TokenKind, text: &str) -> Piece<'_> {
    Piece { kind, text, spaces: 0 }
}

/// Returns the end of the expression at a token: the comment or the end of its line, or the end of the block around.
fn end_of_value(pieces: &[Piece<'_>], start: usize) -> usize {
    let mut depth = 0;
    let mut end = start;
    for (at, piece) in pieces.iter().enumerate().skip(start) {
        if depth == 0 && (piece.ends_line() || piece.kind == TokenKind::BraceClose) {
            break;
        }
        depth += piece.bracket_change();
        if piece.kind != TokenKind::Comment || depth > 0 {
            end = at + 1;
        }
    }
    end
}

/// Returns an expression, without the quotes around a single interpolation.
fn modern_value<'t>(value: &[Piece<'t>]) -> Vec<Piece<'t>> {
    let kinds: Vec<TokenKind> = value.iter().map(|piece| piece.kind).collect();
    let [TokenKind::QuoteOpen, TokenKind::Interpolation, inside @ .., TokenKind::SequenceClose, TokenKind::QuoteClose] =
        &kinds[..]
    else {
        return value.to_vec();
    };
    if inside.is_empty() || !is_single(inside) {
        return value.to_vec();
    }
    let inside = &value[2..value.len() - 2];
    let is_newline = |piece: &&Piece<'_>| piece.kind == TokenKind::Newline;
    let start = inside.iter().take_while(is_newline).count();
    let end = inside.len() - inside[start..].iter().rev().take_while(is_newline).count();
    let inside = &inside[start..end];
    let ends = [inside.first(), inside.last()].map(|end| end.map(|end| end.kind));
    let is_enclosed = ends == [Some(TokenKind::ParenthesisOpen), Some(TokenKind::ParenthesisClose)];
    if is_enclosed || !inside.iter().any(|piece| piece.kind == TokenKind::Newline) {
        return inside.to_vec();
    }
    let open = other(TokenKind::ParenthesisOpen, "(");
    [open].into_iter().chain(inside.iter().copied()).chain([other(TokenKind::ParenthesisClose, ")")]).collect()
}

/// Holds if tokens have no other interpolation or literal text, except in quoted texts.
fn is_single(inside: &[TokenKind]) -> bool {
    let mut quotes = 0;
    inside.iter().all(|kind| {
        match kind {
            TokenKind::QuoteOpen => quotes += 1,
            TokenKind::QuoteClose => quotes -= 1,
            TokenKind::Interpolation | TokenKind::SequenceClose | TokenKind::QuotedText => return quotes > 0,
            _ => {}
        }
        true
    })
}

/// Returns the type of a variable, without quotes, and with an element.
fn modern_type<'t>(ty: &[Piece<'t>]) -> Vec<Piece<'t>> {
    let is_collection = |name: &str| ["list", "map", "set"].contains(&name);
    match ty {
        [name] if name.kind == TokenKind::Identifier && is_collection(name.text) => of_elements(*name, "any"),
        [open, name, _] if open.kind == TokenKind::QuoteOpen && name.kind == TokenKind::QuotedText => {
            let bare = other(TokenKind::Identifier, name.text);
            match name.text {
                "string" => vec![bare],
                "list" | "map" => of_elements(bare, "string"),
                _ => ty.to_vec(),
            }
        }
        _ => ty.to_vec(),
    }
}

fn of_elements<'t>(collection: Piece<'t>, element: &'t str) -> Vec<Piece<'t>> {
    let parenthesis =
        [(TokenKind::ParenthesisOpen, "("), (TokenKind::Identifier, element), (TokenKind::ParenthesisClose, ")")];
    [collection].into_iter().chain(parenthesis.map(|(kind, text)| other(kind, text))).collect()
}
