//! The shared vocabulary of facts, rules and messages: ids of program entities, and the enumerations in the columns of relations.

use crate::{EMPTY_TUPLE, Name, NumberId, Ty};

/// An expression of a chunk. The expressions of a definition are numbered in one run, children first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ExprId(pub u32);

/// A binding: a definition, a declared variable, a variable of a for-expression, or the element of a splat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BindingId(pub u32);

/// The numbers of a program's expressions among which its budget of known values is divided.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sharing {
    /// The number of iterations.
    pub iterations: u32,
    /// The number of calls and templates.
    pub makers: u32,
}

/// A declared function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FunctionId(pub u32);

/// The interface of a kind of blocks: the inputs that they take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct InterfaceId(pub u32);

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

/// An operation on values, in the model of declared types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Operation {
    /// An operator before its operand.
    Unary(UnaryOperator),
    /// An operator between its operands.
    Binary(BinaryOperator),
    /// `condition ? operand : operand`
    Conditional,
}

impl Operation {
    /// Returns the symbol of the operation.
    pub fn symbol(self) -> &'static str {
        match self {
            Self::Unary(operator) => operator.symbol(),
            Self::Binary(operator) => operator.symbol(),
            Self::Conditional => "?",
        }
    }
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

/// A function of Terraform whose result depends on its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Standard {
    /// `assumeequal(value, assumed)`
    AssumeEqual,
    /// `assumelistlength(list, min, max)` and the like
    AssumeLength,
    /// `assumelistlengthmin(list, min)` and the like
    AssumeLeast,
    /// `assumelistlengthmax(list, max)` and the like
    AssumeMost,
    /// `assumenotnull(value)`
    AssumeNotNull,
    /// `assumestringprefix(text, prefix)`
    AssumePrefix,
    /// `can(expression)`
    Can,
    /// `chunklist(list, size)`
    Chunklist,
    /// `coalesce(values...)`
    Coalesce,
    /// `coalescelist(lists...)`
    CoalesceList,
    /// `concat(lists...)`
    Concat,
    /// `contains(list, value)`
    Contains,
    /// `distinct(list)`
    Distinct,
    /// `element(list, index)`
    Element,
    /// `flatten(list)`
    Flatten,
    /// `index(list, value)`
    Index,
    /// `keys(map)`
    Keys,
    /// `length(value)`
    Length,
    /// `lookup(map, key, default)`
    Lookup,
    /// `matchkeys(values, keys, searchset)`
    Matchkeys,
    /// `merge(maps...)`
    Merge,
    /// `list(...)` and `map(...)`, which have been removed
    Removed,
    /// `one(list)`
    One,
    /// `parseint(text, base)`
    ParseInt,
    /// `regex(pattern, text)`
    Regex,
    /// `regexall(pattern, text)`
    RegexAll,
    /// `reverse(list)`
    Reverse,
    /// `ephemeralasnull(value)`
    EphemeralAsNull,
    /// `issensitive(value)`
    IsSensitive,
    /// `nonsensitive(value)`
    Nonsensitive,
    /// `sensitive(value)`
    Sensitive,
    /// `setintersection(sets...)`
    SetIntersection,
    /// `setsubtract(a, b)`
    SetSubtract,
    /// `setunion(sets...)`
    SetUnion,
    /// `setproduct(sets...)`
    SetProduct,
    /// `slice(list, start, end)`
    Slice,
    /// `sum(numbers)`
    Sum,
    /// `tobool(value)`
    ToBool,
    /// `tolist(value)`
    ToList,
    /// `tomap(value)`
    ToMap,
    /// `tonumber(value)`
    ToNumber,
    /// `toset(value)`
    ToSet,
    /// `tostring(value)`
    ToString,
    /// `templatestring(template, values)`
    Template,
    /// `templatefile(path, values)`
    TemplateFile,
    /// `try(expressions...)`
    Try,
    /// `values(map)`
    Values,
    /// `zipmap(keys, values)`
    Zipmap,
    /// `jsondecode(text)`: any value
    Decode,
    /// `yamldecode(text)`: any value
    DecodeYaml,
    /// `csvdecode(text)`
    DecodeTable,
}

