//! Names that are compared with unknown ones: the index of known names gives the answers of comparing each.

use proptest::collection::vec;
use proptest::prelude::*;
use typelog::types::nearest::{KnownNames, may_stand_for, nearest, slip};

use crate::cases;

const WORDS: [&str; 22] = [
    "ip",
    "address",
    "addres",
    "arn",
    "id",
    "max",
    "maximum",
    "size",
    "name",
    "names",
    "v4",
    "expire",
    "expiration",
    "in",
    "days",
    "größe",
    "İd",
    "image",
    "img",
    "url",
    "urn",
    "K8s",
];

/// Names of few words and letters, so that many are near to one another.
fn names() -> impl Strategy<Value = String> {
    let words = vec(prop::sample::select(&WORDS[..]), 1..4);
    let spelt = (words, 0..4_usize).prop_map(|(words, form)| match form {
        0 => words.join("_"),
        1 => words.join("-"),
        2 => words.concat(),
        _ => words.iter().map(|word| capitalized(word)).collect(),
    });
    prop_oneof![6 => spelt, 3 => "[a-d]{0,6}", 1 => "[a-c_A-C0-9]{0,9}", 1 => "[ab]{62,68}"]
}

fn capitalized(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

/// A name, in which a letter may be missing, doubled or another one.
fn slips() -> impl Strategy<Value = String> {
    (names(), any::<prop::sample::Index>(), 0..5_u8).prop_map(|(name, at, edit)| {
        let mut letters: Vec<char> = name.chars().collect();
        if letters.is_empty() {
            return name;
        }
        let at = at.index(letters.len());
        match edit {
            0 => drop(letters.remove(at)),
            1 => letters.insert(at, letters[at]),
            2 => letters[at] = 'q',
            3 if at > 0 => letters.swap(at - 1, at),
            _ => {}
        }
        letters.into_iter().collect()
    })
}

proptest! {
    #![proptest_config(cases(2_000))]

    #[test]
    fn an_index_of_names_gives_the_answers_of_comparing_each(
        known in vec(names(), 0..40),
        unknown in vec(slips(), 1..8),
        taken in vec(any::<bool>(), 40),
    ) {
        let index: KnownNames<&str> = known.iter().map(String::as_str).collect();
        for unknown in &unknown {
            let all = || known.iter().map(String::as_str);
            prop_assert_eq!(index.nearest(unknown, |_| true), nearest(unknown, all()));
            prop_assert_eq!(index.slip(unknown), slip(unknown, all()));
            let free: Vec<&str> = all().zip(&taken).filter(|of| !of.1).map(|of| of.0).collect();
            let found = index.nearest_at(unknown, |at| !taken[at]).map(|at| known[at].clone());
            prop_assert_eq!(found, nearest(unknown, free));
            let meant: Vec<usize> = (0..known.len()).filter(|&at| may_stand_for(unknown, &known[at])).collect();
            prop_assert_eq!(index.meant_by(unknown), meant);
        }
    }
}
