//! Assembly of engines: the relations and clauses of their files.

use std::collections::{BTreeMap, BTreeSet};

use crate::ascent::{Query, Scope};
use crate::book::{BookFile, Engine, JUDGMENTS};
use crate::builtins::Builtins;
use crate::elaborate::{Context, NOWHERE, is_made, questions, start};
use crate::syntax::{Argument, Atom, Comparison, Declaration, Fault, Literal, Rule, Storage, Term, TermKind};
use crate::tables::{Table, tables};
use crate::types::{Type, list};

/// The inputs of the assembly.
#[derive(Clone, Copy)]
pub struct Sources<'a> {
    /// The files of the folder.
    pub files: &'a [BookFile],
    /// The functions and values that rules may use.
    pub builtins: &'a Builtins,
    /// The judgments of other engines.
    pub queries: &'a BTreeMap<String, Query>,
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
    pub columns: BTreeMap<String, Vec<Type>>,
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
        let is_kept = |relation: &&Declaration| {
            !matches!(relation.storage, Some(Storage::Transient | Storage::Dense { is_kept: false }))
        };
        self.used().filter(is_kept).filter(|relation| !is_made(&relation.name))
    }
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
    let Sources { builtins, queries, tables, .. } = sources;
    let find = |name: &String| {
        let found = sources.files.iter().find(|file| file.name == *name);
        found.ok_or_else(|| (name.clone(), Fault::new("unknown-file", NOWHERE, format!("there is no file `{name}`"))))
    };
    let files: Vec<&BookFile> = engine.files.iter().map(find).collect::<Result<_, _>>()?;
    let relations = relations_of(&files, sources.files);
    let declared: Vec<Declaration> = relations.iter().map(|(_, relation)| (*relation).clone()).collect();
    let mut made = questions(declared.iter());
    let is_table = |relation: &&Declaration| tables.contains(&relation.name);
    let shared = sources.files.iter().flat_map(BookFile::relations).filter(is_table);
    let all = declared.iter().chain(&made).chain(shared);
    let mut columns: BTreeMap<String, Vec<Type>> =
        all.map(|relation| (relation.name.clone(), relation.types())).collect();
    let judgments = declared.iter().filter_map(|relation| Some((relation.name.clone(), relation.questions?))).collect();
    let is_rule = |rule: &&Rule| !rule.heads.iter().all(|head| tables.contains(&head.name));
    let rules: Vec<(&BookFile, &Rule)> =
        files.iter().flat_map(|file| file.rules().filter(is_rule).map(move |rule| (*file, rule))).collect();
    let is_concluded = |name: &str| rules.iter().any(|(_, rule)| rule.heads.iter().any(|head| head.name == name));
    let inputs = declared.iter().filter(|relation| relation.questions.is_none() && !is_concluded(&relation.name));
    let inputs = inputs.map(|relation| relation.name.clone()).collect();
    let context = Context { builtins, queries, columns: &columns, judgments: &judgments, tables, inputs: &inputs };
    let mut elaboration = start(&context);
    for (file, relation) in relations {
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
    columns.extend(made.iter().map(|relation| (relation.name.clone(), relation.types())));
    Ok(Assembled { declared, made, clauses: elaborated.clauses, origins, tables: tables.clone(), columns })
}

/// Returns the rule that adopts the answers to a judgment that are known beforehand.
fn answers_known(relation: &Declaration) -> Option<Rule> {
    let (builtin, count) = (relation.known.as_ref()?, relation.questions?);
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
    let found = Term { kind: TermKind::Call(atom(builtin, 0..count)), span };
    let head = atom(&relation.name, 0..relation.columns.len());
    Some(Rule { heads: vec![head], body: vec![Literal::Compare(Comparison::Equal, answer, found)], span })
}

/// Returns the relations of an engine that is made of `files`, each with its file: those that the files declare, and the
/// judgments that their rules conclude.
pub fn relations_of<'a>(files: &[&'a BookFile], all: &'a [BookFile]) -> Vec<(&'a BookFile, &'a Declaration)> {
    let concluded: BTreeSet<&str> = files.iter().flat_map(|file| file.rules()).flat_map(heads).collect();
    let listed = all.iter().filter(|file| file.name == JUDGMENTS);
    let listed = listed.flat_map(|file| file.relations().map(move |relation| (file, relation)));
    let judgments = listed.filter(|(_, relation)| concluded.contains(&relation.name[..]));
    let own = files.iter().flat_map(|&file| file.relations().map(move |relation| (file, relation)));
    judgments.chain(own).collect()
}

fn heads(rule: &Rule) -> impl Iterator<Item = &str> {
    rule.heads.iter().map(|head| &head.name[..])
}

/// Returns the judgments that rules may ask of other engines, from the file that lists them.
pub fn queries(list: &BookFile) -> BTreeMap<String, Query> {
    list.relations().filter_map(|relation| Some((relation.name.clone(), Query::of(relation)?))).collect()
}

/// Returns a declaration in the notation of `ascent`.
pub fn declaration(relation: &Declaration) -> String {
    let storage = relation.storage.map_or_else(String::new, |storage| format!("#[ds({storage})] "));
    format!("{storage}relation {}({})", relation.name, list(&relation.types()))
}

/// Returns the tables among the relations of some files.
pub fn tables_of<'a>(
    files: impl Iterator<Item = &'a BookFile> + Clone,
    builtins: &Builtins,
    queries: &BTreeMap<String, Query>,
) -> BTreeMap<String, Table> {
    let relations = files.clone().flat_map(BookFile::relations);
    let relations = relations.map(|relation| (relation.name.clone(), relation.columns.len())).collect();
    tables(files, Scope { builtins, queries, relations: &relations })
}
