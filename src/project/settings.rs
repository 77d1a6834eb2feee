//! `typelog.toml`: settings for the programs in a directory and below it.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

use super::error::{Error, Result, SettingsFault};
use super::limits::{GivenLimits, defaults, greatest};
use super::options::{Level, Settings, SettingsFile, check_code};
use crate::book::EDITIONS;
use crate::diagnostics::Severity;
use crate::dialect::{Dialect, Version};
use crate::files::{AllowedDirectories, FileKind, SharedSystem, read_text};
use crate::source::{Source, Span};
use crate::types::nearest::nearest;

/// The name of the file.
pub const FILE_NAME: &str = "typelog.toml";

/// The settings in a file.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Configuration {
    /// The file.
    pub path: PathBuf,
    /// The directories that the files named in it have to lie in.
    pub allowed: AllowedDirectories,
    /// The settings.
    pub settings: Settings,
}

/// A cache of the settings of directories.
#[derive(Debug, Default)]
pub struct KnownSettings {
    of_directories: Mutex<HashMap<PathBuf, Option<Arc<Configuration>>>>,
    /// The settings that were last read from each file without faults.
    last: Mutex<HashMap<PathBuf, Arc<Configuration>>>,
}

/// The keys of the file.
const KEYS: [&str; 17] = [
    "baseline",
    "book",
    "declare",
    "dialect",
    "ignore",
    "lenient",
    "limits",
    "modules",
    "opentofu",
    "recursive",
    "root",
    "rules",
    "schemas",
    "select",
    "severities",
    "severity",
    "terraform",
];

impl KnownSettings {
    /// Returns the settings for the programs in a directory.
    ///
    /// If the file was found, its paths have to lie in its directory or in one of the roots, since it may belong to an untrusted
    /// program. A file that the user names is trusted.
    ///
    /// # Errors
    /// If their file has faults.
    pub fn of(
        &self,
        directory: &Path,
        file: &SettingsFile,
        roots: &[PathBuf],
        system: &SharedSystem,
    ) -> Result<Option<Arc<Configuration>>> {
        let mut known = self.of_directories.lock().unwrap_or_else(PoisonError::into_inner);
        match file {
            SettingsFile::None => return Ok(None),
            SettingsFile::Nearest => {}
            SettingsFile::At(path) => {
                let found = match known.get(path) {
                    Some(found) => found.clone(),
                    None => Some(self.keep(read(path, AllowedDirectories::all(system))?)),
                };
                known.insert(path.clone(), found.clone());
                return Ok(found);
            }
        }
        let directory = if directory == Path::new("") { Path::new(".") } else { directory };
        let directory = system.absolute(directory);
        let (mut found, mut passed) = (None, Vec::new());
        for around in directory.ancestors() {
            if let Some(configuration) = known.get(around) {
                found.clone_from(configuration);
                break;
            }
            passed.push(around.to_owned());
            let path = around.join(FILE_NAME);
            if system.has_entry(&path) && !system.is_dir(&path) {
                let folders = [around].into_iter().chain(roots.iter().map(PathBuf::as_path));
                let allowed = AllowedDirectories::exactly(system, folders);
                found = Some(self.keep(read(&path, allowed)?));
                break;
            }
        }
        known.extend(passed.into_iter().map(|directory| (directory, found.clone())));
        Ok(found)
    }

    /// Clears the cache, since the files may have changed.
    pub fn forget(&self) {
        self.of_directories.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    fn keep(&self, configuration: Configuration) -> Arc<Configuration> {
        let kept = Arc::new(configuration);
        self.last.lock().unwrap_or_else(PoisonError::into_inner).insert(kept.path.clone(), kept.clone());
        kept
    }

    /// Uses the settings that were last read from a file without faults; none if there were none.
    pub fn use_last(&self, file: &Path) {
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner).get(file).cloned();
        let mut known = self.of_directories.lock().unwrap_or_else(PoisonError::into_inner);
        // A file that the user names is known by its own path.
        let places = std::iter::once(file).chain(file.parent());
        known.extend(places.map(|place| (place.to_owned(), last.clone())));
    }
}

