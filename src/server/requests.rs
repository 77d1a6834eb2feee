//! Dispatch of requests by method.

mod diagnostics;
mod modules;

use gen_lsp_types as lsp;
use gen_lsp_types::LspRequestMethod as Method;
use gen_lsp_types::{Position, Range, Request, TextDocumentPositionParams};
use lsp_server::ErrorCode;
use serde_json::Value;

use super::inbox::Cancellation;
use super::programs::Asked;
use super::rules::answer as answer_about_rows;
use super::workspace::Workspace;
use crate::diagnostics::Code;
use crate::lsp::book::BookView;
use crate::lsp::commands::{self, At};
use crate::lsp::completion::repair::Repaired;
use crate::lsp::definitions::DefinedAt;
use crate::lsp::facts_at::facts_at;
use crate::lsp::rules::{self, RulesView};
use crate::lsp::view::Client;
use crate::lsp::{
    actions, completion, definitions, extraction, folding, formatting, hints, hover, links, references, renaming,
    selection, semantic_tokens, signatures, symbols,
};

/// The reason why a request has no answer.
#[derive(Debug)]
pub enum Refusal {
    /// The client has cancelled the request.
    Cancelled,
    /// The request is invalid, for the reason in the message.
    Invalid(String),
    /// The parameters are invalid.
    WrongParameters(String),
    /// The request cannot be fulfilled, for the reason in the message.
    Failed(String),
    /// There is no such method.
    Unknown(String),
    /// There was an internal fault.
    Fault,
}

impl Refusal {
    /// Returns the code in the protocol.
    pub fn code(&self) -> ErrorCode {
        match self {
            Self::Cancelled => ErrorCode::RequestCanceled,
            Self::Invalid(_) => ErrorCode::InvalidRequest,
            Self::WrongParameters(_) => ErrorCode::InvalidParams,
            Self::Failed(_) => ErrorCode::RequestFailed,
            Self::Unknown(_) => ErrorCode::MethodNotFound,
            Self::Fault => ErrorCode::InternalError,
        }
    }

    /// Returns the message.
    pub fn message(self) -> String {
        match self {
            Self::Cancelled => "the request has been cancelled".to_owned(),
            Self::Invalid(message) | Self::WrongParameters(message) | Self::Failed(message) => message,
            Self::Unknown(method) => format!("there is no method `{method}`"),
            Self::Fault => "internal fault, please report it".to_owned(),
        }
    }
}

/// Answers a request.
pub fn answer(
    workspace: &mut Workspace<'_>,
    client: &Client,
    method: &str,
    params: Value,
    cancellation: &Cancellation,
) -> Result<Value, Refusal> {
    let mut requests = Requests { workspace, client, cancellation };
    match Method::from(method) {
        Method::TextDocumentHover => requests.on::<lsp::HoverRequest>(params, Requests::hover),
        Method::TextDocumentDefinition => requests.on::<lsp::DefinitionRequest>(params, Requests::definition),
        Method::TextDocumentTypeDefinition => {
            requests.on::<lsp::TypeDefinitionRequest>(params, Requests::type_definition)
        }
        Method::TextDocumentReferences => requests.on::<lsp::ReferencesRequest>(params, Requests::references),
        Method::TextDocumentDocumentHighlight => {
            requests.on::<lsp::DocumentHighlightRequest>(params, Requests::highlights)
        }
        Method::TextDocumentPrepareRename => requests.on::<lsp::PrepareRenameRequest>(params, Requests::prepare_rename),
        Method::TextDocumentRename => requests.on::<lsp::RenameRequest>(params, Requests::rename),
        Method::TextDocumentDocumentSymbol => {
            requests.on::<lsp::DocumentSymbolRequest>(params, Requests::document_symbols)
        }
        Method::WorkspaceSymbol => requests.on::<lsp::WorkspaceSymbolRequest>(params, Requests::workspace_symbols),
        Method::TextDocumentCompletion => requests.on::<lsp::CompletionRequest>(params, Requests::completion),
        Method::TextDocumentCodeLens => {
            requests.on::<lsp::CodeLensRequest>(params, |requests, params| Ok(requests.code_lenses(params)))
        }
        Method::TextDocumentSignatureHelp => requests.on::<lsp::SignatureHelpRequest>(params, Requests::signature_help),
        Method::TextDocumentCodeAction => requests.on::<lsp::CodeActionRequest>(params, Requests::code_actions),
        Method::TextDocumentInlayHint => requests.on::<lsp::InlayHintRequest>(params, Requests::inlay_hints),
        Method::TextDocumentFoldingRange => requests.on::<lsp::FoldingRangeRequest>(params, Requests::folding_ranges),
        Method::TextDocumentSelectionRange => {
            requests.on::<lsp::SelectionRangeRequest>(params, Requests::selection_ranges)
        }
        Method::TextDocumentDocumentLink => requests.on::<lsp::DocumentLinkRequest>(params, Requests::links),
        Method::TextDocumentPrepareCallHierarchy => {
            requests.on::<lsp::CallHierarchyPrepareRequest>(params, Requests::module_at)
        }
        Method::CallHierarchyIncomingCalls => requests
            .on::<lsp::CallHierarchyIncomingCallsRequest>(params, |requests, params| Ok(requests.callers(params))),
        Method::CallHierarchyOutgoingCalls => requests
            .on::<lsp::CallHierarchyOutgoingCallsRequest>(params, |requests, params| Ok(requests.called(params))),
        Method::TextDocumentSemanticTokensFull => {
            requests.on::<lsp::SemanticTokensRequest>(params, Requests::semantic_tokens)
        }
        Method::TextDocumentSemanticTokensRange => {
            requests.on::<lsp::SemanticTokensRangeRequest>(params, Requests::semantic_tokens_of_range)
        }
        Method::TextDocumentFormatting => requests.on::<lsp::DocumentFormattingRequest>(params, Requests::formatting),
        Method::TextDocumentRangeFormatting => {
            requests.on::<lsp::DocumentRangeFormattingRequest>(params, Requests::formatting_of_range)
        }
        Method::TextDocumentDiagnostic => requests.document_diagnostics(params),
        Method::WorkspaceDiagnostic => requests.workspace_diagnostics(params),
        Method::WorkspaceExecuteCommand => requests.on::<lsp::ExecuteCommandRequest>(params, Requests::command),
        _ => Err(Refusal::Unknown(method.to_owned())),
    }
}

