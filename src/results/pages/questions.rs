//! Questions about types in the notation of the rules, one a line, with their answers.
//!
//! | line | holds if |
//! |---|---|
//! | `s ~> t`, `s ~?> t`, `not s ~> t` | `s` converts to `t` safely, unsafely, not at all |
//! | `s <: t`, `not s <: t` | `s` is assignable to `t`, or not |
//! | `s \/ t = u`, `s \?/ t = u` | `u` is the common type of `s` and `t` by safe conversions, or by any |
//! | `t.k = u`, `t[0] ?= u`, `not t.k` | steps lead from `t` to `u`, do so with a warning, or fail |
//! | `resolve(t) = u`, `lift(output, t) = u`, `input(t) = u`, `normalize(t) = u` | the mapping of `t` is `u` |
//! | `each(t) = k, u`, `not each(t)` | iteration over `t` has keys of type `k` and elements of type `u`, or fails |
//! | `splat(t) = u`, `splat(t) = u, whole` | a splat over the sequence, or the single value, `t` has elements of type `u` |
//! | `converts(s, t) -- s ~> t` | the judgment answers the question with the row behind the dashes, as it is drawn |

use typelog_interpreter::judgments_of;

use crate::answers::ask::{Answer, Question, ask};
use crate::answers::with_types;
use crate::builtins::{Conversion, Mapping, Outcome, iterates, lifts, maps_to, splats};
use crate::types::vocabulary::Step;
use crate::types::{Eventuality, Ty};

use super::checking::Session;

/// The line with its actual answer in place of the given one.
///
/// # Errors
/// The reason why the line is not a question.
pub fn answered(session: &mut Session, line: &str) -> Result<String, String> {
    let asked = line.strip_prefix("not ").unwrap_or(line).trim();
    let answers = [judged, converted, assigned, unified, mapped, lifted, iterated, splatted];
    for answer in answers {
        if let Some(found) = answer(session, asked) {
            return found;
        }
    }
    traversed(session, asked)
}

/// An answered line, or the reason why it has no answer; none if the line is another kind of question.
type Found = Option<Result<String, String>>;

fn judged(session: &mut Session, line: &str) -> Found {
    let (name, _) = line.split_once('(')?;
    if !judgments_of(session.types.book()).contains_key(name) {
        return None;
    }
    let question = split(line, " -- ").map_or(line.trim_end_matches(" --"), |(question, _)| question);
    Some(session.answer(question).map(|answer| format!("{question} -- {}", answer.trim_end())))
}

fn converted(session: &mut Session, line: &str) -> Found {
    let (s, t) = split(line, " ~> ").or_else(|| split(line, " ~?> "))?;
    Some(pair(session, s, t).map(|(from, to)| match ask(&mut session.types, &[Question::Convert(from, to)])[..] {
        [Answer::Convert(Conversion::Safe)] => format!("{s} ~> {t}"),
        [Answer::Convert(Conversion::Unsafe)] => format!("{s} ~?> {t}"),
        _ => format!("not {s} ~> {t}"),
    }))
}

fn assigned(session: &mut Session, line: &str) -> Found {
    let (s, t) = split(line, " <: ")?;
    Some(pair(session, s, t).map(|(from, to)| match ask(&mut session.types, &[Question::Assignable(from, to)])[..] {
        [Answer::Assignable(true)] => format!("{s} <: {t}"),
        _ => format!("not {s} <: {t}"),
    }))
}

fn unified(session: &mut Session, line: &str) -> Found {
    let asked = question_part(line);
    let (s, t, sign) = match (split(asked, r" \/ "), split(asked, r" \?/ ")) {
        (Some((s, t)), _) => (s, t, r"\/"),
        (_, Some((s, t))) => (s, t, r"\?/"),
        _ => return None,
    };
    Some(pair(session, s, t).map(|(left, right)| {
        let common = match ask(&mut session.types, &[Question::Unify(left, right)])[..] {
            [Answer::Unify(safe, loose)] => {
                if sign == r"\/" {
                    safe
                } else {
                    loose
                }
            }
            _ => unreachable!("a unification is answered by one"),
        };
        format!("{s} {sign} {t} = {}", session.display(common))
    }))
}

fn mapped(session: &mut Session, line: &str) -> Found {
    let mappings = [("resolve", Mapping::Resolve), ("input", Mapping::Input), ("normalize", Mapping::Normalize)];
    let (name, mapping, text) =
        mappings.into_iter().find_map(|(name, mapping)| Some((name, mapping, argument(line, name)?)))?;
    Some(raw_type(session, text, mapping).map(|ty| {
        let found = with_types(&mut session.types, || maps_to(mapping, ty));
        format!("{name}({text}) = {}", session.display(found))
    }))
}

fn lifted(session: &mut Session, line: &str) -> Found {
    let (eventual, text) = split(argument(line, "lift")?, ", ")?;
    let eventuality = match eventual {
        "output" => Eventuality::Output,
        "promise" => Eventuality::Promise,
        _ => return Some(Err(format!("`{eventual}` is neither `output` nor `promise`"))),
    };
    Some(session.read_type(text).map(|ty| {
        let found = with_types(&mut session.types, || lifts(eventuality, ty));
        format!("lift({eventual}, {text}) = {}", session.display(found))
    }))
}

fn iterated(session: &mut Session, line: &str) -> Found {
    let text = argument(line, "each")?;
    Some(session.read_type(text).map(|ty| {
        let (key, element, is_iterable) = with_types(&mut session.types, || iterates(ty));
        if is_iterable {
            format!("each({text}) = {}, {}", session.display(key), session.display(element))
        } else {
            format!("not each({text})")
        }
    }))
}

