//! The canonical text of types: one text for each type, which `Environment::read_type` reads back.

use std::borrow::Cow;
use std::cell::{Cell, OnceCell};
use std::fmt::Write;

use rustc_hash::FxHashSet;

use super::{DeclaredAs, Interner, NONE, Named, NamedId, OwnConstructor, Shape, Ty};
use crate::Constant;
use crate::vocabulary::Path;

/// The maximum depth to which a type is printed.
const DEEPEST: u32 = 4_000;

/// The maximum number of parts of a type that are visited: a factor per byte of the limit, and a constant. The members of a union
/// are sorted before it is known which of them are shown.
const VISITS: (usize, usize) = (16, 20_000);

/// Returns the canonical text of a type, truncated with `...` at the interner's limit of bytes, and where the type is too deep.
/// Linear in the text, apart from the sorting of union members.
pub fn display(types: &Interner, ty: Ty) -> String {
    printed(types, ty, types.limits.shown, Names::Structure)
}

/// Returns the members of a union in the byte order of their canonical texts. Whatever is shown one after the other is in this order:
/// that in the union itself depends on which types are older.
pub fn members_by_text(types: &Interner, union: Ty) -> Vec<Ty> {
    // Members with different constructors need no texts, which may be long.
    let with_text = |&member: &Ty| (member, beginning(types, member), OnceCell::new());
    let mut members: Vec<(Ty, Cow<'_, str>, OnceCell<String>)> = types.members(union).iter().map(with_text).collect();
    members.sort_by(|(a, beginning_a, text_a), (b, beginning_b, text_b)| {
        let texts = || {
            let text_of = |ty| move || display(types, ty);
            text_a.get_or_init(text_of(*a)).cmp(text_b.get_or_init(text_of(*b)))
        };
        beginning_a.cmp(beginning_b).then_with(texts)
    });
    members.into_iter().map(|member| member.0).collect()
}

/// Returns what the canonical text of a type begins with: its constructor, or all of it, if it has no parts.
fn beginning(types: &Interner, ty: Ty) -> Cow<'static, str> {
    Cow::Borrowed(match types.shape(ty) {
        Shape::List(_) => "list(",
        Shape::Set(_) => "set(",
        Shape::Map(_) => "map(",
        Shape::Output(_) => "output(",
        Shape::Promise(_) => "promise(",
        Shape::Tuple(_) => "tuple(",
        Shape::Object(_) => "object(",
        _ => return Cow::Owned(display(types, ty)),
    })
}

/// The types that are printed by name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Names {
    /// Declared types. All others are printed by structure.
    Structure,
    /// Types from schemas as well.
    Origin,
    /// As `Origin`, for editors: in a union, the output of other members is left out.
    Message,
    /// As `Message`, for sentences: a union with null is optional.
    Sentence,
    /// As `Message`, but no output is left out in the outermost type.
    Whole,
}

/// The total size of the texts of a program's types, in bytes, after which further ones are truncated.
const MOST_TEXT: usize = 16 << 20;

/// The size of a truncated text, in bytes.
const SHORT_TEXT: usize = 1 << 10;

/// The canonical texts of many types, of bounded total size: once they have `MOST_TEXT` bytes together, each further one is
/// truncated at `SHORT_TEXT`.
#[derive(Debug)]
pub struct Texts {
    left: usize,
}

impl Default for Texts {
    fn default() -> Self {
        Self { left: MOST_TEXT }
    }
}

impl Texts {
    /// The text of a type.
    pub fn text(&mut self, types: &Interner, ty: Ty) -> String {
        self.printed(types, ty, Names::Structure)
    }

    /// Returns the text with types from schemas printed by name, if it may differ.
    pub fn text_by_name(&mut self, types: &Interner, ty: Ty) -> Option<String> {
        (types.is_annotated(ty) || types.is_infinite(ty)).then(|| self.printed(types, ty, Names::Origin))
    }

    fn printed(&mut self, types: &Interner, ty: Ty, names: Names) -> String {
        let shown = types.limits.shown;
        let text = printed(types, ty, if self.left > 0 { shown } else { shown.min(SHORT_TEXT) }, names);
        self.left = self.left.saturating_sub(text.len());
        text
    }
}

