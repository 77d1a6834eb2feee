//! The paths that sources use, resolved as by the compiler, and the modules that they refer to.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::{Path, PathBuf};

use serde::Deserialize;
use syn::buffer::{Cursor, TokenBuffer};
use syn::visit::{self, Visit};
use syn::{Attribute, Item, ItemFn, ItemImpl, ItemMod, ItemUse, Macro, UseTree};

use crate::files::{below, relative, root, text};

/// A crate of the project.
pub struct Crate {
    /// The name in paths.
    name: String,
    /// The folder of its sources.
    folder: PathBuf,
}

/// A path from a crate's root that a source uses outside of tests: `typelog::program::Place`, `std::fs::read`, `println!`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Use {
    /// The file, relative to the project's folder.
    pub file: String,
    /// The module of the file, from the root of its crate.
    pub module: Vec<String>,
    /// The path.
    pub path: Vec<String>,
}

impl Use {
    /// Holds if the path begins with a path like `std::fs`.
    pub fn is_of(&self, name: &str) -> bool {
        let mut segments = self.path.iter();
        name.split("::").all(|wanted| segments.next().is_some_and(|segment| segment == wanted))
    }
}

/// The crates of the project: the root package and the members of the workspace.
pub fn crates() -> Vec<Crate> {
    #[derive(Deserialize)]
    struct Manifest {
        package: Package,
        workspace: Option<Workspace>,
    }
    #[derive(Deserialize)]
    struct Package {
        name: String,
    }
    #[derive(Deserialize)]
    struct Workspace {
        members: Vec<String>,
    }
    let manifest = |folder: &Path| -> Manifest {
        let path = folder.join("Cargo.toml");
        toml::from_str(&text(&path)).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    let named = |folder: PathBuf, package: Package| Crate { name: package.name.replace('-', "_"), folder };
    let top = manifest(root());
    let members = top.workspace.map_or_else(Vec::new, |workspace| workspace.members);
    let members = members.into_iter().map(|member| {
        let folder = root().join(member);
        let package = manifest(&folder).package;
        named(folder, package)
    });
    let top = named(root().join("src"), top.package);
    std::iter::once(top).chain(members).collect()
}

/// All paths that the sources of the crates use outside of tests.
pub fn uses(crates: &[Crate]) -> Vec<Use> {
    let names: BTreeSet<&str> = crates.iter().map(|of| &of.name[..]).collect();
    let mut uses = Vec::new();
    for of in crates {
        let is_own = |path: &PathBuf| {
            // A crate may be nested in the folder of another one.
            let inner = crates.iter().filter(|inner| inner.folder != of.folder && inner.folder.starts_with(&of.folder));
            inner.clone().all(|inner| !path.starts_with(&inner.folder))
        };
        let files = below(&of.folder, ".rs").into_iter().filter(is_own);
        let parsed: Vec<(PathBuf, Found)> = files.map(|path| found_in(of, path, &names)).collect();
        let tests: BTreeSet<&Vec<String>> = parsed.iter().flat_map(|(_, found)| &found.test_modules).collect();
        for (path, found) in &parsed {
            if !tests.iter().any(|tests| found.module.starts_with(tests)) {
                let (file, module) = (relative(path), found.module[1..].to_vec());
                uses.extend(found.paths.iter().map(|path| Use {
                    file: file.clone(),
                    module: module.clone(),
                    path: path.clone(),
                }));
            }
        }
    }
    renamed(uses, &names)
}

/// The paths with the aliases that a crate's root defines for other crates resolved.
fn renamed(mut uses: Vec<Use>, crates: &BTreeSet<&str>) -> Vec<Use> {
    // `pub use typelog_types as types;` in the root of `typelog`.
    let renames: BTreeMap<[String; 2], String> = BTreeMap::new();
    let renames = uses.iter().filter(|of| of.module.is_empty()).fold(renames, |mut renames, of| {
        if let [name, alias] = &of.path[..]
            && let Some((alias, owner)) = alias.strip_prefix("as ").and_then(|alias| alias.split_once(" in "))
            && crates.contains(&name[..])
        {
            renames.insert([owner.to_owned(), alias.to_owned()], name.clone());
        }
        renames
    });
    for of in &mut uses {
        if let [first, second, ..] = &of.path[..]
            && let Some(name) = renames.get(&[first.clone(), second.clone()])
        {
            of.path.splice(..2, [name.clone()]);
        }
    }
    uses.sort();
    uses.dedup();
    uses
}

fn found_in<'a>(of: &Crate, path: PathBuf, crates: &'a BTreeSet<&'a str>) -> (PathBuf, Found<'a>) {
    let inside = path.strip_prefix(&of.folder).unwrap_or(&path).with_extension("");
    let parts = inside.iter().map(|part| part.to_string_lossy().into_owned());
    let is_module = |part: &String| !["mod", "lib"].contains(&&part[..]);
    let module = std::iter::once(of.name.clone()).chain(parts.filter(is_module)).collect();
    let found = Found::parse(&text(&path), module, crates);
    (path, found)
}

