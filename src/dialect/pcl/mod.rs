//! The Pulumi Configuration Language: the outputs and inputs of its blocks.
//!
//! A program is read block by block. The inputs of a block come from the package of its token or from the component that it
//! names, or are the same for all blocks of its type. Reading types nothing, except the programs of components, which are typed
//! before the programs that contain them.

mod body;
mod builtins;
mod component;
mod config;
mod hook;
mod invocation;
mod options;
mod package;
mod resource;

use std::path::{Path, PathBuf};

use rustc_hash::{FxHashMap, FxHashSet};
use semver::Version;
use typed_index_collections::TiVec;

use super::kept::{Called, Caller, Records};
use super::open_directories::OpenDirectories;
use super::{ReadContext, Text, read_as_meant};
use crate::diagnostics::Strictness;
use crate::dialect::type_arguments::read_type_arguments;
use crate::program::environment::Environment;
use crate::program::structure::{StructureProblem, StructureProblemKind};
use crate::program::{Block, BlockValue, Definition, File, FileId, Kind, Program};
use crate::schema::Schemas;
use crate::source::Span;
use crate::syntax::tree::{self, BodyItem, Tree};
use crate::types::nearest::nearest;
use crate::types::vocabulary::InterfaceId;
use crate::types::{ANY, Interner, Name, Ty};

use body::free_expressions;
pub use builtins::environment;
pub(super) use component::Interface;
use package::{MOST_COMPARED, Packages};

/// The state of reading a program and its components.
struct Reading<'a> {
    types: &'a mut Interner,
    environment: &'a Environment,
    schemas: &'a mut Schemas,
    load: &'a dyn Fn(&Path) -> Result<Vec<Text>, String>,
    strictness: Strictness,
    open: OpenDirectories,
    /// The components that have been read or kept.
    called: Called<Interface>,
    /// The types in labels of configuration values, cached because most are among a few.
    types_in_labels: FxHashMap<Name, Ty>,
    /// The types of configuration values, by the types in their labels.
    configured_types: FxHashMap<Ty, Ty>,
    /// Components that have been read but not checked.
    unchecked: Vec<Unchecked>,
    /// The number of tokens that may still be compared for suggestions.
    compared_left: usize,
}

/// Reads the files of a program.
pub(super) fn program(files: TiVec<FileId, File>, context: &mut ReadContext<'_>, types: &mut Interner) -> Program {
    let kept = context.kept.as_mut().map(|kept| std::mem::take(&mut kept.components));
    let mut reading = Reading {
        types,
        environment: context.environment,
        schemas: context.schemas,
        load: context.load,
        strictness: context.strictness,
        open: OpenDirectories::of(context.directory.as_deref(), &context.system),
        called: Called::of(kept),
        types_in_labels: FxHashMap::default(),
        configured_types: FxHashMap::default(),
        unchecked: Vec::new(),
        compared_left: MOST_COMPARED,
    };
    let program = reading.program(files);
    let (kept, reused) = reading.called.into_kept();
    context.reused = reused;
    if let (Some(all), Some(kept)) = (&mut context.kept, kept) {
        all.components = kept;
    }
    program
}

/// A component that has been read but not checked.
struct Unchecked {
    /// The path of its directory as written, and the real one.
    named: PathBuf,
    real: PathBuf,
    program: Program,
    records: Records,
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
}

impl Reading<'_> {
    fn program(&mut self, files: TiVec<FileId, File>) -> Program {
        self.read_components(&files);
        let mut program = Program::with_files(files);
        // The trees are moved out, because the program grows while they are read.
        let files = std::mem::take(&mut program.files);
        let packages = Packages::read(&files, self.types, &mut program.problems);
        let (mut interfaces, mut instances) = (FxHashMap::default(), FxHashMap::default());
        let mut missing = FxHashSet::default();
        for (file, id) in files.iter().zip((0..).map(FileId)) {
            let mut reader = Reader {
                reading: self,
                packages: &packages,
                program: &mut program,
                interfaces: &mut interfaces,
                instances: &mut instances,
                missing: &mut missing,
                file: id,
                source: file,
            };
            for item in &file.tree.body {
                reader.item(item);
            }
            reader.invocations();
        }
        program.files = files;
        program.divide_budget();
        read_type_arguments(&mut program, self.environment, self.types);
        program
    }
}

