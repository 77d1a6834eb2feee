//! The keywords of blocks in each dialect, with snippets.

use crate::dialect::{Dialect, known_parts};

/// A block that a body may contain: its type, and the snippet that writes it.
pub type Keyword = (String, String);

/// Returns the blocks that the language allows in a body, given the types of the blocks around it, outermost first.
pub fn blocks(dialect: Dialect, path: &[&str]) -> Vec<Keyword> {
    if dialect == Dialect::Terraform {
        return known_parts(path).blocks.into_iter().map(|(kind, labels)| block(kind, labels)).collect();
    }
    let own: &[(&str, &str)] = match dialect {
        _ if !path.is_empty() => &[],
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
    };
    own.iter().map(|&(name, snippet)| (name.to_owned(), snippet.to_owned())).collect()
}

/// Returns a block with labels, as a snippet.
pub fn block(kind: &str, labels: usize) -> Keyword {
    let words = match labels {
        1 => &["name"][..],
        _ => &["type", "name"],
    };
    let labels = words.iter().take(labels).enumerate().map(|(at, word)| format!("\"${{{}:{word}}}\"", at + 1));
    let words: Vec<String> = std::iter::once(kind.to_owned()).chain(labels).collect();
    (kind.to_owned(), format!("{} {{\n  $0\n}}", words.join(" ")))
}

/// Returns the attributes of a body that the language has, apart from inputs that schemas declare, each with `true` if it is required.
pub fn attributes(dialect: Dialect, path: &[&str]) -> Vec<(&'static str, bool)> {
    let names: &[&str] = match (dialect, path) {
        (Dialect::Terraform, path) => return known_parts(path).attributes,
        (Dialect::Pcl, ["config"]) => &["default", "description", "nullable", "secret"],
        (Dialect::Pcl | Dialect::Bicep, ["output"]) | (Dialect::Bicep, ["variable"]) => &["value"],
        (Dialect::Pcl, ["package"]) => &["baseProviderDownloadUrl", "baseProviderName", "baseProviderVersion"],
        (Dialect::Bicep, ["parameter"]) => {
            &["allowedValues", "default", "description", "maxLength", "maxValue", "minLength", "minValue"]
        }
        (Dialect::Hcl, ["variable"]) => &["default", "description", "type"],
        _ => &[],
    };
    names.iter().map(|&name| (name, false)).collect()
}

/// The keywords that are expressions.
pub const VALUES: [&str; 3] = ["false", "null", "true"];

/// The types that a label may name.
pub const TYPES: [&str; 8] = ["any", "bool", "int", "list(string)", "map(string)", "number", "object({})", "string"];
