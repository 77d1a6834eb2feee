//! The environment of every PCL program: built-in functions, and the options of resources. Both are given as data.

use rustc_hash::FxHashMap;

use crate::answers::ask::examines_all;
use crate::declarations::declare;
use crate::program::environment::Environment;
use crate::source::Source;
use crate::types::vocabulary::Builtin;
use crate::types::{ANY, Annotation, Interner, Name, Ty};

/// The built-ins whose signatures depend on the types of their arguments.
const BY_ARGUMENTS: [(&str, Builtin); 15] = [
    ("can", Builtin::Can),
    ("element", Builtin::Element),
    ("entries", Builtin::Entries),
    ("length", Builtin::Length),
    ("lookup", Builtin::Lookup),
    ("max", Builtin::Extreme),
    ("min", Builtin::Extreme),
    ("pulumiResourceName", Builtin::ResourceName),
    ("pulumiResourceType", Builtin::ResourceName),
    ("recover", Builtin::Recover),
    ("secret", Builtin::Secret),
    ("singleOrNone", Builtin::SingleOrNone),
    ("toJSON", Builtin::ToJson),
    ("try", Builtin::Try),
    ("unsecret", Builtin::Secret),
];

/// The functions whose signatures come from packages.
const BY_SCHEMA: [&str; 2] = ["invoke", "call"];

/// Returns the environment of PCL programs.
pub fn environment(types: &mut Interner) -> Environment {
    let mut environment = Environment::default();
    declare_built_in("functions.hcl", include_str!("functions.hcl"), &mut environment, types);
    // Programs cannot name the types of the signatures.
    environment.types.clear();
    for (name, builtin) in BY_ARGUMENTS {
        let name = types.name(name);
        environment.depend_on_arguments(name, builtin);
    }
    for name in BY_SCHEMA {
        let name = types.name(name);
        environment.depend_on_schema(name);
    }
    environment.options = options(types);
    environment
}

/// Returns the types of the options of resources and components.
fn options(types: &mut Interner) -> FxHashMap<Name, Ty> {
    let mut environment = Environment::default();
    let property = types.name("Property");
    let opaque = types.opaque(property);
    environment.types.insert(property, opaque);
    let resource = types.name("Resource");
    let ty = if examines_all(types) { any_resource(resource, types) } else { ANY };
    environment.types.insert(resource, ty);
    declare_built_in("options.hcl", include_str!("options.hcl"), &mut environment, types);
    environment.variables
}

/// Returns the type that every resource has: an object without known properties, which is shown by its name.
fn any_resource(name: Name, types: &mut Interner) -> Ty {
    let object = types.object(Vec::new());
    types.annotate(object, Annotation::Named(name))
}

fn declare_built_in(name: &str, text: &str, environment: &mut Environment, types: &mut Interner) {
    let errors = declare(&[Source::new(name, text)], environment, types);
    debug_assert!(errors.is_empty(), "{errors:?}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_data_is_well_formed() {
        let mut types = Interner::default();
        let environment = environment(&mut types);
        let split = types.name("split");
        assert!(environment.function(split).is_some());
        let protect = types.name("protect");
        assert_eq!(environment.options.get(&protect), Some(&crate::types::BOOL));
    }
}
