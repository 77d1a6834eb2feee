//! Direct evaluation: answers to small questions without a run of an engine.
//!
//! A run of an engine has the fixed cost of its rounds even for one small question. So each judgment behind a door that is a
//! function is also compiled to a Rust function, which evaluates the elaborated clauses top-down, from the question to the
//! answer. A row that a clause concludes is passed to the clauses that begin with that relation. Where a clause waits for an
//! answer of its own family, that answer is computed in the same way.
//!
//! A direct answer has a derivation, and equals the answer of the engine, because the judgment is a function. Some clauses
//! cannot be evaluated directly: those that need rows which other clauses derive, and those with a negated row, which may not
//! be derived yet. Recursion may not terminate, so the number of steps is limited. In all these cases there is no direct
//! answer, and the engine answers.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use crate::ascent::Door;
use crate::elaborate::question as asked;
use crate::engine::Assembled;
use crate::item::{Answer, Clause, Code, Form, Item, Question, Row};

/// The functions that answer the judgments of an engine directly.
#[derive(Debug, Default)]
pub struct Direct {
    /// Their code. It is empty if none of the judgments is behind a door.
    pub code: String,
    /// The judgments.
    pub judgments: BTreeSet<String>,
}

/// Returns the functions that answer the judgments of an engine directly.
pub fn directly(engine: &str, assembled: &Assembled, clauses: &[Clause], doors: &BTreeMap<String, Door>) -> Direct {
    let functions: BTreeMap<&str, usize> = assembled
        .declared
        .iter()
        .filter(|relation| relation.storage.as_ref().is_some_and(|storage| storage.starts_with("function")))
        .filter_map(|relation| Some((&relation.name[..], relation.questions?)))
        .collect();
    let followed = clauses.iter().filter_map(|clause| RowClause::of(clause, &assembled.columns)).collect();
    let family = Family { columns: &assembled.columns, functions, clauses: followed, doors };
    let mut wanted: Vec<&str> = family.functions.keys().copied().filter(|name| doors.contains_key(*name)).collect();
    let (mut seen, mut code) = (BTreeSet::new(), String::new());
    while let Some(judgment) = wanted.pop() {
        if seen.insert(judgment) {
            let (functions, asked) = family.functions_of(judgment);
            code += &functions;
            wanted.extend(asked);
        }
    }
    if seen.is_empty() {
        return Direct::default();
    }
    let judgments = seen.into_iter().map(str::to_owned).collect();
    Direct { code: format!("impl {engine} {{\n{code}}}\n"), judgments }
}

/// A clause that begins with a row.
struct RowClause<'a> {
    heads: &'a [Row],
    first: &'a Row,
    rest: &'a [Item],
}

impl<'a> RowClause<'a> {
    fn of(clause: &'a Clause, relations: &BTreeMap<String, Vec<String>>) -> Option<Self> {
        match clause.body.split_first()? {
            (Item::Row { holds: true, row }, rest) if relations.contains_key(&row.relation) => {
                Some(Self { heads: &clause.heads, first: row, rest })
            }
            _ => None,
        }
    }
}

/// A family of judgments.
struct Family<'a> {
    /// The relations of the engine, with the types of their columns.
    columns: &'a BTreeMap<String, Vec<String>>,
    /// The judgments that are functions, with the number of columns of a question.
    functions: BTreeMap<&'a str, usize>,
    clauses: Vec<RowClause<'a>>,
    doors: &'a BTreeMap<String, Door>,
}

