//! Profiles of user rules: their texts, tables and comparisons.

use std::fmt::Write as _;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::query::{FEW, Profile, RuleSources};

/// A serializable profile, as saved in a file.
#[derive(Debug, Serialize, Deserialize)]
pub struct ProfileReport {
    rules: Vec<RuleReport>,
    preparation_microseconds: u64,
    total_microseconds: u64,
}

#[derive(Debug, Serialize, Deserialize)]
struct RuleReport {
    relation: String,
    place: String,
    rows: u64,
    rounds: u32,
    microseconds: u64,
    premises: Vec<PremiseReport>,
    /// The remark on a join that keeps few rows.
    #[serde(skip_serializing_if = "Option::is_none")]
    waste: Option<String>,
}

#[derive(Debug, Serialize, Deserialize)]
struct PremiseReport {
    premise: String,
    tried: u64,
    kept: u64,
}

impl ProfileReport {
    /// Creates the report of a profile.
    pub fn new(profile: &Profile, sources: &RuleSources) -> Self {
        let one_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let rules = profile.rules.iter().map(|rule| {
            let text_of = |at: usize| one_line(sources.slice(rule.premises[at].span));
            // A part of a body may be several conditions, each of which tests the rows that the one before it has kept.
            let parts = rule.premises.chunk_by(|a, b| a.span == b.span);
            let premises = parts.map(|part| PremiseReport {
                premise: one_line(sources.slice(part[0].span)),
                tried: part[0].tried,
                kept: part[part.len() - 1].kept,
            });
            let waste = rule.waste.as_ref().map(|waste| {
                let name = text_of(waste.premise);
                let found = format!("of {} rows that are met for `{name}`, {} are kept", waste.tried, waste.kept);
                match &waste.better {
                    Some((order, met)) => {
                        let mut order: Vec<String> = order.iter().map(|&at| text_of(at)).collect();
                        order.dedup();
                        format!("{found}; in the order `{}`, {met} rows are met in all", order.join(", "))
                    }
                    None => format!("{found}; no order that begins with another premise meets half as many rows"),
                }
            });
            RuleReport {
                relation: rule.relation.clone(),
                place: sources.line(rule.rule),
                rows: rule.rows,
                rounds: rule.rounds,
                microseconds: microseconds(rule.time),
                premises: premises.collect(),
                waste,
            }
        });
        Self {
            rules: rules.collect(),
            preparation_microseconds: microseconds(profile.preparation),
            total_microseconds: microseconds(profile.total),
        }
    }

    /// Reads the text of a saved report.
    ///
    /// # Errors
    /// If it has another form.
    pub fn parse(text: &[u8]) -> serde_json::Result<Self> {
        serde_json::from_slice(text)
    }

    /// Returns the text that is saved.
    pub fn text(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    /// Renders a table: each rule, with its premises below it.
    pub fn table(&self) -> String {
        let mut text = "   tried      kept  rounds  microseconds  rule\n".to_owned();
        for rule in &self.rules {
            let RuleReport { rows, rounds, microseconds, relation, place, .. } = rule;
            let _ =
                writeln!(text, "{:>8}  {rows:>8}  {rounds:>6}  {microseconds:>12}  {relation}   {place}", rule.tried());
            for PremiseReport { premise, tried, kept } in &rule.premises {
                let _ = writeln!(text, "{tried:>8}  {kept:>8}  {:>6}  {:>12}    {premise}", "", "");
            }
        }
        let rules: u64 = self.rules.iter().map(|rule| rule.microseconds).sum();
        let (preparation, total) = (self.preparation_microseconds, self.total_microseconds);
        let _ = writeln!(text, "rules {rules}, rounds, plans and indices {preparation}, in all {total} microseconds");
        for rule in &self.rules {
            if let Some(waste) = &rule.waste {
                let _ = writeln!(text, "{}: {waste}", rule.place);
            }
        }
        if self.rules.iter().any(|rule| rule.waste.is_some()) {
            let _ = writeln!(
                text,
                "(named where fewer than one row in {FEW} is kept; `# order: written` above a rule keeps its order)"
            );
        }
        text
    }

    /// Renders the changes since another report, rule by rule. The rules of a relation are compared in order.
    pub fn compared(&self, before: &Self) -> String {
        let mut text = "   tried    before  microseconds    before  rule\n".to_owned();
        let mut line = |tried: [u64; 2], time: [u64; 2], name: &str| {
            let ([tried, tried_before], [time, time_before]) = (tried, time);
            let _ = writeln!(text, "{tried:>8}  {tried_before:>8}  {time:>12}  {time_before:>8}  {name}");
        };
        for (at, rule) in self.rules.iter().enumerate() {
            let nth = self.rules[..at].iter().filter(|known| known.relation == rule.relation).count();
            let old = before.rules.iter().filter(|known| known.relation == rule.relation).nth(nth);
            let of_old = |number: fn(&RuleReport) -> u64| old.map_or(0, number);
            let name = format!("{}   {}{}", rule.relation, rule.place, if old.is_none() { "   new" } else { "" });
            let time = [rule.microseconds, of_old(|rule| rule.microseconds)];
            line([rule.tried(), of_old(RuleReport::tried)], time, &name);
        }
        for (at, old) in before.rules.iter().enumerate() {
            let nth = before.rules[..at].iter().filter(|known| known.relation == old.relation).count();
            if self.rules.iter().filter(|known| known.relation == old.relation).nth(nth).is_none() {
                line([0, old.tried()], [0, old.microseconds], &format!("{}   {}   gone", old.relation, old.place));
            }
        }
        let all = |report: &Self| report.rules.iter().map(RuleReport::tried).sum::<u64>();
        let time = [self.total_microseconds, before.total_microseconds];
        line([all(self), all(before)], time, "in all");
        text
    }
}

impl RuleReport {
    /// Returns the number of rows that are tried for all premises.
    fn tried(&self) -> u64 {
        self.premises.iter().map(|premise| premise.tried).sum()
    }
}

fn microseconds(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}