/// The value and the inputs of a resource block.
#[derive(Clone, Copy)]
struct Instance {
    ty: Ty,
    interface: InterfaceId,
}

/// The reader of one file.
struct Reader<'r, 'a> {
    reading: &'r mut Reading<'a>,
    packages: &'r Packages,
    program: &'r mut Program,
    /// The inputs of resources and components, by token or directory, and block kind.
    interfaces: &'r mut FxHashMap<(String, Kind), InterfaceId>,
    /// The resolved tokens of correct resources.
    instances: &'r mut FxHashMap<Name, Instance>,
    /// The packages reported as missing or invalid. Each is reported at its first use, and at the first use that requires it.
    missing: &'r mut FxHashSet<(String, Option<Version>, bool)>,
    file: FileId,
    source: &'r File,
}

/// The block types at the top of a program.
const BLOCKS: [&str; 8] = ["component", "config", "hook", "output", "package", "pulumi", "read", "resource"];

/// The words of other languages for these block types.
const FOREIGN_BLOCKS: [(&str, &str); 4] =
    [("data", "read"), ("module", "component"), ("parameter", "config"), ("variable", "config")];

/// The blocks of other languages around named values.
const BLOCKS_OF_VALUES: [&str; 3] = ["local", "locals", "variables"];

impl<'r> Reader<'r, '_> {
    fn item(&mut self, item: &BodyItem) {
        match item {
            BodyItem::Attribute(attribute) => self.local(attribute),
            BodyItem::Block(block) if BLOCKS_OF_VALUES.contains(&self.text(block.kind)) && block.labels.is_empty() => {
                let kind = self.text(block.kind).to_owned();
                self.problem(block.kind_span, StructureProblemKind::BlockOfValues(kind));
                block.body.iter().filter_map(BodyItem::as_attribute).for_each(|attribute| self.local(attribute));
            }
            BodyItem::Block(block) => {
                let kind = self.text(block.kind).to_owned();
                let read = |meant: &str| {
                    // Nothing is known of the inputs of a block of another language.
                    let is_foreign =
                        meant != kind && nearest(&kind, BLOCKS).is_none() && ["component", "read"].contains(&meant);
                    if is_foreign { self.foreign_instance(meant, block) } else { self.block(meant, block) }
                };
                if let Some(problem) = read_as_meant(&kind, &BLOCKS, &FOREIGN_BLOCKS, read) {
                    self.problem(block.kind_span, problem);
                }
            }
        }
    }

    /// Reads a block as one of a type. Returns `false` if there is no such type.
    fn block(&mut self, kind: &str, block: &tree::Block) -> bool {
        match kind {
            "config" => self.config(block),
            "output" => self.output(block),
            "resource" => self.resource(block),
            "read" => self.read(block),
            "component" => self.component(block),
            "hook" => self.hook(block),
            "pulumi" => self.pulumi(block),
            "package" => self.package(block),
            _ => return false,
        }
        true
    }

    /// Defines the name of a block of another language, with a value of any type.
    fn foreign_instance(&mut self, kind: &str, block: &tree::Block) -> bool {
        let kind = if kind == "read" { Kind::Read } else { Kind::Component };
        let meaning = Block::with_value(BlockValue::Known(ANY), block.open);
        let definition = self.definition(kind, block, block.labels.first(), "", free_expressions(block), meaning);
        self.define(definition);
        true
    }

    fn tree(&self) -> &'r Tree {
        &self.source.tree
    }

    fn text(&self, name: Name) -> &str {
        self.reading.types.text(name)
    }

    fn problem(&mut self, span: Span, kind: impl Into<StructureProblemKind>) {
        let kind = kind.into();
        self.program.problems.push(StructureProblem { file: self.file, span, kind });
    }

    fn define(&mut self, definition: Definition) {
        if definition.kind != Kind::Output && definition.name.is_some_and(|name| self.text(name) == "null") {
            self.problem(definition.name_span, StructureProblemKind::DefinedConstant);
        }
        self.program.component_count += u32::from(definition.kind == Kind::Component);
        self.program.definitions.push(definition);
    }
}
