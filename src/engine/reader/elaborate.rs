//! Elaboration of rules as they are drawn into clauses that an engine evaluates efficiently.
//!
//! A rule may ask a judgment of its own family, join any number of relations, and fold over the members of a type. An engine
//! needs clauses with at most two relations, joined on plain variables, and a row for each question. The elaboration generates
//! the auxiliary clauses: rows that wait for an answer, questions, selections, and the steps of folds.

mod asking;
mod fold;
mod live;
mod premises;
mod rename;
#[cfg(test)]
mod tests;
mod walk;
mod ways;

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::Span;
use crate::ascent::Query;
use crate::builtins::Builtins;
use crate::catalogue::named;
use crate::syntax::{Argument, Atom, Column, Declaration, Literal, Rule, Storage, TermKind};
use crate::types::Type;
use crate::typing::{Signatures, Types};

pub use live::{NOWHERE, used_by_term, variables, without_places};
pub use premises::is_made;
pub use rename::{renamed, renamed_premise};

use live::used_by;
use premises::{
    Canonical, MADE, binds, canonical, in_order, is_made_row, is_new, never_holds, plain, repeats, unused, variable,
};

/// The clauses of an engine, and their auxiliary relations.
#[derive(Debug, Default)]
pub struct Elaborated {
    /// The relations.
    pub relations: Vec<Declaration>,
    /// The clauses.
    pub clauses: Vec<Rule>,
}

/// The environment of the elaboration.
pub struct Context<'a> {
    /// The functions and values.
    pub builtins: &'a Builtins,
    /// The judgments of other engines.
    pub queries: &'a BTreeMap<String, Query>,
    /// The relations of the engine, with their columns.
    pub columns: &'a BTreeMap<String, Vec<Type>>,
    /// The judgments of the engine that are asked, with the number of columns of a question.
    pub judgments: &'a BTreeMap<String, usize>,
    /// The tables.
    pub tables: &'a BTreeSet<String>,
    /// The relations that no rule concludes. They are filled before the engine starts, and do not grow.
    pub inputs: &'a BTreeSet<String>,
}

/// The end of the names of relations of questions.
const QUESTIONS: &str = "_demanded";

/// Returns the name of the relation of a judgment's questions.
pub fn question(judgment: &str) -> String {
    format!("{judgment}{QUESTIONS}")
}

/// Returns the judgment whose questions are in a relation.
pub fn judgment_of(questions: &str) -> Option<&str> {
    questions.strip_suffix(QUESTIONS)
}

/// Returns the declarations of the relations of questions.
pub fn questions<'a>(relations: impl Iterator<Item = &'a Declaration>) -> Vec<Declaration> {
    let asked = relations.filter_map(|relation| relation.questions.map(|count| (relation, count)));
    let declaration = |(relation, count): (&Declaration, usize)| Declaration {
        name: question(&relation.name),
        columns: relation.columns[..count].to_vec(),
        questions: None,
        storage: None,
        known: None,
        is_input: false,
        problem: None,
        host: None,
        takes_first: false,
        ..relation.clone()
    };
    asked.map(declaration).collect()
}

/// Starts the elaboration of the rules of an engine.
pub fn start<'a>(context: &'a Context<'a>) -> Elaboration<'a> {
    Elaboration {
        context,
        out: Elaborated::default(),
        known: FxHashMap::default(),
        folds: FxHashMap::default(),
        names: BTreeMap::new(),
        emitted: FxHashSet::default(),
    }
}

impl Elaborated {
    /// Makes relations sets if their rows are looked up as a whole, because all their columns are joined.
    fn look_up_whole_rows(&mut self) {
        let mut whole = BTreeSet::new();
        for clause in &self.clauses {
            let rows = || clause.body.iter().filter(|premise| matches!(premise, Literal::Holds(_)));
            for premise in rows().filter(|premise| is_made_row(premise)) {
                let Literal::Holds(made) = premise else { continue };
                let others = rows().filter(|other| !std::ptr::eq(*other, premise));
                let known: BTreeSet<String> = others.flat_map(used_by).collect();
                if !known.is_empty() && used_by(premise).all(|name| known.contains(&name)) {
                    whole.insert(made.name.clone());
                }
            }
        }
        for relation in self.relations.iter_mut().filter(|relation| whole.contains(&relation.name)) {
            relation.storage = Some(Storage::Set);
        }
    }
}

