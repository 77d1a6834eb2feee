//! Whole programs, from their files to their reports.

use std::collections::HashSet;
use std::path::Path;
use std::sync::{Arc, LazyLock};

use typelog::book::edition;
use typelog::builtins::trace::Value;
use typelog::diagnostics::{Diagnostic, Severity, Strictness, apply_ignore_comments, diagnose, may_have_comments};
use typelog::dialect::{Dialect, Text};
use typelog::files::{AllowedDirectories, Memory, SharedSystem};
use typelog::infer::Inference;
use typelog::jobs::{Jobs, spawn_deep};
use typelog::program::environment::Environment;
use typelog::program::{Expression, Part, Place, Program};
use typelog::project::{CheckedProgram, Input, Project, Session};
use typelog::provenance::rerun;
use typelog::render::{Detail, ProofFormat, ProofNode, Report, proof};
use typelog::schema::Schemas;
use typelog::source::{Source, Span};
use typelog::syntax::tree::Node;
use typelog::types::display::display;
use typelog::types::{Interner, Shape, Ty};

use super::printing::{check_graph, check_interface, render};
use super::{parts, piece, places, syntax, terraform, type_expressions};

/// The environment of programs of a dialect, with its types, and the session that checks them.
#[derive(Clone)]
pub struct Surroundings {
    pub dialect: Dialect,
    pub environment: Environment,
    pub types: Interner,
    session: Session,
}

/// The environment of plain HCL.
pub static PLAIN: LazyLock<Surroundings> =
    LazyLock::new(|| Surroundings::declaring(Dialect::Hcl, include_str!("surroundings.hcl")));

/// The environment of PCL, with the packages of [`SCHEMAS`].
pub static PCL: LazyLock<Surroundings> = LazyLock::new(|| Surroundings::of(Dialect::Pcl).with_schemas(schemas()));

static BICEP: LazyLock<Surroundings> = LazyLock::new(|| {
    Surroundings::declaring(Dialect::Bicep, include_str!("../../../../examples/declared/network/azure.declare"))
});

/// The schemas for programs of PCL.
pub const SCHEMAS: [(&str, &str); 2] = [
    ("cloud-1.2.0.json", include_str!("../../../../examples/schemas/cloud-1.2.0.json")),
    ("data-0.4.1.json", include_str!("../../../../examples/schemas/data-0.4.1.json")),
];

/// The packages of [`SCHEMAS`].
fn schemas() -> Schemas {
    Schemas::in_texts(SCHEMAS.map(|(name, text)| (name.to_owned(), text.to_owned())))
}

/// The environment of a dialect.
pub fn surroundings_of(dialect: Dialect) -> &'static Surroundings {
    match dialect {
        Dialect::Hcl => &PLAIN,
        Dialect::Terraform => &terraform::SURROUNDINGS,
        Dialect::Pcl => &PCL,
        Dialect::Bicep => &BICEP,
    }
}

/// The folder of programs.
pub const ROOT: &str = "program";

const COMPONENT: &str = include_str!("../../../../examples/pcl/components/site/main.pp");

/// The most definitions of a program that are typed again to check their proofs: each takes a run of an engine.
const MOST_PROOFS: usize = 3;

/// Files of plain HCL, separated by lines `---`.
pub fn hcl(text: &str) {
    conclude_twice(&parts(text), &PLAIN, &|files| alone(Dialect::Hcl, texts(files, "hcl")));
}

/// Files of PCL.
pub fn pcl(text: &str) {
    conclude_twice(&parts(text), &PCL, &pcl_program);
}

/// Files of declared types.
pub fn bicep(text: &str) {
    conclude_twice(&parts(text), &BICEP, &|files| alone(Dialect::Bicep, texts(files, "hcl")));
}

/// A program without a directory.
pub fn alone(dialect: Dialect, texts: Vec<Text>) -> Input {
    program(dialect, texts, None, Memory::default())
}

/// A program in the folder [`ROOT`] of a file system, if it has a directory.
pub fn program(dialect: Dialect, texts: Vec<Text>, directory: Option<&str>, system: Memory) -> Input {
    let system: SharedSystem = Arc::new(system);
    let roots = AllowedDirectories::of(&system, Path::new(ROOT), &[]);
    let (name, directory) = ("program".to_owned(), directory.map(Into::into));
    Input { name, directory, ..Input::of_texts(dialect, texts, roots) }
}

/// A program of PCL, with a component, and with one that has the files of the program.
pub fn pcl_program(files: &[(usize, &str)]) -> Input {
    let own = texts(files, "pp");
    let system = Memory::of([("program/site/main.pp", COMPONENT)]);
    for Text { name, bytes } in &own {
        system.set(&Path::new("program/same").join(name), bytes.as_deref().unwrap_or_default());
    }
    program(Dialect::Pcl, own, Some(ROOT), system)
}

/// A function that makes a program of numbered files.
type Make<'a> = dyn Fn(&[(usize, &str)]) -> Input + Sync + 'a;

