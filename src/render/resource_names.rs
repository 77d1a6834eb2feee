//! Names of resources for types: in Terraform, the type of an `aws_lb` is shown as `aws_lb`, that of its instances as
//! `list(aws_lb)`, and that of a data source as `data.aws_lb`.

use rustc_hash::FxHashMap;

use crate::program::{BlockValue, Kind, Program};
use crate::types::{Interner, Shape, Ty};

/// The names of the types of a program's resources.
pub(super) struct ResourceNames(FxHashMap<Ty, Option<String>>);

impl ResourceNames {
    pub fn of(program: &Program, types: &Interner) -> Self {
        let mut names: FxHashMap<Ty, Option<String>> = FxHashMap::default();
        for definition in program.definitions.iter().filter(|_| program.is_terraform) {
            let value = definition.block.as_ref().map(|block| block.value);
            let Some(BlockValue::Instance { ty, .. }) = value else { continue };
            let is_resource = matches!(definition.kind, Kind::Resource | Kind::Data | Kind::Ephemeral);
            if !is_resource || !matches!(types.shape(ty), Shape::Object(_)) {
                continue;
            }
            let name = definition.label.rsplit_once('.').map(|(ty, _)| ty.to_owned());
            // Types of the same structure are one type, which has no name.
            names
                .entry(ty)
                .and_modify(|known| *known = known.take().filter(|known| Some(known) == name.as_ref()))
                .or_insert(name);
        }
        Self(names)
    }

    /// Returns the text of a type that is one of these, or a collection of them.
    pub fn text(&self, types: &Interner, ty: Ty) -> Option<String> {
        if let Some(name) = self.0.get(&ty) {
            return name.clone();
        }
        let (constructor, element) = match types.shape(ty) {
            Shape::List(element) => ("list", element),
            Shape::Set(element) => ("set", element),
            Shape::Map(element) => ("map", element),
            _ => return None,
        };
        Some(format!("{constructor}({})", self.0.get(&element)?.as_ref()?))
    }
}
