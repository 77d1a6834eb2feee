//! The messages of syntax errors.

use super::super::scan::{Token, TokenKind};
use super::super::{SyntaxError, SyntaxErrorKind};
use super::Validator;
use super::skip::is_closer;
use crate::source::Span;

/// The most tokens of a block in which the construct is searched that has taken its brace.
const MOST_TOKENS: usize = 10_000;

/// The expectation at the place of a token, in words.
#[derive(Clone, Copy)]
pub(super) enum Expected<'e> {
    /// The start of an operand.
    Operand,
    /// The end of a value. An operator may stand there as well.
    EndOfValue(&'e str),
    /// Anything else.
    Other(&'e str),
}

impl<'e> Expected<'e> {
    fn words(self) -> &'e str {
        match self {
            Self::Operand => "an expression",
            Self::EndOfValue(words) | Self::Other(words) => words,
        }
    }
}

impl<'e> From<&'e str> for Expected<'e> {
    fn from(words: &'e str) -> Self {
        Self::Other(words)
    }
}

/// The help for another sign of equality.
const EQUAL: &str = "the operator for *equal* is `==`";

/// The help for another form of a conditional.
const CONDITIONAL: &str = "a conditional is written `condition ? a : b`";

/// The help for letters at a number.
pub(super) const DIGITS: &str =
    "a number has decimal digits, a point and an exponent only; a text is written in quotes";

/// The help for a comma in a number.
pub(super) const POINT: &str = "a number has no comma: its decimal sign is a point";

/// The help for another form of an iteration.
const ITERATION: &str = "a `for` expression is written `[for item in list : value]`";

/// The help for another arrow.
const ARROW: &str = "a `for` expression in braces has `=>` between the key and the value";

/// Words of other languages for operators.
const WORDS: [(&str, &str); 9] = [
    ("and", "the operator for *and* is `&&`"),
    ("or", "the operator for *or* is `||`"),
    ("is", EQUAL),
    ("eq", EQUAL),
    ("mod", "the operator for the remainder is `%`"),
    ("div", "the operator for division is `/`"),
    ("if", CONDITIONAL),
    ("then", CONDITIONAL),
    ("where", "a condition of a `for` expression begins with `if`"),
];

