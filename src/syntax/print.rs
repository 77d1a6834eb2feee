//! Printing of trees as S-expressions on one line, in the notation of the recorded trees of the reference.
//!
//! | form | meaning |
//! |---|---|
//! | `(file NAME ITEM...)` | a file with the items of its body, in source order |
//! | `(attr NAME EXPR)` | an attribute |
//! | `(block TYPE (label TEXT)... ITEM...)` | a block with its labels and the items of its body |
//! | `(null)`, `(true)`, `(false)`, `(num N)` | literals |
//! | `(tmpl PART...)` | a template: texts `(str TEXT)` and expressions |
//! | `(wrap EXPR)`, `(join EXPR)` | a template of one interpolation; the loop of a `%{for}` |
//! | `(paren EXPR)`, `(tuple EXPR...)` | parentheses, a list |
//! | `(obj (KEY EXPR)...)` | an object. A key is `(key NAME)`, or an expression, after `force` if it is in parentheses |
//! | `(var NAME STEP...)`, `(rel EXPR STEP...)` | a reference, and steps behind another expression: `(get NAME)`, `(idx LITERAL)` |
//! | `(index EXPR EXPR)`, `(splat EXPR EACH)` | a computed index; a splat with the result for each element, `(anon)` |
//! | `(call (name F) EXPR... [...])` | a call; the last argument may be expanded |
//! | `(un OP EXPR)`, `(op OP EXPR EXPR)`, `(cond C EXPR EXPR)` | operators and conditionals |
//! | `(for K V COLL [key EXPR] val EXPR [...] [if EXPR])` | an iteration; `K` is `-` without a variable for keys |
//! | `(broken)`, `(type)` | an expression with a syntax error; a type expression |
//!
//! Texts are in UTF-8. Bytes other than letters, digits, `_`, `-` and `.` are escaped by two hexadecimal digits: `\20`.

use std::fmt::Write;

use super::tree::{BodyItem, For, Node, NodeId, ObjectKey, Step, StepKey, Tree};
use crate::source::Source;
use crate::types::vocabulary::UnaryOperator;
use crate::types::{Interner, Name};

/// Prints the items of a file, in source order.
pub fn print_body(tree: &Tree, source: &Source, names: &Interner) -> String {
    let mut printer = Printer { tree, source, names, out: String::new() };
    printer.body(&tree.body);
    printer.out
}

/// Prints a file: its name, as a text, and its items.
pub fn print_file(tree: &Tree, source: &Source, names: &Interner) -> String {
    let mut printer = Printer { tree, source, names, out: String::new() };
    printer.form("file", |printer| {
        printer.out.push(' ');
        printer.escaped(&source.name);
        if !tree.body.is_empty() {
            printer.out.push(' ');
        }
        printer.body(&tree.body);
    });
    printer.out
}

/// Prints one expression.
pub fn print_expression(tree: &Tree, root: NodeId, source: &Source, names: &Interner) -> String {
    let mut printer = Printer { tree, source, names, out: String::new() };
    printer.node(root);
    printer.out
}

struct Printer<'a> {
    tree: &'a Tree,
    source: &'a Source,
    names: &'a Interner,
    out: String,
}

