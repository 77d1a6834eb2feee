// The engine as the page sees it: questions that are answered by a worker, which is started again after a fault.

const mostBytes = 1 << 30;

export class Engine {
  #worker = null;
  #waiting = new Map();
  #number = 0;
  // What a new worker has to be told before anything else.
  #state = { book: null, open: null };

  constructor(onRestart) {
    this.onRestart = onRestart;
    this.#start();
  }

  #start() {
    this.#worker?.terminate();
    this.#worker = globalThis.firstWorker ?? new Worker("worker.js", { type: "module" });
    globalThis.firstWorker = null;
    this.#worker.onmessage = ({ data }) => this.#answer(data);
    this.#worker.onerror = (event) => this.#refuse(event.message ?? "the engine cannot be loaded");
  }

  #answer({ number, answer, error, isBroken, bytes }) {
    const waiting = this.#waiting.get(number);
    this.#waiting.delete(number);
    if (error === undefined) waiting?.resolve(answer);
    else waiting?.reject(new Error(error));
    if (isBroken) this.#restart(error);
    // Books stay in memory until the worker ends.
    else if (bytes > mostBytes && this.#waiting.size === 0) this.#restart(null);
  }

  #refuse(message) {
    for (const { reject } of this.#waiting.values()) reject(new Error(message));
    this.#waiting.clear();
  }

  async #restart(error) {
    this.#refuse(error ?? "the engine has been started again");
    this.#start();
    const { book, open } = this.#state;
    if (book) await this.#ask("book", book).catch(() => {});
    if (open && error === null) await this.#ask("open", open).catch(() => {});
    this.onRestart?.(error);
  }

  #ask(question, ...details) {
    return new Promise((resolve, reject) => {
      const number = (this.#number += 1);
      this.#waiting.set(number, { resolve, reject });
      this.#worker.postMessage({ number, question, details });
    });
  }

  ask(question, ...details) {
    if (question === "open") [this.#state.open] = details;
    if (question === "book") [this.#state.book] = details;
    if (question === "change" && this.#state.open) {
      const [name, text] = details;
      this.#state.open = { ...this.#state.open, files: this.#state.open.files.map((file) => (file[0] === name ? [name, text] : file)) };
    }
    return this.#ask(question, ...details);
  }
}
