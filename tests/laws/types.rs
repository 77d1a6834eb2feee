//! Random types: those that laws of books are tried on, with other leaves.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::strategy::{NewTree, ValueTree};
use proptest::test_runner::TestRunner;
use typelog::results::laws::Sample::{Applied, Leaf, Object, Tuple, Union};
use typelog::results::laws::{Alphabet, Random, Sample};

/// The declared types that random types use.
pub const DECLARATIONS: &str = r#"
type "Port" { is = int }
type "Later" { is = object({a=output(string)}) }
type "Tree" { is = object({a=int, b=list(Tree)}) }
type "Wood" { is = object({a=string, b=list(Wood)}) }
type "Chain" { is = object({a=output(int), b=optional(Chain)}) }
type "Json" { is = union(none, bool, number, string, list(Json), map(Json)) }
"#;

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

const NAMES: &[&str] = &["a", "b", "c", "\"odd key\""];

const CONSTRUCTORS: &[&str] = &["list", "set", "map", "output", "promise", "optional"];

/// The greatest depth of random types.
const DEPTH: u32 = 3;

/// Types of an alphabet, which shrink as the counterexamples of laws do.
#[derive(Clone, Debug)]
pub struct Types(Alphabet);

/// A type with the smaller ones that may take its place.
pub struct Shrinking {
    current: Sample,
    /// The larger type, with which the test fails.
    failing: Sample,
    smaller: std::vec::IntoIter<Sample>,
}

impl Types {
    fn of<'l>(leaves: impl IntoIterator<Item = &'l str>) -> Self {
        let leaves = leaves.into_iter().map(str::to_owned).collect();
        Self(Alphabet { leaves, constructors: CONSTRUCTORS, properties: NAMES })
    }
}

impl Strategy for Types {
    type Tree = Shrinking;
    type Value = Sample;

    fn new_tree(&self, runner: &mut TestRunner) -> NewTree<Self> {
        let current = Sample::any(&mut Random::new(runner.rng().next_u64()), DEPTH, &self.0);
        Ok(Shrinking { failing: current.clone(), current, smaller: Vec::new().into_iter() })
    }
}

impl ValueTree for Shrinking {
    type Value = Sample;

    fn current(&self) -> Sample {
        self.current.clone()
    }

    fn simplify(&mut self) -> bool {
        self.failing = self.current.clone();
        self.smaller = self.current.smaller().into_iter();
        self.complicate()
    }

    fn complicate(&mut self) -> bool {
        let next = self.smaller.next();
        let is_other = next.is_some();
        self.current = next.unwrap_or_else(|| self.failing.clone());
        is_other
    }
}

/// Any type.
pub fn any_type() -> Types {
    Types::of(PLAIN.into_iter().chain(DECLARED))
}

/// Any type without declared ones.
pub fn plain_type() -> Types {
    Types::of(PLAIN)
}

/// The names of the random declared types.
pub const OWN: [&str; 3] = ["A", "B", "C"];

/// Definitions of the types in [`OWN`], which may refer to one another and to themselves. A flag asks for a refinement.
pub fn own_definitions() -> impl Strategy<Value = Vec<(Sample, bool)>> {
    // Most leaves are the types themselves.
    let own = std::iter::repeat_n(OWN, 3).flatten();
    let definition = Types::of(["int", "string", "none", "const(1)", "Tree"].into_iter().chain(own));
    vec((definition, proptest::bool::weighted(0.3)), OWN.len())
}

/// Returns a type all of whose values belong to the given one unchanged. The numbers choose it.
pub fn narrowed(ty: &Sample, choices: &mut impl Iterator<Item = u8>) -> Sample {
    let choice = choices.next().unwrap_or(0);
    if choice.is_multiple_of(5) {
        return ty.clone();
    }
    match ty {
        Leaf(text) => Leaf(narrowed_leaf(text, choice).to_owned()),
        Applied("list", element) if choice.is_multiple_of(2) => {
            Tuple(vec![narrowed(element, choices), narrowed(element, choices)])
        }
        Applied("map", element) if choice.is_multiple_of(2) => Object(vec![("c", narrowed(element, choices))]),
        Applied("optional", _) | Union(_) => narrowed(&member(ty, choice), choices),
        Applied(constructor, element) => Applied(constructor, Box::new(narrowed(element, choices))),
        Tuple(members) => Tuple(members.iter().map(|member| narrowed(member, choices)).collect()),
        Object(properties) => {
            let narrowed = properties.iter().map(|(name, ty)| (*name, narrowed(ty, choices)));
            Object(narrowed.chain([("more", Leaf("int".to_owned()))]).collect())
        }
    }
}

fn narrowed_leaf(text: &str, choice: u8) -> &str {
    match text {
        "any" => PLAIN[usize::from(choice) % PLAIN.len()],
        "string" => "const(\"a\")",
        "int" => "const(1)",
        "number" => "const(2.5)",
        "bool" => "const(true)",
        "Port" => "int",
        other => other,
    }
}

/// Returns a member of a union, nested unions flattened; any other type as it is.
fn member(ty: &Sample, choice: u8) -> Sample {
    match ty {
        Union(members) => member(&members[usize::from(choice) % members.len()], choice),
        Applied("optional", _) if choice.is_multiple_of(2) => Leaf("none".to_owned()),
        Applied("optional", element) => member(element, choice / 2),
        other => other.clone(),
    }
}
