//! Putting trees together.

use super::{
    Attribute, Block, BodyItem, Call, CallId, For, ForId, Items, List, Node, NodeId, ObjectItem, ObjectKey, Step,
    Steps, Tree,
};
use crate::source::Span;

impl Tree {
    /// The beginning of this tree, with room for the rest of the tree that these trees make; and the number of them that are
    /// in it. This one was made of the first `alike` of them, and of others. Where expressions have become types since, the
    /// beginning ends. Linear in the number of trees.
    #[must_use]
    pub fn beginning(mut self, alike: usize, trees: &[&Self]) -> (Self, usize) {
        let first_type = self.first_type.take().map_or(usize::MAX, |first| first.0 as usize);
        let mut end = 0;
        let is_left = |tree: &&&Self| {
            end += tree.nodes.len();
            end <= first_type
        };
        let left = trees[..alike].iter().take_while(is_left).count();
        (self.cut_behind(left, trees), left)
    }

    fn cut_behind(mut self, left: usize, trees: &[&Self]) -> Self {
        fn cut<T>(list: &mut Vec<T>, (left, others): (&[&Tree], &[&Tree]), len: fn(&Tree) -> usize) {
            list.truncate(left.iter().map(|tree| len(tree)).sum());
            list.reserve(others.iter().map(|tree| len(tree)).sum());
        }
        let trees = trees.split_at(left);
        cut(&mut self.nodes, trees, |tree| tree.nodes.len());
        cut(&mut self.spans, trees, |tree| tree.spans.len());
        cut(&mut self.lists, trees, |tree| tree.lists.len());
        cut(&mut self.items, trees, |tree| tree.items.len());
        cut(&mut self.steps, trees, |tree| tree.steps.len());
        cut(&mut self.fors, trees, |tree| tree.fors.len());
        cut(&mut self.calls, trees, |tree| tree.calls.len());
        cut(&mut self.body, trees, |tree| tree.body.len());
        self
    }

    /// Adds the tree of a text that stands at `at` in the text of this tree, behind all that is in it. Linear in the
    /// other tree.
    pub fn append(&mut self, other: &Self, at: u32) {
        let shift = Shift {
            nodes: self.nodes.len() as u32,
            lists: self.lists.len() as u32,
            items: self.items.len() as u32,
            steps: self.steps.len() as u32,
            fors: self.fors.len() as u32,
            calls: self.calls.len() as u32,
            bytes: at,
        };
        self.nodes.extend(other.nodes.iter().map(|&node| shift.node(node)));
        self.spans.extend(other.spans.iter().map(|&span| shift.span(span)));
        self.lists.extend(other.lists.iter().map(|&child| shift.id(child)));
        self.items.extend(other.items.iter().map(|&item| shift.object_item(item)));
        self.steps.extend(other.steps.iter().map(|step| Step {
            span: shift.span(step.span),
            key_span: shift.span(step.key_span),
            ..*step
        }));
        self.fors.extend(other.fors.iter().map(|&parts| shift.for_parts(parts)));
        self.calls.extend(other.calls.iter().map(|call| Call {
            function_span: shift.span(call.function_span),
            arguments: shift.list(call.arguments),
            ..*call
        }));
        self.body.extend(other.body.iter().map(|item| shift.body_item(item)));
    }
}

/// Where the parts of a tree come to lie in another.
#[derive(Clone, Copy)]
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
    fn id(self, id: NodeId) -> NodeId {
        NodeId(id.0 + self.nodes)
    }

    fn span(self, span: Span) -> Span {
        Span { start: span.start + self.bytes, end: span.end + self.bytes }
    }

    fn list(self, list: List) -> List {
        List { start: list.start + self.lists, ..list }
    }

    fn steps(self, steps: Steps) -> Steps {
        Steps { start: steps.start + self.steps, ..steps }
    }

    fn node(self, node: Node) -> Node {
        match node {
            Node::Template(list) => Node::Template(self.list(list)),
            Node::Tuple(list) => Node::Tuple(self.list(list)),
            Node::Conditional(list) => Node::Conditional(self.list(list)),
            Node::Wrap(inner) => Node::Wrap(self.id(inner)),
            Node::Join(inner) => Node::Join(self.id(inner)),
            Node::Parenthesis(inner) => Node::Parenthesis(self.id(inner)),
            Node::Object(items) => Node::Object(Items { start: items.start + self.items, ..items }),
            Node::Variable(name, steps) => Node::Variable(name, self.steps(steps)),
            Node::Relative(source, steps) => Node::Relative(self.id(source), self.steps(steps)),
            Node::Index(collection, key) => Node::Index(self.id(collection), self.id(key)),
            Node::Splat(source, each) => Node::Splat(self.id(source), self.id(each)),
            Node::Unary(operator, operand) => Node::Unary(operator, self.id(operand)),
            Node::Binary(operator, left, right) => Node::Binary(operator, self.id(left), self.id(right)),
            Node::For(id) => Node::For(ForId(id.0 + self.fors)),
            Node::Call(id) => Node::Call(CallId(id.0 + self.calls)),
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

    fn object_item(self, item: ObjectItem) -> ObjectItem {
        let key = match item.key {
            ObjectKey::Expression(key, is_parenthesised) => ObjectKey::Expression(self.id(key), is_parenthesised),
            name @ ObjectKey::Name(_) => name,
        };
        ObjectItem { key, key_span: self.span(item.key_span), value: self.id(item.value) }
    }

    fn for_parts(self, parts: For) -> For {
        For {
            collection: self.id(parts.collection),
            key: parts.key.map(|key| self.id(key)),
            value: self.id(parts.value),
            condition: parts.condition.map(|condition| self.id(condition)),
            ..parts
        }
    }

    fn body_item(self, item: &BodyItem) -> BodyItem {
        match item {
            BodyItem::Attribute(attribute) => BodyItem::Attribute(Attribute {
                name: attribute.name,
                name_span: self.span(attribute.name_span),
                value: self.id(attribute.value),
                first: self.id(attribute.first),
            }),
            BodyItem::Block(block) => BodyItem::Block(Block {
                kind: block.kind,
                kind_span: self.span(block.kind_span),
                labels: block.labels.iter().map(|&(name, span)| (name, self.span(span))).collect(),
                open: self.span(block.open),
                span: self.span(block.span),
                body: block.body.iter().map(|item| self.body_item(item)).collect(),
                is_broken: block.is_broken,
            }),
        }
    }
}
