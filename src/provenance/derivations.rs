//! All recorded conclusions, and the lowest proof of each.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::terms::trace::{Firing, Row, Value, Word};
use crate::types::TyList;
use crate::types::vocabulary::{Conversion, Mode};

/// Why a row holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The row.
    pub row: Row,
    /// The rule that concludes it; empty for facts.
    pub rule: &'static str,
    /// Why its premises hold.
    pub premises: Vec<Proof>,
    /// Holds if the premises are left out because they are shown elsewhere in the same proof, or are too deep.
    pub is_cut: bool,
}

impl Proof {
    /// The proof without what did not stand in the way: below a conversion that fails, only those that fail as well.
    #[must_use]
    pub fn failing(mut self) -> Self {
        if is_refusal(&self.row) {
            self.premises.retain(|premise| premise.row.relation != "converts" || is_refusal(&premise.row));
        }
        self.premises = self.premises.into_iter().map(Self::failing).collect();
        self
    }

    /// Holds if the step says that there is no conversion, and no premise says why: the rule itself does.
    pub fn is_plain_refusal(&self) -> bool {
        is_refusal(&self.row) && self.premises.is_empty() && !self.is_cut
    }
}

/// Holds for rows that say that there is no conversion.
pub(super) fn is_refusal(row: &Row) -> bool {
    row.relation == "converts" && row.cells.last() == Some(&Value::Word(Word::Conversion(Conversion::No)))
}

/// Recorded conclusions.
#[derive(Debug, Default)]
pub struct Derivations {
    firings: Vec<Firing>,
    /// For each row the firing that concludes it by the lowest proof, and the proof's height.
    lowest: FxHashMap<Row, (usize, u32)>,
    /// The concluded rows of each relation, for premises that hide columns.
    rows: FxHashMap<&'static str, Vec<Row>>,
    /// The numbers of these rows by their cells, in the columns that premises show which hide others.
    by_cell: FxHashMap<Cell, Vec<u32>>,
    /// The numbers of these columns.
    indexed: FxHashMap<&'static str, FxHashSet<usize>>,
}

