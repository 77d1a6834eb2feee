//! The interface of a module: its inputs and outputs.

mod notation;
mod texts;

pub use notation::{ObjectAttribute, attributes_of, default_text, defaults_of_elements, terraform_type};
pub use texts::{interface_json, interface_markdown, interface_schema, interface_text};

use crate::infer::Inference;
use crate::program::{BlockValue, Definition, DefinitionId, Kind, Program};
use crate::syntax::tree::{Attribute, Block, BodyItem, Node, NodeId, ObjectItem, ObjectKey, Tree};
use crate::type_expressions::defaults::Defaults;
use crate::types::vocabulary::{Mark, Path};
use crate::types::{Interner, Ty};
use serde_json::{Value as Json, json};

/// The inputs and outputs of a module, in source order.
#[derive(Clone, Debug, Default)]
pub struct ModuleInterface {
    /// The variables that callers may set.
    pub inputs: Vec<Member>,
    /// The values that callers may read.
    pub outputs: Vec<Member>,
}

/// An input or an output.
#[derive(Clone, Debug)]
pub struct Member {
    /// Its name.
    pub name: String,
    /// Its type: declared for an input, inferred for an output.
    pub ty: Ty,
    /// The declared type in the notation of Terraform.
    pub declared: Option<String>,
    /// The defaults in it.
    pub defaults: Option<Defaults>,
    /// Its description.
    pub description: Option<String>,
    /// The default of an input, as written.
    pub default: Option<String>,
    /// The same as JSON, if it is a literal.
    pub default_json: Option<Json>,
    /// Holds if an input takes null instead of a value.
    pub is_nullable: bool,
    /// The conditions that the value of an input satisfies.
    pub validations: Vec<Validation>,
    /// Holds if the value is a secret.
    pub is_sensitive: bool,
    /// Holds if the value is not stored.
    pub is_ephemeral: bool,
}

/// A condition on the value of an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Validation {
    /// The condition, as written.
    pub condition: String,
    /// The message if it does not hold, as written.
    pub message: String,
}

impl ModuleInterface {
    /// Returns the interface of a program whose types have been inferred.
    pub fn of(program: &Program, inference: &Inference, types: &Interner) -> Self {
        let mut interface = Self::default();
        for id in program.definition_ids() {
            let definition = program.definition(id);
            match definition.kind {
                Kind::Variable | Kind::Config => {
                    let ty = input_type(program, id, inference);
                    let declared = program.declared.get(&id);
                    let defaults = program.defaults.get(&id).cloned();
                    let declared = declared.map(|&ty| terraform_type(types, ty, defaults.as_ref()));
                    interface.inputs.push(Member { declared, defaults, ..member(program, definition, ty, types) });
                }
                Kind::Output => {
                    let output = member(program, definition, inference.definition_type(id), types);
                    let has = |mark| inference.marks_of(id).contains(&(Path::EMPTY, mark));
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
    let is_off = |name: &str| called(name).is_some_and(|of| matches!(file.tree.node(of.value), Node::Bool(false)));
    let name = definition.address().next_back().unwrap_or_default().to_owned();
    let written = |of: &Attribute| file.source.slice(file.tree.span(of.value)).to_owned();
    let inner = block.into_iter().flat_map(|block| block.body.iter().filter_map(BodyItem::as_block));
    let validations = inner.filter(|inner| types.text(inner.kind) == "validation").filter_map(|inner| {
        let part = |name: &str| attribute(inner, name, types).map(written);
        Some(Validation { condition: part("condition")?, message: part("error_message")? })
    });
    Member {
        name,
        ty,
        declared: None,
        defaults: None,
        is_nullable: definition.kind == Kind::Variable && !is_off("nullable"),
        validations: validations.collect(),
        default_json: called("default").and_then(|of| literal(&file.tree, of.value, types)),
        description: called("description").and_then(|of| text(&file.tree, of, types)),
        default: called("default").map(written),
        is_sensitive: is_set("sensitive") || is_set("secret"),
        is_ephemeral: is_set("ephemeral"),
    }
}

fn attribute<'b>(block: &'b Block, name: &str, types: &Interner) -> Option<&'b Attribute> {
    block.body.iter().filter_map(BodyItem::as_attribute).find(|attribute| types.text(attribute.name) == name)
}

/// Returns a literal as JSON.
fn literal(tree: &Tree, node: NodeId, types: &Interner) -> Option<Json> {
    match tree.node(node) {
        Node::Null => Some(Json::Null),
        Node::Bool(value) => Some(json!(value)),
        Node::Number(number) => serde_json::from_str(&types.number_of(number).to_string()).ok(),
        Node::String(text) => Some(json!(types.text(text))),
        Node::Parenthesis(inner) => literal(tree, inner, types),
        Node::Tuple(items) => tree.list(items).iter().map(|&item| literal(tree, item, types)).collect(),
        Node::Object(items) => {
            let entry = |item: &ObjectItem| {
                let key = match item.key {
                    ObjectKey::Name(name) => types.text(name).to_owned(),
                    ObjectKey::Expression(key, _) => literal(tree, key, types)?.as_str()?.to_owned(),
                };
                Some((key, literal(tree, item.value, types)?))
            };
            tree.items(items).iter().map(entry).collect::<Option<serde_json::Map<_, _>>>().map(Json::Object)
        }
        _ => None,
    }
}

fn text(tree: &Tree, attribute: &Attribute, types: &Interner) -> Option<String> {
    match tree.node(attribute.value) {
        Node::String(text) => Some(types.text(text).trim().to_owned()),
        _ => None,
    }
}
