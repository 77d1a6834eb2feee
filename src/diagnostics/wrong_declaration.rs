//! `wrong-declaration`: a declaration file says something that it cannot.

use super::{Diagnostic, in_order, invalid_type, syntax};
use crate::declarations::{DeclarationError, DeclarationErrorKind};
use crate::program::FileId;

/// Says what is wrong with declaration files, which are numbered as they were given.
pub fn declaration_diagnostics(errors: &[DeclarationError]) -> Vec<Diagnostic> {
    in_order(errors.iter().map(words).collect())
}

fn words(error: &DeclarationError) -> Diagnostic {
    let file = FileId(error.file as u32);
    match &error.kind {
        DeclarationErrorKind::Syntax(error) => syntax::words(file, error),
        DeclarationErrorKind::Type(error) => invalid_type::words(file, error),
        DeclarationErrorKind::Structure(message) => {
            Diagnostic::error("wrong-declaration", file, error.span, message.clone()).label("here")
        }
    }
}
