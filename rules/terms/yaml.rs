//! The sizes of YAML documents.

use rustc_hash::FxHashMap;
use typelog_types::ValueSize;
use yaml_rust2::Event;
use yaml_rust2::parser::{EventReceiver, Parser};

/// Returns the size of the value that a text stands for, where an alias counts like what it refers to. Linear in the text.
pub(super) fn expanded_size(text: &str) -> ValueSize {
    let mut counter = Counter::default();
    // What cannot be parsed is refused later.
    drop(Parser::new_from_str(text).load(&mut counter, true));
    counter.total
}

/// The size of what has been read.
#[derive(Default)]
struct Counter {
    total: ValueSize,
    /// The anchors and the sizes before the collections that are open.
    open: Vec<(usize, ValueSize)>,
    anchors: FxHashMap<usize, ValueSize>,
}

impl Counter {
    fn add(&mut self, size: ValueSize) {
        self.total = self.total.plus(size);
    }

    fn begin(&mut self, anchor: usize) {
        self.open.push((anchor, self.total));
        self.add(ValueSize { parts: 1, bytes: 0 });
    }

    fn end(&mut self) {
        if let Some((anchor, before)) = self.open.pop() {
            let size = ValueSize {
                parts: self.total.parts.saturating_sub(before.parts),
                bytes: self.total.bytes.saturating_sub(before.bytes),
            };
            self.anchors.insert(anchor, size);
        }
    }
}

impl EventReceiver for Counter {
    fn on_event(&mut self, event: Event) {
        match event {
            Event::Scalar(text, _, anchor, _) => {
                let size = ValueSize { parts: 1, bytes: u32::try_from(text.len()).unwrap_or(u32::MAX) };
                self.anchors.insert(anchor, size);
                self.add(size);
            }
            Event::Alias(anchor) => {
                let size = self.anchors.get(&anchor).copied().unwrap_or_default();
                self.add(size);
            }
            Event::SequenceStart(anchor, _) | Event::MappingStart(anchor, _) => self.begin(anchor),
            Event::SequenceEnd | Event::MappingEnd => self.end(),
            _ => {}
        }
    }
}
