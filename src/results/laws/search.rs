//! The search for cases in which the claim of a law fails, and for smaller ones.

use std::collections::BTreeMap;

use typelog_interpreter::builtins::learn;
use typelog_interpreter::value::Value;
use typelog_interpreter::{judgments_of, signatures};
use typelog_reader::laws::Law;
use typelog_reader::syntax::{Atom, Literal, Term, TermKind};
use typelog_reader::types::Type;

use super::Laboratory;
use super::sample::{Random, Sample};
use crate::answers::with_types;
use crate::provenance::{Premises, with_premises};
use crate::query::values_of;
use crate::source::Span;
use crate::types::vocabulary::Step;
use crate::types::{BookHandle, Number, Ty};

/// The number of cases of a law for each generated type.
const CASES_FOR_A_TYPE: usize = 8;

/// The number of searches for the counterexample of a law that is refuted.
const MOST_ATTEMPTS: u64 = 12;

/// A value of a variable.
#[derive(Clone, Debug)]
pub(super) enum Choice {
    Type(Sample),
    Other(String, Value),
}

impl Choice {
    fn sample(&self) -> Option<&Sample> {
        match self {
            Self::Type(sample) => Some(sample),
            Self::Other(..) => None,
        }
    }
}

/// The result of a search.
pub(super) struct Found {
    /// The number of cases that meet the conditions.
    pub cases: usize,
    /// Some of them in which the claim fails, the smallest first.
    pub failing: Vec<Case>,
    /// The place of a premise that cannot be evaluated.
    pub unevaluated: Option<Span>,
}

/// The values that a variable may have.
enum Domain {
    Types,
    Steps,
    Others(Vec<(String, Value)>),
}

/// A case: the chosen values, and all values after the conditions that have been evaluated.
#[derive(Clone)]
pub(super) struct Case {
    pub chosen: Vec<Choice>,
    pub values: BTreeMap<String, Value>,
}

impl Case {
    pub fn size(&self) -> (usize, usize) {
        let sizes = self.chosen.iter().filter_map(Choice::sample).map(Sample::size);
        sizes.fold((0, 0), |sum, size| (sum.0 + size.0, sum.1 + size.1))
    }
}

/// Returns the values that a variable of a law may have: those of the column in which it first occurs.
fn domain(law: &Law, variable: &str, book: &BookHandle) -> Domain {
    let mut all = law.conditions.iter().chain([&law.claim]);
    let ty = all.find_map(|literal| column_type(literal, variable, book));
    match ty.as_ref().map(|ty| ty.name().unwrap_or_default()) {
        None | Some("Ty") => Domain::Types,
        Some("bool") => Domain::Others([false, true].map(|flag| (flag.to_string(), Value::Flag(flag))).to_vec()),
        Some("Step") => Domain::Steps,
        Some(ty) => Domain::Others(values_of(ty).collect()),
    }
}

/// Returns the type of the column of a premise, or of the parameter of a builtin in it, in which a variable stands.
fn column_type(literal: &Literal, variable: &str, book: &BookHandle) -> Option<Type> {
    match literal {
        Literal::Holds(atom) | Literal::Absent(atom) => in_atom(atom, variable, book),
        Literal::Compare(_, left, right) | Literal::In(left, right) => {
            in_term(left, variable, book).or_else(|| in_term(right, variable, book))
        }
        Literal::Condition(term) => in_term(term, variable, book),
    }
}

fn in_atom(atom: &Atom, variable: &str, book: &BookHandle) -> Option<Type> {
    let types = match judgments_of(book).get(&atom.name) {
        Some(query) => query.types.clone(),
        None => signatures().builtin(&atom.name)?.parameters.clone(),
    };
    let is_variable = |term: &Term| matches!(&term.kind, TermKind::Variable(name) if name == variable);
    let at = atom.arguments.iter().position(|argument| is_variable(&argument.term));
    at.and_then(|at| types.get(at).cloned())
        .or_else(|| atom.arguments.iter().find_map(|argument| in_term(&argument.term, variable, book)))
}

fn in_term(term: &Term, variable: &str, book: &BookHandle) -> Option<Type> {
    match &term.kind {
        TermKind::Call(atom) => in_atom(atom, variable, book),
        TermKind::Construction(_, parts)
        | TermKind::Tuple(parts)
        | TermKind::List(parts)
        | TermKind::Logic(_, parts) => parts.iter().find_map(|part| in_term(part, variable, book)),
        TermKind::Not(inner) => in_term(inner, variable, book),
        TermKind::Compare(_, left, right) => in_term(left, variable, book).or_else(|| in_term(right, variable, book)),
        TermKind::If(condition, yes, no) => {
            [condition, yes, no].into_iter().find_map(|part| in_term(part, variable, book))
        }
        _ => None,
    }
}

