//! Diagnostics that the client asks for, instead of being told of them.

use std::collections::BTreeMap;

use gen_lsp_types::{DocumentDiagnosticParams, WorkspaceDiagnosticParams};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Answer, Refusal, Requests};
use crate::server::publication::Publication;

impl Requests<'_, '_> {
    /// Returns the diagnostics of a document. Those of rule files and books are published.
    pub(super) fn document_diagnostics(&mut self, params: Value) -> Answer<Value> {
        let params: DocumentDiagnosticParams = parameters(params)?;
        let found = self.workspace.pulled(params.text_document.uri.as_ref(), self.client);
        Ok(found.map_or_else(
            || json!({ "kind": "full", "items": [] }),
            |found| report(found, params.previous_result_id.as_deref()),
        ))
    }

    /// Returns the diagnostics of all files of the programs in the workspace. Files that no longer have any have an empty list.
    pub(super) fn workspace_diagnostics(&mut self, params: Value) -> Answer<Value> {
        let params: WorkspaceDiagnosticParams = parameters(params)?;
        while self.workspace.work(self.client).is_some() {
            if self.cancellation.is_requested() {
                return Err(Refusal::Cancelled);
            }
        }
        let previous = params.previous_result_ids.into_iter();
        let mut previous: BTreeMap<String, String> =
            previous.map(|previous| (previous.uri.as_ref().to_owned(), previous.value)).collect();
        let mut items = Vec::new();
        for (uri, found) in self.workspace.all_pulled(self.client) {
            let mut item = report(found, previous.remove(uri).as_deref());
            item["uri"] = json!(uri);
            item["version"] = json!(found.version());
            items.push(item);
        }
        items.extend(
            previous.into_keys().map(|uri| json!({ "uri": uri, "version": null, "kind": "full", "items": [] })),
        );
        Ok(json!({ "items": items }))
    }
}

fn parameters<P: for<'d> Deserialize<'d>>(params: Value) -> Answer<P> {
    serde_json::from_value(params).map_err(|error| Refusal::WrongParameters(error.to_string()))
}

/// Returns the report of a file, which is short if the client has the same diagnostics.
fn report(found: &Publication, previous: Option<&str>) -> Value {
    let id = found.digest();
    if previous == Some(&id) {
        return json!({ "kind": "unchanged", "resultId": id });
    }
    json!({ "kind": "full", "resultId": id, "items": found.items() })
}
