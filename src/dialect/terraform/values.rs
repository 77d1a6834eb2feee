//! Files with values for a module's variables: `*.tfvars`.

use super::blocks::{At, Reader, free};
use super::forms::first_reference;
use super::modules::presence;
use crate::program::{self, BlockValue, Expression, Input, Kind, Part};
use crate::source::Span;
use crate::syntax::tree::{Attribute, BodyItem};
use crate::types::vocabulary::{Acceptance, InterfaceId, Presence};
use crate::types::{ANY, Name};

impl Reader<'_, '_> {
    /// Reads a file of values: each is an input, as in a call of the module.
    pub(super) fn values(&mut self, at: At<'_>) {
        let mut attributes: Vec<&Attribute> = at.tree.body.iter().filter_map(BodyItem::as_attribute).collect();
        attributes.retain(|attribute| match first_reference(at.tree, attribute.value) {
            Some(reference) => {
                self.not_a_literal(at, attribute, reference, "a value without references and calls");
                false
            }
            None => true,
        });
        let given =
            attributes.into_iter().map(|attribute| Expression { part: Part::Input(attribute.name), ..free(attribute) });
        let expressions: Vec<Expression> = given.collect();
        let (Some(first), Some(last)) = (expressions.first(), expressions.last()) else { return };
        let (name_span, span) = (first.name_span, first.name_span.to(at.tree.span(last.root)));
        let interface = self.interface_of_values();
        let meaning = giving(interface, name_span);
        self.hidden(at, span, name_span, expressions, meaning);
    }

    /// Returns the variables of the module as inputs.
    pub(super) fn variables(&mut self) -> Vec<Input> {
        let mut inputs: Vec<Input> = Vec::new();
        for id in self.program.definition_ids() {
            let definition = self.program.definition(id);
            let Some(name) = definition.own_name().filter(|_| definition.kind == Kind::Variable) else {
                continue;
            };
            let name: Name = self.types.name(name);
            let ty = self.program.declared.get(&id).copied().unwrap_or(ANY);
            let acceptance = Acceptance::Exactly;
            // A variable without a value is given one elsewhere.
            let presence = match presence(self.program, id) {
                Presence::Required | Presence::NotNull => Presence::Implied,
                presence => presence,
            };
            let (is_secret, deprecation, variants) = (false, None, Vec::new());
            inputs.push(Input { name, ty, acceptance, presence, is_secret, deprecation, variants });
        }
        inputs.sort_by(|a, b| self.types.text(a.name).cmp(self.types.text(b.name)));
        inputs.dedup_by_key(|input| input.name);
        inputs
    }
}

/// Returns the meaning of a block that gives values to variables.
pub(super) fn giving(interface: InterfaceId, missing_span: Span) -> program::Block {
    let mut meaning = program::Block::with_value(BlockValue::Known(ANY), missing_span);
    meaning.interface = Some(interface);
    meaning.gives_variables = true;
    meaning
}
