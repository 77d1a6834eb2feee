//! Indexes of the declared names and addresses, which are compared with unknown ones.
//!
//! A program may have thousands of unknown names beside thousands of declared ones: what is done for each of the former must not
//! visit each of the latter.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::program::environment::Environment;
use crate::program::{DefinitionId, Kind, Program};
use crate::types::Interner;
use crate::types::nearest::KnownNames;

/// A declared address, and the kind of its block.
pub type Known<'a> = (&'a str, Kind);

/// The addresses that a module declares.
#[derive(Default)]
pub struct Addresses<'a> {
    /// Those of each kind, in source order.
    of_kind: FxHashMap<Kind, KnownNames<&'a str>>,
    /// For each kind and type, the names; and for each kind and name, the types.
    names: FxHashMap<Kind, FxHashMap<&'a str, KnownNames<&'a str>>>,
    types: FxHashMap<Kind, FxHashMap<&'a str, KnownNames<&'a str>>>,
    /// By the address without its word, in source order: their numbers among all.
    own: FxHashMap<&'a str, Vec<(usize, Known<'a>)>>,
    /// The definitions of each address, also those without values of their own.
    definitions: FxHashMap<&'a str, Vec<DefinitionId>>,
    /// The types of the resources.
    resource_types: FxHashSet<&'a str>,
    /// The names without a dot: those of iterators.
    undotted: Vec<&'a str>,
    /// No names.
    none: KnownNames<&'a str>,
}

impl<'a> Addresses<'a> {
    /// Reads the addresses of a program. `without_word` returns an address without the word for its kind.
    pub fn of(program: &'a Program, types: &'a Interner, without_word: impl Fn(&str) -> &str) -> Self {
        let mut all = Self::default();
        for id in program.definition_ids() {
            let definition = program.definition(id);
            let (address, kind) = (&definition.label[..], definition.kind);
            all.definitions.entry(address).or_default().push(id);
            let name = definition.name.map(|name| types.text(name));
            all.undotted.extend(name.filter(|name| !name.contains('.')));
            if kind == Kind::Resource {
                all.resource_types.extend(definition.address().next());
            }
            if matches!(kind, Kind::Output | Kind::Body) {
                continue;
            }
            all.of_kind.entry(kind).or_default().push(address);
            all.own.entry(without_word(address)).or_default().push((id.0 as usize, (address, kind)));
            if let Some((ty, name)) = address.rsplit_once('.') {
                all.names.entry(kind).or_default().entry(ty).or_default().push(name);
                all.types.entry(kind).or_default().entry(name).or_default().push(ty);
            }
        }
        all
    }

    /// The addresses of a kind.
    pub fn of_kind(&self, kind: Kind) -> &KnownNames<&'a str> {
        self.of_kind.get(&kind).unwrap_or(&self.none)
    }

    /// The names of the addresses of a kind and a type.
    pub fn names_of(&self, kind: Kind, ty: &str) -> &KnownNames<&'a str> {
        self.names.get(&kind).and_then(|names| names.get(ty)).unwrap_or(&self.none)
    }

    /// The types of the addresses of a kind and a name.
    pub fn types_of(&self, kind: Kind, name: &str) -> &KnownNames<&'a str> {
        self.types.get(&kind).and_then(|types| types.get(name)).unwrap_or(&self.none)
    }

    /// The addresses that are `own` without the words for their kinds, with their numbers in source order.
    pub fn own(&self, own: &str) -> &[(usize, Known<'a>)] {
        self.own.get(own).map_or(&[], Vec::as_slice)
    }

    /// The definitions of an address.
    pub fn definitions(&self, address: &str) -> &[DefinitionId] {
        self.definitions.get(address).map_or(&[], Vec::as_slice)
    }

    /// Holds for the types of resources.
    pub fn is_resource_type(&self, word: &str) -> bool {
        self.resource_types.contains(word)
    }

    /// The names without a dot.
    pub fn undotted(&self) -> &[&'a str] {
        &self.undotted
    }
}

/// The names that a program and its environment declare.
#[derive(Default)]
pub struct Names<'a> {
    /// All of them.
    pub all: KnownNames<&'a str>,
    definitions: FxHashMap<&'a str, Vec<DefinitionId>>,
}

impl<'a> Names<'a> {
    pub fn of(program: &'a Program, environment: &'a Environment, types: &'a Interner) -> Self {
        let mut names = Self::default();
        for id in program.definition_ids() {
            if let Some(name) = program.definition(id).name.map(|name| types.text(name)) {
                names.all.push(name);
                names.definitions.entry(name).or_default().push(id);
            }
        }
        environment.variables.keys().for_each(|&name| names.all.push(types.text(name)));
        names
    }

    /// The definitions of a name: an output may have the name of a resource.
    pub fn definitions(&self, name: &str) -> &[DefinitionId] {
        self.definitions.get(name).map_or(&[], Vec::as_slice)
    }
}
