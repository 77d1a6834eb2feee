//! Visits to the page about a program, in a browser, if one is installed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::report::{page, scratch, text};
use crate::skipped::skipped;

/// The beginning of a visit: each line of the answer is an observation.
const ENTER: &str = r##"<script>
(async () => {
const seen = [];
const look = (name, value) => seen.push(name + "=" + value);
const one = (selector) => document.querySelector(selector);
const until = async (holds) => {
  for (let round = 0; round < 1000 && !holds(); round += 1) await new Promise((go) => setTimeout(go, 5));
};
const named = (text) => [...document.querySelectorAll(".e")].find((e) => e.textContent === text);
const press = (element, key) => element.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
const proof = () => one("#proof summary") ? one("#proof summary").firstChild.textContent : "";
try {
  await until(() => document.documentElement.dataset.ready !== undefined);
"##;

/// A search in the graph.
const LOOK_FOR: &str = r##"
  one("#tab-graph").click();
  await until(() => one("#picture g"));
  const write = (text) => { one("#find-node").value = text; one("#find-node").dispatchEvent(new Event("input")); };
  const shown = () => [...document.querySelectorAll("#picture g:not(.far) text")].map((text) => text.textContent).join(" ");
  write("balan");
  await until(() => one("#found-nodes").textContent);
  look("found", one("#found-nodes").textContent);
  look("bright", shown());
  press(one("#find-node"), "Enter");
  await until(() => one("#picture .chosen"));
  look("neighbours", shown());
  one("#near-only").click();
  await until(() => one("#picture svg.near-only"));
  look("moved", [...document.querySelectorAll("#picture g:not(.far)")].every((group) => group.hasAttribute("transform")));
  one("#near-only").click();
  await until(() => !one("#picture svg.near-only"));
  look("back", ![...document.querySelectorAll("#picture g")].some((group) => group.hasAttribute("transform")));
  press(one("#picture"), "Escape");
  look("all", !one("#picture .far"));
  look("kinds", [...new Set([...document.querySelectorAll("#picture g")].map((group) => group.getAttribute("class")))].sort().join(" "));
"##;

/// A visit to all views.
const WALK: &str = r##"
  const target = named("balancer.host");
  look("tip before", one("#tip").hidden);
  target.dispatchEvent(new MouseEvent("mousemove", { bubbles: true, clientX: 50, clientY: 50 }));
  look("tip", one("#tip").hidden ? "" : one("#tip").textContent);
  target.click();
  look("address", location.hash.startsWith("#main.pp:"));
  await until(() => proof());
  look("proof", proof());
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
  await until(() => proof().startsWith("\""));
  look("second", proof());
  look("colours", one(".code .w-comment") !== null && one(".code .w-text") !== null);
  press(one("#tab-source"), "ArrowRight");
  look("graph", !one("#graph").hidden && one("#source").hidden);
  await until(() => one("#picture g"));
  look("arrows", one("#picture path").getAttribute("marker-end"));
  const box = one("#picture svg").getAttribute("viewBox");
  one("#zoom-in").click();
  await until(() => one("#picture svg").getAttribute("viewBox") !== box);
  look("zoom", one("#picture svg").getAttribute("viewBox") !== box);
  const node = [...document.querySelectorAll("#picture g")].find((g) => g.textContent.includes("url"));
  look("node", node.getAttribute("tabindex") === "0");
  press(node, "Enter");
  look("back", !one("#source").hidden);
  await until(() => proof().startsWith("url"));
  look("node proof", proof());
  one("#tab-relations").click();
  await until(() => one("#relation tbody tr"));
  look("relation", one("#relation-name").textContent);
  one("#search").value = "BALANCER.host";
  one("#search").dispatchEvent(new Event("input"));
  look("rows", document.querySelectorAll("#relation tbody tr").length);
  location.hash = "#main.pp:3:1";
  await until(() => !one("#source").hidden);
  look("followed", !one("#source").hidden);
"##;

/// A visit to the diagnostics.
const DIAGNOSE: &str = r##"
  const entries = () => [...document.querySelectorAll(".diagnostic")];
  look("all", entries().length);
  one("#filter").value = "no-conversion";
  one("#filter").dispatchEvent(new Event("input"));
  look("filtered", entries().length + " " + one("#matches").textContent);
  entries()[0].click();
  look("chosen", one(".chosen").textContent);
  look("told", one("#expression .told.error") !== null);
  await until(() => proof());
  look("proof", one("#proof .rule").textContent);
  one("#filter").value = "";
  one("#severities .error").click();
  look("without errors", entries().length);
"##;

/// The end of a visit.
const LEAVE: &str = r#"
} catch (error) { look("error", error); }
const result = document.createElement("pre");
result.id = "seen";
result.textContent = seen.join("\n");
document.body.append(result);
})();
</script></body>"#;

