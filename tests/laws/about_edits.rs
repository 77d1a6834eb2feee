//! Laws about open programs: after any edits, the results equal those of a check from scratch.

use std::fmt::Write as _;

use proptest::prelude::*;

use typelog::dialect::Dialect;

use super::cases;
use super::edited_programs::{
    Edit, NAMED_TYPE, Opened, SAME_TYPE, Setting, edited, edits, file, hcl_program, pcl_program, terraform_module,
};
use super::programs::definitions;

fn all_edits_agree(dialect: Dialect, first: &str, second: &str, edits: &[Edit]) {
    let mut opened = Opened::new(Setting::new(dialect), 150);
    let mut text = first.to_owned();
    for edit in std::iter::once(&Edit::Undo).chain(edits) {
        text = edited(&text, edit, first);
        opened.agrees(&[("a", &text), ("b", second)]);
    }
}

proptest! {
    #![proptest_config(cases(10))]

    #[test]
    fn edits_of_hcl_agree_with_checks(lines in definitions(), other in definitions(), edits in edits()) {
        all_edits_agree(Dialect::Hcl, &hcl_program(&lines, 12), &other.concat(), &edits);
    }

    #[test]
    fn edits_of_pcl_agree_with_checks(edits in edits()) {
        all_edits_agree(Dialect::Pcl, &pcl_program(5), "more = cidr1\nresource \"r\" \"cloud:index/server:Server\" {}\n", &edits);
    }

    #[test]
    fn edits_of_terraform_agree_with_checks(edits in edits()) {
        let other = "output \"more\" {\n  value = local.map0.a\n}\n";
        all_edits_agree(Dialect::Terraform, &terraform_module(4), other, &edits);
    }

    #[test]
    fn edits_of_bicep_agree_with_checks(lines in definitions(), edits in edits()) {
        all_edits_agree(Dialect::Bicep, &hcl_program(&lines, 4), "output \"o\" \"list(int)\" {\n  value = link3\n}\n", &edits);
    }
}

#[test]
fn values_that_are_known_of_what_is_copied_count() {
    let mut opened = Opened::new(Setting::new(Dialect::Terraform), 1);
    let text = |value: &str| {
        format!(
            "locals {{\n  keys = [\"a\", \"b\"]\n}}\nlocals {{\n  pair = zipmap(local.keys, [{value}, 2])\n}}\n\
             output \"a\" {{\n  value = local.pair.a\n}}\n"
        )
    };
    for value in ["1", "true", "\"x\"", "[]"] {
        let (_, typed) = opened.agrees(&[("main.tf", &text(value))]);
        assert!(typed == 3 || value != "1" && typed < 3, "{typed} definitions are typed");
    }
}

#[test]
fn shares_of_the_budget_of_known_values_are_those_of_a_check() {
    let mut opened = Opened::new(Setting::new(Dialect::Terraform), 1);
    let items: Vec<String> = (0..1_000).map(|at| at.to_string()).collect();
    for count in [2, 256, 2] {
        let values: Vec<String> = (0..count).map(|at| format!("  a{at} = [for x in local.m : x]\n")).collect();
        let values = values.concat();
        opened.agrees(&[("main.tf", &format!("locals {{\n  m = [{}]\n{values}}}\n", items.join(", ")))]);
    }
}

#[test]
fn only_what_depends_on_an_edit_is_typed() {
    let mut opened = Opened::new(Setting::new(Dialect::Hcl), 1);
    let text = |first: &str| {
        let mut text = format!("first = {first}\n");
        for at in 0..200 {
            let _ = write!(text, "other{at} = [{at}]\nuser{at} = [first, other{at}]\n");
        }
        text + "last = user0\n"
    };
    let mut typed = |first: &str| opened.agrees(&[("main.hcl", &text(first))]).1;
    assert_eq!(typed("1"), 402);
    assert_eq!(typed("1"), 0, "nothing has changed");
    assert_eq!(typed("true"), 202, "the definition, those that use it, and one that uses these");
    assert_eq!(typed("!true"), 202, "another type");
    assert_eq!(typed("!false"), 1, "the same type");
    assert_eq!(typed("!missing"), 1, "a problem is no change for others");
    assert_eq!(typed("!missing }"), 202, "nothing is known of a value that goes on behind its end");
    assert_eq!(typed("!other }"), 0, "what the grammar refuses is not typed");
}

