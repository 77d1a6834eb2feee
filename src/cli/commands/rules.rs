//! `typelog rules`: the book of rules.

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use serde::Serialize;
use typelog_reader::Compiled;

use crate::book::{compiled, rocq};
use crate::builtins::trace::{Profile, profile};
use crate::cli::completion;
use crate::cli::options::{InputArguments, SessionArguments};
use crate::cli::terminal::output::{Failure, Status, print};
use crate::cli::terminal::process::Process;
use crate::jobs::Jobs;
use crate::project::Sessions;
use crate::provenance::{Rule, rules};
use crate::render::inference;
use crate::types::nearest::nearest;

/// Lists the rules, or prints the page of one.
///
/// Names, sentences and drawings come from the rule files themselves.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  typelog rules                          all rules with their drawings
  typelog rules T-Cond                   the page of one rule
  typelog rules T-Cond --compiled        the clauses that it is compiled to
  typelog rules --profile main.hcl       how often each rule fires over a program, and its time
  typelog rules --format rocq > types.v  the judgments about types, for the prover Rocq")]
pub struct Arguments {
    /// The rule whose page is printed
    #[arg(add = completion::rules())]
    rule: Option<String>,
    /// Also print the clauses that the rule is compiled to, in the notation of ascent
    #[arg(long, requires = "rule", help_heading = "Output")]
    compiled: bool,
    /// Count how often each rule fires over programs; may be given several times
    #[arg(long, value_name = "PROGRAM", help_heading = "Programs")]
    profile: Vec<PathBuf>,
    #[command(flatten)]
    input: InputArguments,
    #[command(flatten)]
    session: SessionArguments,
    /// The output format
    #[arg(short, long, default_value = "text", help_heading = "Output")]
    format: ListFormat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ListFormat {
    /// Human-readable text
    Text,
    /// Sections for a document in Markdown
    Markdown,
    /// Inferences for a document in LaTeX with the package mathpartir
    Latex,
    /// One JSON array
    Json,
    /// The judgments about types as inductive definitions for the prover Rocq
    Rocq,
}

/// Runs the command.
pub fn run(arguments: &Arguments, process: &Process) -> Result<Status, Failure> {
    let book = rules(&process.books.of_all());
    if let Some(name) = &arguments.rule {
        let rule = find(&book, name)?;
        let engines = if arguments.compiled { compiled(&process.books.of_all(), &rule.name) } else { Vec::new() };
        print(&(page(rule) + &engines.iter().map(engine_page).collect::<String>()))?;
        return Ok(Status::Clean);
    }
    let profile = if arguments.profile.is_empty() { None } else { Some(arguments.count(process)?) };
    print(&match (arguments.format, &profile) {
        (ListFormat::Rocq, None) => rocq(&process.books.of_all()).map_err(Failure::Usage)?,
        (ListFormat::Json, profile) => json(&book, profile.as_ref()),
        (_, Some(profile)) => profile_table(&book, profile),
        (ListFormat::Text, None) => book.iter().map(list_entry).collect(),
        (ListFormat::Markdown, None) => book.iter().map(section).collect(),
        (ListFormat::Latex, None) => book.iter().map(inferences).collect(),
    })?;
    Ok(Status::Clean)
}

impl Arguments {
    /// Types the programs, and counts how often each rule fires.
    fn count(&self, process: &Process) -> Result<Profile, Failure> {
        let project = process.project(&[&self.input, &self.session])?;
        let mut sessions = Sessions::new(&project, Jobs::ONE);
        let mut total = Profile::default();
        for input in project.programs(&self.profile) {
            let mut input = input?;
            let session = sessions.of(&input)?;
            let (_, found) = profile(|| session.check(&mut input));
            total.add(&found);
        }
        Ok(total)
    }
}

fn find<'a>(book: &'a [Rule], name: &str) -> Result<&'a Rule, Failure> {
    book.iter().find(|rule| rule.name == name).ok_or_else(|| {
        let help = nearest(name, book.iter().map(|rule| &rule.name[..]));
        let help = help.map_or_else(String::new, |name| format!("; there is a rule `{name}`"));
        Failure::Usage(format!("there is no rule `{name}`{help}"))
    })
}

