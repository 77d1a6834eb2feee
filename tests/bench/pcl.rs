//! The speed of checks of programs in PCL: the stages of a program of 16,000 nodes (and one of half the size), 500 small
//! programs, and ten resources over a large schema, relative to a scan of the schema as JSON.
//!
//! The large schema is `real-schemas/aws-native-0.8.0.json` in the folder that `TYPELOG_CONFORMANCE` names; without it, this
//! part is skipped. The stages are timed in turn, round by round.

#![allow(clippy::cast_precision_loss, reason = "times need few digits")]

mod generate_pcl;

use std::fmt::Write as _;
use std::fs;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::de::IgnoredAny;
use typelog::diagnostics::{Diagnostic, Severity};
use typelog::dialect::{Dialect, Text, read_files};
use typelog::files::AllowedDirectories;
use typelog::infer::{Runs, infer, infer_with};
use typelog::jobs::Jobs;
use typelog::program::Program;
use typelog::program::environment::Environment;
use typelog::project::{Input, Options, Project, Session};
use typelog::render::{Detail, Report};
use typelog::types::Interner;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() {
    // `cargo test --benches` only checks that a bench runs.
    let is_bench = std::env::args().any(|argument| argument == "--bench");
    let (sizes, small, rounds): (&[usize], usize, usize) =
        if is_bench { (&[8_000, 16_000], 500, 15) } else { (&[80], 2, 1) };
    for &nodes in sizes {
        large_program(nodes, rounds);
    }
    one_small_program(if is_bench { 500 } else { 1 });
    for nodes in [32, 160] {
        small_programs(small, nodes, rounds);
    }
    match large_schema() {
        Some(path) => ten_resources(&path, rounds),
        None => println!("there is no large schema at hand"),
    }
}

/// A program of many nodes, and the stages of its check. Reading its blocks and the schema belongs to no stage.
fn large_program(nodes: usize, rounds: usize) {
    let text = generate_pcl::program(nodes);
    let mut session = Checks::of_examples(Jobs::ONE);
    let mut session_on_two = Checks::of_examples(Jobs::new(2));
    let mut times = Vec::new();
    for _ in 0..rounds {
        let hcl_edit = timed(|| hcl_edit::parser::parse_body(&text)).0;
        let parse = timed(|| read_files(Dialect::Pcl, Jobs::ONE, texts(&text), &mut Interner::default())).0;
        let (program, mut types) = session.read(&text);
        let inference = timed(|| infer(&program, session.environment(), &mut types)).0;
        let (check, found) = timed(|| session.check(&text));
        assert!(found.iter().all(|found| found.severity != Severity::Error), "the program is right: {:?}", found[0]);
        let on_two = timed(|| session_on_two.check(&text)).0;
        times.push([hcl_edit, parse, inference, check, on_two]);
    }
    println!("{nodes} nodes, {} bytes", text.len());
    for (stage, name) in ["hcl-edit", "parse", "infer", "check", "on two"].into_iter().enumerate() {
        let nanoseconds = median(times.iter().map(|round| round[stage].as_secs_f64())) * 1e9;
        let ratio = median(times.iter().map(|round| round[stage].as_secs_f64() / round[0].as_secs_f64()));
        println!("{name:>10} {:>8.0} ns/node {ratio:>8.2} times hcl-edit", nanoseconds / f64::from(nodes as u32));
    }
    let parts =
        median(times.iter().map(|[_, parse, infer, check, _]| check.as_secs_f64() / (*parse + *infer).as_secs_f64()));
    println!("check takes {parts:.2} times parse and infer");
}

/// The inference time of a program of 25 lines: with empty memo tables, and with those of an earlier check of the program.
fn one_small_program(rounds: usize) {
    let text = generate_pcl::program(8);
    let mut session = Checks::of_examples(Jobs::ONE);
    let mut times = Vec::new();
    for _ in 0..rounds {
        let (program, mut types) = session.read(&text);
        let mut infer_all = || timed(|| drop(infer(&program, session.environment(), &mut types))).0.as_secs_f64();
        times.push([infer_all(), infer_all()]);
    }
    let milliseconds = |at: usize| median(times.iter().map(|round| round[at])) * 1e3;
    let lines = text.lines().count();
    println!(
        "one program of {lines} lines: infer {:.3} ms, {:.3} ms once its types are known",
        milliseconds(0),
        milliseconds(1)
    );
}

