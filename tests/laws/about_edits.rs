//! Laws about open programs: after any edits, the results equal those of a check from scratch.

use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

use proptest::prelude::*;

use typelog::dialect::{Dialect, Text};
use typelog::files::{AllowedDirectories, Memory, SharedSystem};
use typelog::incremental::{CheckedVersion, OpenProgram};
use typelog::project::{Input, Options, Project, Session};
use typelog::render::{Detail, Report, jsonl};
use typelog::schema::Schemas;
use typelog::source::Source;

use super::cases;
use super::generate_pcl;
use super::programs::{DECLARATIONS, definitions};

/// The session of the programs of a test, in a file system with one component.
pub struct Setting {
    pub session: Session,
    /// The program, without its texts.
    input: Input,
}

/// The folder of the program.
const ROOT: &str = "program";

/// The only component, in the folder `part`.
const COMPONENT: &str =
    "config \"given\" \"string\" {\n}\noutput \"made\" {\n  value = { length = 1, text = given }\n}\n";

impl Setting {
    pub fn new(dialect: Dialect) -> Self {
        let system: SharedSystem = Arc::new(Memory::of([("program/part/main.pp", COMPONENT)]));
        let project = Project::in_system(system.clone(), Options::default().jobs(1)).expect("the options are right");
        let (session, faults) =
            project.session_declaring(&[Source::new("laws", DECLARATIONS)], None).expect("there are no files");
        assert!(faults.is_none(), "{faults:?}");
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/schemas");
        let schemas = Schemas::in_directories(&[folder]).expect("the examples have schemas");
        let input = Input::of_texts(dialect, Vec::new(), AllowedDirectories::of(&system, Path::new(ROOT), &[]));
        Self { session: session.with_schemas(schemas), input: Input { directory: Some(ROOT.into()), ..input } }
    }

    /// PCL with the schema of named types.
    pub fn of_named_types() -> Self {
        Self::of_package("named", NAMED_SCHEMA)
    }

    /// PCL with the schema of a discriminated union.
    pub fn of_variants() -> Self {
        Self::of_package("kinds", VARIANTS_SCHEMA)
    }

    fn of_package(name: &str, schema: &str) -> Self {
        let Self { session, input } = Self::new(Dialect::Pcl);
        let schemas = Schemas::in_texts([(format!("{name}-1.0.0.json"), schema.to_owned())]);
        Self { session: session.with_schemas(schemas), input }
    }

    /// A program with these files.
    pub fn program(&self, files: &[(&str, &str)]) -> Input {
        let texts = files.iter().map(|&(name, text)| file(name, text)).collect();
        Input { texts, ..self.input.clone() }
    }

    /// The results of a check from scratch.
    pub fn checked(&self, files: &[(&str, &str)]) -> String {
        jsonl(&self.session.clone().check(&mut self.program(files)).report(Detail::Expressions))
    }
}

/// An open program, compared with checks from scratch.
struct Opened {
    setting: Setting,
    session: Session,
    open: OpenProgram,
}

impl Opened {
    /// An open program without files, in pieces of this size.
    fn new(mut setting: Setting, piece: usize) -> Self {
        let open = setting.session.open(&setting.input).in_pieces_of(piece);
        Self { session: setting.session.clone(), open, setting }
    }

    /// Sets files, and returns the results, which must equal those of a check from scratch, with the number of typed
    /// definitions.
    fn agrees(&mut self, files: &[(&str, &str)]) -> (String, usize) {
        for &(name, text) in files {
            self.open.set(file(name, text));
        }
        let (version, found) = self.session.check_open(&mut self.open, &mut self.setting.input);
        let CheckedVersion { program, inference, types, typed } = version;
        let report = Report::new(String::new(), program, inference, types, found.to_vec(), Detail::Expressions);
        let known = jsonl(&report);
        assert_eq!(known, self.setting.checked(files), "{files:?}");
        (known, typed)
    }
}

pub fn file(name: &str, text: &str) -> Text {
    Text { name: name.to_owned(), bytes: Ok(text.as_bytes().to_vec()) }
}

