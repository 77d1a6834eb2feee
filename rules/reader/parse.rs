//! Reading rules: `head(x) :- body(x, y), !absent(y), y > 1.`
//!
//! Comments start with `#` or `//`. A statement that is not understood is reported and left out, and the next one is
//! read.

#[cfg(test)]
mod tests;

use winnow::ascii::digit1;
use winnow::combinator::{alt, cut_err, delimited, eof, fail, not, opt, peek, preceded, repeat, separated, terminated};
use winnow::error::{ContextError, ErrMode, StrContext, StrContextValue};
use winnow::prelude::*;
use winnow::stream::Location;
use winnow::token::{any, none_of, one_of, take_till, take_while};
use winnow::{LocatingSlice, ModalResult};

use crate::Span;
use crate::elaborate::question;
use crate::syntax::{
    Aggregate, Argument, Atom, Column, Comparison, Connective, Declaration, Fault, Fold, Literal, Operator, Rule,
    Statement, Steps, Term, TermKind,
};

type Input<'a> = LocatingSlice<&'a str>;

/// The greatest nesting of terms.
const MAX_DEPTH: usize = 200;

/// The greatest number of operators in a row: each has what stands before it as an operand.
const MAX_OPERATORS: usize = 1000;

/// The greatest number of ways in which a rule may hold.
const MAX_WAYS: usize = 1000;

