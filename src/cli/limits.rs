//! Options that raise limits. They are hidden in the help of commands; `typelog help limits` lists them.

use std::collections::BTreeMap;

use clap::Args;

use crate::query;
use crate::types::Limits;

/// The greatest depth that can be set for types, since traversals of types are recursive.
const DEEPEST: i64 = 4_000;

/// Limits that a configuration sets, by the names of their options.
pub type ConfiguredLimits = BTreeMap<&'static str, u64>;

/// Returns the names of all limits, with their defaults.
pub fn defaults() -> ConfiguredLimits {
    let (types, rules) = (Limits::default(), query::Limit::default());
    BTreeMap::from([
        (TYPE_DEPTH, types.depth.into()),
        (ALTERNATIVES, types.alternatives.into()),
        (TYPE_PARTS, types.parts.into()),
        (PAIRS, types.pairs.into()),
        (TYPE_BYTES, types.shown as u64),
        (KNOWN_PARTS, types.known_parts.into()),
        (KNOWN_BYTES, types.known_bytes.into()),
        (ROWS, rules.rows as u64),
        (STEPS, rules.steps),
        (ROW_BYTES, rules.bytes as u64),
        (TEXT, rules.text as u64),
    ])
}

/// Returns the greatest number that can be set for a limit.
pub fn greatest(name: &str) -> u64 {
    match name {
        TYPE_DEPTH => DEEPEST.unsigned_abs(),
        ALTERNATIVES | TYPE_PARTS | PAIRS | KNOWN_PARTS | KNOWN_BYTES => u32::MAX.into(),
        _ => i64::MAX.unsigned_abs(),
    }
}

const TYPE_DEPTH: &str = "max-type-depth";
const ALTERNATIVES: &str = "max-alternatives";
const TYPE_PARTS: &str = "max-type-parts";
const PAIRS: &str = "max-pairs";
const TYPE_BYTES: &str = "max-type-bytes";
const KNOWN_PARTS: &str = "max-known-parts";
const KNOWN_BYTES: &str = "max-known-bytes";
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
    /// Maximum nesting depth of the type of a definition
    #[arg(long = TYPE_DEPTH, value_name = "N", hide = true)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=DEEPEST))]
    type_depth: Option<u32>,
    #[command(flatten)]
    known: KnownLimitArguments,
    #[command(flatten)]
    common: CommonLimitArguments,
}

/// The limits of known values.
#[derive(Clone, Copy, Debug, Args)]
struct KnownLimitArguments {
    /// Maximum number of parts of a known value of Terraform, shared by the items of iterations
    #[arg(long = KNOWN_PARTS, value_name = "N", hide = true)]
    known_parts: Option<u32>,
    /// Maximum number of bytes of a known text of Terraform, shared by the items of iterations
    #[arg(long = KNOWN_BYTES, value_name = "N", hide = true)]
    known_bytes: Option<u32>,
}

/// The limits of common types.
#[derive(Clone, Copy, Debug, Args)]
pub struct CommonLimitArguments {
    /// Maximum total number of unlike members of two types whose common type is computed
    #[arg(long = ALTERNATIVES, value_name = "N", hide = true)]
    alternatives: Option<u32>,
    /// Maximum total number of parts of two types whose common type is computed
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
    /// Maximum number of pairs of members of two unions, one of which is converted to the other
    #[arg(long = PAIRS, value_name = "N", hide = true)]
    pairs: Option<u32>,
}

/// The limits of types that are shown.
#[derive(Clone, Copy, Debug, Args)]
pub struct ShownLimitArguments {
    /// Maximum number of bytes of a type that are shown
    #[arg(long = TYPE_BYTES, value_name = "N", hide = true)]
    type_bytes: Option<usize>,
}

/// The limits of user rules.
#[derive(Clone, Copy, Debug, Args)]
struct RuleLimitArguments {
    /// Maximum number of rows that your own rules derive
    #[arg(long = ROWS, value_name = "N", hide = true)]
    rows: Option<usize>,
    /// Maximum number of rows that your own rules visit in joins
    #[arg(long = STEPS, value_name = "N", hide = true)]
    steps: Option<u64>,
    /// Maximum total size of the rows that your own rules derive, in bytes: eight for each column
    #[arg(long = ROW_BYTES, value_name = "N", hide = true)]
    row_bytes: Option<usize>,
    /// Maximum total size of texts if your own rules create texts, in bytes, including those of the program
    #[arg(long = TEXT, value_name = "N", hide = true)]
    text: Option<usize>,
}

impl LimitArguments {
    /// Returns the limits of types, given those of a configuration.
    pub fn of_types(&self, configured: &ConfiguredLimits) -> Limits {
        self.types.within(configured)
    }

    /// Returns the limits of user rules, given those of a configuration.
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

/// Returns a limit: from the command line, or else from the configuration, or else the default.
fn chosen<N: TryFrom<u64>>(given: Option<N>, name: &str, configured: &ConfiguredLimits, default: N) -> N {
    let configured = || configured.get(name).and_then(|&number| N::try_from(number).ok());
    given.or_else(configured).unwrap_or(default)
}

impl TypeLimitArguments {
    /// Returns the limits of types.
    pub fn limits(&self) -> Limits {
        self.within(&ConfiguredLimits::new())
    }

    fn within(&self, configured: &ConfiguredLimits) -> Limits {
        let depth = chosen(self.type_depth, TYPE_DEPTH, configured, Limits::default().depth);
        let (parts, bytes) = (Limits::default().known_parts, Limits::default().known_bytes);
        Limits {
            depth,
            known_parts: chosen(self.known.known_parts, KNOWN_PARTS, configured, parts),
            known_bytes: chosen(self.known.known_bytes, KNOWN_BYTES, configured, bytes),
            ..self.common.within(configured)
        }
    }
}

impl CommonLimitArguments {
    /// Returns the limits of types if none is the type of a definition.
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
    /// Returns the limits of types for a conversion.
    pub fn limits(self) -> Limits {
        let default = Limits::default();
        Limits { pairs: self.pairs.unwrap_or(default.pairs), ..default }
    }
}

impl ShownLimitArguments {
    /// Returns the limits of types that are only read and shown.
    pub fn limits(&self) -> Limits {
        let default = Limits::default();
        Limits { shown: self.type_bytes.unwrap_or(default.shown), ..default }
    }
}
