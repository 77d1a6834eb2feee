//! Proofs are proofs: every step of the proof of every node and every problem of the examples is an instance of the rule
//! that it names, from rows that hold; and where a type does not convert to another, there is a path to where it fails.

#[allow(dead_code, reason = "each test uses a part")]
#[path = "support/mod.rs"]
mod support;

#[path = "support/clauses.rs"]
mod clauses;

use std::collections::{HashMap, HashSet};
use std::path::Path;

use clauses::{Clause, clauses};
use support::files::{below, entries, root, text};
use typelog::declarations::declare;
use typelog::diagnostics::{Diagnostic, Strictness, diagnose, disagreement};
use typelog::dialect::{Dialect, Text, pcl, read_plain_program, read_program};
use typelog::infer::{Inference, conclude, infer, lower_one};
use typelog::jobs::Jobs;
use typelog::program::environment::Environment;
use typelog::program::{DefinitionId, Place, Program};
use typelog::provenance::{Derivations, Proof, Rerun, conversion_proof, problem_relations, rerun};
use typelog::schema::Schemas;
use typelog::source::Source;
use typelog::syntax::parse_expression;
use typelog::terms::Conversion;
use typelog::terms::facts::{Facts, Visitor};
use typelog::terms::trace::{Cells, Row};
use typelog::type_expressions::parse::read_type;
use typelog::type_rules::ask::{Answer, Question, ask, normalized};
use typelog::type_rules::failing_way;
use typelog::types::display::display;
use typelog::types::memory::{
    CommonMember, CommonType, Converts, Disagrees, Fits, HasKin, HasSignature, Indexes, IsAssignable, IsInexact,
    Iterates, Lifts, MapsTo, Memory, Operates, Refines, Resolves, Splats, Traverses, Unfolds, Unifies,
};
use typelog::types::{Interner, Ty};
use typelog::{program_rules, type_rules};

/// A program that has been typed.
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

fn check(program: Program, environment: Environment, mut types: Interner) -> Checked {
    let inference = infer(&program, &environment, &mut types);
    let diagnostics = diagnose(&program, &inference, &environment, &types, Strictness::default());
    Checked { program, environment, inference, diagnostics, types }
}

/// An example in plain HCL.
fn plain(folder: &Path) -> Checked {
    let (mut types, mut environment) = (Interner::default(), Environment::default());
    let declarations: Vec<Source> =
        below(folder, ".declare").iter().map(|path| Source::new("declarations", text(path))).collect();
    assert!(declare(&declarations, &mut environment, &mut types).is_empty());
    let program = read_plain_program(texts(folder, ".hcl"), &mut types);
    check(program, environment, types)
}

/// An example in PCL.
fn pcl_example(folder: &Path) -> Checked {
    let mut types = Interner::default();
    let environment = pcl::environment(&mut types);
    let mut schemas = Schemas::in_directories(&[root().join("examples/schemas")]).expect("schemas");
    let mut surroundings = pcl::ReadContext {
        environment: &environment,
        schemas: &mut schemas,
        directory: Some(folder.to_owned()),
        load: &|folder| Ok(texts(folder, ".pp")),
        strictness: Strictness::default(),
        jobs: Jobs::ONE,
    };
    let program = read_program(Dialect::Pcl, texts(folder, ".pp"), &mut surroundings, &mut types);
    check(program, environment, types)
}

fn examples() -> Vec<(String, Checked)> {
    let folders = |path: &str| entries(&root().join(path)).into_iter().filter(|path| path.is_dir());
    let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let hcl = folders("examples").filter(|folder| !texts(folder, ".hcl").is_empty());
    let hcl = hcl.map(|folder| (name(&folder), plain(&folder)));
    hcl.chain(folders("examples/pcl").map(|folder| (name(&folder), pcl_example(&folder)))).collect()
}

/// Writes rows of a relation behind others.
fn add<C: Cells>(rows: &mut HashSet<Row>, relation: &'static str, found: impl IntoIterator<Item = C>) {
    for row in found {
        let mut cells = Vec::new();
        row.write(&mut cells);
        rows.insert(Row::new(relation, cells));
    }
}

/// Gathers the rows of tables.
struct Gathering(HashSet<Row>);

impl Visitor for Gathering {
    fn table<R: Cells + Copy>(&mut self, relation: &'static str, rows: &mut Vec<R>) {
        add(&mut self.0, relation, rows.iter().copied());
    }
}

/// The rows of a program that are given.
fn given(facts: &mut Facts) -> HashSet<Row> {
    let mut rows = Gathering(HashSet::new());
    facts.visit(&mut rows);
    add(&mut rows.0, "has_candidate", facts.has_candidate.iter().copied());
    rows.0
}

