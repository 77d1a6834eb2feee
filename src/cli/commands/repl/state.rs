//! The state of a session: the facts, the rules so far, and the last answers.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use typelog_interpreter::judgments_of;

use super::Arguments;
use crate::cli::commands::facts::{Keeps, collect, description};
use crate::cli::commands::why_not;
use crate::cli::terminal::output::{Failure, print, print_reports};
use crate::counts::counted;
use crate::diagnostics::Severity;
use crate::files::SharedSystem;
use crate::jobs::Jobs;
use crate::project::{
    BookProofs, Derived, Error, Layer, Project, ProofOptions, RuleRun, Sessions, bindings, derive, derive_profiled,
    faults_in, included, refusal, relation_of, row_proof,
};
use crate::query::{Question, Row, RuleFile, RuleSources, builtin_names, read_question, read_with_included, shown};
use crate::relations::{Cell, Database, Relation};
use crate::render::{ProofFormat, proof};
use crate::results::rule_profile::ProfileReport;
use crate::source::Source;

/// The next step after a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Read the next line.
    Go,
    /// End the session.
    Quit,
}

/// A session.
pub struct Repl<'a> {
    project: &'a Project,
    run: RuleRun,
    is_terminal: bool,
    /// The relations of the programs.
    facts: Database,
    rules: Rules,
    /// The number of questions so far.
    questions: usize,
    answers: Option<Answers>,
    book: BookProofs<'a>,
}

/// The rules so far, with the rows that they derive.
struct Rules {
    files: Vec<PathBuf>,
    typed: String,
    file: RuleFile,
    sources: RuleSources,
    derived: Derived,
    database: Database,
}

/// The answers to the last question.
struct Answers {
    text: String,
    question: Question,
    derived: Derived,
    rows: Vec<Row>,
}

/// The name under which the rules of the session are shown.
const NAME: &str = "session";

/// The maximum number of rows that are shown on a terminal.
const MOST_SHOWN: usize = 200;

