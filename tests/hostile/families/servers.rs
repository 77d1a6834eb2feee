//! Sessions with the language server: each line of the file `messages` is a message to it.

use serde_json::{Value, json};

use super::{Family, Input, family, lines, several};

/// The families.
pub fn families() -> Vec<Family> {
    vec![
        session("server: edits of one document", 40, |n| {
            let edits = (0..n).map(|at| edited("/a/main.hcl", at, 0, &format!("{at}")));
            [opened("/a/main.hcl", "hcl", "a = 1\nb = [a, missing]\n")].into_iter().chain(edits).collect()
        }),
        session("server: a long document", 200, |n| {
            let text = lines(n, |at| format!("a{at} = {{ k = [{at}, missing{at}] }}"));
            let edits = (0..3).map(|at| edited("/a/main.hcl", at, 0, "1"));
            [opened("/a/main.hcl", "hcl", &text)].into_iter().chain(edits).collect()
        }),
        session("server: documents", 40, |n| {
            (0..n).map(|at| opened(&format!("/a/p{at}/main.hcl"), "hcl", &format!("a{at} = [missing]\n"))).collect()
        }),
        session("server: documents of one program", 40, |n| {
            (0..n).map(|at| opened(&format!("/a/f{at}.hcl"), "hcl", &format!("a{at} = [missing{at}]\n"))).collect()
        })
        .limited(),
        session("server: documents that are opened and closed", 40, |n| {
            let both = |at: usize| {
                let path = format!("/a/p{at}/main.hcl");
                [opened(&path, "hcl", &format!("a{at} = [missing]\n")), closed(&path)]
            };
            (0..n).flat_map(both).collect()
        }),
        session("server: rule files", 20, |n| {
            let text = |at: usize| format!("d{at}(1).\nw{at}(x) :- d{at}(x), missing{at}(x).\n");
            (0..n).map(|at| opened(&format!("/a/r{at}.dl"), "typelog", &text(at))).collect()
        }),
        session("server: questions about a document", 40, |n| {
            let text = lines(n, |at| format!("a{at} = {{ k = [{at}] }}"));
            let question = |at: usize| {
                let place = json!({ "line": at, "character": 0 });
                json!({
                    "jsonrpc": "2.0", "id": at + 1, "method": "textDocument/hover",
                    "params": { "textDocument": { "uri": "file:///a/main.hcl" }, "position": place },
                })
            };
            [opened("/a/main.hcl", "hcl", &text)].into_iter().chain((0..n).map(question)).collect()
        }),
    ]
}

fn session(name: &'static str, size: usize, messages: fn(usize) -> Vec<Value>) -> Family {
    family(name, "server", size, move |n| -> Input {
        let messages = messages(n);
        several(&[("messages", lines(messages.len(), |at| messages[at].to_string()))])
    })
}

fn told(method: &str, document: &Value, changes: Option<Value>) -> Value {
    let mut params = json!({ "textDocument": document });
    if let Some(changes) = changes {
        params["contentChanges"] = changes;
    }
    json!({ "jsonrpc": "2.0", "method": format!("textDocument/{method}"), "params": params })
}

fn opened(path: &str, language: &str, text: &str) -> Value {
    told(
        "didOpen",
        &json!({ "uri": format!("file://{path}"), "languageId": language, "version": 0, "text": text }),
        None,
    )
}

fn closed(path: &str) -> Value {
    told("didClose", &json!({ "uri": format!("file://{path}") }), None)
}

/// An edit that replaces the value of the first attribute, which begins behind four letters.
fn edited(path: &str, version: usize, line: usize, text: &str) -> Value {
    let [start, end] = [4, 100].map(|character| json!({ "line": line, "character": character }));
    let changes = json!([{ "range": { "start": start, "end": end }, "text": text }]);
    told("didChange", &json!({ "uri": format!("file://{path}"), "version": version + 1 }), Some(changes))
}
