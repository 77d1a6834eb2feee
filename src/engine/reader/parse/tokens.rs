//! Tokens: names, numbers, strings, signs, and the white space and comments after them.

use winnow::ModalResult;
use winnow::ascii::digit1;
use winnow::combinator::{alt, cut_err, delimited, not, opt, preceded, repeat, terminated};
use winnow::error::{ContextError, ErrMode, StrContext, StrContextValue};
use winnow::prelude::*;
use winnow::token::{none_of, one_of, take_till, take_while};

use super::Input;
use crate::Span;

pub(super) fn expected(what: &'static str) -> StrContext {
    StrContext::Expected(StrContextValue::Description(what))
}

pub(super) fn comment(input: &mut Input<'_>) -> ModalResult<()> {
    (alt(("#", "//")), take_till(0.., '\n')).void().parse_next(input)
}

pub(super) fn space(input: &mut Input<'_>) -> ModalResult<()> {
    repeat(0.., alt((take_while(1.., char::is_whitespace).void(), comment))).parse_next(input)
}

/// Parses a token and the white space after it. The span excludes the white space.
pub(super) fn placed<'a, O>(
    parser: impl Parser<Input<'a>, O, ErrMode<ContextError>>,
) -> impl Parser<Input<'a>, (O, Span), ErrMode<ContextError>> {
    terminated(parser.with_span().map(|(found, range)| (found, Span::new(range))), space)
}

pub(super) fn sign<'a>(text: &'static str) -> impl Parser<Input<'a>, Span, ErrMode<ContextError>> {
    let what = StrContext::Expected(StrContextValue::StringLiteral(text));
    placed(text).map(|(_, span)| span).context(what)
}

/// Parses a keyword, which ends where a name would.
pub(super) fn keyword<'a>(builtin: &'static str) -> impl Parser<Input<'a>, Span, ErrMode<ContextError>> {
    placed((builtin, not(one_of(unicode_ident::is_xid_continue)), not("::"))).map(|(_, span)| span)
}

pub(super) fn name<'a>(input: &mut Input<'a>) -> ModalResult<&'a str> {
    let first = one_of(|first: char| first == '_' || unicode_ident::is_xid_start(first));
    let rest = take_while(0.., unicode_ident::is_xid_continue);
    (first, rest).take().verify(|name: &str| name != "_").parse_next(input)
}

/// Parses the name of a value, which begins with a capital letter: `Safe`, `Role::Then`.
pub(super) fn constant<'a>(input: &mut Input<'a>) -> ModalResult<&'a str> {
    let path = (name, opt(("::", name))).take();
    path.verify(|name: &str| name.starts_with(|first: char| first.is_ascii_uppercase())).parse_next(input)
}

pub(super) fn number(input: &mut Input<'_>) -> ModalResult<i64> {
    let text = (opt("-"), digit1).take();
    terminated(text, not(one_of(unicode_ident::is_xid_continue)))
        .try_map(str::parse)
        .context(expected("a number of 64 bits"))
        .parse_next(input)
}

/// Parses a string in quotes, with the escapes `\n`, `\t`, `\r`, `\"` and `\\`.
pub(super) fn quoted(input: &mut Input<'_>) -> ModalResult<String> {
    let escape = preceded(
        '\\',
        cut_err(alt(('n'.value('\n'), 't'.value('\t'), 'r'.value('\r'), one_of(['"', '\\']))))
            .context(expected("one of `n`, `t`, `r`, `\"`, `\\`")),
    );
    let character = alt((none_of(['"', '\\', '\n']), escape));
    let characters = repeat(0.., character).fold(String::new, |mut text, character| {
        text.push(character);
        text
    });
    delimited('"', characters, cut_err('"').context(expected("a closing `\"`"))).parse_next(input)
}
