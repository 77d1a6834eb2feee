//! The tables behind the handles: every type, name and number exists once.

mod merge;

pub use merge::{Mark, Translation};

use std::hash::{BuildHasher, Hash};

use hashbrown::HashTable;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::names::Names;
use super::nature::{Facets, Nature};
use super::{ANY, BOOL, EnumId, Eventuality, ID, INT, Mapping, NONE, NUMBER, Name, NamedId, STRING, Shape, Span, Ty};
use crate::engine::coinduction::Question;
use crate::rules::terms::Conversion;
use crate::value::{Constant, Number, NumberError, NumberId};

/// Interned types, names, numbers and lists of types. Building a type costs one lookup; taking it apart, none.
#[derive(Clone, Debug)]
pub struct Interner {
    names: Names,
    numbers: Vec<Number>,
    number_ids: FxHashMap<Number, NumberId>,
    /// Literals as written, so that a number that occurs often is read once.
    literals: FxHashMap<Name, Result<NumberId, NumberError>>,

    shapes: Vec<Shape>,
    traits: Vec<Traits>,
    table: HashTable<Ty>,
    members: Vec<Ty>,
    fields: Vec<(Name, Ty)>,

    enums: Vec<Enum>,
    enum_ids: FxHashMap<Enum, EnumId>,
    named: Vec<Named>,
    views: FxHashMap<(Mapping, Ty), Ty>,
    refined: FxHashMap<(Ty, Facets), Ty>,
    built_in: FxHashMap<Name, Ty>,
    solved: FxHashMap<Question, Conversion>,
    annotations: FxHashMap<Ty, Name>,

    cells: Vec<(TyList, Ty)>,
}

/// A declared type.
#[derive(Clone, Copy, Debug)]
pub struct Named {
    /// The name it was declared by.
    pub name: Name,
    /// What it stands for. `None` until [`Interner::define`] is called, and for what a mapping has made.
    pub definition: Option<Ty>,
    /// The mapping that has made it of a recursive type, and that type.
    pub mapped: Option<(Mapping, Ty)>,
    /// Holds if it leads back to itself.
    pub is_recursive: bool,
    /// Holds if its text is that of its definition, and not its name.
    pub is_shown_unfolded: bool,
    /// What it is besides a name.
    pub nature: Nature,
    /// What narrows its definition down, if it is a refinement.
    pub facets: Facets,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Enum {
    token: Name,
    underlying: Ty,
    values: Vec<Constant>,
}

/// A handle to a list of types, built from its front. Lists share their beginnings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TyList(u32);

/// What is known of a type from its parts, declared types aside.
#[derive(Clone, Copy, Debug)]
struct Traits {
    eventuality: Eventuality,
    /// A promise occurs. (An output may occur as well.)
    has_promise: bool,
    /// An eventual type occurs in an eventual type, other than an output in a promise.
    is_nested: bool,
    /// A declared type occurs.
    has_named: bool,
}

const PLAIN: Traits =
    Traits { eventuality: Eventuality::Prompt, has_promise: false, is_nested: false, has_named: false };

impl Traits {
    fn or(self, other: Self) -> Self {
        Self {
            eventuality: self.eventuality.max(other.eventuality),
            has_promise: self.has_promise || other.has_promise,
            is_nested: self.is_nested || other.is_nested,
            has_named: self.has_named || other.has_named,
        }
    }
}

impl Default for Interner {
    fn default() -> Self {
        let mut new = Self {
            names: Names::default(),
            numbers: Vec::new(),
            number_ids: FxHashMap::default(),
            literals: FxHashMap::default(),
            shapes: Vec::new(),
            traits: Vec::new(),
            table: HashTable::new(),
            members: Vec::new(),
            fields: Vec::new(),
            enums: Vec::new(),
            enum_ids: FxHashMap::default(),
            named: Vec::new(),
            views: FxHashMap::default(),
            refined: FxHashMap::default(),
            built_in: FxHashMap::default(),
            solved: FxHashMap::default(),
            annotations: FxHashMap::default(),
            cells: Vec::new(),
        };
        // In the order of the constants' numbers.
        assert_eq!([new.intern(Shape::Any), new.intern(Shape::None)], [ANY, NONE]);
        for (expected, text) in [(BOOL, "bool"), (INT, "int"), (NUMBER, "number"), (STRING, "string"), (ID, "id")] {
            let name = new.name(text);
            assert_eq!(new.intern(Shape::Primitive(name)), expected);
        }
        new
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
        *self.number_ids.entry(number).or_insert_with_key(|number| {
            self.numbers.push(number.clone());
            NumberId(self.numbers.len() as u32 - 1)
        })
    }

