//! Packages and their members: `malformed-token`, `unknown-package`, `unknown-version`, `invalid-schema`, `unknown-resource`,
//! `unknown-package-function`, `unreadable-resource`, `deprecated`, `duplicate-package`, `package-label`, `wrong-package`.

use super::Diagnostic;
use super::context::Context;
use super::suggestions::Help;
use crate::codes::Code;
use crate::program::structure::{PackageProblem as Problem, StructureProblem};
use crate::schema::SchemaError;
use crate::source::Span;

/// How schemas are given.
const SCHEMAS: &str = "`--schemas DIR`, or `schemas` in `typelog.toml`, names a directory with the schemas of packages, `NAME-VERSION.json`";

pub(super) fn diagnostic(context: &Context<'_>, problem: &StructureProblem, kind: &Problem) -> Diagnostic {
    let error = |code, message| Diagnostic::error(code, problem.file, problem.span, message);
    let meant = |what, suggestion: &Option<String>| suggestion.as_ref().map(|name| Help::name(what, name.as_str()));
    let is_lenient = context.strictness.is_lenient;
    match kind {
        Problem::MalformedToken(token) => error(Code::MalformedToken, format!("`{token}` is not a valid token"))
            .help(Some("a token is `package:module:member` or `package:member`".to_owned())),
        Problem::UnknownPackage { name, suggestion, is_needed } => {
            error(Code::UnknownPackage, format!("unknown package `{name}`"))
                .label("no schema of this package in the schema directories")
                .help(meant("package", suggestion).or_else(|| Some(SCHEMAS.to_owned().into())))
                .fixed_at(name_of_package(context, problem))
                .warning_if(is_lenient || !is_needed)
        }
        Problem::UnknownVersion { name, version, known } => {
            let known: Vec<String> = known.iter().map(ToString::to_string).collect();
            error(Code::UnknownVersion, format!("package `{name}` has no version {version} in the schema directories"))
                .help(Some(format!("available versions: {}", known.join(", "))))
                .warning_if(is_lenient)
        }
        Problem::InvalidSchema(fault) => invalid_schema(fault, error).warning_if(is_lenient),
        Problem::UnknownResource { token, suggestion } => {
            error(Code::UnknownResource, format!("unknown resource type `{token}`"))
                .label("not in the schema of the package")
                .help(meant("resource", suggestion))
                .warning_if(is_lenient)
        }
        Problem::UnknownPackageFunction { token, suggestion } => {
            error(Code::UnknownPackageFunction, format!("unknown function `{token}`"))
                .label("not in the schema of the package")
                .help(meant("function", suggestion))
                .warning_if(is_lenient)
        }
        Problem::Unreadable(token) => error(Code::UnreadableResource, format!("a `read` block cannot name `{token}`"))
            .label("components and providers cannot be read"),
        // Providers of Terraform give no message.
        Problem::Deprecated { token, message } if message.is_empty() => {
            error(Code::Deprecated, format!("`{token}` is deprecated")).warning()
        }
        Problem::Deprecated { token, message } => {
            error(Code::Deprecated, format!("`{token}` is deprecated: {}", deprecation(message))).warning()
        }
        Problem::DuplicatePackage(name) => {
            error(Code::DuplicatePackage, format!("conflicting declarations of package `{name}`"))
        }
        Problem::PackageLabel => error(Code::PackageLabel, "the label of a `package` block is deprecated".to_owned())
            .help(Some("set `baseProviderName` instead".to_owned()))
            .note(),
        Problem::WrongPackage { attribute, message } => {
            error(Code::WrongPackage, format!("invalid attribute `{attribute}` of a package: {message}"))
        }
    }
}

/// The message of a deprecation, without the tags that choose between languages: `<span ...>text</span>` is `text`.
pub(super) fn deprecation(message: &str) -> String {
    let mut parts = message.split("<span");
    let first = parts.next().unwrap_or_default().to_owned();
    let text = parts.fold(first, |text, part| text + part.split_once('>').map_or(part, |(_, rest)| rest));
    text.replace("</span>", "")
}

/// The place of the package's name: in a token, its first part.
fn name_of_package(context: &Context<'_>, problem: &StructureProblem) -> Span {
    let text = context.program.file(problem.file).source.slice(problem.span);
    let start = text.len() - text.trim_start_matches('"').len();
    let end = text.find(':').unwrap_or_else(|| text.trim_end_matches('"').len()).max(start);
    Span { start: problem.span.start + start as u32, end: problem.span.start + end as u32 }
}

fn invalid_schema(fault: &SchemaError, error: impl Fn(Code, String) -> Diagnostic) -> Diagnostic {
    let file = fault.file.display();
    let place = match fault.position {
        Some((line, column)) => format!("{file}:{line}:{column}"),
        None => file.to_string(),
    };
    error(Code::InvalidSchema, format!("invalid schema at {place}: {}", fault.message))
        .label("the schema is required here")
}
