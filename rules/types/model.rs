//! Questions to the model of declared types, alone or about the values of a program.

use rustc_hash::{FxHashMap, FxHashSet};

use typelog_terms::session::{Candidate, set_candidates, types};
use typelog_terms::{
    Containment, Conversion, DeclaredAs, ExprId, FunctionId, Miss, Name, Plain, Ty, Unsafe, Way, fits, misses,
};
use typelog_types::Interner;

use crate::answers::{model, overloads};
use crate::ask::with_types;
use crate::engines::ModelEngine;

/// The kinds with which the first types of pairs fit the second ones.
pub fn fit(types: &mut Interner, pairs: &[(Ty, Ty)]) -> Vec<Conversion> {
    with_types(types, || pairs.iter().map(|&(s, t)| fits(s, t, Plain)).collect())
}

/// The kind with which a call of a function with the given signatures fits the best of them, and the type of its result.
pub fn call(types: &mut Interner, signatures: Vec<Candidate>, f: FunctionId, ts: Ty) -> Option<(Conversion, Ty)> {
    with_types(types, || {
        set_candidates(signatures);
        overloads(f, ts).chooses.first().map(|row| (row.2, row.3))
    })
}

/// The reasons for which a call of a function does not fit the given signatures, by their numbers.
pub fn call_misses(types: &mut Interner, signatures: Vec<Candidate>, f: FunctionId, ts: Ty) -> Vec<(u32, Miss)> {
    with_types(types, || {
        set_candidates(signatures);
        misses(f, ts)
    })
}

/// The containment of the values of the first type in those of the second, a refinement.
pub fn containment(types: &mut Interner, s: Ty, t: Ty) -> Containment {
    with_types(types, || {
        let engine = model(|engine| engine.containment_demanded.push((s, t)));
        // The rules answer every question.
        engine.is_contained.first().map_or(Containment::Unknown, |row| row.2)
    })
}

/// The way to a part that does not fit, with the found and the declared type at each step.
pub type Path = Vec<(Way, Ty, Ty)>;

/// The parts in which one type does not fit another.
type Parts = FxHashMap<(Ty, Ty), Path>;

/// The most parts of one value that are reported.
const MOST_PARTS: usize = 100;

/// The judgment of a value that is given where a type is declared.
#[derive(Clone, Debug, Default)]
pub struct Judged {
    /// The ways to all parts that do not fit.
    pub misfits: Vec<Path>,
    /// The ways to the innermost parts that may turn out to fit.
    pub unsure: Vec<Path>,
    /// The ways to objects with properties that are not declared, each with the property.
    pub surplus: Vec<(Path, Name)>,
}

/// The values that are wrong: those that have an error in them, and those that are made from such. `made_from` pairs values
/// with those that they are made from.
pub fn wrong(types: &mut Interner, have_errors: Vec<ExprId>, made_from: Vec<(ExprId, ExprId)>) -> Vec<ExprId> {
    if have_errors.is_empty() {
        return have_errors;
    }
    with_types(types, || {
        let engine = model(|engine| {
            engine.has_error = have_errors.into_iter().map(|x| (x,)).collect();
            engine.is_made_from = made_from;
        });
        engine.is_wrong.iter().map(|row| row.0).collect()
    })
}

/// Judges values that are given where types are declared: pairs of the found and the declared type.
pub fn judge(types: &mut Interner, given: &[(Ty, Ty)]) -> Vec<Judged> {
    with_types(types, || {
        let engine = model(|engine| {
            engine.is_assigned = (0..).map(ExprId).zip(given).map(|(x, &(s, t))| (x, s, t)).collect();
        });
        let mut judged = vec![Judged::default(); given.len()];
        let misfits = parts(&engine.misfits);
        for &(x, s, t) in &engine.not_assignable {
            judged[x.0 as usize].misfits = innermost_misfits(&misfits, s, t);
        }
        let leads = parts(&engine.leads);
        let doubts = Doubts::new(&engine);
        let surplus = surplus(&engine);
        for (judged, &(s, t)) in judged.iter_mut().zip(given) {
            judged.unsure = doubts.innermost(&leads, s, t);
            judged.surplus = surplus_in(&surplus, &leads, s, t);
        }
        judged
    })
}

/// The parts of types, by the pairs that they are parts of, in the order of their places.
fn parts(rows: &[(Ty, Ty, Way, Ty, Ty)]) -> Parts {
    let mut parts = Parts::default();
    for &(s, t, way, a, b) in rows {
        parts.entry((s, t)).or_default().push((way, a, b));
    }
    for parts in parts.values_mut() {
        parts.sort_unstable();
    }
    parts
}

/// The result of a look at a part.
enum Look {
    /// Nothing: it may be in a part of it.
    Nothing,
    /// Something, and there may be more in a part of it.
    Something,
    /// The whole part: its own parts need no look.
    All,
}

/// Looks at a pair of types, and at the parts that it leads to. A pair of types that leads back to itself is looked at once
/// on the way, one in which nothing was found is not looked at again, and the search ends when there is enough.
fn search(leads: &Parts, s: Ty, t: Ty, look: &mut dyn FnMut(&Path) -> Look) {
    let (mut barren, mut wanted) = (FxHashSet::default(), MOST_PARTS);
    look_into(leads, &mut vec![(Way::Through, s, t)], &mut barren, &mut wanted, look);
}

