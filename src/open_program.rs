//! A program that is open: its texts change, and after each change only what depends on it is read and typed again. What
//! is found is what a check of the whole program finds.
//!
//! A text is divided between items into pieces of a few kilobytes. A change costs the parse of the pieces that it touches,
//! and the typing of the definitions whose texts it changes and of those that refer to what is different now; the rest is
//! copied. Where something is wrong with the grammar of a text, all of it is parsed.

use std::collections::{BTreeMap, VecDeque};

use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use crate::diagnostics::{Change, Context, Diagnostic, EarlierWords, Said, diagnose_again};
use crate::dialect::{Dialect, Text, decode, pcl, read_parsed};
use crate::infer::{Earlier, Inference, infer_again, infer_with};
use crate::jobs::Jobs;
use crate::program::{DefinitionId, File, Program};
use crate::source::{Source, Span};
use crate::syntax::tree::{BodyItem, Tree};
use crate::syntax::{self, SyntaxError, divide_body, parse_body};
use crate::types::{Interner, Name};

/// How many bytes a piece has at least, the last one aside.
const PIECE: usize = 2_000;

/// How many bytes are compared at a time.
const BLOCK: usize = 256;

/// How many times as many types there may be as after the last check of everything, and how many in any case, before all
/// is checked anew: types that are not used any more are forgotten then.
const MOST_GROWTH: usize = 4;
const ALWAYS_KEPT: usize = 1 << 20;

/// A program that is open.
#[derive(Debug)]
pub struct OpenProgram {
    dialect: Dialect,
    files: BTreeMap<String, OpenFile>,
    /// What programs may refer to.
    base: Interner,
    types: Interner,
    /// How many types there were after the last check of everything.
    types_at_first: usize,
    /// How many bytes a piece has at least.
    piece: usize,
    checked: Option<Version>,
}

/// A version of the program that has been checked.
#[derive(Debug)]
struct Version {
    program: Program,
    inference: Inference,
    /// How many of its definitions have been typed for it.
    typed: usize,
    /// What was said about the version before, and how the files have changed since.
    earlier: Option<(Said, Vec<Change>)>,
    /// What is said about this one, if that has been asked.
    said: Option<Said>,
}

/// What is known of an open program.
#[derive(Clone, Copy, Debug)]
pub struct CheckedVersion<'a> {
    /// The program.
    pub program: &'a Program,
    /// What is known of it.
    pub inference: &'a Inference,
    /// The types in it.
    pub types: &'a Interner,
    /// How many of its definitions have been typed for this version; of the others the types are known from earlier ones.
    pub typed: usize,
}

#[derive(Debug)]
struct OpenFile {
    text: String,
    invalid_bytes: Vec<Span>,
    unreadable: Option<String>,
    pieces: Vec<Piece>,
    /// Holds if the text is divided: if nothing is wrong with it.
    is_divided: bool,
}

/// A piece of a text, and its tree, whose places count from the start of the piece.
#[derive(Debug)]
struct Piece {
    len: usize,
    tree: Tree,
    errors: Vec<SyntaxError>,
}

impl Piece {
    fn new((tree, errors): (Tree, Vec<SyntaxError>), len: usize) -> Self {
        Self { len, tree, errors }
    }
}

impl Version {
    fn known<'a>(&'a self, types: &'a Interner) -> CheckedVersion<'a> {
        CheckedVersion { program: &self.program, inference: &self.inference, types, typed: self.typed }
    }

    /// The tree of a file, which nothing asks for once the program is read anew.
    fn take_tree(&mut self, name: &str) -> Tree {
        let file = self.program.files.iter_mut().find(|file| file.source.name == name);
        file.map(|file| std::mem::take(&mut file.tree)).unwrap_or_default()
    }
}

impl OpenProgram {
    /// A program without files, in the types that the environment of its surroundings is made of.
    pub fn new(dialect: Dialect, types: Interner) -> Self {
        Self {
            dialect,
            files: BTreeMap::new(),
            base: types.clone(),
            types_at_first: types.type_count(),
            types,
            piece: PIECE,
            checked: None,
        }
    }