const HELP: &str = "\
has_type(e, t), is_any(t)   a question: the values for which all of it holds
p(x) :- call(x, \"min\").     a rule; `typelog help rules-language` describes the language
why N                       the proof of the row with this number
whynot ROW                  why a row is missing, or a judgment does not hold
:relations [NAME]           the relations, or the columns of one
:types                      the types of all named values
:rules                      the rules of the session
:load FILE                  adds the rules of a file
:profile                    the cost of the rules and of the last question
:reset                      removes all rules
:quit                       ends the session
";

const COMMANDS: [&str; 10] =
    [":help", ":load", ":profile", ":quit", ":relations", ":reset", ":rules", ":types", "why", "whynot"];

impl<'a> Repl<'a> {
    /// Reads the programs and the rule files.
    pub fn open(arguments: &'a Arguments, project: &'a Project, is_terminal: bool) -> Result<Self, Failure> {
        let mut sessions = Sessions::new(project, Jobs::ONE);
        let (facts, _) = collect(project, &arguments.programs, &mut sessions, Keeps::Types)?;
        let run = project.session(None)?.rule_run();
        let rules = Rules::read(arguments.rules.clone(), String::new(), &facts, &run, project.system())?;
        let options = ProofOptions::default();
        let book = BookProofs::new(project, &arguments.programs, options);
        Ok(Self { project, run, is_terminal, facts, rules, questions: 0, answers: None, book })
    }

    /// Returns the names that may occur in a line: commands, relations, columns, words.
    pub fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for (_, relation) in self.rules.database.relations().filter(|(_, known)| !is_answer(known)) {
            names.push(relation.schema.name.clone());
            names.extend(relation.schema.columns.iter().map(|column| column.name.clone()));
        }
        names.extend(COMMANDS.iter().map(|&name| name.to_owned()));
        names.extend(builtin_names(&self.rules.database.book).map(str::to_owned));
        names.sort();
        names.dedup();
        names
    }

    /// Executes a line.
    pub fn line(&mut self, line: &str) -> Result<Next, Failure> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match word {
            "" => {}
            ":quit" | ":q" | ":exit" => return Ok(Next::Quit),
            "quit" | "exit" if rest.is_empty() => return Ok(Next::Quit),
            ":help" | ":h" => print(HELP)?,
            "help" | "?" if rest.is_empty() => print(HELP)?,
            ":relations" => self.relations(rest)?,
            ":types" => self.types()?,
            ":rules" => print(&self.rules.typed)?,
            ":load" => self.load(rest)?,
            ":reset" => self.set_rules(Vec::new(), String::new())?,
            ":profile" => self.profile()?,
            "why" | ":why" => self.why(rest)?,
            "whynot" | "why-not" | ":whynot" => self.why_not(rest)?,
            _ if line.starts_with('#') || line.starts_with("//") => {}
            _ if word.starts_with(':') => {
                return Err(Failure::Usage(format!("there is no command `{word}`; `:help` lists them")));
            }
            _ if line.ends_with('.') => self.rule(line)?,
            _ => self.ask(line)?,
        }
        Ok(Next::Go)
    }

    /// Adds a typed rule.
    fn rule(&mut self, text: &str) -> Result<(), Failure> {
        let typed = format!("{}{text}\n", self.rules.typed);
        self.set_rules(self.rules.files.clone(), typed)?;
        let name = text.split('(').next().unwrap_or_default().trim();
        if let Some(relation) = self.rules.database.find(name) {
            let count = self.rules.database.relation(relation).table.len();
            print(&format!("{name}: {}\n", counted(count, "row")))?;
        }
        Ok(())
    }

    fn load(&mut self, path: &str) -> Result<(), Failure> {
        if path.is_empty() {
            return Err(Failure::Usage("`:load` needs a file".to_owned()));
        }
        let mut files = self.rules.files.clone();
        files.push(PathBuf::from(path));
        self.set_rules(files, self.rules.typed.clone())
    }

    fn set_rules(&mut self, files: Vec<PathBuf>, typed: String) -> Result<(), Failure> {
        self.rules = Rules::read(files, typed, &self.facts, &self.run, self.project.system())?;
        // Their proofs refer to the earlier rules.
        self.answers = None;
        Ok(())
    }

    /// Answers a question, with numbered rows.
    fn ask(&mut self, text: &str) -> Result<(), Failure> {
        self.questions += 1;
        let relation = format!("{ANSWER}{}", self.questions);
        let question = read_question(text, &relation).map_err(|(sources, faults)| {
            let faults = faults_in(&sources, &faults, Severity::Error);
            Error::new("the question is not understood").because_of(vec![faults])
        })?;
        let database = &mut self.rules.database;
        let derived = derive(&question.sources, &question.file, database, &self.run)?;
        let relation = relation_of(database, &relation)?;
        let rows = database.ordered_rows(relation).into_iter().map(|cells| Row { relation, cells: cells.to_vec() });
        let rows: Vec<Row> = rows.collect();
        let mut printed = String::new();
        let shown = if self.is_terminal { MOST_SHOWN } else { usize::MAX };
        for (row, number) in rows.iter().zip(1..).take(shown) {
            if row.cells.is_empty() {
                printed.push_str("yes\n");
            } else {
                let _ = writeln!(printed, "{number}  {}", bindings(database, row));
            }
        }
        if rows.is_empty() {
            printed.push_str("no\n");
        } else if rows.len() > shown {
            let _ = writeln!(printed, "... and {} more", rows.len() - shown);
        }
        self.answers = Some(Answers { text: text.to_owned(), question, derived, rows });
        print(&printed)
    }

    fn why(&mut self, number: &str) -> Result<(), Failure> {
        let Some(Answers { question, derived, rows, .. }) = &self.answers else {
            return Err(Failure::Usage("there are no answers yet".to_owned()));
        };
        let number: usize = if number.is_empty() { 1 } else { number.parse().unwrap_or(0) };
        let row = number.checked_sub(1).and_then(|at| rows.get(at));
        let row = row.ok_or_else(|| Failure::Usage(format!("`why` takes a number from 1 to {}", rows.len())))?;
        let layers = [
            Layer { sources: &question.sources, derived },
            Layer { sources: &self.rules.sources, derived: &self.rules.derived },
        ];
        let mut node = row_proof(row, &layers, Some(&mut self.book), &mut self.rules.database);
        node.conclusion = bindings(&self.rules.database, row);
        print(&proof(&node, ProofFormat::Tree))
    }

    fn why_not(&mut self, text: &str) -> Result<(), Failure> {
        let name = text.split('(').next().unwrap_or_default().trim();
        let Rules { sources, derived, database, .. } = &mut self.rules;
        let is_own = database.find(name).is_some_and(|relation| derived.compiled.derived.contains(&relation));
        if judgments_of(&database.book).contains_key(name) && !is_own {
            return print(&why_not::explained(text, self.project, ProofFormat::Tree)?.0);
        }
        print(&refusal(text, sources, derived, database)?)
    }

    fn types(&self) -> Result<(), Failure> {
        let database = &self.facts;
        let relation = relation_of(database, "node_type")?;
        let columns = database.relation(relation).schema.columns.clone();
        let line = |row: &[Cell]| {
            let [name, ty] = [0, 1].map(|at| shown(database, columns[at].ty, row[at]));
            format!("{name}: {ty}\n")
        };
        print(&database.ordered_rows(relation).into_iter().map(line).collect::<String>())
    }

    fn relations(&self, name: &str) -> Result<(), Failure> {
        let database = &self.rules.database;
        if !name.is_empty() {
            return print(&description(&database.relation(relation_of(database, name)?).schema));
        }
        let mut text = String::new();
        for (_, relation) in database.relations().filter(|(_, known)| !is_answer(known)) {
            let columns: Vec<&str> = relation.schema.columns.iter().map(|column| &column.name[..]).collect();
            let (name, count) = (&relation.schema.name, relation.table.len());
            let _ = writeln!(text, "{name}({}): {count}", columns.join(", "));
        }
        print(&text)
    }

    /// Prints the profile of the rules, and of the last question if there is one.
    fn profile(&mut self) -> Result<(), Failure> {
        let mut text = String::new();
        let mut database = self.facts.clone();
        let Rules { file, sources, .. } = &self.rules;
        let (_, profile) = derive_profiled(sources, file, &mut database, self.run.limit)?;
        text.push_str(&ProfileReport::new(&profile, sources).table());
        if let Some(Answers { text: asked, question, .. }) = &self.answers {
            let (_, profile) = derive_profiled(&question.sources, &question.file, &mut database, self.run.limit)?;
            let _ = writeln!(text, "\n{asked}");
            text.push_str(&ProfileReport::new(&profile, &question.sources).table());
        }
        print(&text)
    }
}

/// The prefix of the names of answer relations.
const ANSWER: &str = "answer_";

fn is_answer(relation: &Relation) -> bool {
    relation.schema.name.starts_with(ANSWER)
}

impl Rules {
    fn read(
        files: Vec<PathBuf>,
        typed: String,
        facts: &Database,
        run: &RuleRun,
        system: &SharedSystem,
    ) -> Result<Self, Failure> {
        let include = |path: &Path| format!("include \"{}\"\n", path.display());
        let text: String = files.iter().map(|path| include(path)).collect::<String>() + &typed;
        let (file, sources, faults) = read_with_included(Source::new(NAME, text), &mut included(system));
        if !faults.is_empty() {
            let faults = faults_in(&sources, &faults, Severity::Error);
            return Err(Error::new("the rules are unchanged").because_of(vec![faults]).into());
        }
        if !file.warnings.is_empty() {
            print_reports(&[faults_in(&sources, &file.warnings, Severity::Warning)]);
        }
        let mut database = facts.clone();
        let derived = derive(&sources, &file, &mut database, run)?;
        Ok(Self { files, typed, file, sources, derived, database })
    }
}
