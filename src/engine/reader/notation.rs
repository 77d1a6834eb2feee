//! Notations: how the rows of relations, and builtins with their arguments, are drawn.

use std::collections::BTreeMap;

use crate::book::BookFile;
use crate::syntax::{Declaration, Form, Notation, Piece, Term, TermKind};

/// The notations that the files of a book declare.
#[derive(Debug, Default)]
pub struct Notations {
    relations: BTreeMap<String, Vec<Columns>>,
    builtins: BTreeMap<String, Columns>,
}

/// A relation or a builtin: the names of its columns, and its notations.
#[derive(Debug)]
pub struct Columns {
    names: Vec<String>,
    notations: Vec<Notation>,
}

/// The cells of a row: values of a program, or the terms of a clause.
pub trait Cells {
    /// Holds if the cell in a column is a value. A column behind the last one is true.
    fn is(&self, column: usize, value: &Term) -> bool;
    /// Holds if two cells are the same.
    fn same(&self, column: usize, other: usize) -> bool;
    /// Returns the text of a cell.
    fn put(&self, column: usize, form: Form) -> String;
    /// Returns the text of a part of a cell: at the place, or on the path, in another column.
    fn part(&self, whole: usize, place: usize) -> String;
}

impl Notations {
    /// Collects the notations in files. A later file has precedence over an earlier one.
    pub fn of<'a>(files: impl IntoIterator<Item = &'a BookFile>) -> Self {
        let mut all = Self::default();
        files.into_iter().for_each(|file| all.add(file));
        all
    }

    fn add(&mut self, file: &BookFile) {
        for relation in file.relations() {
            let known = self.relations.entry(relation.name.clone()).or_default();
            known.retain(|other| other.names.len() != relation.columns.len());
            known.push(Columns { names: names(relation), notations: relation.notations.clone() });
        }
        for builtin in file.builtins() {
            // The value of a builtin is its last column.
            let names = builtin.arguments.iter().cloned().chain([String::new()]).collect();
            self.builtins.insert(builtin.name.clone(), Columns { names, notations: builtin.notations.clone() });
        }
    }

    /// Returns the relation with a name and a number of columns. The last column may be missing, if it is true.
    pub fn relation(&self, name: &str, columns: usize) -> Option<&Columns> {
        let all = self.relations.get(name)?;
        let with = |count: usize| all.iter().find(|relation| relation.names.len() == count);
        with(columns).or_else(|| with(columns + 1))
    }

    /// Returns the builtin with a name.
    pub fn builtin(&self, name: &str) -> Option<&Columns> {
        self.builtins.get(name)
    }

    /// Returns the builtins with notations, by name.
    pub fn builtins(&self) -> impl Iterator<Item = (&str, &Columns)> {
        self.builtins.iter().map(|(name, columns)| (&name[..], columns))
    }

    /// Returns the text of a row for proofs; returns none for a row of a relation without a notation.
    pub fn row(&self, relation: &str, columns: usize, cells: &impl Cells) -> Option<String> {
        let relation = self.relation(relation, columns)?;
        let fitting = relation.notations.iter().find(|notation| relation.unmet(notation, cells).next().is_none());
        relation.texts(fitting?, cells).into_iter().next().filter(|text| !text.is_empty())
    }
}

impl Columns {
    /// Returns the notations, in order.
    pub fn notations(&self) -> &[Notation] {
        &self.notations
    }

    /// Returns the notation for cells.
    pub fn fitting(&self, cells: &impl Cells) -> Option<&Notation> {
        self.notations.iter().find(|notation| self.unmet(notation, cells).next().is_none())
    }

