//! The constructors of types: each type that is built exists once.

use std::hash::{BuildHasher, Hash};

use rustc_hash::FxBuildHasher;

use super::flags::{PLAIN, TypeFlags};
use super::{Enum, Interner};
use crate::{Constant, EnumId, Name, OwnConstructor, Shape, Span, Ty};

/// Constructors of types.
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

    /// `output(element)`. The rules ensure that no eventual type occurs in the element.
    pub fn output(&mut self, element: Ty) -> Ty {
        self.intern(Shape::Output(element))
    }

    /// `promise(element)`. The rules ensure that no promise occurs in the element.
    pub fn promise(&mut self, element: Ty) -> Ty {
        self.intern(Shape::Promise(element))
    }

    /// Returns the type of one value of the primitive type `base`.
    pub fn constant(&mut self, base: Ty, value: Constant) -> Ty {
        self.intern(Shape::Constant(base, value))
    }

    /// Returns the type that is known only by this name.
    pub fn opaque(&mut self, name: Name) -> Ty {
        self.intern(Shape::Opaque(name))
    }

    /// `tuple([members])`
    pub fn tuple(&mut self, members: &[Ty]) -> Ty {
        let hash = hash_of((Tag::Tuple, members));
        self.sequence(hash, members, Shape::Tuple)
    }

    /// `secret(T)`: a constructor that the book declares, and its arguments.
    pub fn applied(&mut self, constructor: OwnConstructor, arguments: &[Ty]) -> Ty {
        let hash = hash_of((Tag::Applied(constructor), arguments));
        self.sequence(hash, arguments, |span| Shape::Applied(constructor, span))
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
        self.merge_equal_members(&mut flat);
        if let [only] = flat[..] {
            return only;
        }
        let hash = hash_of((Tag::Union, &flat[..]));
        self.sequence(hash, &flat, Shape::Union)
    }

    /// `object({properties})`, given in any order. Of several properties with one name, the last one counts.
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
        let parts = properties.iter().map(|&(name, ty)| self.flags[ty].as_part(self.text(name)));
        let flags = parts.fold(PLAIN, TypeFlags::or).around();
        self.fields.append(&mut properties);
        self.add(hash, Shape::Object(span), flags)
    }

    /// `enum("token", underlying, [values])`
    pub fn enumeration_type(&mut self, token: Name, underlying: Ty, values: Vec<Constant>) -> Ty {
        let id = self.enum_id(Enum { token, underlying, values });
        self.intern(Shape::Enum(id))
    }

    pub(super) fn enum_id(&mut self, new: Enum) -> EnumId {
        *self.enum_ids.entry(new).or_insert_with_key(|key| self.enums.push_and_get_key(key.clone()))
    }

    pub(super) fn intern(&mut self, shape: Shape) -> Ty {
        let hash = hash_of(shape);
        if let Some(&found) = self.table.find(hash, |&ty| self.shape(ty) == shape) {
            return found;
        }
        let flags = self.flags_of(shape);
        self.add(hash, shape, flags)
    }

    fn sequence(&mut self, hash: u64, members: &[Ty], shape: impl Fn(Span) -> Shape) -> Ty {
        let found = self.table.find(hash, |&ty| match (self.shape(ty), shape(Span { start: 0, len: 0 })) {
            (Shape::Tuple(span), Shape::Tuple(_)) | (Shape::Union(span), Shape::Union(_)) => {
                self.members[span.range()] == *members
            }
            (Shape::Applied(own, span), Shape::Applied(other, _)) => {
                own == other && self.members[span.range()] == *members
            }
            _ => false,
        });
        if let Some(&found) = found {
            return found;
        }
        let span = Span { start: self.members.len() as u32, len: members.len() as u32 };
        let parts = members.iter().map(|&member| self.flags[member].as_part(""));
        let mut flags = parts.fold(PLAIN, TypeFlags::or).around();
        if let Shape::Union(span) = shape(span) {
            flags.widest_union = flags.widest_union.max(span.len);
        }
        // Values are made of literals, tuples and objects.
        flags.is_wholly_known &= !matches!(shape(span), Shape::Applied(..));
        self.members.extend_from_slice(members);
        self.add(hash, shape(span), flags)
    }

    fn add(&mut self, hash: u64, shape: Shape, flags: TypeFlags) -> Ty {
        let bare = if flags.is_annotated { self.bare_of_parts(shape) } else { None };
        let new = self.shapes.push_and_get_key(shape);
        self.flags.push(flags);
        if let Some(bare) = bare {
            self.annotated.note_bare(new, bare);
        }
        self.reachable.push(self.reachable_of_new(shape, flags));
        let (shapes, members, fields) = (&self.shapes, &self.members, &self.fields);
        self.table.insert_unique(hash, new, |&ty| match shapes[ty] {
            Shape::Tuple(span) => hash_of((Tag::Tuple, &members[span.range()])),
            Shape::Union(span) => hash_of((Tag::Union, &members[span.range()])),
            Shape::Object(span) => hash_of((Tag::Object, &fields[span.range()])),
            Shape::Applied(own, span) => hash_of((Tag::Applied(own), &members[span.range()])),
            shape => hash_of(shape),
        });
        new
    }
}

/// Makes the hashes of tuples, unions, objects and own constructors with the same parts differ.
#[derive(Hash)]
enum Tag {
    Tuple,
    Union,
    Object,
    Applied(OwnConstructor),
}

fn hash_of(value: impl Hash) -> u64 {
    FxBuildHasher.hash_one(value)
}
