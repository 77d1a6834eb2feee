//! `--select`, `--ignore` and `--severity`: which diagnostics are shown.

use std::collections::BTreeSet;

use clap::{Args, ValueEnum};

use super::configuration::Configuration;
use crate::diagnostics::{CODES, Selection, Severity, is_code};
use crate::types::nearest::nearest;

/// The diagnostics that are shown, and count.
#[derive(Debug, Args)]
#[command(next_help_heading = "Diagnostics")]
pub struct SelectionArguments {
    /// Report these codes alone
    #[arg(long, value_name = "CODE", value_delimiter = ',', value_parser = check_code)]
    select: Vec<String>,
    /// Do not report these codes
    #[arg(long, value_name = "CODE", value_delimiter = ',', value_parser = check_code)]
    ignore: Vec<String>,
    /// Report what is at least as bad
    #[arg(long, value_name = "LEVEL", value_enum)]
    severity: Option<Least>,
}

/// How bad the least bad diagnostics are that are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Least {
    /// Errors alone
    Error,
    /// Errors and warnings
    Warning,
    /// All
    Note,
}

/// How bad a code is to a user.
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
    /// The choice, where a configuration may have made one as well.
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
    /// The severity; none if nothing is shown.
    pub fn severity(self) -> Option<Severity> {
        match self {
            Self::Error => Some(Severity::Error),
            Self::Warning => Some(Severity::Warning),
            Self::Note => Some(Severity::Note),
            Self::Off => None,
        }
    }
}

/// Reads a code. One that typelog does not know may be that of a user's rule, unless it is near one that it knows.
///
/// # Errors
/// Why there is none.
pub fn check_code(code: &str) -> Result<String, String> {
    match nearest(code, CODES) {
        Some(near) if !is_code(code) => Err(format!("there is no code `{code}`; there is `{near}`")),
        _ => Ok(code.to_owned()),
    }
}