/// The handlers of the requests of a client.
struct Requests<'r, 'w> {
    workspace: &'r mut Workspace<'w>,
    client: &'r Client,
    cancellation: &'r Cancellation,
}

type Answer<R> = Result<R, Refusal>;

/// Holds if a kind of actions is one of those that are wanted, or below one: `refactor` includes `refactor.extract`.
fn includes(wanted: Option<&[lsp::CodeActionKind]>, kind: &lsp::CodeActionKind) -> bool {
    let word = |kind: &lsp::CodeActionKind| serde_json::to_value(kind).unwrap_or_default();
    let kind = word(kind);
    let is_meant = |wanted: &lsp::CodeActionKind| {
        let wanted = word(wanted);
        let rest = kind.as_str().zip(wanted.as_str()).and_then(|(kind, wanted)| kind.strip_prefix(wanted));
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    wanted.is_none_or(|wanted| wanted.iter().any(is_meant))
}

impl Requests<'_, '_> {
    fn on<R: Request>(
        &mut self,
        params: Value,
        handle: impl FnOnce(&mut Self, &R::Params) -> Answer<R::Result>,
    ) -> Answer<Value> {
        let params = serde_json::from_value(params).map_err(|error| Refusal::WrongParameters(error.to_string()))?;
        let result = handle(self, &params)?;
        serde_json::to_value(result).map_err(|error| Refusal::Failed(error.to_string()))
    }

    /// Answers a question about a document; `None` if it is not open. The request may be cancelled during the check.
    fn ask<R>(
        &mut self,
        document: &lsp::TextDocumentIdentifier,
        question: impl FnOnce(Asked<'_>) -> R,
    ) -> Answer<Option<R>> {
        let cancellation = self.cancellation;
        let question = |asked: Asked<'_>| (!cancellation.is_requested()).then(|| question(asked));
        match self.workspace.ask(document.uri.as_ref(), self.client, question) {
            Some(Some(answer)) => Ok(Some(answer)),
            Some(None) => Err(Refusal::Cancelled),
            None => Ok(None),
        }
    }

    /// Answers a question about a position in a document.
    fn ask_at<R>(
        &mut self,
        at: &TextDocumentPositionParams,
        question: impl FnOnce(Asked<'_>, u32) -> Option<R>,
    ) -> Answer<Option<R>> {
        let offset = |asked: &Asked<'_>, position: Position| asked.view.offset(asked.file, position);
        let answer = self.ask(&at.text_document, |asked| {
            let offset = offset(&asked, at.position);
            question(asked, offset)
        })?;
        Ok(answer.flatten())
    }

    /// Answers a question about a position in a rule file; `None` if the document is no such file.
    fn of_rules<R>(
        &mut self,
        at: &TextDocumentPositionParams,
        ask: impl FnOnce(RulesView<'_>, Position) -> R,
    ) -> Option<R> {
        let view = self.workspace.rules(at.text_document.uri.as_ref(), self.client)?;
        Some(ask(view, at.position))
    }

    /// Answers a question about a position in a file of a book; `None` if the document is no such file.
    fn of_book<R>(
        &mut self,
        at: &TextDocumentPositionParams,
        ask: impl FnOnce(BookView<'_>, Position) -> R,
    ) -> Option<R> {
        let position = at.position;
        self.workspace.ask_book(at.text_document.uri.as_ref(), self.client, |view| ask(view, position))
    }

    fn code_lenses(&mut self, params: &lsp::CodeLensParams) -> Option<Vec<lsp::CodeLens>> {
        // Lenses run commands of the client.
        if !self.client.has_commands {
            return None;
        }
        let view = self.workspace.rules(params.text_document.uri.as_ref(), self.client)?;
        Some(rules::lenses(&view))
    }

    fn hover(&mut self, params: &lsp::HoverParams) -> Answer<Option<lsp::Hover>> {
        if let Some(found) = self.of_rules(&params.text_document_position_params, |view, at| view.hover(at)) {
            return Ok(found);
        }
        if let Some(found) = self.of_book(&params.text_document_position_params, |view, at| view.hover(at)) {
            return Ok(found);
        }
        self.ask_at(&params.text_document_position_params, |asked, offset| {
            let Asked { view, file, types, schemas, diagnostics } = asked;
            hover::hover(&view, types, schemas, diagnostics, file, offset)
        })
    }

    fn definition(&mut self, params: &lsp::DefinitionParams) -> Answer<Option<lsp::DefinitionResponse>> {
        if let Some(found) = self.of_rules(&params.text_document_position_params, |view, at| view.definition(at)) {
            return Ok(found.map(|location| lsp::DefinitionResponse::Definition(location.into())));
        }
        if let Some(found) = self.of_book(&params.text_document_position_params, |view, at| view.definition(at)) {
            return Ok(found.map(|location| lsp::DefinitionResponse::Definition(location.into())));
        }
        let found = self.ask_at(&params.text_document_position_params, |asked, offset| {
            definitions::definition(&asked.view, asked.types, asked.schemas, asked.file, offset)
        })?;
        let location = match found {
            Some(DefinedAt::Here(location)) => Some(location),
            Some(DefinedAt::Elsewhere(name)) => self.workspace.ask_module(&name.directory, self.client, |viewed| {
                definitions::exported_place(&viewed.view, viewed.types, &name)
            }),
            None => None,
        };
        Ok(location.map(|location| lsp::DefinitionResponse::Definition(location.into())))
    }

    fn type_definition(&mut self, params: &lsp::TypeDefinitionParams) -> Answer<Option<lsp::TypeDefinitionResponse>> {
        let location = self.ask_at(&params.text_document_position_params, |asked, offset| {
            definitions::type_definition(&asked.view, asked.types, asked.schemas, asked.file, offset)
        })?;
        Ok(location.map(|location| lsp::TypeDefinitionResponse::Definition(location.into())))
    }

    fn highlights(&mut self, params: &lsp::DocumentHighlightParams) -> Answer<Option<Vec<lsp::DocumentHighlight>>> {
        self.ask_at(&params.text_document_position_params, |asked, offset| {
            references::highlights(&asked.view, asked.types, asked.file, offset)
        })
    }

    fn prepare_rename(&mut self, params: &lsp::PrepareRenameParams) -> Answer<Option<lsp::PrepareRenameResult>> {
        let found = self.ask_at(&params.text_document_position_params, |asked, offset| {
            let found = renaming::renamed(&asked.view, asked.types, asked.file, offset);
            Some(found.map(|(found, _)| {
                let placeholder = asked.view.program.file(asked.file).source.slice(found.span).to_owned();
                let range = asked.view.range(asked.file, found.span);
                lsp::PrepareRenamePlaceholder { range, placeholder }.into()
            }))
        })?;
        found.transpose().map_err(Refusal::Failed)
    }

    fn document_symbols(&mut self, params: &lsp::DocumentSymbolParams) -> Answer<Option<lsp::DocumentSymbolResponse>> {
        let symbols =
            self.ask(&params.text_document, |asked| symbols::document_symbols(&asked.view, asked.types, asked.file))?;
        Ok(symbols.map(lsp::DocumentSymbolResponse::DocumentSymbolList))
    }

    fn workspace_symbols(
        &mut self,
        params: &lsp::WorkspaceSymbolParams,
    ) -> Answer<Option<lsp::WorkspaceSymbolResponse>> {
        let mut found = Vec::new();
        for document in self.workspace.one_document_of_each_program() {
            let of_program = |asked: Asked<'_>| symbols::program_symbols(&asked.view, &params.query);
            found.extend(self.ask(&document, of_program)?.unwrap_or_default());
        }
        Ok(Some(lsp::WorkspaceSymbolResponse::WorkspaceSymbolList(found)))
    }

    fn inlay_hints(&mut self, params: &lsp::InlayHintParams) -> Answer<Option<Vec<lsp::InlayHint>>> {
        let cancellation = self.cancellation;
        self.ask(&params.text_document, |asked| {
            let within = asked.view.span(asked.file, params.range);
            let is_cancelled = || cancellation.is_requested();
            hints::hints(&asked.view, asked.types, asked.file, within, &is_cancelled)
        })
    }

    fn folding_ranges(&mut self, params: &lsp::FoldingRangeParams) -> Answer<Option<Vec<lsp::FoldingRange>>> {
        self.ask(&params.text_document, |asked| folding::folding_ranges(&asked.view, asked.file))
    }

    fn selection_ranges(&mut self, params: &lsp::SelectionRangeParams) -> Answer<Option<Vec<lsp::SelectionRange>>> {
        self.ask(&params.text_document, |asked| {
            let offsets = params.positions.iter().map(|&position| asked.view.offset(asked.file, position));
            offsets.map(|offset| selection::selection(&asked.view, asked.file, offset)).collect()
        })
    }

    fn links(&mut self, params: &lsp::DocumentLinkParams) -> Answer<Option<Vec<lsp::DocumentLink>>> {
        self.ask(&params.text_document, |asked| links::links(&asked.view, asked.types, asked.file))
    }

    fn semantic_tokens(&mut self, params: &lsp::SemanticTokensParams) -> Answer<Option<lsp::SemanticTokens>> {
        self.ask(&params.text_document, |asked| {
            semantic_tokens::semantic_tokens(&asked.view, asked.types, asked.file, None)
        })
    }

    fn semantic_tokens_of_range(
        &mut self,
        params: &lsp::SemanticTokensRangeParams,
    ) -> Answer<Option<lsp::SemanticTokens>> {
        self.ask(&params.text_document, |asked| {
            let within = asked.view.span(asked.file, params.range);
            semantic_tokens::semantic_tokens(&asked.view, asked.types, asked.file, Some(within))
        })
    }

    fn formatting(&mut self, params: &lsp::DocumentFormattingParams) -> Answer<Option<Vec<lsp::TextEdit>>> {
        self.ask(&params.text_document, |asked| formatting::formatting(&asked.view, asked.file, None))
    }

    fn formatting_of_range(
        &mut self,
        params: &lsp::DocumentRangeFormattingParams,
    ) -> Answer<Option<Vec<lsp::TextEdit>>> {
        self.ask(&params.text_document, |asked| {
            let within = asked.view.span(asked.file, params.range);
            formatting::formatting(&asked.view, asked.file, Some(within))
        })
    }

    /// Answers a question about a position in an unfinished document, whose text is repaired first.
    fn ask_repaired<R>(
        &mut self,
        at: &TextDocumentPositionParams,
        question: impl FnOnce(Asked<'_>, &Repaired, Range) -> R,
    ) -> Answer<Option<R>> {
        let cancellation = self.cancellation;
        let question = |asked: Asked<'_>, repaired: &Repaired, range: Range| {
            (!cancellation.is_requested()).then(|| question(asked, repaired, range))
        };
        match self.workspace.ask_repaired(at.text_document.uri.as_ref(), at.position, self.client, question) {
            Some(Some(answer)) => Ok(Some(answer)),
            Some(None) => Err(Refusal::Cancelled),
            None => Ok(None),
        }
    }

    fn completion(&mut self, params: &lsp::CompletionParams) -> Answer<Option<lsp::CompletionResponse>> {
        if let Some(items) =
            self.of_rules(&params.text_document_position_params, |view, at| rules::completion(&view, at))
        {
            return Ok(Some(lsp::CompletionResponse::CompletionItemList(items)));
        }
        if let Some(items) = self.of_book(&params.text_document_position_params, |view, at| view.completion(at)) {
            return Ok(Some(lsp::CompletionResponse::CompletionItemList(items)));
        }
        let has_snippets = self.client.has_snippets;
        let list = self.ask_repaired(&params.text_document_position_params, |asked, repaired, range| {
            let (completions, is_all) =
                completion::completions(&asked.view, asked.types, asked.schemas, asked.file, repaired);
            let items = completions.into_iter().enumerate();
            let takes_snippets = has_snippets && !repaired.goes_on;
            let items = items.map(|(number, found)| completion::item(found, number, range, takes_snippets)).collect();
            lsp::CompletionList { is_incomplete: !is_all, items, ..lsp::CompletionList::default() }
        })?;
        Ok(list.map(lsp::CompletionResponse::CompletionList))
    }

    fn code_actions(&mut self, params: &lsp::CodeActionParams) -> Answer<Option<Vec<lsp::CodeActionResponse>>> {
        let only = params.context.only.as_deref();
        let fixes = includes(only, &lsp::CodeActionKind::QuickFix);
        let extracts = includes(only, &lsp::CodeActionKind::RefactorExtract);
        let found = self.ask(&params.text_document, |asked| {
            let Asked { view, file, types, diagnostics, .. } = asked;
            let within = view.span(file, params.range);
            let mut found = if fixes { actions::actions(&view, types, diagnostics, file, within) } else { Vec::new() };
            found.extend(extraction::extraction(&view, types, file, within).filter(|_| extracts));
            found
        })?;
        Ok(found.map(|actions| actions.into_iter().map(lsp::CodeActionResponse::CodeAction).collect()))
    }

    fn signature_help(&mut self, params: &lsp::SignatureHelpParams) -> Answer<Option<lsp::SignatureHelp>> {
        let help = self.ask_repaired(&params.text_document_position_params, |asked, _, _| {
            signatures::signature_help(&asked.view, asked.types, asked.file)
        })?;
        Ok(help.flatten())
    }

    fn command(&mut self, params: &lsp::ExecuteCommandParams) -> Answer<Option<Value>> {
        let argument = params.arguments.iter().flatten().next().cloned().unwrap_or(Value::Null);
        if params.command == commands::PAGE {
            let code = argument.as_str().and_then(Code::find);
            return code
                .map(|code| Some(code.page().into()))
                .ok_or_else(|| Refusal::Failed("there is no such code".to_owned()));
        }
        if let rules::ROWS | rules::WHY = &params.command[..] {
            let wanted: rules::RowPattern =
                serde_json::from_value(argument).map_err(|error| Refusal::WrongParameters(error.to_string()))?;
            let view = self.workspace.rules(&wanted.uri, self.client);
            let view = view.ok_or_else(|| Refusal::Failed("the file of rules is not open".to_owned()))?;
            return answer_about_rows(view, &params.command, &wanted.row)
                .map(|text| Some(text.into()))
                .map_err(Refusal::Failed);
        }
        let at: At = serde_json::from_value(argument).map_err(|error| Refusal::WrongParameters(error.to_string()))?;
        let document = lsp::TextDocumentIdentifier { uri: at.uri.as_str().into() };
        let place = TextDocumentPositionParams { text_document: document, position: at.position };
        match &params.command[..] {
            commands::PROOF => self.ask_at(&place, |asked, offset| {
                let Asked { view, file, types, diagnostics, .. } = asked;
                let proof = commands::proof(&view, types, diagnostics, (file, offset), at.code.as_deref());
                serde_json::to_value(proof?).ok()
            }),
            commands::TYPE => self.ask_at(&place, |asked, offset| {
                commands::whole_type(&asked.view, asked.types, asked.file, offset).map(Value::from)
            }),
            commands::FACTS => {
                let at = self.ask_at(&place, |asked, offset| {
                    Some((asked.view.program.file(asked.file).source.name.clone(), offset))
                })?;
                let facts = self.workspace.facts(place.text_document.uri.as_ref());
                let found = at.zip(facts).and_then(|((file, offset), facts)| facts_at(&facts, &file, offset));
                Ok(found.and_then(|found| serde_json::to_value(found).ok()))
            }
            other => Err(Refusal::Failed(format!("there is no command `{other}`"))),
        }
    }
}
