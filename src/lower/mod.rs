//! Lowering: a chunk of definitions becomes facts. Nothing is inferred.

mod blocks;
mod variants;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::program::environment::Environment;
use crate::program::resolve::{Resolution, Target};
use crate::program::{Definition, DefinitionId, Expression, Instance, Place, Program, UnionVariant};
use crate::syntax::tree::{CallId, For, Items, List, Node, NodeId, ObjectKey, StepKey, Steps, Tree};
use crate::terms::facts::Facts;
use crate::types::vocabulary::{
    BindingId, Comprehension, ExprId, Form, FunctionId, InterfaceId, Literal, Operation, Role, Step, UnaryOperator,
    Written,
};
use crate::types::{ANY, Interner, Name, Ty};

/// The facts of some definitions, and where their expressions come from.
#[derive(Debug, Default)]
pub struct Chunk {
    /// The facts.
    pub facts: Facts,
    /// The place of each expression.
    pub places: Vec<Place>,
}

/// The program around the definitions that are lowered.
pub struct Context<'a> {
    /// The program.
    pub program: &'a Program,
    /// The targets of its names.
    pub resolution: &'a Resolution,
    /// Its environment.
    pub environment: &'a Environment,
}

/// Definitions of one program, of which facts are to be made.
pub struct ChunkInput<'a> {
    /// The program around them.
    pub context: Context<'a>,
    /// The definitions.
    pub definitions: &'a [DefinitionId],
    /// The state of a definition: one of the chunk, typed before, or circular.
    pub known: &'a dyn Fn(DefinitionId) -> Known,
}

/// From where on the parts of a program are numbered in a chunk.
#[derive(Clone, Copy, Debug, Default)]
pub struct Origin {
    /// Its first expression.
    pub expression: u32,
    /// Its first binding. The first bindings of a program are the definitions of which facts are made.
    pub binding: u32,
}

/// Makes facts of definitions.
pub fn lower(input: &ChunkInput<'_>, types: &mut Interner) -> Chunk {
    lower_batch(std::slice::from_ref(input), types).0
}

/// Makes facts of definitions of several independent programs in one environment.
pub fn lower_batch(inputs: &[ChunkInput<'_>], types: &mut Interner) -> (Chunk, Vec<Origin>) {
    let mut builder = ChunkBuilder::default();
    let (mut origins, mut interfaces) = (Vec::with_capacity(inputs.len()), 0);
    for ChunkInput { context, definitions, known } in inputs {
        let origin = Origin { expression: builder.chunk.places.len() as u32, binding: builder.bindings };
        origins.push(origin);
        let mut lowering = Lowering {
            context,
            known,
            types,
            builder: &mut builder,
            first_interface: interfaces,
            bindings: FxHashMap::default(),
            interfaces: FxHashSet::default(),
            variants: FxHashMap::default(),
            lowered_variants: FxHashSet::default(),
        };
        lowering.definitions(definitions);
        interfaces += context.program.interfaces.len() as u32;
    }
    (builder.chunk, origins)
}

/// The state of a definition before its chunk is typed.
#[derive(Clone, Copy, Debug)]
pub enum Known {
    /// It is part of the chunk: its type is that of its expression.
    Here,
    /// It has been typed before: its type.
    Typed(Ty),
    /// It depends on itself.
    Circular,
}

/// The target of a binding outside of the expression that binds it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Bound {
    Definition(DefinitionId),
    Declared(Name),
    /// An input of a definition, by its number.
    Property(DefinitionId, u32),
}

/// A chunk that is being built, program by program.
#[derive(Default)]
struct ChunkBuilder {
    chunk: Chunk,
    /// The number of bindings.
    bindings: u32,
    functions: FxHashSet<FunctionId>,
    /// The functions whose signatures depend on the types that their calls write, by these signatures.
    instances: FxHashMap<(Ty, Option<Ty>, Ty, Option<u32>), FunctionId>,
}

struct Lowering<'a> {
    context: &'a Context<'a>,
    known: &'a dyn Fn(DefinitionId) -> Known,
    types: &'a mut Interner,
    builder: &'a mut ChunkBuilder,
    first_interface: u32,
    bindings: FxHashMap<Bound, BindingId>,
    interfaces: FxHashSet<InterfaceId>,
    /// The variants that objects in inputs may select.
    variants: FxHashMap<(InterfaceId, Name), &'a [UnionVariant]>,
    /// The inputs whose variants have become facts.
    lowered_variants: FxHashSet<(InterfaceId, Name)>,
}

