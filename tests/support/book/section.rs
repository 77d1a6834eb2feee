//! A test of the book: its programs are checked, its questions are asked, and the answers are compared with the expectations.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use typelog::book::edition;
use typelog::source::Source;
use typelog::syntax::{parse_body, print_file};
use typelog::types::Interner;

use super::inline::{Findings, program};
use super::page::{Example, Fence, Kind, Section};
use crate::support::bless::difference;
use crate::support::questions::{answered, split};
use crate::support::session::{Checked, Session};
use crate::support::{constants, model};

/// Compares the expectations of a section with the answers.
///
/// # Errors
/// The mismatches, one a line.
pub fn compare(section: &Section, declarations: &[&Fence]) -> Result<(), String> {
    let runs = section.examples().into_iter().map(|example| Run::new(example, declarations));
    let wrong: Vec<String> = runs.flat_map(Run::mismatches).collect();
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
}

/// The programs of a section, checked with the default edition, with their sessions.
pub fn programs(section: &Section, declarations: &[&Fence]) -> Vec<(Session, Checked)> {
    if declarations.iter().any(|fence| fence.kind == Kind::Book) {
        return Vec::new();
    }
    let runs = section.examples().into_iter().map(|example| Run::new(example, declarations));
    runs.filter_map(|run| Some((run.session, run.checked?))).collect()
}

/// The fences of a section, with the expectations replaced by the answers.
pub fn blessed<'a>(section: &'a Section, declarations: &[&Fence]) -> Vec<(&'a Fence, String)> {
    let mut rewritten = Vec::new();
    for example in section.examples() {
        let fences = example.fences.clone();
        let mut run = Run::new(example, declarations);
        rewritten.extend(fences.into_iter().map(|fence| (fence, run.blessed(fence))));
    }
    rewritten
}

/// An example of a section, and the state of its check.
struct Run<'a> {
    example: Example<'a>,
    session: Session,
    checked: Option<Checked>,
}

impl<'a> Run<'a> {
    fn new(example: Example<'a>, declarations: &[&Fence]) -> Self {
        let (limits, declarations): (Vec<&Fence>, Vec<&Fence>) =
            declarations.iter().partition(|fence| fence.kind == Kind::Limits);
        let (books, declarations): (Vec<&Fence>, Vec<&Fence>) =
            declarations.into_iter().partition(|fence| fence.kind == Kind::Book);
        let (schemas, declarations): (Vec<&Fence>, Vec<&Fence>) =
            declarations.into_iter().partition(|fence| fence.kind == Kind::Schema);
        let sources: Vec<Source> = declarations.iter().map(|fence| Source::new(name(fence), &fence.text[..])).collect();
        let files = example.files();
        let texts: Vec<(String, String)> = files.iter().map(|fence| (name(fence), fence.text.clone())).collect();
        let is_lenient = files.iter().any(|fence| fence.kind == Kind::LenientPcl);
        let is_pcl = is_lenient || files.iter().any(|fence| fence.kind == Kind::Pcl);
        let is_modelled = example.fences.iter().any(|fence| matches!(fence.kind, Kind::Bicep | Kind::Model));
        let is_terraform = files.iter().any(|fence| fence.kind == Kind::Terraform);
        let mut session = match (is_pcl, is_modelled) {
            _ if is_terraform => Session::terraform(&sources),
            (true, _) => Session::pcl(&sources),
            (_, true) => Session::modelled(&sources),
            _ => Session::new(&sources),
        };
        session.strictness.is_lenient = is_lenient;
        if let Some(book) = books.last() {
            session.types.set_book(edition(book.text.trim()).expect("the page names an edition"));
        }
        limits.iter().flat_map(|fence| fence.text.lines()).for_each(|line| limit(&mut session, line));
        // Other files that programs name, such as templates.
        for fence in example.fences.iter().filter(|fence| fence.kind == Kind::Other) {
            if let Some(path) = &fence.file {
                session.add_file(path, &fence.text);
            }
        }
        let checked = (!files.is_empty()).then(|| {
            if is_modelled || !(is_terraform || is_pcl) {
                return session.check(&texts);
            }
            let folder = SchemaFolder::new(&schemas);
            session.check_in_folders(&texts, Some(&folder.0))
        });
        Self { example, session, checked }
    }

    /// The mismatches between expectations and answers.
    fn mismatches(mut self) -> Vec<String> {
        let mut wrong = Vec::new();
        for fence in self.example.files() {
            wrong.extend(self.findings(fence).iter().flat_map(Findings::mismatches));
        }
        for fence in [self.example.of_kind(Kind::Types), self.example.of_kind(Kind::Model)].concat() {
            for line in fence.text.lines() {
                match self.answer(line, fence.kind) {
                    Ok(found) if found == line => {}
                    Ok(found) => wrong.push(format!("expected `{line}`, found `{found}`")),
                    Err(reason) => wrong.push(format!("`{line}`: {reason}")),
                }
            }
        }
        for fence in [Kind::Constraints, Kind::Values, Kind::Defaults].map(|kind| self.example.of_kind(kind)).concat() {
            wrong.extend(difference(&fence.text, &constants_answered(fence)));
        }
        for fence in self.example.of_kind(Kind::Report) {
            wrong.extend(difference(&fence.text, &self.page()).map(|text| format!("report, {text}")));
        }
        for fence in self.example.of_kind(Kind::Tree) {
            wrong.extend(difference(&fence.text, &self.trees()).map(|text| format!("tree, {text}")));
        }
        if self.example.of_kind(Kind::Report).is_empty() {
            let complaints = self.session.complaints.iter();
            wrong.extend(complaints.map(|found| format!("unexpected in the declarations: {}", found.message)));
        }
        wrong
    }

