//! The capabilities of the server, and those of the client that it depends on.

use std::path::PathBuf;

use gen_lsp_types::{
    ChangeNotifications, ClientCapabilities, CodeActionKind, CodeActionOptions, CodeLensOptions, CompletionOptions,
    DiagnosticOptions, DocumentLinkOptions, ExecuteCommandOptions, Full, InitializeParams, InitializeResult,
    PositionEncodingKind, RenameOptions, Save, SemanticTokensLegend, SemanticTokensOptions, SemanticTokensOptionsRange,
    ServerCapabilities, ServerInfo, SignatureHelpOptions, TextDocumentSyncKind, TextDocumentSyncOptions,
    WorkspaceFolders, WorkspaceFoldersServerCapabilities, WorkspaceOptions,
};

use crate::lsp::commands::COMMANDS;
use crate::lsp::semantic_tokens::{MODIFIERS, TYPES};
use crate::lsp::text::Encoding;
use crate::lsp::uris::path_of;
use crate::lsp::view::{Client, Delivery};

/// Returns the capabilities of a client that answers depend on.
pub fn client(params: &InitializeParams) -> Client {
    let general = params.capabilities.general.as_ref();
    let encodings: &[PositionEncodingKind] =
        general.and_then(|general| general.position_encodings.as_deref()).unwrap_or_default();
    let options = params.initialization_options.as_ref();
    let option = |name: &str| options.and_then(|options| options.get(name));
    let document = params.capabilities.text_document.as_ref();
    let item = document.and_then(|of| of.completion.as_ref()).and_then(|of| of.completion_item.as_ref());
    let workspace = params.capabilities.workspace.as_ref();
    let diagnostics = workspace.and_then(|workspace| workspace.diagnostics.as_ref());
    Client {
        encoding: Encoding::negotiated(encodings),
        code_link: option("codeLink").and_then(|link| link.as_str()).map(str::to_owned),
        has_commands: option("commandLinks").and_then(serde_json::Value::as_bool).unwrap_or(false),
        checks_workspace: option("workspaceDiagnostics").and_then(serde_json::Value::as_bool).unwrap_or(true),
        delivery: match option("pullDiagnostics").and_then(serde_json::Value::as_bool) {
            Some(true) if diagnostics.and_then(|of| of.refresh_support).unwrap_or(false) => Delivery::AskedAgain,
            Some(true) => Delivery::Asked,
            _ => Delivery::Published,
        },
        has_snippets: item.and_then(|item| item.snippet_support).unwrap_or(false),
    }
}

/// Holds if the client can watch files for the server.
pub fn can_watch(capabilities: &ClientCapabilities) -> bool {
    let workspace = capabilities.workspace.as_ref();
    let watched = workspace.and_then(|workspace| workspace.did_change_watched_files.as_ref());
    watched.and_then(|watched| watched.dynamic_registration).unwrap_or(false)
}

/// Returns the open folders.
#[allow(deprecated, reason = "old clients name one folder")]
pub fn folders(params: &InitializeParams) -> Vec<PathBuf> {
    match &params.workspace_folders_initialize_params.workspace_folders {
        Some(WorkspaceFolders::WorkspaceFolderList(folders)) => {
            folders.iter().filter_map(|folder| path_of(folder.uri.as_ref())).collect()
        }
        _ => params.root_uri.iter().filter_map(|uri| path_of(uri.as_ref())).collect(),
    }
}

/// Returns the capabilities of the server.
pub fn server(client: &Client) -> InitializeResult {
    let letters = |letters: &[&str]| Some(letters.iter().map(|letter| (*letter).to_owned()).collect());
    let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
    let capabilities = ServerCapabilities {
        position_encoding: Some(client.encoding.kind()),
        text_document_sync: Some(
            TextDocumentSyncOptions {
                open_close: Some(true),
                change: Some(TextDocumentSyncKind::Incremental),
                save: Some(Save::Bool(true)),
                ..TextDocumentSyncOptions::default()
            }
            .into(),
        ),
        hover_provider: Some(true.into()),
        definition_provider: Some(true.into()),
        type_definition_provider: Some(true.into()),
        references_provider: Some(true.into()),
        document_highlight_provider: Some(true.into()),
        rename_provider: Some(RenameOptions { prepare_provider: Some(true), ..RenameOptions::default() }.into()),
        document_symbol_provider: Some(true.into()),
        workspace_symbol_provider: Some(true.into()),
        inlay_hint_provider: Some(true.into()),
        folding_range_provider: Some(true.into()),
        selection_range_provider: Some(true.into()),
        document_formatting_provider: Some(true.into()),
        document_range_formatting_provider: Some(true.into()),
        diagnostic_provider: (client.delivery != Delivery::Published).then(|| {
            DiagnosticOptions {
                inter_file_dependencies: true,
                workspace_diagnostics: true,
                ..DiagnosticOptions::default()
            }
            .into()
        }),
        document_link_provider: Some(DocumentLinkOptions::default()),
        call_hierarchy_provider: Some(true.into()),
        semantic_tokens_provider: Some(
            SemanticTokensOptions {
                legend: SemanticTokensLegend { token_types: words(&TYPES), token_modifiers: words(&MODIFIERS) },
                range: Some(SemanticTokensOptionsRange::Bool(true)),
                full: Some(Full::Bool(true)),
                ..SemanticTokensOptions::default()
            }
            .into(),
        ),
        code_lens_provider: Some(CodeLensOptions::default()),
        completion_provider: Some(CompletionOptions {
            trigger_characters: letters(&[".", "\"", "{", "(", ","]),
            ..CompletionOptions::default()
        }),
        signature_help_provider: Some(SignatureHelpOptions {
            trigger_characters: letters(&["(", ","]),
            ..SignatureHelpOptions::default()
        }),
        code_action_provider: Some(
            CodeActionOptions {
                code_action_kinds: Some(vec![CodeActionKind::QuickFix, CodeActionKind::RefactorExtract]),
                ..CodeActionOptions::default()
            }
            .into(),
        ),
        execute_command_provider: Some(ExecuteCommandOptions {
            commands: words(&COMMANDS),
            ..ExecuteCommandOptions::default()
        }),
        workspace: Some(WorkspaceOptions {
            workspace_folders: Some(WorkspaceFoldersServerCapabilities {
                supported: Some(true),
                change_notifications: Some(ChangeNotifications::Bool(true)),
            }),
            ..WorkspaceOptions::default()
        }),
        ..ServerCapabilities::default()
    };
    let version = Some(env!("CARGO_PKG_VERSION").to_owned());
    InitializeResult { capabilities, server_info: Some(ServerInfo { name: "typelog".to_owned(), version }) }
}
