//! Soundness of proofs. Every step of the proof of a row about a type, an expression or a problem is an instance of the named
//! rule, with premises that hold. The leaves are facts of the program, rows of tables, or entries of schemas, and no proof is
//! circular. The examples, the pages of the book, and the programs in the folder `TYPELOG_PROGRAMS`, with the schemas in
//! `TYPELOG_SCHEMAS`, are checked and counted. Where a type does not convert to another, there is a path to the failure.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use crate::support::clauses::{Clause, clauses};
use crate::support::files::{below, entries, root, text};
use crate::support::skipped::skipped;
use typelog::answers::ask::{Answer, Question, ask, normalized};
use typelog::answers::failing_way;
use typelog::builtins::Conversion;
use typelog::builtins::facts::{Facts, Visitor};
use typelog::builtins::trace::{Cells, Row, Value};
use typelog::diagnostics::{Diagnostic, disagreement};
use typelog::dialect::{Dialect, Text};
use typelog::files::AllowedDirectories;
use typelog::infer::{Inference, lower_one};
use typelog::program::environment::Environment;
use typelog::program::{Place, Program};
use typelog::project::{CheckedProgram, Input, Options, Project, Settings};
use typelog::provenance::{
    Derivations, Explainable, Explainer, Origin, Proof, Rerun, RowPattern, WhyNot, conversion_proof, still_fails,
    tables, why_not,
};
use typelog::results::pages::page::Page;
use typelog::results::pages::section;
use typelog::schema::Schemas;
use typelog::syntax::parse_expression;
use typelog::type_expressions::parse::read_type;
use typelog::types::display::display;
use typelog::types::vocabulary::{Mode, Step};
use typelog::types::{BookHandle, Interner, Ty};
use typelog_interpreter::value::Value as Known;

/// A typed program.
struct Checked {
    program: Program,
    environment: Environment,
    inference: Inference,
    diagnostics: Vec<Diagnostic>,
    types: Interner,
}

fn texts(folder: &Path, ending: &str) -> Vec<Text> {
    let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let files = entries(folder).into_iter().filter(|path| path.to_string_lossy().ends_with(ending));
    files.map(|path| Text { name: name(&path), bytes: Ok(text(&path).into_bytes()) }).collect()
}

/// The program in a folder.
fn folder(dialect: Dialect, ending: &str, folder: &Path, schemas: &Schemas) -> Checked {
    let settings = Settings { declare: below(folder, ".declare"), ..Settings::default() };
    let options = Options { settings, ..Options::default() };
    let project = Project::on_disk(options).expect("the options are right");
    let mut session = project.session(None).expect("the declarations are right").with_schemas(schemas.clone());
    let roots = AllowedDirectories::of(project.system(), folder, &[]);
    let input = Input::of_texts(dialect, texts(folder, ending), roots);
    let checked = session.check(&mut Input { directory: Some(folder.to_owned()), ..input });
    let CheckedProgram { program, inference, diagnostics, types, .. } = checked;
    Checked { program, environment: session.environment(dialect).clone(), inference, diagnostics, types }
}

/// The examples, by name.
fn examples() -> Vec<(String, Checked)> {
    let schemas = Schemas::in_directories(&[root().join("examples/schemas")]).expect("schemas");
    let folders = |path: &str| entries(&root().join(path)).into_iter().filter(|path| path.is_dir());
    let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let hcl = folders("examples").filter(|folder| !texts(folder, ".hcl").is_empty());
    let all = hcl.map(|path| (Dialect::Hcl, ".hcl", path));
    let all = all.chain(folders("examples/pcl").map(|path| (Dialect::Pcl, ".pp", path)));
    let all = all.chain(folders("examples/declared").map(|path| (Dialect::Bicep, ".hcl", path)));
    all.map(|(dialect, ending, path)| (name(&path), folder(dialect, ending, &path, &schemas))).collect()
}

