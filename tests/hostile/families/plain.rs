//! Plain HCL.

use super::{Family, Input, family, lines, list, one};

/// The families.
pub fn families() -> Vec<Family> {
    vec![
        family("chain of references", "check main.hcl", 800, chain),
        family("chain of references: every type", "types --all main.hcl", 400, chain),
        family("circle of references", "check main.hcl", 800, |n| {
            one("main.hcl", lines(n, |at| format!("a{at} = a{}", (at + 1) % n)))
        }),
        family("references to one list", "types main.hcl", 400, |n| {
            one(
                "main.hcl",
                format!("a = [{}]\n{}", list(n, |at| at.to_string()), lines(n, |at| format!("b{at} = a[{at}]"))),
            )
        }),
        family("references from one list", "types main.hcl", 800, |n| {
            one(
                "main.hcl",
                format!("{}b = [{}]\n", lines(n, |at| format!("a{at} = {at}")), list(n, |at| format!("a{at}"))),
            )
        }),
        family("members of a wide object", "check main.hcl", 400, |n| {
            one("main.hcl", format!("{}{}", wide(n), lines(n, |at| format!("b{at} = a.k{at}"))))
        }),
        family("members that a wide object lacks", "check main.hcl", 100, |n| {
            one("main.hcl", format!("{}{}", wide(n), lines(n, |at| format!("b{at} = a.j{at}"))))
        })
        .limited(),
        family("names that are unknown", "check main.hcl", 100, |n| {
            one("main.hcl", lines(n, |at| format!("name{at} = nane{at}")))
        })
        .limited(),
        family("names that occur again", "check main.hcl", 400, |n| one("main.hcl", "a = 1\n".repeat(n))),
        family("keys that occur again", "check main.hcl", 400, |n| {
            one("main.hcl", format!("a = {{\n{}}}\n", "  k = 1\n".repeat(n)))
        }),
        family("list of numbers", "types main.hcl", 2_000, |n| {
            one("main.hcl", format!("a = [{}]\n", list(n, |at| at.to_string())))
        }),
        family("list of texts", "types main.hcl", 2_000, |n| {
            one("main.hcl", format!("a = [{}]\n", list(n, |at| format!("\"text {at}\""))))
        }),
        family("elements of unlike objects", "types main.hcl", 100, |n| {
            one("main.hcl", format!("i = 0\na = [{}][i]\n", list(n, |at| format!("{{k{at}=1}}"))))
        })
        .limited(),
        family("iterations over unlike objects", "types main.hcl", 100, |n| {
            one("main.hcl", format!("a = [for x in [{}] : x]\n", list(n, |at| format!("{{k{at}=1}}"))))
        })
        .limited(),
        family("splat of unlike objects", "types main.hcl", 50, |n| {
            one("main.hcl", format!("a = [{}]\nb = a[*].k\n", list(n, |at| format!("{{k=[{at}, \"t\"]}}"))))
        })
        .limited(),
        family("conditionals", "types main.hcl", 400, |n| {
            one(
                "main.hcl",
                format!("c = true\n{}", lines(n, |at| format!("a{at} = c ? {{k{at}=1}} : {{j{at}=\"x\"}}"))),
            )
        }),
        family("conditionals of conditionals", "types main.hcl", 200, |n| {
            let next = |at: usize| format!("a{} = c ? a{at} : \"t{at}\"", at + 1);
            one("main.hcl", format!("c = 1 == 2\na0 = \"t\"\n{}", lines(n, next)))
        }),
        family("conditionals in one another", "types main.hcl", 200, |n| {
            one("main.hcl", format!("c = true\na = {}1\n", "c ? 1 : ".repeat(n.min(1_000))))
        }),
        family("unions that grow", "check main.hcl", 100, |n| {
            let next = |at: usize| format!("a{} = c ? a{at} : {{k{at}=1}}", at + 1);
            one("main.hcl", format!("c = 1 == 2\na0 = {{}}\n{}", lines(n, next)))
        })
        .limited(),
        family("objects around objects", "check main.hcl", 200, |n| {
            one("main.hcl", format!("a0 = 1\n{}", lines(n, |at| format!("a{} = {{ k = a{at} }}", at + 1))))
        }),
        family("types that double", "types main.hcl", 30, doubling).limited(),
        family("types that double: facts", "facts --out facts main.hcl", 20, doubling).limited(),
        family("iterations", "types main.hcl", 200, |n| {
            let body = |at: usize| format!("a{at} = [for x in [1, 2, \"{at}\"] : {{ k = x, l = [x] }} if x != {at}]");
            one("main.hcl", lines(n, body))
        }),
        family("iterations in one another", "types main.hcl", 60, |n| {
            let inner = n.min(1_000);
            one("main.hcl", format!("a = {}x0{}\n", list_of(inner, "[for x@ in [1] : "), "]".repeat(inner)))
        }),
        family("iterations over the keys of an object", "types main.hcl", 800, |n| {
            one("main.hcl", format!("{}b = {{for k, v in a : v => k}}\nc = {{for k, v in a : k => v}}\n", wide(n)))
        }),
        family("parts of a template", "types main.hcl", 400, |n| {
            one("main.hcl", format!("a = 1\nb = \"{}\"\n", "${a} and ".repeat(n)))
        }),
        family("directives of a template", "types main.hcl", 200, |n| {
            one("main.hcl", format!("a = true\nb = \"{}\"\n", "%{ if a }x%{ else }y%{ endif }".repeat(n)))
        }),
        family("chain of templates", "types main.hcl", 400, |n| {
            one("main.hcl", format!("a0 = \"x\"\n{}", lines(n, |at| format!("a{} = \"${{a{at}}}${{a{at}}}\"", at + 1))))
        }),
        family("operators of a sum", "types main.hcl", 400, |n| {
            one("main.hcl", format!("a = 1{}\n", " + 1".repeat(n)))
        }),
        family("operators that fail", "check main.hcl", 400, |n| {
            one("main.hcl", lines(n, |at| format!("a{at} = -[] + {{}}")))
        }),
        family("steps", "check main.hcl", 200, |n| {
            one("main.hcl", format!("a = {{}}\nb = a{}\nc = a{}\n", ".k".repeat(n), "[0]".repeat(n)))
        }),
        family("splats", "types main.hcl", 400, |n| {
            one("main.hcl", format!("a = [{{k=1}}]\n{}", lines(n, |at| format!("b{at} = a[*].k"))))
        }),
        family("calls of unknown functions", "check main.hcl", 400, |n| {
            one("main.hcl", lines(n, |at| format!("a{at} = f{at}({at})")))
        }),
        family("arguments of a call", "check main.hcl", 800, |n| {
            one("main.hcl", format!("a = f({})\n", list(n, |at| at.to_string())))
        }),
        family("heredocs", "types main.hcl", 400, |n| {
            one("main.hcl", lines(n, |at| format!("a{at} = <<-EOT\n    text {at}\n  EOT")))
        }),
        family("lines of a heredoc", "types main.hcl", 1_000, |n| {
            one("main.hcl", format!("a = <<-EOT\n{}EOT\n", lines(n, |at| format!("  text ${{1}} {at}"))))
        }),
        family("comments", "check main.hcl", 2_000, |n| {
            one("main.hcl", format!("{}a = 1 /* {} */\n", "# nothing\n// nothing\n".repeat(n), "*".repeat(n)))
        }),
        family("digits of a number", "types main.hcl", 5_000, |n| {
            one("main.hcl", format!("a = {}\nb = 0.{}\n", "9".repeat(n), "7".repeat(n)))
        }),
        family("letters of a name", "check main.hcl", 20_000, |n| {
            let name = "n".repeat(n);
            one("main.hcl", format!("{name} = 1\nb = {name}x\n"))
        }),
        family("blocks", "types main.hcl", 400, |n| {
            one("main.hcl", lines(n, |at| format!("b \"l{at}\" {{\n  k = {at}\n  c {{}}\n}}")))
        }),
        family("labels of a block", "types main.hcl", 1_000, |n| {
            one("main.hcl", format!("b {} {{\n}}\n", list_of(n, "\"l@\" ")))
        }),
        family("blocks in one another", "types main.hcl", 200, |n| {
            let inner = n.min(1_000);
            one("main.hcl", format!("{}a = 1\n{}", "b {\n".repeat(inner), "}\n".repeat(inner)))
        }),
        // With two threads, a text that cannot be divided is validated twice from a certain length on.
        family("blocks that are never closed", "check --jobs 1 main.hcl", 2_000, |n| {
            one("main.hcl", "b {\n".repeat(n))
        }),
        family("texts that are never closed", "check main.hcl", 400, |n| one("main.hcl", "a = \"\n".repeat(n))),
        family("texts that are never closed: SARIF", "check --format sarif main.hcl", 300, |n| {
            one("main.hcl", "a = \"\n".repeat(n))
        }),
        family("templates that are never closed", "check main.hcl", 400, |n| one("main.hcl", "a = \"${\n".repeat(n))),
        family("errors between bad characters", "check main.hcl", 2_000, |n| one("main.hcl", "?\n\u{7f} a ".repeat(n))),
        family("errors in one line", "check main.hcl", 200, |n| {
            one("main.hcl", format!("a = [{}]\n", list(n, |at| format!("missing{at}"))))
        }),
        family("JSON", "types main.hcl.json", 800, |n| {
            one(
                "main.hcl.json",
                format!("{{{}}}", list(n, |at| format!("\"a{at}\":[\"${{{at} + 1}}\",null,{{\"k\":true}}]"))),
            )
        }),
        family("files of a program", "types .", 60, |n| Input {
            files: (0..n).map(|at| (format!("f{at}.hcl"), format!("a{at} = [{at}]\n"))).collect(),
        }),
        family("programs of a run", "check --recursive .", 60, |n| Input {
            files: (0..n).map(|at| (format!("p{at}/main.hcl"), format!("a{at} = {{ k = [b{at}] }}\n"))).collect(),
        }),
        parsed("keys of an object", 800, |n| format!("a = {{\n{}}}\n", lines(n, |at| format!("key{at} = {at}")))),
        parsed("one key again and again", 800, |n| format!("a = {{\n{}}}\n", lines(n, |at| format!("key = {at}")))),
        parsed("empty heredocs", 400, |n| lines(n, |at| format!("a{at} = <<EOT\nEOT"))),
        parsed("heredocs with templates", 400, |n| lines(n, |at| format!("a{at} = <<EOT\n  EOT, x ${{y}}\nEOT"))),
        parsed("heredocs in one list", 400, |n| format!("a = [\n{}]\n", "<<EOT\nEOT\n,".repeat(n))),
        parsed("steps of a reference", 400, |n| format!("a = b{}\n", list_of(n, ".c[@]"))),
        parsed("parts of templates", 400, |n| format!("a = \"{}\"\n", list_of(n, "${x@} %{ if y }z%{ endif }"))),
        parsed("pieces of one list", 40, |n| {
            format!("a = [\n{}]\n", lines(n, |_| format!("{}1{},", "[".repeat(60), "]".repeat(60))))
        }),
        broken("lists that are never closed", "a = [\n"),
        broken("braces that close nothing", "}\na = 1\n"),
        broken("interpolations that are never closed", "c = \"${\n"),
        broken("heredocs that are never closed", "d = <<E\n"),
        broken("brackets of another kind", "e = (1 }\n"),
        broken("labels that are never closed", "f \"g\n"),
        broken("comments that are never closed", "a = 1 /*\n"),
        broken("objects that are never closed", "h = {\n  i = 1\n"),
    ]
}

/// A text that is only parsed.
fn parsed(name: &'static str, size: usize, text: fn(usize) -> String) -> Family {
    family(name, "syntax main.hcl", size, move |n| one("main.hcl", text(n)))
}

/// Lines that are no HCL.
fn broken(name: &'static str, line: &'static str) -> Family {
    family(name, "syntax main.hcl", 400, move |n| one("main.hcl", line.repeat(n)))
}

fn chain(n: usize) -> Input {
    one("main.hcl", format!("a0 = 1\n{}", lines(n, |at| format!("a{} = a{at}", at + 1))))
}

/// Objects of which each has the one before twice.
pub fn doubling(n: usize) -> Input {
    one("main.hcl", format!("a0 = \"x\"\n{}", lines(n, |at| format!("a{} = {{ l = a{at}, r = a{at} }}", at + 1))))
}

/// The definition of an object with as many keys.
fn wide(n: usize) -> String {
    format!("a = {{ {} }}\n", list(n, |at| format!("k{at} = {at}")))
}

/// Texts one behind the other, each with its number in the place of `@`.
fn list_of(n: usize, text: &str) -> String {
    (0..n).map(|at| text.replace('@', &at.to_string())).collect()
}
