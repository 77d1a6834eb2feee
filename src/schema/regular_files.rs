//! Reading files that have an end.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use crate::source::MAX_BYTES;

/// The bytes of a file. Pipes and devices are refused, which may give bytes without end, or wait for them for ever.
///
/// # Errors
/// Why it cannot be read.
pub fn read_regular_file(path: &Path) -> io::Result<Vec<u8>> {
    let refused = |message: &str| io::Error::new(io::ErrorKind::InvalidInput, message.to_owned());
    // What it is, is asked before it is opened: to open a pipe waits for whoever writes to it.
    let kind = fs::metadata(path)?;
    if kind.is_dir() {
        return Err(refused("it is a directory"));
    }
    if !kind.is_file() {
        return Err(refused("it is no file but a pipe or a device; `-` stands for standard input"));
    }
    if kind.len() > MAX_BYTES as u64 {
        return Err(refused("it has more than 4 GiB"));
    }
    let mut bytes = Vec::with_capacity(kind.len() as usize);
    File::open(path)?.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() > MAX_BYTES { Err(refused("it has more than 4 GiB")) } else { Ok(bytes) }
}

/// The text of a file, under the same conditions.
///
/// # Errors
/// Why it cannot be read.
pub fn read_regular_text_file(path: &Path) -> io::Result<String> {
    String::from_utf8(read_regular_file(path)?).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}
