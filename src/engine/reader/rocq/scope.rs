//! Scopes: the variables and premises of a clause, or of a part of one.

use std::collections::BTreeSet;

use super::Rules;
use super::names::identifier;
use super::vocabulary::Vocabulary;

/// The writer of a clause.
pub struct Writer<'w, 'a> {
    pub book: &'w Rules<'a>,
    pub vocabulary: &'w mut Vocabulary<'a>,
    /// The relations that are defined together with that of the clause.
    pub group: &'w BTreeSet<&'a str>,
    /// The variables that have been met, in all scopes that are open.
    known: BTreeSet<String>,
    /// The variables of the innermost scope, in order.
    variables: Vec<String>,
    /// The premises of the innermost scope.
    premises: Vec<String>,
    fresh: u32,
}

/// The variables and premises of a scope.
pub struct Scope {
    pub variables: Vec<String>,
    pub premises: Vec<String>,
}

impl<'w, 'a> Writer<'w, 'a> {
    pub fn new(book: &'w Rules<'a>, vocabulary: &'w mut Vocabulary<'a>, group: &'w BTreeSet<&'a str>) -> Self {
        let (known, variables, premises) = (BTreeSet::new(), Vec::new(), Vec::new());
        Self { book, vocabulary, group, known, variables, premises, fresh: 0 }
    }

    /// Returns the name of a variable of a clause.
    pub fn variable(&mut self, name: &str) -> String {
        let name = identifier(name);
        if self.known.insert(name.clone()) {
            self.variables.push(name.clone());
        }
        name
    }

    /// Returns a new variable.
    pub fn fresh(&mut self) -> String {
        self.fresh += 1;
        self.variable(&format!("found_{}", self.fresh))
    }

    /// Adds a premise.
    pub fn demand(&mut self, premise: String) {
        self.premises.push(premise);
    }

    /// Writes a part whose new variables and premises are its own.
    pub fn within<T>(&mut self, write: impl FnOnce(&mut Self) -> Result<T, String>) -> Result<(T, Scope), String> {
        let known = self.known.clone();
        let outer = (std::mem::take(&mut self.variables), std::mem::take(&mut self.premises));
        let written = write(self);
        let scope = self.close();
        (self.variables, self.premises) = outer;
        self.known = known;
        Ok((written?, scope))
    }

    /// Forgets that variables are known, so that a part has variables of its own with these names.
    pub fn forget(&mut self, names: &[String]) {
        self.known.retain(|known| !names.contains(known));
    }

    /// Ends the scope.
    pub fn close(&mut self) -> Scope {
        Scope { variables: std::mem::take(&mut self.variables), premises: std::mem::take(&mut self.premises) }
    }
}

impl Scope {
    /// Returns the claim that there are values for which the premises hold.
    pub fn exists(&self) -> String {
        let claim = if self.premises.is_empty() { "True".to_owned() } else { self.premises.join(" /\\ ") };
        match &self.variables[..] {
            [] if self.premises.len() > 1 => format!("({claim})"),
            [] => claim,
            variables => format!("(exists {}, {claim})", variables.join(" ")),
        }
    }
}
