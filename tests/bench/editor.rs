//! The language server through its protocol: the time from a change of a document to its diagnostics, and the memory of the
//! server.

#![allow(clippy::cast_precision_loss, reason = "times need few digits")]

#[allow(dead_code, reason = "each bench uses a part")]
mod generate;
mod generate_pcl;
mod generate_schema;
#[path = "../editors/wire.rs"]
mod wire;

use std::fmt::Write as _;
use std::fs;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Instant;

use serde_json::{Value, json};

fn main() {
    // `cargo test --benches` only checks that a bench runs.
    let is_bench = std::env::args().any(|argument| argument == "--bench");
    let (sizes, nodes, edits): (&[usize], usize, usize) =
        if is_bench { (&[10_000, 100_000], 2_000, 300) } else { (&[200], 80, 3) };
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("editor");
    fs::create_dir_all(&folder).expect("a folder");
    let declarations = folder.join("declarations.declare");
    fs::write(&declarations, generate::declarations()).expect("a file");
    for &size in sizes {
        let arguments = ["--declare".to_owned(), declarations.display().to_string()];
        let text = generate::program(size, 1);
        session(&format!("{size} expressions"), &arguments, &folder.join("main.hcl"), &text, edits);
    }
    let schemas = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/schemas");
    let arguments = ["--schemas".to_owned(), schemas.display().to_string()];
    let text = generate_pcl::program(nodes);
    session(&format!("PCL of {nodes} nodes"), &arguments, &folder.join("main.pp"), &text, edits);
    // A schema as large as those of the largest clouds, and a program that uses a hundred of its resources.
    let large = folder.join("large");
    let bytes = if is_bench { 41_000_000 } else { 100_000 };
    fs::create_dir_all(&large).expect("a folder");
    fs::write(large.join("big-1.0.0.json"), generate_schema::schema(bytes)).expect("a file");
    let arguments = ["--schemas".to_owned(), large.display().to_string()];
    let (text, name) = (generate_schema::program(nodes / 20), format!("a schema of {} MB", bytes / 1_000_000));
    session(&name, &arguments, &folder.join("large.pp"), &text, edits);
    let network = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/editors/network/schemas");
    let arguments = ["--schemas".to_owned(), network.display().to_string()];
    let (lines, modules) = if is_bench { (4_000, 2_000) } else { (100, 5) };
    let alone = folder.join("alone");
    fs::create_dir_all(&alone).expect("a folder");
    session(&format!("Terraform of {lines} lines"), &arguments, &alone.join("main.tf"), &terraform(lines), edits);
    let calling = folder.join("calling");
    let text = calling_module(&calling, modules);
    session(&format!("Terraform that calls {modules} modules"), &arguments, &calling.join("main.tf"), &text, edits);
    // A published schema, if there is one, and a program that uses a resource of it.
    if let (Ok(schemas), Ok(program)) = (std::env::var("TYPELOG_SCHEMAS"), std::env::var("TYPELOG_PROGRAM")) {
        let text = fs::read_to_string(&program).expect("a program");
        let arguments = ["--schemas".to_owned(), schemas];
        session("a large schema", &arguments, &PathBuf::from(program), &text, edits);
    }
}

/// A module of Terraform of so many lines, whose blocks depend on one another.
fn terraform(lines: usize) -> String {
    let mut text = String::from("variable \"name\" {\n  type = string\n}\n\nlocals {\n  name0 = \"x\"\n}\n");
    for at in 1..=(lines - 7) / 15 {
        let _ = write!(
            text,
            "\nlocals {{\n  name{at}  = \"${{var.name}}-${{local.name{}}}-{at}\"\n  ports{at} = [80, 443, {at}]\n}}\n\n\
             resource \"net_subnet\" \"s{at}\" {{\n  vpc_id = local.name{at}\n  range  = \"10.0.{at}.0/24\"\n}}\n\n\
             output \"o{at}\" {{\n  value = {{ id = net_subnet.s{at}.id, ports = [for p in local.ports{at} : p + 1] }}\n}}\n",
            at - 1
        );
    }
    text
}

