//! typelog in the browser: the engine behind the page, which runs it in a worker.
//!
//! Requests and answers are JSON texts. The library makes the contents of the answers: texts are those of the command line, and
//! answers about a place are those of `typelog lsp`. Positions count lines and UTF-16 units from 0.

#![allow(
    clippy::missing_errors_doc,
    reason = "an error is a text for the page: no program is open, or what is given is no JSON"
)]
#![allow(clippy::needless_pass_by_value, reason = "texts that may be left out come by value")]

mod answers;
mod facts;
mod program;

use std::cell::RefCell;

use serde::Serialize;
use typelog::book::{self, OwnFile, built_in};
use typelog::codes::Code;
use typelog::provenance::rules;
use typelog::types::BookHandle;
use wasm_bindgen::prelude::wasm_bindgen;

use program::{Opened, Settings};

/// The engine, with one program.
#[wasm_bindgen]
#[derive(Default)]
pub struct Engine {
    opened: Option<Opened>,
}

#[wasm_bindgen]
impl Engine {
    /// An engine without a program.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Opens a program with its surroundings (`Settings`). The answer is the report on the declarations, as a text.
    pub fn open(&mut self, settings: &str) -> Result<String, String> {
        let settings: Settings = serde_json::from_str(settings).map_err(|error| error.to_string())?;
        let (opened, complaints) = Opened::new(settings)?;
        self.opened = Some(opened);
        Ok(complaints)
    }

    /// Changes the text of a file of the program.
    pub fn change(&mut self, name: &str, text: &str) -> Result<(), String> {
        self.opened()?.change(name, text);
        Ok(())
    }

    /// Checks the program incrementally: diagnostics, types, and the texts that the command line prints.
    pub fn check(&mut self) -> Result<String, String> {
        let opened = self.opened()?;
        opened.check();
        Ok(json(&answers::checked(opened)))
    }

    /// The hover at a position, or null.
    pub fn hover(&mut self, name: &str, line: u32, character: u32) -> Result<String, String> {
        Ok(json(&answers::hover(self.opened()?, name, line, character)))
    }

    /// The proof of the type at a position, or of the problem with this code; or null.
    pub fn proof(&mut self, name: &str, line: u32, character: u32, code: Option<String>) -> Result<String, String> {
        Ok(json(&answers::proof(self.opened()?, name, (line, character), code.as_deref())))
    }

    /// The place of the definition of the name at a position, or null.
    pub fn definition(&mut self, name: &str, line: u32, character: u32) -> Result<String, String> {
        Ok(json(&answers::definition(self.opened()?, name, line, character)))
    }

    /// The completions at a position.
    pub fn completion(&mut self, name: &str, line: u32, character: u32) -> Result<String, String> {
        Ok(json(&answers::completion(self.opened()?, name, line, character)))
    }

    /// The record of the program that `types --format jsonl` prints.
    pub fn record(&mut self) -> Result<String, String> {
        Ok(answers::record(self.opened()?))
    }

    /// The relations of the program with their row counts.
    pub fn relations(&mut self) -> Result<String, String> {
        Ok(json(&facts::relations(self.opened()?)))
    }

    /// The first rows of a relation.
    pub fn rows(&mut self, relation: &str, most: usize) -> Result<String, String> {
        Ok(json(&facts::rows(self.opened()?, relation, most)))
    }

    /// The rows that rules derive from the facts about the program, or the faults in the rules.
    pub fn query(&mut self, rules: &str, most: usize) -> Result<String, String> {
        Ok(json(&facts::query(self.opened()?, rules, most)))
    }
}

impl Engine {
    fn opened(&mut self) -> Result<&mut Opened, String> {
        self.opened.as_mut().ok_or_else(|| "no program is open".to_owned())
    }
}

/// The files of the built-in book, each with its folder.
#[wasm_bindgen]
pub fn built_in_book() -> String {
    let files = built_in().into_iter().flat_map(|folder| {
        let engines = [(format!("{}/engines.txt", folder.name), folder.engines)];
        let own = folder.files.iter().map(move |(path, text)| (format!("{}/{}", folder.name, base(path)), *text));
        own.chain(engines).collect::<Vec<_>>()
    });
    json(&files.collect::<Vec<_>>())
}

thread_local! {
    /// The book of the programs that are opened.
    static BOOK: RefCell<BookHandle> = RefCell::default();
}

/// The book of the programs that are opened.
fn chosen_book() -> BookHandle {
    BOOK.with_borrow(BookHandle::clone)
}

/// Makes a book of the built-in one and of files that replace or extend its files: pairs of a path such as `types/elements.dl`
/// and a text. Programs that are opened afterwards are typed by it. The answer lists the faults of the book; if there are any,
/// the previous book stays.
#[wasm_bindgen]
pub fn choose_book(files: &str) -> Result<String, String> {
    let files: Vec<(String, String)> = serde_json::from_str(files).map_err(|error| error.to_string())?;
    if files.is_empty() {
        BOOK.set(BookHandle::built_in());
        return Ok("[]".to_owned());
    }
    let own: Vec<OwnFile> = files.into_iter().filter_map(|(path, text)| own_file(path, text)).collect();
    let faults = match book::open(&own) {
        Ok(book) => {
            BOOK.set(book);
            Vec::new()
        }
        Err(found) => found.iter().map(|found| facts::fault(&found.source, &found.fault)).collect(),
    };
    Ok(json(&faults))
}

/// The page of a code of diagnostics, or null.
#[wasm_bindgen]
pub fn code_page(code: &str) -> String {
    json(&Code::find(code).map(Code::page))
}

/// The pages of the rules of the current book.
#[wasm_bindgen]
pub fn rule_pages() -> String {
    let page = |rule: &typelog::provenance::Rule| {
        let typelog::provenance::Rule { name, sentence, drawing, file, line, .. } = rule.clone();
        RulePage { name, sentence, drawing, file, line }
    };
    json(&rules(&chosen_book()).iter().map(page).collect::<Vec<_>>())
}

#[derive(Serialize)]
struct RulePage {
    name: String,
    sentence: String,
    drawing: String,
    file: String,
    line: usize,
}

fn own_file(path: String, text: String) -> Option<OwnFile> {
    let folder = built_in().into_iter().find(|folder| path.starts_with(&format!("{}/", folder.name)))?;
    Some(OwnFile { folder: folder.name, path, text })
}

fn base(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// Answers contain only texts and numbers, so encoding does not fail.
fn json(answer: &impl Serialize) -> String {
    serde_json::to_string(answer).unwrap_or_default()
}