/// Adds rows of a relation.
fn add<C: Cells>(rows: &mut HashSet<Row>, relation: &'static str, found: impl IntoIterator<Item = C>) {
    for row in found {
        let mut cells = Vec::new();
        row.write(&mut cells);
        rows.insert(Row::new(relation, cells));
    }
}

/// A visitor that collects the rows of tables.
struct Gathering(HashSet<Row>);

impl Visitor for Gathering {
    fn table<R: Cells + Copy>(&mut self, relation: &'static str, rows: &mut Vec<R>) {
        add(&mut self.0, relation, rows.iter().copied());
    }
}

/// The input rows of a program.
fn given(facts: &mut Facts) -> HashSet<Row> {
    let mut rows = Gathering(HashSet::new());
    facts.visit(&mut rows);
    add(&mut rows.0, "has_candidate", facts.has_candidate.iter().copied());
    rows.0
}

/// Checks proofs against the rules as written. Each row of a run is checked once.
struct Checker<'a> {
    clauses: HashMap<(&'a str, &'a str), Vec<&'a Clause>>,
}

/// The check of one run of the rules.
struct Checking<'a, 'c> {
    checker: &'c Checker<'a>,
    derivations: &'c Derivations,
    /// The facts, by relation.
    facts: HashMap<&'static str, HashSet<Row>>,
    /// The rows that have been checked.
    done: HashSet<Row>,
    /// The rows whose proofs are being checked.
    path: Vec<Row>,
    faults: Vec<String>,
}

impl<'a> Checker<'a> {
    fn new(clauses: &'a [Clause]) -> Self {
        let mut by_rule: HashMap<(&str, &str), Vec<&Clause>> = HashMap::new();
        for clause in clauses {
            by_rule.entry((&clause.rule, clause.concludes())).or_default().push(clause);
        }
        Self { clauses: by_rule }
    }

    fn check<'c>(&'c self, derivations: &'c Derivations, facts: HashSet<Row>) -> Checking<'a, 'c> {
        let mut by_relation: HashMap<&'static str, HashSet<Row>> = HashMap::new();
        for row in facts {
            by_relation.entry(row.relation).or_default().insert(row);
        }
        let (done, path, faults) = (HashSet::new(), Vec::new(), Vec::new());
        Checking { checker: self, derivations, facts: by_relation, done, path, faults }
    }
}

impl Checking<'_, '_> {
    /// Checks the proof of a row: its last step, and recursively its premises.
    fn row(&mut self, row: &Row) {
        if self.path.contains(row) {
            return self.faults.push(format!("{row:?} rests on itself"));
        }
        if !self.done.insert(row.clone()) {
            return;
        }
        let Some(firing) = self.derivations.firing(row) else { return self.leaf(row) };
        let key = (firing.rule, firing.conclusions[0].relation);
        // Rows that are converted between engines have no clause.
        let is_made = key.0.is_empty() && ["is_undecided", "root_value", "has_type"].contains(&key.1);
        if !is_made && !self.checker.clauses.get(&key).into_iter().flatten().any(|clause| clause.has_instance(firing)) {
            self.faults.push(format!("no clause concludes {firing:?}"));
        }
        if !firing.conclusions.iter().any(|conclusion| conclusion.matches(row)) {
            self.faults.push(format!("{row:?} is not concluded by {firing:?}"));
        }
        self.path.push(row.clone());
        for premise in firing.premises.clone() {
            let premise = self.derivations.known(&premise).cloned().unwrap_or(premise);
            self.row(&premise);
        }
        self.path.pop();
    }

    /// Checks a row without a derivation: it must be a fact, or a row of a table.
    fn leaf(&mut self, row: &Row) {
        let facts = self.facts.get(row.relation);
        let is_fact = facts.is_some_and(|facts| facts.contains(row) || facts.iter().any(|fact| fact.matches(row)));
        if !is_fact && tables(&BookHandle::built_in()).find(row).is_none() {
            self.faults.push(format!("{row:?} is given by nobody"));
        }
    }
}

