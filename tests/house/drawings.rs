//! Agreement of drawings and clauses: each premise of a drawing is a premise of its clause, and each relation that a clause
//! asks occurs in its drawing. The table in `rules/drawings.md` lists the phrases for relations and words.

mod facts;
mod helpers;
mod phrases;
mod tokens;

use std::collections::BTreeSet;

use typelog_reader::book::{BookFile, files};
use typelog_reader::catalogue::{named, rules};
use typelog_reader::syntax::Rule;

use crate::files::{root, text};

use facts::Fact;
use helpers::Helpers;
use phrases::Phrases;
use tokens::chunks;

/// A rule with its drawing and its clauses.
struct Drawn {
    file: String,
    name: String,
    /// The premises above the bar.
    premises: Vec<String>,
    /// The conclusion below it.
    conclusion: Vec<String>,
    /// The clauses, one for each alternative of the rule.
    clauses: Vec<Rule>,
}

impl Drawn {
    /// The premises and the conclusion.
    fn all(&self) -> Vec<String> {
        [&self.premises[..], &self.conclusion].concat()
    }
}

/// The rules of the built-in book.
fn drawn() -> (Vec<Drawn>, Helpers) {
    let mut all = Vec::new();
    let mut helpers = Helpers::default();
    for folder in ["types", "programs"] {
        let files = files(&root().join("rules").join(folder)).expect("the rules can be read");
        for file in &files {
            helpers.add(file);
            all.extend(rules_of(file));
        }
    }
    (all, helpers)
}

fn rules_of(file: &BookFile) -> Vec<Drawn> {
    let clauses = |name: &str| file.rules().filter(|rule| named(rule) == Some(name)).cloned().collect();
    let entries = rules(&file.text).into_iter();
    let drawn = entries.map(|entry| Drawn {
        file: file.name.clone(),
        premises: chunks(&entry.drawing, true),
        conclusion: chunks(&entry.drawing, false),
        clauses: clauses(&entry.name),
        name: entry.name,
    });
    drawn.collect()
}

/// The differences between a drawing and its clauses.
fn faults(rule: &Drawn, clauses: &[Rule], helpers: &Helpers, phrases: &Phrases) -> Vec<String> {
    let (mut own, mut behind): (Vec<Fact>, Vec<Fact>) = (Vec::new(), Vec::new());
    for clause in clauses {
        let found = facts::of_clause(clause);
        behind.extend(found.iter().filter(|fact| !phrases.has(fact)).flat_map(|fact| helpers.behind(fact)));
        own.extend(found);
    }
    let shared = tokens::shared_letters(&rule.all());
    for fact in own.iter_mut().chain(&mut behind) {
        fact.shared.clone_from(&shared);
    }
    let mut faults = Vec::new();
    let all: Vec<&Fact> = own.iter().chain(&behind).collect();
    for premise in &rule.premises {
        if !phrases.says(premise, &all) {
            faults.push(format!("the clause has no premise for `{premise}`"));
        }
    }
    for fact in own.iter().filter(|fact| helpers.is_relation(fact) && !phrases.is_gate(&fact.name)) {
        let mut its: Vec<Fact> = if phrases.has(fact) { Vec::new() } else { helpers.behind(fact) };
        for fact in &mut its {
            fact.shared.clone_from(&shared);
        }
        let its: Vec<&Fact> = its.iter().chain([fact]).collect();
        let mut all = rule.premises.iter().chain(&rule.conclusion);
        if !all.any(|premise| phrases.mentions(premise, &its)) {
            faults.push(format!("the drawing has no premise for `{}`", fact.shown()));
        }
    }
    faults.extend(undrawn(rule, clauses, &shared, helpers, phrases));
    faults.sort();
    faults.dedup();
    faults
}

/// The letters of expressions and bindings. A drawing may show these as syntax, and lists as well.
const PLACES: [&str; 4] = ["e", "x", "y", "b"];

