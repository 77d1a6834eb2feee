//! From the tree of a rule to a compiled rule: names are looked up, arguments put in order, and types checked.

use regex_lite::Regex;
use rustc_hash::{FxHashMap, FxHashSet};

use super::builtins::{Function, Predicate, Signature, function_of, predicate_of, signature};
use super::compiled::{self, Condition, Expr, Operand, Slot};
use super::known::Known;
use super::syntax::{Aggregate, Argument, Atom, Comparison, Fault, Fold, Literal, Rule, Term, TermKind};
use super::types::{TypeVar, Types};
use crate::nearest::nearest;
use crate::relations::{ColumnType, Database, RelationId};
use crate::source::Span;

/// One rule being lowered.
pub(super) struct Lowering<'a> {
    pub database: &'a mut Database,
    pub known: &'a Known,
    pub types: &'a mut Types,
    pub faults: Vec<Fault>,
    /// Holds if all is known of the types that ever will be.
    is_final: bool,
    /// The types of the variables, by their numbers.
    pub slot_types: Vec<TypeVar>,
    /// How many variables there are.
    slots: u32,
    /// The variables by name; the inner scopes of aggregates last.
    scopes: Vec<FxHashMap<String, Slot>>,
    /// The first place of each named variable.
    pub named: Vec<(Slot, String, Span)>,
    body: Vec<Condition>,
    /// In an aggregate, the variables that its body has for `_`.
    unnamed: Option<Vec<Slot>>,
}

