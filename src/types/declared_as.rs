//! Declared types: aliases, resources, and refinements, which restrict the values of their definitions.

use std::cmp::Ordering;

use regex_lite::Regex;

use super::{ANY, INT, Interner, Name, Shape, Ty};
use crate::{Constant, Content, Number, NumberId};

/// How a type was declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum DeclaredAs {
    /// Not declared: a structural type.
    Structure,
    /// A name for its definition.
    Alias,
    /// The values of its definition that satisfy facets.
    Refined,
    /// `error`: the type of an expression whose error has been reported.
    Error,
    /// `object`: all objects.
    Object,
    /// `resource`: all resources.
    Resource,
    /// A type that belongs to a resource manager and is no resource: `azrm://ResourceGroup`.
    Managed,
    /// The resources of a type and a version: `azrm://Microsoft.Network/virtualNetworks@2019-06-01`.
    ResourceType,
}

/// Returns the predeclared types of the model, besides `any` and the primitive ones.
pub fn model_types(types: &mut Interner) -> [(Name, Ty); 4] {
    let (list, map) = (types.list(ANY), types.map(ANY));
    [
        ("array", DeclaredAs::Alias, list),
        ("error", DeclaredAs::Error, ANY),
        ("object", DeclaredAs::Object, map),
        ("resource", DeclaredAs::Resource, map),
    ]
    .map(|(name, declared_as, definition)| (types.name(name), types.built_in(name, declared_as, definition)))
}

/// The bounds of a refinement. They are inclusive.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Facets {
    /// The minimum.
    pub min: Option<NumberId>,
    /// The maximum.
    pub max: Option<NumberId>,
    /// The minimum length: code points of a text, elements of a list.
    pub min_length: Option<NumberId>,
    /// The maximum length.
    pub max_length: Option<NumberId>,
    /// A regular expression that matches somewhere in the text.
    pub pattern: Option<Name>,
}

impl Facets {
    /// Holds if there are no facets.
    pub fn is_empty(self) -> bool {
        self == Self::default()
    }

    /// Returns the facets with their names, in the byte order of the names.
    pub fn named(self) -> [(&'static str, Option<Constant>); 5] {
        let number = |id: Option<NumberId>| id.map(Constant::Number);
        [
            ("max", number(self.max)),
            ("max_length", number(self.max_length)),
            ("min", number(self.min)),
            ("min_length", number(self.min_length)),
            ("pattern", self.pattern.map(Constant::Text)),
        ]
    }

    /// Holds if a value satisfies all facets that apply to its kind.
    pub fn allow(self, content: &Content, types: &Interner) -> bool {
        let is_between = |number: &Number, lower: Option<NumberId>, upper: Option<NumberId>| {
            lower.is_none_or(|bound| types.number_of(bound) <= number)
                && upper.is_none_or(|bound| number <= types.number_of(bound))
        };
        let has_length = |length: usize| is_between(&Number::from(length), self.min_length, self.max_length);
        match content {
            Content::Number(id) => is_between(types.number_of(*id), self.min, self.max),
            Content::Elements(elements) => has_length(elements.len()),
            Content::Text(text) => {
                let is_matched = self.pattern.is_none_or(|pattern| types.matches(*text, pattern));
                has_length(types.text(*text).chars().count()) && is_matched
            }
            _ => true,
        }
    }

    /// Returns the intersection of both; `None` if their patterns differ, for patterns have no intersection.
    fn and(self, other: Self, types: &Interner) -> Option<Self> {
        let stricter = |a: Option<NumberId>, b: Option<NumberId>, wanted: Ordering| match (a, b) {
            (Some(a), Some(b)) if types.number_of(a).cmp(types.number_of(b)) == wanted => Some(a),
            (a, None) => a,
            (_, b) => b,
        };
        let pattern = match (self.pattern, other.pattern) {
            (Some(a), Some(b)) if a != b => return None,
            (a, b) => a.or(b),
        };
        Some(Self {
            min: stricter(self.min, other.min, Ordering::Greater),
            max: stricter(self.max, other.max, Ordering::Less),
            min_length: stricter(self.min_length, other.min_length, Ordering::Greater),
            max_length: stricter(self.max_length, other.max_length, Ordering::Less),
            pattern,
        })
    }
}

/// A builder of refinements.
pub struct Refinement {
    base: Ty,
    facets: Facets,
}

impl Refinement {
    /// Starts a refinement of a type. Refining a refinement adds to its facets.
    ///
    /// # Errors
    /// A message, if the type cannot be refined.
    pub fn of(ty: Ty, types: &Interner) -> Result<Self, String> {
        let mut base = ty;
        let mut facets = Facets::default();
        while let Shape::Named(id) = types.shape(base) {
            let named = types.named(id);
            let Some(definition) = named.definition.filter(|_| !named.is_recursive) else { break };
            if named.declared_as == DeclaredAs::Refined {
                facets = named.facets;
            }
            base = definition;
        }
        let is_measured = match types.shape(base) {
            Shape::Primitive(name) => matches!(types.text(name), "int" | "number" | "string"),
            Shape::List(_) => true,
            _ => false,
        };
        if is_measured {
            Ok(Self { base, facets })
        } else {
            Err("only `int`, `number`, `string` and lists are refined".to_owned())
        }
    }

