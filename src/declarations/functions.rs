//! `function` blocks: one signature, or several in `overload` blocks.

use super::Reader;
use crate::program::environment::Overload;
use crate::syntax::tree::{Block, BodyItem, Tree};
use crate::types::Ty;

impl Reader<'_> {
    /// Declares a function. Those of a resource manager are called `manager::name`.
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

    /// The parameters and the result in a block. `None` after an error.
    fn signature(&mut self, tree: &Tree, block: &Block) -> Option<Overload> {
        let (mut parameter_names, mut parameters, mut variadic) = (Vec::new(), Vec::new(), None::<Ty>);
        for parameter in block.body.iter().filter_map(BodyItem::as_block) {
            let Some(name) = self.label(parameter) else { continue };
            let Some(ty) = self.attribute_type(tree, parameter, "type") else { continue };
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
        Some(Overload { parameter_names, parameters, variadic, returns })
    }
}
