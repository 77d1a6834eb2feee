//! The code that is generated from the declarations of problems: the enumeration of problems, and what is the same for all of
//! them.
//!
//! A problem relation names its variant: `@problem(MissingArgument) relation argument_missing(at: ExprId, parameter: u32).`
//! Relations of several engines may become the same variant. The first column is the subject, an expression or a definition. The
//! evidence after the name, such as `path`, is no column: it is found after the rules have run.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::book::BookFile;
use crate::engine::place;
use crate::syntax::{Column, Declaration};

/// A variant of the enumeration: its documentation, and its relations, whose columns are the same.
struct Variant<'a> {
    documentation: Vec<&'a str>,
    relations: Vec<&'a Declaration>,
}

impl Variant<'_> {
    fn columns(&self) -> &[Column] {
        &self.relations[0].columns
    }

    /// Returns the evidence, with the types of its fields.
    fn evidence(&self) -> impl Iterator<Item = (&str, &'static str)> {
        self.relations[0]
            .problem
            .iter()
            .flat_map(|problem| &problem.evidence)
            .filter_map(|name| Some((&name[..], evidence_type(name)?)))
    }

    /// Returns the names of all fields.
    fn fields(&self) -> String {
        let names = self.columns().iter().map(name).chain(self.evidence().map(|(name, _)| name));
        names.collect::<Vec<_>>().join(", ")
    }
}

/// The pieces of evidence, with their types.
const EVIDENCE: [(&str, &str); 4] =
    [("path", "Vec<Step>"), ("misses", "Vec<(u32, Miss)>"), ("misfit", "Misfit"), ("more", "u32")];

/// Returns the type of a piece of evidence.
fn evidence_type(name: &str) -> Option<&'static str> {
    EVIDENCE.iter().find(|known| known.0 == name).map(|known| known.1)
}

fn name(column: &Column) -> &str {
    column.name.as_deref().unwrap_or("at")
}

/// Returns the code for the problems that files declare. `engines` has the relations of each engine.
///
/// # Errors
/// A piece of evidence that there is not.
pub fn problems(files: &[BookFile], engines: &BTreeMap<String, Vec<String>>) -> Result<String, String> {
    let mut variants: BTreeMap<&str, Variant<'_>> = BTreeMap::new();
    for file in files {
        for relation in file.relations() {
            let Some(problem) = &relation.problem else { continue };
            if let Some(unknown) = problem.evidence.iter().find(|name| evidence_type(name).is_none()) {
                return Err(format!("{}: there is no evidence `{unknown}`", place(file, relation.span.start)));
            }
            let documentation = file.documentation(relation).collect();
            let new = || Variant { documentation, relations: Vec::new() };
            variants.entry(&problem.variant).or_insert_with(new).relations.push(relation);
        }
    }
    let mut code = enumeration(&variants);
    for (engine, relations) in engines {
        let rows = variants.iter().flat_map(|(variant, of)| {
            let own = of.relations.iter().filter(|relation| relations.contains(&relation.name));
            own.map(|relation| rows(variant, of, relation)).collect::<Vec<_>>()
        });
        let rows: String = rows.collect();
        if !rows.is_empty() {
            let _ = write!(
                code,
                "#[allow(clippy::default_trait_access)]\nimpl Reporting for {engine} {{\n    fn report(&self, problems: &mut Vec<Problem<ExprId, BindingId>>) {{\n{rows}    }}\n}}\n\n"
            );
        }
    }
    Ok(code)
}

