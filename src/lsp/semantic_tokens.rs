//! Semantic tokens, classified by the meaning of names.

use gen_lsp_types::{Position, SemanticToken, SemanticTokens};
use rustc_hash::FxHashMap;

use super::completion::VALUES;
use super::subject::{addresses_apart, binders, name_words, steps_in_name, steps_of};
use super::view::View;
use crate::program::resolve::{Target, is_provider};
use crate::program::{BlockValue, DefinitionId, FileId, Kind, Place};
use crate::source::Span;
use crate::syntax::tree::{Block, BodyItem, Node, NodeId, ObjectKey};
use crate::syntax::{Colour, colours};
use crate::types::{Interner, Name};

/// The token types; the index is the number in the protocol.
pub const TYPES: [&str; 9] =
    ["comment", "string", "number", "keyword", "function", "variable", "property", "parameter", "class"];

/// The token modifiers; the index is the bit in the protocol.
pub const MODIFIERS: [&str; 3] = ["declaration", "defaultLibrary", "readonly"];

const COMMENT: u32 = 0;
const STRING: u32 = 1;
const NUMBER: u32 = 2;
const KEYWORD: u32 = 3;
const FUNCTION: u32 = 4;
const VARIABLE: u32 = 5;
const PROPERTY: u32 = 6;
const PARAMETER: u32 = 7;
const CLASS: u32 = 8;

const DECLARATION: u32 = 1;
const LIBRARY: u32 = 2;
/// For the keywords that are constants.
const READONLY: u32 = 4;

/// A token with its type and modifiers.
type Token = (Span, u32, u32);

/// Returns the tokens of a file, or of a part of it.
pub fn semantic_tokens(view: &View<'_>, types: &Interner, file: FileId, within: Option<Span>) -> SemanticTokens {
    let mut words = meanings(view, types, file);
    if !view.is_json(file) {
        let text = view.text(file);
        let of_colour = |(span, colour): (Span, Colour)| {
            let is_constant = colour == Colour::Keyword && VALUES.contains(&&text[span.range()]);
            (span, of_colour(colour), if is_constant { READONLY } else { 0 })
        };
        words.extend(colours(text).into_iter().map(of_colour));
    }
    if let Some(within) = within {
        words.retain(|(span, ..)| span.start <= within.end && within.start <= span.end);
    }
    // An enclosing token precedes the tokens in it, and a token by meaning precedes one by syntax.
    words.sort_by_key(|&(span, ..)| (span.start, std::cmp::Reverse(span.end)));
    SemanticTokens { result_id: None, data: encoded(view, file, &split_nested(words)) }
}

fn of_colour(colour: Colour) -> u32 {
    match colour {
        Colour::Comment => COMMENT,
        Colour::Text => STRING,
        Colour::Number => NUMBER,
        Colour::Keyword => KEYWORD,
        Colour::Function => FUNCTION,
        Colour::Name => PROPERTY,
    }
}

/// Returns the tokens whose meaning name resolution determines.
fn meanings(view: &View<'_>, types: &Interner, file: FileId) -> Vec<Token> {
    let tree = view.tree(file);
    let mut words = Vec::new();
    items(view, types, file, (&tree.body, None), &mut words);
    let apart: FxHashMap<Place, DefinitionId> = addresses_apart(view, types, file).into_iter().rev().collect();
    for node in (0..tree.len() as u32).map(NodeId) {
        let at = Place { file, node };
        match tree.node(node) {
            Node::Variable(_, steps) => {
                let apart = apart.get(&at).copied().map(Target::Definition);
                let target = apart.unwrap_or_else(|| view.inference.target(at));
                let in_name = name_tokens(view, types, (at, target), &mut words);
                words
                    .extend(tree.steps(steps)[in_name..].iter().filter_map(|step| property(view, file, step.key_span)));
            }
            Node::Relative(_, steps) => {
                words.extend(tree.steps(steps).iter().filter_map(|step| property(view, file, step.key_span)));
            }
            Node::Call(call) => words.push((tree.call(call).function_span, FUNCTION, LIBRARY)),
            Node::Object(items) => {
                let keys = tree.items(items).iter().filter(|item| matches!(item.key, ObjectKey::Name(_)));
                words.extend(keys.map(|item| (item.key_span, PROPERTY, 0)));
            }
            Node::For(_) => {
                words.extend(binders(view, at).into_iter().map(|(_, span)| (span, PARAMETER, DECLARATION)));
            }
            _ => {}
        }
    }
    words
}

