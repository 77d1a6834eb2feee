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
    #[arg(long, value_name = "N", default_value_t = Limits::default().depth)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=DEEPEST))]
    max_type_depth: u32,
    /// How many members that are not alike two types may have whose common type is needed
    #[arg(long, value_name = "N", default_value_t = Limits::default().alternatives)]
    max_alternatives: u32,
    /// How many parts two types may have together whose common type is needed
    #[arg(long, value_name = "N", default_value_t = Limits::default().parts)]
    max_type_parts: u32,
    /// How many bytes of a type are shown
    #[arg(long, value_name = "N", default_value_t = Limits::default().shown)]
    max_type_bytes: usize,
    /// How many rows rules of your own may derive
    #[arg(long, value_name = "N", default_value_t = query::Limit::default().rows)]
    max_rows: usize,
    /// How many rows rules of your own may meet
    #[arg(long, value_name = "N", default_value_t = query::Limit::default().steps)]
    max_steps: u64,
    /// How many bytes of text there may be where rules of your own make texts
    #[arg(long, value_name = "N", default_value_t = query::Limit::default().text)]
    max_text: usize,
}

impl LimitArguments {
    /// How large types may become.
    pub fn of_types(self) -> Limits {
        let Self { max_type_depth, max_alternatives, max_type_parts, max_type_bytes, .. } = self;
        Limits { depth: max_type_depth, alternatives: max_alternatives, parts: max_type_parts, shown: max_type_bytes }
    }

    /// How much rules of a user may do.
    pub fn of_rules(self) -> query::Limit {
        query::Limit { rows: self.max_rows, steps: self.max_steps, text: self.max_text }
    }
}
