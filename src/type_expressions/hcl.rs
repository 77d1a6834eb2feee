//! HCL's own type expressions, read as the reference reads them: types, type constraints and their defaults.

use rustc_hash::FxHashSet;

use super::constraint::{Constraint, Reading};
use super::defaults::Defaults;
use super::foreign::{meant, written_otherwise};
use super::parse::TypeError;
use crate::source::Span;
use crate::syntax::tree::{Call, Node, NodeId, ObjectItem, ObjectKey, Tree};
use crate::types::{ANY, BOOL, Interner, NONE, NUMBER, Name, STRING, Ty, Value};
use crate::value::{convert, evaluate};

/// Reads an expression as a type constraint of HCL, or as an exact type, without `any` and `optional`.
///
/// # Errors
/// All errors in the expression, in source order.
pub(super) fn read_hcl(
    tree: &Tree,
    root: NodeId,
    reading: Reading,
    types: &mut Interner,
) -> Result<Constraint, Vec<TypeError>> {
    let mut reader = Reader { tree, reading, types, errors: Vec::new() };
    let constraint = reader.constraint(root);
    reader.errors.sort_by_key(|error| error.span);
    if reader.errors.is_empty() { Ok(constraint) } else { Err(reader.errors) }
}

struct Reader<'a> {
    tree: &'a Tree,
    reading: Reading,
    types: &'a mut Interner,
    errors: Vec<TypeError>,
}

const UNKNOWN: Constraint = Constraint { ty: ANY, defaults: None };

/// The names of types and of their constructors.
const KEYWORDS: [&str; 9] = ["any", "bool", "list", "map", "number", "object", "set", "string", "tuple"];

