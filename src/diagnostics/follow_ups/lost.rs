//! Names of Terraform that are undefined because what should define them is malformed: a block whose labels are wrong, a block where
//! an attribute stands, a provider configuration whose alias is no text.

use std::path::Path;

use rustc_hash::FxHashSet;

use super::places::Places;
use super::reported::written;
use crate::codes::Code;
use crate::diagnostics::{Diagnostic, Severity};
use crate::program::{FileId, Program};
use crate::source::Span;
use crate::syntax::tree::{Block, BodyItem, Node};

/// The blocks whose labels are a type and a name, with the start of their addresses.
const TYPED: [(&str, &str); 3] = [("resource", ""), ("data", "data."), ("ephemeral", "ephemeral.")];

/// The blocks that define names of one kind, with the start of their addresses.
const NAMED: [(&str, &str); 3] = [("variable", "var."), ("locals", "local."), ("module", "module.")];

/// The starts of the addresses of blocks with one label.
const OF_ONE_LABEL: [&str; 3] = ["var.", "module.", "output."];

/// The codes of what is wrong in the header of a block.
const OF_HEADERS: [Code; 4] = [Code::WrongLabels, Code::UnknownBlock, Code::UnknownAttribute, Code::NotALiteral];

/// The most labels behind another one that are read as a name.
const MOST_LABELS: usize = 3;

/// The most blocks before a place of which the last one that begins a line is looked for.
const MOST_BLOCKS: usize = 1_000;

/// The most bytes of a line before a place that may be the header of a block.
const LONGEST_HEADER: usize = 256;

/// The most steps of a name that are looked at: longer ones are no addresses.
const MOST_STEPS: usize = 16;

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
    dynamic: Places,
    /// The places before surplus closing braces, whose opening ones are missing, and those behind opening braces that nothing closes:
    /// what stands there is nested otherwise than written.
    nested: Places,
    /// The texts behind `<<` without a marker.
    unmarked: Places,
    /// The unknown blocks.
    unknown: Places,
    /// The names of blocks whose type is malformed: `resource 5 "main"`.
    names: FxHashSet<String>,
    /// Holds if there is a mistake in the settings, which declare the providers whose functions are called.
    settings: bool,
}

/// The codes of what is wrong in a block because its parts stand elsewhere.
const OF_NESTING: [Code; 13] = [
    Code::NotAssignable,
    Code::NoConversion,
    Code::UnknownProperty,
    Code::MissingProperty,
    Code::UnknownInput,
    Code::UnknownAttribute,
    Code::UnknownBlock,
    Code::MissingInput,
    Code::MissingAttribute,
    Code::MissingBlock,
    Code::WrongLabels,
    Code::UnknownVariable,
    Code::DuplicateName,
];