/// A visitor that collects the paths of a text.
struct Found<'a> {
    crates: &'a BTreeSet<&'a str>,
    /// The module of the text, from its crate's root.
    module: Vec<String>,
    /// The module at the current position.
    around: Vec<String>,
    /// The imported names, with their paths.
    names: BTreeMap<String, Vec<String>>,
    paths: BTreeSet<Vec<String>>,
    /// The test modules in files of their own.
    test_modules: Vec<Vec<String>>,
}

impl<'a> Found<'a> {
    fn parse(text: &str, module: Vec<String>, crates: &'a BTreeSet<&'a str>) -> Self {
        let file = syn::parse_file(text).unwrap_or_else(|error| panic!("{}: {error}", module.join("::")));
        let mut found = Self {
            crates,
            around: module.clone(),
            module,
            names: BTreeMap::new(),
            paths: BTreeSet::new(),
            test_modules: Vec::new(),
        };
        // An item may use a later import.
        for item in &file.items {
            if let Item::Use(item) = item
                && !is_test(&item.attrs)
            {
                found.visit_item_use(item);
            }
        }
        found.visit_file(&file);
        found
    }

    /// A path from the root of a crate. None if it has too many `super`.
    fn absolute(&self, path: &[String]) -> Option<Vec<String>> {
        let (first, rest) = path.split_first()?;
        let mut absolute = match &first[..] {
            "crate" => self.around[..1].to_vec(),
            "self" => self.around.clone(),
            "super" => {
                let parents = path.iter().take_while(|segment| *segment == "super").count();
                let module = self.around[..self.around.len().checked_sub(parents)?].to_vec();
                return Some(module.into_iter().chain(path[parents..].iter().cloned()).collect());
            }
            name if self.crates.contains(name) || !self.names.contains_key(name) => vec![first.clone()],
            name => self.names.get(name)?.clone(),
        };
        absolute.extend(rest.iter().cloned());
        Some(absolute)
    }

    fn add(&mut self, path: &[String]) {
        self.paths.extend(self.absolute(path));
    }

    fn import(&mut self, tree: &UseTree, before: &[String]) {
        let with = |name: &syn::Ident| [before, &[name.to_string()]].concat();
        match tree {
            UseTree::Path(inner) => self.import(&inner.tree, &with(&inner.ident)),
            UseTree::Group(group) => group.items.iter().for_each(|item| self.import(item, before)),
            UseTree::Glob(_) => self.add(before),
            UseTree::Name(name) if name.ident == "self" => self.bind(before, before.last().cloned()),
            UseTree::Name(name) => self.bind(&with(&name.ident), Some(name.ident.to_string())),
            UseTree::Rename(name) => {
                let path = with(&name.ident);
                self.bind(&path, Some(name.rename.to_string()));
                if self.around.len() == 1 && path.len() == 1 {
                    self.paths.insert(vec![path[0].clone(), format!("as {} in {}", name.rename, self.around[0])]);
                }
            }
        }
    }

    fn bind(&mut self, path: &[String], name: Option<String>) {
        self.add(path);
        if let (Some(name), Some(path)) = (name, self.absolute(path)) {
            self.names.insert(name, path);
        }
    }

