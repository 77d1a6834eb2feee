//! Runs of interpreted engines.

use std::collections::BTreeSet;
use std::ops::Range;

use typed_index_collections::{TiVec, ti_vec};
use typelog_builtins::session;
use typelog_builtins::trace::{PremiseCount, Row, count_premise};
use typelog_evaluator::{Batches, Cell, Indices, PlanEvaluator, RelationId, Table, Tally, fixpoint, store};
use typelog_reader::elaborate::question;
use typelog_types::{Piece, RunFault};

use crate::chunk;
use crate::conditions::{CellHost, Evaluate, Left, Machine, Outcome, Stop, Values};
use crate::kept;
use crate::limit::Limit;
use crate::program::{Asked, Clause, Program, Relation};
use crate::value::{Columns, Numbered, Value};

/// A run of an engine.
#[derive(Debug)]
pub struct Run<'a> {
    program: &'a Program,
    tables: TiVec<RelationId, Table>,
    indices: Indices,
    values: Values<'a>,
    /// The number of the rule that each row comes from, in the order of the rows; [`GIVEN`] for given rows.
    answered_by: TiVec<RelationId, Vec<u32>>,
    /// The relations that the compiled engine holds.
    loaded: BTreeSet<RelationId>,
    left: Left,
}

/// Stands for the number of a rule where a row is given.
const GIVEN: u32 = u32::MAX;

/// The maximal number of questions without an answer that are reported in a run.
const MOST_UNANSWERED: usize = 3;

/// The approximate size of a row without its cells, in bytes: its entries in hash tables.
const ROW: usize = 16;

impl<'a> Run<'a> {
    /// Creates a run without rows.
    pub fn new(program: &'a Program, limit: Limit) -> Self {
        let tables = program.relations.iter().map(|relation| match relation.questions {
            Some(questions) => Table::of_answers(relation.columns, questions),
            None => Table::new(relation.columns),
        });
        let values = Values { known: &program.values, own: Numbered::default() };
        let answered_by = ti_vec![Vec::new(); program.relations.len()];
        Self {
            program,
            tables: tables.collect(),
            indices: program.indices.clone(),
            values,
            answered_by,
            loaded: BTreeSet::new(),
            left: Left::new(limit),
        }
    }

    /// Adds rows to a relation.
    pub fn load<C: Columns>(&mut self, relation: &str, rows: &[C]) {
        self.load_values(relation, rows.len(), &|at| rows[at].row());
    }

    /// The part of [`Self::load`] that does not depend on the column types, and is compiled only once.
    fn load_values(&mut self, relation: &str, count: usize, row: &dyn Fn(usize) -> Vec<Value>) {
        let Some(&at) = self.program.names.get(relation) else { return };
        self.loaded.insert(at);
        for number in 0..count {
            let cells: Vec<Cell> = row(number).into_iter().map(|value| self.values.cell(value)).collect();
            self.tables[at].insert(&cells);
        }
        self.answered_by[at].resize(self.tables[at].len(), GIVEN);
    }

    /// Returns the rows of a relation.
    pub fn rows<C: Columns>(&mut self, relation: &str) -> Vec<C> {
        let mut found = Vec::new();
        self.each_row(relation, &mut |values| found.extend(C::of_row(values)));
        found
    }

    /// The part of [`Self::rows`] that does not depend on the column types: visits each row as values.
    fn each_row(&self, relation: &str, take: &mut dyn FnMut(&[Value])) {
        let Some(&at) = self.program.names.get(relation) else { return };
        for row in self.tables[at].rows() {
            let values: Vec<Value> = row.iter().map(|&cell| self.values.value(cell).clone()).collect();
            take(&values);
        }
    }

    /// Derives all rows. The rows of relations that the built-in book lacks are kept with the session.
    pub fn run(&mut self) {
        self.load_wanted();
        match self.strata() {
            Err(Stop(fault)) => crate::report(*fault),
            // What a fault leaves out has no answers either.
            Ok(()) if crate::is_faulty() => {}
            Ok(()) => {
                self.unanswered().into_iter().for_each(crate::report);
                self.count_premises();
            }
        }
        for &relation in &self.program.handed_on {
            let values = |row: &[Cell]| row.iter().map(|&cell| self.values.value(cell).clone()).collect();
            let rows = self.tables[relation].rows().map(values).collect();
            chunk::hand_on(&self.program.relations[relation].name, rows);
        }
        for &relation in &self.program.new_relations {
            let rows = self.tables[relation].rows().map(|row| {
                let cells = row.iter().map(|&cell| self.values.value(cell).traced()).collect();
                Row::new(kept::text(&self.program.relations[relation].name), cells)
            });
            session::keep_rows(rows);
        }
    }

