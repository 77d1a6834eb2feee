//! Lowering of rule syntax to compiled rules: resolves names, orders arguments, and checks types.

use regex_lite::Regex;
use rustc_hash::{FxHashMap, FxHashSet};
use typed_index_collections::TiVec;

use super::book_builtins::asked;
use super::builtins::{Predicate, Signature, predicate_of, signature};
use super::compiled::{self, Condition, Expr, Operand, Slot};
use super::known::Known;
use super::names::{names_of, names_of_atom};
use super::syntax::{Argument, Atom, Comparison, Fault, Literal, Rule, Term, TermKind};
use super::types::{TypeVar, Types};
use crate::counts::counted;
use crate::relations::{ColumnType, Database, RelationId};
use crate::source::Span;
use crate::types::nearest::nearest;

/// The lowering of one rule.
pub(super) struct Lowering<'a> {
    pub database: &'a mut Database,
    pub known: &'a Known,
    pub types: &'a mut Types,
    pub faults: Vec<Fault>,
    /// Holds in the second pass, when all types are known that ever will be.
    pub(super) is_final: bool,
    /// The types of the variables, by number.
    pub slot_types: TiVec<Slot, TypeVar>,
    /// The number of variables.
    pub(super) slots: u32,
    /// The variables by name; the innermost scope is last.
    pub(super) scopes: Vec<FxHashMap<String, Slot>>,
    /// The first span of each named variable.
    pub named: Vec<(Slot, String, Span)>,
    pub(super) body: Vec<Condition>,
    /// The variables that stand for `_` in the body of an aggregate; `None` outside.
    pub(super) unnamed: Option<Vec<Slot>>,
}

impl<'a> Lowering<'a> {
    /// Creates a lowering. `before` has the types of the rule's variables from the first pass.
    pub fn new(
        database: &'a mut Database,
        known: &'a Known,
        types: &'a mut Types,
        before: Option<TiVec<Slot, TypeVar>>,
    ) -> Self {
        let is_final = before.is_some();
        let slot_types = before.unwrap_or_default();
        Self {
            is_final,
            database,
            known,
            types,
            faults: Vec::new(),
            slot_types,
            slots: 0,
            scopes: vec![FxHashMap::default()],
            named: Vec::new(),
            body: Vec::new(),
            unnamed: None,
        }
    }

    /// Lowers a rule. Its faults are in `faults` afterwards.
    pub fn rule(&mut self, rule: &Rule) -> Option<compiled::Rule> {
        let mut names = FxHashSet::default();
        names_of_atom(&rule.head, &mut names);
        names_of(&rule.body, &mut names);
        self.declare(names);
        let mut places = Vec::new();
        for literal in &rule.body {
            self.literal(literal);
            places.resize(self.body.len(), span_of(literal));
        }
        let columns = self.head(&rule.head);
        places.resize(self.body.len(), rule.head.span);
        let head = self.known.find(&rule.head.name)?;
        let body = std::mem::take(&mut self.body);
        let (columns, slots) = (columns?, self.slots as usize);
        let named = self.named.iter().map(|(slot, name, _)| (*slot, name.clone(), self.types.get(self.type_of(*slot))));
        let (names, span, is_written) = (named.collect(), rule.span, rule.is_written);
        let rule = compiled::Rule { head, columns, body, places, slots, names, span, is_written };
        self.faults.is_empty().then_some(rule)
    }

    /// Numbers the variables of a scope, in the order of their names.
    pub(super) fn declare(&mut self, names: FxHashSet<&str>) {
        let mut names: Vec<&str> = names.into_iter().collect();
        names.sort_unstable();
        for name in names {
            if !self.scopes.iter().any(|scope| scope.contains_key(name)) {
                let slot = self.fresh();
                if let Some(scope) = self.scopes.last_mut() {
                    scope.insert(name.to_owned(), slot);
                }
            }
        }
    }

