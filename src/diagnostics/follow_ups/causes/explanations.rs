//! Explanations of diagnostics by one of the mistakes that were found.

use super::conditions::names_provider;
use super::{Causes, MOST_PARTS, OF_INSTANCES, joined, owner_of};
use crate::codes::Code;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::follow_ups::lost::is_broken;
use crate::diagnostics::follow_ups::reported::{OF_REPETITION, name_before, problem, written};
use crate::infer::Inference;
use crate::program::owners::Owned;
use crate::program::resolve::Target;
use crate::program::{Definition, FileId, Kind, Place, Problem, Program};
use crate::syntax::tree::{Node, NodeId};
use crate::types::nearest::nearest;
use crate::types::vocabulary::TerraformError;

impl Causes<'_> {
    /// Holds if one of these mistakes explains a diagnostic.
    pub(in crate::diagnostics::follow_ups) fn explain(
        &self,
        program: &Program,
        inference: &Inference,
        diagnostic: &Diagnostic,
    ) -> bool {
        if self.lost.is_misnested(diagnostic)
            || self.is_behind_wrapped(diagnostic)
            || self.names_wrong_instances(program, inference, diagnostic)
            || self.is_wrong_local(program, inference, diagnostic)
        {
            return true;
        }
        match (diagnostic.code.own(), problem(inference, diagnostic)) {
            (_, Some(&Problem::MissingInput { block, .. })) => {
                let name = diagnostic.fix.as_ref().map(|fix| fix.name.clone());
                name.is_some_and(|name| {
                    self.gives_as_block(program.definition(block), &name) || self.meant.contains(&(block, name))
                })
            }
            // The block is written as an attribute.
            (_, Some(&Problem::MissingBlock { block, name, .. })) => self.attributes.contains(&(block, name)),
            (Some(Code::SensitiveValue), Some(&Problem::Misused { at, .. })) if !self.sensitive.is_empty() => {
                self.is_wrongly_sensitive(program, at)
            }
            // Whether a value is sensitive is not known if it has an error.
            (Some(Code::SensitiveValue), _) => self.has_other_error_within(diagnostic),
            // The input that is meant may not be stored.
            (Some(Code::EphemeralValue), _) => self.surplus.contains(&(diagnostic.file, diagnostic.span.start)),
            // What is wrong, or malformed, may be the condition that excludes null.
            (Some(Code::NullValue), _) => {
                self.is_added_to_error(program, diagnostic)
                    || self.errors.has(diagnostic.place())
                    || self.is_in_malformed_block(program, inference, diagnostic)
            }
            (Some(Code::SyntaxError), _) => !self.standing.contains(&(diagnostic.file, diagnostic.span.start)),
            (Some(Code::UnknownFunction), _) if self.names_lost_function(program, diagnostic) => true,
            (Some(Code::UnknownFunction | Code::UnknownBlock | Code::WrongLabels), _) if program.is_terraform => {
                self.is_malformed_behind(program, diagnostic)
            }
            // What is malformed is no attribute, or one that may be a block.
            (Some(Code::UnknownInput | Code::UnknownAttribute), _) if program.is_terraform => {
                let (file, span) = diagnostic.place();
                let next = self.malformed.range((file, span.start)..).next().filter(|place| place.0 == file);
                next.is_some_and(|place| place.1 == span.start || is_broken(program, diagnostic))
            }
            // The type of a range with an error is not known.
            (
                Some(Code::NotIterable),
                Some(Problem::Flawed { flaw: TerraformError::Repetition | TerraformError::Generation, .. }),
            ) => self.has_failed_part(diagnostic),
            (Some(Code::UnusedDefinition), _) => self.explain_unused(program, diagnostic),
            (Some(Code::UnsafeConversion), Some(&Problem::UnsafeConversion { at, .. })) => {
                self.names_one_of_two(program, inference, at)
                    || self.errors.has_one_within(diagnostic.place())
                    || self.is_added_to_error(program, diagnostic)
                    || is_operation(program, at) && self.has_doubt_inside(diagnostic)
            }
            // The values that decide about instances are wrong, or those that are given to a module.
            (Some(Code::DeferredValue), _) | (_, Some(Problem::Passed { .. })) => {
                self.errors.has_one_within(diagnostic.place())
            }
            (Some(Code::UnknownProperty | Code::InvalidIndex), Some(&Problem::Flawed { at, .. }))
                if !self.iterated.is_empty() && source_of(program, at).starts_with("each.value") =>
            {
                self.owners.definition(program, at).is_some_and(|id| self.iterated.contains(&owner_of(program, id)))
            }
            (_, Some(&Problem::NoConversion { at, .. })) => {
                self.literals.contains(&diagnostic.place())
                    || self.arguments.contains(&at)
                    || self.names_one_of_two(program, inference, at)
                    || self.is_connected_to_error(program, diagnostic)
                    || self.names_misdeclared(inference, at)
            }
            (_, Some(&Problem::NotAssignable { at, .. })) => {
                self.literals.contains(&diagnostic.place()) || self.names_misdeclared(inference, at)
            }
            (_, Some(&Problem::Unsure { at, .. })) => {
                self.errors.has_one_within(diagnostic.place()) || self.uses_wrong_value(program, inference, at)
            }
            // Of two wrong operands, the first is reported: probably another operation is meant.
            (_, Some(&Problem::Flawed { flaw: TerraformError::Operand, .. })) => {
                joined(program, self.error_before(diagnostic)) || self.has_failed_part(diagnostic)
            }
            // The argument that repeats the block is missing, or misspelt.
            (_, Some(&Problem::Flawed { at, flaw: TerraformError::SingleInstance, .. })) => {
                self.is_unrepeated(program, inference, at)
            }
            // Probably the other arguments are not in their places.
            (_, Some(&Problem::Flawed { at, flaw: TerraformError::Argument, .. })) if self.is_lacking(program, at) => {
                true
            }
            (Some(Code::UnknownVariable), found) => self.explain_name(program, found, diagnostic),
            // The rest of the expression is missing: `a.length()` is no step. Or a range is wrong, so that nothing is known of its
            // elements.
            (_, Some(&Problem::Step { at, .. })) => {
                self.is_cut_off(diagnostic)
                    || self.steps_behind_wrong_call(program, at)
                    || matches!(inference.target(at), Target::Definition(id) if self.counted.contains(&id))
            }
            // A type without quotes.
            (Some(Code::WrongType | Code::InvalidType), _) => self.is_malformed_behind(program, diagnostic),
            (Some(Code::UnknownProperty), Some(&Problem::Flawed { at, .. }))
                if self.is_lost_step(program, at, diagnostic) =>
            {
                true
            }
            (Some(Code::DuplicateBlock), _) => self.lost.has_provider(program, diagnostic),
            (Some(Code::CircularReference), _) => self.explain_cycle(program, inference, diagnostic),
            (Some(Code::UnknownProperty | Code::InvalidIndex), Some(&Problem::Flawed { at, flaw, .. })) => {
                matches!(inference.target(at), Target::Definition(id) if self.counted.contains(&id))
                    || !OF_INSTANCES.contains(&flaw) && self.misaddressed.contains(&at)
            }
            // What a condition refers to is not known.
            (Some(Code::WrongAddress), _) => self.explain_address(program, diagnostic),
            // The type of a value with an error is not known.
            (Some(Code::NoConversion), Some(Problem::Flawed { .. })) => {
                self.has_failed_part(diagnostic) || self.is_malformed_behind(program, diagnostic)
            }
            _ => false,
        }
    }

    /// Holds if one of these mistakes explains that nothing uses a definition: what a malformed expression refers to is not known, and
    /// each wrong value may stand in the place of one name.
    fn explain_unused(&self, program: &Program, diagnostic: &Diagnostic) -> bool {
        let name = written(program, diagnostic).trim_matches('"');
        !self.malformed.is_empty()
            || self.names.contains(name)
            || self.may_explain_unused() && !self.flawed.contains(&diagnostic.place())
            || self.should_be_value(name)
    }

    /// Holds for a name outside of Terraform that two definitions have: the other one may be meant.
    fn names_one_of_two(&self, program: &Program, inference: &Inference, at: Place) -> bool {
        if self.twice.is_empty() || program.is_terraform {
            return false;
        }
        matches!(inference.target(at), Target::Definition(id) if self.twice.contains(&program.definition(id).label[..]))
    }

    /// Holds for the name of a configuration value whose default is not of its type: probably the type is wrong.
    fn names_misdeclared(&self, inference: &Inference, at: Place) -> bool {
        !self.misdeclared.is_empty()
            && matches!(inference.target(at), Target::Definition(id) if self.misdeclared.contains(&id))
    }

    /// Holds for functions of providers that a mistake has lost, and for types where a misspelt function takes them.
    fn names_lost_function(&self, program: &Program, diagnostic: &Diagnostic) -> bool {
        self.lost.has_function(written(program, diagnostic)) || self.types_behind.has_around(diagnostic.place())
    }

    /// Holds for steps into the result of a call with a wrong argument: probably another function is meant.
    fn steps_behind_wrong_call(&self, program: &Program, at: Place) -> bool {
        let tree = &program.file(at.file).tree;
        let Node::Relative(source, _) = tree.node(at.node) else { return false };
        matches!(tree.node(source), Node::Call(_)) && self.wrong_values.has_one_within((at.file, tree.span(source)))
    }

    /// Holds for the name of a value with an error in it: its type is not known.
    fn names_wrong_value(&self, program: &Program, inference: &Inference, at: Place) -> bool {
        let Target::Definition(id) = inference.target(at) else { return false };
        let definition = program.definition(id);
        definition.kind == Kind::Local && self.errors.has_one_within((definition.file, definition.span))
    }

    /// Holds if the expression around a place names such a value, or one whose declared type is wrong.
    fn uses_wrong_value(&self, program: &Program, inference: &Inference, at: Place) -> bool {
        if self.names_wrong_value(program, inference, at) {
            return true;
        }
        let Some((_, &Owned { first, root, .. })) = self.owners.around(program, at) else { return false };
        let is_mistyped = |node| match inference.target(Place { node: NodeId(node), ..at }) {
            Target::Definition(id) => {
                let Definition { file, span, .. } = *program.definition(id);
                self.wrong_types.has_one_within((file, span))
            }
            _ => false,
        };
        !self.wrong_types.is_empty() && (first.0..=root.0).take(MOST_PARTS).any(is_mistyped)
    }

    /// Holds if the other operand of `&&` or `||` is an error as well: probably a comparison is meant.
    fn is_connected_to_error(&self, program: &Program, diagnostic: &Diagnostic) -> bool {
        let between = self.error_before(diagnostic);
        joined(program, between)
            && between.is_some_and(|(file, span)| program.file(file).source.slice(span).contains(['&', '|']))
    }

    /// Holds if one of these mistakes explains that definitions depend on themselves.
    fn explain_cycle(&self, program: &Program, inference: &Inference, diagnostic: &Diagnostic) -> bool {
        self.addresses.contains(&diagnostic.place())
            || self.has_wrong_condition(program, inference, diagnostic)
            || self.alone.get(&diagnostic.place()).is_some_and(|name| self.twice.contains(name))
    }

    /// Holds if one of these mistakes explains what is wrong with an address, or with a condition.
    fn explain_address(&self, program: &Program, diagnostic: &Diagnostic) -> bool {
        self.undefined.has_one_within(diagnostic.place())
            || self.is_target_of_lost(program, diagnostic)
            || self.failed_within(diagnostic).next().is_some()
            || self.is_address_of_wrong_instances(program, diagnostic)
    }

    /// Holds for a step behind which the text is malformed, and for an output of a run whose block is.
    fn is_lost_step(&self, program: &Program, at: Place, diagnostic: &Diagnostic) -> bool {
        let is_of_run = || source_of(program, at).starts_with("run.");
        self.is_cut_off(diagnostic) || is_of_run() && self.lost.has(&format!("output.{}", written(program, diagnostic)))
    }

    /// Holds for the target of an import, if the block of the resource is malformed, or its type misspelt.
    fn is_target_of_lost(&self, program: &Program, diagnostic: &Diagnostic) -> bool {
        let address = written(program, diagnostic);
        let is_meant = |ty| self.types.iter().any(|(meant, _)| meant == ty);
        name_before(program, diagnostic) == "to" && (self.lost.has(address) || type_of(address).is_some_and(is_meant))
    }

    /// Holds if a definition is probably meant as the value of an attribute that has a wrong value, or none.
    fn should_be_value(&self, name: &str) -> bool {
        self.valued.iter().any(|attribute| attribute == name || nearest(attribute, [name]).is_some())
    }

    /// Holds if the definition that a place stands in says wrongly whether it is sensitive.
    fn is_wrongly_sensitive(&self, program: &Program, at: Place) -> bool {
        let around = self.owners.definition(program, at).map(|id| (at.file, program.definition(id).span));
        around.is_some_and(|around| self.sensitive.has_one_within(around))
    }

    /// Holds if one of these mistakes explains why a name is undefined.
    fn explain_name(&self, program: &Program, found: Option<&Problem>, diagnostic: &Diagnostic) -> bool {
        let name = written(program, diagnostic);
        if self.literals.contains(&diagnostic.place())
            || self.types_behind.has_around(diagnostic.place())
            || self.lost.has(name)
            || self.lost.has_iterator(diagnostic, name)
            || self.must_not_refer(diagnostic)
            || self.lacks_iterator(program, diagnostic)
        {
            return true;
        }
        // A word alone is no address: it belongs to the unknown attribute before it, or to a malformed expression.
        let is_word = program.is_terraform && !name.contains('.');
        let is_surplus = || self.surplus.contains(&(diagnostic.file, diagnostic.span.start));
        if is_word
            && (is_surplus() || self.is_malformed_behind(program, diagnostic) || self.lost.is_in_unknown(diagnostic))
        {
            return true;
        }
        match (found, &diagnostic.fix) {
            // In Terraform, a provider configuration is no resource, but the argument that names one is the mistake.
            (Some(&Problem::UnknownName { at }), _)
                if (!program.is_terraform || names_provider(program, diagnostic))
                    && self.is_in_surplus(program, at) =>
            {
                true
            }
            (Some(&Problem::UnknownName { at }), _) if OF_REPETITION.contains(&name) => {
                let owner = self.owners.definition(program, at).map(|id| owner_of(program, id));
                owner.is_some_and(|owner| self.has_wrong_repetition(owner))
            }
            _ if name == "self" && self.own.contains(&diagnostic.file) => true,
            // One of two definitions of its kind should have this name.
            _ if program.is_terraform && self.may_be_duplicate(program, diagnostic) => true,
            // It is the name that one of the definitions should have.
            (_, None) if self.twice.len() + self.nameless > 0 => self.unlike.len() <= self.twice.len() + self.nameless,
            // The nearest name is given twice: one of these definitions should have the undefined name.
            (_, Some(fix)) if self.means_one_of_two(&fix.name) => true,
            // A word before which the parser expects no other one: `not` is no operator.
            _ if self.malformed.contains(&next_word(program, diagnostic)) => true,
            (_, fix) => fix.as_ref().is_some_and(|fix| {
                let (meant, declared) = (type_of(name), type_of(&fix.name));
                meant.zip(declared).is_some_and(|(meant, declared)| self.types.contains(&(meant.to_owned(), declared)))
            }),
        }
    }
}

/// Holds for expressions with an operator.
fn is_operation(program: &Program, at: Place) -> bool {
    matches!(program.file(at.file).tree.node(at.node), Node::Binary(..) | Node::Unary(..))
}

/// Returns the text of an expression.
fn source_of(program: &Program, at: Place) -> &str {
    let file = program.file(at.file);
    file.source.slice(file.tree.span(at.node))
}

/// Returns the place of what follows a diagnostic's place on its line.
fn next_word(program: &Program, diagnostic: &Diagnostic) -> (FileId, u32) {
    let text = &program.file(diagnostic.file).source.text;
    let rest = text.get(diagnostic.span.end as usize..).unwrap_or_default();
    let blanks = rest.len() - rest.trim_start_matches([' ', '\t']).len();
    (diagnostic.file, diagnostic.span.end + blanks as u32)
}

/// Returns the type of the resource or data source with an address.
fn type_of(address: &str) -> Option<&str> {
    let own = address.strip_prefix("data.").unwrap_or(address);
    own.split_once('.').map(|parts| parts.0)
}
