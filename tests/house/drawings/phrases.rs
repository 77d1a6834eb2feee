//! The phrases with which drawings show relations and words. A phrase contains the letters of columns.

use std::collections::BTreeSet;

use typelog_reader::elaborate::used_by_term;
use typelog_reader::parse::parse;
use typelog_reader::syntax::{Literal, Statement, Term, TermKind};

use super::facts::{Fact, of_premise, text};
use super::tokens::{indexless, is_joint, is_letter, parts_of_premise, singular, tokens};

/// The table of phrases.
pub struct Phrases {
    rows: Vec<Row>,
    /// Phrases for conclusions only.
    conclusions: Vec<Row>,
    gates: Vec<String>,
}

/// A relation or a word, with its phrases.
struct Row {
    about: Fact,
    phrases: Vec<Vec<String>>,
    shown: String,
}

/// A part of a phrase, as a pattern.
enum Part {
    /// Exactly this token.
    Token(String),
    /// One of several sequences of tokens.
    OneOf(Vec<Vec<String>>),
    /// Any tokens whose letters are among these.
    Text(BTreeSet<String>),
}

impl Phrases {
    /// Reads the tables: rows `| relation | phrases |`, and rows `| relation | - | reason |` for relations that need not be
    /// drawn.
    pub fn read(text: &str) -> Self {
        let (mut rows, mut conclusions, mut gates) = (Vec::new(), Vec::new(), Vec::new());
        let (premises, concluded) = text.split_once("\n## Conclusions").unwrap_or((text, ""));
        for (line, is_concluded) in
            premises.lines().map(|line| (line, false)).chain(concluded.lines().map(|line| (line, true)))
        {
            if !line.starts_with("| `") {
                continue;
            }
            let quoted: Vec<&str> = line.split('`').skip(1).step_by(2).collect();
            let [about, phrases @ ..] = &quoted[..] else { continue };
            if phrases.is_empty() {
                gates.push((*about).to_owned());
                continue;
            }
            let phrases = phrases.iter().map(|phrase| tokens(&phrase.replace("\\|", "|"))).collect();
            let row = Row { about: read_fact(about), phrases, shown: (*about).to_owned() };
            if is_concluded { conclusions.push(row) } else { rows.push(row) }
        }
        Self { rows, conclusions, gates }
    }

    /// Holds if the relation or word of a fact has a row.
    pub fn has(&self, fact: &Fact) -> bool {
        self.rows.iter().any(|row| row.about.name == fact.name && row.about.holds == fact.holds)
    }

    /// Holds for relations that need not be drawn.
    pub fn is_gate(&self, relation: &str) -> bool {
        self.gates.iter().any(|gate| gate == relation)
    }

    /// The number of relations that need not be drawn.
    pub fn gates(&self) -> usize {
        self.gates.len()
    }

    /// The phrases that occur in none of the drawings. Each drawing comes with the facts of its clauses.
    pub fn unused(&self, drawings: &[(Vec<String>, Vec<Fact>)]) -> Vec<String> {
        let drawings: Vec<(Vec<Vec<String>>, &Vec<Fact>)> = drawings
            .iter()
            .map(|(drawing, facts)| (drawing.iter().map(|premise| tokens(premise)).collect(), facts))
            .collect();
        let is_used = |row: &Row, phrase: &Vec<String>| {
            drawings.iter().any(|(drawing, facts)| {
                let mut phrases = facts.iter().filter(|fact| row.is_about(fact)).map(|fact| row.parts(phrase, fact));
                phrases.any(|parts| {
                    drawing.iter().flat_map(|whole| parts_of_premise(whole)).any(|part| matches(&parts, part))
                })
            })
        };
        let phrases = self.rows.iter().flat_map(|row| row.phrases.iter().map(move |phrase| (row, phrase)));
        let unused = phrases.filter(|(row, phrase)| !is_used(row, phrase));
        unused.map(|(row, phrase)| format!("`{}` for {}", phrase.join(" "), row.shown)).collect()
    }

    /// Holds if a premise is a phrase for one of the facts, or a sequence of such phrases.
    pub fn says(&self, premise: &str, facts: &[&Fact]) -> bool {
        let whole = tokens(premise);
        if self.is_phrase(&whole, facts) {
            return true;
        }
        for cut in (0..whole.len()).filter(|&at| is_joint(&whole, at)) {
            let (left, right) = (&whole[..cut], &whole[cut + 1..]);
            let right =
                if right.first().is_some_and(|word| word == "and" || word == "or") { &right[1..] } else { right };
            if self.is_phrase(left, facts) && self.says(&right.join(" "), facts) {
                return true;
            }
        }
        false
    }

