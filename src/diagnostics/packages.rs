//! Packages, and the names in them: `malformed-token`, `unknown-package`, `unknown-version`, `invalid-schema`,
//! `unknown-resource`, `unknown-package-function`, `unreadable-resource`, `deprecated`, `duplicate-package`,
//! `package-label`, `wrong-package`.

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
        Kind::MalformedToken(token) => error("malformed-token", format!("`{token}` is no token"))
            .help(Some("a token is `package:module:member` or `package:member`".to_owned())),
        Kind::UnknownPackage { name, suggestion } => error("unknown-package", format!("there is no package `{name}`"))
            .label("the schema of this package is not at hand")
            .help(meant("a package", suggestion))
            .warning_if(is_lenient),
        Kind::UnknownVersion { name, known } => {
            let known: Vec<String> = known.iter().map(ToString::to_string).collect();
            error("unknown-version", format!("the package `{name}` is not at hand in this version"))
                .help(Some(format!("there is {}", known.join(", "))))
                .warning_if(is_lenient)
        }
        Kind::InvalidSchema(fault) => invalid_schema(fault, error).warning_if(is_lenient),
        Kind::UnknownResource { token, suggestion } => {
            error("unknown-resource", format!("there is no resource `{token}`"))
                .label("the package has no such resource")
                .help(meant("a resource", suggestion))
                .warning_if(is_lenient)
        }
        Kind::UnknownPackageFunction { token, suggestion } => {
            error("unknown-package-function", format!("there is no function `{token}`"))
                .label("the package has no such function")
                .help(meant("a function", suggestion))
                .warning_if(is_lenient)
        }
        Kind::Unreadable(token) => error("unreadable-resource", format!("`{token}` cannot be read"))
            .label("only resources of their own are read, no components and no providers"),
        Kind::Deprecated { token, message } => {
            error("deprecated", format!("`{token}` is deprecated: {message}")).warning()
        }
        Kind::DuplicatePackage(name) => {
            error("duplicate-package", format!("the package `{name}` is declared in different ways"))
        }
        Kind::PackageLabel => error("package-label", "the label of a `package` block is no longer in use".to_owned())
            .help(Some("set `baseProviderName` instead".to_owned()))
            .warning(),
        Kind::WrongPackage { attribute, message } => {
            error("wrong-package", format!("the attribute `{attribute}` of a package is wrong: {message}"))
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
    error("invalid-schema", format!("the schema is wrong at {place}: {}", fault.message))
        .label("this is what the schema is needed for")
}
