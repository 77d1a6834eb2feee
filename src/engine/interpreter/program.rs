//! Interpreted engines: clauses with names resolved to numbers.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use typed_index_collections::TiVec;
use typelog_builtins::trace::Clause as TracedClause;
use typelog_evaluator::{Group, IndexId, Indices, RelationId, Slot, Use};
use typelog_reader::Span;
use typelog_reader::ascent::Query;
use typelog_reader::book::{BookFile, Engine};
use typelog_reader::builtins::Builtins;
use typelog_reader::catalogue::named;
use typelog_reader::elaborate::question;
use typelog_reader::engine::Assembled;
use typelog_reader::syntax::{Atom, Column, Comparison, Declaration, Host, Literal, Rule, Storage, Term, TermKind};
use typelog_reader::types::Type;
use typelog_types::RuleLabel;

use crate::Folder;
use crate::builtins::{Function, Part, constant};
use crate::plan::plan;
use crate::value::{Numbered, Value};

/// An engine.
#[derive(Debug, Default)]
pub struct Program {
    /// The relations.
    pub relations: TiVec<RelationId, Relation>,
    /// Their handles, by name.
    pub names: BTreeMap<String, RelationId>,
    /// The indices that plans use, all empty.
    pub indices: Indices,
    /// The values in plans, whose numbers occur in keys.
    pub values: Numbered,
    /// Strata of plans, each evaluated to its fixpoint.
    pub strata: Vec<Stratum>,
    /// The rules that the clauses were derived from.
    pub rules: Vec<RuleOrigin>,
    /// The relations that the built-in book does not have.
    pub new_relations: Vec<RelationId>,
    /// The relations that the rules use and do not conclude, with the types of their columns, if a file of the engine differs from
    /// that of the built-in book.
    pub wanted: Vec<(RelationId, Vec<Type>)>,
    /// The relations that the rules conclude and later engines may want.
    pub handed_on: Vec<RelationId>,
    /// The clauses with their premises in the order in which they are written, if runs count premises.
    pub counted: Vec<Clause>,
    concluded: BTreeSet<RelationId>,
}

impl Program {
    /// Returns the names of the wanted relations, with the types of their columns.
    pub fn wanted_types(&self) -> impl Iterator<Item = (String, Vec<Type>)> {
        self.wanted.iter().map(|(at, types)| (self.relations[*at].name.clone(), types.clone()))
    }

    /// Notes which conclusions other engines may want.
    pub fn hand_on(&mut self, wanted: &BTreeMap<String, Vec<Type>>) {
        let is_wanted = |at: &RelationId| wanted.contains_key(&self.relations[*at].name);
        self.handed_on = self.concluded.iter().copied().filter(is_wanted).collect();
    }
}

/// The origin of a clause.
#[derive(Clone, Debug)]
pub struct RuleOrigin {
    /// The name of the rule; empty for auxiliary clauses.
    pub name: String,
    /// The file, and its text.
    pub file: Arc<(String, String)>,
    /// The place of the rule.
    pub span: Span,
    /// The relations of its premises.
    pub premises: Vec<RelationId>,
}

impl RuleOrigin {
    /// Returns a label at the first line of the rule.
    pub fn label(&self, text: String) -> RuleLabel {
        let (start, end) = (self.span.start as usize, self.span.end as usize);
        let line =
            self.file.1.get(start..end).and_then(|rule| rule.lines().next()).map_or(end, |line| start + line.len());
        RuleLabel { file: self.file.clone(), span: (self.span.start, u32::try_from(line).unwrap_or(u32::MAX)), text }
    }
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
    /// The questions to which the rules have to give an answer, if there are such.
    pub asked: Option<Asked>,
}

/// The questions to which the rules of an engine have to give an answer.
#[derive(Debug)]
pub struct Asked {
    /// The relations with a question in their first columns.
    pub by: Vec<RelationId>,
    /// The answer without a rule.
    pub default: String,
    /// The declaration of the relation.
    pub declared: RuleOrigin,
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
    /// The place of the premise of each step.
    pub places: Vec<Span>,
    /// The indices that the premises use.
    pub indices: Vec<IndexId>,
    /// The conclusions.
    pub heads: Vec<(RelationId, Vec<Expr>)>,
    /// The number of its rule.
    pub rule: u32,
    /// The columns to record.
    pub record: Option<Record>,
}

