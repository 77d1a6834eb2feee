//! The types of the values of rules: of columns and variables, and of the parameters and results of builtins.

use std::fmt;

/// The sort of types.
const TY: &str = "Ty";

/// The sort of values of Terraform. Each type is one: the value of it that is not known.
const CTY_VALUE: &str = "CtyValue";

/// The type of a value, as Rust has it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Type {
    /// A type by its name: `Ty`, `u32`.
    Named(String),
    /// A value or nothing: `Option<Ty>`.
    Optional(Box<Type>),
    /// Several values together: `(Ty, Conversion)`.
    Tuple(Vec<Type>),
    /// A sequence of values, in one of the forms that builtins take and give.
    Sequence(SequenceForm, Box<Type>),
    /// A text: `&str`.
    Text,
    /// Any other type, or one that is not known. Rules have no values of it.
    Other,
}

/// The form of a sequence in the signature of a builtin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SequenceForm {
    /// `Vec<Ty>`.
    Vector,
    /// `&[Ty]`.
    Slice,
    /// `impl IntoIterator<Item = Ty>`.
    Iterator,
}

impl Type {
    /// Returns the type of a name.
    pub fn named(name: &str) -> Self {
        Self::Named(name.to_owned())
    }

    /// Returns the type of a value or nothing.
    #[must_use]
    pub fn optional(self) -> Self {
        Self::Optional(Box::new(self))
    }

    /// Returns a type as it is, and several as a tuple.
    pub fn of_several(mut types: Vec<Self>) -> Self {
        if types.len() == 1 { types.remove(0) } else { Self::Tuple(types) }
    }

    /// Returns the name, if the type is known by its name. That of a value of Terraform is `Ty`, as which it is represented.
    pub fn name(&self) -> Option<&str> {
        self.sort().map(|sort| if self.is_cty_value() { TY } else { sort })
    }

    /// Returns the name of the sort that the rules tell apart from others, if the type is known by its name.
    pub fn sort(&self) -> Option<&str> {
        match self {
            Self::Named(name) => Some(name),
            _ => None,
        }
    }

    /// Holds for the sort of values of Terraform.
    pub fn is_cty_value(&self) -> bool {
        self.sort() == Some(CTY_VALUE)
    }

    /// Holds if a value of this sort may stand where one of the other is expected: a type may stand for a value of Terraform, but
    /// not the other way.
    pub fn is_within(&self, expected: &Self) -> bool {
        match (self.sort(), expected.sort()) {
            (Some(own), Some(expected)) => own == expected || (own == TY && expected == CTY_VALUE),
            _ => true,
        }
    }

    /// Returns the type with the sort of types in place of values of Terraform.
    #[must_use]
    pub fn without_parts(self) -> Self {
        match self {
            Self::Tuple(parts) => Self::Tuple(parts.into_iter().map(Self::without_parts).collect()),
            ty if ty.is_cty_value() => Self::named(TY),
            ty => ty,
        }
    }

    /// Holds if there may be no value.
    pub fn is_optional(&self) -> bool {
        matches!(self, Self::Optional(_))
    }

    /// Returns the parts of a tuple; a type that is none is its only part.
    pub fn parts(&self) -> &[Self] {
        match self {
            Self::Tuple(parts) => parts,
            _ => std::slice::from_ref(self),
        }
    }

    /// Returns the type of the value, if there is one.
    pub fn present(&self) -> &Self {
        match self {
            Self::Optional(inner) => inner,
            _ => self,
        }
    }
}

/// Writes the type as Rust does.
impl fmt::Display for Type {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Named(name) => out.write_str(name),
            Self::Optional(inner) => write!(out, "Option<{inner}>"),
            Self::Tuple(parts) => write!(out, "({})", list(parts)),
            Self::Sequence(SequenceForm::Vector, item) => write!(out, "Vec<{item}>"),
            Self::Sequence(SequenceForm::Slice, item) => write!(out, "&[{item}]"),
            Self::Sequence(SequenceForm::Iterator, item) => write!(out, "impl IntoIterator<Item = {item}>"),
            Self::Text => out.write_str("&str"),
            Self::Other => out.write_str("_"),
        }
    }
}

/// Writes types with commas between them, as Rust does.
pub fn list(types: &[Type]) -> String {
    types.iter().map(Type::to_string).collect::<Vec<_>>().join(", ")
}
