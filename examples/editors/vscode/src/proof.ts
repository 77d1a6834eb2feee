// A proof as a tree: each conclusion with its premises below it.

import * as vscode from "vscode";

/** A step of a proof, as the server writes it. */
export interface ProofNode {
  conclusion: string;
  rule?: string;
  place?: string;
  reason?: string;
  premises: ProofNode[];
}

export class ProofView implements vscode.TreeDataProvider<ProofNode> {
  private root: ProofNode | undefined;
  private document: vscode.Uri | undefined;
  private readonly changes = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.changes.event;

  /** Shows the proof of something in a document. */
  show(root: ProofNode, document: vscode.Uri): void {
    this.root = root;
    this.document = document;
    void vscode.commands.executeCommand("setContext", "typelog.hasProof", true);
    this.changes.fire(undefined);
  }

  getChildren(node?: ProofNode): ProofNode[] {
    return node ? node.premises : this.root ? [this.root] : [];
  }

  getTreeItem(node: ProofNode): vscode.TreeItem {
    const { Expanded, None } = vscode.TreeItemCollapsibleState;
    const item = new vscode.TreeItem(node.conclusion, node.premises.length > 0 ? Expanded : None);
    item.description = [node.rule, node.reason].filter(Boolean).join(": ");
    item.tooltip = [node.conclusion, node.rule, node.place].filter(Boolean).join("\n");
    const place = node.place && this.place(node.place);
    if (place) {
      item.command = { title: "Go to the expression", command: "vscode.open", arguments: place };
    }
    return item;
  }

  /** `FILE:LINE:COLUMN`, where the file is in the directory of the document, as arguments of `vscode.open`. */
  private place(text: string): [vscode.Uri, vscode.TextDocumentShowOptions] | undefined {
    const found = /^(.*):(\d+):(\d+)$/.exec(text);
    if (!found || !this.document) {
      return undefined;
    }
    const uri = vscode.Uri.joinPath(this.document, "..", found[1]);
    const position = new vscode.Position(Number(found[2]) - 1, Number(found[3]) - 1);
    return [uri, { selection: new vscode.Range(position, position) }];
  }
}
