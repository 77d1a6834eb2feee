//! Completion of names in scope, with values of expected types first.

use std::collections::BTreeSet;

use gen_lsp_types::CompletionItemKind;

use super::Completion;
use super::keywords::VALUES;
use crate::answers::ask::{Answer, Question, ask};
use crate::lsp::expected::{constants, expected_at};
use crate::lsp::signatures::declared;
use crate::lsp::subject::{binders, step_name, steps_of};
use crate::lsp::types::variable_type;
use crate::lsp::view::View;
use crate::program::resolve::{PROVIDER, is_provider};
use crate::program::{BlockValue, Definition, DefinitionId, Expression, Kind, Place, Scope, Variable};
use crate::syntax::tree::Node;
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
    match scope_at(view, id, at) {
        Scope::Properties => return of_inputs(view, types, id),
        Scope::Providers => return providers(view, types, id, at),
        _ => {}
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
    let mut named = defined(view, types, (id, at));
    named.retain(|of| of.id != Some(id));
    let is_compared = named.len() <= MOST_COMPARED && !expected.is_empty();
    completions.extend(first_words(&named));
    for Named { parts, ty, kind, .. } in named {
        let fits = is_compared && converts(types, ty, &expected);
        let detail = display_within(types, ty, LONGEST_TYPE);
        completions.push(Completion::new(parts.join("."), kind, if fits { 2 } else { 3 }).detail(detail));
    }
    completions.extend(functions(view, types));
    completions
}

/// A name that expressions may refer to.
pub struct Named {
    /// Its parts: names of Terraform have several.
    parts: Vec<String>,
    /// Its definition, if it has one.
    id: Option<DefinitionId>,
    ty: Ty,
    kind: CompletionItemKind,
}

/// Returns the names that the expression around a place may refer to, apart from variables.
fn defined(view: &View<'_>, types: &Interner, (id, at): (DefinitionId, Place)) -> Vec<Named> {
    let scope = scope_at(view, id, at);
    let is_of_scope = |definition: &Definition| is_provider(definition) == (scope == Scope::Providers);
    let mut named = Vec::new();
    for id in view.program.definition_ids() {
        let definition = view.program.definition(id);
        let is_output = definition.kind == Kind::Output && view.program.is_terraform;
        let Some(name) = definition.name.filter(|_| is_of_scope(definition) && !is_output) else { continue };
        let kind = match definition.block.as_ref().map(|block| block.value) {
            Some(BlockValue::Instance { .. }) => CompletionItemKind::Class,
            Some(_) if !view.program.is_terraform => CompletionItemKind::Class,
            _ => CompletionItemKind::Variable,
        };
        let name = types.text(name);
        let parts = parts_of(view, name.strip_prefix(PROVIDER).unwrap_or(name));
        named.push(Named { parts, id: Some(id), ty: view.inference.definition_type(id), kind });
    }
    for (&name, &ty) in &view.environment.variables {
        let needed = view.environment.block_names.get(&name);
        let is_allowed = match scope {
            Scope::Block(allowed) => needed.is_none_or(|&needed| allowed.contains(needed)),
            Scope::Providers => false,
            _ => needed.is_none(),
        };
        if is_allowed && is_of_runner(view, types.text(name)) {
            let parts = parts_of(view, types.text(name));
            let ty = type_of_item(view, types, id, &parts).unwrap_or(ty);
            named.push(Named { parts, id: None, ty, kind: CompletionItemKind::Constant });
        }
    }
    named
}

/// Holds unless a name of Terraform only exists in programs that something else runs.
fn is_of_runner(view: &View<'_>, name: &str) -> bool {
    let is_of_tofu = |file| view.program.file(file).source.name.contains(".tofu");
    match name.split('.').next() {
        _ if !view.program.is_terraform => true,
        Some("pulumi") => view.program.is_run_by_pulumi(),
        Some("tofu") => view.file_ids().any(is_of_tofu),
        _ => name != "terraform.applying",
    }
}

