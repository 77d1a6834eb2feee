//! The engine: the rules, compiled.

pub mod ask;
pub mod coinduction;
pub mod context;
pub mod run;
pub mod storage;

#[allow(clippy::wildcard_imports)]
use crate::rules::terms::*;
use crate::rules::{
    assignability, blocks, calls, classes, conversion, elements, eventuals, expressions, functions, invocations,
    iterations, operators, problems, program, ranges, references, traversal, unification,
};

/// Marks where a rule concludes: `if by("C-Refl")` is the last premise of the rule C-Refl. It always holds.
#[inline(always)]
pub fn by(_rule: &'static str) -> bool {
    true
}

ascent::ascent! {
    #![ds(set)]
    /// The book of rules, compiled.
    pub struct Engine;
    include_source!(conversion::conversion);
    include_source!(assignability::assignability);
    include_source!(unification::unification);
    include_source!(eventuals::eventuals);
    include_source!(traversal::traversal);
    include_source!(elements::elements);
    include_source!(program::program);
    include_source!(expressions::expressions);
    include_source!(operators::operators);
    include_source!(references::references);
    include_source!(iterations::iterations);
    include_source!(calls::calls);
    include_source!(problems::problems);
    include_source!(classes::classes);
    include_source!(functions::functions);
    include_source!(invocations::invocations);
    include_source!(blocks::blocks);
    include_source!(ranges::ranges);
}
