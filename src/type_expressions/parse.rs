//! Type expressions: HCL's, extended by the types that it lacks.

use super::constraint::{Constraint, Reading};
use super::defaults::Defaults;
use super::notation::{is_notation, parse_type};
use super::predicate::add_predicate;
use super::scope::TypeScope;
use crate::source::Span;
use crate::syntax::tree::{Call, Items, Node, NodeId, ObjectItem, ObjectKey, Tree};
use crate::types::vocabulary::UnaryOperator;
use crate::types::{ANY, BOOL, Constant, ID, INT, Interner, NONE, NUMBER, Name, Refinement, STRING, Ty, Value};
use crate::value::{Converter, EvaluationError, evaluate};

/// The reason why an expression is not a type, and the place.
#[derive(Clone, Debug)]
pub struct TypeError {
    /// The message.
    pub message: String,
    /// A name that may have been meant.
    pub suggestion: Option<String>,
    /// The place.
    pub span: Span,
}

impl From<EvaluationError> for TypeError {
    fn from(EvaluationError { message, span }: EvaluationError) -> Self {
        Self { message, suggestion: None, span }
    }
}

/// Reads an expression as a type. Eventual types inside `output(T)` and `promise(T)` are kept as written.
///
/// # Errors
/// All that is wrong with the expression, in source order.
pub fn read_type(tree: &Tree, root: NodeId, scope: &TypeScope, types: &mut Interner) -> Result<Ty, Vec<TypeError>> {
    read_extended(tree, root, Reading::WithDefaults, scope, types).map(|constraint| constraint.ty)
}

/// Reads an expression as a type with its defaults, or as one of the more narrow readings.
///
/// # Errors
/// As [`read_type`].
pub(super) fn read_extended(
    tree: &Tree,
    root: NodeId,
    reading: Reading,
    scope: &TypeScope,
    types: &mut Interner,
) -> Result<Constraint, Vec<TypeError>> {
    let mut reader = Reader { tree, reading, scope, types, errors: Vec::new() };
    let constraint = reader.constraint(root);
    reader.errors.sort_by_key(|error| error.span);
    if reader.errors.is_empty() { Ok(constraint) } else { Err(reader.errors) }
}

/// The names of types that need no declaration, and the types.
const KEYWORDS: [(&str, Ty); 7] =
    [("any", ANY), ("none", NONE), ("bool", BOOL), ("int", INT), ("number", NUMBER), ("string", STRING), ("id", ID)];

/// The reference's opaque types.
const OPAQUE: [&str; 2] = ["Asset", "Archive"];

/// The constructors that are applied to types.
const CONSTRUCTORS: [&str; 12] =
    ["list", "set", "map", "tuple", "object", "optional", "union", "output", "promise", "const", "enum", "refined"];

struct Reader<'a> {
    tree: &'a Tree,
    reading: Reading,
    scope: &'a TypeScope,
    types: &'a mut Interner,
    errors: Vec<TypeError>,
}

const UNKNOWN: Constraint = Constraint { ty: ANY, defaults: None };

