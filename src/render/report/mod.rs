//! The page about a program: one file of HTML that needs nothing else.
//!
//! The page is made of a frame, a style and a script, which lie beside this file, and of what is known of the program, as
//! JSON. The script builds the page from it when it is opened. Nothing is read from elsewhere: the page forbids it.

use serde::Serialize;

/// The data of a page. Places are counted in units of UTF-16, as scripts count them.
#[derive(Debug, Serialize)]
pub struct PageData {
    /// The program's path.
    pub program: String,
    /// Its files.
    pub files: Vec<PageFile>,
    /// Its definitions, in the order in which they are typed: that of the graph.
    pub nodes: Vec<PageNode>,
    /// Its expressions, those around others first.
    pub expressions: Vec<PageExpression>,
    /// The diagnostics.
    pub diagnostics: Vec<PageDiagnostic>,
    /// The steps of all proofs.
    pub steps: Vec<PageStep>,
    /// The rules of these steps.
    pub rules: Vec<PageRule>,
    /// All relations.
    pub relations: Vec<PageRelation>,
}

/// A file.
#[derive(Debug, Serialize)]
pub struct PageFile {
    /// Its name.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// A piece of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Piece {
    /// The number of the file.
    pub file: usize,
    /// The first unit.
    pub start: usize,
    /// The unit behind the last.
    pub end: usize,
    /// The line of the first, from 1.
    pub line: usize,
    /// And its column, from 1, in code points.
    pub column: usize,
}

/// A definition.
#[derive(Debug, Serialize)]
pub struct PageNode {
    /// Its name.
    pub name: String,
    /// Its kind in its dialect.
    pub kind: &'static str,
    /// Its type.
    #[serde(rename = "type")]
    pub ty: String,
    /// The place of its name.
    pub at: Piece,
    /// The last step of the proof of its type.
    pub step: Option<usize>,
}

/// An expression.
#[derive(Debug, Serialize)]
pub struct PageExpression {
    /// Its place.
    pub at: Piece,
    /// Its type.
    #[serde(rename = "type")]
    pub ty: String,
    /// The last step of the proof of its type.
    pub step: Option<usize>,
}

/// A diagnostic.
#[derive(Debug, Serialize)]
pub struct PageDiagnostic {
    /// The code: one stable word.
    pub code: String,
    /// How bad it is.
    pub severity: &'static str,
    /// The message, in one sentence.
    pub message: String,
    /// Its place.
    pub at: Piece,
    /// The labels at this place and at others.
    pub labels: Vec<(Piece, String)>,
    /// The type that is expected.
    pub expected: Option<String>,
    /// The type that is found.
    pub found: Option<String>,
    /// The suggestion.
    pub help: Option<String>,
    /// The last step of its proof.
    pub step: Option<usize>,
}

/// A step of a proof.
#[derive(Debug, Serialize)]
pub struct PageStep {
    /// The conclusion.
    pub says: String,
    /// The rule that concludes it; `None` for facts.
    pub rule: Option<&'static str>,
    /// The place of the expression that it is about.
    pub at: Option<Piece>,
    /// The steps that it is concluded from.
    pub from: Vec<usize>,
}

/// A rule.
#[derive(Debug, Serialize)]
pub struct PageRule {
    /// Its name.
    pub name: &'static str,
    /// Its sentence.
    pub sentence: String,
    /// Premises over a bar, and the conclusion below it.
    pub drawing: String,
    /// The file that holds it.
    pub file: &'static str,
}

/// A relation.
#[derive(Debug, Serialize)]
pub struct PageRelation {
    /// Its name.
    pub name: String,
    /// The origin of its rows.
    pub origin: &'static str,
    /// The meaning of a row.
    pub doc: String,
    /// Its columns.
    pub columns: Vec<String>,
    /// Its rows, as texts.
    pub rows: Vec<Vec<String>>,
}

/// The page about a program, with the picture of its dependency graph (SVG). Linear in both.
pub fn report(page: &PageData, picture: &str) -> String {
    // The data are texts and numbers, so that encoding does not fail.
    let data = serde_json::to_string(page).unwrap_or_default();
    let parts = [
        ("{{title}}", escaped(&page.program)),
        ("{{style}}", include_str!("page.css").to_owned()),
        ("{{graph}}", picture.to_owned()),
        ("{{data}}", embedded(&data)),
        ("{{script}}", include_str!("page.js").to_owned()),
    ];
    let mut rest = include_str!("page.html");
    let mut filled = String::with_capacity(data.len() + picture.len() + 64 * 1024);
    // What is filled in is not looked at again: a program may hold such marks.
    for (mark, text) in &parts {
        let (before, behind) = rest.split_once(mark).unwrap_or((rest, ""));
        filled.push_str(before);
        filled.push_str(text);
        rest = behind;
    }
    filled + rest
}

/// JSON as it may stand inside of a script element: no end of it, and no comment, can be in it.
fn embedded(json: &str) -> String {
    json.replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_program_ends_the_data_or_fills_a_mark() {
        let text = "a = \"</script><!-- {{script}} {{data}}\"\u{2028}";
        let data = PageData {
            program: "</title>".to_owned(),
            files: vec![PageFile { name: "main.hcl".to_owned(), text: text.to_owned() }],
            nodes: Vec::new(),
            expressions: Vec::new(),
            diagnostics: Vec::new(),
            steps: Vec::new(),
            rules: Vec::new(),
            relations: Vec::new(),
        };
        let page = report(&data, "<svg></svg>");
        let start = page.find("id=\"data\">").expect("the data") + "id=\"data\">".len();
        let end = start + page[start..].find("</script").expect("its end");
        let data: serde_json::Value = serde_json::from_str(&page[start..end]).expect("JSON");
        assert_eq!(data["files"][0]["text"], text);
        assert_eq!(page.matches("</script>").count(), 2);
        assert!(page.contains("<title>&lt;/title&gt;") && page.trim_end().ends_with("</html>"));
    }

    #[test]
    fn all_marks_are_filled() {
        let frame = include_str!("page.html");
        for mark in ["{{title}}", "{{style}}", "{{graph}}", "{{data}}", "{{script}}"] {
            assert_eq!(frame.matches(mark).count(), 1, "{mark}");
        }
        for asset in [include_str!("page.css"), include_str!("page.js")] {
            assert!(!asset.contains("{{") && !asset.contains("http"));
        }
    }
}
