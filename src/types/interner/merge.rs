//! Merging interners: types that were built in a copy are built in the original, and handles are translated.

use super::{Enum, Interner, Named};
use crate::{Annotation, Class, ClassId, Constant, Method, NumberId};
use crate::{DeclaredAs, EnumId, Facets, Name, Shape, Ty};

/// The sizes of an interner's tables when it was copied.
#[derive(Clone, Copy, Debug)]
pub struct Snapshot {
    names: u32,
    numbers: NumberId,
    enums: EnumId,
    classes: u32,
    types: u32,
}

/// A translation of the handles of a copy to handles of the original.
#[derive(Debug)]
pub struct Translation {
    since: Snapshot,
    names: Vec<Name>,
    numbers: Vec<NumberId>,
    enums: Vec<EnumId>,
    types: Vec<Ty>,
}

impl Interner {
    /// Returns the sizes of the tables.
    pub fn snapshot(&self) -> Snapshot {
        Snapshot {
            names: self.names.len(),
            numbers: self.numbers.next_key(),
            enums: self.enums.next_key(),
            classes: self.annotated.class_count(),
            types: self.shapes.len() as u32,
        }
    }

    /// Merges the entries and the answers that a copy of this interner has, where `since` is the snapshot at the time of copying.
    /// Linear in the entries added since, and in the copy's answers.
    pub fn absorb(&mut self, copy: &Self, since: Snapshot) -> Translation {
        let mut translation =
            Translation { since, names: Vec::new(), numbers: Vec::new(), enums: Vec::new(), types: Vec::new() };
        translation.names.extend((since.names..copy.names.len()).map(|at| self.name(copy.names.at(at))));
        let numbers = &copy.numbers[since.numbers..];
        translation.numbers.extend(numbers.iter().map(|number| self.number(number.clone())));
        for new in &copy.enums[since.enums..] {
            let id = self.same_enum(new, &translation);
            translation.enums.push(id);
        }
        // The parts of a type are older than the type.
        for at in since.types..copy.shapes.len() as u32 {
            let ty = self.same_type(copy, Ty(at), &translation);
            let ty = self.same_annotations(copy, Ty(at), ty, &translation);
            translation.types.push(ty);
        }
        self.memory.absorb(&copy.memory, &translation);
        translation
    }

    fn same_enum(&mut self, new: &Enum, translation: &Translation) -> EnumId {
        let values = new.values.iter().map(|&value| translation.constant(value)).collect();
        self.enum_id(Enum { token: translation.name(new.token), underlying: translation.ty(new.underlying), values })
    }

    fn same_type(&mut self, copy: &Self, ty: Ty, translation: &Translation) -> Ty {
        let shape = match copy.shape(ty) {
            Shape::Tuple(_) => return self.tuple(&translation.all(copy.members(ty))),
            Shape::Applied(own, _) => return self.applied(own, &translation.all(copy.members(ty))),
            Shape::Union(_) => return self.union(&translation.all(copy.members(ty))),
            Shape::Object(_) => {
                let properties = copy.properties(ty).iter();
                return self
                    .object(properties.map(|&(name, ty)| (translation.name(name), translation.ty(ty))).collect());
            }
            Shape::Named(id) => return self.same_named(copy, copy.named(id), translation),
            shape @ (Shape::Any | Shape::None) => shape,
            Shape::Primitive(name) => Shape::Primitive(translation.name(name)),
            Shape::Opaque(name) => Shape::Opaque(translation.name(name)),
            Shape::Constant(base, value) => Shape::Constant(translation.ty(base), translation.constant(value)),
            Shape::Enum(id) => Shape::Enum(translation.enumeration(id)),
            Shape::List(part) => Shape::List(translation.ty(part)),
            Shape::Set(part) => Shape::Set(translation.ty(part)),
            Shape::Map(part) => Shape::Map(translation.ty(part)),
            Shape::Output(part) => Shape::Output(translation.ty(part)),
            Shape::Promise(part) => Shape::Promise(translation.ty(part)),
        };
        self.intern(shape)
    }

    /// Adds the annotations of a type in the copy to its translation.
    fn same_annotations(&mut self, copy: &Self, ty: Ty, mut same: Ty, translation: &Translation) -> Ty {
        for &annotation in copy.annotations(ty) {
            let annotation = match annotation {
                Annotation::Resource(class) => Annotation::Resource(self.same_class(copy, class, translation)),
                Annotation::Known(parts) => Annotation::Known(translation.ty(parts)),
                Annotation::Present => Annotation::Present,
                Annotation::Gathered => Annotation::Gathered,
                Annotation::Named(token) => Annotation::Named(translation.name(token)),
                Annotation::Reference(token) => Annotation::Reference(translation.name(token)),
                Annotation::Result(token) => Annotation::Result(translation.name(token)),
                Annotation::Secret(name) => Annotation::Secret(translation.name(name)),
            };
            same = self.annotate(same, annotation);
        }
        same
    }

