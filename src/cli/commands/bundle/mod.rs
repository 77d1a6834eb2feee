//! `typelog bundle`: everything that a result depends on, with the result, in one directory. `typelog rerun`: the same again, compared.
//!
//! A bundle is made by the commands that it lists, which run in its own directory, on its own copies of the book, the programs, the
//! schemas and the declarations. So its results do not depend on the place where it lies.

mod files;
mod rerun;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use clap::Args;

use self::files::{contents, copy_directory, copy_file};
use crate::book::files_of;
use crate::cli::running::export::write_file;
use crate::cli::terminal::output::{Failure, Status, print};
use crate::cli::terminal::process::Process;
use crate::cli::terminal::temporary_files::TemporaryFile;
use crate::cli::version::COMMIT;
use crate::results::bundle::{MANIFEST, Manifest};

pub use self::rerun::{Arguments as RerunArguments, run as rerun};

/// Writes a result with everything that it depends on into a directory, so that others can repeat and cite it.
///
/// The directory has the book of rules, copies of the programs, schemas and declarations, and the results: the types and diagnostics
/// of the programs, their facts as a dataset, the laws of the book with their outcomes, and the drawings of the rules in Markdown and
/// LaTeX. `manifest.json` names the version, the commands, and the digest of every file. Settings files above the given directories
/// are not part of it. `typelog rerun` repeats the commands.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  typelog bundle infra/ --schemas schemas/ --out result       the programs below a directory
  typelog bundle --book my-book --out my-book.bundle          a book alone, with its laws
  typelog rerun result                                        repeats the commands, and compares")]
pub struct Arguments {
    /// The directories of the programs; every directory in or below them with source files is a program
    #[arg(value_name = "DIR")]
    programs: Vec<PathBuf>,
    /// A directory with schemas
    #[arg(long, value_name = "DIR")]
    schemas: Vec<PathBuf>,
    /// A file with declarations
    #[arg(long, value_name = "FILE")]
    declare: Vec<PathBuf>,
    /// The number of generated types that laws are tried on
    #[arg(long, value_name = "N", default_value_t = 200)]
    types: usize,
    /// The directory of the bundle, which must not exist
    #[arg(long, value_name = "BUNDLE")]
    out: PathBuf,
}

/// The folders of a bundle.
const BOOK: &str = "book";
const PROGRAMS: &str = "programs";
const SCHEMAS: &str = "schemas";
const DECLARATIONS: &str = "declarations";

/// The settings file of a bundle, which is empty: settings in directories above it are not used.
const SETTINGS: &str = "typelog.toml";

/// The result that names the rules of the book with their code.
const RULES: &str = "results/rules.json";

/// Runs the command.
pub fn run(arguments: &Arguments, books: &[String], process: &Process) -> Result<Status, Failure> {
    let out = &arguments.out;
    if out.exists() {
        return Err(Failure::at(out, "there is something already"));
    }
    let partial = TemporaryFile::directory_beside(out, "partial").map_err(|error| cannot(out, &error))?;
    let directory = partial.path();
    write_book(directory, process).map_err(|error| cannot(out, &error))?;
    arguments.copy_inputs(directory)?;
    let commands = arguments.commands(directory);
    let inputs = contents(directory, &BTreeSet::new())?;
    let commands = commands.into_iter().map(|command| files::executed(command, directory)).collect::<Result<_, _>>()?;
    let results = contents(directory, &inputs.paths())?;
    let manifest = Manifest::new(COMMIT, books.first().map(String::as_str), commands, inputs, results);
    let text = manifest.text();
    write_file(directory, MANIFEST, |file| file.write_all(text.as_bytes())).map_err(|error| cannot(out, &error))?;
    partial.finish(|partial| std::fs::rename(partial, out)).map_err(|error| cannot(out, &error))?;
    print(&manifest.summary())?;
    Ok(Status::Clean)
}

/// The failure to write a bundle.
fn cannot(path: &Path, error: &std::io::Error) -> Failure {
    Failure::at(path, format_args!("the bundle cannot be written: {error}"))
}

/// Writes all files of the book, also those of the built-in book that it does not change.
fn write_book(directory: &Path, process: &Process) -> std::io::Result<()> {
    for (path, text) in files_of(&process.books.of_all()) {
        write_file(directory, &format!("{BOOK}/{path}"), |file| file.write_all(text.as_bytes()))?;
    }
    write_file(directory, SETTINGS, |_| Ok(())).map(drop)
}

impl Arguments {
    /// Copies programs, schemas and declarations. Directories and files of the same name are numbered.
    fn copy_inputs(&self, directory: &Path) -> Result<(), Failure> {
        for (at, program) in self.programs.iter().enumerate() {
            copy_directory(program, &directory.join(PROGRAMS).join(numbered(at, &self.programs)))?;
        }
        for folder in &self.schemas {
            copy_directory(folder, &directory.join(SCHEMAS))?;
        }
        for (at, file) in self.declare.iter().enumerate() {
            copy_file(file, &directory.join(DECLARATIONS).join(numbered(at, &self.declare)))?;
        }
        Ok(())
    }

    /// Returns the commands that make the results, each with the file that takes what it prints.
    fn commands(&self, directory: &Path) -> Vec<(Vec<String>, &'static str)> {
        let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<String>>();
        let mut environment = words("--book book");
        if directory.join(SCHEMAS).is_dir() {
            environment.extend(words("--schemas schemas"));
        }
        for at in 0..self.declare.len() {
            environment.extend(["--declare".to_owned(), format!("{DECLARATIONS}/{}", numbered(at, &self.declare))]);
        }
        let mut commands = Vec::new();
        if !self.programs.is_empty() {
            let types = words("types programs --recursive --no-ignore --format jsonl");
            let corpus = words("corpus programs --out results/dataset");
            commands.push(([types, environment.clone()].concat(), "results/types.jsonl"));
            commands.push(([corpus, environment].concat(), "results/corpus.txt"));
        }
        commands.push((words(&format!("book test book --types {}", self.types)), "results/laws.txt"));
        commands.push((words("rules --format markdown --book book"), "results/rules.md"));
        commands.push((words("rules --format latex --book book"), "results/rules.tex"));
        commands.push((words("rules --format json --book book"), RULES));
        commands
    }
}

/// Returns the name of a path in a bundle: its own, with a number if an earlier path has the same name.
fn numbered(at: usize, paths: &[PathBuf]) -> String {
    let name = |path: &PathBuf| {
        let real = path.canonicalize().unwrap_or_else(|_| path.clone());
        real.file_name().map_or_else(|| "program".to_owned(), |name| name.to_string_lossy().into_owned())
    };
    let own = name(&paths[at]);
    match paths[..at].iter().filter(|path| name(path) == own).count() {
        0 => own,
        earlier => format!("{}-{own}", earlier + 1),
    }
}