    /// The number that a literal writes.
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

    /// The number behind a handle.
    pub fn number_of(&self, id: NumberId) -> &Number {
        &self.numbers[id.0 as usize]
    }

    /// The handle of the number with the opposite sign.
    pub fn negated(&mut self, id: NumberId) -> NumberId {
        let negated = self.number_of(id).negated();
        self.number(negated)
    }
}

/// Taking types apart.
impl Interner {
    /// How many types there are.
    pub fn type_count(&self) -> usize {
        self.shapes.len()
    }

    /// What a type is made of.
    #[inline]
    pub fn shape(&self, ty: Ty) -> Shape {
        self.shapes[ty.0 as usize]
    }

    /// The members of a tuple or union; none for every other type.
    #[inline]
    pub fn members(&self, ty: Ty) -> &[Ty] {
        match self.shape(ty) {
            Shape::Tuple(span) | Shape::Union(span) => &self.members[span.range()],
            _ => &[],
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

    /// The property of that very name. Logarithmic in the number of properties.
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
        let Enum { token, underlying, values } = &self.enums[id.0 as usize];
        (*token, *underlying, values)
    }

    /// A declared type's name and definition.
    pub fn named(&self, id: NamedId) -> Named {
        self.named[id.0 as usize]
    }

    /// How eventual values of the type are.
    #[inline]
    pub fn eventuality(&self, ty: Ty) -> Eventuality {
        let traits = self.traits[ty.0 as usize];
        if traits.has_named { self.reachable(ty).eventuality } else { traits.eventuality }
    }

    /// Holds if a promise occurs in the type.
    #[inline]
    pub fn has_promise(&self, ty: Ty) -> bool {
        let traits = self.traits[ty.0 as usize];
        if traits.has_named { self.reachable(ty).has_promise } else { traits.has_promise }
    }

    /// Holds if an eventual type may occur in the type where it has to be resolved: in an output, or a promise in a
    /// promise.
    pub fn may_nest_eventuals(&self, ty: Ty) -> bool {
        self.traits[ty.0 as usize].is_nested
    }

    /// Holds if a recursive type occurs in the type: if its unfolding never ends.
    pub fn is_infinite(&self, ty: Ty) -> bool {
        self.traits[ty.0 as usize].has_named && self.occurring(ty).any(|id| self.named(id).is_recursive)
    }

    /// The type's traits with those of the declared types that it leads to.
    fn reachable(&self, ty: Ty) -> Traits {
        let own = self.traits[ty.0 as usize];
        self.occurring(ty).map(|id| self.traits_of_named(self.named(id))).fold(own, Traits::or)
    }

    /// What a declared type adds by itself. The types that it leads to are counted apart.
    fn traits_of_named(&self, named: Named) -> Traits {
        let definition = named.definition.map_or(PLAIN, |definition| self.traits[definition.0 as usize]);
        match named.mapped {
            Some((Mapping::Input, _)) => Traits { eventuality: Eventuality::Output, ..PLAIN },
            Some((Mapping::ResolvePromises, of)) => Traits { eventuality: self.eventuality(of), ..PLAIN },
            Some((Mapping::Normalize, of)) => {
                Traits { has_promise: self.has_promise(of), eventuality: self.eventuality(of), ..PLAIN }
            }
            Some((Mapping::Resolve, _)) => PLAIN,
            None => definition,
        }
    }

    /// The declared types that occur in a type or in the definitions that it leads to, each once.
    fn occurring(&self, ty: Ty) -> impl Iterator<Item = NamedId> {
        let (mut found, mut seen, mut waiting) = (Vec::new(), Vec::new(), vec![ty]);
        while let Some(ty) = waiting.pop() {
            if !self.traits[ty.0 as usize].has_named || seen.contains(&ty) {
                continue;
            }
            seen.push(ty);
            match self.shape(ty) {
                Shape::Named(id) => {
                    found.push(id);
                    waiting.extend(self.named(id).definition);
                }
                shape => waiting.extend(self.parts(shape)),
            }
        }
        found.into_iter()
    }

    fn parts(&self, shape: Shape) -> Vec<Ty> {
        match shape {
            Shape::List(part) | Shape::Set(part) | Shape::Map(part) | Shape::Output(part) | Shape::Promise(part) => {
                vec![part]
            }
            Shape::Tuple(span) | Shape::Union(span) => self.members[span.range()].to_vec(),
            Shape::Object(span) => self.fields[span.range()].iter().map(|field| field.1).collect(),
            _ => Vec::new(),
        }
    }
}

/// Putting types together.
impl Interner {
    /// `list(element)`
    pub fn list(&mut self, element: Ty) -> Ty {
        self.intern(Shape::List(element))
    }

