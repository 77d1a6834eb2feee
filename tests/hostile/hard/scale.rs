//! Large inputs, at which quadratic algorithms do not end in time.

use std::fmt::Write as _;
use std::path::Path;

use super::{answer, found, found_in, refused, scratch, text, typelog, write};

/// Concatenates lines made from numbers.
fn lines(count: usize, line: impl Fn(usize) -> String) -> String {
    (0..count).fold(String::new(), |mut lines, at| {
        let _ = writeln!(lines, "{}", line(at));
        lines
    })
}

/// Texts separated by commas.
fn list(count: usize, entry: impl Fn(usize) -> String) -> String {
    (0..count).map(entry).collect::<Vec<_>>().join(",")
}

/// A directory with the schema of a package.
fn with_schema(name: &str, types: &str, properties: &str, required: &str) -> std::path::PathBuf {
    let directory = scratch(name);
    let resource = format!(
        "{{\"properties\":{{{properties}}},\"inputProperties\":{{{properties}}},\"requiredInputs\":[{required}]}}"
    );
    let schema = format!(
        "{{\"name\":\"p\",\"version\":\"1.0.0\",\"types\":{{{types}}},\"resources\":{{\"p:index:R\":{resource}}}}}"
    );
    write(&directory.join("schemas/p-1.0.0.json"), schema);
    directory
}

fn count_of(directory: &Path, program: &str) -> usize {
    write(&directory.join("main.pp"), program);
    found(&["--schemas", "schemas", "main.pp"], directory).len()
}

#[test]
fn members_of_a_wide_object_are_read() {
    let wide = list(30_000, |at| format!("k{at} = {at}"));
    let program = format!("a = {{ {wide} }}\n{}", lines(30_000, |at| format!("b{at} = a.k{at}")));
    assert_eq!(found_in("wide", &program, &[]), []);
    let wide = list(12_000, |at| format!("k{at} = {at}"));
    let program = format!("a = {{ {wide} }}\n{}", lines(12_000, |at| format!("b{at} = a.j{at}")));
    assert_eq!(found_in("wide-lacks", &program, &[]).len(), 12_000);
}

#[test]
fn questions_about_wide_types_are_answered() {
    let batch = ["type", "batch"];
    let object = |count, ty: &str| format!("object({{{}}})", list(count, |at| format!("a{at}={ty}")));
    let unified = answer(&batch, &format!("unify\t{}\t{}", object(40_000, "int"), object(40_000, "string")));
    assert_eq!(unified.matches("a39999=string").count(), 2, "{}", unified.len());
    let union =
        |from: usize, form: &str| format!("union({})", list(40_000, |at| form.replace('@', &(at + from).to_string())));
    for form in ["const(\"a@\")", "object({a@=int})"] {
        let request = format!("convert\t{}\t{}", union(0, form), union(1, form));
        assert_eq!(answer(&batch, &request), "unsafe\n", "{form}");
    }
    let constants = list(6_000, |at| format!("const(\"{at}\")"));
    assert_eq!(answer(&batch, &format!("convert\ttuple([{constants}])\tset(union({constants}))")), "unsafe\n");
    assert!(answer(&batch, &format!("unify\ttuple([{constants}])\tlist(string)")).starts_with("list(string)"));
}

#[test]
fn defaults_of_a_wide_object_are_applied() {
    let defaults = list(20_000, |at| format!("a{at}=optional(string,\"x{at}\")"));
    let values = list(20_000, |at| format!("a{at}=null"));
    for value in ["{}".to_owned(), format!("{{{values}}}")] {
        let converted = answer(&["value", "convert", "--batch"], &format!("{value}\tobject({{{defaults}}})"));
        assert!(converted.contains("\"a19999\":\"x19999\""), "{}", converted.len());
    }
}

#[test]
fn very_many_operators_are_refused_at_once() {
    for (name, form) in [("sum", " + 1"), ("products", " * 1"), ("mixed", " + 2 * 3 - 1")] {
        let program = format!("a = 1{}\nb = 1\n", form.repeat(300_000));
        assert_eq!(found_in(name, &program, &[]), [("nesting-too-deep".to_owned(), 1)], "{name}");
    }
    // Each chain is the first operand of the next, so every chain on its own is short.
    let nested = format!("a = {}1{}\n", "(".repeat(1_000), format!("{})", " + 1".repeat(400)).repeat(1_000));
    assert_eq!(found_in("nested-sums", &nested, &[])[0], ("nesting-too-deep".to_owned(), 1));
    let directory = scratch("sum-commands");
    write(&directory.join("main.hcl"), format!("a = 1{}\n", " + 1".repeat(300_000)));
    for arguments in
        [&["types", "--all", "main.hcl"][..], &["facts", "main.hcl"], &["graph", "main.hcl"], &["syntax", "main.hcl"]]
    {
        assert!(typelog(arguments, &directory).status.code().is_some_and(|code| code < 2), "{arguments:?}");
    }
}

#[test]
fn a_long_sum_is_explained() {
    let directory = scratch("sum-explained");
    write(&directory.join("main.hcl"), format!("b = 1\na = b{}\n", " + b".repeat(2_000)));
    let proof = text(&typelog(&["explain", "main.hcl:2:1"], &directory).stdout);
    assert!(proof.contains("T-"), "{proof}");
}

