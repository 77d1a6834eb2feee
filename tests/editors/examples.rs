//! The examples, for the server and for the library.

use std::path::{Path, PathBuf};

use typelog::dialect::{Dialect, Text};
use typelog::files::AllowedDirectories;
use typelog::infer::Inference;
use typelog::program::Program;
use typelog::project::{Input, Options, Project, Settings};

use crate::client::{Client, Encoding, uri};
use crate::files::{below, entries, root, text};

/// An example program with its environment.
pub struct Example {
    pub folder: PathBuf,
    pub dialect: Dialect,
    /// The names and texts of its files, in order.
    pub files: Vec<(String, String)>,
}

/// A program that the library has checked.
pub struct Resolved {
    pub program: Program,
    pub inference: Inference,
}

/// All examples.
pub fn examples() -> Vec<Example> {
    let folders = |name: &str| entries(&root().join(name)).into_iter().filter(|path| path.is_dir());
    let of = |dialect, ending: &'static str| {
        move |folder: PathBuf| {
            let own = below(&folder, ending).into_iter().filter(|path| path.parent() == Some(&folder));
            let files: Vec<_> = own.map(|path| (name(&path), text(&path))).collect();
            Example { folder, dialect, files }
        }
    };
    let plain = folders("examples").filter(|path| {
        !["pcl", "schemas", "rules", "declared", "editors", "modules", "page"].contains(&&name(path)[..])
    });
    let examples = plain.map(of(Dialect::Hcl, ".hcl"));
    let examples = examples.chain(folders("examples/pcl").map(of(Dialect::Pcl, ".pp")));
    let examples = examples.chain(folders("examples/declared").map(of(Dialect::Bicep, ".hcl")));
    let examples = examples.chain(folders("examples/modules").map(of(Dialect::Terraform, ".tf")));
    let found: Vec<Example> = examples.filter(|example| !example.files.is_empty()).collect();
    assert!(found.len() >= 15, "there are only {} examples", found.len());
    found
}

/// The example in a folder.
pub fn example(folder: &str) -> Example {
    let found = examples().into_iter().find(|example| example.folder == root().join(folder));
    found.unwrap_or_else(|| panic!("there is no example {folder}"))
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

impl Example {
    fn declarations(&self) -> Vec<PathBuf> {
        below(&self.folder, ".declare")
    }

    fn schemas(&self) -> PathBuf {
        root().join(if self.dialect == Dialect::Terraform { "examples/modules/schemas" } else { "examples/schemas" })
    }

    /// The arguments of a server that checks the example.
    pub fn arguments(&self) -> Vec<String> {
        let mut arguments = vec!["--schemas".to_owned(), self.schemas().display().to_string()];
        for path in self.declarations() {
            arguments.extend(["--declare".to_owned(), path.display().to_string()]);
        }
        if self.dialect == Dialect::Bicep {
            arguments.extend(["--dialect".to_owned(), "bicep".to_owned()]);
        }
        arguments
    }

    /// A server with all files of the example open.
    pub fn open(&self, encoding: Encoding) -> Client {
        let mut client = Client::start(&self.arguments(), encoding);
        for (name, _) in &self.files {
            client.open(&self.folder.join(name));
        }
        client
    }

    /// The URI of a file.
    pub fn uri(&self, name: &str) -> String {
        uri(&self.folder.join(name))
    }

    /// The library's results for the example with these texts.
    pub fn resolve(&self, files: &[(String, String)]) -> Resolved {
        let settings = Settings { declare: self.declarations(), ..Settings::default() };
        let options = Options { settings, ..Options::default() }.schemas(self.schemas());
        let project = Project::on_disk(options).expect("the options are right");
        let text = |(name, text): &(String, String)| Text { name: name.clone(), bytes: Ok(text.clone().into_bytes()) };
        let roots = AllowedDirectories::of(project.system(), &self.folder, &[]);
        let input = Input::of_texts(self.dialect, files.iter().map(text).collect(), roots);
        let mut session = project.session(None).expect("the declarations are right");
        let checked = session.check(&mut Input { directory: Some(self.folder.clone()), ..input });
        Resolved { program: checked.program, inference: checked.inference }
    }
}
