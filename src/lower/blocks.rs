//! Lowering of blocks: their values and inputs, and the roles of their expressions.

use super::{Body, Lowering};
use crate::program::{Block, BlockValue, Definition, DefinitionId, Invocation, Kind, Part, Variable};
use crate::types::vocabulary::{BindingId, ExprId, InterfaceId, InvocationForm};
use crate::types::{ANY, Interner, NUMBER, Name};

impl Lowering<'_> {
    /// Adds the facts about the value of a block. `roots` has its expressions.
    pub(super) fn block(&mut self, binding: BindingId, block: &Block, roots: &[ExprId]) {
        let facts = &mut self.builder.chunk.facts;
        match block.value {
            BlockValue::Known(ty) => facts.is_given.push((binding, ty)),
            BlockValue::Expression(number) => {
                facts.defines.extend(roots.get(number as usize).map(|&root| (binding, root)));
            }
            BlockValue::Item => facts.binds_range.push((binding, binding)),
            BlockValue::Iterator => {
                facts.generates_blocks.extend(roots.first().map(|&root| (binding, root)));
            }
            BlockValue::Hook(_) => facts.is_given.push((binding, ANY)),
            BlockValue::Instance { ty, is_resource, .. } => {
                facts.is_instance.push((binding, ty, is_resource));
            }
            BlockValue::Config { declared, is_secret, .. } => {
                facts.is_config.push((binding, declared, is_secret));
            }
        }
    }

    /// Adds the facts about the inputs of the block of a definition.
    pub(super) fn interface(&mut self, binding: BindingId, definition: &Definition, block: &Block) {
        let Some(id) = self.interface_of(block) else { return };
        let facts = &mut self.builder.chunk.facts;
        let inputs = definition.expressions.iter().filter(|expression| expression.part.input().is_some()).count();
        let (named, given) = (self.context.program.named_of_missing(), (inputs + block.nested.len()) as u32);
        facts.names_missing.push((binding, named, named + given));
        facts.has_interface.push((binding, id));
        facts.gives_variables.extend(block.gives_variables.then_some((binding,)));
        facts.is_incomplete.extend(block.is_broken.then_some((binding,)));
        facts.holds_blocks.extend(block.nested.iter().map(|nested| {
            let count = nested.spans.len() as u32;
            (binding, nested.name, count, nested.is_dynamic)
        }));
        if !self.interfaces.insert(id) {
            return;
        }
        let program = self.context.program;
        let of_program = InterfaceId(id.0 - self.first_interface);
        let ephemeral = program.ephemeral_inputs.iter().filter(|input| input.0 == of_program);
        facts.takes_ephemeral.extend(ephemeral.map(|&(_, name)| (id, name)));
        let limits = program.block_limits.get(&of_program).into_iter().flatten();
        facts.takes_blocks.extend(limits.clone().map(|limits| (id, limits.name, limits.least, limits.most)));
        let required = limits.filter(|limits| limits.least > 0).map(|limits| limits.name);
        let required = by_text(self.types, required);
        facts.has_required_blocks.push((id, required.len() as u32));
        facts.requires_blocks.extend((0..).zip(required).map(|(k, name)| (id, k, name)));
        let inputs = &program.interfaces[of_program];
        let names = by_text(self.types, inputs.iter().map(|input| input.name));
        facts.orders_input.extend((0..).zip(names).map(|(k, name)| (id, k, name)));
        for input in inputs {
            facts.takes_input.push((id, input.name, input.ty, input.acceptance, input.presence));
            facts.deprecates_input.extend(input.deprecation.as_ref().map(|_| (id, input.name)));
            if !input.variants.is_empty() {
                self.variants.insert((id, input.name), &input.variants);
            }
        }
    }

    /// Returns the interface of a block, by its number in the chunk.
    pub(super) fn interface_of(&self, block: &Block) -> Option<InterfaceId> {
        block.interface.map(|of_program| InterfaceId(self.first_interface + of_program.0))
    }

    /// Adds the variable of a block, which is the first of the definition.
    pub(super) fn variable(&mut self, binding: BindingId, variable: BindingId, block: &Block, is_circular: bool) {
        let facts = &mut self.builder.chunk.facts;
        match block.variable {
            Some((_, Variable::Range)) if is_circular => facts.is_given.push((variable, ANY)),
            Some((_, Variable::Range)) => facts.binds_range.push((binding, variable)),
            Some((_, Variable::Known(ty))) => facts.is_given.push((variable, ty)),
            Some((_, Variable::Of(_))) | None => {}
        }
    }

    /// Adds the facts about a definition other than its type.
    pub(super) fn describe(&mut self, binding: BindingId, id: DefinitionId) {
        let program = self.context.program;
        let definition = program.definition(id);
        let facts = &mut self.builder.chunk.facts;
        let Some(block) = &definition.block else { return };
        if let BlockValue::Hook(kind) = block.value {
            facts.is_hook.push((binding, kind));
        }
        let is_terraform = program.is_terraform;
        facts.is_constant.extend(program.constants.contains(&id).then_some((binding,)));
        let check = program.inside_checks.get(&id).filter(|_| definition.kind == Kind::Data);
        facts.belongs_to_check.extend(check.map(|&name| (binding, name)));
        let deprecated = program.deprecated_attributes.get(&id).into_iter().flatten();
        facts.deprecates_attribute.extend(deprecated.map(|&name| (binding, name)));
        facts.is_variable.extend((is_terraform && definition.kind == Kind::Variable).then_some((binding,)));
        if let BlockValue::Instance { .. } = block.value
            && is_terraform
        {
            facts.is_repeated.extend(block.repeated.map(|kind| (binding, kind)));
            facts.has_instances.extend((definition.kind != Kind::Module).then_some((binding,)));
        }
    }
}

