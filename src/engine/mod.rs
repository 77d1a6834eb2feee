//! The engine: the rules, compiled.

pub mod ask;
pub mod coinduction;
pub mod context;
pub mod evidence;
pub mod model;
pub mod run;
pub mod storage;
pub mod trace;

pub use compiled::Engine;
pub use compiled_model::ModelEngine;

/// The rules with the premises that record what they conclude: see `build.rs`.
#[allow(missing_docs)]
pub mod traced {
    include!(concat!(env!("OUT_DIR"), "/traced.rs"));
}

/// The engine's methods are made by the compiler of rules, which gives them no documentation.
#[allow(missing_docs, clippy::wildcard_imports)]
mod compiled {
    use super::trace::{Hidden, trace};
    use super::traced::*;
    use crate::rules::terms::*;

    /// What the compiled rules call: ascent, but rules are inlined into the loop, for [`Scan`](super::storage::Scan) keeps
    /// their work out of it.
    mod ascent {
        pub mod internal {
            pub use ::ascent::internal::*;

            #[cfg_attr(debug_assertions, inline(never))] // Which compiles faster.
            #[cfg_attr(not(debug_assertions), inline(always))]
            pub fn run_rule<R>(rule: impl FnOnce() -> R) -> R {
                rule()
            }
        }
    }

    ::ascent::ascent! {
        #![ds(set)]
        /// The book of rules, compiled.
        pub struct Engine;
        include_source!(conversion::traced_conversion);
        include_source!(conversion_tables::traced_conversion_tables);
        include_source!(conversion_values::traced_conversion_values);
        include_source!(conversion_eventuals::traced_conversion_eventuals);
        include_source!(conversion_members::traced_conversion_members);
        include_source!(assignability::traced_assignability);
        include_source!(assignability_members::traced_assignability_members);
        include_source!(refinements::traced_refinements);
        include_source!(unification::traced_unification);
        include_source!(unification_members::traced_unification_members);
        include_source!(common_types::traced_common_types);
        include_source!(eventuals::traced_eventuals);
        include_source!(declared::traced_declared);
        include_source!(traversal::traced_traversal);
        include_source!(elements::traced_elements);
        include_source!(splats::traced_splats);
        include_source!(program::traced_program);
        include_source!(expressions::traced_expressions);
        include_source!(operators::traced_operators);
        include_source!(references::traced_references);
        include_source!(iterations::traced_iterations);
        include_source!(calls::traced_calls);
        include_source!(problems::traced_problems);
        include_source!(classes::traced_classes);
        include_source!(functions::traced_functions);
        include_source!(collection_functions::traced_collection_functions);
        include_source!(modelled::traced_modelled);
        include_source!(invocations::traced_invocations);
        include_source!(blocks::traced_blocks);
        include_source!(configuration::traced_configuration);
        include_source!(inputs::traced_inputs);
        include_source!(arms::traced_arms);
        include_source!(properties::traced_properties);
        include_source!(ranges::traced_ranges);
        include_source!(notes::traced_notes);
        include_source!(limits::traced_limits);
    }
}

/// The model of declared types is an engine of its own, so that programs that do without it pay nothing for it.
#[allow(missing_docs, clippy::wildcard_imports)]
mod compiled_model {
    use super::trace::{Hidden, trace};
    use super::traced::*;
    use crate::rules::terms::*;

    ascent::ascent! {
        #![ds(set)]
        /// The rules about declared types, compiled.
        pub struct ModelEngine;
        include_source!(model_assignability::traced_model_assignability);
        include_source!(model_names::traced_model_names);
        include_source!(model_structures::traced_model_structures);
        include_source!(model_refinements::traced_model_refinements);
        include_source!(overloads::traced_overloads);
        include_source!(assignments::traced_assignments);
    }
}