    /// The same, in pieces of at least so many bytes: the smaller, the less is read and typed again, and the more pieces
    /// there are to put together.
    #[must_use]
    pub fn in_pieces_of(self, bytes: usize) -> Self {
        Self { piece: bytes, ..self }
    }

    /// The names of the files, in order.
    pub fn files(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }

    /// Removes a file.
    pub fn remove(&mut self, name: &str) {
        self.files.remove(name);
    }

    /// Makes these the files of the program.
    pub fn replace(&mut self, texts: Vec<Text>) {
        self.files.retain(|name, _| texts.iter().any(|text| text.name == *name));
        for text in texts {
            self.set(text);
        }
    }

    /// Adds a file, or changes one: what is between the beginning and the end that the texts have in common. Linear in the
    /// text with a small factor, and in the parse of what has changed.
    pub fn set(&mut self, text: Text) {
        let (bytes, unreadable) = match text.bytes {
            Ok(bytes) => (bytes, None),
            Err(reason) => (Vec::new(), Some(reason)),
        };
        let (new, invalid_bytes) = decode(bytes);
        let mut parser = Parser { types: &mut self.types, piece: self.piece };
        let pieces = match self.files.remove(&text.name) {
            Some(old) if old.text == new => (old.pieces, old.is_divided),
            Some(old) if old.is_divided => parser.again(&text.name, old, &new),
            _ => parser.all(&text.name, &new),
        };
        let (pieces, is_divided) = pieces;
        self.files.insert(text.name, OpenFile { text: new, invalid_bytes, unreadable, pieces, is_divided });
    }

