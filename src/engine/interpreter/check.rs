//! The check of a book: the errors in its rules, with their places.
//!
//! The errors are: unknown names of relations, builtins and values; wrong numbers and types of columns; variables without a value
//! or without a use; questions that no rule answers; conclusions that two rules give differently. Negation in a cycle is
//! detected when engines are assembled.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use typelog_reader::Span;
use typelog_reader::book::{BookFile, Engine, JUDGMENTS};
use typelog_reader::builtins::{Builtins, Shape};
use typelog_reader::elaborate::{questions, renamed, renamed_premise, used_by_term, variables, without_places};
use typelog_reader::engine::{Sources, relations_of};
use typelog_reader::syntax::{
    Aggregate, Argument, Atom, Comparison, Declaration, Fault, Fold, Host, Literal, Notation, Rule, Term, TermKind,
};
use typelog_reader::types::Type;
use typelog_reader::typing::{Signatures, Types};
use typelog_types::nearest::nearest;

/// Returns the faults in the rules of an engine, each with its file. `own` holds for the additional builtins of the host.
pub fn check(engine: &Engine, sources: Sources<'_>, own: &dyn Fn(&str) -> bool) -> Vec<(String, Fault)> {
    let files: Vec<&BookFile> = sources.files.iter().filter(|file| engine.files.contains(&file.name)).collect();
    let relations = relations_of(&files, sources.files);
    let declared: Vec<Declaration> = relations.iter().map(|(_, relation)| (*relation).clone()).collect();
    let made = questions(declared.iter());
    let tables = sources.files.iter().flat_map(BookFile::relations);
    let tables = tables.filter(|relation| sources.tables.contains(&relation.name));
    let types = |relation: &Declaration| (relation.name.clone(), relation.types());
    let columns: BTreeMap<String, Vec<Type>> = declared.iter().chain(&made).chain(tables).map(types).collect();
    let counts = declared.iter().filter_map(|relation| Some((relation.name.clone(), relation.questions?))).collect();
    let signatures = Signatures { builtins: sources.builtins, columns: &columns, queries: sources.queries };
    let mut faults = Vec::new();
    for file in &files {
        let rules: Vec<&Rule> = file.rules().collect();
        // The alternatives of a rule are several rules at one place.
        for ways in rules.chunk_by(|rule, next| rule.span == next.span) {
            let check = || RuleCheck { signatures, own, questions: &counts, types: Types::new(), faults: Vec::new() };
            let checks = ways.iter().map(|rule| (*rule, check().checked(rule)));
            faults.extend(of_all_ways(&checks.collect::<Vec<_>>()).into_iter().map(|fault| (file.name.clone(), fault)));
        }
        for relation in file.relations() {
            let unknown = relation.notations.iter().flat_map(|notation| unknown_conditions(notation, sources.builtins));
            faults.extend(unknown.map(|fault| (file.name.clone(), fault)));
            let is_builtin = |builtin: &&String| sources.builtins.builtin(builtin).is_some() || own(builtin);
            if let Some(builtin) = relation.known.as_ref().filter(|builtin| !is_builtin(builtin)) {
                let message = format!("there is no builtin `{builtin}`");
                faults.push((file.name.clone(), Fault::new("unknown-relation", relation.name_span, message)));
            }
        }
    }
    faults.extend(declared_again(&relations));
    faults.extend(all_unanswered(&files, sources.files, &counts));
    faults.extend(conflicts(&files, &counts));
    faults
}

/// Returns the faults in the conditions of a notation: values that there are not. Rows would never be drawn so.
fn unknown_conditions(notation: &Notation, builtins: &Builtins) -> impl Iterator<Item = Fault> {
    notation.conditions.iter().filter_map(|(_, value)| match &value.kind {
        TermKind::Constant(name) => unknown_value(builtins, name, value.span),
        _ => None,
    })
}

/// Returns the fault about a name that is no value.
fn unknown_value(builtins: &Builtins, name: &str, span: Span) -> Option<Fault> {
    let is_known = match name.split_once("::") {
        Some(_) => builtins.parts(name).is_some() || ["TyList::EMPTY", "ExprId::NONE"].contains(&name),
        None => name == "None" || builtins.constant(name).is_some(),
    };
    let constants = || builtins.constants().map(|(name, _)| &name[..]);
    let known = || constants().chain(builtins.variants().map(|(name, _)| &name[..])).collect();
    (!is_known).then(|| unknown("value", name, span, known()))
}

