//! Suggestions: the known name nearest to an unknown one.
//!
//! Names are compared without case and without the marks between words. A name is near if a slip of the pen turns it into the
//! other, if one begins or ends with the other, or if both end with the same word: `memory` is near `memorySize`, `roleArn` near `arn`.

mod known;
mod words;

use words::{Nearness, Words, nearness};

pub use known::KnownNames;

/// The maximum length, in bytes, of names that are compared.
const LONGEST: usize = 64;

/// The maximum number of names that are searched. With more names, searching them for each of many unknown names takes longer
/// than all else.
pub const MOST: usize = 2_000;

/// The least number of letters of a name that is near another one: two letters are near to too many.
const SHORTEST: usize = 3;

/// The least number of letters with which a name that is contained in another one ends it, but begins within a word.
const SHORTEST_END: usize = 4;

/// The thousandths that the last word counts for more than others: it says what a thing is.
const LAST_WORD: usize = 200;

/// The thousandths of names whose words begin alike, one by one: more than those of a last word alone.
const ALIGNED: usize = 900;

/// Returns the known name nearest to an unknown one, if it is near enough to be meant.
///
/// Of equally near names the first in byte order is chosen, so that the answer does not depend on the order of names. There is no
/// answer for very long names, or for more than [`MOST`] known ones.
pub fn nearest<'a>(unknown: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    if unknown.len() > LONGEST {
        return None;
    }
    let known = few(known)?;
    let (spelling, mut other) = (Spelling::of(unknown), Spelling::default());
    let near = known.into_iter().filter(|name| name.len() <= LONGEST).filter_map(|name| {
        other.read(name);
        Some((spelling.nearness(&other, name != unknown)?, name))
    });
    near.min().map(|(_, name)| name.to_owned())
}

/// Returns the nearest known name that a slip of the pen turns into the unknown one.
pub fn slip<'a>(unknown: &str, known: impl IntoIterator<Item = &'a str> + Clone) -> Option<String> {
    nearest(unknown, known).filter(|meant| is_slip(unknown, meant))
}

fn is_slip(unknown: &str, meant: &str) -> bool {
    let near = nearness(&Words::of(unknown), &Words::of(meant));
    matches!(near, Some(Nearness::Same | Nearness::Slip(..)))
}

/// Returns the known names, unless there are too many to be searched.
fn few<'a>(known: impl IntoIterator<Item = &'a str>) -> Option<Vec<&'a str>> {
    let known: Vec<&str> = known.into_iter().take(MOST + 1).collect();
    (known.len() <= MOST).then_some(known)
}

/// Returns the only known name that has one letter more than an unknown one of two letters.
pub fn lengthened<'a>(unknown: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    only_lengthened(unknown, known.into_iter().map(|name| (name, name)), |_| true).map(str::to_owned)
}

/// Returns what stands beside the only one of the known names that may be meant and has one letter more than an unknown one of two
/// letters.
fn only_lengthened<'a, T: Copy>(
    unknown: &str,
    known: impl IntoIterator<Item = (T, &'a str)>,
    may_be_meant: impl Fn(T) -> bool,
) -> Option<T> {
    let mut longer = known.into_iter().filter(|&(of, name)| is_lengthened(unknown, name) && may_be_meant(of));
    let (found, name) = longer.next()?;
    longer.all(|(_, other)| other == name).then_some(found)
}

fn is_lengthened(unknown: &str, name: &str) -> bool {
    match (unknown.as_bytes(), name.as_bytes()) {
        (&[first, second], &[a, b, c]) => [(a, b), (a, c), (b, c)].contains(&(first, second)),
        _ => false,
    }
}

/// Holds if a name may stand for one that must be given, and is not: it is near to it, has as many words and the same first one, or
/// abbreviates it, like `src` for `source`.
pub fn may_stand_for(unknown: &str, missing: &str) -> bool {
    Spelling::of(unknown).may_stand_for(&Spelling::of(missing), unknown != missing)
}

/// A name that is compared with many others: it is split into words once.
#[derive(Debug, Default)]
pub struct Spelling {
    words: Words,
    is_short: bool,
}

impl Spelling {
    /// Splits a name into words.
    pub fn of(name: &str) -> Self {
        Self { words: Words::of(name), is_short: name.len() <= LONGEST }
    }

    /// As [`Self::of`], in the place of another name.
    fn read(&mut self, name: &str) {
        self.words.read(name);
        self.is_short = name.len() <= LONGEST;
    }

    /// Returns how near a known name is, if it is another one, and none of them is very long.
    fn nearness(&self, known: &Self, are_different: bool) -> Option<Nearness> {
        let may_be_near = self.is_short && known.is_short && are_different;
        if may_be_near { nearness(&self.words, &known.words) } else { None }
    }

