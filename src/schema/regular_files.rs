//! Reading regular files, which have an end.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::source::MAX_BYTES;

/// Reads a file. Pipes and devices are refused, because they may produce bytes without end, or block forever.
///
/// # Errors
/// The reason why it cannot be read.
pub fn read_regular_file(path: &Path) -> io::Result<Vec<u8>> {
    // The kind of the file is checked before it is opened, because opening a pipe blocks until somebody writes to it.
    let kind = fs::metadata(path)?;
    if kind.is_dir() {
        return Err(refused("it is a directory"));
    }
    if !kind.is_file() {
        return Err(refused("it is a pipe or a device, not a regular file; `-` reads standard input"));
    }
    read_listed_file(path)
}

/// Reads a file that its directory lists as a regular one.
///
/// # Errors
/// The reason why it cannot be read.
pub fn read_listed_file(path: &Path) -> io::Result<Vec<u8>> {
    let mut file = File::open(path)?;
    let length = file.metadata()?.len();
    if length > MAX_BYTES as u64 {
        return Err(refused("it is larger than 4 GiB"));
    }
    if length == 0 {
        // Files that the system generates, as in `/proc`, report no length either.
        let mut bytes = Vec::new();
        file.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes)?;
        return if bytes.len() > MAX_BYTES { Err(refused("it is larger than 4 GiB")) } else { Ok(bytes) };
    }
    let mut bytes = vec![0; length as usize];
    match file.read_exact(&mut bytes) {
        Ok(()) => Ok(bytes),
        // The file has become shorter.
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => fs::read(path),
        Err(error) => Err(error),
    }
}

fn refused(message: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, message.to_owned())
}

/// Reads a text file, under the same conditions.
///
/// # Errors
/// The reason why it cannot be read.
pub fn read_regular_text_file(path: &Path) -> io::Result<String> {
    String::from_utf8(read_regular_file(path)?).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}

/// Returns the canonical path of a directory, with links resolved, or the path as it is if the directory does not exist.
pub fn real_path(directory: &Path) -> PathBuf {
    let named = if directory.as_os_str().is_empty() { Path::new(".") } else { directory };
    fs::canonicalize(named).unwrap_or_else(|_| directory.to_owned())
}