    /// Holds for refinements of integers.
    pub fn has_integers(&self) -> bool {
        self.base == INT
    }

    /// Adds a facet.
    ///
    /// # Errors
    /// A message that says why the type does not accept the facet or its value.
    pub fn add(&mut self, name: &str, value: Constant, types: &mut Interner) -> Result<(), String> {
        let (is_text, is_list) = match types.shape(self.base) {
            Shape::Primitive(name) => (types.text(name) == "string", false),
            _ => (false, true),
        };
        let mut added = Facets::default();
        match (name, value) {
            ("min", Constant::Number(id)) if !is_text && !is_list => added.min = Some(id),
            ("max", Constant::Number(id)) if !is_text && !is_list => added.max = Some(id),
            ("min_length", Constant::Number(id)) if is_text || is_list => added.min_length = Some(count(id, types)?),
            ("max_length", Constant::Number(id)) if is_text || is_list => added.max_length = Some(count(id, types)?),
            ("pattern", Constant::Text(text)) if is_text => {
                Regex::new(types.text(text))
                    .map_err(|error| format!("the pattern is not a regular expression: {error}"))?;
                added.pattern = Some(text);
            }
            ("min" | "max", _) if is_text || is_list => return Err(format!("only numbers have a `{name}`")),
            ("min_length" | "max_length", _) if !is_text && !is_list => {
                return Err(format!("only texts and lists have a `{name}`"));
            }
            ("pattern", _) if !is_text => return Err("only texts have a `pattern`".to_owned()),
            ("min" | "max" | "min_length" | "max_length", _) => return Err(format!("`{name}` is a number")),
            ("pattern", _) => return Err("`pattern` is a text".to_owned()),
            _ => {
                let known = ["max", "max_length", "min", "min_length", "pattern"];
                return Err(match crate::nearest::nearest(name, known) {
                    Some(meant) => format!("there is no refinement `{name}`; there is `{meant}`"),
                    None => format!("there is no refinement `{name}`"),
                });
            }
        }
        self.facets = self.facets.and(added, types).ok_or("a text has one pattern")?;
        Ok(())
    }

    /// Returns the refined type.
    ///
    /// # Errors
    /// A message, if the type has no values.
    pub fn finish(self, types: &mut Interner) -> Result<Ty, String> {
        let Self { base, facets } = self;
        if facets.is_empty() {
            return Ok(base);
        }
        let value = Interval::between(facets.min, facets.max).rounded(base == INT, types);
        let length = Interval::between(facets.min_length, facets.max_length);
        for (extent, lower, upper) in [(value, "min", "max"), (length, "min_length", "max_length")] {
            if extent.is_empty(types) {
                return Err(format!("nothing lies between `{lower}` and `{upper}`"));
            }
        }
        Ok(types.refined(base, facets))
    }
}

fn count(id: NumberId, types: &Interner) -> Result<NumberId, String> {
    let is_count = types.number_of(id).as_index().is_some();
    if is_count { Ok(id) } else { Err("a length is an integer, and not negative".to_owned()) }
}

/// An interval. Its bounds are inclusive; without a bound, it is infinite on that side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Interval {
    lower: Option<NumberId>,
    upper: Option<NumberId>,
}

