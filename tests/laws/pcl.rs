//! Programs in PCL: the examples have their recorded types and reports in any order of blocks and files. Schemas are read as
//! written, and their errors have places.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::support::bless::compare;
use crate::support::files::{entries, root, text};
use typelog::diagnostics::{Diagnostic, Strictness};
use typelog::dialect::{Dialect, Text};
use typelog::files::AllowedDirectories;
use typelog::project::{Input, Project};
use typelog::render::{Detail, Palette, Report, page};
use typelog::schema::Schemas;
use typelog::syntax;
use typelog::syntax::tree::BodyItem;
use typelog::types::Interner;

/// The example with many errors: its reports depend on the order of items.
const FAULTY: &str = "faulty";

fn examples() -> Vec<PathBuf> {
    entries(&root().join("examples/pcl")).into_iter().filter(|path| path.is_dir()).collect()
}

fn files_in(directory: &Path) -> Vec<Text> {
    let files = entries(directory).into_iter().filter(|path| path.extension().is_some_and(|end| end == "pp"));
    let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    files.map(|path| Text { name: name(&path), bytes: Ok(text(&path).into_bytes()) }).collect()
}

/// The report on a program in a directory.
fn check_with(texts: Vec<Text>, directory: &Path, schemas: &Schemas, strictness: Strictness) -> Report {
    let project = Project::default();
    let session = project.session(None).expect("no options");
    let roots = AllowedDirectories::of(project.system(), directory, &[]);
    let input = Input::of_texts(Dialect::Pcl, texts, roots);
    let mut input = Input { directory: Some(directory.to_owned()), ..input };
    session.with_schemas(schemas.clone()).with_strictness(strictness).check(&mut input).report(Detail::Definitions)
}

fn check(texts: Vec<Text>, directory: &Path) -> Report {
    let schemas = Schemas::in_directories(&[root().join("examples/schemas")]).unwrap();
    check_with(texts, directory, &schemas, Strictness::default())
}

fn check_text(program: &str) -> Vec<Diagnostic> {
    let text = Text { name: "main.pp".to_owned(), bytes: Ok(program.as_bytes().to_vec()) };
    check(vec![text], root()).diagnostics
}

fn codes(diagnostics: &[Diagnostic]) -> Vec<String> {
    diagnostics.iter().map(|diagnostic| diagnostic.code.to_string()).collect()
}

