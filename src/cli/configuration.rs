//! `typelog.toml`: settings for the programs in a directory and below it.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use clap::{Args, ValueEnum};
use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

use super::input::DialectName;
use super::limits::{ConfiguredLimits, defaults, greatest};
use super::output::Failure;
use super::selection::{Least, Level, check_code};
use crate::book::EDITIONS;
use crate::files::{AllowedDirectories, FileKind, has_entry, read_text};
use crate::source::Source;
use crate::types::nearest::nearest;

/// The name of the file.
pub const FILE_NAME: &str = "typelog.toml";

/// The options for the settings file.
#[derive(Debug, Args)]
#[command(next_help_heading = "Programs")]
pub struct ConfigurationArguments {
    /// The settings file; by default the first `typelog.toml` in the directory of a program and the directories above it
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Use no settings file
    #[arg(long, conflicts_with = "config")]
    no_config: bool,
    #[arg(skip)]
    known: Known,
}

/// The cache of the settings of directories.
#[derive(Default)]
struct Known(Mutex<HashMap<PathBuf, Option<Arc<Configuration>>>>);

impl std::fmt::Debug for Known {
    /// Writes nothing, since the cache is not part of the arguments.
    fn fmt(&self, _: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        Ok(())
    }
}

/// The settings in a file. The command line takes precedence.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Configuration {
    /// The file.
    pub path: PathBuf,
    /// The directories that the files named in it have to lie in.
    pub allowed: AllowedDirectories,
    /// The language of programs.
    pub dialect: Option<DialectName>,
    /// The directories with schemas.
    pub schemas: Vec<PathBuf>,
    /// The files with declarations.
    pub declare: Vec<PathBuf>,
    /// Holds if unknown names are warnings.
    pub lenient: bool,
    /// The codes that are shown.
    pub select: Vec<String>,
    /// The codes that are not shown.
    pub ignore: Vec<String>,
    /// The lowest severity that is shown.
    pub severity: Option<Least>,
    /// The severities of codes.
    pub severities: BTreeMap<String, Level>,
    /// The file of known problems.
    pub baseline: Option<PathBuf>,
    /// The book of rules: the name of a built-in book, or a directory.
    pub book: Option<String>,
    /// The limits.
    pub limits: ConfiguredLimits,
}

/// The keys of the file.
const KEYS: [&str; 11] = [
    "baseline",
    "book",
    "declare",
    "dialect",
    "ignore",
    "lenient",
    "limits",
    "schemas",
    "select",
    "severities",
    "severity",
];

impl ConfigurationArguments {
    /// Returns the settings for the programs in a directory.
    ///
    /// If the file was found, its paths have to lie in its directory or in one of the roots, since it may belong to an untrusted
    /// program. A file named on the command line is trusted.
    ///
    /// # Errors
    /// If their file has faults.
    pub fn of(&self, directory: &Path, roots: &[PathBuf]) -> Result<Option<Arc<Configuration>>, Failure> {
        if self.no_config {
            return Ok(None);
        }
        let mut known = self.known.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(path) = &self.config {
            let found = match known.get(path) {
                Some(found) => found.clone(),
                None => Some(Arc::new(read(path, AllowedDirectories::all())?)),
            };
            known.insert(path.clone(), found.clone());
            return Ok(found);
        }
        let directory = if directory == Path::new("") { Path::new(".") } else { directory };
        let directory = std::path::absolute(directory).unwrap_or_else(|_| directory.to_owned());
        let (mut found, mut passed) = (None, Vec::new());
        for around in directory.ancestors() {
            if let Some(configuration) = known.get(around) {
                found.clone_from(configuration);
                break;
            }
            passed.push(around.to_owned());
            let path = around.join(FILE_NAME);
            if has_entry(&path) && !path.is_dir() {
                let allowed =
                    AllowedDirectories::exactly([around].into_iter().chain(roots.iter().map(PathBuf::as_path)));
                found = Some(Arc::new(read(&path, allowed)?));
                break;
            }
        }
        known.extend(passed.into_iter().map(|directory| (directory, found.clone())));
        Ok(found)
    }
}

