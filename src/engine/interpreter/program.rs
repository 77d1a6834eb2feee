//! Interpreted engines: clauses with names resolved to numbers.

use std::collections::BTreeMap;

use typelog_builtins::trace::Clause as TracedClause;
use typelog_evaluator::{Group, IndexId, Indices, RelationId, Slot, Use};
use typelog_reader::ascent::Query;
use typelog_reader::builtins::Builtins;
use typelog_reader::engine::Assembled;
use typelog_reader::syntax::{Atom, Comparison, Declaration, Literal, Rule};

use crate::builtins::{Function, Part};
use crate::plan::plan;
use crate::value::{Numbered, Value};

/// An engine.
#[derive(Debug, Default)]
pub struct Program {
    /// The relations.
    pub relations: Vec<Relation>,
    /// Their numbers, by name.
    pub names: BTreeMap<String, usize>,
    /// The indices that plans use, all empty.
    pub indices: Indices,
    /// The values in plans, whose numbers occur in keys.
    pub values: Numbered,
    /// Strata of plans, each evaluated to its fixpoint.
    pub strata: Vec<Stratum>,
}

/// A relation.
#[derive(Debug)]
pub struct Relation {
    /// The name.
    pub name: String,
    /// The number of columns.
    pub columns: usize,
    /// The number of columns of the question, if the other columns are its only answer.
    pub questions: Option<usize>,
}

/// Mutually recursive clauses.
#[derive(Debug, Default)]
pub struct Stratum {
    /// The clauses that are evaluated once.
    pub once: Vec<Clause>,
    /// The clauses that are evaluated with the new rows of a relation.
    pub again: Vec<Clause>,
    /// The relations that grow.
    pub relations: Vec<RelationId>,
}

/// A planned clause.
#[derive(Debug)]
pub struct Clause {
    /// The relation whose new rows drive the clause, by its index in its stratum.
    pub delta: Option<usize>,
    /// The number of variables.
    pub slots: usize,
    /// The premises.
    pub steps: Vec<Step>,
    /// The indices that the premises use.
    pub indices: Vec<IndexId>,
    /// The conclusions.
    pub heads: Vec<(RelationId, Vec<Expr>)>,
    /// The columns to record.
    pub record: Option<Record>,
}

/// A clause as it is named in traces, and the terms in its columns. A wildcard column has no term.
pub type Record = (&'static TracedClause, Vec<Option<Expr>>);

/// A step of a plan.
pub type Step = typelog_evaluator::Step<Ask>;

/// A premise that is not a row.
#[derive(Debug)]
pub enum Ask {
    /// A match of a value with a pattern.
    Let { pattern: Pattern, value: Expr, is_partial: bool },
    /// An iteration over several values, with their numbers if it is numbered.
    For { pattern: Pattern, values: Expr, is_numbered: bool },
    /// A test of a condition.
    Test(Expr),
}

/// A pattern that values are matched with.
#[derive(Debug)]
pub enum Pattern {
    Any,
    Bind(Slot),
    Is(Expr),
    Tuple(Vec<Pattern>),
    Some(Box<Pattern>),
    Parts(Part, Vec<Pattern>),
}

/// A term.
#[derive(Debug)]
pub enum Expr {
    Slot(Slot),
    Value(Value),
    Call(String, Function, Vec<Expr>),
    /// The values of a builtin for the numbers from 0 on. The number is the argument with the given index.
    Each(String, Function, usize, Vec<Expr>),
    Some(Box<Expr>),
    Tuple(Vec<Expr>),
    List(Vec<Expr>),
    Add(Box<Expr>, Box<Expr>),
    Subtract(Box<Expr>, Box<Expr>),
    Least(Box<Expr>, Box<Expr>),
    Greatest(Box<Expr>, Box<Expr>),
    Otherwise(Box<Expr>, Box<Expr>),
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    Compare(Comparison, Box<Expr>, Box<Expr>),
    All(Vec<Expr>),
    AnyOf(Vec<Expr>),
    Not(Box<Expr>),
}

/// The names that plans are resolved with.
#[derive(Clone, Copy)]
pub struct Names<'a> {
    /// The signatures of builtins.
    pub builtins: &'a Builtins,
    /// The judgments of other engines.
    pub queries: &'a BTreeMap<String, Query>,
    /// The additional builtins of the host, beyond those of `typelog-builtins`.
    pub own: &'a dyn Fn(&str) -> Option<Function>,
}

