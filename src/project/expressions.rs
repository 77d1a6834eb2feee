//! Single expressions, typed as programs of one definition each.

use typed_index_collections::{TiVec, ti_vec};

use compact_str::CompactString;
use smallvec::smallvec;

use crate::diagnostics::{Diagnostic, Strictness, diagnose};
use crate::dialect::{decode, read_type_arguments};
use crate::infer::infer;
use crate::program::environment::Environment;
use crate::program::{BlockNames, Budget, Definition, Expression, File, FileId, Kind, Program, Scope};
use crate::source::{Source, Span};
use crate::syntax::parse_expression;
use crate::syntax::tree::{NodeId, Tree};
use crate::types::{Interner, Ty};

/// An expression with its type and diagnostics.
pub struct Typed {
    /// Its text.
    pub source: Source,
    /// Its type; `None` if the text is not an expression.
    pub ty: Option<Ty>,
    /// The diagnostics. Each file in them is the expression.
    pub diagnostics: Vec<Diagnostic>,
}

/// Types expressions in an environment, all in one program. Invalid UTF-8 is reported at its place.
pub fn type_expressions(texts: &[Vec<u8>], environment: &Environment, types: &mut Interner) -> Vec<Typed> {
    let mut program = Program { is_terraform: environment.is_terraform, budget: Budget::OfFiles, ..Program::default() };
    for (text, id) in texts.iter().zip((0..).map(FileId)) {
        let (text, invalid_bytes) = decode(text.clone());
        let (tree, errors) = match parse_expression(&text, types) {
            Ok((tree, root)) => {
                let scope = if environment.is_terraform { Scope::Block(BlockNames::ALL) } else { Scope::Everywhere };
                program.definitions.push(definition(id, root, scope));
                (tree, Vec::new())
            }
            Err(errors) => (Tree::default(), errors),
        };
        let source = Source::new("expression", text);
        program.files.push(File { source, tree, errors, invalid_bytes, unreadable: None });
    }
    read_type_arguments(&mut program, environment, types);
    let inference = infer(&program, environment, types);
    let diagnostics = diagnose(&program, &inference, environment, types, Strictness::default());
    let mut found: TiVec<FileId, Option<Ty>> = ti_vec![None; texts.len()];
    for id in program.definition_ids() {
        found[program.definition(id).file] = Some(inference.definition_type(id));
    }
    let typed = program.files.into_iter().zip(found);
    let mut typed: TiVec<FileId, Typed> =
        typed.map(|(file, ty)| Typed { source: file.source, ty, diagnostics: Vec::new() }).collect();
    for diagnostic in diagnostics {
        let own = &mut typed[diagnostic.file].diagnostics;
        own.push(alone(diagnostic));
    }
    typed.into()
}

/// The definition of an expression, which may stand in any block.
fn definition(file: FileId, root: NodeId, scope: Scope) -> Definition {
    let nowhere = Span { start: 0, end: 0 };
    Definition {
        kind: Kind::Attribute,
        name: None,
        label: CompactString::default(),
        name_span: nowhere,
        file,
        span: nowhere,
        expressions: smallvec![Expression { scope, ..Expression::value(NodeId(0), root, nowhere) }],
        block: None,
        written_out: None,
    }
}

/// Makes the file of a diagnostic the only one.
fn alone(mut diagnostic: Diagnostic) -> Diagnostic {
    diagnostic.file = FileId(0);
    for label in &mut diagnostic.labels {
        label.file = FileId(0);
    }
    diagnostic
}
