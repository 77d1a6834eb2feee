//! Pages: headings, the prose below them, and fences.

use std::ops::Range;
use std::path::PathBuf;

/// A page of the book.
#[derive(Debug)]
pub struct Page {
    /// Its name: the path below the book's folder, without the extension.
    pub name: String,
    /// Its lines.
    pub lines: Vec<String>,
    /// Its headings, in order.
    pub sections: Vec<Section>,
    /// Declarations and schemas that all of its tests share.
    pub shared: Vec<Fence>,
}

/// A heading, and the content up to the next one.
#[derive(Debug)]
pub struct Section {
    /// The titles of the enclosing headings, from the outermost, and its own.
    pub titles: Vec<String>,
    /// The level of the heading.
    level: usize,
    /// Its prose.
    pub prose: String,
    /// Its fences.
    pub fences: Vec<Fence>,
}

/// A fenced block.
#[derive(Clone, Debug)]
pub struct Fence {
    /// The kind of its content.
    pub kind: Kind,
    /// The path of the file that it holds, or the mode of its type expressions, if the fence names one.
    pub file: Option<String>,
    /// Its lines, from 0, half-open.
    pub range: Range<usize>,
    /// The content; empty for a large file.
    pub text: String,
    /// The path of a large file.
    pub path: Option<PathBuf>,
}

/// The kind of a fence's content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A file of a program in plain HCL.
    Hcl,
    /// A file of a program in PCL.
    Pcl,
    /// A file of a program in PCL that is checked leniently.
    LenientPcl,
    /// A file of a program of declared types.
    Bicep,
    /// A file of a module of Terraform; those in folders are modules that it calls.
    Terraform,
    /// The schema of a package.
    Schema,
    /// A declaration file.
    Declare,
    /// Limits on the size of types.
    Limits,
    /// The edition of the rules for the section.
    Book,
    /// Types of definitions, or questions about types.
    Types,
    /// Questions about declared types, with their answers.
    Model,
    /// The page of diagnostics.
    Report,
    /// The syntax trees of the files.
    Tree,
    /// Type expressions, with their types and defaults.
    Constraints,
    /// Values and types, with the results of the conversions.
    Values,
    /// Values to which defaults are applied.
    Defaults,
    /// Text that is not tested.
    Other,
}

impl Page {
    /// Reads a page from its text. `name` is the path below the folder of all pages, without the extension.
    ///
    /// # Errors
    /// A fence that does not end, or that has an unknown kind.
    pub fn read(name: &str, text: &str) -> Result<Self, String> {
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let sections = sections(&lines).map_err(|(line, fault)| format!("{name}:{line}: {fault}"))?;
        Ok(Self { name: name.to_owned(), lines, sections, shared: Vec::new() })
    }

    /// The sections that are tests, with the declarations and schemas in their scope.
    pub fn tests(&self) -> impl Iterator<Item = (&Section, Vec<&Fence>)> {
        let numbered = self.sections.iter().enumerate();
        let tests = numbered.filter(|(_, section)| section.fences.iter().any(|fence| fence.kind.is_tested()));
        tests.map(|(at, section)| (section, self.declarations(at)))
    }

    /// The prose of a section and of the enclosing ones.
    pub fn prose_around(&self, section: &Section) -> String {
        let around = self.sections.iter().filter(|other| section.titles.starts_with(&other.titles));
        around.map(|section| &section.prose[..]).collect()
    }

    /// The declarations and schemas of a section and of the enclosing ones.
    fn declarations(&self, at: usize) -> Vec<&Fence> {
        let section = &self.sections[at];
        let around = self.sections[..=at].iter().filter(|other| section.titles.starts_with(&other.titles));
        let own = around.flat_map(|section| &section.fences);
        let own = own.filter(|fence| matches!(fence.kind, Kind::Declare | Kind::Schema | Kind::Limits | Kind::Book));
        own.chain(&self.shared).collect()
    }
}

impl Fence {
    /// A file as a fence outside of any page.
    pub fn of_file(kind: Kind, name: &str, text: String) -> Self {
        Self { kind, file: Some(name.to_owned()), range: 0..0, text, path: None }
    }

    /// As [`Self::of_file`], for a file that is too large to be read repeatedly.
    pub fn of_large_file(kind: Kind, path: PathBuf) -> Self {
        let file = path.file_name().map(|name| name.to_string_lossy().into_owned());
        Self { kind, file, range: 0..0, text: String::new(), path: Some(path) }
    }
}

impl Section {
    /// The name of the test.
    pub fn name(&self) -> String {
        self.titles.join("::")
    }