/// The letters that a clause has in several places, and that its drawing leaves out although a phrase has a column for them.
fn undrawn(
    rule: &Drawn,
    clauses: &[Rule],
    shared: &BTreeSet<String>,
    helpers: &Helpers,
    phrases: &Phrases,
) -> Vec<String> {
    let drawing = rule.all();
    let mut faults = Vec::new();
    for clause in clauses {
        let several = facts::variables_in_several_places(clause, |relation| phrases.is_gate(relation));
        for mut fact in facts::of_clause(clause) {
            if !helpers.is_relation(&fact) || phrases.is_gate(&fact.name) {
                continue;
            }
            fact.shared.clone_from(shared);
            let columns = phrases.undrawn(&drawing, &fact).into_iter();
            let letters = columns.filter_map(|at| facts::variable(&fact.columns[at]));
            let is_needed = |letter: &String| {
                let may_be_syntax = PLACES.contains(&&letter[..]) || letter.len() == 2 && letter.ends_with('s');
                several.contains(letter) && !may_be_syntax && !facts::is_constant(letter, &fact)
            };
            let letters = letters.filter(is_needed);
            for letter in letters {
                faults.push(format!("the drawing has no `{letter}` of `{}`", fact.shown()));
            }
        }
    }
    faults
}

/// The facts of a rule's clauses, and the facts from which auxiliary clauses derive them.
fn known(rule: &Drawn, helpers: &Helpers) -> Vec<Fact> {
    let own: Vec<Fact> = rule.clauses.iter().flat_map(facts::of_clause).collect();
    let behind: Vec<Fact> = own.iter().flat_map(|fact| helpers.behind(fact)).collect();
    let shared = tokens::shared_letters(&rule.all());
    let all = own.into_iter().chain(behind);
    all.map(|fact| Fact { shared: shared.clone(), ..fact }).collect()
}

fn table() -> Phrases {
    Phrases::read(&text(&root().join("rules/drawings.md")))
}

#[test]
fn each_premise_of_a_drawing_is_one_of_its_clause_and_back() {
    let ((all, helpers), phrases) = (drawn(), table());
    assert!(all.len() > 400, "only {} drawings are found", all.len());
    let mut wrong = Vec::new();
    for rule in &all {
        let found = faults(rule, &rule.clauses, &helpers, &phrases);
        wrong.extend(found.into_iter().map(|fault| format!("{}.dl: {}: {fault}", rule.file, rule.name)));
    }
    assert!(wrong.is_empty(), "{} faults:\n{}", wrong.len(), wrong.join("\n"));
    assert!(phrases.gates() <= 14, "{} relations need not be drawn", phrases.gates());
    let drawings: Vec<_> = all.iter().map(|rule| (rule.all(), known(rule, &helpers))).collect();
    let unused = phrases.unused(&drawings);
    assert!(unused.is_empty(), "these phrases stand in no drawing:\n{}", unused.join("\n"));
}

#[test]
fn each_conclusion_of_a_drawing_is_that_of_its_clause() {
    let ((all, helpers), phrases) = (drawn(), table());
    let (mut wrong, mut used) = (Vec::new(), BTreeSet::new());
    for rule in &all {
        let tokens: Vec<String> = rule.conclusion.iter().flat_map(|text| tokens::tokens(text)).collect();
        for clause in &rule.clauses {
            let heads = facts::of_heads(clause);
            let found: Vec<Vec<String>> =
                heads.iter().flat_map(|head| phrases.forms(head)).filter(|form| has_in_order(&tokens, form)).collect();
            // A problem is drawn as a sentence.
            if found.is_empty() && !heads.iter().any(|head| helpers.is_problem(head)) {
                let heads: Vec<String> = heads.iter().map(Fact::shown).collect();
                let (file, name) = (&rule.file, &rule.name);
                wrong.push(format!("{file}.dl: {name}: `{}` for {}", rule.conclusion.join("   "), heads.join(", ")));
            }
            used.extend(found);
        }
    }
    assert!(wrong.is_empty(), "{} conclusions are of another form:\n{}", wrong.len(), wrong.join("\n"));
    let unused: Vec<String> =
        phrases.of_conclusions().filter(|form| !used.contains(form)).map(|form| form.join(" ")).collect();
    assert!(unused.is_empty(), "these phrases stand in no conclusion:\n{}", unused.join("\n"));
}