/// The relations whose rows are all proved, with their arities.
const PROVED: [(&str, usize); 5] =
    [("has_type", 2), ("evaluates", 4), ("converts", 4), ("common_type", 4), ("traverses", 4)];

/// The number of proved rows of each relation, and of proved diagnostics.
type Counts = BTreeMap<&'static str, usize>;

/// The facts for the check of assignments to declarations: the assigned values, and the types of values.
fn assigned(run: &Rerun, inference: &Inference) -> HashSet<Row> {
    let is_given = |row: &&Row| match (row.relation, row.cells.first(), row.cells.get(1)) {
        ("has_type", Some(&Value::Expression(e)), Some(&Value::Type(ty))) => {
            run.is_body(e) || run.place_of(e).is_some_and(|place| inference.type_of(place) == Some(ty))
        }
        ("must_conform", Some(_), Some(_)) => true,
        _ => false,
    };
    run.derivations.given().into_iter().filter(is_given).cloned().collect()
}

/// Checks the proofs of all rows about a program, and of its diagnostics.
fn prove(name: &str, checker: &Checker<'_>, checked: &mut Checked, counts: &mut Counts) {
    let Checked { program, environment, inference, diagnostics, types } = checked;
    let of = Explainable { program, environment, inference };
    let mut problems: Vec<(Origin, Row, &str)> = Vec::new();
    for diagnostic in &*diagnostics {
        let problem = diagnostic.problem.map(|number| &inference.problems[number as usize]);
        let problem = problem.filter(|problem| !matches!(problem, typelog::program::Problem::Redefined { .. }));
        if let Some(problem) = problem {
            let found = Explainer::new(of, types).problem(program, problem);
            let (origin, row) = found.unwrap_or_else(|| panic!("{name}: no proof of {}", diagnostic.message));
            problems.push((origin, row, &diagnostic.message));
            *counts.entry("diagnostics").or_default() += 1;
        } else {
            let code = diagnostic.code.to_string();
            // The errors of a called module are proved where it is the program.
            let is_of_called = program.files.get(diagnostic.file).is_none();
            assert!(
                is_of_called || needs_no_rule(&code, &diagnostic.message),
                "{name}: {code}: {}",
                diagnostic.message
            );
            *counts.entry("diagnostics that the text shows").or_default() += 1;
        }
    }
    let definitions = program.definition_ids().map(Origin::Definition);
    let assignments = program.is_modelled.then_some(Origin::Assignments);
    for origin in definitions.chain(assignments) {
        let mut facts = HashSet::new();
        if let Origin::Definition(id) = origin {
            facts = given(&mut lower_one(program, environment, inference, id, types).facts);
        }
        let run = Explainer::new(of, types).run(origin);
        if origin == Origin::Assignments {
            facts = assigned(&run, inference);
        }
        let mut checking = checker.check(&run.derivations, facts);
        for (relation, columns) in PROVED {
            for row in run.derivations.matching(&Row::new(relation, vec![Value::Hidden; columns])) {
                checking.row(&row);
                *counts.entry(relation).or_default() += 1;
            }
        }
        for (_, row, message) in problems.iter().filter(|problem| problem.0 == origin) {
            let (_, rule, _) = run.derivations.step(row).expect("a step");
            assert!(!rule.is_empty(), "{name}: {message}: {row:?} is concluded by no rule");
            checking.row(row);
        }
        assert!(checking.faults.is_empty(), "{name}: {origin:?}:\n{}", checking.faults.join("\n"));
        if let Origin::Definition(id) = origin {
            every_expression_is_proved(name, &run, checked_nodes(program, inference, id), program.is_terraform);
        }
    }
}

