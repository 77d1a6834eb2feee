//! Called modules: available ones are read and typed before their callers.

use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use typed_index_collections::TiVec;

use super::addresses::is_path;
use super::blocks::Reader;
use super::configurations::RequiredProviders;
use super::marks::{Keys, NullOutput, name_key};
use super::provided::{read_provided, required_providers};
use super::templates::read_named_files;
use super::versions::Targets;
use crate::diagnostics::Strictness;
use crate::dialect::ReadContext;
use crate::dialect::called_errors::CalledErrors;
use crate::dialect::kept::{Called, Caller, Kept, Known, Records};
use crate::dialect::module_sources::ModuleSources;
use crate::dialect::open_directories::OpenDirectories;
use crate::dialect::type_arguments::read_type_arguments;
use crate::dialect::{Dialect, Text, Unread, read_files};
use crate::infer::{Inference, infer};
use crate::jobs::Jobs;
use crate::program::environment::Environment;
use crate::program::graph::blocks::BlockGraph;
use crate::program::structure::{ComponentProblem, StructureProblemKind};
use crate::program::{
    Definition, DefinitionId, Demand, File, FileId, GivenPart, Input, Kind, ModuleCall, ModuleResource, Problem,
    Program,
};
use crate::schema::{ProviderBlock, ProviderSection, Schemas};
use crate::source::normal_path;
use crate::syntax::tree::BodyItem;
use crate::types::display::display_path;
use crate::types::nearest::slip;
use crate::types::vocabulary::{self, Acceptance, Mark, Presence};
use crate::types::{ANY, Interner, Name, Ty};

/// The state of reading a module and the modules that it calls.
pub(super) struct Reading<'a> {
    pub environment: &'a Environment,
    pub schemas: &'a Schemas,
    load: &'a dyn Fn(&Path) -> Result<Vec<Text>, String>,
    /// The reader of other files.
    read: &'a dyn Fn(&Path) -> Result<String, Unread>,
    sources: &'a ModuleSources,
    strictness: Strictness,
    /// The versions that programs have to work with.
    pub targets: Targets,
    /// The names of the calls that lead to the current module.
    calls: Vec<String>,
    pub(super) open: OpenDirectories,
    /// The modules that have been read or kept.
    pub(super) called: Called<Interface>,
    /// The blocks that have been looked up in the schemas of providers, by their section and type.
    pub blocks: FxHashMap<(ProviderSection, String), Rc<ProviderBlock>>,
}

/// The variables and outputs of a module.
#[derive(Clone, Debug)]
pub struct Interface {
    pub inputs: Vec<Input>,
    pub outputs: Ty,
    /// The marks of the outputs, each with the path to the marked part.
    pub marks: Vec<(Keys, Mark)>,
    /// The outputs that may be null by the arguments of a call.
    pub nulls: Vec<NullOutput>,
    /// The module, as its callers know it.
    pub call: Arc<ModuleCall>,
    /// The variables that may be ephemeral.
    pub ephemeral: Vec<Name>,
    /// The providers that it requires.
    pub required: RequiredProviders,
    /// Holds if a file of the module, or the label of a variable, is malformed: it may have other variables.
    pub is_malformed: bool,
    /// The errors of the module, if it has any.
    pub errors: Option<CalledErrors>,
    /// Holds if the module is checked as a program of its own, too.
    pub is_reported: bool,
}

impl<'a> Reading<'a> {
    /// Starts with the interfaces that have been kept, if any are to be kept.
    pub fn new(context: &'a ReadContext<'_>, kept: Option<Kept<Interface>>) -> Self {
        Self {
            environment: context.environment,
            schemas: &*context.schemas,
            load: context.load,
            read: context.read,
            sources: context.modules,
            strictness: context.strictness,
            targets: context.targets,
            calls: Vec::new(),
            open: OpenDirectories::of(context.directory.as_deref(), &context.system),
            called: Called::of(kept),
            blocks: FxHashMap::default(),
        }
    }

    /// Holds if the current module is not a called one.
    pub fn is_outermost(&self) -> bool {
        self.calls.is_empty()
    }

    /// Returns the directory of the current module, if it has one.
    pub fn own_directory(&self) -> Option<&Path> {
        self.open.innermost()
    }

