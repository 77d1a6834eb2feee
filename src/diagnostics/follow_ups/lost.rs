//! Names of Terraform that are undefined because what should define them is malformed: a block whose labels are wrong, a block where
//! an attribute stands, a provider configuration whose alias is no text.

use rustc_hash::FxHashSet;

use super::reported::written;
use crate::codes::Code;
use crate::diagnostics::{Diagnostic, Severity};
use crate::program::{FileId, Program};
use crate::source::Span;
use crate::syntax::tree::{Block, BodyItem};

/// The blocks whose labels are a type and a name, with the start of their addresses.
const TYPED: [(&str, &str); 3] = [("resource", ""), ("data", "data."), ("ephemeral", "ephemeral.")];

/// The blocks that define names of one kind, with the start of their addresses.
const NAMED: [(&str, &str); 3] = [("variable", "var."), ("locals", "local."), ("module", "module.")];

/// The codes of what is wrong in the header of a block.
const OF_HEADERS: [Code; 4] = [Code::WrongLabels, Code::UnknownBlock, Code::UnknownAttribute, Code::NotALiteral];

/// The most labels behind another one that are read as a name.
const MOST_LABELS: usize = 3;

/// The names that malformed parts of a program should define.
#[derive(Default)]
pub(super) struct Lost {
    /// The starts of addresses of which any may be meant.
    starts: FxHashSet<String>,
    /// The addresses.
    addresses: FxHashSet<String>,
    /// The blocks of providers without a right alias.
    providers: FxHashSet<(FileId, Span)>,
    /// The dynamic blocks in whose header something is wrong.
    dynamic: Vec<(FileId, Span)>,
    /// The places before surplus closing braces, whose opening ones are missing: what stands there is nested otherwise than written.
    unopened: Vec<(FileId, Span)>,
}

/// The codes of what is wrong in a block because its parts stand elsewhere.
const OF_NESTING: [Code; 8] = [
    Code::UnknownInput,
    Code::UnknownAttribute,
    Code::UnknownBlock,
    Code::MissingInput,
    Code::MissingAttribute,
    Code::MissingBlock,
    Code::WrongLabels,
    Code::UnknownVariable,
];

impl Lost {
    /// Adds the names that are lost by the mistake that a diagnostic reports.
    pub(super) fn add(&mut self, program: &Program, diagnostic: &Diagnostic) {
        if diagnostic.severity != Severity::Error {
            return;
        }
        if diagnostic.code.own().is_some_and(|code| OF_HEADERS.contains(&code)) {
            self.dynamic.extend(dynamic_around(program, diagnostic).map(|span| (diagnostic.file, span)));
        }
        match diagnostic.code.own() {
            Some(Code::WrongLabels) => self.add_labelled(program, diagnostic),
            Some(Code::UnknownAttribute) if block_around(program, diagnostic).is_none() => {
                let name = written(program, diagnostic);
                let named = NAMED.iter().find(|of| of.0 == name);
                self.starts.extend(named.map(|of| of.1.to_owned()));
                // It stands behind local values whose block ends too early.
                self.addresses.insert(format!("local.{name}"));
            }
            Some(Code::UnknownBlock) => self.add_nested(program, diagnostic),
            Some(Code::DuplicateBlock) => {
                // Its alias may be missing.
                let provider = block_around(program, diagnostic)
                    .filter(|block| text(program, diagnostic.file, block.kind_span) == "provider");
                self.starts.extend(provider.map(|_| format!("{}.", written(program, diagnostic).trim_matches('"'))));
            }
            Some(Code::NotALiteral | Code::NoConversion) => self.add_provider(program, diagnostic),
            Some(Code::SyntaxError) if written(program, diagnostic) == "}" => {
                self.unopened.extend(block_before(program, diagnostic));
            }
            _ => {}
        }
    }

    /// Adds the names of a block whose labels are wrong: it may mean any of its kind, or what its labels say if the kind is wrong.
    fn add_labelled(&mut self, program: &Program, diagnostic: &Diagnostic) {
        let Some(block) = block_around(program, diagnostic) else { return };
        let kind = text(program, diagnostic.file, block.kind_span);
        let labels: Vec<&str> =
            block.labels.iter().map(|label| text(program, diagnostic.file, label.1).trim_matches('"')).collect();
        if let Some((_, start)) = NAMED.iter().find(|of| of.0 == kind) {
            self.starts.insert((*start).to_owned());
        }
        match labels[..] {
            [ty] => {
                let typed = TYPED.iter().find(|of| of.0 == kind);
                self.starts.extend(typed.map(|of| format!("{}{ty}.", of.1)));
                self.addresses.extend([format!("var.{ty}"), format!("module.{ty}")]);
            }
            [ty, ..] => {
                for (at, first) in labels.iter().enumerate().take(MOST_LABELS) {
                    for second in labels.iter().skip(at + 1).take(MOST_LABELS) {
                        self.addresses.extend(TYPED.map(|of| format!("{}{first}.{second}", of.1)));
                    }
                }
                // One of the labels of a resource is no name.
                let typed = TYPED.iter().find(|of| of.0 == kind);
                self.starts.extend(typed.map(|of| format!("{}{ty}.", of.1)));
            }
            [] => {}
        }
    }

