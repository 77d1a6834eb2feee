//! The report for people: each diagnostic beside its source lines.

use std::convert::Infallible;
use std::fmt::{self, Write as _};
use std::io;
use std::ops::Range;
use std::rc::Rc;

use typed_index_collections::{TiSlice, TiVec, ti_vec};

use ariadne::{CharSet, Config, IndexType, ReportKind};

use super::Report;
use super::arrows::without_empty_arrows;
use super::colours::{Colour, Palette};
use super::excerpt::{Excerpt, ends, is_in_long_line};
use crate::counts::counted;
use crate::diagnostics::{Diagnostic, Label, Severity};
use crate::program::FileId;
use crate::source::{Source, Span};
use crate::visible::visible;

/// A location for ariadne, in characters, because ariadne counts labels in other files in characters.
type Location = (usize, Range<usize>);

/// Renders all diagnostics of a program. `path_of` maps the name of a file to a path that a reader can open. Linear in the files,
/// and in the diagnostics with their source lines.
pub fn page(report: &Report, palette: Palette, path_of: &dyn Fn(&str) -> String) -> String {
    let (summary, mut text) = (Summary::of(&report.diagnostics), String::new());
    let Ok(()) = write_page(report, &summary, palette, path_of, |piece| {
        text.push_str(piece);
        Ok::<(), Infallible>(())
    });
    text
}

/// The approximate number of bytes per write.
pub(super) const PIECE: usize = 1 << 16;

/// The number of problems of a program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// The number of errors, warnings and notes.
    counts: [usize; 3],
    /// The number of problems that are not shown.
    pub cut: usize,
    /// The number of further problems that are suppressed as known.
    pub known: usize,
}

impl Summary {
    /// Counts diagnostics, all of which are shown.
    pub fn of(diagnostics: &[Diagnostic]) -> Self {
        let count = |severity| diagnostics.iter().filter(|diagnostic| diagnostic.severity == severity).count();
        Self { counts: SEVERITIES.map(count), cut: 0, known: 0 }
    }

    /// Holds if there are no problems but known ones.
    pub fn is_empty(&self) -> bool {
        self.counts == [0; 3]
    }

    /// Adds the problems of another program.
    pub fn add(&mut self, other: &Self) {
        for (count, more) in self.counts.iter_mut().zip(other.counts) {
            *count += more;
        }
        self.cut += other.cut;
        self.known += other.known;
    }

    /// Renders the number of errors, warnings and notes, and of problems not shown.
    pub fn words(&self) -> String {
        let counts = self.counts.into_iter().zip(SEVERITIES).filter(|&(count, _)| count > 0);
        let parts: Vec<String> = counts.map(|(count, severity)| counted(count, severity.word())).collect();
        let mut text = parts.join(", ");
        if self.cut > 0 {
            let _ = write!(text, " ({} not shown)", self.cut);
        }
        if self.known > 0 {
            let _ = write!(text, "; {} more in the baseline", self.known);
        }
        text
    }
}

const SEVERITIES: [Severity; 3] = [Severity::Error, Severity::Warning, Severity::Note];

/// As [`page`], written in pieces, for a program of which only some problems may be shown.
///
/// # Errors
/// The errors of `write`.
pub fn write_page<E>(
    report: &Report,
    summary: &Summary,
    palette: Palette,
    path_of: &dyn Fn(&str) -> String,
    mut write: impl FnMut(&str) -> Result<(), E>,
) -> Result<(), E> {
    if report.diagnostics.is_empty() {
        return Ok(());
    }
    let mut files = Files::of(report, path_of);
    let mut page = Page(String::new());
    for diagnostic in &report.diagnostics {
        let is_long = is_long(report, diagnostic);
        let (built, has_bare_place) = build(report, &files, diagnostic, is_long, palette);
        let start = page.0.len();
        // Writing to memory does not fail.
        let _ = built.write(&mut files, &mut page);
        let Page(page) = &mut page;
        let repainted = palette.repaint(&page.split_off(start));
        page.push_str(&if has_bare_place { without_empty_arrows(&repainted) } else { repainted });
        if is_long {
            let places = places(report, diagnostic, &files.paths);
            let help = diagnostic.help.as_ref().map(|help| format!("Help: {help}"));
            for line in [Some(places), differing_types(diagnostic), help].iter().flatten().flat_map(|text| text.lines())
            {
                page.extend(["    ", line, "\n"]);
            }
        }
        page.push('\n');
        if page.len() > PIECE {
            write(page)?;
            page.clear();
        }
    }
    let Page(mut page) = page;
    let _ = writeln!(page, "{}", summary.words());
    write(&page)
}

