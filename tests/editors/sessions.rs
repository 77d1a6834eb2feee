//! Sessions over all examples.

use serde_json::{Value, json};
use typelog::program::{Expression, FileId, Place};

use crate::client::Encoding;
use crate::examples::{Example, examples};

/// The byte ranges of all typed expressions of a file.
fn expressions(example: &Example, file: FileId) -> Vec<(u32, u32)> {
    let resolved = example.resolve(&example.files);
    let of_file = resolved.program.definitions.iter().filter(|definition| definition.file == file);
    let nodes = of_file.flat_map(|definition| definition.expressions.iter().flat_map(Expression::nodes));
    let typed = nodes.filter(|&node| resolved.inference.type_of(Place { file, node }).is_some());
    let tree = &resolved.program.file(file).tree;
    typed.map(|node| (tree.span(node).start, tree.span(node).end)).collect()
}

fn every_expression_has_a_hover(encoding: Encoding) {
    let mut count = 0;
    for example in examples() {
        let mut client = example.open(encoding);
        for (number, (name, text)) in example.files.iter().enumerate() {
            let uri = example.uri(name);
            let places = expressions(&example, FileId(number as u32));
            let ask = |&(start, _): &(u32, u32)| {
                let params = client.at(&uri, text, start as usize);
                client.request("textDocument/hover", params)
            };
            let ids: Vec<i32> = places.iter().map(ask).collect();
            for (id, (start, end)) in ids.into_iter().zip(places) {
                let answer = client.answer(id);
                let hover = &answer["result"]["contents"]["value"];
                let piece = &text[start as usize..end as usize];
                assert!(
                    hover.as_str().is_some_and(|text| text.starts_with("```")),
                    "{uri} at {start}, {piece}: {answer}"
                );
                // The range of the answer contains the pointer.
                let range = &answer["result"]["range"];
                let offsets = [&range["start"], &range["end"]].map(|of| client.offset(text, of));
                assert!((offsets[0]..=offsets[1]).contains(&(start as usize)), "{uri} at {start}: {answer}");
                count += 1;
            }
        }
        client.end();
    }
    assert!(count > 600, "only {count} expressions are found");
}

#[test]
fn every_expression_has_a_hover_in_utf_16() {
    every_expression_has_a_hover(Encoding::Utf16);
}

#[test]
fn every_expression_has_a_hover_in_utf_8() {
    every_expression_has_a_hover(Encoding::Utf8);
}

#[test]
fn every_example_has_symbols_folds_tokens_and_hints() {
    for example in examples() {
        let mut client = example.open(Encoding::Utf16);
        for (name, text) in &example.files {
            let uri = example.uri(name);
            let document = json!({ "textDocument": { "uri": uri } });
            let symbols = client.ask("textDocument/documentSymbol", document.clone());
            assert!(symbols.as_array().is_some_and(|all| !all.is_empty()), "{uri}");
            for symbol in symbols.as_array().expect("symbols") {
                let selected = &symbol["selectionRange"];
                let inside = |of: &Value| client.offset(text, of);
                let name = &text[inside(&selected["start"])..inside(&selected["end"])];
                // In Terraform, a symbol has the address of its block.
                let shown = symbol["name"].as_str().expect("a name");
                assert!(shown == name || shown.ends_with(&format!(".{name}")), "{uri}: {shown}");
            }
            let folds = client.ask("textDocument/foldingRange", document.clone());
            for fold in folds.as_array().expect("folds") {
                assert!(fold["startLine"].as_u64() < fold["endLine"].as_u64(), "{uri}: {fold}");
            }
            let tokens = client.ask("textDocument/semanticTokens/full", document);
            check_tokens(text, &tokens["data"]);
            let whole = json!({ "start": { "line": 0, "character": 0 }, "end": client.position(text, text.len()) });
            let asked = json!({ "textDocument": { "uri": uri }, "range": whole });
            for hint in client.ask("textDocument/inlayHint", asked).as_array().expect("hints") {
                assert!(hint["label"].as_str().is_some_and(|label| label.starts_with(": ")), "{uri}: {hint}");
            }
        }
        client.end();
    }
}

/// Checks that tokens are ordered, and lie within their lines.
fn check_tokens(text: &str, data: &Value) {
    let lines: Vec<usize> = text.lines().map(|line| line.encode_utf16().count()).collect();
    let numbers: Vec<usize> =
        data.as_array().expect("tokens").iter().map(|of| of.as_u64().expect("a number") as usize).collect();
    let (mut line, mut character, mut end) = (0, 0, 0);
    assert!(!numbers.is_empty());
    for token in numbers.chunks(5) {
        if token[0] > 0 {
            (character, end) = (0, 0);
        }
        line += token[0];
        character += token[1];
        assert!(character >= end, "tokens overlap in line {line}");
        end = character + token[2];
        assert!(token[2] > 0 && end <= lines[line], "a token goes beyond line {line}");
    }
}

#[test]
fn diagnostics_are_those_of_the_command_line() {
    for example in examples() {
        let mut client = example.open(Encoding::Utf16);
        let mut expected = 0;
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_typelog"))
            .args(["check", "--format", "json"])
            .args(example.arguments())
            .arg(&example.folder)
            .output()
            .expect("typelog runs");
        let records: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        client.settle();
        for (name, text) in &example.files {
            let uri = example.uri(name);
            let found = client.diagnostics.get(&uri).cloned().unwrap_or_default();
            let places = |of: &Value| {
                let range = &of["range"];
                let offsets = [&range["start"], &range["end"]].map(|of| client.offset(text, of));
                (offsets[0], offsets[1], of["code"].as_str().expect("a code").to_owned())
            };
            let mut found: Vec<_> = found.iter().map(places).collect();
            let all = records[0]["diagnostics"].as_array().expect("diagnostics").iter();
            let own = all.filter(|of| of["file"] == **name).map(|of| {
                let number = |key: &str| of[key].as_u64().expect("a number") as usize;
                (number("start"), number("end"), of["code"].as_str().expect("a code").to_owned())
            });
            let mut own: Vec<_> = own.collect();
            own.sort();
            found.sort();
            assert_eq!(found, own, "{uri}");
            expected += own.len();
        }
        assert_eq!(expected, records[0]["diagnostics"].as_array().map_or(0, Vec::len), "{}", example.folder.display());
        client.end();
    }
}
