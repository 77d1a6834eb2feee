//! Requests about names that modules share, and about the calls of modules: several programs answer them.

use gen_lsp_types as lsp;

use super::super::programs::{Asked, Viewed};
use super::{Answer, Refusal, Requests};
use crate::lsp::modules::{Exported, definition_of, exported, uses_in_calls};
use crate::lsp::references::Occurrence;
use crate::lsp::renaming::Edits;
use crate::lsp::subject::Subject;
use crate::lsp::view::View;
use crate::lsp::{hierarchy, references, renaming};
use crate::source::normal_path;

/// A place, and `true` if it defines a name.
type Located = (lsp::Location, bool);

fn located(view: &View<'_>, of: &Occurrence) -> Located {
    (view.location(of.file, of.span), of.is_definition)
}

/// Returns the order of a place in its file; definitions come first.
fn place((location, is_definition): &Located) -> (u32, u32, bool) {
    (location.range.start.line, location.range.start.character, !is_definition)
}

/// The result of renaming a name in its program.
enum Renamed {
    /// The edits.
    Own(Edits),
    /// Other modules know the name, which is now this.
    Shared(Exported, String),
}

impl Requests<'_, '_> {
    pub(super) fn references(&mut self, params: &lsp::ReferenceParams) -> Answer<Option<Vec<lsp::Location>>> {
        if let Some(found) = self.of_rules(&params.text_document_position_params, |view, at| view.references(at)) {
            return Ok(Some(found));
        }
        if let Some(found) = self.of_book(&params.text_document_position_params, |view, at| view.references(at)) {
            return Ok(Some(found));
        }
        let with_definition = params.context.include_declaration;
        let found = self.ask_at(&params.text_document_position_params, |asked, offset| {
            let (found, all) = references::occurrences(&asked.view, asked.types, asked.file, offset)?;
            let here: Vec<Located> = all.iter().map(|of| located(&asked.view, of)).collect();
            Some((here, exported(&asked.view, asked.types, found.subject)))
        })?;
        let Some((mut all, exported)) = found else { return Ok(None) };
        if let Some(name) = exported {
            all.extend(self.occurrences_of(&name));
            all.sort_by(|a, b| (a.0.uri.as_ref(), place(a)).cmp(&(b.0.uri.as_ref(), place(b))));
            all.dedup_by(|a, b| a.0 == b.0);
        }
        let wanted = all.into_iter().filter(|of| with_definition || !of.1);
        Ok(Some(wanted.map(|of| of.0).collect()))
    }

    /// Returns the occurrences of a name that modules share, in its module and in their callers.
    fn occurrences_of(&mut self, name: &Exported) -> Vec<Located> {
        let of_module = |viewed: Viewed<'_>| {
            let Viewed { view, types } = viewed;
            let mut all = uses_in_calls(&view, types, name);
            let is_own = view.directory.is_some_and(|directory| normal_path(directory) == name.directory);
            let own = definition_of(&view, name).filter(|_| is_own).map(Subject::Definition);
            all.extend(own.and_then(|own| references::occurrences_of(&view, types, own)).unwrap_or_default());
            all.iter().map(|of| located(&view, of)).collect::<Vec<Located>>()
        };
        self.workspace.ask_callers(&name.directory, self.client, of_module).into_iter().flatten().collect()
    }

    pub(super) fn rename(&mut self, params: &lsp::RenameParams) -> Answer<Option<lsp::WorkspaceEdit>> {
        let new = &params.new_name;
        let found = self.ask_at(&params.text_document_position_params, |asked, offset| {
            let Asked { view, file, types, .. } = asked;
            Some(renaming::renamed(&view, types, file, offset).and_then(|(found, all)| {
                let old = view.program.file(file).source.slice(found.span).to_owned();
                Ok(match exported(&view, types, found.subject) {
                    Some(name) => Renamed::Shared(name, old),
                    None => Renamed::Own(renaming::rename(&view, types, (found.subject, &old), &all, new)?),
                })
            }))
        })?;
        let edits = match found.transpose().map_err(Refusal::Failed)? {
            None => return Ok(None),
            Some(Renamed::Own(edits)) => edits,
            Some(Renamed::Shared(name, old)) => self.rename_shared(&name, &old, new)?,
        };
        Ok(Some(lsp::WorkspaceEdit { changes: Some(edits), ..lsp::WorkspaceEdit::default() }))
    }

    /// Renames a variable or an output of a module, and what its callers write for it.
    fn rename_shared(&mut self, name: &Exported, old: &str, new: &str) -> Answer<Edits> {
        if name.directory.components().any(|part| part.as_os_str() == ".terraform") {
            return Err(Refusal::Failed(format!("`{old}` is a part of an installed module")));
        }
        let own = self.workspace.ask_module(&name.directory, self.client, |viewed| {
            let Viewed { view, types } = viewed;
            let subject = Subject::Definition(definition_of(&view, name)?);
            let all = references::occurrences_of(&view, types, subject)?;
            Some(renaming::rename(&view, types, (subject, old), &all, new))
        });
        let own = own.ok_or_else(|| Refusal::Failed(format!("the module of `{old}` does not declare it")))?;
        let mut edits = own.map_err(Refusal::Failed)?;
        let of_module = |viewed: Viewed<'_>| {
            let all = uses_in_calls(&viewed.view, viewed.types, name);
            all.iter().map(|of| located(&viewed.view, of)).collect::<Vec<Located>>()
        };
        for (location, _) in self.workspace.ask_callers(&name.directory, self.client, of_module).into_iter().flatten() {
            let edit = lsp::TextEdit { range: location.range, new_text: new.to_owned() };
            edits.entry(location.uri).or_default().push(edit);
        }
        Ok(edits)
    }

    pub(super) fn module_at(
        &mut self,
        params: &lsp::CallHierarchyPrepareParams,
    ) -> Answer<Option<Vec<lsp::CallHierarchyItem>>> {
        let found = self.ask_at(&params.text_document_position_params, |asked, offset| {
            hierarchy::module_at(&asked.view, asked.file, offset)
        })?;
        Ok(found.map(|item| vec![item]))
    }

    pub(super) fn callers(
        &mut self,
        params: &lsp::CallHierarchyIncomingCallsParams,
    ) -> Option<Vec<lsp::CallHierarchyIncomingCall>> {
        let directory = hierarchy::directory_of(&params.item)?;
        let of_caller = |viewed: Viewed<'_>| hierarchy::calls_of(&viewed.view, &directory);
        let calls = self.workspace.ask_callers(&directory, self.client, of_caller).into_iter().flatten();
        let incoming = |from: lsp::CallHierarchyItem| {
            let range = from.selection_range;
            lsp::CallHierarchyIncomingCall { from, from_ranges: vec![range] }
        };
        Some(calls.map(incoming).collect())
    }

    pub(super) fn called(
        &mut self,
        params: &lsp::CallHierarchyOutgoingCallsParams,
    ) -> Option<Vec<lsp::CallHierarchyOutgoingCall>> {
        let directory = hierarchy::directory_of(&params.item)?;
        self.workspace.ask_module(&directory, self.client, |viewed| {
            Some(hierarchy::called_by(&viewed.view, params.item.uri.as_ref()))
        })
    }
}
