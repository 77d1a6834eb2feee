//! What `check` and `types` share: the programs, how they are judged, and how their reports are printed.

use std::io::{stderr, stdout};
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::input::{Input, InputArguments};
use super::output::{Colour, Failure, Status, print, print_aside};
use super::session::{Checked, Session, SessionArguments};
use crate::render::{Palette, Report, github, json, jsonl, page, sarif};

/// What to read, and how to report.
#[derive(Debug, Args)]
pub struct CheckingArguments {
    /// A file, a directory, which is one program, or `-` for standard input
    #[arg(required = true, value_name = "PROGRAM")]
    programs: Vec<PathBuf>,
    #[command(flatten)]
    input: InputArguments,
    #[command(flatten)]
    session: SessionArguments,
    /// How to print the result
    #[arg(long, default_value = "human")]
    format: Format,
    /// When to use colour
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    color: Colour,
    /// Warnings give the exit status 1, as errors do
    #[arg(long)]
    deny_warnings: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people
    Human,
    /// All programs in one JSON array
    Json,
    /// One line of JSON for each program
    Jsonl,
    /// SARIF 2.1.0
    Sarif,
    /// Annotations for GitHub's workflows
    Github,
}

/// What a command shows of a program besides its diagnostics.
pub trait Shown {
    /// Whether the types of all expressions are needed.
    fn with_expressions(&self) -> bool;
    /// What people see on standard output. Where it is nothing, they see the diagnostics there.
    fn human(&self, report: &Report, path_of: &dyn Fn(&str) -> String) -> Option<String>;
}

/// Checks programs one after the other, and prints what is to be shown of each.
pub fn run(arguments: &CheckingArguments, shown: &dyn Shown) -> Result<Status, Failure> {
    let mut session = arguments.session.open()?;
    let mut status = Status::Clean;
    // Some formats are one document for all programs.
    let mut gathered = Vec::new();
    for input in arguments.input.inputs(&arguments.programs) {
        match input {
            Ok(input) => {
                let report = arguments.report(input, &mut session, shown, &mut status)?;
                gathered.extend(report);
            }
            Err(failure @ Failure::Write(_)) => return Err(failure),
            Err(failure) => {
                print_aside(&format!("typelog: {failure}\n"));
                status = status.max(Status::Unreadable);
            }
        }
    }
    match arguments.format {
        Format::Json => print(&json(&gathered.iter().map(|entry| &entry.0).collect::<Vec<_>>()))?,
        Format::Sarif => print(&sarif(&gathered))?,
        Format::Human | Format::Jsonl | Format::Github => {}
    }
    Ok(status)
}

impl CheckingArguments {
    /// Checks one program, and prints it unless the format gathers all.
    fn report(
        &self,
        mut input: Input,
        session: &mut Session,
        shown: &dyn Shown,
        status: &mut Status,
    ) -> Result<Option<(Report, Vec<String>)>, Failure> {
        if input.is_unreadable() {
            *status = (*status).max(Status::Unreadable);
        }
        let Checked { program, inference, diagnostics, types } = session.check(&mut input);
        *status = (*status).max(Status::of(&diagnostics, self.deny_warnings));
        let report =
            Report::new(input.name.clone(), program, &inference, &types, diagnostics, shown.with_expressions());
        let path_of = |file: &str| input.path_of(file);
        match self.format {
            Format::Human => self.print_human(&report, shown, &path_of)?,
            Format::Jsonl => print(&jsonl(&report))?,
            Format::Github => print(&github(&report, &path_of))?,
            Format::Json | Format::Sarif => {
                let paths = report.sources.iter().map(|source| path_of(&source.name)).collect();
                return Ok(Some((report, paths)));
            }
        }
        Ok(None)
    }

    fn print_human(&self, report: &Report, shown: &dyn Shown, path_of: &dyn Fn(&str) -> String) -> Result<(), Failure> {
        let page_in = |palette: Palette| page(report, palette, path_of);
        match shown.human(report, path_of) {
            Some(text) => {
                print(&text)?;
                print_aside(&page_in(self.color.palette(&stderr())));
                Ok(())
            }
            None => print(&page_in(self.color.palette(&stdout()))),
        }
    }
}
