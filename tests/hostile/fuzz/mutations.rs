//! Inputs mutated from seeds by changes of their tokens.

use std::fmt;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;

/// The longest input, in bytes, unless the environment says so.
const LONGEST: usize = 8_000;

/// The most tokens that a change affects.
const MOST_TOKENS: usize = 24;

/// The greatest depth that a change nests.
const DEEPEST: usize = 30;

/// The brackets and constructs that tokens are wrapped in.
const AROUND: [(&str, &str); 14] = [
    ("(", ")"),
    ("[", "]"),
    ("{ a = ", " }"),
    ("{\"a\": ", "}"),
    ("\"${", "}\""),
    ("\"%{ if true }", "%{ endif }\""),
    ("[for a in ", " : a]"),
    ("{ for a, b in x : a => ", " }"),
    ("f(", ")"),
    ("list(", ")"),
    ("object({a=optional(", ")})"),
    ("union(none, ", ")"),
    ("b {\n", "\n}\n"),
    ("<<EOT\n${", "}\nEOT\n"),
];

/// A mutated seed.
#[derive(Clone)]
pub struct Input {
    /// The bytes after the changes.
    pub bytes: Vec<u8>,
}

impl fmt::Debug for Input {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{:?}", String::from_utf8_lossy(&self.bytes))
    }
}

/// Inputs from seeds.
pub fn inputs(seeds: &[String]) -> impl Strategy<Value = Input> + use<> {
    let longest = std::env::var("TYPELOG_LONGEST").ok().map(|bytes| bytes.parse::<usize>().expect("a number"));
    let all: Vec<Vec<Token>> = match longest {
        Some(longest) => seeds.iter().flat_map(|seed| pieces(seed, longest)).map(|piece| tokens(&piece)).collect(),
        None => seeds.iter().map(|seed| tokens(seed)).collect(),
    };
    let longest = longest.unwrap_or(LONGEST);
    let words = words();
    (any::<Index>(), vec(change(), 0..6)).prop_map(move |(seed, changes)| {
        let mut tokens = seed.get(&all).clone();
        for change in &changes {
            change.apply(&mut tokens, &all, &words);
        }
        let mut bytes = tokens.concat();
        bytes.truncate(longest);
        Input { bytes }
    })
}

/// The pieces of a seed: as many of its lines as are no longer.
fn pieces(seed: &str, longest: usize) -> Vec<String> {
    let mut pieces = vec![String::new()];
    for line in seed.split_inclusive('\n') {
        if pieces.last().is_some_and(|last| !last.is_empty() && last.len() + line.len() > longest) {
            pieces.push(String::new());
        }
        pieces.last_mut().expect("there is one").push_str(line);
    }
    pieces
}

/// The words of the dictionary, which the coverage-guided fuzzer shares.
pub fn words() -> Vec<Token> {
    let lines = include_str!("../../../fuzz/words.dict").lines();
    lines.filter_map(|line| Some(unescaped(line.strip_prefix('"')?.strip_suffix('"')?))).collect()
}

type Token = Vec<u8>;

/// A run of tokens: its start, and its length.
#[derive(Clone, Debug)]
struct Run(Index, usize);

#[derive(Clone, Debug)]
enum Change {
    Insert(Index, Index),
    Replace(Index, Index),
    Splice(Index, Index, Run),
    Delete(Run),
    Repeat(Run, usize),
    Swap(Run, Run),
    Nest(Run, Index, usize),
    Truncate(Index),
    Bytes(Index, Vec<u8>),
}

