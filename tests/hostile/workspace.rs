//! Many edits of a workspace of Terraform: after each of them the server says what a server says that opens the texts anew, and its
//! memory does not grow.
//!
//! `TYPELOG_EDITS=5000 cargo test --release --test hostile workspace` makes as many edits of the calling module, and as many of the
//! modules that it calls, of which there are a hundred then.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use serde_json::{Value, json};

use typelog::files::Memory;
use typelog::project::{Options, Project};
use typelog::server::{ServerInProcess, with_server};

use crate::allocations::{ALLOCATOR, is_alone};

/// The texts of the calling module in the place of its prefix.
const PREFIXES: [&str; 6] = ["\"p\"", "[\"p\"]", "missing", "\"${module.m1.names[0]}\"", "upper(", "module.m2.sizes"];

/// The bodies that a called module may have.
const BODIES: [&str; 6] = [
    "variable \"name\" {\n  type = string\n}\noutput \"names\" {\n  value = [var.name, \"x\"]\n}\n",
    "variable \"name\" {\n  type = number\n}\noutput \"names\" {\n  value = [var.name + 1, 2]\n}\n",
    "variable \"name\" {\n  type = list(string)\n}\noutput \"names\" {\n  value = var.name\n}\n",
    "variable \"title\" {\n  type = string\n}\noutput \"names\" {\n  value = [var.titel]\n}\n",
    "variable \"name\" {\n  type = string\n}\noutput \"sizes\" {\n  value = length(var.name)\n}\n",
    "variable \"name\" {\n  type = string\noutput \"names\" {\n",
];

/// Numbers that look like chance, and are the same in each run.
struct Chance(u64);

impl Chance {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % count
    }
}

/// The texts of a workspace: the calling module, and those that it calls. The first of these is open, too.
#[derive(Clone)]
struct Workspace {
    prefix: usize,
    bodies: Vec<usize>,
}

const ROOT: &str = "/modules/main.tf";

impl Workspace {
    fn of(modules: usize) -> Self {
        Self { prefix: 0, bodies: vec![0; modules] }
    }

    fn root(&self) -> String {
        let call = |at: usize| format!("module \"m{at}\" {{\n  source = \"./m{at}\"\n  name   = local.prefix\n}}\n");
        let calls: String = (0..self.bodies.len()).map(call).collect();
        let output = "output \"first\" {\n  value = \"${module.m0.names[0]}\"\n}\n";
        format!("locals {{\n  prefix = {}\n}}\n{calls}{output}", PREFIXES[self.prefix])
    }

    fn files(&self) -> Vec<(String, String)> {
        let called = self.bodies.iter().enumerate().map(|(at, &body)| (path_of(at), BODIES[body].to_owned()));
        called.chain([(ROOT.to_owned(), self.root())]).collect()
    }
}

fn path_of(module: usize) -> String {
    format!("/modules/m{module}/main.tf")
}

fn uri_of(path: &str) -> String {
    format!("file://{path}")
}

/// A server with the diagnostics that it has published, by document. Documents without any are left out.
struct Editor<'s, 'w> {
    server: &'s mut ServerInProcess<'w>,
    version: i32,
    published: BTreeMap<String, Value>,
}

impl Editor<'_, '_> {
    fn send(&mut self, method: &str, params: &Value) {
        for message in self.server.exchange([json!({ "jsonrpc": "2.0", "method": method, "params": params })]) {
            let Some(uri) = message["params"]["uri"].as_str() else { continue };
            match message["params"]["diagnostics"].as_array() {
                Some(some) if !some.is_empty() => {
                    self.published.insert(uri.to_owned(), message["params"]["diagnostics"].clone());
                }
                _ => _ = self.published.remove(uri),
            }
        }
    }

    fn open(&mut self, path: &str, language: &str, text: &str) {
        let document = json!({ "uri": uri_of(path), "languageId": language, "version": 0, "text": text });
        self.send("textDocument/didOpen", &json!({ "textDocument": document }));
    }

    fn change(&mut self, path: &str, text: &str) {
        self.version += 1;
        let document = json!({ "uri": uri_of(path), "version": self.version });
        self.send("textDocument/didChange", &json!({ "textDocument": document, "contentChanges": [{ "text": text }] }));
    }
}

