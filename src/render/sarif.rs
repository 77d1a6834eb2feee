//! SARIF 2.1.0, the exchange format of static analysis tools.

use serde_json::{Value, json};

use super::Report;
use super::record::one_line;
use crate::diagnostics::{Diagnostic, meaning, page_of};
use crate::program::FileId;
use crate::source::Span;

/// All reports as one log. Each comes with the paths by which a reader finds its files.
pub fn sarif(reports: &[(Report, Vec<String>)]) -> String {
    let diagnostics =
        || reports.iter().flat_map(|entry| entry.0.diagnostics.iter().map(move |diagnostic| (entry, diagnostic)));
    let results: Vec<Value> =
        diagnostics().map(|((report, paths), diagnostic)| result(report, paths, diagnostic)).collect();
    let mut codes: Vec<&str> = diagnostics().map(|(_, diagnostic)| &diagnostic.code[..]).collect();
    codes.sort_unstable();
    codes.dedup();
    let rules: Vec<Value> = codes.into_iter().map(rule).collect();
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "typelog",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            } },
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    });
    // A value is made of texts and numbers, so that encoding does not fail.
    serde_json::to_string_pretty(&log).unwrap_or_default() + "\n"
}

/// The description of a code: what its page says.
fn rule(code: &str) -> Value {
    let (Some(meaning), Some(page)) = (meaning(code), page_of(code)) else { return json!({ "id": code }) };
    json!({
        "id": code,
        "shortDescription": { "text": one_line(meaning) },
        "help": { "text": format!("`typelog explain {code}` prints this page.\n\n{page}"), "markdown": page },
    })
}

fn result(report: &Report, paths: &[String], diagnostic: &Diagnostic) -> Value {
    let location = |file: FileId, span: Span, text: Option<&str>| {
        let source = &report.sources[file.0 as usize];
        let (start, end) = (source.position(span.start), source.position(span.end));
        let mut location = json!({ "physicalLocation": {
            "artifactLocation": { "uri": paths[file.0 as usize] },
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
    let related: Vec<Value> =
        diagnostic.labels.iter().map(|label| location(label.file, label.span, Some(&label.text))).collect();
    json!({
        "ruleId": diagnostic.code,
        "level": diagnostic.severity.word(),
        "message": { "text": one_line(&diagnostic.message) },
        "locations": [location(diagnostic.file, diagnostic.span, None)],
        "relatedLocations": related,
        "properties": { "expected": diagnostic.expected, "found": diagnostic.found, "help": diagnostic.help },
    })
}
