// Proofs as trees, with the drawings of the rules in them.

import { button, make } from "./elements.js";

// The text of a hover, which ends with the first lines of a proof: the whole proof has a view of its own.
export const withoutProof = (hover) => hover.contents.value.replace(/\n+```+text\n[\s\S]*$/, "");

export class Proofs {
  #pages = new Map();

  constructor({ onPlace, onRule }) {
    this.onPlace = onPlace;
    this.onRule = onRule;
  }

  set rules(pages) { this.#pages = new Map(pages.map((page) => [page.name, page])); }

  #drawing(name) {
    const page = this.#pages.get(name);
    if (!page) return make("div", { class: "drawing" }, "The book has no such rule.");
    const place = button(`${page.file}:${page.line}`, () => this.onRule(page), { class: "link", "aria-label": `Show ${name} in the book` });
    return make("div", { class: "drawing" }, make("p", {}, page.sentence), make("pre", {}, page.drawing), place);
  }

  #step(node, depth) {
    const place = node.place ? button(node.place, () => this.onPlace(node.place), { class: "link place" }) : null;
    const notes = [
      node.number ? ` (${node.number})` : "", node.see ? ` as in (${node.see})` : "", node.is_cut ? " ..." : "",
      node.reason ? `; ${node.reason}` : "", node.fails_at ? `; fails at ${node.fails_at}` : "", node.source ? `   ${node.source}` : "",
    ].join("");
    if (!node.rule) return make("li", { class: "leaf" }, node.conclusion, notes, " ", place);
    const premises = make("ul", { hidden: "" });
    const open = (isOpen) => {
      if (isOpen && !premises.firstChild) premises.append(...node.premises.map((premise) => this.#step(premise, depth - 1)));
      premises.hidden = !isOpen;
      conclusion.setAttribute("aria-expanded", String(isOpen));
    };
    const conclusion = button([node.conclusion, notes], () => open(premises.hidden), { class: "step", "aria-expanded": "false" });
    const rule = button(node.rule, () => {
      const shown = item.querySelector(":scope > .drawing");
      rule.setAttribute("aria-expanded", String(!shown));
      if (shown) shown.remove();
      else premises.before(this.#drawing(node.rule));
    }, { class: "link", "aria-label": `Rule ${node.rule}`, "aria-expanded": "false" });
    const item = make("li", {}, make("div", { class: "row" }, conclusion, " ", rule, place), premises);
    if (depth > 0) open(true);
    return item;
  }

  // What is said at a place, and the whole proof of it.
  show(panel, said, proof) {
    const subject = said ? make("div", { class: "subject" }, said) : null;
    const tree = proof
      ? make("ul", { class: "tree", "aria-label": "Proof" }, this.#step(proof.tree, 4))
      : make("p", { class: "hint" }, said ? "No rule concludes this: it is said by the text itself." : "Click an expression, or move the cursor to it, to see its type and the proof of it.");
    panel.replaceChildren(...[subject, tree].filter(Boolean));
    panel.scrollTop = 0;
  }
}
