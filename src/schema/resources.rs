//! The output properties of resources: all, or, for providers, only texts.

use super::bound::Target;
use super::build::{Builder, Form};
use super::spec::{ResourceSpec, TypeSpec};
use super::store::{PackageId, Schemas};
use crate::types::{STRING, Shape, Ty};

/// The prefix of the tokens of providers.
const TOKENS: &str = "pulumi:providers:";

/// Returns the token of a package's provider.
pub(super) fn provider_token(schemas: &Schemas, package: PackageId) -> String {
    format!("{TOKENS}{}", schemas.name(package))
}

impl Builder<'_> {
    /// Returns the type by which another member refers to a resource. In input form, its properties may be outputs, as those of
    /// the resource are.
    pub(super) fn resource_object(&mut self, token: &str, spec: &ResourceSpec, form: Form) -> Result<Ty, String> {
        let mut fields = Vec::with_capacity(spec.properties.len());
        for (name, property) in &spec.properties {
            if self.is_output_property(token, property)? {
                let ty = self.property(property, spec.required.contains(name), form)?;
                fields.push((self.types.name(name), ty));
            }
        }
        Ok(self.types.object(fields))
    }

    /// Holds if a property of a resource is also an output. Providers receive values other than texts as JSON texts, so they
    /// cannot return them.
    pub(super) fn is_output_property(&mut self, token: &str, property: &TypeSpec) -> Result<bool, String> {
        Ok(!token.starts_with(TOKENS) || self.is_text(property)?)
    }

    /// Holds if a type is the type of texts, an enum of texts, or an alias of it.
    fn is_text(&mut self, spec: &TypeSpec) -> Result<bool, String> {
        let target =
            spec.reference.as_deref().and_then(|reference| self.targets.get(&(self.package, reference.into())));
        if let Some(Target::Dangling(_)) = target {
            return Ok(spec.kind.as_deref() == Some("string"));
        }
        let ty = self.inner(spec, Form::Plain)?;
        Ok(match self.types.shape(ty) {
            Shape::Enum(id) => self.types.enumeration(id).1 == STRING,
            _ => ty == STRING,
        })
    }
}
