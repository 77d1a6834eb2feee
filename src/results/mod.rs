//! The results of checks: checked programs, the data of their pages, and the differences between versions.

pub mod books;
pub mod compare;
pub mod interface;
pub mod laws;
pub mod page_data;
pub mod pages;
