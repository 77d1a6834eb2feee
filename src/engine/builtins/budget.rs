//! The budget of known values in Terraform. Beyond it only the type of a value is kept.
//!
//! Each value may have as many parts, and as many bytes of text, as the limits say. An iteration divides the budget among its
//! items, so that all items of nested iterations share one. The iterations of a program share a budget as well, and so do its calls
//! and templates, in equal parts: as many values of as many parts are bounded. What a value takes depends only on the values that it
//! is made of, and on the numbers of such expressions in the text of the program: the answer is the same in every order, and after
//! every edit.

use super::computed::text_value;
use super::iterations::element_type;
use super::known::{constant_as, known_parts, number, parts_list, type_of_value, whole};
use super::{
    BOOL, Context, CtyValue, ExprId, List, Map, NUMBER, Name, Object, STRING, Set, Standard, Tuple, Ty, TyList, arity,
    built, constructor, items,
};
use crate::contexts::extended;
use crate::session::{outline, types, types_mut};
use typelog_types::ValueSize;

/// A number of parts and a number of bytes.
#[derive(Clone, Copy, Default)]
struct Room {
    parts: u64,
    bytes: u64,
}

/// The number of values of a program that may each take the whole budget: iterations, whose items are evaluated; other expressions
/// that make parts; and those that make texts. More of them divide it. A published module has 228 iterations over known maps of up to
/// a hundred keys, so that fewer whole ones would make its values unknown.
const WHOLE_ITERATIONS: u64 = 8;
const WHOLE_PARTS: u64 = 100;
const WHOLE_TEXTS: u64 = 32;

/// Returns the number of the items of the iterations around that share the budget.
fn items_around(c: Context) -> u64 {
    let numbers = parts_list(c.0).into_iter().filter_map(whole).filter_map(|n| u64::try_from(n).ok());
    numbers.fold(1, u64::saturating_mul).max(1)
}

/// Returns the budget of the expression `e` in a context: an equal share for each item of the iterations around, and for each
/// expression of the program.
fn room(c: Context, e: ExprId) -> Room {
    let around = items_around(c);
    let makers = u64::from(outline(|outline| outline.sharing(e)).makers);
    let limits = types(|types| types.limits);
    let share = |limit: u32, whole: u64| u64::from(limit) / around.saturating_mul(makers.div_ceil(whole).max(1));
    Room { parts: share(limits.known_parts, WHOLE_PARTS), bytes: share(limits.known_bytes, WHOLE_TEXTS) }
}

fn fits(c: Context, e: ExprId, taken: Room) -> bool {
    let room = room(c, e);
    taken.parts <= room.parts && taken.bytes <= room.bytes
}

/// Returns the number of the elements that an iteration over a value visits.
fn visits(v: Ty) -> u32 {
    match known_parts(v) {
        Some(parts) => arity(parts),
        None if constructor(v) == Tuple => arity(v),
        None => 1,
    }
}

/// Returns the context of the items of an iteration over `v`, which share the budget of the context around.
pub fn shared(c: Context, v: CtyValue) -> Context {
    match visits(v) {
        0 | 1 => c,
        n => extended(c, number(i64::from(n))),
    }
}

/// The number of expressions that items of iterations may evaluate for each part that a known value may have.
const EVALUATED_FOR_A_PART: u64 = 2;

/// Returns the number of parts that the iteration `e` may take.
fn iterated(c: Context, e: ExprId) -> u64 {
    let iterations = u64::from(outline(|outline| outline.sharing(e)).iterations);
    let shares = items_around(c).saturating_mul(iterations.div_ceil(WHOLE_ITERATIONS).max(1));
    (u64::from(types(|types| types.limits.known_parts)) / shares).max(1)
}