    /// Reads the files of a module.
    pub fn program(&mut self, files: TiVec<FileId, File>, types: &mut Interner) -> Program {
        let is_root = self.is_outermost() && !self.sources.is_part;
        let mut program = Program { is_terraform: true, is_root, ..Program::default() };
        let sources = required_providers(&files, types);
        Reader::new(self, &sources, types, &mut program).files(&files);
        read_provided(&mut program, &files, &sources, self, types);
        program.files = files;
        program.divide_budget();
        read_type_arguments(&mut program, self.environment, types);
        read_named_files(&mut program, self, types);
        program
    }

    /// Returns the directory of a called module, if it is available.
    pub fn directory(&mut self, call: &str, source: &str) -> Option<PathBuf> {
        if source.starts_with("./") || source.starts_with("../") {
            return Some(normal_path(&self.open.innermost()?.join(source)));
        }
        let directory = self.installed(call, source);
        self.called.record(|records| records.source(call, source, directory.as_deref()));
        directory
    }

    /// Reads a file that a function names.
    pub fn read_file(&mut self, path: &Path) -> Result<String, Unread> {
        let found = (self.read)(path);
        self.called.record(|records| records.read(path, &found));
        found
    }

    /// Holds if the module in a directory is checked as a program of its own, too.
    fn is_reported(&self, named: &Path) -> bool {
        self.sources.is_reported(named, self.open.system())
    }

    /// Describes the path of a module, if there is nothing at it.
    pub fn missing(&self, source: &str, directory: &Path) -> Option<ComponentProblem> {
        if !is_path(source) || self.open.system().has_entry(directory) {
            return None;
        }
        let suggestion = self.open.nearest(source);
        let is_misspelt = suggestion.as_deref().is_some_and(|meant| slip(source, [meant]).is_some());
        Some(ComponentProblem::NoModule { source: source.to_owned(), suggestion, is_misspelt })
    }

    /// Returns the interface of the module in a directory; `None` if the module is being read.
    ///
    /// # Errors
    /// The directory cannot be read, or contains no module.
    pub fn interface(
        &mut self,
        call: &str,
        named: &Path,
        types: &mut Interner,
    ) -> Result<Option<Arc<Interface>>, String> {
        let real = self.real_path(named);
        if !self.called.known.contains_key(&real) && self.open.contains(&real) {
            self.called.record(Records::end_with_version);
            return Ok(None);
        }
        self.calls.push(call.to_owned());
        let module = match self.called.known.get(&real).cloned().or_else(|| self.reuse(&real, named)) {
            Some(module) => Ok(module),
            None => self.read_module(real, named, types),
        };
        self.calls.pop();
        match module {
            Ok(module) => {
                self.called.record(|records| records.called(call, named, &module));
                Ok(Some(module.interface.clone()))
            }
            Err(reason) => {
                self.called.record(Records::end_with_version);
                Err(reason)
            }
        }
    }

    /// Reads the module in a directory, and types it.
    fn read_module(
        &mut self,
        real: PathBuf,
        named: &Path,
        types: &mut Interner,
    ) -> Result<Arc<Known<Interface>>, String> {
        let texts = (self.load)(named)?;
        if texts.is_empty() {
            return Err("the directory has no files of a module".to_owned());
        }
        self.open.open(named.to_owned(), real.clone());
        self.called.records.push(Records::default());
        self.called.record(|records| records.files(&texts));
        let files = read_files(Dialect::Terraform, Jobs::ONE, texts, types);
        let program = self.program(files, types);
        self.open.close(&real);
        let records = self.called.records.pop().unwrap_or_default();
        let interface = self.interface_of(&program, named, types);
        Ok(self.make_known(real, named, interface, records))
    }

