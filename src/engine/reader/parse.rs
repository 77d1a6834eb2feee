//! The parser of rules: `head(x) :- body(x, y), !absent(y), y > 1.`
//!
//! Comments start with `#` or `//`. A statement with a syntax error is reported and skipped, and parsing continues with the
//! next one.

mod notations;
mod terms;
#[cfg(test)]
mod tests;
mod tokens;

use std::cell::LazyCell;

use winnow::combinator::{alt, cut_err, delimited, eof, fail, not, opt, peek, preceded, repeat, separated, terminated};
use winnow::error::{ContextError, ErrMode, StrContext, StrContextValue};
use winnow::prelude::*;
use winnow::stream::Location;
use winnow::token::take_while;
use winnow::{LocatingSlice, ModalResult};

use crate::Span;
use crate::syntax::{
    Atom, Column, Comparison, Declaration, Fault, Fold, Host, Literal, Notation, OwnConstructor, Reported, Rule,
    Statement, Storage, Term, TermKind,
};
use crate::text::in_capitals;
use crate::types::Type;

use notations::{notation, undeclared, word_notation};
use terms::{atom, connected, term};
use tokens::{comma, expected, keyword, name, placed, sign, space};

type Input<'a> = LocatingSlice<&'a str>;

/// The greatest nesting of terms.
const MAX_DEPTH: usize = 200;

/// The greatest number of alternatives of a rule.
const MAX_WAYS: usize = 1000;

/// Parses the statements of a file, with its syntax errors. Linear in the text.
pub fn parse(text: &str) -> (Vec<Statement>, Vec<Fault>) {
    let (mut statements, mut faults) = (Vec::new(), Vec::new());
    if let Some(at) = too_deep(text) {
        return (statements, vec![Fault::new("rule-syntax", Span::new(at..at + 1), "brackets nest too deeply")]);
    }
    let points = LazyCell::new(|| ends_of_statements(text));
    let mut input = LocatingSlice::new(text);
    loop {
        // White space is always read.
        let _ = space(&mut input);
        if input.is_empty() {
            return (statements, faults);
        }
        match statement(&mut input) {
            Ok(found) => {
                faults.extend(found.iter().flat_map(undeclared));
                statements.extend(found);
            }
            Err(error) => {
                let at = input.current_token_start();
                faults.push(fault(text, at, error));
                let next = points.partition_point(|&point| point <= at);
                let behind = points.get(next).copied().unwrap_or(text.len());
                let _ = input.next_slice(behind - at);
            }
        }
    }
}

/// Parses atoms with commas between them, in a range of a text. Spans refer to the whole text.
///
/// # Errors
/// The first syntax error.
pub fn parse_atoms(text: &str, range: std::ops::Range<usize>) -> Result<Vec<Atom>, Fault> {
    // The text before the range is blanked, so that spans count from the start of the text.
    let blanked = " ".repeat(range.start) + &text[range];
    let mut input = LocatingSlice::new(&blanked[..]);
    let mut atoms = delimited(space, separated(1.., atom, comma), eof.context(expected("`,`")));
    let atoms: Result<Vec<Atom>, _> = atoms.parse_next(&mut input);
    atoms.map_err(|error| fault(&blanked, input.current_token_start(), error))
}

/// Returns the first offset at which brackets nest too deeply for a recursive parser.
fn too_deep(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    punctuation(text).find_map(|(at, byte)| {
        match byte {
            b'(' | b'{' | b'[' => depth += 1,
            b')' | b'}' | b']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        (depth > MAX_DEPTH).then_some(at)
    })
}

/// Returns the offsets behind the full stops that end statements.
fn ends_of_statements(text: &str) -> Vec<usize> {
    punctuation(text).filter(|&(_, byte)| byte == b'.').map(|(at, _)| at + 1).collect()
}

/// Returns the brackets, semicolons and full stops outside of strings and comments, with their offsets.
fn punctuation(text: &str) -> impl Iterator<Item = (usize, u8)> {
    let bytes = text.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let start = at;
            let byte = *bytes.get(at)?;
            at += match (byte, bytes.get(at + 1)) {
                (b'#', _) | (b'/', Some(b'/')) => bytes[at..].iter().take_while(|&&byte| byte != b'\n').count(),
                (b'"', _) => length_of_string(&bytes[at..]),
                (b'.', Some(b'.')) => 2,
                _ => 1,
            };
            if at == start + 1 && matches!(byte, b'(' | b')' | b'[' | b']' | b'{' | b'}' | b'.' | b';') {
                return Some((start, byte));
            }
        }
    })
}