/// Adds the tokens of the name at the start of a traversal, and returns the number of steps that are part of it.
fn name_tokens(view: &View<'_>, types: &Interner, (at, target): (Place, Target), words: &mut Vec<Token>) -> usize {
    let is_resource = |id| matches!(view.program.definition(id).kind, Kind::Resource | Kind::Data | Kind::Ephemeral);
    let (before, own) = match target {
        Target::Local(_) => (KEYWORD, (PARAMETER, 0)),
        Target::Declared(_) => (KEYWORD, (VARIABLE, LIBRARY)),
        // The items of repeated blocks are parameters of them.
        Target::Definition(id) if is_item(view, id) => (KEYWORD, (PARAMETER, 0)),
        Target::Definition(id) if is_resource(id) || is_provider(view.program.definition(id)) => (CLASS, (VARIABLE, 0)),
        Target::Definition(_) => (KEYWORD, (VARIABLE, 0)),
        Target::Property(_) => (KEYWORD, (PROPERTY, 0)),
        Target::None | Target::Unknown | Target::Binds(_) => return 0,
    };
    let Some(name) = name_words(view, types, at) else { return 0 };
    let steps = steps_in_name(view, types, at);
    words.push((name.own, own.0, own.1));
    if name.own != name.whole {
        let root = view.tree(at.file).span(at.node).start;
        let steps = &steps_of(view, at)[..steps];
        let first = Span { start: root, end: steps.first().map_or(root, |step| step.span.start) };
        let spans = std::iter::once(first).chain(steps.iter().map(|step| step.key_span)).take(steps.len());
        // The type of a resource directly precedes its name; the words before are those of the language.
        let kind = |number: usize| if number + 1 == steps.len() { before } else { KEYWORD };
        words.extend(spans.enumerate().map(|(number, span)| (span, kind(number), 0)));
    }
    steps
}

/// Holds for the items of repeated blocks: `each`, and the iterators of dynamic blocks.
fn is_item(view: &View<'_>, id: DefinitionId) -> bool {
    let block = view.program.definition(id).block.as_ref();
    block.is_some_and(|block| matches!(block.value, BlockValue::Item | BlockValue::Iterator))
}

/// Returns the token of a step that is a name.
fn property(view: &View<'_>, file: FileId, span: Span) -> Option<Token> {
    let text = view.program.file(file).source.slice(span);
    let is_name = text.starts_with(|first: char| first.is_alphabetic() || first == '_');
    is_name.then_some((span, PROPERTY, 0))
}

/// Adds the tokens of the items of a body, given the type of the block around it.
fn items(
    view: &View<'_>,
    types: &Interner,
    file: FileId,
    (body, around): (&[BodyItem], Option<Name>),
    words: &mut Vec<Token>,
) {
    let is_terraform = view.program.is_terraform;
    for item in body {
        match item {
            BodyItem::Attribute(attribute) => {
                let kind = match around.map(|around| types.text(around)) {
                    None if is_terraform => (VARIABLE, 0),
                    None => (VARIABLE, DECLARATION),
                    Some("locals") if is_terraform => (VARIABLE, DECLARATION),
                    Some(_) => (PROPERTY, 0),
                };
                words.push((attribute.name_span, kind.0, kind.1));
            }
            BodyItem::Block(block) => {
                words.push((block.kind_span, KEYWORD, 0));
                for (number, label) in block.labels.iter().enumerate() {
                    let kind =
                        if names_type(view, types, block, number) { (CLASS, 0) } else { (VARIABLE, DECLARATION) };
                    words.push((view.unquoted(file, label.1), kind.0, kind.1));
                }
                items(view, types, file, (&block.body, Some(block.kind)), words);
            }
        }
    }
}

