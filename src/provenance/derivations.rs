//! Recorded conclusions, and the minimal proof of each.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::builtins::trace::{Firing, Row, Value, Word};
use crate::types::TyList;
use crate::types::vocabulary::{Conversion, Mode};

/// The proof of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The row.
    pub row: Row,
    /// The rule that concludes it; empty for facts.
    pub rule: &'static str,
    /// The proofs of its premises.
    pub premises: Vec<Proof>,
    /// Holds if the premises are omitted, because they are shown elsewhere in the same proof or exceed the depth.
    pub is_cut: bool,
}

impl Proof {
    /// Returns the proof without irrelevant premises: below a conversion that fails, of the conversions only those that fail as
    /// well.
    #[must_use]
    pub fn failing(mut self) -> Self {
        if is_refusal(&self.row) {
            self.premises.retain(|premise| premise.row.relation != "converts" || is_refusal(&premise.row));
        }
        self.premises = self.premises.into_iter().map(Self::failing).collect();
        self
    }
}

/// Holds for rows that refuse a conversion.
pub(super) fn is_refusal(row: &Row) -> bool {
    row.relation == "converts" && row.cells.last() == Some(&Value::Word(Word::Conversion(Conversion::No)))
}

/// Recorded conclusions.
#[derive(Debug, Default)]
pub struct Derivations {
    firings: Vec<Firing>,
    /// The firing that ends the minimal proof of each row, and the proof's height.
    lowest: FxHashMap<Row, (usize, u32)>,
    /// The concluded rows of each relation, for premises with hidden columns.
    rows: FxHashMap<&'static str, Vec<Row>>,
    /// An index of these rows by cell, for the visible columns of premises with hidden ones.
    by_cell: FxHashMap<Cell, Vec<u32>>,
    /// The numbers of the indexed columns.
    indexed: FxHashMap<&'static str, FxHashSet<usize>>,
}

/// An index key: relation, column and cell.
type Cell = (&'static str, usize, Value);

impl Derivations {
    /// Computes the minimal proofs of all conclusions. Linear in the record in practice: rules record their conclusions after
    /// their premises, so that few rounds are needed.
    pub fn new(firings: Vec<Firing>) -> Self {
        let mut firings = firings;
        firings.extend(bridging_firings(&firings));
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

    /// Builds the index for premises with hidden columns.
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

    /// Relaxes each firing once. Holds if this lowers the height of some proof.
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

    /// Returns the height of the minimal proof known so far; 0 for facts.
    fn height(&self, row: &Row) -> u32 {
        self.find(row).map_or(0, |row| self.lowest.get(row).map_or(0, |known| known.1))
    }

    /// Returns the type lists in all rows.
    pub(super) fn lists(&self) -> impl Iterator<Item = TyList> {
        let rows = self.firings.iter().flat_map(|firing| firing.conclusions.iter().chain(&firing.premises));
        rows.flat_map(|row| &row.cells).filter_map(|cell| match cell {
            Value::Types(list) => Some(*list),
            _ => None,
        })
    }

    /// Returns the concluded row that matches a premise; of several, the one with the lowest proof.
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

    /// Returns the concluded rows that match a pattern, sorted by columns.
    pub fn matching(&self, pattern: &Row) -> Vec<Row> {
        let mut rows: Vec<Row> =
            self.rows.get(pattern.relation).into_iter().flatten().filter(|row| row.matches(pattern)).cloned().collect();
        rows.sort();
        rows.dedup();
        rows
    }

    /// Returns the rows that rules with certain names conclude, sorted by columns.
    pub fn concluded_by(&self, is_wanted: impl Fn(&str) -> bool) -> Vec<Row> {
        let wanted = self.firings.iter().filter(|firing| is_wanted(firing.rule));
        let mut rows: Vec<Row> = wanted.flat_map(|firing| firing.conclusions.iter().cloned()).collect();
        rows.sort();
        rows.dedup();
        rows
    }

    /// Returns the firing that ends a row's minimal proof, as recorded. Its premises may be rows of auxiliary rules.
    pub fn firing(&self, row: &Row) -> Option<&Firing> {
        let &(at, _) = self.lowest.get(self.find(row)?)?;
        Some(&self.firings[at])
    }

    /// Returns the concluded row that matches a premise; of several, the one with the lowest proof.
    pub fn known<'a>(&'a self, premise: &'a Row) -> Option<&'a Row> {
        self.find(premise)
    }

    /// Returns all concluded rows, with the heights of their minimal proofs.
    pub fn concluded(&self) -> Vec<(u32, &Row)> {
        self.lowest.iter().map(|(row, &(_, height))| (height, row)).collect()
    }

    /// Returns the premises that no rule concludes: facts of the program, and rows of tables.
    pub fn given(&self) -> FxHashSet<&Row> {
        let premises = self.firings.iter().flat_map(|firing| &firing.premises);
        premises.filter(|row| self.find(row).is_none()).collect()
    }

    /// Returns the last step of a row's minimal proof: the row without hidden columns, the rule, and its premises. `None` for a
    /// given row.
    pub fn step(&self, row: &Row) -> Option<(&Row, &'static str, Vec<&Row>)> {
        let (found, &(at, _)) = self.lowest.get_key_value(self.find(row)?)?;
        let mut premises = Vec::new();
        self.firings[at].premises.iter().for_each(|premise| self.gather(premise, &mut premises));
        premises.extend(self.unfolded(found, self.firings[at].rule));
        Some((found, self.firings[at].rule, premises))
    }

    /// Returns the answer for the unfoldings of two recursive types, on which the answer for the types themselves depends. It may
    /// depend on that answer in turn: such a proof is coinductive.
    fn unfolded(&self, row: &Row, rule: &str) -> Option<&Row> {
        if !rule.ends_with("-Recursive") {
            return None;
        }
        let mut unfolded = row.clone();
        *unfolded.cells.get_mut(2)? = Value::Word(Word::Mode(Mode::Unfolding));
        self.lowest.get_key_value(&unfolded).map(|known| known.0)
    }

    /// Adds a premise of a step; a row of an auxiliary rule is replaced by its own premises.
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

    /// Returns the minimal proof of a row, cut below a depth. A step that occurs twice is shown once.
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

/// Returns the visible cells of a row, with the numbers of their columns.
fn shown(row: &Row) -> impl Iterator<Item = (usize, &Value)> {
    row.cells.iter().enumerate().filter(|(_, cell)| **cell != Value::Hidden)
}

/// Returns firings for the rows that one engine passes to another in another form. A conversion is undecided if a part of it has
/// not been compared; in Terraform, expressions have the types of their values.
fn bridging_firings(firings: &[Firing]) -> Vec<Firing> {
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
