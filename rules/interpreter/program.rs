//! Engines that are interpreted: clauses whose names have become numbers.

use std::collections::{BTreeMap, BTreeSet};

use typelog_reader::ascent::Door;
use typelog_reader::engine::Assembled;
use typelog_reader::syntax::{Comparison, Declaration, Literal, Rule};
use typelog_reader::words::Words;
use typelog_terms::trace::Clause as TracedClause;

use crate::plan::plan;
use crate::value::Value;
use crate::words::{Part, Word};

/// An engine.
#[derive(Debug, Default)]
pub struct Program {
    /// The relations.
    pub relations: Vec<Relation>,
    /// Their numbers, by name.
    pub names: BTreeMap<String, usize>,
    /// The indices that plans look up in: relations and columns.
    pub indices: Vec<(usize, Vec<usize>)>,
    /// Groups of plans: each is run until nothing new comes.
    pub strata: Vec<Stratum>,
}

/// A relation.
#[derive(Debug)]
pub struct Relation {
    /// The name.
    pub name: String,
    /// The number of columns.
    pub columns: usize,
    /// The number of columns that make a question, if the others are the one answer to it.
    pub questions: Option<usize>,
}

/// Plans that need one another's rows.
#[derive(Debug, Default)]
pub struct Stratum {
    /// The plans that are run once.
    pub once: Vec<Plan>,
    /// The plans that are run with the new rows of a relation.
    pub again: Vec<Plan>,
    /// The relations that grow.
    pub relations: Vec<usize>,
}

/// A clause in an order in which it can be met.
#[derive(Debug)]
pub struct Plan {
    /// The relation whose new rows come first.
    pub delta: Option<usize>,
    /// The number of variables.
    pub slots: usize,
    /// The premises.
    pub steps: Vec<Step>,
    /// The conclusions.
    pub heads: Vec<(usize, Vec<Expr>)>,
    /// What is recorded of it.
    pub record: Option<Record>,
}

/// A clause as traces name it, and the terms in its columns; those of a column that may be anything are left out.
pub type Record = (&'static TracedClause, Vec<Option<Expr>>);

/// A premise.
#[derive(Debug)]
pub enum Step {
    /// A row, found by an index if some columns are known.
    Row { relation: usize, index: Option<usize>, key: Vec<Expr>, rest: Vec<(usize, Pattern)>, is_delta: bool },
    /// No such row.
    NoRow { relation: usize, index: Option<usize>, key: Vec<Expr> },
    /// A value of a form.
    Let { pattern: Pattern, value: Expr, is_partial: bool },
    /// Each of several values, with its number if it is numbered.
    For { pattern: Pattern, values: Expr, is_numbered: bool },
    /// A condition.
    Test(Expr),
}

/// What a value has to be.
#[derive(Debug)]
pub enum Pattern {
    Any,
    Bind(usize),
    Is(Expr),
    Tuple(Vec<Pattern>),
    Some(Box<Pattern>),
    Parts(Part, Vec<Pattern>),
}

/// A term.
#[derive(Debug)]
pub enum Expr {
    Slot(usize),
    Value(Value),
    Call(String, Word, Vec<Expr>),
    /// All that a word gives for the places from 0 on; the place of the place among its arguments.
    Each(String, Word, usize, Vec<Expr>),
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

/// The names that engines are made with.
#[derive(Clone, Copy)]
pub struct Names<'a> {
    /// The signatures of words.
    pub words: &'a Words,
    /// The judgments of other engines.
    pub doors: &'a BTreeMap<String, Door>,
    /// The words of the host besides those of `typelog-terms`.
    pub own: &'a dyn Fn(&str) -> Option<Word>,
}

/// Makes an engine of clauses, and of the rows of tables.
///
/// # Errors
/// A rule, and what is wrong with it.
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
    for stratum in strata(&program, &rules).map_err(|(at, message)| (rules[at].clone(), message))? {
        let mut made = Stratum { relations: stratum.relations.clone(), ..Stratum::default() };
        for &at in &stratum.rules {
            let rule = rules[at];
            let growing: Vec<usize> = rule
                .body
                .iter()
                .enumerate()
                .filter(|(_, premise)| row_of(premise, &program).is_some_and(|row| stratum.relations.contains(&row)))
                .map(|(at, _)| at)
                .collect();
            if growing.is_empty() {
                let plan = plan(rule, None, &mut program, names);
                made.once.push(plan.map_err(|message| (rule.clone(), message))?);
            }
            for &first in &growing {
                let plan = plan(rule, Some(first), &mut program, names);
                made.again.push(plan.map_err(|message| (rule.clone(), message))?);
            }
        }
        program.strata.push(made);
    }
    Ok(program)
}

/// The number of columns that make a question, if each question has one answer: the others are kept by all their columns.
fn answered_once(relation: &Declaration) -> Option<usize> {
    relation.questions.filter(|_| relation.storage.as_ref().is_some_and(|storage| storage.starts_with("function")))
}

/// The relation of a premise that is a row.
pub fn row_of(premise: &Literal, program: &Program) -> Option<usize> {
    match premise {
        Literal::Holds(atom) => program.names.get(&atom.name).copied(),
        _ => None,
    }
}

/// Rules that need one another's rows, and the relations that they conclude.
struct Group {
    rules: Vec<usize>,
    relations: Vec<usize>,
}

/// Groups rules so that each group reads relations of its own and of those before.
fn strata(program: &Program, rules: &[&Rule]) -> Result<Vec<Group>, (usize, String)> {
    let count = program.relations.len();
    let heads = |rule: &Rule| -> Vec<usize> {
        rule.heads.iter().filter_map(|head| program.names.get(&head.name).copied()).collect()
    };
    let (mut uses, mut refuses) = (vec![BTreeSet::new(); count], Vec::new());
    for (at, rule) in rules.iter().enumerate() {
        let heads = heads(rule);
        for &head in &heads {
            // The conclusions of one rule come together.
            uses[head].extend(heads.iter().copied());
            for premise in &rule.body {
                uses[head].extend(row_of(premise, program));
                if let Literal::Absent(atom) = premise
                    && let Some(&absent) = program.names.get(&atom.name)
                {
                    uses[head].insert(absent);
                    refuses.push((head, absent, at));
                }
            }
        }
    }
    let uses: Vec<Vec<u32>> = uses.into_iter().map(|uses| uses.into_iter().map(|at| at as u32).collect()).collect();
    let groups = typelog_types::components(&uses);
    let mut group_of = vec![0; count];
    for (at, group) in groups.iter().enumerate() {
        for &relation in group {
            group_of[relation as usize] = at;
        }
    }
    if let Some((head, absent, at)) = refuses.iter().find(|(head, absent, _)| group_of[*head] == group_of[*absent]) {
        let name = |at: usize| &program.relations[at].name;
        let message =
            format!("`{}` is concluded from the absence of `{}`, which depends on it", name(*head), name(*absent));
        return Err((*at, message));
    }
    let mut made: Vec<Group> = groups
        .iter()
        .map(|group| Group { rules: Vec::new(), relations: group.iter().map(|&at| at as usize).collect() })
        .collect();
    for (at, rule) in rules.iter().enumerate() {
        if let Some(&head) = heads(rule).first() {
            made[group_of[head]].rules.push(at);
        }
    }
    made.retain(|group| !group.rules.is_empty());
    Ok(made)
}
