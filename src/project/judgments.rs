//! Judgments about types: their proofs, and the reasons why they do not hold.

use std::fmt::Write as _;

use typelog_interpreter::judgments_of;
use typelog_interpreter::value::Value;

use super::error::{Error, Result};
use super::judgment_texts::{form, is_written, read};
use super::proofs::DEFAULT_DEPTH;
use super::schema_types::with_schema_types;
use super::session::Session;
use crate::answers::with_types;
use crate::builtins::trace::Row;
use crate::program::environment::Environment;
use crate::provenance::{Explainer, Origin, RowPattern, RuleFailure, WhyNot, answered_row, rules, why_not};
use crate::render::ProofNode;
use crate::types::{BookHandle, Interner};

/// The explanation of a judgment about types.
#[derive(Clone, Debug)]
pub enum JudgmentExplanation {
    /// It holds, by this proof.
    Holds(ProofNode),
    /// It does not hold.
    Fails {
        /// The nearest rule and its failing premise, as human-readable text.
        text: String,
        /// The same as a JSON value.
        details: serde_json::Value,
    },
}

/// Returns the proof of a judgment in this environment, or the reason why it does not hold.
///
/// # Errors
/// If the text is no judgment.
pub fn judged(row: &str, session: Session) -> Result<JudgmentExplanation> {
    let (mut environment, mut schemas, mut types) = session.into_all_parts();
    let row = with_schema_types(row, &mut environment, &mut schemas, &mut types)?;
    let wanted = read(&row, &environment, &mut types)?;
    explained_row(&mut types, &wanted, DEFAULT_DEPTH)
}

/// Returns the proof of a row of a judgment, at most `depth` steps deep, or the reason why it does not hold.
///
/// # Errors
/// If the row is none of a judgment.
pub fn explained_row(types: &mut Interner, wanted: &RowPattern, depth: usize) -> Result<JudgmentExplanation> {
    let found = why_not(types, wanted).map_err(Error::new)?;
    Ok(match &found {
        WhyNot::Holds(row) => JudgmentExplanation::Holds(proved_node(types, wanted, row, depth)),
        WhyNot::Fails(row, failure) => {
            // Where another answer was expected, the rule that gave this one is the reason.
            let answered = row.as_ref().filter(|_| wanted.answer.iter().any(Option::is_some));
            let rule = answered.and_then(|row| proved_node(types, wanted, row, 1).rule);
            failed(types, row.as_ref(), rule, failure.as_deref())
        }
    })
}

/// Returns the answer to a question like `converts(int, string)`, as it is drawn.
///
/// # Errors
/// If the text is no question, or has no answer.
pub fn answer_to(question: &str, environment: &Environment, types: &mut Interner) -> Result<String> {
    let wanted = read(question, environment, types)?;
    let row = answered_row(types, &wanted.judgment, &wanted.question);
    let row = row.ok_or_else(|| Error::new(format!("`{question}` has no answer")))?;
    Ok(crate::provenance::row_about_types(&row, types))
}

/// Lists the judgments of a book that can be asked, with the types of their columns. Those that user rules cannot write are left
/// out.
pub fn list_of_judgments(book: &BookHandle) -> String {
    let written = judgments_of(book).iter().filter(|(_, query)| query.types.iter().all(is_written));
    written.map(|(name, query)| form(name, query) + "\n").collect()
}

/// Returns the proof of a judgment that holds.
pub fn proved_node(types: &mut Interner, wanted: &RowPattern, row: &Row, depth: usize) -> ProofNode {
    let (judgment, question) = (wanted.judgment.clone(), wanted.question.clone());
    let ask = move |types: &mut Interner| {
        with_types(types, || _ = typelog_interpreter::ask(&judgment, &question));
    };
    let mut explainer = Explainer::of_question(types, ask);
    let proof = explainer.explain(Origin::Question, row, depth);
    ProofNode::explained(&proof, &|_, _| String::new())
}

/// Returns the proof of the answer to a question, whatever it is; `None` if there is no answer.
pub fn proof_of_answer(types: &mut Interner, judgment: &str, question: &[Value], depth: usize) -> Option<ProofNode> {
    let row = answered_row(types, judgment, question)?;
    let wanted = RowPattern { judgment: judgment.to_owned(), question: question.to_vec(), answer: Vec::new() };
    Some(proved_node(types, &wanted, &row, depth))
}

fn failed(
    types: &mut Interner,
    row: Option<&Row>,
    rule: Option<&str>,
    failure: Option<&RuleFailure>,
) -> JudgmentExplanation {
    let answer = row.map(|row| crate::provenance::row_about_types(row, types));
    let details = serde_json::json!({ "answer": answer, "answered_by": rule, "nearest": failure.map(json) });
    let mut text = answer.map_or_else(|| "there is no answer\n".to_owned(), |answer| answer + "\n");
    if let Some(rule) = rule {
        let place = rules(types.book())
            .iter()
            .find(|known| known.name == rule)
            .map(|known| format!("   {}:{}\n    {}", known.file, known.line, known.sentence));
        let _ = writeln!(text, "  answered by: {rule}{}", place.unwrap_or_default());
    }
    match failure {
        Some(failure) => write_failure(failure, 1, &mut text),
        None => text.push_str("  no rule concludes such a row\n"),
    }
    JudgmentExplanation::Fails { text, details }
}

/// Writes a failure and, further indented, its cause.
fn write_failure(failure: &RuleFailure, depth: usize, text: &mut String) {
    let indent = "  ".repeat(depth);
    let name = if failure.rule.is_empty() { "an auxiliary rule" } else { &failure.rule };
    let _ = writeln!(text, "{indent}nearest rule: {name}   {}", failure.place);
    if !failure.sentence.is_empty() {
        let _ = writeln!(text, "{indent}  {}", failure.sentence);
    }
    for premise in &failure.met {
        let _ = writeln!(text, "{indent}  met:    {premise}");
    }
    let _ = writeln!(text, "{indent}  fails:  {}", failure.premise);
    if let Some(answer) = &failure.answer {
        let _ = writeln!(text, "{indent}  found:  {answer}");
    }
    if let Some((row, place)) = &failure.nearest {
        let _ = writeln!(text, "{indent}  nearest row: {row}   {place}");
    }
    if let Some(inner) = &failure.because {
        write_failure(inner, depth + 1, text);
    }
}

fn json(failure: &RuleFailure) -> serde_json::Value {
    serde_json::json!({
        "rule": failure.rule, "place": failure.place, "sentence": failure.sentence, "met": failure.met,
        "fails": failure.premise, "found": failure.answer,
        "nearest_row": failure.nearest.as_ref().map(|(row, place)| serde_json::json!({ "row": row, "place": place })),
        "because": failure.because.as_deref().map(json),
    })
}
