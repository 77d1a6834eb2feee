//! The page about a program: one file of HTML that needs nothing else.
//!
//! The page is made of a frame, a style and a script, which lie beside this file, and of what is known of the program, as
//! JSON. The script builds the page from it when it is opened. Nothing is read from elsewhere: the page forbids it.

use serde::Serialize;

/// What a page shows. Places are counted in units of UTF-16, as scripts count them.
#[derive(Debug, Serialize)]
pub struct Contents {
    /// The program's path.
    pub program: String,
    /// Its files.
    pub files: Vec<PageFile>,
    /// Its definitions, in the order in which they are typed: that of the graph.
    pub nodes: Vec<PageNode>,
    /// Its expressions, those around others first.
    pub expressions: Vec<PageExpression>,
    /// What is to be said about it.
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
    /// What it is in its dialect.
    pub kind: &'static str,
    /// Its type.
    #[serde(rename = "type")]
    pub ty: String,
    /// Where its name stands.
    pub at: Piece,
    /// The last step of the proof of its type.
    pub step: Option<usize>,
}

/// An expression.
#[derive(Debug, Serialize)]
pub struct PageExpression {
    /// Where it stands.
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
    /// What is wrong, in one stable word.
    pub code: String,
    /// How bad it is.
    pub severity: &'static str,
    /// What is wrong, in one sentence.
    pub message: String,
    /// Where it stands.
    pub at: Piece,
    /// What there is to say at this and at other places.
    pub labels: Vec<(Piece, String)>,
    /// The type that is expected.
    pub expected: Option<String>,
    /// The type that is found.
    pub found: Option<String>,
    /// What may help.
    pub help: Option<String>,
    /// The last step of its proof.
    pub step: Option<usize>,
}

/// A step of a proof.
#[derive(Debug, Serialize)]
pub struct PageStep {
    /// What holds.
    pub says: String,
    /// The rule that concludes it; nothing for what is given.
    pub rule: Option<&'static str>,
    /// Where the expression stands that it is about.
    pub at: Option<Piece>,
    /// The steps that it is concluded from.
    pub from: Vec<usize>,
}

/// A rule.
#[derive(Debug, Serialize)]
pub struct PageRule {
    /// Its name.
    pub name: &'static str,
    /// What it says.
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
    /// Where its rows come from.
    pub origin: &'static str,
    /// What a row says.
    pub doc: String,
    /// Its columns.
    pub columns: Vec<String>,
    /// Its rows in words.
    pub rows: Vec<Vec<String>>,
}

/// The page about a program, with the picture of its dependency graph (SVG). Linear in both.
pub fn report(contents: &Contents, picture: &str) -> String {
    // Contents are texts and numbers, so that encoding does not fail.
    let data = serde_json::to_string(contents).unwrap_or_default();
    let parts = [
        ("{{title}}", escaped(&contents.program)),
        ("{{style}}", include_str!("page.css").to_owned()),
        ("{{graph}}", picture.to_owned()),
        ("{{data}}", embedded(&data)),
        ("{{script}}", include_str!("page.js").to_owned()),
    ];
    let mut rest = include_str!("page.html");
    let mut page = String::with_capacity(data.len() + picture.len() + 64 * 1024);
    // What is filled in is not looked at again: a program may hold such marks.
    for (mark, text) in &parts {
        let (before, behind) = rest.split_once(mark).unwrap_or((rest, ""));
        page.push_str(before);
        page.push_str(text);
        rest = behind;
    }
    page + rest
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
        let contents = Contents {
            program: "</title>".to_owned(),
            files: vec![PageFile { name: "main.hcl".to_owned(), text: text.to_owned() }],
            nodes: Vec::new(),
            expressions: Vec::new(),
            diagnostics: Vec::new(),
            steps: Vec::new(),
            rules: Vec::new(),
            relations: Vec::new(),
        };
        let page = report(&contents, "<svg></svg>");
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
