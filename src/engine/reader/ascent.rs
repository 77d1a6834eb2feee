//! Clauses in the notation of `ascent`.
//!
//! In `ascent`, columns that a premise binds are references, and results of functions are values; builtins take values. A premise
//! about a judgment of another engine calls a query, which returns the answer columns.

use std::collections::BTreeMap;

use crate::builtins::{Builtins, Shape};
use crate::item::{Answer, Clause, Code, Form, Item, Pattern, Question, Row};
use crate::syntax::{Argument, Atom, Comparison, Connective, Declaration, Literal, Term, TermKind};
use crate::types::Type;

/// A judgment of another engine.
#[derive(Clone, Debug)]
pub struct Query {
    /// The number of columns of the question.
    pub questions: usize,
    /// The number of columns of the answer.
    pub answers: usize,
    /// Holds if there may be no answer.
    pub is_partial: bool,
    /// The types of all columns.
    pub types: Vec<Type>,
}

impl Query {
    /// Returns the judgment that a relation declares, if it declares one.
    pub fn of(relation: &Declaration) -> Option<Self> {
        let questions = relation.questions?;
        let answers = relation.columns.len() - questions;
        Some(Self { questions, answers, is_partial: !relation.has_default(), types: relation.types() })
    }
}

/// The names in scope of a clause.
#[derive(Clone, Copy)]
pub struct Scope<'a> {
    /// The functions.
    pub builtins: &'a Builtins,
    /// The judgments that are queried. A relation of the engine itself shadows a query of the same name.
    pub queries: &'a BTreeMap<String, Query>,
    /// The relations of the engine.
    pub relations: &'a BTreeMap<String, usize>,
}

/// The form in which a variable holds its value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Holding {
    Reference,
    Value,
}

/// The writer of one clause.
pub struct Writer<'a> {
    scope: Scope<'a>,
    bound: BTreeMap<String, Holding>,
    fresh: usize,
}

/// Writes a clause.
///
/// # Errors
/// The reason why the clause cannot be written.
pub fn write(scope: Scope<'_>, heads: &[Atom], body: &[Literal]) -> Result<Clause, String> {
    let mut writer = Writer { scope, bound: BTreeMap::new(), fresh: 0 };
    let mut premises = Vec::new();
    for literal in body {
        writer.premise(literal, &mut premises)?;
    }
    let heads = heads.iter().map(|head| writer.head(head)).collect::<Result<_, _>>()?;
    Ok(Clause { heads, body: premises })
}

/// Returns the code of a term without variables, if it is one.
pub fn constant(scope: Scope<'_>, term: &Term) -> Option<String> {
    Writer { scope, bound: BTreeMap::new(), fresh: 0 }.value(term).ok()
}

