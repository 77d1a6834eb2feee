//! The defaults of optional properties: a tree parallel to the type, applied to values before their conversion.

use std::fmt::Write;
use std::sync::Weak;

use rustc_hash::FxHashMap;

use super::scope::DeclaredDefaults;
use crate::types::{Content, Interner, Name, Shape, Ty, Value};
use crate::value::{PathStep, unified, write_json, write_json_text};

/// The defaults at one place of a type and below it. There is at least one.
#[derive(Clone, Debug)]
pub struct Defaults {
    /// The defaults of the properties of an object, in the byte order of their names. Each has been converted to the
    /// type of its property.
    pub values: Vec<(Name, Value)>,
    /// The defaults of the parts.
    pub children: Children,
}

/// The defaults of the parts of a type.
#[derive(Clone, Debug)]
pub enum Children {
    /// The defaults of the elements of a collection.
    Element(Box<Defaults>),
    /// The defaults of the members of a tuple, by position.
    Members(Vec<(usize, Defaults)>),
    /// The defaults of the properties of an object, in the byte order of their names.
    Properties(Vec<(Name, Defaults)>),
    /// The defaults of a declared type, which are stored with its declaration.
    Declared(Ty, Weak<DeclaredDefaults>),
}

impl Defaults {
    /// Creates the defaults of a collection from those of its elements.
    pub fn of_elements(element: Option<Self>) -> Option<Self> {
        let children = Children::Element(Box::new(element?));
        Some(Self { values: Vec::new(), children })
    }

    /// Creates the defaults of a tuple from those of its members.
    pub fn of_members(members: Vec<(usize, Self)>) -> Option<Self> {
        (!members.is_empty()).then_some(Self { values: Vec::new(), children: Children::Members(members) })
    }

    /// Creates the defaults of an object from the defaults of its properties and the defaults inside these.
    pub fn of_properties(
        mut values: Vec<(Name, Value)>,
        mut properties: Vec<(Name, Self)>,
        types: &Interner,
    ) -> Option<Self> {
        if values.is_empty() && properties.is_empty() {
            return None;
        }
        values.sort_by(|a, b| types.text(a.0).cmp(types.text(b.0)));
        properties.sort_by(|a, b| types.text(a.0).cmp(types.text(b.0)));
        Some(Self { values, children: Children::Properties(properties) })
    }

    /// Holds if there is a default here or below, not counting declared types.
    pub(super) fn is_written(&self) -> bool {
        let is_written_below = match &self.children {
            Children::Element(element) => element.is_written(),
            Children::Members(members) => members.iter().any(|member| member.1.is_written()),
            Children::Properties(properties) => properties.iter().any(|property| property.1.is_written()),
            Children::Declared(..) => false,
        };
        !self.values.is_empty() || is_written_below
    }

    /// Holds if there is a default here or below, where the given declared types are known to have defaults.
    pub(super) fn has_values(&self, declared: &[Ty]) -> bool {
        !self.values.is_empty()
            || match &self.children {
                Children::Element(element) => element.has_values(declared),
                Children::Members(members) => members.iter().any(|member| member.1.has_values(declared)),
                Children::Properties(properties) => properties.iter().any(|property| property.1.has_values(declared)),
                Children::Declared(ty, found) => {
                    declared.contains(ty) || found.upgrade().is_some_and(|found| found.get().is_some())
                }
            }
    }

    /// Replaces each missing or null property of a value by its default. Where the structure of the value differs from the type,
    /// the value is left unchanged, and the conversion that follows reports the error.
    ///
    /// The operation is idempotent.
    pub fn apply(&self, value: Value, types: &mut Interner) -> Value {
        Application { types, inserting: Vec::new(), endless: None }.apply(self, value)
    }

