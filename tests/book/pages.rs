//! The book: pages of explanations whose programs, types and reports are tests. See `tests/book/README.md`.
//!
//! `TYPELOG_BLESS=1` rewrites the expectations of the pages, never their programs.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use libtest_mimic::Trial;
use typelog::builtins::trace::profile;
use typelog::diagnostics::CODES;
use typelog::results::pages::page::{Fence, Kind, Page};
use typelog::results::pages::section;
use typelog::types::BookHandle;

use crate::support::bless::is_blessing;
use crate::support::files;
use crate::support::skipped::skipped;

/// The tests of all pages, and of the book as a whole. When blessing, rewrites the pages first.
pub fn trials() -> Vec<Trial> {
    if published().is_none() {
        skipped("programs over published schemas", "TYPELOG_CONFORMANCE names no folder with them");
    }
    if is_blessing() {
        for path in paths() {
            bless(&path);
        }
    }
    let pages: Arc<Vec<Page>> = Arc::new(paths().iter().map(|path| read(path)).collect());
    let mut trials: Vec<Trial> = (0..pages.len()).flat_map(|at| page_trials(&pages, at)).collect();
    trials.push({
        let pages = Arc::clone(&pages);
        Trial::test("every code is shown by its page", move || Ok(every_code_is_shown(&pages)?))
    });
    trials.push({
        let pages = Arc::clone(&pages);
        Trial::test("every rule that the book names is one", move || Ok(every_named_rule_exists(&pages)?))
    });
    trials.push(Trial::test("every rule fires where the book explains it", move || Ok(every_rule_fires(&pages)?)));
    trials
}

fn folder() -> PathBuf {
    files::root().join("tests/book")
}

/// The pages of the codes of diagnostics.
fn code_folder() -> PathBuf {
    files::root().join("src/diagnostics/pages")
}

/// The page of programs over published schemas.
fn real_folder() -> PathBuf {
    files::root().join("tests/real")
}

/// The chapters of the book.
pub fn chapters() -> Vec<PathBuf> {
    files::below(&folder(), ".md").into_iter().filter(|path| !path.ends_with("README.md")).collect()
}

fn paths() -> Vec<PathBuf> {
    let real = published().map_or_else(Vec::new, |_| files::below(&real_folder(), ".md"));
    chapters().into_iter().chain(files::below(&code_folder(), ".md")).chain(real).collect()
}

/// The folder with published schemas, if it exists.
fn published() -> Option<PathBuf> {
    let folder = PathBuf::from(std::env::var_os("TYPELOG_CONFORMANCE")?).join("real-schemas");
    folder.is_dir().then_some(folder)
}

/// Reads a page. Pages of codes share a package and declared types, and the page of published schemas shares these schemas.
pub fn read(path: &Path) -> Page {
    if path.starts_with(real_folder()) {
        let mut page = page_in(&files::root().join("tests"), path);
        let schemas = published().map_or_else(Vec::new, |folder| files::below(&folder, ".json"));
        page.shared = schemas.iter().map(|path| Fence::of_large_file(Kind::Schema, path.clone())).collect();
        return page;
    }
    if !path.starts_with(code_folder()) {
        return page_in(&folder(), path);
    }
    let mut page = page_in(&files::root().join("src"), path);
    page.shared = vec![shared(Kind::Schema, "shop-1.0.0.json"), shared(Kind::Declare, "model.declare")];
    page
}

fn page_in(folder: &Path, path: &Path) -> Page {
    let name = path.strip_prefix(folder).unwrap_or(path).with_extension("");
    Page::read(&name.to_string_lossy(), &files::text(path)).unwrap_or_else(|fault| panic!("{fault}"))
}

/// A file that the pages of codes share.
fn shared(kind: Kind, name: &str) -> Fence {
    Fence::of_file(kind, name, files::text(&code_folder().join(name)))
}

/// Holds for pages that explain no rules: those of codes, and the one of published schemas.
fn is_of_code(page: &Page) -> bool {
    page.name.starts_with("diagnostics/") || page.name.starts_with("real/")
}

/// Checks that the page of each code has a wrong program with the code, and a right one without diagnostics.
fn every_code_is_shown(pages: &[Page]) -> Result<(), String> {
    let wrong: Vec<&str> = CODES.into_iter().filter(|code| !is_shown(pages, code)).collect();
    if wrong.is_empty() { Ok(()) } else { Err(format!("codes whose page does not show them: {wrong:?}")) }
}

fn is_shown(pages: &[Page], code: &str) -> bool {
    let page = pages.iter().find(|page| page.name == format!("diagnostics/pages/{code}"));
    let fences = |title: &str| {
        let sections = page.iter().flat_map(|page| &page.sections);
        let mut sections = sections.filter(|section| section.titles.last().is_some_and(|last| last == title));
        sections.next().map_or(&[][..], |section| &section.fences)
    };
    let gives = |fence: &Fence| fence.kind == Kind::Other || fence.text.contains(&format!("[{code}]"));
    let is_clean = |fence: &Fence| !fence.text.contains(": [") && fence.kind != Kind::Report;
    fences("Wrong").iter().any(gives) && !fences("Right").is_empty() && fences("Right").iter().all(is_clean)
}

