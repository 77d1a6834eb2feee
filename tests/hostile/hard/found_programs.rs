//! The programs in directories: beside the files of other tools, and without what `.gitignore` excludes.

use std::fs;
use std::path::Path;

use super::{found, scratch, text, typelog, write};

/// A module with an error.
const MODULE: &str = "variable \"a\" { type = object({ b = number }) }\noutput \"o\" { value = var.a.c }\n";

/// Files of other tools, with contents that plain HCL would refuse or accept.
const OF_OTHERS: [(&str, &str); 12] = [
    (".terraform.lock.hcl", "provider \"registry.terraform.io/a/b\" {\n  version = \"1.0.0\"\n}\n"),
    (".tflint.hcl", "plugin \"aws\" {\n  enabled = true\n}\n"),
    ("terragrunt.hcl", "include \"root\" {\n  path = find_in_parent_folders(\"root.hcl\")\n}\n"),
    ("x.tftest.hcl", "run \"r\" {\n  assert {\n    condition     = output.o == 1\n    error_message = \"m\"\n  }\n}\n"),
    ("x.tofutest.hcl", "run \"r\" {}\n"),
    ("x.tfmock.hcl", "mock_resource \"r\" {}\n"),
    ("x.pkr.hcl", "build {\n  sources = [source.null.a]\n}\n"),
    ("x.auto.pkrvars.hcl", "a = missing\n"),
    ("x.tfquery.hcl", "list \"a\" \"b\" {}\n"),
    ("x.tfcomponent.hcl", "component \"a\" {\n  inputs = { b = var.b }\n}\n"),
    ("x.tfdeploy.hcl", "deployment \"a\" {}\n"),
    ("docker-bake.hcl", "target \"a\" {}\n"),
];

/// The names of the programs of a run over all directories below one.
fn programs(directory: &Path, options: &[&str]) -> Vec<String> {
    let output = typelog(&[&["check", "--recursive", "--format", "jsonl", "."], options].concat(), directory);
    assert!(output.status.code().is_some_and(|code| code < 2), "{}", text(&output.stderr));
    let name = |line: &str| {
        let record: serde_json::Value = serde_json::from_str(line).expect("a record");
        record["program"].as_str().expect("a name").to_owned()
    };
    text(&output.stdout).lines().map(name).collect()
}

#[test]
fn files_in_hcl_hide_no_terraform_module() {
    for source in ["main.tf", "main.tofu", "main.tf.json"] {
        let is_json = source.ends_with("json");
        let module = if is_json { r#"{"output": {"o": {"value": "${var.a.c}"}}}"# } else { MODULE };
        let directory = scratch("beside-module");
        for (name, content) in OF_OTHERS.into_iter().chain([("values.hcl", "a = 1\n")]) {
            write(&directory.join("m").join(source), module);
            write(&directory.join("m").join(name), content);
            let codes: Vec<String> = found(&["m"], &directory).into_iter().map(|found| found.0).collect();
            let expected = if is_json { "unknown-variable" } else { "unknown-property" };
            assert_eq!(codes, [expected], "{source} beside {name}");
            let interface = text(&typelog(&["interface", "m"], &directory).stdout);
            assert!(interface.contains("output"), "{source} beside {name}: {interface}");
            let types = text(&typelog(&["types", "m"], &directory).stdout);
            assert!(types.contains("o:"), "{source} beside {name}: {types}");
            fs::remove_file(directory.join("m").join(name)).expect("the file");
        }
    }
}

#[test]
fn files_of_other_tools_are_no_programs() {
    let directory = scratch("no-programs");
    for (name, content) in OF_OTHERS {
        let path = format!("of{}/{name}", name.replace('.', "-"));
        write(&directory.join(&path), content);
        let refused = |path: &str, options: &[&str]| {
            let output = typelog(&[&["check", path], options].concat(), &directory);
            assert_eq!((output.status.code(), text(&output.stdout)), (Some(2), String::new()), "{path}");
            text(&output.stderr)
        };
        let folder = path.split('/').next().expect("a folder");
        let said = refused(folder, &[]);
        assert!(said.contains("there are no program files here: ") && said.contains(name), "{said}");
        refused(folder, &["--recursive"]);
        let said = refused(&path, &[]);
        assert!(said.contains("and no program; `--dialect hcl` reads it as plain HCL"), "{said}");
        let plain = typelog(&["types", "--dialect", "hcl", &path], &directory);
        assert!(plain.status.code().is_some_and(|code| code < 2), "{path}: {}", text(&plain.stderr));
    }
    let said = typelog(&["check", ".", "--recursive"], &directory);
    assert_eq!(said.status.code(), Some(2));
    // They are left out of programs in plain HCL.
    write(&directory.join("plain/main.hcl"), "a = b\n");
    for (name, content) in OF_OTHERS {
        write(&directory.join("plain").join(name), content);
    }
    assert_eq!(found(&["plain"], &directory), [("unknown-variable".to_owned(), 1)]);
    assert_eq!(programs(&directory, &[]), ["./plain"]);
}

#[test]
fn files_that_units_include_are_known_by_the_units() {
    let directory = scratch("units");
    write(&directory.join("live/root.hcl"), "inputs = { a = local.region }\n");
    write(&directory.join("live/dev/account.hcl"), "locals {\n  id = get_aws_account_id()\n}\n");
    write(&directory.join("live/dev/vpc/terragrunt.hcl"), "include \"root\" {}\n");
    write(&directory.join("plain/root.hcl"), "a = 1\n");
    assert_eq!(programs(&directory, &[]), ["./plain"]);
    let output = typelog(&["check", "live/root.hcl"], &directory);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("units of Terragrunt include"), "{}", text(&output.stderr));
}

