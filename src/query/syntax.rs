//! The syntax tree of user rules: that of the rule book, with one conclusion for each rule.

pub use typelog_reader::syntax::{
    Aggregate, Argument, Atom, Comparison, Fault, Fold, Literal, Operator, Term, TermKind,
};

use typelog_reader::syntax::Statement;

use crate::source::Span;

/// A rule. The head holds if the whole body does; without a body it always holds.
#[derive(Clone, Debug)]
pub struct Rule {
    /// The conclusion.
    pub head: Atom,
    /// The premises.
    pub body: Vec<Literal>,
    /// The span of the rule.
    pub span: Span,
    /// Holds if the premises are evaluated in written order, and not in the order that the planner chooses.
    pub is_written: bool,
}

/// Returns the rules of a file, one for each conclusion. Relations are not declared; a declaration is a fault.
pub(super) fn rules(statements: Vec<Statement>, faults: &mut Vec<Fault>) -> Vec<Rule> {
    let mut rules = Vec::new();
    for statement in statements {
        match statement {
            Statement::Rule(rule) => {
                let conclude = |head| Rule { head, body: rule.body.clone(), span: rule.span, is_written: false };
                rules.extend(rule.heads.into_iter().map(conclude));
            }
            Statement::Relation(relation) => {
                let message = format!("the columns of `{}` are inferred from its rules", relation.name);
                let fault = Fault::new("rule-syntax", relation.span, message);
                faults.push(fault.help(Some("remove the declaration".to_owned())));
            }
            Statement::Constructor(constructor) => {
                let message = "a constructor of types is declared by a book".to_owned();
                faults.push(Fault::new("rule-syntax", constructor.span, message));
            }
            Statement::Builtin(builtin) => {
                faults.push(Fault::new(
                    "rule-syntax",
                    builtin.span,
                    "builtins have no notation in user rules".to_owned(),
                ));
            }
        }
    }
    rules
}