/// Holds if a diagnostic is on a line that is too long to be shown.
fn is_long(report: &Report, diagnostic: &Diagnostic) -> bool {
    let is_in_long_line = |file: FileId, span| is_in_long_line(&report.sources[file].text, span);
    is_in_long_line(diagnostic.file, diagnostic.span)
        || diagnostic.labels.iter().any(|label| is_in_long_line(label.file, label.span))
}

/// Renders the positions of a diagnostic and its labels, in place of lines that are too long.
fn places(report: &Report, diagnostic: &Diagnostic, paths: &TiSlice<FileId, Rc<str>>) -> String {
    let place = |file: FileId, span: Span| {
        let at = report.sources[file].position(span.start);
        format!("{}:{}:{}", paths[file], at.line, at.column)
    };
    let mut text = format!("at {} (the line is too long to be shown)", place(diagnostic.file, diagnostic.span));
    for label in &diagnostic.labels {
        let _ = write!(text, "\n{}: {}", place(label.file, label.span), label.text);
    }
    text
}

/// Builds the ariadne report of a diagnostic, with its source lines, or with the message alone. The second result is true if a place
/// in it has no words.
fn build<'a>(
    report: &Report,
    files: &Files,
    diagnostic: &'a Diagnostic,
    is_brief: bool,
    palette: Palette,
) -> (ariadne::Report<'a, Location>, bool) {
    let (kind, colour) = match diagnostic.severity {
        Severity::Error => ("Error", Colour::Error),
        Severity::Warning => ("Warning", Colour::Warning),
        Severity::Note => ("Note", Colour::Note),
    };
    let kind = ReportKind::Custom(kind, colour.into());
    let config = Config::default()
        .with_index_type(IndexType::Char)
        .with_char_set(CharSet::Unicode)
        .with_color(palette == Palette::Coloured);
    let at = |file: FileId, span: Span| {
        let bytes = clamp(&report.sources[file], span);
        (file.into(), files.characters(file, &bytes))
    };
    let mut built = ariadne::Report::build(kind, at(diagnostic.file, diagnostic.span))
        .with_config(config)
        .with_code(&diagnostic.code)
        .with_message(&diagnostic.message);
    let own = Label { file: diagnostic.file, span: first_line(report, diagnostic), text: String::new() };
    let labels = if is_brief { Vec::new() } else { in_line_order(report, diagnostic, &own) };
    let (far, near): (Vec<&Label>, _) = labels.into_iter().partition(|label| is_far(report, diagnostic, label));
    let has_bare_place = near.iter().any(|label| label.text.is_empty());
    for (order, label) in (0..).zip(near) {
        let is_place = label.text.is_empty() || (label.file, label.span) == (diagnostic.file, diagnostic.span);
        let colour = if is_place { colour } else { Colour::Cause };
        let place = at(label.file, label.span);
        let shown = ariadne::Label::new(place).with_color(colour.into()).with_order(order);
        built.add_label(shown.with_message(&label.text));
    }
    if let Some(types) = differing_types(diagnostic) {
        built.add_note(types);
    }
    for label in far {
        let at = report.sources[label.file].position(label.span.start);
        built.add_note(format!("{}: {}:{}:{}", label.text, files.paths[label.file], at.line, at.column));
    }
    if let Some(help) = &diagnostic.help {
        built.add_help(help);
    }
    (built.finish(), has_bare_place)
}

/// Returns the first line of a diagnostic's place: lines that are marked without words would not be shown.
fn first_line(report: &Report, diagnostic: &Diagnostic) -> Span {
    let text = report.sources[diagnostic.file].slice(diagnostic.span);
    let length = text.lines().next().unwrap_or(text).trim_end().len() as u32;
    Span { start: diagnostic.span.start, end: (diagnostic.span.start + length).min(diagnostic.span.end) }
}

/// The distance in lines from which a label is printed without its source line, because ariadne's running time grows with the
/// lines between two labels.
const FAR: usize = 2_000;

fn is_far(report: &Report, diagnostic: &Diagnostic, label: &Label) -> bool {
    let line = |at: u32| report.sources[label.file].position(at).line;
    label.file == diagnostic.file && line(label.span.start).abs_diff(line(diagnostic.span.start)) > FAR
}

