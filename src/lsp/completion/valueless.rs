//! Completion in attributes of Terraform that are no values: types of variables, addresses of moved blocks, ignored arguments.

use gen_lsp_types::CompletionItemKind;

use super::Completion;
use super::mark::{Marked, find};
use super::names::{addresses_after, instances};
use super::repair::Repaired;
use crate::lsp::view::View;
use crate::program::{Definition, FileId};
use crate::syntax::parse_body;
use crate::syntax::tree::{BodyItem, Node, NodeId, StepKey, Tree};
use crate::types::Interner;

/// The constructors of type constraints, each with a snippet.
const CONSTRAINTS: [(&str, &str); 9] = [
    ("any", "any"),
    ("bool", "bool"),
    ("list", "list($0)"),
    ("map", "map($0)"),
    ("number", "number"),
    ("object", "object({\n    $0\n  })"),
    ("set", "set($0)"),
    ("string", "string"),
    ("tuple", "tuple([$0])"),
];

/// Returns the completions at the mark, if it is in such an attribute. Their nodes are read from the text, since those of types are
/// not in the tree of a checked program.
pub fn words(view: &View<'_>, types: &mut Interner, file: FileId, repaired: &Repaired) -> Option<Vec<Completion>> {
    if !view.program.is_terraform || view.is_json(file) {
        return None;
    }
    let (tree, _) = parse_body(&repaired.text, types);
    let (node, steps) = match find(&tree, types)? {
        Marked::Name(node) => (node, 0),
        Marked::Step(node, number) => (node, number),
        _ => return None,
    };
    let (path, labels, name) = attribute_around(&tree, types, tree.span(node).start)?;
    let path: Vec<&str> = path.iter().map(String::as_str).collect();
    match (&path[..], &name[..]) {
        (["variable" | "output"], "type") => {
            let constraint =
                |&(name, snippet): &(&str, &str)| Completion::new(name, CompletionItemKind::Class, 1).snippet(snippet);
            Some(CONSTRAINTS.iter().map(constraint).collect())
        }
        (["resource", "lifecycle"], "ignore_changes") if steps == 0 => Some(arguments(view, types, &labels)),
        (["import" | "moved" | "removed"], "from" | "to") => {
            let named = instances(view, types);
            let before = before(&tree, types, node, steps)?;
            Some(addresses_after(view, types, &named, &before))
        }
        _ => None,
    }
}

/// Returns the words of a traversal before a step; none for its first word.
fn before(tree: &Tree, types: &Interner, node: NodeId, steps: usize) -> Option<Vec<String>> {
    let Node::Variable(root, all) = tree.node(node) else { return None };
    if steps == 0 && tree.steps(all).is_empty() {
        return Some(Vec::new());
    }
    let names = tree.steps(all).get(..steps)?.iter().map(|step| match step.key {
        StepKey::Attribute(name) => Some(types.text(name).to_owned()),
        _ => None,
    });
    std::iter::once(Some(types.text(root).to_owned())).chain(names).collect()
}

/// Returns the arguments of the resource with these labels, and the word for all of them.
fn arguments(view: &View<'_>, types: &Interner, labels: &[String]) -> Vec<Completion> {
    let address = labels.join(".");
    let definition = view.program.definitions.iter().find(|definition| definition.label == address);
    let instance = definition.and_then(Definition::instance_type);
    let properties = instance.map_or(&[][..], |ty| types.properties(ty));
    let argument = |text: &str| Completion::new(text, CompletionItemKind::Property, 1);
    let all = Completion::new("all", CompletionItemKind::Keyword, 2);
    properties.iter().map(|property| argument(types.text(property.0))).chain([all]).collect()
}

/// Returns the types of the blocks around an offset, outermost first, the labels of the first, and the name of the attribute there.
fn attribute_around(tree: &Tree, types: &Interner, offset: u32) -> Option<(Vec<String>, Vec<String>, String)> {
    let (mut path, mut labels, mut body) = (Vec::new(), Vec::new(), &tree.body);
    loop {
        let item = body.iter().find(|item| match item {
            BodyItem::Attribute(attribute) => attribute.name_span.to(tree.span(attribute.value)).touches(offset),
            BodyItem::Block(block) => block.span.touches(offset),
        })?;
        match item {
            BodyItem::Attribute(attribute) => return Some((path, labels, types.text(attribute.name).to_owned())),
            BodyItem::Block(block) => {
                if path.is_empty() {
                    labels = block.labels.iter().map(|label| types.text(label.0).to_owned()).collect();
                }
                path.push(types.text(block.kind).to_owned());
                body = &block.body;
            }
        }
    }
}
