//! The evaluation of a rule's premises for one question, by the judgments of other engines, the rows of tables, and auxiliary
//! rules.

use std::collections::BTreeMap;

use typelog_interpreter::value::{Value, compares};
use typelog_interpreter::{ask, judgments_of, signatures};
use typelog_reader::ascent::Query;
use typelog_reader::builtins::Shape;
use typelog_reader::record::REMEMBERED;
use typelog_reader::syntax::{Atom, Comparison, Literal, Rule, Term, TermKind};

use crate::builtins::session::types;

/// The bindings of a rule's variables.
pub type Values = BTreeMap<String, Value>;

/// A premise that cannot be evaluated in isolation: its values come from rows that exist only in an engine.
#[derive(Clone, Debug)]
pub struct Unknown;

/// The rules by conclusion relation.
pub type Rules<'a> = BTreeMap<&'a str, Vec<Written<'a>>>;

/// A rule with its source.
#[derive(Clone, Copy, Debug)]
pub struct Written<'a> {
    /// The rule.
    pub rule: &'a Rule,
    /// The text of its file.
    pub text: &'a str,
    /// The file.
    pub path: &'a str,
}

impl Written<'_> {
    /// Returns the file and the line of the rule.
    pub fn place(&self) -> String {
        let line = self.text[..self.rule.span.start as usize].matches('\n').count() + 1;
        format!("{}:{line}", self.path)
    }
}

/// An answer of a judgment: its name, the question, and the answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Answered {
    /// The judgment.
    pub judgment: String,
    /// The columns of the question.
    pub question: Vec<Value>,
    /// The columns of the answer; `None` if there is none.
    pub answer: Option<Vec<Value>>,
}

/// The evaluator of premises.
pub struct Evaluation<'a> {
    /// The rules.
    pub rules: &'a Rules<'a>,
    /// The answers of judgments asked so far.
    pub answered: Vec<Answered>,
}

/// The maximal nesting of auxiliary rules.
const DEEPEST: usize = 60;

