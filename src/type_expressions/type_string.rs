//! The text of types in HCL's notation.

use crate::builtins::converted_type;
use crate::types::display::{display, quoted};
use crate::types::{Interner, Shape, Ty};

/// Returns the text of a constraint's type like HCL's `TypeString`: optional properties have their bare type, there are no
/// blanks, and keys are quoted only if they are not identifiers.
pub fn type_string(types: &mut Interner, ty: Ty) -> String {
    let bare = converted_type(types, ty);
    let mut out = String::new();
    write_type_string(&mut out, types, bare);
    out
}

fn write_type_string(out: &mut String, types: &Interner, ty: Ty) {
    match types.shape(ty) {
        Shape::List(element) => write_applied(out, types, "list", element),
        Shape::Set(element) => write_applied(out, types, "set", element),
        Shape::Map(element) => write_applied(out, types, "map", element),
        Shape::Tuple(_) => {
            out.push_str("tuple([");
            for (at, &member) in types.members(ty).iter().enumerate() {
                out.push_str(if at > 0 { "," } else { "" });
                write_type_string(out, types, member);
            }
            out.push_str("])");
        }
        Shape::Object(_) => {
            out.push_str("object({");
            for (at, &(name, property)) in types.properties(ty).iter().enumerate() {
                out.push_str(if at > 0 { "," } else { "" });
                let name = types.text(name);
                out.push_str(&if is_identifier(name) { name.to_owned() } else { quoted(name) });
                out.push('=');
                write_type_string(out, types, property);
            }
            out.push_str("})");
        }
        _ => out.push_str(&display(types, ty)),
    }
}

fn write_applied(out: &mut String, types: &Interner, constructor: &str, element: Ty) {
    out.push_str(constructor);
    out.push('(');
    write_type_string(out, types, element);
    out.push(')');
}

/// Holds for HCL's identifiers: a letter or underscore, then letters, digits, underscores and dashes.
fn is_identifier(text: &str) -> bool {
    let is_part = |part: char| part.is_alphanumeric() || part == '_' || part == '-';
    text.starts_with(|first: char| first.is_alphabetic() || first == '_') && text.chars().all(is_part)
}
