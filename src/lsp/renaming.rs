//! Renaming: the edits that give a name another form, unless that would change what names mean.

use std::collections::HashMap;

use gen_lsp_types::{TextEdit, Uri};

use super::references::{Occurrence, all_nodes, occurrences, part_of_item};
use super::subject::{Found, Subject, binders, block_of};
use super::view::View;
use crate::program::resolve::{Target, is_provider};
use crate::program::{BlockValue, Definition, DefinitionId, Expression, FileId, Kind, Place};
use crate::source::Span;
use crate::syntax::parse_expression;
use crate::syntax::tree::{For, Node};
use crate::types::{Interner, Name};

/// Returns the subject at an offset of a file and its occurrences, if its name can be changed.
///
/// # Errors
/// The reason why it cannot be renamed.
pub fn renamed(
    view: &View<'_>,
    types: &Interner,
    file: FileId,
    offset: u32,
) -> Result<(Found, Vec<Occurrence>), String> {
    let found = occurrences(view, types, file, offset);
    let (found, all) = found.ok_or("there is no name here that can be changed")?;
    let name = view.program.file(file).source.slice(found.span);
    match found.subject {
        Subject::Declared(_) if view.program.is_terraform => return Err(format!("`{name}` is a part of the language")),
        Subject::Declared(_) => return Err(format!("`{name}` is declared outside of the program")),
        Subject::Function(..) => return Err(format!("the function `{name}` is not defined in the program")),
        Subject::Definition(id) => renamed_definition(view, id, name)?,
        Subject::Step(at, number) if part_of_item(view, types, at, number).is_some() => {
            return Err(format!("`{name}` is a part of the language"));
        }
        _ => {}
    }
    if view.program.is_terraform && name.contains('.') {
        return Err(format!("of `{name}`, only the last word is a name that can be changed"));
    }
    if all.iter().any(|of| view.program.file(of.file).source.slice(of.span) != name) {
        return Err(format!("`{name}` is not written as such everywhere, or comes from the block's range"));
    }
    Ok((found, all))
}

/// # Errors
/// The reason why a definition cannot have another name.
fn renamed_definition(view: &View<'_>, id: DefinitionId, name: &str) -> Result<(), String> {
    let definition = view.program.definition(id);
    match definition.block.as_ref().map(|block| block.value) {
        Some(BlockValue::Item) => Err("`each` is a part of the language".to_owned()),
        Some(BlockValue::Iterator) => Ok(()),
        _ if definition.name.is_none() => Err(format!("nothing refers to `{name}` by its name")),
        _ if is_provider(definition) && definition.address().count() < 3 => {
            Err(format!("the provider `{name}` is named by its source"))
        }
        _ => Ok(()),
    }
}

/// Renames occurrences of a subject in a program. Returns the edits of its files.
///
/// # Errors
/// The conflict that would change the meaning of names.
pub fn rename(
    view: &View<'_>,
    types: &mut Interner,
    (subject, old): (Subject, &str),
    all: &[Occurrence],
    new: &str,
) -> Result<Edits, String> {
    let parsed = parse_expression(new, types).ok();
    let name = parsed.and_then(|(tree, root)| match tree.node(root) {
        Node::Variable(name, steps) if tree.steps(steps).is_empty() && types.text(name) == new => Some(name),
        _ => None,
    });
    let name = name.ok_or_else(|| format!("`{new}` is not a name"))?;
    if old != new {
        conflict(view, types, subject, all, name).map_or(Ok(()), Err)?;
    }
    let mut edits = Edits::new();
    for of in all {
        let edit = named_iterator(view, types, subject, of, new)
            .unwrap_or_else(|| TextEdit { range: view.range(of.file, of.span), new_text: new.to_owned() });
        edits.entry(view.uri(of.file).into()).or_default().push(edit);
    }
    Ok(edits)
}

/// Edits by the URIs of files.
pub type Edits = HashMap<Uri, Vec<TextEdit>>;