    /// `set(element)`
    pub fn set(&mut self, element: Ty) -> Ty {
        self.intern(Shape::Set(element))
    }

    /// `map(element)`
    pub fn map(&mut self, element: Ty) -> Ty {
        self.intern(Shape::Map(element))
    }

    /// `output(element)`, where no eventual type occurs in the element: the rules see to that.
    pub fn output(&mut self, element: Ty) -> Ty {
        self.intern(Shape::Output(element))
    }

    /// `promise(element)`, where no promise occurs in the element: the rules see to that.
    pub fn promise(&mut self, element: Ty) -> Ty {
        self.intern(Shape::Promise(element))
    }

    /// The type of one value, which belongs to `base`.
    pub fn constant(&mut self, base: Ty, value: Constant) -> Ty {
        self.intern(Shape::Constant(base, value))
    }

    /// A type of which only the name is known.
    pub fn opaque(&mut self, name: Name) -> Ty {
        self.intern(Shape::Opaque(name))
    }

    /// `tuple([members])`
    pub fn tuple(&mut self, members: &[Ty]) -> Ty {
        let hash = hash_of((Tag::Tuple, members));
        self.sequence(hash, members, Shape::Tuple)
    }

    /// The union of the members: flattened, without duplicates, and the member itself if only one is left.
    pub fn union(&mut self, members: &[Ty]) -> Ty {
        let mut flat = Vec::with_capacity(members.len());
        for &member in members {
            match self.shape(member) {
                Shape::Union(span) => flat.extend_from_slice(&self.members[span.range()]),
                _ => flat.push(member),
            }
        }
        flat.sort_unstable();
        flat.dedup();
        if let [only] = flat[..] {
            return only;
        }
        let hash = hash_of((Tag::Union, &flat[..]));
        self.sequence(hash, &flat, Shape::Union)
    }

    /// `object({properties})`, in any order. Of two properties with one name the later counts.
    pub fn object(&mut self, mut properties: Vec<(Name, Ty)>) -> Ty {
        // Most objects are written in order.
        if !properties.is_sorted_by(|a, b| self.text(a.0) < self.text(b.0)) {
            properties.sort_by(|a, b| self.text(a.0).cmp(self.text(b.0)));
            properties.reverse();
            properties.dedup_by_key(|property| property.0);
            properties.reverse();
        }
        let hash = hash_of((Tag::Object, &properties[..]));
        let found = self.table.find(hash, |&ty| match self.shape(ty) {
            Shape::Object(span) => self.fields[span.range()] == properties[..],
            _ => false,
        });
        if let Some(&found) = found {
            return found;
        }
        let span = Span { start: self.fields.len() as u32, len: properties.len() as u32 };
        let traits = properties.iter().map(|property| self.traits[property.1.0 as usize]).fold(PLAIN, Traits::or);
        self.fields.append(&mut properties);
        self.add(hash, Shape::Object(span), traits)
    }

    /// `enum("token", underlying, [values])`
    pub fn enumeration_type(&mut self, token: Name, underlying: Ty, values: Vec<Constant>) -> Ty {
        let id = self.enum_id(Enum { token, underlying, values });
        self.intern(Shape::Enum(id))
    }

    fn enum_id(&mut self, new: Enum) -> EnumId {
        *self.enum_ids.entry(new).or_insert_with_key(|key| {
            self.enums.push(key.clone());
            EnumId(self.enums.len() as u32 - 1)
        })
    }

    /// A new declared type. It stands for nothing until it is defined.
    pub fn declare(&mut self, name: Name) -> (NamedId, Ty) {
        self.declare_as(name, false)
    }

