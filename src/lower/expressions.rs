//! Lowering of expressions: their forms, parts and operands, and the names in them.

use super::{Body, Bound, Context};
use crate::builtins::facts::Facts;
use crate::program::resolve::{Target, steps_in_name};
use crate::program::{DefinitionId, Kind, NamedFile, Part, Place};
use crate::syntax::tree::{CallId, For, Items, List, Node, NodeId, ObjectKey, StepKey, Steps};
use crate::types::Name;
use crate::types::vocabulary::{
    BindingId, Comprehension, ExprId, Form, Literal, Mark, Operation, Role, Step, UnaryOperator, Unresolved, Variable,
    Written,
};

impl Body<'_, '_> {
    pub(super) fn expr(&self, node: NodeId) -> ExprId {
        ExprId(node.0 - self.expression.first.0 + self.base)
    }

    pub(super) fn facts(&mut self) -> &mut Facts {
        &mut self.lowering.builder.chunk.facts
    }

    pub(super) fn local(&self, number: u32) -> BindingId {
        BindingId(self.locals.0 + number)
    }

    pub(super) fn node(&mut self, id: NodeId) {
        let e = self.expr(id);
        self.lowering.builder.chunk.places.push(Place { file: self.definition.file, node: id });
        match self.tree.node(id) {
            Node::Template(parts) => return self.template(e, parts),
            Node::Tuple(elements) => return self.composed(e, Form::Tuple, self.tree.list(elements)),
            Node::Object(items) => return self.object(e, items),
            Node::Call(call) => return self.call(e, id, call),
            Node::For(parts) => return self.for_expression(e, id, *self.tree.for_parts(parts)),
            Node::Variable(_, steps) => {
                self.name(e, id);
                let consumed = self.consumed_steps(id);
                self.instance_key(e, id, steps, consumed);
                let value = self.value_behind(self.target(id), steps);
                let (text, texts) = value.map(|value| self.texts_of(value)).unwrap_or_default();
                self.facts().outline.add_texts(e, texts);
                return self.steps(steps, consumed, text);
            }
            Node::Relative(source, steps) => {
                self.is_part(source, e, Role::Source);
                return self.steps(steps, 0, None);
            }
            Node::String(text) => {
                self.text(e, text);
                return self.facts().outline.push(Written::Text, [], [], [text]);
            }
            Node::Wrap(inner) | Node::Parenthesis(inner) => {
                self.is_part(inner, e, Role::Standing);
                return self.written_of(Written::Same, &[inner]);
            }
            Node::Unary(operator, operand) if self.is_modelled() => {
                return self.composed(e, Form::Operation(Operation::Unary(operator)), &[operand]);
            }
            Node::Binary(operator, left, right) if self.is_modelled() => {
                return self.composed(e, Form::Operation(Operation::Binary(operator)), &[left, right]);
            }
            Node::Conditional(parts) => return self.conditional(e, self.tree.list(parts)),
            simple => self.simple(e, id, simple),
        }
        self.facts().outline.push(Written::Other, [], [], []);
    }

    fn text(&mut self, e: ExprId, text: Name) {
        if self.is_modelled() || self.lowering.context.program.is_terraform {
            self.facts().is_literal.push((e, Literal::Text(text)));
        } else {
            self.facts().is_text.push((e,));
        }
    }

    /// With declared types, a conditional is an operator. Otherwise only its branches are operands.
    fn conditional(&mut self, e: ExprId, parts: &[NodeId]) {
        if self.is_modelled() {
            parts.first().into_iter().for_each(|&condition| self.is_part(condition, e, Role::Condition));
            return self.composed(e, Form::Operation(Operation::Conditional), parts);
        }
        for (&part, role) in parts.iter().zip([Role::Condition, Role::Then, Role::Else]) {
            self.is_part(part, e, role);
        }
        self.written_of(Written::Branches, parts.get(1..).unwrap_or(&[]));
    }

