//! Terraform: the blocks of modules, and the functions of their expressions.
//!
//! A block that other expressions refer to is a definition whose name is its address: `var.region`, `aws_vpc.main`,
//! `module.network`. The body of the block is another definition, without a name and not listed, so that the outputs of a block
//! do not depend on its inputs.

mod addresses;
mod blocks;
mod called;
mod calls;
mod checks;
mod configurations;
mod expectations;
mod forms;
mod functions;
mod interfaces;
mod labels;
mod marks;
mod modules;
mod moves;
mod naming;
mod once;
mod outputs;
mod overrides;
mod provided;
mod repeated;
mod resources;
mod settings;
mod shapes;
mod states;
mod targets;
mod templates;
mod tests;
mod unwritten;
mod values;
mod variables;
mod versions;

pub use calls::module_sources;
pub(super) use modules::Interface;
pub use shapes::{KnownParts, backends, known_parts};
pub use versions::{Targets, Version};

use typed_index_collections::TiVec;

use crate::declarations::declare_conversion;
use crate::dialect::ReadContext;
use crate::program::environment::Environment;
use crate::program::{BlockNames, File, FileId, Program};
use crate::types::vocabulary::{Mark, Path};
use crate::types::{ANY, Interner, NUMBER, STRING, Ty};

/// Returns the environment of modules: the functions, and the names that every module may refer to.
pub(super) fn environment(types: &mut Interner) -> Environment {
    let mut environment = Environment::default();
    environment.is_terraform = true;
    functions::declare_functions(&mut environment, types);
    declare_conversion(&mut environment, types);
    let objects: [(&str, &[(&str, Ty)]); 6] = [
        ("path", &[("module", STRING), ("root", STRING), ("cwd", STRING)]),
        ("terraform", &[("workspace", STRING), ("applying", ANY)]),
        ("tofu", &[("workspace", STRING), ("applying", ANY)]),
        ("pulumi", &[("stack", STRING), ("project", STRING), ("organization", STRING), ("module", ANY)]),
        ("count", &[("index", NUMBER)]),
        ("each", &[("key", STRING), ("value", ANY)]),
    ];
    for (object, attributes) in objects {
        for (attribute, ty) in attributes {
            environment.variables.insert(types.name(&format!("{object}.{attribute}")), *ty);
        }
    }
    let own = types.name("self");
    environment.variables.insert(own, ANY);
    let of_blocks = [
        ("count.index", BlockNames::COUNT),
        ("each.key", BlockNames::EACH),
        ("each.value", BlockNames::EACH),
        ("self", BlockNames::OWN),
    ];
    environment.block_names = of_blocks.into_iter().map(|(name, needed)| (types.name(name), needed)).collect();
    let surroundings = ["path.module", "path.root", "path.cwd", "terraform.workspace", "tofu.workspace"];
    environment.surroundings = surroundings.into_iter().map(|name| types.name(name)).collect();
    for name in ["terraform.applying", "tofu.applying"] {
        environment.marks.insert(types.name(name), vec![(Path::EMPTY, Mark::Ephemeral)]);
    }
    environment
}

/// Reads the files of a module.
pub(super) fn program(files: TiVec<FileId, File>, context: &mut ReadContext<'_>, types: &mut Interner) -> Program {
    let kept = context.kept.as_mut().map(|kept| std::mem::take(&mut kept.modules));
    let mut reading = modules::Reading::new(context, kept);
    let program = reading.program(files, types);
    let (kept, reused) = reading.called.into_kept();
    context.reused = reused;
    if let (Some(all), Some(kept)) = (&mut context.kept, kept) {
        all.modules = kept;
    }
    program
}
