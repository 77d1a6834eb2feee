//! The commands for looking at what is known: what they print, and how they end.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

fn typelog(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_typelog"));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).args(arguments).output().expect("typelog runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// What a command prints that ends with this status.
fn printed(arguments: &[&str], status: i32) -> String {
    let output = typelog(arguments);
    assert_eq!(output.status.code(), Some(status), "{arguments:?}: {}", text(&output.stderr));
    text(&output.stdout)
}

/// What a command says that makes no sense, on one line.
fn refused(arguments: &[&str]) -> String {
    let output = typelog(arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    assert!(output.stdout.is_empty(), "{arguments:?} prints something");
    text(&output.stderr)
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// A directory for a test, with files.
fn scratch(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("commands-{name}"));
    let _ = fs::remove_dir_all(&directory);
    fs::create_dir_all(&directory).expect("a directory");
    for (name, text) in files {
        let path = directory.join(name);
        fs::create_dir_all(path.parent().expect("a directory")).expect("a directory");
        fs::write(path, text).expect("a file");
    }
    directory
}

fn path(path: &Path) -> &str {
    path.to_str().expect("a path of text")
}

const TOUR: &str = "examples/tour/main.hcl";

#[test]
fn a_place_is_explained_by_its_innermost_expression() {
    let proof = printed(&["explain", &format!("{TOUR}:17:17")], 0);
    assert_eq!(proof, format!("0.5 : const(0.5)   (T-Number)   {TOUR}:17:17\n└── 0.5 is a literal   {TOUR}:17:17\n"));
}

#[test]
fn a_place_in_a_program_of_several_files_is_found() {
    let files = [("a.hcl", "x = y\n"), ("b.hcl", "y = 1\n")];
    let directory = scratch("places", &files);
    let place = format!("{}:1:5", directory.join("a.hcl").display());
    let alone = printed(&["explain", &place], 0);
    assert!(alone.starts_with("y : any   (T-Unknown)"), "{alone}");
    let proof = printed(&["explain", "--in", path(&directory), &place], 0);
    assert!(proof.starts_with("y : const(1)   (T-Name)"), "{proof}");
    assert!(printed(&["explain", "--in", path(&directory), "b.hcl:1:5"], 0).starts_with("1 : const(1)   (T-Integer)"));
    assert!(refused(&["explain", "--in", path(&directory), "c.hcl:1:1"]).contains("no such file"));
}

#[test]
fn a_part_of_an_object_is_explained_by_what_the_object_tells() {
    let program = "resource \"m\" \"cloud:Monitor\" {\n  checks = [{ kind = \"tcp\", timeout = [] }]\n}\n";
    let directory = scratch("arms", &[("main.pp", program)]);
    let path = directory.join("main.pp").display().to_string();
    let explain = |format| {
        printed(&["explain", &path, "--diagnostic", "1", "--schemas", "examples/schemas", "--format", format], 0)
    };
    let tree = explain("tree");
    let wrong = format!("[] does not convert to union(none, number)   (P-No-Conversion)   {path}:2:39\n");
    assert!(tree.contains(&wrong), "{tree}");
    assert!(tree.contains("   (P-Variant)") && tree.contains("   (P-Face-Member)"), "{tree}");
    let proof = json(&explain("json"));
    assert_eq!(proof["rule"], "P-No-Conversion");
    assert!(proof["premises"].as_array().is_some_and(|premises| !premises.is_empty()));
}

#[test]
fn a_node_is_explained_in_all_formats() {
    let explain = |format| printed(&["explain", TOUR, "--node", "replicas", "--format", format], 0);
    assert_eq!(
        explain("tree"),
        format!(
            "replicas : const(3)   (T-Definition)\n├── replicas = 3\n└── 3 : const(3)   (T-Integer)   {TOUR}:4:12\n    \
             └── 3 is a literal   {TOUR}:4:12\n"
        )
    );
    assert_eq!(
        explain("text"),
        "  3 is a literal\n  -------------- (T-Integer)\n  3 : const(3)\n\n  replicas = 3\n  3 : const(3)\n  \
         ------------------- (T-Definition)\n  replicas : const(3)\n\n"
    );
    let proof = json(&explain("json"));
    assert_eq!(proof["rule"], "T-Definition");
    assert_eq!(proof["premises"][1]["premises"][0]["conclusion"], "3 is a literal");
    assert!(explain("dot").contains("[label=\"T-Integer\"]"));
    assert!(explain("mermaid").contains("-- \"T-Integer\" -->"));
}

#[test]
fn a_proof_is_cut_below_a_depth() {
    let cut = printed(&["explain", TOUR, "--node", "budget", "--depth", "1"], 0);
    assert_eq!(cut.lines().count(), 3);
    assert!(cut.lines().last().is_some_and(|line| line.ends_with("...")));
}

#[test]
fn problems_are_explained_by_rules_or_by_the_text() {
    let proof = printed(&["explain", TOUR, "--diagnostic", "2"], 0);
    assert!(
        proof.starts_with("object({http=const(8080), metrics=const(9090)}) does not convert to number\n\n"),
        "{proof}"
    );
    assert!(proof.contains("(P-No-Conversion)") && proof.contains("C-Mismatch: constructors without a rule"));
    let proof = printed(&["explain", "examples/cycles", "--diagnostic", "1"], 0);
    assert_eq!(proof.lines().count(), 1);
    assert!(proof.contains("examples/cycles/network.hcl:"), "{proof}");
}

#[test]
fn what_cannot_be_explained_is_told() {
    assert!(refused(&["explain", TOUR, "--node", "replica"]).contains("there is `replicas`"));
    assert!(refused(&["explain", TOUR, "--diagnostic", "9"]).contains("there are 2"));
    assert!(refused(&["explain", TOUR]).contains("is no place"));
    assert!(refused(&["explain", &format!("{TOUR}:99:1")]).contains("no expression"));
    assert!(refused(&["explain", "--not", "unify", "int", "bool"]).contains("there is `convert`"));
    assert!(refused(&["explain", "--not", "convert", "int", "boo"]).contains("there is a type `bool`"));
}

#[test]
fn a_conversion_that_fails_has_its_path_first_and_nothing_but_what_fails() {
    let from = "object({name=string, spec=object({ports=list(object({port=string}))})})";
    let to = "object({name=string, spec=object({ports=list(object({port=list(int)}))})})";
    let proof = printed(&["explain", "--not", "convert", from, to], 0);
    assert!(proof.starts_with(".spec.ports[*].port: string does not convert to list(int)\n\nnot object("), "{proof}");
    assert!(!proof.contains("string ~> string"), "{proof}");
    let proof = json(&printed(&["explain", "--not", "convert", from, to, "--format", "json"], 0));
    assert_eq!(proof["fails_at"], ".spec.ports[*].port: string does not convert to list(int)");
    let proof = printed(&["explain", "--not", "convert", "object({})", "object({a=int})"], 0);
    assert!(proof.starts_with(".a: nothing is there, where int is expected\n"), "{proof}");
    let proof = printed(&["explain", "--not", "convert", "int", "string"], 0);
    assert!(proof.starts_with("int ~> string   (C-Primitive)"), "{proof}");
}

#[test]
fn the_book_of_rules_is_listed_and_has_pages() {
    let list = printed(&["rules"], 0);
    assert!(list.matches("-------").count() > 100);
    let entries = json(&printed(&["rules", "--format", "json"], 0));
    let entries = entries.as_array().expect("a list");
    assert!(entries.iter().all(|entry| list.contains(entry["name"].as_str().expect("a name"))));
    let page = printed(&["rules", "T-Cond"], 0);
    assert!(
        page.starts_with("T-Cond: a conditional has")
            && page.contains("c : r      x : s")
            && page.contains("rules/programs/operators.dl:")
    );
    assert!(refused(&["rules", "T-cond"]).contains("there is a rule `T-Cond`"));
    // What a rule is compiled to: its clauses, and the relations that are made for them.
    let compiled = printed(&["rules", "T-Cond", "--compiled"], 0);
    assert!(compiled.starts_with(&page), "{compiled}");
    assert!(compiled.contains("\nTypingEngine:\n") && compiled.contains("relation made_t_cond_1("), "{compiled}");
    assert!(compiled.contains("    let u = common_type(*s, *t, Safe)"), "{compiled}");
    assert!(compiled.lines().filter(|line| line.contains(" <--")).count() >= 2, "{compiled}");
    let asked = printed(&["rules", "C-Members", "--compiled", "--book", "pulumi"], 0);
    assert!(asked.contains("converts_demanded(") && asked.contains("made_c_members_1("), "{asked}");
    refused(&["rules", "--compiled"]);
}

#[test]
fn a_profile_counts_what_fires() {
    let entries = json(&printed(&["rules", "--profile", TOUR, "--format", "json"], 0));
    let firings = |name: &str| {
        let entries = entries.as_array().expect("a list");
        entries.iter().find(|entry| entry["name"] == name).expect("a rule")["firings"].as_u64().expect("a number")
    };
    // The definitions of the program, and its conditionals.
    assert_eq!((firings("T-Definition"), firings("T-Cond")), (13, 2));
    let table = printed(&["rules", "--profile", TOUR], 0);
    assert!(table.starts_with("   firings microseconds  rule\n"));
}

#[test]
fn graphs_are_printed_in_all_formats() {
    let graph = |format| printed(&["graph", "examples/cycles", "--format", format], 0);
    assert!(graph("text").contains("gateway -> subnet   (circular)\n") && graph("text").contains("\nurl -> gateway\n"));
    assert!(graph("dot").starts_with("digraph") && graph("dot").contains("color=red"));
    assert!(graph("mermaid").contains("stroke:red"));
    let nodes = json(&graph("json"));
    let url = nodes.as_array().expect("a list").iter().find(|node| node["name"] == "url").expect("a node");
    let to = usize::try_from(url["refers_to"][0].as_u64().expect("a number")).expect("a place");
    assert_eq!(nodes[to]["name"], "gateway");
    assert!(graph("svg").contains("<path class=\"circular\"") || graph("svg").contains("class=\"circular\"/>"));
}

#[test]
fn facts_are_listed_and_printed() {
    let list = printed(&["facts", TOUR], 0);
    assert!(list.contains("has_type(expression*: id of expression, type: id of type)\n    derived, "), "{list}");
    let rows = printed(&["facts", "--relation", "node_type", "--format", "jsonl", TOUR], 0);
    assert_eq!(rows.lines().count(), 13);
    assert!(json(rows.lines().next().expect("a row")).is_object());
    assert!(refused(&["facts", "--relation", "has_typ", TOUR]).contains("there is `has_type`"));
}

#[test]
fn queries_run_are_printed_and_tested() {
    let rules = "wide(d, t) :- node_type(d, t), type_name(t) = n, n = \"string\".\n# test: strings\n# program: main.hcl\n# a = \"x\"\n\
                 # b = 1\n# expect: wide(_, _)\n";
    let directory = scratch("queries", &[("strings.dl", rules), ("wrong.dl", "p(x) :- has_typ(x, _), !q(y).\n")]);
    let file = directory.join("strings.dl");
    let found = printed(&["query", path(&file), TOUR], 0);
    assert!(found.starts_with("wide(d, t): ") && found.contains(&"main.hcl:17:1 budget\tstring".to_owned()), "{found}");
    let tested = printed(&["query", "--test", path(&file)], 0);
    assert_eq!(tested, "ok     strings\n");
    let said = refused(&["query", path(&directory.join("wrong.dl")), TOUR]);
    for part in ["there is `has_type`", "wrong.dl:1:9", "wrong.dl:1:25"] {
        assert!(said.contains(part), "{part} is not in: {said}");
    }
}

const BEFORE: &str = "port = 80\nhost = \"a\"\nold  = true\nbad  = missing\n";
const AFTER: &str = "# moved\nport = \"80\"\nhost = \"a\"\nnew  = [1]\nbad  = absent\n";

#[test]
fn a_difference_of_programs_is_what_is_there_not_where() {
    let directory =
        scratch("diff", &[("a/main.hcl", BEFORE), ("b/main.hcl", AFTER), ("c/main.hcl", &format!("\n{BEFORE}"))]);
    let [a, b, c] = ["a", "b", "c"].map(|name| directory.join(name));
    let shown = printed(&["diff", path(&a), path(&b), "--exit-code=errors"], 1);
    assert!(
        shown.starts_with(
            "nodes\n  + attribute new: tuple([const(1)])\n  - attribute old: const(true)\n  ~ attribute port\n      const(80)\n      \
             string   (converts safely)\nproblems\n  - error [unknown-variable] main.hcl:4:8: undefined variable `missing`\n  \
             + error [unknown-variable] main.hcl:5:8: undefined variable `absent`\nfacts\n"
        ),
        "{shown}"
    );
    assert_eq!(printed(&["diff", path(&a), path(&c), "--exit-code"], 0), "");
    let rows = printed(&["diff", "--facts", path(&a), path(&b)], 0);
    assert!(rows.contains("\n  node_type: 2 new, 2 gone\n    - old\tconst(true)\n"), "{rows}");
    let record = json(&printed(&["diff", "--format", "json", path(&a), path(&b)], 0));
    assert_eq!(record["nodes"][2]["conversion"], "safe");
    assert_eq!((&record["gone_problems"][0]["line"], &record["new_problems"][0]["line"]), (&4.into(), &5.into()));
}

#[test]
fn a_difference_ends_well_unless_it_counts() {
    let directory = scratch("diff-ends", &[("a.hcl", BEFORE), ("b.hcl", "port = 80\n")]);
    let (a, b) = (directory.join("a.hcl"), directory.join("b.hcl"));
    assert!(printed(&["diff", path(&a), path(&b)], 0).contains("- error [unknown-variable]"));
    printed(&["diff", "--exit-code", path(&a), path(&b)], 1);
    printed(&["diff", "--exit-code=errors", path(&a), path(&b)], 0);
    printed(&["diff", path(&b), path(&a)], 0);
    printed(&["diff", "--exit-code=errors", path(&b), path(&a)], 1);
    assert!(refused(&["diff", path(&a), "examples/schemas/cloud-1.2.0.json"]).contains("compared with a schema"));
    assert!(refused(&["diff", path(&a), "no/such"]).contains("no/such"));
}

#[test]
fn two_files_are_versions_of_one_program() {
    let directory = scratch("diff-files", &[("old.hcl", BEFORE), ("copy.hcl", BEFORE), ("new.hcl", AFTER)]);
    let [old, copy, new] = ["old.hcl", "copy.hcl", "new.hcl"].map(|name| directory.join(name));
    assert_eq!(printed(&["diff", "--exit-code", path(&old), path(&copy)], 0), "");
    let shown = printed(&["diff", path(&old), path(&new)], 0);
    assert!(
        shown.contains("  - error [unknown-variable] old.hcl:4:8: ")
            && shown.contains("  + error [unknown-variable] new.hcl:5:8: ")
    );
    assert!(!shown.contains("  file: "), "{shown}");
}

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
fn a_difference_of_schemas_tells_what_breaks_programs() {
    let schema = |inputs: &str, required: &str, more: &str| {
        format!(
            "{{\"name\": \"p\", \"version\": \"1.0.0\", \"resources\": {{\"p:index:R\": {{\"inputProperties\": {{{inputs}}}, \
             \"requiredInputs\": [{required}], \"properties\": {{}}}}{more}}}}}"
        )
    };
    let number = "\"size\": {\"type\": \"integer\"}";
    let before = schema(number, "\"size\"", ", \"p:index:Gone\": {\"properties\": {}}");
    let after = schema(
        "\"size\": {\"type\": \"array\", \"items\": {\"type\": \"boolean\"}}, \"name\": {\"type\": \"string\"}, \"note\": {\"type\": \"string\"}",
        "\"size\", \"name\"",
        "",
    );
    let directory = scratch("diff-schemas", &[("p-1.json", &before), ("p-2.json", &after)]);
    let shown = printed(&["diff", path(&directory.join("p-1.json")), path(&directory.join("p-2.json"))], 0);
    for line in [
        "  - resource p:index:Gone\n",
        "  + input p:index:R note: union(none, output(string), string)\n",
        "  ~ input p:index:R size\n",
        "[new-required-input]",
        "the new input `p:index:R name` is required\n",
        "[no-conversion]",
        "there is no resource `p:index:Gone` any more\n",
    ] {
        assert!(shown.contains(line), "{line} is not in: {shown}");
    }
    assert!(!shown.contains("`p:index:R note`"));
    let same = path(&directory.join("p-1.json")).to_owned();
    assert_eq!(printed(&["diff", "--exit-code", &same, &same], 0), "");
}

#[test]
fn what_the_readme_shows_is_what_the_commands_print() {
    let readme = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")).expect("the README");
    let folder = Path::new(env!("CARGO_BIN_EXE_typelog")).parent().expect("a folder");
    let folders = std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()).collect::<Vec<_>>();
    let search = std::env::join_paths([folder.to_owned()].into_iter().chain(folders)).expect("a search path");
    let shown: Vec<&str> =
        readme.split("```console\n$ ").skip(1).filter_map(|rest| rest.split("\n```").next()).collect();
    assert!(shown.len() >= 7, "{} commands", shown.len());
    for text_shown in shown {
        let (command, expected) = text_shown.split_once('\n').expect("what the command prints");
        let mut shell = Command::new("sh");
        shell.current_dir(env!("CARGO_MANIFEST_DIR")).env("PATH", &search).args(["-c", command]);
        let output = text(&shell.output().expect("a shell").stdout);
        let lines: Vec<&str> = output.lines().map(str::trim_end).collect();
        let output = lines.join("\n");
        match expected.strip_suffix("\n...") {
            Some(start) => assert!(output.starts_with(&format!("{start}\n")), "$ {command}\n{output}"),
            None => assert_eq!(output, expected, "$ {command}"),
        }
    }
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
    assert_eq!(rule["help"]["markdown"].as_str(), typelog::diagnostics::page_of("unknown-variable"));
}

/// A program in which a resource is held by a value, and the schema of its package.
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
