//! Mutable statics: the state of a process lies in values that are passed on, apart from what hooks and handlers need.

use std::collections::BTreeSet;

use syn::visit::{self, Visit};
use syn::{Attribute, ItemMod, ItemStatic, Macro, Path};

use crate::files::{below, relative, root, text};

/// The mutable statics, each with its file and the reason for it.
const ALLOWED: [(&str, &str, &str); 10] = [
    ("src/cli/terminal/fault.rs", "IS_REPEATED", "the hook of panics has no argument that says whose work it is"),
    ("src/cli/terminal/temporary_files.rs", "ALL", "the handler of signals removes files of the whole process"),
    ("src/engine/builtins/queries.rs", "ANSWERING", "builtins are functions of values, and answer queries"),
    ("src/engine/builtins/session.rs", "SESSION", "builtins are functions of values, and build types"),
    ("src/engine/builtins/trace.rs", "RECORDING", "engines record their conclusions where a proof is asked for"),
    ("src/engine/answers/coinduction.rs", "ASSUMPTIONS", "the assumptions of a question about recursive types"),
    (
        "src/engine/interpreter/chunk.rs",
        "CHUNK",
        "an engine of a book may read facts that the compiled one does not hold",
    ),
    ("src/engine/interpreter/kept.rs", "KEPT", "names, texts and clauses of books that run are kept for their proofs"),
    ("src/engine/storage/places.rs", "EXPECTED", "the tables of an engine are created without arguments"),
    ("src/python/work.rs", "PANIC", "the hook of panics leaves its message for the exception"),
];

/// The types whose values change behind a shared reference. A name that ends in `*` is a beginning.
const CHANGING: [&str; 10] =
    ["Atomic*", "Cell", "Condvar", "Mutex", "Once", "OnceCell", "OnceLock", "RefCell", "RwLock", "UnsafeCell"];

#[test]
fn few_statics_are_mutable() {
    let mut found = BTreeSet::new();
    for path in below(&root().join("src"), ".rs") {
        let names = mutable(&text(&path));
        found.extend(names.into_iter().map(|name| (relative(&path), name)));
    }
    let allowed = ALLOWED.map(|(file, name, _)| (file.to_owned(), name.to_owned()));
    assert_eq!(found, BTreeSet::from(allowed), "these are the mutable statics");
}

#[test]
fn mutable_statics_are_found() {
    let source = "
        static A: AtomicBool = AtomicBool::new(false);
        static TEXT: &str = \"Mutex\";
        static B: LazyLock<Mutex<u8>> = LazyLock::new(Mutex::default);
        static WORDS: LazyLock<Vec<String>> = LazyLock::new(Vec::new);
        static mut C: u8 = 0;
        thread_local! {
            static D: u8 = const { 0 };
            pub static E: u8 = const { 0 };
        }
        fn f() {
            static F: Once = Once::new();
        }
        #[cfg(test)]
        mod tests {
            static G: Mutex<u8> = Mutex::new(0);
        }
    ";
    assert_eq!(mutable(source), ["A", "B", "C", "D", "E", "F"]);
}

/// The names of the mutable statics in a text, outside of tests.
fn mutable(source: &str) -> Vec<String> {
    let mut found = Statics::default();
    found.visit_file(&syn::parse_file(source).expect("Rust"));
    found.names
}

#[derive(Default)]
struct Statics {
    names: Vec<String>,
}

impl Visit<'_> for Statics {
    fn visit_item_mod(&mut self, module: &ItemMod) {
        let is_test = |attribute: &Attribute| {
            attribute
                .meta
                .require_list()
                .is_ok_and(|list| list.path.is_ident("cfg") && list.tokens.to_string() == "test")
        };
        if !module.attrs.iter().any(is_test) {
            visit::visit_item_mod(self, module);
        }
    }

    fn visit_item_static(&mut self, item: &ItemStatic) {
        let mut named = Named(false);
        named.visit_type(&item.ty);
        if named.0 || matches!(item.mutability, syn::StaticMutability::Mut(_)) {
            self.names.push(item.ident.to_string());
        }
    }

    fn visit_macro(&mut self, call: &Macro) {
        if call.path.is_ident("thread_local") {
            let text = call.tokens.to_string();
            let names = text.split("static ").skip(1).filter_map(|rest| rest.split([' ', ':']).next());
            self.names.extend(names.map(str::to_owned));
        }
    }
}

/// Holds if a type with inner changes has been named.
struct Named(bool);

impl Visit<'_> for Named {
    fn visit_path(&mut self, path: &Path) {
        let is_changing = |name: &str| {
            CHANGING.iter().any(|known| match known.strip_suffix('*') {
                Some(start) => name.starts_with(start),
                None => name == *known,
            })
        };
        self.0 |= path.segments.iter().any(|segment| is_changing(&segment.ident.to_string()));
        visit::visit_path(self, path);
    }
}
