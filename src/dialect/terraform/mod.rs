//! Terraform: the blocks of modules, and the functions of their expressions.
//!
//! A block that other expressions refer to is a definition whose name is its address: `var.region`, `aws_vpc.main`,
//! `module.network`. The body of the block is another definition, without a name and not listed, so that the outputs of a block
//! do not depend on its inputs.

mod addresses;
mod blocks;
mod calls;
mod checks;
mod functions;
mod marks;
mod modules;
mod overrides;
mod provided;
mod repeated;
mod resources;
mod shapes;
mod values;

pub use calls::module_sources;

use crate::declarations::declare_conversion;
use crate::dialect::pcl::ReadContext;
use crate::program::environment::Environment;
use crate::program::{File, Program};
use crate::types::vocabulary::Mark;
use crate::types::{ANY, Interner, NUMBER, STRING, Ty};

/// Returns the environment of modules: the functions, and the names that every module may refer to.
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
    declare("tofu", &[("workspace", STRING), ("applying", ANY)]);
    declare("pulumi", &[("stack", STRING), ("project", STRING), ("organization", STRING), ("module", ANY)]);
    declare("count", &[("index", NUMBER)]);
    declare("each", &[("key", STRING), ("value", ANY)]);
    let applying = types.name("applying");
    let path = [marks::name_key(types, applying)];
    let path = types.tuple(&path);
    for name in ["terraform", "tofu"] {
        environment.marks.insert(types.name(name), vec![(path, Mark::Ephemeral)]);
    }
    let own = types.name("self");
    environment.variables.insert(own, ANY);
    environment
}

/// Reads the files of a module.
pub(super) fn program(files: Vec<File>, context: &mut ReadContext<'_>, types: &mut Interner) -> Program {
    modules::Reading::new(context).program(files, types)
}