impl Evaluation<'_> {
    /// Returns all bindings that satisfy a body, extending `values`.
    pub fn all(&mut self, body: &[Literal], values: &Values, depth: usize) -> Result<Vec<Values>, Unknown> {
        let mut ways = vec![values.clone()];
        for literal in body {
            let mut next = Vec::new();
            for way in &ways {
                next.extend(self.ways(literal, way, depth)?);
            }
            ways = next;
        }
        Ok(ways)
    }

    /// Returns all bindings that satisfy a premise, extending `values`.
    pub fn ways(&mut self, literal: &Literal, values: &Values, depth: usize) -> Result<Vec<Values>, Unknown> {
        if depth > DEEPEST {
            return Err(Unknown);
        }
        let met = |holds: bool| Ok(if holds { vec![values.clone()] } else { Vec::new() });
        match literal {
            Literal::Holds(atom) if is_always_met(&atom.name) => met(true),
            Literal::Holds(atom) => self.atom(atom, values, depth),
            Literal::Absent(atom) if REMEMBERED.contains(&&atom.name[..]) => met(true),
            Literal::Absent(atom) => {
                let holds = !self.atom(atom, values, depth)?.is_empty();
                met(!holds)
            }
            Literal::Compare(Comparison::Equal, left, right) if is_open(left, values) => {
                let Some(value) = self.term(right, values, depth)? else { return Ok(Vec::new()) };
                let is_option = matches!(&left.kind, TermKind::Construction(name, _) if name == "Some");
                let value = match value {
                    Value::Nothing if !is_option && is_partial(right) => return Ok(Vec::new()),
                    Value::Some(inner) if !is_option && is_partial(right) => *inner,
                    other => other,
                };
                let mut bound = values.clone();
                let fits = self.bind(left, &value, &mut bound, depth)?;
                Ok(if fits { vec![bound] } else { Vec::new() })
            }
            Literal::Compare(comparison, left, right) => {
                let (left, right) = (self.term(left, values, depth)?, self.term(right, values, depth)?);
                match (left, right) {
                    (Some(left), Some(right)) => met(compares(*comparison, &left, &right).ok_or(Unknown)?),
                    _ => met(false),
                }
            }
            Literal::In(element, several) => {
                let Some(Value::Several(found)) = self.term(several, values, depth)? else { return Err(Unknown) };
                let mut ways = Vec::new();
                for (number, value) in (0_u32..).zip(found.iter()) {
                    let mut bound = values.clone();
                    if let Some(place) = several.place() {
                        bound.insert(place.to_owned(), Value::Number(number));
                    }
                    if self.bind(element, value, &mut bound, depth)? {
                        ways.push(bound);
                    }
                }
                Ok(ways)
            }
            Literal::Condition(term) => {
                let holds = self.holds(term, values, depth)?;
                met(holds)
            }
        }
    }

    fn atom(&mut self, atom: &Atom, values: &Values, depth: usize) -> Result<Vec<Values>, Unknown> {
        if let Some(query) = session_judgment(&atom.name) {
            let (asked, expected) = atom.arguments.split_at(query.questions.min(atom.arguments.len()));
            let asked = self.arguments(asked, values, depth)?;
            let found = ask(&atom.name, &asked).ok_or(Unknown)?;
            let answer = match found {
                Value::Nothing if query.is_partial => None,
                Value::Some(found) if query.is_partial => Some(columns(*found, query.answers)),
                found => Some(columns(found, query.answers)),
            };
            let (judgment, question) = (atom.name.clone(), asked);
            self.answered.push(Answered { judgment, question, answer: answer.clone() });
            let Some(answer) = answer else { return Ok(Vec::new()) };
            if expected.is_empty() {
                let holds = answer == [Value::Flag(true)];
                return Ok(if holds { vec![values.clone()] } else { Vec::new() });
            }
            let mut bound = values.clone();
            for (argument, value) in expected.iter().zip(&answer) {
                if !self.bind(&argument.term, value, &mut bound, depth)? {
                    return Ok(Vec::new());
                }
            }
            return Ok(vec![bound]);
        }
        if self.rules.contains_key(&atom.name[..]) {
            return self.rows(atom, values, depth + 1);
        }
        let Some(value) = self.call(atom, values, depth)? else { return Err(Unknown) };
        let holds = match value {
            Value::Flag(holds) => holds,
            Value::Some(_) => true,
            Value::Nothing => false,
            _ => return Err(Unknown),
        };
        Ok(if holds { vec![values.clone()] } else { Vec::new() })
    }

    /// Returns the bindings for the rows of a relation, by the rules that conclude it.
    fn rows(&mut self, atom: &Atom, values: &Values, depth: usize) -> Result<Vec<Values>, Unknown> {
        let mut known = Vec::new();
        for argument in &atom.arguments {
            known.push(self.known(&argument.term, values, depth)?);
        }
        let mut ways = Vec::new();
        let rules = self.rules;
        for written in rules.get(&atom.name[..]).into_iter().flatten() {
            for head in written.rule.heads.iter().filter(|head| head.name == atom.name) {
                let Some(start) = self.begin(head, &known, depth)? else { continue };
                for way in self.all(&written.rule.body, &start, depth)? {
                    let Some(row) = self.row(head, &way, depth)? else { continue };
                    let mut bound = values.clone();
                    let mut fits = true;
                    for (argument, value) in atom.arguments.iter().zip(&row) {
                        fits = fits && self.bind(&argument.term, value, &mut bound, depth)?;
                    }
                    if fits && !ways.contains(&bound) {
                        ways.push(bound);
                    }
                }
            }
        }
        Ok(ways)
    }

    /// Returns the initial bindings of a rule whose conclusion has known columns; `None` if it concludes other rows only.
    pub fn begin(&mut self, head: &Atom, known: &[Option<Value>], depth: usize) -> Result<Option<Values>, Unknown> {
        let mut start = Values::new();
        for (argument, value) in head.arguments.iter().zip(known) {
            let Some(value) = value else { continue };
            let is_pattern = matches!(argument.term.kind, TermKind::Variable(_) | TermKind::Construction(..));
            let is_told = is_pattern || is_constant(&argument.term);
            if is_told && !self.bind(&argument.term, value, &mut start, depth)? {
                return Ok(None);
            }
        }
        Ok(Some(start))
    }

    /// Returns the row that a rule concludes.
    pub fn row(&mut self, head: &Atom, values: &Values, depth: usize) -> Result<Option<Vec<Value>>, Unknown> {
        let mut row = Vec::new();
        for argument in &head.arguments {
            let Some(value) = self.term(&argument.term, values, depth)? else { return Ok(None) };
            row.push(value);
        }
        Ok(Some(row))
    }

    /// Returns the value of a term, unless it contains an unbound variable.
    pub fn known(&mut self, term: &Term, values: &Values, depth: usize) -> Result<Option<Value>, Unknown> {
        if is_open(term, values) { Ok(None) } else { self.term(term, values, depth) }
    }
}

/// Holds for premises that do not restrict the rows of a rule: its name, and questions.
pub fn is_always_met(name: &str) -> bool {
    name == "by" || name.ends_with("_demanded") || name.ends_with('?')
}

/// Returns the columns of an answer.
fn columns(answer: Value, count: usize) -> Vec<Value> {
    match answer {
        Value::Tuple(parts) if count > 1 => parts.to_vec(),
        other => vec![other],
    }
}

fn is_constant(term: &Term) -> bool {
    matches!(term.kind, TermKind::Constant(_) | TermKind::Number(_))
}

/// Holds for patterns with an unbound variable or a wildcard.
pub(super) fn is_open(term: &Term, values: &Values) -> bool {
    match &term.kind {
        TermKind::Variable(name) => !values.contains_key(name),
        TermKind::Any => true,
        TermKind::Construction(_, parts) | TermKind::Tuple(parts) => parts.iter().any(|part| is_open(part, values)),
        _ => false,
    }
}

fn is_partial(term: &Term) -> bool {
    let TermKind::Call(atom) = &term.kind else { return false };
    match session_judgment(&atom.name) {
        Some(query) => query.is_partial,
        None => signatures().shape(&atom.name) == Some(Shape::Partial),
    }
}

/// Returns the judgment of a name in the book of the current types.
pub(super) fn session_judgment(name: &str) -> Option<Query> {
    let book = types(|types| types.book().clone());
    judgments_of(&book).get(name).cloned()
}
