//! Reading rules: `head(x) :- body(x, y), !absent(y), y > 1.`
//!
//! Comments start with `#` or `//`. A statement that is not understood is reported and left out, and the next one is
//! read.

use winnow::ascii::digit1;
use winnow::combinator::{alt, cut_err, delimited, eof, fail, not, opt, peek, preceded, repeat, separated, terminated};
use winnow::error::{ContextError, ErrMode, StrContext, StrContextValue};
use winnow::prelude::*;
use winnow::stream::Location;
use winnow::token::{any, none_of, one_of, take_till, take_while};
use winnow::{LocatingSlice, ModalResult};

use super::syntax::{Aggregate, Argument, Atom, Comparison, Fault, Fold, Literal, Operator, Rule, Term, TermKind};
use crate::source::Span;

type Input<'a> = LocatingSlice<&'a str>;

/// The greatest nesting of terms.
const MAX_DEPTH: usize = 200;

/// Parses the rules of a file, with its syntax errors. Linear in the text.
pub(super) fn parse(text: &str) -> (Vec<Rule>, Vec<Fault>) {
    let (mut rules, mut faults) = (Vec::new(), Vec::new());
    if let Some(at) = too_deep(text) {
        return (rules, vec![Fault::new("rule-syntax", Span::new(at..at + 1), "brackets nest too deeply")]);
    }
    let points = ends_of_statements(text);
    let mut input = LocatingSlice::new(text);
    loop {
        // White space is always read.
        let _ = space(&mut input);
        if input.is_empty() {
            return (rules, faults);
        }
        match rule(&mut input) {
            Ok(rule) => rules.push(rule),
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

/// Reads atoms with commas between them, in a range of a text. Places are those of the whole text.
pub(super) fn parse_atoms(text: &str, range: std::ops::Range<usize>) -> Result<Vec<Atom>, Fault> {
    // What stands before the range is blank, so that places count from the start of the text.
    let blanked = " ".repeat(range.start) + &text[range];
    let mut input = LocatingSlice::new(&blanked[..]);
    let mut atoms = delimited(space, separated(1.., atom, sign(",")), eof.context(expected("`,`")));
    let atoms: Result<Vec<Atom>, _> = atoms.parse_next(&mut input);
    atoms.map_err(|error| fault(&blanked, input.current_token_start(), error))
}

/// Where brackets nest too deeply for functions that call themselves.
fn too_deep(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    significant(text).into_iter().find_map(|(at, byte)| {
        match byte {
            b'(' | b'{' => depth += 1,
            b')' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        (depth > MAX_DEPTH).then_some(at)
    })
}

/// The bytes behind the points at which statements end.
fn ends_of_statements(text: &str) -> Vec<usize> {
    significant(text).into_iter().filter(|&(_, byte)| byte == b'.').map(|(at, _)| at + 1).collect()
}

/// The brackets and points outside of texts and comments, with their places.
fn significant(text: &str) -> Vec<(usize, u8)> {
    let piece = alt((
        comment.map(|()| None),
        ('"', repeat::<_, _, (), _, _>(0.., alt((none_of(['"', '\\', '\n']).void(), ('\\', any).void()))), opt('"'))
            .map(|_| None),
        one_of(['(', ')', '{', '}', '.']).map(Some),
        any.map(|_| None),
    ));
    let placed =
        piece.with_span().map(|(found, range): (Option<char>, _)| found.map(|found| (range.start, found as u8)));
    let all = repeat(0.., placed).fold(Vec::new, |mut found, piece| {
        found.extend(piece);
        found
    });
    terminated(all, eof::<_, ErrMode<ContextError>>).parse_next(&mut LocatingSlice::new(text)).unwrap_or_default()
}

/// The syntax error at a place, with the tokens that are expected there.
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
    let found = text[at..].chars().next();
    let end = at + found.map_or(0, char::len_utf8);
    let found = found.map_or_else(|| "the file ends".to_owned(), |found| format!("`{}` stands", found.escape_debug()));
    let message = match &expected[..] {
        [] => format!("{found} where no rule can go on"),
        [rest @ .., last] if !rest.is_empty() => format!("{found} where {} or {last} is expected", rest.join(", ")),
        [only, ..] => format!("{found} where {only} is expected"),
    };
    Fault::new("rule-syntax", Span::new(at..end), message)
}

fn expected(what: &'static str) -> StrContext {
    StrContext::Expected(StrContextValue::Description(what))
}

fn comment(input: &mut Input<'_>) -> ModalResult<()> {
    (alt(("#", "//")), take_till(0.., '\n')).void().parse_next(input)
}

fn space(input: &mut Input<'_>) -> ModalResult<()> {
    repeat(0.., alt((take_while(1.., char::is_whitespace).void(), comment))).parse_next(input)
}

/// A token that the parser reads, with the white space behind it, and its place without.
fn placed<'a, O>(
    parser: impl Parser<Input<'a>, O, ErrMode<ContextError>>,
) -> impl Parser<Input<'a>, (O, Span), ErrMode<ContextError>> {
    terminated(parser.with_span().map(|(found, range)| (found, Span::new(range))), space)
}

fn sign<'a>(text: &'static str) -> impl Parser<Input<'a>, Span, ErrMode<ContextError>> {
    let what = StrContext::Expected(StrContextValue::StringLiteral(text));
    placed(text).map(|(_, span)| span).context(what)
}

