//! Explanations of refused judgments about types: the nearest rule, its first premise that fails, and the row nearest to that
//! premise. The explanations are computed from the rule files, so that they cover every judgment of a book without specific code.

mod evaluation;
mod premise;
mod premises;
mod terms;

use std::collections::BTreeMap;
use std::sync::Arc;

use typelog_interpreter::builtins::constant;
use typelog_interpreter::value::Value;
use typelog_interpreter::{ask, judgments_of};
use typelog_reader::book::BookFile;
use typelog_reader::catalogue::named;
use typelog_reader::syntax::{Atom, Literal, Term, TermKind};

use self::evaluation::{Answered, Evaluation, Rules, Unknown, Values, Written, is_always_met, session_judgment};
use self::premise::{nearest_row, shown_literal, shown_row};
use super::rule_book::rules;
use crate::answers::with_types;
use crate::book::{BookText, texts};
use crate::builtins::queries::rederiving_all;
use crate::builtins::trace::Row;
use crate::types::vocabulary::{Conversion, Outcome};
use crate::types::{BookHandle, Interner};
pub use premises::{Premises, with_premises};

/// A question to a judgment, and the expected answer.
#[derive(Clone, Debug)]
pub struct RowPattern {
    /// The judgment.
    pub judgment: String,
    /// The columns of the question.
    pub question: Vec<Value>,
    /// The columns of the answer; `None` is a wildcard. If all are `None`, any answer but a refusal is expected.
    pub answer: Vec<Option<Value>>,
}

/// The outcome of an explanation.
#[derive(Clone, Debug)]
pub enum WhyNot {
    /// The judgment gives the expected answer.
    Holds(Row),
    /// The judgment gives another answer, or none; with the failure of the nearest rule, if any rule could give the expected one.
    Fails(Option<Row>, Option<Box<Failure>>),
}

/// The failure of a rule.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The rule; empty for an auxiliary rule.
    pub rule: String,
    /// Its file and line.
    pub place: String,
    /// Its sentence.
    pub sentence: String,
    /// The premises that hold.
    pub met: Vec<String>,
    /// The first premise that fails.
    pub premise: String,
    /// The answer of the premise's judgment.
    pub answer: Option<String>,
    /// The table row nearest to the premise, and its place.
    pub nearest: Option<(String, String)>,
    /// The failure behind the premise.
    pub because: Option<Box<Failure>>,
    /// The question that the premise's judgment refuses.
    pub refused: Option<(String, Vec<Value>)>,
    /// The weight of the premises that hold.
    progress: f64,
    literal: Option<Literal>,
    values: Values,
}

/// The maximal number of refusals explained in a chain.
const LONGEST: usize = 12;

/// Explains why a judgment does not give the expected answer.
///
/// # Errors
/// There is no such judgment, or the question does not fit it.
pub fn why_not(types: &mut Interner, wanted: &RowPattern) -> Result<WhyNot, String> {
    let book = types.book().clone();
    let known = judgments_of(&book);
    let query = known.get(&wanted.judgment).ok_or_else(|| format!("there is no judgment `{}`", wanted.judgment))?;
    if wanted.question.len() != query.questions {
        return Err(format!("`{}` is asked with {} columns", wanted.judgment, query.questions));
    }
    let files = files(&book);
    let rules = by_relation(&files);
    Ok(with_types(types, || rederiving_all(|| Search { rules: &rules, book: &book }.answer(wanted))))
}

/// Evaluates the premise of a failure in isolation. Holds if it fails, or cannot be evaluated in isolation.
pub fn still_fails(types: &mut Interner, failure: &Failure) -> bool {
    let Some(literal) = &failure.literal else { return true };
    let files = files(types.book());
    let rules = by_relation(&files);
    let judge = || Evaluation { rules: &rules, answered: Vec::new() }.ways(literal, &failure.values, 0);
    with_types(types, || rederiving_all(judge)).is_ok_and(|ways| ways.is_empty())
}

/// The rule files of a book that are about types, with their paths.
type TypeFiles = Vec<(String, BookFile)>;

/// Returns the rule files of a book that are about types. They are read once.
fn files(book: &BookHandle) -> Arc<TypeFiles> {
    texts(book).derived(|texts| {
        let files = texts.files.iter().filter(|file| file.path.contains("types/"));
        let read = |file: &BookText| {
            let parsed = BookFile::read(&file.path, file.text.clone().into_owned()).ok()?;
            Some((file.path.clone().into_owned(), parsed))
        };
        files.filter_map(read).collect::<TypeFiles>()
    })
}

fn by_relation<'a>(files: &'a [(String, BookFile)]) -> Rules<'a> {
    let mut rules: Rules<'a> = BTreeMap::new();
    for (path, file) in files {
        for rule in file.rules() {
            for head in &rule.heads {
                let written = Written { rule, text: &file.text, path };
                rules.entry(&head.name).or_default().push(written);
            }
        }
    }
    rules
}

struct Search<'a> {
    rules: &'a Rules<'a>,
    book: &'a BookHandle,
}

