//! HCL's native syntax: hcl-edit parses the validated text, and its tree is converted to ours.

mod ahead;
mod expressions;
mod file_pieces;
mod pieces;
mod template;
mod traversal;

use std::ops::Range;
use std::sync::mpsc::channel;
use std::thread;

use hcl_edit::expr::Expression;

use super::SyntaxError;
use super::text::{self, Quoting};
use super::tree::{Attribute, Block, BodyItem, Node, NodeId, Tree};
use super::validate::{Item, Label, Validated, validate_body, validate_expression, validate_template};
use crate::jobs::{Jobs, spawn_deep};
use crate::source::Span;
use crate::types::{Interner, Name};
use ahead::{Ahead, Batches};
pub use file_pieces::{FilePiece, parse_piece, parse_pieces};
use pieces::Pieces;

/// The minimum length of a text that is parsed on several threads.
const WORTH_A_THREAD: usize = 1 << 16;

/// Parses a body: the text of a file. Errors are sorted by place. The tree contains all well-formed items, and a [`Node::Broken`]
/// for the malformed value of an attribute. Linear in the text.
pub fn parse_body(text: &str, names: &mut Interner) -> (Tree, Vec<SyntaxError>) {
    parse_body_with(Jobs::ONE, text, names)
}

/// As [`parse_body`], on several threads.
pub fn parse_body_with(jobs: Jobs, text: &str, names: &mut Interner) -> (Tree, Vec<SyntaxError>) {
    let Validated { content, mask, cuts, errors } = validate_body(jobs, text);
    let pieces = Pieces { mask: &mask, cuts: &cuts };
    if jobs == Jobs::ONE || text.len() < WORTH_A_THREAD {
        return build_body(text, pieces, &content, errors, None, names);
    }
    let (give_back, used) = channel();
    let batches = Batches::new(pieces, values(&content), used);
    thread::scope(|scope| {
        let (sender, parsed) = channel();
        for _ in 1..jobs.count() {
            let (sender, batches) = (sender.clone(), &batches);
            // If the system starts no thread, this thread does the work.
            let _ = spawn_deep(scope, move || batches.work(&sender));
        }
        drop(sender);
        build_body(text, pieces, &content, errors, Some(Ahead::new(&batches, parsed, give_back)), names)
    })
}

/// Parses one attribute of the blocks of a kind at the top of a file. All else is only validated, which takes a fraction of the time.
/// Linear in the text.
pub fn parse_settings(text: &str, kind: &str, attribute: &str, names: &mut Interner) -> Tree {
    let Validated { mut content, mask, cuts, errors } = validate_body(Jobs::ONE, text);
    content.retain_mut(|item| match item {
        Item::Block { kind: found, items, .. } if text[found.range()] == *kind => {
            items.retain(|item| matches!(item, Item::Attribute { name, .. } if text[name.range()] == *attribute));
            true
        }
        _ => false,
    });
    build_body(text, Pieces { mask: &mask, cuts: &cuts }, &content, errors, None, names).0
}

fn build_body<'a>(
    text: &'a str,
    pieces: Pieces<'a>,
    items: &[Item],
    errors: Vec<SyntaxError>,
    ahead: Option<Ahead<'a>>,
    names: &'a mut Interner,
) -> (Tree, Vec<SyntaxError>) {
    let mut builder = Builder::new(text, pieces, names);
    (builder.errors, builder.ahead) = (errors, ahead);
    builder.tree.body = builder.body(items);
    builder.done()
}

/// Returns the values of all attributes, in source order.
fn values(items: &[Item]) -> Vec<Span> {
    let mut values = Vec::new();
    for item in items {
        match item {
            Item::Attribute { value, .. } => values.extend(value),
            Item::Block { items, .. } => values.append(&mut self::values(items)),
        }
    }
    values
}

/// Checks the text of a file without building a tree. Finds all errors that [`parse_body`] finds, except for numbers that cannot
/// be represented exactly. Linear in the text.
pub fn check_body(text: &str) -> Vec<SyntaxError> {
    validate_body(Jobs::ONE, text).errors
}

/// Parses one expression. Linear in the text.
///
/// # Errors
/// The syntax errors of the text, by place.
pub fn parse_expression(text: &str, names: &mut Interner) -> Result<(Tree, NodeId), Vec<SyntaxError>> {
    let mut tree = Tree::default();
    let root = parse_expression_into(text, &mut tree, names)?;
    Ok((tree, root))
}

