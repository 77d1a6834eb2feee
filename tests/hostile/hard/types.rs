//! Growing types: each step doubles them, or adds a level or a member.

use std::fmt::Write as _;

use super::{answer, found_in, scratch, text, typelog, write};

/// A chain of definitions, each made from the one before.
fn steps(count: usize, first: &str, step: impl Fn(&str, usize) -> String) -> String {
    let mut program = format!("flag = 1 > 2\na0 = {first}\n");
    for at in 1..=count {
        let _ = writeln!(program, "a{at} = {}", step(&format!("a{}", at - 1), at));
    }
    program
}

#[test]
fn types_that_double_are_checked_and_cut_where_they_are_shown() {
    let forms: [fn(&str, usize) -> String; 4] = [
        |a, _| format!("[{a}, {a}]"),
        |a, _| format!("{{x = {a}, y = {a}}}"),
        |a, _| format!("{{x = flag ? {a} : [{a}], y = {a}}}"),
        |a, _| format!("[for v in [{a}, {a}] : {{p = v, q = v}}]"),
    ];
    for (number, form) in forms.into_iter().enumerate() {
        let directory = scratch(&format!("doubling-{number}"));
        write(&directory.join("main.hcl"), steps(60, "[1, \"x\"]", form));
        let shown = typelog(&["types", "--max-type-bytes", "2000", "main.hcl"], &directory);
        let shown = text(&shown.stdout);
        let lines: Vec<&str> = shown.lines().collect();
        assert_eq!(lines.len(), 62, "{shown}");
        assert!(lines.iter().all(|line| line.len() < 2_100));
        assert!(lines[61].ends_with("...") || lines[61] == "a60: any", "{}", lines[61]);
    }
}

#[test]
fn a_message_about_an_endless_type_is_short() {
    let program = steps(60, "1", |a, _| format!("{{x = {a}, y = {a}}}")) + "wrong = a60 + 1\nmissing = a60.z\n";
    let directory = scratch("long-message");
    write(&directory.join("main.hcl"), program);
    let page = text(&typelog(&["check", "main.hcl"], &directory).stdout);
    assert!(page.contains("[no-conversion]") && page.contains("[unknown-property]") && page.len() < 4_000, "{page}");
    let page = text(&typelog(&["check", "--full", "--max-type-bytes", "5000", "main.hcl"], &directory).stdout);
    assert!(page.len() > 5_000 && page.len() < 40_000, "{}", page.len());
}

#[test]
fn what_types_have_in_common_has_a_limit_of_size() {
    let program = steps(60, "[1]", |a, _| format!("flag ? [{a}, {a}] : [{a}, [{a}]]"));
    let found = found_in("common-size", &program, &["--max-type-parts", "1000"]);
    assert!(!found.is_empty() && found.iter().all(|found| found.0 == "type-too-varied"), "{found:?}");
}

#[test]
fn a_type_that_is_too_deep_is_reported_where_it_becomes_so() {
    let program = steps(400, "1", |a, _| format!("[{a}]"));
    assert_eq!(found_in("depth-within", &program, &[]), []);
    let found = found_in("depth-beyond", &program, &["--max-type-depth", "100"]);
    // The flag is on the first line, and each further level on a line of its own. A type beyond the limit starts again at level
    // 0.
    let expected = [103, 204, 305].map(|line| ("type-too-deep".to_owned(), line));
    assert_eq!(found, expected);
    let deep = steps(1_200, "1", |a, _| format!("{{x = {a}}}"));
    assert_eq!(found_in("depth-default", &deep, &[]).len(), 2);
}

#[test]
fn unions_of_very_many_members_are_refused_where_they_are_needed() {
    let mut objects = String::from("all = [");
    for at in 0..300 {
        let _ = write!(objects, "[for k in [{at}] : {{k{at} = [{at}, true]}}], {at}, ");
    }
    objects += "]\nnumber = 1 > 2 ? 0 : 1\n";
    let program = objects + "one = all[number]\neach = [for x in all : x]\nsplat = all[*]\n";
    let found = found_in("members", &program, &["--max-alternatives", "20"]);
    let expected = [3, 4, 5].map(|line| ("type-too-varied".to_owned(), line));
    assert_eq!(found, expected);
}