/// Holds if the tokens are a subsequence of all tokens.
fn has_in_order(all: &[String], tokens: &[String]) -> bool {
    let mut rest = all.iter();
    tokens.iter().all(|token| rest.any(|other| other == token))
}

#[test]
fn a_premise_that_is_dropped_is_noticed() {
    let ((all, helpers), phrases) = (drawn(), table());
    let (mut tried, mut unnoticed) = (0, Vec::new());
    for rule in &all {
        for (at, clause) in rule.clauses.iter().enumerate() {
            let premises = (0..clause.body.len()).filter(|&place| {
                let found = facts::of_premise(&clause.body[place]);
                found.iter().any(|fact| helpers.is_relation(fact) && !phrases.is_gate(&fact.name))
            });
            for place in premises {
                let mut mutated = rule.clauses.clone();
                // A premise that several alternatives share is dropped from all of them.
                let dropped = format!("{:?}", clause.body[place]);
                mutated[at].body.remove(place);
                for other in &mut mutated {
                    other.body.retain(|premise| format!("{premise:?}") != dropped);
                }
                tried += 1;
                if faults(rule, &mutated, &helpers, &phrases).is_empty() {
                    unnoticed.push(format!("{}: premise {place} of clause {at}", rule.name));
                }
            }
        }
    }
    assert!(tried > 500, "only {tried} premises are dropped");
    println!("{} of {tried} are not noticed:\n{}", unnoticed.len(), unnoticed.join("\n"));
    assert!(unnoticed.len() * 25 <= tried, "{} of {tried} are not noticed", unnoticed.len());
}

#[test]
fn a_letter_that_is_changed_in_a_drawing_is_noticed() {
    let changed = |rule: &Drawn, place: usize| {
        let mut premises = rule.premises.clone();
        premises[place] = tokens::with_another_letter(&rule.premises[place], &rule.all())?;
        Some(premises)
    };
    assert_noticed(changed, 99, 900);
}

#[test]
fn a_premise_about_a_relation_that_is_dropped_from_a_drawing_is_noticed() {
    let ((_, helpers), phrases) = (drawn(), table());
    let dropped = |rule: &Drawn, place: usize| {
        let facts: Vec<Fact> = rule.clauses.iter().flat_map(facts::of_clause).collect();
        let asked = facts.iter().filter(|fact| helpers.is_relation(fact) && !phrases.is_gate(&fact.name));
        let asked: Vec<&Fact> = asked.collect();
        let premise = tokens::tokens(&rule.premises[place]);
        phrases.mentions(&rule.premises[place], &asked).then(|| {
            // `a1 ~k1> b1   ...   an ~kn> bn` is one premise.
            rule.premises.iter().filter(|other| tokens::tokens(other) != premise).cloned().collect()
        })
    };
    assert_noticed(dropped, 85, 500);
}

/// Checks that at least `share` percent of the changes of drawings are noticed, of at least `least` changes.
fn assert_noticed(change: impl Fn(&Drawn, usize) -> Option<Vec<String>>, share: usize, least: usize) {
    let ((all, helpers), phrases) = (drawn(), table());
    let (mut tried, mut unnoticed) = (0, Vec::new());
    for rule in &all {
        for place in 0..rule.premises.len() {
            let Some(premises) = change(rule, place) else { continue };
            let (file, name, clauses) = (rule.file.clone(), rule.name.clone(), rule.clauses.clone());
            let changed = Drawn { file, name, premises, conclusion: rule.conclusion.clone(), clauses };
            tried += 1;
            if faults(&changed, &rule.clauses, &helpers, &phrases).is_empty() {
                unnoticed.push(format!("{}: {}", rule.name, rule.premises[place]));
            }
        }
    }
    assert!(tried > least, "only {tried} changes are tried");
    println!("{} of {tried} are not noticed:\n{}", unnoticed.len(), unnoticed.join("\n"));
    assert!(unnoticed.len() * 100 <= (100 - share) * tried, "{} of {tried} are not noticed", unnoticed.len());
}
