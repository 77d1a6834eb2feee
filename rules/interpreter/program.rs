//! Engines that are interpreted: clauses whose names have become numbers.

use std::collections::{BTreeMap, BTreeSet};

use typelog_reader::ascent::Door;
use typelog_reader::engine::Assembled;
use typelog_reader::syntax::{Atom, Comparison, Connective, Literal, Operator, Rule, Term, TermKind};
use typelog_reader::words::{Shape, Words};
use typelog_terms::trace::Clause as TracedClause;

use crate::value::Value;
use crate::words::{Part, Word, constant, construct, part, word};

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
    pub record: Option<(&'static TracedClause, Vec<Option<Expr>>)>,
}

/// A premise.
#[derive(Debug)]
pub enum Step {
    /// A row, found by an index if some columns are known.
    Row { relation: usize, index: Option<usize>, key: Vec<Expr>, rest: Vec<(usize, Pattern)>, is_delta: bool },
    /// No such row.
    NoRow { relation: usize, index: Option<usize>, key: Vec<Expr> },
    /// A value of a form.
    Let { pattern: Pattern, value: Expr, is_partial: bool },
    /// Each of several values.
    For { pattern: Pattern, values: Expr },
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
/// A name that means nothing.
pub fn program(assembled: &Assembled, tables: &[&Rule], names: Names<'_>) -> Result<Program, String> {
    let mut program = Program::default();
    let questions: BTreeMap<&str, usize> = assembled
        .declared
        .iter()
        .filter_map(|relation| Some((&relation.name[..], relation.questions?)))
        .collect();
    for (name, columns) in &assembled.columns {
        program.names.insert(name.clone(), program.relations.len());
        let questions = questions.get(&name[..]).copied();
        program.relations.push(Relation { name: name.clone(), columns: columns.len(), questions });
    }
    let rules: Vec<&Rule> = tables.iter().copied().chain(&assembled.clauses).collect();
    for stratum in strata(&program, &rules)? {
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
                made.once.push(plan(rule, None, &mut program, names)?);
            }
            for &first in &growing {
                made.again.push(plan(rule, Some(first), &mut program, names)?);
            }
        }
        program.strata.push(made);
    }
    Ok(program)
}