#[test]
fn neighbouring_bad_bytes_and_lines_are_one_report() {
    let directory = scratch("bad-bytes");
    let bad: [(&str, Vec<u8>); 4] = [
        ("bytes.hcl", [b"a = 1\n".to_vec(), vec![0xff; 3_000_000]].concat()),
        ("between.hcl", b"\xffa ".repeat(500_000)),
        ("lines.hcl", b"?\n".repeat(500_000)),
        ("characters.hcl", b"?".repeat(1_000_000)),
    ];
    for (name, bytes) in bad {
        write(&directory.join(name), &bytes);
        let page = typelog(&["check", name], &directory).stdout;
        assert!(page.len() < 5_000, "{name}: {} bytes", page.len());
    }
    write(&directory.join("again.hcl"), lines(60_000, |_| "a = \"\\q\"".to_owned()));
    let page = text(&typelog(&["check", "again.hcl"], &directory).stdout);
    assert!(page.contains("first set here: again.hcl:1:1"), "{}", &page[page.len() - 900..]);
}

#[test]
fn versions_with_thousands_of_unnamed_blocks_are_compared() {
    let directory = scratch("unnamed");
    write(&directory.join("a/main.hcl"), lines(20_000, |at| format!("b {{\n  x = {at}\n}}")));
    write(&directory.join("b/main.hcl"), lines(20_000, |at| format!("b {{\n  x = {}\n}}", at + 1)));
    let changes = text(&typelog(&["diff", "a", "b"], &directory).stdout);
    assert_eq!(changes.matches("  ~ attribute b.x").count(), 20_000);
}

#[test]
fn thousands_of_wrong_inputs_and_tokens_are_reported() {
    let names = list(40_000, |at| format!("\"e{at}\":{{\"type\":\"string\"}}"));
    let directory = with_schema("missing-inputs", "", &names, &list(40_000, |at| format!("\"e{at}\"")));
    assert_eq!(count_of(&directory, "resource r \"p:index:R\" {}\n"), 20);
    let page = text(&typelog(&["check", "--schemas", "schemas", "main.pp"], &directory).stdout);
    assert_eq!(page.matches("39980 more required inputs of the resource are missing").count(), 1, "{page}");
    let directory = with_schema("unknown-inputs", "", "\"e\":{\"type\":\"string\"}", "");
    let program = format!("resource r \"p:index:R\" {{\n{}}}\n", lines(60_000, |at| format!("  x{at} = 1")));
    assert_eq!(count_of(&directory, &program), 60_000);
    let directory = scratch("unknown-tokens");
    let resources = list(8_000, |at| format!("\"p:index:R{at}\":{{}}"));
    write(
        &directory.join("schemas/p-1.0.0.json"),
        format!("{{\"name\":\"p\",\"version\":\"1.0.0\",\"resources\":{{{resources}}}}}"),
    );
    let program = lines(8_000, |at| format!("resource r{at} \"p:index:Q{at}\" {{}}"));
    assert_eq!(count_of(&directory, &program), 8_000);
}

#[test]
fn thousands_of_resources_that_lack_as_many_inputs_are_reported() {
    let names = list(1_500, |at| format!("\"e{at}\":{{\"type\":\"string\"}}"));
    let directory = with_schema("missing-everywhere", "", &names, &list(1_500, |at| format!("\"e{at}\"")));
    let program = lines(1_500, |at| format!("resource r{at} \"p:index:R\" {{}}"));
    // Of so many blocks, one missing input is named of each.
    assert_eq!(count_of(&directory, &program), 1_500);
    let page = text(&typelog(&["check", "--schemas", "schemas", "main.pp"], &directory).stdout);
    assert_eq!(page.matches("1499 more required inputs of the resource are missing").count(), 1_500);
}

#[test]
fn thousands_of_objects_that_lack_as_many_properties_are_reported() {
    let properties = list(1_500, |at| format!("\"e{at}\":{{\"type\":\"string\"}}"));
    let required = list(1_500, |at| format!("\"e{at}\""));
    let types =
        format!("\"p:index:T\":{{\"type\":\"object\",\"properties\":{{{properties}}},\"required\":[{required}]}}");
    let inputs = "\"v\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/types/p:index:T\"}}";
    let directory = with_schema("missing-in-objects", &types, inputs, "");
    let page = |objects: &str| {
        let found = count_of(&directory, &format!("resource r \"p:index:R\" {{\n  v = [{objects}]\n}}\n"));
        (found, text(&typelog(&["check", "--schemas", "schemas", "main.pp"], &directory).stdout))
    };
    let (found, said) = page("{ e7 = \"a\", ee9 = \"b\" }");
    // Of those that are named, one is misspelt.
    assert_eq!(found, 21, "{said}");
    assert_eq!(said.matches("1478 more required properties of the element `[0]` are missing").count(), 1, "{said}");
    let (found, said) = page(&list(1_500, |_| "{}".to_owned()));
    assert_eq!(found, 1_500);
    assert_eq!(said.matches("1499 more required properties of the element").count(), 1_500);
}