/// Returns the value over which the for-expression `e` iterates, `v`, which is that of its part `x`: `v` itself, or a collection of
/// unknown elements if there are too many, or if too many expressions are evaluated for them. These are the ones behind `x`.
pub fn enumerable(c: Context, e: ExprId, x: ExprId, v: CtyValue) -> CtyValue {
    let (visits, behind) = (u64::from(visits(v)), u64::from(e.0.saturating_sub(x.0)));
    let evaluated = if visits > 1 { visits.saturating_mul(behind) } else { 0 };
    if visits.max(evaluated / EVALUATED_FOR_A_PART) <= iterated(c, e) { v } else { loose_type(v) }
}

/// Returns the value over which the splat `e` iterates, as for a for-expression. Only the elements of sequences are counted.
pub fn splattable(c: Context, e: ExprId, x: ExprId, v: CtyValue) -> CtyValue {
    if [List, Set, Tuple].contains(&constructor(v)) { enumerable(c, e, x, v) } else { v }
}

/// Returns the type of a value, with a collection in place of a structure.
fn loose_type(v: Ty) -> Ty {
    let t = type_of_value(v);
    match constructor(t) {
        Tuple => built(List, element_type(t)),
        Object => built(Map, element_type(t)),
        _ => t,
    }
}

/// Holds if a template with parts of these values makes a text within the budget.
pub fn template_fits(c: Context, e: ExprId, vs: TyList) -> bool {
    let literals = outline(|outline| outline.names(e).to_vec());
    let literals = types(|types| literals.into_iter().map(|name| types.text(name).len() as u64).sum::<u64>());
    let bytes = items(vs).into_iter().map(text_size).fold(literals, u64::saturating_add);
    fits(c, e, Room { parts: 0, bytes })
}

/// Returns the number of bytes of the text to which a value converts.
fn text_size(v: Ty) -> u64 {
    constant_as(v, STRING).map_or(0, |text| u64::from(size(text).bytes))
}

fn size(v: Ty) -> ValueSize {
    types(|types| types.size_of_value(v))
}

/// Returns the size of the values in a list as trees.
fn size_of_all(vs: &[Ty]) -> Room {
    let all = vs.iter().map(|&v| size(v)).fold(ValueSize::default(), ValueSize::plus);
    Room { parts: all.parts.into(), bytes: all.bytes.into() }
}

/// Returns the number of direct parts of the values in a list.
fn width_of_all(vs: &[Ty]) -> u64 {
    vs.iter().map(|&v| u64::from(arity(known_parts(v).unwrap_or(v)))).sum()
}

/// Holds if the result of a call of the named function, which is an `r`, is within the budget. Truth values and numbers are.
pub fn call_fits(c: Context, e: ExprId, f: Name, us: TyList, r: Ty) -> bool {
    if r == BOOL || r == NUMBER {
        return true;
    }
    let name = types(|types| types.text(f).to_owned());
    fits(c, e, made_by(&name, &items(us)))
}

fn made_by(name: &str, us: &[Ty]) -> Room {
    let all = size_of_all(us);
    let length = |i: usize| us.get(i).map_or(0, |&u| text_size(u));
    let text = |i: usize| us.get(i).and_then(|&u| text_value(u)).unwrap_or_default();
    match name {
        "join" => {
            let lists = us.iter().skip(1).filter_map(|&list| known_parts(list)).flat_map(parts_list);
            let (count, bytes) = lists.fold((0_u64, 0_u64), |(n, all), part| (n + 1, all + text_size(part)));
            Room { parts: 0, bytes: bytes + count * length(0) }
        }
        "replace" => {
            let count = text(0).matches(&text(1)[..]).count() as u64;
            Room { parts: 0, bytes: length(0) + count * length(2) }
        }
        "split" => {
            let separator = text(0);
            let of = text(1);
            let count = if separator.is_empty() { of.len() } else { of.matches(&separator[..]).count() + 1 };
            Room { parts: count as u64, bytes: length(1) }
        }
        "jsonencode" => Room { parts: 0, bytes: all.bytes + 24 * all.parts },
        "format" => Room { parts: 0, bytes: all.bytes + 24 * all.parts + widths(&text(0)) },
        "formatlist" => {
            let rows = us.iter().skip(1).map(|&u| width_of_all(&[u])).max().unwrap_or(0).max(1);
            // Texts that are no lists are in each row.
            let in_each = us.iter().filter(|&&u| known_parts(u).is_none()).map(|&u| text_size(u)).sum::<u64>();
            Room { parts: rows, bytes: all.bytes + rows * (in_each + widths(&text(0))) }
        }
        "urlencode" => Room { parts: 0, bytes: 3 * all.bytes },
        "base64encode" => Room { parts: 0, bytes: 2 * all.bytes },
        "transpose" => all,
        _ => Room { parts: width_of_all(us), bytes: us.iter().map(|&u| text_size(u)).sum() },
    }
}

