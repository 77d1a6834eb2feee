//! Rules of a user's own, on the command line: files, warnings, values of closed columns, several programs.

#[allow(dead_code, reason = "each test uses a part")]
#[path = "support/command.rs"]
mod command;

use std::fs;
use std::path::Path;

use command::{path, printed, refused, scratch, text, typelog};

const TOUR: &str = "examples/tour";

#[test]
fn files_include_others_once() {
    let directory = scratch(
        "include",
        &[
            (
                "main.dl",
                "include \"lib/reaches.dl\".\ninclude \"lib/names.dl\" # names\nall(n) :- n = count { reaches(_, _) }.\n",
            ),
            (
                "lib/reaches.dl",
                "include \"names.dl\"\nreaches(d, on) :- depends_on(d, on).\nreaches(d, on) :- reaches(d, x), depends_on(x, on).\n",
            ),
            (
                "lib/names.dl",
                "include \"../main.dl\"\ncalled(d, name) :- definition(definition: d, name: name).\n# test: fails\n# program: a.hcl\n# expect: called(_, \"x\")\n",
            ),
            ("wrong.dl", "include \"lib/absent.dl\"\ninclude \"a\" and more\n"),
            ("inner.dl", "include \"bad.dl\"\n"),
            ("bad.dl", "\n\np(x) :- has_typ(x, _).\n"),
        ],
    );
    let main = directory.join("main.dl");
    let rows = printed(&["query", "--relation", "all", "--relation", "called", path(&main), TOUR], 0);
    assert!(rows.starts_with("all(n): 1 row\n  14\ncalled(d, name): 13 rows\n"), "{rows}");
    // The tests of included files are run with those files.
    assert!(refused(&["query", "--test", path(&main)]).contains("there are no tests"));
    let said = refused(&["query", path(&directory.join("wrong.dl")), TOUR]);
    assert!(said.contains("lib/absent.dl: No such file") && said.contains("on a line of its own"), "{said}");
    let said = refused(&["query", path(&directory.join("inner.dl")), TOUR]);
    assert!(said.contains("bad.dl:3:9") && said.contains("there is `has_type`"), "{said}");
    let proof = printed(&["query", "--why", "reaches(_, _)", path(&main), "examples/cycles"], 0);
    assert!(proof.contains("lib/reaches.dl:2)"), "{proof}");
}

#[test]
fn variables_in_one_place_are_told() {
    let rules = "p(x) :- part(x, whole, _, _how), n = count { depends_on(_, y) }, n > 0.\nq(x) :- p(x), (call(x, f); literal(x, k, v), k != v).\n";
    let directory = scratch("unused-variables", &[("p.dl", rules)]);
    let output = typelog(&["query", path(&directory.join("p.dl")), TOUR]);
    assert_eq!(output.status.code(), Some(0));
    let said = text(&output.stderr);
    let told: Vec<&str> = said.lines().filter(|line| line.contains("[unused-variable]")).collect();
    assert_eq!(told.len(), 3, "{said}");
    for name in ["`whole`", "`y`", "`f`"] {
        assert!(told.iter().any(|line| line.contains(name)), "{said}");
    }
}

#[test]
fn values_of_closed_columns_are_listed_and_checked() {
    let described = printed(&["facts", "--relation", "part"], 0);
    assert!(described.contains("  role   symbol: ") && described.contains(", argument, "), "{described}");
    let wrong = "# id: a-lint\n# severity: eror\n# message: it\na(x) :- part(x, _, \"arguments\", _).\n\
                 b(x, role) :- part(x, _, role, _), role = \"conditio\".\n\
                 c(x) :- b(x, \"ifs\"), diagnostic(severity: \"eror\").\n\
                 d(t) :- has_type(_, t), k = converts(t, BOOL, Plain), k = \"save\".\n";
    let directory = scratch("closed", &[("wrong.dl", wrong)]);
    let said = refused(&["query", path(&directory.join("wrong.dl")), TOUR]);
    for part in ["this is `eror`", "there is `error`", "there is `argument`", "there is `condition`", "there is `safe`"]
    {
        assert!(said.contains(part), "{part} is not in: {said}");
    }
    assert!(said.contains("column `role` of `b` is never `ifs`") && said.contains("the values are "), "{said}");
}

#[test]
fn closed_columns_hold_nothing_but_their_values() {
    let programs =
        ["examples/pcl", TOUR, "examples/cycles", "examples/declared", "examples/modules", "examples/unions"];
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("closed-facts");
    let _ = fs::remove_dir_all(&out);
    let facts = ["facts", "--recursive", "--schemas", "examples/schemas", "--out", path(&out)];
    assert_eq!(typelog(&[&facts[..], &programs].concat()).status.code(), Some(0));
    let manifest = command::json(&fs::read_to_string(out.join("relations.json")).expect("the manifest"));
    let mut checked = 0;
    for relation in manifest.as_array().expect("relations") {
        let name = relation["name"].as_str().expect("a name");
        let rows = fs::read_to_string(out.join(format!("{name}.facts"))).expect("rows");
        for (at, column) in relation["columns"].as_array().expect("columns").iter().enumerate() {
            let Some(values) = column["values"].as_array() else { continue };
            for row in rows.lines() {
                let cell = row.split('\t').nth(at).expect("a cell");
                assert!(values.iter().any(|value| value == cell), "{name}.{}: {cell}", column["name"]);
                checked += 1;
            }
        }
    }
    assert!(checked > 1_000, "{checked} cells");
}

#[test]
fn with_several_programs_each_row_says_its_own() {
    let rows = printed(&["query", "--relation", "impact", "examples/rules/impact.dl", TOUR, "examples/cycles"], 0);
    assert!(rows.starts_with("impact(program, name, n): "), "{rows}");
    assert!(rows.contains("\n  examples/tour\thost\t2\n") && rows.contains("\n  examples/cycles\tgateway\t"), "{rows}");
    let one = printed(&["query", "--relation", "impact", "examples/rules/impact.dl", TOUR], 0);
    assert!(one.starts_with("impact(name, n): "), "{one}");
}
