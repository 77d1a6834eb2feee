//! Problems of blocks that are found before typing: misplaced labels, attributes and blocks, unknown names of
//! packages, resources and functions.

use semver::Version;

use crate::program::FileId;
use crate::schema::SchemaError;
use crate::source::Span;
use crate::type_expressions::parse::TypeError;
use crate::types::Name;

/// Something wrong with a block, and where.
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
    /// A type expression is not a type.
    InvalidType(TypeError),
    /// A call lacks the type expression that is its argument for a parameter.
    MissingType {
        /// The function.
        function: Name,
        /// The parameter.
        parameter: Option<Name>,
    },
    /// A constant does not convert to the type that is asked for: the reason.
    WrongConstant(String),
    /// A block has not the labels that it should have.
    WrongLabels {
        /// The type of the block.
        block: String,
        /// The labels that it should have, as a phrase.
        expected: &'static str,
    },
    /// A block is of no known type.
    UnknownBlock {
        /// Its type.
        block: String,
        /// The block around it; none at the top.
        inside: Option<&'static str>,
        /// A type that may have been meant.
        suggestion: Option<String>,
    },
    /// A block stands where there is one of its type already.
    DuplicateBlock(String),
    /// An attribute does not belong where it stands.
    UnknownAttribute {
        /// Its name.
        name: String,
        /// The block around it.
        inside: &'static str,
        /// A name that may have been meant.
        suggestion: Option<String>,
    },
    /// An attribute that is needed is not there.
    MissingAttribute {
        /// Its name.
        name: &'static str,
        /// Where it is missing.
        inside: &'static str,
    },
    /// An attribute is not a literal, as it should be.
    NotALiteral {
        /// Its name.
        name: String,
        /// The expected kind of literal.
        expected: &'static str,
    },
    /// Something comes from an address where there is none: why.
    WrongAddress(String),
    /// The type in a label is none.
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
    /// A token is not of the form that tokens have.
    MalformedToken(String),
    /// There is no package of that name.
    UnknownPackage {
        /// The name.
        name: String,
        /// A name that may have been meant.
        suggestion: Option<String>,
        /// Holds if it is named where packages are loaded before the program is read.
        is_needed: bool,
    },
    /// There is no such version of a package.
    UnknownVersion {
        /// The name.
        name: String,
        /// The version that is asked for.
        version: String,
        /// The versions that there are.
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
    /// A component or provider is read, which only other resources are.
    Unreadable(String),
    /// A resource or function should not be used any more.
    Deprecated {
        /// The token.
        token: String,
        /// The message of the schema.
        message: String,
    },
    /// A function's or method's name is not a literal text.
    NameNotALiteral(&'static str),
    /// A call has too few arguments to determine its function.
    MissingCallArguments,
    /// Hooks are not an object of tuples.
    MalformedHooks,
    /// There is no such step in the life of a resource.
    UnknownHookStep {
        /// Its name.
        name: String,
        /// A name that may have been meant.
        suggestion: Option<String>,
    },
    /// A hook is of no known kind.
    UnknownHookKind(String),
    /// A component without a source has no token.
    MissingToken,
    /// A component with a source has a token.
    TokenWithSource,
    /// The directory of a component cannot be read, or has no program.
    UnreadableComponent(String),
    /// A component is the program that it stands in, or contains it.
    RecursiveComponent(String),
    /// A module comes from a registry or a repository, and is not at hand.
    UnknownModule(String),
    /// The provider of a block has no schema.
    UnknownProvider(String),
    /// The directory of a module cannot be read, or has no files.
    UnreadableModule(String),
    /// The program of a component or a module is wrong.
    WrongComponent {
        /// The word for it.
        called: &'static str,
        /// Its directory.
        directory: String,
        /// The first few of its errors.
        errors: Vec<String>,
        /// The number of errors.
        count: usize,
    },
    /// A package is declared in two ways.
    DuplicatePackage(String),
    /// The label of a package is no longer in use.
    PackageLabel,
    /// An attribute of a package is wrong.
    WrongPackage {
        /// The attribute.
        attribute: &'static str,
        /// The message.
        message: String,
    },
}
