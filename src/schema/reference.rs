//! References from one part of a schema to another, in the same package or in another one.

use semver::Version;

/// The target of a `$ref`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Reference {
    /// A type that all packages share.
    Shared(Shared),
    /// A member of a package, or of the schema's own package if none is named.
    Member(Option<(String, Option<Version>)>, Kind, String),
}

/// The types that all packages share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shared {
    /// `pulumi.json#/Any` and `pulumi.json#/Json`
    Any,
    /// `pulumi.json#/Asset`
    Asset,
    /// `pulumi.json#/Archive`
    Archive,
}

/// The kinds of members that references refer to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Kind {
    /// `#/types/...`
    Type,
    /// `#/resources/...` and `#/provider`
    Resource,
}

impl Reference {
    /// Parses a reference.
    ///
    /// # Errors
    /// The reason why it is invalid.
    pub fn parse(text: &str) -> Result<Self, String> {
        let wrong = || format!("invalid type reference `{text}`");
        match text {
            "pulumi.json#/Any" | "pulumi.json#/Json" => return Ok(Self::Shared(Shared::Any)),
            "pulumi.json#/Asset" => return Ok(Self::Shared(Shared::Asset)),
            "pulumi.json#/Archive" => return Ok(Self::Shared(Shared::Archive)),
            _ => {}
        }
        let (path, fragment) = text.split_once('#').ok_or_else(wrong)?;
        let package = if path.is_empty() { None } else { Some(package(&unescaped(path)).ok_or_else(wrong)?) };
        let fragment = fragment.strip_prefix('/').unwrap_or(fragment);
        let (kind, token) = fragment.split_once('/').unwrap_or((fragment, ""));
        match kind {
            "types" => Ok(Self::Member(package, Kind::Type, unescaped(token))),
            "resources" => Ok(Self::Member(package, Kind::Resource, unescaped(token))),
            "provider" if token.is_empty() => Ok(Self::Member(package, Kind::Resource, String::new())),
            _ => Err(wrong()),
        }
    }
}

/// Returns the package and version in `/package/v1.2.3/schema.json`.
fn package(path: &str) -> Option<(String, Option<Version>)> {
    let path = path.strip_prefix('/').unwrap_or(path);
    let (name, version) = path.strip_suffix("/schema.json")?.split_once("/v")?;
    let is_name = !name.is_empty() && !name.contains('/');
    is_name.then(|| (name.to_owned(), tolerant_version(version)))
}

/// Parses a version whose minor parts may be omitted: `4` is `4.0.0`.
pub(super) fn tolerant_version(text: &str) -> Option<Version> {
    let text = text.trim_start_matches('v');
    let end = text.find(['-', '+']).unwrap_or(text.len());
    let missing = 2_usize.saturating_sub(text[..end].matches('.').count());
    Version::parse(&format!("{}{}{}", &text[..end], ".0".repeat(missing), &text[end..])).ok()
}

/// Decodes percent-encoding.
fn unescaped(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, behind @ ..] = rest {
        let digits = behind.get(..2).and_then(|digits| std::str::from_utf8(digits).ok());
        match digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) if *first == b'%' => {
                bytes.push(byte);
                rest = &behind[2..];
            }
            _ => {
                bytes.push(*first);
                rest = behind;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_name_members_of_packages() {
        let member = |package, kind, token: &str| Ok(Reference::Member(package, kind, token.to_owned()));
        assert_eq!(Reference::parse("#/types/a:b%2Fc:D"), member(None, Kind::Type, "a:b/c:D"));
        assert_eq!(Reference::parse("#/types/a:b/c:D"), member(None, Kind::Type, "a:b/c:D"));
        assert_eq!(Reference::parse("#/provider"), member(None, Kind::Resource, ""));
        let aws = Some(("aws".to_owned(), Some(Version::new(4, 0, 0))));
        assert_eq!(Reference::parse("/aws/v4/schema.json#/resources/aws:x:Y"), member(aws, Kind::Resource, "aws:x:Y"));
        assert_eq!(Reference::parse("pulumi.json#/Json"), Ok(Reference::Shared(Shared::Any)));
        assert!(Reference::parse("#/functions/a:b:c").is_err());
        assert!(Reference::parse("types/a:b:c").is_err());
        assert!(Reference::parse("/aws/schema.json#/types/a:b:c").is_err());
    }
}