    /// As [`Self::declare`], for a type whose name only says where it comes from: its text is that of its definition.
    pub fn declare_unfolding(&mut self, name: Name) -> (NamedId, Ty) {
        self.declare_as(name, true)
    }

    fn declare_as(&mut self, name: Name, is_shown_unfolded: bool) -> (NamedId, Ty) {
        self.declare_named(Named {
            name,
            definition: None,
            mapped: None,
            is_recursive: false,
            is_shown_unfolded,
            nature: Nature::Alias,
            facets: Facets::default(),
        })
    }

    fn declare_named(&mut self, named: Named) -> (NamedId, Ty) {
        let id = NamedId(self.named.len() as u32);
        self.named.push(named);
        (id, self.intern(Shape::Named(id)))
    }

    /// As [`Self::declare`], for a type that is more than a name for its definition.
    pub fn declare_natured(&mut self, name: Name, nature: Nature) -> (NamedId, Ty) {
        let (id, ty) = self.declare(name);
        self.named[id.0 as usize].nature = nature;
        (id, ty)
    }

    /// The type of this name that every model has, which stands for a definition. There is one for each name.
    pub fn built_in(&mut self, name: &str, nature: Nature, definition: Ty) -> Ty {
        let name = self.name(name);
        if let Some(&known) = self.built_in.get(&name) {
            return known;
        }
        let (id, ty) = self.declare_natured(name, nature);
        self.define(&[(id, definition)]);
        self.built_in.insert(name, ty);
        ty
    }

    /// `refined(base, {...})`: the values of the base that the facets allow.
    pub fn refined(&mut self, base: Ty, facets: Facets) -> Ty {
        if let Some(&known) = self.refined.get(&(base, facets)) {
            return known;
        }
        let name = self.name("refined");
        let (id, ty) = self.declare_natured(name, Nature::Refined);
        self.named[id.0 as usize].facets = facets;
        self.define(&[(id, base)]);
        self.refined.insert((base, facets), ty);
        ty
    }

    /// What a type is besides what it is made of.
    pub fn nature(&self, ty: Ty) -> Nature {
        match self.shape(ty) {
            Shape::Named(id) => self.named(id).nature,
            _ => Nature::Structure,
        }
    }

    /// What narrows a type down. Nothing, if it is no refinement.
    pub fn facets(&self, ty: Ty) -> Facets {
        match self.shape(ty) {
            Shape::Named(id) => self.named(id).facets,
            _ => Facets::default(),
        }
    }

    /// Notes the name of what a type comes from, for messages. It changes nothing about the type. Of several names the
    /// first in byte order is kept.
    pub fn annotate(&mut self, ty: Ty, name: Name) {
        let text = self.names.get(name);
        let is_first = self.annotations.get(&ty).is_none_or(|&known| text < self.names.get(known));
        if is_first {
            self.annotations.insert(ty, name);
        }
    }

    /// The name of what a type comes from, if it has been noted.
    pub fn annotation(&self, ty: Ty) -> Option<Name> {
        self.annotations.get(&ty).copied()
    }

    /// Says what declared types stand for. Definitions that lead to one another must come in one call.
    pub fn define(&mut self, definitions: &[(NamedId, Ty)]) {
        for &(id, definition) in definitions {
            self.named[id.0 as usize].definition = Some(definition);
        }
        for &(id, definition) in definitions {
            let is_recursive = self.occurring(definition).any(|found| found == id);
            self.named[id.0 as usize].is_recursive = is_recursive;
        }
    }

    /// What a mapping makes of a recursive type, as a type of its own. A second application changes nothing.
    pub fn view(&mut self, mapping: Mapping, ty: Ty) -> Ty {
        let Shape::Named(id) = self.shape(ty) else { return ty };
        let of = self.named(id);
        if matches!(of.mapped, Some((before, _)) if before == mapping) {
            return ty;
        }
        if let Some(&known) = self.views.get(&(mapping, ty)) {
            return known;
        }
        let id = NamedId(self.named.len() as u32);
        let mapped = Some((mapping, ty));
        self.named.push(Named { definition: None, mapped, is_recursive: true, ..of });
        let view = self.intern(Shape::Named(id));
        self.views.insert((mapping, ty), view);
        view
    }

    fn intern(&mut self, shape: Shape) -> Ty {
        let hash = hash_of(shape);
        if let Some(&found) = self.table.find(hash, |&ty| self.shape(ty) == shape) {
            return found;
        }
        let traits = self.traits_of(shape);
        self.add(hash, shape, traits)
    }

