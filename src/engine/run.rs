//! One run of the engine over the facts of a chunk.

use super::Engine;
use super::context::{set_candidates, set_outline, with_types};
use super::evidence::Evidence;
use super::model::misses;
use crate::facts::{BindingId, ClassId, ExprId, Facts};
use crate::problem::Problem;
use crate::types::{Interner, Translation, Ty};

/// What the rules conclude about a chunk.
#[derive(Default)]
pub struct Derived {
    /// The types of expressions.
    pub types: Vec<(ExprId, Ty)>,
    /// The types of bindings.
    pub bindings: Vec<(BindingId, Ty)>,
    /// Bindings that are resources of a class, and (`true`) that are made of such.
    pub classes: Vec<(BindingId, ClassId, bool)>,
    /// The problems.
    pub problems: Vec<Problem<ExprId, BindingId>>,
}

impl Derived {
    /// The same where types and names have other handles.
    #[must_use]
    pub fn translated(mut self, with: &Translation) -> Self {
        let (expressions, bindings) = (self.types.iter_mut(), self.bindings.iter_mut());
        for ty in expressions.map(|row| &mut row.1).chain(bindings.map(|row| &mut row.1)) {
            *ty = with.ty(*ty);
        }
        self.problems = self.problems.into_iter().map(|problem| problem.translated(with)).collect();
        self
    }
}

/// Runs the rules over facts.
pub fn run(types: &mut Interner, facts: Facts) -> Derived {
    solve(types, facts, derived)
}

/// Takes out of an engine that has run what it concludes about its chunk.
pub fn derived(engine: &mut Engine) -> Derived {
    let problems = problems(engine);
    Derived {
        types: std::mem::take(&mut engine.has_type),
        bindings: std::mem::take(&mut engine.binds),
        classes: classes(engine),
        problems,
    }
}

/// Runs the rules over facts, and reads what is wanted of all relations.
pub fn solve<R>(types: &mut Interner, facts: Facts, read: impl FnOnce(&mut Engine) -> R) -> R {
    types.forget_lists();
    with_types(types, || {
        let mut engine = load(facts);
        engine.run();
        read(&mut engine)
    })
}

/// Hands the tables to the relations of the same names.
#[allow(clippy::field_reassign_with_default)] // An engine cannot be built whole: its indices are its own.
fn load(facts: Facts) -> Engine {
    set_outline(facts.outline);
    set_candidates(facts.has_candidate);
    let mut engine = Engine::default();
    engine.is_literal = facts.is_literal;
    engine.is_text = facts.is_text;
    engine.is_part = facts.is_part;
    engine.has_operands = facts.has_operands;
    engine.refers_to = facts.refers_to;
    engine.is_unknown = facts.is_unknown;
    engine.is_broken = facts.is_broken;
    engine.binds_item = facts.binds_item;
    engine.binds_key = facts.binds_key;
    engine.binds_value = facts.binds_value;
    engine.makes = facts.makes;
    engine.is_call = facts.is_call;
    engine.is_unknown_call = facts.is_unknown_call;
    engine.expands_last = facts.expands_last;
    engine.has_signature = facts.has_signature;
    engine.defines = facts.defines;
    engine.is_given = facts.is_given;
    engine.is_circular = facts.is_circular;
    engine.is_config = facts.is_config;
    engine.defaults_to = facts.defaults_to;
    engine.is_secret = facts.is_secret;
    engine.is_incomplete = facts.is_incomplete;
    engine.is_instance = facts.is_instance;
    engine.ranges_over = facts.ranges_over;
    engine.binds_range = facts.binds_range;
    engine.is_expected = facts.is_expected;
    engine.is_input = facts.is_input;
    engine.takes_input = facts.takes_input;
    engine.has_interface = facts.has_interface;
    engine.requires_input = facts.requires_input;
    engine.implies_input = facts.implies_input;
    engine.has_arm = facts.has_arm;
    engine.tells = facts.tells;
    engine.says = facts.says;
    engine.holds = facts.holds;
    engine.names_property = facts.names_property;
    engine.takes_hook = facts.takes_hook;
    engine.is_hook = facts.is_hook;
    engine.is_of_class = facts.is_of_class;
    engine.is_made_of = facts.is_made_of;
    engine.is_builtin = facts.is_builtin;
    engine.binds_error = facts.binds_error;
    engine.invokes = facts.invokes;
    engine.invocation_signature = facts.invocation_signature;
    engine.calls_method = facts.calls_method;
    engine.has_method = facts.has_method;
    engine.calls_unchecked = facts.calls_unchecked;
    engine.is_given_text = facts.is_given_text;
    engine
}

