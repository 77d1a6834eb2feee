//! Programs that are open: after any edits, what is known of one is what a check of its texts finds.

use typelog::diagnostics::{Strictness, diagnose};
use typelog::dialect::{Dialect, Text, pcl, read_program};
use typelog::incremental::{CheckedVersion, OpenProgram};
use typelog::infer::infer;
use typelog::jobs::Jobs;
use typelog::render::{Detail, Palette, Report, jsonl, page};
use typelog::schema::Schemas;

use super::parts;
use super::programs::{Surroundings, schemas, surroundings_of};

/// How many bytes a piece of a text has at least: so few that small texts have several.
pub const PIECE: usize = 60;

/// How many edits are made: each costs two checks.
const MOST_EDITS: usize = 6;

/// The texts of a program of two files.
type Files = [String; 2];

/// A program, and edits with lines `---` before each. The first line of an edit says in which file (`a`, the program, or `b`,
/// which is empty at first) what it puts there stands, and between which bytes: `a 10 25`. The bytes between the first and
/// the last of several numbers are replaced; behind `a` alone stands a whole new text, and `a gone` removes the file.
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

/// The language of a program: the first line may name it.
pub fn dialect(text: &str) -> Dialect {
    match text.lines().next() {
        Some("# pcl") => Dialect::Pcl,
        Some("# bicep") => Dialect::Bicep,
        Some("# terraform") => Dialect::Terraform,
        _ => Dialect::Hcl,
    }
}

/// The files as they are read. What is empty is not there. In Terraform the second file is one that overrides the first.
fn texts(dialect: Dialect, files: &Files) -> Vec<Text> {
    let names = if dialect == Dialect::Terraform { ["a.tf", "b_override.tf"] } else { ["a", "b"] };
    let filled = names.into_iter().zip(files).filter(|(_, text)| !text.is_empty());
    filled.map(|(name, text)| Text { name: name.to_owned(), bytes: Ok(text.clone().into_bytes()) }).collect()
}

fn surroundings<'a>(around: &'a Surroundings, schemas: &'a mut Schemas) -> pcl::ReadContext<'a> {
    pcl::ReadContext {
        environment: &around.environment,
        schemas,
        directory: None,
        load: &|_| Err("there are no components".to_owned()),
        modules: &typelog::dialect::module_sources::NO_MODULES,
        strictness: Strictness::default(),
        jobs: Jobs::ONE,
    }
}

/// What a check of the files finds that knows of no earlier ones.
fn checked(dialect: Dialect, files: &Files, around: &Surroundings) -> [String; 2] {
    let mut types = around.types.clone();
    let program = read_program(dialect, texts(dialect, files), &mut surroundings(around, &mut schemas()), &mut types);
    let inference = infer(&program, &around.environment, &mut types);
    let found = diagnose(&program, &inference, &around.environment, &types, Strictness::default());
    told(&Report::new("program".to_owned(), &program, &inference, &types, found, Detail::Expressions))
}

/// The page and the line of a program.
pub fn told(report: &Report) -> [String; 2] {
    [page(report, Palette::Plain, &str::to_owned), jsonl(report)]
}

/// Changes a file as an edit says. Numbers beyond the text count from its start again.
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
