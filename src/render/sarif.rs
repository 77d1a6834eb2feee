//! SARIF 2.1.0, the exchange format of static analysis tools.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use typed_index_collections::TiSlice;

use serde_json::{Value, json};

use super::github::relative;
use super::{FlowStep, Report};
use crate::citation::Citation;
use crate::diagnostics::{Code, Diagnostic};
use crate::program::FileId;
use crate::source::Span;
use crate::visible::one_line;

/// A log that is written in parts: the results of each program, and at the end the rules for their codes.
#[derive(Debug, Default)]
pub struct Log {
    codes: BTreeSet<String>,
}

impl Log {
    /// Writes the results of a program in parts. `paths` has the paths of its files for readers of the log.
    ///
    /// # Errors
    /// The errors of `write`.
    pub fn add<E>(
        &mut self,
        report: &Report,
        paths: &TiSlice<FileId, String>,
        mut write: impl FnMut(&str) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut text = String::new();
        for diagnostic in &report.diagnostics {
            text.push_str(if self.codes.is_empty() { START } else { ",\n" });
            text.push_str(&result(report, paths, diagnostic).to_string());
            if !self.codes.contains(&diagnostic.code[..]) {
                self.codes.insert(diagnostic.code.to_string());
            }
            if text.len() > MOST_AT_A_TIME {
                write(&text)?;
                text.clear();
            }
        }
        write(&text)
    }

    /// Returns the end of the log.
    pub fn end(self, citation: &Citation) -> String {
        let start = if self.codes.is_empty() { START } else { "" };
        let rules: Vec<Value> = self.codes.iter().map(|code| rule(code)).collect();
        let Citation { version, commit, book, book_digest, command } = citation;
        let driver = json!({
            "name": "typelog",
            "version": version,
            "properties": { "commit": commit, "book": book, "bookDigest": book_digest, "command": command },
            "rules": rules,
        });
        format!("{start}\n],\n\"columnKind\": \"unicodeCodePoints\",\n\"tool\": {{\"driver\": {driver}}}\n}}]\n}}\n")
    }
}

/// The text of a log before its first result.
const START: &str = "{\n\"$schema\": \"https://json.schemastore.org/sarif-2.1.0.json\",\n\"version\": \"2.1.0\",\n\"runs\": [{\n\
                     \"results\": [\n";

/// The number of bytes that are buffered before a write.
const MOST_AT_A_TIME: usize = 1 << 16;

/// Returns a path, relative to the directory of the run, as a URI reference: all characters but letters, digits and a few others are percent-encoded.
fn reference(path: &str) -> String {
    relative(path).bytes().fold(String::with_capacity(path.len()), |mut out, byte| {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => out.push(byte.into()),
            _ => _ = write!(out, "%{byte:02X}"),
        }
        out
    })
}

/// Returns the rule of a code, with the text of its page.
fn rule(code: &str) -> Value {
    let Some(own) = Code::find(code) else { return json!({ "id": code }) };
    let page = own.page();
    json!({
        "id": code,
        "shortDescription": { "text": one_line(own.meaning()) },
        "help": { "text": format!("`typelog explain {code}` prints this page.\n\n{page}"), "markdown": page },
    })
}

fn result(report: &Report, paths: &TiSlice<FileId, String>, diagnostic: &Diagnostic) -> Value {
    let location = |file: FileId, span: Span, text: Option<&str>| {
        let source = &report.sources[file];
        let (start, end) = (source.position(span.start), source.position(span.end));
        let mut location = json!({ "physicalLocation": {
            "artifactLocation": { "uri": reference(&paths[file]) },
            "region": {
                "startLine": start.line, "startColumn": start.column,
                "endLine": end.line, "endColumn": end.column,
                "byteOffset": span.start, "byteLength": span.end - span.start,
            },
        } });
        if let Some(text) = text {
            location["message"] = json!({ "text": text });
        }
        location
    };
    let step = |step: &FlowStep| {
        let start = report.sources[step.file].position(step.offset);
        json!({
            "location": {
                "physicalLocation": {
                    "artifactLocation": { "uri": reference(&paths[step.file]) },
                    "region": { "startLine": start.line, "startColumn": start.column },
                },
                "message": { "text": step.text },
            },
        })
    };
    let flow = diagnostic.problem.and_then(|problem| report.flow(problem));
    let related: Vec<Value> =
        diagnostic.labels.iter().map(|label| location(label.file, label.span, Some(&label.text))).collect();
    let mut result = json!({
        "ruleId": *diagnostic.code,
        "level": diagnostic.severity.word(),
        "message": { "text": diagnostic.message },
        "locations": [location(diagnostic.file, diagnostic.span, None)],
        "relatedLocations": related,
        "properties": { "expected": diagnostic.expected, "found": diagnostic.found, "help": diagnostic.help },
    });
    if let Some(flow) = flow.filter(|flow| flow.len() > 1) {
        let steps: Vec<Value> = flow.iter().map(step).collect();
        result["codeFlows"] = json!([{ "threadFlows": [{ "locations": steps }] }]);
    }
    result
}
