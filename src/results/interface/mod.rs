//! The interface of a module: its inputs and outputs.

mod texts;

pub use texts::{interface_json, interface_markdown, interface_schema, interface_text};

use crate::infer::Inference;
use crate::program::{BlockValue, Definition, DefinitionId, Kind, Program};
use crate::syntax::tree::{Attribute, Block, BodyItem, Node, Tree};
use crate::types::vocabulary::Mark;
use crate::types::{Interner, Ty};

/// The inputs and outputs of a module, in source order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ModuleInterface {
    /// The variables that callers may set.
    pub inputs: Vec<Member>,
    /// The values that callers may read.
    pub outputs: Vec<Member>,
}

/// An input or an output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// Its name.
    pub name: String,
    /// Its type: declared for an input, inferred for an output.
    pub ty: Ty,
    /// Its description.
    pub description: Option<String>,
    /// The default of an input, as written.
    pub default: Option<String>,
    /// Holds if the value is a secret.
    pub is_sensitive: bool,
    /// Holds if the value is not stored.
    pub is_ephemeral: bool,
}

impl ModuleInterface {
    /// Returns the interface of a program whose types have been inferred.
    pub fn of(program: &Program, inference: &Inference, types: &Interner) -> Self {
        let mut interface = Self::default();
        for id in program.definition_ids() {
            let definition = program.definition(id);
            match definition.kind {
                Kind::Variable | Kind::Config => {
                    interface.inputs.push(member(program, definition, input_type(program, id, inference), types));
                }
                Kind::Output => {
                    let output = member(program, definition, inference.definition_type(id), types);
                    let has =
                        |mark| inference.marks_of(id).iter().any(|of| of.1 == mark && types.members(of.0).is_empty());
                    interface.outputs.push(Member {
                        is_sensitive: output.is_sensitive || has(Mark::Sensitive),
                        is_ephemeral: output.is_ephemeral || has(Mark::Ephemeral),
                        ..output
                    });
                }
                _ => {}
            }
        }
        interface
    }
}

impl Member {
    /// Holds if an input is required.
    pub fn is_required(&self) -> bool {
        self.default.is_none()
    }
}

/// Returns the declared type of an input.
fn input_type(program: &Program, id: DefinitionId, inference: &Inference) -> Ty {
    let of_block = match program.definition(id).block.as_deref().map(|block| block.value) {
        Some(BlockValue::Config { declared, .. }) => Some(declared),
        _ => None,
    };
    program.declared.get(&id).copied().or(of_block).unwrap_or_else(|| inference.definition_type(id))
}

fn member(program: &Program, definition: &Definition, ty: Ty, types: &Interner) -> Member {
    let file = program.file(definition.file);
    let block = file.tree.body.iter().filter_map(BodyItem::as_block).find(|block| block.span == definition.span);
    let called = |name: &str| block.and_then(|block| attribute(block, name, types));
    let is_set = |name: &str| called(name).is_some_and(|of| matches!(file.tree.node(of.value), Node::Bool(true)));
    let name = definition.address().next_back().unwrap_or_default().to_owned();
    Member {
        name,
        ty,
        description: called("description").and_then(|of| text(&file.tree, of, types)),
        default: called("default").map(|of| file.source.slice(file.tree.span(of.value)).to_owned()),
        is_sensitive: is_set("sensitive") || is_set("secret"),
        is_ephemeral: is_set("ephemeral"),
    }
}

fn attribute<'b>(block: &'b Block, name: &str, types: &Interner) -> Option<&'b Attribute> {
    block.body.iter().filter_map(BodyItem::as_attribute).find(|attribute| types.text(attribute.name) == name)
}

fn text(tree: &Tree, attribute: &Attribute, types: &Interner) -> Option<String> {
    match tree.node(attribute.value) {
        Node::String(text) => Some(types.text(text).trim().to_owned()),
        _ => None,
    }
}
