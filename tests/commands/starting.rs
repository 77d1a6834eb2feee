//! The first settings of a project, and the interface of its modules.

use std::fs;

use crate::command::{json, path, printed, refused, scratch, text, typelog};

const MODULE: &str = r#"variable "net" {
  description = "The <network> | its parts."
  nullable    = false
  type = object({
    name  = optional(string, "$${x}")
    ports = optional(map(number), { web = 80 })
    kinds = list(bool)
  })
  validation {
    condition     = length(var.net.kinds) > 0
    error_message = "There are no kinds."
  }
}
variable "count_of" {
  type    = number
  default = 3
}
output "net" {
  value = var.net
}
"#;

const OUTPUT: &str = "output \"o\" {\n  value = 1\n}\n";

#[test]
fn settings_are_written_for_what_is_there() {
    let schema = r#"{"name": "own", "version": "1.0.0", "resources": {}}"#;
    let files = [("a/main.pp", OUTPUT), ("b/main.pp", OUTPUT), ("packages/own-1.0.0.json", schema)];
    let directory = scratch("init", &[&files[..], &[("package.json", "{\"name\": \"x\"}")]].concat());
    let said = printed(&["init", path(&directory)], 0);
    assert!(said.contains("programs: 2 in pcl\nnext: typelog check --recursive "), "{said}");
    let settings = fs::read_to_string(directory.join("typelog.toml")).expect("the settings");
    assert!(settings.ends_with("dialect = \"pcl\"\nschemas = [\"packages\"]\n"), "{settings}");
    assert_eq!(printed(&["check", "--recursive", path(&directory)], 0), "");
    assert!(refused(&["init", path(&directory)]).contains("the file is there already"));
    assert_eq!(printed(&["init", "--print", path(&directory)], 0), settings);
}

#[test]
fn terraform_without_schemas_is_told_where_they_come_from() {
    let directory = scratch("init-terraform", &[("main.tf", "output \"o\" { value = 1 }\n")]);
    let said = printed(&["init", path(&directory)], 0);
    assert!(said.contains("next: typelog check ") && !said.contains("--recursive"), "{said}");
    let [settings, schemas] = ["typelog.toml", "schemas"].map(|name| directory.join(name));
    let source = "mkdir -p schemas && terraform providers schema -json > schemas/providers.json\n";
    assert!(said.contains(source) && said.contains("the line `schemas` of the settings loses its `# `\n"), "{said}");
    // The settings are right when that has been done.
    fs::create_dir(schemas).expect("a directory");
    let written = fs::read_to_string(&settings).expect("the settings");
    assert!(written.contains("\n# schemas = "), "{written}");
    fs::write(&settings, written.replace("\n# schemas", "\nschemas")).expect("the settings");
    assert_eq!(printed(&["check", path(&directory)], 0), "");
}

#[test]
fn an_interface_is_in_the_notation_of_terraform() {
    let directory = scratch("interface", &[("main.tf", MODULE)]);
    let shown = printed(&["interface", path(&directory)], 0);
    let ty = r#"object({ kinds = list(bool), name = optional(string, "$${x}"), ports = optional(map(number), {"web":80}) })"#;
    assert_eq!(
        shown,
        format!(
            "input net: {ty} (not null)\ninput count_of: number = 3\noutput net: object({{kinds=list(bool), name=string, \
             ports=map(number)}})\n"
        )
    );
    let record = json(&printed(&["interface", "--format", "json", path(&directory)], 0));
    let net = &record["inputs"][0];
    assert_eq!((&net["declared"], &net["nullable"]), (&ty.into(), &false.into()));
    assert_eq!(net["validations"][0]["condition"], "length(var.net.kinds) > 0");
    let schema = json(&printed(&["interface", "--format", "json-schema", path(&directory)], 0));
    assert_eq!(schema["properties"]["net"]["properties"]["ports"]["default"]["web"], 80);
    assert_eq!(schema["properties"]["net"]["required"][0], "kinds");
    assert_eq!(schema["properties"]["count_of"]["default"], 3);
    assert_eq!(schema["properties"]["count_of"]["anyOf"][1]["type"], "null");
    assert_eq!(schema["required"], json("[\"net\"]"));
}

