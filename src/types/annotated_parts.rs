//! The annotations of a type and of its parts, as texts.

use std::fmt::Write as _;

use super::display::display_key;
use super::{Interner, Shape, Ty};

/// The maximum number of annotations listed for one type.
const MOST: usize = 100;

/// An annotation in a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnnotatedPart {
    /// The path to the part in the syntax of a program: `.a[0]`, and `[*]` for the elements of a collection.
    pub at: String,
    /// The word for the kind of the annotation.
    pub kind: &'static str,
    /// The token that it links to.
    pub token: String,
}

/// Returns the annotations of a type and of its parts, a hundred at most. The search stops at annotated parts. Eventuals and
/// unions add no step to a path.
pub fn annotated_parts(types: &Interner, ty: Ty) -> Vec<AnnotatedPart> {
    let mut found = Vec::new();
    visit(types, ty, &mut String::new(), &mut found);
    found.dedup();
    found
}

fn visit(types: &Interner, ty: Ty, at: &mut String, found: &mut Vec<AnnotatedPart>) {
    if !types.is_annotated(ty) || found.len() >= MOST {
        return;
    }
    let own = types.annotation_texts(ty);
    if !own.is_empty() {
        let part = |(kind, token): (_, &str)| AnnotatedPart { at: at.clone(), kind, token: token.to_owned() };
        return found.extend(own.into_iter().map(part));
    }
    let length = at.len();
    let mut step = |text: &str, part| {
        at.push_str(text);
        visit(types, part, at, found);
        at.truncate(length);
    };
    match types.shape(ty) {
        Shape::Output(part) | Shape::Promise(part) => step("", part),
        Shape::Applied(..) => {
            for &argument in types.members(ty) {
                step("", argument);
            }
        }
        Shape::List(part) | Shape::Set(part) | Shape::Map(part) => step("[*]", part),
        Shape::Tuple(_) => {
            let mut text = String::new();
            for (place, &member) in types.members(ty).iter().enumerate() {
                text.clear();
                let _ = write!(text, "[{place}]");
                step(&text, member);
            }
        }
        Shape::Object(_) => {
            for &(name, property) in types.properties(ty) {
                let key = display_key(types.text(name));
                step(&if key.starts_with('"') { format!("[{key}]") } else { format!(".{key}") }, property);
            }
        }
        Shape::Union(_) => {
            // The members of a union are unordered.
            let mut members = Vec::new();
            for &member in types.members(ty) {
                visit(types, member, at, &mut members);
            }
            members.sort_by(|a: &AnnotatedPart, b| (&a.at, a.kind, &a.token).cmp(&(&b.at, b.kind, &b.token)));
            found.extend(members);
        }
        _ => {}
    }
}
