//! Premises and conclusions in the notation of their relations and words.

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
            Literal::Absent(atom) => {
                let parts = self.parts(atom);
                if parts.is_empty() { parts } else { vec![negated(&parts.join(" and "))] }
            }
            Literal::Compare(comparison, left, right) => vec![self.comparison(*comparison, left, right)],
            Literal::In(element, several) => vec![self.generator(element, several)],
            Literal::Condition(term) => vec![self.condition(term)],
        }
    }

    /// Returns the texts of a row. A text behind the first one is left out if the clause does not constrain
    /// one of its columns.
    fn parts(&self, atom: &Atom) -> Vec<String> {
        let mut parts = self.row(atom, |text, answer| format!("{answer} = ({text})"));
        let is_free = |part: &str| part.split(['(', ' ']).any(|word| word == "_");
        let mut is_first = true;
        parts.retain(|part| (std::mem::take(&mut is_first) || !is_free(part)) && !part.is_empty());
        parts
    }

    fn conclusion(&self, head: &Atom) -> Vec<String> {
        self.row(head, |text, answer| format!("{text} if {answer}"))
    }

    /// Returns the texts of a row or a condition. If it is not known whether the row is true, `answered` puts the text together
    /// with the answer.
    fn row(&self, atom: &Atom, answered: impl Fn(&str, &str) -> String) -> Vec<String> {
        let (arguments, plain) = (Arguments::of(self, atom), || self.application(&atom.name, &atom.arguments));
        let is_by_name = atom.arguments.iter().any(|argument| argument.column.is_some());
        let Some(columns) = self.columns(atom).filter(|_| !is_by_name) else { return vec![plain()] };
        if let Some(notation) = columns.fitting(&arguments) {
            return columns.texts(notation, &arguments);
        }
        let Some((notation, column)) = open(columns, &arguments) else { return vec![plain()] };
        let mut texts = columns.texts(notation, &arguments);
        if let Some(first) = texts.first_mut().filter(|_| !arguments.is_any(column)) {
            *first = answered(first, &self.term(&atom.arguments[column].term));
        }
        texts
    }

    fn columns(&self, atom: &Atom) -> Option<&Columns> {
        let relation = self.notations.relation(&atom.name, atom.arguments.len());
        relation.or_else(|| self.notations.word(&atom.name))
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
            TermKind::Not(inner) => negated(&self.condition(inner)),
            TermKind::Compare(comparison, left, right) => self.comparison(*comparison, left, right),
            TermKind::Call(atom) => self.parts(atom).join(" and "),
            _ => self.term(term),
        }
    }

    /// Returns the text of a comparison. If one side is a word whose notation shows its value, it is drawn in this notation.
    pub fn comparison(&self, comparison: Comparison, left: &Term, right: &Term) -> String {
        let is_equality = matches!(comparison, Comparison::Equal | Comparison::NotEqual);
        let negate = |text: String| if comparison == Comparison::Equal { text } else { negated(&text) };
        if is_equality {
            if let Some(text) = self.valued(left, right).or_else(|| self.valued(right, left)) {
                return negate(text);
            }
            if let (result, TermKind::Aggregate(aggregate)) = (left, &right.kind) {
                return negate(self.folded(result, aggregate));
            }
            match constant_name(self.resolved(right)) {
                Some("true") => return negate(self.condition(left)),
                Some("false") => return negate(negated(&self.condition(left))),
                _ => {}
            }
        }
        format!("{} {} {}", self.operand(left), sign(comparison), self.operand(right))
    }

    /// Returns the text of a word with its value.
    fn valued(&self, word: &Term, value: &Term) -> Option<String> {
        let TermKind::Call(atom) = &word.kind else { return None };
        let columns = self.notations.word(&atom.name)?;
        let arguments = Arguments::of(self, atom).with_value(value);
        let notation = columns.fitting(&arguments).filter(|notation| notation.has_value())?;
        Some(columns.texts(notation, &arguments).join(", "))
    }

    /// Returns the text of a premise that binds an element.
    pub fn generator(&self, element: &Term, several: &Term) -> String {
        let text = self.valued(several, element);
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

/// Returns the text for a premise that does not hold.
pub fn negated(text: &str) -> String {
    if text.contains(" or ") || text.contains(" and ") && !text.contains(" are ") {
        return format!("not ({text})");
    }
    for verb in ["=", "is", "are"] {
        let parts: Vec<&str> = text.split(&format!(" {verb} ")).collect();
        if let ([left, right], false) = (&parts[..], text.contains(" for ")) {
            let no = if verb == "=" { "!=".to_owned() } else { format!("{verb} not") };
            return format!("{left} {no} {right}");
        }
    }
    format!("not {text}")
}

fn sign(comparison: Comparison) -> &'static str {
    match comparison {
        Comparison::Equal => "=",
        Comparison::NotEqual => "!=",
        Comparison::Less => "<",
        Comparison::LessEqual => "<=",
        Comparison::Greater => ">",
        Comparison::GreaterEqual => ">=",
    }
}
