//! Values and conditions in the notation of Rocq.

use super::names::identifier;
use super::scope::Writer;
use crate::builtins::Shape;
use crate::syntax::{Argument, Atom, Comparison, Connective, Operator, Term, TermKind};

impl Writer<'_, '_> {
    /// Returns the text of a value. What has to hold for it to exist becomes a premise.
    pub fn value(&mut self, term: &Term) -> Result<String, String> {
        match &term.kind {
            TermKind::Variable(name) => Ok(self.variable(name)),
            TermKind::Any => Ok(self.fresh()),
            TermKind::Constant(name) => Ok(self.vocabulary.value(name)),
            TermKind::Construction(name, parts) => {
                Ok(format!("({} {})", self.vocabulary.value(name), self.values(parts)?))
            }
            TermKind::Tuple(parts) if parts.is_empty() => Ok("tt".to_owned()),
            TermKind::Tuple(parts) => Ok(format!("({})", self.listed(parts)?.join(", "))),
            TermKind::List(parts) => Ok(format!("[{}]", self.listed(parts)?.join("; "))),
            TermKind::Number(number) => Ok(number.to_string()),
            TermKind::Text(text) => Ok(format!("\"{}\"%string", text.replace('"', "\"\""))),
            TermKind::Arithmetic(operator, left, right) => Ok(format!(
                "({} {} {})",
                self.value(left)?,
                if *operator == Operator::Modulo { "mod" } else { operator.sign() },
                self.value(right)?
            )),
            TermKind::If(condition, yes, no) => self.choice(condition, yes, no),
            TermKind::Compare(..) | TermKind::Logic(..) | TermKind::Not(_) => {
                let (condition, answer) = (self.condition(term)?, self.fresh());
                self.demand(format!("({answer} = true <-> {condition})"));
                Ok(answer)
            }
            TermKind::Call(atom) => self.call(atom),
            TermKind::Each(_) => Err("a place stands outside of a fold or a premise about members".to_owned()),
            TermKind::Aggregate(_) => {
                let result = self.fresh();
                let place = Term { kind: TermKind::Variable(result.clone()), span: term.span };
                self.equal(&place, term)?;
                Ok(result)
            }
        }
    }

    /// Returns the texts of values, with spaces between them.
    fn values(&mut self, terms: &[Term]) -> Result<String, String> {
        Ok(self.listed(terms)?.join(" "))
    }

    fn listed(&mut self, terms: &[Term]) -> Result<Vec<String>, String> {
        terms.iter().map(|term| self.value(term)).collect()
    }

    fn choice(&mut self, condition: &Term, yes: &Term, no: &Term) -> Result<String, String> {
        let (condition, result) = (self.condition(condition)?, self.fresh());
        let mut branch = |term: &Term| {
            let ((), scope) = self.within(|inner| {
                let value = inner.value(term)?;
                inner.demand(format!("{result} = {value}"));
                Ok(())
            })?;
            Ok::<_, String>(scope.exists())
        };
        let (yes, no) = (branch(yes)?, branch(no)?);
        self.demand(format!("(({condition} -> {yes}) /\\ (~ {condition} -> {no}))"));
        Ok(result)
    }

    /// Returns the text of a call: of a builtin, or of a judgment whose answer is a new variable.
    fn call(&mut self, atom: &Atom) -> Result<String, String> {
        if is_choosing(&atom.name) {
            return self.choosing(atom);
        }
        if let Some((_, relation)) = self.book.relations.get(&atom.name[..]) {
            let asked = atom.arguments.len();
            let answers: Vec<String> = (asked..relation.columns.len()).map(|_| self.fresh()).collect();
            let row = self.applied(&atom.name, &atom.arguments)?;
            self.demand(format!("{row} {}", answers.join(" ")));
            return Ok(if answers.len() == 1 { answers.concat() } else { format!("({})", answers.join(", ")) });
        }
        let call = self.applied(&atom.name, &atom.arguments)?;
        match self.book.builtins.shape(&atom.name) {
            Some(Shape::Partial) => {
                let result = self.fresh();
                self.demand(format!("{call} = Some {result}"));
                Ok(result)
            }
            _ => Ok(format!("({call})")),
        }
    }