impl Lowering<'_> {
    fn definitions(&mut self, definitions: &[DefinitionId]) {
        for &id in definitions {
            let binding = self.fresh(1);
            self.bindings.insert(Bound::Definition(id), binding);
        }
        for &id in definitions {
            self.definition(id);
        }
    }

    fn definition(&mut self, id: DefinitionId) {
        let definition = self.context.program.definition(id);
        let binding = self.bindings[&Bound::Definition(id)];
        let locals = self.fresh(self.context.resolution.local_count(id));
        let is_circular = matches!((self.known)(id), Known::Circular);
        if let Some(block) = &definition.block {
            self.interface(binding, block);
        }
        let mut roots = Vec::with_capacity(definition.expressions.len());
        for expression in &definition.expressions {
            let mut body = Body {
                id,
                definition,
                expression,
                tree: self.context.program.tree(id),
                base: self.builder.chunk.places.len() as u32,
                locals,
                lowering: self,
            };
            expression.nodes().for_each(|node| body.node(node));
            body.part(binding);
            roots.push(body.expr(expression.root));
        }
        self.describe(binding, definition);
        match (&definition.block, is_circular) {
            (_, true) => self.builder.chunk.facts.is_circular.push((binding,)),
            (None, false) => self.builder.chunk.facts.defines.extend(roots.first().map(|&root| (binding, root))),
            (Some(block), false) => self.block(binding, block, &roots),
        }
        if let Some(block) = &definition.block {
            self.variable(binding, locals, block, is_circular);
        }
    }

    fn fresh(&mut self, count: u32) -> BindingId {
        let first = self.builder.bindings;
        self.builder.bindings += count;
        BindingId(first)
    }

    /// The binding of a definition or declared variable. The first time it is met, its known type becomes a fact.
    fn binding(&mut self, bound: Bound) -> BindingId {
        if let Some(&binding) = self.bindings.get(&bound) {
            return binding;
        }
        let binding = self.fresh(1);
        self.bindings.insert(bound, binding);
        let facts = &mut self.builder.chunk.facts;
        match bound {
            Bound::Declared(name) => facts.is_given.push((binding, self.context.environment.variables[&name])),
            Bound::Property(id, at) => {
                let inputs = self.context.program.inputs(self.context.program.definition(id));
                facts.is_given.push((binding, inputs.get(at as usize).map_or(ANY, |input| input.ty)));
            }
            Bound::Definition(id) => {
                match (self.known)(id) {
                    Known::Typed(ty) => facts.is_given.push((binding, ty)),
                    Known::Circular | Known::Here => facts.is_circular.push((binding,)),
                }
                self.describe(binding, self.context.program.definition(id));
            }
        }
        binding
    }

    /// The function that a call which writes types calls: one for each signature.
    fn instance(&mut self, instance: &Instance) -> FunctionId {
        let next = FunctionId(self.context.environment.signature_count() + self.builder.instances.len() as u32);
        let Instance { parameters, variadic, returns, converted, .. } = *instance;
        let id = *self.builder.instances.entry((parameters, variadic, returns, converted)).or_insert(next);
        if id == next {
            let facts = &mut self.builder.chunk.facts;
            match converted {
                Some(argument) => facts.has_conversion.push((id, parameters, variadic, returns, argument)),
                None => facts.has_signature.push((id, parameters, variadic, returns)),
            }
        }
        id
    }

    fn function(&mut self, id: FunctionId) {
        if self.builder.functions.insert(id) {
            let signature = self.context.environment.signature(id);
            let facts = &mut self.builder.chunk.facts;
            match signature.builtin {
                Some(builtin) => {
                    facts.is_builtin.push((id, builtin));
                    facts.has_candidate.extend(self.context.environment.candidates(id));
                }
                None if signature.is_by_schema => {}
                None => facts.has_signature.push((id, signature.parameters, signature.variadic, signature.returns)),
            }
        }
    }
}

/// One expression being lowered, node by node, in the order of their numbers.
struct Body<'b, 'a> {
    id: DefinitionId,
    definition: &'b Definition,
    expression: &'b Expression,
    tree: &'b Tree,
    /// The number of the first of its nodes in the chunk.
    base: u32,
    /// The binding of the definition's first variable.
    locals: BindingId,
    lowering: &'b mut Lowering<'a>,
}

