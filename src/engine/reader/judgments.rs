//! The code that is generated from the list of judgments: the tables of the memory, and the ways in which engines are asked.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use crate::book::{BookFile, JUDGMENTS, read};
use crate::folders::Folders;
use crate::prepare::{reported, save};
use crate::syntax::{Column, Declaration, Host, Term, TermKind};
use crate::text::in_capitals;
use crate::types::Type;

/// Writes `judgments.rs` for the crate of types: the list of judgments as a macro, which passes for each its documentation, the
/// name of its table, the name of its relation, its questions and its answers to another macro. An error is reported to cargo
/// and ends the build.
pub fn prepare_judgments() {
    reported(write_list());
}

fn write_list() -> Result<(), String> {
    let list = read_list(&Folders::find()?.book("types"))?;
    let lines: String = list.relations().filter_map(|relation| listed(&list, relation)).collect();
    save(
        "judgments.rs",
        &format!(
            "/// Passes the judgments that families of rules ask of each other to a macro: for each its documentation, the name of its\n\
             /// table, the name of its relation, its questions and its answers.\n\
             #[macro_export]\nmacro_rules! for_all_judgments {{\n    ($macro:ident) => {{\n        $macro! {{\n{lines}        }}\n    }};\n}}\n"
        ),
    )
}

/// Reads the list of judgments in a folder of rules. The build is repeated when it changes.
///
/// # Errors
/// It cannot be read, or a default is neither a value nor a column.
pub fn read_list(folder: &Path) -> Result<BookFile, String> {
    let path = folder.join(JUDGMENTS).with_extension("dl");
    println!("cargo::rerun-if-changed={}", path.display());
    let faults = |faults: Vec<crate::syntax::Fault>| {
        faults.iter().map(|fault| format!("{}: {}", path.display(), fault.message)).collect::<Vec<_>>().join("\n")
    };
    let list = BookFile::read(JUDGMENTS, read(&path)?).map_err(faults)?;
    for relation in list.relations() {
        let mut defaults = relation.columns.iter().filter_map(|column| column.default.as_ref());
        if defaults.any(|term| constant(term).is_none()) {
            let name = &relation.name;
            return Err(format!("{}: a default of `{name}` is no value and no column", path.display()));
        }
    }
    Ok(list)
}

/// Returns a line of the list: `Converts converts(s: Ty, t: Ty, m: Mode) -> Conversion;` with its documentation.
fn listed(list: &BookFile, relation: &Declaration) -> Option<String> {
    let (questions, answers) = relation.columns.split_at(relation.questions?);
    let name = &relation.name;
    let asked: Vec<String> = questions.iter().zip(names(questions)).map(typed).collect();
    let answer = answer_type(answers);
    let answer = if relation.has_default() { answer } else { format!("Option<{answer}>") };
    let documentation = list.documentation(relation).map(|line| format!("            /// {line}\n"));
    let documentation = documentation.collect::<Vec<_>>().concat();
    Some(format!("{documentation}            {} {name}({}) -> {answer};\n", in_capitals(name), asked.join(", ")))
}

fn typed((column, name): (&Column, String)) -> String {
    format!("{name}: {}", column.ty)
}

fn answer_type(answers: &[Column]) -> String {
    Type::of_several(answers.iter().map(|column| column.ty.clone()).collect()).to_string()
}

/// Returns one value as it is, and others as a tuple.
fn tuple(values: &[String]) -> String {
    if let [one] = values { one.clone() } else { format!("({})", values.join(", ")) }
}

/// Returns the names of columns.
fn names(columns: &[Column]) -> impl Iterator<Item = String> {
    columns.iter().enumerate().map(|(at, column)| column.name.clone().unwrap_or_else(|| format!("column_{at}")))
}

/// Returns the code by which engines answer the judgments of the list: an implementation for each engine, with the names of the
/// judgments that it concludes, and for each judgment; and the engines behind all queries.
pub fn asking(list: &BookFile, engines: &BTreeMap<String, Vec<String>>) -> String {
    let judgments: Vec<&Declaration> = list.relations().collect();
    let mut code = String::new();
    for (engine, concluded) in engines {
        let own: Vec<&Declaration> =
            judgments.iter().copied().filter(|judgment| concluded.contains(&judgment.name)).collect();
        if own.is_empty() {
            continue;
        }
        let remembered: String = own.iter().map(|judgment| remembered(judgment)).collect();
        let _ = write!(
            code,
            "impl Answering for {engine} {{\n    fn answer(&mut self) {{\n        self.solve();\n    }}\n\n    \
             fn remember(&self) {{\n{remembered}    }}\n}}\n\n"
        );
        code.extend(own.iter().filter(|judgment| judgment.host.is_none()).map(|judgment| asked(engine, judgment)));
    }
    let queries: String = judgments.iter().copied().map(query).collect();
    code + &format!(
        "/// The queries to the engines of this crate.\npub static QUERIES: Queries = Queries {{\n{queries}    chosen,\n    awaited,\n    misses,\n    coinductively,\n}};\n"
    )
}