    /// Returns the name of a property whose default contains itself: `Tree` in `type "Tree" { is = object({ left = optional(Tree,
    /// {}) }) }`.
    pub(crate) fn endless(&self, types: &mut Interner) -> Option<Name> {
        let mut application = Application { types, inserting: Vec::new(), endless: None };
        application.complete_all(self);
        application.endless
    }

    fn child(&self, step: PathStep, types: &Interner) -> Option<&Self> {
        match (&self.children, step) {
            (Children::Element(element), _) => Some(element),
            (Children::Members(members), PathStep::Index(at)) => {
                members.binary_search_by_key(&at, |member| member.0).ok().map(|found| &members[found].1)
            }
            (Children::Properties(properties), PathStep::Property(name) | PathStep::Key(name)) => {
                find_named(properties, name, types)
            }
            _ => None,
        }
    }

    /// Returns the tree as JSON: `{"defaults":{"name":value},"children":{"name, position or nothing":tree}}`, without empty
    /// members. A recursive occurrence of a declared type is left empty.
    pub fn to_json(&self, types: &Interner) -> String {
        let mut out = String::new();
        self.write(&mut out, types, &mut Vec::new());
        out
    }

    fn write(&self, out: &mut String, types: &Interner, around: &mut Vec<Ty>) {
        if let Children::Declared(ty, declared) = &self.children {
            let declared = declared.upgrade();
            match declared.as_ref().and_then(|declared| declared.get()) {
                Some(inner) if !around.contains(ty) => {
                    around.push(*ty);
                    inner.write(out, types, around);
                    around.pop();
                }
                _ => out.push_str("{}"),
            }
            return;
        }
        out.push('{');
        if !self.values.is_empty() {
            out.push_str("\"defaults\":{");
            for (at, (name, value)) in self.values.iter().enumerate() {
                write_key(out, at, types.text(*name));
                write_json(out, value, types);
            }
            out.push('}');
        }
        let children: Vec<(String, &Self)> = match &self.children {
            Children::Element(element) => vec![(String::new(), element)],
            Children::Members(members) => members.iter().map(|(at, member)| (at.to_string(), member)).collect(),
            Children::Properties(properties) => {
                properties.iter().map(|(name, property)| (types.text(*name).to_owned(), property)).collect()
            }
            Children::Declared(..) => Vec::new(),
        };
        if !children.is_empty() {
            let comma = if self.values.is_empty() { "" } else { "," };
            let _ = write!(out, "{comma}\"children\":{{");
            for (at, (key, child)) in children.iter().enumerate() {
                write_key(out, at, key);
                child.write(out, types, around);
            }
            out.push('}');
        }
        out.push('}');
    }
}

/// An application of defaults to a value.
struct Application<'a> {
    types: &'a mut Interner,
    /// The defaults being inserted, by the place of their property.
    inserting: Vec<(*const Defaults, Name)>,
    /// A property whose default contains itself, which is left out.
    endless: Option<Name>,
}

