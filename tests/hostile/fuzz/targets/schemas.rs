//! Schemas of packages, and programs that use their members.

use std::fmt::Write as _;

use typelog::schema::Schemas;
use typelog::types::display::quoted;

use super::head_and_rest;
use super::programs::{PCL, SCHEMAS, conclude_twice, pcl_program};

/// The most members of a package that a program uses besides those that it names.
const MOST_MEMBERS: usize = 4;

/// A schema, a line `---`, and a program.
pub fn schemas(text: &str) {
    let (schema, program) = head_and_rest(text);
    let around = PCL.clone().with_schemas(packages(schema));
    let program = uses(schema) + program;
    conclude_twice(&[&program], &around, &pcl_program);
}

/// The schema, and others that it may refer to.
fn packages(schema: &str) -> Schemas {
    let name = name_of(schema);
    let others = SCHEMAS.iter().filter(|(file, _)| !file.starts_with(name));
    let others = others.map(|&(file, text)| (file.to_owned(), text.to_owned()));
    Schemas::in_texts(others.chain([("fuzzed-1.0.0.json".to_owned(), schema.to_owned())]))
}

/// The name of the package, by a simple search in the text.
fn name_of(schema: &str) -> &str {
    let behind = schema.split_once("\"name\"").map_or("", |parts| parts.1);
    behind.split('"').nth(1).filter(|name| !name.is_empty()).unwrap_or("fuzzed")
}

/// The text of a program that uses the first members of the package.
fn uses(schema: &str) -> String {
    let mut schemas = packages(schema);
    let mut program = String::new();
    let Ok(package) = schemas.package(name_of(schema), None) else { return program };
    let mut resources: Vec<&str> = schemas.resource_tokens(package).collect();
    let mut functions: Vec<&str> = schemas.function_tokens(package).collect();
    resources.sort_unstable();
    functions.sort_unstable();
    for (at, token) in resources.iter().take(MOST_MEMBERS).enumerate() {
        let _ = writeln!(program, "resource used{at} {} {{}}", quoted(token));
        let _ = writeln!(program, "read read{at} {} {{}}", quoted(token));
    }
    for (at, token) in functions.iter().take(MOST_MEMBERS).enumerate() {
        let _ = writeln!(program, "called{at} = invoke({}, {{}})", quoted(token));
    }
    program
}
