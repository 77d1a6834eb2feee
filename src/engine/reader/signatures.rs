//! The signatures of builtins, read from Rust files when rules are compiled.

use syn::{Fields, FnArg, GenericArgument, Item, Pat, PathArguments, PathSegment, ReturnType, UseTree, Visibility};

use crate::builtins::{Builtin, Builtins, Shape};
use crate::types::{SequenceForm, Type};

/// The names that a file passes on from another module.
pub struct PassedOn {
    /// The module.
    pub module: String,
    /// The names; all public ones if there is no list.
    pub names: Option<Vec<String>>,
}

impl Builtins {
    /// Adds the public functions, enumerations and constants of a Rust file.
    ///
    /// # Errors
    /// The syntax error.
    pub fn add_file(&mut self, text: &str) -> Result<(), String> {
        for item in &parsed(text)?.items {
            if let Item::Fn(function) = item
                && is_public(&function.vis)
            {
                self.add_function(&function.sig, documentation(&function.attrs));
            }
            self.add_value(item);
        }
        Ok(())
    }

    /// Adds the enumerations and constants of a Rust file.
    ///
    /// # Errors
    /// The syntax error.
    pub fn add_values(&mut self, text: &str) -> Result<(), String> {
        parsed(text)?.items.iter().for_each(|item| self.add_value(item));
        Ok(())
    }

    fn add_function(&mut self, signature: &syn::Signature, meaning: String) {
        let (mut names, mut parameters) = (Vec::new(), Vec::new());
        for input in &signature.inputs {
            let FnArg::Typed(parameter) = input else { return };
            names.push(if let Pat::Ident(name) = &*parameter.pat { name.ident.to_string() } else { "_".to_owned() });
            parameters.push(read(&parameter.ty));
        }
        let (shape, result) = match &signature.output {
            ReturnType::Default => (Shape::Value, Type::Tuple(Vec::new())),
            ReturnType::Type(_, ty) => shape(ty),
        };
        self.add_word(&signature.ident.to_string(), Builtin { names, parameters, shape, result, meaning });
    }

    fn add_value(&mut self, item: &Item) {
        match item {
            Item::Enum(found) if is_public(&found.vis) => {
                for variant in &found.variants {
                    let types = match &variant.fields {
                        Fields::Unnamed(fields) => fields.unnamed.iter().map(|field| read(&field.ty)).collect(),
                        Fields::Named(_) | Fields::Unit => Vec::new(),
                    };
                    self.add_variant(format!("{}::{}", found.ident, variant.ident), types);
                }
            }
            Item::Const(found) if is_public(&found.vis) => {
                self.add_constant(found.ident.to_string(), read(&found.ty));
            }
            // The variants of an enumeration that are used without its name.
            Item::Use(found) if is_public(&found.vis) => self.add_variants_in_use(&found.tree, None),
            _ => {}
        }
    }

    fn add_variants_in_use(&mut self, tree: &UseTree, ty: Option<&str>) {
        let is_type = |name: &str| name.starts_with(|first: char| first.is_ascii_uppercase());
        match tree {
            UseTree::Path(path) => self.add_variants_in_use(&path.tree, Some(&path.ident.to_string())),
            UseTree::Group(group) => group.items.iter().for_each(|item| self.add_variants_in_use(item, ty)),
            UseTree::Name(name) if name.ident != "self" => {
                if let Some(ty) = ty.filter(|ty| is_type(ty)) {
                    self.add_constant(name.ident.to_string(), Type::named(ty));
                }
            }
            UseTree::Name(_) | UseTree::Rename(_) | UseTree::Glob(_) => {}
        }
    }
}

/// Returns what a file passes on from its modules: `pub use accessors::*;`
///
/// # Errors
/// The syntax error.
pub fn passed_on(text: &str) -> Result<Vec<PassedOn>, String> {
    let passed = |item: &Item| match item {
        Item::Use(found) if is_public(&found.vis) => match &found.tree {
            UseTree::Path(path) => Some(PassedOn { module: path.ident.to_string(), names: names(&path.tree) }),
            _ => None,
        },
        _ => None,
    };
    Ok(parsed(text)?.items.iter().filter_map(passed).collect())
}

