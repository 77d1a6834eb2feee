//! User rules on the command line: files, warnings, closed columns, several programs.

use std::fs;
use std::path::Path;

use crate::command::{path, printed, refused, scratch, text, typelog};

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
    // Tests run only for the files that contain them, not for files that include these.
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
    for part in ["found `eror`", "there is `error`", "there is `argument`", "there is `condition`", "there is `safe`"] {
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
    let manifest = crate::command::json(&fs::read_to_string(out.join("relations.json")).expect("the manifest"));
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

const REACHES: &str =
    "edge(x, y) :- depends_on(d, on), definition(definition: d, name: x), definition(definition: on, name: y).
reaches(x, y) :- edge(x, y).
reaches(x, z) :- reaches(x, y), edge(y, z).
far(x, z) :- reaches(x, z), !edge(x, z).
many(x, n) :- definition(name: x), n = count y { reaches(x, y) }, n > 2.
";

#[test]
fn a_row_that_is_not_there_has_a_nearest_rule() {
    let directory = scratch("why-not-rows", &[("reaches.dl", REACHES)]);
    let rules = directory.join("reaches.dl");
    let why_not = |row: &str| printed(&["query", "--why-not", row, path(&rules), TOUR], 0);
    let said = why_not("reaches(\"mixed\", _)");
    let expected =
        "      met:    definition(definition: \"mixed\", name: \"mixed\")\n      fails:  depends_on(\"mixed\", on)\n";
    assert!(
        said.starts_with("not reaches(\"mixed\", _)\n  nearest rule: reaches   ") && said.ends_with(expected),
        "{said}"
    );
    let said = why_not("far(\"host\", \"name\")");
    assert!(
        said.contains("  fails:  !edge(\"host\", \"name\")\n    nearest row: edge(\"host\", \"name\")\n"),
        "{said}"
    );
    let said = why_not("many(\"host\", _)");
    assert!(said.contains("  fails:  n > 2\n    found:  n = 1\n"), "{said}");
    // A row that exists is proved.
    assert!(why_not("edge(\"host\", _)").starts_with("edge(\"host\", \"name\")   ("));
    let refuse = |row: &str| refused(&["query", "--why-not", row, path(&rules), TOUR]);
    assert!(refuse("secret_config(_)").contains("no rule of"));
    assert!(refuse("edges(_)").contains("there is no relation `edges`"));
    assert!(refuse("edge(\"a\", \"b\", \"c\")").contains("the columns are edge(x, y)"));
}

const WASTEFUL: &str = "n(0). n(m) :- n(k), m = k + 1, m < 3000.
big(x, y) :- n(x), y = x % 100.
big(x, y) :- n(x), y = x % 100 + 100.
small(y) :- y = 7.
tag(x) :- n(x), x < 2000.
# order: written
hit(x, y) :- big(x, y), tag(x), small(y).
";

#[test]
fn a_profile_adds_up_and_names_joins_that_keep_little() {
    let good = WASTEFUL.replace("# order: written\n", "");
    let directory = scratch("profile", &[("wasteful.dl", WASTEFUL), ("good.dl", &good)]);
    let (wasteful, good, kept) = (directory.join("wasteful.dl"), directory.join("good.dl"), directory.join("p.json"));
    let table = printed(&["query", "--profile", "--profile-out", path(&kept), path(&wasteful), TOUR], 0);
    let named = "of 4000 rows that are met for `small(y)`, 20 are kept; in the order `small(y), big(x, y), tag(x)`, ";
    assert!(table.contains(named), "{table}");
    let profile = crate::command::json(&fs::read_to_string(&kept).expect("the profile"));
    let number = |value: &serde_json::Value| value.as_u64().expect("a number");
    let rules = profile["rules"].as_array().expect("rules");
    let sum: u64 = rules.iter().map(|rule| number(&rule["microseconds"])).sum();
    let (sum, total) = (sum + number(&profile["preparation_microseconds"]), number(&profile["total_microseconds"]));
    assert!(sum <= total && 10 * sum >= 9 * total, "{sum} of {total}");
    let recursive = &rules[1];
    assert_eq!((number(&recursive["rounds"]), number(&recursive["rows"])), (3000, 2999));
    let compared = printed(&["query", "--profile", "--against", path(&kept), path(&good), TOUR], 0);
    assert!(!compared.contains("are kept") && compared.lines().last().is_some_and(|line| line.ends_with("in all")));
    let hit: Vec<&str> =
        compared.lines().find(|line| line.contains("  hit   ")).expect("hit").split_whitespace().collect();
    assert_eq!(hit[1], "16000", "{compared}");
    assert!(hit[0].parse::<u64>().expect("a number") < 1_000, "{compared}");
    let wrong = scratch("profile-wrong", &[("p.dl", "# order: any\na(1).\n"), ("p.json", "{}")]);
    assert!(refused(&["query", path(&wrong.join("p.dl")), TOUR]).contains("expected the order `written`"));
    let before = wrong.join("p.json");
    assert!(refused(&["query", "--profile", "--against", path(&before), path(&good), TOUR]).contains("p.json"));
}

#[test]
fn diagnostics_know_their_expressions() {
    let rules = "about(code, t) :- diagnostic(diagnostic: d, code: code), diagnostic_expression(d, e), expression(expression: e, text: t).\n";
    let directory = scratch(
        "diagnostic-expressions",
        &[("about.dl", rules), ("main.hcl", "a = [1, absent + 2]\nb = max(1, true ? 1 : \"\".c)\n")],
    );
    let rows = printed(&["query", path(&directory.join("about.dl")), path(&directory.join("main.hcl"))], 0);
    assert!(rows.contains("  unknown-variable\tabsent\n"), "{rows}");
}
