//! The syntax tree of a rule file, with spans.

use std::fmt;

use crate::Span;
use crate::types::Type;

/// A statement of a rule file.
#[derive(Clone, Debug)]
pub enum Statement {
    /// The declaration of a relation.
    Relation(Declaration),
    /// A rule or a row.
    Rule(Rule),
    /// The notation of a builtin.
    Builtin(BuiltinNotation),
    /// The declaration of a constructor of types.
    Constructor(OwnConstructor),
}

/// The declaration of a constructor of types: `constructor secret(t: Ty).`
#[derive(Clone, Debug)]
pub struct OwnConstructor {
    /// The name.
    pub name: String,
    /// The place of the name.
    pub name_span: Span,
    /// The arguments: types, or texts, which are columns of type `Name`.
    pub arguments: Vec<Column>,
    /// The place of the declaration.
    pub span: Span,
}

/// The declaration of a relation: `relation converts(s: Ty, t: Ty, m: Mode -> k: Conversion).`
#[derive(Clone, Debug)]
pub struct Declaration {
    /// The name.
    pub name: String,
    /// The place of the name.
    pub name_span: Span,
    /// The columns.
    pub columns: Vec<Column>,
    /// The number of columns that form the question, if the other columns are its answer.
    pub questions: Option<usize>,
    /// The storage of the rows, if it is given explicitly: `@transient`, `@function(2)`.
    pub storage: Option<Storage>,
    /// The builtin that returns answers known beforehand, if there is one: `@known(known_conversion)`.
    pub known: Option<String>,
    /// Holds if the rows are given facts: `@input`.
    pub is_input: bool,
    /// The problem that the rows become, if they are reported: `@problem`, `@problem(NoConversion, path)`.
    pub problem: Option<Reported>,
    /// The part of the host in the answers, if it has one: `@host(asks)`, if it asks the engine in a way of its own, and
    /// `@host(answers)`, if no rule concludes them.
    pub host: Option<Host>,
    /// Holds if a question may have several answers, of which the first counts, in the order of their values: `@first`.
    pub takes_first: bool,
    /// How rows are drawn, in proofs and above bars: the first notation that fits a row is taken.
    pub notations: Vec<Notation>,
    /// The place of the declaration.
    pub span: Span,
}

impl Declaration {
    /// Returns the types of the columns.
    pub fn types(&self) -> Vec<Type> {
        self.columns.iter().map(|column| column.ty.clone()).collect()
    }

    /// Holds if the last columns of its rows are determined by the others.
    pub fn is_function(&self) -> bool {
        matches!(self.storage, Some(Storage::Function(_)))
    }

    /// Holds if a question that the rules leave open has an answer: all columns of the answer have a default.
    pub fn has_default(&self) -> bool {
        let answer = &self.columns[self.questions.unwrap_or(self.columns.len())..];
        !answer.is_empty() && answer.iter().all(|column| column.default.is_some())
    }
}

/// How rows are stored, by the tables of the crate `typelog-storage`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storage {
    /// As a set.
    Set,
    /// Each row is derived at most once.
    Unique,
    /// As unique, and rows matter only while they are new, or in joins.
    Transient,
    /// Filled before the engine starts, and looked up by the number in the first column.
    Input,
    /// Looked up by the number in the first column, which differs in all rows.
    Dense {
        /// Holds if rows matter afterwards as well.
        is_kept: bool,
    },
    /// The last columns are determined by the others: so many, or the last one.
    Function(Option<u32>),
}

impl Storage {
    /// Returns the storage that an attribute chooses, if it chooses one.
    pub fn of_attribute(name: &str, options: &[&str]) -> Option<Self> {
        Some(match (name, options) {
            ("set", []) => Self::Set,
            ("unique", []) => Self::Unique,
            ("transient", []) => Self::Transient,
            ("dense", []) => Self::Dense { is_kept: false },
            ("dense", ["kept"]) => Self::Dense { is_kept: true },
            ("function", []) => Self::Function(None),
            ("function", [count]) => Self::Function(Some(count.parse().ok()?)),
            _ => return None,
        })
    }
}

/// Writes the storage in the notation of the tables: `function: 2`.
impl fmt::Display for Storage {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Set => out.write_str("set"),
            Self::Unique => out.write_str("unique"),
            Self::Transient => out.write_str("transient"),
            Self::Input => out.write_str("input"),
            Self::Dense { is_kept: false } => out.write_str("dense"),
            Self::Dense { is_kept: true } => out.write_str("dense: kept"),
            Self::Function(None) => out.write_str("function"),
            Self::Function(Some(count)) => write!(out, "function: {count}"),
        }
    }
}

/// The problem that the rows of a relation become.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reported {
    /// The name of its variant: the name of the relation in capitals, if no other one is given.
    pub variant: String,
    /// The evidence that is found after the rules have run.
    pub evidence: Vec<String>,
}

