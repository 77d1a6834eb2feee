//! Flows: the places where a problem comes from, in the order in which its proof concludes something there.

use rustc_hash::FxHashMap;

use super::checked_program::CheckedProgram;
use crate::program::environment::Environment;
use crate::provenance::{Explainable, Explained, Explainer};
use crate::render::{FlowStep, Flows};

/// The maximal number of problems of a program that have flows: for each, definitions are typed again.
const MOST_PROVED: usize = 100;

/// The maximal number of syntax nodes of a program with flows.
const LARGEST: usize = 20_000;

/// The maximal depth of the proof of a problem, in conclusions.
const DEEPEST: usize = 48;

/// The number of steps of all proofs of a program beyond which no further problem has a flow.
const MOST_PROVED_STEPS: usize = 100_000;

/// The maximal number of steps of a flow. The last ones are kept.
const MOST_STEPS: usize = 24;

/// The longest text of a step, in characters.
const LONGEST: usize = 160;

/// Returns the flows of the first problems that are reported, in the order of their numbers. Large programs have none.
pub fn flows(checked: &mut CheckedProgram, environment: &Environment) -> Flows {
    let CheckedProgram { program, inference, diagnostics, types, .. } = checked;
    let mut flows = Flows::default();
    if program.files.iter().map(|file| file.tree.len()).sum::<usize>() > LARGEST {
        return flows;
    }
    let mut count = 0;
    let mut explainer = Explainer::new(Explainable { program, environment, inference }, types).through(true);
    for number in diagnostics.iter().filter_map(|diagnostic| diagnostic.problem).take(MOST_PROVED) {
        let problem = &inference.problems[number as usize];
        let Some((origin, row)) = explainer.problem(program, problem) else { continue };
        let mut steps = FlowSteps::default();
        steps.add(&explainer.explain(origin, &row, DEEPEST));
        count += steps.count;
        flows.push((number, steps.last()));
        if count > MOST_PROVED_STEPS {
            break;
        }
    }
    flows.sort_by_key(|flow| flow.0);
    flows
}

/// The steps of a flow, each at another place.
#[derive(Default)]
struct FlowSteps {
    all: Vec<FlowStep>,
    /// The number of the last step at each place.
    of_places: FxHashMap<(u32, u32), usize>,
    /// The number of steps of the proof.
    count: usize,
}

impl FlowSteps {
    /// Adds the premises of a step, and then the step. Of several conclusions at one place, the last counts.
    fn add(&mut self, step: &Explained) {
        self.count += 1;
        for premise in &step.premises {
            self.add(premise);
        }
        let Some((file, offset)) = step.at else { return };
        let text: String = step.judgment.chars().take(LONGEST).collect();
        self.of_places.insert((file.0, offset), self.all.len());
        self.all.push(FlowStep { file, offset, text });
    }

    fn last(self) -> Vec<FlowStep> {
        let Self { all, of_places, .. } = self;
        let is_last = |(number, step): &(usize, FlowStep)| of_places[&(step.file.0, step.offset)] == *number;
        let mut steps: Vec<FlowStep> = all.into_iter().enumerate().filter(is_last).map(|of| of.1).collect();
        steps.split_off(steps.len().saturating_sub(MOST_STEPS))
    }
}
