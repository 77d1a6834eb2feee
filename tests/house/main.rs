//! The repository itself: the directions of imports, the form of rules and drawings, documents, the licences of dependencies, and
//! what lies at the top. Nothing here runs the engine.

#[allow(dead_code, reason = "each test uses a part")]
#[path = "../support/files.rs"]
mod files;

mod drawings;
mod licences;
mod sources;
mod top;
