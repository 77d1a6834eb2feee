//! Adversarial inputs: long chains, deep nesting, huge literals, infinite inputs, and rules that do not terminate.

use std::fmt::Write as _;

use super::{assert_nearly_linear, firings, found, found_in, refused, scratch, text, typelog, write};

#[test]
fn long_chains_of_references_are_followed() {
    let chain: String =
        (1..10_000).fold("a0 = 1\n".to_owned(), |program, at| format!("{program}a{at} = a{}\n", at - 1));
    assert_eq!(found_in("chain", &chain, &[]), []);
}

#[test]
fn a_circle_of_thousands_is_one_short_report() {
    let mut program = String::new();
    let all: Vec<String> = (1..4_000).map(|at| format!("a{at}")).collect();
    let _ = writeln!(program, "a0 = [{}]", all.join(", "));
    (1..3_999).for_each(|at| _ = writeln!(program, "a{at} = a{}", at + 1));
    program += "a3999 = a0\n";
    let directory = scratch("circle");
    write(&directory.join("main.hcl"), program);
    write(
        &directory.join("ring.hcl"),
        (0..4_000).fold(String::new(), |ring, at| ring + &format!("b{at} = b{}\n", (at + 1) % 4_000)),
    );
    let page = text(&typelog(&["check", "--format", "jsonl", "main.hcl"], &directory).stdout);
    assert!(page.contains("circular reference: `a0` -> `a3999` -> `a0`"), "{}", &page[page.len() - 600..]);
    let page = text(&typelog(&["check", "ring.hcl"], &directory).stdout);
    assert!(page.contains("`b14` -> (3984 more) -> `b3999` -> `b0`") && page.len() < 5_000, "{page}");
}

#[test]
fn every_form_may_nest_up_to_a_limit() {
    let deep = |before: &str, inner: &str, behind: &str| {
        format!("a = {}{inner}{}\n", before.repeat(20_000), behind.repeat(20_000))
    };
    let forms = [
        deep("(", "1", ")"),
        deep("[", "1", "]"),
        deep("{x=", "1", "}"),
        deep("-", "1", ""),
        deep("!", "true", ""),
        deep("f(", "1", ")"),
        deep("\"${", "1", "}\""),
        deep("true ? 1 : ", "1", ""),
        deep("[for x in ", "[1]", " : x]"),
        deep("[for x in [1] : ", "1", "]"),
        deep("a[", "0", "]"),
        format!("a = \"{}{}\"\n", "%{if true}".repeat(20_000), "%{endif}".repeat(20_000)),
        format!("{}{}", "b {\n".repeat(20_000), "}\n".repeat(20_000)),
    ];
    for (number, program) in forms.iter().enumerate() {
        let found = found_in(&format!("nesting-{number}"), program, &[]);
        assert!(found.iter().any(|found| found.0 == "nesting-too-deep"), "form {number}: {:?}", found.first());
    }
    for (number, program) in ["{\"a\":".repeat(20_000), "[".repeat(20_000)].into_iter().enumerate() {
        let directory = scratch(&format!("nesting-json-{number}"));
        write(&directory.join("main.hcl.json"), program);
        assert!(!found(&["main.hcl.json"], &directory).is_empty());
    }
}

#[test]
fn long_chains_of_steps_and_operators_are_typed() {
    let program = format!(
        "a = [1]\nb = a{}\nc = 1{}\nd = \"{}\"\n",
        "[*]".repeat(1_000),
        " + 1".repeat(5_000),
        "${a[0]}".repeat(5_000)
    );
    let found = found_in("steps", &program, &["--max-type-depth", "2000"]);
    assert!(found.len() < 5, "{found:?}");
}

#[test]
fn numbers_have_a_limit_of_digits_and_of_their_exponent() {
    let program = format!(
        "a = {}\nb = 0.{}\nc = 1e999999999\nd = 1e-99999999999999999999\ne = {}\n",
        "9".repeat(1_000_000),
        "7".repeat(1_000_000),
        "9".repeat(20_000)
    );
    let expected = [1, 2, 3, 4].map(|line| ("imprecise-number".to_owned(), line));
    assert_eq!(found_in("numbers", &program, &[]), expected);
}

#[test]
fn unknown_names_among_thousands_of_names_are_reported_in_time() {
    let program = (0..3_000).fold(String::new(), |program, at| program + &format!("name{at} = nane{at}\n"));
    assert_eq!(found_in("unknown", &program, &[]).len(), 3_000);
    let long = "n".repeat(200_000);
    assert_eq!(found_in("unknown-long", &format!("{long} = 1\nb = {long}x\n"), &[]).len(), 1);
}

