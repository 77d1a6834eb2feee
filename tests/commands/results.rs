//! Commands that query results: their output and exit statuses.

use crate::command::{json, path, printed, refused, scratch, text, typelog};

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
    // What is reported there comes first.
    assert!(alone.starts_with("y is unresolved   (P-Unknown)"), "{alone}");
    assert!(alone.contains("\n\ny : any   (T-Unknown)"), "{alone}");
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
        let schemas = ["--schemas", "examples/schemas", "--depth", "64"];
        printed(&[&["explain", &path, "--diagnostic", "1", "--format", format][..], &schemas].concat(), 0)
    };
    let tree = explain("tree");
    let wrong = format!(
        "[] does not convert to union(none, number, output(union(none, number)))   (P-No-Conversion)   {path}:2:39\n"
    );
    assert!(tree.contains(&wrong), "{tree}");
    assert!(tree.contains("   (P-Variant)") && tree.contains("   (P-Check-Member)"), "{tree}");
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
            "replicas : const(3)   (T-Definition)   {TOUR}:4:1\n├── the value of replicas is 3   {TOUR}:4:12\n└── 3 : const(3)   (T-Integer)   {TOUR}:4:12\n    \
             └── 3 is a literal   {TOUR}:4:12\n"
        )
    );
    assert_eq!(
        explain("text"),
        "  3 is a literal\n  -------------- (T-Integer)\n  3 : const(3)\n\n  the value of replicas is 3\n  3 : const(3)\n  \
         -------------------------- (T-Definition)\n  replicas : const(3)\n\n"
    );
    let proof = json(&explain("json"));
    assert_eq!(proof["rule"], "T-Definition");
    assert_eq!(proof["premises"][1]["premises"][0]["conclusion"], "3 is a literal");
    assert!(explain("dot").contains("[label=\"T-Integer\"]"));
    assert!(explain("mermaid").contains("-- \"T-Integer\" -->"));
    let latex = explain("latex");
    assert!(latex.contains("  \\inferrule*[right=T-Integer]\n    {\\texttt{3 is a literal}}\n"), "{latex}");
    assert!(latex.ends_with("\\end{mathpar}\n\n") && latex.contains("% examples/tour/main.hcl:"), "{latex}");
    // A judgment without a program is proved in the same formats.
    let latex = printed(&["explain", "converts(int, string)", "--format", "latex"], 0);
    assert!(
        latex.contains("[right=C-Primitive]") && latex.contains("{\\texttt{int \\textasciitilde{}> string}}"),
        "{latex}"
    );
}

#[test]
fn a_proof_is_cut_below_a_depth() {
    let cut = printed(&["explain", TOUR, "--node", "budget", "--depth", "1"], 0);
    assert_eq!(cut.lines().count(), 3);
    assert!(cut.lines().last().is_some_and(|line| line.ends_with("...")));
}

#[test]
fn the_steps_that_decide_are_shown_in_few_lines() {
    let faulty =
        ["broken", "tour", "cycles", "pcl/faulty", "pcl/network", "pcl/web-service", "pcl/data-pipeline", "modules"];
    let mut proofs = 0;
    for name in faulty {
        let program = format!("examples/{name}");
        for number in 1.. {
            let number = number.to_string();
            let output = typelog(&["explain", &program, "--diagnostic", &number, "--schemas", "examples/schemas"]);
            if output.status.code() != Some(0) {
                break;
            }
            let proof = text(&output.stdout);
            assert!(proof.lines().count() <= 12, "{name} {number}: {proof}");
            assert!(proof.lines().all(|line| line.chars().count() < 400), "{name} {number}: {proof}");
            proofs += 1;
        }
    }
    assert!(proofs > 10, "{proofs} diagnostics are explained");
    // The reason stands first, and the refused conversion is among the steps.
    let proof = printed(&["explain", TOUR, "--diagnostic", "2"], 0);
    assert!(
        proof.starts_with("object({http=const(8080), metrics=const(9090)}) does not convert to number\n\n"),
        "{proof}"
    );
    assert!(proof.contains("(C-Mismatch: constructors without a rule") && proof.contains(" steps\n"), "{proof}");
    let whole = printed(&["explain", TOUR, "--diagnostic", "2", "--full"], 0);
    assert!(whole.lines().count() > 12 && !whole.contains(" steps\n"), "{whole}");
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
    assert_eq!(proof.lines().count(), 4);
    assert!(proof.contains("`gateway` refers to `subnet` here   examples/cycles/network.hcl:6:31"), "{proof}");
}