/// Problems in a literal behind a name follow the text of the literal, also where its type stays the same.
#[test]
fn problems_behind_names_follow_the_literal() {
    for piece in [1, 1_000] {
        let mut opened = Opened::new(Setting::of_named_types(), piece);
        let mut reported = |value: &str| {
            let text = format!(
                "other = {{ left = \"a\", rihgt = \"b\" }}\npair = {value}\nresource \"holder\" \"named:index:Holder\" {{\n  pair = pair\n}}\n"
            );
            opened.agrees(&[("main.pp", &text)]).0
        };
        let found = reported("{ left = \"a\", rihgt = \"b\" }");
        assert!(found.contains("unknown property `rihgt`"), "{found}");
        for value in
            ["{ rihgt = \"b\", left = \"a\" }", "other", "({ left = \"a\", rihgt = \"b\" })", "{ left = \"a\" }"]
        {
            reported(value);
            reported("{ left = \"a\", rihgt = \"b\" }");
        }
    }
}

/// So does what is wrong with a text behind a name, whose type is that of all texts.
#[test]
fn problems_of_texts_behind_names_follow_the_text() {
    for piece in [1, 1_000] {
        let mut opened = Opened::new(Setting::new(Dialect::Hcl), piece);
        let mut reported = |mode: &str, size: &str| {
            let text = format!("mode = {mode}\nparts = {{ size = {size} }}\nall = [-mode, -parts.size]\n");
            opened.agrees(&[("main.hcl", &text)]).0
        };
        let has_error = |found: String| found.contains("does not convert to number");
        assert!(has_error(reported("\"fast\"", "\"1\"")));
        assert!(!has_error(reported("\"2\"", "\"1\"")));
        assert!(has_error(reported("\"2\"", "\"big\"")));
        assert!(!has_error(reported("\"2\"", "\"${mode}\"")));
    }
}

/// So do the instances of a block that ranges over a name, whose type is that of all blocks with such keys.
#[test]
fn instances_behind_names_follow_the_literal() {
    for piece in [1, 1_000] {
        let mut opened = Opened::new(Setting::of_named_types(), piece);
        let mut reported = |zones: &str, range: &str, nullable: &str| {
            let text = format!(
                "zones = {zones}\nother = {{ all = {{ b = 1 }} }}\nresource \"holder\" \"named:index:Holder\" {{\n  options {{\n    range = {range}\n  }}\n}}\nconfig \"size\" \"int\" {{\n  nullable = {nullable}\n}}\nall = [holder[\"a\"], size == null]\n"
            );
            opened.agrees(&[("main.pp", &text)]).0
        };
        let is_missing = |found: &str| found.contains("`holder` has no instance");
        let is_compared = |found: &str| found.contains("never equal");
        let found = reported("{ a = 1 }", "zones", "true");
        assert!(!is_missing(&found) && !is_compared(&found), "{found}");
        assert!(is_missing(&reported("{ c = 1 }", "zones", "true")));
        assert!(!is_missing(&reported("{ a = 1, c = 1 }", "zones", "true")));
        assert!(is_missing(&reported("{ a = 1, c = 1 }", "other.all", "true")));
        assert!(is_compared(&reported("{ a = 1 }", "zones", "false")));
        assert!(!is_compared(&reported("{ a = 1 }", "zones", "true")));
    }
}

