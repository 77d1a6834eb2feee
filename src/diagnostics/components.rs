//! Components: `missing-token`, `token-with-source`, `unreadable-component`, `recursive-component`, `wrong-component`; missing
//! modules and providers: `unknown-module`, `unknown-provider`.

use super::Diagnostic;
use crate::program::structure::{StructureProblem, StructureProblemKind as Kind};

pub(super) fn diagnostic(problem: &StructureProblem) -> Option<Diagnostic> {
    let error = |code, message: String| Diagnostic::error(code, problem.file, problem.span, message);
    Some(match &problem.kind {
        Kind::MissingToken => {
            error("missing-token", "missing `token`: a component without a source directory requires one".to_owned())
        }
        Kind::TokenWithSource => {
            error("token-with-source", "unexpected `token`: a component with a source directory takes none".to_owned())
        }
        Kind::UnreadableComponent(reason) => {
            error("unreadable-component", format!("the component cannot be read: {reason}"))
        }
        Kind::UnreadableModule(reason) => error(
            "unreadable-component",
            format!("the module cannot be read, so its outputs have type `any`: {reason}"),
        )
        .warning(),
        Kind::UnknownModule(source) => {
            error("unknown-module", format!("the module `{source}` is not installed: its outputs have type `any`"))
                .help(Some("`--modules DIR` names a directory of modules".to_owned()))
                .note()
        }
        Kind::UnknownBlockType { kind, ty, provider, suggestion } => {
            error("unknown-resource", format!("the provider `{provider}` has no {kind} `{ty}`"))
                .label(format!("not a {kind} in the provider's schema"))
                .help(suggestion.as_ref().map(|(kind, ty)| format!("there is a {kind} `{ty}`")))
        }
        Kind::UnknownProvider(provider) => {
            error("unknown-provider", format!("the provider `{provider}` has no schema: its blocks have type `any`"))
                .help(Some(
                    "`--schemas DIR` names a directory with the output of `terraform providers schema -json`"
                        .to_owned(),
                ))
                .note()
        }
        Kind::RecursiveComponent(directory) => {
            error("recursive-component", format!("the component in `{directory}` contains itself"))
        }
        Kind::WrongComponent { called, directory, errors, count } => {
            let what = if *count == 1 { "an error".to_owned() } else { format!("{count} errors") };
            let diagnostic =
                error("wrong-component", format!("the {called} in `{directory}` has {what}: {}", errors.join("; ")));
            errors.iter().fold(diagnostic, |diagnostic, error| diagnostic.label(error.clone()))
        }
        _ => return None,
    })
}