impl Laboratory {
    /// As [`Self::search`], with other random numbers as long as a law that is refuted has no counterexample.
    pub(super) fn search_patiently(&mut self, law: &Law, most: usize) -> Found {
        let seed = self.trials.seed;
        let mut found = self.search(law, most);
        for attempt in 1..MOST_ATTEMPTS {
            if !law.is_refuted || !found.failing.is_empty() || found.unevaluated.is_some() {
                break;
            }
            self.trials.seed = seed ^ (attempt << 32);
            let next = self.search(law, most);
            found = Found { cases: found.cases + next.cases, ..next };
        }
        self.trials.seed = seed;
        found
    }

    /// Returns the number of cases that meet the conditions, and some in which the claim fails.
    fn search(&mut self, law: &Law, most: usize) -> Found {
        let mut random = Random::new(self.trials.seed ^ u64::from(law.span.start));
        let mut cases = vec![Case { chosen: Vec::new(), values: BTreeMap::new() }];
        let (mut next, mut unevaluated) = (0, None);
        for at in 0..law.variables.len() {
            let domain = match domain(law, &law.variables[at], self.types.book()) {
                Domain::Steps => Domain::Others(self.steps()),
                other => other,
            };
            cases = self.extended(&cases, &law.variables[at], &domain, &mut random);
            while next < law.conditions.len() && Self::is_ready(law, next, at) {
                cases = self.meeting(&law.conditions[next], cases, &mut unevaluated);
                next += 1;
            }
        }
        for condition in &law.conditions[next..] {
            cases = self.meeting(condition, cases, &mut unevaluated);
        }
        let count = cases.len();
        let book = self.types.book().clone();
        self.learn(&law.claim, &cases);
        let failing = with_types(&mut self.types, || {
            with_premises(&book, |premises| {
                if cases.iter().any(|case| premises.ways(&law.claim, &case.values).is_none()) {
                    unevaluated = Some(law.claim.span());
                }
                cases.sort_by_cached_key(Case::size);
                cases.into_iter().filter(|case| fails(premises, &law.claim, &case.values)).take(most).collect()
            })
        });
        Found { cases: count, failing, unevaluated }
    }

    /// Returns the cases with each of several values of one more variable.
    fn extended(&mut self, cases: &[Case], variable: &str, domain: &Domain, random: &mut Random) -> Vec<Case> {
        let most = self.trials.types * CASES_FOR_A_TYPE;
        let mut found = Vec::new();
        for case in cases {
            let choices: Vec<Choice> = match domain {
                Domain::Others(values) => {
                    values.iter().map(|(text, value)| Choice::Other(text.clone(), value.clone())).collect()
                }
                Domain::Steps => Vec::new(),
                Domain::Types if case.chosen.is_empty() => self.pool.iter().cloned().map(Choice::Type).collect(),
                Domain::Types => {
                    let count = (most / cases.len()).clamp(1, self.pool.len());
                    (0..count).map(|at| Choice::Type(self.chosen(case, at, random))).collect()
                }
            };
            for choice in choices {
                found.extend(self.with(case, variable, choice));
            }
        }
        found
    }

    /// Chooses a type for one more variable: every second one is like a type that has been chosen.
    fn chosen(&self, case: &Case, at: usize, random: &mut Random) -> Sample {
        let types: Vec<&Sample> = case.chosen.iter().filter_map(Choice::sample).collect();
        if at.is_multiple_of(2) || types.is_empty() {
            return random.choose(&self.pool).clone();
        }
        let like = *random.choose(&types);
        like.related(random, &self.alphabet)
    }

    fn with(&mut self, case: &Case, variable: &str, choice: Choice) -> Option<Case> {
        let value = match &choice {
            Choice::Type(sample) => Value::Ty(self.ty(sample)?),
            Choice::Other(_, value) => value.clone(),
        };
        let mut case = case.clone();
        case.chosen.push(choice);
        case.values.insert(variable.to_owned(), value);
        Some(case)
    }

    fn ty(&mut self, sample: &Sample) -> Option<Ty> {
        if let Some(known) = self.read.get(sample) {
            return *known;
        }
        let ty = self.environment.read_type(&sample.to_string(), &mut self.types).ok();
        self.read.insert(sample.clone(), ty);
        ty
    }

