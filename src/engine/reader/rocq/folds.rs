//! Folds: `gathered` says which values the members of a fold give, and `stepped` what a general fold comes to, one member after the
//! other. Members that do not meet a condition are skipped.

use super::names::identifier;
use super::order::{of_literal, parts};
use super::scope::Writer;
use crate::syntax::{Aggregate, Atom, Fold, Literal, Steps, Term, TermKind};

/// The premises of a fold.
struct Body<'t> {
    /// The pattern of a member, and its place.
    element: &'t Term,
    place: Option<&'t str>,
    /// The conditions that may be denied: those before the first premise about relations that are defined together, and those
    /// behind the last one.
    before: Vec<&'t Literal>,
    needed: Vec<&'t Literal>,
    behind: Vec<&'t Literal>,
}

impl Writer<'_, '_> {
    /// Adds the premises for the result of a fold.
    pub fn fold(&mut self, result: &Term, aggregate: &Aggregate) -> Result<(), String> {
        let (at, element, several) = aggregate
            .body
            .iter()
            .enumerate()
            .find_map(
                |(at, premise)| {
                    if let Literal::In(element, several) = premise { Some((at, element, several)) } else { None }
                },
            )
            .ok_or("it folds over rows")?;
        let (members, place) = self.members(several)?;
        let rest: Vec<&Literal> =
            aggregate.body.iter().enumerate().filter(|&(other, _)| other != at).map(|found| found.1).collect();
        let body = self.split(element, place, &rest);
        if let Fold::Steps(steps) = &aggregate.fold {
            return self.steps(result, steps, &body, &members);
        }
        let (values, skipped) = (self.fresh(), self.skipped(&body, &[])?);
        let kept = self.kept(&body, aggregate.of.as_ref())?;
        self.demand(format!("gathered\n        {skipped}\n        {kept}\n        {members} {values}"));
        let result = self.value(result)?;
        let claim = match (&aggregate.fold, &aggregate.of) {
            (Fold::Min, _) => format!("{result} = least_of {values}"),
            (Fold::Max, _) => format!("{result} = greatest_of {values}"),
            (Fold::First, _) => format!("hd_error {values} = Some {result}"),
            (Fold::List, _) => format!("{result} = {} {values}", self.vocabulary.list_of_types()),
            (Fold::Any, Some(_)) => format!("{result} = existsb (fun yes_ => yes_) {values}"),
            (Fold::All, Some(_)) => format!("{result} = forallb (fun yes_ => yes_) {values}"),
            (Fold::Count, None) => format!("{result} = length {values}"),
            (Fold::Sum, _) => format!("{result} = fold_right plus 0 {values}"),
            _ => return Err(format!("it has a fold `{}` of this kind", aggregate.fold.word())),
        };
        self.demand(claim);
        Ok(())
    }