    /// Holds if a part of a premise is a phrase for one of the facts.
    pub fn mentions(&self, premise: &str, facts: &[&Fact]) -> bool {
        let whole = tokens(premise);
        parts_of_premise(&whole).any(|part| self.is_phrase(part, facts))
    }

    /// The forms of conclusions for a fact: the fixed tokens of each phrase, in order. A conclusion may show the columns
    /// between them in more detail. The last form is the name of the relation alone.
    pub fn forms(&self, fact: &Fact) -> Vec<Vec<String>> {
        let rows = self.rows.iter().chain(&self.conclusions).filter(|row| row.is_about(fact));
        let forms = rows.flat_map(|row| row.phrases.iter().map(|phrase| row.signs(phrase)));
        forms.chain([vec![fact.name.clone()]]).collect()
    }

    /// The phrases that are for conclusions only.
    pub fn of_conclusions(&self) -> impl Iterator<Item = Vec<String>> {
        self.conclusions.iter().flat_map(|row| row.phrases.iter().map(|phrase| row.signs(phrase)))
    }

    /// The columns of a fact that occur in its phrases, but in no phrase that the drawing uses.
    pub fn undrawn(&self, drawing: &[String], fact: &Fact) -> Vec<usize> {
        let drawing: Vec<Vec<String>> = drawing.iter().map(|premise| tokens(premise)).collect();
        let stands =
            |parts: &[Part]| drawing.iter().flat_map(|whole| parts_of_premise(whole)).any(|part| matches(parts, part));
        if as_written(fact).iter().any(|parts| stands(parts)) {
            return Vec::new();
        }
        let rows = self.rows.iter().filter(|row| row.is_about(fact));
        let phrases = rows.flat_map(|row| row.phrases.iter().map(move |phrase| (row, phrase)));
        let (drawn, others): (Vec<_>, Vec<_>) = phrases.partition(|(row, phrase)| stands(&row.parts(phrase, fact)));
        let columns = |phrases: &[(&Row, &Vec<String>)]| -> BTreeSet<usize> {
            phrases.iter().flat_map(|(row, phrase)| phrase.iter().filter_map(|token| row.column(token))).collect()
        };
        columns(&others).difference(&columns(&drawn)).copied().collect()
    }

    /// Holds if the tokens are a phrase for one of the facts.
    fn is_phrase(&self, found: &[String], facts: &[&Fact]) -> bool {
        facts.iter().any(|fact| {
            if as_written(fact).iter().any(|parts| matches(parts, found)) {
                return true;
            }
            let rows = self.rows.iter().filter(|row| row.is_about(fact));
            rows.flat_map(|row| row.phrases.iter().map(move |phrase| (row, phrase)))
                .any(|(row, phrase)| matches(&row.parts(phrase, fact), found))
        })
    }
}

impl Row {
    /// Holds if a fact has the constants of the row.
    fn is_about(&self, fact: &Fact) -> bool {
        let own = &self.about;
        own.name == fact.name && own.holds == fact.holds && own.columns.len() == fact.columns.len()
            && own.columns.iter().zip(&fact.columns).all(|(own, found)| match &own.kind {
                TermKind::Variable(_) | TermKind::Any => true,
                _ => {
                    let is_same = |term: &Term| text(term) == text(own)
                        || matches!((&own.kind, &term.kind), (TermKind::Construction(a, _), TermKind::Construction(b, _)) if a == b);
                    is_same(found) || text(found).is_some_and(|name| fact.values.get(&name).is_some_and(|values| values.iter().any(is_same)))
                }
            })
    }

    /// The fixed tokens of a phrase, which stand for no column.
    fn signs(&self, phrase: &[String]) -> Vec<String> {
        let is_sign = |token: &&String| self.column(token).is_none() && !is_letter(token) && *token != "_";
        phrase.iter().filter(is_sign).cloned().collect()
    }

    /// The column for which a token of a phrase stands.
    fn column(&self, token: &str) -> Option<usize> {
        self.about.columns.iter().position(|own| matches!(&own.kind, TermKind::Variable(name) if name == token))
    }

