//! Annotated types: they have handles of their own, and the shape of the type that is annotated.
//!
//! Each type has a bare form: the same type without annotations on it or on its parts. Two types are equal if their bare forms
//! are identical. A type without annotations is its own bare form, and has no entry in the tables.

use rustc_hash::FxHashMap;
use typed_index_collections::{TiVec, ti_vec};

use super::Interner;
use crate::{Annotation, Class, ClassId, Name, Shape, Ty};

/// A handle to a set of annotations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct SetId(u32);

crate::indices!(SetId, ClassId);

/// The annotations of types.
#[derive(Clone, Debug)]
pub(super) struct Annotated {
    /// The bare form and the own annotations of each type in which annotations occur.
    known: FxHashMap<Ty, (Ty, SetId)>,
    sets: TiVec<SetId, Box<[Annotation]>>,
    set_ids: FxHashMap<Box<[Annotation]>, SetId>,
    /// The annotated types, by their shapes and annotations.
    types: FxHashMap<(Shape, SetId), Ty>,
    classes: TiVec<ClassId, Class>,
    class_ids: FxHashMap<Class, ClassId>,
}

impl Default for Annotated {
    fn default() -> Self {
        Self {
            known: FxHashMap::default(),
            sets: ti_vec![Box::default()],
            set_ids: FxHashMap::from_iter([(Box::default(), SetId(0))]),
            types: FxHashMap::default(),
            classes: TiVec::new(),
            class_ids: FxHashMap::default(),
        }
    }
}

impl Annotated {
    /// Records the bare form of a type whose parts are annotated.
    pub fn note_bare(&mut self, ty: Ty, bare: Ty) {
        self.known.insert(ty, (bare, SetId(0)));
    }

    /// Returns the number of classes.
    pub fn class_count(&self) -> u32 {
        self.classes.len() as u32
    }

    /// Interns a set of annotations, given in any order.
    fn set(&mut self, mut annotations: Vec<Annotation>) -> SetId {
        annotations.sort_unstable();
        annotations.dedup();
        *self.set_ids.entry(annotations.into()).or_insert_with_key(|set| self.sets.push_and_get_key(set.clone()))
    }
}

/// Reading annotations.
impl Interner {
    /// Returns the bare form of a type.
    #[inline]
    pub fn bare(&self, ty: Ty) -> Ty {
        if self.is_annotated(ty) { self.annotated.known[&ty].0 } else { ty }
    }

    /// Holds if the type or a part of it has an annotation.
    #[inline]
    pub fn is_annotated(&self, ty: Ty) -> bool {
        self.flags[ty].is_annotated
    }

    /// Holds if two types are equal, annotations aside.
    #[inline]
    pub fn are_equal(&self, a: Ty, b: Ty) -> bool {
        a == b || self.bare(a) == self.bare(b)
    }

    /// The annotations of a type, in no particular order.
    pub fn annotations(&self, ty: Ty) -> &[Annotation] {
        if !self.is_annotated(ty) {
            return &[];
        }
        &self.annotated.sets[self.annotated.known[&ty].1]
    }

    /// Returns the class of a type of resources.
    pub fn class_of(&self, ty: Ty) -> Option<ClassId> {
        self.annotations(ty).iter().find_map(|&annotation| match annotation {
            Annotation::Resource(class) => Some(class),
            _ => None,
        })
    }

    /// Returns the class of a handle.
    pub fn class(&self, id: ClassId) -> &Class {
        &self.annotated.classes[id]
    }

    /// Returns the token of an annotation, or the secret property.
    pub fn token_of(&self, annotation: Annotation) -> Option<Name> {
        match annotation {
            Annotation::Resource(class) => Some(self.class(class).token),
            Annotation::Named(name)
            | Annotation::Reference(name)
            | Annotation::Result(name)
            | Annotation::Secret(name) => Some(name),
            Annotation::Known(_) | Annotation::Present | Annotation::Gathered => None,
        }
    }

    /// Returns the known parts of a value: the type itself for a tuple or an object, the tuple or object of the elements for a
    /// collection.
    pub fn parts_known(&self, ty: Ty) -> Option<Ty> {
        self.annotations(ty).iter().find_map(|&annotation| match annotation {
            Annotation::Known(_) if matches!(self.shape(ty), Shape::Tuple(_) | Shape::Object(_)) => Some(ty),
            Annotation::Known(parts) => Some(parts),
            _ => None,
        })
    }

    /// Returns the name of a type in the schema of a package: the token of its class, its own token, or that of the function of
    /// which it is the result.
    pub fn name_of(&self, ty: Ty) -> Option<Name> {
        let of_type = |annotation: &&Annotation| {
            use Annotation::{Named, Reference, Resource, Result};
            matches!(annotation, Resource(_) | Named(_) | Reference(_) | Result(_))
        };
        self.annotations(ty).iter().filter(of_type).min().and_then(|&annotation| self.token_of(annotation))
    }

