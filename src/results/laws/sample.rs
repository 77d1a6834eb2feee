//! Generated types, as trees that can be changed and shrunk.

use std::fmt;

/// A type as a tree.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Sample {
    /// A primitive type, a constant, or a declared type.
    Leaf(String),
    /// `list(T)` and the like.
    Applied(&'static str, Box<Self>),
    /// `tuple([T, U])`
    Tuple(Vec<Self>),
    /// `object({a=T})`
    Object(Vec<(&'static str, Self)>),
    /// `union(T, U)`
    Union(Vec<Self>),
}

use Sample::{Applied, Leaf, Object, Tuple, Union};

/// The parts of generated types.
#[derive(Clone, Debug)]
pub struct Alphabet {
    /// Types without parts.
    pub leaves: Vec<String>,
    /// Constructors of one argument.
    pub constructors: &'static [&'static str],
    /// Names of properties.
    pub properties: &'static [&'static str],
}

impl Alphabet {
    fn constructor(&self, random: &mut Random) -> &'static str {
        self.constructors[random.below(self.constructors.len())]
    }
}

/// The constructors of one argument.
pub const CONSTRUCTORS: &[&str] = &["list", "set", "map", "output", "promise"];

/// The names of properties.
pub const PROPERTIES: &[&str] = &["a", "b"];

/// The leaves without a declaration, those with the simplest meaning first.
pub const PLAIN: [&str; 11] = [
    "bool",
    "int",
    "number",
    "string",
    "none",
    "any",
    "id",
    "const(1)",
    "const(\"a\")",
    "const(true)",
    "enum(\"E\", string, [\"a\", \"c\"])",
];

impl fmt::Display for Sample {
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

/// Numbers that are the same in every run with the same seed (xorshift).
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// Creates the numbers of a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// Returns a number below a bound.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % bound.max(1)
    }

    /// Returns one of some values.
    pub fn choose<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}

impl Sample {
    /// Generates a type that nests at most `depth` levels deep.
    pub fn any(random: &mut Random, depth: u32, from: &Alphabet) -> Self {
        if depth == 0 || random.below(10) < 3 {
            return Leaf(random.choose(&from.leaves).clone());
        }
        let inner = |random: &mut Random| Self::any(random, depth - 1, from);
        match random.below(8) {
            0..=3 => Applied(from.constructor(random), Box::new(inner(random))),
            4 => Tuple((0..random.below(3)).map(|_| inner(random)).collect()),
            5 | 6 => {
                let names = from.properties.iter().filter(|_| random.below(3) > 0).collect::<Vec<_>>();
                Object(names.into_iter().map(|&name| (name, inner(random))).collect())
            }
            _ => Union(vec![inner(random), inner(random)]),
        }
    }

    /// Returns a type that is like this one: with another leaf, another constructor, one level more or less.
    pub(super) fn related(&self, random: &mut Random, from: &Alphabet) -> Self {
        match random.below(6) {
            0 => self.clone(),
            1 => Applied(from.constructor(random), Box::new(self.clone())),
            2 => Union(vec![self.clone(), Leaf(random.choose(&from.leaves).clone())]),
            3 => self.parts().last().map_or_else(|| self.clone(), |part| (*part).clone()),
            _ => self.changed(random, from),
        }
    }

    /// Returns the type with a change somewhere in it.
    fn changed(&self, random: &mut Random, from: &Alphabet) -> Self {
        match self {
            Leaf(_) => Leaf(random.choose(&from.leaves).clone()),
            Applied(_, element) if random.below(3) == 0 => Applied(from.constructor(random), element.clone()),
            Applied(constructor, element) => Applied(constructor, Box::new(element.changed(random, from))),
            Tuple(members) => Tuple(changed_one(members, random, from)),
            Union(members) => Union(changed_one(members, random, from)),
            Object(properties) => {
                let types: Vec<Self> = properties.iter().map(|property| property.1.clone()).collect();
                let types = changed_one(&types, random, from);
                Object(properties.iter().map(|property| property.0).zip(types).collect())
            }
        }
    }

    /// Returns types that are smaller together: a constructor is left out, or a part replaced, everywhere in them.
    pub fn smaller_together(types: &[&Self]) -> Vec<Vec<Self>> {
        let mut inner = Vec::new();
        for ty in types {
            ty.collect_parts(&mut inner);
        }
        inner.sort();
        inner.dedup();
        let everywhere = |change: &dyn Fn(&Self) -> Option<Self>| -> Vec<Self> {
            types.iter().map(|ty| ty.replaced(change)).collect()
        };
        let mut found = Vec::new();
        for &left_out in CONSTRUCTORS {
            found.push(everywhere(&|ty| match ty {
                Applied(constructor, element) if *constructor == left_out => Some((**element).clone()),
                _ => None,
            }));
        }
        found.push(everywhere(&|ty| match ty {
            Object(properties) if properties.len() == 1 => Some(properties[0].1.clone()),
            _ => None,
        }));
        for part in &inner {
            found.extend(
                part.smaller().into_iter().map(|smaller| everywhere(&|ty| (ty == part).then(|| smaller.clone()))),
            );
        }
        let size = |all: &[Self]| all.iter().map(Self::size).fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
        let before = types.iter().map(|ty| ty.size()).fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
        found.retain(|all| size(all) < before);
        found.sort_by_key(|all| size(all));
        found
    }

