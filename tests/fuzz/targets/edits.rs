//! Open programs: after any edits, the results equal those of a check from scratch.

use typelog::diagnostics::{Strictness, diagnose};
use typelog::dialect::{Dialect, ReadContext, Text, read_program};
use typelog::incremental::{CheckedVersion, OpenProgram};
use typelog::infer::infer;
use typelog::jobs::Jobs;
use typelog::render::{Detail, Palette, Report, jsonl, page};
use typelog::schema::Schemas;

use super::parts;
use super::programs::{Surroundings, schemas, surroundings_of};

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
    let mut open = OpenProgram::new(dialect, around.types.clone()).in_pieces_of(PIECE);
    let mut open_schemas = schemas();
    let mut files: Files = [(*first).to_owned(), String::new()];
    let mut edits = edits.iter().take(MOST_EDITS);
    loop {
        open.replace(texts(dialect, &files));
        let (CheckedVersion { program, inference, types, .. }, found) =
            open.diagnose(&mut surroundings(around, &mut open_schemas));
        let known =
            told(&Report::new("program".to_owned(), program, inference, types, found.to_vec(), Detail::Expressions));
        assert_eq!(known, checked(dialect, &files, around));
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

fn surroundings<'a>(around: &'a Surroundings, schemas: &'a mut Schemas) -> ReadContext<'a> {
    ReadContext {
        system: typelog::files::Disk::shared(),
        environment: &around.environment,
        schemas,
        directory: None,
        load: &|_| Err("there are no components".to_owned()),
        modules: &typelog::dialect::module_sources::NO_MODULES,
        strictness: Strictness::default(),
        jobs: Jobs::ONE,
    }
}

/// The reports of a check from scratch.
fn checked(dialect: Dialect, files: &Files, around: &Surroundings) -> [String; 2] {
    let mut types = around.types.clone();
    let program = read_program(dialect, texts(dialect, files), &mut surroundings(around, &mut schemas()), &mut types);
    let inference = infer(&program, &around.environment, &mut types);
    let found = diagnose(&program, &inference, &around.environment, &types, Strictness::default());
    told(&Report::new("program".to_owned(), &program, &inference, &types, found, Detail::Expressions))
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
