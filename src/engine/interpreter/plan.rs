//! Plans of clauses: their premises in an order of evaluation, with the indices for lookups.

use std::collections::{BTreeMap, BTreeSet};

use typelog_evaluator::{IndexId, Match, RelationId, Slot, Source, count};
use typelog_reader::Span;
use typelog_reader::ascent::Query;
use typelog_reader::builtins::Shape;
use typelog_reader::record::{is_question, looks_back};
use typelog_reader::syntax::{Atom, Comparison, Connective, Literal, Operator, Rule, Term, TermKind};

use crate::builtins::{builtin, constant, construct, part};
use crate::kept;
use crate::program::{Ask, Clause, Expr, Names, Pattern, Program, Record, Step};
use crate::value::Value;

/// A clause under planning.
struct Planning<'a> {
    program: &'a mut Program,
    names: Names<'a>,
    slots: BTreeMap<String, Slot>,
    /// The number of variables, including unnamed ones.
    count: u32,
    bound: BTreeSet<String>,
    steps: Vec<Step>,
    /// The place of the premise of each step.
    places: Vec<Span>,
    indices: Vec<IndexId>,
}

/// Returns the plan of a clause, which begins with the new rows of the premise `first`, if it is given.
///
/// # Errors
/// An unknown name.
pub fn plan(rule: &Rule, first: Option<usize>, program: &mut Program, names: Names<'_>) -> Result<Clause, String> {
    let (slots, bound, steps) = (BTreeMap::new(), BTreeSet::new(), Vec::new());
    let (places, indices) = (Vec::new(), Vec::new());
    let mut planning = Planning { program, names, slots, count: 0, bound, steps, places, indices };
    let mut order: Vec<usize> = (0..rule.body.len()).collect();
    // New rows come first, unless columns of the premise are computed from variables of other premises.
    if let Some(first) = first.filter(|&first| is_free(&rule.body[first])) {
        order.retain(|&at| at != first);
        order.insert(0, first);
    }
    for at in order {
        planning.premise(&rule.body[at], first == Some(at))?;
        planning.places.resize(planning.steps.len(), rule.body[at].span());
    }
    let mut heads = Vec::new();
    for head in &rule.heads {
        let relation = planning.relation(head).ok_or_else(|| format!("there is no relation `{}`", head.name))?;
        let columns = head.arguments.iter().map(|argument| planning.expr(&argument.term)).collect::<Result<_, _>>()?;
        heads.push((relation, columns));
    }
    let record = planning.record(rule)?;
    let Planning { count, steps, places, indices, .. } = planning;
    Ok(Clause { delta: None, slots: count as usize, steps, places, indices, heads, rule: 0, record })
}

