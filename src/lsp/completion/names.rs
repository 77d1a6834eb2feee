//! Completion of names in scope, with values of expected types first.

use gen_lsp_types::CompletionItemKind;

use super::Completion;
use super::keywords::VALUES;
use super::members::constants;
use crate::infer::local_types;
use crate::lsp::expected::expected_at;
use crate::lsp::signatures::declared;
use crate::lsp::subject::binders;
use crate::lsp::view::View;
use crate::program::{DefinitionId, Expression, Place, Scope, Variable};
use crate::syntax::tree::Node;
use crate::type_rules::ask::{Answer, Question, ask};
use crate::types::display::{display_constant, display_within};
use crate::types::vocabulary::Conversion;
use crate::types::{BOOL, Interner, Name, Ty};

/// The maximal length of a type beside an item, in bytes.
const LONGEST_TYPE: usize = 80;

/// The maximal number of names whose types are compared with the expected ones.
const MOST_COMPARED: usize = 500;

/// Returns the completions for a name.
pub fn in_scope(view: &View<'_>, types: &mut Interner, at: Place) -> Vec<Completion> {
    let Some(id) = view.program.definition_of(at) else { return Vec::new() };
    let around = |of: &&Expression| of.first <= at.node && at.node <= of.root;
    let expression = view.program.definition(id).expressions.iter().find(around);
    if expression.is_some_and(|of| of.scope == Scope::Properties) {
        return of_inputs(view, types, id);
    }
    let expected = expected_at(view, types, id, at.node);
    let mut completions: Vec<Completion> = constants(types, &expected)
        .into_iter()
        .map(|value| Completion::new(display_constant(types, value), CompletionItemKind::EnumMember, 0))
        .collect();
    let is_bool = expected.contains(&BOOL);
    completions.extend(VALUES.iter().map(|word| {
        Completion::new(*word, CompletionItemKind::Keyword, if is_bool && *word != "null" { 1 } else { 6 })
    }));
    completions.extend(variables(view, types, id, at));
    let mut named: Vec<(String, Ty, CompletionItemKind)> = Vec::new();
    for other in view.program.definition_ids().filter(|&other| other != id) {
        let definition = view.program.definition(other);
        if let Some(name) = definition.name {
            let kind = match definition.block {
                Some(_) => CompletionItemKind::Class,
                None => CompletionItemKind::Variable,
            };
            named.push((types.text(name).to_owned(), view.inference.definition_type(other), kind));
        }
    }
    for (&name, &ty) in &view.environment.variables {
        named.push((types.text(name).to_owned(), ty, CompletionItemKind::Constant));
    }
    let is_compared = named.len() <= MOST_COMPARED && !expected.is_empty();
    for (name, ty, kind) in named {
        let fits = is_compared && converts(types, ty, &expected);
        let detail = display_within(types, ty, LONGEST_TYPE);
        completions.push(Completion::new(name, kind, if fits { 2 } else { 3 }).detail(detail));
    }
    completions.extend(functions(view, types));
    completions
}

/// Holds if a type converts to one of the expected types.
fn converts(types: &mut Interner, ty: Ty, expected: &[Ty]) -> bool {
    let questions: Vec<Question> = expected.iter().map(|&to| Question::Convert(ty, to)).collect();
    ask(types, &questions).into_iter().any(|answer| answer != Answer::Convert(Conversion::No))
}

/// Returns the inputs that names refer to in some options.
fn of_inputs(view: &View<'_>, types: &Interner, id: DefinitionId) -> Vec<Completion> {
    let inputs = view.program.inputs(view.program.definition(id)).iter();
    let completion = |input: &crate::program::Input| {
        Completion::new(types.text(input.name), CompletionItemKind::Property, 1).detail(display_within(
            types,
            input.ty,
            LONGEST_TYPE,
        ))
    };
    inputs.map(completion).collect()
}

/// Returns the variables of the for-expressions around a place, and the variable of the block.
fn variables(view: &View<'_>, types: &mut Interner, id: DefinitionId, at: Place) -> Vec<Completion> {
    let tree = view.tree(at.file);
    let definition = view.program.definition(id);
    let mut bound: Vec<(String, u32)> = Vec::new();
    for node in definition.expressions.iter().flat_map(Expression::nodes).filter(|&node| node >= at.node) {
        let Node::For(parts) = tree.node(node) else { continue };
        let collection = tree.span(tree.for_parts(parts).collection);
        let span = tree.span(at.node);
        if tree.span(node).contains(span) && !collection.contains(span) {
            for (number, span) in binders(view, Place { node, ..at }) {
                bound.push((view.program.file(at.file).source.slice(span).to_owned(), number));
            }
        }
    }
    let variable = definition.block.as_ref().and_then(|block| block.variable);
    let of_block = variable.and_then(|(name, variable)| match variable {
        Variable::Of(item) => Some((name, item)),
        _ => None,
    });
    let iterators = definition.block.iter().flat_map(|block| block.iterators.iter().copied());
    let items: Vec<_> = of_block.into_iter().chain(iterators).collect();
    bound.extend(variable.filter(|of| of.1.is_local()).map(|(name, _)| (types.text(name).to_owned(), 0)));
    let item = |(name, item): (Name, DefinitionId)| {
        let ty = view.inference.definition_type(item);
        let detail = display_within(types, ty, LONGEST_TYPE);
        Completion::new(types.text(name).to_owned(), CompletionItemKind::Variable, 1).detail(detail)
    };
    let items: Vec<Completion> = items.into_iter().map(item).collect();
    if bound.is_empty() {
        return items;
    }
    let locals = local_types(view.program, view.environment, view.inference, id, types);
    let completion = |(name, number): (String, u32)| {
        let ty = locals.get(number as usize).copied().flatten();
        let detail = ty.map_or_else(String::new, |ty| display_within(types, ty, LONGEST_TYPE));
        Completion::new(name, CompletionItemKind::Variable, 1).detail(detail)
    };
    bound.into_iter().map(completion).chain(items).collect()
}

/// Returns the functions, with their signatures.
fn functions(view: &View<'_>, types: &Interner) -> Vec<Completion> {
    let completion = |name| {
        let signatures = declared(view.environment, types, name);
        let first = signatures.first().map_or_else(String::new, |of| of.label.clone());
        let detail = match signatures.len() {
            0 | 1 => first,
            more => format!("{first} and {} more", more - 1),
        };
        let name = types.text(name);
        let has_parameters = signatures.iter().any(|of| !of.parameters.is_empty());
        let snippet = if has_parameters { format!("{name}($0)") } else { format!("{name}()$0") };
        Completion::new(name, CompletionItemKind::Function, 4).detail(detail).snippet(snippet)
    };
    view.environment.function_names().map(completion).collect()
}
