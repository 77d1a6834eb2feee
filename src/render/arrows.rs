//! Places without words. ariadne draws an arrow from each underlined place to its words, and underlines nothing without an arrow.

/// Returns ariadne's text without the arrows that lead to no words: only the places that they begin at are underlined.
pub(super) fn without_empty_arrows(text: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    let mut is_behind = false;
    for line in text.split('\n') {
        let arrow = empty_arrow(line);
        match arrow {
            Some(column) => {
                lift(&mut lines, column);
                lines.truncate(lines.len() - usize::from(lines.last().is_some_and(|line| bars(line) == Some(1))));
            }
            // The bars of other arrows, on the way to the next one.
            None if is_behind && bars(line) > Some(1) => {}
            None => lines.push(line.to_owned()),
        }
        is_behind = arrow.is_some();
    }
    lines.join("\n")
}

/// Returns the number of bars on a line that has nothing else, with that of the margin.
fn bars(line: &str) -> Option<usize> {
    let has_others = visible(line).any(|(_, letter)| !matches!(letter, ' ' | '│'));
    (!has_others).then(|| visible(line).filter(|of| of.1 == '│').count())
}

/// The visible characters of a line, each with its offset.
fn visible(line: &str) -> impl Iterator<Item = (usize, char)> {
    let mut is_escape = false;
    line.char_indices().filter(move |&(_, letter)| {
        let was_escape = is_escape;
        is_escape = letter == '\x1b' || (is_escape && letter != 'm');
        !was_escape && !is_escape
    })
}

/// Returns the column of the arrow on a line that has nothing else behind the margin.
fn empty_arrow(line: &str) -> Option<usize> {
    let column = visible(line).position(|(_, letter)| letter == '╰')?;
    let is_margin = visible(line).take(column).all(|(_, letter)| matches!(letter, ' ' | '│'));
    let is_empty = visible(line).skip(column + 1).all(|(_, letter)| matches!(letter, ' ' | '─'));
    (is_margin && is_empty && visible(line).take(column).any(|(_, letter)| letter == '│')).then_some(column)
}

/// Removes an arrow in a column from the lines above its end, up to the place that it begins at.
fn lift(lines: &mut [String], column: usize) {
    for line in lines.iter_mut().rev() {
        let Some((at, letter)) = visible(line).nth(column) else { return };
        let other = match letter {
            '│' => " ",
            '┬' => "─",
            _ => return,
        };
        line.replace_range(at..at + letter.len_utf8(), other);
        if letter == '┬' {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_arrows_without_words_are_removed() {
        let page = " 1 │ a = b + c\n   │     ┬   ┬\n   │     │   ╰── \n   │     │\n   │     ╰── words\n───╯\n";
        let shown = " 1 │ a = b + c\n   │     ┬   ─\n   │     ╰── words\n───╯\n";
        assert_eq!(without_empty_arrows(page), shown);
        assert_eq!(without_empty_arrows(shown), shown);
    }

    #[test]
    fn arrows_that_pass_others_are_removed_from_all_lines() {
        let page = "   │     ┬   ┬\n   │     │   ╰── words\n   │     │\n   │     ╰──── \n";
        assert_eq!(without_empty_arrows(page), "   │     ─   ┬\n   │         ╰── words\n");
    }

    #[test]
    fn colours_stay() {
        let page = "\x1b[38;5;243m   │ \x1b[38;5;161m──┬──\x1b[0m\n\x1b[38;5;243m   │ \x1b[38;5;161m  ╰──\x1b[0m \n";
        assert_eq!(without_empty_arrows(page), "\x1b[38;5;243m   │ \x1b[38;5;161m─────\x1b[0m\n");
    }
}