impl Interval {
    /// Creates the interval between two bounds.
    pub fn between(lower: Option<NumberId>, upper: Option<NumberId>) -> Self {
        Self { lower, upper }
    }

    /// Returns the lower bound.
    pub fn lower(self) -> Option<NumberId> {
        self.lower
    }

    /// Returns the upper bound.
    pub fn upper(self) -> Option<NumberId> {
        self.upper
    }

    /// Rounds the bounds inwards to integers, if that is asked for.
    #[must_use]
    pub fn rounded(self, to_integers: bool, types: &mut Interner) -> Self {
        if !to_integers {
            return self;
        }
        let mut round = |id: Option<NumberId>, up: bool| id.map(|id| nearest_integer(id, up, types));
        Self { lower: round(self.lower, true), upper: round(self.upper, false) }
    }

    /// Holds if the interval is empty.
    pub fn is_empty(self, types: &Interner) -> bool {
        is_above(self.lower, self.upper, types)
    }

    /// Holds if the interval lies within another one.
    pub fn is_within(self, other: Self, types: &Interner) -> bool {
        let is_open = |own: Option<NumberId>, bound: Option<NumberId>| own.is_none() && bound.is_some();
        !is_open(self.lower, other.lower)
            && !is_open(self.upper, other.upper)
            && !is_above(other.lower, self.lower, types)
            && !is_above(self.upper, other.upper, types)
    }

    /// Holds if the intervals are disjoint.
    pub fn is_disjoint_from(self, other: Self, types: &Interner) -> bool {
        is_above(self.lower, other.upper, types)
            || is_above(other.lower, self.upper, types)
            || self.is_empty(types)
            || other.is_empty(types)
    }
}

/// Holds if both bounds exist, and the first is greater.
fn is_above(a: Option<NumberId>, b: Option<NumberId>, types: &Interner) -> bool {
    matches!((a, b), (Some(a), Some(b)) if types.number_of(a) > types.number_of(b))
}

/// Rounds a number up or down to an integer.
fn nearest_integer(id: NumberId, up: bool, types: &mut Interner) -> NumberId {
    let number = types.number_of(id);
    let one = Number::from(1_usize);
    // The fractional part has the sign of the number.
    let Some(rest) = number.remainder(&one).filter(|rest| !rest.is_zero()) else { return id };
    let truncated = number.plus(&rest.negated()).unwrap_or_else(|_| number.clone());
    let is_positive = rest > Number::from(0_usize);
    let integer = match (up, is_positive) {
        (true, true) => truncated.plus(&one),
        (false, false) => truncated.plus(&one.negated()),
        _ => Ok(truncated.clone()),
    };
    types.number(integer.unwrap_or(truncated))
}

impl Interner {
    /// Returns the properties of an object type, or of the object type that a declared type unfolds to.
    pub fn properties_of(&self, mut ty: Ty) -> Option<Vec<(Name, Ty)>> {
        // The definition may be circular.
        for _ in 0..100 {
            ty = match self.shape(ty) {
                Shape::Object(_) => return Some(self.properties(ty).to_vec()),
                Shape::Named(id) => self.named(id).definition?,
                _ => return None,
            };
        }
        None
    }

    /// Returns the definition of a declared type.
    pub fn definition_of(&self, ty: Ty) -> Option<Ty> {
        match self.shape(ty) {
            Shape::Named(id) => self.named(id).definition,
            _ => None,
        }
    }

    /// Returns the type of a constant of the type `base`, where an integral number has the base `int`.
    pub fn literal_type(&mut self, base: Ty, value: Constant) -> Ty {
        match value {
            Constant::Number(id) if self.number_of(id).is_integer() => self.constant(INT, value),
            _ => self.constant(base, value),
        }
    }