#[test]
fn a_conditional_that_grows_with_each_definition_is_stopped() {
    let program = steps(120, "{k0 = 1}", |a, at| format!("flag ? {a} : {{k{at} = {at}}}"));
    let found = found_in("conditionals", &program, &["--max-alternatives", "40"]);
    assert_eq!(found.first(), Some(&("type-too-varied".to_owned(), 42)));
    assert!(found.iter().all(|found| found.0 == "type-too-varied"), "{found:?}");
    assert_eq!(found_in("conditionals-within", &program, &["--max-alternatives", "200"]), []);
}

#[test]
fn thousands_of_constants_have_something_in_common_at_once() {
    let numbers: Vec<String> = (0..3_000).map(|number| number.to_string()).collect();
    let program = format!("all = [{}]\neach = [for x in all : x]\n", numbers.join(", "));
    assert_eq!(found_in("constants", &program, &[]), []);
}

#[test]
fn thousands_of_declared_types_that_lead_to_one_another_are_read() {
    let directory = scratch("declared");
    let circle = |count: usize, of: &str| {
        let types = (0..count).map(|at| {
            let (next, other) = ((at + 1) % count, (at + 7) % count);
            format!("type \"T{at}\" {{ is = object({{x=T{next}, y={of}(T{other})}}) }}\n")
        });
        types.collect::<String>() + "variable \"v\" { type = T0 }\n"
    };
    let chain = (1..=2_000).fold("type \"T0\" { is = string }\n".to_owned(), |chain, at| {
        chain + &format!("type \"T{at}\" {{ is = list(T{}) }}\n", at - 1)
    });
    write(&directory.join("circle.hcl"), circle(2_000, "list"));
    write(&directory.join("outputs.hcl"), circle(300, "output"));
    write(&directory.join("chain.hcl"), chain + "variable \"v\" { type = T2000 }\n");
    write(&directory.join("main.hcl"), "a = v\nb = [v, 1]\n");
    for declarations in ["circle.hcl", "outputs.hcl", "chain.hcl"] {
        let shown = typelog(&["types", "--declare", declarations, "main.hcl"], &directory);
        assert!(text(&shown.stdout).starts_with("a: T"), "{declarations}: {}", text(&shown.stderr));
    }
}

#[test]
fn types_that_refer_to_themselves_through_eventuals_are_answered_by_every_command() {
    let directory = scratch("recursive-eventuals");
    write(&directory.join("main.hcl"), "a = v\nb = [v, 1]\nc = [for x in v : x]\nd = \"${v}\"\n");
    for definition in [
        "list(promise(T))",
        "object({n=promise(T)})",
        "promise(list(T))",
        "optional(list(promise(T)))",
        "tuple([promise(T), output(T)])",
        "list(promise(output(T)))",
        "output(list(promise(T)))",
        "map(promise(U))",
    ] {
        let others =
            "type \"U\" { is = list(promise(T)) }\ntype \"R\" {\n  is = list(promise(R))\n  min_length = 1\n}\n";
        let text = format!("type \"T\" {{ is = {definition} }}\n{others}variable \"v\" {{ type = T }}\n");
        write(&directory.join("types.hcl"), text);
        let asked = |arguments: &[&str]| {
            let output = typelog(&[arguments, &["--declare", "types.hcl"]].concat(), &directory);
            assert!(output.status.code().is_some_and(|code| code < 2), "{definition}: {arguments:?}");
            super::text(&output.stdout)
        };
        assert_eq!(asked(&["type", "convert", "T", "T"]), "safe\n", "{definition}");
        assert_eq!(asked(&["type", "assignable", "T", "T"]), "true\n", "{definition}");
        assert_eq!(asked(&["type", "unify", "T", "T"]), "T\nT\n", "{definition}");
        assert_eq!(asked(&["type", "convert", "R", "R"]), "safe\n", "{definition}");
        assert!(asked(&["type", "parse", "promise(T)"]).starts_with("promise("), "{definition}");
        assert_eq!(asked(&["expr", "v"]), "T\n", "{definition}");
        assert!(asked(&["types", "main.hcl"]).starts_with("a: T\n"), "{definition}");
        for step in ["[0]", ".n", "[0][0]"] {
            asked(&["type", "traverse", "T", step]);
        }
        asked(&["type", "convert", "output(T)", "promise(U)"]);
        asked(&["facts", "--out", "facts", "main.hcl"]);
    }
    // A type that consists of nothing but itself is refused.
    write(&directory.join("types.hcl"), "type \"T\" { is = optional(promise(T)) }\n");
    let refused = typelog(&["type", "parse", "T", "--declare", "types.hcl"], &directory);
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("leads only to the type itself"), "{}", text(&refused.stderr));
}