/// Returns the statements that remember the rows of a judgment. If a question has several answers, the first one is kept. A
/// judgment that is no function may have rows only for what holds: all questions of the run without an answer are remembered.
fn remembered(judgment: &Declaration) -> String {
    let (name, count) = (&judgment.name, judgment.questions.unwrap_or_default());
    let cells: Vec<String> = (0..judgment.columns.len()).map(|at| format!("c{at}")).collect();
    let (question, answer) = cells.split_at(count);
    let answer = if judgment.has_default() { tuple(answer) } else { format!("Some({})", tuple(answer)) };
    let rows = format!("self.{name}.iter().map(|&({})| (({},), {answer}))", cells.join(", "), question.join(", "));
    let is_function = judgment.is_function();
    let table = in_capitals(name);
    let rows = if is_function { rows } else { format!("first_answers({rows})") };
    let open = if is_function || !judgment.has_default() {
        String::new()
    } else {
        format!("        remember_open::<{table}>(&self.{name}_demanded);\n")
    };
    format!("        remember::<{table}>({rows});\n{open}")
}

/// Returns the implementation by which an engine is asked a judgment.
fn asked(engine: &str, judgment: &Declaration) -> String {
    let (questions, answers) = judgment.columns.split_at(judgment.questions.unwrap_or_default());
    let question: Vec<String> = names(questions).collect();
    let defaults: Vec<String> =
        answers.iter().filter_map(|column| column.default.as_ref()).filter_map(constant).collect();
    let default = if judgment.has_default() { tuple(&defaults) } else { "None".to_owned() };
    format!(
        "impl Asked for {} {{\n    type Engine = {engine};\n\n    \
         fn ask(engine: &mut Self::Engine, questions: &[Self::Question]) {{\n        \
         engine.{}_demanded.extend_from_slice(questions);\n    }}\n\n    \
         #[allow(unused_variables)]\n    \
         fn otherwise(({},): Self::Question) -> Self::Answer {{\n        {default}\n    }}\n}}\n\n",
        in_capitals(&judgment.name),
        judgment.name,
        question.join(", "),
    )
}

/// Returns the code of a default answer: a value, or a column of the question.
fn constant(term: &Term) -> Option<String> {
    match &term.kind {
        TermKind::Number(number) => Some(number.to_string()),
        TermKind::Variable(name) | TermKind::Constant(name) => Some(name.clone()),
        _ => None,
    }
}

fn query(judgment: &Declaration) -> String {
    let name = &judgment.name;
    match judgment.host {
        Some(Host::Asks | Host::Answers) => format!("    {name},\n"),
        None => format!("    {name}: answered::<{}>,\n", in_capitals(name)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list() -> BookFile {
        let text = "/// Holds if `t` grows.\n@function relation grows(t: Ty -> u: Ty = t).\n\
                    relation shrinks_to(t: Ty, m: Mode -> w: Descent, a: Ty?).\n";
        BookFile::read(JUDGMENTS, text.to_owned()).expect("the list is understood")
    }

    #[test]
    fn judgments_are_listed_with_their_tables() {
        let list = list();
        let lines: Vec<String> = list.relations().filter_map(|relation| listed(&list, relation)).collect();
        assert_eq!(lines[0].trim(), "/// Holds if `t` grows.\n            Grows grows(t: Ty) -> Ty;");
        assert_eq!(lines[1].trim(), "ShrinksTo shrinks_to(t: Ty, m: Mode) -> Option<(Descent, Option<Ty>)>;");
    }

    #[test]
    fn engines_are_asked_the_judgments_that_they_conclude() {
        let engines = BTreeMap::from([("AnyEngine".to_owned(), vec!["grows".to_owned()])]);
        let code = asking(&list(), &engines);
        assert!(code.contains("impl Answering for AnyEngine"), "{code}");
        assert!(code.contains("remember::<Grows>(self.grows.iter().map(|&(c0, c1)| ((c0,), c1)));"), "{code}");
        assert!(code.contains("fn otherwise((t,): Self::Question) -> Self::Answer {\n        t\n"), "{code}");
        assert!(code.contains("grows: answered::<Grows>,"), "{code}");
        assert!(code.contains("shrinks_to: answered::<ShrinksTo>,"), "{code}");
    }
}