/// Beginnings of messages about the forms of blocks, with codes that rules conclude as well.
const OF_BLOCKS: [(&str, &str); 7] = [
    ("no-conversion", "type mismatch: the constant does not convert: "),
    ("no-conversion", "type mismatch: the default of "),
    ("no-conversion", "wrong constant: "),
    ("unknown-property", "`ignore_changes` names "),
    ("unknown-variable", "undefined "),
    ("missing-argument", "missing argument `type` of `convert`"),
    ("missing-argument", "missing argument: `call` takes "),
];

/// Holds if a diagnostic may come without a rule: the page of diagnostics lists its code, or it is about the form of a block.
pub fn needs_no_rule(code: &str, message: &str) -> bool {
    static CODES: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
        let page = text(&root().join("docs/diagnostics.md"));
        let section = page.split_once("## Problems without a rule").expect("the section").1;
        let table = section.split("\n## ").next().unwrap_or_default();
        let rows = table.lines().filter(|line| line.starts_with("| "));
        rows.flat_map(|row| row.split('`').skip(1).step_by(2).map(str::to_owned)).collect()
    });
    CODES.contains(code) || OF_BLOCKS.iter().any(|(of, begins)| *of == code && message.starts_with(begins))
}

/// The typed nodes of a definition.
fn checked_nodes(program: &Program, inference: &Inference, id: typelog::program::DefinitionId) -> Vec<(Place, Ty)> {
    let definition = program.definition(id);
    let places = definition.expressions.iter().flat_map(typelog::program::Expression::nodes);
    let places = places.map(|node| Place { file: definition.file, node });
    places.filter_map(|place| Some((place, inference.type_of(place)?))).collect()
}

/// Checks that the types of a program are those that its proofs conclude.
fn every_expression_is_proved(name: &str, run: &Rerun, nodes: Vec<(Place, Ty)>, is_terraform: bool) {
    for (place, ty) in nodes {
        let row = run.typing(place);
        let row = row.unwrap_or_else(|| panic!("{name}: {place:?} has no proof"));
        assert!(is_terraform || row.cells.get(1) == Some(&Value::Type(ty)), "{name}: {place:?}: {row:?}");
    }
}

#[test]
fn every_row_about_the_examples_has_a_proof() {
    let clauses = clauses();
    let (checker, mut counts) = (Checker::new(&clauses), Counts::new());
    for (name, mut checked) in examples() {
        prove(&name, &checker, &mut checked, &mut counts);
    }
    println!("{counts:?}");
    assert!(counts["has_type"] > 600 && counts["converts"] > 1_000 && counts["diagnostics"] > 50, "{counts:?}");
}

#[test]
fn every_row_about_the_programs_of_the_book_has_a_proof() {
    let clauses = clauses();
    let (checker, mut counts) = (Checker::new(&clauses), Counts::new());
    let folder = root().join("tests/book");
    for path in below(&folder, ".md").into_iter().filter(|path| !path.ends_with("README.md")) {
        let name = path.strip_prefix(&folder).unwrap_or(&path).with_extension("");
        let page = Page::read(&name.to_string_lossy(), &text(&path)).unwrap_or_else(|fault| panic!("{fault}"));
        for (section, declarations) in page.tests() {
            let programs = section::programs(section, &declarations).unwrap_or_else(|reason| panic!("{reason}"));
            for (session, checked) in programs {
                let name = format!("{}::{}", page.name, section.name());
                let environment = session.environment().clone();
                let (program, inference) = (checked.program, checked.inference);
                let diagnostics = checked.report.diagnostics;
                let types = session.types;
                let mut checked = Checked { program, environment, inference, diagnostics, types };
                prove(&name, &checker, &mut checked, &mut counts);
            }
        }
    }
    println!("{counts:?}");
    assert!(counts["has_type"] > 2_000 && counts["diagnostics"] > 250, "{counts:?}");
}

