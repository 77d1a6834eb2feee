//! Files that the functions of a module read: whether they are there, the text that `file` gives, and the names in templates, which
//! local values may be as well.
//!
//! A path is known if it is a text, or a text behind `path.module` or `path.root`. Files are read only below the directories that
//! are allowed to the program, and templates are parsed, not evaluated.

use std::path::PathBuf;

use rustc_hash::FxHashSet;

use super::modules::Reading;
use crate::dialect::{Dialect, Unread};
use crate::program::environment::Environment;
use crate::program::resolve::attribute_path;
use crate::program::{FileId, Kind, NamedFile, Place, Program};
use crate::syntax::parse_file_of;
use crate::syntax::tree::{BodyItem, Call, Node, NodeId, StepKey, Tree};
use crate::types::{Interner, Name};

/// The functions that read the file at their first argument.
const READERS: [&str; 9] = [
    "file",
    "filebase64",
    "filebase64sha256",
    "filebase64sha512",
    "filemd5",
    "filesha1",
    "filesha256",
    "filesha512",
    "templatefile",
];

/// The functions that render a template which is a value.
const RENDERERS: [&str; 1] = ["templatestring"];

/// The most bytes of a file whose text is a known value.
const MOST_TEXT: usize = 1 << 16;

/// Finds the files that the calls in a program name.
pub(super) fn read_named_files(program: &mut Program, reading: &mut Reading<'_>, types: &mut Interner) {
    let (mut found, mut linked, mut malformed) = (Vec::new(), Vec::new(), FxHashSet::default());
    for (file, id) in program.files.iter().zip((0..).map(FileId)) {
        let is_reader = |function: Name| is_one_of(&READERS, function, types) || is_one_of(&RENDERERS, function, types);
        if !file.tree.calls().iter().any(|call| is_reader(call.function)) {
            continue;
        }
        for node in (0..file.tree.len() as u32).map(NodeId) {
            let Node::Call(call) = file.tree.node(node) else { continue };
            let call = *file.tree.call(call);
            if is_one_of(&RENDERERS, call.function, types) {
                let template = local_template(program, &file.tree, call, types).map(|text| types.text(text).to_owned());
                let read = template.map(|template| read_template(&template, reading.environment, types));
                found.extend(read.map(|read| (Place { file: id, node }, read)));
                continue;
            }
            let Some((argument, path, is_certain)) = named_path(&file.tree, call, reading, types) else { continue };
            let read = reading.read_file(&path);
            let named = named_file(&read, (call.function, is_certain), reading.environment, types);
            // A malformed template is reported once.
            let named =
                named.filter(|named| !matches!(named, NamedFile::Malformed { .. }) || malformed.insert(path.clone()));
            if read.is_ok() {
                linked.push((Place { file: id, node: argument }, path));
            }
            found.extend(named.map(|named| (Place { file: id, node }, named)));
        }
    }
    program.named_files.extend(found);
    program.linked_files = linked;
}

/// Holds if a function, maybe with the namespace of Terraform's own functions, has one of these names.
fn is_one_of(names: &[&str], function: Name, types: &Interner) -> bool {
    names.contains(&own_name(function, types))
}

/// Returns the name of a function without the namespace of Terraform's own functions.
fn own_name(function: Name, types: &Interner) -> &str {
    let name = types.text(function);
    name.strip_prefix("core::").unwrap_or(name)
}

/// Returns the template that a call renders, if it is a local value without interpolations.
fn local_template(program: &Program, tree: &Tree, call: Call, types: &Interner) -> Option<Name> {
    let path = attribute_path(tree, *tree.list(call.arguments).first()?);
    let [root, name] = path[..] else { return None };
    let label = format!("{}.{}", types.text(root), types.text(name));
    let mut locals = program.definitions.iter().filter(|definition| definition.kind == Kind::Local);
    let local = locals.find(|definition| definition.label == label)?;
    match program.file(local.file).tree.node(local.expressions.first()?.root) {
        Node::String(text) => Some(text),
        _ => None,
    }
}

/// Returns the argument of a call that names a file, and the path, if it is known; the flag holds if it is certain.
fn named_path(tree: &Tree, call: Call, reading: &Reading<'_>, types: &Interner) -> Option<(NodeId, PathBuf, bool)> {
    let argument = *tree.list(call.arguments).first().filter(|_| is_one_of(&READERS, call.function, types))?;
    let (path, is_certain) = path(tree, argument, reading, types)?;
    Some((argument, path, is_certain))
}

fn named_file(
    read: &Result<String, Unread>,
    (function, is_certain): (Name, bool),
    environment: &Environment,
    types: &mut Interner,
) -> Option<NamedFile> {
    match (read, own_name(function, types)) {
        (Ok(text), "templatefile") => Some(read_template(text, environment, types)),
        (Ok(text), "file") if is_certain && text.len() <= MOST_TEXT => Some(NamedFile::Text(types.name(text))),
        (Err(Unread::Missing), _) if is_certain => Some(NamedFile::Missing),
        _ => None,
    }
}