    /// Collects the paths in the tokens of a macro call, which need not be Rust.
    fn tokens(&mut self, mut at: Cursor<'_>) {
        let mut path: Vec<String> = Vec::new();
        let mut colons = 0;
        while !at.eof() {
            if let Some((name, next)) = at.ident() {
                if colons != 2 {
                    self.end(&mut path);
                }
                path.push(name.to_string());
                (at, colons) = (next, 0);
            } else if let Some((mark, next)) = at.punct() {
                let is_inside = mark.as_char() == ':' && !path.is_empty();
                colons = if is_inside { colons + 1 } else { 0 };
                if mark.as_char() == '!' && path.len() == 1 {
                    path[0].push('!');
                    self.add(&path);
                    path.clear();
                }
                if !is_inside {
                    self.end(&mut path);
                }
                at = next;
            } else {
                self.end(&mut path);
                colons = 0;
                if let Some((inside, _, _, next)) = at.any_group() {
                    self.tokens(inside);
                    at = next;
                } else if let Some((_, next)) = at.token_tree() {
                    at = next;
                }
            }
        }
        self.end(&mut path);
    }

    /// Ends a path in the tokens of a macro call. Single names are skipped, since they rarely name items.
    fn end(&mut self, path: &mut Vec<String>) {
        if path.len() > 1 {
            self.add(path);
        }
        path.clear();
    }
}

impl<'ast> Visit<'ast> for Found<'_> {
    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        if !is_test(&item.attrs) {
            self.import(&item.tree, &[]);
        }
    }

    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        let name = item.ident.to_string();
        if !is_test(&item.attrs) {
            self.around.push(name);
            visit::visit_item_mod(self, item);
            self.around.pop();
        } else if item.content.is_none() {
            self.test_modules.push(self.around.iter().cloned().chain([name]).collect());
        }
    }

    fn visit_item_fn(&mut self, item: &'ast ItemFn) {
        if !is_test(&item.attrs) {
            visit::visit_item_fn(self, item);
        }
    }

    fn visit_item_impl(&mut self, item: &'ast ItemImpl) {
        if !is_test(&item.attrs) {
            visit::visit_item_impl(self, item);
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let segments: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        self.add(&segments);
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, found: &'ast Macro) {
        let mut path: Vec<String> = found.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        path.iter_mut().next_back().into_iter().for_each(|name| name.push('!'));
        self.add(&path);
        self.tokens(TokenBuffer::new2(found.tokens.clone()).begin());
    }
}

/// Holds if an item is compiled only for tests.
fn is_test(attributes: &[Attribute]) -> bool {
    let is_of_tests = |attribute: &Attribute| {
        attribute.path().is_ident("test")
            || attribute.path().is_ident("cfg")
                && attribute.parse_args::<syn::Path>().is_ok_and(|condition| condition.is_ident("test"))
    };
    attributes.iter().any(is_of_tests)
}

/// The graph of uses between modules. Nodes are the top modules of the root crate, and the other crates.
pub struct Modules {
    edges: BTreeMap<String, BTreeMap<String, Use>>,
}

impl Modules {
    /// The graph of the modules that use these paths.
    pub fn new(crates: &[Crate], uses: &[Use]) -> Self {
        let top = &crates[0];
        let tops: BTreeSet<String> =
            below(&top.folder, ".rs").iter().filter_map(|path| top_of(&top.folder, path)).collect();
        let others: BTreeSet<&String> = crates[1..].iter().map(|of| &of.name).collect();
        let node = |path: &[String]| match path {
            [name, ..] if others.contains(name) => Some(name.clone()),
            [name, module, ..] if *name == top.name && tops.contains(module) => Some(module.clone()),
            _ => None,
        };
        let mut edges: BTreeMap<String, BTreeMap<String, Use>> = BTreeMap::new();
        for of in uses {
            let owner = crates.iter().filter(|owner| root().join(&of.file).starts_with(&owner.folder));
            let Some(owner) = owner.max_by_key(|owner| owner.folder.as_os_str().len()) else { continue };
            let from = node(&[std::slice::from_ref(&owner.name), &of.module[..]].concat());
            if let (Some(from), Some(to)) = (from, node(&of.path))
                && from != to
            {
                edges.entry(from).or_default().entry(to).or_insert_with(|| of.clone());
            }
        }
        Self { edges }
    }