/// A clause as it is named in traces, and the terms in its columns. A wildcard column has no term.
pub type Record = (&'static TracedClause, Vec<Option<Expr>>);

impl Clause {
    /// Returns the steps with the places of their premises. The flag holds for steps that may fail.
    pub fn placed_steps(&self) -> impl Iterator<Item = (Span, bool)> {
        let can_fail = |step: &Step| match step {
            Step::Own(Ask::Let { pattern, is_partial, .. }) => *is_partial || pattern.can_fail(),
            Step::Own(Ask::Test(Expr::Value(_))) => false,
            _ => true,
        };
        self.places.iter().copied().zip(self.steps.iter().map(can_fail))
    }
}

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

impl Pattern {
    /// Holds unless every value fits.
    fn can_fail(&self) -> bool {
        match self {
            Self::Any | Self::Bind(_) => false,
            Self::Tuple(parts) => parts.iter().any(Self::can_fail),
            Self::Is(_) | Self::Some(_) | Self::Parts(..) => true,
        }
    }
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
}

/// Creates an engine from clauses and the rows of tables.
///
/// # Errors
/// A rule, and its error.
pub fn program(
    assembled: &Assembled,
    tables: &[&Rule],
    names: Names<'_>,
    origins: &OfEngine<'_>,
) -> Result<Program, (Rule, String)> {
    let mut program = Program::default();
    let questions: BTreeMap<&str, usize> =
        assembled.declared.iter().filter_map(|relation| Some((&relation.name[..], answered_once(relation)?))).collect();
    for (name, columns) in &assembled.columns {
        let questions = questions.get(&name[..]).copied();
        let relation = Relation { name: name.clone(), columns: columns.len(), questions, asked: None };
        program.names.insert(name.clone(), program.relations.push_and_get_key(relation));
    }
    for relation in &assembled.declared {
        let at = program.names[&relation.name];
        program.relations[at].asked = asked(relation, assembled, &program.names, origins);
    }
    let is_new = |relation: &&Declaration| origins.of_folder.new_relations.contains(&relation.name);
    let new_relations = assembled.declared.iter().filter(is_new);
    program.new_relations = new_relations.map(|relation| program.names[&relation.name]).collect();
    let heads = assembled.clauses.iter().flat_map(|rule| &rule.heads);
    program.concluded = heads.filter_map(|head| program.names.get(&head.name).copied()).collect();
    if origins.is_changed {
        program.wanted = wanted(assembled, &program);
    }
    let rules: Vec<&Rule> = tables.iter().copied().chain(&assembled.clauses).collect();
    let in_files = assembled.clauses.iter().zip(&assembled.origins);
    let in_files = in_files.map(|(rule, &file)| origins.of_clause(rule, file));
    program.rules = tables.iter().map(|row| origins.of_row(row)).chain(in_files).collect();
    for (origin, rule) in program.rules.iter_mut().zip(&rules) {
        origin.premises = rule.body.iter().filter_map(|premise| named_row(premise, &program.names)).collect();
    }
    for group in strata(&program, &rules).map_err(|(at, message)| (rules[at].clone(), message))? {
        let mut made = Stratum::default();
        made.relations.extend(group.relations.iter().map(|&at| RelationId::from(at)));
        for &at in &group.rules {
            let rule = rules[at];
            let place = |premise: &Literal| {
                let relation = row_of(premise, &program)?;
                group.relations.iter().position(|&own| own == usize::from(relation))
            };
            let growing: Vec<(usize, usize)> =
                rule.body.iter().enumerate().filter_map(|(at, premise)| Some((at, place(premise)?))).collect();
            if growing.is_empty() {
                let clause = plan(rule, None, &mut program, names).map_err(|message| (rule.clone(), message))?;
                made.once.push(Clause { rule: number(at), ..clause });
            }
            for (first, delta) in growing {
                let clause = plan(rule, Some(first), &mut program, names).map_err(|message| (rule.clone(), message))?;
                made.again.push(Clause { delta: Some(delta), rule: number(at), ..clause });
            }
        }
        program.strata.push(made);
    }
    if origins.of_folder.counts_premises {
        for (at, rule) in rules.iter().enumerate().filter(|(_, rule)| !rule.body.is_empty()) {
            let clause = plan(rule, None, &mut program, names).map_err(|message| ((*rule).clone(), message))?;
            program.counted.push(Clause { rule: number(at), ..clause });
        }
    }
    Ok(program)
}

/// Returns the relations that the rules of an engine use and do not conclude, with the types of their columns.
fn wanted(assembled: &Assembled, program: &Program) -> Vec<(RelationId, Vec<Type>)> {
    let premises = assembled.clauses.iter().flat_map(|rule| &rule.body).filter_map(|premise| match premise {
        Literal::Holds(atom) | Literal::Absent(atom) => Some(&atom.name),
        _ => None,
    });
    let used: BTreeSet<&String> = premises.collect();
    let is_wanted = |relation: &&Declaration| {
        let at = program.names[&relation.name];
        let is_row = relation.questions.is_none() && !assembled.tables.contains(&relation.name);
        is_row && used.contains(&relation.name) && !program.concluded.contains(&at)
    };
    let wanted = assembled.declared.iter().filter(is_wanted);
    wanted.map(|relation| (program.names[&relation.name], assembled.columns[&relation.name].clone())).collect()
}

fn number(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

/// Returns the number of columns of the question, if each question has one answer: to functions, and to judgments that other engines
/// ask. Other relations are keyed by all their columns. The rows of a dense relation have different numbers in the first column.
fn answered_once(relation: &Declaration) -> Option<usize> {
    match relation.questions {
        Some(count) => {
            let is_asked = crate::judgments().contains_key(&relation.name) && relation.host.is_none();
            (relation.is_function() || is_asked && !relation.takes_first).then_some(count)
        }
        None => (matches!(relation.storage, Some(Storage::Dense { .. })) && !relation.is_input).then_some(1),
    }
    .filter(|_| relation.host != Some(Host::Answers))
}

/// Returns the questions to which the rules of an engine have to give an answer, if they conclude the relation. For a judgment that is a function, these are all that are
/// asked; for a dense relation, all of which there are facts.
fn asked(
    relation: &Declaration,
    assembled: &Assembled,
    names: &BTreeMap<String, RelationId>,
    origins: &OfEngine<'_>,
) -> Option<Asked> {
    let count = answered_once(relation)?;
    let mut heads = assembled.clauses.iter().flat_map(|rule| &rule.heads);
    if !heads.any(|head| head.name == relation.name) {
        return None;
    }
    // A judgment without a default has no answer that could be taken in silence.
    let is_function = relation.has_default() && relation.is_function();
    let by: Vec<RelationId> = if relation.questions.is_some() {
        names.get(&question(&relation.name)).copied().filter(|_| is_function).into_iter().collect()
    } else {
        facts_about(relation, assembled, names)
    };
    let defaults =
        relation.columns[count..].iter().map(|column| column.default.as_ref().map_or("any".to_owned(), text));
    let default = defaults.collect::<Vec<_>>().join(", ");
    Some(Asked { by, default, declared: origins.of_declaration(relation)? }).filter(|asked| !asked.by.is_empty())
}

/// Returns the facts about expressions, if a relation gives each of them one answer: some of its rules begin with facts. The rules of
/// other engines go on with what an earlier engine has concluded. Blocks and the names of their instances need not have values.
fn facts_about(relation: &Declaration, assembled: &Assembled, names: &BTreeMap<String, RelationId>) -> Vec<RelationId> {
    let is_about = |column: &Column| column.ty.name() == Some("ExprId");
    let facts: Vec<&Declaration> =
        assembled.declared.iter().filter(|other| other.is_input && is_about(&other.columns[0])).collect();
    let is_fact = |premise: &Literal| match premise {
        Literal::Holds(atom) => facts.iter().any(|fact| fact.name == atom.name) || !names.contains_key(&atom.name),
        _ => true,
    };
    let begins = |rule: &Rule| {
        let mut rows = rule.body.iter().filter(|premise| named_row(premise, names).is_some());
        rule.heads.iter().any(|head| head.name == relation.name)
            && rows.next().is_some()
            && rule.body.iter().all(is_fact)
    };
    let is_total = is_about(&relation.columns[0]) && assembled.clauses.iter().any(begins);
    facts.into_iter().filter(|_| is_total).map(|fact| names[&fact.name]).collect()
}

/// Returns the text of the default of a column.
fn text(term: &Term) -> String {
    match &term.kind {
        TermKind::Constant(name) => constant(name).map_or_else(|| name.clone(), |value| value.to_string()),
        TermKind::Variable(name) => name.clone(),
        TermKind::Number(number) => number.to_string(),
        _ => String::new(),
    }
}

/// The files that the clauses of a folder come from.
#[derive(Debug)]
pub struct Origins {
    /// The files: their paths with their texts.
    files: Vec<Arc<(String, String)>>,
    /// Their names.
    names: Vec<String>,
    /// The file of each relation.
    declared: BTreeMap<String, usize>,
    /// The file of each row of a table, by the name of the table and its place.
    rows: BTreeMap<(String, Span), usize>,
    /// The relations that the built-in book does not have.
    new_relations: BTreeSet<String>,
    /// The files that differ from those of the built-in book.
    changed: BTreeSet<String>,
    /// Holds if runs count premises.
    counts_premises: bool,
}

/// The files that the clauses of an engine come from.
pub struct OfEngine<'a> {
    of_folder: &'a Origins,
    /// The numbers of the engine's files.
    files: Vec<usize>,
    /// Holds if one of them differs from that of the built-in book.
    is_changed: bool,
}

impl Origins {
    /// Finds the origins of the clauses in a folder, without those of an engine.
    pub fn new(folder: &Folder) -> Self {
        let path = |(file, at): (&BookFile, usize)| {
            let path = folder.paths.get(at).cloned().unwrap_or_else(|| format!("{}/{}.dl", folder.name, file.name));
            Arc::new((path, file.text.clone()))
        };
        let numbered = || folder.files.iter().zip(0..);
        let declared = numbered().flat_map(|(file, at)| file.relations().map(move |one| (one.name.clone(), at)));
        let of_row = |rule: &Rule| (rule.heads[0].name.clone(), rule.span);
        let rows = numbered().flat_map(|(file, at)| {
            file.rules().filter(|rule| rule.body.is_empty()).map(move |rule| (of_row(rule), at))
        });
        Self {
            files: numbered().map(path).collect(),
            names: folder.files.iter().map(|file| file.name.clone()).collect(),
            declared: declared.collect(),
            rows: rows.collect(),
            new_relations: folder.new_relations.clone(),
            changed: folder.changed.clone(),
            counts_premises: folder.counts_premises,
        }
    }

    /// Returns the origins of the clauses of an engine.
    pub fn of(&self, engine: &Engine) -> OfEngine<'_> {
        let position = |name: &String| self.names.iter().position(|file| file == name).unwrap_or_default();
        let is_changed = engine.files.iter().any(|file| self.changed.contains(file));
        OfEngine { of_folder: self, files: engine.files.iter().map(position).collect(), is_changed }
    }
}

