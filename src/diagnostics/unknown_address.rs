//! `unknown-variable` in Terraform: an address that no block has, or a name that does not exist at its place.

use super::Diagnostic;
use super::context::Context;
use super::declared::Addresses;
use super::suggestions::{Help, list_of};
use super::unknown_variable::constant;
use crate::codes::Code;
use crate::program::resolve::{PROVIDER, attribute_path, is_provider};
use crate::program::{Kind, Place};
use crate::source::{Span, has_tests};
use crate::syntax::tree::Node;
use crate::types::Name;
use crate::types::nearest::{MOST, nearest, slip};

/// The kinds of addresses that begin with a word: the word, the kind of the block, its name in messages, and the parts that
/// follow the word.
const ADDRESSES: [(&str, Kind, &str, &[&str]); 7] = [
    ("var", Kind::Variable, "variable", &["name"]),
    ("output", Kind::Output, "output", &["name"]),
    ("local", Kind::Local, "local value", &["name"]),
    ("module", Kind::Module, "module", &["name"]),
    ("data", Kind::Data, "data source", &["type", "name"]),
    ("ephemeral", Kind::Ephemeral, "ephemeral resource", &["type", "name"]),
    ("resource", Kind::Resource, "resource", &["type", "name"]),
];

/// The address of a managed resource, which begins with its type.
const OF_RESOURCES: (Kind, &str) = (Kind::Resource, "resource");

/// The blocks in which some names exist.
const PLACES: [(&str, &str); 3] = [
    ("count", "in blocks with `count`"),
    ("each", "in blocks with `for_each`"),
    ("self", "in provisioners, connections and postconditions"),
];

/// An address in an expression.
struct Address<'c> {
    /// Its parts, as far as they are attributes.
    parts: Vec<&'c str>,
    /// The ends of the parts.
    ends: Vec<u32>,
    at: Place,
    start: u32,
}

pub(super) fn diagnostic(context: &Context<'_>, at: Place) -> Diagnostic {
    let address = Address::of(context, at);
    let Some(&root) = address.parts.first() else { return address.error(1, "undefined variable".to_owned()) };
    if context.names_providers(at) {
        return of_providers(context, &address);
    }
    if let Some(place) = PLACES.iter().find(|place| place.0 == root && address.is_declared(context)) {
        let count = if root == "self" { 1 } else { 2 };
        let message = format!("`{}` exists only {}", address.text(count), place.1);
        return address.error(count, message).label("does not exist here").help(innermost_iterator(context, &address));
    }
    if is_object(context, root) {
        return of_object(context, &address, root);
    }
    if let Some(diagnostic) = of_another_word(context, &address, root) {
        return diagnostic;
    }
    let is_test = has_tests(&context.program.file(at.file).source.name);
    let known = ADDRESSES.iter().find(|known| known.0 == root && (is_test || known.1 != Kind::Output));
    let (kind, word) = known.map_or(OF_RESOURCES, |known| (known.1, known.2));
    let (count, missing) = known.map_or((2, &["name"][..]), |known| {
        (1 + known.3.len(), &known.3[(address.parts.len() - 1).min(known.3.len())..])
    });
    if address.parts.len() >= count {
        return address
            .error(count, format!("undefined {word} `{}`", address.text(count)))
            .label("not declared in this module")
            .help(suggestion(context, &address, kind, count).or_else(|| in_small_letters(context, &address, root)));
    }
    if known.is_none() && !is_type(context, root) {
        return address.error(1, format!("undefined variable `{root}`")).label("not declared in this module").help(
            suggested_local(context, &address)
                .or_else(|| suggested_value(context, &address))
                .or_else(|| constant(root).filter(|_| address.parts.len() == 1)),
        );
    }
    let what: Vec<String> = missing.iter().map(|part| format!("the {part}")).collect();
    let verb = if missing.len() == 1 { "is" } else { "are" };
    let article = if word.starts_with('e') { "an" } else { "a" };
    let whole = address.text(address.parts.len());
    address
        .error(
            address.parts.len(),
            format!("incomplete address `{whole}`: {} of {article} {word} {verb} missing", what.join(" and ")),
        )
        .label(format!("the address of {article} {word} has more parts"))
}