    /// The modules that a module uses.
    pub fn used_by(&self, module: &str) -> impl Iterator<Item = &str> {
        self.edges.get(module).into_iter().flatten().map(|(to, _)| &to[..])
    }

    /// The shortest cycle, if there is one: each module with its use of the next one.
    pub fn circle(&self) -> Option<Vec<(&str, &Use)>> {
        self.edges.keys().filter_map(|start| self.way_back(start)).min_by_key(Vec::len)
    }

    /// The shortest path from a module back to it.
    fn way_back<'a>(&'a self, start: &'a str) -> Option<Vec<(&'a str, &'a Use)>> {
        let mut reached: BTreeMap<&str, (&str, &Use)> = BTreeMap::new();
        let mut waiting = VecDeque::from([start]);
        while let Some(from) = waiting.pop_front().filter(|_| !reached.contains_key(start)) {
            for (to, of) in self.edges.get(from).into_iter().flatten() {
                reached.entry(to).or_insert_with(|| {
                    waiting.push_back(to);
                    (from, of)
                });
            }
        }
        let mut way = vec![*reached.get(start)?];
        while let Some(&(from, _)) = way.last().filter(|last| last.0 != start) {
            way.push(reached[from]);
        }
        way.reverse();
        Some(way)
    }
}

/// The top module of a file of a crate. None for the root itself.
fn top_of(folder: &Path, path: &Path) -> Option<String> {
    let inside = path.strip_prefix(folder).ok()?.with_extension("");
    let top = inside.iter().next()?.to_string_lossy().into_owned();
    (!["lib", "main"].contains(&&top[..])).then_some(top)
}

/// The paths in a text, read as the module `typelog::relations::table`.
fn paths(text: &str) -> Vec<String> {
    let crates = BTreeSet::from(["typelog", "typelog_types"]);
    let module = ["typelog", "relations", "table"].map(str::to_owned).to_vec();
    Found::parse(text, module, &crates).paths.into_iter().map(|path| path.join("::")).collect()
}

#[test]
fn an_import_of_the_standard_library_is_none_of_a_module_of_the_same_name() {
    assert_eq!(paths("use std::collections::HashMap;"), ["std::collections::HashMap"]);
    assert_eq!(paths("use crate::collections::HashMap;"), ["typelog::collections::HashMap"]);
}

#[test]
fn grouped_and_relative_imports_are_seen() {
    let found = paths("use crate::{infer::{self, Inference}, program as p};\nuse super::super::source::Span;");
    let expected = ["typelog::infer", "typelog::infer::Inference", "typelog::program", "typelog::source::Span"];
    assert_eq!(found, expected);
}

#[test]
fn paths_in_code_and_macros_are_seen() {
    let code =
        "fn f() { g(crate::infer::infer); println!(\"crate::cli\", io::stdout(), typelog_types::ANY) } use std::io;";
    let found = paths(code);
    for path in ["typelog::infer::infer", "println!", "std::io::stdout", "typelog_types::ANY"] {
        assert!(found.iter().any(|seen| seen == path), "{path} is not in {found:?}");
    }
    assert!(found.iter().all(|seen| !seen.contains("cli")), "{found:?}");
}

#[test]
fn tests_may_use_what_they_like() {
    assert!(
        paths("#[cfg(test)]\nmod tests { use crate::cli::run; }\n#[test]\nfn t() { crate::cli::run() }").is_empty()
    );
}

#[test]
fn circles_are_found() {
    let of = |module: &str, path: &str| Use {
        file: format!("src/{module}.rs"),
        module: vec![module.to_owned()],
        path: path.split("::").map(str::to_owned).collect(),
    };
    let uses = [of("infer", "typelog::jobs::Jobs"), of("jobs", "typelog::source::Span")];
    assert!(Modules::new(&crates(), &uses).circle().is_none());
    let uses = [uses.to_vec(), vec![of("source", "typelog::infer::infer")]].concat();
    let modules = Modules::new(&crates(), &uses);
    let circle = modules.circle().expect("there is a circle");
    assert_eq!(circle.iter().map(|step| step.0).collect::<Vec<_>>(), ["infer", "jobs", "source"]);
}
