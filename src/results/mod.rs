//! The results of checks: checked programs, the data of their pages, known problems, and the differences between versions.

pub mod baseline;
pub mod books;
pub mod bundle;
pub mod compare;
pub mod interface;
pub mod laws;
pub mod page_data;
pub mod pages;
pub mod rule_profile;