/// Returns the edit that names the iterator of a dynamic block, which has the name of the block so far.
fn named_iterator(view: &View<'_>, types: &Interner, subject: Subject, of: &Occurrence, new: &str) -> Option<TextEdit> {
    let Subject::Definition(id) = subject else { return None };
    let is_iterator = matches!(view.program.definition(id).block.as_ref()?.value, BlockValue::Iterator);
    let block = block_of(view, id).filter(|_| is_iterator && of.is_definition)?;
    let label = block.labels.first()?.1;
    if view.unquoted(of.file, label) != of.span || types.text(block.kind) != "dynamic" {
        return None;
    }
    let indent = view.position(of.file, block.kind_span.start).character as usize + 2;
    let at = Span { start: block.open.end, end: block.open.end };
    let new_text = format!("\n{}iterator = {new}", " ".repeat(indent));
    Some(TextEdit { range: view.range(of.file, at), new_text })
}

/// Returns the reason why a subject cannot have a new name.
fn conflict(view: &View<'_>, types: &Interner, subject: Subject, all: &[Occurrence], new: Name) -> Option<String> {
    let captured = || "a variable of this name is between the name and its uses".to_owned();
    let binds_new = |parts: &For| parts.value_variable == new || parts.key_variable == Some(new);
    // A for-expression around a use would capture the new name.
    let mut fors = all_nodes(view).filter_map(|at| match view.tree(at.file).node(at.node) {
        Node::For(parts) if binds_new(view.tree(at.file).for_parts(parts)) => {
            Some((at.file, view.tree(at.file).span(at.node)))
        }
        _ => None,
    });
    let mut named_new = all_nodes(view)
        .filter(|&at| matches!(view.tree(at.file).node(at.node), Node::Variable(name, _) if name == new));
    match subject {
        Subject::Definition(id) if view.program.is_terraform => address_conflict(view, types, id, new),
        Subject::Definition(id) => {
            let is_output = |of: &Definition| of.kind == Kind::Output;
            let own = view.program.definition(id);
            let mut same = view.program.definitions.iter().filter(|of| is_output(of) == is_output(own));
            if same.any(|of| of.name == Some(new)) {
                return Some("there is another definition of this name".to_owned());
            }
            if named_new.any(|at| !matches!(view.inference.target(at), Target::Local(_))) {
                return Some("the name is used for something else".to_owned());
            }
            let mut uses = fors.flat_map(|(file, span)| all.iter().map(move |of| (of, file, span)));
            uses.any(|(of, file, span)| of.file == file && span.contains(of.span)).then(captured)
        }
        Subject::Variable(id, number) => {
            let scope = scope_of(view, id, number)?;
            let is_inside = |at: Place| scope.0 == at.file && scope.1.contains(view.tree(at.file).span(at.node));
            if named_new.any(is_inside) {
                return Some("the name is used for something else in the expression".to_owned());
            }
            fors.any(|(file, span)| file == scope.0 && (scope.1.contains(span))).then(captured)
        }
        _ => None,
    }
}

/// Returns the reason why the last part of an address cannot be another name.
fn address_conflict(view: &View<'_>, types: &Interner, id: DefinitionId, new: Name) -> Option<String> {
    let (definition, new) = (view.program.definition(id), types.text(new));
    if let Some((before, _)) = definition.label.rsplit_once('.').filter(|_| definition.name.is_some()) {
        let address = format!("{before}.{new}");
        let is_taken = view.program.definitions.iter().any(|of| of.name.is_some() && *of.label == address);
        return is_taken.then(|| format!("there is another definition of `{address}`"));
    }
    // An iterator: its name is free in its block.
    let is_inside =
        |at: Place| at.file == definition.file && definition.span.contains(view.tree(at.file).span(at.node));
    let is_new =
        |at: Place| matches!(view.tree(at.file).node(at.node), Node::Variable(name, _) if types.text(name) == new);
    let mut uses = all_nodes(view).filter(|&at| is_inside(at));
    uses.any(is_new).then(|| "the name is used for something else in the block".to_owned())
}

/// Returns the span of the for-expression that binds a variable.
fn scope_of(view: &View<'_>, id: DefinitionId, number: u32) -> Option<(FileId, Span)> {
    let definition = view.program.definition(id);
    let nodes = definition.expressions.iter().flat_map(Expression::nodes);
    let mut places = nodes.map(|node| Place { file: definition.file, node });
    let at = places.find(|&at| binders(view, at).iter().any(|&(of, _)| of == number))?;
    Some((at.file, view.tree(at.file).span(at.node)))
}
