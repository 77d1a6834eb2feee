//! Recording: the premise that records the conclusions of a rule.

use std::collections::BTreeMap;

use crate::catalogue::named;
use crate::elaborate::judgment_of;
use crate::item::{Answer, Clause, Code, Form, Item, Pattern, Question, Row};
use crate::syntax::{Literal, Rule, Term, TermKind};

/// The builtins that look up answers known beforehand.
pub const REMEMBERED: [&str; 4] = ["known_conversion", "known_unification", "known_assignability", "known_mapping"];

/// Returns a clause with the premise that records its conclusions: `if traced!(&CLAUSES[7], [s, in_0_1, t, Hidden])` for the eighth
/// clause, with the columns of its conclusions and premises. `body` has its premises in the form in which they are compiled.
/// Returns none for rows without premises, and for clauses that only derive questions.
pub fn recorded(
    rule: &Rule,
    clause: &Clause,
    body: &[Item],
    judgments: &BTreeMap<String, usize>,
    clauses: &mut Vec<String>,
) -> Option<Clause> {
    // The reasons of a known answer were recorded where it was derived.
    if clause.body.is_empty() || rule.body.iter().any(looks_back) {
        return None;
    }
    let name = named(rule).unwrap_or_default();
    // Computed columns of a conclusion are bound once.
    let (mut heads, mut written, mut conclusions) = (Vec::new(), body.to_vec(), Vec::new());
    for (number, head) in clause.heads.iter().enumerate() {
        let mut columns = Vec::new();
        for (at, code) in head.columns.iter().enumerate() {
            columns.push(if code.form == Form::Computed {
                let name = format!("in_{number}_{at}");
                let pattern = Pattern { text: name.clone(), binds: vec![name.clone()] };
                written.push(Item::Let { pattern, value: code.text.clone(), may_fail: false });
                Code { text: name, form: Form::Variable }
            } else {
                code.clone()
            });
        }
        let head = Row { relation: head.relation.clone(), columns };
        if !is_question(&head.relation) {
            conclusions.push(Recorded::of(&head));
        }
        heads.push(head);
    }
    if conclusions.is_empty() {
        return None;
    }
    let premises = clause.body.iter().filter_map(|item| premise(item, judgments));
    let premises: Vec<Recorded> = premises.filter(|row| !is_question(&row.relation)).collect();
    let names = |rows: &[Recorded]| {
        let names = rows.iter().map(|row| format!("({:?}, {})", row.relation, row.columns.len()));
        names.collect::<Vec<_>>().join(", ")
    };
    let number = clauses.len();
    clauses.push(format!(
        "    Clause {{ rule: {name:?}, conclusions: &[{}], premises: &[{}] }},\n",
        names(&conclusions),
        names(&premises)
    ));
    let columns: Vec<&str> =
        conclusions.iter().chain(&premises).flat_map(|row| &row.columns).map(|column| &**column).collect();
    let condition = format!("traced!(&CLAUSES[{number}], [{}])", columns.join(", "));
    written.push(Item::If { condition });
    Some(Clause { heads, body: written })
}

/// A row as it is recorded.
struct Recorded {
    relation: String,
    columns: Vec<String>,
}

impl Recorded {
    fn of(row: &Row) -> Self {
        let columns = row.columns.iter().map(|code| hidden(&code.text));
        Self { relation: row.relation.clone(), columns: columns.collect() }
    }
}

/// Returns a column, or the mark of a column that is not looked at.
fn hidden(column: &str) -> String {
    if column == "_" { "Hidden".to_owned() } else { column.to_owned() }
}

/// Holds for relations of questions, which are not reasons of an answer.
pub fn is_question(relation: &str) -> bool {
    judgment_of(relation).is_some()
}

/// Holds for premises that look up answers known beforehand.
pub fn looks_back(premise: &Literal) -> bool {
    matches!(premise, Literal::Compare(_, _, Term { kind: TermKind::Call(atom), .. })
        if REMEMBERED.contains(&&atom.name[..]))
}

/// Returns the row of a premise: of a relation, or of a question with its whole answer.
fn premise(item: &Item, judgments: &BTreeMap<String, usize>) -> Option<Recorded> {
    match item {
        Item::Row { holds: true, row } => Some(Recorded::of(row)),
        Item::Ask(Question { judgment, columns: asked, answer }) => {
            let answered = match answer {
                Answer::Is(yes) => vec![yes.to_string()],
                Answer::Exists(_) => return None,
                Answer::Matches { columns, .. } => columns.iter().map(|column| hidden(column)).collect(),
            };
            let columns: Vec<String> = asked.iter().cloned().chain(answered).collect();
            let is_whole = judgments.get(judgment) == Some(&columns.len());
            is_whole.then(|| Recorded { relation: judgment.clone(), columns })
        }
        _ => None,
    }
}
