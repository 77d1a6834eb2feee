//! The syntax tree: compact, of the shape of the reference's tree, with a span for every node.

mod append;

use smallvec::SmallVec;

use crate::source::Span;
use crate::types::vocabulary::{BinaryOperator, UnaryOperator};
use crate::types::{Name, NumberId};

pub use append::Concatenation;

/// A handle to a node of a [`Tree`]. The nodes of an attribute's expression are numbered consecutively, children first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub u32);

typelog_types::indices!(NodeId, ForId, CallId);

/// One expression, without its children's contents.
#[derive(Clone, Copy, Debug)]
pub enum Node {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number without sign.
    Number(NumberId),
    /// A malformed expression, whose error the parser has reported. It causes no other error.
    Broken,
    /// A template of one literal: `"text"`, or a heredoc without interpolations.
    String(Name),
    /// A literal part of a template.
    Text(Name),
    /// A template of several parts, or with directives.
    Template(List),
    /// `"${expression}"`: a template of one interpolation, which is the expression itself.
    Wrap(NodeId),
    /// `%{for}`: the concatenated texts of its inner [`Node::For`].
    Join(NodeId),
    /// `(expression)`
    Parenthesis(NodeId),
    /// `[elements]`
    Tuple(List),
    /// `{items}`
    Object(Items),
    /// A name with the steps after it.
    Variable(Name, Steps),
    /// Steps on another expression.
    Relative(NodeId, Steps),
    /// `collection[key]`, where the key is not a literal.
    Index(NodeId, NodeId),
    /// `source[*]…` or `source.*…`: in the second expression, [`Node::Item`] denotes the current element.
    Splat(NodeId, NodeId),
    /// The current element of the enclosing splat.
    Item,
    /// An operator before its operand.
    Unary(UnaryOperator, NodeId),
    /// An operator between its operands.
    Binary(BinaryOperator, NodeId, NodeId),
    /// `condition ? yes : no`, and `%{if}`: the list holds the three.
    Conditional(List),
    /// `[for …]`, `{for …}`, and `%{for}`.
    For(ForId),
    /// `function(arguments)`
    Call(CallId),
    /// A node of a type expression, which has no value.
    Type,
}

/// A sequence of children.
#[derive(Clone, Copy, Debug)]
pub struct List {
    start: u32,
    len: u32,
}

/// The items of an object.
#[derive(Clone, Copy, Debug)]
pub struct Items {
    start: u32,
    len: u32,
}

/// The steps of a traversal.
#[derive(Clone, Copy, Debug)]
pub struct Steps {
    start: u32,
    len: u32,
}

/// A handle to the parts of a for-expression.
#[derive(Clone, Copy, Debug)]
pub struct ForId(u32);

/// A handle to the parts of a call.
#[derive(Clone, Copy, Debug)]
pub struct CallId(u32);

/// One item of an object.
#[derive(Clone, Copy, Debug)]
pub struct ObjectItem {
    /// Its key.
    pub key: ObjectKey,
    /// The place of the key.
    pub key_span: Span,
    /// Its value.
    pub value: NodeId,
}

/// The key of an object's item.
#[derive(Clone, Copy, Debug)]
pub enum ObjectKey {
    /// A bare word.
    Name(Name),
    /// An expression, and `true` if it is in parentheses.
    Expression(NodeId, bool),
}

/// One step of a traversal.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// Its key.
    pub key: StepKey,
    /// The span of the key, without dot or brackets.
    pub key_span: Span,
    /// The span of the step, with its dot or brackets.
    pub span: Span,
}

/// The key of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StepKey {
    /// `.name`
    Attribute(Name),
    /// `["text"]`
    Text(Name),
    /// `[0]` or `.0`
    Number(NumberId),
    /// `[true]`
    Bool(bool),
    /// `[null]`
    Null,
}

/// The parts of a for-expression.
#[derive(Clone, Copy, Debug)]
pub struct For {
    /// The variable for the key, if there is one.
    pub key_variable: Option<Name>,
    /// The variable for the value.
    pub value_variable: Name,
    /// The collection.
    pub collection: NodeId,
    /// The key of each item of the result, if that is a map.
    pub key: Option<NodeId>,
    /// The value of each item of the result.
    pub value: NodeId,
    /// `if condition`
    pub condition: Option<NodeId>,
    /// `value...`: the values of equal keys are collected in lists.
    pub is_grouping: bool,
}

