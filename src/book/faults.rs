//! The faults in a user's files that are found before their rules are checked: constructors, lists of engines, and files that nothing
//! uses.

use std::collections::{BTreeMap, BTreeSet};

use typelog_interpreter::Folder;
use typelog_reader::book::{BookFile, ListedEngine, listed_engines, read_engines};
use typelog_reader::syntax::{Fault, OwnConstructor};

use super::{BookFault, BookText, OwnFile, RuleFile, located, stem};
use crate::source::Span;
use crate::types::ConstructorSignature;
use crate::types::display::CONSTRUCTORS;
use crate::types::nearest::nearest;

/// The greatest number of constructors that a book declares.
const MOST_CONSTRUCTORS: usize = 200;

/// Returns the constructors of types that the files declare. Names of other constructors, of no constructor, and arguments that are
/// neither types nor texts are faults.
pub fn constructors_of(folders: &[Folder], faults: &mut Vec<BookFault>) -> Vec<ConstructorSignature> {
    let mut found: Vec<ConstructorSignature> = Vec::new();
    let files = || folders.iter().flat_map(|folder| folder.files.iter().zip(&folder.paths));
    for (file, path) in files() {
        for OwnConstructor { name, name_span, arguments, .. } in file.constructors() {
            let mut fail = |message: String| {
                faults.push(located(path, &file.text, Fault::new("wrong-constructor", *name_span, message)));
            };
            if CONSTRUCTORS.contains(&&name[..]) || found.iter().any(|known| known.name == *name) {
                fail(format!("there is a constructor `{name}` already"));
            } else if found.len() == MOST_CONSTRUCTORS {
                fail(format!("a book declares at most {MOST_CONSTRUCTORS} constructors"));
            }
            if arguments.iter().any(|argument| !matches!(argument.ty.name(), Some("Ty" | "Name"))) {
                fail(format!("an argument of `{name}` is neither a type (`Ty`) nor a text (`Name`)"));
            }
            let takes_text = arguments.iter().map(|argument| argument.ty.name() == Some("Name")).collect();
            found.push(ConstructorSignature { name: name.clone(), takes_text });
        }
    }
    for (file, path) in files() {
        faults.extend(unknown_constructors(file, path, &found));
    }
    found
}

/// Returns the faults of a file that names constructors which no file declares.
fn unknown_constructors(file: &BookFile, path: &str, declared: &[ConstructorSignature]) -> Vec<BookFault> {
    const CALL: &str = "own_constructor(\"";
    let named = file.text.match_indices(CALL).filter_map(|(at, _)| {
        let name = file.text[at + CALL.len()..].split('"').next()?;
        Some((name, Span::new(at + CALL.len()..at + CALL.len() + name.len())))
    });
    let unknown = named.filter(|(name, _)| declared.iter().all(|known| known.name != *name));
    let fault = |(name, span): (&str, Span)| {
        let help = nearest(name, declared.iter().map(|known| &known.name[..]));
        let help = help.map(|other| format!("there is `{other}`"));
        located(
            path,
            &file.text,
            Fault::new("wrong-constructor", span, format!("no file declares the constructor `{name}`")).help(help),
        )
    };
    unknown.map(fault).collect()
}

/// Returns the faults of a list of engines: lines that are no engine, engines that the built-in book does not have, which never run,
/// and files that the book does not have.
pub fn faults_of_list(list: &OwnFile, built_in: &str, files: &BTreeMap<String, BookText>) -> Vec<BookFault> {
    let (listed, mut faults) = listed_engines(&list.text);
    let known: Vec<String> = read_engines(built_in).into_iter().map(|engine| engine.name).collect();
    for ListedEngine { engine, name_span, file_spans } in &listed {
        if !known.contains(&engine.name) {
            let help = nearest(&engine.name, known.iter().map(|name| &name[..]));
            let help = help.map(|other| format!("there is `{other}`"));
            let message = format!("there is no engine `{}`", engine.name);
            faults.push(Fault::new("unknown-engine", *name_span, message).help(help));
        }
        for (file, span) in engine.files.iter().zip(file_spans) {
            let name = file.trim_start_matches(['+', ' ']);
            if !files.contains_key(name) {
                let help = nearest(name, files.keys().map(|name| &name[..]));
                let help = help.map(|other| format!("there is `{other}`"));
                let fault = Fault::new("unknown-file", *span, format!("there is no file `{name}`"));
                faults.push(fault.help(help));
            }
        }
    }
    faults.into_iter().map(|fault| located(&list.path, &list.text, fault)).collect()
}

/// Returns the faults of rule files that no engine contains, and that replace no file of the built-in book.
pub fn unused_files(own: &[OwnFile], folder: &str, lists: &[String], built_in: &[RuleFile]) -> Vec<BookFault> {
    let listed: BTreeSet<String> = lists
        .iter()
        .flat_map(|list| read_engines(list))
        .flat_map(|engine| engine.files)
        .map(|file| file.trim_start_matches(['+', ' ']).to_owned())
        .collect();
    let mut faults = Vec::new();
    for file in own.iter().filter(|file| file.folder == folder && file.holds_rules()) {
        let name = stem(&file.path);
        let known = || built_in.iter().map(|known| stem(known.0));
        if listed.contains(&name) || known().any(|other| other == name) {
            continue;
        }
        let known: Vec<String> = known().collect();
        let help = match nearest(&name, known.iter().map(|name| &name[..])) {
            Some(other) => format!("the built-in book has `{other}`"),
            None => format!("add it to an engine in `{folder}/engines.txt`: `{}: + {name}`", first_engine(lists)),
        };
        let message = format!("no engine contains the file `{name}`");
        let end = file.text.lines().next().map_or(0, str::len);
        let fault = Fault::new("unused-file", Span::new(0..end), message).help(Some(help));
        faults.push(located(&file.path, &file.text, fault));
    }
    faults
}

fn first_engine(lists: &[String]) -> String {
    lists.iter().flat_map(|list| read_engines(list)).next().map_or_else(String::new, |engine| engine.name)
}
