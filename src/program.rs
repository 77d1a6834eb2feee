//! A program: its files, and the definitions in them.

use crate::source::{Source, Span};
use crate::syntax::SyntaxError;
use crate::syntax::tree::{NodeId, Tree};
use crate::types::Name;

/// The files of a program and what they define.
#[derive(Debug, Default)]
pub struct Program {
    /// The files, in the byte order of their names.
    pub files: Vec<File>,
    /// The definitions, in source order.
    pub definitions: Vec<Definition>,
}

/// One file of a program.
#[derive(Debug)]
pub struct File {
    /// The text.
    pub source: Source,
    /// What the text says, as far as it is understood.
    pub tree: Tree,
    /// What is not understood.
    pub errors: Vec<SyntaxError>,
    /// Bytes that are no text. In the text, question marks stand for them.
    pub invalid_bytes: Vec<Span>,
    /// Why the file cannot be read, if it cannot.
    pub unreadable: Option<String>,
}

/// A handle to a file of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileId(pub u32);

/// A handle to a definition of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DefinitionId(pub u32);

/// What a definition is in its dialect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// An attribute of plain HCL.
    Attribute,
}

/// An expression with a name, or with a place in a block.
#[derive(Clone, Debug)]
pub struct Definition {
    /// What it is in its dialect.
    pub kind: Kind,
    /// The name by which other definitions refer to it, if they can.
    pub name: Option<Name>,
    /// What it is called when it is listed: the name, or the path through its blocks.
    pub label: String,
    /// Where the name stands.
    pub name_span: Span,
    /// The file it stands in.
    pub file: FileId,
    /// The expression: the last of its nodes.
    pub root: NodeId,
    /// The first of its nodes.
    pub first: NodeId,
}

/// A place: a node of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// The file.
    pub file: FileId,
    /// The node.
    pub node: NodeId,
}

impl Program {
    /// A file.
    pub fn file(&self, id: FileId) -> &File {
        &self.files[id.0 as usize]
    }

    /// A definition.
    pub fn definition(&self, id: DefinitionId) -> &Definition {
        &self.definitions[id.0 as usize]
    }

    /// The tree that a definition is part of.
    pub fn tree(&self, id: DefinitionId) -> &Tree {
        &self.file(self.definition(id).file).tree
    }

    /// The handles of all definitions, in source order.
    pub fn definition_ids(&self) -> impl Iterator<Item = DefinitionId> + use<> {
        (0..self.definitions.len() as u32).map(DefinitionId)
    }
}

impl Kind {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Attribute => "attribute",
        }
    }
}

impl Definition {
    /// How many nodes the expression is made of.
    pub fn node_count(&self) -> usize {
        (self.root.0 - self.first.0) as usize + 1
    }
}