/// The part of the host in the answers of a judgment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Host {
    /// It asks the engine in a way of its own.
    Asks,
    /// It answers the judgment, which no rule concludes.
    Answers,
}

/// A column of a relation.
#[derive(Clone, Debug)]
pub struct Column {
    /// The name, if it has one.
    pub name: Option<String>,
    /// The type of its values. If the cell of a row may be empty, it is optional: `Ty?`.
    pub ty: Type,
    /// The value in the answer to a question that the rules leave open: `k: Conversion = No`.
    pub default: Option<Term>,
}

/// How a row, or a builtin with its arguments, is drawn: `@as(k = Safe, "{s} ~> {t}")`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notation {
    /// The values of columns in the rows that are drawn so: terms, or other columns.
    pub conditions: Vec<(String, Term)>,
    /// The texts. Proofs show the first one; the others say more in drawings of rules.
    pub texts: Vec<Vec<Piece>>,
    /// The place of the attribute.
    pub span: Span,
}

/// A piece of a notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Text.
    Text(String),
    /// The value of a column, in a form: `{t}`, `{k:lower}`. Without a name: the value of a builtin.
    Column(String, Form),
    /// The part of a value at a place or path, which are columns: `{t.i}`.
    Part(String, String),
}

/// The form in which a value is put into a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// As it is.
    Plain,
    /// `lower`: a compound builtin as builtins in small letters.
    Lower,
    /// `one`: an index from 0 as a number from 1.
    One,
    /// `bare`: a list without brackets, an operator without quotes.
    Bare,
}

/// The notation of a builtin: `@as("{c:lower}({t})") builtin built(c, t).` In the notation of a premise, `{}` is the value:
/// `@as("{t} = {:lower}(_)") builtin constructor(t).`
#[derive(Clone, Debug)]
pub struct BuiltinNotation {
    /// The name.
    pub name: String,
    /// The names of the arguments.
    pub arguments: Vec<String>,
    /// How the builtin is drawn: the first notation that fits is taken.
    pub notations: Vec<Notation>,
    /// The place of the statement.
    pub span: Span,
}

/// A rule: the heads hold where the body does. Without a body they always hold.
#[derive(Clone, Debug)]
pub struct Rule {
    /// The conclusions; at least one.
    pub heads: Vec<Atom>,
    /// The premises, all of which must hold.
    pub body: Vec<Literal>,
    /// The place of the rule.
    pub span: Span,
}

/// An application of a relation or a built-in predicate to arguments.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Atom {
    /// The name.
    pub name: String,
    /// The place of the name.
    pub name_span: Span,
    /// The arguments: by position, or each with its column's name.
    pub arguments: Vec<Argument>,
    /// The place of the whole atom.
    pub span: Span,
}

/// An argument.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Argument {
    /// The column, if it is named, and the place of the name.
    pub column: Option<(String, Span)>,
    /// The argument itself.
    pub term: Term,
}

/// A part of a rule's body.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Literal {
    /// The atom holds.
    Holds(Atom),
    /// The atom does not hold.
    Absent(Atom),
    /// The comparison of two terms holds. `=` binds variables that have no value yet.
    Compare(Comparison, Term, Term),
    /// The term is one of the elements of another: `a in members(t)`.
    In(Term, Term),
    /// One of the conditions holds, or all do: `m != Unifying or p != Zip`.
    Condition(Term),
}

impl Literal {
    /// Returns its place. The mark of a negation stands before it.
    pub fn span(&self) -> Span {
        match self {
            Self::Holds(atom) | Self::Absent(atom) => atom.span,
            Self::Compare(_, left, right) | Self::In(left, right) => left.span.to(right.span),
            Self::Condition(term) => term.span,
        }
    }
}

/// A comparison operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// `=`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
}

impl Comparison {
    /// Returns the sign, as rules write it.
    #[must_use]
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Equal => "=",
            Self::NotEqual => "!=",
            Self::Less => "<",
            Self::LessEqual => "<=",
            Self::Greater => ">",
            Self::GreaterEqual => ">=",
        }
    }

    /// Returns the comparison that holds exactly if this one does not.
    #[must_use]
    pub fn opposite(self) -> Self {
        match self {
            Self::Equal => Self::NotEqual,
            Self::NotEqual => Self::Equal,
            Self::Less => Self::GreaterEqual,
            Self::LessEqual => Self::Greater,
            Self::Greater => Self::LessEqual,
            Self::GreaterEqual => Self::Less,
        }
    }
}

/// A term: an expression for the value of a cell.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Term {
    /// Its kind.
    pub kind: TermKind,
    /// Its place.
    pub span: Span,
}

