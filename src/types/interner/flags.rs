//! Flags of types: properties that follow from their parts, computed when the types are built.

use rustc_hash::FxHashSet;

use super::{Interner, Named};
use crate::{DeclaredAs, Eventuality, Mapping, Shape, Ty};

/// The flags of a type that follow from its parts, without the definitions of declared types.
#[derive(Clone, Copy, Debug)]
#[allow(clippy::struct_excessive_bools)] // They are independent of one another.
pub(super) struct TypeFlags {
    pub(super) eventuality: Eventuality,
    /// A promise occurs. (An output may occur as well.)
    pub(super) has_promise: bool,
    /// An eventual type occurs in an eventual type, other than an output in a promise.
    pub(super) is_nested: bool,
    /// A declared type occurs.
    pub(super) has_named: bool,
    /// An annotation occurs.
    pub(super) is_annotated: bool,
    /// The dynamic type occurs, or the type of errors.
    pub(super) has_unknown: bool,
    /// A constant or an enum occurs.
    pub(super) has_values: bool,
    /// The number of members of the widest union that occurs; zero if none does.
    pub(super) widest_union: u32,
    /// The nesting depth.
    pub(super) depth: u32,
    /// The number of its parts as a tree.
    pub(super) parts: u32,
}

pub(super) const PLAIN: TypeFlags = TypeFlags {
    eventuality: Eventuality::Prompt,
    has_promise: false,
    is_nested: false,
    has_named: false,
    is_annotated: false,
    has_unknown: false,
    has_values: false,
    widest_union: 0,
    depth: 0,
    parts: 0,
};

/// The flags of a type that follow from its parts and from the definitions of the declared types that it reaches.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ReachableFlags {
    pub(super) eventuality: Eventuality,
    pub(super) has_promise: bool,
    /// A recursive type occurs.
    pub(super) is_infinite: bool,
}

impl ReachableFlags {
    pub(super) fn of(flags: TypeFlags) -> Self {
        Self { eventuality: flags.eventuality, has_promise: flags.has_promise, is_infinite: false }
    }

    pub(super) fn or(self, other: Self) -> Self {
        Self {
            eventuality: self.eventuality.max(other.eventuality),
            has_promise: self.has_promise || other.has_promise,
            is_infinite: self.is_infinite || other.is_infinite,
        }
    }
}

impl TypeFlags {
    pub(super) fn or(self, other: Self) -> Self {
        Self {
            eventuality: self.eventuality.max(other.eventuality),
            has_promise: self.has_promise || other.has_promise,
            is_nested: self.is_nested || other.is_nested,
            has_named: self.has_named || other.has_named,
            is_annotated: self.is_annotated || other.is_annotated,
            has_unknown: self.has_unknown || other.has_unknown,
            has_values: self.has_values || other.has_values,
            widest_union: self.widest_union.max(other.widest_union),
            depth: self.depth.max(other.depth),
            parts: self.parts.saturating_add(other.parts),
        }
    }

    /// Returns the flags of a type built around parts with these flags.
    pub(super) fn around(self) -> Self {
        Self { depth: self.depth.saturating_add(1), parts: self.parts.saturating_add(1), ..self }
    }
}

impl Interner {
    /// Returns the eventuality of the type.
    #[inline]
    pub fn eventuality(&self, ty: Ty) -> Eventuality {
        let flags = self.flags[ty.0 as usize];
        if flags.has_named { self.reachable(ty).eventuality } else { flags.eventuality }
    }

    /// Holds if a promise occurs in the type.
    #[inline]
    pub fn has_promise(&self, ty: Ty) -> bool {
        let flags = self.flags[ty.0 as usize];
        if flags.has_named { self.reachable(ty).has_promise } else { flags.has_promise }
    }

    /// Holds if the type may contain nested eventuals, which have to be resolved: an eventual in an output, or a promise in a
    /// promise.
    pub fn may_nest_eventuals(&self, ty: Ty) -> bool {
        self.flags[ty.0 as usize].is_nested
    }

    /// Holds if a recursive type occurs in the type, so that its unfolding is infinite.
    pub fn is_infinite(&self, ty: Ty) -> bool {
        self.flags[ty.0 as usize].has_named && self.reachable(ty).is_infinite
    }

    /// Holds if the dynamic type or the type of errors occurs in the type. Definitions of declared types do not count.
    pub fn has_unknown(&self, ty: Ty) -> bool {
        self.flags[ty.0 as usize].has_unknown
    }