/// Checks a program twice, with its files in both orders, by one thread and by several. The reports must be equal. At the same time,
/// another thread checks it by another book, with the reports that it has when it is checked alone.
pub fn conclude_twice(files: &[&str], around: &Surroundings, make: &Make<'_>) {
    let files: Vec<(usize, &str)> = files.iter().copied().enumerate().collect();
    let reversed: Vec<(usize, &str)> = files.iter().rev().copied().collect();
    let (first, beside) = std::thread::scope(|scope| {
        let other = spawn_deep(scope, || by_another_book(make(&files), around)).expect("a thread starts");
        let first = conclude(make(&files), around, true);
        (first, other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    });
    assert_eq!(first, conclude(make(&reversed), around, false), "the order of files makes a difference");
    assert_eq!(beside, by_another_book(make(&files), around), "a check by another book makes a difference");
}

/// Checks a program by the other edition of the book, and returns its reports.
fn by_another_book(mut input: Input, around: &Surroundings) -> [String; 2] {
    let mut session = around.session();
    let mut types = around.types.clone();
    types.set_book(edition("pulumi").expect("the edition is there"));
    session.keep_all_types(types);
    render(&session.check(&mut input).named_report("program", Detail::Expressions))
}

impl Surroundings {
    /// The names that every program of a dialect may refer to.
    pub fn of(dialect: Dialect) -> Self {
        Self::reading(dialect, &[]).0
    }

    /// Adds declarations. Also returns the report about their faults, if they have any.
    pub fn reading(dialect: Dialect, declarations: &[Source]) -> (Self, Option<Report>) {
        let (mut session, faults) =
            Project::default().session_declaring(declarations, None).expect("there are no files");
        let (environment, types) = (session.environment(dialect).clone(), session.types().clone());
        (Self { dialect, environment, types, session }, faults)
    }

    /// Adds declarations, which must be correct.
    fn declaring(dialect: Dialect, text: &str) -> Self {
        let (around, faults) = Self::reading(dialect, &[Source::new("declarations", text)]);
        assert!(faults.is_none(), "{faults:?}");
        around
    }

    /// The same with other packages or providers.
    pub fn with_schemas(self, schemas: Schemas) -> Self {
        Self { session: self.session.with_schemas(schemas), ..self }
    }

    /// A session with these types.
    pub fn session(&self) -> Session {
        let mut session = self.session.clone();
        session.keep_all_types(self.types.clone());
        session
    }
}

/// The files of a program, in native or JSON syntax.
fn texts(files: &[(usize, &str)], extension: &str) -> Vec<Text> {
    let name = |at: usize, text: &str| match (text.starts_with('{'), extension) {
        (true, "pp") => format!("{at}.pp.json"),
        (true, _) => format!("{at}.json"),
        _ => format!("{at}.{extension}"),
    };
    files.iter().map(|&(at, text)| Text { name: name(at, text), bytes: Ok(text.as_bytes().to_vec()) }).collect()
}

/// Checks a program and its properties, and returns its reports.
fn conclude(mut input: Input, around: &Surroundings, is_first: bool) -> [String; 2] {
    let jobs = if is_first { Jobs::ONE } else { Jobs::new(3) };
    let checked = around.session().with_jobs(jobs).check(&mut input);
    let reports = render(&checked.named_report("program", Detail::Expressions));
    if is_first {
        let CheckedProgram { program, inference, diagnostics, types, .. } = checked;
        let around = &mut Surroundings { types, ..around.clone() };
        check_files(&program, &around.types);
        check_diagnostics(&program, &diagnostics);
        check_follow_ups(&program, &inference, &diagnostics, around);
        check_types(&program, &inference, around);
        check_lenience(&program, &inference, around);
        check_proofs(&program, &inference, around);
        check_graph(&program, &inference);
        check_interface(&program, &inference, &around.types);
    }
    reports
}

fn check_files(program: &Program, types: &Interner) {
    for file in &program.files {
        syntax::check_errors(&file.errors, &file.source);
        #[allow(clippy::case_sensitive_file_extension_comparisons)]
        // As in HCL's own tools, `.json` means JSON syntax.
        let is_native = !file.source.name.ends_with(".json");
        places::check(&file.tree, &file.source, types, is_native);
    }
    for definition in &program.definitions {
        let source = &program.file(definition.file).source;
        piece(source, definition.span);
        piece(source, definition.name_span);
        definition.expressions.iter().for_each(|expression| {
            piece(source, expression.name_span);
        });
    }
}

fn check_diagnostics(program: &Program, diagnostics: &[Diagnostic]) {
    for found in diagnostics {
        piece(&program.file(found.file).source, found.span);
        for label in &found.labels {
            piece(&program.file(label.file).source, label.span);
        }
        let is_code = |code: &str| code.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-');
        assert!(is_code(&found.code) && !found.message.is_empty(), "{found:?}");
    }
    let has_error = diagnostics.iter().any(|found| found.severity == Severity::Error);
    let is_broken = program.files.iter().any(|file| !file.errors.is_empty());
    let has_comments = program.files.iter().any(|file| may_have_comments(&file.source.text));
    assert!(has_error || !is_broken || has_comments, "what is not understood is no error");
}

/// Checks that every expression has a type whose text parses. In Terraform, expressions inside iterations have values in
/// contexts instead, and names of blocks have none.
fn check_types(program: &Program, inference: &Inference, around: &mut Surroundings) {
    for id in program.definition_ids() {
        let definition = program.definition(id);
        let tree = program.tree(id);
        let nodes = |expression: &Expression| {
            if program.is_terraform { vec![expression.root] } else { expression.nodes().collect() }
        };
        for node in definition.expressions.iter().filter(|part| part.part != Part::Named).flat_map(nodes) {
            let place = Place { file: definition.file, node };
            let has_none = matches!(tree.node(node), Node::Text(_) | Node::Type);
            let text = program.file(definition.file).source.slice(tree.span(node));
            assert_eq!(inference.type_of(place).is_none(), has_none, "{:?} `{text}`", tree.node(node));
        }
        reads_again(inference.definition_type(id), around);
    }
}

fn reads_again(ty: Ty, around: &mut Surroundings) {
    let text = display(&around.types, ty);
    // The text of a recursive schema type is cut, and a type that a schema only names has no declaration.
    if text.contains("...") || has_undeclared_parts(ty, around) {
        return;
    }
    let again = type_expressions::read(&text, &around.environment, &mut around.types);
    let again = again.unwrap_or_else(|errors| panic!("{text} is not read: {errors:?}"));
    assert_eq!(display(&around.types, again), text);
}

/// Holds for types with parts that a schema only names.
fn has_undeclared_parts(ty: Ty, around: &Surroundings) -> bool {
    let Surroundings { environment, types, .. } = around;
    let (mut waiting, mut seen) = (vec![ty], HashSet::new());
    while let Some(ty) = waiting.pop().filter(|_| seen.len() < MOST_PARTS) {
        match types.shape(ty) {
            Shape::Opaque(name) if environment.types.contains_key(&name) => {}
            Shape::Opaque(name) if !["Asset", "Archive"].contains(&types.text(name)) => return true,
            Shape::List(part) | Shape::Set(part) | Shape::Map(part) | Shape::Output(part) | Shape::Promise(part) => {
                waiting.push(part);
            }
            _ if !seen.insert(ty) => {}
            Shape::Object(_) => waiting.extend(types.properties(ty).iter().map(|property| property.1)),
            _ => waiting.extend(types.members(ty)),
        }
    }
    false
}

/// The most parts of a type that are visited.
const MOST_PARTS: usize = 10_000;

/// Checks that what follows from an error is left out only if an error is shown.
fn check_follow_ups(program: &Program, inference: &Inference, shown: &[Diagnostic], around: &Surroundings) {
    let all = diagnose(program, inference, &around.environment, &around.types, Strictness::default());
    let all = apply_ignore_comments(program, all);
    let has_error = |of: &[Diagnostic]| of.iter().any(|found| found.severity == Severity::Error);
    assert!(shown.is_empty() <= all.is_empty(), "each report is left out because of another one: {all:?}");
    assert!(has_error(&all) <= has_error(shown), "each error is left out because of another one: {all:?}");
}

/// Checks that leniency adds no errors.
fn check_lenience(program: &Program, inference: &Inference, around: &Surroundings) {
    let errors = |is_lenient| -> Vec<(u32, Span)> {
        let strictness = Strictness { is_lenient, is_full: true };
        let found = diagnose(program, inference, &around.environment, &around.types, strictness);
        let found = apply_ignore_comments(program, found);
        check_diagnostics(program, &found);
        let errors = found.iter().filter(|found| found.severity == Severity::Error);
        errors.map(|found| (found.file.0, found.span)).collect()
    };
    let strict = errors(false);
    assert!(errors(true).iter().all(|place| strict.contains(place)), "lenience finds more errors");
}

/// Checks that a recorded run of a single definition gives the same types as the run of all, and that each step can be
/// displayed.
fn check_proofs(program: &Program, inference: &Inference, around: &mut Surroundings) {
    for id in program.definition_ids().take(MOST_PROOFS) {
        let rerun = rerun(program, &around.environment, inference, id, &mut around.types);
        let typings = rerun.typings();
        for (place, row) in &typings {
            let concluded = inference.type_of(*place).map(Value::Type);
            assert_eq!(row.cells.get(1).copied(), concluded, "at {:?}", program.tree(id).span(place.node));
        }
        if let Some((_, row)) = typings.last() {
            let proved = rerun.derivations.proof(row, 6).failing();
            let node = ProofNode::new(&proved, &|proof| (rerun.judgment(&proof.row, &around.types), None));
            for format in [ProofFormat::Tree, ProofFormat::Text, ProofFormat::Dot, ProofFormat::Mermaid] {
                assert!(!proof(&node, format).is_empty());
            }
        }
    }
}
