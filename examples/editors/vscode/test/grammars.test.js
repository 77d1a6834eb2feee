// The grammars, over examples of the project: words have the scopes that their colours come from.

const assert = require("node:assert");
const fs = require("node:fs");
const path = require("node:path");
const { test } = require("node:test");
const oniguruma = require("vscode-oniguruma");
const { INITIAL, Registry, parseRawGrammar } = require("vscode-textmate");

const root = path.join(__dirname, "..");
const FILES = {
  "source.pcl": "pcl.tmLanguage.json",
  "source.typelog": "types.tmLanguage.json",
  "source.typelog-rules": "rules.tmLanguage.json",
};

async function grammar(scope) {
  const wasm = fs.readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm"));
  await oniguruma.loadWASM(wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength));
  const registry = new Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async (name) => {
      const file = path.join(root, "syntaxes", FILES[name]);
      return parseRawGrammar(fs.readFileSync(file, "utf8"), file);
    },
  });
  return registry.loadGrammar(scope);
}

/** The words of a text with their innermost scopes. */
function words(language, text) {
  let state = INITIAL;
  return text.split("\n").flatMap((line) => {
    const result = language.tokenizeLine(line, state);
    state = result.ruleStack;
    return result.tokens.map((token) => [line.slice(token.startIndex, token.endIndex).trim(), token.scopes.at(-1)]);
  });
}

function has(found, word, scope) {
  const is = ([text, of]) => text === word && of.startsWith(scope);
  assert.ok(found.some(is), `${word} is no ${scope}: ${JSON.stringify(found.filter(([text]) => text === word))}`);
}

test("programs", async () => {
  const pcl = await grammar("source.pcl");
  const found = words(pcl, fs.readFileSync(path.join(root, "../../pcl/network/main.pp"), "utf8"));
  has(found, "resource", "keyword.control.block");
  has(found, "\"subnet\"", "variable.other.definition");
  has(found, "\"cloud:network:Subnet\"", "entity.name.type");
  has(found, "networkId", "variable.other.property");
  has(found, "invoke", "entity.name.function");
  has(found, "for", "keyword.control");
  has(found, "8", "constant.numeric");
  const other = words(pcl, "a = <<-END\n  text ${b.c} \\n\n  END\nd = \"$${no} ${e ? 1 : \"x\"}\" # end\nf = null\n");
  has(other, "END", "keyword.control.heredoc");
  has(other, "b", "variable.other");
  has(other, "$${", "constant.character.escape");
  has(other, "# end", "comment.line");
  has(other, "null", "constant.language");
});

test("rules", async () => {
  const rules = await grammar("source.typelog-rules");
  const folder = path.join(root, "../../rules");
  const file = fs.readdirSync(folder).find((name) => name.endsWith(".dl"));
  assert.ok(words(rules, fs.readFileSync(path.join(folder, file), "utf8")).length > 20);
  const found = words(rules, "// T-Name: a name has a type.\n//   ---- (T-Name)\nreaches(a, c) :- depends_on(a, b), n = count { x(b) }.\n");
  has(found, "T-Name", "entity.name.section");
  has(found, "reaches", "entity.name.function");
  has(found, ":-", "keyword.operator.rule");
  has(found, "count", "keyword.control");
});

test("types", async () => {
  const types = await grammar("source.typelog");
  const found = words(types, "resource network: cloud:network/network:Network\n{\n  cidr = output(string)\n  size = const(\"a\")\n}");
  has(found, "resource", "keyword.other");
  has(found, "cloud:network/network:Network", "entity.name.type");
  has(found, "cidr", "variable.other.property");
  has(found, "output", "support.function");
  has(found, "\"a\"", "string.quoted");
});
