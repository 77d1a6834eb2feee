//! A test of a page: its programs are checked, its questions are asked, and the answers are compared with the expectations.

use std::path::Path;

use super::checking::{Checked, Session};
use super::expectations::{Findings, program};
use super::page::{Example, Fence, Kind, Section};
use super::questions::{answered, split};
use super::{constants, declared, difference};
use crate::book::edition;
use crate::dialect::Dialect;
use crate::schema::Schemas;
use crate::source::Source;
use crate::syntax::{parse_body, print_file};
use crate::types::{BookHandle, Interner};

/// Compares the expectations of a section with the answers.
///
/// # Errors
/// The mismatches, one a line.
pub fn compare(section: &Section, declarations: &[&Fence], book: &BookHandle) -> Result<(), String> {
    let mut wrong = Vec::new();
    for example in section.examples() {
        wrong.extend(Run::new(example, declarations, book)?.mismatches());
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
}

/// The programs of a section, checked with the default edition, with their sessions.
///
/// # Errors
/// The reason why the section is not a test.
pub fn programs(section: &Section, declarations: &[&Fence]) -> Result<Vec<(Session, Checked)>, String> {
    if declarations.iter().any(|fence| fence.kind == Kind::Book) {
        return Ok(Vec::new());
    }
    let book = BookHandle::built_in();
    let runs = section.examples().into_iter().map(|example| Run::new(example, declarations, &book));
    let runs: Vec<Run<'_>> = runs.collect::<Result<_, _>>()?;
    Ok(runs.into_iter().filter_map(|run| Some((run.session, run.checked?))).collect())
}

/// The fences of a section, with the expectations replaced by the answers.
///
/// # Errors
/// The reason why the section is not a test.
pub fn blessed<'a>(section: &'a Section, declarations: &[&Fence]) -> Result<Vec<(&'a Fence, String)>, String> {
    let mut rewritten = Vec::new();
    for example in section.examples() {
        let fences = example.fences.clone();
        let mut run = Run::new(example, declarations, &BookHandle::built_in())?;
        for fence in fences {
            rewritten.push((fence, run.blessed(fence)?));
        }
    }
    Ok(rewritten)
}

/// An example of a section, and the state of its check.
struct Run<'a> {
    example: Example<'a>,
    session: Session,
    checked: Option<Checked>,
}