#[test]
fn examples_have_the_types_and_reports_that_are_recorded() {
    let mut wrong = Vec::new();
    for folder in examples() {
        let report = check(files_in(&folder), &folder);
        let types: String = report.nodes.iter().flat_map(|node| [&node.name[..], ": ", &node.ty, "\n"]).collect();
        let shown = page(&report, Palette::Plain, &str::to_owned);
        let shown: String = shown.lines().map(|line| line.trim_end().to_owned() + "\n").collect();
        wrong.extend(compare(&folder.join("expected.types"), &types).err());
        wrong.extend(compare(&folder.join("expected.report"), &shown).err());
    }
    assert!(examples().len() >= 8);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_order_of_blocks_and_files_means_nothing() {
    for folder in examples().into_iter().filter(|folder| !folder.ends_with(FAULTY)) {
        let recorded = summary(&check(files_in(&folder), &folder));
        for seed in 1..6 {
            let shuffled = vec![Text { name: "all.pp".to_owned(), bytes: Ok(shuffle(&folder, seed).into_bytes()) }];
            assert_eq!(summary(&check(shuffled, &folder)), recorded, "{} shuffled by {seed}", folder.display());
        }
    }
}

/// The diagnostics of a report, as a set.
fn summary(report: &Report) -> BTreeSet<String> {
    let nodes = report.nodes.iter().map(|node| format!("{} {}: {}", node.kind, node.name, node.ty));
    let diagnostics = report.diagnostics.iter().map(|found| format!("{}: {}", found.code, found.message));
    nodes.chain(diagnostics).collect()
}

/// The items of all files of a program in one file, in a random order.
fn shuffle(folder: &Path, seed: u64) -> String {
    let mut items = Vec::new();
    for file in files_in(folder) {
        let source = String::from_utf8(file.bytes.unwrap()).unwrap();
        let (tree, errors) = syntax::parse_body(&source, &mut Interner::default());
        assert!(errors.is_empty());
        for item in &tree.body {
            let span = match item {
                BodyItem::Attribute(attribute) => attribute.name_span.to(tree.span(attribute.value)),
                BodyItem::Block(block) => block.span,
            };
            items.push(source[span.range()].to_owned());
        }
    }
    // A linear congruential generator is random enough here, and portable.
    let mut state = seed;
    for at in (1..items.len()).rev() {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        items.swap(at, (state >> 33) as usize % (at + 1));
    }
    items.join("\n") + "\n"
}

#[test]
fn components_give_the_same_in_any_order() {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("components");
    let leaf = |at: usize| format!("config \"n\" \"int\" {{\n}}\noutput \"o\" {{\n  value = [n, \"{at}\"]\n}}\n");
    let around = "component \"c\" \"../leaf3\" {\n  n = 1\n}\noutput \"o\" {\n  value = c.o\n}\n";
    let texts = (0..40).map(|at| (format!("leaf{at}"), leaf(at)));
    let others = [("around", around.to_owned()), ("wrong", "a = missing\n".to_owned())];
    let mut blocks = Vec::new();
    for (name, text) in texts.chain(others.map(|(name, text)| (name.to_owned(), text))) {
        fs::create_dir_all(directory.join(&name)).expect("a directory for the test");
        fs::write(directory.join(&name).join("main.pp"), text).expect("a file for the test");
        let input = if name.starts_with("leaf") { "n = 2" } else { "" };
        blocks.push(format!("component \"{name}\" \"./{name}\" {{\n  {input}\n}}\n"));
    }
    let of = |blocks: &[String]| {
        let text = Text { name: "main.pp".to_owned(), bytes: Ok(blocks.concat().into_bytes()) };
        let report = check(vec![text], &directory);
        (report.nodes.into_iter().map(|node| (node.name, node.ty)).collect::<BTreeSet<_>>(), codes(&report.diagnostics))
    };
    let (nodes, codes) = of(&blocks);
    assert_eq!(codes, ["wrong-component"]);
    let alone: BTreeSet<_> = blocks.iter().flat_map(|block| of(std::slice::from_ref(block)).0).collect();
    assert_eq!(nodes, alone);
    blocks.reverse();
    assert_eq!(of(&blocks), (nodes, codes));
}

#[test]
fn a_resource_is_held_to_its_schema() {
    let diagnostics = check_text("resource \"s\" \"cloud:Server\" {\n  imag = \"a\"\n  size = \"small\"\n}\n");
    assert_eq!(codes(&diagnostics), ["unknown-input"]);
    assert_eq!(diagnostics[0].help.as_deref(), Some("there is an input `image`"));
    let unknown = check_text("resource \"s\" \"cloud:Servr\" {}\n");
    assert_eq!(codes(&unknown), ["unknown-resource"]);
    assert_eq!(unknown[0].help.as_deref(), Some("there is a resource `cloud:Server`"));
}

#[test]
fn types_are_shown_by_their_names_or_in_full() {
    let text = || {
        let program = "resource \"b\" \"cloud:Balancer\" {\n  listeners = []\n  check = 1\n}\n";
        vec![Text { name: "main.pp".to_owned(), bytes: Ok(program.as_bytes().to_vec()) }]
    };
    let expected = |is_full| {
        let schemas = Schemas::in_directories(&[root().join("examples/schemas")]).unwrap();
        let strictness = Strictness { is_full, ..Strictness::default() };
        let report = check_with(text(), root(), &schemas, strictness);
        report.diagnostics[0].expected.clone().unwrap_or_default()
    };
    let (brief, full) = (expected(false), expected(true));
    assert!(brief.contains("HttpCheck") && !brief.contains("timeout"), "{brief}");
    assert!(!full.contains("HttpCheck") && full.contains("timeout"), "{full}");
}

#[test]
fn a_discriminator_chooses_the_member_of_a_union() {
    let program =
        |check: &str| format!("resource \"b\" \"cloud:Balancer\" {{\n  listeners = []\n  check = {{ {check} }}\n}}\n");
    assert!(check_text(&program("kind = \"tcp\", timeout = 1")).is_empty());
    let found = check_text(&program("kind = \"http\", timeout = 1"));
    // The only unknown name stands for the only missing one.
    assert_eq!(codes(&found), ["unknown-property"]);
    assert_eq!(codes(&check_text(&program("kind = \"tcp\", timeout = []"))), ["no-conversion"]);
}

/// The reports about a program with one monitor: severity, code and the text at the place.
fn monitored(inputs: &str) -> Vec<(String, String, String)> {
    let program = format!("resource \"m\" \"cloud:Monitor\" {{\n  {inputs}\n}}\n");
    let at = |found: &Diagnostic| program[found.span.range()].to_owned();
    let diagnostics = check_text(&program);
    let found = diagnostics.iter().map(|found| (found.severity.word().to_owned(), found.code.to_string(), at(found)));
    found.collect()
}

/// The only report about a program with one monitor.
fn mismatch(inputs: &str) -> (String, String, String) {
    let found = monitored(inputs);
    assert_eq!(found.len(), 1, "{inputs}: {found:?}");
    found[0].clone()
}

fn report(severity: &str, code: &str, at: &str) -> (String, String, String) {
    (severity.to_owned(), code.to_owned(), at.to_owned())
}

#[test]
fn an_object_inside_of_an_input_is_what_it_tells() {
    let wrong = "{ kind = \"tcp\", timeout = [] }";
    let right = "{ kind = \"http\", path = \"/\" }";
    let told = report("error", "no-conversion", "[]");
    assert_eq!(mismatch(&format!("checks = [{right}, {wrong}, {right}]")), told);
    assert_eq!(mismatch(&format!("checks = [{right}, ({wrong})]")), told);
    assert_eq!(mismatch(&format!("named = {{ a = {right}, b = {wrong} }}")), told);
    assert_eq!(mismatch(&format!("named = {{ a = {right}, \"b c\" = {wrong} }}")), told);
    assert_eq!(mismatch(&format!("probe = {{ every = 5, check = {wrong} }}")), told);
    assert_eq!(mismatch(&format!("hiddenChecks = [{right}, {wrong}]")), report("error", "no-conversion", "[]"));
    let renamed = monitored("checks = [{ kind = \"http\", timeout = [] }]");
    assert_eq!(renamed, [report("error", "wrong-variant", "\"http\"")]);
}

#[test]
fn every_part_of_every_object_is_named() {
    let (first, second) = ("{ kind = \"tcp\", timeout = [] }", "{ kind = \"tcp\", timeout = {} }");
    let found = monitored(&format!("checks = [{second}, {first}, {first}]"));
    let at = ["{}", "[]", "[]"].map(|at| report("error", "no-conversion", at));
    assert_eq!(found, at);
}

#[test]
fn of_objects_in_one_another_the_innermost_is_named() {
    let wrong = "{ kind = \"tcp\", timeout = {} }";
    let all = |checks: &str| format!("{{ kind = \"all\", timeout = [], checks = [{checks}] }}");
    let right = "{ kind = \"http\", path = \"/\" }";
    let unknown = report("error", "unknown-property", "timeout");
    let told = report("error", "no-conversion", "{}");
    let found = monitored(&format!("checks = [{}]", all(&format!("{right}, {wrong}"))));
    assert_eq!(found, [unknown.clone(), told.clone()]);
    let found = monitored(&format!("checks = [{right}, {}]", all(&all(wrong))));
    assert_eq!(found, [unknown.clone(), unknown.clone(), told]);
    let found = monitored("checks = [{ kind = \"all\", timeout = [], checks = 1 }]");
    assert_eq!(found, [unknown, report("error", "no-conversion", "1")]);
}

#[test]
fn an_object_that_does_not_tell_what_it_is_has_to() {
    let right = "{ kind = \"tcp\", timeout = 1 }";
    let udp = format!("checks = [{right}, {{ kind = \"udp\", timeout = [] }}]");
    assert_eq!(mismatch(&udp), report("error", "not-an-enum-value", "\"udp\""));
    let none = format!("checks = [{right}, {{ timeout = [] }}]");
    assert_eq!(mismatch(&none), report("error", "missing-property", "{"));
    assert_eq!(mismatch(&format!("checks = [{right}, 1]")), report("error", "no-conversion", "1"));
    // A computed discriminator selects no member of the union.
    let computed = "{ kind = element([\"tcp\"], 0), timeout = [] }";
    let found = mismatch(&format!("checks = [{right}, {computed}]"));
    assert_eq!(found, report("error", "no-conversion", computed));
}

#[test]
fn objects_that_are_what_they_tell_are_not_spoken_of() {
    let right = "{ kind = \"tcp\", timeout = 1 }";
    for inputs in [
        format!("checks = [{right}, {{ kind = \"http\", path = \"/\" }}]"),
        format!("named = {{ a = {right} }}"),
        format!("probe = {{ check = {right} }}"),
        format!("checks = [{{ kind = \"all\", checks = [{right}] }}]"),
    ] {
        assert_eq!(monitored(&inputs), [], "{inputs}");
    }
    // The object converts as another member of the union than the one that it tells.
    let found = mismatch("checks = [{ kind = \"http\", path = \"/\", status = [] }]");
    assert_eq!(found, report("error", "no-conversion", "[]"));
}

#[test]
fn a_type_may_contain_itself() {
    let program =
        "resource \"f\" \"cloud:firewall:Firewall\" {\n  networkId = \"n\"\n  rule = { all = [{ all = [1] }] }\n}\n";
    let found = check_text(program);
    assert_eq!(codes(&found), ["no-conversion"]);
    assert_eq!(&program[found[0].span.range()], "1");
}

#[test]
fn what_is_lenient_is_told_as_warnings() {
    let program = "resource \"s\" \"nowhere:Server\" {\n  a = b\n}\noutput \"o\" {\n  value = s.x\n}\n";
    let text = || vec![Text { name: "main.pp".to_owned(), bytes: Ok(program.as_bytes().to_vec()) }];
    let severities = |is_lenient| {
        let schemas = Schemas::default();
        let report = check_with(text(), root(), &schemas, Strictness { is_lenient, ..Strictness::default() });
        let found = report.diagnostics.iter();
        found.map(|found| format!("{} {}", found.severity.word(), found.code)).collect::<Vec<_>>()
    };
    assert_eq!(severities(false), ["error unknown-package", "error unknown-variable"]);
    assert_eq!(severities(true), ["warning unknown-package", "warning unknown-variable"]);
}

#[test]
fn a_program_may_ask_for_a_version_of_a_package() {
    let program = |version: &str| {
        format!("resource \"q\" \"data:Queue\" {{\n  options {{\n    version = \"{version}\"\n  }}\n}}\n")
    };
    assert!(check_text(&program("0.4.1")).is_empty());
    assert_eq!(codes(&check_text(&program("9.0.0"))), ["unknown-version"]);
}

#[test]
fn wrong_schemas_are_located() {
    let folder = std::env::temp_dir().join(format!("typelog-schemas-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("bad-1.0.0.json"), "{\n  \"name\": \"bad\",\n  \"resources\": [\n").unwrap();
    let odd = "{\"name\": \"odd\",\n \"resources\": {\"odd:index:R\": {\"inputProperties\": {\n  \"a\": {\"type\": \"array\"}}}}}";
    fs::write(folder.join("odd-1.0.0.json"), odd).unwrap();
    let schemas = Schemas::in_directories(std::slice::from_ref(&folder)).unwrap();
    let program = "resource \"a\" \"bad:index:R\" {}\nresource \"b\" \"odd:index:R\" {}\n";
    let text = Text { name: "main.pp".to_owned(), bytes: Ok(program.as_bytes().to_vec()) };
    let report = check_with(vec![text], root(), &schemas, Strictness::default());
    fs::remove_dir_all(&folder).unwrap();
    assert_eq!(codes(&report.diagnostics), ["invalid-schema", "invalid-schema"]);
    assert!(report.diagnostics[0].message.contains("bad-1.0.0.json:4:1"), "{}", report.diagnostics[0].message);
    assert!(report.diagnostics[1].message.contains("`items`"), "{}", report.diagnostics[1].message);
}
