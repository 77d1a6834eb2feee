//! Single questions about types, asked of the rules without a program around them.

use rustc_hash::{FxHashMap, FxHashSet};

use super::Engine;
use super::context::with_types;
use crate::facts::Step;
use crate::rules::terms::{Conversion, Mapping, No, Outcome, Plain, Safe, Unsafe};
use crate::types::{Interner, NONE, Ty};

/// A question about types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Question {
    /// How does the first type convert to the second?
    Convert(Ty, Ty),
    /// Is the first type assignable to the second?
    Assignable(Ty, Ty),
    /// What have the two in common, converting safely, and converting at all?
    Unify(Ty, Ty),
    /// Where does a step lead?
    Traverse(Ty, Step),
}

/// The answer to a question of the same name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The kind of the conversion.
    Convert(Conversion),
    /// Whether the type is assignable.
    Assignable(bool),
    /// The safe and the unsafe unification.
    Unify(Ty, Ty),
    /// The type that the step leads to, and what it meets.
    Traverse(Ty, Outcome),
}

/// Answers questions, in their order, in one run of the engine.
pub fn ask(types: &mut Interner, questions: &[Question]) -> Vec<Answer> {
    with_types(types, || {
        let mut engine = Engine::default();
        for &question in questions {
            match question {
                Question::Convert(s, t) => engine.conversion_demanded.push((s, t, Plain)),
                Question::Assignable(s, t) => engine.assignability_demanded.push((s, t, Plain)),
                Question::Unify(s, t) => {
                    engine.common_type_demanded.extend([(s, t, Safe), (s, t, Unsafe)]);
                }
                Question::Traverse(t, step) => engine.traversal_demanded.push((t, step)),
            }
        }
        engine.run();
        let answers = Answers::new(&engine);
        questions.iter().map(|&question| answers.find(question)).collect()
    })
}

/// The type in whose eventual types no others are.
pub fn normalized(types: &mut Interner, t: Ty) -> Ty {
    normalized_all(types, &[t])[0]
}

/// The same of many types, in one run of the engine.
pub fn normalized_all(types: &mut Interner, all: &[Ty]) -> Vec<Ty> {
    let asked: Vec<Ty> = all.iter().copied().filter(|&t| types.may_nest_eventuals(t)).collect();
    if asked.is_empty() {
        return all.to_vec();
    }
    with_types(types, || {
        let mut engine = Engine::default();
        engine.mapping_demanded.extend(asked.iter().map(|&t| (Mapping::Normalize, t)));
        engine.run();
        let rows = engine.maps_to.iter().filter(|row| row.0 == Mapping::Normalize);
        let answers: FxHashMap<Ty, Ty> = rows.map(|row| (row.1, row.2)).collect();
        let asked: FxHashSet<Ty> = asked.into_iter().collect();
        all.iter().map(|t| answers.get(t).filter(|_| asked.contains(t)).copied().unwrap_or(*t)).collect()
    })
}

/// What a run has answered, by question. The rules answer every question, so that the defaults are never taken.
struct Answers {
    conversions: FxHashMap<(Ty, Ty), Conversion>,
    assignments: FxHashMap<(Ty, Ty), bool>,
    common: FxHashMap<(Ty, Ty, Conversion), Ty>,
    traversals: FxHashMap<(Ty, Step), (Ty, Outcome)>,
}

impl Answers {
    fn new(engine: &Engine) -> Self {
        let conversions = engine.converts.iter().filter(|row| row.2 == Plain);
        let assignments = engine.is_assignable.iter().filter(|row| row.2 == Plain);
        Self {
            conversions: conversions.map(|&(s, t, _, kind)| ((s, t), kind)).collect(),
            assignments: assignments.map(|&(s, t, _, yes)| ((s, t), yes)).collect(),
            common: engine.common_type.iter().map(|&(s, t, kind, u)| ((s, t, kind), u)).collect(),
            traversals: engine.traverses.iter().map(|&(t, step, u, outcome)| ((t, step), (u, outcome))).collect(),
        }
    }

    fn find(&self, question: Question) -> Answer {
        let common = |s, t, kind| self.common.get(&(s, t, kind)).copied().unwrap_or(NONE);
        match question {
            Question::Convert(s, t) => Answer::Convert(self.conversions.get(&(s, t)).copied().unwrap_or(No)),
            Question::Assignable(s, t) => Answer::Assignable(self.assignments.get(&(s, t)).copied().unwrap_or(false)),
            Question::Unify(s, t) => Answer::Unify(common(s, t, Safe), common(s, t, Unsafe)),
            Question::Traverse(t, step) => {
                let (u, outcome) = self.traversals.get(&(t, step)).copied().unwrap_or((NONE, Outcome::NotTraversable));
                Answer::Traverse(u, outcome)
            }
        }
    }
}