    /// As [`may_stand_for`], for names that are different or the same.
    pub fn may_stand_for(&self, missing: &Self, are_different: bool) -> bool {
        let are_near = self.nearness(missing, are_different).is_some();
        words::may_stand_for(&self.words, &missing.words, are_near)
    }
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
        assert_eq!(nearest("größe", ["grösse", "große"]).as_deref(), Some("große"));
        assert_eq!(nearest("instances", ["instanceSizeSlug", "instanceCount"]).as_deref(), Some("instanceCount"));
        assert!(may_stand_for("localFile", "localPath") && !may_stand_for("file", "localPath"));
        assert!(may_stand_for("src", "source") && !may_stand_for("src", "sizeReduced"));
        assert_eq!(nearest("tagz", ["tags", "tagsAll"]).as_deref(), Some("tags"));
        assert_eq!(nearest("nest", ["net", "nets"]).as_deref(), Some("nets"));
    }

    #[test]
    fn two_letters_are_near_to_nothing_but_themselves() {
        assert_eq!(nearest("ip", ["id", "ipv4Address", "publicIp"]), None);
        assert_eq!(nearest("x", ["y", "b"]), None);
        assert_eq!(nearest("ID", ["id", "ids"]).as_deref(), Some("id"));
        assert_eq!(nearest("arn", ["urn", "id"]), None);
        assert_eq!(nearest("url", ["urn", "id"]), None);
        assert_eq!(nearest("arm", ["urn", "arn"]).as_deref(), Some("arn"));
        assert_eq!(nearest("nam", ["name", "id"]).as_deref(), Some("name"));
        assert_eq!(lengthened("id", ["ids", "arn", "ids"]).as_deref(), Some("ids"));
        assert_eq!(lengthened("id", ["ids", "bid"]), None);
        let abbreviated = |known: &[&str]| KnownNames::from_iter(known).abbreviated("img", |_| true);
        assert_eq!(abbreviated(&["imagePullPolicy", "image", "name"]), Some(1));
        assert_eq!(abbreviated(&["image", "imaging"]), None);
    }

    #[test]
    fn case_and_marks_between_words_do_not_count() {
        let known = ["ipv4Address", "ipv6Address", "memorySize"];
        assert_eq!(nearest("ipv4address", known).as_deref(), Some("ipv4Address"));
        assert_eq!(nearest("ipv4_address", known).as_deref(), Some("ipv4Address"));
        assert_eq!(nearest("memory-size", known).as_deref(), Some("memorySize"));
        assert_eq!(KnownNames::from_iter(known).same_letters("memory_size"), Some("memorySize"));
    }

    #[test]
    fn known_names_are_compared_like_those_of_a_list() {
        let known = ["region", "regions", "ipv4Address", "memory_size", "größe", "id"];
        let names: KnownNames<&str> = known.into_iter().collect();
        for unknown in ["regoin", "region", "memory", "grösse", "ip", "ipAddress", "x", ""] {
            assert_eq!(names.nearest(unknown, |_| true), nearest(unknown, known), "{unknown}");
            assert_eq!(names.slip(unknown), slip(unknown, known), "{unknown}");
            let lengthened_at = names.lengthened(unknown, |_| true).map(|at| known[at]);
            assert_eq!(lengthened_at, lengthened(unknown, known).as_deref(), "{unknown}");
            let meant: Vec<&str> = known.into_iter().filter(|name| may_stand_for(unknown, name)).collect();
            let meant_at: Vec<&str> = names.meant_by(unknown).into_iter().map(|at| known[at]).collect();
            assert_eq!(meant_at, meant, "{unknown}");
        }
        assert_eq!(names.nearest("regoin", |name| name != "region").as_deref(), Some("regions"));
    }

    #[test]
    fn names_that_share_words_are_near() {
        let known =
            ["arn", "functionName", "ipv4Address", "ipv6Address", "kmsKeyArn", "memorySize", "environment", "id"];
        let near = |unknown| nearest(unknown, known);
        assert_eq!(near("roleArn").as_deref(), Some("arn"));
        assert_eq!(near("functionArn").as_deref(), Some("arn"));
        assert_eq!(near("kmsArn").as_deref(), Some("kmsKeyArn"));
        assert_eq!(near("publicIpv4Address").as_deref(), Some("ipv4Address"));
        assert_eq!(near("ipAddress").as_deref(), Some("ipv4Address"));
        assert_eq!(near("memory").as_deref(), Some("memorySize"));
        assert_eq!(near("env").as_deref(), Some("environment"));
        assert_eq!(nearest("vpcId", ["vpcUuid", "region", "ipv6"]).as_deref(), Some("vpcUuid"));
        assert_eq!(near("zoneId").as_deref(), Some("id"));
        assert_eq!(nearest("zoneId", ["zone", "id"]).as_deref(), Some("id"));
        assert_eq!(nearest("bucketDomainName", ["bucketName", "domainName"]).as_deref(), Some("domainName"));
        assert_eq!(nearest("upperMin", ["upper", "minUpper"]).as_deref(), Some("minUpper"));
        assert_eq!(nearest("s3bucketName", ["s3Bucket", "s3Key"]).as_deref(), Some("s3Bucket"));
        assert_eq!(nearest("minNumbers", ["number", "minNumeric", "minUpper"]).as_deref(), Some("minNumeric"));
        assert_eq!(nearest("expireInDays", ["expirationInDays", "enabled"]).as_deref(), Some("expirationInDays"));
        assert_eq!(nearest("port", ["supportedTypes", "reports"]), None);
    }

    #[test]
    fn among_very_many_names_none_is_sought() {
        let names: Vec<String> = (0..=MOST).map(|number| format!("name{number}")).collect();
        assert_eq!(nearest("nane7", names.iter().map(String::as_str)), None);
        assert_eq!(nearest("nane7", names[..MOST].iter().map(String::as_str)).as_deref(), Some("name7"));
        let known: KnownNames<&str> = names.iter().map(String::as_str).collect();
        assert_eq!(known.nearest("nane7", |_| true), None);
        let long = "n".repeat(100_000);
        assert_eq!(nearest(&long, [&long[1..], "name"]), None);
    }
}
