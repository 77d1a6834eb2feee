//! Type constraints: what a type expression says that values are to be converted to.

use super::defaults::Defaults;
use super::filled::filled;
use super::hcl::read_hcl;
use super::parse::{TypeError, read_extended};
use super::scope::TypeScope;
use crate::syntax::tree::{NodeId, Tree};
use crate::types::{Interner, Ty, Value};
use crate::value::{ConversionError, Converter};

/// A type constraint: a type in which `any` stands for types to be found, and the defaults of its optional properties.
#[derive(Clone, Debug)]
pub struct Constraint {
    /// The type. An optional property has a union with `none`.
    pub ty: Ty,
    /// The defaults, if there are any.
    pub defaults: Option<Defaults>,
}

impl Constraint {
    /// The type of what values are once the defaults have been applied and they have been converted: a property with a
    /// default is there.
    pub fn filled(&self, types: &mut Interner) -> Ty {
        self.defaults.as_ref().map_or(self.ty, |defaults| filled(self.ty, defaults, types))
    }

    /// The value with the defaults applied, but not converted.
    pub fn with_defaults(&self, value: Value, types: &mut Interner) -> Value {
        match &self.defaults {
            Some(defaults) => defaults.apply(value, types),
            None => value,
        }
    }

    /// Applies the defaults to a value and converts it to the type.
    ///
    /// # Errors
    /// Why, and where, the value does not convert.
    pub fn convert(&self, value: Value, types: &mut Interner) -> Result<Value, ConversionError> {
        let value = self.with_defaults(value, types);
        Converter::new(types).convert(&value, self.ty)
    }
}

/// The forms that a type expression may use.
#[derive(Clone, Copy, Debug, Default)]
pub struct ConstraintOptions {
    /// Only what HCL's type expressions allow: none of our extensions, and no parentheses.
    pub hcl_only: bool,
    /// The reading of the expression.
    pub reading: Reading,
}

/// The reading of a type expression: HCL's `Type`, `TypeConstraint` and `TypeConstraintWithDefaults`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reading {
    /// A type. It has neither `any` nor `optional` in it: the expression says exactly what the type is.
    Exact,
    /// A type constraint. Optional properties have no defaults.
    Constraint,
    /// A type constraint with defaults.
    #[default]
    WithDefaults,
}

/// Reads an expression as a type constraint.
///
/// # Errors
/// All that is wrong with the expression, in source order.
pub fn read_constraint(
    tree: &Tree,
    root: NodeId,
    options: ConstraintOptions,
    scope: &TypeScope,
    types: &mut Interner,
) -> Result<Constraint, Vec<TypeError>> {
    if options.hcl_only {
        read_hcl(tree, root, options.reading, types)
    } else {
        read_extended(tree, root, options.reading, scope, types)
    }
}
