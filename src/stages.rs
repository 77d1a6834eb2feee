//! Stages: the ordered definitions of a program in runs that the engine types one after the other, each divided into
//! parts that may be typed at the same time.

use crate::graph::{Order, groups};
use crate::jobs::Jobs;
use crate::program::{DefinitionId, Program};
use crate::resolve::Resolution;

/// How many expressions an engine is given at a time. An engine that is too small starts too often; one that is too
/// large does not fit the processor's caches.
const CHUNK: usize = 32_000;

/// How many expressions a stage needs to be divided.
const WORTH_DIVIDING: usize = 2_000;

/// Definitions that are typed together: each depends only on those of its part, of earlier stages, and on such as are
/// known without being typed.
pub type Stage = Vec<Vec<DefinitionId>>;

/// Divides ordered definitions of a program into stages of at most as many parts as there are threads. A stage has one
/// part where its definitions depend on one another too much. Linear in definitions and references.
pub fn stages(
    program: &Program,
    resolution: &Resolution,
    order: &Order,
    definitions: &[DefinitionId],
    jobs: Jobs,
) -> Vec<Stage> {
    let division = Division { program, resolution, order, jobs };
    let mut stages = Vec::new();
    let mut rest = definitions;
    while !rest.is_empty() {
        let (len, stage) = division.first_stage(rest);
        rest = &rest[len..];
        stages.push(stage);
    }
    stages
}

struct Division<'a> {
    program: &'a Program,
    resolution: &'a Resolution,
    order: &'a Order,
    jobs: Jobs,
}

impl Division<'_> {
    /// The stage at the front of the definitions, and how many it takes.
    fn first_stage(&self, definitions: &[DefinitionId]) -> (usize, Stage) {
        if self.jobs != Jobs::ONE {
            let run = self.run(definitions, CHUNK * self.jobs.count());
            let mut levels = self.levels(run);
            // Fewer levels have more that does not depend on the rest of them; within one, nothing depends on anything.
            while let Some(&end) = levels.last() {
                if let Some(stage) = self.divide(&run[..end]) {
                    return (end, stage);
                }
                levels.truncate(levels.len() / 2);
            }
        }
        let run = self.run(definitions, CHUNK);
        (run.len(), vec![run.to_vec()])
    }

    /// The definitions at the front that have about so many expressions.
    fn run<'d>(&self, definitions: &'d [DefinitionId], wanted: usize) -> &'d [DefinitionId] {
        let mut size = 0;
        let fitting = definitions.iter().take_while(|id| {
            let before = size;
            size += self.program.definition(**id).node_count();
            before < wanted
        });
        &definitions[..fitting.count()]
    }

    /// Where the levels of a run end.
    fn levels(&self, run: &[DefinitionId]) -> Vec<usize> {
        let mut ends = Vec::new();
        for level in run.chunk_by(|&a, &b| self.order.level(a) == self.order.level(b)) {
            ends.push(ends.last().unwrap_or(&0) + level.len());
        }
        ends
    }

    fn size(&self, definitions: &[DefinitionId]) -> usize {
        definitions.iter().map(|&id| self.program.definition(id).node_count()).sum()
    }

    /// Parts of a run that do not depend on one another, if they are of about the same size.
    fn divide(&self, run: &[DefinitionId]) -> Option<Stage> {
        let total = self.size(run);
        if total < WORTH_DIVIDING {
            return None;
        }
        let mut parts: Vec<(usize, Vec<DefinitionId>)> = vec![(0, Vec::new()); self.jobs.count()];
        let mut groups: Vec<(usize, Vec<DefinitionId>)> =
            self.groups(run).into_iter().map(|group| (self.size(&group), group)).collect();
        groups.sort_by_key(|&(size, ref group)| (std::cmp::Reverse(size), group[0]));
        for (size, group) in groups {
            let smallest = parts.iter_mut().min_by_key(|part| part.0)?;
            smallest.0 += size;
            smallest.1.extend(group);
        }
        let largest = parts.iter().map(|part| part.0).max()?;
        // Two thirds on one thread and one on the other are still worth it.
        if largest * 3 > total * 2 {
            return None;
        }
        let mut parts: Stage = parts.into_iter().map(|part| part.1).filter(|part| !part.is_empty()).collect();
        for part in &mut parts {
            part.sort_by_key(|&id| (self.order.level(id), id));
        }
        Some(parts)
    }

    /// The definitions of a run, in groups between which there is no reference that has to be typed first.
    fn groups(&self, run: &[DefinitionId]) -> Vec<Vec<DefinitionId>> {
        let mut positions = vec![u32::MAX; self.program.definitions.len()];
        for (&id, at) in run.iter().zip(0..) {
            positions[id.0 as usize] = at;
        }
        let references = |id| self.resolution.references(id).iter().map(|reference| reference.0);
        let edges = run.iter().zip(0..).flat_map(|(&id, from)| {
            let depended = references(id).filter(|&to| self.is_typed_first(to));
            depended.map(|to| positions[to.0 as usize]).filter(|&to| to != u32::MAX).map(move |to| (from, to))
        });
        let edges: Vec<(u32, u32)> = edges.collect();
        let groups = groups(run.len(), &edges).into_iter();
        groups.map(|group| group.into_iter().map(|at| run[at as usize]).collect()).collect()
    }

    fn is_typed_first(&self, id: DefinitionId) -> bool {
        !self.order.is_circular(id) && self.program.definition(id).known_type().is_none()
    }
}
