//! The evaluation of terms and folds in premises.

use typelog_interpreter::builtins::{Function, builtin, constant, construct, part};
use typelog_interpreter::value::{Value, compares};
use typelog_reader::syntax::{Aggregate, Argument, Atom, Connective, Fold, Operator, Term, TermKind};

use super::evaluation::{Evaluation, Unknown, Values, is_open};

impl Evaluation<'_> {
    /// Matches a value against a term, and binds its unbound variables. Holds if it matches.
    pub(super) fn bind(
        &mut self,
        term: &Term,
        value: &Value,
        values: &mut Values,
        depth: usize,
    ) -> Result<bool, Unknown> {
        match &term.kind {
            TermKind::Any => Ok(true),
            TermKind::Variable(name) if !values.contains_key(name) => {
                values.insert(name.clone(), value.clone());
                Ok(true)
            }
            TermKind::Tuple(parts) => {
                let Value::Tuple(found) = value else { return Ok(false) };
                self.bind_all(parts, found, values, depth)
            }
            TermKind::Construction(name, parts) if name == "Some" => match (value, parts.first()) {
                (Value::Some(inner), Some(part)) => self.bind(part, inner, values, depth),
                _ => Ok(false),
            },
            TermKind::Construction(name, parts) if is_open(term, values) => {
                let take = part(name).ok_or(Unknown)?;
                let Some(found) = take(value) else { return Ok(false) };
                self.bind_all(parts, &found, values, depth)
            }
            _ => Ok(self.term(term, values, depth)?.as_ref() == Some(value)),
        }
    }

    fn bind_all(
        &mut self,
        parts: &[Term],
        found: &[Value],
        values: &mut Values,
        depth: usize,
    ) -> Result<bool, Unknown> {
        for (part, value) in parts.iter().zip(found) {
            if !self.bind(part, value, values, depth)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    pub(super) fn arguments(
        &mut self,
        arguments: &[Argument],
        values: &Values,
        depth: usize,
    ) -> Result<Vec<Value>, Unknown> {
        let mut found = Vec::new();
        for argument in arguments {
            found.push(self.term(&argument.term, values, depth)?.ok_or(Unknown)?);
        }
        Ok(found)
    }

    fn terms(&mut self, terms: &[Term], values: &Values, depth: usize) -> Result<Option<Vec<Value>>, Unknown> {
        let mut found = Vec::new();
        for term in terms {
            let Some(value) = self.term(term, values, depth)? else { return Ok(None) };
            found.push(value);
        }
        Ok(Some(found))
    }

    /// Returns the value of a term; `None` if it has none.
    pub(super) fn term(&mut self, term: &Term, values: &Values, depth: usize) -> Result<Option<Value>, Unknown> {
        Ok(Some(match &term.kind {
            TermKind::Variable(name) => values.get(name).cloned().ok_or(Unknown)?,
            TermKind::Constant(name) => match &name[..] {
                "true" => Value::Flag(true),
                "false" => Value::Flag(false),
                "None" => Value::Nothing,
                _ => constant(name).ok_or(Unknown)?,
            },
            TermKind::Number(number) => Value::Number(u32::try_from(*number).unwrap_or(u32::MAX)),
            TermKind::Text(text) => Value::of_text(text),
            TermKind::Construction(name, parts) => {
                let Some(parts) = self.terms(parts, values, depth)? else { return Ok(None) };
                match (&name[..], &parts[..]) {
                    ("Some", [inner]) => Value::Some(Box::new(inner.clone())),
                    _ => construct(name).ok_or(Unknown)?(&parts).ok_or(Unknown)?,
                }
            }
            TermKind::Tuple(parts) => {
                let Some(parts) = self.terms(parts, values, depth)? else { return Ok(None) };
                Value::Tuple(parts.into())
            }
            TermKind::List(parts) => {
                let Some(parts) = self.terms(parts, values, depth)? else { return Ok(None) };
                Value::Several(parts.into())
            }
            TermKind::Arithmetic(operator, left, right) => {
                let (left, right) = (self.term(left, values, depth)?, self.term(right, values, depth)?);
                let (Some(Value::Number(a)), Some(Value::Number(b))) = (left, right) else { return Err(Unknown) };
                let result = match operator {
                    Operator::Add => a.checked_add(b),
                    Operator::Subtract => a.checked_sub(b),
                    _ => None,
                };
                Value::Number(result.ok_or(Unknown)?)
            }
            TermKind::If(condition, yes, no) => {
                let chosen = if self.holds(condition, values, depth)? { yes } else { no };
                return self.term(chosen, values, depth);
            }
            TermKind::Call(atom) => return self.call(atom, values, depth),
            TermKind::Compare(comparison, left, right) => {
                let (left, right) = (self.term(left, values, depth)?, self.term(right, values, depth)?);
                match (left, right) {
                    (Some(left), Some(right)) => Value::Flag(compares(*comparison, &left, &right).ok_or(Unknown)?),
                    _ => Value::Flag(false),
                }
            }
            TermKind::Logic(connective, parts) => {
                let wanted = *connective == Connective::Or;
                let mut found = !wanted;
                for part in parts {
                    if self.holds(part, values, depth)? == wanted {
                        found = wanted;
                        break;
                    }
                }
                Value::Flag(found)
            }
            TermKind::Not(inner) => Value::Flag(!self.holds(inner, values, depth)?),
            TermKind::Aggregate(aggregate) => return self.aggregate(aggregate, values, depth),
            TermKind::Any | TermKind::Each(_) => return Err(Unknown),
        }))
    }

    pub(super) fn holds(&mut self, term: &Term, values: &Values, depth: usize) -> Result<bool, Unknown> {
        Ok(match self.term(term, values, depth)? {
            Some(Value::Flag(holds)) => holds,
            Some(Value::Some(_)) => true,
            Some(Value::Nothing) | None => false,
            Some(_) => return Err(Unknown),
        })
    }

    /// Returns the value of a builtin.
    pub(super) fn call(&mut self, atom: &Atom, values: &Values, depth: usize) -> Result<Option<Value>, Unknown> {
        if (atom.name == "min" || atom.name == "max") && atom.arguments.len() == 2 {
            let found = self.arguments(&atom.arguments, values, depth)?;
            let is_least = found[0].compare(&found[1]).ok_or(Unknown)?.is_le() == (atom.name == "min");
            return Ok(Some(found[usize::from(!is_least)].clone()));
        }
        if atom.name == "otherwise" && atom.arguments.len() == 2 {
            let found = self.arguments(&atom.arguments, values, depth)?;
            return Ok(Some(match &found[0] {
                Value::Some(value) => (**value).clone(),
                _ => found[1].clone(),
            }));
        }
        let each = atom.arguments.iter().position(|argument| matches!(argument.term.kind, TermKind::Each(_)));
        let called: Function = builtin(&atom.name).ok_or(Unknown)?;
        let Some(each) = each else {
            let arguments = self.arguments(&atom.arguments, values, depth)?;
            return called(&arguments).map(Some).ok_or(Unknown);
        };
        let mut arguments = Vec::new();
        for (at, argument) in atom.arguments.iter().enumerate() {
            let number = Value::Number(0);
            let value = if at == each { number } else { self.term(&argument.term, values, depth)?.ok_or(Unknown)? };
            arguments.push(value);
        }
        let mut several = Vec::new();
        for number in 0_u32.. {
            arguments[each] = Value::Number(number);
            match called(&arguments).ok_or(Unknown)? {
                Value::Some(value) => several.push(*value),
                _ => break,
            }
        }
        Ok(Some(Value::Several(several.into())))
    }

    fn aggregate(&mut self, aggregate: &Aggregate, values: &Values, depth: usize) -> Result<Option<Value>, Unknown> {
        let Aggregate { fold, of, body, .. } = aggregate;
        if let (Fold::All, None) = (fold, of) {
            let Some((last, before)) = body.split_last() else { return Err(Unknown) };
            for way in self.all(before, values, depth)? {
                if self.ways(last, &way, depth)?.is_empty() {
                    return Ok(Some(Value::Flag(false)));
                }
            }
            return Ok(Some(Value::Flag(true)));
        }
        let ways = self.all(body, values, depth)?;
        if let Fold::Steps(steps) = fold {
            let Some(mut state) = self.term(&steps.start, values, depth)? else { return Ok(None) };
            for mut way in ways {
                self.bind(&steps.variables, &state, &mut way, depth)?;
                let Some(next) = self.term(&steps.next, &way, depth)? else { return Ok(None) };
                state = next;
                if let Some(until) = &steps.until {
                    let mut after = way.clone();
                    forget(&steps.variables, &mut after);
                    self.bind(&steps.variables, &state, &mut after, depth)?;
                    if self.holds(until, &after, depth)? {
                        break;
                    }
                }
            }
            return Ok(Some(state));
        }
        let mut found = Vec::new();
        for way in &ways {
            let of = of.as_ref().ok_or(Unknown)?;
            let Some(value) = self.term(of, way, depth)? else { return Ok(None) };
            found.push(value);
        }
        let best = |is_least: bool| {
            let mut found = found.iter();
            let first = found.next()?.clone();
            found.try_fold(first, |best, value| {
                Some(if value.compare(&best)?.is_le() == is_least { value.clone() } else { best })
            })
        };
        Ok(match fold {
            Fold::Min => best(true),
            Fold::Max => best(false),
            Fold::First => found.into_iter().next(),
            Fold::Any => Some(Value::Flag(found.contains(&Value::Flag(true)))),
            Fold::All => Some(Value::Flag(found.iter().all(|value| *value == Value::Flag(true)))),
            _ => return Err(Unknown),
        })
    }
}

/// Removes the bindings of a term's variables.
fn forget(term: &Term, values: &mut Values) {
    match &term.kind {
        TermKind::Variable(name) => _ = values.remove(name),
        TermKind::Tuple(parts) => parts.iter().for_each(|part| forget(part, values)),
        _ => {}
    }
}
