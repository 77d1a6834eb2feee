//! Templates: flattened to the sequence of parts in the reference's parser, trimmed, and nested again.

use hcl_edit::expr::Expression;
use hcl_edit::template::{Directive, Element, ForTemplateExpr, HeredocTemplate, Strip, Template};

use super::super::text::{self, Quoting};
use super::super::tree::{For, Node, NodeId};
use super::Builder;
use crate::source::Span;
use crate::types::Name;

/// One element of a flat template.
enum Part<'t> {
    Literal(String, Span),
    Interpolation(&'t Expression),
    If(&'t Expression, Span),
    Else,
    EndIf,
    For(&'t ForTemplateExpr, Span),
    EndFor,
}

impl Builder<'_> {
    pub(super) fn heredoc(&mut self, heredoc: &HeredocTemplate, span: Span) -> Node {
        let is_indented = self.source(span).starts_with("<<-");
        self.template(&heredoc.template, span, Quoting::Heredoc { is_indented })
    }

    /// Returns the text of a heredoc without sequences.
    pub(super) fn plain_heredoc(&mut self, heredoc: &HeredocTemplate, span: Span) -> Option<Name> {
        if !heredoc.template.iter().all(|element| is_literal(element, self.source(self.place(element)))) {
            return None;
        }
        match self.heredoc(heredoc, span) {
            Node::String(text) => Some(text),
            _ => None,
        }
    }

    pub(super) fn template(&mut self, template: &Template, span: Span, quoting: Quoting) -> Node {
        let mut flat = Flat {
            text: self.text,
            base: self.base,
            quoting,
            parts: Vec::new(),
            trims_next: false,
            may_trim_last: false,
        };
        flat.template(template);
        let mut parts = flat.parts;
        if quoting == (Quoting::Heredoc { is_indented: true }) {
            unindent(&mut parts);
        }
        let parts = join_literals(parts);
        match &parts[..] {
            [] => Node::String(self.names.name("")),
            [Part::Literal(text, _)] => Node::String(self.names.name(&text::normalized(text))),
            [Part::Interpolation(expression)] => Node::Wrap(self.expression(expression)),
            _ => self.sequence(&mut parts.iter().peekable(), span),
        }
    }

    /// Converts the parts up to the end of the sequence or of the enclosing directive to a template.
    fn sequence(&mut self, parts: &mut Parts<'_, '_>, span: Span) -> Node {
        let mut children = Vec::new();
        while let Some(part) = parts.next_if(|part| !matches!(part, Part::Else | Part::EndIf | Part::EndFor)) {
            children.push(match part {
                Part::Literal(text, span) => self.literal(text, *span),
                Part::Interpolation(expression) => self.expression(expression),
                Part::If(condition, span) => self.conditional(condition, *span, parts),
                Part::For(intro, span) => self.joined(intro, *span, parts),
                Part::Else | Part::EndIf | Part::EndFor => continue,
            });
        }
        if children.is_empty() {
            children.push(self.literal("", Span { end: span.start, ..span }));
        }
        Node::Template(self.tree.add_list(&children))
    }

    fn branch(&mut self, parts: &mut Parts<'_, '_>, span: Span) -> NodeId {
        let node = self.sequence(parts, span);
        self.tree.add(node, span)
    }

    fn conditional(&mut self, condition: &Expression, span: Span, parts: &mut Parts<'_, '_>) -> NodeId {
        let condition = self.expression(condition);
        let yes = self.branch(parts, span);
        let no = if parts.next_if(|part| matches!(part, Part::Else)).is_some() {
            self.branch(parts, span)
        } else {
            let empty = self.literal("", span);
            let node = Node::Template(self.tree.add_list(&[empty]));
            self.tree.add(node, span)
        };
        parts.next_if(|part| matches!(part, Part::EndIf));
        let node = Node::Conditional(self.tree.add_list(&[condition, yes, no]));
        self.tree.add(node, span)
    }

    fn joined(&mut self, intro: &ForTemplateExpr, span: Span, parts: &mut Parts<'_, '_>) -> NodeId {
        let collection = self.expression(&intro.collection_expr);
        let value = self.branch(parts, span);
        parts.next_if(|part| matches!(part, Part::EndFor));
        let parts = For {
            key_variable: intro.key_var.as_ref().map(|name| self.interned(name.as_str())),
            value_variable: self.interned(intro.value_var.as_str()),
            collection,
            key: None,
            value,
            condition: None,
            is_grouping: false,
        };
        let node = Node::For(self.tree.add_for(parts));
        let inner = self.tree.add(node, span);
        self.tree.add(Node::Join(inner), span)
    }

    fn literal(&mut self, text: &str, span: Span) -> NodeId {
        let name = self.names.name(&text::normalized(text));
        self.tree.add(Node::Text(name), span)
    }
}

type Parts<'p, 't> = std::iter::Peekable<std::slice::Iter<'p, Part<'t>>>;

/// A flattened template under construction. The trimming of a literal depends on the marks of its neighbours.
struct Flat<'a, 't> {
    text: &'a str,
    /// The start of the current piece, to which hcl-edit's spans are relative.
    base: usize,
    quoting: Quoting,
    parts: Vec<Part<'t>>,
    trims_next: bool,
    may_trim_last: bool,
}

impl<'t> Flat<'_, 't> {
    fn template(&mut self, template: &'t Template) {
        for element in template {
            let place = self.place(element);
            match element {
                Element::Interpolation(inner) if !is_literal(element, &self.text[place.range()]) => {
                    self.sequence(inner.strip, Part::Interpolation(&inner.expr));
                }
                Element::Directive(directive) => self.directive(directive, place),
                Element::Literal(_) | Element::Interpolation(_) => self.literal(place.range()),
            }
        }
    }

    fn directive(&mut self, directive: &'t Directive, span: Span) {
        match directive {
            Directive::If(parts) => {
                self.sequence(parts.if_expr.strip, Part::If(&parts.if_expr.cond_expr, span));
                self.template(&parts.if_expr.template);
                if let Some(other) = &parts.else_expr {
                    self.sequence(other.strip, Part::Else);
                    self.template(&other.template);
                }
                self.sequence(parts.endif_expr.strip, Part::EndIf);
            }
            Directive::For(parts) => {
                self.sequence(parts.for_expr.strip, Part::For(&parts.for_expr, span));
                self.template(&parts.for_expr.template);
                self.sequence(parts.endfor_expr.strip, Part::EndFor);
            }
        }
    }

    fn place(&self, node: &impl hcl_edit::Span) -> Span {
        let range = node.span().unwrap_or(0..0);
        Span::new(self.base + range.start..self.base + range.end)
    }

    /// Adds a sequence in braces, whose marks trim the adjacent literals.
    fn sequence(&mut self, strip: Strip, part: Part<'t>) {
        if strip.strip_start()
            && self.may_trim_last
            && let Some(Part::Literal(text, _)) = self.parts.last_mut()
        {
            text.truncate(text.trim_end().len());
        }
        self.parts.push(part);
        self.trims_next = strip.strip_end();
        self.may_trim_last = false;
    }

    fn literal(&mut self, run: std::ops::Range<usize>) {
        for piece in text::pieces(self.text, run, self.quoting) {
            let mut value = text::decoded(&self.text[piece.clone()], self.quoting);
            if std::mem::take(&mut self.trims_next) {
                value.drain(..value.len() - value.trim_start().len());
            }
            self.parts.push(Part::Literal(value, Span::new(piece)));
            self.may_trim_last = true;
        }
    }
}

