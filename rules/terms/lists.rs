//! Lists of types, which the rules gather on their walks.

use super::likeness::MANY;
use super::{ANY, Eventuality, NONE, Ty, TyList, eventuality, member};
use crate::session::{types, types_mut};
use typelog_types::Shape;

/// The number of types in a list.
pub fn length(ts: TyList) -> u32 {
    types(|types| types.list_length(ts)) as u32
}

/// The `i`-th type of a list.
pub fn item(ts: TyList, i: u32) -> Option<Ty> {
    types(|types| types.from_last(ts).nth(types.list_length(ts).checked_sub(i as usize + 1)?))
}

/// The types of a list with their places.
pub fn numbered(ts: TyList) -> impl Iterator<Item = (u32, Ty)> {
    (0..).zip(types(|types| types.list_items(ts)))
}

/// The strongest eventual type that occurs anywhere in types.
pub fn eventuality_of(ts: impl IntoIterator<Item = Ty>) -> Eventuality {
    ts.into_iter().map(eventuality).max().unwrap_or(Eventuality::Prompt)
}

/// The numbers from `i` up to, but not including, `j`.
pub fn range(i: u32, j: u32) -> impl Iterator<Item = u32> {
    i..j
}

/// The types of a list.
pub fn items(ts: TyList) -> Vec<Ty> {
    types(|types| types.list_items(ts))
}

/// The list with the members of the tuple, or the element of the list or set `u`, in the place of its last type.
pub fn expanded(ts: TyList, u: Ty) -> TyList {
    types_mut(|types| {
        let elements = match types.shape(u) {
            Shape::Tuple(_) => types.members(u).to_vec(),
            Shape::List(element) | Shape::Set(element) => vec![element],
            _ => return ts,
        };
        elements.into_iter().fold(types.without_last(ts), |list, t| types.append(list, t))
    })
}

/// The only type of a list that has one.
pub fn only_item(ts: TyList) -> Option<Ty> {
    types(|types| types.from_last(ts).next().filter(|_| types.list_length(ts) == 1))
}

/// Few types as they are. Of many, none.
pub fn few(ts: impl IntoIterator<Item = Ty>) -> Vec<Ty> {
    let few: Vec<Ty> = ts.into_iter().take(MANY).collect();
    if few.len() < MANY { few } else { Vec::new() }
}

/// The type of the `i`-th of the arguments of the types `ts`, a tuple; dynamic where there is none.
pub fn argument_type(ts: Ty, i: u32) -> Ty {
    member(ts, i).unwrap_or(ANY)
}

/// The type of the `i`-th of the arguments of the types `ts`, a tuple, and that of its parameter. The type of an argument that
/// is left out is `none`.
pub fn given(ts: Ty, ps: Ty, rest: Option<Ty>, i: u32) -> Option<(Ty, Ty)> {
    match member(ts, i) {
        Some(t) => parameter(ps, rest, i).map(|p| (t, p)),
        None => member(ps, i).map(|p| (NONE, p)),
    }
}

/// The type of the `i`-th parameter, given those of the fixed ones, a tuple, and of the variadic one.
pub fn parameter(ps: Ty, rest: Option<Ty>, i: u32) -> Option<Ty> {
    member(ps, i).or(rest)
}

/// The types of a list behind the first `n`.
pub fn items_behind(ts: TyList, n: usize) -> Vec<Ty> {
    items(ts).split_off(n)
}

/// The type of the `i`-th argument, and that of its parameter, if there are both.
pub fn passed(ts: TyList, ps: Ty, rest: Option<Ty>, i: u32) -> Option<(Ty, Ty)> {
    Some((item(ts, i)?, parameter(ps, rest, i)?))
}

/// The last type of a list.
pub fn last_item(ts: TyList) -> Option<Ty> {
    types(|types| types.from_last(ts).next())
}

/// A value that may be absent, or else another one.
pub fn otherwise<T>(value: Option<T>, other: T) -> T {
    value.unwrap_or(other)
}

/// All that a word gives for the places from 0 on, up to the first for which it gives nothing.
pub fn each<T>(word: impl Fn(u32) -> Option<T>) -> impl Iterator<Item = T> {
    (0..).map_while(word)
}
