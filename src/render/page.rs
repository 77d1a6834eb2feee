//! The page for people: each diagnostic beside the piece of source that it is about.

use std::fmt::Write as _;

use ariadne::{CharSet, Color, Config, IndexType, ReportKind};

use super::Report;
use crate::diagnostics::{Diagnostic, Severity};
use crate::program::FileId;
use crate::source::{Source, Span};

/// The colours of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Palette {
    /// With the escapes of a terminal.
    Coloured,
    /// Plain text.
    Plain,
}

/// Where something stands, as ariadne has it.
type Location = (usize, std::ops::Range<usize>);

/// The longest line that is shown, in bytes.
const LONGEST_LINE: usize = 4_096;

/// The page with all diagnostics of a program. Files are named by `path_of`, which makes of a file's name what a reader
/// can open. Linear in the files and in the diagnostics with the lines that they show.
pub fn page(report: &Report, palette: Palette, path_of: &dyn Fn(&str) -> String) -> String {
    if report.diagnostics.is_empty() {
        return String::new();
    }
    let mut cache = Files {
        sources: (0..).zip(&report.sources).map(|(file, source)| source_of(report, FileId(file), source)).collect(),
        paths: report.sources.iter().map(|source| path_of(&source.name)).collect(),
    };
    let long_lines: Vec<Vec<Span>> = report.sources.iter().map(|source| long_lines(&source.text)).collect();
    let mut page = Vec::new();
    for diagnostic in &report.diagnostics {
        let is_in_long_line = |file: FileId, span: Span| is_met(&long_lines[file.0 as usize], span);
        let is_long = is_in_long_line(diagnostic.file, diagnostic.span)
            || diagnostic.labels.iter().any(|label| is_in_long_line(label.file, label.span));
        let places = is_long.then(|| places(report, diagnostic, &cache.paths));
        let built = build(report, diagnostic, is_long, palette);
        // Writing into memory does not fail.
        let _ = built.write(&mut cache, &mut page);
        if let Some(places) = places {
            let help = diagnostic.help.as_ref().map(|help| format!("Help: {help}"));
            for line in [Some(places), differing_types(diagnostic), help].iter().flatten().flat_map(|text| text.lines())
            {
                page.extend([b"    ", line.as_bytes(), b"\n"].concat());
            }
        }
        page.push(b'\n');
    }
    let mut page = String::from_utf8_lossy(&page).into_owned();
    let _ = writeln!(page, "{}", summary(&report.diagnostics));
    page
}

/// A file as ariadne has it; without its lines, if no diagnostic is about them.
fn source_of(report: &Report, file: FileId, source: &Source) -> ariadne::Source {
    let is_shown = report
        .diagnostics
        .iter()
        .any(|diagnostic| diagnostic.file == file || diagnostic.labels.iter().any(|label| label.file == file));
    ariadne::Source::from(if is_shown { printable(&source.text) } else { String::new() })
}