/// Holds if an element is a literal, which may be an interpolation in the mask.
fn is_literal(element: &Element, source: &str) -> bool {
    match element {
        Element::Literal(_) => true,
        Element::Interpolation(_) => !source.starts_with("${"),
        Element::Directive(_) => false,
    }
}

/// Removes the smallest indentation of all lines from every line. Blank lines do not count.
fn unindent(parts: &mut [Part<'_>]) {
    let (mut least, mut at_line_start) = (usize::MAX, true);
    let mut starts = Vec::new();
    for (at, part) in parts.iter().enumerate() {
        if std::mem::take(&mut at_line_start) {
            let indentation = match part {
                Part::Literal(text, _) if text.trim_start().is_empty() && text.ends_with('\n') => usize::MAX,
                Part::Literal(text, _) => {
                    starts.push(at);
                    text[..text.len() - text.trim_start().len()].chars().count()
                }
                _ => 0,
            };
            least = least.min(indentation);
        }
        at_line_start = matches!(part, Part::Literal(text, _) if text.ends_with('\n'));
    }
    for at in starts {
        if let Part::Literal(text, span) = &mut parts[at] {
            let cut = text.char_indices().nth(least).map_or(text.len(), |(at, _)| at);
            text.drain(..cut);
            span.start += cut as u32;
        }
    }
}

/// Joins adjacent literals.
fn join_literals(parts: Vec<Part<'_>>) -> Vec<Part<'_>> {
    let mut joined: Vec<Part<'_>> = Vec::with_capacity(parts.len());
    for part in parts {
        if let Part::Literal(text, span) = &part
            && let Some(Part::Literal(before, whole)) = joined.last_mut()
        {
            before.push_str(text);
            whole.end = span.end;
            continue;
        }
        joined.push(part);
    }
    joined
}
