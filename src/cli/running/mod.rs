//! The work that several commands share: checks of many programs in order, and requests in batches.

mod baseline;
pub mod batch;
mod batches;
mod changes;
mod checking;
pub mod constants;
pub mod export;
pub mod ordered;
mod printing;
pub mod programs;
pub mod progress;
pub mod resume;
pub mod watch;
