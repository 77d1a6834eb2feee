//! Places of errors, and the comparison of two sets of them.

/// A half-open range of bytes.
pub type Place = (i64, i64);

/// The places of errors in `error@0-3 message | warning@4-5 message`.
pub fn errors(text: &str) -> Vec<Place> {
    let entries = text.split("| ").filter_map(|entry| entry.strip_prefix("error@"));
    entries.filter_map(|entry| place(entry.split(' ').next()?)).collect()
}

/// Holds if both sides have errors or neither has, and each place matches one on the other side.
pub fn agree(ours: &[Place], recorded: &[Place]) -> bool {
    ours.is_empty() == recorded.is_empty()
        && recorded.iter().all(|&recorded| ours.iter().any(|&found| meets(found, recorded)))
        && ours.iter().all(|&found| recorded.iter().any(|&recorded| meets(found, recorded)))
}

/// Holds if our place overlaps the recorded one, and is not much longer.
fn meets(ours: Place, recorded: Place) -> bool {
    let overlaps = |a: Place, b: Place| a.0 < b.1.max(b.0 + 1);
    overlaps(ours, recorded) && overlaps(recorded, ours) && ours.1 - ours.0 <= 2 * (recorded.1 - recorded.0) + 8
}

fn place(text: &str) -> Option<Place> {
    let (start, end) = text.split_once('-')?;
    Some((start.parse().ok()?, end.parse().ok()?))
}
