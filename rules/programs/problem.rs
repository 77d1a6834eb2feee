//! Problems as data: a row of a problem relation, with the evidence that goes with it.

use typelog_types::vocabulary::{Flaw, HookKind, Law, Mark, Miss, Outcome, Usage, Way};
use typelog_types::{Name, Translation, Ty};

/// A step into two types, and the parts that it leads to.
pub type Step = (Way, Ty, Ty);

/// A problem of a program. `E` is the name of an expression: in the engine its number, outside its place. `B` is the name of
/// a definition.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Problem<E, B> {
    /// The expression does not convert to what is expected of it.
    NoConversion {
        /// The expression.
        at: E,
        /// Its type.
        found: Ty,
        /// The type that is expected.
        expected: Ty,
        /// The way to the parts that disagree, and these.
        path: Vec<Step>,
        /// The law that it is held to.
        law: Law,
    },
    /// An object has a property that is not expected.
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
    /// A step does not meet what it names.
    Step {
        /// The traversal.
        at: E,
        /// The number of the step.
        step: u32,
        /// The type that the step comes from.
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
    /// The type of a definition nests too deep.
    TooDeep(E),
    /// Types that need to have something in common have too many members that are not alike.
    TooVaried(E),
    /// A name is unresolved.
    UnknownName(E),
    /// A function does not exist.
    UnknownFunction(E),
    /// A call lacks an argument.
    MissingArgument {
        /// The call.
        at: E,
        /// The number of the parameter.
        parameter: u32,
    },
    /// A call has more arguments than the function takes.
    TooManyArguments {
        /// The call.
        at: E,
        /// The number that the function takes.
        expected: u32,
        /// The number that there are.
        found: u32,
    },
    /// The variables of a for-expression have the same name.
    Redefined(E),
    /// A block has no such input.
    UnknownInput(B, Name),
    /// A block needs an input that it is not given, and besides so many that are not listed.
    MissingInput(B, Name, u32),
    /// A block holds blocks that it may not hold.
    UnknownBlock(B, Name),
    /// A block holds fewer blocks than this.
    MissingBlock(B, Name, u32),
    /// A block holds more blocks than this.
    SurplusBlock(B, Name, u32),
    /// A hook is of another kind than the step that it is bound to.
    WrongHook(E, HookKind),
    /// Something is wrong with an expression of Terraform.
    Flawed {
        /// The expression.
        at: E,
        /// The fault.
        flaw: Flaw,
        /// The number of the step or the argument.
        place: u32,
        /// The type that is found there.
        found: Ty,
        /// The type that is expected, or that of the other operand or branch.
        expected: Ty,
        /// Holds if the expression is evaluated whatever is not known.
        sure: bool,
    },
    /// A value with a mark is used where it may not have it.
    Misused {
        /// The value.
        at: E,
        /// The mark.
        mark: Mark,
        /// The use.
        usage: Usage,
    },
    /// The first argument of a call is not what the function takes.
    WrongArgument(E),
    /// A function that takes its inputs one by one is given an object.
    ObjectArgument(E),
    /// An invocation has no inputs.
    MissingInputs(E),
    /// A resource has no such method.
    UnknownMethod(E, Ty),
    /// A method is called on what is no resource.
    NoReceiver(E),
    /// A text stands where values of an enum are taken, and is none of them.
    NotAnEnumValue {
        /// The text.
        at: E,
        /// The type that is taken.
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
        /// The reasons for which it does not fit the signatures, by their numbers.
        misses: Vec<(u32, Miss)>,
    },
    /// The operands of an operator fit none of its signatures.
    NoOperator {
        /// The operation.
        at: E,
        /// The types of its operands, as a tuple.
        operands: Ty,
    },
    /// The expression, or a part of it, is not assignable to what is declared.
    NotAssignable {
        /// The expression, or the part of it as far as it is written out.
        at: E,
        /// Its type.
        found: Ty,
        /// The type that is declared there.
        expected: Ty,
        /// The way on to the parts that disagree, and these.
        path: Vec<Step>,
    },
    /// The expression, or a part of it, is perhaps not assignable to what is declared.
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
    /// The conversion to what is expected may fail when the program runs.
    UnsafeConversion {
        /// The expression.
        at: E,
        /// Its type.
        found: Ty,
        /// The type that is expected.
        expected: Ty,
    },
    /// The number of instances is known only when the program runs.
    EventualRange {
        /// The range.
        at: E,
        /// Its type.
        found: Ty,
    },
}

/// The types that a way leads to.
fn on_the_way(path: &mut [Step]) -> impl Iterator<Item = &mut Ty> {
    path.iter_mut().flat_map(|(_, found, expected)| [found, expected])
}

impl<E, B> Problem<E, B> {
    /// The same problem with other names for expressions and definitions.
    pub fn map<F, C>(self, name: impl Fn(E) -> F, definition: impl Fn(B) -> C) -> Problem<F, C> {
        match self {
            Self::NoConversion { at, found, expected, path, law } => {
                Problem::NoConversion { at: name(at), found, expected, path, law }
            }
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
            Self::Flawed { at, flaw, place, found, expected, sure } => {
                Problem::Flawed { at: name(at), flaw, place, found, expected, sure }
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

    /// The same problem where types and names have other handles.
    #[must_use]
    pub fn translated(mut self, with: &Translation) -> Self {
        match &mut self {
            Self::NoConversion { found, expected, path, .. } | Self::NotAssignable { found, expected, path, .. } => {
                for ty in [found, expected].into_iter().chain(on_the_way(path)) {
                    *ty = with.ty(*ty);
                }
            }
            Self::Unsure { found, expected, .. }
            | Self::UnsafeConversion { found, expected, .. }
            | Self::Flawed { found, expected, .. }
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