#[test]
fn a_schema_of_types_that_double_or_circle_is_read() {
    let directory = scratch("schemas");
    let reference = |at: usize| format!("{{\"$ref\":\"#/types/p:index:T{at}\"}}");
    let mut types = Vec::new();
    for at in 0..60 {
        types.push(object(
            &format!("D{at}"),
            &[
                format!("{{\"$ref\":\"#/types/p:index:D{}\"}}", at + 1),
                format!("{{\"$ref\":\"#/types/p:index:D{}\"}}", at + 1),
            ],
        ));
    }
    types.push(object("D60", &["{\"type\":\"string\"}".to_owned()]));
    for at in 0..1_000 {
        types.push(object(&format!("T{at}"), &[reference((at + 1) % 1_000), reference((at * 7 + 3) % 1_000)]));
    }
    let properties = "{\"d\":{\"$ref\":\"#/types/p:index:D0\"},\"t\":{\"$ref\":\"#/types/p:index:T0\"}}";
    let resource = format!("{{\"p:index:R\":{{\"properties\":{properties},\"inputProperties\":{properties}}}}}");
    let schema =
        format!("{{\"name\":\"p\",\"version\":\"1.0.0\",\"types\":{{{}}},\"resources\":{resource}}}", types.join(","));
    write(&directory.join("schemas/p-1.0.0.json"), schema);
    write(&directory.join("main.pp"), "resource r \"p:index:R\" {\n  d = 1\n}\noutput o {\n  value = r.t.y.x\n}\n");
    let shown =
        typelog(&["types", "--full", "--schemas", "schemas", "--max-type-bytes", "3000", "main.pp"], &directory);
    let (shown, reports) = (text(&shown.stdout), text(&shown.stderr));
    assert!(shown.contains("\nr: object(") || shown.starts_with("r: object("), "{shown}");
    assert!(reports.contains("[no-conversion]") && reports.len() < 10_000, "{reports}");
}

#[test]
fn recursive_types_of_other_periods_are_compared() {
    let circle = |letter: char, count: usize, first: &str| {
        let declared = (0..count).map(|at| {
            let leaf = if at == 0 { first } else { "int" };
            format!("type \"{letter}{at}\" {{ is = object({{x={letter}{}, y={leaf}}}) }}\n", (at + 1) % count)
        });
        declared.collect::<String>()
    };
    let directory = scratch("periods");
    // Every pair of types is compared. The first leaf refutes no pair, the second one some, and the third one all.
    for (leaf, answers) in [("int", ["safe", "safe"]), ("string", ["safe", "unsafe"]), ("list(bool)", ["none", "none"])]
    {
        let file = directory.join("types.hcl");
        write(&file, circle('A', 80, "int") + &circle('B', 79, leaf));
        let batch = ["type", "batch", "--declare", file.to_str().expect("a name")];
        for (question, expected) in ["convert\tA0\tB0", "convert\tB0\tA0"].into_iter().zip(answers) {
            assert_eq!(answer(&batch, question).trim_end(), expected, "{question} with {leaf}");
        }
    }
}

/// A type of a schema, with properties.
fn object(name: &str, properties: &[String]) -> String {
    let properties: Vec<String> =
        ["x", "y"].iter().zip(properties).map(|(name, property)| format!("\"{name}\":{property}")).collect();
    format!("\"p:index:{name}\":{{\"type\":\"object\",\"properties\":{{{}}}}}", properties.join(","))
}
