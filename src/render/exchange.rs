//! Formats of other tools that show problems: code quality of `GitLab`, Checkstyle, `JUnit`, and the lines of reviewdog.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use typed_index_collections::TiSlice;

use quick_xml::escape::escape;
use serde_json::{Value, json};
use twox_hash::XxHash3_128;

use super::Report;
use super::github::{relative, sentence, write_lines};
use crate::diagnostics::{Diagnostic, FixKind, Severity};
use crate::program::FileId;
use crate::source::{Source, Span};
use crate::visible::visible;

/// The first line of XML.
const XML: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

/// Writes the problems of a program as reviewdog's JSON lines. Its columns count bytes. `path_of` names the files.
///
/// # Errors
/// The errors of `write`.
pub fn write_rdjsonl<E>(
    report: &Report,
    path_of: &dyn Fn(&str) -> String,
    write: impl FnMut(&str) -> Result<(), E>,
) -> Result<(), E> {
    let line = |diagnostic: &Diagnostic, source: &Source| {
        let record = json!({
            "message": sentence(diagnostic),
            "location": { "path": relative(&path_of(&source.name)), "range": range(source, diagnostic.span) },
            "severity": match diagnostic.severity {
                Severity::Error => "ERROR",
                Severity::Warning => "WARNING",
                Severity::Note => "INFO",
            },
            "source": { "name": "typelog" },
            "code": { "value": *diagnostic.code },
            "suggestions": suggestions(source, diagnostic),
        });
        record.to_string()
    };
    write_lines(report, line, write)
}

/// Returns the edits that mend a problem.
fn suggestions(source: &Source, diagnostic: &Diagnostic) -> Vec<Value> {
    let replacement = diagnostic.fix.iter().filter(|fix| fix.kind == FixKind::Replace);
    replacement.map(|fix| json!({ "range": range(source, source.unquoted(fix.span)), "text": fix.name })).collect()
}

/// Returns a range whose columns count bytes.
fn range(source: &Source, span: Span) -> Value {
    let position = |offset: u32| {
        let line = source.position(offset).line;
        let start = source.offset(line, 1).unwrap_or(offset);
        json!({ "line": line, "column": offset - start + 1 })
    };
    json!({ "start": position(span.start), "end": position(span.end) })
}

/// A report of `GitLab`'s code quality: one array of problems.
#[derive(Debug, Default)]
pub struct Gitlab {
    /// How often a problem with the same words has occurred in a file.
    counts: BTreeMap<u128, usize>,
    has_problems: bool,
}

impl Gitlab {
    pub(super) fn add(&mut self, report: &Report, paths: &TiSlice<FileId, String>) -> String {
        let mut out = String::new();
        for diagnostic in &report.diagnostics {
            let path = relative(&paths[diagnostic.file]);
            let source = source_of(report, diagnostic);
            let (start, end) = (source.position(diagnostic.span.start), source.position(diagnostic.span.end));
            let problem = json!({
                "description": sentence(diagnostic),
                "check_name": *diagnostic.code,
                "fingerprint": self.fingerprint(path, diagnostic),
                "severity": match diagnostic.severity {
                    Severity::Error => "major",
                    Severity::Warning => "minor",
                    Severity::Note => "info",
                },
                "location": {
                    "path": path,
                    "positions": {
                        "begin": { "line": start.line, "column": start.column },
                        "end": { "line": end.line, "column": end.column },
                    },
                },
            });
            out.push_str(if std::mem::replace(&mut self.has_problems, true) { ",\n" } else { "[\n" });
            out.push_str(&problem.to_string());
        }
        out
    }

    pub(super) fn end(self) -> String {
        if self.has_problems { "\n]\n".to_owned() } else { "[]\n".to_owned() }
    }

    /// Returns a text that stays the same if the problem moves within its file, and that no other problem has.
    fn fingerprint(&mut self, path: &str, diagnostic: &Diagnostic) -> String {
        let words = [path, &diagnostic.code, &diagnostic.message].join("\0");
        let count = self.counts.entry(XxHash3_128::oneshot(words.as_bytes())).or_default();
        *count += 1;
        format!("{:032x}", XxHash3_128::oneshot(format!("{words}\0{count}").as_bytes()))
    }
}

/// A report in the form of Checkstyle: the problems by file.
#[derive(Debug, Default)]
pub struct Checkstyle {
    is_begun: bool,
}

