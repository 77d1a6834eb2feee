// Texts beside the program: proofs, types, and the pages of codes.

import * as vscode from "vscode";

/** Shows texts that are no files. */
export class TextProvider implements vscode.TextDocumentContentProvider {
  static readonly scheme = "typelog-text";

  private readonly texts = new Map<string, string>();
  private readonly changes = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.changes.event;

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.texts.get(uri.path) ?? "";
  }

  /** Shows a text beside the program, in place of the last one of its kind. */
  async show(kind: string, text: string): Promise<void> {
    const uri = vscode.Uri.from({ scheme: TextProvider.scheme, path: kind });
    this.texts.set(uri.path, text);
    this.changes.fire(uri);
    const document = await vscode.workspace.openTextDocument(uri);
    const options = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true, preview: true };
    await vscode.window.showTextDocument(document, options);
  }
}
