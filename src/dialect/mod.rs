//! Dialects: the meaning of blocks and attributes in plain HCL, PCL, Bicep and Terraform.

mod bicep;
mod called_errors;
mod hcl;
mod kept;
pub mod module_sources;
mod open_directories;
mod pcl;
mod read_context;
mod substitution;
mod terraform;
mod type_arguments;

use typed_index_collections::TiVec;

use serde::{Deserialize, Serialize};

use crate::declarations::declare_conversion;
pub use kept::KeptModules;
pub use read_context::{ReadContext, Unread};
pub use terraform::module_sources as called_modules;
pub use terraform::{KnownParts, Targets, Version, backends, known_parts};
pub use type_arguments::read_type_arguments;

use crate::digest::Digest;
use crate::jobs::Jobs;
use crate::program::environment::Environment;
use crate::program::structure::StructureProblemKind;
use crate::program::{File, FileId, Program};
use crate::source::{Source, Span};
use crate::syntax;
use crate::types::Interner;
use crate::types::nearest::nearest;

/// A language written in HCL's syntax.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Dialect {
    /// Plain HCL: attributes at the top are named values, blocks are ignored.
    Hcl,
    /// The Pulumi Configuration Language.
    Pcl,
    /// Parameters, variables, resources and outputs, checked by the model of declared types.
    Bicep,
    /// Terraform modules.
    Terraform,
}

impl Dialect {
    /// All dialects.
    pub const ALL: [Self; 4] = [Self::Pcl, Self::Hcl, Self::Bicep, Self::Terraform];

    /// Returns the name of the dialect in options and relations.
    pub fn word(self) -> &'static str {
        match self {
            Self::Hcl => "hcl",
            Self::Pcl => "pcl",
            Self::Bicep => "bicep",
            Self::Terraform => "terraform",
        }
    }

    /// Returns the block shapes of its JSON syntax.
    pub(crate) fn shapes(self) -> &'static [syntax::json::BlockShape] {
        match self {
            Self::Hcl => syntax::json::HCL,
            Self::Pcl => syntax::json::PCL,
            Self::Bicep => syntax::json::BICEP,
            Self::Terraform => syntax::json::TERRAFORM,
        }
    }
}

/// A file as received from outside.
#[derive(Clone, Debug)]
pub struct Text {
    /// The file's path relative to its program.
    pub name: String,
    /// Its bytes, or the error of reading them.
    pub bytes: Result<Vec<u8>, String>,
}

impl Text {
    /// Adds its name and its contents to a digest.
    pub fn add_to(&self, digest: &mut Digest) {
        digest.text(&self.name);
        self.add_contents_to(digest);
    }

    /// Adds its bytes to a digest, or the error of reading them.
    pub fn add_contents_to(&self, digest: &mut Digest) {
        match &self.bytes {
            Ok(bytes) => digest.bytes(bytes),
            Err(reason) => digest.text(reason),
        }
    }
}

/// Reads a block by its type with `read`, which returns `false` if there is no such type. Then the block is read as one of the known
/// type that is meant, so that what follows from it is as without the slip, and the problem is returned. `foreign` are the words of
/// other languages for known types.
fn read_as_meant(
    kind: &str,
    known: &[&str],
    foreign: &[(&str, &str)],
    mut read: impl FnMut(&str) -> bool,
) -> Option<StructureProblemKind> {
    if read(kind) {
        return None;
    }
    let of_another_language = || Some(foreign.iter().find(|known| known.0 == kind)?.1.to_owned());
    let suggestion = nearest(kind, known.iter().copied()).or_else(of_another_language);
    if let Some(meant) = &suggestion {
        read(meant);
    }
    Some(StructureProblemKind::UnknownBlock { block: kind.to_owned(), inside: None, suggestion })
}

/// Returns the names that programs of a dialect may refer to without a definition or declaration.
pub fn environment(dialect: Dialect, types: &mut Interner) -> Environment {
    let mut environment = match dialect {
        Dialect::Hcl => Environment::default(),
        Dialect::Bicep => Environment::of_model(types),
        Dialect::Pcl => return pcl::environment(types),
        Dialect::Terraform => return terraform::environment(types),
    };
    declare_conversion(&mut environment, types);
    environment
}

/// Reads the files of a program, in any order. Errors are kept with the files; everything else is read.
pub fn read_program(
    dialect: Dialect,
    texts: Vec<Text>,
    context: &mut ReadContext<'_>,
    types: &mut Interner,
) -> Program {
    let files = read_files(dialect, context.jobs, texts, types);
    read_parsed(dialect, files, context, types)
}

/// Reads parsed files, in the order of their names.
pub fn read_parsed(
    dialect: Dialect,
    files: TiVec<FileId, File>,
    context: &mut ReadContext<'_>,
    types: &mut Interner,
) -> Program {
    match dialect {
        Dialect::Hcl => hcl::program(files, context.environment, types),
        Dialect::Pcl => pcl::program(files, context, types),
        Dialect::Bicep => bicep::program(files, context.environment, types),
        Dialect::Terraform => terraform::program(files, context, types),
    }
}

/// Reads the files of a plain HCL program without declarations.
pub fn read_plain_program(texts: Vec<Text>, types: &mut Interner) -> Program {
    let environment = environment(Dialect::Hcl, types);
    read_hcl_program(texts, &environment, types)
}

/// Reads the files of a plain HCL program.
pub fn read_hcl_program(texts: Vec<Text>, environment: &Environment, types: &mut Interner) -> Program {
    hcl::program(read_files(Dialect::Hcl, Jobs::ONE, texts, types), environment, types)
}

/// Parses the files of a program, and sorts them by name.
pub fn read_files(dialect: Dialect, jobs: Jobs, mut texts: Vec<Text>, types: &mut Interner) -> TiVec<FileId, File> {
    texts.sort_by(|a, b| a.name.cmp(&b.name));
    texts.into_iter().map(|text| read_file(dialect, jobs, text, types)).collect()
}

fn read_file(dialect: Dialect, jobs: Jobs, text: Text, types: &mut Interner) -> File {
    let (bytes, unreadable) = match text.bytes {
        Ok(bytes) => (bytes, None),
        Err(reason) => (Vec::new(), Some(reason)),
    };
    let (text_of, invalid_bytes) = decode(bytes);
    let source = Source::new(text.name, text_of);
    let (tree, errors) = syntax::parse_file(jobs, &source.name, &source.text, dialect.shapes(), types);
    File { source, tree, errors, invalid_bytes, unreadable }
}

/// Decodes bytes. Each byte that is not UTF-8 is replaced by a question mark, so that offsets are unchanged.
pub(crate) fn decode(bytes: Vec<u8>) -> (String, Vec<Span>) {
    let bytes = match String::from_utf8(bytes) {
        Ok(text) => return (text, Vec::new()),
        Err(error) => error.into_bytes(),
    };
    let (mut text, mut invalid) = (String::with_capacity(bytes.len()), Vec::new());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        let start = text.len();
        text.extend(chunk.invalid().iter().map(|_| '?'));
        if start < text.len() {
            invalid.push(Span::new(start..text.len()));
        }
    }
    (text, invalid)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_survive_invalid_bytes() {
        let (text, invalid) = decode(b"a = \"\xff\xfeb\" # \xc3".to_vec());
        assert_eq!(text, "a = \"??b\" # ?");
        assert_eq!(invalid.iter().map(|span| span.start).collect::<Vec<_>>(), [5, 6, 12]);
    }
}