/// A change of a text.
#[derive(Clone, Debug)]
enum Edit {
    Delete(usize, usize),
    Insert(usize, &'static str),
    DeleteLine(usize),
    CopyLine(usize, usize),
    ReplaceLine(usize, String),
    Undo,
}

fn edits() -> impl Strategy<Value = Vec<Edit>> {
    let at = || 0..100_000_usize;
    let pieces = prop::sample::select(vec![
        "{",
        "}",
        "\"",
        "<<E\n",
        "E\n",
        "/*",
        "*/",
        "\n",
        "x = 1\n",
        " ",
        "missing",
        "# ",
        "]",
        "${",
        "1",
        "\u{feff}",
        "resource \"late\" \"cloud:index/server:Server\" {\n  image = 1\n}\n",
        "a0 = null\n",
        "v3 = v2\n",
        "zone1 = 2\n",
    ]);
    let edit = prop_oneof![
        1 => (at(), 1..6_usize).prop_map(|(at, len)| Edit::Delete(at, len)),
        3 => (at(), pieces).prop_map(|(at, text)| Edit::Insert(at, text)),
        2 => at().prop_map(Edit::DeleteLine),
        2 => (at(), at()).prop_map(|(from, to)| Edit::CopyLine(from, to)),
        3 => (at(), definitions()).prop_map(|(at, lines)| Edit::ReplaceLine(at, lines.concat())),
        2 => Just(Edit::Undo),
    ];
    prop::collection::vec(edit, 1..7)
}

/// The text after an edit. `first` is the text before all edits, for `Undo`.
fn edited(text: &str, edit: &Edit, first: &str) -> String {
    let at = |at: usize| (0..=at % (text.len() + 1)).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
    let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
    let line = |at: usize| at % lines.len().max(1);
    match *edit {
        Edit::Delete(start, len) => {
            let start = at(start);
            text.char_indices().filter(|&(place, _)| !(start..start + len).contains(&place)).map(|(_, c)| c).collect()
        }
        Edit::Insert(place, new) => format!("{}{new}{}", &text[..at(place)], &text[at(place)..]),
        Edit::DeleteLine(_) | Edit::CopyLine(..) | Edit::ReplaceLine(..) if lines.is_empty() => String::new(),
        Edit::DeleteLine(at) => {
            lines.remove(line(at));
            lines.concat()
        }
        Edit::CopyLine(from, to) => {
            lines.insert(line(to), lines[line(from)]);
            lines.concat()
        }
        Edit::ReplaceLine(at, ref new) => {
            let at = line(at);
            lines[at] = new;
            lines.concat()
        }
        Edit::Undo => first.to_owned(),
    }
}

/// A schema with a named type.
const NAMED_SCHEMA: &str = r##"{
  "name": "named", "version": "1.0.0",
  "types": { "named:index:Pair": {
    "type": "object", "properties": { "left": { "type": "string" }, "right": { "type": "string" } }
  } },
  "resources": { "named:index:Holder": {
    "inputProperties": { "pair": { "$ref": "#/types/named:index:Pair" } },
    "properties": { "pair": { "$ref": "#/types/named:index:Pair" } }
  } }
}"##;

/// A schema with a union of objects, which differ in a constant.
const VARIANTS_SCHEMA: &str = r##"{
  "name": "kinds", "version": "1.0.0",
  "types": {
    "kinds:index:One": { "type": "object", "properties": { "kind": { "type": "string", "const": "one" } }, "required": ["kind"] },
    "kinds:index:Two": { "type": "object", "properties": { "kind": { "type": "string", "const": "two" } }, "required": ["kind"] },
    "kinds:index:Three": { "type": "object", "properties": { "kind": { "type": "string", "const": "three" } }, "required": ["kind"] }
  },
  "resources": { "kinds:index:Holder": {
    "inputProperties": { "given": {
      "oneOf": [
        { "$ref": "#/types/kinds:index:One" },
        { "$ref": "#/types/kinds:index:Two" },
        { "$ref": "#/types/kinds:index:Three" }
      ],
      "discriminator": { "propertyName": "kind", "mapping": {
        "one": "#/types/kinds:index:One", "two": "#/types/kinds:index:Two", "three": "#/types/kinds:index:Three"
      } }
    } },
    "properties": {}
  } }
}"##;

/// A program with a value of the named type.
pub const NAMED_TYPE: &str =
    "resource \"holder\" \"named:index:Holder\" {\n  pair = {}\n}\nbad = holder.pair.missing\n";

/// A program with a value of a structurally equal type without a name.
pub const SAME_TYPE: &str = "config \"pair\" \"object({left=string, right=string})\" {\n}\nworse = pair.missing\n";

/// A program with groups of definitions that refer to each other. Each group has problems.
pub fn pcl_program(groups: usize) -> String {
    let mut text = generate_pcl::program(groups * 8);
    for at in 0..groups {
        let _ = writeln!(text, "wrong{at} = [for zone in [zone{at}] : toBase64(zone) if zone != missing{at}]");
    }
    text
}

/// A chain of definitions, and other lines of all kinds.
pub fn hcl_program(lines: &[String], length: usize) -> String {
    let mut text = lines.concat();
    for at in 1..length {
        let _ = write!(
            text,
            "link{at} = {{ a = [link{}], b = {at} }}\nconvert{at} = convert([{at}], list(string))\nblock \"x\" {{\n  c = link{at}.b + missing\n}}\n",
            at - 1
        );
    }
    text + "link0 = true\nround = about\nabout = round\n"
}

/// A module of Terraform with partially known values that depend on one another.
fn terraform_module(length: usize) -> String {
    let mut text = String::from("variable \"given\" {\n  type = list(string)\n}\n");
    for at in 0..length {
        let _ = write!(
            text,
            "locals {{\n  keys{at} = [\"a\", \"b{at}\"]\n}}\nlocals {{\n  map{at} = zipmap(local.keys{at}, [{at}, local.map{}])\n}}\n\
             locals {{\n  one{at} = local.map{at}.a + local.map{at}[\"b{at}\"]\n}}\n\
             resource \"net_subnet\" \"s{at}\" {{\n  count = length(local.keys{at})\n  range = local.one{at}\n}}\n\
             output \"o{at}\" {{\n  value = [for k in local.keys{at} : merge(local.map{at}, {{ (k) = var.given }})]\n}}\n",
            at + 1
        );
    }
    text + &format!("locals {{\n  map{length} = sensitive(missing)\n}}\n")
}

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
