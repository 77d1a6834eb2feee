//! Diagnostics: problems rendered as messages.
//!
//! A problem comes with its evidence. This module adds a code, a severity, one factual sentence, labels for the causes, the
//! types that differ, and a suggestion. Codes of the same kind share a file. Nothing is decided here: the rules derive the
//! problems.

mod assignments;
mod blocks;
mod calls;
mod circular_reference;
mod components;
mod context;
mod declared;
mod duplicate_name;
mod enum_values;
mod fields;
mod follow_ups;
mod ignores;
mod inputs;
mod invalid_constant;
mod invalid_type;
mod invalid_utf8;
mod lacking;
mod literals;
mod missing_argument;
mod module_problems;
mod no_conversion;
mod not_iterable;
mod notes;
mod of_book;
mod owners;
mod packages;
mod properties;
mod repeated;
mod selection;
mod steps;
mod structure;
mod suggestions;
mod syntax;
mod terraform;
mod terraform_calls;
mod terraform_instances;
mod terraform_steps;
mod too_deep;
mod too_large;
mod too_many_arguments;
mod too_varied;
mod type_texts;
mod unknown_address;
mod unknown_function;
mod unknown_variable;
mod unreadable_file;
mod unused;
mod wrong_constant;
mod wrong_declaration;

use std::borrow::Cow;
use std::cmp::Ordering;
use std::sync::Arc;

use crate::infer::Inference;
use crate::jobs::{Jobs, parallel_map};
use crate::program::environment::Environment;
use crate::program::{FileId, Problem, Program};
use crate::source::Span;
use crate::types::Interner;
use crate::types::vocabulary::{Law, Mark, Usage};
use crate::visible::one_line;

pub use crate::codes::{CODES, Code, DiagnosticCode};
pub use crate::program::diagnostic::{Diagnostic, Fix, FixKind, Label, ModuleErrors, Severity};
pub(crate) use components::with_module_errors;
pub(crate) use context::Context;
pub(crate) use follow_ups::{may_follow, without_follow_ups};
pub(crate) use ignores::may_have_new_comments;
pub use ignores::{apply_ignore_comments, apply_ignore_comments_for, may_have_comments};
pub use invalid_constant::constant_diagnostics;
pub use invalid_type::type_diagnostics;
pub use lacking::Lacking;
pub use no_conversion::{Disagreement, disagreement};
pub(crate) use repeated::{may_share_causes, with_causes_once};
pub use selection::Selection;
pub use steps::step_sentence;
pub use syntax::syntax_diagnostics;
pub use wrong_declaration::declaration_diagnostics;

/// The number of labels that most diagnostics have. Up to it, no spare capacity is allocated: a broken text can have a
/// diagnostic at every third byte.
const USUAL_LABELS: usize = 2;

/// Options: the severity of some problems, and the length of types in messages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Strictness {
    /// Unknown variables and properties are warnings.
    pub is_lenient: bool,
    /// Messages show the whole structure of types, without schema names.
    pub is_full: bool,
}

impl Diagnostic {
    /// An error with a message only.
    pub(crate) fn error(code: Code, file: FileId, span: Span, message: impl Into<String>) -> Self {
        Self::new(DiagnosticCode::Own(code), Severity::Error, file, span, message.into())
    }

    /// The place.
    pub(crate) fn place(&self) -> (FileId, Span) {
        (self.file, self.span)
    }

    /// The place in the order of diagnostics. Notes about what the run lacks come last, so that the numbers of the others are the
    /// same where several programs have one line for all these notes.
    pub(crate) fn rank(&self) -> (bool, FileId, Span) {
        // No problem is a note about what the run lacks.
        let is_last = self.problem.is_none() && self.lacking.is_some();
        (is_last, self.file, self.span)
    }

    /// The order of diagnostics at one place, by their contents: problems come in no particular order.
    pub(crate) fn compare_contents(&self, other: &Self) -> Ordering {
        fn label(label: &Label) -> (FileId, Span, &str) {
            (label.file, label.span, &label.text)
        }
        let labels = || self.labels.iter().map(label).cmp(other.labels.iter().map(label));
        self.words().cmp(&other.words()).then_with(labels)
    }

    /// Holds if another diagnostic says the same, possibly of other places.
    pub(crate) fn says_same(&self, other: &Self) -> bool {
        self.words() == other.words()
    }

    fn words(&self) -> (&str, &str, [Option<&str>; 3], Severity) {
        let others = [self.expected.as_deref(), self.found.as_deref(), self.help.as_deref()];
        (&self.code, &self.message, others, self.severity)
    }

