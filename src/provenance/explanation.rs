//! Explanations: proofs that continue through other definitions, down to the program text, the rows of tables, and the entries of
//! schemas.
//!
//! A definition is typed again for its proof, with the types of other definitions as given rows. Where a proof reaches such a
//! row, it is folded, or continues in the definition of that row.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::derivations::is_refusal;
use super::rerun::{Rerun, rerun, rerun_assignments, rerun_question};
use super::rule_book::rules;
use super::table_rows::tables;
use crate::builtins::trace::{Row, Value, Word};
use crate::infer::Inference;
use crate::lower::Bound;
use crate::program::environment::Environment;
use crate::program::{DefinitionId, FileId, Kind, Place, Program};
use crate::types::display::display_path;
use crate::types::vocabulary::{BindingId, ExprId};
use crate::types::{BookHandle, Interner, Ty};

/// The run of the rules that derived a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Origin {
    /// A run over one definition.
    Definition(DefinitionId),
    /// A run over the assignments to declarations, in the model of declared types.
    Assignments,
    /// A run for a question about types.
    Question,
}

/// The justification of a row in a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ground {
    /// A rule concludes it from the premises.
    Rule,
    /// A rule concludes it; the premises exceed the depth.
    Deep,
    /// A rule concludes it; the proof shows its premises at the step with this number.
    Shown(u32),
    /// The proof is folded into this definition.
    Folded(DefinitionId),
    /// The program text or a declaration states it.
    Fact,
    /// A row of a table in the rule files, at this file and line.
    Table(String),
    /// A schema states it: the entry.
    Schema(String),
    /// A component states it: the directory, as the program names it.
    Component(String),
}

/// A step of a proof.
#[derive(Clone, Debug)]
pub struct Explained {
    /// The row.
    pub row: Row,
    /// The run that it comes from.
    pub origin: Origin,
    /// The row as a judgment.
    pub judgment: String,
    /// The rule that concludes it; empty for given rows.
    pub rule: &'static str,
    /// Its justification.
    pub ground: Ground,
    /// Its number, if other steps refer to it.
    pub number: Option<u32>,
    /// The sentence of the rule, if it refuses and no premise explains why.
    pub reason: Option<String>,
    /// Its position: a file and an offset.
    pub at: Option<(FileId, u32)>,
    /// The proofs of its premises.
    pub premises: Vec<Explained>,
}

/// A program whose rows can be explained.
#[derive(Clone, Copy)]
pub struct Explainable<'a> {
    /// The program.
    pub program: &'a Program,
    /// Its environment.
    pub environment: &'a Environment,
    /// Its types and problems.
    pub inference: &'a Inference,
}

/// The explainer of a program's rows. Each definition is typed again at most once.
pub struct Explainer<'a> {
    of: Option<Explainable<'a>>,
    types: &'a mut Interner,
    runs: FxHashMap<Origin, Rc<Rerun>>,
    /// Holds if proofs continue in other definitions.
    is_through: bool,
    /// The numbers of the steps shown so far, by row; rows about expressions are qualified by their run.
    shown: FxHashMap<(Option<Origin>, Row), u32>,
    /// The steps that other steps refer to.
    referred: FxHashSet<u32>,
}

/// The maximal depth of a proof, in steps.
const DEEPEST: usize = 4_000;

impl<'a> Explainer<'a> {
    /// Creates an explainer for a program.
    pub fn new(of: Explainable<'a>, types: &'a mut Interner) -> Self {
        Self::with(Some(of), types)
    }

    /// Creates an explainer for the answer to a question about types.
    pub fn of_question(types: &'a mut Interner, question: impl FnOnce(&mut Interner)) -> Self {
        let run = rerun_question(types, question);
        let mut explainer = Self::with(None, types);
        explainer.runs.insert(Origin::Question, Rc::new(run));
        explainer
    }

    fn with(of: Option<Explainable<'a>>, types: &'a mut Interner) -> Self {
        let (runs, shown, referred) = (FxHashMap::default(), FxHashMap::default(), FxHashSet::default());
        Self { of, types, runs, is_through: false, shown, referred }
    }