/// Opens a page without a browser: jsdom, with the browser features that it lacks.
const JSDOM: &str = r#"
const { JSDOM } = require("jsdom");
const html = require("fs").readFileSync(process.argv[2], "utf8");
const beforeParse = (window) => {
  Object.assign(window, { Blob, Response, DecompressionStream, Uint8Array });
  window.Element.prototype.scrollIntoView = () => {};
  window.matchMedia = () => ({ matches: false });
};
const dom = new JSDOM(html, { url: "https://localhost/page.html", runScripts: "dangerously", pretendToBeVisual: true, beforeParse });
const wait = (rounds) => {
  const seen = dom.window.document.getElementById("seen");
  if (!seen && rounds) return setTimeout(wait, 20, rounds - 1);
  console.log(dom.serialize());
  dom.window.close();
};
wait(1000);
"#;

/// A program of one of these names, if it is installed.
fn installed(names: &[&str]) -> Option<PathBuf> {
    let folders: Vec<PathBuf> = std::env::split_paths(&std::env::var_os("PATH")?).collect();
    names.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name))).find(|path| path.is_file())
}

/// The program or package that is missing on a machine which cannot visit pages.
const BROWSER: &str = "there is neither a browser nor jsdom";

/// The observations of a visit, in an installed browser, or in node with jsdom (on `NODE_PATH`).
fn visited(page: &str, visit: &str, directory: &Path) -> Option<String> {
    let script = [ENTER, visit, LEAVE].concat();
    let visit = directory.join("visit.html");
    fs::write(&visit, page.replace("</body>", &script)).expect("a file");
    let mut command = if let Some(browser) = installed(&["chromium", "chromium-browser", "google-chrome"]) {
        let mut command = Command::new(browser);
        command
            .args(["--headless", "--no-sandbox", "--disable-gpu", "--window-size=1400,900", "--dump-dom"])
            .arg("--virtual-time-budget=20000")
            .arg(format!("--user-data-dir={}", directory.join("profile").display()))
            .arg(format!("file://{}", visit.display()));
        command
    } else {
        let node = installed(&["node"])?;
        let has_jsdom = Command::new(&node).args(["-e", "require.resolve('jsdom')"]).output().expect("node runs");
        if !has_jsdom.status.success() {
            return None;
        }
        let script = directory.join("visit.js");
        fs::write(&script, JSDOM).expect("a file");
        let mut command = Command::new(node);
        command.arg(script).arg(visit);
        command
    };
    let output = command.output().expect("the page is opened");
    assert!(output.status.success(), "{}", text(&output.stderr));
    let dom = text(&output.stdout);
    let seen = dom.split_once("<pre id=\"seen\">").and_then(|(_, rest)| rest.split_once("</pre>"));
    Some(seen.unwrap_or_else(|| panic!("no answer: {dom}")).0.replace("&gt;", ">"))
}

#[test]
fn the_page_works_in_a_browser() {
    let directory = scratch("browser");
    let page = page("examples/pcl/web-service", &directory);
    let Some(seen) = visited(&page, WALK, &directory) else { return skipped("a walk through a page", BROWSER) };
    let expected = "tip before=true\n\
        tip=output(string)\n\
        address=true\n\
        proof=balancer.host : output(string)\n\
        rule=T-Traversal\n\
        drawing=true\n\
        focus=true\n\
        around=\"https://${balancer.host}\"\n\
        second=\"how many servers there are\" : string\n\
        colours=true\n\
        graph=true\n\
        arrows=url(#arrow)\n\
        zoom=true\n\
        node=true\n\
        back=true\n\
        node proof=url : output(string)\n\
        relation=has_type\n\
        rows=2\n\
        followed=true";
    assert_eq!(seen, expected);
}

#[test]
fn definitions_are_looked_for_in_the_graph() {
    let directory = scratch("looked-for");
    let page = page("examples/pcl/web-service", &directory);
    let Some(seen) = visited(&page, LOOK_FOR, &directory) else { return skipped("a search in a graph", BROWSER) };
    let expected = "found=1 definition\n\
        bright=balancer\n\
        neighbours=domain port server balancer url\n\
        moved=true\n\
        back=true\n\
        all=true\n\
        kinds=input output resource value";
    assert_eq!(seen, expected);
}

#[test]
fn diagnostics_are_filtered_and_lead_to_their_expressions() {
    let directory = scratch("diagnose");
    let page = page("examples/tour", &directory);
    let Some(seen) = visited(&page, DIAGNOSE, &directory) else { return skipped("diagnostics on a page", BROWSER) };
    let expected = "all=2\n\
        filtered=1 1 of 2\n\
        chosen=ports\n\
        told=true\n\
        proof=P-No-Conversion\n\
        without errors=0";
    assert_eq!(seen, expected);
}
