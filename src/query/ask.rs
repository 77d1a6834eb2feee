//! The lowering of calls of the book's builtins and judgments.

use super::book_builtins::{JudgmentCall, Named, Sort, asked, is_builtin, named, value_names};
use super::builtins::{Function, Predicate};
use super::compiled::{Condition, Expr};
use super::lower::Lowering;
use super::syntax::{Atom, Comparison, Fault, Literal, Rule, Term, TermKind};
use super::types::TypeVar;
use crate::counts::counted;
use crate::relations::{ColumnType, RelationId};
use crate::source::Span;
use crate::types::nearest::nearest;
use typelog_reader::builtins::Shape;

/// Holds if a rule calls a builtin or a judgment, or uses a named value.
pub(super) fn asks(rule: &Rule) -> bool {
    let in_head = rule.head.arguments.iter().any(|argument| is_asking(&argument.term));
    in_head || rule.body.iter().any(is_asking_premise)
}

fn is_asking_premise(premise: &Literal) -> bool {
    match premise {
        Literal::Holds(atom) | Literal::Absent(atom) => is_asking_call(atom),
        Literal::Compare(_, left, right) => is_asking(left) || is_asking(right),
        Literal::In(..) | Literal::Condition(_) => true,
    }
}

fn is_asking_call(atom: &Atom) -> bool {
    is_builtin(&atom.name) || atom.arguments.iter().any(|argument| is_asking(&argument.term))
}

fn is_asking(term: &Term) -> bool {
    match &term.kind {
        TermKind::Constant(_) => true,
        TermKind::Call(atom) => is_asking_call(atom),
        TermKind::Arithmetic(_, left, right) => is_asking(left) || is_asking(right),
        TermKind::Aggregate(aggregate) => {
            aggregate.of.iter().any(is_asking) || aggregate.body.iter().any(is_asking_premise)
        }
        _ => false,
    }
}

