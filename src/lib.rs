//! typelog: Datalog-driven type inference for HCL and PCL programs.
//!
//! Programs that use typelog start at the [`prelude`]. The rest of this page is about how it works.
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
//! Each layer imports only layers above it in this table; a test holds the imports to that.
//!
//! | layer | where | content |
//! |---|---|---|
//! | types | [`types`] (`src/types`) | types as handles, exact numbers, constants, and the [vocabulary](types::vocabulary) of ids and enumerations |
//! | rules | `rules/storage` | the tables of compiled engines |
//! | | `rules/reader` | the syntax and the catalogue of rule files, for the build and at run time |
//! | | `rules/evaluator` | the engine of rules that are read at run time: books and files of a user |
//! | | `rules/interpreter` | plans of the clauses of a [`mod@book`] |
//! | | [`terms`] (`rules/terms`) | accessors and constructors that rules use, [facts](terms::facts), traces |
//! | | [`type_rules`] (`rules/types`) | judgments about types: conversion, assignability, unification, traversal, declared types |
//! | | [`pulumi_rules`] (`rules/pulumi`) | the edition that answers as the reference does, where that differs from the specification |
//! | | [`program_rules`] (`rules/programs`) | judgments about programs: types of expressions, problems, notes |
//! | texts | [`source`], `visible`, [`jobs`] | places in texts, characters that are not shown, threads |
//! | | [`syntax`], [`value`], [`type_expressions`] | syntax trees, constant values, types as programs write them |
//! | programs | [`schema`], [`program`] | packages; definitions, [environment](program::environment), [names](mod@program::resolve) and [order](program::graph) |
//! | inference | `lower`, [`mod@infer`] | definitions as facts, and the schedule in which the rules type them |
//! | messages | [`declarations`], [`diagnostics`] | declared environments; problems with codes, messages and labels |
//! | dialects | [`dialect`] | HCL, PCL and Bicep programs; components of PCL are inferred while they are read |
//! | edits | [`incremental`] | results that are copied from the previous version of a program |
//! | results | [`provenance`], [`render`], [`relations`], [`query`], [`results`] | proofs, pages, exports, user rules, comparison of versions |
//! | editors | [`lsp`] | answers for editors: hover, references, completion |
//! | command | [`cli`] | files, environment, process |
//! | surface | [`prelude`] | checks and questions for programs in Rust |
//!
//! # Where to look
//!
//! - Conversion of types is decided in `rules/types/conversion.dl`, assignability in `rules/types/assignability.dl`,
//!   unification in `rules/types/unification.dl`, traversal in `rules/types/traversal.dl`. Each rule is drawn above its
//!   code. No other place decides.
//! - The types of expressions are derived in `rules/programs/expressions.dl` and its neighbours, problems in
//!   `rules/programs/problems.dl`.
//! - The message of a problem is in the file of its code in `src/diagnostics/`.
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
//!   `ascent` in `rules/`. Files are read in `cli` and `schema`; only `cli` knows the environment and the process.
//! - Types have no places, and facts have no text. Lowering infers nothing. Diagnostics only render problems.
//! - A wrong program is not a failure: it has problems, and every well-formed expression has a type.
//! - The same input gives the same bytes, in any order of files and attributes. Printed sets are ordered by place, then by
//!   text, never by a handle.
//! - Results for a program do not depend on the other programs of a run: programs share types, and where a type comes from
//!   is part of the type ([`types::Annotation`]).
//! - No judgment depends on annotations: for annotated types it gives what it gives for the bare ones, with annotations.
//! - Handles ([`types::Ty`], [`types::Name`], [`types::vocabulary::ExprId`], ...) are small and `Copy`, and valid only
//!   with the table that made them.
//!
//! # Annotations
//!
//! A type says what a value is made of, an [annotation](types::Annotation) where its type comes from: a class of resources,
//! a type that a schema declares, the result of a function. Only objects are annotated, and a type may have several
//! annotations. An object without any is bare: a literal, or built from others.
//!
//! - An annotated type is a handle of its own with the shape of the type that is annotated, so that accessors and rules see
//!   through the annotation. What is built around it holds it: that is how the class of a resource travels through
//!   definitions, members, elements and iterations.
//! - Each annotated handle knows its bare form. Rules compare types by `equals`, which compares bare forms. A type without
//!   annotations is its own bare form, so that plain HCL pays for a look at a flag.
//! - A mapping (resolving, lifting, inputs) keeps annotations. Unification keeps those of a type that it gives whole; a type
//!   that it puts together from members is bare. Of equal types with different annotations, as in a union or a conditional,
//!   those that both have are left.
//! - Schemas annotate types when they are read. Methods are a part of the class, and messages and `types` call a type by its
//!   annotation.
//!
//! # Performance
//!
//! - A rule joins at most two relations, on plain variables, so that each new row finds its partners by one look-up.
//! - Rows are derived on demand: relations like `converts_demanded` hold the questions. Answers about types are
//!   [remembered](types::memory) with the types.
//! - A small question about types needs no engine: the build writes functions that follow the same clauses from the question to
//!   the answer (`rules/reader/direct.rs`), and the engine is asked where they give up. One program of 24 lines needs 7 runs
//!   of engines, four of them to type it and to find its problems.
//! - Each relation has tables that fit its use: see the crate `typelog-storage`.
//! - A fresh engine types each chunk of definitions; results of earlier chunks are given as facts. Small programs share
//!   a chunk, because the rounds of an engine have a fixed cost.
//! - A large text is validated in parts at the same time, and its values are parsed ahead. Each thread types on a copy
//!   of the types, and new types are translated, so that results do not depend on the number of [`jobs`].

pub use typelog_program_rules as program_rules;
use typelog_pulumi_rules as pulumi_rules;
pub use typelog_terms as terms;
pub use typelog_type_rules as type_rules;
pub use typelog_types as types;

pub mod book;
#[cfg(feature = "command")]
pub mod cli;
pub mod declarations;
pub mod diagnostics;
pub mod dialect;
pub mod incremental;
pub mod infer;
pub mod jobs;
mod lower;
pub mod lsp;
#[cfg(feature = "command")]
pub mod prelude;
pub mod program;
pub mod provenance;
pub mod query;
pub mod relations;
pub mod render;
pub mod results;
pub mod schema;
pub mod source;
pub mod syntax;
pub mod type_expressions;
pub mod value;
mod visible;