/// The number of errors, warnings and notes.
fn summary(diagnostics: &[Diagnostic]) -> String {
    let count = |severity| diagnostics.iter().filter(|diagnostic| diagnostic.severity == severity).count();
    let words = |count, word| match count {
        0 => None,
        1 => Some(format!("1 {word}")),
        _ => Some(format!("{count} {word}s")),
    };
    let parts = [Severity::Error, Severity::Warning, Severity::Note].map(|of| words(count(of), of.word()));
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// The lines of a text that are too long to be shown, in order.
fn long_lines(text: &str) -> Vec<Span> {
    let mut start = 0;
    let mut found = Vec::new();
    for line in text.split_inclusive('\n') {
        let end = start + line.len();
        if line.len() > LONGEST_LINE {
            found.push(Span { start: start as u32, end: end as u32 });
        }
        start = end;
    }
    found
}

/// Holds if one of the lines has the start or the end of a span in it.
fn is_met(lines: &[Span], span: Span) -> bool {
    [span.start, span.end].iter().any(|&at| {
        let behind = lines.partition_point(|line| line.start <= at);
        behind.checked_sub(1).is_some_and(|line| at < lines[line].end)
    })
}

/// The places of a diagnostic and its labels as texts, instead of lines that are too long to be shown.
fn places(report: &Report, diagnostic: &Diagnostic, paths: &[String]) -> String {
    let place = |file: FileId, span: Span| {
        let at = report.sources[file.0 as usize].position(span.start);
        format!("{}:{}:{}", paths[file.0 as usize], at.line, at.column)
    };
    let mut text = format!("at {} (the line is too long to be shown)", place(diagnostic.file, diagnostic.span));
    for label in &diagnostic.labels {
        let _ = write!(text, "\n{}: {}", place(label.file, label.span), label.text);
    }
    text
}

/// The report of a diagnostic: with the lines that it is about, or its message alone.
fn build<'a>(
    report: &Report,
    diagnostic: &'a Diagnostic,
    is_brief: bool,
    palette: Palette,
) -> ariadne::Report<'a, Location> {
    let (kind, colour) = match diagnostic.severity {
        Severity::Error => (ReportKind::Error, Color::Red),
        Severity::Warning => (ReportKind::Warning, Color::Yellow),
        Severity::Note => (ReportKind::Advice, Color::Cyan),
    };
    let config = Config::default()
        .with_index_type(IndexType::Byte)
        .with_char_set(CharSet::Unicode)
        .with_color(palette == Palette::Coloured);
    let at = |file: FileId, span: Span| (file.0 as usize, clamp(&report.sources[file.0 as usize], span));
    let mut built = ariadne::Report::build(kind, at(diagnostic.file, diagnostic.span))
        .with_config(config)
        .with_code(&diagnostic.code)
        .with_message(&diagnostic.message);
    for (order, label) in (0..).zip(&diagnostic.labels).take_while(|_| !is_brief) {
        let is_place = (label.file, label.span) == (diagnostic.file, diagnostic.span);
        let colour = if is_place { colour } else { Color::Blue };
        let place = at(label.file, label.span);
        // What is inside of the place goes before it, or its lines would be shown twice.
        let is_inside = !is_place && label.file == diagnostic.file && diagnostic.span.contains(label.span);
        let order = if is_inside { i32::MIN + order } else { order };
        built.add_label(ariadne::Label::new(place).with_message(&label.text).with_color(colour).with_order(order));
    }
    if let Some(types) = differing_types(diagnostic) {
        built.add_note(types);
    }
    if let Some(help) = &diagnostic.help {
        built.add_help(help);
    }
    built.finish()
}

/// The types that differ, each on a line of its own.
fn differing_types(diagnostic: &Diagnostic) -> Option<String> {
    match (&diagnostic.expected, &diagnostic.found) {
        (Some(expected), Some(found)) => Some(format!("expected {expected}\n   found {found}")),
        (Some(expected), None) => Some(format!("expected {expected}")),
        (None, Some(found)) => Some(format!("found {found}")),
        (None, None) => None,
    }
}

/// The range of a span, moved onto character boundaries of the text.
fn clamp(source: &Source, span: Span) -> std::ops::Range<usize> {
    let start = source.text.floor_char_boundary(span.start as usize);
    let end = source.text.ceil_char_boundary(span.end as usize);
    start..end.max(start)
}

/// The text with only those line breaks that positions count, and without characters that control a terminal. Every
/// character is replaced by one of the same length, so that places stay what they are.
fn printable(text: &str) -> String {
    if text.bytes().all(|byte| matches!(byte, b'\n' | b'\t' | b' '..=b'~')) {
        return text.to_owned();
    }
    let mut characters = text.chars().peekable();
    let mut out = String::with_capacity(text.len());
    while let Some(character) = characters.next() {
        out.push(match character {
            '\n' | '\t' => character,
            '\r' if characters.peek() == Some(&'\n') => character,
            '\u{2028}' | '\u{2029}' => '\u{2003}',
            control if control.is_control() && control.len_utf8() == 2 => '\u{a0}',
            control if control.is_control() => ' ',
            other => other,
        });
    }
    out
}

/// The files of a report as ariadne's cache: each is indexed once.
struct Files {
    sources: Vec<ariadne::Source>,
    paths: Vec<String>,
}

impl ariadne::Cache<usize> for Files {
    type Storage = String;

    fn fetch(&mut self, id: &usize) -> Result<&ariadne::Source, impl std::fmt::Debug> {
        self.sources.get(*id).ok_or("no such file")
    }

    fn display<'a>(&self, id: &'a usize) -> Option<impl std::fmt::Display + 'a> {
        self.paths.get(*id).cloned()
    }
}