fn enumeration(variants: &BTreeMap<&str, Variant<'_>>) -> String {
    let mut declared = String::new();
    let [mut mapped, mut translated, mut relations, mut subjects, mut agreeing] = [const { String::new() }; 5];
    for (variant, of) in variants {
        let fields = of.fields();
        for line in &of.documentation {
            let _ = writeln!(declared, "    /// {line}");
        }
        let _ = writeln!(declared, "    {variant} {{");
        for column in of.columns() {
            let _ = writeln!(declared, "        {}: {},", name(column), generic(column));
        }
        for (name, ty) in of.evidence() {
            let _ = writeln!(declared, "        {name}: {ty},");
        }
        let _ = writeln!(declared, "    }},");
        let fields_mapped: Vec<String> = of
            .columns()
            .iter()
            .map(|column| match column.ty.name() {
                Some("ExprId") => format!("{0}: expression_({0})", name(column)),
                Some("BindingId") => format!("{0}: definition_({0})", name(column)),
                _ => name(column).to_owned(),
            })
            .chain(of.evidence().map(|(name, _)| name.to_owned()))
            .collect();
        let _ = writeln!(
            mapped,
            "            Self::{variant} {{ {fields} }} => Problem::{variant} {{ {} }},",
            fields_mapped.join(", ")
        );
        let kept = of.columns().iter().filter(|column| matches!(column.ty.name(), Some("Ty" | "Name"))).map(name);
        let kept: Vec<&str> = kept
            .chain(of.evidence().filter(|(_, ty)| matches!(*ty, "Vec<Step>" | "Misfit")).map(|found| found.0))
            .collect();
        let translations = kept.iter().map(|field| format!(" {field}.translate(with);")).collect::<Vec<_>>().concat();
        let _ = writeln!(translated, "            Self::{variant} {{ {}.. }} => {{{translations} }}", list(&kept));
        let names: Vec<String> = of.relations.iter().map(|relation| format!("{:?}", relation.name)).collect();
        let _ = writeln!(relations, "            Self::{variant} {{ .. }} => &[{}],", names.join(", "));
        let subject = &of.columns()[0];
        let kind = if subject.ty.name() == Some("BindingId") { "Definition" } else { "Expression" };
        let _ = writeln!(subjects, "            Self::{variant} {{ {0}, .. }} => Subject::{kind}({0}),", name(subject));
        let compared: Vec<(usize, &str)> = of
            .columns()
            .iter()
            .enumerate()
            .filter(|(_, column)| !matches!(column.ty.name(), Some("ExprId" | "BindingId" | "FunctionId" | "Ty")))
            .map(|(at, column)| (at, name(column)))
            .collect();
        let compared_names: Vec<&str> = compared.iter().map(|found| found.1).collect();
        let tests: Vec<String> = compared.iter().map(|(at, name)| format!("is({at}, {name}.value())")).collect();
        let tests = if tests.is_empty() { "true".to_owned() } else { tests.join(" && ") };
        let _ = writeln!(agreeing, "            Self::{variant} {{ {}.. }} => {tests},", list(&compared_names));
    }
    format!(
        "/// A problem of a program: a row of a problem relation, with its evidence. `E` identifies an expression: inside of the engines\n\
         /// by its number, outside by its place. `B` identifies a definition.\n\
         #[allow(missing_docs)]\n#[derive(Clone, Debug, PartialEq, Eq, Hash)]\npub enum Problem<E, B> {{\n{declared}    \
         /// A row of a problem relation that only a book of one's own declares: the list of its name, its first column, and the others.\n    \
         OfBook {{ relation: &'static [&'static str], subject: Subject<E, B>, cells: Vec<BookCell<E>> }},\n}}\n\n\
         #[allow(clippy::all, clippy::pedantic)]\nimpl<E, B> Problem<E, B> {{\n    \
         /// Maps the identifiers of expressions and definitions.\n    \
         pub fn map<F, C>(self, expression_: impl Fn(E) -> F, definition_: impl Fn(B) -> C) -> Problem<F, C> {{\n        match self {{\n{mapped}            \
         Self::OfBook {{ relation, subject, cells }} => Problem::OfBook {{ relation, cells: cells.into_iter().map(|cell| cell.map(&expression_)).collect(), subject: subject.map(&expression_, &definition_) }},\n        }}\n    }}\n\n    \
         /// Translates the handles of types and names.\n    #[must_use]\n    \
         pub fn translated(mut self, with: &Translation) -> Self {{\n        match &mut self {{\n{translated}            \
         Self::OfBook {{ cells, .. }} => cells.iter_mut().for_each(|cell| cell.translate(with)),\n        }}\n        self\n    }}\n\n    \
         /// Returns the relations whose rows become this problem.\n    \
         pub fn relations(&self) -> &'static [&'static str] {{\n        match self {{\n{relations}            \
         Self::OfBook {{ relation, .. }} => relation,\n        }}\n    }}\n\n    \
         /// Returns what the problem is about.\n    \
         pub fn subject(&self) -> Subject<&E, &B> {{\n        match self {{\n{subjects}            \
         Self::OfBook {{ subject, .. }} => subject.as_ref(),\n        }}\n    }}\n\n    \
         /// Holds if the names, numbers and builtins of a row are those of the problem.\n    \
         pub fn agrees(&self, cells: &[Value]) -> bool {{\n        \
         let is = |at: usize, value: Value| cells.get(at) == Some(&value);\n        match self {{\n{agreeing}            \
         Self::OfBook {{ cells: own, .. }} => own.iter().zip(cells.iter().skip(1)).all(|(own, &cell)| own.agrees(cell)),\n        }}\n    }}\n}}\n\n"
    )
}

/// Returns the type of a field, with identifiers of any kind.
fn generic(column: &Column) -> String {
    match column.ty.name() {
        Some("ExprId") => "E".to_owned(),
        Some("BindingId") => "B".to_owned(),
        _ => column.ty.to_string(),
    }
}

fn list(names: &[&str]) -> String {
    names.iter().map(|name| format!("{name}, ")).collect::<Vec<_>>().concat()
}

/// Returns the statement that makes the rows of a relation problems.
fn rows(variant: &str, of: &Variant<'_>, relation: &Declaration) -> String {
    let columns = of.columns().iter().map(name).collect::<Vec<_>>().join(", ");
    let evidence = of.evidence().map(|(name, _)| format!(", {name}: Default::default()"));
    let evidence = evidence.collect::<Vec<_>>().concat();
    format!(
        "        for &({columns},) in &self.{} {{\n            problems.push(Problem::{variant} {{ {columns}{evidence} }});\n        }}\n",
        relation.name
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_problem_relations_become_problems() {
        let text = "/// Holds if `at` is bad.\n@problem relation is_bad(at: ExprId, n: Name).\n\
                    @problem(IsBad) relation is_worse(at: ExprId, n: Name).\n\
                    @problem(Loose, path) relation is_loose(block: BindingId, t: Ty).\n";
        let file = BookFile::read("own", text.to_owned()).expect("the file is understood");
        let engines = BTreeMap::from([("AnyEngine".to_owned(), vec!["is_worse".to_owned(), "is_loose".to_owned()])]);
        let code = problems(&[file], &engines).expect("the evidence is known");
        for part in [
            "    /// Holds if `at` is bad.\n    IsBad {\n        at: E,\n        n: Name,\n    },",
            "Self::IsBad { .. } => &[\"is_bad\", \"is_worse\"],",
            "Self::Loose { block, t, path } => Problem::Loose { block: definition_(block), t, path },",
            "Self::Loose { t, path, .. } => { t.translate(with); path.translate(with); }",
            "Self::Loose { block, .. } => Subject::Definition(block),",
            "Self::IsBad { n, .. } => is(1, n.value()),",
            "for &(at, n,) in &self.is_worse {\n            problems.push(Problem::IsBad { at, n });",
            "problems.push(Problem::Loose { block, t, path: Default::default() });",
        ] {
            assert!(code.contains(part), "{part}\n{code}");
        }
    }
}
