//! Templates: quoted texts, heredocs and bare templates.

use super::super::scan::{Token, TokenKind, marker};
use super::super::{MAX_DIRECTIVES, SyntaxError, SyntaxErrorKind, text};
use super::fault::Expected;
use super::{Extents, Outcome, Validator};
use crate::source::Span;

/// An open directive, its progress, and its place.
#[derive(Clone, Copy)]
struct Open {
    kind: OpenKind,
    span: Span,
}

#[derive(Clone, Copy)]
enum OpenKind {
    If { has_else: bool },
    For,
}

/// The state of a template that is being validated.
struct Template {
    passed: Extents,
    open: Vec<Open>,
    /// The first mismatched directive: an error unless there is another one.
    mismatch: Option<SyntaxError>,
}

impl Validator<'_> {
    pub(super) fn template(&mut self, open: Token) -> Outcome<Extents> {
        self.advance();
        let (first_at, first) = (self.at, self.tokens[self.at]);
        let marker = match open.kind {
            TokenKind::HeredocOpen => Some(marker(self.text, open)),
            _ => None,
        };
        let (mut passed, close) = self.template_parts(open, marker)?;
        let Some(marker) = marker else {
            passed = passed.up_to(close.end);
            let is_plain = self.at - first_at <= 2;
            if is_plain {
                self.mask.hide(passed.span);
            }
            return Ok(passed);
        };
        let line = self.source(close);
        let indentation = (line.len() - line.trim_start().len()) as u32;
        let start = close.start + indentation;
        passed = passed.up_to(start + marker.len() as u32);
        if first.kind == TokenKind::HeredocClose {
            // hcl-edit requires a newline before the marker, so it gets the heredoc as a quoted text.
            self.mask.blank(close.span());
            self.mask.quote(passed.span);
        } else {
            self.mask.blank(close.span());
            self.mask.replace(Span { start, end: close.end }, marker);
        }
        Ok(passed)
    }

    pub(super) fn bare_template(&mut self) -> Outcome<()> {
        let start = Token { kind: TokenKind::Invalid, start: 0, end: 0 };
        self.template_parts(start, None).map(|_| ())
    }

    /// Validates everything up to and including the token that closes the template.
    fn template_parts(&mut self, start: Token, marker: Option<&str>) -> Outcome<(Extents, Token)> {
        let mut template = Template { passed: Extents::leaf(start), open: Vec::new(), mismatch: None };
        loop {
            let token = self.tokens[self.at];
            self.advance();
            match token.kind {
                TokenKind::QuotedText => {
                    self.check_escapes(token)?;
                    self.hide_literal(token.span(), &mut template);
                }
                TokenKind::PlainText => {
                    if let Some(marker) = marker {
                        self.lines(token, marker, &mut template);
                    }
                }
                TokenKind::Interpolation => self.interpolation(token, &mut template)?,
                TokenKind::Directive => self.directive(token, &mut template)?,
                TokenKind::QuoteClose | TokenKind::HeredocClose => return Self::close(template, token),
                TokenKind::End if start.kind == TokenKind::Invalid => return Self::close(template, token),
                TokenKind::End => return Err(self.open_ended(start, "`\"`").into()),
                _ => return Err(self.unexpected(token, "text").into()),
            }
        }
    }

    fn close(template: Template, token: Token) -> Outcome<(Extents, Token)> {
        let unclosed = template.open.last().map(|open| {
            let end = if let OpenKind::For = open.kind { "endfor" } else { "endif" };
            SyntaxError::expected(&format!("`%{{ {end} }}`"), "the end of the template", token.span())
                .opened_at(open.span)
        });
        match template.mismatch.or(unclosed) {
            Some(error) => Err(error.into()),
            None => Ok((template.passed, token)),
        }
    }

    /// Skips the lines of a heredoc up to a sequence or its end. hcl-edit requires the newline of the last line.
    fn lines(&mut self, first: Token, marker: &str, template: &mut Template) {
        let mut last = first;
        self.hide_marker(last, marker);
        while self.tokens[self.at].kind == TokenKind::PlainText {
            last = self.tokens[self.at];
            self.advance();
            self.hide_marker(last, marker);
        }
        let is_last = self.tokens[self.at].kind == TokenKind::HeredocClose;
        let end = if is_last { last.start } else { last.end };
        self.hide_literal(Span { start: first.start, end }, template);
    }

    fn hide_literal(&mut self, span: Span, template: &mut Template) {
        self.mask.hide_literal(span);
        let levels = template.open.len() as u32 + 1;
        template.passed.height = template.passed.height.max(levels);
    }

    /// hcl-edit ends a heredoc at any line that starts with the marker, whatever follows the marker.
    fn hide_marker(&mut self, line: Token, marker: &str) {
        let text = self.source(line);
        let rest = text.trim_start_matches([' ', '\t']);
        if rest.starts_with(marker) {
            let start = line.start + (text.len() - rest.len()) as u32;
            let first = marker.chars().next().map_or(0, char::len_utf8);
            self.mask.fill(Span { start, end: start + first as u32 }, b'.');
        }
    }

    pub(super) fn check_escapes(&mut self, token: Token) -> Outcome<()> {
        match text::bad_escape(self.source(token)) {
            None => Ok(()),
            Some(range) => {
                let span = Span::new(token.start as usize + range.start..token.start as usize + range.end);
                let message = format!("invalid escape `{}`", &self.text[span.range()]);
                let help = "the escapes are `\\n`, `\\r`, `\\t`, `\\\"`, `\\\\`, `\\uNNNN` and `\\UNNNNNNNN`";
                Err(SyntaxError::malformed(message, span).with_help(help).into())
            }
        }
    }

    fn interpolation(&mut self, open: Token, template: &mut Template) -> Outcome<()> {
        let levels = template.open.len() as u32 + 1;
        let inner = self.ignoring_newlines(|inside| {
            let inner = inside.expression()?;
            inside.sequence_close(open)?;
            Ok(inner)
        })?;
        template.passed = template.passed.around(inner, levels);
        Ok(())
    }

    fn sequence_close(&mut self, open: Token) -> Outcome<()> {
        let token = self.peek();
        match token.kind {
            TokenKind::SequenceClose => {
                self.advance();
                Ok(())
            }
            TokenKind::End | TokenKind::QuoteOpen => Err(self.open_ended(open, "`}`").into()),
            _ => Err(self.unexpected_inside(open, token, Expected::EndOfValue("`}`")).into()),
        }
    }

    fn directive(&mut self, open: Token, template: &mut Template) -> Outcome<()> {
        let levels = template.open.len() as u32 + 1;
        let inner = self.ignoring_newlines(|inside| {
            let word = inside.expect(TokenKind::Identifier, "`if`, `else`, `endif`, `for` or `endfor`")?;
            let inner = match inside.source(word) {
                "if" => {
                    template.open.push(Open { kind: OpenKind::If { has_else: false }, span: open.span() });
                    inside.expression()?
                }
                "for" => {
                    template.open.push(Open { kind: OpenKind::For, span: open.span() });
                    inside.for_variables()?
                }
                closer @ ("else" | "endif" | "endfor") => {
                    let fits = match (closer, template.open.last_mut().map(|open| &mut open.kind)) {
                        ("else", Some(OpenKind::If { has_else })) => !std::mem::replace(has_else, true),
                        ("endif", Some(OpenKind::If { .. })) | ("endfor", Some(OpenKind::For)) => {
                            template.open.pop().is_some()
                        }
                        _ => false,
                    };
                    if !fits && template.mismatch.is_none() {
                        template.mismatch = Some(inside.mismatch(open, closer, template.open.last().copied()));
                    }
                    Extents::leaf(word)
                }
                _ => return Err(inside.unexpected(word, "`if`, `else`, `endif`, `for` or `endfor`").into()),
            };
            inside.sequence_close(open)?;
            Ok(inner)
        })?;
        if levels > MAX_DIRECTIVES {
            let kind = SyntaxErrorKind::NestingTooDeep { limit: MAX_DIRECTIVES };
            return Err(SyntaxError { kind, span: open.span() }.into());
        }
        template.passed = template.passed.around(inner, levels);
        Ok(())
    }

    /// Creates the error of a directive that ends or divides another one than the innermost open one.
    fn mismatch(&self, open: Token, closer: &str, around: Option<Open>) -> SyntaxError {
        let opener = match closer {
            "endfor" => "for",
            _ => "if",
        };
        let message = format!("unexpected `{closer}`: no `%{{ {opener} }}` is open");
        let end = self.tokens[self.at].start;
        let error = SyntaxError::malformed(message, Span { start: open.start, end });
        match around {
            Some(Open { kind: OpenKind::For, span }) if closer == "endif" => {
                error.with_help("a `%{ for }` ends with `%{ endfor }`").opened_at(span)
            }
            Some(Open { kind: OpenKind::If { .. }, span }) if closer == "endfor" => {
                error.with_help("an `%{ if }` ends with `%{ endif }`").opened_at(span)
            }
            _ => error,
        }
    }
}
