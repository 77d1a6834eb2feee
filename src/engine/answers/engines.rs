//! The engines of the families of judgments about types. Without compiled ones, they pass their rows to the interpreter.

#[cfg(feature = "compiled")]
pub use {
    typelog_conversion_rules::engines::ConversionEngine,
    typelog_terraform_rules::engines::{CtyEngine, CtyOperationEngine, CtyValueEngine, FaultEngine, StandardEngine},
    typelog_type_rules::engines::{
        AssignabilityEngine, ElementEngine, EventualsEngine, ExactnessEngine, ModelEngine, OverloadEngine,
        SignatureEngine, TraversalEngine,
    },
};

#[cfg(not(feature = "compiled"))]
include!(concat!(env!("OUT_DIR"), "/engines.rs"));
