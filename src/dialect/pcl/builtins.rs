//! What every PCL program may refer to: built-in functions, and the options of resources. Both are data.

use crate::declarations::declare;
use crate::environment::Environment;
use crate::facts::Builtin;
use crate::source::Source;
use crate::types::{Interner, Name, Ty};

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

/// The functions whose signatures are those of packages.
const BY_SCHEMA: [&str; 2] = ["invoke", "call"];

/// The built-in functions.
pub fn functions(types: &mut Interner) -> Environment {
    let mut environment = Environment::default();
    let errors = declare(&[Source::new("functions.hcl", include_str!("functions.hcl"))], &mut environment, types);
    debug_assert!(errors.is_empty(), "{errors:?}");
    for (name, builtin) in BY_ARGUMENTS {
        let name = types.name(name);
        environment.depend_on_arguments(name, builtin);
    }
    for name in BY_SCHEMA {
        let name = types.name(name);
        environment.depend_on_schema(name);
    }
    environment
}

/// The options of resources and components.
#[derive(Debug)]
pub(super) struct Options(Environment);

impl Options {
    pub fn new(types: &mut Interner) -> Self {
        let mut environment = Environment::default();
        let property = types.name("Property");
        let opaque = types.opaque(property);
        environment.types.insert(property, opaque);
        let errors = declare(&[Source::new("options.hcl", include_str!("options.hcl"))], &mut environment, types);
        debug_assert!(errors.is_empty(), "{errors:?}");
        Self(environment)
    }

    /// What is expected of an option; none if there is no such option.
    pub fn expected(&self, name: Name) -> Option<Ty> {
        self.0.variables.get(&name).copied()
    }

    pub fn names<'a>(&'a self, types: &'a Interner) -> impl Iterator<Item = &'a str> {
        self.0.variables.keys().map(|&name| types.text(name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_data_is_well_formed() {
        let mut types = Interner::default();
        let environment = functions(&mut types);
        let split = types.name("split");
        assert!(environment.function(split).is_some());
        let protect = types.name("protect");
        assert_eq!(Options::new(&mut types).expected(protect), Some(crate::types::BOOL));
    }
}
