//! The defaults of optional properties: a tree beside the type, applied to values before they are converted.

use std::fmt::Write;

use crate::types::{Content, Interner, Name, Shape, Ty, Value};
use crate::value::{Converter, PathStep, write_json, write_json_text};

/// The defaults at one place of a type and below it. There is at least one.
#[derive(Clone, Debug)]
pub struct Defaults {
    /// The defaults of the properties of an object, in the byte order of their names. Each has been converted to the
    /// type of its property.
    pub values: Vec<(Name, Value)>,
    /// The defaults below.
    pub children: Children,
}

/// The defaults of the parts of a type.
#[derive(Clone, Debug)]
pub enum Children {
    /// Those of the elements of a collection.
    Element(Box<Defaults>),
    /// Those of the members of a tuple, by position.
    Members(Vec<(usize, Defaults)>),
    /// Those of the properties of an object, in the byte order of their names.
    Properties(Vec<(Name, Defaults)>),
}

impl Defaults {
    /// The defaults of a collection, from those of its elements.
    pub fn of_elements(element: Option<Self>) -> Option<Self> {
        let children = Children::Element(Box::new(element?));
        Some(Self { values: Vec::new(), children })
    }

    /// The defaults of a tuple, from those of its members.
    pub fn of_members(members: Vec<(usize, Self)>) -> Option<Self> {
        (!members.is_empty()).then_some(Self { values: Vec::new(), children: Children::Members(members) })
    }

    /// The defaults of an object, from the defaults of its properties and the defaults inside these.
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

    /// The value with a default in place of each property that is missing or null. Where the value is not made like
    /// the type, it is left as it is: the conversion that follows says what is wrong with it.
    ///
    /// Applying the defaults to the result changes nothing.
    pub fn apply(&self, value: Value, types: &mut Interner) -> Value {
        let ty = value.ty;
        match value.content {
            Content::Elements(elements) => {
                let elements = elements.into_iter().enumerate();
                let elements =
                    elements.map(|(at, value)| self.apply_to_part(PathStep::Index(at), value, types)).collect();
                sequence_like(ty, elements, types)
            }
            Content::Fields(fields) => {
                let mut fields: Vec<(Name, Value)> = fields
                    .into_iter()
                    .map(|(name, value)| (name, self.apply_to_part(PathStep::Property(name), value, types)))
                    .collect();
                for (name, default) in &self.values {
                    self.apply_default(&mut fields, *name, default, types);
                }
                fields_like(ty, fields, types)
            }
            content => Value { ty, content },
        }
    }

    fn apply_to_part(&self, step: PathStep, value: Value, types: &mut Interner) -> Value {
        match self.child(step) {
            Some(child) => child.apply(value, types),
            None => value,
        }
    }

    fn apply_default(&self, fields: &mut Vec<(Name, Value)>, name: Name, default: &Value, types: &mut Interner) {
        let found = fields.iter().position(|field| field.0 == name);
        if found.is_some_and(|at| !fields[at].1.is_null()) {
            return;
        }
        let complete = match &self.children {
            Children::Properties(_) => self.apply_to_part(PathStep::Property(name), default.clone(), types),
            _ => default.clone(),
        };
        match found {
            Some(at) => fields[at].1 = complete,
            None => fields.push((name, complete)),
        }
    }

    fn child(&self, step: PathStep) -> Option<&Self> {
        match (&self.children, step) {
            (Children::Element(element), _) => Some(element),
            (Children::Members(members), PathStep::Index(at)) => {
                members.iter().find(|member| member.0 == at).map(|member| &member.1)
            }
            (Children::Properties(properties), PathStep::Property(name) | PathStep::Key(name)) => {
                properties.iter().find(|property| property.0 == name).map(|property| &property.1)
            }
            _ => None,
        }
    }

    /// The tree as JSON: `{"defaults":{"name":value},"children":{"name, position or nothing":tree}}`, where what is
    /// empty is left out.
    pub fn to_json(&self, types: &Interner) -> String {
        let mut out = String::new();
        self.write(&mut out, types);
        out
    }

    fn write(&self, out: &mut String, types: &Interner) {
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
        };
        if !children.is_empty() {
            let comma = if self.values.is_empty() { "" } else { "," };
            let _ = write!(out, "{comma}\"children\":{{");
            for (at, (key, child)) in children.iter().enumerate() {
                write_key(out, at, key);
                child.write(out, types);
            }
            out.push('}');
        }
        out.push('}');
    }
}

fn write_key(out: &mut String, at: usize, key: &str) {
    if at > 0 {
        out.push(',');
    }
    write_json_text(out, key);
    out.push(':');
}

/// The elements as a value of the kind of a type: defaults may have given them different types, and then they are
/// unified, or become a tuple if they have no type in common.
fn sequence_like(ty: Ty, elements: Vec<Value>, types: &mut Interner) -> Value {
    let is_set = matches!(types.shape(ty), Shape::Set(_));
    if !is_set && !matches!(types.shape(ty), Shape::List(_)) {
        return Value::tuple(elements, types);
    }
    if elements.is_empty() {
        return Value { ty, content: Content::Elements(elements) };
    }
    let mut converter = Converter::new(types);
    match converter.unified(&elements) {
        Some((element, unified)) if is_set => {
            let content = converter.set_content(unified);
            Value { ty: types.set(element), content }
        }
        Some((element, unified)) => Value { ty: types.list(element), content: Content::Elements(unified) },
        None => Value::tuple(elements, types),
    }
}

/// The fields as a value of the kind of a type: see [`sequence_like`].
fn fields_like(ty: Ty, fields: Vec<(Name, Value)>, types: &mut Interner) -> Value {
    let object = Value::object(fields, types);
    if !matches!(types.shape(ty), Shape::Map(_)) {
        return object;
    }
    if object.fields().is_empty() {
        return Value { ty, ..object };
    }
    let (names, elements): (Vec<Name>, Vec<Value>) = object.fields().iter().cloned().unzip();
    match Converter::new(types).unified(&elements) {
        Some((element, unified)) => {
            Value { ty: types.map(element), content: Content::Fields(names.into_iter().zip(unified).collect()) }
        }
        None => object,
    }
}
