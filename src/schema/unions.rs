//! Discriminated unions, at any depth in the inputs of a resource.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::build::{Builder, Form, last_part};
use super::spec::{Discriminator, TypeSpec};
use crate::types::{Name, Ty};

/// A union of objects with a discriminating property.
#[derive(Debug)]
pub struct Discriminated {
    /// The union, with null and outputs where these are accepted.
    pub union: Ty,
    /// The property.
    pub property: Name,
    /// The objects, by the values of the property.
    pub variants: Vec<UnionVariant>,
}

/// A variant of a discriminated union.
#[derive(Clone, Copy, Debug)]
pub struct UnionVariant {
    /// The value of the property that selects it.
    pub value: Name,
    /// The object.
    pub ty: Ty,
}

/// Discriminated unions, each once. Of two with the same type, the first counts.
#[derive(Clone, Debug, Default)]
pub(super) struct Unions {
    all: Vec<Arc<Discriminated>>,
    known: FxHashSet<Ty>,
}

impl Unions {
    pub fn add(&mut self, found: Arc<Discriminated>) {
        if self.known.insert(found.union) {
            self.all.push(found);
        }
    }

    pub fn add_all(&mut self, others: &Self) {
        for found in &others.all {
            self.add(found.clone());
        }
    }

    /// Returns all unions, with `own`, if any, in place of the union `ty`.
    pub fn with(self, ty: Ty, own: Option<Discriminated>) -> Vec<Arc<Discriminated>> {
        let inside = self.all.into_iter().filter(|found| found.union != ty);
        own.map(Arc::new).into_iter().chain(inside).collect()
    }
}

impl Builder<'_> {
    /// Returns the discriminated union of a type with this specification, if it has a discriminator.
    pub(super) fn discriminated(&mut self, spec: &TypeSpec, union: Ty) -> Result<Option<Discriminated>, String> {
        let (Some(members), Some(discriminator)) = (&spec.one_of, &spec.discriminator) else { return Ok(None) };
        let variants = self.variants(members, discriminator)?;
        Ok(Some(Discriminated { union, property: self.types.name(&discriminator.property_name), variants }))
    }

    /// Returns the variants of a union by their discriminating values. A value selects an object by the last part of its token.
    fn variants(&mut self, specs: &[TypeSpec], discriminator: &Discriminator) -> Result<Vec<UnionVariant>, String> {
        let mut objects: Vec<(&str, Ty)> = Vec::new();
        for spec in specs {
            if let Some(reference) = &spec.reference {
                let ty = self.inner(spec, Form::Input)?;
                objects.push((last_part(reference), ty));
            }
        }
        let mut variants = Vec::new();
        for (value, token) in &discriminator.mapping {
            if let Some(&(_, ty)) = objects.iter().find(|object| object.0 == last_part(token)) {
                variants.push(UnionVariant { value: self.types.name(value), ty });
            }
        }
        Ok(variants)
    }
}