impl<'c> Address<'c> {
    fn of(context: &Context<'c>, at: Place) -> Self {
        let tree = context.tree(at.file);
        let whole = context.span(at);
        let parts: Vec<&str> = attribute_path(tree, at.node).into_iter().map(|part| context.types.text(part)).collect();
        let steps = match tree.node(at.node) {
            Node::Variable(_, steps) => tree.steps(steps),
            _ => &[],
        };
        let ends = steps.iter().map(|step| step.span.end);
        let root = steps.first().map_or(whole.end, |step| step.span.start);
        Self { parts, ends: std::iter::once(root).chain(ends).collect(), at, start: whole.start }
    }

    /// Returns the first `count` parts, or as many as there are.
    fn text(&self, count: usize) -> String {
        self.parts[..count.min(self.parts.len())].join(".")
    }

    /// Creates the error at the first `count` parts.
    fn error(&self, count: usize, message: String) -> Diagnostic {
        let end = self.ends[count.min(self.parts.len()).max(1) - 1];
        Diagnostic::error(Code::UnknownVariable, self.at.file, Span { start: self.start, end }, message)
    }

    /// Holds if the environment has this name, in some blocks at least.
    fn is_declared(&self, context: &Context<'_>) -> bool {
        let names = [self.text(1), self.text(2)];
        let known = context.environment.block_names.keys();
        known.map(|&known| context.types.text(known)).any(|known| names.iter().any(|name| name == known))
    }
}

/// Returns help with the iterator of the dynamic block around `each`, which has the same attributes.
fn innermost_iterator(context: &Context<'_>, address: &Address<'_>) -> Option<Help> {
    let [root, attribute, ..] = address.parts[..] else { return None };
    let iterator = context.iterators(address.at).last().filter(|_| root == "each")?;
    Some(Help::name("variable", format!("{}.{attribute}", context.types.text(iterator))))
}

/// Words that are written instead of those with which addresses begin.
const OTHER_WORDS: [(&str, &str); 6] = [
    ("locals", "local"),
    ("modules", "module"),
    ("variable", "var"),
    ("variables", "var"),
    ("vars", "var"),
    ("output", "output"),
];

/// An address that begins with the word for a block instead of the one for its value, or with that for an output, which has none in
/// its own module.
fn of_another_word(context: &Context<'_>, address: &Address<'_>, root: &str) -> Option<Diagnostic> {
    let is_test = has_tests(&context.program.file(address.at.file).source.name);
    let &(_, word) = OTHER_WORDS.iter().find(|known| known.0 == root && address.parts.len() > 1)?;
    if is_test || context.addresses().is_resource_type(root) {
        return None;
    }
    if word == "output" {
        let message = format!("`{}` cannot be read in its own module", address.text(2));
        return Some(address.error(2, message).label("outputs are read by the callers of a module"));
    }
    let kind = ADDRESSES.iter().find(|known| known.0 == word).map_or(OF_RESOURCES.0, |known| known.1);
    let message = format!("undefined name `{root}`: the address of a {} begins with `{word}`", word_of(kind));
    let meant = format!("{word}.{}", address.parts[1]);
    let found = without_cycle(context, address, |known, skipped| {
        let is_free = |known: &&str| !is_skipped(skipped, known);
        let own = known.own(address.parts[1]).iter().map(|own| own.1);
        let same = own.filter(|own| own.1 == kind).map(|own| own.0).filter(is_free).find(|own| *own == meant);
        let near = || known.of_kind(kind).nearest(&meant, |known| !is_skipped(skipped, known));
        same.map(str::to_owned).or_else(near).map(|found| (found, kind))
    });
    let error = address.error(2, message).label("not a name in this module");
    Some(error.help(found.map(|(found, kind)| offer(kind, &found))))
}

/// Returns help with an address whose first word has capital letters.
fn in_small_letters(context: &Context<'_>, address: &Address<'_>, root: &str) -> Option<Help> {
    let small = root.to_lowercase();
    let is_word = ADDRESSES.iter().any(|known| known.0 == small) || is_object(context, &small) || small == "self";
    let rest = address.parts.get(1..)?.join(".");
    (small != root && is_word).then(|| format!("the word is written in small letters: `{small}.{rest}`").into())
}

fn word_of(kind: Kind) -> &'static str {
    ADDRESSES.iter().find(|known| known.1 == kind).map_or(OF_RESOURCES.1, |known| known.2)
}

