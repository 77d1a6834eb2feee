//! Texts that typelog has printed: no source reads them again. Things are known by their ids, codes and words instead.

use std::path::Path;

use syn::punctuated::Punctuated;
use syn::visit::{self, Visit};
use syn::{Attribute, BinOp, Expr, ExprBinary, ExprMethodCall, ItemFn, ItemImpl, ItemMod, Macro, Member, Token};

use crate::files::{below, relative, root, text};

/// The fields of diagnostics, faults and reports that hold sentences.
const SENTENCES: [&str; 2] = ["message", "help"];

/// The functions that print: types, constants, paths, cells of rows and whole sentences.
const PRINTERS: [&str; 13] = [
    "display",
    "display_constant",
    "display_path",
    "display_within",
    "describe",
    "in_words",
    "judgment",
    "printed",
    "shown",
    "shown_with_place",
    "step_sentence",
    "type_text",
    "value_text",
];

/// The methods that look into a text.
const READING: [&str; 16] = [
    "contains",
    "ends_with",
    "eq",
    "eq_ignore_ascii_case",
    "find",
    "matches",
    "parse",
    "rfind",
    "rsplit",
    "rsplit_once",
    "split",
    "split_once",
    "splitn",
    "starts_with",
    "strip_prefix",
    "strip_suffix",
];

/// The methods that give the same text in another form.
const FORMS: [&str; 9] =
    ["as_deref", "as_ref", "as_str", "clone", "into_owned", "to_owned", "to_string", "unwrap_or_default", "trim"];

/// The places that may compare printed texts, with the reasons.
const ALLOWED: [(&str, &str); 5] = [
    ("src/engine/", "rule files are read, and the faults of a parser of another crate are told apart by their words"),
    (
        "src/provenance/explanation.rs",
        "a path to a part of a value is a text in the rows of `has_mark`, which users name by it",
    ),
    ("src/query/inline_tests.rs", "a test in a rule file names a cell by its text"),
    ("src/results/books.rs", "two books differ for their readers if their messages do"),
    ("src/results/pages/", "the expectations on pages are texts"),
];

/// The places that may print for debugging (`{:?}`), with the reasons: a variant that is renamed must not change what users see.
const DEBUGGED: [(&str, &str); 3] = [
    ("src/engine/", "the machine of the rules generates code, and names the values of a fault"),
    ("src/python/", "the representation of objects in Python"),
    ("src/visible.rs", "a text in quotes"),
];

