//! A cache of the texts of types in messages.

use std::sync::OnceLock;

use crate::types::Ty;

/// The texts of types, each rendered once: many diagnostics show the same types. Threads wait for one another only if they
/// render the same type at the same time.
pub struct TypeTextCache {
    pages: Vec<OnceLock<Page>>,
}

/// The texts of types with consecutive numbers. Few types occur in messages, so pages are allocated on demand.
type Page = Box<[OnceLock<String>]>;

const PAGE: usize = 64;

impl TypeTextCache {
    /// An empty cache, with room for the texts of `types` types.
    pub fn new(types: usize) -> Self {
        Self { pages: std::iter::repeat_with(OnceLock::new).take(types.div_ceil(PAGE)).collect() }
    }

    /// The text of a type, rendered on the first request.
    pub fn get(&self, ty: Ty, make: impl FnOnce() -> String) -> &str {
        let number = ty.number() as usize;
        let page = self.pages[number / PAGE].get_or_init(|| std::iter::repeat_with(OnceLock::new).take(PAGE).collect());
        page[number % PAGE].get_or_init(make)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::display::display;
    use crate::types::{Interner, STRING};

    #[test]
    fn a_text_is_made_once() {
        let mut types = Interner::default();
        let nested: Vec<Ty> =
            std::iter::successors(Some(STRING), |&inner| Some(types.list(inner))).take(2 * PAGE).collect();
        let type_texts = TypeTextCache::new(types.type_count());
        for &ty in &nested {
            assert_eq!(type_texts.get(ty, || display(&types, ty)), display(&types, ty));
        }
        for &ty in &nested {
            assert_eq!(type_texts.get(ty, || "another".to_owned()), display(&types, ty));
        }
    }
}
