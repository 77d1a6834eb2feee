//! References and renaming, compared with name resolution.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use typelog::program::resolve::Target;
use typelog::program::{FileId, Place};
use typelog::syntax::tree::{Node, NodeId};

use crate::client::{Client, Encoding};
use crate::examples::{Example, Resolved, examples};

/// An occurrence of a name, and its target.
struct Named {
    file: usize,
    start: usize,
    target: Target,
}

/// The names of a program that refer to definitions or variables.
fn names(resolved: &Resolved) -> Vec<Named> {
    let mut found = Vec::new();
    for (number, file) in resolved.program.files.iter().enumerate() {
        for node in (0..file.tree.len() as u32).map(NodeId) {
            let target = resolved.inference.target(Place { file: FileId(number as u32), node });
            if let (Node::Variable(..), Target::Definition(id)) = (file.tree.node(node), target) {
                let span = file.tree.span(node).range();
                // In Terraform, the name is the last part of an address.
                let last = resolved.program.definition(id).address().last().unwrap_or_default();
                let before = file.source.text[span.clone()].find(&format!(".{last}")).map_or(0, |dot| dot + 1);
                let is_address = resolved.program.is_terraform;
                found.push(Named { file: number, start: span.start + if is_address { before } else { 0 }, target });
            }
        }
    }
    found
}

#[test]
fn references_are_those_of_the_resolution() {
    let mut count = 0;
    for example in examples() {
        let resolved = example.resolve(&example.files);
        let names = names(&resolved);
        let mut client = example.open(Encoding::Utf16);
        for name in &names {
            let (file, text) = &example.files[name.file];
            let mut params = client.at(&example.uri(file), text, name.start);
            params["context"] = json!({ "includeDeclaration": false });
            let found = client.ask("textDocument/references", params);
            let found: BTreeSet<(usize, usize)> =
                found.as_array().expect("places").iter().map(|of| place(&client, &example, of)).collect();
            let same = names.iter().filter(|other| other.target == name.target);
            let expected: BTreeSet<(usize, usize)> = same.map(|other| (other.file, other.start)).collect();
            assert_eq!(found, expected, "{file} at {}", name.start);
            count += 1;
            let params = client.at(&example.uri(file), text, name.start);
            let definition = client.ask("textDocument/definition", params);
            let Target::Definition(id) = name.target else { continue };
            let own = resolved.program.definition(id);
            let (at, start) = place(&client, &example, &definition);
            // In Terraform, the definition of `local.first` is called `first`.
            let name = own.label.rsplit('.').next().unwrap_or_default();
            let is_name = |text: &str| text.trim_start_matches('"').starts_with(name);
            assert_eq!(at, own.file.0 as usize);
            assert!(is_name(&example.files[at].1[start..]), "{file}: {definition}");
        }
        client.end();
    }
    assert!(count > 100, "only {count} references are found");
}

fn place(client: &Client, example: &Example, location: &Value) -> (usize, usize) {
    let uri = location["uri"].as_str().expect("an address");
    let file = example.files.iter().position(|(name, _)| example.uri(name) == uri).expect("a file of the program");
    (file, client.offset(&example.files[file].1, &location["range"]["start"]))
}

/// The texts of an example after an edit.
fn edited(client: &Client, example: &Example, edit: &Value) -> Vec<(String, String)> {
    let mut files = example.files.clone();
    for (uri, edits) in edit["changes"].as_object().expect("changes") {
        let file = files.iter_mut().find(|(name, _)| example.uri(name) == *uri).expect("a file of the program");
        let mut edits: Vec<(usize, usize, &str)> = edits
            .as_array()
            .expect("edits")
            .iter()
            .map(|edit| {
                let [start, end] = ["start", "end"].map(|end| client.offset(&file.1, &edit["range"][end]));
                (start, end, edit["newText"].as_str().expect("a text"))
            })
            .collect();
        edits.sort_unstable();
        for (start, end, new) in edits.into_iter().rev() {
            file.1.replace_range(start..end, new);
        }
    }
    files
}

/// The targets of all names of a program.
fn targets(resolved: &Resolved) -> Vec<Target> {
    let files = resolved.program.files.iter().enumerate();
    let all = files.flat_map(|(number, file)| {
        (0..file.tree.len() as u32).map(move |node| Place { file: FileId(number as u32), node: NodeId(node) })
    });
    all.map(|place| resolved.inference.target(place)).collect()
}

#[test]
fn renaming_changes_what_no_name_means() {
    let (mut renamed, mut refused) = (0, 0);
    for example in examples() {
        let before = example.resolve(&example.files);
        let mut client = example.open(Encoding::Utf8);
        let mut starts: BTreeSet<(usize, usize)> = BTreeSet::new();
        for definition in before.program.definitions.iter().filter(|definition| definition.name.is_some()) {
            let quote =
                usize::from(example.files[definition.file.0 as usize].1[definition.name_span.range()].starts_with('"'));
            starts.insert((definition.file.0 as usize, definition.name_span.start as usize + quote));
        }
        // The variables of `for` expressions.
        for (number, (_, text)) in example.files.iter().enumerate() {
            starts.extend(text.match_indices("for ").map(|(at, _)| (number, at + 4)));
        }
        for (file, start) in starts {
            let (name, text) = &example.files[file];
            let params = client.at(&example.uri(name), text, start);
            let id = client.request("textDocument/prepareRename", params.clone());
            if client.answer(id).get("error").is_some() {
                refused += 1;
                continue;
            }
            let mut params = params;
            params["newName"] = "quite_new".into();
            let edit = client.ask("textDocument/rename", params);
            let files = edited(&client, &example, &edit);
            let after = example.resolve(&files);
            assert_eq!(targets(&after), targets(&before), "{name} at {start}: {edit}");
            assert_ne!(files, example.files, "{name} at {start}");
            renamed += 1;
        }
        client.end();
    }
    assert!(renamed > 150, "only {renamed} names are changed, and {refused} refused");
}

#[test]
fn names_that_are_taken_are_refused() {
    let mut client = Client::start(&[], Encoding::Utf16);
    let text = "a = 1\nb = a\nc = [for x in [a] : [for y in [x] : a]]\n";
    let uri = client.open_as(&crate::files::root().join("target/never/names.hcl"), text);
    let mut refusal = |offset: usize, new: &str| {
        let mut params = client.at(&uri, text, offset);
        params["newName"] = new.into();
        let id = client.request("textDocument/rename", params);
        client.answer(id)["error"]["message"].as_str().map(str::to_owned)
    };
    assert_eq!(refusal(0, "d"), None);
    assert!(refusal(0, "b").is_some_and(|message| message.contains("another definition")));
    assert!(refusal(0, "y").is_some(), "a variable would take the name");
    assert!(refusal(0, "1x").is_some_and(|message| message.contains("is not a name")));
    assert!(refusal(0, "true").is_some_and(|message| message.contains("is not a name")));
    let x = text.find("x in").expect("a variable");
    assert_eq!(refusal(x, "z"), None);
    assert!(refusal(x, "y").is_some(), "the inner variable would take the name");
    assert!(refusal(x, "a").is_some(), "the name means something else in the expression");
    client.end();
}
