//! The costs of the server, counted in allocations: of an edit in a program that calls many others, of many edits, and of questions
//! about a whole document.

use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

use serde_json::{Value, json};

use typelog::files::Memory;
use typelog::project::{Options, Project};
use typelog::server::{ServerInProcess, with_server};

use crate::allocations::{ALLOCATOR, Count, counted, is_alone};

/// The files of a module that calls others, each of which calls another one.
fn files(modules: usize) -> Vec<(String, String)> {
    let mut files = vec![("/modules/main.tf".to_owned(), root(modules))];
    for at in 0..modules {
        let mut text = format!(
            "variable \"name\" {{\n  type = string\n}}\nmodule \"inner\" {{\n  source = \"./inner\"\n  size = {at}\n}}\n"
        );
        for rule in 0..8 {
            let _ = write!(
                text,
                "resource \"net_subnet\" \"s{rule}\" {{\n  name = \"${{var.name}}-{rule}\"\n  tags = {{ for k in [\"a\", \"b\"] : k => length(module.inner.sizes) + {rule} }}\n}}\n"
            );
        }
        text += "output \"names\" {\n  value = [net_subnet.s0.name, var.name]\n}\n";
        files.push((format!("/modules/m{at}/main.tf"), text));
        let inner =
            "variable \"size\" {\n  type = number\n}\noutput \"sizes\" {\n  value = [var.size, var.size + 1]\n}\n";
        files.push((format!("/modules/m{at}/inner/main.tf"), inner.to_owned()));
    }
    files
}

/// The text of the calling module.
fn root(modules: usize) -> String {
    let mut text = "locals {\n  prefix = \"p\"\n}\n".to_owned();
    for at in 0..modules {
        let _ = write!(text, "module \"m{at}\" {{\n  source = \"./m{at}\"\n  name   = \"{at}\"\n}}\n");
    }
    text + "output \"first\" {\n  value = \"${local.prefix}${module.m0.names[1]}\"\n}\n"
}

/// The files of a program in PCL with components, each of which has another one.
fn files_of_components(components: usize) -> Vec<(String, String)> {
    let mut files = vec![("/modules/main.pp".to_owned(), root_of_components(components))];
    for at in 0..components {
        let mut text =
            format!("config \"name\" \"string\" {{}}\ncomponent \"inner\" \"./inner\" {{\n  size = {at}\n}}\n");
        for rule in 0..8 {
            let _ = writeln!(
                text,
                "s{rule} = {{ name = \"${{name}}-{rule}\", tags = {{ for k in [\"a\", \"b\"] : k => length(inner.sizes) + {rule} }} }}"
            );
        }
        text += "output \"names\" {\n  value = [s0.name, name]\n}\n";
        files.push((format!("/modules/m{at}/main.pp"), text));
        let inner = "config \"size\" \"number\" {}\noutput \"sizes\" {\n  value = [size, size + 1]\n}\n";
        files.push((format!("/modules/m{at}/inner/main.pp"), inner.to_owned()));
    }
    files
}

/// The text of the program with these components.
fn root_of_components(components: usize) -> String {
    let mut text = "# A prefix.\nprefix   = \"p\"\n".to_owned();
    for at in 0..components {
        let _ = write!(text, "component \"m{at}\" \"./m{at}\" {{\n  name = \"{at}\"\n}}\n");
    }
    text + "output \"first\" {\n  value = \"${prefix}${m0.names[1]}\"\n}\n"
}

/// A program that calls others: its language and file, and the texts of all files.
#[derive(Clone, Copy)]
struct Calling {
    language: &'static str,
    file: &'static str,
    files: fn(usize) -> Vec<(String, String)>,
    /// The most that an edit allocates, of what opening the program does.
    most_of_edit: f64,
}

const MODULES: Calling = Calling { language: "terraform", file: "/modules/main.tf", files, most_of_edit: 0.03 };
const COMPONENTS: Calling =
    Calling { language: "pcl", file: "/modules/main.pp", files: files_of_components, most_of_edit: 0.045 };

impl Calling {
    fn uri(self) -> String {
        format!("file://{}", self.file)
    }
}

/// A server in which the calling program is open.
struct Editor<'s, 'w> {
    calling: Calling,
    server: &'s mut ServerInProcess<'w>,
    version: i32,
}

impl Editor<'_, '_> {
    /// Sends a notification about the open document, and returns the diagnostics that are published about it.
    fn tell(&mut self, method: &str, mut params: Value) -> Vec<Value> {
        self.version += 1;
        params["textDocument"]["uri"] = json!(self.calling.uri());
        params["textDocument"]["version"] = json!(self.version);
        let messages = self.server.exchange([json!({ "jsonrpc": "2.0", "method": method, "params": params })]);
        let published = messages.iter().find(|message| message["params"]["uri"] == self.calling.uri());
        let published = published.expect("diagnostics of each version");
        assert_eq!(published["params"]["version"], self.version);
        published["params"]["diagnostics"].as_array().cloned().unwrap_or_default()
    }

    fn open(&mut self, count: usize) -> Vec<Value> {
        let text = (self.calling.files)(count).swap_remove(0).1;
        let document = json!({ "languageId": self.calling.language, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }))
    }

    /// Replaces the text of the first local value.
    fn edit(&mut self, value: &str) -> Vec<Value> {
        let range = json!({ "start": { "line": 1, "character": 11 }, "end": { "line": 1, "character": 100 } });
        self.tell("textDocument/didChange", json!({ "contentChanges": [{ "range": range, "text": value }] }))
    }
}