/// A provider configuration that is not declared.
fn of_providers(context: &Context<'_>, address: &Address<'_>) -> Diagnostic {
    let meant = address.text(2);
    let definitions = context.program.definitions.iter().filter(|definition| is_provider(definition));
    let known = definitions.filter_map(|definition| definition.label.strip_prefix(PROVIDER));
    let help = nearest(&meant, known).map(|name| Help::name("provider configuration", name));
    address
        .error(2, format!("undefined provider configuration `{meant}`"))
        .label("not declared in this module")
        .help(help)
}

/// Holds for names whose attributes are declared: `path`, `count`, ...
fn is_object(context: &Context<'_>, root: &str) -> bool {
    attributes_of(context, root).next().is_some()
}

fn attributes_of<'c>(context: &Context<'c>, root: &str) -> impl Iterator<Item = &'c str> {
    let names = context.environment.variables.keys().map(|&name| context.types.text(name));
    names.filter_map(move |name| name.strip_prefix(root)?.strip_prefix('.').filter(|_| root != "var"))
}

/// An attribute that does not exist, or none at all.
fn of_object(context: &Context<'_>, address: &Address<'_>, root: &str) -> Diagnostic {
    let Some(&attribute) = address.parts.get(1) else {
        return address
            .error(1, format!("incomplete address `{root}`: the name of an attribute is missing"))
            .label(format!("`{root}` is no value"));
    };
    let help = nearest(attribute, attributes_of(context, root))
        .map(|attribute| Help::name("attribute", format!("{root}.{attribute}")))
        .or_else(|| list_of_attributes(context, root));
    address
        .error(2, format!("`{root}` has no attribute `{attribute}`"))
        .label(format!("no attribute of `{root}`"))
        .help(help)
}

/// Returns a list of the attributes of a name.
fn list_of_attributes(context: &Context<'_>, root: &str) -> Option<Help> {
    let mut names: Vec<&str> = attributes_of(context, root).collect();
    names.sort_unstable();
    names.dedup();
    let quoted: Vec<String> = names.iter().map(|name| format!("`{root}.{name}`")).collect();
    list_of("attribute", &quoted, 0)
}

/// Holds for the types of declared resources, and for names that look like a type.
fn is_type(context: &Context<'_>, name: &str) -> bool {
    name.contains('_') || context.addresses().is_resource_type(name)
}

/// Returns help with the address that may be meant: the nearest of its kind, one of another kind with the same name, or a local
/// variable.
fn suggestion(context: &Context<'_>, address: &Address<'_>, kind: Kind, count: usize) -> Option<Help> {
    let whole = address.text(count);
    // The word `resource` is optional.
    let meant = whole.strip_prefix("resource.").unwrap_or(&whole);
    let of_kind = |known: &Addresses<'_>, skipped: &[String]| {
        nearest_address(meant, kind, known, skipped).map(|found| (found, kind))
    };
    // The word is misspelt, or that of another kind.
    let word = slip(address.parts[0], ADDRESSES.map(|known| known.0));
    let misspelt = word.map(|word| format!("{word}.{}", address.parts[1..count].join(".")));
    let of_any = |known: &Addresses<'_>, skipped: &[String]| {
        let of_word = misspelt.iter().flat_map(|misspelt| known.own(without_word(misspelt)));
        let of_word = of_word.filter(|known| misspelt.as_deref() == Some(known.1.0));
        let meant = of_word.chain(known.own(without_word(meant))).filter(|known| !is_skipped(skipped, known.1.0));
        let (address, kind) = meant.min_by_key(|known| known.0)?.1;
        Some((address.to_owned(), kind))
    };
    let found = without_cycle(context, address, |known, skipped| {
        let alike = of_kind(known, skipped);
        let is_slip = alike.as_ref().is_some_and(|alike| slip(meant, [&alike.0[..]]).is_some());
        if is_slip { alike } else { of_any(known, skipped).or(alike) }
    });
    found.map(|(found, kind)| offer(kind, &found)).or_else(|| suggested_local(context, address))
}

/// Returns an address without the word for its kind.
pub(super) fn without_word(address: &str) -> &str {
    let rest = address.split_once('.').filter(|parts| ADDRESSES.iter().any(|known| known.0 == parts.0));
    rest.map_or(address, |parts| parts.1)
}

