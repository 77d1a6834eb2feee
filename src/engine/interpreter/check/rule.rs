//! The check of one rule.

use std::collections::{BTreeMap, BTreeSet};

use typelog_reader::Span;
use typelog_reader::builtins::Shape;
use typelog_reader::elaborate::{judgment_of, used_by_term};
use typelog_reader::syntax::{Aggregate, Atom, Comparison, Fault, Fold, Literal, Rule, Term, TermKind};
use typelog_reader::types::Type;
use typelog_reader::typing::{Signatures, Types};

use super::{unknown, unknown_value};

/// The check of one rule.
pub(super) struct RuleCheck<'a> {
    signatures: Signatures<'a>,
    questions: &'a BTreeMap<String, usize>,
    /// The types of the bound variables.
    types: Types,
    faults: Vec<Fault>,
}

impl<'a> RuleCheck<'a> {
    /// Creates the check of a rule of an engine with these relations and questions.
    pub fn new(signatures: Signatures<'a>, questions: &'a BTreeMap<String, usize>) -> Self {
        Self { signatures, questions, types: Types::new(), faults: Vec::new() }
    }

    /// Returns the faults of a rule.
    pub fn checked(mut self, rule: &Rule) -> Vec<Fault> {
        self.rule(rule);
        self.faults
    }

    fn rule(&mut self, rule: &Rule) {
        for head in &rule.heads {
            if !rule.body.is_empty() {
                self.bind_question(head);
            }
        }
        for premise in &rule.body {
            self.premise(premise);
        }
        for head in &rule.heads {
            self.head(head);
        }
        self.unused(rule);
    }

    /// Binds the variables of the question with which a rule about a judgment begins.
    fn bind_question(&mut self, head: &Atom) {
        let count = self.questions.get(&head.name).copied().unwrap_or(0);
        let types = self.signatures.columns.get(&head.name).cloned().unwrap_or_default();
        for (argument, ty) in head.arguments.iter().zip(types).take(count) {
            if let TermKind::Variable(name) = &argument.term.kind {
                self.types.entry(name.clone()).or_insert(ty);
            }
        }
    }

    fn head(&mut self, head: &Atom) {
        let Some(types) = self.signatures.columns.get(&head.name).cloned() else {
            let known = self.signatures.columns.keys().map(|name| &name[..]);
            return self.unknown("relation", &head.name, head.name_span, known.collect());
        };
        self.arity(head, &[types.len()]);
        for (argument, ty) in head.arguments.iter().zip(types) {
            self.value(&argument.term);
            self.fits(&argument.term, &ty);
            if !ty.is_optional() {
                self.total(&argument.term);
            }
        }
    }

    /// Reports partial builtins in a column of a conclusion: without their value there is no conclusion.
    fn total(&mut self, term: &Term) {
        match &term.kind {
            TermKind::Call(atom) => {
                let is_partial = match self.signatures.queries.get(&atom.name) {
                    Some(query) => query.is_partial,
                    None => self.signatures.builtins.shape(&atom.name) == Some(Shape::Partial),
                };
                if is_partial {
                    let message = format!("`{}` may have no value, and stands in a conclusion", atom.name);
                    let help = "compute it in a premise, or write `otherwise(_, _)` around it".to_owned();
                    self.faults.push(Fault::new("partial-conclusion", term.span, message).help(Some(help)));
                }
                // The first operand of `otherwise`, and an optional argument, may have no value.
                let checked = usize::from(atom.name == "otherwise");
                let builtin = self.signatures.builtins.builtin(&atom.name);
                let parameters = builtin.map(|builtin| builtin.parameters.clone()).unwrap_or_default();
                let is_optional = |at: usize| parameters.get(at).is_some_and(Type::is_optional);
                for (at, argument) in atom.arguments.iter().enumerate().skip(checked) {
                    if !is_optional(at) {
                        self.total(&argument.term);
                    }
                }
            }
            TermKind::Construction(_, parts) | TermKind::Tuple(parts) | TermKind::List(parts) => {
                for part in parts {
                    self.total(part);
                }
            }
            TermKind::If(_, yes, no) => [yes, no].into_iter().for_each(|part| self.total(part)),
            TermKind::Arithmetic(_, left, right) => [left, right].into_iter().for_each(|part| self.total(part)),
            _ => {}
        }
    }

