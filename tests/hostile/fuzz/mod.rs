//! Fuzz tests: every target keeps its properties for any bytes.
//!
//! Each target gets its seeds, a fixed number of inputs mutated from them, the same in every run, and the inputs in `found/`
//! that once broke something. The coverage-guided fuzzer in `fuzz/` searches for more with the same targets. With
//! `TYPELOG_SEEDS=DIR`, the tests `from_seeds` write its start corpus, one folder for each target. Where it cannot be built,
//! `PROPTEST_CASES` and `PROPTEST_RNG_SEED` make more and other inputs. `TYPELOG_LAST=FILE` keeps the last input, which may have
//! ended the process, or the smallest failing one. `TYPELOG_LONGEST=BYTES` makes inputs of pieces of the seeds that are no longer, so
//! that there may be many.

mod mutations;
mod seeds;
mod targets;

use std::path::Path;

use proptest::test_runner::{Config, RngSeed, TestError, TestRunner};

use targets::{TARGETS, Target};

/// Tests of targets, each a module with tests of its name.
macro_rules! tests {
    ($($target:ident: $($test:ident)*;)*) => {
        $(mod $target {
            $(#[test]
            fn $test() {
                crate::end::ends_at_last();
                super::$test(super::Target::named(stringify!($target)));
            })*
        })*

        /// The targets, and the names of their tests.
        const TESTED: &[(&str, &[&str])] = &[$((stringify!($target), &[$(stringify!($test)),*])),*];
    };
}

tests! {
    syntax: from_seeds mutated found;
    json: from_seeds mutated;
    hcl: from_seeds mutated found;
    pcl: from_seeds mutated found;
    bicep: from_seeds mutated;
    terraform: from_seeds mutated found;
    types: from_seeds mutated found;
    constants: from_seeds mutated found;
    schemas: from_seeds mutated found;
    declarations: from_seeds mutated found;
    rules: from_seeds mutated;
    books: from_seeds mutated;
    server: from_seeds mutated found;
    page: from_seeds mutated found;
    edits: from_seeds mutated found;
    exports: from_seeds mutated;
}

#[test]
fn every_target_has_its_tests() {
    let tests = |target: &Target| {
        let found = if seeds::found(target).is_empty() { None } else { Some("found") };
        (target.name, ["from_seeds", "mutated"].into_iter().chain(found).collect::<Vec<_>>())
    };
    assert_eq!(
        TESTED.iter().map(|(name, tests)| (*name, tests.to_vec())).collect::<Vec<_>>(),
        TARGETS.map(|target| tests(&target))
    );
}

/// Takes the inputs that once failed. The last name that is printed is that of the one that fails.
fn found(target: &Target) {
    for (name, bytes) in seeds::found(target) {
        println!("{name}");
        target.take(&bytes);
    }
}

fn from_seeds(target: &Target) {
    let seeds = seeds::seeds(target);
    if let Some(folder) = std::env::var_os("TYPELOG_SEEDS") {
        write(&seeds, &Path::new(&folder).join(target.name));
    }
    assert!(seeds.len() >= FEWEST_SEEDS, "there are only {} seeds", seeds.len());
    for seed in seeds.iter().step_by(seeds.len().div_ceil(target.seeds)) {
        target.take(seed.as_bytes());
    }
}

/// A lower count means that the sources of the seeds have moved.
const FEWEST_SEEDS: usize = 5;

fn mutated(target: &Target) {
    let mut runner = TestRunner::new(config(target));
    let last = std::env::var_os("TYPELOG_LAST");
    let outcome = targets::in_deep_thread(|| {
        runner.run(&mutations::inputs(&seeds::seeds(target)), |input| {
            if let Some(file) = &last {
                std::fs::write(file, &input.bytes).expect("the last input can be written");
            }
            target.take(&input.bytes);
            Ok(())
        })
    });
    match outcome {
        Ok(()) => {}
        Err(TestError::Fail(reason, input)) => {
            if let Some(file) = &last {
                std::fs::write(file, &input.bytes).expect("the smallest input can be written");
            }
            let folder = format!("tests/hostile/fuzz/found/{}", target.name);
            panic!("{reason}\nWhen this is mended, put the input into {folder}:\n{input:?}");
        }
        Err(TestError::Abort(reason)) => panic!("the inputs cannot be made: {reason}"),
    }
}

/// The number of inputs and the random seed, unless the environment sets them.
fn config(target: &Target) -> Config {
    let mut config = Config { failure_persistence: None, max_shrink_iters: 500, ..Config::default() };
    if std::env::var_os("PROPTEST_CASES").is_none() {
        config.cases = target.cases;
    }
    if config.rng_seed == RngSeed::Random {
        config.rng_seed = RngSeed::Fixed(1);
    }
    config
}

/// Writes seeds to a folder.
fn write(seeds: &[String], folder: &Path) {
    std::fs::create_dir_all(folder).expect("the folder can be made");
    for (number, seed) in seeds.iter().enumerate() {
        std::fs::write(folder.join(format!("seed-{number}")), seed).expect("a seed can be written");
    }
}
