//! Annotated types: handles of their own, with the shape of the type that is annotated.
//!
//! Each type has a bare form, which is the same type without annotations, its own and those of its parts. Two types are
//! equal if their bare forms are one. A type in which no annotation occurs is its own bare form, and nothing is kept for it.

use rustc_hash::FxHashMap;

use super::Interner;
use super::flags::TypeFlags;
use crate::{Annotation, Class, ClassId, Name, Shape, Ty};

/// A handle to a set of annotations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct SetId(u32);

/// The annotations of types.
#[derive(Clone, Debug)]
pub(super) struct Annotated {
    /// For each type in which annotations occur its bare form, and its own annotations.
    known: FxHashMap<Ty, (Ty, SetId)>,
    sets: Vec<Box<[Annotation]>>,
    set_ids: FxHashMap<Box<[Annotation]>, SetId>,
    /// The annotated types, by their shapes and annotations.
    types: FxHashMap<(Shape, SetId), Ty>,
    classes: Vec<Class>,
    class_ids: FxHashMap<Class, ClassId>,
}

impl Default for Annotated {
    fn default() -> Self {
        Self {
            known: FxHashMap::default(),
            sets: vec![Box::default()],
            set_ids: FxHashMap::from_iter([(Box::default(), SetId(0))]),
            types: FxHashMap::default(),
            classes: Vec::new(),
            class_ids: FxHashMap::default(),
        }
    }
}

impl Annotated {
    /// Notes the bare form of a type whose parts are annotated.
    pub fn note_bare(&mut self, ty: Ty, bare: Ty) {
        self.known.insert(ty, (bare, SetId(0)));
    }

    /// How many classes there are.
    pub fn class_count(&self) -> u32 {
        self.classes.len() as u32
    }

    /// The handle of a set, given in any order.
    fn set(&mut self, mut annotations: Vec<Annotation>) -> SetId {
        annotations.sort_unstable();
        annotations.dedup();
        *self.set_ids.entry(annotations.into()).or_insert_with_key(|set| {
            self.sets.push(set.clone());
            SetId(self.sets.len() as u32 - 1)
        })
    }
}

/// Reading annotations.
impl Interner {
    /// The type without annotations, its own and those of its parts.
    #[inline]
    pub fn bare(&self, ty: Ty) -> Ty {
        if self.is_annotated(ty) { self.annotated.known[&ty].0 } else { ty }
    }

    /// Holds if an annotation occurs in the type.
    #[inline]
    pub fn is_annotated(&self, ty: Ty) -> bool {
        self.flags[ty.0 as usize].is_annotated
    }

    /// Holds if two types are equal: they may differ in annotations.
    #[inline]
    pub fn are_equal(&self, a: Ty, b: Ty) -> bool {
        a == b || self.bare(a) == self.bare(b)
    }

    /// The annotations of a type, in no particular order.
    pub fn annotations(&self, ty: Ty) -> &[Annotation] {
        if !self.is_annotated(ty) {
            return &[];
        }
        &self.annotated.sets[self.annotated.known[&ty].1.0 as usize]
    }

    /// The class of the resources that values of the type are.
    pub fn class_of(&self, ty: Ty) -> Option<ClassId> {
        self.annotations(ty).iter().find_map(|&annotation| match annotation {
            Annotation::Resource(class) => Some(class),
            _ => None,
        })
    }

    /// The class behind a handle.
    pub fn class(&self, id: ClassId) -> &Class {
        &self.annotated.classes[id.0 as usize]
    }

    /// The token that an annotation links to, or the property that it is about.
    pub fn token_of(&self, annotation: Annotation) -> Option<Name> {
        match annotation {
            Annotation::Resource(class) => Some(self.class(class).token),
            Annotation::Named(name) | Annotation::Result(name) | Annotation::Secret(name) => Some(name),
            Annotation::Known(_) | Annotation::Present => None,
        }
    }

    /// The parts of a value that is written out: the type itself if that is a tuple or an object, or the tuple or object of
    /// the elements of a collection.
    pub fn parts_known(&self, ty: Ty) -> Option<Ty> {
        self.annotations(ty).iter().find_map(|&annotation| match annotation {
            Annotation::Known(_) if matches!(self.shape(ty), Shape::Tuple(_) | Shape::Object(_)) => Some(ty),
            Annotation::Known(parts) => Some(parts),
            _ => None,
        })
    }