    /// Adds the rows of the chunk that the rules use and the compiled engine does not hold.
    fn load_wanted(&mut self) {
        let program = self.program;
        for (relation, _) in &program.wanted {
            if !self.loaded.contains(relation) {
                let name = &program.relations[*relation].name;
                let rows = chunk::rows_of(name);
                self.load_values(name, rows.len(), &|at| rows[at].clone());
            }
        }
    }

    /// Answers a question to a judgment of the engine; `None` if the rules leave it open. Two answers are reported.
    pub fn answer(&mut self, judgment: &str, asked: &[Value]) -> Option<Vec<Value>> {
        self.load_values(&question(judgment), 1, &|_| asked.to_vec());
        self.run();
        let mut found: Vec<(u32, Vec<Value>)> = Vec::new();
        let mut at = 0;
        self.each_row(judgment, &mut |row| {
            let (own, answer) = row.split_at(asked.len().min(row.len()));
            if own == asked && found.len() < 2 {
                found.push((at, answer.to_vec()));
            }
            at += 1;
        });
        if let [(first, _), (second, _)] = found[..] {
            self.report_conflict(judgment, asked.len(), (first, second));
        }
        found.into_iter().next().map(|(_, answer)| answer)
    }

    /// Reports two rows of a judgment that answer one question.
    fn report_conflict(&self, judgment: &str, questions: usize, (first, second): (u32, u32)) {
        let Some(&at) = self.program.names.get(judgment) else { return };
        let (info, table, by) = (&self.program.relations[at], &self.tables[at], &self.answered_by[at]);
        let rule = |row: u32| by.get(row as usize).copied().unwrap_or(GIVEN);
        let rows = (table.row(first), table.row(second));
        crate::report(self.conflict(info, questions, rows, (rule(first), rule(second))));
    }

    /// Returns the questions without an answer, among those to which the rules have to give one.
    fn unanswered(&self) -> Vec<RunFault> {
        let mut found: Vec<RunFault> = Vec::new();
        for (at, info) in self.program.relations.iter_enumerated() {
            let (Some(asked), Some(count)) = (&info.asked, info.questions) else { continue };
            let questions = asked.by.iter().flat_map(|&by| self.tables[by].rows().map(|row| &row[..count]));
            let open = questions.filter(|question| self.tables[at].position_of_answer(question).is_none());
            found.extend(open.take(MOST_UNANSWERED).map(|question| self.unanswered_question(info, asked, question)));
        }
        found.truncate(MOST_UNANSWERED);
        found
    }

    fn unanswered_question(&self, info: &Relation, asked: &Asked, question: &[Cell]) -> RunFault {
        let mut message = vec![Piece::Text(format!("no rule answers `{}(", info.name))];
        self.show(question, &mut message);
        message.push(Piece::Text(")`".to_owned()));
        let fault = RunFault::new("unanswered-question", message);
        let fault = fault.label(asked.declared.label(format!("`{}` needs an answer to each question", info.name)));
        fault.help(format!("without a rule the answer is `{}`", asked.default))
    }

    /// Appends the texts of values, with commas between them.
    fn show(&self, cells: &[Cell], message: &mut Vec<Piece>) {
        for (at, &cell) in cells.iter().enumerate() {
            if at > 0 {
                message.push(Piece::Text(", ".to_owned()));
            }
            message.push(match self.values.value(cell) {
                Value::ExprId(expression) => Piece::Expression(expression.0),
                Value::BindingId(binding) => Piece::Binding(binding.0),
                value => Piece::Text(value.to_string()),
            });
        }
    }

    fn strata(&mut self) -> Outcome {
        let program = self.program;
        program.strata.iter().try_for_each(|stratum| {
            self.round(&stratum.once, &|_| None)?;
            fixpoint(self, &stratum.relations, &stratum.again)
        })
    }

    /// Counts how often each premise holds, over all rows that have been derived.
    fn count_premises(&mut self) {
        let program = self.program;
        for clause in &program.counted {
            self.indices.refresh_some(&clause.indices, &self.tables);
            let mut left = Left::new(self.left.limit);
            let host = CellHost { values: &mut self.values, left: &mut left };
            let mut machine = Machine::new(host, &self.tables, &self.indices, clause.slots, 0..0);
            machine.tally(vec![Tally::default(); clause.steps.len()]);
            // A premise that cannot be evaluated has been reported by the run.
            let _ = machine.run(&clause.steps, &mut |_| Ok(()));
            let file = kept::text(&program.rules[clause.rule as usize].file.0);
            for ((span, can_fail), tally) in clause.placed_steps().zip(machine.take_tallies()) {
                let failed = can_fail.then_some(tally.failed);
                count_premise((file, (span.start, span.end)), PremiseCount { reached: tally.reached, failed });
            }
        }
    }

