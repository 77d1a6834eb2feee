//! Typing one definition again, to record what the rules conclude.

use rustc_hash::FxHashMap;

use super::derivations::Derivations;
use super::judgment::Words;
use crate::engine::ask::{Question, ask};
use crate::engine::run::run;
use crate::engine::trace::{Row, Value, firings};
use crate::environment::Environment;
use crate::facts::ExprId;
use crate::infer::{Inference, lower_one};
use crate::program::{DefinitionId, Place, Program};
use crate::source::Span;
use crate::syntax::tree::Node;
use crate::types::{Interner, Ty};

/// The longest piece of source that a proof shows, in characters.
const LONGEST_PIECE: usize = 60;

/// All that the rules conclude about a definition.
pub struct Rerun {
    /// The conclusions.
    pub derivations: Derivations,
    /// Where each expression stands.
    places: Vec<Place>,
    /// What bindings are called.
    bindings: FxHashMap<u32, String>,
    /// What functions are called.
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
    for &(e, f) in &chunk.facts.is_call {
        let name = rerun.name(program, types, e);
        rerun.functions.entry(f.0).or_insert(name);
    }
    let facts = chunk.facts;
    let (_, recorded) = firings(|| run(types, facts));
    rerun.derivations = Derivations::new(recorded);
    rerun
}

impl Rerun {
    /// The row that gives an expression its type.
    pub fn typing(&self, place: Place) -> Option<Row> {
        let e = self.places.iter().position(|&found| found == place)?;
        let pattern = Row::new("has_type", vec![Value::Expression(ExprId(e as u32)), Value::Hidden]);
        self.derivations.matching(&pattern).into_iter().next()
    }

    /// The problem at a span: the conclusion of a rule for problems whose expression is nearest to it.
    pub fn problem(&self, program: &Program, span: Span, whole: Span) -> Option<Row> {
        let place_of = |row: &Row| match row.cells.first() {
            Some(Value::Expression(e)) => {
                let place = *self.places.get(e.0 as usize)?;
                Some(program.file(place.file).tree.span(place.node))
            }
            Some(Value::Binding(_)) => Some(whole),
            _ => None,
        };
        let distance = |found: Span| (found.start.abs_diff(span.start), found.end.abs_diff(span.end));
        let touches = |found: Span| found.start <= span.end && span.start <= found.end;
        let rows = self.derivations.concluded_by(|rule| rule.starts_with("P-") && !rule.starts_with("P-Disagree"));
        rows.into_iter()
            .filter_map(|row| Some((place_of(&row)?, row)))
            .filter(|(found, _)| touches(*found))
            .min_by_key(|(found, row)| (distance(*found), row.clone()))
            .map(|(_, row)| row)
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

    /// Where the expression of a row stands.
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

/// How a type converts to another, with all that the rules conclude on the way.
pub fn conversion_proof(types: &mut Interner, s: Ty, t: Ty) -> (Row, Derivations) {
    let (_, recorded) = firings(|| ask(types, &[Question::Convert(s, t)]));
    let derivations = Derivations::new(recorded);
    let plain = Value::Word("Plain".to_owned());
    let pattern = Row::new("converts", vec![Value::Type(s), Value::Type(t), plain, Value::Hidden]);
    let row = derivations.matching(&pattern).into_iter().next().unwrap_or(pattern);
    (row, derivations)
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
