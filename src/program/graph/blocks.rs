//! The dependencies between the blocks of a module of Terraform, and the cycles among them.
//!
//! The outputs of a resource have types before its arguments are typed, so that the order of typing is finer than the order in
//! which Terraform evaluates blocks. Here a block is one node, with all its arguments, whatever repeats it. A call of a module is
//! several: its repetition, each of its inputs, each of its outputs, and the whole, as Terraform evaluates them.

use std::collections::VecDeque;

use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::EdgeRef;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::program::graph::Cycle;
use crate::program::resolve::{PROVIDER, Resolution, Target, attribute_path};
use crate::program::{
    Block, BlockNames, BlockValue, Definition, DefinitionId, Expression, FileId, Flow, Kind, Part, Place, Program,
    Scope,
};
use crate::syntax::tree::{Node, NodeId, ObjectKey, StepKey};
use crate::types::{Interner, Name};

/// A node of the graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Vertex {
    /// A block that is no call of a module, or the repetition of a call.
    Block(DefinitionId),
    /// An input of a call.
    Input(DefinitionId, Name),
    /// An output of a call.
    Output(DefinitionId, Name),
    /// The whole of a call.
    Whole(DefinitionId),
}

impl Vertex {
    fn definition(self) -> DefinitionId {
        match self {
            Self::Block(id) | Self::Input(id, _) | Self::Output(id, _) | Self::Whole(id) => id,
        }
    }
}

/// The graph of a module's blocks. An edge has the place of the reference, unless it is inside of a called module.
pub struct BlockGraph<'a> {
    program: &'a Program,
    resolution: &'a Resolution,
    types: &'a mut Interner,
    graph: DiGraph<Vertex, Option<Place>>,
    numbers: FxHashMap<Vertex, NodeIndex>,
    /// The definitions of each block, in order.
    parts: FxHashMap<DefinitionId, Vec<DefinitionId>>,
}

/// The cycles of blocks, and the definitions in them.
#[derive(Debug, Default)]
pub struct BlockCycles {
    /// The cycles, ordered by their first definition in source order.
    pub cycles: Vec<Cycle>,
    /// The definitions of all blocks in cycles.
    pub circular: FxHashSet<DefinitionId>,
}

impl<'a> BlockGraph<'a> {
    /// Builds the graph of a module. Linear in its expressions and references.
    pub fn new(program: &'a Program, resolution: &'a Resolution, types: &'a mut Interner) -> Self {
        let mut parts: FxHashMap<DefinitionId, Vec<DefinitionId>> = FxHashMap::default();
        for id in program.definition_ids() {
            parts.entry(program.owner(id)).or_default().push(id);
        }
        let (graph, numbers) = (DiGraph::new(), FxHashMap::default());
        let mut blocks = Self { program, resolution, types, graph, numbers, parts };
        for id in program.definition_ids() {
            blocks.definition(id);
        }
        blocks
    }

    /// Returns the cycles: the shortest path of each strongly connected component.
    pub fn cycles(&self) -> BlockCycles {
        let mut found = BlockCycles::default();
        for component in kosaraju_scc(&self.graph) {
            let members: FxHashSet<NodeIndex> = component.iter().copied().collect();
            let Some(&first) = component.iter().min_by_key(|&&index| self.graph[index]) else { continue };
            let cycle = self.cycle(first, &members);
            if !cycle.is_empty() {
                found.circular.extend(component.iter().map(|&index| self.graph[index].definition()));
                found.cycles.push(cycle);
            }
        }
        found.cycles.sort_unstable();
        found
    }

    /// Returns what each output of the module depends on.
    pub fn flows(&mut self) -> FxHashMap<Name, Flow> {
        let outputs = self.program.definition_ids().filter(|&id| self.program.definition(id).kind == Kind::Output);
        let mut flows = FxHashMap::default();
        for id in outputs.collect::<Vec<_>>() {
            let Some(name) = self.program.definition(id).own_name() else { continue };
            let flow = self.flow_from(Vertex::Block(id));
            flows.insert(self.types.name(name), flow);
        }
        flows
    }

    /// Returns the variables and undeclared providers that a node depends on.
    fn flow_from(&mut self, vertex: Vertex) -> Flow {
        let start = self.number(vertex);
        let (mut open, mut seen) = (vec![start], FxHashSet::default());
        let mut flow = Flow::default();
        while let Some(index) = open.pop() {
            if !seen.insert(index) {
                continue;
            }
            open.extend(self.graph.neighbors(index));
            let vertex = self.graph[index];
            let definition = self.program.definition(vertex.definition());
            match definition.kind {
                Kind::Variable => {
                    let name = definition.own_name().map(|name| self.types.name(name));
                    flow.inputs.extend(name);
                }
                Kind::Resource | Kind::Data | Kind::Ephemeral if self.provider_of(vertex.definition()).is_none() => {
                    let ty = definition.resource_type().unwrap_or_default();
                    let provider = ty.split('_').next().unwrap_or_default();
                    flow.providers.push(self.types.name(provider));
                }
                Kind::Module => flow.providers.extend(self.inherited(vertex)),
                _ => {}
            }
        }
        for names in [&mut flow.inputs, &mut flow.providers] {
            names.sort_by(|a, b| self.types.text(*a).cmp(self.types.text(*b)));
            names.dedup();
        }
        flow
    }

