//! What a rule file says, as a tree with places.

use crate::source::Span;

/// A rule: the head holds where the body does. Without a body it always holds.
#[derive(Clone, Debug)]
pub struct Rule {
    /// What is concluded.
    pub head: Atom,
    /// From what: all of it has to hold.
    pub body: Vec<Literal>,
    /// Where the rule stands.
    pub span: Span,
}

/// A relation, or a built-in predicate, of some arguments.
#[derive(Clone, Debug)]
pub struct Atom {
    /// The name.
    pub name: String,
    /// Where the name stands.
    pub name_span: Span,
    /// The arguments: by position, or each with its column's name.
    pub arguments: Vec<Argument>,
    /// Where all of it stands.
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
    /// What it is.
    pub kind: TermKind,
    /// Where it stands.
    pub span: Span,
}

/// What a term is.
#[derive(Clone, Debug)]
pub enum TermKind {
    /// A variable.
    Variable(String),
    /// `_`: whatever it is.
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

/// What is gathered from the rows of a body.
#[derive(Clone, Debug)]
pub struct Aggregate {
    /// What is made of them.
    pub fold: Fold,
    /// The term whose values are gathered. `count` may go without.
    pub of: Option<Term>,
    /// What has to hold.
    pub body: Vec<Literal>,
}

/// What an aggregate makes of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fold {
    /// How many there are.
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
    /// What is wrong, in one stable word.
    pub code: &'static str,
    /// What is wrong, in one sentence.
    pub message: String,
    /// Where.
    pub span: Span,
    /// What there is to say at other places.
    pub notes: Vec<(Span, String)>,
    /// What may help.
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