impl<'a> Family<'a> {
    /// Returns the functions that answer a judgment, one for each relation between question and answer, and the judgments that
    /// they ask.
    fn functions_of(&self, judgment: &'a str) -> (String, BTreeSet<&'a str>) {
        let (start, reachable_relations) = (asked(judgment), self.reachable_relations(judgment));
        let [question, answer] = self.types_of(judgment);
        let mut code = format!(
            "    /// The answer, if it is found within so many steps.\n    \
             #[inline]\n    \
             pub fn {judgment}_directly(steps_: &mut u32, question_: {question}) -> Option<{answer}> {{\n        \
             Self::{judgment}_from_{start}(steps_, question_, question_)\n    }}\n"
        );
        let mut all_asked = BTreeSet::new();
        for relation in
            reachable_relations.iter().chain((!reachable_relations.contains(&start[..])).then_some(&&start[..]))
        {
            let columns = self.columns.get(*relation).map_or_else(String::new, |columns| columns.join(", "));
            let mut body = String::new();
            for clause in self.clauses.iter().filter(|clause| clause.first.relation == *relation) {
                if let Some((way, asked)) = self.way(clause, judgment, &reachable_relations) {
                    body += &way;
                    all_asked.extend(asked);
                }
            }
            let _ = write!(
                code,
                "    fn {judgment}_from_{relation}(steps_: &mut u32, question_: {question}, row_: ({columns},)) -> \
                 Option<{answer}> {{\n        *steps_ = steps_.checked_sub(1)?;\n{body}        None\n    }}\n"
            );
        }
        (code, all_asked)
    }

    /// Returns the types of a judgment's questions and answers.
    fn types_of(&self, judgment: &str) -> [String; 2] {
        let (asked, answered) = self.columns[judgment].split_at(self.functions[judgment]);
        let answer = if let [one] = answered { one.clone() } else { format!("({})", answered.join(", ")) };
        [format!("({},)", asked.join(", ")), answer]
    }

    /// Returns the relations whose rows are derived between a question and its answer.
    fn reachable_relations(&self, judgment: &'a str) -> BTreeSet<&'a str> {
        let mut leading: BTreeSet<&str> = BTreeSet::new();
        let leads = |clause: &RowClause<'a>, leading: &BTreeSet<&str>| {
            let mut heads = clause.heads.iter().map(|head| &head.relation[..]);
            heads.any(|head| head == judgment || self.is_row(head) && leading.contains(head))
        };
        while let Some(clause) =
            self.clauses.iter().find(|clause| !leading.contains(&clause.first.relation[..]) && leads(clause, &leading))
        {
            leading.insert(&clause.first.relation);
        }
        let start = asked(judgment);
        let mut following: BTreeSet<&str> = leading.iter().copied().filter(|relation| *relation == start).collect();
        let is_next = |relation: &str, following: &BTreeSet<&str>| {
            self.is_row(relation) && leading.contains(relation) && !following.contains(relation)
        };
        while let Some(next) = self
            .clauses
            .iter()
            .filter(|clause| following.contains(&clause.first.relation[..]))
            .flat_map(|clause| clause.heads.iter().map(|head| &head.relation[..]))
            .find(|relation| is_next(relation, &following))
        {
            following.insert(next);
        }
        following
    }

    /// Holds if rows of a relation are passed on. The row of a question is not: the question is answered where its answer is
    /// needed.
    fn is_row(&self, relation: &str) -> bool {
        !relation.ends_with("_demanded") && !self.functions.contains_key(relation)
    }

    /// Returns the code of a clause, from its first row to its conclusions, and the judgments that it asks. Returns none if its
    /// conclusions are not on the way to the answer, or if the clause cannot be evaluated directly.
    fn way(
        &self,
        clause: &RowClause<'a>,
        judgment: &str,
        reachable_relations: &BTreeSet<&str>,
    ) -> Option<(String, BTreeSet<&'a str>)> {
        let mut way =
            ClauseCode { code: String::from("        {\n"), open: 1, bound: BTreeSet::new(), asked: BTreeSet::new() };
        for (at, argument) in clause.first.columns.iter().enumerate() {
            way.meet(argument, &format!("row_.{at}"));
        }
        for (at, item) in clause.rest.iter().enumerate() {
            self.follow(item, at, &mut way)?;
        }
        let mut is_of_use = false;
        for Row { relation: name, columns } in clause.heads {
            let cells: Vec<String> = columns.iter().map(cell).collect();
            if *name == judgment {
                let (question, answer) = cells.split_at(self.functions[judgment]);
                let answer = if let [one] = answer { one.clone() } else { format!("({})", answer.join(", ")) };
                let question = question.join(", ");
                let _ = writeln!(way.code, "if ({question},) == question_ {{ return Some({answer}); }}");
            } else if reachable_relations.contains(&name[..]) && self.is_row(name) {
                let cells = cells.join(", ");
                let next = format!("Self::{judgment}_from_{name}(steps_, question_, ({cells},))");
                let _ = writeln!(way.code, "if let Some(found_) = {next} {{ return Some(found_); }}");
            } else {
                continue;
            }
            is_of_use = true;
        }
        let code = way.code + &"}".repeat(way.open) + "\n";
        is_of_use.then_some((code, way.asked))
    }

