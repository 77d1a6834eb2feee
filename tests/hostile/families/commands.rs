//! Commands, over programs whose every line has something to tell, and questions without a program.

use super::{Family, Input, family, lines, list, one, several};

/// The families.
pub fn families() -> Vec<Family> {
    vec![
        family("report about errors", "check main.hcl", 200, errors),
        family("report in JSON", "check --format json main.hcl", 150, errors),
        family("report in JSON lines", "check --format jsonl main.hcl", 150, errors),
        family("report in SARIF", "check --format sarif main.hcl", 150, errors),
        family("report for GitHub", "check --format github main.hcl", 150, errors),
        family("report for GitLab", "check --format gitlab main.hcl", 150, errors),
        family("report for JUnit", "check --format junit main.hcl", 150, errors),
        family("report for Checkstyle", "check --format checkstyle main.hcl", 150, errors),
        family("report for reviewdog", "check --format rdjsonl main.hcl", 150, errors),
        family("types in JSON", "types --format json main.hcl", 400, program),
        family("types of every expression", "types --all main.hcl", 400, program),
        family("types in full", "types --full main.hcl", 400, program),
        family("tree", "syntax --tree main.hcl", 800, program),
        family("facts", "facts --out facts main.hcl", 200, program),
        family("facts in a database", "facts --out facts.db main.hcl", 200, program),
        family("facts in Parquet", "facts --out facts --format parquet main.hcl", 200, program),
        family("rows of a relation", "facts --relation has_type main.hcl", 200, program),
        family("rows of a relation in JSON", "facts --relation part --format jsonl main.hcl", 200, program),
        family("corpus", "corpus --out dataset .", 20, |n| Input {
            files: (0..n).map(|at| (format!("p{at}/main.hcl"), format!("a{at} = {{ k = [b{at}] }}\n"))).collect(),
        }),
        family("graph", "graph main.hcl", 400, program),
        family("graph for Graphviz", "graph --format dot main.hcl", 400, program),
        family("graph in JSON", "graph --format json main.hcl", 400, program),
        family("graph of a circle", "graph main.hcl", 400, |n| {
            one("main.hcl", lines(n, |at| format!("a{at} = a{}", (at + 1) % n)))
        }),
        family("page", "report --out page.html main.hcl", 30, program),
        family("page about constants", "report --out page.html main.hcl", 200, |n| {
            one("main.hcl", lines(n, |at| format!("a{at} = \"text {at}\"")))
        }),
        family("page about templates", "report --out page.html main.hcl", 100, |n| {
            one("main.hcl", format!("x = 1\n{}", lines(n, |at| format!("a{at} = \"text ${{x}} {at}\""))))
        }),
        family("differences of values", "diff a.hcl b.hcl", 200, |n| {
            let version = |value: &str| lines(n, |at| format!("a{at} = {{ k{at} = {value} }}"));
            several(&[("a.hcl", version("1")), ("b.hcl", version("\"x\""))])
        }),
        family("differences of a wide object", "diff a.hcl b.hcl", 200, |n| {
            let version = |value: &str| format!("a = {{ {} }}\n", list(n, |at| format!("k{at} = {value}")));
            several(&[("a.hcl", version("1")), ("b.hcl", version("\"x\""))])
        }),
        family("rows that differ, of a wide object", "diff --facts --format json a.hcl b.hcl", 100, |n| {
            let version = |value: &str| format!("a = {{ {} }}\n", list(n, |at| format!("k{at} = {value}")));
            several(&[("a.hcl", version("1")), ("b.hcl", version("\"x\""))])
        }),
        family("differences of names", "diff a.hcl b.hcl", 200, |n| {
            let version = |name: &str| lines(n, |at| format!("{name}{at} = {at}"));
            several(&[("a.hcl", version("a")), ("b.hcl", version("b"))])
        }),
        family("differences of unnamed blocks", "diff a.hcl b.hcl", 200, |n| {
            let version = |from: usize| lines(n, |at| format!("b {{\n  x = {}\n}}", at + from));
            several(&[("a.hcl", version(0)), ("b.hcl", version(1))])
        }),
        family("proof of a long chain", "explain --full --through main.hcl --node a", 80, |n| {
            one("main.hcl", format!("a = a0\n{}a{n} = 1\n", lines(n, |at| format!("a{at} = a{}", at + 1))))
        }),
        family("proof of a long sum", "explain --full main.hcl:2:1", 50, |n| {
            one("main.hcl", format!("b = 1\na = b{}\n", " + b".repeat(n)))
        }),
        family("proof of a wide object", "explain --full main.hcl --node a", 80, |n| {
            one("main.hcl", format!("a = {{ {} }}\n", list(n, |at| format!("k{at} = {at}"))))
        }),
        family("answers to a question", "explain main.hcl has_type(e,t)", 60, program),
        family("answers to a question about pairs", "explain main.hcl literal(a,k,v),literal(b,k,w)", 100, |n| {
            // More than 500,000 answers are refused.
            one("main.hcl", lines(n.min(700), |at| format!("a{at} = \"text {at}\"")))
        })
        .limited(),
        family("baseline", "check --baseline base.json --write-baseline main.hcl", 200, errors),
        family("expression", "expr @expression", 1_000, |n| {
            one("expression", format!("[for x in [{}] : {{ k = x }}]", list(n, |at| format!("\"t{at}\""))))
        }),
        family("value of a list", "value convert @value list(string)", 1_000, |n| {
            one("value", format!("[{}]", list(n, |at| at.to_string())))
        }),
        family("value of an object", "value convert @value @type", 200, |n| {
            let ty = format!("object({{{}}})", list(n, |at| format!("k{at}=optional(string,\"d{at}\")")));
            several(&[("value", format!("{{{}}}", list(n, |at| format!("k{}={at}", 2 * at)))), ("type", ty)])
        }),
        family("value of a union", "value convert @value @type", 100, |n| {
            let ty = format!("union({})", list(n, |at| format!("object({{k{at}=string}})")));
            several(&[("value", format!("{{k{}=1}}", n - 1)), ("type", ty)])
        }),
        family("values of a union", "value convert @value @type", 60, |n| {
            let ty = format!("list(union({}))", list(n, |at| format!("object({{k{at}=string}})")));
            several(&[("value", format!("[{}]", list(n, |at| format!("{{k{at}=1}}")))), ("type", ty)])
        }),
        family("defaults of a value", "value defaults @value @type", 200, |n| {
            let ty = format!("list(object({{{}}}))", list(n, |at| format!("k{at}=optional(string,\"d{at}\")")));
            several(&[("value", "[{}]".to_owned()), ("type", ty)])
        }),
        family("type", "type parse @type", 1_000, |n| one("type", object(n, "int"))),
        family("types in one another", "type parse @type", 200, |n| {
            let inner = n.min(1_000);
            one("type", format!("{}int{}", "list(".repeat(inner), ")".repeat(inner)))
        }),
        family("steps through a type", "type traverse @type @steps", 100, |n| {
            several(&[
                ("type", format!("{}int{}", "list(".repeat(n.min(500)), ")".repeat(n.min(500)))),
                ("steps", "[0]".repeat(n.min(500))),
            ])
        }),
        family("conversion of objects", "type convert @a @b", 400, |n| {
            several(&[("a", object(n, "int")), ("b", object(n, "string"))])
        }),
        family("conversion of tuples", "type convert @a @b", 400, |n| {
            several(&[
                ("a", format!("tuple([{}])", list(n, |at| format!("const({at})")))),
                ("b", "list(string)".to_owned()),
            ])
        }),
        family("conversion of unions of constants", "type convert @a @b", 400, |n| {
            several(&[("a", union(n, 0, "const(\"a@\")")), ("b", union(n, 1, "const(\"a@\")"))])
        }),
        family("conversion of unions of objects", "type convert @a @b", 200, |n| {
            several(&[("a", union(n, 0, "object({a@=int})")), ("b", union(n, 1, "object({a@=int})"))])
        }),
        family("conversion of unions of similar objects", "type convert @a @b", 40, |n| {
            let form = "object({kind=const(\"k@\"), size=int})";
            several(&[("a", union(n, 0, form)), ("b", union(n, 1, &form.replace("int", "string")))])
        }),
        family("assignability of objects", "type assignable @a @b", 400, |n| {
            several(&[("a", object(n, "int")), ("b", object(n, "string"))])
        }),
        family("assignability of unions", "type assignable @a @b", 200, |n| {
            several(&[("a", union(n, 0, "object({a@=int})")), ("b", union(n, 0, "object({a@=int})"))])
        }),
        family("unification of objects", "type unify @a @b", 200, |n| {
            several(&[("a", object(n, "int")), ("b", object(n, "string"))])
        }),
        family("unification of many types", "type unify @@types", 60, |n| {
            one("types", list_of_words(n, |at| format!("object({{k{at}=int}})")))
        })
        .limited(),
        family("unification of unions", "type unify @a @b", 200, |n| {
            several(&[("a", union(n, 0, "const(\"a@\")")), ("b", union(n, n / 2, "const(\"a@\")"))])
        }),
        family("reasons against a conversion", "why-not @row", 40, |n| {
            one("row", format!("converts({}, {}, Safe)", object(n, "int"), object(n, "list(int)")))
        }),
    ]
}

/// A program whose definitions use all kinds of expressions.
fn program(n: usize) -> Input {
    let line = |at: usize| {
        format!(
            "a{at} = {{ size = {at}, name = \"n-${{a{}.size}}\" }}\nb{at} = [for v in [1, 2] : v * a{at}.size if true]",
            at.saturating_sub(1)
        )
    };
    one("main.hcl", lines(n, line).replacen("a0.size", "1", 1))
}

/// A program with an error in each line.
fn errors(n: usize) -> Input {
    one("main.hcl", lines(n, |at| format!("a{at} = missing{at} + [{at}]")))
}

/// An object type with as many properties of one type.
fn object(n: usize, ty: &str) -> String {
    format!("object({{{}}})", list(n, |at| format!("a{at}={ty}")))
}

/// A union of types that differ in a number, in the place of `@`.
fn union(n: usize, from: usize, form: &str) -> String {
    format!("union({})", list(n, |at| form.replace('@', &(at + from).to_string())))
}

fn list_of_words(n: usize, word: impl Fn(usize) -> String) -> String {
    (0..n).map(word).collect::<Vec<_>>().join("\n")
}