impl Lost {
    /// Adds the names that are lost by the mistake that a diagnostic reports.
    pub(super) fn add(&mut self, program: &Program, diagnostic: &Diagnostic) {
        if diagnostic.severity != Severity::Error {
            return;
        }
        if diagnostic.code == Code::SyntaxError && !self.unmarked.has_around(diagnostic.place()) {
            self.unmarked.extend(behind_heredoc(program, diagnostic));
        }
        if diagnostic.code.own().is_some_and(|code| OF_HEADERS.contains(&code)) {
            self.dynamic.extend(dynamic_around(program, diagnostic).map(|span| (diagnostic.file, span)));
        }
        let around = block_around(program, diagnostic);
        self.settings |= around.is_some_and(|block| text(program, diagnostic.file, block.kind_span) == "terraform")
            || diagnostic.code == Code::SyntaxError && line_before(program, diagnostic).starts_with("terraform ");
        match diagnostic.code.own() {
            Some(Code::WrongLabels) => self.add_labelled(program, diagnostic),
            Some(Code::UnknownAttribute) if block_around(program, diagnostic).is_none() => {
                let name = written(program, diagnostic);
                self.add_header(program, diagnostic, name);
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
            // What is nested otherwise than written is known already.
            Some(Code::SyntaxError) if self.nested.has_around(diagnostic.place()) => {}
            Some(Code::SyntaxError) if is_malformed_json(program, diagnostic.file) => {
                self.nested.add(behind(program, diagnostic));
            }
            Some(Code::SyntaxError) if written(program, diagnostic) == "\"" => {
                self.add_name(program, diagnostic);
                let quoted = behind(program, diagnostic);
                let kind = text(program, quoted.0, quoted.1).split('"').nth(1).unwrap_or_default();
                self.add_header(program, diagnostic, kind);
            }
            Some(Code::SyntaxError) => {
                // The alias may be malformed.
                let label = around
                    .filter(|block| text(program, diagnostic.file, block.kind_span) == "provider")
                    .and_then(|block| block.labels.first());
                self.starts.extend(label.map(|label| format!("{}.", word(program, diagnostic.file, label.1))));
                self.add_name(program, diagnostic);
                self.add_brace(program, diagnostic);
                let kind = kind_before(program, diagnostic).unwrap_or_default();
                self.add_header(program, diagnostic, kind);
            }
            _ => {}
        }
    }

    /// Adds what a surplus brace, or one that nothing closes, nests otherwise than written.
    pub(super) fn add_brace(&mut self, program: &Program, diagnostic: &Diagnostic) {
        match written(program, diagnostic) {
            "}" => self.nested.extend(block_before(program, diagnostic)),
            "{" => {
                // In an object, what should follow it is part of it, and missing around it.
                let (file, behind) = behind(program, diagnostic);
                let start = block_around(program, diagnostic).map_or(behind.start, |block| block.open.start);
                self.nested.add((file, Span { start: start.min(behind.start), ..behind }));
            }
            _ => {}
        }
    }

    /// Adds the name in the malformed header of a resource: the last word of the line.
    fn add_name(&mut self, program: &Program, diagnostic: &Diagnostic) {
        let before = line_before(program, diagnostic);
        if before.contains(['{', '=']) || !TYPED.iter().any(|(kind, _)| before.split(' ').next() == Some(kind)) {
            return;
        }
        let is_part = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '-';
        let mut words = before.split(|letter| !is_part(letter)).filter(|word| !word.is_empty());
        self.names.extend(words.next_back().map(str::to_owned));
    }

    /// Adds the names of a malformed block, whose type stands at the place of a diagnostic, and its labels, if any, behind it.
    fn add_header(&mut self, program: &Program, diagnostic: &Diagnostic, kind: &str) {
        self.starts.extend(NAMED.iter().find(|of| of.0 == kind).map(|of| of.1.to_owned()));
        if TYPED.iter().any(|of| of.0 == kind) {
            let rest =
                program.file(diagnostic.file).source.text.get(diagnostic.span.end as usize..).unwrap_or_default();
            let line = rest.lines().next().unwrap_or_default();
            self.names.extend(line.rsplit('"').nth(1).map(str::to_owned));
        }
    }

    /// Adds the names of a block whose labels are wrong: it may mean any of its kind, or what its labels say if the kind is wrong.
    fn add_labelled(&mut self, program: &Program, diagnostic: &Diagnostic) {
        let Some(block) = block_around(program, diagnostic) else { return };
        let kind = word(program, diagnostic.file, block.kind_span);
        let labels: Vec<&str> = block.labels.iter().map(|label| word(program, diagnostic.file, label.1)).collect();
        if let Some((_, start)) = NAMED.iter().find(|of| of.0 == kind) {
            self.starts.insert((*start).to_owned());
        }
        // It may have an alias.
        self.starts.extend(labels.first().filter(|_| kind == "provider").map(|provider| format!("{provider}.")));
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
                let is_of_type = diagnostic.span == block.labels[0].1;
                let name = labels.get(1).filter(|_| is_of_type || ty.is_empty());
                self.names.extend(name.map(|name| (*name).to_owned()));
            }
            [] => self.add_locals(program, diagnostic.file, block),
        }
    }

    /// Adds the local value that a block stands for, or what a block inside of another one should define: definitions, an iterator. In
    /// JSON, a block of an unknown type is an attribute.
    fn add_nested(&mut self, program: &Program, diagnostic: &Diagnostic) {
        let Some(block) = block_around(program, diagnostic) else {
            return self.add_attribute(program, diagnostic);
        };
        if block.kind_span != diagnostic.span && text(program, diagnostic.file, block.kind_span) == "locals" {
            self.addresses.insert(format!("local.{}", written(program, diagnostic)));
        }
        let Some(unknown) = innermost(program, diagnostic) else { return };
        if unknown.kind_span != diagnostic.span {
            return;
        }
        self.unknown.add((diagnostic.file, unknown.span));
        let label = |span| word(program, diagnostic.file, span);
        let is_at_top = unknown.kind_span == block.kind_span;
        match unknown.labels[..] {
            [] if is_at_top => self.add_locals(program, diagnostic.file, block),
            [name] if is_at_top => {
                let name = label(name.1);
                self.addresses.extend(OF_ONE_LABEL.map(|start| format!("{start}{name}")));
            }
            [iterator] => _ = self.addresses.insert(label(iterator.1).to_owned()),
            [ty, name] => self.addresses.extend(TYPED.map(|of| format!("{}{}.{}", of.1, label(ty.1), label(name.1)))),
            _ => {}
        }
    }

    /// Adds the local values that the attributes of a block may stand for.
    fn add_locals(&mut self, program: &Program, file: FileId, block: &Block) {
        let attributes = block.body.iter().filter_map(BodyItem::as_attribute);
        self.addresses.extend(attributes.map(|of| format!("local.{}", text(program, file, of.name_span))));
    }

    /// Adds the names of what a block of a misspelt type means in JSON: those of its kind, or of the types of its resources.
    fn add_attribute(&mut self, program: &Program, diagnostic: &Diagnostic) {
        let Some(meant) = diagnostic.fix.as_ref().map(|fix| &fix.name[..]) else { return };
        self.starts.extend(NAMED.iter().find(|of| of.0 == meant).map(|of| of.1.to_owned()));
        let Some((_, start)) = TYPED.iter().find(|of| of.0 == meant) else { return };
        let tree = &program.file(diagnostic.file).tree;
        let mut attributes = tree.body.iter().filter_map(BodyItem::as_attribute);
        let value = attributes.find(|of| of.name_span == diagnostic.span).map(|of| tree.node(of.value));
        if let Some(Node::Object(items)) = value {
            let types = tree.items(items).iter().map(|item| word(program, diagnostic.file, item.key_span));
            self.starts.extend(types.map(|ty| format!("{start}{ty}.")));
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

    /// Holds if a diagnostic follows from a missing brace.
    pub(super) fn is_misnested(&self, diagnostic: &Diagnostic) -> bool {
        self.nested.has_around(diagnostic.place())
            && diagnostic.code.own().is_some_and(|code| OF_NESTING.contains(&code))
    }

    /// Holds if a diagnostic is in a text that was meant as a heredoc, but has no marker. The report of that is before it, or at its start.
    pub(super) fn is_in_unmarked(&self, diagnostic: &Diagnostic) -> bool {
        let Span { start, end } = diagnostic.span;
        start
            .checked_sub(1)
            .is_some_and(|before| self.unmarked.has_around((diagnostic.file, Span { start: before, end })))
    }

    /// Holds if an undefined name is one of these.
    pub(super) fn has(&self, name: &str) -> bool {
        let ends = || name.match_indices(['.', '[']).map(|found| found.0).take(MOST_STEPS);
        let is_start = |end: usize| self.starts.contains(&name[..=end]);
        let is_whole = |end: usize| self.addresses.contains(&name[..end]);
        let mut parts = name.split(['.', '[']).skip(1).take(2);
        ends().any(is_start)
            || ends().chain([name.len()]).any(is_whole)
            || !self.names.is_empty() && parts.any(|part| self.names.contains(part))
    }

    /// Holds if an undefined name may be the iterator of a dynamic block with a wrong header.
    pub(super) fn has_iterator(&self, diagnostic: &Diagnostic, name: &str) -> bool {
        let of_iterator = name.split('.').nth(1).is_some_and(|step| ["key", "value"].contains(&step));
        of_iterator && self.dynamic.has_around(diagnostic.place())
    }

    /// Holds for functions of providers, if there is a mistake where these are declared.
    pub(super) fn has_function(&self, call: &str) -> bool {
        self.settings && call.starts_with("provider::")
    }

    /// Holds if the place of a diagnostic is in an unknown block.
    pub(super) fn is_in_unknown(&self, diagnostic: &Diagnostic) -> bool {
        self.unknown.has_around(diagnostic.place())
    }

    /// Holds if the place of a diagnostic is in the block of a provider without a right alias: it is not the default one.
    pub(super) fn has_provider(&self, program: &Program, diagnostic: &Diagnostic) -> bool {
        !self.providers.is_empty()
            && block_around(program, diagnostic)
                .is_some_and(|block| self.providers.contains(&(diagnostic.file, block.span)))
    }
}

/// Returns the place from the last block that begins a line, to the place of a diagnostic behind it.
pub(super) fn block_before(program: &Program, diagnostic: &Diagnostic) -> Option<(FileId, Span)> {
    let file = program.file(diagnostic.file);
    let body = &file.tree.body;
    let after = body.partition_point(|item| start_of(item) < diagnostic.span.start);
    let mut before = body[..after].iter().rev().filter_map(BodyItem::as_block).take(MOST_BLOCKS);
    let last = before.find(|block| file.source.position(block.span.start).column == 1)?;
    Some((diagnostic.file, Span { start: last.span.start, end: diagnostic.span.end }))
}

/// Returns the type of the block in whose header a diagnostic is, if the header begins a line.
fn kind_before<'a>(program: &'a Program, diagnostic: &Diagnostic) -> Option<&'a str> {
    let header = Some(line_before(program, diagnostic)).filter(|line| !line.contains(['{', '=']))?;
    header.split(' ').next()
}