impl Checkstyle {
    pub(super) fn add(&mut self, report: &Report, paths: &TiSlice<FileId, String>) -> String {
        let mut out = self.start();
        let mut open = None;
        for diagnostic in &report.diagnostics {
            if open != Some(diagnostic.file) {
                out.push_str(if open.is_some() { "  </file>\n" } else { "" });
                let _ = writeln!(out, "  <file name=\"{}\">", xml(relative(&paths[diagnostic.file])));
                open = Some(diagnostic.file);
            }
            let start = source_of(report, diagnostic).position(diagnostic.span.start);
            let _ = writeln!(
                out,
                "    <error line=\"{}\" column=\"{}\" severity=\"{}\" message=\"{}\" source=\"typelog.{}\"/>",
                start.line,
                start.column,
                match diagnostic.severity {
                    Severity::Note => "info",
                    other => other.word(),
                },
                xml(&sentence(diagnostic)),
                xml(&diagnostic.code)
            );
        }
        out.push_str(if open.is_some() { "  </file>\n" } else { "" });
        out
    }

    pub(super) fn end(mut self) -> String {
        self.start() + "</checkstyle>\n"
    }

    fn start(&mut self) -> String {
        let is_begun = std::mem::replace(&mut self.is_begun, true);
        if is_begun { String::new() } else { format!("{XML}<checkstyle version=\"8.0\">\n") }
    }
}

/// Test suites in the form of `JUnit`: one for each program. An error is a failed test, and a program without errors is a test that
/// passes. Warnings and notes are the output of the suite.
#[derive(Debug, Default)]
pub struct Junit {
    is_begun: bool,
}

impl Junit {
    pub(super) fn add(&mut self, report: &Report, paths: &TiSlice<FileId, String>) -> String {
        let mut out = self.start();
        let (errors, others): (Vec<_>, Vec<_>) =
            report.diagnostics.iter().partition(|diagnostic| diagnostic.severity == Severity::Error);
        let program = xml(&report.program);
        let (tests, failures) = (errors.len().max(1), errors.len());
        let _ = writeln!(
            out,
            "  <testsuite name=\"{program}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"0\" skipped=\"0\">"
        );
        if errors.is_empty() {
            let _ = writeln!(out, "    <testcase name=\"check\" classname=\"{program}\"/>");
        }
        for diagnostic in errors {
            let (code, place) = (xml(&diagnostic.code), xml(&place(report, paths, diagnostic)));
            let _ = writeln!(
                out,
                "    <testcase name=\"{code} at {place}\" classname=\"{program}\">\n      <failure type=\"{code}\" \
                 message=\"{}\">{place}: {}</failure>\n    </testcase>",
                xml(&diagnostic.message),
                xml(&sentence(diagnostic))
            );
        }
        if !others.is_empty() {
            let line = |diagnostic: &&Diagnostic| {
                let (place, word) = (place(report, paths, diagnostic), diagnostic.severity.word());
                format!("{place}: {word}: [{}] {}\n", diagnostic.code, sentence(diagnostic))
            };
            let lines: String = others.iter().map(line).collect();
            let _ = writeln!(out, "    <system-out>{}</system-out>", xml(&lines));
        }
        out + "  </testsuite>\n"
    }

    pub(super) fn end(mut self) -> String {
        self.start() + "</testsuites>\n"
    }

    fn start(&mut self) -> String {
        let is_begun = std::mem::replace(&mut self.is_begun, true);
        if is_begun { String::new() } else { format!("{XML}<testsuites name=\"typelog\">\n") }
    }
}

fn source_of<'r>(report: &'r Report, diagnostic: &Diagnostic) -> &'r Source {
    &report.sources[diagnostic.file]
}

fn place(report: &Report, paths: &TiSlice<FileId, String>, diagnostic: &Diagnostic) -> String {
    let start = source_of(report, diagnostic).position(diagnostic.span.start);
    format!("{}:{}:{}", relative(&paths[diagnostic.file]), start.line, start.column)
}

/// Returns a text as the content of an element or attribute, without characters that XML cannot have.
fn xml(text: &str) -> String {
    let lines: Vec<String> = text.split('\n').map(|line| escape(visible(line)).into_owned()).collect();
    lines.join("&#10;")
}