#[test]
fn constants_that_do_not_convert_are_explained_by_rules() {
    let text = "variable \"ports\" {\n  type    = list(number)\n  default = [null, \"http\"]\n}\n";
    // A default of a module is judged as a whole.
    for (name, diagnostic, refuses) in [("main.tf", "1", "list(number)"), ("main.hcl", "2", "number")] {
        let directory = scratch(&format!("misfits of {name}"), &[(name, text)]);
        let place = directory.join(name);
        let proof = printed(&["explain", path(&place), "--diagnostic", diagnostic], 0);
        assert!(proof.contains(&format!("does not convert to {refuses}   (P-Constant)")), "{proof}");
        assert!(proof.contains("(C-Value-Unreadable)"), "{proof}");
    }
}

#[test]
fn proofs_lead_through_definitions() {
    let place = format!("{TOUR}:17:10");
    let folded = printed(&["explain", &place], 0);
    assert!(folded.ends_with(&format!("load : const(0.75)   proved at {TOUR}:5:12\n")), "{folded}");
    let whole = printed(&["explain", &place, "--through"], 0);
    assert!(whole.contains("0.75 is a literal") && !whole.contains("proved at"), "{whole}");
    let wider = printed(&["explain", &place, "--wider", "1"], 0);
    assert!(wider.starts_with("load > 0.5 : bool"), "{wider}");
    let by_name = printed(&["explain", "examples/tour", "load"], 0);
    assert!(by_name.starts_with("load : const(0.75)   (T-Definition)"), "{by_name}");
}

#[test]
fn rows_of_tables_say_where_they_stand() {
    let proof = printed(&["explain", TOUR, "--diagnostic", "2", "--depth", "64"], 0);
    let row = "`+` takes number, gives number   rules/programs/operator_tables.dl:";
    assert!(proof.contains(row), "{proof}");
    assert!(proof.contains("[1]") && proof.contains("see [1]"), "{proof}");
}

#[test]
fn problems_of_the_model_are_explained_by_rules() {
    let faulty = ["explain", "examples/declared/faulty", "--dialect", "bicep", "--declare"];
    let declarations = "examples/declared/faulty/azure.declare";
    let proof = printed(&[&faulty[..], &[declarations, "--diagnostic", "2", "--depth", "64"]].concat(), 0);
    assert!(proof.contains("(P-") && proof.contains("(M-"), "{proof}");
}

#[test]
fn why_not_finds_the_rule_that_came_nearest() {
    let text = printed(&["why-not", "converts(list(int), bool)"], 0);
    assert!(text.starts_with("not list(int) ~> bool\n") && text.contains("fails:"), "{text}");
    let text = printed(&["why-not", "traverses(object({a=int}), b)"], 0);
    assert!(text.contains("V-Object") && text.contains("property"), "{text}");
    assert!(printed(&["why-not", "converts(int, string)"], 0).starts_with("int ~> string"));
    assert!(refused(&["why-not", "convert(int, string)"]).contains("there is `converts`"));
}