    /// The name that the schema of a package has for a type: the token of its class, or its own.
    pub fn name_of(&self, ty: Ty) -> Option<Name> {
        let of_type = |annotation: &&Annotation| matches!(annotation, Annotation::Resource(_) | Annotation::Named(_));
        self.annotations(ty).iter().filter(of_type).min().and_then(|&annotation| self.token_of(annotation))
    }

    /// The annotations of a type as words and tokens, in their order.
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
        *class_ids.entry(class).or_insert_with_key(|class| {
            classes.push(class.clone());
            ClassId(classes.len() as u32 - 1)
        })
    }

    /// The type with one more annotation. Only objects have any, and collections and tuples that are written out: every other
    /// type stays as it is.
    #[must_use]
    pub fn annotate(&mut self, ty: Ty, annotation: Annotation) -> Ty {
        let all = self.annotations(ty).iter().copied().chain([annotation]).collect();
        self.with_annotations(ty, all)
    }

    /// A type with the annotations of another one besides its own.
    #[must_use]
    pub fn annotate_like(&mut self, ty: Ty, other: Ty) -> Ty {
        if self.annotations(other).is_empty() {
            return ty;
        }
        let all = self.annotations(ty).iter().chain(self.annotations(other)).copied().collect();
        self.with_annotations(ty, all)
    }

    /// The type that two equal types are: with the annotations that both have, or bare if their parts differ in theirs.
    #[must_use]
    pub fn agreed(&mut self, a: Ty, b: Ty) -> Ty {
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

    /// The type of this shape with these annotations and no others.
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
        let (new, bare) = (Ty(self.shapes.len() as u32), self.bare(ty));
        self.shapes.push(shape);
        self.flags.push(TypeFlags { is_annotated: true, ..self.flags[ty.0 as usize] });
        self.reachable.push(self.reachable[ty.0 as usize]);
        self.annotated.known.insert(new, (bare, set));
        self.annotated.types.insert((shape, set), new);
        new
    }

    /// Holds if all annotations of a set say what is known of values.
    fn are_of_values(&self, set: SetId) -> bool {
        self.annotated.sets[set.0 as usize]
            .iter()
            .all(|annotation| matches!(annotation, Annotation::Known(_) | Annotation::Present))
    }

    /// The bare form of a type with annotated parts.
    pub(super) fn bare_of_parts(&mut self, shape: Shape) -> Option<Ty> {
        let bare_all = |types: &Self, parts: &[Ty]| parts.iter().map(|&part| types.bare(part)).collect::<Vec<_>>();
        Some(match shape {
            Shape::List(part) => self.list(self.bare(part)),
            Shape::Set(part) => self.set(self.bare(part)),
            Shape::Map(part) => self.map(self.bare(part)),
            Shape::Output(part) => self.output(self.bare(part)),
            Shape::Promise(part) => self.promise(self.bare(part)),
            Shape::Tuple(span) => self.tuple(&bare_all(self, &self.members[span.range()])),
            Shape::Union(span) => self.union(&bare_all(self, &self.members[span.range()])),
            Shape::Object(span) => {
                let fields = &self.fields[span.range()];
                let bare = fields.iter().map(|&(name, part)| (name, self.bare(part))).collect();
                self.object(bare)
            }
            _ => return None,
        })
    }

    /// Members of a union, each once: of equal ones what they agree in is kept.
    pub(super) fn agree_equal(&mut self, members: &mut Vec<Ty>) {
        if !members.iter().any(|&member| self.is_annotated(member)) {
            return;
        }
        members.sort_by_key(|&member| self.bare(member));
        let mut distinct: Vec<Ty> = Vec::with_capacity(members.len());
        for &member in members.iter() {
            match distinct.last_mut() {
                Some(last) if self.are_equal(*last, member) => *last = self.agreed(*last, member),
                _ => distinct.push(member),
            }
        }
        distinct.sort_unstable();
        *members = distinct;
    }
}
