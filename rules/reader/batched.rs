//! Premises that ask another engine, in a form in which questions can be deferred and answered in batches.
//!
//! `let u = common_type(*s, *t, Safe)` becomes `if let Some((u, answered_1)) = batched::common_type(false, *s, *t, Safe)`. The
//! flag is passed from door to door, and `if is_new(answered_1)` follows the last one, as `rules/terms/batched.rs` describes.

use std::collections::BTreeMap;

use crate::ascent::Door;
use crate::text::{row, split};

/// Returns the body of a clause in which premises ask through doors in batches.
pub fn with_batches(body: &str, doors: &BTreeMap<String, Door>) -> String {
    let mut items: Vec<String> = Vec::new();
    let (mut count, mut behind) = (0, 0);
    for item in split(body) {
        let item = item.trim();
        let Some((pattern, name, arguments)) = question(item, doors) else {
            items.push(item.to_owned());
            continue;
        };
        let before = if count > 0 { format!("answered_{count}") } else { "false".to_owned() };
        count += 1;
        let arguments = arguments.join(", ");
        items.push(format!("if let Some(({pattern}, answered_{count})) = batched::{name}({before}, {arguments})"));
        behind = items.len();
    }
    if count > 0 {
        items.insert(behind, format!("if is_new(answered_{count})"));
    }
    items.join(", ")
}

/// Returns the pattern of the answer, the judgment and the arguments of a premise that asks another engine.
pub fn question<'a>(item: &'a str, doors: &BTreeMap<String, Door>) -> Option<(&'a str, &'a str, Vec<&'a str>)> {
    let condition = item.strip_prefix("if ");
    let binding = item.strip_prefix("let ").or_else(|| condition?.strip_prefix("let "));
    let (pattern, call) = match binding {
        Some(binding) => binding.split_once(" = ")?,
        None => condition?.strip_prefix('!').map_or(("true", condition?), |call| ("false", call)),
    };
    let (name, arguments) = row(call).filter(|_| is_call(call))?;
    let door = doors.get(name)?;
    let is_whole = arguments.len() == door.questions && (binding.is_some() || !door.is_partial);
    is_whole.then_some((pattern, name, arguments))
}

/// Holds if the first bracket that is opened in a text is closed at its end.
fn is_call(text: &str) -> bool {
    let mut depth = 0;
    let mut ends = text.char_indices().filter_map(|(at, letter)| {
        depth += i32::from(letter == '(') - i32::from(letter == ')');
        (letter == ')' && depth == 0).then_some(at + 1)
    });
    ends.next() == Some(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::doors;

    /// Returns the compiled form of a clause's body, given these doors.
    fn written(body: &str) -> String {
        let list = "Lifts lifts(t: Ty) -> Ty;\nFits fits(s: Ty, t: Ty) -> bool;\nHas kin(t: Ty) -> Option<Ty>;\n\
            Goes goes(t: Ty, k: Step) -> (Ty, Outcome);";
        with_batches(body, &doors(list))
    }

    #[test]
    fn questions_are_deferred_and_the_flag_goes_from_door_to_door() {
        assert_eq!(
            written("has_type(e, t), let u = lifts(*t), if !fits(u, *t), if by(\"A\")"),
            "has_type(e, t), if let Some((u, answered_1)) = batched::lifts(false, *t), \
             if let Some((false, answered_2)) = batched::fits(answered_1, u, *t), if is_new(answered_2), if by(\"A\")"
        );
        assert_eq!(
            written("r(t), if let Some(u) = kin(*t), let (v, _) = goes(u, k(*t))"),
            "r(t), if let Some((Some(u), answered_1)) = batched::kin(false, *t), \
             if let Some(((v, _), answered_2)) = batched::goes(answered_1, u, k(*t)), if is_new(answered_2)"
        );
    }

    #[test]
    fn what_is_no_plain_question_stays() {
        for body in
            ["r(t), lifts(t, u)", "r(t), if lifts(*t) == f(*t)", "r(t), if kin(*t).is_some()", "r(t), let u = g(*t)"]
        {
            assert_eq!(written(body), body);
        }
    }
}
