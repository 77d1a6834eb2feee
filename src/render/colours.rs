//! The colours of output. On white and on black each has a contrast of at least 4 to 1, because nobody knows the background of a
//! terminal. What is neither marked nor said by typelog, as source text, has the terminal's own colour.

use std::borrow::Cow;

use ariadne::Color;

use crate::visible::visible_except;

/// The colours of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Palette {
    /// With the escapes of a terminal.
    Coloured,
    /// Plain text.
    Plain,
}

/// A colour, as its number among the 256 of a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    /// Errors.
    Error = 161,
    /// Warnings.
    Warning = 130,
    /// Notes and types.
    Note = 31,
    /// The place of a cause, and rules.
    Cause = 63,
    /// Suggestions.
    Help = 29,
    /// Margins, and places in texts.
    Quiet = 243,
}

impl From<Colour> for Color {
    fn from(colour: Colour) -> Self {
        Self::Fixed(colour as u8)
    }
}

impl Palette {
    /// The text in a colour, if there are any.
    pub fn paint(self, text: &str, colour: Colour) -> String {
        match self {
            Self::Coloured if !text.is_empty() => format!("\x1b[38;5;{}m{}\x1b[0m", colour as u8, self.own(text)),
            _ => text.to_owned(),
        }
    }

    /// The text in the terminal's own colour. With colours, escapes reach the terminal, and those in the text are made visible.
    pub fn own(self, text: &str) -> Cow<'_, str> {
        match self {
            Self::Coloured => visible_except(text, |found| matches!(found, '\n' | '\t')),
            Self::Plain => Cow::Borrowed(text),
        }
    }

    /// Returns ariadne's text in these colours. It colours each character by itself, some things in colours that it chooses, and
    /// custom kinds in any case.
    pub fn repaint(self, written: &str) -> String {
        let mut text = String::with_capacity(written.len());
        let mut current = None;
        for (at, piece) in written.split("\x1b[").enumerate() {
            let (escape, rest) = if at == 0 { ("0", piece) } else { piece.split_once('m').unwrap_or(("0", piece)) };
            let wanted = chosen(escape).filter(|_| self == Self::Coloured);
            if rest.is_empty() {
                continue;
            }
            if wanted != current {
                text.push_str(&wanted.map_or_else(|| "\x1b[0m".to_owned(), |number| format!("\x1b[38;5;{number}m")));
                current = wanted;
            }
            text.push_str(rest);
        }
        if current.is_some() {
            text.push_str("\x1b[0m");
        }
        text
    }
}

/// The number of the colour in place of the one that an escape of ariadne's chooses: its own greys are those of unmarked source text
/// (249) and of margins (246, 240), and its own green is that of help (115).
fn chosen(escape: &str) -> Option<u8> {
    match escape.strip_prefix("38;5;")?.parse().ok()? {
        249 => None,
        246 | 240 => Some(Colour::Quiet as u8),
        115 => Some(Colour::Help as u8),
        number => Some(number),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The levels of red, green and blue in the cube of a terminal's colours.
    const LEVELS: [f64; 6] = [0.0, 95.0, 135.0, 175.0, 215.0, 255.0];

    /// The relative luminance of a colour, from 0 to 1.
    fn luminance(colour: Colour) -> f64 {
        let number = colour as usize;
        let grey = |number: u32| f64::from(8 + 10 * (number - 232));
        let [red, green, blue] = match number {
            232.. => [grey(u32::from(colour as u8)); 3],
            _ => [(number - 16) / 36, (number - 16) / 6 % 6, (number - 16) % 6].map(|level| LEVELS[level]),
        };
        let linear = |level: f64| {
            let part = level / 255.0;
            if part <= 0.039_28 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        };
        0.0722_f64.mul_add(linear(blue), 0.2126_f64.mul_add(linear(red), 0.7152 * linear(green)))
    }

    #[test]
    fn colours_are_readable_on_white_and_on_black() {
        use Colour::{Cause, Error, Help, Note, Quiet, Warning};
        for colour in [Error, Warning, Note, Cause, Help, Quiet] {
            let light = luminance(colour) + 0.05;
            assert!(1.05 / light >= 4.0 && light / 0.05 >= 4.0, "{colour:?}: {light}");
        }
    }

    #[test]
    fn runs_of_one_colour_have_one_escape() {
        let written = "\x1b[38;5;246m1 │\x1b[0m \x1b[38;5;249ma\x1b[0m\x1b[38;5;249m=\x1b[0m\x1b[38;5;161mb\x1b[0m\x1b[38;5;161mc\x1b[0m\n";
        let painted = Palette::Coloured.repaint(written);
        assert_eq!(painted, "\x1b[38;5;243m1 │\x1b[0m a=\x1b[38;5;161mbc\x1b[0m\n");
        assert_eq!(Palette::Plain.repaint(written), "1 │ a=bc\n");
    }
}
