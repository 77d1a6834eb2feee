//! Declared types and functions, rule files, books, and settings.

use super::{Family, Input, family, lines, list, several};

/// The families.
pub fn families() -> Vec<Family> {
    vec![
        declared("declared types", 200, |n| lines(n, |at| format!("type \"T{at}\" {{ is = object({{k{at}=int}}) }}"))),
        declared("declared types in a chain", 200, |n| {
            lines(n, |at| format!("type \"T{at}\" {{ is = object({{next=optional(T{})}}) }}", at + 1))
                + &format!("type \"T{n}\" {{ is = int }}\n")
        }),
        declared("declared types in a circle", 200, |n| {
            lines(n, |at| format!("type \"T{at}\" {{ is = object({{next=optional(T{}), k{at}=int}}) }}", (at + 1) % n))
        }),
        declared("declared types that double", 30, |n| {
            lines(n, |at| format!("type \"T{at}\" {{ is = object({{a=T{}, b=T{}}}) }}", at + 1, at + 1))
                + &format!("type \"T{n}\" {{ is = int }}\n")
        }),
        declared("declared unions", 100, |n| {
            let members = list(n, |at| format!("object({{k{at}=int}})"));
            format!("type \"T0\" {{ is = union({members}) }}\nvariable \"v0\" {{ type = T0 }}\n")
        }),
        declared("declared variables", 200, |n| {
            lines(n, |at| format!("variable \"v{at}\" {{ type = list(object({{k{at}=int}})) }}"))
        }),
        declared("declared functions", 200, |n| {
            lines(n, |at| format!("function \"f{at}\" {{\n  parameter \"p\" {{ type = string }}\n  returns = int\n}}"))
        }),
        family("parameters of a function", "check --declare env.hcl main.hcl", 200, |n| {
            let parameters = lines(n, |at| format!("  parameter \"p{at}\" {{ type = string }}"));
            let function = format!("function \"f\" {{\n{parameters}  returns = int\n}}\n");
            several(&[("env.hcl", function), ("main.hcl", format!("a = f({})\n", list(n, |at| at.to_string())))])
        }),
        family("overloads of a function", "check --declare env.hcl main.hcl", 60, |n| {
            let overloads = lines(n, |at| {
                format!(
                    "  overload {{\n    parameter \"p\" {{ type = object({{k{at}=int}}) }}\n    returns = int\n  }}"
                )
            });
            several(&[
                ("env.hcl", format!("function \"f\" {{\n{overloads}}}\n")),
                ("main.hcl", "a = f({ k = 1 })\n".to_owned()),
            ])
        }),
        family("values of a declared union", "check --declare env.hcl main.hcl", 60, |n| {
            let members = list(n, |at| format!("object({{k{at}=int}})"));
            let function =
                format!("function \"f\" {{\n  parameter \"p\" {{ type = union({members}) }}\n  returns = int\n}}\n");
            several(&[("env.hcl", function), ("main.hcl", lines(n, |at| format!("a{at} = f({{ k{at} = {at} }})")))])
        }),
        family("parameters", "check --dialect bicep --declare env.declare main.hcl", 200, |n| {
            let parameter =
                |at: usize| format!("parameter \"p{at}\" \"int\" {{\n  minValue = {at}\n  default = {at}\n}}");
            several(&[("env.declare", "type \"T\" { is = int }\n".to_owned()), ("main.hcl", lines(n, parameter))])
        }),
        family("allowed values of a parameter", "check --dialect bicep --declare env.declare main.hcl", 200, |n| {
            let parameter = format!(
                "parameter \"p\" \"string\" {{\n  allowedValues = [{}]\n  default = \"v0\"\n}}\n",
                list(n, |at| format!("\"v{at}\""))
            );
            several(&[("env.declare", "type \"T\" { is = int }\n".to_owned()), ("main.hcl", parameter)])
        }),
        family("declared resources", "check --dialect bicep --declare env.declare main.hcl", 100, |n| {
            let resource = |at: usize| format!("resource \"r{at}\" \"m://T0\" {{\n  k = {at}\n  j = \"x\"\n}}");
            several(&[("env.declare", managed(1)), ("main.hcl", lines(n, resource))])
        }),
        family("types of a manager", "check --dialect bicep --declare env.declare main.hcl", 100, |n| {
            let resource = |at: usize| format!("resource \"r{at}\" \"m://T{at}\" {{\n  k = {at}\n}}");
            several(&[("env.declare", managed(n)), ("main.hcl", lines(n, resource))])
        }),
        family("forms of a declared type", "check --dialect bicep --declare env.declare main.hcl", 60, |n| {
            let arms = lines(n, |at| format!("    arm \"a{at}\" {{ is = object({{ k{at} = string }}) }}"));
            let manager = format!("manager \"m\" {{\n  type \"T0\" {{\n    discriminator = \"kind\"\n{arms}  }}\n}}\n");
            several(&[
                ("env.declare", manager),
                ("main.hcl", "resource \"r\" \"m://T0\" {\n  kind = \"a1\"\n  k2 = \"x\"\n}\n".to_owned()),
            ])
        }),
        query("facts of rules", 200, |n| lines(n, |at| format!("d({at}, \"text {at}\")."))),
        query("premises of a rule", 60, |n| {
            format!("d(1, 1).\nw(x0) :- {}.\n", list(n, |at| format!("d(x{at}, x{})", at + 1)))
        }),
        query("premises about the program", 30, |n| {
            format!("w(x0) :- {}.\n", list(n, |at| format!("definition(definition: x{at}, name: \"a0\")")))
        }),
        query("conditions of a rule", 60, |n| {
            format!("d(1).\nw(x) :- d(x), {}.\n", list(n, |at| format!("x < {at} + 2")))
        }),
        query("columns of a relation", 60, |n| {
            format!("d({}).\nw(x0) :- d({}).\n", list(n, |at| at.to_string()), list(n, |at| format!("x{at}")))
        }),
        query("relations in a chain", 100, |n| {
            format!("r0(1).\n{}w(x) :- r{n}(x).\n", lines(n, |at| format!("r{}(x) :- r{at}(x).", at + 1)))
        }),
        query("relations in a circle", 100, |n| {
            format!("r0(1).\n{}w(x) :- r0(x).\n", lines(n, |at| format!("r{}(x) :- r{at}(x).", (at + 1) % n)))
        }),
        query("negations in a chain", 100, |n| {
            format!("d(1).\nr0(2).\n{}w(x) :- r{n}(x).\n", lines(n, |at| format!("r{}(x) :- d(x), !r{at}(x).", at + 1)))
        }),
        query("clauses of one relation", 100, |n| lines(n, |at| format!("w(x) :- d(x), x > {at}.")) + "d(1).\n"),
        query("errors of rules", 100, |n| lines(n, |at| format!("w{at}(x) :- missing{at}(x)."))).refused(),
        query("texts of rules", 100, |n| {
            format!(
                "d(\"x\").\n{}w(x) :- e(x).\n",
                lines(n, |at| format!("e(concat(x, \"{at}\")) :- d(x), length(x) < 2."))
            )
        }),
        // More than 1,000 are refused.
        query("operators of a rule", 60, |n| format!("w(x) :- x = 1{}.\n", " + 1".repeat(n))),
        query("aggregates", 60, |n| lines(n, |at| format!("d({at}).\nw(n) :- n = count x {{ d(x), x > {at} }}."))),
        query("broken rules", 200, |n| "w(x) :- d(x) d.\n".repeat(n)).refused(),
        family("rows for a program", "query rules.dl main.hcl", 100, |n| {
            let rules = "w(a, n) :- definition(definition: a, name: n), definition_part(e, a, _), has_type(e, t).\n";
            several(&[("rules.dl", rules.to_owned()), ("main.hcl", lines(n, |at| format!("a{at} = {{ k = {at} }}")))])
        }),
        family("reach of a chain", "query rules.dl main.hcl", 60, |n| {
            let rules = "w(a) :- definition(definition: a, name: \"a0\").\nw(a) :- w(b), depends_on(a, b).\n";
            several(&[
                ("rules.dl", rules.to_owned()),
                ("main.hcl", format!("a0 = 1\n{}", lines(n, |at| format!("a{} = a{at}", at + 1)))),
            ])
        }),
        family("problems of own rules", "check --rules rules.dl main.hcl", 100, |n| {
            let rules = "# id: named\n# severity: warning\n# message: the value {n} has a name\n# at: d\nnamed(d, n) :- definition(definition: d, name: n).\n";
            several(&[("rules.dl", rules.to_owned()), ("main.hcl", lines(n, |at| format!("a{at} = {at}")))])
        }),
        family("keys of the settings", "check .", 200, |n| {
            several(&[("typelog.toml", lines(n, |at| format!("key{at} = {at}"))), ("main.hcl", "a = 1\n".to_owned())])
        })
        .refused(),
        family("codes of the settings", "check .", 200, |n| {
            several(&[
                ("typelog.toml", format!("ignore = [{}]\n", list(n, |_| "\"unused-definition\"".to_owned()))),
                ("main.hcl", "a = 1\n".to_owned()),
            ])
        }),
        family("declaration files of the settings", "check .", 100, |n| {
            let declared = list(n, |at| format!("\"d{at}.hcl\""));
            let files = (0..n).map(|at| (format!("d{at}.hcl"), format!("variable \"v{at}\" {{ type = int }}\n")));
            let settings = ("typelog.toml".to_owned(), format!("declare = [{declared}]\n"));
            Input { files: files.chain([settings, ("main.hcl".to_owned(), "a = 1\n".to_owned())]).collect() }
        }),
        family("settings of directories", "check --recursive .", 40, |n| {
            let settings = (0..n).map(|at| (format!("p{at}/typelog.toml"), "lenient = true\n".to_owned()));
            Input {
                files: settings.chain((0..n).map(|at| (format!("p{at}/main.hcl"), format!("a = b{at}\n")))).collect(),
            }
        }),
        family("files of an own book", "check --book book main.hcl", 15, |n| {
            let names: Vec<String> = (0..n).map(|at| format!("own{at}")).collect();
            let engines = format!("ConversionEngine: + {}\n", names.join(", "));
            let row = |at: usize| format!("{OWN_FILE}primitive_conversion(opaque(\"Own{at}\"), STRING, Safe).\n");
            let files = (0..n).map(|at| (format!("book/types/own{at}.dl"), row(at)));
            let others =
                [("book/types/engines.txt".to_owned(), engines), ("main.hcl".to_owned(), "a = 1\n".to_owned())];
            Input { files: files.chain(others).collect() }
        }),
        family("books of directories", "check --recursive .", 8, |n| {
            let files = |at: usize| {
                let settings = (format!("p{at}/typelog.toml"), "book = \"book\"\n".to_owned());
                let program = (format!("p{at}/main.hcl"), format!("a = b{at}\n"));
                let row = format!("primitive_conversion(opaque(\"Own{at}\"), STRING, Safe).");
                let of_book = book(&row).files.into_iter().filter(|file| file.0.starts_with("book/"));
                let of_book = of_book.map(move |(name, text)| (format!("p{at}/{name}"), text));
                [settings, program].into_iter().chain(of_book).collect::<Vec<_>>()
            };
            Input { files: (0..n).flat_map(files).collect() }
        })
        .limited(),
        family("rows of an own book", "check --book book main.hcl", 30, |n| {
            book(&lines(n, |at| format!("primitive_conversion(opaque(\"Own{at}\"), STRING, Safe).")))
        }),
        family("errors of an own book", "book check book", 250, |n| {
            book(&lines(n, |at| format!("missing{at}(x) :- other{at}(x).")))
        }),
    ]
}

