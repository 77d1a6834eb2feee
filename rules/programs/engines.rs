//! The families of judgments about programs, compiled: each an engine of its own.

pub use expectations::ExpectationEngine;
pub use misfits::MisfitEngine;
pub use problems::ProblemEngine;
pub use typing::TypingEngine;

typelog_terms::prepared_rules!();

#[allow(missing_docs, clippy::wildcard_imports)]
mod typing {
    use super::prelude::*;

    ascent::ascent! {
        #![ds(set)]
        /// The types of expressions and bindings.
        pub struct TypingEngine;
        include_source!(traced::program::traced_program);
        include_source!(traced::blocks::traced_blocks);
        include_source!(traced::typings::traced_typings);
        include_source!(traced::expressions::traced_expressions);
        include_source!(traced::operator_tables::traced_operator_tables);
        include_source!(traced::operators::traced_operators);
        include_source!(traced::references::traced_references);
        include_source!(traced::iterations::traced_iterations);
        include_source!(traced::calls::traced_calls);
        include_source!(traced::builtins::traced_builtins);
        include_source!(traced::modelled::traced_modelled);
        include_source!(traced::invocations::traced_invocations);
        include_source!(traced::configuration::traced_configuration);
        include_source!(traced::ranges::traced_ranges);
        include_source!(traced::depth::traced_depth);
    }
}

#[allow(missing_docs, clippy::wildcard_imports)]
mod expectations {
    use super::prelude::*;

    ascent::ascent! {
        #![ds(set)]
        /// The types that are expected of expressions.
        pub struct ExpectationEngine;
        include_source!(traced::program::traced_program);
        include_source!(traced::blocks::traced_blocks);
        include_source!(traced::typings::traced_typings);
        include_source!(traced::operator_tables::traced_operator_tables);
        include_source!(traced::expected::traced_expected);
        include_source!(traced::expectations::traced_expectations);
    }
}

#[allow(missing_docs, clippy::wildcard_imports)]
mod problems {
    use super::prelude::*;

    ascent::ascent! {
        #![ds(set)]
        /// The problems of a program that has been typed.
        pub struct ProblemEngine;
        include_source!(traced::program::traced_program);
        include_source!(traced::blocks::traced_blocks);
        include_source!(traced::typings::traced_typings);
        include_source!(traced::expected::traced_expected);
        include_source!(traced::problems::traced_problems);
        include_source!(traced::unknowns::traced_unknowns);
        include_source!(traced::inputs::traced_inputs);
        include_source!(traced::properties::traced_properties);
        include_source!(traced::range_problems::traced_range_problems);
        include_source!(traced::arguments::traced_arguments);
        include_source!(traced::telling::traced_telling);
        include_source!(traced::held::traced_held);
        include_source!(traced::methods::traced_methods);
        include_source!(traced::acceptance::traced_acceptance);
        include_source!(traced::notes::traced_notes);
        include_source!(traced::limits::traced_limits);
    }
}

#[allow(missing_docs, clippy::wildcard_imports)]
mod misfits {
    use super::prelude::*;

    ascent::ascent! {
        #![ds(set)]
        /// The parts of values that are not what is expected of them. It runs only where there may be some.
        pub struct MisfitEngine;
        include_source!(traced::typings::traced_typings);
        include_source!(traced::telling::traced_telling);
        include_source!(traced::held::traced_held);
        include_source!(traced::faces::traced_faces);
        include_source!(traced::variants::traced_variants);
        include_source!(traced::objects::traced_objects);
        include_source!(traced::misfits::traced_misfits);
    }
}
