//! Typing one definition again, to record what the rules conclude.

use rustc_hash::FxHashMap;

use super::derivations::Derivations;
use super::judgment::Words;
use crate::diagnostics::Diagnostic;
use crate::infer::conclude;
use crate::infer::{Inference, lower_one};
use crate::program::environment::Environment;
use crate::program::{DefinitionId, Place, Program};
use crate::syntax::tree::Node;
use crate::terms::trace::{Log, Row, Value, Word, firings};
use crate::type_rules::ask::{Question, ask};
use crate::types::memory::Memory;
use crate::types::vocabulary::{BindingId, ExprId, Mode};
use crate::types::{Interner, Ty};

/// The longest piece of source that a proof shows, in characters.
const LONGEST_PIECE: usize = 60;

/// All that the rules conclude about a definition.
pub struct Rerun {
    /// The conclusions.
    pub derivations: Derivations,
    /// The place of each expression.
    places: Vec<Place>,
    /// The names of bindings.
    bindings: FxHashMap<u32, String>,
    /// The names of functions.
    functions: FxHashMap<u32, String>,
    /// The texts of expressions.
    pieces: Vec<String>,
}

/// Types a definition of a program that has been typed, and records what the rules conclude. What is known of other
/// definitions is given.
pub fn rerun(
    program: &Program,
    environment: &Environment,
    inference: &Inference,
    id: DefinitionId,
    types: &mut Interner,
) -> Rerun {
    let chunk = lower_one(program, environment, inference, id, types);
    let mut rerun = Rerun {
        derivations: Derivations::new(Vec::new()),
        bindings: FxHashMap::default(),
        functions: FxHashMap::default(),
        pieces: chunk.places.iter().map(|&place| piece(program, place)).collect(),
        places: chunk.places,
    };
    for &(e, b) in &chunk.facts.refers_to {
        let name = rerun.name(program, types, e);
        rerun.bindings.entry(b.0).or_insert(name);
    }
    rerun.bindings.insert(0, program.definition(id).label.clone());
    for &(e, f, _) in &chunk.facts.is_call {
        let name = rerun.name(program, types, e);
        rerun.functions.entry(f.0).or_insert(name);
    }
    let facts = chunk.facts;
    let (_, recorded) = recorded(types, |types| conclude(types, facts));
    rerun.derivations = Derivations::new(recorded.firings().collect());
    rerun
}

impl Rerun {
    /// The row that gives what the definition's name means its type.
    pub fn binding(&self) -> Option<Row> {
        let pattern = Row::new("binds", vec![Value::Binding(BindingId(0)), Value::Hidden]);
        self.derivations.matching(&pattern).into_iter().next()
    }

    /// The row that gives an expression its type.
    pub fn typing(&self, place: Place) -> Option<Row> {
        let e = self.places.iter().position(|&found| found == place)?;
        let pattern = Row::new("has_type", vec![Value::Expression(ExprId(e as u32)), Value::Hidden]);
        self.derivations.matching(&pattern).into_iter().next()
    }

    /// The rows that give expressions their types, with the places of these.
    pub fn typings(&self) -> Vec<(Place, Row)> {
        let rows = self.derivations.matching(&Row::new("has_type", vec![Value::Hidden, Value::Hidden]));
        rows.into_iter().filter_map(|row| Some((self.place(&row)?, row))).collect()
    }

    /// The row of a problem that a diagnostic in the definition is about: of those whose relation has the diagnostic's
    /// code, the one that stands nearest.
    pub fn problem(
        &self,
        program: &Program,
        diagnostic: &Diagnostic,
        id: DefinitionId,
        types: &Interner,
    ) -> Option<Row> {
        let source = &program.file(diagnostic.file).source;
        let distance = |row: &Row| {
            let found = match row.cells.first()? {
                Value::Expression(e) => {
                    let place = *self.places.get(e.0 as usize)?;
                    program.file(place.file).tree.span(place.node)
                }
                _ => program.definition(id).span,
            };
            // Of several inputs of one block it is the one that the text names, or that the sentence does.
            let names = row.cells.iter().filter_map(|value| match value {
                Value::Name(name) => Some(types.text(*name)),
                _ => None,
            });
            let is_named =
                |name: &str| source.slice(diagnostic.span) == name || diagnostic.message.contains(&format!("`{name}`"));
            let misnamed = names.filter(|name| !is_named(name)).count();
            let (start, end) = (diagnostic.span.start, diagnostic.span.end);
            let touches = found.start <= end && start <= found.end;
            touches.then(|| (misnamed, found.start.abs_diff(start), found.end.abs_diff(end)))
        };
        let relations = problem_relations(&diagnostic.code);
        let rows = self.derivations.concluded_by(|rule| rule.starts_with("P-"));
        let rows = rows.into_iter().filter(|row| relations.contains(&row.relation));
        rows.filter_map(|row| Some((distance(&row)?, row))).min().map(|(_, row)| row)
    }