impl ConfigurationArguments {
    /// Clears the cache of settings, since their files may have changed.
    pub fn forget(&self) {
        self.known.0.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}

fn read(path: &Path, allowed: AllowedDirectories) -> Result<Configuration, Failure> {
    let failed = |error: &dyn std::fmt::Display| Failure::Final(format!("{}: {error}", path.display()));
    let text = read_text(path, FileKind::Settings, &allowed).map_err(|error| failed(&error))?;
    parse(path, &text, allowed).map_err(|(at, message)| {
        let position = Source::new("", text.as_str()).position(at.start as u32);
        Failure::Final(format!("{}:{}:{}: {message}", path.display(), position.line, position.column))
    })
}

/// A fault in a configuration: its place, and the message.
type Fault = (Range<usize>, String);

fn parse(path: &Path, text: &str, allowed: AllowedDirectories) -> Result<Configuration, Fault> {
    let directory = path.parent().unwrap_or(Path::new(""));
    let table = DeTable::parse(text)
        .map_err(|error| (error.span().unwrap_or(0..0), error.message().replace(char::is_control, " ")))?;
    let mut configuration = Configuration { path: path.to_owned(), allowed, ..Configuration::default() };
    let Configuration {
        allowed,
        dialect,
        schemas,
        declare,
        lenient,
        select,
        ignore,
        severity,
        severities,
        baseline,
        book,
        limits,
        ..
    } = &mut configuration;
    let allow = |place: Range<usize>, path: &Path| allowed.allow(path).map_err(|reason| (place, reason));
    let paths = |value| {
        let path = |(place, path): (_, &str)| {
            let path = directory.join(path);
            allow(place, &path).map(|()| path)
        };
        texts(value)?.into_iter().map(path).collect::<Result<Vec<PathBuf>, Fault>>()
    };
    for (key, value) in table.get_ref() {
        match &key.get_ref()[..] {
            "dialect" => *dialect = Some(word(value)?),
            "schemas" => *schemas = paths(value)?,
            "declare" => *declare = paths(value)?,
            "lenient" => *lenient = value.get_ref().as_bool().ok_or_else(|| wrong(value, "`true` or `false`"))?,
            "select" => *select = codes(value)?,
            "ignore" => *ignore = codes(value)?,
            "severity" => *severity = Some(word(value)?),
            "severities" => *severities = levels(value)?,
            "baseline" => {
                let path = directory.join(text_of(value)?);
                // The file itself need not exist yet.
                allow(value.span(), path.parent().unwrap_or(&path))?;
                *baseline = Some(path);
            }
            "book" => {
                let name = text_of(value)?;
                *book = Some(name.to_owned());
                if !EDITIONS.contains(&name) {
                    let path = directory.join(name);
                    allow(value.span(), &path)?;
                    *book = Some(path.display().to_string());
                }
            }
            "limits" => *limits = limits_of(value)?,
            other => return Err(unknown("key", key.span(), other, KEYS)),
        }
    }
    Ok(configuration)
}

type Value<'a> = Spanned<DeValue<'a>>;

fn text_of<'a>(value: &'a Value<'_>) -> Result<&'a str, Fault> {
    value.get_ref().as_str().ok_or_else(|| wrong(value, "a string"))
}

/// Returns a list of strings, with their places.
fn texts<'a>(value: &'a Value<'_>) -> Result<Vec<(Range<usize>, &'a str)>, Fault> {
    let list = value.get_ref().as_array().ok_or_else(|| wrong(value, "a list of strings"))?;
    list.iter().map(|value| Ok((value.span(), text_of(value)?))).collect()
}

fn codes(value: &Value<'_>) -> Result<Vec<String>, Fault> {
    texts(value)?.into_iter().map(|(place, code)| check_code(code).map_err(|message| (place, message))).collect()
}

