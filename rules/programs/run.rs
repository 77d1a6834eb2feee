//! One run of the engines over the facts of a chunk.

use rustc_hash::FxHashSet;
use typelog_terms::facts::Facts;
use typelog_terms::session::{set_candidates, set_outline, types_mut};
use typelog_terms::{
    ANY, BindingId, Deciding, ExprId, Law, Mapping, Plain, Safe, Ty, Unsafe, converts, equals, is_structured,
    learn_conversions, learn_exactness, maps_to, misses, no_context, sharpened, type_of_value,
};
use typelog_types::{Interner, Translation};

use crate::engines::{
    ExpectationEngine, MisfitEngine, ProblemEngine, TerraformEngine, TerraformProblemEngine, TypingEngine,
};
use crate::evidence;
use crate::problem::Problem;

/// The conclusions of the rules about a chunk.
#[derive(Default)]
pub struct Derived {
    /// The types of expressions.
    pub types: Vec<(ExprId, Ty)>,
    /// The types of bindings.
    pub bindings: Vec<(BindingId, Ty)>,
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

/// The engines after a run over a chunk.
pub struct Solution {
    /// The types of expressions and bindings.
    pub typing: TypingEngine,
    /// The problems with them.
    pub problems: ProblemEngine,
    /// The parts of values that are not what is expected of them, if there may be some.
    misfits: Option<Box<MisfitEngine>>,
    /// The problems of expressions of Terraform.
    flaws: Option<Box<TerraformProblemEngine>>,
}

/// Runs the rules over facts, with the types and the engines that the session has.
pub fn solve(mut facts: Facts) -> Solution {
    types_mut(Interner::forget_lists);
    set_outline(std::mem::take(&mut facts.outline));
    set_candidates(std::mem::take(&mut facts.has_candidate));
    if facts.is_terraform {
        return solve_terraform(facts);
    }
    let mut problems = prepare_problems(&mut facts);
    let refers_to = if problems.takes_hook.is_empty() { Vec::new() } else { facts.refers_to.clone() };
    let mut typing = load(facts);
    typing.solve();
    problems.refers_to = if typing.no_range.is_empty() { refers_to } else { typing.refers_to.clone() };
    let expectations = find_expectations(&mut typing, &mut problems);
    hand_over(&mut typing, expectations, &mut problems);
    problems.solve();
    let misfits = find_misfits(&mut problems);
    Solution { typing, problems, misfits, flaws: None }
}

/// Runs the rules over facts of Terraform. What they find out is handed to the relations that all programs have.
fn solve_terraform(mut facts: Facts) -> Solution {
    let mut flaws = Box::new(prepare_flaws(&facts));
    let mut problems = prepare_problems(&mut facts);
    (problems.is_unknown, problems.is_unknown_call) = (Vec::new(), Vec::new());
    let roots: FxHashSet<ExprId> = facts.stands_alone.iter().map(|row| row.0).collect();
    let mut engine = load_terraform(facts);
    engine.solve();
    let mut typing = TypingEngine::default();
    problems.solve();
    typing.refers_to.clone_from(&engine.refers_to);
    let outside = engine.evaluates.iter().filter(|row| row.0 == no_context());
    flaws.root_value = outside.clone().filter(|row| roots.contains(&row.1)).map(|row| (row.1, row.2)).collect();
    problems.has_type = outside.map(|&(_, e, v, _)| (e, type_of_value(v))).collect();
    problems.binds = std::mem::take(&mut engine.binds);
    flaws.stepped = std::mem::take(&mut engine.stepped);
    flaws.operand_values = std::mem::take(&mut engine.operand_values);
    flaws.index_values = std::mem::take(&mut engine.index_values);
    flaws.operated_values = std::mem::take(&mut engine.operated_values);
    flaws.conditions = std::mem::take(&mut engine.conditions);
    flaws.goes_over = std::mem::take(&mut engine.goes_over);
    flaws.goes_on = std::mem::take(&mut engine.goes_on);
    flaws.items_made = std::mem::take(&mut engine.items_made);
    flaws.tried = std::mem::take(&mut engine.tried);
    flaws.argument_values = std::mem::take(&mut engine.argument_values);
    flaws.called_with = std::mem::take(&mut engine.called_with);
    flaws.call_passes = std::mem::take(&mut engine.call_passes);
    flaws.item_made = std::mem::take(&mut engine.item_made);
    flaws.meets_nothing = std::mem::take(&mut engine.meets_nothing);
    flaws.conversion_passes = std::mem::take(&mut engine.conversion_passes);
    flaws.solve();
    Solution { typing, problems, misfits: None, flaws: Some(flaws) }
}

/// Hands the tables to the relations of the same names.
#[allow(clippy::field_reassign_with_default)] // An engine cannot be built whole: its indices are its own.
fn load_terraform(facts: Facts) -> TerraformEngine {
    let mut engine = TerraformEngine::default();
    engine.is_literal = facts.is_literal;
    engine.is_part = facts.is_part;
    engine.has_operands = facts.has_operands;
    engine.refers_to = facts.refers_to;
    engine.is_unknown = facts.is_unknown;
    engine.is_broken = facts.is_broken;
    engine.binds_item = facts.binds_item;
    engine.binds_key = facts.binds_key;
    engine.binds_value = facts.binds_value;
    engine.is_call = facts.is_call;
    engine.is_unknown_call = facts.is_unknown_call;
    engine.expands_last = facts.expands_last;
    engine.has_signature = facts.has_signature;
    engine.has_conversion = facts.has_conversion;
    engine.is_standard = facts.is_standard;
    engine.is_lazy = facts.is_lazy;
    engine.calls_standard = facts.calls_standard;
    engine.has_name = facts.has_name;
    engine.stands_alone = facts.stands_alone;
    engine.defines = facts.defines;
    engine.is_given = facts.is_given;
    engine.is_circular = facts.is_circular;
    engine
}

/// Hands the tables that the rules about problems need to the relations of the same names.
#[allow(clippy::field_reassign_with_default)] // An engine cannot be built whole: its indices are its own.
fn prepare_flaws(facts: &Facts) -> TerraformProblemEngine {
    let mut engine = TerraformProblemEngine::default();
    engine.is_part.clone_from(&facts.is_part);
    engine.is_unknown.clone_from(&facts.is_unknown);
    engine.is_unknown_call.clone_from(&facts.is_unknown_call);
    engine.calls_standard.clone_from(&facts.calls_standard);
    engine.expands_last.clone_from(&facts.expands_last);
    engine.is_input.clone_from(&facts.is_input);
    engine.has_interface.clone_from(&facts.has_interface);
    engine.takes_input.clone_from(&facts.takes_input);
    engine
}

/// Finds what is expected of expressions. How their types convert to that is all asked then, in one batch.
fn find_expectations(typing: &mut TypingEngine, problems: &mut ProblemEngine) -> ExpectationEngine {
    let mut engine = ExpectationEngine::default();
    engine.has_type = std::mem::take(&mut typing.has_type);
    engine.part_has_type = std::mem::take(&mut typing.part_has_type);
    engine.computes_keys = std::mem::take(&mut typing.computes_keys);
    engine.unary_operand = std::mem::take(&mut typing.unary_operand);
    engine.index_typed = std::mem::take(&mut typing.index_typed);
    engine.called = std::mem::take(&mut typing.called);
    engine.configures = std::mem::take(&mut typing.configures);
    engine.defaults_to = std::mem::take(&mut typing.defaults_to);
    engine.is_expected = std::mem::take(&mut problems.is_expected);
    engine.is_input.clone_from(&problems.is_input);
    engine.has_interface.clone_from(&problems.has_interface);
    engine.takes_input.clone_from(&problems.takes_input);
    engine.solve();
    let mut seen = FxHashSet::default();
    let expected = engine.expects.iter().filter(|&&(_, t, p)| !equals(t, p) && p != ANY && seen.insert((t, p)));
    let expected = expected.map(|&(_, t, p)| (t, maps_to(Mapping::Input, p)));
    let pairs: Vec<(Ty, Ty)> = expected.chain(engine.input_met.iter().map(|&(_, t, p, _)| (t, p))).collect();
    learn_conversions(pairs.iter().map(|&(t, p)| (t, p, Plain)));
    learn_exactness(pairs.into_iter().filter(|&(t, p)| is_structured(t) && converts(t, p, Plain) == Safe));
    engine
}

/// Looks into the values that do not convert safely to what is expected of them, or have more in them. Most programs have few.
fn find_misfits(problems: &mut ProblemEngine) -> Option<Box<MisfitEngine>> {
    if problems.is_held.is_empty() {
        return None;
    }
    let mut engine = Box::new(MisfitEngine::default());
    engine.is_held = std::mem::take(&mut problems.is_held);
    engine.has_type = std::mem::take(&mut problems.has_type);
    engine.has_variant = std::mem::take(&mut problems.has_variant);
    engine.tells = std::mem::take(&mut problems.tells);
    engine.says = std::mem::take(&mut problems.says);
    engine.calls_builtin.clone_from(&problems.calls_builtin);
    // How constants are decided is asked in one batch, as far as it is known what will be asked.
    let unsure = engine.is_held.iter().filter(|&&(_, s, t, l)| l != Law::Declared && converts(s, t, Plain) == Unsafe);
    learn_conversions(unsure.map(|&(x, s, t, _)| (sharpened(x, s), t, Deciding)).collect::<Vec<_>>());
    engine.solve();
    problems.has_type = std::mem::take(&mut engine.has_type);
    Some(engine)
}

/// Takes the conclusions about the chunk out of a solution.
pub fn derived(solution: &mut Solution) -> Derived {
    let problems = problems(solution);
    Derived {
        types: std::mem::take(&mut solution.problems.has_type),
        bindings: std::mem::take(&mut solution.problems.binds),
        problems,
    }
}

/// Hands the tables to the relations of the same names.
#[allow(clippy::field_reassign_with_default)] // An engine cannot be built whole: its indices are its own.
fn load(facts: Facts) -> TypingEngine {
    let mut engine = TypingEngine::default();
    engine.is_literal = facts.is_literal;
    engine.names_property = facts.names_property;
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
    engine.is_erroneous = facts.is_erroneous;
    engine.expands_last = facts.expands_last;
    engine.has_signature = facts.has_signature;
    engine.has_conversion = facts.has_conversion;
    engine.defines = facts.defines;
    engine.is_given = facts.is_given;
    engine.is_circular = facts.is_circular;
    engine.is_config = facts.is_config;
    engine.defaults_to = facts.defaults_to;
    engine.is_secret = facts.is_secret;
    engine.is_instance = facts.is_instance;
    engine.ranges_over = facts.ranges_over;
    engine.binds_range = facts.binds_range;
    engine.is_builtin = facts.is_builtin;
    engine.binds_error = facts.binds_error;
    engine.invokes = facts.invokes;
    engine.invocation_signature = facts.invocation_signature;
    engine.calls_unchecked = facts.calls_unchecked;
    engine.calls_method = facts.calls_method;
    engine
}

/// Hands the tables that the rules about problems need to the relations of the same names.
#[allow(clippy::field_reassign_with_default)] // An engine cannot be built whole: its indices are its own.
fn prepare_problems(facts: &mut Facts) -> ProblemEngine {
    let mut engine = ProblemEngine::default();
    engine.has_variant = std::mem::take(&mut facts.has_variant);
    engine.tells = std::mem::take(&mut facts.tells);
    engine.says = std::mem::take(&mut facts.says);
    engine.is_expected = std::mem::take(&mut facts.is_expected);
    engine.is_input = std::mem::take(&mut facts.is_input);
    engine.has_interface = std::mem::take(&mut facts.has_interface);
    engine.takes_input = std::mem::take(&mut facts.takes_input);
    engine.requires_input = std::mem::take(&mut facts.requires_input);
    engine.implies_input = std::mem::take(&mut facts.implies_input);
    engine.is_incomplete = std::mem::take(&mut facts.is_incomplete);
    engine.takes_hook = std::mem::take(&mut facts.takes_hook);
    engine.is_hook = std::mem::take(&mut facts.is_hook);
    engine.has_to_fit = std::mem::take(&mut facts.has_to_fit);
    engine.is_unknown.clone_from(&facts.is_unknown);
    engine.is_unknown_call.clone_from(&facts.is_unknown_call);
    engine.ranges_over.clone_from(&facts.ranges_over);
    engine.is_instance.clone_from(&facts.is_instance);
    engine.defines.clone_from(&facts.defines);
    engine.calls_method.clone_from(&facts.calls_method);
    engine.names_property.clone_from(&facts.names_property);
    engine
}

/// Hands what typing has found out, and what is expected, to the rules about problems.
fn hand_over(typing: &mut TypingEngine, expectations: ExpectationEngine, problems: &mut ProblemEngine) {
    problems.has_type = expectations.has_type;
    problems.index_typed = expectations.index_typed;
    problems.called = expectations.called;
    problems.expects = expectations.expects;
    problems.input_met = expectations.input_met;
    problems.binds = std::mem::take(&mut typing.binds);
    problems.operands = std::mem::take(&mut typing.operands);
    problems.branch_of_condition = std::mem::take(&mut typing.branch_of_condition);
    problems.second_branch = std::mem::take(&mut typing.second_branch);
    problems.steps = std::mem::take(&mut typing.steps);
    problems.iterated = std::mem::take(&mut typing.iterated);
    problems.splatted = std::mem::take(&mut typing.splatted);
    problems.operated = std::mem::take(&mut typing.operated);
    problems.overload_chosen = std::mem::take(&mut typing.overload_chosen);
    problems.range_typed = std::mem::take(&mut typing.range_typed);
    problems.gathers = std::mem::take(&mut typing.gathers);
    problems.calls_builtin = std::mem::take(&mut typing.calls_builtin);
    problems.no_range = std::mem::take(&mut typing.no_range);
}

/// The rows of the problem relations.
fn problems(solution: &Solution) -> Vec<Problem<ExprId, BindingId>> {
    let Solution { typing, problems: engine, misfits, flaws } = solution;
    let mut problems = misfits.as_deref().map_or_else(Vec::new, |found| evidence::problems(found, &engine.expects));
    problems.extend(engine.too_varied.iter().map(|&(at,)| Problem::TooVaried(at)));
    problems.extend(engine.argument_missing.iter().map(|&(at, parameter)| Problem::MissingArgument { at, parameter }));
    problems.extend(engine.too_many_arguments.iter().map(|&(at, expected, found)| Problem::TooManyArguments {
        at,
        expected,
        found,
    }));
    problems.extend(engine.wrong_argument.iter().map(|&(at,)| Problem::WrongArgument(at)));
    problems.extend(engine.no_effect.iter().map(|&(at, left, right)| Problem::IneffectiveComparison {
        at,
        left,
        right,
    }));
    problems.extend(engine.step_meets.iter().map(|&(at, step, from, meets)| Problem::Step { at, step, from, meets }));
    problems.extend(engine.not_iterable.iter().map(|&(at, found)| Problem::NotIterable { at, found }));
    problems.extend(engine.too_deep.iter().map(|&(at,)| Problem::TooDeep(at)));
    problems.extend(engine.unknown_name.iter().map(|&(at,)| Problem::UnknownName(at)));
    problems.extend(engine.unknown_function.iter().map(|&(at,)| Problem::UnknownFunction(at)));
    problems.extend(engine.no_overload.iter().map(|&(at, function, arguments)| Problem::NoOverload {
        at,
        arguments,
        misses: misses(function, arguments),
    }));
    problems.extend(engine.no_fit.iter().map(|&(at, found, expected)| Problem::NotAssignable {
        at,
        found,
        expected,
        path: Vec::new(),
    }));
    problems.extend(engine.unsure_fit.iter().map(|&(at, found, expected)| Problem::Unsure { at, found, expected }));
    problems.extend(engine.no_operator.iter().map(|&(at, operands)| Problem::NoOperator { at, operands }));
    problems.extend(typing.object_argument.iter().map(|&(at,)| Problem::ObjectArgument(at)));
    problems.extend(typing.inputs_missing.iter().map(|&(at,)| Problem::MissingInputs(at)));
    problems.extend(engine.unknown_method.iter().map(|&(at, ty)| Problem::UnknownMethod(at, ty)));
    problems.extend(engine.no_receiver.iter().map(|&(at,)| Problem::NoReceiver(at)));
    block_problems(engine, &mut problems);
    problems.extend(flaws.as_deref().into_iter().flat_map(flaw_problems));
    problems
}

/// The rows of the problem relations about expressions of Terraform.
fn flaw_problems(engine: &TerraformProblemEngine) -> Vec<Problem<ExprId, BindingId>> {
    let mut problems = Vec::new();
    problems.extend(engine.is_unknown.iter().map(|&(at,)| Problem::UnknownName(at)));
    problems.extend(engine.unknown_function.iter().map(|&(at,)| Problem::UnknownFunction(at)));
    problems.extend(engine.lacks_argument.iter().map(|&(at, parameter)| Problem::MissingArgument { at, parameter }));
    problems.extend(engine.has_surplus.iter().map(|&(at, expected, found)| Problem::TooManyArguments {
        at,
        expected,
        found,
    }));
    problems.extend(engine.flawed.iter().map(|&(at, flaw, place, found, expected, sure)| Problem::Flawed {
        at,
        flaw,
        place,
        found: type_of_value(found),
        expected: type_of_value(expected),
        sure,
    }));
    problems
}

/// The rows of the problem relations about blocks.
fn block_problems(engine: &ProblemEngine, problems: &mut Vec<Problem<ExprId, BindingId>>) {
    problems.extend(engine.unknown_input.iter().map(|&(block, name)| Problem::UnknownInput(block, name)));
    problems.extend(engine.missing_input.iter().map(|&(block, name)| Problem::MissingInput(block, name)));
    problems.extend(engine.wrong_hook.iter().map(|&(at, kind)| Problem::WrongHook(at, kind)));
    problems.extend(engine.eventual_range.iter().map(|&(at, found)| Problem::EventualRange { at, found }));
}
