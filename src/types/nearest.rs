//! Suggestions: the known name nearest to an unknown one.

/// The maximum length, in bytes, of names that are compared.
const LONGEST: usize = 64;

/// The maximum number of names that are searched. With more names, searching them for each of many unknown names takes longer
/// than all else.
pub const MOST: usize = 2_000;

/// Returns the known name nearest to an unknown one, if it is near enough to be a typing error.
///
/// Of equally near names the first in byte order is chosen, so that the answer does not depend on the order of names. There is no
/// answer for very long names, or for more than [`MOST`] known ones.
pub fn nearest<'a>(unknown: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    if unknown.len() > LONGEST {
        return None;
    }
    let length = unknown.chars().count();
    let allowed = (length / 3).max(1);
    let known: Vec<&str> = known.into_iter().take(MOST + 1).collect();
    if known.len() > MOST {
        return None;
    }
    let letters = letters_of(unknown);
    let may_be_near = |name: &&str| {
        name.len() <= LONGEST
            && *name != unknown
            && name.chars().count().abs_diff(length) <= allowed
            && (letters ^ letters_of(name)).count_ones() as usize <= 2 * allowed
    };
    known
        .into_iter()
        .filter(may_be_near)
        .map(|name| (distance(unknown, name), name))
        .filter(|&(distance, _)| distance <= allowed)
        .min()
        .map(|(_, name)| name.to_owned())
}

/// Returns the letters of a name as a bit set, ignoring case. An edit adds one letter at most, and removes one at most.
fn letters_of(name: &str) -> u64 {
    name.chars().fold(0, |letters, letter| letters | 1 << (u32::from(letter.to_ascii_lowercase()) % 64))
}

/// Returns the number of edits that turn one name into the other. Names that differ in case only are at distance one.
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
        assert_eq!(nearest("größe", ["grösse", "große"]).as_deref(), Some("große"));
    }

    #[test]
    fn among_very_many_names_none_is_sought() {
        let names: Vec<String> = (0..=MOST).map(|number| format!("name{number}")).collect();
        assert_eq!(nearest("nane7", names.iter().map(String::as_str)), None);
        assert_eq!(nearest("nane7", names[..MOST].iter().map(String::as_str)).as_deref(), Some("name7"));
        let long = "n".repeat(100_000);
        assert_eq!(nearest(&long, [&long[1..], "name"]), None);
    }
}
