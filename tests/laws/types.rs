//! Random types, as texts.

use std::fmt;

use proptest::collection::vec;
use proptest::prelude::*;

/// The declared types that random types use.
pub const DECLARATIONS: &str = r#"
type "Port" { is = int }
type "Later" { is = object({a=output(string)}) }
type "Tree" { is = object({a=int, b=list(Tree)}) }
type "Wood" { is = object({a=string, b=list(Wood)}) }
type "Chain" { is = object({a=output(int), b=optional(Chain)}) }
type "Json" { is = union(none, bool, number, string, list(Json), map(Json)) }
"#;

/// A type as a syntax tree.
#[derive(Clone, Debug)]
pub enum Written {
    /// A name, a constant, an enum.
    Leaf(&'static str),
    /// `list(T)` and the like.
    Applied(&'static str, Box<Self>),
    /// `tuple([T, U])`
    Tuple(Vec<Self>),
    /// `object({a=T})`
    Object(Vec<(&'static str, Self)>),
    /// `union(T, U)`
    Union(Vec<Self>),
}

use Written::{Applied, Leaf, Object, Tuple, Union};

impl fmt::Display for Written {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |items: &[Self]| items.iter().map(Self::to_string).collect::<Vec<_>>().join(", ");
        match self {
            Leaf(text) => write!(out, "{text}"),
            Applied(constructor, element) => write!(out, "{constructor}({element})"),
            Tuple(members) => write!(out, "tuple([{}])", list(members)),
            Union(members) => write!(out, "union({})", list(members)),
            Object(properties) => {
                let properties: Vec<String> = properties.iter().map(|(name, ty)| format!("{name}={ty}")).collect();
                write!(out, "object({{{}}})", properties.join(", "))
            }
        }
    }
}

const PLAIN: [&str; 16] = [
    "any",
    "none",
    "bool",
    "int",
    "number",
    "string",
    "id",
    "Asset",
    "const(\"a\")",
    "const(\"b\")",
    "const(1)",
    "const(2.5)",
    "const(true)",
    "enum(\"E\", string, [\"a\", \"c\"])",
    "const(-1)",
    "const(\"$${x}\\n\")",
];

const DECLARED: [&str; 6] = ["Port", "Later", "Tree", "Wood", "Chain", "Json"];

const NAMES: [&str; 4] = ["a", "b", "c", "\"odd key\""];

/// Any type.
pub fn any_type() -> BoxedStrategy<Written> {
    let leaves = prop_oneof![4 => proptest::sample::select(&PLAIN[..]), 1 => proptest::sample::select(&DECLARED[..])];
    composed(leaves.prop_map(Leaf).boxed())
}

/// Any type without declared ones.
pub fn plain_type() -> BoxedStrategy<Written> {
    composed(proptest::sample::select(&PLAIN[..]).prop_map(Leaf).boxed())
}

/// The names of the random declared types.
pub const OWN: [&str; 3] = ["A", "B", "C"];

/// Definitions of the types in [`OWN`], which may refer to one another and to themselves. A flag asks for a refinement.
pub fn own_definitions() -> BoxedStrategy<Vec<(Written, bool)>> {
    let leaves = prop_oneof![
        1 => proptest::sample::select(&["int", "string", "none", "const(1)", "Tree"][..]),
        2 => proptest::sample::select(&OWN[..]),
    ];
    let definition = composed(leaves.prop_map(Leaf).boxed());
    vec((definition, proptest::bool::weighted(0.3)), OWN.len()).boxed()
}

fn composed(leaves: BoxedStrategy<Written>) -> BoxedStrategy<Written> {
    let around = |inner: BoxedStrategy<Written>| {
        let constructors = proptest::sample::select(&["list", "set", "map", "output", "promise", "optional"][..]);
        let applied = (constructors, inner.clone()).prop_map(|(name, element)| Applied(name, Box::new(element)));
        let properties = proptest::sample::subsequence(&NAMES[..], 0..=3)
            .prop_flat_map({
                let inner = inner.clone();
                move |names| (Just(names.clone()), vec(inner.clone(), names.len()))
            })
            .prop_map(|(names, types)| Object(names.into_iter().zip(types).collect()));
        prop_oneof![
            3 => applied,
            1 => vec(inner.clone(), 0..=3).prop_map(Tuple),
            1 => properties,
            1 => vec(inner, 1..=3).prop_map(Union),
        ]
    };
    leaves.prop_recursive(3, 10, 3, move |inner| around(inner.boxed())).boxed()
}

impl Written {
    /// A type all of whose values belong to this one unchanged. The numbers choose it.
    pub fn narrowed(&self, choices: &mut impl Iterator<Item = u8>) -> Self {
        let choice = choices.next().unwrap_or(0);
        if choice.is_multiple_of(5) {
            return self.clone();
        }
        match self {
            Leaf("any") => Leaf(PLAIN[usize::from(choice) % PLAIN.len()]),
            Leaf("string") => Leaf("const(\"a\")"),
            Leaf("int") => Leaf("const(1)"),
            Leaf("number") => Leaf("const(2.5)"),
            Leaf("bool") => Leaf("const(true)"),
            Leaf("Port") => Leaf("int"),
            Leaf(other) => Leaf(other),
            Applied("list", element) if choice.is_multiple_of(2) => {
                Tuple(vec![element.narrowed(choices), element.narrowed(choices)])
            }
            Applied("map", element) if choice.is_multiple_of(2) => Object(vec![("c", element.narrowed(choices))]),
            Applied("optional", _) | Union(_) => self.member(choice).narrowed(choices),
            Applied(constructor, element) => Applied(constructor, Box::new(element.narrowed(choices))),
            Tuple(members) => Tuple(members.iter().map(|member| member.narrowed(choices)).collect()),
            Object(properties) => {
                let narrowed = properties.iter().map(|(name, ty)| (*name, ty.narrowed(choices)));
                Object(narrowed.chain([("more", Leaf("int"))]).collect())
            }
        }
    }

    /// A member of a union, nested unions flattened; any other type as it is.
    fn member(&self, choice: u8) -> Self {
        match self {
            Union(members) => members[usize::from(choice) % members.len()].member(choice),
            Applied("optional", element) => {
                if choice.is_multiple_of(2) {
                    Leaf("none")
                } else {
                    element.member(choice / 2)
                }
            }
            other => other.clone(),
        }
    }
}
