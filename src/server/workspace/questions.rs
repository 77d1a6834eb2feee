//! Questions about programs: each is checked before it is asked.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use gen_lsp_types::{Position, Range};

use super::super::documents::{ProgramKey, key_of};
use super::super::programs::{Asked, Viewed};
use super::Workspace;
use crate::dialect::Dialect;
use crate::lsp::completion::repair::{Repaired, repaired, repaired_json};
use crate::lsp::rules::RulesView;
use crate::lsp::view::Client;
use crate::relations::Database;

impl Workspace<'_> {
    /// Checks the program of a document, and answers a question about it. Returns `None` if the document is not open.
    pub fn ask<R>(&mut self, uri: &str, client: &Client, question: impl FnOnce(Asked<'_>) -> R) -> Option<R> {
        let key = key_of(uri);
        let program = self.programs.get_mut(&self.documents.get(&key)?.program)?;
        program.check(&self.documents, &self.lints, &self.configured);
        program.asked(&key, &self.documents, client).map(question)
    }

    /// Answers a question about the module in a directory, which need not have open documents. Returns `None` if there is none.
    pub fn ask_module<R>(
        &mut self,
        directory: &Path,
        client: &Client,
        question: impl FnOnce(Viewed<'_>) -> Option<R>,
    ) -> Option<R> {
        let key = self.enter_module(directory)?;
        let program = self.programs.get_mut(&key)?;
        program.check(&self.documents, &self.lints, &self.configured);
        program.viewed(&self.documents, client).and_then(question)
    }

    /// Answers a question about each module that calls the module in a directory, and about that module.
    pub fn ask_callers<R>(
        &mut self,
        directory: &Path,
        client: &Client,
        mut question: impl FnMut(Viewed<'_>) -> R,
    ) -> Vec<R> {
        let mut found = Vec::new();
        for caller in self.callers(directory) {
            found.extend(self.ask_module(&caller, client, |viewed| Some(question(viewed))));
        }
        found
    }

    /// Repairs the text of a document around a position, checks its program with that, and answers a question about it. Returns
    /// `None` if the document is not open, or cannot be repaired.
    pub fn ask_repaired<R>(
        &mut self,
        uri: &str,
        position: Position,
        client: &Client,
        question: impl FnOnce(Asked<'_>, &Repaired, Range) -> R,
    ) -> Option<R> {
        let key = key_of(uri);
        let document = self.documents.get(&key)?;
        let (text, lines) = (document.text.text(), document.text.lines());
        let at = lines.offset(text, position, client.encoding);
        let is_json = Path::new(&document.name).extension().is_some_and(|of| of == "json");
        let repaired = if is_json { repaired_json(text, at, document.program.1.shapes()) } else { repaired(text, at) }?;
        let range = lines.range(text, repaired.word, client.encoding);
        let program = self.programs.get_mut(&document.program)?;
        let asked = program.asked_with(&key, repaired.text.clone(), &self.documents, client)?;
        Some(question(asked, &repaired, range))
    }

    /// Returns all facts about the program of a document.
    pub fn facts(&mut self, uri: &str) -> Option<Database> {
        let program = self.programs.get_mut(&self.documents.get(&key_of(uri))?.program)?;
        Some(program.facts(&self.documents))
    }

    /// Returns an open rule file, over the facts about the program that was changed last.
    pub fn rules(&mut self, uri: &str, client: &Client) -> Option<RulesView<'_>> {
        let key = key_of(uri);
        if !self.rules.has(&key) {
            return None;
        }
        let last = self.last.as_ref().filter(|last| self.programs.contains_key(last)).or(self.programs.keys().next());
        let program = last.cloned().and_then(|last| self.programs.get_mut(&last));
        let facts = program.map(|program| program.facts(&self.documents));
        self.rules.view(&key, client.encoding, facts, self.project.system())
    }

    /// Returns the directories of the modules that may call the module in a directory: those below the folders of the workspace, of
    /// open documents, and above the directory.
    fn callers(&self, directory: &Path) -> BTreeSet<PathBuf> {
        let of_documents =
            self.programs.keys().filter(|key| key.1 == Dialect::Terraform).map(|key| PathBuf::from(&key.0));
        let mut callers: BTreeSet<PathBuf> = of_documents.collect();
        callers.extend(self.project.callers_of(directory, &self.folders));
        callers.insert(directory.to_owned());
        callers
    }

    /// Opens the program of the module in a directory, if there are files.
    fn enter_module(&mut self, directory: &Path) -> Option<ProgramKey> {
        let known = ProgramKey(directory.display().to_string(), Dialect::Terraform);
        if self.programs.contains_key(&known) {
            return Some(known);
        }
        let input = self.around(&directory.join("main.tf")).ok()?;
        let key = ProgramKey::of(&input);
        let is_there = !input.texts.is_empty();
        is_there.then(|| {
            self.enter(input);
            key
        })
    }
}
