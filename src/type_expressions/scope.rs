//! The scope of type expressions: declared types, with their defaults.

use std::ops::{Deref, DerefMut};
use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashMap;

use super::defaults::{Children, Defaults};
use crate::types::{Name, Ty};

/// The declared types that type expressions may refer to.
#[derive(Clone, Debug, Default)]
pub struct TypeScope {
    types: FxHashMap<Name, Ty>,
    defaults: FxHashMap<Ty, Arc<DeclaredDefaults>>,
}

/// The defaults of a declared type. They are set when all types have been declared, because types may refer to one another.
#[derive(Debug)]
pub struct DeclaredDefaults {
    /// The declared type.
    pub ty: Ty,
    defaults: OnceLock<Option<Defaults>>,
}

impl TypeScope {
    /// Declares a type whose defaults will be known later.
    pub fn declare(&mut self, name: Name, ty: Ty) {
        self.types.insert(name, ty);
        self.defaults.insert(ty, Arc::new(DeclaredDefaults { ty, defaults: OnceLock::new() }));
    }

    /// Sets the defaults of declared types. A type that reaches no default has none.
    pub fn set_defaults(&mut self, found: Vec<(Ty, Option<Defaults>)>) {
        let mut are_real: Vec<Ty> = Vec::new();
        // A type has defaults if it contains one, or refers to a type that has defaults.
        while let Some((ty, _)) = found.iter().find(|(ty, defaults)| {
            !are_real.contains(ty) && defaults.as_ref().is_some_and(|defaults| defaults.has_values(&are_real))
        }) {
            are_real.push(*ty);
        }
        for (ty, defaults) in found {
            if let Some(declared) = self.defaults.get(&ty) {
                let _ = declared.defaults.set(defaults.filter(|_| are_real.contains(&ty)));
            }
        }
    }

    /// The defaults of a declared type.
    pub fn declared_defaults(&self, ty: Ty) -> Option<Arc<DeclaredDefaults>> {
        self.defaults.get(&ty).cloned()
    }

    /// Returns a reference to the defaults of a declared type, if it may have some.
    pub(super) fn defaults_of(&self, ty: Ty) -> Option<Defaults> {
        let declared = self.defaults.get(&ty)?;
        let may_have = declared.defaults.get().is_none_or(Option::is_some);
        may_have.then(|| Defaults { values: Vec::new(), children: Children::Declared(ty, Arc::downgrade(declared)) })
    }
}

impl DeclaredDefaults {
    /// Returns the defaults, if there are any.
    pub fn get(&self) -> Option<&Defaults> {
        self.defaults.get()?.as_ref()
    }
}

impl Deref for TypeScope {
    type Target = FxHashMap<Name, Ty>;

    fn deref(&self) -> &Self::Target {
        &self.types
    }
}

impl DerefMut for TypeScope {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.types
    }
}
