//! Differences between versions of programs, and of schemas.

use crate::command::{json, path, printed, refused, scratch};

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
             + error [unknown-variable] main.hcl:5:8: undefined variable `absent`\n"
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
        "  + input p:index:R note: union(none, output(union(none, string)), string)\n",
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
fn a_difference_of_modules_tells_what_breaks_callers() {
    let before = "variable \"n\" {\n  type    = number\n  default = 1\n}\nvariable \"o\" { type = string }\n\
                  variable \"s\" { type = string }\noutput \"x\" { value = var.n }\noutput \"y\" { value = \"a\" }\n";
    let after = "variable \"n\" { type = number }\nvariable \"p\" { type = string }\nvariable \"q\" {\n  default = 1\n}\n\
                 variable \"s\" { type = list(string) }\noutput \"x\" { value = [var.n] }\noutput \"y\" { value = \"b\" }\n";
    let directory = scratch("diff-modules", &[("a/main.tf", before), ("b/main.tf", after)]);
    let [a, b] = ["a", "b"].map(|name| directory.join(name));
    let record = json(&printed(&["diff", "--format", "json", path(&a), path(&b)], 0));
    let told: Vec<&str> =
        record["new_problems"].as_array().expect("a list").iter().filter_map(|of| of["message"].as_str()).collect();
    let expected = [
        "the input `n` is required now",
        "the new input `p` is required",
        "the previous type of input `s` does not convert to its new type",
        "the type of output `x` does not convert to its previous type",
        "there is no input `o` any more",
    ];
    assert_eq!(told, expected);
    printed(&["diff", "--exit-code=errors", path(&a), path(&b)], 1);
    let back = printed(&["diff", path(&a), path(&a)], 0);
    assert_eq!(back, "");
}
