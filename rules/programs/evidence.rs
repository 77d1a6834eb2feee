//! The evidence of conversions that fail: the way to the parts that disagree, and the objects on it that are not the members of
//! unions that they say they are.

use rustc_hash::FxHashMap;

use typelog_terms::{ExprId, Name, Ty, Way, disagrees};

use crate::engines::ProblemEngine;
use crate::problem::{Misfit, Step};

/// The most steps into types that a report of a conversion follows. Recursive types have no innermost part.
const LONGEST_PATH: usize = 100;

/// The conclusions of the rules about conversions that fail, by the step that leads from one to the next.
pub struct Evidence {
    /// From an object that faces a union in an input to the member that it tells it is, with its type and the property.
    variants: FxHashMap<(ExprId, ExprId, Ty), (Ty, Ty, Name)>,
    /// From a part of an input that faces a type, and the number of a pair of members, to the part in that place.
    parts: FxHashMap<(ExprId, ExprId, Ty, u32), ExprId>,
}

impl Evidence {
    /// The evidence that an engine has found.
    pub fn of(engine: &ProblemEngine) -> Self {
        let mut variants = engine.misses.clone();
        variants.sort_unstable();
        let parts = engine.leads_into.iter();
        Self {
            variants: variants.into_iter().map(|(y, s, u, p, k, x)| ((x, y, u), (s, p, k))).collect(),
            parts: parts.map(|&(y, _, t, place, z, x)| ((x, y, t, place), z)).collect(),
        }
    }

    /// The way from a value that is found, `x` or a type in it, to the innermost parts that disagree.
    pub fn path(&self, x: ExprId, found: Ty, accepted: Ty) -> Vec<Step> {
        self.follow(x, x, found, accepted).0
    }

    /// The objects inside of the input `x` that are not the members of unions that they say they are. Where the cause is another
    /// such object inside, only that one is named.
    pub fn misfits(&self, x: ExprId) -> Vec<Misfit<ExprId>> {
        let own = self.variants.iter().filter(|((input, ..), _)| *input == x);
        let mut misfits: Vec<Misfit<ExprId>> = own
            .filter_map(|(&(_, at, _), &(found, member, property))| {
                let (path, leads_through_variant) = self.follow(x, at, found, member);
                (!leads_through_variant).then_some(Misfit { at, found, member, property, path })
            })
            .collect();
        misfits.sort_unstable_by_key(|misfit| (misfit.at, misfit.member));
        misfits.dedup_by_key(|misfit| misfit.at);
        misfits
    }

    /// The way from the part `y` of the input `x`; `true` if it leads through an object that says which member it is.
    fn follow(&self, x: ExprId, y: ExprId, found: Ty, accepted: Ty) -> (Vec<Step>, bool) {
        let (mut part, mut s, mut t) = (Some(y), found, accepted);
        let (mut path, mut leads_through_variant) = (Vec::new(), false);
        // A recursive type may disagree in itself.
        while path.len() < LONGEST_PATH {
            let variant = part.and_then(|y| self.variants.get(&(x, y, t)));
            leads_through_variant |= variant.is_some();
            let told = variant.map(|&(s, p, _)| (Way::Through, s, p));
            let Some(step) = told.or_else(|| disagrees(s, t)) else { break };
            part = part.and_then(|y| match step.0 {
                Way::Through => (step.1 == s).then_some(y),
                Way::Member(_, place) => self.parts.get(&(x, y, t, place)).copied(),
            });
            (s, t) = (step.1, step.2);
            path.push(step);
        }
        (path, leads_through_variant)
    }
}