/// Returns the length of a string with its quotes. It ends at the end of its line at the latest.
fn length_of_string(bytes: &[u8]) -> usize {
    let mut at = 1;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' => return at + 1,
            b'\n' => return at,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    bytes.len()
}

/// Returns the syntax error at an offset, with the tokens that are expected there.
fn fault(text: &str, at: usize, error: ErrMode<ContextError>) -> Fault {
    let context = error.into_inner().unwrap_or_default();
    let mut expected: Vec<String> = Vec::new();
    for found in context.context() {
        if let StrContext::Expected(value) = found {
            let value = match value {
                StrContextValue::CharLiteral(value) => format!("`{value}`"),
                StrContextValue::StringLiteral(value) => format!("`{value}`"),
                other => other.to_string(),
            };
            if !expected.contains(&value) {
                expected.push(value);
            }
        }
    }
    let rest = &text[at..];
    let word = rest.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(rest.len());
    let found = if word > 0 { word } else { rest.chars().next().map_or(0, char::len_utf8) };
    let end = at + found;
    let found = match &rest[..found] {
        "" => "the file ends".to_owned(),
        found => format!("`{}` stands", found.escape_debug()),
    };
    let message = match &expected[..] {
        [] => format!("{found} where no rule can go on"),
        [rest @ .., last] if !rest.is_empty() => format!("{found} where {} or {last} is expected", rest.join(", ")),
        [only, ..] => format!("{found} where {only} is expected"),
    };
    Fault::new("rule-syntax", Span::new(at..end), message)
}

/// Parses a statement. A rule with alternatives becomes several rules.
fn statement(input: &mut Input<'_>) -> ModalResult<Vec<Statement>> {
    let declaring = (alt((keyword("relation"), keyword("constructor"))), name);
    if peek(alt(("@".void(), declaring.void()))).parse_next(input).is_ok() {
        return declared.map(|found| vec![found]).parse_next(input);
    }
    rule.map(|rules| rules.into_iter().map(Statement::Rule).collect()).parse_next(input)
}

