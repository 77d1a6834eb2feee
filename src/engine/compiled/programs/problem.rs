//! Problems as data: rows of the problem relations, with their evidence. The enumeration is generated from the declarations of
//! these relations.

use typelog_builtins::misfits::Misfit;
use typelog_builtins::trace::{Cell as _, Value};
use typelog_builtins::{BindingId, ExprId, FunctionId, Mode};
use typelog_types::vocabulary::{Descent, HookKind, Law, Mark, Miss, Outcome, TerraformError, Usage};
use typelog_types::{Name, Translation, Ty};

#[allow(clippy::wildcard_imports)] // The generated code names the engines that it needs.
use crate::engines::*;

/// A step into two types, with the two parts that it selects.
pub type Step = (Descent, Ty, Ty);

/// The subject of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject<E, B> {
    /// An expression.
    Expression(E),
    /// A definition.
    Definition(B),
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