/// The key of folds that share a relation of steps.
#[derive(PartialEq, Eq, Hash)]
struct FoldKey {
    before: Vec<Literal>,
    columns: Vec<String>,
    walk: (Vec<Literal>, bool),
}

/// The elaboration of the rules of an engine.
pub struct Elaboration<'a> {
    context: &'a Context<'a>,
    out: Elaborated,
    /// The auxiliary relations, by the premises that they stand for.
    known: FxHashMap<Canonical, String>,
    /// The relations of the steps of folds.
    folds: FxHashMap<FoldKey, String>,
    /// The number of auxiliary relations of each rule.
    names: BTreeMap<String, usize>,
    /// The clauses that have been emitted.
    emitted: FxHashSet<Canonical>,
}

/// A clause under construction.
#[derive(Clone)]
struct Clause {
    /// The premises.
    body: Vec<Literal>,
    /// The number of rows among them, as far as it matters for the next premise: two, if no other growing row may follow.
    rows: usize,
    /// Holds if one of them is a row of a relation that grows.
    is_growing: bool,
    /// The types of variables.
    types: Types,
    /// The name for auxiliary relations.
    name: String,
    /// The place of the rule.
    span: Span,
}

impl Elaboration<'_> {
    /// Returns the number of clauses so far.
    pub fn clauses(&self) -> usize {
        self.out.clauses.len()
    }

    /// Returns the elaborated rules.
    pub fn finish(mut self) -> Elaborated {
        self.out.look_up_whole_rows();
        self.out
    }

    /// Adds a rule.
    ///
    /// # Errors
    /// The error in the rule.
    pub fn add(&mut self, rule: &Rule) -> Result<(), String> {
        let name = named(rule).map_or_else(|| rule.heads[0].name.clone(), |name| name.to_lowercase().replace('-', "_"));
        let start = Clause { body: Vec::new(), rows: 0, is_growing: false, types: Types::new(), name, span: rule.span };
        let premises = self.with_question(rule);
        // A fold has several ends, one of them for an empty sequence of members.
        let mut ways = vec![start];
        for (at, premise) in premises.iter().enumerate() {
            let later = &premises[at + 1..];
            let next_question = later.first().and_then(|next| self.question_of(next));
            let mut live: BTreeSet<String> = later.iter().flat_map(used_by).collect();
            live.extend(
                rule.heads.iter().flat_map(|head| &head.arguments).flat_map(|column| used_by_term(&column.term)),
            );
            let is_last = !later.iter().any(|premise| self.row(premise).is_some() || fold::folded(premise).is_some());
            let mut next = Vec::new();
            for mut clause in ways {
                let others = self.premise(premise, &live, next_question.as_ref(), &mut clause)?;
                next.push(clause);
                next.extend(others);
            }
            ways = if is_last { next } else { vec![self.joined(next, &live)?] };
        }
        for clause in ways {
            self.conclude(rule.heads.clone(), clause);
        }
        Ok(())
    }

    /// Joins several ways into one, by an auxiliary relation.
    fn joined(&mut self, mut ways: Vec<Clause>, live: &BTreeSet<String>) -> Result<Clause, String> {
        let Some(mut first) = ways.pop() else { return Err("no way leads on".to_owned()) };
        if ways.is_empty() {
            return Ok(first);
        }
        let columns: Vec<String> = in_order(&first.body).into_iter().filter(|name| live.contains(name)).collect();
        let name = self.fresh(&first.name);
        self.declare(&name, &columns, &first.types, Storage::Set, first.span)?;
        let arguments = columns.iter().map(|column| variable(column, first.span)).collect();
        let row = Atom { name, name_span: first.span, arguments, span: first.span };
        for way in ways.into_iter().map(|way| way.body).chain([std::mem::take(&mut first.body)]) {
            self.emit(vec![row.clone()], way, first.span);
        }
        first.body.push(Literal::Holds(row));
        (first.rows, first.is_growing) = (1, true);
        Ok(first)
    }

    /// Returns the premises of a rule. A rule about a judgment that is asked begins with the question, unless rows that are about it
    /// come first.
    fn with_question(&self, rule: &Rule) -> Vec<Literal> {
        let mut premises = Vec::new();
        let head = &rule.heads[0];
        if let Some(&count) = self.context.judgments.get(&head.name)
            && !rule.body.is_empty()
            && !self.begins_with_rows_about(&head.arguments[..count], &rule.body)
        {
            premises.push(Literal::Holds(Atom {
                name: question(&head.name),
                arguments: head.arguments[..count].to_vec(),
                ..head.clone()
            }));
        }
        premises.extend(rule.body.iter().cloned());
        premises
    }

    /// Holds if the first row among some premises is concluded by rules, or is a question, and such rows and what is computed from
    /// them bind all variables of a question. Facts are about all expressions, those that nothing asks about among them.
    fn begins_with_rows_about(&self, asked: &[Argument], premises: &[Literal]) -> bool {
        let is_fact = |row: &Atom| self.context.inputs.contains(&row.name);
        let count_of = |row: &Atom| self.context.judgments.get(&row.name).copied();
        let first = premises.iter().find_map(|premise| self.row(premise));
        if first.is_none_or(|row| is_fact(row) || count_of(row).is_some()) {
            return false;
        }
        let mut bound = BTreeSet::new();
        for premise in premises {
            match self.row(premise) {
                Some(row) if is_fact(row) => {}
                Some(row) => {
                    let (asked, others) = row.arguments.split_at(count_of(row).unwrap_or(0));
                    let [asked, others] = [asked, others].map(|of| of.iter().flat_map(|of| used_by_term(&of.term)));
                    // A question with a bound variable is asked, and binds no others.
                    let asked: Vec<String> = asked.collect();
                    if !asked.iter().any(|name| bound.contains(name)) {
                        bound.extend(asked);
                    }
                    bound.extend(others);
                }
                None => bound.extend(used_by(premise)),
            }
        }
        asked.iter().flat_map(|of| used_by_term(&of.term)).all(|name| bound.contains(&name))
    }

    /// Returns the question that a premise asks.
    fn question_of(&self, premise: &Literal) -> Option<Atom> {
        let row = self.row(premise)?;
        let &count = self.context.judgments.get(&row.name)?;
        Some(Atom { name: question(&row.name), arguments: row.arguments[..count].to_vec(), ..row.clone() })
    }

    /// Returns the atom of a premise that is a row of a relation, unless the relation is a table.
    fn row<'p>(&self, premise: &'p Literal) -> Option<&'p Atom> {
        match premise {
            Literal::Holds(atom)
                if self.context.columns.contains_key(&atom.name) && !self.context.tables.contains(&atom.name) =>
            {
                Some(atom)
            }
            _ => None,
        }
    }

    fn signatures(&self) -> Signatures<'_> {
        Signatures { builtins: self.context.builtins, columns: self.context.columns, queries: self.context.queries }
    }

    /// Adds a premise to a clause. Returns the clauses of the other ends of a fold.
    fn premise(
        &mut self,
        premise: &Literal,
        live: &BTreeSet<String>,
        next: Option<&Atom>,
        clause: &mut Clause,
    ) -> Result<Vec<Clause>, String> {
        if let Some((result, aggregate)) = fold::folded(premise) {
            return self.fold(result, aggregate, live, clause);
        }
        let Some(atom) = self.row(premise) else {
            self.signatures().bind(premise, &mut clause.types);
            clause.body.push(premise.clone());
            return Ok(Vec::new());
        };
        match self.context.judgments.get(&atom.name) {
            // If the question is unbound, the premise ranges over all answers that exist.
            Some(&count) if atom.arguments[..count].iter().all(|asked| is_new(&asked.term, &clause.types)) => {
                self.join(atom, live, clause)?;
            }
            Some(&count) => self.ask(atom, count, live, next, clause)?,
            None => self.join(atom, live, clause)?,
        }
        Ok(Vec::new())
    }

    /// Joins a row with the clause.
    fn join(&mut self, atom: &Atom, live: &BTreeSet<String>, clause: &mut Clause) -> Result<(), String> {
        let (atom, conditions) = plain(atom, &clause.types, clause.rows);
        let mut needed = live.clone();
        needed.extend(used_by(&Literal::Holds(atom.clone())));
        needed.extend(conditions.iter().flat_map(used_by));
        let trailing = clause.body.len() - self.last_row(clause);
        if clause.rows > 0 && self.context.inputs.contains(&atom.name) {
            // Rows that do not grow are looked up, whichever relation drives the clause.
            self.add_row(&atom, clause);
            clause.rows = 2;
            clause.body.extend(conditions);
            self.signatures_of(clause);
            return Ok(());
        }
        if clause.rows >= 2 {
            self.wait(&needed, Vec::new(), clause)?;
        } else if clause.rows == 1 && trailing > 0 {
            let (rows, behind) = clause.body.split_at(clause.body.len() - trailing);
            let bound: BTreeSet<String> = rows.iter().flat_map(used_by).collect();
            let is_filter = |premise: &Literal| used_by(premise).all(|name| bound.contains(&name));
            if !conditions.is_empty() || !behind.iter().all(is_filter) {
                self.wait(&needed, Vec::new(), clause)?;
            } else {
                // A filter may be evaluated behind the join.
                let filters = clause.body.split_off(clause.body.len() - trailing);
                self.add_row(&atom, clause);
                clause.body.extend(filters);
                return Ok(());
            }
        }
        if clause.rows == 1 && !conditions.is_empty() {
            // The matching rows are selected separately, so that the join is on plain variables.
            let mut selection =
                Clause { body: Vec::new(), rows: 0, types: Types::new(), name: clause.name.clone(), ..*clause };
            self.add_row(&atom, &mut selection);
            selection.body.extend(conditions);
            self.signatures_of(&mut selection);
            let joined =
                clause.types.keys().filter(|name| used_by(&Literal::Holds(atom.clone())).any(|used| used == **name));
            let needed = live.iter().chain(joined).cloned().collect();
            self.wait(&needed, Vec::new(), &mut selection)?;
            let Some(Literal::Holds(selected)) = selection.body.pop() else { return Err("no selection".to_owned()) };
            self.add_row(&selected, clause);
            for (name, ty) in selection.types {
                clause.types.entry(name).or_insert(ty);
            }
            return Ok(());
        }
        self.add_row(&atom, clause);
        for condition in conditions {
            self.signatures().bind(&condition, &mut clause.types);
            clause.body.push(condition);
        }
        Ok(())
    }

    /// Infers the types of all variables of a clause.
    fn signatures_of(&self, clause: &mut Clause) {
        let body = clause.body.clone();
        for premise in &body {
            self.signatures().bind(premise, &mut clause.types);
        }
    }

    fn add_row(&self, atom: &Atom, clause: &mut Clause) {
        let premise = Literal::Holds(atom.clone());
        self.signatures().bind(&premise, &mut clause.types);
        clause.body.push(premise);
        clause.rows += 1;
        clause.is_growing |= !self.context.inputs.contains(&atom.name);
    }

    /// Returns the number of premises up to the last row.
    fn last_row(&self, clause: &Clause) -> usize {
        clause
            .body
            .iter()
            .rposition(|premise| self.row(premise).is_some() || is_made_row(premise))
            .map_or(0, |at| at + 1)
    }

    /// Returns a fresh name for an auxiliary relation of a rule.
    fn fresh(&mut self, rule: &str) -> String {
        let number = self.names.entry(rule.to_owned()).or_default();
        *number += 1;
        format!("{MADE}{rule}_{number}")
    }

    /// Declares an auxiliary relation.
    fn declare(
        &mut self,
        name: &str,
        columns: &[String],
        types: &Types,
        storage: Storage,
        span: Span,
    ) -> Result<(), String> {
        let column = |name: &String| {
            let ty = types.get(name).ok_or_else(|| format!("the type of `{name}` is not known"))?;
            Ok(Column { name: Some(name.clone()), ty: ty.clone(), default: None })
        };
        let columns = columns.iter().map(column).collect::<Result<Vec<Column>, String>>()?;
        self.out.relations.push(Declaration {
            name: name.to_owned(),
            name_span: span,
            columns,
            questions: None,
            storage: Some(storage),
            known: None,
            is_input: false,
            problem: None,
            host: None,
            takes_first: false,
            notations: Vec::new(),
            span,
        });
        Ok(())
    }

    /// Adds a clause, unless the same clause exists already.
    fn emit(&mut self, heads: Vec<Atom>, body: Vec<Literal>, span: Span) {
        if never_holds(&body) {
            return;
        }
        let conclusion: Vec<Literal> = heads.iter().cloned().map(Literal::Holds).collect();
        let whole: Vec<Literal> = body.iter().chain(&conclusion).cloned().collect();
        if self.emitted.insert(canonical(&whole, &[])) {
            self.out.clauses.push(Rule { heads, body, span });
        }
    }

    fn conclude(&mut self, heads: Vec<Atom>, clause: Clause) {
        self.emit(heads, clause.body, clause.span);
    }
}

/// Holds if the premises are one row of plain variables, which can itself wait for an answer.
fn is_plain(clause: &Clause) -> bool {
    matches!(&clause.body[..], [Literal::Holds(atom)]
        if atom.arguments.iter().all(|argument| matches!(argument.term.kind, TermKind::Variable(_) | TermKind::Any))
            && !repeats(atom))
}
