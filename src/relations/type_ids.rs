//! The types behind the ids of a database, so that user rules can ask about types and build new ones.

use rustc_hash::FxHashMap;

use super::collect::type_row;
use super::{Cell, Symbols, count};
use crate::types::{Interner, Ty};

/// The types of the domain `type`, including those that rules have built.
#[derive(Clone, Debug, Default)]
pub struct TypeIds {
    types: Interner,
    by_id: Vec<Option<Ty>>,
    ids: FxHashMap<Ty, Cell>,
    /// The rows of `type` for new types, by id.
    new: Vec<[Cell; 4]>,
    /// The number of ids that are not new.
    known: usize,
}

impl TypeIds {
    /// Creates the mapping for the types of an interner. The first `known` ids are in use.
    pub(super) fn new(types: Interner, known: usize, pairs: impl IntoIterator<Item = (Cell, Ty)>) -> Self {
        let (mut by_id, mut ids) = (vec![None; known], FxHashMap::default());
        for (id, ty) in pairs {
            ids.insert(ty, id);
            // Types with the same text and fingerprint share an id, which denotes the first of them.
            if let Some(slot) = usize::try_from(id).ok().and_then(|at| by_id.get_mut(at)) {
                slot.get_or_insert(ty);
            }
        }
        Self { types, by_id, ids, new: Vec::new(), known }
    }

    /// Returns the interner of the types.
    pub fn types_mut(&mut self) -> &mut Interner {
        &mut self.types
    }

    /// Returns the type with an id.
    pub fn ty(&self, id: Cell) -> Option<Ty> {
        usize::try_from(id).ok().and_then(|at| *self.by_id.get(at)?)
    }

    /// Returns the id of a type; assigns the next one to a new type.
    pub fn id(&mut self, ty: Ty, symbols: &mut Symbols) -> Cell {
        if let Some(&id) = self.ids.get(&ty) {
            return id;
        }
        let id = count(self.by_id.len());
        self.by_id.push(Some(ty));
        self.ids.insert(ty, id);
        let texts = type_row(&self.types, ty).map(|text| symbols.intern(&text));
        self.new.push([id, texts[0], texts[1], texts[2]]);
        id
    }

    /// Returns the row of `type` for a type that rules have built.
    pub fn new_row(&self, id: Cell) -> Option<&[Cell; 4]> {
        let at = usize::try_from(id).ok()?.checked_sub(self.known)?;
        self.new.get(at)
    }

    /// Returns the rows of `type` for all types that rules have built, in order of id.
    pub fn new_rows(&self) -> &[[Cell; 4]] {
        &self.new
    }
}
