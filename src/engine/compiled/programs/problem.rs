//! Problems as data: rows of the problem relations, with their evidence. The enumeration is generated from the declarations of
//! these relations.

use typelog_builtins::misfits::Misfit;
use typelog_builtins::trace::{Cell as _, Value};
use typelog_builtins::{BindingId, ExprId, FunctionId, Mode};
use typelog_types::vocabulary::{
    Context, CtyValue, Descent, HookKind, Law, Mark, Miss, Outcome, Path, TerraformError, Usage,
};
use typelog_types::{Name, Translation, Ty};

#[allow(clippy::wildcard_imports)] // The generated code names the engines that it needs.
use crate::engines::*;

/// A step into two types, with the two parts that it selects.
pub type Step = (Descent, Ty, Ty);

/// The subject of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Subject<E, B> {
    /// An expression.
    Expression(E),
    /// A definition.
    Definition(B),
}

impl<E, B> Subject<E, B> {
    fn map<F, C>(self, expression_: impl Fn(E) -> F, definition_: impl Fn(B) -> C) -> Subject<F, C> {
        match self {
            Self::Expression(e) => Subject::Expression(expression_(e)),
            Self::Definition(b) => Subject::Definition(definition_(b)),
        }
    }

    fn as_ref(&self) -> Subject<&E, &B> {
        match self {
            Self::Expression(e) => Subject::Expression(e),
            Self::Definition(b) => Subject::Definition(b),
        }
    }
}

/// A column of a problem that only a book of one's own declares.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum BookCell<E> {
    /// An expression.
    Expression(E),
    /// Any other value.
    Value(Value),
}

impl<E> BookCell<E> {
    fn map<F>(self, expression_: impl Fn(E) -> F) -> BookCell<F> {
        match self {
            Self::Expression(e) => BookCell::Expression(expression_(e)),
            Self::Value(value) => BookCell::Value(value),
        }
    }

    fn translate(&mut self, with: &Translation) {
        match self {
            Self::Value(Value::Type(ty) | Value::Path(Path(ty)) | Value::Context(Context(ty))) => *ty = with.ty(*ty),
            Self::Value(Value::Name(name)) => *name = with.name(*name),
            _ => {}
        }
    }

    /// Holds if a cell of a row may be this one. Types and expressions have other numbers in another run.
    fn agrees(&self, cell: Value) -> bool {
        match self {
            Self::Value(Value::Type(_) | Value::Path(_) | Value::Context(_)) | Self::Expression(_) => true,
            Self::Value(value) => *value == cell,
        }
    }
}

/// An engine whose rows are problems.
pub trait Reporting {
    /// Appends the problems, without their evidence.
    fn report(&self, problems: &mut Vec<Problem<ExprId, BindingId>>);
}

/// A field that can be translated to the handles of another interner.
trait Translate {
    fn translate(&mut self, with: &Translation);
}

impl Translate for Ty {
    fn translate(&mut self, with: &Translation) {
        *self = with.ty(*self);
    }
}

impl Translate for Name {
    fn translate(&mut self, with: &Translation) {
        *self = with.name(*self);
    }
}

impl Translate for Misfit {
    fn translate(&mut self, with: &Translation) {
        Self::translate(self, with);
    }
}

impl Translate for Vec<Step> {
    fn translate(&mut self, with: &Translation) {
        for (_, found, expected) in self {
            found.translate(with);
            expected.translate(with);
        }
    }
}

include!(concat!(env!("OUT_DIR"), "/problems.rs"));