/// The kinds of terms.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum TermKind {
    /// A variable.
    Variable(String),
    /// `_`: any value.
    Any,
    /// A named value: `Safe`, `Role::Then`.
    Constant(String),
    /// A value with fields: `Role::Left(o)`, `Some(t)`.
    Construction(String, Vec<Term>),
    /// `(a, b)`
    Tuple(Vec<Term>),
    /// `[a, b]`
    List(Vec<Term>),
    /// `..`: all numbers from 0 on for which there is a value; `i..` binds them to `i`.
    Each(Option<String>),
    /// `if c then a else b`
    If(Box<Term>, Box<Term>, Box<Term>),
    /// A condition: `a = b`.
    Compare(Comparison, Box<Term>, Box<Term>),
    /// `a and b`, `a or b`
    Logic(Connective, Vec<Term>),
    /// `!a`
    Not(Box<Term>),
    /// A number.
    Number(i64),
    /// A text.
    Text(String),
    /// An operation on numbers.
    Arithmetic(Operator, Box<Term>, Box<Term>),
    /// A function of terms.
    Call(Atom),
    /// `count { body }`, `sum term { body }`, ...
    Aggregate(Box<Aggregate>),
}

impl Term {
    /// Holds if a term is a pattern with a part that is free: `_`, or a variable that is not bound.
    pub fn is_open(&self, is_bound: &impl Fn(&str) -> bool) -> bool {
        match &self.kind {
            TermKind::Variable(name) => !is_bound(name),
            TermKind::Any => true,
            TermKind::Construction(_, parts) | TermKind::Tuple(parts) => {
                parts.iter().any(|part| part.is_open(is_bound))
            }
            _ => false,
        }
    }

    /// Returns the variable for the argument `..` of a builtin: the `i` of `member(t, i..)`.
    pub fn place(&self) -> Option<&str> {
        let TermKind::Call(builtin) = &self.kind else { return None };
        builtin.arguments.iter().find_map(|argument| match &argument.term.kind {
            TermKind::Each(place) => place.as_deref(),
            _ => None,
        })
    }
}

/// A connective of conditions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Connective {
    /// All hold.
    And,
    /// At least one holds.
    Or,
}

/// An aggregate over the rows of a body: `count x { body }`, `min k { body }`, `first b { body }`, and the general form `fold
/// (u, k) = (t, Safe) { body => (w, min(k, l)) }`, which starts with the values `t` and `Safe` and continues with `w` and
/// `min(k, l)` for each solution of the body, in order.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Aggregate {
    /// The function that folds the values.
    pub fold: Fold,
    /// The term whose values are aggregated. Optional for `count`.
    pub of: Option<Term>,
    /// The body.
    pub body: Vec<Literal>,
    /// The marks: `@lazy`, the questions are asked one after the other; `@some`, there is at least one member; `@dense`, no two
    /// folds wait for rows about the same member.
    pub marks: Vec<String>,
}

/// The functions that fold values.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Fold {
    /// The number of values.
    Count,
    /// The least value.
    Min,
    /// The greatest value.
    Max,
    /// The sum of the values.
    Sum,
    /// The list of the values, in order.
    List,
    /// The answer whether one of the values holds.
    Any,
    /// The answer whether all of the values hold. Without a term, the claim that there is a row for each member.
    All,
    /// The first value.
    First,
    /// A general fold.
    Steps(Box<Steps>),
}

/// A general fold, given by its step.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Steps {
    /// The variables of the accumulator.
    pub variables: Term,
    /// The initial values.
    pub start: Term,
    /// The values after a step.
    pub next: Term,
    /// The condition that ends the fold early, if there is one.
    pub until: Option<Term>,
}

/// An operation on numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operator {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`: rounded towards zero
    Divide,
    /// `%`: with the sign of the left operand
    Modulo,
}

impl Operator {
    /// Returns the sign, as rules write it.
    #[must_use]
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Add => "+",
            Self::Subtract => "-",
            Self::Multiply => "*",
            Self::Divide => "/",
            Self::Modulo => "%",
        }
    }
}

impl Fold {
    /// Returns the keyword.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Count => "count",
            Self::Min => "min",
            Self::Max => "max",
            Self::Sum => "sum",
            Self::List => "list",
            Self::Any => "any",
            Self::All => "all",
            Self::First => "first",
            Self::Steps(_) => "fold",
        }
    }
}

/// An error in a rule file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The code: one stable builtin.
    pub code: &'static str,
    /// The message, in one sentence.
    pub message: String,
    /// The place.
    pub span: Span,
    /// The labels at other places.
    pub notes: Vec<(Span, String)>,
    /// The suggestion.
    pub help: Option<String>,
}

impl Fault {
    /// Returns a fault without labels.
    pub fn new(code: &'static str, span: Span, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), span, notes: Vec::new(), help: None }
    }

    /// Adds a label at another place.
    #[must_use]
    pub fn note(mut self, span: Span, text: impl Into<String>) -> Self {
        self.notes.push((span, text.into()));
        self
    }

    /// Adds a suggestion.
    #[must_use]
    pub fn help(self, help: Option<String>) -> Self {
        Self { help, ..self }
    }
}
