//! The front end: parsing, errors, and robustness against depth and size.

use typelog::codes::Code;
use typelog::declarations::declare;
use typelog::program::environment::Environment;
use typelog::source::Source;
use typelog::syntax::tree::Tree;
use typelog::syntax::{MAX_NESTING, SyntaxError, json, parse_body, parse_expression, print_body};
use typelog::types::Interner;
use typelog::types::display::display;

/// The tree of a file in the notation of S-expressions, and the errors as `line:column message`.
fn read(text: &str) -> (String, Vec<String>) {
    let mut names = Interner::default();
    let (tree, errors) = parse_body(text, &mut names);
    let source = Source::new("main.hcl", text);
    let errors = errors.iter().map(|error| shown(error, &source)).collect();
    (print_body(&tree, &source, &names), errors)
}

fn shown(error: &SyntaxError, source: &Source) -> String {
    let place = source.position(error.span.start);
    format!("{}:{} {}", place.line, place.column, error.message())
}

fn parse(text: &str) -> (Tree, Vec<SyntaxError>) {
    parse_body(text, &mut Interner::default())
}

#[test]
fn every_fault_is_reported_and_everything_else_is_kept() {
    let text = r#"
a = [1, 2
b = 3
c = "no end
d = { x = 1 y = 2 }
e = 5
f = 1.2.3
g = "\q"
h = (1 + 2
block "x" {
  one = = 1
  two = 2
  three = [for x y : z]
}
i = 1 2
j = 9
"#;
    let (tree, errors) = read(text);
    assert_eq!(
        errors,
        [
            "2:5 unclosed `[`: missing `]`",
            "4:12 unclosed string: expected `\"`, found a newline",
            "5:13 expected a newline, `,` or `}`, found `y`",
            "7:5 invalid number `1.2.3`",
            "8:6 invalid escape `\\q`",
            "9:5 unclosed `(`: missing `)`",
            "11:9 expected an expression, found `=`",
            "13:18 expected `in`, found `y`",
            "15:7 expected a newline after the value, found `2`",
        ]
    );
    assert_eq!(
        tree,
        "(attr a (broken)) (attr b (num 3)) (attr c (broken)) (attr d (broken)) (attr e (num 5)) (attr f (broken)) \
         (attr g (broken)) (attr h (broken)) (block block (label x)  (attr one (broken))  (attr two (num 2))  \
         (attr three (broken)) ) (attr i (broken)) (attr j (num 9))"
    );
}

#[test]
fn an_unclosed_block_keeps_what_is_around_it() {
    let (tree, errors) = read("a {\n  b {\n    c = 1\n}\nd = 2\ne {\n  f = 3\n}\n");
    assert_eq!(errors, ["2:5 unclosed `{`: missing `}`"]);
    assert_eq!(tree, "(block a  (block b   (attr c (num 1))  ) ) (attr d (num 2)) (block e  (attr f (num 3)) )");
}

#[test]
fn an_unclosed_heredoc_ends_before_the_next_item() {
    with_room(|| {
        let (tree, errors) = read("a = <<EOT\nsome text\nmore\nb = 2\nc = <<E\nx\nE\n");
        assert_eq!(errors, ["1:5 unclosed heredoc: missing `EOT`"]);
        assert_eq!(tree, "(attr a (broken)) (attr b (num 2)) (attr c (tmpl (str x\\0a)))");
    });
}

#[test]
fn stray_bytes_are_reported_where_they_stand() {
    let (_, errors) = read("a = 1\0\nb = 'x'\nc = 1 & 2\n}\nd = 4\n");
    assert_eq!(
        errors,
        [
            "1:6 invalid character U+0000",
            "2:5 invalid character `'`",
            "3:7 invalid character `&`",
            "4:1 expected `name = value` or a block, found `}`",
        ]
    );
}

#[test]
fn texts_are_read_from_the_source() {
    let text = r#"
a = {"ab" = "x$${y}", "cd" /* second */ = "", _ = [for e in"ef" : e]}
b = "name"["key"].c["d e"][("f")]
c = flag?"yes":"no"=="no" && 2 -"2" < -"1"
d = "a literal that is much longer than others ${"in${"ner"}"} and $${one} \u00e9 more that is as long as it"
e = f("g", <<-EOT
    the first line, which is indented
      EOTs are lines, and a marker is not ${x ~}
    the second, trimmed
    the last one, which is longer than most
    EOT
)
g = h[<<EOT
a key of several lines, none of which
has a sequence in it
EOT
]
"#;
    let (tree, errors) = read(text);
    assert_eq!(errors, [""; 0]);
    assert_eq!(
        tree,
        "(attr a (obj ((tmpl (str ab)) (tmpl (str x\\24\\7by\\7d))) ((tmpl (str cd)) (tmpl (str ))) ((key _) (for \
         - e (tmpl (str ef)) val (var e))))) (attr b (index (rel (tmpl (str name)) (idx (str key)) (get c) (idx \
         (str d\\20e))) (paren (tmpl (str f))))) (attr c (cond (var flag) (tmpl (str yes)) (op && (op == (tmpl \
         (str no)) (tmpl (str no))) (op < (op - (num 2) (tmpl (str 2))) (un - (tmpl (str 1))))))) (attr d (tmpl \
         (str a\\20literal\\20that\\20is\\20much\\20longer\\20than\\20others\\20) (tmpl (str in) (tmpl (str ner))) \
         (str \\20and\\20\\24\\7bone\\7d\\20\\c3\\a9\\20more\\20that\\20is\\20as\\20long\\20as\\20it))) (attr e \
         (call (name f) (tmpl (str g)) (tmpl (str \
         the\\20first\\20line\\2c\\20which\\20is\\20indented\\0a\\20\\20EOTs\\20are\\20lines\\2c\\20and\\20a\\20marker\\20is\\20not\\20) \
         (var x) (str \
         \\20\\20\\20\\20the\\20second\\2c\\20trimmed\\0athe\\20last\\20one\\2c\\20which\\20is\\20longer\\20than\\20most\\0a)))) \
         (attr g (var h (idx (str \
         a\\20key\\20of\\20several\\20lines\\2c\\20none\\20of\\20which\\0ahas\\20a\\20sequence\\20in\\20it\\0a))))"
    );
}

#[test]
fn a_byte_order_mark_and_carriage_returns_change_nothing() {
    let (tree, errors) = read("\u{feff}a = [\r\n  1,\r\n]\r\nb = <<E\r\nx\r\nE\r\n");
    assert_eq!(errors, Vec::<String>::new());
    assert_eq!(tree, "(attr a (tuple (num 1))) (attr b (tmpl (str x\\0d\\0a)))");
}

#[test]
fn a_number_that_is_not_exact_is_an_error_of_its_own() {
    let (_, errors) = parse("a = 1e20000\nb = x[1e20000]\nc = 1e10000\n");
    let codes: Vec<_> = errors.iter().map(|error| (error.code(), error.span.start)).collect();
    assert_eq!(codes, [(Code::ImpreciseNumber, 4), (Code::ImpreciseNumber, 18)]);
}

/// Constructs in which an expression can be nested.
const NESTINGS: [(&str, &str); 14] = [
    ("(", ")"),
    ("[", "]"),
    ("{ a = ", " }"),
    ("{ a = 1, a = ", " }"),
    ("f(", ")"),
    ("x[", "]"),
    ("\"${", "}\""),
    ("\"a${", "}b%{ if c }d%{ endif }\""),
    ("<<E\n${", "}\nE\n"),
    ("-", ""),
    ("!", ""),
    ("c ? ", " : 0"),
    ("c ? 0 : ", ""),
    ("[for v in ", " : v]"),
];

fn nested(opening: &str, closing: &str, depth: usize) -> String {
    format!("a = ({}1{})\n", opening.repeat(depth), closing.repeat(depth))
}

#[test]
fn a_thousand_levels_are_understood() {
    with_room(understand_a_thousand_levels);
}

/// Runs work on a large stack: unoptimized functions need several times the stack of optimized ones.
fn with_room(work: fn()) {
    let roomy = std::thread::Builder::new().stack_size(64 << 20).spawn(work);
    roomy.expect("the system starts a thread").join().expect("the work succeeds");
}

fn understand_a_thousand_levels() {
    for (opening, closing) in NESTINGS {
        let (tree, errors) = read(&nested(opening, closing, 1000));
        assert_eq!(errors, Vec::<String>::new(), "{opening}");
        assert!(tree.len() > 5000, "{opening}");
    }
    let blocks = format!("{}{}", "b {\n".repeat(1000), "}\n".repeat(1000));
    assert_eq!(read(&blocks).1, Vec::<String>::new());
    let mixed = ["(", "[", "{a=", "f(", "\"${", "-", "c?"].repeat(143).concat();
    let closing = [":0", "", "}\"", ")", "}", "]", ")"].repeat(143).concat();
    assert_eq!(read(&format!("a = {mixed}1{closing}\n")).1, Vec::<String>::new());
}

#[test]
fn too_many_levels_are_reported_where_they_start() {
    with_room(|| {
        for (opening, closing) in NESTINGS {
            for depth in [2000, 100_000] {
                let (_, errors) = parse(&format!("{}b = 2\n", nested(opening, closing, depth)));
                let [error] = &errors[..] else { panic!("{opening}: {errors:?}") };
                assert_eq!(error.code(), Code::NestingTooDeep, "{opening}");
                let expected = 4 + opening.len() * MAX_NESTING as usize;
                let start = error.span.start as usize;
                assert!(start.abs_diff(expected) <= 2 * opening.len() + 2, "{opening}: {start}, not {expected}");
            }
        }
        let (_, errors) = parse(&"b {\n".repeat(100_000));
        assert!(errors.iter().all(|error| error.code() == Code::NestingTooDeep));
        let (_, errors) = parse(&format!("a = x{}\n", "[*][y]".repeat(100_000)));
        assert_eq!(errors[0].code(), Code::NestingTooDeep);
    });
}

#[test]
fn chains_of_operators_keep_their_precedence_up_to_the_limit() {
    with_room(keep_the_precedence_of_chains);
}

fn keep_the_precedence_of_chains() {
    let chain = |links: usize| format!("a = 1{}\n", " + 2 * 3 < 4 && x || y".repeat(links));
    let (_, errors) = read(&chain(2_000));
    assert_eq!(errors, Vec::<String>::new());
    let (_, errors) = parse(&chain(10_000));
    assert!(!errors.is_empty() && errors.iter().all(|error| error.code() == Code::NestingTooDeep), "{errors:?}");
    // A chain of 13 links is parsed whole, one of 130 in pieces. The trees have the same form.
    let part = |links: usize| {
        let (tree, _) = read(&format!("a = 1{}\n", " - 2 * 3".repeat(links)));
        tree
    };
    let expected = |links: usize| {
        format!("(attr a {}(num 1){})", "(op - ".repeat(links), " (op * (num 2) (num 3)))".repeat(links))
    };
    assert_eq!(part(13), expected(13));
    assert_eq!(part(130), expected(130));
}

#[test]
fn an_expression_stands_alone() {
    let mut names = Interner::default();
    assert!(parse_expression("1 +\n 2", &mut names).is_ok());
    for (text, place) in [("", 0), ("1 2", 2), ("a = 1", 2), ("(1", 2), ("f(", 2), ("f(1", 0)] {
        let errors = parse_expression(text, &mut names).map(|_| ()).unwrap_err();
        assert_eq!(errors[0].span.start, place, "{text}: {errors:?}");
    }
}

/// Reads a file in JSON syntax with PCL's block shapes.
fn read_json(text: &str) -> (String, Vec<String>) {
    let mut names = Interner::default();
    let (tree, errors) = json::parse_body(text, json::PCL, &mut names);
    let source = Source::new("main.pp.json", text);
    let errors = errors.iter().map(|error| shown(error, &source)).collect();
    (print_body(&tree, &source, &names), errors)
}

#[test]
fn declarations_in_json_say_the_same() {
    let native = r#"
        type "Size" { is = union(const("s"), const("l")) }
        variable "size" { type = output(Size) }
        function "pick" {
            parameter "from" { type = list(object({ a = optional(string, "\"x\"") })) }
            returns = string
        }
    "#;
    let json = r#"{
        "type": { "Size": { "is": "union(const(\"s\"), const(\"l\"))" } },
        "variable": { "size": { "type": "output(Size)" } },
        "function": { "pick": {
            "parameter": { "from": { "type": "list(object({ a = optional(string, \"\\\"x\\\"\") }))" } },
            "returns": "string"
        } }
    }"#;
    let declared = |file: &str, text: &str| {
        let (mut environment, mut types) = (Environment::default(), Interner::default());
        let errors = declare(&[Source::new(file, text)], &mut environment, &mut types);
        assert!(errors.is_empty(), "{file}: {errors:?}");
        let (size, pick) = (types.name("size"), types.name("pick"));
        let signature = environment.signature(environment.function(pick).unwrap());
        [environment.variables[&size], signature.parameters, signature.returns].map(|ty| display(&types, ty))
    };
    assert_eq!(declared("d.hcl.json", json), declared("d.hcl", native));
    let wrong = r#"{ "variable": { "size": { "type": "lst(string)" } } }"#;
    let errors = declare(&[Source::new("d.json", wrong)], &mut Environment::default(), &mut Interner::default());
    let places: Vec<usize> = errors.iter().map(|error| error.span.range().start).collect();
    assert_eq!(places, [wrong.find("lst").unwrap()]);
}

#[test]
fn json_and_native_spelling_are_one_tree() {
    let native = r#"
        config "size" "number" {
            default = 3
        }
        config "plain" {
            default = { a = 1 }
        }
        resource "r" "p:m:T" {
            count = -1.50
            names = ["a b", x.y[0], "${a}-${b}"]
            odd = { key = null, "two words" = true, ("k${i}") = "%{ if c }y%{ endif }" }
            options {
                protect = true
            }
        }
        output "o" {
            value = [for v in r.names : v]
        }
        local = "\"é\"\n"
    "#;
    let json = r#"{
        "//": "a comment",
        "config": {
            "size": { "number": { "default": 3 } },
            "plain": { "default": { "a": 1 } }
        },
        "resource": [{ "r": { "p:m:T": [{
            "count": -1.50,
            "names": ["a b", "${x.y[0]}", "${a}-${b}"],
            "odd": { "key": null, "two words": true, "k${i}": "%{ if c }y%{ endif }" },
            "options": { "protect": true }
        }] } }],
        "output": { "o": { "value": "${[for v in r.names : v]}" } },
        "local": "\"\u00e9\"\n"
    }"#;
    let (native, errors) = read(native);
    assert_eq!(errors, Vec::<String>::new());
    let (json, errors) = read_json(json);
    assert_eq!(errors, Vec::<String>::new());
    // A key in parentheses has a node for the parentheses.
    assert_eq!(json, native.replace("(paren (tmpl (str k) (var i)))", "(tmpl (str k) (var i))"));
}

