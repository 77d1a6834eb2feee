//! Laws of a book: they are tried on generated types, counterexamples are shrunk, and each comes with the reasons of its answers.

mod coverage;
mod mutants;
mod programs;
mod sample;

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;
use typelog_interpreter::builtins::learn;
use typelog_interpreter::value::Value;
use typelog_interpreter::{judgments_of, signatures};
use typelog_reader::laws::{Law, laws};
use typelog_reader::syntax::{Atom, Fault, Literal, Term, TermKind};
use typelog_reader::types::Type;

use self::sample::{PLAIN, Random, Sample};
use crate::book::BookFault;
use crate::declarations::declare;
use crate::program::environment::Environment;
use crate::project::{JudgmentExplanation, Session, explained_row};
use crate::provenance::{Premises, RowPattern, with_premises};
use crate::query::values_of;
use crate::render::{ProofFormat, proof};
use crate::source::{Source, Span};
use crate::type_rules::with_types;
use crate::types::nearest::nearest;
use crate::types::vocabulary::Step;
use crate::types::{BookHandle, ConstructorSignature, Interner, Number, RunFault, Ty};

pub use coverage::{Coverage, Uncovered};
pub use mutants::{Mutant, Mutation, broken_law, mutants};
pub use programs::{ProgramFault, check_programs};

/// The laws of the built-in book.
pub const BUILT_IN: [(&str, &str); 5] = [
    ("rules/laws/conversion.dl", include_str!("../../../rules/laws/conversion.dl")),
    ("rules/laws/assignability.dl", include_str!("../../../rules/laws/assignability.dl")),
    ("rules/laws/unification.dl", include_str!("../../../rules/laws/unification.dl")),
    ("rules/laws/traversal.dl", include_str!("../../../rules/laws/traversal.dl")),
    ("rules/laws/eventuals.dl", include_str!("../../../rules/laws/eventuals.dl")),
];

/// The declarations of the recursive types that laws are tried on.
pub const RECURSIVE: &str = "type \"Tree\" { is = object({a=int, b=list(Tree)}) }\n\
                             type \"Chain\" { is = object({a=output(int), b=optional(Chain)}) }\n";

/// The number of cases of a law for each generated type.
const CASES_FOR_A_TYPE: usize = 8;

/// The number of failing cases that are shrunk, of which the smallest is shown.
const MOST_SHRUNK: usize = 12;

/// The number of searches for the counterexample of a law that is refuted.
const MOST_ATTEMPTS: u64 = 12;

/// The depth to which the reasons of a counterexample are shown.
const PROOF_DEPTH: usize = 3;

/// A file of laws.
pub struct LawFile {
    /// Its path and its text.
    pub source: Source,
    /// Its laws.
    pub laws: Vec<Law>,
}

/// The numbers of things that laws are tried on.
#[derive(Clone, Copy, Debug)]
pub struct Trials {
    /// The number of types.
    pub types: usize,
    /// The nesting of types.
    pub depth: u32,
    /// The seed of the random numbers.
    pub seed: u64,
}

/// The outcome of a law.
#[derive(Clone, Debug)]
pub struct Tried {
    /// The number of cases that meet its conditions.
    pub cases: usize,
    /// The smallest case that was found in which the conditions are met and the claim is not.
    pub counterexample: Option<Counterexample>,
    /// The premise that cannot be evaluated on its own, because its rows exist only in an engine.
    pub unevaluated: Option<String>,
    /// The faults of the book in the runs for this law.
    pub faults: Vec<RunFault>,
}

/// A case in which the conditions of a law are met and its claim is not.
#[derive(Clone, Debug)]
pub struct Counterexample {
    /// The variables with their values.
    pub values: Vec<(String, String)>,
    /// The premises with their values, the claim last.
    pub premises: Vec<String>,
    /// The reasons for the answers: proofs of the conditions, and the reason why the claim fails.
    pub reasons: String,
}

impl Tried {
    /// Holds if the outcome is as a law says: there is a counterexample exactly if the law is refuted, and some cases meet its
    /// conditions.
    pub fn is_as_stated(&self, law: &Law) -> bool {
        let is_tried = self.faults.is_empty() && self.unevaluated.is_none() && self.cases > 0;
        is_tried && self.counterexample.is_some() == law.is_refuted
    }
}