impl Lowering<'_> {
    /// Holds if an atom asks a yes-or-no judgment without the column of the answer, and so does not read the rows of the
    /// relation.
    pub(super) fn is_question(&mut self, atom: &Atom, relation: RelationId) -> bool {
        let count = atom.arguments.len();
        if count >= self.known.arity(relation, self.database) || atom.arguments.iter().any(|one| one.column.is_some()) {
            return false;
        }
        asked(&atom.name, &self.database.book, &mut self.database.symbols)
            .is_some_and(|asked| asked.parameters.len() == count && asked.results == [Sort::Flag])
    }

    /// Lowers a builtin or a judgment to a condition.
    pub(super) fn ask_whether(&mut self, atom: &Atom, asked: JudgmentCall, is_negated: bool) {
        let is_condition = matches!(asked.shape, Shape::Condition | Shape::Partial) || asked.results == [Sort::Flag];
        if !is_condition {
            let message = format!("`{}` has a value, so it is not a condition", atom.name);
            let help = Some(format!("compare it: x = {}(...)", atom.name));
            return self.fault(Fault::new("wrong-arguments", atom.span, message).help(help));
        }
        let Some(arguments) = self.asked_arguments(atom, &asked) else { return };
        let predicate = Predicate::Ask(Box::new(asked));
        self.body.push(Condition::Test { predicate, arguments, is_negated });
    }

    /// Lowers a call of a builtin or a judgment with one result.
    pub(super) fn ask(&mut self, atom: &Atom, asked: JudgmentCall) -> Option<(Expr, TypeVar)> {
        let message = match (asked.shape, asked.results.len()) {
            (Shape::Several, _) => format!("`{}` returns several values: x in {}(...)", atom.name, atom.name),
            (_, 1) => {
                let ty = self.types.known(asked.results[0].column());
                let arguments = self.asked_arguments(atom, &asked)?;
                return Some((Expr::Call(Function::Ask(Box::new(asked)), arguments), ty));
            }
            (_, count) => format!("`{}` returns {count} values: ({}) = {}(...)", atom.name, places(count), atom.name),
        };
        self.fault(Fault::new("wrong-arguments", atom.span, message));
        None
    }

    /// Lowers `(u, k) = unifies(s, t)`: each variable equals one part of the answer.
    pub(super) fn several_answers(&mut self, parts: &[Term], atom: &Atom, span: Span) {
        let Some(asked) = asked(&atom.name, &self.database.book, &mut self.database.symbols) else {
            return self.unknown_relation(atom);
        };
        if asked.results.len() != parts.len() || asked.shape == Shape::Several {
            let (count, found) = (asked.results.len(), parts.len());
            let message = format!("`{}` returns {}, found {found}", atom.name, counted(count, "value"));
            return self.fault(Fault::new("wrong-arguments", span, message));
        }
        let Some(arguments) = self.asked_arguments(atom, &asked) else { return };
        for (part, term) in parts.iter().enumerate() {
            let ty = self.types.known(asked.results[part].column());
            let right = Expr::Call(Function::Ask(Box::new(asked.with_part(part))), arguments.clone());
            if matches!(term.kind, TermKind::Any) {
                continue;
            }
            let Some((left, found)) = self.expr(term) else { return };
            self.must_be(found, asked.results[part].column(), term.span, "the answer");
            let is_text = self.types.get(ty) == Some(ColumnType::Symbol);
            self.body.push(Condition::Compare { comparison: Comparison::Equal, left, right, is_text });
        }
    }

    /// Lowers `m in members(t)`.
    pub(super) fn each(&mut self, element: &Term, several: &Term) {
        let TermKind::Call(atom) = &several.kind else { return self.report_book_only_syntax(several.span) };
        let asked = asked(&atom.name, &self.database.book, &mut self.database.symbols);
        let Some(asked) = asked.filter(|asked| asked.shape == Shape::Several && asked.results.len() == 1) else {
            let message = format!("there is no builtin `{}` that returns several values", atom.name);
            return self.fault(Fault::new("unknown-function", atom.name_span, message));
        };
        let Some(arguments) = self.asked_arguments(atom, &asked) else { return };
        let Some((Expr::Slot(slot), ty)) = self.expr(element) else {
            return self.fault(Fault::new("rule-syntax", element.span, "expected a variable before `in`"));
        };
        self.must_be(ty, asked.results[0].column(), element.span, "an element");
        self.body.push(Condition::Each { element: slot, asked: Box::new(asked), arguments });
    }

    fn asked_arguments(&mut self, atom: &Atom, asked: &JudgmentCall) -> Option<Vec<Expr>> {
        let (found, wanted) = (atom.arguments.len(), asked.parameters.len());
        if found != wanted {
            let message = format!("`{}` takes {}, found {found}", atom.name, counted(wanted, "argument"));
            self.fault(Fault::new("wrong-arguments", atom.span, message));
            return None;
        }
        let mut exprs = Vec::with_capacity(found);
        for (at, (argument, sort)) in atom.arguments.iter().zip(&asked.parameters).enumerate() {
            let (expr, ty) = self.expr(&argument.term)?;
            self.must_be(ty, sort.column(), argument.term.span, &format!("argument {} of `{}`", at + 1, atom.name));
            exprs.push(expr);
        }
        Some(exprs)
    }

    /// Lowers a named value: `INT`, or `Safe`, which is the text `safe`.
    pub(super) fn constant(&mut self, name: &str, span: Span) -> Option<(Expr, TypeVar)> {
        let database = &mut *self.database;
        match named(name) {
            Some(Named::Type(ty)) => {
                let id = database.types.as_mut().map_or(0, |types| types.id(ty, &mut database.symbols));
                Some((Expr::Constant(id), self.types.known(ColumnType::Id("type"))))
            }
            Some(Named::Text(text)) => {
                Some((Expr::Constant(database.symbols.intern(&text)), self.types.known(ColumnType::Symbol)))
            }
            None => {
                let help = nearest(name, value_names()).map(|name| format!("there is `{name}`"));
                self.fault(Fault::new("unknown-value", span, format!("there is no value `{name}`")).help(help));
                None
            }
        }
    }
}

/// Returns `u, v, w` with so many names.
fn places(count: usize) -> String {
    ["u", "v", "w"].iter().take(count).copied().collect::<Vec<_>>().join(", ")
}
