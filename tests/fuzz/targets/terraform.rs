//! Modules of Terraform: their files, the modules that they call, and the values of their variables.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::LazyLock;

use typelog::diagnostics::{Strictness, diagnose};
use typelog::dialect::module_sources::ModuleSources;
use typelog::dialect::{Dialect, ReadContext, Text, environment, read_program};
use typelog::incremental::{CheckedVersion, OpenProgram};
use typelog::infer::infer;
use typelog::jobs::Jobs;
use typelog::program::Program;
use typelog::render::{Detail, Report};
use typelog::schema::Schemas;
use typelog::types::Interner;

use super::edits::{PIECE, told};
use super::parts;
use super::programs::{Surroundings, conclude_twice};

/// The names that every module may refer to.
pub static SURROUNDINGS: LazyLock<Surroundings> = LazyLock::new(|| {
    let mut types = Interner::default();
    Surroundings { environment: environment(Dialect::Terraform, &mut types), types }
});

/// The directory of the module.
const ROOT: &str = "program";

/// The path of the list of installed modules.
const INSTALLED: &str = ".terraform/modules/modules.json";

/// The most files that are added to the open module one by one: each takes a check.
const MOST_ADDED: usize = 4;

/// The files of a module, separated by lines `---`. The first line of each may name it: `# network/main.tf`. Files in folders
/// belong to other modules.
pub fn terraform(text: &str) {
    let all = parts(text);
    conclude_twice(&all, &SURROUNDINGS, &|files, around| {
        let mut ordered = files.to_vec();
        ordered.sort_unstable();
        // Of two files with the same name, the first one counts, in any order.
        let module = Module::of(&ordered);
        let mut texts = module.texts();
        texts.sort_by_key(|text| files.iter().position(|&(at, part)| named(at, part).0 == text.name));
        module.read(texts, around)
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
        self.texts_in(Path::new(ROOT))
    }

    fn texts_in(&self, directory: &Path) -> Vec<Text> {
        let paths = self.files.iter().map(|(name, text)| (Path::new(ROOT).join(name), text));
        let own = paths.filter(|(path, _)| path.parent() == Some(directory));
        let text = |(path, text): (std::path::PathBuf, &&str)| Text {
            name: path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            bytes: Ok(text.as_bytes().to_vec()),
        };
        own.map(text).collect()
    }

    fn read(&self, texts: Vec<Text>, around: &mut Surroundings) -> Program {
        let Surroundings { environment, types } = around;
        let (load, modules) = (self.loader(), self.installed());
        read_program(Dialect::Terraform, texts, &mut context(environment, &mut schemas(), &load, &modules), types)
    }

    /// A loader for the directories of called modules.
    fn loader(&self) -> impl Fn(&Path) -> Result<Vec<Text>, String> + '_ {
        |directory: &Path| {
            let found = self.texts_in(directory);
            if found.is_empty() { Err("there is no such directory".to_owned()) } else { Ok(found) }
        }
    }

    fn installed(&self) -> ModuleSources {
        let list = self.files.get(INSTALLED).copied();
        ModuleSources::of(Some(Path::new(ROOT)), &[], |_| list.map(|text| text.as_bytes().to_vec()))
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
    let page = include_str!("../../book/26-terraform.md");
    let text = page.split("```schema net.json\n").nth(1).and_then(|rest| rest.split("\n```").next());
    Schemas::in_texts(text.map(|text| ("net.json".to_owned(), text.to_owned())))
}

fn context<'a>(
    environment: &'a typelog::program::environment::Environment,
    schemas: &'a mut Schemas,
    load: &'a dyn Fn(&Path) -> Result<Vec<Text>, String>,
    modules: &'a ModuleSources,
) -> ReadContext<'a> {
    let (directory, strictness) = (Some(ROOT.into()), Strictness::default());
    let system = typelog::files::Disk::shared();
    ReadContext { system, environment, schemas, directory, load, modules, strictness, jobs: Jobs::ONE }
}

/// Adds the files of a module to an open one, one by one, then removes the first one and restores it. The results must equal
/// those of a check from scratch.
fn follow_edits(module: &Module<'_>) {
    let around = &*SURROUNDINGS;
    let (load, modules) = (module.loader(), module.installed());
    let mut open = OpenProgram::new(Dialect::Terraform, around.types.clone()).in_pieces_of(PIECE);
    let mut open_schemas = schemas();
    let mut check_open = |texts: Vec<Text>| {
        open.replace(texts);
        let mut context = context(&around.environment, &mut open_schemas, &load, &modules);
        let (CheckedVersion { program, inference, types, .. }, found) = open.diagnose(&mut context);
        told(&Report::new(ROOT.to_owned(), program, inference, types, found.to_vec(), Detail::Expressions))
    };
    let texts = module.texts();
    let shown = texts.len().saturating_sub(MOST_ADDED)..texts.len();
    for count in shown {
        check_open(texts[..count].to_vec());
    }
    check_open(texts.get(1..).unwrap_or_default().to_vec());
    let mut around = around.clone();
    let program = module.read(texts.clone(), &mut around);
    let inference = infer(&program, &around.environment, &mut around.types);
    let found = diagnose(&program, &inference, &around.environment, &around.types, Strictness::default());
    let report = Report::new(ROOT.to_owned(), &program, &inference, &around.types, found, Detail::Expressions);
    assert_eq!(check_open(texts), told(&report), "an edit leads elsewhere than a check");
}
