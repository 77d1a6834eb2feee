//! Answers about a checked program: as a whole, and at a place.

use gen_lsp_types::{CompletionList, Diagnostic, Hover, InlayHint, Location, Position, Range};
use serde::Serialize;
use typelog::lsp::commands::{ShownProof, proof as proof_at};
use typelog::lsp::completion::{completions, item, repair::repaired};
use typelog::lsp::definitions::{DefinedAt, definition as definition_at};
use typelog::lsp::diagnostics::diagnostics as shown;
use typelog::lsp::hints::hints;
use typelog::lsp::hover::hover as hover_at;
use typelog::lsp::text::Encoding;
use typelog::program::{DefinitionId, FileId, Kind};
use typelog::render::{Detail, Palette, Report, definition_types, jsonl, page};
use typelog::source::LineIndex;
use typelog::source::Span;
use typelog::types::RunFault;

use super::program::{Asked, Opened, file_of};

/// The results of a check.
#[derive(Default, Serialize)]
pub struct Checked {
    files: Vec<CheckedFile>,
    nodes: Vec<Node>,
    /// The text that `typelog types` prints.
    types: String,
    /// The text that `typelog check` prints.
    report: String,
    /// The faults of interpreted rules.
    faults: Vec<String>,
}

#[derive(Serialize)]
struct CheckedFile {
    name: String,
    diagnostics: Vec<Diagnostic>,
    hints: Vec<InlayHint>,
}

/// A named node.
#[derive(Serialize)]
struct Node {
    name: String,
    kind: &'static str,
    /// Its type, with schema types shown by name.
    #[serde(rename = "type")]
    ty: String,
    file: String,
    range: Range,
}

/// The results of the last check.
pub fn checked(opened: &mut Opened) -> Checked {
    let Some(report) = report(opened, Detail::Definitions) else { return Checked::default() };
    let (types, page) =
        (definition_types(&report, false, Palette::Plain), page(&report, Palette::Plain, &str::to_owned));
    let Some(Asked { view, types: interner, diagnostics, .. }) = opened.asked() else { return Checked::default() };
    let faults = interner.book().faults().take().iter().map(RunFault::message).collect();
    let named = view.program.definition_ids().filter(|&id| view.program.definition(id).kind != Kind::Body);
    let nodes = named.zip(report.nodes).map(|(id, node): (DefinitionId, _)| {
        let definition = view.program.definition(id);
        Node {
            name: node.name,
            kind: node.kind,
            ty: node.ty_by_name.unwrap_or(node.ty),
            file: view.uri(definition.file).to_owned(),
            range: view.range(definition.file, definition.name_span),
        }
    });
    let nodes = nodes.collect();
    let files = view.file_ids().zip(shown(&view, diagnostics)).map(|(file, shown)| {
        let whole = Span { start: 0, end: view.text(file).len() as u32 };
        let hints = hints(&view, interner, file, whole, &|| false);
        let diagnostics = shown.into_iter().map(Diagnostic::from).collect();
        CheckedFile { name: view.uri(file).to_owned(), diagnostics, hints }
    });
    Checked { files: files.collect(), nodes, types, report: page, faults }
}

/// The JSON record of the program, on one line.
pub fn record(opened: &mut Opened) -> String {
    report(opened, Detail::Definitions).map(|report| jsonl(&report)).unwrap_or_default()
}

fn report(opened: &mut Opened, detail: Detail) -> Option<Report> {
    let (program, inference, types, diagnostics) = opened.results()?;
    Some(Report::new("program".to_owned(), program, inference, types, diagnostics.to_vec(), detail))
}

/// The hover at a position.
pub fn hover(opened: &mut Opened, name: &str, line: u32, character: u32) -> Option<Hover> {
    let Asked { view, types, schemas, diagnostics } = opened.asked()?;
    let file = file_of(view.program, name)?;
    let offset = view.offset(file, Position { line, character });
    hover_at(&view, types, schemas, diagnostics, file, offset)
}

/// The place of the definition of the name at a position.
pub fn definition(opened: &mut Opened, name: &str, line: u32, character: u32) -> Option<Location> {
    let Asked { view, types, schemas, .. } = opened.asked()?;
    let file = file_of(view.program, name)?;
    let offset = view.offset(file, Position { line, character });
    match definition_at(&view, types, schemas, file, offset)? {
        DefinedAt::Here(location) => Some(location),
        // A page has one module.
        DefinedAt::Elsewhere(_) => None,
    }
}

/// The proof of the type at a position, or of a problem.
pub fn proof(opened: &mut Opened, name: &str, (line, character): (u32, u32), code: Option<&str>) -> Option<ShownProof> {
    let Asked { view, types, diagnostics, .. } = opened.asked()?;
    let file = file_of(view.program, name)?;
    let offset = view.offset(file, Position { line, character });
    proof_at(&view, types, diagnostics, (file, offset), code)
}

/// The completions at a position.
pub fn completion(opened: &mut Opened, name: &str, line: u32, character: u32) -> Option<CompletionList> {
    let text = opened.text(name)?;
    let lines = LineIndex::new(text);
    let offset = lines.offset(text, Position { line, character }, Encoding::Utf16);
    let repaired = repaired(text, offset)?;
    let range = lines.range(text, repaired.word, Encoding::Utf16);
    opened.with_text(name, &repaired.text, |Asked { view, types, schemas, .. }| {
        let file: FileId = file_of(view.program, name)?;
        let (completions, is_all) = completions(&view, types, schemas, file, &repaired);
        let items = completions.into_iter().enumerate().map(|(number, found)| item(found, number, range, false));
        Some(CompletionList { is_incomplete: !is_all, items: items.collect(), ..CompletionList::default() })
    })?
}