    /// Returns the cases that meet a condition, each with the values that the condition binds.
    fn meeting(&mut self, condition: &Literal, cases: Vec<Case>, unevaluated: &mut Option<Span>) -> Vec<Case> {
        self.learn(condition, &cases);
        let book = self.types.book().clone();
        with_types(&mut self.types, || {
            with_premises(&book, |premises| {
                let met = |case: Case| {
                    let ways = premises.ways(condition, &case.values);
                    if ways.is_none() {
                        *unevaluated = Some(condition.span());
                    }
                    ways.unwrap_or_default().into_iter().map(move |values| Case { chosen: case.chosen.clone(), values })
                };
                cases.into_iter().flat_map(met).collect()
            })
        })
    }

    /// Asks the questions of a premise for all cases at once.
    fn learn(&mut self, premise: &Literal, cases: &[Case]) {
        let Literal::Holds(atom) = premise else { return };
        let book = self.types.book().clone();
        let Some(query) = judgments_of(&book).get(&atom.name) else { return };
        with_types(&mut self.types, || {
            let questions = with_premises(&book, |premises| {
                let question = |case: &Case| premises.columns(atom, query.questions, &case.values);
                cases.iter().filter_map(question).collect::<Vec<_>>()
            });
            learn(&atom.name, &questions);
        });
    }

    /// Returns the smallest case that fails like a given one: types are made smaller as long as the law still fails.
    pub(super) fn shrunk(&mut self, law: &Law, case: Case) -> Case {
        let mut smallest = case;
        while let Some(smaller) = self.smaller(law, &smallest) {
            smallest = smaller;
        }
        smallest
    }

    fn smaller(&mut self, law: &Law, case: &Case) -> Option<Case> {
        let types: Vec<&Sample> = case.chosen.iter().filter_map(Choice::sample).collect();
        // Types that share parts become smaller together.
        let together = Sample::smaller_together(&types);
        for smaller in together {
            let mut smaller = smaller.into_iter();
            let choose = |choice: &Choice| match choice {
                Choice::Type(_) => smaller.next().map(Choice::Type),
                other @ Choice::Other(..) => Some(other.clone()),
            };
            let chosen: Option<Vec<Choice>> = case.chosen.iter().map(choose).collect();
            if let Some(failing) = chosen.and_then(|chosen| self.failing(law, chosen)) {
                return Some(failing);
            }
        }
        for at in 0..case.chosen.len() {
            let Choice::Type(sample) = &case.chosen[at] else { continue };
            let mut candidates = sample.smaller();
            candidates.sort_by_key(Sample::size);
            candidates.dedup();
            for candidate in candidates {
                let mut chosen = case.chosen.clone();
                chosen[at] = Choice::Type(candidate);
                if let Some(failing) = self.failing(law, chosen) {
                    return Some(failing);
                }
            }
        }
        None
    }

    /// Returns the case with the chosen values, if the law fails in it.
    fn failing(&mut self, law: &Law, chosen: Vec<Choice>) -> Option<Case> {
        let mut case = Case { chosen: Vec::new(), values: BTreeMap::new() };
        for (variable, choice) in law.variables.iter().zip(chosen) {
            case = self.with(&case, variable, choice)?;
        }
        let book = self.types.book().clone();
        with_types(&mut self.types, || {
            with_premises(&book, |premises| {
                let mut ways = vec![case.values.clone()];
                for condition in &law.conditions {
                    ways =
                        ways.iter().flat_map(|values| premises.ways(condition, values).unwrap_or_default()).collect();
                }
                let values = ways.into_iter().find(|values| fails(premises, &law.claim, values))?;
                Some(Case { chosen: case.chosen.clone(), values })
            })
        })
    }

    /// Holds if a condition only needs the variables up to a given one, or those of earlier conditions.
    fn is_ready(law: &Law, condition: usize, last: usize) -> bool {
        let later = &law.variables[last + 1..];
        typelog_reader::elaborate::variables(&law.conditions[condition]).iter().all(|name| !later.contains(name))
    }

    /// Returns the steps that laws about steps are tried with.
    fn steps(&mut self) -> Vec<(String, Value)> {
        let names = ["a", "b"].map(|name| (format!(".{name}"), Step::Name(self.types.name(name))));
        let numbers =
            [0_usize, 1].map(|number| (format!("[{number}]"), Step::Number(self.types.number(Number::from(number)))));
        names.into_iter().chain(numbers).map(|(text, step)| (text, Value::Step(step))).collect()
    }
}

/// Holds if a claim can be evaluated, and fails.
fn fails(premises: &Premises<'_>, claim: &Literal, values: &BTreeMap<String, Value>) -> bool {
    premises.ways(claim, values).is_some_and(|ways| ways.is_empty())
}