/// Returns the fault about a name of something that there is not, with the nearest known name.
fn unknown(kind: &str, name: &str, span: Span, known: Vec<&str>) -> Fault {
    let code = if kind == "value" { "unknown-value" } else { "unknown-relation" };
    let nearest = nearest(name, known).map(|other| format!("there is `{other}`"));
    Fault::new(code, span, format!("there is no {kind} `{name}`")).help(nearest)
}

/// Returns the declarations of relations that are declared before.
fn declared_again(relations: &[(&BookFile, &Declaration)]) -> Vec<(String, Fault)> {
    let mut known: BTreeMap<&str, (&BookFile, &Declaration)> = BTreeMap::new();
    let mut faults = Vec::new();
    for &(file, relation) in relations {
        let (other, first) = *known.entry(&relation.name).or_insert((file, relation));
        if first.span == relation.span && other.name == file.name {
            continue;
        }
        let message = format!("`{}` is declared in {}.dl already", relation.name, other.name);
        let fault = Fault::new("wrong-rule", relation.name_span, message);
        let fault = if other.name == file.name { fault.note(first.name_span, "the other declaration") } else { fault };
        faults.push((file.name.clone(), fault));
    }
    faults
}

/// Returns the faults in the list of judgments of a folder: a list that differs from the compiled one in more than its comments,
/// and judgments that no rule concludes. Folders without a list have no faults.
pub fn check_judgments(compiled: &BookFile, engines: &[Engine], files: &[BookFile]) -> Vec<Fault> {
    let Some(list) = files.iter().find(|file| file.name == JUDGMENTS) else { return Vec::new() };
    let shape = |relation: &Declaration| {
        let columns = relation.columns.iter().map(|column| (column.ty.clone(), column.default.as_ref().map(plain)));
        (relation.questions, columns.collect::<Vec<_>>())
    };
    let shapes = |file: &BookFile| -> BTreeMap<String, _> {
        file.relations().map(|relation| (relation.name.clone(), shape(relation))).collect()
    };
    let (built_in, mut found) = (shapes(compiled), Vec::new());
    let concluded: BTreeSet<&str> = files
        .iter()
        .filter(|file| engines.iter().any(|engine| engine.files.contains(&file.name)))
        .flat_map(BookFile::rules)
        .flat_map(|rule| rule.heads.iter().map(|head| &head.name[..]))
        .collect();
    for relation in list.relations() {
        let name = &relation.name;
        if built_in.get(name) != Some(&shape(relation)) {
            let message = format!("`{name}` differs from the compiled judgment: the list of judgments cannot change");
            found.push(Fault::new("wrong-rule", relation.name_span, message));
        } else if relation.host != Some(Host::Answers) && !concluded.contains(&name[..]) {
            found.push(unanswered(relation));
        }
    }
    for name in built_in.keys().filter(|&name| list.relations().all(|relation| relation.name != *name)) {
        let message = format!("the judgment `{name}` is missing: the list of judgments cannot change");
        found.push(Fault::new("wrong-rule", Span::new(0..0), message));
    }
    found
}

/// Returns a term without places, which is equal for equal terms.
fn plain(term: &Term) -> Literal {
    without_places(&Literal::Condition(term.clone()))
}

fn unanswered(relation: &Declaration) -> Fault {
    let message = format!("no rule answers questions about `{}`", relation.name);
    Fault::new("unanswered-question", relation.name_span, message)
}

/// Returns the faults of a rule with alternatives, each once. A variable is used if one of the alternatives uses it.
fn of_all_ways(ways: &[(&Rule, Vec<Fault>)]) -> Vec<Fault> {
    let is_unused = |(rule, faults): &(&Rule, Vec<Fault>), fault: &Fault| {
        faults.contains(fault) || !places(rule).values().flatten().any(|span| *span == fault.span)
    };
    let mut found: Vec<Fault> = Vec::new();
    for fault in ways.iter().flat_map(|(_, faults)| faults) {
        let counts = fault.code != "unused-variable" || ways.iter().all(|way| is_unused(way, fault));
        if counts && !found.contains(fault) {
            found.push(fault.clone());
        }
    }
    found
}

/// Returns the places of the variables of a rule.
fn places(rule: &Rule) -> BTreeMap<&str, Vec<Span>> {
    let mut places = BTreeMap::new();
    rule.heads.iter().flat_map(|head| &head.arguments).for_each(|argument| note(&argument.term, &mut places));
    rule.body.iter().for_each(|premise| note_premise(premise, &mut places));
    places
}