/// Parses the statements of a file, with its syntax errors. Linear in the text.
pub fn parse(text: &str) -> (Vec<Statement>, Vec<Fault>) {
    let (mut statements, mut faults) = (Vec::new(), Vec::new());
    if let Some(at) = too_deep(text) {
        return (statements, vec![Fault::new("rule-syntax", Span::new(at..at + 1), "brackets nest too deeply")]);
    }
    let points = ends_of_statements(text);
    let mut input = LocatingSlice::new(text);
    loop {
        // White space is always read.
        let _ = space(&mut input);
        if input.is_empty() {
            return (statements, faults);
        }
        match statement(&mut input) {
            Ok(found) => statements.extend(found),
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
///
/// # Errors
/// The first syntax error.
pub fn parse_atoms(text: &str, range: std::ops::Range<usize>) -> Result<Vec<Atom>, Fault> {
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
            b'(' | b'{' | b'[' => depth += 1,
            b')' | b'}' | b']' => depth = depth.saturating_sub(1),
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
        "..".map(|_| None),
        one_of(['(', ')', '[', ']', '{', '}', '.']).map(Some),
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

/// A statement. A rule that holds in several ways is several rules.
fn statement(input: &mut Input<'_>) -> ModalResult<Vec<Statement>> {
    if peek(alt(("@".void(), (keyword("relation"), name).void()))).parse_next(input).is_ok() {
        return declaration.map(|found| vec![Statement::Relation(found)]).parse_next(input);
    }
    rule.map(|rules| rules.into_iter().map(Statement::Rule).collect()).parse_next(input)
}

fn declaration(input: &mut Input<'_>) -> ModalResult<Declaration> {
    let start = input.current_token_start();
    let attributes: Vec<(&str, Vec<&str>)> = repeat(0.., preceded("@", attribute)).parse_next(input)?;
    cut_err(keyword("relation").context(expected("`relation`"))).parse_next(input)?;
    let (name, name_span) = cut_err(placed(name)).parse_next(input)?;
    cut_err(sign("(")).parse_next(input)?;
    let mut columns: Vec<Column> = separated(0.., column, sign(",")).parse_next(input)?;
    let mut questions = None;
    if opt(sign("->")).parse_next(input)?.is_some() {
        questions = Some(columns.len());
        let answers: Vec<Column> = cut_err(separated(1.., column, sign(","))).parse_next(input)?;
        columns.extend(answers);
    }
    cut_err(placed(")").context(expected("`,`")).context(expected("`)`"))).parse_next(input)?;
    let end = cut_err(placed(".").context(expected("`.`"))).parse_next(input)?.1;
    let span = Span { start: start as u32, end: end.end };
    let is_input = attributes.iter().any(|attribute| attribute.0 == "input");
    let codes = attributes.iter().filter(|attribute| attribute.0 == "problem").flat_map(|attribute| &attribute.1);
    let codes = codes.map(|&code| code.to_owned()).collect();
    let known = attributes.iter().find(|attribute| attribute.0 == "known").and_then(|attribute| attribute.1.first());
    let known = known.map(|&word| word.to_owned());
    let mut storages = attributes.iter().filter(|attribute| !matches!(attribute.0, "input" | "known" | "problem"));
    let storage = storages.next_back().map(|(name, options)| match &options[..] {
        [] => (*name).to_owned(),
        options => format!("{name}({})", options.join(", ")),
    });
    let storage = storage.or_else(|| is_input.then(|| "input".to_owned()));
    Ok(Declaration { name: name.to_owned(), name_span, columns, questions, storage, known, is_input, codes, span })
}

/// The marks before a fold: `@lazy @some`.
fn marks(input: &mut Input<'_>) -> ModalResult<Vec<String>> {
    repeat(0.., preceded("@", storage)).parse_next(input)
}

/// The storage of rows: `transient`, `function(2)`.
fn storage(input: &mut Input<'_>) -> ModalResult<String> {
    placed((name, opt(("(", alt((digit1, name)), ")"))).take()).map(|(text, _)| text.to_owned()).parse_next(input)
}

/// A mark before a declaration: `input`, `function(2)`, `problem(no-conversion)`.
fn attribute<'a>(input: &mut Input<'a>) -> ModalResult<(&'a str, Vec<&'a str>)> {
    let option = take_while(1.., |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '-'));
    let options = delimited(sign("("), separated(1.., placed(option).map(|found| found.0), sign(",")), ")");
    placed((name, opt(options))).map(|((name, options), _)| (name, options.unwrap_or_default())).parse_next(input)
}

fn column(input: &mut Input<'_>) -> ModalResult<Column> {
    let label = opt(terminated(placed(name), (":", not(":"), space))).parse_next(input)?;
    let (ty, _) = cut_err(placed(name).context(expected("a type"))).parse_next(input)?;
    let is_optional = opt(sign("?")).parse_next(input)?.is_some();
    Ok(Column { name: label.map(|(name, _)| name.to_owned()), ty: ty.to_owned(), is_optional })
}

/// A rule, once for each way in which its body may hold.
fn rule(input: &mut Input<'_>) -> ModalResult<Vec<Rule>> {
    let start = input.current_token_start();
    let head = preceded(peek(name).context(expected("a rule")), atom);
    let heads: Vec<Atom> = cut_err(separated(1.., head, sign(","))).parse_next(input)?;
    let bodies = opt(preceded(sign(":-"), cut_err(ways))).parse_next(input)?;
    let more = if bodies.is_some() { "`,`" } else { "`:-`" };
    let end = cut_err(placed(".").context(expected(more)).context(expected("`.`"))).parse_next(input)?.1;
    let span = Span { start: start as u32, end: end.end };
    let bodies = bodies.unwrap_or_else(|| vec![Vec::new()]);
    Ok(bodies.into_iter().map(|body| Rule { heads: heads.clone(), body, span }).collect())
}

/// The ways in which a body may hold: `a, (b; c, d)` holds as `a, b` and as `a, c, d`.
fn ways(input: &mut Input<'_>) -> ModalResult<Vec<Vec<Literal>>> {
    separated(1.., way, sign(";")).map(|ways: Vec<Vec<Vec<Literal>>>| ways.concat()).parse_next(input)
}

fn way(input: &mut Input<'_>) -> ModalResult<Vec<Vec<Literal>>> {
    let parts: Vec<Vec<Vec<Literal>>> = separated(1.., part, sign(",")).parse_next(input)?;
    let mut ways: Vec<Vec<Literal>> = vec![Vec::new()];
    for part in parts {
        if ways.len() * part.len() > MAX_WAYS {
            return cut_err(fail).context(expected("a rule of fewer ways")).parse_next(input);
        }
        ways = ways.iter().flat_map(|way| part.iter().map(|more| [&way[..], more].concat())).collect();
    }
    Ok(ways)
}

/// A literal, or ways in parentheses.
fn part(input: &mut Input<'_>) -> ModalResult<Vec<Vec<Literal>>> {
    if begins_ways(input.as_ref()) {
        return delimited(sign("("), cut_err(ways), cut_err(sign(")"))).parse_next(input);
    }
    literal.map(|literal| vec![vec![literal]]).parse_next(input)
}

/// Holds if a text begins with parentheses in which a semicolon stands.
fn begins_ways(text: &str) -> bool {
    let mut depth = 0_usize;
    let (mut is_text, mut is_comment) = (false, false);
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '\n' if is_comment => is_comment = false,
            _ if is_comment => {}
            '\\' if is_text => drop(letters.next()),
            '"' => is_text = !is_text,
            _ if is_text => {}
            '#' => is_comment = true,
            '/' if letters.peek() == Some(&'/') => is_comment = true,
            '(' | '{' | '[' => depth += 1,
            ')' | '}' | ']' if depth > 1 => depth -= 1,
            ';' if depth == 1 => return true,
            '.' if letters.next_if_eq(&'.').is_some() => {}
            ')' | '}' | ']' | '.' => return false,
            _ if depth == 0 => return false,
            _ => {}
        }
    }
    false
}

