//! Fuzz tests: every target keeps its properties for any bytes.
//!
//! Each target gets its seeds, a fixed number of inputs mutated from them, the same in every run, and the inputs in `found/`
//! that once broke something. The coverage-guided fuzzer in `fuzz/` searches for more with the same targets;
//! `TYPELOG_SEEDS=DIR` writes its start corpus, one folder for each target. Where it cannot be built, `PROPTEST_CASES` and
//! `PROPTEST_RNG_SEED` make more and other inputs. `TYPELOG_LAST=FILE` keeps the last input, which may have ended the process,
//! or the smallest failing one.

mod mutations;
mod seeds;
#[allow(dead_code, reason = "each test uses a part")]
#[path = "../support/mod.rs"]
mod support;
mod targets;

use std::path::Path;
use std::process::ExitCode;

use libtest_mimic::{Arguments, Failed, Trial};
use proptest::test_runner::{Config, RngSeed, TestError, TestRunner};

use targets::{TARGETS, Target};

fn main() -> ExitCode {
    support::end::ends_at_last();
    if let Some(folder) = std::env::var_os("TYPELOG_SEEDS") {
        write_seeds(Path::new(&folder));
    }
    let mut trials = Vec::new();
    for target in &TARGETS {
        trials.push(Trial::test(format!("{}: seeds", target.name), || take_seeds(target)));
        trials.push(Trial::test(format!("{}: mutated", target.name), || take_mutated(target)));
        for (name, bytes) in seeds::found(target) {
            trials.push(Trial::test(name, move || {
                target.take(&bytes);
                Ok(())
            }));
        }
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

fn take_seeds(target: &Target) -> Result<(), Failed> {
    let seeds = seeds::seeds(target);
    if seeds.len() < FEWEST_SEEDS {
        return Err(format!("there are only {} seeds", seeds.len()).into());
    }
    for seed in seeds.iter().step_by(seeds.len().div_ceil(target.seeds)) {
        target.take(seed.as_bytes());
    }
    Ok(())
}

/// A lower count means that the sources of the seeds have moved.
const FEWEST_SEEDS: usize = 5;

fn take_mutated(target: &Target) -> Result<(), Failed> {
    let mut runner = TestRunner::new(config(target));
    let last = std::env::var_os("TYPELOG_LAST");
    let outcome = runner.run(&mutations::inputs(&seeds::seeds(target)), |input| {
        if let Some(file) = &last {
            std::fs::write(file, &input.bytes).expect("the last input can be written");
        }
        target.take(&input.bytes);
        Ok(())
    });
    outcome.map_err(|error| match error {
        TestError::Fail(reason, input) => {
            if let Some(file) = &last {
                std::fs::write(file, &input.bytes).expect("the smallest input can be written");
            }
            let folder = format!("tests/fuzz/found/{}", target.name);
            Failed::from(format!("{reason}\nWhen this is mended, put the input into {folder}:\n{input:?}"))
        }
        TestError::Abort(reason) => Failed::from(format!("the inputs cannot be made: {reason}")),
    })
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

/// Writes the seeds of each target to a folder with its name.
fn write_seeds(folder: &Path) {
    for target in &TARGETS {
        let folder = folder.join(target.name);
        std::fs::create_dir_all(&folder).expect("the folder can be made");
        for (number, seed) in seeds::seeds(target).iter().enumerate() {
            std::fs::write(folder.join(format!("seed-{number}")), seed).expect("a seed can be written");
        }
    }
}