/// The parts of a call.
#[derive(Clone, Copy, Debug)]
pub struct Call {
    /// The function, with its namespaces: `a::b::f`.
    pub function: Name,
    /// The place of the function's name.
    pub function_span: Span,
    /// The arguments.
    pub arguments: List,
    /// `last...`: the elements of the last argument are arguments.
    pub expands_last: bool,
}

/// An item of a body.
#[derive(Clone, Debug)]
pub enum BodyItem {
    /// `name = expression`
    Attribute(Attribute),
    /// `type "label" { … }`, boxed because it is larger than an attribute.
    Block(Box<Block>),
}

/// `name = expression`
#[derive(Clone, Debug)]
pub struct Attribute {
    /// The name.
    pub name: Name,
    /// The place of the name.
    pub name_span: Span,
    /// The expression.
    pub value: NodeId,
    /// The first node of the expression; `value` is the last.
    pub first: NodeId,
}

/// `type "label" { … }`
#[derive(Clone, Debug)]
pub struct Block {
    /// The type.
    pub kind: Name,
    /// The place of the type.
    pub kind_span: Span,
    /// The labels, each with its place.
    pub labels: SmallVec<[(Name, Span); 2]>,
    /// The span of its opening brace, or of its type if there is no brace.
    pub open: Span,
    /// Its span, from its type to its closing brace.
    pub span: Span,
    /// Its items.
    pub body: Vec<BodyItem>,
    /// Holds if some of its items are malformed, and missing here. The error has been reported.
    pub is_broken: bool,
}

impl Block {
    /// Holds if its header is malformed: labels or the brace may be missing here. The error has been reported.
    pub fn has_malformed_header(&self) -> bool {
        self.open == self.kind_span
    }
}

impl BodyItem {
    /// The block, if it is one.
    pub fn as_block(&self) -> Option<&Block> {
        match self {
            Self::Block(block) => Some(block),
            Self::Attribute(_) => None,
        }
    }

    /// The attribute, if it is one.
    pub fn as_attribute(&self) -> Option<&Attribute> {
        match self {
            Self::Attribute(attribute) => Some(attribute),
            Self::Block(_) => None,
        }
    }
}

/// The tree of one file.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    nodes: Vec<Node>,
    spans: Vec<Span>,
    lists: Vec<NodeId>,
    items: Vec<ObjectItem>,
    steps: Vec<Step>,
    fors: Vec<For>,
    calls: Vec<Call>,
    /// The first node of any type expression, if there is one.
    first_type: Option<NodeId>,
    /// The file's items, in source order.
    pub body: Vec<BodyItem>,
}

/// Reading.
impl Tree {
    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Holds if there is no node.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Returns the node of a handle.
    #[inline]
    pub fn node(&self, id: NodeId) -> Node {
        self.nodes[usize::from(id)]
    }

    /// The number of for-expressions and splats. Linear in the tree, with a small factor.
    pub fn iterations(&self) -> usize {
        self.nodes.iter().filter(|node| matches!(node, Node::For(_) | Node::Splat(..))).count()
    }

    /// The number of calls and templates. Linear in the tree, with a small factor.
    pub fn makers(&self) -> usize {
        self.nodes.iter().filter(|node| matches!(node, Node::Call(_) | Node::Template(_))).count()
    }

    /// The objects.
    pub fn objects(&self) -> impl Iterator<Item = &Node> {
        self.nodes.iter().filter(|node| matches!(node, Node::Object(_)))
    }

    /// The place of a node.
    pub fn span(&self, id: NodeId) -> Span {
        self.spans[usize::from(id)]
    }

    /// The children in a list.
    #[inline]
    pub fn list(&self, list: List) -> &[NodeId] {
        &self.lists[list.start as usize..(list.start + list.len) as usize]
    }

    /// The items of an object.
    pub fn items(&self, items: Items) -> &[ObjectItem] {
        &self.items[items.start as usize..(items.start + items.len) as usize]
    }

    /// The steps of a traversal.
    pub fn steps(&self, steps: Steps) -> &[Step] {
        &self.steps[steps.start as usize..(steps.start + steps.len) as usize]
    }

    /// The parts of a for-expression.
    pub fn for_parts(&self, id: ForId) -> &For {
        &self.fors[usize::from(id)]
    }

