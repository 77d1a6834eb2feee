//! Type constraints: the targets of conversions that type expressions denote.

use super::defaults::Defaults;
use super::filled::filled;
use super::hcl::read_hcl;
use super::parse::{TypeError, read_extended};
use super::scope::TypeScope;
use crate::syntax::tree::{Node, NodeId, Tree};
use crate::types::{ANY, Interner, Ty, Value};
use crate::value::{ConversionError, convert};

/// A type constraint: a type in which `any` is a placeholder for inferred types, and the defaults of its optional properties.
#[derive(Clone, Debug)]
pub struct Constraint {
    /// The type. An optional property has a union with `none`.
    pub ty: Ty,
    /// The defaults, if there are any.
    pub defaults: Option<Defaults>,
}

impl Constraint {
    /// Returns the type of values after the defaults have been applied and the values converted: a property with a default is
    /// present.
    pub fn filled(&self, types: &mut Interner) -> Ty {
        self.defaults.as_ref().map_or(self.ty, |defaults| filled(self.ty, defaults, types))
    }

    /// Applies the defaults to a value, without conversion.
    pub fn with_defaults(&self, value: Value, types: &mut Interner) -> Value {
        match &self.defaults {
            Some(defaults) => defaults.apply(value, types),
            None => value,
        }
    }

    /// Applies the defaults to a value and converts it to the type.
    ///
    /// # Errors
    /// The reason why the value does not convert, and the place.
    pub fn convert(&self, value: Value, types: &mut Interner) -> Result<Value, ConversionError> {
        let value = self.with_defaults(value, types);
        convert(&value, self.ty, types)
    }
}

/// The forms that a type expression may use.
#[derive(Clone, Copy, Debug, Default)]
pub struct ConstraintOptions {
    /// Only the forms of HCL's type expressions: no extensions, and no parentheses.
    pub hcl_only: bool,
    /// The reading of the expression.
    pub reading: Reading,
}

/// The reading of a type expression: HCL's `Type`, `TypeConstraint` and `TypeConstraintWithDefaults`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reading {
    /// An exact type, without `any` and `optional`.
    Exact,
    /// A type constraint. Optional properties have no defaults.
    Constraint,
    /// A type constraint with defaults.
    #[default]
    WithDefaults,
}

/// Reads a constructor that stands alone, as old versions of the language write it: `list` or `map`.
pub fn read_bare(tree: &Tree, root: NodeId, types: &mut Interner) -> Option<Constraint> {
    let Node::Variable(name, steps) = tree.node(root) else { return None };
    let ty = match types.text(name) {
        "list" if tree.steps(steps).is_empty() => types.list(ANY),
        "map" if tree.steps(steps).is_empty() => types.map(ANY),
        _ => return None,
    };
    Some(Constraint { ty, defaults: None })
}

/// Reads an expression as a type constraint.
///
/// # Errors
/// All errors in the expression, in source order.
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
