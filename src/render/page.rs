//! The page for people: each diagnostic beside the piece of source that it is about.

use std::fmt::Write as _;

use ariadne::{CharSet, Color, Config, IndexType, ReportKind};

use super::Report;
use crate::diagnostics::{Diagnostic, Label, Severity};
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

/// Where something stands, as ariadne has it: in characters, because it takes the places of second files for such.
type Location = (usize, std::ops::Range<usize>);

/// The longest line that is shown, in bytes.
const LONGEST_LINE: usize = 4_096;

/// The page with all diagnostics of a program. Files are named by `path_of`, which makes of a file's name what a reader
/// can open. Linear in the files and in the diagnostics with the lines that they show.
pub fn page(report: &Report, palette: Palette, path_of: &dyn Fn(&str) -> String) -> String {
    page_of(report, &Summary::of(&report.diagnostics), palette, path_of)
}

/// The number of problems of a program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// The numbers of errors, warnings and notes.
    counts: [usize; 3],
    /// How many of them are not shown.
    pub cut: usize,
    /// How many further problems are not reported because they are known.
    pub known: usize,
}

impl Summary {
    /// The number of diagnostics, all shown.
    pub fn of(diagnostics: &[Diagnostic]) -> Self {
        let count = |severity| diagnostics.iter().filter(|diagnostic| diagnostic.severity == severity).count();
        Self { counts: SEVERITIES.map(count), cut: 0, known: 0 }
    }
}

const SEVERITIES: [Severity; 3] = [Severity::Error, Severity::Warning, Severity::Note];

/// As [`page`], for a program of whose problems only some may be shown.
pub fn page_of(report: &Report, summary: &Summary, palette: Palette, path_of: &dyn Fn(&str) -> String) -> String {
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
        let built = build(report, &cache, diagnostic, is_long, palette);
        let start = page.len();
        // Writing into memory does not fail.
        let _ = built.write(&mut cache, &mut page);
        if palette == Palette::Plain && diagnostic.severity == Severity::Note {
            // Kinds of our own are coloured in any case.
            let plain = String::from_utf8_lossy(&page.split_off(start)).replace(NOTE_START, "").replace(NOTE_END, "");
            page.extend(plain.into_bytes());
        }
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
    let _ = writeln!(page, "{}", in_words(summary));
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

/// The numbers of errors, warnings and notes, and of what is not shown.
fn in_words(summary: &Summary) -> String {
    let words = |(count, severity): (usize, Severity)| match (count, severity.word()) {
        (0, _) => None,
        (1, word) => Some(format!("1 {word}")),
        (count, word) => Some(format!("{count} {word}s")),
    };
    let parts: Vec<String> = summary.counts.into_iter().zip(SEVERITIES).filter_map(words).collect();
    let mut text = parts.join(", ");
    if summary.cut > 0 {
        let _ = write!(text, " ({} not shown)", summary.cut);
    }
    if summary.known > 0 {
        let _ = write!(text, "; {} more in the baseline", summary.known);
    }
    text
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
    files: &Files,
    diagnostic: &'a Diagnostic,
    is_brief: bool,
    palette: Palette,
) -> ariadne::Report<'a, Location> {
    let (kind, colour) = match diagnostic.severity {
        Severity::Error => (ReportKind::Error, Color::Red),
        Severity::Warning => (ReportKind::Warning, Color::Yellow),
        Severity::Note => (ReportKind::Custom("Note", Color::Cyan), Color::Cyan),
    };
    let config = Config::default()
        .with_index_type(IndexType::Char)
        .with_char_set(CharSet::Unicode)
        .with_color(palette == Palette::Coloured);
    let at = |file: FileId, span: Span| {
        let bytes = clamp(&report.sources[file.0 as usize], span);
        (file.0 as usize, files.characters(file, bytes))
    };
    let mut built = ariadne::Report::build(kind, at(diagnostic.file, diagnostic.span))
        .with_config(config)
        .with_code(&diagnostic.code)
        .with_message(&diagnostic.message);
    let labels = if is_brief { Vec::new() } else { in_line_order(report, diagnostic) };
    for (order, label) in (0..).zip(labels) {
        let is_place = (label.file, label.span) == (diagnostic.file, diagnostic.span);
        let colour = if is_place { colour } else { Color::Blue };
        let place = at(label.file, label.span);
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

/// The labels of a diagnostic, file by file, and in the order of the lines where they end: a file with labels in another
/// order would be shown several times, each time with the place of the diagnostic above. What is inside of the place goes
/// before it.
fn in_line_order<'a>(report: &Report, diagnostic: &'a Diagnostic) -> Vec<&'a Label> {
    let mut labels: Vec<&Label> = diagnostic.labels.iter().collect();
    labels.sort_by_cached_key(|label| {
        let last = label.span.end.saturating_sub(1).max(label.span.start);
        let line = report.sources[label.file.0 as usize].position(last).line;
        let is_own_file = label.file == diagnostic.file;
        let is_inside = is_own_file && label.span != diagnostic.span && diagnostic.span.contains(label.span);
        (!is_own_file, label.file, line, !is_inside)
    });
    labels
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

/// The escapes around the header of a note.
const NOTE_START: &str = "\x1b[36m";
const NOTE_END: &str = "\x1b[0m";

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

impl Files {
    /// The numbers of the characters at some bytes.
    fn characters(&self, file: FileId, bytes: std::ops::Range<usize>) -> std::ops::Range<usize> {
        let source = &self.sources[file.0 as usize];
        let character = |byte| {
            let Some((line, _, column)) = source.get_byte_line(byte) else { return source.len() };
            let before = source.get_line_text(line).and_then(|text| text.get(..column));
            line.offset() + before.map_or(0, |text| text.chars().count())
        };
        character(bytes.start)..character(bytes.end)
    }
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
