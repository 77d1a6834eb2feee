//! Type expressions: those of HCL, extended by the types that it lacks.

use super::constraint::{Constraint, Reading};
use super::defaults::Defaults;
use super::foreign::{meant, written_otherwise};
use super::notation::{is_notation, parse_type};
use super::scope::TypeScope;
use crate::source::Span;
use crate::syntax::tree::{Call, Node, NodeId, Tree};
use crate::types::display::CONSTRUCTORS;
use crate::types::{
    ANY, BOOL, Constant, ConstructorSignature, ID, INT, Interner, NONE, NUMBER, Name, OwnConstructor, STRING, Ty,
};
use crate::value::EvaluationError;

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

/// Reads an expression as a type. Eventual types nested in `output(T)` and `promise(T)` are kept as written.
///
/// # Errors
/// All errors in the expression, in source order.
pub fn read_type(tree: &Tree, root: NodeId, scope: &TypeScope, types: &mut Interner) -> Result<Ty, Vec<TypeError>> {
    read_extended(tree, root, Reading::WithDefaults, scope, types).map(|constraint| constraint.ty)
}

/// Reads an expression as a type with its defaults, or in one of the stricter readings.
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

/// The predeclared types, with their names.
const KEYWORDS: [(&str, Ty); 7] =
    [("any", ANY), ("none", NONE), ("bool", BOOL), ("int", INT), ("number", NUMBER), ("string", STRING), ("id", ID)];

/// The opaque types of the reference.
const OPAQUE: [&str; 2] = ["Asset", "Archive"];

/// A reader of type expressions.
pub(super) struct Reader<'a> {
    pub(super) tree: &'a Tree,
    pub(super) reading: Reading,
    pub(super) scope: &'a TypeScope,
    pub(super) types: &'a mut Interner,
    pub(super) errors: Vec<TypeError>,
}

pub(super) const UNKNOWN: Constraint = Constraint { ty: ANY, defaults: None };

