//! Runs of the rules over the facts of a chunk.

use crate::answers::with_types;
use crate::builtins::facts::Facts;
use crate::program_rules::run::{self, Derived, Solution, derived};
use crate::types::Interner;

/// Runs the rules over facts, and reads results from all relations.
pub fn solve<R>(types: &mut Interner, facts: Facts, read: impl FnOnce(&mut Solution) -> R) -> R {
    with_types(types, || read(&mut run::solve(facts)))
}

/// Returns the rules' conclusions about the chunk of these facts.
pub fn conclude(types: &mut Interner, facts: Facts) -> Derived {
    solve(types, facts, derived)
}

#[cfg(test)]
mod tests {
    use super::solve;
    use crate::builtins::facts::Facts;
    use crate::types::Interner;
    use crate::types::vocabulary::{BindingId, Mark, Path};

    #[test]
    fn rules_about_marks_run_where_something_is_marked() {
        let mut types = Interner::default();
        let has_run = |facts: Facts, types: &mut Interner| solve(types, facts, |solution| solution.marks.is_some());
        assert!(!has_run(Facts { is_terraform: true, ..Facts::default() }, &mut types));
        let declares_mark = vec![(BindingId(0), Path::EMPTY, Mark::Sensitive)];
        assert!(has_run(Facts { is_terraform: true, declares_mark, ..Facts::default() }, &mut types));
    }
}
