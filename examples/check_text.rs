//! Checks a text: its types and its diagnostics.
//!
//! `cargo run --example check_text`

use typelog::prelude::{Checker, Error, Options};

const TEXT: &str = "\
name  = \"web\"
ports = [80, 443]
url   = \"https://${name}:${ports[1]}\"
host  = names.first
";

/// The types of the text, followed by its diagnostics.
pub(crate) fn lines() -> Result<Vec<String>, Error> {
    let checker = Checker::new(&Options::default())?;
    let program = checker.check_text("main.hcl", TEXT)?;
    let types = program.nodes().into_iter().map(|node| format!("{}: {}", node.name, node.ty));
    let diagnostics = program.diagnostics().iter().map(|found| {
        let at = program.source(found.file).position(found.span.start);
        format!("{}:{}:{}: {}: {}", program.path_of(found.file), at.line, at.column, found.code, found.message)
    });
    Ok(types.chain(diagnostics).collect())
}

fn main() -> Result<(), Error> {
    lines()?.iter().for_each(|line| println!("{line}"));
    Ok(())
}