fn list_entry(rule: &Rule) -> String {
    let drawing = indented(&rule.drawing);
    format!("{}   {}:{}\n  {}\n\n{drawing}\n\n", rule.name, rule.file, rule.line, rule.sentence)
}

fn indented(drawing: &str) -> String {
    drawing.lines().map(|line| format!("  {line}")).collect::<Vec<_>>().join("\n")
}

/// Renders a rule as a section in Markdown.
fn section(rule: &Rule) -> String {
    let Rule { name, sentence, drawing, file, line, .. } = rule;
    format!("## {name}\n\n{sentence}\n\n```text\n{drawing}\n```\n\n`{file}:{line}`\n\n")
}

/// Renders a rule for LaTeX. A rule of several clauses has several inferences.
fn inferences(rule: &Rule) -> String {
    let clauses = rule.drawing.split("\n\n").map(|clause| {
        let lines: Vec<Vec<&str>> = clause.lines().map(|line| line.split("      ").collect()).collect();
        let bar = lines.iter().position(|line| line[0].starts_with("---")).unwrap_or(0);
        inference(&rule.name, &lines[..bar], lines.get(bar + 1..).unwrap_or_default())
    });
    format!("% {}\n{}", rule.sentence, clauses.collect::<String>())
}

fn page(rule: &Rule) -> String {
    let Rule { name, sentence, code, file, line, .. } = rule;
    format!("{name}: {sentence}\n\n{}\n\n{code}\n\n{file}:{line}\n", indented(&rule.drawing))
}

/// Renders the clauses of a rule in an engine.
fn engine_page(Compiled { engine, relations, clauses }: &Compiled) -> String {
    let statements = relations.iter().chain(clauses);
    let statements = statements.map(|statement| format!("  {};\n", statement.replace('\n', "\n  ")));
    format!("\n{engine}:\n\n{}", statements.collect::<String>())
}

/// Renders the costs of rules, the most expensive first.
fn profile_table(book: &[Rule], profile: &Profile) -> String {
    let mut rows: Vec<(&Rule, u64, u64)> = book
        .iter()
        .map(|rule| {
            let found = profile.rule(&rule.name);
            (rule, found.firings, found.nanoseconds)
        })
        .collect();
    rows.sort_by_key(|&(rule, firings, nanoseconds)| (std::cmp::Reverse((nanoseconds, firings)), rule.name.clone()));
    let mut text = format!("{:>10} {:>12}  rule\n", "firings", "microseconds");
    for (rule, firings, nanoseconds) in rows {
        let _ = writeln!(text, "{firings:>10} {:>12}  {}   {}:{}", nanoseconds / 1000, rule.name, rule.file, rule.line);
    }
    text
}

fn json(book: &[Rule], profile: Option<&Profile>) -> String {
    let entries: Vec<Entry<'_>> = book
        .iter()
        .map(|rule| Entry {
            name: &rule.name,
            sentence: &rule.sentence,
            drawing: &rule.drawing,
            code: &rule.code,
            file: &rule.file,
            line: rule.line,
            firings: profile.map(|profile| profile.rule(&rule.name).firings),
            nanoseconds: profile.map(|profile| profile.rule(&rule.name).nanoseconds),
        })
        .collect();
    // Entries contain only texts and numbers, so that encoding does not fail.
    serde_json::to_string_pretty(&entries).unwrap_or_default() + "\n"
}

#[derive(Serialize)]
struct Entry<'a> {
    name: &'a str,
    sentence: &'a str,
    drawing: &'a str,
    code: &'a str,
    file: &'a str,
    line: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    firings: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nanoseconds: Option<u64>,
}
