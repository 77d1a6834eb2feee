//! Functions of Terraform, whose results are computed if their arguments are known.

use super::terraform::locals;
use super::{Family, Input, family, lines, one};

/// The families.
pub fn families() -> Vec<Family> {
    vec![
        over("merge", "merge({objects})", 100),
        over("merge: a list that is expanded", "merge([{objects}]...)", 100),
        over("concat", "concat({lists})", 200),
        over("flatten", "flatten([{lists}])", 200),
        over("flatten: a list of many in a list", "flatten([[{texts}], [{texts}]])", 200),
        over("keys", "keys({{ {entries} }})", 400),
        over("values", "values({{ {entries} }})", 400),
        over("zipmap", "zipmap([{texts}], [{numbers}])", 200),
        over("distinct", "distinct([{texts}])", 400),
        over("chunklist", "chunklist([{texts}], 2)", 400),
        over("contains", "contains([{texts}], \"none\")", 400),
        over("index", "index([{texts}], \"t0\")", 400),
        over("element", "element([{texts}], 3)", 400),
        over("slice", "slice([{texts}], 1, 5)", 400),
        over("reverse", "reverse([{texts}])", 400),
        over("sort", "sort([{texts}])", 400),
        over("compact", "compact([{texts}])", 400),
        over("toset", "toset([{texts}])", 400),
        over("tolist", "tolist([{texts}])", 400),
        over("tomap", "tomap({{ {entries} }})", 400),
        over("setunion", "setunion([{texts}], [{texts}])", 200),
        over("setproduct", "setproduct([{texts}], [\"x\", \"y\"])", 100),
        over("setproduct of many lists", "setproduct({lists})", 100),
        over("matchkeys", "matchkeys([{texts}], [{texts}], [\"t0\"])", 200),
        over("transpose", "transpose({{ for k in [{texts}] : k => [\"a\", \"b\"] }})", 100),
        over("join", "join(\",\", [{texts}])", 400),
        over("split", "split(\",\", \"{numbers}\")", 400),
        over("format", "format(\"{verbs}\", {numbers})", 200),
        over("formatlist", "formatlist(\"%s-%s\", [{texts}], \"x\")", 200),
        over("regex: groups", "regex(\"{groups}\", \"aaaa\")", 100).limited(),
        over("regex: groups that match", "regex(\"{groups}\", \"{as}\")", 100).limited(),
        over("regexall", "regexall(\"a\", \"{as}\")", 400),
        over("replace", "replace(\"{as}\", \"a\", \"bb\")", 1_000),
        over("jsonencode", "jsonencode([{texts}])", 400),
        over("jsondecode", "jsondecode(\"[{numbers}]\")", 400),
        over("yamlencode", "yamlencode([{texts}])", 400),
        over("yamldecode", "yamldecode(\"[{numbers}]\")", 400),
        over("csvdecode", "csvdecode(\"a,b\\n{rows}\")", 200),
        over("range", "[range({n}), {texts}]", 400),
        over("sum and max", "[sum([{numbers}]), max({numbers})]", 400),
        over("coalesce", "coalesce({texts})", 400),
        over("try", "try({texts})", 200),
        over("cidrsubnets", "cidrsubnets(\"10.0.0.0/8\", {eights})", 60),
        over("templates that repeat", "\"%{{ for x in [{texts}] }}${{x}}%{{ endfor }}\"", 200),
        over("iterations over known values", "[for x in [{texts}] : upper(x)]", 200).limited(),
        over("groups of known values", "{{ for x in [{texts}] : x => x... }}", 200),
        over("sensitive lists", "[for x in sensitive([{texts}]) : x]", 200),
        each("lookup of each key", "lookup(local.m, \"k@\", 0)", 100),
        each("keys and values of one map, again and again", "keys(local.m)", 40),
        each("membership of each key", "contains(keys(local.m), \"k@\")", 40),
        each("merge with one map, again and again", "merge(local.m, {{ k@ = 1 }})", 40).limited(),
        family("values that double", "check .", 30, |n| grown(n, "[1]", "[local.l@, local.l@]")).limited(),
        family("texts that double", "check .", 30, |n| grown(n, "\"x\"", "\"${local.l@}${local.l@}\"")).limited(),
        family("joins that double", "check .", 30, |n| grown(n, "\"x\"", "join(local.l@, [local.l@, local.l@])"))
            .limited(),
        family("iterations that double", "check .", 12, |n| {
            grown(n, "[1, 2]", "flatten([for x in local.l@ : [x, x]])")
        })
        .limited(),
        family("merges in a chain", "check .", 60, |n| grown(n, "{}", "merge(local.l@, { k@ = @ })")).limited(),
        family("concatenations in a chain", "check .", 60, |n| grown(n, "[]", "concat(local.l@, [@])")).limited(),
        family("texts in a chain", "check .", 200, |n| grown(n, "\"\"", "\"${local.l@} @\"")),
        each("iterations over a known map, again and again", "{{ for k, v in local.m : k => v + @ }}", 100).limited(),
        each("patterns over a known map, again and again", "[for k, v in local.m : regex(\"k([0-9]+)\", k)]", 100)
            .limited(),
        each("splats over known values, again and again", "values(local.m)[*]", 100).limited(),
        family("templates of a known text, again and again", "check .", 200, |n| {
            let templates = lines(n, |at| format!("a{at} = \"${{local.m}}{at}\""));
            one("main.tf", locals(&format!("m = \"{}\"\n{templates}", "x".repeat(20 * n))))
        })
        .limited(),
        family("digits of a parsed number", "check .", 4_000, |n| {
            // More than 50,000 are refused.
            one("main.tf", locals(&format!("a = parseint(\"{}\", 10)\n", "7".repeat(n))))
        })
        .limited(),
        family("known iterations in one another", "check .", 6, |n| {
            let inner = list_of(n, "[for x@ in [1, 2, 3, 4] : ", "");
            one("main.tf", locals(&format!("a = {inner}1{}\n", "]".repeat(n))))
        })
        .limited(),
        family("known templates in one another", "check .", 6, |n| {
            let (before, behind) = ("%{ for x in [1, 2, 3, 4, 5, 6, 7, 8] }".repeat(n), "%{ endfor }".repeat(n));
            one("main.tf", locals(&format!("a = \"{before}x{behind}\"\n")))
        })
        .limited(),
        family("aliases in YAML", "check .", 6, |n| {
            let level = |at: usize| format!("a{}: &a{} [*a{at}, *a{at}, *a{at}, *a{at}]\\n", at + 1, at + 1);
            let levels: String = (0..n).map(level).collect();
            one("main.tf", locals(&format!("a = yamldecode(\"a0: &a0 [x, x]\\n{levels}\")\n")))
        })
        .limited(),
    ]
}