    /// Adds the code of a premise. Returns none if the premise cannot be evaluated directly.
    fn follow(&self, item: &'a Item, at: usize, way: &mut ClauseCode<'a>) -> Option<()> {
        match item {
            Item::Row { holds: true, row } => return self.follow_row(row, at, way),
            Item::Ask(question) => way.open(&self.direct_question(question)?),
            Item::Row { .. }
            | Item::Let { asks: true, .. }
            | Item::For { asks: true, .. }
            | Item::If { asks: true, .. } => return None,
            Item::Let { may_fail: false, .. } => {
                let _ = writeln!(way.code, "{item};");
            }
            Item::Let { .. } | Item::For { .. } | Item::If { .. } | Item::By(_) => way.open(&item.to_string()),
        }
        way.bound.extend(item.binds());
        Some(())
    }

    /// Adds the question of a row of a judgment of the same family.
    fn follow_row(&self, row: &'a Row, at: usize, way: &mut ClauseCode<'a>) -> Option<()> {
        let (&name, &count) = self.functions.get_key_value(&row.relation[..])?;
        let (question, answer) = row.columns.split_at(count);
        if !question.iter().all(|argument| way.is_known(argument)) {
            return None;
        }
        let question: Vec<String> = question.iter().map(cell).collect();
        let question = question.join(", ");
        way.open(&format!("if let Some(answer_{at}_) = Self::{name}_directly(steps_, ({question},))"));
        for (place, argument) in answer.iter().enumerate() {
            let column = if answer.len() == 1 { String::new() } else { format!(".{place}") };
            way.meet(argument, &format!("answer_{at}_{column}"));
        }
        way.asked.insert(name);
        Some(())
    }

    /// Returns the condition that asks another engine, within the steps that are left.
    fn direct_question(&self, question: &Question) -> Option<String> {
        let Question { judgment, columns, answer } = question;
        let is_partial = self.doors.get(judgment)?.is_partial;
        let pattern = match answer {
            Answer::Is(yes) if !is_partial => yes.to_string(),
            Answer::Matches { pattern, .. } => pattern.text.clone(),
            Answer::Is(_) | Answer::Exists(_) => return None,
        };
        Some(format!("if let Some({pattern}) = directly::{judgment}(steps_, {})", columns.join(", ")))
    }
}

/// The code of a clause under construction.
struct ClauseCode<'a> {
    code: String,
    /// The number of open blocks.
    open: usize,
    /// The bound variables.
    bound: BTreeSet<&'a str>,
    /// The judgments of the same family that are asked.
    asked: BTreeSet<&'a str>,
}

impl<'a> ClauseCode<'a> {
    fn open(&mut self, condition: &str) {
        let _ = writeln!(self.code, "{condition} {{");
        self.open += 1;
    }

    /// Matches an argument with a column: an unbound variable is bound, and anything else is compared.
    fn meet(&mut self, argument: &'a Code, column: &str) {
        match argument.form {
            Form::Any => {}
            Form::Variable if self.bound.insert(&argument.text) => {
                let _ = writeln!(self.code, "let {argument} = &{column};");
            }
            _ => self.open(&format!("if is_same(&{column}, {})", cell(argument))),
        }
    }

    fn is_known(&self, argument: &Code) -> bool {
        match argument.form {
            Form::Any => false,
            Form::Variable => self.bound.contains(&argument.text[..]),
            Form::Constant | Form::Computed => true,
        }
    }
}

