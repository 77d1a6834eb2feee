//! The check of a book: the errors in its rules, with their places.
//!
//! The errors are: unknown names of relations, builtins, values and types of columns; wrong numbers and types of columns; names of
//! rules that differ from the comment, or that two rules have; variables without a value
//! or without a use; questions that no rule answers; conclusions that two rules give differently. Negation in a cycle is
//! detected when engines are assembled.

mod rule;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use rule::{RuleCheck, places};
use typelog_reader::Span;
use typelog_reader::book::{BookFile, Engine, JUDGMENTS};
use typelog_reader::builtins::Builtins;
use typelog_reader::catalogue::{self, named_above};
use typelog_reader::elaborate::{questions, renamed, renamed_premise, used_by_term, variables, without_places};
use typelog_reader::engine::{Sources, relations_of};
use typelog_reader::syntax::{Argument, Atom, Declaration, Fault, Host, Literal, Notation, Rule, Term, TermKind};
use typelog_reader::types::Type;
use typelog_reader::typing::Signatures;
use typelog_types::nearest::nearest;

use crate::value::KINDS;

/// Returns the faults in the rules of an engine, each with its file.
pub fn check(engine: &Engine, sources: Sources<'_>) -> Vec<(String, Fault)> {
    let files: Vec<&BookFile> = sources.files.iter().filter(|file| engine.files.contains(&file.name)).collect();
    let relations = relations_of(&files, sources.files);
    let declared: Vec<Declaration> = relations.iter().map(|(_, relation)| (*relation).clone()).collect();
    let made = questions(declared.iter());
    let tables = sources.files.iter().flat_map(BookFile::relations);
    let tables = tables.filter(|relation| sources.tables.contains(&relation.name));
    let types = |relation: &Declaration| (relation.name.clone(), relation.types());
    let columns: BTreeMap<String, Vec<Type>> = declared.iter().chain(&made).chain(tables).map(types).collect();
    let counts = declared.iter().filter_map(|relation| Some((relation.name.clone(), relation.questions?))).collect();
    let signatures = Signatures { builtins: sources.builtins, columns: &columns, queries: sources.queries };
    let mut faults = Vec::new();
    for file in &files {
        let rules: Vec<&Rule> = file.rules().collect();
        // The alternatives of a rule are several rules at one place.
        for ways in rules.chunk_by(|rule, next| rule.span == next.span) {
            let check = || RuleCheck::new(signatures, &counts);
            let checks = ways.iter().map(|rule| (*rule, check().checked(rule)));
            faults.extend(of_all_ways(&checks.collect::<Vec<_>>()).into_iter().map(|fault| (file.name.clone(), fault)));
        }
        faults.extend(misnamed(file).map(|fault| (file.name.clone(), fault)));
        for relation in file.relations() {
            let untyped =
                relation.columns.iter().filter_map(|column| unknown_type(&column.ty, relation, sources.builtins));
            faults.extend(untyped.map(|fault| (file.name.clone(), fault)));
            let unknown = relation.notations.iter().flat_map(|notation| unknown_conditions(notation, sources.builtins));
            faults.extend(unknown.map(|fault| (file.name.clone(), fault)));
            let is_builtin = |builtin: &&String| sources.builtins.builtin(builtin).is_some();
            if let Some(builtin) = relation.known.as_ref().filter(|builtin| !is_builtin(builtin)) {
                let message = format!("there is no builtin `{builtin}`");
                faults.push((file.name.clone(), Fault::new("unknown-relation", relation.name_span, message)));
            }
        }
    }
    faults.extend(declared_again(&relations));
    faults.extend(named_again(&files));
    faults.extend(all_unanswered(&files, sources.files, &counts));
    faults.extend(conflicts(&files, &counts));
    faults
}

/// Returns the faults in the conditions of a notation: values that there are not. Rows would never be drawn so.
fn unknown_conditions(notation: &Notation, builtins: &Builtins) -> impl Iterator<Item = Fault> {
    notation.conditions.iter().filter_map(|(_, value)| match &value.kind {
        TermKind::Constant(name) => unknown_value(builtins, name, value.span),
        _ => None,
    })
}

/// Returns the fault about a column whose type there is not.
fn unknown_type(ty: &Type, relation: &Declaration, builtins: &Builtins) -> Option<Fault> {
    let name = ty.present().sort()?;
    let of_builtins = builtins.all().flat_map(|(_, builtin)| builtin.parameters.iter().chain([&builtin.result]));
    let of_fields = builtins.variants().flat_map(|(_, fields)| fields);
    let named = of_builtins.chain(of_fields).chain(builtins.constants().map(|of| of.1)).flat_map(Type::parts);
    let owners = builtins.variants().filter_map(|(name, _)| Some(name.split_once("::")?.0));
    let known: BTreeSet<&str> =
        named.filter_map(|ty| ty.present().sort()).chain(owners).chain(KINDS.iter().copied()).collect();
    (!known.contains(name)).then(|| {
        let help = nearest(name, known.iter().copied()).map(|other| format!("there is `{other}`"));
        let message = format!("a column of `{}` has the type `{name}`, which there is not", relation.name);
        Fault::new("unknown-value", relation.name_span, message).help(help)
    })
}

