//! Terms, and the conditions and atoms that contain them.

use winnow::LocatingSlice;
use winnow::ModalResult;
use winnow::combinator::{alt, cut_err, fail, not, opt, peek, preceded, separated, terminated};
use winnow::prelude::*;
use winnow::stream::Location;
use winnow::token::one_of;

use super::tokens::{
    begins, comma, constant, expected, keyword, length_of_name, name, number, placed, quoted, sign, space,
};
use super::{Input, literals, marks};
use crate::Span;
use crate::elaborate::question;
use crate::syntax::{Aggregate, Argument, Atom, Comparison, Connective, Fold, Operator, Steps, Term, TermKind};

/// The greatest number of operators in a row, each of which nests the operators before it.
const MAX_OPERATORS: usize = 1000;

/// Parses conditions with `or` between them; `and` binds more tightly.
pub(super) fn connected(input: &mut Input<'_>) -> ModalResult<Term> {
    joined(input, |input| joined(input, condition, "and", Connective::And), "or", Connective::Or)
}

pub(super) fn joined(
    input: &mut Input<'_>,
    mut part: impl FnMut(&mut Input<'_>) -> ModalResult<Term>,
    builtin: &'static str,
    connective: Connective,
) -> ModalResult<Term> {
    let first = part(input)?;
    let start = first.span;
    let mut parts = vec![first];
    while begins(input, &builtin.as_bytes()[..1]) && opt(keyword(builtin)).parse_next(input)?.is_some() {
        parts.push(part(input)?);
    }
    let end = parts.last().map_or(start, |last| last.span);
    match <[Term; 1]>::try_from(parts) {
        Ok([only]) => Ok(only),
        Err(parts) => Ok(Term { kind: TermKind::Logic(connective, parts), span: start.to(end) }),
    }
}

/// Parses a term, a comparison, or a negated condition.
pub(super) fn condition(input: &mut Input<'_>) -> ModalResult<Term> {
    if begins(input, b"!")
        && let Some(start) = opt(terminated(sign("!"), not('='))).parse_next(input)?
    {
        let inner = cut_err(factor.context(expected("a relation"))).parse_next(input)?;
        let span = start.to(inner.span);
        return Ok(Term { kind: TermKind::Not(Box::new(inner)), span });
    }
    let left = term(input)?;
    if !begins(input, b"!<=>") {
        return Ok(left);
    }
    let Some(comparison) = opt(comparison).parse_next(input)? else { return Ok(left) };
    let right = cut_err(term).parse_next(input)?;
    let span = left.span.to(right.span);
    Ok(Term { kind: TermKind::Compare(comparison, Box::new(left), Box::new(right)), span })
}

pub(super) fn comparison(input: &mut Input<'_>) -> ModalResult<Comparison> {
    let sign = alt((
        "!=".value(Comparison::NotEqual),
        "<=".value(Comparison::LessEqual),
        ">=".value(Comparison::GreaterEqual),
        "<".value(Comparison::Less),
        ">".value(Comparison::Greater),
        ("=", not('>'), opt("=")).value(Comparison::Equal),
    ));
    placed(sign).map(|(found, _)| found).parse_next(input)
}

pub(super) fn atom(input: &mut Input<'_>) -> ModalResult<Atom> {
    let ((name, is_question), name_span) = placed((name, opt("?"))).parse_next(input)?;
    let name = if is_question.is_some() { question(name) } else { name.to_owned() };
    sign("(").parse_next(input)?;
    let arguments: Vec<Argument> = separated(0.., argument, comma).parse_next(input)?;
    let _trailing = opt(comma).parse_next(input)?;
    let end = cut_err(placed(")").context(expected("`,`")).context(expected("`)`"))).parse_next(input)?.1;
    Ok(Atom { name, name_span, arguments, span: name_span.to(end) })
}

pub(super) fn argument(input: &mut Input<'_>) -> ModalResult<Argument> {
    let column = if has_column(input.as_ref()) {
        opt(terminated(placed(name), (":", not(one_of(['-', ':'])), space))).parse_next(input)?
    } else {
        None
    };
    let column = column.map(|(name, span)| (name.to_owned(), span));
    let text: &str = input.as_ref();
    if text[length_of_name(text)..].starts_with("..") {
        let each = (opt(name), "..").with_span();
        let ((place, _), range) = terminated(each, space).parse_next(input)?;
        let term = Term { kind: TermKind::Each(place.map(str::to_owned)), span: Span::new(range) };
        return Ok(Argument { column, term });
    }
    let term = if column.is_some() { cut_err(connected).parse_next(input)? } else { connected(input)? };
    Ok(Argument { column, term })
}

/// Holds if a text begins with a name and a colon.
fn has_column(text: &str) -> bool {
    let length = length_of_name(text);
    length > 0 && text[length..].trim_start().starts_with(':')
}

pub(super) fn term(input: &mut Input<'_>) -> ModalResult<Term> {
    operations(input, product, b"+-", |input| {
        alt(("+".value(Operator::Add), "-".value(Operator::Subtract))).parse_next(input)
    })
}

pub(super) fn product(input: &mut Input<'_>) -> ModalResult<Term> {
    operations(input, factor, b"*/%", |input| {
        let sign = terminated("/", not("/"));
        alt(("*".value(Operator::Multiply), sign.value(Operator::Divide), "%".value(Operator::Modulo)))
            .parse_next(input)
    })
}

/// Parses left-associative operators and their operands.
pub(super) fn operations(
    input: &mut Input<'_>,
    mut operand: fn(&mut Input<'_>) -> ModalResult<Term>,
    signs: &[u8],
    operator: fn(&mut Input<'_>) -> ModalResult<Operator>,
) -> ModalResult<Term> {
    let mut left = operand.parse_next(input)?;
    let mut count = 0;
    while begins(input, signs)
        && let Some((operator, _)) = opt(placed(operator)).parse_next(input)?
    {
        count += 1;
        if count > MAX_OPERATORS {
            return cut_err(fail.context(expected("no further operator"))).parse_next(input);
        }
        let right = cut_err(operand.by_ref()).parse_next(input)?;
        let span = left.span.to(right.span);
        left = Term { kind: TermKind::Arithmetic(operator, Box::new(left), Box::new(right)), span };
    }
    Ok(left)
}

/// Parses an operand. Its first letter or word tells its form, so that few forms are tried.
pub(super) fn factor(input: &mut Input<'_>) -> ModalResult<Term> {
    let text: &str = input.as_ref();
    let first = text.chars().next().unwrap_or('\0');
    let no_term = fail.context(expected("a term"));
    match first {
        '(' => bracketed(input),
        '[' => list(input),
        '@' => alt((fold, aggregate, no_term)).parse_next(input),
        _ if first.is_ascii_uppercase() => alt((construction, value)).parse_next(input),
        _ => match &text[..length_of_name(text)] {
            "" => alt((literal, no_term)).parse_next(input),
            "if" => alt((choice, named)).parse_next(input),
            "fold" => alt((fold, named)).parse_next(input),
            "count" | "min" | "max" | "sum" | "list" | "any" | "all" | "first" => {
                alt((aggregate, named)).parse_next(input)
            }
            _ => named(input),
        },
    }
}

/// Parses a variable, a call, or a truth value.
fn named(input: &mut Input<'_>) -> ModalResult<Term> {
    if is_call(input.as_ref()) {
        return call(input);
    }
    let (name, span) = placed(name).parse_next(input)?;
    let is_truth = matches!(name, "true" | "false");
    let kind = if is_truth { TermKind::Constant(name.to_owned()) } else { TermKind::Variable(name.to_owned()) };
    Ok(Term { kind, span })
}

/// Holds if a text begins with a name and an opening parenthesis.
fn is_call(text: &str) -> bool {
    let behind = &text[length_of_name(text)..];
    let mut behind = LocatingSlice::new(behind.strip_prefix('?').unwrap_or(behind));
    space(&mut behind).is_ok() && begins(&behind, b"(")
}

/// Parses a value without fields: `Safe`.
fn value(input: &mut Input<'_>) -> ModalResult<Term> {
    placed(constant).map(|(name, span)| Term { kind: TermKind::Constant(name.to_owned()), span }).parse_next(input)
}

/// Parses `_`, a number, or a string.
fn literal(input: &mut Input<'_>) -> ModalResult<Term> {
    alt((
        placed("_").map(|(_, span)| Term { kind: TermKind::Any, span }),
        placed(number).map(|(number, span)| Term { kind: TermKind::Number(number), span }),
        placed(quoted).map(|(text, span)| Term { kind: TermKind::Text(text), span }),
    ))
    .parse_next(input)
}

/// Parses a term in parentheses, or a tuple.
pub(super) fn bracketed(input: &mut Input<'_>) -> ModalResult<Term> {
    let start = sign("(").parse_next(input)?;
    let mut terms: Vec<Term> = cut_err(separated(1.., connected, comma)).parse_next(input)?;
    let end = cut_err(placed(")").context(expected("`)`"))).parse_next(input)?.1;
    if terms.len() == 1 {
        return Ok(terms.swap_remove(0));
    }
    Ok(Term { kind: TermKind::Tuple(terms), span: start.to(end) })
}

pub(super) fn list(input: &mut Input<'_>) -> ModalResult<Term> {
    let start = sign("[").parse_next(input)?;
    let terms: Vec<Term> = cut_err(separated(0.., term, comma)).parse_next(input)?;
    let end = cut_err(placed("]").context(expected("`]`"))).parse_next(input)?.1;
    Ok(Term { kind: TermKind::List(terms), span: start.to(end) })
}

/// Parses `if c then a else b`.
pub(super) fn choice(input: &mut Input<'_>) -> ModalResult<Term> {
    let start = keyword("if").parse_next(input)?;
    let condition = cut_err(connected).parse_next(input)?;
    cut_err(keyword("then").context(expected("`then`"))).parse_next(input)?;
    let yes = cut_err(term).parse_next(input)?;
    cut_err(keyword("else").context(expected("`else`"))).parse_next(input)?;
    let no = cut_err(term).parse_next(input)?;
    let span = start.to(no.span);
    Ok(Term { kind: TermKind::If(Box::new(condition), Box::new(yes), Box::new(no)), span })
}

/// Parses a value with fields: `Role::Left(o)`.
pub(super) fn construction(input: &mut Input<'_>) -> ModalResult<Term> {
    peek((constant, space, "(")).parse_next(input)?;
    let (name, start) = placed(constant).parse_next(input)?;
    sign("(").parse_next(input)?;
    let terms: Vec<Term> = cut_err(separated(1.., term, comma)).parse_next(input)?;
    let end = cut_err(placed(")").context(expected("`)`"))).parse_next(input)?.1;
    Ok(Term { kind: TermKind::Construction(name.to_owned(), terms), span: start.to(end) })
}

pub(super) fn call(input: &mut Input<'_>) -> ModalResult<Term> {
    let atom = atom.parse_next(input)?;
    let span = atom.span;
    Ok(Term { kind: TermKind::Call(atom), span })
}

pub(super) fn aggregate(input: &mut Input<'_>) -> ModalResult<Term> {
    let folds = (
        keyword("count").value(Fold::Count),
        keyword("min").value(Fold::Min),
        keyword("max").value(Fold::Max),
        keyword("sum").value(Fold::Sum),
        keyword("list").value(Fold::List),
        keyword("any").value(Fold::Any),
        keyword("all").value(Fold::All),
    );
    let start = input.current_token_start();
    let marks = marks(input)?;
    // `min(j, k)` is a function.
    let fold = alt((terminated(alt(folds), not("(")), keyword("first").value(Fold::First))).parse_next(input)?;
    let of = opt(term).parse_next(input)?;
    sign("{").parse_next(input)?;
    let body = cut_err(literals).parse_next(input)?;
    let end = cut_err(placed("}").context(expected("`,`")).context(expected("`}`"))).parse_next(input)?.1;
    let span = Span { start: start as u32, end: end.end };
    Ok(Term { kind: TermKind::Aggregate(Box::new(Aggregate { fold, of, body, marks })), span })
}

/// Parses `fold (u, k) = (t, Safe) { body => (w, min(k, l)) until k = No }`.
pub(super) fn fold(input: &mut Input<'_>) -> ModalResult<Term> {
    let start = input.current_token_start();
    let marks = marks(input)?;
    keyword("fold").parse_next(input)?;
    fold_parts(input, start, marks)
}

pub(super) fn fold_parts(input: &mut Input<'_>, start: usize, marks: Vec<String>) -> ModalResult<Term> {
    let variables = cut_err(factor).parse_next(input)?;
    cut_err(sign("=")).parse_next(input)?;
    let from = cut_err(factor).parse_next(input)?;
    cut_err(sign("{")).parse_next(input)?;
    let body = cut_err(literals).parse_next(input)?;
    cut_err(sign("=>")).parse_next(input)?;
    let next = cut_err(term).parse_next(input)?;
    let until = opt(preceded(keyword("until"), cut_err(connected))).parse_next(input)?;
    let end = cut_err(placed("}").context(expected("`}`"))).parse_next(input)?.1;
    let fold = Fold::Steps(Box::new(Steps { variables, start: from, next, until }));
    let span = Span { start: start as u32, end: end.end };
    Ok(Term { kind: TermKind::Aggregate(Box::new(Aggregate { fold, of: None, body, marks })), span })
}
