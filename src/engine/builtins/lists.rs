//! Lists of types, which the rules accumulate in folds.

use super::likeness::MANY;
use super::{ANY, Eventuality, FunctionId, NONE, Ty, TyList, arity, eventuality, member};
use crate::session::{candidates, types, types_mut};
use typelog_types::Shape;

/// Returns the number of types in a list.
pub fn length(ts: TyList) -> u32 {
    types(|types| types.list_length(ts)) as u32
}

/// Returns the `i`-th type of a list.
pub fn item(ts: TyList, i: u32) -> Option<Ty> {
    types(|types| types.from_last(ts).nth(types.list_length(ts).checked_sub(i as usize + 1)?))
}

/// Returns the types of a list with their indices.
pub fn numbered(ts: TyList) -> impl Iterator<Item = (u32, Ty)> {
    (0..).zip(types(|types| types.list_items(ts)))
}

/// Returns the strongest eventuality that occurs anywhere in types.
pub fn eventuality_of(ts: impl IntoIterator<Item = Ty>) -> Eventuality {
    ts.into_iter().map(eventuality).max().unwrap_or(Eventuality::Prompt)
}

/// Returns the numbers from `i` up to, but not including, `j`.
pub fn range(i: u32, j: u32) -> impl Iterator<Item = u32> {
    i..j
}

/// Returns the types of a list.
pub fn items(ts: TyList) -> Vec<Ty> {
    types(|types| types.list_items(ts))
}

/// Returns the list with its last type replaced by the members of the tuple, or by the element of the list or set, `u`.
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

/// Returns the `i`-th of the tuples in which the last member of `s` is repeated, or left out, up to the number of parameters in the
/// longest signature of `f`. The last one is `s` itself. There are none unless the last member of `us`, the arguments as written,
/// is a list or set, whose length is unknown.
pub fn lengthened(f: FunctionId, s: Ty, us: Ty, i: u32) -> Option<Ty> {
    let longest = candidates(|all| all.iter().filter(|of| of.0 == f).map(|of| arity(of.2)).max())?;
    types_mut(|types| {
        let (&last, before) = types.members(s).split_last()?;
        let is_open =
            types.members(us).last().is_some_and(|&t| matches!(types.shape(t), Shape::List(_) | Shape::Set(_)));
        let most = longest.saturating_sub(before.len() as u32);
        let count = if is_open && i <= most { i } else { return (is_open && i == most + 1).then_some(s) };
        let members: Vec<Ty> = before.iter().copied().chain(std::iter::repeat_n(last, count as usize)).collect();
        Some(types.tuple(&members))
    })
}

/// Returns the only type of a list of one.
pub fn only_item(ts: TyList) -> Option<Ty> {
    types(|types| types.from_last(ts).next().filter(|_| types.list_length(ts) == 1))
}

/// Returns the given types if they are few, and none of them otherwise.
pub fn few(ts: impl IntoIterator<Item = Ty>) -> Vec<Ty> {
    let few: Vec<Ty> = ts.into_iter().take(MANY).collect();
    if few.len() < MANY { few } else { Vec::new() }
}

/// Returns the type of the `i`-th argument, where `ts` is the tuple of all; dynamic if it is missing.
pub fn argument_type(ts: Ty, i: u32) -> Ty {
    member(ts, i).unwrap_or(ANY)
}

/// Returns the type of the `i`-th argument, where `ts` is the tuple of all, and that of its parameter. The type of a missing
/// argument is `none`.
pub fn given(ts: Ty, ps: Ty, rest: Option<Ty>, i: u32) -> Option<(Ty, Ty)> {
    match member(ts, i) {
        Some(t) => parameter(ps, rest, i).map(|p| (t, p)),
        None => member(ps, i).map(|p| (NONE, p)),
    }
}

/// Returns the type of the `i`-th parameter, given the tuple of the fixed ones and the type of the variadic one.
pub fn parameter(ps: Ty, rest: Option<Ty>, i: u32) -> Option<Ty> {
    member(ps, i).or(rest)
}

/// Returns the types of a list after the first `n`.
pub fn items_behind(ts: TyList, n: usize) -> Vec<Ty> {
    items(ts).split_off(n)
}

/// Returns the types of the `i`-th argument and of its parameter, if both exist.
pub fn passed(ts: TyList, ps: Ty, rest: Option<Ty>, i: u32) -> Option<(Ty, Ty)> {
    Some((item(ts, i)?, parameter(ps, rest, i)?))
}

/// Returns the last type of a list.
pub fn last_item(ts: TyList) -> Option<Ty> {
    types(|types| types.from_last(ts).next())
}

/// Returns an optional value, or another one if it is missing.
pub fn otherwise<T>(value: Option<T>, other: T) -> T {
    value.unwrap_or(other)
}

/// Returns the values of a word for the numbers from 0 on, up to the first without a value.
pub fn each<T>(word: impl Fn(u32) -> Option<T>) -> impl Iterator<Item = T> {
    (0..).map_while(word)
}
