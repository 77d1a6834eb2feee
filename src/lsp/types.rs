//! The types of subjects. All types come from the rules.

use super::subject::{Subject, expression_of, steps_of};
use super::view::View;
use crate::infer::local_types;
use crate::program::resolve::Target;
use crate::program::{DefinitionId, Place};
use crate::syntax::tree::{Node, Step, StepKey};
use crate::type_rules::ask::{Answer, Question, ask};
use crate::types::vocabulary;
use crate::types::{Interner, Ty};

/// Returns the type of a subject. `None` for functions, and for subjects without a known type.
pub fn type_of(view: &View<'_>, types: &mut Interner, subject: Subject) -> Option<Ty> {
    match subject {
        Subject::Definition(id) => Some(view.inference.definition_type(id)),
        Subject::Token(id) => view.program.definition(id).instance_type(),
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

/// Returns the type of a variable that a definition binds.
pub fn variable_type(view: &View<'_>, types: &mut Interner, id: DefinitionId, number: u32) -> Option<Ty> {
    let locals = local_types(view.program, view.environment, view.inference, id, types);
    locals.get(number as usize).copied().flatten()
}

/// Returns the type after so many steps of a traversal.
pub fn type_after_steps(view: &View<'_>, types: &mut Interner, at: Place, count: usize) -> Option<Ty> {
    let steps = steps_of(view, at);
    if count == steps.len() {
        return view.inference.type_of(at);
    }
    let mut ty = root_type(view, types, at)?;
    for step in &steps[..count] {
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
        Target::Declared(name) => type_of(view, types, Subject::Declared(name)),
        Target::Local(number) => variable_type(view, types, view.program.definition_of(at)?, number),
        Target::Property(number) => {
            let inputs = view.program.inputs(view.program.definition(view.program.definition_of(at)?));
            inputs.get(number as usize).map(|input| input.ty)
        }
        Target::None | Target::Unknown | Target::Binds(_) => None,
    }
}

/// Returns the type after a step.
pub fn type_after_step(types: &mut Interner, ty: Ty, step: &Step) -> Ty {
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
