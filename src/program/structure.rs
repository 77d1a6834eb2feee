//! Problems of blocks that are found before typing: misplaced labels, attributes and blocks, unknown names of
//! packages, resources and functions.

use std::borrow::Cow;
use std::sync::Arc;

use semver::Version;

use crate::program::FileId;
use crate::program::diagnostic::ModuleErrors;
use crate::schema::SchemaError;
use crate::source::Span;
use crate::type_expressions::parse::TypeError;
use crate::types::Name;

/// A problem of a block, with its place.
#[derive(Clone, Debug)]
pub struct StructureProblem {
    /// The file.
    pub file: FileId,
    /// The place in it.
    pub span: Span,
    /// The problem.
    pub kind: StructureProblemKind,
}

/// The problems of blocks.
#[derive(Clone, Debug)]
pub enum StructureProblemKind {
    /// A problem of a package or one of its members.
    Package(PackageProblem),
    /// A problem of a component, a module or a provider.
    Component(ComponentProblem),
    /// A type expression is not a type.
    InvalidType(TypeError),
    /// A call lacks a type expression as the argument of a parameter.
    MissingType {
        /// The function.
        function: Name,
        /// The parameter.
        parameter: Option<Name>,
    },
    /// A constant has a value that is not allowed: the reason, as a sentence.
    WrongConstant(String),
    /// A block has the wrong labels.
    WrongLabels {
        /// The type of the block.
        block: String,
        /// The expected labels, as a phrase.
        expected: &'static str,
        /// A label that is no name.
        given: Option<String>,
    },
    /// The labels of a block stand in each other's places.
    ExchangedLabels {
        /// The type of the block.
        block: String,
        /// Its labels, in their order.
        labels: [String; 2],
    },
    /// A block has an unknown type.
    UnknownBlock {
        /// Its type.
        block: String,
        /// The enclosing block; none at the top level.
        inside: Option<&'static str>,
        /// A type that may have been meant.
        suggestion: Option<String>,
    },
    /// A declared attribute is written as a block.
    AttributeAsBlock(String),
    /// A declared block is written as an attribute.
    BlockAsAttribute(String),
    /// A block repeats one of its type that may occur once.
    DuplicateBlock(String),
    /// An attribute is not allowed in its block.
    UnknownAttribute {
        /// Its name.
        name: String,
        /// The enclosing block.
        inside: &'static str,
        /// A name that may have been meant.
        suggestion: Option<String>,
        /// The attributes of the block, if they are few.
        known: Vec<String>,
    },
    /// An attribute has no meaning in its block.
    IgnoredAttribute {
        /// Its name.
        name: String,
        /// The enclosing block.
        inside: &'static str,
        /// A name that may have been meant.
        suggestion: Option<String>,
        /// The attributes of the block, if they are few.
        known: Vec<String>,
    },
    /// A block has no meaning in its block.
    IgnoredBlock {
        /// Its type.
        name: String,
        /// The enclosing block.
        inside: &'static str,
        /// An attribute that may have been meant.
        attribute: Option<String>,
    },
    /// An option of a block stands among its inputs.
    OptionAsInput {
        /// Its name, as it is written.
        name: String,
        /// The option that it means.
        option: String,
    },
    /// A block of another language, whose attributes are read as named values.
    BlockOfValues(String),
    /// A required attribute is missing.
    MissingAttribute {
        /// Its name.
        name: Cow<'static, str>,
        /// The block in which it is missing.
        inside: &'static str,
    },
    /// A required block is missing.
    MissingBlock {
        /// Its type.
        name: &'static str,
        /// The block in which it is missing.
        inside: &'static str,
    },
    /// A move changes the type of a resource.
    MovedType {
        /// The type before.
        from: String,
        /// The type after.
        to: String,
    },
    /// A list names an argument that the resource does not have.
    UnknownListed {
        /// The attribute with the list.
        list: &'static str,
        /// The name of the argument.
        name: String,
        /// The resource.
        address: String,
        /// A name that may have been meant.
        suggestion: Option<String>,
    },
    /// An attribute is not a literal, which it has to be.
    NotALiteral {
        /// Its name.
        name: String,
        /// The expected kind of literal.
        expected: Cow<'static, str>,
    },
    /// A problem of Terraform's modules.
    Module(ModuleProblem),
    /// An address or source is invalid: the reason.
    WrongAddress(String),
    /// The type in a label is invalid.
    WrongType {
        /// The message.
        message: String,
        /// A name that may have been meant.
        suggestion: Option<String>,
    },
    /// A refinement of a type is wrong.
    WrongRefinement(String),
    /// A definition has the name of the constant `null`.
    DefinedConstant,
    /// A function's or method's name is not a literal text.
    NameNotALiteral(&'static str),
    /// A call has too few arguments to determine its function.
    MissingCallArguments,
    /// Hooks are not an object of tuples.
    MalformedHooks,
    /// Resources have no such lifecycle step.
    UnknownHookStep {
        /// Its name.
        name: String,
        /// A name that may have been meant.
        suggestion: Option<String>,
    },
    /// A hook has an unknown kind.
    UnknownHookKind(String),
}

impl StructureProblemKind {
    /// An attribute that its block does not have. Too many others are known to be listed, or none.
    pub fn unknown_attribute(name: String, inside: &'static str, suggestion: Option<String>) -> Self {
        Self::UnknownAttribute { name, inside, suggestion, known: Vec::new() }
    }
}

/// The problems of packages and their members.
#[derive(Clone, Debug)]
pub enum PackageProblem {
    /// A token is malformed.
    MalformedToken(String),
    /// No package has this name.
    UnknownPackage {
        /// The name.
        name: String,
        /// A name that may have been meant.
        suggestion: Option<String>,
        /// Holds if it is named where packages are loaded before the program is read.
        is_needed: bool,
    },
    /// A package has no such version.
    UnknownVersion {
        /// The name.
        name: String,
        /// The required version.
        version: String,
        /// The available versions.
        known: Vec<Version>,
    },
    /// The schema of a package is wrong.
    InvalidSchema(SchemaError),
    /// A package has no such resource.
    UnknownResource {
        /// The token.
        token: String,
        /// A token that may have been meant.
        suggestion: Option<String>,
    },
    /// A package has no such function.
    UnknownPackageFunction {
        /// The token.
        token: String,
        /// A token that may have been meant.
        suggestion: Option<String>,
    },
    /// A component or provider is read, but only other resources can be read.
    Unreadable(String),
    /// A resource or function is deprecated.
    Deprecated {
        /// The token.
        token: String,
        /// The message of the schema.
        message: String,
    },
    /// A package is declared in two ways.
    DuplicatePackage(String),
    /// A package has a label, which is obsolete.
    PackageLabel,
    /// An attribute of a package is wrong.
    WrongPackage {
        /// The attribute.
        attribute: &'static str,
        /// The message.
        message: String,
    },
}

/// A problem of a module of Terraform.
#[derive(Clone, Debug)]
pub enum ModuleProblem {
    /// An attribute has the name of a block.
    BlockAsAttribute {
        /// Its name.
        name: String,
        /// The enclosing block.
        inside: &'static str,
    },
    /// An attribute or block resembles one that all blocks of its kind may have.
    Resembling {
        /// Its name.
        name: String,
        /// The name that is resembled.
        meant: String,
    },
    /// A reference in quotes: a deprecated form.
    QuotedReference(String),
    /// A part of the language that the wanted version does not have yet.
    LaterVersion {
        /// The part, and since when there is one.
        message: String,
        /// Holds if the settings name the version.
        is_set: bool,
    },
    /// An address that fails in a plan: the reason.
    DoubtfulAddress(String),
    /// A call does not pass a provider configuration that the module requires.
    MissingConfiguration {
        /// The configuration.
        alias: String,
        /// A given one that may have been meant.
        meant: Option<String>,
    },
    /// Two arguments exclude one another.
    ExclusiveAttributes {
        /// The one that is reported.
        name: String,
        /// The other one.
        other: String,
    },
}

/// The problems of components and modules, and of the providers that are missing.
#[derive(Clone, Debug)]
pub enum ComponentProblem {
    /// A provider has no blocks of this type.
    UnknownBlockType {
        /// The kind of block, as a phrase.
        kind: &'static str,
        /// The type.
        ty: String,
        /// The provider.
        provider: String,
        /// The kind of block and the type that may have been meant.
        suggestion: Option<(&'static str, String)>,
    },
    /// A component without a source has no token.
    MissingToken,
    /// A component with a source has a token.
    TokenWithSource,
    /// The directory of a component cannot be read, or has no program.
    UnreadableComponent {
        /// The reason.
        reason: String,
        /// A directory that may have been meant.
        suggestion: Option<String>,
    },
    /// A component is the program that refers to it, or contains that program.
    RecursiveComponent(String),
    /// A module comes from a registry or a repository, and is not available locally.
    UnknownModule(String),
    /// The provider of a block has no schema.
    UnknownProvider(String),
    /// The directory of a module cannot be read, or has no files.
    UnreadableModule(String),
    /// There is no directory at the path of a module.
    NoModule {
        /// The path.
        source: String,
        /// A directory that may have been meant.
        suggestion: Option<String>,
        /// Holds if the path is a misspelling of that directory. Otherwise the directory may appear later.
        is_misspelt: bool,
    },
    /// The program of a component or a module is wrong.
    WrongComponent {
        /// The name of its kind.
        called: &'static str,
        /// Its directory.
        directory: String,
        /// The first few of its errors.
        errors: Vec<CalledError>,
        /// The number of errors.
        count: usize,
        /// The errors, if they are reported at their own places.
        inside: Option<Arc<ModuleErrors>>,
        /// Holds if its directory is checked as a program of its own, whose report has the errors.
        is_reported: bool,
    },
}

/// An error of a called program, by its code, its message and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CalledError {
    /// The code.
    pub code: String,
    /// The message.
    pub message: String,
    /// The name of its file, from the directory of the called program.
    pub file: String,
    /// Its line, counted from 1.
    pub line: usize,
}

impl CalledError {
    /// The same, where its program is called as the one in `directory` by another one.
    #[must_use]
    pub fn called_in(&self, directory: &str) -> Self {
        let file = crate::source::normal_path(&std::path::Path::new(directory).join(&self.file));
        Self { file: file.to_string_lossy().into_owned(), ..self.clone() }
    }
}

impl std::fmt::Display for CalledError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "`{}` at {}:{}", self.code, self.file, self.line)
    }
}

impl From<PackageProblem> for StructureProblemKind {
    fn from(problem: PackageProblem) -> Self {
        Self::Package(problem)
    }
}

impl From<ComponentProblem> for StructureProblemKind {
    fn from(problem: ComponentProblem) -> Self {
        Self::Component(problem)
    }
}

impl From<ModuleProblem> for StructureProblemKind {
    fn from(problem: ModuleProblem) -> Self {
        Self::Module(problem)
    }
}
