//! Packages and their members: `malformed-token`, `unknown-package`, `unknown-version`, `invalid-schema`, `unknown-resource`,
//! `unknown-package-function`, `unreadable-resource`, `deprecated`, `duplicate-package`, `package-label`, `wrong-package`.

use super::Diagnostic;
use super::context::Context;
use crate::program::structure::{StructureProblem, StructureProblemKind as Kind};
use crate::schema::SchemaError;

pub(super) fn diagnostic(context: &Context<'_>, problem: &StructureProblem) -> Option<Diagnostic> {
    let error = |code, message| Diagnostic::error(code, problem.file, problem.span, message);
    let meant =
        |what: &str, suggestion: &Option<String>| suggestion.as_ref().map(|name| format!("there is {what} `{name}`"));
    let is_lenient = context.strictness.is_lenient;
    Some(match &problem.kind {
        Kind::MalformedToken(token) => error("malformed-token", format!("`{token}` is not a valid token"))
            .help(Some("a token is `package:module:member` or `package:member`".to_owned())),
        Kind::UnknownPackage { name, suggestion, is_needed } => {
            error("unknown-package", format!("unknown package `{name}`"))
                .label("no schema of this package in the schema directories")
                .help(meant("a package", suggestion))
                .warning_if(is_lenient || !is_needed)
        }
        Kind::UnknownVersion { name, version, known } => {
            let known: Vec<String> = known.iter().map(ToString::to_string).collect();
            error("unknown-version", format!("package `{name}` has no version {version} in the schema directories"))
                .help(Some(format!("available versions: {}", known.join(", "))))
                .warning_if(is_lenient)
        }
        Kind::InvalidSchema(fault) => invalid_schema(fault, error).warning_if(is_lenient),
        Kind::UnknownResource { token, suggestion } => {
            error("unknown-resource", format!("unknown resource type `{token}`"))
                .label("not in the schema of the package")
                .help(meant("a resource", suggestion))
                .warning_if(is_lenient)
        }
        Kind::UnknownPackageFunction { token, suggestion } => {
            error("unknown-package-function", format!("unknown function `{token}`"))
                .label("not in the schema of the package")
                .help(meant("a function", suggestion))
                .warning_if(is_lenient)
        }
        Kind::Unreadable(token) => error("unreadable-resource", format!("a `read` block cannot name `{token}`"))
            .label("components and providers cannot be read"),
        Kind::Deprecated { token, message } => {
            error("deprecated", format!("`{token}` is deprecated: {message}")).warning()
        }
        Kind::DuplicatePackage(name) => {
            error("duplicate-package", format!("conflicting declarations of package `{name}`"))
        }
        Kind::PackageLabel => error("package-label", "the label of a `package` block is deprecated".to_owned())
            .help(Some("set `baseProviderName` instead".to_owned()))
            .warning(),
        Kind::WrongPackage { attribute, message } => {
            error("wrong-package", format!("invalid attribute `{attribute}` of a package: {message}"))
        }
        _ => return None,
    })
}

fn invalid_schema(fault: &SchemaError, error: impl Fn(&'static str, String) -> Diagnostic) -> Diagnostic {
    let file = fault.file.display();
    let place = match fault.position {
        Some((line, column)) => format!("{file}:{line}:{column}"),
        None => file.to_string(),
    };
    error("invalid-schema", format!("invalid schema at {place}: {}", fault.message))
        .label("the schema is required here")
}
