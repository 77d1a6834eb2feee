//! Problems as data: rows of the problem relations, with their evidence.

use typelog_terms::misfits::Misfit;
use typelog_types::vocabulary::{Descent, HookKind, Law, Mark, Miss, Outcome, TerraformError, Usage};
use typelog_types::{Name, Translation, Ty};

/// A step into two types, with the two parts that it selects.
pub type Step = (Descent, Ty, Ty);

/// A problem of a program. `E` identifies an expression: inside of the engine by its number, outside by its place. `B`
/// identifies a definition.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Problem<E, B> {
    /// The expression does not convert to its expected type.
    NoConversion {
        /// The expression.
        at: E,
        /// Its type.
        found: Ty,
        /// The type that is expected.
        expected: Ty,
        /// The path to the parts that disagree, with these parts.
        path: Vec<Step>,
        /// The law that it is held to.
        law: Law,
    },
    /// A constant does not convert to the type that is written beside it.
    Misfit {
        /// The constant.
        at: E,
        /// The part that does not convert.
        misfit: Misfit,
    },
    /// An object has an unexpected property.
    UnknownProperty {
        /// The value of the property.
        at: E,
        /// Its name.
        name: Name,
        /// The type that is expected of the object.
        expected: Ty,
        /// The law that the object is held to.
        law: Law,
    },
    /// An object lacks a property.
    MissingProperty {
        /// The object.
        at: E,
        /// The name of the property.
        name: Name,
        /// The type that is expected of it.
        expected: Ty,
        /// The law that the object is held to.
        law: Law,
    },
    /// A step does not find the part that it names.
    Step {
        /// The traversal.
        at: E,
        /// The index of the step.
        step: u32,
        /// The type of the value that the step is applied to.
        from: Ty,
        /// The outcome of the step.
        meets: Outcome,
    },
    /// A value without elements is iterated.
    NotIterable {
        /// The expression.
        at: E,
        /// Its type.
        found: Ty,
    },
    /// The type of a definition nests too deeply.
    TooDeep(E),
    /// Types with a required common type have too many members that differ.
    TooVaried(E),
    /// A known value is too large, so that only its type is kept.
    TooLarge(E),
    /// A name is unresolved.
    UnknownName(E),
    /// A function does not exist.
    UnknownFunction(E),
    /// A call lacks an argument.
    MissingArgument {
        /// The call.
        at: E,
        /// The index of the parameter.
        parameter: u32,
    },
    /// A call has more arguments than the function takes.
    TooManyArguments {
        /// The call.
        at: E,
        /// The number that the function takes.
        expected: u32,
        /// The number of arguments.
        found: u32,
    },
    /// The variables of a for-expression have the same name.
    Redefined(E),
    /// A block has no such input.
    UnknownInput(B, Name),
    /// A block lacks a required input. The number counts further ones that are not listed.
    MissingInput(B, Name, u32),
    /// A block holds blocks that are not allowed.
    UnknownBlock(B, Name),
    /// A block holds fewer blocks than this number.
    MissingBlock(B, Name, u32),
    /// A block holds more blocks than this number.
    SurplusBlock(B, Name, u32),
    /// A hook has another kind than the step that it is bound to.
    WrongHook(E, HookKind),
    /// An expression of Terraform is wrong.
    Flawed {
        /// The expression.
        at: E,
        /// The fault.
        flaw: TerraformError,
        /// The index of the step or the argument.
        place: u32,
        /// The type that was found there.
        found: Ty,
        /// The type that is expected, the key that was used, or the type of the other branch.
        expected: Ty,
        /// The path to the parts that disagree, with these parts.
        path: Vec<Step>,
        /// Holds if the expression is evaluated whatever the unknown values are.
        sure: bool,
    },
    /// A value with a mark is used where the mark is not allowed.
    Misused {
        /// The value.
        at: E,
        /// The mark.
        mark: Mark,
        /// The use.
        usage: Usage,
    },
    /// The first argument of a call is not accepted by the function.
    WrongArgument(E),
    /// A function that takes its inputs one by one is given an object.
    ObjectArgument(E),
    /// An invocation has no inputs.
    MissingInputs(E),
    /// A resource has no such method.
    UnknownMethod(E, Ty),
    /// A method is called on a value that is not a resource.
    NoReceiver(E),
    /// A text stands where values of an enum are expected, and is none of them.
    NotAnEnumValue {
        /// The text.
        at: E,
        /// The expected type.
        expected: Ty,
        /// The law that it is held to.
        law: Law,
    },
    /// A call fits none of the signatures of its function.
    NoOverload {
        /// The call.
        at: E,
        /// The types of its arguments, as a tuple.
        arguments: Ty,
        /// The reasons why it does not fit the signatures, with their numbers.
        misses: Vec<(u32, Miss)>,
    },
    /// The operands of an operator fit none of its signatures.
    NoOperator {
        /// The operation.
        at: E,
        /// The types of its operands, as a tuple.
        operands: Ty,
    },
    /// The expression, or a part of it, is not assignable to the declared type.
    NotAssignable {
        /// The expression, or the innermost part that is a literal.
        at: E,
        /// Its type.
        found: Ty,
        /// The type that is declared there.
        expected: Ty,
        /// The path from there to the parts that disagree, with these parts.
        path: Vec<Step>,
    },
    /// The expression, or a part of it, may not be assignable to the declared type.
    Unsure {
        /// The expression.
        at: E,
        /// The type that is found.
        found: Ty,
        /// The type that is declared.
        expected: Ty,
    },
    /// The body of a block lacks a property.
    MissingInBody(B, Name, Ty),
    /// Two values are compared that are never equal.
    IneffectiveComparison {
        /// The comparison.
        at: E,
        /// The type on the left.
        left: Ty,
        /// The type on the right.
        right: Ty,
    },
    /// The conversion to the expected type may fail at run time.
    UnsafeConversion {
        /// The expression.
        at: E,
        /// Its type.
        found: Ty,
        /// The type that is expected.
        expected: Ty,
    },
    /// The number of instances is known only at run time.
    EventualRange {
        /// The range.
        at: E,
        /// Its type.
        found: Ty,
    },
}

