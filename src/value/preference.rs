//! The order in which types are tried as the common type of several.

use std::cmp::Ordering;

use super::Converter;
use crate::types::{NUMBER, STRING, Shape, Ty};

impl Converter<'_> {
    /// Returns the positions of the types in an order in which more general types come first, and incomparable types keep their
    /// order as far as possible.
    pub(super) fn by_preference(&mut self, types: &[Ty]) -> Vec<usize> {
        let mut below: Vec<Vec<usize>> = vec![Vec::new(); types.len()];
        let mut above = vec![0; types.len()];
        for i in 0..types.len() {
            for j in i + 1..types.len() {
                match self.generality(types[i], types[j]) {
                    Ordering::Greater => {
                        below[i].push(j);
                        above[j] += 1;
                    }
                    Ordering::Less => {
                        below[j].push(i);
                        above[i] += 1;
                    }
                    Ordering::Equal => {}
                }
            }
        }
        let mut order: Vec<usize> = (0..types.len()).filter(|&at| above[at] == 0).collect();
        let mut visited = 0;
        while let Some(&at) = order.get(visited) {
            visited += 1;
            for &next in &below[at] {
                above[next] -= 1;
                if above[next] == 0 {
                    order.push(next);
                }
            }
        }
        order
    }

    /// Returns [`Ordering::Greater`] if the first type is more general than the second: if it is the better candidate for a
    /// common type. Convertibility is not checked here.
    fn generality(&mut self, a: Ty, b: Ty) -> Ordering {
        if a == b {
            return Ordering::Equal;
        }
        if let Some(&known) = self.generalities.get(&(a, b)) {
            return known;
        }
        let order = self.generality_by_shape(a, b);
        self.generalities.insert((a, b), order);
        order
    }

    fn generality_by_shape(&mut self, a: Ty, b: Ty) -> Ordering {
        match (self.types.shape(a), self.types.shape(b)) {
            (Shape::Primitive(_), Shape::Primitive(_)) => rank_of_primitive(a).cmp(&rank_of_primitive(b)),
            (Shape::List(a), Shape::List(b)) | (Shape::Set(a), Shape::Set(b)) | (Shape::Map(a), Shape::Map(b)) => {
                self.generality(a, b)
            }
            (_, Shape::Any)
            | (Shape::Map(_), Shape::Object(_))
            | (Shape::List(_), Shape::Tuple(_) | Shape::Set(_))
            | (Shape::Tuple(_), Shape::Set(_)) => Ordering::Greater,
            (Shape::Any, _)
            | (Shape::Object(_), Shape::Map(_))
            | (Shape::Tuple(_) | Shape::Set(_), Shape::List(_))
            | (Shape::Set(_), Shape::Tuple(_)) => Ordering::Less,
            (Shape::Object(_), Shape::Object(_)) => {
                let (a, b) = (self.types.properties(a), self.types.properties(b));
                if a.len() != b.len() || a.iter().zip(b).any(|(a, b)| a.0 != b.0) {
                    return Ordering::Equal;
                }
                let pairs: Vec<(Ty, Ty)> = a.iter().zip(b).map(|(a, b)| (a.1, b.1)).collect();
                self.generality_of_parts(pairs)
            }
            (Shape::Tuple(_), Shape::Tuple(_)) => {
                let (a, b) = (self.types.members(a), self.types.members(b));
                if a.len() != b.len() {
                    return Ordering::Equal;
                }
                let pairs: Vec<(Ty, Ty)> = a.iter().copied().zip(b.iter().copied()).collect();
                self.generality_of_parts(pairs)
            }
            _ => Ordering::Equal,
        }
    }

    /// Compares structures: one is more general than another if some part is, and no part is less general.
    fn generality_of_parts(&mut self, parts: Vec<(Ty, Ty)>) -> Ordering {
        let mut found = Ordering::Equal;
        for (a, b) in parts {
            match self.generality(a, b) {
                Ordering::Equal => {}
                order if found == Ordering::Equal || found == order => found = order,
                _ => return Ordering::Equal,
            }
        }
        found
    }
}

/// Ranks primitive types: every primitive value converts to a text, and every integer is a number. All others have the same rank.
fn rank_of_primitive(ty: Ty) -> u8 {
    match ty {
        STRING => 2,
        NUMBER => 1,
        _ => 0,
    }
}
