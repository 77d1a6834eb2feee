//! The facts that lowering makes of a program: ids, the extensional tables, and the outline of expressions.
//!
//! Facts know no text and no places. They are made for one chunk of definitions at a time; ids count within the chunk.

use crate::types::{Name, Ty};
use crate::value::NumberId;

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

/// A class of resources.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ClassId(pub u32);

impl ExprId {
    /// Stands where there is no expression. No relation is joined by it.
    pub const NONE: Self = Self(u32::MAX);
}

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

/// What an expression makes of its operands.
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
}

/// What a part is to the expression that it is part of.
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
    /// What the steps of a traversal start from, if it is not a name.
    Source,
    /// What is indexed.
    Collection,
    /// The key of an index.
    Key,
    /// What a splat goes over.
    Splatted,
    /// What a splat gives for each element.
    Each,
    /// What a for-expression goes over.
    Iterated,
    /// The key that a for-expression computes for each item. (It is an operand as well.)
    ForKey,
    /// The condition of a for-expression. (It is an operand as well.)
    ForCondition,
}

/// What a for-expression makes.
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
    /// What its type says, which tells where outputs are welcome.
    Exactly,
    /// The same, but what does not convert is not refused.
    Loosely,
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

/// The extensional tables of a chunk: one for each relation of `rules/program.rs`, which says what the columns mean.
#[derive(Debug, Default)]
#[allow(missing_docs)]
pub struct Facts {
    pub is_literal: Vec<(ExprId, Literal)>,
    pub is_text: Vec<(ExprId,)>,
    pub is_part: Vec<(ExprId, ExprId, Role)>,
    pub has_operands: Vec<(ExprId, Form)>,
    pub refers_to: Vec<(ExprId, BindingId)>,
    pub is_unknown: Vec<(ExprId,)>,
    pub is_broken: Vec<(ExprId,)>,
    pub binds_item: Vec<(ExprId, BindingId)>,
    pub binds_key: Vec<(ExprId, BindingId)>,
    pub binds_value: Vec<(ExprId, BindingId)>,
    pub makes: Vec<(ExprId, Comprehension)>,
    pub is_call: Vec<(ExprId, FunctionId)>,
    pub is_unknown_call: Vec<(ExprId,)>,
    pub expands_last: Vec<(ExprId,)>,
    pub has_signature: Vec<(FunctionId, Ty, Option<Ty>, Ty)>,
    pub defines: Vec<(BindingId, ExprId)>,
    pub is_given: Vec<(BindingId, Ty)>,
    pub is_circular: Vec<(BindingId,)>,
    pub is_config: Vec<(BindingId, Ty)>,
    pub defaults_to: Vec<(BindingId, ExprId)>,
    pub is_secret: Vec<(BindingId,)>,
    pub is_incomplete: Vec<(BindingId,)>,
    pub is_instance: Vec<(BindingId, Ty, bool)>,
    pub ranges_over: Vec<(BindingId, ExprId)>,
    pub binds_range: Vec<(BindingId, BindingId)>,
    pub is_expected: Vec<(ExprId, Ty)>,
    pub is_input: Vec<(ExprId, BindingId, Name)>,
    pub has_interface: Vec<(BindingId, InterfaceId)>,
    pub takes_input: Vec<(InterfaceId, Name, Ty, Acceptance)>,
    pub requires_input: Vec<(InterfaceId, Name)>,
    pub implies_input: Vec<(InterfaceId, Name)>,
    pub has_arm: Vec<(InterfaceId, Name, Ty, Name, Name, Ty)>,
    pub tells: Vec<(ExprId, InterfaceId, Name)>,
    pub says: Vec<(ExprId, Name, Name)>,
    pub holds: Vec<(ExprId, u32, ExprId)>,
    pub names_property: Vec<(ExprId, BindingId)>,
    pub takes_hook: Vec<(ExprId, HookKind)>,
    pub is_hook: Vec<(BindingId, HookKind)>,
    pub is_of_class: Vec<(BindingId, ClassId)>,
    pub is_made_of: Vec<(BindingId, ClassId)>,
    pub is_builtin: Vec<(FunctionId, Builtin)>,
    pub binds_error: Vec<(ExprId, BindingId)>,
    pub invokes: Vec<(ExprId, Ty, Ty, InvocationForm)>,
    pub invocation_signature: Vec<(ExprId, InvocationForm, Ty, Ty)>,
    pub calls_method: Vec<(ExprId, ExprId, Name)>,
    pub has_method: Vec<(ClassId, Name, Ty, Ty, bool)>,
    pub calls_unchecked: Vec<(ExprId, Ty, Ty)>,
    pub is_given_text: Vec<(ExprId, Name)>,
    pub has_candidate: Vec<(FunctionId, u32, Ty, Option<Ty>, Ty)>,
    pub outline: Outline,
}

impl Facts {
    /// Notes the class of the resource that a binding is, or (`true`) of those that it is made of.
    pub fn is_class(&mut self, binding: BindingId, class: Option<(ClassId, bool)>) {
        match class {
            Some((class, true)) => self.is_made_of.push((binding, class)),
            Some((class, false)) => self.is_of_class.push((binding, class)),
            None => {}
        }
    }
}

/// What the rules read off an expression besides its row: its operands, its steps, the names of its properties.
#[derive(Debug, Default)]
pub struct Outline {
    operands: Groups<ExprId>,
    steps: Groups<Step>,
    names: Groups<Name>,
}

impl Outline {
    /// The `i`-th operand of an expression.
    #[inline]
    pub fn operand(&self, e: ExprId, i: u32) -> Option<ExprId> {
        self.operands.of(e).get(i as usize).copied()
    }

    /// The last operand of an expression.
    pub fn last_operand(&self, e: ExprId) -> Option<ExprId> {
        self.operands.of(e).last().copied()
    }

    /// How many of a computed object's operands are keys: all that are not values of items.
    pub fn computed_keys(&self, e: ExprId) -> usize {
        self.operands.of(e).len() - self.names.of(e).len()
    }

    /// The `i`-th step of a traversal.
    #[inline]
    pub fn step(&self, e: ExprId, i: u32) -> Option<Step> {
        self.steps.of(e).get(i as usize).copied()
    }

    /// The names of an object's properties, in the order of its values.
    pub fn names(&self, e: ExprId) -> &[Name] {
        self.names.of(e)
    }

    /// Adds what belongs to the next expression.
    pub fn push(
        &mut self,
        operands: impl IntoIterator<Item = ExprId>,
        steps: impl IntoIterator<Item = Step>,
        names: impl IntoIterator<Item = Name>,
    ) {
        self.operands.push(operands);
        self.steps.push(steps);
        self.names.push(names);
    }
}

/// A sequence of items for each expression, all in one vector.
#[derive(Debug)]
struct Groups<T> {
    ends: Vec<u32>,
    items: Vec<T>,
}

impl<T> Default for Groups<T> {
    fn default() -> Self {
        Self { ends: Vec::new(), items: Vec::new() }
    }
}

impl<T> Groups<T> {
    #[inline]
    fn of(&self, e: ExprId) -> &[T] {
        let at = e.0 as usize;
        let start = if at == 0 { 0 } else { self.ends[at - 1] };
        &self.items[start as usize..self.ends[at] as usize]
    }

    #[inline]
    fn push(&mut self, items: impl IntoIterator<Item = T>) {
        self.items.extend(items);
        self.ends.push(self.items.len() as u32);
    }
}