/// Returns the code of an argument's value.
fn cell(argument: &Code) -> String {
    if argument.form == Form::Variable { format!("{argument}.clone()") } else { format!("({argument})") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ascent::Scope;
    use crate::book::{BookFile, read_engines};
    use crate::engine::{Sources, assemble, doors};
    use crate::words::Words;

    const LIST: &str = "relation grows(t: Ty -> u: Ty = t).\n\
                        relation shrinks(t: Ty -> u: Ty = t, yes: bool = false).\n\
                        relation lifts(t: Ty -> u: Ty = t).\n";

    /// Returns the code for an engine with the given rules.
    fn written(rules: &str) -> String {
        let mut words = Words::default();
        words
            .add_file("pub fn part(t: Ty) -> Option<Ty> {}\npub fn is_leaf(t: Ty) -> bool {}\n")
            .expect("the file is Rust");
        let list = BookFile::read("list", LIST.to_owned()).expect("the list is understood");
        let doors = doors(&list);
        let files = [BookFile::read("own", rules.to_owned()).expect("the rules are understood")];
        let engine = read_engines("AnyEngine: own").remove(0);
        let tables = BTreeSet::new();
        let sources = Sources { files: &files, words: &words, doors: &doors, tables: &tables };
        let assembled = assemble(&engine, sources).expect("the rules are right");
        let names = assembled.columns.iter().map(|(name, columns)| (name.clone(), columns.len())).collect();
        let scope = Scope { words: &words, doors: &doors, relations: &names };
        let clauses = assembled
            .clauses
            .iter()
            .map(|rule| crate::ascent::write(scope, &rule.heads, &rule.body).expect("it can be written"));
        directly("AnyEngine", &assembled, &clauses.collect::<Vec<_>>(), &doors).code
    }

    #[test]
    fn a_question_is_followed_through_rows_and_other_questions_to_its_answer() {
        let code = written(
            "@function relation grows(t: Ty -> u: Ty).\n\
             grows(t, t) :- is_leaf(t).\n\
             grows(t, u) :- !is_leaf(t), s = part(t), grows(s, u).\n",
        );
        assert!(code.starts_with("impl AnyEngine {\n"), "{code}");
        assert!(code.contains("pub fn grows_directly(steps_: &mut u32, question_: (Ty,)) -> Option<Ty>"), "{code}");
        assert!(code.contains("if (t.clone(),) == question_ { return Some(t.clone()); }"), "{code}");
        // The part is passed on in a row, and its question is asked where the answer is needed.
        assert!(code.contains("if let Some(s) = part(*t) {"), "{code}");
        assert!(code.contains("Self::grows_from_made_grows_1(steps_, question_, ("), "{code}");
        assert!(code.contains("= Self::grows_directly(steps_, (s.clone(),)) {"), "{code}");
        // The row of a question, which is derived for the engine, is not passed on.
        assert!(!code.contains("Self::grows_from_grows_demanded(steps_, question_, (s"), "{code}");
    }

    #[test]
    fn other_families_are_asked_in_the_same_steps() {
        let code =
            written("@function(2) relation shrinks(t: Ty -> u: Ty, yes: bool).\nshrinks(t, u, true) :- lifts(t, u).\n");
        assert!(code.contains("if let Some(u) = directly::lifts(steps_, *t) {"), "{code}");
        assert!(code.contains("return Some((u.clone(), (true)));"), "{code}");
    }

    #[test]
    fn what_is_no_function_or_behind_no_door_is_left_out() {
        assert_eq!(written("relation grows(t: Ty -> u: Ty).\ngrows(t, t) :- is_leaf(t).\n"), "");
        assert_eq!(written("@function relation wilts(t: Ty -> u: Ty).\nwilts(t, t) :- is_leaf(t).\n"), "");
    }

    #[test]
    fn clauses_that_begin_elsewhere_or_look_for_what_may_come_are_not_followed() {
        let declared =
            "@function relation grows(t: Ty -> u: Ty).\nrelation is_known(t: Ty).\nis_known(t) :- grows(t, _).\n";
        for rule in ["grows(t, t) :- is_known(t), is_leaf(t).\n", "grows(t, t) :- is_leaf(t), !is_known(t).\n"] {
            let code = written(&format!("{declared}{rule}"));
            assert!(code.contains("grows_directly") && !code.contains("return Some"), "{code}");
        }
        assert!(written(&format!("{declared}grows(t, t) :- is_leaf(t).\n")).contains("return Some"));
    }
}