/// Reads a word that an option of the command line also takes.
fn word<W: ValueEnum>(value: &Value<'_>) -> Result<W, Fault> {
    let text = text_of(value)?;
    W::from_str(text, false).map_err(|_| {
        let words: Vec<String> = W::value_variants()
            .iter()
            .filter_map(W::to_possible_value)
            .map(|word| format!("\"{}\"", word.get_name()))
            .collect();
        wrong(value, &words.join(", "))
    })
}

fn levels(value: &Value<'_>) -> Result<BTreeMap<String, Level>, Fault> {
    let level = |(code, value): (&Spanned<DeString<'_>>, &Value<'_>)| {
        Ok((check_code(code.get_ref()).map_err(|message| (code.span(), message))?, word(value)?))
    };
    table_of(value)?.iter().map(level).collect()
}

fn limits_of(value: &Value<'_>) -> Result<ConfiguredLimits, Fault> {
    let defaults = defaults();
    let limit = |(key, value): (&Spanned<DeString<'_>>, &Value<'_>)| {
        let name: &str = key.get_ref();
        let Some((&name, _)) = defaults.get_key_value(name) else {
            return Err(unknown("limit", key.span(), name, defaults.keys().copied()));
        };
        let number =
            value.get_ref().as_integer().and_then(|number| u64::from_str_radix(number.as_str(), number.radix()).ok());
        let number = number.filter(|number| (1..=greatest(name)).contains(number));
        Ok((name, number.ok_or_else(|| wrong(value, &format!("a number from 1 to {}", greatest(name))))?))
    };
    table_of(value)?.iter().map(limit).collect()
}

fn table_of<'a, 'b>(value: &'a Value<'b>) -> Result<&'a DeTable<'b>, Fault> {
    value.get_ref().as_table().ok_or_else(|| wrong(value, "a table"))
}

fn wrong(value: &Value<'_>, expected: &str) -> Fault {
    (value.span(), format!("expected {expected}"))
}

fn unknown<'a>(what: &str, place: Range<usize>, name: &str, known: impl IntoIterator<Item = &'a str>) -> Fault {
    let help = nearest(name, known).map_or_else(String::new, |name| format!("; there is `{name}`"));
    (place, format!("there is no {what} `{name}`{help}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Result<Configuration, Fault> {
        parse(Path::new("infra/typelog.toml"), text, AllowedDirectories::all())
    }

    #[test]
    fn paths_are_relative_to_the_file() {
        let configuration =
            parsed("schemas = [\"schemas\", \"/all\"]\nbaseline = \"old.json\"\n[limits]\nmax-rows = 7\n").unwrap();
        assert_eq!(configuration.schemas, [Path::new("infra/schemas"), Path::new("/all")]);
        assert_eq!(configuration.baseline, Some(PathBuf::from("infra/old.json")));
        assert_eq!(configuration.limits, BTreeMap::from([("max-rows", 7)]));
    }

    #[test]
    fn faults_have_a_place_and_the_nearest_name() {
        let fault = |text: &str| parsed(text).expect_err("a fault");
        assert_eq!(
            fault("schemas = []\nschema = []"),
            (13..19, "there is no key `schema`; there is `schemas`".to_owned())
        );
        assert_eq!(fault("dialect = \"pc\"").1, "expected \"pcl\", \"hcl\", \"bicep\", \"terraform\"");
        assert_eq!(fault("[limits]\nmax-row = 1").1, "there is no limit `max-row`; there is `max-rows`");
        assert_eq!(fault("[limits]\nmax-rows = 0").0, 20..21);
        assert!(fault("ignore = [\"no-conversio\"]").1.contains("`no-conversion`"));
        assert_eq!(fault("lenient = 1").1, "expected `true` or `false`");
        assert_eq!(fault("severity = \"off\"").1, "expected \"error\", \"warning\", \"note\"");
        parsed("dialect = ").expect_err("no TOML");
    }
}
