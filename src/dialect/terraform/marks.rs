//! Marks: declarations of sensitive and ephemeral values, and the expressions whose marks are checked.

use thin_vec::ThinVec;

use super::blocks::{At, Reader, attributes};
use super::unwritten::is_planned;
use crate::program::{DefinitionId, Expression, GivenPart};
use crate::schema::{Nesting, ProviderBlock};
use crate::syntax::tree::{Block, BodyItem, Node};
use crate::types::vocabulary::{Mark, Path, RangeKind, Usage};
use crate::types::{Constant, Interner, NUMBER, Name, Number, STRING, Shape, Ty};

/// The attributes whose marks are checked: block type, name, and usage. An empty block type means any block.
const USES: [(&str, &str, Usage); 4] = [
    ("", "for_each", Usage::ForEach),
    ("lifecycle", "enabled", Usage::Enabled),
    ("import", "id", Usage::Import),
    ("module", "source", Usage::Source),
];

/// The path to a part of a value.
pub(super) type Keys = Vec<Ty>;

/// Null as the value of a variable.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum NullGiven {
    /// The variable takes no null.
    Never,
    /// It takes null, which fails where the module demands a value.
    Demanded,
    /// It is null by default, so that the module itself is wrong where null fails.
    Default,
}

/// An output of a module that is null, or may be, if that is given for a variable.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::dialect) struct NullOutput {
    /// The path to the part of the outputs.
    pub keys: Keys,
    /// The variable.
    pub input: Name,
    /// Holds if the variable is null by default.
    pub is_by_default: bool,
}

/// Returns the type of a constant key.
pub(super) fn name_key(types: &mut Interner, name: Name) -> Ty {
    types.constant(STRING, Constant::Text(name))
}

/// Returns the key that selects an instance of a repeated block.
pub(super) fn instance_key(repeated: Option<RangeKind>) -> Option<Ty> {
    repeated.map(|kind| if kind == RangeKind::Count { NUMBER } else { STRING })
}

/// Returns the marks that a block declares by its attributes `sensitive` and `ephemeral`.
pub(super) fn declared(at: At<'_>, block: &Block, types: &mut Interner) -> Vec<(Path, Mark)> {
    let is_set = |name: &str| {
        let mut called = attributes(block).filter(|attribute| types.text(attribute.name) == name);
        called.any(|attribute| matches!(at.tree.node(attribute.value), Node::Bool(true)))
    };
    let marks = [("sensitive", Mark::Sensitive), ("ephemeral", Mark::Ephemeral)];
    marks.into_iter().filter(|mark| is_set(mark.0)).map(|mark| (Path::EMPTY, mark.1)).collect()
}

/// Returns the paths to the sensitive parts of a resource, by its schema. Blocks that are not written do not count.
pub(super) fn sensitive_parts(block: Option<&Block>, schema: &ProviderBlock, types: &mut Interner) -> Vec<Keys> {
    let mut parts = schema.sensitive.clone();
    for nested in &schema.blocks {
        let (inner, Some(block)) = (&nested.block, block) else { continue };
        let is_written = |item: &&Block| {
            item.kind == nested.name
                || types.text(item.kind) == "dynamic" && item.labels.first().is_some_and(|label| label.0 == nested.name)
        };
        let written: Vec<&Block> = block.body.iter().filter_map(BodyItem::as_block).filter(is_written).collect();
        let Some(&first) = written.first() else { continue };
        // The body of a dynamic block is its `content` block.
        let body = if first.kind == nested.name { Some(first) } else { content(first, types) };
        let key = name_key(types, nested.name);
        for keys in sensitive_parts(body, inner, types) {
            let path = match nested.nesting {
                Nesting::Single => [key].into_iter().chain(keys).collect(),
                Nesting::List => [key, NUMBER].into_iter().chain(keys).collect(),
                Nesting::Map => [key, STRING].into_iter().chain(keys).collect(),
                // The elements of a set have no marks of their own.
                Nesting::Set => vec![key],
            };
            parts.push(path);
        }
    }
    parts.sort();
    parts.dedup();
    parts
}

/// Returns the paths to the parts of a value that may be null, by the type of the value: to the attributes that are optional.
pub(super) fn nullable_parts(ty: Ty, types: &mut Interner) -> Vec<Keys> {
    let below = |key: Ty, part: Ty, types: &mut Interner| {
        let paths = nullable_parts(part, types).into_iter();
        paths.map(|keys| [key].into_iter().chain(keys).collect()).collect::<Vec<Keys>>()
    };
    match types.shape(ty) {
        Shape::List(element) | Shape::Set(element) => below(NUMBER, element, types),
        Shape::Map(element) => below(STRING, element, types),
        Shape::Tuple(_) => {
            let members = types.members(ty).to_vec();
            let numbered = members.into_iter().zip(0_i64..);
            numbered.flat_map(|(member, at)| below(number(types, at), member, types)).collect()
        }
        Shape::Object(_) => {
            let mut found = Vec::new();
            for (name, property) in types.properties(ty).to_vec() {
                let (key, present) = (name_key(types, name), types.without_null(property));
                found.extend((present != property).then(|| vec![key]));
                found.extend(below(key, present, types));
            }
            found
        }
        _ => Vec::new(),
    }
}

/// The most parts of a variable that have marks of their own.
const MOST_GIVEN: usize = 32;