/// Returns the faults about rules that have another name in the comment above them than in their clause.
fn misnamed(file: &BookFile) -> impl Iterator<Item = Fault> {
    file.rules().filter_map(|rule| {
        let (above, _) = named_above(&file.text, rule.span.start as usize)?;
        let (name, span) = marked(rule)?;
        (name != above).then(|| {
            let message = format!("the rule is called `{name}` here, and `{above}` in the comment above it");
            Fault::new("wrong-rule", span, message)
        })
    })
}

/// Returns the name that marks a clause, and its place.
fn marked(rule: &Rule) -> Option<(&str, Span)> {
    rule.body.iter().find_map(|literal| match literal {
        Literal::Holds(atom) if atom.name == "by" => match &atom.arguments.first()?.term.kind {
            TermKind::Text(name) => Some((&name[..], atom.span)),
            _ => None,
        },
        _ => None,
    })
}

/// Returns the rules whose name another rule of the engine has as well.
fn named_again(files: &[&BookFile]) -> Vec<(String, Fault)> {
    let mut known: BTreeMap<String, &str> = BTreeMap::new();
    let mut faults = Vec::new();
    for file in files {
        for rule in catalogue::rules(&file.text) {
            let Some(other) = known.insert(rule.name.clone(), &file.name) else { continue };
            let start = file.text.split_inclusive('\n').take(rule.line - 1).map(str::len).sum::<usize>() + "// ".len();
            let message = format!("a rule in {other}.dl has the name `{}` already", rule.name);
            let fault = Fault::new("wrong-rule", Span::new(start..start + rule.name.len()), message);
            faults.push((file.name.clone(), fault));
        }
    }
    faults
}

/// Returns the fault about a name that is no value.
fn unknown_value(builtins: &Builtins, name: &str, span: Span) -> Option<Fault> {
    let is_known = match name.split_once("::") {
        Some(_) => builtins.parts(name).is_some() || ["TyList::EMPTY", "ExprId::NONE"].contains(&name),
        None => name == "None" || builtins.constant(name).is_some(),
    };
    let constants = || builtins.constants().map(|(name, _)| &name[..]);
    let known = || constants().chain(builtins.variants().map(|(name, _)| &name[..])).collect();
    (!is_known).then(|| unknown("value", name, span, known()))
}

/// Returns the fault about a name of something that there is not, with the nearest known name.
fn unknown(kind: &str, name: &str, span: Span, known: Vec<&str>) -> Fault {
    let code = if kind == "value" { "unknown-value" } else { "unknown-relation" };
    let nearest = nearest(name, known).map(|other| format!("there is `{other}`"));
    Fault::new(code, span, format!("there is no {kind} `{name}`")).help(nearest)
}

/// Returns the declarations of relations that are declared before.
fn declared_again(relations: &[(&BookFile, &Declaration)]) -> Vec<(String, Fault)> {
    let mut known: BTreeMap<&str, (&BookFile, &Declaration)> = BTreeMap::new();
    let mut faults = Vec::new();
    for &(file, relation) in relations {
        let (other, first) = *known.entry(&relation.name).or_insert((file, relation));
        if first.span == relation.span && other.name == file.name {
            continue;
        }
        let message = format!("`{}` is declared in {}.dl already", relation.name, other.name);
        let fault = Fault::new("wrong-rule", relation.name_span, message);
        let fault = if other.name == file.name { fault.note(first.name_span, "the other declaration") } else { fault };
        faults.push((file.name.clone(), fault));
    }
    faults
}

/// Returns the faults in the list of judgments of a folder: a list that differs from the compiled one in more than its comments,
/// and judgments that no rule concludes. Folders without a list have no faults.
pub fn check_judgments(compiled: &BookFile, engines: &[Engine], files: &[BookFile]) -> Vec<Fault> {
    let Some(list) = files.iter().find(|file| file.name == JUDGMENTS) else { return Vec::new() };
    let shape = |relation: &Declaration| {
        let columns = relation.columns.iter().map(|column| (column.ty.clone(), column.default.as_ref().map(plain)));
        (relation.questions, columns.collect::<Vec<_>>())
    };
    let shapes = |file: &BookFile| -> BTreeMap<String, _> {
        file.relations().map(|relation| (relation.name.clone(), shape(relation))).collect()
    };
    let (built_in, mut found) = (shapes(compiled), Vec::new());
    let concluded: BTreeSet<&str> = files
        .iter()
        .filter(|file| engines.iter().any(|engine| engine.files.contains(&file.name)))
        .flat_map(BookFile::rules)
        .flat_map(|rule| rule.heads.iter().map(|head| &head.name[..]))
        .collect();
    for relation in list.relations() {
        let name = &relation.name;
        if built_in.get(name) != Some(&shape(relation)) {
            let message = format!("`{name}` differs from the compiled judgment: the list of judgments cannot change");
            found.push(Fault::new("wrong-rule", relation.name_span, message));
        } else if relation.host != Some(Host::Answers) && !concluded.contains(&name[..]) {
            found.push(unanswered(relation));
        }
    }
    for name in built_in.keys().filter(|&name| list.relations().all(|relation| relation.name != *name)) {
        let message = format!("the judgment `{name}` is missing: the list of judgments cannot change");
        found.push(Fault::new("wrong-rule", Span::new(0..0), message));
    }
    found
}