impl Body<'_, '_> {
    /// Adds the facts about the role of the expression.
    pub(super) fn part(&mut self, binding: BindingId) {
        let root = self.expr(self.expression.root);
        match self.expression.part {
            Part::Value | Part::Free | Part::Named => {}
            // Declarations are checked when everything is typed.
            Part::Expected(_) | Part::Input(_) if self.lowering.context.program.is_modelled => {}
            Part::Default => self.facts().defaults_to.push((binding, root)),
            Part::Range(_) => self.facts().ranges_over.push((binding, root)),
            Part::Expected(ty) => self.facts().is_expected.push((root, ty)),
            Part::Provider(ty) => {
                self.facts().is_expected.push((root, ty));
                self.facts().takes_provider.push((root, binding));
            }
            Part::Constant(value, ty) => {
                let program = self.lowering.context.program;
                let is_whole = program.is_terraform && !program.is_run_by_pulumi();
                self.facts().takes_constant.push((root, value, ty, is_whole));
            }
            Part::Count => {
                self.facts().counts.push((root, binding));
                self.facts().is_expected.push((root, NUMBER));
                let program = self.lowering.context.program;
                if program.is_terraform && !program.is_run_by_pulumi() {
                    self.facts().numbers_instances.push((root,));
                }
            }
            Part::Input(name) => {
                self.facts().is_input.push((root, binding, name));
                self.lower_variants(root, name);
            }
            Part::Hooks(hooks) => {
                let program = self.lowering.context.program;
                for &(node, kind) in &program.hooks[hooks as usize] {
                    let hook = self.expr(node);
                    self.facts().takes_hook.push((hook, kind));
                }
            }
        }
    }

    pub(super) fn invocation(&mut self, e: ExprId, invocation: &Invocation) {
        match invocation {
            Invocation::Unknown(parameters, returns) => self.facts().calls_unchecked.push((e, *parameters, *returns)),
            Invocation::Method(name) => self.facts().calls_method.push((e, *name)),
            Invocation::Function { form, plain, inputs, signatures } => {
                self.facts().invokes.push((e, *plain, *inputs, *form));
                let rows = signatures.iter().map(|&(form, parameters, returns)| (e, form, parameters, returns));
                self.lowering
                    .builder
                    .chunk
                    .facts
                    .invocation_signature
                    .extend::<Vec<(_, InvocationForm, _, _)>>(rows.collect());
            }
        }
    }
}

/// Returns names in their byte order.
fn by_text(types: &Interner, names: impl Iterator<Item = Name>) -> Vec<Name> {
    let mut names: Vec<Name> = names.collect();
    names.sort_unstable_by(|&a, &b| types.text(a).cmp(types.text(b)));
    names
}
