//! Readings: texts in a notation, taken apart into what they say about the columns of a row.

use crate::notation::Columns;
use crate::syntax::{Notation, Piece, Term, TermKind};

/// The part of a text that stands for a column.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Said<'a> {
    /// The text in its place.
    Text(&'a str),
    /// The value that the notation is for.
    Value(&'a Term),
}

impl Columns {
    /// Returns the readings of a text, one for each notation that it fits: what it says about each column, if it says anything.
    pub fn readings<'a>(&'a self, text: &'a str) -> Vec<Vec<Option<Said<'a>>>> {
        self.notations().iter().filter_map(|notation| self.reading(notation, text)).collect()
    }

    fn reading<'a>(&'a self, notation: &'a Notation, text: &'a str) -> Option<Vec<Option<Said<'a>>>> {
        let mut said = vec![None; self.count()];
        for (name, value) in &notation.conditions {
            let is_other_column = matches!(value.kind, TermKind::Variable(_));
            *said.get_mut(self.place(name)).filter(|_| !is_other_column)? = Some(Said::Value(value));
        }
        for (name, part) in taken_apart(notation.texts.first()?, text)? {
            let column = said.get_mut(self.place(name))?;
            let is_same = column.is_none_or(|before| before == Said::Text(part));
            *column = Some(Said::Text(part)).filter(|_| is_same);
            (*column)?;
        }
        Some(said)
    }
}

/// Returns the texts in the places of columns, if a text consists of these pieces. The text behind a column is the first one that
/// fits, outside of brackets and quotes. Linear in the text: a later one is not tried.
fn taken_apart<'a>(pieces: &'a [Piece], text: &'a str) -> Option<Vec<(&'a str, &'a str)>> {
    let (mut found, mut open) = (Vec::new(), text);
    for (at, piece) in pieces.iter().enumerate() {
        let size = match piece {
            Piece::Text(written) => size_of(written, open)?,
            Piece::Column(name, _) => {
                let end = ends(open).find(|&end| may_follow(&pieces[at + 1..], &open[end..]))?;
                found.push((&name[..], open[..end].trim()));
                end
            }
            Piece::Part(..) => return None,
        };
        open = &open[size..];
    }
    open.is_empty().then_some(found)
}

/// Returns the size of a piece at the start of a text, whatever the number of spaces between its words.
fn size_of(piece: &str, text: &str) -> Option<usize> {
    let mut open = text;
    let mut is_behind_space = false;
    for letter in piece.chars() {
        let is_space = letter == ' ';
        if !(is_space && is_behind_space) {
            open = open.strip_prefix(letter)?;
        }
        is_behind_space = is_space;
        if is_space {
            open = open.trim_start_matches(' ');
        }
    }
    Some(text.len() - open.len())
}

/// Holds if a text may consist of these pieces, which stand behind a column: as far as the first piece tells.
fn may_follow(pieces: &[Piece], text: &str) -> bool {
    match pieces {
        [] => text.is_empty(),
        [Piece::Text(last)] => size_of(last, text) == Some(text.len()),
        [Piece::Text(next), ..] => size_of(next, text).is_some(),
        _ => true,
    }
}

/// Returns the places in a text, but not its beginning, where a value may end: outside of brackets and quotes.
fn ends(text: &str) -> impl Iterator<Item = usize> {
    let (mut depth, mut is_quoted, mut is_escaped) = (0_usize, false, false);
    text.char_indices().filter_map(move |(at, letter)| {
        match letter {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = is_quoted,
            '"' => is_quoted = !is_quoted,
            _ if is_quoted => {}
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        (depth == 0 && !is_quoted).then_some(at + letter.len_utf8())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::BookFile;
    use crate::notation::Notations;

    /// The texts of columns in each reading; `=` precedes a value of the notation.
    fn readings(declaration: &str, text: &str) -> Vec<String> {
        let file = BookFile::read("a.dl", declaration.to_owned()).unwrap();
        let notations = Notations::of([&file]);
        let shown = |said: &Option<Said<'_>>| match said {
            None => "-".to_owned(),
            Some(Said::Text(text)) => (*text).to_owned(),
            Some(Said::Value(term)) => format!("={:?}", term.kind),
        };
        let readings = notations.relation("p", 3).unwrap().readings(text);
        readings.iter().map(|columns| columns.iter().map(shown).collect::<Vec<_>>().join("; ")).collect()
    }

    #[test]
    fn a_text_is_read_in_each_notation_that_it_fits() {
        let declaration = "@as(k = Safe, \"{s} ~> {t}\")\n@as(\"not {s} ~> {t}\")\n@as(\"{s} ~{k}> {t}\")\nrelation p(s: Ty, t: Ty -> k: \
                           Conversion).\n";
        assert_eq!(readings(declaration, "int ~> string"), ["int; string; =Constant(\"Safe\")"]);
        assert_eq!(readings(declaration, "int ~unsafe> string"), ["int; string; unsafe"]);
        let denied = ["not int; string; =Constant(\"Safe\")", "int; string; -"];
        assert_eq!(readings(declaration, "not int ~> string"), denied);
        let inner = ["object({\"a ~> b\"=int}); list( ~> ); =Constant(\"Safe\")"];
        assert_eq!(readings(declaration, "object({\"a ~> b\"=int}) ~> list( ~> )"), inner);
        assert_eq!(readings(declaration, "int  ~>   string"), ["int; string; =Constant(\"Safe\")"]);
        assert!(readings(declaration, "int string").is_empty());
        assert!(readings(declaration, " ~> ").is_empty());
    }

    #[test]
    fn the_last_text_of_a_notation_ends_the_judgment() {
        let declaration = "@as(\"{s} is {t} of it\") relation p(s: Ty, t: Ty, u: Ty).\n";
        assert_eq!(readings(declaration, "a is b of it of it"), ["a; b of it; -"]);
        assert!(readings(declaration, "a is b of").is_empty());
        let many = "a is ".repeat(100_000);
        assert_eq!(readings(declaration, &format!("{many}b of it")), [format!("a; {}b; -", &many["a is ".len()..])]);
        assert!(readings(declaration, &format!("{many}(")).is_empty());
    }

    #[test]
    fn a_column_that_occurs_twice_has_one_text() {
        let declaration = "@as(\"{s} and {s} are {t}\") relation p(s: Ty, t: Ty, u: Ty).\n";
        assert_eq!(readings(declaration, "a and a are b"), ["a; b; -"]);
        assert!(readings(declaration, "a and c are b").is_empty());
    }
}