impl Planning<'_> {
    fn slot(&mut self, name: &str) -> Slot {
        if let Some(slot) = self.slots.get(name) {
            return *slot;
        }
        let slot = self.fresh();
        self.slots.insert(name.to_owned(), slot);
        slot
    }

    /// Returns a new unnamed variable.
    fn fresh(&mut self) -> Slot {
        self.count += 1;
        Slot(self.count - 1)
    }

    fn relation(&self, atom: &Atom) -> Option<RelationId> {
        self.program.names.get(&atom.name).copied()
    }

    fn ask(&mut self, ask: Ask) {
        self.steps.push(Step::Own(ask));
    }

    fn premise(&mut self, premise: &Literal, is_ranged: bool) -> Result<(), String> {
        match premise {
            Literal::Holds(atom) => match (self.relation(atom), self.names.queries.get(&atom.name)) {
                (Some(relation), _) => self.row(relation, atom, is_ranged)?,
                (None, Some(query)) if atom.arguments.len() > query.questions => {
                    let answer = self.answer(atom, query)?;
                    self.ask(answer);
                }
                _ => {
                    let call = self.call(atom)?;
                    self.ask(Ask::Test(call));
                }
            },
            Literal::Absent(atom) => {
                if let Some(relation) = self.relation(atom) {
                    self.no_row(relation, atom)?;
                } else {
                    let call = self.call(atom)?;
                    self.ask(Ask::Test(Expr::Not(Box::new(call))));
                }
            }
            Literal::Compare(Comparison::Equal, left, right) if self.is_open(left) => {
                let value = self.expr(right)?;
                let is_option = matches!(&left.kind, TermKind::Construction(name, _) if name == "Some");
                let is_partial = !is_option && self.is_partial(right);
                let pattern = self.pattern(left)?;
                self.ask(Ask::Let { pattern, value, is_partial });
            }
            Literal::Compare(comparison, left, right) => {
                let (left, right) = (Box::new(self.expr(left)?), Box::new(self.expr(right)?));
                self.ask(Ask::Test(Expr::Compare(*comparison, left, right)));
            }
            Literal::In(element, values) => {
                let several = self.expr(values)?;
                let mut pattern = self.pattern(element)?;
                let is_numbered = values.place().is_some();
                if let Some(place) = values.place() {
                    self.bound.insert(place.to_owned());
                    pattern = Pattern::Tuple(vec![Pattern::Bind(self.slot(place)), pattern]);
                }
                self.ask(Ask::For { pattern, values: several, is_numbered });
            }
            Literal::Condition(term) => {
                let condition = self.expr(term)?;
                self.ask(Ask::Test(condition));
            }
        }
        Ok(())
    }

    /// Plans a row, which is looked up in an index if some columns are known. Columns with patterns are matched afterwards.
    fn row(&mut self, relation: RelationId, atom: &Atom, is_ranged: bool) -> Result<(), String> {
        let (mut columns, mut key, mut matches, mut forms) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let before = self.bound.clone();
        for (at, argument) in atom.arguments.iter().enumerate() {
            let term = &argument.term;
            match &term.kind {
                TermKind::Any => {}
                TermKind::Variable(name) if !before.contains(name) => {
                    let is_again = !self.bound.insert(name.clone());
                    let slot = self.slot(name);
                    matches.push((at, if is_again { Match::Same(slot) } else { Match::Bind(slot) }));
                }
                TermKind::Construction(..) if self.is_open(term) => {
                    let slot = self.fresh();
                    matches.push((at, Match::Bind(slot)));
                    forms.push((slot, self.pattern(term)?));
                }
                _ => {
                    columns.push(at);
                    key.push(self.source(term)?);
                }
            }
        }
        let step = if columns.is_empty() {
            Step::Scan { relation, matches, is_ranged }
        } else if is_ranged && self.steps.is_empty() {
            // New rows are few: they are scanned, and the known columns compared.
            let known = columns.into_iter().zip(key).map(|(at, source)| match source {
                Source::Slot(slot) => (at, Match::Same(slot)),
                Source::Constant(cell) => (at, Match::Constant(cell)),
            });
            Step::Scan { relation, matches: known.chain(matches).collect(), is_ranged }
        } else if columns.len() == atom.arguments.len() && !is_ranged {
            Step::Contains(relation, key)
        } else {
            let index = self.index(relation, columns);
            Step::Probe { relation, index, key, matches, is_ranged }
        };
        self.steps.push(step);
        for (slot, pattern) in forms {
            self.ask(Ask::Let { pattern, value: Expr::Slot(slot), is_partial: false });
        }
        Ok(())
    }

    /// Plans a negated row. Unbound columns match any value.
    fn no_row(&mut self, relation: RelationId, atom: &Atom) -> Result<(), String> {
        let (mut columns, mut key) = (Vec::new(), Vec::new());
        for (at, argument) in atom.arguments.iter().enumerate() {
            if !self.is_open(&argument.term) {
                columns.push(at);
                key.push(self.source(&argument.term)?);
            }
        }
        let step = if columns.is_empty() {
            Step::IsEmpty(relation)
        } else if columns.len() == atom.arguments.len() {
            Step::Lacks(relation, key)
        } else {
            let index = self.index(relation, columns);
            Step::LacksKey { relation, index, key }
        };
        self.steps.push(step);
        Ok(())
    }

    fn index(&mut self, relation: RelationId, columns: Vec<usize>) -> IndexId {
        let index = self.program.indices.get(relation, columns);
        self.indices.push(index);
        index
    }

    /// Returns the source of a cell of a key. A computed term gets a variable of its own.
    fn source(&mut self, term: &Term) -> Result<Source, String> {
        Ok(match self.expr(term)? {
            Expr::Slot(slot) => Source::Slot(slot),
            Expr::Value(value) => Source::Constant(count(self.program.values.number(value))),
            value => {
                let slot = self.fresh();
                self.ask(Ask::Let { pattern: Pattern::Bind(slot), value, is_partial: false });
                Source::Slot(slot)
            }
        })
    }

    /// Returns the step that asks another engine.
    fn answer(&mut self, atom: &Atom, query: &Query) -> Result<Ask, String> {
        let name = atom.name.clone();
        let builtin = builtin(&name).ok_or_else(|| format!("there is no builtin `{name}`"))?;
        let terms: Vec<&Term> = atom.arguments.iter().map(|argument| &argument.term).collect();
        let (asked, answered) = terms.split_at(query.questions);
        let asked = asked.iter().map(|term| self.expr(term)).collect::<Result<_, _>>()?;
        let patterns: Vec<Pattern> = answered.iter().map(|term| self.column(term)).collect::<Result<_, _>>()?;
        let pattern = match <[Pattern; 1]>::try_from(patterns) {
            Ok([only]) => only,
            Err(several) => Pattern::Tuple(several),
        };
        Ok(Ask::Let { pattern, value: Expr::Call(name, builtin, asked), is_partial: query.is_partial })
    }

    fn column(&mut self, term: &Term) -> Result<Pattern, String> {
        if self.is_open(term) { self.pattern(term) } else { Ok(Pattern::Is(self.expr(term)?)) }
    }

    fn is_open(&self, term: &Term) -> bool {
        term.is_open(&|name| self.bound.contains(name))
    }

    fn is_partial(&self, term: &Term) -> bool {
        let TermKind::Call(atom) = &term.kind else { return false };
        match self.names.queries.get(&atom.name) {
            Some(query) => query.is_partial,
            None => self.names.builtins.shape(&atom.name) == Some(Shape::Partial),
        }
    }

    fn pattern(&mut self, term: &Term) -> Result<Pattern, String> {
        Ok(match &term.kind {
            TermKind::Any => Pattern::Any,
            TermKind::Variable(name) if !self.bound.contains(name) => {
                self.bound.insert(name.clone());
                Pattern::Bind(self.slot(name))
            }
            TermKind::Tuple(parts) => {
                Pattern::Tuple(parts.iter().map(|part| self.pattern(part)).collect::<Result<_, _>>()?)
            }
            TermKind::Construction(name, parts) if name == "Some" => {
                let inner = parts.first().ok_or("expected a value in `Some`")?;
                Pattern::Some(Box::new(self.pattern(inner)?))
            }
            TermKind::Construction(name, parts) => {
                let take = part(name).ok_or_else(|| format!("there is no value `{name}`"))?;
                Pattern::Parts(take, parts.iter().map(|part| self.pattern(part)).collect::<Result<_, _>>()?)
            }
            _ => Pattern::Is(self.expr(term)?),
        })
    }

    fn exprs(&mut self, terms: &[Term]) -> Result<Vec<Expr>, String> {
        terms.iter().map(|term| self.expr(term)).collect()
    }

    fn expr(&mut self, term: &Term) -> Result<Expr, String> {
        Ok(match &term.kind {
            TermKind::Variable(name) if self.bound.contains(name) => Expr::Slot(self.slot(name)),
            TermKind::Variable(name) => return Err(format!("the variable `{name}` has no value")),
            TermKind::Constant(name) => Expr::Value(match &name[..] {
                "true" => Value::Flag(true),
                "false" => Value::Flag(false),
                "None" => Value::Nothing,
                _ => constant(name).ok_or_else(|| format!("there is no value `{name}`"))?,
            }),
            TermKind::Number(number) => Expr::Value(Value::Number(u32::try_from(*number).unwrap_or(u32::MAX))),
            TermKind::Text(text) => Expr::Value(Value::of_text(text)),
            TermKind::Construction(name, parts) if name == "Some" => {
                Expr::Some(Box::new(self.expr(parts.first().ok_or("expected a value in `Some`")?)?))
            }
            TermKind::Construction(name, parts) => {
                let builtin = construct(name).ok_or_else(|| format!("there is no value `{name}`"))?;
                Expr::Call(name.clone(), builtin, self.exprs(parts)?)
            }
            TermKind::Tuple(parts) => Expr::Tuple(self.exprs(parts)?),
            TermKind::List(parts) => Expr::List(self.exprs(parts)?),
            TermKind::Arithmetic(operator, left, right) => {
                let (left, right) = (Box::new(self.expr(left)?), Box::new(self.expr(right)?));
                match operator {
                    Operator::Add => Expr::Add(left, right),
                    Operator::Subtract => Expr::Subtract(left, right),
                    _ => return Err("rules of the book support only `+` and `-`".to_owned()),
                }
            }
            TermKind::If(condition, yes, no) => {
                Expr::If(Box::new(self.expr(condition)?), Box::new(self.expr(yes)?), Box::new(self.expr(no)?))
            }
            TermKind::Call(atom) => self.call(atom)?,
            TermKind::Compare(comparison, left, right) => {
                Expr::Compare(*comparison, Box::new(self.expr(left)?), Box::new(self.expr(right)?))
            }
            TermKind::Logic(Connective::And, parts) => Expr::All(self.exprs(parts)?),
            TermKind::Logic(Connective::Or, parts) => Expr::AnyOf(self.exprs(parts)?),
            TermKind::Not(inner) => Expr::Not(Box::new(self.expr(inner)?)),
            TermKind::Any | TermKind::Each(_) | TermKind::Aggregate(_) => {
                return Err("this has no value here".to_owned());
            }
        })
    }

    fn call(&mut self, atom: &Atom) -> Result<Expr, String> {
        let each = atom.arguments.iter().position(|argument| matches!(argument.term.kind, TermKind::Each(_)));
        let mut arguments = Vec::new();
        for (at, argument) in atom.arguments.iter().enumerate() {
            arguments.push(if each == Some(at) { Expr::Value(Value::Number(0)) } else { self.expr(&argument.term)? });
        }
        let mut two = |make: fn(Box<Expr>, Box<Expr>) -> Expr| {
            let right = arguments.pop().ok_or("expected two values")?;
            let left = arguments.pop().ok_or("expected two values")?;
            Ok(make(Box::new(left), Box::new(right)))
        };
        match &atom.name[..] {
            "min" => return two(Expr::Least),
            "max" => return two(Expr::Greatest),
            "otherwise" => return two(Expr::Otherwise),
            "by" => return Ok(Expr::Value(Value::Flag(true))),
            _ => {}
        }
        let name = atom.name.clone();
        let builtin = builtin(&name).ok_or_else(|| format!("there is no relation and no builtin `{name}`"))?;
        Ok(match each {
            Some(at) => Expr::Each(name, builtin, at, arguments),
            None => Expr::Call(name, builtin, arguments),
        })
    }

    /// Returns the columns to record when the clause concludes something: its conclusions and premises, without questions.
    fn record(&mut self, rule: &Rule) -> Result<Option<Record>, String> {
        let conclusions: Vec<&Atom> = rule.heads.iter().filter(|head| !is_question(&head.name)).collect();
        if rule.body.is_empty() || conclusions.is_empty() || rule.body.iter().any(looks_back) {
            return Ok(None);
        }
        let mut cells = Vec::new();
        let mut rows = Vec::new();
        let mut premises = Vec::new();
        for head in conclusions {
            rows.push((kept::text(&head.name), head.arguments.len()));
            for argument in &head.arguments {
                cells.push(Some(self.expr(&argument.term)?));
            }
        }
        for premise in &rule.body {
            let (atom, flag) = match premise {
                Literal::Holds(atom) => (atom, true),
                Literal::Absent(atom) => (atom, false),
                _ => continue,
            };
            let is_row = flag && self.program.names.contains_key(&atom.name) && !is_question(&atom.name);
            let query = self.names.queries.get(&atom.name).filter(|_| !self.program.names.contains_key(&atom.name));
            let is_answer = query.is_some_and(|query| flag || atom.arguments.len() == query.questions);
            if !is_row && !is_answer {
                continue;
            }
            let mut columns = 0;
            for argument in &atom.arguments {
                let is_hidden = matches!(argument.term.kind, TermKind::Any) || self.is_open(&argument.term);
                cells.push(if is_hidden { None } else { Some(self.expr(&argument.term)?) });
                columns += 1;
            }
            if query.is_some_and(|query| atom.arguments.len() == query.questions) {
                cells.push(Some(Expr::Value(Value::Flag(flag))));
                columns += 1;
            }
            premises.push((kept::text(&atom.name), columns));
        }
        let rule = typelog_reader::catalogue::named(rule).map_or("", kept::text);
        Ok(Some((kept::clause(rule, rows, premises), cells)))
    }
}

/// Holds if a row has no columns that are computed from variables of other premises.
fn is_free(premise: &Literal) -> bool {
    let Literal::Holds(atom) = premise else { return false };
    atom.arguments.iter().all(|argument| {
        matches!(
            argument.term.kind,
            TermKind::Any | TermKind::Variable(_) | TermKind::Constant(_) | TermKind::Number(_)
        )
    })
}
