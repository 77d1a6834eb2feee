//! The table of builtins for the interpreter, written when it is built.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use crate::book::{JUDGMENTS, paths, read};
use crate::builtins::{Builtin, Builtins, Shape};
use crate::folders::{Folders, watch};
use crate::prepare::{reported, save};
use crate::signatures::{PassedOn, given_to, passed_on};
use crate::types::{SequenceForm, Type};

/// Writes `builtins.rs`: functions that look up builtins, constants and constructors by name, and the signatures of all of them. The
/// variable `TYPELOG_JUDGMENTS` gets the path of the list of judgments. An error is reported to cargo and ends the build.
pub fn prepare_builtins() {
    reported(write_words());
}

fn write_words() -> Result<(), String> {
    let folders = Folders::find()?;
    let (of_engines, types, values) = (folders.builtins(), folders.types(), folders.own.join("value.rs"));
    watch([&of_engines, &types, &values].map(PathBuf::as_path));
    let judgments = folders.book("types").join(JUDGMENTS).with_extension("dl");
    println!("cargo::rustc-env=TYPELOG_JUDGMENTS={}", judgments.display());
    let builtins = vocabulary(&of_engines, &types)?;
    let kinds = given_to(&read(&values)?, "values").map_err(|error| format!("{}: {error}", values.display()))?;
    save("builtins.rs", &Code { builtins: &builtins, kinds: &kinds }.written())
}

/// Returns the builtins in the folder of a crate, as far as the crate passes them on, and the values in another folder.
///
/// # Errors
/// A file cannot be read, or is not Rust.
pub fn vocabulary(terms: &Path, types: &Path) -> Result<Builtins, String> {
    let mut builtins = Builtins::default();
    let library = terms.join("lib.rs");
    let placed = |path: &Path, error: String| format!("{}: {error}", path.display());
    for PassedOn { module, names } in passed_on(&read(&library)?).map_err(|error| placed(&library, error))? {
        let path = terms.join(&module).with_extension("rs");
        // The others are passed on from other crates.
        if path.exists() {
            let mut own = Builtins::default();
            own.add_file(&read(&path)?).map_err(|error| placed(&path, error))?;
            own.retain(|name| names.as_ref().is_none_or(|names| names.iter().any(|listed| listed == name)));
            builtins.extend(own);
        }
    }
    builtins.add_file(&read(&library)?).map_err(|error| placed(&library, error))?;
    // The premise that names a rule is no builtin.
    builtins.retain(|name| name != "by");
    for path in paths(types, "rs")? {
        builtins.add_values(&read(&path)?).map_err(|error| placed(&path, error))?;
    }
    Ok(builtins)
}

/// The code of the vocabulary.
struct Code<'a> {
    builtins: &'a Builtins,
    /// The types of values, each with its kind.
    kinds: &'a [String],
}