/// Returns a term without places, which is equal for equal terms.
fn plain(term: &Term) -> Literal {
    without_places(&Literal::Condition(term.clone()))
}

fn unanswered(relation: &Declaration) -> Fault {
    let message = format!("no rule answers questions about `{}`", relation.name);
    Fault::new("unanswered-question", relation.name_span, message)
}

/// Returns the faults of a rule with alternatives, each once. A variable is used if one of the alternatives uses it.
fn of_all_ways(ways: &[(&Rule, Vec<Fault>)]) -> Vec<Fault> {
    let is_unused = |(rule, faults): &(&Rule, Vec<Fault>), fault: &Fault| {
        faults.contains(fault) || !places(rule).values().flatten().any(|span| *span == fault.span)
    };
    let mut found: Vec<Fault> = Vec::new();
    for fault in ways.iter().flat_map(|(_, faults)| faults) {
        let counts = fault.code != "unused-variable" || ways.iter().all(|way| is_unused(way, fault));
        if counts && !found.contains(fault) {
            found.push(fault.clone());
        }
    }
    found
}

/// Returns the judgments that files declare and no rule of the folder concludes. An engine may read the answers of another one.
fn all_unanswered(files: &[&BookFile], all: &[BookFile], questions: &BTreeMap<String, usize>) -> Vec<(String, Fault)> {
    let heads = all.iter().flat_map(BookFile::rules).flat_map(|rule| &rule.heads);
    let concluded: BTreeSet<&str> = heads.map(|head| &head.name[..]).collect();
    let mut faults = Vec::new();
    for file in files {
        for relation in file.relations().filter(|relation| questions.contains_key(&relation.name)) {
            if !concluded.contains(&relation.name[..]) {
                faults.push((file.name.clone(), unanswered(relation)));
            }
        }
    }
    faults
}

/// Returns the rules that conclude different answers to the same question from the same premises.
fn conflicts(files: &[&BookFile], questions: &BTreeMap<String, usize>) -> Vec<(String, Fault)> {
    let mut known: HashMap<Asked, (Vec<Literal>, Span, String)> = HashMap::new();
    let mut faults = Vec::new();
    for (file, rule) in files.iter().flat_map(|file| file.rules().map(move |rule| (file, rule))) {
        for head in &rule.heads {
            let Some(&count) = questions.get(&head.name).filter(|_| !rule.body.is_empty()) else { continue };
            let (asked, answer) = canonical(rule, head, count);
            let (other, span, from) =
                known.entry(asked).or_insert_with(|| (answer.clone(), head.span, file.name.clone()));
            if *other != answer {
                let message = format!("another rule answers this question about `{}` differently", head.name);
                let mut fault = Fault::new("conflicting-answers", head.span, message);
                if *from == file.name {
                    fault = fault.note(*span, "the other answer");
                }
                faults.push((file.name.clone(), fault));
            }
        }
    }
    faults
}

/// A relation, the columns of a question, and the premises of its answer.
type Asked = (String, Vec<Literal>, Vec<Literal>);

/// Returns the question and the premises of a conclusion, and its answer, with variables renamed canonically, without places.
fn canonical(rule: &Rule, head: &Atom, count: usize) -> (Asked, Vec<Literal>) {
    let (asked, answered) = head.arguments.split_at(count.min(head.arguments.len()));
    let terms = || asked.iter().chain(answered).map(|argument| &argument.term);
    let in_order = asked.iter().flat_map(|argument| used_by_term(&argument.term).collect::<Vec<_>>());
    let in_body = rule.body.iter().flat_map(variables);
    let mut names: BTreeMap<String, String> = BTreeMap::new();
    for name in in_order.chain(in_body).chain(terms().flat_map(used_by_term)) {
        let next = format!("v{}", names.len());
        names.entry(name).or_insert(next);
    }
    let is_name = |premise: &&Literal| !matches!(premise, Literal::Holds(atom) if atom.name == "by");
    let body = rule.body.iter().filter(is_name).map(|premise| without_places(&renamed_premise(premise, &names)));
    let columns = |arguments: &[Argument]| -> Vec<Literal> {
        arguments.iter().map(|argument| plain(&renamed(&argument.term, &names))).collect()
    };
    ((head.name.clone(), columns(asked), body.collect()), columns(answered))
}