fn splatted(session: &mut Session, line: &str) -> Found {
    let text = argument(line, "splat")?;
    Some(session.read_type(text).map(|ty| {
        let (met, is_sequence) = with_types(&mut session.types, || splats(ty));
        format!("splat({text}) = {}{}", session.display(met), if is_sequence { "" } else { ", whole" })
    }))
}

fn traversed(session: &mut Session, line: &str) -> Result<String, String> {
    let asked = question_part(line);
    let (text, steps_text) = asked.split_at(end_of_type(asked));
    let mut ty = session.read_type(text)?;
    let (mut fails, mut warns) = (false, false);
    for step in steps(session, steps_text)? {
        let [Answer::Traverse(next, outcome)] = ask(&mut session.types, &[Question::Traverse(ty, step)])[..] else {
            unreachable!("a traversal is answered by one");
        };
        fails |= outcome.fails();
        warns |= outcome != Outcome::Found;
        ty = next;
    }
    let found = session.display(ty);
    Ok(match (fails, warns) {
        (true, _) => format!("not {asked}"),
        (_, true) => format!("{asked} ?= {found}"),
        _ => format!("{asked} = {found}"),
    })
}

fn pair(session: &mut Session, s: &str, t: &str) -> Result<(Ty, Ty), String> {
    Ok((session.read_type(s)?, session.read_type(t)?))
}

/// The type of a text. A type for `normalize` is built as written.
fn raw_type(session: &mut Session, text: &str, mapping: Mapping) -> Result<Ty, String> {
    match (mapping, text.strip_suffix(')').and_then(|text| text.split_once('('))) {
        (Mapping::Normalize, Some(("output", element))) => {
            let element = session.read_type(element)?;
            Ok(session.types.output(element))
        }
        (Mapping::Normalize, Some(("promise", element))) => {
            let element = session.read_type(element)?;
            Ok(session.types.promise(element))
        }
        _ => session.read_type(text),
    }
}

/// The part of a line before the answer.
fn question_part(line: &str) -> &str {
    let before = split(line, " = ").or_else(|| split(line, " ?= ")).map_or(line, |parts| parts.0);
    before.strip_suffix(" =").unwrap_or(before)
}

/// The text in the parentheses after a word, if the line consists of this call and its answer.
fn argument<'a>(line: &'a str, word: &str) -> Option<&'a str> {
    question_part(line).strip_prefix(word)?.strip_prefix('(')?.strip_suffix(')')
}

/// The texts before and after a separator outside of quotes and brackets.
pub fn split<'a>(text: &'a str, separator: &str) -> Option<(&'a str, &'a str)> {
    let mut depth = Depth::default();
    let at = text.char_indices().find(|&(at, character)| {
        let is_outside = depth.is_outside();
        depth.pass(character);
        is_outside && text[at..].starts_with(separator)
    })?;
    Some((&text[..at.0], &text[at.0 + separator.len()..]))
}

/// The end of the type at the start of a text: after a name, and after the parentheses that follow it.
fn end_of_type(text: &str) -> usize {
    let word = text.find(|character: char| !character.is_alphanumeric() && character != '_').unwrap_or(text.len());
    if !text[word..].starts_with('(') {
        return word;
    }
    let mut depth = Depth::default();
    let close = text[word..].char_indices().find(|&(_, character)| {
        depth.pass(character);
        depth.is_outside()
    });
    close.map_or(text.len(), |(at, _)| word + at + 1)
}

/// The nesting depth of a character in brackets and quotes.
#[derive(Default)]
struct Depth {
    brackets: usize,
    in_quotes: bool,
    is_escaped: bool,
}

impl Depth {
    fn is_outside(&self) -> bool {
        self.brackets == 0 && !self.in_quotes
    }

    fn pass(&mut self, character: char) {
        match character {
            _ if self.is_escaped => self.is_escaped = false,
            '\\' if self.in_quotes => self.is_escaped = true,
            '"' => self.in_quotes = !self.in_quotes,
            '(' | '[' | '{' if !self.in_quotes => self.brackets += 1,
            ')' | ']' | '}' if !self.in_quotes => self.brackets = self.brackets.saturating_sub(1),
            _ => {}
        }
    }
}

/// Reads steps: `.name`, `["name"]`, `[0]`, `[true]`, `[null]`.
fn steps(session: &mut Session, text: &str) -> Result<Vec<Step>, String> {
    let mut steps = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        if let Some(behind) = rest.strip_prefix('.') {
            let end = behind.find(['.', '[']).unwrap_or(behind.len());
            steps.push(Step::Name(session.types.name(&behind[..end])));
            rest = &behind[end..];
        } else {
            let inside = rest.strip_prefix('[').and_then(|behind| behind.split_once(']'));
            let (key, behind) = inside.ok_or_else(|| format!("`{rest}` are no steps"))?;
            steps.push(index(session, key)?);
            rest = behind;
        }
    }
    Ok(steps)
}

fn index(session: &mut Session, key: &str) -> Result<Step, String> {
    match key {
        "null" => Ok(Step::Null),
        "true" | "false" => Ok(Step::Bool(key == "true")),
        _ => match key.strip_prefix('"').and_then(|name| name.strip_suffix('"')) {
            Some(name) => Ok(Step::Name(session.types.name(name))),
            None => match session.types.number_literal(key) {
                Ok(number) => Ok(Step::Number(number)),
                Err(_) => Err(format!("`[{key}]` is no step")),
            },
        },
    }
}