    pub(super) fn fresh(&mut self) -> Slot {
        let slot = Slot(self.slots);
        self.slots += 1;
        if self.slot_types.len() < self.slots as usize {
            self.slot_types.push(self.types.fresh());
        }
        slot
    }

    pub(super) fn fault(&mut self, fault: Fault) {
        self.faults.push(fault);
    }

    pub(super) fn type_of(&self, slot: Slot) -> TypeVar {
        self.slot_types[slot]
    }

    fn head(&mut self, atom: &Atom) -> Option<Vec<Expr>> {
        let relation = self.known.find(&atom.name)?;
        let terms = self.in_order(atom, relation)?;
        let mut columns = Vec::with_capacity(terms.len());
        for (at, term) in terms.into_iter().enumerate() {
            let Some(term) = term else {
                let name = self.known.column_name(relation, at, self.database);
                let message = format!("column `{name}` of `{}` has no value", atom.name);
                self.fault(Fault::new("wrong-arguments", atom.span, message));
                return None;
            };
            let (expr, ty) = self.expr(term)?;
            self.column_must_be(relation, at, ty, term.span);
            columns.push(expr);
        }
        Some(columns)
    }

    pub(super) fn literal(&mut self, literal: &Literal) {
        match literal {
            Literal::Holds(atom) => self.atom(atom, false),
            Literal::Absent(atom) => self.atom(atom, true),
            Literal::Compare(comparison, left, right) => self.compare(*comparison, left, right),
            Literal::In(element, several) => self.each(element, several),
            Literal::Condition(term) => self.report_book_only_syntax(term.span),
        }
    }

    /// Reports syntax that only rules of the book may use.
    pub(super) fn report_book_only_syntax(&mut self, span: Span) {
        let message = "this notation is allowed only in rules of the book";
        self.fault(Fault::new("rule-syntax", span, message));
    }

    fn atom(&mut self, atom: &Atom, is_negated: bool) {
        if let Some(relation) = self.known.find(&atom.name).filter(|&relation| !self.is_question(atom, relation)) {
            let Some(terms) = self.in_order(atom, relation) else { return };
            let operands: Vec<Option<Operand>> =
                terms.into_iter().enumerate().map(|(at, term)| self.operand(relation, at, term)).collect();
            let Some(mut operands) = operands.into_iter().collect::<Option<Vec<Operand>>>() else { return };
            if !is_negated {
                self.replace_wildcards(&mut operands);
            }
            let condition =
                if is_negated { Condition::Absent(relation, operands) } else { Condition::Holds(relation, operands) };
            self.body.push(condition);
        } else if let Some(signature) = signature(&atom.name) {
            self.test(atom, signature, is_negated);
        } else if let Some(asked) = asked(&atom.name, &self.database.book, &mut self.database.symbols) {
            self.ask_whether(atom, asked, is_negated);
        } else {
            self.unknown_relation(atom);
        }
    }

    pub(super) fn unknown_relation(&mut self, atom: &Atom) {
        let nearest = self.known.nearest(&atom.name, &self.database.book);
        let help = nearest.map(|name| format!("there is `{name}`"));
        let message = format!("there is no relation `{}`", atom.name);
        self.fault(Fault::new("unknown-relation", atom.name_span, message).help(help));
    }

    /// Replaces wildcards in an aggregate by fresh variables, so that rows which differ only there count as different.
    fn replace_wildcards(&mut self, operands: &mut [Operand]) {
        if self.unnamed.is_none() {
            return;
        }
        for operand in operands.iter_mut().filter(|operand| **operand == Operand::Any) {
            let slot = self.fresh();
            *operand = Operand::Slot(slot);
            self.unnamed.iter_mut().for_each(|unnamed| unnamed.push(slot));
        }
    }