#[test]
fn every_row_about_programs_at_hand_has_a_proof() {
    let (Some(programs), Some(schemas)) = (std::env::var_os("TYPELOG_PROGRAMS"), std::env::var_os("TYPELOG_SCHEMAS"))
    else {
        return skipped("proofs about programs at hand", "TYPELOG_PROGRAMS and TYPELOG_SCHEMAS are not set");
    };
    let clauses = clauses();
    let (checker, mut counts) = (Checker::new(&clauses), Counts::new());
    let schemas = Schemas::in_directories(&[PathBuf::from(schemas)]).expect("schemas");
    let mut folders: Vec<PathBuf> =
        below(&PathBuf::from(programs), ".pp").iter().filter_map(|path| Some(path.parent()?.to_owned())).collect();
    folders.dedup();
    for path in folders {
        let mut checked = folder(Dialect::Pcl, ".pp", &path, &schemas);
        prove(&path.display().to_string(), &checker, &mut checked, &mut counts);
        *counts.entry("programs").or_default() += 1;
    }
    println!("{counts:?}");
}

/// The pairs of types that are recorded as not convertible.
fn pairs_without_conversion(types: &mut Interner) -> Vec<(Ty, Ty)> {
    let folder =
        std::env::var_os("TYPELOG_CONFORMANCE").map_or_else(|| root().join("tests/conformance/sample"), PathBuf::from);
    let mut read = |text: &str| {
        let (tree, root) = parse_expression(text, types).expect("the notation of types");
        let ty = read_type(&tree, root, &Environment::default().types, types).expect("a type");
        normalized(types, ty)
    };
    let grid = text(&folder.join("types/grid.tsv"));
    let rows = grid.lines().skip(1).map(|line| line.split('\t').collect::<Vec<_>>());
    rows.filter(|fields| fields[2] == "none").map(|fields| (read(fields[0]), read(fields[1]))).collect()
}

/// A cache of convertibility by pairs of types.
struct Conversions(HashMap<(Ty, Ty), bool>);

impl Conversions {
    fn new(types: &mut Interner, pairs: &[(Ty, Ty)]) -> Self {
        let questions: Vec<Question> = pairs.iter().map(|&(s, t)| Question::Convert(s, t)).collect();
        let answers = ask(types, &questions).into_iter().map(|answer| answer != Answer::Convert(Conversion::No));
        Self(pairs.iter().copied().zip(answers).collect())
    }

    fn convert(&mut self, types: &mut Interner, s: Ty, t: Ty) -> bool {
        let ask = || ask(types, &[Question::Convert(s, t)]) != [Answer::Convert(Conversion::No)];
        *self.0.entry((s, t)).or_insert_with(ask)
    }
}

#[test]
fn every_pair_without_a_conversion_has_a_path_to_where_it_fails() {
    let clauses = clauses();
    let mut types = Interner::default();
    let pairs = pairs_without_conversion(&mut types);
    let checker = Checker::new(&clauses);
    let mut conversions = Conversions::new(&mut types, &pairs);
    assert!(pairs.len() > 10, "{} pairs", pairs.len());
    let mut deeper = 0;
    for (s, t) in pairs {
        if conversions.convert(&mut types, s, t) {
            // A listed divergence.
            continue;
        }
        let name = format!("{} to {}", display(&types, s), display(&types, t));
        let (row, derivations) = conversion_proof(&mut types, s, t);
        let proof = derivations.proof(&row, usize::MAX);
        assert!(!proof.rule.is_empty(), "{name}: there is no proof");
        let mut checking = checker.check(&derivations, HashSet::new());
        checking.row(&row);
        assert!(checking.faults.is_empty(), "{name}:\n{}", checking.faults.join("\n"));
        assert!(ends_in_refusals(&proof.failing()), "{name}: the proof does not say why");
        let way = failing_way(&mut types, s, t);
        assert!(
            way.iter().all(|&(_, a, b)| !conversions.convert(&mut types, a, b)),
            "{name}: the path leads past the fault"
        );
        if let Some((path, _, _)) = disagreement(&types, s, t, &way) {
            assert!(path.starts_with(['.', '[']), "{name}: {path}");
            deeper += 1;
        }
    }
    assert!(deeper > 0);
}

