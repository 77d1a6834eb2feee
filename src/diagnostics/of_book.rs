//! Problems that only a book of one's own declares. Their messages stand in the comments of their relations.

use typelog_interpreter::new_relations_of;
use typelog_reader::stated::{Part, Severity as Stated};

use super::context::Context;
use super::{Diagnostic, DiagnosticCode, Severity};
use crate::builtins::trace::{Value, Word};
use crate::program::{DefinitionId, FileId, Place};
use crate::program_rules::problem::{BookCell, Subject};
use crate::source::Span;
use crate::types::Constructor;

pub(super) fn diagnostic(
    context: &Context<'_>,
    relation: &str,
    subject: Subject<Place, DefinitionId>,
    cells: &[BookCell<Place>],
) -> Diagnostic {
    let (file, span) = place_of(context, subject);
    let relations = new_relations_of(context.types.book()).iter();
    let stated = relations.filter(|known| known.declaration.name == relation).find_map(|known| known.stated.as_ref());
    let Some(stated) = stated else {
        let code = DiagnosticCode::OfRules(relation.replace('_', "-").into());
        return Diagnostic::new(code, Severity::Error, file, span, format!("`{relation}` holds"));
    };
    let severity = match stated.severity {
        Stated::Error => Severity::Error,
        Stated::Warning => Severity::Warning,
        Stated::Note => Severity::Note,
    };
    let text = |parts: &[Part]| -> String {
        let shown = |part: &Part| match part {
            Part::Text(text) => text.clone(),
            Part::Column(0) => context.short_source(file, span).unwrap_or("this").to_owned(),
            Part::Column(at) => cells.get(at - 1).map_or_else(String::new, |cell| cell_text(context, cell)),
        };
        parts.iter().map(shown).collect()
    };
    let code = DiagnosticCode::OfRules(stated.code.clone().into());
    let help = text(&stated.help);
    Diagnostic::new(code, severity, file, span, text(&stated.message))
        .label("found by a rule of the book")
        .help((!help.is_empty()).then_some(help))
}

fn place_of(context: &Context<'_>, subject: Subject<Place, DefinitionId>) -> (FileId, Span) {
    match subject {
        Subject::Expression(at) => (at.file, context.span(at)),
        Subject::Definition(id) => {
            let definition = context.program.definition(id);
            (definition.file, definition.name_span)
        }
    }
}

fn cell_text(context: &Context<'_>, cell: &BookCell<Place>) -> String {
    match cell {
        BookCell::Expression(at) => context.source_of(*at).unwrap_or("an expression").to_owned(),
        BookCell::Value(value) => match *value {
            Value::Type(ty) => context.type_text(ty).to_owned(),
            Value::Name(name) => context.types.text(name).to_owned(),
            Value::Literal(number) => context.types.number_of(number).to_string(),
            Value::Number(number) => number.to_string(),
            Value::Flag(yes) => yes.to_string(),
            Value::Null => "null".to_owned(),
            Value::Nothing => "none".to_owned(),
            Value::Word(Word::BinaryOperator(operator)) => operator.symbol().to_owned(),
            Value::Word(Word::UnaryOperator(operator)) => operator.symbol().to_owned(),
            Value::Word(Word::Constructor(Constructor::Applied(own))) => {
                context.types.name_of_constructor(own).to_owned()
            }
            Value::Word(word) => word.to_string(),
            _ => "_".to_owned(),
        },
    }
}
