//! Components: `missing-token`, `token-with-source`, `unreadable-component`, `recursive-component`, `wrong-component`; missing
//! modules and providers: `unknown-module`, `unknown-provider`.

use super::suggestions::Help;
use crate::codes::Code;
use std::sync::Arc;

use typed_index_collections::TiVec;

use super::{Diagnostic, ModuleErrors, Severity};
use crate::program::FileId;
use crate::program::structure::ComponentProblem as Problem;
use crate::source::Source;

/// The help for a module that is not installed.
pub(super) const MODULES_HELP: &str = "`--modules DIR` names a directory of modules";

/// The help for a provider without a schema.
pub(super) const SCHEMAS_HELP: &str =
    "`--schemas DIR` names a directory with the output of `terraform providers schema -json`";

/// The label at the call of a module whose errors are reported at their own places.
const CALLED_HERE: &str = "called here";

pub(super) fn diagnostic(problem: &Problem, error: &dyn Fn(Code, String) -> Diagnostic) -> Diagnostic {
    match problem {
        Problem::MissingToken => {
            error(Code::MissingToken, "missing `token`: a component without a source directory requires one".to_owned())
        }
        Problem::TokenWithSource => error(
            Code::TokenWithSource,
            "unexpected `token`: a component with a source directory takes none".to_owned(),
        ),
        Problem::UnreadableComponent { reason, suggestion } => {
            error(Code::UnreadableComponent, format!("the component cannot be read: {reason}"))
                .help(suggestion.as_ref().map(|name| format!("there is a directory `{name}`")))
        }
        Problem::UnreadableModule(reason) => error(
            Code::UnreadableComponent,
            format!("the module cannot be read, so its outputs have type `any`: {reason}"),
        )
        .warning(),
        Problem::NoModule { source, suggestion, is_misspelt } => {
            let message = format!("there is no directory `{source}`, so the outputs of the module have type `any`");
            error(Code::UnreadableComponent, message)
                .label("no such directory")
                .help(suggestion.as_ref().map(|name| format!("there is a directory `{name}`")))
                .warning_if(!is_misspelt)
        }
        Problem::UnknownModule(source) => {
            error(Code::UnknownModule, format!("the module `{source}` is not installed: its outputs have type `any`"))
                .help(Some(MODULES_HELP.to_owned()))
                .lacking(source)
                .note()
        }
        Problem::UnknownBlockType { kind, ty, provider, suggestion } => {
            error(Code::UnknownResource, format!("the provider `{provider}` has no {kind} `{ty}`"))
                .label(format!("not a {kind} in the provider's schema"))
                .help(suggestion.as_ref().map(|(kind, ty)| Help::name(kind, ty.as_str())))
        }
        Problem::UnknownProvider(provider) => {
            error(Code::UnknownProvider, format!("the provider `{provider}` has no schema: its blocks have type `any`"))
                .help(Some(SCHEMAS_HELP.to_owned()))
                .lacking(provider)
                .note()
        }
        Problem::RecursiveComponent(directory) => {
            error(Code::RecursiveComponent, format!("the component in `{directory}` contains itself"))
        }
        Problem::WrongComponent { called, directory, count, is_reported: true, .. } => {
            error(Code::WrongComponent, wrong_component(called, directory, *count)).label(CALLED_HERE).note()
        }
        Problem::WrongComponent { called, directory, errors: listed, count, inside, .. } => {
            let message = wrong_component(called, directory, *count);
            let errors: Vec<String> = listed.iter().map(ToString::to_string).collect();
            let whole = format!("{message}: {}", errors.join("; "));
            let inside = inside.as_deref().map(|inside| Arc::new(ModuleErrors { message, ..inside.clone() }));
            let diagnostic = error(Code::WrongComponent, whole).inside(inside);
            listed.iter().fold(diagnostic, |diagnostic, error| diagnostic.label(format!("{error}: {}", error.message)))
        }
    }
}

/// Returns diagnostics in which the errors of called modules stand at their own places, once, and the calls have notes that refer to
/// them. The files of the modules are added to the program's files.
pub(crate) fn with_module_errors(sources: &mut TiVec<FileId, Source>, diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    if diagnostics.iter().all(|diagnostic| diagnostic.inside.is_none()) {
        return diagnostics;
    }
    let (mut own, mut moved) = (Vec::new(), Vec::new());
    for diagnostic in diagnostics {
        let Some(inside) = diagnostic.inside.clone() else {
            own.push(diagnostic);
            continue;
        };
        own.extend(inside.severity.map(|severity| reference(diagnostic, &inside.message, severity)));
        let files: TiVec<FileId, FileId> = inside.sources.iter().map(|source| number_of(sources, source)).collect();
        for mut error in inside.errors.iter().cloned() {
            error.problem = None;
            error.renumber(|file| files[file]);
            moved.push(error);
        }
    }
    moved.sort_by(|a, b| a.place().cmp(&b.place()).then_with(|| a.compare_contents(b)));
    moved.dedup();
    own.extend(moved);
    own
}

/// Returns the message at the call of a module that refers to the module's errors.
fn reference(diagnostic: Diagnostic, message: &str, severity: Severity) -> Diagnostic {
    let mut reference = Diagnostic { severity, ..diagnostic }.inside(None);
    (reference.message, reference.labels) = (message.to_owned(), Vec::new());
    reference.label(CALLED_HERE)
}

/// Returns the number of a file, which is added if it is new.
fn number_of(sources: &mut TiVec<FileId, Source>, source: &Source) -> FileId {
    let known = sources.position(|other| other.name == source.name);
    known.unwrap_or_else(|| sources.push_and_get_key(source.clone()))
}

fn wrong_component(called: &str, directory: &str, count: usize) -> String {
    let what = if count == 1 { "an error".to_owned() } else { format!("{count} errors") };
    format!("the {called} in `{directory}` has {what}")
}
