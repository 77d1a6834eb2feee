//! Functions of Terraform providers, as `terraform providers schema -json` prints them.

use serde_json::Value;

use super::provider_types::written_type;
use crate::types::{ANY, Interner, NONE, Name, Ty};

/// The hosts of providers whose address does not name one.
const HOSTS: [&str; 2] = ["registry.terraform.io", "registry.opentofu.org"];

/// The parameters and the result of a provider's function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProviderFunction {
    /// The parameters, with their names.
    pub parameters: Vec<(Name, Ty)>,
    /// The type of further arguments, if it takes any.
    pub variadic: Option<Ty>,
    /// The type of the result.
    pub returns: Ty,
}

/// The result of looking up a function in the schemas of providers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FoundFunction {
    /// No schema describes functions of the provider.
    Unknown,
    /// The provider has functions, but none with this name; a name that may have been meant.
    Missing(Option<String>),
    /// The function.
    Known(ProviderFunction),
}

impl ProviderFunction {
    pub(super) fn read(function: &Value, types: &mut Interner) -> Self {
        let parameters = function.get("parameters").and_then(Value::as_array).into_iter().flatten();
        let parameters = parameters.map(|parameter| {
            let name = types.name(parameter.get("name").and_then(Value::as_str).unwrap_or_default());
            (name, parameter_type(parameter, types))
        });
        let parameters = parameters.collect();
        let variadic = function.get("variadic_parameter").filter(|parameter| parameter.is_object());
        let variadic = variadic.map(|parameter| parameter_type(parameter, types));
        let returns = function.get("return_type").map_or(ANY, |ty| written_type(ty, types));
        Self { parameters, variadic, returns }
    }
}

/// Returns the type of a parameter, with null if it is nullable.
fn parameter_type(parameter: &Value, types: &mut Interner) -> Ty {
    let ty = parameter.get("type").map_or(ANY, |ty| written_type(ty, types));
    let is_nullable = parameter.get("is_nullable").and_then(Value::as_bool) == Some(true);
    if is_nullable { types.union(&[ty, NONE]) } else { ty }
}

/// Holds if the address of a provider in a schema matches a source in a module: `aws`, `hashicorp/aws`, or with a host.
pub(super) fn is_address_of(address: &str, source: &str) -> bool {
    let named: Vec<&str> = address.split('/').collect();
    let source = source.to_lowercase();
    match (&named[..], &source.split('/').collect::<Vec<_>>()[..]) {
        ([_, "hashicorp", name], [of]) => name == of,
        ([_, space, name], [of_space, of]) => space == of_space && name == of,
        ([host, space, name], [of_host, of_space, of]) => {
            let is_usual = |host: &&str| HOSTS.contains(host);
            space == of_space && name == of && (host == of_host || is_usual(host) && is_usual(of_host))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::{ProviderFunction, is_address_of};
    use crate::types::{Interner, display::display};

    #[test]
    fn addresses_belong_to_sources() {
        let aws = "registry.terraform.io/hashicorp/aws";
        assert!(
            ["aws", "hashicorp/aws", "registry.opentofu.org/hashicorp/aws"].iter().all(|of| is_address_of(aws, of))
        );
        assert!(["google", "acme/aws", "example.com/hashicorp/aws", ""].iter().all(|of| !is_address_of(aws, of)));
        assert!(is_address_of("example.com/demo/net", "example.com/demo/net"));
    }

    #[test]
    fn functions_are_read() {
        let text = r#"{"return_type": ["list", "string"], "parameters": [{"name": "a", "type": "number", "is_nullable": true}],
            "variadic_parameter": {"name": "rest", "type": "dynamic"}}"#;
        let mut types = Interner::default();
        let function = ProviderFunction::read(&serde_json::from_str(text).expect("JSON"), &mut types);
        let shown: Vec<String> = function.parameters.iter().map(|of| display(&types, of.1)).collect();
        assert_eq!(shown, ["union(none, number)"]);
        assert_eq!(function.variadic.map(|ty| display(&types, ty)).as_deref(), Some("any"));
        assert_eq!(display(&types, function.returns), "list(string)");
    }
}