/// The end of a heredoc is looked for behind the piece in which the heredoc begins.
#[test]
fn heredocs_with_text_behind_their_marker_end_where_they_do_in_a_check() {
    let texts = [
        "a = <<EOT text\n",
        "a = <<EOT text\nfirst = 1\nsecond = 2\n",
        "a = <<EOT text\nfirst = 1\nEOT\nsecond = 2\n",
        "a = <<EOT text\nfirst = 1\nb = <<EOT\nEOT\nsecond = 2\n",
        "a = <<EOT\nfirst = 1\nEOT\nsecond = 2\n",
        "a = <<EOT text",
    ];
    for piece in [1, 1_000] {
        let mut opened = Opened::new(Setting::new(Dialect::Hcl), piece);
        for before in texts {
            for text in texts {
                opened.agrees(&[("main.hcl", before)]);
                opened.agrees(&[("main.hcl", text)]);
            }
        }
    }
}

#[test]
fn types_that_are_written_before_a_change_are_read_again() {
    let mut opened = Opened::new(Setting::new(Dialect::Hcl), 1);
    let text = |last: &str| {
        format!(
            "first = 1\nport = convert(first, string)\nwrong = convert([], map(text))\nnext = port\nlast = {last}\n"
        )
    };
    for last in ["1", "2", "convert(port, number)", "wrong", "nothing"] {
        opened.agrees(&[("main.hcl", &text(last))]);
    }
}

#[test]
fn types_are_called_by_names_as_long_as_these_are_used() {
    let mut opened = Opened::new(Setting::of_named_types(), 2_000);
    let known = ["", NAMED_TYPE, ""].map(|text| opened.agrees(&[("a", text), ("b", SAME_TYPE)]).0);
    assert!(known[1].contains("named:index:Pair") && !known[2].contains("named:index:Pair"), "{}", known[1]);
    assert_eq!(known[0], known[2]);
}

#[test]
fn a_copy_in_front_of_a_definition_has_words_of_its_own() {
    let mut opened = Opened::new(Setting::new(Dialect::Hcl), 1);
    let block = "b \"x\" {\n  c = missing + [1]\n}\n";
    let texts = [
        format!("\n{block}"),
        format!("{block}\n{block}"),
        format!("{block}\n# and\n{block}{block}"),
        block.to_owned(),
    ];
    for text in &texts {
        opened.agrees(&[("main.hcl", text)]);
    }
}

/// The values of the definitions of two files, version by version. The names of the definitions stay the same.
const VERSIONS: [[&str; 8]; 9] = [
    ["1", "[a]", "[b]", "[c]", "[d]", "[e]", "f[0]", "[for x in a : x]"],
    // Another type, which propagates through more levels than are compared one by one.
    ["true", "[a]", "[b]", "[c]", "[d]", "[e]", "f[0]", "[for x in a : x]"],
    // A cycle, and a shorter one.
    ["g", "[a]", "[b]", "[c]", "[d]", "[e]", "f[0]", "[for x in a : x]"],
    ["1", "[a]", "[d]", "[c]", "[d]", "[e]", "f[0]", "[for x in a : x]"],
    // The same definitions at other levels, with other problems.
    ["1", "[h]", "[missing]", "!c", "[for a, a in c : a]", "[for x, x in [e] : x]", "a.b", "\"${a}\""],
    ["1", "2", "3", "\"\"", "[for y, y in c : y]", "[for x, x in [e] : x]", "a.b", "\"${b}\""],
    ["[for x, x in [1] : x]", "a.b", "a + missing", "\"\"", "h", "[for x, x in [e] : x]", "null", "-b"],
    ["[for x, x in [1] : x]", "a.b", "a", "\"\"", "c", "e + true", "[]", "-b"],
    ["1", "[a]", "[b]", "[c]", "[d]", "[e]", "f[0]", "[for x in a : x]"],
];

