//! The interner: tables in which every type, name and number exists once.

mod annotated;
mod cases;
mod choices;
mod constructors;
mod declared;
mod flags;
mod lists;
mod merge;
mod pairs;
mod rewriting;

pub use declared::Named;
pub use flags::ValueSize;
pub use lists::TyList;
pub use merge::{Snapshot, Translation};
pub use rewriting::Rewriting;

use std::hash::Hash;

use hashbrown::HashTable;
use rustc_hash::{FxHashMap, FxHashSet};
use typed_index_collections::TiVec;

use self::annotated::Annotated;
use self::cases::CaseIndices;
use self::choices::KnownChoices;
use self::flags::{ReachableFlags, TypeFlags};
use self::pairs::KnownPairs;
use super::book::BookHandle;
use super::declared_as::Facets;
use super::limits::Limits;
use super::names::Names;
use super::{
    ANY, BOOL, ConstructorSignature, EMPTY_TUPLE, EnumId, ID, INT, Mapping, NONE, NUMBER, Name, NamedId,
    OwnConstructor, STRING, Shape, Span, Ty,
};
use crate::memory::Memory;
use crate::{Constant, Number, NumberError, NumberId};

/// Interned types, names, numbers and lists of types. Building a type costs one lookup; taking it apart, none.
#[derive(Clone, Debug)]
pub struct Interner {
    /// The limits on the sizes of types.
    pub limits: Limits,
    /// The book of rules that answers questions about the types.
    book: BookHandle,

    names: Names,
    numbers: TiVec<NumberId, Number>,
    number_ids: FxHashMap<Number, NumberId>,
    /// The numbers of literals that have been parsed, by their texts.
    literals: FxHashMap<Name, Result<NumberId, NumberError>>,

    shapes: TiVec<Ty, Shape>,
    flags: TiVec<Ty, TypeFlags>,
    /// For each type, the flags of all that it reaches, if all of that was declared when the type was built.
    reachable: TiVec<Ty, Option<ReachableFlags>>,
    table: HashTable<Ty>,
    members: Vec<Ty>,
    fields: Vec<(Name, Ty)>,

    enums: TiVec<EnumId, Enum>,
    enum_ids: FxHashMap<Enum, EnumId>,
    named: TiVec<NamedId, Named>,
    views: FxHashMap<(Mapping, Ty), Ty>,
    rewritten: FxHashMap<(Rewriting, Ty), Ty>,
    refined: FxHashMap<(Ty, Facets), Ty>,
    built_in: FxHashMap<Name, Ty>,
    /// Case-insensitive indices of the properties of large objects.
    cases: CaseIndices,
    /// Cached pairs of the properties of large objects.
    pairs: KnownPairs,
    /// The members of unions that take values.
    choices: KnownChoices,
    /// The answers of the rules about types.
    pub(super) memory: Memory,
    /// The answers that depend on coinductive assumptions, while there are any.
    pub(super) provisional: Option<Box<Memory>>,
    annotated: Annotated,

    cells: Vec<(TyList, Ty)>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Enum {
    token: Name,
    underlying: Ty,
    values: Vec<Constant>,
}

impl Default for Interner {
    fn default() -> Self {
        let mut new = Self {
            limits: Limits::default(),
            book: BookHandle::default(),
            names: Names::default(),
            numbers: TiVec::new(),
            number_ids: FxHashMap::default(),
            literals: FxHashMap::default(),
            shapes: TiVec::new(),
            flags: TiVec::new(),
            reachable: TiVec::new(),
            table: HashTable::new(),
            members: Vec::new(),
            fields: Vec::new(),
            enums: TiVec::new(),
            enum_ids: FxHashMap::default(),
            named: TiVec::new(),
            views: FxHashMap::default(),
            rewritten: FxHashMap::default(),
            refined: FxHashMap::default(),
            built_in: FxHashMap::default(),
            cases: CaseIndices::default(),
            pairs: KnownPairs::default(),
            choices: KnownChoices::default(),
            memory: Memory::default(),
            provisional: None,
            annotated: Annotated::default(),
            cells: Vec::new(),
        };
        // The order matches the numbers of the constants.
        assert_eq!([new.intern(Shape::Any), new.intern(Shape::None)], [ANY, NONE]);
        for (expected, text) in [(BOOL, "bool"), (INT, "int"), (NUMBER, "number"), (STRING, "string"), (ID, "id")] {
            let name = new.name(text);
            assert_eq!(new.intern(Shape::Primitive(name)), expected);
        }
        assert_eq!(new.tuple(&[]), EMPTY_TUPLE);
        new
    }
}

impl Interner {
    /// Creates an interner with limits, and with the built-in types only.
    pub fn within(limits: Limits) -> Self {
        Self { limits, ..Self::default() }
    }