/// One call with many arguments, or an argument of many parts. What stands in braces is repeated; braces are doubled.
fn over(name: &'static str, call: &'static str, size: usize) -> Family {
    family(name, "check .", size, move |n| {
        let text = PARTS.iter().fold(call.replace("{n}", &n.to_string()), |text, (part, separator, form)| {
            text.replace(part, &list_of(n, form, separator))
        });
        one("main.tf", locals(&format!("a = {}\n", text.replace("{{", "{").replace("}}", "}"))))
    })
}

/// The repeated part of calls: its name, the separator, and its form, with the number in the place of `@`.
const PARTS: [(&str, &str, &str); 10] = [
    ("{objects}", ", ", "{{ k@ = @ }}"),
    ("{lists}", ", ", "[@]"),
    ("{texts}", ", ", "\"t@\""),
    ("{numbers}", ", ", "@"),
    ("{verbs}", " ", "%s"),
    ("{groups}", "", "(a)"),
    ("{as}", "", "a"),
    ("{rows}", "", "@,x\\n"),
    ("{eights}", ", ", "16"),
    ("{entries}", ", ", "k@ = @"),
];

/// As many calls about one map with as many keys.
fn each(name: &'static str, call: &'static str, size: usize) -> Family {
    family(name, "check .", size, move |n| {
        let map = list_of(n, "k@ = @", ", ");
        let call = call.replace("{{", "{").replace("}}", "}");
        let calls = lines(n, |at| format!("a{at} = {}", call.replace('@', &at.to_string())));
        one("main.tf", locals(&format!("m = {{ {map} }}\n{calls}")))
    })
}

/// Local values of which each is made from the one before.
fn grown(n: usize, first: &str, next: &str) -> Input {
    let next = lines(n, |at| format!("l{} = {}", at + 1, next.replace('@', &at.to_string())));
    one("main.tf", locals(&format!("l0 = {first}\n{next}")))
}

/// Texts that differ in a number, in the place of `@`.
fn list_of(n: usize, form: &str, separator: &str) -> String {
    (0..n).map(|at| form.replace('@', &at.to_string())).collect::<Vec<_>>().join(separator)
}
