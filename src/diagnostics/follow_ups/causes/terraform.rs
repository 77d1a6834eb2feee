//! Mistakes that only Terraform has.

use super::{Causes, owner_of, value_of_attribute};
use crate::codes::Code;
use crate::diagnostics::follow_ups::reported::{problem, written};
use crate::diagnostics::{Diagnostic, Severity};
use crate::infer::Inference;
use crate::program::{Kind, Problem, Program};

impl<'a> Causes<'a> {
    /// Adds a mistake that only Terraform has.
    pub(super) fn of_terraform(&mut self, program: &'a Program, inference: &Inference, diagnostic: &Diagnostic) {
        self.wrong.extend(self.wrong_local(program, inference, diagnostic));
        self.wrong.extend(self.wrong_variable(program, inference, diagnostic));
        self.repeated_twice.extend(repeats_twice(program, diagnostic).then(|| diagnostic.place()));
        self.lost.add(program, diagnostic);
        match diagnostic.code.own() {
            Some(Code::NotALiteral) => self.without_references.add(diagnostic.place()),
            Some(Code::WrongAddress) => _ = self.addresses.insert(diagnostic.place()),
            Some(Code::UnknownInput | Code::UnknownAttribute) => {
                self.surplus.extend(value_of_attribute(program, diagnostic));
            }
            // Whether the value is sensitive is not said.
            Some(Code::NoConversion) => {
                let before = program.file(diagnostic.file).source.text.get(..diagnostic.span.start as usize);
                let name = before.unwrap_or_default().trim_end_matches([' ', '\t', '=', ':', '"']);
                if name.ends_with("sensitive") {
                    self.sensitive.add(diagnostic.place());
                }
            }
            _ => {}
        }
    }

    /// Returns the name of the local value in which a value fails.
    fn wrong_local(&self, program: &'a Program, inference: &Inference, diagnostic: &Diagnostic) -> Option<&'a str> {
        let Some(&Problem::Flawed { at, .. }) = problem(inference, diagnostic) else { return None };
        let definition = self.owners.definition(program, at).map(|id| program.definition(id))?;
        (diagnostic.severity == Severity::Error && definition.kind == Kind::Local).then_some(&definition.label[..])
    }

    /// Returns the name of the variable whose default as a whole is not of its type: the type may be the wrong one.
    fn wrong_variable(&self, program: &'a Program, inference: &Inference, diagnostic: &Diagnostic) -> Option<&'a str> {
        let Some(Problem::Misfit { at, misfit, .. }) = problem(inference, diagnostic) else { return None };
        let definition = self.owners.definition(program, *at).map(|id| program.definition(owner_of(program, id)))?;
        misfit.path.is_empty().then_some(&definition.label[..])
    }
}

/// Holds for the second of two arguments that repeat a block, and for an unknown attribute that means one.
fn repeats_twice(program: &Program, diagnostic: &Diagnostic) -> bool {
    let meant = diagnostic.fix.as_ref().map(|fix| &fix.name[..]);
    diagnostic.code == Code::UnknownAttribute
        && (written(program, diagnostic) == "for_each" || meant == Some("for_each"))
}