#[test]
fn no_source_reads_what_has_been_printed() {
    let mut wrong = Vec::new();
    for path in below(&root().join("src"), ".rs") {
        let file = relative(&path);
        let is_test = path.file_stem().is_some_and(|stem| stem == "tests");
        if is_test {
            continue;
        }
        let mut found = Readers::default();
        found.visit_file(&parsed(&path));
        if !is_in(&file, &ALLOWED) {
            wrong.extend(found.read.into_iter().map(|what| format!("{file} reads a printed text: {what}")));
        }
        if !is_in(&file, &DEBUGGED) {
            wrong.extend(found.debugged.into_iter().map(|what| format!("{file} prints for debugging: {what}")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn readers_of_printed_texts_are_found() {
    let found = |source: &str| {
        let mut found = Readers::default();
        found.visit_file(&syn::parse_str(source).expect("a source"));
        (found.read.len(), found.debugged.len())
    };
    assert_eq!(found("fn f() { a.message.split('`').nth(1); }"), (1, 0));
    assert_eq!(found("fn f() { known.help.as_deref()?.strip_prefix(OFFER)?; }"), (1, 0));
    assert_eq!(found("fn f() { g(|x| display(types, x) == *text); }"), (1, 0));
    assert_eq!(found("fn f() { g(text != &*shown(database, ty, cell)); }"), (1, 0));
    assert_eq!(found("fn f() { format!(\"{value:?}\", x = display(types, ty).contains(\"x\")); }"), (1, 1));
    assert_eq!(found("fn f() { a.source.split('`'); print(a.message); name == text; format!(\"{value}\"); }"), (0, 0));
    assert_eq!(
        found("fn f() { assert!(x, \"{x:?}\"); } #[cfg(test)] mod tests { fn f() { a.message == b; } }"),
        (0, 0)
    );
}

fn is_in(file: &str, places: &[(&str, &str)]) -> bool {
    places.iter().any(|place| file.starts_with(place.0))
}

fn parsed(path: &Path) -> syn::File {
    syn::parse_file(&text(path)).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The expressions of a source, outside of tests, that read printed texts, and the macros that print for debugging.
#[derive(Default)]
struct Readers {
    read: Vec<String>,
    debugged: Vec<String>,
}

impl<'s> Visit<'s> for Readers {
    fn visit_item_mod(&mut self, item: &'s ItemMod) {
        if !is_of_tests(&item.attrs) {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_item_fn(&mut self, item: &'s ItemFn) {
        if !is_of_tests(&item.attrs) {
            visit::visit_item_fn(self, item);
        }
    }

    fn visit_item_impl(&mut self, item: &'s ItemImpl) {
        let is_debug = item.trait_.as_ref().is_some_and(|(_, path, _)| path.is_ident("Debug"));
        if !is_debug {
            visit::visit_item_impl(self, item);
        }
    }

    fn visit_expr_method_call(&mut self, call: &'s ExprMethodCall) {
        let method = call.method.to_string();
        if READING.contains(&&method[..]) && is_printed(&call.receiver) {
            self.read.push(format!(".{method}()"));
        }
        visit::visit_expr_method_call(self, call);
    }

    fn visit_expr_binary(&mut self, of: &'s ExprBinary) {
        if matches!(of.op, BinOp::Eq(_) | BinOp::Ne(_)) && (is_printed(&of.left) || is_printed(&of.right)) {
            self.read.push("a comparison".to_owned());
        }
        visit::visit_expr_binary(self, of);
    }

    fn visit_macro(&mut self, of: &'s Macro) {
        let name = of.path.segments.last().map(|segment| segment.ident.to_string()).unwrap_or_default();
        let is_for_developers = name.contains("assert") || matches!(&name[..], "panic" | "unreachable");
        if !is_for_developers && of.tokens.to_string().contains(":?}") {
            self.debugged.push(format!("{name}!"));
        }
        if let Ok(arguments) = of.parse_body_with(Punctuated::<Expr, Token![,]>::parse_terminated) {
            // The arguments live as long as this call only, so they have a visitor of their own.
            let mut inside = Readers::default();
            arguments.iter().for_each(|argument| inside.visit_expr(argument));
            self.read.append(&mut inside.read);
            self.debugged.append(&mut inside.debugged);
        }
    }
}

fn is_of_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| match attribute.path().get_ident().map(ToString::to_string).as_deref() {
        Some("cfg") => attribute.parse_args::<syn::Path>().is_ok_and(|path| path.is_ident("test")),
        Some("test") => true,
        _ => false,
    })
}

/// Holds if an expression is a sentence of a report, or the result of a printer, in any form.
fn is_printed(of: &Expr) -> bool {
    match of {
        Expr::Field(field) => {
            matches!(&field.member, Member::Named(name) if SENTENCES.iter().any(|known| name == known))
        }
        Expr::Call(call) => matches!(&*call.func, Expr::Path(path) if path.path.segments.last().is_some_and(
            |segment| PRINTERS.iter().any(|printer| segment.ident == printer)
        )),
        Expr::MethodCall(call) => {
            let method = call.method.to_string();
            PRINTERS.contains(&&method[..]) || FORMS.contains(&&method[..]) && is_printed(&call.receiver)
        }
        Expr::Macro(of) => of.mac.path.is_ident("format"),
        Expr::Reference(of) => is_printed(&of.expr),
        Expr::Unary(of) => is_printed(&of.expr),
        Expr::Paren(of) => is_printed(&of.expr),
        Expr::Try(of) => is_printed(&of.expr),
        Expr::Index(of) => is_printed(&of.expr),
        _ => false,
    }
}
