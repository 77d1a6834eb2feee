//! A program that stays open while it is edited: a check types only the definitions that an edit affects.
//!
//! `cargo run --example open_program`

use typelog::prelude::{Checker, Error, Opened, Options};

/// The state of the program before and after edits.
pub(crate) fn states() -> Result<Vec<String>, Error> {
    let checker = Checker::new(&Options::default())?;
    let texts = [("main.hcl", "port = 80\nurl = \"http://${host}:${port}\""), ("host.hcl", "host = \"a\"\nzone = 1")];
    let texts = texts.map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec()));
    let mut program = checker.open_texts(texts.to_vec())?;
    let mut states = vec![state(&program)];
    program.set("host.hcl", "host = [\"a\"]\nzone = 1");
    program.check();
    states.push(state(&program));
    program.remove("host.hcl");
    program.check();
    states.push(state(&program));
    Ok(states)
}

fn state(program: &Opened) -> String {
    let types = program.nodes().iter().map(|node| format!("{}: {}", node.name, node.ty));
    let codes = program.diagnostics().iter().map(|found| found.code.to_string());
    let all: Vec<String> = types.chain(codes).collect();
    format!("{} typed; {}", program.typed(), all.join("; "))
}

fn main() -> Result<(), Error> {
    states()?.iter().for_each(|state| println!("{state}"));
    Ok(())
}
