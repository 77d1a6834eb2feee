//! The data of a page about a program: texts, expressions with their types and proofs, diagnostics, and all relations.

use std::path::Path;

use rustc_hash::{FxHashMap, FxHashSet};
use typed_index_collections::TiVec;

use crate::builtins::trace::Row;
use crate::diagnostics::Diagnostic;
use crate::program::environment::Environment;
use crate::program::{DefinitionId, Expression, FileId, Place, Program};
use crate::project::{CheckedProgram, DEFAULT_DEPTH, proof_of_row};
use crate::provenance::{Explainable, Explainer, Origin, Rerun, Rule, definition_of, rules, tables};
use crate::query::{piece, shown, shown_with_place};
use crate::relations::{Cell, Column, ColumnType, Database, Relation, RelationId};
use crate::render::report::{
    PageCells, PageColumn, PageData, PageDiagnostic, PageExpression, PageFile, PageNode, PageRelation, PageRule,
    PageStep, Piece,
};
use crate::render::{ProofFormat, proof};
use crate::source::{Source, Span};
use crate::syntax::colours;
use crate::types::display::Texts;
use crate::types::{BookHandle, Interner, Ty};

/// The number of diagnostics whose short proofs are on the page.
const MOST_BRIEF: usize = 100;

/// Collects the data of the page about a program. Costs one run of the engine for each definition.
pub fn page_data(name: &str, checked: &mut CheckedProgram, database: &Database, environment: &Environment) -> PageData {
    let places = Places { files: checked.program.files.iter().map(|file| Units::new(&file.source)).collect() };
    let files = checked.program.files.iter_enumerated();
    let mut types = TypeTable::default();
    let mut data = PageData {
        program: name.to_owned(),
        files: files.map(|(id, file)| places.file(id, &file.source)).collect(),
        graph: checked.graph(),
        diagnostics: checked.diagnostics.iter().map(|found| places.diagnostic(found)).collect(),
        relations: Vec::new(),
        ..PageData::default()
    };
    let files: Vec<&Source> = checked.program.files.iter().map(|file| &file.source).collect();
    let renderer = RelationRenderer { database, files, places: &places };
    data.relations = database.relations().map(|(id, relation)| renderer.relation(id, relation, &mut types)).collect();
    prove(checked, environment, &places, &mut types, &mut data);
    data.types = types.texts;
    data.expressions.sort_by_key(|found| (found.at.file, found.at.span.start, std::cmp::Reverse(found.at.span.end)));
    data.rules = used_rules(&data.steps, checked.types.book());
    data
}

/// A table of type texts without duplicates.
#[derive(Default)]
struct TypeTable {
    texts: Vec<String>,
    numbers: FxHashMap<String, usize>,
    shown: Texts,
    of_types: FxHashMap<Ty, usize>,
}

impl TypeTable {
    fn of_text(&mut self, text: String) -> usize {
        if let Some(&known) = self.numbers.get(&text) {
            return known;
        }
        self.texts.push(text.clone());
        self.numbers.insert(text, self.texts.len() - 1);
        self.texts.len() - 1
    }

    fn of_type(&mut self, ty: Ty, types: &Interner) -> usize {
        if let Some(&known) = self.of_types.get(&ty) {
            return known;
        }
        let text = self.shown.text(types, ty);
        let number = self.of_text(text);
        self.of_types.insert(ty, number);
        number
    }
}

/// Adds the definitions, the expressions and their proofs, and the proofs of the diagnostics.
fn prove(
    checked: &mut CheckedProgram,
    environment: &Environment,
    places: &Places,
    table: &mut TypeTable,
    data: &mut PageData,
) {
    let mut wanted = wanted_problems(checked);
    let (mut definitions, mut assigned) = (FxHashMap::default(), Vec::new());
    for id in checked.inference.order().to_vec() {
        let CheckedProgram { program, inference, types, .. } = &mut *checked;
        let mut explainer = Explainer::new(Explainable { program, environment, inference }, types);
        let run = explainer.run(Origin::Definition(id));
        let mut problems = Vec::new();
        for (number, problem) in wanted.remove(&id).unwrap_or_default() {
            let Some((origin, row)) = explainer.problem(program, &inference.problems[problem]) else { continue };
            if number < MOST_BRIEF {
                data.diagnostics[number].proof = Some(brief(&mut explainer, program, (origin, &row)));
            }
            match origin {
                Origin::Assignments => assigned.push((number, row)),
                _ => problems.push((number, row)),
            }
        }
        let checked = &*checked;
        let CheckedProgram { program, inference, types, .. } = checked;
        let definition = program.definition(id);
        let mut steps = Steps::new(checked, &run, places, &definitions, data);
        let step = run.binding().and_then(|row| steps.step(&row));
        let typings: FxHashMap<Place, Option<usize>> =
            run.typings().into_iter().map(|(place, row)| (place, steps.step(&row))).collect();
        for (number, row) in problems {
            let step = steps.step(&row);
            steps.data.diagnostics[number].step = step;
        }
        let value = definition.expressions.first().map(|value| Place { file: definition.file, node: value.root });
        let root = value.and_then(|value| typings.get(&value).copied().flatten());
        definitions.extend(step.or(root).map(|step| (id, step)));
        data.nodes.push(PageNode {
            name: definition.label.to_string(),
            kind: definition.kind.word(),
            ty: table.of_type(inference.definition_type(id), types),
            at: places.piece(definition.file, definition.name_span),
            step,
        });
        for node in definition.expressions.iter().flat_map(Expression::nodes) {
            let place = Place { file: definition.file, node };
            let Some(ty) = inference.type_of(place) else { continue };
            let (at, step) = (places.expression(checked, place), typings.get(&place).copied().flatten());
            data.expressions.push(PageExpression { at, ty: table.of_type(ty, types), step });
        }
    }
    if assigned.is_empty() {
        return;
    }
    let CheckedProgram { program, inference, types, .. } = &mut *checked;
    let run = Explainer::new(Explainable { program, environment, inference }, types).run(Origin::Assignments);
    let mut steps = Steps::new(checked, &run, places, &definitions, data);
    for (number, row) in assigned {
        let step = steps.step(&row);
        steps.data.diagnostics[number].step = step;
    }
}