/// A relation, the number of a column, and a cell there.
type Cell = (&'static str, usize, Value);

impl Derivations {
    /// Finds the lowest proofs of all that has been concluded. Linear in the record, in practice: rules record their
    /// conclusions behind their premises, so that few rounds are needed.
    pub fn new(firings: Vec<Firing>) -> Self {
        let mut firings = firings;
        firings.extend(handed_over(&firings));
        let mut derivations = Self { firings, ..Self::default() };
        for firing in &derivations.firings {
            for row in &firing.conclusions {
                derivations.rows.entry(row.relation).or_default().push(row.clone());
            }
        }
        derivations.index();
        while derivations.lower() {}
        derivations
    }

    /// Finds the rows by the cells that premises show which hide others.
    fn index(&mut self) {
        let premises = self.firings.iter().flat_map(|firing| &firing.premises);
        for premise in premises.filter(|premise| premise.cells.contains(&Value::Hidden)) {
            self.indexed.entry(premise.relation).or_default().extend(shown(premise).map(|(column, _)| column));
        }
        for (&relation, rows) in &self.rows {
            let Some(columns) = self.indexed.get(relation) else { continue };
            for (row, number) in rows.iter().zip(0..) {
                for (column, cell) in row.cells.iter().enumerate().filter(|(column, _)| columns.contains(column)) {
                    self.by_cell.entry((relation, column, *cell)).or_default().push(number);
                }
            }
        }
    }

    /// Looks once at each firing for a lower proof. Answers whether there was one.
    fn lower(&mut self) -> bool {
        let mut has_changed = false;
        for at in 0..self.firings.len() {
            let firing = &self.firings[at];
            let heights = firing.premises.iter().map(|row| self.height(row));
            let height = 1 + heights.max().unwrap_or(0);
            for row in &firing.conclusions {
                match self.lowest.get_mut(row) {
                    Some(known) if known.1 <= height => {}
                    Some(known) => {
                        *known = (at, height);
                        has_changed = true;
                    }
                    None => {
                        self.lowest.insert(row.clone(), (at, height));
                        has_changed = true;
                    }
                }
            }
        }
        has_changed
    }

    /// The height of the lowest proof of a row that is known so far; facts have none.
    fn height(&self, row: &Row) -> u32 {
        self.find(row).map_or(0, |row| self.lowest.get(row).map_or(0, |known| known.1))
    }

    /// The types in the lists of all rows.
    pub(super) fn lists(&self) -> impl Iterator<Item = TyList> {
        let rows = self.firings.iter().flat_map(|firing| firing.conclusions.iter().chain(&firing.premises));
        rows.flat_map(|row| &row.cells).filter_map(|cell| match cell {
            Value::Types(list) => Some(*list),
            _ => None,
        })
    }

    /// The concluded row that a premise means: itself, or the lowest that agrees with it where it hides columns.
    fn find<'a>(&'a self, row: &'a Row) -> Option<&'a Row> {
        if !row.cells.contains(&Value::Hidden) {
            return self.lowest.contains_key(row).then_some(row);
        }
        let rows = self.rows.get(row.relation)?;
        let indexed = self.indexed.get(row.relation);
        let fewest = shown(row)
            .filter(|(column, _)| indexed.is_some_and(|indexed| indexed.contains(column)))
            .map(|(column, cell)| self.by_cell.get(&(row.relation, column, *cell)).map_or(&[][..], |rows| rows))
            .min_by_key(|rows| rows.len());
        let all = fewest.is_none().then_some(rows).into_iter().flatten();
        let candidates = fewest.into_iter().flatten().map(|&number| &rows[number as usize]).chain(all);
        let candidates = candidates.filter(|candidate| candidate.matches(row));
        candidates.filter_map(|candidate| Some((self.lowest.get(candidate)?.1, candidate))).min().map(|found| found.1)
    }

    /// The concluded rows that agree with a pattern, in the order of their columns.
    pub fn matching(&self, pattern: &Row) -> Vec<Row> {
        let mut rows: Vec<Row> =
            self.rows.get(pattern.relation).into_iter().flatten().filter(|row| row.matches(pattern)).cloned().collect();
        rows.sort();
        rows.dedup();
        rows
    }

    /// The rows that rules of certain names conclude, in the order of their columns.
    pub fn concluded_by(&self, is_wanted: impl Fn(&str) -> bool) -> Vec<Row> {
        let wanted = self.firings.iter().filter(|firing| is_wanted(firing.rule));
        let mut rows: Vec<Row> = wanted.flat_map(|firing| firing.conclusions.iter().cloned()).collect();
        rows.sort();
        rows.dedup();
        rows
    }

    /// The conclusion in which a row's lowest proof ends, as it was recorded: its premises may be rows that only prepare.
    pub fn firing(&self, row: &Row) -> Option<&Firing> {
        let &(at, _) = self.lowest.get(self.find(row)?)?;
        Some(&self.firings[at])
    }

    /// The concluded row that a premise means: itself, or the lowest that agrees with it where it hides columns.
    pub fn known<'a>(&'a self, premise: &'a Row) -> Option<&'a Row> {
        self.find(premise)
    }

    /// All concluded rows, with the heights of their lowest proofs.
    pub fn concluded(&self) -> Vec<(u32, &Row)> {
        self.lowest.iter().map(|(row, &(_, height))| (height, row)).collect()
    }

    /// The rows that conclusions rest on, and that nothing concludes: facts of the program, and rows of tables.
    pub fn given(&self) -> FxHashSet<&Row> {
        let premises = self.firings.iter().flat_map(|firing| &firing.premises);
        premises.filter(|row| self.find(row).is_none()).collect()
    }

    /// The last step of a row's lowest proof: the row without hidden columns, the rule, and the rows that it concludes it
    /// from. Nothing for a row that is given.
    pub fn step(&self, row: &Row) -> Option<(&Row, &'static str, Vec<&Row>)> {
        let (found, &(at, _)) = self.lowest.get_key_value(self.find(row)?)?;
        let mut premises = Vec::new();
        self.firings[at].premises.iter().for_each(|premise| self.gather(premise, &mut premises));
        premises.extend(self.unfolded(found, self.firings[at].rule));
        Some((found, self.firings[at].rule, premises))
    }

    /// The answer for the unfoldings of two types that contain themselves, which the answer for the types rests on. It may
    /// rest on that in turn: such a proof assumes what it shows.
    fn unfolded(&self, row: &Row, rule: &str) -> Option<&Row> {
        if !rule.ends_with("-Recursive") {
            return None;
        }
        let mut unfolded = row.clone();
        *unfolded.cells.get_mut(2)? = Value::Word(Word::Mode(Mode::Unfolding));
        self.lowest.get_key_value(&unfolded).map(|known| known.0)
    }

    /// Adds a premise of a step; for one that only prepares, its own premises.
    fn gather<'a>(&'a self, row: &'a Row, premises: &mut Vec<&'a Row>) {
        let found = self.find(row).unwrap_or(row);
        match self.lowest.get(found).map(|&(at, _)| &self.firings[at]) {
            Some(firing) if firing.rule.is_empty() => {
                firing.premises.iter().for_each(|premise| self.gather(premise, premises));
            }
            _ if premises.contains(&found) => {}
            _ => premises.push(found),
        }
    }

    /// The lowest proof of a row, cut below a depth. What occurs in it twice is shown once.
    pub fn proof(&self, row: &Row, depth: usize) -> Proof {
        self.prove(row, depth, &mut FxHashSet::default())
    }

    fn prove(&self, row: &Row, depth: usize, shown: &mut FxHashSet<Row>) -> Proof {
        let given = Proof { row: row.clone(), rule: "", premises: Vec::new(), is_cut: false };
        let Some((found, rule, premises)) = self.step(row) else { return given };
        let mut proof = Proof { row: found.clone(), rule, ..given };
        if depth == 0 || !shown.insert(found.clone()) {
            proof.is_cut = !premises.is_empty();
            return proof;
        }
        for premise in premises {
            let premise = self.prove(premise, depth - 1, shown);
            if !proof.premises.contains(&premise) {
                proof.premises.push(premise);
            }
        }
        proof
    }
}

