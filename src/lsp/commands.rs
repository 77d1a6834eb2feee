//! Commands that clients may run, for content too long for a hover.

use gen_lsp_types::Position;
use serde::{Deserialize, Serialize};

use super::hover::goal;
use super::proofs::{Goal, text, whole};
use super::rules::{ROWS, WHY};
use super::subject::{Subject, subject_at};
use super::types::type_of;
use super::view::View;
use crate::diagnostics::Diagnostic;
use crate::program::{DefinitionId, FileId, Part, Place};
use crate::render::ProofNode;
use crate::syntax::tree::Node;
use crate::types::Interner;
use crate::types::display::display;

/// The command that shows the proof of a type or of a problem at a position.
pub const PROOF: &str = "typelog.proof";
/// The command that shows the whole type at a position.
pub const TYPE: &str = "typelog.type";
/// The command that shows the facts about the subject at a position.
pub const FACTS: &str = "typelog.facts";
/// The command that shows the page of a diagnostic code.
pub const PAGE: &str = "typelog.page";

/// The names of the commands.
pub const COMMANDS: [&str; 6] = [PROOF, TYPE, FACTS, PAGE, ROWS, WHY];

/// The position that a command refers to.
#[derive(Debug, Deserialize)]
pub struct At {
    /// The document.
    pub uri: String,
    /// The position in it.
    pub position: Position,
    /// The code of the diagnostic to prove; `None` asks for the proof of the type.
    #[serde(default)]
    pub code: Option<String>,
}

/// A proof, as text and as a tree.
#[derive(Debug, Serialize)]
pub struct ShownProof {
    /// The text.
    pub text: String,
    /// The tree.
    pub tree: ProofNode,
}

/// Returns the proof of the type, or of a diagnostic, at an offset of a file.
pub fn proof(
    view: &View<'_>,
    types: &mut Interner,
    all: &[Diagnostic],
    (file, offset): (FileId, u32),
    code: Option<&str>,
) -> Option<ShownProof> {
    let (id, goal) = if let Some(code) = code {
        let here =
            |of: &&Diagnostic| of.file == file && of.code == code && of.span.start <= offset && offset <= of.span.end;
        let found = all.iter().find(here)?;
        (view.program.definition_at(file, found.span.start)?, Goal::Diagnostic(found))
    } else {
        let subject = subject_at(view, types, file, offset)?.subject;
        goal(view, subject).or_else(|| value_goal(view, subject))?
    };
    let tree = whole(view, types, id, goal)?;
    Some(ShownProof { text: text(&tree), tree })
}

/// Returns the goal for the value of a named attribute, input or key, or for the call of a function.
fn value_goal(view: &View<'_>, subject: Subject) -> Option<(DefinitionId, Goal<'static>)> {
    let root = |id: DefinitionId, number: usize| {
        let definition = view.program.definition(id);
        Some(Place { file: definition.file, node: definition.expressions.get(number)?.root })
    };
    let at = match subject {
        Subject::Function(_, call) => call,
        Subject::Key(object, number) => {
            let tree = view.tree(object.file);
            let Node::Object(items) = tree.node(object.node) else { return None };
            Place { file: object.file, node: tree.items(items).get(number)?.value }
        }
        Subject::Attribute(id, number) => root(id, number)?,
        Subject::Input(id, name) => {
            let expressions = &view.program.definition(id).expressions;
            root(id, expressions.iter().position(|expression| expression.part == Part::Input(name))?)?
        }
        _ => return None,
    };
    Some((view.program.definition_of(at)?, Goal::Expression(at)))
}

/// Returns the whole type of the subject at an offset of a file.
pub fn whole_type(view: &View<'_>, types: &mut Interner, file: FileId, offset: u32) -> Option<String> {
    let subject = subject_at(view, types, file, offset)?.subject;
    type_of(view, types, subject).map(|ty| display(types, ty))
}
