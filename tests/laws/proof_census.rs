//! The proofs of all diagnostics of the examples, and of the programs below the folders in `TYPELOG_PROVED`, with colons between
//! them, with the schemas in the folder `TYPELOG_SCHEMAS`: a diagnostic of a type, a name or a value has a proof, and by default no
//! proof has more than 12 lines.

use std::collections::BTreeMap;
use std::path::PathBuf;

use typelog::project::{Options, Project, ProofOptions, Settings, Target, explain};
use typelog::render::{ProofFormat, proof};

use crate::proofs::needs_no_rule;
use crate::support::files::root;
use crate::support::skipped::skipped;

/// The numbers of diagnostics with a proof, and of those without one, for each code.
type Census = BTreeMap<String, (usize, usize)>;

/// Counts the proofs of the diagnostics of all programs below some folders.
fn census(folders: &[PathBuf], schemas: Vec<PathBuf>) -> Census {
    let settings = Settings { schemas, ..Settings::default() };
    let project = Project::on_disk(Options { settings, recursive: true, ..Options::default() }).expect("a project");
    let mut census = Census::new();
    for input in project.programs(folders) {
        let Ok(mut input) = input else { continue };
        let Ok(mut session) = project.session(input.configuration.as_deref()) else { continue };
        let mut checked = session.check(&mut input);
        for number in 0..checked.diagnostics.len() {
            let (code, message) =
                (checked.diagnostics[number].code.to_string(), checked.diagnostics[number].message.clone());
            let environment = session.environment(input.dialect);
            let node = explain(&mut checked, environment, &input, &Target::Diagnostic(number), ProofOptions::default());
            let node = node.expect("a diagnostic is explained");
            if node.rule.is_none() {
                assert!(needs_no_rule(&code, &message), "{code}: {message}");
                census.entry(code).or_default().1 += 1;
            } else {
                census.entry(code).or_default().0 += 1;
                let lines = proof(&node.brief(), ProofFormat::Tree).lines().count();
                assert!(lines <= 12, "{message}: {lines} lines");
            }
        }
    }
    census
}

#[test]
fn diagnostics_of_the_examples_have_proofs() {
    let census = census(&[root().join("examples")], vec![root().join("examples/schemas")]);
    println!("{census:?}");
    assert!(census.values().map(|counts| counts.0).sum::<usize>() > 80, "{census:?}");
}

#[test]
fn diagnostics_of_programs_at_hand_have_proofs() {
    let Some(folders) = std::env::var_os("TYPELOG_PROVED") else {
        return skipped("proofs of diagnostics of programs at hand", "TYPELOG_PROVED is not set");
    };
    let folders: Vec<PathBuf> = std::env::split_paths(&folders).collect();
    let census = census(&folders, std::env::var_os("TYPELOG_SCHEMAS").map(PathBuf::from).into_iter().collect());
    println!("{census:?}");
}