#[test]
fn what_cannot_be_explained_is_told() {
    assert!(refused(&["explain", TOUR, "--node", "replica"]).contains("there is `replicas`"));
    assert!(refused(&["explain", TOUR, "--diagnostic", "9"]).contains("there are 2"));
    assert!(refused(&["explain", "examples/tour/none.hcl"]).contains("is not a place"));
    assert!(refused(&["explain", "my file.tf"]).contains("is not a place"));
    assert!(refused(&["explain", &format!("{TOUR}:99:1")]).contains("there is nothing at 99:1"));
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
    assert!(proof.starts_with(".a: the value is missing, where int is expected\n"), "{proof}");
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
    let markdown = printed(&["rules", "--format", "markdown"], 0);
    assert!(
        markdown
            .contains("## C-Refl\n\nevery type converts to itself.\n\n```text\ns = t\n------ (C-Refl)\ns ~> t\n```\n")
    );
    let latex = printed(&["rules", "--format", "latex"], 0);
    let rule =
        "\\inferrule*[right=C-Refl]\n    {\\texttt{s = t}}\n    {\\texttt{s \\textasciitilde{}> t}}\n\\end{mathpar}\n";
    assert!(latex.contains(rule), "{latex:.2000}");
    let rocq = printed(&["rules", "--format", "rocq"], 0);
    let rule = "  | C_Refl : forall s t m,\n      equals s t = true ->\n      converts s t m Conversion_Safe\n";
    assert!(rocq.contains(rule), "{rocq:.2000}");
    let edition = printed(&["rules", "--format", "rocq", "--book", "pulumi"], 0);
    assert!(edition.contains(rule) && edition != rocq);
    let page = printed(&["rules", "T-Cond"], 0);
    assert!(
        page.starts_with("T-Cond: a conditional has")
            && page.contains("_, the condition of e, has the type r")
            && page.contains("rules/programs/operators.dl:")
    );
    assert!(refused(&["rules", "T-cond"]).contains("there is a rule `T-Cond`"));
    // The compiled form of a rule: its clauses, and the generated relations.
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
    let near = printed(&["graph", "examples/cycles", "--around", "url"], 0);
    assert_eq!(near, "gateway   (circular)\nurl -> gateway\n");
    assert!(refused(&["graph", "examples/cycles", "--around", "gatewy"]).contains("there is `gateway`"));
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

#[test]
fn a_module_may_stand_where_a_path_starts() {
    let call = "module \"all\" {\n  source = \"../..\"\n}\n";
    let module = "variable \"key\" {\n  type = string\n  sensitive = true\n}\noutput \"keys\" { value = { a = var.key, b = 1 } }\n";
    let directory = scratch("around", &[("main.tf", module), ("examples/simple/main.tf", call)]);
    let mut typelog = std::process::Command::new(env!("CARGO_BIN_EXE_typelog"));
    let output = typelog.args(["types", "--recursive", "."]).current_dir(&directory).output().expect("typelog runs");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        text.contains("module.all: object({keys=object({a=string, b=number})}) (sensitive at .keys.a)\n"),
        "{text}"
    );
    assert!(text.contains("var.key: string (sensitive)\n"), "{text}");
}

#[test]
fn modules_from_registries_are_found_where_they_are_installed() {
    let call = "module \"net\" {\n  source = \"org/net/aws\"\n  cidr   = []\n}\n";
    let module = "variable \"cidr\" { type = string }\noutput \"id\" { value = upper(var.cidr) }\n";
    let manifest = r#"{"Modules":[{"Key":"net","Source":"org/net/aws","Dir":".terraform/modules/net"}]}"#;
    let directory = scratch(
        "modules",
        &[
            ("alone/main.tf", call),
            ("installed/main.tf", call),
            ("installed/.terraform/modules/modules.json", manifest),
            ("installed/.terraform/modules/net/main.tf", module),
            ("kept/org/net/aws/main.tf", module),
        ],
    );
    let [alone, installed, kept] = ["alone", "installed", "kept"].map(|name| directory.join(name));
    let missing = printed(&["check", path(&alone)], 0);
    assert!(missing.contains("[unknown-module] Note"), "{missing}");
    for arguments in [&["check", path(&installed)][..], &["check", path(&alone), "--modules", path(&kept)]] {
        let found = printed(arguments, 1);
        assert!(found.contains("[no-conversion] Error") && !found.contains("unknown-module"), "{found}");
    }
    let types = printed(&["types", path(&installed)], 1);
    assert!(types.contains("module.net: object({id=string})\n"), "{types}");
}

/// A definition that does not convert at two places has one report only if both are as severe: an error is no part of a warning.
#[test]
fn an_error_is_no_part_of_a_warning() {
    let schema = r#"{ "name": "simple", "version": "1.0.0", "resources": { "simple:index:Thing": {
        "inputProperties": { "size": { "type": "number" } }, "requiredInputs": ["size"] } } }"#;
    let program = "none = []\nresource \"a\" \"simple:index:Thing\" {\n  size = none\n}\noutput \"all\" {\n  \
                   value = [a, none + 1]\n}\n";
    let directory = scratch("severities", &[("program/main.pp", program), ("schemas/simple-1.0.0.json", schema)]);
    let [schemas, program] = ["schemas", "program"].map(|name| directory.join(name));
    let checked = ["check", "--lenient", "--schemas", path(&schemas), path(&program)];
    let shown = printed(&checked, 1);
    assert!(shown.contains("main.pp:3:10") && shown.contains("main.pp:6:15"), "{shown}");
}