#[test]
fn hundreds_of_resources_that_lack_as_many_blocks_are_reported() {
    let blocks = list(500, |at| format!("\"b{at}\":{{\"nesting_mode\":\"list\",\"min_items\":1,\"block\":{{}}}}"));
    let directory = scratch("missing-blocks");
    write(
        &directory.join("schemas/net.json"),
        format!(
            "{{\"provider_schemas\":{{\"registry.terraform.io/hashicorp/net\":{{\"resource_schemas\":{{\"net_group\":{{\"block\":{{\"attributes\":{{}},\"block_types\":{{{blocks}}}}}}}}}}}}}}}"
        ),
    );
    let page = |program: &str| {
        write(&directory.join("main.tf"), program);
        text(&typelog(&["check", "--schemas", "schemas", "."], &directory).stdout)
    };
    let one = page("resource \"net_group\" \"r\" {\n  b7 {}\n}\n");
    assert_eq!(one.matches("[missing-block]").count(), 20, "{one}");
    assert_eq!(one.matches("479 more required blocks").count(), 1, "{one}");
    let many = page(&lines(500, |at| format!("resource \"net_group\" \"r{at}\" {{}}")));
    assert_eq!(many.matches("[missing-block]").count(), 500 * 4);
    assert_eq!(many.matches("496 more required blocks").count(), 500);
}

#[test]
fn blocks_that_are_never_closed_are_one_report_beyond_the_limit() {
    let unclosed = "b {\n".repeat(600_000);
    assert_eq!(found_in("unclosed", &unclosed, &[]), [("nesting-too-deep".to_owned(), 1_201)]);
    // The closing braces end the report.
    let twice = format!("{}a = 1\n{}", "b {\n".repeat(2_000), "}\n".repeat(2_000)).repeat(2);
    let found = found_in("unclosed-twice", &twice, &[]);
    let deep = found.iter().filter(|found| found.0 == "nesting-too-deep").map(|found| found.1);
    assert_eq!(deep.collect::<Vec<_>>(), [1_201, 5_202]);
}

#[test]
fn types_that_double_are_written_in_every_form() {
    let directory = scratch("doubling-written");
    let wide = list(400, |at| format!("k{at} = {at}"));
    write(
        &directory.join("main.hcl"),
        format!(
            "d0 = \"x\"\n{}w0 = {{ {wide} }}\n{}",
            lines(400, |at| format!("d{} = {{ l = d{at}, r = d{at} }}", at + 1)),
            lines(400, |at| format!("w{} = {{ b = w{at}, c{at} = w0 }}", at + 1)),
        ),
    );
    for (arguments, written) in [
        (&["facts", "--out", "facts", "main.hcl"][..], Some("facts/type.facts")),
        (&["report", "--out", "page.html", "main.hcl"], Some("page.html")),
        (&["types", "--full", "main.hcl"], None),
        (&["check", "--format", "jsonl", "main.hcl"], None),
    ] {
        let output = typelog(arguments, &directory);
        let size = written.map_or(output.stdout.len() as u64, |file| {
            std::fs::metadata(directory.join(file)).map_or(u64::MAX, |there| there.len())
        });
        assert!(output.status.success() && size < 30 << 20, "{arguments:?}: {size} bytes");
    }
}

#[test]
fn thousands_of_errors_in_rules_are_reported() {
    let rules = lines(3_000, |at| format!("w{at}(x) :- missing{at}(x)."));
    assert_eq!(refused("rules-errors", &rules, &[]).matches("there is no relation").count(), 3_000);
}

#[test]
fn enums_of_thousands_of_values_and_their_uses_are_checked() {
    let values = list(10_000, |at| format!("{{\"value\":\"v{at}\"}}"));
    let types = format!("\"p:index:E\":{{\"type\":\"string\",\"enum\":[{values}]}}");
    let directory = with_schema("enums", &types, "\"e\":{\"$ref\":\"#/types/p:index:E\"}", "");
    let program = lines(200, |at| format!("resource r{at} \"p:index:R\" {{\n  e = \"v{at}\"\n}}"));
    assert_eq!(count_of(&directory, &program), 0);
}

#[test]
fn components_form_long_chains() {
    let directory = scratch("component-chain");
    for at in 0..4_000 {
        write(&directory.join(format!("c{at}/main.pp")), format!("component \"c\" \"../c{}\" {{\n}}\n", at + 1));
    }
    write(&directory.join("c4000/main.pp"), "output \"o\" {\n  value = 1\n}\n");
    assert_eq!(found(&["c0"], &directory), []);
}

#[test]
fn logs_are_written_as_they_grow() {
    let directory = scratch("sarif");
    write(&directory.join("main.hcl"), lines(20_000, |at| format!("a{at} = missing{at}")));
    let log = typelog(&["check", "--format", "sarif", "main.hcl"], &directory).stdout;
    let log: serde_json::Value = serde_json::from_slice(&log).expect("JSON");
    assert_eq!(log["runs"][0]["results"].as_array().expect("results").len(), 20_000);
}
