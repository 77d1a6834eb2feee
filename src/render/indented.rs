//! Types on several lines: a part that is too long for a line has its own parts on lines of their own.

/// The longest text on a line, in bytes, with its indentation.
const LONGEST_LINE: usize = 100;

/// The deepest indentation, in levels. Deeper parts stay on a line.
const DEEPEST: usize = 40;

/// Returns the canonical text of a type on as few lines as hold it, each indented by two spaces for each type around it.
pub fn indented(text: &str) -> String {
    let mut out = String::with_capacity(text.len() * 2);
    write(text, 0, &mut out);
    out
}

fn write(text: &str, level: usize, out: &mut String) {
    let broken = (text.len() + 2 * level > LONGEST_LINE && level < DEEPEST).then(|| parts(text)).flatten();
    let Some((start, items, end)) = broken else { return out.push_str(text) };
    out.push_str(start);
    for item in items {
        line(level + 1, out);
        write(item, level + 1, out);
        out.push(',');
    }
    out.pop();
    line(level, out);
    out.push_str(end);
}

fn line(level: usize, out: &mut String) {
    out.push('\n');
    out.extend(std::iter::repeat_n("  ", level));
}

/// Returns a text up to its first parts, these, and the rest. `list(object({a=T, b=U}))` begins with `list(object({`.
fn parts(text: &str) -> Option<(&str, Vec<&str>, &str)> {
    let mut items = top_level(text)?;
    // A single part has no line of its own.
    while let [only] = items[..]
        && let Some(next) = top_level(only)
    {
        items = next;
    }
    let (first, last) = (items.first()?, items.last()?);
    let start = first.as_ptr() as usize - text.as_ptr() as usize;
    let end = last.as_ptr() as usize - text.as_ptr() as usize + last.len();
    Some((&text[..start], items, &text[end..]))
}

/// Returns the parts in the first brackets of a text, which are separated by commas.
fn top_level(text: &str) -> Option<Vec<&str>> {
    let (mut depth, mut is_quoted, mut is_escaped) = (0_usize, false, false);
    let (mut items, mut start) = (Vec::new(), None);
    for (at, letter) in text.char_indices() {
        match letter {
            _ if is_escaped => is_escaped = false,
            '\\' if is_quoted => is_escaped = true,
            '"' => is_quoted = !is_quoted,
            _ if is_quoted => {}
            '(' | '[' | '{' => {
                depth += 1;
                if depth == 1 {
                    start = Some(at + 1);
                }
            }
            ')' | ']' | '}' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    items.push(text.get(start?..at)?);
                    return (!items.iter().any(|item| item.is_empty())).then_some(items);
                }
            }
            ',' if depth == 1 => {
                items.push(text.get(start?..at)?);
                start = Some(at + 2);
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_type_stays_on_its_line() {
        assert_eq!(indented("list(object({a=string}))"), "list(object({a=string}))");
    }

    #[test]
    fn the_parts_of_a_long_type_have_lines_of_their_own() {
        let long = "x".repeat(50);
        let text = format!("output(object({{{long}=string, \"a, b\"=list(object({{{long}=int, c=const(\"(\")}}))}}))");
        let expected = format!(
            "output(object({{\n  {long}=string,\n  \"a, b\"=list(object({{{long}=int, c=const(\"(\")}}))\n}}))"
        );
        assert_eq!(indented(&text), expected);
    }

    #[test]
    fn lines_without_spaces_are_the_type() {
        let text = format!("union({}, none)", ["object({a=string, b=tuple([int, bool])})"; 5].join(", "));
        let flat: String = indented(&text).split_whitespace().collect();
        assert_eq!(flat, text.replace(' ', ""));
    }
}