/// Returns the paths to the parts of a value that are told apart: the value itself, its elements, their attributes, and its own.
fn given_parts(ty: Ty, types: &mut Interner) -> Vec<Keys> {
    let (key, element) = match types.shape(ty) {
        Shape::List(element) | Shape::Set(element) => (Some(NUMBER), element),
        Shape::Map(element) => (Some(STRING), element),
        _ => (None, ty),
    };
    let start: Keys = key.into_iter().collect();
    let names: Vec<Name> = types.properties(element).iter().map(|property| property.0).collect();
    let attributes =
        names.into_iter().map(|name| start.iter().copied().chain([name_key(types, name)]).collect::<Keys>());
    let attributes: Vec<Keys> = attributes.collect();
    let whole = key.map(|_| Vec::new());
    whole.into_iter().chain([start.clone()]).chain(attributes).take(MOST_GIVEN).collect()
}

fn number(types: &mut Interner, number: i64) -> Ty {
    let id = types.number(Number::from(number));
    types.constant(NUMBER, Constant::Number(id))
}

/// Returns the attributes of a resource that are not known before the plan is applied: those that the provider computes, and that
/// the block does not set.
pub(super) fn deferred_parts(block: &Block, schema: &ProviderBlock, types: &mut Interner) -> Vec<Keys> {
    let is_set = |name: Name| {
        block.body.iter().any(|item| match item {
            BodyItem::Attribute(attribute) => attribute.name == name,
            BodyItem::Block(inner) => inner.kind == name || inner.labels.first().is_some_and(|label| label.0 == name),
        })
    };
    let ty = block.labels.first().map_or("", |label| types.text(label.0));
    let keys_are_known = |name: Name| is_planned(ty, types.text(name));
    let deferred = schema.computed.iter().copied().filter(|&name| !is_set(name) && !keys_are_known(name));
    deferred.collect::<Vec<_>>().into_iter().map(|name| vec![name_key(types, name)]).collect()
}

/// Returns the paths to the outputs of a called module that may be null by the arguments of a call: a variable that is null by default
/// is not given, or null is given.
pub(super) fn null_outputs(at: At<'_>, call: &Block, outputs: &[NullOutput]) -> Vec<(Keys, Mark)> {
    let is_null = |output: &&NullOutput| {
        let given = attributes(call).find(|attribute| attribute.name == output.input);
        given.map_or(output.is_by_default, |given| matches!(at.tree.node(given.value), Node::Null))
    };
    outputs.iter().filter(is_null).map(|output| (output.keys.clone(), Mark::Nullable)).collect()
}

fn content<'b>(dynamic: &'b Block, types: &Interner) -> Option<&'b Block> {
    dynamic.body.iter().filter_map(BodyItem::as_block).find(|inner| types.text(inner.kind) == "content")
}

impl Reader<'_, '_> {
    /// Adds marks to the instances of a definition.
    pub(super) fn mark(
        &mut self,
        id: DefinitionId,
        repeated: Option<RangeKind>,
        marks: impl IntoIterator<Item = (Keys, Mark)>,
    ) {
        let key = instance_key(repeated);
        let of_instances = marks.into_iter().map(|(keys, mark)| {
            let keys: Keys = key.into_iter().chain(keys).collect();
            (Path(self.types.tuple(&keys)), mark)
        });
        let of_instances: Vec<(Path, Mark)> = of_instances.collect();
        if let Some(block) = self.program.definitions[id].block.as_deref_mut() {
            block.marks.extend(of_instances);
        }
    }

    /// Adds the marks of what the caller of a module gives for a variable: they say what follows if a part has the mark.
    pub(super) fn mark_given(&mut self, id: DefinitionId, name: &str, ty: Ty, null: NullGiven) {
        if self.reading.is_outermost() {
            return;
        }
        let name = self.types.name(name);
        let takes_null = null == NullGiven::Demanded;
        if null == NullGiven::Default {
            let Ok(part) = u16::try_from(self.program.given_parts.len()) else { return };
            self.program.given_parts.push(GivenPart { input: name, path: Path::EMPTY, is_null_by_default: true });
            self.mark(id, None, [(Vec::new(), Mark::NullableIf(part))]);
        }
        let optional = nullable_parts(ty, self.types);
        for keys in given_parts(ty, self.types) {
            let Ok(part) = u16::try_from(self.program.given_parts.len()) else { return };
            let path = Path(self.types.tuple(&keys));
            self.program.given_parts.push(GivenPart { input: name, path, is_null_by_default: false });
            // An optional attribute may be null without that, or has a default.
            let may_be_null = if keys.is_empty() { takes_null } else { !optional.contains(&keys) };
            let nullable = may_be_null.then(|| (keys.clone(), Mark::NullableIf(part)));
            self.mark(id, None, [(keys, Mark::DeferredIf(part))].into_iter().chain(nullable));
        }
    }

    /// Returns the expressions of a block whose marks are checked, by index, with their usage.
    pub(super) fn uses(&self, block: &Block, expressions: &[Expression]) -> ThinVec<(u32, Usage)> {
        let inner = block.body.iter().filter_map(BodyItem::as_block);
        let used = [("", block), (self.types.text(block.kind), block)]
            .into_iter()
            .chain(inner.map(|inner| (self.types.text(inner.kind), inner)))
            .flat_map(|(kind, block)| attributes(block).map(move |attribute| (kind, attribute)));
        let used = used.filter_map(|(kind, attribute)| {
            let name = self.types.text(attribute.name);
            let usage = USES.iter().find(|usage| (usage.0, usage.1) == (kind, name))?.2;
            if usage == Usage::Source && !self.has_constants {
                return None;
            }
            let number = expressions.iter().position(|expression| expression.root == attribute.value)?;
            Some((number as u32, usage))
        });
        used.collect()
    }
}
