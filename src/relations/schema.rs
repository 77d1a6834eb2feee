//! The schema of a relation.

use std::fmt;

/// The type of the cells of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ColumnType {
    /// A 64-bit integer.
    Number,
    /// A text.
    Symbol,
    /// An id of the domain listed by the relation with this name. Ids count from 0.
    Id(&'static str),
}

/// The origin of the rows of a relation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// Given by the text of the programs.
    Extensional,
    /// Derived by rules.
    Derived,
}

/// A column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its name, the same in all formats.
    pub name: String,
    /// The type of its cells.
    pub ty: ColumnType,
    /// Holds if it is part of the key: no two rows agree in all key columns. Without key columns, a row is its own key.
    pub is_key: bool,
    /// The texts of a closed column; empty if it may contain any.
    pub values: &'static [&'static str],
}

/// The declaration of a relation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schema {
    /// Its name, the same in all formats.
    pub name: String,
    /// The origin of its rows.
    pub origin: Origin,
    /// Holds if each row belongs to one program.
    pub is_per_program: bool,
    /// The meaning of a row, in one line.
    pub doc: String,
    /// Its columns, in order.
    pub columns: Vec<Column>,
}

/// A schema as a compile-time constant.
#[derive(Debug)]
pub struct Declaration {
    /// As in [`Schema`].
    pub name: &'static str,
    /// As in [`Schema`].
    pub origin: Origin,
    /// As in [`Schema`].
    pub is_per_program: bool,
    /// As in [`Schema`].
    pub doc: &'static str,
    /// The columns: name, type, and membership in the key.
    pub columns: &'static [(&'static str, ColumnType, bool)],
}

/// Declares a key column of ids.
pub const fn key(name: &'static str, domain: &'static str) -> (&'static str, ColumnType, bool) {
    (name, ColumnType::Id(domain), true)
}

/// Declares a column of ids.
pub const fn id(name: &'static str, domain: &'static str) -> (&'static str, ColumnType, bool) {
    (name, ColumnType::Id(domain), false)
}

/// Declares a column of texts.
pub const fn symbol(name: &'static str) -> (&'static str, ColumnType, bool) {
    (name, ColumnType::Symbol, false)
}

/// Declares a column of numbers.
pub const fn number(name: &'static str) -> (&'static str, ColumnType, bool) {
    (name, ColumnType::Number, false)
}

impl Schema {
    /// Returns the number of columns.
    pub fn arity(&self) -> usize {
        self.columns.len()
    }

    /// Returns the index of the column with a name.
    pub fn column(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|column| column.name == name)
    }
}

impl From<&Declaration> for Schema {
    fn from(declaration: &Declaration) -> Self {
        let column =
            |&(name, ty, is_key): &(&str, ColumnType, bool)| Column { name: name.to_owned(), ty, is_key, values: &[] };
        Self {
            name: declaration.name.to_owned(),
            origin: declaration.origin,
            is_per_program: declaration.is_per_program,
            doc: declaration.doc.to_owned(),
            columns: declaration.columns.iter().map(column).collect(),
        }
    }
}

impl fmt::Display for ColumnType {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number => write!(out, "number"),
            Self::Symbol => write!(out, "symbol"),
            Self::Id(domain) => write!(out, "id of {domain}"),
        }
    }
}

impl Origin {
    /// Returns its name in exports.
    pub fn word(self) -> &'static str {
        match self {
            Self::Extensional => "extensional",
            Self::Derived => "derived",
        }
    }
}