/// The answers about types, as rows.
fn answers(memory: &Memory) -> HashSet<Row> {
    let mut rows = HashSet::new();
    macro_rules! add {
        ($($relation:ident: $judgment:ident($question:pat => $answer:pat) $row:expr;)*) => {
            $(add(&mut rows, stringify!($relation), memory.answers::<$judgment>().filter_map(|found| match found {
                ($question, $answer) => Some($row),
                #[allow(unreachable_patterns)]
                _ => None,
            }));)*
        };
    }
    add! {
        unfolds: Unfolds((t,) => u) (t, u);
        maps_to: MapsTo((f, t) => u) (f, t, u);
        resolves: Resolves((t,) => u) (t, u);
        lifts: Lifts((v, t) => u) (v, t, u);
        converts: Converts((s, t, m) => k) (s, t, m, k);
        unifies: Unifies((s, t) => (u, k)) (s, t, u, k);
        disagrees: Disagrees((s, t, m) => Some((way, a, b))) (s, t, m, way, a, b);
        has_kin: HasKin((s, t) => Some(u)) (s, t, u);
        is_inexact: IsInexact((s, t) => true) (s, t);
        is_assignable: IsAssignable((s, t, m) => yes) (s, t, m, yes);
        common_type: CommonType((s, t, k) => u) (s, t, k, u);
        common_member: CommonMember((t, k) => (u, yes)) (t, k, u, yes);
        traverses: Traverses((t, k) => (u, outcome)) (t, k, u, outcome);
        iterates: Iterates((t,) => (k, u, yes)) (t, k, u, yes);
        indexes: Indexes((t,) => (k, u, yes)) (t, k, u, yes);
        splats: Splats((t,) => (u, yes)) (t, u, yes);
        builtin_signature: HasSignature((i, ts) => (ps, rest, r)) (i, ts, ps, rest, r);
        fits: Fits((s, t, m) => k) (s, t, m, k);
        operates: Operates((o, ts) => r) (o, ts, r);
        refines: Refines((s, t) => k) (s, t, k);
    }
    rows
}

/// The rows of the tables in the rules.
fn tables() -> HashSet<Row> {
    let mut rows = HashSet::new();
    macro_rules! add {
        ($($crate_name:ident: $($relation:ident $table:ident)*;)*) => {
            $($(add(&mut rows, stringify!($relation), $crate_name::engines::tables::$table.iter().copied());)*)*
        };
    }
    add! {
        type_rules:
            maps_members MAPS_MEMBERS  lift_mapping LIFT_MAPPING
            primitive_conversion PRIMITIVE_CONVERSION  element_conversion ELEMENT_CONVERSION
            member_conversion MEMBER_CONVERSION  constructors_convert CONSTRUCTORS_CONVERT
            converts_from_all CONVERTS_FROM_ALL  unification_rank UNIFICATION_RANK
            element_unification ELEMENT_UNIFICATION  fold_unification FOLD_UNIFICATION
            member_unification MEMBER_UNIFICATION  constructors_unify CONSTRUCTORS_UNIFY
            constructors_assignable CONSTRUCTORS_ASSIGNABLE  assignable_from_all ASSIGNABLE_FROM_ALL
            has_keys HAS_KEYS  has_no_elements HAS_NO_ELEMENTS  has_no_parts HAS_NO_PARTS  is_met_whole IS_MET_WHOLE
            operator_signature OPERATOR_SIGNATURE;
        program_rules:
            unary_operator UNARY_OPERATOR  binary_operator BINARY_OPERATOR  law_of LAW_OF  law_inside LAW_INSIDE
            literal_pairing LITERAL_PAIRING;
    }
    rows
}

/// Relations whose rows rules conclude, each of them.
const JUDGMENTS: [&str; 12] = [
    "has_type",
    "binds",
    "converts",
    "is_assignable",
    "unifies",
    "common_type",
    "traverses",
    "iterates",
    "indexes",
    "maps_to",
    "resolves",
    "lifts",
];

/// Checks proofs against the rules as they are written, and against what engines find that record nothing.
struct Checker<'a> {
    clauses: HashMap<&'a str, Vec<&'a Clause>>,
    rows: HashSet<Row>,
    relations: HashSet<&'static str>,
}