fn rule(input: &mut Input<'_>) -> ModalResult<Rule> {
    let start = input.current_token_start();
    let head = cut_err(preceded(peek(name).context(expected("a rule")), atom)).parse_next(input)?;
    let body = opt(preceded(sign(":-"), cut_err(literals))).parse_next(input)?;
    let more = if body.is_some() { "`,`" } else { "`:-`" };
    let end = cut_err(placed(".").context(expected(more)).context(expected("`.`"))).parse_next(input)?.1;
    Ok(Rule { head, body: body.unwrap_or_default(), span: Span { start: start as u32, end: end.end } })
}

fn literals(input: &mut Input<'_>) -> ModalResult<Vec<Literal>> {
    separated(1.., literal, sign(",")).parse_next(input)
}

fn literal(input: &mut Input<'_>) -> ModalResult<Literal> {
    if opt(terminated(sign("!"), not('='))).parse_next(input)?.is_some() {
        let atom = preceded(peek(name).context(expected("a relation")), atom);
        return cut_err(atom.map(Literal::Absent)).parse_next(input);
    }
    let left = term(input)?;
    let comparison = opt(comparison).parse_next(input)?;
    match (comparison, left) {
        (Some(comparison), left) => {
            let right = cut_err(term).parse_next(input)?;
            Ok(Literal::Compare(comparison, left, right))
        }
        (None, Term { kind: TermKind::Call(atom), .. }) => Ok(Literal::Holds(atom)),
        (None, _) => cut_err(fail).context(expected("a comparison")).parse_next(input),
    }
}

fn comparison(input: &mut Input<'_>) -> ModalResult<Comparison> {
    let sign = alt((
        "!=".value(Comparison::NotEqual),
        "<=".value(Comparison::LessEqual),
        ">=".value(Comparison::GreaterEqual),
        "<".value(Comparison::Less),
        ">".value(Comparison::Greater),
        terminated("=", opt("=")).value(Comparison::Equal),
    ));
    placed(sign).map(|(found, _)| found).parse_next(input)
}

fn name<'a>(input: &mut Input<'a>) -> ModalResult<&'a str> {
    let first = one_of(|first: char| first == '_' || unicode_ident::is_xid_start(first));
    let rest = take_while(0.., unicode_ident::is_xid_continue);
    (first, rest).take().verify(|name: &str| name != "_").parse_next(input)
}

fn atom(input: &mut Input<'_>) -> ModalResult<Atom> {
    let (name, name_span) = placed(name).parse_next(input)?;
    sign("(").parse_next(input)?;
    let arguments: Vec<Argument> = separated(0.., argument, sign(",")).parse_next(input)?;
    let _trailing = opt(sign(",")).parse_next(input)?;
    let end = cut_err(placed(")").context(expected("`,`")).context(expected("`)`"))).parse_next(input)?.1;
    Ok(Atom { name: name.to_owned(), name_span, arguments, span: name_span.to(end) })
}

fn argument(input: &mut Input<'_>) -> ModalResult<Argument> {
    let column = opt(terminated(placed(name), (":", not("-"), space))).parse_next(input)?;
    let column = column.map(|(name, span)| (name.to_owned(), span));
    let term = if column.is_some() { cut_err(term).parse_next(input)? } else { term.parse_next(input)? };
    Ok(Argument { column, term })
}

fn term(input: &mut Input<'_>) -> ModalResult<Term> {
    operations(input, product, |input| alt(("+".value(Operator::Add), "-".value(Operator::Subtract))).parse_next(input))
}

fn product(input: &mut Input<'_>) -> ModalResult<Term> {
    operations(input, factor, |input| {
        let sign = terminated("/", not("/"));
        alt(("*".value(Operator::Multiply), sign.value(Operator::Divide), "%".value(Operator::Modulo)))
            .parse_next(input)
    })
}

