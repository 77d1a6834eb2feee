//! Type constraints: what a type expression says that values are to be converted to.

use super::defaults::Defaults;
use super::hcl::read_hcl;
use super::parse::{TypeError, TypeScope, read_extended};
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
    /// Applies the defaults to a value and converts it to the type.
    ///
    /// # Errors
    /// Why, and where, the value does not convert.
    pub fn convert(&self, value: Value, types: &mut Interner) -> Result<Value, ConversionError> {
        let value = match &self.defaults {
            Some(defaults) => defaults.apply(value, types),
            None => value,
        };
        Converter::new(types).convert(&value, self.ty)
    }
}

/// The forms that a type expression may use.
#[derive(Clone, Copy, Debug, Default)]
pub struct ConstraintOptions {
    /// Only what HCL's type expressions allow: none of our extensions, and no parentheses.
    pub hcl_only: bool,
    /// Neither `any` nor `optional`: the expression says exactly what the type is.
    pub is_exact: bool,
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
        read_hcl(tree, root, options.is_exact, types)
    } else {
        read_extended(tree, root, options.is_exact, scope, types)
    }
}