impl Printer<'_> {
    fn body(&mut self, items: &[BodyItem]) {
        for (at, item) in items.iter().enumerate() {
            if at > 0 {
                self.out.push(' ');
            }
            self.item(item, 0);
        }
    }

    fn item(&mut self, item: &BodyItem, depth: usize) {
        match item {
            BodyItem::Attribute(attribute) => self.form("attr", |printer| {
                printer.word(attribute.name);
                printer.child(attribute.value);
            }),
            BodyItem::Block(block) => self.form("block", |printer| {
                printer.word(block.kind);
                for &(label, _) in &block.labels {
                    printer.out.push(' ');
                    printer.text_form("label", label);
                }
                // The notation indents by depth, and has blanks instead of newlines.
                printer.out.push(' ');
                for item in &block.body {
                    printer.blanks(depth + 1);
                    printer.item(item, depth + 1);
                    printer.out.push(' ');
                }
                printer.blanks(depth);
            }),
        }
    }

    fn blanks(&mut self, count: usize) {
        self.out.extend(std::iter::repeat_n(' ', count));
    }

    fn node(&mut self, id: NodeId) {
        match self.tree.node(id) {
            Node::Null => self.out.push_str("(null)"),
            Node::Bool(value) => {
                let _ = write!(self.out, "({value})");
            }
            Node::Broken => self.out.push_str("(broken)"),
            Node::Type => self.out.push_str("(type)"),
            Node::Number(_) => {
                let digits = self.source.slice(self.tree.span(id));
                let _ = write!(self.out, "(num {digits})");
            }
            Node::String(text) => self.form("tmpl", |printer| {
                printer.out.push(' ');
                printer.text_form("str", text);
            }),
            Node::Text(text) => self.text_form("str", text),
            Node::Template(parts) => self.children("tmpl", self.tree.list(parts)),
            Node::Wrap(inner) => self.children("wrap", &[inner]),
            Node::Join(inner) => self.children("join", &[inner]),
            Node::Parenthesis(inner) => self.children("paren", &[inner]),
            Node::Tuple(elements) => self.children("tuple", self.tree.list(elements)),
            Node::Object(items) => self.object(items),
            Node::Variable(name, steps) => self.form("var", |printer| {
                printer.word(name);
                printer.steps(printer.tree.steps(steps));
            }),
            Node::Relative(source, steps) => self.form("rel", |printer| {
                printer.child(source);
                printer.steps(printer.tree.steps(steps));
            }),
            Node::Index(collection, key) => self.children("index", &[collection, key]),
            Node::Splat(source, each) => self.children("splat", &[source, each]),
            Node::Item => self.out.push_str("(anon)"),
            Node::Unary(operator, operand) => self.form("un", |printer| {
                printer.out.push_str(if operator == UnaryOperator::Not { " !" } else { " -" });
                printer.child(operand);
            }),
            Node::Binary(operator, left, right) => self.form("op", |printer| {
                let _ = write!(printer.out, " {}", operator.symbol());
                printer.child(left);
                printer.child(right);
            }),
            Node::Conditional(parts) => self.children("cond", self.tree.list(parts)),
            Node::For(id) => self.for_expression(self.tree.for_parts(id)),
            Node::Call(id) => self.call(id),
        }
    }

    fn object(&mut self, items: super::tree::Items) {
        self.form("obj", |printer| {
            for item in printer.tree.items(items) {
                printer.out.push_str(" (");
                match item.key {
                    ObjectKey::Name(name) => {
                        let _ = write!(printer.out, "(key {})", printer.names.text(name));
                    }
                    ObjectKey::Expression(key, is_forced) => {
                        printer.out.push_str(if is_forced { "force " } else { "" });
                        printer.node(key);
                    }
                }
                printer.child(item.value);
                printer.out.push(')');
            }
        });
    }

    fn call(&mut self, id: super::tree::CallId) {
        let call = self.tree.call(id);
        self.form("call", |printer| {
            let _ = write!(printer.out, " (name {})", printer.names.text(call.function));
            for &argument in printer.tree.list(call.arguments) {
                printer.child(argument);
            }
            if call.expands_last {
                printer.out.push_str(" ...");
            }
        });
    }

    fn for_expression(&mut self, parts: &For) {
        self.form("for", |printer| {
            match parts.key_variable {
                Some(name) => printer.word(name),
                None => printer.out.push_str(" -"),
            }
            printer.word(parts.value_variable);
            printer.child(parts.collection);
            if let Some(key) = parts.key {
                printer.out.push_str(" key");
                printer.child(key);
            }
            printer.out.push_str(" val");
            printer.child(parts.value);
            if parts.is_grouping {
                printer.out.push_str(" ...");
            }
            if let Some(condition) = parts.condition {
                printer.out.push_str(" if");
                printer.child(condition);
            }
        });
    }

    fn steps(&mut self, steps: &[Step]) {
        for step in steps {
            self.out.push(' ');
            match step.key {
                StepKey::Attribute(name) => {
                    let _ = write!(self.out, "(get {})", self.names.text(name));
                }
                StepKey::Text(text) => self.index(|printer| printer.text_form("str", text)),
                StepKey::Number(number) => {
                    let _ = write!(self.out, "(idx (num {}))", self.names.number_of(number));
                }
                StepKey::Bool(value) => {
                    let _ = write!(self.out, "(idx ({value}))");
                }
                StepKey::Null => self.out.push_str("(idx (null))"),
            }
        }
    }

    fn index(&mut self, key: impl FnOnce(&mut Self)) {
        self.out.push_str("(idx ");
        key(self);
        self.out.push(')');
    }

    fn children(&mut self, tag: &str, children: &[NodeId]) {
        self.form(tag, |printer| {
            for &child in children {
                printer.child(child);
            }
        });
    }

    fn form(&mut self, tag: &str, content: impl FnOnce(&mut Self)) {
        self.out.push('(');
        self.out.push_str(tag);
        content(self);
        self.out.push(')');
    }

    fn child(&mut self, id: NodeId) {
        self.out.push(' ');
        self.node(id);
    }

    fn word(&mut self, name: Name) {
        self.out.push(' ');
        self.out.push_str(self.names.text(name));
    }

    fn text_form(&mut self, tag: &str, text: Name) {
        let _ = write!(self.out, "({tag} ");
        self.escaped(self.names.text(text));
        self.out.push(')');
    }

    fn escaped(&mut self, text: &str) {
        for byte in text.bytes() {
            if byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.') {
                self.out.push(byte.into());
            } else {
                let _ = write!(self.out, "\\{byte:02x}");
            }
        }
    }
}
