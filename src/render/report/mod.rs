//! The page about a program: one self-contained HTML file.
//!
//! The page consists of a frame, a style and scripts, which are next to this file, and the data of the program in compressed
//! chunks. The scripts build the page from the data when it is opened. A content security policy forbids loading anything else.

mod chunks;
mod data;

pub use data::{
    PageCells, PageColumn, PageData, PageDiagnostic, PageExpression, PageFile, PageNode, PageRelation, PageRule,
    PageStep, Piece,
};

use chunks::chunks;

/// The scripts, in order. Together they form one function.
const SCRIPTS: [&str; 8] = [
    include_str!("scripts/data.js"),
    include_str!("scripts/views.js"),
    include_str!("scripts/source.js"),
    include_str!("scripts/places.js"),
    include_str!("scripts/proofs.js"),
    include_str!("scripts/diagnostics.js"),
    include_str!("scripts/graph.js"),
    include_str!("scripts/relations.js"),
];

/// Renders the page about a program. Linear in its data.
pub fn report(page: &PageData) -> String {
    let chunk = |chunk: chunks::Chunk| {
        format!("<script type=\"application/octet-stream\" id=\"chunk-{}\">{}</script>\n", chunk.name, chunk.packed())
    };
    let data: String = chunks(page).into_iter().map(chunk).collect();
    let script = format!("\"use strict\";\n(async () => {{\n{}}})();", SCRIPTS.concat());
    let parts = [
        ("{{title}}", escaped(&page.program)),
        ("{{style}}", concat!(include_str!("theme.css"), include_str!("page.css")).to_owned()),
        ("{{data}}", data),
        ("{{script}}", script),
    ];
    let mut rest = include_str!("page.html");
    let mut filled = String::with_capacity(parts.iter().map(|(_, text)| text.len()).sum::<usize>() + rest.len());
    // Substituted text is not scanned again: a program may contain such marks.
    for (mark, text) in &parts {
        let (before, behind) = rest.split_once(mark).unwrap_or((rest, ""));
        filled.push_str(before);
        filled.push_str(text);
        rest = behind;
    }
    filled + rest
}

/// Holds for the text of a page that [`report`] has written.
pub fn is_page(text: &str) -> bool {
    text.lines().take(10).any(|line| line.starts_with("<title>") && line.ends_with(" - typelog</title>"))
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
        let file = PageFile { name: "main.hcl".to_owned(), text: text.to_owned(), colours: Vec::new() };
        let data = PageData { program: "</title>".to_owned(), files: vec![file], ..PageData::default() };
        let page = report(&data);
        let core = chunks(&data).into_iter().next().expect("a chunk");
        assert!(core.json.contains("{{script}}") && page.contains(&core.packed()));
        // The data, the graph, and the script.
        assert_eq!(page.matches("</script>").count(), 3);
        assert!(page.contains("<title>&lt;/title&gt;") && page.trim_end().ends_with("</html>"));
    }

    #[test]
    fn all_marks_are_filled() {
        let frame = include_str!("page.html");
        for mark in ["{{title}}", "{{style}}", "{{data}}", "{{script}}"] {
            assert_eq!(frame.matches(mark).count(), 1, "{mark}");
        }
        for asset in [&[include_str!("theme.css"), include_str!("page.css")][..], &SCRIPTS].concat() {
            assert!(!asset.contains("{{") && !asset.contains("http:") && !asset.contains("https:"));
        }
    }
}
