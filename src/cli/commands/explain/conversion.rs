//! `typelog explain convert`: why a type does not convert to another, or a proof that it does.

use super::Arguments;
use crate::cli::terminal::output::Failure;
use crate::project::{Project, proof_of_conversion};
use crate::render::ProofNode;

/// The question about two types.
pub const QUESTION: &str = "convert";

/// Returns the proof of the answer to `convert FROM TO`.
pub fn explain(arguments: &Arguments, project: &Project) -> Result<ProofNode, Failure> {
    let [question, from, to] = &arguments.target[..] else {
        return Err(Failure::Usage("`--not` takes a question: `convert FROM TO`".to_owned()));
    };
    if question != QUESTION {
        return Err(Failure::Usage(format!("there is no question `{question}`; there is `{QUESTION}`")));
    }
    Ok(proof_of_conversion(project.session(None)?, from, to, arguments.proof_options().steps)?)
}
