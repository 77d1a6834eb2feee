//! The syntax tree of a rule file, with places.

use crate::source::Span;

/// A rule: the head holds where the body does. Without a body it always holds.
#[derive(Clone, Debug)]
pub struct Rule {
    /// The conclusion.
    pub head: Atom,
    /// From what: all of it has to hold.
    pub body: Vec<Literal>,
    /// The place of the rule.
    pub span: Span,
}

/// A relation, or a built-in predicate, of some arguments.
#[derive(Clone, Debug)]
pub struct Atom {
    /// The name.
    pub name: String,
    /// The place of the name.
    pub name_span: Span,
    /// The arguments: by position, or each with its column's name.
    pub arguments: Vec<Argument>,
    /// The place of all of it.
    pub span: Span,
}

/// An argument.
#[derive(Clone, Debug)]
pub struct Argument {
    /// The column, if it is named, and where the name stands.
    pub column: Option<(String, Span)>,
    /// The argument itself.
    pub term: Term,
}

/// A part of a rule's body.
#[derive(Clone, Debug)]
pub enum Literal {
    /// The atom holds.
    Holds(Atom),
    /// The atom does not hold.
    Absent(Atom),
    /// The terms compare so.
    Compare(Comparison, Term, Term),
}

/// How two terms compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

/// Something that stands for a cell.
#[derive(Clone, Debug)]
pub struct Term {
    /// Its kind.
    pub kind: TermKind,
    /// Its place.
    pub span: Span,
}

/// The kinds of terms.
#[derive(Clone, Debug)]
pub enum TermKind {
    /// A variable.
    Variable(String),
    /// `_`: any value.
    Any,
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

/// An aggregate over the rows of a body.
#[derive(Clone, Debug)]
pub struct Aggregate {
    /// The function that folds the values.
    pub fold: Fold,
    /// The term whose values are gathered. `count` may go without.
    pub of: Option<Term>,
    /// The body.
    pub body: Vec<Literal>,
}

/// The functions that fold values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fold {
    /// The number of them.
    Count,
    /// The least.
    Min,
    /// The greatest.
    Max,
    /// Their sum.
    Sum,
}

/// An operation on numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

impl Fold {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Count => "count",
            Self::Min => "min",
            Self::Max => "max",
            Self::Sum => "sum",
        }
    }
}

/// Something wrong with a rule file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The code: one stable word.
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
    pub(super) fn new(code: &'static str, span: Span, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), span, notes: Vec::new(), help: None }
    }

    pub(super) fn note(mut self, span: Span, text: impl Into<String>) -> Self {
        self.notes.push((span, text.into()));
        self
    }

    pub(super) fn help(self, help: Option<String>) -> Self {
        Self { help, ..self }
    }
}