    /// The book of rules that answers questions about the types.
    pub fn book(&self) -> &BookHandle {
        &self.book
    }

    /// Switches to another book of rules, and discards the answers of the previous one.
    pub fn set_book(&mut self, book: BookHandle) {
        (self.book, self.memory, self.provisional) = (book, Memory::default(), None);
    }

    /// Exchanges the book of rules, and its answers, with those of another interner. The types of one have to be the first ones of the
    /// other, and the answers about types of both.
    pub fn exchange_book(&mut self, other: &mut Self) {
        std::mem::swap(&mut self.book, &mut other.book);
        std::mem::swap(&mut self.memory, &mut other.memory);
        std::mem::swap(&mut self.provisional, &mut other.provisional);
    }
}

/// Names and numbers.
impl Interner {
    /// The name with this text.
    pub fn name(&mut self, text: &str) -> Name {
        self.names.intern(text)
    }

    /// The text of a name.
    pub fn text(&self, name: Name) -> &str {
        self.names.get(name)
    }

    /// The handle of a number.
    pub fn number(&mut self, number: Number) -> NumberId {
        *self.number_ids.entry(number).or_insert_with_key(|number| self.numbers.push_and_get_key(number.clone()))
    }

    /// Returns the number that a literal denotes.
    ///
    /// # Errors
    /// As [`Number::parse`].
    pub fn number_literal(&mut self, text: &str) -> Result<NumberId, NumberError> {
        let literal = self.name(text);
        if let Some(&known) = self.literals.get(&literal) {
            return known;
        }
        let id = Number::parse(text).map(|number| self.number(number));
        self.literals.insert(literal, id);
        id
    }

    /// Returns the number of a handle.
    pub fn number_of(&self, id: NumberId) -> &Number {
        &self.numbers[id]
    }

    /// The handle of the number with the opposite sign.
    pub fn negated(&mut self, id: NumberId) -> NumberId {
        let negated = self.number_of(id).negated();
        self.number(negated)
    }
}

/// Accessors of types.
impl Interner {
    /// Returns the number of types, names, numbers and remembered answers.
    pub fn entry_count(&self) -> usize {
        self.shapes.len() + self.names.len() as usize + self.numbers.len() + self.memory.len() + self.rewritten_count()
    }

    /// Gives back the room of the sequences that is not used: a copy of an interner doubles them with its first new entries. Linear in
    /// the interner, with a small factor.
    pub fn shrink_to_fit(&mut self) {
        self.names.shrink_to_fit();
        self.numbers.shrink_to_fit();
        self.shapes.shrink_to_fit();
        self.flags.shrink_to_fit();
        self.reachable.shrink_to_fit();
        self.members.shrink_to_fit();
        self.fields.shrink_to_fit();
        self.cells.shrink_to_fit();
    }

    /// Returns the number of types.
    pub fn type_count(&self) -> usize {
        self.shapes.len()
    }

    /// The shape of a type.
    #[inline]
    pub fn shape(&self, ty: Ty) -> Shape {
        self.shapes[ty]
    }

    /// The members of a tuple or union, or the arguments of a constructor that the book declares; none for every other type.
    #[inline]
    pub fn members(&self, ty: Ty) -> &[Ty] {
        match self.shape(ty) {
            Shape::Tuple(span) | Shape::Union(span) | Shape::Applied(_, span) => &self.members[span.range()],
            _ => &[],
        }
    }

    /// Returns an optional type without null: the other member of a union of two.
    pub fn without_null(&self, ty: Ty) -> Ty {
        match *self.members(ty) {
            [NONE, other] | [other, NONE] if matches!(self.shape(ty), Shape::Union(_)) => other,
            _ => ty,
        }
    }

    /// The properties of an object in the byte order of their names; none for every other type.
    #[inline]
    pub fn properties(&self, ty: Ty) -> &[(Name, Ty)] {
        match self.shape(ty) {
            Shape::Object(span) => &self.fields[span.range()],
            _ => &[],
        }
    }

    /// Returns the property with exactly this name. Logarithmic in the number of properties.
    pub fn property(&self, ty: Ty, name: Name) -> Option<Ty> {
        let properties = self.properties(ty);
        if properties.len() <= 16 {
            return properties.iter().find(|property| property.0 == name).map(|property| property.1);
        }
        let text = self.text(name);
        let at = properties.binary_search_by(|property| self.text(property.0).cmp(text)).ok()?;
        Some(properties[at].1)
    }

