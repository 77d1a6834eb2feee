//! Judgments about types: their proofs, and the reasons why they do not hold.

use std::fmt::Write as _;

use typelog_interpreter::builtins::constant;
use typelog_interpreter::value::Value;
use typelog_interpreter::{judgments_of, new_relations_of};

use super::error::{Error, Result};
use super::proofs::DEFAULT_DEPTH;
use super::schema_types::with_schema_types;
use super::session::Session;
use crate::builtins::trace::Row;
use crate::program::environment::Environment;
use crate::provenance::{Explainer, Origin, RowPattern, RuleFailure, WhyNot, answered_row, rules, why_not};
use crate::render::ProofNode;
use crate::type_rules::with_types;
use crate::types::nearest::nearest;
use crate::types::vocabulary::Step;
use crate::types::{BookHandle, Interner};
use typelog_reader::text::in_small_letters;
use typelog_reader::types::{Type, list};

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
    let lines =
        judgments_of(book).iter().filter(|(_, query)| query.types.iter().all(is_written)).map(|(name, query)| {
            let types: Vec<String> = query.types.iter().map(shown_type).collect();
            let (asked, answered) = types.split_at(query.questions.min(types.len()));
            format!("{name}({} -> {})\n", asked.join(", "), answered.join(", "))
        });
    lines.collect()
}

/// Holds for the types of columns whose values can be written in a judgment.
fn is_written(ty: &Type) -> bool {
    let unwritten =
        ["ExprId", "BindingId", "FunctionId", "InterfaceId", "TyList", "Literal", "NumberId", "Path", "Context"];
    ty.present().name().is_some_and(|name| !unwritten.contains(&name))
}

/// Returns the word for the type of a column: `type`, `conversion`, `type?` for one that may be missing.
fn shown_type(ty: &Type) -> String {
    let word = match ty.present().name().unwrap_or_default() {
        "Ty" => "type".to_owned(),
        "u32" => "number".to_owned(),
        inner => in_small_letters(inner, ' '),
    };
    if ty.is_optional() { word + "?" } else { word }
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

/// Reads a judgment: `converts(list(int), bool)`.
fn read(text: &str, environment: &Environment, types: &mut Interner) -> Result<RowPattern> {
    let wrong = || Error::new(format!("`{text}` is not a judgment: write one like `converts(list(int), bool)`"));
    let (name, columns) = text.trim().strip_suffix(')').and_then(|text| text.split_once('(')).ok_or_else(wrong)?;
    let book = types.book().clone();
    let query = judgments_of(&book).get(name).ok_or_else(|| {
        if new_relations_of(&book).iter().any(|relation| relation.declaration.name == name) {
            return Error::new(format!(
                "`{name}` is no judgment, but a relation of programs: explain PROGRAM '{text}'"
            ));
        }
        let help = nearest(name, judgments_of(&book).keys().map(|name| &name[..]));
        let help = help.map_or_else(String::new, |name| format!("; there is `{name}`"));
        Error::new(format!("there is no judgment `{name}`{help}"))
    })?;
    let mut columns = split(columns);
    // The default mode is the plain one.
    let mode = query.types.iter().position(|ty| ty.name() == Some("Mode"));
    if let Some(mode) = mode.filter(|&at| at <= columns.len())
        && columns.get(mode).is_none_or(|text| constant(text).is_none_or(|value| !matches!(value, Value::Mode(_))))
    {
        columns.insert(mode, "Plain");
    }
    if columns.len() < query.questions || columns.len() > query.types.len() {
        let wanted = list(&query.types);
        return Err(Error::new(format!("the columns of `{name}` are {wanted}")));
    }
    let mut values = Vec::new();
    for (text, ty) in columns.iter().zip(&query.types) {
        values.push(if *text == "_" { None } else { Some(value(text, ty, environment, types)?) });
    }
    let answer = values.split_off(query.questions);
    let question: Option<Vec<Value>> = values.into_iter().collect();
    let question = question.ok_or_else(|| Error::new("the columns of a question cannot be `_`".to_owned()))?;
    Ok(RowPattern { judgment: name.to_owned(), question, answer })
}

/// Splits a text at commas outside of brackets and quotes.
fn split(text: &str) -> Vec<&str> {
    let (mut parts, mut depth, mut start, mut is_quoted) = (Vec::new(), 0_usize, 0, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'"' if !text[..at].ends_with('\\') => is_quoted = !is_quoted,
            _ if is_quoted => {}
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            b',' if depth == 0 => {
                parts.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    if !text[start..].trim().is_empty() {
        parts.push(text[start..].trim());
    }
    parts
}

/// Reads the value of a column with this type.
fn value(text: &str, ty: &Type, environment: &Environment, types: &mut Interner) -> Result<Value> {
    let bare = text.trim_start_matches('.').trim_matches(|letter| "[]".contains(letter));
    match ty.name().unwrap_or_default() {
        "Ty" => Ok(Value::Ty(environment.read_type(text, types).map_err(Error::new)?)),
        "bool" if text == "true" || text == "false" => Ok(Value::Flag(text == "true")),
        "Step" => Ok(Value::Step(match bare.parse::<u32>() {
            Ok(number) => Step::Number(types.number((number as usize).into())),
            Err(_) => Step::Name(types.name(bare.trim_matches('"'))),
        })),
        _ => {
            let mut capital = bare.to_owned();
            capital[..bare.len().min(1)].make_ascii_uppercase();
            let found = constant(&capital).or_else(|| constant(&format!("{ty}::{capital}")));
            found.ok_or_else(|| Error::new(format!("`{text}` is not a value of {ty}")))
        }
    }
}