/// Writes modules of 40 lines, and returns the text of one that calls them all.
fn calling_module(folder: &Path, modules: usize) -> String {
    let mut text = String::from("locals {\n  count = 1\n}\n");
    for at in 0..modules {
        let own = folder.join(format!("m{at}"));
        fs::create_dir_all(&own).expect("a folder");
        fs::write(own.join("main.tf"), terraform(40)).expect("a file");
        let _ = write!(text, "\nmodule \"m{at}\" {{\n  source = \"./m{at}\"\n  name   = \"{at}\"\n}}\n");
    }
    text + "\noutput \"o\" {\n  value = [local.count, module.m0.o1.id, 1]\n}\n"
}

/// Opens a text, changes numbers in it one by one, and prints the times.
fn session(name: &str, arguments: &[String], path: &Path, text: &str, edits: usize) {
    let mut server = Server::start(arguments);
    let uri = format!("file://{}", path.display());
    let start = Instant::now();
    let document = json!({ "uri": uri, "languageId": "hcl", "version": 1, "text": text });
    server.send(&json!({ "jsonrpc": "2.0", "method": "textDocument/didOpen", "params": { "textDocument": document } }));
    let sent = server.wait_for(1);
    let opened = start.elapsed().as_secs_f64() * 1_000.0;
    let digits: Vec<(usize, (usize, char))> = text
        .lines()
        .enumerate()
        .filter_map(|(line, text)| Some((line, text.char_indices().rfind(|of| of.1.is_ascii_digit())?)))
        .collect();
    let mut times = Vec::with_capacity(edits);
    for (number, version) in (0..edits).zip(2..) {
        // The edits are spread over the text, and each is undone by the next.
        let (line, (column, digit)) = digits[(number / 2) * 7_919 % digits.len()];
        let other = if digit == '7' { '3' } else { '7' };
        let digit = if number % 2 == 0 { other } else { digit }.to_string();
        let range = json!({
            "start": { "line": line, "character": column },
            "end": { "line": line, "character": column + 1 },
        });
        let start = Instant::now();
        let params = json!({
            "textDocument": { "uri": uri, "version": version },
            "contentChanges": [{ "range": range, "text": digit }],
        });
        server.send(&json!({ "jsonrpc": "2.0", "method": "textDocument/didChange", "params": params }));
        server.wait_for(version);
        times.push(start.elapsed().as_secs_f64() * 1_000.0);
    }
    times.sort_by(f64::total_cmp);
    let at = |percent: usize| times[(times.len() - 1) * percent / 100];
    println!(
        "{name}: open {opened:.0} ms ({sent} bytes of diagnostics); change to diagnostics: median {:.1} ms, p99 {:.1} ms; {} MB",
        at(50),
        at(99),
        server.peak_memory() >> 10,
    );
}

/// A server with its streams.
struct Server {
    process: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
}

impl Server {
    fn start(arguments: &[String]) -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_typelog"))
            .arg("lsp")
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("typelog runs");
        let (to, from) = (process.stdin.take().expect("an input"), process.stdout.take().expect("an output"));
        let mut server = Self { process, to, from: BufReader::new(from) };
        let params = json!({ "processId": null, "rootUri": null, "capabilities": {} });
        server.send(&json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params }));
        server.hear();
        server.send(&json!({ "jsonrpc": "2.0", "method": "initialized", "params": {} }));
        server
    }

    fn send(&mut self, message: &Value) {
        wire::send(&mut self.to, message);
    }

    fn hear(&mut self) -> Vec<u8> {
        wire::hear(&mut self.from).expect("the server is there")
    }

    /// Waits for the diagnostics of a version, and returns their size in bytes.
    fn wait_for(&mut self, version: i64) -> usize {
        let mark = format!("\"version\":{version},");
        loop {
            let bytes = self.hear();
            if bytes.windows(mark.len()).any(|part| part == mark.as_bytes()) {
                return bytes.len();
            }
        }
    }

    /// The peak memory of the server in kilobytes; 0 if the system does not report it.
    fn peak_memory(&self) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.process.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok()).unwrap_or(0)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
