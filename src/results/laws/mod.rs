//! Laws of a book: they are tried on generated types, counterexamples are shrunk, and each comes with the reasons of its answers.

mod coverage;
mod mutants;
mod programs;
mod sample;
mod search;

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;
use typelog_interpreter::value::Value;
use typelog_interpreter::{judgments_of, signatures};
use typelog_reader::laws::{Law, laws};
use typelog_reader::syntax::{Fault, Literal};

use self::sample::{CONSTRUCTORS, PLAIN, PROPERTIES};
use self::search::{Case, Choice, Found};
use crate::answers::with_types;
use crate::book::BookFault;
use crate::declarations::declare;
use crate::program::environment::Environment;
use crate::project::{JudgmentExplanation, Session, explained_row};
use crate::provenance::{Premises, RowPattern, with_premises};
use crate::render::{ProofFormat, proof};
use crate::source::{Source, Span};
use crate::types::nearest::nearest;
use crate::types::{BookHandle, ConstructorSignature, Interner, RunFault, Ty};

pub use coverage::{Coverage, Uncovered};
pub use mutants::{Mutant, Mutation, broken_law, mutants};
pub use programs::{ProgramFault, check_programs};
pub use sample::{Alphabet, Random, Sample};

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

/// The number of failing cases that are shrunk, of which the smallest is shown.
const MOST_SHRUNK: usize = 12;

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
    alphabet: Alphabet,
    pool: Vec<Sample>,
    read: FxHashMap<Sample, Option<Ty>>,
    trials: Trials,
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
        let leaves = plain.chain(declared).chain(applied).collect();
        let alphabet = Alphabet { leaves, constructors: CONSTRUCTORS, properties: PROPERTIES };
        let mut random = Random::new(trials.seed);
        let mut pool: BTreeSet<Sample> = alphabet.leaves.iter().cloned().map(Sample::Leaf).collect();
        let mut attempts = 0;
        while pool.len() < trials.types && attempts < 20 * trials.types {
            pool.insert(Sample::any(&mut random, trials.depth, &alphabet));
            attempts += 1;
        }
        let pool = pool.into_iter().collect();
        Self { types, environment, alphabet, pool, read: FxHashMap::default(), trials }
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