/// Returns the text of the line before the place of a diagnostic, unless it is too long for a header.
fn line_before<'a>(program: &'a Program, diagnostic: &Diagnostic) -> &'a str {
    let before = program.file(diagnostic.file).source.text.get(..diagnostic.span.start as usize).unwrap_or_default();
    let near = &before[before.floor_char_boundary(before.len().saturating_sub(LONGEST_HEADER))..];
    near.rsplit_once('\n').map_or_else(|| if near.len() == before.len() { near } else { "" }, |lines| lines.1)
}

/// Returns the place from that of a diagnostic to the end of its file.
fn behind(program: &Program, diagnostic: &Diagnostic) -> (FileId, Span) {
    let end = program.file(diagnostic.file).source.text.len() as u32;
    (diagnostic.file, Span { start: diagnostic.span.start, end })
}

/// Returns the place of the text behind `<<` without a marker, or behind three quotes, at which a diagnostic is: it ends with a line that
/// is one word, or three quotes.
fn behind_heredoc(program: &Program, diagnostic: &Diagnostic) -> Option<(FileId, Span)> {
    let start = diagnostic.span.start as usize;
    let text = &program.file(diagnostic.file).source.text;
    let has_quotes = text.get(..start).is_some_and(|before| before.ends_with("\"\"\""));
    let rest = text.get(start..)?;
    let rest = if has_quotes { rest } else { rest.strip_prefix("<<")? };
    let (opening, text) = rest.split_once('\n')?;
    let is_end = |line: &str| {
        line == "\"\"\"" || !line.is_empty() && line.chars().all(|letter| letter.is_alphanumeric() || letter == '_')
    };
    let mut length = 0;
    for line in text.split_inclusive('\n') {
        length += line.len();
        if is_end(line.trim()) {
            break;
        }
    }
    let first = program.file(diagnostic.file).source.text.len() - text.len() - "\n".len();
    let span = Span { start: first as u32, end: (first + "\n".len() + length) as u32 };
    ["", "-"].contains(&opening.trim()).then_some((diagnostic.file, span))
}

