//! Type expressions: HCL's, extended by the types that it lacks.

use rustc_hash::FxHashMap;

use super::{ANY, BOOL, ID, INT, Interner, NONE, NUMBER, Name, STRING, Ty};
use crate::facts::UnaryOperator;
use crate::source::Span;
use crate::syntax::tree::{Call, Node, NodeId, ObjectKey, Tree};
use crate::value::Constant;

/// Why an expression is no type, and where.
#[derive(Clone, Debug)]
pub struct TypeError {
    /// What is wrong.
    pub message: String,
    /// A name that may have been meant.
    pub suggestion: Option<String>,
    /// Where.
    pub span: Span,
}

/// The declared types that type expressions may name.
pub type TypeScope = FxHashMap<Name, Ty>;

/// Reads an expression as a type. Eventual types inside `output(T)` and `promise(T)` are kept as written.
///
/// # Errors
/// All that is wrong with the expression, in source order.
pub fn read_type(tree: &Tree, root: NodeId, scope: &TypeScope, types: &mut Interner) -> Result<Ty, Vec<TypeError>> {
    let mut reader = Reader { tree, scope, types, errors: Vec::new() };
    let ty = reader.ty(root);
    if reader.errors.is_empty() { Ok(ty) } else { Err(reader.errors) }
}

/// The names of types that need no declaration, and the types.
const KEYWORDS: [(&str, Ty); 7] =
    [("any", ANY), ("none", NONE), ("bool", BOOL), ("int", INT), ("number", NUMBER), ("string", STRING), ("id", ID)];

/// The reference's opaque types.
const OPAQUE: [&str; 2] = ["Asset", "Archive"];

/// The constructors that are applied to types.
const CONSTRUCTORS: [&str; 11] =
    ["list", "set", "map", "tuple", "object", "optional", "union", "output", "promise", "const", "enum"];

struct Reader<'a> {
    tree: &'a Tree,
    scope: &'a TypeScope,
    types: &'a mut Interner,
    errors: Vec<TypeError>,
}