    /// Says rows in the notation of the rules.
    pub fn judgment(&self, row: &Row, types: &Interner) -> String {
        let named = |names: &FxHashMap<u32, String>, number: u32| {
            names.get(&number).cloned().unwrap_or_else(|| format!("b{number}"))
        };
        let words = Words {
            types,
            expression: &|e| self.pieces.get(e as usize).cloned().unwrap_or_default(),
            binding: &|b| named(&self.bindings, b),
            function: &|f| named(&self.functions, f),
        };
        words.judgment(row)
    }

    /// The place of the expression of a row.
    pub fn place(&self, row: &Row) -> Option<Place> {
        match row.cells.first()? {
            Value::Expression(e) => self.places.get(e.0 as usize).copied(),
            _ => None,
        }
    }

    fn name(&self, program: &Program, types: &Interner, e: ExprId) -> String {
        let place = self.places[e.0 as usize];
        let tree = &program.file(place.file).tree;
        match tree.node(place.node) {
            Node::Variable(name, _) => types.text(name).to_owned(),
            Node::Call(id) => types.text(tree.call(id).function).to_owned(),
            _ => "the element".to_owned(),
        }
    }
}

/// The relations whose rows are problems of a code. None for what no rule concludes: what is wrong with the text itself,
/// with blocks, packages and the order of definitions.
pub fn problem_relations(code: &str) -> &'static [&'static str] {
    match code {
        "no-conversion" => &["no_conversion"],
        "unknown-property" => &["unknown_property", "step_meets"],
        "missing-property" => &["missing_property"],
        "not-traversable" | "invalid-index" | "index-out-of-range" | "property-case" | "traversing-none" => {
            &["step_meets"]
        }
        "not-iterable" => &["not_iterable"],
        "type-too-deep" => &["too_deep"],
        "type-too-varied" => &["too_varied"],
        "unknown-variable" => &["unknown_name"],
        "unknown-function" => &["unknown_function"],
        "missing-argument" => &["argument_missing", "inputs_missing"],
        "too-many-arguments" => &["too_many_arguments"],
        "unknown-input" => &["unknown_input"],
        "missing-input" => &["missing_input"],
        "wrong-hook" => &["wrong_hook"],
        "wrong-argument" => &["wrong_argument"],
        "object-argument" => &["object_argument"],
        "unknown-method" => &["unknown_method"],
        "not-a-resource" => &["no_receiver"],
        "not-an-enum-value" => &["no_enum_value"],
        "ineffective-comparison" => &["no_effect"],
        "unsafe-conversion" => &["unsafe_conversion"],
        "eventual-range" => &["eventual_range"],
        _ => &[],
    }
}

/// How a type converts to another, with all that the rules conclude on the way.
pub fn conversion_proof(types: &mut Interner, s: Ty, t: Ty) -> (Row, Derivations) {
    let (_, recorded) = recorded(types, |types| ask(types, &[Question::Convert(s, t)]));
    let derivations = Derivations::new(recorded.firings().collect());
    let plain = Value::Word(Word::Mode(Mode::Plain));
    let pattern = Row::new("converts", vec![Value::Type(s), Value::Type(t), plain, Value::Hidden]);
    let row = derivations.matching(&pattern).into_iter().next().unwrap_or(pattern);
    (row, derivations)
}

/// Does some work, and records what the rules conclude in it. Nothing is known from before: what has been answered has its
/// reasons elsewhere.
fn recorded<R>(types: &mut Interner, work: impl FnOnce(&mut Interner) -> R) -> (R, Log) {
    let known = types.replace_memory(Memory::default());
    let result = firings(|| work(types));
    types.replace_memory(known);
    result
}

/// The text of an expression on one line, cut if it is long.
fn piece(program: &Program, place: Place) -> String {
    let file = program.file(place.file);
    let text = file.source.slice(file.tree.span(place.node));
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= LONGEST_PIECE {
        return if line.is_empty() { "the element".to_owned() } else { line };
    }
    line.chars().take(LONGEST_PIECE).chain("...".chars()).collect()
}
