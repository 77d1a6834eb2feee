//! Completion in a file of a book: columns of the current relation, relations, builtins and values.

use gen_lsp_types::{CompletionItem, CompletionItemKind};
use typelog_interpreter::signatures;

use super::BookView;
use super::hover::{declaration, signature};
use super::names::names;
use crate::lsp::rule_items::offer;

/// Returns the completions at an offset of a file.
pub fn completion(view: &BookView<'_>, offset: u32) -> Vec<CompletionItem> {
    if view.page.is_in_comment(offset) {
        return Vec::new();
    }
    let before = view.page.text.get(..offset as usize).unwrap_or("");
    let mut items = columns(view, before);
    for page in view.pages.iter() {
        // Relations of the same folder come first. In another folder, only judgments can be asked.
        let is_near = page.folder == view.page.folder;
        let declared = page.file().relations().filter(|declared| is_near || declared.questions.is_some());
        for relation in declared {
            let rank = if is_near { 1 } else { 2 };
            let item = offer(&relation.name, CompletionItemKind::Class, &declaration(relation), rank);
            let meaning = page.meaning(relation);
            let doc = (!meaning.is_empty()).then(|| meaning.into());
            items.push(CompletionItem { documentation: doc, ..item });
        }
    }
    let builtins = signatures();
    items.extend(
        builtins.all().map(|(name, builtin)| offer(name, CompletionItemKind::Function, &signature(name, builtin), 3)),
    );
    items
        .extend(builtins.constants().map(|(name, ty)| offer(name, CompletionItemKind::EnumMember, &ty.to_string(), 4)));
    items.extend(builtins.variants().map(|(name, _)| offer(name, CompletionItemKind::EnumMember, "", 4)));
    items.sort_by(|a, b| (&a.label, &a.sort_text).cmp(&(&b.label, &b.sort_text)));
    // A judgment hides the builtin of the same name from another folder.
    items.dedup_by(|a, b| a.label == b.label);
    items.sort_by(|a, b| (&a.sort_text, &a.label).cmp(&(&b.sort_text, &b.label)));
    items
}

/// Returns the columns of the relation being written, from the current argument on, as variables.
fn columns(view: &BookView<'_>, before: &str) -> Vec<CompletionItem> {
    let Some((name, column)) = open_call(before) else { return Vec::new() };
    let Some((_, declared)) = view.pages.relation(name, &view.page) else { return Vec::new() };
    let columns = declared.columns.iter().skip(column).filter_map(|column| Some((column.name.as_deref()?, &column.ty)));
    let items = (0..).zip(columns).map(|(number, (name, ty))| {
        let item = offer(name, CompletionItemKind::Field, &ty.present().to_string(), 0);
        CompletionItem { sort_text: Some(format!("0{number:03}")), ..item }
    });
    items.collect()
}

/// Returns the name before the last open parenthesis of the last statement in a text, and the index of the argument.
fn open_call(before: &str) -> Option<(&str, usize)> {
    let statement = before.rfind(".\n").map_or(0, |at| at + 2);
    let mut open: Vec<(Option<&str>, usize)> = Vec::new();
    let mut called = names(&before[statement..]).peekable();
    let mut last = None;
    for (at, letter) in before[statement..].char_indices() {
        while let Some(name) = called.next_if(|name| name.span.end as usize <= at) {
            last = Some(name);
        }
        match letter {
            '(' | '[' | '{' => {
                let name = last.filter(|name| letter == '(' && at - name.span.end as usize <= 1);
                open.push((name.map(|name| name.text), 0));
            }
            ')' | ']' | '}' => _ = open.pop(),
            ',' => open.iter_mut().last().into_iter().for_each(|call| call.1 += 1),
            _ => {}
        }
    }
    let (name, column) = open.pop()?;
    Some((name?, column))
}
