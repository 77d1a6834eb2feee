//! Compiled clauses: their conclusions and premises in the forms that `ascent` has. The stages behind the writer of clauses work on
//! these forms; only the end prints them.

use std::fmt;

/// A compiled clause.
#[derive(Clone, Debug)]
pub struct Clause {
    /// The conclusions.
    pub heads: Vec<Row>,
    /// The premises, in order.
    pub body: Vec<Item>,
}

/// A row of a relation.
#[derive(Clone, Debug)]
pub struct Row {
    /// The relation.
    pub relation: String,
    /// The columns.
    pub columns: Vec<Code>,
}

/// The code of a column.
#[derive(Clone, Debug)]
pub struct Code {
    /// The text.
    pub text: String,
    /// Its form.
    pub form: Form,
}

/// The form of a column's code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `_`
    Any,
    /// A variable, which is bound if it has no value yet.
    Variable,
    /// A constant.
    Constant,
    /// A value that is computed.
    Computed,
}

/// A premise.
#[derive(Clone, Debug)]
pub enum Item {
    /// There is such a row, or there is none.
    Row {
        /// Holds if there is such a row.
        holds: bool,
        /// The row.
        row: Row,
    },
    /// Another engine is asked.
    Ask(Question),
    /// `let p = v`, or `if let p = v` if the pattern may fail.
    Let {
        /// The pattern.
        pattern: Pattern,
        /// The value.
        value: String,
        /// Holds if the pattern may fail.
        may_fail: bool,
    },
    /// A generator: `for p in vs`.
    For {
        /// The pattern.
        pattern: Pattern,
        /// The values.
        values: String,
    },
    /// A condition: `if c`.
    If {
        /// The condition.
        condition: String,
    },
    /// The name of the rule.
    By(String),
}

/// A pattern.
#[derive(Clone, Debug, Default)]
pub struct Pattern {
    /// The text.
    pub text: String,
    /// The variables that it binds.
    pub binds: Vec<String>,
}

/// A question to another engine, with what is expected of its answer.
#[derive(Clone, Debug)]
pub struct Question {
    /// The judgment.
    pub judgment: String,
    /// The columns of the question.
    pub columns: Vec<String>,
    /// The expected answer.
    pub answer: Answer,
}

/// The expected answer to a question.
#[derive(Clone, Debug)]
pub enum Answer {
    /// It is yes, or no.
    Is(bool),
    /// There is one, or there is none.
    Exists(bool),
    /// It has the form of a pattern.
    Matches {
        /// The pattern, with `Some` if there may be no answer.
        pattern: Pattern,
        /// The columns of the pattern.
        columns: Vec<String>,
        /// Holds if the pattern may fail.
        may_fail: bool,
    },
}

impl Item {
    /// Returns the variables that it binds, those that are bound already included.
    pub fn binds(&self) -> Vec<&str> {
        match self {
            Self::Row { holds: true, row } => row.variables().collect(),
            Self::Ask(Question { answer: Answer::Matches { pattern, .. }, .. })
            | Self::Let { pattern, .. }
            | Self::For { pattern, .. } => pattern.binds.iter().map(|name| &name[..]).collect(),
            Self::Row { .. } | Self::Ask(_) | Self::If { .. } | Self::By(_) => Vec::new(),
        }
    }
}

impl Row {
    /// Returns the columns that are variables.
    pub fn variables(&self) -> impl Iterator<Item = &str> {
        self.columns.iter().filter(|code| code.form == Form::Variable).map(|code| &code.text[..])
    }
}

impl fmt::Display for Clause {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}", joined(&self.heads))?;
        if self.body.is_empty() { Ok(()) } else { write!(out, " <-- {}", joined(&self.body)) }
    }
}

impl fmt::Display for Row {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}({})", self.relation, joined(&self.columns))
    }
}

impl fmt::Display for Code {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.text)
    }
}

impl fmt::Display for Item {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Row { holds: true, row } => write!(out, "{row}"),
            Self::Row { holds: false, row } => write!(out, "!{row}"),
            Self::Ask(question) => write!(out, "{question}"),
            Self::Let { pattern, value, may_fail: true } => write!(out, "if let {} = {value}", pattern.text),
            Self::Let { pattern, value, .. } => write!(out, "let {} = {value}", pattern.text),
            Self::For { pattern, values } => write!(out, "for {} in {values}", pattern.text),
            Self::If { condition } => write!(out, "if {condition}"),
            Self::By(name) => write!(out, "if by({name:?})"),
        }
    }
}

impl fmt::Display for Question {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let call = format!("{}({})", self.judgment, self.columns.join(", "));
        match &self.answer {
            Answer::Is(true) => write!(out, "if {call}"),
            Answer::Is(false) => write!(out, "if !{call}"),
            Answer::Exists(true) => write!(out, "if {call}.is_some()"),
            Answer::Exists(false) => write!(out, "if !{call}.is_some()"),
            Answer::Matches { pattern, may_fail: true, .. } => write!(out, "if let {} = {call}", pattern.text),
            Answer::Matches { pattern, .. } => write!(out, "let {} = {call}", pattern.text),
        }
    }
}

/// Returns values with commas between them.
pub fn joined<T: fmt::Display>(values: &[T]) -> String {
    values.iter().map(T::to_string).collect::<Vec<_>>().join(", ")
}