fn page_trials(pages: &Arc<Vec<Page>>, at: usize) -> Vec<Trial> {
    let page = &pages[at];
    let names = page.tests().map(|(section, _)| format!("{}::{}", page.name, section.name()));
    let trial = |(number, name)| {
        let pages = Arc::clone(pages);
        Trial::test(name, move || {
            let (section, declarations) = pages[at].tests().nth(number).ok_or("the test is gone")?;
            Ok(section::compare(section, &declarations, &BookHandle::built_in())?)
        })
    };
    names.enumerate().map(trial).collect()
}

/// Rewrites the expectations of a page. A longer comment moves the rest of its line, so this repeats until nothing changes.
fn bless(path: &Path) {
    for _ in 0..4 {
        let page = read(path);
        let text = blessed(&page);
        if text == files::text(path) {
            return;
        }
        fs::write(path, text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    }
}

fn blessed(page: &Page) -> String {
    let mut replaced = BTreeMap::new();
    for (section, declarations) in page.tests() {
        let blessed = section::blessed(section, &declarations).unwrap_or_else(|reason| panic!("{reason}"));
        for (fence, text) in blessed {
            replaced.insert(fence.range.start, (fence.range.end, text));
        }
    }
    let mut out = String::new();
    let mut at = 0;
    while at <= page.lines.len() {
        if let Some((end, text)) = replaced.get(&at) {
            out.push_str(text);
            at = *end;
        }
        if let Some(line) = page.lines.get(at) {
            out = out + line + "\n";
        }
        at += 1;
    }
    out
}

/// Checks that each rule fires in a section whose prose, or that of the enclosing ones, names the rule.
fn every_rule_fires(pages: &[Page]) -> Result<(), String> {
    // The first section in which each rule fires, and the rules that fire in sections that name them.
    let (mut fired, mut explained) = (BTreeMap::new(), BTreeSet::new());
    for page in pages.iter().filter(|page| !is_of_code(page)) {
        for (section, declarations) in page.tests() {
            let ((), found) = profile(|| drop(section::compare(section, &declarations, &BookHandle::built_in())));
            let names: BTreeSet<&str> = found.fired().collect();
            let prose = page.prose_around(section);
            explained.extend(names.iter().copied().filter(|name| mentions(&prose, name)));
            for name in names {
                fired.entry(name).or_insert_with(|| format!("{}::{}", page.name, section.name()));
            }
        }
    }
    let rules = rules();
    let silent: Vec<&String> = rules.iter().filter(|rule| !fired.contains_key(&rule[..])).collect();
    let apart: Vec<_> = fired.iter().filter(|(rule, _)| !explained.contains(**rule)).collect();
    if silent.is_empty() && apart.is_empty() {
        return Ok(());
    }
    Err(format!("rules that do not fire: {silent:?}\nrules that fire, but not where they are explained: {apart:#?}"))
}

/// Checks that every word of the book in the form of a rule name is the name of a rule.
fn every_named_rule_exists(pages: &[Page]) -> Result<(), String> {
    let rules = rules();
    let prose = |page| Page::tests(page).map(|(section, _)| page.prose_around(section)).collect::<String>();
    let prose: String = pages.iter().map(prose).collect();
    let words = prose.split(|character: char| !character.is_alphanumeric() && character != '-');
    let named = words.filter(|word| {
        let [family, name] = [word.split('-').next(), word.split('-').nth(1)].map(Option::unwrap_or_default);
        family.len() == 1 && [family, name].iter().all(|part| part.starts_with(char::is_uppercase))
    });
    let unknown: BTreeSet<&str> = named.filter(|name| !rules.contains(*name)).collect();
    if unknown.is_empty() { Ok(()) } else { Err(format!("no rules: {unknown:?}")) }
}

/// Holds if a text contains a rule's name, other than as a part of another name.
fn mentions(text: &str, rule: &str) -> bool {
    text.match_indices(rule).any(|(at, _)| {
        let behind = text[at + rule.len()..].chars().next();
        behind.is_none_or(|next| !next.is_alphanumeric() && next != '-')
    })
}

/// The names of all rules.
fn rules() -> BTreeSet<String> {
    let texts = files::below(&files::root().join("rules"), ".dl").into_iter().map(|path| files::text(&path));
    let mut names = BTreeSet::new();
    for text in texts {
        let uses = text.split("by(\"").skip(1).filter_map(|rest| rest.split('"').next());
        names.extend(uses.map(str::to_owned));
    }
    names
}
