//! Soundness against values: the value of a constant expression has the type that the rules derive.

use std::fmt;

use super::sample::Random;
use crate::answers::with_types;
use crate::builtins::{Plain, Safe, converts};
use crate::project::{Input, Session};
use crate::types::display::display;
use crate::types::{BOOL, Constant, Content, INT, Interner, NONE, NUMBER, RunFault, STRING, Shape, Ty, Value};
use crate::value::evaluate;

/// An expression whose value has another type than the rules derive, or that the rules cannot type.
#[derive(Clone, Debug)]
pub struct ProgramFault {
    /// The expression.
    pub expression: String,
    /// The type that the rules derive.
    pub derived: String,
    /// The type of its value.
    pub found: String,
}

/// An expression as a tree: texts with expressions between them.
#[derive(Clone, Debug)]
struct Tree {
    texts: Vec<&'static str>,
    parts: Vec<Self>,
}

impl fmt::Display for Tree {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, text) in self.texts.iter().enumerate() {
            write!(out, "{text}")?;
            if let Some(part) = self.parts.get(at) {
                write!(out, "{part}")?;
            }
        }
        Ok(())
    }
}

const LITERALS: [&str; 10] = ["1", "2.5", "0", "-3", "true", "false", "null", "\"a\"", "\"7\"", "[]"];

/// The forms of expressions, by the texts between their parts.
const FORMS: [&[&str]; 20] = [
    &["[", ", ", "]"],
    &["[", "]"],
    &["{ a = ", ", b = ", " }"],
    &["{ a = ", " }"],
    &["{ (", ") = ", " }"],
    &["(", " ? ", " : ", ")"],
    &["(true ? ", " : ", ")"],
    &["(", " + ", ")"],
    &["(", " * ", ")"],
    &["(", " == ", ")"],
    &["(", " < ", ")"],
    &["(", " && ", ")"],
    &["-", ""],
    &["!", ""],
    &["\"x${", "}y\""],
    &["\"${", "}\""],
    &["[for x in ", " : x]"],
    &["{for k, v in ", " : k => v}"],
    &["[", ", ", "][0]"],
    &["{ a = ", " }.a"],
];

impl Tree {
    fn leaf(text: &'static str) -> Self {
        Self { texts: vec![text], parts: Vec::new() }
    }

    fn any(random: &mut Random, depth: u32) -> Self {
        if depth == 0 || random.below(5) == 0 {
            return Self::leaf(LITERALS[random.below(LITERALS.len())]);
        }
        let texts = FORMS[random.below(FORMS.len())].to_vec();
        // Tuples of different lengths unify to a longer one, which no value has.
        let depth = if texts.iter().any(|text| text.contains('?')) { 0 } else { depth - 1 };
        let parts = (1..texts.len()).map(|_| Self::any(random, depth)).collect();
        Self { texts, parts }
    }

    fn smaller(&self) -> Vec<Self> {
        let mut found = self.parts.clone();
        for (at, part) in self.parts.iter().enumerate() {
            let leaves = LITERALS.iter().filter(|_| !part.parts.is_empty()).map(|literal| Self::leaf(literal));
            for smaller in leaves.chain(part.smaller()) {
                let mut changed = self.clone();
                changed.parts[at] = smaller;
                found.push(changed);
            }
        }
        found
    }
}

/// The number of expressions of a generated program.
const EXPRESSIONS: usize = 5;

/// Types generated programs. Returns the number of expressions that have values, the smallest expressions found whose values have
/// other types than derived, and the faults of the book.
pub fn check_programs(
    session: &mut Session,
    input: &dyn Fn(String) -> Input,
    count: usize,
    seed: u64,
) -> (usize, Vec<ProgramFault>, Vec<RunFault>) {
    let mut random = Random::new(seed);
    let (mut valued, mut found) = (0, Vec::new());
    for _ in 0..count {
        let trees: Vec<Tree> = (0..EXPRESSIONS).map(|_| Tree::any(&mut random, 3)).collect();
        let lines: Vec<String> = (0..).zip(&trees).map(|(at, tree)| format!("x{at} = {tree}\n")).collect();
        let text = lines.concat();
        let outcomes = outcomes(session, input(text));
        valued += outcomes.iter().filter(|outcome| !matches!(outcome, Outcome::NoValue)).count();
        for (tree, outcome) in trees.iter().zip(outcomes) {
            if matches!(outcome, Outcome::Unsound(..)) && found.is_empty() {
                found.extend(shrunk(session, input, tree.clone()));
            }
        }
        let faults = session.faults().take();
        if !faults.is_empty() {
            return (valued, found, faults);
        }
    }
    (valued, found, Vec::new())
}

/// The outcome of an expression.
enum Outcome {
    /// It has no value that is known without variables.
    NoValue,
    /// Its value has the derived type.
    Sound,
    /// Its value does not have the derived type: the derived type, and that of the value.
    Unsound(String, String),
}

fn shrunk(session: &mut Session, input: &dyn Fn(String) -> Input, tree: Tree) -> Option<ProgramFault> {
    let mut unsound = |tree: &Tree| match outcomes(session, input(format!("x = {tree}\n"))).pop() {
        Some(Outcome::Unsound(derived, found)) => Some((derived, found)),
        _ => None,
    };
    let mut smallest = (unsound(&tree)?, tree);
    while let Some(smaller) = smallest.1.smaller().into_iter().find_map(|tree| Some((unsound(&tree)?, tree))) {
        smallest = smaller;
    }
    let ((derived, found), tree) = smallest;
    Some(ProgramFault { expression: tree.to_string(), derived, found })
}

/// Returns the outcome of each definition of a program.
fn outcomes(session: &mut Session, mut input: Input) -> Vec<Outcome> {
    let mut checked = session.check(&mut input);
    let ids: Vec<_> = checked.program.definition_ids().collect();
    let outcome = |id| {
        let tree = checked.program.tree(id);
        let Some(expression) = checked.program.definition(id).expressions.first() else { return Outcome::NoValue };
        let Ok(value) = evaluate(tree, expression.root, false, &mut checked.types) else { return Outcome::NoValue };
        let (found, derived) = (exact_type(&value, &mut checked.types), checked.inference.definition_type(id));
        if with_types(&mut checked.types, || converts(found, derived, Plain)) == Safe {
            return Outcome::Sound;
        }
        Outcome::Unsound(display(&checked.types, derived), display(&checked.types, found))
    };
    ids.into_iter().map(outcome).collect()
}

/// Returns the most precise type of a value. Collections are those of the value.
fn exact_type(value: &Value, types: &mut Interner) -> Ty {
    match &value.content {
        Content::Null => NONE,
        Content::Bool(flag) => types.constant(BOOL, Constant::Bool(*flag)),
        Content::Number(number) => {
            let base = if types.number_of(*number).is_integer() { INT } else { NUMBER };
            types.constant(base, Constant::Number(*number))
        }
        Content::Text(text) => types.constant(STRING, Constant::Text(*text)),
        Content::Elements(_) | Content::Fields(_) if is_collection(types, value.ty) => value.ty,
        Content::Elements(elements) => {
            let members: Vec<Ty> = elements.iter().map(|element| exact_type(element, types)).collect();
            types.tuple(&members)
        }
        Content::Fields(fields) => {
            let properties = fields.iter().map(|(name, field)| (*name, exact_type(field, types))).collect();
            types.object(properties)
        }
    }
}

fn is_collection(types: &Interner, ty: Ty) -> bool {
    matches!(types.shape(ty), Shape::Any | Shape::List(_) | Shape::Set(_) | Shape::Map(_))
}