/// Operands with operators between them, from the left.
fn operations(
    input: &mut Input<'_>,
    mut operand: fn(&mut Input<'_>) -> ModalResult<Term>,
    operator: fn(&mut Input<'_>) -> ModalResult<Operator>,
) -> ModalResult<Term> {
    let mut left = operand.parse_next(input)?;
    while let Some((operator, _)) = opt(placed(operator)).parse_next(input)? {
        let right = cut_err(operand.by_ref()).parse_next(input)?;
        let span = left.span.to(right.span);
        left = Term { kind: TermKind::Arithmetic(operator, Box::new(left), Box::new(right)), span };
    }
    Ok(left)
}

fn factor(input: &mut Input<'_>) -> ModalResult<Term> {
    alt((
        delimited(sign("("), cut_err(term), cut_err(sign(")"))),
        aggregate,
        call,
        placed(name).map(|(name, span)| Term { kind: TermKind::Variable(name.to_owned()), span }),
        placed("_").map(|(_, span)| Term { kind: TermKind::Any, span }),
        placed(number).map(|(number, span)| Term { kind: TermKind::Number(number), span }),
        placed(quoted).map(|(text, span)| Term { kind: TermKind::Text(text), span }),
        fail.context(expected("a term")),
    ))
    .parse_next(input)
}

fn call(input: &mut Input<'_>) -> ModalResult<Term> {
    peek((name, space, "(")).parse_next(input)?;
    let atom = atom.parse_next(input)?;
    let span = atom.span;
    Ok(Term { kind: TermKind::Call(atom), span })
}

fn aggregate(input: &mut Input<'_>) -> ModalResult<Term> {
    let fold =
        alt(("count".value(Fold::Count), "min".value(Fold::Min), "max".value(Fold::Max), "sum".value(Fold::Sum)));
    let (fold, start) = placed(terminated(fold, not(one_of(unicode_ident::is_xid_continue)))).parse_next(input)?;
    let of = opt(term).parse_next(input)?;
    sign("{").parse_next(input)?;
    let body = cut_err(literals).parse_next(input)?;
    let end = cut_err(placed("}").context(expected("`,`")).context(expected("`}`"))).parse_next(input)?.1;
    Ok(Term { kind: TermKind::Aggregate(Box::new(Aggregate { fold, of, body })), span: start.to(end) })
}

fn number(input: &mut Input<'_>) -> ModalResult<i64> {
    let text = (opt("-"), digit1).take();
    terminated(text, not(one_of(unicode_ident::is_xid_continue)))
        .try_map(str::parse)
        .context(expected("a number of 64 bits"))
        .parse_next(input)
}

/// A text in quotes, with the escapes `\n`, `\t`, `\r`, `\"` and `\\`.
fn quoted(input: &mut Input<'_>) -> ModalResult<String> {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn messages(text: &str) -> Vec<(u32, String)> {
        parse(text).1.into_iter().map(|fault| (fault.span.start, fault.message)).collect()
    }

    #[test]
    fn rules_of_all_kinds_are_read() {
        let text = r#"
            # a comment. with a point
            edge(1, 2).
            path(a, b) :- edge(a, b). // another
            path(a, c) :- path(a, b), edge(from: b, to: c), !blocked(_), a != c, c < a + 2 * (b - 1).
            n(c) :- c = count { edge(_, _) }, m = max x { edge(x, -1) }, contains("a\"b", "\\"), count = c-1.
        "#;
        let (rules, faults) = parse(text);
        assert_eq!(faults, []);
        assert_eq!(rules.iter().map(|rule| rule.body.len()).collect::<Vec<_>>(), [0, 1, 5, 4]);
        assert_eq!(&text[rules[0].span.range()], "edge(1, 2).");
        assert_eq!(&text[rules[2].head.span.range()], "path(a, c)");
    }

    #[test]
    fn each_statement_that_is_not_understood_is_reported() {
        let found = messages("a(x :- b(x).\nb(1).\nc(x) :- .\ne(y) : b(y).\n:- f.\nd(\"open).\n");
        let starts: Vec<u32> = found.iter().map(|fault| fault.0).collect();
        assert_eq!(starts, [4, 27, 34, 42, 57], "{found:?}");
        assert_eq!(found[0].1, "`:` stands where `,` or `)` is expected");
    }

    #[test]
    fn deep_brackets_are_refused_and_all_bytes_are_survived() {
        let deep = format!("a(x) :- x = {}1{}.", "(".repeat(100_000), ")".repeat(100_000));
        assert_eq!(messages(&deep).len(), 1);
        for text in ["", "\u{0}", "\"", "a(", "ö(é) :- .", "a.", "\\", "a(99999999999999999999).", "# x", "a() :- {"]
        {
            parse(text);
        }
    }
}
