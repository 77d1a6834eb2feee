//! The types of subjects. All types come from the rules.

use super::docs::path_at;
use super::expected::properties;
use super::subject::{Subject, expression_of, steps_in_name, steps_of};
use super::view::View;
use crate::answers::ask::{Answer, Question, ask};
use crate::infer::local_types;
use crate::program::resolve::Target;
use crate::program::{DefinitionId, Expression, Place};
use crate::source::Span;
use crate::syntax::tree::{For, Node, Step, StepKey};
use crate::types::{Interner, NUMBER, Name, STRING, Shape, Ty};
use crate::types::{alternatives, vocabulary};

/// Returns the type of a subject. `None` for functions, and for subjects without a known type.
pub fn type_of(view: &View<'_>, types: &mut Interner, subject: Subject) -> Option<Ty> {
    match subject {
        Subject::Definition(id) => Some(view.inference.definition_type(id)),
        Subject::Token(id) => view.program.definition(id).instance_type(),
        Subject::Block(id, span) => type_of_block(view, types, id, span),
        Subject::Variable(id, number) => variable_type(view, types, id, number),
        Subject::Declared(name) => view.environment.variables.get(&name).copied(),
        Subject::Input(id, name) => {
            let inputs = view.program.inputs(view.program.definition(id));
            inputs.iter().find(|input| input.name == name).map(|input| input.ty)
        }
        Subject::Attribute(id, number) => {
            let expression = expression_of(view, id, number)?;
            view.inference.type_of(Place { file: view.program.definition(id).file, node: expression.root })
        }
        Subject::Step(at, number) => type_after_steps(view, types, at, number + 1),
        Subject::Key(at, number) => {
            let tree = view.tree(at.file);
            let Node::Object(items) = tree.node(at.node) else { return None };
            view.inference.type_of(Place { node: tree.items(items).get(number)?.value, ..at })
        }
        Subject::Function(..) => None,
        Subject::Expression(at) => view.inference.type_of(at),
    }
}

/// Returns the type of the definition that a block is, or of the part of a resource that one inside of it gives.
fn type_of_block(view: &View<'_>, types: &mut Interner, id: DefinitionId, span: Span) -> Option<Ty> {
    let definition = view.program.definition(id);
    let path: Vec<String> = path_at(view, types, definition.file, span).into_iter().map(str::to_owned).collect();
    let path: Vec<Name> = path.iter().map(|name| types.name(name)).collect();
    if path.is_empty() {
        return definition.name.map(|_| view.inference.definition_type(id));
    }
    path.into_iter().try_fold(definition.instance_type()?, |ty, name| {
        properties(types, &alternatives(types, element_of(types, ty)), name).first().copied()
    })
}

/// Returns the type of the blocks that a collection of them has.
fn element_of(types: &Interner, ty: Ty) -> Ty {
    match types.shape(ty) {
        Shape::List(element) | Shape::Set(element) | Shape::Map(element) => element,
        _ => ty,
    }
}

/// Returns the type of a variable that a definition binds.
pub fn variable_type(view: &View<'_>, types: &mut Interner, id: DefinitionId, number: u32) -> Option<Ty> {
    let locals = local_types(view.program, view.environment, view.inference, id, types);
    locals.get(number as usize).copied().flatten().or_else(|| element_type(view, types, id, number))
}

/// Returns the types of variables that a definition binds, each with its place.
pub fn variable_types(
    view: &View<'_>,
    types: &mut Interner,
    id: DefinitionId,
    bound: &[(u32, Span)],
) -> Vec<(Ty, Span)> {
    let locals = local_types(view.program, view.environment, view.inference, id, types);
    let known = |number: u32| locals.get(number as usize).copied().flatten();
    let typed =
        |&(number, span): &(u32, Span)| Some((known(number).or_else(|| element_type(view, types, id, number))?, span));
    bound.iter().filter_map(typed).collect()
}