/// The cells of a row that are not hidden, with the numbers of their columns.
fn shown(row: &Row) -> impl Iterator<Item = (usize, &Value)> {
    row.cells.iter().enumerate().filter(|(_, cell)| **cell != Value::Hidden)
}

/// The rows that one engine hands to another one in another form. A conversion is undecided if a part of it has not been
/// compared; in Terraform, expressions have the types of their values.
fn handed_over(firings: &[Firing]) -> Vec<Firing> {
    const HANDED: [(&str, &str); 3] =
        [("is_undecided", "uncompared"), ("root_value", "evaluates"), ("has_type", "evaluates")];
    let mut sources: FxHashMap<&str, Vec<&Row>> = FxHashMap::default();
    let mut concluded: FxHashSet<&Row> = FxHashSet::default();
    for row in firings.iter().flat_map(|firing| &firing.conclusions) {
        if HANDED.iter().any(|pair| pair.1 == row.relation) {
            sources.entry(row.relation).or_default().push(row);
        } else if HANDED.iter().any(|pair| pair.0 == row.relation) {
            concluded.insert(row);
        }
    }
    let mut handed = Vec::new();
    let mut seen = FxHashSet::default();
    for row in firings.iter().flat_map(|firing| &firing.premises) {
        let Some((_, source)) = HANDED.iter().find(|pair| pair.0 == row.relation) else { continue };
        if concluded.contains(row) || row.cells.last() == Some(&Value::Flag(false)) || !seen.insert(row) {
            continue;
        }
        let is_it = |found: &&&Row| match *source {
            "uncompared" => found.cells[..] == row.cells[..2],
            _ => found.cells.get(1) == row.cells.first(),
        };
        let rows = sources.get(source).map_or(&[][..], |rows| rows);
        let fallback = rows.first().filter(|_| *source == "uncompared");
        if let Some(&found) = rows.iter().find(is_it).or(fallback) {
            handed.push(Firing { rule: "", conclusions: vec![row.clone()], premises: vec![found.clone()] });
        }
    }
    handed
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(relation: &'static str, number: u32) -> Row {
        Row::new(relation, vec![Value::Number(number)])
    }

    fn firing(rule: &'static str, conclusion: Row, premises: Vec<Row>) -> Firing {
        Firing { rule, conclusions: vec![conclusion], premises }
    }

    #[test]
    fn the_lowest_proof_is_found_whatever_comes_first() {
        let derivations = Derivations::new(vec![
            firing("Long", row("b", 1), vec![row("given", 1)]),
            firing("Long", row("c", 1), vec![row("b", 1)]),
            firing("Long", row("goal", 1), vec![row("c", 1)]),
            firing("Short", row("goal", 1), vec![row("given", 2)]),
        ]);
        let proof = derivations.proof(&row("goal", 1), 9);
        assert_eq!((proof.rule, &proof.premises[0].row), ("Short", &row("given", 2)));
    }

    #[test]
    fn preparations_are_left_out() {
        let derivations = Derivations::new(vec![
            firing("", row("walk", 1), vec![row("given", 1)]),
            firing("", row("walk", 2), vec![row("walk", 1), row("given", 2)]),
            firing("Rule", row("goal", 1), vec![row("walk", 2)]),
        ]);
        let proof = derivations.proof(&row("goal", 1), 9);
        let premises: Vec<&Row> = proof.premises.iter().map(|premise| &premise.row).collect();
        assert_eq!(premises, [&row("given", 1), &row("given", 2)]);
    }

    #[test]
    fn what_is_hidden_is_found() {
        let pair = |a, b| Row::new("pair", vec![a, Value::Number(b)]);
        let derivations = Derivations::new(vec![
            firing("Pair", pair(Value::Number(7), 1), vec![row("given", 1)]),
            firing("Rule", row("goal", 1), vec![pair(Value::Hidden, 1)]),
        ]);
        let proof = derivations.proof(&row("goal", 1), 9);
        assert_eq!(proof.premises[0].row, pair(Value::Number(7), 1));
    }

    #[test]
    fn depth_cuts() {
        let derivations = Derivations::new(vec![
            firing("A", row("a", 1), vec![row("given", 1)]),
            firing("B", row("b", 1), vec![row("a", 1)]),
        ]);
        let proof = derivations.proof(&row("b", 1), 1);
        assert!(proof.premises[0].is_cut && proof.premises[0].premises.is_empty());
    }
}