impl Reader<'_> {
    /// The type that a node writes, with its defaults; [`ANY`] after an error.
    fn constraint(&mut self, node: NodeId) -> Constraint {
        match self.tree.node(node) {
            Node::Variable(name, steps) if self.tree.steps(steps).is_empty() => {
                let ty = self.keyword(name, node);
                self.declared(ty)
            }
            Node::Call(id) => self.application(*self.tree.call(id), node),
            Node::Parenthesis(inner) => self.constraint(inner),
            // The name of a declared type that is no word.
            Node::String(name) => match self.scope.get(&name) {
                Some(&declared) => self.declared(declared),
                None => self.text(name, node),
            },
            Node::Null => self.unknown_word("null", node),
            Node::Bool(value) => self.unknown_word(if value { "true" } else { "false" }, node),
            _ => self.fail(node, "expected a type: a name like `string`, or a constructor like `list(string)`"),
        }
    }

    /// A type that has a name, with the defaults inside of it.
    fn declared(&self, ty: Ty) -> Constraint {
        Constraint { ty, defaults: self.scope.defaults_of(ty) }
    }

    fn ty(&mut self, node: NodeId) -> Ty {
        self.constraint(node).ty
    }

    fn unknown_word(&mut self, word: &str, node: NodeId) -> Constraint {
        self.fail(node, &format!("unknown type `{word}`"))
    }

    /// A text that is no name of a declared type: a type in the notation of unions and refinements. What is wrong with
    /// it is told at the text.
    fn text(&mut self, name: Name, node: NodeId) -> Constraint {
        let text = self.types.text(name).to_owned();
        let parsed = is_notation(&text).then(|| parse_type(&text, self.types).ok()).flatten();
        let Some((tree, root)) = parsed else { return self.undeclared(name, node) };
        let mut reader = Reader { tree: &tree, errors: Vec::new(), types: self.types, ..*self };
        let constraint = reader.constraint(root);
        let span = self.tree.span(node);
        let errors = std::mem::take(&mut reader.errors);
        self.errors.extend(errors.into_iter().map(|error| TypeError { span, ..error }));
        constraint
    }

    fn undeclared(&mut self, name: Name, node: NodeId) -> Constraint {
        let text = self.types.text(name);
        let suggestion = self.nearest(text);
        let message = format!("unknown declared type `{text}`");
        self.errors.push(TypeError { message, suggestion, span: self.tree.span(node) });
        UNKNOWN
    }

    fn keyword(&mut self, name: Name, node: NodeId) -> Ty {
        if let Some(&declared) = self.scope.get(&name) {
            return declared;
        }
        let text = self.types.text(name).to_owned();
        if self.reading == Reading::Exact && text == "any" {
            return self.fail(node, "`any` is not allowed in an exact type").ty;
        }
        if let Some((_, ty)) = KEYWORDS.iter().find(|keyword| keyword.0 == text) {
            return *ty;
        }
        if OPAQUE.contains(&&text[..]) {
            return self.types.opaque(name);
        }
        if CONSTRUCTORS.contains(&&text[..]) {
            return self.fail(node, &format!("`{text}` requires arguments in parentheses")).ty;
        }
        let suggestion = self.nearest(&text);
        self.errors.push(TypeError {
            message: format!("unknown type `{text}`"),
            suggestion,
            span: self.tree.span(node),
        });
        ANY
    }

    fn nearest(&self, text: &str) -> Option<String> {
        let declared = self.scope.keys().map(|&name| self.types.text(name));
        let known = KEYWORDS.iter().map(|keyword| keyword.0).chain(OPAQUE).chain(CONSTRUCTORS);
        crate::types::nearest::nearest(text, declared.chain(known))
    }

    fn application(&mut self, call: Call, node: NodeId) -> Constraint {
        let arguments = self.tree.list(call.arguments).to_vec();
        let constructor = self.types.text(call.function).to_owned();
        match (&constructor[..], &arguments[..]) {
            ("list", &[element]) => self.with_element(element, Interner::list),
            ("set", &[element]) => self.with_element(element, Interner::set),
            ("map", &[element]) => self.with_element(element, Interner::map),
            // The value comes later, but it is filled in like any other.
            ("output", &[element]) => self.with_inner(element, Interner::output),
            ("promise", &[element]) => self.with_inner(element, Interner::promise),
            ("optional", &[_]) if self.reading == Reading::Exact => self.refuse_optional(&call),
            ("optional", &[inner]) => self.with_inner(inner, |types, inner| types.union(&[inner, NONE])),
            ("optional", &[_, default]) => self.fail(default, "a default is allowed only on the type of a property"),
            ("tuple", &[elements]) => self.tuple(elements),
            ("object", &[properties]) => self.object(properties),
            ("union", [_, ..]) => self.union(&arguments),
            ("const", &[value]) => self.constant_type(value),
            ("enum", &[token, underlying, values]) => self.enumeration(token, underlying, values),
            ("refined", &[base, facets]) => self.refinement(base, facets),
            (known, _) if CONSTRUCTORS.contains(&known) => self.fail(node, &arity_message(known)),
            _ => {
                let suggestion = self.nearest(&constructor);
                let message = format!("unknown type constructor `{constructor}`");
                self.errors.push(TypeError { message, suggestion, span: call.function_span });
                UNKNOWN
            }
        }
    }

    fn refuse_optional(&mut self, call: &Call) -> Constraint {
        let message = "`optional` is not allowed in an exact type".to_owned();
        self.errors.push(TypeError { message, suggestion: None, span: call.function_span });
        UNKNOWN
    }

    fn with_element(&mut self, element: NodeId, build: fn(&mut Interner, Ty) -> Ty) -> Constraint {
        let element = self.constraint(element);
        Constraint { ty: build(self.types, element.ty), defaults: Defaults::of_elements(element.defaults) }
    }

    /// A type of the same values as the one inside, so that the defaults stay where they are.
    fn with_inner(&mut self, inner: NodeId, build: fn(&mut Interner, Ty) -> Ty) -> Constraint {
        let inner = self.constraint(inner);
        Constraint { ty: build(self.types, inner.ty), ..inner }
    }

    fn tuple(&mut self, elements: NodeId) -> Constraint {
        let Node::Tuple(list) = self.tree.node(elements) else {
            return self.fail(elements, "`tuple` takes its element types in brackets: `tuple([string, int])`");
        };
        let (mut members, mut defaults) = (Vec::new(), Vec::new());
        for (at, element) in self.tree.list(list).to_vec().into_iter().enumerate() {
            let member = self.constraint(element);
            members.push(member.ty);
            defaults.extend(member.defaults.map(|found| (at, found)));
        }
        Constraint { ty: self.types.tuple(&members), defaults: Defaults::of_members(defaults) }
    }

    fn object(&mut self, properties: NodeId) -> Constraint {
        let Node::Object(items) = self.tree.node(properties) else {
            return self.fail(properties, "`object` takes its property types in braces: `object({name=string})`");
        };
        let (mut fields, mut values, mut children): (Vec<(Name, Ty)>, Vec<_>, Vec<_>) = Default::default();
        for item in self.tree.items(items).to_vec() {
            let (constraint, default) = self.property(item.value);
            let Some(name) = self.key(&item) else { continue };
            if fields.iter().any(|field| field.0 == name) {
                let message = format!("duplicate property `{}`", self.types.text(name));
                self.errors.push(TypeError { message, suggestion: None, span: item.key_span });
                continue;
            }
            fields.push((name, constraint.ty));
            values.extend(default.map(|default| (name, default)));
            children.extend(constraint.defaults.map(|found| (name, found)));
        }
        Constraint { ty: self.types.object(fields), defaults: Defaults::of_properties(values, children, self.types) }
    }

    /// The type of a property, where `optional` may carry a default.
    fn property(&mut self, value: NodeId) -> (Constraint, Option<Value>) {
        let Node::Call(id) = self.tree.node(value) else { return (self.constraint(value), None) };
        let call = *self.tree.call(id);
        match *self.tree.list(call.arguments) {
            [_, _] if self.types.text(call.function) == "optional" && self.reading == Reading::Exact => {
                (self.refuse_optional(&call), None)
            }
            [_, default] if self.types.text(call.function) == "optional" && self.reading == Reading::Constraint => {
                (self.fail(default, "a default is not allowed in a constraint without defaults"), None)
            }
            [element, default] if self.types.text(call.function) == "optional" => {
                let constraint = self.with_inner(element, |types, element| types.union(&[element, NONE]));
                let default = self.default_value(default, constraint.ty);
                (constraint, default)
            }
            _ => (self.constraint(value), None),
        }
    }

    /// A default, converted to the type of its property.
    fn default_value(&mut self, node: NodeId, ty: Ty) -> Option<Value> {
        let value = match evaluate(self.tree, node, false, self.types) {
            Ok(value) => value,
            Err(errors) => {
                self.errors.extend(errors.into_iter().map(TypeError::from));
                return None;
            }
        };
        let mut converter = Converter::new(self.types);
        // A default that is null is a null of the type inside.
        let ty = converter.bare(ty);
        match converter.convert(&value, ty) {
            Ok(converted) => Some(converted),
            Err(error) => {
                let message = format!("the default does not convert: {}", error.display(self.types));
                self.fail(node, &message);
                None
            }
        }
    }

    /// The name of a property.
    fn key(&mut self, item: &ObjectItem) -> Option<Name> {
        match item.key {
            ObjectKey::Name(name) => return Some(name),
            ObjectKey::Expression(node, false) => {
                if let Node::String(text) = self.tree.node(node) {
                    return Some(text);
                }
            }
            ObjectKey::Expression(_, true) => {}
        }
        let message = "a property name must be an identifier or a string".to_owned();
        self.errors.push(TypeError { message, suggestion: None, span: item.key_span });
        None
    }

    /// The member that a value converts to is not known before the conversion, so unions have no defaults.
    fn union(&mut self, members: &[NodeId]) -> Constraint {
        let mut member_types = Vec::with_capacity(members.len());
        for &node in members {
            if let Some(literal) = self.literal_member(node) {
                member_types.push(literal);
                continue;
            }
            let member = self.constraint(node);
            if member.defaults.is_some_and(|defaults| defaults.is_written()) {
                self.fail(node, "defaults are not allowed in a member of a union");
            }
            member_types.push(member.ty);
        }
        without_defaults(self.types.union(&member_types))
    }

    /// The type of one value, as a member of a union: `"foo" | "bar"`. A text that is, or looks like, the name of a
    /// declared type is that type.
    fn literal_member(&mut self, node: NodeId) -> Option<Ty> {
        let (base, value) = literal(self.tree, node, self.types)?;
        if let Constant::Text(text) = value
            && (self.scope.contains_key(&text) || self.types.text(text).contains("://"))
        {
            return None;
        }
        Some(self.types.literal_type(base, value))
    }

    fn constant_type(&mut self, value: NodeId) -> Constraint {
        match literal(self.tree, value, self.types) {
            Some((base, value)) => without_defaults(self.types.constant(base, value)),
            None => self.fail(value, "`const` takes a literal: a string, a number or a boolean"),
        }
    }

    fn enumeration(&mut self, token: NodeId, underlying: NodeId, values: NodeId) -> Constraint {
        let underlying = self.ty(underlying);
        let (Node::String(token), Node::Tuple(list)) = (self.tree.node(token), self.tree.node(values)) else {
            return self.fail(token, &arity_message("enum"));
        };
        let mut constants = Vec::new();
        for &value in self.tree.list(list) {
            match literal(self.tree, value, self.types) {
                Some((_, value)) => constants.push(value),
                None => return self.fail(value, "the values of an enum must be literals"),
            }
        }
        without_defaults(self.types.enumeration_type(token, underlying, constants))
    }

    fn refinement(&mut self, base: NodeId, facets: NodeId) -> Constraint {
        let before = self.errors.len();
        let ty = self.ty(base);
        if self.errors.len() > before {
            return UNKNOWN;
        }
        let mut refinement = match Refinement::of(ty, self.types) {
            Ok(refinement) => refinement,
            Err(message) => return self.fail(base, &message),
        };
        match self.tree.node(facets) {
            Node::Object(items) => self.facets(items, &mut refinement),
            _ => {
                if let Err((node, message)) = add_predicate(self.tree, facets, &mut refinement, self.types) {
                    return self.fail(node, &message);
                }
            }
        }
        match refinement.finish(self.types) {
            Ok(ty) => without_defaults(ty),
            Err(message) => self.fail(facets, &message),
        }
    }

    fn facets(&mut self, items: Items, refinement: &mut Refinement) {
        for item in self.tree.items(items).to_vec() {
            let Some(name) = self.key(&item) else { continue };
            let name = self.types.text(name).to_owned();
            let Some((_, value)) = literal(self.tree, item.value, self.types) else {
                self.fail(item.value, &format!("`{name}` must be a literal"));
                continue;
            };
            if let Err(message) = refinement.add(&name, value, self.types) {
                self.fail(item.value, &message);
            }
        }
    }

    fn fail(&mut self, node: NodeId, message: &str) -> Constraint {
        self.errors.push(TypeError { message: message.to_owned(), suggestion: None, span: self.tree.span(node) });
        UNKNOWN
    }
}

