//! Terms of clauses, as they stand in drawings.

use super::Writer;
use crate::notation::Cells;
use crate::syntax::{Argument, Atom, Form, Term, TermKind};
use crate::text::in_small_letters;

/// The arguments of a relation or a builtin, and its value.
pub struct Arguments<'a> {
    writer: &'a Writer<'a>,
    terms: Vec<&'a Term>,
}

impl<'a> Arguments<'a> {
    pub fn of(writer: &'a Writer<'_>, atom: &'a Atom) -> Self {
        Self::listed(writer, atom.arguments.iter().map(|argument| &argument.term))
    }

    fn listed(writer: &'a Writer<'_>, terms: impl Iterator<Item = &'a Term>) -> Self {
        Self { writer, terms: terms.collect() }
    }

    /// Adds the value of a builtin.
    pub fn with_value(mut self, value: &'a Term) -> Self {
        self.terms.push(value);
        self
    }

    pub fn text(&self, column: usize) -> String {
        self.put(column, Form::Plain)
    }

    pub fn is_any(&self, column: usize) -> bool {
        matches!(self.terms.get(column), Some(Term { kind: TermKind::Any, .. }))
    }

    pub fn is_constant(&self, column: usize) -> bool {
        self.terms.get(column).is_some_and(|term| constant_name(self.writer.resolved(term)).is_some())
    }
}

impl Cells for Arguments<'_> {
    fn is(&self, column: usize, value: &Term) -> bool {
        let Some(term) = self.terms.get(column) else { return constant_name(value) == Some("true") };
        match (&self.writer.resolved(term).kind, &value.kind) {
            (TermKind::Each(_), TermKind::Each(_)) => true,
            (TermKind::Number(one), TermKind::Number(other)) => one == other,
            (TermKind::Constant(one), TermKind::Constant(other)) => last(one) == last(other),
            _ => false,
        }
    }

    fn same(&self, column: usize, other: usize) -> bool {
        let kind = |column: usize| self.terms.get(column).map(|term| &self.writer.resolved(term).kind);
        kind(column) == kind(other)
    }

    fn put(&self, column: usize, form: Form) -> String {
        let Some(term) = self.terms.get(column) else { return "_".to_owned() };
        let term = self.writer.resolved(term);
        match (form, &term.kind) {
            (Form::Lower, TermKind::Constant(name)) if self.writer.notations.builtin(name).is_none() => {
                in_small_letters(last(name), ' ')
            }
            (Form::One, TermKind::Number(number)) => (number + 1).to_string(),
            (Form::Bare, _) => self.writer.items(term),
            _ => self.writer.operand(term),
        }
    }

    fn part(&self, whole: usize, place: usize) -> String {
        format!("{}.{}", self.text(whole), self.text(place))
    }
}

impl Writer<'_> {
    /// Returns the text of a term.
    pub fn term(&self, term: &Term) -> String {
        let term = self.resolved(term);
        match &term.kind {
            TermKind::Variable(name) => {
                self.written.borrow_mut().insert(name.clone());
                name.clone()
            }
            TermKind::Any => "_".to_owned(),
            TermKind::Constant(name) => self.noted(name, &[]).unwrap_or_else(|| constant(name)),
            TermKind::Construction(name, parts) => {
                let text = || format!("{}({})", last(name), self.list(parts));
                self.noted(name, parts).unwrap_or_else(text)
            }
            TermKind::Tuple(parts) => format!("({})", self.list(parts)),
            TermKind::List(parts) => format!("[{}]", self.list(parts)),
            TermKind::Each(Some(place)) => place.clone(),
            TermKind::Each(None) => "..".to_owned(),
            TermKind::If(condition, yes, no) => {
                format!("if {} then {} else {}", self.condition(condition), self.term(yes), self.term(no))
            }
            TermKind::Compare(..) | TermKind::Logic(..) | TermKind::Not(_) => self.condition(term),
            TermKind::Number(number) => number.to_string(),
            TermKind::Text(text) => format!("{text:?}"),
            TermKind::Arithmetic(operator, left, right) => {
                format!("{} {} {}", self.operand(left), operator.sign(), self.operand(right))
            }
            TermKind::Call(atom) => self.call(atom),
            TermKind::Aggregate(aggregate) => self.fold(aggregate),
        }
    }

    /// Returns the text of a term inside of another text: in parentheses if it has several parts.
    pub fn operand(&self, term: &Term) -> String {
        let term = self.resolved(term);
        let text = self.term(term);
        match &term.kind {
            TermKind::If(..)
            | TermKind::Compare(..)
            | TermKind::Logic(..)
            | TermKind::Not(_)
            | TermKind::Aggregate(_) => format!("({text})"),
            _ => text,
        }
    }

    /// Returns the text of a list without its brackets.
    pub fn items(&self, term: &Term) -> String {
        match &self.resolved(term).kind {
            TermKind::List(parts) => self.list(parts),
            TermKind::Text(text) => text.clone(),
            _ => self.operand(term),
        }
    }

    /// Returns the application of a relation or builtin to its arguments, as it is written.
    pub fn application(&self, name: &str, arguments: &[Argument]) -> String {
        let argument = |argument: &Argument| match &argument.column {
            Some((column, _)) => format!("{column}: {}", self.term(&argument.term)),
            None => self.term(&argument.term),
        };
        format!("{name}({})", arguments.iter().map(argument).collect::<Vec<_>>().join(", "))
    }

    fn list(&self, terms: &[Term]) -> String {
        terms.iter().map(|term| self.term(term)).collect::<Vec<_>>().join(", ")
    }

    fn call(&self, atom: &Atom) -> String {
        let arguments = Arguments::of(self, atom);
        let noted = self.notations.builtin(&atom.name).and_then(|columns| {
            let notation = columns.fitting(&arguments).filter(|notation| !notation.has_value())?;
            Some(columns.texts(notation, &arguments).concat())
        });
        noted.unwrap_or_else(|| self.application(&atom.name, &atom.arguments))
    }

    /// Returns the text of a value with a notation of its own.
    fn noted(&self, name: &str, parts: &[Term]) -> Option<String> {
        let columns = self.notations.builtin(name)?;
        let arguments = Arguments::listed(self, parts.iter());
        Some(columns.texts(columns.fitting(&arguments)?, &arguments).concat())
    }
}

/// Returns the name of a constant term.
pub fn constant_name(term: &Term) -> Option<&str> {
    if let TermKind::Constant(name) = &term.kind { Some(name) } else { None }
}

/// Returns the text of a constant: types like `ANY` as they are written in programs, values without their enumeration.
fn constant(name: &str) -> String {
    let name = last(name);
    let is_type = name.bytes().all(|letter| letter.is_ascii_uppercase() || letter == b'_');
    if is_type { name.to_ascii_lowercase() } else { name.to_owned() }
}

/// Returns the last segment of a path.
fn last(path: &str) -> &str {
    path.rsplit("::").next().unwrap_or(path)
}