/// Returns the short proof of a row, as `typelog explain` prints it.
fn brief(explainer: &mut Explainer<'_>, program: &Program, row: (Origin, &Row)) -> String {
    let place = |file: FileId, offset: u32| {
        let source = &program.file(file).source;
        let position = source.position(offset);
        format!("{}:{}:{}", source.name, position.line, position.column)
    };
    proof(&proof_of_row(explainer, row, DEFAULT_DEPTH, &place).brief(), ProofFormat::Tree)
}

/// Returns the problems that rules conclude in each definition, as indices of the diagnostic and of the problem.
fn wanted_problems(checked: &CheckedProgram) -> FxHashMap<DefinitionId, Vec<(usize, usize)>> {
    let CheckedProgram { program, inference, diagnostics, .. } = checked;
    let mut wanted: FxHashMap<DefinitionId, Vec<(usize, usize)>> = FxHashMap::default();
    let numbered = diagnostics.iter().enumerate();
    for (number, problem) in numbered.filter_map(|(number, found)| Some((number, found.problem? as usize))) {
        if let Some(id) = definition_of(program, &inference.problems[problem]) {
            wanted.entry(id).or_default().push((number, problem));
        }
    }
    wanted
}

/// The proof steps about one definition, each once.
struct Steps<'a> {
    checked: &'a CheckedProgram,
    run: &'a Rerun,
    places: &'a Places,
    /// The steps that conclude the types of other definitions.
    definitions: &'a FxHashMap<DefinitionId, usize>,
    known: FxHashMap<Row, usize>,
    /// The rows whose proofs are in progress.
    open: FxHashSet<Row>,
    data: &'a mut PageData,
}

impl<'a> Steps<'a> {
    fn new(
        checked: &'a CheckedProgram,
        run: &'a Rerun,
        places: &'a Places,
        definitions: &'a FxHashMap<DefinitionId, usize>,
        data: &'a mut PageData,
    ) -> Self {
        Self { checked, run, places, definitions, known: FxHashMap::default(), open: FxHashSet::default(), data }
    }

    /// Returns the last step of a row's proof; `None` for facts.
    fn step(&mut self, row: &Row) -> Option<usize> {
        self.run.derivations.step(row).map(|_| self.add(row))
    }

    fn add(&mut self, row: &Row) -> usize {
        if let Some(&known) = self.known.get(row) {
            return known;
        }
        let run = self.run;
        let step = run.derivations.step(row);
        let (row, rule) = step.as_ref().map_or((row, None), |&(row, rule, _)| (row, Some(rule)));
        let premises = step.map_or_else(Vec::new, |step| step.2);
        // The type of another definition is proved in that definition.
        if let [given] = premises[..]
            && let Some(&elsewhere) = run.definition_behind(given).and_then(|id| self.definitions.get(&id))
        {
            self.known.insert(row.clone(), elsewhere);
            return elsewhere;
        }
        // The proof of a recursive type is coinductive: rows in progress are not added again.
        let is_new = self.open.insert(row.clone());
        let others: Vec<&Row> = premises.into_iter().filter(|premise| !self.open.contains(*premise)).collect();
        let from = others.into_iter().map(|premise| self.add(premise)).collect();
        if is_new {
            self.open.remove(row);
        }
        let types = &self.checked.types;
        let tables = tables(types.book());
        let says = match (rule, tables.find(row)) {
            (None, Some((whole, place))) => format!("{}   {place}", run.judgment(&whole, types)),
            _ => run.judgment(row, types),
        };
        let at = run.place(row).map(|place| self.places.expression(self.checked, place));
        let number = self.data.steps.len();
        self.data.steps.push(PageStep { says, rule, at, from });
        self.known.insert(row.clone(), number);
        number
    }
}

