//! Results of checks: a checked program, the data of a page about it, and the differences between two versions.

pub mod books;
pub mod checked_program;
pub mod compare;
pub mod interface;
pub mod page_data;