/// Holds for files in JSON syntax whose text is no JSON.
fn is_malformed_json(program: &Program, file: FileId) -> bool {
    let mut blocks = program.file(file).tree.body.iter().filter_map(BodyItem::as_block);
    is_json(program, file) && blocks.any(|block| block.is_broken)
}

fn is_json(program: &Program, file: FileId) -> bool {
    Path::new(&*program.file(file).source.name).extension().is_some_and(|extension| extension == "json")
}

fn start_of(item: &BodyItem) -> u32 {
    match item {
        BodyItem::Attribute(attribute) => attribute.name_span.start,
        BodyItem::Block(block) => block.span.start,
    }
}

/// Returns the block at the top of a file in which the place of a diagnostic is.
fn block_around<'a>(program: &'a Program, diagnostic: &Diagnostic) -> Option<&'a Block> {
    let file = diagnostic.file;
    block_in(&program.file(file).tree.body, diagnostic.span, is_json(program, file))
}

/// Returns the block of a body in which a place is. Blocks stand in order, except in JSON, where several may have one place.
fn block_in(body: &[BodyItem], place: Span, is_json: bool) -> Option<&Block> {
    let after = body.partition_point(|item| start_of(item) <= place.start);
    let nearest = body[..after].last().and_then(BodyItem::as_block);
    let is_around = |block: &&Block| block.span.contains(place);
    let in_json = || body.iter().filter(|_| is_json).filter_map(BodyItem::as_block).find(is_around);
    nearest.filter(is_around).or_else(in_json)
}

