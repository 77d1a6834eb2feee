//! The parts of a schema document that matter to types, in their JSON form.
//!
//! Source: Pulumi's package metaschema, without the properties for documentation and for code generators.

use std::collections::BTreeMap;

use rustc_hash::FxHashSet;
use serde::de::Error;
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

/// Properties by their names.
pub(super) type Properties = BTreeMap<Box<str>, TypeSpec>;

/// A type, and the further attributes of a property.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct TypeSpec {
    #[serde(rename = "type")]
    pub kind: Option<Box<str>>,
    #[serde(rename = "$ref")]
    pub reference: Option<Box<str>>,
    pub items: Option<Box<TypeSpec>>,
    pub additional_properties: Option<Box<TypeSpec>>,
    pub one_of: Option<Vec<TypeSpec>>,
    pub discriminator: Option<Discriminator>,
    #[serde(default, deserialize_with = "null_is_default")]
    pub plain: bool,
    #[serde(default, deserialize_with = "null_is_default")]
    pub secret: bool,
    /// The only value of the property.
    #[serde(rename = "const")]
    pub constant: Option<Scalar>,
    pub deprecation_message: Option<Box<str>>,
}

/// The property whose value selects a variant of a union.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Discriminator {
    pub property_name: Box<str>,
    #[serde(default, deserialize_with = "null_is_default")]
    pub mapping: BTreeMap<Box<str>, Box<str>>,
}

/// The names of required properties.
pub(super) type Required = FxHashSet<Box<str>>;

/// Properties, and the required ones among them.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct ObjectSpec {
    #[serde(deserialize_with = "null_is_default")]
    pub properties: Properties,
    #[serde(deserialize_with = "null_is_default")]
    pub required: Required,
}

/// A type with a name: an object, or an enum.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct NamedSpec {
    #[serde(rename = "type")]
    pub kind: Option<Box<str>>,
    #[serde(deserialize_with = "null_is_default")]
    pub properties: Properties,
    #[serde(deserialize_with = "null_is_default")]
    pub required: Required,
    #[serde(rename = "enum", deserialize_with = "null_is_default")]
    pub values: Vec<EnumValue>,
}

/// A value of an enum.
#[derive(Debug, Deserialize)]
pub(super) struct EnumValue {
    pub value: Scalar,
}

/// A value as it is written: numbers are exact, whatever their size.
#[derive(Debug, Deserialize)]
#[serde(transparent)]
pub(super) struct Scalar(Box<RawValue>);

impl Scalar {
    /// Returns the JSON text of the value.
    pub fn text(&self) -> &str {
        self.0.get()
    }
}

/// A resource.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct ResourceSpec {
    #[serde(deserialize_with = "null_is_default")]
    pub properties: Properties,
    #[serde(deserialize_with = "null_is_default")]
    pub required: Required,
    #[serde(deserialize_with = "null_is_default")]
    pub input_properties: Properties,
    #[serde(deserialize_with = "null_is_default")]
    pub required_inputs: Required,
    pub state_inputs: Option<ObjectSpec>,
    #[serde(deserialize_with = "null_is_default")]
    pub is_component: bool,
    #[serde(deserialize_with = "null_is_default")]
    pub methods: BTreeMap<Box<str>, Box<str>>,
    pub deprecation_message: Option<Box<str>>,
}

/// A function.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct FunctionSpec {
    pub inputs: Option<ObjectSpec>,
    pub outputs: Option<ReturnSpec>,
    #[serde(deserialize_with = "null_is_default")]
    pub multi_argument_inputs: Vec<Box<str>>,
    pub deprecation_message: Option<Box<str>>,
}

/// The result of a function: an object if properties are given, otherwise a type if one is given, otherwise nothing.
#[derive(Debug)]
pub(super) struct ReturnSpec {
    pub properties: Option<Properties>,
    pub required: Required,
    pub ty: TypeSpec,
}

impl<'de> Deserialize<'de> for ReturnSpec {
    /// The same members are read as an object and as a type. (Flattened members would be parsed before, and numbers be rounded.)
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        struct Members {
            properties: Option<Properties>,
            #[serde(default, deserialize_with = "null_is_default")]
            required: Required,
        }
        let text = Box::<RawValue>::deserialize(deserializer)?;
        let Members { properties, required } = serde_json::from_str(text.get()).map_err(D::Error::custom)?;
        let ty = serde_json::from_str(text.get()).map_err(D::Error::custom)?;
        Ok(Self { properties, required, ty })
    }
}

fn null_is_default<'de, D: Deserializer<'de>, T: Default + Deserialize<'de>>(deserializer: D) -> Result<T, D::Error> {
    Option::deserialize(deserializer).map(Option::unwrap_or_default)
}

/// Returns the direct references of types.
pub fn references<'a>(specs: &[&'a TypeSpec]) -> Vec<&'a str> {
    let mut found = Vec::new();
    for spec in specs {
        spec.references(&mut found);
    }
    found
}

impl TypeSpec {
    fn references<'a>(&'a self, found: &mut Vec<&'a str>) {
        found.extend(self.reference.as_deref());
        for part in self.items.iter().chain(&self.additional_properties) {
            part.references(found);
        }
        for part in self.one_of.iter().flatten() {
            part.references(found);
        }
    }
}