fn literals(input: &mut Input<'_>) -> ModalResult<Vec<Literal>> {
    separated(1.., literal, sign(",")).parse_next(input)
}

/// A part of a body. Which words are relations, and which are functions, is found out later.
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
        // Something holds for all: there is no value.
        TermKind::Aggregate(ref aggregate) if matches!(aggregate.fold, Fold::All) && aggregate.of.is_none() => {
            let nothing = Term { kind: TermKind::Tuple(Vec::new()), span: left.span };
            Ok(Literal::Compare(Comparison::Equal, nothing, left))
        }
        // The element of a generator.
        _ => cut_err(fail).context(expected("a comparison")).parse_next(input),
    }
}

/// Conditions with `or` between them; `and` binds them closer.
fn connected(input: &mut Input<'_>) -> ModalResult<Term> {
    joined(input, |input| joined(input, condition, "and", Connective::And), "or", Connective::Or)
}

fn joined(
    input: &mut Input<'_>,
    mut part: impl FnMut(&mut Input<'_>) -> ModalResult<Term>,
    word: &'static str,
    connective: Connective,
) -> ModalResult<Term> {
    let first = part(input)?;
    let start = first.span;
    let mut parts = vec![first];
    while opt(keyword(word)).parse_next(input)?.is_some() {
        parts.push(part(input)?);
    }
    let end = parts.last().map_or(start, |last| last.span);
    match <[Term; 1]>::try_from(parts) {
        Ok([only]) => Ok(only),
        Err(parts) => Ok(Term { kind: TermKind::Logic(connective, parts), span: start.to(end) }),
    }
}

/// A term, two that compare, or a condition that does not hold.
fn condition(input: &mut Input<'_>) -> ModalResult<Term> {
    if let Some(start) = opt(terminated(sign("!"), not('='))).parse_next(input)? {
        let inner = cut_err(factor.context(expected("a relation"))).parse_next(input)?;
        let span = start.to(inner.span);
        return Ok(Term { kind: TermKind::Not(Box::new(inner)), span });
    }
    let left = term(input)?;
    let Some(comparison) = opt(comparison).parse_next(input)? else { return Ok(left) };
    let right = cut_err(term).parse_next(input)?;
    let span = left.span.to(right.span);
    Ok(Term { kind: TermKind::Compare(comparison, Box::new(left), Box::new(right)), span })
}

fn comparison(input: &mut Input<'_>) -> ModalResult<Comparison> {
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

/// A word of the notation, which ends where a name would.
fn keyword<'a>(word: &'static str) -> impl Parser<Input<'a>, Span, ErrMode<ContextError>> {
    placed((word, not(one_of(unicode_ident::is_xid_continue)), not("::"))).map(|(_, span)| span)
}

fn name<'a>(input: &mut Input<'a>) -> ModalResult<&'a str> {
    let first = one_of(|first: char| first == '_' || unicode_ident::is_xid_start(first));
    let rest = take_while(0.., unicode_ident::is_xid_continue);
    (first, rest).take().verify(|name: &str| name != "_").parse_next(input)
}

/// The name of a value, which begins with a capital letter: `Safe`, `Role::Then`.
fn constant<'a>(input: &mut Input<'a>) -> ModalResult<&'a str> {
    let path = (name, opt(("::", name))).take();
    path.verify(|name: &str| name.starts_with(|first: char| first.is_ascii_uppercase())).parse_next(input)
}

fn atom(input: &mut Input<'_>) -> ModalResult<Atom> {
    let ((name, is_question), name_span) = placed((name, opt("?"))).parse_next(input)?;
    let name = if is_question.is_some() { question(name) } else { name.to_owned() };
    sign("(").parse_next(input)?;
    let arguments: Vec<Argument> = separated(0.., argument, sign(",")).parse_next(input)?;
    let _trailing = opt(sign(",")).parse_next(input)?;
    let end = cut_err(placed(")").context(expected("`,`")).context(expected("`)`"))).parse_next(input)?.1;
    Ok(Atom { name, name_span, arguments, span: name_span.to(end) })
}