    fn traits_of(&self, shape: Shape) -> Traits {
        match shape {
            Shape::List(part) | Shape::Set(part) | Shape::Map(part) => self.traits[part.0 as usize],
            Shape::Output(part) => {
                let inside = self.traits[part.0 as usize];
                let is_nested = inside.eventuality != Eventuality::Prompt || inside.has_named;
                Traits { eventuality: Eventuality::Output, is_nested, ..PLAIN }.or(inside)
            }
            Shape::Promise(part) => {
                let inside = self.traits[part.0 as usize];
                let is_nested = inside.has_promise || inside.has_named;
                Traits { eventuality: Eventuality::Promise, has_promise: true, is_nested, ..PLAIN }.or(inside)
            }
            Shape::Named(_) => Traits { has_named: true, ..PLAIN },
            _ => PLAIN,
        }
    }

    fn sequence(&mut self, hash: u64, members: &[Ty], shape: fn(Span) -> Shape) -> Ty {
        let found = self.table.find(hash, |&ty| match (self.shape(ty), shape(Span { start: 0, len: 0 })) {
            (Shape::Tuple(span), Shape::Tuple(_)) | (Shape::Union(span), Shape::Union(_)) => {
                self.members[span.range()] == *members
            }
            _ => false,
        });
        if let Some(&found) = found {
            return found;
        }
        let span = Span { start: self.members.len() as u32, len: members.len() as u32 };
        let traits = members.iter().map(|member| self.traits[member.0 as usize]).fold(PLAIN, Traits::or);
        self.members.extend_from_slice(members);
        self.add(hash, shape(span), traits)
    }

    fn add(&mut self, hash: u64, shape: Shape, traits: Traits) -> Ty {
        let new = Ty(self.shapes.len() as u32);
        self.shapes.push(shape);
        self.traits.push(traits);
        let (shapes, members, fields) = (&self.shapes, &self.members, &self.fields);
        self.table.insert_unique(hash, new, |ty| match shapes[ty.0 as usize] {
            Shape::Tuple(span) => hash_of((Tag::Tuple, &members[span.range()])),
            Shape::Union(span) => hash_of((Tag::Union, &members[span.range()])),
            Shape::Object(span) => hash_of((Tag::Object, &fields[span.range()])),
            shape => hash_of(shape),
        });
        new
    }
}

/// Lists of types, with which the rules gather the types of parts. They are not hash-consed, and live until
/// [`Interner::forget_lists`] is called.
impl Interner {
    /// The list with `last` behind the types of `list`.
    #[inline]
    pub fn append(&mut self, list: TyList, last: Ty) -> TyList {
        self.cells.push((list, last));
        TyList(self.cells.len() as u32)
    }

    /// Ends the life of all lists.
    pub fn forget_lists(&mut self) {
        self.cells.clear();
    }

    /// The list without its last type.
    pub fn without_last(&self, list: TyList) -> TyList {
        list.0.checked_sub(1).map_or(list, |before| self.cells[before as usize].0)
    }

    /// The types of a list, in order.
    pub fn list_items(&self, mut list: TyList) -> Vec<Ty> {
        let mut items = Vec::new();
        while let Some(before) = list.0.checked_sub(1) {
            let (rest, last) = self.cells[before as usize];
            items.push(last);
            list = rest;
        }
        items.reverse();
        items
    }
}

/// Answers about recursive types, which are found at some cost and never change.
impl Interner {
    pub(crate) fn solved(&self, question: Question) -> Option<Conversion> {
        self.solved.get(&question).copied()
    }

    pub(crate) fn solve(&mut self, answers: &FxHashMap<Question, Conversion>) {
        self.solved.extend(answers.iter().map(|(&question, &answer)| (question, answer)));
    }
}

impl TyList {
    /// The list without types.
    pub const EMPTY: Self = Self(0);
}

impl Span {
    fn range(self) -> std::ops::Range<usize> {
        self.start as usize..(self.start + self.len) as usize
    }
}

/// Keeps the hashes of tuples, unions and objects with the same parts apart.
#[derive(Hash)]
enum Tag {
    Tuple,
    Union,
    Object,
}

fn hash_of(value: impl Hash) -> u64 {
    FxBuildHasher.hash_one(value)
}

#[cfg(test)]
mod tests {
    use super::*;

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