    /// Returns the interface of the module in a directory.
    fn interface_of(&self, program: &Program, named: &Path, types: &mut Interner) -> Interface {
        let mut inference = infer(program, self.environment, types);
        let directory = self.open.path_from_outermost(named);
        let name = |file: &str| directory.join(file).display().to_string();
        let demands = take_demands(program, &mut inference, types, name);
        let errors = CalledErrors::of(program, &inference, self.environment, types, self.strictness, name);
        let is_reported = self.is_reported(named);
        let flows = BlockGraph::new(program, &inference.resolution, types).flows();
        let descriptions = descriptions(program, types);
        let mut names = program.files.iter().map(|file| &file.source.name);
        let main = names.clone().find(|name| *name == "main.tf").or_else(|| names.next()).cloned().unwrap_or_default();
        let directory = named.to_owned();
        let configures_providers = configures_providers(program, types);
        let of_resources = program.definitions.iter().filter(|of| of.kind == Kind::Resource && of.name.is_some());
        let resources = of_resources.map(|of| ModuleResource {
            address: of.label.to_string(),
            repeated: of.block.as_ref().and_then(|block| block.repeated),
        });
        let resources = resources.collect();
        let call = ModuleCall { directory, main, flows, descriptions, demands, resources, configures_providers };
        let call = Arc::new(call);
        interface(program, &inference, call, (errors, is_reported), types)
    }
}

impl Caller<Interface> for Reading<'_> {
    fn called(&mut self) -> &mut Called<Interface> {
        &mut self.called
    }

    fn open(&self) -> &OpenDirectories {
        &self.open
    }

    fn load(&self, named: &Path) -> Result<Vec<Text>, String> {
        (self.load)(named)
    }

    fn read(&self, path: &Path) -> Result<String, Unread> {
        (self.read)(path)
    }

    fn installed(&self, call: &str, source: &str) -> Option<PathBuf> {
        let calls: String = self.calls.iter().flat_map(|outer| [outer, "."]).chain([call]).collect();
        self.sources.directory(&calls, source, self.open.system()).map(|directory| normal_path(&directory))
    }

    /// A module that is checked in the same run has its errors in its own report, and errors have places from the outermost one.
    fn is_for_caller(&self, module: &Known<Interface>, named: &Path) -> bool {
        let has_same_places = || module.from_outermost == self.open.path_from_outermost(named);
        let Interface { errors, is_reported, .. } = &*module.interface;
        *is_reported == self.is_reported(named) && (errors.is_none() || has_same_places())
    }

    fn enter(&mut self, call: Option<&str>) {
        match call {
            Some(call) => self.calls.push(call.to_owned()),
            None => _ = self.calls.pop(),
        }
    }
}

/// Takes what a module demands of the values of its variables out of its problems: each demand with the first place where a value
/// fails.
fn take_demands(
    program: &Program,
    inference: &mut Inference,
    types: &Interner,
    name: impl Fn(&str) -> String,
) -> Vec<Demand> {
    let demand = |problem: &Problem| {
        let Problem::Demanded { at, mark: mark @ (Mark::DeferredIf(part) | Mark::NullableIf(part)) } = *problem else {
            return None;
        };
        // A module that is wrong with its default has been reported.
        let &GivenPart { input, path, .. } =
            program.given_parts.get(part as usize).filter(|given| !given.is_null_by_default)?;
        let file = program.file(at.file);
        let span = file.tree.span(at.node);
        let place = format!("{}:{}", name(&file.source.name), file.source.position(span.start).line);
        let demand = Demand { input, path, part: display_path(types, path), mark: mark.kind(), place };
        Some(((input, path, mark.kind(), at.file, span.start), demand))
    };
    let mut demands: Vec<_> = inference.problems.iter().filter_map(demand).collect();
    demands.sort();
    demands.dedup_by_key(|(key, _)| (key.0, key.1, key.2));
    inference.problems.retain(|problem| !matches!(problem, Problem::Demanded { .. }));
    demands.into_iter().map(|(_, demand)| demand).collect()
}

/// Holds if a module, or one that it calls, configures a provider: other attributes than the alias, or a block.
fn configures_providers(program: &Program, types: &Interner) -> bool {
    let blocks = program.files.iter().flat_map(|file| file.tree.body.iter().filter_map(BodyItem::as_block));
    let is_other = |item: &BodyItem| item.as_attribute().is_none_or(|of| types.text(of.name) != "alias");
    let mut providers = blocks.filter(|block| types.text(block.kind) == "provider");
    providers.any(|block| block.body.iter().any(is_other))
        || program.calls.values().any(|call| call.configures_providers)
}

/// Returns the descriptions of a module's variables and outputs, by their addresses.
fn descriptions(program: &Program, types: &Interner) -> FxHashMap<Name, Name> {
    let described = program.definitions.iter().filter(|of| matches!(of.kind, Kind::Variable | Kind::Output));
    described.filter_map(|definition| Some((definition.name?, program.description(definition, types)?))).collect()
}