/// Returns the parts of a name.
fn parts_of(view: &View<'_>, name: &str) -> Vec<String> {
    if view.program.is_terraform { name.split('.').map(str::to_owned).collect() } else { vec![name.to_owned()] }
}

/// Returns the type of `each.key` or `each.value` in a block.
fn type_of_item(view: &View<'_>, types: &Interner, id: DefinitionId, parts: &[String]) -> Option<Ty> {
    let Some((name, Variable::Of(item))) = view.program.definition(id).block.as_ref()?.variable else { return None };
    let [root, part] = parts else { return None };
    let properties = types.properties(view.inference.definition_type(item)).iter();
    let mut own = properties.filter(|of| types.text(of.0) == part && types.text(name) == root);
    own.next().map(|of| of.1)
}

/// Returns the scope of the expression around a place.
fn scope_at(view: &View<'_>, id: DefinitionId, at: Place) -> Scope {
    let around = |of: &&Expression| of.first <= at.node && at.node <= of.root;
    view.program.definition(id).expressions.iter().find(around).map_or(Scope::Everywhere, |of| of.scope)
}

/// Returns the first words of names with several parts: `var`, `module`, the types of resources.
fn first_words(named: &[Named]) -> Vec<Completion> {
    let several = named.iter().filter(|of| of.parts.len() > 1);
    let words: BTreeSet<&str> = several.filter_map(|of| of.parts.first().map(String::as_str)).collect();
    words.into_iter().map(|word| Completion::new(word, CompletionItemKind::Module, 3)).collect()
}

/// Returns the next parts of the names that begin with the parts of a traversal before a step.
pub fn addresses(view: &View<'_>, types: &Interner, at: Place, number: usize) -> Vec<Completion> {
    let Node::Variable(root, _) = view.tree(at.file).node(at.node) else { return Vec::new() };
    let steps = steps_of(view, at).get(..number).unwrap_or_default();
    let steps: Option<Vec<&str>> = steps.iter().map(|step| step_name(step).map(|name| types.text(name))).collect();
    let Some(steps) = steps.filter(|_| view.program.is_terraform) else { return Vec::new() };
    let before: Vec<String> = std::iter::once(types.text(root)).chain(steps).map(str::to_owned).collect();
    let Some(id) = view.program.definition_of(at) else { return Vec::new() };
    addresses_after(view, types, &defined(view, types, (id, at)), &before)
}

/// Returns the names of resources, data sources and modules.
pub fn instances(view: &View<'_>, types: &Interner) -> Vec<Named> {
    let instance = |id: DefinitionId| {
        let definition = view.program.definition(id);
        definition.instance_type()?;
        let (parts, ty) = (parts_of(view, types.text(definition.name?)), view.inference.definition_type(id));
        Some(Named { parts, id: Some(id), ty, kind: CompletionItemKind::Class })
    };
    view.program.definition_ids().filter_map(instance).collect()
}

/// Returns the next parts of the names that begin with some parts.
pub fn addresses_after(view: &View<'_>, types: &Interner, named: &[Named], before: &[String]) -> Vec<Completion> {
    let is_after = |of: &&Named| of.parts.len() > before.len() && before.iter().zip(&of.parts).all(|(a, b)| a == b);
    let completion = |of: &Named| {
        let label = &of.parts[before.len()];
        if of.parts.len() > before.len() + 1 {
            return Completion::new(label, CompletionItemKind::Module, 1);
        }
        let described = of.id.and_then(|id| view.program.description(view.program.definition(id), types));
        Completion::new(label, of.kind, 1)
            .detail(display_within(types, of.ty, LONGEST_TYPE))
            .described(described.map(|text| types.text(text).to_owned()))
    };
    named.iter().filter(is_after).map(completion).collect()
}

/// Returns the configurations of providers.
fn providers(view: &View<'_>, types: &Interner, id: DefinitionId, at: Place) -> Vec<Completion> {
    let named = defined(view, types, (id, at)).into_iter();
    named.map(|of| Completion::new(of.parts.join("."), CompletionItemKind::Module, 1)).collect()
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
    let completion = |(name, number): (String, u32)| {
        let ty = variable_type(view, types, id, number);
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