fn with_editor<R>(workspace: &Workspace, talk: impl FnOnce(&mut Editor<'_, '_>, &Memory) -> R) -> R {
    let system = Arc::new(Memory::of(workspace.files()));
    let project = Project::in_system(system.clone(), Options::default().jobs(1)).expect("the options are right");
    let greeting = json!({ "capabilities": {}, "initializationOptions": { "workspaceDiagnostics": false } });
    with_server(project, Vec::new(), greeting, |server| {
        let mut editor = Editor { server, version: 0, published: BTreeMap::new() };
        if let Some(&body) = workspace.bodies.first() {
            editor.open(ROOT, "terraform", &workspace.root());
            editor.open(&path_of(0), "terraform", BODIES[body]);
        }
        talk(&mut editor, &system)
    })
    .expect("a server")
}

/// Edits the calling module, or one of those that it calls: the first one in the editor, the others on disk.
fn edit(
    workspace: &mut Workspace,
    is_of_root: bool,
    chance: &mut Chance,
    editor: &mut Editor<'_, '_>,
    system: &Memory,
) {
    if is_of_root {
        workspace.prefix = chance.below(PREFIXES.len());
        return editor.change(ROOT, &workspace.root());
    }
    let (module, body) = (chance.below(workspace.bodies.len()), chance.below(BODIES.len()));
    workspace.bodies[module] = body;
    let path = path_of(module);
    if module == 0 {
        return editor.change(&path, BODIES[body]);
    }
    system.set(Path::new(&path), BODIES[body].as_bytes());
    editor.send("workspace/didChangeWatchedFiles", &json!({ "changes": [{ "uri": uri_of(&path), "type": 2 }] }));
}

#[test]
fn edits_lead_to_what_a_fresh_server_says() {
    if !is_alone("workspace::edits_lead_to_what_a_fresh_server_says") {
        return;
    }
    let wanted = std::env::var("TYPELOG_EDITS").ok().map(|edits| edits.parse::<usize>().expect("a number"));
    let (edits, modules, compared) = wanted.map_or((100, 8, 10), |edits| (2 * edits, 100, 40));
    let mut workspace = Workspace::of(modules);
    let (mut chance, mut problems) = (Chance(7), 0);
    let mut most = [0; 4];
    with_editor(&workspace.clone(), |editor, system| {
        for at in 0..edits {
            edit(&mut workspace, at % 2 == 0, &mut chance, editor, system);
            if at % (edits / compared) == 0 {
                let fresh = with_editor(&workspace, |fresh, _| fresh.published.clone());
                assert_eq!(editor.published, fresh, "after edit {at}");
                problems += fresh.values().filter_map(Value::as_array).map(Vec::len).sum::<usize>();
            }
            let quarter = &mut most[at * 4 / edits];
            *quarter = ALLOCATOR.allocated().max(*quarter);
        }
    });
    println!("{edits} edits, {problems} diagnostics compared, at most so many bytes in use: {most:?}");
    assert!(problems > compared, "{problems}");
    assert!(most[3] < most[2] + most[2] / 10, "memory grows from quarter to quarter: {most:?}");
}

#[test]
fn an_open_document_keeps_little() {
    if !is_alone("workspace::an_open_document_keeps_little") {
        return;
    }
    // The types of the functions of Terraform are copied for each program.
    for (language, file, most) in [("hcl", "main.hcl", 24_000), ("terraform", "main.tf", 38_000)] {
        with_editor(&Workspace::of(0), |editor, _| {
            let mut open = |documents: std::ops::Range<usize>| {
                for at in documents {
                    let text = format!("output \"o{at}\" {{\n  value = [missing]\n}}\n");
                    editor.open(&format!("/other/p{at}/{file}"), language, &text);
                }
                ALLOCATOR.allocated()
            };
            let [before, after] = [open(0..60), open(60..160)];
            let kept = (after - before) / 100;
            println!("an open document of {language} keeps {kept} bytes");
            assert!(kept < most, "{language}: {kept}");
        });
    }
}
