//! Constants that do not convert, with the part that is the reason.

use typelog_types::Translation;

use crate::session::types_mut;
use crate::{
    ANY, Constructor, Descent, Gather, NONE, Ty, constructor, conversion_faults, element, restricts, type_of_value,
    without_optionals, written_type,
};

/// A constant that does not convert to a type, and the innermost part that does not.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Misfit {
    /// The constant, as a type.
    pub found: Ty,
    /// The type that it is converted to.
    pub expected: Ty,
    /// The path to the part: the steps, each with the part and the type that the part is converted to.
    pub path: Vec<(Descent, Ty, Ty)>,
    /// The type of the part.
    pub part: Ty,
    /// The type of its values after the conversion.
    pub part_expected: Ty,
}

/// Nothing that is known yet.
impl Default for Misfit {
    fn default() -> Self {
        Self { found: ANY, expected: ANY, path: Vec::new(), part: ANY, part_expected: ANY }
    }
}

impl Misfit {
    /// Translates the handles of types.
    pub fn translate(&mut self, with: &Translation) {
        let path = self.path.iter_mut().flat_map(|(_, found, expected)| [found, expected]);
        let own = [&mut self.found, &mut self.expected, &mut self.part, &mut self.part_expected];
        for ty in own.into_iter().chain(path) {
            *ty = with.ty(*ty);
        }
    }
}

/// The maximal number of steps into a constant. Recursive types have no innermost part.
const LONGEST_PATH: usize = 100;

/// Returns the innermost part of the constant `v` that does not convert to the type `t`. Asks other engines.
pub fn misfit(v: Ty, t: Ty) -> Misfit {
    let (mut a, mut b, mut path) = (v, t, Vec::new());
    // An enum or a constant is named, and not the type behind it.
    let mut named = None;
    while let Some((way, c, d)) = conversion_faults(a, b).filter(|_| path.len() < LONGEST_PATH) {
        match way {
            // Parts that are missing, or have no common type, are no parts that do not convert.
            Descent::Member(..) if c == NONE => break,
            Descent::Member(Gather, _) if element(b) == ANY => break,
            Descent::Member(..) => named = None,
            Descent::Through if restricts(b) && constructor(b) != Constructor::Named => named = Some(b),
            Descent::Through => {}
        }
        path.push((way, c, d));
        (a, b) = (c, d);
    }
    let (part, part_expected) = (type_of_value(a), without_optionals(named.unwrap_or(b)));
    let written = |ty| types_mut(|types| written_type(types, ty));
    Misfit { found: v, expected: t, path, part: written(part), part_expected: written(part_expected) }
}
