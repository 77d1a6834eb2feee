//! The lessons in `rules/lesson.md` and `docs/lessons`, followed step by step: their files are written and changed, their commands
//! run, and the lines that they show are among those that the commands print.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::command::{path, printed, scratch, text};
use crate::files;
use crate::tutorial::words;

/// A fenced block: the words behind its first fence, and its lines.
struct Step {
    language: String,
    file: Option<String>,
    lines: Vec<String>,
}

/// The fenced blocks of a document. A fence of four marks may contain others.
fn steps(document: &str) -> Vec<Step> {
    let (mut found, mut open): (Vec<Step>, Option<(usize, Step)>) = (Vec::new(), None);
    for line in document.lines() {
        let rest = line.trim_start_matches('`');
        let marks = line.len() - rest.len();
        match &mut open {
            None if marks >= 3 => {
                let mut words = rest.split_whitespace().map(str::to_owned);
                let language = words.next().unwrap_or_default();
                open = Some((marks, Step { language, file: words.next(), lines: Vec::new() }));
            }
            None => {}
            Some((end, _)) if *end == marks && rest.is_empty() => found.extend(open.take().map(|(_, step)| step)),
            Some((_, step)) => step.lines.push(line.to_owned()),
        }
    }
    found
}

impl Step {
    /// The lines with one of two marks, without it.
    fn marked(&self, mark: char) -> String {
        let lines = self.lines.iter().filter_map(|line| line.strip_prefix(mark));
        lines.collect::<Vec<_>>().join("\n")
    }

    /// Does what the block shows in a folder. Returns the number of commands.
    fn take(&self, folder: &Path) -> usize {
        match (&self.language[..], &self.file) {
            ("console", _) => return self.run(folder),
            ("diff", Some(file)) => {
                let path = folder.join(file);
                let before = fs::read_to_string(&path).expect("a file");
                let (old, new) = (self.marked('-'), self.marked('+'));
                assert_eq!(before.matches(&old).count(), 1, "{file} has `{old}` once");
                fs::write(path, before.replace(&old, &new)).expect("a file");
            }
            (_, Some(file)) => {
                let path = folder.join(file);
                fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
                fs::write(path, self.lines.join("\n") + "\n").expect("a file");
            }
            // Shown, and not run.
            ("text" | "sh", None) => {}
            other => panic!("a block of an unknown kind: {other:?}"),
        }
        0
    }

    fn run(&self, folder: &Path) -> usize {
        let mut commands = 0;
        for part in self.lines.chunk_by(|_, next| !next.starts_with("$ ")) {
            let line = part[0].strip_prefix("$ typelog ").expect("a command");
            let output = Command::new(env!("CARGO_BIN_EXE_typelog")).current_dir(folder).args(words(line)).output();
            let output = output.expect("typelog runs");
            let printed = text(&output.stdout) + &text(&output.stderr);
            let mut rest = printed.lines();
            for expected in &part[1..] {
                assert!(rest.any(|found| found.starts_with(&expected[..])), "{line}: {expected}\nis not in\n{printed}");
            }
            assert!(part.len() > 1 || printed.is_empty() || line.starts_with("book export"), "{line}: {printed}");
            commands += 1;
        }
        commands
    }
}

/// Follows a lesson in a folder. Returns its steps.
fn follow(lesson: &str, folder: &Path, least: usize) -> Vec<Step> {
    let steps = steps(&files::text(&files::root().join(lesson)));
    let commands: usize = steps.iter().map(|step| step.take(folder)).sum();
    assert!(commands >= least, "{lesson}: {commands} commands");
    steps
}

#[test]
fn the_lesson_for_researchers_runs() {
    let folder = scratch("lesson", &[]);
    let steps = follow("rules/lesson.md", &folder, 15);
    // The drawing that the lesson shows is the one that is printed.
    let drawn = steps.into_iter().find(|step| step.language == "text" && step.file.is_none()).expect("a drawing");
    let rules = fs::read_to_string(folder.join("my-book/programs/narrowing.dl")).expect("a file");
    assert!(rules.contains(drawn.lines.last().expect("a conclusion")), "{rules}");
}

#[test]
fn the_lesson_for_authors_of_modules_runs() {
    follow("docs/lessons/author.md", &scratch("lesson-author", &[]), 12);
}

#[test]
fn the_lesson_for_contributors_runs() {
    let page = "tests/book/01-conversion.md";
    // What a clone has: the rules and the page.
    let folder = scratch("lesson-contributor", &[(page, &files::text(&files::root().join(page)))]);
    let rules = folder.join("rules");
    printed(&["book", "export", path(&rules)], 0);
    follow("docs/lessons/contributor.md", &folder, 9);
}
