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
    assignability, calls, conversion, elements, eventuals, expressions, iterations, operators, problems, program,
    references, traversal, unification,
};

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
}