/// Returns the names in a list of imports. Returns none for all names of a module.
fn names(tree: &UseTree) -> Option<Vec<String>> {
    match tree {
        UseTree::Glob(_) => None,
        UseTree::Name(name) => Some(vec![name.ident.to_string()]),
        UseTree::Group(group) => Some(group.items.iter().filter_map(names).flatten().collect()),
        UseTree::Path(_) | UseTree::Rename(_) => Some(Vec::new()),
    }
}

/// Returns the identifiers that a macro of this name is given in a file.
///
/// # Errors
/// The syntax error.
pub fn given_to(text: &str, name: &str) -> Result<Vec<String>, String> {
    let items = parsed(text)?.items;
    let given = items.iter().filter_map(|item| match item {
        Item::Macro(found) if found.mac.path.is_ident(name) => Some(found.mac.tokens.clone()),
        _ => None,
    });
    Ok(given.flatten().map(|token| token.to_string()).collect())
}

/// Returns the first paragraph of a documentation, on one line.
fn documentation(attributes: &[syn::Attribute]) -> String {
    let lines = attributes.iter().filter_map(|attribute| match &attribute.meta {
        syn::Meta::NameValue(pair) if pair.path.is_ident("doc") => match &pair.value {
            syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) => Some(text.value().trim().to_owned()),
            _ => None,
        },
        _ => None,
    });
    lines.take_while(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
}

fn parsed(text: &str) -> Result<syn::File, String> {
    syn::parse_file(text).map_err(|error| error.to_string())
}

fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

/// Returns the shape of a result, and the type of its values.
fn shape(ty: &syn::Type) -> (Shape, Type) {
    if let Some(item) = item_of(ty) {
        return (Shape::Several, read(item));
    }
    match read(ty) {
        Type::Optional(inner) => (Shape::Partial, *inner),
        Type::Sequence(SequenceForm::Vector, item) => (Shape::Several, *item),
        Type::Named(name) if name == "bool" => (Shape::Condition, Type::Named(name)),
        ty => (Shape::Value, ty),
    }
}

/// Returns a type, which is known by the last name of its path.
fn read(ty: &syn::Type) -> Type {
    match ty {
        syn::Type::Path(path) => path.path.segments.last().map_or(Type::Other, of_segment),
        syn::Type::Reference(found) => match &*found.elem {
            syn::Type::Slice(slice) => Type::Sequence(SequenceForm::Slice, Box::new(read(&slice.elem))),
            syn::Type::Path(path) if path.path.is_ident("str") => Type::Text,
            _ => Type::Other,
        },
        syn::Type::Tuple(found) => Type::Tuple(found.elems.iter().map(read).collect()),
        syn::Type::ImplTrait(_) => match item(ty, "IntoIterator") {
            Some(item) => Type::Sequence(SequenceForm::Iterator, Box::new(read(item))),
            None => Type::Other,
        },
        _ => Type::Other,
    }
}

fn of_segment(segment: &PathSegment) -> Type {
    let name = segment.ident.to_string();
    match (argument(&segment.arguments), &name[..]) {
        (Some(inner), "Option") => read(inner).optional(),
        (Some(inner), "Vec") => Type::Sequence(SequenceForm::Vector, Box::new(read(inner))),
        (Some(_), _) => Type::Other,
        (None, _) => Type::Named(name),
    }
}

/// Returns the type argument of a path segment, if there is exactly one.
fn argument(arguments: &PathArguments) -> Option<&syn::Type> {
    match arguments {
        PathArguments::AngleBracketed(list) if list.args.len() == 1 => match list.args.first()? {
            GenericArgument::Type(ty) => Some(ty),
            _ => None,
        },
        _ => None,
    }
}

