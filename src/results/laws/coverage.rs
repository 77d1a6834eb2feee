//! Coverage of a book: the rules that a run did not use, and the premises that never failed in it.

use std::collections::{BTreeMap, BTreeSet};

use typelog_interpreter::judgments_of;
use typelog_reader::ascent::Query;
use typelog_reader::book::BookFile;
use typelog_reader::catalogue::named;
use typelog_reader::elaborate::{used_by_term, variables};
use typelog_reader::syntax::{Literal, Rule, TermKind};

use super::mutants::{is_mark, start};
use crate::book::texts;
use crate::builtins::trace::{PremiseCount, Profile};
use crate::types::BookHandle;

/// The coverage of the rules of a book.
#[derive(Clone, Debug, Default)]
pub struct Coverage {
    /// The number of rules.
    pub rules: usize,
    /// The number of premises that may fail and were evaluated. Premises that another rule begins with as well are evaluated once,
    /// and count for that rule only.
    pub premises: usize,
    /// The rules that concluded nothing.
    pub unused: Vec<Uncovered>,
    /// The premises of the other rules that were never evaluated.
    pub unreached: Vec<Uncovered>,
    /// The premises of the other rules that never failed.
    pub unfailing: Vec<Uncovered>,
}

/// A rule or a premise that is not covered.
#[derive(Clone, Debug)]
pub struct Uncovered {
    /// The name of the rule.
    pub rule: String,
    /// The place: `rules/types/conversion.dl:33`.
    pub place: String,
    /// The premise. For a rule that concluded nothing, the first one that never held; `None` if there is none.
    pub premise: Option<String>,
}

impl Coverage {
    /// Returns the coverage of a book by the runs in a profile. Its premises have counts if the book counts them.
    pub fn new(book: &BookHandle, used: &Profile) -> Self {
        let fired: BTreeSet<&str> = used.fired().collect();
        let mut found = Self::default();
        for text in &texts(book).files {
            // The rules of an open book have been parsed successfully before.
            let Ok(file) = BookFile::read(&text.path, text.text.clone().into_owned()) else { continue };
            let rules: Vec<&Rule> = file.rules().filter(|rule| named(rule).is_some()).collect();
            // The alternatives of a rule are several rules at one place.
            for ways in rules.chunk_by(|rule, next| rule.span == next.span) {
                let is_used = named(ways[0]).is_some_and(|name| fired.contains(name));
                found.add(&file, ways, is_used, (used, judgments_of(book)));
            }
        }
        found
    }

    fn add(
        &mut self,
        file: &BookFile,
        ways: &[&Rule],
        is_used: bool,
        (used, judgments): (&Profile, &BTreeMap<String, Query>),
    ) {
        self.rules += 1;
        let premises = Premise::of(file, ways, used, judgments);
        let name = named(ways[0]).unwrap_or_default();
        let uncovered = |offset: usize, premise: Option<String>| {
            let line = file.text[..offset].matches('\n').count() + 1;
            Uncovered { rule: name.to_owned(), place: format!("{}:{line}", file.name), premise }
        };
        if !is_used {
            let stop = premises.iter().find(|premise| premise.never_holds()).map(|premise| premise.text.clone());
            self.unused.push(uncovered(ways[0].span.start as usize, stop));
            return;
        }
        for premise in premises.into_iter().filter(|premise| premise.count.failed.is_some()) {
            self.premises += usize::from(premise.count.reached > 0);
            let list = match premise.count {
                PremiseCount { reached: 0, .. } => &mut self.unreached,
                PremiseCount { failed: Some(0), .. } if !premise.is_fold => &mut self.unfailing,
                _ => continue,
            };
            list.push(uncovered(premise.start, Some(premise.text)));
        }
    }
}

/// A premise of a rule, as it is written.
struct Premise {
    start: usize,
    text: String,
    /// The sum of the counts of its parts.
    count: PremiseCount,
    /// Holds for folds. They have a value whatever members there are.
    is_fold: bool,
}

impl Premise {
    /// Returns the premises of the alternatives of a rule, in order, that have been evaluated for this rule.
    fn of(file: &BookFile, ways: &[&Rule], used: &Profile, judgments: &BTreeMap<String, Query>) -> Vec<Self> {
        let mut seen = BTreeSet::new();
        let decides = |rule: &Rule, at: usize| !is_mark(&rule.body[at]) && !only_asks(rule, at, judgments);
        let all = ways
            .iter()
            .flat_map(|&rule| (0..rule.body.len()).filter(move |&at| decides(rule, at)).map(move |at| &rule.body[at]));
        let mut premises: Vec<&Literal> = all.filter(|premise| seen.insert(premise.span().start)).collect();
        premises.sort_by_key(|premise| premise.span().start);
        let counted = premises.into_iter().filter_map(|premise| {
            let span = premise.span();
            let parts: Vec<PremiseCount> = used.premises(&file.name, (span.start, span.end)).collect();
            let reached = parts.iter().map(|part| part.reached).max()?;
            let failed = parts.iter().filter_map(|part| part.failed).reduce(|sum, more| sum + more);
            let start = start(premise, &file.text);
            let text = file.text.get(start..span.end as usize)?.split_whitespace().collect::<Vec<_>>().join(" ");
            let is_fold =
                matches!(premise, Literal::Compare(_, _, term) if matches!(term.kind, TermKind::Aggregate(_)));
            Some(Self { start, text, count: PremiseCount { reached, failed }, is_fold })
        });
        counted.collect()
    }

    fn never_holds(&self) -> bool {
        self.count.reached > 0 && self.count.failed.is_some_and(|failed| failed >= self.count.reached)
    }
}

/// Holds for a premise that asks a judgment and takes any answer: it has variables of its own in the columns of the answer.
fn only_asks(rule: &Rule, at: usize, judgments: &BTreeMap<String, Query>) -> bool {
    let Literal::Holds(atom) = &rule.body[at] else { return false };
    let Some(query) = judgments.get(&atom.name).filter(|query| query.questions < atom.arguments.len()) else {
        return false;
    };
    let asked = rule.heads.iter().flat_map(|head| {
        let count = judgments.get(&head.name).map_or(0, |query| query.questions);
        head.arguments.iter().take(count)
    });
    let mut known: BTreeSet<String> = asked.flat_map(|argument| used_by_term(&argument.term)).collect();
    known.extend(rule.body[..at].iter().flat_map(variables));
    atom.arguments[query.questions..].iter().all(|argument| match &argument.term.kind {
        TermKind::Variable(name) => !known.contains(name),
        kind => matches!(kind, TermKind::Any),
    })
}