/// Holds if each failing branch ends in a rule that refuses.
fn ends_in_refusals(proof: &Proof) -> bool {
    let failing: Vec<&Proof> = proof.premises.iter().filter(|premise| premise.row.relation == "converts").collect();
    proof.is_cut
        || proof.rule == "C-Recursive"
        || !proof.rule.is_empty() && failing.iter().all(|premise| ends_in_refusals(premise))
}

/// Types from the sample of recorded questions.
fn sample(types: &mut Interner) -> Vec<Ty> {
    let grid = text(&root().join("tests/conformance/sample/types/grid.tsv"));
    let mut texts: Vec<&str> = grid.lines().skip(1).flat_map(|line| line.split('\t').take(2)).collect();
    texts.sort_unstable();
    texts.dedup();
    let mut read = |text: &&str| {
        let (tree, root) = parse_expression(text, types).expect("the notation of types");
        let ty = read_type(&tree, root, &Environment::default().types, types).expect("a type");
        normalized(types, ty)
    };
    let mut sample: Vec<Ty> = texts.iter().map(&mut read).collect();
    // Larger types are built from them.
    let small = sample.clone();
    for (at, &ty) in small.iter().enumerate() {
        let (list, tuple) = (types.list(ty), types.tuple(&[ty, small[at * 7 % small.len()]]));
        let (name, other) = (types.name("a"), types.name("b"));
        let object = types.object(vec![(name, ty), (other, list)]);
        sample.extend([list, tuple, object]);
    }
    sample
}

/// Pseudo-random numbers, the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }
}

/// The number of questions to each judgment.
const QUESTIONS: usize = 1_000;

#[test]
fn a_thousand_refusals_of_each_judgment_are_explained() {
    let mut types = Interner::default();
    let sample = sample(&mut types);
    let mut random = Random(1);
    let steps = [types.name("a"), types.name("c")].map(Step::Name);
    let number = types.number(3_usize.into());
    let steps = [steps[0], steps[1], Step::Number(number), Step::Null];
    for judgment in ["converts", "is_assignable", "fits", "unifies", "common_type", "traverses"] {
        let (mut refused, mut explained, mut asked) = (0, 0, 0);
        while refused < QUESTIONS && asked < 40 * QUESTIONS {
            asked += 1;
            let mut ty = || Known::Ty(sample[random.below(sample.len())]);
            let (s, t, u) = (ty(), ty(), ty());
            let (question, answer) = match judgment {
                "unifies" => (vec![s, t], vec![Some(u), None]),
                "common_type" => (vec![s, t, Known::Conversion(Conversion::Safe)], vec![Some(u)]),
                "traverses" => (vec![s, Known::Step(steps[random.below(steps.len())])], Vec::new()),
                _ => (vec![s, t, Known::Mode(Mode::Plain)], Vec::new()),
            };
            let wanted = RowPattern { judgment: judgment.to_owned(), question, answer };
            let WhyNot::Fails(_, failure) = why_not(&mut types, &wanted).expect("a question") else { continue };
            refused += 1;
            let mut next = failure.as_deref();
            explained += usize::from(next.is_some());
            while let Some(failure) = next {
                assert!(still_fails(&mut types, failure), "{wanted:?}: {} holds", failure.premise);
                if let Some((judgment, question)) = failure.refused.clone() {
                    let wanted = RowPattern { judgment, question, answer: Vec::new() };
                    let again = why_not(&mut types, &wanted).expect("a question");
                    assert!(matches!(again, WhyNot::Fails(..)), "{wanted:?} holds");
                }
                next = failure.because.as_deref();
            }
        }
        println!("{judgment}: {refused} refusals, {explained} explained");
        assert!(refused >= QUESTIONS / 2 && explained * 100 >= refused * 95, "{judgment}: {refused}, {explained}");
    }
}
