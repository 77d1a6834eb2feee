//! Modules of Terraform: their files, the modules that they call, and the values of their variables.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::LazyLock;

use typelog::dialect::module_sources::ModuleSources;
use typelog::dialect::{Dialect, Text};
use typelog::files::Memory;
use typelog::project::Input;
use typelog::render::Detail;
use typelog::schema::Schemas;

use super::edits::{PIECE, told, told_open};
use super::parts;
use super::programs::{ROOT, Surroundings, conclude_twice, program};

/// The names that every module may refer to.
pub static SURROUNDINGS: LazyLock<Surroundings> =
    LazyLock::new(|| Surroundings::of(Dialect::Terraform).with_schemas(schemas()));

/// The path of the list of installed modules.
const INSTALLED: &str = ".terraform/modules/modules.json";

/// The most files that are added to the open module one by one: each takes a check.
const MOST_ADDED: usize = 4;

/// The files of a module, separated by lines `---`. The first line of each may name it: `# network/main.tf`. Files in folders
/// belong to other modules.
pub fn terraform(text: &str) {
    let all = parts(text);
    conclude_twice(&all, &SURROUNDINGS, &|files| {
        let mut ordered = files.to_vec();
        ordered.sort_unstable();
        // Of two files with the same name, the first one counts, in any order.
        let module = Module::of(&ordered);
        let mut texts = module.texts();
        texts.sort_by_key(|text| files.iter().position(|&(at, part)| named(at, part).0 == text.name));
        module.program(texts)
    });
    follow_edits(&Module::of(&all.into_iter().enumerate().collect::<Vec<_>>()));
}

/// A module and all others, by file name.
struct Module<'t> {
    files: BTreeMap<String, &'t str>,
}

impl<'t> Module<'t> {
    fn of(files: &[(usize, &'t str)]) -> Self {
        let mut found = BTreeMap::new();
        for &(at, text) in files {
            let (name, text) = named(at, text);
            found.entry(name).or_insert(text);
        }
        Self { files: found }
    }

    /// The files in the directory of the module.
    fn texts(&self) -> Vec<Text> {
        let own = self.files.iter().filter(|(name, _)| !name.contains('/'));
        let text = |(name, text): (&String, &&str)| Text { name: name.clone(), bytes: Ok(text.as_bytes().to_vec()) };
        own.map(text).collect()
    }

    /// The module with these of its files, beside all others.
    fn program(&self, texts: Vec<Text>) -> Input {
        let system = Memory::of(self.files.iter().map(|(name, text)| (Path::new(ROOT).join(name), text)));
        let list = self.files.get(INSTALLED).copied();
        let installed = |_: &Path| list.map(|text| text.as_bytes().to_vec());
        let modules = ModuleSources::of(Some(Path::new(ROOT)), &[], installed);
        Input { modules, ..program(Dialect::Terraform, texts, Some(ROOT), system) }
    }
}

/// The name of a file, which its first line may give, and its text.
fn named(at: usize, text: &str) -> (String, &str) {
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    let is_letter = |letter: char| letter.is_ascii_alphanumeric() || "._-/".contains(letter);
    let is_name = |name: &&str| name.contains('.') && !name.starts_with('/') && name.chars().all(is_letter);
    match first.strip_prefix("# ").filter(is_name) {
        Some(name) => (name.to_owned(), rest),
        None if text.starts_with('{') => (format!("{at}.tf.json"), text),
        None => (format!("{at}.tf"), text),
    }
}

/// The schemas of the providers: those of the book.
fn schemas() -> Schemas {
    let page = include_str!("../../../book/26-terraform.md");
    let text = page.split("```schema net.json\n").nth(1).and_then(|rest| rest.split("\n```").next());
    Schemas::in_texts(text.map(|text| ("net.json".to_owned(), text.to_owned())))
}

/// Adds the files of a module to an open one, one by one, then removes the first one and restores it. The results must equal
/// those of a check from scratch.
fn follow_edits(module: &Module<'_>) {
    let mut session = SURROUNDINGS.session();
    let mut input = module.program(Vec::new());
    let mut open = session.open(&input).in_pieces_of(PIECE);
    let mut check_open = |texts: Vec<Text>| {
        open.replace(texts);
        told_open(&mut session, &mut open, &mut input)
    };
    let texts = module.texts();
    let shown = texts.len().saturating_sub(MOST_ADDED)..texts.len();
    for count in shown {
        check_open(texts[..count].to_vec());
    }
    check_open(texts.get(1..).unwrap_or_default().to_vec());
    let checked = SURROUNDINGS.session().check(&mut module.program(texts.clone()));
    let known = told(&checked.named_report("program", Detail::Expressions));
    assert_eq!(check_open(texts), known, "an edit leads elsewhere than a check");
}