/// A program that uses one of many declarations.
fn declared(name: &'static str, size: usize, declarations: fn(usize) -> String) -> Family {
    family(name, "types --declare env.hcl main.hcl", size, move |n| {
        several(&[("env.hcl", declarations(n)), ("main.hcl", "a = 1\n".to_owned())])
    })
}

/// The rows of a relation, for a small program.
fn query(name: &'static str, size: usize, rules: fn(usize) -> String) -> Family {
    family(name, "query rules.dl main.hcl", size, move |n| {
        several(&[("rules.dl", rules(n)), ("main.hcl", "a0 = 1\n".to_owned())])
    })
}

/// A manager of as many types of resources.
fn managed(n: usize) -> String {
    let types = lines(n, |at| format!("  type \"T{at}\" {{ is = object({{ k = int, j = optional(string) }}) }}"));
    format!("manager \"m\" {{\n{types}}}\n")
}

/// The beginning of a file of an own book.
const OWN_FILE: &str = "//! Own rules.\n//!\n//! Smallest example: none.\n\n";

/// A book with a file of its own.
fn book(clauses: &str) -> Input {
    let file = format!("{OWN_FILE}{clauses}");
    several(&[
        ("book/types/engines.txt", "ConversionEngine: + own\n".to_owned()),
        ("book/types/own.dl", file),
        ("main.hcl", "a = 1\n".to_owned()),
    ])
}