/// Returns the type of the items of `impl Iterator<Item = T>`, and of other iterators.
fn item_of(ty: &syn::Type) -> Option<&syn::Type> {
    ["Iterator", "ExactSizeIterator", "DoubleEndedIterator"].into_iter().find_map(|name| item(ty, name))
}

/// Returns the type of the items of `impl NAME<Item = T>`.
fn item<'a>(ty: &'a syn::Type, name: &str) -> Option<&'a syn::Type> {
    let syn::Type::ImplTrait(found) = ty else { return None };
    found.bounds.iter().find_map(|bound| {
        let syn::TypeParamBound::Trait(bound) = bound else { return None };
        let segment = bound.path.segments.last()?;
        let PathArguments::AngleBracketed(list) = &segment.arguments else { return None };
        list.args.iter().find_map(|argument| match argument {
            GenericArgument::AssocType(item) if segment.ident == name => Some(&item.ty),
            _ => None,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::list;

    #[test]
    fn words_have_signatures() {
        let mut builtins = Builtins::default();
        builtins
            .add_file(
                "/// Returns the number of members\n/// of `t`.\n///\n/// More.\npub fn arity(t: Ty) -> u32 {}\npub fn member(t: Ty, i: u32) -> Option<Ty> {}\n\
                 pub fn holds(f: impl Fn() -> u32) -> bool {}\npub fn pairs(\n    s: super::Ty,\n) -> impl Iterator<Item = (Ty, Ty)> {}\n\
                 pub fn list(ts: &[Ty], all: impl IntoIterator<Item = Ty>, n: &'static str) -> Vec<Ty> {}\n\
                 fn hidden(t: Ty) -> Ty {}\n\
                 pub enum Role {\n    /// A comment (1).\n    Left(Operator),\n    Then,\n}\npub const ANY: Ty = Ty(0);\n\
                 pub use typelog_types::Mode::{\n    self, Plain};\n",
            )
            .expect("the file is Rust");
        let shape = |name| builtins.shape(name);
        assert_eq!(shape("arity"), Some(Shape::Value));
        let meaning = builtins.builtin("arity").map(|builtin| &builtin.meaning[..]);
        assert_eq!(meaning, Some("Returns the number of members of `t`."));
        assert_eq!(shape("member"), Some(Shape::Partial));
        assert_eq!(shape("holds"), Some(Shape::Condition));
        assert_eq!(shape("pairs"), Some(Shape::Several));
        assert_eq!(shape("list"), Some(Shape::Several));
        assert_eq!(
            builtins.builtin("pairs").map(|builtin| (builtin.parameters[0].to_string(), builtin.result.to_string())),
            Some(("Ty".to_owned(), "(Ty, Ty)".to_owned()))
        );
        let parameters = |name| builtins.builtin(name).map(|builtin| list(&builtin.parameters));
        assert_eq!(parameters("member"), Some("Ty, u32".to_owned()));
        assert_eq!(parameters("list"), Some("&[Ty], impl IntoIterator<Item = Ty>, &str".to_owned()));
        assert_eq!((shape("hidden"), shape("other")), (None, None));
        let constant = |name| builtins.constant(name).map(|ty| ty.to_string());
        assert_eq!((constant("ANY"), constant("Plain")), (Some("Ty".to_owned()), Some("Mode".to_owned())));
        assert_eq!(constant("Role::Then"), Some("Role".to_owned()));
        assert_eq!(builtins.parts("Role::Left"), Some(&[Type::named("Operator")][..]));
    }

    #[test]
    fn files_pass_on_names_of_their_modules() {
        let passed = passed_on("mod a;\npub use a::*;\npub use b::{one, two};\nuse c::*;\n").expect("the file is Rust");
        let names: Vec<_> = passed.iter().map(|found| (&found.module[..], found.names.clone())).collect();
        let listed = vec!["one".to_owned(), "two".to_owned()];
        assert_eq!(names, [("a", None), ("b", Some(listed))]);
        assert_eq!(given_to("values! { A B }", "values"), Ok(vec!["A".to_owned(), "B".to_owned()]));
    }
}