    /// Chooses whether proofs continue in other definitions.
    #[must_use]
    pub fn through(self, is_through: bool) -> Self {
        Self { is_through, ..self }
    }

    /// Returns the interner of the program.
    pub fn types(&mut self) -> &mut Interner {
        self.types
    }

    /// Returns a run of the rules, with its conclusions.
    pub fn run(&mut self, origin: Origin) -> Rc<Rerun> {
        if let Some(run) = self.runs.get(&origin) {
            return Rc::clone(run);
        }
        let run = match (self.of, origin) {
            (Some(Explainable { program, environment, inference }), Origin::Definition(id)) => {
                rerun(program, environment, inference, id, self.types)
            }
            (Some(Explainable { program, environment, inference }), Origin::Assignments) => {
                rerun_assignments(program, environment, inference, self.types)
            }
            _ => Rerun::default(),
        };
        let run = Rc::new(run);
        self.runs.insert(origin, Rc::clone(&run));
        run
    }

    /// Drops the runs over definitions, to free memory.
    pub fn forget(&mut self) {
        self.runs.clear();
    }

    /// Returns the row with the type of a definition's binding, or of its value.
    pub fn definition_row(&mut self, id: DefinitionId) -> Option<(Origin, Row)> {
        let origin = Origin::Definition(id);
        let run = self.run(origin);
        let root = || {
            let definition = self.of?.program.definition(id);
            run.typing(Place { file: definition.file, node: definition.expressions.first()?.root })
        };
        Some((origin, run.binding().or_else(root)?))
    }

    /// Returns the row with the type of an expression.
    pub fn typing(&mut self, place: Place) -> Option<(Origin, Row)> {
        let origin = Origin::Definition(self.of?.program.definition_of(place)?);
        Some((origin, self.run(origin).typing(place)?))
    }

    /// Returns the row that marks a part of an expression's value, given the texts of the path and of the mark.
    pub fn mark(&mut self, place: Place, path: &str, mark: &str) -> Option<(Origin, Row)> {
        let origin = Origin::Definition(self.of?.program.definition_of(place)?);
        let run = self.run(origin);
        let is_wanted = |row: &&Row| match row.cells[..] {
            [Value::Expression(e), Value::Path(found), Value::Word(Word::Mark(word))] => {
                run.place_of(e) == Some(place) && display_path(self.types(), found) == path && word.word() == mark
            }
            _ => false,
        };
        let wanted = Row::new("has_mark", vec![Value::Hidden; 3]);
        let rows: Vec<Row> = run.derivations.matching(&wanted).into_iter().collect();
        Some((origin, rows.iter().find(is_wanted)?.clone()))
    }

    /// Returns the minimal proof of a row, cut below a depth. A step that occurs twice is shown once, and referred to.
    pub fn explain(&mut self, origin: Origin, row: &Row, depth: usize) -> Explained {
        self.shown.clear();
        self.referred.clear();
        let mut proof = self.step(origin, row, depth.min(DEEPEST));
        let mut numbers = FxHashMap::default();
        number(&mut proof, &self.referred, &mut 0, &mut numbers);
        refer(&mut proof, &numbers);
        proof
    }