impl Reader<'_> {
    /// Reads the constraint at a node; `any` after an error.
    fn constraint(&mut self, node: NodeId) -> Constraint {
        if let Some(keyword) = self.keyword(node) {
            return self.named(&keyword, node);
        }
        if let Node::Call(id) = self.tree.node(node) {
            return self.application(*self.tree.call(id), node);
        }
        if let Node::String(text) = self.tree.node(node) {
            let suggestion = KEYWORDS.iter().find(|keyword| **keyword == self.types.text(text));
            let message = "expected a type, found a string: types are written without quotes".to_owned();
            let suggestion = suggestion.map(|&keyword| keyword.to_owned());
            self.errors.push(TypeError { message, suggestion, span: self.tree.span(node) });
            return UNKNOWN;
        }
        let otherwise =
            "expected a type: `bool`, `number`, `string`, or a constructor with its argument, like `list(string)`";
        self.fail(self.tree.span(node), written_otherwise(self.tree, node).unwrap_or(otherwise))
    }

    /// Returns the keyword that an expression consists of. `true`, `false` and `null` count as keywords.
    fn keyword(&self, node: NodeId) -> Option<String> {
        match self.tree.node(node) {
            Node::Variable(name, steps) if self.tree.steps(steps).is_empty() => Some(self.types.text(name).to_owned()),
            Node::Bool(value) => Some(value.to_string()),
            Node::Null => Some("null".to_owned()),
            _ => None,
        }
    }

    fn named(&mut self, keyword: &str, node: NodeId) -> Constraint {
        let span = self.tree.span(node);
        let ty = match keyword {
            "bool" => BOOL,
            "string" => STRING,
            "number" => NUMBER,
            "any" if self.reading != Reading::Exact => ANY,
            "any" => return self.fail(span, "`any` is not allowed in an exact type"),
            "list" | "map" | "set" | "object" | "tuple" => return self.fail(span, &argument_message(keyword)),
            _ => {
                let suggestion = meant(keyword, KEYWORDS.into_iter());
                self.errors.push(TypeError { message: format!("unknown type `{keyword}`"), suggestion, span });
                ANY
            }
        };
        Constraint { ty, defaults: None }
    }

    fn application(&mut self, call: Call, node: NodeId) -> Constraint {
        let tree = self.tree;
        let arguments = tree.list(call.arguments);
        let constructor = self.types.text(call.function).to_owned();
        match (&constructor[..], arguments) {
            ("bool" | "string" | "number" | "any", _) => {
                self.fail(self.argument_span(&call, node), &format!("`{constructor}` takes no arguments"))
            }
            ("list", &[element]) => self.collection(element, Interner::list),
            ("set", &[element]) => self.collection(element, Interner::set),
            ("map", &[element]) => self.collection(element, Interner::map),
            ("object", &[properties]) => self.object(properties),
            ("tuple", &[members]) => self.tuple(members),
            ("list" | "set" | "map" | "object" | "tuple", _) => {
                let span = match arguments {
                    [_, second, ..] => tree.span(*second).to(tree.span(arguments[arguments.len() - 1])),
                    _ => self.argument_span(&call, node),
                };
                self.fail(span, &argument_message(&constructor))
            }
            ("optional", _) => self.fail(call.function_span, "`optional` is allowed only on the type of a property"),
            _ => {
                let known = ["list", "map", "object", "optional", "set", "tuple"];
                let suggestion = meant(&constructor, known.into_iter());
                let message = format!("unknown type constructor `{constructor}`");
                self.errors.push(TypeError { message, suggestion, span: call.function_span });
                UNKNOWN
            }
        }
    }

    fn collection(&mut self, element: NodeId, build: fn(&mut Interner, Ty) -> Ty) -> Constraint {
        let element = self.constraint(element);
        Constraint { ty: build(self.types, element.ty), defaults: Defaults::of_elements(element.defaults) }
    }

    fn tuple(&mut self, members: NodeId) -> Constraint {
        let Node::Tuple(list) = self.tree.node(members) else {
            return self.fail(self.tree.span(members), &argument_message("tuple"));
        };
        let (mut member_types, mut defaults) = (Vec::new(), Vec::new());
        for (at, &member) in self.tree.list(list).iter().enumerate() {
            let member = self.constraint(member);
            member_types.push(member.ty);
            defaults.extend(member.defaults.map(|found| (at, found)));
        }
        Constraint { ty: self.types.tuple(&member_types), defaults: Defaults::of_members(defaults) }
    }

    fn object(&mut self, properties: NodeId) -> Constraint {
        let Node::Object(items) = self.tree.node(properties) else {
            return self.fail(self.tree.span(properties), &argument_message("object"));
        };
        let mut object = ObjectParts::default();
        for item in self.tree.items(items) {
            self.property(item, &mut object);
        }
        let ObjectParts { fields, values, children, .. } = object;
        Constraint { ty: self.types.object(fields), defaults: Defaults::of_properties(values, children, self.types) }
    }

    fn property(&mut self, item: &ObjectItem, object: &mut ObjectParts) {
        let ObjectKey::Name(name) = item.key else {
            self.fail(item.key_span, "a property name must be an identifier");
            return;
        };
        if object.names.contains(&name) {
            let message = format!("duplicate property `{}`", self.types.text(name));
            self.fail(item.key_span, &message);
            return;
        }
        let Some(Modified { inner, is_optional, default }) = self.modifier(item.value) else { return };
        let Constraint { ty, defaults } = self.constraint(inner);
        if let Some((value, span)) = default {
            match convert(&value, ty, self.types) {
                Ok(converted) => object.values.push((name, converted)),
                Err(error) => {
                    let name = self.types.text(name);
                    let message = format!("the default of `{name}` does not convert: {}", error.display(self.types));
                    self.fail(span, &message);
                }
            }
        }
        let ty = if is_optional { self.types.union(&[ty, NONE]) } else { ty };
        object.names.insert(name);
        object.fields.push((name, ty));
        object.children.extend(defaults.map(|found| (name, found)));
    }

    /// Separates `optional` from the type of a property. Returns `None` if no type is left.
    fn modifier(&mut self, node: NodeId) -> Option<Modified> {
        let plain = Modified { inner: node, is_optional: false, default: None };
        let Node::Call(id) = self.tree.node(node) else { return Some(plain) };
        let call = *self.tree.call(id);
        if self.types.text(call.function) != "optional" {
            return Some(plain);
        }
        let arguments = self.tree.list(call.arguments);
        let Some(&inner) = arguments.first() else {
            self.fail(self.argument_span(&call, node), "`optional` takes the type of the property");
            return None;
        };
        let mut modified = Modified { inner, ..plain };
        match *arguments {
            _ if self.reading == Reading::Exact => {
                self.fail(call.function_span, "`optional` is not allowed in an exact type");
            }
            [_, _, ..] if self.reading == Reading::Constraint => {
                self.fail(self.argument_span(&call, node), "a default is not allowed in a constraint without defaults");
            }
            [_] => modified.is_optional = true,
            [_, default] => match evaluate(self.tree, default, true, self.types) {
                Ok(value) => {
                    modified.is_optional = true;
                    modified.default = Some((value, self.tree.span(default)));
                }
                // A default in the place of the type is reported once.
                Err(_) if !matches!(self.tree.node(inner), Node::Variable(..) | Node::Call(_)) => {}
                Err(errors) => self.errors.extend(errors.into_iter().map(TypeError::from)),
            },
            _ => {
                self.fail(self.argument_span(&call, node), "`optional` takes the type of the property and a default");
            }
        }
        Some(modified)
    }

    /// Returns the span of the arguments of a call, with their parentheses.
    fn argument_span(&self, call: &Call, node: NodeId) -> Span {
        Span { start: call.function_span.end, end: self.tree.span(node).end }
    }

    fn fail(&mut self, span: Span, message: &str) -> Constraint {
        self.errors.push(TypeError { message: message.to_owned(), suggestion: None, span });
        UNKNOWN
    }
}

/// The parts of an object type read so far.
#[derive(Default)]
struct ObjectParts {
    names: FxHashSet<Name>,
    fields: Vec<(Name, Ty)>,
    values: Vec<(Name, Value)>,
    children: Vec<(Name, Defaults)>,
}

/// The type expression of a property without `optional`, and the modifier.
struct Modified {
    inner: NodeId,
    is_optional: bool,
    default: Option<(Value, Span)>,
}

fn argument_message(constructor: &str) -> String {
    let usage = match constructor {
        "object" => "the types of its properties: `object({name=string})`",
        "tuple" => "the list of the types of its elements: `tuple([string, number])`",
        _ => "one argument, the type of its elements",
    };
    format!("`{constructor}` takes {usage}")
}
