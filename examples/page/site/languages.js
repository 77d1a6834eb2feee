// The colours of programs and rules while they are written. What words mean, the engine says.

import { HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { tags } from "@lezer/highlight";

// A text up to its end, with the pieces of programs in it.
const template = (stream, state) => {
  if (stream.match(/^[$%]\{/)) {
    state.inside.push("{");
    return "punctuation";
  }
  while (!stream.eol()) {
    if (stream.match(/^(\\.|\$\$\{|%%\{)/)) continue;
    if (stream.match(/^[$%]\{/, false)) return "string";
    if (stream.next() === '"') {
      state.inside.pop();
      return "string";
    }
  }
  // Texts in quotes end with their line.
  state.inside.pop();
  return "string";
};

export const programs = StreamLanguage.define({
  name: "hcl",
  startState: () => ({ inside: [], until: null, isComment: false }),
  copyState: (state) => ({ ...state, inside: [...state.inside] }),
  token: (stream, state) => {
    if (state.isComment) {
      if (stream.skipTo("*/")) { stream.match("*/"); state.isComment = false; } else stream.skipToEnd();
      return "comment";
    }
    if (state.until !== null) {
      if (stream.sol() && stream.string.trim() === state.until) state.until = null;
      stream.skipToEnd();
      return "string";
    }
    if (state.inside.at(-1) === '"') return template(stream, state);
    if (stream.eatSpace()) return null;
    if (stream.match(/^(#|\/\/).*/)) return "comment";
    if (stream.match("/*")) { state.isComment = true; return "comment"; }
    const heredoc = stream.match(/^<<-?([A-Za-z_]\w*)$/);
    if (heredoc) { [, state.until] = heredoc; return "string"; }
    if (stream.match('"')) { state.inside.push('"'); return "string"; }
    if (stream.match(/^\d[\d.]*([eE][+-]?\d+)?/)) return "number";
    const word = stream.match(/^[\p{ID_Start}_][\p{ID_Continue}-]*/u);
    if (word) {
      if (/^(true|false|null)$/.test(word[0])) return "atom";
      if (/^(for|in|if)$/.test(word[0]) && state.inside.length) return "keyword";
      if (stream.match(/^\s*\(/, false)) return "function";
      if (stream.string.slice(0, stream.start).trim() === "") {
        return stream.match(/^(\s+("[^"]*"|[\w-]+))*\s*\{/, false) ? "keyword" : "propertyName";
      }
      return "variableName";
    }
    const next = stream.next();
    if (/[{[(]/.test(next)) state.inside.push(next);
    if (/[}\])]/.test(next)) state.inside.pop();
    return /[{}[\]().,]/.test(next) ? "punctuation" : "operator";
  },
  languageData: { commentTokens: { line: "#", block: { open: "/*", close: "*/" } }, closeBrackets: { brackets: ["(", "[", "{", '"'] } },
  tokenTable: { function: tags.function(tags.variableName) },
});

export const rules = StreamLanguage.define({
  name: "rules",
  token: (stream) => {
    if (stream.eatSpace()) return null;
    if (stream.match(/^(#|\/\/).*/)) return "comment";
    if (stream.match(/^"(\\.|[^"\\])*"?/)) return "string";
    if (stream.match(/^-?\d+(\.\d+)?/)) return "number";
    if (stream.match(/^(:-|<--|=>|->)/)) return "keyword";
    const word = stream.match(/^[\p{ID_Start}_][\p{ID_Continue}]*/u);
    if (word) {
      if (/^(relation|if|let|match|else|true|false|not|count|sum|min|max|function|table)$/.test(word[0])) return "keyword";
      if (/^[A-Z]/.test(word[0])) return "typeName";
      return stream.match(/^\s*\(/, false) ? "function" : "variableName";
    }
    return /[(),.]/.test(stream.next()) ? "punctuation" : "operator";
  },
  languageData: { commentTokens: { line: "#" } },
  tokenTable: { function: tags.function(tags.variableName) },
});

export const colours = syntaxHighlighting(HighlightStyle.define([
  { tag: tags.comment, color: "var(--quiet)", fontStyle: "italic" },
  { tag: tags.string, color: "var(--text)" },
  { tag: [tags.number, tags.atom, tags.bool], color: "var(--number)" },
  { tag: tags.keyword, color: "var(--keyword)" },
  { tag: tags.function(tags.variableName), color: "var(--function)" },
  { tag: [tags.propertyName, tags.typeName], color: "var(--name)" },
  { tag: [tags.operator, tags.punctuation], color: "var(--quiet)" },
]));
