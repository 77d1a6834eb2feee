//! Lowering: converts a chunk of definitions to facts. It infers nothing.

mod blocks;
mod expressions;
mod literals;
mod marks;
mod variants;

use rustc_hash::{FxHashMap, FxHashSet};

use self::literals::{WrittenObjects, WrittenTexts};
use crate::builtins::facts::Facts;
use crate::program::environment::{Environment, Signature};
use crate::program::resolve::Resolution;
use crate::program::{
    Budget, Definition, DefinitionId, Expression, Instance, Kind, Part, Place, Program, UnionVariant,
};
use crate::syntax::tree::Tree;
use crate::types::vocabulary::{BindingId, FunctionId, InterfaceId, Mark, Path, Standard};
use crate::types::{ANY, Interner, NONE, Name, Ty};

/// The facts of some definitions, with the places of their expressions.
#[derive(Debug, Default)]
pub struct Chunk {
    /// The facts.
    pub facts: Facts,
    /// The place of each expression.
    pub places: Vec<Place>,
    /// The bindings of definitions, variables and inputs of the last program.
    pub bindings: FxHashMap<Bound, BindingId>,
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

/// The definitions of one program to be lowered.
pub struct ChunkInput<'a> {
    /// The program around them.
    pub context: Context<'a>,
    /// The definitions.
    pub definitions: &'a [DefinitionId],
    /// The state of a definition: in the chunk, typed before, or circular.
    pub known: &'a dyn Fn(DefinitionId) -> Known,
    /// The marks of definitions that were typed before.
    pub marks: &'a FxHashMap<DefinitionId, Vec<(Path, Mark)>>,
}

/// The first numbers of a program's parts in a chunk.
#[derive(Clone, Copy, Debug, Default)]
pub struct Origin {
    /// Its first expression.
    pub expression: u32,
    /// Its first binding. The first bindings of a program are the lowered definitions.
    pub binding: u32,
}

/// Lowers definitions to facts.
pub fn lower(input: &ChunkInput<'_>, types: &mut Interner) -> Chunk {
    lower_batch(std::slice::from_ref(input), types).0
}

/// Lowers definitions of several independent programs in one environment.
pub fn lower_batch(inputs: &[ChunkInput<'_>], types: &mut Interner) -> (Chunk, Vec<Origin>) {
    let mut builder = ChunkBuilder::default();
    let (mut origins, mut interfaces) = (Vec::with_capacity(inputs.len()), 0);
    for ChunkInput { context, definitions, known, marks } in inputs {
        builder.chunk.facts.is_terraform |= context.program.is_terraform;
        let origin = Origin { expression: builder.chunk.places.len() as u32, binding: builder.bindings };
        origins.push(origin);
        if let Budget::OfProgram(sharing) = context.program.budget {
            builder.chunk.facts.outline.begin_program(sharing);
        }
        let mut lowering = Lowering {
            context,
            known,
            marks,
            types,
            builder: &mut builder,
            first_interface: interfaces,
            bindings: FxHashMap::default(),
            interfaces: FxHashSet::default(),
            variants: FxHashMap::default(),
            lowered_variants: FxHashSet::default(),
            written_objects: WrittenObjects::default(),
            texts: WrittenTexts::default(),
        };
        lowering.definitions(definitions);
        let bindings = lowering.bindings;
        builder.chunk.bindings = bindings;
        interfaces += context.program.interfaces.len() as u32;
    }
    (builder.chunk, origins)
}

/// The state of a definition before its chunk is typed.
#[derive(Clone, Copy, Debug)]
pub enum Known {
    /// In the chunk: it has the type of its expression.
    Here,
    /// Typed before, with this type.
    Typed(Ty),
    /// Dependent on itself.
    Circular,
}

/// The meaning of a binding that is bound outside of expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bound {
    /// A definition of the program.
    Definition(DefinitionId),
    /// A declared variable.
    Declared(Name),
    /// The name `self` in a resource: the instance.
    Own(DefinitionId),
    /// An input of a definition, by its index.
    Property(DefinitionId, u32),
}

