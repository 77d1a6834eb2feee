// Editors: one for the program, with the engine's answers in it, and plain ones for rules.

import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { bracketMatching, indentOnInput } from "@codemirror/language";
import { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState, StateEffect, StateField, Text } from "@codemirror/state";
import { Decoration, EditorView, WidgetType, drawSelection, hoverTooltip, keymap, lineNumbers } from "@codemirror/view";
import { make, markdown } from "./elements.js";
import { withoutProof } from "./proof.js";
import { colours } from "./languages.js";

export const offsetOf = (text, { line, character }) => {
  if (line >= text.lines) return text.length;
  const found = text.line(line + 1);
  return Math.min(found.from + character, found.to);
};

export const positionOf = (text, offset) => {
  const line = text.lineAt(offset);
  return [line.number - 1, offset - line.from];
};

class Hint extends WidgetType {
  constructor(label) { super(); this.label = label; }
  eq(other) { return other.label === this.label; }
  toDOM() { return make("span", { class: "cm-hint", "aria-hidden": "true", title: this.label }, this.label); }
  ignoreEvent() { return false; }
}

const setHints = StateEffect.define();
const hintField = StateField.define({
  create: () => Decoration.none,
  update: (hints, transaction) => {
    const effect = transaction.effects.find((effect) => effect.is(setHints));
    return effect ? effect.value : hints.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

const theme = EditorView.theme({
  "&": { color: "var(--ink)", backgroundColor: "var(--panel)" },
  ".cm-content": { caretColor: "var(--ink)", fontFamily: 'ui-monospace, "Cascadia Mono", "JetBrains Mono", "DejaVu Sans Mono", Menlo, Consolas, monospace' },
  ".cm-gutters": { backgroundColor: "var(--panel)", color: "var(--quiet)", border: "0" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": { background: "var(--accent-soft) !important" },
  ".cm-matchingBracket, &.cm-focused .cm-matchingBracket": { backgroundColor: "var(--accent-soft)", outline: "1px solid var(--accent)" },
  ".cm-diagnostic": { whiteSpace: "pre-wrap", backgroundColor: "var(--panel)", color: "var(--ink)" },
  ".cm-diagnostic-error": { borderLeftColor: "var(--error)" }, ".cm-diagnostic-warning": { borderLeftColor: "var(--warning)" },
  ".cm-panels": { backgroundColor: "var(--ground)", color: "var(--ink)" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { background: "var(--accent-soft)", color: "var(--ink)" },
});

const severities = { 1: "error", 2: "warning", 3: "info" };

export class Editor {
  #language = new Compartment();
  #isSetting = false;
  #states = new Map();
  #name = null;

  constructor(parent, label, { onChange, onCursor, keys = [], hover, complete }) {
    this.extensions = [
      lineNumbers(), lintGutter(), history(), drawSelection(), indentOnInput(), bracketMatching(), closeBrackets(), highlightSelectionMatches(),
      autocompletion(complete ? { override: [(context) => complete(this, context)] } : { override: [] }),
      ...(hover ? [hoverTooltip((view, offset) => this.#tooltip(hover, view, offset), { hoverTime: 250 })] : []),
      hintField, colours, theme, this.#language.of([]), EditorState.tabSize.of(2),
      keymap.of([...keys, ...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...completionKeymap, ...lintKeymap]),
      EditorView.contentAttributes.of({ tabindex: "0", "aria-label": label, "aria-description": "Tab leaves the editor. F8 goes to the next problem." }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged && !this.#isSetting) onChange?.(this.#name, update.state.doc.toString());
        if ((update.selectionSet || update.docChanged) && !this.#isSetting) onCursor?.();
      }),
    ];
    this.view = new EditorView({ parent });
  }

  get name() { return this.#name; }
  get text() { return this.view.state.doc; }
  get cursor() { return positionOf(this.text, this.view.state.selection.main.head); }

  // Holds if exactly this range is selected.
  isSelected({ start, end }) {
    const { from, to } = this.view.state.selection.main;
    return from === offsetOf(this.text, start) && to === offsetOf(this.text, end);
  }

  forget() { this.#states.clear(); this.#name = null; }

  // Shows a text under a name; what has been done to it before is remembered.
  show(name, text, language) {
    if (this.#name !== null) this.#states.set(this.#name, this.view.state);
    this.#isSetting = true;
    const before = this.#states.get(name);
    const known = before?.doc.eq(Text.of(text.split(/\r\n?|\n/))) ? before : null;
    this.#name = name;
    this.view.setState(known ?? EditorState.create({ doc: text, extensions: this.extensions }));
    this.view.dispatch({ effects: this.#language.reconfigure(language ?? []) });
    this.#isSetting = false;
  }

  // Diagnostics in the form of the language server protocol.
  diagnose(diagnostics, actions = () => []) {
    const shown = diagnostics.map((found) => ({
      from: offsetOf(this.text, found.range.start), to: offsetOf(this.text, found.range.end),
      severity: severities[found.severity] ?? "error", message: found.message, source: found.code, actions: actions(found),
    }));
    this.view.dispatch(setDiagnostics(this.view.state, shown));
  }

  hint(hints) {
    const widgets = hints.map(({ position, label }) => Decoration.widget({ widget: new Hint(label), side: 1 }).range(offsetOf(this.text, position)));
    this.view.dispatch({ effects: setHints.of(Decoration.set(widgets, true)) });
  }

  goTo({ start, end }, focus = true) {
    const [anchor, head] = [offsetOf(this.text, start), offsetOf(this.text, end ?? start)];
    this.view.dispatch({ selection: { anchor: head, head: anchor }, effects: EditorView.scrollIntoView(anchor, { y: focus ? "center" : "nearest" }) });
    if (focus) this.view.focus();
  }

  async #tooltip(hover, view, offset) {
    const found = await hover(this, positionOf(view.state.doc, offset)).catch(() => null);
    if (!found) return null;
    const [from, to] = found.range ? [offsetOf(view.state.doc, found.range.start), offsetOf(view.state.doc, found.range.end)] : [offset, offset];
    return { pos: Math.min(from, offset), end: Math.max(to, offset), above: true, create: () => ({ dom: markdown(withoutProof(found)) }) };
  }
}
