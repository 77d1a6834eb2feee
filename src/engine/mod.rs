//! The engine: the rules, compiled.

pub mod ask;
pub mod coinduction;
pub mod context;
pub mod coverage;
pub mod run;
pub mod storage;

#[allow(clippy::wildcard_imports)]
use crate::rules::terms::*;
use crate::rules::{
    assignability, assignability_members, blocks, calls, classes, common_types, conversion, conversion_eventuals,
    conversion_members, conversion_tables, conversion_values, declared, elements, eventuals, expressions, functions,
    invocations, iterations, notes, operators, problems, program, ranges, references, splats, traversal, unification,
    unification_members,
};

ascent::ascent! {
    #![ds(set)]
    /// The book of rules, compiled.
    pub struct Engine;
    include_source!(conversion::conversion);
    include_source!(conversion_tables::conversion_tables);
    include_source!(conversion_values::conversion_values);
    include_source!(conversion_eventuals::conversion_eventuals);
    include_source!(conversion_members::conversion_members);
    include_source!(assignability::assignability);
    include_source!(assignability_members::assignability_members);
    include_source!(unification::unification);
    include_source!(unification_members::unification_members);
    include_source!(common_types::common_types);
    include_source!(eventuals::eventuals);
    include_source!(declared::declared);
    include_source!(traversal::traversal);
    include_source!(elements::elements);
    include_source!(splats::splats);
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
    include_source!(notes::notes);
}