/// Returns the presence of a variable as an input.
pub(super) fn presence(program: &Program, variable: DefinitionId) -> Presence {
    if program.never_null.contains(&variable) {
        Presence::NotNull
    } else if program.required.contains(&variable) {
        Presence::Required
    } else if program.replaced_by_null.contains(&variable) {
        Presence::Defaulted
    } else {
        Presence::Implied
    }
}

/// Holds for marks that values of a module have whatever its caller gives.
fn is_of_module(mark: Mark) -> bool {
    matches!(mark, Mark::Sensitive | Mark::Ephemeral | Mark::Deferred)
}

/// Returns the marks that a definition declares.
fn declared_marks(definition: &Definition) -> impl Iterator<Item = &(vocabulary::Path, Mark)> {
    definition.block.iter().flat_map(|block| &block.marks)
}

/// Returns the definitions with an expression that fails.
fn wrong_definitions(program: &Program, inference: &Inference) -> FxHashSet<DefinitionId> {
    let failing = inference.problems.iter().filter_map(|problem| match *problem {
        Problem::Flawed { at, .. }
        | Problem::UnknownName { at }
        | Problem::UnknownFunction { at }
        | Problem::MissingArgument { at, .. }
        | Problem::TooManyArguments { at, .. } => program.definition_of(at),
        _ => None,
    });
    failing.collect()
}

/// Returns the output that may be null by what is given for a part, if that is a variable as a whole.
fn null_output(program: &Program, keys: Keys, part: u16) -> Option<NullOutput> {
    let given = program.given_parts.get(usize::from(part)).filter(|given| given.path == vocabulary::Path::EMPTY)?;
    Some(NullOutput { keys, input: given.input, is_by_default: given.is_null_by_default })
}

/// Returns the interface of a module: its variables, the types of its outputs, and its errors.
fn interface(
    program: &Program,
    inference: &Inference,
    call: Arc<ModuleCall>,
    (errors, is_reported): (Option<CalledErrors>, bool),
    types: &mut Interner,
) -> Interface {
    let (mut inputs, mut outputs, mut marks, mut ephemeral) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let mut nulls = Vec::new();
    let wrong = wrong_definitions(program, inference);
    for id in program.definition_ids() {
        let definition = program.definition(id);
        let Some(name) = definition.own_name() else { continue };
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
                    presence: presence(program, id),
                    is_secret: false,
                    deprecation: None,
                    variants: Vec::new(),
                });
            }
            Kind::Output => {
                // The type of a value with an error is not known.
                let is_known = !wrong.contains(&id) || program.declared.contains_key(&id);
                outputs.push((name, if is_known { inference.definition_type(id) } else { ANY }));
                let of_output = declared_marks(definition).chain(inference.marks_of(id));
                for &(path, mark) in of_output {
                    let key = name_key(types, name);
                    let keys: Keys = [key].into_iter().chain(types.members(path.0).to_vec()).collect();
                    match mark {
                        Mark::NullableIf(part) => nulls.extend(null_output(program, keys, part)),
                        mark if is_of_module(mark) => marks.push((keys, mark)),
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }
    inputs.sort_by(|a, b| types.text(a.name).cmp(types.text(b.name)));
    inputs.dedup_by_key(|input| input.name);
    marks.sort();
    marks.dedup();
    nulls.sort();
    nulls.dedup();
    let required = RequiredProviders::of(&program.files, types);
    let is_cut_off = program.files.iter().any(|file| !file.errors.is_empty());
    let lacks_labels = |kind: &str| {
        let of_kind = |problem: &StructureProblemKind| matches!(problem, StructureProblemKind::WrongLabels { block, .. } if block == kind);
        program.problems.iter().any(|problem| of_kind(&problem.kind))
    };
    let has_unknown = program.unknown_block_count > 0;
    let is_malformed = is_cut_off || has_unknown || lacks_labels("variable");
    // There may be other outputs.
    let has_other_outputs = is_cut_off || has_unknown || lacks_labels("output");
    let outputs = if has_other_outputs { ANY } else { types.object(outputs) };
    Interface { inputs, outputs, marks, nulls, call, ephemeral, required, is_malformed, errors, is_reported }
}
