//! Reruns: typing one definition again, to record the rules' conclusions.

use rustc_hash::{FxHashMap, FxHashSet};

use super::derivations::Derivations;
use super::judgment::RowRenderer;
use super::rule_book::read_book;
use crate::answers::ask::{Question, ask};
use crate::builtins::trace::{Log, Row, Value, Word, firings};
use crate::infer::{Inference, assignments, conclude, lower_one};
use crate::lower::Bound;
use crate::program::environment::Environment;
use crate::program::{DefinitionId, Place, Program};
use crate::syntax::tree::Node;
use crate::types::memory::Memory;
use crate::types::vocabulary::{BindingId, ExprId, InterfaceId, Mode};
use crate::types::{Interner, Ty, TyList};

/// The maximal length of a source text in a proof, in characters.
const LONGEST_PIECE: usize = 60;

/// The recorded conclusions about a definition.
#[derive(Debug, Default)]
pub struct Rerun {
    /// The conclusions.
    pub derivations: Derivations,
    /// The place of each expression.
    places: Vec<Place>,
    /// The names of bindings.
    bindings: FxHashMap<u32, String>,
    /// The names of functions.
    functions: FxHashMap<u32, String>,
    /// The texts of expressions, by number.
    pieces: Vec<String>,
    /// The meanings of bindings that are bound outside of expressions.
    bound: FxHashMap<BindingId, Bound>,
    /// The names of the blocks whose inputs form interfaces, by number of the interface.
    interfaces: FxHashMap<u32, String>,
    /// The expressions that are bodies of blocks.
    bodies: FxHashSet<ExprId>,
    /// The elements of type lists, which the interner does not keep.
    lists: FxHashMap<TyList, Vec<Ty>>,
}

/// Types one definition of a typed program again, and records the rules' conclusions. The types of other definitions are given.
pub fn rerun(
    program: &Program,
    environment: &Environment,
    inference: &Inference,
    id: DefinitionId,
    types: &mut Interner,
) -> Rerun {
    let chunk = lower_one(program, environment, inference, id, types);
    let mut rerun = Rerun {
        pieces: chunk.places.iter().map(|&place| piece(program, place)).collect(),
        places: chunk.places,
        bound: chunk.bindings.into_iter().map(|(bound, binding)| (binding, bound)).collect(),
        interfaces: interface_names(program, chunk.facts.has_interface.iter().map(|of| of.1)),
        ..Rerun::default()
    };
    for &(e, b) in &chunk.facts.refers_to {
        let name = rerun.name(program, types, e);
        rerun.bindings.entry(b.0).or_insert(name);
    }
    for (binding, bound) in &rerun.bound {
        if let Bound::Definition(id) = bound {
            rerun.bindings.insert(binding.0, program.title(*id));
        }
    }
    for &(e, f, _) in &chunk.facts.is_call {
        let name = rerun.name(program, types, e);
        rerun.functions.entry(f.0).or_insert(name);
    }
    let facts = chunk.facts;
    let (_, log) = recorded(types, |types| conclude(types, facts));
    rerun.take(&log, types);
    rerun
}

/// Checks the assignments to declared types again, and records the rules' conclusions. The types of values are given.
pub fn rerun_assignments(
    program: &Program,
    environment: &Environment,
    inference: &Inference,
    types: &mut Interner,
) -> Rerun {
    let ((places, bodies), log) = recorded(types, |types| {
        let mut assignments = assignments(program, environment, inference, types);
        assignments.check(types);
        (assignments.places, assignments.bodies)
    });
    let mut pieces: Vec<String> = places.iter().map(|&place| piece(program, place)).collect();
    for (body, id) in &bodies {
        pieces[usize::from(*body)] = format!("the body of {}", program.title(*id));
    }
    let bodies = bodies.keys().copied().collect();
    let mut rerun = Rerun { places, pieces, bodies, ..Rerun::default() };
    rerun.take(&log, types);
    rerun
}

/// Answers a question about types, and records the rules' conclusions.
pub fn rerun_question(types: &mut Interner, question: impl FnOnce(&mut Interner)) -> Rerun {
    let ((), log) = recorded(types, question);
    let mut rerun = Rerun::default();
    rerun.take(&log, types);
    rerun
}

/// Returns the names of interfaces: those of the first blocks that have them.
fn interface_names(program: &Program, interfaces: impl Iterator<Item = InterfaceId>) -> FxHashMap<u32, String> {
    let named = interfaces.filter_map(|interface| {
        let has_it = |id: &DefinitionId| {
            program.definition(*id).block.as_ref().is_some_and(|block| block.interface == Some(interface))
        };
        Some((interface.0, program.title(program.definition_ids().find(has_it)?)))
    });
    named.collect()
}

impl Rerun {
    fn take(&mut self, log: &Log, types: &Interner) {
        self.derivations = Derivations::new(log.firings().collect());
        let lists = self.derivations.lists().map(|list| (list, types.list_items(list)));
        self.lists = lists.collect();
    }

    /// Returns the meaning of a binding that is bound outside of expressions.
    pub fn bound(&self, binding: BindingId) -> Option<Bound> {
        self.bound.get(&binding).copied()
    }