impl Code<'_> {
    /// Returns the whole code.
    fn written(&self) -> String {
        [self.builtin(), self.constant(), self.construct(), self.part(), self.signatures()].join("\n")
    }

    /// Returns the function that finds a builtin by its name.
    fn builtin(&self) -> String {
        let arms = self.builtins.all().filter_map(|(name, Builtin { parameters, shape, result, .. })| {
            let arguments = parameters.iter().enumerate().map(|(at, parameter)| self.taken(parameter, at));
            let arguments: Vec<String> = arguments.collect::<Option<_>>().filter(|_| self.is_value(result))?;
            let taken_from = if arguments.is_empty() { "_" } else { "a" };
            let collected = if *shape == Shape::Several { ".into_iter().collect::<Vec<_>>()" } else { "" };
            let call = format!("{name}({}){collected}", arguments.join(", "));
            Some(format!("{name:?} => Some(|{taken_from}| Some({call}.into_value()))"))
        });
        found_by_name("The builtin of a name.", "builtin", "Function", arms)
    }

    /// Returns the function that finds a named value.
    fn constant(&self) -> String {
        let named = self
            .builtins
            .constants()
            .filter(|(_, ty)| ty.name().is_some_and(|name| name == "Ty" || self.is_enumeration(name)));
        let variants =
            self.builtins.variants().filter(|(name, parts)| parts.is_empty() && self.is_named_value(owner(name)));
        let names: BTreeSet<&str> = named
            .map(|(name, _)| &name[..])
            .chain(variants.map(|(name, _)| &name[..]))
            .chain(["TyList::EMPTY"])
            .collect();
        let arms = names.into_iter().map(|name| format!("{name:?} => Some({name}.into_value())"));
        found_by_name("The value of a name.", "constant", "Value", arms)
    }

    /// Returns the function that finds the function which puts a value together.
    fn construct(&self) -> String {
        let arms = self.composed().map(|(name, parts)| {
            let parts = parts.iter().enumerate().map(|(at, part)| format!("take::<{part}>(a, {at})?"));
            let value = format!("{name}({})", parts.collect::<Vec<_>>().join(", "));
            format!("{name:?} => Some(|a| Some({value}.into_value()))")
        });
        found_by_name("The function that puts a value together.", "construct", "Function", arms)
    }

    /// Returns the function that finds the function which takes a value apart.
    fn part(&self) -> String {
        let arms = self.composed().map(|(name, parts)| {
            let names: Vec<String> = (0..parts.len()).map(|at| format!("p{at}")).collect();
            let values: Vec<String> = names.iter().map(|name| format!("{name}.into_value()")).collect();
            format!(
                "{name:?} => Some(|v| match take::<{}>(std::slice::from_ref(v), 0)? {{ {name}({}) => Some(vec![{}]), \
                 #[allow(unreachable_patterns)] _ => None }})",
                owner(name),
                names.join(", "),
                values.join(", ")
            )
        });
        found_by_name("The function that takes a value apart.", "part", "Part", arms)
    }

    /// Returns the variants with fields, if these are values of rules.
    fn composed(&self) -> impl Iterator<Item = (&String, &Vec<Type>)> {
        self.builtins.variants().filter(|(name, parts)| {
            !parts.is_empty() && parts.iter().all(|part| self.is_value(part)) && self.is_named_value(owner(name))
        })
    }

    /// Returns the function that gives the signatures.
    fn signatures(&self) -> String {
        let mut out = String::from(
            "/// The signatures of the builtins, and the types of the named values.\npub fn signatures() -> Builtins {\n    \
             let mut builtins = Builtins::default();\n",
        );
        for (name, Builtin { names, parameters, shape, result, meaning }) in self.builtins.all() {
            let _ = writeln!(
                out,
                "    builtins.add_word({name:?}, Signature {{ names: owned(&{names:?}), parameters: {}, shape: Shape::{shape:?}, \
                 result: {}, meaning: {meaning:?}.to_owned() }});",
                codes(parameters),
                code(result)
            );
        }
        for (name, ty) in self.builtins.constants() {
            let _ = writeln!(out, "    builtins.add_constant({name:?}.to_owned(), {});", code(ty));
        }
        for (name, parts) in self.builtins.variants() {
            let _ = writeln!(out, "    builtins.add_variant({name:?}.to_owned(), {});", codes(parts));
        }
        out + "    builtins\n}\n\nfn owned(names: &[&str]) -> Vec<String> {\n    names.iter().map(|&name| name.to_owned()).collect()\n}\n"
    }

    /// Returns the code that takes an argument of a type from a value, if the type is supported.
    fn taken(&self, ty: &Type, at: usize) -> Option<String> {
        match ty {
            Type::Sequence(SequenceForm::Slice, item) if self.is_value(item) => {
                Some(format!("&take::<Vec<{item}>>(a, {at})?"))
            }
            Type::Sequence(SequenceForm::Iterator, item) if self.is_value(item) => {
                Some(format!("take::<Vec<{item}>>(a, {at})?"))
            }
            Type::Text => Some(format!("take::<&'static str>(a, {at})?")),
            _ => self.is_value(ty).then(|| format!("take::<{ty}>(a, {at})?")),
        }
    }

    fn is_value(&self, ty: &Type) -> bool {
        match ty {
            Type::Named(_) => ty.name().is_some_and(|name| self.is_named_value(name)),
            Type::Optional(inner) | Type::Sequence(SequenceForm::Vector, inner) => self.is_value(inner),
            Type::Tuple(parts) => !parts.is_empty() && parts.iter().all(|part| self.is_value(part)),
            Type::Sequence(..) | Type::Text | Type::Other => false,
        }
    }

    fn is_named_value(&self, name: &str) -> bool {
        ["u32", "bool", "usize"].contains(&name) || self.kinds.iter().any(|kind| kind == name)
    }

    fn is_enumeration(&self, name: &str) -> bool {
        self.is_named_value(name) && !["u32", "usize", "bool", "TyList", "ExprId", "Name"].contains(&name)
    }
}

/// Returns the code that builds a type.
fn code(ty: &Type) -> String {
    match ty {
        Type::Named(name) => format!("Type::named({name:?})"),
        Type::Optional(inner) => format!("{}.optional()", code(inner)),
        Type::Tuple(parts) => format!("Type::Tuple({})", codes(parts)),
        Type::Sequence(form, item) => format!("Type::Sequence(SequenceForm::{form:?}, Box::new({}))", code(item)),
        Type::Text => "Type::Text".to_owned(),
        Type::Other => "Type::Other".to_owned(),
    }
}

fn codes(types: &[Type]) -> String {
    format!("vec![{}]", types.iter().map(code).collect::<Vec<_>>().join(", "))
}

/// Returns the enumeration of a variant: `Role` for `Role::Then`.
fn owner(variant: &str) -> &str {
    variant.split("::").next().unwrap_or_default()
}

/// Returns the code of a function that finds something by its name.
fn found_by_name(sentence: &str, function: &str, result: &str, arms: impl Iterator<Item = String>) -> String {
    let arms = arms.map(|arm| format!("        {arm},\n")).collect::<Vec<_>>().concat();
    format!(
        "/// {sentence}\npub fn {function}(name: &str) -> Option<{result}> {{\n    match name {{\n{arms}        \
         _ => None,\n    }}\n}}\n"
    )
}