    /// Returns the providers of an output that the caller of this module passes on.
    fn inherited(&mut self, vertex: Vertex) -> Vec<Name> {
        let Vertex::Output(call, output) = vertex else { return Vec::new() };
        let flow = self.program.calls.get(&call).and_then(|call| call.flows.get(&output)).cloned().unwrap_or_default();
        flow.providers.into_iter().filter(|&name| self.passed(call, name).is_none()).collect()
    }

    fn number(&mut self, vertex: Vertex) -> NodeIndex {
        if let Some(&index) = self.numbers.get(&vertex) {
            return index;
        }
        let index = self.graph.add_node(vertex);
        self.numbers.insert(vertex, index);
        match vertex {
            Vertex::Output(id, name) => self.output(index, id, name),
            Vertex::Whole(id) => {
                let mut parts = vec![Vertex::Block(id)];
                let flows: Vec<Name> =
                    self.program.calls.get(&id).into_iter().flat_map(|call| call.flows.keys().copied()).collect();
                parts.extend(flows.into_iter().map(|name| Vertex::Output(id, name)));
                self.connect(index, parts);
            }
            Vertex::Block(_) | Vertex::Input(..) => {}
        }
        index
    }

    /// Adds the dependencies of an output inside of the called module.
    fn output(&mut self, index: NodeIndex, id: DefinitionId, name: Name) {
        let flow = self.program.calls.get(&id).and_then(|call| call.flows.get(&name)).cloned().unwrap_or_default();
        let providers: Vec<DefinitionId> = flow.providers.iter().filter_map(|&name| self.passed(id, name)).collect();
        let inputs = flow.inputs.into_iter().map(|name| Vertex::Input(id, name));
        let parts: Vec<Vertex> = inputs.chain([Vertex::Block(id)]).collect();
        self.connect(index, parts);
        let at = Place { file: self.program.definition(id).file, node: self.first_node(id) };
        for provider in providers {
            self.edge(Vertex::Output(id, name), Vertex::Block(provider), at);
        }
    }

    fn connect(&mut self, from: NodeIndex, parts: Vec<Vertex>) {
        for part in parts {
            let to = self.number(part);
            self.graph.update_edge(from, to, None);
        }
    }

    /// Adds the references of a definition to its block.
    fn definition(&mut self, id: DefinitionId) {
        let owner = self.program.owner(id);
        let block = self.program.definition(owner);
        self.number(Vertex::Block(owner));
        let is_resource = matches!(block.kind, Kind::Resource | Kind::Data | Kind::Ephemeral);
        let is_whole = is_resource && id == owner;
        if let Some(provider) = is_whole.then(|| self.provider_of(owner)).flatten() {
            let at = Place { file: block.file, node: self.first_node(owner) };
            self.edge(Vertex::Block(owner), Vertex::Block(provider), at);
        }
        for expression in &self.program.definition(id).expressions {
            let from = match expression.part {
                Part::Input(name) if block.kind == Kind::Module => Vertex::Input(owner, name),
                // It is unknown which outputs depend on the inputs of a module that is not available.
                Part::Free if block.kind == Kind::Module => continue,
                _ if expression.scope == Scope::Providers && block.kind == Kind::Module => continue,
                _ => Vertex::Block(owner),
            };
            self.expression(from, self.program.definition(id), expression);
        }
    }

    fn expression(&mut self, from: Vertex, definition: &Definition, expression: &Expression) {
        for node in expression.nodes() {
            let at = Place { file: definition.file, node };
            let Target::Definition(target) = self.resolution.target(at) else { continue };
            let owner = self.program.owner(target);
            // The items of a repetition belong to the block itself.
            let is_item = |block: &Block| matches!(block.value, BlockValue::Item | BlockValue::Iterator);
            let is_item = self.program.definition(target).block.as_deref().is_some_and(is_item);
            let is_inside = owner == from.definition() && (owner != target || is_item);
            if is_inside || owner == from.definition() && self.may_name_itself(owner, expression) {
                continue;
            }
            for to in self.meant(owner, at, expression) {
                self.edge(from, to, at);
            }
        }
    }

    /// Holds if an expression of a block may refer to the block itself: it is evaluated after it, or not at all.
    fn may_name_itself(&self, owner: DefinitionId, expression: &Expression) -> bool {
        let is_behind = matches!(expression.scope, Scope::Block(names) if names.contains(BlockNames::OWN));
        let kind = self.program.definition(owner).kind;
        // All of a module waits for what it depends on.
        let is_named = expression.part == Part::Named && kind != Kind::Module;
        kind == Kind::Variable || is_named || is_behind && !self.program.is_run_by_pulumi()
    }