    fn collect_parts(&self, found: &mut Vec<Self>) {
        found.push(self.clone());
        self.parts().into_iter().for_each(|part| part.collect_parts(found));
    }

    /// Returns the type with its parts changed, from the outside to the inside.
    fn replaced(&self, change: &dyn Fn(&Self) -> Option<Self>) -> Self {
        if let Some(changed) = change(self) {
            return changed;
        }
        let inside = |members: &[Self]| members.iter().map(|member| member.replaced(change)).collect();
        match self {
            Leaf(text) => Leaf(text.clone()),
            Applied(constructor, element) => Applied(constructor, Box::new(element.replaced(change))),
            Tuple(members) => Tuple(inside(members)),
            Union(members) => Union(inside(members)),
            Object(properties) => Object(properties.iter().map(|(name, ty)| (*name, ty.replaced(change))).collect()),
        }
    }

    fn parts(&self) -> Vec<&Self> {
        match self {
            Leaf(_) => Vec::new(),
            Applied(_, element) => vec![element],
            Tuple(members) | Union(members) => members.iter().collect(),
            Object(properties) => properties.iter().map(|property| &property.1).collect(),
        }
    }

    /// Returns the number of constructors, and then the rank of the leaves: a smaller type is shown in its stead.
    pub fn size(&self) -> (usize, usize) {
        let own = match self {
            Leaf(text) => (0, PLAIN.iter().position(|plain| plain == text).unwrap_or(PLAIN.len()) + 1),
            _ => (1, 0),
        };
        self.parts().into_iter().map(Self::size).fold(own, |sum, part| (sum.0 + part.0, sum.1 + part.1))
    }

    /// Returns smaller types, the smallest changes last.
    pub fn smaller(&self) -> Vec<Self> {
        let mut found: Vec<Self> = self.parts().into_iter().cloned().collect();
        match self {
            Leaf(text) => {
                let rank = PLAIN.iter().position(|plain| plain == text).unwrap_or(PLAIN.len());
                found.extend(PLAIN[..rank].iter().map(|&plain| Leaf(plain.to_owned())));
            }
            Applied(constructor, element) => {
                let inside = element.smaller().into_iter();
                found.extend(inside.map(|element| Applied(constructor, Box::new(element))));
            }
            Tuple(members) => found.extend(smaller_lists(members).map(Tuple)),
            Union(members) => found.extend(smaller_lists(members).filter(|members| members.len() > 1).map(Union)),
            Object(properties) => {
                for at in 0..properties.len() {
                    let mut fewer = properties.clone();
                    fewer.remove(at);
                    found.push(Object(fewer));
                    found.extend(properties[at].1.smaller().into_iter().map(|ty| {
                        let mut changed = properties.clone();
                        changed[at].1 = ty;
                        Object(changed)
                    }));
                }
            }
        }
        found
    }
}

fn changed_one(members: &[Sample], random: &mut Random, from: &Alphabet) -> Vec<Sample> {
    let mut members = members.to_vec();
    if !members.is_empty() {
        let at = random.below(members.len());
        members[at] = members[at].changed(random, from);
    }
    members
}

/// Returns the lists with a member less, or with a smaller member.
fn smaller_lists(members: &[Sample]) -> impl Iterator<Item = Vec<Sample>> {
    (0..members.len()).flat_map(move |at| {
        let mut fewer = members.to_vec();
        fewer.remove(at);
        let smaller = members[at].smaller().into_iter().map(move |ty| {
            let mut changed = members.to_vec();
            changed[at] = ty;
            changed
        });
        std::iter::once(fewer).chain(smaller)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn alphabet() -> Alphabet {
        let leaves = PLAIN.map(str::to_owned).to_vec();
        Alphabet { leaves, constructors: CONSTRUCTORS, properties: PROPERTIES }
    }

    #[test]
    fn smaller_types_are_smaller() {
        let mut random = Random::new(7);
        for _ in 0..200 {
            let ty = Sample::any(&mut random, 3, &alphabet());
            for smaller in ty.smaller() {
                assert!(smaller.size() < ty.size(), "{smaller} is not smaller than {ty}");
            }
        }
    }

    #[test]
    fn a_seed_gives_the_same_types() {
        let types = |seed| {
            let mut random = Random::new(seed);
            (0..20).map(|_| Sample::any(&mut random, 3, &alphabet()).to_string()).collect::<Vec<_>>()
        };
        assert_eq!(types(1), types(1));
        assert_ne!(types(1), types(2));
    }
}