/// Returns the types on a path.
fn on_the_way(path: &mut [Step]) -> impl Iterator<Item = &mut Ty> {
    path.iter_mut().flat_map(|(_, found, expected)| [found, expected])
}

impl<E, B> Problem<E, B> {
    /// Maps the identifiers of expressions and definitions.
    pub fn map<F, C>(self, name: impl Fn(E) -> F, definition: impl Fn(B) -> C) -> Problem<F, C> {
        match self {
            Self::NoConversion { at, found, expected, path, law } => {
                Problem::NoConversion { at: name(at), found, expected, path, law }
            }
            Self::Misfit { at, misfit } => Problem::Misfit { at: name(at), misfit },
            Self::UnknownProperty { at, name: property, expected, law } => {
                Problem::UnknownProperty { at: name(at), name: property, expected, law }
            }
            Self::MissingProperty { at, name: property, expected, law } => {
                Problem::MissingProperty { at: name(at), name: property, expected, law }
            }
            Self::Step { at, step, from, meets } => Problem::Step { at: name(at), step, from, meets },
            Self::NotIterable { at, found } => Problem::NotIterable { at: name(at), found },
            Self::TooDeep(at) => Problem::TooDeep(name(at)),
            Self::TooVaried(at) => Problem::TooVaried(name(at)),
            Self::TooLarge(at) => Problem::TooLarge(name(at)),
            Self::UnknownName(at) => Problem::UnknownName(name(at)),
            Self::UnknownFunction(at) => Problem::UnknownFunction(name(at)),
            Self::MissingArgument { at, parameter } => Problem::MissingArgument { at: name(at), parameter },
            Self::TooManyArguments { at, expected, found } => {
                Problem::TooManyArguments { at: name(at), expected, found }
            }
            Self::Redefined(at) => Problem::Redefined(name(at)),
            Self::UnknownInput(block, input) => Problem::UnknownInput(definition(block), input),
            Self::MissingInput(block, input, more) => Problem::MissingInput(definition(block), input, more),
            Self::UnknownBlock(block, name) => Problem::UnknownBlock(definition(block), name),
            Self::MissingBlock(block, name, least) => Problem::MissingBlock(definition(block), name, least),
            Self::SurplusBlock(block, name, most) => Problem::SurplusBlock(definition(block), name, most),
            Self::WrongHook(at, kind) => Problem::WrongHook(name(at), kind),
            Self::Flawed { at, flaw, place, found, expected, path, sure } => {
                Problem::Flawed { at: name(at), flaw, place, found, expected, path, sure }
            }
            Self::Misused { at, mark, usage } => Problem::Misused { at: name(at), mark, usage },
            Self::WrongArgument(at) => Problem::WrongArgument(name(at)),
            Self::ObjectArgument(at) => Problem::ObjectArgument(name(at)),
            Self::MissingInputs(at) => Problem::MissingInputs(name(at)),
            Self::UnknownMethod(at, ty) => Problem::UnknownMethod(name(at), ty),
            Self::NoReceiver(at) => Problem::NoReceiver(name(at)),
            Self::NotAnEnumValue { at, expected, law } => Problem::NotAnEnumValue { at: name(at), expected, law },
            Self::NoOverload { at, arguments, misses } => Problem::NoOverload { at: name(at), arguments, misses },
            Self::NoOperator { at, operands } => Problem::NoOperator { at: name(at), operands },
            Self::NotAssignable { at, found, expected, path } => {
                Problem::NotAssignable { at: name(at), found, expected, path }
            }
            Self::Unsure { at, found, expected } => Problem::Unsure { at: name(at), found, expected },
            Self::MissingInBody(block, property, ty) => Problem::MissingInBody(definition(block), property, ty),
            Self::IneffectiveComparison { at, left, right } => {
                Problem::IneffectiveComparison { at: name(at), left, right }
            }
            Self::UnsafeConversion { at, found, expected } => {
                Problem::UnsafeConversion { at: name(at), found, expected }
            }
            Self::EventualRange { at, found } => Problem::EventualRange { at: name(at), found },
        }
    }

