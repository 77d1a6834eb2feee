//! Values of constant expressions, with their types.

use std::cmp::Ordering;

use crate::{Constant, NumberId};
use crate::{Interner, Name, Ty};

/// A value with its type. The values inside have types of their own.
///
/// A null has a type too: the type of other values at its place, or [`crate::ANY`] if that is unknown.
#[derive(Clone, Debug)]
pub struct Value {
    /// The type.
    pub ty: Ty,
    /// Its content.
    pub content: Content,
}

/// The content of a value.
#[derive(Clone, Debug)]
pub enum Content {
    /// `null`
    Null,
    /// A truth value.
    Bool(bool),
    /// A number.
    Number(NumberId),
    /// A text.
    Text(Name),
    /// The elements of a tuple or list in their order, or of a set in the order of [`Content::compare`], each once.
    Elements(Vec<Value>),
    /// The properties of an object or the elements of a map, in the byte order of their names.
    Fields(Vec<(Name, Value)>),
}

impl Value {
    /// A null of a type.
    pub fn null(ty: Ty) -> Self {
        Self { ty, content: Content::Null }
    }

    /// Holds for null.
    pub fn is_null(&self) -> bool {
        matches!(self.content, Content::Null)
    }

    /// The tuple of values.
    pub fn tuple(elements: Vec<Self>, types: &mut Interner) -> Self {
        let members: Vec<Ty> = elements.iter().map(|element| element.ty).collect();
        Self { ty: types.tuple(&members), content: Content::Elements(elements) }
    }

    /// Creates the object with these properties, given in any order. Of several with one name, the last one counts.
    pub fn object(mut fields: Vec<(Name, Self)>, types: &mut Interner) -> Self {
        fields.sort_by(|a, b| types.text(a.0).cmp(types.text(b.0)));
        fields.reverse();
        fields.dedup_by_key(|field| field.0);
        fields.reverse();
        let ty = types.object(fields.iter().map(|(name, value)| (*name, value.ty)).collect());
        Self { ty, content: Content::Fields(fields) }
    }

    /// The elements of a tuple, list or set; none for every other value.
    pub fn elements(&self) -> &[Self] {
        match &self.content {
            Content::Elements(elements) => elements,
            _ => &[],
        }
    }

    /// The properties of an object or the elements of a map; none for every other value.
    pub fn fields(&self) -> &[(Name, Self)] {
        match &self.content {
            Content::Fields(fields) => fields,
            _ => &[],
        }
    }
}

impl Value {
    /// Returns the property of an object, or the element of a map, with this name. Logarithmic in their number.
    pub fn field(&self, name: Name, types: &Interner) -> Option<&Self> {
        let text = types.text(name);
        let at = self.fields().binary_search_by(|field| types.text(field.0).cmp(text)).ok()?;
        Some(&self.fields()[at].1)
    }
}

impl From<Constant> for Content {
    fn from(constant: Constant) -> Self {
        match constant {
            Constant::Bool(value) => Self::Bool(value),
            Constant::Number(id) => Self::Number(id),
            Constant::Text(name) => Self::Text(name),
        }
    }
}

impl Content {
    /// The content of a set of these values.
    pub fn set(mut elements: Vec<Value>, types: &Interner) -> Self {
        elements.sort_by(|a, b| a.content.compare(&b.content, types));
        elements.dedup_by(|a, b| a.content.compare(&b.content, types).is_eq());
        Self::Elements(elements)
    }

    /// Compares values by a total order in which only identical values are equal: nulls last, numbers by value, texts by their
    /// bytes.
    pub fn compare(&self, other: &Self, types: &Interner) -> Ordering {
        match (self, other) {
            (Self::Bool(a), Self::Bool(b)) => a.cmp(b),
            (Self::Number(a), Self::Number(b)) => types.number_of(*a).cmp(types.number_of(*b)),
            (Self::Text(a), Self::Text(b)) => types.text(*a).cmp(types.text(*b)),
            (Self::Elements(a), Self::Elements(b)) => {
                let pairs = a.iter().zip(b).map(|(a, b)| a.content.compare(&b.content, types));
                first_difference(pairs).then(a.len().cmp(&b.len()))
            }
            (Self::Fields(a), Self::Fields(b)) => {
                let pairs = a.iter().zip(b).map(|((a_name, a), (b_name, b))| {
                    types.text(*a_name).cmp(types.text(*b_name)).then_with(|| a.content.compare(&b.content, types))
                });
                first_difference(pairs).then(a.len().cmp(&b.len()))
            }
            _ => self.rank().cmp(&other.rank()),
        }
    }

    fn rank(&self) -> u8 {
        match self {
            Self::Bool(_) => 0,
            Self::Number(_) => 1,
            Self::Text(_) => 2,
            Self::Elements(_) => 3,
            Self::Fields(_) => 4,
            Self::Null => 5,
        }
    }
}

fn first_difference(mut orders: impl Iterator<Item = Ordering>) -> Ordering {
    orders.find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
}