/// Returns help with a variable or local value of this name.
fn suggested_value(context: &Context<'_>, address: &Address<'_>) -> Option<Help> {
    let root = address.parts[0];
    let found = without_cycle(context, address, |known, skipped| {
        let value_of = |own: &str| {
            let values = known.own(own).iter().map(|own| own.1).filter(|own| VALUES.contains(&own.1));
            values.filter(|own| !is_skipped(skipped, own.0)).map(|own| (own.0.to_owned(), own.1)).next()
        };
        let values = || VALUES.into_iter().flat_map(|kind| few(known.of_kind(kind).names()));
        let near = || nearest(root, values().filter(|value| !is_skipped(skipped, value)).map(without_word));
        value_of(root).or_else(|| value_of(&near()?))
    });
    found.map(|(found, kind)| offer(kind, &found))
}

/// Returns the known names, or none if they are too many to be searched for each of many unknown ones.
fn few<'k>(known: &'k [&'k str]) -> impl Iterator<Item = &'k str> {
    known.iter().copied().filter(|_| known.len() <= MOST)
}

/// The kinds of blocks that give a value a name.
const VALUES: [Kind; 2] = [Kind::Variable, Kind::Local];

/// Holds if an address was found, but would make a cycle.
fn is_skipped(skipped: &[String], address: &str) -> bool {
    skipped.iter().any(|skipped| skipped == address)
}

/// Returns help with a variable of an iteration around the address, or with an iterator.
fn suggested_local(context: &Context<'_>, address: &Address<'_>) -> Option<Help> {
    let root = address.parts[0];
    let tree = context.tree(address.at.file);
    let text = |name: Name| context.types.text(name);
    let around = std::iter::successors(Some(address.at.node), |&node| context.parent(address.at.file, node));
    let mut known: Vec<&str> = around
        .filter_map(|node| match tree.node(node) {
            Node::For(parts) => Some(tree.for_parts(parts)),
            _ => None,
        })
        .flat_map(|parts| parts.key_variable.into_iter().chain([parts.value_variable]))
        .map(text)
        .collect();
    known.extend(context.iterators(address.at).map(text));
    known.extend(few(context.addresses().undotted()));
    let found = nearest(root, known)?;
    let meant: Vec<&str> = std::iter::once(&found[..]).chain(address.parts.get(1).copied()).collect();
    Some(Help::name("variable", meant.join(".")))
}

fn offer(kind: Kind, address: &str) -> Help {
    Help::name(word_of(kind), address)
}

/// The most suggestions that are skipped because they would make a cycle.
const MOST_CIRCULAR: usize = 3;

/// Returns the address that is found among those that the expression may refer to without a cycle.
fn without_cycle(
    context: &Context<'_>,
    address: &Address<'_>,
    find: impl Fn(&Addresses<'_>, &[String]) -> Option<(String, Kind)>,
) -> Option<(String, Kind)> {
    let known = context.addresses();
    let mut skipped = Vec::new();
    for _ in 0..=MOST_CIRCULAR {
        let found = find(known, &skipped)?;
        if !known.definitions(&found.0).iter().any(|&id| context.would_be_circular(address.at, id)) {
            return Some(found);
        }
        skipped.push(found.0);
    }
    None
}

/// Returns the address that is nearest: one of the same type with a near name, one of a near type with the same name, one that is
/// near as a whole, or the only one of the same type.
fn nearest_address(meant: &str, kind: Kind, known: &Addresses<'_>, skipped: &[String]) -> Option<String> {
    let (ty, name) = meant.rsplit_once('.')?;
    let is_free = |address: (&str, &str)| !skipped.iter().any(|skipped| skipped.rsplit_once('.') == Some(address));
    let named = known.names_of(kind, ty).nearest(name, |name| is_free((ty, name)));
    let typed = || known.types_of(kind, name).nearest(ty, |ty| is_free((ty, name)));
    let whole = || known.of_kind(kind).nearest(meant, |address| !is_skipped(skipped, address));
    let only = || match known.names_of(kind, ty).names() {
        [only] => Some(format!("{ty}.{only}")).filter(|_| is_free((ty, only))),
        _ => None,
    };
    let named = named.map(|name| format!("{ty}.{name}"));
    named.or_else(|| typed().map(|ty| format!("{ty}.{name}"))).or_else(whole).or_else(only)
}
