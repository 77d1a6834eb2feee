//! Modules that a module calls: those in local directories are read and typed before it.

use std::path::{Path, PathBuf};

use rustc_hash::FxHashMap;

use super::blocks::Reader;
use crate::dialect::pcl::{ReadContext, normal_path};
use crate::dialect::type_arguments::read_type_arguments;
use crate::dialect::{Dialect, Text, read_files};
use crate::infer::infer;
use crate::jobs::Jobs;
use crate::program::environment::Environment;
use crate::program::{File, Input, Kind, Program};
use crate::types::vocabulary::{Acceptance, Presence};
use crate::types::{Interner, Ty};

/// Modules that are being read, and what has been read.
pub(super) struct Reading<'a> {
    pub environment: &'a Environment,
    load: &'a dyn Fn(&Path) -> Result<Vec<Text>, String>,
    /// The directories of the modules that are being read, outermost first.
    open: Vec<PathBuf>,
    known: FxHashMap<PathBuf, Interface>,
}

/// The variables and the outputs of a module.
#[derive(Clone, Debug)]
pub(super) struct Interface {
    pub inputs: Vec<Input>,
    pub outputs: Ty,
}

impl<'a> Reading<'a> {
    pub fn new(context: &'a ReadContext<'_>) -> Self {
        Self {
            environment: context.environment,
            load: context.load,
            open: context.directory.iter().map(|directory| normal_path(directory)).collect(),
            known: FxHashMap::default(),
        }
    }

    /// Reads the files of a module.
    pub fn program(&mut self, files: Vec<File>, types: &mut Interner) -> Program {
        let mut program = Program { is_terraform: true, ..Program::default() };
        Reader::new(self, types, &mut program).files(&files);
        program.files = files;
        read_type_arguments(&mut program, self.environment, types);
        program
    }

    /// The interface of the module that a source names, if that is a local directory which can be read.
    pub fn interface(&mut self, source: &str, types: &mut Interner) -> Option<Interface> {
        if !(source.starts_with("./") || source.starts_with("../")) {
            return None;
        }
        let directory = normal_path(&self.open.last()?.join(source));
        if let Some(known) = self.known.get(&directory) {
            return Some(known.clone());
        }
        if self.open.contains(&directory) {
            return None;
        }
        let texts = (self.load)(&directory).ok().filter(|texts| !texts.is_empty())?;
        self.open.push(directory.clone());
        let files = read_files(Dialect::Terraform, Jobs::ONE, texts, types);
        let program = self.program(files, types);
        self.open.pop();
        let interface = interface(&program, self.environment, types);
        self.known.insert(directory, interface.clone());
        Some(interface)
    }
}

/// The interface of a module: its variables, and the types of its outputs.
fn interface(program: &Program, environment: &Environment, types: &mut Interner) -> Interface {
    let inference = infer(program, environment, types);
    let (mut inputs, mut outputs) = (Vec::new(), Vec::new());
    for id in program.definition_ids() {
        let definition = program.definition(id);
        let Some((_, name)) = definition.label.split_once('.') else { continue };
        let name = types.name(name);
        match definition.kind {
            Kind::Variable => inputs.push(Input {
                name,
                ty: program.declared.get(&id).copied().unwrap_or_else(|| inference.definition_type(id)),
                acceptance: Acceptance::Exactly,
                presence: if program.required.contains(&id) { Presence::Required } else { Presence::Implied },
                is_secret: false,
                variants: Vec::new(),
            }),
            Kind::Output => outputs.push((name, inference.definition_type(id))),
            _ => {}
        }
    }
    inputs.sort_by(|a, b| types.text(a.name).cmp(types.text(b.name)));
    inputs.dedup_by_key(|input| input.name);
    Interface { inputs, outputs: types.object(outputs) }
}