/// Returns the sum of the widths in a format.
fn widths(format: &str) -> u64 {
    format
        .split(|letter: char| !letter.is_ascii_digit())
        .filter_map(|digits| digits.parse::<u64>().ok())
        .fold(0, |all, width| all.saturating_add(width.min(4096)))
}

/// Holds if the result of a call of a function whose results depend on its arguments is within the budget. A part of an argument
/// is.
pub fn standard_fits(c: Context, e: ExprId, f: Standard, us: TyList) -> bool {
    fits(c, e, made_by_standard(f, &items(us)))
}

fn made_by_standard(f: Standard, us: &[Ty]) -> Room {
    let text = |i: usize| us.get(i).and_then(|&u| text_value(u));
    let length = |i: usize| text(i).map_or(0, |text| text.len() as u64);
    match f {
        Standard::Flatten => Room { bytes: 0, ..size_of_all(us) },
        Standard::Concat
        | Standard::Merge
        | Standard::Chunklist
        | Standard::Distinct
        | Standard::Reverse
        | Standard::SetUnion
        | Standard::SetIntersection
        | Standard::SetSubtract
        | Standard::Keys
        | Standard::Values
        | Standard::Matchkeys
        | Standard::Slice
        | Standard::Sort
        | Standard::Zipmap
        | Standard::ToList
        | Standard::ToSet
        | Standard::ToMap => Room { parts: width_of_all(us), bytes: 0 },
        Standard::SetProduct => {
            let rows = us.iter().map(|&u| width_of_all(&[u])).fold(1, u64::saturating_mul);
            Room { parts: rows.saturating_mul(us.len() as u64), bytes: 0 }
        }
        Standard::Decode => Room { parts: length(0) / 2, bytes: length(0) },
        Standard::DecodeYaml => text(0).map_or_else(Room::default, |text| {
            let ValueSize { parts, bytes } = super::yaml::expanded_size(&text);
            Room { parts: parts.into(), bytes: bytes.into() }
        }),
        Standard::Regex | Standard::RegexAll => {
            let is_expensive = |(pattern, of): (String, String)| super::patterns::is_expensive(&pattern, &of);
            if text(0).zip(text(1)).is_some_and(is_expensive) {
                return Room { parts: u64::MAX, bytes: 0 };
            }
            let groups = text(0).map_or(0, |pattern| pattern.matches('(').count() as u64) + 1;
            let matches = if f == Standard::Regex { 1 } else { length(1) / 8 + 1 };
            Room { parts: groups.saturating_mul(matches), bytes: 0 }
        }
        _ => Room::default(),
    }
}

/// Returns the arguments of a call as a tuple: the values if their result is within the budget, and otherwise their types. Types
/// with too many parts are replaced by collections.
pub fn arguments_within(c: Context, e: ExprId, f: Standard, us: TyList) -> Ty {
    let us = items(us);
    if fits(c, e, made_by_standard(f, &us)) {
        return types_mut(|types| types.tuple(&us));
    }
    let plain: Vec<Ty> = us.iter().map(|&u| type_of_value(u)).collect();
    let is_wide = !fits(c, e, Room { parts: width_of_all(&plain), bytes: 0 });
    let plain = if is_wide { us.into_iter().map(loose_type).collect() } else { plain };
    types_mut(|types| types.tuple(&plain))
}
