//! The page about a program: it holds what the other commands say, it needs nothing else, and it works in a browser,
//! where there is one.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

const SCHEMAS: [&str; 2] = ["--schemas", "examples/schemas"];

fn typelog(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_typelog"));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).args(arguments).args(SCHEMAS).output().expect("typelog runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A directory for a test.
fn scratch(name: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("report-{name}"));
    let _ = fs::remove_dir_all(&directory);
    fs::create_dir_all(&directory).expect("a directory for the test");
    directory
}

/// The page about a program, and what its data say.
fn page(program: &str, directory: &Path) -> (String, Value) {
    let out = directory.join("page.html");
    let output = typelog(&["report", program, "--out", out.to_str().expect("a path of text")]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(output.stdout.is_empty());
    let page = fs::read_to_string(out).expect("the page");
    let start = page.find("id=\"data\">").expect("the data") + "id=\"data\">".len();
    let end = start + page[start..].find("</script>").expect("their end");
    let data = serde_json::from_str(&page[start..end]).expect("JSON");
    (page, data)
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

fn number(value: &Value) -> usize {
    usize::try_from(value.as_u64().expect("a number")).expect("a small number")
}

/// The text of a place of the page's data.
fn piece(data: &Value, at: &Value) -> String {
    let file = data["files"][number(&at["file"])]["text"].as_str().expect("a text");
    let units: Vec<u16> = file.encode_utf16().collect();
    String::from_utf16(&units[number(&at["start"])..number(&at["end"])]).expect("whole characters")
}

#[test]
fn the_page_says_what_the_other_commands_say() {
    for program in ["examples/pcl/faulty", "examples/pcl/web-service", "examples/tour", "examples/cycles"] {
        let (_, data) = page(program, &scratch("says"));
        let types = text(&typelog(&["types", "--all", "--full", program]).stdout);
        let expected: BTreeSet<(String, String)> = types
            .lines()
            .map(|line| {
                let fields: Vec<&str> = line.split('\t').collect();
                (fields[1].to_owned(), fields[2].to_owned())
            })
            .collect();
        let words = |text: String| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let found: BTreeSet<(String, String)> = list(&data["expressions"])
            .iter()
            .map(|found| (found["type"].as_str().expect("a type").to_owned(), words(piece(&data, &found["at"]))))
            .collect();
        assert_eq!(found, expected, "{program}");

        let record: Value =
            serde_json::from_slice(&typelog(&["check", "--format", "jsonl", program]).stdout).expect("JSON");
        let told = |found: &Value, place: &Value| {
            [&found["code"], &found["severity"], &found["message"], &place["line"], &place["column"]]
                .map(Value::to_string)
        };
        let expected: Vec<_> = list(&record["diagnostics"]).iter().map(|found| told(found, found)).collect();
        let found: Vec<_> = list(&data["diagnostics"]).iter().map(|found| told(found, &found["at"])).collect();
        assert_eq!(found, expected, "{program}");
    }
}

#[test]
fn every_expression_has_its_proof_and_every_step_its_premises() {
    let (_, data) = page("examples/pcl/web-service", &scratch("proofs"));
    let (steps, rules) = (list(&data["steps"]), list(&data["rules"]));
    let known: BTreeSet<&str> = rules.iter().map(|rule| rule["name"].as_str().expect("a name")).collect();
    assert!(list(&data["expressions"]).iter().all(|found| found["step"].is_u64()));
    assert!(list(&data["nodes"]).iter().all(|found| found["step"].is_u64()));
    for (at, step) in steps.iter().enumerate() {
        // A proof ends: what a step is concluded from stands before it.
        assert!(list(&step["from"]).iter().all(|premise| number(premise) < at));
        match step["rule"].as_str() {
            Some(rule) => assert!(known.contains(rule), "{rule}"),
            None => assert!(list(&step["from"]).is_empty()),
        }
    }
}

#[test]
fn the_relations_are_those_of_the_export() {
    let (_, data) = page("examples/tour", &scratch("relations"));
    let listed = text(&typelog(&["facts", "examples/tour"]).stdout);
    let mut lines = listed.lines();
    for relation in list(&data["relations"]) {
        let name = relation["name"].as_str().expect("a name");
        assert!(lines.next().expect("a relation").starts_with(&format!("{name}(")), "{name}");
        let rows = list(&relation["rows"]).len();
        assert!(lines.next().expect("its rows").contains(&format!(", {rows} rows.")), "{name} has {rows} rows");
    }
    assert_eq!(lines.next(), None);
}

#[test]
fn the_page_needs_nothing_else_and_replaces_an_earlier_one() {
    let directory = scratch("alone");
    fs::write(directory.join("page.html"), "an earlier page").expect("a file");
    let (page, _) = page("examples/tour", &directory);
    let frame = page.replace("http://www.w3.org/2000/svg", "");
    for outside in ["http:", "https:", " src=", "<link", "@import", "url("] {
        assert!(!frame.contains(outside), "{outside}");
    }
    assert!(page.contains("default-src 'none'"));
    let names: Vec<_> =
        fs::read_dir(&directory).expect("a directory").map(|entry| entry.expect("one").file_name()).collect();
    assert_eq!(names, ["page.html"]);
}

#[test]
fn a_page_that_cannot_be_written_is_told() {
    let output = typelog(&["report", "examples/tour", "--out", "no/such/directory/page.html"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("the page cannot be written"));
    let output = typelog(&["report", "--recursive", "examples", "--out", "page.html"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("one program"));
}

/// What is done in the browser: each line of the answer says what was seen.
const VISIT: &str = r##"<script>
const seen = [];
const look = (name, value) => seen.push(name + "=" + value);
const one = (selector) => document.querySelector(selector);
const named = (text) => [...document.querySelectorAll(".e")].find((e) => e.textContent === text);
const press = (element, key) => element.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
try {
  const target = named("balancer.host");
  const box = target.getClientRects()[0];
  const [x, y] = [box.right - 3, box.top + box.height / 2];
  const under = document.elementFromPoint(x, y);
  look("under", under === target);
  look("tip before", one("#tip").hidden);
  under.dispatchEvent(new MouseEvent("mousemove", { bubbles: true, clientX: x, clientY: y }));
  look("tip", one("#tip").hidden ? "" : one("#tip").textContent);
  under.click();
  look("proof", one("#proof summary").firstChild.textContent);
  look("rule", one("#proof .rule").textContent);
  one("#proof .rule").click();
  look("drawing", one("#proof .drawing pre").textContent.includes("----"));
  const files = one("#files");
  files.focus();
  look("focus", document.activeElement === files);
  press(files, "ArrowUp");
  look("around", one(".chosen").textContent);
  press(files, "Home");
  press(files, "ArrowRight");
  press(files, "Enter");
  look("second", one("#proof summary").firstChild.textContent);
  press(one("#tab-source"), "ArrowRight");
  look("graph", !one("#graph").hidden && one("#source").hidden);
  const node = [...document.querySelectorAll("#picture g")].find((g) => g.textContent.includes("url"));
  look("node", node.tabIndex === 0);
  press(node, "Enter");
  look("back", !one("#source").hidden);
  look("node proof", one("#proof summary").firstChild.textContent);
  one("#tab-relations").click();
  look("relation", one("#relation-name").textContent);
  one("#search").value = "BALANCER.host";
  one("#search").dispatchEvent(new Event("input"));
  look("rows", document.querySelectorAll("#relation tbody tr").length);
  const light = getComputedStyle(document.body).backgroundColor;
  one("#theme").click();
  look("theme", getComputedStyle(document.body).backgroundColor !== light);
} catch (error) { look("error", error); }
const result = document.createElement("pre");
result.id = "seen";
result.textContent = seen.join("\n");
document.body.append(result);
</script></body>"##;

/// A browser, if one is installed.
fn browser() -> Option<PathBuf> {
    let folders: Vec<PathBuf> = std::env::split_paths(&std::env::var_os("PATH")?).collect();
    let names = ["chromium", "chromium-browser", "google-chrome"];
    names.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name))).find(|path| path.is_file())
}

#[test]
fn the_page_works_in_a_browser() {
    let Some(browser) = browser() else { return };
    let directory = scratch("browser");
    let (page, _) = page("examples/pcl/web-service", &directory);
    let visit = directory.join("visit.html");
    fs::write(&visit, page.replace("</body>", VISIT)).expect("a file");
    let output = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--window-size=1400,900", "--dump-dom"])
        .arg(format!("--user-data-dir={}", directory.join("profile").display()))
        .arg(format!("file://{}", visit.display()))
        .output()
        .expect("the browser runs");
    let dom = text(&output.stdout);
    let seen = dom.split_once("<pre id=\"seen\">").and_then(|(_, rest)| rest.split_once("</pre>"));
    let seen = seen.unwrap_or_else(|| panic!("no answer: {}", text(&output.stderr))).0.replace("&gt;", ">");
    let expected = "under=true\n\
        tip before=true\n\
        tip=output(string)\n\
        proof=balancer.host : output(string)\n\
        rule=T-Traversal\n\
        drawing=true\n\
        focus=true\n\
        around=\"https://${balancer.host}\"\n\
        second=\"how many servers there are\" : string\n\
        graph=true\n\
        node=true\n\
        back=true\n\
        node proof=url : any\n\
        relation=has_type\n\
        rows=2\n\
        theme=true";
    assert_eq!(seen, expected);
}
