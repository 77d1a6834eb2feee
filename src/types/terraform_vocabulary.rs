//! The vocabulary of the rules about Terraform: functions, errors, and marks of values.

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
    /// `sort(list)`
    Sort,
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
    /// A key that names an output of a module.
    OutputKey,
    /// The number of an instance beyond those of its block.
    NoInstance,
    /// A splat over the instances of a block with `for_each`.
    WrappedInstances,
    /// The address of a data source that belongs to a check, outside of the check.
    Scoped,
    /// A variable in the source of a module that is not known when modules are installed.
    NotConstant,
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
    /// The source of a called module, which is read before all values.
    Source,
}
