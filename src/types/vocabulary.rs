//! The shared vocabulary of facts, rules and messages: ids of program entities, and the enumerations in the columns of relations.

pub use crate::operators::{BinaryOperator, Operation, UnaryOperator};
pub use crate::terraform_vocabulary::{Mark, Standard, TerraformError, Usage};
use crate::{EMPTY_TUPLE, Name, NumberId, Ty};

/// An expression of a chunk. The expressions of a definition are numbered in one run, children first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ExprId(pub u32);

/// A binding: a definition, a declared variable, a variable of a for-expression, or the element of a splat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BindingId(pub u32);

/// The parts of a program that share its budgets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sharing {
    /// The number of iterations, which share the budget of known values.
    pub iterations: u32,
    /// The number of calls and templates, which share it as well.
    pub makers: u32,
    /// The number of missing parts of an object or of a block that are named. The others are counted.
    pub named: u32,
}

impl Sharing {
    /// The most missing parts that are named of an object or of a block.
    pub const MOST_NAMED: u32 = 20;

    /// The missing parts that are named of a program in all, unless it has more objects and blocks: then one is named of each.
    pub const NAMED_IN_ALL: u32 = 1 << 12;

    /// Returns the number of missing parts that are named of each of so many objects and blocks. It changes where the number
    /// passes a power of two, so that few edits change it.
    #[must_use]
    pub fn named_of(objects: usize) -> u32 {
        let objects = u32::try_from(objects.next_power_of_two()).unwrap_or(u32::MAX);
        (Self::NAMED_IN_ALL / objects).clamp(1, Self::MOST_NAMED)
    }
}

impl Default for Sharing {
    fn default() -> Self {
        Self { iterations: 0, makers: 0, named: Self::MOST_NAMED }
    }
}

/// A declared function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FunctionId(pub u32);

/// The interface of a kind of blocks: the inputs that they take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct InterfaceId(pub u32);

/// A value of Terraform: a type, with the parts of the value that are known. A type alone is a value of it that is not known, so each
/// type may stand for a value; the type of a value is taken by `type_of_value`.
pub type CtyValue = Ty;

/// A path to a part of a value: a tuple of the types of keys, from the outermost part on. A constant type is the key itself, any
/// other type stands for all keys of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Path(pub Ty);

impl Path {
    /// The path to the value itself.
    pub const EMPTY: Self = Self(EMPTY_TUPLE);
}

/// The context of an expression of Terraform: the variables that are bound around it, with their values. It is a tuple, whose parts
/// are made and read by builtins alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Context(pub Ty);

impl Context {
    /// The context outside of all iterations.
    pub const EMPTY: Self = Self(EMPTY_TUPLE);
}

crate::indices!(ExprId, BindingId, FunctionId, InterfaceId);

impl From<ExprId> for u32 {
    fn from(id: ExprId) -> Self {
        id.0
    }
}

impl From<BindingId> for u32 {
    fn from(id: BindingId) -> Self {
        id.0
    }
}

impl From<InterfaceId> for u32 {
    fn from(id: InterfaceId) -> Self {
        id.0
    }
}

impl From<FunctionId> for u32 {
    fn from(id: FunctionId) -> Self {
        id.0
    }
}

/// A literal. Texts are templates instead, unless the dialect has text literals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Literal {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number.
    Number(NumberId),
    /// A text, in dialects in which a text without interpolations is a constant.
    Text(Name),
}

/// The form in which an expression combines its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Form {
    /// `[operands]`
    Tuple,
    /// `{ key = operand, ... }`, where all keys are known
    Object,
    /// `{ (operand) = operand, ... }`: first the keys that have to be computed, then the values of all items
    ComputedObject,
    /// `"...${operand}..."`
    Template,
    /// `f(operands)`
    Call,
    /// `[for v in x : operand if operand]`: the value, the key and the condition, if there are any
    For,
    /// An operator or a conditional, in the model of declared types
    Operation(Operation),
}

/// The role of a part in its parent expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Role {
    /// The only part of parentheses, or of a template without other text.
    Standing,
    /// The for-directive whose items are joined.
    Joined,
    /// The operand of a unary operator.
    Operand(UnaryOperator),
    /// The left operand of a binary operator.
    Left(BinaryOperator),
    /// The right operand of a binary operator.
    Right(BinaryOperator),
    /// The condition of a conditional.
    Condition,
    /// Its first arm.
    Then,
    /// Its second arm.
    Else,
    /// The start of a traversal, if it is not a name.
    Source,
    /// The collection that is indexed.
    Collection,
    /// The key of an index.
    Key,
    /// The collection that a splat iterates over.
    Splatted,
    /// The result of a splat for each element.
    Each,
    /// The collection that a for-expression iterates over.
    Iterated,
    /// The key that a for-expression computes for each item. (It is an operand as well.)
    ForKey,
    /// The condition of a for-expression. (It is an operand as well.)
    ForCondition,
}

/// The meaning of a variable in the expression that binds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Variable {
    /// The key of each element, in a for-expression.
    Key,
    /// The value of each element, in a for-expression.
    Value,
    /// The element, in a splat.
    Item,
    /// The error that a call recovers from.
    Error,
}

/// The kind of an unresolved expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Unresolved {
    /// A name.
    Name,
    /// A call of a function that does not exist.
    Function,
    /// The same in Terraform, where a call may be in a part that is not evaluated.
    LazyFunction,
    /// Text with a syntax error, which has been reported.
    Syntax,
}

/// The result of a for-expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Comprehension {
    /// `[for v in x : y]`
    List,
    /// `{for v in x : k => y}`
    Map,
    /// `{for v in x : k => y...}`
    Groups,
}

