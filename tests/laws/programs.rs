//! Random programs of plain HCL.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

/// The declarations for random programs.
pub const DECLARATIONS: &str = include_str!("../hostile/fuzz/targets/surroundings.hcl");

/// The number of definitions of a program. Their names are `v0`, `v1` and so on.
const DEFINITIONS: std::ops::Range<usize> = 1..8;

const LITERALS: [&str; 10] = ["null", "true", "0", "1", "-2", "1.5", "12345678901234567890123", "\"\"", "\"a\"", "[]"];

const NAMES: [&str; 20] = [
    "b", "i", "n", "s", "d", "ob", "os", "pi", "ls", "ss", "mi", "tu", "obj", "opt", "un", "lo", "olo", "tree", "x",
    "nothing",
];

const STEPS: [&str; 8] = [".a", ".name", ".Name", ".x", "[0]", "[9]", "[\"b\"]", "[*].name"];

const OPERATORS: [&str; 8] = ["+", "/", "==", "<", "&&", "||", "-", "!="];

/// The lines of a program, one definition each: `v0 = ...`. They refer to one another in any way.
pub fn definitions() -> BoxedStrategy<Vec<String>> {
    vec(expression(), DEFINITIONS)
        .prop_map(|all| all.into_iter().enumerate().map(|(at, text)| format!("v{at} = {text}")).collect())
        .boxed()
}

fn expression() -> BoxedStrategy<String> {
    let definition = (0..DEFINITIONS.end).prop_map(|at| format!("v{at}"));
    let name = prop_oneof![3 => select(&NAMES[..]).prop_map(str::to_owned), 2 => definition];
    // A second splat may not follow `.*`.
    let steps = (vec(select(&STEPS[..]), 0..3), select(&["", "", "", ".*.a"][..]));
    let steps = steps.prop_map(|(steps, last)| steps.concat() + last);
    let leaf = prop_oneof![
        2 => select(&LITERALS[..]).prop_map(str::to_owned),
        3 => (name, steps).prop_map(|(name, steps)| name + &steps),
    ];
    leaf.prop_recursive(3, 16, 3, |inner| around(&inner.boxed())).boxed()
}

fn around(inner: &BoxedStrategy<String>) -> BoxedStrategy<String> {
    let e = || inner.clone();
    let joined = |all: Vec<String>| all.join(", ");
    let key = prop_oneof![Just("a".to_owned()), Just("\"b c\"".to_owned()), e().prop_map(|key| format!("({key})"))];
    let items = vec((key, e()).prop_map(|(key, value)| format!("{key} = {value}")), 0..4);
    let condition = proptest::option::of(e()).prop_map(|c| c.map_or_else(String::new, |c| format!(" if {c}")));
    let group = select(&["", "..."][..]);
    let function = select(&["f", "g", "h", "unknown"][..]);
    prop_oneof![
        e().prop_map(|x| format!("({x})")),
        vec(e(), 0..4).prop_map(move |all| format!("[{}]", joined(all))),
        items.prop_map(|items| format!("{{ {} }}", items.join(", "))),
        (e(), e(), e()).prop_map(|(c, a, b)| format!("({c} ? {a} : {b})")),
        (e(), select(&OPERATORS[..]), e()).prop_map(|(a, o, b)| format!("({a} {o} {b})")),
        (select(&["-", "!"][..]), e()).prop_map(|(o, x)| format!("{o}{x}")),
        (e(), e()).prop_map(|(a, b)| format!("\"p ${{{a}}} q ${{{b}}}\"")),
        e().prop_map(|x| format!("\"${{{x}}}\"")),
        (e(), e()).prop_map(|(c, x)| format!("\"%{{ for x in {c} }}${{{x}}}%{{ endfor }}\"")),
        (e(), e(), condition.clone()).prop_map(|(c, x, i)| format!("[for x in {c} : {x}{i}]")),
        (e(), e(), e(), group, condition)
            .prop_map(|(c, k, x, g, i)| format!("{{ for k, x in {c} : {k} => {x}{g}{i} }}")),
        (e(), e()).prop_map(|(c, k)| format!("({c})[{k}]")),
        (e(), select(&STEPS[..])).prop_map(|(x, step)| format!("({x}){step}")),
        (function, vec(e(), 0..4), select(&["", "..."][..])).prop_map(|(f, arguments, dots)| {
            let dots = if arguments.is_empty() { "" } else { dots };
            format!("{f}({}{dots})", arguments.join(", "))
        }),
    ]
    .boxed()
}
