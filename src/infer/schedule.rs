//! The schedule of typing: the ordered definitions of a program are divided into stages that are typed one after the other, each
//! divided into parts that may be typed concurrently.

use std::ops::Range;

use typed_index_collections::{TiVec, ti_vec};

use crate::jobs::Jobs;
use crate::program::graph::{GroupSizes, Order, groups};
use crate::program::resolve::Resolution;
use crate::program::{DefinitionId, Program};

/// The number of expressions per run of an engine. Small runs pay the fixed cost too often; large ones do not fit into the
/// processor's caches.
const CHUNK: usize = 32_000;

/// The fixed cost of an engine run, in units of the cost of an expression.
const RUN_COST: usize = 1_000;

/// The fixed cost of dividing a stage, in the same unit: the smaller runs, the threads, and copies of the types.
const DIVISION_COST: usize = 3_000;

/// A set of definitions, divided into parts that can be typed concurrently: each definition depends only on those of its part, of
/// earlier stages, and on those whose types are known without typing.
pub type Stage = Vec<Vec<DefinitionId>>;

/// Divides ordered definitions of a program into stages of at most as many parts as there are threads. A stage has one part if
/// its definitions depend too much on one another. Linear in definitions and references.
pub fn schedule(
    program: &Program,
    resolution: &Resolution,
    order: &Order,
    definitions: &[DefinitionId],
    jobs: Jobs,
) -> Vec<Stage> {
    let mut places: TiVec<DefinitionId, usize> = ti_vec![UNSCHEDULED; program.definitions.len()];
    for (&id, place) in definitions.iter().zip(0..) {
        places[id] = place;
    }
    let scheduler = Scheduler { program, resolution, order, definitions, places, jobs };
    let mut stages = Vec::new();
    let mut start = 0;
    while start < definitions.len() {
        let (end, stage) = scheduler.stage_from(start);
        stages.push(stage);
        start = end;
    }
    stages
}

struct Scheduler<'a> {
    program: &'a Program,
    resolution: &'a Resolution,
    order: &'a Order,
    definitions: &'a [DefinitionId],
    /// The index of each definition in the order being divided.
    places: TiVec<DefinitionId, usize>,
    jobs: Jobs,
}

/// The index of a definition that is not divided.
const UNSCHEDULED: usize = usize::MAX;

impl Scheduler<'_> {
    /// Returns the end of the stage that starts at an index, and the stage.
    fn stage_from(&self, start: usize) -> (usize, Stage) {
        let whole = self.run_from(start, CHUNK);
        if self.jobs != Jobs::ONE {
            let run = self.run_from(start, CHUNK * self.jobs.count());
            if let Some(end) = self.best_split(&run, self.size(&self.definitions[whole.clone()])) {
                return (end, self.split(&(start..end)));
            }
        }
        (whole.end, vec![self.definitions[whole].to_vec()])
    }

    /// Returns the definitions from an index on that together have about `wanted` expressions.
    fn run_from(&self, start: usize, wanted: usize) -> Range<usize> {
        let mut size = 0;
        let fitting = self.definitions[start..].iter().take_while(|id| {
            let before = size;
            size += self.size(&[**id]);
            before < wanted
        });
        start..start + fitting.count()
    }

    /// Returns the end of the best prefix of a run to divide, if that takes less time for each expression than a run of the
    /// engine over `undivided` of them. Nearly linear in definitions and references.
    ///
    /// Connected definitions stay together, and connections grow with the length of the prefix; so the levels of the run are
    /// added one after the other.
    fn best_split(&self, run: &Range<usize>, undivided: usize) -> Option<usize> {
        let definitions = &self.definitions[run.clone()];
        let mut groups = GroupSizes::new(definitions.iter().map(|&id| self.size(&[id])).collect());
        let (mut best, mut best_speed) = (None, speed(undivided, undivided + RUN_COST));
        let (mut len, mut size) = (0, 0);
        for level in definitions.chunk_by(|&a, &b| self.order.level(a) == self.order.level(b)) {
            for (&id, at) in level.iter().zip(len..) {
                self.references_within(id, run).for_each(|to| groups.join(at as u32, to));
                groups.count(at as u32);
            }
            len += level.len();
            size += self.size(level);
            let largest_part = groups.largest().max(size / self.jobs.count());
            let speed = speed(size, largest_part + DIVISION_COST);
            if speed > best_speed {
                (best, best_speed) = (Some(run.start + len), speed);
            }
        }
        best
    }

    fn size(&self, definitions: &[DefinitionId]) -> usize {
        definitions.iter().map(|&id| self.program.definition(id).node_count()).sum()
    }

    /// Divides a run into independent parts of about the same size.
    fn split(&self, run: &Range<usize>) -> Stage {
        let mut parts: Vec<(usize, Vec<DefinitionId>)> = vec![(0, Vec::new()); self.jobs.count()];
        let mut groups: Vec<(usize, Vec<DefinitionId>)> =
            self.groups(run).into_iter().map(|group| (self.size(&group), group)).collect();
        groups.sort_by_key(|&(size, ref group)| (std::cmp::Reverse(size), group[0]));
        for (size, group) in groups {
            if let Some(smallest) = parts.iter_mut().min_by_key(|part| part.0) {
                smallest.0 += size;
                smallest.1.extend(group);
            }
        }
        let mut parts: Stage = parts.into_iter().map(|part| part.1).filter(|part| !part.is_empty()).collect();
        for part in &mut parts {
            part.sort_by_key(|&id| (self.order.level(id), id));
        }
        parts
    }

    /// Returns the definitions of a run, in groups without references between them that have to be typed first.
    fn groups(&self, run: &Range<usize>) -> Vec<Vec<DefinitionId>> {
        let definitions = &self.definitions[run.clone()];
        let edges = definitions
            .iter()
            .zip(0..)
            .flat_map(|(&id, from)| self.references_within(id, run).map(move |to| (from, to)));
        let edges: Vec<(u32, u32)> = edges.collect();
        let groups = groups(definitions.len(), &edges).into_iter();
        groups.map(|group| group.into_iter().map(|at| definitions[at as usize]).collect()).collect()
    }

    /// Returns the definitions of a run that have to be typed before a definition, by their index in the run.
    fn references_within<'d>(&'d self, id: DefinitionId, run: &'d Range<usize>) -> impl Iterator<Item = u32> + 'd {
        let depended = self.resolution.references(id).iter().map(|reference| reference.0);
        let places = depended.filter(|&to| self.is_typed_first(to)).map(|to| self.places[to]);
        places.filter(|place| run.contains(place)).map(|place| (place - run.start) as u32)
    }

    fn is_typed_first(&self, id: DefinitionId) -> bool {
        !self.order.is_circular(id) && self.program.definition(id).known_type().is_none()
    }
}

