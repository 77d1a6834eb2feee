//! Rendering of the marks of Terraform values.

use crate::infer::Inference;
use crate::program::{DefinitionId, Program};
use crate::types::Interner;
use crate::types::display::display_path;
use crate::types::vocabulary::{Mark, Path};

/// Returns the marks of a definition's value, each with the path to the marked part: `sensitive`, `sensitive at .a[*].b`.
pub fn marks_of(program: &Program, inference: &Inference, types: &Interner, id: DefinitionId) -> Vec<String> {
    let declared = program.definition(id).block.iter().flat_map(|block| &block.marks);
    let all: Vec<&(Path, Mark)> = declared.chain(inference.marks_of(id)).collect();
    let mut texts = Vec::new();
    for (mark, word) in [(Mark::Sensitive, "sensitive"), (Mark::Ephemeral, "ephemeral")] {
        let paths = all.iter().filter(|of| of.1 == mark).map(|of| display_path(types, of.0));
        let mut paths: Vec<String> = paths.collect();
        paths.sort();
        paths.dedup();
        match paths.first() {
            // A mark of the whole value covers all its parts.
            Some(whole) if whole.is_empty() => texts.push(word.to_owned()),
            _ => texts.extend(paths.into_iter().map(|path| format!("{word} at {path}"))),
        }
    }
    texts
}