impl Search<'_> {
    fn answer(&self, wanted: &RowPattern) -> WhyNot {
        let found = asked(&wanted.judgment, &wanted.question);
        let row = found.as_ref().map(|answer| row(&wanted.judgment, &wanted.question, answer));
        if let (Some(answer), Some(row)) = (&found, &row)
            && wanted.is_met(answer)
        {
            return WhyNot::Holds(row.clone());
        }
        WhyNot::Fails(row, self.failure(wanted, 0).map(Box::new))
    }

    /// Returns the failure of the nearest rule.
    fn failure(&self, wanted: &RowPattern, depth: usize) -> Option<Failure> {
        let mut known: Vec<Option<Value>> = wanted.question.iter().cloned().map(Some).collect();
        known.extend(wanted.answer.iter().cloned());
        let mut nearest = self.nearest(&wanted.judgment, &known, Some(wanted))?;
        self.go_on(&mut nearest, wanted, depth);
        Some(nearest)
    }

    /// Explains the refusal that makes a rule fail.
    fn go_on(&self, failure: &mut Failure, wanted: &RowPattern, depth: usize) {
        let rules = rules(self.book);
        let rule = rules.iter().find(|known| known.name == failure.rule);
        failure.sentence = rule.map_or_else(String::new, |rule| rule.sentence.clone());
        if let Some(inner) = &mut failure.because {
            return self.go_on(inner, wanted, depth);
        }
        let Some((judgment, question)) = failure.refused.clone() else { return };
        let is_same = judgment == wanted.judgment && question == wanted.question;
        if depth < LONGEST && !is_same {
            let next = RowPattern { judgment, question, answer: Vec::new() };
            failure.because = self.failure(&next, depth + 1).map(Box::new);
        }
    }

    /// Returns the failure of the rule that comes nearest to a row with known columns.
    fn nearest(&self, relation: &str, known: &[Option<Value>], wanted: Option<&RowPattern>) -> Option<Failure> {
        let mut best: Option<Failure> = None;
        for written in self.rules.get(relation)? {
            for head in written.rule.heads.iter().filter(|head| head.name == relation) {
                if let Some(failure) = self.attempt(*written, head, known, wanted)
                    && best.as_ref().is_none_or(|best| failure.progress > best.progress)
                {
                    best = Some(failure);
                }
            }
        }
        best
    }

    /// Returns the failure of a rule to conclude a row with known columns; `None` if it never concludes such rows, or cannot be
    /// evaluated in isolation.
    fn attempt(
        &self,
        written: Written<'_>,
        head: &Atom,
        known: &[Option<Value>],
        wanted: Option<&RowPattern>,
    ) -> Option<Failure> {
        let mut evaluation = Evaluation { rules: self.rules, answered: Vec::new() };
        let start = evaluation.begin(head, known, 0).ok()??;
        let is_refusing = |at: usize| {
            let term = &head.arguments[at].term;
            constant_of(term).is_some_and(|value| is_refusal(&value))
        };
        if wanted.is_some_and(|wanted| (wanted.question.len()..head.arguments.len()).any(is_refusing))
            && known[known.len().min(head.arguments.len())..].is_empty()
            && known.iter().skip(wanted?.question.len()).all(Option::is_none)
        {
            return None;
        }
        let premises: Vec<&Literal> = written.rule.body.iter().filter(|premise| !is_mark(premise)).collect();
        let (mut ways, mut met) = (vec![start], Vec::new());
        let mut refusals: Vec<(usize, Answered, Values)> = Vec::new();
        for (at, premise) in premises.iter().enumerate() {
            let (mut next, before) = (Vec::new(), ways[0].clone());
            evaluation.answered.clear();
            for way in &ways {
                match evaluation.ways(premise, way, 0) {
                    Ok(found) => next.extend(found),
                    Err(Unknown) => return None,
                }
            }
            let refused = evaluation.answered.iter().find(|found| found.is_refusal()).cloned();
            if next.is_empty() {
                let mut failure = self.fails(written, premise, &before, refused);
                let nested = failure.because.as_ref().map_or(0.0, |inner| inner.progress);
                failure.progress += nested + premises[..at].iter().map(|premise| self.weight(premise)).sum::<f64>();
                failure.met = met;
                return Some(failure);
            }
            refusals.extend(refused.map(|refused| (at, refused, before)));
            met.push(shown_literal(premise, &next[0], written.text));
            ways = next;
        }
        // The rule applies with another answer: the last refused question is the reason.
        let (at, refused, before) = refusals.into_iter().next_back()?;
        let mut failure = self.fails(written, premises[at], &before, Some(refused));
        failure.literal = None;
        failure.met = met[..at].to_vec();
        failure.progress += premises.iter().map(|premise| self.weight(premise)).sum::<f64>();
        Some(failure)
    }

    /// Returns the weight of a premise in the distance of rules: rows weigh more than conditions.
    fn weight(&self, premise: &Literal) -> f64 {
        match premise {
            Literal::Holds(atom) if judgments_of(self.book).contains_key(&atom.name) => 1.0,
            Literal::Holds(atom) if self.rules.contains_key(&atom.name[..]) => 1.0,
            _ => 0.25,
        }
    }

    /// Creates the failure of a rule at a premise.
    fn fails(&self, written: Written<'_>, premise: &Literal, values: &Values, refused: Option<Answered>) -> Failure {
        let rule = named(written.rule).unwrap_or_default().to_owned();
        let mut failure = Failure {
            place: written.place(),
            sentence: String::new(),
            met: Vec::new(),
            premise: shown_literal(premise, values, written.text),
            answer: None,
            nearest: None,
            because: None,
            refused: None,
            progress: 0.0,
            literal: Some(premise.clone()),
            values: values.clone(),
            rule,
        };
        if let Some(Answered { judgment, question, answer }) = refused {
            failure.answer = answer.map(|answer| shown_row(&row(&judgment, &question, &answer)));
            failure.refused = Some((judgment, question));
            failure.progress = 1.0;
            return failure;
        }
        let Literal::Holds(atom) = premise else { return failure };
        let Some(rows) = self.rules.get(&atom.name[..]) else { return failure };
        let mut evaluation = Evaluation { rules: self.rules, answered: Vec::new() };
        let known = atom.arguments.iter().map(|argument| evaluation.known(&argument.term, values, 0));
        let Ok(known) = known.collect::<Result<Vec<_>, Unknown>>() else { return failure };
        if rows.iter().all(|row| row.rule.body.is_empty()) {
            failure.nearest = nearest_row(&mut evaluation, &atom.name, &known);
            failure.progress = 0.5;
        } else {
            failure.because = self.nearest(&atom.name, &known, None).map(Box::new);
        }
        failure
    }
}

