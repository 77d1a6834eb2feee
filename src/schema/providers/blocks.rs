//! The blocks of a provider's schema: the types of their values, and what they take.

use serde_json::Value;

use crate::schema::provider_types::written_type;
use crate::types::{ANY, Constant, Interner, NONE, NUMBER, Name, STRING, Ty};

/// The inputs and the value of a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProviderBlock {
    /// The type of its value.
    pub ty: Ty,
    /// The attributes that may be set, in the order of their names: the name, the type, and `true` if it is required.
    pub inputs: Vec<(Name, Ty, bool)>,
    /// The blocks that it may contain, in the order of their names.
    pub blocks: Vec<NestedBlock>,
    /// The paths to its sensitive attributes, and to those of the objects in its attributes.
    pub sensitive: Vec<Vec<Ty>>,
    /// The write-only attributes, and those with write-only parts.
    pub write_only: Vec<Name>,
    /// The attributes that the provider computes, in the order of their names. Those that are inputs as well are computed where they
    /// are not set.
    pub computed: Vec<Name>,
    /// The attributes that are deprecated, in the order of their names.
    pub deprecated: Vec<Name>,
    /// Holds for blocks that are deprecated as a whole.
    pub is_deprecated: bool,
}

impl ProviderBlock {
    /// Creates a block without inputs, whose value has this type.
    pub(super) fn empty(ty: Ty) -> Self {
        Self {
            ty,
            inputs: Vec::new(),
            blocks: Vec::new(),
            sensitive: Vec::new(),
            write_only: Vec::new(),
            computed: Vec::new(),
            deprecated: Vec::new(),
            is_deprecated: false,
        }
    }
}

/// A kind of nested blocks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NestedBlock {
    /// The name.
    pub name: Name,
    /// The minimum number of them.
    pub least: u32,
    /// The maximum number of them.
    pub most: u32,
    /// The collection that they form.
    pub nesting: Nesting,
    /// The inputs and blocks of each.
    pub block: ProviderBlock,
    /// Holds for attributes that may be written as blocks.
    pub is_attribute: bool,
}

/// The collection that nested blocks of one name form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nesting {
    /// There is at most one.
    Single,
    /// In a list.
    List,
    /// In a set.
    Set,
    /// In a map.
    Map,
}

impl Nesting {
    fn of(nested: &Value) -> Self {
        match nested.get("nesting_mode").and_then(Value::as_str) {
            Some("list") => Self::List,
            Some("set") => Self::Set,
            Some("map") => Self::Map,
            _ => Self::Single,
        }
    }
}

pub(super) fn read_block(block: &Value, types: &mut Interner) -> ProviderBlock {
    let is_computed = |attribute: &Value| is(attribute, "computed");
    let is_deprecated = |attribute: &Value| is(attribute, "deprecated");
    ProviderBlock {
        ty: block_type(block, types),
        inputs: inputs(block, types),
        blocks: nested_blocks(block, types),
        sensitive: sensitive_attributes(block, types),
        write_only: attributes_that(block, is_write_only, types),
        computed: attributes_that(block, is_computed, types),
        deprecated: attributes_that(block, is_deprecated, types),
        is_deprecated: is(block, "deprecated"),
    }
}

/// Returns the names of the attributes with a property, in order.
fn attributes_that(block: &Value, holds: impl Fn(&Value) -> bool, types: &mut Interner) -> Vec<Name> {
    let attributes = parts(block, "attributes").into_iter().filter(|part| holds(part.1));
    let mut names: Vec<&String> = attributes.map(|part| part.0).collect();
    names.sort();
    names.into_iter().map(|name| types.name(name)).collect()
}

/// Holds if a part of a schema has a property.
fn is(part: &Value, key: &str) -> bool {
    part.get(key).and_then(Value::as_bool) == Some(true)
}

/// Holds if an attribute or a part of it is write-only.
fn is_write_only(attribute: &Value) -> bool {
    is(attribute, "write_only")
        || attribute
            .get("nested_type")
            .is_some_and(|nested| parts(nested, "attributes").into_iter().any(|(_, inner)| is_write_only(inner)))
}

/// Returns the paths to the sensitive attributes of a block, or of an object in an attribute.
fn sensitive_attributes(block: &Value, types: &mut Interner) -> Vec<Vec<Ty>> {
    let mut found = Vec::new();
    for (name, attribute) in parts(block, "attributes") {
        let name = types.name(name);
        let key = types.constant(STRING, Constant::Text(name));
        if is(attribute, "sensitive") {
            found.push(vec![key]);
        } else if let Some(nested) = attribute.get("nested_type") {
            for keys in sensitive_attributes(nested, types) {
                found.push(match Nesting::of(nested) {
                    Nesting::Single => [key].into_iter().chain(keys).collect(),
                    Nesting::List => [key, NUMBER].into_iter().chain(keys).collect(),
                    Nesting::Map => [key, STRING].into_iter().chain(keys).collect(),
                    // The elements of a set have no marks of their own.
                    Nesting::Set => vec![key],
                });
            }
        }
    }
    found
}

/// Returns the members of an object in a schema, with their names.
fn parts<'v>(value: &'v Value, key: &str) -> Vec<(&'v String, &'v Value)> {
    value.get(key).and_then(Value::as_object).map_or_else(Vec::new, |object| object.iter().collect())
}

