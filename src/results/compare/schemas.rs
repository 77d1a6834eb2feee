//! The changes between two versions of the schema of a package.

use std::collections::BTreeMap;
use std::path::Path;

use super::{InterfacePart, Side, breaks, conversion, problem};
use crate::render::difference::{Change, Difference};
use crate::schema::{Function, Resource, SchemaError, Schemas};
use crate::types::display::display;
use crate::types::{Constructor, Interner, NONE, Ty};

/// The members of a package, by name and kind, with their types. A resource and a function have no type of their
/// own.
type Members = BTreeMap<String, (Kind, Option<Ty>)>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Resource,
    Function,
    Member(Side),
}

/// Returns the differences between the schemas in two files.
///
/// # Errors
/// If a file cannot be read, or a schema in it is malformed.
pub fn schema_difference(before: &Path, after: &Path) -> Result<Difference, SchemaError> {
    let mut types = Interner::default();
    let old = members(before, &mut types)?;
    let new = members(after, &mut types)?;
    let mut difference = Difference::default();
    for name in old.keys().chain(new.keys().filter(|name| !old.contains_key(*name))) {
        let (was, is) = (old.get(name), new.get(name));
        let text = |member: Option<&(Kind, Option<Ty>)>| {
            member.map(|(_, ty)| ty.map_or_else(String::new, |ty| display(&types, ty)))
        };
        let texts = (text(was), text(is));
        if texts.0 == texts.1 {
            continue;
        }
        let both = was.and_then(|was| was.1).zip(is.and_then(|is| is.1));
        let conversion = both.map(|(was, is)| conversion(was, is, &mut types));
        let Some((kind, _)) = is.or(was) else { continue };
        // The parts of a removed or added whole are not listed.
        let whole = name.split(' ').next().filter(|whole| *whole != name);
        if whole.is_some_and(|whole| !old.contains_key(whole) || !new.contains_key(whole)) {
            continue;
        }
        if let Some((code, message)) = broken(name, *kind, was, is, &mut types) {
            difference.new_problems.push(problem(code, message, &after.display().to_string()));
        }
        let (name, kind) = (shown(name), kind.word().to_owned());
        difference.nodes.push(Change { name, kind, before: texts.0, after: texts.1, conversion });
    }
    difference.nodes.sort_by(|a, b| a.name.cmp(&b.name));
    difference.new_problems.sort_by(|a, b| a.message.cmp(&b.message));
    Ok(difference)
}

/// Returns the displayed name of a member: the token, and the name of the input or output.
fn shown(name: &str) -> String {
    match name.splitn(3, ' ').collect::<Vec<_>>()[..] {
        [token, _, part] => format!("{token} {part}"),
        [token, ..] => token.to_owned(),
        [] => String::new(),
    }
}

/// Returns the problem if a change breaks correct programs.
fn broken(
    name: &str,
    kind: Kind,
    was: Option<&(Kind, Option<Ty>)>,
    is: Option<&(Kind, Option<Ty>)>,
    types: &mut Interner,
) -> Option<(&'static str, String)> {
    let name = shown(name);
    let Kind::Member(side) = kind else {
        return is.is_none().then(|| ("removed", format!("there is no {} `{name}` any more", kind.word())));
    };
    let part = |member: Option<&(Kind, Option<Ty>)>| {
        let ty = member?.1?;
        Some(InterfacePart { ty, is_required: side == Side::Input && !accepts_none(ty, types) })
    };
    let (was, is) = (part(was), part(is));
    breaks(&name, side, was, is, types)
}

fn accepts_none(ty: Ty, types: &Interner) -> bool {
    ty == NONE || types.shape(ty).constructor() == Constructor::Union && types.members(ty).contains(&NONE)
}

impl Kind {
    fn word(self) -> &'static str {
        match self {
            Self::Resource => "resource",
            Self::Function => "function",
            Self::Member(side) => side.word(),
        }
    }
}

fn members(path: &Path, types: &mut Interner) -> Result<Members, SchemaError> {
    let (mut schemas, package) = Schemas::in_file(path)?;
    let mut members = Members::new();
    let sorted = |tokens: Vec<&str>| {
        let mut tokens: Vec<String> = tokens.into_iter().map(str::to_owned).collect();
        tokens.sort();
        tokens
    };
    for token in sorted(schemas.resource_tokens(package).collect()) {
        if let Some(resource) = schemas.resource(package, &token, types) {
            add_resource(&mut members, &token, &*resource?, types);
        }
    }
    for token in sorted(schemas.function_tokens(package).collect()) {
        if let Some(function) = schemas.function(package, &token, types) {
            add_function(&mut members, &token, &*function?, types);
        }
    }
    Ok(members)
}

fn add_resource(members: &mut Members, token: &str, resource: &Resource, types: &Interner) {
    members.insert(token.to_owned(), (Kind::Resource, None));
    for input in &resource.inputs {
        members
            .insert(format!("{token} input {}", types.text(input.name)), (Kind::Member(Side::Input), Some(input.ty)));
    }
    add_parts(members, token, Kind::Member(Side::Output), resource.outputs, types);
}

fn add_function(members: &mut Members, token: &str, function: &Function, types: &Interner) {
    members.insert(token.to_owned(), (Kind::Function, None));
    if let Some(inputs) = function.plain_inputs {
        add_parts(members, token, Kind::Member(Side::Input), inputs, types);
    }
    if let Some(returns) = function.returns {
        add_parts(members, token, Kind::Member(Side::Output), returns, types);
    }
}

/// Adds the properties of an object, or any other type as a whole.
fn add_parts(members: &mut Members, token: &str, kind: Kind, whole: Ty, types: &Interner) {
    if types.shape(whole).constructor() != Constructor::Object {
        members.insert(format!("{token} {}", kind.word()), (kind, Some(whole)));
        return;
    }
    for &(name, ty) in types.properties(whole) {
        members.insert(format!("{token} {} {}", kind.word(), types.text(name)), (kind, Some(ty)));
    }
}
