//! The frames of the protocol: a header with the length of a text, and the text. After a broken frame, reading goes on at the next
//! header.
//!
//! In valid JSON, a line break is never part of a string. The header `Content-Length: 5`, with its line break, therefore occurs in
//! no valid text, and marks the start of a frame wherever it is found.

use std::io::{self, BufRead};

/// The name of the header field that is needed.
const LENGTH: &[u8] = b"Content-Length:";

/// The maximum length of a text, in bytes.
const MOST_BYTES: usize = 1 << 28;

/// The maximum length of a line of a header. Of a longer line, the end is kept.
const MOST_OF_LINE: usize = 1 << 12;

/// A frame.
#[derive(Debug, PartialEq, Eq)]
pub enum Frame {
    /// Its text.
    Text(Vec<u8>),
    /// It cannot be read, for this reason.
    Broken(String),
}

/// The frames in a stream of bytes.
pub struct Frames<R> {
    input: R,
    /// Bytes that have been taken from the stream, and are read again.
    returned: Vec<u8>,
    /// Holds from a broken frame up to the next header.
    is_lost: bool,
}

/// A line of a header.
enum Line {
    Blank,
    /// The length, or the reason why it is none.
    Length(Result<usize, String>),
    OtherField,
    Unknown,
}

impl<R: BufRead> Frames<R> {
    /// Reads the frames of a stream.
    pub fn of(input: R) -> Self {
        Self { input, returned: Vec::new(), is_lost: false }
    }

    /// Returns the next frame; `None` at the end of the stream. Text outside of frames is one broken frame. Memory is only
    /// allocated for bytes that have arrived.
    ///
    /// # Errors
    /// If the stream cannot be read.
    pub fn next(&mut self) -> io::Result<Option<Frame>> {
        let (mut length, mut is_open) = (None, false);
        while let Some(line) = self.line()? {
            match field(&line) {
                Line::Blank => match length.take() {
                    Some(Ok(length)) => return self.text(length).map(Some),
                    Some(Err(reason)) => return Ok(Some(self.broken(reason))),
                    None if is_open => {
                        return Ok(Some(self.broken("the header has no field `Content-Length`".to_owned())));
                    }
                    None => {}
                },
                Line::Length(found) => {
                    (is_open, self.is_lost) = (true, false);
                    length = Some(match (length, found) {
                        (Some(Ok(before)), Ok(found)) if before != found => {
                            Err(format!("the header has two lengths, {before} and {found}"))
                        }
                        (Some(Err(reason)), _) => Err(reason),
                        (_, found) => found,
                    });
                }
                Line::OtherField => is_open = !self.is_lost,
                Line::Unknown => {
                    // The text of a frame may be followed by the next header on the same line.
                    if let Some(at) = header_in(&line) {
                        self.returned.splice(0..0, line[at..].iter().copied());
                    }
                    if !self.is_lost {
                        return Ok(Some(self.broken("there is text outside of frames".to_owned())));
                    }
                }
            }
        }
        Ok((is_open && !self.is_lost).then(|| self.broken("the stream ends within a header".to_owned())))
    }

    /// Notes that a text was not readable. Its length may have been wrong, so that it may end with the next header.
    pub fn distrust(&mut self, text: &[u8]) {
        self.is_lost = true;
        let end = text.len().saturating_sub(MOST_OF_HEADER);
        self.returned.splice(0..0, text[end..].iter().copied());
    }

    fn broken(&mut self, reason: String) -> Frame {
        self.is_lost = true;
        Frame::Broken(reason)
    }

    fn text(&mut self, length: usize) -> io::Result<Frame> {
        let mut text = Vec::new();
        while text.len() < length {
            let arrived = self.arrived()?;
            if arrived.is_empty() {
                return Ok(self.broken(format!("the stream ends after {} of {length} bytes", text.len())));
            }
            let count = arrived.len().min(length - text.len());
            let start = text.len().saturating_sub(MOST_OF_HEADER);
            text.extend_from_slice(&arrived[..count]);
            self.consume(count);
            if let Some(at) = header_in(&text[start..]) {
                let rest = text.split_off(start + at);
                self.returned.splice(0..0, rest);
                return Ok(self.broken(format!("the next frame begins after {} of {length} bytes", text.len())));
            }
        }
        Ok(Frame::Text(text))
    }

    /// Reads a line with its line break; the end of it if it is too long. `None` at the end of the stream.
    fn line(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut line = Vec::new();
        loop {
            let arrived = self.arrived()?;
            if arrived.is_empty() {
                return Ok(Some(line).filter(|line| !line.is_empty()));
            }
            let end = arrived.iter().position(|&byte| byte == b'\n').map(|at| at + 1);
            let count = end.unwrap_or(arrived.len()).min(MOST_OF_LINE);
            line.extend_from_slice(&arrived[..count]);
            self.consume(count);
            if end == Some(count) {
                return Ok(Some(line));
            }
            line.drain(..line.len().saturating_sub(MOST_OF_LINE));
        }
    }

    /// Returns bytes that have arrived, or waits for some; none at the end of the stream.
    fn arrived(&mut self) -> io::Result<&[u8]> {
        if self.returned.is_empty() { self.input.fill_buf() } else { Ok(&self.returned) }
    }

    fn consume(&mut self, count: usize) {
        if self.returned.is_empty() {
            self.input.consume(count);
        } else {
            self.returned.drain(..count);
        }
    }
}

