//! The descriptions in the schemas of Terraform providers.

use serde_json::Value;

/// The schema of a block, as its text describes it.
#[derive(Clone, Debug, PartialEq)]
pub struct ProviderText(Value);

impl ProviderText {
    /// Reads a schema.
    pub(super) fn read(text: &str) -> Option<Self> {
        serde_json::from_str(text).ok().map(Self)
    }

    /// Returns the description of the block, or of a part of it: an attribute or a nested block, and so on.
    pub fn description(&self, path: &[&str]) -> Option<String> {
        let mut part = self.0.get("block")?;
        for name in path {
            part = member(part, name)?;
        }
        let description = part.get("description").and_then(Value::as_str).unwrap_or_default().trim();
        let is_deprecated = part.get("deprecated").and_then(Value::as_bool) == Some(true);
        let text = if is_deprecated { format!("**Deprecated.** {description}") } else { description.to_owned() };
        Some(text.trim_end().to_owned()).filter(|text| !text.is_empty())
    }
}

/// Returns an attribute or a nested block of a block, or of the objects in an attribute.
fn member<'v>(part: &'v Value, name: &str) -> Option<&'v Value> {
    let part = part.get("nested_type").unwrap_or(part);
    let attribute = part.get("attributes").and_then(|attributes| attributes.get(name));
    attribute.or_else(|| part.get("block_types")?.get(name)?.get("block"))
}