/// Returns the text of a type for messages: types from schemas are printed by name, and the text is truncated with `...` after
/// about `limit` bytes. Linear in the limit and in the members of unions.
pub fn display_within(types: &Interner, ty: Ty, limit: usize) -> String {
    printed(types, ty, limit, Names::Message)
}

/// As [`display_within`], with all members of the type if it is a union: so proofs show types. Inside of it, outputs of other
/// members are left out, which would double the text at every level.
pub fn display_whole_within(types: &Interner, ty: Ty, limit: usize) -> String {
    printed(types, ty, limit, Names::Whole)
}

/// The text of a type in a sentence.
pub struct TypePhrase {
    /// The type, without the outputs that are accepted as well: `string`, `optional string`, `list(optional(string))`.
    pub text: String,
    /// Holds if the type is a union, and an output of its other members is one of its members.
    pub accepts_output: bool,
}

/// Returns the text of a type for sentences, truncated like that of [`display_within`].
pub fn type_phrase(types: &Interner, ty: Ty, limit: usize) -> TypePhrase {
    let (text, accepts_output) = printed_with_outputs(types, ty, limit, Names::Sentence);
    TypePhrase { text, accepts_output }
}

/// Returns the texts of two types in one message. They differ if the types do, annotations aside: then, as much of the types is shown
/// as is needed to tell them apart.
pub fn distinct_texts(types: &Interner, both: [Ty; 2], limit: usize) -> [String; 2] {
    let ways: [&dyn Fn(Ty) -> String; 3] =
        [&|ty| type_phrase(types, ty, limit).text, &|ty| display_whole_within(types, ty, limit), &|ty| {
            printed(types, ty, usize::MAX >> 8, Names::Structure)
        }];
    let mut texts = ways.iter().map(|way| both.map(way)).peekable();
    let first = texts.peek().cloned().unwrap_or_default();
    texts.find(|[a, b]| a != b).unwrap_or(first)
}

fn printed(types: &Interner, ty: Ty, limit: usize, names: Names) -> String {
    printed_with_outputs(types, ty, limit, names).0
}

/// Returns the text of a type. Holds if the type is a union, and an output is left out in it.
fn printed_with_outputs(types: &Interner, ty: Ty, limit: usize, names: Names) -> (String, bool) {
    let mut text = String::new();
    let visits = Cell::new(VISITS.0.saturating_mul(limit).saturating_add(VISITS.1));
    let mut printer = Printer {
        types,
        out: &mut text,
        limit,
        visits: &visits,
        depth: 0,
        open: Vec::new(),
        names,
        omits_output: false,
    };
    printer.ty(ty);
    let omits_output = printer.omits_output;
    if text.len() > limit {
        text.truncate(text.floor_char_boundary(limit));
        text.push_str("...");
    }
    (text, omits_output)
}

/// The canonical text of a constant.
pub fn display_constant(types: &Interner, value: Constant) -> String {
    match value {
        Constant::Bool(value) => value.to_string(),
        Constant::Number(id) => types.number_of(id).to_string(),
        Constant::Text(name) => quoted(types.text(name)),
    }
}

/// The text of a path to a part of a value: `.name`, `["odd key"]`, `[0]`, and `[*]` for any key.
pub fn display_path(types: &Interner, path: Path) -> String {
    let key = |&key: &Ty| match types.shape(key) {
        Shape::Constant(_, Constant::Text(name)) => display_step(types.text(name)),
        Shape::Constant(_, value) => format!("[{}]", display_constant(types, value)),
        _ => "[*]".to_owned(),
    };
    types.members(path.0).iter().map(key).collect()
}

/// The text of a step to a property: `.name` or `["odd key"]`.
pub fn display_step(name: &str) -> String {
    if is_plain_key(name) { format!(".{name}") } else { format!("[{}]", quoted(name)) }
}

/// The constructors of the notation that are applied to types.
pub const CONSTRUCTORS: [&str; 12] =
    ["list", "set", "map", "tuple", "object", "optional", "union", "output", "promise", "const", "enum", "refined"];