/// Returns the labels of a diagnostic, file by file, in the order of their last lines: in another order, ariadne would print a
/// file several times, each time with the position of the diagnostic. Labels inside of the diagnostic's span precede it. Without a
/// label at or inside its own place, `own` is among them.
fn in_line_order<'a>(report: &Report, diagnostic: &'a Diagnostic, own: &'a Label) -> Vec<&'a Label> {
    let is_own = |label: &Label| label.file == own.file && diagnostic.span.contains(label.span);
    let unlabelled = (!diagnostic.labels.iter().any(is_own)).then_some(own);
    let mut labels: Vec<&Label> = unlabelled.into_iter().chain(&diagnostic.labels).collect();
    labels.sort_by_cached_key(|label| {
        let last = label.span.end.saturating_sub(1).max(label.span.start);
        let line = report.sources[label.file].position(last).line;
        let is_own_file = label.file == diagnostic.file;
        let is_inside = is_own_file && label.span != diagnostic.span && diagnostic.span.contains(label.span);
        (!is_own_file, label.file, line, !is_inside)
    });
    labels
}

/// Renders the differing types, each on a line.
fn differing_types(diagnostic: &Diagnostic) -> Option<String> {
    match (&diagnostic.expected, &diagnostic.found) {
        (Some(expected), Some(found)) => Some(format!("expected {expected}\n   found {found}")),
        (Some(expected), None) => Some(format!("expected {expected}")),
        (None, Some(found)) => Some(format!("found {found}")),
        (None, None) => None,
    }
}

/// Returns the range of a span, moved to character boundaries of the text.
fn clamp(source: &Source, span: Span) -> Range<usize> {
    let start = source.text.floor_char_boundary(span.start as usize);
    let end = source.text.ceil_char_boundary(span.end as usize);
    start..end.max(start)
}

/// The files of a report as ariadne's cache: the shown lines of each, indexed once.
struct Files {
    sources: TiVec<FileId, ariadne::Source<String>>,
    excerpts: TiVec<FileId, Excerpt>,
    paths: TiVec<FileId, Rc<str>>,
}

impl Files {
    fn of(report: &Report, path_of: &dyn Fn(&str) -> String) -> Self {
        let mut places: TiVec<FileId, Vec<usize>> = ti_vec![Vec::new(); report.sources.len()];
        for diagnostic in &report.diagnostics {
            let labels = diagnostic.labels.iter().map(|label| (label.file, label.span));
            for (file, span) in labels.chain([(diagnostic.file, diagnostic.span)]) {
                places[file].extend(ends(&clamp(&report.sources[file], span)));
            }
        }
        let mut excerpts: TiVec<FileId, Excerpt> =
            report.sources.iter().zip(places).map(|(source, places)| Excerpt::new(&source.text, places)).collect();
        let sources = excerpts.iter_mut().map(|excerpt| std::mem::take(&mut excerpt.text).into()).collect();
        Self {
            sources,
            excerpts,
            paths: report.sources.iter().map(|source| visible(&path_of(&source.name)).into()).collect(),
        }
    }

    /// Returns the character range of a byte range of a file, in its excerpt.
    fn characters(&self, file: FileId, bytes: &Range<usize>) -> Range<usize> {
        let source = &self.sources[file];
        let character = |byte| {
            let Some((line, _, column)) = source.get_byte_line(byte) else { return source.len() };
            let before = source.get_line_text(line).and_then(|text| text.get(..column));
            line.offset() + before.map_or(0, |text| text.chars().count())
        };
        let Range { start, end } = self.excerpts[file].range(bytes);
        character(start)..character(end)
    }
}

impl ariadne::Cache<usize> for Files {
    type Storage = String;

    fn fetch(&mut self, id: &usize) -> Result<&ariadne::Source, impl fmt::Debug> {
        self.sources.get(FileId::from(*id)).ok_or("no such file")
    }

    fn display<'a>(&self, id: &'a usize) -> Option<impl fmt::Display + 'a> {
        self.paths.get(FileId::from(*id)).cloned()
    }
}

/// The buffer that ariadne writes to. Formatting directly into the string is the cheapest way, because ariadne writes single
/// characters.
struct Page(String);

impl io::Write for Page {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.push_str(&String::from_utf8_lossy(bytes));
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }

    fn write_fmt(&mut self, arguments: fmt::Arguments<'_>) -> io::Result<()> {
        self.0.write_fmt(arguments).map_err(io::Error::other)
    }
}
