//! `--select`, `--ignore` and `--severity`: the selection of diagnostics.

use std::collections::BTreeSet;

use clap::{Args, ValueEnum};

use super::configuration::Configuration;
use crate::diagnostics::{CODES, Selection, Severity, is_code};
use crate::types::nearest::nearest;

/// The options for the selection of diagnostics, which are shown and determine the exit status.
#[derive(Debug, Args)]
#[command(next_help_heading = "Diagnostics")]
pub struct SelectionArguments {
    /// Report only these codes
    #[arg(long, value_name = "CODE", value_delimiter = ',', value_parser = check_code)]
    select: Vec<String>,
    /// Do not report these codes
    #[arg(long, value_name = "CODE", value_delimiter = ',', value_parser = check_code)]
    ignore: Vec<String>,
    /// Report only diagnostics of at least this severity
    #[arg(long, value_name = "LEVEL", value_enum)]
    severity: Option<Least>,
}

/// The lowest severity that is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Least {
    /// Only errors
    Error,
    /// Errors and warnings
    Warning,
    /// All diagnostics
    Note,
}

/// The severity that a user gives to a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Level {
    /// The program is wrong
    Error,
    /// The program works, but perhaps not as meant
    Warning,
    /// The program works, and this is good to know
    Note,
    /// The code is not shown
    Off,
}

impl SelectionArguments {
    /// Returns the selection by the options or, for those that are missing, by the configuration.
    pub fn selection(&self, configuration: Option<&Configuration>) -> Selection {
        let nothing = Configuration::default();
        let configured = configuration.unwrap_or(&nothing);
        let codes = |own: &[String], configured: &[String]| -> BTreeSet<String> {
            if own.is_empty() { configured } else { own }.iter().cloned().collect()
        };
        let least = self.severity.or(configured.severity).map_or(Severity::Note, Least::severity);
        let severities = configured.severities.iter().map(|(code, level)| (code.clone(), level.severity())).collect();
        Selection {
            selected: codes(&self.select, &configured.select),
            ignored: codes(&self.ignore, &configured.ignore),
            severities,
            least,
        }
    }
}

impl Least {
    fn severity(self) -> Severity {
        match self {
            Self::Error => Severity::Error,
            Self::Warning => Severity::Warning,
            Self::Note => Severity::Note,
        }
    }
}

impl Level {
    /// Returns the severity; `None` if the code is not shown.
    pub fn severity(self) -> Option<Severity> {
        match self {
            Self::Error => Some(Severity::Error),
            Self::Warning => Some(Severity::Warning),
            Self::Note => Some(Severity::Note),
            Self::Off => None,
        }
    }
}

/// Reads a code. An unknown code is taken for that of a user rule, unless it is similar to a known one.
///
/// # Errors
/// If the code is unknown, and similar to a known one.
pub fn check_code(code: &str) -> Result<String, String> {
    match nearest(code, CODES) {
        Some(near) if !is_code(code) => Err(format!("unknown code `{code}`; there is `{near}`")),
        _ => Ok(code.to_owned()),
    }
}
