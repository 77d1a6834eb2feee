//! Concatenation of trees, and reuse of an earlier concatenation.

use super::{BodyItem, Call, CallId, For, ForId, Items, List, Node, NodeId, ObjectItem, ObjectKey, Step, Steps, Tree};
use crate::source::Span;

/// The trees that a tree is concatenated from. Some of them are unchanged since an earlier concatenation.
#[derive(Clone, Copy)]
pub struct Concatenation<'a> {
    /// The trees, each with the offset of its text.
    pub all: &'a [(&'a Tree, u32)],
    /// The number of unchanged trees at the start.
    pub first: usize,
    /// The number of unchanged trees at the end, which were also at the end of the earlier concatenation. All trees may be at
    /// both ends.
    pub last: usize,
    /// The number of bytes by which the text of the trees at the end has moved, wrapping.
    pub moved: u32,
}

impl Tree {
    /// Returns the concatenation of trees, given an earlier one, `self`, of which some trees are unchanged. From the first
    /// expression on that has become a type expression since, everything is rebuilt. Linear in the trees in the middle, and in
    /// those after them with a small constant.
    #[must_use]
    pub fn reconcatenated(mut self, trees: Concatenation<'_>) -> Self {
        let first_type = self.first_type.take();
        let (before, rest) = trees.all.split_at(untyped(&trees.all[..trees.first], first_type));
        let last = if first_type.is_none() { trees.last.min(rest.len()) } else { 0 };
        let (middle, behind) = rest.split_at(rest.len() - last);
        let (start, length) = (Lengths::of_all(before), Lengths::of_all(behind));
        let mut made = Self::default();
        for &(tree, at) in middle {
            made.append(tree, start, at);
        }
        let old = Lengths::of(&self);
        replace(&mut self.nodes, (start.nodes, length.nodes), made.nodes);
        replace(&mut self.spans, (start.nodes, length.nodes), made.spans);
        replace(&mut self.lists, (start.lists, length.lists), made.lists);
        replace(&mut self.items, (start.items, length.items), made.items);
        replace(&mut self.steps, (start.steps, length.steps), made.steps);
        replace(&mut self.fors, (start.fors, length.fors), made.fors);
        replace(&mut self.calls, (start.calls, length.calls), made.calls);
        replace(&mut self.body, (start.body, length.body), made.body);
        self.shift_last(length, Shift::between(old, Lengths::of(&self), trees.moved));
        self
    }

    /// Appends a tree whose text begins at `at`, where tables of the lengths `before` precede this tree. Linear in the other
    /// tree.
    fn append(&mut self, other: &Self, before: Lengths, at: u32) {
        let shift = Shift::between(Lengths::default(), before.plus(Lengths::of(self)), at);
        self.nodes.extend(other.nodes.iter().map(|&node| shift.node(node)));
        self.spans.extend(other.spans.iter().map(|&span| shift.span(span)));
        self.lists.extend(other.lists.iter().map(|&child| shift.id(child)));
        self.items.extend(other.items.iter().map(|&item| shift.object_item(item)));
        self.steps.extend(other.steps.iter().map(|&step| shift.step(step)));
        self.fors.extend(other.fors.iter().map(|&parts| shift.for_parts(parts)));
        self.calls.extend(other.calls.iter().map(|&call| shift.call(call)));
        let start = self.body.len();
        self.body.extend_from_slice(&other.body);
        self.body[start..].iter_mut().for_each(|item| shift.body_item(item));
    }

    /// Shifts the spans and indices in the last entries.
    fn shift_last(&mut self, length: Lengths, shift: Shift) {
        fn change<T: Copy>(list: &mut [T], length: usize, new: impl Fn(T) -> T) {
            let start = list.len() - length;
            list[start..].iter_mut().for_each(|entry| *entry = new(*entry));
        }
        if shift == Shift::default() {
            return;
        }
        if shift != (Shift { bytes: shift.bytes, ..Shift::default() }) {
            change(&mut self.nodes, length.nodes, |node| shift.node(node));
            change(&mut self.lists, length.lists, |child| shift.id(child));
            change(&mut self.fors, length.fors, |parts| shift.for_parts(parts));
        }
        change(&mut self.spans, length.nodes, |span| shift.span(span));
        change(&mut self.items, length.items, |item| shift.object_item(item));
        change(&mut self.steps, length.steps, |step| shift.step(step));
        change(&mut self.calls, length.calls, |call| shift.call(call));
        let start = self.body.len() - length.body;
        self.body[start..].iter_mut().for_each(|item| shift.body_item(item));
    }
}

/// Returns the number of leading trees that lie before a node.
fn untyped(trees: &[(&Tree, u32)], node: Option<NodeId>) -> usize {
    let Some(node) = node else { return trees.len() };
    let mut end = 0;
    let is_before = |tree: &&(&Tree, u32)| {
        end += tree.0.nodes.len();
        end <= usize::from(node)
    };
    trees.iter().take_while(is_before).count()
}

/// Replaces the entries between the first and the last ones.
fn replace<T>(list: &mut Vec<T>, (first, last): (usize, usize), new: Vec<T>) {
    let end = list.len() - last;
    list.splice(first..end, new);
}

/// The lengths of the tables of a tree, or of several.
#[derive(Clone, Copy, Default)]
struct Lengths {
    nodes: usize,
    lists: usize,
    items: usize,
    steps: usize,
    fors: usize,
    calls: usize,
    body: usize,
}