/// Returns the number of expressions typed in the time of a million.
fn speed(expressions: usize, cost: usize) -> usize {
    expressions * 1_000_000 / cost
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use super::*;
    use crate::dialect::{Text, read_hcl_program};
    use crate::program::environment::Environment;
    use crate::program::graph::DependencyGraph;
    use crate::program::resolve::resolve;
    use crate::types::Interner;

    /// Returns the sizes of the parts of each stage when a text is typed on two threads. Checks that no part refers to another
    /// one of its stage.
    fn sizes(text: &str) -> Vec<Vec<usize>> {
        let (environment, mut types) = (Environment::default(), Interner::default());
        let file = Text { name: "main.hcl".to_owned(), bytes: Ok(text.into()) };
        let program = read_hcl_program(vec![file], &environment, &mut types);
        let resolution = resolve(&program, &environment, &mut types);
        let order = DependencyGraph::new(&resolution, &program).order();
        let stages = schedule(&program, &resolution, &order, &order.definitions, Jobs::new(2));
        for stage in &stages {
            for (part, at) in stage.iter().zip(0..) {
                let others: Vec<_> = stage[..at].iter().chain(&stage[at + 1..]).flatten().collect();
                let mut references = part.iter().flat_map(|&id| resolution.references(id));
                assert!(references.all(|(to, _)| !others.contains(&to)), "parts are typed at the same time");
            }
        }
        let size = |part: &Vec<DefinitionId>| part.iter().map(|&id| program.definition(id).node_count()).sum();
        stages.iter().map(|stage| stage.iter().map(size).collect()).collect()
    }

    /// Returns `count` lines, each made of its number and the previous one.
    fn lines(count: usize, line: impl Fn(usize, usize) -> String) -> String {
        (0..count).fold(String::new(), |mut text, at| {
            let _ = writeln!(text, "{}", line(at, at.saturating_sub(1)));
            text
        })
    }

    #[test]
    fn what_does_not_depend_on_one_another_is_divided() {
        assert_eq!(sizes(&lines(4_000, |at, _| format!("a{at} = [{at}, {at}]"))), [[6_000, 6_000]]);
        let pairs = lines(2_000, |at, _| format!("a{at} = [1, 2]\nb{at} = [a{at}, 3]"));
        assert_eq!(sizes(&pairs), [[6_000, 6_000]]);
    }

    #[test]
    fn what_depends_on_one_another_is_not() {
        assert_eq!(sizes(&lines(4_000, |at, before| format!("a{at} = [a{before}, 1]"))), [[12_000]]);
    }

    #[test]
    fn a_small_program_is_not_worth_threads() {
        assert_eq!(sizes(&lines(1_000, |at, _| format!("a{at} = [{at}, {at}]"))), [[3_000]]);
    }

    #[test]
    fn what_holds_all_together_is_typed_behind_what_does_not() {
        let all = lines(4_000, |at, _| format!("a{at} = [1, 2]"))
            + &format!("all = [{}]\n", lines(4_000, |at, _| format!("a{at},")))
            + &lines(1_000, |at, _| format!("b{at} = [all, 1, 2]"));
        assert_eq!(sizes(&all.replace(",\n", ", ")), [vec![6_000, 6_000], vec![4_001 + 4_000]]);
    }
}
