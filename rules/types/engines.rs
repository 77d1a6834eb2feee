//! The families of judgments about types, compiled: each an engine of its own.

pub use assignability::AssignabilityEngine;
pub use conversion::ConversionEngine;
pub use eventuals::EventualsEngine;
pub use model::ModelEngine;
pub use overloads::OverloadEngine;
pub use parts::PartsEngine;
pub use signatures::SignatureEngine;

typelog_terms::prepared_rules!();

#[allow(missing_docs, clippy::wildcard_imports)]
mod eventuals {
    use super::prelude::*;

    ascent::ascent! {
        #![ds(set)]
        /// Lifting, resolving and unfolding.
        pub struct EventualsEngine;
        include_source!(traced::eventuals::traced_eventuals);
        include_source!(traced::declared::traced_declared);
    }
}

#[allow(missing_docs, clippy::wildcard_imports)]
mod conversion {
    use super::prelude::*;
    use crate::coinduction::convert_coinductively;

    ascent::ascent! {
        #![ds(set)]
        /// Conversion and unification, which need one another.
        pub struct ConversionEngine;
        include_source!(traced::conversion::traced_conversion);
        include_source!(traced::conversion_tables::traced_conversion_tables);
        include_source!(traced::conversion_values::traced_conversion_values);
        include_source!(traced::conversion_eventuals::traced_conversion_eventuals);
        include_source!(traced::conversion_refinements::traced_conversion_refinements);
        include_source!(traced::conversion_members::traced_conversion_members);
        include_source!(traced::disagreements::traced_disagreements);
        include_source!(traced::unification::traced_unification);
        include_source!(traced::unification_members::traced_unification_members);
        include_source!(traced::common_types::traced_common_types);
    }
}

#[allow(missing_docs, clippy::wildcard_imports)]
mod assignability {
    use super::prelude::*;
    use crate::coinduction::assign_coinductively;

    ascent::ascent! {
        #![ds(set)]
        /// Assignability.
        pub struct AssignabilityEngine;
        include_source!(traced::assignability::traced_assignability);
        include_source!(traced::assignability_members::traced_assignability_members);
        include_source!(traced::assignability_refinements::traced_assignability_refinements);
    }
}

#[allow(missing_docs, clippy::wildcard_imports)]
mod parts {
    use super::prelude::*;

    ascent::ascent! {
        #![ds(set)]
        /// Parts of values: steps, elements, splats, and common types.
        pub struct PartsEngine;
        include_source!(traced::common_members::traced_common_members);
        include_source!(traced::kinship::traced_kinship);
        include_source!(traced::exactness::traced_exactness);
        include_source!(traced::traversal::traced_traversal);
        include_source!(traced::elements::traced_elements);
        include_source!(traced::splats::traced_splats);
    }
}

#[allow(missing_docs, clippy::wildcard_imports)]
mod signatures {
    use super::prelude::*;

    ascent::ascent! {
        #![ds(set)]
        /// The signatures of functions that depend on the types of arguments.
        pub struct SignatureEngine;
        include_source!(traced::functions::traced_functions);
        include_source!(traced::collection_functions::traced_collection_functions);
        include_source!(traced::converted::traced_converted);
    }
}

/// The model of declared types. Its engine runs only for programs that need it.
#[allow(missing_docs, clippy::wildcard_imports)]
mod model {
    use super::prelude::*;
    use crate::coinduction::fit_coinductively;

    ascent::ascent! {
        #![ds(set)]
        /// The rules about declared types.
        pub struct ModelEngine;
        include_source!(traced::model_assignability::traced_model_assignability);
        include_source!(traced::model_names::traced_model_names);
        include_source!(traced::model_structures::traced_model_structures);
        include_source!(traced::model_refinements::traced_model_refinements);
        include_source!(traced::assignments::traced_assignments);
    }
}

#[allow(missing_docs, clippy::wildcard_imports)]
mod overloads {
    use super::prelude::*;

    ascent::ascent! {
        #![ds(set)]
        /// Overload resolution: the signature of a call of a function with several, and those of operators.
        pub struct OverloadEngine;
        include_source!(traced::overloads::traced_overloads);
        include_source!(traced::operations::traced_operations);
    }
}