    /// An enum's token, underlying type and values.
    pub fn enumeration(&self, id: EnumId) -> (Name, Ty, &[Constant]) {
        let Enum { token, underlying, values } = &self.enums[id];
        (*token, *underlying, values)
    }

    /// Returns the constructor of a name, if the book declares it.
    pub fn own_constructor(&self, name: &str) -> Option<OwnConstructor> {
        let place = self.book.constructors().iter().position(|known| known.name == name)?;
        u8::try_from(place).ok().map(OwnConstructor)
    }

    /// Returns the name of a constructor that the book declares.
    pub fn name_of_constructor(&self, constructor: OwnConstructor) -> &str {
        self.signature_of(constructor).map_or("applied", |known| &known.name)
    }

    /// Returns the name and the arguments of a constructor that the book declares.
    pub fn signature_of(&self, constructor: OwnConstructor) -> Option<&ConstructorSignature> {
        self.book.constructors().get(usize::from(constructor.0))
    }

    /// Returns the parts of a type: its element, its members, or the types of its properties.
    pub fn parts_of(&self, ty: Ty) -> Vec<Ty> {
        self.parts(self.shape(ty))
    }

    /// Holds if a test holds for a type or for a part of it. Definitions of declared types do not count. Each part is tested once,
    /// however often it occurs.
    pub fn occurs(&self, ty: Ty, mut test: impl FnMut(Ty) -> bool) -> bool {
        let (mut open, mut seen) = (vec![ty], FxHashSet::default());
        while let Some(ty) = open.pop() {
            if seen.insert(ty) {
                if test(ty) {
                    return true;
                }
                open.extend(self.parts_of(ty));
            }
        }
        false
    }

    fn parts(&self, shape: Shape) -> Vec<Ty> {
        match shape {
            Shape::List(part) | Shape::Set(part) | Shape::Map(part) | Shape::Output(part) | Shape::Promise(part) => {
                vec![part]
            }
            Shape::Tuple(span) | Shape::Union(span) | Shape::Applied(_, span) => self.members[span.range()].to_vec(),
            Shape::Object(span) => self.fields[span.range()].iter().map(|field| field.1).collect(),
            _ => Vec::new(),
        }
    }
}

impl Span {
    fn range(self) -> std::ops::Range<usize> {
        self.start as usize..(self.start + self.len) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Eventuality;

    #[test]
    fn equal_types_are_one() {
        let mut types = Interner::default();
        let (a, b) = (types.name("a"), types.name("b"));
        assert_eq!(types.list(INT), types.list(INT));
        assert_ne!(types.list(INT), types.set(INT));
        assert_eq!(types.object(vec![(b, INT), (a, BOOL)]), types.object(vec![(a, BOOL), (b, INT)]));
        assert_eq!(types.object(vec![(a, INT), (a, BOOL)]), types.object(vec![(a, BOOL)]));
        assert_ne!(types.tuple(&[INT, BOOL]), types.tuple(&[BOOL, INT]));
    }

    #[test]
    fn a_union_is_a_set_of_its_members() {
        let mut types = Interner::default();
        let inner = types.union(&[INT, STRING]);
        assert_eq!(types.union(&[STRING, inner, INT]), inner);
        assert_eq!(types.union(&[INT, INT]), INT);
        assert_ne!(types.union(&[inner, NONE]), inner);
    }

    #[test]
    fn a_type_is_as_eventual_as_its_parts() {
        let mut types = Interner::default();
        let promise = types.promise(INT);
        let output = types.output(INT);
        let both = types.tuple(&[promise, output]);
        let list = types.list(promise);
        assert_eq!(types.eventuality(list), Eventuality::Promise);
        assert_eq!(types.eventuality(both), Eventuality::Output);
        assert!(types.has_promise(both) && !types.has_promise(output));
    }

    #[test]
    fn a_declared_type_may_contain_itself() {
        let mut types = Interner::default();
        let (tree_name, leaf_name, kids) = (types.name("Tree"), types.name("Leaf"), types.name("children"));
        let ((tree, tree_ty), (leaf, leaf_ty)) = (types.declare(tree_name), types.declare(leaf_name));
        let children = types.list(tree_ty);
        let definition = types.object(vec![(kids, children)]);
        let promise = types.promise(INT);
        types.define(&[(tree, definition), (leaf, promise)]);
        assert!(types.named(tree).is_recursive && !types.named(leaf).is_recursive);
        assert!(types.is_infinite(children) && !types.is_infinite(leaf_ty));
        assert_eq!(types.eventuality(leaf_ty), Eventuality::Promise);
    }
}
