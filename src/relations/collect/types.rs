//! Types as relations.
//!
//! While programs are added, the handle of a type is the number of its key: its text, kind, annotations and fingerprint. In the end,
//! types get ids in the order of their keys.

use std::collections::BTreeSet;
use std::collections::hash_map::Entry;
use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashMap, FxHashSet, FxHasher};

use super::super::{Cell, Database, count};
use super::places::Places;
use super::{Collected, Collector, Id, Text, type_columns, unnumbered};
use crate::program::{FileId, Place};
use crate::types::display::{Texts, display, display_constant, display_path, members_by_text};
use crate::types::vocabulary::{Mode, Step};
use crate::types::{Constant, Interner, Shape, Ty};

/// The key of a type, by which it is known in all programs: types with the same text may differ.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct TypeKey {
    /// The symbol of its text.
    text: Cell,
    kind: &'static str,
    /// Its annotations, with the symbols of their texts.
    annotations: Vec<(&'static str, Cell)>,
    fingerprint: u64,
}

/// The collector of one program's types.
pub(super) struct TypeCollector<'a, 't> {
    pub(super) collector: &'a mut Collector,
    pub(super) types: &'t Interner,
    handles: FxHashMap<Ty, Cell>,
    fingerprints: FxHashMap<Ty, u64>,
    texts: Texts,
    /// The worklist of types whose parts have not been added.
    waiting: Vec<Ty>,
}

impl<'a, 't> TypeCollector<'a, 't> {
    pub fn new(collector: &'a mut Collector, types: &'t Interner) -> Self {
        Self {
            collector,
            types,
            handles: FxHashMap::default(),
            fingerprints: FxHashMap::default(),
            texts: Texts::default(),
            waiting: Vec::new(),
        }
    }

    /// Adds the typed parts of a program, and their types with the parts of these.
    pub fn program(mut self, collected: &Collected<'_>, places: &Places) {
        for file in 0..collected.program.files.len() {
            for (node, number) in places.expressions_of(file) {
                if let Some(ty) = collected.inference.type_of(Place { file: FileId(file as u32), node }) {
                    let ty = unnumbered(&mut self, ty);
                    self.collector.row("has_type", &[Id(number), ty]);
                }
            }
        }
        for id in collected.program.definition_ids() {
            // The body of a block belongs to the definition of the block.
            let owner = collected.program.owner(id);
            let definition = Id(places.definition(owner));
            if owner == id {
                let ty = unnumbered(&mut self, collected.inference.definition_type(id));
                self.collector.row("node_type", &[definition, ty]);
            }
            for input in collected.program.inputs(collected.program.definition(id)) {
                let ty = unnumbered(&mut self, input.ty);
                let name = Text(self.types.text(input.name));
                self.collector.row("input", &[Id(places.definition(owner)), name, ty, Text(input.presence.word())]);
                if input.is_secret {
                    let name = Text(self.types.text(input.name));
                    self.collector.row("secret_input", &[Id(places.definition(owner)), name]);
                }
            }
        }
        self.judgments(collected, places);
        while let Some(ty) = self.waiting.pop() {
            self.parts(ty);
        }
    }

    /// Returns the handle of a type. Adds the type at the first call.
    pub fn handle(&mut self, ty: Ty) -> Cell {
        if let Some(&known) = self.handles.get(&ty) {
            return known;
        }
        let types = self.types;
        let (kind, eventuality) = (types.shape(ty).constructor().word(), types.eventuality(ty).word());
        let annotations = types.annotation_texts(ty);
        let fingerprint = self.fingerprint(ty);
        let symbols = &mut self.collector.database.symbols;
        let text = symbols.intern(&self.texts.text(types, ty));
        let of_key = annotations.iter().map(|&(kind, token)| (kind, symbols.intern(token))).collect();
        let handle = self.collector.types.number(TypeKey { text, kind, annotations: of_key, fingerprint });
        self.handles.insert(ty, handle);
        self.collector.handles.extend(self.collector.keeps_types.then_some((handle, ty)));
        self.waiting.push(ty);
        self.collector.row("type", &[Id(handle), Text(kind), Text(eventuality), Id(text)]);
        for (kind, token) in annotations {
            if kind == "secret" {
                self.collector.row("secret_property", &[Id(handle), Text(token)]);
            } else {
                self.collector.row("annotation", &[Id(handle), Text(kind), Text(token)]);
            }
        }
        handle
    }