impl Application<'_> {
    fn apply(&mut self, defaults: &Defaults, value: Value) -> Value {
        if let Children::Declared(_, declared) = &defaults.children {
            let Some(declared) = declared.upgrade() else { return value };
            return match declared.get() {
                Some(inner) => self.apply(inner, value),
                None => value,
            };
        }
        let ty = value.ty;
        match value.content {
            Content::Elements(elements) => {
                let elements = elements.into_iter().enumerate();
                let elements =
                    elements.map(|(at, value)| self.apply_to_part(defaults, PathStep::Index(at), value)).collect();
                sequence_like(ty, elements, self.types)
            }
            Content::Fields(fields) => {
                let mut fields: Vec<(Name, Value)> = fields
                    .into_iter()
                    .map(|(name, value)| (name, self.apply_to_part(defaults, PathStep::Property(name), value)))
                    .collect();
                let places: FxHashMap<Name, usize> = match defaults.values[..] {
                    [] => FxHashMap::default(),
                    _ => fields.iter().enumerate().map(|(at, field)| (field.0, at)).collect(),
                };
                for (name, default) in &defaults.values {
                    let found = places.get(name);
                    if found.is_some_and(|&at| !fields[at].1.is_null()) {
                        continue;
                    }
                    let Some(complete) = self.completed(defaults, *name, default) else { continue };
                    match found {
                        Some(&at) => fields[at].1 = complete,
                        None => fields.push((*name, complete)),
                    }
                }
                fields_like(ty, fields, self.types)
            }
            content => Value { ty, content },
        }
    }

    fn apply_to_part(&mut self, defaults: &Defaults, step: PathStep, value: Value) -> Value {
        match defaults.child(step, self.types) {
            Some(child) => self.apply(child, value),
            None => value,
        }
    }

    /// Applies the defaults inside a default to it. Returns `None` if it contains itself.
    fn completed(&mut self, defaults: &Defaults, name: Name, default: &Value) -> Option<Value> {
        let place = (std::ptr::from_ref(defaults), name);
        if self.inserting.contains(&place) {
            self.endless = Some(name);
            return None;
        }
        self.inserting.push(place);
        let complete = match &defaults.children {
            Children::Properties(_) => self.apply_to_part(defaults, PathStep::Property(name), default.clone()),
            _ => default.clone(),
        };
        self.inserting.pop();
        Some(complete)
    }

    /// Completes each default in a type, to find those that contain themselves.
    fn complete_all(&mut self, defaults: &Defaults) {
        for (name, default) in &defaults.values {
            self.completed(defaults, *name, default);
        }
        match &defaults.children {
            Children::Element(element) => self.complete_all(element),
            Children::Members(members) => members.iter().for_each(|member| self.complete_all(&member.1)),
            Children::Properties(properties) => properties.iter().for_each(|property| self.complete_all(&property.1)),
            Children::Declared(..) => {}
        }
    }
}

/// Looks up a name in a list in the byte order of names. Logarithmic.
pub(super) fn find_named<'a, T>(list: &'a [(Name, T)], name: Name, types: &Interner) -> Option<&'a T> {
    let text = types.text(name);
    let at = list.binary_search_by(|entry| types.text(entry.0).cmp(text)).ok()?;
    Some(&list[at].1)
}

fn write_key(out: &mut String, at: usize, key: &str) {
    if at > 0 {
        out.push(',');
    }
    write_json_text(out, key);
    out.push(':');
}

/// Returns the elements as a collection of the same kind as a type. Defaults may have given them different types, which are then
/// unified; elements without a common type become a tuple.
fn sequence_like(ty: Ty, elements: Vec<Value>, types: &mut Interner) -> Value {
    let is_set = matches!(types.shape(ty), Shape::Set(_));
    if !is_set && !matches!(types.shape(ty), Shape::List(_)) {
        return Value::tuple(elements, types);
    }
    if elements.is_empty() {
        return Value { ty, content: Content::Elements(elements) };
    }
    match unified(&elements, types) {
        Some((element, unified)) if is_set => Value { ty: types.set(element), content: Content::set(unified, types) },
        Some((element, unified)) => Value { ty: types.list(element), content: Content::Elements(unified) },
        None => Value::tuple(elements, types),
    }
}

/// Returns the fields as a map or an object, like a type: see [`sequence_like`].
fn fields_like(ty: Ty, fields: Vec<(Name, Value)>, types: &mut Interner) -> Value {
    let object = Value::object(fields, types);
    if !matches!(types.shape(ty), Shape::Map(_)) {
        return object;
    }
    if object.fields().is_empty() {
        return Value { ty, ..object };
    }
    let (names, elements): (Vec<Name>, Vec<Value>) = object.fields().iter().cloned().unzip();
    match unified(&elements, types) {
        Some((element, unified)) => {
            Value { ty: types.map(element), content: Content::Fields(names.into_iter().zip(unified).collect()) }
        }
        None => object,
    }
}
