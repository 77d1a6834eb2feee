//! A checked program as an editor sees it: files by their addresses, places as ranges.

use std::borrow::Cow;
use std::cell::OnceCell;

use gen_lsp_types::{Location, Position, Range};

use super::text::{Encoding, LineIndex};
use crate::dialect::Dialect;
use crate::infer::Inference;
use crate::program::environment::Environment;
use crate::program::{DefinitionId, Expression, FileId, Place, Program};
use crate::source::Span;
use crate::syntax::tree::{NodeId, Tree};

/// The capabilities of a client that answers depend on.
#[derive(Clone, Debug, Default)]
pub struct Client {
    /// The units of its positions.
    pub encoding: Encoding,
    /// Where the page of a code is, with `{code}` in place of the code.
    pub code_link: Option<String>,
    /// Holds if it runs the commands that texts link to.
    pub has_commands: bool,
    /// Holds if it inserts snippets.
    pub has_snippets: bool,
}

/// A checked program.
pub struct View<'a> {
    /// The program.
    pub program: &'a Program,
    /// Its types and problems.
    pub inference: &'a Inference,
    /// What surrounds it.
    pub environment: &'a Environment,
    /// Its language.
    pub dialect: Dialect,
    /// Who asks.
    pub client: &'a Client,
    files: Vec<FileView<'a>>,
}

/// The address and the lines of a file.
pub struct FileView<'a> {
    /// Its document, if it is open.
    document: Option<&'a str>,
    uri: String,
    known: Option<&'a LineIndex>,
    own: OnceCell<LineIndex>,
}

impl<'a> FileView<'a> {
    /// A file, which may be open as a document, with its lines if they are known.
    pub fn new(document: Option<&'a str>, uri: String, known: Option<&'a LineIndex>) -> Self {
        Self { document, uri, known, own: OnceCell::new() }
    }
}

impl<'a> View<'a> {
    /// A program, whose files are described in their order.
    pub fn new(
        (program, inference): (&'a Program, &'a Inference),
        environment: &'a Environment,
        dialect: Dialect,
        client: &'a Client,
        files: Vec<FileView<'a>>,
    ) -> Self {
        Self { program, inference, environment, dialect, client, files }
    }

    /// The file that is open as a document.
    pub fn file_of(&self, document: &str) -> Option<FileId> {
        let at = self.files.iter().position(|file| file.document == Some(document))?;
        Some(FileId(at as u32))
    }

    /// The document as which a file is open.
    pub fn document(&self, file: FileId) -> Option<&'a str> {
        self.files[file.0 as usize].document
    }

    /// All files.
    pub fn file_ids(&self) -> impl Iterator<Item = FileId> + use<> {
        (0..self.program.files.len() as u32).map(FileId)
    }

    /// The address of a file.
    pub fn uri(&self, file: FileId) -> &str {
        &self.files[file.0 as usize].uri
    }

    /// The text of a file.
    pub fn text(&self, file: FileId) -> &'a str {
        &self.program.file(file).source.text
    }

    /// The tree of a file.
    pub fn tree(&self, file: FileId) -> &'a Tree {
        &self.program.file(file).tree
    }

    /// The lines of a file.
    pub fn lines(&self, file: FileId) -> &LineIndex {
        let view = &self.files[file.0 as usize];
        view.known.unwrap_or_else(|| view.own.get_or_init(|| LineIndex::new(self.text(file))))
    }

    /// Holds for files in JSON syntax.
    pub fn is_json(&self, file: FileId) -> bool {
        std::path::Path::new(&self.program.file(file).source.name).extension().is_some_and(|of| of == "json")
    }

    /// The byte at a position.
    pub fn offset(&self, file: FileId, position: Position) -> u32 {
        self.lines(file).offset(self.text(file), position, self.client.encoding)
    }

    /// The position of a byte.
    pub fn position(&self, file: FileId, offset: u32) -> Position {
        self.lines(file).position(self.text(file), offset, self.client.encoding)
    }

    /// The range of a span.
    pub fn range(&self, file: FileId, span: Span) -> Range {
        self.lines(file).range(self.text(file), span, self.client.encoding)
    }

    /// The span of a range.
    pub fn span(&self, file: FileId, range: Range) -> Span {
        self.lines(file).span(self.text(file), range, self.client.encoding)
    }

    /// The location of a span.
    pub fn location(&self, file: FileId, span: Span) -> Location {
        Location { uri: self.uri(file).into(), range: self.range(file, span) }
    }

    /// The place of a name without the quotes that it may stand in.
    pub fn unquoted(&self, file: FileId, span: Span) -> Span {
        let text = self.text(file).get(span.range()).unwrap_or("");
        if text.len() >= 2 && text.starts_with('"') && text.ends_with('"') {
            Span { start: span.start + 1, end: span.end - 1 }
        } else {
            span
        }
    }

    /// The innermost definition that holds, or ends at, a byte of a file.
    pub fn definition_at(&self, file: FileId, offset: u32) -> Option<DefinitionId> {
        let around = self.program.definition_ids().filter(|&id| {
            let definition = self.program.definition(id);
            definition.file == file && touches(definition.span, offset)
        });
        around.min_by_key(|&id| {
            let span = self.program.definition(id).span;
            (offset == span.end, span.end - span.start)
        })
    }

    /// The innermost expression that holds, or ends at, a byte of a definition's file, and that is wanted.
    pub fn node_at(&self, id: DefinitionId, offset: u32, is_wanted: impl Fn(NodeId) -> bool) -> Option<NodeId> {
        let tree = self.program.tree(id);
        let expressions = self.program.definition(id).expressions.iter();
        let around = expressions.filter(|expression| touches(tree.span(expression.root), offset));
        let nodes = around.flat_map(Expression::nodes).filter(|&node| touches(tree.span(node), offset));
        // Of expressions in one place, like `"${x}"` in JSON, the outer one comes last.
        nodes.filter(|&node| is_wanted(node)).min_by_key(|&node| {
            let span = tree.span(node);
            (offset == span.end, span.end - span.start, node)
        })
    }

    /// The definition of a node, given any place in it.
    pub fn owner(&self, at: Place) -> Option<DefinitionId> {
        let span = self.tree(at.file).span(at.node);
        let holds = |id: &DefinitionId| {
            let definition = self.program.definition(*id);
            let has = |expression: &Expression| expression.first <= at.node && at.node <= expression.root;
            definition.file == at.file && definition.span.contains(span) && definition.expressions.iter().any(has)
        };
        self.program.definition_ids().find(holds)
    }
}

/// Holds if a span holds, or ends at, a byte.
pub fn touches(span: Span, offset: u32) -> bool {
    span.start <= offset && offset <= span.end
}

/// A text in one line, cut behind so many characters.
pub fn brief(text: &str, most: usize) -> Cow<'_, str> {
    match text.char_indices().nth(most) {
        Some((end, _)) => Cow::Owned(format!("{}...", &text[..end])),
        None => Cow::Borrowed(text),
    }
}
