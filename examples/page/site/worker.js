// The worker that runs the engine. A message is a question with a number; the answer has the same number. While a book of
// one's own is chosen, a second engine with the built-in book tells what the own one changes.

import init, { Engine, built_in_book, choose_book, code_page, rule_pages } from "engine";

let own = null;
let plain = null;
let memory = null;
let book = [];
let settings = null;

const open = () => {
  own?.free();
  own = new Engine();
  return own.open(JSON.stringify(settings));
};

// Both books type the program from here on, or the built-in one alone.
const openBoth = () => {
  plain?.free();
  plain = null;
  if (book.length) {
    choose_book("[]");
    plain = new Engine();
    plain.open(JSON.stringify(settings));
    choose_book(JSON.stringify(book));
  }
  return open();
};

const check = () => {
  const started = performance.now();
  const answer = JSON.parse(own.check());
  answer.milliseconds = performance.now() - started;
  if (plain) answer.before = JSON.parse(plain.check());
  return answer;
};

const questions = {
  start: () => ({ book: JSON.parse(built_in_book()), rules: JSON.parse(rule_pages()) }),
  open: (given) => {
    settings = given;
    return { complaints: openBoth(), checked: check() };
  },
  change: (name, text) => {
    settings.files = settings.files.map((file) => (file[0] === name ? [name, text] : file));
    own.change(name, text);
    plain?.change(name, text);
    return check();
  },
  // Faults, or the rules of the new book with the program checked by it.
  book: (files) => {
    const faults = JSON.parse(choose_book(JSON.stringify(files)));
    if (faults.length) return { faults };
    book = files;
    const rules = JSON.parse(rule_pages());
    return { faults, rules, ...(settings ? { complaints: openBoth(), checked: check() } : {}) };
  },
  page: (code) => JSON.parse(code_page(code)),
  hover: (...at) => JSON.parse(own.hover(...at)),
  proof: (...at) => JSON.parse(own.proof(...at)),
  completion: (...at) => JSON.parse(own.completion(...at)),
  definition: (...at) => JSON.parse(own.definition(...at)),
  record: () => own.record(),
  relations: () => JSON.parse(own.relations()),
  rows: (...which) => JSON.parse(own.rows(...which)),
  query: (...rules) => JSON.parse(own.query(...rules)),
};

const ready = init({ module_or_path: "engine.wasm" }).then((instance) => { memory = instance.memory; });

onmessage = async ({ data: { number, question, details } }) => {
  await ready;
  try {
    const answer = questions[question](...details);
    postMessage({ number, answer, bytes: memory.buffer.byteLength });
  } catch (error) {
    // After a fault of WebAssembly itself the engine is not to be relied on.
    postMessage({ number, error: String(error?.message ?? error), isBroken: error instanceof WebAssembly.RuntimeError || error instanceof RangeError });
  }
};
