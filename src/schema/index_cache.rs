//! Indices of large schema files, which locate their members, cached from one start to the next.
//!
//! An index is stored under the hash of a file's contents. This hash is stored under the path, length and modification time of
//! the file, so that an unchanged file is not read at the next start. An index begins with the hash of its own bytes. A damaged
//! index, or one that another version has written, is rebuilt.

use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::Serialize;
use serde::de::DeserializeOwned;
use twox_hash::{XxHash3_64, XxHash3_128};

use super::error::SchemaError;
use super::schema_text::SchemaText;
use crate::files::{self, AllowedDirectories, EntryKind, FileKind, Metadata, SharedSystem};

/// A store of indices.
pub trait IndexCache: std::fmt::Debug + Send + Sync {
    /// Returns the bytes stored under a name.
    fn load(&self, name: &str) -> Option<Vec<u8>>;
    /// Stores bytes under a name, atomically.
    fn store(&self, name: &str, bytes: &[u8]);
}

/// The version of the index format.
const VERSION: u32 = 2;

/// The minimum length, in bytes, of files whose indices are stored. Scanning a smaller file takes less time.
const LEAST: u64 = 1 << 20;

/// The minimum age of a modification. A file modified more recently may change again without a new modification time.
const SETTLED: Duration = Duration::from_secs(2);

/// Returns the text of a schema file and its index, which `scan` computes from the text unless it is stored. `kind` distinguishes
/// indices of different types. Linear in the index if the file has not changed since it was last read, otherwise in the file.
///
/// # Errors
/// The reason why the file cannot be read, or is not a schema.
pub(super) fn indexed<I: Serialize + DeserializeOwned>(
    path: &Path,
    kind: &str,
    allowed: &AllowedDirectories,
    cache: Option<&dyn IndexCache>,
    scan: impl FnOnce(&str) -> Result<I, SchemaError>,
) -> Result<(SchemaText, I), SchemaError> {
    let known = cache.and_then(|cache| Some((cache, Identity::of(path, allowed.system())?)));
    if let Some((cache, identity)) = &known
        && let Some(contents) = cache.load(&identity.name).and_then(|kept| String::from_utf8(kept).ok())
        && let Some(index) = load(*cache, kind, &contents)
        && let Ok(file) = files::open(path, FileKind::Data, allowed)
        && file.metadata().ok().and_then(|there| Identity::with(path, &there, allowed.system())).as_ref()
            == Some(identity)
    {
        return Ok((SchemaText::in_file(file), index));
    }
    let unreadable = |error: std::io::Error| SchemaError::of_file(path, error.to_string());
    let text = files::read_text(path, FileKind::Data, allowed).map_err(unreadable)?;
    let Some((cache, identity)) = known else {
        let index = scan(&text)?;
        return Ok((SchemaText::of(text), index));
    };
    let contents = format!("{:032x}", XxHash3_128::oneshot(text.as_bytes()));
    let index = if let Some(index) = load(cache, kind, &contents) {
        index
    } else {
        let index = scan(&text)?;
        store(cache, kind, &contents, &index);
        index
    };
    if identity.is_settled {
        cache.store(&identity.name, contents.as_bytes());
    }
    Ok((SchemaText::of(text), index))
}

/// The identity of a file, determined without reading it.
struct Identity {
    name: String,
    /// Holds if every further change of the file changes its identity.
    is_settled: bool,
}

impl PartialEq for Identity {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Identity {
    /// Returns the identity of a file, if it is large.
    fn of(path: &Path, system: &SharedSystem) -> Option<Self> {
        Self::with(path, &system.metadata(path).ok()?, system)
    }

