//! The table of words for the interpreter, written when it is built.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use crate::book::{paths, read};
use crate::prepare::{reported, save, variable};
use crate::words::{Shape, Word, Words};

/// Writes `words.rs`, functions that look up words, constants and constructors by name, and `signatures.txt`, the text from
/// which [`Words`] are read. An error is reported to cargo and ends the build.
pub fn prepare_words() {
    reported(write_words());
}

fn write_words() -> Result<(), String> {
    let own = PathBuf::from(variable("CARGO_MANIFEST_DIR")?);
    let mut text = String::new();
    for folder in [own.join("../terms"), own.join("../../src/types")] {
        println!("cargo::rerun-if-changed={}", folder.display());
        text.push_str(&signatures(&folder)?);
    }
    let mut words = Words::default();
    words.add_file(&text);
    save("signatures.txt", &text)?;
    save("words.rs", &code(&words))
}

/// Returns the signatures, enumerations, constants and imports in the files of a folder, without the bodies of functions.
fn signatures(folder: &Path) -> Result<String, String> {
    let mut out = String::new();
    for path in paths(folder, "rs")? {
        let text = read(&path)?;
        let code: String = text.lines().map(|line| line.split("//").next().unwrap_or("").to_owned() + "\n").collect();
        // The functions of `src/types` are not words of the rules.
        let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        let functions = if folder.ends_with("types") || !WORD_FILES.contains(&stem) { "" } else { &code[..] };
        for (head, _) in functions.split("pub fn ").skip(1).filter_map(|rest| rest.split_once('{')) {
            let _ = writeln!(out, "pub fn {} {{}}", head.split_whitespace().collect::<Vec<_>>().join(" "));
        }
        for mark in ["pub enum ", "pub const ", "pub use "] {
            for rest in code.split(mark).skip(1) {
                let end = if mark == "pub enum " {
                    rest.find("\n}").map(|at| at + 2)
                } else {
                    rest.find(';').map(|at| at + 1)
                };
                let _ = writeln!(out, "{mark}{}", &rest[..end.unwrap_or(rest.len())]);
            }
        }
    }
    Ok(out)
}

/// The types of values in rules.
const TYPES: [&str; 43] = [
    "Ty",
    "TyList",
    "ExprId",
    "BindingId",
    "FunctionId",
    "InterfaceId",
    "Name",
    "NumberId",
    "Acceptance",
    "BinaryOperator",
    "Builtin",
    "Comprehension",
    "Containment",
    "Conversion",
    "Form",
    "HookKind",
    "InvocationForm",
    "Law",
    "Literal",
    "Mark",
    "Measure",
    "Miss",
    "Mode",
    "Operation",
    "Outcome",
    "Pairing",
    "Presence",
    "RangeKind",
    "Role",
    "Standard",
    "TerraformError",
    "Step",
    "UnaryOperator",
    "Unresolved",
    "Usage",
    "Variable",
    "Descent",
    "Written",
    "Constructor",
    "DeclaredAs",
    "Eventuality",
    "Mapping",
    "Joint",
];

/// Returns the code that takes an argument of a type from a value, if the type is supported.
fn taken(ty: &str, at: usize) -> Option<String> {
    let ty = ty.trim();
    let ty = ty.rsplit("super::").next().unwrap_or(ty);
    match ty {
        "&[Ty]" => Some(format!("&take::<Vec<Ty>>(a, {at})?")),
        "impl IntoIterator<Item = Ty>" => Some(format!("take::<Vec<Ty>>(a, {at})?")),
        "&str" | "&'static str" => Some(format!("take::<&'static str>(a, {at})?")),
        _ if is_value(ty) => Some(format!("take::<{ty}>(a, {at})?")),
        _ => None,
    }
}

fn is_value(ty: &str) -> bool {
    let ty = ty.trim();
    let inner = |before: &str| ty.strip_prefix(before).and_then(|rest| rest.strip_suffix('>'));
    if let Some(inner) = inner("Option<").or_else(|| inner("Vec<")) {
        return is_value(inner);
    }
    if let Some(inner) = ty.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
        return crate::text::split(inner).into_iter().all(is_value);
    }
    TYPES.contains(&ty) || ["u32", "bool", "usize", "Variant"].contains(&ty)
}

