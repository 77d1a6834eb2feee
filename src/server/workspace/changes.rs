//! Changes of files, documents and settings, and their consequences for programs.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::super::documents::{ProgramKey, key_of};
use super::super::programs::withdrawn;
use super::super::rules::is_rules;
use super::Workspace;
use crate::dialect::Dialect;
use crate::jobs::Jobs;
use crate::lsp::uris::path_of;
use crate::project::{FILE_NAME, Sessions, root_of};

impl Workspace<'_> {
    /// Notes that a document has been saved, which matters only for rules: programs already have its text.
    pub fn saved(&mut self, uri: &str) {
        self.distrust_files();
        if let Some(root) = self.books.root(&key_of(uri)).map(Path::to_owned) {
            return self.book_changed(&root);
        }
        if let Some(directory) = path_of(uri).as_deref().and_then(Path::parent) {
            self.background.note_change(directory);
        }
        if is_rules(uri, "") && !self.rule_files.is_empty() {
            self.read_rules();
        }
    }

    /// Notes that files have been changed, created or deleted on disk.
    pub fn files_changed<'u>(&mut self, uris: impl Iterator<Item = &'u str>) {
        let paths: Vec<PathBuf> = uris.filter_map(path_of).collect();
        let is_schema = |path: &PathBuf| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            name.ends_with(".json") && !name.ends_with(".hcl.json") && !name.ends_with(".pp.json")
        };
        if paths.iter().any(|path| path.ends_with(FILE_NAME) || path.is_dir() || is_schema(path)) {
            return self.read_settings_again();
        }
        if paths.iter().any(|path| is_rules(&path.to_string_lossy(), "")) && !self.rule_files.is_empty() {
            self.read_rules();
        }
        let roots: BTreeSet<PathBuf> = paths.iter().filter_map(|path| root_of(path, self.project.system())).collect();
        for root in roots {
            self.book_changed(&root);
        }
        let directories: Vec<&Path> = paths.iter().filter_map(|path| path.parent()).collect();
        for directory in &directories {
            self.note_in_background(directory);
        }
        let documents = &self.documents;
        self.programs.retain(|key, _| documents.of_program(key).next().is_some());
        let keys: Vec<ProgramKey> = self.programs.keys().cloned().collect();
        for key in keys {
            if directories.iter().any(|directory| directory.to_string_lossy() == key.0) {
                self.read_files_again(&key);
            }
        }
        self.note_components(&directories);
    }

    pub(super) fn note_change(&mut self, key: &str) {
        let Some(document) = self.documents.get(key) else { return };
        if let Some(program) = self.programs.get_mut(&document.program) {
            program.note_change(key);
            self.last = Some(document.program.clone());
        }
        self.note_component(key);
    }

    /// Notes that files may have changed on disk: not every client watches them.
    pub(super) fn distrust_files(&mut self) {
        self.programs.values_mut().for_each(|program| program.distrust_files());
    }

    pub(super) fn read_files_again(&mut self, key: &ProgramKey) {
        let Some(document) = self.documents.of_program(key).next() else { return };
        let (uri, language) = (document.uri.clone(), document.language.clone());
        let (input, _) = self.input(&uri, &language);
        if ProgramKey::of(&input) == *key
            && let Some(program) = self.programs.get_mut(key)
        {
            program.take_files(input);
        }
    }

    /// Opens all programs again, since settings, schemas or declarations may have changed.
    pub(super) fn read_settings_again(&mut self) {
        self.project.forget_settings();
        self.settings.forget();
        self.configured.forget();
        self.background.start_over(&self.folders);
        self.sessions = Sessions::new(self.project, Jobs::available());
        let all = self.documents.0.values();
        let documents: Vec<_> =
            all.map(|document| (document.key.clone(), document.uri.clone(), document.language.clone())).collect();
        let before = std::mem::take(&mut self.programs);
        for (key, uri, language) in documents {
            let (input, name) = self.input(&uri, &language);
            if let Some(document) = self.documents.0.get_mut(&key) {
                (document.program, document.name) = (ProgramKey::of(&input), name);
            }
            self.enter(input);
        }
        for (key, program) in before {
            match self.programs.get_mut(&key) {
                Some(now) => now.follow(program.into_published()),
                None => self.withdrawn.extend(withdrawn(program.into_published())),
            }
        }
    }

    /// Notes that files in a directory of the workspace have changed.
    fn note_in_background(&mut self, directory: &Path) {
        self.background.note_change(directory);
        if self.folders.iter().any(|folder| directory.starts_with(folder)) {
            for dialect in [Dialect::Terraform, Dialect::Pcl, Dialect::Hcl] {
                self.background.add(directory.to_owned(), dialect);
            }
        }
    }

    pub(super) fn note_component(&mut self, uri: &str) {
        let path = path_of(uri);
        let Some(directory) = path.as_ref().and_then(|path| path.parent()) else { return };
        self.note_components(&[directory]);
    }

    /// Notes that files in some directories have changed. Programs know directories by their names and by their real paths.
    fn note_components(&mut self, directories: &[&Path]) {
        let named = directories.iter().map(|&directory| directory.to_owned());
        let real = directories.iter().map(|directory| self.project.system().real_path(directory));
        let all: BTreeSet<PathBuf> = named.chain(real).collect();
        for program in self.programs.values_mut() {
            for directory in &all {
                program.note_component(directory);
            }
        }
    }
}
