//! Assembly of engines: the relations and clauses of their files.

use std::collections::{BTreeMap, BTreeSet};

use crate::ascent::{Door, Scope, write};
use crate::book::{BookFile, Engine};
use crate::elaborate::{Context, NOWHERE, is_made, questions, start};
use crate::syntax::{Argument, Atom, Column, Comparison, Declaration, Fault, Literal, Rule, Statement, Term, TermKind};
use crate::tables::{Table, tables};
use crate::text::{row, split};
use crate::words::Words;

/// The inputs of the assembly.
#[derive(Clone, Copy)]
pub struct Sources<'a> {
    /// The files of the folder.
    pub files: &'a [BookFile],
    /// The functions and values that rules may use.
    pub words: &'a Words,
    /// The judgments of other engines.
    pub doors: &'a BTreeMap<String, Door>,
    /// The tables. They are available in all engines.
    pub tables: &'a BTreeSet<String>,
}

/// An assembled engine.
#[derive(Debug)]
pub struct Assembled {
    /// The relations that its files declare.
    pub declared: Vec<Declaration>,
    /// The relations of questions, and the auxiliary relations.
    pub made: Vec<Declaration>,
    /// The clauses.
    pub clauses: Vec<Rule>,
    /// For each clause, the number of the file whose rule it was derived from, among the files of the engine.
    pub origins: Vec<usize>,
    /// The tables.
    pub tables: BTreeSet<String>,
    /// The types of the columns of all relations, those of tables included.
    pub columns: BTreeMap<String, Vec<String>>,
}

impl Assembled {
    /// Returns the relations that the clauses use.
    pub fn used(&self) -> impl Iterator<Item = &Declaration> {
        let heads = self.clauses.iter().flat_map(|rule| rule.heads.iter().map(|head| &head.name[..]));
        let premises = self.clauses.iter().flat_map(|rule| &rule.body).filter_map(|premise| match premise {
            Literal::Holds(atom) | Literal::Absent(atom) => Some(&atom.name[..]),
            _ => None,
        });
        let names: BTreeSet<&str> = heads.chain(premises).collect();
        let is_own = |relation: &&Declaration| !self.tables.contains(&relation.name);
        let all = self.declared.iter().chain(&self.made).filter(is_own);
        all.filter(move |relation| names.contains(&relation.name[..]))
    }

    /// Returns the used relations whose rows are kept, so that others can read them.
    pub fn kept(&self) -> impl Iterator<Item = &Declaration> {
        let is_kept = |relation: &&Declaration| !matches!(relation.storage.as_deref(), Some("transient" | "dense"));
        self.used().filter(is_kept).filter(|relation| !is_made(&relation.name))
    }
}

/// Returns the type of a column in Rust.
pub fn column_type(column: &Column) -> String {
    if column.is_optional { format!("Option<{}>", column.ty) } else { column.ty.clone() }
}

/// Returns the file and the line of an offset.
pub fn place(file: &BookFile, start: u32) -> String {
    let line = file.text[..start as usize].matches('\n').count() + 1;
    format!("{}.dl:{line}", file.name)
}

/// Assembles an engine.
///
/// # Errors
/// An error in a rule, with the name of its file.
pub fn assemble(engine: &Engine, sources: Sources<'_>) -> Result<Assembled, (String, Fault)> {
    let Sources { words, doors, tables, .. } = sources;
    let find = |name: &String| {
        let found = sources.files.iter().find(|file| file.name == *name);
        found.ok_or_else(|| (name.clone(), Fault::new("unknown-file", NOWHERE, format!("there is no file `{name}`"))))
    };
    let files: Vec<&BookFile> = engine.files.iter().map(find).collect::<Result<_, _>>()?;
    let declared: Vec<Declaration> = files.iter().flat_map(|file| file.relations()).cloned().collect();
    let mut made = questions(declared.iter());
    let is_table = |relation: &&Declaration| tables.contains(&relation.name);
    let shared = sources.files.iter().flat_map(BookFile::relations).filter(is_table);
    let all = declared.iter().chain(&made).chain(shared);
    let mut columns: BTreeMap<String, Vec<String>> =
        all.map(|relation| (relation.name.clone(), relation.columns.iter().map(column_type).collect())).collect();
    let judgments = declared.iter().filter_map(|relation| Some((relation.name.clone(), relation.questions?))).collect();
    let is_rule = |rule: &&Rule| !rule.heads.iter().all(|head| tables.contains(&head.name));
    let rules: Vec<(&BookFile, &Rule)> =
        files.iter().flat_map(|file| file.rules().filter(is_rule).map(move |rule| (*file, rule))).collect();
    let is_concluded = |name: &str| rules.iter().any(|(_, rule)| rule.heads.iter().any(|head| head.name == name));
    let inputs = declared.iter().filter(|relation| relation.questions.is_none() && !is_concluded(&relation.name));
    let inputs = inputs.map(|relation| relation.name.clone()).collect();
    let context = Context { words, doors, columns: &columns, judgments: &judgments, tables, inputs: &inputs };
    let mut elaboration = start(&context);
    for (file, relation) in files.iter().flat_map(|file| file.relations().map(move |relation| (file, relation))) {
        let added = answers_known(relation).map_or(Ok(()), |rule| elaboration.add(&rule));
        added.map_err(|error| (file.name.clone(), Fault::new("wrong-rule", relation.span, error)))?;
    }
    let mut origins = vec![0; elaboration.clauses()];
    for (file, rule) in &rules {
        elaboration.add(rule).map_err(|error| (file.name.clone(), Fault::new("wrong-rule", rule.span, error)))?;
        let origin = engine.files.iter().position(|name| *name == file.name);
        origins.resize(elaboration.clauses(), origin.unwrap_or_default());
    }
    let elaborated = elaboration.finish();
    made.extend(elaborated.relations);
    columns.extend(
        made.iter().map(|relation| (relation.name.clone(), relation.columns.iter().map(column_type).collect())),
    );
    Ok(Assembled { declared, made, clauses: elaborated.clauses, origins, tables: tables.clone(), columns })
}

