//! Terraform and OpenTofu: modules, and the functions of their expressions.

mod functions;

use crate::declarations::declare_conversion;
use crate::program::environment::Environment;
use crate::types::{ANY, Interner, NUMBER, STRING, Ty};

/// The environment of modules: the functions, and the names that every module may refer to.
pub(super) fn environment(types: &mut Interner) -> Environment {
    let mut environment = Environment::default();
    environment.is_terraform = true;
    functions::declare_functions(&mut environment, types);
    declare_conversion(&mut environment, types);
    let mut declare = |name: &str, properties: &[(&str, Ty)]| {
        let properties = properties.iter().map(|&(name, ty)| (types.name(name), ty)).collect();
        let (name, ty) = (types.name(name), types.object(properties));
        environment.variables.insert(name, ty);
    };
    declare("path", &[("module", STRING), ("root", STRING), ("cwd", STRING)]);
    declare("terraform", &[("workspace", STRING), ("applying", ANY)]);
    declare("tofu", &[("workspace", STRING)]);
    declare("count", &[("index", NUMBER)]);
    declare("each", &[("key", STRING), ("value", ANY)]);
    environment
}
