//! Problems of Terraform's modules: `unknown-attribute`, `missing-attribute`, `deprecated`, `later-version`, `wrong-address`.

use super::Diagnostic;
use super::suggestions::Help;
use crate::codes::Code;
use crate::program::structure::ModuleProblem as Problem;

/// A problem of a module, which is written in JSON or not.
pub(super) fn diagnostic(problem: &Problem, is_json: bool, error: &dyn Fn(Code, String) -> Diagnostic) -> Diagnostic {
    match problem {
        Problem::BlockAsAttribute { name, inside } => {
            error(Code::UnknownAttribute, format!("unknown attribute `{name}` in {inside}"))
                .label("the name of a block")
                .help(Some(as_block(name, is_json)))
        }
        Problem::Resembling { name, meant } => {
            error(Code::UnknownAttribute, format!("`{name}` is probably a misspelt `{meant}`"))
                .label("only the provider may know this name")
                .help(Some(Help::name("argument", meant.as_str())))
                .warning()
        }
        Problem::QuotedReference(text) => {
            error(Code::Deprecated, format!("a reference in quotes is deprecated: `\"{text}\"`"))
                .label("references are written without quotes")
                .help(Some(format!("write `{text}`")))
                .warning()
        }
        Problem::LaterVersion { message, is_set } => {
            error(Code::LaterVersion, message.clone()).label("not in this version").warning_if(!is_set)
        }
        Problem::MissingConfiguration { alias, meant } => {
            error(Code::MissingAttribute, format!("missing provider configuration `{alias}` in a call of a module"))
                .label(format!("`providers` has no entry `{alias}`, which the module requires"))
                .help(Some(match meant {
                    Some(meant) => format!("the module has no configuration `{meant}`"),
                    None => format!("`providers = {{ {alias} = ... }}` passes a configuration"),
                }))
        }
        Problem::ExclusiveAttributes { name, other } => {
            error(Code::UnknownAttribute, format!("the attributes `{other}` and `{name}` exclude one another"))
                .label(format!("`{other}` is given"))
        }
        Problem::DoubtfulAddress(message) => error(Code::WrongAddress, message.clone()).warning(),
    }
}

/// Help to write a block where an attribute of its name stands.
pub(super) fn as_block(name: &str, is_json: bool) -> String {
    if is_json {
        format!("`{name}` is a block: write `\"{name}\": {{ ... }}`")
    } else {
        format!("`{name}` is a block: write `{name} {{ ... }}`")
    }
}