/// A text in quotes, with the escapes that JSON and HCL share, so that it is a template without interpolation.
pub fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '$' | '%' if characters.peek() == Some(&'{') => out.extend([character, character]),
            control if control < ' ' => {
                let _ = write!(out, "\\u{:04x}", u32::from(control));
            }
            other => out.push(other),
        }
    }
    out.push('"');
    out
}

/// Returns the text of a property name, in quotes unless it is an identifier of letters, digits and underscores. `for` is quoted,
/// because an object that begins with it is parsed as a for-expression.
pub fn display_key(name: &str) -> String {
    if is_plain_key(name) { name.to_owned() } else { quoted(name) }
}

/// Holds if a property name needs no quotes.
pub fn is_plain_key(name: &str) -> bool {
    let starts_well = name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_');
    name != "for" && starts_well && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

struct Printer<'a> {
    types: &'a Interner,
    out: &'a mut String,
    /// The number of bytes after which the rest need not be printed.
    limit: usize,
    /// The number of parts that may still be visited. Without it, parts shared by members of unions could be visited
    /// exponentially often.
    visits: &'a Cell<usize>,
    depth: u32,
    /// The declared types whose definitions are being printed in place of their names.
    open: Vec<NamedId>,
    names: Names,
    /// Holds if an output is left out in the outermost type.
    omits_output: bool,
}