impl OfEngine<'_> {
    fn at(&self, file: usize, name: String, span: Span) -> RuleOrigin {
        RuleOrigin { name, file: self.of_folder.files[file].clone(), span, premises: Vec::new() }
    }

    fn of_clause(&self, rule: &Rule, file: usize) -> RuleOrigin {
        let file = self.files.get(file).copied().unwrap_or_default();
        self.at(file, named(rule).unwrap_or_default().to_owned(), rule.span)
    }

    fn of_row(&self, row: &Rule) -> RuleOrigin {
        let file = self.of_folder.rows.get(&(row.heads[0].name.clone(), row.span)).copied().unwrap_or_default();
        self.at(file, String::new(), row.span)
    }

    fn of_declaration(&self, relation: &Declaration) -> Option<RuleOrigin> {
        Some(self.at(*self.of_folder.declared.get(&relation.name)?, relation.name.clone(), relation.name_span))
    }
}

/// Returns the relation of a premise that is a row.
pub fn row_of(premise: &Literal, program: &Program) -> Option<RelationId> {
    named_row(premise, &program.names)
}

fn named_row(premise: &Literal, names: &BTreeMap<String, RelationId>) -> Option<RelationId> {
    match premise {
        Literal::Holds(atom) => names.get(&atom.name).copied(),
        _ => None,
    }
}

/// Groups rules so that each group only reads relations of its own and of earlier groups.
fn strata(program: &Program, rules: &[&Rule]) -> Result<Vec<Group>, (usize, String)> {
    let number = |atom: &Atom| program.names.get(&atom.name).copied().map(usize::from);
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
        let name = |at: usize| &program.relations[RelationId::from(at)].name;
        let (head, absent) = (name(found.from), name(found.to));
        (found.rule, format!("`{head}` depends on the negation of `{absent}`, which depends on it"))
    })
}
