//! Help, the commands in the README and on the pages of the site, the pages of codes, exit statuses, and the display of types.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::command::{json, path, printed, refused, scratch, text};
use crate::files;

const TOUR: &str = "examples/tour/main.hcl";

#[test]
fn errors_of_a_program_count_where_that_is_asked() {
    let directory = scratch("exit-code", &[]);
    let (page, place) = (directory.join("page.html"), format!("{TOUR}:17:17"));
    let rules = "examples/rules/any.dl";
    let commands: [&[&str]; 5] = [
        &["facts", TOUR],
        &["query", rules, TOUR],
        &["report", TOUR, "--out", path(&page)],
        &["graph", TOUR],
        &["explain", &place],
    ];
    for command in commands {
        printed(command, 0);
        printed(&[command, &["--exit-code"]].concat(), 1);
    }
}

#[test]
fn rules_may_stand_on_standard_input() {
    let mut command = Command::new("sh");
    let run = format!("{} query - {TOUR} < examples/rules/any.dl", env!("CARGO_BIN_EXE_typelog"));
    let output = command.current_dir(env!("CARGO_MANIFEST_DIR")).args(["-c", &run]).output().expect("a shell");
    assert_eq!(text(&output.stdout), printed(&["query", "examples/rules/any.dl", TOUR], 0));
    assert!(refused(&["query", "-", "-"]).contains("either the rules or a program"));
}

#[test]
fn the_help_has_headings_and_a_page_of_limits() {
    let help = printed(&["check", "--help"], 0);
    let at = |text: &str| help.find(text).unwrap_or_else(|| panic!("{text} is not in: {help}"));
    assert!(
        at("\nOutput:\n") < at("--format") && at("\nRun:\n") < at("--jobs") && at("\nPrograms:\n") < at("--dialect")
    );
    assert!(!help.contains("--max-type-depth") && help.contains("`typelog help limits`"));
    assert_eq!(printed(&["help", "check"], 0), help);
    let limits = printed(&["help", "limits"], 0);
    for limit in ["--max-type-depth <N>", "--max-text <N>", "[default: 512]"] {
        assert!(limits.contains(limit), "{limit} is not in: {limits}");
    }
    assert!(refused(&["help", "limit"]).contains("there is `limits`"));
}

#[test]
fn what_the_readme_shows_is_what_the_commands_print() {
    let shown = run_all(&files::root().join("README.md"));
    assert!(shown >= 4, "{shown} commands");
}

/// The lessons are followed in a directory of their own: see `lesson.rs`.
#[test]
fn what_the_site_shows_is_what_the_commands_print() {
    let pages = files::entries(&files::root().join("docs")).into_iter();
    let pages = pages.filter(|path| path.extension().is_some_and(|extension| extension == "md"));
    let shown: usize = pages.map(|page| run_all(&page)).sum();
    assert!(shown >= 12, "{shown} commands");
}

/// Runs the commands that a document shows, and compares what they print. Returns their number.
fn run_all(document: &Path) -> usize {
    let folder = Path::new(env!("CARGO_BIN_EXE_typelog")).parent().expect("a folder");
    let folders = std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()).collect::<Vec<_>>();
    let search = std::env::join_paths([folder.to_owned()].into_iter().chain(folders)).expect("a search path");
    let whole = files::text(document);
    let shown = commands(&whole);
    for lines in &shown {
        let command = lines[0].strip_prefix("$ ").expect("a command");
        let expected = lines[1..].join("\n");
        let mut shell = Command::new("sh");
        shell.current_dir(files::root()).env("PATH", &search).args(["-c", command]);
        let output = text(&shell.output().expect("a shell").stdout);
        let printed: Vec<&str> = output.lines().map(str::trim_end).collect();
        let printed = printed.join("\n");
        let document = document.display();
        match expected.strip_suffix("\n...") {
            Some(start) => assert!(printed.starts_with(&format!("{start}\n")), "{document}: $ {command}\n{printed}"),
            None => assert_eq!(printed, expected, "{document}: $ {command}"),
        }
    }
    shown.len()
}

/// The blocks of a document with a command and what it prints, without their indentation in a list.
fn commands(document: &str) -> Vec<Vec<&str>> {
    let mut lines = document.lines();
    let mut found = Vec::new();
    while let Some(start) = lines.by_ref().find(|line| line.trim_start() == "```console") {
        let margin = start.len() - start.trim_start().len();
        let shown = lines.by_ref().take_while(|line| line.trim_start() != "```");
        found.push(shown.map(|line| line.get(margin..).unwrap_or("")).collect());
    }
    found
}