/// The rows of the problem relations.
fn problems(engine: &Engine) -> Vec<Problem<ExprId, BindingId>> {
    let mut problems = Vec::new();
    let evidence = Evidence::of(engine);
    for &(at, found, expected, accepted) in &engine.no_conversion {
        problems.push(Problem::NoConversion {
            at,
            found,
            expected,
            path: evidence.path(at, found, accepted),
            misfits: evidence.misfits(at),
        });
    }
    for &(at, found, expected) in &engine.doubtful_input {
        problems.push(Problem::DoubtfulInput {
            at,
            found,
            expected,
            path: evidence.path(at, found, expected),
            misfits: evidence.misfits(at),
        });
    }
    problems.extend(engine.step_meets.iter().map(|&(at, step, from, meets)| Problem::Step { at, step, from, meets }));
    problems.extend(engine.not_iterable.iter().map(|&(at, found)| Problem::NotIterable { at, found }));
    problems.extend(engine.too_deep.iter().map(|&(at,)| Problem::TooDeep(at)));
    problems.extend(engine.too_varied.iter().map(|&(at,)| Problem::TooVaried(at)));
    problems.extend(engine.unknown_name.iter().map(|&(at,)| Problem::UnknownName(at)));
    problems.extend(engine.unknown_function.iter().map(|&(at,)| Problem::UnknownFunction(at)));
    problems.extend(engine.argument_missing.iter().map(|&(at, parameter)| Problem::MissingArgument { at, parameter }));
    problems.extend(engine.too_many_arguments.iter().map(|&(at, expected, found)| Problem::TooManyArguments {
        at,
        expected,
        found,
    }));
    problems.extend(engine.no_overload.iter().map(|&(at, function, arguments)| Problem::NoOverload {
        at,
        arguments,
        misses: misses(function, arguments),
    }));
    block_problems(engine, &mut problems);
    problems
}

/// The rows of the problem relations about blocks and invocations.
fn block_problems(engine: &Engine, problems: &mut Vec<Problem<ExprId, BindingId>>) {
    problems.extend(engine.unknown_input.iter().map(|&(block, name)| Problem::UnknownInput(block, name)));
    problems.extend(engine.missing_input.iter().map(|&(block, name)| Problem::MissingInput(block, name)));
    problems.extend(engine.wrong_hook.iter().map(|&(at, kind)| Problem::WrongHook(at, kind)));
    problems.extend(engine.wrong_argument.iter().map(|&(at,)| Problem::WrongArgument(at)));
    problems.extend(engine.object_argument.iter().map(|&(at,)| Problem::ObjectArgument(at)));
    problems.extend(engine.inputs_missing.iter().map(|&(at,)| Problem::MissingInputs(at)));
    problems.extend(engine.unknown_method.iter().map(|&(at, class)| Problem::UnknownMethod(at, class)));
    problems.extend(engine.no_enum_value.iter().map(|&(at, expected)| Problem::NotAnEnumValue { at, expected }));
    problems.extend(engine.no_effect.iter().map(|&(at, left, right)| Problem::IneffectiveComparison {
        at,
        left,
        right,
    }));
    problems.extend(engine.unsafe_conversion.iter().map(|&(at, found, expected)| Problem::UnsafeConversion {
        at,
        found,
        expected,
    }));
    problems.extend(engine.eventual_range.iter().map(|&(at, found)| Problem::EventualRange { at, found }));
    problems.extend(engine.no_receiver.iter().map(|&(at,)| Problem::NoReceiver(at)));
}

fn classes(engine: &Engine) -> Vec<(BindingId, ClassId, bool)> {
    let single = engine.is_of_class.iter().map(|&(b, class)| (b, class, false));
    single.chain(engine.is_made_of.iter().map(|&(b, class)| (b, class, true))).collect()
}
