//! The types of the variables of a clause, inferred from the columns of relations and the signatures of builtins.

use std::collections::BTreeMap;

use crate::ascent::Query;
use crate::builtins::{Builtin, Builtins};
use crate::syntax::{Atom, Fold, Literal, Term, TermKind};
use crate::types::Type;

/// The sources of types.
#[derive(Clone, Copy)]
pub struct Signatures<'a> {
    /// The functions and values.
    pub builtins: &'a Builtins,
    /// The types of the columns of relations.
    pub columns: &'a BTreeMap<String, Vec<Type>>,
    /// The judgments that are queried.
    pub queries: &'a BTreeMap<String, Query>,
}

/// The types of variables.
pub type Types = BTreeMap<String, Type>;

impl Signatures<'_> {
    /// Adds the types of the variables that a premise binds.
    pub fn bind(&self, literal: &Literal, types: &mut Types) {
        match literal {
            Literal::Holds(atom) => {
                let columns =
                    self.columns.get(&atom.name).or_else(|| self.queries.get(&atom.name).map(|query| &query.types));
                for (argument, ty) in atom.arguments.iter().zip(columns.into_iter().flatten()) {
                    self.pattern(&argument.term, ty, types);
                }
            }
            Literal::Compare(_, left, right) => {
                if let Some(ty) = self.type_of(right, types) {
                    self.pattern(left, &ty, types);
                }
            }
            Literal::In(element, several) => {
                if let Some(ty) = self.type_of(several, types) {
                    self.pattern(element, &ty, types);
                }
                if let Some(place) = several.place() {
                    types.entry(place.to_owned()).or_insert_with(|| Type::named("u32"));
                }
            }
            Literal::Absent(_) | Literal::Condition(_) => {}
        }
    }

    /// Adds the types of the variables of a pattern.
    fn pattern(&self, term: &Term, ty: &Type, types: &mut Types) {
        match &term.kind {
            TermKind::Variable(name) => {
                types.entry(name.clone()).or_insert_with(|| ty.clone());
            }
            TermKind::Tuple(parts) => {
                for (part, ty) in parts.iter().zip(ty.parts()) {
                    self.pattern(part, ty, types);
                }
            }
            TermKind::Construction(name, parts) if name == "Some" => {
                for part in parts {
                    self.pattern(part, ty.present(), types);
                }
            }
            TermKind::Construction(name, parts) => {
                for (part, ty) in parts.iter().zip(self.builtins.parts(name).unwrap_or_default()) {
                    self.pattern(part, ty, types);
                }
            }
            _ => {}
        }
    }

    /// Returns the type of a term, if it can be inferred. For a partial builtin it is the type of its values.
    pub fn type_of(&self, term: &Term, types: &Types) -> Option<Type> {
        match &term.kind {
            TermKind::Variable(name) => types.get(name).cloned(),
            TermKind::Constant(name) => self.builtins.constant(name),
            TermKind::Construction(name, parts) if name == "Some" => {
                self.type_of(parts.first()?, types).map(Type::optional)
            }
            TermKind::Construction(name, _) => name.split_once("::").map(|parts| Type::named(parts.0)),
            TermKind::Number(_) => Some(Type::named("u32")),
            TermKind::Tuple(parts) => {
                parts.iter().map(|part| self.type_of(part, types)).collect::<Option<_>>().map(Type::Tuple)
            }
            TermKind::Arithmetic(_, left, _) => self.type_of(left, types),
            TermKind::If(_, yes, no) => self.type_of(yes, types).or_else(|| self.type_of(no, types)),
            TermKind::Call(atom) => match &atom.name[..] {
                // The result has the type of the arguments.
                "min" | "max" | "otherwise" => {
                    atom.arguments.iter().find_map(|argument| self.type_of(&argument.term, types))
                }
                name => match self.queries.get(name) {
                    Some(query) => Some(Type::of_several(query.types[query.questions..].to_vec())),
                    None => self.builtins.builtin(name).map(|builtin| self.result(builtin, atom, types)),
                },
            },
            TermKind::Compare(..) | TermKind::Logic(..) | TermKind::Not(_) => Some(Type::named("bool")),
            TermKind::Aggregate(aggregate) => {
                let mut inner = types.clone();
                match &aggregate.fold {
                    Fold::Steps(steps) => self.type_of(&steps.start, types),
                    Fold::List => Some(Type::named("TyList")),
                    Fold::Count => Some(Type::named("u32")),
                    Fold::Any | Fold::All => Some(Type::named("bool")),
                    _ => {
                        aggregate.body.iter().for_each(|literal| self.bind(literal, &mut inner));
                        self.type_of(aggregate.of.as_ref()?, &inner)
                    }
                }
            }
            TermKind::Any | TermKind::Text(_) | TermKind::List(_) | TermKind::Each(_) => None,
        }
    }

    /// Returns the type of what a builtin gives. Given types alone, it makes a type of them, not a value of Terraform.
    fn result(&self, builtin: &Builtin, call: &Atom, types: &Types) -> Type {
        let mut arguments = call.arguments.iter().filter_map(|argument| self.type_of(&argument.term, types));
        let takes_value = arguments.any(|found| found.is_cty_value());
        if takes_value { builtin.result.clone() } else { builtin.result.clone().without_parts() }
    }
}