    fn premise(&mut self, premise: &Literal) {
        match premise {
            Literal::Holds(atom) if atom.name == "by" => {}
            Literal::Holds(atom) => self.row(atom, true),
            Literal::Absent(atom) => self.row(atom, false),
            Literal::Compare(Comparison::Equal, left, right) => {
                self.value(right);
                self.pattern(left);
                self.signatures.bind(premise, &mut self.types);
                self.settle(left);
            }
            Literal::Compare(_, left, right) => {
                self.value(left);
                self.value(right);
            }
            Literal::In(element, several) => {
                self.value(several);
                self.place(several.place());
                self.pattern(element);
                self.signatures.bind(premise, &mut self.types);
                self.settle(element);
            }
            Literal::Condition(condition) => self.value(condition),
        }
    }

    /// Checks a premise about a relation, a judgment of another engine, or a builtin as a condition.
    fn row(&mut self, atom: &Atom, holds: bool) {
        let query = self.signatures.queries.get(&atom.name);
        let types = match (self.signatures.columns.get(&atom.name), query) {
            (Some(types), _) => {
                self.arity(atom, &[types.len()]);
                types.clone()
            }
            (None, Some(query)) => {
                self.arity(atom, &[query.types.len(), query.questions]);
                query.types.clone()
            }
            (None, None) => return self.call(atom),
        };
        for (argument, ty) in atom.arguments.iter().zip(types) {
            match &argument.term.kind {
                TermKind::Variable(name) if holds && !self.types.contains_key(name) => {
                    self.types.insert(name.clone(), ty);
                }
                TermKind::Any => {}
                TermKind::Each(name) => self.place(name.as_deref()),
                _ if holds => {
                    self.pattern(&argument.term);
                    self.fits(&argument.term, &ty);
                    let equal = Literal::Compare(Comparison::Equal, argument.term.clone(), argument.term.clone());
                    self.signatures.bind(&equal, &mut self.types);
                    self.settle(&argument.term);
                }
                _ => {
                    self.value(&argument.term);
                    self.fits(&argument.term, &ty);
                }
            }
        }
    }

    /// Binds the variable for the number of a member, which is a number.
    fn place(&mut self, name: Option<&str>) {
        if let Some(name) = name {
            self.types.insert(name.to_owned(), Type::named("u32"));
        }
    }

    /// Checks a call of a builtin.
    fn call(&mut self, atom: &Atom) {
        let builtin = self.signatures.builtins.builtin(&atom.name);
        let query = self.signatures.queries.get(&atom.name);
        let is_special = matches!(&atom.name[..], "min" | "max" | "otherwise");
        match (builtin, query) {
            (Some(builtin), _) => self.arity(atom, &[builtin.parameters.len()]),
            (None, Some(query)) => self.arity(atom, &[query.questions]),
            (None, None) if is_special => {}
            (None, None) => return self.unknown_atom(atom),
        }
        let of_query = || query.map(|query| query.types[..query.questions].to_vec());
        let parameters = builtin.map(|builtin| builtin.parameters.clone()).or_else(of_query).unwrap_or_default();
        for (at, argument) in atom.arguments.iter().enumerate() {
            self.value(&argument.term);
            if let Some(ty) = parameters.get(at) {
                self.fits(&argument.term, ty);
            }
        }
    }

    /// Reports a premise or a call of a name that there is not. It would bind its variables.
    fn unknown_atom(&mut self, atom: &Atom) {
        match judgment_of(&atom.name) {
            Some(judgment) if self.signatures.queries.contains_key(judgment) => {
                let message = format!("the questions of `{judgment}` are asked of another engine: there are no rows");
                let help = format!(
                    "write `{judgment}(...)` to ask a question, or give the rule to the engine that answers it"
                );
                self.faults.push(Fault::new("unknown-relation", atom.name_span, message).help(Some(help)));
            }
            asked => {
                let builtins = self.signatures.builtins.all().map(|(name, _)| &name[..]);
                let relations =
                    self.signatures.columns.keys().map(|name| &name[..]).filter(|name| judgment_of(name).is_none());
                self.unknown(
                    "relation or builtin",
                    asked.unwrap_or(&atom.name),
                    atom.name_span,
                    builtins.chain(relations).collect(),
                );
            }
        }
        atom.arguments.iter().for_each(|argument| self.settle(&argument.term));
    }

