//! Explanations why user rules have not derived a row.

use std::fmt::Write as _;

use super::error::{Error, Result};
use super::row_proofs::{DEFAULT_PROOFS, Derived, Layer, proofs_like};
use crate::query::{Missing, Premise, RuleSources, matching_rows, parse_row_pattern, why_missing};
use crate::relations::Database;

/// Explains why no row matches a pattern, such as `reaches("a", _)`. If there are such rows, renders their proofs.
///
/// # Errors
/// If the text is not a row, or no rule derives its relation.
pub fn refusal(text: &str, sources: &RuleSources, derived: &Derived, database: &mut Database) -> Result<String> {
    let (relation, wanted) = parse_row_pattern(database, text).map_err(Error::new)?;
    let is_there = matching_rows(database, text).is_ok_and(|(_, rows)| !rows.is_empty());
    if is_there {
        return proofs_like(text, DEFAULT_PROOFS, Layer { sources, derived }, None, database);
    }
    let Some(missing) = why_missing(&derived.compiled, database, relation, &wanted) else {
        return Err(Error::new(format!("no rule of {} concludes rows like `{text}`", sources.main().name)));
    };
    let mut output = format!("not {text}\n");
    write_failure(&missing, sources, 1, &mut output);
    Ok(output)
}

/// Writes the nearest rule and, further indented, the explanation of its failing premise.
fn write_failure(missing: &Missing, sources: &RuleSources, depth: usize, text: &mut String) {
    let indent = "  ".repeat(depth);
    let in_words = |premise: &Premise| match premise {
        Premise::Row(text) => text.clone(),
        Premise::Condition(span) => sources.slice(*span).split_whitespace().collect::<Vec<_>>().join(" "),
    };
    let _ = writeln!(text, "{indent}nearest rule: {}   {}", missing.relation, sources.line(missing.rule));
    for premise in &missing.met {
        let _ = writeln!(text, "{indent}  met:    {}", in_words(premise));
    }
    let failing = missing.fails.as_ref().map_or_else(|| "the rule concludes other rows".to_owned(), in_words);
    let _ = writeln!(text, "{indent}  fails:  {failing}");
    if !missing.values.is_empty() {
        let values: Vec<String> = missing.values.iter().map(|(name, value)| format!("{name} = {value}")).collect();
        let _ = writeln!(text, "{indent}  found:  {}", values.join(", "));
    }
    if let Some(row) = &missing.nearest {
        let _ = writeln!(text, "{indent}  nearest row: {row}");
    }
    if let Some(inner) = &missing.because {
        write_failure(inner, sources, depth + 1, text);
    }
}