    /// A phrase as a pattern, with the columns of a fact filled in.
    fn parts(&self, phrase: &[String], fact: &Fact) -> Vec<Part> {
        let column = |token: &String| {
            if let Some(at) = self.column(token) {
                return match part_of(&fact.columns[at], fact) {
                    // An equation with an unconstrained side would match anything.
                    Part::Text(_) if fact.name == "=" => Part::OneOf(Vec::new()),
                    part => part,
                };
            }
            // A letter inside a constructed value: the `o` of `Role::Operand(o)`.
            for (own, found) in self.about.columns.iter().zip(&fact.columns) {
                if let (TermKind::Construction(_, own), TermKind::Construction(_, found)) = (&own.kind, &found.kind)
                    && let Some(at) = own.iter().position(|own| text(own).as_deref() == Some(token))
                {
                    return part_of(&found[at], fact);
                }
            }
            if token == "_" { Part::Text(fact.shared.clone()) } else { Part::Token(token.clone()) }
        };
        phrase.iter().map(column).collect()
    }
}

/// The pattern for a term of a clause.
fn part_of(term: &Term, fact: &Fact) -> Part {
    match &term.kind {
        TermKind::Variable(name) if name != "_" => {
            let mut options = vec![vec![indexless(name)]];
            options.extend(singular(name).into_iter().flat_map(|one| [vec![one.clone(), one.clone()], vec![one]]));
            for value in fact.values.get(name).into_iter().flatten() {
                match &value.kind {
                    TermKind::Constant(_) => options.extend(value_tokens(value)),
                    // A value computed from a variable may have the variable's letter.
                    _ => options.extend(used_by_term(value).map(|name| vec![indexless(&name)])),
                }
            }
            Part::OneOf(options)
        }
        TermKind::Constant(_) | TermKind::Number(_) => Part::OneOf(value_tokens(term)),
        TermKind::Call(word) if ["arity", "length"].contains(&&word.name[..]) => {
            Part::OneOf(["m", "n"].map(|count| vec![count.to_owned()]).to_vec())
        }
        _ => {
            let own = used_by_term(term).flat_map(|name| letters(&name, fact));
            Part::Text(own.chain(fact.shared.iter().cloned()).collect())
        }
    }
}

/// The letters that a drawing may use for a variable.
fn letters(name: &str, fact: &Fact) -> Vec<String> {
    let values = fact.values.get(name).into_iter().flatten().flat_map(used_by_term).map(|name| indexless(&name));
    [Some(indexless(name)), singular(name)].into_iter().flatten().chain(values).collect()
}

/// A relation or a word in the syntax of clauses: `not has_keys(c, k)`, `u = element(t)`.
fn as_written(fact: &Fact) -> Vec<Vec<Part>> {
    let with_columns = |columns: &[Term]| {
        let mut parts = vec![token(&fact.name), token("(")];
        for (at, column) in columns.iter().enumerate() {
            parts.extend((at > 0).then(|| token(",")));
            parts.push(part_of(column, fact));
        }
        parts.push(token(")"));
        parts
    };
    if !fact.holds {
        let parts = with_columns(&fact.columns);
        return vec![std::iter::once(token("not")).chain(parts).collect()];
    }
    let mut all = vec![with_columns(&fact.columns)];
    if let [columns @ .., value] = &fact.columns[..]
        && matches!(part_of(value, fact), Part::OneOf(_))
    {
        let parts = [part_of(value, fact), token("=")].into_iter().chain(with_columns(columns));
        all.push(parts.collect());
    }
    all
}

fn token(token: &str) -> Part {
    Part::Token(token.to_owned())
}

/// The notations for a constant: `Role::Then` is `Then` or `then`, `NONE` is `none` or, in Terraform, `null`.
fn value_tokens(term: &Term) -> Vec<Vec<String>> {
    let Some(name) = text(term) else { return Vec::new() };
    let last = name.rsplit("::").next().unwrap_or(&name).to_owned();
    let null = (last == "NONE").then(|| vec!["null".to_owned()]);
    [vec![last.clone()], vec![last.to_lowercase()]].into_iter().chain(null).collect()
}

/// Parses a relation or word of the table.
fn read_fact(about: &str) -> Fact {
    let (statements, faults) = parse(&format!("p() :- {about}."));
    let Some(Statement::Rule(rule)) = statements.first() else { panic!("{about}: {faults:?}") };
    let premise: &Literal = &rule.body[0];
    of_premise(premise).remove(0)
}

/// Holds if a pattern matches tokens.
fn matches(parts: &[Part], found: &[String]) -> bool {
    let Some(part) = parts.first() else { return found.is_empty() };
    match part {
        Part::Token(token) => found.first() == Some(&indexless(token)) && matches(&parts[1..], &found[1..]),
        Part::OneOf(options) => {
            options.iter().any(|option| found.starts_with(option) && matches(&parts[1..], &found[option.len()..]))
        }
        Part::Text(letters) => {
            let own = found.iter().take_while(|token| !is_letter(token) || letters.contains(*token)).count();
            (1..=own).any(|count| matches(&parts[1..], &found[count..]))
        }
    }
}