    /// Its examples: programs, each with the types and the report below it. A file without a name is a program of its own;
    /// consecutive files with names form one program.
    pub fn examples(&self) -> Vec<Example<'_>> {
        let (mut examples, mut current) = (Vec::new(), Example { fences: Vec::new() });
        // A text with a name is a file beside the program before it.
        let is_beside = |fence: &Fence| fence.kind == Kind::Other && fence.file.is_some();
        for fence in self.fences.iter().filter(|fence| fence.kind.is_tested() || is_beside(fence)) {
            if fence.kind.is_file() && !current.takes(fence) {
                examples.push(std::mem::replace(&mut current, Example { fences: Vec::new() }));
            }
            current.fences.push(fence);
        }
        examples.push(current);
        examples
    }
}

/// A program and its expectations.
#[derive(Clone, Debug)]
pub struct Example<'a> {
    /// Its files, types and report.
    pub fences: Vec<&'a Fence>,
}

impl<'a> Example<'a> {
    /// The fences of a kind.
    pub fn of_kind(&self, kind: Kind) -> Vec<&'a Fence> {
        self.fences.iter().copied().filter(|fence| fence.kind == kind).collect()
    }

    /// The files of the program.
    pub fn files(&self) -> Vec<&'a Fence> {
        self.fences.iter().copied().filter(|fence| fence.kind.is_file()).collect()
    }

    /// Holds if a further file belongs to the program.
    fn takes(&self, file: &Fence) -> bool {
        let is_other = |fence: &&Fence| fence.kind == file.kind && fence.file.is_some() && fence.file != file.file;
        self.fences.is_empty() || file.file.is_some() && self.fences.iter().all(is_other)
    }
}

impl Kind {
    /// Holds if a section with such a fence is a test. Declarations and schemas on their own are shared by the tests below.
    fn is_tested(self) -> bool {
        self.is_file()
            || matches!(
                self,
                Self::Types
                    | Self::Model
                    | Self::Report
                    | Self::Tree
                    | Self::Constraints
                    | Self::Values
                    | Self::Defaults
            )
    }

    /// Holds for the files of a program.
    pub fn is_file(self) -> bool {
        matches!(self, Self::Hcl | Self::Pcl | Self::LenientPcl | Self::Bicep | Self::Terraform)
    }
}

/// A fault of a page, with its line, from 1.
type Fault = (usize, String);

fn sections(lines: &[String]) -> Result<Vec<Section>, Fault> {
    let mut sections = Vec::new();
    let mut current = Section { titles: Vec::new(), level: 0, prose: String::new(), fences: Vec::new() };
    let mut at = 0;
    while at < lines.len() {
        let line = &lines[at];
        if let Some(info) = line.strip_prefix("```") {
            let fence = fence(lines, at, info)?;
            at = fence.range.end;
            current.fences.push(fence);
        } else if let Some((level, title)) = heading(line) {
            sections.push(current);
            let titles = outer_titles(&sections, level, title);
            current = Section { titles, level, prose: String::new(), fences: Vec::new() };
        } else {
            current.prose.push_str(line);
            current.prose.push('\n');
        }
        at += 1;
    }
    sections.push(current);
    Ok(sections)
}

fn heading(line: &str) -> Option<(usize, &str)> {
    let title = line.trim_start_matches('#');
    let level = line.len() - title.len();
    (level > 0 && title.starts_with(' ')).then(|| (level, title.trim()))
}

/// The titles of the headings around a new one, and its own.
fn outer_titles(sections: &[Section], level: usize, title: &str) -> Vec<String> {
    let outer = sections.iter().rev().find(|section| section.level < level);
    let around = outer.map_or(&[][..], |section| &section.titles);
    around.iter().cloned().chain([title.to_owned()]).collect()
}

fn fence(lines: &[String], at: usize, info: &str) -> Result<Fence, Fault> {
    let mut words = info.split_whitespace();
    let kind = match words.next() {
        Some("hcl") => Kind::Hcl,
        Some("pcl") => Kind::Pcl,
        Some("pcl-lenient") => Kind::LenientPcl,
        Some("bicep") => Kind::Bicep,
        Some("terraform") => Kind::Terraform,
        Some("model") => Kind::Model,
        Some("schema") => Kind::Schema,
        Some("declare") => Kind::Declare,
        Some("limits") => Kind::Limits,
        Some("book") => Kind::Book,
        Some("types") => Kind::Types,
        Some("report") => Kind::Report,
        Some("tree") => Kind::Tree,
        Some("constraints") => Kind::Constraints,
        Some("values") => Kind::Values,
        Some("defaults") => Kind::Defaults,
        Some("text" | "console") => Kind::Other,
        other => return Err((at + 1, format!("unknown fence `{}`", other.unwrap_or_default()))),
    };
    let length = lines[at + 1..].iter().position(|line| line.starts_with("```"));
    let length = length.ok_or_else(|| (at + 1, "the fence does not end".to_owned()))?;
    let range = at + 1..at + 1 + length;
    let text = lines[range.clone()].iter().map(|line| line.clone() + "\n").collect();
    Ok(Fence { kind, file: words.next().map(str::to_owned), range, text, path: None })
}