    /// Returns a hash that distinguishes a type from others with the same text: those with another base type, other annotations,
    /// or other declared types of the same name. It is the same in every run.
    fn fingerprint(&mut self, ty: Ty) -> u64 {
        if let Some(&known) = self.fingerprints.get(&ty) {
            return known;
        }
        let types = self.types;
        let shape = types.shape(ty);
        let mut hasher = FxHasher::default();
        let mut say = |text: &str| text.hash(&mut hasher);
        say(shape.constructor().word());
        for (kind, token) in types.annotation_texts(ty) {
            say(kind);
            say(token);
        }
        match shape {
            Shape::Named(_) => declared_within(types, ty).iter().for_each(|declared| say(declared)),
            Shape::Constant(base, _) => say(&display(types, base)),
            Shape::Object(_) => types.properties(ty).iter().for_each(|property| say(types.text(property.0))),
            _ if parts(types, ty).is_empty() => say(&display(types, ty)),
            _ => {}
        }
        let mut inside: Vec<u64> = parts(types, ty).into_iter().map(|part| self.fingerprint(part)).collect();
        if matches!(shape, Shape::Union(_)) {
            inside.sort_unstable();
        }
        inside.hash(&mut hasher);
        let fingerprint = hasher.finish();
        self.fingerprints.insert(ty, fingerprint);
        fingerprint
    }

    /// Adds the parts of a type.
    fn parts(&mut self, ty: Ty) {
        let (types, at) = (self.types, self.handle(ty));
        match types.shape(ty) {
            Shape::Any | Shape::None | Shape::Primitive(_) | Shape::Opaque(_) => {}
            Shape::Constant(base, value) => {
                let base = unnumbered(self, base);
                let value = plain_constant(types, value);
                self.collector.row("constant", &[Id(at), base, Text(&value)]);
            }
            Shape::Enum(id) => {
                let (token, underlying, values) = types.enumeration(id);
                let underlying = unnumbered(self, underlying);
                self.collector.row("enum", &[Id(at), Text(types.text(token)), underlying]);
                for (position, &value) in (0..).zip(values) {
                    let value = plain_constant(types, value);
                    self.collector.row("enum_value", &[Id(at), Id(position), Text(&value)]);
                }
            }
            Shape::List(element)
            | Shape::Set(element)
            | Shape::Map(element)
            | Shape::Output(element)
            | Shape::Promise(element) => {
                let element = unnumbered(self, element);
                self.collector.row("element", &[Id(at), element]);
            }
            Shape::Tuple(_) | Shape::Applied(..) => self.members(at, types.members(ty).to_vec()),
            Shape::Union(_) => self.members(at, members_by_text(types, ty)),
            Shape::Object(_) => {
                for &(name, property) in types.properties(ty) {
                    let property = unnumbered(self, property);
                    self.collector.row("property", &[Id(at), Text(types.text(name)), property]);
                }
            }
            Shape::Named(id) => {
                if let Some(definition) = types.named(id).definition {
                    let definition = unnumbered(self, definition);
                    self.collector.row("unfolds", &[Id(at), definition]);
                }
            }
        }
    }

    fn members(&mut self, at: Cell, members: Vec<Ty>) {
        for (position, member) in (0..).zip(members) {
            let member = unnumbered(self, member);
            self.collector.row("member", &[Id(at), Id(position), member]);
        }
    }

    fn judgments(&mut self, collected: &Collected<'_>, places: &Places) {
        let judgments = collected.judgments;
        for &(at, position, from) in &judgments.steps {
            let from = unnumbered(self, from);
            self.collector.row("step_from", &[Id(places.expression(at)), Id(position.into()), from]);
        }
        for &(at, found, expected) in &judgments.expects {
            let (found, expected) = (unnumbered(self, found), unnumbered(self, expected));
            self.collector.row("expects", &[Id(places.expression(at)), found, expected]);
        }
        for &(at, found, taken, how) in &judgments.takes {
            let (found, taken) = (unnumbered(self, found), unnumbered(self, taken));
            self.collector.row("takes", &[Id(places.expression(at)), found, taken, Text(how.word())]);
        }
        for &(at, path, mark) in &judgments.marks {
            let path = display_path(self.types, path);
            self.collector.row("has_mark", &[Id(places.expression(at)), Text(&path), Text(mark.word())]);
        }
        for &(source, target, mode, kind) in &judgments.converts {
            self.pair("converts", source, target, mode, kind.word());
        }
        for &(source, target, mode, yes) in &judgments.assignable {
            self.pair("is_assignable", source, target, mode, if yes { "true" } else { "false" });
        }
        for &(left, right, kind, result) in &judgments.common {
            let [left, right, result] = [left, right, result].map(|ty| unnumbered(self, ty));
            self.collector.row("common_type", &[left, right, Text(kind.word()), result]);
        }
        for &(ty, step, result, outcome) in &judgments.traverses {
            let (ty, result) = (unnumbered(self, ty), unnumbered(self, result));
            let (kind, key) = match step {
                Step::Name(name) => ("name", self.types.text(name).to_owned()),
                Step::Number(number) => ("number", display_constant(self.types, Constant::Number(number))),
                Step::Bool(value) => ("bool", value.to_string()),
                Step::Null => ("null", "null".to_owned()),
            };
            self.collector.row("traverses", &[ty, Text(kind), Text(&key), result, Text(outcome.word())]);
        }
        for row in &judgments.own {
            self.own_row(row, places);
        }
        for &(mapping, ty, result) in &judgments.maps_to {
            let (ty, result) = (unnumbered(self, ty), unnumbered(self, result));
            self.collector.row("maps_to", &[Text(mapping.word()), ty, result]);
        }
    }

