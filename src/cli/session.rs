//! What the commands about programs share: what surrounds programs, and how one is checked.

use std::path::PathBuf;

use clap::Args;

use super::declarations::DeclarationArguments;
use super::input::{Input, load_component};
use super::output::Failure;
use crate::diagnostics::{Diagnostic, Strictness, diagnose};
use crate::dialect::{Dialect, pcl, read_program};
use crate::environment::Environment;
use crate::infer::{Inference, infer};
use crate::program::Program;
use crate::schema::Schemas;
use crate::types::Interner;

/// What surrounds programs.
#[derive(Debug, Args)]
pub struct SessionArguments {
    #[command(flatten)]
    declarations: DeclarationArguments,
    /// A directory with schemas of Pulumi packages, in files named NAME-VERSION.json
    #[arg(long, value_name = "DIR")]
    schemas: Vec<PathBuf>,
    /// Unknown variables, properties and packages are warnings
    #[arg(long)]
    lenient: bool,
}

/// What surrounds programs, in each dialect.
pub struct Session {
    hcl: Environment,
    pcl: Environment,
    schemas: Schemas,
    types: Interner,
    strictness: Strictness,
}

/// A program that has been checked.
pub struct Checked {
    /// The program.
    pub program: Program,
    /// What is known of it.
    pub inference: Inference,
    /// What is to be said about it.
    pub diagnostics: Vec<Diagnostic>,
    /// The types in it.
    pub types: Interner,
}

impl SessionArguments {
    /// Reads what surrounds programs.
    pub fn open(&self) -> Result<Session, Failure> {
        let mut types = Interner::default();
        let hcl = self.declarations.read(Environment::default(), &mut types)?;
        let builtins = pcl::functions(&mut types);
        let pcl = self.declarations.read(builtins, &mut types)?;
        let schemas = Schemas::in_directories(&self.schemas)
            .map_err(|(path, error)| Failure::Usage(format!("{}: {error}", path.display())))?;
        let strictness = Strictness { is_lenient: self.lenient };
        Ok(Session { hcl, pcl, schemas, types, strictness })
    }
}

impl Session {
    /// What programs of a dialect may refer to.
    pub fn environment(&self, dialect: Dialect) -> &Environment {
        match dialect {
            Dialect::Hcl => &self.hcl,
            Dialect::Pcl => &self.pcl,
        }
    }

    /// What plain HCL may refer to, and the types.
    pub fn into_parts(self) -> (Environment, Interner) {
        (self.hcl, self.types)
    }

    /// Checks a program. Its texts are moved out of the input.
    pub fn check(&mut self, input: &mut Input) -> Checked {
        let mut types = self.types.clone();
        let environment = match input.dialect {
            Dialect::Hcl => &self.hcl,
            Dialect::Pcl => &self.pcl,
        };
        self.schemas.forget_types();
        let mut surroundings = pcl::Surroundings {
            environment,
            schemas: &mut self.schemas,
            directory: input.directory.clone(),
            load: &load_component,
            strictness: self.strictness,
        };
        let program = read_program(input.dialect, std::mem::take(&mut input.texts), &mut surroundings, &mut types);
        let inference = infer(&program, environment, &mut types);
        let diagnostics = diagnose(&program, &inference, environment, &types, self.strictness);
        Checked { program, inference, diagnostics, types }
    }
}