/// Returns the judgments that files declare and no rule of the folder concludes. An engine may read the answers of another one.
fn all_unanswered(files: &[&BookFile], all: &[BookFile], questions: &BTreeMap<String, usize>) -> Vec<(String, Fault)> {
    let heads = all.iter().flat_map(BookFile::rules).flat_map(|rule| &rule.heads);
    let concluded: BTreeSet<&str> = heads.map(|head| &head.name[..]).collect();
    let mut faults = Vec::new();
    for file in files {
        for relation in file.relations().filter(|relation| questions.contains_key(&relation.name)) {
            if !concluded.contains(&relation.name[..]) {
                faults.push((file.name.clone(), unanswered(relation)));
            }
        }
    }
    faults
}

/// Returns the rules that conclude different answers to the same question from the same premises.
fn conflicts(files: &[&BookFile], questions: &BTreeMap<String, usize>) -> Vec<(String, Fault)> {
    let mut known: HashMap<Asked, (Vec<Literal>, Span, String)> = HashMap::new();
    let mut faults = Vec::new();
    for (file, rule) in files.iter().flat_map(|file| file.rules().map(move |rule| (file, rule))) {
        for head in &rule.heads {
            let Some(&count) = questions.get(&head.name).filter(|_| !rule.body.is_empty()) else { continue };
            let (asked, answer) = canonical(rule, head, count);
            let (other, span, from) =
                known.entry(asked).or_insert_with(|| (answer.clone(), head.span, file.name.clone()));
            if *other != answer {
                let message = format!("another rule answers this question about `{}` differently", head.name);
                let mut fault = Fault::new("conflicting-answers", head.span, message);
                if *from == file.name {
                    fault = fault.note(*span, "the other answer");
                }
                faults.push((file.name.clone(), fault));
            }
        }
    }
    faults
}

/// A relation, the columns of a question, and the premises of its answer.
type Asked = (String, Vec<Literal>, Vec<Literal>);

/// Returns the question and the premises of a conclusion, and its answer, with variables renamed canonically, without places.
fn canonical(rule: &Rule, head: &Atom, count: usize) -> (Asked, Vec<Literal>) {
    let (asked, answered) = head.arguments.split_at(count.min(head.arguments.len()));
    let terms = || asked.iter().chain(answered).map(|argument| &argument.term);
    let in_order = asked.iter().flat_map(|argument| used_by_term(&argument.term).collect::<Vec<_>>());
    let in_body = rule.body.iter().flat_map(variables);
    let mut names: BTreeMap<String, String> = BTreeMap::new();
    for name in in_order.chain(in_body).chain(terms().flat_map(used_by_term)) {
        let next = format!("v{}", names.len());
        names.entry(name).or_insert(next);
    }
    let is_name = |premise: &&Literal| !matches!(premise, Literal::Holds(atom) if atom.name == "by");
    let body = rule.body.iter().filter(is_name).map(|premise| without_places(&renamed_premise(premise, &names)));
    let columns = |arguments: &[Argument]| -> Vec<Literal> {
        arguments.iter().map(|argument| plain(&renamed(&argument.term, &names))).collect()
    };
    ((head.name.clone(), columns(asked), body.collect()), columns(answered))
}

/// The check of one rule.
struct RuleCheck<'a> {
    signatures: Signatures<'a>,
    own: &'a dyn Fn(&str) -> bool,
    questions: &'a BTreeMap<String, usize>,
    /// The types of the bound variables.
    types: Types,
    faults: Vec<Fault>,
}

