//! The book: pages of explanations whose programs, types and reports are tests. `tests/book/README.md` says how to
//! write one.
//!
//! `TYPELOG_BLESS=1` rewrites what the pages expect, never their programs.

#[allow(dead_code, reason = "each test uses a part")]
mod support;

#[path = "support/book/mod.rs"]
mod book;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use libtest_mimic::{Arguments, Trial};
use typelog::terms::trace::profile;

use book::page::Page;
use book::section;
use support::bless::is_blessing;
use support::files;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    if is_blessing() {
        paths().iter().for_each(bless);
    }
    let pages: Arc<Vec<Page>> = Arc::new(paths().iter().map(|path| Page::read(path, &folder())).collect());
    let mut trials: Vec<Trial> = (0..pages.len()).flat_map(|at| page_trials(&pages, at)).collect();
    trials.push({
        let pages = Arc::clone(&pages);
        Trial::test("every rule that the book names is one", move || Ok(every_named_rule_exists(&pages)?))
    });
    trials.push(Trial::test("every rule fires where the book explains it", move || Ok(every_rule_fires(&pages)?)));
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn folder() -> PathBuf {
    files::root().join("tests/book")
}

fn paths() -> Vec<PathBuf> {
    files::below(&folder(), ".md").into_iter().filter(|path| !path.ends_with("README.md")).collect()
}

fn page_trials(pages: &Arc<Vec<Page>>, at: usize) -> Vec<Trial> {
    let page = &pages[at];
    let names = page.tests().map(|(section, _)| format!("{}::{}", page.name, section.name()));
    let trial = |(number, name)| {
        let pages = Arc::clone(pages);
        Trial::test(name, move || {
            let (section, declarations) = pages[at].tests().nth(number).ok_or("the test is gone")?;
            Ok(section::compare(section, &declarations)?)
        })
    };
    names.enumerate().map(trial).collect()
}

/// Rewrites the expectations of a page. A longer comment moves what is behind it, so this is done until nothing
/// changes.
fn bless(path: &PathBuf) {
    for _ in 0..4 {
        let page = Page::read(path, &folder());
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
        for (fence, text) in section::blessed(section, &declarations) {
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

/// Each rule has a section whose words, or those around it, name the rule, and in which the rule concludes something.
fn every_rule_fires(pages: &[Page]) -> Result<(), String> {
    // Where each rule fires first, and the rules that fire where they are explained.
    let (mut fired, mut explained) = (BTreeMap::new(), BTreeSet::new());
    for page in pages {
        for (section, declarations) in page.tests() {
            let ((), found) = profile(|| drop(section::compare(section, &declarations)));
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

/// All words of the book that are written like the names of rules are names of rules.
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

/// Holds if a text has a rule's name in it, and not as a part of another rule's.
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