impl Lengths {
    fn of(tree: &Tree) -> Self {
        Self {
            nodes: tree.nodes.len(),
            lists: tree.lists.len(),
            items: tree.items.len(),
            steps: tree.steps.len(),
            fors: tree.fors.len(),
            calls: tree.calls.len(),
            body: tree.body.len(),
        }
    }

    fn of_all(trees: &[(&Tree, u32)]) -> Self {
        trees.iter().fold(Self::default(), |sum, &(tree, _)| sum.plus(Self::of(tree)))
    }

    fn plus(self, other: Self) -> Self {
        Self {
            nodes: self.nodes + other.nodes,
            lists: self.lists + other.lists,
            items: self.items + other.items,
            steps: self.steps + other.steps,
            fors: self.fors + other.fors,
            calls: self.calls + other.calls,
            body: self.body + other.body,
        }
    }
}

/// The distances by which the parts of a tree are moved, wrapping.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Shift {
    nodes: u32,
    lists: u32,
    items: u32,
    steps: u32,
    fors: u32,
    calls: u32,
    bytes: u32,
}

impl Shift {
    /// Returns the distances between the ends of two sets of tables.
    fn between(old: Lengths, new: Lengths, bytes: u32) -> Self {
        let by = |old: usize, new: usize| (new as u32).wrapping_sub(old as u32);
        Self {
            nodes: by(old.nodes, new.nodes),
            lists: by(old.lists, new.lists),
            items: by(old.items, new.items),
            steps: by(old.steps, new.steps),
            fors: by(old.fors, new.fors),
            calls: by(old.calls, new.calls),
            bytes,
        }
    }

    #[inline]
    fn id(self, id: NodeId) -> NodeId {
        NodeId(id.0.wrapping_add(self.nodes))
    }

    #[inline]
    fn span(self, span: Span) -> Span {
        Span { start: span.start.wrapping_add(self.bytes), end: span.end.wrapping_add(self.bytes) }
    }

    #[inline]
    fn list(self, list: List) -> List {
        List { start: list.start.wrapping_add(self.lists), ..list }
    }

    #[inline]
    fn items(self, items: Items) -> Items {
        Items { start: items.start.wrapping_add(self.items), ..items }
    }

    #[inline]
    fn steps(self, steps: Steps) -> Steps {
        Steps { start: steps.start.wrapping_add(self.steps), ..steps }
    }

    #[inline]
    fn step(self, step: Step) -> Step {
        Step { span: self.span(step.span), key_span: self.span(step.key_span), ..step }
    }

    #[inline]
    fn call(self, call: Call) -> Call {
        Call { function_span: self.span(call.function_span), arguments: self.list(call.arguments), ..call }
    }

    #[inline]
    fn node(self, node: Node) -> Node {
        match node {
            Node::Template(list) => Node::Template(self.list(list)),
            Node::Tuple(list) => Node::Tuple(self.list(list)),
            Node::Conditional(list) => Node::Conditional(self.list(list)),
            Node::Wrap(inner) => Node::Wrap(self.id(inner)),
            Node::Join(inner) => Node::Join(self.id(inner)),
            Node::Parenthesis(inner) => Node::Parenthesis(self.id(inner)),
            Node::Object(items) => Node::Object(self.items(items)),
            Node::Variable(name, steps) => Node::Variable(name, self.steps(steps)),
            Node::Relative(source, steps) => Node::Relative(self.id(source), self.steps(steps)),
            Node::Index(collection, key) => Node::Index(self.id(collection), self.id(key)),
            Node::Splat(source, each) => Node::Splat(self.id(source), self.id(each)),
            Node::Unary(operator, operand) => Node::Unary(operator, self.id(operand)),
            Node::Binary(operator, left, right) => Node::Binary(operator, self.id(left), self.id(right)),
            Node::For(id) => Node::For(ForId(id.0.wrapping_add(self.fors))),
            Node::Call(id) => Node::Call(CallId(id.0.wrapping_add(self.calls))),
            Node::Null
            | Node::Bool(_)
            | Node::Number(_)
            | Node::Broken
            | Node::String(_)
            | Node::Text(_)
            | Node::Item
            | Node::Type => node,
        }
    }

    #[inline]
    fn object_item(self, item: ObjectItem) -> ObjectItem {
        let key = match item.key {
            ObjectKey::Expression(key, is_parenthesised) => ObjectKey::Expression(self.id(key), is_parenthesised),
            name @ ObjectKey::Name(_) => name,
        };
        ObjectItem { key, key_span: self.span(item.key_span), value: self.id(item.value) }
    }

    #[inline]
    fn for_parts(self, parts: For) -> For {
        For {
            collection: self.id(parts.collection),
            key: parts.key.map(|key| self.id(key)),
            value: self.id(parts.value),
            condition: parts.condition.map(|condition| self.id(condition)),
            ..parts
        }
    }

    fn body_item(self, item: &mut BodyItem) {
        match item {
            BodyItem::Attribute(attribute) => {
                attribute.name_span = self.span(attribute.name_span);
                (attribute.value, attribute.first) = (self.id(attribute.value), self.id(attribute.first));
            }
            BodyItem::Block(block) => {
                for (_, span) in &mut block.labels {
                    *span = self.span(*span);
                }
                for span in [&mut block.kind_span, &mut block.open, &mut block.span] {
                    *span = self.span(*span);
                }
                block.body.iter_mut().for_each(|item| self.body_item(item));
            }
        }
    }
}
