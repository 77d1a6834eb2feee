// The facts at the cursor: a relation for each kind, with its rows below it.

import * as vscode from "vscode";

/** The rows about what is at a place, as the server lists them. */
export interface Facts {
  subject: string;
  relations: { relation: string; meaning: string; rows: string[] }[];
}

type Entry = Facts["relations"][number] | string;

export class FactsView implements vscode.TreeDataProvider<Entry> {
  private facts: Facts | undefined;
  private readonly changes = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.changes.event;

  /** Shows facts. */
  show(facts: Facts): void {
    this.facts = facts;
    void vscode.commands.executeCommand("setContext", "typelog.hasFacts", true);
    this.changes.fire(undefined);
  }

  getChildren(entry?: Entry): Entry[] {
    if (entry === undefined) {
      return this.facts?.relations ?? [];
    }
    return typeof entry === "string" ? [] : entry.rows;
  }

  getTreeItem(entry: Entry): vscode.TreeItem {
    const { Expanded, None } = vscode.TreeItemCollapsibleState;
    if (typeof entry === "string") {
      const item = new vscode.TreeItem(entry, None);
      item.tooltip = entry;
      return item;
    }
    const item = new vscode.TreeItem(entry.relation, Expanded);
    item.tooltip = entry.meaning;
    item.description = entry.rows.length === 1 ? "1 row" : `${entry.rows.length} rows`;
    return item;
  }
}
