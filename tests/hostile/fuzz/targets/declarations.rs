//! Declaration files, and programs that use what they declare.

use typelog::dialect::{Dialect, Text};
use typelog::render::{Palette, page};
use typelog::source::Source;
use typelog::types::display::display;
use typelog::types::{Name, Ty};

use super::programs::{Surroundings, alone, conclude_twice};
use super::{head_and_rest, piece, type_expressions};

/// A declaration file, a line `---`, and a program.
pub fn declarations(text: &str) {
    let (declarations, program) = head_and_rest(text);
    for dialect in [Dialect::Hcl, Dialect::Bicep] {
        let mut around = declared(declarations, dialect);
        reads_again(&mut around);
        conclude_twice(&[program], &around, &|files| {
            let texts = files.iter().map(|(_, text)| Text { name: "main.hcl".to_owned(), bytes: Ok((*text).into()) });
            alone(dialect, texts.collect())
        });
    }
}

/// Reads declarations, and renders their errors.
fn declared(text: &str, dialect: Dialect) -> Surroundings {
    let name = if text.starts_with('{') { "x.json" } else { "x.declare" };
    let (around, faults) = Surroundings::reading(dialect, &[Source::new(name, text)]);
    if let Some(report) = faults {
        assert!(!report.diagnostics.is_empty() && !page(&report, Palette::Plain, &str::to_owned).is_empty());
        for found in &report.diagnostics {
            piece(&report.sources.raw[0], found.span);
            assert!(!found.message.is_empty(), "{found:?}");
        }
    }
    around
}

/// Checks that the texts of the declared types parse to them.
fn reads_again(around: &mut Surroundings) {
    let Surroundings { environment, types, .. } = around;
    let variables = environment.variables.values();
    let mut all: Vec<Ty> = variables.chain(environment.types.values()).copied().collect();
    let functions: Vec<Name> = environment.function_names().collect();
    for id in functions.into_iter().filter_map(|name| environment.function(name)) {
        let signature = environment.signature(id);
        // The text of a type parameter does not parse.
        if !signature.type_parameters.is_empty() {
            continue;
        }
        all.extend([signature.parameters, signature.returns].into_iter().chain(signature.variadic));
    }
    for ty in all {
        let text = display(types, ty);
        assert_eq!(type_expressions::read(&text, environment, types), Ok(ty), "{text}");
    }
}