impl<'a> Lowering<'a> {
    /// Starts with what is known of the types of the rule's variables, if the rule has been lowered before.
    pub fn new(
        database: &'a mut Database,
        known: &'a Known,
        types: &'a mut Types,
        before: Option<Vec<TypeVar>>,
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

    /// Lowers a rule. What is wrong with it is among the faults afterwards.
    pub fn rule(&mut self, rule: &Rule) -> Option<compiled::Rule> {
        let mut names = FxHashSet::default();
        names_of_atom(&rule.head, &mut names);
        names_of(&rule.body, &mut names);
        self.declare(names);
        for literal in &rule.body {
            self.literal(literal);
        }
        let columns = self.head(&rule.head);
        let head = self.known.find(&rule.head.name)?;
        let body = std::mem::take(&mut self.body);
        let (columns, slots) = (columns?, self.slots as usize);
        self.faults.is_empty().then_some(compiled::Rule { head, columns, body, slots, span: rule.span })
    }

    /// Numbers the variables of a scope, in the order of their names.
    fn declare(&mut self, names: FxHashSet<&str>) {
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

    fn fresh(&mut self) -> Slot {
        let slot = Slot(self.slots);
        self.slots += 1;
        if self.slot_types.len() < self.slots as usize {
            self.slot_types.push(self.types.fresh());
        }
        slot
    }

    fn fault(&mut self, fault: Fault) {
        self.faults.push(fault);
    }

    fn type_of(&self, slot: Slot) -> TypeVar {
        self.slot_types[slot.0 as usize]
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
            self.expect_column(relation, at, ty, term.span);
            columns.push(expr);
        }
        Some(columns)
    }

    fn literal(&mut self, literal: &Literal) {
        match literal {
            Literal::Holds(atom) => self.atom(atom, false),
            Literal::Absent(atom) => self.atom(atom, true),
            Literal::Compare(comparison, left, right) => self.compare(*comparison, left, right),
        }
    }

    fn atom(&mut self, atom: &Atom, is_negated: bool) {
        if let Some(relation) = self.known.find(&atom.name) {
            let Some(terms) = self.in_order(atom, relation) else { return };
            let operands: Vec<Option<Operand>> =
                terms.into_iter().enumerate().map(|(at, term)| self.operand(relation, at, term)).collect();
            let Some(mut operands) = operands.into_iter().collect::<Option<Vec<Operand>>>() else { return };
            if !is_negated {
                self.tell_apart(&mut operands);
            }
            let condition =
                if is_negated { Condition::Absent(relation, operands) } else { Condition::Holds(relation, operands) };
            self.body.push(condition);
        } else if let Some(signature) = signature(&atom.name) {
            self.test(atom, signature, is_negated);
        } else {
            self.unknown_relation(atom);
        }
    }

    fn unknown_relation(&mut self, atom: &Atom) {
        let mut names: Vec<&str> = self.known.names().collect();
        names.extend(super::builtins::SIGNATURES.iter().map(|signature| signature.name));
        let help = nearest(&atom.name, names).map(|name| format!("there is `{name}`"));
        let message = format!("there is no relation `{}`", atom.name);
        self.fault(Fault::new("unknown-relation", atom.name_span, message).help(help));
    }

    /// In an aggregate, rows that differ only in what may be anything are different ways to meet the body.
    fn tell_apart(&mut self, operands: &mut [Operand]) {
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
        self.expect_column(relation, at, ty, term.span);
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

    /// The arguments in the order of the columns.
    fn in_order<'t>(&mut self, atom: &'t Atom, relation: RelationId) -> Option<Vec<Option<&'t Term>>> {
        let arity = self.known.arity(relation, self.database);
        if atom.arguments.iter().all(|argument| argument.column.is_none()) {
            if atom.arguments.len() == arity {
                return Some(atom.arguments.iter().map(|argument| Some(&argument.term)).collect());
            }
            let names: Vec<String> =
                (0..arity).map(|at| self.known.column_name(relation, at, self.database)).collect();
            let (found, columns) = (atom.arguments.len(), if arity == 1 { "column" } else { "columns" });
            let message = format!("`{}` has {arity} {columns}, and is given {found}", atom.name);
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
            let message = "arguments have names all or none";
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

    fn expect_column(&mut self, relation: RelationId, at: usize, found: TypeVar, span: Span) {
        let expected = self.known.column_type(relation, at, self.database, self.types);
        if let Err((found, expected)) = self.types.unify(found, expected) {
            let (name, column) = self.known.describe(relation, at, self.database);
            let message = format!("column `{column}` of `{name}` is {}, and this is {}", article(expected), article(found));
            self.fault(Fault::new("type-mismatch", span, message));
        }
    }

    fn expect(&mut self, found: TypeVar, expected: ColumnType, span: Span, role: &str) {
        let expected = self.types.known(expected);
        if let Err((found, expected)) = self.types.unify(found, expected) {
            let message = format!("{role} is {}, and this is {}", article(expected), article(found));
            self.fault(Fault::new("type-mismatch", span, message));
        }
    }

    fn compare(&mut self, comparison: Comparison, left: &Term, right: &Term) {
        let (Some((left_expr, left_type)), Some((right_expr, right_type))) = (self.expr(left), self.expr(right)) else {
            return;
        };
        if let Err((left_type, right_type)) = self.types.unify(left_type, right_type) {
            let message = format!("{} is compared with {}", article(left_type), article(right_type));
            return self.fault(Fault::new("type-mismatch", left.span.to(right.span), message));
        }
        let is_text = self.types.get(left_type) == Some(ColumnType::Symbol);
        self.body.push(Condition::Compare { comparison, left: left_expr, right: right_expr, is_text });
    }

    fn test(&mut self, atom: &Atom, signature: &Signature, is_negated: bool) {
        if signature.result.is_some() {
            let message = format!("`{}` is a function, and no condition", atom.name);
            let help = Some(format!("compare it: {}(...) = x", atom.name));
            return self.fault(Fault::new("wrong-arguments", atom.span, message).help(help));
        }
        let Some(arguments) = self.arguments(atom, signature) else { return };
        let predicate = match (signature.name, &atom.arguments[..]) {
            ("matches", [_, Argument { term: Term { kind: TermKind::Text(pattern), span }, .. }]) => {
                match Regex::new(pattern) {
                    Ok(pattern) => Some(Predicate::Matches(Box::new(pattern))),
                    Err(error) => {
                        let message = format!("this is no regular expression: {error}");
                        return self.fault(Fault::new("wrong-pattern", *span, message));
                    }
                }
            }
            ("matches", _) => {
                let message = "the pattern of `matches` is a text in quotes";
                return self.fault(Fault::new("wrong-pattern", atom.span, message));
            }
            (name, _) => predicate_of(name, self.database),
        };
        match predicate {
            Some(predicate) => self.body.push(Condition::Test { predicate, arguments, is_negated }),
            None => self.unknown_relation(atom),
        }
    }

    fn arguments(&mut self, atom: &Atom, signature: &Signature) -> Option<Vec<Expr>> {
        let (found, wanted) = (atom.arguments.len(), signature.parameters.len());
        if found < wanted || (found > wanted && !signature.is_variadic) {
            let arguments = if wanted == 1 { "argument" } else { "arguments" };
            let message = format!("`{}` takes {wanted} {arguments}, and is given {found}", atom.name);
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
            self.expect(ty, parameter, argument.term.span, &format!("argument {} of `{}`", at + 1, atom.name));
            exprs.push(expr);
        }
        Some(exprs)
    }

    fn expr(&mut self, term: &Term) -> Option<(Expr, TypeVar)> {
        match &term.kind {
            TermKind::Variable(name) => {
                let slot = self.scopes.iter().rev().find_map(|scope| scope.get(name)).copied()?;
                if self.named.iter().all(|named| named.0 != slot) {
                    self.named.push((slot, name.clone(), term.span));
                }
                Some((Expr::Slot(slot), self.type_of(slot)))
            }
            TermKind::Any => {
                self.fault(Fault::new("unsafe-variable", term.span, "`_` stands where a value is needed"));
                None
            }
            TermKind::Number(number) => Some((Expr::Constant(*number), self.types.known(ColumnType::Number))),
            TermKind::Text(text) => {
                Some((Expr::Constant(self.database.symbols.intern(text)), self.types.known(ColumnType::Symbol)))
            }
            TermKind::Arithmetic(operator, left, right) => {
                let (left_expr, left_type) = self.expr(left)?;
                let (right_expr, right_type) = self.expr(right)?;
                self.expect(left_type, ColumnType::Number, left.span, "an operand");
                self.expect(right_type, ColumnType::Number, right.span, "an operand");
                let expr = Expr::Arithmetic(*operator, Box::new(left_expr), Box::new(right_expr));
                Some((expr, self.types.known(ColumnType::Number)))
            }
            TermKind::Call(atom) => self.call(atom),
            TermKind::Aggregate(aggregate) => self.aggregate(aggregate, term.span),
        }
    }

    fn call(&mut self, atom: &Atom) -> Option<(Expr, TypeVar)> {
        if atom.name == "text" && atom.arguments.len() == 1 {
            return self.text(atom);
        }
        let found = signature(&atom.name).and_then(|signature| Some((signature, signature.result?)));
        let Some((signature, result)) = found else {
            let is_relation = self.known.find(&atom.name).is_some();
            let message = if is_relation || signature(&atom.name).is_some() {
                format!("`{}` is a condition, and has no value", atom.name)
            } else {
                format!("there is no function `{}`", atom.name)
            };
            let functions = super::builtins::SIGNATURES.iter().filter(|signature| signature.result.is_some());
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

    /// `text(x)`: what stands for an id of any domain.
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
                let message = format!("the argument of `text` is an id, and this is {}", article(other));
                self.fault(Fault::new("type-mismatch", term.span, message));
                None
            }
            None if self.is_final => {
                let message = "nothing says what this is an id of";
                self.fault(Fault::new("type-mismatch", term.span, message));
                None
            }
            // It is known when the rule is lowered again.
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
        // What was numbered before the aggregate has its value from outside.
        let mut outer = Vec::new();
        let mut visit = |slot| if slot < first { outer.push(slot) };
        body.iter().for_each(|condition| condition.each_slot(&mut visit));
        of.iter().for_each(|of| of.each_slot(&mut visit));
        outer.sort_unstable();
        outer.dedup();
        let is_text = ty.and_then(|ty| self.types.get(ty)) == Some(ColumnType::Symbol);
        self.fold_type(aggregate.fold, ty, result, span)?;
        let fold = aggregate.fold;
        let lowered = compiled::Aggregate { result, fold, of, is_text, body, outer, local };
        self.body.push(Condition::Aggregate(Box::new(lowered)));
        Some((Expr::Slot(result), self.type_of(result)))
    }

    fn fold_type(&mut self, fold: Fold, of: Option<TypeVar>, result: Slot, span: Span) -> Option<()> {
        let result = self.type_of(result);
        match (fold, of) {
            (Fold::Count, _) => self.expect(result, ColumnType::Number, span, "a count"),
            (Fold::Sum, Some(of)) => {
                self.expect(of, ColumnType::Number, span, "what is summed up");
                self.expect(result, ColumnType::Number, span, "a sum");
            }
            (Fold::Min | Fold::Max, Some(of)) => {
                // A fresh variable takes any type.
                let _ = self.types.unify(result, of);
            }
            (Fold::Sum | Fold::Min | Fold::Max, None) => {
                let word = fold.word();
                let message = format!("`{word}` needs a term: {word} x {{ ... }}");
                self.fault(Fault::new("wrong-arguments", span, message));
                return None;
            }
        }
        Some(())
    }
}

fn article(ty: ColumnType) -> String {
    match ty {
        ColumnType::Number | ColumnType::Symbol => format!("a {ty}"),
        ColumnType::Id(_) => format!("an {ty}"),
    }
}

/// The names of variables in a body, outside of aggregates.
fn names_of<'t>(body: &'t [Literal], names: &mut FxHashSet<&'t str>) {
    for literal in body {
        match literal {
            Literal::Holds(atom) | Literal::Absent(atom) => names_of_atom(atom, names),
            Literal::Compare(_, left, right) => {
                names_of_term(left, names);
                names_of_term(right, names);
            }
        }
    }
}

fn names_of_atom<'t>(atom: &'t Atom, names: &mut FxHashSet<&'t str>) {
    for argument in &atom.arguments {
        names_of_term(&argument.term, names);
    }
}

fn names_of_term<'t>(term: &'t Term, names: &mut FxHashSet<&'t str>) {
    match &term.kind {
        TermKind::Variable(name) => {
            names.insert(name);
        }
        TermKind::Arithmetic(_, left, right) => {
            names_of_term(left, names);
            names_of_term(right, names);
        }
        TermKind::Call(atom) => names_of_atom(atom, names),
        TermKind::Any | TermKind::Number(_) | TermKind::Text(_) | TermKind::Aggregate(_) => {}
    }
}