/// The kind of an error in an expression of Terraform. Of several reasons why a call fails, the first in this order is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum TerraformError {
    /// A step or an index into null.
    IntoNull,
    /// A step to an attribute that the object does not have.
    Attribute,
    /// A key that the map does not have.
    MapKey,
    /// An index without an element in the sequence.
    OutOfRange,
    /// A key of a sequence that is not a number.
    NoIndex,
    /// A key that is null.
    NullKey,
    /// A key of a map or an object that is not a text.
    NoKey,
    /// A step into a set.
    OfSet,
    /// A step into a value without parts.
    NoParts,
    /// An operand that does not convert.
    Operand,
    /// A condition that is not a truth value.
    Condition,
    /// Branches without a common type.
    Branches,
    /// A value in a template that is not a text.
    Interpolation,
    /// A key that is not a text.
    Key,
    /// A duplicate key.
    DuplicateKey,
    /// A value without elements.
    Iteration,
    /// An argument that does not convert to its parameter.
    Argument,
    /// An expanded value that is not a sequence.
    Expansion,
    /// A value that does not convert to an input of a module.
    Input,
    /// A value that does not have the type of its attribute.
    Attributed,
    /// A value that cannot repeat a block.
    Repetition,
    /// A set with null that repeats a block.
    NullInstance,
    /// A key of a block that is not repeated.
    SingleInstance,
    /// No key of a block that is repeated.
    MissingKey,
    /// A key of an instance that is neither a text nor a whole number.
    InstanceKey,
    /// The number of an instance beyond those of its block.
    NoInstance,
    /// A splat over the instances of a block with `for_each`.
    WrappedInstances,
    /// A number of instances that is null, negative or not whole.
    Count,
    /// Null for a required argument.
    NullInput,
    /// A call of a function that was removed.
    Removed,
    /// A call with fewer arguments than the function takes.
    FewArguments,
    /// A call with more arguments than the function takes.
    ManyArguments,
    /// An argument that is not a list or a tuple.
    NoList,
    /// An argument that is not a list, a set or a tuple.
    NoSequence,
    /// An argument that is not a map or an object.
    NoMapping,
    /// An argument that is not a text.
    NoText,
    /// An argument without a length.
    NoLength,
    /// An argument that does not convert to the type that the function makes or needs.
    Unconverted,
    /// An argument that has no common type with the ones before it.
    UnlikeArgument,
    /// A set whose elements have no common type with those of the sets before it.
    UnlikeElements,
    /// A tuple whose elements have no common type.
    UnlikeMembers,
    /// A default of another type than the elements of the map.
    Default,
    /// A key without a value, in a call without a default.
    NoValue,
    /// Arguments all of which are null or empty texts.
    AllNull,
    /// Arguments all of which are null or empty.
    AllEmpty,
    /// A sequence without elements.
    Empty,
    /// A sequence with several elements.
    Several,
    /// A sequence without the element that is searched for.
    NotContained,
    /// A sequence with elements that are null.
    NullElements,
    /// A negative number.
    Negative,
    /// A start behind the end.
    StartBehindEnd,
    /// A start or an end behind the end of the sequence.
    BehindLast,
    /// An argument whose number of elements differs from that of another one.
    Lengths,
    /// A value that is not as assumed.
    Assumption,
    /// A text that is not JSON.
    NoJson,
    /// A text that is not YAML.
    NoYaml,
    /// A text that is not a table.
    NoTable,
    /// A text that is not a regular expression.
    NoPattern,
    /// A regular expression without a match.
    NoMatch,
    /// A text that is not in base 64.
    NoBase64,
    /// A text that is not an address with a prefix length.
    NoPrefix,
    /// A text that is not an address, or one of the other family.
    NoAddress,
    /// A text that is not a UUID or the name of a namespace.
    NoNamespace,
    /// A text with an escape that is not one of URLs.
    NoEscape,
    /// A text that is not a number in the base.
    NoDigits,
    /// A number that is not whole.
    NoWhole,
    /// A number without a logarithm in the base.
    NoLogarithm,
    /// A number without the power.
    NoPower,
    /// A number that is not within bounds.
    NotWithin,
    /// A number of bits for which the prefix has no space left.
    NoSpace,
    /// An address that has no network mask.
    NoNetmask,
    /// A text that is not a timestamp.
    NoTimestamp,
    /// A text that is not a format of dates.
    NoDateFormat,
    /// A text that is not a duration.
    NoDuration,
    /// A text that is not the name of an encoding.
    NoEncoding,
    /// A text in base 64 whose bytes are not a text in UTF-8.
    NoUnicode,
    /// A text that is not a private key.
    NoPrivateKey,
    /// A range with too many elements.
    LongRange,
    /// A range whose step leads away from its end.
    WrongDirection,
    /// A verb that formats do not have.
    NoVerb,
    /// A verb without an argument.
    FewValues,
    /// An argument that no verb uses.
    ManyValues,
    /// A value that the verb does not format.
    WrongValue,
    /// A sequence with an element that the verb does not format.
    WrongElement,
    /// A call that fails for a reason that no rule gives.
    Call,
    /// A value for whose elements no blocks can be generated.
    Generation,
}

/// A mark on a value of Terraform.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Mark {
    /// The value is not displayed.
    Sensitive,
    /// The value is not stored.
    Ephemeral,
    /// The value is not known before the plan is applied.
    Deferred,
    /// The value may be null.
    Nullable,
    /// The value is deferred if a part of what the caller of its module gives is, which has this number.
    DeferredIf(u16),
    /// The value may be null if a part of what the caller of its module gives may be.
    NullableIf(u16),
}

impl Mark {
    /// The mark without its condition.
    #[must_use]
    pub const fn kind(self) -> Self {
        match self {
            Self::DeferredIf(_) => Self::Deferred,
            Self::NullableIf(_) => Self::Nullable,
            _ => self,
        }
    }
}

/// A use of a value of Terraform in which certain marks are not allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Usage {
    /// The value of an output.
    Output,
    /// The value of an output of a root module.
    Result,
    /// The number of the instances of a block.
    Count,
    /// The collection by which a block is repeated.
    ForEach,
    /// The condition of a block's only instance.
    Enabled,
    /// The identity of an imported resource.
    Import,
    /// The value of a block's input.
    Input,
}

/// A unary operator, before its operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum UnaryOperator {
    /// `-`
    Negate,
    /// `!`
    Not,
}

impl UnaryOperator {
    /// Returns the symbol of the operator.
    pub fn symbol(self) -> &'static str {
        match self {
            Self::Negate => "-",
            Self::Not => "!",
        }
    }
}

/// A binary operator, between its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum BinaryOperator {
    /// `||`
    Or,
    /// `&&`
    And,
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
    /// `%`
    Modulo,
}

impl BinaryOperator {
    /// Returns the symbol of the operator.
    pub fn symbol(self) -> &'static str {
        match self {
            Self::Or => "||",
            Self::And => "&&",
            Self::Equal => "==",
            Self::NotEqual => "!=",
            Self::Greater => ">",
            Self::GreaterEqual => ">=",
            Self::Less => "<",
            Self::LessEqual => "<=",
            Self::Add => "+",
            Self::Subtract => "-",
            Self::Multiply => "*",
            Self::Divide => "/",
            Self::Modulo => "%",
        }
    }
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
