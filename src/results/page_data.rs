//! The data of a page about a program: texts, expressions with their types and proofs, diagnostics, and all
//! relations.

use rustc_hash::FxHashMap;

use crate::diagnostics::Diagnostic;
use crate::program::environment::Environment;
use crate::program::{DefinitionId, Expression, FileId, Place};
use crate::provenance::{Rerun, rerun, rules};
use crate::query::{shown, shown_with_place};
use crate::relations::{Cell, Column, ColumnType, Database, Relation, RelationId};
use crate::render::report::{
    PageData, PageDiagnostic, PageExpression, PageFile, PageNode, PageRelation, PageRule, PageStep, Piece,
};
use crate::render::{GraphFormat, graph};
use crate::results::checked_program::CheckedProgram;
use crate::source::{Source, Span};
use crate::terms::trace::Row;
use crate::types::display::display;

/// The data of the page about a program, with the facts about it, and the picture of its graph. One run of the
/// engine for each definition.
pub fn page_data(
    name: &str,
    checked: &mut CheckedProgram,
    database: &Database,
    environment: &Environment,
) -> (PageData, String) {
    let picture = graph(&checked.graph(), GraphFormat::Svg);
    let places = Places { files: checked.program.files.iter().map(|file| Units::new(&file.source)).collect() };
    let files = checked.program.files.iter().map(|file| &file.source);
    let mut data = PageData {
        program: name.to_owned(),
        files: files.map(|source| PageFile { name: source.name.clone(), text: source.text.clone() }).collect(),
        nodes: Vec::new(),
        expressions: Vec::new(),
        diagnostics: checked.diagnostics.iter().map(|found| places.diagnostic(checked, found)).collect(),
        steps: Vec::new(),
        rules: Vec::new(),
        relations: database.relations().map(|(id, relation)| in_words(database, id, relation)).collect(),
    };
    prove(checked, environment, &places, &mut data);
    data.expressions.sort_by_key(|found| (found.at.file, found.at.start, std::cmp::Reverse(found.at.end)));
    data.rules = used_rules(&data.steps);
    (data, picture)
}

/// Adds the definitions, the expressions and all their proofs, and those of the diagnostics.
fn prove(checked: &mut CheckedProgram, environment: &Environment, places: &Places, data: &mut PageData) {
    let wanted = wanted_problems(checked);
    for id in checked.inference.order().to_vec() {
        let rerun = rerun(&checked.program, environment, &checked.inference, id, &mut checked.types);
        let checked = &*checked;
        let CheckedProgram { program, inference, types, .. } = checked;
        let definition = program.definition(id);
        let say = |row: &Row| rerun.judgment(row, types);
        let place = |row: &Row| rerun.place(row).map(|place| places.expression(checked, place));
        let mut steps = Steps { rerun: &rerun, say: &say, place: &place, known: FxHashMap::default(), data };
        let step = rerun.binding().and_then(|row| steps.step(&row));
        let typings: FxHashMap<Place, Option<usize>> =
            rerun.typings().into_iter().map(|(place, row)| (place, steps.step(&row))).collect();
        for &number in wanted.get(&id).into_iter().flatten() {
            let row = rerun.problem(program, &checked.diagnostics[number], id, types);
            let step = row.and_then(|row| steps.step(&row));
            steps.data.diagnostics[number].step = step;
        }
        data.nodes.push(PageNode {
            name: definition.label.clone(),
            kind: definition.kind.word(),
            ty: display(types, inference.definition_type(id)),
            at: places.piece(&program.file(definition.file).source, definition.file, definition.name_span),
            step,
        });
        for node in definition.expressions.iter().flat_map(Expression::nodes) {
            let place = Place { file: definition.file, node };
            let Some(ty) = inference.type_of(place) else { continue };
            let (at, step) = (places.expression(checked, place), typings.get(&place).copied().flatten());
            data.expressions.push(PageExpression { at, ty: display(types, ty), step });
        }
    }
}

/// The problems that rules conclude in each definition, by the numbers of the diagnostics.
fn wanted_problems(checked: &CheckedProgram) -> FxHashMap<DefinitionId, Vec<usize>> {
    let mut wanted: FxHashMap<DefinitionId, Vec<usize>> = FxHashMap::default();
    for (number, diagnostic) in checked.diagnostics.iter().enumerate() {
        if let Some(id) = checked.diagnosed(diagnostic) {
            wanted.entry(id).or_default().push(number);
        }
    }
    wanted
}

