//! Laws about the reasons of failures in Terraform: a call that fails has a reason, and its report names an argument.

use typelog::dialect::Dialect;

use crate::support::session::session_of;

/// Functions whose calls may fail for reasons of their own, with the numbers of arguments that they are called with.
const FUNCTIONS: [(&str, &[usize]); 47] = [
    ("assumelistlength", &[3]),
    ("assumeequal", &[2]),
    ("base64decode", &[1]),
    ("chunklist", &[2]),
    ("cidrhost", &[2]),
    ("cidrcontains", &[2]),
    ("coalesce", &[0, 1, 2, 3]),
    ("coalescelist", &[0, 1, 2]),
    ("concat", &[0, 1, 2]),
    ("contains", &[2]),
    ("csvdecode", &[1]),
    ("distinct", &[1]),
    ("element", &[2]),
    ("flatten", &[1]),
    ("format", &[1, 2, 3]),
    ("formatlist", &[1, 2, 3]),
    ("index", &[2]),
    ("jsondecode", &[1]),
    ("keys", &[1]),
    ("length", &[1]),
    ("list", &[1]),
    ("log", &[2]),
    ("lookup", &[2, 3, 4]),
    ("matchkeys", &[3]),
    ("merge", &[0, 1, 2, 3]),
    ("one", &[1]),
    ("parseint", &[2]),
    ("range", &[1, 2, 3, 4]),
    ("regex", &[2]),
    ("regexall", &[2]),
    ("reverse", &[1]),
    ("setintersection", &[1, 2]),
    ("setproduct", &[0, 1, 2]),
    ("setsubtract", &[2]),
    ("setunion", &[1, 2, 3]),
    ("signum", &[1]),
    ("slice", &[3]),
    ("sum", &[1]),
    ("tobool", &[1]),
    ("tolist", &[1]),
    ("tomap", &[1]),
    ("tonumber", &[1]),
    ("toset", &[1]),
    ("tostring", &[1]),
    ("values", &[1]),
    ("yamldecode", &[1]),
    ("zipmap", &[2]),
];

/// Arguments: literals, known collections, and values of which only the type is known.
const ARGUMENTS: [&str; 22] = [
    "null",
    "\"\"",
    "\"x\"",
    "\"%d\"",
    "0",
    "-1",
    "0.5",
    "true",
    "[]",
    "{}",
    "[1, \"a\"]",
    "[[1], { a = 1 }]",
    "[null]",
    "{ a = 1, b = [1] }",
    "toset([\"a\"])",
    "toset([1, 2])",
    "tomap({ a = 1 })",
    "tolist([])",
    "var.text",
    "var.list",
    "var.object",
    "var.any",
];

const VARIABLES: &str = "variable \"text\" { type = string }\nvariable \"list\" { type = list(string) }
variable \"object\" { type = object({ a = number }) }\nvariable \"any\" {}\n";

/// The calls of a function. Of several arguments, the second ones follow one another twice as fast as the first ones, so that
/// many pairs occur.
fn calls(name: &str, count: usize) -> Vec<String> {
    let choices = if count < 2 { 1 } else { ARGUMENTS.len() };
    let arguments = |first: usize, shift: usize| {
        let all = (0..count).map(|i| ARGUMENTS[(first + i * shift) % ARGUMENTS.len()]);
        format!("{name}({})", all.collect::<Vec<_>>().join(", "))
    };
    let firsts = if count == 0 { 1 } else { ARGUMENTS.len() };
    (0..firsts).flat_map(|first| (0..choices).map(move |shift| arguments(first, shift))).collect()
}

#[test]
fn a_call_that_fails_has_a_reason() {
    let (mut failing, mut silent) = (0, Vec::new());
    for (name, counts) in FUNCTIONS {
        let calls: Vec<String> = counts.iter().flat_map(|&count| calls(name, count)).collect();
        let lines = calls.iter().enumerate().map(|(at, call)| format!("  l{at} = {call}\n"));
        let text = format!("{VARIABLES}locals {{\n{}}}\n", lines.collect::<String>());
        let files = [("main.tf".to_owned(), text)];
        let checked = session_of(Dialect::Terraform, &[]).check(&files);
        for found in checked.report.diagnostics.iter().filter(|found| found.code == "wrong-argument") {
            failing += 1;
            if found.message.contains("fails") {
                let call = files[0].1.get(found.span.range()).unwrap_or_default();
                silent.push(format!("{call}: {}", found.message));
            }
        }
    }
    assert!(failing > 2_000, "only {failing} calls fail");
    assert_eq!(silent, Vec::<String>::new());
}