    fn pair(&mut self, relation: &'static str, source: Ty, target: Ty, mode: Mode, answer: &str) {
        let (source, target) = (unnumbered(self, source), unnumbered(self, target));
        self.collector.row(relation, &[source, target, Text(mode.word()), Text(answer)]);
    }
}

/// Returns the declared types reachable from a declared type, including itself, each with its definition.
fn declared_within(types: &Interner, ty: Ty) -> BTreeSet<String> {
    let (mut found, mut seen, mut waiting) = (BTreeSet::new(), FxHashSet::default(), vec![ty]);
    while let Some(ty) = waiting.pop() {
        if !seen.insert(ty) {
            continue;
        }
        if let Shape::Named(id) = types.shape(ty) {
            let named = types.named(id);
            let definition = named.definition.map_or_else(String::new, |ty| display(types, ty));
            let mapped = named.mapped.map_or("", |(mapping, _)| mapping.word());
            found.insert(format!("{} {mapped} {definition}", types.text(named.name)));
            waiting.extend(named.definition);
            waiting.extend(named.mapped.map(|(_, of)| of));
        }
        waiting.extend(parts(types, ty));
    }
    found
}

/// Returns the component types of a type.
fn parts(types: &Interner, ty: Ty) -> Vec<Ty> {
    match types.shape(ty) {
        Shape::List(part) | Shape::Set(part) | Shape::Map(part) | Shape::Output(part) | Shape::Promise(part) => {
            vec![part]
        }
        Shape::Tuple(_) | Shape::Union(_) | Shape::Applied(..) => types.members(ty).to_vec(),
        Shape::Object(_) => types.properties(ty).iter().map(|property| property.1).collect(),
        _ => Vec::new(),
    }
}

fn plain_constant(types: &Interner, value: Constant) -> String {
    match value {
        Constant::Text(name) => types.text(name).to_owned(),
        other => display_constant(types, other),
    }
}

/// Returns the columns of `type` after the id: the kind, the eventuality, and the text.
pub(in super::super) fn type_row(types: &Interner, ty: Ty) -> [String; 3] {
    [types.shape(ty).constructor().word().to_owned(), types.eventuality(ty).word().to_owned(), display(types, ty)]
}

/// The types of all programs, by number.
#[derive(Debug, Default)]
pub(super) struct TypeKeys {
    numbers: FxHashMap<TypeKey, Cell>,
    keys: Vec<TypeKey>,
}

impl TypeKeys {
    fn number(&mut self, key: TypeKey) -> Cell {
        let next = count(self.keys.len());
        match self.numbers.entry(key) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(new) => {
                self.keys.push(new.key().clone());
                *new.insert(next)
            }
        }
    }

    /// Replaces the numbers of types in a database by their ids, in the byte order of their texts. Returns the ids.
    pub fn assign_ids(&self, database: &mut Database) -> Ids {
        let key = |number: usize| {
            let TypeKey { text, kind, annotations, fingerprint } = &self.keys[number];
            let text_of = |symbol: Cell| database.symbols.text(symbol);
            let annotations: Vec<_> = annotations.iter().map(|&(kind, token)| (kind, text_of(token))).collect();
            (text_of(*text), kind, annotations, fingerprint)
        };
        let mut order: Vec<usize> = (0..self.keys.len()).collect();
        order.sort_by_cached_key(|&number| key(number));
        let mut ids = Ids(vec![0; order.len()]);
        for (id, number) in (0..).zip(order) {
            ids.0[number] = id;
        }
        let relations: Vec<_> = database.relations().map(|(id, _)| id).collect();
        for relation in relations {
            let columns = type_columns(database, relation);
            if !columns.is_empty() {
                database.map_rows(relation, |row| {
                    for &column in &columns {
                        row[column] = ids.of(row[column]);
                    }
                });
            }
        }
        ids
    }
}

/// The ids of types, by number.
pub(super) struct Ids(Vec<Cell>);

impl Ids {
    /// Returns how many there are.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// Returns the id of the type with a number.
    pub fn of(&self, number: Cell) -> Cell {
        usize::try_from(number).map_or(number, |at| self.0[at])
    }
}