impl RuleCheck<'_> {
    /// Returns the faults of a rule.
    fn checked(mut self, rule: &Rule) -> Vec<Fault> {
        self.rule(rule);
        self.faults
    }

    fn rule(&mut self, rule: &Rule) {
        for head in &rule.heads {
            if !rule.body.is_empty() {
                self.bind_question(head);
            }
        }
        for premise in &rule.body {
            self.premise(premise);
        }
        for head in &rule.heads {
            self.head(head);
        }
        self.unused(rule);
    }

    /// Binds the variables of the question with which a rule about a judgment begins.
    fn bind_question(&mut self, head: &Atom) {
        let count = self.questions.get(&head.name).copied().unwrap_or(0);
        let types = self.signatures.columns.get(&head.name).cloned().unwrap_or_default();
        for (argument, ty) in head.arguments.iter().zip(types).take(count) {
            if let TermKind::Variable(name) = &argument.term.kind {
                self.types.entry(name.clone()).or_insert(ty);
            }
        }
    }

    fn head(&mut self, head: &Atom) {
        let Some(types) = self.signatures.columns.get(&head.name).cloned() else {
            let known = self.signatures.columns.keys().map(|name| &name[..]);
            return self.unknown("relation", &head.name, head.name_span, known.collect());
        };
        self.arity(head, &[types.len()]);
        for (argument, ty) in head.arguments.iter().zip(types) {
            self.value(&argument.term);
            self.fits(&argument.term, &ty);
            if !ty.is_optional() {
                self.total(&argument.term);
            }
        }
    }

    /// Reports partial builtins in a column of a conclusion: without their value there is no conclusion.
    fn total(&mut self, term: &Term) {
        match &term.kind {
            TermKind::Call(atom) => {
                let is_partial = match self.signatures.queries.get(&atom.name) {
                    Some(query) => query.is_partial,
                    None => self.signatures.builtins.shape(&atom.name) == Some(Shape::Partial),
                };
                if is_partial {
                    let message = format!("`{}` may have no value, and stands in a conclusion", atom.name);
                    let help = "compute it in a premise, or write `otherwise(_, _)` around it".to_owned();
                    self.faults.push(Fault::new("partial-conclusion", term.span, message).help(Some(help)));
                }
                // The first operand of `otherwise`, and an optional argument, may have no value.
                let checked = usize::from(atom.name == "otherwise");
                let builtin = self.signatures.builtins.builtin(&atom.name);
                let parameters = builtin.map(|builtin| builtin.parameters.clone()).unwrap_or_default();
                let is_optional = |at: usize| parameters.get(at).is_some_and(Type::is_optional);
                for (at, argument) in atom.arguments.iter().enumerate().skip(checked) {
                    if !is_optional(at) {
                        self.total(&argument.term);
                    }
                }
            }
            TermKind::Construction(_, parts) | TermKind::Tuple(parts) | TermKind::List(parts) => {
                for part in parts {
                    self.total(part);
                }
            }
            TermKind::If(_, yes, no) => [yes, no].into_iter().for_each(|part| self.total(part)),
            TermKind::Arithmetic(_, left, right) => [left, right].into_iter().for_each(|part| self.total(part)),
            _ => {}
        }
    }

    fn premise(&mut self, premise: &Literal) {
        match premise {
            Literal::Holds(atom) if atom.name == "by" => {}
            Literal::Holds(atom) => self.row(atom, true),
            Literal::Absent(atom) => self.row(atom, false),
            Literal::Compare(Comparison::Equal, left, right) => {
                self.value(right);
                self.pattern(left);
                self.signatures.bind(premise, &mut self.types);
                self.settle(left);
            }
            Literal::Compare(_, left, right) => {
                self.value(left);
                self.value(right);
            }
            Literal::In(element, several) => {
                self.value(several);
                self.place(several.place());
                self.pattern(element);
                self.signatures.bind(premise, &mut self.types);
                self.settle(element);
            }
            Literal::Condition(condition) => self.value(condition),
        }
    }

    /// Checks a premise about a relation, a judgment of another engine, or a builtin as a condition.
    fn row(&mut self, atom: &Atom, holds: bool) {
        let query = self.signatures.queries.get(&atom.name);
        let types = match (self.signatures.columns.get(&atom.name), query) {
            (Some(types), _) => {
                self.arity(atom, &[types.len()]);
                types.clone()
            }
            (None, Some(query)) => {
                self.arity(atom, &[query.types.len(), query.questions]);
                query.types.clone()
            }
            (None, None) => return self.call(atom),
        };
        for (argument, ty) in atom.arguments.iter().zip(types) {
            match &argument.term.kind {
                TermKind::Variable(name) if holds && !self.types.contains_key(name) => {
                    self.types.insert(name.clone(), ty);
                }
                TermKind::Any => {}
                TermKind::Each(name) => self.place(name.as_deref()),
                _ if holds => {
                    self.pattern(&argument.term);
                    self.fits(&argument.term, &ty);
                    let equal = Literal::Compare(Comparison::Equal, argument.term.clone(), argument.term.clone());
                    self.signatures.bind(&equal, &mut self.types);
                    self.settle(&argument.term);
                }
                _ => {
                    self.value(&argument.term);
                    self.fits(&argument.term, &ty);
                }
            }
        }
    }

    /// Binds the variable for the number of a member, which is a number.
    fn place(&mut self, name: Option<&str>) {
        if let Some(name) = name {
            self.types.insert(name.to_owned(), Type::named("u32"));
        }
    }

    /// Checks a call of a builtin.
    fn call(&mut self, atom: &Atom) {
        let builtin = self.signatures.builtins.builtin(&atom.name);
        let query = self.signatures.queries.get(&atom.name);
        let is_special = matches!(&atom.name[..], "min" | "max" | "otherwise") || (self.own)(&atom.name);
        match (builtin, query) {
            (Some(builtin), _) => self.arity(atom, &[builtin.parameters.len()]),
            (None, Some(query)) => self.arity(atom, &[query.questions]),
            (None, None) if is_special => {}
            (None, None) => {
                let builtins = self.signatures.builtins.all().map(|(name, _)| &name[..]);
                let known: Vec<&str> = builtins.chain(self.signatures.columns.keys().map(|name| &name[..])).collect();
                self.unknown("relation or builtin", &atom.name, atom.name_span, known);
            }
        }
        let parameters = builtin.map(|builtin| builtin.parameters.clone()).unwrap_or_default();
        for (at, argument) in atom.arguments.iter().enumerate() {
            self.value(&argument.term);
            if let Some(ty) = parameters.get(at) {
                self.fits(&argument.term, ty);
            }
        }
    }

    /// Checks a term whose value is needed: its variables must be bound.
    fn value(&mut self, term: &Term) {
        match &term.kind {
            TermKind::Variable(name) if !self.types.contains_key(name) => {
                let message = format!("the variable `{name}` has no value");
                self.faults.push(Fault::new("unbound-variable", term.span, message));
                self.types.insert(name.clone(), Type::Other);
            }
            TermKind::Constant(name) => self.constant(name, term.span),
            TermKind::Call(atom) => self.call(atom),
            TermKind::Aggregate(aggregate) => self.aggregate(aggregate),
            TermKind::Construction(name, parts) => {
                self.construction(name, term.span);
                for part in parts {
                    self.value(part);
                }
            }
            TermKind::Tuple(parts) | TermKind::List(parts) | TermKind::Logic(_, parts) => {
                for part in parts {
                    self.value(part);
                }
            }
            TermKind::If(condition, yes, no) => {
                for part in [condition, yes, no] {
                    self.value(part);
                }
            }
            TermKind::Compare(_, left, right) | TermKind::Arithmetic(_, left, right) => {
                self.value(left);
                self.value(right);
            }
            TermKind::Not(inner) => self.value(inner),
            TermKind::Variable(_) | TermKind::Any | TermKind::Each(_) | TermKind::Number(_) | TermKind::Text(_) => {}
        }
    }

    /// Checks a pattern, whose variables are bound or compared.
    fn pattern(&mut self, term: &Term) {
        match &term.kind {
            TermKind::Variable(_) | TermKind::Any => {}
            TermKind::Tuple(parts) => parts.iter().for_each(|part| self.pattern(part)),
            TermKind::Construction(name, parts) => {
                self.construction(name, term.span);
                for part in parts {
                    self.pattern(part);
                }
            }
            _ => self.value(term),
        }
    }

    /// Marks the variables of a pattern as bound, even if their types are not known.
    fn settle(&mut self, pattern: &Term) {
        for name in used_by_term(pattern) {
            self.types.entry(name).or_insert(Type::Other);
        }
    }

    fn aggregate(&mut self, aggregate: &Aggregate) {
        let outside = self.types.clone();
        if let Fold::Steps(steps) = &aggregate.fold {
            self.value(&steps.start);
            let start = Literal::Compare(Comparison::Equal, steps.variables.clone(), steps.start.clone());
            self.signatures.bind(&start, &mut self.types);
            self.settle(&steps.variables);
        }
        for premise in &aggregate.body {
            self.premise(premise);
        }
        aggregate.of.iter().for_each(|of| self.value(of));
        if let Fold::Steps(steps) = &aggregate.fold {
            self.value(&steps.next);
            steps.until.iter().for_each(|until| self.value(until));
        }
        self.types = outside;
    }

    fn constant(&mut self, name: &str, span: Span) {
        self.faults.extend(unknown_value(self.signatures.builtins, name, span));
    }

    fn construction(&mut self, name: &str, span: Span) {
        if name != "Some" && self.signatures.builtins.parts(name).is_none() {
            let known = self.signatures.builtins.variants().map(|(name, _)| &name[..]).collect();
            self.unknown("value", name, span, known);
        }
    }

    fn unknown(&mut self, kind: &str, name: &str, span: Span, known: Vec<&str>) {
        self.faults.push(unknown(kind, name, span, known));
    }

    fn arity(&mut self, atom: &Atom, counts: &[usize]) {
        let found = atom.arguments.len();
        if !counts.contains(&found) {
            let expected: Vec<String> = counts.iter().map(ToString::to_string).collect();
            let message = format!("`{}` has {} columns, found {found}", atom.name, expected.join(" or "));
            self.faults.push(Fault::new("wrong-arity", atom.span, message));
        }
    }

    /// Checks that a term in a column, or as an argument, has the expected type.
    fn fits(&mut self, term: &Term, expected: &Type) {
        let Some(found) = self.signatures.type_of(term, &self.types) else { return };
        let (Some(found), Some(expected)) = (found.name(), expected.name()) else { return };
        // Numbers have several types, and a type parameter stands for any.
        if found != expected && !["u32", "usize", "Self", "T"].contains(&expected) {
            let message = format!("expected a value of the type `{expected}`, found one of `{found}`");
            self.faults.push(Fault::new("wrong-column-type", term.span, message));
        }
    }

    /// Reports variables that occur only once.
    fn unused(&mut self, rule: &Rule) {
        let mut asked = BTreeSet::new();
        for head in &rule.heads {
            let count = self.questions.get(&head.name).copied().unwrap_or(0);
            asked.extend(head.arguments.iter().take(count).flat_map(|argument| used_by_term(&argument.term)));
        }
        for (name, spans) in places(rule) {
            let is_unbound = self.faults.iter().any(|fault| fault.code == "unbound-variable" && fault.span == spans[0]);
            if let ([span], false) = (&spans[..], asked.contains(name) || is_unbound) {
                let fault = Fault::new("unused-variable", *span, format!("`{name}` occurs only once in the rule"));
                self.faults.push(fault.help(Some("write `_`".to_owned())));
            }
        }
    }
}

