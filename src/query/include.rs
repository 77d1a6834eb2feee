//! Includes of rule files: `include "FILE"` on a line of its own.
//!
//! The texts of all files share one space of offsets, so that a span determines its file. A file that is included several times
//! is read once.

use std::ops::Range;

use typed_index_collections::{TiVec, ti_vec};

use super::syntax::Fault;
use crate::program::FileId;
use crate::source::{MAX_BYTES, Source, Span};

/// The texts of a rule file and of the files that it includes.
#[derive(Clone, Debug)]
pub struct RuleSources {
    files: TiVec<FileId, (u32, Source)>,
}

/// A loader of included files. It takes the name of the including file and the quoted path.
pub type Load<'a> = dyn FnMut(&str, &str) -> Result<Source, String> + 'a;

impl RuleSources {
    /// Creates the sources of a file without includes.
    pub fn one(source: Source) -> Self {
        Self { files: ti_vec![(0, source)] }
    }

    /// Returns the main file.
    pub fn main(&self) -> &Source {
        &self.files[FileId(0)].1
    }

    /// Returns all files, in the order in which diagnostics number them.
    pub fn files(&self) -> impl Iterator<Item = &Source> {
        self.files.iter().map(|(_, source)| source)
    }

    /// Returns the file that contains a span, and the span in that file.
    pub fn locate(&self, span: Span) -> (FileId, Span) {
        let behind = self.files.raw.partition_point(|(start, _)| *start <= span.start).max(1);
        let file = FileId::from(behind - 1);
        let start = self.files[file].0;
        (file, Span { start: span.start - start, end: span.end.max(span.start) - start })
    }

    /// Returns the file and the line of a span: `rules.dl:3`.
    pub fn line(&self, span: Span) -> String {
        let (file, span) = self.locate(span);
        let source = &self.files[file].1;
        format!("{}:{}", source.name, source.position(span.start).line)
    }

    /// Returns the text of a span.
    pub fn slice(&self, span: Span) -> &str {
        let (file, span) = self.locate(span);
        self.files[file].1.slice(span)
    }

    /// Returns the texts, each at its offset in the shared space, with includes blanked out.
    pub(super) fn texts(&self) -> impl Iterator<Item = String> {
        self.files.iter().map(|(start, source)| " ".repeat(*start as usize) + &blanked(&source.text))
    }

    /// Reads the files that a file includes, transitively.
    pub(super) fn with_included(main: Source, load: &mut Load<'_>, faults: &mut Vec<Fault>) -> Self {
        let mut sources = Self::one(main);
        let mut at = 0;
        while at < sources.files.len() {
            let (start, source) = sources.files[FileId::from(at)].clone();
            for (name, range) in includes(&source.text) {
                let span = Span::new(start as usize + range.start..start as usize + range.end);
                match name.map_or_else(|| Err(WRONG.to_owned()), |name| load(&source.name, name)) {
                    Ok(found) => sources.add(found, span, faults),
                    Err(message) => faults.push(Fault::new("wrong-include", span, message)),
                }
            }
            at += 1;
        }
        sources
    }

    fn add(&mut self, source: Source, span: Span, faults: &mut Vec<Fault>) {
        if self.files().any(|known| known.name == source.name) {
            return;
        }
        let start = self.files.last().map_or(0, |(start, last)| *start as usize + last.text.len() + 1);
        if start + source.text.len() > MAX_BYTES {
            faults.push(Fault::new("wrong-include", span, "the included files are too large"));
            return;
        }
        self.files.push((start as u32, source));
    }
}

const WRONG: &str = "expected `include \"FILE\"` on a line of its own";

/// Returns the include lines: the quoted path, or `None` if the line is malformed, and the range of the line.
fn includes(text: &str) -> impl Iterator<Item = (Option<&str>, Range<usize>)> {
    let mut start = 0;
    let lines = text.split_inclusive('\n').map(move |line| {
        start += line.len();
        (start - line.len(), line)
    });
    lines.filter_map(|(start, line)| {
        let rest = line.trim_start().strip_prefix("include")?;
        let quoted = rest.trim_start();
        if !quoted.starts_with('"') {
            return None;
        }
        let written = line.trim();
        let begin = start + (line.len() - line.trim_start().len());
        let name = quoted[1..].split_once('"').filter(|(name, behind)| {
            let behind = behind.trim_start().trim_start_matches('.').trim_start();
            !name.is_empty() && (behind.is_empty() || behind.starts_with('#') || behind.starts_with("//"))
        });
        Some((name.map(|(name, _)| name), begin..begin + written.len()))
    })
}

/// Returns the text with its include lines blanked out.
fn blanked(text: &str) -> String {
    let mut blanked = text.to_owned();
    for (_, range) in includes(text) {
        blanked.replace_range(range.clone(), &" ".repeat(range.len()));
    }
    blanked
}