impl Printer<'_> {
    fn ty(&mut self, ty: Ty) {
        if self.out.len() > self.limit {
            return;
        }
        let left = self.visits.get();
        if left == 0 || self.depth > DEEPEST {
            return self.out.push_str("...");
        }
        self.visits.set(left - 1);
        self.depth += 1;
        self.shape(ty);
        self.depth -= 1;
    }

    fn shape(&mut self, ty: Ty) {
        if self.names != Names::Structure
            && let Some(name) = self.types.name_of(ty)
        {
            return self.out.push_str(self.types.text(name));
        }
        match self.types.shape(ty) {
            Shape::Any => self.out.push_str("any"),
            Shape::None => self.out.push_str("none"),
            Shape::Primitive(name) | Shape::Opaque(name) => self.out.push_str(self.types.text(name)),
            Shape::Named(id) => self.named(id),
            Shape::Constant(_, value) => {
                let value = display_constant(self.types, value);
                let _ = write!(self.out, "const({value})");
            }
            Shape::Enum(id) => self.enumeration(id),
            Shape::List(element) => self.applied("list", element),
            Shape::Set(element) => self.applied("set", element),
            Shape::Map(element) => self.applied("map", element),
            Shape::Output(element) => self.applied("output", element),
            Shape::Promise(element) => self.applied("promise", element),
            Shape::Tuple(_) => self.tuple(ty),
            Shape::Object(_) => self.object(ty),
            Shape::Union(_) => self.union(ty),
            Shape::Applied(own, _) => self.own(own, ty),
        }
    }

    /// Prints a constructor that the book declares, with its arguments.
    fn own(&mut self, own: OwnConstructor, ty: Ty) {
        let takes_text = self.types.signature_of(own).map_or(&[][..], |known| &known.takes_text);
        self.out.push_str(self.types.name_of_constructor(own));
        self.out.push('(');
        for (at, &argument) in self.types.members(ty).iter().enumerate() {
            self.separate(at);
            match self.types.shape(argument) {
                Shape::Constant(_, text) if takes_text.get(at) == Some(&true) => {
                    let text = display_constant(self.types, text);
                    self.out.push_str(&text);
                }
                _ => self.ty(argument),
            }
        }
        self.out.push(')');
    }

    fn applied(&mut self, constructor: &str, element: Ty) {
        self.out.push_str(constructor);
        self.out.push('(');
        self.ty(element);
        self.out.push(')');
    }

    fn tuple(&mut self, ty: Ty) {
        self.out.push_str("tuple([");
        for (at, &member) in self.types.members(ty).iter().enumerate() {
            if self.out.len() > self.limit {
                return;
            }
            self.separate(at);
            self.ty(member);
        }
        self.out.push_str("])");
    }

    fn object(&mut self, ty: Ty) {
        self.out.push_str("object({");
        for (at, &(name, property)) in self.types.properties(ty).iter().enumerate() {
            if self.out.len() > self.limit {
                return;
            }
            self.separate(at);
            self.out.push_str(&display_key(self.types.text(name)));
            self.out.push('=');
            self.ty(property);
        }
        self.out.push_str("})");
    }

    fn union(&mut self, ty: Ty) {
        let members = self.types.members(ty);
        let mut members: Vec<(String, Ty)> = members.iter().map(|&member| (self.member(member), member)).collect();
        members.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        let is_whole = self.names == Names::Whole && self.depth == 1;
        if matches!(self.names, Names::Message | Names::Sentence | Names::Whole) && !is_whole {
            members.dedup_by(|a, b| a.0 == b.0);
            self.omit_outputs(&mut members);
        }
        let is_optional = self.names == Names::Sentence && members.len() > 1;
        let is_none = |member: &(String, Ty)| is_optional && member.1 == NONE;
        let rest: Vec<&str> = members.iter().filter(|member| !is_none(member)).map(|member| &member.0[..]).collect();
        let text = match rest[..] {
            [only] => only.to_owned(),
            _ => format!("union({})", rest.join(", ")),
        };
        match (rest.len() < members.len(), self.depth) {
            (false, _) => self.out.push_str(&text),
            (true, 1) => self.out.extend(["optional ", &text]),
            (true, _) => self.out.extend(["optional(", &text, ")"]),
        }
    }

    /// Leaves out the outputs of other members: where a value is accepted, an output of it usually is too.
    fn omit_outputs(&mut self, members: &mut Vec<(String, Ty)>) {
        let count = members.len();
        let all: FxHashSet<String> = members.iter().map(|member| member.0.clone()).collect();
        let is_there = |part: Ty| all.contains(&self.member(part));
        members.retain(|&(_, member)| match self.types.shape(member) {
            Shape::Output(element) => match self.types.shape(element) {
                Shape::Union(_) => !self.types.members(element).iter().all(|&part| is_there(part)),
                _ => !is_there(element),
            },
            _ => true,
        });
        self.omits_output |= members.len() < count && self.depth == 1;
    }

    /// Prints a declared type by its name, or by its definition, with `...` where the definition refers back to it.
    fn named(&mut self, id: NamedId) {
        let named = self.types.named(id);
        if named.declared_as == DeclaredAs::Refined {
            return self.refinement(named);
        }
        if named.is_shown_unfolded && self.names != Names::Structure {
            return self.out.push_str(self.types.text(named.name));
        }
        if !named.is_shown_unfolded {
            return self.out.push_str(&display_key(self.types.text(named.name)));
        }
        match named.definition {
            Some(definition) if !self.open.contains(&id) => {
                self.open.push(id);
                self.ty(definition);
                self.open.pop();
            }
            _ => self.out.push_str("..."),
        }
    }

    fn refinement(&mut self, named: Named) {
        self.out.push_str("refined(");
        if let Some(base) = named.definition {
            self.ty(base);
        }
        let facets = named.facets.named().into_iter().filter_map(|(name, value)| Some((name, value?)));
        let facets: Vec<String> =
            facets.map(|(name, value)| format!("{name}={}", display_constant(self.types, value))).collect();
        let _ = write!(self.out, ", {{{}}})", facets.join(", "));
    }

    fn member(&self, ty: Ty) -> String {
        let mut text = String::new();
        Printer {
            types: self.types,
            out: &mut text,
            limit: self.limit,
            visits: self.visits,
            depth: self.depth,
            open: self.open.clone(),
            names: self.names,
            omits_output: false,
        }
        .ty(ty);
        text
    }

    fn enumeration(&mut self, id: super::EnumId) {
        let (token, underlying, values) = self.types.enumeration(id);
        let values: Vec<String> = values.iter().map(|&value| display_constant(self.types, value)).collect();
        let _ = write!(self.out, "enum({}, ", quoted(self.types.text(token)));
        self.ty(underlying);
        let _ = write!(self.out, ", [{}])", values.join(", "));
    }

    fn separate(&mut self, at: usize) {
        if at > 0 {
            self.out.push_str(", ");
        }
    }
}
