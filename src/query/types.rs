//! Type inference for variables and columns, by union-find.

use typed_index_collections::TiVec;

use crate::relations::ColumnType;

/// A type variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TypeVar(u32);

typelog_types::indices!(TypeVar);

#[derive(Clone, Copy, Debug)]
enum Entry {
    Same(TypeVar),
    Unknown,
    Known(ColumnType),
}

/// The types inferred so far.
#[derive(Debug, Default)]
pub(super) struct Types {
    entries: TiVec<TypeVar, Entry>,
}

impl Types {
    /// Returns a fresh type variable.
    pub fn fresh(&mut self) -> TypeVar {
        self.entries.push_and_get_key(Entry::Unknown)
    }

    /// Returns a type variable of a known type.
    pub fn known(&mut self, ty: ColumnType) -> TypeVar {
        self.entries.push_and_get_key(Entry::Known(ty))
    }

    /// Returns the type, if it is known.
    pub fn get(&self, var: TypeVar) -> Option<ColumnType> {
        match self.entries[self.root(var)] {
            Entry::Known(ty) => Some(ty),
            Entry::Unknown | Entry::Same(_) => None,
        }
    }

    /// Unifies two types.
    ///
    /// # Errors
    /// Both types, if they differ.
    pub fn unify(&mut self, a: TypeVar, b: TypeVar) -> Result<(), (ColumnType, ColumnType)> {
        let (a, b) = (self.shortened(a), self.shortened(b));
        match (self.entries[a], self.entries[b]) {
            _ if a == b => {}
            (Entry::Known(s), Entry::Known(t)) if s != t => return Err((s, t)),
            (Entry::Unknown, _) => self.entries[a] = Entry::Same(b),
            _ => self.entries[b] = Entry::Same(a),
        }
        Ok(())
    }

    /// As [`Self::root`], with path halving.
    fn shortened(&mut self, mut var: TypeVar) -> TypeVar {
        while let Entry::Same(next) = self.entries[var] {
            if let further @ Entry::Same(_) = self.entries[next] {
                self.entries[var] = further;
            }
            var = next;
        }
        var
    }

    fn root(&self, mut var: TypeVar) -> TypeVar {
        while let Entry::Same(next) = self.entries[var] {
            var = next;
        }
        var
    }
}
