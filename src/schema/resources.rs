//! The properties that resources give back: all, or, as providers do, only texts.

use super::bound::Target;
use super::build::{Builder, Form};
use super::spec::{ResourceSpec, TypeSpec};
use super::store::{PackageId, Schemas};
use crate::types::{STRING, Shape, Ty};

/// The start of the tokens of providers.
const TOKENS: &str = "pulumi:providers:";

/// The token of a package's provider.
pub(super) fn provider_token(schemas: &Schemas, package: PackageId) -> String {
    format!("{TOKENS}{}", schemas.name(package))
}

impl Builder<'_> {
    /// The type by which another member refers to a resource. In the form for inputs its properties may be outputs, as those of the
    /// resource are.
    pub(super) fn resource_object(&mut self, token: &str, spec: &ResourceSpec, form: Form) -> Result<Ty, String> {
        let mut fields = Vec::with_capacity(spec.properties.len());
        for (name, property) in &spec.properties {
            if self.is_given_back(token, property)? {
                let ty = self.property(property, spec.required.contains(name), form)?;
                fields.push((self.types.name(name), ty));
            }
        }
        Ok(self.types.object(fields))
    }

    /// Holds if a resource gives one of its properties back. Other values than texts reach a provider as JSON texts, so
    /// that it cannot give them back as what they are.
    pub(super) fn is_given_back(&mut self, token: &str, property: &TypeSpec) -> Result<bool, String> {
        Ok(!token.starts_with(TOKENS) || self.is_text(property)?)
    }

    /// Holds if a type is that of texts, an enum of texts, or another name for texts.
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
