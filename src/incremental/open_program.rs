//! Open programs: the texts of a program change, and each check parses and types only the parts that a change affects. The
//! results equal those of a full check.
//!
//! A text is split between items into pieces of a few kilobytes. An edit costs the parse of the touched pieces, and the typing of
//! the definitions whose texts change and of their dependants, as far as types change; all other results are copied. Syntax
//! errors are local to their piece, unless a construct is unclosed: then the piece extends to the end of the construct. A text in
//! JSON syntax is parsed as a whole.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

use typed_index_collections::TiVec;

use super::definition_changes::DefinitionChanges;
use super::in_place::reinfer_in_place;
use super::open_file::{OpenFile, PieceParser};
use super::problem_owners::of_problems;
use super::rediagnose::{DiagnosedVersion, PreviousDiagnostics, rediagnose};
use super::reinfer::{PreviousInference, Reinference, reinfer};
use super::versions::{Change, Versions};
use crate::diagnostics::{Context, Diagnostic};
use crate::dialect::{Dialect, KeptModules, ReadContext, Text, decode, read_parsed};
use crate::infer::{Inference, Runs, infer_with};
use crate::program::owners::Owners;
use crate::program::{DefinitionId, FileId, Program};
use crate::syntax::tree::Tree;
use crate::types::Interner;

/// The minimal size of a piece in bytes, except the last.
const PIECE: usize = 2_000;

/// The growth factor of the number of types, names and remembered answers since the last full check at which the next check is
/// full, in a new interner without unused entries; and the number of entries below which no full check is forced.
const MOST_GROWTH: usize = 4;
const ALWAYS_KEPT: usize = 1 << 13;

/// An open program.
#[derive(Debug)]
pub struct OpenProgram {
    dialect: Dialect,
    files: BTreeMap<String, OpenFile>,
    /// The interner with the types of the environment, which other programs may share.
    base: Arc<Interner>,
    types: Interner,
    /// The number of types, names and answers after the last full check.
    types_at_first: usize,
    /// The minimal size of a piece, in bytes.
    piece: usize,
    /// The called modules of the last version, whose types belong to the interner.
    modules: KeptModules,
    checked: Option<Version>,
}

/// A checked version of the program.
#[derive(Debug)]
struct Version {
    program: Program,
    inference: Inference,
    /// The definition of each derived problem, if it has been computed.
    owners: Option<Vec<Option<DefinitionId>>>,
    /// The number of definitions typed for this version.
    typed: usize,
    /// The diagnostics of the previous version, if it was diagnosed.
    previous: Option<PreviousDiagnostics>,
    /// The diagnostics of this version, if it has been diagnosed.
    diagnosed: Option<DiagnosedVersion>,
}

/// The results for the current version of an open program.
#[derive(Clone, Copy, Debug)]
pub struct CheckedVersion<'a> {
    /// The program.
    pub program: &'a Program,
    /// Its types and problems.
    pub inference: &'a Inference,
    /// The interner of its types.
    pub types: &'a Interner,
    /// The number of definitions typed for this version; the results of the others are copied.
    pub typed: usize,
}

/// The results for the current version of an open program, with a mutable interner for answers to questions.
#[derive(Debug)]
pub struct ExtensibleVersion<'a> {
    /// The program.
    pub program: &'a Program,
    /// Its types and problems.
    pub inference: &'a Inference,
    /// The interner of its types.
    pub types: &'a mut Interner,
    /// Its diagnostics, if it has been diagnosed.
    pub diagnostics: &'a [Diagnostic],
}

impl Version {
    fn results<'a>(&'a self, types: &'a Interner) -> CheckedVersion<'a> {
        CheckedVersion { program: &self.program, inference: &self.inference, types, typed: self.typed }
    }