/// A step into a value: an attribute's name, or an index that is a literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Step {
    /// `.name` or `["name"]`
    Name(Name),
    /// `[0]` or `.0`
    Number(NumberId),
    /// `[true]`
    Bool(bool),
    /// `[null]`
    Null,
}

/// The strictness with which an input is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Acceptance {
    /// Accepts values of its type, with outputs at any level.
    WithOutputs,
    /// Accepts exactly its type, which says where outputs are accepted.
    Exactly,
    /// As `Exactly`, but a value that does not convert is not an error.
    Loosely,
}

/// Required or optional presence of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Presence {
    /// Always required.
    Required,
    /// Always required, and not null.
    NotNull,
    /// Never required.
    Implied,
    /// Never required, and null in its place is not the default.
    Defaulted,
    /// Required unless its type accepts null.
    ByType,
}

/// The strictness of the check of a value against a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Law {
    /// The value must convert. If it does not, it is rejected together with the values around it.
    Strict,
    /// The value should convert. If it does not, the program works anyway, or fails only at run time.
    Loose,
    /// The value must fit, in the model of declared types.
    Declared,
}

/// The form in which a value is written out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Written {
    /// Something else: a name, a call, a number.
    Other,
    /// A template without interpolations.
    Text,
    /// A name, perhaps with steps behind it, of such a template in a definition that is written out.
    NamedText,
    /// A template of interpolations and text.
    Template,
    /// The value of its only operand: parentheses, or a template without other text.
    Same,
    /// The value of one of its operands: a conditional.
    Branches,
    /// `[operands]`
    Tuple,
    /// `{ key = operand, ... }`
    Object,
    /// `{ (operand) = operand, ... }`
    ComputedObject,
    /// `[for v in x : operand]`
    ForList,
    /// `{for v in x : operand => operand}`
    ForMap,
}

/// The kind of a hook.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum HookKind {
    /// Runs at a step in the lifecycle of a resource.
    Resource,
    /// Runs when such a step fails.
    Error,
}

/// The form of an invocation of a package's function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum InvocationForm {
    /// With plain inputs in an object.
    Plain,
    /// With inputs in an object, which may be outputs.
    Output,
    /// With the inputs one by one.
    Positional,
    /// With unknown arguments.
    Unknown,
}

/// A built-in function whose signature depends on the types of its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Builtin {
    /// `can(value)`
    Can,
    /// `element(sequence, index)`
    Element,
    /// `entries(collection)`
    Entries,
    /// `min(numbers...)` and `max(numbers...)`
    Extreme,
    /// `length(collection)`
    Length,
    /// `lookup(map, key, default)`
    Lookup,
    /// `recover(value, recovery)`
    Recover,
    /// A declared function with several signatures.
    Overloaded,
    /// `pulumiResourceName(resource)` and `pulumiResourceType(resource)`
    ResourceName,
    /// `secret(value)` and `unsecret(value)`
    Secret,
    /// `singleOrNone(sequence)`
    SingleOrNone,
    /// `toJSON(value)`
    ToJson,
    /// `try(values...)`
    Try,
}

/// The kind of a conversion, ordered from the weakest to the strongest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Conversion {
    /// There is no conversion.
    No,
    /// Some values convert, or it is unknown whether all do.
    Unsafe,
    /// Every value converts.
    Safe,
}

/// The mode of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Mode {
    /// The ordinary mode.
    Plain,
    /// The mode of unification: tuples and objects may differ in their members.
    Unifying,
    /// As `Plain`, but an outermost recursive type is unfolded where its conversion would otherwise be assumed.
    Unfolding,
    /// As `Plain`, but a constant converts safely or not at all, depending on its value.
    Deciding,
}

/// The pairing of the members of two types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Pairing {
    /// Every member of the source with the element of the target.
    Gather,
    /// The element of the source with every member of the target.
    Scatter,
    /// Every member of the target with the member of the source at the same index or with the same name, or with the type `none`
    /// if the source has none.
    Zip,
}

/// The outcome of a traversal step, ordered from the best to the worst: a union has the best outcome of its members.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Outcome {
    /// The step finds the part that it names.
    Found,
    /// The step finds a property whose name differs in case only.
    OtherCase,
    /// The object has no such property.
    UnknownProperty,
    /// The value is a list or tuple, whose elements have no names.
    NotAnIndex,
    /// The tuple is shorter.
    OutOfRange,
    /// The value has no parts.
    NotTraversable,
    /// The value is null.
    IntoNone,
}

impl Outcome {
    /// Holds if the step fails.
    pub fn fails(self) -> bool {
        !matches!(self, Self::Found | Self::OtherCase | Self::IntoNone)
    }
}

/// One step of the descent from a failing conversion to the part in which it fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Descent {
    /// In the types on whose conversion this one depends.
    Through,
    /// In a pair of members.
    Member(Pairing, u32),
}

/// The measure of a value that a refinement bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Measure {
    /// Its magnitude.
    Value,
    /// Its length.
    Length,
    /// Its text.
    Pattern,
}

/// The containment of the values of one type in another, ordered from the worst to the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Containment {
    /// No value is a value of the other type.
    Disjoint,
    /// The containment is unknown.
    Unknown,
    /// Some values may be values of the other type.
    Overlapping,
    /// All values are values of the other type.
    Contained,
}

/// The kind of a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RangeKind {
    /// One instance or none.
    Condition,
    /// A number of instances.
    Count,
    /// One instance for each item of a collection.
    Items,
}

/// The reason why a call does not fit a signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Miss {
    /// The argument at this position does not fit its parameter.
    Argument(u32),
    /// The parameter at this position has no argument.
    Missing(u32),
    /// There are arguments without a parameter.
    TooMany,
}
