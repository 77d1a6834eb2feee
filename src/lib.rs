//! typelog: Datalog-driven type inference for HCL and PCL programs.
//!
//! Rust programs use typelog through the [`prelude`]. The rest of this page describes the implementation.
//!
//! # Data flow
//!
//! ```text
//! text --syntax--> tree --dialect--> program --lower--> facts --rules, chunk by chunk--> types and problems
//!                                                       problems --diagnostics--> messages --render--> page
//!                                                    conclusions --provenance--> proofs
//! ```
//!
//! # Layers
//!
//! Each layer imports only layers above it in this table. A test checks the imports.
//!
//! | layer | where | content |
//! |---|---|---|
//! | types | [`types`] (`src/types`) | types as handles, exact numbers, constants, and the [vocabulary](types::vocabulary) of ids and enumerations |
//! | engine | `src/engine/storage` | the tables of compiled engines |
//! | | `src/engine/reader` | the syntax and the catalogue of rule files, for the build and at run time |
//! | | `src/engine/evaluator` | the engine for rules that are loaded at run time: books and user rule files |
//! | | `src/engine/interpreter` | plans of the clauses of a [`mod@book`], and of the built-in one without the feature `compiled` |
//! | | [`builtins`] (`src/engine/builtins`) | accessors and constructors for rules, [facts](builtins::facts), traces |
//! | | `src/engine/compiled` | the engines of judgments about types: conversion, Terraform, the others |
//! | | [`answers`] (`src/engine/answers`) | which engine answers a judgment about types, and what is remembered |
//! | | [`pulumi_rules`] (`src/engine/compiled/pulumi`) | the edition that follows the reference where it differs from the specification |
//! | | [`program_rules`] (`src/engine/compiled/programs`) | judgments about programs: types of expressions, problems, notes |
//! | texts | [`source`], `visible`, `digest`, `counts`, [`citation`], [`codes`], [`jobs`], [`files`] | positions in texts, invisible characters, digests that are stored, numbers of things in messages, citations of results, codes of diagnostics with their pages, threads, files that may be read |
//! | | [`syntax`], [`value`], [`type_expressions`] | syntax trees, constant values, types as programs write them |
//! | programs | [`schema`], [`program`] | packages; definitions, [environment](program::environment), [names](mod@program::resolve) and [order](program::graph) |
//! | inference | `lower`, [`mod@infer`] | definitions as facts, and the schedule in which the rules type them |
//! | messages | [`declarations`], [`diagnostics`] | declared environments; problems with codes, messages and labels |
//! | dialects | [`dialect`] | HCL, PCL, Bicep and Terraform programs; PCL components are inferred while they are read |
//! | edits | [`incremental`] | reuse of results of the previous version of a program |
//! | results | [`provenance`], [`render`], [`relations`], [`query`] | proofs, pages, exports, user rules |
//! | projects | [`project`] | options, files, settings, books and sessions: programs from files to answers, without a terminal |
//! | comparison | [`results`] | interfaces, known problems, bundles, the differences between versions, and the laws of books |
//! | editors | [`lsp`] | answers for editors: hover, references, completion |
//! | server | [`server`] | the language server: messages, open documents, and the programs that they are part of |
//! | command | [`cli`] | environment, process, terminal |
//! | surface | [`prelude`] | the library interface for Rust programs |
//!
//! # The way of a program
//!
//! There is one. The command line, the language server, Python, the page, the [`prelude`] and the tests of the book go it:
//!
//! 1. A [`project::Project`] is made of plain [options](project::Options) and a [file system](files::System): the operating system's,
//!    one in memory, or one with the open documents of an editor above it.
//! 2. It finds the programs at a path, each with its settings: an [`project::Input`].
//! 3. A [`project::Session`] holds what programs share: schemas, declarations, the book of rules, types. `Session::check` reads a
//!    program in its [dialect], [types](infer::infer) it, and [renders](diagnostics::diagnose) its problems.
//! 4. The result is a [`project::CheckedProgram`], which reports, proofs, relations and editors read. A row of a relation is known by
//!    the number of its expression, definition or diagnostic, and a diagnostic by its [code](codes::Code) and its problem.
//!
//! # Where to look
//!
//! - Conversion of types is decided in `rules/types/conversion.dl`, assignability in `rules/types/assignability.dl`,
//!   unification in `rules/types/unification.dl`, traversal in `rules/types/traversal.dl`. Each rule is drawn above its
//!   code. No other code decides these.
//! - The types of expressions are derived in `rules/programs/expressions.dl` and its neighbours, problems in
//!   `rules/programs/problems.dl`.
//! - The codes are listed in `src/codes.rs`, and a file in `src/diagnostics/` renders each problem, alone or with its relatives.
//! - [`infer::infer`] is the entry point to the types of a program:
//!
//! ```
//! use typelog::dialect::{Text, read_plain_program};
//! use typelog::infer::infer;
//! use typelog::program::environment::Environment;
//! use typelog::types::{Interner, display::display};
//!
//! let mut types = Interner::default();
//! let text = Text { name: "main.hcl".to_owned(), bytes: Ok(b"ports = [80, 443]\nfirst = ports[0]".to_vec()) };
//! let program = read_plain_program(vec![text], &mut types);
//! let inference = infer(&program, &Environment::default(), &mut types);
//! let first = program.definition_ids().last().map(|id| inference.definition_type(id));
//! assert_eq!(first.map(|ty| display(&types, ty)).as_deref(), Some("const(80)"));
//! ```
//!
//! # Invariants
//!
//! - `hcl_edit` is imported in `syntax` only, `petgraph` in [`types`] and [`program::graph`], `ariadne` in `render`,
//!   `ascent` in `src/engine/`. Files are opened in [`files`] only. Only `cli` accesses the environment and the process.
//! - Types have no source locations, and facts have no text. Lowering infers nothing. Diagnostics only render problems.
//! - A wrong program is not a failure: it has problems, and every well-formed expression has a type.
//! - The same input gives the same output bytes, in any order of files and attributes. Printed sets are ordered by location, then
//!   by text, never by a handle.
//! - Results for a program do not depend on the other programs of a run: programs share types, and the origin of a type is part of
//!   the type ([`types::Annotation`]). Only the place of the errors of a called module of Terraform does: they are reported once,
//!   with the module if it is checked as well, and otherwise at its caller.
//! - No judgment depends on annotations: its answer for annotated types is its answer for the bare types, with annotations.
//! - Handles ([`types::Ty`], [`types::Name`], [`types::vocabulary::ExprId`], ...) are small and `Copy`, and valid only
//!   with the table that created them.
//!
//! # Annotations
//!
//! A type describes the structure of a value. An [annotation](types::Annotation) records where the type was declared: a class of
//! resources, a type of a schema, the result of a function. Only objects are annotated, and a type may have several annotations.
//! An object type without annotations is bare: the type of a literal, or built from other types.
//!
//! - An annotated type has its own handle and the shape of its bare type, so that accessors and rules see through the annotation.
//!   Types built from an annotated type contain it. In this way the class of a resource is propagated through definitions,
//!   members, elements and iterations.
//! - Each annotated type stores its bare form. Rules compare types by `equals`, which compares bare forms. A type without
//!   annotations is its own bare form, so that plain HCL only pays for testing a flag.
//! - A mapping (resolving, lifting, inputs) keeps annotations. Unification keeps the annotations of an operand that it returns
//!   unchanged, and a type that it builds from members is bare. Equal types with different annotations, as in a union or a
//!   conditional, keep the annotations that they share.
//! - Schemas annotate types when they are read. Methods belong to the class, and messages and `types` show a type by the name in
//!   its annotation.
//!
//! # Performance
//!
//! - A rule joins at most two growing relations, on plain variables, so that each new row finds its join partners with one look-up.
//! - Rows are derived on demand: relations like `converts_demanded` hold the questions. Answers about types are
//!   [memoized](types::memory) with the types.
//! - Each relation is stored in tables that fit its use: see the crate `typelog-storage`.
//! - A fresh engine types each chunk of definitions. Results of earlier chunks are given to it as facts. Small programs share
//!   a chunk, because each round of an engine has a fixed cost.
//! - The parts of a large text are validated in parallel, and its values are parsed ahead. Each thread works on a copy of the
//!   interner, and new types are translated when copies are merged, so that results do not depend on the number of [`jobs`].

pub use typelog_answers as answers;
pub use typelog_builtins as builtins;
pub use typelog_program_rules as program_rules;
use typelog_pulumi_rules as pulumi_rules;
pub use typelog_types as types;

pub mod book;
pub mod citation;
#[cfg(feature = "command")]
pub mod cli;
pub mod codes;
mod counts;
pub mod declarations;
pub mod diagnostics;
pub mod dialect;
mod digest;
pub mod files;
pub mod incremental;
pub mod infer;
pub mod jobs;
mod lower;
pub mod lsp;
pub mod prelude;
pub mod program;
pub mod project;
pub mod provenance;
pub mod query;
pub mod relations;
pub mod render;
pub mod results;
pub mod schema;
#[cfg(feature = "command")]
pub mod server;
pub mod source;
pub mod syntax;
pub mod type_expressions;
pub mod value;
mod visible;
