//! The speed of typelog: `cargo bench` prints the time of each stage on generated programs of 1,000, 10,000 and 100,000
//! expressions, per expression and relative to hcl-edit's parse of the same text in the same run.
//!
//! Absolute times depend on the machine, so the ratios count. The stages are timed in turn, round by round, so that a slow
//! period of the machine affects all of them; medians over the rounds are shown.
//!
//! `cargo bench --bench throughput -- 1000` times one size only.

mod generate;

use std::hint::black_box;
use std::time::{Duration, Instant};

use typelog::declarations::declare;
use typelog::diagnostics::{Strictness, diagnose};
use typelog::dialect::{Text, read_plain_program};
use typelog::infer::{infer, lower_all};
use typelog::program::Program;
use typelog::program::environment::Environment;
use typelog::source::Source;
use typelog::syntax::parse_body;
use typelog::types::Interner;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The stages, in the order of a round.
const STAGES: [&str; 5] = ["hcl-edit", "parse", "lower", "infer", "check"];

fn main() {
    // `cargo test --benches` only checks that a bench runs.
    let sizes: &[(u32, usize)] = if std::env::args().any(|argument| argument == "--bench") {
        &[(1_000, 201), (10_000, 41), (100_000, 11)]
    } else {
        &[(1_000, 1)]
    };
    let wanted: Vec<u32> = std::env::args().filter_map(|argument| argument.parse().ok()).collect();
    println!("{:>12} {:>10} {:>14} {:>18}", "expressions", "stage", "ns/expression", "ratio to hcl-edit");
    for &(expressions, rounds) in sizes.iter().filter(|size| wanted.is_empty() || wanted.contains(&size.0)) {
        let bench = Bench::new(expressions);
        let times: Vec<[Duration; 5]> = (0..rounds).map(|_| bench.round()).collect();
        for (stage, name) in STAGES.iter().enumerate() {
            let time = median(times.iter().map(|round| round[stage].as_secs_f64()));
            let ratio = median(times.iter().map(|round| round[stage].as_secs_f64() / round[0].as_secs_f64()));
            println!("{expressions:>12} {name:>10} {:>14.0} {ratio:>18.2}", time * 1e9 / f64::from(expressions));
        }
    }
}

/// A program, and the inputs of its stages.
struct Bench {
    text: String,
    types: Interner,
    environment: Environment,
    program: Program,
}

impl Bench {
    fn new(expressions: u32) -> Self {
        let mut types = Interner::default();
        let mut environment = Environment::default();
        let errors = declare(&[Source::new("declarations", generate::declarations())], &mut environment, &mut types);
        assert!(errors.is_empty(), "the generated declarations are right: {errors:?}");
        let text = generate::program(expressions as usize, 1);
        let program = read(&text, &mut types);
        assert!(program.files.iter().all(|file| file.errors.is_empty()), "the generated program is HCL");
        Self { text, types, environment, program }
    }

    /// The times of all stages. Results are dropped outside of the timed intervals.
    fn round(&self) -> [Duration; 5] {
        let types = || self.types.clone();
        let mut names = types();
        let hcl_edit = timed(|| hcl_edit::parser::parse_body(&self.text));
        let parse = timed(|| parse_body(&self.text, &mut names));
        let mut names = types();
        let lowering = timed(|| lower_all(&self.program, &self.environment, &mut names));
        let mut names = types();
        let inference = timed(|| infer(&self.program, &self.environment, &mut names));
        let mut names = types();
        let check = timed(|| {
            let program = read(&self.text, &mut names);
            let inference = infer(&program, &self.environment, &mut names);
            let found = diagnose(&program, &inference, &self.environment, &names, Strictness::default());
            (program, inference, found)
        });
        [hcl_edit, parse, lowering, inference, check]
    }
}

fn read(text: &str, types: &mut Interner) -> Program {
    let text = Text { name: "main.hcl".to_owned(), bytes: Ok(text.as_bytes().to_vec()) };
    read_plain_program(vec![text], types)
}

fn timed<R>(work: impl FnOnce() -> R) -> Duration {
    let start = Instant::now();
    let result = black_box(work());
    let time = start.elapsed();
    drop(result);
    time
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
