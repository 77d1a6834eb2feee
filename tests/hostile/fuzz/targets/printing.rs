//! All outputs about a program: reports, records, graphs and interfaces.

use typelog::citation::Citation;
use typelog::infer::Inference;
use typelog::program::{DefinitionId, Program};
use typelog::render::{
    Checkstyle, Document, Gitlab, GraphFormat, GraphNode, Junit, Log, Palette, Report, graph, jsonl, page,
    write_github, write_rdjsonl,
};
use typelog::results::interface::{
    ModuleInterface, interface_json, interface_markdown, interface_schema, interface_text,
};
use typelog::types::Interner;

/// Checks that the interface names each input and output once in every format.
pub fn check_interface(program: &Program, inference: &Inference, types: &Interner) {
    let interface = ModuleInterface::of(program, inference, types);
    let count = interface.inputs.len() + interface.outputs.len();
    assert_eq!(interface_text(&interface, types).lines().count(), count);
    let json = interface_json(&interface, types);
    let lengths = ["inputs", "outputs"].map(|list| json[list].as_array().map_or(0, Vec::len));
    assert_eq!(lengths, [interface.inputs.len(), interface.outputs.len()]);
    let schema = interface_schema(&interface, types);
    assert!(interface.inputs.iter().all(|input| schema["properties"].get(&input.name).is_some()));
    // Each of the two tables has a title, an empty line and two header lines, and an empty line separates them.
    assert_eq!(interface_markdown(&interface, types).lines().count(), 9 + count);
}

/// Checks that the order contains every definition once, and that the graph can be drawn.
pub fn check_graph(program: &Program, inference: &Inference) {
    let order = inference.order();
    let mut ids: Vec<DefinitionId> = order.to_vec();
    ids.sort_unstable();
    assert!(ids.into_iter().eq(program.definition_ids()), "the order is not one of all definitions");
    let place = |id: DefinitionId| order.iter().position(|&found| found == id).expect("it is in the order");
    let node = |&id: &DefinitionId| GraphNode {
        name: program.definition(id).label.to_string(),
        kind: program.definition(id).kind.word(),
        refers_to: inference.references(id).iter().map(|&(to, _)| place(to)).collect(),
        is_circular: inference.is_circular(id),
    };
    let nodes: Vec<GraphNode> = order.iter().map(node).collect();
    for format in [GraphFormat::Text, GraphFormat::Dot, GraphFormat::Mermaid, GraphFormat::Json, GraphFormat::Svg] {
        graph(&nodes, format);
    }
}

/// Concatenates a text that is written in pieces.
fn whole(work: impl FnOnce(&mut dyn FnMut(&str) -> Result<(), ()>) -> Result<(), ()>) -> String {
    let mut text = String::new();
    let written = work(&mut |piece| {
        text.push_str(piece);
        Ok(())
    });
    assert!(written.is_ok());
    text
}

/// A document about one program.
fn written(mut document: Document, report: &Report) -> String {
    let names: Vec<String> = report.sources.iter().map(|source| source.name.clone()).collect();
    whole(|write| document.add(report, names[..].as_ref(), write)) + &document.end(&Citation::default())
}

fn is_json(text: &str) -> bool {
    serde_json::from_str::<serde_json::Value>(text).is_ok()
}

/// Holds if a text is well-formed XML.
fn is_xml(text: &str) -> bool {
    let mut reader = quick_xml::Reader::from_str(text);
    loop {
        match reader.read_event() {
            Ok(quick_xml::events::Event::Eof) => return true,
            Ok(_) => {}
            Err(_) => return false,
        }
    }
}

/// The report of a program, and its JSON record.
pub fn render(report: &Report) -> [String; 2] {
    let name = str::to_owned;
    let (plain, line) = (page(report, Palette::Plain, &name), jsonl(report));
    assert_eq!(plain.is_empty(), report.diagnostics.is_empty());
    assert_eq!(page(report, Palette::Coloured, &name).is_empty(), plain.is_empty());
    assert_eq!(line.find(|character| character < ' '), Some(line.len() - 1), "one line is more");
    let annotations = whole(|write| write_github(report, &name, write));
    let is_annotation = |line: &str| ["::error ", "::warning ", "::notice "].iter().any(|kind| line.starts_with(kind));
    assert!(annotations.lines().all(is_annotation), "{annotations}");
    let lines = whole(|write| write_rdjsonl(report, &name, write));
    assert!(lines.lines().all(is_json), "{lines}");
    for document in [Document::Json(false), Document::Sarif(Log::default()), Document::Gitlab(Gitlab::default())] {
        let text = written(document, report);
        assert!(is_json(&text), "{text}");
    }
    for document in [Document::Checkstyle(Checkstyle::default()), Document::Junit(Junit::default())] {
        let text = written(document, report);
        assert!(is_xml(&text), "{text}");
    }
    [plain, line]
}