/// Returns the span of the innermost dynamic block in whose header, or at whose own attributes, a diagnostic is.
fn dynamic_around(program: &Program, diagnostic: &Diagnostic) -> Option<Span> {
    let block = innermost(program, diagnostic)?;
    (text(program, diagnostic.file, block.kind_span) == "dynamic").then_some(block.span)
}

/// Returns the innermost block in which the place of a diagnostic is.
fn innermost<'a>(program: &'a Program, diagnostic: &Diagnostic) -> Option<&'a Block> {
    let mut block = block_around(program, diagnostic)?;
    let is_json = is_json(program, diagnostic.file);
    while let Some(inner) = block_in(&block.body, diagnostic.span, is_json) {
        block = inner;
    }
    Some(block)
}

/// Returns the word at a place: in JSON, and as a label, it is in quotes.
fn word(program: &Program, file: FileId, span: Span) -> &str {
    text(program, file, span).trim_matches('"')
}

/// Holds if the value of the attribute whose name is the place of a diagnostic is malformed.
pub(super) fn is_broken(program: &Program, diagnostic: &Diagnostic) -> bool {
    let tree = &program.file(diagnostic.file).tree;
    let Some(block) = innermost(program, diagnostic) else { return false };
    let at = block.body.partition_point(|item| start_of(item) < diagnostic.span.start);
    let named = block.body.get(at).and_then(BodyItem::as_attribute).filter(|of| of.name_span == diagnostic.span);
    named.is_some_and(|of| matches!(tree.node(of.value), Node::Broken))
}

fn text(program: &Program, file: FileId, span: Span) -> &str {
    program.file(file).source.slice(span)
}