/// A chunk that is being built, program by program.
#[derive(Default)]
struct ChunkBuilder {
    chunk: Chunk,
    /// The number of bindings.
    bindings: u32,
    functions: FxHashSet<FunctionId>,
    /// The functions whose signatures depend on types written in calls, or on schemas of providers.
    instances: FxHashMap<ExtraFunction, FunctionId>,
}

/// A function outside of the environment: its name, if it distinguishes the function, and its signature.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct ExtraFunction {
    name: Option<Name>,
    parameters: Ty,
    variadic: Option<Ty>,
    returns: Ty,
    converted: Option<u32>,
}

struct Lowering<'a> {
    context: &'a Context<'a>,
    known: &'a dyn Fn(DefinitionId) -> Known,
    marks: &'a FxHashMap<DefinitionId, Vec<(Path, Mark)>>,
    types: &'a mut Interner,
    builder: &'a mut ChunkBuilder,
    first_interface: u32,
    bindings: FxHashMap<Bound, BindingId>,
    interfaces: FxHashSet<InterfaceId>,
    /// The union variants that objects in inputs may select.
    variants: FxHashMap<(InterfaceId, Name), &'a [UnionVariant]>,
    /// The inputs whose variants have been lowered.
    lowered_variants: FxHashSet<(InterfaceId, Name)>,
    /// The values in objects that are written out, by name.
    written_objects: WrittenObjects,
    /// The types of the texts in structures that are written out.
    texts: WrittenTexts,
}

