//! Notations of relations and builtins: `@as(k = Safe, "{s} ~> {t}")`.

use winnow::ModalResult;
use winnow::combinator::{alt, cut_err, opt, preceded, repeat, separated, terminated};
use winnow::prelude::*;
use winnow::stream::Location;

use super::Input;
use super::terms::term;
use super::tokens::{comma, constant, expected, keyword, name, placed, quoted, sign, space};
use crate::Span;
use crate::syntax::{BuiltinNotation, Fault, Form, Notation, Piece, Statement, Term, TermKind};

/// Parses the notation behind the `@` of an attribute.
pub(super) fn notation(input: &mut Input<'_>) -> ModalResult<Notation> {
    let start = input.current_token_start();
    (keyword("as"), sign("(")).parse_next(input)?;
    let condition = (terminated(placed(name).map(|(name, _)| name.to_owned()), sign("=")), value);
    let conditions = cut_err(repeat(0.., terminated(condition, comma))).parse_next(input)?;
    let text = placed(quoted).map(|(text, _)| pieces(&text)).context(expected("a text in quotes"));
    let texts = cut_err(separated(1.., text, comma)).parse_next(input)?;
    let end = cut_err(placed(")").context(expected("`)`"))).parse_next(input)?.1;
    Ok(Notation { conditions, texts, span: Span { start: start as u32, end: end.end } })
}

/// Parses the value of a condition: a term, or `..` for an argument that ranges over numbers.
fn value(input: &mut Input<'_>) -> ModalResult<Term> {
    let each = "..".with_span().map(|(_, range)| Term { kind: TermKind::Each(None), span: Span::new(range) });
    alt((terminated(each, space), term)).parse_next(input)
}

/// Parses a builtin with its arguments, of which the keyword has been read.
pub(super) fn word_notation<'a>(
    start: usize,
    notations: Vec<Notation>,
) -> impl Parser<Input<'a>, BuiltinNotation, winnow::error::ErrMode<winnow::error::ContextError>> {
    move |input: &mut Input<'a>| {
        let name = alt((constant, name));
        let name = placed(name.context(expected("a builtin"))).parse_next(input)?.0;
        let argument = placed(super::tokens::name).map(|(name, _)| name.to_owned());
        let arguments = preceded(sign("("), terminated(separated(1.., argument, comma), sign(")")));
        let arguments = opt(arguments).parse_next(input)?.unwrap_or_default();
        let end = placed(".").context(expected("`.`")).parse_next(input)?.1;
        let span = Span { start: start as u32, end: end.end };
        Ok(BuiltinNotation { name: name.to_owned(), arguments, notations: notations.clone(), span })
    }
}

/// Returns the pieces of a notation. A brace that begins no column is text.
fn pieces(text: &str) -> Vec<Piece> {
    let (mut pieces, mut rest) = (vec![Piece::Text(String::new())], text);
    while let Some(next) = rest.chars().next() {
        let mut input = Input::new(rest);
        if let Ok(found) = column(&mut input) {
            rest = &rest[input.current_token_start()..];
            pieces.extend([found, Piece::Text(String::new())]);
        } else {
            if let Some(Piece::Text(text)) = pieces.last_mut() {
                text.push(next);
            }
            rest = &rest[next.len_utf8()..];
        }
    }
    pieces.retain(|piece| *piece != Piece::Text(String::new()));
    pieces
}

/// Parses a column in braces.
fn column(input: &mut Input<'_>) -> ModalResult<Piece> {
    let form = alt(("lower".value(Form::Lower), "one".value(Form::One), "bare".value(Form::Bare)));
    let form = opt(preceded(":", form)).map(|form| form.unwrap_or(Form::Plain));
    let part = (name, preceded(".", name)).map(|(of, at): (&str, &str)| Piece::Part(of.to_owned(), at.to_owned()));
    let plain = (opt(name), form).map(|(of, form)| Piece::Column(of.unwrap_or_default().to_owned(), form));
    preceded("{", alt((terminated(part, "}"), terminated(plain, "}")))).parse_next(input)
}

/// Returns the faults of a statement's notations: columns that are not declared.
pub(super) fn undeclared(statement: &Statement) -> Vec<Fault> {
    let (notations, names): (&[Notation], Vec<&str>) = match statement {
        Statement::Relation(relation) => {
            let columns = relation.columns.iter().filter_map(|column| column.name.as_deref());
            (&relation.notations, columns.collect())
        }
        Statement::Builtin(builtin) => {
            (&builtin.notations, builtin.arguments.iter().map(String::as_str).chain([""]).collect())
        }
        Statement::Rule(_) | Statement::Constructor(_) => return Vec::new(),
    };
    let mut faults = Vec::new();
    for notation in notations {
        let put = notation.texts.iter().flatten().flat_map(|piece| match piece {
            Piece::Text(_) => Vec::new(),
            Piece::Column(name, _) => vec![name],
            Piece::Part(of, at) => vec![of, at],
        });
        let compared = notation.conditions.iter().flat_map(|(name, value)| [Some(name), variable(value)]);
        let used = compared.flatten().chain(put);
        for name in used.filter(|name| !names.contains(&&name[..])) {
            let message = format!("the notation has `{name}`, which is no column");
            faults.push(Fault::new("undefined-column", notation.span, message));
        }
    }
    faults
}

/// Returns the column that a condition compares with.
fn variable(term: &Term) -> Option<&String> {
    if let TermKind::Variable(name) = &term.kind { Some(name) } else { None }
}