    /// Holds if the program has declared types.
    fn is_modelled(&self) -> bool {
        self.lowering.context.program.is_modelled
    }

    /// Lowers expressions without operands and steps.
    fn simple(&mut self, e: ExprId, id: NodeId, node: Node) {
        match node {
            Node::Null => self.facts().is_literal.push((e, Literal::Null)),
            Node::Bool(value) => self.facts().is_literal.push((e, Literal::Bool(value))),
            Node::Number(number) => self.facts().is_literal.push((e, Literal::Number(number))),
            Node::Join(inner) => self.is_part(inner, e, Role::Joined),
            Node::Item => self.name(e, id),
            Node::Unary(operator, operand) => self.is_part(operand, e, Role::Operand(operator)),
            Node::Binary(operator, left, right) => {
                self.is_part(left, e, Role::Left(operator));
                self.is_part(right, e, Role::Right(operator));
            }
            Node::Index(collection, key) => {
                self.is_part(collection, e, Role::Collection);
                self.is_part(key, e, Role::Key);
            }
            Node::Splat(source, each) => {
                self.is_part(source, e, Role::Splatted);
                self.is_part(each, e, Role::Each);
                if let Target::Binds(item) = self.target(id) {
                    let item = self.local(item);
                    self.facts().binds_variable.push((e, item, Variable::Item));
                }
            }
            Node::Broken => self.unresolved(e, Unresolved::Syntax),
            // The literal texts of a template have no type; the other forms have operands or steps.
            _ => {}
        }
    }

    fn is_part(&mut self, part: NodeId, of: ExprId, role: Role) {
        let part = self.expr(part);
        let is_expecting = matches!(role, Role::Condition | Role::ForCondition | Role::Key | Role::ForKey);
        if is_expecting && self.is_modelled() {
            self.facts().has_to_fit.push((part,));
        }
        self.facts().is_part.push((part, of, role));
    }

    fn target(&self, id: NodeId) -> Target {
        self.lowering.context.resolution.target(Place { file: self.definition.file, node: id })
    }

    fn name(&mut self, e: ExprId, id: NodeId) {
        let binding = match self.target(id) {
            Target::Definition(other) => {
                let program = self.lowering.context.program;
                let has_steps =
                    matches!(self.tree.node(id), Node::Variable(_, steps) if !self.tree.steps(steps).is_empty());
                if !has_steps && !program.is_terraform && program.literal(other).is_some() {
                    self.facts().names_literal.push((e,));
                }
                if has_steps && let Some(range) = self.written_range(other) {
                    self.facts().names_instances.push((e, range));
                }
                if self.lowering.context.program.is_nullable(other) {
                    self.facts().names_nullable.push((e,));
                }
                self.lowering.binding(Bound::Definition(other))
            }
            Target::Declared(name) => {
                let owner = self.owner_named(name);
                self.lowering.binding(owner.map_or(Bound::Declared(name), Bound::Own))
            }
            Target::Local(number) => self.local(number),
            Target::Property(at) => {
                let property = self.lowering.binding(Bound::Property(self.id, at));
                return self.facts().names_property.push((e, property));
            }
            Target::Unknown | Target::Binds(_) => return self.unresolved(e, Unresolved::Name),
            Target::None => return self.unresolved(e, Unresolved::Syntax),
        };
        self.facts().refers_to.push((e, binding));
        if self.lowering.context.resolution.deciding.as_ref().is_some_and(|deciding| !deciding.contains(&self.id)) {
            self.facts().ignores.push((e, Mark::Deferred, true));
        }
    }

    /// Returns the resource that a declared name means, if it is `self`.
    fn owner_named(&self, name: Name) -> Option<DefinitionId> {
        let program = self.lowering.context.program;
        let is_own = program.is_terraform && self.lowering.types.text(name) == "self";
        let owner = is_own.then(|| program.owner(self.id))?;
        program.definition(owner).instance_type().map(|_| owner)
    }