fn read(path: &Path, allowed: AllowedDirectories) -> Result<Configuration> {
    let fault = |text: &str, at: Range<usize>, message: String| SettingsFault {
        path: path.to_owned(),
        source: Source::new(path.display().to_string(), text),
        span: Span::new(at),
        message,
    };
    let text = read_text(path, FileKind::Settings, &allowed).map_err(|error| {
        Error::of_settings(format!("{}: {error}", path.display()), fault("", 0..0, error.to_string()))
    })?;
    parse(path, &text, allowed).map_err(|(at, message)| {
        let fault = fault(&text, at, message);
        let position = fault.source.position(fault.span.start);
        let whole = format!("{}:{}:{}: {}", fault.source.name, position.line, position.column, fault.message);
        Error::of_settings(whole, fault)
    })
}

/// A fault in a configuration: its place, and the message.
type Fault = (Range<usize>, String);

type Parsed<T> = std::result::Result<T, Fault>;

fn parse(path: &Path, text: &str, allowed: AllowedDirectories) -> Parsed<Configuration> {
    let directory = path.parent().unwrap_or(Path::new(""));
    let table = DeTable::parse(text)
        .map_err(|error| (error.span().unwrap_or(0..0), error.message().replace(char::is_control, " ")))?;
    let mut configuration = Configuration { path: path.to_owned(), allowed, ..Configuration::default() };
    let Configuration { allowed, settings, .. } = &mut configuration;
    let allow = |place: Range<usize>, path: &Path| allowed.allow(path).map_err(|reason| (place, reason));
    let paths = |value| {
        let path = |(place, path): (_, &str)| {
            let path = directory.join(path);
            allow(place, &path).map(|()| path)
        };
        texts(value)?.into_iter().map(path).collect::<Parsed<Vec<PathBuf>>>()
    };
    for (key, value) in table.get_ref() {
        match &key.get_ref()[..] {
            "dialect" => settings.dialect = Some(word(value, &Dialect::ALL.map(|dialect| (dialect.word(), dialect)))?),
            "schemas" => settings.schemas = paths(value)?,
            "modules" => settings.modules = paths(value)?,
            "root" => settings.root = paths(value)?,
            "rules" => settings.rules = paths(value)?,
            "declare" => settings.declare = paths(value)?,
            "lenient" => settings.lenient = truth(value)?,
            "recursive" => settings.recursive = truth(value)?,
            "select" => settings.select = codes(value)?,
            "ignore" => settings.ignore = codes(value)?,
            "severity" => {
                settings.severity = Some(word(value, &Severity::ALL.map(|severity| (severity.word(), severity)))?);
            }
            "severities" => settings.severities = levels(value)?,
            "baseline" => {
                let path = directory.join(text_of(value)?);
                // The file itself need not exist yet.
                allow(value.span(), path.parent().unwrap_or(&path))?;
                settings.baseline = Some(path);
            }
            "book" => {
                let name = text_of(value)?;
                settings.book = Some(name.to_owned());
                if !EDITIONS.contains(&name) {
                    let path = directory.join(name);
                    allow(value.span(), &path)?;
                    settings.book = Some(path.display().to_string());
                }
            }
            "opentofu" => settings.opentofu = Some(version(value)?),
            "terraform" => settings.terraform = Some(version(value)?),
            "limits" => settings.limits = limits_of(value)?,
            other => return Err(unknown("key", key.span(), other, KEYS)),
        }
    }
    Ok(configuration)
}

type Value<'a> = Spanned<DeValue<'a>>;

fn text_of<'a>(value: &'a Value<'_>) -> Parsed<&'a str> {
    value.get_ref().as_str().ok_or_else(|| wrong(value, "a string"))
}

fn truth(value: &Value<'_>) -> Parsed<bool> {
    value.get_ref().as_bool().ok_or_else(|| wrong(value, "`true` or `false`"))
}

fn version(value: &Value<'_>) -> Parsed<String> {
    let text = text_of(value)?;
    match Version::read(text) {
        Some(_) => Ok(text.to_owned()),
        None => Err(wrong(value, "a version like \"1.9\"")),
    }
}