impl Writer<'_> {
    fn fresh(&mut self) -> String {
        self.fresh += 1;
        format!("found_{}", self.fresh)
    }

    fn head(&self, atom: &Atom) -> Result<Row, String> {
        let column = |argument: &Argument| match &argument.term.kind {
            TermKind::Variable(name) => Ok(Code { text: name.clone(), form: Form::Variable }),
            _ => self.code(&argument.term),
        };
        let columns = atom.arguments.iter().map(column).collect::<Result<_, _>>()?;
        Ok(Row { relation: atom.name.clone(), columns })
    }

    /// Writes a column that is no variable.
    fn code(&self, term: &Term) -> Result<Code, String> {
        let form = if is_constant(term) { Form::Constant } else { Form::Computed };
        Ok(Code { text: self.value(term)?, form })
    }

    fn premise(&mut self, literal: &Literal, out: &mut Vec<Item>) -> Result<(), String> {
        match literal {
            Literal::Holds(atom) | Literal::Absent(atom) => {
                let holds = matches!(literal, Literal::Holds(_));
                if self.scope.relations.contains_key(&atom.name) {
                    self.row(atom, holds, out)
                } else if let Some(query) = self.scope.queries.get(&atom.name).cloned() {
                    self.answer(atom, &query, holds, out)
                } else {
                    out.push(self.test_of(atom, holds)?);
                    Ok(())
                }
            }
            Literal::Compare(Comparison::Equal, left, right) => self.equal(left, right, out),
            Literal::Compare(comparison, left, right) => {
                out.push(Item::If { condition: self.comparison(*comparison, left, right)? });
                Ok(())
            }
            Literal::In(element, several) => {
                let values = self.value(several)?;
                let element = self.pattern(element)?;
                out.push(match several.place() {
                    Some(place) => {
                        self.bound.insert(place.to_owned(), Holding::Value);
                        let text = format!("({place}, {})", element.text);
                        let binds = std::iter::once(place.to_owned()).chain(element.binds).collect();
                        Item::For { pattern: Pattern { text, binds }, values: format!("(0_u32..).zip({values})") }
                    }
                    None => Item::For { pattern: element, values },
                });
                Ok(())
            }
            Literal::Condition(term) => {
                out.push(Item::If { condition: self.condition(term)? });
                Ok(())
            }
        }
    }

    /// Writes a builtin that stands as a premise.
    fn test_of(&self, atom: &Atom, holds: bool) -> Result<Item, String> {
        match &atom.arguments[..] {
            [Argument { term: Term { kind: TermKind::Text(name), .. }, .. }] if atom.name == "by" => {
                Ok(Item::By(name.clone()))
            }
            _ => Ok(Item::If { condition: self.test(atom, holds)? }),
        }
    }

    /// Writes a row of a relation of the engine itself.
    fn row(&mut self, atom: &Atom, holds: bool, out: &mut Vec<Item>) -> Result<(), String> {
        let (mut columns, mut behind) = (Vec::new(), Vec::new());
        for argument in &atom.arguments {
            let term = &argument.term;
            columns.push(match &term.kind {
                TermKind::Any => Code { text: "_".to_owned(), form: Form::Any },
                TermKind::Variable(name) => {
                    self.bound.entry(name.clone()).or_insert(Holding::Reference);
                    Code { text: name.clone(), form: Form::Variable }
                }
                TermKind::Construction(..) if holds && self.is_open(term) => {
                    let name = self.fresh();
                    self.bound.insert(name.clone(), Holding::Reference);
                    behind.push((name.clone(), term));
                    Code { text: name, form: Form::Variable }
                }
                _ => self.code(term)?,
            });
        }
        out.push(Item::Row { holds, row: Row { relation: atom.name.clone(), columns } });
        for (name, term) in behind {
            let pattern = self.pattern(term)?;
            out.push(Item::Let { pattern, value: format!("*{name}"), may_fail: true });
        }
        Ok(())
    }

    /// Writes a question to another engine, with its answer.
    fn answer(&mut self, atom: &Atom, query: &Query, holds: bool, out: &mut Vec<Item>) -> Result<(), String> {
        let terms: Vec<&Term> = atom.arguments.iter().map(|argument| &argument.term).collect();
        let (asked, answered) = terms.split_at(query.questions.min(terms.len()));
        let question =
            |columns: Vec<String>, answer: Answer| Item::Ask(Question { judgment: atom.name.clone(), columns, answer });
        let asked: Vec<String> = asked.iter().map(|term| self.value(term)).collect::<Result<_, _>>()?;
        if answered.is_empty() {
            // The answer is yes or no, or there may be none.
            out.push(question(asked, if query.is_partial { Answer::Exists(holds) } else { Answer::Is(holds) }));
            return Ok(());
        }
        if answered.len() != query.answers || !holds {
            return Err(format!("`{}` has {} columns", atom.name, query.questions + query.answers));
        }
        let (mut columns, mut binds, mut behind) = (Vec::new(), Vec::new(), Vec::new());
        for term in answered {
            match &term.kind {
                TermKind::Any => columns.push("_".to_owned()),
                TermKind::Variable(name) if !self.bound.contains_key(name) => {
                    self.bound.insert(name.clone(), Holding::Value);
                    columns.push(name.clone());
                    binds.push(name.clone());
                }
                TermKind::Construction(..) => {
                    let pattern = self.pattern(term)?;
                    columns.push(pattern.text);
                    binds.extend(pattern.binds);
                }
                _ => {
                    let name = self.fresh();
                    let condition = format!("{name} == {}", self.operand(term)?);
                    behind.push(Item::If { condition });
                    columns.push(name.clone());
                    binds.push(name);
                }
            }
        }
        let text = if columns.len() == 1 { columns[0].clone() } else { format!("({})", columns.join(", ")) };
        let text = if query.is_partial { format!("Some({text})") } else { text };
        let is_open = answered.iter().any(|term| matches!(term.kind, TermKind::Construction(..)));
        let pattern = Pattern { text, binds };
        out.push(question(asked, Answer::Matches { pattern, columns, may_fail: query.is_partial || is_open }));
        out.extend(behind);
        Ok(())
    }

    /// Writes `=`, which binds unbound variables, takes a value apart, or compares.
    fn equal(&mut self, left: &Term, right: &Term, out: &mut Vec<Item>) -> Result<(), String> {
        if !self.is_open(left) {
            out.push(Item::If { condition: self.comparison(Comparison::Equal, left, right)? });
            return Ok(());
        }
        let value = self.value(right)?;
        let is_construction = matches!(left.kind, TermKind::Construction(..));
        let is_partial = self.shape_of(right) == Some(Shape::Partial);
        let question = self.question(right)?;
        let parts = self.pattern(left)?;
        let columns = match &left.kind {
            TermKind::Tuple(terms) => terms.iter().map(|term| self.text_of(term)).collect(),
            _ => vec![parts.text.clone()],
        };
        let text = if !is_construction && is_partial { format!("Some({})", parts.text) } else { parts.text };
        let pattern = Pattern { text, binds: parts.binds };
        let may_fail = is_construction || is_partial;
        out.push(match question {
            Some((judgment, asked)) => {
                Item::Ask(Question { judgment, columns: asked, answer: Answer::Matches { pattern, columns, may_fail } })
            }
            None => Item::Let { pattern, value, may_fail },
        });
        Ok(())
    }

    /// Returns the judgment and the columns of a term that asks another engine, and nothing else.
    fn question(&self, term: &Term) -> Result<Option<(String, Vec<String>)>, String> {
        let TermKind::Call(atom) = &term.kind else { return Ok(None) };
        let is_whole = self.scope.queries.get(&atom.name).is_some_and(|query| query.questions == atom.arguments.len());
        if !is_whole {
            return Ok(None);
        }
        let columns = atom.arguments.iter().map(|argument| self.value(&argument.term)).collect::<Result<_, _>>()?;
        Ok(Some((atom.name.clone(), columns)))
    }

    /// Returns the text of a part of a pattern whose variables are bound.
    fn text_of(&mut self, term: &Term) -> String {
        self.pattern(term).map_or_else(|_| "_".to_owned(), |pattern| pattern.text)
    }

    /// Holds if a term has unbound variables.
    fn is_open(&self, term: &Term) -> bool {
        term.is_open(&|name| self.bound.contains_key(name))
    }

    /// Writes a pattern, and binds its variables.
    fn pattern(&mut self, term: &Term) -> Result<Pattern, String> {
        let mut binds = Vec::new();
        let text = self.pattern_text(term, &mut binds)?;
        Ok(Pattern { text, binds })
    }

    fn pattern_text(&mut self, term: &Term, binds: &mut Vec<String>) -> Result<String, String> {
        match &term.kind {
            TermKind::Any => Ok("_".to_owned()),
            TermKind::Variable(name) => {
                self.bound.insert(name.clone(), Holding::Value);
                binds.push(name.clone());
                Ok(name.clone())
            }
            TermKind::Constant(name) => Ok(name.clone()),
            TermKind::Construction(name, parts) => {
                let parts: Vec<String> =
                    parts.iter().map(|part| self.pattern_text(part, binds)).collect::<Result<_, _>>()?;
                Ok(format!("{name}({})", parts.join(", ")))
            }
            TermKind::Tuple(parts) => {
                let parts: Vec<String> =
                    parts.iter().map(|part| self.pattern_text(part, binds)).collect::<Result<_, _>>()?;
                Ok(format!("({})", parts.join(", ")))
            }
            _ => Err("a pattern is made of variables and constructions".to_owned()),
        }
    }

    fn shape_of(&self, term: &Term) -> Option<Shape> {
        let TermKind::Call(atom) = &term.kind else { return None };
        if let Some(query) = self.scope.queries.get(&atom.name) {
            return Some(if query.is_partial { Shape::Partial } else { Shape::Value });
        }
        self.scope.builtins.shape(&atom.name)
    }

    /// Writes a builtin as a condition. A partial builtin holds if it has a value.
    fn test(&self, atom: &Atom, holds: bool) -> Result<String, String> {
        let call = self.call(atom)?;
        let shape = match self.scope.queries.get(&atom.name) {
            Some(query) => Some(if query.is_partial { Shape::Partial } else { Shape::Condition }),
            None => self.scope.builtins.shape(&atom.name),
        };
        Ok(match (shape, holds) {
            (Some(Shape::Partial), true) => format!("{call}.is_some()"),
            (Some(Shape::Partial), false) => format!("{call}.is_none()"),
            (Some(_), true) => call,
            (Some(_), false) => format!("!{call}"),
            (None, _) if atom.name == "by" => call,
            (None, _) => return Err(format!("there is no relation and no builtin `{}`", atom.name)),
        })
    }

    fn condition(&self, term: &Term) -> Result<String, String> {
        match &term.kind {
            TermKind::Logic(connective, parts) => {
                let parts: Vec<String> = parts.iter().map(|part| self.condition(part)).collect::<Result<_, _>>()?;
                let sign = if *connective == Connective::And { " && " } else { " || " };
                Ok(format!("({})", parts.join(sign)))
            }
            TermKind::Not(inner) => match &inner.kind {
                TermKind::Call(atom) => self.test(atom, false),
                _ => Ok(format!("!{}", self.condition(inner)?)),
            },
            TermKind::Call(atom) => self.test(atom, true),
            TermKind::Compare(comparison, left, right) => {
                Ok(format!("({})", self.comparison(*comparison, left, right)?))
            }
            _ => self.operand(term),
        }
    }

    fn comparison(&self, comparison: Comparison, left: &Term, right: &Term) -> Result<String, String> {
        let sign = if comparison == Comparison::Equal { "==" } else { comparison.sign() };
        let (a, b) = (self.operand(left)?, self.operand(right)?);
        // A value that is compared with the result of a partial builtin is wrapped in `Some`.
        let wrap = |own: &Term, other: &Term, text: String| {
            let is_partial = |term| self.shape_of(term) == Some(Shape::Partial);
            let is_option = match &own.kind {
                TermKind::Construction(name, _) => name == "Some",
                TermKind::Constant(name) => name == "None",
                _ => false,
            };
            if is_partial(other) && !is_partial(own) && !is_option { format!("Some({text})") } else { text }
        };
        Ok(format!("{} {sign} {}", wrap(left, right, a), wrap(right, left, b)))
    }

    /// Writes a value as an operand: in parentheses if it is compound.
    fn operand(&self, term: &Term) -> Result<String, String> {
        let text = self.value(term)?;
        let is_compound = matches!(
            term.kind,
            TermKind::Arithmetic(..) | TermKind::If(..) | TermKind::Compare(..) | TermKind::Logic(..)
        );
        Ok(if is_compound { format!("({text})") } else { text })
    }

    fn values(&self, terms: &[Term]) -> Result<String, String> {
        let values: Vec<String> = terms.iter().map(|term| self.value(term)).collect::<Result<_, _>>()?;
        Ok(values.join(", "))
    }

    /// Writes the value of a term.
    fn value(&self, term: &Term) -> Result<String, String> {
        Ok(match &term.kind {
            TermKind::Variable(name) => match self.bound.get(name) {
                Some(Holding::Reference) => format!("*{name}"),
                Some(Holding::Value) => name.clone(),
                None => return Err(format!("the variable `{name}` has no value")),
            },
            TermKind::Constant(name) => name.clone(),
            TermKind::Number(number) => number.to_string(),
            TermKind::Text(text) => format!("{text:?}"),
            TermKind::Construction(name, parts) => format!("{name}({})", self.values(parts)?),
            TermKind::Tuple(parts) => format!("({})", self.values(parts)?),
            TermKind::List(parts) => format!("&[{}]", self.values(parts)?),
            TermKind::Arithmetic(operator, left, right) => {
                format!("{} {} {}", self.operand(left)?, operator.sign(), self.operand(right)?)
            }
            TermKind::If(condition, yes, no) => {
                format!("if {} {{ {} }} else {{ {} }}", self.condition(condition)?, self.value(yes)?, self.value(no)?)
            }
            TermKind::Call(atom) => self.call(atom)?,
            TermKind::Compare(..) | TermKind::Logic(..) | TermKind::Not(_) => self.condition(term)?,
            TermKind::Any | TermKind::Each(_) | TermKind::Aggregate(_) => {
                return Err("this has no value here".to_owned());
            }
        })
    }

    fn call(&self, atom: &Atom) -> Result<String, String> {
        if atom.arguments.iter().any(|argument| matches!(argument.term.kind, TermKind::Each(_))) {
            let argument = |argument: &Argument| match argument.term.kind {
                TermKind::Each(_) => Ok("at".to_owned()),
                _ => self.value(&argument.term),
            };
            let arguments: Vec<String> = atom.arguments.iter().map(argument).collect::<Result<_, _>>()?;
            return Ok(format!("each(|at| {}({}))", atom.name, arguments.join(", ")));
        }
        let arguments: Vec<String> =
            atom.arguments.iter().map(|argument| self.value(&argument.term)).collect::<Result<_, _>>()?;
        let name = match atom.name.as_str() {
            "min" => "std::cmp::min",
            "max" => "std::cmp::max",
            name => name,
        };
        Ok(format!("{name}({})", arguments.join(", ")))
    }
}

/// Holds for terms without variables and calls.
fn is_constant(term: &Term) -> bool {
    match &term.kind {
        TermKind::Constant(_) | TermKind::Number(_) | TermKind::Text(_) => true,
        TermKind::Construction(_, parts) | TermKind::Tuple(parts) | TermKind::List(parts) => {
            parts.iter().all(is_constant)
        }
        _ => false,
    }
}
