//! Measuring agreement with recorded rows.

pub mod command;
pub mod measure;
mod places;
