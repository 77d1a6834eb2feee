//! Open programs: after any edits, the results equal those of a check from scratch.

use typelog::dialect::{Dialect, Text};
use typelog::incremental::{CheckedVersion, OpenProgram};
use typelog::project::{Input, Session};
use typelog::render::{Detail, Palette, Report, jsonl, page};

use super::parts;
use super::programs::{Surroundings, alone, surroundings_of};

/// The least size of a piece of a text, in bytes: small enough that small texts have several.
pub const PIECE: usize = 60;

/// The most edits: each takes two checks.
const MOST_EDITS: usize = 6;

/// The texts of a program of two files.
type Files = [String; 2];

/// A program and edits, separated by lines `---`. The first line of an edit names a file, `a` or `b`, which is empty at first,
/// and byte offsets: `a 10 25`. The text below replaces the bytes between the least and the greatest offset. `a` alone replaces
/// the whole text, and `a gone` removes the file.
pub fn edits(text: &str) {
    let all = parts(text);
    let (first, edits) = all.split_first().expect("there is a part at least");
    let dialect = dialect(first);
    let around = surroundings_of(dialect);
    let mut input = alone(dialect, Vec::new());
    let mut session = around.session();
    let mut open = session.open(&input).in_pieces_of(PIECE);
    let mut files: Files = [(*first).to_owned(), String::new()];
    let mut edits = edits.iter().take(MOST_EDITS);
    loop {
        open.replace(texts(dialect, &files));
        let known = told_open(&mut session, &mut open, &mut input);
        assert_eq!(known, checked(texts(dialect, &files), around));
        let Some(edit) = edits.next() else { break };
        apply(edit, &mut files);
    }
}

/// The dialect of a program, which the first line may name.
pub fn dialect(text: &str) -> Dialect {
    match text.lines().next() {
        Some("# pcl") => Dialect::Pcl,
        Some("# bicep") => Dialect::Bicep,
        Some("# terraform") => Dialect::Terraform,
        _ => Dialect::Hcl,
    }
}

/// The files of the program. An empty file is absent. In Terraform, the second file overrides the first.
fn texts(dialect: Dialect, files: &Files) -> Vec<Text> {
    let names = if dialect == Dialect::Terraform { ["a.tf", "b_override.tf"] } else { ["a", "b"] };
    let filled = names.into_iter().zip(files).filter(|(_, text)| !text.is_empty());
    filled.map(|(name, text)| Text { name: name.to_owned(), bytes: Ok(text.clone().into_bytes()) }).collect()
}

/// The reports of a check from scratch.
fn checked(texts: Vec<Text>, around: &Surroundings) -> [String; 2] {
    let checked = around.session().check(&mut alone(around.dialect, texts));
    told(&checked.named_report("program", Detail::Expressions))
}

/// The reports of a check of an open program.
pub fn told_open(session: &mut Session, open: &mut OpenProgram, input: &mut Input) -> [String; 2] {
    let (CheckedVersion { program, inference, types, .. }, found) = session.check_open(open, input);
    told(&Report::new("program".to_owned(), program, inference, types, found.into_owned(), Detail::Expressions))
}

/// The report and the JSON record of a program.
pub fn told(report: &Report) -> [String; 2] {
    [page(report, Palette::Plain, &str::to_owned), jsonl(report)]
}

/// Applies an edit to a file. An offset beyond the text wraps around.
fn apply(edit: &str, files: &mut Files) {
    let (place, new) = edit.split_once('\n').unwrap_or((edit, ""));
    let mut words = place.split(' ');
    let file = match words.next() {
        Some("b") => &mut files[1],
        _ => &mut files[0],
    };
    let at = |word: &str| {
        let number: usize = word.parse().ok()?;
        (0..=number % (file.len() + 1)).rev().find(|&at| file.is_char_boundary(at))
    };
    match &words.collect::<Vec<_>>()[..] {
        ["gone"] => file.clear(),
        numbers => {
            let mut places: Vec<usize> = numbers.iter().filter_map(|word| at(word)).collect();
            places.sort_unstable();
            match (places.first(), places.last()) {
                (Some(&start), Some(&end)) => file.replace_range(start..end, new),
                _ => new.clone_into(file),
            }
        }
    }
}
