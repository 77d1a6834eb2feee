//! Proofs of the types of a program's expressions and definitions, of marks, and of diagnostics.

use std::path::{Path, PathBuf};

use super::Arguments;
use crate::cli::terminal::output::{Failure, Status};
use crate::project::{Project, Subject, explain, find, go_into_components, reported_at};
use crate::render::{Detail, ProofNode};

/// Returns the proofs of what is reported at the requested place, then the requested one, and the outcome of checking the program.
pub fn explain_program(arguments: &Arguments, project: &Project) -> Result<(Vec<ProofNode>, Status), Failure> {
    let (path, subject) = arguments.subject()?;
    let mut input = project.program(&path)?;
    let mut session = project.session(input.configuration.as_deref())?;
    let mut checked = session.check(&mut input);
    let status = Status::of(&checked.diagnostics, false);
    let wanted = find(&checked, &input, &subject)?;
    let options = arguments.proof_options();
    let mut targets = if arguments.is_for_people() { reported_at(&checked, &input, &subject)? } else { Vec::new() };
    if !targets.contains(&wanted) {
        targets.push(wanted);
    }
    let mut nodes = Vec::with_capacity(targets.len());
    for target in &targets {
        let mut node = explain(&mut checked, session.environment(input.dialect), &input, target, options)?;
        if arguments.through {
            go_into_components(&mut node, project, &mut session, &input, options)?;
        }
        nodes.push(node);
    }
    Ok((nodes, status))
}

/// Returns the values of a program with their types, one on each line, and a hint how to explain one.
pub fn values(path: &Path, project: &Project) -> Result<(String, String), Failure> {
    let mut input = project.program(path)?;
    let checked = project.session(input.configuration.as_deref())?.check(&mut input);
    let report = checked.named_report(&input.name, Detail::Definitions);
    let lines = report.nodes.iter().map(|node| {
        let ty = node.ty_by_name.as_ref().unwrap_or(&node.ty);
        format!("{}: {ty}\n", node.name)
    });
    let program = path.display();
    Ok((lines.collect(), format!("typelog: `typelog explain {program} NAME` explains one of these values\n")))
}

impl Arguments {
    /// Returns the program, and the subject of the explanation.
    fn subject(&self) -> Result<(PathBuf, Subject), Failure> {
        let (target, name) = match &self.target[..] {
            [] => (".", self.node.clone()),
            [target] => (&target[..], self.node.clone()),
            [target, name] if self.node.is_none() => (&target[..], Some(name.clone())),
            _ => return Err(Failure::Usage("explain takes one place, or a program and a name".to_owned())),
        };
        if let Some(name) = name {
            return Ok((PathBuf::from(target), Subject::Name(name)));
        }
        if let Some(number) = self.diagnostic {
            return Ok((PathBuf::from(target), Subject::Diagnostic(number.wrapping_sub(1))));
        }
        match Subject::place(target) {
            Some(Subject::At { file, line, column, .. }) => {
                let program = self.program.clone().unwrap_or_else(|| PathBuf::from(&file));
                Ok((program, Subject::At { file, line, column, wider: self.wider }))
            }
            _ => Err(Failure::Usage(format!(
                "`{target}` is not a place: write FILE:LINE:COLUMN, or a program and the name of a value, like `. NAME`"
            ))),
        }
    }
}
