//! The lines of a text.

use super::Span;

/// The starts of the lines of a text. Lines end with `\n`, `\r\n` or `\r`: reports and editors count the same ones. Lines are
/// counted from 0 here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineIndex {
    starts: Vec<u32>,
}

impl LineIndex {
    /// Computes the line starts of a text. Linear in the text.
    pub fn new(text: &str) -> Self {
        Self { starts: std::iter::once(0).chain(line_starts(text.as_bytes())).collect() }
    }

    /// Returns the offsets at which lines start.
    pub fn starts(&self) -> &[u32] {
        &self.starts
    }

    /// Returns the line of an offset. Logarithmic.
    pub fn line_of(&self, offset: u32) -> usize {
        self.starts.partition_point(|&start| start <= offset) - 1
    }

    /// Returns the text of a line without its line ending, if there is such a line.
    pub fn line<'t>(&self, text: &'t str, line: usize) -> Option<&'t str> {
        let start = *self.starts.get(line)? as usize;
        let end = self.starts.get(line + 1).map_or(text.len(), |&start| start as usize);
        Some(text.get(start..end)?.trim_end_matches(['\r', '\n']))
    }

    /// Updates the index for an edit: `length` bytes have replaced the span `old`. Linear in the lines after the edit.
    pub fn follow(&mut self, text: &str, old: Span, length: u32) {
        // Characters at the edges may form a line ending together with the new text.
        let first = self.line_of(old.start).saturating_sub(1);
        let next = self.line_of(old.end) + 1;
        let moved = |at: u32| at - old.end + old.start + length;
        let end = self.starts.get(next).map_or(text.len(), |&start| moved(start) as usize);
        for start in &mut self.starts[next..] {
            *start = moved(*start);
        }
        let from = self.starts[first];
        // The line start at the end of the part is kept.
        let within = line_starts(&text.as_bytes()[from as usize..end]).map(|start| from + start);
        let mut within: Vec<u32> = within.filter(|&start| (start as usize) < end).collect();
        if next == self.starts.len() && text[..end].ends_with(['\n', '\r']) {
            within.push(end as u32);
        }
        self.starts.splice(first + 1..next, within);
    }
}

/// Returns the offsets behind the ends of the lines of a text. Lines end at `\n`, and at `\r` without `\n`
/// behind it.
pub fn line_ends(text: &[u8]) -> impl Iterator<Item = usize> + '_ {
    let is_end = |&at: &usize| text[at] == b'\n' || text.get(at + 1) != Some(&b'\n');
    memchr::memchr2_iter(b'\n', b'\r', text).filter(is_end).map(|at| at + 1)
}

/// Returns the starts of the lines of a text behind the first.
fn line_starts(text: &[u8]) -> impl Iterator<Item = u32> + '_ {
    line_ends(text).map(|at| at as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_follow_changes() {
        let mut random: u64 = 7;
        let mut below = |bound: usize| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (random >> 33) as usize % bound
        };
        let pieces = ["", "a", "\n", "\r", "\r\n", "é\n", "b\rc", "\n\n", "\n\r"];
        let (mut text, mut lines) = (String::new(), LineIndex::new(""));
        for _ in 0..20_000 {
            let start = below(text.len() + 1);
            let end = (start + below(4)).min(text.len());
            let boundary = |at: usize| text.floor_char_boundary(at) as u32;
            let span = Span { start: boundary(start), end: boundary(end) };
            let new = if text.len() > 60 { "" } else { pieces[below(pieces.len())] };
            text.replace_range(span.range(), new);
            lines.follow(&text, span, new.len() as u32);
            assert_eq!(lines, LineIndex::new(&text), "{text:?}");
        }
    }
}