#[test]
fn a_code_is_explained_by_its_page() {
    let page = printed(&["explain", "unknown-property"], 0);
    assert!(page.starts_with("# unknown-property\n") && page.contains("\n## Right\n"), "{page}");
    let codes = printed(&["explain", "--list"], 0);
    assert!(codes.lines().count() > 60 && codes.lines().is_sorted(), "{codes}");
    let directory = scratch("codes", &[("main.hcl", "a = absent\n")]);
    assert!(refused(&["explain", "unknown-propert"]).contains("there is `unknown-property`"));
    let log = json(&printed(&["check", "--format", "sarif", path(&directory.join("main.hcl"))], 1));
    let rule = &log["runs"][0]["tool"]["driver"]["rules"][0];
    assert_eq!(rule["id"], "unknown-variable");
    let page = files::text(&files::root().join("src/diagnostics/pages/unknown-variable.md"));
    assert_eq!(rule["help"]["markdown"].as_str(), Some(&page[..]));
    let cited = &log["runs"][0]["tool"]["driver"];
    assert_eq!(cited["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(cited["properties"]["book"], "specification");
    assert_eq!(cited["properties"]["command"][2], "sarif");
}

/// A program in which values contain resources, and the schema of its package.
const HELD: [(&str, &str); 2] = [
    (
        "main.pp",
        "resource \"cup\" \"shop:index:Cup\" {}\nheld = { first = [cup], plain = { a = 1 } }\nfilled = invoke(\"shop:index:fill\", {})\n\
         output \"all\" {\n  value = [held, filled]\n}\n",
    ),
    (
        "shop-1.0.0.json",
        r##"{
          "name": "shop",
          "version": "1.0.0",
          "types": { "shop:index:Tea": { "type": "object", "properties": { "hot": { "type": "boolean" } } } },
          "resources": { "shop:index:Cup": { "properties": { "tea": { "$ref": "#/types/shop:index:Tea" } } } },
          "functions": { "shop:index:fill": { "outputs": { "$ref": "#/types/shop:index:Tea" } } }
        }"##,
    ),
];

#[test]
fn types_go_by_their_names_or_show_their_structure_and_annotations() {
    let directory = scratch("held", &HELD);
    let types =
        |options: &[&str]| printed(&[&["types", "--schemas", path(&directory), path(&directory)], options].concat(), 0);
    assert_eq!(
        types(&[]),
        "cup: shop:index:Cup\n\
         held: object({first=tuple([shop:index:Cup]), plain=object({a=const(1)})})\n\
         filled: promise(shop:index:Tea)\n\
         all: tuple([object({first=tuple([shop:index:Cup]), plain=object({a=const(1)})}), promise(shop:index:Tea)])\n"
    );
    let full = types(&["--full"]);
    let comments: Vec<&str> = full.lines().filter_map(|line| Some(line.split_once("  # ")?.1)).collect();
    let filled = "result shop:index:fill, type shop:index:Tea";
    let all = "[0].first[0] resource shop:index:Cup, [1] result shop:index:fill, [1] type shop:index:Tea";
    assert_eq!(comments, ["resource shop:index:Cup", ".first[0] resource shop:index:Cup", filled, all]);
    assert!(full.contains("\nfilled: promise(object({hot=union(bool, none)}))  # "), "{full}");
    let records = json(&types(&["--format", "jsonl"]));
    let [cup, held, ..] = &records["nodes"].as_array().expect("nodes")[..] else { panic!("{records}") };
    let is_canonical = |node: &Value| node["type"].as_str().is_some_and(|text| !text.contains("shop:"));
    assert!(is_canonical(cup) && is_canonical(held), "{records}");
    let of_cup = serde_json::json!([{ "at": "", "kind": "resource", "token": "shop:index:Cup" }]);
    let of_held = serde_json::json!([{ "at": ".first[0]", "kind": "resource", "token": "shop:index:Cup" }]);
    assert_eq!((&cup["annotations"], &held["annotations"]), (&of_cup, &of_held));
    let out = directory.join("out");
    printed(&["facts", "--schemas", path(&directory), path(&directory), "--out", path(&out)], 0);
    let facts = fs::read_to_string(out.join("annotation.facts")).expect("the annotations");
    for row in ["\tresource\tshop:index:Cup", "\tresult\tshop:index:fill", "\ttype\tshop:index:Tea"] {
        assert!(facts.contains(row), "{facts}");
    }
}