/// Parses the declaration of a relation, or the notation of a builtin, with the attributes before it.
fn declared(input: &mut Input<'_>) -> ModalResult<Statement> {
    let start = input.current_token_start();
    let (mut attributes, mut notations) = (Vec::new(), Vec::new());
    while opt("@").parse_next(input)?.is_some() {
        match opt(notation).parse_next(input)? {
            Some(found) => notations.push(found),
            None => attributes.push(known_attribute(input)?),
        }
    }
    if attributes.is_empty() && notations.is_empty() && opt(keyword("constructor")).parse_next(input)?.is_some() {
        return cut_err(|input: &mut Input<'_>| constructor(input, start))
            .map(Statement::Constructor)
            .parse_next(input);
    }
    if attributes.is_empty() && opt(keyword("builtin")).parse_next(input)?.is_some() {
        return cut_err(word_notation(start, notations)).map(Statement::Builtin).parse_next(input);
    }
    declaration(input, start, &attributes, notations).map(Statement::Relation)
}

/// Parses the declaration of a constructor of types, of which the keyword has been read.
fn constructor(input: &mut Input<'_>, start: usize) -> ModalResult<OwnConstructor> {
    let (name, name_span) = placed(name).parse_next(input)?;
    let arguments = preceded(sign("("), terminated(separated(1.., column, comma), sign(")"))).parse_next(input)?;
    let end = placed(".").context(expected("`.`")).parse_next(input)?.1;
    Ok(OwnConstructor { name: name.to_owned(), name_span, arguments, span: Span { start: start as u32, end: end.end } })
}

fn declaration(
    input: &mut Input<'_>,
    start: usize,
    attributes: &[(&str, Vec<&str>)],
    notations: Vec<Notation>,
) -> ModalResult<Declaration> {
    cut_err(keyword("relation").context(expected("`relation`"))).parse_next(input)?;
    let (name, name_span) = cut_err(placed(name)).parse_next(input)?;
    cut_err(sign("(")).parse_next(input)?;
    let mut columns: Vec<Column> = separated(0.., column, comma).parse_next(input)?;
    let mut questions = None;
    if opt(sign("->")).parse_next(input)?.is_some() {
        questions = Some(columns.len());
        let answers: Vec<Column> = cut_err(separated(1.., column, comma)).parse_next(input)?;
        columns.extend(answers);
    }
    cut_err(placed(")").context(expected("`,`")).context(expected("`)`"))).parse_next(input)?;
    let end = cut_err(placed(".").context(expected("`.`"))).parse_next(input)?.1;
    let span = Span { start: start as u32, end: end.end };
    let is_input = attributes.iter().any(|attribute| attribute.0 == "input");
    let takes_first = attributes.iter().any(|attribute| attribute.0 == "first");
    let problem = attributes.iter().find(|attribute| attribute.0 == "problem").map(|(_, options)| {
        let (variant, evidence) =
            options.split_first().map_or((in_capitals(name), &[][..]), |(first, rest)| ((*first).to_owned(), rest));
        Reported { variant, evidence: evidence.iter().map(|&name| name.to_owned()).collect() }
    });
    let host = attributes.iter().find(|attribute| attribute.0 == "host").map(|(_, options)| match options[..] {
        ["answers"] => Host::Answers,
        _ => Host::Asks,
    });
    let known = attributes.iter().find(|attribute| attribute.0 == "known").and_then(|attribute| attribute.1.first());
    let known = known.map(|&builtin| builtin.to_owned());
    let mut storages = attributes.iter().filter_map(|(name, options)| Storage::of_attribute(name, options));
    let storage = storages.next_back().or_else(|| is_input.then_some(Storage::Input));
    Ok(Declaration {
        name: name.to_owned(),
        name_span,
        columns,
        questions,
        storage,
        known,
        is_input,
        problem,
        host,
        takes_first,
        notations,
        span,
    })
}

/// Parses the marks before a fold: `@lazy @some`.
fn marks(input: &mut Input<'_>) -> ModalResult<Vec<String>> {
    repeat(0.., preceded("@", placed(name).map(|(text, _)| text.to_owned()))).parse_next(input)
}

/// Parses an attribute of a declaration: `input`, `function(2)`, `problem`.
fn known_attribute<'a>(input: &mut Input<'a>) -> ModalResult<(&'a str, Vec<&'a str>)> {
    let is_known = |(name, options): &(&str, Vec<&str>)| {
        matches!(*name, "input" | "known" | "problem" | "host" | "first")
            || Storage::of_attribute(name, options).is_some()
    };
    cut_err(attribute.verify(is_known).context(expected("an attribute"))).parse_next(input)
}

fn attribute<'a>(input: &mut Input<'a>) -> ModalResult<(&'a str, Vec<&'a str>)> {
    let option = take_while(1.., |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '-'));
    let options = delimited(sign("("), separated(1.., placed(option).map(|found| found.0), comma), ")");
    placed((name, opt(options))).map(|((name, options), _)| (name, options.unwrap_or_default())).parse_next(input)
}

fn column(input: &mut Input<'_>) -> ModalResult<Column> {
    let label = opt(terminated(placed(name), (":", not(":"), space))).parse_next(input)?;
    let (ty, _) = cut_err(placed(name).context(expected("a type"))).parse_next(input)?;
    let ty = if opt(sign("?")).parse_next(input)?.is_some() { Type::named(ty).optional() } else { Type::named(ty) };
    let default = opt(preceded(sign("="), cut_err(term))).parse_next(input)?;
    Ok(Column { name: label.map(|(name, _)| name.to_owned()), ty, default })
}