fn with_editor<R>(calling: Calling, count: usize, talk: impl FnOnce(&mut Editor<'_, '_>, &Memory) -> R) -> R {
    let system = Arc::new(Memory::of((calling.files)(count)));
    let project = Project::in_system(system.clone(), Options::default().jobs(1)).expect("the options are right");
    let greeting = json!({ "capabilities": {}, "initializationOptions": { "workspaceDiagnostics": false } });
    with_server(project, Vec::new(), greeting, |server| talk(&mut Editor { calling, server, version: 0 }, &system))
        .expect("a server")
}

#[test]
fn an_edit_of_a_root_costs_little_of_a_check() {
    if !is_alone("edits::an_edit_of_a_root_costs_little_of_a_check") {
        return;
    }
    for calling in [MODULES, COMPONENTS] {
        let language = calling.language;
        let [small, large] = [50, 100].map(|count| with_editor(calling, count, |editor, _| costs(editor, count)));
        for (whole, edit) in [&small, &large] {
            let shares = [ratio(edit.bytes, whole.bytes), ratio(edit.allocations, whole.allocations)];
            println!(
                "{language}, an edit: {} bytes, {} allocations: {shares:?} of opening",
                edit.bytes, edit.allocations
            );
            assert!(shares.iter().all(|&share| share < calling.most_of_edit), "{language}: {shares:?}");
        }
        let growth = ratio(large.1.allocations, small.1.allocations);
        assert!(growth < 2.2, "{language}: an edit grows {growth}-fold");
    }
}

/// The allocations of opening the module, and of an edit.
fn costs(editor: &mut Editor<'_, '_>, modules: usize) -> (Count, Count) {
    let (found, whole) = counted(|| editor.open(modules));
    assert!(found.is_empty(), "{found:?}");
    // The first edit sets up what later ones use.
    editor.edit("\"q\"");
    let (found, edit) = counted(|| editor.edit("[\"q\"]"));
    assert_eq!(found.len(), 1, "{found:?}");
    (whole, edit)
}

#[allow(clippy::cast_precision_loss, reason = "counts are small")]
fn ratio(part: usize, of: usize) -> f64 {
    part as f64 / of as f64
}

#[test]
fn memory_is_flat_over_many_edits() {
    if !is_alone("edits::memory_is_flat_over_many_edits") {
        return;
    }
    with_editor(MODULES, 10, |editor, system| {
        editor.open(10);
        let mut most = |edits: std::ops::Range<usize>| {
            let used = edits.map(|at| {
                if at % 10 == 0 {
                    // A called module changes as well.
                    let text = format!("output \"names\" {{\n  value = [\"{at}\", \"{at}\"]\n}}\n");
                    system.set(Path::new("/modules/m0/main.tf"), text.as_bytes());
                    let change = json!({ "changes": [{ "uri": "file:///modules/m0/main.tf", "type": 2 }] });
                    let method = "workspace/didChangeWatchedFiles";
                    editor.server.exchange([json!({ "jsonrpc": "2.0", "method": method, "params": change })]);
                }
                editor.edit(&format!("\"{at}\""));
                ALLOCATOR.allocated()
            });
            used.max().unwrap_or_default()
        };
        let windows = [most(0..2_000), most(2_000..3_000), most(3_000..4_000)];
        println!("most bytes in use: {windows:?}");
        assert!(windows[2] < windows[1] + windows[1] / 20, "memory grows from window to window: {windows:?}");
    });
}

/// The allocations of a question about a whole document.
fn cost_of_question(method: &str, text: &str) -> usize {
    with_editor(MODULES, 0, |editor, _| {
        let document = json!({ "languageId": "terraform", "text": text });
        editor.tell("textDocument/didOpen", json!({ "textDocument": document }));
        let whole = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 1_000_000, "character": 0 } });
        let params = json!({
            "textDocument": { "uri": "file:///modules/main.tf" }, "range": whole, "context": { "diagnostics": [] },
            "options": { "tabSize": 2, "insertSpaces": true },
        });
        let question = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
        let (answer, count) = counted(|| editor.server.exchange([question]));
        assert!(answer.iter().any(|answer| answer["result"].is_object() || answer["result"].is_array()), "{answer:?}");
        count.allocations + count.bytes
    })
}

#[test]
fn questions_about_a_whole_document_are_linear() {
    if !is_alone("edits::questions_about_a_whole_document_are_linear") {
        return;
    }
    let wrong = |count: usize| {
        let line = |at: usize| format!("output \"o{at}\" {{\n  value = upper(var.missing{at})\n}}\n");
        (0..count).map(line).collect::<String>()
    };
    let long = |count: usize| format!("locals {{\n  a = [{}]\n}}\n", "upper(\"é\"), ".repeat(count));
    for method in ["textDocument/codeAction", "textDocument/semanticTokens/full", "textDocument/formatting"] {
        let text = |count| if method.ends_with("codeAction") { wrong(count) } else { long(count) };
        let [small, large] = [2_000, 4_000].map(|count| cost_of_question(method, &text(count)));
        let growth = ratio(large, small);
        println!("{method}: {growth}-fold for twice the text");
        assert!(growth < 2.2, "{method}: {growth}");
    }
}
