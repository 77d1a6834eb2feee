//! The types behind the ids of a database, so that rules that are read at run time can ask about them, and make new ones.

use rustc_hash::FxHashMap;

use super::collect::type_row;
use super::{Cell, Symbols, count};
use crate::types::{Interner, Ty};

/// The types behind the ids of the domain `type`, with those that rules have made since.
#[derive(Clone, Debug, Default)]
pub struct TypeIds {
    types: Interner,
    by_id: Vec<Option<Ty>>,
    ids: FxHashMap<Ty, Cell>,
    /// The rows of `type` for the types that are new, by their ids.
    new: Vec<[Cell; 4]>,
    /// The number of ids that are not new.
    known: usize,
}

impl TypeIds {
    /// The types of an interner, with their ids. `count` ids are in use.
    pub(super) fn new(types: Interner, known: usize, pairs: impl IntoIterator<Item = (Cell, Ty)>) -> Self {
        let (mut by_id, mut ids) = (vec![None; known], FxHashMap::default());
        for (id, ty) in pairs {
            ids.insert(ty, id);
            // Types that are told apart by nothing have one id: the first stands for all.
            if let Some(slot) = usize::try_from(id).ok().and_then(|at| by_id.get_mut(at)) {
                slot.get_or_insert(ty);
            }
        }
        Self { types, by_id, ids, new: Vec::new(), known }
    }

    /// The interner of the types.
    pub fn types_mut(&mut self) -> &mut Interner {
        &mut self.types
    }

    /// The type of an id.
    pub fn ty(&self, id: Cell) -> Option<Ty> {
        usize::try_from(id).ok().and_then(|at| *self.by_id.get(at)?)
    }

    /// The id of a type. A type without one gets the next.
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

    /// The row of `type` for a type that rules have made.
    pub fn new_row(&self, id: Cell) -> Option<&[Cell; 4]> {
        let at = usize::try_from(id).ok()?.checked_sub(self.known)?;
        self.new.get(at)
    }

    /// The rows of `type` for all types that rules have made, in the order of their ids.
    pub fn new_rows(&self) -> &[[Cell; 4]] {
        &self.new
    }
}
