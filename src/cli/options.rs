//! The options of the command line that make a [project](crate::project): each group fills its part of the plain options.

use std::path::PathBuf;
use std::sync::Arc;

use clap::{Args, ValueEnum};

use super::completion;
use super::limits::LimitArguments;
use super::terminal::index_files::CacheArguments;
use super::terminal::output::{ExitArguments, Failure, Status, print};
use super::terminal::process::Process;
use crate::diagnostics::Severity;
use crate::dialect::Dialect;
use crate::jobs::Jobs;
use crate::project::{CheckedProgram, Options, Project, Sessions, SettingsFile, check_code};
use crate::schema::IndexCache;

/// A group of options of a project.
pub trait ProjectPart {
    /// Fills its part of the plain options.
    fn fill(&self, options: &mut Options);

    /// Returns the cache of indices of large schemas.
    fn cache(&self) -> Option<Arc<dyn IndexCache>> {
        None
    }
}

/// The options for reading programs.
#[derive(Debug, Args)]
#[command(next_help_heading = "Programs")]
pub struct InputArguments {
    /// The language of the programs; by default `.pp` is PCL, `.tf`, `.tofu` and their `.json` are Terraform, and all else is HCL
    #[arg(long)]
    dialect: Option<DialectName>,
    /// The file name of standard input, in reports and to determine its dialect
    #[arg(long, value_name = "NAME", default_value = "-")]
    stdin_filename: String,
    /// Treat every directory with source files, at any depth, as a separate program, without what `.gitignore` excludes and
    /// the directories of tools, such as `.terraform` and `node_modules`
    #[arg(short, long)]
    pub recursive: bool,
    /// With `--recursive`, also take what `.gitignore` excludes and the directories of tools
    #[arg(long)]
    no_ignore: bool,
    /// Do not read the files that functions of Terraform name, such as templates
    #[arg(long)]
    no_templates: bool,
    /// A directory that may contain components, besides the program's own directory and the repository around it
    #[arg(long, value_name = "DIR")]
    root: Vec<PathBuf>,
    /// A directory with Terraform modules from registries and repositories: with a `modules.json` written by `terraform init`, or
    /// arranged by module source, such as DIR/terraform-aws-modules/vpc/aws
    #[arg(long, value_name = "DIR")]
    modules: Vec<PathBuf>,
    #[command(flatten)]
    settings: SettingsArguments,
}

/// The options for the settings file.
#[derive(Debug, Args)]
#[command(next_help_heading = "Programs")]
struct SettingsArguments {
    /// The settings file; by default the first `typelog.toml` in the directory of a program and the directories above it
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Use no settings file
    #[arg(long, conflicts_with = "config")]
    no_config: bool,
}

/// The option for declaration files.
#[derive(Debug, Args)]
#[command(next_help_heading = "Environment")]
pub struct DeclarationArguments {
    /// A file that declares variables, functions, types and blocks
    ///
    /// A parameter of a function or an attribute of a block whose type is `typeconstraint` takes a type expression; with
    /// `typeconstraint(defaults)` it may have defaults, and with `typeconstraint(exact)` neither `any` nor `optional`.
    #[arg(long, value_name = "FILE")]
    declare: Vec<PathBuf>,
}

/// The options for the environment of programs.
#[derive(Debug, Args)]
pub struct SessionArguments {
    #[command(flatten)]
    declarations: DeclarationArguments,
    /// A directory with schemas: of Pulumi packages, in files named NAME-VERSION.json, and of Terraform providers, in files
    /// written by `terraform providers schema -json`
    #[arg(long, value_name = "DIR", help_heading = "Environment")]
    schemas: Vec<PathBuf>,
    #[command(flatten)]
    cache: CacheArguments,
    /// Report unknown variables, properties and packages as warnings
    #[arg(long, help_heading = "Diagnostics")]
    lenient: bool,
    /// Show the full structure of types, not their names in schemas, and do not shorten long types in messages
    #[arg(long, help_heading = "Diagnostics")]
    full: bool,
    #[command(flatten)]
    selection: SelectionArguments,
    #[command(flatten)]
    limits: LimitArguments,
}

