//! Facts: the relations that are filled before any rule runs, and the transfer of their rows to engines, and from one engine to
//! the next. The code is generated from the declarations of relations.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::book::{BookFile, files};
use crate::folders::{Folders, watch};
use crate::prepare::{reported, save};
use crate::syntax::Declaration;
use crate::text::in_small_letters;
use crate::types::list;

/// Writes `facts.rs`: the tables of facts, one for each relation in `rules/programs` that is marked by `@input`. An error is
/// reported to cargo and ends the build.
pub fn prepare_facts() {
    reported(write_facts());
}

fn write_facts() -> Result<(), String> {
    let programs = Folders::find()?.book("programs");
    watch([programs.as_path()]);
    let files = files(&programs)?;
    let facts: Vec<&Declaration> =
        files.iter().flat_map(BookFile::relations).filter(|relation| relation.is_input).collect();
    let (mut fields, mut visits) = (String::new(), String::new());
    for relation in facts {
        let name = &relation.name;
        let _ = writeln!(fields, "            pub {name}: Vec<({},)>,", list(&relation.types()));
        let _ = writeln!(visits, "        visitor.table({name:?}, &mut self.{name});");
    }
    let code = format!(
        "macro_rules! with_tables {{\n    ($(#[$meta:meta])* pub struct $name:ident {{ $($own:tt)* }}) => {{\n        \
         $(#[$meta])*\n        pub struct $name {{\n{fields}            $($own)*\n        }}\n    }};\n}}\n\n\
         impl Facts {{\n    /// Shows all tables, with the names of their relations.\n    \
         pub fn visit(&mut self, visitor: &mut impl Visitor) {{\n{visits}    }}\n}}\n"
    );
    save("facts.rs", &code)
}

/// The relations that an engine exchanges with others.
pub struct Holder {
    /// The name of the engine.
    pub engine: String,
    /// The relations that its rules use and whose rows are kept.
    pub relations: Vec<Declaration>,
}

/// Returns the functions by which engines, in the order of their runs, take over rows: each relation from the last engine that
/// had it, or from the facts.
pub fn hand_over(holders: &[Holder]) -> String {
    let mut code = String::new();
    for (at, holder) in holders.iter().enumerate() {
        let (mut givers, mut lines) = (BTreeSet::new(), String::new());
        for relation in &holder.relations {
            let name = &relation.name;
            let has = |giver: &&Holder| giver.relations.iter().any(|other| other.name == *name);
            let giver = holders[..at].iter().rposition(|giver| has(&giver));
            let from = match giver {
                Some(giver) => module_of(&holders[giver].engine),
                None if relation.is_input => "facts".to_owned(),
                None => continue,
            };
            givers.extend(giver);
            let _ = writeln!(lines, "        self.{name} = std::mem::take(&mut {from}.{name});");
        }
        let parameters = givers.iter().map(|&giver| {
            let engine = &holders[giver].engine;
            format!(", {}: &mut {engine}", module_of(engine))
        });
        let _ = write!(
            code,
            "impl {} {{\n    /// Takes over the rows of facts and of the engines that have run before.\n    \
             #[allow(unused_variables, clippy::too_many_lines, clippy::needless_pass_by_ref_mut)]\n    \
             pub fn take_over(&mut self, facts: &mut typelog_builtins::facts::Facts{}) {{\n{lines}    }}\n}}\n\n",
            holder.engine,
            parameters.collect::<String>()
        );
    }
    code
}

/// Returns the name of the module of an engine: `conversion` for `ConversionEngine`.
pub fn module_of(engine: &str) -> String {
    in_small_letters(engine.trim_end_matches("Engine"), '_')
}