    /// Checks a term whose value is needed: its variables must be bound.
    fn value(&mut self, term: &Term) {
        match &term.kind {
            TermKind::Variable(name) if !self.types.contains_key(name) => {
                let message = format!("the variable `{name}` has no value");
                self.faults.push(Fault::new("unbound-variable", term.span, message));
                self.types.insert(name.clone(), Type::Other);
            }
            TermKind::Constant(name) => self.constant(name, term.span),
            TermKind::Call(atom) => self.call(atom),
            TermKind::Aggregate(aggregate) => self.aggregate(aggregate),
            TermKind::Construction(name, parts) => {
                self.construction(name, term.span);
                for part in parts {
                    self.value(part);
                }
            }
            TermKind::Tuple(parts) | TermKind::List(parts) | TermKind::Logic(_, parts) => {
                for part in parts {
                    self.value(part);
                }
            }
            TermKind::If(condition, yes, no) => {
                for part in [condition, yes, no] {
                    self.value(part);
                }
            }
            TermKind::Compare(_, left, right) | TermKind::Arithmetic(_, left, right) => {
                self.value(left);
                self.value(right);
            }
            TermKind::Not(inner) => self.value(inner),
            TermKind::Variable(_) | TermKind::Any | TermKind::Each(_) | TermKind::Number(_) | TermKind::Text(_) => {}
        }
    }

    /// Checks a pattern, whose variables are bound or compared.
    fn pattern(&mut self, term: &Term) {
        match &term.kind {
            TermKind::Variable(_) | TermKind::Any => {}
            TermKind::Tuple(parts) => parts.iter().for_each(|part| self.pattern(part)),
            TermKind::Construction(name, parts) => {
                self.construction(name, term.span);
                for part in parts {
                    self.pattern(part);
                }
            }
            _ => self.value(term),
        }
    }

    /// Marks the variables of a pattern as bound, even if their types are not known.
    fn settle(&mut self, pattern: &Term) {
        for name in used_by_term(pattern) {
            self.types.entry(name).or_insert(Type::Other);
        }
    }

    fn aggregate(&mut self, aggregate: &Aggregate) {
        let outside = self.types.clone();
        if let Fold::Steps(steps) = &aggregate.fold {
            self.value(&steps.start);
            let start = Literal::Compare(Comparison::Equal, steps.variables.clone(), steps.start.clone());
            self.signatures.bind(&start, &mut self.types);
            self.settle(&steps.variables);
        }
        for premise in &aggregate.body {
            self.premise(premise);
        }
        aggregate.of.iter().for_each(|of| self.value(of));
        if let Fold::Steps(steps) = &aggregate.fold {
            self.value(&steps.next);
            steps.until.iter().for_each(|until| self.value(until));
        }
        self.types = outside;
    }

    fn constant(&mut self, name: &str, span: Span) {
        self.faults.extend(unknown_value(self.signatures.builtins, name, span));
    }

    fn construction(&mut self, name: &str, span: Span) {
        if name != "Some" && self.signatures.builtins.parts(name).is_none() {
            let known = self.signatures.builtins.variants().map(|(name, _)| &name[..]).collect();
            self.unknown("value", name, span, known);
        }
    }

    fn unknown(&mut self, kind: &str, name: &str, span: Span, known: Vec<&str>) {
        self.faults.push(unknown(kind, name, span, known));
    }

    fn arity(&mut self, atom: &Atom, counts: &[usize]) {
        let found = atom.arguments.len();
        if !counts.contains(&found) {
            let expected: Vec<String> = counts.iter().map(ToString::to_string).collect();
            let message = format!("`{}` has {} columns, found {found}", atom.name, expected.join(" or "));
            self.faults.push(Fault::new("wrong-arity", atom.span, message));
        }
    }

