//! The expected types at a place. They provide keys and values for completion, and descriptions for hover.

use super::subject::key_name;
use super::view::View;
use crate::program::{DefinitionId, Expression, Invocation, Part, Place};
use crate::syntax::tree::{CallId, Node, NodeId};
use crate::types::alternatives;
use crate::types::{Constant, Interner, NUMBER, Name, Shape, Ty};

/// Returns the types of which one is expected of a node; none if any type is accepted.
pub fn expected_at(view: &View<'_>, types: &Interner, id: DefinitionId, node: NodeId) -> Vec<Ty> {
    let definition = view.program.definition(id);
    let around = |expression: &&Expression| expression.first <= node && node <= expression.root;
    let Some(expression) = definition.expressions.iter().find(around) else { return Vec::new() };
    let mut expected = whole(view, types, id, expression);
    let mut at = expression.root;
    while at != node {
        let Some((child, next)) = towards(view, types, Place { file: definition.file, node: at }, node, &expected)
        else {
            return Vec::new();
        };
        (at, expected) = (child, next);
    }
    expected
}

/// Returns the expected types of a whole expression.
fn whole(view: &View<'_>, types: &Interner, id: DefinitionId, expression: &Expression) -> Vec<Ty> {
    let definition = view.program.definition(id);
    let ty = match expression.part {
        Part::Input(name) => view.program.inputs(definition).iter().find(|of| of.name == name).map(|of| of.ty),
        Part::Expected(ty) | Part::Provider(ty) | Part::Range(ty) => Some(ty),
        Part::Count => Some(NUMBER),
        Part::Default => Some(view.inference.definition_type(id)),
        Part::Value | Part::Free | Part::Constant(..) | Part::Named | Part::Hooks(_) => None,
    };
    ty.map_or_else(Vec::new, |ty| alternatives(types, ty))
}

/// Returns the child of a node that contains another node, with its expected types.
fn towards(view: &View<'_>, types: &Interner, at: Place, node: NodeId, expected: &[Ty]) -> Option<(NodeId, Vec<Ty>)> {
    let tree = view.tree(at.file);
    // Children precede their parents: the first child that is not before the node contains it.
    let (mut children, mut holding) = (Vec::new(), None);
    tree.each_child(at.node, &mut |child| children.push(child));
    children.sort_unstable();
    for child in children {
        if child >= node && holding.is_none() {
            holding = Some(child);
        }
    }
    let child = holding?;
    let next = match tree.node(at.node) {
        Node::Parenthesis(_) | Node::Wrap(_) => expected.to_vec(),
        Node::Conditional(parts) if tree.list(parts).first() != Some(&child) => expected.to_vec(),
        Node::Object(items) => {
            let item = tree.items(items).iter().find(|item| item.value == child);
            let name = item.and_then(|item| key_name(view, at, item));
            name.map_or_else(Vec::new, |name| properties(types, expected, name))
        }
        Node::Tuple(elements) => {
            let number = tree.list(elements).iter().position(|&element| element == child)?;
            expected.iter().flat_map(|&ty| element(types, ty, number)).collect()
        }
        Node::Call(call) => {
            let number = tree.list(tree.call(call).arguments).iter().position(|&argument| argument == child)?;
            parameter(view, types, at, call, number)
        }
        _ => Vec::new(),
    };
    Some((child, next))
}

/// Returns the type that is expected of the property at a key of a literal object, as it is declared.
pub fn expected_of_key(view: &View<'_>, types: &Interner, object: Place, name: Name) -> Option<Ty> {
    let id = view.program.definition_of(object)?;
    let objects = expected_at(view, types, id, object.node);
    objects.iter().find_map(|&ty| match types.shape(ty) {
        Shape::Map(element) => Some(element),
        _ => types.property(ty, name),
    })
}

/// Returns the expected types of a property of objects of some types.
pub fn properties(types: &Interner, all: &[Ty], name: Name) -> Vec<Ty> {
    let property = |&ty: &Ty| match types.shape(ty) {
        Shape::Map(element) => Some(element),
        _ => types.property(ty, name),
    };
    each_once(all.iter().filter_map(property).flat_map(|ty| alternatives(types, ty)))
}

fn element(types: &Interner, ty: Ty, number: usize) -> Vec<Ty> {
    match types.shape(ty) {
        Shape::List(element) | Shape::Set(element) => alternatives(types, element),
        Shape::Tuple(_) => types.members(ty).get(number).map_or_else(Vec::new, |&ty| alternatives(types, ty)),
        _ => Vec::new(),
    }
}

/// Returns the types that a call expects of an argument.
pub fn parameter(view: &View<'_>, types: &Interner, at: Place, call: CallId, number: usize) -> Vec<Ty> {
    if let Some(Invocation::Function { signatures, .. }) = view.program.invocations.get(&at) {
        let parameters = signatures.iter().filter_map(|of| types.members(of.1).get(number));
        return each_once(parameters.flat_map(|&ty| alternatives(types, ty)));
    }
    let function = view.tree(at.file).call(call).function;
    let Some(signature) = view.program.signature(view.environment, function) else { return Vec::new() };
    let parameter = types.members(signature.parameters).get(number).copied().or(signature.variadic);
    parameter.map_or_else(Vec::new, |ty| alternatives(types, ty))
}

fn each_once(all: impl Iterator<Item = Ty>) -> Vec<Ty> {
    let mut found = Vec::new();
    for ty in all {
        if !found.contains(&ty) {
            found.push(ty);
        }
    }
    found
}

/// Returns the expected constants: values of enums, and constant types.
pub fn constants(types: &Interner, expected: &[Ty]) -> Vec<Constant> {
    let values = |&ty: &Ty| match types.shape(ty) {
        Shape::Enum(id) => types.enumeration(id).2.to_vec(),
        Shape::Constant(_, value) => vec![value],
        _ => Vec::new(),
    };
    expected.iter().flat_map(values).collect()
}
