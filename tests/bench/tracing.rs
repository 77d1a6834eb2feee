//! The cost of tracing: `cargo bench --bench tracing` prints the time of rules without and with full recording, for conversion
//! and unification alone, and for all rules.
//!
//! The variants are timed in turn, round by round, so that a slow period of the machine affects all of them. The ratio is the
//! median of the rounds' ratios.

mod generate;

use std::hint::black_box;
use std::time::{Duration, Instant};

use typelog::answers::engines::ConversionEngine;
use typelog::answers::with_types;
use typelog::builtins::trace::firings;
use typelog::declarations::declare;
use typelog::dialect::{Text, read_plain_program};
use typelog::infer::infer;
use typelog::program::Program;
use typelog::program::environment::Environment;
use typelog::source::Source;
use typelog::syntax::parse_expression;
use typelog::type_expressions::parse::read_type;
use typelog::type_expressions::scope::TypeScope;
use typelog::types::{Interner, Ty};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() {
    // `cargo test --benches` only checks that a bench runs.
    let is_bench = std::env::args().any(|argument| argument == "--bench");
    let rounds = |count| if is_bench { count } else { 1 };
    let questions = Questions::new();
    let name = format!("{} questions about types", questions.types.len().pow(2));
    report(&name, &["off", "on"], &(0..rounds(101)).map(|_| questions.round()).collect::<Vec<_>>());
    for (expressions, count) in [(1_000, 201), (10_000, 41), (100_000, 15)] {
        if !is_bench && expressions > 1_000 {
            break;
        }
        let whole = Whole::new(expressions);
        let name = format!("a program of {expressions} expressions");
        report(&name, &["off", "on"], &(0..rounds(count)).map(|_| whole.round()).collect::<Vec<_>>());
    }
}

/// Prints the medians over the rounds, and the ratios of each variant to the first and to the previous one.
fn report<const N: usize>(name: &str, ways: &[&str; N], rounds: &[[Duration; N]]) {
    println!("{name}");
    for (at, way) in ways.iter().enumerate() {
        let time = median(rounds.iter().map(|round| round[at].as_secs_f64() * 1e3));
        let before = at.saturating_sub(1);
        let ratio = median(rounds.iter().map(|round| round[at].as_secs_f64() / round[before].as_secs_f64()));
        println!("  {way:>8} {time:>10.3} ms   {ratio:.3} of {}", ways[before]);
    }
}

/// All pairs of some types, for conversion and unification.
struct Questions {
    interner: Interner,
    types: Vec<Ty>,
}

impl Questions {
    fn new() -> Self {
        let mut interner = Interner::default();
        let leaves =
            ["bool", "int", "number", "string", "id", "const(1)", "const(true)", "enum(\"e\", string, [\"a\"])"];
        let one = |text: &&str| [format!("list({text})"), format!("map({text})"), format!("output({text})")];
        let pairs = leaves.iter().zip(leaves.iter().cycle().skip(3)).flat_map(|(a, b)| {
            [format!("tuple([{a}, {b}])"), format!("object({{x={a}, y={b}}})"), format!("union({a}, list({b}))")]
        });
        let texts: Vec<String> =
            leaves.iter().map(|&text| text.to_owned()).chain(leaves.iter().flat_map(one)).chain(pairs).collect();
        let types = texts.iter().map(|text| {
            let (tree, root) = parse_expression(text, &mut interner).expect("the notation is HCL");
            read_type(&tree, root, &TypeScope::default(), &mut interner).expect("the text is a type")
        });
        let types = types.collect();
        Self { interner, types }
    }

    fn pairs(&self) -> Vec<(Ty, Ty)> {
        self.types.iter().flat_map(|&s| self.types.iter().map(move |&t| (s, t))).collect()
    }

    fn round(&self) -> [Duration; 2] {
        let answer = || {
            let (mut types, pairs) = (self.interner.clone(), self.pairs());
            let start = Instant::now();
            let engine = with_types(&mut types, || {
                let mut engine = ConversionEngine::default();
                engine.unifies_demanded = pairs;
                engine.run();
                engine
            });
            let time = start.elapsed();
            assert!(engine.unifies.len() >= self.types.len().pow(2));
            time
        };
        let off = answer();
        let (on, log) = firings(answer);
        assert!(log.len() > self.types.len());
        [off, on]
    }
}

/// A program.
struct Whole {
    types: Interner,
    environment: Environment,
    program: Program,
}

impl Whole {
    fn new(expressions: usize) -> Self {
        let (mut types, mut environment) = (Interner::default(), Environment::default());
        let errors = declare(&[Source::new("declarations", generate::declarations())], &mut environment, &mut types);
        assert!(errors.is_empty(), "the generated declarations are right: {errors:?}");
        let text = generate::program(expressions, 1);
        let text = Text { name: "main.hcl".to_owned(), bytes: Ok(text.into_bytes()) };
        let program = read_plain_program(vec![text], &mut types);
        Self { types, environment, program }
    }

    fn round(&self) -> [Duration; 2] {
        let infer = || {
            let mut types = self.types.clone();
            let start = Instant::now();
            let inference = black_box(infer(&self.program, &self.environment, &mut types));
            (start.elapsed(), inference).0
        };
        let off = infer();
        let (on, log) = firings(infer);
        assert!(log.len() > self.program.definitions.len());
        [off, on]
    }
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