    /// Checks that a term in a column, or as an argument, has the expected type.
    fn fits(&mut self, term: &Term, expected: &Type) {
        let Some(found) = self.signatures.type_of(term, &self.types) else { return };
        // Numbers have several types, and a type parameter stands for any.
        if !found.is_within(expected) && !["u32", "usize", "Self", "T"].map(Some).contains(&expected.name()) {
            let message = format!("expected a value of the type `{expected}`, found one of `{found}`");
            let is_value = expected.is_within(&found);
            let help = is_value.then(|| "`type_of_value(_)` is the type of a value of Terraform".to_owned());
            self.faults.push(Fault::new("wrong-column-type", term.span, message).help(help));
        }
    }

    /// Reports variables that occur only once.
    fn unused(&mut self, rule: &Rule) {
        let mut asked = BTreeSet::new();
        for head in &rule.heads {
            let count = self.questions.get(&head.name).copied().unwrap_or(0);
            asked.extend(head.arguments.iter().take(count).flat_map(|argument| used_by_term(&argument.term)));
        }
        for (name, spans) in places(rule) {
            let is_unbound = self.faults.iter().any(|fault| fault.code == "unbound-variable" && fault.span == spans[0]);
            if let ([span], false) = (&spans[..], asked.contains(name) || is_unbound) {
                let fault = Fault::new("unused-variable", *span, format!("`{name}` occurs only once in the rule"));
                self.faults.push(fault.help(Some("write `_`".to_owned())));
            }
        }
    }
}

/// Returns the places of the variables of a rule.
pub(super) fn places(rule: &Rule) -> BTreeMap<&str, Vec<Span>> {
    let mut places = BTreeMap::new();
    rule.heads.iter().flat_map(|head| &head.arguments).for_each(|argument| note(&argument.term, &mut places));
    rule.body.iter().for_each(|premise| note_premise(premise, &mut places));
    places
}

/// Adds the places of the variables of a premise.
fn note_premise<'a>(premise: &'a Literal, places: &mut BTreeMap<&'a str, Vec<Span>>) {
    match premise {
        Literal::Holds(atom) | Literal::Absent(atom) => {
            atom.arguments.iter().for_each(|argument| note(&argument.term, places));
        }
        Literal::Compare(_, left, right) | Literal::In(left, right) => {
            note(left, places);
            note(right, places);
        }
        Literal::Condition(term) => note(term, places),
    }
}

/// Adds the places of the variables of a term.
fn note<'a>(term: &'a Term, places: &mut BTreeMap<&'a str, Vec<Span>>) {
    match &term.kind {
        TermKind::Variable(name) => places.entry(name).or_default().push(term.span),
        TermKind::Construction(_, parts)
        | TermKind::Tuple(parts)
        | TermKind::List(parts)
        | TermKind::Logic(_, parts) => parts.iter().for_each(|part| note(part, places)),
        TermKind::If(condition, yes, no) => [condition, yes, no].into_iter().for_each(|part| note(part, places)),
        TermKind::Compare(_, left, right) | TermKind::Arithmetic(_, left, right) => {
            note(left, places);
            note(right, places);
        }
        TermKind::Not(inner) => note(inner, places),
        TermKind::Call(atom) => atom.arguments.iter().for_each(|argument| note(&argument.term, places)),
        TermKind::Aggregate(aggregate) => {
            aggregate.of.iter().for_each(|of| note(of, places));
            aggregate.body.iter().for_each(|premise| note_premise(premise, places));
            if let Fold::Steps(steps) = &aggregate.fold {
                let terms = [&steps.variables, &steps.start, &steps.next].into_iter().chain(&steps.until);
                terms.for_each(|term| note(term, places));
            }
        }
        // The number of a member may be named without being used.
        TermKind::Each(place) => place.iter().for_each(|name| places.entry(name).or_default().extend([term.span; 2])),
        TermKind::Any | TermKind::Number(_) | TermKind::Text(_) | TermKind::Constant(_) => {}
    }
}