/// Adds the places of the variables of a premise.
fn note_premise<'a>(premise: &'a Literal, places: &mut BTreeMap<&'a str, Vec<Span>>) {
    match premise {
        Literal::Holds(atom) | Literal::Absent(atom) => {
            atom.arguments.iter().for_each(|argument| note(&argument.term, places));
        }
        Literal::Compare(_, left, right) | Literal::In(left, right) => {
            note(left, places);
            note(right, places);
        }
        Literal::Condition(term) => note(term, places),
    }
}

/// Adds the places of the variables of a term.
fn note<'a>(term: &'a Term, places: &mut BTreeMap<&'a str, Vec<Span>>) {
    match &term.kind {
        TermKind::Variable(name) => places.entry(name).or_default().push(term.span),
        TermKind::Construction(_, parts)
        | TermKind::Tuple(parts)
        | TermKind::List(parts)
        | TermKind::Logic(_, parts) => parts.iter().for_each(|part| note(part, places)),
        TermKind::If(condition, yes, no) => [condition, yes, no].into_iter().for_each(|part| note(part, places)),
        TermKind::Compare(_, left, right) | TermKind::Arithmetic(_, left, right) => {
            note(left, places);
            note(right, places);
        }
        TermKind::Not(inner) => note(inner, places),
        TermKind::Call(atom) => atom.arguments.iter().for_each(|argument| note(&argument.term, places)),
        TermKind::Aggregate(aggregate) => {
            aggregate.of.iter().for_each(|of| note(of, places));
            aggregate.body.iter().for_each(|premise| note_premise(premise, places));
            if let Fold::Steps(steps) = &aggregate.fold {
                let terms = [&steps.variables, &steps.start, &steps.next].into_iter().chain(&steps.until);
                terms.for_each(|term| note(term, places));
            }
        }
        // The number of a member may be named without being used.
        TermKind::Each(place) => place.iter().for_each(|name| places.entry(name).or_default().extend([term.span; 2])),
        TermKind::Any | TermKind::Number(_) | TermKind::Text(_) | TermKind::Constant(_) => {}
    }
}