impl<'a> Checker<'a> {
    fn new(clauses: &'a [Clause], rows: HashSet<Row>) -> Self {
        let relations = rows.iter().map(|row| row.relation).collect();
        let mut by_rule: HashMap<&str, Vec<&Clause>> = HashMap::new();
        for clause in clauses {
            by_rule.entry(&clause.rule).or_default().push(clause);
        }
        Self { clauses: by_rule, rows, relations }
    }

    /// What is wrong with a proof. A step stands for a conclusion of its rule, and for all that prepared it.
    fn faults(&self, derivations: &Derivations, proof: &Proof) -> Vec<String> {
        let mut faults = Vec::new();
        if self.relations.contains(proof.row.relation) && !self.rows.iter().any(|row| row.matches(&proof.row)) {
            faults.push(format!("{:?} does not hold", proof.row));
        }
        if proof.rule.is_empty() {
            if !self.relations.contains(proof.row.relation) {
                faults.push(format!("{:?} is given by nobody", proof.row));
            }
            return faults;
        }
        if proof.is_cut {
            return faults;
        }
        let mut premises = Vec::new();
        self.expand(derivations, &proof.row, true, &mut premises, &mut faults);
        let shown: HashSet<&Row> = proof.premises.iter().map(|premise| &premise.row).collect();
        for premise in &premises {
            if !shown.iter().any(|row| row.matches(premise)) {
                faults.push(format!("{}: {premise:?} is not shown", proof.rule));
            }
        }
        for row in shown {
            if !premises.iter().any(|premise| premise.matches(row)) {
                faults.push(format!("{}: {row:?} is no premise", proof.rule));
            }
        }
        faults.extend(proof.premises.iter().flat_map(|premise| self.faults(derivations, premise)));
        faults
    }

    /// Checks the conclusion that ends the proof of a row, and those that prepared it, and gathers what they start from.
    fn expand(
        &self,
        derivations: &Derivations,
        row: &Row,
        is_last: bool,
        premises: &mut Vec<Row>,
        faults: &mut Vec<String>,
    ) {
        let Some(firing) = derivations.firing(row).filter(|firing| is_last || firing.rule.is_empty()) else {
            premises.push(row.clone());
            return;
        };
        if !self.clauses.get(firing.rule).into_iter().flatten().any(|clause| clause.has_instance(firing)) {
            faults.push(format!("no clause concludes {firing:?}"));
        }
        if !firing.conclusions.iter().any(|conclusion| conclusion.matches(row)) {
            faults.push(format!("{row:?} is not concluded by {firing:?}"));
        }
        for premise in &firing.premises {
            self.expand(derivations, premise, false, premises, faults);
        }
    }
}

/// The rows that hold in a definition, found without recording anything.
fn rows_of(checked: &mut Checked, id: DefinitionId) -> HashSet<Row> {
    let Checked { program, environment, inference, types, .. } = checked;
    let mut chunk = lower_one(program, environment, inference, id, types);
    let mut rows = tables();
    rows.extend(given(&mut chunk.facts));
    // Nothing is known from before.
    let known = types.replace_memory(Memory::default());
    let derived = conclude(types, chunk.facts);
    rows.extend(answers(&types.replace_memory(known)));
    add(&mut rows, "has_type", derived.types);
    add(&mut rows, "binds", derived.bindings);
    rows
}

/// The row of a node: of what its name means, or of its value.
fn node_row(rerun: &Rerun, program: &Program, id: DefinitionId) -> Option<Row> {
    rerun.binding().or_else(|| {
        let definition = program.definition(id);
        rerun.typing(Place { file: definition.file, node: definition.expressions.first()?.root })
    })
}

#[test]
fn every_node_and_every_expression_of_the_examples_has_a_proof() {
    let clauses = clauses();
    let (mut nodes, mut expressions) = (0, 0);
    for (name, mut checked) in examples() {
        for id in checked.program.definition_ids().collect::<Vec<_>>() {
            let checker = Checker::new(&clauses, rows_of(&mut checked, id));
            let Checked { program, environment, inference, types, .. } = &mut checked;
            let rerun = rerun(program, environment, inference, id, types);
            let label = &program.definition(id).label;
            // A block that is nothing but its attributes has no type of its own.
            let row = node_row(&rerun, program, id);
            assert!(row.is_some() || program.definition(id).expressions.is_empty(), "{name}: {label} has no proof");
            nodes += usize::from(row.is_some());
            // What engines find that record nothing is what has been recorded.
            let judgments = checker.rows.iter().filter(|row| JUDGMENTS.contains(&row.relation));
            for row in judgments {
                assert!(rerun.derivations.step(row).is_some(), "{name}: {label}: {row:?} has no proof");
            }
            let typings = rerun.typings();
            expressions += typings.len();
            for row in row.into_iter().chain(typings.into_iter().map(|typing| typing.1)) {
                let proof = rerun.derivations.proof(&row, usize::MAX);
                assert!(!proof.rule.is_empty(), "{name}: {label}: {row:?} is concluded by no rule");
                let faults = checker.faults(&rerun.derivations, &proof);
                assert!(faults.is_empty(), "{name}: {label}:\n{}", faults.join("\n"));
            }
        }
    }
    assert!(nodes > 80 && expressions > 300, "{nodes} nodes and {expressions} expressions");
}

