//! Finding the name that was probably meant.

/// The known name nearest to an unknown one, if one is near enough to be a slip of the keyboard.
///
/// Of equally near names the first in byte order is taken, so that the answer does not depend on the order of names.
pub fn nearest<'a>(unknown: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let length = unknown.chars().count();
    let allowed = (length / 3).max(1);
    known
        .into_iter()
        .filter(|name| *name != unknown && name.chars().count().abs_diff(length) <= allowed)
        .map(|name| (distance(unknown, name), name))
        .filter(|&(distance, _)| distance <= allowed)
        .min()
        .map(|(_, name)| name.to_owned())
}

/// Edits that turn one name into the other. Letters that differ in case only are one edit together.
fn distance(a: &str, b: &str) -> usize {
    if a.eq_ignore_ascii_case(b) { 1 } else { strsim::osa_distance(a, b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_is_recognised_and_a_stranger_is_not() {
        let known = ["region", "regions", "name", "strategy"];
        assert_eq!(nearest("regoin", known).as_deref(), Some("region"));
        assert_eq!(nearest("NAME", known).as_deref(), Some("name"));
        assert_eq!(nearest("colour", known), None);
        assert_eq!(nearest("x", ["y", "b"]).as_deref(), Some("b"));
    }
}