    /// Returns the list of the members, and the name of their places, which they are listed with.
    fn members<'t>(&mut self, several: &'t Term) -> Result<(String, Option<&'t str>), String> {
        let each =
            |atom: &Atom| atom.arguments.iter().position(|argument| matches!(argument.term.kind, TermKind::Each(_)));
        let TermKind::Call(atom) = &several.kind else { return Ok((self.value(several)?, None)) };
        let Some(at) = each(atom) else { return Ok((self.value(several)?, None)) };
        let mut arguments = atom.arguments.clone();
        arguments[at].term.kind = TermKind::Variable("place_".to_owned());
        let (call, scope) = self.within(|inner| {
            inner.variable("place_");
            inner.applied(&atom.name, &arguments)
        })?;
        if !scope.premises.is_empty() {
            return Err("the members of a fold depend on a value that may be missing".to_owned());
        }
        let list = self.fresh();
        self.demand(format!("listed_from (fun place_ => {call}) 0 {list}"));
        Ok((list, Some(several.place().unwrap_or("_"))))
    }

    fn split<'t>(&self, element: &'t Term, place: Option<&'t str>, rest: &[&'t Literal]) -> Body<'t> {
        let is_needed = |premise: &&Literal| {
            let mut names = Vec::new();
            of_literal(premise, &mut names);
            names.iter().any(|name| self.group.contains(name))
        };
        let first = rest.iter().position(is_needed).unwrap_or(rest.len());
        let last = rest.iter().rposition(is_needed).map_or(first, |at| at + 1);
        let (before, needed, behind) = (rest[..first].to_vec(), rest[first..last].to_vec(), rest[last..].to_vec());
        Body { element, place, before, needed, behind }
    }

    /// Adds the premise that the member has the pattern of the fold.
    fn matched(&mut self, body: &Body<'_>) -> Result<(), String> {
        let element = self.value(body.element)?;
        let pattern = match body.place {
            None => element,
            Some("_") => format!("({}, {element})", self.fresh()),
            Some(place) => format!("({}, {element})", self.variable(place)),
        };
        self.demand(format!("member_ = {pattern}"));
        Ok(())
    }

    fn all(&mut self, premises: &[&Literal]) -> Result<(), String> {
        premises.iter().try_for_each(|premise| self.premise(premise))
    }

    /// Returns the claim that there are no values for which conditions hold.
    fn none(&mut self, premises: &[&Literal]) -> Result<String, String> {
        let ((), scope) = self.within(|inner| inner.all(premises))?;
        Ok(format!("~ {}", scope.exists()))
    }

    /// Returns the predicate of the members that are skipped. The accumulator of a general fold has the variables `folded`.
    fn skipped(&mut self, body: &Body<'_>, folded: &[&Term]) -> Result<String, String> {
        let mut ways = Vec::new();
        for (needed, denied) in [(&[][..], &body.before), (&body.needed[..], &body.behind)] {
            if denied.is_empty() {
                continue;
            }
            let ((), scope) = self.within(|inner| {
                inner.accumulated(folded)?;
                inner.matched(body)?;
                if !needed.is_empty() {
                    inner.all(&body.before)?;
                }
                inner.all(needed)?;
                let none = inner.none(denied)?;
                inner.demand(none);
                Ok(())
            })?;
            ways.push(scope.exists());
        }
        Ok(match (&ways[..], folded) {
            ([], []) => "(fun _ => False)".to_owned(),
            ([], _) => "(fun _ _ => False)".to_owned(),
            (ways, []) => format!("(fun member_ => {})", ways.join(" \\/ ")),
            (ways, _) => format!("(fun before_ member_ => {})", ways.join(" \\/ ")),
        })
    }

    /// Returns the relation of members and their values.
    fn kept(&mut self, body: &Body<'_>, of: Option<&Term>) -> Result<String, String> {
        let ((), scope) = self.within(|inner| {
            inner.matched(body)?;
            [&body.before, &body.needed, &body.behind].into_iter().try_for_each(|premises| inner.all(premises))?;
            let value = of.map_or_else(|| Ok("tt".to_owned()), |of| inner.value(of))?;
            inner.demand(format!("value_ = {value}"));
            Ok(())
        })?;
        Ok(format!("(fun member_ value_ => {})", scope.exists()))
    }

    /// Adds the premise that the accumulator has a pattern.
    fn accumulated(&mut self, folded: &[&Term]) -> Result<(), String> {
        for term in folded {
            self.forget(&names(term));
            let pattern = self.value(term)?;
            self.demand(format!("before_ = {pattern}"));
        }
        Ok(())
    }

    fn steps(&mut self, result: &Term, steps: &Steps, body: &Body<'_>, members: &str) -> Result<(), String> {
        let folded = [&steps.variables];
        let skipped = self.skipped(body, &folded)?;
        let ((), step) = self.within(|inner| {
            inner.accumulated(&folded)?;
            if let Some(until) = &steps.until {
                let ended = inner.condition(until)?;
                inner.demand(format!("~ {ended}"));
            }
            inner.matched(body)?;
            [&body.before, &body.needed, &body.behind].into_iter().try_for_each(|premises| inner.all(premises))?;
            let next = inner.value(&steps.next)?;
            inner.demand(format!("after_ = {next}"));
            Ok(())
        })?;
        let ended = match &steps.until {
            None => "(fun _ => False)".to_owned(),
            Some(until) => {
                let ((), scope) = self.within(|inner| {
                    inner.accumulated(&folded)?;
                    let ended = inner.condition(until)?;
                    inner.demand(ended);
                    Ok(())
                })?;
                format!("(fun before_ => {})", scope.exists())
            }
        };
        let (start, result) = (self.value(&steps.start)?, self.value(result)?);
        let step = format!("(fun before_ member_ after_ => {})", step.exists());
        self.demand(format!("stepped\n        {ended} {skipped}\n        {step}\n        {start} {members} {result}"));
        Ok(())
    }
}

/// Returns the names of the variables in a pattern.
fn names(term: &Term) -> Vec<String> {
    match &term.kind {
        TermKind::Variable(name) => vec![identifier(name)],
        _ => parts(term).into_iter().flat_map(names).collect(),
    }
}