#[test]
fn what_stays_in_place_is_what_a_check_finds() {
    let native = |values: &[&str], names: &str| -> String {
        let lines = names.chars().zip(values).map(|(name, value)| format!("{name} = {value}\n"));
        lines.collect::<Vec<_>>().concat()
    };
    let json = |values: &[&str], names: &str| -> String {
        let text = |value: &str| format!("${{{value}}}").replace('"', "\\\"");
        let members: Vec<_> =
            names.chars().zip(values).map(|(name, value)| format!("\"{name}\": \"{}\"", text(value))).collect();
        format!("{{{}}}", members.join(", "))
    };
    for (suffix, text) in [("hcl", &native as &dyn Fn(&[&str], &str) -> String), ("hcl.json", &json)] {
        let names = ["x", "y"].map(|name| format!("{name}.{suffix}"));
        // Every version is set; with a larger step, some are not checked.
        for step in 1..5 {
            let mut opened = Opened::new(Setting::new(Dialect::Hcl), 1);
            for (at, version) in VERSIONS.iter().enumerate() {
                let texts = [text(&version[..3], "abc"), text(&version[3..], "defgh")];
                if at % step == 0 {
                    opened.agrees(&[(&names[0], &texts[0]), (&names[1], &texts[1])]);
                } else {
                    names.iter().zip(&texts).for_each(|(name, text)| opened.open.set(file(name, text)));
                }
            }
        }
    }
}

/// Versions of a program with components that refer to one another. References between components are no cycle. Columns: the
/// input of the first component; the directory of the second one, empty if it is a plain definition; its input or value; and
/// the value of `c`.
const COMPONENTS: [[&str; 4]; 12] = [
    ["b.made.text", "./part", "a.made.text", "1"],
    ["b.made.text", "", "a.made.text", "1"],
    ["b.made.text", "./part", "1", "1"],
    ["b.made.text", "", "1", "1"],
    ["b.made.none", "./part", "1", "1"],
    ["b.made.none", "./part", "b.made", "1"],
    ["b.made.none", "./part", "c", "1"],
    ["b.made.none", "./part", "c", "b.made"],
    ["b.made.none", "./other", "c", "b.made"],
    ["b.made.none", "./other", "c", "1"],
    ["b.made.none", "./part", "c", "1"],
    ["b.made.text", "./part", "a.made.text", "1"],
];

#[test]
fn components_that_refer_to_one_another_are_those_of_a_check() {
    let component = |name: &str, directory: &str, given: &str| match directory {
        "" => format!("{name} = {given}\n"),
        _ => format!("component \"{name}\" \"{directory}\" {{\n  given = {given}\n}}\n"),
    };
    for step in 1..COMPONENTS.len() {
        let mut opened = Opened::new(Setting::new(Dialect::Pcl), 1);
        let all = COMPONENTS.iter().chain(COMPONENTS.iter().rev());
        for &[first, directory, second, value] in all.step_by(step) {
            let text = component("a", "./part", first) + &component("b", directory, second) + "c = " + value;
            opened.agrees(&[("main.pp", &text)]);
        }
    }
}

/// Texts at the start of a line that leave something open, close too much, or redefine a name.
const SLIPS: [&str; 20] = [
    "x = [\n",
    "x = [1\n",
    "x = \"a ${\n",
    "x = \"a\n",
    "x = <<E\n a ${b}\n",
    "x = (1 + {\n",
    "/* a comment\n",
    "# a comment",
    "b \"label\" {\n",
    "b {\n  c = 1",
    "}\n",
    "]\n",
    "~}\n",
    "'\n",
    "first = 3\n",
    "other3 = 3\nother3 = [\n",
    "\u{feff}",
    "x = 1 2 3\n",
    "x = <<E text\n",
    "x =\n  y = 1\n}\n",
];

#[test]
fn syntax_errors_are_those_of_the_whole_text() {
    let mut text = String::from("first = 1\n");
    for at in 0..5 {
        let _ = write!(
            text,
            "other{at} = [\n  {at},\n]\nb {{\n  c = other{at}\n}}\nh{at} = <<E\nnot{at} = \"${{first}}\"\nE\n"
        );
    }
    let lines: Vec<usize> = text.match_indices('\n').map(|(at, _)| at + 1).step_by(3).collect();
    for piece in [1, 60] {
        let mut opened = Opened::new(Setting::new(Dialect::Hcl), piece);
        for slip in SLIPS {
            for &line in &lines {
                let wrong = format!("{}{slip}{}", &text[..line], &text[line..]);
                // A slip in a program without one, at another place, and removed.
                opened.agrees(&[("main.hcl", &wrong)]);
            }
            opened.agrees(&[("main.hcl", &text)]);
        }
    }
}