/// Parses a rule. The result has one rule for each alternative of its body.
fn rule(input: &mut Input<'_>) -> ModalResult<Vec<Rule>> {
    let start = input.current_token_start();
    let head = preceded(peek(name).context(expected("a rule")), atom);
    let heads: Vec<Atom> = cut_err(separated(1.., head, comma)).parse_next(input)?;
    let bodies = opt(preceded(sign(":-"), cut_err(ways))).parse_next(input)?;
    let more = if bodies.is_some() { "`,`" } else { "`:-`" };
    let end = cut_err(placed(".").context(expected(more)).context(expected("`.`"))).parse_next(input)?.1;
    let span = Span { start: start as u32, end: end.end };
    let bodies = bodies.unwrap_or_else(|| vec![Vec::new()]);
    Ok(bodies.into_iter().map(|body| Rule { heads: heads.clone(), body, span }).collect())
}

/// Parses the alternatives of a body: `a, (b; c, d)` has the alternatives `a, b` and `a, c, d`.
fn ways(input: &mut Input<'_>) -> ModalResult<Vec<Vec<Literal>>> {
    separated(1.., way, sign(";")).map(|ways: Vec<Vec<Vec<Literal>>>| ways.concat()).parse_next(input)
}

fn way(input: &mut Input<'_>) -> ModalResult<Vec<Vec<Literal>>> {
    let parts: Vec<Vec<Vec<Literal>>> = separated(1.., part, comma).parse_next(input)?;
    let mut ways: Vec<Vec<Literal>> = vec![Vec::new()];
    for mut part in parts {
        if let ([way], [more]) = (&mut ways[..], &mut part[..]) {
            // Without alternatives nothing is copied.
            way.append(more);
            continue;
        }
        if ways.len() * part.len() > MAX_WAYS {
            return cut_err(fail).context(expected("a rule of fewer ways")).parse_next(input);
        }
        ways = ways.iter().flat_map(|way| part.iter().map(|more| [&way[..], more].concat())).collect();
    }
    Ok(ways)
}

/// Parses a literal, or alternatives in parentheses.
fn part(input: &mut Input<'_>) -> ModalResult<Vec<Vec<Literal>>> {
    if begins_ways(input.as_ref()) {
        return delimited(sign("("), cut_err(ways), cut_err(sign(")"))).parse_next(input);
    }
    literal.map(|literal| vec![vec![literal]]).parse_next(input)
}

/// Holds if a text begins with parentheses that contain a semicolon.
fn begins_ways(text: &str) -> bool {
    let mut depth = 0_usize;
    let end = punctuation(if text.starts_with('(') { text } else { "" }).find(|&(_, byte)| {
        match byte {
            b'(' | b'{' | b'[' => depth += 1,
            b')' | b'}' | b']' => depth -= 1,
            _ => {}
        }
        depth == 0 || byte == b'.' || depth == 1 && byte == b';'
    });
    end.is_some_and(|(_, byte)| byte == b';')
}

fn literals(input: &mut Input<'_>) -> ModalResult<Vec<Literal>> {
    separated(1.., literal, comma).parse_next(input)
}

/// Parses a literal of a body. Names are resolved to relations or functions later.
fn literal(input: &mut Input<'_>) -> ModalResult<Literal> {
    let left = connected(input)?;
    if opt(keyword("in")).parse_next(input)?.is_some() {
        let right = cut_err(term).parse_next(input)?;
        return Ok(Literal::In(left, right));
    }
    match left.kind {
        TermKind::Compare(comparison, left, right) => Ok(Literal::Compare(comparison, *left, *right)),
        TermKind::Call(atom) => Ok(Literal::Holds(atom)),
        TermKind::Not(inner) => match inner.kind {
            TermKind::Call(atom) => Ok(Literal::Absent(atom)),
            kind => {
                let inner = Term { kind, span: inner.span };
                Ok(Literal::Condition(Term { kind: TermKind::Not(Box::new(inner)), span: left.span }))
            }
        },
        TermKind::Logic(..) => Ok(Literal::Condition(left)),
        // A claim about all members has no value.
        TermKind::Aggregate(ref aggregate) if matches!(aggregate.fold, Fold::All) && aggregate.of.is_none() => {
            let nothing = Term { kind: TermKind::Tuple(Vec::new()), span: left.span };
            Ok(Literal::Compare(Comparison::Equal, nothing, left))
        }
        // The element of a generator.
        _ => cut_err(fail).context(expected("a comparison")).parse_next(input),
    }
}