    /// Translates the handles of types and names.
    #[must_use]
    pub fn translated(mut self, with: &Translation) -> Self {
        match &mut self {
            Self::NoConversion { found, expected, path, .. }
            | Self::NotAssignable { found, expected, path, .. }
            | Self::Flawed { found, expected, path, .. } => {
                for ty in [found, expected].into_iter().chain(on_the_way(path)) {
                    *ty = with.ty(*ty);
                }
            }
            Self::Misfit { misfit, .. } => misfit.translate(with),
            Self::Unsure { found, expected, .. }
            | Self::UnsafeConversion { found, expected, .. }
            | Self::IneffectiveComparison { left: found, right: expected, .. } => {
                (*found, *expected) = (with.ty(*found), with.ty(*expected));
            }
            Self::Step { from: ty, .. }
            | Self::NotIterable { found: ty, .. }
            | Self::NotAnEnumValue { expected: ty, .. }
            | Self::NoOverload { arguments: ty, .. }
            | Self::UnknownMethod(_, ty)
            | Self::NoOperator { operands: ty, .. }
            | Self::EventualRange { found: ty, .. } => *ty = with.ty(*ty),
            Self::UnknownProperty { name, expected: ty, .. }
            | Self::MissingProperty { name, expected: ty, .. }
            | Self::MissingInBody(_, name, ty) => {
                (*name, *ty) = (with.name(*name), with.ty(*ty));
            }
            Self::UnknownInput(_, name)
            | Self::MissingInput(_, name, _)
            | Self::UnknownBlock(_, name)
            | Self::MissingBlock(_, name, _)
            | Self::SurplusBlock(_, name, _) => *name = with.name(*name),
            Self::TooDeep(_)
            | Self::TooVaried(_)
            | Self::TooLarge(_)
            | Self::UnknownName(_)
            | Self::UnknownFunction(_)
            | Self::MissingArgument { .. }
            | Self::TooManyArguments { .. }
            | Self::Redefined(_)
            | Self::WrongHook(..)
            | Self::Misused { .. }
            | Self::WrongArgument(_)
            | Self::ObjectArgument(_)
            | Self::MissingInputs(_)
            | Self::NoReceiver(_) => {}
        }
        self
    }
}