    fn unresolved(&mut self, e: ExprId, what: Unresolved) {
        let is_modelled = self.is_modelled();
        self.facts().is_unresolved.push((e, what, is_modelled));
    }

    fn unknown_function(&mut self, e: ExprId) {
        let is_lazy = self.lowering.context.program.is_terraform;
        self.unresolved(e, if is_lazy { Unresolved::LazyFunction } else { Unresolved::Function });
    }

    /// Returns the number of steps that are part of the name: Terraform names have several parts.
    fn consumed_steps(&self, id: NodeId) -> usize {
        steps_in_name(self.lowering.context.program, self.target(id), self.tree, id, self.lowering.types)
    }

    /// Adds the address of instances, and the key of one, if a name of instances is followed by it.
    fn instance_key(&mut self, e: ExprId, id: NodeId, steps: Steps, consumed: usize) {
        let Context { program, .. } = self.lowering.context;
        let Target::Definition(target) = self.target(id) else { return };
        let named = program.definition(target);
        if !program.is_terraform || named.instance_type().is_none() {
            return;
        }
        if named.kind != Kind::Module && self.expression.part != Part::Named && !program.is_run_by_pulumi() {
            self.facts().is_address.push((e,));
            let check = program.inside_checks.get(&self.id).filter(|_| program.inside_checks.contains_key(&target));
            self.facts().stands_in_check.extend(check.map(|&name| (e, name)));
        }
        let key_of_output = self.tree.steps(steps).get(consumed + 1).filter(|_| named.kind == Kind::Module);
        let is_written =
            |at: usize| self.tree.steps(steps).get(at).is_some_and(|step| !matches!(step.key, StepKey::Attribute(_)));
        if key_of_output.is_some() && is_written(consumed) && is_written(consumed + 1) && !program.is_run_by_pulumi() {
            self.facts().has_key_of_output.push((e,));
        }
        let key = self.tree.steps(steps).get(consumed).and_then(|step| match step.key {
            StepKey::Attribute(_) => None,
            StepKey::Text(text) => Some(Literal::Text(text)),
            StepKey::Number(number) => Some(Literal::Number(number)),
            StepKey::Bool(value) => Some(Literal::Bool(value)),
            StepKey::Null => Some(Literal::Null),
        });
        self.written_instances(e, target, key);
        self.facts().has_instance_key.extend(key.map(|key| (e, key)));
    }

    /// Adds what is written about the instances of the block that an address names, unless the address stands in a block that is
    /// repeated itself.
    fn written_instances(&mut self, e: ExprId, named: DefinitionId, key: Option<Literal>) {
        let block = self.definition.block.as_deref();
        if block.is_some_and(|block| self.lowering.is_inside_repeated(block)) {
            return;
        }
        let program = self.lowering.context.program;
        match key {
            Some(Literal::Number(_)) => {
                let count = program.written_count(program.definition(named));
                self.facts().is_one_of.extend(count.map(|count| (e, Literal::Number(count))));
            }
            Some(Literal::Text(_)) if !program.is_run_by_pulumi() => {
                let keys = program.written_keys(named, self.lowering.types).unwrap_or_default();
                self.facts().may_name.extend(keys.into_iter().map(|key| (e, Literal::Text(key))));
            }
            _ => {}
        }
    }

    /// Adds the steps of a traversal, without those that are part of its name, and the text that it stands for.
    fn steps(&mut self, steps: Steps, consumed: usize, text: Option<Name>) {
        let steps = self.tree.steps(steps).iter().skip(consumed).map(|step| match step.key {
            StepKey::Attribute(name) | StepKey::Text(name) => Step::Name(name),
            StepKey::Number(number) => Step::Number(number),
            StepKey::Bool(value) => Step::Bool(value),
            StepKey::Null => Step::Null,
        });
        let written = if text.is_some() { Written::NamedText } else { Written::Other };
        self.lowering.builder.chunk.facts.outline.push(written, [], steps, text);
    }

