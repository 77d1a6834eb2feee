//! Names of several parts, in Terraform: addresses, and provider configurations.

use rustc_hash::FxHashMap;

use super::Target;
use crate::program::environment::Environment;
use crate::program::{Definition, DefinitionId, Kind, Program};
use crate::syntax::tree::{Node, NodeId, StepKey, Tree};
use crate::types::{Interner, Name};

/// The prefix of the names of provider configurations.
pub(crate) const PROVIDER: &str = "provider.";

/// Holds for provider configurations.
pub(crate) fn is_provider(definition: &Definition) -> bool {
    definition.kind == Kind::Body && definition.label.starts_with(PROVIDER)
}

/// Returns the ways to write a qualified name, each as its parts. A name without dots has none.
pub(crate) fn paths_of(name: Name, types: &mut Interner) -> Vec<Vec<Name>> {
    let text = types.text(name).to_owned();
    if !text.contains('.') {
        return Vec::new();
    }
    let parts: Vec<Name> = text.splitn(part_count(&text), '.').map(|part| types.name(part)).collect();
    if OTHERS.contains(&text.split('.').next().unwrap_or_default()) {
        return vec![parts];
    }
    let whole = std::iter::once(types.name(RESOURCE)).chain(parts.iter().copied()).collect();
    vec![parts, whole]
}

/// Returns the number of steps of a variable that are part of the name of its target: names of Terraform have several parts.
pub(crate) fn steps_in_name(program: &Program, target: Target, tree: &Tree, id: NodeId, types: &Interner) -> usize {
    let name = match target {
        _ if !program.is_terraform => None,
        Target::Definition(target) => program.definition(target).name,
        Target::Declared(name) => Some(name),
        _ => None,
    };
    name.map_or(0, |name| steps_of_name(tree, id, name, types))
}

/// Returns a variable and the attributes right after it.
pub(crate) fn attribute_path(tree: &Tree, id: NodeId) -> Vec<Name> {
    path(tree, id, |key| matches!(key, StepKey::Attribute(_)))
}

/// Returns the qualified names that a variable with its steps may denote, the longest first: `a.b.c`, `a.b`.
pub(crate) fn qualifications(tree: &Tree, id: NodeId) -> impl Iterator<Item = Vec<Name>> + use<> {
    let mut parts = path(tree, id, |_| true);
    parts.truncate(3);
    (2..=parts.len()).rev().map(move |count| parts[..count].to_vec())
}

/// Returns the qualified names that a program of Terraform may refer to, by their parts.
pub(super) fn qualified_names(
    program: &Program,
    environment: &Environment,
    named: &FxHashMap<Name, DefinitionId>,
    types: &mut Interner,
) -> FxHashMap<Vec<Name>, Target> {
    if !program.is_terraform {
        return FxHashMap::default();
    }
    let declared = environment.variables.keys().map(|&name| (name, Target::Declared(name)));
    let defined = named.iter().filter(|named| !is_provider(program.definition(*named.1)));
    let all = declared.chain(defined.map(|(&name, &id)| (name, Target::Definition(id))));
    let mut qualified = FxHashMap::default();
    for (name, target) in all {
        qualified.extend(paths_of(name, types).into_iter().map(|parts| (parts, target)));
    }
    qualified
}

/// Returns the provider configurations of a program of Terraform, by name and alias.
pub(super) fn provider_names(
    program: &Program,
    named: &FxHashMap<Name, DefinitionId>,
    types: &mut Interner,
) -> FxHashMap<(Name, Option<Name>), DefinitionId> {
    let mut providers = FxHashMap::default();
    for &id in named.values().filter(|id| program.is_terraform && is_provider(program.definition(**id))) {
        let label = program.definition(id).label[PROVIDER.len()..].to_owned();
        let (name, alias) = label.split_once('.').map_or((&label[..], None), |(name, alias)| (name, Some(alias)));
        let alias = alias.map(|alias| types.name(alias));
        providers.insert((types.name(name), alias), id);
    }
    providers
}

/// The word that may precede the address of a resource: `resource.aws_vpc.main`.
const RESOURCE: &str = "resource";

/// The first parts of qualified names that are no addresses of resources.
const OTHERS: [&str; 13] = [
    "output",
    "var",
    "local",
    "module",
    "data",
    "ephemeral",
    "call",
    "path",
    "terraform",
    "tofu",
    "pulumi",
    "count",
    "each",
];

/// Returns the number of parts of a qualified name, by its prefix. The last part may contain dots.
fn part_count(name: &str) -> usize {
    let has_type = ["data.", "ephemeral.", "call."].iter().any(|kind| name.starts_with(kind));
    if has_type { 3 } else { 2 }
}

/// Returns the number of steps of a variable that are part of a qualified name.
fn steps_of_name(tree: &Tree, id: NodeId, name: Name, types: &Interner) -> usize {
    let has_word = matches!(tree.node(id), Node::Variable(root, _) if types.text(root) == RESOURCE);
    let name = types.text(name);
    // Configurations of providers are written without their prefix.
    let name = name.strip_prefix(PROVIDER).unwrap_or(name);
    name.matches('.').count() + usize::from(has_word && name.split('.').next() != Some(RESOURCE))
}

/// Returns a variable and the names in the steps right after it, as long as these have a form.
fn path(tree: &Tree, id: NodeId, is_part: impl Fn(StepKey) -> bool) -> Vec<Name> {
    let Node::Variable(name, steps) = tree.node(id) else { return Vec::new() };
    let names = tree.steps(steps).iter().map_while(|step| match step.key {
        StepKey::Attribute(name) | StepKey::Text(name) if is_part(step.key) => Some(name),
        _ => None,
    });
    std::iter::once(name).chain(names).collect()
}
