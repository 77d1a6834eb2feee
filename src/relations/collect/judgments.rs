//! The rows of the rules' judgments, recorded while a program is typed.

use crate::infer::{Inference, Runs, infer_with};
use crate::program::environment::Environment;
use crate::program::{DefinitionId, Place, Program};
use crate::program_rules::run::Solution;
use crate::provenance::Reason;
use crate::relations::collect::own::{OwnRow, own_rows};
use crate::types::memory::{CommonType, Converts, IsAssignable, MapsTo, Memory, Traverses};
use crate::types::vocabulary::{Acceptance, Conversion, ExprId, Mark, Mode, Outcome, Path, Step};
use crate::types::{Interner, Mapping, Ty};

/// Rows of judgments, chunk after chunk. Rows about types may be repeated.
#[derive(Debug, Default)]
pub struct Judgments {
    pub(super) steps: Vec<(Place, u32, Ty)>,
    pub(super) expects: Vec<(Place, Ty, Ty)>,
    pub(super) takes: Vec<(Place, Ty, Ty, Acceptance)>,
    pub(super) marks: Vec<(Place, Path, Mark)>,
    pub(super) converts: Vec<(Ty, Ty, Mode, Conversion)>,
    pub(super) assignable: Vec<(Ty, Ty, Mode, bool)>,
    pub(super) common: Vec<(Ty, Ty, Conversion, Ty)>,
    pub(super) traverses: Vec<(Ty, Step, Ty, Outcome)>,
    pub(super) maps_to: Vec<(Mapping, Ty, Ty)>,
    /// Rows of relations that only a book of one's own has.
    pub(super) own: Vec<OwnRow>,
    /// The derivations of all rows, if requested.
    pub reasons: Option<Vec<Reason>>,
}

/// Types a program, and records the rows of judgments, including the subsidiary ones about parts of types.
pub fn infer_keeping(program: &Program, environment: &Environment, types: &mut Interner) -> (Inference, Judgments) {
    let mut judgments = Judgments::default();
    // Answers to questions of other programs are not recorded.
    let known = types.replace_memory(Memory::default());
    let mut keep = |solution: &Solution, places: &[Place], definitions: &[DefinitionId]| {
        judgments.keep(solution, places);
        judgments.own.extend(own_rows(&solution.new_rows, places, definitions));
    };
    let inference = infer_with(Runs::Observed(&mut keep), program, environment, types);
    judgments.keep_answers(&types.replace_memory(known));
    (inference, judgments)
}

impl Judgments {
    /// Records the rows of a solution. `places` has the place of each expression.
    fn keep(&mut self, solution: &Solution, places: &[Place]) {
        let place = |e: ExprId| places[usize::from(e)];
        let problems = &solution.problems;
        self.steps.extend(problems.steps.iter().map(|&(e, position, from, ..)| (place(e), position, from)));
        self.expects.extend(problems.expects.iter().map(|&(e, found, expected)| (place(e), found, expected)));
        let marks = solution.marks.iter().flat_map(|marks| marks.has_mark.iter());
        self.marks.extend(marks.map(|&(e, path, mark)| (place(e), path, mark)));
        self.takes.extend(problems.takes.iter().map(|&(e, found, taken, how)| (place(e), found, taken, how)));
    }

    /// Records the answers in the memo table.
    fn keep_answers(&mut self, memory: &Memory) {
        // The rules themselves ask about unfolded recursive types; programs do not.
        let conversions = memory
            .answers::<Converts>()
            .filter(|(question, _)| !matches!(question.2, Mode::Unfolding | Mode::Deciding));
        self.converts.extend(conversions.map(|((s, t, m), k)| (s, t, m, k)));
        let assignments = memory.answers::<IsAssignable>().filter(|(question, _)| question.2 != Mode::Unfolding);
        self.assignable.extend(assignments.map(|((s, t, m), yes)| (s, t, m, yes)));
        self.common.extend(memory.answers::<CommonType>().map(|((s, t, k), u)| (s, t, k, u)));
        self.traverses.extend(memory.answers::<Traverses>().map(|((t, k), (u, outcome))| (t, k, u, outcome)));
        self.maps_to.extend(memory.answers::<MapsTo>().map(|((f, t), u)| (f, t, u)));
    }
}
