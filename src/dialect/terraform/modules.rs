//! Called modules: available ones are read and typed before their callers.

use std::path::{Path, PathBuf};

use rustc_hash::FxHashMap;

use super::blocks::Reader;
use super::marks::{Keys, name_key};
use super::provided::{read_provided, required_providers};
use crate::diagnostics::{Severity, Strictness, apply_ignore_comments, diagnose};
use crate::dialect::module_sources::ModuleSources;
use crate::dialect::open_directories::OpenDirectories;
use crate::dialect::pcl::ReadContext;
use crate::dialect::type_arguments::read_type_arguments;
use crate::dialect::{Dialect, Text, read_files};
use crate::files::real_path;
use crate::infer::infer;
use crate::jobs::Jobs;
use crate::program::environment::Environment;
use crate::program::graph::blocks::BlockGraph;
use crate::program::{Definition, File, Input, Kind, ModuleFlows, Program};
use crate::schema::Schemas;
use crate::source::normal_path;
use crate::types::vocabulary::{Acceptance, Mark, Presence};
use crate::types::{Interner, Name, Ty};

/// The state of reading a module and the modules that it calls.
pub(super) struct Reading<'a> {
    pub environment: &'a Environment,
    pub schemas: &'a Schemas,
    load: &'a dyn Fn(&Path) -> Result<Vec<Text>, String>,
    sources: &'a ModuleSources,
    /// The names of the calls that lead to the current module.
    calls: Vec<String>,
    open: OpenDirectories,
    known: FxHashMap<PathBuf, Interface>,
}

/// The variables and outputs of a module.
#[derive(Clone, Debug)]
pub(super) struct Interface {
    pub inputs: Vec<Input>,
    pub outputs: Ty,
    /// The marks of the outputs, each with the path to the marked part.
    pub marks: Vec<(Keys, Mark)>,
    /// What the outputs depend on.
    pub flows: ModuleFlows,
    /// The variables that may be ephemeral.
    pub ephemeral: Vec<Name>,
    /// The first errors of the module.
    pub errors: Vec<String>,
    /// The number of its errors.
    pub error_count: usize,
}

impl<'a> Reading<'a> {
    pub fn new(context: &'a ReadContext<'_>) -> Self {
        Self {
            environment: context.environment,
            schemas: &*context.schemas,
            load: context.load,
            sources: context.modules,
            calls: Vec::new(),
            open: OpenDirectories::of(context.directory.as_deref()),
            known: FxHashMap::default(),
        }
    }

    /// Holds if the current module is not a called one.
    pub fn is_outermost(&self) -> bool {
        self.calls.is_empty()
    }

    /// Reads the files of a module.
    pub fn program(&mut self, files: Vec<File>, types: &mut Interner) -> Program {
        let is_root = self.is_outermost() && !self.sources.is_part;
        let mut program = Program { is_terraform: true, is_root, ..Program::default() };
        let sources = required_providers(&files, types);
        Reader::new(self, &sources, types, &mut program).files(&files);
        read_provided(&mut program, &files, &sources, self, types);
        program.files = files;
        read_type_arguments(&mut program, self.environment, types);
        program
    }

    /// Returns the directory of a called module, if it is available.
    pub fn directory(&self, call: &str, source: &str) -> Option<PathBuf> {
        if source.starts_with("./") || source.starts_with("../") {
            return Some(normal_path(&self.open.innermost()?.join(source)));
        }
        let calls: String = self.calls.iter().flat_map(|outer| [outer, "."]).chain([call]).collect();
        self.sources.directory(&calls, source).map(|directory| normal_path(&directory))
    }

    /// Returns the interface of the module in a directory; `None` if the module is being read.
    ///
    /// # Errors
    /// The directory cannot be read, or contains no module.
    pub fn interface(&mut self, call: &str, named: PathBuf, types: &mut Interner) -> Result<Option<Interface>, String> {
        let directory = real_path(&named);
        if let Some(known) = self.known.get(&directory) {
            return Ok(Some(known.clone()));
        }
        if self.open.contains(&directory) {
            return Ok(None);
        }
        let texts = (self.load)(&named)?;
        if texts.is_empty() {
            return Err("the directory has no files of a module".to_owned());
        }
        self.open.open(named, directory.clone());
        self.calls.push(call.to_owned());
        let files = read_files(Dialect::Terraform, Jobs::ONE, texts, types);
        let program = self.program(files, types);
        self.open.close(&directory);
        self.calls.pop();
        let interface = interface(&program, self.environment, types);
        self.known.insert(directory, interface.clone());
        Ok(Some(interface))
    }
}

/// Returns the marks that a definition declares.
fn declared_marks(definition: &Definition) -> impl Iterator<Item = &(Ty, Mark)> {
    definition.block.iter().flat_map(|block| &block.marks)
}

/// The maximal number of a module's errors that are listed at its call.
const MOST_ERRORS: usize = 3;

/// Returns the interface of a module: its variables, the types of its outputs, and its errors.
fn interface(program: &Program, environment: &Environment, types: &mut Interner) -> Interface {
    let inference = infer(program, environment, types);
    let flows = BlockGraph::new(program, &inference.resolution, types).flows();
    let (mut inputs, mut outputs, mut marks, mut ephemeral) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for id in program.definition_ids() {
        let definition = program.definition(id);
        let Some((_, name)) = definition.label.split_once('.') else { continue };
        let name = types.name(name);
        match definition.kind {
            Kind::Variable => {
                if declared_marks(definition).any(|mark| mark.1 == Mark::Ephemeral) {
                    ephemeral.push(name);
                }
                inputs.push(Input {
                    name,
                    ty: program.declared.get(&id).copied().unwrap_or_else(|| inference.definition_type(id)),
                    acceptance: Acceptance::Exactly,
                    presence: if program.required.contains(&id) { Presence::Required } else { Presence::Implied },
                    is_secret: false,
                    variants: Vec::new(),
                });
            }
            Kind::Output => {
                outputs.push((name, inference.definition_type(id)));
                let of_output = declared_marks(definition).chain(inference.marks_of(id));
                for &(path, mark) in of_output {
                    let key = name_key(types, name);
                    let keys = [key].into_iter().chain(types.members(path).to_vec()).collect();
                    marks.push((keys, mark));
                }
            }
            _ => {}
        }
    }
    inputs.sort_by(|a, b| types.text(a.name).cmp(types.text(b.name)));
    inputs.dedup_by_key(|input| input.name);
    let diagnostics = diagnose(program, &inference, environment, types, Strictness::default());
    let diagnostics = apply_ignore_comments(program, diagnostics);
    let errors = diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error);
    let error_count = errors.clone().count();
    let errors = errors.take(MOST_ERRORS).map(|error| {
        let source = &program.file(error.file).source;
        format!("`{}` at {}:{}", error.code, source.name, source.position(error.span.start).line)
    });
    marks.sort();
    marks.dedup();
    let errors = errors.collect();
    Interface { inputs, outputs: types.object(outputs), flows, marks, ephemeral, errors, error_count }
}