fn is_enumeration(ty: &str) -> bool {
    is_value(ty) && !["u32", "usize", "bool", "TyList", "ExprId", "Name"].contains(&ty)
}

/// The modules of `rules/terms` whose functions are words.
const WORD_FILES: [&str; 25] = [
    "accessors",
    "blocks",
    "budget",
    "computed",
    "constructors",
    "contexts",
    "doors",
    "expressions",
    "folded",
    "iterations",
    "known",
    "lib",
    "likeness",
    "limits",
    "lists",
    "literals",
    "marks",
    "operations",
    "pairing",
    "patterns",
    "refinements",
    "tables",
    "terraform",
    "values",
    "yaml",
];

fn code(words: &Words) -> String {
    let mut out =
        String::from("/// The word of a name.\npub fn word(name: &str) -> Option<Word> {\n    match name {\n");
    for (name, Word { parameters, shape, result, .. }) in words.all() {
        let arguments: Option<Vec<String>> =
            parameters.iter().enumerate().map(|(at, parameter)| taken(parameter, at)).collect();
        let (Some(arguments), true) = (arguments, is_value(result)) else { continue };
        let taken_from = if arguments.is_empty() { "_" } else { "a" };
        let collected = if *shape == Shape::Several { ".into_iter().collect::<Vec<_>>()" } else { "" };
        let _ = writeln!(
            out,
            "        {name:?} => Some(|{taken_from}| Some({name}({}){collected}.into_value())),",
            arguments.join(", ")
        );
    }
    out.push_str("        _ => None,\n    }\n}\n\n/// The value of a name.\npub fn constant(name: &str) -> Option<Value> {\n    match name {\n");
    let mut known = BTreeSet::new();
    for (name, ty) in words.constants() {
        if (ty == "Ty" || is_enumeration(ty)) && known.insert(name) {
            let _ = writeln!(out, "        {name:?} => Some({name}.into_value()),");
        }
    }
    for (name, parts) in words.variants() {
        if parts.is_empty() && name.split("::").next().is_some_and(is_value) {
            let _ = writeln!(out, "        {name:?} => Some({name}.into_value()),");
        }
    }
    out.push_str("        \"TyList::EMPTY\" => Some(TyList::EMPTY.into_value()),\n");
    out.push_str("        _ => None,\n    }\n}\n\n/// The function that puts a value together.\npub fn construct(name: &str) -> Option<Word> {\n    match name {\n");
    let held = || {
        words.variants().filter(|(name, parts)| {
            !parts.is_empty()
                && parts.iter().all(|part| is_value(part))
                && name.split("::").next().is_some_and(is_value)
        })
    };
    for (name, parts) in held() {
        let arguments: Vec<String> =
            parts.iter().enumerate().map(|(at, part)| format!("take::<{part}>(a, {at})?")).collect();
        let _ = writeln!(out, "        {name:?} => Some(|a| Some({name}({}).into_value())),", arguments.join(", "));
    }
    out.push_str("        _ => None,\n    }\n}\n\n/// The function that takes a value apart.\npub fn part(name: &str) -> Option<Part> {\n    match name {\n");
    for (name, parts) in held() {
        let ty = name.split("::").next().unwrap_or_default();
        let names: Vec<String> = (0..parts.len()).map(|at| format!("p{at}")).collect();
        let values: Vec<String> = names.iter().map(|name| format!("{name}.into_value()")).collect();
        let _ = writeln!(
            out,
            "        {name:?} => Some(|v| match take::<{ty}>(std::slice::from_ref(v), 0)? {{ {name}({}) => Some(vec![{}]), #[allow(unreachable_patterns)] _ => None }}),",
            names.join(", "),
            values.join(", ")
        );
    }
    out.push_str("        _ => None,\n    }\n}\n");
    out
}
