//! Premises and rows in the notation of Rocq.

use super::scope::Writer;
use crate::builtins::Shape;
use crate::record::{REMEMBERED, is_question};
use crate::syntax::{Argument, Atom, Comparison, Literal, Term, TermKind};

impl Writer<'_, '_> {
    /// Adds a premise of a clause. Marks, questions, and look-ups of known answers are none.
    pub fn premise(&mut self, premise: &Literal) -> Result<(), String> {
        match premise {
            Literal::Holds(atom) | Literal::Absent(atom) if is_left_out(atom) => {}
            Literal::Holds(atom) => {
                let row = self.test(atom)?;
                self.demand(row);
            }
            Literal::Absent(atom) => {
                let denial = self.denial(atom)?;
                self.demand(denial);
            }
            Literal::Compare(Comparison::Equal, left, right) => self.equal(left, right)?,
            Literal::Compare(comparison, left, right) => {
                let text = self.comparison(*comparison, left, right)?;
                self.demand(text);
            }
            Literal::In(element, several) => self.member(element, several)?,
            Literal::Condition(term) => {
                let text = self.condition(term)?;
                self.demand(text);
            }
        }
        Ok(())
    }

    /// Returns the text of a row. The last column may be missing, if it is true.
    pub fn row(&mut self, atom: &Atom) -> Result<String, String> {
        let (_, relation) = self.book.relations[&atom.name[..]];
        if atom.arguments.iter().any(|argument| argument.column.is_some()) {
            let placed = relation.columns.iter().map(|column| {
                let is_named =
                    |argument: &&Argument| argument.column.as_ref().map(|(name, _)| name) == column.name.as_ref();
                let term = atom.arguments.iter().find(is_named).map(|argument| argument.term.clone());
                let term = term.unwrap_or(Term { kind: TermKind::Any, span: atom.span });
                Argument { column: None, term }
            });
            return self.applied(&atom.name, &placed.collect::<Vec<_>>());
        }
        let row = self.applied(&atom.name, &atom.arguments)?;
        let is_whole = atom.arguments.len() == relation.columns.len();
        Ok(if is_whole { row } else { format!("{row} true") })
    }

    /// Returns the text of the claim that there is no such row, that the answer is no, or that a builtin does not hold.
    fn denial(&mut self, atom: &Atom) -> Result<String, String> {
        if let Some((_, relation)) = self.book.relations.get(&atom.name[..]) {
            if atom.arguments.len() < relation.columns.len() {
                return Ok(format!("{} false", self.applied(&atom.name, &atom.arguments)?));
            }
            if self.group.contains(&atom.name[..]) {
                return Err(format!("it denies `{}`, which is defined together with its conclusion", atom.name));
            }
        }
        let ((), scope) = self.within(|inner| {
            let test = inner.test(atom)?;
            inner.demand(test);
            Ok(())
        })?;
        Ok(format!("~ {}", scope.exists()))
    }

    /// Adds an equation, which may take apart the answer to a question or the value of a partial builtin.
    pub fn equal(&mut self, left: &Term, right: &Term) -> Result<(), String> {
        if let TermKind::Aggregate(aggregate) = &right.kind {
            return self.fold(left, aggregate);
        }
        if let TermKind::Call(atom) = &right.kind {
            if self.book.relations.contains_key(&atom.name[..]) {
                let answers =
                    if let TermKind::Tuple(parts) = &left.kind { &parts[..] } else { std::slice::from_ref(left) };
                let answers = answers.iter().map(|term| Argument { column: None, term: term.clone() });
                let arguments: Vec<Argument> = atom.arguments.iter().cloned().chain(answers).collect();
                let row = self.applied(&atom.name, &arguments)?;
                self.demand(row);
                return Ok(());
            }
            let is_some = matches!(&left.kind, TermKind::Construction(name, _) if name == "Some");
            if self.book.builtins.shape(&atom.name) == Some(Shape::Partial) {
                let call = self.applied(&atom.name, &atom.arguments)?;
                let value = self.value(left)?;
                let value = if is_some { value } else { format!("Some {value}") };
                self.demand(format!("{call} = {value}"));
                return Ok(());
            }
        }
        let text = self.comparison(Comparison::Equal, left, right)?;
        self.demand(text);
        Ok(())
    }

    /// Adds the premise that a value is one of several.
    fn member(&mut self, element: &Term, several: &Term) -> Result<(), String> {
        let is_each =
            |atom: &Atom| atom.arguments.iter().any(|argument| matches!(argument.term.kind, TermKind::Each(_)));
        let text = match &several.kind {
            TermKind::Call(atom) if is_each(atom) => {
                let call = self.applied(&atom.name, &atom.arguments)?;
                format!("{call} = Some {}", self.value(element)?)
            }
            _ => {
                let values = self.value(several)?;
                format!("In {} {values}", self.value(element)?)
            }
        };
        self.demand(text);
        Ok(())
    }
}

fn is_left_out(atom: &Atom) -> bool {
    atom.name == "by" || is_question(&atom.name) || REMEMBERED.contains(&&atom.name[..])
}
