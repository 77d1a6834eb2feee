//! HCL's native syntax: hcl-edit parses, and its tree becomes ours.

mod expressions;
mod template;
mod text;
mod traversal;

use std::ops::Range;

use hcl_edit::expr::Expression;
use hcl_edit::structure::{Body, Structure};

use super::SyntaxError;
use super::tree::{Attribute, Block, BodyItem, NodeId, Tree};
use crate::source::Span;
use crate::types::{Interner, Name};

/// Parses a body: the text of a file.
///
/// # Errors
/// What is wrong with the text.
pub fn parse_body(text: &str, names: &mut Interner) -> (Tree, Vec<SyntaxError>) {
    match parse_distinct(text, |text| hcl_edit::parser::parse_body(text)) {
        Ok((body, renamed)) => {
            let mut builder = Builder::new(text, names);
            builder.renamed = renamed;
            builder.tree.body = builder.body(&body);
            (builder.tree, builder.errors)
        }
        Err(error) => (Tree::default(), vec![SyntaxError::from_parser(text, &error)]),
    }
}

/// Parses one expression.
///
/// # Errors
/// What is wrong with the text.
pub fn parse_expression(text: &str, names: &mut Interner) -> Result<(Tree, NodeId), Vec<SyntaxError>> {
    match parse_distinct(text, |text| hcl_edit::parser::parse_expr(text)) {
        Ok((expression, renamed)) => {
            let mut builder = Builder::new(text, names);
            builder.renamed = renamed;
            let root = builder.expression(&expression);
            if builder.errors.is_empty() { Ok((builder.tree, root)) } else { Err(builder.errors) }
        }
        Err(error) => Err(vec![SyntaxError::from_parser(text, &error)]),
    }
}

/// hcl-edit refuses an object that has a key twice: the second gets another name of the same length while it parses.
/// Also returns where the renamed keys stand.
fn parse_distinct<T>(
    text: &str,
    parse: impl Fn(&str) -> Result<T, hcl_edit::parser::Error>,
) -> Result<(T, Vec<Range<usize>>), hcl_edit::parser::Error> {
    let (mut masked, mut renamed) = (text.to_owned(), Vec::new());
    loop {
        let error = match parse(&masked) {
            Ok(parsed) => return Ok((parsed, renamed)),
            Err(error) => error,
        };
        let start = error.location().offset();
        let key = match masked.get(start..).and_then(|rest| rest.find(['=', ':'])) {
            Some(length) if error.message().contains("redefined object key") => {
                masked[start..start + length].trim_end()
            }
            _ => return Err(error),
        };
        let key = start..start + key.len();
        let names = (0..4096).map(|seed| unused_name(seed, key.len()));
        match names.into_iter().find(|name| !masked.contains(&name[..])) {
            Some(name) => masked.replace_range(key.clone(), &name),
            None => return Err(error),
        }
        renamed.push(key);
    }
}

fn unused_name(mut seed: usize, length: usize) -> String {
    let mut letter = || {
        let letter = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_"[seed % 53];
        seed /= 53;
        char::from(letter)
    };
    (0..length).map(|_| letter()).collect()
}

/// Turns hcl-edit's tree into ours. It needs the text, for hcl-edit drops what it does not keep exactly.
struct Builder<'a> {
    text: &'a str,
    names: &'a mut Interner,
    tree: Tree,
    errors: Vec<SyntaxError>,
    renamed: Vec<Range<usize>>,
}

impl<'a> Builder<'a> {
    fn new(text: &'a str, names: &'a mut Interner) -> Self {
        Self { text, names, tree: Tree::default(), errors: Vec::new(), renamed: Vec::new() }
    }

    fn body(&mut self, body: &Body) -> Vec<BodyItem> {
        body.iter().map(|structure| self.structure(structure)).collect()
    }

    fn structure(&mut self, structure: &Structure) -> BodyItem {
        match structure {
            Structure::Attribute(attribute) => {
                let first = NodeId(self.tree.len() as u32);
                let value = self.expression(&attribute.value);
                let (name, name_span) = self.word(&attribute.key);
                BodyItem::Attribute(Attribute { name, name_span, value, first })
            }
            Structure::Block(block) => {
                let (kind, kind_span) = self.word(&block.ident);
                let labels = block.labels.iter().map(|label| (self.names.name(label.as_str()), place(label))).collect();
                BodyItem::Block(Block { kind, kind_span, labels, body: self.body(&block.body) })
            }
        }
    }

    fn word(&mut self, ident: &hcl_edit::Decorated<hcl_edit::Ident>) -> (Name, Span) {
        (self.names.name(ident.as_str()), place(ident))
    }

    fn source(&self, range: Range<usize>) -> &'a str {
        self.text.get(range).unwrap_or("")
    }

    fn is_parenthesised(&self, expression: &Expression) -> bool {
        self.source(range(expression)).starts_with('(')
    }
}

/// The bytes that a parsed node covers. Every node that comes from a parse has them.
fn range(node: &impl hcl_edit::Span) -> Range<usize> {
    node.span().unwrap_or(0..0)
}

fn place(node: &impl hcl_edit::Span) -> Span {
    Span::new(range(node))
}
