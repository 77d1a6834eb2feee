//! The table of builtins for the interpreter, written when it is built.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use crate::book::{paths, read};
use crate::builtins::{Builtin, Builtins, Shape};
use crate::folders::{Folders, watch};
use crate::prepare::{reported, save};
use crate::signatures::{PassedOn, given_to, passed_on};

/// Writes `builtins.rs`: functions that look up builtins, constants and constructors by name, and the signatures of all of them. An
/// error is reported to cargo and ends the build.
pub fn prepare_builtins() {
    reported(write_words());
}

fn write_words() -> Result<(), String> {
    let folders = Folders::find()?;
    let (of_engines, types, values) = (folders.builtins(), folders.types(), folders.own.join("value.rs"));
    watch([&of_engines, &types, &values].map(PathBuf::as_path));
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
        let named = self.builtins.constants().filter(|(_, ty)| *ty == "Ty" || self.is_enumeration(ty));
        let variants = self.builtins.variants().filter(|(name, parts)| parts.is_empty() && self.is_value(owner(name)));
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
    fn composed(&self) -> impl Iterator<Item = (&String, &Vec<String>)> {
        self.builtins.variants().filter(|(name, parts)| {
            !parts.is_empty() && parts.iter().all(|part| self.is_value(part)) && self.is_value(owner(name))
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
                "    builtins.add_word({name:?}, Signature {{ names: owned(&{names:?}), parameters: owned(&{parameters:?}), \
                 shape: Shape::{shape:?}, result: {result:?}.to_owned(), meaning: {meaning:?}.to_owned() }});"
            );
        }
        for (name, ty) in self.builtins.constants() {
            let _ = writeln!(out, "    builtins.add_constant({name:?}.to_owned(), {ty:?}.to_owned());");
        }
        for (name, parts) in self.builtins.variants() {
            let _ = writeln!(out, "    builtins.add_variant({name:?}.to_owned(), owned(&{parts:?}));");
        }
        out + "    builtins\n}\n\nfn owned(names: &[&str]) -> Vec<String> {\n    names.iter().map(|&name| name.to_owned()).collect()\n}\n"
    }

    /// Returns the code that takes an argument of a type from a value, if the type is supported.
    fn taken(&self, ty: &str, at: usize) -> Option<String> {
        match ty {
            "&[Ty]" => Some(format!("&take::<Vec<Ty>>(a, {at})?")),
            "impl IntoIterator<Item = Ty>" => Some(format!("take::<Vec<Ty>>(a, {at})?")),
            "&str" | "&'static str" => Some(format!("take::<&'static str>(a, {at})?")),
            _ if self.is_value(ty) => Some(format!("take::<{ty}>(a, {at})?")),
            _ => None,
        }
    }

    fn is_value(&self, ty: &str) -> bool {
        let inner = |before: &str| ty.strip_prefix(before).and_then(|rest| rest.strip_suffix('>'));
        if let Some(inner) = inner("Option<").or_else(|| inner("Vec<")) {
            return self.is_value(inner);
        }
        if let Some(inner) = ty.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
            return crate::text::split(inner).into_iter().all(|part| self.is_value(part.trim()));
        }
        ["u32", "bool", "usize"].contains(&ty) || self.kinds.iter().any(|kind| kind == ty)
    }

    fn is_enumeration(&self, ty: &str) -> bool {
        self.is_value(ty) && !["u32", "usize", "bool", "TyList", "ExprId", "Name"].contains(&ty)
    }
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