impl Reader<'_> {
    /// The type that a node writes; [`ANY`] after an error.
    fn ty(&mut self, node: NodeId) -> Ty {
        match self.tree.node(node) {
            Node::Variable(name, steps) if self.tree.steps(steps).is_empty() => self.keyword(name, node),
            Node::Call(id) => self.application(*self.tree.call(id), node),
            Node::Parenthesis(inner) => self.ty(inner),
            _ => self.fail(node, "a type is a name like `string`, or a constructor like `list(string)`"),
        }
    }

    fn keyword(&mut self, name: Name, node: NodeId) -> Ty {
        if let Some(&declared) = self.scope.get(&name) {
            return declared;
        }
        let text = self.types.text(name).to_owned();
        if let Some((_, ty)) = KEYWORDS.iter().find(|keyword| keyword.0 == text) {
            return *ty;
        }
        if OPAQUE.contains(&&text[..]) {
            return self.types.opaque(name);
        }
        if CONSTRUCTORS.contains(&&text[..]) {
            return self.fail(node, &format!("`{text}` needs its arguments in parentheses"));
        }
        let suggestion = self.nearest(&text);
        self.errors.push(TypeError {
            message: format!("there is no type `{text}`"),
            suggestion,
            span: self.tree.span(node),
        });
        ANY
    }

    fn nearest(&self, text: &str) -> Option<String> {
        let declared = self.scope.keys().map(|&name| self.types.text(name));
        let known = KEYWORDS.iter().map(|keyword| keyword.0).chain(OPAQUE).chain(CONSTRUCTORS);
        crate::nearest::nearest(text, declared.chain(known))
    }

    fn application(&mut self, call: Call, node: NodeId) -> Ty {
        let arguments = self.tree.list(call.arguments).to_vec();
        let constructor = self.types.text(call.function).to_owned();
        match (&constructor[..], &arguments[..]) {
            ("list", &[element]) => self.with_element(element, Interner::list),
            ("set", &[element]) => self.with_element(element, Interner::set),
            ("map", &[element]) => self.with_element(element, Interner::map),
            ("output", &[element]) => self.with_element(element, Interner::output),
            ("promise", &[element]) => self.with_element(element, Interner::promise),
            ("optional", &[element]) => self.optional(element),
            ("tuple", &[elements]) => self.tuple(elements),
            ("object", &[properties]) => self.object(properties),
            ("union", [_, ..]) => self.union(&arguments),
            ("const", &[value]) => self.constant_type(value),
            ("enum", &[token, underlying, values]) => self.enumeration(token, underlying, values),
            (known, _) if CONSTRUCTORS.contains(&known) => self.fail(node, &arity_message(known)),
            _ => {
                let suggestion = self.nearest(&constructor);
                let message = format!("there is no type constructor `{constructor}`");
                self.errors.push(TypeError { message, suggestion, span: call.function_span });
                ANY
            }
        }
    }

    fn with_element(&mut self, element: NodeId, build: fn(&mut Interner, Ty) -> Ty) -> Ty {
        let element = self.ty(element);
        build(self.types, element)
    }

    fn optional(&mut self, element: NodeId) -> Ty {
        let element = self.ty(element);
        self.types.union(&[element, NONE])
    }

    fn tuple(&mut self, elements: NodeId) -> Ty {
        let Node::Tuple(list) = self.tree.node(elements) else {
            return self.fail(elements, "`tuple` takes its element types in brackets: `tuple([string, int])`");
        };
        let members: Vec<Ty> = self.tree.list(list).to_vec().into_iter().map(|element| self.ty(element)).collect();
        self.types.tuple(&members)
    }

    fn object(&mut self, properties: NodeId) -> Ty {
        let Node::Object(items) = self.tree.node(properties) else {
            return self.fail(properties, "`object` takes its property types in braces: `object({name=string})`");
        };
        let mut fields = Vec::new();
        for item in self.tree.items(items).to_vec() {
            let ty = self.property(item.value);
            match self.key(item.key) {
                Some(name) => fields.push((name, ty)),
                None => self.errors.push(TypeError {
                    message: "a property name is a word or a text in quotes".to_owned(),
                    suggestion: None,
                    span: item.key_span,
                }),
            }
        }
        self.types.object(fields)
    }

    /// The type of a property, where `optional` may carry a default.
    fn property(&mut self, value: NodeId) -> Ty {
        if let Node::Call(id) = self.tree.node(value) {
            let call = *self.tree.call(id);
            if let &[element, _default] = self.tree.list(call.arguments)
                && self.types.text(call.function) == "optional"
            {
                return self.optional(element);
            }
        }
        self.ty(value)
    }

    fn key(&self, key: ObjectKey) -> Option<Name> {
        match key {
            ObjectKey::Name(name) => Some(name),
            ObjectKey::Expression(node, false) => match self.tree.node(node) {
                Node::String(text) => Some(text),
                _ => None,
            },
            ObjectKey::Expression(_, true) => None,
        }
    }

    fn union(&mut self, members: &[NodeId]) -> Ty {
        let members: Vec<Ty> = members.iter().map(|&member| self.ty(member)).collect();
        self.types.union(&members)
    }

    fn constant_type(&mut self, value: NodeId) -> Ty {
        match self.constant(value) {
            Some((base, value)) => self.types.constant(base, value),
            None => self.fail(value, "`const` takes a literal: a text, a number or a truth value"),
        }
    }

    fn enumeration(&mut self, token: NodeId, underlying: NodeId, values: NodeId) -> Ty {
        let underlying = self.ty(underlying);
        let (Node::String(token), Node::Tuple(list)) = (self.tree.node(token), self.tree.node(values)) else {
            return self.fail(token, &arity_message("enum"));
        };
        let mut constants = Vec::new();
        for &value in self.tree.list(list) {
            match self.constant(value) {
                Some((_, value)) => constants.push(value),
                None => return self.fail(value, "the values of an enum are literals"),
            }
        }
        self.types.enumeration_type(token, underlying, constants)
    }

    /// A literal, and the primitive type that it belongs to.
    fn constant(&mut self, node: NodeId) -> Option<(Ty, Constant)> {
        match self.tree.node(node) {
            Node::Bool(value) => Some((BOOL, Constant::Bool(value))),
            Node::String(text) => Some((STRING, Constant::Text(text))),
            Node::Number(id) => {
                let base = if self.types.number_of(id).is_integer() { INT } else { NUMBER };
                Some((base, Constant::Number(id)))
            }
            Node::Unary(UnaryOperator::Negate, operand) => match self.constant(operand)? {
                (base, Constant::Number(id)) => Some((base, Constant::Number(self.types.negated(id)))),
                _ => None,
            },
            _ => None,
        }
    }

    fn fail(&mut self, node: NodeId, message: &str) -> Ty {
        self.errors.push(TypeError { message: message.to_owned(), suggestion: None, span: self.tree.span(node) });
        ANY
    }
}

fn arity_message(constructor: &str) -> String {
    let usage = match constructor {
        "tuple" => "a list of types: `tuple([string, int])`",
        "object" => "property types: `object({name=string})`",
        "union" => "one type or more: `union(string, none)`",
        "const" => "one literal: `const(\"a\")`",
        "enum" => "a token, a type and its values: `enum(\"Colour\", string, [\"red\"])`",
        _ => "exactly one type",
    };
    format!("`{constructor}` takes {usage}")
}
