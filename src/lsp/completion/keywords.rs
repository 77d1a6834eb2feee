//! The keywords of blocks in each dialect, with snippets.

use crate::dialect::Dialect;

/// Returns the blocks at the top of a program, each as a snippet.
pub fn blocks(dialect: Dialect) -> &'static [(&'static str, &'static str)] {
    match dialect {
        Dialect::Pcl => &[
            ("component", "component \"${1:name}\" \"${2:./directory}\" {\n  $0\n}"),
            ("config", "config \"${1:name}\" \"${2:string}\" {\n  $0\n}"),
            ("hook", "hook \"${1:name}\" \"${2:resource}\" {\n  $0\n}"),
            ("output", "output \"${1:name}\" {\n  value = $0\n}"),
            ("package", "package \"${1:name}\" {\n  $0\n}"),
            ("pulumi", "pulumi {\n  $0\n}"),
            ("read", "read \"${1:name}\" \"${2:package:module:Resource}\" {\n  $0\n}"),
            ("resource", "resource \"${1:name}\" \"${2:package:module:Resource}\" {\n  $0\n}"),
        ],
        Dialect::Bicep => &[
            ("output", "output \"${1:name}\" \"${2:string}\" {\n  value = $0\n}"),
            ("parameter", "parameter \"${1:name}\" \"${2:string}\" {\n  $0\n}"),
            ("resource", "resource \"${1:name}\" \"${2:type}\" {\n  $0\n}"),
            ("variable", "variable \"${1:name}\" {\n  value = $0\n}"),
        ],
        Dialect::Hcl => &[("variable", "variable \"${1:name}\" {\n  type = $0\n}")],
        Dialect::Terraform => &[],
    }
}

/// Returns the attributes of a block type, apart from inputs that schemas declare.
pub fn attributes(dialect: Dialect, block: &str) -> &'static [&'static str] {
    match (dialect, block) {
        (Dialect::Pcl, "config") => &["default", "description", "nullable", "secret"],
        (Dialect::Pcl | Dialect::Bicep, "output") | (Dialect::Bicep, "variable") => &["value"],
        (Dialect::Pcl, "package") => &["baseProviderDownloadUrl", "baseProviderName", "baseProviderVersion"],
        (Dialect::Bicep, "parameter") => {
            &["allowedValues", "default", "description", "maxLength", "maxValue", "minLength", "minValue"]
        }
        (Dialect::Hcl, "variable") => &["default", "description", "type"],
        _ => &[],
    }
}

/// The keywords that are expressions.
pub const VALUES: [&str; 3] = ["false", "null", "true"];

/// The types that a label may name.
pub const TYPES: [&str; 8] = ["any", "bool", "int", "list(string)", "map(string)", "number", "object({})", "string"];