/// Returns a list of strings, with their places.
fn texts<'a>(value: &'a Value<'_>) -> Parsed<Vec<(Range<usize>, &'a str)>> {
    let list = value.get_ref().as_array().ok_or_else(|| wrong(value, "a list of strings"))?;
    list.iter().map(|value| Ok((value.span(), text_of(value)?))).collect()
}

fn codes(value: &Value<'_>) -> Parsed<Vec<String>> {
    texts(value)?.into_iter().map(|(place, code)| check_code(code).map_err(|message| (place, message))).collect()
}

/// Reads one of some words.
fn word<W: Copy>(value: &Value<'_>, words: &[(&str, W)]) -> Parsed<W> {
    let text = text_of(value)?;
    words.iter().find(|(word, _)| *word == text).map(|&(_, meant)| meant).ok_or_else(|| {
        let words: Vec<String> = words.iter().map(|(word, _)| format!("\"{word}\"")).collect();
        wrong(value, &words.join(", "))
    })
}

fn levels(value: &Value<'_>) -> Parsed<BTreeMap<String, Level>> {
    let level = |(code, value): (&Spanned<DeString<'_>>, &Value<'_>)| {
        Ok((
            check_code(code.get_ref()).map_err(|message| (code.span(), message))?,
            word(value, &Level::ALL.map(|level| (level.word(), level)))?,
        ))
    };
    table_of(value)?.iter().map(level).collect()
}

fn limits_of(value: &Value<'_>) -> Parsed<GivenLimits> {
    let defaults = defaults();
    let limit = |(key, value): (&Spanned<DeString<'_>>, &Value<'_>)| {
        let name: &str = key.get_ref();
        let Some((&name, _)) = defaults.get_key_value(name) else {
            return Err(unknown("limit", key.span(), name, defaults.keys().copied()));
        };
        let number =
            value.get_ref().as_integer().and_then(|number| u64::from_str_radix(number.as_str(), number.radix()).ok());
        let number = number.filter(|number| (1..=greatest(name)).contains(number));
        Ok((name.to_owned(), number.ok_or_else(|| wrong(value, &format!("a number from 1 to {}", greatest(name))))?))
    };
    table_of(value)?.iter().map(limit).collect()
}

fn table_of<'a, 'b>(value: &'a Value<'b>) -> Parsed<&'a DeTable<'b>> {
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
    use crate::files::Disk;

    fn parsed(text: &str) -> Parsed<Configuration> {
        parse(Path::new("infra/typelog.toml"), text, AllowedDirectories::all(&Disk::shared()))
    }

    #[test]
    fn the_keys_are_those_of_the_settings() {
        let settings = serde_json::to_value(Settings::default()).unwrap();
        let keys: Vec<&str> = settings.as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(keys, KEYS);
    }

    #[test]
    fn the_published_schema_is_that_of_the_settings() {
        let mut schema = serde_json::to_value(schemars::schema_for!(Settings)).unwrap();
        schema["title"] = FILE_NAME.into();
        let text = serde_json::to_string_pretty(&schema).unwrap() + "\n";
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/editors/typelog.schema.json");
        if std::env::var_os("TYPELOG_BLESS").is_some_and(|value| value == "1") {
            std::fs::write(&path, &text).unwrap();
        }
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text, "TYPELOG_BLESS=1 writes the schema");
    }

    #[test]
    fn paths_are_relative_to_the_file() {
        let configuration =
            parsed("schemas = [\"schemas\", \"/all\"]\nbaseline = \"old.json\"\n[limits]\nmax-rows = 7\n").unwrap();
        assert_eq!(configuration.settings.schemas, [Path::new("infra/schemas"), Path::new("/all")]);
        assert_eq!(configuration.settings.baseline, Some(PathBuf::from("infra/old.json")));
        assert_eq!(configuration.settings.limits, BTreeMap::from([("max-rows".to_owned(), 7)]));
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
        assert_eq!(fault("terraform = \"new\"").1, "expected a version like \"1.9\"");
        assert_eq!(fault("lenient = 1").1, "expected `true` or `false`");
        assert_eq!(fault("severity = \"off\"").1, "expected \"error\", \"warning\", \"note\"");
        parsed("dialect = ").expect_err("no TOML");
    }
}