impl<'a> Run<'a> {
    fn new(example: Example<'a>, declarations: &[&Fence], book: &BookHandle) -> Result<Self, String> {
        let of_kind = |kind: Kind| declarations.iter().copied().filter(move |fence| fence.kind == kind);
        let sources: Vec<Source> =
            of_kind(Kind::Declare).map(|fence| Source::new(name(fence), &fence.text[..])).collect();
        let dialect = dialect(&example);
        let mut session = Session::new(dialect, &sources, book)?;
        session.strictness.is_lenient = !example.of_kind(Kind::LenientPcl).is_empty();
        if let Some(named) = of_kind(Kind::Book).next_back() {
            let name = named.text.trim();
            session.types.set_book(edition(name).ok_or_else(|| format!("there is no edition `{name}`"))?);
        }
        for line in of_kind(Kind::Limits).flat_map(|fence| fence.text.lines()) {
            limit(&mut session, line)?;
        }
        // Other files that programs name, such as templates.
        for fence in example.of_kind(Kind::Other) {
            if let Some(path) = &fence.file {
                session.add_file(path, &fence.text);
            }
        }
        let files = example.files();
        let texts: Vec<(String, String)> = files.iter().map(|fence| (name(fence), fence.text.clone())).collect();
        let schemas: Vec<&Fence> = of_kind(Kind::Schema).collect();
        let checked = match dialect {
            _ if files.is_empty() => None,
            Dialect::Pcl | Dialect::Terraform => {
                Some(session.check_with_schemas(&texts, Some(read_schemas(&schemas)?)))
            }
            Dialect::Hcl | Dialect::Bicep => Some(session.check(&texts)),
        };
        Ok(Self { example, session, checked })
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
            match self.constants_answered(fence) {
                Ok(found) => wrong.extend(difference(&fence.text, &found)),
                Err(reason) => wrong.push(reason),
            }
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
    fn blessed(&mut self, fence: &Fence) -> Result<String, String> {
        Ok(match fence.kind {
            Kind::Hcl | Kind::Pcl | Kind::LenientPcl | Kind::Bicep | Kind::Terraform => {
                let text = self.findings(fence).map_or_else(|| fence.text.clone(), |found| found.blessed());
                if program(&fence.text) != program(&text) {
                    return Err("programs are not rewritten".to_owned());
                }
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
            Kind::Constraints | Kind::Values | Kind::Defaults => self.constants_answered(fence)?,
            Kind::Declare | Kind::Limits | Kind::Book | Kind::Schema | Kind::Other => fence.text.clone(),
        })
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
            return Ok(declared::answered(&mut self.session, asked)? + comment);
        }
        if let Some((label, _)) = split(asked, ": ").filter(|(label, _)| !label.ends_with(" <")) {
            let mut defined = self.checked.iter().flat_map(|checked| &checked.definitions);
            let defined = defined.find(|defined| defined.label == label);
            let defined = defined.ok_or_else(|| format!("there is no `{label}`"))?;
            return Ok(format!("{label}: {}{comment}", defined.ty));
        }
        Ok(answered(&mut self.session, asked)? + comment)
    }

    /// The questions of a fence of type expressions or values, with their answers.
    fn constants_answered(&self, fence: &Fence) -> Result<String, String> {
        let options = constants::options(fence.file.as_deref())?;
        let answer = match fence.kind {
            Kind::Values => constants::converted,
            Kind::Defaults => constants::with_defaults,
            _ => constants::read,
        };
        Ok(constants::answered(&fence.text, |question| {
            let mut types = Interner::default();
            types.set_book(self.session.types.book().clone());
            answer(question, options, &mut types)
        }))
    }

    /// The findings about the file of a fence.
    fn findings(&self, fence: &Fence) -> Option<Findings<'_>> {
        let checked = self.checked.as_ref()?;
        let wanted = name(fence);
        let file = checked.report.sources.position(|source| source.name == wanted)?;
        Some(Findings {
            source: &checked.report.sources[file],
            definitions: checked.definitions.iter().filter(|defined| defined.file == usize::from(file)).collect(),
            expressions: checked.expressions().iter().filter(|found| found.file == file).collect(),
            diagnostics: checked.report.diagnostics.iter().filter(|found| found.file == file).collect(),
            is_reported: !self.example.of_kind(Kind::Report).is_empty(),
        })
    }
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

/// The dialect of an example.
fn dialect(example: &Example<'_>) -> Dialect {
    let has = |kind: Kind| !example.of_kind(kind).is_empty();
    if has(Kind::Terraform) {
        Dialect::Terraform
    } else if has(Kind::Pcl) || has(Kind::LenientPcl) {
        Dialect::Pcl
    } else if has(Kind::Bicep) || has(Kind::Model) {
        Dialect::Bicep
    } else {
        Dialect::Hcl
    }
}

/// The schemas of an example: either the large files of a folder, or texts.
fn read_schemas(schemas: &[&Fence]) -> Result<Schemas, String> {
    let mut folders: Vec<&Path> = schemas.iter().filter_map(|schema| schema.path.as_deref()?.parent()).collect();
    folders.dedup();
    if !folders.is_empty() {
        return Schemas::in_directories(&folders).map_err(|(path, error)| format!("{}: {error}", path.display()));
    }
    let named = |schema: &&Fence| {
        let name = schema.file.clone().ok_or("a schema is called NAME-VERSION.json")?;
        Ok((name, schema.text.clone()))
    };
    Ok(Schemas::in_texts(schemas.iter().map(named).collect::<Result<Vec<_>, String>>()?))
}

/// Sets a limit from a line `name = number`.
fn limit(session: &mut Session, line: &str) -> Result<(), String> {
    let (name, number) = line.split_once(" = ").ok_or_else(|| format!("`{line}` sets no limit"))?;
    let number = number.parse().map_err(|_| format!("`{number}` is no number"))?;
    let limits = &mut session.types.limits;
    match name {
        "depth" => limits.depth = number,
        "pairs" => limits.pairs = number,
        "known_parts" => limits.known_parts = number,
        "known_bytes" => limits.known_bytes = number,
        "alternatives" => limits.alternatives = number,
        _ => return Err(format!("there is no limit `{name}`")),
    }
    Ok(())
}