#[test]
fn places_in_json_are_those_of_its_text() {
    let text =
        r#"{ "a": "\u00e9\n${x y}", "b": "${1e99999}", "c": { "d": 1, "d": 2 }, "config": { "n": [1] }, "a": 1 }"#;
    let (_, errors) = read_json(text);
    assert_eq!(
        errors,
        [
            "1:21 expected `}`, found `y`",
            "1:34 the exponent of the number exceeds 10000",
            "1:60 duplicate property `d`",
            "1:88 expected an object with attributes and blocks, found a number",
            "1:94 duplicate attribute `a`",
        ]
    );
}

#[test]
fn a_malformed_member_of_json_is_one_error_and_the_others_are_kept() {
    let all = "(attr a (num 1)) (attr b (num 2))";
    for (text, places, expected) in [
        ("", &["1:1"][..], ""),
        ("[1]", &["1:2"], ""),
        ("{\n \"a\": 1,\n}", &["2:8"], "(attr a (num 1))"),
        ("{'a': 1}", &["1:2"], ""),
        ("{} x", &["1:4"], ""),
        ("{\n \"a\": 1\n \"b\": 2\n}", &["3:2"], all),
        ("{\n \"a\": 1,\n \"c\" 3,\n \"b\": 2\n}", &["3:6"], all),
        ("{\n \"a\": 1,\n \"c: 3,\n \"b\": 2\n}", &["3:8"], all),
        ("{\n \"a\": 1,\n c: 3,\n \"b\": 2\n}", &["3:2"], all),
        ("{\n \"a\": 1, // one\n \"b\": 2\n}", &["2:10"], all),
        (
            "{\n \"a\": 1,\n \"c\": [3,\n \"b\": 2\n}",
            &["4:2"],
            "(attr a (num 1)) (attr c (tuple (num 3))) (attr b (num 2))",
        ),
        ("{\n \"a\": 1,\n \"b\": 2\n", &["1:1"], all),
        (
            "{\n \"a\": 1,\n \"c\": ,\n \"d\": {\"e\": },\n \"b\": 2]\n}",
            &["3:7", "4:13", "5:8"],
            "(attr a (num 1)) (attr c (broken)) (attr d (obj ((key e) (broken)))) (attr b (num 2))",
        ),
    ] {
        let (tree, errors) = read_json(text);
        let found: Vec<&str> = errors.iter().map(|error| error.split(' ').next().unwrap_or("")).collect();
        assert_eq!((&found[..], tree.as_str()), (places, expected), "{text}: {errors:?}");
    }
    let (_, errors) = json::parse_body(&"[".repeat(100_000), &[], &mut Interner::default());
    assert_eq!(errors.iter().map(SyntaxError::code).collect::<Vec<_>>(), [Code::NestingTooDeep]);
    let (_, errors) = json::parse_body(&"{\"a\":".repeat(400), &[], &mut Interner::default());
    assert_eq!(errors.len(), 1);
}

