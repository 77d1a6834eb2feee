//! Premises and conclusions in the notation of their relations and builtins.

use super::Writer;
use super::terms::{Arguments, constant_name};
use crate::notation::Columns;
use crate::record::is_question;
use crate::syntax::{Atom, Comparison, Connective, Literal, Notation, Term, TermKind};

impl Writer<'_> {
    /// Returns the texts of premises.
    pub fn premises(&self, premises: &[Literal]) -> Vec<String> {
        let drawn = premises.iter().filter(|premise| !self.is_replaced(premise));
        let mut texts: Vec<String> = Vec::new();
        for text in drawn.flat_map(|premise| self.premise(premise)) {
            if !texts.contains(&text) {
                texts.push(text);
            }
        }
        texts
    }

    /// Returns the texts of the conclusions, without questions.
    pub fn conclusions(&self, heads: &[Atom]) -> Vec<String> {
        let heads = heads.iter().filter(|head| !is_question(&head.name));
        heads.flat_map(|head| self.conclusion(head)).collect()
    }

    /// Returns the texts of a premise: none for marks and questions, several if its notation has several parts.
    pub fn premise(&self, premise: &Literal) -> Vec<String> {
        match premise {
            Literal::Holds(atom) if atom.name == "by" || is_question(&atom.name) => Vec::new(),
            Literal::Holds(atom) => self.parts(atom),
            Literal::Absent(atom) => Vec::from_iter(self.denial(atom)),
            Literal::Compare(comparison, left, right) => vec![self.comparison(*comparison, left, right)],
            Literal::In(element, several) => vec![self.generator(element, several)],
            Literal::Condition(term) => vec![self.condition(term)],
        }
    }

    /// Returns the texts of a row. A text behind the first one is left out if the clause does not constrain one of its columns.
    fn parts(&self, atom: &Atom) -> Vec<String> {
        let is_free = |arguments: &Arguments<'_>, column| arguments.is_any(column);
        self.row(atom, is_free, |text, answer| format!("{answer} = ({text})"))
    }

    /// Returns the text for a row that is absent, or a condition that does not hold; none if it is not drawn.
    fn denial(&self, atom: &Atom) -> Option<String> {
        let arguments = Arguments::of(self, atom);
        let noted = self.columns(atom).and_then(|columns| Some((columns, columns.fitting(&arguments)?)));
        match noted {
            Some((columns, notation)) => columns.denial(notation, &arguments, |column| arguments.is_any(column)),
            None => match &self.parts(atom)[..] {
                [] => None,
                parts => Some(format!("not {}", parts.join(" and "))),
            },
        }
    }

    fn conclusion(&self, head: &Atom) -> Vec<String> {
        self.row(head, |_, _| false, |text, answer| format!("{text} if {answer}"))
    }

    /// Returns the texts of a row or a condition. Texts behind the first one are left out if a column in them is free. If it is not
    /// known whether the row is true, `answered` puts the text together with the answer.
    fn row(
        &self,
        atom: &Atom,
        is_free: impl Fn(&Arguments<'_>, usize) -> bool,
        answered: impl Fn(&str, &str) -> String,
    ) -> Vec<String> {
        let (arguments, plain) = (Arguments::of(self, atom), || self.application(&atom.name, &atom.arguments));
        let is_by_name = atom.arguments.iter().any(|argument| argument.column.is_some());
        let Some(columns) = self.columns(atom).filter(|_| !is_by_name) else { return vec![plain()] };
        let texts = |notation| columns.bound_texts(notation, &arguments, |column| is_free(&arguments, column));
        if let Some(notation) = columns.fitting(&arguments) {
            return texts(notation);
        }
        let Some((notation, column)) = open(columns, &arguments) else { return vec![plain()] };
        let mut texts = texts(notation);
        if let Some(first) = texts.first_mut().filter(|_| !arguments.is_any(column)) {
            *first = answered(first, &self.term(&atom.arguments[column].term));
        }
        texts
    }

    fn columns(&self, atom: &Atom) -> Option<&Columns> {
        let relation = self.notations.relation(&atom.name, atom.arguments.len());
        relation.or_else(|| self.notations.builtin(&atom.name))
    }

    /// Returns the text of a condition.
    pub fn condition(&self, term: &Term) -> String {
        match &term.kind {
            TermKind::Logic(connective, parts) => {
                let part = |part: &Term| match (&part.kind, connective) {
                    (TermKind::Logic(Connective::Or, _), Connective::And) => format!("({})", self.condition(part)),
                    _ => self.condition(part),
                };
                let word = if *connective == Connective::And { " and " } else { " or " };
                parts.iter().map(part).collect::<Vec<_>>().join(word)
            }
            TermKind::Not(inner) => self.denied(inner),
            TermKind::Compare(comparison, left, right) => self.comparison(*comparison, left, right),
            TermKind::Call(atom) => self.parts(atom).join(" and "),
            _ => self.term(term),
        }
    }

    /// Returns the text of a condition that does not hold.
    fn denied(&self, term: &Term) -> String {
        match &term.kind {
            TermKind::Not(inner) => self.condition(inner),
            TermKind::Compare(comparison, left, right) => self.comparison(comparison.opposite(), left, right),
            TermKind::Call(atom) => self.denial(atom).unwrap_or_default(),
            TermKind::Logic(..) => format!("not ({})", self.condition(term)),
            _ => format!("not {}", self.operand(term)),
        }
    }

    /// Returns the text of a comparison. If one side is a builtin whose notation shows its value, it is drawn in this notation.
    pub fn comparison(&self, comparison: Comparison, left: &Term, right: &Term) -> String {
        if matches!(comparison, Comparison::Equal | Comparison::NotEqual) {
            let holds = comparison == Comparison::Equal;
            if let Some(text) = self.valued(left, right, holds).or_else(|| self.valued(right, left, holds)) {
                return text;
            }
            if let (result, TermKind::Aggregate(aggregate)) = (left, &right.kind) {
                let text = self.folded(result, aggregate);
                return if holds { text } else { format!("not ({text})") };
            }
            if let Some(answer) = constant_name(self.resolved(right)).and_then(truth) {
                return if answer == holds { self.condition(left) } else { self.denied(left) };
            }
        }
        format!("{} {} {}", self.operand(left), comparison.sign(), self.operand(right))
    }

    /// Returns the text of a builtin with its value, or without it.
    fn valued(&self, builtin: &Term, value: &Term, holds: bool) -> Option<String> {
        let TermKind::Call(atom) = &builtin.kind else { return None };
        let columns = self.notations.builtin(&atom.name)?;
        let arguments = Arguments::of(self, atom).with_value(value);
        let notation = columns.fitting(&arguments).filter(|notation| notation.has_value())?;
        if holds {
            return Some(columns.texts(notation, &arguments).join(", "));
        }
        columns.denial(notation, &arguments, |_| false)
    }

    /// Returns the text of a premise that binds an element.
    pub fn generator(&self, element: &Term, several: &Term) -> String {
        let text = self.valued(several, element, true);
        let text = text.unwrap_or_else(|| format!("{} in {}", self.term(element), self.items(several)));
        match several.place() {
            Some(place) => {
                self.written.borrow_mut().insert(place.to_owned());
                format!("{text} at {place}")
            }
            None => text,
        }
    }
}

/// Returns the first notation that is for a true answer, if the answer is not known, and the column of the answer.
fn open<'a>(columns: &'a Columns, arguments: &Arguments<'_>) -> Option<(&'a Notation, usize)> {
    columns.notations().iter().find_map(|notation| {
        let unmet: Vec<(usize, &Term)> = columns.unmet(notation, arguments).collect();
        match unmet[..] {
            [(column, value)] if constant_name(value) == Some("true") && !arguments.is_constant(column) => {
                Some((notation, column))
            }
            _ => None,
        }
    })
}

/// Returns the answer that a constant stands for.
fn truth(name: &str) -> Option<bool> {
    match name {
        "true" => Some(true),
        "false" => Some(false),
        _ => None,
    }
}