    /// Translates a class. The types of its methods are older than the types that are annotated with it.
    fn same_class(&mut self, copy: &Self, id: ClassId, translation: &Translation) -> ClassId {
        if id.0 < translation.since.classes {
            return id;
        }
        let Class { token, methods } = copy.class(id);
        let methods = methods.iter().map(|method| Method {
            name: translation.name(method.name),
            arguments: translation.ty(method.arguments),
            returns: translation.ty(method.returns),
            is_plain: method.is_plain,
        });
        let class = Class { token: translation.name(*token), methods: methods.collect() };
        self.class_id(class)
    }

    /// Translates a declared type that was built during typing: the image of a mapping, a refinement, or a predeclared type.
    fn same_named(&mut self, copy: &Self, named: Named, translation: &Translation) -> Ty {
        if let Some((mapping, of)) = named.mapped {
            return self.view(mapping, translation.ty(of));
        }
        let definition = translation.ty(named.definition.unwrap_or(crate::ANY));
        match named.declared_as {
            DeclaredAs::Refined => self.refined(definition, translation.facets(named.facets)),
            declared_as => self.built_in(copy.text(named.name), declared_as, definition),
        }
    }
}

impl Translation {
    /// Translates a type.
    pub fn ty(&self, ty: Ty) -> Ty {
        ty.0.checked_sub(self.since.types).map_or(ty, |at| self.types[at as usize])
    }

    /// Translates a name.
    pub fn name(&self, name: Name) -> Name {
        name.number().checked_sub(self.since.names).map_or(name, |at| self.names[at as usize])
    }

    fn all(&self, types: &[Ty]) -> Vec<Ty> {
        types.iter().map(|&ty| self.ty(ty)).collect()
    }

    /// Translates a number.
    pub fn number(&self, id: NumberId) -> NumberId {
        id.0.checked_sub(self.since.numbers.0).map_or(id, |at| self.numbers[at as usize])
    }

    fn enumeration(&self, id: EnumId) -> EnumId {
        id.0.checked_sub(self.since.enums.0).map_or(id, |at| self.enums[at as usize])
    }

    fn constant(&self, value: Constant) -> Constant {
        match value {
            Constant::Bool(value) => Constant::Bool(value),
            Constant::Number(id) => Constant::Number(self.number(id)),
            Constant::Text(text) => Constant::Text(self.name(text)),
        }
    }

    fn facets(&self, facets: Facets) -> Facets {
        let number = |id: Option<NumberId>| id.map(|id| self.number(id));
        Facets {
            min: number(facets.min),
            max: number(facets.max),
            min_length: number(facets.min_length),
            max_length: number(facets.max_length),
            pattern: facets.pattern.map(|pattern| self.name(pattern)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Number;
    use crate::display::display;
    use crate::{INT, Mapping, STRING};

    /// Types of every kind that typing builds.
    fn grow(types: &mut Interner, tree: Ty, salt: usize) -> Vec<Ty> {
        let (name, text) = (types.name(&format!("name{salt}")), types.name("text"));
        let number = types.number(Number::from(salt));
        let constant = types.constant(INT, Constant::Number(number));
        let list = types.list(constant);
        let object = types.object(vec![(name, list), (text, INT)]);
        let union = types.union(&[object, STRING, constant]);
        let enumeration = types.enumeration_type(name, STRING, vec![Constant::Text(name), Constant::Text(text)]);
        let pair = types.tuple(&[enumeration, union]);
        let refined = types.refined(INT, Facets { min: Some(number), ..Facets::default() });
        let output = types.output(refined);
        let promise = types.promise(pair);
        let view = types.view(Mapping::Resolve, tree);
        let method = Method { name, arguments: object, returns: list, is_plain: true };
        let class = types.class_id(Class { token: text, methods: vec![method] });
        let resource = types.annotate(object, Annotation::Resource(class));
        let resources = types.list(resource);
        vec![constant, list, object, union, enumeration, pair, refined, output, promise, view, resource, resources]
    }

    #[test]
    fn what_two_copies_build_means_the_same_in_the_original() {
        let mut types = Interner::default();
        let tree = types.name("Tree");
        let (id, tree) = types.declare(tree);
        let children = types.list(tree);
        types.define(&[(id, children)]);
        let snapshot = types.snapshot();
        let (mut one, mut other) = (types.clone(), types.clone());
        let (in_one, in_other) = (grow(&mut one, tree, 1), grow(&mut other, tree, 2));
        let (from_one, from_other) = (types.absorb(&one, snapshot), types.absorb(&other, snapshot));
        for (copy, translation, built) in [(&one, &from_one, &in_one), (&other, &from_other, &in_other)] {
            for &ty in built {
                assert_eq!(display(&types, translation.ty(ty)), display(copy, ty));
            }
        }
        let again = grow(&mut types, tree, 2);
        for (&ty, before) in in_other.iter().zip(again) {
            assert_eq!(from_other.ty(ty), before, "each type is there once");
        }
    }
}
