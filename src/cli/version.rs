//! The version of the command.

/// The version of the package, with the commit if it is known.
pub const VERSION: &str = env!("TYPELOG_VERSION");

/// The commit that the command is built from. The build script knows it in release builds from a repository.
pub const COMMIT: Option<&str> = option_env!("TYPELOG_COMMIT");
