//! Tests of accepted and refused rules.

use super::*;

fn messages(text: &str) -> Vec<(u32, String)> {
    parse(text).1.into_iter().map(|fault| (fault.span.start, fault.message)).collect()
}

#[test]
fn rules_of_all_kinds_are_read() {
    let text = r#"
        # a comment. with a point
        edge(1, 2).
        path(a, b) :- edge(a, b). // another
        path(a, c) :- path(a, b), edge(from: b, to: c), !blocked(_), a != c, c < a + 2 * (b - 1).
        n(c) :- c = count { edge(_, _) }, m = max x { edge(x, -1) }, contains("a\"b", "\\"), count = c-1.
    "#;
    let (statements, faults) = parse(text);
    assert_eq!(faults, []);
    let rules = statements.iter().filter_map(|statement| match statement {
        Statement::Rule(rule) => Some(rule),
        _ => None,
    });
    let rules: Vec<&Rule> = rules.collect();
    assert_eq!(rules.iter().map(|rule| rule.body.len()).collect::<Vec<_>>(), [0, 1, 5, 4]);
    assert_eq!(&text[rules[0].span.range()], "edge(1, 2).");
    assert_eq!(&text[rules[2].heads[0].span.range()], "path(a, c)");
}

#[test]
fn a_rule_of_several_ways_is_several_rules() {
    let bodies = |text: &str| -> Vec<String> {
        let (statements, faults) = parse(text);
        assert_eq!(faults, [], "{text}");
        let rules = statements.iter().filter_map(|statement| match statement {
            Statement::Rule(rule) => Some(rule),
            _ => None,
        });
        let names = |rule: &Rule| {
            let names = rule.body.iter().map(|premise| match premise {
                Literal::Holds(atom) => atom.name.clone(),
                _ => "?".to_owned(),
            });
            names.collect::<Vec<_>>().concat()
        };
        rules.map(names).collect()
    };
    assert_eq!(bodies("p(x) :- a(x); b(x), c(x)."), ["a", "bc"]);
    assert_eq!(bodies("p(x) :- a(x), (b(x); c(x), (d(x); e(x))), f(x)."), ["abf", "acdf", "acef"]);
    // These have no alternatives: a condition, a pattern, and a semicolon in a string.
    assert_eq!(bodies("p(x) :- (x = 1) != (x = 2), (a, b) in pair(x, ..), (x = \";\" or x = 1)."), ["???"]);
    let many = format!("p(x) :- {}.", vec!["(a(x); b(x))"; 40].join(", "));
    assert_eq!(messages(&many)[0].1, "`.` stands where a rule of fewer ways is expected");
}

#[test]
fn each_statement_that_is_not_understood_is_reported() {
    let found = messages("a(x :- b(x).\nb(1).\nc(x) :- .\ne(y) : b(y).\n:- f.\nd(\"open).\n");
    let starts: Vec<u32> = found.iter().map(|fault| fault.0).collect();
    assert_eq!(starts, [4, 27, 34, 42, 57], "{found:?}");
    assert_eq!(found[0].1, "`:` stands where `,` or `)` is expected");
}

#[test]
fn deep_brackets_are_refused_and_all_bytes_are_survived() {
    let deep = format!("a(x) :- x = {}1{}.", "(".repeat(100_000), ")".repeat(100_000));
    assert_eq!(messages(&deep).len(), 1);
    for text in ["", "\u{0}", "\"", "a(", "ö(é) :- .", "a.", "\\", "a(99999999999999999999).", "# x", "a() :- {"] {
        parse(text);
    }
}

#[test]
fn notations_belong_to_relations_and_words() {
    let text = r#"
        @as(k = Safe, "{s} ~> {t}")
        @as("{s} ~{k:lower}> { t }", "more {s.k}")
        @input @set relation r(s: Ty, t: Ty, k: Conversion).
        @as("{} in {t}") builtin member(t, i).
        @as("empty") builtin TyList::EMPTY.
    "#;
    let (statements, faults) = parse(text);
    assert_eq!(faults, []);
    let [Statement::Relation(relation), Statement::Builtin(member), Statement::Builtin(empty)] = &statements[..] else {
        panic!("{statements:?}");
    };
    assert_eq!(relation.notations.iter().map(|notation| notation.texts.len()).collect::<Vec<_>>(), [1, 2]);
    assert_eq!((relation.storage, relation.is_input), (Some(Storage::Set), true));
    assert_eq!((member.arguments.len(), member.notations[0].has_value()), (2, true));
    assert_eq!((&empty.name[..], empty.arguments.len(), empty.notations[0].has_value()), ("TyList::EMPTY", 0, false));
    let wrong = messages(
        "@as(\"{u}\") relation r(s: Ty).\n@as(x = Safe, \"{s}\") relation q(s: Ty).\n@as(\"{s}\" relation p(s: Ty).",
    );
    let wrong: Vec<&str> = wrong.iter().map(|(_, message)| &message[..]).collect();
    assert_eq!(
        wrong,
        [
            "the notation has `u`, which is no column",
            "the notation has `x`, which is no column",
            "`relation` stands where `)` is expected"
        ]
    );
}

#[test]
fn unknown_attributes_are_errors() {
    let found = messages(
        "@functon relation r(s: Ty -> t: Ty).\n@function(two) relation q(s: Ty -> t: Ty).\n@dense(kept) relation p(n: u32).",
    );
    let found: Vec<&str> = found.iter().map(|(_, message)| &message[..]).collect();
    assert_eq!(
        found,
        ["`functon` stands where an attribute is expected", "`function` stands where an attribute is expected"]
    );
}