/// Creates an engine from clauses and the rows of tables.
///
/// # Errors
/// A rule, and its error.
pub fn program(assembled: &Assembled, tables: &[&Rule], names: Names<'_>) -> Result<Program, (Rule, String)> {
    let mut program = Program::default();
    let questions: BTreeMap<&str, usize> =
        assembled.declared.iter().filter_map(|relation| Some((&relation.name[..], answered_once(relation)?))).collect();
    for (name, columns) in &assembled.columns {
        program.names.insert(name.clone(), program.relations.len());
        let questions = questions.get(&name[..]).copied();
        program.relations.push(Relation { name: name.clone(), columns: columns.len(), questions });
    }
    let rules: Vec<&Rule> = tables.iter().copied().chain(&assembled.clauses).collect();
    for group in strata(&program, &rules).map_err(|(at, message)| (rules[at].clone(), message))? {
        let mut made = Stratum::default();
        let handle = |at: &usize| RelationId(u32::try_from(*at).unwrap_or(u32::MAX));
        made.relations.extend(group.relations.iter().map(handle));
        for &at in &group.rules {
            let rule = rules[at];
            let place = |premise: &Literal| {
                let relation = row_of(premise, &program)?;
                group.relations.iter().position(|&own| own == relation)
            };
            let growing: Vec<(usize, usize)> =
                rule.body.iter().enumerate().filter_map(|(at, premise)| Some((at, place(premise)?))).collect();
            if growing.is_empty() {
                let clause = plan(rule, None, &mut program, names);
                made.once.push(clause.map_err(|message| (rule.clone(), message))?);
            }
            for (first, delta) in growing {
                let clause = plan(rule, Some(first), &mut program, names).map_err(|message| (rule.clone(), message))?;
                made.again.push(Clause { delta: Some(delta), ..clause });
            }
        }
        program.strata.push(made);
    }
    Ok(program)
}

/// Returns the number of columns of the question, if each question has one answer. Other relations are keyed by all their
/// columns.
fn answered_once(relation: &Declaration) -> Option<usize> {
    relation.questions.filter(|_| relation.storage.as_ref().is_some_and(|storage| storage.starts_with("function")))
}

/// Returns the relation of a premise that is a row.
pub fn row_of(premise: &Literal, program: &Program) -> Option<usize> {
    match premise {
        Literal::Holds(atom) => program.names.get(&atom.name).copied(),
        _ => None,
    }
}

/// Groups rules so that each group only reads relations of its own and of earlier groups.
fn strata(program: &Program, rules: &[&Rule]) -> Result<Vec<Group>, (usize, String)> {
    let number = |atom: &Atom| program.names.get(&atom.name).copied();
    let (mut first, mut uses) = (Vec::new(), Vec::new());
    for (rule, clause) in rules.iter().enumerate() {
        let heads: Vec<usize> = clause.heads.iter().filter_map(number).collect();
        first.push(heads.first().copied());
        for &from in &heads {
            // The conclusions of one rule are in the same group.
            uses.extend(heads.iter().map(|&to| Use { from, to, is_negative: false, rule }));
            for premise in &clause.body {
                let (to, is_negative) = match premise {
                    Literal::Holds(atom) => (number(atom), false),
                    Literal::Absent(atom) => (number(atom), true),
                    _ => (None, false),
                };
                uses.extend(to.map(|to| Use { from, to, is_negative, rule }));
            }
        }
    }
    typelog_evaluator::strata(program.relations.len(), &first, &uses).map_err(|found| {
        let name = |at: usize| &program.relations[at].name;
        let (head, absent) = (name(found.from), name(found.to));
        (found.rule, format!("`{head}` depends on the negation of `{absent}`, which depends on it"))
    })
}
