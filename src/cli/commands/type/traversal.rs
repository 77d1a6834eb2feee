//! Traversals: steps into types.

use crate::answers::ask::{Answer, Question, ask};
use crate::diagnostics::{Severity, step_sentence};
use crate::program::environment::Environment;
use crate::project::{Typed, type_expressions};
use crate::syntax::parse_expression;
use crate::syntax::tree::{Node, NodeId, StepKey, Tree};
use crate::types::vocabulary::{Outcome, Step, UnaryOperator};
use crate::types::{Interner, Ty};

/// The result of a traversal.
pub struct Traversed {
    /// The type that the steps lead to.
    pub ty: Ty,
    /// The messages about steps that fail.
    pub messages: Vec<(Severity, String)>,
}

impl Traversed {
    /// Returns the outcome, in one word.
    pub fn outcome(&self) -> &'static str {
        self.messages.iter().map(|message| message.0).min().map_or("ok", Severity::word)
    }
}

/// Returns the outcome of a step, in one word.
pub fn outcome_word(outcome: Outcome) -> &'static str {
    severity(outcome).map_or("ok", Severity::word)
}

fn severity(outcome: Outcome) -> Option<Severity> {
    match outcome {
        Outcome::Found => None,
        other if other.fails() => Some(Severity::Error),
        _ => Some(Severity::Warning),
    }
}

/// Follows steps into types. If all steps are constant, a question is asked for each. Other steps, like `[*]`, are typed in an
/// expression that applies them to a variable of the type.
///
/// # Errors
/// For each question whose text is not a sequence of steps, the reason.
pub fn traverse(questions: &[(Ty, String)], types: &mut Interner) -> Vec<Result<Traversed, String>> {
    let mut walks: Vec<Walk> = questions.iter().map(|(ty, steps)| Walk::new(*ty, steps, types)).collect();
    loop {
        let waiting: Vec<&mut Walk> = walks.iter_mut().filter(|walk| walk.next_step().is_some()).collect();
        if waiting.is_empty() {
            break;
        }
        let asked: Vec<Question> =
            waiting.iter().filter_map(|walk| Some(Question::Traverse(walk.ty, walk.next_step()?))).collect();
        for (walk, answer) in waiting.into_iter().zip(ask(types, &asked)) {
            walk.follow(answer, types);
        }
    }
    walks.into_iter().map(|walk| walk.end(types)).collect()
}

/// A traversal in progress.
struct Walk {
    ty: Ty,
    text: String,
    /// The steps, if all are constant.
    steps: Option<Vec<Step>>,
    done: usize,
    /// Holds if a step has failed, after which nothing is reported about later ones.
    has_failed: bool,
    messages: Vec<(Severity, String)>,
}

impl Walk {
    fn new(ty: Ty, text: &str, types: &mut Interner) -> Self {
        let steps =
            parse_expression(&format!("x{text}"), types).ok().and_then(|(tree, root)| known_steps(&tree, root, types));
        Self { ty, text: text.to_owned(), steps, done: 0, has_failed: false, messages: Vec::new() }
    }

    fn next_step(&self) -> Option<Step> {
        self.steps.as_ref()?.get(self.done).copied()
    }

    fn follow(&mut self, answer: Answer, types: &Interner) {
        if let (Answer::Traverse(ty, outcome), Some(step)) = (answer, self.next_step()) {
            let sentence = step_sentence(types, self.ty, Some(key_of(step)), outcome);
            let severity = severity(outcome).filter(|_| !self.has_failed);
            self.messages.extend(severity.map(|severity| (severity, sentence)));
            self.has_failed |= outcome.fails();
            self.ty = ty;
        }
        self.done += 1;
    }

    fn end(self, types: &mut Interner) -> Result<Traversed, String> {
        if self.steps.is_some() {
            return Ok(Traversed { ty: self.ty, messages: self.messages });
        }
        let mut environment = Environment::default();
        environment.variables.insert(types.name("x"), self.ty);
        let typed = type_expressions(&[format!("x{}", self.text).into_bytes()], &environment, types).pop();
        match typed {
            Some(Typed { ty: Some(ty), diagnostics, .. }) => {
                let messages = diagnostics.into_iter().map(|found| (found.severity, found.message.clone())).collect();
                Ok(Traversed { ty, messages })
            }
            _ => Err(format!("`{}` are not steps: steps are written like `.a[\"k\"][0]`", self.text)),
        }
    }
}

/// Returns the steps after a name, if all of them are constant.
fn known_steps(tree: &Tree, node: NodeId, types: &mut Interner) -> Option<Vec<Step>> {
    let (mut before, steps) = match tree.node(node) {
        Node::Variable(_, steps) => (Vec::new(), tree.steps(steps)),
        Node::Relative(source, steps) => (known_steps(tree, source, types)?, tree.steps(steps)),
        Node::Index(collection, key) => {
            let mut before = known_steps(tree, collection, types)?;
            before.push(negative_key(tree, key, types)?);
            (before, &[][..])
        }
        _ => return None,
    };
    before.extend(steps.iter().map(|step| step_of(step.key)));
    Some(before)
}

fn negative_key(tree: &Tree, key: NodeId, types: &mut Interner) -> Option<Step> {
    match tree.node(key) {
        Node::Unary(UnaryOperator::Negate, operand) => match tree.node(operand) {
            Node::Number(id) => Some(Step::Number(types.negated(id))),
            _ => None,
        },
        _ => None,
    }
}

fn step_of(key: StepKey) -> Step {
    match key {
        StepKey::Attribute(name) | StepKey::Text(name) => Step::Name(name),
        StepKey::Number(id) => Step::Number(id),
        StepKey::Bool(value) => Step::Bool(value),
        StepKey::Null => Step::Null,
    }
}

fn key_of(step: Step) -> StepKey {
    match step {
        Step::Name(name) => StepKey::Attribute(name),
        Step::Number(id) => StepKey::Number(id),
        Step::Bool(value) => StepKey::Bool(value),
        Step::Null => StepKey::Null,
    }
}
