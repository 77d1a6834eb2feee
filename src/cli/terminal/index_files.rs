//! Indices of large schemas in the user's cache directory: `$XDG_CACHE_HOME/typelog`, or the equivalent of the system.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use etcetera::{BaseStrategy, choose_base_strategy};

use super::temporary_files::replace_file;
use crate::files::{self, AllowedDirectories, Disk, FileKind};
use crate::schema::IndexCache;

/// The option for the indices of large schemas.
#[derive(Clone, Copy, Debug, Args)]
pub struct CacheArguments {
    /// Read large schemas as a whole, and keep no index of them in the cache directory
    #[arg(long, help_heading = "Environment")]
    no_cache: bool,
}

/// A directory with indices.
#[derive(Debug)]
struct IndexFiles(PathBuf);

/// The maximum number of files, beyond which the oldest ones are removed.
const MOST_FILES: usize = 256;

impl CacheArguments {
    /// Returns the cache of indices, unless it is disabled or the system has no cache directory.
    pub fn cache(self) -> Option<Arc<dyn IndexCache>> {
        if self.no_cache { None } else { schema_cache() }
    }
}

/// Returns the cache of indices of large schemas in the user's cache directory, if the system has one.
pub fn schema_cache() -> Option<Arc<dyn IndexCache>> {
    let strategy = choose_base_strategy().ok()?;
    Some(Arc::new(IndexFiles(strategy.cache_dir().join("typelog").join("schemas"))))
}

impl IndexCache for IndexFiles {
    fn load(&self, name: &str) -> Option<Vec<u8>> {
        files::read(
            &self.0.join(name),
            FileKind::Data,
            &AllowedDirectories::exactly(&Disk::shared(), [&*self.0].into_iter()),
        )
        .ok()
    }

    fn store(&self, name: &str, bytes: &[u8]) {
        // Without a writable cache, there is no index.
        let _ = self.write(name, bytes);
    }
}

impl IndexFiles {
    fn write(&self, name: &str, bytes: &[u8]) -> std::io::Result<()> {
        fs::create_dir_all(&self.0)?;
        replace_file(&self.0.join(name), bytes)?;
        self.remove_oldest()
    }

    fn remove_oldest(&self) -> std::io::Result<()> {
        let mut files = Vec::new();
        for entry in fs::read_dir(&self.0)? {
            let entry = entry?;
            // The temporary files of other processes begin with a dot.
            if !entry.file_name().as_encoded_bytes().starts_with(b".") {
                files.push((entry.metadata()?.modified()?, entry.path()));
            }
        }
        files.sort();
        let surplus = files.len().saturating_sub(MOST_FILES);
        files.iter().take(surplus).try_for_each(|(_, path)| fs::remove_file(path))
    }
}