/// Reads files of laws for a book.
///
/// # Errors
/// Syntax errors, and names that the book does not know.
pub fn read(files: Vec<Source>, book: &BookHandle) -> Result<Vec<LawFile>, Vec<BookFault>> {
    let (mut read, mut faults) = (Vec::new(), Vec::new());
    for source in files {
        let located = |fault| BookFault { source: source.clone(), fault };
        match laws(&source.name, &source.text) {
            Ok(laws) => {
                faults.extend(
                    with_premises(book, |premises| unknown_names(&laws, premises, book)).into_iter().map(located),
                );
                read.push(LawFile { source, laws });
            }
            Err(found) => faults.extend(found.into_iter().map(located)),
        }
    }
    if faults.is_empty() { Ok(read) } else { Err(faults) }
}

fn unknown_names(laws: &[Law], premises: &Premises<'_>, book: &BookHandle) -> Vec<Fault> {
    let atoms =
        laws.iter().flat_map(|law| law.conditions.iter().chain([&law.claim])).filter_map(|literal| match literal {
            Literal::Holds(atom) | Literal::Absent(atom) => Some(atom),
            _ => None,
        });
    let judgments = judgments_of(book);
    let is_known =
        |name: &str| judgments.contains_key(name) || premises.knows(name) || signatures().builtin(name).is_some();
    let unknown = atoms.filter(|atom| !is_known(&atom.name)).map(|atom| {
        let known = judgments.keys().map(|name| &name[..]).chain(premises.relations());
        let help = nearest(&atom.name, known).map(|other| format!("there is `{other}`"));
        Fault::new("unknown-relation", atom.name_span, format!("there is no relation or builtin `{}`", atom.name))
            .help(help)
    });
    unknown.collect()
}

/// The types of a session, with generated types, on which laws are tried.
pub struct Laboratory {
    types: Interner,
    environment: Environment,
    leaves: Vec<String>,
    pool: Vec<Sample>,
    read: FxHashMap<Sample, Option<Ty>>,
    trials: Trials,
}

/// A value of a variable.
#[derive(Clone, Debug)]
enum Choice {
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
struct Found {
    /// The number of cases that meet the conditions.
    cases: usize,
    /// Some of them in which the claim fails, the smallest first.
    failing: Vec<Case>,
    /// The place of a premise that cannot be evaluated.
    unevaluated: Option<Span>,
}

/// The values that a variable may have.
enum Domain {
    Types,
    Steps,
    Others(Vec<(String, Value)>),
}

/// A case: the chosen values, and all values after the conditions that have been evaluated.
#[derive(Clone)]
struct Case {
    chosen: Vec<Choice>,
    values: BTreeMap<String, Value>,
}

impl Case {
    fn size(&self) -> (usize, usize) {
        let sizes = self.chosen.iter().filter_map(Choice::sample).map(Sample::size);
        sizes.fold((0, 0), |sum, size| (sum.0 + size.0, sum.1 + size.1))
    }
}

/// Returns types that a constructor of the book builds.
fn applications(constructor: &ConstructorSignature) -> Vec<String> {
    let applied = |ty: &str, text: &str| {
        let arguments = constructor.takes_text.iter().map(|&is_text| if is_text { text } else { ty });
        format!("{}({})", constructor.name, arguments.collect::<Vec<_>>().join(", "))
    };
    vec![applied("string", "\"a\""), applied("int", "\"a\""), applied("number", "\"b\"")]
}

impl Laboratory {
    /// Generates the types for the laws of a session's book. `names` are declared types, and those that the book names itself.
    pub fn new(session: Session, names: &[String], trials: Trials) -> Self {
        let (mut environment, _, mut types) = session.into_all_parts();
        // A type that is declared already keeps its declaration.
        let opaque = names.iter().map(|name| format!("type \"{name}\" {{}}\n"));
        for declared in [RECURSIVE.to_owned()].into_iter().chain(opaque) {
            declare(&[Source::new("laws", declared)], &mut environment, &mut types);
        }
        let declared = ["Tree", "Chain"].into_iter().map(str::to_owned).chain(names.iter().cloned());
        let plain = PLAIN.iter().map(|&plain| plain.to_owned());
        let applied = types.book().constructors().iter().flat_map(applications);
        let leaves: Vec<String> = plain.chain(declared).chain(applied).collect();
        let mut random = Random::new(trials.seed);
        let mut pool: BTreeSet<Sample> = leaves.iter().cloned().map(Sample::Leaf).collect();
        let mut attempts = 0;
        while pool.len() < trials.types && attempts < 20 * trials.types {
            pool.insert(Sample::any(&mut random, trials.depth, &leaves));
            attempts += 1;
        }
        let pool = pool.into_iter().collect();
        Self { types, environment, leaves, pool, read: FxHashMap::default(), trials }
    }