    fn step(&mut self, origin: Origin, row: &Row, depth: usize) -> Explained {
        let run = self.run(origin);
        let Some((found, rule, premises)) = run.derivations.step(row) else {
            return self.leaf(origin, row, depth);
        };
        if let [given] = premises[..]
            && let Some(id) = run.definition_behind(given)
        {
            return self.elsewhere(origin, found, id, depth);
        }
        let mut step = self.leaf_step(origin, found);
        step.rule = rule;
        if premises.is_empty() {
            step.reason = sentence(rule, self.types.book()).filter(|_| is_refusal(found));
            return step;
        }
        let serial = self.shown.len() as u32;
        let key = (has_places(found).then_some(origin), found.clone());
        if let Some(&shown) = self.shown.get(&key) {
            self.referred.insert(shown);
            step.ground = Ground::Shown(shown);
            return step;
        }
        if depth == 0 {
            step.ground = Ground::Deep;
            return step;
        }
        step.number = Some(serial);
        self.shown.insert(key, serial);
        // Below a conversion that fails, only the conversions that fail as well are relevant.
        let is_refused = is_refusal(found);
        let stands_in_the_way = |premise: &&&Row| !is_refused || premise.relation != "converts" || is_refusal(premise);
        for premise in premises.iter().filter(stands_in_the_way) {
            let premise = self.step(origin, premise, depth - 1);
            let is_said = |known: &Explained| known.premises.is_empty() && known.row == premise.row;
            if !premise.premises.is_empty() || !step.premises.iter().any(is_said) {
                step.premises.push(premise);
            }
        }
        if is_refused && step.premises.is_empty() {
            step.reason = sentence(rule, self.types.book());
        }
        step
    }

    /// Returns the step for a row that no rule concludes in its run.
    fn leaf(&mut self, origin: Origin, row: &Row, depth: usize) -> Explained {
        let run = self.run(origin);
        if let Some(id) = run.definition_behind(row) {
            return self.elsewhere(origin, row, id, depth);
        }
        // The types of values are given where assignments are checked.
        if let (Origin::Assignments, "has_type", Some(&Value::Expression(e))) =
            (origin, row.relation, row.cells.first())
            && let Some((own, typing)) = run.place_of(e).and_then(|place| self.typing(place))
            && typing.cells.get(1) == row.cells.get(1)
        {
            return self.step(own, &typing, depth);
        }
        let tables = tables(self.types.book());
        if let Some((whole, place)) = tables.find(row) {
            let ground = Ground::Table(place.to_owned());
            return Explained { ground, ..self.leaf_step(origin, &whole) };
        }
        let ground = self.entry(&run, row).unwrap_or(Ground::Fact);
        Explained { ground, ..self.leaf_step(origin, row) }
    }

    /// Returns the step for a row that holds because of another definition's type.
    fn elsewhere(&mut self, origin: Origin, row: &Row, id: DefinitionId, depth: usize) -> Explained {
        if self.is_through
            && depth > 0
            && let Some((own, found)) = self.definition_row(id)
        {
            return self.step(own, &found, depth - 1);
        }
        let mut step = self.leaf_step(origin, row);
        if let Some(Explainable { program, .. }) = self.of {
            let definition = program.definition(id);
            let value = definition.expressions.first().filter(|_| definition.block.is_none());
            let tree = &program.file(definition.file).tree;
            let start = value.map_or(definition.name_span.start, |value| tree.span(value.root).start);
            step.at = Some((definition.file, start));
        }
        Explained { ground: Ground::Folded(id), ..step }
    }

    /// Returns a step without premises.
    fn leaf_step(&mut self, origin: Origin, row: &Row) -> Explained {
        let run = self.run(origin);
        let rule = "";
        let (number, reason, premises) = (None, None, Vec::new());
        let (judgment, at) = (run.judgment(row, self.types), self.place(&run, origin, row));
        Explained { row: row.clone(), origin, judgment, rule, ground: Ground::Rule, number, reason, at, premises }
    }

    /// Returns the position of a row: that of its first expression, or else of its first definition.
    fn place(&self, run: &Rerun, origin: Origin, row: &Row) -> Option<(FileId, u32)> {
        let program = self.of?.program;
        let expression = row.cells.iter().find_map(|cell| match cell {
            Value::Expression(e) => run.place_of(*e),
            _ => None,
        });
        if let Some(place) = expression {
            return Some((place.file, program.file(place.file).tree.span(place.node).start));
        }
        let definition = row.cells.iter().find_map(|cell| match (*cell, origin) {
            (Value::Binding(BindingId(0)), Origin::Definition(id)) => Some(id),
            (Value::Binding(binding), _) => match run.bound(binding)? {
                Bound::Definition(id) | Bound::Property(id, _) => Some(id),
                Bound::Declared(_) | Bound::Own(_) => None,
            },
            _ => None,
        });
        let definition = program.definition(definition?);
        Some((definition.file, definition.name_span.start))
    }