/// Many small programs, one by one and in groups, as the command checks them, relative to hcl-edit's parse of them.
fn small_programs(count: usize, nodes: usize, rounds: usize) {
    let text = generate_pcl::program(nodes);
    let mut session = Checks::of_examples(Jobs::ONE);
    let mut times = Vec::new();
    for _ in 0..rounds {
        let hcl_edit = timed(|| (0..count).for_each(|_| drop(black_box(hcl_edit::parser::parse_body(&text))))).0;
        let alone = timed(|| (0..count).for_each(|_| drop(black_box(session.check(&text))))).0;
        let group = (32_000 / text.len()).max(1);
        let all: Vec<&str> = vec![&text; count];
        let together = timed(|| all.chunks(group).for_each(|group| drop(black_box(session.check_together(group))))).0;
        times.push([hcl_edit, alone, together].map(|time| time.as_secs_f64()));
    }
    for (at, how) in [(1, "one by one"), (2, "in groups")] {
        let each = median(times.iter().map(|round| round[at])) / f64::from(count as u32);
        let ratio = median(times.iter().map(|round| round[at] / round[0]));
        println!("{count} programs of {nodes} nodes, {how}: {:.3} ms each, {ratio:.2} times hcl-edit", each * 1e3);
    }
}

/// Ten resources over a large schema: the first check opens the schema, later ones reuse it.
fn ten_resources(path: &Path, rounds: usize) {
    let tokens =
        ["accessanalyzer:Analyzer", "amplify:Branch", "apigateway:Model", "apigateway:Stage", "athena:NamedQuery"];
    let required = ["type", "appId", "restApiId", "restApiId", "database = \"a\"\n  queryString"];
    let mut text = String::new();
    for at in 0..10 {
        let (token, input) = (tokens[at % 5], required[at % 5]);
        let _ = writeln!(text, "resource \"r{at}\" \"aws-native:{token}\" {{\n  {input} = \"a\"\n}}");
    }
    let directory = path.parent().expect("a file stands in a directory");
    let mut times = Vec::new();
    for _ in 0..rounds {
        let scan = timed(|| {
            let bytes = fs::read(path).expect("the schema can be read");
            serde_json::from_slice::<IgnoredAny>(&bytes).expect("the schema is JSON");
        });
        let session = Checks::new(directory, Jobs::ONE);
        let (cold, (mut session, found)) = timed(|| {
            let mut session = session;
            let found = session.check(&text);
            (session, found)
        });
        assert!(found.is_empty(), "the program is right: {found:?}");
        // As in the command, the members found in the schema are kept for the next programs.
        session.check_together(&[&text]);
        let (warm, _) = timed(|| session.check_together(&[&text]));
        times.push([scan.0, cold, warm]);
    }
    for (at, name) in [(1, "cold"), (2, "warm")] {
        let ratio = median(times.iter().map(|round| round[at].as_secs_f64() / round[0].as_secs_f64()));
        println!("ten resources over a large schema, {name}: {ratio:.3} times the scan of the schema");
    }
}

/// A session with the schemas of a directory, with a number of threads for each program.
struct Checks {
    session: Session,
    jobs: Jobs,
}

impl Checks {
    fn new(schemas: &Path, jobs: Jobs) -> Self {
        let project = Project::on_disk(Options::default().schemas(schemas)).expect("the options are right");
        let mut session = project.session(None).expect("the directory can be read");
        // Made once for all programs, so no part of a check.
        session.environment(Dialect::Pcl);
        Self { session: session.with_jobs(jobs), jobs }
    }

    fn of_examples(jobs: Jobs) -> Self {
        Self::new(&root().join("examples/schemas"), jobs)
    }

    /// Reads a program, and returns its types.
    fn read(&mut self, text: &str) -> (Program, Interner) {
        self.session.read_anew(&mut input(text))
    }

    fn environment(&mut self) -> &Environment {
        self.session.environment(Dialect::Pcl)
    }

    /// Checks programs in a batch, and keeps the members found in the schemas.
    fn check_together(&mut self, group: &[&str]) -> Vec<Report> {
        let mut inputs: Vec<Input> = group.iter().map(|text| input(text)).collect();
        self.session.report_batch(&mut inputs, Detail::Diagnostics)
    }

    /// Checks a program with new types.
    fn check(&mut self, text: &str) -> Vec<Diagnostic> {
        let (program, mut types) = self.read(text);
        let inference = infer_with(Runs::Parallel(self.jobs), &program, self.environment(), &mut types);
        self.session.diagnose(Dialect::Pcl, &program, &inference, &types)
    }
}

fn input(text: &str) -> Input {
    Input::of_texts(Dialect::Pcl, texts(text), AllowedDirectories::default())
}

fn texts(text: &str) -> Vec<Text> {
    vec![Text { name: "main.pp".to_owned(), bytes: Ok(text.as_bytes().to_vec()) }]
}

fn large_schema() -> Option<PathBuf> {
    let conformance = std::env::var_os("TYPELOG_CONFORMANCE").map(PathBuf::from)?;
    Some(conformance.join("real-schemas/aws-native-0.8.0.json")).filter(|path| path.is_file())
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn timed<R>(work: impl FnOnce() -> R) -> (Duration, R) {
    let start = Instant::now();
    let result = black_box(work());
    (start.elapsed(), result)
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