    fn composed(&mut self, e: ExprId, form: Form, operands: &[NodeId]) {
        self.facts().has_operands.push((e, form));
        let written = match form {
            Form::Tuple => Written::Tuple,
            Form::Operation(Operation::Conditional) => Written::Branches,
            _ => Written::Other,
        };
        self.written_of(written, operands);
    }

    fn written_of(&mut self, written: Written, operands: &[NodeId]) {
        let (first, base) = (self.expression.first.0, self.base);
        let operands = operands.iter().map(|operand| ExprId(operand.0 - first + base));
        self.facts().outline.push(written, operands, [], []);
    }

    fn template(&mut self, e: ExprId, parts: List) {
        let is_expression = |part: &NodeId| !matches!(self.tree.node(*part), Node::Text(_));
        let operands: Vec<NodeId> = self.tree.list(parts).iter().copied().filter(is_expression).collect();
        // The texts between the interpolations; an interpolation is represented by an empty text.
        let part = self.lowering.types.name("");
        let texts: Vec<Name> = self
            .tree
            .list(parts)
            .iter()
            .map(|&node| match self.tree.node(node) {
                Node::Text(text) => text,
                _ => part,
            })
            .collect();
        let operands: Vec<ExprId> = operands.into_iter().map(|operand| self.expr(operand)).collect();
        self.facts().has_operands.push((e, Form::Template));
        self.facts().outline.push(Written::Template, operands, [], texts);
    }

    fn object(&mut self, e: ExprId, items: Items) {
        let items = self.tree.items(items);
        let mut names = Vec::with_capacity(items.len());
        let mut operands = Vec::new();
        let (mut is_computed, mut computed) = (false, Vec::new());
        for item in items {
            let name = match item.key {
                ObjectKey::Name(name) => Some(name),
                ObjectKey::Expression(key, _) => {
                    let name = self.known_key(key);
                    if name.is_none() {
                        is_computed = true;
                        operands.push(self.expr(key));
                        computed.push((self.expr(key),));
                    }
                    name
                }
            };
            // In an object with computed keys, the names only number the values.
            names.push(name.unwrap_or_else(|| self.lowering.types.name("")));
        }
        operands.extend(items.iter().map(|item| self.expr(item.value)));
        let (form, written) =
            if is_computed { (Form::ComputedObject, Written::ComputedObject) } else { (Form::Object, Written::Object) };
        if self.is_modelled() {
            self.facts().has_to_fit.extend(computed);
        }
        self.facts().has_operands.push((e, form));
        self.facts().outline.push(written, operands, [], names);
    }

    /// Returns the name that a key expression denotes, unless it has to be computed.
    fn known_key(&mut self, key: NodeId) -> Option<Name> {
        match self.tree.node(key) {
            Node::String(text) => Some(text),
            Node::Parenthesis(inner) | Node::Wrap(inner) => self.known_key(inner),
            Node::Bool(value) => Some(self.lowering.types.name(if value { "true" } else { "false" })),
            Node::Number(number) => {
                let text = self.lowering.types.number_of(number).to_string();
                Some(self.lowering.types.name(&text))
            }
            Node::Unary(UnaryOperator::Negate, operand) => match self.tree.node(operand) {
                Node::Number(number) => {
                    let text = self.lowering.types.number_of(number).negated().to_string();
                    Some(self.lowering.types.name(&text))
                }
                _ => None,
            },
            _ => None,
        }
    }

