//! A checked program in an editor: files by URI, spans as ranges.

use std::path::Path;

use typed_index_collections::TiVec;

use gen_lsp_types::{Location, Position, Range};

use super::text::Encoding;
use crate::dialect::Dialect;
use crate::files::AllowedDirectories;
use crate::infer::Inference;
use crate::program::environment::Environment;
use crate::program::{FileId, Program};
use crate::project::Input;
use crate::source::{LineIndex, Span};
use crate::syntax::tree::Tree;

/// The client capabilities that affect answers.
#[derive(Clone, Debug, Default)]
pub struct Client {
    /// The units of positions.
    pub encoding: Encoding,
    /// The URL of a code's page, with `{code}` in place of the code.
    pub code_link: Option<String>,
    /// Holds if the client runs commands that are linked in texts.
    pub has_commands: bool,
    /// Holds unless only programs with open documents are checked.
    pub checks_workspace: bool,
    /// The way of diagnostics to the client.
    pub delivery: Delivery,
    /// Holds if the client inserts snippets.
    pub has_snippets: bool,
}

/// The way in which a client gets the diagnostics of programs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Delivery {
    /// It is told of them.
    #[default]
    Published,
    /// It asks for them.
    Asked,
    /// It asks for them, and asks again when it is told that there are others.
    AskedAgain,
}

/// A checked program.
pub struct View<'a> {
    /// The program.
    pub program: &'a Program,
    /// Its types and problems.
    pub inference: &'a Inference,
    /// The environment of the program.
    pub environment: &'a Environment,
    /// The dialect.
    pub dialect: Dialect,
    /// The directory of the program, if it has one.
    pub directory: Option<&'a Path>,
    /// The directories whose files may be shown to the program.
    pub roots: &'a AllowedDirectories,
    /// The client.
    pub client: &'a Client,
    files: TiVec<FileId, FileView<'a>>,
}

/// The URI and the lines of a file.
pub struct FileView<'a> {
    /// The document that shows the file, if it is open.
    document: Option<&'a str>,
    uri: String,
    known: Option<&'a LineIndex>,
}

impl<'a> FileView<'a> {
    /// Creates a file view. `document` is set if the file is open; `known` has its lines if they have been computed.
    pub fn new(document: Option<&'a str>, uri: String, known: Option<&'a LineIndex>) -> Self {
        Self { document, uri, known }
    }
}

impl<'a> View<'a> {
    /// Creates a view. The file views are in the order of the program's files.
    pub fn new(
        (program, inference): (&'a Program, &'a Inference),
        environment: &'a Environment,
        input: &'a Input,
        client: &'a Client,
        files: TiVec<FileId, FileView<'a>>,
    ) -> Self {
        let Input { dialect, roots, .. } = input;
        let directory = input.directory.as_deref();
        Self { program, inference, environment, dialect: *dialect, directory, roots, client, files }
    }

    /// Returns the file that is open as a document.
    pub fn file_of(&self, document: &str) -> Option<FileId> {
        let at = self.files.iter().position(|file| file.document == Some(document))?;
        Some(FileId::from(at))
    }

    /// Returns the document that shows a file, if it is open.
    pub fn document(&self, file: FileId) -> Option<&'a str> {
        self.files[file].document
    }

    /// Returns all files.
    pub fn file_ids(&self) -> impl Iterator<Item = FileId> + use<> {
        self.program.files.keys()
    }

    /// Returns the URI of a file.
    pub fn uri(&self, file: FileId) -> &str {
        &self.files[file].uri
    }

    /// Returns the text of a file.
    pub fn text(&self, file: FileId) -> &'a str {
        &self.program.file(file).source.text
    }

    /// Returns the syntax tree of a file.
    pub fn tree(&self, file: FileId) -> &'a Tree {
        &self.program.file(file).tree
    }

    /// Returns the lines of a file.
    pub fn lines(&self, file: FileId) -> &LineIndex {
        self.files[file].known.unwrap_or_else(|| self.program.file(file).source.lines())
    }

    /// Holds for files in JSON syntax.
    pub fn is_json(&self, file: FileId) -> bool {
        Path::new(&self.program.file(file).source.name).extension().is_some_and(|of| of == "json")
    }

    /// Returns the byte offset of a position.
    pub fn offset(&self, file: FileId, position: Position) -> u32 {
        self.lines(file).offset(self.text(file), position, self.client.encoding)
    }

    /// Returns the position of a byte offset.
    pub fn position(&self, file: FileId, offset: u32) -> Position {
        self.lines(file).position(self.text(file), offset, self.client.encoding)
    }

    /// Returns the range of a span.
    pub fn range(&self, file: FileId, span: Span) -> Range {
        self.lines(file).range(self.text(file), span, self.client.encoding)
    }

    /// Returns the span of a range.
    pub fn span(&self, file: FileId, range: Range) -> Span {
        self.lines(file).span(self.text(file), range, self.client.encoding)
    }

    /// Returns the location of a span.
    pub fn location(&self, file: FileId, span: Span) -> Location {
        Location { uri: self.uri(file).into(), range: self.range(file, span) }
    }

    /// Returns the span of a name without surrounding quotes.
    pub fn unquoted(&self, file: FileId, span: Span) -> Span {
        self.program.file(file).source.unquoted(span)
    }
}
