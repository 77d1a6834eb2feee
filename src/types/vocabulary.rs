//! The vocabulary that facts, rules and messages share: ids of what a program is made of, and the enumerations that stand
//! in the columns of relations.

use crate::{Name, NumberId};

/// An expression of a chunk. The expressions of a definition are numbered in one run, children first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ExprId(pub u32);

/// Something that a name may mean: a definition, a declared variable, a variable of a for-expression, the element of a
/// splat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BindingId(pub u32);

/// A declared function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FunctionId(pub u32);

/// The inputs that blocks of one kind take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct InterfaceId(pub u32);

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

/// A literal. Texts are templates, not literals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Literal {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number.
    Number(NumberId),
    /// A text, where a text without interpolations is a constant.
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
    /// An operator or a conditional, where types are declared
    Operation(Operation),
}

/// An operation on values, where types are declared.
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
    /// How the operation is written.
    pub fn symbol(self) -> &'static str {
        match self {
            Self::Unary(operator) => operator.symbol(),
            Self::Binary(operator) => operator.symbol(),
            Self::Conditional => "?",
        }
    }
}

/// The role of a part in the expression that it is part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Role {
    /// The expression is the part, in parentheses or in a template of nothing else.
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
    /// The collection that a splat goes over.
    Splatted,
    /// The result of a splat for each element.
    Each,
    /// The collection that a for-expression goes over.
    Iterated,
    /// The key that a for-expression computes for each item. (It is an operand as well.)
    ForKey,
    /// The condition of a for-expression. (It is an operand as well.)
    ForCondition,
}

/// The meaning of a variable inside of the expression that binds it.
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

/// The kind of an expression that means nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Unresolved {
    /// A name.
    Name,
    /// A call of a function that does not exist.
    Function,
    /// A piece of text that could not be read: the syntax has reported it.
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

/// How strictly an input takes what is given to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Acceptance {
    /// A value, or outputs at any level.
    WithOutputs,
    /// Exactly its type, which tells where outputs are welcome.
    Exactly,
    /// The same, but what does not convert is not refused.
    Loosely,
}

/// Required or optional presence of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Presence {
    /// In any case.
    Required,
    /// In no case.
    Implied,
    /// Unless its type accepts null.
    ByType,
}

/// The law by which a value is held to a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Law {
    /// It has to convert: a value that does not is refused, and so is all around it.
    Strict,
    /// It should convert: the program works without, or fails only when it runs.
    Loose,
    /// It has to fit, in the model of declared types.
    Declared,
}

/// The form in which a value is written out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Written {
    /// Something else: a name, a call, a number.
    Other,
    /// A template without interpolations.
    Text,
    /// The value of its only operand: in parentheses, or in a template of nothing else.
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

/// The kinds of hooks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum HookKind {
    /// Run at a step in the life of a resource.
    Resource,
    /// Run when such a step fails.
    Error,
}

/// The forms in which functions of packages are invoked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum InvocationForm {
    /// With plain inputs in an object.
    Plain,
    /// With inputs in an object, which may be outputs.
    Output,
    /// With the inputs one by one.
    Positional,
    /// With arguments of which nothing is known.
    Unknown,
}

/// Built-in functions whose signatures depend on the types of their arguments.
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

/// The functions of Terraform whose results depend on their arguments.
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
    /// `list(...)` and `map(...)`, which are no more
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

/// What is wrong with an expression of Terraform.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Flaw {
    /// A step to an attribute that is not there.
    Attribute,
    /// An index that leads nowhere.
    Index,
    /// An operand that does not convert.
    Operand,
    /// A condition that is no truth value.
    Condition,
    /// Branches without a common type.
    Branches,
    /// A value in a template that is no text.
    Interpolation,
    /// A key that is no text.
    Key,
    /// A key that there is twice.
    DuplicateKey,
    /// A value without elements.
    Iteration,
    /// An argument that does not convert to its parameter.
    Argument,
    /// A call that fails.
    Call,
    /// A value that is expanded, but is no sequence.
    Expansion,
    /// A value that is not what a module takes.
    Input,
    /// A value that is not of the type that is expected of an attribute.
    Attributed,
    /// A value that a block is not repeated by.
    Repetition,
}

/// What a value of Terraform is besides its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Mark {
    /// It is not shown.
    Sensitive,
    /// It is not kept.
    Ephemeral,
}

/// The use of a value of Terraform that values with marks may not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Usage {
    /// The value of an output.
    Output,
    /// The value of an output of a module that no other one calls.
    Result,
    /// The number of the instances of a block.
    Count,
    /// The collection that a block is repeated for.
    ForEach,
    /// Whether there is an instance of a block.
    Enabled,
    /// The identity of what is imported.
    Import,
    /// What a block is given as an input.
    Input,
}

/// Operators before their operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum UnaryOperator {
    /// `-`
    Negate,
    /// `!`
    Not,
}

impl UnaryOperator {
    /// How the operator is written.
    pub fn symbol(self) -> &'static str {
        match self {
            Self::Negate => "-",
            Self::Not => "!",
        }
    }
}

/// Operators between their operands.
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
    /// How the operator is written.
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

/// How well a type converts to another. The order is from the weakest to the strongest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Conversion {
    /// There is no conversion.
    No,
    /// Some values convert, or it is not known whether all do.
    Unsafe,
    /// Every value converts.
    Safe,
}

/// The circumstances of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Mode {
    /// The ordinary ones.
    Plain,
    /// Unification asks: tuples and objects may differ in their members.
    Unifying,
    /// As `Plain`, but a recursive type on top is taken apart where it would otherwise be assumed to convert.
    Unfolding,
    /// As `Plain`, but constants are decided: the value of a constant can be read as a value of the other type, or not.
    Deciding,
}

/// How the members of two types are paired.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Pairing {
    /// Every member of the source with the element of the target.
    Gather,
    /// The element of the source with every member of the target.
    Scatter,
    /// The members of the target with those of the source in the same place or of the same name; where the source has
    /// none, with the type `none`.
    Zip,
}

/// The outcome of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Outcome {
    /// It leads where it names.
    Found,
    /// A property whose name differs in case only.
    OtherCase,
    /// Null.
    IntoNone,
    /// A value without parts.
    NotTraversable,
    /// An object without such a property.
    UnknownProperty,
    /// A tuple, which has no names.
    NotAnIndex,
    /// A tuple that is shorter.
    OutOfRange,
}

impl Outcome {
    /// Holds if the step leads nowhere.
    pub fn fails(self) -> bool {
        !matches!(self, Self::Found | Self::OtherCase | Self::IntoNone)
    }
}

/// How one finds the part of a type in which a conversion fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Way {
    /// In the type that the question goes by.
    Through,
    /// In a pair of members.
    Member(Pairing, u32),
}

/// The measure of a value that a refinement bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Measure {
    /// How great it is.
    Value,
    /// How long it is.
    Length,
    /// How it is written.
    Pattern,
}

/// How the values of one type lie to those of another. The order is from the worst to the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Containment {
    /// None is one of the other.
    Disjoint,
    /// It is not known.
    Unknown,
    /// Some may be values of the other.
    Overlapping,
    /// All are values of the other.
    Contained,
}

/// The kind of a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RangeKind {
    /// One instance or none.
    Condition,
    /// So many instances.
    Count,
    /// An instance for each item of a collection.
    Items,
}

/// Why a call does not fit a signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Miss {
    /// The argument in this place does not fit its parameter.
    Argument(u32),
    /// The parameter in this place has no argument.
    Missing(u32),
    /// There are arguments without a parameter.
    TooMany,
}
