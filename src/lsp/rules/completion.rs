//! Completion in user rules: relations, columns of the current relation, and builtins.

use gen_lsp_types::{CompletionItem, CompletionItemKind, Position};

use super::{RulesView, declaration};
use crate::lsp::rule_items::offer;
use crate::query::builtin_names;

/// Returns the completions at a position. In the arguments of a given relation, its columns come first.
pub fn completion(view: &RulesView<'_>, position: Position) -> Vec<CompletionItem> {
    let offset = view.lines.offset(view.text, position, view.encoding) as usize;
    let before = view.text.get(..offset).unwrap_or("");
    let mut items = Vec::new();
    if let Some(id) = open_relation(before).and_then(|name| view.database.find(name)) {
        for column in &view.database.relation(id).schema.columns {
            let item = offer(&column.name, CompletionItemKind::Field, &column.ty.to_string(), 0);
            items.push(CompletionItem { insert_text: Some(format!("{}: ", column.name)), ..item });
        }
    }
    for (_, relation) in view.database.relations() {
        let item = offer(&relation.schema.name, CompletionItemKind::Class, &declaration(&relation.schema), 1);
        let doc = (!relation.schema.doc.is_empty()).then(|| relation.schema.doc.clone().into());
        items.push(CompletionItem { documentation: doc, ..item });
    }
    items.extend(builtin_names(&view.database.book).map(|name| offer(name, CompletionItemKind::Function, "", 2)));
    // Derived relations hide given ones.
    items.sort_by(|a, b| (&a.sort_text, &a.label).cmp(&(&b.sort_text, &b.label)));
    items.dedup_by(|a, b| (&a.label, a.kind) == (&b.label, b.kind));
    items
}

/// Returns the relation whose arguments are being written: the name before the last open parenthesis after the end of the
/// previous rule.
fn open_relation(before: &str) -> Option<&str> {
    let mut depth = 0;
    for (at, letter) in before.char_indices().rev() {
        match letter {
            ')' => depth += 1,
            '(' if depth > 0 => depth -= 1,
            '(' => {
                let name = before[..at].trim_end();
                let start =
                    name.rfind(|letter: char| !letter.is_alphanumeric() && letter != '_').map_or(0, |at| at + 1);
                return Some(&name[start..]).filter(|name| !name.is_empty());
            }
            '\n' if before[at + 1..].starts_with(['#', '\n']) => return None,
            _ => {}
        }
    }
    None
}