    /// Takes the tree of a file, whose unchanged start is reused by the next version.
    fn take_tree(&mut self, name: &str) -> Option<Tree> {
        let file = self.program.files.iter_mut().find(|file| file.source.name == name);
        file.map(|file| std::mem::take(&mut file.tree))
    }
}

impl OpenProgram {
    /// Creates a program without files, with the interner of its environment.
    pub fn new(dialect: Dialect, base: Arc<Interner>) -> Self {
        Self {
            dialect,
            files: BTreeMap::new(),
            types_at_first: base.entry_count(),
            types: Interner::clone(&base),
            base,
            piece: PIECE,
            modules: KeptModules::default(),
            checked: None,
        }
    }

    /// Sets the minimal size of pieces. Smaller pieces make edits cheaper to parse, and the program more expensive to assemble.
    #[must_use]
    pub fn in_pieces_of(self, bytes: usize) -> Self {
        Self { piece: bytes, ..self }
    }

    /// Returns the names of the files, in order.
    pub fn files(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }

    /// Holds if a text may have comments that suppress diagnostics.
    pub fn may_have_comments(&self) -> bool {
        self.files.values().any(|file| file.may_have_comments)
    }

    /// Removes a file.
    pub fn remove(&mut self, name: &str) {
        self.files.remove(name);
    }

    /// Replaces all files.
    pub fn replace(&mut self, texts: Vec<Text>) {
        self.files.retain(|name, _| texts.iter().any(|text| text.name == *name));
        for text in texts {
            self.set(text);
        }
    }

    /// Adds or changes a file. The change is the part between the common prefix and suffix of the texts. Linear in the text with
    /// a small factor, and in the parse of the changed part.
    pub fn set(&mut self, text: Text) {
        let (bytes, unreadable) = match text.bytes {
            Ok(bytes) => (bytes, None),
            Err(reason) => (Vec::new(), Some(reason)),
        };
        let (new, invalid_bytes) = decode(bytes);
        let old = self.files.remove(&text.name);
        let old_has_none = old.as_ref().is_some_and(|old| !old.may_have_comments);
        let (pieces, unchanged) = self.parser().pieces(&text.name, old, &new);
        let may_have_comments = OpenFile::may_have_comments(&new, old_has_none, unchanged);
        let file = OpenFile { pieces, may_have_comments, unchanged, text: Arc::new(new), invalid_bytes, unreadable };
        self.files.insert(text.name, file);
    }

    /// Notes that, since the last check, no files of called programs have changed except in these directories. Without this note,
    /// the next check reads them all, and compares them with those of the last check.
    pub fn note_changes_of_modules(&mut self, directories: BTreeSet<PathBuf>) {
        self.modules.note_changes(directories);
    }

    /// Checks the changed parts of the program.
    ///
    /// The context must be the same as in earlier checks: changed declarations or schemas require a new [`OpenProgram`].
    pub fn check(&mut self, read_context: &mut ReadContext<'_>) -> CheckedVersion<'_> {
        let (version, types) = self.next_version(read_context);
        version.results(types)
    }

    /// As [`Self::check`], with the diagnostics that [`crate::diagnostics::diagnose`] would return. Diagnostics of the previous
    /// version are copied where they still hold.
    pub fn diagnose(&mut self, read_context: &mut ReadContext<'_>) -> (CheckedVersion<'_>, &[Diagnostic]) {
        let (version, types) = self.next_version(read_context);
        let ReadContext { jobs, environment, strictness, .. } = *read_context;
        let previous = version.previous.take();
        let context = Context::new(&version.program, &version.inference, environment, types, strictness);
        version.diagnosed = Some(rediagnose(jobs, &context, previous));
        (version.results(types), version.diagnosed.as_ref().map_or(&[], DiagnosedVersion::diagnostics))
    }

    /// Returns the results of the last check, if there was one, with a mutable interner.
    pub fn checked_mut(&mut self) -> Option<ExtensibleVersion<'_>> {
        let Version { program, inference, diagnosed, .. } = self.checked.as_ref()?;
        let diagnostics = diagnosed.as_ref().map_or(&[][..], DiagnosedVersion::diagnostics);
        Some(ExtensibleVersion { program, inference, types: &mut self.types, diagnostics })
    }