    /// Adds the local value that a block stands for, or what a block inside of another one should define.
    fn add_nested(&mut self, program: &Program, diagnostic: &Diagnostic) {
        let Some(block) = block_around(program, diagnostic) else { return };
        if block.kind_span != diagnostic.span && text(program, diagnostic.file, block.kind_span) == "locals" {
            self.addresses.insert(format!("local.{}", written(program, diagnostic)));
        }
        let mut nested = block.body.iter().filter_map(BodyItem::as_block);
        let labels = nested.find(|inner| inner.kind_span == diagnostic.span).map_or(&[][..], |inner| &inner.labels[..]);
        if let [ty, name] = labels {
            let label = |span| text(program, diagnostic.file, span).trim_matches('"');
            self.addresses.extend(TYPED.map(|of| format!("{}{}.{}", of.1, label(ty.1), label(name.1))));
        }
    }

    fn add_provider(&mut self, program: &Program, diagnostic: &Diagnostic) {
        let Some(block) = block_around(program, diagnostic) else { return };
        let (file, span) = diagnostic.place();
        // The aliases of a required provider are no list.
        if text(program, file, block.kind_span) == "terraform" {
            self.addresses.insert(written(program, diagnostic).to_owned());
        }
        let of_alias = block.body.iter().filter_map(BodyItem::as_attribute).any(|attribute| {
            attribute.name_span.end <= span.start
                && text(program, file, attribute.name_span) == "alias"
                && span.end <= program.file(file).tree.span(attribute.value).end
        });
        if !of_alias || text(program, file, block.kind_span) != "provider" {
            return;
        }
        if let Some(label) = block.labels.first() {
            self.starts.insert(format!("{}.", text(program, file, label.1).trim_matches('"')));
            self.providers.insert((file, block.span));
        }
    }

    /// Holds if a diagnostic follows from a missing opening brace.
    pub(super) fn is_unopened(&self, diagnostic: &Diagnostic) -> bool {
        let is_around = |(file, span): &(FileId, Span)| *file == diagnostic.file && span.contains(diagnostic.span);
        self.unopened.iter().any(is_around) && diagnostic.code.own().is_some_and(|code| OF_NESTING.contains(&code))
    }

    /// Holds if an undefined name is one of these.
    pub(super) fn has(&self, name: &str) -> bool {
        let is_whole = |address: &String| {
            name.strip_prefix(&address[..]).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
        };
        self.starts.iter().any(|start| name.starts_with(&start[..])) || self.addresses.iter().any(is_whole)
    }

    /// Holds if an undefined name may be the iterator of a dynamic block with a wrong header.
    pub(super) fn has_iterator(&self, diagnostic: &Diagnostic, name: &str) -> bool {
        let of_iterator = name.split('.').nth(1).is_some_and(|step| ["key", "value"].contains(&step));
        let is_around = |(file, span): &(FileId, Span)| *file == diagnostic.file && span.contains(diagnostic.span);
        of_iterator && self.dynamic.iter().any(is_around)
    }

    /// Holds if the place of a diagnostic is in the block of a provider without a right alias: it is not the default one.
    pub(super) fn has_provider(&self, program: &Program, diagnostic: &Diagnostic) -> bool {
        !self.providers.is_empty()
            && block_around(program, diagnostic)
                .is_some_and(|block| self.providers.contains(&(diagnostic.file, block.span)))
    }
}

/// Returns the place from the last block that begins a line, to the place of a diagnostic behind it.
fn block_before(program: &Program, diagnostic: &Diagnostic) -> Option<(FileId, Span)> {
    let file = program.file(diagnostic.file);
    let blocks = file.tree.body.iter().rev().filter_map(BodyItem::as_block);
    let mut before = blocks.filter(|block| block.span.start < diagnostic.span.start);
    let last = before.find(|block| file.source.position(block.span.start).column == 1)?;
    Some((diagnostic.file, Span { start: last.span.start, end: diagnostic.span.end }))
}

/// Returns the block at the top of a file in which the place of a diagnostic is.
fn block_around<'a>(program: &'a Program, diagnostic: &Diagnostic) -> Option<&'a Block> {
    let body = &program.file(diagnostic.file).tree.body;
    let mut blocks = body.iter().filter_map(BodyItem::as_block);
    blocks.find(|block| block.span.contains(diagnostic.span))
}

/// Returns the span of the innermost dynamic block in whose header, or at whose own attributes, a diagnostic is.
fn dynamic_around(program: &Program, diagnostic: &Diagnostic) -> Option<Span> {
    let mut block = block_around(program, diagnostic)?;
    loop {
        let mut nested = block.body.iter().filter_map(BodyItem::as_block);
        match nested.find(|inner| inner.span.contains(diagnostic.span)) {
            Some(inner) => block = inner,
            None => break,
        }
    }
    (text(program, diagnostic.file, block.kind_span) == "dynamic").then_some(block.span)
}

fn text(program: &Program, file: FileId, span: Span) -> &str {
    program.file(file).source.slice(span)
}