/// Returns the rules of steps, in the order of the book.
fn used_rules(steps: &[PageStep], book: &BookHandle) -> Vec<PageRule> {
    let used: std::collections::BTreeSet<&str> = steps.iter().filter_map(|step| step.rule).collect();
    let rules = rules(book);
    let page = |rule: &Rule| {
        let Rule { name, sentence, drawing, file, .. } = rule.clone();
        PageRule { name, sentence, drawing, file }
    };
    rules.iter().filter(|rule| used.contains(&rule.name[..])).map(page).collect()
}

/// The rendering of relations for people.
struct RelationRenderer<'a> {
    database: &'a Database,
    files: Vec<&'a Source>,
    places: &'a Places,
}

impl RelationRenderer<'_> {
    /// Renders a relation: ids by place and text, except the relation's own ids, which stay numbers.
    fn relation(&self, id: RelationId, relation: &Relation, types: &mut TypeTable) -> PageRelation {
        let (schema, rows) = (&relation.schema, self.database.ordered_rows(id));
        let columns = schema.columns.iter().enumerate().map(|(at, column)| {
            let cells: Vec<Cell> = rows.iter().map(|row| row[at]).collect();
            PageColumn { name: column.name.clone(), cells: self.cells(column, &cells, &schema.name, types) }
        });
        PageRelation {
            name: schema.name.clone(),
            origin: schema.origin.word(),
            doc: schema.doc.clone(),
            columns: columns.collect(),
            rows: rows.len(),
        }
    }

    fn cells(&self, column: &Column, cells: &[Cell], relation: &str, types: &mut TypeTable) -> PageCells {
        let database = self.database;
        let all = |text: &dyn Fn(Cell) -> String| PageCells::Texts(cells.iter().map(|&cell| text(cell)).collect());
        match column.ty {
            ColumnType::Id(domain) if domain == relation => all(&|cell| cell.to_string()),
            ColumnType::Id("type") => {
                let mut known = FxHashMap::default();
                let number = |&cell: &Cell| {
                    *known.entry(cell).or_insert_with(|| types.of_text(shown_with_place(database, column.ty, cell)))
                };
                PageCells::Types(cells.iter().map(number).collect())
            }
            ColumnType::Id("expression") => {
                let expressions: Option<_> = cells.iter().map(|&cell| self.expression(column.ty, cell)).collect();
                expressions
                    .map_or_else(|| all(&|cell| shown_with_place(database, column.ty, cell)), PageCells::Expressions)
            }
            ColumnType::Id(_) => all(&|cell| shown_with_place(database, column.ty, cell)),
            ty => all(&|cell| shown(database, ty, cell)),
        }
    }

    /// Returns the place of an expression, with its text if it differs from the source text.
    fn expression(&self, ty: ColumnType, cell: Cell) -> Option<(Piece, Option<String>)> {
        let [file, start, end] = piece(self.database, ty, cell)?;
        let file = FileId(u32::try_from(file).ok()?);
        let span = Span { start: u32::try_from(start).ok()?, end: u32::try_from(end).ok()? };
        let source = self.files.get(usize::from(file))?;
        let text = shown(self.database, ty, cell);
        let is_own = !text.split_whitespace().eq(source.slice(span).split_whitespace());
        Some((self.places.piece(file, span), is_own.then_some(text)))
    }
}

/// The conversion of offsets to UTF-16 units.
struct Places {
    files: TiVec<FileId, Units>,
}

/// The conversion of one text's byte offsets to UTF-16 units.
struct Units {
    /// The ends of multi-byte characters, each with the surplus of bytes over units up to there.
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

    fn of(&self, offset: u32) -> u32 {
        let behind = self.fewer.partition_point(|&(end, _)| end <= offset);
        offset - behind.checked_sub(1).map_or(0, |last| self.fewer[last].1)
    }
}

impl Places {
    fn piece(&self, file: FileId, span: Span) -> Piece {
        let units = &self.files[file];
        Piece { file: file.into(), span: Span { start: units.of(span.start), end: units.of(span.end) } }
    }

    fn expression(&self, checked: &CheckedProgram, place: Place) -> Piece {
        self.piece(place.file, checked.program.file(place.file).tree.span(place.node))
    }

    /// Returns a file with syntax colours. JSON files have none.
    fn file(&self, id: FileId, source: &Source) -> PageFile {
        let is_json = Path::new(&source.name).extension().is_some_and(|extension| extension == "json");
        let words = if is_json { Vec::new() } else { colours(&source.text) };
        let colours = words.into_iter().map(|(span, colour)| (self.piece(id, span), colour)).collect();
        PageFile { name: source.name.clone(), text: source.text.to_string(), colours }
    }
}

impl Places {
    fn diagnostic(&self, diagnostic: &Diagnostic) -> PageDiagnostic {
        let labels = diagnostic.labels.iter();
        PageDiagnostic {
            code: diagnostic.code.to_string(),
            severity: diagnostic.severity.word(),
            message: diagnostic.message.clone(),
            at: self.piece(diagnostic.file, diagnostic.span),
            labels: labels.map(|label| (self.piece(label.file, label.span), label.text.clone())).collect(),
            expected: diagnostic.expected.clone(),
            found: diagnostic.found.clone(),
            help: diagnostic.help.as_deref().map(str::to_owned),
            step: None,
            proof: None,
        }
    }
}