    /// Returns the number of generated types.
    pub fn type_count(&self) -> usize {
        self.pool.len()
    }

    /// Returns the types, and the environment.
    pub fn parts(&mut self) -> (&mut Interner, &Environment) {
        (&mut self.types, &self.environment)
    }

    /// Tries a law. `text` is the text of its file.
    pub fn try_law(&mut self, law: &Law, text: &str) -> Tried {
        let Found { cases, failing, unevaluated } = self.search_patiently(law, MOST_SHRUNK);
        let shrunk: Vec<Case> = failing.into_iter().map(|case| self.shrunk(law, case)).collect();
        let smallest = shrunk.into_iter().min_by_key(Case::size);
        let counterexample = smallest.map(|case| self.counterexample(law, text, &case));
        let place = |span: Span| text.get(span.start as usize..span.end as usize).unwrap_or_default().to_owned();
        let faults = self.types.book().faults().take();
        Tried { cases, counterexample, unevaluated: unevaluated.map(place), faults }
    }

    /// Holds if a law has the outcome that it states, and no run has a fault. Nothing is shrunk.
    pub fn is_kept(&mut self, law: &Law) -> bool {
        let found = self.search_patiently(law, 1);
        let faults = self.types.book().faults().take();
        faults.is_empty() && found.cases > 0 && found.failing.is_empty() != law.is_refuted
    }

    /// As [`Self::search`], with other random numbers as long as a law that is refuted has no counterexample.
    fn search_patiently(&mut self, law: &Law, most: usize) -> Found {
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

    /// Holds if a condition only needs the variables up to a given one, or those of earlier conditions.
    fn is_ready(law: &Law, condition: usize, last: usize) -> bool {
        let later = &law.variables[last + 1..];
        typelog_reader::elaborate::variables(&law.conditions[condition]).iter().all(|name| !later.contains(name))
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
        like.related(random, &self.leaves)
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
    fn shrunk(&mut self, law: &Law, case: Case) -> Case {
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

    fn counterexample(&mut self, law: &Law, text: &str, case: &Case) -> Counterexample {
        let shown = |choice: &Choice| match choice {
            Choice::Type(sample) => sample.to_string(),
            Choice::Other(text, _) => text.clone(),
        };
        let values = law.variables.iter().cloned().zip(case.chosen.iter().map(shown)).collect();
        let all: Vec<&Literal> = law.conditions.iter().chain([&law.claim]).collect();
        let book = self.types.book().clone();
        let (premises, rows): (Vec<String>, Vec<Option<RowPattern>>) = with_types(&mut self.types, || {
            with_premises(&book, |premises| {
                let row = |premise: &&Literal| pattern(premise, premises, &book, &case.values);
                all.iter().map(|premise| (premises.shown(premise, &case.values, text), row(premise))).unzip()
            })
        });
        let mut reasons = String::new();
        for wanted in rows.into_iter().flatten() {
            match explained_row(&mut self.types, &wanted, PROOF_DEPTH) {
                Ok(JudgmentExplanation::Holds(node)) => reasons.push_str(&proof(&node, ProofFormat::Tree)),
                Ok(JudgmentExplanation::Fails { text, .. }) => reasons.push_str(&text),
                Err(_) => {}
            }
        }
        Counterexample { values, premises, reasons }
    }
}

/// Holds if a claim can be evaluated, and fails.
fn fails(premises: &Premises<'_>, claim: &Literal, values: &BTreeMap<String, Value>) -> bool {
    premises.ways(claim, values).is_some_and(|ways| ways.is_empty())
}

/// Returns the row that a premise about a judgment asks for.
fn pattern(
    premise: &Literal,
    premises: &Premises<'_>,
    book: &BookHandle,
    values: &BTreeMap<String, Value>,
) -> Option<RowPattern> {
    let Literal::Holds(atom) = premise else { return None };
    let query = judgments_of(book).get(&atom.name)?;
    let question = premises.columns(atom, query.questions, values)?;
    let answer = premises.known_columns(atom, values).into_iter().skip(query.questions).collect();
    Some(RowPattern { judgment: atom.name.clone(), question, answer })
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
    /// Returns the steps that laws about steps are tried with.
    fn steps(&mut self) -> Vec<(String, Value)> {
        let names = ["a", "b"].map(|name| (format!(".{name}"), Step::Name(self.types.name(name))));
        let numbers =
            [0_usize, 1].map(|number| (format!("[{number}]"), Step::Number(self.types.number(Number::from(number)))));
        names.into_iter().chain(numbers).map(|(text, step)| (text, Value::Step(step))).collect()
    }
}
