//! Things that the programs of a run lack: providers without a schema and modules that are not installed, each kind in one line
//! for all programs.

use std::collections::{BTreeMap, BTreeSet};

use super::Diagnostic;
use super::components::{MODULES_HELP, SCHEMAS_HELP};
use crate::codes::Code;
use crate::counts::counted;

/// The number of names in a line.
const MOST_NAMES: usize = 10;

/// The things that programs lack, by the code of the notes that say so.
#[derive(Default)]
pub struct Lacking(BTreeMap<Code, Things>);

#[derive(Default)]
struct Things {
    names: BTreeSet<String>,
    /// The number of programs that lack some of them.
    programs: usize,
}

impl Lacking {
    /// Takes the notes that say what a program lacks from its diagnostics.
    pub fn taken_from(diagnostics: &mut Vec<Diagnostic>) -> Self {
        let mut lacking = Self::default();
        diagnostics.retain_mut(|diagnostic| {
            let Some((code, name)) = diagnostic.code.own().zip(diagnostic.lacking.take()) else { return true };
            let things = lacking.0.entry(code).or_default();
            things.names.insert(name);
            things.programs = 1;
            false
        });
        lacking
    }

    /// Adds what further programs lack.
    pub fn add(&mut self, other: Self) {
        for (code, things) in other.0 {
            let all = self.0.entry(code).or_default();
            all.names.extend(things.names);
            all.programs += things.programs;
        }
    }

    /// A line for each kind: what is lacking, in how many programs, and what to do.
    pub fn lines(&self) -> impl Iterator<Item = String> {
        self.0.iter().map(|(&code, things)| {
            let (one, several, effect, help) = words(code);
            let (count, programs) = (things.names.len(), things.programs);
            let subject = if count == 1 { format!("1 {one}") } else { format!("{count} {several}") };
            let place = counted(programs, "program");
            format!("[{}] Note: {subject} in {place}, {effect}: {}. {help}", code.word(), things.listed())
        })
    }
}

impl Things {
    fn listed(&self) -> String {
        let names: Vec<String> = self.names.iter().take(MOST_NAMES).map(|name| format!("`{name}`")).collect();
        let rest = self.names.len() - names.len();
        if rest == 0 { names.join(", ") } else { format!("{} and {rest} more", names.join(", ")) }
    }
}

/// One of the things, several of them, what follows, and what to do.
fn words(code: Code) -> (&'static str, &'static str, &'static str, &'static str) {
    match code {
        Code::UnknownModule => {
            ("module is not installed", "modules are not installed", "so outputs have type `any`", MODULES_HELP)
        }
        _ => ("provider has no schema", "providers have no schema", "so blocks have type `any`", SCHEMAS_HELP),
    }
}

impl Diagnostic {
    /// The same about a thing that the run lacks.
    pub(super) fn lacking(mut self, name: &str) -> Self {
        self.lacking = Some(name.to_owned());
        self
    }
}