    /// Returns the columns that do not have the values for which a notation is, with these values.
    pub fn unmet<'a>(
        &'a self,
        notation: &'a Notation,
        cells: &'a impl Cells,
    ) -> impl Iterator<Item = (usize, &'a Term)> {
        let conditions = notation.conditions.iter().map(|(name, value)| (self.place(name), value));
        conditions.filter(|&(column, value)| match &value.kind {
            TermKind::Variable(other) => !cells.same(column, self.place(other)),
            _ => !cells.is(column, value),
        })
    }

    /// Draws cells in a notation: the text for proofs, and more for drawings of rules.
    pub fn texts(&self, notation: &Notation, cells: &impl Cells) -> Vec<String> {
        notation.texts.iter().map(|pieces| self.drawn(pieces, cells)).collect()
    }

    /// As [`texts`](Self::texts). A text behind the first one is left out if one of its columns is free.
    pub fn bound_texts(&self, notation: &Notation, cells: &impl Cells, is_free: impl Fn(usize) -> bool) -> Vec<String> {
        self.bound(notation, is_free).map(|pieces| self.drawn(pieces, cells)).collect()
    }

    /// Draws the denial of a row: `e is not a text`, `t != u`, `not s ~> t`, `not (s ~> t and t ~> s)`. Returns none for a row that
    /// is not drawn.
    pub fn denial(&self, notation: &Notation, cells: &impl Cells, is_free: impl Fn(usize) -> bool) -> Option<String> {
        let texts: Vec<&[Piece]> = self.bound(notation, is_free).collect();
        let drawn = |pieces: &[Piece]| self.drawn(pieces, cells);
        Some(match texts[..] {
            [] => return None,
            [only] => match denied(only) {
                Some(denied) => drawn(&denied),
                None if is_simple(only) => format!("not {}", drawn(only)),
                None => format!("not ({})", drawn(only)),
            },
            _ => format!("not ({})", texts.into_iter().map(drawn).collect::<Vec<_>>().join(" and ")),
        })
    }

    /// Returns the texts of a notation that are not empty, without those behind the first one that have a free column.
    fn bound<'a>(
        &'a self,
        notation: &'a Notation,
        is_free: impl Fn(usize) -> bool,
    ) -> impl Iterator<Item = &'a [Piece]> {
        let is_bound = move |pieces: &[Piece]| !pieces.iter().flat_map(columns).any(|name| is_free(self.place(name)));
        let texts = notation.texts.iter().enumerate().filter(|(_, pieces)| !pieces.is_empty());
        texts.filter(move |(at, pieces)| *at == 0 || is_bound(pieces)).map(|(_, pieces)| &pieces[..])
    }

    fn drawn(&self, pieces: &[Piece], cells: &impl Cells) -> String {
        let piece = |piece: &Piece| match piece {
            Piece::Text(text) => text.clone(),
            Piece::Column(name, form) => cells.put(self.place(name), *form),
            Piece::Part(whole, place) => cells.part(self.place(whole), self.place(place)),
        };
        pieces.iter().map(piece).collect()
    }

    /// Returns the number of columns.
    pub(crate) fn count(&self) -> usize {
        self.names.len()
    }

    /// Returns the place of a column. The names in notations are declared: the parser checks them.
    pub(crate) fn place(&self, name: &str) -> usize {
        self.names.iter().position(|known| known == name).unwrap_or(self.names.len())
    }
}

impl Notation {
    /// Holds if the notation of a builtin shows its value, and so draws a premise: `{t} = {:lower}(_)`.
    pub fn has_value(&self) -> bool {
        self.texts.iter().flatten().any(|piece| matches!(piece, Piece::Column(name, _) if name.is_empty()))
    }
}

/// Returns the pieces with the verb denied, if there is exactly one verb.
fn denied(pieces: &[Piece]) -> Option<Vec<Piece>> {
    let verbs = |text: &str| VERBS.iter().map(|(verb, _)| text.matches(verb).count()).sum::<usize>();
    let is_one = pieces.iter().filter_map(written).map(verbs).sum::<usize>() == 1;
    if !is_one || has_connective(pieces) {
        return None;
    }
    let deny = |text: &str| VERBS.iter().fold(text.to_owned(), |text, (verb, denied)| text.replace(verb, denied));
    let piece = |piece: &Piece| written(piece).map_or_else(|| piece.clone(), |text| Piece::Text(deny(text)));
    Some(pieces.iter().map(piece).collect())
}

/// Holds if there is neither a verb nor a connective in the pieces, so that a denial needs no parentheses.
fn is_simple(pieces: &[Piece]) -> bool {
    let has_verb = |text: &str| VERBS.iter().any(|(verb, _)| text.contains(verb));
    !has_connective(pieces) && !pieces.iter().filter_map(written).any(has_verb)
}

/// Holds if a text is denied, or connects two others.
fn has_connective(pieces: &[Piece]) -> bool {
    let has = |text: &str| [" not ", " and ", " or "].iter().any(|builtin| text.contains(builtin));
    pieces.iter().filter_map(written).any(has)
}

/// The verbs of notations, with their denials.
const VERBS: [(&str, &str); 3] = [(" is ", " is not "), (" are ", " are not "), (" = ", " != ")];

/// Returns the columns in a piece.
fn columns(piece: &Piece) -> impl Iterator<Item = &str> {
    let (one, other) = match piece {
        Piece::Text(_) => (None, None),
        Piece::Column(name, _) => (Some(&name[..]), None),
        Piece::Part(whole, place) => (Some(&whole[..]), Some(&place[..])),
    };
    one.into_iter().chain(other)
}

/// Returns the text of a piece that is written in the notation.
fn written(piece: &Piece) -> Option<&str> {
    if let Piece::Text(text) = piece { Some(text) } else { None }
}

fn names(relation: &Declaration) -> Vec<String> {
    // A column without a name is in no notation.
    relation.columns.iter().map(|column| column.name.clone().unwrap_or_else(|| "_".to_owned())).collect()
}