/// Returns the rule that adopts the answers to a judgment that are known beforehand.
fn answers_known(relation: &Declaration) -> Option<Rule> {
    let (word, count) = (relation.known.as_ref()?, relation.questions?);
    let span = relation.span;
    let column = |at: usize| relation.columns[at].name.clone().unwrap_or_else(|| format!("column_{at}"));
    let variable = |at: usize| Term { kind: TermKind::Variable(column(at)), span };
    let argument = |at: usize| Argument { column: None, term: variable(at) };
    let atom = |name: &String, columns: std::ops::Range<usize>| {
        let arguments = columns.map(argument).collect();
        Atom { name: name.clone(), name_span: relation.name_span, arguments, span }
    };
    let mut answers: Vec<Term> = (count..relation.columns.len()).map(variable).collect();
    let answer = if answers.len() == 1 { answers.remove(0) } else { Term { kind: TermKind::Tuple(answers), span } };
    let found = Term { kind: TermKind::Call(atom(word, 0..count)), span };
    let head = atom(&relation.name, 0..relation.columns.len());
    Some(Rule { heads: vec![head], body: vec![Literal::Compare(Comparison::Equal, answer, found)], span })
}

/// Returns the judgments that rules may ask of other engines, from the list in `src/types/memory.rs`, where a line is `Converts
/// converts(s: Ty, t: Ty, m: Mode) -> Conversion;`.
pub fn doors(list: &str) -> BTreeMap<String, Door> {
    let door = |line: &str| {
        let (question, answer) = line.trim().strip_suffix(';')?.split_once(" -> ")?;
        let (name, arguments) = row(question.split_once(' ')?.1)?;
        let inner = answer.strip_prefix("Option<").and_then(|rest| rest.strip_suffix('>'));
        let columns = inner.unwrap_or(answer);
        let columns = columns.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).unwrap_or(columns);
        let (questions, answers) = (arguments.len(), split(columns).len());
        let asked = arguments.iter().filter_map(|argument| argument.split_once(": ")).map(|parts| parts.1);
        let types = asked.chain(split(columns)).map(|ty| ty.trim().to_owned()).collect();
        Some((name.to_owned(), Door { questions, answers, is_partial: inner.is_some(), types }))
    };
    list.lines().filter_map(door).collect()
}

/// Returns a declaration in the notation of `ascent`.
pub fn declaration(relation: &Declaration) -> String {
    let columns: Vec<String> = relation.columns.iter().map(column_type).collect();
    let storage = relation.storage.as_ref().map(|storage| storage.replace('(', ": ").replace(')', ""));
    let storage = storage.map_or_else(String::new, |storage| format!("#[ds({storage})] "));
    format!("{storage}relation {}({})", relation.name, columns.join(", "))
}

/// Returns the statements in which tables are looked for: declarations, rows, and rules.
fn written_statements(files: &[BookFile], words: &Words, doors: &BTreeMap<String, Door>) -> Vec<String> {
    let relations = relations(files.iter());
    let scope = Scope { words, doors, relations: &relations };
    let written = |statement: &Statement| match statement {
        Statement::Relation(relation) => Some(declaration(relation)),
        // A rule that cannot be written as it stands is no row of a table, and excludes its relations from the tables.
        Statement::Word(_) => None,
        Statement::Rule(rule) => Some(clause(scope, rule).unwrap_or_else(|_| {
            let heads = rule.heads.iter().map(|head| format!("{}(unknown())", head.name));
            heads.collect::<Vec<_>>().join(", ") + " <-- if unknown()"
        })),
    };
    files.iter().flat_map(|file| &file.statements).filter_map(written).collect()
}

/// Returns a rule in the notation of `ascent`.
///
/// # Errors
/// The reason why it cannot be written.
pub fn clause(scope: Scope<'_>, rule: &Rule) -> Result<String, String> {
    let written = write(scope, &rule.heads, &rule.body)?;
    let heads = written.heads.join(", ");
    Ok(if rule.body.is_empty() { heads } else { format!("{heads} <-- {}", written.body.join(", ")) })
}

fn relations<'a>(files: impl Iterator<Item = &'a BookFile>) -> BTreeMap<String, usize> {
    let relations = files.flat_map(BookFile::relations);
    relations.map(|relation| (relation.name.clone(), relation.columns.len())).collect()
}

/// Returns the tables among the relations of some files.
pub fn tables_of(files: &[BookFile], words: &Words, doors: &BTreeMap<String, Door>) -> BTreeMap<String, Table> {
    tables(&written_statements(files, words, doors))
}
