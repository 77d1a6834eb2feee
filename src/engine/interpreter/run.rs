//! Runs of interpreted engines.

use std::ops::Range;

use typelog_evaluator::{Batches, Cell, Indices, PlanEvaluator, RelationId, Table, fixpoint, store};

use crate::conditions::{CellHost, Evaluate, Left, Machine, Outcome, Stop, Values};
use crate::limit::Limit;
use crate::program::{Clause, Program};
use crate::value::{Columns, Numbered, Value};

/// A run of an engine.
#[derive(Debug)]
pub struct Run<'a> {
    program: &'a Program,
    tables: Vec<Table>,
    indices: Indices,
    values: Values<'a>,
    /// The rule that each answer comes from, in the order of the rows; empty for given rows. Only for relations whose questions
    /// have one answer.
    answered_by: Vec<Vec<&'static str>>,
    left: Left,
}

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
        let answered_by = vec![Vec::new(); program.relations.len()];
        Self {
            program,
            tables: tables.collect(),
            indices: program.indices.clone(),
            values,
            answered_by,
            left: Left::new(limit),
        }
    }

    /// Adds rows to a relation.
    pub fn load<C: Columns>(&mut self, relation: &str, rows: &[C]) {
        self.load_values(relation, &mut rows.iter().map(Columns::row));
    }

    /// The part of [`Self::load`] that does not depend on the column types, and is compiled only once.
    fn load_values(&mut self, relation: &str, rows: &mut dyn Iterator<Item = Vec<Value>>) {
        let Some(&at) = self.program.names.get(relation) else { return };
        for row in rows {
            let cells: Vec<Cell> = row.into_iter().map(|value| self.values.cell(value)).collect();
            self.tables[at].insert(&cells);
        }
        self.answered_by[at].resize(self.tables[at].len(), "a given row");
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

    /// Derives all rows.
    pub fn run(&mut self) {
        if let Err(Stop(fault)) = self.strata() {
            crate::report(&fault);
        }
    }

    fn strata(&mut self) -> Outcome {
        let program = self.program;
        program.strata.iter().try_for_each(|stratum| {
            self.round(&stratum.once, &|_| None)?;
            fixpoint(self, &stratum.relations, &stratum.again)
        })
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
            let table = &mut self.tables[relation.0 as usize];
            let size = ROW + 8 * table.arity();
            self.left.take(size * store(table, rows, count))?;
            self.compare_answers(relation, rows, clause.record.as_ref().map_or("", |record| record.0.rule))?;
        }
        Ok(count)
    }

    /// Compares the answers of a rule with earlier answers to the same questions.
    fn compare_answers(&mut self, relation: RelationId, rows: &[Cell], rule: &'static str) -> Outcome {
        let (at, info) = (relation.0 as usize, &self.program.relations[relation.0 as usize]);
        let Some(questions) = info.questions else { return Ok(()) };
        let (table, rules) = (&self.tables[at], &mut self.answered_by[at]);
        rules.resize(table.len(), rule);
        for row in rows.chunks_exact(info.columns) {
            let Some(first) = table.position_of_answer(row).filter(|&first| table.row(first) != row) else { continue };
            let shown = |cells: &[Cell]| {
                let values: Vec<String> = cells.iter().map(|&cell| self.values.value(cell).to_string()).collect();
                values.join(", ")
            };
            let answer = |row: &[Cell]| shown(&row[questions..]);
            return Err(Stop(format!(
                "two rules answer `{}({})` differently: {} says `{}`, and {rule} `{}`",
                info.name,
                shown(&row[..questions]),
                rules[first as usize],
                answer(table.row(first)),
                answer(row),
            )));
        }
        Ok(())
    }
}

impl PlanEvaluator for Run<'_> {
    type Plan = Clause;
    type Stop = Stop;

    fn len(&self, relation: RelationId) -> u32 {
        self.tables[relation.0 as usize].len() as u32
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