    fn operand(&mut self, relation: RelationId, at: usize, term: Option<&Term>) -> Option<Operand> {
        let Some(term) = term else { return Some(Operand::Any) };
        if matches!(term.kind, TermKind::Any) {
            return Some(Operand::Any);
        }
        let (expr, ty) = self.expr(term)?;
        self.column_must_be(relation, at, ty, term.span);
        Some(match expr {
            Expr::Slot(slot) => Operand::Slot(slot),
            Expr::Constant(cell) => Operand::Constant(cell),
            computed => {
                let slot = self.fresh();
                let is_text = self.types.get(ty) == Some(ColumnType::Symbol);
                let _ = self.types.unify(self.type_of(slot), ty);
                let (comparison, left) = (Comparison::Equal, Expr::Slot(slot));
                self.body.push(Condition::Compare { comparison, left, right: computed, is_text });
                Operand::Slot(slot)
            }
        })
    }

    /// Returns the arguments in the order of the columns.
    fn in_order<'t>(&mut self, atom: &'t Atom, relation: RelationId) -> Option<Vec<Option<&'t Term>>> {
        let arity = self.known.arity(relation, self.database);
        if atom.arguments.iter().all(|argument| argument.column.is_none()) {
            if atom.arguments.len() == arity {
                return Some(atom.arguments.iter().map(|argument| Some(&argument.term)).collect());
            }
            let names: Vec<String> = (0..arity).map(|at| self.known.column_name(relation, at, self.database)).collect();
            let found = atom.arguments.len();
            let message = format!("`{}` has {}, found {found}", atom.name, counted(arity, "column"));
            let help = Some(format!("the columns are {}({})", atom.name, names.join(", ")));
            self.fault(Fault::new("wrong-arguments", atom.span, message).help(help));
            return None;
        }
        let mut terms = vec![None; arity];
        let faults = self.faults.len();
        for argument in &atom.arguments {
            self.named_argument(atom, relation, argument, &mut terms);
        }
        (self.faults.len() == faults).then_some(terms)
    }

    fn named_argument<'t>(
        &mut self,
        atom: &Atom,
        relation: RelationId,
        argument: &'t Argument,
        terms: &mut [Option<&'t Term>],
    ) {
        let Some((name, span)) = &argument.column else {
            let message = "only some of the arguments have names";
            return self.fault(Fault::new("wrong-arguments", argument.term.span, message));
        };
        let names: Vec<String> =
            (0..terms.len()).map(|at| self.known.column_name(relation, at, self.database)).collect();
        match names.iter().position(|column| column == name) {
            Some(at) if terms[at].is_some() => {
                self.fault(Fault::new("wrong-arguments", *span, format!("column `{name}` is given twice")));
            }
            Some(at) => terms[at] = Some(&argument.term),
            None => {
                let help = nearest(name, names.iter().map(String::as_str)).map(|name| format!("there is `{name}`"));
                let help = help.or_else(|| Some(format!("the columns are {}({})", atom.name, names.join(", "))));
                let message = format!("`{}` has no column `{name}`", atom.name);
                self.fault(Fault::new("unknown-column", *span, message).help(help));
            }
        }
    }

    fn column_must_be(&mut self, relation: RelationId, at: usize, found: TypeVar, span: Span) {
        let expected = self.known.column_type(relation, at, self.database, self.types);
        if let Err((found, expected)) = self.types.unify(found, expected) {
            let (name, column) = self.known.describe(relation, at, self.database);
            let message = format!("column `{column}` of `{name}` is {}, found {}", article(expected), article(found));
            self.fault(Fault::new("type-mismatch", span, message));
        }
    }

    pub(super) fn must_be(&mut self, found: TypeVar, expected: ColumnType, span: Span, role: &str) {
        let expected = self.types.known(expected);
        if let Err((found, expected)) = self.types.unify(found, expected) {
            let message = format!("{role} is {}, found {}", article(expected), article(found));
            self.fault(Fault::new("type-mismatch", span, message));
        }
    }

    fn compare(&mut self, comparison: Comparison, left: &Term, right: &Term) {
        if let (Comparison::Equal, TermKind::Tuple(parts), TermKind::Call(atom)) = (comparison, &left.kind, &right.kind)
        {
            return self.several_answers(parts, atom, left.span);
        }
        let (Some((left_expr, left_type)), Some((right_expr, right_type))) = (self.expr(left), self.expr(right)) else {
            return;
        };
        if let Err((left_type, right_type)) = self.types.unify(left_type, right_type) {
            let message = format!("{} is compared with {}", article(left_type), article(right_type));
            let is_id = |ty| matches!(ty, ColumnType::Id(_));
            let help = (is_id(left_type) != is_id(right_type)).then(|| "`text(x)` is the text of an id".to_owned());
            return self.fault(Fault::new("type-mismatch", left.span.to(right.span), message).help(help));
        }
        let is_text = self.types.get(left_type) == Some(ColumnType::Symbol);
        self.body.push(Condition::Compare { comparison, left: left_expr, right: right_expr, is_text });
    }

    fn test(&mut self, atom: &Atom, signature: &Signature, is_negated: bool) {
        if signature.result.is_some() {
            let message = format!("`{}` is a function, not a condition", atom.name);
            let help = Some(format!("compare it: {}(...) = x", atom.name));
            return self.fault(Fault::new("wrong-arguments", atom.span, message).help(help));
        }
        let Some(arguments) = self.arguments(atom, signature) else { return };
        let predicate = match (signature.name, &atom.arguments[..]) {
            ("matches", [_, Argument { term: Term { kind: TermKind::Text(pattern), span }, .. }]) => {
                match Regex::new(pattern) {
                    Ok(pattern) => Some(Predicate::Matches(Box::new(pattern))),
                    Err(error) => {
                        let message = format!("invalid regular expression: {error}");
                        return self.fault(Fault::new("wrong-pattern", *span, message));
                    }
                }
            }
            ("matches", _) => {
                let message = "the pattern of `matches` is not a quoted text";
                return self.fault(Fault::new("wrong-pattern", atom.span, message));
            }
            (name, _) => predicate_of(name, self.database),
        };
        match predicate {
            Some(predicate) => self.body.push(Condition::Test { predicate, arguments, is_negated }),
            None => self.unknown_relation(atom),
        }
    }

    pub(super) fn arguments(&mut self, atom: &Atom, signature: &Signature) -> Option<Vec<Expr>> {
        let (found, wanted) = (atom.arguments.len(), signature.parameters.len());
        if found < wanted || (found > wanted && !signature.is_variadic) {
            let message = format!("`{}` takes {}, found {found}", atom.name, counted(wanted, "argument"));
            self.fault(Fault::new("wrong-arguments", atom.span, message));
            return None;
        }
        let mut exprs = Vec::with_capacity(found);
        for (at, argument) in atom.arguments.iter().enumerate() {
            if let Some((_, span)) = &argument.column {
                self.fault(Fault::new("wrong-arguments", *span, format!("`{}` takes no named arguments", atom.name)));
                return None;
            }
            let (expr, ty) = self.expr(&argument.term)?;
            let parameter = signature.parameters[at.min(wanted - 1)];
            self.must_be(ty, parameter, argument.term.span, &format!("argument {} of `{}`", at + 1, atom.name));
            exprs.push(expr);
        }
        Some(exprs)
    }
}

/// Returns the span of a literal.
fn span_of(literal: &Literal) -> Span {
    match literal {
        Literal::Holds(atom) => atom.span,
        // The negation sign precedes the atom.
        Literal::Absent(atom) => Span { start: atom.span.start.saturating_sub(1), end: atom.span.end },
        Literal::Compare(_, left, right) | Literal::In(left, right) => left.span.to(right.span),
        Literal::Condition(term) => term.span,
    }
}

pub(super) fn article(ty: ColumnType) -> String {
    match ty {
        ColumnType::Number | ColumnType::Symbol => format!("a {ty}"),
        ColumnType::Id(_) => format!("an {ty}"),
    }
}