    /// The same with each text on one line, and with control characters escaped.
    pub(crate) fn on_one_line(mut self) -> Self {
        self.put_on_one_line();
        self
    }

    fn put_on_one_line(&mut self) {
        let contents = &mut **self;
        let labels = contents.labels.iter_mut().map(|label| &mut label.text);
        for text in [&mut contents.message].into_iter().chain(labels) {
            if let Cow::Owned(escaped) = one_line(text) {
                *text = escaped;
            }
        }
        if let Some(Cow::Owned(escaped)) = contents.help.as_deref().map(one_line) {
            contents.help = Some(Cow::Owned(escaped));
        }
    }

    /// The same as a warning.
    pub(crate) fn warning(self) -> Self {
        Self { severity: Severity::Warning, ..self }
    }

    /// The same as a note.
    pub(crate) fn note(self) -> Self {
        Self { severity: Severity::Note, ..self }
    }

    /// The same, as a warning if the condition holds.
    pub(crate) fn warning_if(self, condition: bool) -> Self {
        if condition { self.warning() } else { self }
    }

    /// The same with a label at its own place.
    pub(crate) fn label(self, text: impl Into<String>) -> Self {
        let (file, span) = (self.file, self.span);
        self.cause(file, span, text)
    }

    /// The same with a label at another place.
    pub(crate) fn cause(mut self, file: FileId, span: Span, text: impl Into<String>) -> Self {
        let labels = &mut self.labels;
        if labels.len() < USUAL_LABELS {
            labels.reserve_exact(1);
        }
        labels.push(Label { file, span, text: text.into() });
        self
    }

    /// The same with the type that is expected.
    pub(crate) fn expected(mut self, ty: impl Into<String>) -> Self {
        self.expected = Some(ty.into());
        self
    }

    /// The same with the type that is found.
    pub(crate) fn found(mut self, ty: impl Into<String>) -> Self {
        self.found = Some(ty.into());
        self
    }

    /// The same with the errors that it stands for.
    pub(crate) fn inside(mut self, inside: Option<Arc<ModuleErrors>>) -> Self {
        self.inside = inside;
        self
    }
}

impl PartialEq for Diagnostic {
    fn eq(&self, other: &Self) -> bool {
        self.place() == other.place() && self.compare_contents(other).is_eq() && self.inside == other.inside
    }
}

impl Eq for Diagnostic {}

/// Returns the diagnostics of a program, sorted by place, without duplicates.
pub fn diagnose(
    program: &Program,
    inference: &Inference,
    environment: &Environment,
    types: &Interner,
    strictness: Strictness,
) -> Vec<Diagnostic> {
    diagnose_with(Jobs::ONE, program, inference, environment, types, strictness)
}

/// As [`diagnose`], on several threads.
pub fn diagnose_with(
    jobs: Jobs,
    program: &Program,
    inference: &Inference,
    environment: &Environment,
    types: &Interner,
    strictness: Strictness,
) -> Vec<Diagnostic> {
    let context = Context::new(program, inference, environment, types, strictness);
    let words = problem_diagnostics(jobs, &context, &inference.problems);
    in_order(with_program_diagnostics(&context, words))
}

/// Adds the diagnostics that do not come from problems of expressions and blocks.
pub(crate) fn with_program_diagnostics(context: &Context<'_>, words: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let Context { program, inference, .. } = context;
    let mut diagnostics = words;
    for (file, id) in program.files.iter().zip((0..).map(FileId)) {
        let errors = syntax::diagnostics(program, id).into_iter();
        diagnostics.extend(invalid_utf8::without_follow_ups(file, errors));
        diagnostics.extend(invalid_utf8::diagnostics(id, &file.invalid_bytes));
        diagnostics.extend(file.unreadable.iter().map(|reason| unreadable_file::diagnostic(id, &file.source, reason)));
    }
    diagnostics.extend(program.problems.iter().map(|problem| structure::diagnostic(context, problem)));
    let cycles = inference.cycles.iter().enumerate();
    let unused = context.unused();
    diagnostics
        .extend(cycles.map(|(number, cycle)| unused.in_cycle(number, circular_reference::diagnostic(context, cycle))));
    diagnostics.extend(duplicate_name::diagnostics(context));
    diagnostics.extend(unused.diagnostics(context));
    diagnostics
}

/// The least number of problems that a thread is started for.
const WORTH_A_THREAD: usize = 500;