/// The relation of a premise that is a row.
fn row_of(premise: &Literal, program: &Program) -> Option<usize> {
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
fn strata(program: &Program, rules: &[&Rule]) -> Result<Vec<Group>, String> {
    let count = program.relations.len();
    let heads = |rule: &Rule| -> Vec<usize> {
        rule.heads.iter().filter_map(|head| program.names.get(&head.name).copied()).collect()
    };
    let (mut uses, mut refuses) = (vec![BTreeSet::new(); count], Vec::new());
    for rule in rules {
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
                    refuses.push((head, absent));
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
    if let Some((head, absent)) = refuses.iter().find(|(head, absent)| group_of[*head] == group_of[*absent]) {
        let name = |at: usize| &program.relations[at].name;
        return Err(format!("`{}` is concluded from the absence of `{}`, which depends on it", name(*head), name(*absent)));
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

/// A clause being planned.
struct Planning<'a> {
    program: &'a mut Program,
    names: Names<'a>,
    slots: BTreeMap<String, usize>,
    bound: BTreeSet<String>,
}

fn plan(rule: &Rule, first: Option<usize>, program: &mut Program, names: Names<'_>) -> Result<Plan, String> {
    let delta = first.and_then(|at| row_of(&rule.body[at], program));
    let mut planning = Planning { program, names, slots: BTreeMap::new(), bound: BTreeSet::new() };
    let mut order: Vec<usize> = (0..rule.body.len()).collect();
    // New rows come first, unless what is looked up in them is computed from others.
    if let Some(first) = first.filter(|&first| planning.is_free(&rule.body[first])) {
        order.retain(|&at| at != first);
        order.insert(0, first);
    }
    let mut steps = Vec::new();
    for at in order {
        planning.premise(&rule.body[at], first == Some(at), &mut steps)?;
    }
    let mut heads = Vec::new();
    for head in &rule.heads {
        let relation = planning.program.names.get(&head.name).copied();
        let relation = relation.ok_or_else(|| format!("there is no relation `{}`", head.name))?;
        let columns = head.arguments.iter().map(|argument| planning.expr(&argument.term)).collect::<Result<_, _>>()?;
        heads.push((relation, columns));
    }
    let record = planning.record(rule)?;
    Ok(Plan { delta, slots: planning.slots.len(), steps, heads, record })
}

impl Planning<'_> {
    fn slot(&mut self, name: &str) -> usize {
        let next = self.slots.len();
        *self.slots.entry(name.to_owned()).or_insert(next)
    }

    /// Holds if a row needs no value from elsewhere.
    fn is_free(&self, premise: &Literal) -> bool {
        let Literal::Holds(atom) = premise else { return false };
        atom.arguments.iter().all(|argument| {
            matches!(argument.term.kind, TermKind::Any | TermKind::Variable(_) | TermKind::Constant(_) | TermKind::Number(_))
        })
    }

    fn premise(&mut self, premise: &Literal, is_delta: bool, steps: &mut Vec<Step>) -> Result<(), String> {
        match premise {
            Literal::Holds(atom) if self.program.names.contains_key(&atom.name) => {
                let (relation, index, key, rest) = self.row(atom)?;
                steps.push(Step::Row { relation, index, key, rest, is_delta });
            }
            Literal::Absent(atom) if self.program.names.contains_key(&atom.name) => {
                let (relation, index, key, _) = self.row(atom)?;
                steps.push(Step::NoRow { relation, index, key });
            }
            Literal::Holds(atom) => match self.names.doors.get(&atom.name) {
                Some(door) if atom.arguments.len() > door.questions => steps.push(self.answer(atom, door)?),
                _ => steps.push(Step::Test(self.call(atom)?)),
            },
            Literal::Absent(atom) => steps.push(Step::Test(Expr::Not(Box::new(self.call(atom)?)))),
            Literal::Compare(Comparison::Equal, left, right) if self.is_open(left) => {
                let value = self.expr(right)?;
                let is_option = matches!(&left.kind, TermKind::Construction(name, _) if name == "Some");
                let is_partial = !is_option && self.is_partial(right);
                let pattern = self.pattern(left)?;
                steps.push(Step::Let { pattern, value, is_partial });
            }
            Literal::Compare(comparison, left, right) => {
                let (left, right) = (Box::new(self.expr(left)?), Box::new(self.expr(right)?));
                steps.push(Step::Test(Expr::Compare(*comparison, left, right)));
            }
            Literal::In(element, values) => {
                let values = self.expr(values)?;
                let pattern = self.pattern(element)?;
                steps.push(Step::For { pattern, values });
            }
            Literal::Condition(term) => steps.push(Step::Test(self.expr(term)?)),
        }
        Ok(())
    }

    /// A row: the index and the key of the known columns, and what the others have to be.
    #[allow(clippy::type_complexity)] // The parts of one step.
    fn row(&mut self, atom: &Atom) -> Result<(usize, Option<usize>, Vec<Expr>, Vec<(usize, Pattern)>), String> {
        let relation = self.program.names[&atom.name];
        let (mut known, mut key, mut rest) = (Vec::new(), Vec::new(), Vec::new());
        let before = self.bound.clone();
        for (at, argument) in atom.arguments.iter().enumerate() {
            let term = &argument.term;
            match &term.kind {
                TermKind::Any => {}
                TermKind::Variable(name) if !before.contains(name) => {
                    let is_again = self.bound.contains(name);
                    let slot = self.slot(name);
                    self.bound.insert(name.clone());
                    rest.push((at, if is_again { Pattern::Is(Expr::Slot(slot)) } else { Pattern::Bind(slot) }));
                }
                TermKind::Construction(..) if self.is_open(term) => {
                    let pattern = self.pattern(term)?;
                    rest.push((at, pattern));
                }
                _ => {
                    known.push(at);
                    key.push(self.expr(term)?);
                }
            }
        }
        let index = (!known.is_empty()).then(|| {
            let indices = &mut self.program.indices;
            let wanted = (relation, known);
            indices.iter().position(|index| *index == wanted).unwrap_or_else(|| {
                indices.push(wanted);
                indices.len() - 1
            })
        });
        Ok((relation, index, key, rest))
    }

    /// The answer of another engine.
    fn answer(&mut self, atom: &Atom, door: &Door) -> Result<Step, String> {
        let name = atom.name.clone();
        let word = word(&name).ok_or_else(|| format!("there is no word `{name}`"))?;
        let terms: Vec<&Term> = atom.arguments.iter().map(|argument| &argument.term).collect();
        let (asked, answered) = terms.split_at(door.questions);
        let asked = asked.iter().map(|term| self.expr(term)).collect::<Result<_, _>>()?;
        let patterns: Vec<Pattern> = answered.iter().map(|term| self.column(term)).collect::<Result<_, _>>()?;
        let pattern = match <[Pattern; 1]>::try_from(patterns) {
            Ok([only]) => only,
            Err(several) => Pattern::Tuple(several),
        };
        Ok(Step::Let { pattern, value: Expr::Call(name, word, asked), is_partial: door.is_partial })
    }

    fn column(&mut self, term: &Term) -> Result<Pattern, String> {
        if self.is_open(term) { self.pattern(term) } else { Ok(Pattern::Is(self.expr(term)?)) }
    }

    fn is_open(&self, term: &Term) -> bool {
        match &term.kind {
            TermKind::Variable(name) => !self.bound.contains(name),
            TermKind::Any => true,
            TermKind::Construction(_, parts) | TermKind::Tuple(parts) => parts.iter().any(|part| self.is_open(part)),
            _ => false,
        }
    }

    fn is_partial(&self, term: &Term) -> bool {
        let TermKind::Call(atom) = &term.kind else { return false };
        match self.names.doors.get(&atom.name) {
            Some(door) => door.is_partial,
            None => self.names.words.shape(&atom.name) == Some(Shape::Partial),
        }
    }

    fn pattern(&mut self, term: &Term) -> Result<Pattern, String> {
        Ok(match &term.kind {
            TermKind::Any => Pattern::Any,
            TermKind::Variable(name) if !self.bound.contains(name) => {
                self.bound.insert(name.clone());
                Pattern::Bind(self.slot(name))
            }
            TermKind::Tuple(parts) => {
                Pattern::Tuple(parts.iter().map(|part| self.pattern(part)).collect::<Result<_, _>>()?)
            }
            TermKind::Construction(name, parts) if name == "Some" => {
                let inner = parts.first().ok_or("`Some` holds one value")?;
                Pattern::Some(Box::new(self.pattern(inner)?))
            }
            TermKind::Construction(name, parts) => {
                let take = part(name).ok_or_else(|| format!("there is no value `{name}`"))?;
                Pattern::Parts(take, parts.iter().map(|part| self.pattern(part)).collect::<Result<_, _>>()?)
            }
            _ => Pattern::Is(self.expr(term)?),
        })
    }

    fn exprs(&mut self, terms: &[Term]) -> Result<Vec<Expr>, String> {
        terms.iter().map(|term| self.expr(term)).collect()
    }

    fn expr(&mut self, term: &Term) -> Result<Expr, String> {
        Ok(match &term.kind {
            TermKind::Variable(name) if self.bound.contains(name) => Expr::Slot(self.slot(name)),
            TermKind::Variable(name) => return Err(format!("nothing gives `{name}` a value")),
            TermKind::Constant(name) => Expr::Value(match &name[..] {
                "true" => Value::Flag(true),
                "false" => Value::Flag(false),
                "None" => Value::Nothing,
                _ => constant(name).ok_or_else(|| format!("there is no value `{name}`"))?,
            }),
            TermKind::Number(number) => Expr::Value(Value::Number(u32::try_from(*number).unwrap_or(u32::MAX))),
            TermKind::Text(text) => Expr::Value(Value::Text(Box::leak(text.clone().into_boxed_str()))),
            TermKind::Construction(name, parts) if name == "Some" => {
                Expr::Some(Box::new(self.expr(parts.first().ok_or("`Some` holds one value")?)?))
            }
            TermKind::Construction(name, parts) => {
                let word = construct(name).ok_or_else(|| format!("there is no value `{name}`"))?;
                Expr::Call(name.clone(), word, self.exprs(parts)?)
            }
            TermKind::Tuple(parts) => Expr::Tuple(self.exprs(parts)?),
            TermKind::List(parts) => Expr::List(self.exprs(parts)?),
            TermKind::Arithmetic(operator, left, right) => {
                let (left, right) = (Box::new(self.expr(left)?), Box::new(self.expr(right)?));
                match operator {
                    Operator::Add => Expr::Add(left, right),
                    Operator::Subtract => Expr::Subtract(left, right),
                    _ => return Err("rules of the book add and subtract only".to_owned()),
                }
            }
            TermKind::If(condition, yes, no) => Expr::If(
                Box::new(self.expr(condition)?),
                Box::new(self.expr(yes)?),
                Box::new(self.expr(no)?),
            ),
            TermKind::Call(atom) => self.call(atom)?,
            TermKind::Compare(comparison, left, right) => {
                Expr::Compare(*comparison, Box::new(self.expr(left)?), Box::new(self.expr(right)?))
            }
            TermKind::Logic(Connective::And, parts) => Expr::All(self.exprs(parts)?),
            TermKind::Logic(Connective::Or, parts) => Expr::AnyOf(self.exprs(parts)?),
            TermKind::Not(inner) => Expr::Not(Box::new(self.expr(inner)?)),
            TermKind::Any | TermKind::Each | TermKind::Aggregate(_) => return Err("this has no value here".to_owned()),
        })
    }

    fn call(&mut self, atom: &Atom) -> Result<Expr, String> {
        let each = atom.arguments.iter().position(|argument| matches!(argument.term.kind, TermKind::Each));
        let mut arguments = Vec::new();
        for (at, argument) in atom.arguments.iter().enumerate() {
            arguments.push(if each == Some(at) { Expr::Value(Value::Number(0)) } else { self.expr(&argument.term)? });
        }
        let mut two = |make: fn(Box<Expr>, Box<Expr>) -> Expr| {
            let right = arguments.pop().ok_or("two values are needed")?;
            let left = arguments.pop().ok_or("two values are needed")?;
            Ok(make(Box::new(left), Box::new(right)))
        };
        match &atom.name[..] {
            "min" => return two(Expr::Least),
            "max" => return two(Expr::Greatest),
            "otherwise" => return two(Expr::Otherwise),
            "by" => return Ok(Expr::Value(Value::Flag(true))),
            _ => {}
        }
        let name = atom.name.clone();
        let word = (self.names.own)(&name).or_else(|| word(&name));
        let word = word.ok_or_else(|| format!("there is no relation and no word `{name}`"))?;
        Ok(match each {
            Some(at) => Expr::Each(name, word, at, arguments),
            None => Expr::Call(name, word, arguments),
        })
    }

    /// What is recorded when the clause concludes something: its conclusions and premises, questions aside.
    fn record(&mut self, rule: &Rule) -> Result<Option<(&'static TracedClause, Vec<Option<Expr>>)>, String> {
        let is_question = |name: &str| name.ends_with("_demanded");
        let looks_back = |premise: &Literal| match premise {
            Literal::Compare(_, _, Term { kind: TermKind::Call(atom), .. }) => atom.name.starts_with("known_"),
            _ => false,
        };
        let conclusions: Vec<&Atom> = rule.heads.iter().filter(|head| !is_question(&head.name)).collect();
        if rule.body.is_empty() || conclusions.is_empty() || rule.body.iter().any(looks_back) {
            return Ok(None);
        }
        let mut cells = Vec::new();
        let mut rows = Vec::new();
        let mut premises = Vec::new();
        for head in conclusions {
            rows.push((leaked(&head.name), head.arguments.len()));
            for argument in &head.arguments {
                cells.push(Some(self.expr(&argument.term)?));
            }
        }
        for premise in &rule.body {
            let (atom, flag) = match premise {
                Literal::Holds(atom) => (atom, true),
                Literal::Absent(atom) => (atom, false),
                _ => continue,
            };
            let is_row = flag && self.program.names.contains_key(&atom.name) && !is_question(&atom.name);
            let door = self.names.doors.get(&atom.name).filter(|_| !self.program.names.contains_key(&atom.name));
            let is_answer = door.is_some_and(|door| flag || atom.arguments.len() == door.questions);
            if !is_row && !is_answer {
                continue;
            }
            let mut columns = 0;
            for argument in &atom.arguments {
                let is_hidden = matches!(argument.term.kind, TermKind::Any) || self.is_open(&argument.term);
                cells.push(if is_hidden { None } else { Some(self.expr(&argument.term)?) });
                columns += 1;
            }
            if door.is_some_and(|door| atom.arguments.len() == door.questions) {
                cells.push(Some(Expr::Value(Value::Flag(flag))));
                columns += 1;
            }
            premises.push((leaked(&atom.name), columns));
        }
        let rule = typelog_reader::catalogue::named(rule).map_or("", leaked);
        let clause = TracedClause { rule, conclusions: rows.leak(), premises: premises.leak() };
        Ok(Some((Box::leak(Box::new(clause)), cells)))
    }
}

/// A text that lives as long as the process: a book is loaded once.
fn leaked(text: &str) -> &'static str {
    Box::leak(text.to_owned().into_boxed_str())
}
