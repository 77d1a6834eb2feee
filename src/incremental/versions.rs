//! Two versions of a program: the changes of the texts, and the matching of definitions with the same text.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;
use typed_index_collections::{TiSlice, TiVec};

use crate::program::{Definition, DefinitionId, FileId, Program};
use crate::source::Span;

/// A change of a text. Everything outside of it is unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// Its start, in both texts.
    pub start: u32,
    /// Its end in the previous text.
    pub old_end: u32,
    /// Its end in the current text.
    pub new_end: u32,
}

impl Change {
    /// Returns the current span of a previous one; `None` if the change touches it.
    pub fn moved(self, span: Span) -> Option<Span> {
        if span.end <= self.start {
            return Some(span);
        }
        let shift = |at: u32| at - self.old_end + self.new_end;
        (span.start >= self.old_end).then(|| Span { start: shift(span.start), end: shift(span.end) })
    }
}

/// Two versions of a program.
#[derive(Clone, Copy)]
pub struct Versions<'a> {
    /// The current one.
    pub program: &'a Program,
    /// The previous one.
    pub previous: &'a Program,
    /// The change of each file, if both have the same files.
    pub changes: Option<&'a TiSlice<FileId, Change>>,
}

impl Versions<'_> {
    /// Returns, for each current definition, the previous definition with the same text, if any. Definitions before and after an
    /// edit are matched in order; those between are matched by file and label.
    pub fn counterparts(&self) -> TiVec<DefinitionId, Option<DefinitionId>> {
        let Versions { program, previous, .. } = *self;
        let is_same = |&(new, old): &(DefinitionId, DefinitionId)| self.is_same(new, old);
        let (new, old) = (program.definition_ids(), previous.definition_ids());
        let before = new.clone().zip(old.clone()).take_while(is_same).count();
        let (new, old) = (new.skip(before), old.skip(before));
        let behind = new.clone().rev().zip(old.clone().rev()).take_while(is_same).count();
        let (new_rest, old_rest) = (new.len() - behind, old.len() - behind);
        let mut between: FxHashMap<(&str, &str), VecDeque<DefinitionId>> = FxHashMap::default();
        for id in old.clone().take(old_rest) {
            between.entry(label_of(previous, id)).or_default().push_back(id);
        }
        let changed = new.take(new_rest).map(|id| {
            let same_name = between.get_mut(&label_of(program, id))?.pop_front()?;
            (text_of(program, id) == text_of(previous, same_name)).then_some(same_name)
        });
        let in_order = |id: DefinitionId| Some(id);
        let start = previous.definition_ids().take(before).map(in_order);
        start.chain(changed).chain(old.skip(old_rest).map(in_order)).collect()
    }

    /// Holds if two definitions have the same name or label and the same text, in the same file.
    pub fn is_same(&self, new: DefinitionId, old: DefinitionId) -> bool {
        let (now, then) = (self.program.definition(new), self.previous.definition(old));
        let change = self.changes.and_then(|changes| changes.get(then.file));
        let Some(change) = change.filter(|_| now.file == then.file) else {
            return label_of(self.program, new) == label_of(self.previous, old)
                && text_of(self.program, new) == text_of(self.previous, old);
        };
        // For a named definition, the label is determined by the name.
        let is_alike = if now.name.is_some() { now.name == then.name } else { now.label == then.label };
        is_alike
            && (change.moved(then.span) == Some(now.span) || text_of(self.program, new) == text_of(self.previous, old))
    }

    /// Holds if the place of a definition follows from that of a previous one by the change of their file.
    pub fn is_moved_by_change(&self, new: &Definition, old: &Definition) -> bool {
        let change = self.changes.and_then(|changes| changes.get(old.file));
        new.file == old.file && change.is_some_and(|change| change.moved(old.span) == Some(new.span))
    }
}

/// Returns the file and the label of a definition.
fn label_of(program: &Program, id: DefinitionId) -> (&str, &str) {
    let definition = program.definition(id);
    (&program.file(definition.file).source.name, &definition.label)
}

fn text_of(program: &Program, id: DefinitionId) -> &str {
    let definition = program.definition(id);
    program.file(definition.file).source.slice(definition.span)
}