/// Renders problems as diagnostics.
pub(crate) fn problem_diagnostics(jobs: Jobs, context: &Context<'_>, problems: &[Problem]) -> Vec<Diagnostic> {
    let share = problems.len().div_ceil(jobs.count()).max(WORTH_A_THREAD);
    let numbered: Vec<_> = problems.iter().zip(0..).collect();
    let parts: Vec<_> = numbered.chunks(share).collect();
    let words_of = |numbered: &&[(&Problem, u32)]| {
        numbered.iter().map(|&(problem, number)| diagnostic(context, problem, number)).collect::<Vec<_>>()
    };
    parallel_map(&parts, words_of).into_iter().flatten().collect()
}

/// Renders the problem with a number as a diagnostic.
pub(crate) fn diagnostic(context: &Context<'_>, problem: &Problem, number: u32) -> Diagnostic {
    let words = context.unused().in_problem(number, words(context, problem));
    Diagnostic { problem: Some(number), ..words }
}

/// The number of the problem whose diagnostic depends on definitions that have nothing to do with it.
pub(crate) fn depends_on_others(context: &Context<'_>) -> Option<u32> {
    context.unused().problem()
}

fn words(context: &Context<'_>, problem: &Problem) -> Diagnostic {
    match *problem {
        Problem::NoConversion { at, found, expected, ref path, law, .. } => {
            let is_lenient = context.strictness.is_lenient && context.is_input(at);
            no_conversion::diagnostic(context, at, found, expected, path).warning_if(law != Law::Strict || is_lenient)
        }
        Problem::Misfit { at, ref misfit, .. } => wrong_constant::diagnostic(context, at, misfit),
        Problem::UnknownProperty { at, name, expected, law, .. } => {
            properties::unknown(context, at, name, expected).warning_if(law == Law::Loose)
        }
        Problem::UnknownBehind { at, name, expected, found, law } => {
            properties::unknown_behind(context, at, name, expected, found).warning_if(law == Law::Loose)
        }
        Problem::MissingProperty { at, name, expected, law, more } => {
            properties::missing(context, at, name, expected, more).warning_if(law == Law::Loose)
        }
        Problem::Step { at, step, from, meets } => steps::diagnostic(context, at, step, from, meets),
        Problem::NoInstance { at, range, meets } => {
            steps::no_instance(context, at, range, meets).warning_if(context.strictness.is_lenient)
        }
        Problem::NotIterable { at, found } => {
            not_iterable::diagnostic(context, at, found).warning_if(context.strictness.is_lenient)
        }
        Problem::TooDeep { at } => too_deep::diagnostic(context, at),
        Problem::TooVaried { at } => too_varied::diagnostic(context, at),
        Problem::TooLarge { at } => too_large::diagnostic(context, at),
        Problem::UnknownName { at } => unknown_variable::diagnostic(context, at),
        Problem::UnknownFunction { at } => unknown_function::diagnostic(context, at),
        Problem::UnknownFunctionCaught { at } => unknown_function::caught(context, at),
        Problem::MissingArgument { at, parameter } => missing_argument::diagnostic(context, at, parameter),
        Problem::TooManyArguments { at, expected, found } => {
            too_many_arguments::diagnostic(context, at, expected, found)
        }
        Problem::Redefined { at } => duplicate_name::for_variables(context, at),
        Problem::UnknownInput { block, name } => inputs::unknown(context, block, name),
        Problem::DeprecatedInput { block, name } => inputs::deprecated(context, block, name),
        Problem::MissingInput { block, name, more } => inputs::missing(context, block, name, more),
        Problem::UnknownBlock { block, name } => blocks::unknown(context, block, name),
        Problem::MissingBlock { block, name, least, more } => blocks::missing(context, block, name, least, more),
        Problem::FewBlocks { block, name, least } => blocks::missing(context, block, name, least, 0),
        Problem::SurplusBlock { block, name, most } => blocks::surplus(context, block, name, most),
        Problem::WrongHook { at, kind } => inputs::wrong_hook(context, at, kind),
        Problem::Flawed { at, flaw: error, place, found, expected, ref path, sure } => {
            let flaw = terraform::Flaw { at, error, place, found, expected, path };
            terraform::diagnostic(context, flaw).warning_if(!sure)
        }
        Problem::Passed { at, mark, demand } => terraform_instances::passed(context, at, mark, demand),
        // It is a fact for the callers of its module.
        Problem::Demanded { at, .. } => terraform::misused(context, at, Mark::Deferred, Usage::Input),
        Problem::Misused { at, mark, usage } => {
            terraform::misused(context, at, mark, usage).warning_if(mark == Mark::Deferred)
        }
        Problem::DeprecatedAttribute { at, name } => terraform_steps::deprecated(context, at, name),
        Problem::DroppedKey { at, name, expected } => properties::dropped(context, at, name, expected),
        Problem::LacksValue { at, name } => terraform_calls::lacks_value(context, at, name),
        Problem::NoFile { at } => terraform_calls::no_file(context, at),
        Problem::MalformedTemplate { at } => terraform_calls::malformed_template(context, at),
        Problem::MayBeNull { at, place } => terraform_steps::may_be_null(context, at, place),
        Problem::NullGiven { at, name } => notes::null_given(context, at, name),
        Problem::WrongArgument { at } => calls::wrong_argument(context, at),
        Problem::ObjectArgument { at } => calls::object_argument(context, at),
        Problem::MissingInputs { at } => calls::missing_inputs(context, at),
        Problem::UnknownMethod { at, resource } => calls::unknown_method(context, at, resource),
        Problem::NoReceiver { at } => calls::no_receiver(context, at),
        Problem::NotAnEnumValue { at, expected, law } => {
            enum_values::not_an_enum_value(context, at, expected).warning_if(law != Law::Strict)
        }
        Problem::WrongResource { at, found, expected } => no_conversion::diagnostic(context, at, found, expected, &[]),
        Problem::WrongProvider { at, package } => inputs::wrong_provider(context, at, package),
        Problem::WrongVariant { at, expected, meant, law } => {
            properties::wrong_variant(context, at, expected, meant).warning_if(law == Law::Loose)
        }
        Problem::ZeroDivisor { at } => calls::zero_divisor(context, at),
        Problem::RepeatedKey { at, name } => properties::repeated(context, at, name),
        Problem::NoOperator { at, operands } => assignments::no_operator(context, at, operands),
        Problem::NoOverload { at, arguments, ref misses, .. } => {
            assignments::no_overload(context, at, arguments, misses)
        }
        Problem::NotAssignable { at, found, expected, ref path } => {
            assignments::not_assignable(context, at, found, expected, path)
        }
        Problem::Unsure { at, found, expected } => assignments::unsure(context, at, found, expected),
        Problem::MissingInBody { block, name, expected: ty, more } => {
            properties::missing_in_body(context, block, name, ty, more)
        }
        Problem::IneffectiveComparison { at, left, right, ref path } => {
            notes::ineffective_comparison(context, at, [left, right], path)
        }
        Problem::UnsafeConversion { at, found, expected } => notes::unsafe_conversion(context, at, found, expected),
        Problem::EventualRange { at, found } => notes::eventual_range(context, at, found),
        Problem::OfBook { relation, subject, ref cells } => {
            of_book::diagnostic(context, relation.first().copied().unwrap_or_default(), subject, cells)
        }
    }
}