/// The maximum length of a header field that is looked for in texts: its name, a space, twenty digits, and a line break.
const MOST_OF_HEADER: usize = LENGTH.len() + 23;

/// Returns the position of a length field with its line break in a text.
fn header_in(text: &[u8]) -> Option<usize> {
    let mut from = 0;
    while let Some(at) = text[from..].windows(LENGTH.len()).position(|part| part.eq_ignore_ascii_case(LENGTH)) {
        let at = from + at;
        let rest = &text[at + LENGTH.len()..];
        let value = rest.trim_ascii_start();
        let digits = value.iter().take_while(|byte| byte.is_ascii_digit()).count();
        if digits > 0 && (value[digits..].starts_with(b"\r\n") || value[digits..].starts_with(b"\n")) {
            return Some(at);
        }
        from = at + LENGTH.len();
    }
    None
}

fn field(line: &[u8]) -> Line {
    let text = line.trim_ascii();
    if text.is_empty() {
        return Line::Blank;
    }
    let Some((name, value)) = text.iter().position(|&byte| byte == b':').map(|at| text.split_at(at + 1)) else {
        return Line::Unknown;
    };
    if name.eq_ignore_ascii_case(LENGTH) {
        return Line::Length(length(&String::from_utf8_lossy(value.trim_ascii())));
    }
    let is_word =
        name.len() > 1 && name[..name.len() - 1].iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'-');
    if is_word && header_in(line).is_none() { Line::OtherField } else { Line::Unknown }
}

fn length(text: &str) -> Result<usize, String> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match text.parse::<usize>() {
        Ok(length) if is_number && length <= MOST_BYTES => Ok(length),
        _ if is_number => Err(format!("the length {text} exceeds {MOST_BYTES} bytes")),
        _ => Err(format!("`{text}` is not a length")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The frames in a stream that arrives in parts of this size. Only some texts are readable.
    fn frames(stream: &[u8], part: usize) -> Vec<String> {
        let mut frames = Frames::of(io::BufReader::with_capacity(part, stream));
        let mut found = Vec::new();
        while let Some(frame) = frames.next().expect("bytes in memory") {
            found.push(match frame {
                Frame::Text(text) if [&b"one"[..], b"two"].contains(&&text[..]) => {
                    String::from_utf8(text).expect("a text")
                }
                Frame::Text(text) => {
                    frames.distrust(&text);
                    "unreadable".to_owned()
                }
                Frame::Broken(reason) => format!("broken: {reason}"),
            });
        }
        found
    }

    #[test]
    fn reading_goes_on_behind_a_broken_frame() {
        let long = format!("Content-Length: 99999999999\r\n\r\n{}", "x".repeat(9_000));
        for (broken, reason) in [
            ("Content-Length: 50\r\n\r\n{}", "the next frame begins after 2 of 50 bytes"),
            ("Content-Length: many\r\n\r\n{}", "`many` is not a length"),
            ("Content-Length: -2\r\n\r\n{}", "`-2` is not a length"),
            ("Content-Length: +2\r\n\r\n{}", "`+2` is not a length"),
            ("Content-Length:\r\n\r\n{}", "`` is not a length"),
            ("Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}", "the header has two lengths, 2 and 3"),
            (
                "Content-Length: 18446744073709551616\r\n\r\n{}",
                "the length 18446744073709551616 exceeds 268435456 bytes",
            ),
            (&long, "the length 99999999999 exceeds 268435456 bytes"),
            ("Content-Type: text\r\n\r\n{}", "the header has no field `Content-Length`"),
            ("{\"jsonrpc\": \"2.0\"}", "there is text outside of frames"),
            ("{}\r\n\r\n{}\r\n", "there is text outside of frames"),
            ("\0\u{7f}:\r\n\r\n", "there is text outside of frames"),
        ] {
            let stream = format!("Content-Length: 3\r\n\r\none{broken}content-length: 3\n\ntwo");
            for part in [1, 7, 1 << 16] {
                let expected = ["one".to_owned(), format!("broken: {reason}"), "two".to_owned()];
                assert_eq!(frames(stream.as_bytes(), part), expected, "{broken}, in parts of {part} bytes");
            }
        }
    }

    #[test]
    fn the_rest_of_an_unreadable_text_is_no_further_fault() {
        for broken in ["1\r\n\r\n{\"a\": 1,\n\"b\": 2}", "5\r\n\r\n", "0\r\n\r\n{}\r\n", "9\r\n\r\n{}\n"] {
            let stream = format!("Content-Length: {broken}Content-Length: 3\r\n\r\none");
            assert_eq!(frames(stream.as_bytes(), 5), ["unreadable", "one"], "{broken}");
        }
    }

    #[test]
    fn other_fields_and_blank_lines_are_skipped() {
        let stream = "\r\nContent-Type: a; charset=utf-8\r\nCONTENT-LENGTH:3\r\n\r\none";
        assert_eq!(frames(stream.as_bytes(), 5), ["one"]);
        assert_eq!(frames(b"", 5), [""; 0]);
    }

    #[test]
    fn the_end_of_the_stream_breaks_a_frame() {
        assert_eq!(frames(b"Content-Length: 9\r\n", 5), ["broken: the stream ends within a header"]);
        assert_eq!(frames(b"Content-Length: 9\r\n\r\n{}", 5), ["broken: the stream ends after 2 of 9 bytes"]);
    }
}