/// Returns the type of the elements or keys that a variable of a for-expression stands for. The rules of Terraform type the body for
/// each known element, so that the variable has no type of its own.
fn element_type(view: &View<'_>, types: &Interner, id: DefinitionId, number: u32) -> Option<Ty> {
    let (at, parts, is_key) = loop_of(view, id, number)?;
    let collection = view.inference.type_of(Place { node: parts.collection, ..at })?;
    match (types.shape(collection), is_key) {
        (Shape::List(element) | Shape::Set(element) | Shape::Map(element), false) | (Shape::Set(element), true) => {
            Some(element)
        }
        (Shape::Map(_) | Shape::Object(_), true) => Some(STRING),
        (Shape::List(_) | Shape::Tuple(_), true) => Some(NUMBER),
        _ => None,
    }
}

/// Returns the for-expression that binds a variable, and `true` if it is the variable for the keys.
pub fn loop_of(view: &View<'_>, id: DefinitionId, number: u32) -> Option<(Place, For, bool)> {
    let definition = view.program.definition(id);
    let tree = view.tree(definition.file);
    definition.expressions.iter().flat_map(Expression::nodes).find_map(|node| {
        let at = Place { file: definition.file, node };
        let (Node::For(parts), Target::Binds(first)) = (tree.node(node), view.inference.target(at)) else {
            return None;
        };
        let parts = *tree.for_parts(parts);
        let value = first + u32::from(parts.key_variable.is_some());
        (number == first || number == value).then_some((at, parts, number < value))
    })
}

/// Returns the type after so many steps of a traversal.
pub fn type_after_steps(view: &View<'_>, types: &mut Interner, at: Place, count: usize) -> Option<Ty> {
    let steps = steps_of(view, at);
    if count == steps.len() {
        return view.inference.type_of(at);
    }
    let mut ty = root_type(view, types, at)?;
    for step in steps.get(steps_in_name(view, types, at)..count)? {
        ty = type_after_step(types, ty, step);
    }
    Some(ty)
}

/// Returns the type of the root of a traversal.
fn root_type(view: &View<'_>, types: &mut Interner, at: Place) -> Option<Ty> {
    if let Node::Relative(from, _) = view.tree(at.file).node(at.node) {
        return view.inference.type_of(Place { node: from, ..at });
    }
    match view.inference.target(at) {
        Target::Definition(id) => Some(view.inference.definition_type(id)),
        Target::Declared(name) => {
            type_of_own(view, types, at, name).or_else(|| type_of(view, types, Subject::Declared(name)))
        }
        Target::Local(number) => variable_type(view, types, view.program.definition_of(at)?, number),
        Target::Property(number) => {
            let inputs = view.program.inputs(view.program.definition(view.program.definition_of(at)?));
            inputs.get(number as usize).map(|input| input.ty)
        }
        Target::None | Target::Unknown | Target::Binds(_) => None,
    }
}

/// Returns the type of the instance that `self` means in a block of Terraform.
fn type_of_own(view: &View<'_>, types: &Interner, at: Place, name: Name) -> Option<Ty> {
    let is_own = view.program.is_terraform && types.text(name) == "self";
    let block = view.program.definition_of(at).filter(|_| is_own)?;
    view.program.definition(view.program.owner(block)).instance_type()
}

/// Returns the type after a step.
fn type_after_step(types: &mut Interner, ty: Ty, step: &Step) -> Ty {
    let step = match step.key {
        StepKey::Attribute(name) | StepKey::Text(name) => vocabulary::Step::Name(name),
        StepKey::Number(number) => vocabulary::Step::Number(number),
        StepKey::Bool(value) => vocabulary::Step::Bool(value),
        StepKey::Null => vocabulary::Step::Null,
    };
    match ask(types, &[Question::Traverse(ty, step)])[..] {
        [Answer::Traverse(ty, _)] => ty,
        _ => crate::types::ANY,
    }
}