#[test]
fn ignored_directories_are_not_searched() {
    let directory = scratch("ignored");
    for path in [
        "a/main.pp",
        "a/generated/main.pp",
        "a/generated/kept/main.pp",
        "a/.terraform/modules/m/main.tf",
        "a/node_modules/p/main.hcl",
        ".git/main.hcl",
        ".hidden/main.hcl",
        "b/main.tf",
        "b/build/main.tf",
        "c/draft.hcl",
        "d/main.hcl",
    ] {
        let is_module = Path::new(path).extension().is_some_and(|extension| extension == "tf");
        write(&directory.join(path), if is_module { "locals {\n  a = 1\n}\n" } else { "a = 1\n" });
    }
    write(&directory.join(".gitignore"), "build/\ndraft.hcl\n/d\n");
    write(&directory.join("a/.gitignore"), "generated/*\n!generated/kept/\n");
    let found = programs(&directory, &[]);
    assert_eq!(found, ["./.hidden", "./a", "./a/generated/kept", "./b"]);
    let all = programs(&directory, &["--no-ignore"]);
    assert_eq!(
        all,
        [
            "./.git",
            "./.hidden",
            "./a",
            "./a/.terraform/modules/m",
            "./a/generated",
            "./a/generated/kept",
            "./a/node_modules/p",
            "./b",
            "./b/build",
            "./c",
            "./d"
        ]
    );
    // Directories that are named themselves are taken.
    assert_eq!(programs(&directory.join("b/build"), &[]), ["."]);
    assert_eq!(typelog(&["check", "c"], &directory).status.code(), Some(0));
}

#[test]
fn a_corpus_has_no_ignored_programs() {
    let directory = scratch("ignored-corpus");
    for path in ["in/a/main.hcl", "in/out/main.hcl", "in/.terraform/m/main.hcl"] {
        write(&directory.join(path), "a = 1\n");
    }
    write(&directory.join("in/.gitignore"), "out\n");
    let count = |options: &[&str]| {
        let arguments = [&["corpus", "in", "--out", "dataset", "--progress", "never"], options].concat();
        assert_eq!(typelog(&arguments, &directory).status.code(), Some(0));
        let contents = fs::read_to_string(directory.join("dataset/relations.json")).expect("a manifest");
        let contents: serde_json::Value = serde_json::from_str(&contents).expect("JSON");
        let relations = contents.as_array().or(contents["relations"].as_array()).expect("relations").clone();
        relations.iter().find(|of| of["name"] == "program").and_then(|of| of["rows"].as_u64())
    };
    assert_eq!(count(&[]), Some(1));
    assert_eq!(count(&["--no-ignore"]), Some(3));
}

/// The codes of a run's diagnostics, each with its severity and its file and line.
fn placed(arguments: &[&str], directory: &Path) -> Vec<String> {
    let output = typelog(&[&["check", "--format", "jsonl"], arguments].concat(), directory);
    let records = text(&output.stdout);
    let mut placed = Vec::new();
    for record in records.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).expect("a record")) {
        for found in record["diagnostics"].as_array().expect("diagnostics") {
            let word = |name: &str| found[name].as_str().unwrap_or_default().to_owned();
            placed.push(format!("{} {} {}:{}", word("severity"), word("code"), word("file"), found["line"]));
        }
    }
    placed
}

#[test]
fn errors_of_a_called_module_stand_in_it_once() {
    let directory = scratch("called-modules");
    let calls = "module \"a\" { source = \"../m\" }\n\nmodule \"b\" { source = \"../m\" }\n";
    for (path, content) in [
        ("x/main.tf", calls),
        ("y/main.tf", calls),
        ("m/main.tf", "locals { a = var.none }\n\nmodule \"n\" { source = \"../n\" }\n"),
        ("n/main.tf", "output \"o\" { value = local.none }\n"),
    ] {
        write(&directory.join("p").join(path), content);
    }
    let (call, nested) = ("note wrong-component main.tf:1", "note wrong-component main.tf:3");
    let error = "error unknown-variable main.tf:1";
    let errors = ["m", "n"].map(|module| format!("error unknown-variable ../{module}/main.tf:1"));
    let [of_m, of_n] = errors.each_ref().map(|error| &error[..]);
    assert_eq!(placed(&["p/x"], &directory), [call, of_m, of_n]);
    // What is checked itself has its own report.
    assert_eq!(placed(&["p/m", "p/x"], &directory), [error, nested, of_n, call]);
    assert_eq!(placed(&["--recursive", "p"], &directory), [error, nested, error, call, call]);
    // Selections are about the errors themselves.
    assert_eq!(placed(&["p/x", "--ignore", "unknown-variable"], &directory), [""; 0]);
    assert_eq!(placed(&["p/x", "--select", "unknown-variable"], &directory), [of_m, of_n]);
    assert_eq!(placed(&["p/x", "--severity", "error"], &directory), [of_m, of_n]);
    assert_eq!(placed(&["p/x", "--select", "wrong-component"], &directory), [call, of_m, of_n]);
    assert_eq!(placed(&["p/x", "--ignore", "wrong-component"], &directory), [""; 0]);
    // A result is not kept for a run that leaves the errors to another program.
    let kept = ["--format", "jsonl", "--resume", "kept.jsonl"];
    typelog(&[&["check", "p/x", "p/m"], &kept[..]].concat(), &directory);
    typelog(&[&["check", "p/x"], &kept[..]].concat(), &directory);
    let lines = fs::read_to_string(directory.join("kept.jsonl")).expect("results");
    let of_x = lines.lines().find(|line| line.contains("\"program\":\"p/x\"")).expect("a line");
    assert!(of_x.contains("../m/main.tf"), "{of_x}");
}
