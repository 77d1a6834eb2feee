//! Lowering of terms to typed expressions: functions and aggregates.

use rustc_hash::{FxHashMap, FxHashSet};

use super::book_builtins::asked;
use super::builtins::{Function, SIGNATURES, function_of, signature};
use super::compiled::{self, Condition, Expr, Slot};
use super::lower::{Lowering, article};
use super::names::{names_of, names_of_term};
use super::syntax::{Aggregate, Atom, Fault, Fold, Term, TermKind};
use super::types::TypeVar;
use crate::relations::ColumnType;
use crate::source::Span;
use crate::types::nearest::nearest;

impl Lowering<'_> {
    /// Lowers a term to an expression with its type. Returns `None` if the term is wrong, after adding a fault.
    pub(super) fn expr(&mut self, term: &Term) -> Option<(Expr, TypeVar)> {
        match &term.kind {
            TermKind::Variable(name) => {
                let slot = self.scopes.iter().rev().find_map(|scope| scope.get(name)).copied()?;
                if self.named.iter().all(|named| named.0 != slot) {
                    self.named.push((slot, name.clone(), term.span));
                }
                Some((Expr::Slot(slot), self.type_of(slot)))
            }
            TermKind::Any => {
                self.fault(Fault::new("unsafe-variable", term.span, "expected a value, found `_`"));
                None
            }
            TermKind::Number(number) => Some((Expr::Constant(*number), self.types.known(ColumnType::Number))),
            TermKind::Text(text) => {
                Some((Expr::Constant(self.database.symbols.intern(text)), self.types.known(ColumnType::Symbol)))
            }
            TermKind::Arithmetic(operator, left, right) => {
                let (left_expr, left_type) = self.expr(left)?;
                let (right_expr, right_type) = self.expr(right)?;
                self.must_be(left_type, ColumnType::Number, left.span, "an operand");
                self.must_be(right_type, ColumnType::Number, right.span, "an operand");
                let expr = Expr::Arithmetic(*operator, Box::new(left_expr), Box::new(right_expr));
                Some((expr, self.types.known(ColumnType::Number)))
            }
            TermKind::Constant(name) => self.constant(name, term.span),
            TermKind::Call(atom) => self.call(atom),
            TermKind::Aggregate(aggregate) => self.aggregate(aggregate, term.span),
            _ => {
                self.report_book_only_syntax(term.span);
                None
            }
        }
    }

    fn call(&mut self, atom: &Atom) -> Option<(Expr, TypeVar)> {
        if atom.name == "text" && atom.arguments.len() == 1 {
            return self.text(atom);
        }
        let found = signature(&atom.name).and_then(|signature| Some((signature, signature.result?)));
        let Some((signature, result)) = found else {
            if let Some(asked) = asked(&atom.name, &self.database.book, &mut self.database.symbols) {
                return self.ask(atom, asked);
            }
            let is_relation = self.known.find(&atom.name).is_some();
            let message = if is_relation || signature(&atom.name).is_some() {
                format!("`{}` is a condition, not a value", atom.name)
            } else {
                format!("there is no function `{}`", atom.name)
            };
            let functions = SIGNATURES.iter().filter(|signature| signature.result.is_some());
            let help = nearest(&atom.name, functions.map(|signature| signature.name));
            let help = help.map(|name| format!("there is `{name}`"));
            self.fault(Fault::new("unknown-function", atom.name_span, message).help(help));
            return None;
        };
        let arguments = self.arguments(atom, signature)?;
        let Some(function) = function_of(signature.name, self.database) else {
            self.unknown_relation(atom);
            return None;
        };
        Some((Expr::Call(function, arguments), self.types.known(result)))
    }

    /// Lowers `text(x)`: the description of an id of any domain.
    fn text(&mut self, atom: &Atom) -> Option<(Expr, TypeVar)> {
        let term = &atom.arguments.first()?.term;
        let (argument, ty) = self.expr(term)?;
        let result = self.types.known(ColumnType::Symbol);
        match self.types.get(ty) {
            Some(ColumnType::Id(domain)) => {
                let describer = self.database.describer(domain);
                let Some(describer) = describer else {
                    self.fault(Fault::new("type-mismatch", term.span, format!("an id of {domain} has no text")));
                    return None;
                };
                Some((Expr::Call(Function::Lookup(describer.relation, describer.text), vec![argument]), result))
            }
            Some(other) => {
                let message = format!("the argument of `text` is an id, found {}", article(other));
                self.fault(Fault::new("type-mismatch", term.span, message));
                None
            }
            None if self.is_final => {
                let message = "the kind of this id is unknown";
                self.fault(Fault::new("type-mismatch", term.span, message));
                None
            }
            // The domain is known when the rule is lowered again.
            None => Some((Expr::Call(Function::ToText, vec![argument]), result)),
        }
    }

    fn aggregate(&mut self, aggregate: &Aggregate, span: Span) -> Option<(Expr, TypeVar)> {
        let result = self.fresh();
        let first = Slot(self.slots);
        let mut names = FxHashSet::default();
        names_of(&aggregate.body, &mut names);
        if let Some(of) = &aggregate.of {
            names_of_term(of, &mut names);
        }
        self.scopes.push(FxHashMap::default());
        self.declare(names);
        let around = std::mem::take(&mut self.body);
        let unnamed_around = self.unnamed.replace(Vec::new());
        let of = aggregate.of.as_ref().map(|of| self.expr(of));
        for literal in &aggregate.body {
            self.literal(literal);
        }
        let body = std::mem::replace(&mut self.body, around);
        let scope = self.scopes.pop().unwrap_or_default();
        let mut local: Vec<Slot> = scope.into_values().collect();
        local.extend(std::mem::replace(&mut self.unnamed, unnamed_around).unwrap_or_default());
        local.sort_unstable();
        let (of, ty) = match of {
            Some(found) => {
                let (expr, ty) = found?;
                (Some(expr), Some(ty))
            }
            None => (None, None),
        };
        // Variables that were numbered before the aggregate are bound outside.
        let mut outer = Vec::new();
        let mut visit = |slot| {
            if slot < first {
                outer.push(slot);
            }
        };
        for condition in &body {
            condition.each_slot(&mut visit);
        }
        if let Some(of) = &of {
            of.each_slot(&mut visit);
        }
        outer.sort_unstable();
        outer.dedup();
        let is_text = ty.and_then(|ty| self.types.get(ty)) == Some(ColumnType::Symbol);
        let fold = self.fold_type(&aggregate.fold, ty, result, span)?;
        let lowered = compiled::Aggregate { result, fold, of, is_text, body, outer, local };
        self.body.push(Condition::Aggregate(Box::new(lowered)));
        Some((Expr::Slot(result), self.type_of(result)))
    }

    fn fold_type(&mut self, fold: &Fold, of: Option<TypeVar>, result: Slot, span: Span) -> Option<compiled::Fold> {
        let result = self.type_of(result);
        match (fold, of) {
            (Fold::Count, _) => {
                self.must_be(result, ColumnType::Number, span, "a count");
                Some(compiled::Fold::Count)
            }
            (Fold::Sum, Some(of)) => {
                self.must_be(of, ColumnType::Number, span, "the summed term");
                self.must_be(result, ColumnType::Number, span, "a sum");
                Some(compiled::Fold::Sum)
            }
            (Fold::Min | Fold::Max, Some(of)) => {
                // A fresh variable takes any type.
                let _ = self.types.unify(result, of);
                Some(if matches!(fold, Fold::Min) { compiled::Fold::Min } else { compiled::Fold::Max })
            }
            (Fold::List | Fold::Steps(_) | Fold::Any | Fold::All | Fold::First, _) => {
                self.report_book_only_syntax(span);
                None
            }
            (Fold::Sum | Fold::Min | Fold::Max, None) => {
                let word = fold.word();
                let message = format!("`{word}` needs a term: {word} x {{ ... }}");
                self.fault(Fault::new("wrong-arguments", span, message));
                None
            }
        }
    }
}
