//! typelog: Datalog-driven type inference for HCL and PCL programs.
//!
//! # The way of the data
//!
//! ```text
//! text --syntax--> tree --lower--> facts --rules, chunk by chunk in the order of references--> types and problems
//!                                                                    problems --diagnostics--> words --render--> page
//! ```
//!
//! - [`syntax`] parses text into a compact [tree](syntax::tree) with a place for every node. It alone knows the parser.
//! - [`dialect`] says what the tree's blocks and attributes mean, and makes a [`program`] of them: files with definitions.
//! - [`mod@resolve`] finds out what each name means, and [`graph`] in which order definitions depend on one another.
//! - [`mod@lower`] makes [`facts`] of some definitions at a time. It infers nothing.
//! - [`rules`] is the book of rules: relations, and rules that derive rows of them. The [`engine`] is the same text,
//!   compiled. What an expression's type is, and what is a problem, is said there and nowhere else.
//! - [`mod@infer`] walks the order, hands the facts to the engine chunk by chunk, and keeps what is derived.
//!   [`stages`] divides the order into parts that several threads type at the same time.
//! - [`open_program`] keeps a program between edits, and has only that typed again which depends on them.
//! - [`mod@judge`] asks the rules about declared types what they say of what is given to declarations, in programs whose
//!   dialect has such a model.
//! - [`checked`] is all of that for one program; [`contents`] is what a page about it shows, and [`compare`] what has
//!   changed from one version to the next.
//! - [`diagnostics`] gives words to problems, and [`render`] prints them.
//!
//! [`infer::infer`] is the one entry point to the types of a program:
//!
//! ```
//! use typelog::dialect::{Text, read_plain_program};
//! use typelog::environment::Environment;
//! use typelog::infer::infer;
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
//! - `hcl_edit` is known in `syntax` only, `petgraph` in `graph`, `ariadne` in `render`, `ascent` in `rules` and
//!   `engine`; files, the environment and the process in `cli`.
//! - Types know no places, and facts know no text. Lowering infers nothing. Diagnostics read problems and decide nothing.
//!   Nothing imports `cli`.
//! - A wrong program is no failure: it has problems, and every well-formed expression has a type.
//! - The same input gives the same bytes, in any order of files and attributes. What is printed is ordered by place, and
//!   then by text; never by a handle.
//! - What is known of a program does not depend on what else is checked: programs of a run share types, but what messages
//!   call these belongs to the program ([`types::Annotations`]).
//! - Handles ([`types::Ty`], [`types::Name`], [`facts::ExprId`], ...) are small and `Copy`, and mean nothing outside of
//!   the table that has made them.
//!
//! # Why it is fast
//!
//! - A rule joins two relations at most, on plain variables, so that each new row finds its partners by one lookup. A
//!   walk over members carries the question that it waits for.
//! - What is not asked is not derived: relations like `conversion_demanded` hold the questions.
//! - Each relation is stored as its use wants it: see [`engine::storage`].
//! - A fresh engine types a chunk of definitions; what earlier chunks have found comes in as facts. Small programs share a
//!   chunk, for the rounds of an engine cost the same for one and for many.
//! - A large text is validated in parts at the same time, and its values are parsed ahead. Each thread types on a copy of the
//!   types; what it builds is translated, so that the number of [`jobs`] does not show.

pub mod checked;
pub mod cli;
pub mod compare;
pub mod contents;
pub mod declarations;
pub mod diagnostics;
pub mod dialect;
pub mod engine;
pub mod environment;
pub mod facts;
pub mod graph;
pub mod infer;
pub mod jobs;
pub mod judge;
pub mod lower;
pub mod nearest;
pub mod open_program;
pub mod problem;
pub mod program;
pub mod provenance;
pub mod query;
pub mod relations;
pub mod render;
pub mod resolve;
#[path = "../rules/mod.rs"]
pub mod rules;
pub mod schema;
pub mod source;
pub mod stages;
pub mod structure;
pub mod syntax;
pub mod types;
pub mod value;