    /// Returns the nodes that a reference means.
    fn meant(&mut self, target: DefinitionId, at: Place, expression: &Expression) -> Vec<Vertex> {
        if self.program.definition(target).kind != Kind::Module {
            return vec![Vertex::Block(target)];
        }
        let tree = &self.program.file(at.file).tree;
        let Node::Variable(_, steps) = tree.node(at.node) else { return vec![Vertex::Whole(target)] };
        let after = tree.steps(steps).iter().skip(1);
        let output = after.clone().find_map(|step| match step.key {
            StepKey::Attribute(name) => Some(name),
            _ => None,
        });
        match output {
            Some(name) => vec![Vertex::Output(target, name)],
            // All of the module is evaluated before a block that depends on it.
            None if expression.part == Part::Named => {
                let inputs = self.expressions(target).filter_map(|(_, expression)| match expression.part {
                    Part::Input(name) => Some(Vertex::Input(target, name)),
                    _ => None,
                });
                inputs.chain([Vertex::Whole(target)]).collect()
            }
            None => vec![Vertex::Whole(target)],
        }
    }

    fn edge(&mut self, from: Vertex, to: Vertex, at: Place) {
        let (from, to) = (self.number(from), self.number(to));
        match self.graph.find_edge(from, to) {
            Some(edge) if self.graph[edge].is_some() => {}
            _ => {
                self.graph.update_edge(from, to, Some(at));
            }
        }
    }

    /// Returns the declared configuration of a resource's provider: the named one, or the one without an alias.
    fn provider_of(&mut self, id: DefinitionId) -> Option<DefinitionId> {
        let mut named = self.expressions(id);
        if let Some((file, expression)) = named.find(|(_, expression)| expression.scope == Scope::Providers) {
            return match self.resolution.target(Place { file, node: expression.root }) {
                Target::Definition(provider) => Some(provider),
                _ => None,
            };
        }
        drop(named);
        let ty = self.program.definition(id).resource_type()?;
        self.default_provider(ty.split('_').next()?)
    }

    /// Returns the expressions of a block, with their files.
    fn expressions(&self, block: DefinitionId) -> impl Iterator<Item = (FileId, &'a Expression)> + use<'_, 'a> {
        let program = self.program;
        let parts = self.parts.get(&block).into_iter().flatten();
        parts.flat_map(move |&part| {
            let definition = program.definition(part);
            definition.expressions.iter().map(move |expression| (definition.file, expression))
        })
    }

    fn default_provider(&mut self, name: &str) -> Option<DefinitionId> {
        let name = self.types.name(&format!("{PROVIDER}{name}"));
        self.resolution.named.get(&name).copied()
    }

    /// Returns the declared configuration that a call passes for a provider of the called module.
    fn passed(&mut self, call: DefinitionId, name: Name) -> Option<DefinitionId> {
        let given = self.expressions(call).find(|(_, expression)| expression.scope == Scope::Providers);
        let Some((file, expression)) = given else {
            let name = self.types.text(name).to_owned();
            return self.default_provider(&name);
        };
        let tree = &self.program.file(file).tree;
        let Node::Object(items) = tree.node(expression.root) else { return None };
        let item = tree.items(items).iter().find(|item| match item.key {
            ObjectKey::Name(key) => key == name,
            ObjectKey::Expression(key, _) => attribute_path(tree, key) == [name],
        })?;
        match self.resolution.target(Place { file, node: item.value }) {
            Target::Definition(provider) => Some(provider),
            _ => None,
        }
    }

    /// Returns a node of a block, at which an implicit dependency is shown.
    fn first_node(&self, id: DefinitionId) -> NodeId {
        self.expressions(id).next().map_or(NodeId(0), |(_, expression)| expression.root)
    }

    /// Returns the shortest path from a node back to it, as the references between blocks; empty if there is none.
    fn cycle(&self, first: NodeIndex, members: &FxHashSet<NodeIndex>) -> Cycle {
        let mut reached_from: FxHashMap<NodeIndex, (NodeIndex, Option<Place>)> = FxHashMap::default();
        let mut waiting = VecDeque::from([first]);
        while let Some(from) = waiting.pop_front().filter(|_| !reached_from.contains_key(&first)) {
            let mut next: Vec<_> = self.graph.edges(from).map(|edge| (edge.target(), *edge.weight())).collect();
            next.sort_unstable_by_key(|(to, _)| self.graph[*to]);
            for (to, at) in next.into_iter().filter(|(to, _)| members.contains(to)) {
                reached_from.entry(to).or_insert_with(|| {
                    waiting.push_back(to);
                    (from, at)
                });
            }
        }
        let mut steps = Vec::new();
        let mut at = first;
        while let Some(&(from, place)) = reached_from.get(&at) {
            steps.extend(place.map(|place| (self.graph[from].definition(), place)));
            at = from;
            if at == first {
                break;
            }
        }
        steps.reverse();
        steps
    }
}
