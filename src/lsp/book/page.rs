//! The files of a rule book in an editor.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use gen_lsp_types::Range;
use typelog_reader::book::BookFile;
use typelog_reader::catalogue::{self, RuleEntry};
use typelog_reader::parse::parse;
use typelog_reader::syntax::Declaration;

use super::super::text::Encoding;
use crate::book::{OwnFile, built_in};
use crate::source::{LineIndex, Span};

/// A file of a book.
#[derive(Debug)]
pub struct Page {
    /// The folder: `types` or `programs`.
    pub folder: &'static str,
    /// The path, for people.
    pub path: String,
    /// The URI; `None` for files of the built-in book.
    pub uri: Option<String>,
    /// The text.
    pub text: String,
    /// Its lines.
    pub lines: LineIndex,
    file: BookFile,
    rules: Vec<RuleEntry>,
}

/// The files of a book: its own, and the files of the built-in book that it does not replace.
#[derive(Clone, Debug, Default)]
pub struct Pages(Vec<Arc<Page>>);

impl Page {
    /// Creates a file from its text.
    pub fn new(folder: &'static str, path: String, uri: Option<String>, text: String) -> Self {
        let file = BookFile { name: path.clone(), statements: parse(&text).0, text: text.clone() };
        Self { folder, path, uri, lines: LineIndex::new(&text), file, rules: catalogue::rules(&text), text }
    }

    /// Creates a file of another language.
    pub fn foreign(path: String, uri: String, text: String) -> Self {
        let lines = LineIndex::new(&text);
        let file = BookFile { name: path.clone(), statements: Vec::new(), text: String::new() };
        Self { folder: "", path, uri: Some(uri), lines, file, rules: Vec::new(), text }
    }

    /// Returns the name: the file name without folders and extension.
    pub fn name(&self) -> &str {
        let name = self.path.rsplit(['/', '\\']).next().unwrap_or_default();
        name.strip_suffix(".dl").unwrap_or(name)
    }

    /// Returns the parsed file. Statements with syntax errors are left out.
    pub fn file(&self) -> &BookFile {
        &self.file
    }

    /// Returns the comment above a declaration.
    pub fn meaning(&self, declaration: &Declaration) -> String {
        let before = &self.text[..declaration.span.start as usize];
        let lines = before.lines().rev().map_while(|line| line.trim().strip_prefix("///"));
        let mut lines: Vec<&str> = lines.map(str::trim).collect();
        lines.reverse();
        lines.join(" ")
    }

    /// Returns the rule name at an offset, in `// C-Refl: ...` or in `by("C-Refl")`, with its span.
    pub fn rule_at(&self, offset: u32) -> Option<(&str, Span)> {
        let line = self.text[..offset as usize].rfind('\n').map_or(0, |end| end + 1);
        let text = self.text[line..].lines().next().unwrap_or("");
        let is_letter = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
        let (before, behind) = text.split_at_checked(offset as usize - line)?;
        let start = before.trim_end_matches(is_letter).len();
        let end = text.len() - behind.trim_start_matches(is_letter).len();
        let is_named =
            text[..start].ends_with("by(\"") || text[..start].trim() == "//" && text[end..].starts_with(": ");
        let span = Span { start: (line + start) as u32, end: (line + end) as u32 };
        (is_named && text[start..end].contains('-')).then_some((&text[start..end], span))
    }

    /// Returns the rule name of the clause with a `by` at this span.
    pub fn rule_named(&self, by: Span) -> Option<&str> {
        let text = self.text.get(by.range())?;
        let rest = self.text[by.end as usize..].strip_prefix("(\"").filter(|_| text == "by")?;
        rest.split('"').next()
    }

    /// Returns the span of a Rust function.
    pub fn function(&self, name: &str) -> Option<Span> {
        let head = format!("pub fn {name}");
        let mut found = self.text.match_indices(&head).map(|(at, _)| at + head.len());
        let end = found.find(|&end| self.text[end..].starts_with(['(', '<']))?;
        Some(Span { start: (end - name.len()) as u32, end: end as u32 })
    }

    /// Returns the span of a line, counted from 1.
    pub fn line_span(&self, line: usize) -> Span {
        let start: usize = self.text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
        let length = self.text[start..].lines().next().map_or(0, str::len);
        Span { start: start as u32, end: (start + length) as u32 }
    }

    /// Converts a span to a range in the units of a client.
    pub fn range(&self, span: Span, encoding: Encoding) -> Range {
        self.lines.range(&self.text, span, encoding)
    }

    /// Holds if an offset is in a comment.
    pub fn is_in_comment(&self, offset: u32) -> bool {
        let line = self.text[..offset as usize].rsplit('\n').next().unwrap_or("");
        line.trim_start().starts_with(['#', '/'])
    }
}

impl Pages {
    /// Collects the files of a book, given its own files with their URIs. Unchanged files are reused from `before`.
    pub fn of(own: &[OwnFile], uri: impl Fn(&str) -> String, before: &Self) -> Self {
        let mut pages: BTreeMap<(&str, String), Arc<Page>> =
            BUILT_IN.iter().map(|page| ((page.folder, page.name().to_owned()), page.clone())).collect();
        for file in own.iter().filter(|file| file.holds_rules()) {
            let known = before.0.iter().find(|page| page.path == file.path && page.text == file.text);
            let page = known.cloned().unwrap_or_else(|| {
                Arc::new(Page::new(file.folder, file.path.clone(), Some(uri(&file.path)), file.text.clone()))
            });
            pages.insert((file.folder, page.name().to_owned()), page);
        }
        Self(pages.into_values().collect())
    }

    /// Returns the files, by folder and name.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<Page>> {
        self.0.iter()
    }

    /// Returns the file with a URI.
    pub fn find(&self, uri: &str) -> Option<&Arc<Page>> {
        self.0.iter().find(|page| page.uri.as_deref() == Some(uri))
    }

    /// Resolves a relation name in a file: to a declaration in the file, in its folder, or to a judgment of another folder.
    pub fn relation(&self, name: &str, from: &Page) -> Option<(&Page, &Declaration)> {
        let all = self.0.iter().flat_map(|page| page.file.relations().map(move |declared| (&**page, declared)));
        let found = all.filter(|(_, declared)| declared.name == name);
        found.min_by_key(|(page, _)| (page.path != from.path, page.folder != from.folder))
    }

    /// Returns the rule with a name.
    pub fn rule(&self, name: &str) -> Option<(&Page, &RuleEntry)> {
        let mut all = self.0.iter().flat_map(|page| page.rules.iter().map(move |rule| (&**page, rule)));
        all.find(|(_, rule)| rule.name == name)
    }
}

/// The files of the built-in book.
static BUILT_IN: LazyLock<Vec<Arc<Page>>> = LazyLock::new(|| {
    let folders = built_in();
    let files = folders.iter().flat_map(|folder| folder.files.iter().map(|file| (folder.name, *file)));
    files.map(|(folder, (path, text))| Arc::new(Page::new(folder, path.to_owned(), None, text.to_owned()))).collect()
});