    /// Adds the conclusions of a clause from a range of rows, and returns their number.
    fn batch(&mut self, clause: &Clause, range: Range<u32>) -> Result<usize, Stop> {
        let mut found: Vec<Vec<Cell>> = vec![Vec::new(); clause.heads.len()];
        let mut count = 0;
        let meanings = CellHost { values: &mut self.values, left: &mut self.left };
        let mut machine = Machine::new(meanings, &self.tables, &self.indices, clause.slots, range);
        machine.run(&clause.steps, &mut |machine| {
            count += 1;
            for ((_, columns), rows) in clause.heads.iter().zip(&mut found) {
                for column in columns {
                    rows.push(machine.cell(column)?);
                }
            }
            machine.record(clause)
        })?;
        for (&(relation, _), rows) in clause.heads.iter().zip(&found) {
            let table = &mut self.tables[relation];
            let size = ROW + 8 * table.arity();
            self.left.take(size * store(table, rows, count))?;
            self.compare_answers(relation, rows, clause.rule)?;
        }
        Ok(count)
    }

    /// Compares the answers of a rule with earlier answers to the same questions.
    fn compare_answers(&mut self, at: RelationId, rows: &[Cell], rule: u32) -> Outcome {
        let info = &self.program.relations[at];
        self.answered_by[at].resize(self.tables[at].len(), rule);
        let Some(questions) = info.questions else { return Ok(()) };
        let table = &self.tables[at];
        for row in rows.chunks_exact(info.columns) {
            let Some(first) = table.position_of_answer(row).filter(|&first| table.row(first) != row) else { continue };
            let rules = (self.answered_by[at][first as usize], rule);
            return Err(Stop(Box::new(self.conflict(info, questions, (table.row(first), row), rules))));
        }
        Ok(())
    }

    /// Returns the fault of two rules that give different answers to a question.
    fn conflict(
        &self,
        info: &Relation,
        questions: usize,
        (first, second): (&[Cell], &[Cell]),
        rules: (u32, u32),
    ) -> RunFault {
        let (by_first, by_second) = self.causes(first[0], rules);
        let mut message = vec![Piece::Text(format!("two rules answer `{}(", info.name))];
        self.show(&first[..questions], &mut message);
        message.push(Piece::Text(format!(")` differently: {} says `", self.rule_name(by_first))));
        self.show(&first[questions..], &mut message);
        message.push(Piece::Text(format!("`, and {} `", self.rule_name(by_second))));
        self.show(&second[questions..], &mut message);
        message.push(Piece::Text("`".to_owned()));
        let mut fault = RunFault::new("conflicting-answers", message);
        for (rule, words) in [(by_second, "one answer"), (by_first, "the other answer")] {
            fault.labels.extend(self.program.rules.get(rule as usize).map(|origin| origin.label(words.to_owned())));
        }
        fault
    }

    /// Returns the rules that cause two answers about a value. If one rule gives both, two others give its premises about the value.
    fn causes(&self, about: Cell, rules: (u32, u32)) -> (u32, u32) {
        let (mut waiting, mut seen) = (vec![rules.0], BTreeSet::new());
        while rules.0 == rules.1
            && let Some(rule) = waiting.pop()
        {
            let Some(origin) = self.program.rules.get(rule as usize).filter(|_| seen.insert(rule)) else { continue };
            for &premise in &origin.premises {
                let rows = self.tables[premise].rows().zip(&self.answered_by[premise]);
                let by: BTreeSet<u32> = rows.filter(|(row, _)| row.contains(&about)).map(|(_, &by)| by).collect();
                let mut by = by.into_iter().filter(|&by| by != GIVEN);
                match (by.next(), by.next()) {
                    (Some(first), Some(second)) => return (first, second),
                    (Some(only), None) => waiting.push(only),
                    _ => {}
                }
            }
        }
        rules
    }

    fn rule_name(&self, rule: u32) -> String {
        match self.program.rules.get(rule as usize) {
            None => "a given row".to_owned(),
            Some(origin) if origin.name.is_empty() => "a rule without a name".to_owned(),
            Some(origin) => origin.name.clone(),
        }
    }
}

impl PlanEvaluator for Run<'_> {
    type Plan = Clause;
    type Stop = Stop;

    fn len(&self, relation: RelationId) -> u32 {
        self.tables[relation].len() as u32
    }

    fn delta(clause: &Clause) -> Option<usize> {
        clause.delta
    }

    fn round(&mut self, clauses: &[Clause], new_rows: &dyn Fn(&Clause) -> Option<Range<u32>>) -> Outcome {
        for clause in clauses {
            let new = new_rows(clause);
            if new.as_ref().is_some_and(Range::is_empty) {
                continue;
            }
            self.indices.refresh_some(&clause.indices, &self.tables);
            let mut batches = Batches::new(&clause.steps, new, |relation| self.len(relation));
            let mut found = 0;
            while let Some(range) = batches.next(found) {
                found = self.batch(clause, range)?;
            }
        }
        Ok(())
    }
}