fn change() -> impl Strategy<Value = Change> {
    let place = any::<Index>;
    let run = || (any::<Index>(), 1..MOST_TOKENS).prop_map(|(start, length)| Run(start, length));
    prop_oneof![
        4 => (place(), place()).prop_map(|(at, word)| Change::Insert(at, word)),
        4 => (place(), place()).prop_map(|(at, word)| Change::Replace(at, word)),
        4 => (place(), place(), run()).prop_map(|(at, seed, run)| Change::Splice(at, seed, run)),
        3 => run().prop_map(Change::Delete),
        2 => (run(), 1..4_usize).prop_map(|(run, times)| Change::Repeat(run, times)),
        3 => (run(), run()).prop_map(|(one, other)| Change::Swap(one, other)),
        2 => (run(), place(), prop_oneof![4 => Just(1), 1 => 1..DEEPEST])
            .prop_map(|(run, around, times)| Change::Nest(run, around, times)),
        1 => place().prop_map(Change::Truncate),
        1 => (place(), vec(any::<u8>(), 1..4)).prop_map(|(at, bytes)| Change::Bytes(at, bytes)),
    ]
}

impl Run {
    fn of(&self, tokens: &[Token]) -> std::ops::Range<usize> {
        let start = self.0.index(tokens.len() + 1);
        start..(start + self.1).min(tokens.len())
    }
}

impl Change {
    fn apply(&self, tokens: &mut Vec<Token>, seeds: &[Vec<Token>], words: &[Token]) {
        match self {
            Self::Insert(at, word) => tokens.insert(at.index(tokens.len() + 1), word.get(words).clone()),
            Self::Replace(at, word) if !tokens.is_empty() => {
                let at = at.index(tokens.len());
                tokens[at].clone_from(word.get(words));
            }
            Self::Splice(at, seed, run) => {
                let seed = seed.get(seeds);
                let at = at.index(tokens.len() + 1);
                tokens.splice(at..at, seed[run.of(seed)].to_vec());
            }
            Self::Delete(run) => {
                tokens.drain(run.of(tokens));
            }
            Self::Repeat(run, times) => {
                let run = run.of(tokens);
                let repeated = std::iter::repeat_n(tokens[run.clone()].to_vec(), *times).flatten();
                tokens.splice(run.end..run.end, repeated);
            }
            Self::Swap(one, other) => {
                let moved: Vec<Token> = tokens.drain(one.of(tokens)).collect();
                let place = other.of(tokens);
                let back: Vec<Token> = tokens.splice(place, moved).collect();
                let at = one.0.index(tokens.len() + 1);
                tokens.splice(at..at, back);
            }
            Self::Nest(run, around, times) => {
                let run = run.of(tokens);
                let (open, close) = around.get(&AROUND);
                tokens.insert(run.end, close.repeat(*times).into());
                tokens.insert(run.start, open.repeat(*times).into());
            }
            Self::Truncate(at) => tokens.truncate(at.index(tokens.len() + 1)),
            Self::Bytes(at, bytes) => tokens.insert(at.index(tokens.len() + 1), bytes.clone()),
            Self::Replace(..) => {}
        }
    }
}

/// Splits a text into words, runs of blanks, and single other characters.
fn tokens(text: &str) -> Vec<Token> {
    let kind = |character: char| match character {
        _ if character.is_alphanumeric() || character == '_' => 0,
        ' ' => 1,
        _ => 2,
    };
    let mut tokens: Vec<(u8, String)> = Vec::new();
    for character in text.chars() {
        match tokens.last_mut() {
            Some((last, token)) if *last == kind(character) && *last < 2 => token.push(character),
            _ => tokens.push((kind(character), character.to_string())),
        }
    }
    tokens.into_iter().map(|(_, token)| token.into_bytes()).collect()
}

/// A word of the dictionary without its escapes: `\xAB`, `\\` and `\"`.
fn unescaped(word: &str) -> Token {
    let mut token = Vec::new();
    let mut rest = word.as_bytes();
    while let Some((&first, behind)) = rest.split_first() {
        rest = behind;
        token.push(match (first, rest.first()) {
            (b'\\', Some(b'x')) => {
                let digits = std::str::from_utf8(&rest[1..3]).expect("two digits follow");
                rest = &rest[3..];
                u8::from_str_radix(digits, 16).expect("they are hexadecimal")
            }
            (b'\\', Some(&escaped)) => {
                rest = &rest[1..];
                escaped
            }
            _ => first,
        });
    }
    token
}
