//! Options that raise limits.

use clap::Args;

use crate::query;
use crate::types::Limits;

/// How deep types may be said to nest: what takes them apart uses the stack.
const DEEPEST: i64 = 4_000;

/// How far typelog goes.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Limits")]
pub struct LimitArguments {
    /// How deep the type of a definition may nest
    #[arg(long = "max-type-depth", value_name = "N", default_value_t = Limits::default().depth)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=DEEPEST))]
    type_depth: u32,
    /// How many members that are not alike two types may have whose common type is needed
    #[arg(long = "max-alternatives", value_name = "N", default_value_t = Limits::default().alternatives)]
    alternatives: u32,
    /// How many parts two types may have together whose common type is needed
    #[arg(long = "max-type-parts", value_name = "N", default_value_t = Limits::default().parts)]
    type_parts: u32,
    /// How many bytes of a type are shown
    #[arg(long = "max-type-bytes", value_name = "N", default_value_t = Limits::default().shown)]
    type_bytes: usize,
    /// How many rows rules of your own may derive
    #[arg(long = "max-rows", value_name = "N", default_value_t = query::Limit::default().rows)]
    rows: usize,
    /// How many rows rules of your own may meet
    #[arg(long = "max-steps", value_name = "N", default_value_t = query::Limit::default().steps)]
    steps: u64,
    /// How many bytes of text there may be where rules of your own make texts
    #[arg(long = "max-text", value_name = "N", default_value_t = query::Limit::default().text)]
    text: usize,
}

impl LimitArguments {
    /// How large types may become.
    pub fn of_types(self) -> Limits {
        let Self { type_depth, alternatives, type_parts, type_bytes, .. } = self;
        Limits { depth: type_depth, alternatives, parts: type_parts, shown: type_bytes }
    }

    /// How much rules of a user may do.
    pub fn of_rules(self) -> query::Limit {
        query::Limit { rows: self.rows, steps: self.steps, text: self.text }
    }
}