    fn with(path: &Path, there: &Metadata, system: &SharedSystem) -> Option<Self> {
        if there.kind != EntryKind::File || there.length < LEAST {
            return None;
        }
        let modified = there.modified?;
        let nanoseconds = modified.duration_since(UNIX_EPOCH).ok()?.as_nanos();
        let path = system.canonical(path).ok()?;
        let text = format!("{}\n{}\n{nanoseconds}", path.to_string_lossy(), there.length);
        let age = SystemTime::now().duration_since(modified).unwrap_or_default();
        let name = format!("{:032x}.file", XxHash3_128::oneshot(text.as_bytes()));
        Some(Self { name, is_settled: age > SETTLED })
    }
}

fn load<I: DeserializeOwned>(cache: &dyn IndexCache, kind: &str, contents: &str) -> Option<I> {
    // The stored value may have been changed by anybody.
    let is_hash = contents.len() == 32 && contents.bytes().all(|byte| byte.is_ascii_hexdigit());
    let kept = is_hash.then(|| cache.load(&index_name(kind, contents)))??;
    let (hash, index) = kept.split_at_checked(HASH)?;
    (hash == hash_of(index).as_bytes()).then(|| serde_json::from_slice(index).ok())?
}

fn store<I: Serialize>(cache: &dyn IndexCache, kind: &str, contents: &str, index: &I) {
    if let Ok(index) = serde_json::to_string(index) {
        cache.store(&index_name(kind, contents), (hash_of(index.as_bytes()) + &index).as_bytes());
    }
}

fn index_name(kind: &str, contents: &str) -> String {
    format!("{contents}.{kind}{VERSION}")
}

/// The length of a hash in bytes.
const HASH: usize = 16;

fn hash_of(bytes: &[u8]) -> String {
    format!("{:016x}", XxHash3_64::oneshot(bytes))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::fs::{self, File};
    use std::io::Write;
    use std::path::PathBuf;
    use std::sync::{Mutex, PoisonError};

    use super::super::document::Document;
    use super::*;
    use crate::files::Disk;

    #[derive(Debug, Default)]
    struct Kept(Mutex<BTreeMap<String, Vec<u8>>>);

    impl IndexCache for Kept {
        fn load(&self, name: &str) -> Option<Vec<u8>> {
            self.all().get(name).cloned()
        }

        fn store(&self, name: &str, bytes: &[u8]) {
            self.all().insert(name.to_owned(), bytes.to_vec());
        }
    }

    impl Kept {
        fn all(&self) -> std::sync::MutexGuard<'_, BTreeMap<String, Vec<u8>>> {
            self.0.lock().unwrap_or_else(PoisonError::into_inner)
        }

        fn names(&self) -> Vec<String> {
            self.all().keys().cloned().collect()
        }
    }

    /// Writes a schema of more than a megabyte, with an earlier modification time.
    fn large_schema(name: &str, property: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("typelog-{name}-{}.json", std::process::id()));
        let types: Vec<String> = (0..4_000)
            .map(|at| {
                format!(
                    r#""a:x:T{at}": {{"type": "object", "description": "{}", "properties": {{}}}}"#,
                    "y".repeat(300)
                )
            })
            .collect();
        let last = format!(r#""a:x:Last": {{"properties": {{"{property}": {{"type": "string"}}}}}}"#);
        let mut file = File::create(&path).expect("a file");
        write!(file, r#"{{"name": "a", "version": "1.0.0", "types": {{{}, {last}}}}}"#, types.join(", "))
            .expect("written");
        file.set_modified(SystemTime::now() - Duration::from_mins(1)).expect("an earlier time");
        path
    }

    fn last(path: &Path, cache: &Kept) -> String {
        let document = Document::read(path, &AllowedDirectories::all(&Disk::shared()), Some(cache)).expect("a schema");
        let place = document.types.get("a:x:Last").expect("a type");
        document.member::<serde_json::Value>(place).expect("a member").to_string()
    }

    #[test]
    fn a_file_that_has_not_changed_is_not_read_again() {
        let (path, cache) = (large_schema("unchanged", "one"), Kept::default());
        let first = last(&path, &cache);
        assert_eq!(cache.names().len(), 2);
        let (text, _) = indexed::<serde_json::Value>(
            &path,
            "package",
            &AllowedDirectories::all(&Disk::shared()),
            Some(&cache),
            |_| panic!("the file is scanned again"),
        )
        .expect("an index");
        assert!(text.is_unread());
        assert_eq!(last(&path, &cache), first);
        let _ = fs::remove_file(path);
    }

    #[test]
    fn a_file_that_has_changed_is_read_again() {
        let (path, cache) = (large_schema("changed", "one"), Kept::default());
        let before = last(&path, &cache);
        let same = large_schema("changed", "two");
        assert_eq!(path, same);
        File::options().append(true).open(&path).and_then(|mut file| file.write_all(b" ")).expect("written");
        assert!(before.contains("one") && last(&path, &cache).contains("two"));
        let _ = fs::remove_file(path);
    }

    #[test]
    fn damaged_indices_are_made_anew() {
        let (path, cache) = (large_schema("damaged", "one"), Kept::default());
        let whole = last(&path, &cache);
        for name in cache.names() {
            let kept = cache.load(&name).expect("it is kept");
            for damaged in [Vec::new(), kept[..kept.len() / 2].to_vec(), [&kept[..], b"1"].concat(), vec![255; 40]] {
                cache.store(&name, &damaged);
                assert_eq!(last(&path, &cache), whole);
                assert_eq!(cache.load(&name).as_ref(), Some(&kept), "{name} is mended");
            }
        }
        let _ = fs::remove_file(path);
    }

    #[test]
    fn small_files_have_no_index() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/schemas");
        let cache = Kept::default();
        for file in fs::read_dir(path).expect("a folder").flatten() {
            assert!(Document::read(&file.path(), &AllowedDirectories::all(&Disk::shared()), Some(&cache)).is_ok());
        }
        assert_eq!(cache.names(), Vec::<String>::new());
    }
}
