//! Tokens, the names of package members: `package:module:member`.

use regex_lite::Regex;

/// The parts of a token. The module is `index` where none is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token<'a> {
    /// The package.
    pub package: &'a str,
    /// The module in it.
    pub module: &'a str,
    /// The member of the module.
    pub member: &'a str,
}

impl<'a> Token<'a> {
    /// Parses `package:module:member`, `package::member` or `package:member`. Returns `None` for any other text.
    pub fn parse(text: &'a str) -> Option<Self> {
        let mut parts = text.split(':');
        let (package, second, third) = (parts.next()?, parts.next()?, parts.next());
        let (module, member) = third.map_or(("index", second), |member| (second, member));
        let module = if module.is_empty() { "index" } else { module };
        (parts.next().is_none() && !package.is_empty() && !member.is_empty()).then_some(Self {
            package,
            module,
            member,
        })
    }
}

/// The format of the modules in a package's tokens. Only the first group of a pattern is significant.
#[derive(Debug)]
pub(super) enum ModuleFormat {
    /// The whole module is significant.
    Whole,
    /// The part before the last slash; empty if there is no slash.
    BeforeSlash,
    /// The part that the first group of a pattern matches.
    Pattern(Regex),
}

/// The pattern of nearly all packages that have one.
const BEFORE_SLASH: &str = "(.*)(?:/[^/]*)";

impl ModuleFormat {
    /// Creates the format of a pattern; without one, the whole module is significant.
    ///
    /// # Errors
    /// The reason why the pattern is invalid.
    pub fn new(pattern: Option<&str>) -> Result<Self, String> {
        match pattern {
            None | Some("" | "(.*)") => Ok(Self::Whole),
            Some(BEFORE_SLASH) => Ok(Self::BeforeSlash),
            Some(pattern) => Regex::new(pattern).map(Self::Pattern).map_err(|error| error.to_string()),
        }
    }

    /// Returns the canonical form of a token, in which tokens are compared: `package:module:member`, where the module is empty
    /// for the package's own members.
    pub fn canonical(&self, package: &str, token: &str) -> String {
        let member = Token::parse(token).map_or(token, |parts| parts.member);
        format!("{package}:{}:{member}", self.module(token))
    }

    /// Holds if a token with the canonical form of a known one is written for it: with its module, letter case aside, or without one.
    pub fn may_be(&self, token: &str, known: &str) -> bool {
        let modules = Token::parse(token).map(|parts| parts.module).zip(Token::parse(known).map(|parts| parts.module));
        let is_own = |(module, known): (&str, &str)| module == "index" || module.eq_ignore_ascii_case(known);
        matches!(self, Self::Whole) || modules.is_none_or(is_own)
    }

    fn module<'a>(&self, token: &'a str) -> &'a str {
        let parts: Vec<&str> = token.split(':').collect();
        let [package, module, _] = parts[..] else { return "" };
        if package == "pulumi" && matches!(module, "pulumi" | "providers") {
            return "";
        }
        let module = match self {
            Self::Whole => module,
            Self::BeforeSlash => module.rsplit_once('/').map_or("", |(before, _)| before),
            Self::Pattern(pattern) => {
                let groups = pattern.captures(module);
                groups.and_then(|groups| groups.get(1)).map_or("", |group| group.as_str())
            }
        };
        if module == "index" { "" } else { module }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_has_two_parts_or_three() {
        let parts = |text| Token::parse(text).map(|token| (token.package, token.module, token.member));
        assert_eq!(parts("aws:s3/bucket:Bucket"), Some(("aws", "s3/bucket", "Bucket")));
        assert_eq!(parts("aws::Provider"), Some(("aws", "index", "Provider")));
        assert_eq!(parts("random:RandomPet"), Some(("random", "index", "RandomPet")));
        assert_eq!(parts("random"), None);
        assert_eq!(parts(":a:b"), None);
        assert_eq!(parts("a:b:c:d"), None);
    }

    #[test]
    fn modules_are_compared_by_what_their_format_keeps() {
        let format = ModuleFormat::new(Some("(.*)(?:/[^/]*)")).unwrap();
        assert_eq!(format.canonical("aws", "aws:s3/bucket:Bucket"), "aws:s3:Bucket");
        assert_eq!(format.canonical("aws", "aws:index/region:Region"), "aws::Region");
        assert_eq!(format.canonical("aws", "aws:Region"), "aws::Region");
        // This format is computed without its pattern, with the same result.
        let pattern = ModuleFormat::Pattern(Regex::new(BEFORE_SLASH).unwrap());
        for module in ["s3/bucket", "a/b/c", "/", "a/", "/a", "a", "", "index/x", "a.b/c-d"] {
            let token = format!("aws:{module}:M");
            assert_eq!(format.canonical("aws", &token), pattern.canonical("aws", &token));
        }
        for (token, is_own) in [
            ("aws:index/region:Region", true),
            ("aws:index/Region:Region", true),
            ("aws:index:Region", true),
            ("aws:Region", true),
            ("aws:index/regions:Region", false),
            ("aws:Foo:Region", false),
        ] {
            assert_eq!(format.may_be(token, "aws:index/region:Region"), is_own, "{token}");
        }
        let plain = ModuleFormat::new(None).unwrap();
        assert_eq!(plain.canonical("k8s", "k8s:core/v1:Pod"), "k8s:core/v1:Pod");
        assert_eq!(plain.canonical("k8s", "k8s:index:Provider"), "k8s::Provider");
    }
}