    /// Visits the children of a node.
    pub fn each_child(&self, id: NodeId, visit: &mut impl FnMut(NodeId)) {
        match self.node(id) {
            Node::Template(list) | Node::Tuple(list) | Node::Conditional(list) => {
                self.list(list).iter().copied().for_each(visit);
            }
            Node::Call(call) => self.list(self.call(call).arguments).iter().copied().for_each(visit),
            Node::Wrap(a) | Node::Join(a) | Node::Parenthesis(a) | Node::Unary(_, a) | Node::Relative(a, _) => visit(a),
            Node::Index(a, b) | Node::Splat(a, b) | Node::Binary(_, a, b) => [a, b].into_iter().for_each(visit),
            Node::Object(items) => {
                for item in self.items(items) {
                    if let ObjectKey::Expression(key, _) = item.key {
                        visit(key);
                    }
                    visit(item.value);
                }
            }
            Node::For(parts) => {
                let parts = self.for_parts(parts);
                let children = [Some(parts.collection), parts.key, Some(parts.value), parts.condition];
                children.into_iter().flatten().for_each(visit);
            }
            _ => {}
        }
    }

    /// All calls.
    pub fn calls(&self) -> &[Call] {
        &self.calls
    }

    /// The arguments that are expanded, `f(last...)`, with their calls.
    pub fn expanded(&self) -> impl Iterator<Item = (NodeId, CallId)> {
        let calls = (0..).map(CallId).zip(&self.calls);
        calls
            .filter(|(_, call)| call.expands_last)
            .filter_map(|(id, call)| Some((*self.list(call.arguments).last()?, id)))
    }

    /// The parts of a call.
    pub fn call(&self, id: CallId) -> &Call {
        &self.calls[usize::from(id)]
    }
}

/// Building, children first.
impl Tree {
    /// Turns the nodes of an expression into a type expression, in which no node has a value.
    pub(crate) fn make_types(&mut self, nodes: std::ops::Range<u32>) {
        let first = NodeId(nodes.start);
        self.first_type = Some(self.first_type.map_or(first, |before| before.min(first)));
        self.nodes[nodes.start as usize..nodes.end as usize].fill(Node::Type);
    }

    pub(super) fn add(&mut self, node: Node, span: Span) -> NodeId {
        self.nodes.push(node);
        self.spans.push(span);
        NodeId(self.nodes.len() as u32 - 1)
    }

    pub(super) fn add_list(&mut self, children: &[NodeId]) -> List {
        let start = self.lists.len() as u32;
        self.lists.extend_from_slice(children);
        List { start, len: children.len() as u32 }
    }

    pub(super) fn add_items(&mut self, items: &[ObjectItem]) -> Items {
        let start = self.items.len() as u32;
        self.items.extend_from_slice(items);
        Items { start, len: items.len() as u32 }
    }

    pub(super) fn add_steps(&mut self, steps: &[Step]) -> Steps {
        let start = self.steps.len() as u32;
        self.steps.extend_from_slice(steps);
        Steps { start, len: steps.len() as u32 }
    }

    pub(super) fn add_for(&mut self, parts: For) -> ForId {
        self.fors.push(parts);
        ForId(self.fors.len() as u32 - 1)
    }

    pub(super) fn add_call(&mut self, parts: Call) -> CallId {
        self.calls.push(parts);
        CallId(self.calls.len() as u32 - 1)
    }
}

/// The lengths of the tables of a tree at some point.
#[derive(Clone, Copy)]
pub(super) struct Extent {
    nodes: usize,
    items: usize,
    steps: usize,
    calls: usize,
}

/// Moving of subtrees that were parsed from another text.
impl Tree {
    pub(super) fn extent(&self) -> Extent {
        Extent { nodes: self.nodes.len(), items: self.items.len(), steps: self.steps.len(), calls: self.calls.len() }
    }

    /// Maps all spans, for the tree of a text that was rewritten before parsing.
    pub fn move_all(&mut self, place: impl Fn(Span) -> Span) {
        self.move_since(Self::default().extent(), place);
    }

    /// Maps the spans of everything that has been added since.
    pub(super) fn move_since(&mut self, extent: Extent, place: impl Fn(Span) -> Span) {
        let nodes = self.spans[extent.nodes..].iter_mut();
        let keys = self.items[extent.items..].iter_mut().map(|item| &mut item.key_span);
        let calls = self.calls[extent.calls..].iter_mut().map(|call| &mut call.function_span);
        let steps = self.steps[extent.steps..].iter_mut().flat_map(|step| [&mut step.span, &mut step.key_span]);
        for span in nodes.chain(keys).chain(calls).chain(steps) {
            *span = place(*span);
        }
    }
}