fn argument(input: &mut Input<'_>) -> ModalResult<Argument> {
    let column = opt(terminated(placed(name), (":", not(one_of(['-', ':'])), space))).parse_next(input)?;
    let column = column.map(|(name, span)| (name.to_owned(), span));
    let each = (opt(name), "..").with_span().map(|((place, _), range)| (place.map(str::to_owned), Span::new(range)));
    if let Some((place, span)) = opt(terminated(each, space)).parse_next(input)? {
        return Ok(Argument { column, term: Term { kind: TermKind::Each(place), span } });
    }
    let term = if column.is_some() { cut_err(connected).parse_next(input)? } else { connected(input)? };
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
    let mut count = 0;
    while let Some((operator, _)) = opt(placed(operator)).parse_next(input)? {
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

fn factor(input: &mut Input<'_>) -> ModalResult<Term> {
    let literal = alt((
        placed("_").map(|(_, span)| Term { kind: TermKind::Any, span }),
        placed(number).map(|(number, span)| Term { kind: TermKind::Number(number), span }),
        placed(quoted).map(|(text, span)| Term { kind: TermKind::Text(text), span }),
    ));
    let named = alt((
        construction,
        placed(constant).map(|(name, span)| Term { kind: TermKind::Constant(name.to_owned()), span }),
        call,
        alt((keyword("true").value("true"), keyword("false").value("false")))
            .with_span()
            .map(|(name, range): (&str, _)| Term { kind: TermKind::Constant(name.to_owned()), span: Span::new(range) }),
        placed(name).map(|(name, span)| Term { kind: TermKind::Variable(name.to_owned()), span }),
    ));
    alt((bracketed, list, choice, fold, aggregate, named, literal, fail.context(expected("a term")))).parse_next(input)
}

/// A term in parentheses, or a tuple of several.
fn bracketed(input: &mut Input<'_>) -> ModalResult<Term> {
    let start = sign("(").parse_next(input)?;
    let mut terms: Vec<Term> = cut_err(separated(1.., connected, sign(","))).parse_next(input)?;
    let end = cut_err(placed(")").context(expected("`)`"))).parse_next(input)?.1;
    if terms.len() == 1 {
        return Ok(terms.swap_remove(0));
    }
    Ok(Term { kind: TermKind::Tuple(terms), span: start.to(end) })
}

fn list(input: &mut Input<'_>) -> ModalResult<Term> {
    let start = sign("[").parse_next(input)?;
    let terms: Vec<Term> = cut_err(separated(0.., term, sign(","))).parse_next(input)?;
    let end = cut_err(placed("]").context(expected("`]`"))).parse_next(input)?.1;
    Ok(Term { kind: TermKind::List(terms), span: start.to(end) })
}

/// `if c then a else b`
fn choice(input: &mut Input<'_>) -> ModalResult<Term> {
    let start = keyword("if").parse_next(input)?;
    let condition = cut_err(connected).parse_next(input)?;
    cut_err(keyword("then").context(expected("`then`"))).parse_next(input)?;
    let yes = cut_err(term).parse_next(input)?;
    cut_err(keyword("else").context(expected("`else`"))).parse_next(input)?;
    let no = cut_err(term).parse_next(input)?;
    let span = start.to(no.span);
    Ok(Term { kind: TermKind::If(Box::new(condition), Box::new(yes), Box::new(no)), span })
}

/// A value that holds others: `Role::Left(o)`.
fn construction(input: &mut Input<'_>) -> ModalResult<Term> {
    peek((constant, space, "(")).parse_next(input)?;
    let (name, start) = placed(constant).parse_next(input)?;
    sign("(").parse_next(input)?;
    let terms: Vec<Term> = cut_err(separated(1.., term, sign(","))).parse_next(input)?;
    let end = cut_err(placed(")").context(expected("`)`"))).parse_next(input)?.1;
    Ok(Term { kind: TermKind::Construction(name.to_owned(), terms), span: start.to(end) })
}

fn call(input: &mut Input<'_>) -> ModalResult<Term> {
    peek((name, opt("?"), space, "(")).parse_next(input)?;
    let atom = atom.parse_next(input)?;
    let span = atom.span;
    Ok(Term { kind: TermKind::Call(atom), span })
}

fn aggregate(input: &mut Input<'_>) -> ModalResult<Term> {
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

/// `fold (u, k) = (t, Safe) { body => (w, min(k, l)) until k = No }`
fn fold(input: &mut Input<'_>) -> ModalResult<Term> {
    let start = input.current_token_start();
    let marks = marks(input)?;
    keyword("fold").parse_next(input)?;
    fold_parts(input, start, marks)
}

fn fold_parts(input: &mut Input<'_>, start: usize, marks: Vec<String>) -> ModalResult<Term> {
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
