//! Laws about types with shared parts: inference and diagnosis take time for each type once, however often it occurs. As a tree,
//! each type of these programs is twice as large as the one before.

use typelog::dialect::Dialect;
use typelog::types::Limits;

use super::edited_programs::Setting;

/// A program of Terraform in which each of `count` values is made of the one before.
fn chain(count: usize, first: &str, next: &str) -> String {
    let values = (1..count).map(|at| format!("  l{at} = {}\n", next.replace('@', &format!("local.l{}", at - 1))));
    let marked = "variable \"secret\" {\n  sensitive = true\n}\n";
    format!(
        "{marked}locals {{\n  l0 = {first}\n{}}}\noutput \"last\" {{\n  value = local.l{}\n}}\n",
        values.collect::<String>(),
        count - 1
    )
}

/// The number of entries that checking a program adds to the interner (types, names, answers and rewritten types), and the number
/// of values beyond the budget.
fn checked(program: &str, limits: Limits) -> (usize, usize) {
    let setting = Setting::new(Dialect::Terraform);
    let mut session = setting.session.clone();
    let mut types = session.types().clone();
    types.limits = limits;
    let before = types.entry_count();
    session.keep_all_types(types);
    let checked = session.check(&mut setting.program(&[("main.tf", program)]));
    let notes = checked.diagnostics.iter().filter(|diagnostic| diagnostic.code == "value-too-large").count();
    (checked.types.entry_count() - before, notes)
}

#[test]
fn types_are_visited_once_for_each_handle() {
    for (first, next) in [
        ("1", "[@, @]"),
        ("{ a = 1 }", "{ a = @, b = [@], c = null }"),
        ("var.secret", "{ a = @, b = @ }"),
        ("[var.secret, 1]", "[@, { a = @ }, @]"),
        ("[1]", "{ for k, v in { a = @, b = @ } : k => v }"),
        ("[1]", "var.secret == 1 ? [@, @] : [@, @]"),
        ("{ a = 1 }", "merge({ b = @ }, { c = @ })"),
        ("[true]", "tolist([@, @])"),
        ("\"a\"", "jsonencode([@, flatten([@, [@]])])"),
    ] {
        let entries = |count| checked(&chain(count, first, next), Limits::default()).0;
        let (few, many) = (entries(40), entries(80));
        assert!(many < 5 * few / 2, "{next}: {few} entries for 40 values, {many} for 80");
    }
}

#[test]
fn known_values_stop_growing() {
    for (first, next) in [
        ("\"aaaaaaaaaa\"", "\"${@}${@}\""),
        ("\"aaaaaaaaaa\"", "join(@, [@, @])"),
        ("\"aaaaaaaaaa\"", "replace(@, \"a\", @)"),
        ("\"aaaaaaaaaa\"", "format(\"%s-%s\", @, @)"),
        ("[1, 2]", "concat(@, @)"),
        ("[1, 2]", "flatten([@, @])"),
        ("[1, 2]", "setproduct(@, @)"),
        ("[1, 2]", "flatten([for x in @ : [x, x]])"),
    ] {
        let limits = Limits { known_parts: 100, known_bytes: 1_000, ..Limits::default() };
        let limited = |count| checked(&chain(count, first, next), limits);
        let ((few, one), (many, only)) = (limited(20), limited(40));
        assert!(many < few * 2 + 500, "{next}: {few} entries for 20 values, {many} for 40");
        assert_eq!((one, only), (1, 1), "{next} is reported once");
    }
}