    /// Returns the other definition from which a row takes its type.
    pub fn definition_behind(&self, row: &Row) -> Option<DefinitionId> {
        let ("is_given", Some(&Value::Binding(binding))) = (row.relation, row.cells.first()) else { return None };
        match self.bound(binding)? {
            Bound::Definition(id) if binding != BindingId(0) => Some(id),
            _ => None,
        }
    }

    /// Returns the number of an expression.
    pub fn expression(&self, place: Place) -> Option<ExprId> {
        self.places.iter().position(|&found| found == place).map(|at| ExprId(at as u32))
    }

    /// Holds for the bodies of blocks, which are objects of their properties.
    pub fn is_body(&self, e: ExprId) -> bool {
        self.bodies.contains(&e)
    }

    /// Returns the place of an expression.
    pub fn place_of(&self, e: ExprId) -> Option<Place> {
        self.places.get(usize::from(e)).copied()
    }

    /// Returns the row with the type of the definition's binding.
    pub fn binding(&self) -> Option<Row> {
        let pattern = Row::new("binds", vec![Value::Binding(BindingId(0)), Value::Hidden]);
        self.derivations.matching(&pattern).into_iter().next()
    }

    /// Returns the row with the type of an expression.
    pub fn typing(&self, place: Place) -> Option<Row> {
        let e = Value::Expression(self.expression(place)?);
        let pattern = Row::new("has_type", vec![e, Value::Hidden]);
        // In Terraform, an expression has values; the one outside of iterations comes first.
        let value = Row::new("evaluates", vec![Value::Hidden, e, Value::Hidden, Value::Hidden]);
        let found = self.derivations.matching(&pattern).into_iter().next();
        found.or_else(|| self.derivations.matching(&value).into_iter().next())
    }

    /// Returns the rows with the types of expressions, and their places.
    pub fn typings(&self) -> Vec<(Place, Row)> {
        let rows = self.derivations.matching(&Row::new("has_type", vec![Value::Hidden, Value::Hidden]));
        rows.into_iter().filter_map(|row| Some((self.place(&row)?, row))).collect()
    }

    /// Renders a row in the notation of the rules.
    pub fn judgment(&self, row: &Row, types: &Interner) -> String {
        self.render(types, |renderer| renderer.judgment(row))
    }

    fn render(&self, types: &Interner, render: impl FnOnce(&RowRenderer<'_>) -> String) -> String {
        let named = |names: &FxHashMap<u32, String>, number: u32| {
            names.get(&number).cloned().unwrap_or_else(|| format!("b{number}"))
        };
        let renderer = RowRenderer {
            book: &read_book(types.book()),
            types,
            expression: &|e| self.pieces.get(e as usize).cloned().unwrap_or_default(),
            binding: &|b| named(&self.bindings, b),
            function: &|f| named(&self.functions, f),
            interface: &|i| self.interfaces.get(&i).cloned().unwrap_or_default(),
            list: &|list| self.lists.get(&list).cloned().unwrap_or_default(),
        };
        render(&renderer)
    }

    /// Returns the place of a row's expression.
    pub fn place(&self, row: &Row) -> Option<Place> {
        match row.cells.first()? {
            Value::Expression(e) => self.places.get(usize::from(*e)).copied(),
            _ => None,
        }
    }

    fn name(&self, program: &Program, types: &Interner, e: ExprId) -> String {
        let place = self.places[usize::from(e)];
        let tree = &program.file(place.file).tree;
        match tree.node(place.node) {
            Node::Variable(name, _) => types.text(name).to_owned(),
            Node::Call(id) => types.text(tree.call(id).function).to_owned(),
            _ => "the element".to_owned(),
        }
    }
}

/// Returns the row of a conversion, with all conclusions that derive it.
pub fn conversion_proof(types: &mut Interner, s: Ty, t: Ty) -> (Row, Derivations) {
    let (_, recorded) = recorded(types, |types| ask(types, &[Question::Convert(s, t)]));
    let derivations = Derivations::new(recorded.firings().collect());
    let plain = Value::Word(Word::Mode(Mode::Plain));
    let pattern = Row::new("converts", vec![Value::Type(s), Value::Type(t), plain, Value::Hidden]);
    let row = derivations.matching(&pattern).into_iter().next().unwrap_or(pattern);
    (row, derivations)
}

/// Runs `work`, and records the rules' conclusions. The memo table is empty meanwhile, because remembered answers have no
/// recorded derivations.
fn recorded<R>(types: &mut Interner, work: impl FnOnce(&mut Interner) -> R) -> (R, Log) {
    let known = types.replace_memory(Memory::default());
    let result = firings(|| work(types));
    types.replace_memory(known);
    result
}

/// Returns the text of an expression on one line, truncated if it is long.
fn piece(program: &Program, place: Place) -> String {
    let file = program.file(place.file);
    let text = file.source.slice(file.tree.span(place.node));
    // Of a long text only the beginning is read: each operand of a long sum is the beginning of the next one.
    let mut line = String::new();
    for word in text.split_whitespace() {
        if !line.is_empty() {
            line.push(' ');
        }
        line.extend(word.chars().take(LONGEST_PIECE + 1));
        if line.chars().count() > LONGEST_PIECE {
            return line.chars().take(LONGEST_PIECE).chain("...".chars()).collect();
        }
    }
    if line.is_empty() { "the element".to_owned() } else { line }
}