    fn call(&mut self, e: ExprId, id: NodeId, call: CallId) {
        let call = *self.tree.call(call);
        let place = Place { file: self.definition.file, node: id };
        match self.lowering.context.program.named_files.get(&place) {
            Some(NamedFile::Missing) => self.facts().names_no_file.push((e,)),
            Some(NamedFile::Malformed { .. }) => self.facts().names_malformed.push((e,)),
            Some(&NamedFile::Text(text)) => self.facts().reads_text.push((e, text)),
            Some(NamedFile::Template { names, is_text }) => {
                self.facts().uses_name.extend(names.iter().map(|&name| (e, name)));
                self.facts().renders_text.extend(is_text.then_some((e,)));
            }
            None => {}
        }
        if let Some(invocation) = self.lowering.context.program.invocations.get(&place) {
            self.invocation(e, invocation);
        }
        if let Target::Binds(error) = self.target(id) {
            let error = self.local(error);
            self.facts().binds_variable.push((e, error, Variable::Error));
        }
        let instance = self.lowering.context.program.instances.get(&place);
        if let Some(instance) = instance {
            let function = self.lowering.instance(instance);
            let is_value = |place: u32| !instance.positions.contains(&place);
            let all = self.tree.list(call.arguments);
            let arguments = (0..).zip(all).filter(|&(place, _)| is_value(place));
            let (places, arguments): (Vec<u32>, Vec<NodeId>) =
                arguments.map(|(place, &argument)| (place, argument)).unzip();
            for &(place, value, ty) in &instance.constants {
                if let Some(&argument) = all.get(place as usize) {
                    let constant = self.expr(argument);
                    self.facts().takes_constant.push((constant, value, ty, false));
                }
            }
            // A type argument has no elements to expand.
            let is_last_a_value = places.last().is_some_and(|&last| last as usize + 1 == all.len());
            self.facts().is_call.push((e, function, call.expands_last && is_last_a_value));
            return self.composed(e, Form::Call, &arguments);
        }
        if let Some(function) = self.lowering.context.environment.function(call.function) {
            self.lowering.function(function);
            let standard = self.lowering.context.environment.signature(function).standard;
            self.facts().calls_standard.extend(standard.map(|standard| (e, standard)));
            self.facts().is_call.push((e, function, call.expands_last));
        } else if let Some(provided) = self.lowering.context.program.provided.get(&call.function) {
            match provided {
                Ok(signature) => {
                    let function = self.lowering.provided(signature);
                    self.facts().is_call.push((e, function, call.expands_last));
                }
                Err(_) => self.unknown_function(e),
            }
        } else if self.lowering.types.text(call.function).starts_with("provider::") {
            // The functions of a provider without a schema are unknown.
            self.unresolved(e, Unresolved::Syntax);
        } else {
            self.unknown_function(e);
        }
        self.composed(e, Form::Call, self.tree.list(call.arguments));
    }

    fn for_expression(&mut self, e: ExprId, id: NodeId, parts: For) {
        self.is_part(parts.collection, e, Role::Iterated);
        let result = match (parts.key, parts.is_grouping) {
            (None, _) => Comprehension::List,
            (Some(_), false) => Comprehension::Map,
            (Some(_), true) => Comprehension::Groups,
        };
        self.facts().makes.push((e, result));
        if let Target::Binds(first) = self.target(id) {
            let has_key = parts.key_variable.is_some();
            if has_key {
                let key = self.local(first);
                self.facts().binds_variable.push((e, key, Variable::Key));
            }
            let value = self.local(first + u32::from(has_key));
            self.facts().binds_variable.push((e, value, Variable::Value));
        }
        if let Some(key) = parts.key {
            self.is_part(key, e, Role::ForKey);
        }
        if let Some(condition) = parts.condition {
            self.is_part(condition, e, Role::ForCondition);
        }
        let operands: Vec<NodeId> = [Some(parts.value), parts.key, parts.condition].into_iter().flatten().collect();
        self.facts().has_operands.push((e, Form::For));
        let written = match result {
            Comprehension::List => Written::ForList,
            Comprehension::Map => Written::ForMap,
            Comprehension::Groups => Written::Other,
        };
        self.written_of(written, &operands);
    }
}