/// Returns the path that an expression denotes, if it is known. The flag holds if it is certain: paths of other kinds begin at the
/// directory of the root module, which may be another one than the program's.
fn path(tree: &Tree, node: NodeId, reading: &Reading<'_>, types: &Interner) -> Option<(PathBuf, bool)> {
    match tree.node(node) {
        Node::Parenthesis(inner) => path(tree, inner, reading, types),
        Node::String(text) if reading.is_outermost() => Some((reading.own_directory()?.join(types.text(text)), false)),
        Node::Template(parts) => {
            let [start, rest] = tree.list(parts) else { return None };
            let Node::Text(rest) = tree.node(*rest) else { return None };
            let is_certain = match directory(tree, *start, types)? {
                "module" => true,
                "root" if reading.is_outermost() => false,
                _ => return None,
            };
            Some((reading.own_directory()?.join(types.text(rest).strip_prefix('/')?), is_certain))
        }
        _ => None,
    }
}

/// Returns the word in `path.module`, `path.root` or `path.cwd`.
fn directory<'t>(tree: &Tree, node: NodeId, types: &'t Interner) -> Option<&'t str> {
    match tree.node(node) {
        Node::Wrap(inner) => directory(tree, inner, types),
        Node::Variable(name, steps) => match (types.text(name), tree.steps(steps)) {
            ("path", [step]) => match step.key {
                StepKey::Attribute(name) => Some(types.text(name)),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    }
}

/// Returns the names that a template refers to, in order, or what is wrong with it. Linear in its text.
fn read_template(text: &str, environment: &Environment, types: &mut Interner) -> NamedFile {
    // In a document of this name, a text is the template of a file.
    let mut mark = "TEMPLATE".to_owned();
    while text.contains(&mark) {
        mark.push('_');
    }
    let document = format!("template = <<{mark}\n{text}\n{mark}\n");
    let (tree, errors) = parse_file_of("template.tf", &document, Dialect::Terraform.shapes(), types);
    let line = |at: u32| document[..at as usize].matches('\n').count().clamp(1, text.lines().count().max(1)) as u32;
    if let Some(error) = errors.first() {
        return NamedFile::Malformed { line: line(error.span.start), message: error.message() };
    }
    let unknown = tree.calls().iter().find(|call| environment.function(call.function).is_none());
    if let Some(call) = unknown.filter(|call| !types.text(call.function).contains("::")) {
        let message = format!("undefined function `{}`", types.text(call.function));
        return NamedFile::Malformed { line: line(call.function_span.start), message };
    }
    let attributes = || tree.body.iter().filter_map(BodyItem::as_attribute);
    let (mut found, mut seen) = (Vec::new(), FxHashSet::default());
    for attribute in attributes() {
        collect(&tree, attribute.value, &mut Vec::new(), &mut |name| {
            if seen.insert(name) {
                found.push(name);
            }
        });
    }
    NamedFile::Template { names: found, is_text: attributes().all(|template| is_text(&tree, template.value, types)) }
}

/// Holds if the template of a file has more than one part, or is a literal text. The last part ends with the newline that the document
/// adds.
fn is_text(tree: &Tree, template: NodeId, types: &Interner) -> bool {
    let Node::Template(parts) = tree.node(template) else { return matches!(tree.node(template), Node::String(_)) };
    let is_added = |part: &NodeId| matches!(tree.node(*part), Node::Text(text) if types.text(text) == "\n");
    match tree.list(parts) {
        [_] => false,
        [_, rest] => !is_added(rest),
        _ => true,
    }
}

/// Visits the free names of an expression. `bound` has the variables of the iterations around it.
fn collect(tree: &Tree, node: NodeId, bound: &mut Vec<Name>, visit: &mut impl FnMut(Name)) {
    let mut children = Vec::new();
    match tree.node(node) {
        Node::Variable(name, _) if !bound.contains(&name) => visit(name),
        Node::For(parts) => {
            let parts = tree.for_parts(parts);
            collect(tree, parts.collection, bound, visit);
            let outer = bound.len();
            bound.extend(parts.key_variable.into_iter().chain([parts.value_variable]));
            for inner in parts.key.into_iter().chain([parts.value]).chain(parts.condition) {
                collect(tree, inner, bound, visit);
            }
            bound.truncate(outer);
            return;
        }
        _ => {}
    }
    tree.each_child(node, &mut |child| children.push(child));
    for child in children {
        collect(tree, child, bound, visit);
    }
}

#[cfg(test)]
mod tests {
    use super::read_template;
    use crate::dialect::terraform::environment;
    use crate::program::NamedFile;
    use crate::types::Interner;

    #[test]
    fn a_template_of_one_interpolation_may_have_any_value() {
        let mut types = Interner::default();
        let environment = environment(&mut types);
        let mut is_text = |template: &str| match read_template(template, &environment, &mut types) {
            NamedFile::Template { is_text, .. } => is_text,
            other => panic!("{other:?}"),
        };
        assert!(!is_text("${name}") && !is_text("${ [1] }"));
        assert!(is_text("${name}\n") && is_text("a ${name}") && is_text("${a}${b}") && is_text("a") && is_text(""));
    }
}
