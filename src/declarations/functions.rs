//! `function` blocks: one signature, or several in `overload` blocks.

use super::Reader;
use crate::program::environment::{Overload, TypeParameter};
use crate::syntax::tree::{Block, BodyItem, Node, NodeId, Tree};
use crate::type_expressions::constraint::Reading;
use crate::types::Ty;

/// The type of parameters that take type expressions.
const TYPE_CONSTRAINT: &str = "typeconstraint";

impl Reader<'_> {
    /// Declares a function. A function of a resource manager is named `manager::name`.
    pub(super) fn function(&mut self, tree: &Tree, block: &Block, manager: Option<&str>) {
        let overloads: Vec<&Block> = self.blocks(block, "overload").collect();
        let signatures: Vec<Option<Overload>> = if overloads.is_empty() {
            vec![self.signature(tree, block)]
        } else {
            if block.body.len() > overloads.len() {
                self.fail(block.kind_span, "a function with `overload` blocks may contain nothing else");
            }
            overloads.into_iter().map(|overload| self.signature(tree, overload)).collect()
        };
        if signatures.len() > 1 && signatures.iter().flatten().any(|signature| !signature.type_parameters.is_empty()) {
            self.fail(block.kind_span, "`typeconstraint` is not allowed in a function with several signatures");
            return;
        }
        let (Some(name), Some(signatures)) = (self.label(block), signatures.into_iter().collect()) else { return };
        let name = match manager {
            Some(manager) => {
                let qualified = format!("{manager}::{}", self.types.text(name));
                self.types.name(&qualified)
            }
            None => name,
        };
        self.environment.declare_overloads(name, signatures);
    }

    /// Reads the parameters and the result in a block. Returns `None` after an error.
    fn signature(&mut self, tree: &Tree, block: &Block) -> Option<Overload> {
        let outside = self.environment.types.clone();
        let type_parameters = self.type_parameters(tree, block);
        let signature = self.signature_in_scope(tree, block, type_parameters);
        self.environment.types = outside;
        signature
    }

    fn signature_in_scope(
        &mut self,
        tree: &Tree,
        block: &Block,
        type_parameters: Vec<TypeParameter>,
    ) -> Option<Overload> {
        let (mut parameter_names, mut parameters, mut variadic) = (Vec::new(), Vec::new(), None::<Ty>);
        for parameter in block.body.iter().filter_map(BodyItem::as_block) {
            let Some(name) = self.label(parameter) else { continue };
            let place = parameters.len() as u32;
            let ty = match type_parameters.iter().find(|of| of.position == place) {
                Some(of) if self.types.text(parameter.kind) == "parameter" => of.variable,
                _ => match self.attribute_type(tree, parameter, "type") {
                    Some(ty) => ty,
                    None => continue,
                },
            };
            match self.types.text(parameter.kind) {
                "parameter" => {
                    parameter_names.push(name);
                    parameters.push(ty);
                }
                "variadic" => variadic = Some(ty),
                _ => self.fail(parameter.kind_span, "a function has `parameter` blocks and at most one `variadic`"),
            }
        }
        let returns = self.attribute_type(tree, block, "returns")?;
        let parameters = self.types.tuple(&parameters);
        Some(Overload { parameter_names, parameters, variadic, returns, type_parameters })
    }

    /// Reads the parameters that take type expressions, and declares their names as types.
    fn type_parameters(&mut self, tree: &Tree, block: &Block) -> Vec<TypeParameter> {
        let parameters: Vec<&Block> = self.blocks(block, "parameter").collect();
        let mut found = Vec::new();
        for (position, parameter) in (0..).zip(parameters) {
            let reading = self.attribute(parameter, "type").and_then(|ty| self.reading(tree, ty.value));
            let (Some(reading), [(name, _)]) = (reading, &parameter.labels[..]) else { continue };
            // No type in a program can have this name.
            let variable = format!("'{}", self.types.text(*name));
            let variable = self.types.name(&variable);
            let variable = self.types.opaque(variable);
            self.environment.types.insert(*name, variable);
            found.push(TypeParameter { position, variable, reading });
        }
        found
    }

    /// Returns the reading of an argument, if the type of its parameter is `typeconstraint`, `typeconstraint(exact)` or
    /// `typeconstraint(defaults)`.
    pub(super) fn reading(&self, tree: &Tree, node: NodeId) -> Option<Reading> {
        match tree.node(node) {
            Node::Variable(name, steps) if self.types.text(name) == TYPE_CONSTRAINT && tree.steps(steps).is_empty() => {
                Some(Reading::Constraint)
            }
            Node::Call(id) if self.types.text(tree.call(id).function) == TYPE_CONSTRAINT => {
                let [argument] = tree.list(tree.call(id).arguments) else { return None };
                let Node::Variable(name, _) = tree.node(*argument) else { return None };
                match self.types.text(name) {
                    "exact" => Some(Reading::Exact),
                    "defaults" => Some(Reading::WithDefaults),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}