    /// The text of a fence, with the expectations replaced by the answers.
    fn blessed(&mut self, fence: &Fence) -> String {
        match fence.kind {
            Kind::Hcl | Kind::Pcl | Kind::LenientPcl | Kind::Bicep | Kind::Terraform => {
                let text = self.findings(fence).map_or_else(|| fence.text.clone(), |found| found.blessed());
                assert_eq!(program(&fence.text), program(&text), "programs are not rewritten");
                text
            }
            Kind::Types | Kind::Model => match &self.checked {
                Some(checked) if fence.text.is_empty() => checked.types(),
                _ => {
                    let lines = fence.text.lines();
                    lines.map(|line| self.answer(line, fence.kind).unwrap_or(line.to_owned()) + "\n").collect()
                }
            },
            Kind::Report => self.page(),
            Kind::Tree => self.trees(),
            Kind::Constraints | Kind::Values | Kind::Defaults => constants_answered(fence),
            Kind::Declare | Kind::Limits | Kind::Book | Kind::Schema | Kind::Other => fence.text.clone(),
        }
    }

    /// The syntax trees of the files, a file a line.
    fn trees(&self) -> String {
        let files = self.example.files();
        let tree = |fence: &&Fence| {
            let mut names = Interner::default();
            let (tree, _) = parse_body(&fence.text, &mut names);
            print_file(&tree, &Source::new(name(fence), &fence.text[..]), &names) + "\n"
        };
        files.iter().map(tree).collect()
    }

    fn page(&self) -> String {
        match &self.checked {
            Some(checked) => checked.page(),
            None => self.session.complaints_page(),
        }
    }

    /// A line of a fence of types, with its answer.
    fn answer(&mut self, line: &str, kind: Kind) -> Result<String, String> {
        let asked = line.split(" #").next().unwrap_or(line);
        if asked.trim().is_empty() || line.starts_with('#') {
            return Ok(line.to_owned());
        }
        let comment = &line[asked.trim_end().len()..];
        let asked = asked.trim_end();
        if kind == Kind::Model {
            return Ok(model::answered(&mut self.session, asked)? + comment);
        }
        if let Some((label, _)) = split(asked, ": ").filter(|(label, _)| !label.ends_with(" <")) {
            let mut defined = self.checked.iter().flat_map(|checked| &checked.definitions);
            let defined = defined.find(|defined| defined.label == label);
            let defined = defined.ok_or_else(|| format!("there is no `{label}`"))?;
            return Ok(format!("{label}: {}{comment}", defined.ty));
        }
        Ok(answered(&mut self.session, asked)? + comment)
    }

    /// The findings about the file of a fence.
    fn findings(&self, fence: &Fence) -> Option<Findings<'_>> {
        let checked = self.checked.as_ref()?;
        let wanted = name(fence);
        let file = checked.report.sources.iter().position(|source| source.name == wanted)?;
        Some(Findings {
            source: &checked.report.sources[file],
            definitions: checked.definitions.iter().filter(|defined| defined.file == file).collect(),
            expressions: checked.expressions().iter().filter(|found| found.file.0 as usize == file).collect(),
            diagnostics: checked.report.diagnostics.iter().filter(|found| found.file.0 as usize == file).collect(),
            is_reported: !self.example.of_kind(Kind::Report).is_empty(),
        })
    }
}

/// The questions of a fence of type expressions or values, with their answers.
fn constants_answered(fence: &Fence) -> String {
    let options = constants::options(fence.file.as_deref());
    let answer = match fence.kind {
        Kind::Values => constants::converted,
        Kind::Defaults => constants::with_defaults,
        _ => constants::read,
    };
    constants::answered(&fence.text, |question| answer(question, options))
}

/// The path of a fence's file.
fn name(fence: &Fence) -> String {
    let default = match fence.kind {
        Kind::Pcl | Kind::LenientPcl => "main.pp",
        Kind::Terraform => "main.tf",
        Kind::Declare => "declarations.hcl",
        _ => "main.hcl",
    };
    fence.file.clone().unwrap_or_else(|| default.to_owned())
}

/// A temporary folder for the schemas of an example.
struct SchemaFolder(PathBuf);

impl SchemaFolder {
    fn new(schemas: &[&Fence]) -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("book-{}-{number}", std::process::id()));
        fs::create_dir_all(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        for schema in schemas {
            let path = folder.join(schema.file.as_deref().expect("a schema is called NAME-VERSION.json"));
            let written = match &schema.path {
                Some(large) => fs::hard_link(large, &path).or_else(|_| fs::copy(large, &path).map(|_| ())),
                None => fs::write(&path, &schema.text),
            };
            written.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        }
        Self(folder)
    }
}

impl Drop for SchemaFolder {
    fn drop(&mut self) {
        // A failure leaves files only in the build folder.
        drop(fs::remove_dir_all(&self.0));
    }
}

/// Sets a limit from a line `name = number`.
fn limit(session: &mut Session, line: &str) {
    let (name, number) = line.split_once(" = ").unwrap_or_else(|| panic!("`{line}` sets no limit"));
    let number = number.parse().unwrap_or_else(|_| panic!("`{number}` is no number"));
    match name {
        "depth" => session.types.limits.depth = number,
        "pairs" => session.types.limits.pairs = number,
        "known_parts" => session.types.limits.known_parts = number,
        "known_bytes" => session.types.limits.known_bytes = number,
        "alternatives" => session.types.limits.alternatives = number,
        _ => panic!("there is no limit `{name}`"),
    }
}