/// Parses one expression into a tree. Linear in the text.
///
/// # Errors
/// The syntax errors of the text, by place; the tree may then have nodes without references.
pub(super) fn parse_expression_into(
    text: &str,
    tree: &mut Tree,
    names: &mut Interner,
) -> Result<NodeId, Vec<SyntaxError>> {
    let Validated { content, mask, cuts, errors } = validate_expression(text);
    let Some(span) = content else { return Err(errors) };
    let mut builder = Builder::new(text, Pieces { mask: &mask, cuts: &cuts }, names);
    builder.tree = std::mem::take(tree);
    let root = builder.root(span);
    let (grown, errors) = builder.done();
    *tree = grown;
    if errors.is_empty() { Ok(root) } else { Err(errors) }
}

/// Parses a bare template into a tree. A template that is one interpolation is the expression in it.
///
/// # Errors
/// The syntax errors of the text, by place; the tree may then have nodes without references.
pub(super) fn parse_template(text: &str, tree: &mut Tree, names: &mut Interner) -> Result<NodeId, Vec<SyntaxError>> {
    let Validated { content, mask, cuts, errors } = validate_template(text);
    if !content {
        return Err(errors);
    }
    let mut builder = Builder::new(text, Pieces { mask: &mask, cuts: &cuts }, names);
    builder.tree = std::mem::take(tree);
    let node = match builder.bare_template() {
        Node::Wrap(inner) => inner,
        node => builder.tree.add(node, Span::new(0..text.len())),
    };
    let (grown, errors) = builder.done();
    *tree = grown;
    if errors.is_empty() { Ok(node) } else { Err(errors) }
}

/// A converter of hcl-edit's trees to ours. It reads the source text, because hcl-edit sees only the mask.
struct Builder<'a> {
    text: &'a str,
    pieces: Pieces<'a>,
    /// The values of attributes that other threads parse.
    ahead: Option<Ahead<'a>>,
    names: &'a mut Interner,
    tree: Tree,
    errors: Vec<SyntaxError>,
    /// The start of the current piece, to which hcl-edit's spans are relative.
    base: usize,
    /// The cuts inside of the current piece.
    inner: Range<usize>,
}

impl<'a> Builder<'a> {
    fn new(text: &'a str, pieces: Pieces<'a>, names: &'a mut Interner) -> Self {
        let (tree, errors) = (Tree::default(), Vec::new());
        Self { text, pieces, ahead: None, names, tree, errors, base: 0, inner: 0..0 }
    }

    fn done(self) -> (Tree, Vec<SyntaxError>) {
        let Self { tree, mut errors, .. } = self;
        errors.sort_by_key(|error| error.span);
        (tree, errors)
    }

    fn body(&mut self, items: &[Item]) -> Vec<BodyItem> {
        items.iter().map(|item| self.item(item)).collect()
    }

    fn item(&mut self, item: &Item) -> BodyItem {
        match *item {
            Item::Attribute { name: name_span, value, .. } => {
                let first = NodeId(self.tree.len() as u32);
                let value = match value {
                    Some(span) => self.root(span),
                    None => self.tree.add(Node::Broken, name_span),
                };
                let name = self.name(name_span);
                BodyItem::Attribute(Attribute { name, name_span, value, first })
            }
            Item::Block { kind: kind_span, ref labels, ref items, open, span, is_broken } => {
                let kind = self.name(kind_span);
                let has_malformed_header = open == kind_span;
                let labels = labels.iter().map(|label| (self.label(label, has_malformed_header), label.span)).collect();
                let body = self.body(items);
                BodyItem::Block(Box::new(Block { kind, kind_span, labels, open, span, body, is_broken }))
            }
        }
    }

    /// Reads a label. If its second quote is missing, it goes on to the first quote of the next label, behind a space.
    fn label(&mut self, label: &Label, may_lack_quote: bool) -> Name {
        let source = self.source(label.span);
        if !label.is_quoted {
            return self.interned(source);
        }
        let inner = source.get(1..source.len() - 1).unwrap_or("");
        let inner = if may_lack_quote { inner.trim_end() } else { inner };
        self.interned(&text::decoded(inner, Quoting::Quoted))
    }

    fn name(&mut self, span: Span) -> Name {
        self.interned(self.source(span))
    }

    /// Interns a name in the normal form of texts, because a name with accents may be written in several ways.
    fn interned(&mut self, name: &str) -> Name {
        self.names.name(&text::normalized(name))
    }

    fn source(&self, span: Span) -> &'a str {
        self.text.get(span.range()).unwrap_or("")
    }

    /// Returns the span of a node of the current piece. Every node that comes from parsing has one.
    fn place(&self, node: &impl hcl_edit::Span) -> Span {
        let range = node.span().unwrap_or(0..0);
        Span::new(self.base + range.start..self.base + range.end)
    }

    /// Holds if there is a quoted text at a place, which may be a name in the mask.
    fn is_quoted(&self, place: Span) -> bool {
        self.source(place).starts_with('"')
    }

    fn is_parenthesised(&self, expression: &Expression) -> bool {
        self.source(self.place(expression)).starts_with('(')
    }
}
