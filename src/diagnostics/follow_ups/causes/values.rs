//! Errors about values, and the attributes that have them.

use super::MOST_BETWEEN;
use crate::codes::Code;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::follow_ups::reported::written;
use crate::program::Program;

/// Holds for errors about a value, or about the lack of one. Others are about names and the form of blocks.
pub(super) fn is_about_value(diagnostic: &Diagnostic) -> bool {
    matches!(
        diagnostic.code.own(),
        Some(
            Code::InvalidIndex
                | Code::MissingArgument
                | Code::MissingInput
                | Code::MissingProperty
                | Code::NoConversion
                | Code::NoOverload
                | Code::NotAnEnumValue
                | Code::NotAssignable
                | Code::NotIterable
                | Code::UnknownProperty
        )
    )
}

/// The names before the signs on the line before a value that a diagnostic rejects, the text of that value, and the name of a missing
/// attribute.
pub(super) fn attributes_of(program: &Program, diagnostic: &Diagnostic) -> Vec<String> {
    let codes = [Code::NoConversion, Code::NotAssignable, Code::NotAnEnumValue, Code::UnsafeConversion];
    if [Code::MissingInput, Code::MissingProperty].iter().any(|&code| diagnostic.code == code) {
        return diagnostic.fix.iter().map(|fix| fix.name.clone()).collect();
    }
    if !codes.iter().any(|&code| diagnostic.code == code) {
        return Vec::new();
    }
    let text = &program.file(diagnostic.file).source.text;
    let before = text.get(..diagnostic.span.start as usize).unwrap_or_default();
    let start = before.len().saturating_sub(MOST_BETWEEN as usize);
    let near = (start..).find_map(|start| before.get(start..)).unwrap_or_default();
    let line = near.rsplit('\n').next().unwrap_or_default();
    let is_end = |letter: char| !letter.is_alphanumeric() && letter != '_' && letter != '-';
    let (signed, _) = line.rsplit_once(['=', ':']).unwrap_or_default();
    let names = signed.split(['=', ':']).filter_map(|part| part.trim_end().rsplit(is_end).next());
    let quoted = written(program, diagnostic).strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    names.chain(quoted).filter(|name| !name.is_empty()).map(str::to_owned).collect()
}