impl Reader<'_> {
    /// Reads the type at a node, with its defaults; [`ANY`] after an error.
    pub(super) fn constraint(&mut self, node: NodeId) -> Constraint {
        match self.tree.node(node) {
            Node::Variable(name, steps) if self.tree.steps(steps).is_empty() => {
                let ty = self.keyword(name, node);
                self.declared(ty)
            }
            Node::Call(id) => self.application(*self.tree.call(id), node),
            Node::Parenthesis(inner) => self.constraint(inner),
            // The name of a declared type that is not an identifier.
            Node::String(name) => match self.scope.get(&name) {
                Some(&declared) => self.declared(declared),
                None => self.text(name, node),
            },
            Node::Null => self.unknown_builtin("null", node),
            Node::Bool(value) => self.unknown_builtin(if value { "true" } else { "false" }, node),
            _ => {
                let otherwise = "expected a type: a name like `string`, or a constructor like `list(string)`";
                self.fail(node, written_otherwise(self.tree, node).unwrap_or(otherwise))
            }
        }
    }

    /// Returns a named type, with its defaults.
    fn declared(&self, ty: Ty) -> Constraint {
        Constraint { ty, defaults: self.scope.defaults_of(ty) }
    }

    pub(super) fn ty(&mut self, node: NodeId) -> Ty {
        self.constraint(node).ty
    }

    fn unknown_builtin(&mut self, word: &str, node: NodeId) -> Constraint {
        self.fail(node, &format!("unknown type `{word}`"))
    }

    /// Reads a text that is not the name of a declared type as a type in the notation of unions and refinements. The first
    /// error in it is reported, at the whole text.
    fn text(&mut self, name: Name, node: NodeId) -> Constraint {
        let text = self.types.text(name).to_owned();
        if !is_notation(&text) && !text.contains(['(', '{', '$']) {
            return self.undeclared(name, node);
        }
        let (tree, root) = match parse_type(&text, self.types) {
            Ok(parsed) => parsed,
            Err(errors) => {
                let reason = errors.first().map_or_else(String::new, |error| format!(": {}", error.message()));
                return self.fail(node, &format!("not a type{reason}"));
            }
        };
        let mut reader = Reader { tree: &tree, errors: Vec::new(), types: self.types, ..*self };
        let constraint = reader.constraint(root);
        let span = self.tree.span(node);
        let first = std::mem::take(&mut reader.errors).into_iter().min_by_key(|error| error.span);
        self.errors.extend(first.map(|error| TypeError { span, ..error }));
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
        let own = self.types.book().constructors().iter().map(|constructor| &constructor.name[..]);
        meant(text, declared.chain(known).chain(own))
    }

    fn application(&mut self, call: Call, node: NodeId) -> Constraint {
        let arguments = self.tree.list(call.arguments).to_vec();
        let constructor = self.types.text(call.function).to_owned();
        match (&constructor[..], &arguments[..]) {
            ("list", &[element]) => self.with_element(element, Interner::list),
            ("set", &[element]) => self.with_element(element, Interner::set),
            ("map", &[element]) => self.with_element(element, Interner::map),
            // The value comes later, but defaults are applied to it like to any other.
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
            _ if let Some(own) = self.types.own_constructor(&constructor) => self.own(own, &arguments, node),
            _ => {
                let suggestion = self.nearest(&constructor);
                let message = format!("unknown type constructor `{constructor}`");
                self.errors.push(TypeError { message, suggestion, span: call.function_span });
                UNKNOWN
            }
        }
    }

    /// Reads a constructor that the book declares, with its arguments: types and texts.
    fn own(&mut self, own: OwnConstructor, arguments: &[NodeId], node: NodeId) -> Constraint {
        let Some(ConstructorSignature { name, takes_text }) = self.types.signature_of(own).cloned() else {
            return UNKNOWN;
        };
        if arguments.len() != takes_text.len() {
            let wanted = takes_text.iter().map(|&is_text| if is_text { "a text" } else { "a type" });
            let wanted = wanted.collect::<Vec<_>>().join(", ");
            return self.fail(node, &format!("`{name}` takes {wanted}"));
        }
        let arguments: Vec<Ty> = arguments
            .iter()
            .zip(takes_text)
            .map(|(&argument, is_text)| if is_text { self.text_argument(argument) } else { self.ty(argument) })
            .collect();
        without_defaults(self.types.applied(own, &arguments))
    }

    fn text_argument(&mut self, node: NodeId) -> Ty {
        match self.tree.node(node) {
            Node::String(text) => self.types.constant(STRING, Constant::Text(text)),
            _ => self.fail(node, "expected a text in quotes").ty,
        }
    }

    pub(super) fn refuse_optional(&mut self, call: &Call) -> Constraint {
        let message = "`optional` is not allowed in an exact type".to_owned();
        self.errors.push(TypeError { message, suggestion: None, span: call.function_span });
        UNKNOWN
    }

    fn with_element(&mut self, element: NodeId, build: fn(&mut Interner, Ty) -> Ty) -> Constraint {
        let element = self.constraint(element);
        Constraint { ty: build(self.types, element.ty), defaults: Defaults::of_elements(element.defaults) }
    }

    /// Reads a wrapped type with the same values as the type inside it, so that the defaults are unchanged.
    pub(super) fn with_inner(&mut self, inner: NodeId, build: fn(&mut Interner, Ty) -> Ty) -> Constraint {
        let inner = self.constraint(inner);
        Constraint { ty: build(self.types, inner.ty), ..inner }
    }

    pub(super) fn fail(&mut self, node: NodeId, message: &str) -> Constraint {
        self.errors.push(TypeError { message: message.to_owned(), suggestion: None, span: self.tree.span(node) });
        UNKNOWN
    }
}

pub(super) fn without_defaults(ty: Ty) -> Constraint {
    Constraint { ty, defaults: None }
}

pub(super) fn arity_message(constructor: &str) -> String {
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