#[test]
fn what_is_open_is_shown_at_its_opener() {
    let opener = |text: &str| {
        let (_, errors) = parse(text);
        let [error] = &errors[..] else { panic!("{text}: {errors:?}") };
        // What is not closed is reported at its opener.
        let own = error.message().starts_with("unclosed").then_some(error.span);
        let span = error.related().map(|(span, _)| span).or(own)?;
        Some((text[span.range()].to_owned(), span.start))
    };
    let at = |text: &str, start| Some((text.to_owned(), start));
    assert_eq!(opener("a = [1, 2\nb = 3\n"), at("[", 4));
    assert_eq!(opener("a = {\n  b = [1\n}\n"), at("[", 12));
    assert_eq!(opener("a = f(1,\n  2]\n"), at("(", 5));
    assert_eq!(opener("a = (1\nb = 2\n"), at("(", 4));
    assert_eq!(opener("a = \"x ${b \"\n"), at("${", 7), "the brace is missing, not the quote");
    assert_eq!(opener("a = \"x y\n"), at("\"", 4));
    assert_eq!(opener("a = \"%{ if true }x\"\n"), at("%{", 5));
    assert_eq!(opener("a = b[\n0\n"), at("[", 5));
    assert_eq!(opener("a = [1 2]\n"), None, "a missing comma says nothing of the bracket");
}

#[test]
fn one_cause_is_one_error() {
    // The brace of the object has closed the block.
    assert_eq!(read("a {\n  b = { c = -\n}\n").1, ["2:14 expected an expression, found a newline"]);
    assert_eq!(read("a {\n  b = [1]{\n}\n").1, ["2:10 expected a newline after the value, found `{`"]);
    // The text before a stray quote is read as outside of the string.
    assert_eq!(read("a = x y\" = 1\n").1, ["1:13 unclosed string: expected `\"`, found a newline"]);
}

#[test]
fn without_shapes_every_property_is_an_attribute() {
    let mut names = Interner::default();
    let text = "\u{feff}{\"config\": {\"a\": [1]}}";
    let (tree, errors) = json::parse_body(text, &[], &mut names);
    assert_eq!(errors, []);
    let printed = print_body(&tree, &Source::new("a.hcl.json", text), &names);
    assert_eq!(printed, "(attr config (obj ((key a) (tuple (num 1)))))");
}
