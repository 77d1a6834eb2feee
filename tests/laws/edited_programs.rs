//! Open programs that are edited, and compared with checks from scratch.

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
pub struct Opened {
    setting: Setting,
    session: Session,
    /// The program.
    pub open: OpenProgram,
}

impl Opened {
    /// An open program without files, in pieces of this size.
    pub fn new(mut setting: Setting, piece: usize) -> Self {
        let open = setting.session.open(&setting.input).in_pieces_of(piece);
        Self { session: setting.session.clone(), open, setting }
    }

    /// Sets files, and returns the results, which must equal those of a check from scratch, with the number of typed
    /// definitions.
    pub fn agrees(&mut self, files: &[(&str, &str)]) -> (String, usize) {
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

/// A file of a program.
pub fn file(name: &str, text: &str) -> Text {
    Text { name: name.to_owned(), bytes: Ok(text.as_bytes().to_vec()) }
}

/// A change of a text.
#[derive(Clone, Debug)]
pub enum Edit {
    Delete(usize, usize),
    Insert(usize, &'static str),
    DeleteLine(usize),
    CopyLine(usize, usize),
    ReplaceLine(usize, String),
    Undo,
}

/// Some edits, one after the other.
pub fn edits() -> impl Strategy<Value = Vec<Edit>> {
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
pub fn edited(text: &str, edit: &Edit, first: &str) -> String {
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
pub fn terraform_module(length: usize) -> String {
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
