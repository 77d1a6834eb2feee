//! Tokens: names, numbers, strings, signs, and the white space and comments after them.

use winnow::ModalResult;
use winnow::ascii::digit1;
use winnow::combinator::{alt, cut_err, delimited, fail, not, opt, preceded, repeat, terminated};
use winnow::error::{ContextError, ErrMode, StrContext, StrContextValue};
use winnow::prelude::*;
use winnow::stream::Stream;
use winnow::token::{none_of, one_of};

use super::Input;
use crate::Span;

pub(super) fn expected(what: &'static str) -> StrContext {
    StrContext::Expected(StrContextValue::Description(what))
}

/// Skips white space and comments. Always succeeds.
#[allow(clippy::unnecessary_wraps)] // It is a parser.
pub(super) fn space(input: &mut Input<'_>) -> ModalResult<()> {
    let text: &str = input.as_ref();
    let mut rest = text;
    loop {
        rest = rest.trim_start();
        if !rest.starts_with('#') && !rest.starts_with("//") {
            break;
        }
        rest = rest.find('\n').map_or("", |end| &rest[end..]);
    }
    let _ = input.next_slice(text.len() - rest.len());
    Ok(())
}

/// Holds if the text begins with one of some ASCII characters. It decides what is tried: a form that fails costs an error.
pub(super) fn begins(input: &Input<'_>, any: &[u8]) -> bool {
    let text: &str = input.as_ref();
    text.as_bytes().first().is_some_and(|first| any.contains(first))
}

/// Parses the comma between the members of a list. Its absence ends the list, so it is no error that could be shown.
pub(super) fn comma(input: &mut Input<'_>) -> ModalResult<()> {
    placed(",").void().parse_next(input)
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
    let length = length_of_name(input.as_ref());
    if length == 0 { fail.parse_next(input) } else { Ok(input.next_slice(length)) }
}

/// Returns the length of the name with which a text begins, or zero. `_` alone is no name.
pub(super) fn length_of_name(text: &str) -> usize {
    // Nearly all names are in ASCII.
    let ascii = text.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_').count();
    let length = match text.as_bytes().get(ascii) {
        Some(128..) => text.find(|letter| !unicode_ident::is_xid_continue(letter)).unwrap_or(text.len()),
        _ => ascii,
    };
    let begins = |first: char| first == '_' || unicode_ident::is_xid_start(first);
    if &text[..length] == "_" || !text.starts_with(begins) { 0 } else { length }
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
