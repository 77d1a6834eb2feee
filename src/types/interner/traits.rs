//! What is known of a type from its parts, noted when it is built.

use rustc_hash::FxHashSet;

use super::{Interner, Named};
use crate::types::{Eventuality, Mapping, Shape, Ty};

/// What is known of a type from its parts, declared types aside.
#[derive(Clone, Copy, Debug)]
pub(super) struct Traits {
    pub(super) eventuality: Eventuality,
    /// A promise occurs. (An output may occur as well.)
    pub(super) has_promise: bool,
    /// An eventual type occurs in an eventual type, other than an output in a promise.
    pub(super) is_nested: bool,
    /// A declared type occurs.
    pub(super) has_named: bool,
    /// How deep it nests.
    pub(super) depth: u32,
    /// How many parts it has as a tree.
    pub(super) parts: u32,
}

pub(super) const PLAIN: Traits = Traits {
    eventuality: Eventuality::Prompt,
    has_promise: false,
    is_nested: false,
    has_named: false,
    depth: 0,
    parts: 0,
};

/// What is known of a type from its parts, and from the definitions of the declared types that it leads to.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Reach {
    pub(super) eventuality: Eventuality,
    pub(super) has_promise: bool,
    /// A declared type occurs that leads back to itself.
    pub(super) is_infinite: bool,
}

impl Reach {
    pub(super) fn of(traits: Traits) -> Self {
        Self { eventuality: traits.eventuality, has_promise: traits.has_promise, is_infinite: false }
    }

    pub(super) fn or(self, other: Self) -> Self {
        Self {
            eventuality: self.eventuality.max(other.eventuality),
            has_promise: self.has_promise || other.has_promise,
            is_infinite: self.is_infinite || other.is_infinite,
        }
    }
}

impl Traits {
    pub(super) fn or(self, other: Self) -> Self {
        Self {
            eventuality: self.eventuality.max(other.eventuality),
            has_promise: self.has_promise || other.has_promise,
            is_nested: self.is_nested || other.is_nested,
            has_named: self.has_named || other.has_named,
            depth: self.depth.max(other.depth),
            parts: self.parts.saturating_add(other.parts),
        }
    }

    /// The traits of what is built around something with these.
    pub(super) fn around(self) -> Self {
        Self { depth: self.depth.saturating_add(1), parts: self.parts.saturating_add(1), ..self }
    }
}

impl Interner {
    /// How eventual values of the type are.
    #[inline]
    pub fn eventuality(&self, ty: Ty) -> Eventuality {
        let traits = self.traits[ty.0 as usize];
        if traits.has_named { self.reach(ty).eventuality } else { traits.eventuality }
    }

    /// Holds if a promise occurs in the type.
    #[inline]
    pub fn has_promise(&self, ty: Ty) -> bool {
        let traits = self.traits[ty.0 as usize];
        if traits.has_named { self.reach(ty).has_promise } else { traits.has_promise }
    }

    /// Holds if an eventual type may occur in the type where it has to be resolved: in an output, or a promise in a
    /// promise.
    pub fn may_nest_eventuals(&self, ty: Ty) -> bool {
        self.traits[ty.0 as usize].is_nested
    }

    /// Holds if a recursive type occurs in the type: if its unfolding never ends.
    pub fn is_infinite(&self, ty: Ty) -> bool {
        self.traits[ty.0 as usize].has_named && self.reach(ty).is_infinite
    }

    /// How many types are built around others in a type, declared types aside; those that occur several times count each
    /// time.
    pub fn size(&self, ty: Ty) -> u32 {
        self.traits[ty.0 as usize].parts
    }

    /// How deep a type nests, declared types aside: a type without parts does not.
    pub fn depth(&self, ty: Ty) -> u32 {
        self.traits[ty.0 as usize].depth
    }
}

/// Noting it.
impl Interner {
    /// What is known of a type and of the declared types that it leads to. Where not all of them were declared when it was
    /// built, they are gone through.
    pub(super) fn reach(&self, ty: Ty) -> Reach {
        if let Some(known) = self.reach[ty.0 as usize] {
            return known;
        }
        let (mut found, mut seen, mut waiting) = (Reach::default(), FxHashSet::default(), vec![ty]);
        while let Some(ty) = waiting.pop() {
            if let Some(known) = self.reach[ty.0 as usize] {
                found = found.or(known);
            } else if seen.insert(ty) {
                match self.shape(ty) {
                    Shape::Named(id) => {
                        let named = self.named(id);
                        found = found.or(self.reach_of_named(named));
                        waiting.extend(named.definition);
                    }
                    shape => {
                        found = found.or(Reach::of(self.traits[ty.0 as usize]));
                        waiting.extend(self.parts(shape));
                    }
                }
            }
        }
        found
    }

    /// What a declared type adds by itself. What its definition leads to is counted apart.
    fn reach_of_named(&self, named: Named) -> Reach {
        let mapped = match named.mapped {
            Some((Mapping::Input, _)) => Reach { eventuality: Eventuality::Output, ..Reach::default() },
            Some((Mapping::ResolvePromises, of)) => Reach { eventuality: self.eventuality(of), ..Reach::default() },
            Some((Mapping::Normalize, of)) => {
                Reach { has_promise: self.has_promise(of), eventuality: self.eventuality(of), ..Reach::default() }
            }
            Some((Mapping::Resolve, _)) | None => Reach::default(),
        };
        Reach { is_infinite: named.is_recursive, ..mapped }
    }

    pub(super) fn traits_of(&self, shape: Shape) -> Traits {
        match shape {
            Shape::List(part) | Shape::Set(part) | Shape::Map(part) => self.traits[part.0 as usize].around(),
            Shape::Output(part) => {
                let inside = self.traits[part.0 as usize];
                let is_nested = inside.eventuality != Eventuality::Prompt || inside.has_named;
                Traits { eventuality: Eventuality::Output, is_nested, ..PLAIN }.or(inside).around()
            }
            Shape::Promise(part) => {
                let inside = self.traits[part.0 as usize];
                let is_nested = inside.has_promise || inside.has_named;
                Traits { eventuality: Eventuality::Promise, has_promise: true, is_nested, ..PLAIN }.or(inside).around()
            }
            Shape::Named(_) => Traits { has_named: true, ..PLAIN },
            _ => PLAIN,
        }
    }

    /// What is known of all that a new type leads to, if that is known of all its parts.
    pub(super) fn reach_of_new(&self, shape: Shape, traits: Traits) -> Option<Reach> {
        let own = Reach::of(traits);
        if !traits.has_named {
            return Some(own);
        }
        let known = |part: Ty| self.reach[part.0 as usize];
        let both = |a: Option<Reach>, b: Option<Reach>| Some(a?.or(b?));
        match shape {
            Shape::List(part) | Shape::Set(part) | Shape::Map(part) | Shape::Output(part) | Shape::Promise(part) => {
                both(Some(own), known(part))
            }
            Shape::Tuple(span) | Shape::Union(span) => {
                self.members[span.range()].iter().map(|&part| known(part)).fold(Some(own), both)
            }
            Shape::Object(span) => self.fields[span.range()].iter().map(|&(_, part)| known(part)).fold(Some(own), both),
            _ => None,
        }
    }
}