/// Holds if a label of a block is no name, but that of a type.
fn names_type(view: &View<'_>, types: &Interner, block: &Block, number: usize) -> bool {
    match types.text(block.kind) {
        _ if !view.program.is_terraform => number > 0,
        "variable" | "output" | "module" | "check" => false,
        _ => number == 0,
    }
}

/// Splits nested tokens, so that none overlap: the outer token covers the rest around the inner ones.
fn split_nested(words: Vec<Token>) -> Vec<Token> {
    let mut found: Vec<Token> = Vec::with_capacity(words.len());
    // The enclosing tokens, each starting where its rest begins.
    let mut open: Vec<Token> = Vec::new();
    let close = |open: &mut Vec<Token>, found: &mut Vec<Token>, before: u32| {
        while let Some(&(span, kind, modifiers)) = open.last() {
            let end = span.end.min(before);
            if span.start < end {
                found.push((Span { start: span.start, end }, kind, modifiers));
            }
            if span.end > before {
                break;
            }
            open.pop();
            if let Some(outer) = open.last_mut() {
                outer.0.start = outer.0.start.max(span.end);
            }
        }
    };
    for word in words.into_iter().filter(|(span, ..)| span.start < span.end) {
        close(&mut open, &mut found, word.0.start);
        if open.last().is_some_and(|(span, ..)| *span == word.0 || span.end < word.0.end) {
            continue;
        }
        if let Some(outer) = open.last_mut() {
            outer.0.start = word.0.end;
        }
        open.push(word);
    }
    close(&mut open, &mut found, u32::MAX);
    found.sort_by_key(|(span, ..)| span.start);
    found
}

/// Encodes tokens for the protocol. A token that spans lines is split at line ends.
fn encoded(view: &View<'_>, file: FileId, words: &[Token]) -> Vec<SemanticToken> {
    let (text, encoding) = (view.text(file), view.client.encoding);
    let (mut tokens, mut line, mut character) = (Vec::with_capacity(words.len()), 0, 0);
    // The place of the last token: the next one on its line is found from there, since lines may be long.
    let (mut last, mut before) = (Position::default(), 0);
    for &(span, token_type, token_modifiers_bitset) in words {
        let mut start = span.start;
        for piece in text.get(span.range()).unwrap_or("").split_inclusive(['\n', '\r']) {
            let length = encoding.units(piece.trim_end_matches(['\r', '\n']));
            let between = text.get(before as usize..start as usize).filter(|between| !between.contains(['\n', '\r']));
            let position = between.map_or_else(
                || view.position(file, start),
                |between| Position { character: last.character + encoding.units(between), ..last },
            );
            (last, before) = (position, start);
            start += piece.len() as u32;
            if length == 0 {
                continue;
            }
            let delta_line = position.line - line;
            let delta_start = if delta_line == 0 { position.character - character } else { position.character };
            (line, character) = (position.line, position.character);
            tokens.push(SemanticToken { delta_line, delta_start, length, token_type, token_modifiers_bitset });
        }
    }
    tokens
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_in_words_are_taken_apart() {
        let word = |start, end, kind| (Span { start, end }, kind, 0);
        let words = vec![word(0, 10, STRING), word(2, 4, VARIABLE), word(4, 6, PROPERTY), word(12, 14, NUMBER)];
        let expected = vec![
            word(0, 2, STRING),
            word(2, 4, VARIABLE),
            word(4, 6, PROPERTY),
            word(6, 10, STRING),
            word(12, 14, NUMBER),
        ];
        assert_eq!(split_nested(words), expected);
    }
}