/// Sorts diagnostics by place, and drops duplicates.
pub(crate) fn in_order(diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    in_numbered_order(diagnostics).0
}

/// As [`in_order`], and returns the new number of each diagnostic.
pub(crate) fn in_numbered_order(mut diagnostics: Vec<Diagnostic>) -> (Vec<Diagnostic>, Vec<u32>) {
    diagnostics.iter_mut().for_each(Diagnostic::put_on_one_line);
    // Diagnostics are large, so indices are sorted, and each diagnostic is moved once.
    let mut order: Vec<_> = diagnostics.iter().map(Diagnostic::rank).zip(0_u32..).collect();
    order.sort_unstable_by(|(place_a, a), (place_b, b)| {
        let words = || diagnostics[*a as usize].compare_contents(&diagnostics[*b as usize]);
        place_a.cmp(place_b).then_with(words).then(a.cmp(b))
    });
    let order: Vec<u32> = order.into_iter().map(|(_, at)| at).collect();
    permute(&mut diagnostics, &order);
    let mut numbers = vec![0; order.len()];
    let mut number = 0;
    for (place, &at) in order.iter().enumerate() {
        number += u32::from(place > 0 && diagnostics[place] != diagnostics[place - 1]);
        numbers[at as usize] = number;
    }
    diagnostics.dedup();
    (diagnostics, numbers)
}

/// Permutes items in place: `order` holds the old index of the item at each new index.
fn permute<T>(items: &mut [T], order: &[u32]) {
    let mut places = vec![0_u32; order.len()];
    for (place, &at) in (0..).zip(order) {
        places[at as usize] = place;
    }
    for at in 0..items.len() {
        while places[at] as usize != at {
            let place = places[at] as usize;
            items.swap(at, place);
            places.swap(at, place);
        }
    }
}
