//! Flags of types: properties that follow from their parts, computed when the types are built.

use rustc_hash::FxHashSet;

use super::Interner;
use crate::{Annotation, Constant, DeclaredAs, Eventuality, Mapping, Shape, Ty};

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
    /// Null or a constant occurs.
    pub(super) has_literal: bool,
    /// A value of this type is known with all its parts.
    pub(super) is_wholly_known: bool,
    /// The size of a value of this type.
    pub(super) size: ValueSize,
}

/// The size of a value, as far as its type tells, as a tree: a shared part counts each time it occurs. Both numbers stay at their
/// greatest value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ValueSize {
    /// The number of its members and elements, and of theirs.
    pub parts: u32,
    /// The number of bytes of its texts and of the names of its properties.
    pub bytes: u32,
}

impl ValueSize {
    /// Returns the size of two values together.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self { parts: self.parts.saturating_add(other.parts), bytes: self.bytes.saturating_add(other.bytes) }
    }

    /// Returns the size of a value that is a member with a name, or an element without one.
    fn as_part(self, name: &str) -> Self {
        self.plus(Self { parts: 1, bytes: length(name) })
    }
}

fn length(text: &str) -> u32 {
    u32::try_from(text.len()).unwrap_or(u32::MAX)
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
    has_literal: false,
    is_wholly_known: false,
    size: ValueSize { parts: 0, bytes: 0 },
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

/// The effect of mappings on the reachable flags of a type: which eventuals are left in the image.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Effect {
    Unchanged,
    WithoutPromises,
    WithoutEventuals,
}

impl Effect {
    fn of(mapping: Mapping) -> Self {
        match mapping {
            Mapping::Resolve => Self::WithoutEventuals,
            Mapping::ResolvePromises => Self::WithoutPromises,
            Mapping::Input | Mapping::Normalize | Mapping::Widen => Self::Unchanged,
        }
    }

    /// Returns the effect of both.
    fn then(self, other: Self) -> Self {
        self.max(other)
    }

    fn on(self, flags: ReachableFlags) -> ReachableFlags {
        let eventuality = match (self, flags.eventuality) {
            (Self::WithoutPromises, Eventuality::Promise) | (Self::WithoutEventuals, _) => Eventuality::Prompt,
            (_, eventuality) => eventuality,
        };
        ReachableFlags { eventuality, has_promise: flags.has_promise && self == Self::Unchanged, ..flags }
    }
}

/// Returns the flags of what a mapping adds to the types that it maps.
fn added(mapping: Mapping) -> ReachableFlags {
    let eventuality = if mapping == Mapping::Input { Eventuality::Output } else { Eventuality::Prompt };
    ReachableFlags { eventuality, ..ReachableFlags::default() }
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
            has_literal: self.has_literal || other.has_literal,
            // A value with parts is known if it is annotated so.
            is_wholly_known: false,
            size: self.size.plus(other.size),
        }
    }

    /// Returns the flags of a part with this name: an empty one in a sequence.
    pub(super) fn as_part(self, name: &str) -> Self {
        Self { size: self.size.as_part(name), ..self }
    }

    /// Returns the flags of a type built around parts with these flags.
    pub(super) fn around(self) -> Self {
        Self {
            depth: self.depth.saturating_add(1),
            parts: self.parts.saturating_add(1),
            is_wholly_known: false,
            ..self
        }
    }
}

impl Interner {
    /// Returns the eventuality of the type.
    #[inline]
    pub fn eventuality(&self, ty: Ty) -> Eventuality {
        let flags = self.flags[ty];
        if flags.has_named { self.reachable(ty).eventuality } else { flags.eventuality }
    }

    /// Holds if a promise occurs in the type.
    #[inline]
    pub fn has_promise(&self, ty: Ty) -> bool {
        let flags = self.flags[ty];
        if flags.has_named { self.reachable(ty).has_promise } else { flags.has_promise }
    }

    /// Holds if the type may contain nested eventuals, which have to be resolved: an eventual in an output, or a promise in a
    /// promise.
    pub fn may_nest_eventuals(&self, ty: Ty) -> bool {
        self.flags[ty].is_nested
    }

    /// Holds if a recursive type occurs in the type, so that its unfolding is infinite.
    pub fn is_infinite(&self, ty: Ty) -> bool {
        self.flags[ty].has_named && self.reachable(ty).is_infinite
    }

    /// Holds if the dynamic type or the type of errors occurs in the type. Definitions of declared types do not count.
    pub fn has_unknown(&self, ty: Ty) -> bool {
        self.flags[ty].has_unknown
    }

    /// Holds if a constant or an enum occurs in the type. Definitions of declared types do not count.
    pub fn has_values(&self, ty: Ty) -> bool {
        self.flags[ty].has_values
    }

    /// Returns the number of members of the widest union in the type, or zero. Definitions of declared types do not count.
    pub fn widest_union(&self, ty: Ty) -> u32 {
        self.flags[ty].widest_union
    }

    /// Returns the number of types in a type that have parts. A shared type counts each time it occurs; definitions of declared
    /// types do not count.
    pub fn size(&self, ty: Ty) -> u32 {
        self.flags[ty].parts
    }

    /// Holds if null or a constant occurs in a type. Definitions of declared types do not count.
    pub fn has_literal(&self, ty: Ty) -> bool {
        self.flags[ty].has_literal
    }

