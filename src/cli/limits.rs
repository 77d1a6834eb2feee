//! Options that raise limits.

use clap::Args;

use crate::query;
use crate::types::Limits;

/// How deep types may be said to nest: what takes them apart uses the stack.
const DEEPEST: i64 = 4_000;

/// How far typelog goes with programs.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Limits")]
pub struct LimitArguments {
    #[command(flatten)]
    types: TypeLimitArguments,
    #[command(flatten)]
    rules: RuleLimitArguments,
}

/// How far it goes with the types of expressions.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Limits")]
pub struct TypeLimitArguments {
    /// How deep the type of a definition may nest
    #[arg(long = "max-type-depth", value_name = "N", default_value_t = Limits::default().depth)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=DEEPEST))]
    type_depth: u32,
    #[command(flatten)]
    common: CommonLimitArguments,
}

/// How far it goes for what types have in common, and shows it.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Limits")]
pub struct CommonLimitArguments {
    /// How many members that are not alike two types may have whose common type is needed
    #[arg(long = "max-alternatives", value_name = "N", default_value_t = Limits::default().alternatives)]
    alternatives: u32,
    /// How many parts two types may have together whose common type is needed
    #[arg(long = "max-type-parts", value_name = "N", default_value_t = Limits::default().parts)]
    type_parts: u32,
    #[command(flatten)]
    pairs: PairLimitArguments,
    #[command(flatten)]
    shown: ShownLimitArguments,
}

/// How far it goes to find out whether types convert.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Limits")]
pub struct PairLimitArguments {
    /// How many pairs of members two unions may have of which one converts to the other
    #[arg(long = "max-pairs", value_name = "N", default_value_t = Limits::default().pairs)]
    pairs: u32,
}

/// How far it goes where types are shown.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Limits")]
pub struct ShownLimitArguments {
    /// How many bytes of a type are shown
    #[arg(long = "max-type-bytes", value_name = "N", default_value_t = Limits::default().shown)]
    type_bytes: usize,
}

/// How far it goes with rules of a user.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Limits")]
struct RuleLimitArguments {
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
        self.types.limits()
    }

    /// How much rules of a user may do.
    pub fn of_rules(self) -> query::Limit {
        let RuleLimitArguments { rows, steps, text } = self.rules;
        query::Limit { rows, steps, text }
    }
}

impl TypeLimitArguments {
    /// How large types may become.
    pub fn limits(self) -> Limits {
        Limits { depth: self.type_depth, ..self.common.limits() }
    }
}

impl CommonLimitArguments {
    /// How large types may become where none is that of a definition.
    pub fn limits(self) -> Limits {
        let Self { alternatives, type_parts, pairs, shown } = self;
        Limits { alternatives, parts: type_parts, pairs: pairs.pairs, ..shown.limits() }
    }
}

impl PairLimitArguments {
    /// How large types may become whose conversion is asked for.
    pub fn limits(self) -> Limits {
        Limits { pairs: self.pairs, ..Limits::default() }
    }
}

impl ShownLimitArguments {
    /// How large types may become that are only read and shown.
    pub fn limits(self) -> Limits {
        Limits { shown: self.type_bytes, ..Limits::default() }
    }
}