#[test]
fn a_default_over_several_lines_is_shown_on_one() {
    let module = "variable \"ports\" {\n  default = {\n    web = 80 # http\n    api = [1,\n      2]\n  }\n}\n";
    let directory = scratch("interface-lines", &[("main.tf", module)]);
    let shown = printed(&["interface", path(&directory)], 0);
    assert_eq!(shown, "input ports: any = {\"api\":[1,2],\"web\":80}\n");
    let tables = printed(&["interface", "--format", "markdown", path(&directory)], 0);
    assert!(tables.contains("| `{\"api\":[1,2],\"web\":80}` |"), "{tables}");
}

#[test]
fn tables_are_written_between_markers() {
    let document = "# Module\n<!-- BEGIN_TYPELOG -->\nold\n<!-- END_TYPELOG -->\nAfter.\n";
    let directory = scratch("interface-into", &[("main.tf", MODULE), ("README.md", document), ("other.md", "none\n")]);
    let readme = directory.join("README.md");
    let into = ["interface", "--into", path(&readme), path(&directory)];
    let checking = [&into[..], &["--check"]].concat();
    assert_eq!(typelog(&checking).status.code(), Some(1));
    assert_eq!(fs::read_to_string(&readme).expect("a text"), document);
    printed(&into, 0);
    printed(&checking, 0);
    let written = fs::read_to_string(&readme).expect("a text");
    assert!(written.starts_with("# Module\n<!-- BEGIN_TYPELOG -->\n## Inputs\n"), "{written}");
    assert!(written.ends_with("\n<!-- END_TYPELOG -->\nAfter.\n"), "{written}");
    assert!(written.contains("The &lt;network> \\| its parts.<br>Required: `length(var.net.kinds) > 0`"), "{written}");
    let other = directory.join("other.md");
    assert!(refused(&["interface", "--into", path(&other), path(&directory)]).contains("has no lines"));
}

#[test]
fn callers_are_told_what_changes() {
    let later = MODULE
        .replace("default = 3", "default = 4")
        .replace("length(var.net.kinds) > 0", "length(var.net.kinds) > 1")
        .replace("optional(string, \"$${x}\")", "string")
        .replace("value = var.net\n", "value = var.net\n  sensitive = true\n");
    let directory = scratch("diff-callers", &[("a/main.tf", MODULE), ("b/main.tf", &later)]);
    let output = typelog(&["diff", path(&directory.join("a")), path(&directory.join("b"))]);
    let shown = text(&output.stdout);
    for code in ["changed-default", "new-validation", "sensitive-output"] {
        assert!(shown.contains(&format!("+ warning [{code}]")), "{code}: {shown}");
    }
    assert!(shown.contains("+ error [new-required-input]") && !shown.contains("unsafe-conversion"), "{shown}");
    assert!(!shown.contains("facts"), "{shown}");
}

#[test]
fn callers_are_told_what_changes_inside_of_inputs() {
    let module = |ty: &str| {
        format!("variable \"net\" {{\n  type = {ty}\n}}\nresource \"terraform_data\" \"a\" {{ input = var.net }}\n")
    };
    let before = module(
        "object({ name = optional(string), ttl = optional(number, 3), rules = list(object({ port = optional(number), old = string })) })",
    );
    let after = module(
        "object({ name = string, ttl = optional(number, 4), more = bool, rules = list(object({ port = number })) })",
    );
    let after = format!("{after}resource \"terraform_data\" \"b\" {{ lifecycle {{ prevent_destroy = true }} }}\n");
    let directory = scratch("diff-attributes", &[("a/main.tf", &before), ("b/main.tf", &after)]);
    let output = typelog(&["diff", path(&directory.join("a")), path(&directory.join("b"))]);
    let shown = text(&output.stdout);
    let expected = [
        "error [new-required-input]: the attribute `.name` of input `net` is required now",
        "error [new-required-input]: the attribute `.rules[*].port` of input `net` is required now",
        "error [new-required-input]: the new attribute `.more` of input `net` is required",
        "warning [removed]: there is no attribute `.rules[*].old` of input `net` any more: its values are dropped",
        "warning [changed-default]: the default of `.ttl` in input `net` is `4`, no longer `3`",
    ];
    for line in expected {
        let (code, message) = line.split_once(": ").expect("a message");
        let is_it = |shown: &str| shown.contains(&format!("+ {code} ")) && shown.ends_with(&format!(": {message}"));
        assert!(shown.lines().any(is_it), "{line}\n{shown}");
    }
    assert_eq!(shown.matches("[no-conversion]").count() + shown.matches("[unsafe-conversion]").count(), 0, "{shown}");
    // What has no name is no node.
    assert!(!shown.contains(" block : "), "{shown}");
}