    /// Holds if a value of the type is known with all its parts: null, a constant, or a value that is annotated as known, with
    /// parts that are.
    pub fn is_wholly_known(&self, ty: Ty) -> bool {
        self.flags[ty].is_wholly_known
    }

    /// Returns the size of a value of a type, as far as it is known. Definitions of declared types do not count.
    pub fn size_of_value(&self, ty: Ty) -> ValueSize {
        self.flags[ty].size
    }

    /// Returns the nesting depth of a type: zero for a type without parts. Definitions of declared types do not count.
    pub fn depth(&self, ty: Ty) -> u32 {
        self.flags[ty].depth
    }
}

/// Computation of the flags.
impl Interner {
    /// Returns the flags of a type and of all that it reaches. Types whose reachable flags are not recorded are traversed.
    pub(super) fn reachable(&self, ty: Ty) -> ReachableFlags {
        let (mut found, mut seen) = (ReachableFlags::default(), FxHashSet::default());
        // Each type to visit, with the effect of the mappings whose images it was reached through.
        let mut waiting = vec![(ty, Effect::Unchanged)];
        while let Some((ty, effect)) = waiting.pop() {
            if let Some(known) = self.reachable[ty] {
                found = found.or(effect.on(known));
            } else if seen.insert((ty, effect)) {
                let shape = self.shape(ty);
                if let Shape::Named(id) = shape {
                    let named = self.named(id);
                    found.is_infinite |= named.is_recursive;
                    waiting.extend(named.definition.map(|definition| (definition, effect)));
                    if let Some((mapping, of)) = named.mapped {
                        found = found.or(effect.on(added(mapping)));
                        waiting.push((of, effect.then(Effect::of(mapping))));
                    }
                } else {
                    found = found.or(effect.on(ReachableFlags::of(self.flags[ty])));
                    waiting.extend(self.parts(shape).into_iter().map(|part| (part, effect)));
                }
            }
        }
        found
    }

    /// Returns the reachable flags of the image of a type under a mapping, if those of the type are recorded.
    pub(super) fn reachable_of_image(&self, mapping: Mapping, of: Ty) -> Option<ReachableFlags> {
        let known = Effect::of(mapping).on(self.reachable[of]?).or(added(mapping));
        Some(ReachableFlags { is_infinite: true, ..known })
    }

    pub(super) fn flags_of(&self, shape: Shape) -> TypeFlags {
        match shape {
            Shape::List(part) | Shape::Set(part) | Shape::Map(part) => self.flags[part].as_part("").around(),
            Shape::Output(part) => {
                let inside = self.flags[part];
                let is_nested = inside.eventuality != Eventuality::Prompt || inside.has_named;
                TypeFlags { eventuality: Eventuality::Output, is_nested, ..PLAIN }.or(inside).around()
            }
            Shape::Promise(part) => {
                let inside = self.flags[part];
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
            Shape::Constant(_, value) => {
                let bytes = match value {
                    Constant::Text(text) => length(self.text(text)),
                    Constant::Bool(_) | Constant::Number(_) => 0,
                };
                let size = ValueSize { parts: 0, bytes };
                TypeFlags { has_values: true, has_literal: true, is_wholly_known: true, size, ..PLAIN }
            }
            Shape::Enum(_) => TypeFlags { has_values: true, ..PLAIN },
            Shape::None => TypeFlags { has_literal: true, is_wholly_known: true, ..PLAIN },
            _ => PLAIN,
        }
    }

    /// Returns the flags of a type with annotations.
    pub(super) fn flags_of_annotated(&self, ty: Ty, annotations: &[Annotation]) -> TypeFlags {
        let flags = TypeFlags { is_annotated: true, ..self.flags[ty] };
        let known = annotations.iter().find_map(|&annotation| match annotation {
            Annotation::Known(parts) => Some(parts),
            _ => None,
        });
        let Some(parts) = known else { return TypeFlags { is_wholly_known: false, ..flags } };
        // A structure describes itself.
        let parts = if matches!(self.shape(ty), Shape::Tuple(_) | Shape::Object(_)) { ty } else { parts };
        let is_wholly_known = self.parts(self.shape(parts)).into_iter().all(|part| self.is_wholly_known(part));
        TypeFlags { is_wholly_known, size: self.size_of_value(parts), ..flags }
    }

    /// Returns the reachable flags of a new type, if those of all its parts are recorded.
    pub(super) fn reachable_of_new(&self, shape: Shape, flags: TypeFlags) -> Option<ReachableFlags> {
        let own = ReachableFlags::of(flags);
        if !flags.has_named {
            return Some(own);
        }
        let known = |part: Ty| self.reachable[part];
        let both = |a: Option<ReachableFlags>, b: Option<ReachableFlags>| Some(a?.or(b?));
        match shape {
            Shape::List(part) | Shape::Set(part) | Shape::Map(part) | Shape::Output(part) | Shape::Promise(part) => {
                both(Some(own), known(part))
            }
            Shape::Tuple(span) | Shape::Union(span) | Shape::Applied(_, span) => {
                self.members[span.range()].iter().map(|&part| known(part)).fold(Some(own), both)
            }
            Shape::Object(span) => self.fields[span.range()].iter().map(|&(_, part)| known(part)).fold(Some(own), both),
            _ => None,
        }
    }
}