    /// Returns the schema entry or the component that a fact comes from.
    fn entry(&self, run: &Rerun, row: &Row) -> Option<Ground> {
        let program = self.of?.program;
        let block = |id: DefinitionId| {
            let definition = program.definition(id);
            if definition.kind == Kind::Component {
                return component_source(program, id).map(|source| Ground::Component(source.to_owned()));
            }
            self.token(definition.instance_type()?)
        };
        let by_interface = |number: u32| {
            let is_of = |id: &DefinitionId| {
                let block = program.definition(*id).block.as_ref();
                block.and_then(|block| block.interface).is_some_and(|interface| interface.0 == number)
            };
            block(program.definition_ids().find(is_of)?)
        };
        match (row.relation, row.cells.first()?) {
            ("takes_input" | "has_variant", cell) => match cell {
                Value::Word(Word::InterfaceId(interface)) => by_interface(interface.0),
                _ => row.cells.iter().find_map(|&cell| self.token_of(cell)),
            },
            ("is_instance" | "invokes" | "invocation_signature", _) => {
                let token = row.cells.iter().find_map(|&cell| self.token_of(cell));
                token.or_else(|| match row.cells.first()? {
                    Value::Binding(binding) => match run.bound(*binding)? {
                        Bound::Definition(id) => block(id),
                        _ => None,
                    },
                    _ => Some(Ground::Schema("schema".to_owned())),
                })
            }
            ("is_given", Value::Binding(binding)) => match run.bound(*binding)? {
                Bound::Property(id, _) => block(id),
                _ => None,
            },
            _ => None,
        }
    }

    fn token_of(&self, cell: Value) -> Option<Ground> {
        match cell {
            Value::Type(ty) => self.token(ty),
            _ => None,
        }
    }

    /// Returns the schema entry that a type comes from.
    fn token(&self, ty: Ty) -> Option<Ground> {
        let found = self.types.annotation_texts(ty);
        found.first().map(|(_, token)| Ground::Schema(format!("schema {token}")))
    }
}

/// Returns the source directory of a component.
pub fn component_source(program: &Program, id: DefinitionId) -> Option<&str> {
    let definition = program.definition(id);
    let file = program.file(definition.file);
    let mut blocks = file.tree.body.iter().filter_map(|item| item.as_block());
    let block = blocks.find(|block| block.span == definition.span)?;
    let &(_, span) = block.labels.get(1)?;
    Some(file.source.slice(span).trim_matches('"'))
}

/// Holds for rows about expressions or bindings, whose numbers are local to a run.
fn has_places(row: &Row) -> bool {
    let is_own = |cell: &Value| {
        matches!(
            cell,
            Value::Expression(ExprId(_)) | Value::Binding(_) | Value::Function(_) | Value::Types(_) | Value::Hidden
        )
    };
    row.cells.iter().any(is_own)
}

fn sentence(rule: &str, book: &BookHandle) -> Option<String> {
    let rules = rules(book);
    let rule = rules.iter().find(|known| known.name == rule)?;
    Some(rule.sentence.trim_end_matches('.').to_owned())
}

/// Numbers the steps that others refer to, in print order; the other steps lose their numbers.
fn number(step: &mut Explained, referred: &FxHashSet<u32>, next: &mut u32, numbers: &mut FxHashMap<u32, u32>) {
    step.number = step.number.filter(|serial| referred.contains(serial)).map(|serial| {
        *next += 1;
        numbers.insert(serial, *next);
        *next
    });
    step.premises.iter_mut().for_each(|premise| number(premise, referred, next, numbers));
}

/// Replaces the references by these numbers.
fn refer(step: &mut Explained, numbers: &FxHashMap<u32, u32>) {
    if let Ground::Shown(serial) = &mut step.ground {
        *serial = numbers.get(serial).copied().unwrap_or_default();
    }
    step.premises.iter_mut().for_each(|premise| refer(premise, numbers));
}
