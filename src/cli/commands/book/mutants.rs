//! Mutants of a book: `typelog book test --mutate`. Each lacks a premise or a rule, and is killed by the first law, or section of a
//! page, that does not hold with it.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::time::Instant;

use super::test::{Arguments, law_files, named_types};
use crate::book::{OwnFile, built_in, open};
use crate::cli::terminal::output::{Failure, Status, print, print_to_stderr};
use crate::cli::terminal::process::Process;
use crate::project::Project;
use crate::results::laws::{Laboratory, Mutant, Mutation, Trials, broken_law, mutants};
use crate::results::pages::{PageTest, Suite};
use crate::types::BookHandle;

/// The number of types and their nesting for mutants, each of which is tried by all laws.
const TRIALS: (usize, u32) = (60, 2);

/// A section of a page that holds for the book, with the rules that it uses.
struct Held<'a> {
    test: PageTest<'a>,
    rules: BTreeSet<String>,
}

/// The things that mutants are tried with.
struct Trial<'a> {
    arguments: &'a Arguments,
    process: &'a Process,
    project: &'a Project,
    own: &'a [OwnFile],
    pages: Vec<Held<'a>>,
}

/// Tries mutants of a book, and prints what kills each.
pub fn try_mutants(
    arguments: &Arguments,
    own: &[OwnFile],
    book: &BookHandle,
    suite: &Suite,
    (process, project): (&Process, &Project),
) -> Result<Status, Failure> {
    let pages = suite.tests().into_iter().filter_map(|test| {
        let rules = test.rules(book)?;
        Some(Held { test, rules })
    });
    let trial = Trial { arguments, process, project, own, pages: pages.collect() };
    let kinds = [(Mutation::Premise, arguments.mutate), (Mutation::Rule, arguments.mutate_rules)];
    for (mutation, most) in kinds {
        if let Some(most) = most {
            print(&trial.tried(mutation, most)?)?;
        }
    }
    Ok(Status::Clean)
}

impl Trial<'_> {
    /// Tries mutants of a kind, and returns a line for each with what kills it. The seconds are only told on standard error.
    fn tried(&self, mutation: Mutation, most: usize) -> Result<String, Failure> {
        let mut lines = Vec::new();
        let (mut redundant, mut survivors) = (0, 0);
        for mutant in mutants(&self.mutated_files(), mutation, self.arguments.seed) {
            if lines.len() == most {
                break;
            }
            let Some(book) = self.opened(&mutant) else { continue };
            let start = Instant::now();
            let killer = self.killer(&mutant, &book)?;
            redundant += usize::from(killer.is_none() && mutant.redundant().is_some());
            survivors += usize::from(killer.is_none() && mutant.redundant().is_none());
            let line = described(&mutant, killer.as_deref());
            print_to_stderr(&format!("{:>6.1} s  {line}", start.elapsed().as_secs_f64()));
            lines.push((mutant.place, line));
        }
        lines.sort();
        let killed = lines.len() - survivors - redundant;
        let mut text = format!(
            "{} mutants: {killed} are killed, {redundant} lack a redundant premise, {survivors} survive\n",
            lines.len()
        );
        for (_, line) in lines {
            let _ = write!(text, "  {line}");
        }
        Ok(text)
    }

    /// Returns the files that are mutated. The laws of the built-in book are not about Terraform, but its pages are.
    fn mutated_files(&self) -> Vec<OwnFile> {
        if !self.own.is_empty() {
            return self.own.to_vec();
        }
        let files = built_in().into_iter().flat_map(|folder| {
            folder.files.iter().map(move |&(path, text)| OwnFile {
                folder: folder.name,
                path: path.to_owned(),
                text: text.to_owned(),
            })
        });
        files.filter(|file| !self.pages.is_empty() || !file.path.contains("terraform")).collect()
    }

    /// Opens the book of a mutant. `None` if it is no book: most premises bind variables that others need.
    fn opened(&self, mutant: &Mutant) -> Option<BookHandle> {
        let mut files: Vec<OwnFile> = self.own.iter().filter(|file| file.path != mutant.file.path).cloned().collect();
        files.push(mutant.file.clone());
        open(&files).ok()
    }

    /// Returns the name of the law or the section that does not hold for a mutant.
    fn killer(&self, mutant: &Mutant, book: &BookHandle) -> Result<Option<String>, Failure> {
        self.process.books.give_book("a mutant", book.clone());
        let laws = law_files(self.arguments, book)?;
        let (types, depth) = TRIALS;
        let trials = Trials { types, depth, seed: self.arguments.seed };
        let mut laboratory = Laboratory::new(self.project.session(None)?, &named_types(self.own), trials);
        let law = broken_law(&mut laboratory, &laws).map(str::to_owned);
        self.process.books.take_faults();
        Ok(law.or_else(|| self.failing_section(mutant, book)))
    }

    /// Returns the first section that fails, the sections that use the rule before the others.
    fn failing_section(&self, mutant: &Mutant, book: &BookHandle) -> Option<String> {
        let uses = |held: &&Held<'_>| held.rules.contains(&mutant.rule);
        let (using, others): (Vec<&Held<'_>>, Vec<&Held<'_>>) = self.pages.iter().partition(uses);
        let failing = using.into_iter().chain(others).find(|held| held.test.run(book).is_err());
        failing.map(|held| held.test.name.clone())
    }
}

fn described(mutant: &Mutant, killer: Option<&str>) -> String {
    let Mutant { mutation, rule, place, dropped, .. } = mutant;
    let what = match mutation {
        Mutation::Rule => rule.clone(),
        Mutation::Premise => format!("{rule} without `{dropped}`"),
    };
    let outcome = match (killer, mutant.redundant()) {
        (Some(killer), _) => killer.to_owned(),
        (None, Some(reason)) => format!("redundant: {reason}"),
        (None, None) => "SURVIVES".to_owned(),
    };
    format!("{what}   {place}   {outcome}\n")
}
