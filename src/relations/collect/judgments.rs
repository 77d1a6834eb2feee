//! The rows of the rules' judgments, kept while a program is typed.

use crate::engine::Engine;
use crate::facts::{Acceptance, Step};
use crate::program::Place;
use crate::rules::terms::{Conversion, Mapping, Mode, Outcome};
use crate::types::Ty;

/// Rows of judgments, chunk after chunk: those about types may come several times.
#[derive(Debug, Default)]
pub struct Judgments {
    pub(super) expects: Vec<(Place, Ty, Ty)>,
    pub(super) takes: Vec<(Place, Ty, Ty, Acceptance)>,
    pub(super) converts: Vec<(Ty, Ty, Mode, Conversion)>,
    pub(super) assignable: Vec<(Ty, Ty, Mode, bool)>,
    pub(super) common: Vec<(Ty, Ty, Conversion, Ty)>,
    pub(super) traverses: Vec<(Ty, Step, Ty, Outcome)>,
    pub(super) maps_to: Vec<(Mapping, Ty, Ty)>,
}

impl Judgments {
    /// Keeps the rows of an engine that has run over the expressions in these places.
    pub fn keep(&mut self, engine: &Engine, places: &[Place]) {
        self.expects.extend(engine.expects.iter().map(|&(e, found, expected)| (places[e.0 as usize], found, expected)));
        self.takes.extend(engine.takes.iter().map(|&(e, found, taken, how)| (places[e.0 as usize], found, taken, how)));
        self.converts.extend(engine.converts.iter().copied());
        self.assignable.extend(engine.is_assignable.iter().copied());
        self.common.extend(engine.common_type.iter().copied());
        self.traverses.extend(engine.traverses.iter().copied());
        self.maps_to.extend(engine.maps_to.iter().copied());
    }
}