impl Lowering<'_> {
    fn definitions(&mut self, definitions: &[DefinitionId]) {
        for &id in definitions {
            let binding = self.fresh(1);
            self.bindings.insert(Bound::Definition(id), binding);
        }
        let count = definitions.iter().map(|&id| self.context.program.definition(id).node_count()).sum();
        self.builder.chunk.places.reserve(count);
        self.builder.chunk.facts.outline.reserve(count);
        for &id in definitions {
            self.definition(id);
        }
    }

    fn definition(&mut self, id: DefinitionId) {
        let definition = self.context.program.definition(id);
        let binding = self.bindings[&Bound::Definition(id)];
        let locals = self.fresh(self.context.resolution.local_count(id));
        let is_circular = matches!((self.known)(id), Known::Circular);
        if let Some(sharing) = self.context.program.own_budget(definition.file) {
            self.builder.chunk.facts.outline.begin_program(sharing);
        }
        if let Some(block) = &definition.block {
            self.interface(binding, definition, block);
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
            let root = body.expr(expression.root);
            if self.context.program.is_terraform && expression.part != Part::Named {
                self.builder.chunk.facts.stands_alone.push((root,));
            }
            roots.push(root);
        }
        self.describe(binding, id);
        self.uses(binding, definition, &roots);
        match (&definition.block, is_circular) {
            (_, true) => self.builder.chunk.facts.is_circular.push((binding,)),
            (None, false) => self.builder.chunk.facts.defines.extend(roots.first().map(|&root| (binding, root))),
            (Some(block), false) => {
                self.block(binding, block, &roots);
                let has_defaults = definition.kind == Kind::Output && self.context.program.defaults.contains_key(&id);
                self.builder.chunk.facts.has_defaults.extend(has_defaults.then_some((binding,)));
            }
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

    /// Returns the binding of a definition or declared variable. At the first call, adds its known type as a fact.
    fn binding(&mut self, bound: Bound) -> BindingId {
        if let Some(&binding) = self.bindings.get(&bound) {
            return binding;
        }
        let binding = self.fresh(1);
        self.bindings.insert(bound, binding);
        let facts = &mut self.builder.chunk.facts;
        match bound {
            Bound::Declared(name) => {
                facts.is_given.push((binding, self.context.environment.variables[&name]));
                facts
                    .names_surroundings
                    .extend(self.context.environment.surroundings.contains(&name).then_some((binding,)));
                let marks = self.context.environment.marks.get(&name).into_iter().flatten();
                facts.declares_mark.extend(marks.map(|&(path, mark)| (binding, path, mark)));
            }
            Bound::Own(id) => {
                let instance = self.context.program.definition(id).instance_type();
                facts.is_given.push((binding, instance.unwrap_or(ANY)));
            }
            Bound::Property(id, at) => {
                let inputs = self.context.program.inputs(self.context.program.definition(id));
                facts.is_given.push((binding, inputs.get(at as usize).map_or(ANY, |input| input.ty)));
            }
            Bound::Definition(id) => {
                match (self.known)(id) {
                    Known::Typed(ty) => facts.is_given.push((binding, ty)),
                    Known::Circular | Known::Here => facts.is_circular.push((binding,)),
                }
                self.describe(binding, id);
                self.known_marks(binding, id);
            }
        }
        binding
    }

    /// Returns the function of a call with type arguments: one for each signature.
    fn instance(&mut self, instance: &Instance) -> FunctionId {
        let Instance { parameters, variadic, returns, converted, .. } = *instance;
        let (id, is_new) =
            self.further_function(ExtraFunction { name: None, parameters, variadic, returns, converted });
        if is_new {
            let facts = &mut self.builder.chunk.facts;
            if self.context.program.is_terraform {
                facts.has_name.push((id, self.types.name("convert")));
            }
            let taken = self.types.members(parameters).first().copied().filter(|&ty| ty != ANY);
            let of_value = taken.filter(|_| self.context.program.is_terraform);
            if let Some(ty) = of_value {
                facts.has_conversion.push((id, parameters, variadic, ty, 0));
                return id;
            }
            let parameters = if self.context.program.is_terraform {
                // A constant has already been checked against the type.
                let anything = self.types.union(&[ANY, NONE]);
                self.types.tuple(&[anything])
            } else {
                parameters
            };
            match converted {
                Some(argument) => facts.has_conversion.push((id, parameters, variadic, returns, argument)),
                None => facts.has_signature.push((id, parameters, variadic, returns)),
            }
        }
        id
    }

    /// Returns the function of a provider.
    fn provided(&mut self, signature: &Signature) -> FunctionId {
        let Signature { name, parameters, variadic, returns, .. } = *signature;
        let further = ExtraFunction { name: Some(name), parameters, variadic, returns, converted: None };
        let (id, is_new) = self.further_function(further);
        if is_new {
            let facts = &mut self.builder.chunk.facts;
            facts.has_name.push((id, name));
            facts.has_signature.push((id, parameters, variadic, returns));
        }
        id
    }

    /// Returns a function outside of the environment; the flag holds at the first call.
    fn further_function(&mut self, function: ExtraFunction) -> (FunctionId, bool) {
        let next = FunctionId(self.context.environment.signature_count() + self.builder.instances.len() as u32);
        let id = *self.builder.instances.entry(function).or_insert(next);
        (id, id == next)
    }

    fn function(&mut self, id: FunctionId) {
        if self.builder.functions.insert(id) {
            let signature = self.context.environment.signature(id);
            let facts = &mut self.builder.chunk.facts;
            if self.context.program.is_terraform {
                facts.has_name.push((id, signature.name));
            }
            facts.rejects_null_elements.extend(signature.rejects_null_elements.then_some((id,)));
            if let Some(standard) = signature.standard {
                facts.is_standard.push((id, standard));
                let is_lazy = standard == Standard::Try || standard == Standard::Can;
                facts.is_lazy.extend(is_lazy.then_some((id,)));
            }
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

/// The lowering of one expression, node by node in the order of their ids.
struct Body<'b, 'a> {
    id: DefinitionId,
    definition: &'b Definition,
    expression: &'b Expression,
    tree: &'b Tree,
    /// The number of its first node in the chunk.
    base: u32,
    /// The binding of the definition's first variable.
    locals: BindingId,
    lowering: &'b mut Lowering<'a>,
}
