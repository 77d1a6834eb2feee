//! The syntax tree of a file of user rules: that of the book, with one conclusion a rule.

pub use typelog_reader::syntax::{
    Aggregate, Argument, Atom, Comparison, Fault, Fold, Literal, Operator, Term, TermKind,
};

use typelog_reader::syntax::Statement;

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
    /// Holds if its premises are met in the order in which they are written, and not in the one that seems best.
    pub is_written: bool,
}

/// The rules of a file: one for each conclusion. A relation need not be declared, and cannot be.
pub(super) fn rules(statements: Vec<Statement>, faults: &mut Vec<Fault>) -> Vec<Rule> {
    let mut rules = Vec::new();
    for statement in statements {
        match statement {
            Statement::Rule(rule) => {
                let conclude = |head| Rule { head, body: rule.body.clone(), span: rule.span, is_written: false };
                rules.extend(rule.heads.into_iter().map(conclude));
            }
            Statement::Relation(relation) => {
                let message = format!("the columns of `{}` are found out from its rules", relation.name);
                let fault = Fault::new("rule-syntax", relation.span, message);
                faults.push(fault.help(Some("leave the declaration out".to_owned())));
            }
        }
    }
    rules
}