impl Validator<'_> {
    /// Creates the error of an unexpected token.
    pub(super) fn unexpected<'e>(&self, token: Token, expected: impl Into<Expected<'e>>) -> SyntaxError {
        match token.kind {
            TokenKind::Invalid => self.invalid(token),
            TokenKind::QuotedNewline => self.cut_off(token),
            TokenKind::Unclosed => self.unclosed(token),
            _ => {
                let expected = expected.into();
                let error = SyntaxError::expected(expected.words(), &self.name(token), token.span());
                match self.help_about_operator(token, expected) {
                    Some(help) => error.with_help(help),
                    None => error,
                }
            }
        }
    }

    /// Returns help with the operator that is meant by a sign or a word of another language, at a token or before it.
    fn help_about_operator(&self, token: Token, expected: Expected<'_>) -> Option<&'static str> {
        let at = self.tokens.partition_point(|other| other.start < token.start);
        let touches = |other: &&Token| other.end == token.start;
        let before = at.checked_sub(1).and_then(|before| self.tokens.get(before));
        let sign_before = before.filter(touches).map(|&token| self.source(token));
        match (token.kind, sign_before) {
            (TokenKind::Equal, Some("==")) => return Some(EQUAL),
            (TokenKind::Equal, Some("!=")) => return Some("the operator for *not equal* is `!=`"),
            (TokenKind::Equal, Some(_)) if matches!(expected, Expected::Operand) => return None,
            (TokenKind::Operator, Some("-")) if self.source(token) == ">" => return Some(ARROW),
            (TokenKind::Question, Some("?")) => {
                return Some("a value in the place of null is written `a == null ? b : a`");
            }
            _ => {}
        }
        match before.filter(|before| before.kind == TokenKind::Identifier).map(|&before| self.source(before)) {
            Some("not") => return Some("the operator for *not* is `!`"),
            Some("foreach") => return Some(ITERATION),
            Some("if") if matches!(expected, Expected::EndOfValue(_)) => return Some(CONDITIONAL),
            _ => {}
        }
        let after = &self.text[token.end as usize..];
        let is_number = |token: Option<&Token>| token.is_some_and(|token| token.kind == TokenKind::Number);
        if is_number(before.filter(touches)) {
            match token.kind {
                TokenKind::Identifier => return Some(DIGITS),
                TokenKind::Comma if is_number(self.tokens.get(at + 1).filter(|next| next.start == token.end)) => {
                    return Some(POINT);
                }
                _ => {}
            }
        }
        match token.kind {
            TokenKind::Identifier if self.source(token) == "for" => Some(ITERATION),
            _ if !matches!(expected, Expected::EndOfValue(_)) => None,
            TokenKind::Equal if after.starts_with('<') => Some("the operator for *less or equal* is `<=`"),
            TokenKind::Arrow => Some("the operator for *greater or equal* is `>=`"),
            TokenKind::ParenthesisOpen if self.is_step(at) => Some("a function is called by its name: `name(value)`"),
            // The item of a `for` expression lacks another sign.
            TokenKind::Equal if expected.words().starts_with("`=>`") => None,
            TokenKind::Equal => Some(EQUAL),
            TokenKind::Identifier => {
                let word = self.source(token).to_ascii_lowercase();
                WORDS.iter().find(|known| known.0 == word).map(|known| known.1)
            }
            _ => None,
        }
    }

    /// Holds if the name of a step stands before the token with a number.
    fn is_step(&self, token: usize) -> bool {
        let before = |count: usize| Some(self.tokens[token.checked_sub(count)?].kind);
        (before(2), before(1)) == (Some(TokenKind::Dot), Some(TokenKind::Identifier))
    }

    /// Creates the error of an unexpected token in an open construct. The opener is shown unless it is on the same line and the
    /// token does not close anything. If the token stands outside by its indentation, the construct is not closed.
    pub(super) fn unexpected_inside<'e>(
        &self,
        open: Token,
        token: Token,
        expected: impl Into<Expected<'e>>,
    ) -> SyntaxError {
        let error = self.unexpected_in(open, token, expected.into());
        match closer_of(open).filter(|_| self.begins_outside(open, token)) {
            Some(closer) => self.left_open(open, closer).met_as(&error),
            None => error,
        }
    }

    fn unexpected_in(&self, open: Token, token: Token, expected: Expected<'_>) -> SyntaxError {
        let error = self.unexpected(token, expected);
        let is_far = self.text[open.end as usize..token.start as usize].contains('\n');
        let shows_opener =
            error.related().is_none() && (is_far || token.kind == TokenKind::End || is_closer(token.kind));
        if shows_opener { error.opened_at(open.span()) } else { error }
    }

    /// Holds if a token begins a line below an open construct, and is indented no deeper than the line on which the construct opens;
    /// a closing one less deep.
    pub(super) fn begins_outside(&self, open: Token, token: Token) -> bool {
        let is_below = self.begins_line(token) && open.end as usize <= self.line_start(token.start);
        let outer = self.indentation(open.start) + usize::from(!is_closer(token.kind));
        let is_part = matches!(token.kind, TokenKind::Newline | TokenKind::Comment | TokenKind::End);
        is_below && !is_part && self.indentation(token.start) < outer
    }

    /// Holds if only blanks stand before a token on its line.
    pub(super) fn begins_line(&self, token: Token) -> bool {
        self.text[self.line_start(token.start)..token.start as usize].trim().is_empty()
    }

    /// Returns the start of the line of a place.
    pub(super) fn line_start(&self, place: u32) -> usize {
        self.text[..place as usize].rfind('\n').map_or(0, |newline| newline + 1)
    }

    /// Returns the number of blanks at the start of the line of a place.
    pub(super) fn indentation(&self, place: u32) -> usize {
        blanks(&self.text[self.line_start(place)..place as usize])
    }

    /// Creates the error of a block that is not closed before the end of the file. An inner construct that is not closed has taken
    /// its brace.
    pub(super) fn never_closed(&self, open: Token) -> SyntaxError {
        let error = SyntaxError::malformed("unclosed block: missing `}`", open.span());
        let inner = self.unclosed_inside(open).and_then(|inner| Some((inner, closer_of(inner)?)));
        match inner {
            Some((inner, closer)) => self.open_ended(inner, closer).met_as(&error),
            None => error,
        }
    }

    /// Returns the first construct in a block outside of which a later line begins before it is closed.
    fn unclosed_inside(&self, block: Token) -> Option<Token> {
        let first = self.tokens.partition_point(|token| token.start <= block.start);
        let mut open: Vec<Token> = Vec::new();
        for &token in self.tokens[first..].iter().take(MOST_TOKENS) {
            if open.last().is_some_and(|&inner| closer_of(inner).is_some() && self.begins_outside(inner, token)) {
                return open.pop();
            }
            match token.kind {
                TokenKind::BraceOpen | TokenKind::BracketOpen | TokenKind::ParenthesisOpen => open.push(token),
                TokenKind::BraceClose | TokenKind::BracketClose | TokenKind::ParenthesisClose => _ = open.pop(),
                TokenKind::HeredocOpen => return None,
                _ => {}
            }
        }
        None
    }

    /// Creates the error of a construct that a later item, or the end of the file, shows to be open. An inner one that is not closed
    /// has taken its closer.
    pub(super) fn left_open(&self, open: Token, closer: &str) -> SyntaxError {
        let follows = |inner: &Token| {
            let [first, last] = [open, *inner].map(|of| self.tokens.partition_point(|token| token.start <= of.start));
            !self.tokens[first..last].iter().any(|&token| self.begins_outside(open, token))
        };
        let inner = self.unclosed_inside(open).filter(follows).and_then(|inner| Some((inner, closer_of(inner)?)));
        let (open, closer) = inner.unwrap_or((open, closer));
        self.open_ended(open, closer)
    }

    /// Creates the error of a construct that is not closed before the end of the file.
    pub(super) fn open_ended(&self, start: Token, closer: &str) -> SyntaxError {
        let what = if start.kind == TokenKind::QuoteOpen { "string".to_owned() } else { self.name(start) };
        SyntaxError::malformed(format!("unclosed {what}: missing {closer}"), start.span())
    }

    /// Returns the error to report for another one: an invalid character, or an unclosed string, on the rest of its line. The
    /// tokens before it were probably misread because of it.
    pub(super) fn cause_of(&self, mut error: SyntaxError) -> SyntaxError {
        let SyntaxErrorKind::Malformed { met, .. } = &mut error.kind else { return error };
        *met = met.take().map(|met| Box::new(self.cause_of(*met)));
        let first = self.tokens.partition_point(|token| token.start < error.span.start);
        let ends_line = |token: &&Token| {
            matches!(token.kind, TokenKind::Newline | TokenKind::HeredocOpen | TokenKind::End)
                || self.ends_line(**token)
        };
        let line = self.tokens[first..].iter().take_while(|token| !ends_line(token));
        let mut wrong = line.filter(|token| matches!(token.kind, TokenKind::Invalid | TokenKind::QuotedNewline));
        wrong.next().map_or(error, |&token| self.unexpected(token, ""))
    }

    fn name(&self, token: Token) -> String {
        match token.kind {
            TokenKind::End => "the end of the text".to_owned(),
            TokenKind::Newline => "a newline".to_owned(),
            TokenKind::QuoteOpen => "a string".to_owned(),
            TokenKind::QuoteClose => "the end of the string".to_owned(),
            TokenKind::HeredocOpen => "a heredoc".to_owned(),
            TokenKind::HeredocClose => "the end of the heredoc".to_owned(),
            _ => format!("`{}`", self.source(token)),
        }
    }

    fn invalid(&self, token: Token) -> SyntaxError {
        let character = self.source(token);
        let opens = self.text[token.end as usize..].starts_with('{') && matches!(character, "$" | "%");
        if let Some(open) = self.open_sequence(token.start).filter(|_| opens) {
            let message = format!("unclosed {}: expected `}}`, found `{character}{{`", self.name(open));
            return SyntaxError::malformed(message, token.span()).opened_at(open.span());
        }
        let message = match character.chars().next() {
            Some(control) if control.is_control() => {
                format!("invalid character U+{:04X}", control as u32)
            }
            _ => format!("invalid character `{character}`"),
        };
        let error = SyntaxError::malformed(message, token.span());
        match character {
            "'" | "`" | "“" | "”" => error.with_help("strings are written in straight double quotes"),
            "&" => error.with_help("the operator for *and* is `&&`"),
            "|" => error.with_help("the operator for *or* is `||`"),
            "@" => error.with_help("a text is written in quotes"),
            "$" => error.with_help("a name stands for its value without `$`; `${ ... }` stands in quotes"),
            ";" => error.with_help("items end with a newline, elements with a comma"),
            _ => error,
        }
    }

    fn unclosed(&self, token: Token) -> SyntaxError {
        let sign = self.source(token);
        if sign.starts_with(['$', '%']) {
            let message = format!("unclosed `{sign}`: expected `}}` before the end of the heredoc");
            return SyntaxError::malformed(message, token.span());
        }
        if let Some(other) = sign.strip_prefix("<<").and_then(beside_marker) {
            let start = token.end - other.len() as u32;
            let message = format!("expected the marker of the heredoc and a newline, found `{other}`");
            return SyntaxError::malformed(message, Span { start, end: token.end })
                .with_help("a heredoc begins with `<<` and its marker; its text begins on the next line");
        }
        let (message, help) = if sign == "/*" {
            ("unclosed comment".to_owned(), "a comment ends with `*/`")
        } else {
            let marker = sign.trim_start_matches(['<', '-']);
            (
                format!("unclosed heredoc: missing `{marker}`"),
                "a heredoc ends with a line that contains only its marker",
            )
        };
        SyntaxError::malformed(message, token.span()).with_help(help)
    }

    /// Creates the error of a string that is not closed on its line.
    fn cut_off(&self, newline: Token) -> SyntaxError {
        if let Some((open, quote)) = self.open_interpolation(newline) {
            let message = format!("unclosed {}: expected `}}`, found `\"`", self.name(open));
            return SyntaxError::malformed(message, quote.span()).opened_at(open.span());
        }
        if let Some(open) = self.sequence_around(newline) {
            let message = format!("unclosed {}: expected `}}`, found a newline", self.name(open));
            return SyntaxError::malformed(message, newline.span()).opened_at(open.span());
        }
        let error = SyntaxError::malformed("unclosed string: expected `\"`, found a newline", newline.span())
            .with_help("a newline in a string is written `\\n`; a heredoc may have several lines");
        match self.string_around(newline) {
            Some(open) => error.opened_at(open.span()),
            None => error,
        }
    }

    /// Returns the interpolation that is open where the string before a newline begins, and the quote of this string, if both are on
    /// one line.
    fn open_interpolation(&self, newline: Token) -> Option<(Token, Token)> {
        let quote = self.string_around(newline)?;
        Some((self.open_sequence(quote.start)?, quote))
    }

    /// Returns the interpolation or directive of the string around a newline that is open there.
    fn sequence_around(&self, newline: Token) -> Option<Token> {
        let quote = self.string_around(newline)?;
        self.last_open_sequence(newline.start, |token| token.start > quote.start)
    }

    /// Returns the interpolation or directive that is open at a place, if it begins on the same line.
    fn open_sequence(&self, at: u32) -> Option<Token> {
        self.last_open_sequence(at, |token| token.kind != TokenKind::Newline)
    }

    /// Returns the last interpolation or directive that is open at a place, among the tokens before it that meet a condition.
    fn last_open_sequence(&self, at: u32, is_within: impl Fn(&Token) -> bool) -> Option<Token> {
        let before = self.tokens.partition_point(|other| other.start < at);
        let mut closed = 0;
        let mut within = self.tokens[..before].iter().rev().take_while(|token| is_within(token));
        let open = within.find(|token| match token.kind {
            TokenKind::SequenceClose => {
                closed += 1;
                false
            }
            TokenKind::Interpolation | TokenKind::Directive if closed > 0 => {
                closed -= 1;
                false
            }
            kind => matches!(kind, TokenKind::Interpolation | TokenKind::Directive),
        });
        open.copied()
    }

    /// Returns the quote that opens the string around a token.
    fn string_around(&self, token: Token) -> Option<Token> {
        let before = self.tokens.partition_point(|other| other.start < token.start);
        let mut closed = 0;
        self.tokens[..before].iter().rev().copied().find(|other| match other.kind {
            TokenKind::QuoteClose => {
                closed += 1;
                false
            }
            TokenKind::QuoteOpen if closed > 0 => {
                closed -= 1;
                false
            }
            kind => kind == TokenKind::QuoteOpen,
        })
    }
}

/// Returns the sign that closes a bracket.
fn closer_of(open: Token) -> Option<&'static str> {
    match open.kind {
        TokenKind::BraceOpen => Some("`}`"),
        TokenKind::BracketOpen => Some("`]`"),
        TokenKind::ParenthesisOpen => Some("`)`"),
        _ => None,
    }
}

/// Returns what stands beside the marker in the opening of a heredoc, without its signs.
fn beside_marker(opening: &str) -> Option<&str> {
    let opening = opening.strip_prefix('-').unwrap_or(opening);
    let is_part = |part: char| part.is_alphanumeric() || part == '_' || part == '-';
    let rest = opening.trim_start_matches(is_part).trim_start();
    (!rest.is_empty()).then_some(rest)
}

/// Returns the number of blanks at the start of a line.
pub(super) fn blanks(line: &str) -> usize {
    line.len() - line.trim_start_matches([' ', '\t']).len()
}
