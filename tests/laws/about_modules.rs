//! Laws about modules of Terraform whose called modules are kept: after edits of a module, of its values, of the modules that it
//! calls, and of the files that they read, the results of an open module and those of a run equal those of a check from scratch.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use proptest::prelude::*;

use typelog::files::Memory;
use typelog::incremental::{CheckedVersion, OpenProgram};
use typelog::project::{Input, Options, Project, Session};
use typelog::render::{Detail, Palette, Report, jsonl, page};

use super::cases;

/// The directory of the open module.
const ROOT: &str = "/modules/root";

/// The files of called programs, each with its versions. An empty text is that of a file that is absent.
pub(super) type Files = &'static [(&'static str, &'static [&'static str])];

/// Modules.
const FILES: Files = &[
    (
        "main.tf",
        &[
            "variable \"given\" {\n  type = number\n}\nmodule \"a\" {\n  source = \"./a\"\n  n = var.given\n}\n\
             module \"b\" {\n  source = \"./b\"\n}\nmodule \"c\" {\n  source = \"./c\"\n}\n\
             output \"all\" {\n  value = [module.a.o + 1, module.b.o.missing, module.c.text[0]]\n}\n",
            "variable \"given\" {\n  type = string\n}\nmodule \"bb\" {\n  source = \"./b\"\n}\nmodule \"a\" {\n  source = \"./a\"\n}\n\
             module \"again\" {\n  source = \"./e/../a\"\n  n = module.bb.o\n}\noutput \"o\" {\n  value = module.again.o\n}\n",
            "module \"c\" {\n  source = \"./c\"\n}\nmodule \"far\" {\n  source = \"x/y/z\"\n}\noutput \"o\" {\n  value = module.far.a + module.c.text\n}\n",
            "module \"e\" {\n  source = \"./e\"\n}\nmodule \"f\" {\n  source = \"./f\"\n}\noutput \"o\" {\n  value = -module.e.o\n}\n",
            "module \"f\" {\n  source = \"./f\"\n}\nmodule \"b\" {\n  source = \"./b\"\n}\noutput \"o\" {\n  value = \"${module.f.o}${module.b.o}\"\n}\n",
            "module \"a\" {\n  source = \"./a\"\n  n = \n",
        ],
    ),
    (
        "more.tf",
        &[
            "",
            "locals {\n  text = templatefile(\"${path.module}/t.tftpl\", { name = 1 })\n}\n",
            "locals {\n  text = file(\"${path.module}/t.tftpl\")\n}\n",
        ],
    ),
    ("t.tftpl", &["", "${name}", "${other}"]),
    ("terraform.tfvars", &["", "given = 1\n", "given = [\"x\"]\n", "gievn = 1\n"]),
    (
        "a/main.tf",
        &[
            "variable \"n\" {\n  type = number\n}\noutput \"o\" {\n  value = var.n\n}\n",
            "variable \"n\" {\n  type = number\n  default = 1\n}\noutput \"o\" {\n  value = \"x\"\n}\n",
            "variable \"n\" {}\nvariable \"m\" {}\noutput \"o\" {\n  value = sensitive(var.missing)\n}\n",
            "",
        ],
    ),
    ("a/more.tf", &["", "output \"o\" {\n  value = true\n}\n"]),
    (
        "b/main.tf",
        &[
            "module \"a\" {\n  source = \"../a\"\n  n = 1\n}\noutput \"o\" {\n  value = module.a.o\n}\n",
            "module \"a\" {\n  source = \"../a\"\n  n = \"x\"\n}\noutput \"o\" {\n  value = module.a.oo\n}\n",
            "module \"c\" {\n  source = \"../c\"\n}\nmodule \"gone\" {\n  source = \"../cc\"\n}\noutput \"o\" {\n  value = module.c.text\n}\n",
            "module \"far\" {\n  source = \"x/y/z\"\n}\noutput \"o\" {\n  value = module.far\n}\n",
        ],
    ),
    (
        "c/main.tf",
        &[
            "output \"text\" {\n  value = templatefile(\"${path.module}/t.tftpl\", { name = 1 })\n}\n",
            "output \"text\" {\n  value = [file(\"${path.module}/t.tftpl\")]\n}\n",
            "output \"text\" {\n  value = [1 + true]\n}\n",
        ],
    ),
    ("c/t.tftpl", &["", "${name}", "${other}"]),
    (
        "e/main.tf",
        &[
            "module \"b\" {\n  source = \"../b\"\n}\noutput \"o\" {\n  value = module.b.o\n}\n",
            "module \"f\" {\n  source = \"../f\"\n}\noutput \"o\" {\n  value = module.f.o\n}\n",
            "module \"root\" {\n  source = \"..\"\n}\noutput \"o\" {\n  value = module.root.o\n}\n",
        ],
    ),
    (
        "f/main.tf",
        &[
            "output \"o\" {\n  value = 1\n}\n",
            "module \"e\" {\n  source = \"../e\"\n}\noutput \"o\" {\n  value = [module.e.o]\n}\n",
            "module \"e\" {\n  source = \"../e\"\n  n = 1\n}\noutput \"o\" {\n  value = module.e\n}\n",
        ],
    ),
];

