//! `wrong-declaration`: a block of a declaration file is invalid.

use super::{Diagnostic, in_order, invalid_type, syntax};
use crate::codes::Code;
use crate::declarations::{DeclarationError, DeclarationErrorKind};
use crate::program::FileId;

/// The errors of declaration files. Files are numbered in the order of the command line.
pub fn declaration_diagnostics(errors: &[DeclarationError]) -> Vec<Diagnostic> {
    in_order(errors.iter().map(diagnostic).collect())
}

fn diagnostic(error: &DeclarationError) -> Diagnostic {
    let file = FileId(error.file as u32);
    match &error.kind {
        DeclarationErrorKind::Syntax(error) => syntax::diagnostic(file, error),
        DeclarationErrorKind::Type(error) => invalid_type::diagnostic(file, error),
        DeclarationErrorKind::Structure(message) => {
            Diagnostic::error(Code::WrongDeclaration, file, error.span, message.clone())
        }
    }
}