#[test]
fn thousands_of_duplicates_are_reported() {
    assert_eq!(found_in("duplicates", &"a = 1\n".repeat(3_000), &[]).len(), 2_999);
}

#[test]
fn a_page_about_a_line_without_end_is_not_much_longer_than_the_line() {
    let names: Vec<String> = (0..1_500).map(|at| format!("missing{at}")).collect();
    let program = format!("a = [{}]\n", names.join(", "));
    let directory = scratch("line");
    write(&directory.join("main.hcl"), &program);
    let page = text(&typelog(&["check", "main.hcl"], &directory).stdout);
    assert!(page.len() < 40 * program.len(), "{} bytes about {}", page.len(), program.len());
    assert!(page.contains("main.hcl:1:16 (the line is too long to be shown)"), "{}", &page[..600]);
    let members: Vec<String> = (0..1_500).map(|at| format!("\"a{at}\":\"${{\"")).collect();
    write(&directory.join("main.hcl.json"), format!("{{{}}}", members.join(",")));
    let page = text(&typelog(&["check", "main.hcl.json"], &directory).stdout);
    assert!(page.len() < 2_000_000, "{}", page.len());
}

#[test]
fn reports_without_end_take_work_as_they_are_many() {
    let directory = scratch("reports");
    for size in [1, 2] {
        let program = (0..4_000 * size).fold(String::new(), |program, at| program + &format!("a{at} = -[]\n"));
        write(&directory.join(format!("{size}.hcl")), program);
    }
    let pages = |size: usize| {
        let output = typelog(&["check", &format!("{size}.hcl")], &directory);
        assert!(text(&output.stdout).contains(&format!("{} errors", 4_000 * size)));
        output.stdout.len() as u64
    };
    assert_nearly_linear(pages, "reports");
    assert_nearly_linear(|size| firings(&format!("{size}.hcl"), &[], &directory), "problems");
}

#[test]
fn tens_of_thousands_of_declarations_are_read() {
    let directory = scratch("declarations");
    let declarations = (0..20_000).fold(String::new(), |text, at| {
        text + &format!("variable \"v{at}\" {{ type = list(string) }}\ntype \"T{at}\" {{ is = object({{a=int}}) }}\n")
    });
    write(&directory.join("many.hcl"), declarations);
    write(&directory.join("main.hcl"), "a = v7\n");
    let shown = typelog(&["types", "--declare", "many.hcl", "main.hcl"], &directory);
    assert_eq!(text(&shown.stdout), "a: list(string)\n");
}

#[test]
fn rules_that_never_end_are_stopped_where_they_stand() {
    let counter = refused("counter", "n(0).\nn(x + 1) :- n(x).\n", &["--max-rows", "5000"]);
    assert!(counter.contains("[too-many-rows]") && counter.contains("rules.dl:2:1"), "{counter}");
    let texts = refused("texts", "n(\"a\").\nn(concat(x, \"aaaaaaaa\")) :- n(x).\n", &["--max-text", "1000000"]);
    assert!(texts.contains("[too-much-text]") && texts.contains("rules.dl:2:1"), "{texts}");
    let facts = (0..100).fold(String::new(), |facts, at| facts + &format!("n({at}).\n"));
    let join = format!("{facts}j(a) :- n(a), n(b), n(c), n(d), n(e), a < 0 - b - c - d - e - 1.\n");
    let join = refused("join", &join, &["--max-steps", "200000"]);
    assert!(join.contains("[too-many-steps]") && join.contains("rules.dl:101:1"), "{join}");
    let count = format!("{facts}k(n) :- n = count a {{ n(a), n(b), n(c), n(d), n(e) }}.\n");
    let count = refused("count", &count, &["--max-steps", "200000"]);
    assert!(count.contains("[too-many-steps]"), "{count}");
}

#[test]
fn thousands_of_rules_are_put_in_order() {
    let directory = scratch("rules");
    let chain = (1..1_500).fold("r0(1).\n".to_owned(), |rules, at| rules + &format!("r{at}(x) :- r{}(x).\n", at - 1));
    let ring = (0..1_000)
        .fold("r0(1).\n".to_owned(), |rules, at| rules + &format!("r{at}(x) :- r{}(x).\n", (at + 999) % 1_000));
    write(&directory.join("chain.dl"), chain);
    write(&directory.join("ring.dl"), ring);
    write(&directory.join("main.hcl"), "a = 1\n");
    for (rules, last) in [("chain.dl", "r1499"), ("ring.dl", "r999")] {
        let output = typelog(&["query", "--relation", last, rules, "main.hcl"], &directory);
        assert!(text(&output.stdout).contains("1 row"), "{rules}: {}", text(&output.stderr));
    }
}