/// A literal, and the primitive type that it belongs to.
pub fn literal(tree: &Tree, node: NodeId, types: &mut Interner) -> Option<(Ty, Constant)> {
    match tree.node(node) {
        Node::Bool(value) => Some((BOOL, Constant::Bool(value))),
        Node::String(text) => Some((STRING, Constant::Text(text))),
        Node::Number(id) => {
            let base = if types.number_of(id).is_integer() { INT } else { NUMBER };
            Some((base, Constant::Number(id)))
        }
        Node::Unary(UnaryOperator::Negate, operand) => match literal(tree, operand, types)? {
            (base, Constant::Number(id)) => Some((base, Constant::Number(types.negated(id)))),
            _ => None,
        },
        _ => None,
    }
}

/// The type of one value that is written out: a literal, or a list or an object of such.
pub fn literal_type(tree: &Tree, node: NodeId, types: &mut Interner) -> Option<Ty> {
    match tree.node(node) {
        Node::Null => Some(NONE),
        Node::Parenthesis(inner) => literal_type(tree, inner, types),
        Node::Tuple(list) => {
            let elements = tree.list(list).iter().map(|&element| literal_type(tree, element, types));
            let elements: Option<Vec<Ty>> = elements.collect();
            Some(types.tuple(&elements?))
        }
        Node::Object(items) => {
            let properties = tree.items(items).iter().map(|item| {
                let name = match item.key {
                    ObjectKey::Name(name) => Some(name),
                    ObjectKey::Expression(key, false) => match tree.node(key) {
                        Node::String(name) => Some(name),
                        _ => None,
                    },
                    ObjectKey::Expression(_, true) => None,
                };
                Some((name?, literal_type(tree, item.value, types)?))
            });
            let properties: Option<Vec<(Name, Ty)>> = properties.collect();
            Some(types.object(properties?))
        }
        _ => literal(tree, node, types).map(|(base, value)| types.literal_type(base, value)),
    }
}

fn without_defaults(ty: Ty) -> Constraint {
    Constraint { ty, defaults: None }
}

fn arity_message(constructor: &str) -> String {
    let usage = match constructor {
        "tuple" => "a list of types: `tuple([string, int])`",
        "object" => "property types: `object({name=string})`",
        "union" => "one type or more: `union(string, none)`",
        "const" => "one literal: `const(\"a\")`",
        "refined" => "a type and its bounds: `refined(int, {min=0, max=9})`",
        "enum" => "a token, a type and its values: `enum(\"Colour\", string, [\"red\"])`",
        _ => "exactly one type",
    };
    format!("`{constructor}` takes {usage}")
}