/// The steps of the proofs about one definition, each once.
struct Steps<'a> {
    rerun: &'a Rerun,
    say: &'a dyn Fn(&Row) -> String,
    place: &'a dyn Fn(&Row) -> Option<Piece>,
    known: FxHashMap<Row, usize>,
    data: &'a mut PageData,
}

impl Steps<'_> {
    /// The last step of the proof of a row; `None` for facts.
    fn step(&mut self, row: &Row) -> Option<usize> {
        self.rerun.derivations.step(row).map(|_| self.add(row))
    }

    fn add(&mut self, row: &Row) -> usize {
        if let Some(&known) = self.known.get(row) {
            return known;
        }
        let step = self.rerun.derivations.step(row);
        let (row, rule) = step.as_ref().map_or((row, None), |&(row, rule, _)| (row, Some(rule)));
        let from = step.iter().flat_map(|step| &step.2).map(|premise| self.add(premise)).collect();
        let number = self.data.steps.len();
        self.data.steps.push(PageStep { says: (self.say)(row), rule, at: (self.place)(row), from });
        self.known.insert(row.clone(), number);
        number
    }
}

/// The rules of steps, in the order of the book.
fn used_rules(steps: &[PageStep]) -> Vec<PageRule> {
    let used: std::collections::BTreeSet<&str> = steps.iter().filter_map(|step| step.rule).collect();
    let rules = rules().into_iter().filter(|rule| used.contains(rule.name));
    rules
        .map(|rule| PageRule { name: rule.name, sentence: rule.sentence, drawing: rule.drawing, file: rule.file })
        .collect()
}

/// A relation as people read it: ids by their places and texts, those of the relation's own rows as they are.
fn in_words(database: &Database, id: RelationId, relation: &Relation) -> PageRelation {
    let schema = &relation.schema;
    let cell = |(column, &cell): (&Column, &Cell)| match column.ty {
        ColumnType::Id(domain) if domain != schema.name => shown_with_place(database, column.ty, cell),
        ColumnType::Id(_) => cell.to_string(),
        ty => shown(database, ty, cell),
    };
    let rows = database.ordered_rows(id);
    PageRelation {
        name: schema.name.clone(),
        origin: schema.origin.word(),
        doc: schema.doc.clone(),
        columns: schema.columns.iter().map(|column| column.name.clone()).collect(),
        rows: rows.into_iter().map(|row| schema.columns.iter().zip(row).map(cell).collect()).collect(),
    }
}

/// Places in units of UTF-16.
struct Places {
    files: Vec<Units>,
}

/// Where the units of a text begin that are not as many as the bytes before them.
struct Units {
    /// The bytes behind which characters of several bytes end, with how many units fewer than bytes there are up to there.
    fewer: Vec<(u32, u32)>,
}

impl Units {
    fn new(source: &Source) -> Self {
        let (mut fewer, mut sum) = (Vec::new(), 0);
        for (at, character) in source.text.char_indices() {
            let surplus = character.len_utf8() - character.len_utf16();
            if surplus > 0 {
                sum += surplus as u32;
                fewer.push(((at + character.len_utf8()) as u32, sum));
            }
        }
        Self { fewer }
    }

    fn of(&self, offset: u32) -> usize {
        let behind = self.fewer.partition_point(|&(end, _)| end <= offset);
        (offset - behind.checked_sub(1).map_or(0, |last| self.fewer[last].1)) as usize
    }
}

impl Places {
    fn piece(&self, source: &Source, file: FileId, span: Span) -> Piece {
        let (units, position) = (&self.files[file.0 as usize], source.position(span.start));
        let (start, end) = (units.of(span.start), units.of(span.end));
        Piece { file: file.0 as usize, start, end, line: position.line, column: position.column }
    }

    fn expression(&self, checked: &CheckedProgram, place: Place) -> Piece {
        let file = checked.program.file(place.file);
        self.piece(&file.source, place.file, file.tree.span(place.node))
    }
}

impl Places {
    fn diagnostic(&self, checked: &CheckedProgram, diagnostic: &Diagnostic) -> PageDiagnostic {
        let piece = |file: FileId, span| self.piece(&checked.program.file(file).source, file, span);
        let labels = diagnostic.labels.iter();
        PageDiagnostic {
            code: diagnostic.code.to_string(),
            severity: diagnostic.severity.word(),
            message: diagnostic.message.clone(),
            at: piece(diagnostic.file, diagnostic.span),
            labels: labels.map(|label| (piece(label.file, label.span), label.text.clone())).collect(),
            expected: diagnostic.expected.clone(),
            found: diagnostic.found.clone(),
            help: diagnostic.help.clone(),
            step: None,
        }
    }
}
