//! The evidence of conversions that fail: the way to the parts that disagree, and the objects on it that are not what
//! they tell they are.

use rustc_hash::FxHashMap;

use super::Engine;
use crate::facts::ExprId;
use crate::problem::{Misfit, Step};
use crate::rules::terms::Way;
use crate::types::{Name, Ty};

/// How many steps into types a report of a conversion follows. Recursive types have no innermost part.
const LONGEST_PATH: usize = 100;

/// What the rules conclude about conversions that fail, as far as one step leads to the next.
pub struct Evidence {
    /// From two types to the parts in which they disagree.
    disagreements: FxHashMap<(Ty, Ty), Step>,
    /// From an object that faces a union in an input to the member that it tells it is, with its type and the property.
    arms: FxHashMap<(ExprId, ExprId, Ty), (Ty, Ty, Name)>,
    /// From a part of an input that faces a type, and the number of a pair of members, to the part in that place.
    parts: FxHashMap<(ExprId, ExprId, Ty, u32), ExprId>,
}

impl Evidence {
    /// The evidence that an engine has found.
    pub fn of(engine: &Engine) -> Self {
        let mut arms = engine.misses.clone();
        arms.sort_unstable();
        let parts = engine.leads_into.iter();
        Self {
            disagreements: engine.disagrees.iter().map(|&(s, t, way, a, b)| ((s, t), (way, a, b))).collect(),
            arms: arms.into_iter().map(|(y, s, u, p, k, x)| ((x, y, u), (s, p, k))).collect(),
            parts: parts.map(|&(y, _, t, place, z, x)| ((x, y, t, place), z)).collect(),
        }
    }

    /// The way from a value that is found, `x` or a type in it, to the innermost parts that disagree.
    pub fn path(&self, x: ExprId, found: Ty, accepted: Ty) -> Vec<Step> {
        self.follow(x, x, found, accepted).0
    }

    /// The objects inside of the input `x` that are not what they tell they are. Where that is so because of another one
    /// inside of them, only that one is named.
    pub fn misfits(&self, x: ExprId) -> Vec<Misfit<ExprId>> {
        let own = self.arms.iter().filter(|((input, ..), _)| *input == x);
        let mut misfits: Vec<Misfit<ExprId>> = own
            .filter_map(|(&(_, at, _), &(found, member, property))| {
                let (path, leads_through_arm) = self.follow(x, at, found, member);
                (!leads_through_arm).then_some(Misfit { at, found, member, property, path })
            })
            .collect();
        misfits.sort_unstable_by_key(|misfit| (misfit.at, misfit.member));
        misfits.dedup_by_key(|misfit| misfit.at);
        misfits
    }

    /// The way from the part `y` of the input `x`, and whether it leads through an object that tells what it is.
    fn follow(&self, x: ExprId, y: ExprId, found: Ty, accepted: Ty) -> (Vec<Step>, bool) {
        let (mut part, mut s, mut t) = (Some(y), found, accepted);
        let (mut path, mut leads_through_arm) = (Vec::new(), false);
        // A recursive type may disagree in itself.
        while path.len() < LONGEST_PATH {
            let arm = part.and_then(|y| self.arms.get(&(x, y, t)));
            leads_through_arm |= arm.is_some();
            let told = arm.map(|&(s, p, _)| (Way::Through, s, p));
            let Some(step) = told.or_else(|| self.disagreements.get(&(s, t)).copied()) else { break };
            part = part.and_then(|y| match step.0 {
                Way::Through => (step.1 == s).then_some(y),
                Way::Member(_, place) => self.parts.get(&(x, y, t, place)).copied(),
            });
            (s, t) = (step.1, step.2);
            path.push(step);
        }
        (path, leads_through_arm)
    }
}