/// An edit: the file and the version that it gets, by their numbers.
type Edit = (usize, usize);

/// Edits between two checks, and whether the changed directories are noted.
pub(super) type Step = (Vec<Edit>, bool);

pub(super) fn steps(files: Files) -> impl Strategy<Value = Vec<Step>> {
    let edit = (0..files.len(), 0..6_usize);
    prop::collection::vec((prop::collection::vec(edit, 1..4), any::<bool>()), 1..10)
}

/// A program, the file system around it, its open version, and a run that checks it and others again and again.
pub(super) struct Workspace {
    files: Files,
    system: Arc<Memory>,
    project: Project,
    session: Session,
    input: Input,
    open: OpenProgram,
    run: Session,
}

impl Workspace {
    /// The first version of each file, with schemas in a directory.
    pub fn new(files: Files, schemas: Option<(&str, &str)>) -> Self {
        let system = Arc::new(Memory::of(schemas.map(|(name, text)| (format!("/schemas/{name}"), text))));
        for edit in (0..files.len()).map(|file| (file, 0)) {
            set(&system, files, edit);
        }
        let options = Options::default().jobs(1);
        let options = if schemas.is_some() { options.schemas("/schemas") } else { options };
        let project = Project::in_system(system.clone(), options).expect("the options are right");
        let mut session = project.session(None).expect("there are no files");
        let input = project.program(Path::new(ROOT)).expect("a module");
        let open = session.open(&input);
        let run = session.clone();
        Self { files, system, project, session, input, open, run }
    }

    fn input(&self) -> Input {
        self.project.program(Path::new(ROOT)).expect("a module")
    }

    /// Checks that the results of a run over some modules, which keeps the modules that they call, are those of a check from scratch.
    pub fn agrees_in_run(&mut self, directories: &[&str]) {
        for directory in directories {
            let path = Path::new(ROOT).join(directory);
            let (Ok(mut input), Ok(mut fresh)) = (self.project.program(&path), self.project.program(&path)) else {
                continue;
            };
            let checked = self.run.check(&mut input);
            let expected = self.project.session(None).expect("there are no files").check(&mut fresh);
            let [found, expected] =
                [&checked, &expected].map(|checked| told(&checked.named_report(&fresh.name, Detail::Expressions)));
            assert_eq!(found, expected);
            assert_eq!(input.components, fresh.components);
            self.run.keep(checked.types, checked.modules);
        }
    }

    /// Applies edits, and checks that the results are those of a check from scratch.
    pub fn agrees(&mut self, (edits, is_noted): &Step) -> String {
        let changed: BTreeSet<PathBuf> = edits.iter().map(|&edit| set(&self.system, self.files, edit)).collect();
        self.open.replace(self.input().texts);
        if *is_noted {
            self.open.note_changes_of_modules(changed);
        }
        let (version, found) = self.session.check_open(&mut self.open, &mut self.input);
        let CheckedVersion { program, inference, types, .. } = version;
        let name = self.input.name.clone();
        let known = Report::new(name, program, inference, types, found.into_owned(), Detail::Expressions);
        let fresh = &mut self.input();
        let checked = self.project.session(None).expect("there are no files").check(fresh);
        let expected = checked.named_report(&fresh.name, Detail::Expressions);
        assert_eq!(told(&known), told(&expected));
        assert_eq!(self.input.components, fresh.components);
        told(&known)
    }
}

impl Workspace {
    /// Sets each file to each of its versions, with each version of the first one. Returns the number of different results.
    pub fn agrees_after_each(&mut self, is_noted: bool, directories: &[&str]) -> usize {
        let mut seen = BTreeSet::new();
        for main in 0..self.files[0].1.len() {
            self.agrees(&(vec![(0, main)], is_noted));
            for (file, (_, versions)) in self.files.iter().enumerate().skip(1) {
                for version in (0..versions.len()).rev() {
                    seen.insert(self.agrees(&(vec![(file, version)], is_noted)));
                    if is_noted {
                        self.agrees_in_run(directories);
                    }
                }
            }
        }
        seen.len()
    }
}

/// Sets a file to one of its versions. Returns its directory.
fn set(system: &Memory, files: Files, (file, version): Edit) -> PathBuf {
    let (name, versions) = files[file];
    let path = Path::new(ROOT).join(name);
    match versions[version % versions.len()] {
        "" => system.remove(&path),
        text => system.set(&path, text.as_bytes()),
    }
    path.parent().expect("a directory").to_owned()
}

fn told(report: &Report) -> String {
    page(report, Palette::Plain, &str::to_owned) + &jsonl(report)
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn edits_of_called_modules_agree_with_checks(steps in steps(FILES)) {
        let mut workspace = Workspace::new(FILES, None);
        workspace.agrees(&(Vec::new(), false));
        for (step, directory) in steps.iter().zip(["e", "b", "f", "a"].into_iter().cycle()) {
            workspace.agrees(step);
            workspace.agrees_in_run(&["", directory, ""]);
        }
    }
}

#[test]
fn every_change_of_one_file_agrees_with_a_check() {
    for is_noted in [false, true] {
        let seen = Workspace::new(FILES, None).agrees_after_each(is_noted, &["", "e"]);
        assert!(seen > 40, "{seen} results");
    }
}