    /// Returns the text of a function that chooses one of its arguments.
    fn choosing(&mut self, atom: &Atom) -> Result<String, String> {
        let function = match &atom.name[..] {
            "min" => "least",
            "max" => "greatest",
            _ => "otherwise",
        };
        let mut text = format!("({function}");
        for Argument { term, .. } in &atom.arguments {
            let value = match &term.kind {
                TermKind::Call(inner) if self.book.builtins.shape(&inner.name) == Some(Shape::Partial) => {
                    format!("({})", self.applied(&inner.name, &inner.arguments)?)
                }
                _ => self.value(term)?,
            };
            text = format!("{text} {value}");
        }
        Ok(text + ")")
    }

    /// Returns a relation or a builtin with arguments. The argument `..` stands for any place.
    pub fn applied(&mut self, name: &str, arguments: &[Argument]) -> Result<String, String> {
        let mut text =
            if self.book.relations.contains_key(name) { identifier(name) } else { self.vocabulary.function(name)? };
        for Argument { term, .. } in arguments {
            let argument = match &term.kind {
                TermKind::Each(Some(place)) => self.variable(place),
                TermKind::Each(None) => self.fresh(),
                _ => self.value(term)?,
            };
            text = format!("{text} {argument}");
        }
        Ok(text)
    }

    pub fn shape(&self, name: &str) -> Result<Shape, String> {
        self.book.builtins.shape(name).ok_or_else(|| format!("`{name}` is neither a relation nor a builtin"))
    }

    /// Returns the text of a condition. The values that it needs exist inside of it.
    pub fn condition(&mut self, term: &Term) -> Result<String, String> {
        let ((), scope) = self.within(|inner| {
            let condition = inner.bare_condition(term)?;
            inner.demand(condition);
            Ok(())
        })?;
        Ok(scope.exists())
    }

    fn bare_condition(&mut self, term: &Term) -> Result<String, String> {
        match &term.kind {
            TermKind::Logic(connective, parts) => {
                let sign = if *connective == Connective::And { " /\\ " } else { " \\/ " };
                let parts = parts.iter().map(|part| self.condition(part)).collect::<Result<Vec<_>, String>>()?;
                Ok(format!("({})", parts.join(sign)))
            }
            TermKind::Not(inner) => Ok(format!("~ {}", self.condition(inner)?)),
            TermKind::Compare(comparison, left, right) => self.comparison(*comparison, left, right),
            TermKind::Call(atom) => self.test(atom),
            _ => Ok(format!("{} = true", self.value(term)?)),
        }
    }

    /// Returns the text of a builtin or a relation as a condition. A partial builtin holds if it has a value.
    pub fn test(&mut self, atom: &Atom) -> Result<String, String> {
        if self.book.relations.contains_key(&atom.name[..]) {
            return self.row(atom);
        }
        let call = self.applied(&atom.name, &atom.arguments)?;
        match self.shape(&atom.name)? {
            Shape::Partial => Ok(format!("{call} <> None")),
            Shape::Condition => Ok(format!("{call} = true")),
            Shape::Value | Shape::Several => Err(format!("`{}` is no condition", atom.name)),
        }
    }

    /// Returns the text of a comparison. Conditions are compared by their truth.
    pub fn comparison(&mut self, comparison: Comparison, left: &Term, right: &Term) -> Result<String, String> {
        let is_condition =
            |term: &Term| matches!(term.kind, TermKind::Compare(..) | TermKind::Logic(..) | TermKind::Not(_));
        let (left, right, is_truth) = if is_condition(left) || is_condition(right) {
            (self.condition(left)?, self.condition(right)?, true)
        } else {
            (self.value(left)?, self.value(right)?, false)
        };
        Ok(match comparison {
            Comparison::Equal if is_truth => format!("({left} <-> {right})"),
            Comparison::NotEqual if is_truth => format!("~ ({left} <-> {right})"),
            Comparison::Equal => format!("{left} = {right}"),
            Comparison::NotEqual => format!("{left} <> {right}"),
            Comparison::Less => format!("rank {left} < rank {right}"),
            Comparison::LessEqual => format!("rank {left} <= rank {right}"),
            Comparison::Greater => format!("rank {left} > rank {right}"),
            Comparison::GreaterEqual => format!("rank {left} >= rank {right}"),
        })
    }
}

/// Holds for the functions that choose one of their arguments, of any type.
pub fn is_choosing(name: &str) -> bool {
    ["min", "max", "otherwise"].contains(&name)
}