    /// Checks the program, as far as it has changed.
    ///
    /// The surroundings are to be those of earlier checks: other declarations or schemas are noticed only by a new
    /// [`OpenProgram`].
    pub fn check(&mut self, surroundings: &mut pcl::Surroundings<'_>) -> CheckedVersion<'_> {
        let (version, types) = self.next_version(surroundings);
        version.known(types)
    }

    /// As [`Self::check`], and says what is wrong with the program, as [`crate::diagnostics::diagnose`] does: what was said
    /// about the version before, where it was diagnosed, is said again where it cannot have changed.
    pub fn diagnose(&mut self, surroundings: &mut pcl::Surroundings<'_>) -> (CheckedVersion<'_>, &[Diagnostic]) {
        let (version, types) = self.next_version(surroundings);
        let pcl::Surroundings { jobs, environment, strictness, .. } = *surroundings;
        let earlier = version.earlier.take();
        let earlier = earlier.map(|(said, changes)| EarlierWords { said, changes });
        let context = Context::new(&version.program, &version.inference, environment, types, strictness);
        version.said = Some(diagnose_again(jobs, &context, earlier));
        (version.known(types), version.said.as_ref().map_or(&[], Said::diagnostics))
    }

    fn next_version(&mut self, surroundings: &mut pcl::Surroundings<'_>) -> (&mut Version, &Interner) {
        let has_grown = self.types.type_count() > ALWAYS_KEPT.max(MOST_GROWTH * self.types_at_first);
        if has_grown {
            self.start_over();
        }
        if self.checked.is_none() {
            // They belong to other types.
            surroundings.schemas.forget_types();
        }
        // Where something panics, nothing is known of the program.
        let mut before = self.checked.take();
        let mut room = |name: &str| before.as_mut().map(|before| before.take_tree(name)).unwrap_or_default();
        let files = self.files.iter().map(|(name, file)| file.assembled(name, room(name))).collect();
        let program = read_parsed(self.dialect, files, surroundings, &mut self.types);
        let (jobs, environment) = (surroundings.jobs, surroundings.environment);
        let (inference, typed) = match &before {
            Some(before) => {
                let kept = kept(&program, &before.program);
                let earlier = Earlier { program: &before.program, inference: &before.inference, kept: &kept };
                infer_again(jobs, &program, environment, &earlier, &mut self.types)
            }
            None => (infer_with(jobs, &program, environment, &mut self.types), program.definitions.len()),
        };
        if before.is_none() {
            self.types_at_first = self.types.type_count();
        }
        let earlier = before.and_then(|before| Some((before.said?, changes(&before.program, &program)?)));
        (self.checked.insert(Version { program, inference, typed, earlier, said: None }), &self.types)
    }

    /// Forgets all types and what is made of them, and reads the texts anew.
    fn start_over(&mut self) {
        self.checked = None;
        self.types = self.base.clone();
        for (name, file) in &mut self.files {
            let mut parser = Parser { types: &mut self.types, piece: self.piece };
            (file.pieces, file.is_divided) = parser.all(name, &file.text);
        }
    }
}

/// What has changed in each file, if they are the same files.
fn changes(before: &Program, now: &Program) -> Option<Vec<Change>> {
    let change = |(old, new): (&File, &File)| {
        let (old_text, new_text) = (old.source.text.as_bytes(), new.source.text.as_bytes());
        let start = common_start(old_text, new_text);
        let behind = common_end(&old_text[start..], &new_text[start..]);
        let (old_end, new_end) = ((old_text.len() - behind) as u32, (new_text.len() - behind) as u32);
        (old.source.name == new.source.name).then_some(Change { start: start as u32, old_end, new_end })
    };
    let is_alike = before.files.len() == now.files.len();
    before.files.iter().zip(&now.files).map(change).collect::<Option<_>>().filter(|_| is_alike)
}

/// For each definition of a program the one of the same text in an earlier version, if there is one. Those before an edit
/// and behind it are found in order; of what is between, one in a file that is called the same.
fn kept(program: &Program, earlier: &Program) -> Vec<Option<DefinitionId>> {
    let is_same = |&(new, old): &(DefinitionId, DefinitionId)| {
        called(program, new) == called(earlier, old) && text_of(program, new) == text_of(earlier, old)
    };
    let (new, old) = (program.definition_ids(), earlier.definition_ids());
    let before = new.clone().zip(old.clone()).take_while(is_same).count();
    let (new, old) = (new.skip(before), old.skip(before));
    let behind = new.clone().rev().zip(old.clone().rev()).take_while(is_same).count();
    let (new_rest, old_rest) = (new.len() - behind, old.len() - behind);
    let mut between: FxHashMap<(&str, &str), VecDeque<DefinitionId>> = FxHashMap::default();
    for id in old.clone().take(old_rest) {
        between.entry(called(earlier, id)).or_default().push_back(id);
    }
    let changed = new.take(new_rest).map(|id| {
        let same_name = between.get_mut(&called(program, id))?.pop_front()?;
        (text_of(program, id) == text_of(earlier, same_name)).then_some(same_name)
    });
    let in_order = |id: DefinitionId| Some(id);
    let start = earlier.definition_ids().take(before).map(in_order);
    start.chain(changed).chain(old.skip(old_rest).map(in_order)).collect()
}

/// The file of a definition, and what it is called there.
fn called(program: &Program, id: DefinitionId) -> (&str, &str) {
    let definition = program.definition(id);
    (&program.file(definition.file).source.name, &definition.label)
}

fn text_of(program: &Program, id: DefinitionId) -> &str {
    let definition = program.definition(id);
    program.file(definition.file).source.slice(definition.span)
}

impl OpenFile {
    /// The file as a program has it. Its tree takes the room of one that is not used any more.
    fn assembled(&self, name: &str, room: Tree) -> File {
        let trees: Vec<&Tree> = self.pieces.iter().map(|piece| &piece.tree).collect();
        let mut tree = room.emptied_for(&trees);
        let (mut errors, mut at) = (Vec::new(), 0);
        for piece in &self.pieces {
            tree.append(&piece.tree, at);
            errors.extend(piece.errors.iter().map(|error| error.clone().moved(at)));
            at += piece.len as u32;
        }
        File {
            source: Source::new(name, self.text.clone()),
            tree,
            errors,
            invalid_bytes: self.invalid_bytes.clone(),
            unreadable: self.unreadable.clone(),
        }
    }
}

/// Makes pieces of texts.
struct Parser<'a> {
    types: &'a mut Interner,
    /// How many bytes a piece has at least.
    piece: usize,
}

