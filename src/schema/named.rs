//! Types of schemas by name, for types that are written by hand.

use super::build::{Builder, Form};
use super::spec::TypeSpec;
use super::store::Schemas;
use super::token::Token;
use crate::types::{Interner, Ty};

impl Schemas {
    /// Returns the type with this token: the type of a resource's value, or an object or enum type of the schema. `None` if no
    /// package has it.
    ///
    /// # Errors
    /// The error in the schema.
    pub fn named_type(&mut self, token: &str, types: &mut Interner) -> Option<Result<Ty, String>> {
        let package = self.package(Token::parse(token)?.package, None).ok()?;
        if let Some(resource) = self.resource(package, token, types) {
            return Some(resource.map(|resource| resource.outputs).map_err(|error| error.message));
        }
        self.get(package).document.types.get(token)?;
        let spec = TypeSpec { reference: Some(format!("#/types/{token}").into()), ..TypeSpec::default() };
        Some(match self.discover(package, &[&spec], types) {
            Ok(targets) => Builder::new(self, &targets, package, types).property(&spec, true, Form::Plain),
            Err((_, message)) => Err(message),
        })
    }
}