    /// Returns the interval of the numbers of a type.
    pub fn values(&self, ty: Ty) -> Interval {
        match self.shape(ty) {
            Shape::Constant(_, Constant::Number(id)) => Interval::between(Some(id), Some(id)),
            _ => Interval::between(self.facets(ty).min, self.facets(ty).max),
        }
    }

    /// Returns the interval of the lengths of a type's values.
    pub fn lengths(&mut self, ty: Ty) -> Interval {
        let length = match self.shape(ty) {
            Shape::Constant(_, Constant::Text(text)) => self.text(text).chars().count(),
            Shape::Tuple(_) => self.members(ty).len(),
            _ => {
                return Interval::between(
                    self.facets(ty).min_length.or_else(|| Some(self.zero())),
                    self.facets(ty).max_length,
                );
            }
        };
        let length = self.number(Number::from(length));
        Interval::between(Some(length), Some(length))
    }

    fn zero(&mut self) -> NumberId {
        self.number(Number::from(0_usize))
    }

    /// Holds if a text matches a pattern. Linear in the text for each pattern.
    pub fn matches(&self, text: Name, pattern: Name) -> bool {
        Regex::new(self.text(pattern)).is_ok_and(|pattern| pattern.is_match(self.text(text)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BOOL, NUMBER, STRING};

    fn number(types: &mut Interner, text: &str) -> NumberId {
        types.number_literal(text).unwrap()
    }

    fn refine(types: &mut Interner, base: Ty, facets: &[(&str, &str)]) -> Result<Ty, String> {
        let mut refinement = Refinement::of(base, types)?;
        for (name, value) in facets {
            let value = match value.strip_prefix('/') {
                Some(text) => Constant::Text(types.name(text)),
                None => Constant::Number(number(types, value)),
            };
            refinement.add(name, value, types)?;
        }
        refinement.finish(types)
    }

    #[test]
    fn equal_refinements_are_one_type() {
        let types = &mut Interner::default();
        let a = refine(types, INT, &[("min", "1"), ("max", "9")]).unwrap();
        assert_eq!(refine(types, INT, &[("max", "9"), ("min", "1.0")]), Ok(a));
        assert_eq!(refine(types, a, &[("max", "10"), ("min", "0")]), Ok(a));
        assert_ne!(refine(types, a, &[("max", "8")]), Ok(a));
        assert_eq!(refine(types, INT, &[]), Ok(INT));
    }

    #[test]
    fn a_refinement_without_values_is_refused() {
        let types = &mut Interner::default();
        assert!(refine(types, INT, &[("min", "2"), ("max", "1")]).is_err());
        assert!(refine(types, INT, &[("min", "0.2"), ("max", "0.8")]).is_err());
        assert!(refine(types, NUMBER, &[("min", "0.2"), ("max", "0.8")]).is_ok());
        assert!(refine(types, STRING, &[("min_length", "3"), ("max_length", "2")]).is_err());
    }

    #[test]
    fn facets_belong_to_types() {
        let types = &mut Interner::default();
        for (base, facet) in
            [(STRING, ("min", "1")), (INT, ("min_length", "1")), (INT, ("pattern", "/a")), (STRING, ("length", "1"))]
        {
            assert!(refine(types, base, &[facet]).is_err(), "{facet:?}");
        }
        assert!(refine(types, STRING, &[("pattern", "/(")]).is_err());
        assert!(refine(types, STRING, &[("min_length", "-1")]).is_err());
        assert!(refine(types, BOOL, &[]).is_err());
    }

    #[test]
    fn bounds_are_rounded_inwards() {
        let types = &mut Interner::default();
        let mut rounded = |text: &str, up: bool| {
            let id = number(types, text);
            let id = nearest_integer(id, up, types);
            types.number_of(id).to_string()
        };
        let found = ["1.5", "-1.5", "2", "-0.1"].map(|text| [rounded(text, true), rounded(text, false)].join(" "));
        assert_eq!(found, ["2 1", "-1 -2", "2 2", "0 -1"]);
    }
}
