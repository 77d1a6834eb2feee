//! The layout of drawings: lines of premises, the bar, and the conclusion.

/// The greatest length of a line, so that a comment with it has at most 120 columns.
const WIDTH: usize = 115;

/// The space between premises.
const BETWEEN: &str = "      ";

/// A premise, or alternatives of several premises.
pub enum Premise {
    One(String),
    Either(Vec<Vec<String>>),
}

/// Returns the drawing of a rule from its premises and conclusions.
pub fn laid_out(premises: &[Premise], name: &str, conclusions: &[String]) -> String {
    let mut above: Vec<String> = Vec::new();
    let mut is_open = false;
    for premise in premises {
        match premise {
            Premise::One(text) => {
                add(&mut above, text, is_open);
                is_open = true;
            }
            Premise::Either(ways) => {
                let ways: Vec<String> = ways.iter().map(|way| way.join(", ")).collect();
                let line = ways.join("   or   ");
                if line.len() <= WIDTH {
                    above.push(line);
                } else {
                    for (at, way) in ways.iter().enumerate() {
                        add(&mut above, &format!("{}{way}", if at == 0 { "" } else { "or " }), false);
                    }
                }
                is_open = false;
            }
        }
    }
    let mut below: Vec<String> = Vec::new();
    for (at, conclusion) in conclusions.iter().enumerate() {
        add(&mut below, conclusion, at > 0);
    }
    let length = above.iter().chain(&below).map(|line| line.chars().count()).max().unwrap_or(0);
    let name = format!(" ({name})");
    let bar = "-".repeat(length.clamp(3, WIDTH.saturating_sub(name.len()).max(3))) + &name;
    above.into_iter().chain([bar]).chain(below).collect::<Vec<_>>().join("\n")
}

/// Adds a premise to the last line if it is open and there is room, else on lines of its own.
fn add(lines: &mut Vec<String>, text: &str, is_open: bool) {
    let fits = |line: &&mut String| line.chars().count() + BETWEEN.len() + text.chars().count() <= WIDTH;
    if let Some(line) = lines.last_mut().filter(fits).filter(|_| is_open) {
        line.push_str(BETWEEN);
        line.push_str(text);
        return;
    }
    lines.extend(wrapped(text));
}

/// Returns the lines of a premise that is longer than a line. Lines after the first are indented.
fn wrapped(text: &str) -> Vec<String> {
    let (mut lines, mut rest) = (Vec::new(), text.to_owned());
    while rest.chars().count() > WIDTH {
        let indent = rest.len() - rest.trim_start().len();
        let end = rest.char_indices().nth(WIDTH).map_or(rest.len(), |(at, _)| at);
        let Some(at) = rest[..end].rfind(' ').filter(|&at| at > indent) else { break };
        let next = format!("    {}", rest[at..].trim_start());
        rest.truncate(at);
        lines.push(rest);
        rest = next;
    }
    lines.push(rest);
    lines
}
