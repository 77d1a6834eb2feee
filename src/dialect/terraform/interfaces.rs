//! The interfaces of blocks: the inputs of called modules, of files of values, and of blocks with a schema. Blocks that take the same
//! inputs share one, so that many blocks of a type with many attributes have as many entries as their schema.

use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::blocks::{At, Reader};
use super::modules::Interface;
use super::resources::generated;
use crate::program::{BlockLimits, Input};
use crate::schema::{NestedBlock, ProviderBlock};
use crate::syntax::tree::Block;
use crate::types::vocabulary::{Acceptance, InterfaceId, Presence};
use crate::types::{ANY, Name, Ty};

/// The interfaces that several blocks have, by the address of the schema or of the called module.
#[derive(Default)]
pub(super) struct SharedInterfaces {
    of_schemas: FxHashMap<*const ProviderBlock, InterfaceId>,
    of_modules: FxHashMap<*const Interface, InterfaceId>,
    /// For tests of modules, whose variables have values elsewhere, too.
    of_tests: FxHashMap<*const Interface, InterfaceId>,
    /// The variables of the module itself, which its files of values give.
    of_values: Option<InterfaceId>,
    /// The schemas and modules at these addresses, so that no others take their places.
    schemas: Vec<Rc<ProviderBlock>>,
    modules: Vec<Arc<Interface>>,
}

impl SharedInterfaces {
    /// Keeps a schema whose blocks share interfaces.
    pub(super) fn keep(&mut self, schema: &Rc<ProviderBlock>) {
        if !self.of_schemas.contains_key(&Rc::as_ptr(schema)) {
            self.schemas.push(schema.clone());
        }
    }
}

impl Reader<'_, '_> {
    pub(super) fn add_interface(&mut self, inputs: Vec<Input>) -> InterfaceId {
        self.program.interfaces.push(inputs);
        InterfaceId(self.program.interfaces.len() as u32 - 1)
    }

    /// Returns the interface of a called module.
    pub(super) fn interface_of_module(&mut self, module: &Arc<Interface>) -> InterfaceId {
        if let Some(&known) = self.interfaces.of_modules.get(&Arc::as_ptr(module)) {
            return known;
        }
        let id = self.add_interface(module.inputs.clone());
        self.program.ephemeral_inputs.extend(module.ephemeral.iter().map(|&name| (id, name)));
        self.interfaces.of_modules.insert(Arc::as_ptr(module), id);
        self.interfaces.modules.push(module.clone());
        id
    }

    /// Returns the interface of another module for a test, in which no input is missing: the values of a run are those of the whole
    /// file, too.
    pub(super) fn interface_of_tested(&mut self, module: &Arc<Interface>) -> InterfaceId {
        if let Some(&known) = self.interfaces.of_tests.get(&Arc::as_ptr(module)) {
            return known;
        }
        let implied = |input: &Input| match input.presence {
            Presence::Required | Presence::NotNull => Input { presence: Presence::Implied, ..input.clone() },
            _ => input.clone(),
        };
        let id = self.add_interface(module.inputs.iter().map(implied).collect());
        self.interfaces.of_tests.insert(Arc::as_ptr(module), id);
        self.interfaces.modules.push(module.clone());
        id
    }

    /// Returns the interface of the module itself, for its files of values. All variables are declared before.
    pub(super) fn interface_of_values(&mut self) -> InterfaceId {
        if let Some(known) = self.interfaces.of_values {
            return known;
        }
        let inputs = self.variables();
        let id = self.add_interface(inputs);
        *self.interfaces.of_values.insert(id)
    }

    /// Returns the interface of a block with a schema, which is kept. `demanded` are further attributes that its provider requires. In
    /// JSON, nested blocks have the syntax of attributes, and are not checked.
    pub(super) fn interface_of_schema(
        &mut self,
        at: At<'_>,
        block: &Block,
        schema: &ProviderBlock,
        demanded: &[&str],
    ) -> InterfaceId {
        if at.is_json {
            return self.interface_in_json(block, schema);
        }
        if let Some(&known) = self.interfaces.of_schemas.get(&std::ptr::from_ref(schema)) {
            return known;
        }
        let mut inputs = attributes_of(schema);
        let is_demanded = |input: &&mut Input| demanded.contains(&self.types.text(input.name));
        inputs.iter_mut().filter(is_demanded).for_each(|input| input.presence = Presence::NotNull);
        let id = self.add_interface(inputs);
        self.program.ephemeral_inputs.extend(schema.write_only.iter().map(|&name| (id, name)));
        let limits = |&NestedBlock { name, least, most, .. }: &NestedBlock| BlockLimits { name, least, most };
        self.program.block_limits.insert(id, schema.blocks.iter().map(limits).collect());
        self.interfaces.of_schemas.insert(schema, id);
        id
    }

    fn interface_in_json(&mut self, block: &Block, schema: &ProviderBlock) -> InterfaceId {
        let mut inputs = attributes_of(schema);
        let blocks = || schema.blocks.iter().filter(|nested| !nested.is_attribute);
        let generated: FxHashSet<Name> = generated(block, self.types).collect();
        let is_required = |nested: &NestedBlock| nested.least > 0 && !generated.contains(&nested.name);
        inputs.extend(blocks().map(|nested| input(nested.name, ANY, is_required(nested))));
        inputs.sort_by(|a, b| self.types.text(a.name).cmp(self.types.text(b.name)));
        let id = self.add_interface(inputs);
        let unchecked = schema.write_only.iter().copied().chain(blocks().map(|nested| nested.name));
        self.program.ephemeral_inputs.extend(unchecked.map(|name| (id, name)));
        id
    }
}

fn attributes_of(schema: &ProviderBlock) -> Vec<Input> {
    schema.inputs.iter().map(|&(name, ty, is_required)| input(name, ty, is_required)).collect()
}

fn input(name: Name, ty: Ty, is_required: bool) -> Input {
    Input {
        name,
        ty,
        acceptance: Acceptance::Exactly,
        presence: if is_required { Presence::NotNull } else { Presence::Implied },
        variants: Vec::new(),
        is_secret: false,
        deprecation: None,
    }
}
