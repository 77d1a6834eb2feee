//! Baselines: known problems of programs, which are not reported again.
//!
//! A problem is identified by its program, file, code, message, and the text of its line, not by its position, since lines may
//! move. Of several equal problems, as many are known as the baseline counts. Program names are relative to the directory of the
//! baseline.

use std::collections::BTreeMap;
use std::path::{Component, Path};

use serde::{Deserialize, Serialize};

use crate::diagnostics::Diagnostic;
use crate::render::Report;

/// The known problems of programs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Baseline {
    programs: BTreeMap<String, Problems>,
}

/// Problems with their counts.
pub type Problems = BTreeMap<Problem, usize>;

/// A problem, regardless of its position in the file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Problem {
    file: String,
    code: String,
    message: String,
    /// The text of the line on which it begins, with white space reduced to single spaces.
    line: String,
}

/// An entry of a baseline file.
#[derive(Serialize, Deserialize)]
struct Entry {
    program: String,
    #[serde(flatten)]
    problem: Problem,
    count: usize,
}

impl Baseline {
    /// Reads the text of a baseline.
    ///
    /// # Errors
    /// If it has another form.
    pub fn parse(text: &str) -> serde_json::Result<Self> {
        let mut baseline = Self::default();
        for Entry { program, problem, count } in serde_json::from_str::<Vec<Entry>>(text)? {
            *baseline.programs.entry(program).or_default().entry(problem).or_insert(0) += count;
        }
        Ok(baseline)
    }

    /// Sets the problems of programs. Those of other programs are kept.
    pub fn replace(&mut self, programs: BTreeMap<String, Problems>) {
        self.programs.extend(programs);
    }

    /// Removes the known problems of a program from its report. Returns their number, and the number of known problems that the
    /// program does not have.
    pub fn take_known(&self, program: &str, report: &mut Report) -> (usize, usize) {
        let Some(mut left) = self.programs.get(program).cloned() else { return (0, 0) };
        let count = report.diagnostics.len();
        let diagnostics = std::mem::take(&mut report.diagnostics);
        let is_new = |diagnostic: &Diagnostic| match left.get_mut(&problem(report, diagnostic)) {
            Some(count @ 1..) => {
                *count -= 1;
                false
            }
            _ => true,
        };
        report.diagnostics = diagnostics.into_iter().filter(is_new).collect();
        (count - report.diagnostics.len(), left.values().sum())
    }

    /// Returns the entries as a JSON list, one per line, in order.
    pub fn text(&self) -> String {
        let entries = self.programs.iter().flat_map(|(program, problems)| {
            problems.iter().map(|(problem, &count)| Entry { program: program.clone(), problem: problem.clone(), count })
        });
        // Entries contain only texts and numbers, so that encoding does not fail.
        let lines: Vec<String> = entries.map(|entry| serde_json::to_string(&entry).unwrap_or_default()).collect();
        if lines.is_empty() { "[]\n".to_owned() } else { format!("[\n{}\n]\n", lines.join(",\n")) }
    }
}

/// Returns the problems of a report.
pub fn problems(report: &Report) -> Problems {
    let mut problems = Problems::new();
    for diagnostic in &report.diagnostics {
        *problems.entry(problem(report, diagnostic)).or_insert(0) += 1;
    }
    problems
}

fn problem(report: &Report, diagnostic: &Diagnostic) -> Problem {
    let source = &report.sources[diagnostic.file];
    let start = source.text.floor_char_boundary(diagnostic.span.start as usize);
    let (before, behind) = source.text.split_at(start);
    let before = before.rsplit('\n').next().unwrap_or("");
    let behind = behind.split('\n').next().unwrap_or("");
    let line = [before, behind].concat().split_whitespace().collect::<Vec<_>>().join(" ");
    let (code, message) = (diagnostic.code.to_string(), diagnostic.message.clone());
    Problem { file: source.name.clone(), code, message, line }
}

/// Returns the path of a program relative to the directory of a baseline, with `/` between its parts.
pub fn relative_name(program: &str, baseline: &Path) -> String {
    let parts = |path: &Path| -> Vec<String> {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let mut parts = Vec::new();
        for part in path.components() {
            match part {
                Component::ParentDir => _ = parts.pop(),
                Component::CurDir => {}
                part => parts.push(part.as_os_str().to_string_lossy().into_owned()),
            }
        }
        parts
    };
    let (program, mut around) = (parts(Path::new(program)), parts(baseline));
    around.pop();
    let common = program.iter().zip(&around).take_while(|(a, b)| a == b).count();
    let up = around[common..].iter().map(|_| "..".to_owned());
    let parts: Vec<String> = up.chain(program[common..].iter().cloned()).collect();
    if parts.is_empty() { ".".to_owned() } else { parts.join("/") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostics::Code;
    use crate::program::FileId;
    use crate::source::{Source, Span};

    fn report(text: &str, starts: &[u32]) -> Report {
        let diagnostic =
            |&start: &u32| Diagnostic::error(Code::NoConversion, FileId(0), Span { start, end: start + 1 }, "no");
        Report {
            program: "p".to_owned(),
            sources: vec![Source::new("main.hcl", text)].into(),
            diagnostics: starts.iter().map(diagnostic).collect(),
            ..Report::default()
        }
    }

    #[test]
    fn known_problems_may_move_and_are_counted() {
        let old = report("a  = x\nb = y\n", &[5, 11]);
        let baseline = Baseline { programs: BTreeMap::from([("p".to_owned(), problems(&old))]) };
        let mut new = report("# new\n  a = x\n  a = x\n", &[12, 20]);
        assert_eq!(baseline.take_known("p", &mut new), (1, 1));
        assert_eq!(new.diagnostics.len(), 1);
        assert_eq!(baseline.take_known("q", &mut report("a = x", &[4])), (0, 0));
    }

    #[test]
    fn programs_are_named_from_the_baseline() {
        assert_eq!(relative_name("a/b", Path::new("a/base.json")), "b");
        assert_eq!(relative_name("./a/../c", Path::new("base.json")), "c");
        assert_eq!(relative_name("a", Path::new("x/y/base.json")), "../../a");
        assert_eq!(relative_name("x", Path::new("x/base.json")), ".");
    }
}