/// The options for the selection of diagnostics, which are shown and determine the exit status.
#[derive(Debug, Args)]
#[command(next_help_heading = "Diagnostics")]
struct SelectionArguments {
    /// Report only these codes
    #[arg(long, value_name = "CODE", value_delimiter = ',', value_parser = check_code, add = completion::codes())]
    select: Vec<String>,
    /// Do not report these codes
    #[arg(long, value_name = "CODE", value_delimiter = ',', value_parser = check_code, add = completion::codes())]
    ignore: Vec<String>,
    /// Report only diagnostics of at least this severity
    #[arg(long, value_name = "LEVEL", value_enum)]
    severity: Option<Least>,
}

/// The options for the input, the environment and the exit status.
#[derive(Debug, Args)]
pub struct ProgramOptions {
    #[command(flatten)]
    input: InputArguments,
    #[command(flatten)]
    session: SessionArguments,
    #[command(flatten)]
    pub end: ExitArguments,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum DialectName {
    /// The Pulumi Configuration Language
    Pcl,
    /// Plain HCL
    Hcl,
    /// Parameters, variables, resources and outputs in HCL, checked by the model of declared types
    Bicep,
    /// Terraform modules
    Terraform,
}

/// The lowest severity that is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Least {
    /// Only errors
    Error,
    /// Errors and warnings
    Warning,
    /// All diagnostics
    Note,
}

impl ProgramOptions {
    /// Returns the project with these options.
    pub fn project(&self, process: &Process) -> Result<Project, Failure> {
        process.project(&[&self.input, &self.session])
    }

    /// Holds if the full structure of types is shown.
    pub fn is_full(&self) -> bool {
        self.session.full
    }

    /// Checks the programs at a path, and prints what `shown` makes of each. Returns the outcome of the command.
    pub fn print_each(
        &self,
        program: &PathBuf,
        process: &Process,
        shown: impl Fn(&CheckedProgram) -> Result<String, Failure>,
    ) -> Result<Status, Failure> {
        let project = self.project(process)?;
        let mut sessions = Sessions::new(&project, Jobs::ONE);
        let mut status = Status::Clean;
        for input in project.programs(std::slice::from_ref(program)) {
            let mut input = input?;
            let checked = sessions.of(&input)?.check(&mut input);
            status = status.max(Status::of(&checked.diagnostics, false));
            print(&shown(&checked)?)?;
        }
        Ok(self.end.status(status))
    }
}

impl SessionArguments {
    /// Returns the codes to select and those to ignore.
    pub fn codes(&self) -> impl Iterator<Item = &String> {
        self.selection.select.iter().chain(&self.selection.ignore)
    }

    /// Holds if the full structure of types is shown.
    pub fn is_full(&self) -> bool {
        self.full
    }
}

impl ProjectPart for InputArguments {
    fn fill(&self, options: &mut Options) {
        options.settings.dialect = self.dialect.map(DialectName::dialect);
        options.stdin_filename = Some(self.stdin_filename.clone());
        options.recursive = self.recursive;
        options.no_ignore = self.no_ignore;
        options.no_templates = self.no_templates;
        options.roots.clone_from(&self.root);
        options.modules.clone_from(&self.modules);
        options.settings_file = match &self.settings {
            SettingsArguments { no_config: true, .. } => SettingsFile::None,
            SettingsArguments { config: Some(path), .. } => SettingsFile::At(path.clone()),
            SettingsArguments { config: None, .. } => SettingsFile::Nearest,
        };
    }
}

impl ProjectPart for DeclarationArguments {
    fn fill(&self, options: &mut Options) {
        options.settings.declare.clone_from(&self.declare);
    }
}

impl ProjectPart for SessionArguments {
    fn fill(&self, options: &mut Options) {
        self.declarations.fill(options);
        self.limits.fill(options);
        options.settings.schemas.clone_from(&self.schemas);
        options.settings.lenient = self.lenient;
        options.settings.select.clone_from(&self.selection.select);
        options.settings.ignore.clone_from(&self.selection.ignore);
        options.settings.severity = self.selection.severity.map(Least::severity);
        options.full = self.full;
    }

    fn cache(&self) -> Option<Arc<dyn IndexCache>> {
        self.cache.cache()
    }
}

impl DialectName {
    fn dialect(self) -> Dialect {
        match self {
            Self::Pcl => Dialect::Pcl,
            Self::Hcl => Dialect::Hcl,
            Self::Bicep => Dialect::Bicep,
            Self::Terraform => Dialect::Terraform,
        }
    }
}

impl Least {
    fn severity(self) -> Severity {
        match self {
            Self::Error => Severity::Error,
            Self::Warning => Severity::Warning,
            Self::Note => Severity::Note,
        }
    }
}
