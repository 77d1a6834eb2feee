//! The rules of a book that have changed since a bundle was made, with their premises.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::Deserialize;
use typelog_reader::book::premises;

/// A rule in the list of a bundle.
#[derive(Deserialize)]
struct ListedRule {
    name: String,
    code: String,
    file: String,
}

/// Returns lines that name the rules that differ between two lists of rules, and the premises of each.
pub fn changed_rules(before: &str, now: &str) -> String {
    let (before, now) = (by_name(before), by_name(now));
    let mut text = String::new();
    for (name, rule) in &before {
        match now.get(name) {
            None => _ = writeln!(text, "{}: the rule {name} is missing", rule.file),
            Some(other) if other.code != rule.code => describe(name, rule, other, &mut text),
            Some(_) => {}
        }
    }
    for (name, rule) in now.iter().filter(|(name, _)| !before.contains_key(*name)) {
        let _ = writeln!(text, "{}: the rule {name} is new", rule.file);
    }
    text
}

fn by_name(list: &str) -> BTreeMap<String, ListedRule> {
    let rules: Vec<ListedRule> = serde_json::from_str(list).unwrap_or_default();
    rules.into_iter().map(|rule| (rule.name.clone(), rule)).collect()
}

fn describe(name: &str, before: &ListedRule, now: &ListedRule, text: &mut String) {
    let (old, new) = (premises(&before.code), premises(&now.code));
    let gone = old.iter().filter(|premise| !new.contains(premise));
    let come = new.iter().filter(|premise| !old.contains(premise));
    let mut parts: Vec<String> = gone.map(|premise| format!("lacks `{premise}`")).collect();
    parts.extend(come.map(|premise| format!("has `{premise}`")));
    let what = if parts.is_empty() { "is written in another order".to_owned() } else { parts.join(", ") };
    let _ = writeln!(text, "{}: the rule {name} {what}", now.file);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(code: &str) -> String {
        serde_json::json!([{ "name": "C-A", "code": code, "file": "types/a.dl" }]).to_string()
    }

    #[test]
    fn an_edited_premise_is_named() {
        let before = list("converts(s, t, m, Safe) :- s = INT, t = BOOL, by(\"C-A\").");
        let now = list("converts(s, t, m, Safe) :-\n    s = INT, t = STRING, by(\"C-A\").");
        assert_eq!(changed_rules(&before, &now), "types/a.dl: the rule C-A lacks `t = BOOL`, has `t = STRING`\n");
        assert_eq!(changed_rules(&before, &before), "");
        assert_eq!(changed_rules(&before, "[]"), "types/a.dl: the rule C-A is missing\n");
    }
}