impl Body<'_, '_> {
    fn expr(&self, node: NodeId) -> ExprId {
        ExprId(node.0 - self.expression.first.0 + self.base)
    }

    fn facts(&mut self) -> &mut Facts {
        &mut self.lowering.builder.chunk.facts
    }

    fn local(&self, number: u32) -> BindingId {
        BindingId(self.locals.0 + number)
    }

    fn node(&mut self, id: NodeId) {
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
                return self.steps(steps);
            }
            Node::Relative(source, steps) => {
                self.is_part(source, e, Role::Source);
                return self.steps(steps);
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
        if self.is_modelled() {
            self.facts().is_literal.push((e, Literal::Text(text)));
        } else {
            self.facts().is_text.push((e,));
        }
    }

    /// Where types are declared, a conditional is an operator. Otherwise only its branches are operands.
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

    /// Holds if types are declared in the program.
    fn is_modelled(&self) -> bool {
        self.lowering.context.program.is_modelled
    }

    /// Expressions without operands and steps.
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
                    self.facts().binds_item.push((e, item));
                }
            }
            Node::Broken => self.facts().is_broken.push((e,)),
            // The texts of a template have no type of their own; the others have operands or steps.
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
            Target::Definition(id) => self.lowering.binding(Bound::Definition(id)),
            Target::Declared(name) => self.lowering.binding(Bound::Declared(name)),
            Target::Local(number) => self.local(number),
            Target::Property(at) => {
                let property = self.lowering.binding(Bound::Property(self.id, at));
                return self.facts().names_property.push((e, property));
            }
            Target::Unknown | Target::Binds(_) => {
                self.erroneous(e);
                return self.facts().is_unknown.push((e,));
            }
            Target::None => return self.facts().is_broken.push((e,)),
        };
        self.facts().refers_to.push((e, binding));
    }

    /// Where types are declared, what means nothing is an error.
    fn erroneous(&mut self, e: ExprId) {
        if self.is_modelled() {
            self.facts().is_erroneous.push((e,));
        }
    }

    fn steps(&mut self, steps: Steps) {
        let steps = self.tree.steps(steps).iter().map(|step| match step.key {
            StepKey::Attribute(name) | StepKey::Text(name) => Step::Name(name),
            StepKey::Number(number) => Step::Number(number),
            StepKey::Bool(value) => Step::Bool(value),
            StepKey::Null => Step::Null,
        });
        self.lowering.builder.chunk.facts.outline.push(Written::Other, [], steps, []);
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
        self.composed(e, Form::Template, &operands);
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
            // In a computed object names stand for values only by their number.
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

    /// The name that an expression in the place of a key writes, if it need not be computed.
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
        if let Some(invocation) = self.lowering.context.program.invocations.get(&place) {
            self.invocation(e, invocation);
        }
        if let Target::Binds(error) = self.target(id) {
            let error = self.local(error);
            self.facts().binds_error.push((e, error));
        }
        let instance = self.lowering.context.program.instances.get(&place);
        if let Some(instance) = instance {
            let function = self.lowering.instance(instance);
            self.facts().is_call.push((e, function));
            let is_value = |place: u32| !instance.positions.contains(&place);
            let all = self.tree.list(call.arguments);
            let arguments = (0..).zip(all).filter(|&(place, _)| is_value(place));
            let (places, arguments): (Vec<u32>, Vec<NodeId>) =
                arguments.map(|(place, &argument)| (place, argument)).unzip();
            // A type has no elements to expand.
            let is_last_a_value = places.last().is_some_and(|&last| last as usize + 1 == all.len());
            if call.expands_last && is_last_a_value {
                self.facts().expands_last.push((e,));
            }
            return self.composed(e, Form::Call, &arguments);
        }
        if let Some(function) = self.lowering.context.environment.function(call.function) {
            self.lowering.function(function);
            self.facts().is_call.push((e, function));
        } else {
            self.erroneous(e);
            self.facts().is_unknown_call.push((e,));
        }
        if call.expands_last {
            self.facts().expands_last.push((e,));
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
                self.facts().binds_key.push((e, key));
            }
            let value = self.local(first + u32::from(has_key));
            self.facts().binds_value.push((e, value));
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
