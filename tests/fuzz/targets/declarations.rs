//! Declaration files, and programs that use what they declare.

use typelog::declarations::declare;
use typelog::diagnostics::declaration_diagnostics;
use typelog::dialect::{Dialect, Text, environment, read_hcl_program, read_modelled_program};
use typelog::render::{Palette, Report, page};
use typelog::source::Source;
use typelog::types::display::display;
use typelog::types::{Interner, Name, Ty};

use super::programs::{Surroundings, conclude_twice};
use super::{head_and_rest, piece, type_expressions};

/// A declaration file, a line `---`, and a program.
pub fn declarations(text: &str) {
    let (declarations, program) = head_and_rest(text);
    for is_modelled in [false, true] {
        let mut around = declared(declarations, is_modelled);
        reads_again(&mut around);
        conclude_twice(&[program], &around, &|files, around| {
            let texts = files.iter().map(|(_, text)| Text { name: "main.hcl".to_owned(), bytes: Ok((*text).into()) });
            if is_modelled {
                read_modelled_program(texts.collect(), &around.environment, &mut around.types)
            } else {
                read_hcl_program(texts.collect(), &around.environment, &mut around.types)
            }
        });
    }
}

/// Reads declarations, and renders their errors.
fn declared(text: &str, is_modelled: bool) -> Surroundings {
    let mut types = Interner::default();
    let mut environment = environment(if is_modelled { Dialect::Bicep } else { Dialect::Hcl }, &mut types);
    let name = if text.starts_with('{') { "x.json" } else { "x.declare" };
    let sources = vec![Source::new(name, text)];
    let errors = declare(&sources, &mut environment, &mut types);
    let diagnostics = declaration_diagnostics(&errors);
    assert_eq!(diagnostics.is_empty(), errors.is_empty());
    for found in &diagnostics {
        piece(&sources[0], found.span);
        assert!(!found.message.is_empty(), "{found:?}");
    }
    let report = Report { program: String::new(), sources, nodes: Vec::new(), expressions: None, diagnostics };
    assert_eq!(page(&report, Palette::Plain, &str::to_owned).is_empty(), errors.is_empty());
    Surroundings { environment, types }
}

/// Checks that the texts of the declared types parse to them.
fn reads_again(around: &mut Surroundings) {
    let Surroundings { environment, types } = around;
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