impl RowPattern {
    /// Holds if an answer is the expected one.
    fn is_met(&self, answer: &[Value]) -> bool {
        let is_any = self.answer.iter().all(Option::is_none);
        let agrees = |(wanted, found): (&Option<Value>, &Value)| wanted.as_ref().is_none_or(|wanted| wanted == found);
        if is_any { !answer.iter().any(is_refusal) } else { self.answer.iter().zip(answer).all(agrees) }
    }
}

impl Answered {
    fn is_refusal(&self) -> bool {
        self.answer.as_ref().is_none_or(|answer| answer.iter().any(is_refusal))
    }
}

/// Holds for the values that refuse a judgment.
fn is_refusal(value: &Value) -> bool {
    match value {
        Value::Conversion(kind) => *kind == Conversion::No,
        Value::Flag(yes) => !yes,
        Value::Outcome(outcome) => *outcome != Outcome::Found,
        _ => false,
    }
}

fn is_mark(premise: &Literal) -> bool {
    matches!(premise, Literal::Holds(atom) if is_always_met(&atom.name))
}

/// Returns the value of a constant term.
fn constant_of(term: &Term) -> Option<Value> {
    match &term.kind {
        TermKind::Constant(name) => match &name[..] {
            "true" => Some(Value::Flag(true)),
            "false" => Some(Value::Flag(false)),
            _ => constant(name),
        },
        _ => None,
    }
}

/// Returns the answer to a question; `None` if there is none.
fn asked(judgment: &str, question: &[Value]) -> Option<Vec<Value>> {
    let query = session_judgment(judgment)?;
    match (ask(judgment, question)?, query.is_partial) {
        (Value::Nothing, true) => None,
        (Value::Some(found), true) => Some(vec![*found]),
        (Value::Tuple(parts), false) if query.answers > 1 => Some(parts.to_vec()),
        (found, _) => Some(vec![found]),
    }
}

/// Returns the row of a question to a judgment with its answer; `None` if there is none.
pub fn answered_row(types: &mut Interner, judgment: &str, question: &[Value]) -> Option<Row> {
    with_types(types, || rederiving_all(|| asked(judgment, question).map(|answer| row(judgment, question, &answer))))
}

/// Returns a question and its answer as a row.
fn row(judgment: &str, question: &[Value], answer: &[Value]) -> Row {
    Row::new(typelog_interpreter::kept_text(judgment), question.iter().chain(answer).map(Value::traced).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::vocabulary::Mode;
    use crate::types::{BOOL, INT, STRING};

    fn wanted(s: crate::types::Ty, t: crate::types::Ty) -> RowPattern {
        let question = vec![Value::Ty(s), Value::Ty(t), Value::Mode(Mode::Plain)];
        RowPattern { judgment: "converts".to_owned(), question, answer: Vec::new() }
    }

    #[test]
    fn the_nearest_rule_fails_by_its_first_premise() {
        let mut types = Interner::default();
        let list = types.list(INT);
        let Ok(WhyNot::Fails(Some(_), Some(failure))) = why_not(&mut types, &wanted(list, BOOL)) else {
            panic!("it does not convert");
        };
        assert!(still_fails(&mut types, &failure));
        assert!(matches!(why_not(&mut types, &wanted(INT, STRING)), Ok(WhyNot::Holds(_))));
    }
}
