//! Overridden variables: attributes that the overriding block omits are taken from the other one.

use super::blocks::{At, Reader, free};
use super::marks::declared;
use crate::builtins::type_of_variable;
use crate::program::{self, BlockValue, DefinitionId, Expression, Part};
use crate::syntax::tree::{Attribute, Block};
use crate::types::{ANY, Ty};

/// The definitions of a variable in an override file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Overriding {
    /// The definition of the variable.
    variable: DefinitionId,
    /// Holds if it has a type.
    is_typed: bool,
    /// The definition that checks the default against the type.
    default: Option<DefinitionId>,
}

impl Reader<'_, '_> {
    /// Records a variable of an override file.
    pub(super) fn overriding(&mut self, at: At<'_>, declared: Option<Ty>, default: Option<&Attribute>) {
        let variable = self.last();
        let default = default.map(|default| self.held_default(at, default, declared.unwrap_or(ANY)));
        let overriding = Overriding { variable, is_typed: declared.is_some(), default };
        self.variables.extend(self.program.definition(variable).name.map(|name| (name, overriding)));
    }

    /// Completes a variable of an override file with the type, the default and the marks of the overridden block.
    pub(super) fn overridden(
        &mut self,
        at: At<'_>,
        block: &Block,
        of: Overriding,
        (declared_type, default): (Option<Ty>, Option<&Attribute>),
    ) {
        let id = of.variable;
        if let Some(ty) = declared_type.filter(|_| !of.is_typed) {
            self.program.declared.insert(id, ty);
            let known = type_of_variable(self.types, ty);
            if let Some(block) = self.program.definitions[id].block.as_deref_mut() {
                block.value = BlockValue::Known(known);
            }
            let held = of.default.map(|held| &mut self.program.definitions[held].expressions);
            held.into_iter().flatten().for_each(|expression| expression.part = Part::Expected(ty));
        }
        if let Some(default) = default {
            self.program.required.remove(&id);
            // A default that is overridden is checked against the type beside it.
            let ty = match (of.default, declared_type) {
                (None, _) => self.program.declared.get(&id).copied(),
                (Some(_), declared) => declared,
            };
            if of.default.is_none() || ty.is_some() {
                self.held_default(at, default, ty.unwrap_or(ANY));
            }
        }
        let marks = declared(at, block, self.types);
        if let Some(block) = self.program.definitions[id].block.as_deref_mut() {
            block.marks.extend(marks);
            block.marks.dedup();
        }
    }

    /// Adds the definition that checks a default against a type.
    fn held_default(&mut self, at: At<'_>, default: &Attribute, ty: Ty) -> DefinitionId {
        let expression = Expression { part: Part::Expected(ty), ..free(default) };
        let span = default.name_span.to(at.tree.span(default.value));
        let meaning = program::Block::with_value(BlockValue::Known(ANY), default.name_span);
        self.hidden(at, span, default.name_span, vec![expression], meaning);
        self.last()
    }
}
