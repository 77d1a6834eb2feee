//! Options that raise limits. The help of commands leaves them out: `typelog help limits` lists them.

use std::collections::BTreeMap;

use clap::Args;

use crate::query;
use crate::types::Limits;

/// The greatest nesting that can be set for types: walks of a type use the stack.
const DEEPEST: i64 = 4_000;

/// Limits that a configuration sets, by the names of their options.
pub type ConfiguredLimits = BTreeMap<&'static str, u64>;

/// The names of all limits, with what they are without an option.
pub fn defaults() -> ConfiguredLimits {
    let (types, rules) = (Limits::default(), query::Limit::default());
    BTreeMap::from([
        (TYPE_DEPTH, types.depth.into()),
        (ALTERNATIVES, types.alternatives.into()),
        (TYPE_PARTS, types.parts.into()),
        (PAIRS, types.pairs.into()),
        (TYPE_BYTES, types.shown as u64),
        (ROWS, rules.rows as u64),
        (STEPS, rules.steps),
        (ROW_BYTES, rules.bytes as u64),
        (TEXT, rules.text as u64),
    ])
}

/// The greatest number that can be set for a limit.
pub fn greatest(name: &str) -> u64 {
    match name {
        TYPE_DEPTH => DEEPEST.unsigned_abs(),
        ALTERNATIVES | TYPE_PARTS | PAIRS => u32::MAX.into(),
        _ => i64::MAX.unsigned_abs(),
    }
}

const TYPE_DEPTH: &str = "max-type-depth";
const ALTERNATIVES: &str = "max-alternatives";
const TYPE_PARTS: &str = "max-type-parts";
const PAIRS: &str = "max-pairs";
const TYPE_BYTES: &str = "max-type-bytes";
const ROWS: &str = "max-rows";
const STEPS: &str = "max-steps";
const ROW_BYTES: &str = "max-row-bytes";
const TEXT: &str = "max-text";

/// The limits of programs.
#[derive(Clone, Copy, Debug, Args)]
pub struct LimitArguments {
    #[command(flatten)]
    types: TypeLimitArguments,
    #[command(flatten)]
    rules: RuleLimitArguments,
}

/// The limits of the types of expressions.
#[derive(Clone, Copy, Debug, Args)]
pub struct TypeLimitArguments {
    /// How deep the type of a definition may nest
    #[arg(long = TYPE_DEPTH, value_name = "N", hide = true)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=DEEPEST))]
    type_depth: Option<u32>,
    #[command(flatten)]
    common: CommonLimitArguments,
}

/// The limits of common types.
#[derive(Clone, Copy, Debug, Args)]
pub struct CommonLimitArguments {
    /// How many members that are not alike two types may have whose common type is needed
    #[arg(long = ALTERNATIVES, value_name = "N", hide = true)]
    alternatives: Option<u32>,
    /// How many parts two types may have together whose common type is needed
    #[arg(long = TYPE_PARTS, value_name = "N", hide = true)]
    type_parts: Option<u32>,
    #[command(flatten)]
    pairs: PairLimitArguments,
    #[command(flatten)]
    shown: ShownLimitArguments,
}

/// The limits of conversions.
#[derive(Clone, Copy, Debug, Args)]
pub struct PairLimitArguments {
    /// How many pairs of members two unions may have of which one converts to the other
    #[arg(long = PAIRS, value_name = "N", hide = true)]
    pairs: Option<u32>,
}

/// The limits of types that are shown.
#[derive(Clone, Copy, Debug, Args)]
pub struct ShownLimitArguments {
    /// How many bytes of a type are shown
    #[arg(long = TYPE_BYTES, value_name = "N", hide = true)]
    type_bytes: Option<usize>,
}

/// The limits of a user's own rules.
#[derive(Clone, Copy, Debug, Args)]
struct RuleLimitArguments {
    /// How many rows rules of your own may derive
    #[arg(long = ROWS, value_name = "N", hide = true)]
    rows: Option<usize>,
    /// How many rows rules of your own may meet
    #[arg(long = STEPS, value_name = "N", hide = true)]
    steps: Option<u64>,
    /// How many bytes the rows may have together that rules of your own derive, eight for each column
    #[arg(long = ROW_BYTES, value_name = "N", hide = true)]
    row_bytes: Option<usize>,
    /// How many bytes of text there may be where rules of your own make texts
    #[arg(long = TEXT, value_name = "N", hide = true)]
    text: Option<usize>,
}

impl LimitArguments {
    /// How large types may become, where a configuration sets some limits.
    pub fn of_types(&self, configured: &ConfiguredLimits) -> Limits {
        self.types.within(configured)
    }

    /// How much rules of a user may do.
    pub fn of_rules(&self, configured: &ConfiguredLimits) -> query::Limit {
        let (given, default) = (self.rules, query::Limit::default());
        query::Limit {
            rows: chosen(given.rows, ROWS, configured, default.rows),
            steps: chosen(given.steps, STEPS, configured, default.steps),
            bytes: chosen(given.row_bytes, ROW_BYTES, configured, default.bytes),
            text: chosen(given.text, TEXT, configured, default.text),
        }
    }
}

/// A limit: as the command line has it, or else the configuration, or else as it is without them.
fn chosen<N: TryFrom<u64>>(given: Option<N>, name: &str, configured: &ConfiguredLimits, default: N) -> N {
    let configured = || configured.get(name).and_then(|&number| N::try_from(number).ok());
    given.or_else(configured).unwrap_or(default)
}

impl TypeLimitArguments {
    /// How large types may become.
    pub fn limits(&self) -> Limits {
        self.within(&ConfiguredLimits::new())
    }

    fn within(&self, configured: &ConfiguredLimits) -> Limits {
        let depth = chosen(self.type_depth, TYPE_DEPTH, configured, Limits::default().depth);
        Limits { depth, ..self.common.within(configured) }
    }
}

impl CommonLimitArguments {
    /// How large types may become where none is that of a definition.
    pub fn limits(&self) -> Limits {
        self.within(&ConfiguredLimits::new())
    }

    fn within(&self, configured: &ConfiguredLimits) -> Limits {
        let default = Limits::default();
        Limits {
            alternatives: chosen(self.alternatives, ALTERNATIVES, configured, default.alternatives),
            parts: chosen(self.type_parts, TYPE_PARTS, configured, default.parts),
            pairs: chosen(self.pairs.pairs, PAIRS, configured, default.pairs),
            shown: chosen(self.shown.type_bytes, TYPE_BYTES, configured, default.shown),
            ..default
        }
    }
}

impl PairLimitArguments {
    /// How large types may become whose conversion is asked for.
    pub fn limits(self) -> Limits {
        let default = Limits::default();
        Limits { pairs: self.pairs.unwrap_or(default.pairs), ..default }
    }
}

impl ShownLimitArguments {
    /// How large types may become that are only read and shown.
    pub fn limits(&self) -> Limits {
        let default = Limits::default();
        Limits { shown: self.type_bytes.unwrap_or(default.shown), ..default }
    }
}