impl Parser<'_> {
    /// The pieces of a text, and whether it is divided.
    fn all(&mut self, name: &str, text: &str) -> (Vec<Piece>, bool) {
        let is_native = std::path::Path::new(name).extension().is_none_or(|extension| extension != "json");
        match self.divided(text).filter(|_| is_native) {
            Some(pieces) => (pieces, true),
            None => (vec![self.whole(name, text)], false),
        }
    }

    /// The pieces of a text that was another before.
    fn again(&mut self, name: &str, old: OpenFile, text: &str) -> (Vec<Piece>, bool) {
        let start = common_start(old.text.as_bytes(), text.as_bytes());
        let behind = common_end(&old.text.as_bytes()[start..], &text.as_bytes()[start..]);
        let end = old.text.len() - behind;
        // A piece that the change touches is read again, even if it only touches its edge.
        let (mut before, mut touched, mut at) = (0, 0, 0);
        for piece in &old.pieces {
            let piece_end = at + piece.len;
            if piece_end < start {
                before += 1;
            } else if at <= end {
                touched += 1;
            }
            at = piece_end;
        }
        let from: usize = old.pieces[..before].iter().map(|piece| piece.len).sum();
        let rest: usize = old.pieces[before + touched..].iter().map(|piece| piece.len).sum();
        let changed = &text[from..text.len() - rest];
        let is_apart = rest == 0 || changed.is_empty() || changed.ends_with('\n');
        let Some(new) = self.divided(changed).filter(|_| is_apart && !(from > 0 && changed.starts_with('\u{feff}')))
        else {
            return self.all(name, text);
        };
        let mut pieces = old.pieces;
        let is_renamed = !are_named_alike(&pieces[before..before + touched], &new);
        pieces.splice(before..before + touched, new);
        if is_renamed && has_duplicates(&pieces) { self.all(name, text) } else { (pieces, true) }
    }

    /// The pieces of a text with which nothing is wrong.
    fn divided(&mut self, text: &str) -> Option<Vec<Piece>> {
        let mut start = 0;
        let ends = divide_body(text, self.piece)?;
        let pieces = ends.into_iter().map(|end| {
            let parsed = parse_body(&text[start..end], self.types);
            let len = end - std::mem::replace(&mut start, end);
            Piece::new(parsed, len)
        });
        Some(pieces.collect())
    }

    fn whole(&mut self, name: &str, text: &str) -> Piece {
        let parsed = syntax::parse_file(Jobs::ONE, name, text, self.types);
        Piece::new(parsed, text.len())
    }
}

/// Holds if two pieces have an attribute of the same name: only in the whole text is that wrong.
fn has_duplicates(pieces: &[Piece]) -> bool {
    let count = pieces.iter().map(|piece| piece.tree.body.len()).sum();
    let mut names = FxHashSet::with_capacity_and_hasher(count, FxBuildHasher);
    attribute_names(pieces).any(|name| !names.insert(name))
}

/// Holds if the attributes of some pieces, each of a name of its own, have the names of those of others in their order.
fn are_named_alike(old: &[Piece], new: &[Piece]) -> bool {
    attribute_names(old).eq(attribute_names(new))
}

fn attribute_names(pieces: &[Piece]) -> impl Iterator<Item = Name> {
    let items = pieces.iter().flat_map(|piece| &piece.tree.body);
    items.filter_map(BodyItem::as_attribute).map(|attribute| attribute.name)
}

fn common_start(a: &[u8], b: &[u8]) -> usize {
    // Whole blocks are compared many bytes at a time.
    let blocks = a.chunks(BLOCK).zip(b.chunks(BLOCK)).take_while(|(a, b)| a == b).count();
    let start = (blocks * BLOCK).min(a.len()).min(b.len());
    start + a[start..].iter().zip(&b[start..]).take_while(|(a, b)| a == b).count()
}

fn common_end(a: &[u8], b: &[u8]) -> usize {
    let blocks = a.rchunks(BLOCK).zip(b.rchunks(BLOCK)).take_while(|(a, b)| a == b).count();
    let behind = (blocks * BLOCK).min(a.len()).min(b.len());
    let (a, b) = (&a[..a.len() - behind], &b[..b.len() - behind]);
    behind + a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b).count()
}
