//! Explanations why a type converts to another, or why it does not.

use super::error::{Error, Result};
use super::schema_types::with_schema_types;
use super::session::Session;
use crate::answers::ask::{Answer, Question, ask};
use crate::answers::failing_way;
use crate::builtins::trace::{Row, Value, Word};
use crate::diagnostics::disagreement;
use crate::program_rules::problem::Step;
use crate::provenance::{Explainer, Origin};
use crate::render::ProofNode;
use crate::types::display::display_within;
use crate::types::vocabulary::{Conversion, Mode};
use crate::types::{Interner, Ty};

/// The longest type that is shown in full where a conversion fails, in bytes.
const LONGEST_TYPE: usize = 160;

/// Returns the proof of the answer to the question whether a type converts to another, at most `depth` conclusions deep. Types of
/// schemas are written as tokens.
///
/// # Errors
/// If a text is no type.
pub fn proof_of_conversion(session: Session, from: &str, to: &str, depth: usize) -> Result<ProofNode> {
    let (mut environment, mut schemas, mut types) = session.into_all_parts();
    let mut read = |text: &str| {
        let text = with_schema_types(text, &mut environment, &mut schemas, &mut types)?;
        environment.read_type(&text, &mut types).map_err(Error::new)
    };
    let (from, to) = (read(from)?, read(to)?);
    let ask_it = |types: &mut Interner| _ = ask(types, &[Question::Convert(from, to)]);
    let mut explainer = Explainer::of_question(&mut types, ask_it);
    let plain = Value::Word(Word::Mode(Mode::Plain));
    let pattern = Row::new("converts", vec![Value::Type(from), Value::Type(to), plain, Value::Hidden]);
    let row = explainer.run(Origin::Question).derivations.matching(&pattern).into_iter().next().unwrap_or(pattern);
    let proof = explainer.explain(Origin::Question, &row, depth);
    let mut node = ProofNode::explained(&proof, &|_, _| String::new());
    node.fails_at = fails_at(&mut types, from, to);
    Ok(node)
}

/// Describes the innermost part in which a conversion fails: the path to it, the type found there, and the type expected there.
/// Returns `None` if the conversion does not fail.
pub fn fails_at(types: &mut Interner, from: Ty, to: Ty) -> Option<String> {
    if ask(types, &[Question::Convert(from, to)]) != [Answer::Convert(Conversion::No)] {
        return None;
    }
    let way = failing_way(types, from, to);
    Some(failure(types, from, to, &way))
}

/// Renders the end of the path to the failing part of a conversion.
fn failure(types: &Interner, from: Ty, to: Ty, way: &[Step]) -> String {
    let text = |ty: Ty| display_within(types, ty, LONGEST_TYPE);
    match disagreement(types, from, to, way) {
        Some((path, Some(found), expected)) => {
            format!("{path}: {} does not convert to {}", text(found), text(expected))
        }
        Some((path, None, expected)) => format!("{path}: the value is missing, where {} is expected", text(expected)),
        None => format!("{} does not convert to {}", text(from), text(to)),
    }
}