/// Returns the attributes that may be set.
fn inputs(block: &Value, types: &mut Interner) -> Vec<(Name, Ty, bool)> {
    let mut inputs: Vec<(&String, Ty, bool)> = Vec::new();
    for (name, attribute) in parts(block, "attributes") {
        if is(attribute, "required") || is(attribute, "optional") {
            inputs.push((name, input_type(attribute, types), is(attribute, "required")));
        }
    }
    inputs.sort();
    inputs.into_iter().map(|(name, ty, is_required)| (types.name(name), ty, is_required)).collect()
}

/// Returns the kinds of nested blocks. Attributes of lists or sets of objects may also be written as blocks.
fn nested_blocks(block: &Value, types: &mut Interner) -> Vec<NestedBlock> {
    let mut blocks = Vec::new();
    for (name, nested) in parts(block, "block_types") {
        let limit =
            |key: &str| nested.get(key).and_then(Value::as_u64).map(|limit| u32::try_from(limit).unwrap_or(u32::MAX));
        let is_single = ["single", "group"].map(Some).contains(&nested.get("nesting_mode").and_then(Value::as_str));
        let most = limit("max_items").filter(|&most| most > 0).or(is_single.then_some(1));
        blocks.push((
            name,
            NestedBlock {
                name: types.name(name),
                least: limit("min_items").unwrap_or_default(),
                most: most.unwrap_or(u32::MAX),
                nesting: Nesting::of(nested),
                block: nested.get("block").map_or_else(|| ProviderBlock::empty(ANY), |block| read_block(block, types)),
                is_attribute: false,
            },
        ));
    }
    for (name, attribute) in parts(block, "attributes") {
        blocks.extend(attribute.get("type").and_then(|ty| attribute_block(name, ty, types)).map(|block| (name, block)));
    }
    blocks.sort_by_key(|block| block.0);
    blocks.into_iter().map(|block| block.1).collect()
}

/// Returns the blocks as which an attribute of this type may be written: those of a list or set of objects. In a block, unlike in
/// an object, any attribute may be omitted.
fn attribute_block(name: &str, ty: &Value, types: &mut Interner) -> Option<NestedBlock> {
    let [Value::String(of), Value::Array(element)] = ty.as_array()?.as_slice() else { return None };
    let nesting = match &of[..] {
        "list" => Nesting::List,
        "set" => Nesting::Set,
        _ => return None,
    };
    let [Value::String(constructor), Value::Object(members), ..] = element.as_slice() else { return None };
    if constructor != "object" {
        return None;
    }
    let mut members: Vec<(&String, &Value)> = members.iter().collect();
    members.sort_by_key(|member| member.0);
    let mut block = ProviderBlock::empty(written_type(&ty[1], types));
    for (name, ty) in members {
        let input = written_type(ty, types);
        block.inputs.push((types.name(name), input, false));
        block.blocks.extend(attribute_block(name, ty, types));
    }
    Some(NestedBlock { name: types.name(name), least: 0, most: u32::MAX, nesting, block, is_attribute: true })
}

/// Returns the object type of a block's value.
fn block_type(block: &Value, types: &mut Interner) -> Ty {
    let mut properties = Vec::new();
    for (name, attribute) in parts(block, "attributes") {
        let ty = attribute_type(attribute, types);
        properties.push((types.name(name), ty));
    }
    for (name, nested) in parts(block, "block_types") {
        let ty = nested_block_type(nested, types);
        properties.push((types.name(name), ty));
    }
    types.object(properties)
}

fn nested_block_type(nested: &Value, types: &mut Interner) -> Ty {
    let inner = nested.get("block").map_or(ANY, |block| block_type(block, types));
    nested_type(nested, inner, types)
}

/// Returns the type of nested blocks by their nesting: one object, a list, a set, or a map.
fn nested_type(nested: &Value, inner: Ty, types: &mut Interner) -> Ty {
    match nested.get("nesting_mode").and_then(Value::as_str) {
        Some("list") => types.list(inner),
        Some("set") => types.set(inner),
        Some("map") => types.map(inner),
        Some("single" | "group") => inner,
        _ => ANY,
    }
}

/// Returns the type that an attribute accepts: optional properties of objects may be omitted.
fn input_type(attribute: &Value, types: &mut Interner) -> Ty {
    let Some(nested) = attribute.get("nested_type") else { return attribute_type(attribute, types) };
    let properties = parts(nested, "attributes").into_iter().map(|(name, inner)| {
        let ty = input_type(inner, types);
        let is_required = inner.get("required").and_then(Value::as_bool) == Some(true);
        (types.name(name), if is_required { ty } else { types.union(&[ty, NONE]) })
    });
    let properties = properties.collect();
    let inner = types.object(properties);
    nested_type(nested, inner, types)
}

fn attribute_type(attribute: &Value, types: &mut Interner) -> Ty {
    match (attribute.get("type"), attribute.get("nested_type")) {
        (Some(ty), _) => written_type(ty, types),
        (None, Some(nested)) => {
            let inner = block_type(nested, types);
            nested_type(nested, inner, types)
        }
        (None, None) => ANY,
    }
}