    /// Returns the kinds and the tokens of a type's annotations, in order.
    pub fn annotation_texts(&self, ty: Ty) -> Vec<(&'static str, &str)> {
        let text = |&annotation: &Annotation| Some((annotation.word(), self.text(self.token_of(annotation)?)));
        let mut texts: Vec<_> = self.annotations(ty).iter().filter_map(text).collect();
        texts.sort_unstable();
        texts
    }
}

/// Annotating.
impl Interner {
    /// The handle of a class.
    pub fn class_id(&mut self, class: Class) -> ClassId {
        let Annotated { classes, class_ids, .. } = &mut self.annotated;
        *class_ids.entry(class).or_insert_with_key(|class| classes.push_and_get_key(class.clone()))
    }

    /// Adds an annotation to a type. Only objects can be annotated, and tuples and collections that are written out. Every other
    /// type is returned unchanged.
    #[must_use]
    pub fn annotate(&mut self, ty: Ty, annotation: Annotation) -> Ty {
        let all = self.annotations(ty).iter().copied().chain([annotation]).collect();
        self.with_annotations(ty, all)
    }

    /// Adds the annotations of another type to a type.
    #[must_use]
    pub fn annotate_like(&mut self, ty: Ty, other: Ty) -> Ty {
        if self.annotations(other).is_empty() {
            return ty;
        }
        let all = self.annotations(ty).iter().chain(self.annotations(other)).copied().collect();
        self.with_annotations(ty, all)
    }

    /// Merges two equal types: keeps the annotations that both have, or none if the annotations of their parts differ.
    #[must_use]
    pub fn merge_annotations(&mut self, a: Ty, b: Ty) -> Ty {
        if a == b {
            return a;
        }
        if self.shape(a) != self.shape(b) {
            return self.bare(a);
        }
        let both = self.annotations(a).iter().filter(|annotation| self.annotations(b).contains(annotation));
        let both = both.copied().collect();
        self.with_annotations(a, both)
    }

    /// Returns the type of this shape with exactly these annotations.
    fn with_annotations(&mut self, ty: Ty, annotations: Vec<Annotation>) -> Ty {
        let shape = self.shape(ty);
        let set = self.annotated.set(annotations);
        match shape {
            Shape::Object(span) if set == SetId(0) => return self.object(self.fields[span.range()].to_vec()),
            Shape::Tuple(span) if set == SetId(0) => {
                let members = self.members[span.range()].to_vec();
                return self.tuple(&members);
            }
            Shape::List(_) | Shape::Set(_) | Shape::Map(_) if set == SetId(0) => return self.intern(shape),
            Shape::Object(_) => {}
            Shape::Tuple(_) | Shape::List(_) | Shape::Set(_) | Shape::Map(_) if self.are_of_values(set) => {}
            _ => return ty,
        }
        if let Some(&known) = self.annotated.types.get(&(shape, set)) {
            return known;
        }
        let (new, bare) = (self.shapes.push_and_get_key(shape), self.bare(ty));
        self.flags.push(self.flags_of_annotated(ty, &self.annotated.sets[set]));
        self.reachable.push(self.reachable[ty]);
        self.annotated.known.insert(new, (bare, set));
        self.annotated.types.insert((shape, set), new);
        new
    }

    /// Holds if all annotations of a set are about values.
    fn are_of_values(&self, set: SetId) -> bool {
        self.annotated.sets[set]
            .iter()
            .all(|annotation| matches!(annotation, Annotation::Known(_) | Annotation::Present | Annotation::Gathered))
    }

    /// Returns the bare form of a type with annotated parts.
    pub(super) fn bare_of_parts(&mut self, shape: Shape) -> Option<Ty> {
        let bare_all = |types: &Self, parts: &[Ty]| parts.iter().map(|&part| types.bare(part)).collect::<Vec<_>>();
        Some(match shape {
            Shape::List(part) => self.list(self.bare(part)),
            Shape::Set(part) => self.set(self.bare(part)),
            Shape::Map(part) => self.map(self.bare(part)),
            Shape::Output(part) => self.output(self.bare(part)),
            Shape::Promise(part) => self.promise(self.bare(part)),
            Shape::Tuple(span) => self.tuple(&bare_all(self, &self.members[span.range()])),
            Shape::Applied(own, span) => self.applied(own, &bare_all(self, &self.members[span.range()])),
            Shape::Union(span) => self.union(&bare_all(self, &self.members[span.range()])),
            Shape::Object(span) => {
                let fields = &self.fields[span.range()];
                let bare = fields.iter().map(|&(name, part)| (name, self.bare(part))).collect();
                self.object(bare)
            }
            _ => return None,
        })
    }

    /// Merges equal members of a union, and keeps the annotations in which they agree.
    pub(super) fn merge_equal_members(&mut self, members: &mut Vec<Ty>) {
        if !members.iter().any(|&member| self.is_annotated(member)) {
            return;
        }
        members.sort_by_key(|&member| self.bare(member));
        let mut distinct: Vec<Ty> = Vec::with_capacity(members.len());
        for &member in members.iter() {
            match distinct.last_mut() {
                Some(last) if self.are_equal(*last, member) => *last = self.merge_annotations(*last, member),
                _ => distinct.push(member),
            }
        }
        distinct.sort_unstable();
        *members = distinct;
    }
}