/// Returns `true` if anything was found.
fn look_into(
    leads: &Parts,
    path: &mut Path,
    barren: &mut FxHashSet<(Ty, Ty)>,
    wanted: &mut usize,
    look: &mut dyn FnMut(&Path) -> Look,
) -> bool {
    let Some(&(_, s, t)) = path.last() else { return false };
    let looked = look(path);
    let mut is_found = !matches!(looked, Look::Nothing);
    *wanted -= usize::from(is_found);
    if !matches!(looked, Look::All) {
        for &(way, a, b) in leads.get(&(s, t)).into_iter().flatten() {
            if *wanted == 0 || barren.contains(&(a, b)) || path.iter().any(|before| (before.1, before.2) == (a, b)) {
                continue;
            }
            path.push((way, a, b));
            is_found |= look_into(leads, path, barren, wanted, look);
            path.pop();
        }
    }
    if !is_found {
        barren.insert((s, t));
    }
    is_found
}

/// The ways to the innermost parts that do not fit.
fn innermost_misfits(misfits: &Parts, s: Ty, t: Ty) -> Vec<Path> {
    let mut found = Vec::new();
    search(misfits, s, t, &mut |path| match path.last() {
        Some(&(_, s, t)) if misfits.contains_key(&(s, t)) => Look::Nothing,
        _ => {
            // A type that is told by its name needs no unfolding. The first step leads to the whole.
            let named = path.windows(2).rev().take_while(|pair| {
                let [(_, s, t), (way, a, _)] = pair else { return false };
                *way == Way::Through && a == s && is_named(*t)
            });
            let end = path.len() - named.count();
            found.push(path[1..end].to_vec());
            Look::All
        }
    });
    if found.is_empty() { vec![Vec::new()] } else { found }
}

/// The pairs of types of which one may turn out to fit the other, and those among them that are reported.
struct Doubts {
    doubtful: FxHashSet<(Ty, Ty)>,
    unsure: FxHashSet<(Ty, Ty)>,
}

impl Doubts {
    fn new(engine: &ModelEngine) -> Self {
        let doubtful = engine.fits.iter().filter(|row| (row.2, row.3) == (Plain, Unsafe));
        Self {
            doubtful: doubtful.map(|&(s, t, _, _)| (s, t)).collect(),
            unsure: engine.unsure.iter().copied().collect(),
        }
    }

    /// The ways to the innermost parts that may turn out to fit.
    fn innermost(&self, leads: &Parts, s: Ty, t: Ty) -> Vec<Path> {
        let mut found = Vec::new();
        if self.unsure.is_empty() || !self.doubtful.contains(&(s, t)) {
            return found;
        }
        let inside = |s: Ty, t: Ty| -> Vec<(Ty, Ty)> {
            let parts = leads.get(&(s, t)).into_iter().flatten().map(|step| (step.1, step.2));
            parts.filter(|pair| self.doubtful.contains(pair)).collect()
        };
        search(leads, s, t, &mut |path| {
            let Some(&(_, s, t)) = path.last() else { return Look::All };
            if !self.doubtful.contains(&(s, t)) {
                return Look::All;
            }
            let inner = inside(s, t);
            // A type that is told by its name needs no unfolding.
            if inner.is_empty() || is_named(t) && inner.iter().all(|&(a, b)| a == s && inside(a, b).is_empty()) {
                found.extend(self.unsure.contains(&(s, t)).then(|| path[1..].to_vec()));
                return Look::All;
            }
            Look::Nothing
        });
        found
    }
}

/// The places of the properties that are not declared, by the pairs of types that have them.
type Surplus = FxHashMap<(Ty, Ty), Vec<u32>>;

fn surplus(engine: &ModelEngine) -> Surplus {
    let mut surplus = Surplus::default();
    for &(s, t, place) in &engine.surplus {
        surplus.entry((s, t)).or_default().push(place);
    }
    surplus
}

/// The properties that are not declared, with the ways to the objects that have them.
fn surplus_in(surplus: &Surplus, leads: &Parts, s: Ty, t: Ty) -> Vec<(Path, Name)> {
    let mut found = Vec::new();
    if surplus.is_empty() {
        return found;
    }
    search(leads, s, t, &mut |path| {
        let Some(&(_, s, t)) = path.last() else { return Look::All };
        let Some(places) = surplus.get(&(s, t)) else { return Look::Nothing };
        for &place in places {
            let name = types(|types| types.properties(s).get(place as usize).map(|property| property.0));
            found.extend(name.map(|name| (path[1..].to_vec(), name)));
        }
        Look::Something
    });
    found
}

/// Holds for types that are known by their names alone.
fn is_named(t: Ty) -> bool {
    types(|types| types.declared_as(t)) != DeclaredAs::Structure
}

#[cfg(test)]
mod tests {
    use super::*;
    use typelog_types::{INT, STRING};

    /// Types that double at each step have more parts than can be reported.
    #[test]
    fn what_is_told_of_large_types_is_bounded() {
        let mut types = Interner::default();
        let [left, right, extra] = ["left", "right", "extra"].map(|name| types.name(name));
        let deep =
            |leaf: Ty, types: &mut Interner| (0..60).fold(leaf, |t, _| types.object(vec![(left, t), (right, t)]));
        let (texts, numbers) = (deep(STRING, &mut types), deep(INT, &mut types));
        let (bare, given) = (types.object(vec![]), types.object(vec![(extra, INT)]));
        let (bare, given) = (deep(bare, &mut types), deep(given, &mut types));
        let judged = judge(&mut types, &[(texts, numbers), (numbers, numbers), (given, bare)]);
        assert_eq!(judged.iter().map(|judged| judged.misfits.len()).collect::<Vec<_>>(), [MOST_PARTS, 0, 0]);
        assert_eq!(judged.iter().map(|judged| judged.surplus.len()).collect::<Vec<_>>(), [0, 0, MOST_PARTS]);
        assert!(judged[0].misfits.iter().all(|path| path.len() == 60));
    }
}