    /// Holds if a constant or an enum occurs in the type. Definitions of declared types do not count.
    pub fn has_values(&self, ty: Ty) -> bool {
        self.flags[ty.0 as usize].has_values
    }

    /// Returns the number of members of the widest union in the type, or zero. Definitions of declared types do not count.
    pub fn widest_union(&self, ty: Ty) -> u32 {
        self.flags[ty.0 as usize].widest_union
    }

    /// Returns the number of types in a type that have parts. A shared type counts each time it occurs; definitions of declared
    /// types do not count.
    pub fn size(&self, ty: Ty) -> u32 {
        self.flags[ty.0 as usize].parts
    }

    /// Returns the nesting depth of a type: zero for a type without parts. Definitions of declared types do not count.
    pub fn depth(&self, ty: Ty) -> u32 {
        self.flags[ty.0 as usize].depth
    }
}

/// Computation of the flags.
impl Interner {
    /// Returns the flags of a type and of all that it reaches. Types whose reachable flags are not recorded are traversed.
    pub(super) fn reachable(&self, ty: Ty) -> ReachableFlags {
        if let Some(known) = self.reachable[ty.0 as usize] {
            return known;
        }
        let (mut found, mut seen, mut waiting) = (ReachableFlags::default(), FxHashSet::default(), vec![ty]);
        while let Some(ty) = waiting.pop() {
            if let Some(known) = self.reachable[ty.0 as usize] {
                found = found.or(known);
            } else if seen.insert(ty) {
                match self.shape(ty) {
                    Shape::Named(id) => {
                        let named = self.named(id);
                        found = found.or(self.reachable_of_named(named));
                        waiting.extend(named.definition);
                    }
                    shape => {
                        found = found.or(ReachableFlags::of(self.flags[ty.0 as usize]));
                        waiting.extend(self.parts(shape));
                    }
                }
            }
        }
        found
    }

    /// Returns the flags of a declared type itself, without those of its definition.
    fn reachable_of_named(&self, named: Named) -> ReachableFlags {
        let mapped = match named.mapped {
            Some((Mapping::Input, _)) => {
                ReachableFlags { eventuality: Eventuality::Output, ..ReachableFlags::default() }
            }
            Some((Mapping::ResolvePromises, of)) => {
                ReachableFlags { eventuality: self.eventuality(of), ..ReachableFlags::default() }
            }
            Some((Mapping::Normalize, of)) => ReachableFlags {
                has_promise: self.has_promise(of),
                eventuality: self.eventuality(of),
                ..ReachableFlags::default()
            },
            Some((Mapping::Resolve | Mapping::Widen, _)) | None => ReachableFlags::default(),
        };
        ReachableFlags { is_infinite: named.is_recursive, ..mapped }
    }

    pub(super) fn flags_of(&self, shape: Shape) -> TypeFlags {
        match shape {
            Shape::List(part) | Shape::Set(part) | Shape::Map(part) => self.flags[part.0 as usize].around(),
            Shape::Output(part) => {
                let inside = self.flags[part.0 as usize];
                let is_nested = inside.eventuality != Eventuality::Prompt || inside.has_named;
                TypeFlags { eventuality: Eventuality::Output, is_nested, ..PLAIN }.or(inside).around()
            }
            Shape::Promise(part) => {
                let inside = self.flags[part.0 as usize];
                let is_nested = inside.has_promise || inside.has_named;
                TypeFlags { eventuality: Eventuality::Promise, has_promise: true, is_nested, ..PLAIN }
                    .or(inside)
                    .around()
            }
            Shape::Named(id) => {
                let has_unknown = self.named(id).declared_as == DeclaredAs::Error;
                TypeFlags { has_named: true, has_unknown, ..PLAIN }
            }
            Shape::Any => TypeFlags { has_unknown: true, ..PLAIN },
            Shape::Constant(..) | Shape::Enum(_) => TypeFlags { has_values: true, ..PLAIN },
            _ => PLAIN,
        }
    }

    /// Returns the reachable flags of a new type, if those of all its parts are recorded.
    pub(super) fn reachable_of_new(&self, shape: Shape, flags: TypeFlags) -> Option<ReachableFlags> {
        let own = ReachableFlags::of(flags);
        if !flags.has_named {
            return Some(own);
        }
        let known = |part: Ty| self.reachable[part.0 as usize];
        let both = |a: Option<ReachableFlags>, b: Option<ReachableFlags>| Some(a?.or(b?));
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
