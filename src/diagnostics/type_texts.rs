//! The texts of types that messages are made of.

use std::sync::OnceLock;

use crate::types::Ty;

/// The texts of types that have been asked for: many diagnostics are about the same. Threads that ask for different ones
/// do not wait for one another, nor for one that is there.
pub struct TypeTexts {
    pages: Vec<OnceLock<Page>>,
}

/// The texts of types with neighbouring numbers; few of all types are in messages.
type Page = Box<[OnceLock<String>]>;

const PAGE: usize = 64;

impl TypeTexts {
    /// An empty cache, with room for the texts of `types` types.
    pub fn new(types: usize) -> Self {
        Self { pages: std::iter::repeat_with(OnceLock::new).take(types.div_ceil(PAGE)).collect() }
    }

    /// The text of a type, which is made where it is not known.
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
        let type_texts = TypeTexts::new(types.type_count());
        for &ty in &nested {
            assert_eq!(type_texts.get(ty, || display(&types, ty)), display(&types, ty));
        }
        for &ty in &nested {
            assert_eq!(type_texts.get(ty, || "another".to_owned()), display(&types, ty));
        }
    }
}