    fn next_version(&mut self, read_context: &mut ReadContext<'_>) -> (&mut Version, &Interner) {
        let has_grown = self.types.entry_count() > ALWAYS_KEPT.max(MOST_GROWTH * self.types_at_first);
        if has_grown {
            self.start_over();
        }
        if self.checked.is_none() {
            // Cached types of schemas belong to another interner.
            read_context.schemas.forget_types();
        }
        // If this panics, the program remains unchecked.
        let mut before = self.checked.take();
        let changes = before.as_ref().and_then(|before| self.changes(&before.program));
        let mut previous_tree = |name: &str| before.as_mut().and_then(|before| before.take_tree(name));
        let assembled = |(name, file): (&String, &mut OpenFile)| file.assembled(name, previous_tree(name));
        let files = self.files.iter_mut().map(assembled).collect();
        read_context.kept = Some(std::mem::take(&mut self.modules));
        let program = read_parsed(self.dialect, files, read_context, &mut self.types);
        self.modules = read_context.kept.take().unwrap_or_default();
        let (jobs, environment) = (read_context.jobs, read_context.environment);
        // Other shares of the budget of known values may change the value of any iteration.
        let Some(before) = before.filter(|before| before.program.budget == program.budget) else {
            let inference = infer_with(Runs::Parallel(jobs), &program, environment, &mut self.types);
            self.types_at_first = self.types.entry_count();
            // Thousands of small programs may be open. A large one would grow again with the next edit.
            if self.types_at_first < ALWAYS_KEPT {
                self.types.shrink_to_fit();
            }
            let typed = program.definitions.len();
            let version = Version { program, inference, owners: None, typed, previous: None, diagnosed: None };
            return (self.checked.insert(version), &self.types);
        };
        let versions = Versions { program: &program, previous: &before.program, changes: changes.as_deref() };
        let (inference, owners) = (before.inference, before.owners);
        let find = || of_problems(&Owners::new(&before.program), &inference.problems[..inference.derived]);
        let owners = owners.unwrap_or_else(find);
        let previous = PreviousInference { inference, owners };
        let definition_changes = DefinitionChanges::compare(versions, previous.node_counts());
        let infer_again = if previous.can_stay(&definition_changes) { reinfer_in_place } else { reinfer };
        let again = infer_again(jobs, (versions, definition_changes), environment, previous, &mut self.types);
        let previous = before
            .diagnosed
            .zip(changes)
            .map(|(version, changes)| PreviousDiagnostics::new(version, changes, (&program, &before.program), &again));
        let Reinference { inference, owners, typed, .. } = again;
        let owners = Some(owners);
        (self.checked.insert(Version { program, inference, owners, typed, previous, diagnosed: None }), &self.types)
    }

    /// Returns the change of each file since the last check, if the set of files is the same.
    fn changes(&self, before: &Program) -> Option<TiVec<FileId, Change>> {
        let are_same = before.files.iter().map(|file| &file.source.name).eq(self.files.keys());
        self.files.values().map(OpenFile::change).collect::<Option<_>>().filter(|_| are_same)
    }

    /// Parses all texts into a new interner, and drops all results.
    fn start_over(&mut self) {
        self.checked = None;
        self.modules = KeptModules::default();
        self.types.clone_from(&self.base);
        for (name, mut file) in std::mem::take(&mut self.files) {
            (file.pieces, file.unchanged) = self.parser().pieces(&name, None, &file.text);
            self.files.insert(name, file);
        }
    }

    fn parser(&mut self) -> PieceParser<'_> {
        PieceParser { shapes: self.dialect.shapes(), types: &mut self.types, least: self.piece }
    }
}
