//! Elaboration of questions among the premises of a rule: rows that ask, rows that wait, and answers.

use std::collections::BTreeSet;

use super::live::{used_by, used_by_term};
use super::premises::{canonical, in_order, is_new, keeps_all, unused, variable};
use super::{Clause, Elaboration, is_plain, question};
use crate::syntax::{Atom, Comparison, Literal, Storage, Term, TermKind};

impl Elaboration<'_> {
    /// Adds a question, and the row of its answer.
    pub(super) fn ask(
        &mut self,
        atom: &Atom,
        count: usize,
        live: &BTreeSet<String>,
        next: Option<&Atom>,
        clause: &mut Clause,
    ) -> Result<(), String> {
        let mut asked = atom.clone();
        // The terms of the question are columns of the waiting row.
        for at in 0..count {
            let term = &atom.arguments[at].term;
            if matches!(&term.kind, TermKind::Variable(name) if clause.types.contains_key(name)) {
                continue;
            }
            let name = unused(&format!("asked_{}_{at}", clause.body.len()), &clause.types);
            let variable = Term { kind: TermKind::Variable(name), span: term.span };
            let premise = Literal::Compare(Comparison::Equal, variable.clone(), term.clone());
            self.signatures().bind(&premise, &mut clause.types);
            clause.body.push(premise);
            asked.arguments[at].term = variable;
        }
        let mut needed = live.clone();
        needed.extend(used_by(&Literal::Holds(asked.clone())));
        let mut questions =
            vec![Atom { name: question(&asked.name), arguments: asked.arguments[..count].to_vec(), ..asked.clone() }];
        // The next question is asked at once if it does not depend on this answer.
        let bound: BTreeSet<String> = in_order(&clause.body).into_iter().collect();
        questions.extend(
            next.filter(|next| {
                next.arguments
                    .iter()
                    .flat_map(|argument| used_by_term(&argument.term))
                    .all(|name| bound.contains(&name))
            })
            .cloned(),
        );
        if is_plain(clause) {
            self.emit(questions, clause.body.clone(), clause.span);
        } else {
            self.wait(&needed, questions, clause)?;
        }
        self.answered(&asked, count, clause);
        Ok(())
    }

    /// Adds the row of an answer, followed by the conditions on its columns.
    pub(super) fn answered(&mut self, asked: &Atom, count: usize, clause: &mut Clause) {
        for condition in self.answer_row(asked, count, clause) {
            self.signatures().bind(&condition, &mut clause.types);
            clause.body.push(condition);
        }
    }

    /// Adds the row of an answer. Returns the conditions on its columns.
    pub(super) fn answer_row(&self, asked: &Atom, count: usize, clause: &mut Clause) -> Vec<Literal> {
        let mut row = asked.clone();
        let mut conditions = Vec::new();
        for at in count..row.arguments.len() {
            let term = row.arguments[at].term.clone();
            if !is_new(&term, &clause.types) {
                let name = unused(&format!("answer_{at}"), &clause.types);
                let variable = Term { kind: TermKind::Variable(name), span: term.span };
                let is_pattern = matches!(term.kind, TermKind::Construction(..) | TermKind::Tuple(_));
                let (left, right) = if is_pattern { (term, variable.clone()) } else { (variable.clone(), term) };
                conditions.push(Literal::Compare(Comparison::Equal, left, right));
                row.arguments[at].term = variable;
            }
        }
        self.add_row(&row, clause);
        conditions
    }

    /// Moves the premises into an auxiliary relation, with the columns that are needed later. The questions are asked where the
    /// row is concluded.
    pub(super) fn wait(
        &mut self,
        needed: &BTreeSet<String>,
        questions: Vec<Atom>,
        clause: &mut Clause,
    ) -> Result<(), String> {
        let bound: Vec<String> = in_order(&clause.body);
        let columns: Vec<String> = bound.into_iter().filter(|name| needed.contains(name)).collect();
        let body = std::mem::take(&mut clause.body);
        let key = canonical(&body, &columns);
        let atom = |name: String| Atom {
            name,
            name_span: clause.span,
            arguments: columns.iter().map(|name| variable(name, clause.span)).collect(),
            span: clause.span,
        };
        let name = if let Some(known) = self.known.get(&key) {
            let known = known.clone();
            if !questions.is_empty() {
                self.emit(questions, vec![Literal::Holds(atom(known.clone()))], clause.span);
            }
            known
        } else {
            let name = self.fresh(&clause.name);
            let storage = if keeps_all(&body, &columns) { Storage::Unique } else { Storage::Set };
            self.declare(&name, &columns, &clause.types, storage, clause.span)?;
            self.emit([vec![atom(name.clone())], questions].concat(), body, clause.span);
            self.known.insert(key, name.clone());
            name
        };
        clause.body.push(Literal::Holds(atom(name)));
        (clause.rows, clause.is_growing) = (1, true);
        Ok(())
    }
}