#[test]
fn every_problem_of_the_examples_has_a_proof() {
    let clauses = clauses();
    let mut proofs = 0;
    for (name, mut checked) in examples() {
        let mut concluded = 0;
        for number in 0..checked.diagnostics.len() {
            let diagnostic = checked.diagnostics[number].clone();
            if problem_relations(&diagnostic.code).is_empty() {
                continue;
            }
            let program = &checked.program;
            let offset = diagnostic.span.start;
            let id = program.definition_ids().find(|&id| {
                let definition = program.definition(id);
                definition.file == diagnostic.file && (definition.span.start..=definition.span.end).contains(&offset)
            });
            let Some(id) = id else { panic!("{name}: {} stands in no definition", diagnostic.message) };
            let checker = Checker::new(&clauses, rows_of(&mut checked, id));
            let Checked { program, environment, inference, types, .. } = &mut checked;
            let rerun = rerun(program, environment, inference, id, types);
            let row = rerun.problem(program, &diagnostic, id, types);
            let row =
                row.unwrap_or_else(|| panic!("{name}: no proof of `{}`: {}", diagnostic.code, diagnostic.message));
            let proof = rerun.derivations.proof(&row, usize::MAX);
            assert!(proof.rule.starts_with("P-"), "{name}: {row:?} is concluded by {}", proof.rule);
            let faults = checker.faults(&rerun.derivations, &proof);
            assert!(faults.is_empty(), "{name}: {}:\n{}", diagnostic.message, faults.join("\n"));
            concluded += 1;
        }
        // What the rules conclude is told, each thing once.
        let told: HashSet<_> = checked.inference.problems.iter().collect();
        assert!(concluded <= told.len(), "{name}");
        assert_eq!(concluded == 0, told.is_empty(), "{name}");
        proofs += concluded;
    }
    assert!(proofs >= 30, "{proofs} proofs");
}

/// The pairs of types of which it is recorded that the first does not convert to the second.
fn pairs_without_conversion(types: &mut Interner) -> Vec<(Ty, Ty)> {
    let folder = std::env::var_os("TYPELOG_CONFORMANCE")
        .map_or_else(|| root().join("tests/conformance/sample"), std::path::PathBuf::from);
    let mut read = |text: &str| {
        let (tree, root) = parse_expression(text, types).expect("the notation of types");
        let ty = read_type(&tree, root, &Environment::default().types, types).expect("a type");
        normalized(types, ty)
    };
    let grid = text(&folder.join("types/grid.tsv"));
    let rows = grid.lines().skip(1).map(|line| line.split('\t').collect::<Vec<_>>());
    rows.filter(|fields| fields[2] == "none").map(|fields| (read(fields[0]), read(fields[1]))).collect()
}

/// The pairs of types of which the first converts to the second, each asked once.
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
    let checker = Checker::new(&clauses, tables());
    let mut conversions = Conversions::new(&mut types, &pairs);
    assert!(pairs.len() > 10, "{} pairs", pairs.len());
    let mut deeper = 0;
    for (s, t) in pairs {
        if conversions.convert(&mut types, s, t) {
            // One of the divergences that are listed with their reasons.
            continue;
        }
        let name = format!("{} to {}", display(&types, s), display(&types, t));
        let (row, derivations) = conversion_proof(&mut types, s, t);
        let proof = derivations.proof(&row, usize::MAX);
        assert!(!proof.rule.is_empty(), "{name}: there is no proof");
        let faults = checker.faults(&derivations, &proof);
        assert!(faults.is_empty(), "{name}:\n{}", faults.join("\n"));
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

/// Holds if each branch of what fails ends in a rule that refuses.
fn ends_in_refusals(proof: &Proof) -> bool {
    let failing: Vec<&Proof> = proof.premises.iter().filter(|premise| premise.row.relation == "converts").collect();
    proof.is_cut
        || proof.rule == "C-Recursive"
        || !proof.rule.is_empty() && failing.iter().all(|premise| ends_in_refusals(premise))
}
